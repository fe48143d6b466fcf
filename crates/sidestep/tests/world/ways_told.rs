//! What an agent that goes round something tells to whoever asks why.

use std::collections::BTreeSet;

use sidestep::Vec2;
use sidestep::explain::{Explanation, Mark, MarkKind, MarkShape};
use sidestep::geometry::{ConvexPolygon, Segment};
use sidestep::motion::Body;
use sidestep::world::{
    AgentId, AgentSpec, Goal, Link, ObstacleId, ObstacleSpec, World, WorldSettings,
};

use crate::common::shapes::direction_at;

const RADIUS: f32 = 0.4;
const STEP: f32 = 1.0 / 30.0;

fn world() -> World {
    World::new(WorldSettings {
        settle: false,
        ..WorldSettings::default()
    })
    .expect("settings")
}

fn walker(world: &mut World, from: [f32; 2], to: [f32; 2]) -> AgentId {
    let body = Body::new(from.into(), RADIUS, 1.4);
    let spec = AgentSpec::new(body).with_goal(Goal::point(to.into(), 0.2));
    world.insert_agent(spec).expect("an agent")
}

fn crate_at(world: &mut World, center: [f32; 2], size: [f32; 2]) -> ObstacleId {
    let shape = ConvexPolygon::rectangle(center.into(), size.into(), 0.0).expect("a box");
    let spec = ObstacleSpec::new(shape).temporary();
    world.insert_obstacle(spec).expect("a crate")
}

fn wall(world: &mut World, from: [f32; 2], to: [f32; 2]) -> ObstacleId {
    let wall = Segment::new(from.into(), to.into()).expect("a wall");
    let spec = ObstacleSpec::new(wall);
    world.insert_obstacle(spec).expect("a wall")
}

fn explain(world: &mut World, id: AgentId) -> Explanation {
    world.explain(id, STEP).expect("an explanation")
}

fn marks(explanation: &Explanation, kind: MarkKind) -> Vec<&Mark> {
    let marks = explanation.marks.iter();
    marks.filter(|mark| mark.kind == kind).collect()
}

fn points(mark: &Mark) -> &[Vec2] {
    match &mark.shape {
        MarkShape::Polyline { points } => points,
        other => panic!("{other:?}"),
    }
}

fn length(points: &[Vec2]) -> f32 {
    points.windows(2).map(|leg| leg[0].distance(leg[1])).sum()
}

fn reasons(explanation: &Explanation) -> String {
    explanation.reasons.join("\n")
}

/// Three crates in a row between which nobody passes, nearer to the agent's left end than to its
/// right one.
fn row(world: &mut World) -> [ObstacleId; 3] {
    [-1.2, 0.0, 1.2].map(|y| crate_at(world, [5.0, y - 0.7], [1.0, 0.9]))
}

#[test]
fn both_ways_their_lengths_and_the_side_taken_are_told() {
    let mut world = world();
    row(&mut world);
    let id = walker(&mut world, [0.0, 0.0], [10.0, 0.0]);
    let explanation = explain(&mut world, id);
    let (chosen, other) = (
        marks(&explanation, MarkKind::ChosenWay),
        marks(&explanation, MarkKind::Way),
    );
    assert_eq!((chosen.len(), other.len()), (1, 1), "{explanation:#?}");
    for (mark, side) in [(chosen[0], "left"), (other[0], "right")] {
        let points = points(mark);
        assert_eq!(points[0], Vec2::ZERO);
        assert_eq!(points[points.len() - 1], Vec2::new(10.0, 0.0));
        // Corners are outside of the outline: a little longer.
        let told: f32 = mark
            .label
            .split(' ')
            .next()
            .expect("a length")
            .parse()
            .expect("a number");
        assert!((length(points) - told).abs() < 0.1, "{mark:?}");
        assert!(mark.label.ends_with(&format!("on the {side}")), "{mark:?}");
        let beyond = points.iter().all(|point| match side {
            "left" => point.y >= 0.0,
            _ => point.y <= 0.0,
        });
        assert!(beyond, "{mark:?}");
    }
    assert!(length(points(chosen[0])) < length(points(other[0])));
    assert_eq!(marks(&explanation, MarkKind::SubGoal).len(), 1);
    assert!(marks(&explanation, MarkKind::Terminator).is_empty());
    let reasons = reasons(&explanation);
    let told = "goes round on the left of obstacle 0 and 2 more: 10.";
    assert!(reasons.contains(told), "{reasons}");
    assert!(reasons.contains("on the right"), "{reasons}");
}

#[test]
fn the_outline_of_a_cluster_is_one_line_as_far_from_it_as_the_body() {
    let mut world = world();
    row(&mut world);
    let id = walker(&mut world, [0.0, 0.0], [10.0, 0.0]);
    let explanation = explain(&mut world, id);
    let outline = marks(&explanation, MarkKind::Cluster);
    assert_eq!(outline.len(), 1, "{outline:#?}");
    assert_eq!(outline[0].label, "obstacle 0 and 2 more");
    let points = points(outline[0]);
    assert_eq!(points.first(), points.last());
    let keep = RADIUS * 1.02;
    for point in points {
        let distance = (world.obstacles())
            .map(|obstacle| obstacle.hull().surface(*point).distance)
            .fold(f32::INFINITY, f32::min);
        assert!((distance - keep).abs() < 1e-3, "{point}: {distance}");
    }
    // Along both long sides with the roundings at the ends, and the dents between the crates.
    let round = length(points);
    let straight = 2.0 * (1.0 + 3.3) + std::f32::consts::TAU * keep;
    assert!((round - straight).abs() < 0.3, "{round} {straight}");
}

#[test]
fn the_outline_of_what_has_blunt_corners_goes_round_it_once() {
    let mut world = world();
    let corners = (0..8).map(|corner| {
        let angle = std::f32::consts::TAU * corner as f32 / 8.0;
        Vec2::new(5.0, 0.1) + direction_at(angle)
    });
    let table = ConvexPolygon::new(corners.collect::<Vec<_>>()).expect("a table");
    let spec = ObstacleSpec::new(table).temporary();
    world.insert_obstacle(spec).expect("a table");
    let id = walker(&mut world, [0.0, 0.0], [10.0, 0.0]);
    let explanation = explain(&mut world, id);
    let outline = marks(&explanation, MarkKind::Cluster);
    assert_eq!(outline.len(), 1, "{outline:#?}");
    let side = 2.0 * libm::sinf(std::f32::consts::PI / 8.0);
    let round = 8.0 * side + std::f32::consts::TAU * RADIUS * 1.02;
    let drawn = length(points(outline[0]));
    assert!((drawn - round).abs() < 0.02 * round, "{drawn} {round}");
}

#[test]
fn where_a_wall_ends_a_side_is_told() {
    let mut world = world();
    crate_at(&mut world, [5.0, 0.4], [1.0, 2.0]);
    let (low, high) = ([-3.0, -6.0], [13.0, 1.7]);
    let ends_it = wall(&mut world, [low[0], high[1]], high);
    wall(&mut world, low, [high[0], low[1]]);
    wall(&mut world, low, [low[0], high[1]]);
    wall(&mut world, [high[0], low[1]], high);
    let id = walker(&mut world, [0.0, 0.4], [10.0, 0.4]);
    let explanation = explain(&mut world, id);
    let chosen = marks(&explanation, MarkKind::ChosenWay);
    assert_eq!(chosen.len(), 1);
    assert!(chosen[0].label.ends_with("on the right"), "{chosen:?}");
    assert!(marks(&explanation, MarkKind::Way).is_empty());
    let terminators = marks(&explanation, MarkKind::Terminator);
    assert_eq!(terminators.len(), 1, "{terminators:?}");
    let MarkShape::Point { at } = terminators[0].shape else {
        panic!("{terminators:?}");
    };
    // Where the body would touch the crate and the wall at once, on the near side.
    assert!((at.y - (1.7 - RADIUS * 1.02)).abs() < 1e-3, "{at}");
    assert!((at.x - (4.5 - RADIUS * 1.02)).abs() < 1e-3, "{at}");
    let (reasons, name) = (reasons(&explanation), format!("obstacle {}", ends_it.0));
    assert!(terminators[0].label.contains(&name), "{terminators:?}");
    let why = format!("the left is closed: the wall {name} ends it");
    assert!(reasons.contains(&why), "{reasons}");
    let outline = marks(&explanation, MarkKind::Cluster);
    assert_eq!(outline.len(), 1);
    let line = points(outline[0]);
    assert!(
        line[0].distance(line[line.len() - 1]) > 1.0,
        "open at the wall"
    );
}

#[test]
fn the_side_that_is_kept_is_said_to_be_kept() {
    let mut world = world();
    let id = walker(&mut world, [0.0, 0.1], [10.0, 0.1]);
    let moved = crate_at(&mut world, [5.0, 0.0], [1.0, 2.0]);
    assert!(reasons(&explain(&mut world, id)).contains("goes round on the left"));
    world.step(STEP).expect("a step");
    world
        .offset_obstacle(moved, Vec2::new(0.0, 0.25), Vec2::ZERO)
        .expect("the crate");
    let explanation = explain(&mut world, id);
    let reasons = reasons(&explanation);
    assert!(reasons.contains("keeps to the left"), "{reasons}");
    assert!(
        reasons.contains("on the right isn't shorter by 20 %"),
        "{reasons}"
    );
}

#[test]
fn who_is_blocked_tells_what_closes_it_and_what_it_does() {
    let mut world = world();
    crate_at(&mut world, [5.0, 0.0], [1.0, 2.0]);
    let walls = [-1.2, 1.2].map(|y| wall(&mut world, [-3.0, y], [13.0, y]));
    wall(&mut world, [-3.0, -1.2], [-3.0, 1.2]);
    wall(&mut world, [13.0, -1.2], [13.0, 1.2]);
    let id = walker(&mut world, [2.0, 0.0], [10.0, 0.0]);
    let mut seen = BTreeSet::new();
    for step in 0..120 {
        // Whether it has just looked or keeps to what it saw.
        let explanation = explain(&mut world, id);
        let told = reasons(&explanation);
        let closed = walls.map(|wall| {
            told.contains(&format!(
                "no way round obstacle 0: the wall obstacle {} ends it",
                wall.0
            ))
        });
        assert!(closed.contains(&true), "step {step}: {told}");
        let body = world.agent(id).expect("the agent").body;
        let place = body.position;
        // Less than a radius from touching the crate, half of which it keeps.
        let is_there = place.x > 4.5 - 2.0 * RADIUS;
        let does = if !is_there {
            "goes up to"
        } else if body.speed() > 0.1 * body.limits.max_speed {
            "stops in front of"
        } else {
            "waits in front of"
        };
        seen.insert(does);
        let says = format!("{does} what closes its way");
        let is_near = (place.x - (4.5 - 2.0 * RADIUS)).abs() < 0.1 * RADIUS;
        assert!(told.contains(&says) || is_near, "at {place}: {told}");
        assert_eq!(marks(&explanation, MarkKind::Terminator).len(), 2);
        assert!(marks(&explanation, MarkKind::ChosenWay).is_empty());
        world.step(STEP).expect("a step");
        let found = world.agent(id).expect("the agent").body.velocity;
        assert_eq!(
            found,
            body.velocity_after(explanation.total, STEP),
            "step {step}"
        );
    }
    let told = reasons(&explain(&mut world, id));
    assert!(told.contains("stands still"), "{told}");
    assert!(told.contains("known for 4.0 s now"), "{told}");
    assert_eq!(seen.len(), 3, "{seen:?}");
}

#[test]
fn a_jump_is_told() {
    let mut world = world();
    crate_at(&mut world, [5.0, 0.0], [1.0, 2.0]);
    for y in [-1.2, 1.2] {
        wall(&mut world, [-3.0, y], [13.0, y]);
    }
    wall(&mut world, [-3.0, -1.2], [-3.0, 1.2]);
    wall(&mut world, [13.0, -1.2], [13.0, 1.2]);
    let id = walker(&mut world, [2.0, 0.0], [10.0, 0.0]);
    world.step(STEP).expect("a step");
    let (from, to) = (Vec2::new(3.0, 0.0), Vec2::new(7.0, 0.0));
    let link = Link {
        from,
        to,
        seconds: 1.0,
    };
    world.jump(id, link).expect("blocked");
    let explanation = explain(&mut world, id);
    assert!(reasons(&explanation).contains("walks to where its jump begins"));
    let path = marks(&explanation, MarkKind::Path);
    assert_eq!(path[0].shape, MarkShape::Line { from, to });
    let flies = (0..90).any(|_| {
        world.step(STEP).expect("a step");
        let explanation = explain(&mut world, id);
        reasons(&explanation).contains("of 1.0 s are over") && explanation.total == Vec2::ZERO
    });
    assert!(flies);
}

#[test]
fn a_jump_ends_where_its_link_ends_however_long_the_step_is() {
    let mut world = world();
    crate_at(&mut world, [5.0, 0.0], [1.0, 2.0]);
    for y in [-1.2, 1.2] {
        wall(&mut world, [-3.0, y], [13.0, y]);
    }
    wall(&mut world, [-3.0, -1.2], [-3.0, 1.2]);
    wall(&mut world, [13.0, -1.2], [13.0, 1.2]);
    let id = walker(&mut world, [2.0, 0.0], [10.0, 0.0]);
    world.step(STEP).expect("a step");
    let (from, to) = (Vec2::new(3.0, 0.0), Vec2::new(7.0, 0.0));
    // No whole number of steps.
    let link = Link {
        from,
        to,
        seconds: 9.5 * STEP,
    };
    world.jump(id, link).expect("blocked");
    let lands = (0..90).any(|_| {
        world.step(STEP).expect("a step");
        world.agent(id).expect("agent").body.position.distance(to) < 1e-4
    });
    assert!(lands);
}

#[test]
fn on_a_way_round_others_are_dodged_the_less_the_less_of_it_is_left() {
    let mut world = world();
    crate_at(&mut world, [1.1, -0.1], [0.3, 0.3]);
    let velocity = Vec2::new(1.2, 0.6);
    let body = Body {
        velocity,
        heading: velocity.normalize(),
        ..Body::new(Vec2::ZERO, RADIUS, 1.4)
    };
    let spec = AgentSpec::new(body).with_goal(Goal::point(Vec2::new(2.2, 0.0), 0.1));
    let id = world.insert_agent(spec).expect("an agent");
    let comes = Body {
        velocity: -velocity,
        heading: -velocity.normalize(),
        ..Body::new(1.5 * velocity, RADIUS, 1.4)
    };
    let comes = AgentSpec::new(comes).with_goal(Goal::point(-5.0 * velocity, 0.1));
    world.insert_agent(comes).expect("an agent");
    let explanation = explain(&mut world, id);
    let sub_goal = match marks(&explanation, MarkKind::SubGoal)[..] {
        [mark] => match mark.shape {
            MarkShape::Point { at } => at,
            ref other => panic!("{other:?}"),
        },
        ref other => panic!("{other:?}"),
    };
    let preferred = marks(&explanation, MarkKind::Velocity);
    let preferred = preferred.iter().find_map(|mark| match mark.shape {
        MarkShape::Line { to, .. } if mark.label.starts_with("preferred") => Some(to),
        _ => None,
    });
    let preferred = preferred.expect("it dodges somebody");
    let turned = -libm::atan2f(sub_goal.perp_dot(preferred), sub_goal.dot(preferred));
    // All of the side angle from 10 radii on, and in proportion below.
    let left = length(points(marks(&explanation, MarkKind::ChosenWay)[0]));
    let expected = 0.33 * left / (10.0 * RADIUS);
    assert!(
        (turned - expected).abs() < 0.01,
        "{turned} {expected}: {explanation:#?}"
    );
}
