//! The half-plane of velocities that another disc leaves.

use glam::Vec2;

/// Two discs as one sees the other.
pub(super) struct Pair {
    /// From our centre to the other's (m).
    pub relative_position: Vec2,
    /// Our velocity less the other's (m/s).
    pub relative_velocity: Vec2,
    /// Sum of both radii (m).
    pub combined_radius: f32,
}

impl Pair {
    /// The smallest change of our relative velocity that leads out of the velocity obstacle, and
    /// the direction out of the obstacle at the place where that ends.
    ///
    /// The relative velocities that lead to contact within `horizon` seconds fill a cone without
    /// its tip: what is beyond a disc with the radius and at the place of the other one, both
    /// divided by the horizon. Discs that overlap already shall be apart after one `time_step`, and
    /// only the disc counts. `apart` gives the direction (a unit vector) where nothing else does.
    pub(super) fn way_out(
        &self,
        horizon: f32,
        time_step: f32,
        apart: impl FnOnce() -> Vec2,
    ) -> (Vec2, Vec2) {
        let radius = self.combined_radius;
        let distance_squared = self.relative_position.length_squared();
        let overlapping = distance_squared <= radius * radius;
        let rate = 1.0 / if overlapping { time_step } else { horizon };
        let from_center = self.relative_velocity - self.relative_position * rate;
        let towards_tip = from_center.dot(self.relative_position);
        let before_disc = towards_tip < 0.0
            && towards_tip * towards_tip > radius * radius * from_center.length_squared();
        if overlapping || before_disc {
            let out = unit(from_center)
                .or_else(|| unit(-self.relative_position))
                .unwrap_or_else(apart);
            return (out * (radius * rate - from_center.length()), out);
        }
        // The legs touch the other disc: the way to where they do has this length.
        let leg = (distance_squared - radius * radius).max(0.0).sqrt();
        let turned =
            |sine: f32| Vec2::new(leg, sine).rotate(self.relative_position) / distance_squared;
        // Exactly in the middle it is the right leg, for both alike, so they pass on the same side.
        let (along, out) = if self.relative_position.perp_dot(from_center) > 0.0 {
            let along = turned(radius);
            (along, along.perp())
        } else {
            let along = turned(-radius);
            (along, -along.perp())
        };
        let nearest = along * self.relative_velocity.dot(along);
        (nearest - self.relative_velocity, out)
    }
}

fn unit(vector: Vec2) -> Option<Vec2> {
    let length = vector.length();
    (length > 0.0).then(|| vector / length)
}
