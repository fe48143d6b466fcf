//! Crates that drop on people beside walls.

use std::f32::consts::TAU;

use glam::Vec2;
use sidestep::geometry::Segment;
use sidestep::motion::Body;
use sidestep::world::{AgentId, Goal};

use crate::case::{Case, Person, Stay, Thing};
use crate::dealer::{Dealer, at_angle};
use crate::method;
use crate::play::Play;
use crate::promises::{Before, obstacle, unsound_numbers};

const STREAM: u64 = 3;

/// The step before which the crates drop.
const DROP: u32 = 1;

/// After so many steps whoever can come out has (s).
const PATIENCE: f32 = 2.0;

/// How much wider than the body a place has to be that an independent look takes for free.
const ROOM: f64 = 1.1;

/// How far around such places are looked for, in sizes of what has dropped.
const REACH: f32 = 1.2;

/// Draws somebody beside a wall or two, on whom one to three crates drop.
pub fn draw(seed: u64) -> Case {
    let mut dealer = Dealer::new(seed, STREAM);
    let dealer = &mut dealer;
    let dt = dealer.pick(&[1.0 / 60.0, 1.0 / 30.0, 0.1]);
    let mut case = Case::new(dt, DROP + (PATIENCE / dt) as u32 + 1);
    let radius = dealer.between(0.15, 0.6);
    let body = Body::new(Vec2::ZERO, radius, 1.4);
    let names: Vec<&str> = method::names().collect();
    let name = if dealer.one_in(2) {
        "default"
    } else {
        dealer.pick(&names)
    };
    let mut spec = method::agent(&body, name);
    spec.id = Some(AgentId(0));
    spec.profile.goals = vec![Goal::point(dealer.place(15.0), 0.3)];
    case.people.push(Person::new(spec, Some(name)));
    for _ in 0..dealer.count(1, 3) {
        let normal = dealer.direction();
        let away = dealer.between(1.1, 2.5) * radius;
        let along = normal.perp() * dealer.between(0.5, 20.0);
        let shift = normal.perp() * dealer.between(-1.0, 1.0);
        let middle = normal * away + shift;
        if let Ok(wall) = Segment::new(middle - along, middle + along) {
            case.things.push(Thing::new(wall));
        }
    }
    for _ in 0..dealer.pick(&[1, 1, 1, 2, 3]) {
        let place = dealer.place(2.0 * radius);
        let size = dealer.between(1.0, 8.0) * radius;
        let mut thing = Thing::new(dealer.crate_shape(place, size));
        thing.temporary = !dealer.one_in(4);
        thing.stay = Stay {
            comes: DROP,
            goes: None,
        };
        case.things.push(thing);
    }
    case
}

/// Nobody passes a wall, and nobody is in a crate after a while who could have come out straight.
pub fn fault(case: &Case) -> Option<String> {
    let mut play = Play::new(case, case.settings).ok()?;
    let is_wall = |index: usize| case.things[index].stay.comes < DROP;
    for _ in 0..case.steps {
        play.prepare();
        let before = Before::of(&play.world);
        if let Err(error) = play.step() {
            return Some(format!("step refused: {error}"));
        }
        let fault = unsound_numbers(&play.world).or_else(|| before.passed(&play, is_wall));
        if fault.is_some() {
            return fault;
        }
    }
    trapped(&play)
}

/// Somebody who is in something although a straight way out of it leads to a free place and
/// through no wall.
fn trapped(play: &Play<'_>) -> Option<String> {
    let case = play.case;
    let things: Vec<_> = (case.things.iter())
        .map(|thing| (obstacle(&thing.shape, Vec2::ZERO), thing))
        .collect();
    for agent in play.world.agents() {
        let here = agent.body.position;
        let radius = f64::from(agent.body.radius);
        let depth = |place: Vec2| {
            let place = place.as_dvec2();
            let distances = things.iter().map(|(it, _)| it.distance(place, place));
            radius - distances.fold(f64::INFINITY, f64::min)
        };
        if depth(here) < 0.05 * radius {
            continue;
        }
        let largest = (case.things.iter().filter(|thing| thing.stay.comes == DROP))
            .map(|thing| thing.shape.hull(Vec2::ZERO).bounding_radius())
            .fold(0.0, f32::max);
        let reach = REACH * (largest + agent.body.radius);
        for ring in 1..=12 {
            for spoke in 0..48 {
                let angle = TAU * spoke as f32 / 48.0;
                let out = at_angle(angle);
                let place = here + out * (reach * ring as f32 / 12.0);
                let walls = things.iter().filter(|(_, thing)| !thing.temporary);
                let (from, to) = (here.as_dvec2(), place.as_dvec2());
                let crosses = walls
                    .filter(|(it, _)| it.distance(from, from) > 0.0)
                    .any(|(it, _)| it.distance(from, to) <= 1e-3);
                if depth(place) < (1.0 - ROOM) * radius && !crosses {
                    return Some(format!(
                        "agent {} at {here} is still {} m in something, though {place} is free",
                        agent.id,
                        depth(here)
                    ));
                }
            }
        }
    }
    None
}
