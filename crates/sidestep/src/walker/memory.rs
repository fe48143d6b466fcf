//! What an agent remembers from step to step: plain data, kept by whoever holds the agent.
//!
//! A world holds one for each of very many agents, so what most of them don't remember most of the
//! time is [`Rare`].

use glam::Vec2;

use super::clock::{Calm, Clock};
use super::kept_way::KeptWay;
use super::{AgentId, Behavior, Link, Profile};
use crate::avoid::detour::{ClosedBy, DetourMemory};
use crate::avoid::right_of_way::Standing;
use crate::avoid::{self, Blocker, OwnRank, Plight, Stance};
use crate::clone_by_field::clone_by_field;
use crate::compact::MaybePlace;
use crate::geometry::Side;
use crate::rare::{Plain, Rare};
use crate::space::Floor;
use crate::steer::PathProgress;

/// What an agent remembers from step to step.
///
/// A new agent has [`Memory::new`]. Whoever copies a memory together with the body takes a snapshot
/// that goes on bit for bit the same.
#[derive(Debug, PartialEq)]
pub struct Memory {
    /// Index of the current goal; past the end when all are reached.
    pub(crate) goal: u32,
    /// Whether all goals were reached once.
    pub(crate) arrived: bool,
    /// Where the current goal is, seen from the agent, if it has a place (m).
    pub(crate) aim: MaybePlace,
    /// What the last decision ran into first, by its id.
    pub(super) met: u32,
    pub(super) threat: ThreatKind,
    /// Whether it saw no way out.
    pub(super) enclosed: bool,
    /// Least distance to the goal so far, or how far who goes on for ever has still to go until it gets on (m).
    pub(crate) best: f32,
    /// How it stands among those who block each other, as far as nobody is in its way.
    pub(super) stance: Stance,
    /// When it set out for its goals (s).
    pub(crate) since: f64,
    /// When it decided last, and for what.
    pub(crate) clock: Clock,
    /// Whether it goes on as it has decided then.
    pub(crate) calm: Calm,
    /// The velocity that its behaviours wanted last (m/s).
    pub(crate) wanted: Vec2,
    /// What most agents don't remember.
    pub(crate) apart: Rare<Apart>,
}

clone_by_field!(Memory {
    goal,
    arrived,
    aim,
    met,
    threat,
    enclosed,
    best,
    stance,
    since,
    clock,
    calm,
    wanted,
    apart,
});

/// What most agents don't remember, behind one pointer. Each part of it takes memory of its own, so that
/// whoever has one doesn't pay for the others.
#[derive(Debug, PartialEq)]
pub(crate) struct Apart {
    /// The heights that it takes up now (m).
    pub floor: Floor,
    /// Whether it was told that it is blocked.
    pub told_blocked: bool,
    /// How it gets on towards where it wants to go: plain as long as it goes straight there.
    pub way: Rare<Way>,
    /// What has happened since it was nearest to its goal: plain while each step gets it nearer.
    pub delay: Rare<Delay>,
    pub seldom: Rare<Seldom>,
    /// How it stands while its stance doesn't say all of it.
    pub plight: Option<Box<Plight>>,
}

clone_by_field!(Apart {
    floor,
    told_blocked,
    way,
    delay,
    seldom,
    plight,
});

impl Plain for Apart {
    const PLAIN: &'static Self = &Self {
        floor: Floor::ALL,
        told_blocked: false,
        way: Rare::PLAIN,
        delay: Rare::PLAIN,
        seldom: Rare::PLAIN,
        plight: None,
    };
}

/// What an agent remembers that most don't: it has met an obstacle, follows a path, has lost a
/// target, stands or jumps, or has a goal for a while only.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Seldom {
    /// What its method towards obstacles remembers, such as the side on which it passes what is
    /// ahead.
    pub side: avoid::Memory,
    /// What a method of one's own towards other agents remembers.
    pub beside: avoid::Memory,
    /// How far it has come on each path that it follows, by the index of the behaviour; those at
    /// the end that haven't begun are left out.
    pub progress: Vec<PathProgress>,
    /// Bit n is set while behaviour n has lost its target.
    pub targets_gone: u64,
    /// The bits that were reported already.
    pub targets_reported: u64,
    /// Whether it stands still.
    pub still: StandingStill,
    /// The jump that it was told to take.
    pub jump: Option<Jump>,
    /// Where it rests, if it came no nearer to its last goal.
    pub rest: Option<Rest>,
    /// Time spent on the current goal (s), if that has a limit.
    pub goal_seconds: f64,
}

clone_by_field!(Seldom {
    side,
    beside,
    progress,
    targets_gone,
    targets_reported,
    still,
    jump,
    rest,
    goal_seconds,
});

impl Plain for Seldom {
    const PLAIN: &'static Self = &Self {
        side: avoid::Memory::NOTHING,
        beside: avoid::Memory::NOTHING,
        progress: Vec::new(),
        targets_gone: 0,
        targets_reported: 0,
        still: StandingStill {
            seconds: 0.0,
            place: None,
        },
        jump: None,
        rest: None,
        goal_seconds: 0.0,
    };
}

/// What a decision ran into, for reports.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Outcome {
    pub enclosed: bool,
    pub threat: Threat,
}

/// What a decision ran into first, by its id.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) enum Threat {
    #[default]
    Nothing,
    Obstacle(u32),
    /// An agent; [`Self::UNNAMED`] if its id takes more.
    Agent(u32),
    /// An agent that the decision before didn't meet, and that isn't [told](Memory::take_newly_met) yet.
    NewAgent(u32),
}

impl Threat {
    const UNNAMED: u32 = u32::MAX;

    /// The agent, if it is one with a name.
    fn agent(self) -> Option<u32> {
        match self {
            Self::Agent(id) | Self::NewAgent(id) => Some(id).filter(|id| *id != Self::UNNAMED),
            Self::Nothing | Self::Obstacle(_) => None,
        }
    }
}

impl From<Option<Blocker>> for Threat {
    fn from(blocker: Option<Blocker>) -> Self {
        match blocker {
            None => Self::Nothing,
            Some(Blocker::Obstacle(id)) => Self::Obstacle(id),
            Some(Blocker::Agent(id)) => Self::Agent(u32::try_from(id).unwrap_or(Self::UNNAMED)),
        }
    }
}

/// The kind of a [`Threat`], whose id is kept beside it: together they would be filled up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum ThreatKind {
    #[default]
    Nothing,
    Obstacle,
    Agent,
    NewAgent,
}

impl Memory {
    /// What the last decision ran into.
    pub(super) fn outcome(&self) -> Outcome {
        Outcome {
            enclosed: self.enclosed,
            threat: match self.threat {
                ThreatKind::Nothing => Threat::Nothing,
                ThreatKind::Obstacle => Threat::Obstacle(self.met),
                ThreatKind::Agent => Threat::Agent(self.met),
                ThreatKind::NewAgent => Threat::NewAgent(self.met),
            },
        }
    }

    pub(super) fn set_outcome(&mut self, outcome: Outcome) {
        self.enclosed = outcome.enclosed;
        (self.threat, self.met) = match outcome.threat {
            Threat::Nothing => (ThreatKind::Nothing, 0),
            Threat::Obstacle(id) => (ThreatKind::Obstacle, id),
            Threat::Agent(id) => (ThreatKind::Agent, id),
            Threat::NewAgent(id) => (ThreatKind::NewAgent, id),
        };
    }

    /// The agent that the last decision would touch first, by its id, if it has one that is kept.
    pub(super) fn met_agent(&self) -> Option<u32> {
        self.outcome().threat.agent()
    }

    /// Takes note that it has just met whom it meets, if that is somebody else than `before` the decision.
    pub(super) fn note_newly_met(&mut self, before: Option<u32>) {
        let now = self.met_agent();
        if now.is_some() && now != before {
            self.threat = ThreatKind::NewAgent;
        }
    }

    /// Whom the last decision would touch first, if that is somebody whom the one before didn't meet; once
    /// for each decision.
    ///
    /// Whoever holds the agents [tells](Memory::be_met) that one, after all have decided. So two who come
    /// upon each other decide at nearly the same time: who is late finds the other turned aside already,
    /// and leaves most of the work to it. ([`World::step`](crate::world::World::step) does this.)
    #[must_use]
    pub fn take_newly_met(&mut self) -> Option<AgentId> {
        if self.threat != ThreatKind::NewAgent {
            return None;
        }
        self.threat = ThreatKind::Agent;
        Some(AgentId(self.met.into()))
    }

    /// Takes notice that another agent has [newly met](Memory::take_newly_met) this one. If it goes on as it
    /// has decided, in the open, and doesn't know of the other yet, it decides in the next step.
    pub fn be_met(&mut self, by: AgentId) {
        let knows = self.met_agent().map(u64::from) == Some(by.0);
        if self.calm.is_open() && !knows {
            self.clock.turn = None;
        }
    }

    /// Takes notice that an obstacle has come near, or that one near was put somewhere else: whoever goes on
    /// as it has decided decides in the next step. Whoever holds the agents says so to those who could soon be
    /// there ([`World::step`](crate::world::World::step) does this).
    pub fn notice_obstacle(&mut self) {
        self.clock.turn = None;
    }

    /// Takes note that it ran into nothing, as it doesn't decide. Whom its stance names keeps the name.
    pub(super) fn forget_threat(&mut self) {
        let met = self.met;
        self.set_outcome(Outcome::default());
        if self.stance.is_blocked() {
            self.met = met;
        }
    }

    /// Takes notice of what one more method has run into: the first counts.
    pub(super) fn add_threat(&mut self, threat: Option<Blocker>) {
        if self.threat == ThreatKind::Nothing {
            self.set_outcome(Outcome {
                enclosed: self.enclosed,
                threat: threat.into(),
            });
        }
    }

    /// The threat, if it is an obstacle.
    pub(super) fn met_obstacle(&self) -> Option<Blocker> {
        (self.threat == ThreatKind::Obstacle).then_some(Blocker::Obstacle(self.met))
    }
}

/// How an agent gets on towards where it wants to go.
#[derive(Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Way {
    /// Index of the behaviour that goes there.
    pub behavior: usize,
    pub local_goal: LocalGoal,
    /// The next corner of its path through walkable space, if that isn't its goal (m).
    pub passage: Option<Vec2>,
    pub detour: DetourMemory,
    /// Whether it goes round walls, too, until the straight way is free.
    pub round_walls: bool,
    /// Whether it looks further ahead, as there was no way within its neighbourhood.
    pub looks_far: bool,
    /// The way round that it is on.
    pub kept: KeptWay,
    /// Why it finds no way, if it is blocked.
    pub blocked: Option<BlockedWay>,
}

clone_by_field!(Way {
    behavior,
    local_goal,
    passage,
    detour,
    round_walls,
    looks_far,
    kept,
    blocked,
});

impl Plain for Way {
    const PLAIN: &'static Self = &Self {
        behavior: 0,
        local_goal: LocalGoal::Direct,
        passage: None,
        detour: DetourMemory { chosen: None },
        round_walls: false,
        looks_far: false,
        kept: KeptWay::NONE,
        blocked: None,
    };
}

/// Where to go now.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) enum LocalGoal {
    /// Straight to the goal.
    #[default]
    Direct,
    /// To a place on the way round (m), from which as much remains (m), the way there included.
    Via { place: Vec2, remaining: f32 },
    /// To a place (m), to wait there.
    Wait { place: Vec2 },
}

/// Why an agent finds no way.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct BlockedWay {
    /// Since when it has found none (s).
    pub since: f64,
    /// With which gone there would be a way, each of them alone, in order; or, where there is none
    /// such, all that must go. Where agents that stand still are all that blocks it, or where what
    /// closes the way isn't known, the cluster that it meets first. Walls are among them only where
    /// they hold it up.
    pub by: Vec<Blocker>,
    /// What closes the ways round the cluster.
    pub closed_by: ClosedBy,
    /// Where it wants to go (m).
    pub goal: Vec2,
    /// Whether agents that stand in the way are all that blocks it: they may step aside.
    pub by_agents: bool,
    /// Until when nobody wants to hear of it (s).
    pub silent_until: f64,
    /// Whether it was told to look for another path.
    pub replan: bool,
    /// When it looked last (s).
    pub(crate) looked: f64,
    /// What it goes up to.
    pub(crate) closing: Closing,
}

#[cfg(feature = "nav")]
impl BlockedWay {
    /// All that parts it from its goal, in order, as far as that is known.
    pub(crate) fn barricade(&self) -> &[Blocker] {
        if self.closing.barricade.is_empty() {
            &self.by
        } else {
            &self.closing.barricade
        }
    }
}

/// What closes the way of a blocked agent, and how it goes up to it.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Closing {
    /// All that belongs to the closed rows between it and its goal, in order; empty if that isn't
    /// known.
    pub barricade: Vec<Blocker>,
    /// When it looked for that (s), and the version of what can be walked round by then.
    pub looked: f64,
    pub version: u64,
    /// The way up to it.
    pub detour: DetourMemory,
}

/// What has happened to an agent since it was nearest to its goal.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Delay {
    /// Time since it last got better (s).
    pub seconds: f64,
    pub stuck: bool,
    /// Time since then with an obstacle in the way (s), and with an agent.
    pub behind_obstacles: f64,
    pub behind_agents: f64,
    /// The way round that it is on.
    pub detour: Option<(Side, Blocker)>,
}

impl Plain for Delay {
    const PLAIN: &'static Self = &Self {
        seconds: 0.0,
        stuck: false,
        behind_obstacles: 0.0,
        behind_agents: 0.0,
        detour: None,
    };
}

/// Whether an agent stands still.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct StandingStill {
    /// How long it has been slow (s).
    pub seconds: f64,
    /// Where it stands (m), if it does.
    pub place: Option<Vec2>,
}

/// Where an agent rests that has arrived and comes no nearer to its goal.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Rest {
    /// Where it rests (m): pushed away, it comes back.
    pub place: Vec2,
    /// Whether it has never reached the goal itself.
    pub is_near: bool,
}

/// A jump that an agent was told to take.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Jump {
    pub link: Link,
    /// Where it took off and how long it has been on the way (s), once it has.
    pub flight: Option<(Vec2, f64)>,
}

impl Memory {
    /// The memory of an agent that sets out at `time` (s).
    #[must_use]
    pub fn new(profile: &Profile, time: f64) -> Self {
        Self {
            goal: 0,
            arrived: false,
            aim: MaybePlace::NONE,
            met: 0,
            threat: ThreatKind::Nothing,
            enclosed: false,
            best: f32::INFINITY,
            stance: Stance::SILENT,
            since: time,
            clock: Clock::default(),
            calm: Calm::No,
            wanted: Vec2::ZERO,
            apart: Apart::with_floor(profile.filter.floor).into(),
        }
    }

    /// Index of the current goal; the number of goals when all are reached.
    #[must_use]
    pub const fn goal(&self) -> usize {
        self.goal as usize
    }

    /// Whether the last goal was reached once, or the agent [has come as near to it as it
    /// can](Memory::has_arrived_near).
    #[must_use]
    pub const fn has_arrived(&self) -> bool {
        self.arrived
    }

    /// Whether it makes no progress.
    #[must_use]
    pub fn is_stuck(&self) -> bool {
        self.delay().stuck
    }

    /// Whether it finds no way: see [`Memory::blocked`].
    #[must_use]
    pub fn is_blocked(&self) -> bool {
        self.way().blocked.is_some()
    }

    /// Where it goes (m), if anywhere.
    #[must_use]
    pub const fn aim(&self) -> Option<Vec2> {
        self.aim.get()
    }

    /// Why the agent finds no way, if it is blocked.
    #[must_use]
    pub fn blocked(&self) -> Option<&BlockedWay> {
        self.way().blocked.as_ref()
    }

    /// The same, to tell it how to go on: [`BlockedWay::silent_until`], [`BlockedWay::replan`].
    pub fn blocked_mut(&mut self) -> Option<&mut BlockedWay> {
        self.way_apart()?.blocked.as_mut()
    }

    /// The obstacle that it goes round now, if it does: what it met first of those that it goes round together.
    #[cfg(feature = "nav")]
    pub(crate) fn goes_round(&self) -> Option<super::ObstacleId> {
        match self.way().detour.chosen {
            Some((_, Blocker::Obstacle(id))) => Some(super::ObstacleId(id)),
            Some((_, Blocker::Agent(_))) | None => None,
        }
    }

    /// Heights that it takes up now (m).
    #[must_use]
    pub fn floor(&self) -> Floor {
        self.apart.floor
    }

    /// Whether it remembers nothing by which it is of another kind than others with its profile who
    /// [have an aim](Self::aims) if it has.
    #[inline]
    pub(crate) fn is_of_plain_kind(&self) -> bool {
        self.apart.is_plain() && !self.arrived
    }

    /// Whether it goes somewhere.
    #[inline]
    pub(crate) fn aims(&self) -> bool {
        !self.aim.is_none()
    }

    /// Begins with the first goal, at a time (s).
    pub fn begin_goals(&mut self, time: f64) {
        self.goal = 0;
        self.keep_claim_of(time);
        self.since = time;
        self.begin_goal();
        self.arrived = false;
        self.forget_progress();
        self.clear_way();
        self.decide_anew();
        self.forget_rest();
    }

    /// Time spent on the current goal (s), if that has a limit.
    pub(super) fn goal_seconds(&self) -> f64 {
        self.seldom().goal_seconds
    }

    /// Counts the time spent on the current goal from now on.
    pub(super) fn begin_goal(&mut self) {
        if let Some(seldom) = self.seldom_apart() {
            seldom.goal_seconds = 0.0;
            self.tidy_seldom();
        }
    }

    /// Decides in the next step, whosever turn it is.
    pub(super) fn decide_anew(&mut self) {
        (self.clock, self.calm) = (Clock::default(), Calm::No);
    }

    /// Forgets how long the agent has got no nearer to its goal: that has moved, as the slots of a
    /// [formation](crate::formation) do.
    pub fn forget_progress(&mut self) {
        self.best = f32::INFINITY;
        self.set_delay(Delay::default());
    }

    /// Forgets what belongs to the place where the agent was: for one that was put somewhere else.
    pub fn forget_place(&mut self) {
        self.stand_silent();
        self.forget_progress();
        self.clear_way();
        self.decide_anew();
        if let Some(seldom) = self.seldom_apart() {
            seldom.side = avoid::Memory::default();
            seldom.beside = avoid::Memory::default();
            seldom.jump = None;
            seldom.rest = None;
            self.tidy_seldom();
        }
    }

    /// Drops what belongs to the profile `before` and doesn't fit the profile `now`. `fits` says
    /// whether the radius is the same, and `time` is now (s).
    pub fn adapt(&mut self, before: &Profile, now: &Profile, fits: bool, time: f64) {
        self.decide_anew();
        if now.goals != before.goals {
            self.begin_goals(time);
        }
        if now.filter.floor != before.filter.floor {
            self.set_floor(now.filter.floor);
        }
        if now.behaviors != before.behaviors
            && let Some(seldom) = self.seldom_apart()
        {
            let progress = (now.behaviors.iter().enumerate())
                .map(|(index, weighted)| {
                    let same = (before.behaviors.get(index))
                        .is_some_and(|other| is_same_path(&weighted.behavior, &other.behavior));
                    let progress = seldom.progress.get(index).filter(|_| same);
                    progress.copied().unwrap_or_default()
                })
                .collect();
            seldom.progress = without_beginnings(progress);
            seldom.targets_gone = 0;
            seldom.targets_reported = 0;
        }
        if !(now.obstacle_avoidance).is_same_kind(&before.obstacle_avoidance) {
            if let Some(seldom) = self.seldom_apart() {
                seldom.side = avoid::Memory::default();
            }
            self.set_outcome(Outcome::default());
        }
        if !now.agent_avoidance.is_same_kind(&before.agent_avoidance) {
            if let Some(seldom) = self.seldom_apart() {
                seldom.beside = avoid::Memory::default();
            }
            self.stand_silent();
        }
        self.tidy_seldom();
        let same_detouring = now.detouring.is_same_kind(&before.detouring);
        if !fits || !same_detouring || now.route != before.route {
            self.clear_way();
        }
    }

    /// Whether other behaviours lack their target than when [`Memory::take_lost_targets`] was asked last.
    pub fn has_other_targets(&self) -> bool {
        let seldom = self.seldom();
        seldom.targets_gone != seldom.targets_reported
    }

    /// The behaviours that have lost their target since this was asked last, by index.
    pub fn take_lost_targets(&mut self) -> impl Iterator<Item = usize> + use<> {
        let mut new = self.seldom().targets_gone & !self.seldom().targets_reported;
        if let Some(seldom) = self.seldom_apart() {
            seldom.targets_reported = seldom.targets_gone;
        }
        std::iter::from_fn(move || {
            let first = new.trailing_zeros();
            // Without its lowest bit.
            new &= new.wrapping_sub(1);
            (first < u64::BITS).then_some(first as usize)
        })
    }

    /// Notes whether the behaviours of these bits have lost their target.
    pub(super) fn note_target(&mut self, bits: u64, gone: bool) {
        if gone {
            self.edit_seldom().targets_gone |= bits;
        } else if let Some(seldom) = self.seldom_apart() {
            seldom.targets_gone &= !bits;
        }
    }

    /// How far it has come on the path that the behaviour of an index follows.
    pub(super) fn progress(&self, index: usize) -> PathProgress {
        self.apart
            .seldom
            .progress
            .get(index)
            .copied()
            .unwrap_or_default()
    }

    /// Keeps how far it has come there.
    pub(super) fn keep_progress(&mut self, index: usize, progress: PathProgress) {
        if progress == self.progress(index) {
            return;
        }
        let kept = &mut self.edit_seldom().progress;
        if kept.len() <= index {
            kept.resize(index + 1, PathProgress::default());
        }
        kept[index] = progress;
    }

    /// Whether it is known that the agent is blocked, and that has changed since this was asked
    /// last.
    pub fn take_blocked_change(&mut self) -> Option<bool> {
        let blocked = self.is_blocked();
        (blocked != self.apart.told_blocked).then(|| {
            self.apart.edit().told_blocked = blocked;
            self.tidy();
            blocked
        })
    }
}

impl Apart {
    fn with_floor(floor: Floor) -> Self {
        Self {
            floor,
            told_blocked: false,
            way: Rare::PLAIN,
            delay: Rare::PLAIN,
            seldom: Rare::PLAIN,
            plight: None,
        }
    }

    /// Whether nothing of it takes memory of its own, and the floor is every height.
    fn is_plain(&self) -> bool {
        let Self {
            floor,
            told_blocked,
            way,
            delay,
            seldom,
            plight,
        } = self;
        !told_blocked
            && way.is_plain()
            && delay.is_plain()
            && seldom.is_plain()
            && plight.is_none()
            && *floor == Floor::ALL
    }
}

/// What most don't remember. Reading it asks one pointer where it is plain. Writing: `edit` takes memory for it, what `clear`, `set` and `tidy` leave plain
/// gives it back.
impl Memory {
    #[inline]
    pub(super) fn way(&self) -> &Way {
        self.apart.if_apart().map_or(Way::PLAIN, |apart| &apart.way)
    }

    #[inline]
    pub(super) fn delay(&self) -> &Delay {
        (self.apart.if_apart()).map_or(Delay::PLAIN, |apart| &apart.delay)
    }

    #[inline]
    pub(super) fn seldom(&self) -> &Seldom {
        (self.apart.if_apart()).map_or(Seldom::PLAIN, |apart| &apart.seldom)
    }

    pub(crate) fn set_floor(&mut self, floor: Floor) {
        if floor != Floor::ALL || !self.apart.is_plain() {
            self.apart.edit().floor = floor;
            self.tidy();
        }
    }

    pub(super) fn edit_way(&mut self) -> &mut Way {
        self.apart.edit().way.edit()
    }

    /// The way if it isn't plain.
    pub(super) fn way_apart(&mut self) -> Option<&mut Way> {
        self.apart.apart()?.way.apart()
    }

    pub(super) fn clear_way(&mut self) {
        if let Some(apart) = self.apart.apart() {
            apart.way.clear();
            self.tidy();
        }
    }

    #[cfg(feature = "postcard")]
    pub(super) fn set_way(&mut self, way: Way) {
        *self.edit_way() = way;
        self.tidy_way();
    }

    pub(super) fn tidy_way(&mut self) {
        if let Some(apart) = self.apart.apart() {
            apart.way.tidy();
            self.tidy();
        }
    }

    pub(super) fn edit_delay(&mut self) -> &mut Delay {
        self.apart.edit().delay.edit()
    }

    #[inline]
    pub(super) fn set_delay(&mut self, delay: Delay) {
        if delay != Delay::default() {
            self.apart.edit().delay.set(delay);
        } else if let Some(apart) = self.apart.apart() {
            apart.delay.clear();
            self.tidy();
        }
    }

    pub(super) fn edit_seldom(&mut self) -> &mut Seldom {
        self.apart.edit().seldom.edit()
    }

    /// What is seldom remembered, if it isn't plain.
    pub(super) fn seldom_apart(&mut self) -> Option<&mut Seldom> {
        self.apart.apart()?.seldom.apart()
    }

    pub(super) fn tidy_seldom(&mut self) {
        if let Some(apart) = self.apart.apart() {
            apart.seldom.tidy();
            self.tidy();
        }
    }

    /// How it stands, if its stance doesn't say all of it.
    #[inline]
    pub(super) fn plight(&self) -> Option<&Plight> {
        self.apart.if_apart()?.plight.as_deref()
    }

    /// How it stands among those who block each other.
    pub(super) fn standing(&self, own: &OwnRank) -> Standing {
        match self.plight() {
            Some(plight) => plight.named(own).standing(),
            None => self.stance.standing(own, self.met),
        }
    }

    /// Lets it stand so.
    #[inline]
    pub(super) fn stand(&mut self, standing: &Standing, own: &OwnRank) {
        self.stance = Stance::of(standing);
        if Stance::says_all(standing, own, self.outcome().threat.agent()) {
            self.drop_plight();
        } else {
            self.keep_plight((*standing).into());
        }
    }

    /// Nobody is around: it says nothing.
    pub(super) fn stand_silent(&mut self) {
        self.stance = Stance::SILENT;
        self.drop_plight();
    }

    /// Goes on claiming what it does as one who has set out when it did, until it decides again, though
    /// it sets out at `time` (s).
    fn keep_claim_of(&mut self, time: f64) {
        if self.since != time && self.stance.speaks() && self.plight().is_none() {
            self.keep_plight(Plight::of_stance(&self.stance, self.since, self.met));
        }
    }

    pub(super) fn keep_plight(&mut self, plight: Plight) {
        let kept = &mut self.apart.edit().plight;
        match kept {
            Some(kept) => **kept = plight,
            None => *kept = Some(Box::new(plight)),
        }
    }

    #[inline]
    fn drop_plight(&mut self) {
        if let Some(apart) = self.apart.apart()
            && apart.plight.take().is_some()
        {
            self.tidy();
        }
    }

    fn tidy(&mut self) {
        if self.apart.apart().is_some_and(|apart| apart.is_plain()) {
            self.apart.clear();
        }
    }
}

/// Whether two behaviours follow the same path, so that the progress on one is that on the other.
fn is_same_path(one: &Behavior, other: &Behavior) -> bool {
    match (one, other) {
        (
            Behavior::FollowPath { path, parameters },
            Behavior::FollowPath {
                path: other_path,
                parameters: other_parameters,
            },
        ) => path == other_path && parameters.closed == other_parameters.closed,
        _ => false,
    }
}

/// Leaves out those at the end that haven't begun.
pub(super) fn without_beginnings(mut progress: Vec<PathProgress>) -> Vec<PathProgress> {
    let begun = |progress: &PathProgress| *progress != PathProgress::default();
    progress.truncate(progress.iter().rposition(begun).map_or(0, |last| last + 1));
    progress
}

impl Way {
    /// Whether agents that stand in the way are all that blocks it: they are pressed to make room,
    /// and not walked round.
    pub fn is_blocked_by_agents(&self) -> bool {
        self.blocked
            .as_ref()
            .is_some_and(|blocked| blocked.by_agents)
    }
}
