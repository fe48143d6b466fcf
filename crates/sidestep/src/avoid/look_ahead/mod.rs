//! Seeing obstacles ahead and going round them.
//!
//! The body itself is swept along its way against the true shapes, the earliest contact decides,
//! and the way is turned as little as needed to pass. [`Guard`](super::guard::Guard) comes last and
//! keeps the promise that the body can always stop before it touches anything.
//!
//! After F. Bevilacqua, "Understanding Steering Behaviors: Collision Avoidance" (2013), whose own
//! form, with two or three points that are tested against circles, is in the crate
//! `sidestep-study`.

mod evade;
mod exit;
mod swept;
mod tell;
mod way;

pub use swept::LookAhead;
