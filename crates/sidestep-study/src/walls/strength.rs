//! How strongly a hit accelerates the body.

use sidestep::range::{Parameter, Parameters, Range};

/// How strongly a hit accelerates the body.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Strength {
    /// The same at every distance. It sets in at once where a whisker first touches, so that a body
    /// that walks along a wall there shivers.
    Constant {
        /// The acceleration (m/s²), above 0.
        acceleration: f32,
    },
    /// min(decay / distance², cap), with the distance from the body's centre to the place that was
    /// hit.
    Rising {
        /// The acceleration at 1 m, times 1 m² (m³/s²), above 0. More is felt from further away.
        decay: f32,
        /// The largest acceleration (m/s²), above 0.
        cap: f32,
    },
}

impl Parameters for Strength {
    fn parameters(&mut self) -> Vec<Parameter<'_>> {
        match self {
            Self::Constant { acceleration } => {
                vec![Parameter::new(
                    "acceleration",
                    acceleration,
                    Range::AboveZero,
                )]
            }
            Self::Rising { decay, cap } => vec![
                Parameter::new("decay", decay, Range::AboveZero),
                Parameter::new("cap", cap, Range::AboveZero),
            ],
        }
    }
}

impl Strength {
    /// A constant strength for a body of `radius` metres: enough to reach 3 radii per second in
    /// half a second.
    #[must_use]
    pub fn constant_for_radius(radius: f32) -> Self {
        Self::Constant {
            acceleration: 6.0 * radius,
        }
    }

    /// A rising strength for a body of `radius` metres: equal to the constant one where the
    /// whiskers of [`Whiskers::for_radius`](super::Whiskers::for_radius) end, and twice as much at
    /// the most.
    #[must_use]
    pub fn rising_for_radius(radius: f32) -> Self {
        Self::Rising {
            decay: 24.0 * radius * radius * radius,
            cap: 12.0 * radius,
        }
    }

    /// The acceleration (m/s²) at `distance` metres, 0 or more; at 0 the largest.
    #[must_use]
    pub fn at(self, distance: f32) -> f32 {
        match self {
            Self::Constant { acceleration } => acceleration,
            // Divided twice: the square of a small distance would be zero.
            Self::Rising { decay, cap } if distance > 0.0 => (decay / distance / distance).min(cap),
            Self::Rising { cap, .. } => cap,
        }
    }
}
