//! How the slots of a formation lie to each other.

use crate::range::{Parameter, Parameters, Range};

/// Most columns that a formation may have: as many as anybody can look over.
const MOST_COLUMNS: f32 = 1000.0;

/// Largest radius of a ring and largest spacing of slots (m).
pub(super) const FURTHEST: f32 = 1e6;

/// How the slots of a formation lie to each other.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Pattern {
    /// Rank behind rank, the leader in the middle of the first. Ranks are narrower where there is
    /// no room for all columns beside the trail.
    Abreast {
        /// Number of columns, 1 to 1000. Of an even number the odd one is on the leader's right.
        columns: u32,
    },
    /// One behind the other.
    File,
    /// Two arms that open backwards at a right angle, the leader at the tip. A file where there is
    /// no room for both arms.
    Wedge,
    /// Evenly around the leader or the place. The ring doesn't turn with the leader.
    Ring {
        /// Radius of the ring (m), from 0 to 10⁶. It is larger where that many members need more room
        /// to keep their spacing.
        radius: f32,
    },
    /// One behind the other, in the order in which they stood nearest to the front. That order
    /// stays: who joins comes last, and all behind somebody who leaves move up.
    Queue,
}

impl Parameters for Pattern {
    fn parameters(&mut self) -> Vec<Parameter<'_>> {
        match self {
            Self::Abreast { columns } => {
                let range = Range::Between(1.0, MOST_COLUMNS);
                vec![Parameter::new("columns", columns, range)]
            }
            Self::Ring { radius } => {
                let range = Range::Between(0.0, FURTHEST);
                vec![Parameter::new("radius", radius, range)]
            }
            Self::File | Self::Wedge | Self::Queue => Vec::new(),
        }
    }
}
