//! What an agent does that finds no way: it goes up to what closes it, and waits there.

use glam::Vec2;

use super::{Answer, Question, WayScratch};
use crate::avoid::detour::{Blocker, ClosedBy, DetourMemory, Outcome};
use crate::explain::Recorder;
use crate::geometry::Bounds;
use crate::walker::memory::{BlockedWay, Closing, Jump, LocalGoal, Memory};
use crate::walker::perception::Perception;
use crate::walker::{Link, Situation, WhenBlocked};

/// Time for which an agent is blocked before it jumps (s), so that another path can be found first.
const JUMPS_AFTER: f64 = 0.5;

/// Distance in front of what blocks it at which an agent waits, in radii from its edge.
const WAITS_BEFORE: f32 = 0.5;

/// Time after which it looks again what closes its way (s): it may have moved on.
const LASTS: f64 = 2.0;

/// The same if anything has changed anywhere (s).
const LASTS_AMONG_CHANGES: f64 = 0.5;

/// Distance to where it waits, in radii, from which it still goes there.
const STILL_GOES: f32 = 0.5;

/// Speed above which it can't be said to wait (shares of its largest).
const STILL_WALKS: f32 = 0.1;

impl BlockedWay {
    /// Of an agent that looks at some time (s) and finds no way to its goal (m), by obstacles as far as it knows;
    /// `before` is how it was blocked until then, if it was.
    fn again(
        before: Option<&Self>,
        (time, goal): (f64, Vec2),
        by: Vec<Blocker>,
        closed_by: ClosedBy,
    ) -> Self {
        Self {
            since: before.map_or(time, |it| it.since),
            by,
            closed_by,
            goal,
            looked: time,
            silent_until: before.map_or(0.0, |it| it.silent_until),
            by_agents: false,
            replan: before.is_some_and(|it| it.replan),
            closing: Closing::default(),
        }
    }
}

impl<'a, P: Perception<'a>> Situation<'_, P> {
    /// Takes notice that a question for the way on to the goal (m) had the answer that there is
    /// none, with so much of the straight way free (m), and goes up to what closes it, waits, or
    /// jumps.
    pub(super) fn be_blocked(
        &self,
        question: &Question<'_>,
        goal: Vec2,
        (closed_by, free): (ClosedBy, f32),
        memory: &mut Memory,
        scratch: &mut WayScratch<'a>,
    ) {
        let time = self.perception.context().time;
        let met = scratch.detouring.members(&self.profile.detouring).to_vec();
        // Those who stand about may step aside: only what can't is waited for.
        let by_agents = met.iter().any(|it| matches!(it, Blocker::Agent(_))) && {
            let without = Question {
                agents: false,
                ..*question
            };
            let Answer { answer, .. } = self.ask(&without, memory.way().detour, scratch, &mut ());
            !matches!(answer.outcome, Outcome::Blocked { .. })
        };
        let before = memory.edit_way().blocked.take();
        let mut blocked = BlockedWay {
            by_agents,
            ..BlockedWay::again(before.as_ref(), (time, goal), met.clone(), closed_by)
        };
        if !by_agents {
            self.see_what_closes(question, before, &mut blocked, memory, scratch);
        }
        let waits = !by_agents && self.profile.when_blocked != WhenBlocked::Press;
        if waits {
            if time - blocked.since >= JUMPS_AFTER {
                let jump = self.jump_over(question.to, scratch);
                if jump.is_some() || memory.seldom().jump.is_some() {
                    memory.edit_seldom().jump = jump;
                }
            }
            let barricade = &blocked.closing.barricade;
            let is_before_it =
                barricade.is_empty() || met.iter().any(|it| barricade.binary_search(it).is_ok());
            let goes_up = (!is_before_it)
                .then(|| self.up_to_barricade(question, &mut blocked.closing, scratch))
                .flatten();
            let local_goal = goes_up.unwrap_or_else(|| self.wait_on_the_way(question.to, free));
            memory.edit_way().local_goal = local_goal;
        }
        memory.edit_way().blocked = Some(blocked);
    }

    /// Takes notice that something stands on the next corner of its path (m) to the goal, and that it can't
    /// get on past it: that closes its way, if it isn't agents, who may step aside.
    pub(super) fn be_shut_out(
        &self,
        corner: Vec2,
        goal: Vec2,
        memory: &mut Memory,
        scratch: &mut WayScratch<'a>,
        recorder: &mut impl Recorder,
    ) {
        let before = memory.edit_way().blocked.take();
        let is_obstacle = |blocker: &Blocker| matches!(blocker, Blocker::Obstacle(_));
        let mut by: Vec<Blocker> =
            (self.standing_at(corner, scratch).filter(is_obstacle)).collect();
        if by.is_empty() {
            return;
        }
        by.sort_unstable();
        let time = self.perception.context().time;
        let mut blocked = BlockedWay::again(
            before.as_ref(),
            (time, goal),
            by.clone(),
            ClosedBy::Neighborhood,
        );
        blocked.closing = Closing {
            barricade: by,
            looked: time,
            version: self.perception.clusters().version(),
            detour: DetourMemory::default(),
        };
        memory.edit_way().blocked = Some(blocked);
        recorder
            .reason(|| "gets no further, as something stands on the corner of its path".to_owned());
    }

    /// Fills in what closes the way, as it was seen before if nothing has changed.
    fn see_what_closes(
        &self,
        question: &Question<'_>,
        before: Option<BlockedWay>,
        blocked: &mut BlockedWay,
        memory: &Memory,
        scratch: &mut WayScratch<'a>,
    ) {
        let time = blocked.looked;
        let version = self.perception.clusters().version();
        let lasts = |closing: &Closing| {
            let unchanged = closing.version == version;
            let lasts = if unchanged {
                LASTS
            } else {
                LASTS_AMONG_CHANGES
            };
            time - closing.looked < lasts
        };
        let detour = match before.filter(|it| !it.by_agents) {
            Some(before)
                if before.goal.distance(blocked.goal) <= self.body.radius
                    && lasts(&before.closing) =>
            {
                blocked.by = before.by;
                blocked.closed_by = before.closed_by;
                blocked.closing = before.closing;
                return;
            }
            Some(before) => before.closing.detour,
            None => DetourMemory::default(),
        };
        // Agents that stand there aren't what closes it.
        let question = Question {
            agents: false,
            closing: true,
            ..*question
        };
        let Answer { answer, .. } = self.ask(&question, memory.way().detour, scratch, &mut ());
        let detouring = &self.profile.detouring;
        let barricade = scratch.detouring.barricade(detouring).to_vec();
        if let Outcome::Blocked { closed_by, .. } = answer.outcome
            && !barricade.is_empty()
        {
            blocked.by = scratch.detouring.members(detouring).to_vec();
            blocked.closed_by = closed_by;
        }
        blocked.closing = Closing {
            barricade,
            looked: time,
            version,
            detour,
        };
    }

    /// Where to go to come up to what closes the way, which isn't the first that is met; `None` if
    /// there is no way to it either.
    fn up_to_barricade(
        &self,
        question: &Question<'_>,
        closing: &mut Closing,
        scratch: &mut WayScratch<'a>,
    ) -> Option<LocalGoal> {
        let question = Question {
            without: &closing.barricade,
            ..*question
        };
        let Answer { answer, detour, .. } = self.ask(&question, closing.detour, scratch, &mut ());
        let (place, remaining) = match answer.outcome {
            Outcome::Clear => (answer.goal, self.body.position.distance(answer.goal)),
            Outcome::Around {
                sub_goal, length, ..
            } => (sub_goal, length),
            Outcome::Blocked { .. } => return None,
        };
        let free = self.free_before(place, &closing.barricade, scratch);
        closing.detour = detour;
        Some(if free < self.body.position.distance(place) {
            self.wait_on_the_way(place, free)
        } else {
            LocalGoal::Via { place, remaining }
        })
    }

    /// How much of the straight way to a place is free of some that stand about (m).
    fn free_before(&self, to: Vec2, of: &[Blocker], scratch: &mut WayScratch<'a>) -> f32 {
        let from = self.body.position;
        let keep = self.body.radius + self.profile.detouring.clearance();
        let area = Bounds {
            min: from.min(to),
            max: from.max(to),
        };
        self.gather(area.grown(keep), true, scratch);
        (scratch.barriers).retain(|barrier| of.binary_search(&barrier.blocker).is_ok());
        (scratch.detouring.detour).free_before(from, to, keep, &scratch.barriers)
    }

    /// To wait in front of what stands on the straight way to a place (m), after so many metres.
    fn wait_on_the_way(&self, to: Vec2, free: f32) -> LocalGoal {
        let from = self.body.position;
        let ahead = (to - from).normalize_or_zero();
        let step = free - WAITS_BEFORE * self.body.radius;
        LocalGoal::Wait {
            place: from + ahead * step.max(0.0),
        }
    }

    /// The jump that brings it on soonest.
    fn jump_over(&self, to: Vec2, scratch: &mut WayScratch<'a>) -> Option<Jump> {
        let from = self.body.position;
        let mut best: Option<(f32, Link)> = None;
        for link in self.perception.links() {
            let length = from.distance(link.from) + link.to.distance(to);
            let gets_on = link.to.distance(to) < from.distance(to) - self.body.radius;
            let better = best.is_none_or(|(least, _)| length < least);
            if gets_on && better && self.is_clear(link.from, 0.0, false, scratch) {
                best = Some((length, *link));
            }
        }
        best.map(|(_, link)| Jump { link, flight: None })
    }

    /// Says what a blocked agent does.
    pub(super) fn tell_blocked(
        &self,
        blocked: &BlockedWay,
        now: LocalGoal,
        recorder: &mut impl Recorder,
    ) {
        recorder.reason(|| {
            let seconds = self.perception.context().time - blocked.since;
            if blocked.by_agents {
                return "goes on: those who stand in the way may step aside".to_owned();
            }
            if self.profile.when_blocked == WhenBlocked::Press {
                return format!("presses on, blocked for {seconds:.1} s now");
            }
            let far = STILL_GOES * self.body.radius;
            let is_there = match now {
                LocalGoal::Wait { place } | LocalGoal::Via { place, .. } => {
                    place.distance(self.body.position) <= far
                }
                LocalGoal::Direct => false,
            };
            let walks = self.body.speed() > STILL_WALKS * self.body.limits.max_speed;
            let does = match (is_there, walks) {
                (false, _) => "goes up to",
                (true, true) => "stops in front of",
                (true, false) => "waits in front of",
            };
            format!("{does} what closes its way, known for {seconds:.1} s now")
        });
    }
}
