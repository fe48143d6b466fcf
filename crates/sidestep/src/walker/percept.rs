//! An agent as others see it, in columns: what differs from agent to agent, and what many share.

use glam::Vec2;

use super::{AgentAvoidance, AgentId, Profile};
use crate::avoid::Plight;
use crate::compact::MaybePlace;
use crate::motion::{Body, Limits};
use crate::space::{Filter, Floor};
use crate::steer::Neighbor;

/// One agent as others see it. There is one for each of very many agents, and the rows are read by all
/// around: so what many have in common is in their [`Kind`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Percept {
    // Hot: whoever looks around reads these of everybody it meets.
    /// Where it is (m).
    pub position: Vec2,
    /// How it moves (m/s).
    pub velocity: Vec2,
    /// Its radius (m).
    pub radius: f32,
    /// Which of the [`Kinds`] it is.
    pub kind: u32,
    /// Its stable id.
    pub id: AgentId,
    // Warm: read of the few that are taken into account.
    /// Where it faces, a unit vector.
    pub heading: Vec2,
    /// How it stands among those who block each other.
    pub standing: Plight,
    // Cold: read where goals or passages are taken.
    /// Where it goes (m), if anywhere.
    pub aim: MaybePlace,
    /// The next corner of its path through walkable space (m), if that isn't where it goes: those who
    /// pass there, too, take it for one who has the same aim.
    pub passage: MaybePlace,
}

impl Percept {
    /// The body of an agent of that kind.
    #[must_use]
    #[inline]
    pub fn body(&self, kind: &Kind) -> Body {
        Body {
            position: self.position,
            velocity: self.velocity,
            heading: self.heading,
            radius: self.radius,
            mass: kind.mass,
            limits: kind.limits,
        }
    }

    /// The agent as a neighbour at a place (m): one of its images.
    #[must_use]
    #[inline]
    pub fn neighbor_at(&self, position: Vec2) -> Neighbor {
        Neighbor {
            id: self.id.0,
            position,
            velocity: self.velocity,
            heading: self.heading,
            radius: self.radius,
        }
    }
}

/// What others see of an agent that it mostly has in common with many.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Kind {
    /// Mass (kg).
    pub mass: f32,
    /// What its body can do at most.
    pub limits: Limits,
    /// Its label: [`Profile::group`].
    pub group: u32,
    /// Its floor and layers as they are now; in no layer while it is in the air.
    pub filter: Filter,
    /// What others may expect of it.
    pub manners: Manners,
}

impl Kind {
    /// The kind of nobody, in no layer.
    pub(crate) const NOBODY: &'static Self = &Self {
        mass: 1.0,
        limits: Limits {
            max_speed: 1.0,
            max_force: 1.0,
            response_time: 1.0,
        },
        group: 0,
        filter: Filter {
            floor: Floor::ALL,
            layers: 0,
            mask: 0,
        },
        manners: Manners {
            avoids: false,
            guarded: false,
            rests: false,
            responsibility: 1.0,
            priority: 0,
        },
    };
}

/// What others may expect of an agent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Manners {
    /// Whether it avoids those that it takes notice of.
    pub avoids: bool,
    /// Whether it keeps to its side of the line between it and those that do too.
    pub guarded: bool,
    /// Whether it stays where it is: [`Walker::rests`](super::Walker::rests).
    pub rests: bool,
    /// Its part in the work: [`Profile::responsibility`].
    pub responsibility: f32,
    /// Who has the lower one does all the work: [`Profile::priority`].
    pub priority: i32,
}

impl Manners {
    /// The manners of an agent with this profile that is on its way.
    #[must_use]
    pub fn of(profile: &Profile) -> Self {
        let steered = profile.is_steered();
        Self {
            avoids: steered && !matches!(profile.agent_avoidance, AgentAvoidance::None),
            guarded: steered && profile.agent_avoidance.is_guarded(),
            rests: false,
            responsibility: profile.responsibility,
            priority: profile.priority,
        }
    }
}

/// The kinds of all [`Percept`]s of a step.
///
/// Where everybody is of a kind of its own, each takes a place here: together no more than if it had
/// no kind.
#[derive(Clone, Debug, Default)]
pub struct Kinds {
    all: Vec<Kind>,
    /// The one that was asked for last.
    latest: usize,
}

/// Number of kinds, the newest, among which one is looked for.
const REMEMBERED: usize = 16;

impl Kinds {
    /// Forgets all of them, and keeps their memory.
    pub fn clear(&mut self) {
        self.all.clear();
        self.latest = 0;
    }

    /// The number of a kind, by which it can be had.
    #[inline]
    pub fn number(&mut self, kind: Kind) -> u32 {
        if self.all.get(self.latest) != Some(&kind) {
            self.find(kind);
        }
        self.latest as u32
    }

    #[cold]
    fn find(&mut self, kind: Kind) {
        let oldest = self.all.len().saturating_sub(REMEMBERED);
        self.latest = match self.all[oldest..].iter().position(|it| *it == kind) {
            Some(place) => oldest + place,
            None => {
                self.all.push(kind);
                self.all.len() - 1
            }
        };
    }

    /// The kind of somebody whom these were made for.
    ///
    /// # Panics
    /// If they were made for others, and there are fewer.
    #[must_use]
    #[inline]
    pub fn of(&self, percept: &Percept) -> &Kind {
        &self.all[percept.kind as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(group: u32) -> Kind {
        let profile = Profile::for_body(&Body::new(Vec2::ZERO, 0.3, 1.4));
        Kind {
            mass: 1.0,
            limits: Limits::for_speed(1.4, 1.0),
            group,
            filter: Filter::default(),
            manners: Manners::of(&profile),
        }
    }

    #[test]
    fn those_of_a_kind_share_it() {
        let mut kinds = Kinds::default();
        let groups = [3, 3, 5, 3, 5, 8];
        assert_eq!(groups.map(|it| kinds.number(kind(it))), [0, 0, 1, 0, 1, 2]);
        // However many there are, each is one of its own kind.
        for group in 0..100 {
            let number = kinds.number(kind(group));
            assert_eq!(kinds.all[number as usize].group, group);
        }
        kinds.clear();
        assert_eq!(kinds.number(kind(8)), 0);
    }
}
