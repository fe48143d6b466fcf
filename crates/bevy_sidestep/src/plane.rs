//! The plane that agents walk on, among Bevy's three axes.

use bevy_math::{Quat, Vec2, Vec3};
use bevy_reflect::Reflect;

/// Which two of Bevy's axes agents walk on. The third is the height, which Sidestep leaves as it is
/// unless agents walk on a level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub enum Plane {
    /// As in a game in two dimensions: x to the right, y up.
    #[default]
    XY,
    /// As on the ground of a game in three dimensions: x and z, seen from above. What the core calls
    /// y is −z here, so that left stays left.
    XZ,
}

impl Plane {
    /// A point or vector of space on the plane.
    #[must_use]
    pub const fn flat(self, space: Vec3) -> Vec2 {
        match self {
            Self::XY => Vec2::new(space.x, space.y),
            Self::XZ => Vec2::new(space.x, -space.z),
        }
    }

    /// How high above the plane a point is (m).
    #[must_use]
    pub const fn height(self, space: Vec3) -> f32 {
        match self {
            Self::XY => space.z,
            Self::XZ => space.y,
        }
    }

    /// A point of the plane at a height (m), or a vector with height 0, in space.
    #[must_use]
    pub const fn space(self, flat: Vec2, height: f32) -> Vec3 {
        match self {
            Self::XY => Vec3::new(flat.x, flat.y, height),
            Self::XZ => Vec3::new(flat.x, height, -flat.y),
        }
    }

    /// How far a rotation turns things counter-clockwise on the plane (rad).
    #[must_use]
    pub fn angle(self, rotation: Quat) -> f32 {
        let [x, y, z, w] = rotation.to_array();
        // Where the rotation takes the x axis.
        let right = Vec3::new(
            1.0 - 2.0 * (y * y + z * z),
            2.0 * (x * y + w * z),
            2.0 * (x * z - w * y),
        );
        let right = self.flat(right);
        libm::atan2f(right.y, right.x)
    }

    /// The rotation that faces a heading, a unit vector: with the x axis on the plane XY, with the
    /// forward direction of Bevy (−z) on XZ.
    #[must_use]
    pub fn facing(self, heading: Vec2) -> Quat {
        let (cosine, sine) = match self {
            Self::XY => (heading.x, heading.y),
            Self::XZ => (heading.y, -heading.x),
        };
        // Half the angle, without asking for the angle.
        let half_cosine = ((1.0 + cosine) * 0.5).max(0.0).sqrt();
        let half_sine = ((1.0 - cosine) * 0.5).max(0.0).sqrt().copysign(sine);
        match self {
            Self::XY => Quat::from_xyzw(0.0, 0.0, half_sine, half_cosine),
            Self::XZ => Quat::from_xyzw(0.0, half_sine, 0.0, half_cosine),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_taken_to_the_plane_comes_back() {
        for plane in [Plane::XY, Plane::XZ] {
            let point = Vec3::new(3.0, -4.0, 5.5);
            assert_eq!(
                plane.space(plane.flat(point), plane.height(point)),
                point,
                "{plane:?}"
            );
        }
    }

    #[test]
    fn a_turn_to_the_left_is_one_in_both_planes() {
        let up = [
            (Plane::XY, Quat::from_rotation_z(0.7)),
            (Plane::XZ, Quat::from_rotation_y(0.7)),
        ];
        for (plane, rotation) in up {
            assert!((plane.angle(rotation) - 0.7).abs() < 1e-6, "{plane:?}");
        }
    }

    #[test]
    fn who_faces_a_heading_looks_there() {
        for angle in [0.3_f32, 2.0, 3.1, -0.4, -3.0] {
            let heading = Vec2::new(libm::cosf(angle), libm::sinf(angle));
            for (plane, front) in [(Plane::XY, Vec3::X), (Plane::XZ, Vec3::NEG_Z)] {
                let seen = plane.flat(plane.facing(heading) * front);
                assert!(seen.distance(heading) < 1e-6, "{plane:?} {angle}: {seen}");
            }
        }
    }
}
