use sidestep::Vec2;
use sidestep::motion::Body;
use sidestep::steer::Pace;
use sidestep::steer::{FollowPath, PathProgress};

use super::{body, track};
use crate::common::shapes::direction_at;

fn distance_to_path(place: Vec2, path: &[Vec2], closed: bool) -> f32 {
    let legs = if closed { path.len() } else { path.len() - 1 };
    (0..legs)
        .map(|leg| {
            let (start, end) = (path[leg], path[(leg + 1) % path.len()]);
            let along = end - start;
            let share = ((place - start).dot(along) / along.length_squared()).clamp(0.0, 1.0);
            place.distance(start + along * share)
        })
        .fold(f32::INFINITY, f32::min)
}

/// Legs of 6 m that turn by the angle, to the left and to the right in turn.
fn zigzag(angle: f32) -> Vec<Vec2> {
    let mut path = vec![Vec2::ZERO];
    for leg in 0..5 {
        let direction = direction_at(if leg % 2 == 0 { 0.0 } else { angle });
        path.push(path[leg] + direction * 6.0);
    }
    path
}

fn follow(parameters: FollowPath, path: &[Vec2], dt: f32, seconds: f32) -> (Body, Vec<Vec2>) {
    let mut body = body(path[0]);
    let mut progress = PathProgress::default();
    let places = track(&mut body, dt, seconds, |body, _| {
        parameters
            .steer(body, path, &mut progress, 1.5, dt)
            .expect("a path")
            .0
    });
    (body, places)
}

#[test]
fn an_open_path_is_followed_within_its_corridor_to_rest_at_its_end() {
    let parameters = FollowPath::for_radius(0.4);
    for dt in [1.0 / 120.0, 1.0 / 30.0, 1.0 / 15.0] {
        for angle in [0.0, 0.3, 0.8, 1.2, 1.57] {
            let path = zigzag(angle);
            let (body, places) = follow(parameters, &path, dt, 40.0);
            let furthest = places
                .iter()
                .map(|place| distance_to_path(*place, &path, false))
                .fold(0.0, f32::max);
            eprintln!("dt {dt:.4} angle {angle}: {furthest:.3} m from the path");
            assert!(
                furthest <= parameters.corridor_radius + 0.05,
                "dt {dt} angle {angle}: {furthest} m from the path"
            );
            let end = *path.last().expect("corners");
            assert!(body.position.distance(end) < 0.02, "{}", body.position);
            assert!(body.speed() < 0.02);
        }
    }
}

#[test]
fn a_sharp_corner_is_cut_by_a_bounded_amount() {
    let parameters = FollowPath::for_radius(0.4);
    for angle in [2.0, 2.5, 3.0] {
        let path = zigzag(angle);
        let (body, places) = follow(parameters, &path, 1.0 / 60.0, 60.0);
        let furthest = places
            .iter()
            .map(|place| distance_to_path(*place, &path, false))
            .fold(0.0, f32::max);
        eprintln!("angle {angle}: {furthest:.3} m from the path");
        assert!(
            furthest <= parameters.corridor_radius + 0.05,
            "{angle}: {furthest}"
        );
        let end = *path.last().expect("corners");
        assert!(body.position.distance(end) < 0.02, "{}", body.position);
        // Every corner is visited, none skipped.
        for corner in &path {
            let nearest = places.iter().map(|place| place.distance(*corner));
            let nearest = nearest.fold(f32::INFINITY, f32::min);
            assert!(
                nearest < parameters.look_ahead,
                "corner {corner} missed by {nearest}"
            );
        }
    }
}

#[test]
fn a_closed_path_is_walked_lap_after_lap() {
    let parameters = FollowPath {
        closed: true,
        ..FollowPath::for_radius(0.4)
    };
    let path: Vec<Vec2> = (0..8)
        .map(|corner| direction_at(corner as f32 * std::f32::consts::FRAC_PI_4) * 5.0)
        .collect();
    let (body, places) = follow(parameters, &path, 1.0 / 60.0, 100.0);
    let turn: f32 = places
        .windows(2)
        .map(|pair| pair[0].angle_from(pair[1]))
        .sum();
    // 150 m along a lap of about 30.6 m.
    let laps = turn / std::f32::consts::TAU;
    assert!((4.3..5.2).contains(&laps), "{laps} laps");
    let furthest = places
        .iter()
        .map(|place| distance_to_path(*place, &path, true))
        .fold(0.0, f32::max);
    assert!(furthest <= parameters.corridor_radius + 0.05, "{furthest}");
    assert!(body.speed() > 1.3, "it doesn't stop");
}

trait Turn {
    fn angle_from(self, next: Vec2) -> f32;
}

impl Turn for Vec2 {
    /// The counter-clockwise angle about the origin from here to the next place (rad).
    fn angle_from(self, next: Vec2) -> f32 {
        libm::atan2f(self.perp_dot(next), self.dot(next))
    }
}

#[test]
fn one_who_is_pushed_off_comes_back() {
    let path = zigzag(0.0);
    let parameters = FollowPath::for_radius(0.4);
    let mut body = body(Vec2::new(1.0, 5.0));
    let mut progress = PathProgress::default();
    track(&mut body, 1.0 / 60.0, 40.0, |body, _| {
        let answer = parameters.steer(body, &path, &mut progress, 1.5, 1.0 / 60.0);
        answer.expect("a path").0
    });
    assert!(body.position.distance(path[5]) < 0.02);
}

#[test]
fn odd_paths_and_parameters_dont_panic() {
    let start = body(Vec2::new(0.3, 0.1));
    let corner = Vec2::new(2.0, 1.0);
    let paths: [&[Vec2]; 5] = [
        &[],
        &[corner],
        &[corner, corner],
        &[corner, corner, Vec2::ZERO, Vec2::ZERO],
        &[Vec2::ZERO, Vec2::new(1e-20, 0.0), Vec2::new(1e6, -1e6)],
    ];
    for path in paths {
        for closed in [false, true] {
            for look_ahead in [1.0, 0.0, -1.0, 1e9, f32::INFINITY, f32::NAN] {
                for corridor_radius in [0.4, 0.0, -3.0, f32::NAN] {
                    let parameters = FollowPath {
                        look_ahead,
                        corridor_radius,
                        closed,
                    };
                    let mut progress = PathProgress {
                        leg: 17,
                        along: 5.0,
                    };
                    for _ in 0..5 {
                        let answer = parameters.steer(&start, path, &mut progress, 1.0, 0.1);
                        assert_eq!(answer.is_none(), path.is_empty());
                        if look_ahead.is_finite() && corridor_radius.is_finite() {
                            assert!(answer.is_none_or(|(force, _)| force.is_finite()));
                        }
                    }
                }
            }
        }
    }
}

const DT: f32 = 1.0 / 60.0;

/// Along one side of a wall, round its end, and back on the other side.
const HAIRPIN: [Vec2; 4] = [
    Vec2::new(0.0, 1.0),
    Vec2::new(10.0, 1.0),
    Vec2::new(10.0, -1.0),
    Vec2::new(0.0, -1.0),
];

/// The wall is the line y = 0 up to x = 9.
fn is_this_side(point: Vec2, _spare: f32) -> bool {
    point.y > 0.0 || point.x > 9.0
}

#[test]
fn progress_does_not_jump_through_a_wall_to_a_leg_that_comes_back_behind_it() {
    let parameters = FollowPath {
        look_ahead: 5.0,
        corridor_radius: 2.0,
        closed: false,
    };
    // Nearer to the way back than to the way there.
    let body = Body::new(Vec2::new(8.0, -0.3), 0.4, 1.4);
    let start = PathProgress { leg: 0, along: 8.0 };
    let (mut seeing, mut blind) = (start, start);
    parameters.steer_in_sight(
        &body,
        &HAIRPIN,
        &mut seeing,
        Pace { speed: 1.4, dt: DT },
        is_this_side,
    );
    parameters.steer(&body, &HAIRPIN, &mut blind, 1.4, DT);
    assert_eq!(seeing.leg, 0);
    assert_eq!(blind.leg, 2);
}

#[test]
fn the_aim_is_the_furthest_point_in_sight() {
    let parameters = FollowPath {
        look_ahead: 6.0,
        corridor_radius: 5.0,
        closed: false,
    };
    let body = Body::new(Vec2::new(7.0, 1.0), 0.4, 1.4);
    let aim = |can_reach: fn(Vec2, f32) -> bool| {
        let mut progress = PathProgress::default();
        let answer = parameters.steer_in_sight(
            &body,
            &HAIRPIN,
            &mut progress,
            Pace { speed: 1.4, dt: DT },
            can_reach,
        );
        answer.expect("a path").1
    };
    // Six metres on is one metre back on the other side.
    assert!(aim(|_, _| true).abs_diff_eq(Vec2::new(9.0, -1.0), 1e-4));
    let seen = aim(|point, _| point.x > 9.5 || point.y > 0.0);
    assert!(seen.abs_diff_eq(Vec2::new(9.5, -1.0), 0.06), "{seen}");
    // Nothing in sight: still a little ahead, so that the body goes on.
    let nothing = aim(|_, _| false);
    assert!(nothing.abs_diff_eq(Vec2::new(7.75, 1.0), 1e-4), "{nothing}");
}

/// A body that slows down before a wall must not take the same course for free again.
#[test]
fn a_course_into_a_wall_is_left_at_any_speed() {
    let parameters = FollowPath {
        look_ahead: 3.0,
        corridor_radius: 3.0,
        closed: false,
    };
    let path = [Vec2::ZERO, Vec2::new(20.0, 0.0)];
    for speed in [1.4, 0.7, 0.1] {
        let mut body = Body::new(Vec2::new(2.0, 0.0), 0.4, 1.4);
        body.velocity = Vec2::new(0.8, 0.6) * speed;
        let force = |can_reach: fn(Vec2, f32) -> bool| {
            let mut progress = PathProgress::default();
            let answer = parameters.steer_in_sight(
                &body,
                &path,
                &mut progress,
                Pace { speed: 1.4, dt: DT },
                can_reach,
            );
            answer.expect("a path").0
        };
        let kept = force(|_, _| true);
        assert!(kept.perp_dot(body.velocity).abs() < 1e-3, "{kept}");
        // Three metres on the wall at y = 1 is in the way.
        assert!(force(|point, _| point.y < 1.0).perp_dot(body.velocity) > 0.01);
    }
}
