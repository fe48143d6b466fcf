//! What agents have to do.

use super::element::Element;
use super::test_case::{Behaviour, Flow, Goal, Place, Quarry, Task};
use crate::import::Fault;
use crate::import::fault::quoted;

/// Time after which to turn to the next goal where the file has none (s).
const USUAL_TIME: f64 = 100_000.0;

/// Elements that any goal may have; which of them count depends on its kind.
const PARAMETERS: [&str; 9] = [
    "targetLocation",
    "targetDirection",
    "targetName",
    "goalRegionBounds",
    "type",
    "random",
    "desiredSpeed",
    "timeDuration",
    "Behaviour",
];

/// Kinds of goals.
const KINDS: [&str; 9] = [
    "seekStaticTarget",
    "fleeStaticTarget",
    "seekDynamicTarget",
    "fleeDynamicTarget",
    "flowStaticDirection",
    "flowDynamicDirection",
    "idle",
    "groupTarget",
    "seekAxisAlignedBoxRegion",
];

/// Reads a `goalSequence`.
pub(super) fn read_goals(sequence: Element) -> Result<Vec<Goal>, Fault> {
    sequence
        .children()
        .map(|goal| read_goal(sequence, goal))
        .collect()
}

fn read_goal(sequence: Element, goal: Element) -> Result<Goal, Fault> {
    let task = match goal.name() {
        "seekStaticTarget" => Task::SeekPoint(place_or_random(goal, "targetLocation")?),
        "fleeStaticTarget" => Task::FleePoint(place_or_random(goal, "targetLocation")?),
        "seekDynamicTarget" => Task::SeekAgent(read_quarry(goal)?),
        "fleeDynamicTarget" => Task::FleeAgent(read_quarry(goal)?),
        "flowStaticDirection" => Task::FlowAlong(place_or_random(goal, "targetDirection")?),
        "flowDynamicDirection" => Task::FollowFlow(read_flow(goal)?),
        "idle" => Task::Idle,
        "groupTarget" => Task::Group,
        "seekAxisAlignedBoxRegion" => Task::EnterBox {
            bounds: goal.required("goalRegionBounds")?.bounds()?,
            steer_to: goal
                .optional("targetLocation")?
                .map(Element::place)
                .transpose()?,
        },
        _ => return Err(goal.unknown_in(sequence, &KINDS)),
    };
    goal.others_have_no_effect(&PARAMETERS);
    Ok(Goal {
        task,
        desired_speed: goal
            .optional("desiredSpeed")?
            .map(Element::pace)
            .transpose()?,
        time_duration: goal
            .optional("timeDuration")?
            .map_or(Ok(USUAL_TIME), Element::number)?,
        target_direction: goal
            .optional("targetDirection")?
            .map(Element::place)
            .transpose()?,
        behaviour: goal
            .optional("Behaviour")?
            .map(read_behaviour)
            .transpose()?,
    })
}

/// Whether the goal holds `<random>true</random>`; any other text has no effect.
fn is_random(goal: Element) -> Result<bool, Fault> {
    Ok(goal.optional("random")?.is_some_and(Element::is_true))
}

fn place_or_random(goal: Element, name: &'static str) -> Result<Place, Fault> {
    if is_random(goal)? {
        Ok(Place::Random)
    } else {
        goal.required(name)?.place()
    }
}

fn read_quarry(goal: Element) -> Result<Quarry, Fault> {
    if is_random(goal)? {
        return Ok(Quarry::Random);
    }
    Ok(Quarry::Named(goal.required("targetName")?.text()))
}

/// The `targetName` elements that matter in the goals of an agent.
pub(super) fn named_targets(agent: Element<'_>) -> impl Iterator<Item = Element<'_>> {
    agent
        .children_named("goalSequence")
        .flat_map(Element::children)
        .filter(|goal| matches!(goal.name(), "seekDynamicTarget" | "fleeDynamicTarget"))
        .filter(|goal| !goal.children_named("random").any(Element::is_true))
        .flat_map(|goal| goal.children_named("targetName"))
}

fn read_flow(goal: Element) -> Result<Flow, Fault> {
    let Some(kind) = goal.optional("type")? else {
        return Ok(Flow::Other);
    };
    match kind.text().as_str() {
        "FOLLOW_CROWD" => Ok(Flow::Crowd),
        "BOIDS" => Ok(Flow::Boids),
        "ADVECT" => Ok(Flow::Advect),
        "OTHER" => Ok(Flow::Other),
        other => Err(kind.fault(
            format!("{} is no kind of flow", quoted(other)),
            "write FOLLOW_CROWD, BOIDS, ADVECT or OTHER",
        )),
    }
}

fn read_behaviour(behaviour: Element) -> Result<Behaviour, Fault> {
    behaviour.others_have_no_effect(&["SteeringAlgorithm", "Parameters"]);
    let mut parameters = Vec::new();
    for list in behaviour.children_named("Parameters") {
        for parameter in list.children_named("parameter") {
            let text = |name| Ok::<_, Fault>(parameter.required(name)?.text());
            parameters.push((text("key")?, text("value")?));
        }
    }
    Ok(Behaviour {
        steering_algorithm: behaviour.optional("SteeringAlgorithm")?.map(Element::text),
        parameters,
    })
}
