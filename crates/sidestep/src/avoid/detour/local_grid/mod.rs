//! Detours found on a small grid around the agent.

mod cells;
mod search;

use glam::Vec2;

use super::marks::{mark_cluster, mark_way, name_cluster};
use super::straight::Passer;
use super::way_out::{begin, come_out_first};
use super::{Barrier, Blocker, ClosedBy, DetourAnswer, DetourQuery, Outcome};
use crate::explain::{MarkKind, MarkShape, Recorder};
use crate::geometry::Side;
use crate::range::{Parameter, Parameters, Range};
use cells::Cells;
use search::{Found, Search};

/// Most cells from the middle of the grid to its rim: with small cells it reaches less far.
pub const MOST_CELLS: u16 = 100;

/// The way round obstacles by A* on a small grid around the agent: to compare with, and for those who prefer its failures.
///
/// It sees walls and temporary obstacles alike, gets out of dead ends of any shape within the grid, and costs much more than
/// [`Detour`](super::Detour). What to know about it:
/// - A gap counts as open for sure only if it is wider than the body with its clearance by about one and a half
///   cells; a narrower one is found or not, by where the cells come to lie.
/// - Ways are a little longer than needed, as they turn at the middles of cells.
/// - Beyond the grid everything counts as free. Dead ends that are larger than the grid may hold an agent for ever.
/// - Nothing is remembered between queries: between two equally good sides the choice may change.
///
/// Source: the grid that M. Mononen names as an alternative in "Very Temporary Obstacle Avoidance", 2011; A* after P. Hart,
/// N. Nilsson and B. Raphael, "A Formal Basis for the Heuristic Determination of Minimum Cost Paths", 1968.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LocalGrid {
    /// Distance kept from what is passed, besides the radius (m), 0 or more.
    pub clearance: f32,
    /// Size of a cell (m), above 0. Smaller finds narrower gaps and shorter ways, at a cost that grows with its square.
    pub cell: f32,
    /// How far the grid reaches from the agent in each direction (m), above 0; at most [`MOST_CELLS`] cells. Larger finds the
    /// way out of larger dead ends.
    pub half_extent: f32,
}

/// Memory that is reused from query to query, and the way that the last one found.
#[derive(Clone, Debug, Default)]
pub struct LocalGridScratch {
    cells: Cells,
    search: Search,
    way: Vec<Vec2>,
    members: Vec<Blocker>,
}

impl LocalGridScratch {
    /// Corners of the last way (m), from the start to the goal. Empty if it was blocked.
    #[must_use]
    pub fn way(&self) -> &[Vec2] {
        &self.way
    }

    /// Who belongs to the cluster that was in the way in the last query, in order.
    #[must_use]
    pub fn members(&self) -> &[Blocker] {
        &self.members
    }
}

impl Parameters for LocalGrid {
    fn parameters(&mut self) -> Vec<Parameter<'_>> {
        let Self {
            clearance,
            cell,
            half_extent,
        } = self;
        vec![
            Parameter::new("clearance", clearance, Range::AtLeast(0.0)),
            Parameter::new("cell", cell, Range::AboveZero),
            Parameter::new("half_extent", half_extent, Range::AboveZero),
        ]
    }
}

impl LocalGrid {
    /// Values that suit a body of `radius` metres.
    #[must_use]
    pub fn for_radius(radius: f32) -> Self {
        Self {
            clearance: 0.02 * radius,
            cell: 0.5 * radius,
            half_extent: 25.0 * radius,
        }
    }

    /// How far from the agent barriers can be and still matter to a body of `radius` metres (m).
    #[must_use]
    pub fn reach(&self, radius: f32) -> f32 {
        self.half_extent + radius + self.clearance + self.cell
    }

    /// The way round. The query's barriers should be all whose box touches the
    /// box around `from` grown by [`reach`](Self::reach). Pieces of the edge of walkable space must have it on their left.
    /// If the goal is beyond the grid, the way leads to its rim, not to the half behind the agent, and straight on;
    /// `converged` says whether that is free of the barriers given. If something in the way is permanent only, its joined walls are named as the cluster. Numbers that
    /// aren't finite get the answer that all is clear.
    pub fn find(
        &self,
        query: &DetourQuery<'_>,
        scratch: &mut LocalGridScratch,
        recorder: &mut impl Recorder,
    ) -> DetourAnswer {
        let DetourQuery { from, barriers, .. } = *query;
        scratch.way.clear();
        scratch.members.clear();
        let begun = begin(query, self.clearance, &mut scratch.members, recorder);
        let (passer, start, mut answer) = match begun {
            Ok(begun) => begun,
            Err(answer) => return answer,
        };
        let goal = answer.goal;
        let Some(met) = passer.first_met(start, goal, barriers, |_| true) else {
            scratch.way.extend([start, goal]);
            answer.free = start.distance(goal);
            return come_out_first(answer, passer, from, barriers);
        };
        answer.free = met.distance;
        if met.distance > self.half_extent {
            recorder.reason(|| "nothing is in the way within the grid".to_owned());
            scratch.way.extend([start, goal]);
            answer.converged = false;
            return come_out_first(answer, passer, from, barriers);
        }
        answer.rounds = 1;
        let met = &barriers[met.index];
        mark_cluster(barriers, met, passer.turning, recorder);
        let cluster = name_cluster(barriers, met, &mut scratch.members);
        self.lay(start, passer, barriers, &mut scratch.cells);
        match search_way(passer, start, goal, barriers, scratch) {
            Ok(converged) => {
                answer.converged = converged;
                answer.outcome = around(&scratch.way, cluster, recorder);
            }
            Err(closed_by) => {
                recorder.reason(|| format!("blocked: {cluster}, {closed_by:?}"));
                scratch.way.clear();
                answer.outcome = Outcome::Blocked { cluster, closed_by };
            }
        }
        come_out_first(answer, passer, from, barriers)
    }

    /// Lays the cells around the start.
    fn lay(&self, start: Vec2, passer: Passer, barriers: &[Barrier<'_>], cells: &mut Cells) {
        // What is no size of a cell is answered with one that suits the body.
        let size = if self.cell > 0.0 && self.cell.is_finite() {
            self.cell
        } else {
            passer.turning.max(f32::MIN_POSITIVE)
        };
        // Middles of cells lie at multiples of their size wherever the agent is, so that what is open from one place isn't
        // closed from the next.
        let snapped = (start / size).round() * size;
        let middle = if snapped.is_finite() { snapped } else { start };
        let half = (self.half_extent / size).ceil();
        let half = half.clamp(2.0, f32::from(MOST_CELLS)) as i32;
        cells.lay(middle, size, half, passer, barriers);
    }
}

/// The outcome that a way means, and its drawing.
fn around(way: &[Vec2], cluster: Blocker, recorder: &mut impl Recorder) -> Outcome {
    let (start, goal, sub_goal) = (way[0], way[way.len() - 1], way[1]);
    let side = way
        .iter()
        .map(|corner| (goal - start).perp_dot(*corner - start))
        .find(|turn| *turn != 0.0)
        .map_or(Side::Right, |turn| {
            if turn > 0.0 { Side::Left } else { Side::Right }
        });
    let length = way.windows(2).map(|leg| leg[0].distance(leg[1])).sum();
    mark_way(MarkKind::ChosenWay, way, side, length, "", recorder);
    recorder.mark(MarkKind::SubGoal, MarkShape::Point { at: sub_goal }, || {
        format!("{side} of {cluster}")
    });
    recorder.reason(|| format!("{cluster} is met: {side}, {length:.2} m"));
    Outcome::Around {
        sub_goal,
        side,
        cluster,
        length,
    }
}

/// Searches a way from `start` to `goal` on the grid that was laid and leaves it in the scratch memory. Says whether all of it
/// is free.
fn search_way(
    passer: Passer,
    start: Vec2,
    goal: Vec2,
    barriers: &[Barrier<'_>],
    scratch: &mut LocalGridScratch,
) -> Result<bool, ClosedBy> {
    let LocalGridScratch {
        cells, search, way, ..
    } = scratch;
    let target = if cells.covers(goal) {
        let target = cells.nearest_joined(goal, passer, barriers);
        Some(target.ok_or(ClosedBy::Effort)?)
    } else {
        None
    };
    match (
        search.run(cells, passer, barriers, start, goal, target),
        target,
    ) {
        (Found::Way(last), _) => {
            search.trace(last, cells, start, way);
            way.push(goal);
            straighten(way, passer, barriers);
            // Rounding could make a difference between there and back again, at most.
            if !passer.is_free(way[0], way[1], barriers) {
                return Err(ClosedBy::Effort);
            }
            let end = &way[way.len() - 2..];
            Ok(target.is_some() || passer.is_free(end[0], end[1], barriers))
        }
        (
            Found::Closed {
                at_rim: false,
                wall,
            },
            _,
        ) => Err(closed_by(wall)),
        (Found::Closed { .. }, None) => Err(ClosedBy::Neighborhood),
        (Found::Closed { .. }, Some(target)) => {
            // The goal may be closed in itself, within the grid.
            let place = cells.place(target);
            match search.run(cells, passer, barriers, place, place, Some(u32::MAX)) {
                Found::Closed {
                    at_rim: false,
                    wall,
                } => Err(closed_by(wall)),
                _ => Err(ClosedBy::Neighborhood),
            }
        }
    }
}

fn closed_by(wall: Option<Blocker>) -> ClosedBy {
    wall.map_or(ClosedBy::Ring, |wall| ClosedBy::Wall { wall })
}

/// Leaves out the corners of a way between which one can go straight.
fn straighten(way: &mut Vec<Vec2>, passer: Passer, barriers: &[Barrier<'_>]) {
    let mut kept = 0;
    for next in 2..way.len() {
        let free = passer.is_free(way[kept], way[next], barriers);
        if !free {
            kept += 1;
            way[kept] = way[next - 1];
        }
    }
    let goal = way[way.len() - 1];
    way.truncate(kept + 1);
    way.push(goal);
}
