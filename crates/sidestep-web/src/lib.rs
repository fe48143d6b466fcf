//! Sidestep in WebAssembly.
//!
//! These are bindings, as thin as they can be: a scene is built, stepped, edited, explained and
//! measured by [`sidestep_scene`], exactly as the command does it, with the same results bit for
//! bit. What is to be drawn lies in flat arrays ([`frame`]) that JavaScript looks at where they
//! are; what is small or seldom wanted crosses over as JSON.
//!
//! People use them through the npm package, whose hand-written part is in the folder `npm` of this
//! crate: `index.d.ts` says all that it offers.

pub mod ask;
pub mod catalogue;
pub mod document;
pub mod edit;
mod failure;
pub mod frame;
mod pick;
pub mod simulation;
mod spec;
pub mod world;
