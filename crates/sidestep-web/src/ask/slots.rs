//! The slots of a group on the trail of its leader.

use glam::Vec2;
use serde::{Deserialize, Serialize};
use sidestep::AgentId;
use sidestep::formation::{Anchor, Formation, FormationSpec, Marcher, Pattern, Room, Surrounds};
use sidestep::geometry::Shape;
use sidestep::motion::Body;
use sidestep::range::Parameters;
use sidestep::space::Topology;
use sidestep_scene::recording::Outline;

use super::given::{above_zero, point, shapes};

/// More members, places of the way and metres of it than these are no drawing.
const MOST_MEMBERS: usize = 60;
const MOST_PLACES: usize = 60;
const LONGEST_WAY: f32 = 500.0;

/// The leader walks with this speed (m/s), and is looked at so often on its way (m).
const SPEED: f32 = 1.0;
const STRIDE: f32 = 0.05;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Question {
    /// Where the leader has walked, and at the end where it is (m).
    way: Vec<Vec2>,
    members: usize,
    pattern: Pattern,
    /// From slot to slot (m).
    spacing: f32,
    /// Of everybody (m).
    radius: f32,
    walls: Vec<Outline>,
}

#[derive(Debug, PartialEq, Serialize)]
pub(super) struct Answer {
    /// Where each member belongs (m).
    slots: Vec<Vec2>,
    /// Where the leader has walked, as far as the group remembers (m), the newest last.
    trail: Vec<Vec2>,
}

struct Walls(Vec<Shape>);

impl Room for Walls {
    fn free_way(&mut self, from: Vec2, way: Vec2, radius: f32) -> f32 {
        let length = way.length();
        let Some(direction) = way.try_normalize() else {
            return length;
        };
        (self.0.iter())
            .filter_map(|shape| {
                shape
                    .hull(Vec2::ZERO)
                    .sweep(from, direction, radius, length)
            })
            .fold(length, |free, hit| free.min(hit.distance))
    }
}

pub(super) fn answer(question: Question) -> Result<Answer, String> {
    let Question {
        way,
        members,
        pattern,
        spacing,
        radius,
        walls,
    } = question;
    above_zero("radius", radius)?;
    above_zero("spacing", spacing)?;
    for &place in &way {
        point("way", place)?;
    }
    if !(2..=MOST_PLACES).contains(&way.len()) {
        return Err(format!(
            "way has {} places: 2 to {MOST_PLACES} are allowed",
            way.len()
        ));
    }
    if !(1..=MOST_MEMBERS).contains(&members) {
        return Err(format!(
            "members is {members}: 1 to {MOST_MEMBERS} are allowed"
        ));
    }
    let length: f32 = way.windows(2).map(|leg| leg[0].distance(leg[1])).sum();
    if length > LONGEST_WAY {
        return Err(format!(
            "way is {length} m long: up to {LONGEST_WAY} m is allowed"
        ));
    }
    let ids = (1..=members as u64).map(AgentId).collect();
    let spec = FormationSpec::new(pattern, Anchor::Leader(AgentId(0)), spacing, ids);
    spec.check().map_err(|error| error.to_string())?;
    let mut formation = Formation::new(spec);
    let mut walls = Walls(shapes(&walls)?);
    let mut marchers = vec![
        Marcher {
            body: Body::new(way[0], radius, SPEED),
            stands: false,
        };
        members
    ];
    for (place, heading) in strides(&way) {
        let mut leader = Body::new(place, radius, SPEED);
        leader.heading = heading;
        leader.velocity = heading * SPEED;
        let surrounds = Surrounds {
            leader: Some(leader),
            topology: Topology::Open,
            dt: STRIDE / SPEED,
        };
        formation.advance(&surrounds, &marchers, &mut walls, |_, _| {});
        // They keep up: each is where it belongs.
        for (marcher, &slot) in marchers.iter_mut().zip(formation.slots()) {
            marcher.body.position = slot;
        }
    }
    Ok(Answer {
        slots: formation.slots().to_vec(),
        trail: formation
            .trail()
            .points()
            .iter()
            .map(|point| point.place)
            .collect(),
    })
}

/// Where somebody is who walks a way, and where it faces: at every stride and at the end.
fn strides(way: &[Vec2]) -> Vec<(Vec2, Vec2)> {
    let mut found = Vec::new();
    for leg in way.windows(2) {
        let Some(heading) = (leg[1] - leg[0]).try_normalize() else {
            continue;
        };
        let count = (leg[0].distance(leg[1]) / STRIDE).ceil().max(1.0) as u32;
        found.extend((1..=count).map(|index| {
            let share = index as f32 / count as f32;
            (leg[0].lerp(leg[1], share), heading)
        }));
    }
    if found.is_empty() {
        found.push((way[0], Vec2::X));
    }
    found
}
