//! Somebody among crates: it arrives where there is a way, and else says what closes it.

use detour_oracle::{Obstacle, shortest_way};
use glam::Vec2;
use sidestep::avoid::detour::{Blocker, ClosedBy, Detour};
use sidestep::world::{AgentId, BlockedAgent, Objective, ObstacleId, Target};

use crate::attacks::yards;
use crate::case::Case;
use crate::play::Play;
use crate::promises::obstacle;

/// Longest time to arrive or to find out that there is no way (s).
const PATIENCE: f32 = 120.0;

/// Time for which somebody is blocked before its answer is taken (s).
const BLOCKED_FOR: f64 = 3.0;

/// A gap may count as open or as closed within this of what is kept (m).
const TOUCH: f64 = 1e-3;

/// Draws a yard without walls.
pub fn draw(seed: u64) -> Case {
    let mut case = yards::draw(seed);
    case.things.retain(|thing| thing.temporary);
    case.steps = (PATIENCE / case.dt) as u32;
    case
}

/// Whoever has a way arrives; whoever has none says so, and names what closes it.
pub fn fault(case: &Case) -> Option<String> {
    let person = case.people.first()?;
    let Objective::Reach {
        target: Target::Point(to),
        ..
    } = person.spec.profile.goals.first()?.objective
    else {
        return None;
    };
    let (from, radius) = (person.spec.body.position, person.spec.body.radius);
    let yard = Yard {
        obstacles: (case.things.iter())
            .map(|thing| obstacle(&thing.shape, Vec2::ZERO))
            .collect(),
        from,
        to,
    };
    let kept = f64::from(radius + Detour::for_radius(radius).clearance) + TOUCH;
    let near = |place: Vec2| {
        (yard.obstacles.iter())
            .any(|it| it.distance(place.as_dvec2(), place.as_dvec2()) < kept + TOUCH)
    };
    if near(from) || near(to) {
        return None;
    }
    let way = yard.way_without(kept, |_| false);
    let mut play = Play::new(case, case.settings).ok()?;
    for _ in 0..case.steps {
        if let Err(error) = play.step() {
            return Some(format!("step refused: {error}"));
        }
        let time = play.world.time();
        if play.world.agent(AgentId(0)).is_none_or(|it| it.arrived) {
            return None;
        }
        let long_blocked = (play.world.blocked()).find(|it| time - it.since > BLOCKED_FOR);
        if let Some(blocked) = long_blocked {
            return match way {
                Some(length) => Some(format!(
                    "blocked where there is a way of {length} m: {blocked:?}"
                )),
                None => yard.names_something_else(&play, &blocked, f64::from(radius), kept),
            };
        }
    }
    way.map(|length| format!("a way of {length} m, and it neither arrives nor is blocked"))
}

struct Yard {
    obstacles: Vec<Obstacle>,
    from: Vec2,
    to: Vec2,
}

impl Yard {
    /// Length of the shortest way (m) with some of the obstacles gone, by index.
    fn way_without(&self, kept: f64, is_gone: impl Fn(usize) -> bool) -> Option<f64> {
        let left: Vec<Obstacle> = (self.obstacles.iter().enumerate())
            .filter(|(index, _)| !is_gone(*index))
            .map(|(_, it)| it.clone())
            .collect();
        shortest_way(&left, kept, self.from.as_dvec2(), self.to.as_dvec2())
    }

    /// What is wrong with what is named: each of them alone has to open a way; or where none does,
    /// all of them together.
    fn names_something_else(
        &self,
        play: &Play<'_>,
        blocked: &BlockedAgent,
        radius: f64,
        kept: f64,
    ) -> Option<String> {
        if matches!(blocked.closed_by, ClosedBy::Effort | ClosedBy::Neighborhood) {
            return None;
        }
        let named: Option<Vec<usize>> = (blocked.by.iter())
            .map(|by| match by {
                Blocker::Obstacle(id) => {
                    (play.things.iter()).position(|it| *it == Some(ObstacleId(*id)))
                }
                Blocker::Agent(_) => None,
            })
            .collect();
        let Some(named) = named.filter(|named| !named.is_empty()) else {
            return Some(format!("nothing that stands there is named: {blocked:?}"));
        };
        let opens_alone =
            |kept: f64, index: usize| self.way_without(kept, |it| it == index).is_some();
        if named.iter().any(|&index| opens_alone(kept, index)) {
            let wrong = (named.iter()).find(|&&index| !opens_alone(radius - TOUCH, index))?;
            return Some(format!(
                "with thing {wrong} gone there is no way: {blocked:?}"
            ));
        }
        let together = self.way_without(radius - TOUCH, |it| named.contains(&it));
        (together.is_none()).then(|| format!("with all of them gone there is no way: {blocked:?}"))
    }
}
