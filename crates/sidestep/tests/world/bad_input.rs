use sidestep::Vec2;
use sidestep::avoid::detour::Detour;
use sidestep::avoid::look_ahead::LookAhead;
use sidestep::avoid::orca::Orca;
use sidestep::avoid::sampling::VelocitySampling;
use sidestep::blend::Blend;
use sidestep::motion::Body;
use sidestep::space::{Filter, Floor, Topology};
use sidestep::steer::{FollowLeader, FollowPath, Wander};
use sidestep::world::{
    AgentAvoidance, AgentId, AgentSpec, Aim, Around, Behavior, Detouring, Goal, MarkerId,
    Objective, ObstacleAvoidance, ObstacleId, ObstacleSpec, Target, World, WorldError,
    WorldSettings,
};

use super::{agent_aim, bits, empty_world, step_for};
use crate::common::{circle, walker};

const NAN: f32 = f32::NAN;
const INFINITE: f32 = f32::INFINITY;

fn scene() -> World {
    let mut world = empty_world();
    world
        .insert_obstacle(ObstacleSpec::new(circle(Vec2::new(3.0, 0.1), 0.5)))
        .expect("obstacle");
    world.insert_marker(Vec2::ONE).expect("marker");
    for index in 0..3 {
        let y = index as f32;
        world
            .insert_agent(walker(Vec2::new(0.0, y), Vec2::new(8.0, -y), 0.3, 1.5))
            .expect("agent");
    }
    step_for(&mut world, 0.05, 1.0);
    world
}

/// Each attempt is refused with a sentence, and the world goes on as if it hadn't been made.
fn refused<T: std::fmt::Debug>(
    name: &str,
    attempt: impl FnOnce(&mut World) -> Result<T, WorldError>,
) {
    let mut tried = scene();
    let mut untouched = scene();
    match attempt(&mut tried) {
        Ok(answer) => panic!("{name} is taken: {answer:?}"),
        Err(error) => assert!(error.to_string().len() > 10, "{name}: {error}"),
    }
    step_for(&mut tried, 0.05, 1.0);
    step_for(&mut untouched, 0.05, 1.0);
    assert_eq!(bits(&tried), bits(&untouched), "{name} left a trace");
    let id = |world: &mut World| {
        let spec = AgentSpec::new(Body::new(Vec2::ZERO, 0.3, 1.0));
        world.insert_agent(spec).expect("agent")
    };
    assert_eq!(id(&mut tried), id(&mut untouched), "{name} used an id");
}

fn agent(change: impl FnOnce(&mut AgentSpec)) -> AgentSpec {
    let mut spec = walker(Vec2::new(0.0, -5.0), Vec2::new(8.0, 0.0), 0.3, 1.5);
    change(&mut spec);
    spec
}

#[test]
fn bodies_that_make_no_sense() {
    type Change = fn(&mut Body);
    let changes: [(&str, Change); 14] = [
        ("position NaN", |body| body.position.y = NAN),
        ("position infinite", |body| body.position.x = -INFINITE),
        ("velocity NaN", |body| body.velocity.x = NAN),
        ("velocity infinite", |body| body.velocity.x = INFINITE),
        ("heading zero", |body| body.heading = Vec2::ZERO),
        ("heading long", |body| body.heading = Vec2::splat(2.0)),
        ("heading NaN", |body| body.heading = Vec2::NAN),
        ("radius zero", |body| body.radius = 0.0),
        ("radius negative", |body| body.radius = -1.0),
        ("radius NaN", |body| body.radius = NAN),
        ("mass zero", |body| body.mass = 0.0),
        ("max_speed NaN", |body| body.limits.max_speed = NAN),
        ("max_force infinite", |body| {
            body.limits.max_force = INFINITE
        }),
        ("response_time zero", |body| body.limits.response_time = 0.0),
    ];
    for (name, change) in changes {
        refused(name, |world| {
            world.insert_agent(agent(|spec| change(&mut spec.body)))
        });
    }
}

#[test]
fn agents_that_make_no_sense() {
    refused("id taken", |world| {
        world.insert_agent(agent(|spec| spec.id = Some(AgentId(1))))
    });
    for speed in [0.0, -1.0, NAN, INFINITE] {
        refused("preferred_speed", |world| {
            world.insert_agent(agent(|spec| spec.profile.preferred_speed = speed))
        });
    }
    for weight in [-1.0, NAN, INFINITE] {
        refused("weight", |world| {
            world.insert_agent(agent(|spec| spec.profile.behaviors[0].weight = weight))
        });
    }
    for threshold in [-0.1, 1.1, NAN] {
        refused("threshold", |world| {
            world.insert_agent(agent(|spec| {
                spec.profile.blend = Blend::Priority { threshold }
            }))
        });
    }
    for (low, high) in [(1.0, 0.0), (NAN, 1.0), (0.0, NAN)] {
        let floor = Floor { low, high };
        refused("floor", |world| {
            world.insert_agent(agent(|spec| spec.profile.filter.floor = floor))
        });
        refused("floor of an obstacle", |world| {
            let mut spec = ObstacleSpec::new(circle(Vec2::ZERO, 1.0));
            spec.filter = Filter {
                floor,
                ..Filter::default()
            };
            world.insert_obstacle(spec)
        });
    }
}

#[test]
fn behaviours_that_make_no_sense() {
    let wander = Wander::for_radius(0.3);
    let path = FollowPath::for_radius(0.3);
    let leader = FollowLeader::for_radius(0.3);
    let follow = |path: Vec<Vec2>, parameters| Behavior::FollowPath { path, parameters };
    let evade = |horizon, distance| Behavior::Evade {
        hunter: agent_aim(AgentId(0)),
        horizon,
        distance,
    };
    let arrive = |aim, slowing_distance| Behavior::Arrive {
        aim,
        slowing_distance,
    };
    let nowhere = Target::Point(Vec2::new(NAN, 0.0));
    for bad in [NAN, -1.0] {
        let behaviors = [
            Behavior::Flee(Aim::Goal, bad),
            Behavior::Pursue(agent_aim(AgentId(0)), bad),
            evade(bad, 1.0),
            evade(1.0, bad),
            Behavior::Wander(Wander {
                distance: bad,
                ..wander
            }),
            Behavior::Wander(Wander {
                radius: bad,
                ..wander
            }),
            Behavior::Wander(Wander {
                period: bad,
                ..wander
            }),
            follow(
                vec![Vec2::ONE],
                FollowPath {
                    look_ahead: bad,
                    ..path
                },
            ),
            follow(
                vec![Vec2::ONE],
                FollowPath {
                    corridor_radius: bad,
                    ..path
                },
            ),
            Behavior::Hide {
                from: Aim::Goal,
                distance: bad,
            },
            Behavior::Separation(Around::within(bad)),
            Behavior::Alignment(Around::within(bad)),
            Behavior::Cohesion(Around::within(bad)),
            Behavior::Queue(Around::within(bad)),
            Behavior::FollowLeader(
                AgentId(0),
                FollowLeader {
                    behind: bad,
                    ..leader
                },
            ),
            Behavior::FollowLeader(
                AgentId(0),
                FollowLeader {
                    clear_ahead: bad,
                    ..leader
                },
            ),
            Behavior::FollowLeader(
                AgentId(0),
                FollowLeader {
                    spacing: bad,
                    ..leader
                },
            ),
        ];
        for behavior in behaviors {
            let name = format!("{behavior:?}");
            refused(&name, |world| {
                world.insert_agent(agent(|spec| spec.profile.behaviors.push(behavior.into())))
            });
        }
    }
    let behaviors = [
        Behavior::Seek(Aim::At(nowhere)),
        arrive(Aim::At(nowhere), 0.0),
        arrive(Aim::Goal, NAN),
        arrive(Aim::Goal, -1.0),
        Behavior::Pursue(Aim::At(nowhere), 1.0),
        Behavior::Evade {
            hunter: Aim::At(nowhere),
            horizon: 1.0,
            distance: 1.0,
        },
        Behavior::Flee(Aim::At(nowhere), 1.0),
        Behavior::Hide {
            from: Aim::At(nowhere),
            distance: 1.0,
        },
        Behavior::OffsetPursuit(AgentId(0), Vec2::new(0.0, INFINITE)),
        Behavior::Wander(Wander {
            period: 0.0,
            ..wander
        }),
        follow(vec![Vec2::ONE, Vec2::NAN], path),
    ];
    for behavior in behaviors {
        let name = format!("{behavior:?}");
        refused(&name, |world| {
            world.insert_agent(agent(|spec| spec.profile.behaviors.push(behavior.into())))
        });
    }
}

#[test]
fn avoidance_that_makes_no_sense() {
    let default = LookAhead::for_radius(0.3);
    for bad in [NAN, -1.0, INFINITE] {
        let methods = [
            ObstacleAvoidance::LookAhead(LookAhead {
                distance: bad,
                ..default
            }),
            ObstacleAvoidance::LookAhead(LookAhead {
                horizon: bad,
                ..default
            }),
            ObstacleAvoidance::LookAhead(LookAhead {
                margin: bad,
                ..default
            }),
            ObstacleAvoidance::LookAhead(LookAhead {
                skin: bad,
                ..default
            }),
            ObstacleAvoidance::LookAhead(LookAhead {
                side_margin: bad,
                ..default
            }),
            ObstacleAvoidance::LookAhead(LookAhead {
                side_hold: bad,
                ..default
            }),
        ];
        for method in methods {
            refused(&format!("{method:?}"), |world| {
                world.insert_agent(agent(|spec| spec.profile.obstacle_avoidance = method))
            });
        }
    }
}

#[test]
fn avoidance_of_others_that_makes_no_sense() {
    let default = VelocitySampling::for_radius(0.3);
    let orca = Orca::for_radius(0.3);
    for bad in [NAN, -1.0, INFINITE] {
        let sampling = |change: fn(&mut VelocitySampling, f32)| {
            let mut changed = default;
            change(&mut changed, bad);
            AgentAvoidance::Sampling(changed)
        };
        let methods = [
            sampling(|it, bad| it.horizon = bad),
            sampling(|it, bad| it.halving_occupancy = bad),
            sampling(|it, bad| it.distance = bad),
            sampling(|it, bad| it.contact_weight = bad),
            sampling(|it, bad| it.stranger_weight = bad),
            sampling(|it, bad| it.fellow_weight = bad),
            sampling(|it, bad| it.alongside_passing = bad),
            sampling(|it, bad| it.further_contacts = bad),
            sampling(|it, bad| it.further_passing = bad),
            sampling(|it, bad| it.miss_weight = bad),
            sampling(|it, bad| it.miss_distance = bad),
            sampling(|it, bad| it.miss_time = bad),
            sampling(|it, bad| it.side_angle = 2.0 * bad),
            sampling(|it, bad| it.lane_angle = bad),
            sampling(|it, bad| it.inertia = bad),
            sampling(|it, bad| it.looking_ahead = bad),
            sampling(|it, bad| it.haste = bad),
            sampling(|it, bad| it.obstacle_horizon = bad),
            sampling(|it, bad| it.right_of_way.held_share = bad),
            sampling(|it, bad| it.right_of_way.patience = bad),
            sampling(|it, bad| it.right_of_way.hold = bad),
            sampling(|it, bad| it.right_of_way.reach = bad),
            sampling(|it, bad| it.right_of_way.insistence = bad),
            sampling(|it, bad| it.right_of_way.boldness = bad),
            AgentAvoidance::Orca(Orca {
                time_horizon: bad,
                ..orca
            }),
            AgentAvoidance::Orca(Orca {
                obstacle_time_horizon: bad,
                ..orca
            }),
        ];
        for method in methods {
            refused(&format!("{method:?}"), |world| {
                world.insert_agent(agent(|spec| spec.profile.agent_avoidance = method))
            });
        }
        refused("responsibility", |world| {
            world.insert_agent(agent(|spec| spec.profile.responsibility = bad))
        });
    }
}

#[test]
fn detours_that_make_no_sense() {
    let silhouette = |change: &dyn Fn(&mut Detour)| {
        let mut changed = Detour::for_radius(0.3);
        change(&mut changed);
        Detouring::Silhouette(changed)
    };
    let mut methods = vec![
        silhouette(&|it| it.neighborhood = 0.0),
        silhouette(&|it| it.rounds = 0),
        silhouette(&|it| it.most_turns = 0),
    ];
    for bad in [NAN, -1.0, INFINITE] {
        methods.extend([
            silhouette(&|it| it.clearance = bad),
            silhouette(&|it| it.neighborhood = bad),
            silhouette(&|it| it.side_margin = bad),
        ]);
    }
    for method in methods {
        refused(&format!("{method:?}"), |world| {
            world.insert_agent(agent(|spec| spec.profile.detouring = method))
        });
    }
}

#[test]
fn goals_that_make_no_sense() {
    let plain = Goal::point(Vec2::ONE, 0.2);
    let of = |objective| Goal { objective, ..plain };
    let goals = [
        Goal::point(Vec2::new(NAN, 0.0), 0.2),
        Goal::point(Vec2::new(INFINITE, 0.0), 0.2),
        Goal::point(Vec2::ONE, NAN),
        Goal::point(Vec2::ONE, -1.0),
        of(Objective::Enter {
            min: Vec2::ONE,
            max: Vec2::ZERO,
            aim: None,
        }),
        of(Objective::Enter {
            min: Vec2::NAN,
            max: Vec2::ONE,
            aim: None,
        }),
        of(Objective::Enter {
            min: Vec2::ZERO,
            max: Vec2::ONE,
            aim: Some(Vec2::NAN),
        }),
        of(Objective::Flee {
            from: Target::Point(Vec2::ZERO),
            distance: NAN,
        }),
        of(Objective::Flee {
            from: Target::Point(Vec2::ZERO),
            distance: -2.0,
        }),
        of(Objective::Head {
            direction: Vec2::new(0.0, NAN),
        }),
        Goal {
            speed: Some(0.0),
            ..plain
        },
        Goal {
            speed: Some(NAN),
            ..plain
        },
        Goal {
            time_limit: Some(-1.0),
            ..plain
        },
        Goal {
            time_limit: Some(NAN),
            ..plain
        },
    ];
    for goal in goals {
        let name = format!("{goal:?}");
        refused(&name, |world| {
            world.insert_agent(agent(|spec| spec.profile.goals = vec![plain, goal]))
        });
        refused(&name, |world| {
            world.set_goals(AgentId(0), vec![plain, goal])
        });
    }
}

#[test]
fn steps_that_make_no_sense() {
    for dt in [0.0, -0.1, NAN, INFINITE, -INFINITE, f32::MAX, 1e9] {
        refused(&format!("dt {dt}"), |world| world.step(dt));
    }
    for dt in [0.0, -0.1, NAN, INFINITE] {
        refused(&format!("explain dt {dt}"), |world| {
            world.explain(AgentId(0), dt)
        });
    }
}

#[test]
fn what_isnt_there() {
    let nobody = AgentId(99);
    refused("remove", |world| world.remove_agent(nobody));
    refused("goals", |world| world.set_goals(nobody, Vec::new()));
    refused("place", |world| {
        world.place_agent(nobody, Vec2::ZERO, Vec2::ZERO)
    });
    refused("explain", |world| world.explain(nobody, 0.1));
    refused("obstacle", |world| world.remove_obstacle(ObstacleId(9)));
    refused("move obstacle", |world| {
        world.offset_obstacle(ObstacleId(9), Vec2::ZERO, Vec2::ZERO)
    });
    refused("move marker", |world| {
        world.move_marker(MarkerId(5), Vec2::ZERO)
    });
}

#[test]
fn places_that_are_none() {
    for bad in [Vec2::new(NAN, 0.0), Vec2::new(0.0, INFINITE)] {
        refused("place", |world| {
            world.place_agent(AgentId(0), bad, Vec2::ZERO)
        });
        refused("velocity", |world| {
            world.place_agent(AgentId(0), Vec2::ZERO, bad)
        });
        refused("marker", |world| world.insert_marker(bad));
        refused("move marker", |world| world.move_marker(MarkerId(0), bad));
        refused("offset", |world| {
            world.offset_obstacle(ObstacleId(0), bad, Vec2::ZERO)
        });
        refused("drift", |world| {
            world.offset_obstacle(ObstacleId(0), Vec2::ZERO, bad)
        });
        refused("obstacle", |world| {
            let mut spec = ObstacleSpec::new(circle(Vec2::ZERO, 1.0));
            spec.velocity = bad;
            world.insert_obstacle(spec)
        });
    }
}

#[test]
fn settings_that_make_no_sense() {
    let default = WorldSettings::default();
    let settings = [
        WorldSettings {
            max_substep: 0.0,
            ..default
        },
        WorldSettings {
            max_substep: NAN,
            ..default
        },
        WorldSettings {
            stuck_seconds: -1.0,
            ..default
        },
        WorldSettings {
            stuck_seconds: NAN,
            ..default
        },
        WorldSettings {
            settle_passes: 0,
            ..default
        },
        WorldSettings {
            settle_passes: 33,
            ..default
        },
        WorldSettings {
            max_neighbors: 0,
            ..default
        },
        WorldSettings {
            topology: Topology::Torus {
                min: Vec2::ONE,
                max: Vec2::ZERO,
            },
            ..default
        },
        WorldSettings {
            topology: Topology::Torus {
                min: Vec2::NAN,
                max: Vec2::ONE,
            },
            ..default
        },
        WorldSettings {
            topology: Topology::Torus {
                min: Vec2::ZERO,
                max: Vec2::new(INFINITE, 1.0),
            },
            ..default
        },
    ];
    for settings in settings {
        assert!(World::new(settings).is_err(), "{settings:?}");
    }
}
