//! How much memory an agent takes in a plain crowd, counted at the allocator.
//!
//! The plain case is that of `plaza`: one person on 4 m² of a plane that wraps, all of one kind, each
//! on the way to a place of its own.

use allocation_counter::measure;
use glam::Vec2;
use sidestep::motion::Body;
use sidestep::random::Random;
use sidestep::space::Topology;
use sidestep::world::{AgentId, AgentSpec, EventKind, Goal, OnArrival, World, WorldSettings};

const AGENTS: usize = 4_096;

/// Most bytes that an agent may take between two steps, and within one. `ARCHITECTURE.md` says what
/// takes them.
const BETWEEN: f64 = 313.0;
const WITHIN: f64 = 321.0;

/// What a world with that crowd holds between two steps, and at most within one: bytes an agent.
struct Used {
    between: f64,
    within: f64,
}

/// Side of the plane (m).
fn side() -> f32 {
    (AGENTS as f32 / 0.25).sqrt()
}

fn place(random: &mut Random) -> Vec2 {
    Vec2::new(random.between(0.0, side()), random.between(0.0, side()))
}

fn specs(seed: u64) -> impl Iterator<Item = AgentSpec> {
    let mut random = Random::new(seed, 0);
    (0..AGENTS).map(move |_| {
        let mut spec = AgentSpec::new(Body::new(place(&mut random), 0.25, 1.3));
        spec.profile.on_arrival = OnArrival::Continue;
        spec.with_goal(Goal::point(place(&mut random), 0.3))
    })
}

/// Whoever arrives gets another goal.
fn send_on(world: &mut World, random: &mut Random) {
    let arrived: Vec<AgentId> = (world.events().iter())
        .filter(|event| event.kind == EventKind::Arrived)
        .map(|event| event.agent)
        .collect();
    for id in arrived {
        let goal = Goal::point(place(random), 0.3);
        world.set_goals(id, vec![goal]).expect("goals");
    }
}

fn used() -> Used {
    let mut most = 0;
    let mut world = None;
    let kept = measure(|| {
        let topology = Topology::torus(Vec2::ZERO, Vec2::splat(side())).expect("a box");
        let settings = WorldSettings {
            topology,
            // What is counted is what this thread asks for.
            parallel: false,
            ..WorldSettings::default()
        };
        let mut crowd = World::new(settings).expect("a world");
        crowd.insert_agents(specs(1)).expect("agents");
        let mut random = Random::new(2, 0);
        for _ in 0..20 {
            crowd.step(0.1).expect("step");
            send_on(&mut crowd, &mut random);
        }
        most = measure(|| crowd.step(0.1).expect("step")).bytes_max;
        world = Some(crowd);
    });
    let an_agent = |bytes: i64| bytes as f64 / AGENTS as f64;
    Used {
        between: an_agent(kept.bytes_current),
        within: an_agent(kept.bytes_current + most as i64),
    }
}

#[test]
fn an_agent_of_a_plain_crowd_takes_few_bytes() {
    let used = used();
    let told = format!(
        "{:.1} bytes an agent, {:.1} at most within a step",
        used.between, used.within
    );
    println!("{told}");
    assert!(used.between <= BETWEEN && used.within <= WITHIN, "{told}");
}
