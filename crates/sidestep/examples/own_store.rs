//! People in an engine's own rows, without `World`: two groups change places past a pillar, a heap of crates and each other.

use std::error::Error;

// #region store
use sidestep::Vec2;
use sidestep::avoid::detour::BarrierKind;
use sidestep::avoid::{Blocker, Obstacle};
use sidestep::geometry::{Bounds, Circle, ConvexPolygon, Shape};
use sidestep::motion::Body;
use sidestep::space::{Clusters, Filter, Topology};
use sidestep::walker::{
    AgentId, DecideScratch, Goal, Link, MarkerId, MarkerState, Memory, Percept, Perception,
    Profile, StepContext, StillChange, Walker, WayScratch, Waypoint,
};

/// One row of the engine's own store.
struct Person {
    body: Body,
    profile: Profile, // goals, behaviours, methods: here the defaults for its radius
    memory: Memory,   // plain data, kept from step to step
}

struct Game {
    time: f64,
    people: Vec<Person>,
    obstacles: Vec<(Shape, BarrierKind)>, // pillars are permanent, crates temporary
    clusters: Clusters,                   // what can be walked round, kept as it comes and goes
}

/// What everybody sees during one step. A large game answers from the engine's own index.
struct Seen<'a> {
    context: StepContext,
    people: &'a [Percept],
    obstacles: &'a [(Shape, BarrierKind)],
    clusters: &'a Clusters,
}

impl<'a> Perception<'a> for Seen<'a> {
    fn context(&self) -> &StepContext {
        &self.context
    }
    fn agent(&self, id: AgentId) -> Option<&'a Percept> {
        self.people.get(id.0 as usize)
    }
    fn agents_within(&self, center: Vec2, distance: f32, mut visit: impl FnMut(&'a Percept, Vec2)) {
        for percept in self.people {
            let way = percept.body.position - center;
            if way.length() <= distance {
                visit(percept, way);
            }
        }
    }
    fn obstacles(&self, area: Bounds, _: &Filter, found: &mut Vec<Obstacle<'a>>) {
        found.clear();
        for (id, (shape, _)) in self.obstacles.iter().enumerate() {
            if shape.bounds().touches(area) {
                found.push(Obstacle::new(id as u32, shape));
            }
        }
    }
    fn clusters(&self) -> &'a Clusters {
        self.clusters
    }
    fn marker(&self, _: MarkerId) -> Option<MarkerState> {
        None // points that the game moves, to aim at
    }
    fn links(&self) -> &'a [Link] {
        &[] // jumps that a blocked agent may take
    }
}

impl Person {
    fn parts(&mut self, id: usize) -> (Walker<'_>, &mut Memory) {
        let (id, body, profile) = (AgentId(id as u64), &self.body, &self.profile);
        (Walker { id, body, profile }, &mut self.memory)
    }
}

impl Game {
    fn insert(&mut self, shape: Shape, kind: BarrierKind) {
        let name = Blocker::Obstacle(self.obstacles.len() as u32);
        (self.clusters).insert(name, kind, &shape, Vec2::ZERO, Filter::default());
        self.obstacles.push((shape, kind));
    }

    fn step(&mut self, dt: f32) {
        // Everybody decides on the same picture: the state at the start of the step.
        let mut context = StepContext::new(self.time, dt);
        for (shape, _) in &self.obstacles {
            context.admit_obstacle(&Obstacle::new(0, shape));
        }
        let mut people = Vec::new();
        for (id, person) in self.people.iter_mut().enumerate() {
            let (walker, memory) = person.parts(id);
            context.admit(walker.body);
            people.push(walker.percept(memory));
        }
        let (people, obstacles, clusters) = (&people[..], &self.obstacles[..], &self.clusters);
        let seen = Seen {
            context,
            people,
            obstacles,
            clusters,
        };
        let (mut ways, mut work) = (WayScratch::default(), DecideScratch::default());
        for (id, person) in self.people.iter_mut().enumerate() {
            let (walker, memory) = person.parts(id);
            walker.advance_goals(&seen, memory, dt, |_event| ());
            walker.take_aim(&seen, memory, &mut ways);
            // A corner of the engine's own path would go in here.
            walker.find_way(&seen, Waypoint::None, memory, &mut ways, &mut ());
            let force = walker.decide(&seen, memory, &mut work, &mut ());
            person.body.advance(force, dt);
        }
        // Who stands still is walked round from now on.
        for (id, person) in self.people.iter_mut().enumerate() {
            let (walker, memory) = person.parts(id);
            let (name, radius) = (Blocker::Agent(id as u64), walker.body.radius);
            match walker.watch_standing(memory, dt) {
                Some(StillChange::Stands(place)) => {
                    let disc = Circle::new(Vec2::ZERO, radius)
                        .expect("a checked radius")
                        .into();
                    let filter = walker.filter(memory);
                    (self.clusters).insert(name, BarrierKind::Temporary, &disc, place, filter);
                }
                Some(StillChange::Goes) => drop(self.clusters.remove(name)),
                None => {}
            }
        }
        self.time += f64::from(dt);
    }
}
// #endregion store

fn main() -> Result<(), Box<dyn Error>> {
    let mut game = Game {
        time: 0.0,
        people: Vec::new(),
        obstacles: Vec::new(),
        clusters: Clusters::new(0.1, Topology::Open),
    };
    for row in 0..6 {
        let y = 1.2 * row as f32 - 3.0;
        for x in [-9.0, 9.0] {
            let body = Body::new(Vec2::new(x, y), 0.35, 1.4);
            let mut profile = Profile::for_body(&body);
            profile.goals = vec![Goal::point(Vec2::new(-x, y), 0.3)];
            // Gaps through which the widest body doesn't fit are closed.
            let width = 2.0 * (body.radius + profile.detouring.clearance());
            game.clusters.set_width(width.max(game.clusters.width()));
            let memory = Memory::new(&profile, game.time);
            game.people.push(Person {
                body,
                profile,
                memory,
            });
        }
    }
    let pillar = Circle::new(Vec2::new(0.0, 3.0), 0.8)?;
    game.insert(pillar.into(), BarrierKind::Permanent);
    // A dead end that is open to the left.
    for (center, size) in [
        ((1.0, 0.0), (0.5, 3.0)),
        ((0.0, -1.25), (2.0, 0.5)),
        ((0.0, 1.25), (2.0, 0.5)),
    ] {
        let shape = ConvexPolygon::rectangle(center.into(), size.into(), 0.0)?;
        game.insert(shape.into(), BarrierKind::Temporary);
    }

    while !game.people.iter().all(|it| it.memory.has_arrived()) {
        game.step(1.0 / 60.0);
        assert!(game.time < 40.0, "nobody is held up for long");
        for (index, person) in game.people.iter().enumerate() {
            let Body {
                position, radius, ..
            } = person.body;
            for other in &game.people[..index] {
                let sum = radius + other.body.radius;
                assert!(
                    position.distance(other.body.position) > sum,
                    "in each other"
                );
            }
            for (shape, _) in &game.obstacles {
                let surface = shape.hull(Vec2::ZERO).surface(position);
                assert!(surface.distance > radius, "in an obstacle");
            }
        }
    }
    println!("all there after {:.1} s, and nobody touched", game.time);
    Ok(())
}
