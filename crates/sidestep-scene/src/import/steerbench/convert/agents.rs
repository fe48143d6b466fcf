//! Agents of the scene: one group for each agent, region and emitter.

use glam::DVec3;

use super::crowd::Crowd;
use super::goals::{self, Pursuer};
use super::{THINNEST, USUAL_SPEED, Unfit, point, region, world};
use crate::format::number::{Angle, Count, Length, Pace, Speed};
use crate::format::{
    AgentGroup, Amount, Behavior, BehaviorKind, Goal as SceneGoal, OnArrival, Route, Spread,
};
use crate::import::steerbench::test_case::{AgentSpec, Place, StartPlace, Task, TestCase};

pub(super) fn convert(test_case: &TestCase) -> Result<Vec<AgentGroup>, Unfit> {
    let crowd = Crowd::of(test_case);
    (0..crowd.specs.len())
        .map(|index| convert_spec(test_case, &crowd, index))
        .collect()
}

fn convert_spec(test_case: &TestCase, crowd: &Crowd, index: usize) -> Result<AgentGroup, Unfit> {
    let spec = crowd.specs[index];
    let radius = Length::new(spec.radius)?;
    let speeds = Speeds::of(spec);
    let pursuer = Pursuer {
        crowd,
        index,
        radius,
        speed: speeds.preferred,
    };
    let goals: Vec<SceneGoal> = spec
        .goals
        .iter()
        .enumerate()
        .map(|(number, goal)| goals::convert(test_case, &pursuer, number, goal))
        .collect::<Result<_, _>>()?;
    let mut group = AgentGroup {
        name: Some(crowd.groups[index].clone()),
        radius: radius.into(),
        speed: Pace::new(speeds.preferred)?.into(),
        max_speed: Some(Pace::new(speeds.largest)?.into()),
        heading: heading(spec.direction)?,
        initial_speed: Speed::new(speeds.initial)?.into(),
        goals,
        on_arrival: if index < crowd.walkers {
            OnArrival::Remove
        } else {
            OnArrival::Respawn
        },
        ..AgentGroup::default()
    };
    group.route = route(test_case, &group.goals);
    let widest = 2.0 * spec.radius + THINNEST;
    match spec.start {
        StartPlace::Fixed(start) => group.positions = vec![point(start)?],
        StartPlace::RandomInWorld => group.region = Some(region(&world(test_case), widest)?),
        StartPlace::RandomIn(bounds) => group.region = Some(region(&bounds, widest)?),
    }
    if group.region.is_some() {
        group.count = Some(Count::new(spec.count.into())?);
    }
    if spec
        .goals
        .iter()
        .any(|goal| matches!(goal.task, Task::FollowFlow(_)))
    {
        group.behaviors.push(Behavior::new(BehaviorKind::Alignment));
    }
    Ok(group)
}

/// How an agent with these goals gets to them: along paths where something stands in the way that
/// is listed and where all of them are places. Where nothing stands paths are straight, and who
/// pursues, flees or goes with others has no place to plan for.
fn route(test_case: &TestCase, goals: &[SceneGoal]) -> Route {
    let is_place =
        |goal: &SceneGoal| goal.point.is_some() || goal.region.is_some() || goal.random.is_some();
    if !test_case.obstacles.is_empty() && !goals.is_empty() && goals.iter().all(is_place) {
        Route::Walkable
    } else {
        Route::Straight
    }
}

/// Speeds of an agent (m/s).
struct Speeds {
    preferred: f64,
    largest: f64,
    initial: f64,
}

impl Speeds {
    fn of(spec: &AgentSpec) -> Self {
        let desired = || spec.goals.iter().filter_map(|goal| goal.desired_speed);
        let preferred = desired().next().unwrap_or(USUAL_SPEED);
        let largest =
            asked_for(spec).unwrap_or_else(|| desired().fold(preferred.max(spec.speed), f64::max));
        Self {
            preferred: preferred.min(largest),
            largest,
            initial: spec.speed.min(largest),
        }
    }
}

/// The largest speed that the first behaviour with such a parameter asks for.
fn asked_for(spec: &AgentSpec) -> Option<f64> {
    let parameters = spec.goals.iter().filter_map(|goal| goal.behaviour.as_ref());
    parameters
        .flat_map(|behaviour| &behaviour.parameters)
        .filter(|(key, _)| key.ends_with("max_speed"))
        .filter_map(|(_, value)| value.parse::<f64>().ok())
        .find(|speed| Pace::new(*speed).is_ok())
}

/// Direction at the start; `None` where the test case has none.
fn heading(direction: Place) -> Result<Option<Amount<Angle>>, Unfit> {
    match direction {
        Place::Fixed(DVec3 { x: 0.0, z: 0.0, .. }) => Ok(None),
        Place::Fixed(direction) => Ok(Some(
            Angle::new(libm::atan2(direction.z, direction.x))?.into(),
        )),
        Place::Random => {
            let half_turn = std::f64::consts::PI;
            let spread = Spread::new(Angle::new(-half_turn)?, Angle::new(half_turn)?);
            Ok(spread.map(Amount::Between))
        }
    }
}
