//! What a query looked at, for those who want to see it.

use std::collections::BTreeMap;

use glam::Vec2;

use super::find::{Met, Query, Taken};
use super::search::{Found, Task};
use super::{
    Blocker, ClosedBy, Detour, DetourAnswer, DetourMemory, DetourQuery, DetourScratch, Outcome,
};
use crate::explain::{MarkKind, MarkShape, Recorder};
use crate::geometry::Side;

/// Corners are drawn round in steps of this (rad).
const TURN_STEP: f64 = 0.2;

impl Detour {
    /// Tells what led to `answer`, which [`find`](Self::find) gave to the same query with `memory`
    /// as it was before: the cluster, both ways round it with their lengths, and why one was taken
    /// or what closes them.
    pub fn tell(
        &self,
        query: &DetourQuery<'_>,
        memory: &DetourMemory,
        answer: &DetourAnswer,
        recorder: &mut impl Recorder,
    ) {
        if !recorder.listens() {
            return;
        }
        if answer.goal_moved {
            recorder.reason(|| {
                "the goal is inside something: goes to the nearest free place".to_owned()
            });
        }
        if answer.way_out.is_some() {
            recorder.reason(|| "is inside something: comes out by the nearest way".to_owned());
        }
        let mut scratch = DetourScratch::default();
        let Some(mut again) = self.begin(query, memory, &mut scratch) else {
            return;
        };
        let (_, met) = again.answer(query, &mut memory.clone());
        let Some(met) = met else {
            return;
        };
        match (answer.outcome, &met.taken) {
            (Outcome::Around { sub_goal, .. }, Some(taken)) => {
                again.name_members(met.hit);
                again.tell_around(&met, taken, sub_goal, recorder);
            }
            (Outcome::Blocked { closed_by, .. }, _) => {
                again.name_what_closes(&met, closed_by, query.walls_too);
                again.tell_blocked(closed_by, recorder);
            }
            _ => {}
        }
    }
}

impl Query<'_, '_> {
    /// Tells the cluster, both ways round it with their lengths, and why one was taken. The turns
    /// must be those of the way taken.
    fn tell_around(
        &mut self,
        met: &Met,
        taken: &Taken,
        sub_goal: Vec2,
        recorder: &mut impl Recorder,
    ) {
        self.show_cluster(recorder);
        let task = &met.task;
        let to_start = task.from.length();
        let side = taken.found.side;
        let length = taken.found.length + to_start;
        let points = self.corners(task);
        recorder.mark(MarkKind::ChosenWay, MarkShape::Polyline { points }, || {
            format!("{length:.1} m on the {side}")
        });
        recorder.mark(MarkKind::SubGoal, MarkShape::Point { at: sub_goal }, || {
            "goes here first".to_owned()
        });
        let other = side.opposite();
        let (why, keeps) = match self.way_on(other, task) {
            Ok(found) => {
                let theirs = found.length + to_start;
                let points = self.corners(task);
                recorder.mark(MarkKind::Way, MarkShape::Polyline { points }, || {
                    format!("{theirs:.1} m on the {other}")
                });
                let margin = 100.0 * self.detour.side_margin;
                if theirs < length {
                    let why =
                        format!("{theirs:.1} m on the {other} isn't shorter by {margin:.0} %");
                    (why, true)
                } else {
                    (format!("{theirs:.1} m on the {other}"), false)
                }
            }
            Err(closed_by) => {
                let why = match closed_by {
                    ClosedBy::Ring => "more of what stands about closes it".to_owned(),
                    ClosedBy::Wall { wall } => format!("the wall {wall} ends it"),
                    ClosedBy::Neighborhood => "any way there leads too far away".to_owned(),
                    ClosedBy::Effort => "the search there was given up".to_owned(),
                };
                (format!("the {other} is closed: {why}"), false)
            }
        };
        recorder.reason(|| {
            let which = if keeps || met.kept == Some(side) {
                "keeps to the"
            } else {
                "goes round on the"
            };
            let cluster = named(self.members);
            format!("{which} {side} of {cluster}: {length:.1} m; {why}")
        });
    }

    /// Tells the cluster and what closes the ways round it.
    fn tell_blocked(&self, closed_by: ClosedBy, recorder: &mut impl Recorder) {
        self.show_cluster(recorder);
        recorder.reason(|| {
            let cluster = named(self.members);
            let why = match closed_by {
                ClosedBy::Ring => "a ring without a gap".to_owned(),
                ClosedBy::Wall { wall } => format!("the wall {wall} ends it"),
                ClosedBy::Neighborhood => "any way leads too far away".to_owned(),
                ClosedBy::Effort => "the search was given up".to_owned(),
            };
            format!("no way round {cluster}: {why}")
        });
    }

    /// The shortest way on one side, looked at as closely as the one that was taken; its turns are
    /// left in place.
    fn way_on(&mut self, side: Side, task: &Task) -> Result<Found, ClosedBy> {
        let wanted = Task {
            side: Some(side),
            ..*task
        };
        let mut rounds = 0;
        loop {
            rounds += 1;
            let found = self.search.run(self.field, &wanted);
            let found = found.map_err(|failure| self.closed_by(failure))?;
            self.search.trace(&found, self.turns);
            let (first_leg, rest) = self.take_in_what_is_met(task);
            if !(first_leg || rest) || rounds >= self.detour.rounds {
                return Ok(found);
            }
        }
    }

    /// The outline of the cluster, and for each wall that it touches the place where it ends the
    /// way that is nearest to the start.
    fn show_cluster(&self, recorder: &mut impl Recorder) {
        let members = &*self.members;
        let shapes: Vec<usize> = (0..self.field.shapes.len())
            .filter(|&shape| {
                let barrier = &self.barriers[shape];
                barrier.is_temporary() && members.contains(&barrier.blocker)
            })
            .collect();
        let (lines, ends) = self.field.outline_of(&shapes);
        for points in lines {
            recorder.mark(MarkKind::Cluster, MarkShape::Polyline { points }, || {
                named(members)
            });
        }
        let start = self.field.global(glam::DVec2::ZERO);
        let mut nearest: BTreeMap<Blocker, Vec2> = BTreeMap::new();
        for end in ends {
            let place = nearest.entry(self.barriers[end.wall].blocker);
            let place = place.or_insert(end.at);
            if end.at.distance(start) < place.distance(start) {
                *place = end.at;
            }
        }
        for (wall, at) in nearest {
            recorder.mark(MarkKind::Terminator, MarkShape::Point { at }, || {
                format!("{wall} ends the way")
            });
        }
    }

    /// Corners of the way of the turns (m).
    fn corners(&self, task: &Task) -> Vec<Vec2> {
        let mut corners = Vec::new();
        if task.from != glam::DVec2::ZERO {
            corners.push(glam::DVec2::ZERO);
        }
        corners.push(task.from);
        for turn in self.turns.iter() {
            self.field.corners_of_walk(turn, TURN_STEP, &mut corners);
        }
        corners.push(task.to);
        (corners.into_iter())
            .map(|corner| self.field.global(corner))
            .collect()
    }
}

/// A cluster in words.
fn named(members: &[Blocker]) -> String {
    match members {
        [] => "nothing".to_owned(),
        [one] => one.to_string(),
        [one, other] => format!("{one} and {other}"),
        [one, others @ ..] => format!("{one} and {} more", others.len()),
    }
}
