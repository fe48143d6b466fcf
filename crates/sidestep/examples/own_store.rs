//! People in an engine's own rows, without `World`: two groups change places past a pillar, a heap
//! of crates and each other.
//!
//! The README shows its beginning.

// #region store
use sidestep::Vec2;
use sidestep::avoid::Obstacle;
use sidestep::geometry::{Bounds, Shape};
use sidestep::motion::Body;
use sidestep::space::{Clusters, Filter};
use sidestep::walker::{
    AgentId, DecideScratch, Kinds, Memory, Percept, Perception, Profile, StepContext, Walker,
    WayScratch, Waypoint,
};

/// One row of the engine's own store.
struct Person {
    id: AgentId,
    body: Body,
    profile: Profile, // goals, behaviours and methods
    memory: Memory,   // plain data, kept from step to step
}

/// Answers what an agent asks, by loops over everything. A large game asks its own index.
struct Seen<'a> {
    context: StepContext,
    people: &'a [Percept],
    kinds: &'a Kinds, // what many people have in common
    obstacles: &'a [Shape],
    clusters: &'a Clusters, // what can be walked round, kept up to date by the engine
}

impl<'a> Perception<'a> for Seen<'a> {
    fn context(&self) -> &StepContext {
        &self.context
    }
    fn kinds(&self) -> &'a Kinds {
        self.kinds
    }
    fn agent(&self, id: AgentId) -> Option<&'a Percept> {
        self.people.iter().find(|percept| percept.id == id)
    }
    fn agents_within(&self, center: Vec2, distance: f32, mut visit: impl FnMut(&'a Percept, Vec2)) {
        for percept in self.people {
            let way = percept.position - center;
            if way.length() <= distance {
                visit(percept, way);
            }
        }
    }
    fn obstacles(&self, area: Bounds, _: &Filter, found: &mut Vec<Obstacle<'a>>) {
        let all = (0..).zip(self.obstacles);
        found.clear();
        found.extend(
            all.filter(|(_, shape)| shape.bounds().touches(area))
                .map(|(id, shape)| Obstacle::new(id, shape)),
        );
    }
    fn clusters(&self) -> &'a Clusters {
        self.clusters
    }
}

impl Person {
    fn walker(&mut self) -> (Walker<'_>, &mut Memory) {
        let (id, body, profile) = (self.id, &self.body, &self.profile);
        (Walker::new(id, body, profile), &mut self.memory)
    }
}

/// One step of `dt` seconds that begins at `time`.
fn step(rows: &mut [Person], obstacles: &[Shape], clusters: &Clusters, time: f64, dt: f32) {
    let mut context = StepContext::new(time, dt);
    for shape in obstacles {
        context.admit_shape(shape);
    }
    let (mut people, mut kinds) = (Vec::new(), Kinds::default());
    for row in &mut *rows {
        let (walker, memory) = row.walker();
        context.admit(&walker.body);
        people.push(walker.percept(memory, &mut kinds));
    }
    // Everybody decides on the same picture: the state at the start of the step.
    let seen = Seen {
        context,
        people: &people,
        kinds: &kinds,
        obstacles,
        clusters,
    };
    let (mut ways, mut work) = (WayScratch::default(), DecideScratch::default());
    for row in &mut *rows {
        let (walker, memory) = row.walker();
        walker.advance_goals(&seen, memory, dt, |_event| ());
        walker.take_aim(&seen, memory, &mut ways);
        // An engine with paths says the next corner here.
        walker.find_way(&seen, Waypoint::None, memory, &mut ways, &mut ());
        let force = walker.decide(&seen, memory, &mut work, &mut ());
        row.body = walker.advance(&seen, memory, force, |_event| ()).body;
    }
    // Whoever newly meets somebody says so: the two share the work then.
    for index in 0..rows.len() {
        let (by, met) = (rows[index].id, rows[index].memory.take_newly_met());
        if let Some(other) = rows.iter_mut().find(|row| Some(row.id) == met) {
            other.memory.be_met(by);
        }
    }
}
// #endregion store

use std::error::Error;

use sidestep::Blocker;
use sidestep::avoid::detour::BarrierKind::{self, Permanent, Temporary};
use sidestep::geometry::{Circle, ConvexPolygon};
use sidestep::space::Topology;
use sidestep::walker::Goal;

/// Sees who stands still and who goes on: others walk round those who stand.
fn watch_standing(rows: &mut [Person], clusters: &mut Clusters, dt: f32) {
    for row in rows {
        let (walker, memory) = row.walker();
        if let Some(change) = walker.watch_standing(memory, dt) {
            change.apply(&walker, memory, clusters);
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut clusters = Clusters::new(0.1, Topology::Open);
    let mut rows: Vec<Person> = Vec::new();
    for (x, row) in [-9.0, 9.0]
        .into_iter()
        .flat_map(|x| (0..6).map(move |row| (x, row)))
    {
        let y = 1.2 * row as f32 - 3.0;
        let body = Body::new(Vec2::new(x, y), 0.35, 1.4);
        // The default methods, for its radius.
        let mut profile = Profile::for_body(&body);
        profile.goals = vec![Goal::point(Vec2::new(-x, y), 0.3)];
        // Gaps through which the widest body doesn't fit count as closed.
        let width = 2.0 * (body.radius + profile.detouring.clearance());
        clusters.set_width(width.max(clusters.width()));
        let (id, memory) = (AgentId(rows.len() as u64), Memory::new(&profile, 0.0));
        rows.push(Person {
            id,
            body,
            profile,
            memory,
        });
    }

    // A pillar, and crates that were dropped so that they form a dead end, open to the left.
    let dropped = |center: [f32; 2], size: [f32; 2]| {
        ConvexPolygon::rectangle(center.into(), size.into(), 0.0).map(Shape::from)
    };
    let things: [(Shape, BarrierKind); 4] = [
        (Circle::new(Vec2::new(0.0, 3.0), 0.8)?.into(), Permanent),
        (dropped([1.0, 0.0], [0.5, 3.0])?, Temporary),
        (dropped([0.0, -1.25], [2.0, 0.5])?, Temporary),
        (dropped([0.0, 1.25], [2.0, 0.5])?, Temporary),
    ];
    let mut obstacles = Vec::new();
    for (id, (shape, kind)) in (0..).zip(things) {
        let name = Blocker::Obstacle(id);
        clusters.insert(name, kind, &shape, Vec2::ZERO, Filter::default());
        obstacles.push(shape);
    }

    let (mut time, dt) = (0.0, 1.0 / 60.0);
    while !rows.iter().all(|row| row.memory.has_arrived()) {
        step(&mut rows, &obstacles, &clusters, time, dt);
        watch_standing(&mut rows, &mut clusters, dt);
        time += f64::from(dt);

        assert!(time < 40.0, "nobody is held up for long");
        for (index, row) in rows.iter().enumerate() {
            let (position, radius) = (row.body.position, row.body.radius);
            for other in &rows[..index] {
                let sum = radius + other.body.radius;
                assert!(
                    position.distance(other.body.position) > sum,
                    "in each other"
                );
            }
            for shape in &obstacles {
                let surface = shape.hull(Vec2::ZERO).surface(position);
                assert!(surface.distance > radius, "in an obstacle");
            }
        }
    }
    println!("all there after {time:.1} s, and nobody was touched");
    Ok(())
}
