//! What a query looked at, for those who want to see it.

use glam::{DVec2, Vec2};

use super::find::Query;
use super::search::{Found, Task};
use super::{Blocker, ClosedBy};
use crate::explain::{MarkKind, MarkShape, Recorder};
use crate::geometry::Side;

/// Directions in which an outline is looked at.
const SPOKES: u32 = 48;

impl Query<'_, '_> {
    /// Shows the cluster, both ways round it with their lengths, and why one was taken.
    pub(super) fn explain_around(
        &mut self,
        task: &Task,
        taken: &Found,
        kept: Option<Side>,
        sub_goal: Vec2,
        members: &[Blocker],
        recorder: &mut impl Recorder,
    ) {
        self.show_cluster(members, recorder);
        let mut lengths = [None; 2];
        for (side, length) in [Side::Left, Side::Right].into_iter().zip(&mut lengths) {
            let wanted = Task {
                side: Some(side),
                ..*task
            };
            if let Ok(found) = self.search.run(self.field, &wanted) {
                *length = Some(found.length);
                self.search.trace(&found, self.turns);
                let points = self.corners(task);
                recorder.mark(MarkKind::Way, MarkShape::Polyline { points }, || {
                    format!("{:.1} m on the {side}", found.length)
                });
            }
        }
        recorder.mark(MarkKind::SubGoal, MarkShape::Point { at: sub_goal }, || {
            "goes here first".to_owned()
        });
        let side = taken.side;
        recorder.reason(|| {
            let which = if kept == Some(side) {
                "keeps to the"
            } else {
                "goes round on the"
            };
            let why = match lengths {
                [Some(left), Some(right)] => {
                    format!("{left:.1} m on the left, {right:.1} m on the right")
                }
                _ => format!("the {} is closed", side.opposite()),
            };
            let cluster = members
                .first()
                .map_or_else(String::new, ToString::to_string);
            format!("{which} {side} of the cluster of {cluster}: {why}")
        });
    }

    /// Shows the cluster and what closes the ways round it.
    pub(super) fn explain_blocked(
        &self,
        closed_by: ClosedBy,
        members: &[Blocker],
        recorder: &mut impl Recorder,
    ) {
        self.show_cluster(members, recorder);
        recorder.reason(|| {
            let count = members.len();
            let why = match closed_by {
                ClosedBy::Ring => "they form a ring".to_owned(),
                ClosedBy::Wall { wall } => format!("they reach to the wall {wall}"),
                ClosedBy::Neighborhood => "any way leads too far away".to_owned(),
                ClosedBy::Effort => "the search was given up".to_owned(),
            };
            format!("no way round {count} in the way: {why}")
        });
    }

    /// The outlines of all members, as far as they aren't inside each other, and where walls touch them.
    fn show_cluster(&self, members: &[Blocker], recorder: &mut impl Recorder) {
        let of_cluster = |shape: &usize| {
            let barrier = &self.barriers[*shape];
            barrier.is_temporary() && members.contains(&barrier.blocker)
        };
        let shapes = 0..self.field.shapes.len();
        for shape in shapes.clone().filter(of_cluster) {
            for points in self.outline(shape) {
                recorder.mark(MarkKind::Cluster, MarkShape::Polyline { points }, || {
                    format!("{}", self.barriers[shape].blocker)
                });
            }
            for wall in shapes.clone() {
                let there = &self.field.shapes[wall];
                if !there.temporary && there.active && self.field.overlap(shape, wall) {
                    let (at, ..) = self.field.surface(wall, self.field.shapes[shape].center);
                    let at = self.field.global(at);
                    recorder.mark(MarkKind::Terminator, MarkShape::Point { at }, || {
                        format!("{} ends the way here", self.barriers[wall].blocker)
                    });
                }
            }
        }
    }

    /// The parts of an outline that are inside of no other active shape.
    fn outline(&self, shape: usize) -> Vec<Vec<Vec2>> {
        let it = &self.field.shapes[shape];
        let mut parts = vec![Vec::new()];
        for spoke in 0..=SPOKES {
            let angle = std::f64::consts::TAU * f64::from(spoke) / f64::from(SPOKES);
            let far = DVec2::new(libm::cos(angle), libm::sin(angle)) * (2.0 * it.bound + 1.0);
            let (place, ..) = self.field.surface(shape, it.center + far);
            let hidden = (0..self.field.shapes.len()).any(|other| {
                other != shape
                    && self.field.shapes[other].active
                    && self.field.is_inside(other, place)
            });
            if hidden {
                parts.push(Vec::new());
            } else if let Some(part) = parts.last_mut() {
                part.push(self.field.global(place));
            }
        }
        parts.retain(|part| part.len() > 1);
        parts
    }

    /// Corners of the way of `turns` (m).
    fn corners(&self, task: &Task) -> Vec<Vec2> {
        let mut corners = vec![task.from];
        for (shape, side, comes, goes) in self.turns.iter() {
            self.field
                .corners_of_walk(*shape, *side, comes, goes, 0.2, &mut corners);
        }
        corners.push(task.to);
        (corners.into_iter())
            .map(|corner| self.field.global(corner))
            .collect()
    }
}
