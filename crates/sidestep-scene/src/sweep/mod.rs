//! Many runs: scenes × methods × grids of parameters × seeds, from one TOML file.
//!
//! [`Sweep`] is the file; [`Sweep::plan`] checks every combination before anything runs and gives
//! the [`Plan`]: the list of all runs, the same for everybody who has the same file. Each run has a
//! name, the hash of all that it depends on, so that a result which is there already needn't be made
//! again. [`Sweep::perform`] does one run, an [`Outcome`] is what it leaves, [`Shard`] says which runs
//! are whose, and [`groups`] makes means with intervals of them.
//!
//! Nothing is written here: where outcomes are kept is up to the caller.
//!
//! ```
//! use sidestep_scene::sweep::{Outcome, Sweep, groups};
//!
//! let text = "scenes = ['headon']\nmethods = ['default', 'orca']\n\
//!             seeds = { first = 1, count = 3 }\n[set]\nduration = 2\n";
//! let sweep = Sweep::from_toml(text, "example.toml", None)?;
//! let plan = sweep.plan(|_, _| {})?;
//! assert_eq!(plan.runs(), 6);
//! let outcomes: Vec<_> = (0..plan.runs())
//!     .map(|run| Some(Outcome::of(&plan, run, sweep.perform(&plan, run))))
//!     .collect();
//! let groups = groups(&plan, &outcomes);
//! assert_eq!(groups.len(), 2);
//! assert_eq!(groups[0].estimates["agents"].mean, 10.0);
//! # Ok::<(), sidestep_scene::format::SceneError>(())
//! ```

mod document;
mod groups;
mod outcome;
mod plan;
mod shard;
mod value;

pub use document::{Axis, MOST_RUNS, Sweep};
pub use groups::{Estimate, Group, groups};
pub use outcome::{Outcome, OutcomeError};
pub use plan::{Combination, Plan, PlanError};
pub use shard::{Shard, ShardError};
pub use value::Value;
