//! What a method means for one agent towards walls and obstacles, with the scene's changes to its
//! parameters.

use std::sync::Arc;

use sidestep::avoid::look_ahead::LookAhead;
use sidestep::motion::Body;
use sidestep::world::ObstacleAvoidance;
use sidestep_study::look_ahead::{Classic, Probes};
use sidestep_study::walls::{Strength, WallAvoidance, WallMethod, WhiskerReading};

use crate::format::number::set;
use crate::format::{HitsThatCount, LookAheadOverrides, ParameterOverrides, WallOverrides};
use crate::method::{HitReading, Method};

/// How an agent with this body avoids walls and obstacles.
pub(crate) fn obstacle_avoidance(
    method: Method,
    body: &Body,
    overrides: &ParameterOverrides,
) -> ObstacleAvoidance {
    match method {
        // ORCA sees walls by itself.
        Method::None | Method::Orca => ObstacleAvoidance::None,
        Method::Classic {
            probes,
            scaled_by_speed,
        } => {
            let classic = classic(body, probes, scaled_by_speed, &overrides.look_ahead);
            ObstacleAvoidance::Custom(Arc::new(classic))
        }
        Method::Unaligned { .. } => {
            let classic = classic(body, Probes::Three, false, &overrides.look_ahead);
            ObstacleAvoidance::Custom(Arc::new(classic))
        }
        Method::Walls { reading, rising } => {
            let walls = walls(body.radius, reading, rising, &overrides.walls);
            ObstacleAvoidance::Custom(Arc::new(walls))
        }
        // Methods that are about something else look ahead.
        _ => ObstacleAvoidance::LookAhead(look_ahead(body, &overrides.look_ahead)),
    }
}

fn look_ahead(body: &Body, overrides: &LookAheadOverrides) -> LookAhead {
    let mut parameters = LookAhead::for_radius(body.radius);
    overrides.change(&mut parameters);
    parameters
}

fn walls(
    radius: f32,
    reading: HitReading,
    rising: bool,
    overrides: &WallOverrides,
) -> WallAvoidance {
    let mut method = match reading {
        HitReading::HitNormal => WallMethod::hit_normal_for_radius(radius),
        HitReading::Additive => WallMethod::Additive,
        HitReading::Cross => WallMethod::Cross,
    };
    if let WallMethod::HitNormal { offset } = &mut method {
        set(offset, overrides.offset);
    }
    let mut walls = WallAvoidance::for_radius(radius, method);
    if rising {
        walls = walls.rising(radius);
    }
    match &mut walls.strength {
        Strength::Constant { acceleration } => {
            set(acceleration, overrides.acceleration);
        }
        Strength::Rising { decay, cap } => {
            set(decay, overrides.decay);
            set(cap, overrides.cap);
        }
    }
    if let Some(hits) = overrides.hits {
        walls.reading = match hits {
            HitsThatCount::Nearest => WhiskerReading::Nearest,
            HitsThatCount::Sum => WhiskerReading::Sum,
        };
    }
    let whiskers = &mut walls.whiskers;
    if let Some(count) = overrides.count {
        whiskers.count = count.get() as u32;
    }
    set(&mut whiskers.spread, overrides.spread);
    set(&mut whiskers.length, overrides.length);
    // All are as long as the middle one unless told otherwise.
    let side_length = overrides.side_length.or(overrides.length);
    set(&mut whiskers.side_length, side_length);
    set(&mut whiskers.thickness, overrides.thickness);
    walls
}

/// F. Bevilacqua gives no numbers: it looks as far as the body goes in a second, at least five
/// radii, and pushes as strongly as seeking does from rest, so that neither hides the other.
fn classic(
    body: &Body,
    probes: Probes,
    scaled_by_speed: bool,
    overrides: &LookAheadOverrides,
) -> Classic {
    Classic {
        probes,
        distance: overrides
            .distance
            .map_or(body.limits.max_speed.max(5.0 * body.radius), |it| {
                it.get() as f32
            }),
        scaled_by_speed,
        max_avoid_force: overrides.max_force.map_or(
            body.mass * body.limits.max_speed / body.limits.response_time,
            |it| it.get() as f32,
        ),
    }
}
