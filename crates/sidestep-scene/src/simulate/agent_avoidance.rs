//! What a method means for one agent towards others, with the scene's changes to its parameters.

use std::sync::Arc;

use sidestep::avoid::orca::Orca;
use sidestep::avoid::sampling::VelocitySampling;
use sidestep::motion::Body;
use sidestep::world::AgentAvoidance;
use sidestep_study::anticipatory::Anticipatory;
use sidestep_study::unaligned::{Classic, LookAhead};

use super::avoidance::set;
use crate::format::{
    AnticipatoryOverrides, OrcaOverrides, ParameterOverrides, SamplingOverrides, UnalignedOverrides,
};
use crate::method::Method;

/// How an agent with this body avoids others.
pub(crate) fn agent_avoidance(
    method: Method,
    body: &Body,
    overrides: &ParameterOverrides,
) -> AgentAvoidance {
    match method {
        Method::None | Method::LookAhead | Method::Classic { .. } | Method::Walls { .. } => {
            AgentAvoidance::None
        }
        Method::Unaligned { by_time } => {
            AgentAvoidance::Custom(Arc::new(classic(body, by_time, &overrides.unaligned)))
        }
        Method::Orca => AgentAvoidance::Orca(orca(body, &overrides.orca)),
        Method::Anticipatory => {
            AgentAvoidance::Custom(Arc::new(anticipatory(body, &overrides.anticipatory)))
        }
        // Methods that are about something else choose among velocities.
        _ => AgentAvoidance::Sampling(sampling(body, &overrides.sampling)),
    }
}

fn sampling(body: &Body, overrides: &SamplingOverrides) -> VelocitySampling {
    let mut parameters = VelocitySampling::for_radius(body.radius);
    set(&mut parameters.horizon, overrides.horizon);
    set(
        &mut parameters.halving_occupancy,
        overrides.halving_occupancy,
    );
    set(&mut parameters.distance, overrides.distance);
    if let Some(most) = overrides.most_neighbors {
        parameters.most_neighbors = most.get() as usize;
    }
    set(&mut parameters.contact_weight, overrides.contact_weight);
    set(&mut parameters.stranger_weight, overrides.stranger_weight);
    set(&mut parameters.further_contacts, overrides.further_contacts);
    set(&mut parameters.fellow_weight, overrides.fellow_weight);
    set(&mut parameters.inertia, overrides.inertia);
    set(&mut parameters.looking_ahead, overrides.looking_ahead);
    let right_of_way = &mut parameters.right_of_way;
    set(&mut right_of_way.patience, overrides.patience);
    set(&mut right_of_way.hold, overrides.hold);
    set(&mut right_of_way.reach, overrides.reach);
    set(&mut right_of_way.boldness, overrides.boldness);
    set(&mut right_of_way.insistence, overrides.insistence);
    set(&mut parameters.miss_weight, overrides.miss_weight);
    set(&mut parameters.miss_distance, overrides.miss_distance);
    set(&mut parameters.miss_time, overrides.miss_time);
    set(&mut parameters.side_angle, overrides.side_angle);
    set(&mut parameters.haste, overrides.haste);
    set(&mut parameters.obstacle_horizon, overrides.obstacle_horizon);
    parameters
}

fn classic(body: &Body, by_time: bool, overrides: &UnalignedOverrides) -> Classic {
    let mut parameters = Classic::for_radius(body.radius);
    parameters.look_ahead = if by_time {
        // As far as by distance, at the largest speed.
        let mut time = 10.0 * body.radius / body.limits.max_speed;
        set(&mut time, overrides.time);
        LookAhead::Time(time)
    } else {
        let mut distance = 10.0 * body.radius;
        set(&mut distance, overrides.distance);
        LookAhead::Distance(distance)
    };
    set(&mut parameters.halving_density, overrides.halving_density);
    set(&mut parameters.frame, overrides.frame);
    parameters
}

fn orca(body: &Body, overrides: &OrcaOverrides) -> Orca {
    let mut parameters = Orca::for_radius(body.radius);
    set(&mut parameters.time_horizon, overrides.time_horizon);
    set(
        &mut parameters.obstacle_time_horizon,
        overrides.obstacle_time_horizon,
    );
    parameters
}

fn anticipatory(body: &Body, overrides: &AnticipatoryOverrides) -> Anticipatory {
    let mut parameters = Anticipatory::for_radius(body.radius);
    set(&mut parameters.strength, overrides.strength);
    set(&mut parameters.fading_time, overrides.fading_time);
    set(&mut parameters.horizon, overrides.horizon);
    parameters
}
