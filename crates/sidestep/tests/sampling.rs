//! Choosing among velocities: what it reckons with, and what one can say about the choice from
//! outside.

use sidestep::Vec2;
use sidestep::avoid::sampling::{SamplingScratch, VelocitySampling};
use sidestep::avoid::{Blocker, Decision, Obstacle, SharedNeighbor, Surroundings, Wish};
use sidestep::explain::{Explanation, MarkKind, MarkShape};
use sidestep::geometry::{Circle, Segment, Shape};
use sidestep::motion::Body;
use sidestep::random::Random;
use sidestep::steer::Neighbor;

fn at(x: f32, y: f32) -> Vec2 {
    Vec2::new(x, y)
}

/// 0.5 m wide, up to 1.5 m/s.
fn body(velocity: Vec2) -> Body {
    Body {
        velocity,
        ..Body::new(Vec2::ZERO, 0.5, 1.5)
    }
}

fn other(id: u64, position: Vec2, velocity: Vec2) -> SharedNeighbor {
    let body = Body {
        position,
        ..body(velocity)
    };
    Neighbor::new(id, &body).into()
}

fn method() -> VelocitySampling {
    VelocitySampling::for_radius(0.5)
}

fn wish() -> Wish {
    Wish::to_go(at(1.5, 0.0), 0.1)
}

fn chosen(neighbors: &[SharedNeighbor], wish: &Wish) -> Decision {
    method().decide(
        &body(at(1.5, 0.0)),
        wish,
        &Surroundings::neighbors(neighbors),
        &mut SamplingScratch::default(),
    )
}

#[test]
fn the_horizon_halves_where_a_crowd_fills_what_halves_it() {
    let method = method();
    assert_eq!(method.horizon_at(0.0), 6.0);
    assert_eq!(method.horizon_at(-1.0), 6.0);
    assert_eq!(method.horizon_at(4.0), 3.0);
    assert_eq!(method.horizon_at(12.0), 1.5);
}

#[test]
fn a_crowd_fills_its_share_of_the_area_around() {
    let method = VelocitySampling {
        most_neighbors: 3,
        ..method()
    };
    let own = body(Vec2::ZERO);
    let share = |neighbors: &[SharedNeighbor]| method.occupancy(&own, neighbors);
    let near = other(1, at(0.0, 1.5), Vec2::ZERO);
    let far = other(2, at(-3.5, 0.0), Vec2::ZERO);
    let beyond = other(3, at(12.0, 0.0), Vec2::ZERO);
    assert_eq!(share(&[]), 0.0);
    // 9 m from the edge is 9.5 m from the centre.
    assert!((share(&[near]) - 0.25 / 90.25).abs() < 1e-6);
    assert!((share(&[near, far]) - 0.5 / 90.25).abs() < 1e-6);
    assert!((share(&[near, beyond]) - 0.5 / 156.25).abs() < 1e-6);
    // Three may be the nearest of more: the circle around them.
    assert!((share(&[near, near, far]) - 0.75 / 16.0).abs() < 1e-6);
}

#[test]
fn who_is_alone_or_passes_far_off_gets_the_wish() {
    assert_eq!(chosen(&[], &wish()), Decision::to_go(at(1.5, 0.0)));
    for apart in [
        other(1, at(4.0, 4.0), at(1.5, 0.0)),
        other(1, at(-3.0, 0.0), at(-1.5, 0.0)),
        other(1, at(0.0, -8.0), at(0.0, -1.5)),
    ] {
        assert_eq!(chosen(&[apart], &wish()), Decision::to_go(at(1.5, 0.0)));
    }
    // Who does nothing of the work doesn't look.
    let meets = SharedNeighbor {
        share: 0.0,
        ..other(1, at(5.0, 0.0), at(-1.5, 0.0))
    };
    assert_eq!(chosen(&[meets], &wish()), Decision::to_go(at(1.5, 0.0)));
}

#[test]
fn two_who_meet_pass_each_other_on_the_right() {
    let meets = other(7, at(5.0, 0.0), at(-1.5, 0.0));
    let found = chosen(&[meets], &wish());
    assert!(found.velocity.y < -0.1, "{found:?}");
    assert!(found.velocity.x > 0.7, "{found:?}");
    assert!(found.velocity.length() <= 1.5 + 1e-5, "{found:?}");
    assert_eq!(found.threat, Some(Blocker::Agent(7)));
    // 4 m between the edges at 3 m/s.
    assert!((found.contact - 4.0 / 3.0).abs() < 1e-4, "{found:?}");
    // Those who keep left mirror it.
    let left = VelocitySampling {
        side_angle: -method().side_angle,
        ..method()
    };
    let mirrored = left.decide(
        &body(at(1.5, 0.0)),
        &wish(),
        &Surroundings::neighbors(&[meets]),
        &mut SamplingScratch::default(),
    );
    assert!(
        mirrored.velocity.distance(found.velocity * at(1.0, -1.0)) < 1e-4,
        "{mirrored:?} {found:?}"
    );
}

#[test]
fn in_the_open_who_crosses_our_way_is_passed_on_either_side_and_who_comes_on_one() {
    let wall: Shape = Segment::new(at(-3.0, 9.0), at(3.0, 9.0))
        .expect("a wall")
        .into();
    let far_wall = [Obstacle::new(1, &wall)];
    // What we choose, and the mirror image of what we choose in the mirror image.
    let both = |position: Vec2, velocity: Vec2, own: Vec2, walls: &[Obstacle<'_>]| {
        [at(1.0, 1.0), at(1.0, -1.0)].map(|mirror| {
            let neighbors = [other(7, position * mirror, velocity * mirror)];
            let around = Surroundings {
                obstacles: walls,
                ..Surroundings::neighbors(&neighbors)
            };
            let mut scratch = SamplingScratch::default();
            let found = method().decide(&body(own), &wish(), &around, &mut scratch);
            found.velocity * mirror
        })
    };
    let full = at(1.5, 0.0);
    for (position, velocity) in [
        (at(4.0, 4.4), at(0.0, -1.5)),
        (at(4.0, 3.6), at(0.0, -1.5)),
        (at(3.0, 3.2), at(0.5, -1.2)),
    ] {
        let [one, mirrored] = both(position, velocity, full, &[]);
        assert!(one.distance(full) > 0.05, "{one:?} isn't dodged");
        assert!(one.distance(mirrored) < 1e-4, "{one:?} {mirrored:?}");
        // Who is held up, or has a wall near, keeps to the right.
        let [one, mirrored] = both(position, velocity, Vec2::ZERO, &[]);
        assert!(one.distance(mirrored) > 0.05, "{one:?} {mirrored:?}");
        let [one, mirrored] = both(position, velocity, full, &far_wall);
        assert!(one.distance(mirrored) > 0.05, "{one:?} {mirrored:?}");
    }
    // Who comes, who stands, and who goes nearly our way.
    for (position, velocity) in [
        (at(6.0, 0.3), at(-1.5, 0.0)),
        (at(5.0, 0.2), Vec2::ZERO),
        (at(2.0, 1.5), at(0.6, -0.4)),
    ] {
        let [one, mirrored] = both(position, velocity, full, &[]);
        assert!(one.distance(mirrored) > 0.05, "{one:?} {mirrored:?}");
        assert!(one.y < -0.05, "{one:?} isn't to the right");
    }
}

/// What it costs to go on as wished past somebody who crosses our way, with so many besides who walk away
/// behind us.
fn cost_of_passing(method: &VelocitySampling, besides: usize) -> f32 {
    let mut neighbors = vec![other(1, at(2.5, -3.7), at(0.0, 1.2))];
    neighbors.extend((0..besides).map(|number| {
        let (row, column) = (number / 5, number % 5);
        let place = at(-2.0 - row as f32, 1.5 * (column as f32 - 2.0));
        other(2 + number as u64, place, at(-1.5, 0.0))
    }));
    let around = Surroundings::neighbors(&neighbors);
    let wish = wish();
    let costs = method.costs(&body(wish.velocity), &wish, &around, &[wish.velocity]);
    costs.costs[0]
}

#[test]
fn where_few_are_around_somebody_is_passed_more_closely_than_in_a_crowd() {
    let method = method();
    let [few, some, many] = [0, 3, 11].map(|besides| cost_of_passing(&method, besides));
    assert!(many > 0.02, "{many}");
    assert!(few < 0.8 * many, "{few} and {many}");
    assert_eq!(few, some);
    // As closely as with three fifths of the distance, and a crowd as with all of it.
    let closer = VelocitySampling {
        miss_distance: 0.6 * method.miss_distance,
        ..method
    };
    let crowded = cost_of_passing(&closer, 11);
    assert!((few - crowded).abs() < 0.1 * few, "{few} and {crowded}");
}

#[test]
fn mirrored_neighbors_are_passed_the_mirrored_way() {
    let mirror = |place: Vec2| place * at(1.0, -1.0);
    let mut random = Random::new(3, 0);
    let mut dodged = 0;
    for trial in 0..400 {
        let mut place =
            |range: f32| at(random.between(-range, range), random.between(-range, range));
        let neighbors: Vec<SharedNeighbor> = (0..1 + trial % 4)
            .map(|id| other(id, place(3.0), place(1.5)))
            .filter(|other| other.neighbor.position.length() > 1.05)
            .collect();
        let velocity = place(1.0);
        let choose = |neighbors: &[SharedNeighbor], side: f32, velocity: Vec2| {
            let method = VelocitySampling {
                side_angle: side * method().side_angle,
                ..method()
            };
            let around = Surroundings::neighbors(neighbors);
            let scratch = &mut SamplingScratch::default();
            method
                .decide(&body(velocity), &wish(), &around, scratch)
                .velocity
        };
        let found = choose(&neighbors, 1.0, velocity);
        let mut turned = neighbors;
        for other in &mut turned {
            other.neighbor.position = mirror(other.neighbor.position);
            other.neighbor.velocity = mirror(other.neighbor.velocity);
        }
        let mirrored = choose(&turned, -1.0, mirror(velocity));
        assert!(
            mirror(mirrored).distance(found) < 1e-3,
            "{trial}: {found} {mirrored} {turned:?}"
        );
        dodged += usize::from(found != wish().velocity);
    }
    assert!(dodged > 200, "{dodged}");
}

#[test]
fn the_first_contact_is_the_threat() {
    let sooner = other(9, at(3.0, 0.1), at(-1.5, 0.0));
    let later = other(4, at(6.0, -0.1), at(-1.5, 0.0));
    assert_eq!(
        chosen(&[sooner, later], &wish()).threat,
        Some(Blocker::Agent(9))
    );
}

#[test]
fn who_does_all_of_the_work_swerves_more_than_who_shares_it() {
    let meets = |share: f32| SharedNeighbor {
        share,
        ..other(7, at(4.0, 0.0), at(-1.5, 0.0))
    };
    let aside = |share: f32| -chosen(&[meets(share)], &wish()).velocity.y;
    assert!(
        aside(1.0) > aside(0.5) + 0.05,
        "{} {}",
        aside(1.0),
        aside(0.5)
    );
    assert!(aside(0.5) > aside(0.1), "{} {}", aside(0.5), aside(0.1));
}

#[test]
fn with_a_wall_on_the_right_one_goes_past_on_the_left() {
    let wall: Shape = Segment::new(at(-10.0, -0.56), at(10.0, -0.56))
        .expect("a wall")
        .into();
    let obstacles = [Obstacle::new(1, &wall)];
    let neighbors = [other(7, at(4.0, -0.03), at(-1.5, 0.0))];
    let around = Surroundings {
        neighbors: &neighbors,
        obstacles: &obstacles,
        ..Surroundings::default()
    };
    let found = method().decide(
        &body(at(1.5, 0.0)),
        &wish(),
        &around,
        &mut SamplingScratch::default(),
    );
    assert!(found.velocity.y > 0.1, "{found:?}");
}

#[test]
fn no_velocity_leads_into_a_pillar_within_the_horizon_for_those() {
    // The pillar stands where the way past the other on the right would lead.
    let pillar: Shape = Circle::new(at(1.3, -0.9), 0.4).expect("a pillar").into();
    let obstacles = [Obstacle::new(1, &pillar)];
    for y in [-0.2, -0.1, 0.0, 0.1, 0.2] {
        let neighbors = [other(7, at(4.0, y), at(-1.5, 0.0))];
        let around = Surroundings {
            neighbors: &neighbors,
            obstacles: &obstacles,
            ..Surroundings::default()
        };
        let found = method().decide(
            &body(at(1.5, 0.0)),
            &wish(),
            &around,
            &mut SamplingScratch::default(),
        );
        let (ahead, speed) = found.velocity.normalize_and_length();
        let hit = obstacles[0]
            .hull()
            .sweep(Vec2::ZERO, ahead, 0.45, 0.9 * speed);
        assert!(hit.is_none(), "{y}: {found:?}");
    }
}

#[test]
fn what_was_chosen_is_kept_unless_something_is_better_by_a_margin() {
    let meets = other(7, at(5.0, 0.0), at(-1.5, 0.0));
    let first = chosen(&[meets], &wish()).velocity;
    let kept = Wish {
        kept: Some(first * 0.997),
        ..wish()
    };
    assert_eq!(chosen(&[meets], &kept).velocity, first * 0.997);
    // Not what leads into the other.
    let bad = Wish {
        kept: Some(at(1.5, 0.0)),
        ..wish()
    };
    assert!(chosen(&[meets], &bad).velocity.y < -0.1);
}

#[test]
fn it_tells_whom_it_dodges_and_what_it_prefers() {
    let neighbors = [
        SharedNeighbor {
            share: 0.25,
            ..other(7, at(5.0, 0.0), at(-1.5, 0.0))
        },
        other(8, at(0.0, -8.0), at(0.0, -1.5)),
    ];
    let around = Surroundings::neighbors(&neighbors);
    let own = body(at(1.5, 0.0));
    let decision = method().decide(&own, &wish(), &around, &mut SamplingScratch::default());
    let mut told = Explanation::default();
    method().tell(&own, &wish(), &around, &decision, &mut told);
    let [threat, preferred, velocity] = &told.marks[..] else {
        panic!("{told:?}");
    };
    assert_eq!(threat.kind, MarkKind::Threat);
    assert_eq!(threat.label, "agent 7: contact in 1.3 s, our share 25 %");
    let circle = MarkShape::Circle {
        center: at(5.0, 0.0),
        radius: 0.5,
    };
    assert_eq!(threat.shape, circle);
    assert!(
        preferred
            .label
            .starts_with("preferred, turned to the right: "),
        "{preferred:?}"
    );
    assert_eq!(
        velocity.label,
        format!("chosen: {:.2} m/s", decision.velocity.length())
    );
    let line = MarkShape::Line {
        from: Vec2::ZERO,
        to: decision.velocity,
    };
    assert_eq!(velocity.shape, line);
    assert!(
        told.reasons[0].starts_with("dodges agent 7, contact in 1.3 s: of all velocities"),
        "{told:?}"
    );
}
