//! The studied methods in a world: their explanations foretell the step, and each gives its
//! reasons.

#[path = "../../sidestep/tests/common/mod.rs"]
mod common;

use std::sync::Arc;

use common::{circle, walker};
use sidestep::Vec2;
use sidestep::avoid::Method;
use sidestep::explain::MarkKind;
use sidestep::world::{
    AgentAvoidance, AgentId, AgentSpec, ObstacleAvoidance, ObstacleSpec, World, WorldSettings,
};
use sidestep_study::anticipatory::Anticipatory;
use sidestep_study::look_ahead::{self, Probes};
use sidestep_study::unaligned::{self, LookAhead};
use sidestep_study::walls::{WallAvoidance, WallMethod};

const DT: f32 = 1.0 / 30.0;

fn towards_obstacles(spec: &mut AgentSpec, method: impl Method) {
    spec.profile.obstacle_avoidance = ObstacleAvoidance::Custom(Arc::new(method));
}

fn towards_agents(spec: &mut AgentSpec, method: impl Method) {
    spec.profile.agent_avoidance = AgentAvoidance::Custom(Arc::new(method));
    spec.profile.obstacle_avoidance = ObstacleAvoidance::None;
}

/// An agent for each method, among obstacles, contacts off, so that velocities tell the forces.
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
    let hit_normal = WallMethod::hit_normal_for_radius(0.3);
    for index in 0..6 {
        let y = index as f32 * 0.5 - 1.0;
        let mut spec = walker(Vec2::new(0.0, y), Vec2::new(10.0, -y), 0.3, 1.5);
        match index {
            0 => {
                let classic = look_ahead::Classic {
                    probes: Probes::Three,
                    distance: 2.0,
                    scaled_by_speed: true,
                    max_avoid_force: 5.0,
                };
                towards_obstacles(&mut spec, classic);
            }
            1 => towards_obstacles(&mut spec, WallAvoidance::for_radius(0.3, WallMethod::Cross)),
            2 => towards_obstacles(&mut spec, WallAvoidance::for_radius(0.3, hit_normal)),
            3 => towards_agents(&mut spec, unaligned::Classic::for_radius(0.3)),
            4 => {
                let by_time = unaligned::Classic {
                    look_ahead: LookAhead::Time(2.0),
                    ..unaligned::Classic::for_radius(0.3)
                };
                towards_agents(&mut spec, by_time);
            }
            _ => towards_agents(&mut spec, Anticipatory::for_radius(0.3)),
        }
        world.insert_agent(spec).expect("agent");
    }
    world
}

#[test]
fn the_explanation_foretells_the_next_step_bit_for_bit() {
    let mut world = scene();
    for _ in 0..300 {
        let ids: Vec<AgentId> = world.agents().map(|agent| agent.id).collect();
        let foretold: Vec<Vec2> = ids
            .iter()
            .map(|id| {
                let explanation = world.explain(*id, DT).expect("explanation");
                let body = world.agent(*id).expect("agent").body;
                body.velocity_after(explanation.total, DT)
            })
            .collect();
        world.step(DT).expect("step");
        for (id, velocity) in ids.iter().zip(foretold) {
            let found = world.agent(*id).expect("agent").body.velocity;
            assert_eq!(found, velocity, "{id} at {:.2} s", world.time());
        }
    }
}

#[test]
fn each_gives_its_reason_in_every_step() {
    let mut world = scene();
    for _ in 0..60 {
        world.step(DT).expect("step");
        for id in (0..6).map(AgentId) {
            let explanation = world.explain(id, DT).expect("explanation");
            assert!(!explanation.reasons.is_empty(), "{id}");
        }
    }
}

#[test]
fn whiskers_hits_and_pushes_are_told() {
    let mut world = World::new(WorldSettings::default()).expect("settings");
    let shape = circle(Vec2::new(1.0, 0.3), 0.5);
    world
        .insert_obstacle(ObstacleSpec::new(shape))
        .expect("obstacle");
    let mut spec = walker(Vec2::ZERO, Vec2::new(10.0, 0.0), 0.3, 1.5);
    let mut walls = WallAvoidance::for_radius(0.3, WallMethod::Cross);
    walls.whiskers.count = 3;
    towards_obstacles(&mut spec, walls);
    let id = world.insert_agent(spec).expect("agent");
    let explanation = world.explain(id, 1.0 / 60.0).expect("explanation");
    let count = |kind| {
        let marks = explanation.marks.iter();
        marks.filter(|mark| mark.kind == kind).count()
    };
    assert_eq!(count(MarkKind::Ray), 3);
    assert!((1..3).contains(&count(MarkKind::Threat)), "{explanation:?}");
    let push = explanation
        .forces
        .iter()
        .find(|force| force.name == "walls");
    assert!(
        push.is_some_and(|force| force.wanted.y < 0.0),
        "{explanation:?}"
    );
    let reasons = explanation.reasons.join("\n");
    assert!(reasons.contains("whisker"), "{reasons}");
}
