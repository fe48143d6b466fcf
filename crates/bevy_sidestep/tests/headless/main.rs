//! Games without a window, tick by tick.

mod arrival;
mod blocked;
mod changes;
mod drawing;
mod order;
mod parents;
mod physics;
mod rollback;
mod same_as_core;
mod stage;
mod vanishing;
mod walkable;
mod worlds;
