//! What the engine promises, looked at from outside: by positions alone, and by other geometry than
//! its own.

use detour_oracle::Obstacle;
use glam::{DVec2, Vec2};
use sidestep::geometry::Shape;
use sidestep::range::Parameters;
use sidestep::world::{AgentId, EventKind, ObstacleId, Pose, World};

use crate::play::Play;

/// A shape that is moved by `offset` (m), as the oracle wants it.
#[must_use]
pub fn obstacle(shape: &Shape, offset: Vec2) -> Obstacle {
    let hull = shape.hull(offset);
    let offset = hull.offset().as_dvec2();
    let points = hull.points().iter().map(|point| point.as_dvec2() + offset);
    Obstacle {
        points: points.collect(),
        rounding: f64::from(hull.rounding()),
    }
}

/// Whether all numbers of a world are numbers, within their ranges; a fault if not.
#[must_use]
pub fn unsound_numbers(world: &World) -> Option<String> {
    for agent in world.agents() {
        if let Err(error) = agent.body.check() {
            return Some(format!("agent {}: {error}", agent.id));
        }
    }
    (world.events().iter())
        .find(|event| event.kind == EventKind::Unsound)
        .map(|event| format!("agent {} had to be put back: no number", event.agent))
}

/// Where everybody and everything was before a step.
#[derive(Debug)]
pub struct Before {
    people: Vec<(AgentId, DVec2)>,
    things: Vec<(ObstacleId, Vec2, Pose)>,
}

/// Something that has turned, where it is now.
struct Turns<'a> {
    there: &'a Obstacle,
    /// Its centre (m).
    center: DVec2,
    /// How far that has moved (m).
    moved: DVec2,
    /// How far it has turned (rad).
    turned: f64,
}

impl Turns<'_> {
    /// Whether it was between where somebody is now and where it would have met or left it, going
    /// straight from `start` by `way` (m). In small steps: who is touched keeps its place on it.
    fn passes(&self, (start, way): (DVec2, DVec2), end: DVec2, radius: f64) -> bool {
        const STEPS: u32 = 1000;
        let mut place = start;
        for step in 0..=STEPS {
            let left = 1.0 - f64::from(step) / f64::from(STEPS);
            let center = self.center - self.moved * left;
            let spoke = start + way * (1.0 - left) - center;
            let angle = self.turned * left;
            place = self.center + DVec2::new(libm::cos(angle), libm::sin(angle)).rotate(spoke);
            let distance = self.there.distance(place, place);
            if step == 0 && distance <= 0.0 {
                return false;
            }
            if distance <= radius {
                break;
            }
        }
        self.there.distance(place, end) <= 0.0
    }
}

/// By how much rounding may let somebody into something (share of the radius).
const ROUNDING: f64 = 0.02;

impl Before {
    /// Looks at a world on the open plane.
    #[must_use]
    pub fn of(world: &World) -> Self {
        let place = |agent: sidestep::world::AgentView| (agent.id, agent.body.position.as_dvec2());
        Self {
            people: world.agents().map(place).collect(),
            things: (world.obstacles().map(|it| (it.id, it.offset, it.pose))).collect(),
        }
    }

    /// Whether somebody's centre went into or through something that was there before the step and
    /// does as `counts` asks, by its index in the case; a fault if so. Something that moves is
    /// looked at as it sees the others.
    #[must_use]
    pub fn passed(&self, play: &Play<'_>, counts: impl Fn(usize) -> bool) -> Option<String> {
        let world = &play.world;
        for (index, id) in play.things.iter().enumerate() {
            let Some(now) = id.and_then(|id| world.obstacle(id)) else {
                continue;
            };
            let was = self.things.iter().find(|(id, ..)| *id == now.id);
            let Some((_, was, pose)) = was.filter(|_| counts(index)) else {
                continue;
            };
            let moved = (now.offset - *was).as_dvec2();
            let turned = f64::from(now.pose.angle) - f64::from(pose.angle);
            let there = obstacle(now.shape, now.offset);
            for (id, start) in &self.people {
                let Some(agent) = world.agent(*id).filter(|agent| !agent.jumping) else {
                    continue;
                };
                // As the thing sees it, which stands where it is now.
                let end = agent.body.position.as_dvec2();
                let passes = if turned == 0.0 {
                    let start = *start + moved;
                    there.distance(start, start) > 0.0 && there.distance(start, end) <= 0.0
                } else {
                    let center = now.pose.center.as_dvec2();
                    let radius = f64::from(agent.body.radius);
                    let turns = Turns {
                        there: &there,
                        center,
                        moved,
                        turned,
                    };
                    // How it went on its own meanwhile isn't known.
                    [
                        DVec2::ZERO,
                        end - *start,
                        agent.body.velocity.as_dvec2() * f64::from(play.case.dt),
                    ]
                    .into_iter()
                    .all(|way| turns.passes((*start, way), end, radius))
                };
                if passes {
                    return Some(format!(
                        "agent {id} went through thing {index} in step {}: {start} to {end}",
                        play.step
                    ));
                }
            }
        }
        None
    }

    /// Whether somebody is in something that stands where it stood before the step, without having
    /// been so before: deeper than rounding; a fault if so. `counts` as for
    /// [`passed`](Self::passed).
    #[must_use]
    pub fn entered(&self, play: &Play<'_>, counts: impl Fn(usize) -> bool) -> Option<String> {
        let world = &play.world;
        for (index, id) in play.things.iter().enumerate() {
            let Some(now) = id.and_then(|id| world.obstacle(id)) else {
                continue;
            };
            let was = self.things.iter().find(|(id, ..)| *id == now.id);
            let stands = was.is_some_and(|(_, was, pose)| *was == now.offset && *pose == now.pose);
            if !stands || !counts(index) {
                continue;
            }
            let there = obstacle(now.shape, now.offset);
            for (id, start) in &self.people {
                let Some(agent) = world.agent(*id).filter(|agent| !agent.jumping) else {
                    continue;
                };
                let end = agent.body.position.as_dvec2();
                let radius = f64::from(agent.body.radius);
                // How far off single precision can tell places there.
                let exact = radius * ROUNDING + 4e-7 * end.abs().max_element();
                let depth = radius - there.distance(end, end);
                let before = radius - there.distance(*start, *start);
                if depth > exact && depth > before + exact {
                    return Some(format!(
                        "agent {id} is {depth} m in thing {index} after step {}, {before} m before it",
                        play.step
                    ));
                }
            }
        }
        None
    }
}
