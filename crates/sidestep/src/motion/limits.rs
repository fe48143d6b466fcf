//! What a body can do at most.

use crate::range::{Parameter, Parameters, Range};

/// What a body can do at most.
///
/// Make them with [`Limits::for_speed`], which derives sensible values from one number, and change
/// what should differ.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Limits {
    /// Largest speed (m/s), above 0.
    pub max_speed: f32,
    /// Largest steering force (N), above 0. Divided by the mass it is the largest acceleration, and
    /// so decides the braking distance. Raise it for nimble agents, lower it for heavy ones.
    pub max_force: f32,
    /// Time within which a wrong velocity is corrected to about a third (s), above 0. Short is
    /// stiff, long is dreamy.
    pub response_time: f32,
}

impl Parameters for Limits {
    fn parameters(&mut self) -> Vec<Parameter<'_>> {
        let Self {
            max_speed,
            max_force,
            response_time,
        } = self;
        vec![
            Parameter::new("max_speed", max_speed, Range::AboveZero),
            Parameter::new("max_force", max_force, Range::AboveZero),
            Parameter::new("response_time", response_time, Range::AboveZero),
        ]
    }
}

impl Limits {
    /// Time from rest to full speed that [`Limits::for_speed`] allows (s).
    pub const TIME_TO_FULL_SPEED: f32 = 0.5;

    /// Limits for a body of `mass` kg that reaches `max_speed` m/s in half a second and corrects
    /// its velocity within 0.15 s.
    #[must_use]
    pub fn for_speed(max_speed: f32, mass: f32) -> Self {
        Self {
            max_speed,
            max_force: mass * max_speed / Self::TIME_TO_FULL_SPEED,
            response_time: 0.15,
        }
    }

    /// Acceleration per unit of wrong velocity (1/s) that corrects it as the response time says in
    /// a step of `dt` seconds: the exact solution of the exponential approach, not its first order.
    #[must_use]
    pub(crate) fn gain(&self, dt: f32) -> f32 {
        -libm::expm1f(-dt / self.response_time) / dt
    }
}
