//! One agent's whole default, as functions of what the caller holds.
//!
//! A [`Walker`] is a view of one agent: its body and what is said about it, its [`Profile`]. With
//! what it remembers, a [`Memory`], and what it perceives, a [`Perception`], it finds out
//!
//! 1. which goal it has now ([`Walker::advance_goals`], [`Walker::take_aim`]),
//! 2. which way leads there, straight or round what stands about, or that there is none
//!    ([`Walker::find_way`]),
//! 3. which force to apply ([`Walker::decide`]): what its behaviours want, led past obstacles and
//!    past others, and guarded,
//!
//! and, after the body has moved ([`Walker::advance`], [`Slider`], [`contact`](crate::contact)),
//! whether it gets on ([`Walker::watch_progress`]), whether it has come as near to its goal as it
//! can ([`Walker::watch_rest`]) and whether it stands still
//! ([`Walker::watch_standing`]), so that others walk round it.
//!
//! [`World`](crate::world::World) does this for many agents and decides nothing itself. An engine
//! that keeps its own entities calls the same functions and gets the same decisions.

mod abreast;
mod advance;
mod aim;
mod behave;
mod behavior;
mod calm_turns;
#[cfg(feature = "serde")]
mod check_memory;
mod choose;
mod clock;
mod contacts;
mod decide;
#[cfg(feature = "postcard")]
mod decided;
mod event;
mod goal;
mod goals;
mod guarded;
mod id;
mod jump;
mod kept_way;
mod make_room;
mod memory;
mod percept;
mod perception;
mod preset;
mod profile;
mod progress;
mod rest;
#[cfg(feature = "serde")]
mod saved_memory;
mod scratch;
mod shares;
mod sight;
mod still;
mod surroundings;
mod way;
mod when_to_decide;

pub use advance::Advanced;
pub use behavior::{Aim, Around, Behavior, WeightedBehavior};
pub use contacts::{Settled, Slider};
pub(crate) use decide::GOES_ON;
#[cfg(feature = "postcard")]
pub(crate) use decided::Decided;
pub use event::{Event, EventKind, NearReason, StuckReason};
pub(crate) use goal::check_goals;
pub use goal::{Goal, Objective, OnArrival, Target};
pub(crate) use goals::GoalList;
pub use goals::Goals;
pub use id::{AgentId, MarkerId, ObstacleId};
pub use memory::{BlockedWay, Memory};
pub use percept::{Kind, Kinds, Manners, Percept};
pub use perception::{Comrade, Extremes, MarkerState, Perception, StepContext};
pub use preset::Preset;
pub use profile::{
    AgentAvoidance, Control, Detouring, Link, ObstacleAvoidance, Profile, Route, WhenBlocked,
};
pub use scratch::DecideScratch;
pub use shares::{look_ahead_first, share};
pub use sight::{are_parted, is_hidden};
pub use still::StillChange;
pub use way::{WayScratch, Waypoint};

pub use crate::compact::MaybePlace;

use glam::Vec2;

use crate::motion::Body;
use crate::space::Filter;

/// One agent as it decides: a view of what its owner holds.
#[derive(Clone, Copy, Debug)]
pub struct Walker<'w> {
    /// Its stable id: ties are broken by it.
    pub id: AgentId,
    /// Where it is and what it can do.
    pub body: Body,
    /// What is said about it. Many may share it, as their goals are apart.
    pub profile: &'w Profile,
    /// Its goals: those of its own profile, unless whoever holds it keeps them elsewhere.
    pub goals: Goals<'w>,
}

impl<'w> Walker<'w> {
    /// An agent with the goals of its profile.
    #[must_use]
    pub fn new(id: AgentId, body: &Body, profile: &'w Profile) -> Self {
        Self {
            id,
            body: *body,
            profile,
            goals: profile.goals[..].into(),
        }
    }

    /// Whom it meets and who meets it: nobody while it jumps.
    #[must_use]
    pub fn filter(&self, memory: &Memory) -> Filter {
        let filter = self.standing_filter(memory);
        if memory.is_in_the_air() {
            Filter {
                layers: 0,
                mask: 0,
                ..filter
            }
        } else {
            filter
        }
    }

    /// Its floor and layers as they are now, whether it is in the air or not.
    #[must_use]
    pub fn standing_filter(&self, memory: &Memory) -> Filter {
        Filter {
            floor: memory.floor(),
            ..self.profile.filter
        }
    }

    /// Width of a gap that it fits through with its clearance (m).
    #[must_use]
    pub fn width(&self) -> f32 {
        2.0 * (self.body.radius + self.profile.detouring.clearance())
    }

    /// What others see of it. What it has in common with others is among the `kinds`.
    #[must_use]
    #[inline]
    pub fn percept(&self, memory: &Memory, kinds: &mut Kinds) -> Percept {
        self.percept_of(memory, kinds.number(self.kind(memory)), kinds)
    }

    /// What it has in common with others.
    #[inline]
    pub(crate) fn kind(&self, memory: &Memory) -> Kind {
        let body = &self.body;
        Kind {
            mass: body.mass,
            limits: body.limits,
            group: self.profile.group,
            filter: self.filter(memory),
            goes: memory.aims(),
            manners: Manners {
                rests: self.rests(memory),
                ..Manners::of(self.profile)
            },
        }
    }

    /// What others see of it if it is of the kind of this number.
    #[inline]
    pub(crate) fn percept_of(&self, memory: &Memory, number: u32, kinds: &mut Kinds) -> Percept {
        let tells_aim = self.rests(memory) || memory.stands_at().is_some();
        let aim = if tells_aim {
            memory.aim
        } else {
            MaybePlace::NONE
        };
        let body = &self.body;
        let percept = Percept::plain((self.id, number), body, (memory.stance, memory.since));
        let standing = (memory.met, memory.plight());
        kinds.complete(percept, standing, aim, memory.way().passage.into())
    }

    /// The agent among what it perceives.
    fn situation<'s, P>(&'s self, perception: &'s P, memory: &Memory) -> Situation<'s, P>
    where
        'w: 's,
    {
        Situation {
            perception,
            id: self.id,
            body: &self.body,
            profile: self.profile,
            goals: self.goals,
            filter: self.standing_filter(memory),
            goal: memory.goal(),
            aim: memory.aim(),
            passage: memory.way().passage,
            // Who stands still itself makes room instead.
            walks_round: !memory.way().is_blocked_by_agents()
                && memory.seldom().still.place.is_none()
                && self.profile.detouring.neighborhood() > 0.0,
        }
    }
}

/// One agent among what it perceives, with what the parts of a decision ask most.
struct Situation<'s, P> {
    perception: &'s P,
    id: AgentId,
    body: &'s Body,
    profile: &'s Profile,
    goals: Goals<'s>,
    /// Its floor and layers as they are now.
    filter: Filter,
    /// Index of its current goal.
    goal: usize,
    /// Where that is (m), if anywhere.
    aim: Option<Vec2>,
    /// The next corner of its path through walkable space (m), if that isn't the goal.
    passage: Option<Vec2>,
    /// Whether it walks round those who stand still.
    walks_round: bool,
}
