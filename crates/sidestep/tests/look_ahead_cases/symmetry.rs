use sidestep::Vec2;
use sidestep::geometry::{Capsule, Circle, ConvexPolygon, Shape};
use sidestep::random::Random;

use super::{DT, walk};
use crate::common::shapes::{direction_at, mirror, mirrored};
use crate::common::walker;

/// Obstacles of all kinds between start and goal; no two scenes alike.
fn obstacles(seed: u64) -> Vec<Shape> {
    let mut random = Random::new(seed, 1);
    (0..7)
        .map(|index| {
            let center = Vec2::new(
                2.0 + 1.7 * index as f32 + random.between(-0.5, 0.5),
                random.between(-2.0, 2.0),
            );
            let size = random.between(0.3, 0.8);
            let turn = direction_at(random.between(0.0, std::f32::consts::TAU));
            match index % 3 {
                0 => Circle::new(center, size).expect("circle").into(),
                1 => Capsule::new(center - turn * size, center + turn * size, 0.15)
                    .expect("capsule")
                    .into(),
                _ => {
                    let corners: Vec<Vec2> = [(-1.0, -0.6), (1.0, -0.6), (1.0, 0.6), (-1.0, 0.6)]
                        .into_iter()
                        .map(|(x, y)| center + (Vec2::new(x, y) * size).rotate(turn))
                        .collect();
                    ConvexPolygon::new(corners).expect("box").into()
                }
            }
        })
        .collect()
}

fn turned(shape: &Shape, turn: Vec2) -> Shape {
    let rotate = |point: Vec2| point.rotate(turn);
    match shape {
        Shape::Circle(circle) => Circle::new(rotate(circle.center()), circle.radius())
            .expect("circle")
            .into(),
        Shape::Capsule(capsule) => Capsule::new(
            rotate(capsule.segment().start()),
            rotate(capsule.segment().end()),
            capsule.radius(),
        )
        .expect("capsule")
        .into(),
        Shape::Polygon(polygon) => {
            let corners: Vec<Vec2> = polygon.vertices().iter().copied().map(rotate).collect();
            ConvexPolygon::new(corners).expect("box").into()
        }
        Shape::Segment(_) => unreachable!("the scenes have no segments"),
    }
}

const START: Vec2 = Vec2::new(0.0, 0.07);
const GOAL: Vec2 = Vec2::new(15.0, -0.2);

/// Largest distance (m) between a scene's track and that of its image, mapped by `map`.
fn apart(
    seed: u64,
    seconds: f64,
    image: impl Fn(&Shape) -> Shape,
    map: impl Fn(Vec2) -> Vec2,
) -> f32 {
    let shapes = obstacles(seed);
    let images: Vec<Shape> = shapes.iter().map(image).collect();
    let mut other = walker(map(START), map(GOAL), 0.35, 1.5);
    other.body.heading = map(Vec2::X);
    let here = walk(&shapes, walker(START, GOAL, 0.35, 1.5), DT, seconds);
    let there = walk(&images, other, DT, seconds);
    here.places
        .iter()
        .zip(&there.places)
        .map(|(a, b)| map(*a).distance(*b))
        .fold(0.0, f32::max)
}

#[test]
fn mirrored_scenes_have_mirrored_tracks() {
    for seed in 0..30 {
        let apart = apart(seed, 12.0, mirrored, mirror);
        assert!(apart < 1e-4, "seed {seed}: {apart} m apart");
    }
}

#[test]
fn scenes_turned_by_quarters_have_turned_tracks() {
    for turn in [Vec2::Y, Vec2::NEG_X, Vec2::NEG_Y] {
        for seed in 0..20 {
            let apart = apart(
                seed,
                12.0,
                |shape| turned(shape, turn),
                |place| place.rotate(turn),
            );
            assert!(apart < 1e-4, "seed {seed}, turn {turn}: {apart} m apart");
        }
    }
}

#[test]
fn scenes_turned_by_any_angle_have_turned_tracks() {
    let mut far = 0;
    for index in 1..24 {
        let turn = direction_at(index as f32 * 0.27);
        for seed in 0..10 {
            let apart = apart(
                seed,
                12.0,
                |shape| turned(shape, turn),
                |place| place.rotate(turn),
            );
            // A choice between two equally good ways may fall the other way by rounding.
            far += i32::from(apart > 0.01);
        }
    }
    eprintln!("{far} of 230 turned tracks are more than a centimetre off");
    assert!(far <= 4, "{far} of 230");
}
