//! A body that goes through a yard by detours.

use std::hint::black_box;
use std::time::Instant;

use glam::Vec2;
use sidestep::avoid::detour::{
    Barrier, BarrierKind, Blocker, ClosedBy, Detour, DetourAnswer, DetourMemory, DetourQuery,
    DetourScratch, Outcome,
};
use sidestep::geometry::Shape;
use sidestep::space::{Clusters, Filter, Topology};

use crate::bench::yard::{RADIUS, Yard};

/// More queries than this for one way, and the body goes round in circles.
const MOST_QUERIES: usize = 500;

/// How often the first query is timed; the median counts.
const TIMED_QUERIES: usize = 9;

/// Nearer than this to the goal is there (m).
const ARRIVED: f32 = 1e-4;

/// How a body went through a yard: a query, straight to the sub-goal, the next query, and so on.
#[derive(Clone, Debug)]
pub struct Walk {
    /// From the start over all sub-goals (m).
    pub points: Vec<Vec2>,
    /// How it ended.
    pub end: WalkEnd,
    /// Indexes of the obstacles that were named as closing the way, if it ended so.
    pub named: Vec<usize>,
    /// The answer to the first query.
    pub first: DetourAnswer,
    /// Number of queries.
    pub queries: usize,
    /// How many of them found the whole way free.
    pub converged: usize,
    /// Time of the first query, from the start to the goal, with the gathering of what is near
    /// (µs).
    pub query_us: f64,
}

/// How a walk ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum WalkEnd {
    /// At the goal.
    Arrived,
    /// It was told that there is no way on.
    Blocked(ClosedBy),
    /// It went on and on, or the answers led nowhere.
    GaveUp,
}

impl Walk {
    /// Sends a body through the yard.
    #[must_use]
    pub fn through(yard: &Yard, detour: &Detour) -> Self {
        let ground = Ground::new(yard, detour);
        let mut barriers = Vec::new();
        let mut scratch = DetourScratch::default();
        let mut memory = DetourMemory::default();
        let mut place = yard.start;
        let mut walk = Self {
            points: vec![place],
            end: WalkEnd::GaveUp,
            named: Vec::new(),
            first: ground.ask(
                place,
                &mut DetourMemory::default(),
                &mut barriers,
                &mut scratch,
            ),
            queries: 0,
            converged: 0,
            query_us: ground.time_query(&mut scratch),
        };
        while walk.queries < MOST_QUERIES {
            let answer = ground.ask(place, &mut memory, &mut barriers, &mut scratch);
            walk.queries += 1;
            walk.converged += usize::from(answer.converged);
            if let Some(way_out) = answer.way_out {
                walk.points.push(way_out);
            }
            let next = match answer.outcome {
                Outcome::Clear => answer.goal,
                Outcome::Around { sub_goal, .. } => sub_goal,
                Outcome::Blocked { closed_by, .. } => {
                    walk.end = WalkEnd::Blocked(closed_by);
                    walk.named = ground.what_closes(place, &memory, &mut scratch);
                    break;
                }
            };
            walk.points.push(next);
            if next.distance(yard.goal) <= ARRIVED {
                walk.end = WalkEnd::Arrived;
                break;
            }
            // To stay where one is won't lead on the next time either.
            if next == place && answer.way_out.is_none() {
                break;
            }
            place = next;
        }
        walk
    }

    /// Length of the way (m).
    #[must_use]
    pub fn length(&self) -> f64 {
        self.points
            .windows(2)
            .map(|leg| leg[0].as_dvec2().distance(leg[1].as_dvec2()))
            .sum()
    }

    /// Where it ended (m).
    #[must_use]
    pub fn last(&self) -> Vec2 {
        self.points.last().copied().unwrap_or_default()
    }
}

/// What stands in the yard, as queries see it.
struct Ground<'a> {
    detour: &'a Detour,
    clusters: Clusters,
    start: Vec2,
    goal: Vec2,
}

impl<'a> Ground<'a> {
    fn new(yard: &Yard, detour: &'a Detour) -> Self {
        let mut clusters = Clusters::new(2.0 * (RADIUS + detour.clearance), Topology::Open);
        let walls = yard.walls.iter().map(|wall| Shape::from(*wall));
        let named = yard
            .obstacles
            .iter()
            .map(|shape| (BarrierKind::Temporary, shape.clone()))
            .chain(walls.map(|wall| (BarrierKind::Permanent, wall)));
        for (id, (kind, shape)) in (0..).zip(named) {
            let blocker = Blocker::Obstacle(id);
            clusters.insert(blocker, kind, &shape, Vec2::ZERO, Filter::default());
        }
        Self {
            detour,
            clusters,
            start: yard.start,
            goal: yard.goal,
        }
    }

    fn ask<'b>(
        &'b self,
        from: Vec2,
        memory: &mut DetourMemory,
        barriers: &mut Vec<Barrier<'b>>,
        scratch: &mut DetourScratch,
    ) -> DetourAnswer {
        self.gather(from, barriers);
        self.detour
            .find(&self.query(from, barriers), memory, scratch)
    }

    /// Fills `barriers` with what is near the way from a place (m).
    fn gather<'b>(&'b self, from: Vec2, barriers: &mut Vec<Barrier<'b>>) {
        let area = self.detour.area(from, self.goal, RADIUS);
        self.clusters.gather(area, &Filter::default(), barriers);
    }

    fn query<'b>(&self, from: Vec2, barriers: &'b [Barrier<'b>]) -> DetourQuery<'b> {
        DetourQuery {
            from,
            to: self.goal,
            radius: RADIUS,
            barriers,
            walls_too: false,
        }
    }

    /// Indexes of the obstacles that are named as closing the way from a place.
    fn what_closes(
        &self,
        from: Vec2,
        memory: &DetourMemory,
        scratch: &mut DetourScratch,
    ) -> Vec<usize> {
        let mut barriers = Vec::new();
        self.gather(from, &mut barriers);
        (self.detour).what_closes(&self.query(from, &barriers), memory, scratch);
        let obstacles = (scratch.members().iter()).filter_map(|member| match member {
            Blocker::Obstacle(id) => Some(*id as usize),
            Blocker::Agent(_) => None,
        });
        obstacles.collect()
    }

    /// Median time of the query from the start (µs).
    fn time_query(&self, scratch: &mut DetourScratch) -> f64 {
        let mut barriers = Vec::new();
        let mut times: Vec<f64> = (0..TIMED_QUERIES)
            .map(|_| {
                let mut memory = DetourMemory::default();
                let clock = Instant::now();
                let from = black_box(self.start);
                black_box(self.ask(from, &mut memory, &mut barriers, scratch));
                clock.elapsed().as_secs_f64() * 1e6
            })
            .collect();
        times.sort_by(f64::total_cmp);
        times[TIMED_QUERIES / 2]
    }
}
