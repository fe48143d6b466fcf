//! Left and right.

use glam::Vec2;

/// Left or right, seen along a direction of travel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Side {
    /// Counter-clockwise of the direction of travel.
    Left,
    /// Clockwise of the direction of travel. The default where both sides are equally good, as
    /// people on foot keep to the right in most places.
    #[default]
    Right,
}

impl Side {
    /// The other side.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }

    /// +1 for left, −1 for right: the sign of a counter-clockwise turn towards this side.
    #[must_use]
    pub const fn sign(self) -> f32 {
        match self {
            Self::Left => 1.0,
            Self::Right => -1.0,
        }
    }

    /// `direction` turned by a quarter circle to this side.
    #[must_use]
    pub fn of(self, direction: Vec2) -> Vec2 {
        direction.perp() * self.sign()
    }
}

impl std::fmt::Display for Side {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(match self {
            Self::Left => "left",
            Self::Right => "right",
        })
    }
}
