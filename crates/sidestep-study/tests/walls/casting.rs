//! What a whisker finds, against the same found by walking along it in small steps.

use super::*;
use crate::common::shapes::{cases, direction, direction_at, point, scaled, shape};
use proptest::prelude::*;
use sidestep::geometry::{Circle, Segment, Side};
use sidestep_study::walls::{MOST_WHISKERS, WhiskerHit, Whiskers};

const STEP: f32 = 0.002;

fn fan(count: u32, length: f32) -> Whiskers {
    Whiskers {
        count,
        spread: 1.0,
        length,
        side_length: 0.5 * length,
        thickness: 0.0,
    }
}

fn cast_all(whiskers: &Whiskers, body: &Body, shapes: &[Shape]) -> Vec<Option<WhiskerHit>> {
    let obstacles = obstacles(shapes);
    (0..whiskers.number())
        .map(|whisker| whiskers.cast(body, whisker, &obstacles))
        .collect()
}

/// Whether two lines cross well inside of both; `None` where it's too close to call.
fn crosses(from: Vec2, to: Vec2, wall: Segment) -> Option<bool> {
    let (from, to) = (from.as_dvec2(), to.as_dvec2());
    let (start, end) = (wall.start().as_dvec2(), wall.end().as_dvec2());
    let heights = |a: glam::DVec2, b: glam::DVec2, p: glam::DVec2, q: glam::DVec2| {
        let out = (b - a).perp().try_normalize()?;
        Some([(p - a).dot(out), (q - a).dot(out)])
    };
    let [p, q] = heights(from, to, start, end)?;
    let [s, t] = heights(start, end, from, to)?;
    let unclear = [p, q, s, t].iter().any(|height| height.abs() < 1e-3);
    (!unclear).then_some(p * q < 0.0 && s * t < 0.0)
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn a_whisker_hits_what_a_march_along_it_meets_first(
        parts in prop::collection::vec((shape(), point(4.0), 0.2f32..1.5), 1..5),
        position in point(4.0),
        velocity in direction(),
        count in 1u32..6,
        thickness in prop_oneof![Just(0.0f32), 0.01f32..0.3],
    ) {
        let shapes: Vec<Shape> = parts.iter().map(|(shape, _, size)| scaled(shape, *size)).collect();
        let placed: Vec<Obstacle<'_>> = shapes
            .iter()
            .zip(&parts)
            .zip(0..)
            .map(|((shape, (_, offset, _)), id)| Obstacle { offset: *offset, ..Obstacle::new(id, shape) })
            .collect();
        let distance = |at: Vec2| {
            placed
                .iter()
                .map(|obstacle| obstacle.hull().surface(at).distance - thickness)
                .fold(f32::INFINITY, f32::min)
        };
        prop_assume!(distance(position) > 1e-3);
        let body = moving(position, velocity * SPEED);
        let whiskers = Whiskers { thickness, ..fan(count, 4.0) };
        for whisker in 0..count {
            let along = whiskers.direction(&body, whisker);
            let length = whiskers.length_of(whisker);
            let hit = whiskers.cast(&body, whisker, &placed);
            let free = hit.map_or(length, |hit| hit.distance);
            let mut gone = 0.0;
            while gone < free - STEP {
                prop_assert!(distance(position + along * gone) > -1e-3, "something before {free} at {gone}");
                gone += STEP;
            }
            let tip = position + along * free;
            match hit {
                Some(hit) => {
                    prop_assert_eq!(hit.whisker, whisker);
                    prop_assert!(distance(tip).abs() < 1e-3);
                    let named = placed.iter().find(|it| it.name == hit.obstacle);
                    let struck = named.expect("what was hit").hull().surface(hit.point);
                    prop_assert!(struck.distance.abs() < 2e-3, "point off the surface");
                    prop_assert!((hit.normal.length() - 1.0).abs() < 1e-4);
                    prop_assert!(hit.normal.dot(along) < 1e-3, "a back face was hit");
                }
                None => prop_assert!(distance(tip) > -1e-3),
            }
            if thickness > 0.0 {
                continue;
            }
            for obstacle in &placed {
                if let Shape::Segment(line) = obstacle.shape {
                    let line = Segment::new(line.start() + obstacle.offset, line.end() + obstacle.offset)
                        .expect("segment");
                    if let Some(crossed) = crosses(position, position + along * (free - STEP), line) {
                        prop_assert!(!crossed, "went through a line");
                    }
                }
            }
        }
    }
}

#[test]
fn at_rest_the_fan_opens_along_the_heading() {
    for angle in [0.0, 1.0, 2.5, -2.0] {
        let mut body = Body::new(Vec2::ZERO, RADIUS, SPEED);
        body.heading = direction_at(angle);
        let post: Shape = Circle::new(body.heading * 1.5, 0.5).expect("circle").into();
        let hit = cast_all(&fan(1, 2.0), &body, &[post])[0].expect("hit");
        assert!((hit.distance - 1.0).abs() < 1e-5);
        assert!(hit.normal.distance(-body.heading) < 1e-3);
        // The slightest movement backward isn't a direction yet; a walk is.
        body.velocity = -body.heading * 1e-4;
        assert_eq!(Whiskers::ahead(&body), body.heading);
        body.velocity = -body.heading;
        assert!(Whiskers::ahead(&body).distance(-body.heading) < 1e-6);
    }
}

#[test]
fn the_fan_is_even_and_its_halves_mirror_each_other_to_the_bit() {
    let body = moving(Vec2::ZERO, Vec2::X);
    for count in 1..=MOST_WHISKERS {
        let whiskers = fan(count, 2.0);
        for whisker in 0..count {
            let opposite = count - 1 - whisker;
            let (left, right) = (
                whiskers.direction(&body, whisker),
                whiskers.direction(&body, opposite),
            );
            assert_eq!(left, Vec2::new(right.x, -right.y));
            assert_eq!(whiskers.length_of(whisker), whiskers.length_of(opposite));
        }
        if count > 1 {
            assert_eq!(whiskers.angle(0), 1.0);
            assert_eq!(whiskers.length_of(0), 1.0);
        }
        if count % 2 == 1 {
            assert_eq!(whiskers.angle(count / 2), 0.0);
            assert_eq!(whiskers.length_of(count / 2), 2.0);
        }
    }
    assert_eq!(fan(0, 2.0).number(), 1);
    assert_eq!(fan(u32::MAX, 2.0).number(), MOST_WHISKERS);
}

#[test]
fn a_whisker_from_inside_hits_at_once_on_the_way_in_and_not_on_the_way_out() {
    let block = wall(Vec2::new(0.0, -2.0), Vec2::new(0.0, 2.0), 1.0);
    let inside = Vec2::new(-0.2, 0.1);
    let inward = cast_all(
        &fan(1, 2.0),
        &moving(inside, Vec2::X),
        std::slice::from_ref(&block),
    );
    let hit = inward[0].expect("hit");
    assert_eq!((hit.distance, hit.point), (0.0, inside));
    assert!(hit.normal.distance(-Vec2::X) < 1e-6);
    let outward = cast_all(
        &fan(1, 2.0),
        &moving(inside, -Vec2::X),
        std::slice::from_ref(&block),
    );
    assert_eq!(outward[0], None);
}

#[test]
fn the_side_is_the_whiskers_and_straight_ahead_the_one_the_wall_leans_from() {
    let body = moving(Vec2::ZERO, Vec2::X);
    let square = wall(Vec2::new(1.0, -3.0), Vec2::new(1.0, 3.0), 0.1);
    let sides: Vec<Side> = cast_all(&fan(3, 4.0), &body, &[square])
        .into_iter()
        .map(|hit| hit.expect("hit").side)
        .collect();
    assert_eq!(sides, [Side::Left, Side::Left, Side::Right]);
    for (slope, side) in [(0.3, Side::Left), (-0.3, Side::Right)] {
        // The wall comes nearer on that side.
        let leaning = wall(
            Vec2::new(1.0 + slope, -3.0),
            Vec2::new(1.0 - slope, 3.0),
            0.1,
        );
        let hit = cast_all(&fan(1, 4.0), &body, &[leaning])[0].expect("hit");
        assert_eq!(hit.side, side);
    }
}

#[test]
fn of_equally_near_obstacles_the_lowest_id_is_hit_in_any_order() {
    let shape = wall(Vec2::new(1.0, -3.0), Vec2::new(1.0, 3.0), 0.1);
    let body = moving(Vec2::ZERO, Vec2::X);
    let [three, five] = [3, 5].map(|id| Obstacle::new(id, &shape));
    for order in [[three, five], [five, three]] {
        let hit = fan(1, 2.0).cast(&body, 0, &order).expect("hit");
        assert_eq!(hit.obstacle, Blocker::Obstacle(3));
    }
}
