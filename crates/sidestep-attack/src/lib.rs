//! Attacks: trials drawn at random that look for a promise which the engine doesn't keep.
//!
//! Each of the [`attacks`] draws a [`case::Case`] from a seed and looks whether it finds a fault in
//! how the engine deals with it. What is found is shrunk ([`shrink`]) as long as the fault stays,
//! and written as a scene file where a scene file can say it ([`scene_text`]). [`hunt`] does that
//! again and again.

pub mod attacks;
pub mod case;
pub mod dealer;
pub mod hunt;
pub mod method;
pub mod play;
pub mod promises;
pub mod scene_text;
pub mod shrink;
