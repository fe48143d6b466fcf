//! Whether an obstacle would close somebody's way, asked before it is put there.

use sidestep::Vec2;
use sidestep::geometry::{ConvexPolygon, Segment};
use sidestep::motion::Body;
use sidestep::space::{Filter, Floor};
use sidestep::world::{
    AgentId, AgentSpec, EventKind, Goal, ObstacleId, ObstacleSpec, World, WorldSettings,
};

const STEP: f32 = 1.0 / 30.0;

/// A room from −5 to 5 whose east wall has a door of 2 m in its middle, and who is in it.
fn room() -> (World, AgentId) {
    let mut world = World::new(WorldSettings::default()).expect("settings");
    let corners = [
        [5.0, 1.0],
        [5.0, 5.0],
        [-5.0, 5.0],
        [-5.0, -5.0],
        [5.0, -5.0],
        [5.0, -1.0],
    ];
    for ends in corners.windows(2) {
        let wall = Segment::new(ends[0].into(), ends[1].into()).expect("a wall");
        world
            .insert_obstacle(ObstacleSpec::new(wall))
            .expect("a wall");
    }
    let guest = walker([0.0, 3.0]);
    let guest = world.insert_agent(guest).expect("a guest");
    (world, guest)
}

fn walker(from: [f32; 2]) -> AgentSpec {
    AgentSpec::new(Body::new(from.into(), 0.4, 1.4))
        .with_goal(Goal::point(Vec2::new(9.0, 0.0), 0.2))
}

fn a_crate(x: f32, y: f32) -> ObstacleSpec {
    let shape = ConvexPolygon::rectangle(Vec2::new(x, y), Vec2::splat(1.5), 0.0);
    ObstacleSpec::new(shape.expect("a box")).temporary()
}

fn ask(world: &World, obstacle: &ObstacleSpec, instead_of: Option<ObstacleId>) -> Vec<AgentId> {
    world.would_close(obstacle, instead_of).expect("an answer")
}

#[test]
fn a_crate_in_the_only_door_closes_the_way_and_one_beside_it_does_not() {
    let (world, guest) = room();
    assert_eq!(ask(&world, &a_crate(5.0, 0.0), None), [guest]);
    assert!(ask(&world, &a_crate(5.0, 3.0), None).is_empty());
    assert!(ask(&world, &a_crate(2.0, 1.5), None).is_empty());
}

/// What is answered is what happens, and what was asked is forgotten.
#[test]
fn who_is_said_to_be_cut_off_is_blocked_when_the_crate_falls() {
    for (x, y) in [(5.0, 0.0), (5.0, 2.5), (4.0, 0.0), (3.0, 0.0), (6.2, 0.4)] {
        let (mut world, guest) = room();
        let said = ask(&world, &a_crate(x, y), None) == [guest];
        let (mut unasked, _) = room();
        for world in [&mut world, &mut unasked] {
            world.insert_obstacle(a_crate(x, y)).expect("a crate");
        }
        let mut blocked = false;
        for _ in 0..600 {
            for world in [&mut world, &mut unasked] {
                world.step(STEP).expect("a step");
            }
            let mut events = world.events().iter();
            blocked |= events.any(|event| event.kind == EventKind::Blocked);
        }
        let arrived = world.agent(guest).expect("the guest").arrived;
        assert_eq!((said, said), (blocked, !arrived), "a crate at {x}, {y}");
        assert_eq!(world.state_hash(), unasked.state_hash());
    }
}

#[test]
fn who_has_no_way_already_is_not_said_to_lose_it() {
    let (mut world, guest) = room();
    let plug = world.insert_obstacle(a_crate(5.0, 0.0)).expect("a crate");
    assert!(ask(&world, &a_crate(6.5, 0.0), None).is_empty());
    // Dragged a little it closes the door as before, and dragged away it opens it.
    assert!(ask(&world, &a_crate(5.0, 0.1), Some(plug)).is_empty());
    assert!(ask(&world, &a_crate(0.0, -3.0), Some(plug)).is_empty());
    world.remove_obstacle(plug).expect("the crate");
    let plug = world.insert_obstacle(a_crate(0.0, -3.0)).expect("a crate");
    assert_eq!(ask(&world, &a_crate(5.0, 0.1), Some(plug)), [guest]);
}

#[test]
fn who_is_outside_thin_arrived_or_on_another_floor_keeps_its_way() {
    let (mut world, guest) = room();
    let thin = AgentSpec::new(Body::new(Vec2::new(0.0, -3.0), 0.1, 1.4));
    let thin = thin.with_goal(Goal::point(Vec2::new(9.0, -2.0), 0.2));
    world.insert_agent(thin).expect("a thin one");
    world.insert_agent(walker([7.0, 0.0])).expect("one outside");
    let idle = AgentSpec::new(Body::new(Vec2::new(-3.0, 0.0), 0.4, 1.4));
    world.insert_agent(idle).expect("one without a goal");
    let mut door = a_crate(5.0, 0.0);
    // 0.25 m are left on either side of it.
    assert_eq!(ask(&world, &door, None), [guest]);
    door.filter = Filter {
        floor: Floor {
            low: 10.0,
            high: 12.0,
        },
        ..Filter::default()
    };
    for agent in world.agents().map(|it| it.id).collect::<Vec<_>>() {
        let mut spec = world.spec(agent).expect("a spec");
        spec.profile.filter.floor = Floor {
            low: 0.0,
            high: 2.0,
        };
        world.set_spec(agent, spec).expect("on the ground");
    }
    assert!(ask(&world, &door, None).is_empty());
}

#[test]
fn a_question_that_makes_no_sense_is_refused() {
    let (world, _) = room();
    let mut fast = a_crate(0.0, 0.0);
    fast.velocity = Vec2::new(f32::NAN, 0.0);
    assert!(world.would_close(&fast, None).is_err());
    let gone = Some(ObstacleId(99));
    assert!(world.would_close(&a_crate(0.0, 0.0), gone).is_err());
}
