//! What the crate promises, tried from outside, in one program: its parts are compiled once, and its tests share the
//! processors to the end, the long ones of one file beside the many short ones of others.

mod bad_scenes;
mod blocked;
mod builtin_behavior;
mod common;
mod comparisons;
mod custom_methods;
mod dead_ends;
mod determinism;
mod detours;
mod documents;
mod dropped_on_paths;
mod formations;
mod gallery;
mod jams;
mod levels;
mod links;
mod live_edits;
mod loader_properties;
mod manners;
mod placement;
mod presets;
mod ranges;
mod recovery;
mod reference;
mod shared_goals;
mod snapshots;
mod symmetry;
mod symptoms;
mod torus;
mod unaligned_scenes;
mod walls;
mod yards;
