//! Bodies: discs with mass that move under forces.

use glam::Vec2;

use super::Limits;
use crate::range::{Parameter, Parameters, Range};

/// A disc with mass that moves under steering forces.
///
/// The fields are public, so that a game can keep bodies in its own store;
/// [`check`](Parameters::check) says whether they make sense.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Body {
    /// Centre (m), finite.
    pub position: Vec2,
    /// Velocity (m/s), finite.
    pub velocity: Vec2,
    /// Where it faces, a unit vector. It follows the velocity and is kept while the body rests, so
    /// that "ahead" is always defined.
    pub heading: Vec2,
    /// Radius (m), above 0.
    pub radius: f32,
    /// Mass (kg), above 0.
    pub mass: f32,
    /// What it can do at most.
    pub limits: Limits,
}

impl Parameters for Body {
    fn parameters(&mut self) -> Vec<Parameter<'_>> {
        let Self {
            position,
            velocity,
            heading,
            radius,
            mass,
            limits,
        } = self;
        let mut parameters = vec![
            Parameter::new("position", position, Range::Finite),
            Parameter::new("velocity", velocity, Range::Finite),
            Parameter::new("heading", heading, Range::UnitLength),
            Parameter::new("radius", radius, Range::AboveZero),
            Parameter::new("mass", mass, Range::AboveZero),
        ];
        parameters.extend(limits.parameters());
        parameters
    }
}

impl Body {
    /// A body of mass 1 kg at rest, facing +x, with [`Limits::for_speed`].
    ///
    /// `radius` in metres and `max_speed` in m/s, both above 0.
    #[must_use]
    pub fn new(position: Vec2, radius: f32, max_speed: f32) -> Self {
        Self {
            position,
            velocity: Vec2::ZERO,
            heading: Vec2::X,
            radius,
            mass: 1.0,
            limits: Limits::for_speed(max_speed, 1.0),
        }
    }

    /// Speed (m/s).
    #[must_use]
    pub fn speed(&self) -> f32 {
        self.velocity.length()
    }

    /// Largest acceleration (m/s²).
    #[must_use]
    pub fn max_acceleration(&self) -> f32 {
        self.limits.max_force / self.mass
    }

    /// The force (N) that brings the velocity towards `velocity`: acting for a step of `dt` seconds
    /// it leaves the share e^(−dt / response time) of the difference, so that many short steps do
    /// the same as one long step, and no step overshoots. It isn't limited yet: the blend does that
    /// once for all forces together.
    #[must_use]
    pub fn force_towards(&self, velocity: Vec2, dt: f32) -> Vec2 {
        self.force_at_gain(velocity, self.limits.gain(dt))
    }

    /// The same by the [gain](Limits::gain) in such a step (1/s): that is dear, and the same for many.
    pub(crate) fn force_at_gain(&self, velocity: Vec2, gain: f32) -> Vec2 {
        (velocity - self.velocity) * (self.mass * gain)
    }

    /// The velocity that `force` (N) is after: what [`force_towards`](Self::force_towards) turns
    /// back into the force, limited to the largest speed.
    #[must_use]
    pub fn intended_velocity(&self, force: Vec2, dt: f32) -> Vec2 {
        self.velocity_at_gain(force, self.limits.gain(dt))
    }

    /// The same by the gain in such a step (1/s).
    pub(crate) fn velocity_at_gain(&self, force: Vec2, gain: f32) -> Vec2 {
        (self.velocity + force / (self.mass * gain)).clamp_length_max(self.limits.max_speed)
    }

    /// The velocity (m/s) after `force` (N) has acted for `dt` seconds: the force is cut to the
    /// largest force, the velocity to the largest speed (Reynolds 1999, in seconds instead of
    /// frames).
    #[must_use]
    pub fn velocity_after(&self, force: Vec2, dt: f32) -> Vec2 {
        let force = force.clamp_length_max(self.limits.max_force);
        (self.velocity + force * (dt / self.mass)).clamp_length_max(self.limits.max_speed)
    }

    /// Moves the body by one step of `dt` seconds under `force` (N): first the velocity, then the
    /// position with the new velocity.
    pub fn advance(&mut self, force: Vec2, dt: f32) {
        self.go(force, dt);
        self.face_velocity();
    }

    /// The same, with the heading as it is.
    pub(crate) fn go(&mut self, force: Vec2, dt: f32) {
        self.velocity = self.velocity_after(force, dt);
        self.position += self.velocity * dt;
    }

    /// Turns the heading towards a direction of any length by at most `most` radians (0 or more), the
    /// shorter way round, and to the right towards what is exactly behind. No direction leaves it as it
    /// is.
    pub fn turn_towards(&mut self, direction: Vec2, most: f32) {
        let Some(to) = direction.try_normalize() else {
            return;
        };
        let alike = self.heading.dot(to);
        let square = most * most;
        // The series of the cosine says more than it is: mostly there is no need to know it exactly.
        let surely = alike >= 1.0 - square * (0.5 - square * (1.0 / 24.0));
        if surely || most >= std::f32::consts::PI {
            self.heading = to;
            return;
        }
        let ahead = libm::cosf(most);
        if alike >= ahead {
            self.heading = to;
            return;
        }
        let beside = libm::sinf(most);
        let is_left = self.heading.perp_dot(to) > 0.0;
        let turn = Vec2::new(ahead, if is_left { beside } else { -beside });
        self.heading = turn.rotate(self.heading).normalize_or(self.heading);
    }

    /// Turns the heading into the direction of travel; it stays as it is below 1 mm/s.
    pub fn face_velocity(&mut self) {
        if self.velocity.length_squared() > 1e-6 {
            self.heading = self.velocity.normalize_or(self.heading);
        }
    }

    /// An upper bound of the way that braking in a straight line from `speed` m/s takes (m).
    #[must_use]
    pub fn braking_distance(&self, speed: f32) -> f32 {
        speed * speed / (2.0 * self.max_acceleration())
    }
}
