//! Seeing obstacles ahead and going round them.
//!
//! [`Classic`] is the tutorial's method (F. Bevilacqua, "Understanding Steering Behaviors: Collision
//! Avoidance", 2013): two or three points ahead are tested against circles, and the nearest circle
//! pushes. [`LookAhead`] is the default: the body itself is swept along its way against the true
//! shapes, the earliest contact decides, and the way is turned as little as needed to pass.
//! [`Guard`](super::guard::Guard) comes last and keeps the promise that the body can always stop before it touches
//! anything.

mod classic;
mod exit;
mod swept;
mod tell;
mod way;

pub use classic::{Classic, Probes};
pub use swept::LookAhead;
