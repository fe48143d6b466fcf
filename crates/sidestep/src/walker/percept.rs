//! An agent as others see it, in columns: what differs from agent to agent, and what many share.

use std::ops::Deref;

use glam::Vec2;

use super::{AgentAvoidance, AgentId, Profile};
use crate::avoid::right_of_way::{Claim, Rank, Standing};
use crate::avoid::{OwnRank, Plight, Stance};
use crate::compact::MaybePlace;
use crate::motion::{Body, Limits};
use crate::space::{Filter, Floor};
use crate::steer::Neighbor;

/// One agent as others see it, in 88 bytes. There is one for each of very many agents, and the rows are
/// read by all around: so what many have in common is in their [`Kind`], and what few have is in
/// lists of the [`Kinds`].
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
    /// How it stands among those who block each other, as far as it is in nobody's way: see
    /// [`Kinds::standing`].
    pub stance: Stance,
    /// Where it faces, a unit vector.
    pub heading: Vec2,
    // Cold: read of those who are held up, and where goals or passages are taken.
    /// When it set out for its goals (s).
    pub since: f64,
    /// Whom it would touch first, by its id, if its stance says that there is somebody.
    blocker: u32,
    /// Where its standing is in the list, if there is more to it than its stance says; [`NONE`] if not.
    plight: u32,
    /// Where its places are in the list; [`NONE`] if others needn't know any.
    places: u32,
}

/// The number of what isn't in a list.
const NONE: u32 = u32::MAX;

/// Places of an agent that most others needn't know.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Places {
    /// Where it goes (m), of those who stand, if anywhere.
    aim: MaybePlace,
    /// The next corner of its path through walkable space (m), if that isn't where it goes: those who
    /// pass there, too, take it for one who has the same aim.
    passage: MaybePlace,
}

impl Percept {
    /// Room for somebody who is yet to be seen.
    pub(crate) const NOBODY: Self = Self {
        position: Vec2::ZERO,
        velocity: Vec2::ZERO,
        radius: 0.0,
        kind: 0,
        id: AgentId(0),
        stance: Stance::SILENT,
        heading: Vec2::X,
        since: 0.0,
        blocker: 0,
        plight: NONE,
        places: NONE,
    };

    /// Somebody as others see it who stands as its stance says.
    #[inline]
    pub(super) fn plain(
        (id, kind): (AgentId, u32),
        body: &Body,
        (stance, since): (Stance, f64),
    ) -> Self {
        Self {
            position: body.position,
            velocity: body.velocity,
            radius: body.radius,
            kind,
            id,
            stance,
            heading: body.heading,
            since,
            blocker: 0,
            plight: NONE,
            places: NONE,
        }
    }

    /// Whether the lists of the [`Kinds`] have something about it.
    pub(crate) const fn is_listed(&self) -> bool {
        self.plight != NONE || self.places != NONE
    }

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
    /// Whether it goes anywhere.
    pub goes: bool,
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
        goes: false,
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

/// The kinds of all [`Percept`]s of a step, and what few of them have.
///
/// Where everybody is of a kind of its own, each takes a place here: together no more than if it had
/// no kind.
#[derive(Clone, Debug, Default)]
pub struct Kinds {
    all: Vec<Kind>,
    /// The one that was asked for last.
    latest: usize,
    plights: Vec<Plight>,
    places: Vec<Places>,
}

/// Number of kinds, the newest, among which one is looked for.
const REMEMBERED: usize = 16;

impl Kinds {
    /// Forgets all of them, and keeps their memory.
    pub fn clear(&mut self) {
        self.all.clear();
        self.latest = 0;
        self.plights.clear();
        self.places.clear();
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

    /// How many kinds, plights and places there are.
    #[cfg(all(test, feature = "parallel"))]
    pub(crate) const fn sizes(&self) -> (usize, usize, usize) {
        (self.all.len(), self.plights.len(), self.places.len())
    }

    /// Takes in others, which these percepts were made with, and those at these places among them
    /// [are listed](Percept::is_listed).
    pub(crate) fn take_in(&mut self, others: Self, (percepts, listed): (&mut [Percept], &[u32])) {
        if self.all.is_empty() {
            *self = others;
            return;
        }
        let numbers: Vec<u32> = (others.all.into_iter())
            .map(|kind| self.number(kind))
            .collect();
        if (0..).zip(&numbers).any(|(own, number)| own != *number) {
            for percept in percepts.iter_mut() {
                percept.kind = numbers[percept.kind as usize];
            }
        }
        let (plights, places) = (self.plights.len() as u32, self.places.len() as u32);
        self.plights.extend(others.plights);
        self.places.extend(others.places);
        for &place in listed {
            let percept = &mut percepts[place as usize];
            if percept.plight != NONE {
                percept.plight += plights;
            }
            if percept.places != NONE {
                percept.places += places;
            }
        }
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

/// What percepts have beside what all have.
impl Kinds {
    /// The percept of somebody who stands so, and goes to `aim` (m) if others have to know.
    #[inline]
    pub(super) fn complete(
        &mut self,
        mut percept: Percept,
        (blocker, plight): (u32, Option<&Plight>),
        aim: MaybePlace,
        passage: MaybePlace,
    ) -> Percept {
        percept.blocker = blocker;
        if let Some(plight) = plight {
            let own = self.own_rank(&percept);
            percept.plight = self.plights.len() as u32;
            self.plights.push(plight.named(&own));
        }
        if !(aim.is_none() && passage.is_none()) {
            percept.places = self.places.len() as u32;
            self.places.push(Places { aim, passage });
        }
        percept
    }

    /// Lets somebody stand so, wherever it goes to.
    pub fn stand(&mut self, percept: &mut Percept, standing: &Standing) {
        percept.stance = Stance::of(standing);
        percept.plight = NONE;
        let named = standing.blocked_by.and_then(|id| u32::try_from(id).ok());
        percept.blocker = named.unwrap_or(0);
        if !Stance::says_all(standing, &self.own_rank(percept), named) {
            percept.plight = self.plights.len() as u32;
            self.plights.push((*standing).into());
        }
    }

    /// How somebody stands among those who block each other.
    #[must_use]
    pub fn standing(&self, percept: &Percept) -> Standing {
        match self.plight(percept) {
            Some(plight) => plight.standing(),
            None => (percept.stance).standing(&self.own_rank(percept), percept.blocker),
        }
    }

    /// Where somebody goes who stands (m), if anywhere. Of who walks it is where it went when it decided.
    #[must_use]
    pub fn aim(&self, percept: &Percept) -> Option<Vec2> {
        let known = self.places.get(percept.places as usize);
        let aim = known.map_or(MaybePlace::NONE, |places| places.aim);
        aim.get().or_else(|| percept.stance.aim().get())
    }

    /// The next corner of its path through walkable space (m), if that isn't where it goes.
    #[must_use]
    pub fn passage(&self, percept: &Percept) -> Option<Vec2> {
        let known = self.places.get(percept.places as usize)?;
        known.passage.get()
    }

    #[inline]
    fn plight(&self, percept: &Percept) -> Option<&Plight> {
        self.plights.get(percept.plight as usize)
    }

    fn own_rank(&self, percept: &Percept) -> OwnRank {
        OwnRank {
            priority: self.of(percept).manners.priority,
            since: percept.since,
            id: percept.id.0,
        }
    }
}

/// How somebody stands whom one sees. It reads like its [`Stance`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen<'a> {
    percept: &'a Percept,
    kinds: &'a Kinds,
}

impl<'a> Seen<'a> {
    #[inline]
    pub fn new(percept: &'a Percept, kinds: &'a Kinds) -> Self {
        Self { percept, kinds }
    }

    /// All of it.
    pub fn standing(&self) -> Standing {
        self.kinds.standing(self.percept)
    }

    /// The rank of its claim.
    pub fn rank(&self) -> Rank {
        match self.kinds.plight(self.percept) {
            Some(plight) => plight.rank(),
            None => (self.percept.stance).rank(&self.kinds.own_rank(self.percept)),
        }
    }

    /// Whose rank its claim has.
    pub fn rank_id(&self) -> u64 {
        match self.kinds.plight(self.percept) {
            Some(plight) => plight.rank_id(),
            None if self.percept.stance.speaks() => self.percept.id.0,
            None => 0,
        }
    }

    /// See [`Standing::is_before_fellow`].
    pub fn is_before_fellow(&self, own: &Claim) -> bool {
        self.standing().is_before_fellow(own)
    }
}

impl Deref for Seen<'_> {
    type Target = Stance;

    #[inline]
    fn deref(&self) -> &Stance {
        &self.percept.stance
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
            goes: true,
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

    #[test]
    fn it_is_as_wide_as_it_says() {
        assert_eq!(size_of::<Percept>(), 88);
    }
}
