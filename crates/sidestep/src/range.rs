//! Ranges of parameters: each struct says once what its numbers may be, beside its fields.
//!
//! [`Parameters::parameters`] lists the numbers of a struct, to be looked at and to be set;
//! [`Parameters::check`] compares each with its [`Range`]. An editor makes its sliders from the
//! same list.
//!
//! ```
//! use sidestep::range::Parameters;
//! use sidestep::steer::Wander;
//!
//! let mut wander = Wander::for_radius(0.3);
//! assert!(wander.check().is_ok());
//! wander.period = 0.0;
//! let error = wander.check().expect_err("a period of 0 s");
//! assert_eq!(error.to_string(), "period is 0; it must be a finite number above 0");
//! ```

use std::borrow::Cow;
use std::fmt;

use glam::Vec2;
use thiserror::Error;

/// Largest coordinate and radius of a shape (m): products of three of them still fit into single
/// precision, so that no answer about a shape overflows.
pub const LARGEST_COORDINATE: f32 = 1e12;

/// Coordinate (m) up to which a body may be as small as one likes: 2²⁰, which is some more than
/// 1,000 km. Up to there neighbouring numbers are 6.25 cm apart at most.
pub const NEAR: f32 = 1_048_576.0;

/// How far out (m), in each coordinate, a body of this radius (m) may be put: [`NEAR`], or as far as
/// neighbouring numbers are no further apart than the radius. For a person of 0.3 m that is 4,194 km.
///
/// Rounding puts a centre off by up to half the distance of two numbers in each coordinate, which is
/// √½ of that distance in all. As long as it is the radius at most, two bodies that touch stay apart
/// by (2 − √2) radii or more. Beyond, it is up to two radii, and both may come to the same place.
#[must_use]
pub fn furthest_place(radius: f32) -> f32 {
    // The next smaller power of two; numbers between 2²³ and 2²⁴ times it are so far apart.
    let power = f32::from_bits(radius.to_bits() & f32::INFINITY.to_bits());
    (power * 16_777_216.0).max(NEAR)
}

/// Refuses to put a body of this radius (m) further out than [`furthest_place`].
///
/// # Errors
/// If a coordinate of `position` (m) is.
pub fn check_place(position: Vec2, radius: f32) -> Result<(), TooFarOut> {
    if position.abs().max_element() > furthest_place(radius) {
        return Err(TooFarOut { position, radius });
    }
    Ok(())
}

/// A place where numbers are too far apart for a body.
#[derive(Clone, Copy, Debug, Error, PartialEq)]
#[error(
    "[{}, {}] is too far from the origin for a radius of {radius} m, as neighbouring numbers are {} \
     m apart there; stay within {} m in x and y, with an origin near the agents",
    position.x, position.y, self.spacing(), furthest_place(*radius)
)]
pub struct TooFarOut {
    /// Where it should have been put (m).
    pub position: Vec2,
    /// Its radius (m).
    pub radius: f32,
}

impl TooFarOut {
    /// How far apart neighbouring numbers are there (m).
    fn spacing(&self) -> f32 {
        let coordinate = self.position.abs().max_element();
        coordinate - coordinate.next_down()
    }
}

/// What a number may be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Range {
    /// Any number, infinite ones too.
    Number,
    /// Any finite number.
    Finite,
    /// A coordinate (m): at most [`LARGEST_COORDINATE`] from 0.
    Coordinate,
    /// Finite and above 0.
    AboveZero,
    /// Above 0, or infinite.
    AboveZeroOrInfinite,
    /// Finite, and this or more.
    AtLeast(f32),
    /// This or more, or infinite.
    AtLeastOrInfinite(f32),
    /// From the first to the second, both included.
    Between(f32, f32),
    /// A whole number, 1 or more.
    OneOrMore,
    /// The length of a unit vector, give or take rounding.
    UnitLength,
}

/// How far the length of a unit vector may be from 1.
const UNIT_TOLERANCE: f64 = 5e-4;

impl Range {
    /// Whether `value` is within the range. NaN never is.
    #[must_use]
    pub fn contains(self, value: f64) -> bool {
        match self {
            Self::Number => !value.is_nan(),
            Self::Finite => value.is_finite(),
            Self::Coordinate => value.abs() <= f64::from(LARGEST_COORDINATE),
            Self::AboveZero => value > 0.0 && value.is_finite(),
            Self::AboveZeroOrInfinite => value > 0.0,
            Self::AtLeast(least) => value >= f64::from(least) && value.is_finite(),
            Self::AtLeastOrInfinite(least) => value >= f64::from(least),
            Self::Between(least, most) => (f64::from(least)..=f64::from(most)).contains(&value),
            Self::OneOrMore => value >= 1.0 && value.is_finite(),
            Self::UnitLength => (value - 1.0).abs() <= UNIT_TOLERANCE,
        }
    }

    /// Refuses a value out of the range under the name given.
    ///
    /// # Errors
    /// If `value` isn't within the range.
    pub fn check(self, name: &'static str, value: impl Into<f64>) -> Result<(), OutOfRange> {
        let value = value.into();
        if self.contains(value) {
            return Ok(());
        }
        Err(OutOfRange {
            name: name.into(),
            value,
            range: self,
        })
    }

    /// Refuses a vector: by its length if the range is one of lengths, otherwise by its
    /// coordinates.
    ///
    /// # Errors
    /// If the length or a coordinate isn't within the range.
    pub fn check_vector(self, name: &'static str, vector: Vec2) -> Result<(), OutOfRange> {
        if self == Self::UnitLength {
            return (self.check("length", vector.length())).map_err(|error| error.of(name));
        }
        self.check("x", vector.x)
            .and_then(|()| self.check("y", vector.y))
            .map_err(|error| error.of(name))
    }
}

impl fmt::Display for Range {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number => formatter.write_str("a number"),
            Self::Finite => formatter.write_str("finite"),
            Self::Coordinate => formatter.write_str("from -1e12 to 1e12"),
            Self::AboveZero => formatter.write_str("a finite number above 0"),
            Self::AboveZeroOrInfinite => formatter.write_str("a number above 0, or infinite"),
            Self::AtLeast(least) => write!(formatter, "a finite number, {least} or more"),
            Self::AtLeastOrInfinite(least) => write!(formatter, "a number, {least} or more"),
            Self::Between(least, std::f32::consts::PI) => write!(formatter, "from {least} to π"),
            Self::Between(least, most) => write!(formatter, "from {least} to {most}"),
            Self::OneOrMore => formatter.write_str("a whole number, 1 or more"),
            Self::UnitLength => formatter.write_str("1, that of a unit vector"),
        }
    }
}

/// A number out of its range.
#[derive(Clone, Debug, Error, PartialEq)]
#[error("{name} is {}; it must be {range}", *.value as f32)]
pub struct OutOfRange {
    /// What the number is, and of what: `period of behaviors[1] (wander)`.
    pub name: Cow<'static, str>,
    /// Its value.
    pub value: f64,
    /// What it may be.
    pub range: Range,
}

impl OutOfRange {
    /// The same error with the name of the whole that the number is a part of.
    #[must_use]
    pub fn of(self, whole: impl fmt::Display) -> Self {
        Self {
            name: format!("{} of {whole}", self.name).into(),
            ..self
        }
    }
}

/// One number of a struct, to be looked at or to be set.
#[derive(Debug)]
pub struct Parameter<'a> {
    /// Name of the field.
    pub name: &'static str,
    /// The field itself.
    pub value: Value<'a>,
    /// What it may be.
    pub range: Range,
}

/// The field that holds a parameter.
#[derive(Debug)]
pub enum Value<'a> {
    /// A number.
    Single(&'a mut f32),
    /// A whole number.
    Count(&'a mut u32),
    /// A whole number that counts what is in memory.
    Size(&'a mut usize),
    /// A vector: its coordinates count, or its length if the range is [`Range::UnitLength`].
    Vector(&'a mut Vec2),
}

impl<'a> Parameter<'a> {
    /// A field with its name and range.
    pub fn new(name: &'static str, value: impl Into<Value<'a>>, range: Range) -> Self {
        Self {
            name,
            value: value.into(),
            range,
        }
    }

    /// Whether the value is within the range.
    ///
    /// # Errors
    /// If it isn't.
    pub fn check(&self) -> Result<(), OutOfRange> {
        match &self.value {
            Value::Single(value) => self.range.check(self.name, **value),
            Value::Count(value) => self.range.check(self.name, **value),
            Value::Size(value) => self.range.check(self.name, **value as f64),
            Value::Vector(value) => self.range.check_vector(self.name, **value),
        }
    }
}

impl<'a> From<&'a mut f32> for Value<'a> {
    fn from(value: &'a mut f32) -> Self {
        Self::Single(value)
    }
}

impl<'a> From<&'a mut u32> for Value<'a> {
    fn from(value: &'a mut u32) -> Self {
        Self::Count(value)
    }
}

impl<'a> From<&'a mut usize> for Value<'a> {
    fn from(value: &'a mut usize) -> Self {
        Self::Size(value)
    }
}

impl<'a> From<&'a mut Vec2> for Value<'a> {
    fn from(value: &'a mut Vec2) -> Self {
        Self::Vector(value)
    }
}

/// A struct of numbers, each of which has a range.
pub trait Parameters: Clone {
    /// All numbers that have a range, with those of the parts.
    fn parameters(&mut self) -> Vec<Parameter<'_>>;

    /// Whether every number is within its range.
    ///
    /// # Errors
    /// Names the first that isn't.
    fn check(&self) -> Result<(), OutOfRange> {
        (self.clone().parameters().iter()).try_for_each(Parameter::check)
    }
}
