//! What a method means for one agent, with the scene's changes to its parameters.

use sidestep::avoid::look_ahead::{Classic, LookAhead, Probes};
use sidestep::motion::Body;
use sidestep::world::Avoidance;

use crate::format::{LookAheadOverrides, ParameterOverrides};
use crate::method::Method;

/// The avoidance of an agent with this body.
pub(super) fn avoidance(method: Method, body: &Body, overrides: &ParameterOverrides) -> Avoidance {
    match method {
        Method::None => Avoidance::None,
        Method::Default => Avoidance::LookAhead(look_ahead(body, &overrides.look_ahead)),
        Method::Classic {
            probes,
            scaled_by_speed,
        } => Avoidance::Classic(classic(
            body,
            probes,
            scaled_by_speed,
            &overrides.look_ahead,
        )),
    }
}

fn look_ahead(body: &Body, overrides: &LookAheadOverrides) -> LookAhead {
    let mut parameters = LookAhead::for_radius(body.radius);
    let set = |value: &mut f32, given: Option<f64>| {
        if let Some(given) = given {
            *value = given as f32;
        }
    };
    set(
        &mut parameters.distance,
        overrides.distance.map(|it| it.get()),
    );
    set(
        &mut parameters.horizon,
        overrides.horizon.map(|it| it.get()),
    );
    set(&mut parameters.margin, overrides.margin.map(|it| it.get()));
    parameters
}

/// The tutorial gives no numbers: it looks as far as the body goes in a second, at least five radii, and
/// pushes as strongly as seeking does from rest, so that neither hides the other.
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
