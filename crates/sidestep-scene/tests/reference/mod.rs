//! The world against a naive one: the same bits on every built-in scene.

mod world;

use std::collections::BTreeSet;

use sidestep::walker::{AgentId, MarkerState, ObstacleId};
use sidestep::world::{ObstacleSpec, ObstacleView, Route, WorldSettings};
use sidestep_scene::builtin;
use sidestep_scene::place::Layout;
use sidestep_scene::recording::Frame;
use sidestep_scene::simulate::Simulation;
use world::ReferenceWorld;

/// How long the two are compared (s of simulated time): naive loops are slow.
const SECONDS: f64 = 6.0;

/// What was said about an obstacle, with the velocity that it has now.
fn spec_of(obstacle: &ObstacleView<'_>) -> ObstacleSpec {
    ObstacleSpec {
        shape: obstacle.shape.clone(),
        velocity: obstacle.velocity,
        filter: obstacle.filter,
        temporary: obstacle.temporary,
    }
}

/// A built-in scene in both worlds.
struct Both {
    name: &'static str,
    layout: Layout,
    simulation: Simulation,
    reference: ReferenceWorld,
    /// The time step (s).
    dt: f64,
    /// The obstacles that are there, by their index in the scene.
    present: Vec<Option<ObstacleId>>,
}

impl Both {
    /// `None` for a scene whose agents follow paths through walkable space: the reference has none.
    fn new(name: &'static str) -> Option<Self> {
        let scene = builtin::find(name)
            .expect("a scene")
            .scene(&[])
            .expect("a sound scene");
        let layout = Layout::new(&scene).expect("a layout");
        let (seed, settle, dt) = (layout.seed, layout.settle, layout.dt);
        let simulation = Simulation::new(layout.clone()).expect("a simulation");
        let world = simulation.world();
        let agents: Vec<_> = world
            .agents()
            .filter_map(|agent| world.spec(agent.id))
            .collect();
        if agents
            .iter()
            .any(|spec| spec.profile.route == Route::Walkable)
        {
            return None;
        }
        let formations = world.formations().map(|it| it.spec.clone()).collect();
        let topology = world.settings().topology;
        let settings = WorldSettings {
            topology,
            seed,
            settle,
            decide_every: world.settings().decide_every,
            ..WorldSettings::default()
        };
        let mut reference = ReferenceWorld::new(settings, agents, world.links(), formations);
        for target in &simulation.frame().targets {
            let position = *target;
            let velocity = sidestep::Vec2::ZERO;
            (reference.around.markers).push((MarkerState { position, velocity }, position));
        }
        let scripted = simulation.frame().obstacles.len();
        // Walls come first; what comes and goes follows by the script.
        let moving = simulation.frame().obstacles.iter().flatten().count();
        let walls = world.obstacles().count() - moving;
        for wall in world.obstacles().take(walls) {
            reference
                .around
                .set_obstacle(wall.id, Some((spec_of(&wall), wall.offset)));
        }
        Some(Self {
            name,
            layout,
            simulation,
            reference,
            dt,
            present: vec![None; scripted],
        })
    }

    /// Steps both, and compares the bits of everybody.
    fn step(&mut self) {
        let before = self.simulation.frame().clone();
        self.simulation.step().expect("a step");
        self.follow_script(&before);
        self.reference.step(self.dt as f32);
        let world = self.simulation.world();
        let bits = |position: sidestep::Vec2, velocity: sidestep::Vec2| {
            [position.x, position.y, velocity.x, velocity.y].map(f32::to_bits)
        };
        let left: Vec<_> = (self.reference.agents.iter())
            .map(|row| (row.id, bits(row.body.position, row.body.velocity)))
            .collect();
        let right: Vec<_> = (world.agents())
            .map(|agent| (agent.id, bits(agent.body.position, agent.body.velocity)))
            .collect();
        for (ours, theirs) in left.iter().zip(&right) {
            assert_eq!(ours, theirs, "{} at {:.2} s", self.name, world.time());
        }
        assert_eq!(
            left.len(),
            right.len(),
            "{} at {:.2} s",
            self.name,
            world.time()
        );
        self.follow_goals();
    }

    /// Tells the reference what the scene has done to obstacles and targets before the step.
    fn follow_script(&mut self, before: &Frame) {
        let world = self.simulation.world();
        for ((marker, _), target) in self
            .reference
            .around
            .markers
            .iter_mut()
            .zip(&before.targets)
        {
            marker.position = *target;
        }
        let known: BTreeSet<ObstacleId> = self.reference.around.obstacles.keys().copied().collect();
        let mut new = world
            .obstacles()
            .map(|obstacle| obstacle.id)
            .filter(|id| !known.contains(id));
        for (index, (present, offset)) in self.present.iter_mut().zip(&before.obstacles).enumerate()
        {
            match (*present, *offset) {
                (Some(id), None) => {
                    self.reference.around.set_obstacle(id, None);
                    *present = None;
                }
                (id, Some(offset)) => {
                    let id = id.or_else(|| new.next()).expect("an obstacle");
                    let spec = spec_of(&world.obstacle(id).expect("an obstacle"));
                    self.reference.around.set_obstacle(id, Some((spec, offset)));
                    let changes = self.layout.obstacles[index].changes_at(before.time);
                    self.reference.around.changes.insert(id, changes);
                    *present = Some(id);
                }
                (None, None) => {}
            }
        }
    }

    /// Gives those new goals to whom the scene has given some after the step.
    fn follow_goals(&mut self) {
        let world = self.simulation.world();
        for row in &mut self.reference.agents {
            let goals = world.spec(row.id).expect("an agent").profile.goals;
            // What a member's slot is, both find out for themselves.
            if row.own.is_none() && goals != row.profile.goals {
                row.profile.goals = goals;
                row.memory.begin_goals(world.time());
            }
        }
    }
}

#[test]
fn a_naive_world_of_public_functions_moves_everybody_by_the_same_bits() {
    let mut compared = 0;
    for scene in builtin::all() {
        let Some(mut both) = Both::new(scene.name) else {
            println!("skipped: {} has walkable space", scene.name);
            continue;
        };
        for _ in 0..(SECONDS / both.dt) as usize {
            if both.simulation.is_over() {
                break;
            }
            both.step();
        }
        compared += 1;
    }
    assert!(compared > 25, "{compared} scenes were compared");
}

#[test]
fn the_comparison_notices_a_difference() {
    let mut both = Both::new("headon").expect("a scene without walkable space");
    let row = &mut both.reference.agents[0];
    assert_eq!(row.id, AgentId(0));
    row.profile.responsibility *= 0.5;
    let different = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        for _ in 0..300 {
            both.step();
        }
    }));
    assert!(different.is_err(), "another share of the work must show");
}
