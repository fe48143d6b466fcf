use sidestep::Vec2;
use sidestep::motion::Body;
use sidestep::space::{Filter, Floor};
use sidestep::world::{AgentId, AgentSpec, Around, Behavior, Goal, ObstacleSpec, World};

use super::{empty_world, wall};
use crate::common::{circle, walker};

fn on_floor(low: f32, high: f32) -> Filter {
    Filter {
        floor: Floor { low, high },
        ..Filter::default()
    }
}

fn track(world: &mut World, id: AgentId) -> Vec<Vec2> {
    (0..300)
        .map(|_| {
            world.step(1.0 / 30.0).expect("step");
            world.agent(id).expect("agent").body.position
        })
        .collect()
}

fn with_separation(start: Vec2, goal: Vec2, filter: Filter) -> AgentSpec {
    let mut spec = walker(start, goal, 0.3, 1.5);
    spec.profile
        .behaviors
        .push(Behavior::Separation(Around::within(1.0)).into());
    spec.profile.filter = filter;
    spec
}

/// The track of one who walks from left to right past what `others` adds to the world.
fn walk(filter: Filter, others: impl Fn(&mut World)) -> Vec<Vec2> {
    let mut world = empty_world();
    let start = Vec2::new(0.0, 0.02);
    let id = world
        .insert_agent(with_separation(start, Vec2::new(10.0, 0.0), filter))
        .expect("agent");
    others(&mut world);
    track(&mut world, id)
}

fn crowd(world: &mut World, filter: Filter) {
    for index in 0..5 {
        let start = Vec2::new(2.0 + index as f32, 0.1);
        let mut spec = with_separation(start, start, filter);
        spec.profile.goals = vec![Goal::point(start, 0.1)];
        world.insert_agent(spec).expect("agent");
    }
}

fn obstacles(world: &mut World, filter: Filter) {
    let mut round = ObstacleSpec::new(circle(Vec2::new(5.0, 0.0), 1.0));
    round.filter = filter;
    world.insert_obstacle(round).expect("obstacle");
    let mut barrier = wall(Vec2::new(8.0, -3.0), Vec2::new(8.0, 3.0));
    barrier.filter = filter;
    world.insert_obstacle(barrier).expect("wall");
}

#[test]
fn on_a_bridge_one_walks_as_if_alone() {
    let bridge = on_floor(5.0, 7.0);
    let below = on_floor(0.0, 2.0);
    let alone = walk(bridge, |_| ());
    assert_eq!(alone, walk(bridge, |world| crowd(world, below)));
    assert_eq!(alone, walk(bridge, |world| obstacles(world, below)));
    // Ranges that only touch don't meet.
    assert_eq!(
        alone,
        walk(bridge, |world| obstacles(world, on_floor(0.0, 5.0)))
    );
    // The same things on the bridge are met.
    assert_ne!(alone, walk(bridge, |world| crowd(world, bridge)));
    assert_ne!(alone, walk(bridge, |world| obstacles(world, bridge)));
    assert_ne!(
        alone,
        walk(bridge, |world| obstacles(world, on_floor(0.0, 5.1)))
    );
}

#[test]
fn layers_outside_the_mask_arent_noticed() {
    let ghost = Filter {
        layers: 0b10,
        mask: 0b100,
        ..Filter::default()
    };
    let alone = walk(ghost, |_| ());
    assert_eq!(alone, walk(ghost, |world| crowd(world, Filter::default())));
    assert_eq!(
        alone,
        walk(ghost, |world| obstacles(world, Filter::default()))
    );
    let in_mask = Filter {
        layers: 0b100,
        ..Filter::default()
    };
    assert_ne!(alone, walk(ghost, |world| crowd(world, in_mask)));
    assert_ne!(alone, walk(ghost, |world| obstacles(world, in_mask)));
}

#[test]
fn noticing_can_be_one_sided() {
    // The player pays no attention; the others part from it.
    let player = Filter {
        mask: 0,
        ..Filter::default()
    };
    let alone = walk(player, |_| ());
    assert_eq!(alone, walk(player, |world| crowd(world, Filter::default())));
    let mut world = empty_world();
    let mut spec = AgentSpec::new(Body::new(Vec2::ZERO, 0.3, 1.0));
    spec.profile.filter = player;
    world.insert_agent(spec).expect("agent");
    let other = AgentSpec::new(Body::new(Vec2::new(0.2, 0.0), 0.3, 1.0));
    let other = world.insert_agent(other).expect("agent");
    let place = track(&mut world, other)[299];
    assert!(place.x > 0.5, "it is pushed off: {place}");
    let still = world.agents().next().expect("player").body.position;
    assert_eq!(still, Vec2::ZERO, "the player isn't");
}

#[test]
fn a_goal_at_a_height_is_reached_from_a_floor_whose_room_holds_it() {
    let arrives = |height: f32| {
        let mut world = empty_world();
        let mut spec = walker(Vec2::ZERO, Vec2::ZERO, 0.3, 1.5);
        spec.profile.filter = on_floor(5.0, 7.0);
        spec.profile.goals[0].height = Some(height);
        let id = world.insert_agent(spec).expect("agent");
        for _ in 0..5 {
            world.step(0.1).expect("step");
        }
        world.agent(id).expect("agent").arrived
    };
    // Half a room's height below the floor still counts, for those who sink in a little.
    for (height, expected) in [(3.9, false), (4.1, true), (6.9, true), (7.1, false)] {
        assert_eq!(arrives(height), expected, "{height} m");
    }
}
