//! A crowd with some of everything, and a caller who changes things from step to step.

use std::any::Any;
use std::sync::Arc;

use sidestep::avoid::{Decision, Largest, Memory, Method, Reach, Stage, Surroundings, Wish};
use sidestep::geometry::{Capsule, Circle, ConvexPolygon, Segment};
use sidestep::motion::Body;
use sidestep::random::Random;
use sidestep::space::Topology;
use sidestep::steer::{FollowPath, Wander};
use sidestep::world::{
    AgentId, AgentSpec, Aim, Anchor, Around, Behavior, BlockedAnswer, Control, DetailBand,
    FormationSpec, Goal, LevelOfDetail, Link, MarkerId, ObstacleAvoidance, ObstacleId,
    ObstacleSpec, OnArrival, Pattern, Pose, Target, World, WorldSettings,
};
use sidestep::{Blocker, Vec2};

/// The unit vector of an angle (rad).
fn direction(angle: f32) -> Vec2 {
    Vec2::new(libm::cosf(angle), libm::sinf(angle))
}

pub const DT: f32 = 1.0 / 30.0;

/// A method of one's own that counts its decisions and turns every so many of them.
#[derive(Debug, PartialEq)]
pub struct Dancer;

impl Method for Dancer {
    fn name(&self) -> &'static str {
        "dancer"
    }
    fn stage(&self) -> Stage {
        Stage::Turn
    }
    fn reach(&self, _: &Body, _: &Largest) -> Reach {
        Reach::default()
    }
    fn decide(&self, _: &Body, wish: &Wish, _: &Surroundings<'_>, memory: &mut Memory) -> Decision {
        memory.notes[0] += 1.0;
        let turn = if memory.notes[0] % 14.0 < 7.0 {
            0.5
        } else {
            -0.5
        };
        Decision::to_go(direction(turn).rotate(wish.velocity))
    }
    fn same_as(&self, other: &dyn Method) -> bool {
        (other as &dyn Any).downcast_ref() == Some(self)
    }
}

/// A world of so many agents and everything that there is. Agent 0 is the player's.
pub fn world(agents: u64, topology: Topology, decide_every: f32) -> World {
    let mut world = World::new(WorldSettings {
        topology,
        decide_every,
        parallel: false,
        ..WorldSettings::default()
    })
    .expect("settings");
    let place = |x: f32, y: f32| Vec2::new(x, y);
    world
        .set_level_of_detail(LevelOfDetail {
            centers: vec![place(-3.0, 0.0), place(3.0, 1.0)],
            bands: vec![DetailBand {
                beyond: 5.0,
                decide_every: 2.0 * decide_every,
            }],
        })
        .expect("level of detail");
    let shapes = [
        ObstacleSpec::new(Segment::new(place(-9.0, -9.0), place(9.0, -9.0)).expect("wall")),
        ObstacleSpec::new(Capsule::new(place(-4.0, 3.0), place(-2.0, 4.0), 0.3).expect("capsule")),
        ObstacleSpec::new(Circle::new(place(2.0, 2.0), 0.6).expect("circle")).temporary(),
        ObstacleSpec::new(
            ConvexPolygon::rectangle(place(2.9, 3.2), place(1.2, 0.6), 0.3).expect("box"),
        )
        .temporary(),
    ];
    for spec in shapes {
        world.insert_obstacle(spec).expect("obstacle");
    }
    let mut lift =
        ObstacleSpec::new(Circle::new(place(-6.0, 0.0), 0.5).expect("circle")).temporary();
    lift.velocity = place(0.4, 0.1);
    world.insert_obstacle(lift).expect("obstacle");
    let marker = world.insert_marker(place(5.0, 5.0)).expect("marker");
    world
        .insert_link(Link {
            from: place(0.0, -8.0),
            to: place(3.0, -8.0),
            seconds: 0.7,
        })
        .expect("link");
    for index in 0..agents {
        let mut random = Random::new(5, index);
        let mut place = || Vec2::new(random.between(-8.0, 8.0), random.between(-8.0, 8.0));
        let (start, end) = (place(), place());
        let mut spec = AgentSpec::new(Body::new(start, 0.3, 1.4)).with_goal(Goal::point(end, 0.3));
        spec.id = Some(AgentId(index));
        let profile = &mut spec.profile;
        profile.group = (index % 3) as u32;
        match index % 9 {
            0 if index == 0 => profile.control = Control::Driven,
            1 => profile.behaviors = vec![Behavior::Wander(Wander::for_radius(0.3)).into()],
            2 => {
                profile.behaviors = vec![
                    Behavior::FollowPath {
                        path: vec![start, end, Vec2::ZERO],
                        parameters: FollowPath {
                            closed: true,
                            ..FollowPath::for_radius(0.3)
                        },
                    }
                    .into(),
                ];
            }
            3 => profile.goals = vec![Goal::reach(Target::Marker(marker), 0.5)],
            4 => profile.on_arrival = OnArrival::Remove,
            5 => {
                let aim = Aim::At(Target::Agent(AgentId(index - 1)));
                profile.behaviors = vec![
                    Behavior::Pursue(aim, 2.0).into(),
                    Behavior::Separation(Around::within(1.0)).into(),
                ];
            }
            6 => profile.obstacle_avoidance = ObstacleAvoidance::Custom(Arc::new(Dancer)),
            // Within the ring, if there is one.
            8 if index == 8 => spec.body.position = Vec2::new(5.0, -4.0),
            7 => profile.goals = vec![Goal::point(start, 0.3)],
            _ => {}
        }
        world.insert_agent(spec).expect("agent");
    }
    world
}

/// What the caller does before a step: nothing but a function of the frame, of a seed, and of the
/// world as it is.
pub fn change(world: &mut World, frame: u64, seed: u64) {
    let mut random = Random::new(seed, frame);
    let angle = random.between(-3.0, 3.0);
    let player = AgentId(0);
    if world.agent(player).is_some() {
        let velocity = direction(angle) * 1.2;
        world.set_velocity(player, velocity).expect("player");
    }
    let at = Vec2::new(random.between(-7.0, 7.0), random.between(-7.0, 7.0));
    world.move_marker(MarkerId(0), at).expect("marker");
    match frame % 7 {
        1 => {
            let circle = Circle::new(at, 0.4).expect("circle");
            let crates = ObstacleSpec::new(circle).temporary();
            world.insert_obstacle(crates).expect("obstacle");
        }
        2 => {
            let last = world.obstacles().last().map(|obstacle| obstacle.id);
            if let Some(id) = last.filter(|id| id.0 > 6) {
                world.remove_obstacle(id).expect("obstacle");
            }
        }
        3 => {
            let pose = Pose { center: at, angle };
            let turned = ObstacleId(3);
            if frame.is_multiple_of(2) {
                world.place_obstacle(turned, pose, Vec2::ZERO).expect("box");
            } else {
                world.move_obstacle(turned, pose).expect("box");
            }
        }
        4 => {
            let jumper = world.agents().nth(frame as usize % 5).map(|agent| agent.id);
            let link = world.links()[0];
            if let Some(id) = jumper {
                world.jump(id, link).expect("jump");
            }
        }
        5 => {
            let blocked: Vec<AgentId> = world.blocked().map(|blocked| blocked.agent).collect();
            for id in blocked {
                let answer = BlockedAnswer::Wait { seconds: 0.7 };
                world.answer_blocked(id, answer).expect("answer");
            }
        }
        6 => {
            // One of a queue steps out, and in again at its end.
            let queue = world.formations().nth(1);
            let joins = queue.and_then(|queue| Some((queue.id, *queue.spec.members.first()?)));
            if let Some((queue, member)) = joins {
                world.leave_formation(member).expect("member");
                if frame.is_multiple_of(4) {
                    world.join_formation(queue, member).expect("joined");
                }
            }
        }
        _ => {}
    }
}

/// Guards who follow the player, and a queue of eight.
pub fn formations(world: &mut World) {
    let mut people = |place: Vec2, count: u32| {
        let specs = (0..count).map(|index| {
            let way = Vec2::new(0.8 * index as f32, 0.3);
            AgentSpec::new(Body::new(place + way, 0.3, 1.5))
        });
        world.insert_agents(specs).expect("people")
    };
    let (guards, queue) = (
        people(Vec2::new(-9.0, -7.5), 5),
        people(Vec2::new(1.0, 8.2), 8),
    );
    let player = Anchor::Leader(AgentId(0));
    let guards = FormationSpec::new(Pattern::Wedge, player, 0.9, guards).with_looseness(0.1);
    world.insert_formation(guards).expect("guards");
    let anchor = Anchor::Place {
        position: Vec2::new(8.0, 8.5),
        heading: Vec2::X,
    };
    let queue = FormationSpec::new(Pattern::Queue, anchor, 0.8, queue);
    world.insert_formation(queue).expect("queue");
}

/// The crates around a spot, so that whoever is in it is blocked.
pub fn ring(world: &mut World, center: Vec2) {
    for index in 0..12 {
        let way = direction(index as f32 * std::f32::consts::TAU / 12.0);
        let circle = Circle::new(center + 1.6 * way, 0.45).expect("circle");
        let spec = ObstacleSpec::new(circle).temporary();
        world.insert_obstacle(spec).expect("obstacle");
    }
}

/// Whether somebody is walked round as one that stands still, and somebody is blocked by obstacles.
pub fn is_eventful(world: &World) -> (bool, bool) {
    (
        world.agents().any(|agent| agent.standing.is_some()),
        (world.blocked()).any(|it| it.by.iter().any(|by| matches!(by, Blocker::Obstacle(_)))),
    )
}
