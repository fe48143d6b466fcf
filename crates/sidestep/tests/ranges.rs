//! Every number that has a range: documented, checked, and refused by name outside of it.

#[path = "common/ranges.rs"]
mod common;

use common::{Documented, Inside, Look, Outside, put, walk};
use sidestep::Vec2;
use sidestep::avoid::detour::Detour;
use sidestep::avoid::guard::Guard;
use sidestep::avoid::look_ahead::LookAhead;
use sidestep::avoid::orca::Orca;
use sidestep::avoid::right_of_way::RightOfWay;
use sidestep::avoid::sampling::VelocitySampling;
use sidestep::blend::Blend;
use sidestep::geometry::Circle;
use sidestep::motion::Body;
use sidestep::range::Parameters;
use sidestep::space::{Filter, Floor};
use sidestep::steer::{FollowLeader, FollowPath, Wander};
use sidestep::world::{
    AgentAvoidance, AgentId, AgentSpec, Aim, Around, Behavior, BlockedAnswer, Detouring, Goal,
    Link, Objective, ObstacleAvoidance, ObstacleSpec, Pose, Profile, Target, WeightedBehavior,
    World, WorldSettings,
};

macro_rules! source {
    ($path:literal) => {
        include_str!(concat!("../src/", $path))
    };
}

/// Shows all structs whose numbers have ranges, each with sound values: those of one part first,
/// then the wholes.
fn table(look: &mut impl Look) {
    pure(look);
    avoidance(look);
    goals(look);
    for behavior in behaviors() {
        let (name, source) = match behavior {
            Behavior::Wander(_) => ("Wander", source!("steer/wander.rs")),
            Behavior::FollowPath { .. } => ("FollowPath", source!("steer/follow_path.rs")),
            Behavior::FollowLeader(..) => ("FollowLeader", source!("steer/leader.rs")),
            _ => ("Behavior", source!("walker/behavior.rs")),
        };
        look.at(name, source, behavior);
    }
    worlds(look);
}

fn pure(look: &mut impl Look) {
    let body = Body::new(Vec2::ZERO, 0.3, 1.4);
    look.at("Body", source!("motion/body.rs"), body);
    look.at("Limits", source!("motion/limits.rs"), body.limits);
    look.at(
        "Wander",
        source!("steer/wander.rs"),
        Wander::for_radius(0.3),
    );
    look.at(
        "FollowPath",
        source!("steer/follow_path.rs"),
        FollowPath::for_radius(0.3),
    );
    look.at(
        "FollowLeader",
        source!("steer/leader.rs"),
        FollowLeader::for_radius(0.3),
    );
    let threshold = 0.1;
    look.at("Blend", source!("blend.rs"), Blend::Priority { threshold });
    look.at("Floor", source!("space/filter.rs"), filter().floor);
    look.at("Filter", source!("space/filter.rs"), filter());
    #[cfg(feature = "levels")]
    look.at(
        "LevelSettings",
        source!("nav/level/mod.rs"),
        sidestep::nav::LevelSettings::default(),
    );
}

fn avoidance(look: &mut impl Look) {
    look.at(
        "LookAhead",
        source!("avoid/look_ahead/swept.rs"),
        LookAhead::for_radius(0.3),
    );
    look.at(
        "Guard",
        source!("avoid/guard/mod.rs"),
        Guard::for_extent(1.0),
    );
    look.at("Orca", source!("avoid/orca/mod.rs"), Orca::for_radius(0.3));
    look.at(
        "VelocitySampling",
        source!("avoid/sampling/sampler.rs"),
        VelocitySampling::for_radius(0.3),
    );
    look.at(
        "RightOfWay",
        source!("avoid/right_of_way.rs"),
        RightOfWay::default(),
    );
    look.at(
        "Detour",
        source!("avoid/detour/mod.rs"),
        Detour::for_radius(0.3),
    );
}

fn goals(look: &mut impl Look) {
    let source = source!("walker/goal.rs");
    let target = Target::Point(Vec2::ONE);
    look.at("Target", source, target);
    for objective in objectives() {
        look.at("Objective", source, objective);
        let goal = Goal {
            objective,
            speed: Some(1.0),
            time_limit: Some(9.0),
            height: Some(0.0),
        };
        look.at("Goal", source, goal);
    }
}

fn worlds(look: &mut impl Look) {
    let source = source!("walker/behavior.rs");
    look.at("Aim", source, Aim::At(Target::Point(Vec2::ONE)));
    look.at("Around", source, Around::within(1.0));
    let weighted = WeightedBehavior::from(Behavior::Wander(Wander::for_radius(0.3)));
    look.at("WeightedBehavior", source, weighted);
    let link = Link {
        from: Vec2::ZERO,
        to: Vec2::ONE,
        seconds: 0.5,
    };
    look.at("Link", source!("walker/profile.rs"), link);
    let seconds = 1.0;
    let source = source!("world/spec/blocked.rs");
    look.at("BlockedAnswer", source, BlockedAnswer::Wait { seconds });
    let circle = Circle::new(Vec2::ZERO, 1.0).expect("a circle");
    let obstacle = ObstacleSpec {
        filter: filter(),
        ..ObstacleSpec::new(circle)
    };
    let source = source!("world/spec/obstacle.rs");
    look.at("ObstacleSpec", source, obstacle);
    look.at("Pose", source, Pose::default());
    look.at(
        "WorldSettings",
        source!("world/spec/settings.rs"),
        WorldSettings::default(),
    );
    for profile in profiles() {
        let source = source!("walker/profile.rs");
        look.at(
            "ObstacleAvoidance",
            source,
            profile.obstacle_avoidance.clone(),
        );
        look.at("AgentAvoidance", source, profile.agent_avoidance.clone());
        look.at("Detouring", source, profile.detouring.clone());
        look.at("Profile", source, profile);
    }
}

fn filter() -> Filter {
    Filter {
        floor: Floor {
            low: -1.0,
            high: f32::INFINITY,
        },
        ..Filter::default()
    }
}

fn objectives() -> [Objective; 4] {
    let target = Target::Point(Vec2::ONE);
    [
        Objective::Reach {
            target,
            radius: 0.2,
        },
        Objective::Enter {
            min: Vec2::ZERO,
            max: Vec2::splat(f32::MAX),
            aim: Some(Vec2::ONE),
        },
        Objective::Flee {
            from: target,
            distance: 3.0,
        },
        Objective::Head { direction: Vec2::X },
    ]
}

fn behaviors() -> Vec<Behavior> {
    let aim = Aim::At(Target::Point(Vec2::ONE));
    let around = Around::within(1.0);
    let leader = AgentId(0);
    vec![
        Behavior::Seek(aim),
        Behavior::Flee(aim, 2.0),
        Behavior::Arrive {
            aim,
            slowing_distance: 1.0,
        },
        Behavior::Pursue(aim, 2.0),
        Behavior::Evade {
            hunter: aim,
            horizon: 2.0,
            distance: 3.0,
        },
        Behavior::Wander(Wander::for_radius(0.3)),
        Behavior::FollowPath {
            path: vec![Vec2::ZERO, Vec2::ONE],
            parameters: FollowPath::for_radius(0.3),
        },
        Behavior::Hide {
            from: aim,
            distance: 9.0,
        },
        Behavior::Interpose(leader, AgentId(1)),
        Behavior::OffsetPursuit(leader, Vec2::ONE),
        Behavior::Separation(around),
        Behavior::Alignment(around),
        Behavior::Cohesion(around),
        Behavior::FollowLeader(leader, FollowLeader::for_radius(0.3)),
        Behavior::Queue(around),
    ]
}

/// Profiles that together have every kind of part.
fn profiles() -> Vec<Profile> {
    let mut plain = Profile::for_body(&Body::new(Vec2::ZERO, 0.3, 1.4));
    plain.filter = filter();
    let mut profiles = vec![plain.clone(); 3];
    profiles[1].obstacle_avoidance = ObstacleAvoidance::None;
    profiles[1].agent_avoidance = AgentAvoidance::Orca(Orca::for_radius(0.3));
    profiles[1].detouring = Detouring::None;
    profiles[1].blend = Blend::Priority { threshold: 0.1 };
    profiles[2].agent_avoidance = AgentAvoidance::None;
    profiles.extend(behaviors().into_iter().map(|behavior| Profile {
        behaviors: vec![behavior.into()],
        ..plain.clone()
    }));
    profiles.extend(objectives().map(|objective| Profile {
        goals: vec![Goal {
            objective,
            speed: Some(1.0),
            time_limit: Some(9.0),
            height: Some(0.0),
        }],
        ..plain.clone()
    }));
    profiles
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

#[test]
fn an_error_says_in_which_part_of_an_agent_the_number_is() {
    type Change = fn(&mut AgentSpec);
    let mut world = World::new(WorldSettings::default()).expect("settings");
    let refusal = |change: Change, world: &mut World| {
        let mut spec =
            AgentSpec::new(Body::new(Vec2::ZERO, 0.3, 1.4)).with_goal(Goal::point(Vec2::ONE, 0.2));
        spec.profile
            .behaviors
            .push(Behavior::Wander(Wander::for_radius(0.3)).into());
        change(&mut spec);
        world.insert_agent(spec).expect_err("bad").to_string()
    };
    let expected: [(Change, &str); 5] = [
        (
            |spec| spec.body.limits.max_force = 0.0,
            "max_force of body is 0; it must be a finite number above 0",
        ),
        (
            |spec| spec.profile.goals[0].speed = Some(-0.1),
            "speed of goals[0] is -0.1; it must be a finite number above 0",
        ),
        (
            |spec| spec.profile.goals[0] = Goal::point(Vec2::new(0.0, f32::NAN), 0.2),
            "y of target of goals[0] is NaN; it must be finite",
        ),
        (
            |spec| spec.profile.behaviors[1].weight = -1.0,
            "weight of behaviors[1] (wander) is -1; it must be a finite number, 0 or more",
        ),
        (
            |spec| spec.profile.responsibility = f32::INFINITY,
            "responsibility is inf; it must be a finite number, 0 or more",
        ),
    ];
    for (change, sentence) in expected {
        assert_eq!(refusal(change, &mut world), sentence);
    }
}

/// Agents with a number at the edge of its range walk among others for a while.
#[test]
fn with_what_is_zero_or_infinite_where_it_may_be_the_world_goes_on_with_numbers() {
    for profile in profiles() {
        let spec = AgentSpec {
            profile,
            ..AgentSpec::new(Body::new(Vec2::ZERO, 0.3, 1.4))
        };
        for index in 0..spec.clone().parameters().len() {
            for number in [0.0, f32::INFINITY] {
                let mut changed = spec.clone();
                changed.body.position = Vec2::new(-2.0, 0.1);
                // What may not be 0 or infinite is left out.
                put(&mut changed.parameters()[index], number, 0);
                if changed.check().is_ok() {
                    walk(changed);
                }
            }
        }
    }
}
