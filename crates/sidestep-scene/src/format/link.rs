//! Ways that aren't walked.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::error::Misfit;
use super::number::Horizon;
use super::shape::Point;

/// A jump that a blocked agent may take: it walks to `from`, goes over everything to `to`, and walks on
/// from there.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Link {
    /// Where it begins (m).
    pub from: Point,
    /// Where it ends (m). Who would come down inside something comes down at the nearest free place.
    pub to: Point,
    /// How long it takes (s).
    pub seconds: Horizon,
}

impl Link {
    /// Checks that it leads anywhere.
    pub(crate) fn check(&self) -> Result<(), Misfit> {
        if self.from == self.to {
            return Err(Misfit::at(
                "to",
                "must be another point than `from`; move one of both",
            ));
        }
        Ok(())
    }
}
