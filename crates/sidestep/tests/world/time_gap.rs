//! Staying a time behind those ahead: in a file, at one place that all go to, and in a crowd.

use sidestep::Vec2;
use sidestep::geometry::Segment;
use sidestep::world::{AgentId, AgentSpec, Goal, ObstacleSpec, World};

use super::{empty_world, step_for};
use crate::common::walker;

const DT: f32 = 1.0 / 30.0;
const RADIUS: f32 = 0.25;
/// Speed of the one ahead in a file, and the one that the other would like (m/s).
const SLOW: f32 = 0.7;
const QUICK: f32 = 1.3;

fn with_gap(mut spec: AgentSpec, seconds: f32) -> AgentSpec {
    spec.profile.time_gap = seconds;
    spec
}

/// Two in a passage for one, turned by a unit vector, the quicker behind the slower one; it keeps a gap
/// of `seconds`, and both go to a place so far ahead (m), or to different ones far away. To that of the
/// quicker one leads a way of its own speed (m/s), if so said.
fn file(seconds: f32, end: Option<f32>, turn: Vec2, pace: Option<f32>) -> (World, [AgentId; 2]) {
    let mut world = empty_world();
    let at = |x: f32, y: f32| turn.rotate(Vec2::new(x, y));
    for side in [-0.3, 0.3] {
        let wall = Segment::new(at(-5.0, side), at(60.0, side)).expect("wall");
        world
            .insert_obstacle(ObstacleSpec::new(wall))
            .expect("room");
    }
    let mut insert = |x: f32, speed: f32, end: f32, pace: Option<f32>| {
        let mut spec = with_gap(walker(at(x, 0.0), at(end, 0.0), RADIUS, QUICK), seconds);
        spec.profile.preferred_speed = speed;
        spec.profile.goals = vec![Goal {
            speed: pace,
            ..Goal::point(at(end, 0.0), 0.3)
        }];
        world.insert_agent(spec).expect("agent")
    };
    let ahead = insert(4.0, SLOW, end.unwrap_or(50.0), None);
    let behind = insert(0.0, QUICK, end.unwrap_or(45.0), pace);
    (world, [ahead, behind])
}

/// How far apart the two are, edge to edge, on average from the 12th to the 20th second (m).
fn apart(seconds: f32, end: Option<f32>, turn: Vec2) -> f32 {
    apart_at(seconds, end, turn, None)
}

/// The same where the way of the one behind has a speed of its own (m/s).
fn apart_at(seconds: f32, end: Option<f32>, turn: Vec2, pace: Option<f32>) -> f32 {
    let (mut world, [ahead, behind]) = file(seconds, end, turn, pace);
    step_for(&mut world, DT, 12.0);
    let (mut sum, mut count) = (0.0, 0.0);
    while world.time() < 20.0 {
        world.step(DT).expect("step");
        let place = |id| world.agent(id).expect("agent").body.position;
        sum += place(ahead).distance(place(behind)) - 2.0 * RADIUS;
        count += 1.0;
    }
    sum / count
}

#[test]
fn in_a_file_it_is_where_the_one_ahead_is_now_after_the_gap() {
    for turn in [Vec2::X, Vec2::Y, Vec2::new(-0.6, 0.8)] {
        for seconds in [0.6, 1.2] {
            let apart = apart(seconds, None, turn);
            assert!(
                (apart - seconds * SLOW).abs() < 0.1,
                "{seconds} s, {turn}: {apart} m"
            );
        }
        let closed_up = apart(0.0, None, turn);
        assert!(closed_up < 0.25, "{turn}: {closed_up} m");
    }
}

/// On stairs, say: there a crowd closed up until as many got on as came to them.
#[test]
fn where_its_goal_makes_it_slower_it_keeps_as_far_behind_as_elsewhere() {
    for (pace, times) in [(1.0, QUICK), (QUICK, 1.0), (2.0, 1.0)] {
        let apart = apart_at(0.6, None, Vec2::X, Some(pace));
        // And a little room.
        let wanted = 0.6 * times * SLOW + 0.12 * 2.0 * RADIUS;
        assert!(
            (apart - wanted).abs() < 0.05,
            "{pace} m/s: {apart} m, {wanted} wanted"
        );
    }
}

#[test]
fn near_the_place_to_which_both_go_it_closes_up() {
    // From the 12th to the 20th second the quicker one is 32 to 38 m from the place, or 2 to 8 m.
    let far = apart(1.2, Some(50.0), Vec2::X);
    let near = apart(1.2, Some(20.0), Vec2::X);
    assert!(near + 0.2 < far, "{far} m, {near} m");
}

#[test]
fn it_says_why_it_is_slow() {
    let (mut world, [_, behind]) = file(1.2, None, Vec2::X, None);
    step_for(&mut world, DT, 12.0);
    let told = world.explain(behind, DT).expect("agent").reasons;
    let why = "stays behind those ahead who go its way";
    assert!(told.iter().any(|reason| reason.contains(why)), "{told:?}");
}

/// Two from the left and from the right whose ways come together, each ahead of the other: if both waited,
/// they would wait for ever.
#[test]
fn whose_ways_come_together_do_not_wait_for_each_other() {
    for gap in [0.0, 0.6, 3.0] {
        let mut world = empty_world();
        let people = [-1.0, 1.0].map(|side| {
            let (from, to) = (Vec2::new(0.0, 4.0 * side), Vec2::new(12.0, -8.0 * side));
            let spec = with_gap(walker(from, to, RADIUS, QUICK), gap);
            world.insert_agent(spec).expect("agent")
        });
        step_for(&mut world, DT, 25.0);
        for id in people {
            let agent = world.agent(id).expect("agent");
            assert!(agent.arrived, "{gap} s: {}", agent.body.position);
        }
    }
}
