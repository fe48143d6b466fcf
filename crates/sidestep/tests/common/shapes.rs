//! Random shapes for property tests.

use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use sidestep::Vec2;
use sidestep::geometry::{Capsule, Circle, ConvexPolygon, Segment, Shape};

/// This many random cases, the same in every run; or, to search for new ones, as many as
/// `PROPTEST_CASES` asks for above 256, different in every run. No file of failures is kept: a case
/// found becomes a test.
pub fn cases(count: u32) -> ProptestConfig {
    let default = ProptestConfig::default();
    let search = default.cases > 256;
    ProptestConfig {
        cases: if search { default.cases } else { count },
        rng_seed: if search {
            RngSeed::Random
        } else {
            RngSeed::Fixed(1)
        },
        failure_persistence: None,
        max_global_rejects: u32::MAX,
        ..default
    }
}

/// The unit vector at an angle (rad).
#[allow(clippy::disallowed_methods)]
pub fn direction_at(angle: f32) -> Vec2 {
    Vec2::from_angle(angle)
}

/// A direction.
pub fn direction() -> impl Strategy<Value = Vec2> {
    (0.0f32..std::f32::consts::TAU).prop_map(direction_at)
}

/// A point within `range` of the origin in both coordinates (m).
pub fn point(range: f32) -> impl Strategy<Value = Vec2> {
    (-range..range, -range..range).prop_map(|(x, y)| Vec2::new(x, y))
}

/// Corners on an ellipse, in order of angle: convex whatever the numbers.
pub fn convex_corners() -> impl Strategy<Value = Vec<Vec2>> {
    (
        prop::collection::vec(0.1f32..1.0, 3..9),
        0.3f32..1.0,
        0.0f32..std::f32::consts::TAU,
    )
        .prop_map(|(gaps, flatness, turn)| {
            let sum: f32 = gaps.iter().sum();
            let turn = direction_at(turn);
            let mut share = 0.0;
            gaps.iter()
                .map(|gap| {
                    share += gap / sum;
                    let on_circle = direction_at(share * std::f32::consts::TAU);
                    (on_circle * Vec2::new(1.0, flatness)).rotate(turn)
                })
                .collect()
        })
        .prop_filter("has area", |corners: &Vec<Vec2>| {
            ConvexPolygon::new(corners.clone()).is_ok()
        })
}

/// Any shape of about one metre around the origin, to be scaled with [`scaled`].
pub fn shape() -> impl Strategy<Value = Shape> {
    let circle = (point(1.0), 0.05f32..1.5)
        .prop_map(|(center, radius)| Circle::new(center, radius).expect("circle").into());
    let segment = (point(1.0), point(1.0))
        .prop_map(|(start, end)| Segment::new(start, end).expect("segment").into());
    let capsule = (point(1.0), point(1.0), 0.05f32..0.8)
        .prop_map(|(start, end, radius)| Capsule::new(start, end, radius).expect("capsule").into());
    let polygon =
        convex_corners().prop_map(|corners| ConvexPolygon::new(corners).expect("polygon").into());
    prop_oneof![circle, segment, capsule, polygon]
}

/// Sizes from a marble to a house, evenly over the orders of magnitude.
pub fn size() -> impl Strategy<Value = f32> {
    prop::sample::select(vec![0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0])
}

/// The shape enlarged about the origin.
pub fn scaled(shape: &Shape, scale: f32) -> Shape {
    with_points(shape, scale, |point| point * scale)
}

/// The shape moved by so many metres.
pub fn moved(shape: &Shape, by: Vec2) -> Shape {
    with_points(shape, 1.0, |point| point + by)
}

/// The shape mirrored about the x axis.
pub fn mirrored(shape: &Shape) -> Shape {
    with_points(shape, 1.0, mirror)
}

/// The point mirrored about the x axis.
pub fn mirror(point: Vec2) -> Vec2 {
    Vec2::new(point.x, -point.y)
}

fn with_points(shape: &Shape, scale: f32, change: impl Fn(Vec2) -> Vec2) -> Shape {
    match shape {
        Shape::Circle(circle) => Circle::new(change(circle.center()), circle.radius() * scale)
            .expect("circle")
            .into(),
        Shape::Segment(segment) => Segment::new(change(segment.start()), change(segment.end()))
            .expect("segment")
            .into(),
        Shape::Capsule(capsule) => Capsule::new(
            change(capsule.segment().start()),
            change(capsule.segment().end()),
            capsule.radius() * scale,
        )
        .expect("capsule")
        .into(),
        Shape::Polygon(polygon) => {
            let corners: Vec<Vec2> = polygon.vertices().iter().copied().map(change).collect();
            ConvexPolygon::new(corners).expect("polygon").into()
        }
    }
}
