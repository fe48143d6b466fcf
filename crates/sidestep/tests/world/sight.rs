//! What is behind a wall is not avoided.

use proptest::prelude::*;
use sidestep::Vec2;
use sidestep::avoid::Obstacle;
use sidestep::motion::Body;
use sidestep::steer::Neighbor;
use sidestep::walker::is_hidden;
use sidestep::world::{AgentId, AgentSpec, Around, Behavior, ObstacleSpec, World};

use super::{empty_world, wall};
use crate::common::shapes::{cases, point, shape};
use crate::common::{circle, walker};

const DT: f32 = 1.0 / 60.0;

/// Two walkers who come towards each other on either side of a wall that is 5 cm from each of them;
/// `present` says who of them is there.
fn passing(present: [bool; 2]) -> World {
    let mut world = empty_world();
    let barrier = wall(Vec2::new(-10.0, 0.0), Vec2::new(10.0, 0.0));
    world.insert_obstacle(barrier).expect("wall");
    for (index, side) in [1.0_f32, -1.0].into_iter().enumerate() {
        let (start, goal) = (
            Vec2::new(-5.0 * side, 0.45 * side),
            Vec2::new(5.0 * side, 0.45 * side),
        );
        if present[index] {
            let mut spec = walker(start, goal, 0.4, 1.4);
            spec.id = Some(AgentId(index as u64));
            world.insert_agent(spec).expect("agent");
        }
    }
    world
}

fn track(mut world: World, id: AgentId) -> Vec<Vec2> {
    (0..300)
        .map(|_| {
            world.step(DT).expect("step");
            world.agent(id).expect("agent").body.position
        })
        .collect()
}

#[test]
fn walkers_on_either_side_of_a_thin_wall_walk_as_if_alone() {
    for index in [0, 1] {
        let id = AgentId(index as u64);
        let alone = track(passing([index == 0, index == 1]), id);
        let together = track(passing([true; 2]), id);
        assert_eq!(together, alone);
        assert!(alone[0].distance(alone[299]) > 4.0);
    }
}

#[test]
fn without_the_wall_they_take_notice() {
    let unwalled = |present| {
        let mut world = passing(present);
        let barrier = world.obstacles().next().expect("wall").id;
        world.remove_obstacle(barrier).expect("removed");
        track(world, AgentId(0))
    };
    assert_ne!(unwalled([true; 2]), unwalled([true, false]));
}

#[test]
fn an_obstacle_behind_a_wall_bends_nobodys_way() {
    let walk = |behind: bool| {
        let mut world = passing([true, false]);
        if behind {
            for x in [-2.0, 0.0, 2.0] {
                let spec = ObstacleSpec::new(circle(Vec2::new(x, -0.55), 0.5));
                world.insert_obstacle(spec).expect("obstacle");
            }
        }
        track(world, AgentId(0))
    };
    assert_eq!(walk(true), walk(false));
}

#[test]
fn who_is_exactly_as_far_away_as_a_behavior_looks_counts() {
    // Numbers that single precision holds exactly: 2 m between the edges.
    for (apart, counts) in [(3.0, true), (f32::next_up(3.0), false)] {
        let mut world = empty_world();
        let mut spec = AgentSpec::new(Body::new(Vec2::ZERO, 0.5, 1.5));
        spec.profile.behaviors = vec![Behavior::Cohesion(Around::within(2.0)).into()];
        let id = world.insert_agent(spec).expect("agent");
        let other = AgentSpec::new(Body::new(Vec2::new(apart, 0.0), 0.5, 1.5));
        world.insert_agent(other).expect("agent");
        let explanation = world.explain(id, DT).expect("an explanation");
        let drawn = (explanation.forces.iter()).any(|share| share.wanted != Vec2::ZERO);
        assert_eq!(drawn, counts, "{apart} m: {explanation:?}");
    }
}

proptest! {
    #![proptest_config(cases(3000))]

    /// A wall hides somebody if it crosses both lines along the sides of the two, wherever it stands, in front of
    /// us or behind, and however far from the origin all of that is.
    #[test]
    fn who_is_hidden_is_behind_both_lines_of_sight(
        walls in prop::collection::vec((shape(), point(3.0)), 1..4),
        (own, other) in (0.05_f32..0.6, 0.05_f32..0.6),
        (from, to, far) in (point(4.0), point(4.0), 0.0_f32..2000.0),
    ) {
        let far = Vec2::new(far, -far);
        let body = Body::new(from + far, own, 1.4);
        let neighbor = Neighbor {
            id: 1, position: to + far, velocity: Vec2::ZERO, heading: Vec2::X, radius: other,
        };
        let walls: Vec<Obstacle<'_>> = (walls.iter()).map(|(shape, offset)| {
            let mut wall = Obstacle::new(0, shape);
            wall.offset = *offset + far;
            wall
        }).collect();
        let way = neighbor.position - body.position;
        prop_assume!(way.length() > 0.01);
        let side = way.normalize().perp();
        let crosses = |wall: &Obstacle<'_>, sign: f32| {
            let (from, to) = (body.position + side * (sign * own), neighbor.position + side * (sign * other));
            let line = to - from;
            wall.hull().sweep(from, line.normalize(), 0.0, line.length()).is_some()
        };
        let behind = walls.iter().any(|wall| crosses(wall, 1.0) && crosses(wall, -1.0));
        prop_assert_eq!(is_hidden(&body, &neighbor, &walls), behind);
    }
}
