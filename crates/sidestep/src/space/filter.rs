//! Floors and layers: who can meet what at all.

use crate::range::{Parameter, Parameters, Range};

/// The range of heights that something takes up (m): agents on a bridge don't meet those below.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Floor {
    /// Lowest height (m); minus infinity for no lower end.
    pub low: f32,
    /// Highest height (m), not below `low`; infinity for no upper end.
    pub high: f32,
}

impl Parameters for Floor {
    fn parameters(&mut self) -> Vec<Parameter<'_>> {
        let Self { low, high } = self;
        let not_below = Range::AtLeastOrInfinite(*low);
        vec![
            Parameter::new("low", low, Range::Number),
            Parameter::new("high", high, not_below),
        ]
    }
}

impl Floor {
    /// Every height: the plane has one floor.
    pub const ALL: Self = Self {
        low: f32::NEG_INFINITY,
        high: f32::INFINITY,
    };

    /// Whether the two ranges overlap; ranges that only touch don't.
    #[must_use]
    pub fn meets(self, other: Self) -> bool {
        self.low < other.high && other.low < self.high
    }
}

/// What can be met by whom. Every query for neighbours, walls and obstacles passes through
/// [`Filter::meets`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Filter {
    /// Heights taken up.
    pub floor: Floor,
    /// The layers that it is in, a bit each.
    pub layers: u32,
    /// The layers that it takes notice of, a bit each.
    pub mask: u32,
}

impl Parameters for Filter {
    fn parameters(&mut self) -> Vec<Parameter<'_>> {
        self.floor.parameters()
    }
}

impl Default for Filter {
    /// On every floor, in layer 0, taking notice of all layers.
    fn default() -> Self {
        Self {
            floor: Floor::ALL,
            layers: 1,
            mask: u32::MAX,
        }
    }
}

impl Filter {
    /// Whether this one takes notice of the other.
    #[must_use]
    pub fn meets(&self, other: &Self) -> bool {
        self.mask & other.layers != 0 && self.floor.meets(other.floor)
    }
}
