//! What each behaviour does to a body that it moves, measured from the positions.

#[path = "../common/mod.rs"]
mod common;

mod flocking;
mod following;
mod hiding;
mod paths;
mod prediction;
mod queueing;
mod seeking;
mod wandering;

use sidestep::Vec2;
use sidestep::motion::Body;

/// A body at rest that reaches 2 m/s in half a second.
fn body(position: Vec2) -> Body {
    Body::new(position, 0.4, 2.0)
}

/// A body on its way at a velocity (m/s).
fn moving(position: Vec2, velocity: Vec2) -> Body {
    let mut body = Body::new(position, 0.4, velocity.length().max(0.1));
    body.velocity = velocity;
    body.face_velocity();
    body
}

/// Moves a body for some seconds by what `force` says of body and time, and returns its track.
fn track(
    body: &mut Body,
    dt: f32,
    seconds: f32,
    mut force: impl FnMut(&Body, f32) -> Vec2,
) -> Vec<Vec2> {
    let steps = (seconds / dt).round() as u32;
    let mut track = vec![body.position];
    for step in 0..steps {
        let wanted = force(body, step as f32 * dt);
        body.advance(wanted, dt);
        track.push(body.position);
    }
    track
}
