use sidestep::Vec2;
use sidestep::geometry::{Capsule, Segment, Shape};
use sidestep::world::{AgentId, EventKind};

use super::{DT, world};
use crate::common::walker;

const RADIUS: f32 = 0.4;

/// A U that is open towards −x, its bottom at x = 8.
fn trap(depth: f32, width: f32) -> Vec<Shape> {
    let (low, high) = (Vec2::new(8.0, -0.5 * width), Vec2::new(8.0, 0.5 * width));
    let back = Vec2::new(-depth, 0.0);
    [(low + back, low), (low, high), (high, high + back)]
        .map(|(start, end)| Segment::new(start, end).expect("wall").into())
        .to_vec()
}

#[test]
fn a_dead_end_is_left_or_reported_but_never_suffered_in_silence() {
    let mut escaped = 0;
    for depth in 1..=10 {
        for width in [3.0, 6.0, 12.0] {
            for beside in [0.0, 0.3, -0.7] {
                let shapes = trap(depth as f32 * RADIUS, width * RADIUS);
                let agent = walker(Vec2::new(0.0, beside), Vec2::new(14.0, 0.0), RADIUS, 1.5);
                let mut world = world(&shapes, vec![agent]);
                let case = format!("depth {depth} r, width {width} r, beside {beside}");
                let mut stuck = None;
                while world.time() < 30.0 {
                    world.step(DT).expect("step");
                    let agent = world.agent(AgentId(0)).expect("agent");
                    let place = agent.body.position;
                    assert!(place.is_finite(), "{case}");
                    for shape in &shapes {
                        let gap = shape.hull(Vec2::ZERO).surface(place).distance - RADIUS;
                        assert!(gap >= 0.0, "{case}: {} m into a wall", -gap);
                    }
                    if agent.arrived {
                        break;
                    }
                    let told = |event: &&sidestep::world::Event| {
                        matches!(event.kind, EventKind::Stuck { .. })
                    };
                    if let Some(event) = world.events().iter().find(told) {
                        stuck.get_or_insert(event.time);
                    }
                }
                if world.agent(AgentId(0)).expect("agent").arrived {
                    escaped += 1;
                } else {
                    // It needs up to 5.5 s to the bottom, and 3 s without progress make it stuck;
                    // the wider ones it searches from side to side first.
                    let time = stuck.unwrap_or_else(|| panic!("{case}: silent"));
                    assert!(time < 15.0, "{case}: told only after {time} s");
                }
            }
        }
    }
    eprintln!("{escaped} of 90 find a way out");
}

#[test]
fn a_corner_is_no_place_to_shiver() {
    // Walls of an L that the goal lies behind.
    let shapes: Vec<Shape> = [
        (Vec2::new(5.0, -6.0), Vec2::new(5.0, 0.0)),
        (Vec2::new(5.0, 0.0), Vec2::new(-1.0, 0.0)),
    ]
    .map(|(start, end)| Capsule::new(start, end, 0.1).expect("wall").into())
    .to_vec();
    let agent = walker(Vec2::new(0.0, -3.0), Vec2::new(8.0, 3.0), RADIUS, 1.5);
    let mut world = world(&shapes, vec![agent]);
    let mut told = false;
    let mut reversals = 0;
    let mut last = Vec2::ZERO;
    while world.time() < 30.0 {
        world.step(DT).expect("step");
        told |= world
            .events()
            .iter()
            .any(|event| matches!(event.kind, EventKind::Stuck { .. }));
        let agent = world.agent(AgentId(0)).expect("agent");
        for shape in &shapes {
            let gap = shape.hull(Vec2::ZERO).surface(agent.body.position).distance - RADIUS;
            assert!(gap >= 0.0, "{} m into a wall", -gap);
        }
        if agent.body.speed() > 0.05 {
            reversals += i32::from(agent.body.velocity.dot(last) < 0.0);
            last = agent.body.velocity;
        }
    }
    let arrived = world.agent(AgentId(0)).expect("agent").arrived;
    assert!(arrived || told, "neither arrived nor stuck");
    assert!(reversals <= 20, "{reversals} reversals in 30 s");
}

/// Judged by the turn, both sides of a wide wall won by turns: the agent swayed in front of it.
#[test]
fn a_goal_close_behind_a_long_wall_is_reached_round_one_end() {
    for length in [2.0, 4.0, 8.0, 16.0] {
        for behind in [0.5, 0.8, 2.0] {
            for beside in [0.0, 0.2, -0.9] {
                let half = Vec2::new(0.0, 0.5 * length);
                let middle = Vec2::new(6.0, 0.0);
                let shapes = [Segment::new(middle - half, middle + half)
                    .expect("wall")
                    .into()];
                let goal = Vec2::new(6.0 + behind, 0.0);
                let agent = walker(Vec2::new(0.0, beside), goal, RADIUS, 1.5);
                let mut world = world(&shapes, vec![agent]);
                let case = format!("wall {length} m, goal {behind} m behind, beside {beside}");
                let mut changes = 0;
                let mut last = 0.0;
                while world.time() < 30.0 && !world.agent(AgentId(0)).expect("agent").arrived {
                    world.step(DT).expect("step");
                    let agent = world.agent(AgentId(0)).expect("agent");
                    let sideways = agent.body.velocity.y;
                    if sideways.abs() > 0.2 && agent.body.position.x < 6.0 {
                        changes += usize::from(last * sideways < 0.0);
                        last = sideways;
                    }
                }
                assert!(world.time() < 20.0, "{case}: {} s", world.time());
                assert!(changes <= 1, "{case}: {changes} changes of side");
            }
        }
    }
}
