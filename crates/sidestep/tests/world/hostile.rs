use proptest::prelude::*;
use sidestep::Vec2;
use sidestep::avoid::look_ahead::LookAhead;
use sidestep::avoid::orca::Orca;
use sidestep::avoid::sampling::VelocitySampling;
use sidestep::blend::Blend;
use sidestep::geometry::{Capsule, Circle, ConvexPolygon, Segment};
use sidestep::motion::Body;
use sidestep::range::{NEAR, Parameters};
use sidestep::space::Topology;
use sidestep::steer::{FollowLeader, FollowPath, Wander};
use sidestep::world::{
    AgentAvoidance, AgentId, AgentSpec, Aim, Around, Behavior, Control, Goal, Objective,
    ObstacleAvoidance, ObstacleSpec, OnArrival, Target, World, WorldError, WorldSettings,
};

use crate::common::shapes::{cases, direction};

/// A number from a millionth to a million, evenly over the orders of magnitude.
fn extreme() -> impl Strategy<Value = f32> {
    prop_oneof![
        3 => (-20.0f32..20.0).prop_map(libm::exp2f),
        1 => prop::sample::select(vec![1e-6, 1e-3, 0.5, 1.0, 2.0, 1e3, 1e6]),
    ]
}

/// A coordinate of any size and sign; often the same as others', so that things fall onto each
/// other.
fn coordinate() -> impl Strategy<Value = f32> {
    prop_oneof![
        3 => prop::sample::select(vec![0.0f32, -0.0, 0.5, 1.0, -1.0]),
        1 => (extreme(), any::<bool>()).prop_map(|(size, sign)| if sign { size } else { -size }),
        1 => -5.0f32..5.0,
    ]
}

fn place() -> impl Strategy<Value = Vec2> {
    (coordinate(), coordinate()).prop_map(|(x, y)| Vec2::new(x, y))
}

fn target() -> impl Strategy<Value = Target> {
    prop_oneof![
        place().prop_map(Target::Point),
        (0u64..8).prop_map(|id| Target::Agent(AgentId(id))),
    ]
}

fn id() -> impl Strategy<Value = AgentId> {
    (0u64..8).prop_map(AgentId)
}

fn behavior() -> impl Strategy<Value = Behavior> {
    let aim = || prop_oneof![Just(Aim::Goal), target().prop_map(Aim::At)];
    prop_oneof![
        aim().prop_map(Behavior::Seek),
        (aim(), prop_oneof![extreme(), Just(0.0)]).prop_map(|(aim, slowing_distance)| {
            Behavior::Arrive {
                aim,
                slowing_distance,
            }
        }),
        (aim(), extreme()).prop_map(|(from, distance)| Behavior::Flee(from, distance)),
        (aim(), extreme()).prop_map(|(quarry, horizon)| Behavior::Pursue(quarry, horizon)),
        (aim(), extreme(), extreme()).prop_map(|(hunter, horizon, distance)| Behavior::Evade {
            hunter,
            horizon,
            distance,
        }),
        (extreme(), extreme(), extreme()).prop_map(|(distance, radius, period)| {
            Behavior::Wander(Wander {
                distance,
                radius,
                period,
            })
        }),
        (
            prop::collection::vec(place(), 0..5),
            extreme(),
            extreme(),
            any::<bool>()
        )
            .prop_map(
                |(path, look_ahead, corridor_radius, closed)| Behavior::FollowPath {
                    path,
                    parameters: FollowPath {
                        look_ahead,
                        corridor_radius,
                        closed
                    },
                }
            ),
        (aim(), extreme()).prop_map(|(from, distance)| Behavior::Hide { from, distance }),
        (id(), id()).prop_map(|(a, b)| Behavior::Interpose(a, b)),
        (id(), place()).prop_map(|(leader, offset)| Behavior::OffsetPursuit(leader, offset)),
        prop_oneof![
            extreme().prop_map(Around::within),
            Just(Around::within(0.0))
        ]
        .prop_map(Behavior::Separation),
        extreme()
            .prop_map(Around::within)
            .prop_map(Behavior::Alignment),
        extreme()
            .prop_map(Around::within)
            .prop_map(Behavior::Cohesion),
        prop_oneof![extreme(), Just(0.0)]
            .prop_map(Around::within)
            .prop_map(Behavior::Queue),
        (
            id(),
            extreme(),
            extreme(),
            prop_oneof![extreme(), Just(0.0)]
        )
            .prop_map(
                |(leader, behind, clear_ahead, spacing)| Behavior::FollowLeader(
                    leader,
                    FollowLeader {
                        behind,
                        clear_ahead,
                        spacing
                    },
                )
            ),
    ]
}

fn goal() -> impl Strategy<Value = Goal> {
    let objective = prop_oneof![
        (target(), prop_oneof![extreme(), Just(0.0)])
            .prop_map(|(target, radius)| Objective::Reach { target, radius }),
        (place(), place(), prop::option::of(place())).prop_map(|(a, b, aim)| Objective::Enter {
            min: a.min(b),
            max: a.max(b),
            aim
        }),
        (target(), extreme()).prop_map(|(from, distance)| Objective::Flee { from, distance }),
        place().prop_map(|direction| Objective::Head { direction }),
        Just(Objective::Idle),
    ];
    (
        objective,
        prop::option::of(extreme()),
        prop::option::of(extreme()),
        prop::option::of(extreme()),
    )
        .prop_map(|(objective, speed, time_limit, height)| Goal {
            objective,
            speed,
            time_limit,
            height,
        })
}

fn avoidance() -> impl Strategy<Value = ObstacleAvoidance> {
    let look_ahead = (
        extreme(),
        extreme(),
        extreme(),
        extreme(),
        0.0f32..2.0,
        extreme(),
    );
    prop_oneof![
        1 => Just(ObstacleAvoidance::None),
        4 => extreme().prop_map(|radius| ObstacleAvoidance::LookAhead(LookAhead::for_radius(radius))),
        2 => look_ahead.prop_map(|(distance, horizon, margin, skin, side_margin, side_hold)| {
            ObstacleAvoidance::LookAhead(LookAhead {
                distance, horizon, margin, skin, side_margin, side_hold,
            })
        }),
    ]
}

fn agent_avoidance() -> impl Strategy<Value = AgentAvoidance> {
    prop_oneof![
        1 => Just(AgentAvoidance::None),
        4 => (extreme(), extreme(), extreme(), extreme(), -1.0f32..=1.0, 1usize..20).prop_map(
            |(radius, horizon, weight, distance, side_angle, most_neighbors)| {
                AgentAvoidance::Sampling(VelocitySampling {
                    horizon, distance, side_angle, most_neighbors,
                    contact_weight: weight, miss_distance: weight,
                    ..VelocitySampling::for_radius(radius)
                })
            }
        ),
        1 => (extreme(), extreme()).prop_map(|(time_horizon, obstacle_time_horizon)| {
            AgentAvoidance::Orca(Orca { time_horizon, obstacle_time_horizon })
        }),
    ]
}

/// Who moves it, its responsibility and its priority.
fn manners() -> impl Strategy<Value = (Control, f32, i32)> {
    let control = prop_oneof![4 => Just(Control::Steered), 1 => Just(Control::Driven)];
    (control, prop_oneof![extreme(), Just(0.0)], any::<i32>())
}

fn body() -> impl Strategy<Value = Body> {
    (
        place(),
        place(),
        direction(),
        [extreme(), extreme(), extreme(), extreme(), extreme()],
    )
        .prop_map(
            |(position, velocity, heading, [radius, mass, max_speed, max_force, response_time])| {
                let mut body = Body::new(position, radius, max_speed);
                body.velocity = velocity;
                body.heading = heading;
                body.mass = mass;
                body.limits.max_force = max_force;
                body.limits.response_time = response_time;
                body
            },
        )
}

fn agent() -> impl Strategy<Value = AgentSpec> {
    let blend = prop_oneof![
        Just(Blend::WeightedSum),
        Just(Blend::Prioritised),
        (0.0f32..1.0).prop_map(|threshold| Blend::Priority { threshold }),
    ];
    let on_arrival = prop::sample::select(vec![
        OnArrival::Stop,
        OnArrival::Continue,
        OnArrival::Remove,
    ]);
    (
        body(),
        prop::collection::vec((behavior(), prop_oneof![extreme(), Just(0.0)]), 0..4),
        prop::collection::vec(goal(), 0..3),
        (avoidance(), agent_avoidance(), manners()),
        blend,
        on_arrival,
        extreme(),
    )
        .prop_map(
            |(body, behaviors, goals, methods, blend, on_arrival, preferred_speed)| {
                let (avoidance, agent_avoidance, (control, responsibility, priority)) = methods;
                let mut spec = AgentSpec::new(body);
                spec.profile.behaviors = behaviors
                    .into_iter()
                    .map(|(behavior, weight)| sidestep::world::WeightedBehavior {
                        behavior,
                        weight,
                    })
                    .collect();
                spec.profile.goals = goals;
                spec.profile.obstacle_avoidance = avoidance;
                spec.profile.agent_avoidance = agent_avoidance;
                spec.profile.control = control;
                spec.profile.responsibility = responsibility;
                spec.profile.priority = priority;
                spec.profile.blend = blend;
                spec.profile.on_arrival = on_arrival;
                spec.profile.preferred_speed = preferred_speed;
                spec
            },
        )
}

fn obstacle() -> impl Strategy<Value = ObstacleSpec> {
    let shape = prop_oneof![
        (place(), extreme())
            .prop_map(|(center, radius)| Circle::new(center, radius).map(Into::into)),
        (place(), place()).prop_map(|(start, end)| Segment::new(start, end).map(Into::into)),
        (place(), place(), extreme())
            .prop_map(|(start, end, radius)| Capsule::new(start, end, radius).map(Into::into)),
        (place(), extreme(), extreme(), 0.0f32..7.0).prop_map(|(center, width, height, angle)| {
            ConvexPolygon::rectangle(center, Vec2::new(width, height), angle).map(Into::into)
        }),
    ];
    (shape, prop_oneof![3 => Just(Vec2::ZERO), 1 => place()]).prop_filter_map(
        "a shape",
        |(shape, velocity): (Result<sidestep::geometry::Shape, _>, Vec2)| {
            let mut spec = ObstacleSpec::new(shape.ok()?);
            spec.velocity = velocity;
            Some(spec)
        },
    )
}

fn topology() -> impl Strategy<Value = Topology> {
    prop_oneof![
        3 => Just(Topology::Open),
        1 => (place(), extreme(), extreme()).prop_filter_map("a box", |(min, width, height)| {
            Topology::torus(min, min + Vec2::new(width, height)).ok()
        }),
    ]
}

proptest! {
    #![proptest_config(cases(1000))]

    #[test]
    fn whatever_it_is_given_the_world_goes_on_with_numbers(
        agents in prop::collection::vec(agent(), 1..8),
        obstacles in prop::collection::vec(obstacle(), 0..6),
        topology in topology(), settle in any::<bool>(),
        steps in prop::collection::vec(
            prop_oneof![extreme().prop_map(|dt| dt.min(2.0)), Just(1.0 / 30.0)], 1..6),
    ) {
        let mut world = World::new(WorldSettings { topology, settle, ..WorldSettings::default() })
            .expect("settings");
        for spec in obstacles {
            world.insert_obstacle(spec).expect("obstacle");
        }
        for spec in agents {
            // Far out on a plane that wraps, where it is too small for the numbers.
            match world.insert_agent(spec) {
                Err(WorldError::TooFarOut(error)) => {
                    assert!(error.position.abs().max_element() > NEAR, "{error}");
                }
                added => drop(added.expect("agent")),
            }
        }
        for dt in steps {
            world.step(dt).expect("step");
            let ids: Vec<AgentId> = world.agents().map(|agent| {
                let body = agent.body;
                assert!(body.check().is_ok(), "{:?}", body);
                agent.id
            }).collect();
            for event in world.events() {
                assert_ne!(event.kind, sidestep::world::EventKind::Unsound, "agent {}", event.agent);
            }
            for id in ids {
                let explanation = world.explain(id, dt).expect("explanation");
                assert!(explanation.total.is_finite(), "{explanation:?}");
            }
        }
    }
}
