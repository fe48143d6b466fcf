//! In which direction a hit accelerates the body.

use glam::Vec2;
use sidestep::motion::Body;
use sidestep::range::{Parameter, Parameters, Range};

use super::WhiskerHit;

/// The direction in which a hit accelerates the body.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum WallMethod {
    /// Towards the point `offset` metres away from the wall, straight out from the place that was
    /// hit.
    ///
    /// What One Tiny Leap warns of: in a corner one whisker after the other hits and throws the
    /// body back and forth, and at the end of a wall the face on the far side pushes it the wrong
    /// way. With an offset shorter than the distance to a wall straight ahead it even pulls the
    /// body to that wall.
    HitNormal {
        /// How far from the wall the point is (m), above 0.
        offset: f32,
    },
    /// Along v + (p − hit): the velocity, bent away from the place that was hit.
    ///
    /// It adds metres to metres per second as One Tiny Leap does, which is to weigh the place with
    /// 1/s. So a body with more metres per second than it has metres left to a wall straight ahead
    /// is accelerated into that wall.
    Additive,
    /// Square to the velocity, away from the side on which the wall is: v × up if that is the
    /// right, and the opposite if it is the left. It turns but never brakes.
    Cross,
}

impl Parameters for WallMethod {
    fn parameters(&mut self) -> Vec<Parameter<'_>> {
        match self {
            Self::HitNormal { offset } => vec![Parameter::new("offset", offset, Range::AboveZero)],
            Self::Additive | Self::Cross => Vec::new(),
        }
    }
}

impl WallMethod {
    /// [`WallMethod::HitNormal`] with an offset for a body of `radius` metres: twice the length of
    /// the whiskers of [`Whiskers::for_radius`](super::Whiskers::for_radius), so that it always
    /// pushes away.
    #[must_use]
    pub fn hit_normal_for_radius(radius: f32) -> Self {
        Self::HitNormal {
            offset: 4.0 * radius,
        }
    }

    /// The direction of the acceleration, a unit vector, or zero where the method has none: in the
    /// very point that [`WallMethod::HitNormal`] goes for, or where the velocity and the way to the
    /// wall that [`WallMethod::Additive`] adds cancel.
    ///
    /// `ahead` is the unit vector along the middle of the fan
    /// ([`Whiskers::ahead`](super::Whiskers::ahead)), which stands in for the velocity of a body at
    /// rest in [`WallMethod::Cross`].
    #[must_use]
    pub fn direction(self, body: &Body, ahead: Vec2, hit: &WhiskerHit) -> Vec2 {
        match self {
            Self::HitNormal { offset } => {
                (hit.point + hit.normal * offset - body.position).normalize_or_zero()
            }
            Self::Additive => (body.velocity + (body.position - hit.point)).normalize_or_zero(),
            Self::Cross => hit.side.opposite().of(ahead),
        }
    }
}
