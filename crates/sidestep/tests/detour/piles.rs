//! The way out of a pile is the shortest one, however many shapes lie over each other.

use sidestep::Vec2;
use sidestep::avoid::detour::{Barrier, BarrierKind, way_out};
use sidestep::geometry::{Circle, ConvexPolygon, Shape};
use sidestep::random::Random;

use super::name;

const KEEP: f32 = 0.3;

fn pile(random: &mut Random, count: usize) -> Vec<Shape> {
    let mut shapes = Vec::new();
    for index in 0..count {
        let place = Vec2::new(random.between(-3.0, 3.0), random.between(-3.0, 3.0));
        shapes.push(if index % 3 == 0 {
            let circle = Circle::new(place, random.between(0.2, 1.0));
            circle.expect("a barrel").into()
        } else {
            let size = Vec2::new(random.between(0.3, 2.5), random.between(0.3, 2.0));
            let angle = random.between(0.0, 3.0);
            let block = ConvexPolygon::rectangle(place, size, angle);
            block.expect("a crate").into()
        });
    }
    shapes
}

#[test]
fn nothing_nearer_than_the_way_out_of_a_pile_is_free() {
    let mut random = Random::new(11, 0);
    let mut deep = 0;
    for trial in 0..120 {
        let shapes = pile(&mut random, 4 + trial);
        let barriers: Vec<Barrier<'_>> = (shapes.iter().enumerate())
            .map(|(index, shape)| Barrier {
                blocker: name(index),
                kind: BarrierKind::Temporary,
                shape,
                offset: Vec2::ZERO,
                cluster: 0,
                at_wall: false,
            })
            .collect();
        let clear = |place: Vec2| {
            let away = |shape: &Shape| shape.hull(Vec2::ZERO).surface(place).distance;
            shapes.iter().map(away).fold(f32::INFINITY, f32::min)
        };
        let place = Vec2::new(random.between(-2.0, 2.0), random.between(-2.0, 2.0));
        let over = |shape: &&Shape| shape.hull(Vec2::ZERO).surface(place).distance < KEEP;
        deep += usize::from(shapes.iter().filter(over).count() > 2);
        let out = way_out(place, KEEP, &barriers);
        let Some(out) = out else {
            assert!(clear(place) > KEEP - 1e-5, "trial {trial}: no way out");
            continue;
        };
        assert!(clear(out) > KEEP - 1e-5, "trial {trial}: {out} isn't free");
        let distance = out.distance(place);
        for _ in 0..2000 {
            let aside = Vec2::new(random.between(-1.0, 1.0), random.between(-1.0, 1.0));
            let other = place + aside * distance;
            assert!(
                clear(other) < KEEP + 1e-4 || other.distance(place) > distance - 1e-3,
                "trial {trial}: {other} is nearer to {place} than {out}, and free"
            );
        }
    }
    assert!(deep > 80, "only {deep} were in a pile");
}
