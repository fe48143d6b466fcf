//! What is around one agent, gathered once for a decision.

use glam::Vec2;

use super::percept::{Kind, Kinds, Percept};
use super::perception::{Extremes, Perception};
use super::{AgentAvoidance, Around, Behavior, ObstacleAvoidance, Situation};
use crate::avoid::detour::Barrier;
use crate::avoid::guard::Guard;
use crate::avoid::orca::Orca;
use crate::avoid::{Blocker, FORESIGHT, LANES, Lanes, Method, Obstacle, Wish};
use crate::geometry::Bounds;
use crate::space::Filter;
use crate::steer::Neighbor;

/// Everything that one decision may need, gathered once at the largest reach that any of the
/// agent's methods and behaviours has. Each of them then takes what is within its own reach.
///
/// Choosing among velocities looks at the nearest few only. For those an agent looks at first a little
/// further than the one who decided before had to, and as far as it ever may only where these weren't
/// enough: what it finds is the same, and in a dense crowd it doesn't see hundreds whom it leaves out.
#[derive(Debug, Default)]
pub(super) struct Surroundings<'a> {
    /// Where it was gathered (m).
    center: Vec2,
    agents: Vec<Near<'a>>,
    /// The same agents, as many as are looked at at once.
    columns: Vec<NearColumns>,
    /// Up to how far away everybody was gathered (m), from centre to centre.
    gathered: f32,
    /// Within what distance the one who decided before found as many as it looked at (m), if it did.
    crowded: Option<f32>,
    obstacles: Vec<(Bounds, Obstacle<'a>)>,
    /// Those who stand still and are walked round.
    standing: Vec<(Bounds, Obstacle<'a>)>,
    /// Whether any of the obstacles moves.
    is_moving: bool,
    /// How far the agent looks for obstacles (m).
    seen: f32,
    /// How far its guard looks for them (m).
    guard: f32,
    /// How far the agent can get while what moves is foreseen (m).
    pace: f32,
    /// Memory that is reused.
    found: Vec<Obstacle<'a>>,
    barriers: Vec<Barrier<'a>>,
}

/// Another agent that is near.
#[derive(Clone, Copy, Debug)]
pub(super) struct Near<'a> {
    pub percept: &'a Percept,
    pub kind: &'a Kind,
    /// The way from our centre to its nearest image (m).
    pub way: Vec2,
}

/// [`LANES`] agents that are near, side by side: lanes that hold nobody are no numbers, so that they
/// are near nothing.
#[derive(Clone, Copy, Debug)]
pub(super) struct NearColumns {
    /// The ways from our centre to their nearest images (m).
    pub way_x: Lanes,
    pub way_y: Lanes,
    /// Their radii (m).
    pub radius: Lanes,
}

impl NearColumns {
    const NOBODY: Self = Self {
        way_x: [f32::NAN; LANES],
        way_y: [f32::NAN; LANES],
        radius: [f32::NAN; LANES],
    };

    /// Whose centre is so near that the square of the distance is at most `limit` (m²), a bit each.
    #[inline(always)]
    fn within(&self, limit: f32) -> u32 {
        let mut near = [0; LANES];
        for (lane, near) in near.iter_mut().enumerate() {
            let (x, y) = (self.way_x[lane], self.way_y[lane]);
            *near = if x * x + y * y <= limit { 1 << lane } else { 0 };
        }
        near.iter().fold(0, |all, bit| all | bit)
    }

    /// Those of a few agents, at most [`LANES`].
    #[inline(always)]
    fn of(few: &[Near<'_>]) -> Self {
        let mut columns = Self::NOBODY;
        for (lane, near) in few.iter().take(LANES).enumerate() {
            (columns.way_x[lane], columns.way_y[lane]) = near.way.into();
            columns.radius[lane] = near.percept.radius;
        }
        columns
    }
}

/// A kind, and whether somebody with this filter meets those who are of it. Apart, so that what is done for
/// each of many is short.
#[cold]
#[inline(never)]
fn met<'k>(filter: &Filter, kinds: &'k Kinds, percept: &Percept) -> (u32, &'k Kind, bool) {
    let kind = kinds.of(percept);
    (percept.kind, kind, filter.meets(&kind.filter))
}

/// How much further than the one who decided before an agent looks at first for as many as it wants
/// to see: it is near that one, so mostly as crowded.
const LOOKS_BEYOND: f32 = 1.2;

/// How far away things matter to an agent (m).
#[derive(Clone, Copy, Debug, Default)]
struct Reach {
    /// From its centre to the centres of other agents, all of whom matter.
    agents: f32,
    /// From its centre to the centres of those of whom only the nearest matter.
    nearest: f32,
    /// From its centre to walls and obstacles.
    obstacles: f32,
    /// The same for its guard.
    guard: f32,
}

impl Reach {
    fn agents(&mut self, reach: f32) {
        self.agents = self.agents.max(reach);
    }

    fn obstacles(&mut self, reach: f32) {
        self.obstacles = self.obstacles.max(reach);
    }
}

impl<'a> Surroundings<'a> {
    /// Gathers what is around an agent.
    pub fn gather<P: Perception<'a>>(&mut self, situation: &Situation<'_, P>) {
        self.gather_within(situation, situation.reach());
    }

    /// Gathers only what the guard looks at.
    pub fn gather_for_guard<P: Perception<'a>>(&mut self, situation: &Situation<'_, P>) {
        let mut reach = Reach::default();
        situation.reach_of_guard(&mut reach);
        self.gather_within(situation, reach);
    }

    fn gather_within<P: Perception<'a>>(&mut self, situation: &Situation<'_, P>, reach: Reach) {
        let here = situation.body.position;
        self.center = here;
        let enough = self.crowded.map_or(f32::INFINITY, |it| LOOKS_BEYOND * it);
        self.gather_agents(situation, reach.agents.max(reach.nearest.min(enough)));
        self.pace = situation.body.limits.max_speed * FORESIGHT;
        (self.seen, self.guard) = (reach.obstacles, reach.guard);
        self.obstacles.clear();
        if reach.obstacles > 0.0 {
            let moves = situation.perception.context().obstacles_move;
            let further = if moves { self.pace } else { 0.0 };
            let area = self.area(reach.obstacles + further);
            situation
                .perception
                .obstacles(area, &situation.filter, &mut self.found);
            self.obstacles.extend(self.found.drain(..).map(|obstacle| {
                let bounds = obstacle.shape.bounds();
                (bounds.moved(obstacle.offset), obstacle)
            }));
        }
        self.is_moving = self.obstacles.iter().any(|(_, obstacle)| obstacle.comes());
        self.gather_standing(situation, reach.obstacles);
    }

    fn gather_agents<P: Perception<'a>>(&mut self, situation: &Situation<'_, P>, distance: f32) {
        let (agents, columns) = (&mut self.agents, &mut self.columns);
        agents.clear();
        columns.clear();
        self.gathered = distance;
        if distance <= 0.0 {
            return;
        }
        let kinds = situation.perception.kinds();
        // Those near each other are mostly of a kind.
        let (mut number, mut kind, mut meets) = (u32::MAX, Kind::NOBODY, false);
        let visit = |percept: &'a Percept, way| {
            if percept.kind != number {
                (number, kind, meets) = met(&situation.filter, kinds, percept);
            }
            if meets && percept.id != situation.id {
                agents.push(Near { percept, kind, way });
            }
        };
        (situation.perception).agents_within(self.center, distance, visit);
        columns.extend(agents.chunks(LANES).map(NearColumns::of));
    }

    /// Gathers those within `reach` metres where there may be nearer ones than the nearest that were
    /// found, of whom the last is `furthest` metres away (`None` if they are fewer than the agent looks
    /// at). Says whether there may.
    pub fn gather_further<P: Perception<'a>>(
        &mut self,
        situation: &Situation<'_, P>,
        furthest: Option<f32>,
        reach: f32,
    ) -> bool {
        // What is gathered and what is compared is rounded differently.
        let extent = situation.perception.context().extent;
        let surely = self.gathered - 4.0 * f32::EPSILON * (extent + self.gathered);
        let lacks = self.gathered < reach && !furthest.is_some_and(|it| it < surely);
        if lacks {
            self.gather_agents(situation, reach);
        }
        lacks
    }

    /// Takes notice of how far away the last of the nearest is whom the agent looks at (m), `None` if
    /// they are fewer: the next one to decide is mostly near it.
    pub fn note_crowd(&mut self, furthest: Option<f32>) {
        self.crowded = furthest;
    }

    fn gather_standing<P: Perception<'a>>(&mut self, situation: &Situation<'_, P>, reach: f32) {
        self.standing.clear();
        let clusters = situation.perception.clusters();
        if !situation.walks_round || !clusters.holds_agents() {
            return;
        }
        clusters.gather(self.area(reach), &situation.filter, &mut self.barriers);
        for barrier in self.barriers.drain(..) {
            if let Blocker::Agent(id) = barrier.blocker
                && !situation.lets_through(super::AgentId(id))
            {
                let obstacle = Obstacle {
                    name: barrier.blocker,
                    shape: barrier.shape,
                    offset: barrier.offset,
                    velocity: Vec2::ZERO,
                    acceleration: Vec2::ZERO,
                    steady: 0.0,
                    changes: &[],
                    spin: 0.0,
                    temporary: true,
                };
                let bounds = obstacle.shape.bounds();
                self.standing
                    .push((bounds.moved(obstacle.offset), obstacle));
            }
        }
        self.standing.sort_by_key(|(_, obstacle)| obstacle.name);
    }

    /// All agents that were gathered, in any order.
    pub fn agents(&self) -> &[Near<'a>] {
        &self.agents
    }

    /// What is compared of each of [`Surroundings::agents`], in their order.
    pub fn columns(&self) -> &[NearColumns] {
        &self.columns
    }

    /// Calls `visit` with those whose centre is within `distance` metres of ours, in any order, until it says
    /// that it has found what it looks for. Says whether it did.
    #[inline]
    pub fn find_within(&self, distance: f32, mut visit: impl FnMut(&Near<'a>) -> bool) -> bool {
        let limit = distance * distance;
        for (columns, agents) in self.columns.iter().zip(self.agents.chunks(LANES)) {
            // A bit for each.
            let mut near = columns.within(limit);
            while near != 0 {
                let first = near.trailing_zeros();
                near &= near - 1;
                if agents.get(first as usize).is_some_and(&mut visit) {
                    return true;
                }
            }
        }
        false
    }

    /// Fills `found` with the walls and obstacles within `distance` metres, in order of id.
    pub fn obstacles(&self, distance: f32, found: &mut Vec<Obstacle<'a>>) {
        found.clear();
        self.add(&self.obstacles, distance, found);
    }

    /// [How far](Guard::reach) the guard looks (m): it was asked for when this was gathered.
    pub const fn reach_of_guard(&self) -> f32 {
        self.guard
    }

    /// Whether something that moves is near, or will be.
    pub const fn is_moving(&self) -> bool {
        self.is_moving
    }

    /// Whether nothing stands as near as the agent looks, neither obstacles nor those who are walked
    /// round.
    pub fn is_open(&self) -> bool {
        let area = self.area(self.seen);
        let mut near = self.obstacles.iter().chain(&self.standing);
        !near.any(|(bounds, _)| bounds.touches(area))
    }

    /// Whether this is an obstacle that moves and is near, or will be.
    pub fn moves(&self, name: Blocker) -> bool {
        (self.obstacles.iter()).any(|(_, obstacle)| obstacle.name == name && obstacle.comes())
    }

    /// Fills `found` with the walls and obstacles within `distance` metres, and with those that move
    /// and can come so near ([`Obstacle::foreseen`]), wherever the agent goes meanwhile, in order of
    /// id.
    pub fn foreseen(&self, distance: f32, found: &mut Vec<Obstacle<'a>>) {
        if !self.is_moving {
            self.obstacles(distance, found);
            return;
        }
        found.clear();
        let (area, further) = (self.area(distance), self.area(distance + self.pace));
        let near = (self.obstacles.iter()).filter(|(bounds, obstacle)| {
            bounds.touches(area) || (obstacle.comes() && obstacle.foreseen().touches(further))
        });
        found.extend(near.map(|(_, obstacle)| *obstacle));
    }

    /// Adds those who stand still and are walked round to the obstacles within `distance` metres.
    pub fn add_standing(&self, distance: f32, found: &mut Vec<Obstacle<'a>>) {
        self.add(&self.standing, distance, found);
    }

    fn add(&self, from: &[(Bounds, Obstacle<'a>)], distance: f32, found: &mut Vec<Obstacle<'a>>) {
        let area = self.area(distance);
        let near = from.iter().filter(|(bounds, _)| bounds.touches(area));
        found.extend(near.map(|(_, obstacle)| *obstacle));
    }

    fn area(&self, distance: f32) -> Bounds {
        Bounds {
            min: self.center,
            max: self.center,
        }
        .grown(distance)
    }

    /// Fills `found` with the nearest agents (ties by id) whose edge is near enough to the body's
    /// edge and that are in the group asked for, at most as many as behaviours see.
    pub fn neighbors<P: Perception<'a>>(
        &self,
        situation: &Situation<'_, P>,
        around: Around,
        found: &mut Vec<Neighbor>,
    ) {
        found.clear();
        let body = situation.body;
        for Near { percept, kind, way } in &self.agents {
            let limit = around.distance + body.radius + percept.radius;
            if way.length_squared() <= limit * limit
                && around.group.is_none_or(|group| group == kind.group)
            {
                found.push(percept.neighbor_at(body.position + *way));
            }
        }
        let distance_to = |other: &Neighbor| other.position.distance_squared(body.position);
        found.sort_unstable_by(|a, b| {
            distance_to(a)
                .total_cmp(&distance_to(b))
                .then(a.id.cmp(&b.id))
        });
        found.truncate(situation.perception.context().max_neighbors);
    }
}

impl<'a, P: Perception<'a>> Situation<'_, P> {
    /// The largest reach of all methods and behaviours.
    fn reach(&self) -> Reach {
        let context = self.perception.context();
        let body = self.body;
        let mut reach = Reach::default();
        self.reach_of_methods(&mut reach);
        for weighted in &self.profile.behaviors {
            let around = match weighted.behavior {
                Behavior::Separation(around)
                | Behavior::Alignment(around)
                | Behavior::Cohesion(around)
                | Behavior::Queue(around) => around,
                Behavior::FollowLeader(_, parameters) => Around::within(parameters.spacing),
                Behavior::FollowPath { parameters, .. } => {
                    reach.obstacles(parameters.obstacle_reach(body));
                    continue;
                }
                Behavior::Hide { distance, .. } => {
                    reach.obstacles(distance);
                    continue;
                }
                _ => continue,
            };
            reach.agents(around.distance + body.radius + context.usual.radius);
        }
        reach
    }

    fn reach_of_methods(&self, reach: &mut Reach) {
        let context = self.perception.context();
        let body = self.body;
        self.reach_of_guard(reach);
        match &self.profile.obstacle_avoidance {
            ObstacleAvoidance::None => {}
            ObstacleAvoidance::LookAhead(look_ahead) => {
                let fastest = Wish::to_go(Vec2::new(body.limits.max_speed, 0.0), context.dt);
                reach.obstacles(look_ahead.query_distance(body, &fastest));
            }
            ObstacleAvoidance::Custom(method) => self.reach_of_method(&**method, reach),
        }
        match &self.profile.agent_avoidance {
            AgentAvoidance::None => {}
            AgentAvoidance::Sampling(sampling) => {
                reach.obstacles(sampling.distance + 2.0 * body.radius);
                reach.nearest = self.reach_of_edges(sampling.distance);
            }
            AgentAvoidance::Orca(orca) => {
                reach.nearest = self.reach_of_orca(orca);
                let seen = orca.neighbor_reach(body, 0.0, context.fastest) - body.radius;
                reach.obstacles(seen.max(orca.wall_reach(body)));
            }
            AgentAvoidance::Custom(method) => self.reach_of_method(&**method, reach),
        }
    }

    /// How far away the centre of somebody can be whose edge is within `distance` metres of ours (m).
    pub(super) fn reach_of_edges(&self, distance: f32) -> f32 {
        distance + self.body.radius + self.perception.context().usual.radius
    }

    /// How far away the centres of those can be whom ORCA looks at (m).
    pub(super) fn reach_of_orca(&self, orca: &Orca) -> f32 {
        let usual = &self.perception.context().usual;
        orca.neighbor_reach(self.body, 0.0, usual.speed) + usual.radius
    }

    /// How far the guard looks, if there is one.
    fn reach_of_guard(&self, reach: &mut Reach) {
        let context = self.perception.context();
        let guard = Guard::for_extent(context.extent);
        let near = guard.reach(self.body, context.dt);
        reach.guard = near;
        let among_agents = self.profile.agent_avoidance.is_guarded();
        if among_agents || self.profile.obstacle_avoidance.is_guarded() {
            reach.obstacles(near);
        }
        if among_agents {
            reach.agents(near + longest_way(&context.usual, context.dt, &guard));
        }
    }

    fn reach_of_method(&self, method: &dyn Method, reach: &mut Reach) {
        let context = self.perception.context();
        let looks = method.reach(self.body, &context.largest());
        reach.obstacles(looks.obstacles);
        if looks.neighbors > 0.0 {
            reach.agents(self.reach_of_edges(looks.neighbors));
            // Those that hide them.
            reach.obstacles(looks.neighbors + self.body.radius);
        }
    }
}

/// The longest way that one of some agents takes in a step of `dt` seconds and in braking after it,
/// with its radius and the skins (m).
pub(super) fn longest_way(agents: &Extremes, dt: f32, guard: &Guard) -> f32 {
    agents.speed * dt + agents.braking + agents.radius + 2.0 * guard.skin
}
