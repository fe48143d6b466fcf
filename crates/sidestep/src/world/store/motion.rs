//! What is known of how an obstacle's velocity changes.

use glam::Vec2;

use crate::avoid::VelocityChange;

/// What is known of how an obstacle's velocity changes.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(in crate::world) struct Motion {
    /// What the caller has announced, the soonest first.
    pub changes: Vec<VelocityChange>,
    /// How it changes in the step that is under way, as far as this and the one before show (m/s²).
    pub acceleration: Vec2,
    /// What it did in the last step in which it moved.
    pub last: LastStep,
    /// How its velocity has changed to the step that is under way (m/s²).
    pub gained: Vec2,
}

/// What an obstacle did in a step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(in crate::world) struct LastStep {
    /// When the step ended (s).
    pub ended: f64,
    /// Its velocity in it (m/s).
    pub velocity: Vec2,
    /// How that had changed from the step before (m/s²).
    pub gained: Vec2,
}

impl Motion {
    /// Takes over the velocity (m/s) in the step of `dt` seconds that begins at `time` (s). Says
    /// whether what is known of its changes is something else now.
    pub fn set_out(&mut self, velocity: Vec2, dt: f32, time: f64) -> bool {
        // What didn't move in the last step began from rest.
        let last = if self.last.ended == time {
            self.last
        } else {
            LastStep::default()
        };
        self.gained = (velocity - last.velocity) / dt;
        let before = self.acceleration;
        self.acceleration = confirmed(self.gained, last.gained);
        self.acceleration != before
    }

    /// Remembers the velocity (m/s) of the step that ends at `time` (s).
    pub fn arrive(&mut self, velocity: Vec2, time: f64) {
        self.last = LastStep {
            ended: time,
            velocity,
            gained: self.gained,
        };
    }

    /// Lets `dt` seconds pass for what is announced: what is due is over.
    pub fn pass(&mut self, dt: f32) {
        for change in &mut self.changes {
            change.after -= dt;
        }
        self.changes.retain(|change| change.after > 0.0);
    }
}

/// What one change of velocity confirms of the next one (m/s²): a velocity that is set once to
/// another one is no acceleration.
fn confirmed(gained: Vec2, before: Vec2) -> Vec2 {
    let (direction, length) = gained.normalize_and_length();
    let along = before.dot(direction);
    let confirmed = along.min(length);
    // Less than single precision makes of a steady velocity.
    if confirmed > STEADY {
        direction * confirmed
    } else {
        Vec2::ZERO
    }
}

/// Acceleration up to which a velocity counts as steady (m/s²).
const STEADY: f32 = 0.02;

#[cfg(test)]
mod tests {
    use super::*;

    const DT: f32 = 1.0 / 30.0;

    /// The acceleration that is seen at the end of some steps at these velocities along x.
    fn seen(velocities: &[f32]) -> f32 {
        let mut motion = Motion::default();
        for (step, &velocity) in (0u32..).zip(velocities) {
            let time = f64::from(step);
            motion.set_out(Vec2::new(velocity, 0.0), DT, time);
            motion.arrive(Vec2::new(velocity, 0.0), time + 1.0);
        }
        motion.acceleration.x
    }

    #[test]
    fn only_what_goes_on_for_two_steps_is_an_acceleration() {
        let gain = 2.0 * DT;
        assert_eq!(seen(&[1.0]), 0.0, "it begins at once");
        assert_eq!(seen(&[1.0, 1.0, -1.0]), 0.0, "it turns round");
        assert_eq!(seen(&[1.0, 1.0, -1.0, -1.0]), 0.0);
        let steady = seen(&[gain, 2.0 * gain, 3.0 * gain]);
        assert!((steady - 2.0).abs() < 1e-3, "{steady}");
        let slowing = seen(&[2.0, 2.0, 2.0 - gain, 2.0 - 2.0 * gain]);
        assert!((slowing + 2.0).abs() < 1e-3, "{slowing}");
    }

    #[test]
    fn what_stood_for_a_step_begins_from_rest() {
        let mut motion = Motion::default();
        motion.set_out(Vec2::X, DT, 0.0);
        motion.arrive(Vec2::X, 1.0);
        motion.set_out(Vec2::X, DT, 5.0);
        assert_eq!(motion.gained, Vec2::X / DT);
    }

    #[test]
    fn announced_changes_come_nearer_and_pass() {
        let change = |after: f32| VelocityChange {
            after,
            velocity: Vec2::Y,
        };
        let mut motion = Motion {
            changes: vec![change(0.5 * DT), change(2.0)],
            ..Motion::default()
        };
        motion.pass(DT);
        assert_eq!(motion.changes, [change(2.0 - DT)]);
    }
}
