//! Agents, emitters and regions full of agents.

use super::element::Element;
use super::goals::read_goals;
use super::test_case::{AgentSpec, Place, StartPlace};
use crate::import::Fault;

/// Radius where the file has none (m): the one that nearly all published test cases have.
const USUAL_RADIUS: f64 = 0.5;

/// Reads an `agent` or an `agentEmitter`.
pub(super) fn read_agent(element: Element) -> Result<AgentSpec, Fault> {
    element.only(&["name", "initialConditions", "goalSequence"])?;
    let conditions = element.required("initialConditions")?;
    conditions.others_have_no_effect(&["position", "direction", "radius", "speed", "color"]);
    let start = match conditions.required("position")?.place()? {
        Place::Fixed(point) => StartPlace::Fixed(point),
        Place::Random => StartPlace::RandomInWorld,
    };
    read_alike(element, conditions, start, 1)
}

/// Reads an `agentRegion` of at most `most` agents.
pub(super) fn read_agent_region(element: Element, most: u32) -> Result<AgentSpec, Fault> {
    element.only(&[
        "name",
        "numAgents",
        "regionBounds",
        "initialConditions",
        "goalSequence",
    ])?;
    let count = element.required("numAgents")?.count(most)?;
    let start = StartPlace::RandomIn(element.required("regionBounds")?.bounds()?);
    let conditions = element.required("initialConditions")?;
    conditions.others_have_no_effect(&["direction", "radius", "speed", "color"]);
    read_alike(element, conditions, start, count)
}

/// Reads what single agents and regions have in common.
fn read_alike(
    element: Element,
    conditions: Element,
    start: StartPlace,
    count: u32,
) -> Result<AgentSpec, Fault> {
    Ok(AgentSpec {
        name: element
            .optional("name")?
            .map(Element::text)
            .unwrap_or_default(),
        count,
        start,
        direction: match conditions.optional("direction")? {
            Some(direction) => direction.place()?,
            None => Place::Fixed(glam::DVec3::ZERO),
        },
        radius: conditions
            .optional("radius")?
            .map_or(Ok(USUAL_RADIUS), Element::length)?,
        speed: conditions
            .optional("speed")?
            .map_or(Ok(0.0), Element::speed)?,
        color: conditions.optional("color")?.map(read_color).transpose()?,
        goals: element
            .optional("goalSequence")?
            .map(read_goals)
            .transpose()?
            .unwrap_or_default(),
    })
}

fn read_color(color: Element) -> Result<Place, Fault> {
    if color.optional("random")?.is_some_and(Element::is_true) {
        return Ok(Place::Random);
    }
    let part = |name| color.required(name)?.number();
    Ok(Place::Fixed(glam::DVec3::new(
        part("r")?,
        part("g")?,
        part("b")?,
    )))
}
