//! Games without a window, tick by tick.

mod arrival;
mod blocked;
mod changes;
mod drawing;
mod order;
#[cfg(feature = "parallel")]
mod parallel;
mod parents;
mod physics;
mod reload;
mod rollback;
mod same_as_core;
mod scale;
mod stage;
mod vanishing;
mod walkable;
mod worlds;
