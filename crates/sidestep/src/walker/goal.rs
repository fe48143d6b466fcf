//! What an agent is to do, whether it has done it, and where that is.

use glam::Vec2;

use super::event::EventKind;
use super::memory::Memory;
use super::perception::Perception;
use super::way::WayScratch;
use super::{AgentId, MarkerId, Walker};
use crate::avoid::Obstacle;
use crate::geometry::Bounds;
use crate::motion::Body;
use crate::range::{OutOfRange, Parameter, Parameters, Range};
use crate::space::{Filter, Floor};

/// How often a goal is moved out of obstacles at the most: out of one it may fall into the next.
const MOST_MOVES: usize = 4;

/// Something that has a place.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Target {
    /// A fixed point (m), finite.
    Point(Vec2),
    /// A point that the caller moves.
    Marker(MarkerId),
    /// Another agent.
    Agent(AgentId),
}

/// What an agent is to do before it goes on to its next goal.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Objective {
    /// Come within `radius` metres of a target.
    Reach {
        /// The target; a point is finite.
        target: Target,
        /// Arrival distance from centre to target (m), 0 or more; it may be infinite.
        radius: f32,
    },
    /// Touch a box with its disc.
    Enter {
        /// Lower left corner (m), finite.
        min: Vec2,
        /// Upper right corner (m), finite and not below `min` in either coordinate.
        max: Vec2,
        /// Point to steer to (m), finite, or `None` for the nearest one of the box.
        aim: Option<Vec2>,
    },
    /// Get at least `distance` metres away from a target.
    Flee {
        /// What to flee from; a point is finite.
        from: Target,
        /// Distance at which it is safe (m), 0 or more; infinity to flee until the time limit.
        distance: f32,
    },
    /// Walk in a direction until the time limit.
    Head {
        /// The direction, finite; its length doesn't matter. Zero is to stay where it is.
        direction: Vec2,
    },
    /// Stay put until the time limit.
    Idle,
}

/// A goal in an agent's list.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Goal {
    /// What to do.
    pub objective: Objective,
    /// Preferred speed on the way (m/s), above 0, or `None` for the agent's own.
    pub speed: Option<f32>,
    /// Time after which the next goal is taken anyway (s), 0 or more; infinity or `None` for no limit.
    pub time_limit: Option<f32>,
    /// Height of the ground at the goal (m), finite, where floors lie above each other, or `None` for the agent's own floor.
    pub height: Option<f32>,
}

impl Parameters for Target {
    fn parameters(&mut self) -> Vec<Parameter<'_>> {
        match self {
            Self::Point(point) => vec![Parameter::new("target", point, Range::Finite)],
            Self::Marker(_) | Self::Agent(_) => Vec::new(),
        }
    }
}

impl Parameters for Objective {
    fn parameters(&mut self) -> Vec<Parameter<'_>> {
        match self {
            Self::Reach { target, radius } => {
                let mut parameters = target.parameters();
                let range = Range::AtLeastOrInfinite(0.0);
                parameters.push(Parameter::new("radius", radius, range));
                parameters
            }
            Self::Enter { min, max, aim } => {
                let not_below = [Range::AtLeast(min.x), Range::AtLeast(min.y)];
                let mut parameters = vec![
                    Parameter::new("min", min, Range::Finite),
                    Parameter::new("x of max", &mut max.x, not_below[0]),
                    Parameter::new("y of max", &mut max.y, not_below[1]),
                ];
                parameters.extend(
                    aim.as_mut()
                        .map(|aim| Parameter::new("aim", aim, Range::Finite)),
                );
                parameters
            }
            Self::Flee { from, distance } => {
                let mut parameters = from.parameters();
                let range = Range::AtLeastOrInfinite(0.0);
                parameters.push(Parameter::new("distance", distance, range));
                parameters
            }
            Self::Head { direction } => vec![Parameter::new("direction", direction, Range::Finite)],
            Self::Idle => Vec::new(),
        }
    }
}

impl Parameters for Goal {
    fn parameters(&mut self) -> Vec<Parameter<'_>> {
        let Self {
            objective,
            speed,
            time_limit,
            height,
        } = self;
        let mut parameters = objective.parameters();
        for (name, value, range) in [
            ("speed", speed, Range::AboveZero),
            ("time_limit", time_limit, Range::AtLeastOrInfinite(0.0)),
            ("height", height, Range::Finite),
        ] {
            parameters.extend(value.as_mut().map(|it| Parameter::new(name, it, range)));
        }
        parameters
    }
}

impl Goal {
    /// Come within `radius` metres of a point (m).
    #[must_use]
    pub fn point(point: Vec2, radius: f32) -> Self {
        Self::reach(Target::Point(point), radius)
    }

    /// Come within `radius` metres of a target.
    #[must_use]
    pub fn reach(target: Target, radius: f32) -> Self {
        Self {
            objective: Objective::Reach { target, radius },
            speed: None,
            time_limit: None,
            height: None,
        }
    }
}

/// Refuses a list of goals of which one has a number out of its range.
pub(crate) fn check_goals(goals: &[Goal]) -> Result<(), OutOfRange> {
    (goals.iter().enumerate()).try_for_each(|(index, goal)| {
        (goal.check()).map_err(|error| error.of(format_args!("goals[{index}]")))
    })
}

/// What an agent does once its last goal is reached.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum OnArrival {
    /// It comes to rest there and stays.
    #[default]
    Stop,
    /// It leaves the world.
    Remove,
    /// It goes on after its last goal: a zombie that has caught up keeps chasing.
    Continue,
}

impl Walker<'_> {
    /// Takes the next goal as long as the current one is reached or its time is up, after `dt` seconds more on it. Returns whether it
    /// did, and tells what happened.
    pub fn advance_goals<'a>(
        &self,
        perception: &impl Perception<'a>,
        memory: &mut Memory,
        dt: f32,
        mut tell: impl FnMut(EventKind),
    ) -> bool {
        let mut advanced = false;
        let goals = &self.profile.goals;
        while let Some(goal) = goals.get(memory.goal) {
            let late = goal
                .time_limit
                .is_some_and(|limit| memory.goal_seconds >= f64::from(limit));
            if !late && !goal.is_reached(perception, self.body, memory.floor) {
                memory.goal_seconds += f64::from(dt);
                return advanced;
            }
            advanced = true;
            let last = memory.goal + 1 == goals.len();
            if !(last && memory.arrived) {
                tell(EventKind::GoalReached { index: memory.goal });
            }
            memory.goal_seconds = 0.0;
            memory.watch = Default::default();
            if last {
                if !memory.arrived {
                    memory.arrived = true;
                    tell(EventKind::Arrived);
                }
                if self.profile.on_arrival == OnArrival::Continue {
                    return advanced;
                }
            }
            memory.goal += 1;
        }
        advanced
    }

    /// Sees where its current goal is, or the last one if it has stopped there: [`Memory::aim`]. A place inside an obstacle moves to
    /// the nearest one where the body fits.
    pub fn take_aim<'a>(
        &self,
        perception: &impl Perception<'a>,
        memory: &mut Memory,
        scratch: &mut WayScratch<'a>,
    ) {
        let goals = &self.profile.goals;
        let goal = goals.get(memory.goal).or(goals.last());
        let filter = Filter {
            floor: memory.floor,
            ..self.profile.filter
        };
        memory.aim = goal
            .and_then(|goal| goal.place(perception, self.body))
            .map(|place| {
                let room = (self.body.radius, &filter);
                free_place(perception, room, place, &mut scratch.obstacles)
            });
    }

    /// Where a body comes down that would land at `place` (m): the nearest place where it fits.
    #[must_use]
    pub fn free_place<'a>(
        &self,
        perception: &impl Perception<'a>,
        memory: &Memory,
        place: Vec2,
    ) -> Vec2 {
        let filter = Filter {
            floor: memory.floor,
            ..self.profile.filter
        };
        let room = (self.body.radius, &filter);
        free_place(perception, room, place, &mut Vec::new())
    }
}

impl Goal {
    /// Whether a body on a floor has done what the goal asks for.
    fn is_reached<'a>(&self, perception: &impl Perception<'a>, body: &Body, floor: Floor) -> bool {
        // On the floor above or below it isn't there yet.
        if self.height.is_some_and(|height| {
            !(floor.low - 0.5 * (floor.high - floor.low)..=floor.high).contains(&height)
        }) {
            return false;
        }
        let (position, radius) = (body.position, body.radius);
        match self.objective {
            Objective::Reach {
                target,
                radius: distance,
            } => perception
                .target(position, target)
                .is_some_and(|target| position.distance(target) <= distance),
            Objective::Enter { min, max, .. } => {
                let topology = perception.context().topology;
                let position = topology.nearest_image(min.midpoint(max), position);
                position.distance(position.clamp(min, max)) < radius
            }
            Objective::Flee { from, distance } => perception
                .target(position, from)
                .is_some_and(|from| position.distance(from) >= distance),
            Objective::Head { .. } | Objective::Idle => false,
        }
    }

    /// Where it is for a body (m), if it has a place.
    fn place<'a>(&self, perception: &impl Perception<'a>, body: &Body) -> Option<Vec2> {
        let position = body.position;
        match self.objective {
            Objective::Reach { target, .. } => perception.target(position, target),
            Objective::Enter {
                aim: Some(point), ..
            } => perception.target(position, Target::Point(point)),
            Objective::Enter {
                min,
                max,
                aim: None,
            } => {
                let topology = perception.context().topology;
                let image = topology.nearest_image(min.midpoint(max), position);
                // Into the box by a radius where it is wide enough, so that the disc doesn't stop at the edge.
                let inset = ((max - min) * 0.5).min(Vec2::splat(body.radius));
                Some(position + (image.clamp(min + inset, max - inset) - image))
            }
            Objective::Flee { from, distance } => {
                let from = perception.target(position, from)?;
                let away = (position - from).normalize_or(body.heading);
                Some(from + away * (distance + body.radius))
            }
            Objective::Head { direction } => {
                let far = 1000.0;
                Some(position + direction.normalize_or_zero() * far)
            }
            Objective::Idle => None,
        }
    }
}

/// The place nearest to `aim` (m) where a body of that radius (m) fits. `obstacles` is memory that is reused.
fn free_place<'a>(
    perception: &impl Perception<'a>,
    (radius, filter): (f32, &Filter),
    mut aim: Vec2,
    obstacles: &mut Vec<Obstacle<'a>>,
) -> Vec2 {
    // Clear of the distance that look-ahead always keeps.
    let radius = radius * 1.05;
    for _ in 0..MOST_MOVES {
        let area = Bounds { min: aim, max: aim }.grown(radius);
        perception.obstacles(area, filter, obstacles);
        let deepest = obstacles
            .iter()
            .map(|obstacle| obstacle.hull().surface(aim))
            .filter(|surface| surface.distance < radius)
            .min_by(|a, b| a.distance.total_cmp(&b.distance));
        let Some(surface) = deepest else {
            break;
        };
        aim += surface.normal * (radius - surface.distance);
    }
    aim
}
