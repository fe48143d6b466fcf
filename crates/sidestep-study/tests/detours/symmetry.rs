//! Mirror images have mirrored answers, and the order in which barriers are given doesn't matter.

use sidestep::Vec2;
use sidestep::avoid::detour::Outcome;
use sidestep::geometry::{Shape, Side};
use sidestep_study::detour::FurthestTangents;

use super::yard::Yard;
use super::{Method, NAMES, Place, RADIUS, grid, methods};
use crate::common::shapes::{mirror, mirrored};

/// A yard's place and its mirror image.
fn both(yard: &Yard) -> (Place, Place) {
    let image = |shapes: &[Shape]| shapes.iter().map(mirrored).collect::<Vec<_>>();
    let walls = Yard::walls();
    (
        yard.place(),
        Place::new(&image(&yard.shapes), &image(&walls)),
    )
}

fn side(outcome: Outcome) -> Option<Side> {
    match outcome {
        Outcome::Around { side, .. } => Some(side),
        Outcome::Clear | Outcome::Blocked { .. } => None,
    }
}

/// Largest distance between the corners of a way and the mirrored ones of another (m).
fn apart(way: &[Vec2], image: &[Vec2]) -> f32 {
    if way.len() != image.len() {
        return f32::INFINITY;
    }
    let corners = way.iter().zip(image);
    corners
        .map(|(one, other)| mirror(*one).distance(*other))
        .fold(0.0, f32::max)
}

#[test]
fn the_furthest_tangent_is_mirrored_with_its_favoured_side() {
    for seed in 0..200 {
        let yard = Yard::new(seed);
        let (place, image) = both(&yard);
        let of = |favored| {
            let mut tangents = FurthestTangents::for_radius(RADIUS);
            tangents.favored = favored;
            Method::FurthestTangents(tangents)
        };
        let here = of(Side::Right).ask(&place, yard.from, yard.to);
        let there = of(Side::Left).ask(&image, mirror(yard.from), mirror(yard.to));
        let opposite = side(here.answer.outcome).map(Side::opposite);
        assert_eq!(opposite, side(there.answer.outcome), "yard {seed}");
        assert!(apart(&here.way, &there.way) < 1e-3, "yard {seed}");
        assert_eq!(here.is_blocked(), there.is_blocked(), "yard {seed}");
    }
}

/// Of ways that cost exactly the same on the grid the one on the right is taken, and which corner
/// is cut may differ: but the side, and very nearly the length, are those of the image.
#[test]
fn the_way_on_the_grid_is_mirrored() {
    let mut different = Vec::new();
    for seed in 0..100 {
        let yard = Yard::new(seed);
        let (place, image) = both(&yard);
        let here = grid().ask(&place, yard.from, yard.to);
        let there = grid().ask(&image, mirror(yard.from), mirror(yard.to));
        assert_eq!(here.is_blocked(), there.is_blocked(), "yard {seed}");
        if here.is_clear() || here.is_blocked() {
            continue;
        }
        let ((_, one_side, one), (_, other_side, other)) = (here.around(), there.around());
        if (one - other).abs() > 0.05 * one || one_side != other_side.opposite() {
            different.push(seed);
        }
    }
    assert!(different.len() <= 2, "{different:?}");
}

#[test]
fn the_order_of_barriers_changes_nothing() {
    for seed in 0..100 {
        let yard = Yard::new(seed);
        let place = yard.place();
        let barriers = place.barriers();
        let mut turned = barriers.clone();
        turned.reverse();
        let third = turned.len() / 3;
        turned.rotate_left(third);
        for (method, name) in methods().into_iter().zip(NAMES) {
            let here = method.ask_among(&barriers, yard.from, yard.to);
            let there = method.ask_among(&turned, yard.from, yard.to);
            assert_eq!(here, there, "{name}, yard {seed}");
        }
    }
}
