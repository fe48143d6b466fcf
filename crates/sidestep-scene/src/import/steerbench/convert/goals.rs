//! Goals of the scene.

use glam::DVec3;

use super::chance::Chance;
use super::crowd::Crowd;
use super::{THINNEST, Unfit, point, region, world};
use crate::format::number::{Length, Pace, Seconds};
use crate::format::{Direction, Goal as SceneGoal, Name, Point};
use crate::import::DURATION;
use crate::import::steerbench::test_case::{Goal, Place, Quarry, Task, TestCase};

/// Which random choice a place to flee is.
const REFUGE: u64 = 2;
/// Which random choice a direction to go is.
const WAY: u64 = 3;
/// Which random choice an agent to chase or flee is.
const QUARRY: u64 = 4;

/// Whose goals they are.
pub(super) struct Pursuer<'a> {
    /// All agents.
    pub crowd: &'a Crowd<'a>,
    /// Which of them.
    pub index: usize,
    /// Its radius.
    pub radius: Length,
    /// Its preferred speed (m/s).
    pub speed: f64,
}

/// Converts the goal with that number in the pursuer's sequence.
pub(super) fn convert(
    test_case: &TestCase,
    pursuer: &Pursuer,
    number: usize,
    goal: &Goal,
) -> Result<SceneGoal, Unfit> {
    let within = Some(pursuer.radius);
    let chance = |kind| Chance::for_choice(kind, pursuer.index, number);
    let standing = SceneGoal {
        idle: Some(Seconds::clamped(goal.time_duration)),
        ..SceneGoal::default()
    };
    let moving = SceneGoal {
        speed: goal
            .desired_speed
            .filter(|speed| *speed != pursuer.speed)
            .map(Pace::new)
            .transpose()?,
        time_limit: (goal.time_duration > 0.0 && goal.time_duration < DURATION)
            .then(|| Seconds::clamped(goal.time_duration)),
        ..SceneGoal::default()
    };
    Ok(match &goal.task {
        Task::SeekPoint(Place::Fixed(target)) => SceneGoal {
            point: Some(point(*target)?),
            radius: within,
            ..moving
        },
        Task::SeekPoint(Place::Random) => SceneGoal {
            random: Some(region(&world(test_case), THINNEST)?),
            radius: within,
            ..moving
        },
        Task::FleePoint(Place::Fixed(threat)) => SceneGoal {
            flee: Some(point(*threat)?),
            ..moving
        },
        Task::FleePoint(Place::Random) => SceneGoal {
            flee: Some(random_point(test_case, &mut chance(REFUGE))?),
            ..moving
        },
        Task::SeekAgent(quarry) => match group_of(quarry, pursuer, &mut chance(QUARRY)) {
            Some(group) => SceneGoal {
                agent: Some(group),
                ..moving
            },
            None => standing,
        },
        Task::FleeAgent(quarry) => match group_of(quarry, pursuer, &mut chance(QUARRY)) {
            Some(group) => SceneGoal {
                flee_agent: Some(group),
                ..moving
            },
            None => standing,
        },
        Task::FlowAlong(way) => along(*way, &mut chance(WAY), moving, standing)?,
        Task::FollowFlow(_) => {
            let ahead = pursuer.crowd.specs[pursuer.index].direction;
            along(ahead, &mut chance(WAY), moving, standing)?
        }
        Task::Idle | Task::Group => standing,
        Task::EnterBox { bounds, steer_to } => SceneGoal {
            region: Some(region(bounds, THINNEST)?),
            aim: match steer_to {
                Some(Place::Fixed(aim)) => Some(point(*aim)?),
                _ => Some(point(bounds.min + (bounds.max - bounds.min) / 2.0)?),
            },
            ..moving
        },
    })
}

fn random_point(test_case: &TestCase, chance: &mut Chance) -> Result<Point, Unfit> {
    let bounds = world(test_case);
    let x = chance.between(bounds.min.x, bounds.max.x);
    Ok(Point::new(x, chance.between(bounds.min.z, bounds.max.z))?)
}

/// A goal to go that way; to stand still where the direction has no length on the plane.
fn along(
    way: Place,
    chance: &mut Chance,
    moving: SceneGoal,
    standing: SceneGoal,
) -> Result<SceneGoal, Unfit> {
    let way = match way {
        Place::Fixed(way) => way,
        Place::Random => {
            let angle = chance.between(0.0, std::f64::consts::TAU);
            DVec3::new(libm::cos(angle), 0.0, libm::sin(angle))
        }
    };
    Ok(match Direction::try_from(point(way)?) {
        Ok(direction) => SceneGoal {
            direction: Some(direction),
            ..moving
        },
        Err(_) => standing,
    })
}

/// The group of the agent to chase or flee; `None` when there is nobody else.
fn group_of(quarry: &Quarry, pursuer: &Pursuer, chance: &mut Chance) -> Option<Name> {
    let crowd = pursuer.crowd;
    match quarry {
        Quarry::Named(name) => crowd.group_named(name, pursuer.index).cloned(),
        Quarry::Random => {
            let drawn = chance.index(crowd.groups.len().saturating_sub(1))?;
            let other = if drawn < pursuer.index {
                drawn
            } else {
                drawn + 1
            };
            crowd.groups.get(other).cloned()
        }
    }
}
