//! What the world refuses: numbers out of their range, before anything has changed.

mod detouring;

use super::error::{check_finite, check_not_negative, check_positive};
use super::{AgentSpec, BlockedAnswer, ObstacleSpec, WorldError};
use crate::avoid::right_of_way::RightOfWay;
use crate::avoid::unaligned;
use crate::blend::Blend;
use crate::space::Filter;
use crate::walker::{
    AgentAvoidance, Aim, Behavior, Goal, Link, Objective, ObstacleAvoidance, Target,
};

pub(in crate::world) fn check_agent(spec: &AgentSpec) -> Result<(), WorldError> {
    spec.body.check()?;
    let spec = &spec.profile;
    check_positive("preferred_speed", spec.preferred_speed)?;
    check_goals(&spec.goals)?;
    for weighted in &spec.behaviors {
        check_not_negative("weight", weighted.weight)?;
        check_behavior(&weighted.behavior)?;
    }
    if let Blend::Priority { threshold } = spec.blend {
        check_share("threshold", threshold, 1.0, "from 0 to 1")?;
    }
    check_obstacle_avoidance(&spec.obstacle_avoidance)?;
    check_agent_avoidance(&spec.agent_avoidance)?;
    detouring::check(&spec.detouring)?;
    check_not_negative("responsibility", spec.responsibility)?;
    check_filter(&spec.filter)
}

pub(in crate::world) fn check_obstacle(spec: &ObstacleSpec) -> Result<(), WorldError> {
    check_finite("velocity", spec.velocity)?;
    check_filter(&spec.filter)
}

pub(in crate::world) fn check_answer(answer: &BlockedAnswer) -> Result<(), WorldError> {
    match *answer {
        BlockedAnswer::Wait { seconds } => check_not_negative("seconds", seconds),
        BlockedAnswer::Replan => Ok(()),
    }
}

pub(in crate::world) fn check_link(link: &Link) -> Result<(), WorldError> {
    check_finite("from of a link", link.from)?;
    check_finite("to of a link", link.to)?;
    check_positive("seconds of a link", link.seconds)
}

pub(in crate::world) fn check_goals(goals: &[Goal]) -> Result<(), WorldError> {
    goals.iter().try_for_each(check_goal)
}

fn check_goal(goal: &Goal) -> Result<(), WorldError> {
    if let Some(speed) = goal.speed {
        check_positive("speed of a goal", speed)?;
    }
    if let Some(limit) = goal.time_limit {
        check_distance("time_limit of a goal", limit)?;
    }
    if let Some(height) = goal.height {
        check_finite("height of a goal", glam::Vec2::new(height, 0.0))?;
    }
    match goal.objective {
        Objective::Reach { target, radius } => {
            check_target(target)?;
            check_distance("radius of a goal", radius)
        }
        Objective::Enter { min, max, aim } => {
            check_finite("min of a goal", min)?;
            check_finite("max of a goal", max)?;
            aim.map_or(Ok(()), |aim| check_finite("aim of a goal", aim))?;
            for (low, high) in [(min.x, max.x), (min.y, max.y)] {
                if low > high {
                    return Err(WorldError::OutOfRange {
                        name: "max of a goal",
                        value: f64::from(high),
                        range: "not below min",
                    });
                }
            }
            aim.map_or(Ok(()), |aim| check_finite("aim of a goal", aim))
        }
        Objective::Flee { from, distance } => {
            check_target(from)?;
            check_distance("distance of a goal", distance)
        }
        Objective::Head { direction } => check_finite("direction of a goal", direction),
        Objective::Idle => Ok(()),
    }
}

fn check_behavior(behavior: &Behavior) -> Result<(), WorldError> {
    match *behavior {
        Behavior::Seek(aim) => check_aim(aim),
        Behavior::Arrive {
            aim,
            slowing_distance,
        } => {
            check_aim(aim)?;
            check_not_negative("slowing_distance", slowing_distance)
        }
        Behavior::Flee(aim, distance)
        | Behavior::Hide {
            from: aim,
            distance,
        } => {
            check_aim(aim)?;
            check_distance("distance", distance)
        }
        Behavior::Pursue(aim, horizon) => {
            check_aim(aim)?;
            check_distance("horizon", horizon)
        }
        Behavior::Evade {
            hunter,
            horizon,
            distance,
        } => {
            check_aim(hunter)?;
            check_distance("horizon", horizon)?;
            check_distance("distance", distance)
        }
        Behavior::Wander(wander) => {
            check_positive("distance of wander", wander.distance)?;
            check_not_negative("radius of wander", wander.radius)?;
            check_positive("period of wander", wander.period)
        }
        Behavior::FollowPath {
            ref path,
            parameters,
        } => {
            check_positive("look_ahead of a path", parameters.look_ahead)?;
            check_not_negative("corridor_radius of a path", parameters.corridor_radius)?;
            path.iter()
                .try_for_each(|corner| check_finite("corner of a path", *corner))
        }
        Behavior::Interpose(..) => Ok(()),
        Behavior::OffsetPursuit(_, offset) => check_finite("offset", offset),
        Behavior::Separation(around)
        | Behavior::Alignment(around)
        | Behavior::Cohesion(around)
        | Behavior::Queue(around) => check_distance("distance", around.distance),
        Behavior::FollowLeader(_, leader) => {
            check_not_negative("behind of a leader", leader.behind)?;
            check_not_negative("clear_ahead of a leader", leader.clear_ahead)?;
            check_distance("spacing of a leader", leader.spacing)
        }
    }
}

fn check_obstacle_avoidance(avoidance: &ObstacleAvoidance) -> Result<(), WorldError> {
    match *avoidance {
        ObstacleAvoidance::None => Ok(()),
        ObstacleAvoidance::LookAhead(look_ahead) => {
            check_positive("distance of look-ahead", look_ahead.distance)?;
            check_not_negative("horizon of look-ahead", look_ahead.horizon)?;
            check_not_negative("margin of look-ahead", look_ahead.margin)?;
            check_positive("skin of look-ahead", look_ahead.skin)?;
            check_not_negative("side_margin of look-ahead", look_ahead.side_margin)?;
            check_not_negative("side_hold of look-ahead", look_ahead.side_hold)
        }
        ObstacleAvoidance::Classic(classic) => {
            check_positive("distance of look-ahead", classic.distance)?;
            check_positive("max_avoid_force", classic.max_avoid_force)
        }
        ObstacleAvoidance::Walls(walls) => walls.check().map_err(|error| WorldError::OutOfRange {
            name: error.name,
            value: f64::from(error.value),
            range: error.range,
        }),
    }
}

fn check_agent_avoidance(avoidance: &AgentAvoidance) -> Result<(), WorldError> {
    match *avoidance {
        AgentAvoidance::None => Ok(()),
        AgentAvoidance::Sampling(sampling) => {
            check_positive("horizon of sampling", sampling.horizon)?;
            check_positive("halving_occupancy of sampling", sampling.halving_occupancy)?;
            check_positive("distance of sampling", sampling.distance)?;
            check_not_negative("contact_weight of sampling", sampling.contact_weight)?;
            check_not_negative("stranger_weight of sampling", sampling.stranger_weight)?;
            check_share(
                "further_contacts of sampling",
                sampling.further_contacts,
                1.0,
                "from 0 to 1",
            )?;
            check_share(
                "fellow_weight of sampling",
                sampling.fellow_weight,
                1.0,
                "from 0 to 1",
            )?;
            check_share("inertia of sampling", sampling.inertia, 1.0, "from 0 to 1")?;
            check_share(
                "looking_ahead of sampling",
                sampling.looking_ahead,
                1.0,
                "from 0 to 1",
            )?;
            check_not_negative("miss_weight of sampling", sampling.miss_weight)?;
            check_right_of_way(&sampling.right_of_way)?;
            check_positive("miss_distance of sampling", sampling.miss_distance)?;
            check_positive("miss_time of sampling", sampling.miss_time)?;
            check_share(
                "side_angle of sampling",
                sampling.side_angle.abs(),
                1.0,
                "from -1 to 1 rad",
            )?;
            check_positive("obstacle_horizon of sampling", sampling.obstacle_horizon)?;
            if sampling.haste.is_finite() && sampling.haste >= 1.0 {
                return Ok(());
            }
            Err(WorldError::OutOfRange {
                name: "haste of sampling",
                value: f64::from(sampling.haste),
                range: "a finite number, 1 or more",
            })
        }
        AgentAvoidance::Classic(classic) => {
            let (unaligned::Reach::Distance(reach) | unaligned::Reach::Time(reach)) =
                classic.look_ahead;
            check_positive("look_ahead of unaligned avoidance", reach)?;
            check_distance(
                "halving_density of unaligned avoidance",
                classic.halving_density,
            )?;
            check_positive("frame of unaligned avoidance", classic.frame)
        }
        AgentAvoidance::Orca(orca) => {
            check_positive("time_horizon of ORCA", orca.time_horizon)?;
            check_positive("obstacle_time_horizon of ORCA", orca.obstacle_time_horizon)
        }
        AgentAvoidance::Anticipatory(anticipatory) => {
            check_positive("strength of anticipation", anticipatory.strength)?;
            check_positive("fading_time of anticipation", anticipatory.fading_time)?;
            check_positive("horizon of anticipation", anticipatory.horizon)
        }
    }
}

fn check_right_of_way(rules: &RightOfWay) -> Result<(), WorldError> {
    check_share(
        "held_share of right of way",
        rules.held_share,
        1.0,
        "from 0 to 1",
    )?;
    check_positive("patience of right of way", rules.patience)?;
    check_positive("hold of right of way", rules.hold)?;
    check_not_negative("reach of right of way", rules.reach)?;
    check_share(
        "boldness of right of way",
        rules.boldness,
        1.0,
        "from 0 to 1",
    )?;
    check_not_negative("insistence of right of way", rules.insistence)
}

fn check_filter(filter: &Filter) -> Result<(), WorldError> {
    let floor = filter.floor;
    if floor.low <= floor.high {
        return Ok(());
    }
    Err(WorldError::OutOfRange {
        name: "high of a floor",
        value: f64::from(floor.high),
        range: "a number not below low",
    })
}

fn check_aim(aim: Aim) -> Result<(), WorldError> {
    match aim {
        Aim::Goal => Ok(()),
        Aim::At(target) => check_target(target),
    }
}

fn check_target(target: Target) -> Result<(), WorldError> {
    match target {
        Target::Point(point) => check_finite("target", point),
        Target::Marker(_) | Target::Agent(_) => Ok(()),
    }
}

/// Refuses what isn't a number of 0 or more; it may be infinite.
fn check_distance(name: &'static str, value: f32) -> Result<(), WorldError> {
    check_share(name, value, f32::INFINITY, "a number, 0 or more")
}

fn check_share(
    name: &'static str,
    value: f32,
    most: f32,
    range: &'static str,
) -> Result<(), WorldError> {
    if value >= 0.0 && value <= most {
        return Ok(());
    }
    Err(WorldError::OutOfRange {
        name,
        value: f64::from(value),
        range,
    })
}
