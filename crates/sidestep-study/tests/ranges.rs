//! Every number that has a range: documented, checked, and refused by name outside of it.

#[path = "../../sidestep/tests/common/ranges.rs"]
mod common;

use std::sync::Arc;

use common::{Documented, Inside, Look, Outside, put, walk};
use sidestep::Vec2;
use sidestep::avoid::Method;
use sidestep::avoid::detour::DetourMethod;
use sidestep::motion::Body;
use sidestep::range::Parameters;
use sidestep::world::{
    AgentAvoidance, AgentSpec, Detouring, ObstacleAvoidance, World, WorldSettings,
};
use sidestep_study::anticipatory::Anticipatory;
use sidestep_study::detour::{FurthestTangents, LocalGrid};
use sidestep_study::look_ahead::{self, Probes};
use sidestep_study::unaligned::{self, LookAhead};
use sidestep_study::walls::{WallAvoidance, WallMethod, Whiskers};

macro_rules! source {
    ($path:literal) => {
        include_str!(concat!("../src/", $path))
    };
}

fn look_ahead() -> look_ahead::Classic {
    look_ahead::Classic {
        probes: Probes::Two,
        distance: 2.0,
        scaled_by_speed: false,
        max_avoid_force: 3.0,
    }
}

fn unaligned() -> [unaligned::Classic; 2] {
    [LookAhead::Distance(3.0), LookAhead::Time(2.0)].map(|look_ahead| unaligned::Classic {
        look_ahead,
        ..unaligned::Classic::for_radius(0.3)
    })
}

fn walls() -> [WallAvoidance; 2] {
    [
        WallAvoidance::for_radius(0.3, WallMethod::hit_normal_for_radius(0.3)),
        WallAvoidance::for_radius(0.3, WallMethod::Cross).rising(0.3),
    ]
}

/// Shows all structs whose numbers have ranges, each with sound values.
fn table(look: &mut impl Look) {
    look.at("Classic", source!("look_ahead.rs"), look_ahead());
    for classic in unaligned() {
        look.at("Classic", source!("unaligned.rs"), classic);
    }
    let anticipatory = Anticipatory::for_radius(0.3);
    look.at("Anticipatory", source!("anticipatory.rs"), anticipatory);
    let tangents = FurthestTangents::for_radius(0.3);
    let source = source!("detour/furthest_tangents/mod.rs");
    look.at("FurthestTangents", source, tangents);
    let grid = LocalGrid::for_radius(0.3);
    look.at("LocalGrid", source!("detour/local_grid/mod.rs"), grid);
    let whiskers = Whiskers::for_radius(0.3);
    look.at("Whiskers", source!("walls/whiskers.rs"), whiskers);
    for walls in walls() {
        look.at("WallMethod", source!("walls/method.rs"), walls.method);
        look.at("Strength", source!("walls/strength.rs"), walls.strength);
        let source = source!("walls/wall_avoidance.rs");
        look.at("WallAvoidance", source, walls);
    }
}

#[test]
fn what_is_just_inside_of_its_range_is_taken() {
    table(&mut Inside);
}

#[test]
fn what_is_just_outside_of_its_range_is_refused_by_name() {
    table(&mut Outside);
}

#[test]
fn the_documentation_says_what_is_checked() {
    let mut documented = Documented::default();
    table(&mut documented);
    let missing = documented.missing.join("\n");
    assert!(missing.is_empty(), "not what is checked:\n{missing}");
}

fn plain() -> AgentSpec {
    AgentSpec::new(Body::new(Vec2::new(-2.0, 0.1), 0.3, 1.4))
}

fn towards_obstacles(method: impl Method) -> AgentSpec {
    let mut spec = plain();
    spec.profile.obstacle_avoidance = ObstacleAvoidance::Custom(Arc::new(method));
    spec
}

fn towards_agents(method: impl Method) -> AgentSpec {
    let mut spec = plain();
    spec.profile.agent_avoidance = AgentAvoidance::Custom(Arc::new(method));
    spec
}

fn with_detours(method: impl DetourMethod) -> AgentSpec {
    let mut spec = plain();
    spec.profile.detouring = Detouring::Custom(Arc::new(method));
    spec
}

/// All that comes of putting `number` into one of a method's parameters.
fn changes<T: Parameters>(method: &T, number: f32) -> Vec<T> {
    (0..method.clone().parameters().len())
        .map(|index| {
            let mut changed = method.clone();
            put(&mut changed.parameters()[index], number, 0);
            changed
        })
        .collect()
}

/// An agent for each method with `number` in each of its parameters.
fn specs(number: f32) -> Vec<AgentSpec> {
    let mut specs: Vec<AgentSpec> = Vec::new();
    specs.extend(
        changes(&look_ahead(), number)
            .into_iter()
            .map(towards_obstacles),
    );
    for walls in walls() {
        specs.extend(changes(&walls, number).into_iter().map(towards_obstacles));
    }
    for classic in unaligned() {
        specs.extend(changes(&classic, number).into_iter().map(towards_agents));
    }
    let anticipatory = Anticipatory::for_radius(0.3);
    specs.extend(
        changes(&anticipatory, number)
            .into_iter()
            .map(towards_agents),
    );
    let tangents = FurthestTangents::for_radius(0.3);
    specs.extend(changes(&tangents, number).into_iter().map(with_detours));
    let grid = LocalGrid::for_radius(0.3);
    specs.extend(changes(&grid, number).into_iter().map(with_detours));
    specs
}

#[test]
fn a_world_refuses_what_makes_no_sense() {
    let mut world = World::new(WorldSettings::default()).expect("settings");
    for number in [f32::NAN, -1.0] {
        for spec in specs(number) {
            // Of a whole number nothing below 0 is left.
            if spec.check().is_ok() {
                continue;
            }
            let error = world.insert_agent(spec.clone());
            let error = error.expect_err("out of range").to_string();
            let part = [
                "obstacle_avoidance is",
                "agent_avoidance is",
                "detouring is",
            ];
            assert!(part.iter().any(|part| error.contains(part)), "{error}");
        }
    }
    assert_eq!(world.agents().count(), 0);
}

/// Agents with a number at the edge of its range walk among others for a while.
#[test]
fn with_what_is_zero_or_infinite_where_it_may_be_the_world_goes_on_with_numbers() {
    for number in [0.0, f32::INFINITY] {
        for spec in specs(number) {
            if spec.check().is_ok() {
                walk(spec);
            }
        }
    }
}
