//! A case as a scene file.

use std::fmt::Write;

use glam::Vec2;
use sidestep::geometry::Shape;
use sidestep::motion::{Body, Limits};
use sidestep::space::Topology;
use sidestep::world::{Goal, Objective, Target};

use crate::case::{Case, Person, Thing};

/// Why a scene file can't say a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unsayable {
    /// Somebody has numbers, behaviours or goals that scenes don't know.
    #[error("scene files have no words for somebody in it")]
    Person,
    /// Something turns, or is a wall that moves, comes or goes, or has round ends.
    #[error("scene files have no words for a wall or an obstacle in it")]
    Thing,
}

/// The text of a scene that does what the case does, with `notes` above it.
///
/// # Errors
/// If scene files have no words for it.
pub fn scene_text(case: &Case, name: &str, notes: &[String]) -> Result<String, Unsayable> {
    let mut text = String::new();
    for line in notes.iter().flat_map(|note| note.lines()) {
        let _ = writeln!(text, "# {line}");
    }
    let settings = &case.settings;
    let duration = f64::from(case.dt) * f64::from(case.steps.max(1));
    let _ = writeln!(text, "name = \"{name}\"");
    let _ = writeln!(text, "seed = {}", settings.seed);
    let _ = writeln!(text, "dt = {}", number(case.dt));
    let _ = writeln!(text, "duration = {duration:?}");
    let _ = writeln!(text, "settle = {}", settings.settle);
    let _ = writeln!(text, "decide_every = {}", number(settings.decide_every));
    let _ = writeln!(text, "stop_when_arrived = false");
    if let Topology::Torus { min, max } = settings.topology {
        let _ = writeln!(text, "[bounds]\nkind = \"torus\"");
        let _ = writeln!(text, "min = {}\nmax = {}", point(min), point(max));
    }
    for it in &case.things {
        thing(&mut text, it, case.dt)?;
    }
    for link in &case.links {
        let _ = writeln!(text, "[[links]]\nfrom = {}", point(link.from));
        let _ = writeln!(
            text,
            "to = {}\nseconds = {}",
            point(link.to),
            number(link.seconds)
        );
    }
    for it in &case.people {
        person(&mut text, it)?;
    }
    Ok(text)
}

/// A group of one agent with this body.
pub fn body(text: &mut String, body: &Body) {
    let _ = writeln!(text, "[[agents]]\npositions = [{}]", point(body.position));
    let _ = writeln!(text, "radius = {}", number(body.radius));
    let _ = writeln!(text, "speed = {}", number(body.limits.max_speed));
    let _ = writeln!(text, "mass = {}", number(body.mass));
    let heading = f64::from(body.heading.y).atan2(f64::from(body.heading.x));
    let _ = writeln!(text, "heading = {heading:?}");
    let _ = writeln!(text, "initial_speed = {}", number(body.speed()));
}

fn person(text: &mut String, person: &Person) -> Result<(), Unsayable> {
    let method = person.method.ok_or(Unsayable::Person)?;
    let stays = person.stay == Default::default();
    let who = &person.spec.body;
    let usual = Limits::for_speed(who.limits.max_speed, who.mass) == who.limits;
    if !stays || !usual || person.second_goal.is_some() || person.moved.is_some() {
        return Err(Unsayable::Person);
    }
    body(text, who);
    let _ = writeln!(text, "method = \"{method}\"");
    let goals: Result<Vec<String>, Unsayable> =
        person.spec.profile.goals.iter().map(goal).collect();
    let _ = writeln!(text, "goals = [{}]", goals?.join(", "));
    Ok(())
}

fn goal(goal: &Goal) -> Result<String, Unsayable> {
    match goal.objective {
        Objective::Reach {
            target: Target::Point(place),
            radius,
        } => Ok(format!(
            "{{ point = {}, radius = {} }}",
            point(place),
            number(radius)
        )),
        _ => Err(Unsayable::Person),
    }
}

fn thing(text: &mut String, thing: &Thing, dt: f32) -> Result<(), Unsayable> {
    let stands = thing.stands() && thing.stay == Default::default() && !thing.temporary;
    let shape = match &thing.shape {
        Shape::Segment(wall) if stands => {
            let ends = [wall.start(), wall.end()].map(point).join(", ");
            let _ = writeln!(text, "[[walls]]\npoints = [{ends}]");
            return Ok(());
        }
        Shape::Circle(circle) => {
            let (center, radius) = (point(circle.center()), number(circle.radius()));
            format!("circle = {{ center = {center}, radius = {radius} }}")
        }
        Shape::Polygon(polygon) => {
            let corners: Vec<String> = polygon.vertices().iter().copied().map(point).collect();
            format!("polygon = {{ points = [{}] }}", corners.join(", "))
        }
        Shape::Segment(_) | Shape::Capsule(_) => return Err(Unsayable::Thing),
    };
    if thing.turn != 0.0 {
        return Err(Unsayable::Thing);
    }
    let _ = writeln!(
        text,
        "[[obstacles]]\n{shape}\ntemporary = {}",
        thing.temporary
    );
    // In the middle of the step before, so that rounding doesn't make it a step late.
    let time = |step: u32| (f64::from(step) - 0.5).max(0.0) * f64::from(dt);
    if thing.stay.comes > 0 {
        let _ = writeln!(text, "appear = {:?}", time(thing.stay.comes));
    }
    if let Some(goes) = thing.stay.goes {
        let _ = writeln!(text, "vanish = {:?}", time(goes));
    }
    if thing.velocity != Vec2::ZERO {
        let _ = writeln!(text, "velocity = {}", point(thing.velocity));
    }
    Ok(())
}

/// A number that is read as the same again.
fn number(value: f32) -> String {
    format!("{:?}", f64::from(value))
}

fn point(point: Vec2) -> String {
    format!("[{}, {}]", number(point.x), number(point.y))
}
