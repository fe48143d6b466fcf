use std::collections::BTreeSet;
use std::sync::Arc;

use sidestep::Vec2;
use sidestep::avoid::look_ahead::LookAhead;
use sidestep::avoid::orca::Orca;
use sidestep::avoid::sampling::VelocitySampling;
use sidestep::motion::Body;
use sidestep::random::Random;
use sidestep::steer::Wander;
use sidestep::world::{
    AgentAvoidance, AgentId, AgentSpec, Around, Behavior, Goal, ObstacleAvoidance, ObstacleSpec,
    World, WorldSettings,
};

use super::custom::{Patience, Repulsion};
use crate::common::{circle, walker};

/// Agents of several kinds among obstacles, contacts off, so that velocities tell the forces.
fn scene() -> World {
    let mut world = World::new(WorldSettings {
        settle: false,
        ..WorldSettings::default()
    })
    .expect("settings");
    for (x, y) in [(4.0, 0.1), (7.0, 1.0), (7.0, -1.5)] {
        let spec = ObstacleSpec::new(circle(Vec2::new(x, y), 0.8));
        world.insert_obstacle(spec).expect("obstacle");
    }
    for index in 0..7 {
        let y = index as f32 * 0.5 - 1.0;
        let mut spec = walker(Vec2::new(0.0, y), Vec2::new(10.0, -y), 0.3, 1.5);
        match index {
            1 => {
                spec.profile.obstacle_avoidance =
                    ObstacleAvoidance::Custom(Arc::new(Repulsion::new(5.0)));
            }
            2 => spec
                .profile
                .behaviors
                .push(Behavior::Wander(Wander::for_radius(0.3)).into()),
            3 => spec
                .profile
                .behaviors
                .push(Behavior::Separation(Around::within(1.0)).into()),
            4 => spec
                .profile
                .behaviors
                .insert(0, Behavior::Queue(Around::within(1.0)).into()),
            5 => spec.profile.obstacle_avoidance = ObstacleAvoidance::None,
            6 => {
                spec.profile.agent_avoidance =
                    AgentAvoidance::Custom(Arc::new(Patience { seconds: 0.5 }));
            }
            _ => {}
        }
        world.insert_agent(spec).expect("agent");
    }
    world
}

/// Checks that each agent's explanation foretells its next step, which is of `dt` seconds.
fn foretells(world: &mut World, explained_dt: f32, dt: f32) {
    let ids: Vec<AgentId> = world.agents().map(|agent| agent.id).collect();
    let foretold: Vec<Vec2> = ids
        .iter()
        .map(|id| {
            let explanation = world.explain(*id, explained_dt).expect("explanation");
            let body = world.agent(*id).expect("agent").body;
            body.velocity_after(explanation.total, dt)
        })
        .collect();
    world.step(dt).expect("step");
    for (id, velocity) in ids.iter().zip(foretold) {
        let found = world.agent(*id).expect("agent").body.velocity;
        assert_eq!(found, velocity, "{id} at {:.2} s", world.time());
    }
}

#[test]
fn the_explanation_foretells_the_next_step_bit_for_bit() {
    let mut world = scene();
    for _ in 0..300 {
        foretells(&mut world, 1.0 / 30.0, 1.0 / 30.0);
    }
}

/// Four crowds of 30 on 4 m, and loners beside them, some of whom see others at the very end of their
/// view.
fn crowds_and_loners(avoidance: &AgentAvoidance) -> World {
    let settings = WorldSettings {
        settle: false,
        ..WorldSettings::default()
    };
    let mut world = World::new(settings).expect("settings");
    let mut random = Random::new(11, 0);
    let mut insert = |place: Vec2, goal: Vec2| {
        let mut spec = walker(place, goal, 0.3, 1.4);
        spec.profile.agent_avoidance = avoidance.clone();
        world.insert_agent(spec).expect("agent");
    };
    for crowd in 0..4 {
        let corner = Vec2::new(9.0 * crowd as f32, 3.0 * (crowd % 2) as f32);
        for index in 0..30 {
            let cell = Vec2::new((index % 6) as f32, (index / 6) as f32);
            let within = Vec2::new(random.between(0.0, 0.1), random.between(0.0, 0.1));
            let place = corner + 0.75 * cell + within;
            let aside = random.between(-4.0, 4.0);
            insert(place, Vec2::new(16.0 - place.x, place.y + aside));
        }
    }
    for index in 0..24 {
        let row = 12.0 + 5.5 * (index % 2) as f32 + random.between(0.0, 1.0);
        let place = Vec2::new(2.9 * index as f32 - 18.0, row);
        insert(place, Vec2::new(place.x, -place.y));
    }
    world
}

/// In a step each looks at first as far as the one who decided before it needed to; who explains itself
/// looks as far as it ever may.
#[test]
fn who_comes_after_somebody_in_a_crowd_still_sees_all_who_count() {
    let methods = [
        AgentAvoidance::Sampling(VelocitySampling::for_radius(0.3)),
        AgentAvoidance::Orca(Orca::for_radius(0.3)),
    ];
    for avoidance in methods {
        let mut world = crowds_and_loners(&avoidance);
        for _ in 0..120 {
            foretells(&mut world, 0.05, 0.05);
        }
    }
}

#[test]
fn it_does_so_after_every_kind_of_change() {
    let mut world = scene();
    foretells(&mut world, 0.05, 0.05);
    let id = AgentId(0);
    world
        .set_goals(id, vec![Goal::point(Vec2::new(-5.0, 3.0), 0.2)])
        .expect("agent");
    foretells(&mut world, 0.05, 0.05);
    world
        .place_agent(id, Vec2::new(4.0, 2.0), Vec2::new(0.0, -1.0))
        .expect("agent");
    foretells(&mut world, 0.05, 0.05);
    let spec = ObstacleSpec::new(circle(Vec2::new(1.0, 0.2), 0.3));
    let obstacle = world.insert_obstacle(spec).expect("obstacle");
    foretells(&mut world, 0.05, 0.05);
    world
        .offset_obstacle(obstacle, Vec2::new(0.5, 0.5), Vec2::ZERO)
        .expect("obstacle");
    foretells(&mut world, 0.05, 0.05);
    world.remove_obstacle(obstacle).expect("obstacle");
    world.remove_agent(AgentId(3)).expect("agent");
    foretells(&mut world, 0.05, 0.05);
    let spec = AgentSpec::new(Body::new(Vec2::new(2.0, 3.0), 0.3, 1.0))
        .with_goal(Goal::point(Vec2::ZERO, 0.1));
    world.insert_agent(spec).expect("agent");
    foretells(&mut world, 0.05, 0.05);
}

#[test]
fn a_long_step_is_explained_by_its_first_part() {
    let mut world = scene();
    // 0.15 s are cut into two parts, as max_substep is 0.1 s.
    for _ in 0..20 {
        foretells(&mut world, 0.15, 0.075);
    }
}

#[test]
fn the_shares_add_up_to_the_total() {
    let mut world = scene();
    for _ in 0..200 {
        world.step(1.0 / 30.0).expect("step");
        for id in (0..7).map(AgentId) {
            let explanation = world.explain(id, 1.0 / 30.0).expect("explanation");
            let sum: Vec2 = explanation.forces.iter().map(|share| share.given).sum();
            let apart = sum.distance(explanation.total);
            assert!(
                apart < 1e-3,
                "{id}: {sum} {} {:#?}",
                explanation.total,
                explanation.forces
            );
        }
    }
}

#[test]
fn it_says_which_obstacle_and_why() {
    let mut world = scene();
    world.step(1.0 / 30.0).expect("step");
    let mut reasons = Vec::new();
    for _ in 0..90 {
        world.step(1.0 / 30.0).expect("step");
        let explanation = world.explain(AgentId(2), 1.0 / 30.0).expect("explanation");
        reasons.extend(explanation.reasons);
        assert!(!explanation.marks.is_empty());
    }
    assert!(
        reasons
            .iter()
            .any(|reason| reason.contains("passes on the"))
    );
}

/// The work of sampling, of ORCA and of the guard was told as "look_ahead" and "unaligned".
#[test]
fn each_method_is_told_by_its_own_name() {
    for orca in [false, true] {
        let mut world = World::new(WorldSettings::default()).expect("settings");
        for place in 0..25 {
            let (column, row) = ((place % 5) as f32, (place / 5) as f32);
            let start = Vec2::new(column, row) * 0.9;
            let mut spec = walker(start, Vec2::new(4.0, 4.0) - start, 0.3, 3.0);
            if orca {
                spec.profile.agent_avoidance = AgentAvoidance::Orca(Orca::for_radius(0.3));
            }
            world.insert_agent(spec).expect("agent");
        }
        let pillar = ObstacleSpec::new(circle(Vec2::new(2.25, 2.25), 0.2));
        world.insert_obstacle(pillar).expect("obstacle");
        let mut names = BTreeSet::new();
        for _ in 0..180 {
            world.step(1.0 / 30.0).expect("step");
            for id in (0..25).map(AgentId) {
                let explanation = world.explain(id, 1.0 / 30.0).expect("explanation");
                let forces = explanation.forces.into_iter();
                names.extend(forces.map(|force| force.name));
            }
        }
        let expected: &[&str] = if orca {
            &["arrive", "look_ahead", "orca"]
        } else {
            &["arrive", "guard", "look_ahead", "sampling"]
        };
        assert!(names.iter().eq(expected), "{names:?}");
    }
}

/// It was told as "obstacle 4294967290", and ids above 2^32 as those of others.
#[test]
fn one_who_stands_still_is_told_by_its_own_name() {
    let parked = AgentId((1 << 33) + 5);
    let mut world = World::new(WorldSettings::default()).expect("settings");
    let mut spec = AgentSpec::new(Body::new(Vec2::new(4.0, 0.1), 0.5, 1.5));
    spec.id = Some(parked);
    world.insert_agent(spec).expect("agent");
    for _ in 0..30 {
        world.step(1.0 / 30.0).expect("step");
    }
    let mut spec = walker(Vec2::ZERO, Vec2::new(8.0, 0.0), 0.3, 1.5);
    // Past the next corner of the way round, so that look-ahead has something to see.
    spec.profile.obstacle_avoidance = ObstacleAvoidance::LookAhead(LookAhead {
        margin: 0.3,
        ..LookAhead::for_radius(0.3)
    });
    let id = world.insert_agent(spec).expect("agent");
    let mut told = String::new();
    for _ in 0..150 {
        world.step(1.0 / 30.0).expect("step");
        let explanation = world.explain(id, 1.0 / 30.0).expect("explanation");
        told.extend(explanation.marks.into_iter().map(|mark| mark.label + "\n"));
        told.extend(explanation.reasons.into_iter().map(|reason| reason + "\n"));
    }
    assert!(told.contains("agent 8589934597"), "{told}");
    assert!(!told.contains("obstacle"), "{told}");
}

#[test]
fn what_is_told_of_the_forces_adds_up_to_the_one_applied() {
    const DT: f32 = 1.0 / 30.0;
    let mut world = scene();
    let ids: Vec<AgentId> = world.agents().map(|agent| agent.id).collect();
    let mut turned = BTreeSet::new();
    for _ in 0..120 {
        for &id in &ids {
            let told = world.explain(id, DT).expect("agent");
            let sum: Vec2 = told.forces.iter().map(|share| share.given).sum();
            assert!(sum.distance(told.total) < 1e-3, "{id}: {told:?}");
        }
        // Whose behaviours are one alone, with a weight of 1: each method starts from what the one
        // before came to, and no force is larger than the largest.
        let largest = world.agent(ids[0]).expect("agent").body.limits.max_force;
        let cut = |force: Vec2| force.clamp_length_max(largest);
        let mut before = Vec2::ZERO;
        for share in world.explain(ids[0], DT).expect("agent").forces {
            if share.name == "guard" || share.name == "go_on" {
                continue;
            }
            let after = before + share.wanted;
            let given = cut(after) - cut(before);
            assert!(given.distance(share.given) < 1e-3, "{share:?} {given}");
            before = after;
            turned.insert(share.name);
        }
        world.step(DT).expect("step");
    }
    let expected = ["arrive", "look_ahead", "sampling"].map(str::to_owned);
    assert_eq!(turned, BTreeSet::from(expected));
}
