//! Who and what is near: the agents' grid, the index over walls and obstacles, and the one place
//! where floors and layers decide what can be met at all.

mod agent_grid;
mod clusters;
mod filter;
mod shape_index;
mod topology;
mod two_indexes;

pub(crate) use agent_grid::AgentGrid;
pub use clusters::Clusters;
#[cfg(feature = "serde")]
pub(crate) use clusters::{ClustersHistory, SaidBarrier};
pub use filter::{Filter, Floor};
pub(crate) use shape_index::ShapeIndex;
pub use topology::{Topology, TopologyError};
pub(crate) use two_indexes::TwoIndexes;
