//! The top of a test case: the root, the header and the cameras.

use std::cell::RefCell;
use std::collections::BTreeMap;

use super::agents::{read_agent, read_agent_region};
use super::document;
use super::element::{Element, Source};
use super::goals::named_targets;
use super::obstacles::{OBSTACLE_ELEMENTS, read_obstacle, read_obstacle_region};
use super::test_case::{Camera, Header, Obstacle, TestCase};
use crate::import::Fault;
use crate::import::fault::{did_you_mean, quoted};

/// Most agents, and most obstacles, that the regions of one file may ask for.
pub(super) const MOST_OF_A_KIND: u32 = 1_000_000;

/// Root elements that the format allows.
const ROOTS: [&str; 2] = ["SteerBenchTestCase", "SteerSuiteSubSpace"];

/// Elements that may follow the header, besides obstacles.
const OTHER_ELEMENTS: [&str; 5] = [
    "suggestedCameraView",
    "agent",
    "agentRegion",
    "agentEmitter",
    "obstacleRegion",
];

/// Reads a test case from the text of its file.
///
/// `source_name` stands in the messages. Besides well-formed XML it takes what published files
/// need: text before the XML declaration, and bounds the wrong way round (see
/// [`TestCase::remarks`]).
///
/// # Errors
/// A [`Fault`] with line and column for text that isn't XML, for elements and values that the
/// format doesn't allow, and for sizes that no scene can have.
pub fn parse(text: &str, source_name: &str) -> Result<TestCase, Fault> {
    let text = document::well_formed(text);
    let document = document::parse(&text, source_name)?;
    let source = Source {
        name: source_name,
        remarks: RefCell::default(),
    };
    let mut test_case = read_root(Element::new(document.root_element(), &source))?;
    test_case.remarks = source.remarks.take();
    Ok(test_case)
}

fn read_root(root: Element) -> Result<TestCase, Fault> {
    if !ROOTS.contains(&root.name()) {
        return Err(root.fault(
            format!(
                "the root element is {}, so this is no SteerBench test case",
                quoted(root.name())
            ),
            did_you_mean(root.name(), &ROOTS)
                .unwrap_or_else(|| format!("a test case is a `<{}>` element", ROOTS[0])),
        ));
    }
    let mut children = root.children();
    let header = match children.next() {
        Some(header) if header.name() == "header" => read_header(header)?,
        Some(other) => {
            return Err(other.fault(
                format!("{} comes first", quoted(other.name())),
                "put the `<header>` before all other elements",
            ));
        }
        None => return Err(root.fault("the test case is empty", "add a `<header>` and agents")),
    };
    let mut test_case = TestCase {
        header,
        agents: Vec::new(),
        emitters: Vec::new(),
        obstacles: Vec::new(),
        obstacle_regions: Vec::new(),
        cameras: Vec::new(),
        remarks: Vec::new(),
    };
    let (mut agents_left, mut obstacles_left) = (MOST_OF_A_KIND, MOST_OF_A_KIND);
    for child in children {
        match child.name() {
            "suggestedCameraView" => test_case.cameras.push(read_camera(child)?),
            "agent" => test_case.agents.push(read_agent(child)?),
            "agentEmitter" => test_case.emitters.push(read_agent(child)?),
            "agentRegion" => {
                let region = read_agent_region(child, agents_left)?;
                agents_left -= region.count;
                test_case.agents.push(region);
            }
            "obstacleRegion" => {
                let region = read_obstacle_region(child, obstacles_left)?;
                obstacles_left -= region.count;
                test_case.obstacle_regions.push(region);
            }
            name if OBSTACLE_ELEMENTS.contains(&name) => {
                let obstacle = read_obstacle(child)?;
                obstacles_left =
                    obstacles_left
                        .checked_sub(pieces(&obstacle))
                        .ok_or_else(|| {
                            child.fault(
                        format!("there are more than {MOST_OF_A_KIND} obstacles or parts of them"),
                        "split the test case",
                    )
                        })?;
                test_case.obstacles.push(obstacle);
            }
            _ => {
                let known = [&OTHER_ELEMENTS[..], &OBSTACLE_ELEMENTS[..]].concat();
                return Err(child.unknown_in(root, &known));
            }
        }
    }
    check_targets(root, &test_case)?;
    Ok(test_case)
}

/// Of how many convex pieces an obstacle is.
fn pieces(obstacle: &Obstacle) -> u32 {
    match obstacle {
        Obstacle::Polygon { parts, .. } => u32::try_from(parts.len()).unwrap_or(u32::MAX),
        Obstacle::OrientedWall {
            doorway: Some(_), ..
        } => 2,
        _ => 1,
    }
}

/// Refuses goals that chase or flee an agent that isn't there, or the agent itself.
fn check_targets(root: Element, test_case: &TestCase) -> Result<(), Fault> {
    let mut bearers: BTreeMap<&str, usize> = BTreeMap::new();
    for agent in test_case.agents.iter().chain(&test_case.emitters) {
        if !agent.name.is_empty() {
            *bearers.entry(agent.name.as_str()).or_default() += 1;
        }
    }
    for agent in root.children() {
        for target in named_targets(agent) {
            let name = target.text();
            match bearers.get(name.as_str()) {
                None => {
                    let known: Vec<&str> = bearers.keys().copied().take(1000).collect();
                    return Err(target.fault(
                        format!("no agent is called {}", quoted(&name)),
                        did_you_mean(&name, &known).unwrap_or_else(|| {
                            "name one of the agents, or write `<random>true</random>` beside it"
                                .to_owned()
                        }),
                    ));
                }
                Some(1) if agent.optional("name")?.map(Element::text).as_ref() == Some(&name) => {
                    return Err(target.fault(
                        format!("{} has itself as its target", quoted(&name)),
                        "name another agent, or write `<random>true</random>` beside it",
                    ));
                }
                Some(_) => {}
            }
        }
    }
    Ok(())
}

fn read_header(header: Element) -> Result<Header, Fault> {
    header.only(&[
        "version",
        "name",
        "worldBounds",
        "description",
        "passingCriteria",
    ])?;
    let version = header.required("version")?;
    if !["1.0", "1.1", "1.2"].contains(&version.text().as_str()) {
        return Err(version.fault(
            format!(
                "version {} of the format isn't known",
                quoted(&version.text())
            ),
            "write 1.0, 1.1 or 1.2",
        ));
    }
    let text = |name| Ok::<_, Fault>(header.optional(name)?.map(Element::text));
    Ok(Header {
        version: version.text(),
        name: header.required("name")?.text(),
        world_bounds: header.required("worldBounds")?.bounds()?,
        description: text("description")?,
        passing_criteria: text("passingCriteria")?,
    })
}

fn read_camera(camera: Element) -> Result<Camera, Fault> {
    camera.others_have_no_effect(&["position", "lookat", "up", "fovy"]);
    Ok(Camera {
        position: camera.required("position")?.point()?,
        look_at: camera.required("lookat")?.point()?,
        up: camera.required("up")?.point()?,
        field_of_view: camera.optional("fovy")?.map(Element::number).transpose()?,
    })
}
