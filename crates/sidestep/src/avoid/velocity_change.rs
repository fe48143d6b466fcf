//! Changes of an obstacle's velocity that are known beforehand.

use glam::Vec2;

use crate::range::{OutOfRange, Parameter, Parameters, Range};

/// A change of an obstacle's velocity that is known beforehand, such as the corner of a cart's path.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct VelocityChange {
    /// Time from now until it changes (s), 0 or more.
    pub after: f32,
    /// Its velocity from then on (m/s), finite.
    pub velocity: Vec2,
}

impl Parameters for VelocityChange {
    fn parameters(&mut self) -> Vec<Parameter<'_>> {
        let Self { after, velocity } = self;
        vec![
            Parameter::new("after", after, Range::AtLeast(0.0)),
            Parameter::new("velocity", velocity, Range::Finite),
        ]
    }
}

/// Refuses changes that aren't in the order of their times, or of numbers that make no sense.
pub(crate) fn check_changes(changes: &[VelocityChange]) -> Result<(), OutOfRange> {
    let mut before = 0.0;
    for change in changes {
        change.check()?;
        Range::AtLeast(before).check("after of a later change", change.after)?;
        before = change.after;
    }
    Ok(())
}
