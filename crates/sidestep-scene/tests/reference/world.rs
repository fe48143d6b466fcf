//! A world without an index, a batch or a cache: naive loops over everything, and only public
//! functions.
//!
//! Formations, too, keep together here by what they say themselves, as engines with a store of their
//! own let them.
//!
//! It shows what [`World`](sidestep::world::World) may do and no more: gather, ask walkers, move
//! what follows. An engine with a store of its own begins like this.

use std::collections::{BTreeMap, BTreeSet};

use sidestep::Vec2;
use sidestep::avoid::detour::{BarrierKind, Blocker};
use sidestep::avoid::{FORESIGHT, Obstacle, VelocityChange};
use sidestep::formation::{Anchor, Formation, FormationSpec, Marcher, Order, Room, Surrounds};
use sidestep::geometry::Bounds;
use sidestep::motion::Body;
use sidestep::space::{Clusters, Filter};
use sidestep::walker::{
    AgentId, Comrade, DecideScratch, Goal, Kinds, Link, MarkerId, MarkerState, Memory, ObstacleId,
    OnArrival, Percept, Perception, Profile, Slider, StepContext, StillChange, Walker, WayScratch,
    Waypoint,
};
use sidestep::world::{AgentSpec, ObstacleSpec, WorldSettings};

pub struct Row {
    pub id: AgentId,
    pub body: Body,
    /// In a formation its goal is what that says.
    pub profile: Profile,
    /// Its own goals, put aside while it is in a formation.
    pub own: Option<Vec<Goal>>,
    pub memory: Memory,
    force: Vec2,
    /// Where its move began (m).
    start: Vec2,
}

impl Row {
    fn new(spec: AgentSpec) -> Self {
        Self {
            id: spec.id.expect("an id"),
            body: spec.body,
            memory: Memory::new(&spec.profile, 0.0),
            own: None,
            profile: spec.profile,
            force: Vec2::ZERO,
            start: spec.body.position,
        }
    }

    fn split(&mut self) -> (Walker<'_>, &mut Memory) {
        let (id, body, profile) = (self.id, &self.body, &self.profile);
        (Walker::new(id, body, profile), &mut self.memory)
    }

    fn walker(&self) -> Walker<'_> {
        let (id, body, profile) = (self.id, &self.body, &self.profile);
        Walker::new(id, body, profile)
    }
}

/// What everybody perceives.
pub struct Around {
    context: StepContext,
    percepts: Vec<Percept>,
    kinds: Kinds,
    /// What was said about each obstacle, and how far it has moved (m).
    pub obstacles: BTreeMap<ObstacleId, (ObstacleSpec, Vec2)>,
    /// Those that came or moved since anybody was told.
    put: BTreeSet<ObstacleId>,
    /// How its velocity will change, for those of whom that is known.
    pub changes: BTreeMap<ObstacleId, Vec<VelocityChange>>,
    clusters: Clusters,
    /// The markers, and where each was a step ago (m).
    pub markers: Vec<(MarkerState, Vec2)>,
    links: Vec<Link>,
    formations: Vec<Formation>,
    settings: WorldSettings,
}

impl<'a> Perception<'a> for &'a Around {
    fn context(&self) -> &StepContext {
        &self.context
    }

    fn kinds(&self) -> &'a Kinds {
        &self.kinds
    }

    fn agent(&self, id: AgentId) -> Option<&'a Percept> {
        self.percepts.iter().find(|percept| percept.id == id)
    }

    fn agents_within(&self, center: Vec2, distance: f32, mut visit: impl FnMut(&'a Percept, Vec2)) {
        let topology = self.context.topology;
        let (min, max) = (center, center);
        topology.images(Bounds { min, max }.grown(distance), |image| {
            let local = center - image;
            for percept in &self.percepts {
                let way = percept.position - local;
                let nearest = topology.between(local, percept.position);
                if way.length_squared() <= distance * distance && way.abs_diff_eq(nearest, 1e-3) {
                    visit(percept, way);
                }
            }
        });
    }

    fn obstacles(&self, area: Bounds, filter: &Filter, found: &mut Vec<Obstacle<'a>>) {
        found.clear();
        let topology = self.settings.topology;
        for (id, (spec, offset)) in &self.obstacles {
            let bounds = spec.shape.bounds();
            let place = *offset + topology.laps_back(bounds.min.midpoint(bounds.max) + *offset);
            // An obstacle may stick out of the image that it stands in.
            let changes = self.changes.get(id).map_or(&[][..], Vec::as_slice);
            let speed = (changes.iter().map(|it| it.velocity)).chain([spec.velocity]);
            let speed = speed.map(Vec2::length).fold(0.0, f32::max);
            let foreseen = (speed * FORESIGHT).min(30.0);
            let reach = (bounds.max - bounds.min).max_element() + foreseen;
            topology.images(area.grown(reach), |image| {
                let mut obstacle = Obstacle::new(id.0, &spec.shape);
                (obstacle.offset, obstacle.velocity) = (place, spec.velocity);
                obstacle.temporary = spec.temporary;
                obstacle.changes = changes;
                if obstacle.foreseen().touches(area.moved(-image)) && filter.meets(&spec.filter) {
                    obstacle.offset += image;
                    found.push(obstacle);
                }
            });
        }
    }

    fn moves(&self, id: ObstacleId) -> bool {
        (self.obstacles.get(&id)).is_some_and(|(spec, _)| spec.velocity != Vec2::ZERO)
    }

    fn clusters(&self) -> &'a Clusters {
        &self.clusters
    }

    fn marker(&self, id: MarkerId) -> Option<MarkerState> {
        Some(self.markers.get(id.0 as usize)?.0)
    }

    fn links(&self) -> &'a [Link] {
        &self.links
    }

    fn has_comrades(&self) -> bool {
        !self.formations.is_empty()
    }

    fn speed_share(&self, id: AgentId) -> f32 {
        let led = self.formations.iter();
        let led = led.filter(|it| it.spec().anchor == Anchor::Leader(id));
        led.map(Formation::leader_share).fold(1.0, f32::min)
    }

    fn comrade(&self, one: AgentId, other: AgentId) -> Option<Comrade> {
        let is_in = |id: AgentId, formation: &&Formation| formation.spec().members.contains(&id);
        let of = |id| {
            self.formations
                .iter()
                .position(|formation| is_in(id, &formation))
        };
        let leads = |id, formation: Option<usize>| {
            formation.is_some_and(|it| self.formations[it].spec().anchor == Anchor::Leader(id))
        };
        let (ours, theirs) = (of(one), of(other));
        if ours.is_some() && ours == theirs {
            Some(Comrade::Mate)
        } else if leads(other, ours) {
            Some(Comrade::Leader)
        } else {
            leads(one, theirs).then_some(Comrade::Follower)
        }
    }

    fn has_slot(&self, id: AgentId) -> bool {
        (self.formations.iter()).any(|formation| formation.spec().members.contains(&id))
    }
}

impl Around {
    /// Puts an obstacle in, takes it out, or says where it is now.
    pub fn set_obstacle(&mut self, id: ObstacleId, now: Option<(ObstacleSpec, Vec2)>) {
        let name = Blocker::Obstacle(id.0);
        let before = self.obstacles.remove(&id);
        let Some((spec, offset)) = now else {
            self.clusters.remove(name);
            return;
        };
        if before.is_none_or(|(_, was)| was != offset) {
            let kind = BarrierKind::of(spec.temporary);
            (self.clusters).insert(name, kind, &spec.shape, offset, spec.filter);
            self.put.insert(id);
        }
        self.obstacles.insert(id, (spec, offset));
    }

    fn look(&mut self, agents: &[Row], dt: f32) {
        let mut kinds = Kinds::default();
        let percepts = (agents.iter()).map(|row| row.walker().percept(&row.memory, &mut kinds));
        self.percepts = percepts.collect();
        self.kinds = kinds;
        let (topology, seed) = (self.settings.topology, self.settings.seed);
        let context = StepContext::new(self.context.time, dt);
        self.context = StepContext {
            topology,
            seed,
            ..context
        };
        agents.iter().for_each(|row| self.context.admit(&row.body));
        let shapes = self.obstacles.values().map(|(spec, _)| &spec.shape);
        shapes.for_each(|shape| self.context.admit_shape(shape));
        let moves = |(spec, _): &(ObstacleSpec, Vec2)| spec.velocity != Vec2::ZERO;
        let announced = self.changes.values().any(|changes| !changes.is_empty());
        self.context.obstacles_move = announced || self.obstacles.values().any(moves);
    }

    /// Tells those who could be at an obstacle within four seconds that it was put there.
    fn tell(&mut self, agents: &mut [Row]) {
        let put = std::mem::take(&mut self.put);
        let put = put.iter().filter_map(|id| self.obstacles.get(id));
        let put: Vec<_> = put
            .filter(|(spec, _)| spec.velocity == Vec2::ZERO)
            .collect();
        let (usual, topology) = (self.context.usual, self.context.topology);
        let all = put.len() > agents.len();
        for row in agents {
            let at = row.body.position;
            let is_near = |(spec, offset): &&(ObstacleSpec, Vec2)| {
                let hull = spec.shape.hull(*offset);
                let near = hull.bounding_radius() + (4.0 * usual.speed + usual.radius);
                topology
                    .between(topology.wrap(hull.center()), at)
                    .length_squared()
                    <= near * near
            };
            if all || put.iter().any(is_near) {
                row.memory.notice_obstacle();
            }
        }
    }
}

/// What formations ask about walls: a look at all of them.
struct Walls<'a>(&'a Around, Filter);

impl Room for Walls<'_> {
    fn free_way(&mut self, from: Vec2, way: Vec2, radius: f32) -> f32 {
        let length = way.length();
        let Some(direction) = way.try_normalize() else {
            return length;
        };
        let (min, max) = (from.min(from + way), from.max(from + way));
        let mut found = Vec::new();
        let area = Bounds { min, max }.grown(radius);
        (&self.0).obstacles(area, &self.1, &mut found);
        let mut free = length;
        for obstacle in found {
            let Blocker::Obstacle(id) = obstacle.name else {
                continue;
            };
            let (spec, _) = &self.0.obstacles[&ObstacleId(id)];
            if !spec.temporary && spec.velocity == Vec2::ZERO {
                let hit = obstacle.hull().sweep(from, direction, radius, length);
                free = free.min(hit.map_or(length, |hit| hit.distance));
            }
        }
        free
    }
}

pub struct ReferenceWorld {
    pub agents: Vec<Row>,
    pub around: Around,
}

impl ReferenceWorld {
    pub fn new(
        settings: WorldSettings,
        agents: Vec<AgentSpec>,
        links: &[Link],
        formations: Vec<FormationSpec>,
    ) -> Self {
        let mut agents: Vec<Row> = agents.into_iter().map(Row::new).collect();
        for row in &mut agents {
            if formations.iter().any(|it| it.members.contains(&row.id)) {
                let stay = Goal::point(row.body.position, row.body.radius);
                row.own = Some(std::mem::replace(&mut row.profile.goals, vec![stay]));
                row.memory.begin_goals(0.0);
            }
        }
        let widths = agents.iter().map(|row| row.walker().width());
        let around = Around {
            context: StepContext::default(),
            percepts: Vec::new(),
            kinds: Kinds::default(),
            obstacles: BTreeMap::new(),
            put: BTreeSet::new(),
            changes: BTreeMap::new(),
            clusters: Clusters::new(widths.fold(0.1, f32::max), settings.topology),
            markers: Vec::new(),
            links: links.to_vec(),
            formations: formations.into_iter().map(Formation::new).collect(),
            settings,
        };
        Self { agents, around }
    }

    pub fn step(&mut self, dt: f32) {
        for (marker, previous) in &mut self.around.markers {
            let way = (self.around.settings.topology).between(*previous, marker.position);
            (marker.velocity, *previous) = (way / dt, marker.position);
        }
        let parts = (dt / self.around.settings.max_substep).ceil().max(1.0);
        (0..parts as u32).for_each(|_| self.substep(dt / parts));
    }

    /// Tells the members of formations where to go.
    fn form(&mut self, dt: f32) {
        let mut formations = std::mem::take(&mut self.around.formations);
        for formation in &mut formations {
            let spec = formation.spec().clone();
            let find = |id: AgentId| self.agents.iter().position(|row| row.id == id);
            let leader = spec.anchor.leader().and_then(find);
            let rows: Vec<usize> = spec.members.iter().filter_map(|id| find(*id)).collect();
            let Some(seen) = leader.or(rows.first().copied()) else {
                continue;
            };
            let marcher = |&row: &usize| Marcher {
                body: self.agents[row].body,
                stands: self.agents[row].memory.has_arrived(),
            };
            let members: Vec<Marcher> = rows.iter().map(marcher).collect();
            let surrounds = Surrounds {
                leader: leader.map(|row| self.agents[row].body),
                topology: self.around.settings.topology,
                dt,
            };
            let seen = &self.agents[seen];
            let mut walls = Walls(&self.around, seen.walker().standing_filter(&seen.memory));
            let mut orders = Vec::new();
            formation.advance(&surrounds, &members, &mut walls, |member, order| {
                orders.push((rows[member], order));
            });
            for (row, order) in orders {
                let Order::Go { goal, moves } = order else {
                    continue;
                };
                let row = &mut self.agents[row];
                row.profile.goals = vec![goal];
                if row.memory.has_arrived() {
                    row.memory.begin_goals(self.around.context.time);
                } else if moves {
                    row.memory.forget_progress();
                }
            }
        }
        for formation in formations.iter().filter(|it| it.leader_share() < 1.0) {
            let leader = formation.spec().anchor.leader();
            let leads = |row: &&mut Row| Some(row.id) == leader;
            if let Some(row) = self.agents.iter_mut().find(leads) {
                row.memory.forget_progress();
            }
        }
        self.around.formations = formations;
    }

    fn substep(&mut self, dt: f32) {
        self.around.look(&self.agents, dt);
        self.around.tell(&mut self.agents);
        self.form(dt);
        let around = &self.around;
        for row in &mut self.agents {
            let (walker, memory) = row.split();
            walker.advance_goals(&around, memory, dt, |_| ());
            let mut scratch = WayScratch::default();
            walker.take_aim(&around, memory, &mut scratch);
            walker.find_way(&around, Waypoint::None, memory, &mut scratch, &mut ());
            row.force = walker.decide(&around, memory, &mut DecideScratch::default(), &mut ());
        }
        for index in 0..self.agents.len() {
            let by = self.agents[index].id;
            if let Some(met) = self.agents[index].memory.take_newly_met()
                && let Some(other) = self.agents.iter_mut().find(|other| other.id == met)
            {
                other.memory.be_met(by);
            }
        }
        for (id, (spec, offset)) in self.around.obstacles.clone() {
            let moved = offset + spec.velocity * dt;
            (self.around).set_obstacle(id, Some((spec, moved)));
        }
        self.around.context.time += f64::from(dt);
        for row in &mut self.agents {
            let force = row.force;
            let (walker, memory) = row.split();
            let advanced = walker.advance(&&self.around, memory, force, |_| ());
            (row.body, row.start) = (advanced.body, advanced.start);
        }
        if self.around.settings.settle {
            self.settle();
        }
        for row in &mut self.agents {
            row.body.position = self.around.settings.topology.wrap(row.body.position);
        }
        self.report(dt);
    }

    fn settle(&mut self) {
        let around = &self.around;
        let topology = around.settings.topology;
        let mut slider = Slider::new(&around);
        let on_feet = |row: &&mut Row| row.walker().is_on_its_feet(&row.memory);
        for row in self.agents.iter_mut().filter(on_feet) {
            let way = row.body.position - row.start;
            row.body.position = slider.slide(&row.walker(), &row.memory, row.start, way);
        }
        let touches = |row: &Row, other: &Row| {
            let [from, to] = [row, other].map(|row| topology.wrap(row.body.position));
            let (way, other) = (topology.between(from, to), (&other.walker(), &other.memory));
            row.walker().may_touch(&row.memory, other, way)
        };
        let list = |row| {
            let touched = |other: &usize| touches(row, &self.agents[*other]);
            (0..self.agents.len()).filter(touched).collect()
        };
        let near: Vec<Vec<usize>> = self.agents.iter().map(list).collect();
        for _ in 0..self.around.settings.settle_passes {
            let push = |(row, near): (&Row, &Vec<usize>)| {
                let others = near.iter().map(|&other| self.agents[other].walker());
                row.walker().push_apart(topology, others)
            };
            let pushes: Vec<Vec2> = self.agents.iter().zip(&near).map(push).collect();
            for (row, push) in self.agents.iter_mut().zip(pushes) {
                if push != Vec2::ZERO {
                    let start = row.body.position;
                    row.body.position = slider.slide(&row.walker(), &row.memory, start, push);
                }
            }
        }
        for row in self.agents.iter_mut().filter(on_feet) {
            let end = row.body.position;
            let settled = slider.finish(&row.walker(), &row.memory, row.start, end);
            (row.body.position, row.start) = (settled.position, settled.start);
            row.body.velocity = slider.velocity(&row.walker(), &row.memory, row.start);
        }
    }

    fn report(&mut self, dt: f32) {
        for row in &mut self.agents {
            let (walker, memory) = row.split();
            if let Some(change) = walker.watch_standing(memory, dt) {
                change.apply(&walker, memory, &mut self.around.clusters);
            }
        }
        self.around.look(&self.agents, dt);
        let patience = self.around.settings.stuck_seconds;
        for row in &mut self.agents {
            let (walker, memory) = row.split();
            if !walker.advance_goals(&&self.around, memory, 0.0, |_| ()) {
                walker.watch_progress(memory, patience, dt);
                walker.watch_rest(&&self.around, memory);
            }
        }
        let clusters = &mut self.around.clusters;
        let mut gone = Vec::new();
        self.agents.retain(|row| {
            let leaves = row.memory.has_arrived()
                && row.profile.on_arrival == OnArrival::Remove
                && row.own.is_none();
            if leaves {
                StillChange::Goes.apply(&row.walker(), &row.memory, clusters);
                gone.push((row.id, row.profile.goals.clone(), row.memory.goal()));
            }
            !leaves
        });
        for (id, goals, reached) in gone {
            let left = reached.min(goals.len().saturating_sub(1));
            self.succeed(id, &goals[left..]);
        }
    }

    /// Puts the foremost member in the place of a leader who has gone, with its own goals or else
    /// with those that the leader had left.
    fn succeed(&mut self, gone: AgentId, left: &[Goal]) {
        let (agents, time) = (&mut self.agents, self.around.context.time);
        self.around.formations.retain_mut(|formation| {
            if formation.spec().anchor != Anchor::Leader(gone) {
                return true;
            }
            let Some(id) = formation.successor() else {
                return false;
            };
            let row = agents.iter_mut().find(|row| row.id == id);
            let row = row.expect("a member is in the world");
            let own = row.own.take().unwrap_or_default();
            row.profile.goals = if own.is_empty() { left.to_vec() } else { own };
            row.memory.begin_goals(time);
            formation.follow(id, row.body.position);
            true
        });
    }
}
