//! Whether a goal is reached, and where it is.

use glam::Vec2;

use super::event::{EventKind, NearReason};
use super::goal::FAR;
use super::memory::Memory;
use super::perception::Perception;
use super::way::WayScratch;
use super::{Goal, Objective, OnArrival, Target, Walker};
use crate::avoid::Obstacle;
use crate::geometry::Bounds;
use crate::motion::Body;
use crate::space::{Filter, Floor};

/// How often a goal is moved out of obstacles at the most: out of one it may fall into the next.
const MOST_MOVES: usize = 4;

impl Walker<'_> {
    /// Takes the next goal as long as the current one is reached, its time is up, or others who rest
    /// there [let it come no nearer](super::Profile::arrives_near_after), after `dt` seconds more on it.
    /// Returns whether it did, and tells what happened.
    pub fn advance_goals<'a>(
        &self,
        perception: &impl Perception<'a>,
        memory: &mut Memory,
        dt: f32,
        mut tell: impl FnMut(EventKind),
    ) -> bool {
        let mut advanced = false;
        let goals = self.goals;
        // Nearly everybody is on its way to a point, and needs no more than this.
        if let Some((point, distance)) = goals.only_point()
            && memory.goal() == 0
            && !is_within(
                perception,
                self.body.position,
                Target::Point(point),
                distance,
            )
        {
            return false;
        }
        while let Some(goal) = goals.get(memory.goal()) {
            let late = goal
                .time_limit
                .is_some_and(|limit| memory.goal_seconds() >= f64::from(limit));
            let done = late || goal.is_reached(perception, &self.body, memory.floor());
            let taken_by = if done {
                None
            } else {
                self.passes_by_goal(perception, memory)
            };
            if !done && taken_by.is_none() {
                if goal.time_limit.is_some() && dt != 0.0 {
                    memory.edit_seldom().goal_seconds += f64::from(dt);
                }
                return advanced;
            }
            advanced = true;
            let last = memory.goal() + 1 == goals.len();
            let index = memory.goal();
            if let Some(by) = taken_by {
                let why = NearReason::Taken { by };
                tell(EventKind::GoalReachedNear { index, why });
            } else if !(last && memory.arrived) {
                tell(EventKind::GoalReached { index });
            }
            memory.begin_goal();
            memory.forget_progress();
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
            memory.decide_anew();
        }
        advanced
    }

    /// Sees where its current goal is, or the last one if it has stopped there: [`Memory::aim`]. A
    /// place inside an obstacle moves to the nearest one where the body fits. Who gets no nearer to a
    /// box for as long as [`Profile::arrives_near_after`](super::Profile::arrives_near_after) says, as
    /// somebody rests at its nearest place, makes for its middle until it is elsewhere.
    pub fn take_aim<'a>(
        &self,
        perception: &impl Perception<'a>,
        memory: &mut Memory,
        scratch: &mut WayScratch<'a>,
    ) {
        let goals = self.goals;
        let goal = goals.get(memory.goal()).or_else(|| goals.last());
        let filter = Filter {
            floor: memory.floor(),
            ..self.profile.filter
        };
        memory.aim = goal
            .and_then(|goal| goal.place(perception, &self.body))
            .map(|place| {
                // Nearly everybody gets on: only who doesn't looks further.
                let tries = memory.arrived
                    || memory.delay().seconds < f64::from(self.profile.arrives_near_after);
                let middle = goal.filter(|_| !tries).and_then(|goal| {
                    let middle = goal.middle(perception, &self.body)?;
                    self.kept_out_by(perception, memory, (place, place))?;
                    Some(middle)
                });
                let place = middle.unwrap_or(place);
                let room = (self.body.radius, &filter);
                free_place(perception, room, place, &mut scratch.obstacles)
            })
            .into();
    }

    /// Where a body comes down that would land at `place` (m): the nearest place where it fits.
    #[must_use]
    pub fn free_place<'a>(
        &self,
        perception: &impl Perception<'a>,
        memory: &Memory,
        place: Vec2,
    ) -> Vec2 {
        let filter = self.standing_filter(memory);
        let room = (self.body.radius, &filter);
        free_place(perception, room, place, &mut Vec::new())
    }
}

/// Whether `position` (m) is within `distance` metres of a target that is there.
#[inline]
fn is_within<'a>(
    perception: &impl Perception<'a>,
    position: Vec2,
    target: Target,
    distance: f32,
) -> bool {
    let target = perception.target(position, target);
    target.is_some_and(|target| position.distance(target) <= distance)
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
            } => is_within(perception, position, target, distance),
            Objective::Enter { min, max, .. } => {
                let position = image_at(perception, position, (min, max));
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
                let image = image_at(perception, position, (min, max));
                // Into the box by a radius where it is wide enough, so that the disc doesn't stop
                // at the edge.
                let inset = ((max - min) * 0.5).min(Vec2::splat(body.radius));
                Some(position + (image.clamp(min + inset, max - inset) - image))
            }
            Objective::Flee { from, distance } => {
                let from = perception.target(position, from)?;
                let away = (position - from).normalize_or(body.heading);
                let safe = distance + body.radius;
                Some(if safe - position.distance(from) > FAR {
                    position + away * FAR
                } else {
                    from + away * safe
                })
            }
            Objective::Head { direction } => Some(position + direction.normalize_or_zero() * FAR),
            Objective::Idle => None,
        }
    }

    /// The place that others may take before a body gets there, as a box from its lower left to its upper
    /// right corner (m), of no size for a point, which is at `aim` (m). `None` for what moves or is nowhere:
    /// who rested near it would be left behind.
    pub(super) fn fixed_place<'a>(
        &self,
        perception: &impl Perception<'a>,
        body: &Body,
        aim: Vec2,
    ) -> Option<(Vec2, Vec2)> {
        match self.objective {
            Objective::Reach {
                target: Target::Point(_),
                ..
            } => Some((aim, aim)),
            Objective::Enter { min, max, .. } => {
                let image = image_at(perception, body.position, (min, max));
                let to_body = body.position - image;
                Some((min + to_body, max + to_body))
            }
            _ => None,
        }
    }

    /// The middle of the box of which a body is to go to the nearest place (m).
    fn middle<'a>(&self, perception: &impl Perception<'a>, body: &Body) -> Option<Vec2> {
        let Objective::Enter {
            min,
            max,
            aim: None,
        } = self.objective
        else {
            return None;
        };
        let image = image_at(perception, body.position, (min, max));
        Some(body.position + (min.midpoint(max) - image))
    }
}

/// Where somebody at `position` (m) is for a box (m) from its lower left to its upper right corner.
fn image_at<'a>(
    perception: &impl Perception<'a>,
    position: Vec2,
    (min, max): (Vec2, Vec2),
) -> Vec2 {
    let topology = perception.context().topology;
    topology.nearest_image(min.midpoint(max), position)
}

/// The place nearest to `aim` (m) where a body of that radius (m) fits. `obstacles` is memory that
/// is reused.
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
