//! Optimal reciprocal collision avoidance: half-planes of velocities and a linear programme.
//!
//! Each neighbour and each wall forbids the velocities that lead to contact within a time horizon.
//! The nearest way out of what is forbidden, shared among the two agents, gives a half-plane of
//! allowed velocities; the velocity nearest to the preferred one in all half-planes is taken. If
//! all agents do so, and can take any velocity at once, none touches another within the horizon.
//!
//! Source: J. van den Berg, S. J. Guy, M. Lin and D. Manocha, "Reciprocal n-Body Collision
//! Avoidance", Robotics Research (2011). Walls are treated as the authors' library RVO2 does
//! (linked convex corners, edges that others cover, legs that belong to the next edge); its results
//! are the test data of this module.
//!
//! Known weaknesses, which are the method's: exactly head-on agents brake against each other
//! instead of passing, and dense crowds overlap where no velocity is allowed. Those who pass may come
//! as near as to touch, so that rounding makes a contact of it: who must not touch at all needs a
//! radius with a centimetre to spare.

mod agents;
mod half_plane;
mod linear_program;
mod tell;
mod wall_edge;
mod walls;

pub use half_plane::HalfPlane;
pub use wall_edge::WallEdge;

use glam::Vec2;

use crate::avoid::{
    Blocker, Company, Decision, LANES, Obstacle, SharedNeighbor, Surroundings, Wish,
};
use crate::motion::Body;
use crate::range::{Parameter, Parameters, Range};
use crate::steer::parting_direction;
use agents::{Pair, WaysOut, find_ways_out};
use linear_program::Workspace;
use walls::View;

/// Parameters of the method, which is [`Orca::decide`].
///
/// Use it to compare with, or where many agents that all follow it move in open space.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Orca {
    /// Time for which no other agent shall be touched (s), above 0; 1 to 10 is usual. Longer reacts
    /// earlier and more gently, but leaves less room in a crowd. Where it is shorter than the time
    /// step, the time step counts.
    pub time_horizon: f32,
    /// The same for walls and obstacles (s), above 0; 0.5 to 5 is usual. Shorter lets agents walk
    /// closer to walls at full speed and corner more tightly.
    pub obstacle_time_horizon: f32,
}

/// Memory that [`Orca::decide`] works in, to keep from call to call: once it has grown
/// nothing is allocated any more. It holds no state that matters to the next call.
#[derive(Clone, Debug, Default)]
pub struct OrcaScratch {
    planes: Vec<HalfPlane>,
    sources: Vec<Blocker>,
    workspace: Workspace,
    walls: Vec<(f32, WallEdge)>,
    neighbors: Vec<(f32, SharedNeighbor)>,
    /// Those around, where they come in rows.
    company: Company,
}

impl OrcaScratch {
    /// The half-planes of the last call: first those of walls, then those of agents, each nearest
    /// first.
    #[must_use]
    pub fn half_planes(&self) -> &[HalfPlane] {
        &self.planes
    }

    /// The half-planes of the last call and what they come from.
    pub fn constraints(&self) -> impl Iterator<Item = (HalfPlane, Blocker)> + '_ {
        self.planes
            .iter()
            .copied()
            .zip(self.sources.iter().copied())
    }

    fn clear(&mut self) {
        self.planes.clear();
        self.sources.clear();
        self.walls.clear();
    }
}

impl Parameters for Orca {
    fn parameters(&mut self) -> Vec<Parameter<'_>> {
        let Self {
            time_horizon,
            obstacle_time_horizon,
        } = self;
        vec![
            Parameter::new("time_horizon", time_horizon, Range::AboveZero),
            Parameter::new(
                "obstacle_time_horizon",
                obstacle_time_horizon,
                Range::AboveZero,
            ),
        ]
    }
}

impl Orca {
    /// Values that suit a body of `radius` metres (above 0) at a walker's pace for its size: the
    /// horizon for agents is the time in which a walk of natural gait covers some ten radii, the
    /// one for walls half of that.
    #[must_use]
    pub fn for_radius(radius: f32) -> Self {
        // Natural speeds grow with the square root of the size (equal Froude numbers), so times do
        // too: 3 s for a person of 0.3 m.
        let time_horizon = 3.0 * (radius / 0.3).sqrt();
        Self {
            time_horizon,
            obstacle_time_horizon: 0.5 * time_horizon,
        }
    }

    /// How far from the body a wall can be and still matter (m), to the line in its middle without
    /// its rounding.
    #[must_use]
    pub fn wall_reach(&self, body: &Body) -> f32 {
        self.obstacle_time_horizon * body.limits.max_speed + body.radius
    }

    /// How far from the body the centre of a neighbour of radius and speed up to `other_radius` and
    /// `other_speed` can be and still matter (m).
    #[must_use]
    pub fn neighbor_reach(&self, body: &Body, other_radius: f32, other_speed: f32) -> f32 {
        let closing = body.limits.max_speed.max(body.speed()) + other_speed;
        self.time_horizon * closing + body.radius + other_radius
    }

    /// The velocity that avoids all neighbours and obstacles, no faster than the body's largest
    /// speed; of a wish that is faster the direction counts. If no velocity does, the decision
    /// isn't feasible: the velocity oversteps the worst of the agents' half-planes least, within
    /// those of the walls.
    ///
    /// Agents that overlap shall be apart after the time step, and two at the same place leave it
    /// by their ids. `around` may hold what is beyond [`wall_reach`](Self::wall_reach) and
    /// [`neighbor_reach`](Self::neighbor_reach). `scratch` is memory to work in; it holds the
    /// half-planes afterwards. The answer is finite for every finite input.
    pub fn decide(
        &self,
        body: &Body,
        wish: &Wish,
        around: &Surroundings<'_>,
        scratch: &mut OrcaScratch,
    ) -> Decision {
        let edges = around.obstacles.iter().flat_map(WallEdge::of_obstacle);
        self.decide_among(body, wish, around.neighbors, edges, scratch)
    }

    /// The same among neighbours and edges of walls in any order: the nearest count first, equally
    /// near ones in the order of their names. For rooms whose corners turn inward, which no
    /// [`Obstacle`] has. Edges that face away are passed over.
    pub fn decide_among(
        &self,
        body: &Body,
        wish: &Wish,
        neighbors: &[SharedNeighbor],
        edges: impl IntoIterator<Item = WallEdge>,
        scratch: &mut OrcaScratch,
    ) -> Decision {
        let mut company = std::mem::take(&mut scratch.company);
        sort_by_distance(body, neighbors, &mut scratch.neighbors);
        company.clear();
        for (_, other) in &scratch.neighbors {
            company.push(other);
        }
        let decision = self.decide_in(body, wish, &company, edges, scratch);
        scratch.company = company;
        decision
    }

    /// The same among a company and these obstacles.
    pub(crate) fn decide_in_company(
        &self,
        body: &Body,
        wish: &Wish,
        (company, obstacles): (&Company, &[Obstacle<'_>]),
        scratch: &mut OrcaScratch,
    ) -> Decision {
        let edges = obstacles.iter().flat_map(WallEdge::of_obstacle);
        self.decide_in(body, wish, company, edges, scratch)
    }

    fn decide_in(
        &self,
        body: &Body,
        wish: &Wish,
        company: &Company,
        edges: impl IntoIterator<Item = WallEdge>,
        scratch: &mut OrcaScratch,
    ) -> Decision {
        scratch.clear();
        self.constrain_by_walls(body, wish, edges, scratch);
        let hard = scratch.planes.len();
        self.constrain_by_agents(body, wish, company, scratch);
        let solution = linear_program::solve(
            &scratch.planes,
            hard,
            body.limits.max_speed,
            wish.velocity,
            &mut scratch.workspace,
        );
        let velocity = if solution.velocity.is_finite() {
            solution.velocity
        } else {
            Vec2::ZERO
        };
        // What forbids the wish most decides.
        let least = |worst: Option<(f32, Blocker)>, (plane, source): (HalfPlane, Blocker)| {
            let clearance = plane.clearance(wish.velocity);
            let worse = worst.is_none_or(|(least, _)| clearance < least);
            if clearance < 0.0 && worse {
                Some((clearance, source))
            } else {
                worst
            }
        };
        let worst = scratch.constraints().fold(None, least);
        Decision {
            threat: worst.map(|(_, source)| source),
            feasible: solution.feasible,
            ..Decision::to_go(velocity)
        }
    }

    fn constrain_by_walls(
        &self,
        body: &Body,
        wish: &Wish,
        walls: impl IntoIterator<Item = WallEdge>,
        scratch: &mut OrcaScratch,
    ) {
        let horizon = self.obstacle_time_horizon.max(wish.dt);
        let reach = horizon * body.limits.max_speed + body.radius;
        for wall in walls {
            let Some(seen) = wall.seen_from(body.position) else {
                continue;
            };
            let distance_squared = seen.distance_squared(body.position);
            let reach = reach + seen.rounding + seen.velocity.length() * horizon;
            if distance_squared < reach * reach {
                scratch.walls.push((distance_squared, seen));
            }
        }
        scratch.walls.sort_unstable_by(|(near, one), (far, other)| {
            near.total_cmp(far)
                .then_with(|| (one.name, one.index).cmp(&(other.name, other.index)))
        });
        for (_, wall) in &scratch.walls {
            // Seen from the wall; for one at rest that changes nothing.
            let so_far = (scratch.planes.iter()).map(|plane| plane.moved(-wall.velocity));
            let velocity = body.velocity - wall.velocity;
            let plane = View::new(wall, body).half_plane(velocity, horizon, so_far);
            let plane = plane.map(|plane| plane.moved(wall.velocity));
            if let Some(plane) = plane.filter(HalfPlane::is_finite) {
                scratch.planes.push(plane);
                scratch.sources.push(wall.name);
            }
        }
    }

    fn constrain_by_agents(
        &self,
        body: &Body,
        wish: &Wish,
        company: &Company,
        scratch: &mut OrcaScratch,
    ) {
        let horizon = self.time_horizon.max(wish.dt);
        let (mut ways, mut left) = (WaysOut::default(), company.len());
        for (number, block) in company.blocks().iter().enumerate() {
            find_ways_out(body, block, horizon, wish.dt, &mut ways);
            for lane in 0..left.min(LANES) {
                let id = company.id(number * LANES + lane);
                let mut way = ways.get(lane);
                if way.is_anywhere {
                    let apart = || parting_direction(wish.id, id);
                    way = Pair::of(body, block, lane).way_apart(wish.dt, apart);
                }
                // The velocities with which we do our share.
                let share = block.share[lane];
                let plane = HalfPlane::facing(way.out, body.velocity + way.change * share);
                // Only numbers near the largest that exist overflow: so far away nothing matters.
                if plane.is_finite() {
                    scratch.planes.push(plane);
                    scratch.sources.push(Blocker::Agent(id));
                }
            }
            left = left.saturating_sub(LANES);
        }
    }
}

/// Fills `sorted` with these neighbours and the squares of their distances (m²), the nearest first, of
/// equally near ones the one with the lowest id.
fn sort_by_distance(
    body: &Body,
    neighbors: &[SharedNeighbor],
    sorted: &mut Vec<(f32, SharedNeighbor)>,
) {
    sorted.clear();
    for other in neighbors {
        let distance_squared = body.position.distance_squared(other.neighbor.position);
        sorted.push((distance_squared, *other));
    }
    sorted.sort_unstable_by(|(near, one), (far, other)| {
        near.total_cmp(far)
            .then_with(|| one.neighbor.id.cmp(&other.neighbor.id))
    });
}
