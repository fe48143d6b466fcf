use sidestep::Vec2;
use sidestep::geometry::ConvexPolygon;
use sidestep::motion::Body;
use sidestep::random::Random;
use sidestep::steer::{FollowLeader, FollowPath, Wander};
use sidestep::world::{
    AgentId, AgentSpec, Aim, Around, Behavior, Goal, ObstacleSpec, StepStage, World, WorldSettings,
};

use super::{agent_aim, bits, step_for};
use crate::common::{circle, walker};

const DT: f32 = 1.0 / 30.0;

/// A hundred and fifty agents that do everything there is, in a crowd.
fn agents() -> Vec<AgentSpec> {
    (0..150)
        .map(|index| {
            let mut random = Random::new(11, index);
            let mut place = || Vec2::new(random.between(-12.0, 12.0), random.between(-12.0, 12.0));
            let (start, goal) = (place(), place());
            let speed = 1.0 + 0.01 * index as f32;
            let mut spec = walker(start, goal, 0.3, speed);
            spec.id = Some(AgentId(index));
            let behaviors = match index % 10 {
                0 => vec![Behavior::Wander(Wander::for_radius(0.3))],
                1 => vec![
                    Behavior::FollowLeader(AgentId(index - 1), FollowLeader::for_radius(0.3)),
                    Behavior::Separation(Around::within(0.5)),
                ],
                2 => vec![
                    Behavior::Separation(Around::within(1.0)),
                    Behavior::Alignment(Around::within(3.0)),
                    Behavior::Cohesion(Around::within(3.0)),
                ],
                3 => vec![Behavior::Pursue(agent_aim(AgentId(index + 1)), 2.0)],
                4 => vec![Behavior::Evade {
                    hunter: agent_aim(AgentId(index - 1)),
                    horizon: 2.0,
                    distance: 5.0,
                }],
                5 => vec![
                    Behavior::Queue(Around::within(1.0)),
                    Behavior::Seek(Aim::Goal),
                ],
                6 => vec![Behavior::Interpose(AgentId(3), AgentId(4))],
                7 => vec![Behavior::FollowPath {
                    path: vec![start, goal, Vec2::ZERO],
                    parameters: FollowPath {
                        closed: true,
                        ..FollowPath::for_radius(0.3)
                    },
                }],
                8 => vec![Behavior::OffsetPursuit(AgentId(0), Vec2::new(-1.0, 1.0))],
                _ => vec![Behavior::arrive_at_goal()],
            };
            spec.profile.behaviors = behaviors.into_iter().map(Into::into).collect();
            spec
        })
        .collect()
}

fn crowd(parallel: bool, order: impl Fn(usize) -> usize) -> World {
    let mut world = World::new(WorldSettings {
        parallel,
        ..WorldSettings::default()
    })
    .expect("settings");
    for index in 0..12 {
        let center = Vec2::new(index as f32 * 2.1 - 11.0, (index * index % 17) as f32 - 8.0);
        let shape = if index % 3 == 0 {
            let size = Vec2::new(1.5, 0.7);
            ConvexPolygon::rectangle(center, size, index as f32)
                .expect("box")
                .into()
        } else {
            circle(center, 0.6)
        };
        let mut spec = ObstacleSpec::new(shape);
        if index % 4 == 0 {
            spec.velocity = Vec2::new(0.1, -0.05);
        }
        world.insert_obstacle(spec).expect("obstacle");
    }
    let agents = agents();
    for place in 0..agents.len() {
        let spec = agents[order(place)].clone();
        world.insert_agent(spec).expect("agent");
    }
    world
}

fn after_ten_seconds(mut world: World) -> Vec<u32> {
    step_for(&mut world, DT, 10.0);
    bits(&world)
}

#[test]
fn twice_the_same_is_the_same() {
    let first = after_ten_seconds(crowd(false, |place| place));
    assert_eq!(first, after_ten_seconds(crowd(false, |place| place)));
    assert!(first.iter().all(|bits| f32::from_bits(*bits).is_finite()));
}

#[test]
fn the_number_of_threads_changes_no_bit() {
    let alone = after_ten_seconds(crowd(false, |place| place));
    for threads in [1, 2, 4] {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .expect("threads");
        let together = pool.install(|| after_ten_seconds(crowd(true, |place| place)));
        assert_eq!(alone, together, "{threads} threads");
    }
}

/// Otherwise each of its stages waits until a thread of the pool is awake: worlds of a hundred took three times as
/// long.
#[test]
fn a_step_outside_the_pool_enters_it_once_and_only_if_threads_share_it() {
    let has_threads = cfg!(feature = "parallel") && rayon::current_num_threads() > 1;
    let mut few = crowd(true, |place| place);
    for index in 95..150 {
        few.remove_agent(AgentId(index)).expect("agent");
    }
    for (mut world, is_shared) in [(few, false), (crowd(true, |place| place), has_threads)] {
        let mut alone = world.clone();
        let settings = WorldSettings {
            parallel: false,
            ..*alone.settings()
        };
        alone.set_settings(settings).expect("settings");
        for _ in 0..10 {
            let mut stages = Vec::new();
            let watch = |stage| stages.push((stage, rayon::current_thread_index().is_some()));
            world.step_watched(DT, watch).expect("step");
            assert!(stages.iter().map(|(stage, _)| *stage).eq(StepStage::ALL));
            let agents = world.agents().count();
            assert!(
                stages
                    .iter()
                    .all(|(_, is_in_pool)| *is_in_pool == is_shared),
                "{agents} agents"
            );
            alone.step(DT).expect("step");
        }
        assert_eq!(bits(&world), bits(&alone));
    }
}

#[test]
fn the_order_of_insertion_changes_no_bit() {
    let in_order = after_ten_seconds(crowd(false, |place| place));
    let backwards = after_ten_seconds(crowd(false, |place| 149 - place));
    assert_eq!(in_order, backwards);
    // 67 and 150 have no common divisor: every agent comes once.
    let shuffled = after_ten_seconds(crowd(false, |place| place * 67 % 150));
    assert_eq!(in_order, shuffled);
}

#[test]
fn a_clone_goes_on_bit_for_bit() {
    let mut world = crowd(false, |place| place);
    step_for(&mut world, DT, 4.0);
    let mut snapshot = world.clone();
    step_for(&mut world, DT, 6.0);
    step_for(&mut snapshot, DT, 6.0);
    assert_eq!(bits(&world), bits(&snapshot));
    assert_eq!(world.time().to_bits(), snapshot.time().to_bits());
    assert_eq!(world.events(), snapshot.events());
}

#[test]
fn explaining_changes_no_bit() {
    let mut watched = crowd(false, |place| place);
    for step in 0..120 {
        let id = AgentId(step % 150);
        watched.explain(id, DT).expect("explanation");
        watched.step(DT).expect("step");
        watched.explain(id, DT).expect("explanation");
    }
    let mut alone = crowd(false, |place| place);
    step_for(&mut alone, DT, 4.0);
    assert_eq!(bits(&watched), bits(&alone));
}

#[test]
fn half_the_step_walks_nearly_the_same_way() {
    let obstacles = [(4.0, 0.3, 1.0), (8.0, -0.6, 1.2), (6.0, 3.0, 0.8)];
    let track = |dt: f32| {
        let mut world = World::new(WorldSettings::default()).expect("settings");
        for (x, y, radius) in obstacles {
            let shape = circle(Vec2::new(x, y), radius);
            world
                .insert_obstacle(ObstacleSpec::new(shape))
                .expect("obstacle");
        }
        let agent = AgentSpec::new(Body::new(Vec2::ZERO, 0.4, 1.5))
            .with_goal(Goal::point(Vec2::new(12.0, 0.0), 0.2));
        let id = world.insert_agent(agent).expect("agent");
        let mut places = Vec::new();
        for _ in 0..24 {
            step_for(&mut world, dt, 0.5);
            places.push(world.agent(id).expect("agent").body.position);
        }
        places
    };
    let fine = track(1.0 / 120.0);
    for (dt, most) in [(1.0 / 60.0, 0.05), (1.0 / 30.0, 0.1), (0.05, 0.2)] {
        let apart = track(dt)
            .iter()
            .zip(&fine)
            .map(|(a, b)| a.distance(*b))
            .fold(0.0, f32::max);
        eprintln!("dt {dt:.4}: {apart:.4} m");
        assert!(apart < most, "dt {dt}: {apart} m apart");
    }
}
