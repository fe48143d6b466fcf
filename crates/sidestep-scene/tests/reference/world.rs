//! A world without an index, a batch or a cache: naive loops over everything, and only public functions.
//!
//! It shows what [`World`](sidestep::world::World) may do and no more: gather, ask walkers, move what follows. An engine with a store
//! of its own begins like this.

use std::collections::BTreeMap;

use sidestep::Vec2;
use sidestep::avoid::Obstacle;
use sidestep::avoid::detour::{BarrierKind, Blocker};
use sidestep::avoid::guard::Guard;
use sidestep::contact::{Disc, Touching, push_apart};
use sidestep::geometry::{Bounds, Circle};
use sidestep::motion::Body;
use sidestep::space::{Clusters, Filter, Topology};
use sidestep::walker::{
    AgentId, DecideScratch, Link, MarkerId, MarkerState, Memory, ObstacleId, OnArrival, Percept,
    Perception, Profile, StepContext, StillChange, Walker, WayScratch, Waypoint,
};
use sidestep::world::{AgentSpec, ObstacleSpec, WorldSettings};

pub struct Row {
    pub id: AgentId,
    pub body: Body,
    pub profile: Profile,
    pub memory: Memory,
    force: Vec2,
    previous: Vec2,
}

impl Row {
    fn walker(&self) -> Walker<'_> {
        Walker {
            id: self.id,
            body: &self.body,
            profile: &self.profile,
        }
    }

    fn split(&mut self) -> (Walker<'_>, &mut Memory) {
        (
            Walker {
                id: self.id,
                body: &self.body,
                profile: &self.profile,
            },
            &mut self.memory,
        )
    }

    fn settles(&self) -> bool {
        self.profile.is_steered() && !self.memory.is_in_the_air()
    }
}

pub struct Marker {
    pub position: Vec2,
    previous: Vec2,
    velocity: Vec2,
}

pub struct ReferenceWorld {
    pub time: f64,
    pub agents: Vec<Row>,
    pub obstacles: BTreeMap<ObstacleId, (ObstacleSpec, Vec2)>,
    pub markers: Vec<Marker>,
    pub links: Vec<Link>,
    settings: WorldSettings,
    clusters: Clusters,
}

/// What everybody sees at one moment.
struct Picture<'a> {
    context: StepContext,
    percepts: Vec<Percept>,
    world: &'a ReferenceWorld,
}

impl<'a> Perception<'a> for &'a Picture<'a> {
    fn context(&self) -> &StepContext {
        &self.context
    }

    fn agent(&self, id: AgentId) -> Option<&'a Percept> {
        self.percepts.iter().find(|percept| percept.id == id)
    }

    fn agents_within(&self, center: Vec2, distance: f32, mut visit: impl FnMut(&'a Percept, Vec2)) {
        let topology = self.context.topology;
        for percept in &self.percepts {
            for image in images(topology) {
                let local = center - image;
                let way = percept.body.position - local;
                let nearest = topology.between(local, percept.body.position);
                if way.length_squared() <= distance * distance && way.abs_diff_eq(nearest, 1e-3) {
                    visit(percept, way);
                }
            }
        }
    }

    fn obstacles(&self, area: Bounds, filter: &Filter, found: &mut Vec<Obstacle<'a>>) {
        self.world.touching(area, filter, found);
    }

    fn clusters(&self) -> &'a Clusters {
        &self.world.clusters
    }

    fn marker(&self, id: MarkerId) -> Option<MarkerState> {
        let marker = self.world.markers.get(id.0 as usize)?;
        Some(MarkerState {
            position: marker.position,
            velocity: marker.velocity,
        })
    }

    fn links(&self) -> &'a [Link] {
        &self.world.links
    }
}

impl ReferenceWorld {
    pub fn new(settings: WorldSettings, agents: Vec<AgentSpec>, links: &[Link]) -> Self {
        let mut clusters = Clusters::new(0.1, settings.topology);
        let agents = agents.into_iter().map(
            |AgentSpec {
                 id,
                 mut body,
                 profile,
             }| {
                let width = 2.0 * (body.radius + profile.detouring.clearance());
                clusters.set_width(width.max(clusters.width()));
                body.position = settings.topology.wrap(body.position);
                Row {
                    id: id.expect("an id"),
                    memory: Memory::new(&profile, 0.0),
                    force: Vec2::ZERO,
                    previous: body.position,
                    body,
                    profile,
                }
            },
        );
        let agents = agents.collect();
        Self {
            time: 0.0,
            agents,
            obstacles: BTreeMap::new(),
            markers: Vec::new(),
            links: links.to_vec(),
            settings,
            clusters,
        }
    }

    pub fn insert_marker(&mut self, position: Vec2) {
        self.markers.push(Marker {
            position,
            previous: position,
            velocity: Vec2::ZERO,
        });
    }

    /// Puts an obstacle in, takes it out, or says where it is now.
    pub fn set_obstacle(&mut self, id: ObstacleId, now: Option<(ObstacleSpec, Vec2)>) {
        let name = Blocker::Obstacle(id.0);
        let before = self.obstacles.remove(&id);
        let Some((spec, offset)) = now else {
            self.clusters.remove(name);
            return;
        };
        if before.is_none_or(|(_, was)| was != offset) {
            let kind = if spec.temporary {
                BarrierKind::Temporary
            } else {
                BarrierKind::Permanent
            };
            self.clusters
                .insert(name, kind, &spec.shape, offset, spec.filter);
        }
        self.obstacles.insert(id, (spec, offset));
    }

    fn touching<'a>(&'a self, area: Bounds, filter: &Filter, found: &mut Vec<Obstacle<'a>>) {
        found.clear();
        let topology = self.settings.topology;
        for (id, (spec, offset)) in &self.obstacles {
            let bounds = spec.shape.bounds();
            let place = *offset + topology.laps_back(bounds.min.midpoint(bounds.max) + *offset);
            for image in images(topology) {
                if bounds.moved(place).touches(area.moved(-image)) && filter.meets(&spec.filter) {
                    found.push(Obstacle {
                        name: Blocker::Obstacle(id.0),
                        shape: &spec.shape,
                        offset: place + image,
                    });
                }
            }
        }
    }

    fn look(&self, dt: f32) -> Picture<'_> {
        let percepts: Vec<_> = self
            .agents
            .iter()
            .map(|row| row.walker().percept(&row.memory))
            .collect();
        let mut context = StepContext::new(self.time, dt);
        context.topology = self.settings.topology;
        context.seed = self.settings.seed;
        percepts
            .iter()
            .for_each(|percept| context.admit(&percept.body));
        for (spec, offset) in self.obstacles.values() {
            context.admit_obstacle(&Obstacle {
                name: Blocker::Obstacle(0),
                shape: &spec.shape,
                offset: *offset,
            });
        }
        Picture {
            context,
            percepts,
            world: self,
        }
    }

    /// Lets `work` change all agents one after the other; all see the world as it is now.
    fn for_each(&mut self, dt: f32, mut work: impl FnMut(&mut Row, &Picture<'_>)) {
        let mut agents = std::mem::take(&mut self.agents);
        let mut picture = self.look(dt);
        picture.percepts = agents
            .iter()
            .map(|row| row.walker().percept(&row.memory))
            .collect();
        picture
            .percepts
            .iter()
            .for_each(|percept| picture.context.admit(&percept.body));
        agents.iter_mut().for_each(|row| work(row, &picture));
        self.agents = agents;
    }

    pub fn step(&mut self, dt: f32) {
        for marker in &mut self.markers {
            let way = (self.settings.topology).between(marker.previous, marker.position);
            marker.velocity = way / dt;
            marker.previous = marker.position;
        }
        let parts = (dt / self.settings.max_substep).ceil().max(1.0);
        (0..parts as u32).for_each(|_| self.substep(dt / parts));
    }

    fn substep(&mut self, dt: f32) {
        let mut extent = 0.0;
        self.for_each(dt, |row, picture| {
            extent = picture.context.extent;
            let (walker, memory) = row.split();
            walker.advance_goals(&picture, memory, dt, |_| ());
            let mut scratch = WayScratch::default();
            walker.take_aim(&picture, memory, &mut scratch);
            walker.find_way(&picture, Waypoint::None, memory, &mut scratch, &mut ());
            row.force = walker.decide(&picture, memory, &mut DecideScratch::default(), &mut ());
        });
        self.advance(dt);
        if self.settings.settle {
            self.settle(Guard::for_extent(extent).skin, dt);
        }
        for row in &mut self.agents {
            row.body.position = self.settings.topology.wrap(row.body.position);
        }
        self.report(dt);
    }

    fn advance(&mut self, dt: f32) {
        for (id, (spec, offset)) in self.obstacles.clone() {
            let moved = offset + spec.velocity * dt;
            if spec.velocity != Vec2::ZERO {
                self.set_obstacle(id, Some((spec, moved)));
            }
        }
        self.time += f64::from(dt);
        self.for_each(dt, |row, picture| {
            row.previous = row.body.position;
            if row.memory.is_in_the_air() {
                if row.memory.fly(&mut row.body, dt) {
                    let place = row
                        .walker()
                        .free_place(&picture, &row.memory, row.body.position);
                    (row.body.position, row.previous) = (place, place);
                    row.memory.land();
                }
            } else if row.profile.is_steered() {
                row.body.advance(row.force, dt);
            } else {
                row.body.position += row.body.velocity * dt;
            }
        });
    }

    fn settle(&mut self, skin: f32, dt: f32) {
        let topology = self.settings.topology;
        let slide = |row: &Row, picture: &Picture<'_>, start: Vec2, way: Vec2| {
            let (disc, mut found) = (
                Disc {
                    radius: row.body.radius,
                    skin,
                },
                Vec::new(),
            );
            picture.world.touching(
                disc.area(start, start + way),
                &row.profile.filter,
                &mut found,
            );
            disc.slide(start, way, &found)
        };
        self.for_each(dt, |row, picture| {
            if row.settles() {
                row.body.position =
                    slide(row, picture, row.previous, row.body.position - row.previous);
            }
        });
        let meets = |row: &Row, other: &Row| {
            let way = topology.between(
                topology.wrap(row.body.position),
                topology.wrap(other.body.position),
            );
            let sum = 1.5 * (row.body.radius + other.body.radius);
            let sees = row
                .walker()
                .filter(&row.memory)
                .meets(&other.walker().filter(&other.memory));
            row.id != other.id && sees && way.length_squared() < sum * sum
        };
        let rows = 0..self.agents.len();
        let near: Vec<Vec<usize>> = (self.agents.iter())
            .map(|row| {
                rows.clone()
                    .filter(|&other| meets(row, &self.agents[other]))
                    .collect()
            })
            .collect();
        for _ in 0..self.settings.settle_passes {
            let push = |row: &Row, near: &Vec<usize>| {
                let touching =
                    near.iter()
                        .map(|&other| &self.agents[other])
                        .map(|other| Touching {
                            id: other.id.0,
                            body: &other.body,
                            way: topology.between(row.body.position, other.body.position),
                            gives_way: other.profile.is_steered(),
                        });
                if row.profile.is_steered() {
                    push_apart(row.id.0, &row.body, touching)
                } else {
                    Vec2::ZERO
                }
            };
            let mut pushes = self
                .agents
                .iter()
                .zip(&near)
                .map(|(row, near)| push(row, near))
                .collect::<Vec<_>>()
                .into_iter();
            self.for_each(dt, |row, picture| match pushes.next() {
                Some(push) if push != Vec2::ZERO => {
                    row.body.position = slide(row, picture, row.body.position, push)
                }
                _ => {}
            });
        }
        self.for_each(dt, |row, picture| {
            if row.settles() {
                let (disc, mut found) = (
                    Disc {
                        radius: row.body.radius,
                        skin,
                    },
                    Vec::new(),
                );
                let (start, end) = (row.previous, row.body.position);
                picture
                    .world
                    .touching(disc.area(start, end), &row.profile.filter, &mut found);
                row.body.position = disc.straight(start, end, &found);
                let moved = row.body.position - row.previous;
                if moved.distance_squared(row.body.velocity * dt) > 1e-10 {
                    row.body.velocity = (moved / dt).clamp_length_max(row.body.speed());
                }
            }
        });
    }

    fn report(&mut self, dt: f32) {
        for row in &mut self.agents {
            let (walker, memory) = row.split();
            let name = Blocker::Agent(walker.id.0);
            match walker.watch_standing(memory, dt) {
                Some(StillChange::Stands(place)) => {
                    let disc = Circle::new(Vec2::ZERO, walker.body.radius).expect("a disc");
                    self.clusters.insert(
                        name,
                        BarrierKind::Temporary,
                        &disc.into(),
                        place,
                        walker.profile.filter,
                    );
                }
                Some(StillChange::Goes) => drop(self.clusters.remove(name)),
                None => {}
            }
        }
        self.for_each(dt, |row, picture| {
            let (walker, memory) = row.split();
            walker.advance_goals(&picture, memory, 0.0, |_| ());
        });
        let (clusters, agents) = (&mut self.clusters, &mut self.agents);
        agents.retain(|row| {
            let leaves = row.memory.has_arrived() && row.profile.on_arrival == OnArrival::Remove;
            if leaves {
                clusters.remove(Blocker::Agent(row.id.0));
            }
            !leaves
        });
    }
}

fn images(topology: Topology) -> impl Iterator<Item = Vec2> {
    let (laps, size) = match topology {
        Topology::Open => (0, Vec2::ZERO),
        Topology::Torus { min, max } => (2, max - min),
    };
    (-laps..=laps).flat_map(move |row| {
        (-laps..=laps).map(move |column| Vec2::new(column as f32, row as f32) * size)
    })
}
