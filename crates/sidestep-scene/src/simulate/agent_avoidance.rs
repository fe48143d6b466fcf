//! What a method means for one agent towards others, with the scene's changes to its parameters.

use std::sync::Arc;

use sidestep::avoid::orca::Orca;
use sidestep::avoid::sampling::VelocitySampling;
use sidestep::motion::Body;
use sidestep::world::AgentAvoidance;
use sidestep_study::anticipatory::Anticipatory;
use sidestep_study::unaligned::{Classic, LookAhead};

use crate::format::number::set;
use crate::format::{
    AnticipatoryOverrides, OrcaOverrides, ParameterOverrides, SamplingOverrides, UnalignedOverrides,
};
use crate::method::Method;
use crate::recording::WorldBounds;

/// How an agent with this body avoids others in a world within `bounds`.
pub(crate) fn agent_avoidance(
    method: Method,
    body: &Body,
    overrides: &ParameterOverrides,
    bounds: WorldBounds,
) -> AgentAvoidance {
    match method {
        Method::None | Method::LookAhead | Method::Classic { .. } | Method::Walls { .. } => {
            AgentAvoidance::None
        }
        Method::Unaligned { by_time } => {
            let classic = classic(body, by_time, &overrides.unaligned, bounds);
            AgentAvoidance::Custom(Arc::new(classic))
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
    overrides.change(&mut parameters);
    parameters
}

fn classic(
    body: &Body,
    by_time: bool,
    overrides: &UnalignedOverrides,
    bounds: WorldBounds,
) -> Classic {
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
    if let (Some(false), WorldBounds::Torus { min, max }) = (overrides.over_edges, bounds) {
        parameters.edges = Some([min, max]);
    }
    parameters
}

fn orca(body: &Body, overrides: &OrcaOverrides) -> Orca {
    let mut parameters = Orca::for_radius(body.radius);
    overrides.change(&mut parameters);
    parameters
}

fn anticipatory(body: &Body, overrides: &AnticipatoryOverrides) -> Anticipatory {
    let mut parameters = Anticipatory::for_radius(body.radius);
    overrides.change(&mut parameters);
    parameters
}
