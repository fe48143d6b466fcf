//! What is drawn for an agent: lines, without anything that draws.

use bevy_math::{Vec2, Vec3};
use bevy_sidestep::prelude::*;
use bevy_sidestep::sidestep::explain::{Explanation, Mark, MarkKind, MarkShape};
use bevy_sidestep::{
    Explain, Explained, LineKind, Sheet, agent_lines, explanation_lines, obstacle_lines,
};
use bevy_transform::components::Transform;

use crate::stage::*;

#[test]
fn lines_lie_where_the_marks_are_on_either_plane() {
    let mut app = game();
    app.world_mut()
        .spawn(walker(Vec2::new(3.0, 2.0), Vec2::X * 9.0));
    run(&mut app, 30);
    let agent = mirror(&app)
        .world()
        .expect("one")
        .agents()
        .next()
        .expect("one");
    let mark = |kind, shape| Mark {
        kind,
        shape,
        label: String::new(),
    };
    let explanation = Explanation {
        total: Vec2::new(2.0, 0.0),
        marks: vec![
            mark(
                MarkKind::Way,
                MarkShape::Line {
                    from: Vec2::X,
                    to: Vec2::new(1.0, 4.0),
                },
            ),
            mark(
                MarkKind::Threat,
                MarkShape::Circle {
                    center: Vec2::Y,
                    radius: 2.0,
                },
            ),
            mark(
                MarkKind::Path,
                MarkShape::Polyline {
                    points: vec![Vec2::ZERO, Vec2::X, Vec2::Y],
                },
            ),
            mark(
                MarkKind::SubGoal,
                MarkShape::Point {
                    at: Vec2::splat(5.0),
                },
            ),
        ],
        ..Explanation::default()
    };
    let sheet = Sheet {
        plane: Plane::XZ,
        height: 0.5,
    };
    let lines = explanation_lines(&explanation, &agent, sheet);
    let of = |kind: LineKind| lines.iter().filter(move |line| line.kind == kind);
    let way: Vec<_> = of(LineKind::Way).collect();
    assert_eq!(
        (way[0].from, way[0].to),
        (Vec3::new(1.0, 0.5, 0.0), Vec3::new(1.0, 0.5, -4.0))
    );
    assert_eq!(
        (
            way.len(),
            of(LineKind::ChosenWay).count(),
            of(LineKind::Aim).count()
        ),
        (1, 2, 2)
    );
    let center = Vec3::new(0.0, 0.5, -1.0);
    assert!(of(LineKind::Threat).count() > 8);
    assert!(of(LineKind::Threat).all(|line| (line.from.distance(center) - 2.0).abs() < 1e-5));
    let force = of(LineKind::Force).next().expect("a force");
    assert!((force.to - force.from).distance(Vec3::X * 2.0 / agent.body.mass) < 1e-5);
    // As where something else moves it: it wants another velocity than it has.
    let desired = DesiredVelocity(Vec3::new(0.5, 0.0, 2.0));
    let outline = agent_lines(&agent, desired, sheet);
    let arrow = |kind: LineKind| {
        let line = outline.iter().find(|line| line.kind == kind);
        line.map(|line| line.to - line.from).expect("a line")
    };
    assert!(arrow(LineKind::Desired).distance(desired.0) < 1e-6);
    let velocity = Plane::XZ.space(agent.body.velocity, 0.0);
    assert!(arrow(LineKind::Velocity).distance(velocity) < 1e-6);
    let body = outline.iter().filter(|line| line.kind == LineKind::Agent);
    let middle = Plane::XZ.space(agent.body.position, 0.5);
    assert!(
        body.clone()
            .all(|line| line.to.distance(middle) < agent.body.radius + 1e-4)
    );
}

#[test]
fn a_detour_a_threat_and_the_obstacles_are_drawn_in_a_game() {
    let mut app = game();
    let world = app.world_mut();
    let place = Transform::from_xyz(3.0, 0.1, 0.0);
    world.spawn((Obstacle::rect(1.0, 3.0), Temporary, place));
    world.spawn((Obstacle::circle(0.5), Transform::from_xyz(9.0, 9.0, 0.0)));
    world.spawn(Wall::line(Vec2::new(0.0, 5.0), Vec2::new(4.0, 5.0)));
    let agent = world
        .spawn((walker(Vec2::ZERO, Vec2::X * 8.0), Explain))
        .id();
    run(&mut app, 40);
    let explained = app.world().get::<Explained>(agent).expect("explained");
    let core = mirror(&app).world().expect("a world");
    let view = core.agents().next().expect("an agent");
    let lines = explanation_lines(&explained.0, &view, Sheet::default());
    assert!(
        lines.iter().any(|line| line.kind == LineKind::ChosenWay),
        "{lines:?}"
    );
    assert!(
        lines
            .iter()
            .all(|line| line.from.is_finite() && line.to.is_finite())
    );
    let drawn: Vec<_> = core
        .obstacles()
        .map(|it| obstacle_lines(&it, Sheet::default()))
        .collect();
    assert_eq!(drawn[0].len(), 4);
    assert!(drawn[0].iter().all(|line| line.kind == LineKind::Temporary));
    assert!(drawn[1].iter().all(|line| line.kind == LineKind::Level) && drawn[1].len() > 8);
    assert!(!drawn[2].is_empty() && drawn[2][0].from == Vec3::new(0.0, 5.0, 0.0));
}
