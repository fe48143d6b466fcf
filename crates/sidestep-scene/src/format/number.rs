//! Numbers that a scene file may hold, each with its unit and its range.
//!
//! A value out of range can't be built, so nothing behind the loader has to ask whether a radius is
//! negative, infinite or not a number.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{self, Deserialize, Deserializer, Visitor};
use serde::{Serialize, Serializer};

/// A number was outside the range that its meaning allows.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("must be {what} from {min} to {max}, but is {value}")]
pub struct OutOfRange {
    /// What the number stands for, with its unit.
    pub what: &'static str,
    /// Smallest value allowed.
    pub min: f64,
    /// Largest value allowed.
    pub max: f64,
    /// The value that was given.
    pub value: f64,
}

/// What all number types of the format have in common.
pub trait RangedNumber: Copy + PartialOrd + Into<f64> + TryFrom<f64, Error = OutOfRange> {
    /// What the number stands for, with its unit, such as `a length in metres`.
    const WHAT: &'static str;
    /// Smallest value allowed.
    const MIN: f64;
    /// Largest value allowed.
    const MAX: f64;
    /// Whether only whole numbers are allowed.
    const WHOLE: bool;
}

/// Puts what the scene gives in the place of the usual value.
pub(crate) fn set<T: RangedNumber>(value: &mut f32, given: Option<T>) {
    if let Some(given) = given {
        let given: f64 = given.into();
        *value = given as f32;
    }
}

/// Reads any TOML number and checks it against the range of `T`.
struct NumberVisitor<T>(std::marker::PhantomData<T>);

impl<T: RangedNumber> Visitor<'_> for NumberVisitor<T> {
    type Value = T;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} from {} to {}", T::WHAT, T::MIN, T::MAX)
    }

    fn visit_f64<E: de::Error>(self, value: f64) -> Result<T, E> {
        T::try_from(value).map_err(E::custom)
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<T, E> {
        self.visit_f64(value as f64)
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<T, E> {
        self.visit_f64(value as f64)
    }

    fn visit_i128<E: de::Error>(self, value: i128) -> Result<T, E> {
        self.visit_f64(value as f64)
    }

    fn visit_u128<E: de::Error>(self, value: u128) -> Result<T, E> {
        self.visit_f64(value as f64)
    }
}

fn schema_of<T: RangedNumber>() -> Schema {
    if T::WHOLE {
        json_schema!({ "type": "integer", "minimum": T::MIN as i64, "maximum": T::MAX as i64 })
    } else {
        json_schema!({ "type": "number", "minimum": T::MIN, "maximum": T::MAX })
    }
}

macro_rules! number {
    ($(#[$meta:meta])* $name:ident: $what:literal, $min:literal to $max:expr) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
        pub struct $name(f64);

        impl $name {
            /// Checks the range.
            ///
            /// # Errors
            /// [`OutOfRange`] when `value` is not a number or outside the range.
            pub fn new(value: f64) -> Result<Self, OutOfRange> {
                if (Self::MIN..=Self::MAX).contains(&value) {
                    // Adding zero turns -0 into 0, so that equal scenes have equal bits.
                    Ok(Self(value + 0.0))
                } else {
                    Err(OutOfRange { what: Self::WHAT, min: Self::MIN, max: Self::MAX, value })
                }
            }

            /// The nearest value within the range; not-a-number gives the smallest.
            pub fn clamped(value: f64) -> Self {
                Self(value.max(Self::MIN).min(Self::MAX) + 0.0)
            }

            /// The number.
            pub fn get(self) -> f64 {
                self.0
            }

            /// The number in the precision that the simulation works in.
            pub fn single(self) -> f32 {
                self.0 as f32
            }
        }

        impl RangedNumber for $name {
            const WHAT: &'static str = $what;
            const MIN: f64 = $min;
            const MAX: f64 = $max;
            const WHOLE: bool = false;
        }

        impl TryFrom<f64> for $name {
            type Error = OutOfRange;
            fn try_from(value: f64) -> Result<Self, OutOfRange> {
                Self::new(value)
            }
        }

        impl From<$name> for f64 {
            fn from(value: $name) -> f64 {
                value.0
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_f64(self.0)
            }
        }

        outside!($name);
    };
}

/// How a number type is read from a file and described in the schema.
macro_rules! outside {
    ($name:ident) => {
        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.deserialize_any(NumberVisitor(std::marker::PhantomData))
            }
        }

        impl JsonSchema for $name {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                schema_of::<Self>()
            }
        }
    };
}

number!(
    /// A coordinate (m).
    Coordinate: "a coordinate in metres", -1e6 to 1e6
);
number!(
    /// A length that can't be zero, such as a radius (m).
    Length: "a length in metres", 0.0001 to 1e6
);
number!(
    /// A distance that may be zero, such as a gap (m).
    Distance: "a distance in metres", 0.0 to 1e6
);
number!(
    /// A speed (m/s).
    Speed: "a speed in metres a second", 0.0 to 10_000.0
);
number!(
    /// A speed that can't be zero, such as that of a walker (m/s).
    Pace: "a speed in metres a second", 0.0001 to 10_000.0
);
number!(
    /// A component of a velocity (m/s).
    VelocityComponent: "a velocity in metres a second", -10_000.0 to 10_000.0
);
number!(
    /// A point in time or a span of time (s).
    Seconds: "a time in seconds", 0.0 to 1e7
);
number!(
    /// The time step (s).
    TimeStep: "a time step in seconds", 0.0001 to 1.0
);
number!(
    /// How long a scene runs (s).
    RunLength: "a duration in seconds", 0.0001 to 1e7
);
number!(
    /// An angle, counter-clockwise (rad).
    Angle: "an angle in radians", -1000.0 to 1000.0
);
number!(
    /// Half the angle of a fan (rad).
    FanAngle: "an angle in radians", 0.0 to std::f64::consts::PI
);
number!(
    /// A turning rate that can't be zero (rad/s).
    TurnRate: "a turning rate in radians a second", 0.0001 to 1000.0
);
number!(
    /// A mass (kg).
    Mass: "a mass in kilograms", 0.001 to 1e6
);
number!(
    /// An acceleration (m/s²).
    Acceleration: "an acceleration in metres a second squared", 0.001 to 1e6
);
number!(
    /// An acceleration at 1 m that falls with the square of the distance (m³/s²).
    Decay: "a decay coefficient in cubic metres a second squared", 0.000001 to 1e9
);
number!(
    /// A force (N).
    Force: "a force in newtons", 0.001 to 1e9
);
number!(
    /// A weight in a blend, without unit.
    Weight: "a weight", 0.0 to 1e6
);
number!(
    /// A span of time that can't be zero, such as how far ahead a method looks (s).
    Horizon: "a time in seconds", 0.0001 to 1e7
);
number!(
    /// A part in common work, without unit.
    Part: "a part in the work", 0.0 to 1000.0
);
number!(
    /// A share of an area, without unit.
    Share: "a share", 0.0001 to 1000.0
);
number!(
    /// A part of a whole, without unit.
    Fraction: "a part of a whole", 0.0 to 1.0
);
number!(
    /// A factor that makes nothing smaller, without unit.
    Factor: "a factor", 1.0 to 1000.0
);
number!(
    /// A share by which one thing must be better than another, without unit.
    Margin: "a share", 0.0 to 1000.0
);
number!(
    /// A turn to one side (rad).
    SideAngle: "an angle in radians", -1.0 to 1.0
);
number!(
    /// How many there are on an area (1/m²).
    Density: "a number a square metre", 1e-9 to 1e9
);
number!(
    /// The strength of an energy for each kilogram (m²).
    Strength: "a strength in square metres", 1e-6 to 1e6
);
number!(
    /// A height above the ground (m).
    Height: "a height in metres", -1e6 to 1e6
);

number!(
    /// A height of a body (m).
    Headroom: "a height in metres", 0.001 to 1e6
);
number!(
    /// A slope of the ground (rad).
    Slope: "a slope in radians", 0.0 to 1.569
);
number!(
    /// How many cells of a grid go into a radius.
    CellsPerRadius: "a number of cells", 1.0 to 32.0
);

macro_rules! whole_number {
    ($(#[$meta:meta])* $name:ident: $what:literal, $min:literal to $max:expr) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub struct $name(u64);

        impl $name {
            /// Checks the range.
            ///
            /// # Errors
            /// [`OutOfRange`] when `value` is outside the range.
            pub fn new(value: u64) -> Result<Self, OutOfRange> {
                if (Self::MIN as u64..=Self::MAX as u64).contains(&value) {
                    Ok(Self(value))
                } else {
                    let (what, min, max) = (Self::WHAT, Self::MIN, Self::MAX);
                    Err(OutOfRange { what, min, max, value: value as f64 })
                }
            }

            /// The nearest value within the range.
            pub fn clamped(value: u64) -> Self {
                Self(value.clamp(Self::MIN as u64, Self::MAX as u64))
            }

            /// The number.
            pub fn get(self) -> u64 {
                self.0
            }
        }

        impl RangedNumber for $name {
            const WHAT: &'static str = $what;
            const MIN: f64 = $min as f64;
            const MAX: f64 = $max as f64;
            const WHOLE: bool = true;
        }

        impl TryFrom<f64> for $name {
            type Error = OutOfRange;
            fn try_from(value: f64) -> Result<Self, OutOfRange> {
                if value.fract() == 0.0 && (Self::MIN..=Self::MAX).contains(&value) {
                    Self::new(value as u64)
                } else {
                    let (what, min, max) = (Self::WHAT, Self::MIN, Self::MAX);
                    Err(OutOfRange { what, min, max, value })
                }
            }
        }

        impl From<$name> for f64 {
            fn from(value: $name) -> f64 {
                value.0 as f64
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_u64(self.0)
            }
        }

        outside!($name);
    };
}

whole_number!(
    /// How many agents or obstacles to make.
    Count: "a whole number", 1 to 1_000_000_u64
);
whole_number!(
    /// How many columns walk side by side.
    Columns: "a whole number", 1 to 1000_u64
);
whole_number!(
    /// How often something is done again to make it better.
    Rounds: "a whole number", 1 to 1000_u64
);
whole_number!(
    /// How many whiskers.
    WhiskerCount: "a whole number", 1 to 32_u64
);
whole_number!(
    /// Seed of random choices. Up to 2⁵³, the largest whole number that every TOML and JSON reader
    /// keeps exact.
    Seed: "a whole number", 0 to 9_007_199_254_740_992_u64
);

/// Rank among those who avoid each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Priority(i32);

impl Priority {
    /// Checks the range.
    ///
    /// # Errors
    /// [`OutOfRange`] when `value` is outside the range.
    pub fn new(value: i32) -> Result<Self, OutOfRange> {
        Self::try_from(f64::from(value))
    }

    /// The number.
    pub fn get(self) -> i32 {
        self.0
    }
}

impl RangedNumber for Priority {
    const WHAT: &'static str = "a whole number";
    const MIN: f64 = -1e6;
    const MAX: f64 = 1e6;
    const WHOLE: bool = true;
}

impl TryFrom<f64> for Priority {
    type Error = OutOfRange;
    fn try_from(value: f64) -> Result<Self, OutOfRange> {
        if value.fract() == 0.0 && (Self::MIN..=Self::MAX).contains(&value) {
            Ok(Self(value as i32))
        } else {
            let (what, min, max) = (Self::WHAT, Self::MIN, Self::MAX);
            Err(OutOfRange {
                what,
                min,
                max,
                value,
            })
        }
    }
}

impl From<Priority> for f64 {
    fn from(value: Priority) -> f64 {
        f64::from(value.0)
    }
}

impl Serialize for Priority {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_i32(self.0)
    }
}

outside!(Priority);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_inclusive_and_refuse_what_is_not_a_number() {
        assert_eq!(Length::new(1e6).map(Length::get), Ok(1e6));
        for bad in [0.0, -1.0, f64::NAN, f64::INFINITY, 1e6 + 1.0] {
            assert!(Length::new(bad).is_err(), "{bad}");
        }
        assert!(Distance::new(0.0).is_ok());
    }

    #[test]
    fn minus_zero_becomes_zero() {
        let zero = Coordinate::new(-0.0).map(|zero| zero.get().to_bits());
        assert_eq!(zero, Ok(0.0_f64.to_bits()));
    }

    #[test]
    fn clamping_always_gives_a_value_in_range() {
        assert_eq!(Seconds::clamped(3e33).get(), 1e7);
        assert_eq!(Seconds::clamped(f64::NAN).get(), 0.0);
        assert_eq!(Angle::clamped(f64::NEG_INFINITY).get(), -1000.0);
    }

    #[test]
    fn counts_refuse_fractions_and_the_absurd() {
        assert_eq!(Count::try_from(12.0).map(Count::get), Ok(12));
        for bad in [0.0, 1.5, 1e12, -3.0, f64::NAN] {
            assert!(Count::try_from(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn the_largest_seed_survives_reading_as_a_float() {
        let largest = 9_007_199_254_740_992;
        assert_eq!(Seed::new(largest).map(Seed::get), Ok(largest));
        assert!(Seed::new(largest + 1).is_err());
    }
}
