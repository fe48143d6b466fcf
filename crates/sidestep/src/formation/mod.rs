//! Groups that keep together: abreast, in file, as a wedge, in a ring or in a queue.
//!
//! A [`FormationSpec`] says who belongs together and how. A [`Formation`] keeps what the group
//! remembers, above all the [`Trail`] of its leader, and says in each step where each member goes:
//! its slot, or the place on the trail from which it sees more of the way there. Slots lie along
//! the trail, so a group bends round the corners that its leader has turned, narrows to a file
//! where there is no room beside the trail, and widens again behind.
//!
//! Members are agents like all others: they walk to their slots by their own behaviours and avoid
//! obstacles and each other by their own methods. [`World::insert_formation`] does the rest for
//! many agents; an engine with a store of its own calls [`Formation::advance`].
//!
//! Source: Reynolds 1999, "Steering behaviors for autonomous characters" (leader following), where
//! all followers share one point behind the leader; slots along the trail are ours.
//!
//! [`World::insert_formation`]: crate::world::World::insert_formation

mod deal;
mod group;
mod layout;
mod pattern;
mod room;
mod spec;
mod trail;

#[cfg(feature = "serde")]
pub(crate) use group::Straggler;
pub use group::{Formation, Marcher, Order, Surrounds};
pub use pattern::Pattern;
pub use room::Room;
pub use spec::{Anchor, FormationId, FormationSpec};
pub use trail::{Sides, Trail, TrailPoint};
