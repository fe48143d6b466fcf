//! Avoidance methods: each turns what threatens an agent into a decision. Pure.
//!
//! # Which to take
//!
//! | method | towards | what it does | cost | source |
//! |---|---|---|---|---|
//! | [`look_ahead`] | obstacles | turns the wished velocity to the shorter side, just far enough to pass; keeps the side; gets out of the way of what moves | a sweep for each obstacle near, tangents where one is met | ours, after F. Bevilacqua 2013 |
//! | [`sampling`] | agents | of some 140 velocities takes the one that costs least | 140 costs for each of at most 12 neighbours | van den Berg, Lin and Manocha 2008; C. Reynolds 1999 |
//! | [`right_of_way`] | agents | says who makes room where neither can go on; part of `sampling` | a few comparisons a neighbour | after Okumura et al. 2019 |
//! | [`guard`] | both | lets a force pass only if the body can still stop; comes last | one sweep an obstacle, 22 where it intervenes | after Fox, Burgard and Thrun 1997 |
//! | [`orca`] | both | half-planes of velocities and a linear programme | a half-plane for each neighbour and each edge near, and one pass over them | van den Berg et al. 2011 |
//! | [`detour`] | what is temporary | the way round whole clusters, or that there is none | only where something is in the way | M. Mononen 2011 |
//!
//! The default is `look_ahead`, then `sampling`, then `guard`, on the way that `detour` gives.
//! What moves ([`Obstacle::velocity`]) is met where it will be within [`FORESIGHT`], if it keeps its
//! velocity: `look_ahead` chooses a velocity that isn't run over, also for who stands; `sampling`
//! weighs it among those that pass others; `guard` lets no force pass that is run over soon if another
//! isn't; `orca` sees its half-planes from what moves; `detour` gets only what stands.
//!
//! Known weaknesses: `look_ahead` isn't path finding and finds no way out of a dead end; `sampling`
//! sees no further than its horizon and promises nothing by itself, which is why `guard` follows
//! it; `guard` keeps its promise towards agents only where these are guarded too; with `orca` those
//! who meet exactly head-on brake against each other, and dense crowds overlap. Each method's own
//! page says more.
//!
//! [`encounter`] says how and when two discs meet. [`Method`] and [`detour::DetourMethod`] are the
//! open door for a method of one's own; through it come those of the crate `sidestep-study`, which
//! are there to be studied and compared.
//!
//! # One contract
//!
//! All methods look at the same things and answer alike. `decide` takes the
//! [`Body`](crate::motion::Body), a [`Wish`], the [`Surroundings`] and the [`Memory`] that the
//! caller keeps for it (or memory to work in, where there is nothing to remember), and returns a
//! [`Decision`]. `tell` takes the same and the decision, and tells a
//! [`Recorder`](crate::explain::Recorder) what was looked at and why; whoever doesn't ask doesn't
//! pay for it.
//!
//! ```
//! use sidestep::Vec2;
//! use sidestep::avoid::look_ahead::LookAhead;
//! use sidestep::avoid::{Memory, Obstacle, Surroundings, Wish};
//! use sidestep::explain::Explanation;
//! use sidestep::geometry::{Circle, Shape};
//! use sidestep::motion::Body;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let body = Body::new(Vec2::ZERO, 0.4, 1.5);
//! let pillar = Shape::from(Circle::new(Vec2::new(2.0, 0.1), 0.5)?);
//! let obstacles = [Obstacle::new(7, &pillar)];
//! let around = Surroundings::obstacles(&obstacles);
//! let wish = Wish::to_go(Vec2::new(1.5, 0.0), 1.0 / 60.0);
//!
//! let method = LookAhead::for_radius(0.4);
//! let decision = method.decide(&body, &wish, &around, &mut Memory::default());
//! assert!(decision.velocity.y < 0.0, "past it on the right");
//!
//! let mut why = Explanation::default();
//! method.tell(&body, &wish, &around, &decision, &mut why);
//! assert!(why.reasons[0].starts_with("passes on the right"));
//! # Ok(())
//! # }
//! ```

pub(crate) mod coming;
mod company;
mod decision;
pub mod detour;
pub mod encounter;
pub mod guard;
pub mod lane;
pub mod look_ahead;
mod method;
pub mod orca;
mod plight;
pub mod right_of_way;
pub mod sampling;
mod separation;
mod stance;
mod surroundings;
mod velocity_change;

pub use coming::FORESIGHT;
pub(crate) use company::{Company, CompanyBlock, LANES, Lanes};
pub use decision::{Decision, Memory, Wish};
pub use method::{Largest, Method, Reach, Stage};
pub use plight::Plight;
pub use stance::{OwnRank, Stance};
pub use surroundings::{Blocker, Obstacle, SharedNeighbor, Surroundings};
pub use velocity_change::VelocityChange;
pub(crate) use velocity_change::check_changes;
