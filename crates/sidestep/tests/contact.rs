//! Contacts as callers with a store of their own settle them: how one disc moves among shapes, and
//! how discs part.

use sidestep::Vec2;
use sidestep::avoid::Obstacle;
use sidestep::contact::{Disc, Shift, Touching, are_near, honest_velocity, push_apart};
use sidestep::geometry::{Circle, Segment, Shape};
use sidestep::motion::Body;

const DISC: Disc = Disc {
    radius: 0.5,
    skin: 0.01,
};

fn at(x: f32, y: f32) -> Vec2 {
    Vec2::new(x, y)
}

fn wall(from: Vec2, to: Vec2) -> Shape {
    Segment::new(from, to).expect("a wall").into()
}

fn circle(center: Vec2, radius: f32) -> Shape {
    Circle::new(center, radius).expect("a circle").into()
}

#[track_caller]
fn assert_near(found: Vec2, expected: Vec2) {
    assert!(
        found.distance(expected) < 1e-4,
        "{found} instead of {expected}"
    );
}

#[test]
fn who_meets_a_wall_slides_along_it_and_keeps_the_skin() {
    let floor = wall(at(-10.0, 0.0), at(10.0, 0.0));
    let floor = [Obstacle::new(1, &floor)];
    assert_near(
        DISC.slide(at(0.0, 1.0), at(2.0, -3.0), &floor),
        at(2.0, 0.51),
    );
    // From below, and the other way.
    assert_near(
        DISC.slide(at(0.0, -1.0), at(-2.0, 3.0), &floor),
        at(-2.0, -0.51),
    );
    // Straight into it: no step to the side.
    assert_near(
        DISC.slide(at(0.0, 1.0), at(0.0, -3.0), &floor),
        at(0.0, 0.51),
    );
    // Along it and away from it nothing is in the way.
    assert_near(DISC.slide(at(0.0, 0.6), at(3.0, 0.0), &floor), at(3.0, 0.6));
    assert_near(DISC.slide(at(0.0, 0.6), at(3.0, 1.0), &floor), at(3.0, 1.6));
    assert_eq!(DISC.slide(at(0.0, 1.0), at(2.0, -3.0), &[]), at(2.0, -2.0));
}

#[test]
fn who_is_at_the_skin_of_a_wall_goes_along_it_without_being_held() {
    let floor = wall(at(-10.0, 0.0), at(10.0, 0.0));
    let floor = [Obstacle::new(1, &floor)];
    let mut place = at(0.0, 0.51);
    for step in 1..=50 {
        place = DISC.slide(place, at(0.1, -0.1), &floor);
        let gone = 0.1 * step as f32;
        assert!((place.x - gone).abs() < 1e-3, "{place} after {gone} m");
        assert!((0.505..0.52).contains(&place.y), "{place}");
    }
}

#[test]
fn the_nearest_of_several_walls_bends_the_way_and_a_corner_ends_it() {
    let floor = wall(at(-10.0, 0.0), at(10.0, 0.0));
    let right = wall(at(3.0, -10.0), at(3.0, 10.0));
    let cellar = wall(at(-10.0, -1.0), at(10.0, -1.0));
    let obstacles = [
        Obstacle::new(1, &cellar),
        Obstacle::new(2, &floor),
        Obstacle::new(3, &right),
    ];
    assert_near(
        DISC.slide(at(0.0, 1.0), at(1.0, -5.0), &obstacles),
        at(1.0, 0.51),
    );
    assert_near(
        DISC.slide(at(0.0, 1.0), at(9.0, -5.0), &obstacles),
        at(2.49, 0.51),
    );
}

#[test]
fn who_is_inside_comes_out_the_nearest_way_before_moving() {
    let pillar = circle(at(0.0, 0.0), 1.0);
    let pillar = [Obstacle::new(1, &pillar)];
    assert_near(DISC.slide(at(0.5, 0.0), Vec2::ZERO, &pillar), at(1.5, 0.0));
    assert_near(
        DISC.slide(at(0.0, -1.2), Vec2::ZERO, &pillar),
        at(0.0, -1.5),
    );
    assert_near(
        DISC.slide(at(0.5, 0.0), at(2.0, 0.0), &pillar),
        at(3.5, 0.0),
    );
    // Who only touches stays.
    assert_near(DISC.slide(at(1.5, 0.0), Vec2::ZERO, &pillar), at(1.5, 0.0));
    // The one that is deepest inside is left first.
    let inner = circle(at(0.0, 0.0), 1.0);
    let beside = circle(at(-0.9, 0.0), 1.0);
    let two = [Obstacle::new(1, &beside), Obstacle::new(2, &inner)];
    assert_near(DISC.slide(at(0.5, 0.0), Vec2::ZERO, &two), at(1.5, 0.0));
}

#[test]
fn a_fast_wall_takes_along_whom_it_reaches() {
    let door = wall(at(0.0, -2.0), at(0.0, 2.0));
    let carried = |start: Vec2, way: Vec2, from: f32, to: f32| {
        let moved = at(to - from, 0.0);
        let there = Obstacle {
            offset: at(to, 0.0),
            ..Obstacle::new(1, &door)
        };
        let shift = Shift { moved, turned: 0.0 };
        DISC.carried(start, way, &there, shift)
    };
    let home = Vec2::ZERO;
    assert_near(
        carried(home, home, -2.0, 1.0).expect("is met"),
        at(1.51, 0.0),
    );
    assert_near(
        carried(home, home, 2.0, -1.0).expect("is met"),
        at(-1.51, 0.0),
    );
    // Who comes towards it is met, too, and keeps how far it went along the wall until then.
    let met = carried(home, at(-1.0, 0.4), -2.0, -1.0).expect("is met");
    assert!(
        (met.x + 0.49).abs() < 1e-4 && (0.2..0.4).contains(&met.y),
        "{met}"
    );
    // It stops before it, goes the other way, or is too slow to step over anybody.
    assert_eq!(carried(home, home, -2.0, -0.6), None);
    assert_eq!(carried(home, home, 1.0, 2.0), None);
    assert_eq!(carried(home, home, -0.6, -0.36), None);
    assert!(carried(home, home, -0.6, -0.34).is_some());
    // Half a radius to the bit is slow.
    assert_eq!(carried(home, home, -0.625, -0.375), None);
    // Who runs before it faster than it comes isn't met, but the wall stands where it began.
    assert_eq!(carried(home, at(4.0, 0.0), -2.0, 1.0), Some(at(4.0, 0.0)));
    // Who is in touch already is taken along, unless it leaves.
    assert_near(
        carried(home, home, -0.3, 0.7).expect("is met"),
        at(1.21, 0.0),
    );
    assert_eq!(carried(home, at(2.0, 0.0), -0.3, 0.7), Some(at(2.0, 0.0)));
}

#[test]
fn a_straight_way_ends_where_a_shape_is() {
    let floor = wall(at(-10.0, 0.0), at(10.0, 0.0));
    let floor = [Obstacle::new(1, &floor)];
    // Half the skin is left.
    assert_near(
        DISC.straight(at(0.0, 2.0), at(0.0, -2.0), &floor),
        at(0.0, 0.505),
    );
    assert_near(
        DISC.straight(at(1.0, 2.0), at(3.0, 1.0), &floor),
        at(3.0, 1.0),
    );
    assert_eq!(
        DISC.straight(at(-3.0, 0.51), at(3.0, 0.51), &floor),
        at(3.0, 0.51)
    );
}

#[test]
fn a_move_asks_for_shapes_as_far_as_the_disc_reaches() {
    let area = DISC.area(at(1.0, 5.0), at(-2.0, 7.0));
    assert_near(area.min, at(-2.52, 4.48));
    assert_near(area.max, at(1.52, 7.52));
    let disc = Disc::for_extent(0.4, 10_000.0);
    assert_eq!(disc.radius, 0.4);
    assert!((disc.skin - 0.01).abs() < 1e-6, "{}", disc.skin);
    assert_eq!(Disc::for_extent(0.4, 10.0).skin, 5e-4);
}

fn body(radius: f32, mass: f32) -> Body {
    Body {
        mass,
        ..Body::new(Vec2::ZERO, radius, 1.5)
    }
}

fn touching(id: u64, body: &Body, way: Vec2) -> Touching {
    Touching {
        id,
        radius: body.radius,
        mass: body.mass,
        way,
        gives_way: true,
    }
}

#[test]
fn overlapping_discs_part_by_their_masses() {
    let (light, heavy) = (body(0.5, 60.0), body(0.3, 180.0));
    // 0.2 m deep.
    let push = push_apart(1, &light, [touching(2, &heavy, at(0.6, 0.0))]);
    assert_near(push, at(-0.15, 0.0));
    let push = push_apart(2, &heavy, [touching(1, &light, at(-0.6, 0.0))]);
    assert_near(push, at(0.05, 0.0));
    // Who doesn't give way leaves all of it to the other.
    let still = Touching {
        gives_way: false,
        ..touching(2, &heavy, at(0.0, 0.6))
    };
    assert_near(push_apart(1, &light, [still]), at(0.0, -0.2));
    // Who is apart, or overlaps by a hair, isn't pushed.
    assert_eq!(
        push_apart(1, &light, [touching(2, &heavy, at(0.81, 0.0))]),
        Vec2::ZERO
    );
    assert_eq!(
        push_apart(1, &light, [touching(2, &heavy, at(0.79997, 0.0))]),
        Vec2::ZERO
    );
    assert!(push_apart(1, &light, [touching(2, &heavy, at(0.7999, 0.0))]) != Vec2::ZERO);
}

#[test]
fn two_push_in_full_and_more_share_the_push() {
    let own = body(0.5, 60.0);
    let all = [at(0.8, 0.0), at(0.0, 0.8), at(0.8, 0.0), at(0.8, 0.0)];
    let push = |count: usize| {
        let ids = 2..;
        let others = ids.zip(&all[..count]);
        push_apart(1, &own, others.map(|(id, way)| touching(id, &own, *way)))
    };
    assert_near(push(1), at(-0.1, 0.0));
    assert_near(push(2), at(-0.1, -0.1));
    assert_near(push(3), at(-0.2, -0.1) * (2.0 / 3.0));
    assert_near(push(4), at(-0.3, -0.1) * 0.5);
}

#[test]
fn two_at_one_place_part_in_opposite_directions() {
    let own = body(0.5, 60.0);
    let one = push_apart(1, &own, [touching(2, &own, Vec2::ZERO)]);
    let other = push_apart(2, &own, [touching(1, &own, Vec2::ZERO)]);
    assert!((one.length() - 0.5).abs() < 1e-5, "{one}");
    assert_near(one, -other);
}

#[test]
fn bodies_are_near_within_half_of_their_radii_more() {
    let (one, other) = (body(0.5, 60.0), body(0.3, 60.0));
    assert!(are_near(&one, &other, at(0.0, 1.199)));
    assert!(!are_near(&one, &other, at(0.0, 1.201)));
}

#[test]
fn contacts_slow_bodies_down_and_never_speed_them_up() {
    let moved = |to: Vec2| {
        let body = Body {
            velocity: at(1.0, 0.0),
            ..Body::new(to, 0.5, 1.5)
        };
        honest_velocity(&body, at(5.0, 5.0), 0.1)
    };
    assert_eq!(moved(at(5.1, 5.0)), at(1.0, 0.0));
    // Held up, brought to a halt, turned.
    assert_near(moved(at(5.05, 5.0)), at(0.5, 0.0));
    assert_near(moved(at(5.0, 5.0)), Vec2::ZERO);
    assert_near(moved(at(5.0, 5.06)), at(0.0, 0.6));
    // Pushed far.
    assert_near(moved(at(5.0, 6.0)), at(0.0, 1.0));
}
