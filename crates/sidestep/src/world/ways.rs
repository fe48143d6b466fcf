//! The second half of stage 2: whether an agent can go straight to where it wants to go, and which way round if not.

use glam::Vec2;

use super::agent::Memory;
use super::detouring::DetouringScratch;
use super::jump::Jump;
use super::kept_way::KeptWay;
use super::routes::Leg;
use super::sense::Picture;
use super::{
    AgentId, AgentSpec, Aim, Behavior, Control, Goal, Link, Objective, Route, Target, WhenBlocked,
};
use crate::avoid::detour::{
    Barrier, Blocker, ClosedBy, DetourAnswer, DetourMemory, DetourQuery, Outcome,
};
use crate::explain::Recorder;
use crate::geometry::Bounds;
use crate::motion::Body;
use crate::space::Topology;

/// So often (s) a blocked agent looks again whether there is a way.
const LOOKS_AGAIN: f64 = 0.1;

/// A goal further away than so many neighbourhoods is looked at only up to there: what is further will be looked at later.
const HORIZON: f32 = 2.0;

/// For so long (s) an agent is blocked before it jumps, so that another path can be found first.
const JUMPS_AFTER: f64 = 0.5;

/// So far in front of what blocks it an agent waits (radii of its edge).
const WAITS_BEFORE: f32 = 0.5;

/// How an agent gets on towards where it wants to go.
#[derive(Clone, Debug, Default)]
pub(super) struct Way {
    /// Which of its behaviours goes there.
    pub behavior: usize,
    pub course: Course,
    pub detour: DetourMemory,
    /// The way round that it is on.
    pub kept: KeptWay,
    /// Its plight, if it is blocked.
    pub plight: Option<Plight>,
}

/// Where to go now.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) enum Course {
    /// Straight on.
    #[default]
    Straight,
    /// To a place on the way round (m), from which as much remains (m), the way there included.
    Toward { place: Vec2, remaining: f32 },
    /// To a place (m), to wait there.
    Wait { place: Vec2 },
}

/// Why an agent finds no way.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Plight {
    /// Since when (s).
    pub since: f64,
    pub by: Vec<Blocker>,
    pub closed_by: ClosedBy,
    pub goal: Vec2,
    /// When it looked last (s).
    pub looked: f64,
    /// Until when the game doesn't want to hear of it (s).
    pub silent_until: f64,
    /// Whether the agents that stand in the way are all that blocks it.
    pub by_agents: bool,
    /// Whether the game has told it to look for another path.
    pub replan: bool,
}

/// Where an agent wants to go.
#[derive(Clone, Copy, Debug)]
struct Destination {
    /// Which of its behaviours goes there.
    behavior: usize,
    /// Where that is (m).
    place: Vec2,
    /// Whether that is further on than where the behaviour would go by itself.
    skips: bool,
}

/// Memory that is reused from agent to agent.
#[derive(Default)]
pub(super) struct WayScratch<'a> {
    barriers: Vec<Barrier<'a>>,
    detouring: DetouringScratch,
}

/// One agent that looks for its way.
#[derive(Clone, Copy)]
pub(super) struct Wayfarer<'p, 'a> {
    pub picture: &'p Picture<'a>,
    pub id: AgentId,
    pub body: &'p Body,
    pub profile: &'p AgentSpec,
}

impl<'a> Wayfarer<'_, 'a> {
    /// Finds the course of this step, towards where the path leads next.
    pub fn find_way(
        &self,
        leg: Leg,
        memory: &mut Memory,
        scratch: &mut WayScratch<'a>,
        recorder: &mut impl Recorder,
    ) {
        let course = memory.way.course;
        memory.way.course = Course::Straight;
        let Some(destination) = self.destination(memory, scratch) else {
            memory.way = Way::default();
            return;
        };
        let goal = destination.place;
        memory.way.behavior = destination.behavior;
        let from = self.body.position;
        let (corner, left) = match leg {
            Leg::Corner { place, beyond } => (place, beyond),
            Leg::Awaited => {
                recorder.reason(|| "waits for a path".to_owned());
                memory.way.course = Course::Wait { place: from };
                return;
            }
            Leg::None => (goal, 0.0),
        };
        if corner != goal || destination.skips {
            memory.way.course = Course::Toward {
                place: corner,
                remaining: from.distance(corner) + left,
            };
        }
        let horizon = HORIZON * self.profile.detouring.neighborhood();
        let near = from + (corner - from).clamp_length_max(horizon);
        let on_detour = memory.way.detour.chosen.is_some();
        let clearance = self.profile.detouring.clearance();
        if self.is_clear(near, clearance, on_detour, scratch, memory) {
            memory.way.detour = DetourMemory::default();
            memory.way.kept.forget();
            memory.way.plight = None;
            return;
        }
        let beyond = near.distance(corner) + left;
        let known = self.known_course(course, corner, beyond, scratch, memory);
        if let Some(known) = known {
            if recorder.listens() {
                if let Some(plight) = &memory.way.plight {
                    self.tell_plight(plight, known, recorder);
                }
                // Shown as it looks now; what is remembered stays.
                let detour = memory.way.detour;
                self.ask(near, true, memory, scratch, recorder);
                memory.way.detour = detour;
            }
            memory.way.course = known;
            return;
        }
        memory.way.kept.forget();
        let answer = self.ask(near, true, memory, scratch, recorder);
        match answer.outcome {
            Outcome::Clear => {
                memory.way.plight = None;
                if answer.goal_moved {
                    memory.way.course = Course::Toward {
                        place: answer.goal,
                        remaining: from.distance(answer.goal) + beyond,
                    };
                }
            }
            Outcome::Around {
                sub_goal, length, ..
            } => {
                memory.way.plight = None;
                memory.way.course = Course::Toward {
                    place: sub_goal,
                    remaining: length + beyond,
                };
                if answer.way_out.is_none() {
                    let way = scratch.detouring.way(self.profile.detouring);
                    let version = self.picture.temporaries.version();
                    let time = self.picture.time;
                    memory.way.kept.keep(way, corner, time, version);
                }
            }
            Outcome::Blocked { closed_by, .. } => {
                self.be_blocked((near, goal), closed_by, answer.free, memory, scratch);
                if let Some(plight) = &memory.way.plight {
                    self.tell_plight(plight, memory.way.course, recorder);
                }
            }
        }
    }

    /// Takes notice that there is no way to what is `near` on the way to the goal (m), with so much of the straight way `free`
    /// (m), and waits, or jumps.
    fn be_blocked(
        &self,
        (near, goal): (Vec2, Vec2),
        closed_by: ClosedBy,
        free: f32,
        memory: &mut Memory,
        scratch: &mut WayScratch<'a>,
    ) {
        let by = scratch.detouring.members(self.profile.detouring).to_vec();
        // Those who stand about may step aside: only what can't is waited for.
        let by_agents = by.iter().any(|it| matches!(it, Blocker::Agent(_))) && {
            let without = self.ask(near, false, memory, scratch, &mut ());
            !matches!(without.outcome, Outcome::Blocked { .. })
        };
        let before = memory.way.plight.take();
        let since = before.as_ref().map_or(self.picture.time, |it| it.since);
        memory.way.plight = Some(Plight {
            since,
            by,
            closed_by,
            goal,
            looked: self.picture.time,
            silent_until: before.as_ref().map_or(0.0, |it| it.silent_until),
            by_agents,
            replan: before.is_some_and(|it| it.replan),
        });
        if by_agents || self.profile.when_blocked == WhenBlocked::Press {
            return;
        }
        if self.picture.time - since >= JUMPS_AFTER {
            memory.jump = self.jump_over(near, scratch, memory);
        }
        let from = self.body.position;
        let ahead = (near - from).normalize_or_zero();
        let step = free - WAITS_BEFORE * self.body.radius;
        memory.way.course = Course::Wait {
            place: from + ahead * step.max(0.0),
        };
    }

    /// The course that was found not long ago, if it still holds: on the way round, or waiting.
    fn known_course(
        &self,
        before: Course,
        goal: Vec2,
        beyond: f32,
        scratch: &mut WayScratch<'a>,
        memory: &mut Memory,
    ) -> Option<Course> {
        let time = self.picture.time;
        if let Some(plight) = &memory.way.plight {
            return (time - plight.looked < LOOKS_AGAIN).then_some(before);
        }
        let mut kept = std::mem::take(&mut memory.way.kept);
        let (from, radius) = (self.body.position, self.body.radius);
        let version = self.picture.temporaries.version();
        if self.picture.settings.topology != Topology::Open {
            kept.follow_laps(|place| self.picture.settings.topology.nearest_image(from, place));
        }
        // An agent is a little nearer at times than ways are laid.
        let clearance = 0.5 * self.profile.detouring.clearance();
        let followed = kept.follow(from, radius, goal, time, version, |place| {
            self.is_clear(place, clearance, true, scratch, memory)
        });
        memory.way.kept = kept;
        followed.map(|(place, rest)| Course::Toward {
            place,
            remaining: from.distance(place) + rest + beyond,
        })
    }

    /// The jump that brings it on soonest.
    fn jump_over(&self, to: Vec2, scratch: &mut WayScratch<'a>, memory: &Memory) -> Option<Jump> {
        let from = self.body.position;
        let mut best: Option<(f32, Link)> = None;
        for link in self.picture.links {
            let length = from.distance(link.from) + link.to.distance(to);
            let gets_on = link.to.distance(to) < from.distance(to) - self.body.radius;
            let better = best.is_none_or(|(least, _)| length < least);
            if gets_on && better && self.is_clear(link.from, 0.0, false, scratch, memory) {
                best = Some((length, *link));
            }
        }
        best.map(|(_, link)| Jump { link, flight: None })
    }

    /// Says what a blocked agent does.
    fn tell_plight(&self, plight: &Plight, course: Course, recorder: &mut impl Recorder) {
        recorder.reason(|| {
            let seconds = self.picture.time - plight.since;
            if plight.by_agents {
                return "goes on: those who stand in the way may step aside".to_owned();
            }
            match course {
                Course::Wait { .. } => {
                    format!("waits in front of what blocks it, for {seconds:.1} s now")
                }
                _ => format!("presses on, blocked for {seconds:.1} s now"),
            }
        });
    }

    /// The first behaviour that goes to a place, and that place (m).
    fn destination(&self, memory: &Memory, scratch: &mut WayScratch<'a>) -> Option<Destination> {
        if self.profile.control == Control::Driven || memory.jump.is_some() {
            return None;
        }
        let behaviors = self.profile.behaviors.iter().enumerate();
        let mut places = behaviors.filter_map(|(index, weighted)| {
            let mut skips = false;
            let place = match &weighted.behavior {
                Behavior::Seek(aim) | Behavior::Pursue(aim, _) | Behavior::Arrive { aim, .. } => {
                    match aim {
                        Aim::Goal => memory.aim,
                        Aim::At(target) => self.picture.target(self.body.position, *target),
                    }
                }
                Behavior::FollowPath { path, .. } => {
                    let leg = memory
                        .progress
                        .get(index)
                        .map_or(0, |progress| progress.leg);
                    let (corner, skipped) = self.next_corner(path, leg, memory, scratch)?;
                    skips = skipped;
                    Some(corner)
                }
                _ => None,
            };
            Some(Destination {
                behavior: index,
                place: place?,
                skips,
            })
        });
        let first = places.next()?;
        let here = self.body.position.distance(first.place) <= 0.1 * self.body.radius;
        (!here && first.place.is_finite()).then_some(first)
    }

    /// The corner of a path that is gone to on a leg, or the one after it for those who are nearly there; and whether corners are
    /// skipped because something stands on them.
    fn next_corner(
        &self,
        path: &[Vec2],
        leg: usize,
        memory: &Memory,
        scratch: &mut WayScratch<'a>,
    ) -> Option<(Vec2, bool)> {
        let near = 4.0 * self.body.radius;
        let last = *path.last()?;
        let mut skips = false;
        for &corner in path.iter().skip(leg + 1) {
            if self.is_taken(corner, memory, scratch) {
                skips = true;
            } else if corner.distance(self.body.position) > near {
                return Some((corner, skips));
            }
        }
        Some((last, false))
    }

    /// Whether something that can be walked round stands at a place.
    fn is_taken(&self, place: Vec2, memory: &Memory, scratch: &mut WayScratch<'a>) -> bool {
        let detouring = self.profile.detouring;
        if self.picture.temporaries.is_empty() || detouring.neighborhood() == 0.0 {
            return false;
        }
        let keep = self.body.radius + detouring.clearance();
        let here = Bounds {
            min: place,
            max: place,
        };
        self.gather(here.grown(keep), memory, true, scratch);
        (scratch.barriers.iter())
            .any(|barrier| barrier.is_temporary() && barrier.hull().surface(place).distance < keep)
    }

    /// Whether nothing to walk round, and no wall if so wanted, comes nearer than `clearance` metres on the straight way.
    fn is_clear(
        &self,
        to: Vec2,
        clearance: f32,
        walls_too: bool,
        scratch: &mut WayScratch<'a>,
        memory: &Memory,
    ) -> bool {
        let detouring = self.profile.detouring;
        if self.picture.temporaries.is_empty() || detouring.neighborhood() == 0.0 {
            return true;
        }
        let (from, radius) = (self.body.position, self.body.radius);
        let area = Bounds {
            min: from.min(to),
            max: from.max(to),
        };
        self.gather(area.grown(radius + clearance), memory, true, scratch);
        scratch.detouring.detour.is_clear(
            from,
            to,
            radius + clearance,
            walls_too,
            &scratch.barriers,
        )
    }

    fn ask(
        &self,
        to: Vec2,
        agents_too: bool,
        memory: &mut Memory,
        scratch: &mut WayScratch<'a>,
        recorder: &mut impl Recorder,
    ) -> DetourAnswer {
        let (from, radius) = (self.body.position, self.body.radius);
        let detouring = self.profile.detouring;
        let area = detouring.area(from, to, radius);
        self.gather(area, memory, agents_too, scratch);
        let query = DetourQuery {
            from,
            to,
            radius,
            barriers: &scratch.barriers,
        };
        let mut kept = memory.way.detour;
        let answer = detouring.find(&query, &mut kept, &mut scratch.detouring);
        detouring.tell(&query, &memory.way.detour, &answer, recorder);
        if agents_too {
            memory.way.detour = kept;
        }
        answer
    }

    /// Gathers what this agent would have to walk round, and the walls.
    fn gather(
        &self,
        area: Bounds,
        memory: &Memory,
        agents_too: bool,
        scratch: &mut WayScratch<'a>,
    ) {
        let temporaries = self.picture.temporaries;
        temporaries.gather(area, &self.profile.filter, &mut scratch.barriers);
        scratch.barriers.retain(|barrier| match barrier.blocker {
            Blocker::Obstacle(_) => true,
            Blocker::Agent(other) => {
                let goal = self.profile.goals.get(memory.goal);
                let ours = (self.id, self.body);
                agents_too && !lets_through(self.picture, ours, goal, memory.aim, AgentId(other))
            }
        });
    }
}

/// Whether somebody who stands still is nothing to walk round for an agent: itself, whom it goes for, and those who stand where
/// it goes, at `aim` (m).
pub(super) fn lets_through(
    picture: &Picture<'_>,
    wayfarer: (AgentId, &Body),
    goal: Option<&Goal>,
    aim: Option<Vec2>,
    other: AgentId,
) -> bool {
    let (id, body) = wayfarer;
    let goes_for = matches!(
        goal.map(|goal| goal.objective),
        Some(Objective::Reach { target: Target::Agent(quarry), .. }) if quarry == other
    );
    if other == id || goes_for {
        return true;
    }
    let Some(seen) = picture.senses.find(other) else {
        return true;
    };
    let near = body.radius + seen.body.radius;
    aim.zip(seen.aim).is_some_and(|(ours, theirs)| {
        ours.distance(picture.settings.topology.nearest_image(ours, theirs)) < near
    })
}

impl AgentSpec {
    /// Whether it follows a path through walkable space to where it wants to go.
    pub(super) fn follows_paths(&self) -> bool {
        self.route == Route::Walkable
    }
}

impl Way {
    /// Whether those who stand still are walked round, and not pressed to make room.
    pub fn walks_round(&self) -> bool {
        !self.plight.as_ref().is_some_and(|plight| plight.by_agents)
    }
}
