//! Cases in which look-ahead avoidance is known to fail elsewhere, and what ours does there.

#[path = "../common/mod.rs"]
mod common;

mod gaps;
mod seeing;
mod speeds;
mod starts;
mod symmetry;
mod traps;
mod walk;

use walk::{DT, Walk, walk, world};
