//! Methods of one's own, through the open door.

#[path = "../../examples/own_method.rs"]
mod own_method;

use std::any::Any;
use std::sync::Arc;

use sidestep::Vec2;
use sidestep::avoid::detour::{
    DetourAnswer, DetourMemory, DetourMethod, DetourQuery, FoundWay, Outcome,
};
use sidestep::avoid::{
    Blocker, Decision, Largest, Memory, Method, Reach, Stage, Surroundings, Wish,
};
use sidestep::explain::{Explanation, MarkKind, MarkShape, Recorder};
use sidestep::geometry::Side;
use sidestep::motion::Body;
use sidestep::range::{OutOfRange, Range};
use sidestep::world::{
    AgentAvoidance, AgentId, AgentSpec, Detouring, ObstacleAvoidance, ObstacleSpec, World,
    WorldSettings,
};

use super::{bits, step_for, wall};
use crate::common::{circle, walker};

const DT: f32 = 1.0 / 30.0;

/// Pushes straight away from what is near.
#[derive(Debug, PartialEq)]
pub struct Repulsion {
    /// N.
    strength: f32,
    guarded: bool,
}

impl Repulsion {
    pub const fn new(strength: f32) -> Self {
        Self {
            strength,
            guarded: false,
        }
    }
}

impl Method for Repulsion {
    fn name(&self) -> &'static str {
        "repulsion"
    }

    fn stage(&self) -> Stage {
        Stage::Blend
    }

    fn reach(&self, _: &Body, _: &Largest) -> Reach {
        Reach {
            obstacles: 1.0,
            neighbors: 0.0,
        }
    }

    fn decide(&self, body: &Body, _: &Wish, around: &Surroundings<'_>, _: &mut Memory) -> Decision {
        let mut decision = Decision::to_push(Vec2::ZERO);
        for obstacle in around.obstacles {
            let surface = obstacle.hull().surface(body.position);
            decision.force += surface.normal * (self.strength / surface.distance.max(0.1));
            decision.threat = decision.threat.or(Some(obstacle.name));
        }
        decision
    }

    fn tell(
        &self,
        body: &Body,
        _: &Wish,
        _: &Surroundings<'_>,
        decision: &Decision,
        explanation: &mut Explanation,
    ) {
        if let Some(threat) = decision.threat {
            let (from, to) = (body.position, body.position + decision.force);
            explanation.mark(MarkKind::Ray, MarkShape::Line { from, to }, String::new);
            explanation.reason(|| format!("keeps off {threat}"));
        }
    }

    fn is_guarded(&self) -> bool {
        self.guarded
    }

    fn check(&self) -> Result<(), OutOfRange> {
        Range::AtLeast(0.0).check("strength", self.strength)
    }

    fn same_as(&self, other: &dyn Method) -> bool {
        (other as &dyn Any).downcast_ref() == Some(self)
    }
}

/// Waits for a while whenever it sees somebody new, and goes on then.
#[derive(Debug, PartialEq)]
pub struct Patience {
    pub seconds: f32,
}

impl Method for Patience {
    fn name(&self) -> &'static str {
        "patience"
    }

    fn stage(&self) -> Stage {
        Stage::Turn
    }

    fn reach(&self, _: &Body, _: &Largest) -> Reach {
        Reach {
            neighbors: 1.0,
            obstacles: 0.0,
        }
    }

    fn decide(
        &self,
        _: &Body,
        wish: &Wish,
        around: &Surroundings<'_>,
        memory: &mut Memory,
    ) -> Decision {
        let seen = around.neighbors.first().map(|other| other.neighbor.id);
        let [waited, ..] = &mut memory.notes;
        if seen.is_none() {
            *waited = 0.0;
        } else if *waited < self.seconds {
            *waited += wish.dt;
            return Decision {
                threat: seen.map(Blocker::Agent),
                ..Decision::to_go(Vec2::ZERO)
            };
        }
        Decision::to_go(wish.velocity)
    }

    fn same_as(&self, other: &dyn Method) -> bool {
        (other as &dyn Any).downcast_ref() == Some(self)
    }
}

fn unsettled() -> World {
    let settings = WorldSettings {
        settle: false,
        ..WorldSettings::default()
    };
    World::new(settings).expect("settings")
}

fn with_obstacle_avoidance(method: impl Method) -> AgentSpec {
    let mut spec = walker(Vec2::ZERO, Vec2::new(8.0, 0.0), 0.3, 1.5);
    spec.profile.obstacle_avoidance = ObstacleAvoidance::Custom(Arc::new(method));
    spec
}

fn patient(x: f32) -> AgentSpec {
    let mut spec = walker(Vec2::new(x, 0.2), Vec2::new(-x, 0.2), 0.3, 1.5);
    let patience = Patience { seconds: 0.5 };
    spec.profile.agent_avoidance = AgentAvoidance::Custom(Arc::new(patience));
    spec
}

/// Many patient agents on a small place.
fn plaza(parallel: bool) -> World {
    let settings = WorldSettings {
        parallel,
        ..WorldSettings::default()
    };
    let mut world = World::new(settings).expect("settings");
    for number in 0..400_u16 {
        let place = Vec2::new(f32::from(number % 20), f32::from(number / 20)) * 0.9;
        let mut spec = walker(place, Vec2::splat(17.0) - place, 0.3, 1.5);
        let patience = Patience { seconds: 0.5 };
        spec.profile.agent_avoidance = AgentAvoidance::Custom(Arc::new(patience));
        world.insert_agent(spec).expect("agent");
    }
    world
}

#[test]
fn the_example_runs() {
    own_method::main().expect("the example");
}

#[test]
fn a_force_of_its_own_is_blended_in_and_told_by_its_name() {
    let mut world = unsettled();
    let ahead = ObstacleSpec::new(circle(Vec2::new(1.0, 0.2), 0.4));
    world.insert_obstacle(ahead).expect("obstacle");
    let spec = with_obstacle_avoidance(Repulsion::new(0.5));
    let id = world.insert_agent(spec).expect("agent");
    let explanation = world.explain(id, DT).expect("explanation");
    let first = &explanation.forces[0];
    assert_eq!((first.name.as_str(), first.weight), ("repulsion", 1.0));
    assert!(first.wanted.x < 0.0, "{first:?}");
    assert!(
        explanation
            .reasons
            .contains(&"keeps off obstacle 0".to_owned())
    );
    assert_eq!(explanation.marks[0].kind, MarkKind::Ray);
}

#[test]
fn what_it_remembers_is_kept_and_copied_with_the_world() {
    let mut world = unsettled();
    let ids = [-2.0, 2.0].map(|x| world.insert_agent(patient(x)).expect("agent"));
    let x = |world: &World| world.agent(ids[0]).expect("agent").body.position.x;
    step_for(&mut world, DT, 1.3);
    let waits = x(&world);
    let mut copy = world.clone();
    for world in [&mut world, &mut copy] {
        step_for(world, DT, 0.1);
        // It brakes; at full speed it would be 0.15 m further on.
        assert!(x(world) - waits < 0.1, "{} {waits}", x(world));
        step_for(world, DT, 2.0);
        assert!(x(world) > waits + 1.0, "{} {waits}", x(world));
    }
    assert_eq!(bits(&world), bits(&copy));
}

#[test]
fn the_same_parameters_again_leave_its_memory_and_another_method_takes_it_away() {
    let wait_after = |change: &dyn Fn(&mut AgentSpec)| {
        let mut world = unsettled();
        let ids = [-2.0, 2.0].map(|x| world.insert_agent(patient(x)).expect("agent"));
        step_for(&mut world, DT, 1.5);
        let mut spec = patient(-2.0);
        change(&mut spec);
        world.set_spec(ids[0], spec).expect("agent");
        let before = world.agent(ids[0]).expect("agent").body.position.x;
        step_for(&mut world, DT, 0.6);
        world.agent(ids[0]).expect("agent").body.position.x - before
    };
    let same = wait_after(&|_| {});
    let other = wait_after(&|spec| {
        spec.profile.agent_avoidance = AgentAvoidance::Custom(Arc::new(Patience { seconds: 9.0 }));
    });
    assert!(same > 0.3 && other < 0.05, "{same} {other}");
}

#[test]
fn on_any_number_of_threads_it_gives_the_same_bits() {
    let [mut one, mut many] = [false, true].map(plaza);
    for world in [&mut one, &mut many] {
        step_for(world, DT, 3.0);
    }
    assert_eq!(bits(&one), bits(&many));
}

#[test]
fn numbers_out_of_their_range_are_refused() {
    let mut world = unsettled();
    let error = world
        .insert_agent(with_obstacle_avoidance(Repulsion::new(-1.0)))
        .expect_err("a negative strength");
    let expected = "strength of obstacle_avoidance is -1; it must be a finite number, 0 or more";
    assert_eq!(error.to_string(), expected);
}

#[test]
fn whoever_is_guarded_stops_before_a_wall_that_its_method_leads_it_to() {
    for guarded in [false, true] {
        let mut world = unsettled();
        let across = wall(Vec2::new(3.0, -5.0), Vec2::new(3.0, 5.0));
        world.insert_obstacle(across).expect("wall");
        let blind = Repulsion {
            strength: 0.0,
            guarded,
        };
        let id = world
            .insert_agent(with_obstacle_avoidance(blind))
            .expect("agent");
        step_for(&mut world, DT, 4.0);
        let x = world.agent(id).expect("agent").body.position.x;
        assert_eq!(x < 2.7, guarded, "{x}");
    }
}

/// Goes round everything on the left, two metres off.
#[derive(Debug, PartialEq)]
struct KeepsLeft;

impl DetourMethod for KeepsLeft {
    fn neighborhood(&self) -> f32 {
        5.0
    }

    fn clearance(&self) -> f32 {
        0.1
    }

    fn find(
        &self,
        query: &DetourQuery<'_>,
        _: &mut DetourMemory,
        found: &mut FoundWay,
    ) -> DetourAnswer {
        found.clear();
        let mut answer = DetourAnswer::clear(query);
        let (from, to) = (query.from, query.to);
        let ahead = (to - from).normalize_or_zero();
        let in_the_way = query.barriers.iter().find(|barrier| {
            let hull = barrier.hull();
            hull.sweep(from, ahead, query.radius, from.distance(to))
                .is_some()
        });
        if let Some(barrier) = in_the_way {
            let sub_goal = barrier.hull().center() + Side::Left.of(ahead) * 2.0;
            found.corners.extend([from, sub_goal, to]);
            answer.outcome = Outcome::Around {
                sub_goal,
                side: Side::Left,
                cluster: barrier.blocker,
                length: from.distance(sub_goal) + sub_goal.distance(to),
            };
        }
        answer
    }

    fn same_as(&self, other: &dyn DetourMethod) -> bool {
        (other as &dyn Any).downcast_ref() == Some(self)
    }
}

#[test]
fn a_way_round_of_its_own_is_taken() {
    let mut world = unsettled();
    let parcel = ObstacleSpec::new(circle(Vec2::new(4.0, 0.4), 0.6)).temporary();
    world.insert_obstacle(parcel).expect("obstacle");
    let mut spec = walker(Vec2::ZERO, Vec2::new(8.0, 0.0), 0.3, 1.5);
    spec.profile.detouring = Detouring::Custom(Arc::new(KeepsLeft));
    let id = world.insert_agent(spec).expect("agent");
    let mut furthest = 0.0_f32;
    for _ in 0..300 {
        world.step(DT).expect("step");
        furthest = furthest.max(world.agent(id).expect("agent").body.position.y);
    }
    assert!(furthest > 1.3, "{furthest}");
    assert!(world.agent(AgentId(0)).expect("agent").arrived);
}
