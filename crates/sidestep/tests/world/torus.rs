use sidestep::Vec2;
use sidestep::avoid::sampling::VelocitySampling;
use sidestep::geometry::{Capsule, ConvexPolygon, Shape};
use sidestep::motion::Body;
use sidestep::random::Random;
use sidestep::space::Topology;
use sidestep::steer::Wander;
use sidestep::world::{
    AgentAvoidance, AgentId, AgentSpec, Aim, Around, Behavior, Goal, ObstacleSpec, Target, World,
    WorldSettings,
};

use super::step_for;
use crate::common::{circle, walker};

const SIZE: Vec2 = Vec2::new(24.0, 16.0);

fn torus() -> Topology {
    Topology::torus(Vec2::ZERO, SIZE).expect("box")
}

fn torus_world() -> World {
    World::new(WorldSettings {
        topology: torus(),
        ..WorldSettings::default()
    })
    .expect("settings")
}

fn shapes(shift: Vec2) -> [Shape; 4] {
    [
        circle(Vec2::new(6.0, 4.0) + shift, 1.0),
        circle(Vec2::new(18.0, 12.0) + shift, 1.5),
        Capsule::new(
            Vec2::new(11.0, 2.0) + shift,
            Vec2::new(13.0, 5.0) + shift,
            0.2,
        )
        .expect("capsule")
        .into(),
        ConvexPolygon::rectangle(Vec2::new(12.0, 11.0) + shift, Vec2::new(3.0, 1.0), 0.3)
            .expect("box")
            .into(),
    ]
}

/// Walkers, wanderers and a flock among obstacles, all moved by `shift`. Few enough that nobody is
/// jammed between others and an obstacle, where rounding decides who comes free first. Multiples of
/// 1/1024 m, so that shifting and wrapping lose no bit.
fn scene(shift: Vec2) -> World {
    let mut world = torus_world();
    for shape in shapes(shift) {
        world
            .insert_obstacle(ObstacleSpec::new(shape))
            .expect("obstacle");
    }
    for index in 0..12 {
        let mut random = Random::new(3, index);
        let mut place = |size: Vec2| {
            let place = Vec2::new(random.unit(), random.unit()) * size;
            (place * 1024.0).round() / 1024.0
        };
        let mut start = place(SIZE);
        while shapes(Vec2::ZERO)
            .iter()
            .any(|shape| shape.hull(Vec2::ZERO).surface(start).distance < 0.5)
        {
            start = place(SIZE);
        }
        let goal = place(SIZE);
        let mut spec = walker(start + shift, torus().wrap(goal + shift), 0.3, 1.4);
        match index % 3 {
            0 => spec.profile.behaviors = vec![Behavior::Wander(Wander::for_radius(0.3)).into()],
            1 => {
                spec.profile.behaviors = vec![
                    Behavior::Separation(Around::within(1.0)).into(),
                    Behavior::Alignment(Around::within(3.0)).into(),
                    Behavior::Cohesion(Around::within(3.0)).into(),
                ];
            }
            _ => {}
        }
        world.insert_agent(spec).expect("agent");
    }
    world
}

#[test]
fn a_shifted_scene_has_shifted_tracks() {
    let centred = scene(Vec2::ZERO);
    let half = SIZE * 0.5;
    for shift in [half, Vec2::new(half.x, 0.0), Vec2::new(0.0, half.y)] {
        let mut here = centred.clone();
        let mut there = scene(shift);
        let mut worst: f32 = 0.0;
        // Choosing among velocities that cost nearly the same makes much of a little rounding.
        // Longer, and two who meet head-on have grown the rounding of differing coordinates to a
        // side each.
        for _ in 0..75 {
            here.step(1.0 / 30.0).expect("step");
            there.step(1.0 / 30.0).expect("step");
            for (a, b) in here.agents().zip(there.agents()) {
                let apart = torus().between(a.body.position + shift, b.body.position);
                worst = worst.max(apart.length());
            }
        }
        eprintln!("shift {shift}: {worst} m");
        assert!(worst < 0.05, "shift {shift}: {worst} m apart after 2.5 s");
    }
}

#[test]
fn positions_stay_inside_the_box() {
    let mut world = scene(Vec2::new(5.0, 5.0));
    for _ in 0..300 {
        world.step(1.0 / 20.0).expect("step");
        for agent in world.agents() {
            let position = agent.body.position;
            assert!(position.cmpge(Vec2::ZERO).all() && position.cmplt(SIZE).all());
        }
    }
}

#[test]
fn the_short_way_to_a_goal_leads_over_the_edge() {
    let mut world = torus_world();
    let start = Vec2::new(1.0, 8.0);
    let goal = Goal::point(Vec2::new(22.0, 8.0), 0.2);
    let id = world
        .insert_agent(AgentSpec::new(Body::new(start, 0.3, 1.5)).with_goal(goal))
        .expect("agent");
    step_for(&mut world, 1.0 / 30.0, 5.0);
    assert!(world.agent(id).expect("agent").arrived, "3 m in 5 s");
}

#[test]
fn fast_agents_that_cross_the_seam_together_are_still_parted() {
    // Two that run side by side, overlapping, and leave the box by metres within one step.
    let overlap = |x: f32| {
        let mut world = torus_world();
        for (id, y) in [(0, 8.0), (1, 8.3)] {
            let mut body = Body::new(Vec2::new(x, y), 0.3, 50.0);
            body.velocity = Vec2::new(50.0, 0.0);
            let mut spec = AgentSpec::new(body);
            spec.id = Some(AgentId(id));
            let ahead = Target::Point(Vec2::new(x + 10.0, y));
            spec.profile.behaviors = vec![Behavior::Seek(Aim::At(ahead)).into()];
            world.insert_agent(spec).expect("agent");
        }
        world.step(0.1).expect("step");
        let places: Vec<Vec2> = world.agents().map(|agent| agent.body.position).collect();
        0.6 - torus().between(places[0], places[1]).length()
    };
    let (middle, seam) = (overlap(8.0), overlap(22.0));
    assert!(middle < 1e-3, "in the middle: {middle}");
    assert!(
        (seam - middle).abs() < 1e-3,
        "over the seam: {seam} against {middle}"
    );
}

#[test]
fn two_who_meet_head_on_over_the_seam_keep_to_their_sides_of_the_line() {
    // They look no farther than a hand, so that only the lines between them keep them apart.
    let least_gap = |x: f32| {
        let mut world = World::new(WorldSettings {
            settle: false,
            ..*torus_world().settings()
        })
        .expect("settings");
        for (id, side) in [(0, -1.0), (1, 1.0)] {
            let mut body = Body::new(torus().wrap(Vec2::new(x + 3.0 * side, 8.0)), 0.3, 3.0);
            body.velocity = Vec2::new(-3.0 * side, 0.0);
            let mut spec = AgentSpec::new(body);
            spec.id = Some(AgentId(id));
            let ahead = Target::Point(torus().wrap(Vec2::new(x - 6.0 * side, 8.0)));
            spec.profile.behaviors = vec![Behavior::Seek(Aim::At(ahead)).into()];
            let mut blind = VelocitySampling::for_radius(0.3);
            blind.distance = 0.05;
            spec.profile.agent_avoidance = AgentAvoidance::Sampling(blind);
            world.insert_agent(spec).expect("agent");
        }
        let mut least = f32::INFINITY;
        for _ in 0..60 {
            world.step(1.0 / 30.0).expect("step");
            let places: Vec<Vec2> = world.agents().map(|agent| agent.body.position).collect();
            least = least.min(torus().between(places[0], places[1]).length() - 0.6);
        }
        least
    };
    let (middle, seam) = (least_gap(8.0), least_gap(0.0));
    assert!((0.0..0.1).contains(&middle), "in the middle: {middle}");
    assert!((0.0..0.1).contains(&seam), "over the seam: {seam}");
}

#[test]
fn crossing_the_seam_costs_no_speed() {
    let mut world = torus_world();
    let mut body = Body::new(Vec2::new(20.0, 5.0), 0.3, 5.0);
    body.velocity = Vec2::new(5.0, 0.0);
    let mut spec = AgentSpec::new(body);
    spec.profile.behaviors.clear();
    world.insert_agent(spec).expect("agent");
    for _ in 0..200 {
        world.step(1.0 / 30.0).expect("step");
        let agent = world.agents().next().expect("agent");
        assert!((agent.body.velocity.x - 5.0).abs() < 1e-3);
    }
}

#[test]
fn an_obstacle_that_moves_is_met_on_every_lap() {
    let mut world = torus_world();
    let mut spec = ObstacleSpec::new(circle(Vec2::new(12.0, 8.0), 1.0));
    spec.velocity = Vec2::new(4.0, 0.0);
    world.insert_obstacle(spec).expect("obstacle");
    // It stands in the way and is pushed along or aside, on the tenth lap as on the first.
    let mut idle = AgentSpec::new(Body::new(Vec2::new(20.0, 8.1), 0.3, 1.0));
    idle.profile.behaviors.clear();
    let id = world.insert_agent(idle).expect("agent");
    for lap in 0..10 {
        world
            .place_agent(id, Vec2::new(20.0, 8.1), Vec2::ZERO)
            .expect("agent");
        step_for(&mut world, 1.0 / 30.0, 6.0);
        let place = world.agent(id).expect("agent").body.position;
        let moved = torus().between(Vec2::new(20.0, 8.1), place).length();
        assert!(moved > 0.5, "lap {lap}: nothing came by");
    }
}

#[test]
fn who_is_near_enough_on_both_sides_is_seen_once_on_the_nearer() {
    let topology = Topology::torus(Vec2::ZERO, Vec2::splat(10.0)).expect("box");
    for (place, way) in [(6.0, 1.0), (8.0, -1.0)] {
        let mut world = World::new(WorldSettings {
            topology,
            ..WorldSettings::default()
        })
        .expect("settings");
        let mut spec = AgentSpec::new(Body::new(Vec2::new(2.0, 5.0), 0.3, 1.4));
        // 4 m on one side, 6 m on the other.
        spec.profile.behaviors = vec![Behavior::Cohesion(Around::within(7.0)).into()];
        let id = world.insert_agent(spec).expect("agent");
        let other = AgentSpec::new(Body::new(Vec2::new(place, 5.0), 0.3, 1.4));
        world.insert_agent(other).expect("agent");
        let explanation = world.explain(id, 1.0 / 30.0).expect("an explanation");
        let force = explanation.forces[0].wanted;
        assert!(force.x * way > 0.0, "{force}");
    }
}

#[test]
fn a_box_that_is_too_wide_for_a_number_is_refused() {
    assert!(Topology::torus(Vec2::splat(-3e38), Vec2::splat(3e38)).is_err());
    assert!(Topology::torus(Vec2::splat(-1e38), Vec2::splat(1e38)).is_ok());
}
