//! Detours found on a small grid around the agent.

mod cells;
mod search;

use std::any::Any;
use std::cell::RefCell;

use glam::Vec2;
use sidestep::avoid::Blocker;
use sidestep::avoid::detour::{
    Barrier, ClosedBy, DetourAnswer, DetourMemory, DetourMethod, DetourQuery, FoundWay, Outcome,
};
use sidestep::explain::{Explanation, MarkKind, MarkShape, Recorder};
use sidestep::geometry::{Bounds, Side};
use sidestep::range::{OutOfRange, Parameter, Parameters, Range};

use super::marks::{mark_cluster, mark_way, name_cluster};
use super::straight::Passer;
use super::way_out::{begin, come_out_first, tell_ends};
use cells::Cells;
use search::{Found, Search};

/// Most cells from the middle of the grid to its rim: with small cells it reaches less far.
pub const MOST_CELLS: u16 = 100;

/// The way round obstacles by A* on a small grid around the agent: to compare with, and for those
/// who prefer its failures.
///
/// It sees walls and temporary obstacles alike, gets out of dead ends of any shape within the grid,
/// and costs much more than [`Detour`](sidestep::avoid::detour::Detour). What to know about it:
/// - A gap counts as open for sure only if it is wider than the body with its clearance by about
///   one and a half cells; a narrower one is found or not, by where the cells come to lie.
/// - Ways are a little longer than needed, as they turn at the middles of cells.
/// - Beyond the grid everything counts as free. Dead ends that are larger than the grid may hold an
///   agent for ever.
/// - Nothing is remembered between queries: between two equally good sides the choice may change.
///
/// Source: the grid that M. Mononen names as an alternative in "Very Temporary Obstacle Avoidance",
/// 2011; A* after P. Hart, N. Nilsson and B. Raphael, "A Formal Basis for the Heuristic
/// Determination of Minimum Cost Paths", 1968.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LocalGrid {
    /// Distance kept from what is passed, besides the radius (m), 0 or more.
    pub clearance: f32,
    /// Size of a cell (m), above 0. Smaller finds narrower gaps and shorter ways, at a cost that
    /// grows with its square.
    pub cell: f32,
    /// How far the grid reaches from the agent in each direction (m), above 0; at most
    /// [`MOST_CELLS`] cells. Larger finds the way out of larger dead ends.
    pub half_extent: f32,
}

/// Memory to work in.
#[derive(Default)]
struct Workspace {
    cells: Cells,
    search: Search,
}

thread_local! {
    /// Each thread reuses its own from query to query; what the last one left in it changes
    /// nothing.
    static WORKSPACE: RefCell<Workspace> = RefCell::default();
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

    /// The answer without coming out of anything first, and the barrier that was met, if the grid
    /// was searched.
    fn search(
        &self,
        (passer, start, mut answer): (Passer, Vec2, DetourAnswer),
        barriers: &[Barrier<'_>],
        found: &mut FoundWay,
    ) -> (DetourAnswer, Option<usize>) {
        let goal = answer.goal;
        let Some(met) = passer.first_met(start, goal, barriers, |_| true) else {
            found.corners.extend([start, goal]);
            answer.free = start.distance(goal);
            return (answer, None);
        };
        answer.free = met.distance;
        if met.distance > self.half_extent {
            found.corners.extend([start, goal]);
            answer.converged = false;
            return (answer, None);
        }
        answer.rounds = 1;
        let cluster = name_cluster(barriers, &barriers[met.index], &mut found.members);
        let searched = WORKSPACE.with_borrow_mut(|workspace| {
            self.lay(start, passer, barriers, &mut workspace.cells);
            workspace.search_way(passer, [start, goal], barriers, &mut found.corners)
        });
        answer.outcome = match searched {
            Ok(converged) => {
                answer.converged = converged;
                around(&found.corners, cluster)
            }
            Err(closed_by) => {
                found.corners.clear();
                Outcome::Blocked { cluster, closed_by }
            }
        };
        (answer, Some(met.index))
    }

    /// Lays the cells around the start.
    fn lay(&self, start: Vec2, passer: Passer, barriers: &[Barrier<'_>], cells: &mut Cells) {
        // What is no size of a cell is answered with one that suits the body.
        let size = if self.cell > 0.0 && self.cell.is_finite() {
            self.cell
        } else {
            passer.turning.max(f32::MIN_POSITIVE)
        };
        // Middles of cells lie at multiples of their size wherever the agent is, so that what is
        // open from one place isn't closed from the next.
        let snapped = (start / size).round() * size;
        let middle = if snapped.is_finite() { snapped } else { start };
        let half = (self.half_extent / size).ceil();
        let half = half.clamp(2.0, f32::from(MOST_CELLS)) as i32;
        cells.lay(middle, size, half, passer, barriers);
    }
}

/// The outcome that a way means.
fn around(way: &[Vec2], cluster: Blocker) -> Outcome {
    let (start, goal, sub_goal) = (way[0], way[way.len() - 1], way[1]);
    let side = way
        .iter()
        .map(|corner| (goal - start).perp_dot(*corner - start))
        .find(|turn| *turn != 0.0)
        .map_or(Side::Right, |turn| {
            if turn > 0.0 { Side::Left } else { Side::Right }
        });
    Outcome::Around {
        sub_goal,
        side,
        cluster,
        length: way.windows(2).map(|leg| leg[0].distance(leg[1])).sum(),
    }
}

impl Workspace {
    /// Searches a way from `start` to `goal` on the grid that was laid. Says whether all of it is
    /// free.
    fn search_way(
        &mut self,
        passer: Passer,
        [start, goal]: [Vec2; 2],
        barriers: &[Barrier<'_>],
        way: &mut Vec<Vec2>,
    ) -> Result<bool, ClosedBy> {
        let Self { cells, search } = self;
        let target = if cells.covers(goal) {
            let target = cells.nearest_joined(goal, passer, barriers);
            Some(target.ok_or(ClosedBy::Effort)?)
        } else {
            None
        };
        match (
            search.run(cells, passer, barriers, [start, goal], target),
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
                match search.run(cells, passer, barriers, [place, place], Some(u32::MAX)) {
                    Found::Closed {
                        at_rim: false,
                        wall,
                    } => Err(closed_by(wall)),
                    _ => Err(ClosedBy::Neighborhood),
                }
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

impl DetourMethod for LocalGrid {
    fn name(&self) -> &'static str {
        "local_grid"
    }

    fn neighborhood(&self) -> f32 {
        self.half_extent
    }

    fn clearance(&self) -> f32 {
        self.clearance
    }

    /// The box around the agent within which barriers matter, wherever it goes.
    fn area(&self, from: Vec2, _: Vec2, radius: f32) -> Bounds {
        Bounds {
            min: from,
            max: from,
        }
        .grown(self.reach(radius))
    }

    /// Pieces of the edge of walkable space must have it on their left. If the goal is beyond the
    /// grid, the way leads to its rim, not to the half behind the agent, and straight on;
    /// `converged` says whether that is free of the barriers given. If something in the way is
    /// permanent only, its joined walls are named as the cluster. Numbers that aren't finite get
    /// the answer that all is clear.
    fn find(
        &self,
        query: &DetourQuery<'_>,
        _: &mut DetourMemory,
        found: &mut FoundWay,
    ) -> DetourAnswer {
        found.clear();
        let DetourQuery { from, barriers, .. } = *query;
        let begun = match begin(query, self.clearance, &mut found.members) {
            Ok(begun) => begun,
            Err(answer) => return answer,
        };
        let passer = begun.0;
        let (answer, _) = self.search(begun, barriers, found);
        come_out_first(answer, passer, from, barriers)
    }

    fn tell(
        &self,
        query: &DetourQuery<'_>,
        _: &DetourMemory,
        answer: &DetourAnswer,
        explanation: &mut Explanation,
    ) {
        let barriers = query.barriers;
        let mut found = FoundWay::default();
        let begun = begin(query, self.clearance, &mut found.members);
        tell_ends(answer, begun.is_ok(), explanation);
        let Ok(begun) = begun else {
            return;
        };
        let passer = begun.0;
        let (again, met) = self.search(begun, barriers, &mut found);
        let Some(met) = met else {
            if !again.converged {
                explanation.reason(|| "nothing is in the way within the grid".to_owned());
            }
            return;
        };
        mark_cluster(barriers, &barriers[met], passer.turning, explanation);
        match again.outcome {
            Outcome::Around {
                sub_goal,
                side,
                cluster,
                length,
            } => {
                let label = format!("{length:.1} m on the {side}");
                mark_way(MarkKind::ChosenWay, &found.corners, label, explanation);
                let at = sub_goal;
                explanation.mark(MarkKind::SubGoal, MarkShape::Point { at }, || {
                    format!("{side} of {cluster}")
                });
                explanation.reason(|| format!("{cluster} is met: {side}, {length:.2} m"));
            }
            Outcome::Blocked { cluster, closed_by } => {
                explanation.reason(|| format!("blocked: {cluster}, {closed_by:?}"));
            }
            Outcome::Clear => {}
        }
    }

    fn check(&self) -> Result<(), OutOfRange> {
        Parameters::check(self)
    }

    fn same_as(&self, other: &dyn DetourMethod) -> bool {
        (other as &dyn Any).downcast_ref() == Some(self)
    }
}
