//! Wandering about.

use glam::Vec2;

use super::Pace;
use crate::motion::Body;
use crate::random::Random;
use crate::range::{Parameter, Parameters, Range};

/// Aimless walking that looks alive: the body steers to a point that strolls on a circle ahead of
/// it.
///
/// The point's place is smooth noise over time, drawn from the seed, so that it doesn't depend on
/// the time step; and the body turns on the arc that leads there, so that its speed stays and its
/// turns don't depend on its response time. Source: Reynolds 1999, "wander".
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Wander {
    /// How far ahead the circle's centre is (m), above 0.
    pub distance: f32,
    /// Radius of the circle (m), 0 or more; more than `distance` allows turning back.
    pub radius: f32,
    /// Time within which the point takes a new place on the circle (s), above 0.
    pub period: f32,
}

impl Parameters for Wander {
    fn parameters(&mut self) -> Vec<Parameter<'_>> {
        let Self {
            distance,
            radius,
            period,
        } = self;
        vec![
            Parameter::new("distance", distance, Range::AboveZero),
            Parameter::new("radius", radius, Range::AtLeast(0.0)),
            Parameter::new("period", period, Range::AboveZero),
        ]
    }
}

impl Wander {
    /// Values that suit an agent of `radius` metres.
    #[must_use]
    pub fn for_radius(radius: f32) -> Self {
        Self {
            distance: 4.0 * radius,
            radius: 3.0 * radius,
            period: 0.8,
        }
    }

    /// The force (N) for wandering at `time` seconds. Different `stream`s (an agent's id)
    /// of one `seed` walk different ways.
    #[must_use]
    pub fn steer(
        &self,
        body: &Body,
        Pace { speed, dt }: Pace,
        time: f64,
        seed: u64,
        stream: u64,
    ) -> Vec2 {
        // In the middle of the step, so that long steps walk nearly the same way as short ones.
        let moment = (time + 0.5 * f64::from(dt)) / f64::from(self.period);
        let angle = std::f32::consts::PI * smooth_noise(moment, seed, stream);
        let ahead = self.distance + self.radius * libm::cosf(angle);
        let beside = self.radius * libm::sinf(angle);
        // The arc from here, along the way that it goes at first, that leads through the point.
        let curvature = 2.0 * beside / (ahead * ahead + beside * beside).max(f32::MIN_POSITIVE);
        let turn = (speed * curvature * dt).clamp(-MOST_TURN, MOST_TURN);
        let course = body.velocity.normalize_or(body.heading);
        let direction = course.rotate(Vec2::new(libm::cosf(turn), libm::sinf(turn)));
        // The speed is corrected as by other behaviours; the direction within the step.
        let faster = body.force_towards(course * speed, dt).dot(course);
        let along = body.velocity.dot(course) + faster * (dt / body.mass);
        (direction * along - body.velocity) * (body.mass / dt)
    }
}

/// Largest turn within one step (rad): a quarter circle.
const MOST_TURN: f32 = std::f32::consts::FRAC_PI_2;

/// A smooth function of time within [-1, 1]: random values at whole numbers, joined by a smooth
/// step.
fn smooth_noise(time: f64, seed: u64, stream: u64) -> f32 {
    let whole = libm::floor(time);
    let fraction = (time - whole) as f32;
    let own = Random::new(seed, stream).next_bits();
    let at = |moment: f64| Random::new(own, moment as i64 as u64).between(-1.0, 1.0);
    let (from, to) = (at(whole), at(whole + 1.0));
    let blend = fraction * fraction * (3.0 - 2.0 * fraction);
    from + (to - from) * blend
}
