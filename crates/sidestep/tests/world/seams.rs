//! What engines, physics and other machines need: a step in two halves, corrections, many at once,
//! poses, a hash of the state.

use sidestep::Vec2;
use sidestep::geometry::ConvexPolygon;
use sidestep::motion::Body;
use sidestep::world::{
    AgentId, AgentSpec, Goal, Moved, ObstacleSpec, Pose, World, WorldError, WorldSettings,
};

const DT: f32 = 1.0 / 30.0;

/// A crowd that meets in the middle, with crates there.
fn crowd() -> World {
    let mut world = World::new(WorldSettings::default()).expect("settings");
    for x in [-1.0, 1.5] {
        let shape = ConvexPolygon::rectangle(Vec2::new(x, 0.3), Vec2::ONE, 0.3).expect("a box");
        let spec = ObstacleSpec::new(shape).temporary();
        world.insert_obstacle(spec).expect("a crate");
    }
    world.insert_agents(specs()).expect("agents");
    world
}

fn specs() -> Vec<AgentSpec> {
    (0..24)
        .map(|index| {
            let angle = index as f32 * 0.261_8;
            let place = Vec2::new(libm::cosf(angle), libm::sinf(angle)) * 7.0;
            AgentSpec::new(Body::new(place, 0.3, 1.4)).with_goal(Goal::point(-place, 0.3))
        })
        .collect()
}

fn run(world: &mut World, steps: usize) {
    for _ in 0..steps {
        world.step(DT).expect("a step");
    }
}

#[test]
fn two_halves_are_a_whole_step() {
    let (mut whole, mut halves) = (crowd(), crowd());
    for step in 0..150 {
        whole.step(DT).expect("a step");
        halves.propose(0..24, DT).expect("proposals");
        halves.finish_step(&[], DT).expect("a step");
        assert_eq!(whole.state_hash(), halves.state_hash(), "step {step}");
        assert_eq!(whole.events(), halves.events(), "step {step}");
    }
}

#[test]
fn three_machines_that_share_the_work_go_the_way_of_one() {
    let mut one = crowd();
    let mut machines = [crowd(), crowd(), crowd()];
    let shares = [0..5, 5..17, 17..24];
    for step in 0..150 {
        one.step(DT).expect("a step");
        let mut proposals = Vec::new();
        for (machine, rows) in machines.iter_mut().zip(&shares) {
            proposals.extend(machine.propose(rows.clone(), DT).expect("proposals"));
        }
        for machine in &mut machines {
            machine.adopt(proposals.clone()).expect("proposals");
            machine.finish_step(&[], DT).expect("a step");
            assert_eq!(machine.state_hash(), one.state_hash(), "step {step}");
        }
    }
}

#[test]
fn who_is_moved_by_physics_decides_as_if_the_world_had_moved_it() {
    let (mut world, mut physics) = (crowd(), crowd());
    for step in 0..150 {
        world.step(DT).expect("a step");
        physics.propose(0..24, DT).expect("proposals");
        // Physics gets to where the world got: all that is remembered must have stayed.
        let moved: Vec<Moved> = (world.agents())
            .map(|agent| Moved {
                agent: agent.id,
                position: agent.body.position,
                velocity: agent.body.velocity,
            })
            .collect();
        physics.finish_step(&moved, DT).expect("a step");
        assert_eq!(physics.state_hash(), world.state_hash(), "step {step}");
    }
}

#[test]
fn a_corrected_agent_keeps_what_it_remembers_and_a_placed_one_does_not() {
    let mut world = crowd();
    run(&mut world, 60);
    let (mut corrected, mut placed) = (world.clone(), world.clone());
    for agent in world.agents() {
        let (position, velocity) = (agent.body.position, agent.body.velocity);
        let same = corrected.correct_agent(agent.id, position, velocity);
        same.expect("the agent");
        placed
            .place_agent(agent.id, position, velocity)
            .expect("the agent");
    }
    assert_eq!(corrected.state_hash(), world.state_hash());
    assert_ne!(placed.state_hash(), world.state_hash());
    run(&mut world, 60);
    run(&mut corrected, 60);
    assert_eq!(corrected.state_hash(), world.state_hash());
}

#[test]
fn many_at_once_are_the_same_as_one_by_one_in_any_order() {
    let mut one_by_one = World::new(WorldSettings::default()).expect("settings");
    let mut at_once = one_by_one.clone();
    let mut specs = specs();
    for (index, spec) in specs.iter_mut().enumerate() {
        spec.id = Some(AgentId(index as u64 * 7 % 24));
    }
    for spec in &specs {
        one_by_one.insert_agent(spec.clone()).expect("an agent");
    }
    let ids = at_once.insert_agents(specs.clone()).expect("agents");
    assert_eq!(ids.len(), 24);
    assert_eq!(ids[1], AgentId(7));
    run(&mut one_by_one, 30);
    run(&mut at_once, 30);
    assert_eq!(at_once.state_hash(), one_by_one.state_hash());

    let leaving = [AgentId(3), AgentId(20), AgentId(11)];
    for id in leaving {
        one_by_one.remove_agent(id).expect("an agent");
    }
    at_once.remove_agents(&leaving).expect("agents");
    run(&mut one_by_one, 30);
    run(&mut at_once, 30);
    assert_eq!(at_once.state_hash(), one_by_one.state_hash());
}

#[test]
fn many_at_once_with_one_that_is_refused_change_nothing() {
    let mut world = crowd();
    let before = world.state_hash();
    let mut bad = specs();
    bad[20].body.radius = -1.0;
    let refused = world.insert_agents(bad).expect_err("a radius");
    assert!(refused.to_string().contains("radius"), "{refused}");
    let mut twice = specs();
    (twice[3].id, twice[9].id) = (Some(AgentId(99)), Some(AgentId(99)));
    let refused = world
        .insert_agents(twice)
        .expect_err("an id that is given twice");
    assert_eq!(refused, WorldError::IdTaken { id: AgentId(99) });
    let gone = world
        .remove_agents(&[AgentId(1), AgentId(500)])
        .expect_err("nobody");
    assert_eq!(gone, WorldError::NoSuchAgent { id: AgentId(500) });
    assert_eq!(world.state_hash(), before);
    assert_eq!(world.agents().len(), 24);
}

/// A bar along the way, then turned across it: the walker goes straight on beside the first and
/// round the second.
#[test]
fn an_obstacle_turns_where_it_stands_and_keeps_its_id() {
    let furthest_aside = |angle: f32| {
        let mut world = World::new(WorldSettings::default()).expect("settings");
        let size = Vec2::new(4.0, 0.2);
        let bar = ConvexPolygon::rectangle(Vec2::new(50.0, 50.0), size, 0.0).expect("a bar");
        let id = world
            .insert_obstacle(ObstacleSpec::new(bar))
            .expect("a bar");
        let pose = Pose {
            center: Vec2::new(5.0, 0.6),
            angle,
        };
        world.place_obstacle(id, pose, Vec2::ZERO).expect("the bar");
        assert_eq!(world.obstacle(id).expect("the bar").pose.angle, angle);
        let spec = AgentSpec::new(Body::new(Vec2::ZERO, 0.3, 1.4));
        let spec = spec.with_goal(Goal::point(Vec2::new(10.0, 0.0), 0.2));
        let walker = world.insert_agent(spec).expect("a walker");
        let mut aside = 0.0_f32;
        for _ in 0..600 {
            world.step(DT).expect("a step");
            let position = world.agent(walker).expect("the walker").body.position;
            aside = aside.max(position.y.abs());
            let bar = world.obstacle(id).expect("the bar");
            let distance = bar.shape.hull(bar.offset).surface(position).distance;
            assert!(distance > 0.3, "{angle}: {distance}");
        }
        assert!(world.agent(walker).expect("the walker").arrived, "{angle}");
        aside
    };
    assert!(furthest_aside(0.0) < 0.1);
    assert!(furthest_aside(std::f32::consts::FRAC_PI_2) > 1.0);
}

#[test]
fn the_hash_tells_states_apart() {
    let mut world = crowd();
    run(&mut world, 10);
    let copy = world.clone();
    assert_eq!(copy.state_hash(), world.state_hash());
    let agent = world.agent(AgentId(5)).expect("an agent");
    let nudge = Vec2::new(f32::EPSILON * 8.0, 0.0);
    let (position, velocity) = (agent.body.position, agent.body.velocity);
    world
        .correct_agent(agent.id, position + nudge, velocity)
        .expect("the agent");
    assert_ne!(copy.state_hash(), world.state_hash());
}

#[test]
fn half_steps_refuse_what_they_cannot_do() {
    let mut world = crowd();
    let before = world.state_hash();
    assert!(world.propose(0..25, DT).is_err());
    assert!(world.propose(0..24, 0.2).is_err());
    assert!(world.propose(0..24, f32::NAN).is_err());
    let nowhere = Moved {
        agent: AgentId(1),
        position: Vec2::NAN,
        velocity: Vec2::ZERO,
    };
    assert!(world.finish_step(&[nowhere], DT).is_err());
    let nobody = Moved {
        agent: AgentId(77),
        ..nowhere
    };
    assert!(world.finish_step(&[nobody], DT).is_err());
    assert!(
        world
            .correct_agent(AgentId(1), Vec2::ZERO, Vec2::NAN)
            .is_err()
    );
    assert_eq!(world.state_hash(), before);
}

#[cfg(feature = "parallel")]
#[test]
fn the_thread_pool_may_be_handed_in() {
    let mut usual = crowd();
    run(&mut usual, 60);
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(3)
        .build()
        .expect("threads");
    let mut ours = crowd();
    pool.install(|| run(&mut ours, 60));
    assert_eq!(ours.state_hash(), usual.state_hash());
}
