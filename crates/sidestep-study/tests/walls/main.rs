//! Wall avoidance with whiskers: what the rays find, and what the three readings do with it, faults
//! included.

#[path = "../../../sidestep/tests/common/mod.rs"]
mod common;

mod casting;
mod doors;
mod explaining;
mod forces;
mod hostile;
mod parallel;
mod wedges;

use sidestep::Vec2;
use sidestep::avoid::{Blocker, Obstacle};
use sidestep::geometry::{ConvexPolygon, Shape};
use sidestep::motion::Body;
use sidestep::steer::{FollowPath, PathProgress, seek};
use sidestep_study::walls::{WallAvoidance, WallMethod, Whiskers};

const DT: f32 = 1.0 / 60.0;
const RADIUS: f32 = 0.5;
const SPEED: f32 = 1.5;

/// The three readings by name; the first is to do nothing.
fn methods() -> [(&'static str, Option<WallAvoidance>); 7] {
    let constant = |method| Some(WallAvoidance::for_radius(RADIUS, method));
    let rising = |method| Some(WallAvoidance::for_radius(RADIUS, method).rising(RADIUS));
    let hit_normal = WallMethod::hit_normal_for_radius(RADIUS);
    [
        ("none", None),
        ("hit-normal", constant(hit_normal)),
        ("hit-normal-rising", rising(hit_normal)),
        ("additive", constant(WallMethod::Additive)),
        ("additive-rising", rising(WallMethod::Additive)),
        ("cross", constant(WallMethod::Cross)),
        ("cross-rising", rising(WallMethod::Cross)),
    ]
}

/// Whiskers that see much of what isn't in the way: 30° to either side, 4 radii long.
fn long_whiskers() -> Whiskers {
    Whiskers {
        spread: std::f32::consts::FRAC_PI_6,
        length: 4.0 * RADIUS,
        side_length: 4.0 * RADIUS,
        ..Whiskers::for_radius(RADIUS)
    }
}

fn obstacles(shapes: &[Shape]) -> Vec<Obstacle<'_>> {
    shapes
        .iter()
        .zip(0..)
        .map(|(shape, id)| Obstacle::new(id, shape))
        .collect()
}

/// A straight wall as a box around the line between two points.
fn wall(from: Vec2, to: Vec2, thickness: f32) -> Shape {
    let side = (to - from).normalize().perp() * (0.5 * thickness);
    ConvexPolygon::new(vec![from - side, to - side, to + side, from + side])
        .expect("wall")
        .into()
}

fn moving(position: Vec2, velocity: Vec2) -> Body {
    let mut body = Body::new(position, RADIUS, SPEED);
    body.velocity = velocity;
    body.heading = velocity.normalize_or(Vec2::X);
    body
}

/// What one body did.
#[derive(Clone, Debug)]
struct Walk {
    /// When it came to within its radius of the end of its path (s).
    arrived: Option<f32>,
    /// Deepest overlap with any wall after any step (m); negative is a distance.
    deepest: f32,
    places: Vec<Vec2>,
    /// The force of the walls in each step (N).
    wall_forces: Vec<Vec2>,
}

impl Walk {
    /// Arrived, and never more than a centimetre inside a wall.
    fn clean(&self) -> bool {
        self.arrived.is_some() && self.deepest < 0.01
    }
}

/// How a walker follows its path.
#[derive(Clone, Copy, Debug)]
enum Following {
    /// [`FollowPath`] with a wide corridor and a long look-ahead.
    Path,
    /// Sloppily: straight to each corner, which counts as reached from as far away as this (m).
    Corners(f32),
}

/// Nothing stops the walker at walls. The force of the path is limited on its own before that of
/// the walls is added, else a stiff path follower drowns the walls.
fn walk(
    mut body: Body,
    path: &[Vec2],
    following: Following,
    shapes: &[Shape],
    avoidance: Option<&WallAvoidance>,
    seconds: f32,
) -> Walk {
    let follow = FollowPath {
        look_ahead: 4.0 * RADIUS,
        corridor_radius: 2.0 * RADIUS,
        closed: false,
    };
    let obstacles = obstacles(shapes);
    let mut progress = PathProgress::default();
    let mut walk = Walk {
        arrived: None,
        deepest: f32::NEG_INFINITY,
        places: vec![body.position],
        wall_forces: Vec::new(),
    };
    let end = *path.last().expect("path");
    let mut corner = 0;
    for step in 0..(seconds / DT) as u32 {
        let along = match following {
            Following::Path => {
                let (force, _) = follow
                    .steer(&body, path, &mut progress, SPEED, DT)
                    .expect("path");
                force
            }
            Following::Corners(reach) => {
                while corner + 1 < path.len() && body.position.distance(path[corner]) < reach {
                    corner += 1;
                }
                seek(&body, path[corner], SPEED, DT)
            }
        };
        let off = avoidance.map_or(Vec2::ZERO, |walls| walls.push(&body, &obstacles).force);
        assert!(off.is_finite());
        body.advance(along.clamp_length_max(body.limits.max_force) + off, DT);
        walk.places.push(body.position);
        walk.wall_forces.push(off);
        for obstacle in &obstacles {
            let surface = obstacle.hull().surface(body.position);
            walk.deepest = walk.deepest.max(body.radius - surface.distance);
        }
        if body.position.distance(end) < body.radius {
            walk.arrived = Some(step as f32 * DT);
            break;
        }
    }
    walk
}
