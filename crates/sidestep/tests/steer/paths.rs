use sidestep::Vec2;
use sidestep::motion::Body;
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
