//! Agents that meet: nobody touches anybody without help from contacts, nobody waits for ever, and
//! manners count.

use std::f32::consts::TAU;

use sidestep::Vec2;
use sidestep::avoid::lane::Lane;
use sidestep::avoid::right_of_way::Rank;
use sidestep::avoid::sampling::VelocitySampling;
use sidestep::motion::Body;
use sidestep::random::Random;
use sidestep::steer::parting_direction;
use sidestep::walker::{Manners, share};
use sidestep::world::{AgentAvoidance, AgentId, AgentSpec, Control, Goal, World, WorldSettings};

use super::wall;
use crate::common::walker;

fn unsettled(max_substep: f32) -> World {
    let settings = WorldSettings {
        settle: false,
        max_substep,
        ..WorldSettings::default()
    };
    World::new(settings).expect("settings")
}

/// Least distance between two edges (m); negative if somebody overlaps somebody.
fn least_gap(world: &World) -> f32 {
    let bodies: Vec<Body> = world.agents().map(|agent| agent.body).collect();
    let mut least = f32::INFINITY;
    for (index, one) in bodies.iter().enumerate() {
        for other in &bodies[..index] {
            let gap = one.position.distance(other.position) - one.radius - other.radius;
            least = least.min(gap);
        }
    }
    least
}

fn run_until_arrived(world: &mut World, dt: f32, seconds: f64) -> f32 {
    let mut gap = f32::INFINITY;
    while world.time() < seconds && !world.agents().all(|agent| agent.arrived) {
        world.step(dt).expect("step");
        gap = gap.min(least_gap(world));
    }
    gap
}

/// The separating lines promise it for every step length and every speed.
#[test]
fn nobody_touches_anybody_at_any_time_step() {
    for (seed, dt) in [
        (1, 1.0 / 120.0),
        (2, 1.0 / 30.0),
        (3, 0.1),
        (4, 0.25),
        (5, 0.5),
    ] {
        let mut world = unsettled(1.0);
        let mut random = Random::new(seed, 0);
        for place in 0..49 {
            let start = Vec2::new((place % 7) as f32, (place / 7) as f32) * 1.6;
            let goal = Vec2::new(random.between(0.0, 10.0), random.between(0.0, 10.0));
            let radius = random.between(0.2, 0.6);
            let speed = random.between(0.5, 6.0);
            world
                .insert_agent(walker(start, goal, radius, speed))
                .expect("agent");
        }
        for _ in 0..(8.0 / dt) as u32 {
            world.step(dt).expect("step");
            let gap = least_gap(&world);
            assert!(gap > 0.0, "dt {dt}: {gap} m after {} s", world.time());
        }
    }
}

/// The latest (s) of two of 1.5 m who set out so far (m) from each other, edge to edge, the second `ahead`
/// (m) before the first, and go to places `apart` (m) from each other, the one the other's side: how much
/// later than the straight way takes alone.
fn delay_of_two_who_cross(gap: f32, apart: f32, ahead: f32) -> f32 {
    const LENGTH: f32 = 60.0;
    let mut world = unsettled(1.0);
    for side in [1.0, -1.0] {
        let start = Vec2::new(
            if side < 0.0 { ahead } else { 0.0 },
            side * (1.5 + 0.5 * gap),
        );
        let goal = Vec2::new(LENGTH, -0.5 * side * apart);
        let mut body = Body::new(start, 1.5, 1.0);
        body.limits.max_speed = 2.0;
        let mut spec = AgentSpec::new(body).with_goal(Goal::point(goal, 1.5));
        spec.profile.preferred_speed = 1.0;
        world.insert_agent(spec).expect("agent");
    }
    let least = run_until_arrived(&mut world, 0.25, 120.0);
    assert!(least > 0.0, "{least} m");
    assert!(
        world.agents().all(|agent| agent.arrived),
        "after two minutes"
    );
    world.time() as f32 - LENGTH
}

/// Each led the other aside, and neither fell back: on the circle of 250 some walked so for 100 s, past
/// both their goals, and of two alone the latest came 15 s late.
#[test]
fn two_who_walked_side_by_side_led_each_other_past_their_goals() {
    let mut delays = Vec::new();
    for gap in [0.2, 1.0] {
        for apart in [6.0, 12.0, 24.0] {
            for ahead in [0.0, 0.5, 1.5] {
                delays.push(delay_of_two_who_cross(gap, apart, ahead));
            }
        }
    }
    let worst = delays.iter().copied().fold(0.0, f32::max);
    println!("{delays:?}");
    assert!(worst < 6.0, "{delays:?}");
}

/// They used to wait for each other for ever, each half in the door.
#[test]
fn two_groups_change_rooms_through_a_door_for_one() {
    let mut world = unsettled(0.1);
    for (from, to) in [(-6.0, -0.45), (0.45, 6.0)] {
        let side = wall(Vec2::new(0.0, from), Vec2::new(0.0, to));
        world.insert_obstacle(side).expect("wall");
    }
    for index in 0..4 {
        let row = index as f32 - 1.5;
        for side in [-1.0, 1.0] {
            let start = Vec2::new(3.0 * side, row);
            let mut spec = walker(start, Vec2::ZERO, 0.25, 1.3);
            spec.profile.goals = vec![
                Goal::point(Vec2::new(0.3 * side, 0.0), 0.5),
                Goal::point(Vec2::new(-3.0 * side, row), 0.4),
            ];
            world.insert_agent(spec).expect("agent");
        }
    }
    let gap = run_until_arrived(&mut world, 1.0 / 30.0, 90.0);
    let arrived = world.agents().filter(|agent| agent.arrived).count();
    assert_eq!(arrived, 8, "arrived after {} s", world.time());
    assert!(gap > 0.0, "{gap} m");
}

#[test]
fn who_stands_at_its_goal_makes_room_for_who_is_still_on_the_way() {
    let mut world = unsettled(0.1);
    // A dead end just wide enough for one, with one standing at its mouth.
    for y in [-0.5, 0.5] {
        let side = wall(Vec2::new(0.0, y), Vec2::new(4.0, y));
        world.insert_obstacle(side).expect("wall");
    }
    let mouth = Vec2::new(-0.4, 0.0);
    let stands = world
        .insert_agent(walker(mouth, mouth, 0.3, 1.3))
        .expect("agent");
    let inside = walker(Vec2::new(-4.0, 0.1), Vec2::new(3.0, 0.0), 0.3, 1.3);
    let enters = world.insert_agent(inside).expect("agent");
    let mut gap = f32::INFINITY;
    while world.time() < 30.0 && !world.agent(enters).expect("agent").arrived {
        world.step(1.0 / 30.0).expect("step");
        gap = gap.min(least_gap(&world));
    }
    assert!(world.agent(enters).expect("agent").arrived, "it gets in");
    assert!(gap > 0.0, "{gap} m");
    // And goes back to where it stood.
    for _ in 0..150 {
        world.step(1.0 / 30.0).expect("step");
    }
    let back = world.agent(stands).expect("agent").body.position;
    assert!(back.distance(mouth) < 0.3, "it ends at {back}");
}

#[test]
fn who_found_its_place_taken_never_went_back_when_that_was_free_again() {
    let mut world = World::new(WorldSettings::default()).expect("settings");
    let place = Vec2::new(2.0, 0.0);
    let body = Body::new(Vec2::ZERO, 0.3, 1.4);
    let spec = AgentSpec::new(body).with_goal(Goal::point(place, 0.3));
    let id = world.insert_agent(spec).expect("agent");
    let wander = |seconds: f32, world: &mut World| {
        let here = |world: &World| world.agent(id).expect("agent").body.position;
        let (from, mut furthest) = (here(world), 0.0_f32);
        for _ in 0..(seconds * 30.0) as usize {
            world.step(1.0 / 30.0).expect("step");
            furthest = furthest.max(here(world).distance(from));
        }
        (here(world), furthest)
    };
    assert!(wander(5.0, &mut world).0.distance(place) < 0.05);
    // Somebody whom nobody moves is put down on its place.
    let mut large = AgentSpec::new(Body::new(place, 0.8, 1.4));
    large.profile.control = Control::Driven;
    let takes = world.insert_agent(large).expect("somebody");
    let (gave_up, _) = wander(20.0, &mut world);
    assert!(gave_up.distance(place) > 1.0, "{gave_up}");
    // As long as that is so it stands.
    let (_, furthest) = wander(60.0, &mut world);
    assert!(furthest < 1e-3, "{furthest} m");
    world.remove_agent(takes).expect("somebody");
    let (back, _) = wander(15.0, &mut world);
    assert!(back.distance(place) < 0.05, "{back}");
}

#[test]
fn a_driven_agent_keeps_its_velocity_and_is_dodged() {
    for settle in [false, true] {
        let settings = WorldSettings {
            settle,
            ..WorldSettings::default()
        };
        let mut world = World::new(settings).expect("settings");
        let mut player = walker(Vec2::new(8.0, 0.0), Vec2::ZERO, 0.4, 2.0);
        player.profile.control = Control::Driven;
        player.profile.goals.clear();
        let player = world.insert_agent(player).expect("agent");
        world
            .set_velocity(player, Vec2::new(-2.0, 0.0))
            .expect("velocity");
        let guest = walker(Vec2::new(-8.0, 0.05), Vec2::new(8.0, 0.0), 0.4, 1.4);
        let guest = world.insert_agent(guest).expect("agent");
        for step in 1..=360 {
            world.step(1.0 / 60.0).expect("step");
            let body = world.agent(player).expect("agent").body;
            let expected = 8.0 - 2.0 * step as f32 / 60.0;
            assert!((body.position.x - expected).abs() < 1e-3 && body.position.y == 0.0);
            assert!(least_gap(&world) > 0.0, "settle {settle}, step {step}");
        }
        step_on(&mut world, 8.0);
        assert!(world.agent(guest).expect("agent").arrived);
    }
}

fn step_on(world: &mut World, seconds: f32) {
    super::step_for(world, 1.0 / 60.0, seconds);
}

/// One who doesn't avoid still is avoided, and an agent without anybody near walks as if alone, to
/// the bit, where both decide in each step.
#[test]
fn nobody_near_changes_no_bit() {
    let path = |avoidance: AgentAvoidance| {
        let mut world = unsettled(0.1);
        let mut spec: AgentSpec = walker(Vec2::ZERO, Vec2::new(9.0, 2.0), 0.3, 1.4);
        spec.id = Some(AgentId(3));
        spec.profile.agent_avoidance = avoidance;
        world.insert_agent(spec).expect("agent");
        let far = walker(Vec2::new(0.0, 90.0), Vec2::new(9.0, 90.0), 0.3, 1.4);
        world.insert_agent(far).expect("agent");
        step_on(&mut world, 6.0);
        let position = world.agent(AgentId(3)).expect("agent").body.position;
        position.to_array().map(f32::to_bits)
    };
    let sampling = VelocitySampling {
        calm_interval: 0.0,
        ..VelocitySampling::for_radius(0.3)
    };
    let alone = path(AgentAvoidance::None);
    assert_eq!(path(AgentAvoidance::Sampling(sampling)), alone);
}

#[test]
fn who_goes_first_goes_by_one_thing_after_the_other() {
    let rank = Rank {
        priority: 1,
        arrived: false,
        since: 3.0,
        id: 5,
        ..Rank::default()
    };
    // Each of these goes before the one after it, by the first thing in which they differ.
    let row = [
        Rank {
            priority: 2,
            arrived: true,
            since: 9.0,
            id: 9,
            ..rank
        },
        // Who is pushed already goes before who has time left.
        Rank {
            lane: Lane::Caught,
            since: 8.0,
            id: 7,
            ..rank
        },
        Rank {
            lane: Lane::Exposed,
            since: 2.0,
            id: 6,
            ..rank
        },
        Rank {
            since: 1.0,
            id: 8,
            ..rank
        },
        Rank { id: 4, ..rank },
        rank,
        Rank {
            since: 3.5,
            id: 1,
            ..rank
        },
        Rank {
            arrived: true,
            since: 0.0,
            id: 0,
            ..rank
        },
        Rank {
            priority: 0,
            since: 0.0,
            id: 0,
            ..rank
        },
    ];
    for (place, first) in row.iter().enumerate() {
        for (other_place, other) in row.iter().enumerate() {
            assert_eq!(
                first.before(other),
                place < other_place,
                "{first:?} {other:?}"
            );
        }
    }
}

#[test]
fn two_at_one_place_leave_each_other_in_opposite_directions() {
    for [own, other] in [[0, 1], [3, 900], [7, u64::MAX], [1 << 32, 1 << 33]] {
        let there = parting_direction(own, other);
        assert_eq!(there, -parting_direction(other, own), "{own} {other}");
        assert!((there.length() - 1.0).abs() < 1e-6);
    }
}

#[test]
fn the_work_is_shared_by_priority_then_by_responsibility() {
    let manners = |responsibility, priority| Manners {
        avoids: true,
        guarded: true,
        rests: false,
        responsibility,
        priority,
    };
    let (much, little, none) = (manners(3.0, 0), manners(1.0, 0), manners(0.0, 0));
    assert_eq!(share(&much, &little, true), 0.75);
    assert_eq!(share(&little, &much, true), 0.25);
    assert_eq!(share(&none, &much, true), 0.0);
    assert_eq!(share(&none, &none, true), 0.5);
    // Whoever isn't noticed does all, and so does the one with the lower priority.
    assert_eq!(share(&little, &much, false), 1.0);
    assert_eq!(share(&manners(1.0, 2), &manners(1.0, 5), true), 1.0);
    assert_eq!(share(&manners(1.0, 5), &manners(1.0, 2), true), 0.0);
}

#[test]
fn who_cannot_get_nearer_to_a_goal_that_others_fill_stops_pressing() {
    let goal = Vec2::ZERO;
    let mut world = World::new(WorldSettings::default()).expect("settings");
    // Seven who are all but unable to move, on their way to the same place.
    let ring = (0..6).map(|place| {
        let angle = place as f32 * TAU / 6.0;
        Vec2::new(libm::cosf(angle), libm::sinf(angle)) * 0.62
    });
    for at in std::iter::once(goal).chain(ring) {
        let mut body = Body::new(at, 0.3, 1.4);
        body.limits.max_speed = 0.001;
        let spec = AgentSpec::new(body).with_goal(Goal::point(goal, 0.001));
        world.insert_agent(spec).expect("an agent");
    }
    let spec = walker(Vec2::new(4.0, 0.3), goal, 0.3, 1.4);
    let id = world.insert_agent(spec).expect("an agent");
    let mut walked = 0.0;
    for step in 0..600 {
        world.step(1.0 / 30.0).expect("a step");
        let body = world.agent(id).expect("an agent").body;
        if step >= 240 {
            walked += body.speed() / 30.0;
        }
    }
    assert!(
        walked < 0.2,
        "it has walked {walked} m about those who fill its goal"
    );
}
