//! Whether structs take what is within the ranges of their numbers, refuse what isn't, and say so
//! in their documentation.

use std::fmt::Debug;

use sidestep::Vec2;
use sidestep::geometry::Circle;
use sidestep::geometry::LARGEST_COORDINATE;
use sidestep::motion::Body;
use sidestep::range::{Parameter, Parameters, Range, Value};
use sidestep::world::{AgentSpec, EventKind, Goal, ObstacleSpec, World, WorldSettings};

/// Something that takes every struct of a table.
pub trait Look {
    /// `source` is the file that declares the struct.
    fn at<T: Parameters + Debug>(&mut self, name: &str, source: &str, sound: T);
}

const TINY: f32 = f32::from_bits(1);

/// Numbers just inside of a range, and such as are just outside. Those of whole numbers are whole.
fn edges(parameter: &Parameter<'_>) -> (Vec<f32>, Vec<f32>) {
    let whole = matches!(parameter.value, Value::Count(_) | Value::Size(_));
    let below = |edge: f32| if whole { edge - 1.0 } else { edge.next_down() };
    let above = |edge: f32| if whole { edge + 1.0 } else { edge.next_up() };
    let (inside, mut outside) = match parameter.range {
        Range::Number => (vec![f32::NEG_INFINITY, 0.0, f32::INFINITY], vec![]),
        Range::Finite => (
            vec![f32::MIN, 0.0, f32::MAX],
            vec![f32::NEG_INFINITY, f32::INFINITY],
        ),
        Range::Coordinate => (
            vec![-LARGEST_COORDINATE, 0.0, LARGEST_COORDINATE],
            vec![
                above(LARGEST_COORDINATE),
                below(-LARGEST_COORDINATE),
                f32::INFINITY,
                f32::NEG_INFINITY,
            ],
        ),
        Range::AboveZero => (
            vec![TINY, 1.0, f32::MAX],
            vec![-1.0, -TINY, -0.0, 0.0, f32::INFINITY, f32::NEG_INFINITY],
        ),
        Range::AboveZeroOrInfinite => (
            vec![TINY, 1.0, f32::MAX, f32::INFINITY],
            vec![-1.0, -TINY, -0.0, 0.0, f32::NEG_INFINITY],
        ),
        Range::AtLeast(least) => (
            vec![least, above(least), f32::MAX],
            vec![below(least), f32::INFINITY, f32::NEG_INFINITY],
        ),
        Range::AtLeastOrInfinite(least) => (
            vec![least, above(least), f32::MAX, f32::INFINITY],
            vec![below(least), f32::NEG_INFINITY],
        ),
        Range::Between(least, most) => (vec![least, most], vec![below(least), above(most)]),
        Range::OneOrMore => (vec![1.0, 2.0, 16_777_216.0], vec![0.0]),
        Range::UnitLength => (
            vec![0.9996, 1.0, 1.0004],
            vec![0.0, 0.999, 1.001, f32::INFINITY],
        ),
    };
    if !whole {
        outside.push(f32::NAN);
    }
    if matches!(parameter.range, Range::Between(..)) && !whole {
        outside.extend([f32::INFINITY, f32::NEG_INFINITY]);
    }
    (inside, outside)
}

/// Ways to put one number into a parameter: a vector has one for each coordinate. Each gives the
/// name that an error has then.
pub fn put(parameter: &mut Parameter<'_>, number: f32, coordinate: usize) -> Option<String> {
    let name = parameter.name.to_owned();
    match &mut parameter.value {
        Value::Single(value) if coordinate == 0 => **value = number,
        Value::Count(value) if coordinate == 0 => **value = number as u32,
        Value::Size(value) if coordinate == 0 => **value = number as usize,
        Value::Vector(value) if parameter.range == Range::UnitLength => {
            **value = Vec2::AXES[coordinate] * number;
            return Some(format!("length of {name}"));
        }
        Value::Vector(value) => {
            value[coordinate] = number;
            return Some(format!("{} of {name}", ["x", "y"][coordinate]));
        }
        _ => return None,
    }
    Some(name)
}

/// Puts numbers just inside of each range: all are taken.
pub struct Inside;

impl Look for Inside {
    fn at<T: Parameters + Debug>(&mut self, name: &str, _: &str, sound: T) {
        assert_eq!(sound.check(), Ok(()), "{name}");
        for index in 0..sound.clone().parameters().len() {
            let (inside, _) = edges(&sound.clone().parameters()[index]);
            for (number, coordinate) in inside.into_iter().flat_map(|it| [(it, 0), (it, 1)]) {
                let mut changed = sound.clone();
                if put(&mut changed.parameters()[index], number, coordinate).is_some() {
                    assert_eq!(changed.check(), Ok(()), "{name}: {changed:?}");
                }
            }
        }
    }
}

/// Puts numbers just outside of each range: each is refused by its name.
pub struct Outside;

impl Look for Outside {
    fn at<T: Parameters + Debug>(&mut self, name: &str, _: &str, sound: T) {
        for index in 0..sound.clone().parameters().len() {
            let (_, outside) = edges(&sound.clone().parameters()[index]);
            for (number, coordinate) in outside.into_iter().flat_map(|it| [(it, 0), (it, 1)]) {
                let mut changed = sound.clone();
                let Some(expected) = put(&mut changed.parameters()[index], number, coordinate)
                else {
                    continue;
                };
                let range = changed.parameters()[index].range;
                let Err(error) = changed.check() else {
                    panic!("{name} takes {expected} = {number}");
                };
                let named = error.name.strip_prefix(&expected);
                assert!(
                    named.is_some_and(|rest| rest.is_empty() || rest.starts_with(" of ")),
                    "{name}: {expected} = {number} is refused as {error}"
                );
                let sentence = error.to_string();
                assert!(
                    sentence.ends_with(&format!("it must be {range}")),
                    "{sentence}"
                );
                let same = error.value == f64::from(number)
                    || error.value.is_nan()
                    || range == Range::UnitLength;
                assert!(
                    same,
                    "{name}: {expected} = {number} is refused as {sentence}"
                );
            }
        }
    }
}

/// Looks whether the documentation of each field says its range.
#[derive(Default)]
pub struct Documented {
    /// Names of those whose range isn't in their documentation.
    pub missing: Vec<String>,
}

impl Look for Documented {
    fn at<T: Parameters + Debug>(&mut self, name: &str, source: &str, mut sound: T) {
        for parameter in sound.parameters() {
            // Those of a part stand with the part; what has no name in the source is documented
            // where it is used.
            let Some(text) = documentation(source, name, parameter.name) else {
                continue;
            };
            let all = words(&parameter).iter().all(|word| text.contains(word));
            if !all {
                let (field, range) = (parameter.name, parameter.range);
                self.missing
                    .push(format!("{name}::{field} ({range}): {text}"));
            }
        }
    }
}

/// What the documentation of a parameter must say.
fn words(parameter: &Parameter<'_>) -> Vec<String> {
    let words: &[&str] = match parameter.range {
        Range::Number => &["infinity"],
        Range::Finite => &["finite"],
        Range::Coordinate => &["coordinate up to 10¹²"],
        Range::AboveZero => &["above 0"],
        Range::AboveZeroOrInfinite => &["above 0", "infini"],
        Range::AtLeast(least) => return vec![format!("{least} or more")],
        Range::AtLeastOrInfinite(_) if parameter.name == "high" => &["not below `low`", "infini"],
        Range::AtLeastOrInfinite(least) => {
            return vec![format!("{least} or more"), "infini".to_owned()];
        }
        Range::Between(least, most) => {
            let most = if most == std::f32::consts::PI {
                "π".to_owned()
            } else {
                most.to_string()
            };
            return vec![format!("{least} to {most}")];
        }
        Range::OneOrMore => &["1 or more"],
        Range::UnitLength => &["unit vector"],
    };
    words.iter().map(|word| (*word).to_owned()).collect()
}

/// The documentation of a field in the definition of a struct or an enum, in one line.
fn documentation(source: &str, name: &str, field: &str) -> Option<String> {
    let begin = ["struct", "enum"]
        .iter()
        .find_map(|kind| source.find(&format!("\npub {kind} {name} {{\n")))
        .unwrap_or_else(|| panic!("{name} isn't where the table says"));
    let definition = &source[begin + 1..];
    let definition = &definition[..definition.find("\n}\n")?];
    let mut text = String::new();
    for line in definition.lines().map(str::trim) {
        if let Some(comment) = line.strip_prefix("///") {
            text += &comment.replace('−', "-");
            continue;
        }
        let line = line.strip_prefix("pub ").unwrap_or(line);
        if line
            .split_once(": ")
            .is_some_and(|(before, _)| before == field)
        {
            return Some(text);
        }
        if !line.starts_with('#') {
            text.clear();
        }
    }
    None
}

/// An agent walks among others for a while, and nothing becomes infinite.
pub fn walk(spec: AgentSpec) {
    let mut world = World::new(WorldSettings::default()).expect("settings");
    let circle = Circle::new(Vec2::new(1.0, 0.3), 0.4).expect("a circle");
    for spec in [
        ObstacleSpec::new(circle),
        ObstacleSpec::new(Circle::new(Vec2::new(-1.0, 0.0), 0.3).expect("a circle")).temporary(),
    ] {
        world.insert_obstacle(spec).expect("obstacle");
    }
    for (x, goal) in [(2.0, -3.0), (-3.0, 3.0)] {
        let other = AgentSpec::new(Body::new(Vec2::new(x, 0.0), 0.3, 1.4))
            .with_goal(Goal::point(Vec2::new(goal, 0.0), 0.2));
        world.insert_agent(other).expect("agent");
    }
    let id = world.insert_agent(spec.clone()).expect("agent");
    for _ in 0..40 {
        world.step(0.05).expect("step");
        let Some(agent) = world.agent(id) else { return };
        assert_eq!(agent.body.check(), Ok(()), "{spec:?}");
        for event in world.events() {
            assert_ne!(event.kind, EventKind::Unsound, "{spec:?}");
        }
    }
}
