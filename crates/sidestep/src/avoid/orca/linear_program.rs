//! The velocity nearest to the wished one within all half-planes.

use glam::{DVec2, Vec2};

use super::HalfPlane;

/// Two boundaries count as parallel if the sine of the angle between them is below this: their
/// directions come in single precision, so their crossing would be too far away to be known.
const PARALLEL: f64 = 1e-5;

/// A half-plane in double precision: boundaries of equal overstepping can lie so far away that
/// single precision would lose the answer, and even the largest speed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Boundary {
    point: DVec2,
    direction: DVec2,
}

impl Boundary {
    fn clearance(&self, velocity: DVec2) -> f64 {
        self.direction.perp_dot(velocity - self.point)
    }
}

impl From<&HalfPlane> for Boundary {
    fn from(plane: &HalfPlane) -> Self {
        Self {
            point: plane.point.as_dvec2(),
            direction: plane.direction.as_dvec2(),
        }
    }
}

/// Memory to work in.
#[derive(Clone, Debug, Default)]
pub(super) struct Workspace {
    boundaries: Vec<Boundary>,
    projected: Vec<Boundary>,
}

/// The best velocity within the largest speed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Solution {
    /// The velocity (m/s).
    pub velocity: Vec2,
    /// Whether it's in all half-planes.
    pub feasible: bool,
}

/// What is best.
#[derive(Clone, Copy)]
enum Objective {
    /// To be near a velocity (m/s).
    Near(DVec2),
    /// To be far along a direction (a unit vector).
    Along(DVec2),
}

/// A velocity that was best for the half-planes before one that can't be kept together with them.
struct Infeasible {
    index: usize,
    velocity: DVec2,
}

/// The velocity nearest to `preferred`, no faster than `max_speed`, in all half-planes. If there is
/// none: the one that oversteps the worst of them least, where the first `hard` of them are kept as
/// long as they can be.
pub(super) fn solve(
    planes: &[HalfPlane],
    hard: usize,
    max_speed: f32,
    preferred: Vec2,
    workspace: &mut Workspace,
) -> Solution {
    let Workspace {
        boundaries,
        projected,
    } = workspace;
    boundaries.clear();
    boundaries.extend(planes.iter().map(Boundary::from));
    let max_speed = f64::from(max_speed);
    let objective = Objective::Near(preferred.as_dvec2());
    let (velocity, feasible) = match optimum(boundaries, max_speed, objective) {
        Ok(velocity) => (velocity, true),
        Err(infeasible) => {
            let least = least_overstepping(boundaries, hard, max_speed, infeasible, projected);
            (least, false)
        }
    };
    Solution {
        velocity: velocity.as_vec2(),
        feasible,
    }
}

/// The best velocity in all half-planes: they are added one after another, and whenever the best
/// so far isn't in the next one, the new best is on its boundary (Seidel's incremental method).
fn optimum(planes: &[Boundary], max_speed: f64, objective: Objective) -> Result<DVec2, Infeasible> {
    let mut best = match objective {
        Objective::Near(velocity) if velocity.length_squared() > max_speed * max_speed => {
            velocity.normalize_or_zero() * max_speed
        }
        Objective::Near(velocity) => velocity,
        Objective::Along(direction) => direction * max_speed,
    };
    for (index, plane) in planes.iter().enumerate() {
        if plane.clearance(best) < 0.0 {
            best = optimum_on_boundary(plane, &planes[..index], max_speed, objective).ok_or(
                Infeasible {
                    index,
                    velocity: best,
                },
            )?;
        }
    }
    Ok(best)
}

/// The best velocity on the boundary of `plane` that is in all of `others`, if there is one.
fn optimum_on_boundary(
    plane: &Boundary,
    others: &[Boundary],
    max_speed: f64,
    objective: Objective,
) -> Option<DVec2> {
    // Places on the boundary are counted from the plane's point, in m/s along its direction.
    let middle = -plane.point.dot(plane.direction);
    let half_chord_squared = middle * middle + max_speed * max_speed - plane.point.length_squared();
    if half_chord_squared < 0.0 {
        return None;
    }
    let half_chord = half_chord_squared.sqrt();
    let mut first = middle - half_chord;
    let mut last = middle + half_chord;
    for other in others {
        let sine = plane.direction.perp_dot(other.direction);
        let clearance = other.clearance(plane.point);
        if sine.abs() <= PARALLEL {
            if clearance < 0.0 {
                return None;
            }
            continue;
        }
        let crossing = clearance / sine;
        if sine >= 0.0 {
            last = last.min(crossing);
        } else {
            first = first.max(crossing);
        }
        if first > last {
            return None;
        }
    }
    let place = match objective {
        Objective::Along(direction) if direction.dot(plane.direction) > 0.0 => last,
        Objective::Along(_) => first,
        Objective::Near(velocity) => plane
            .direction
            .dot(velocity - plane.point)
            .max(first)
            .min(last),
    };
    Some(plane.point + plane.direction * place)
}

/// Moves the boundaries of all but the `hard` half-planes outward at the same pace, until a
/// velocity is in all of them.
///
/// Where a plane is overstepped more than any before, the answer is the velocity deepest inside it
/// among those that overstep no earlier plane more than this one: a linear programme whose
/// boundaries are the lines of equal overstepping.
fn least_overstepping(
    planes: &[Boundary],
    hard: usize,
    max_speed: f64,
    start: Infeasible,
    projected: &mut Vec<Boundary>,
) -> DVec2 {
    let mut velocity = start.velocity;
    let mut worst = 0.0;
    for (index, plane) in planes.iter().enumerate().skip(start.index) {
        if -plane.clearance(velocity) <= worst {
            continue;
        }
        projected.clear();
        projected.extend_from_slice(&planes[..hard]);
        let earlier = planes.get(hard..index).unwrap_or_default();
        projected.extend(earlier.iter().filter_map(|other| equal(plane, other)));
        // It exists but for rounding; where rounding hides it the velocity so far is as good.
        if let Ok(better) = optimum(
            projected,
            max_speed,
            Objective::Along(plane.direction.perp()),
        ) {
            velocity = better;
        }
        worst = -plane.clearance(velocity);
    }
    velocity
}

/// The velocities that overstep `other` no more than `plane`; nothing if that says nothing about
/// the direction in which `plane` is left.
fn equal(plane: &Boundary, other: &Boundary) -> Option<Boundary> {
    let sine = plane.direction.perp_dot(other.direction);
    let point = if sine.abs() <= PARALLEL {
        if plane.direction.dot(other.direction) > 0.0 {
            return None;
        }
        (plane.point + other.point) * 0.5
    } else {
        plane.point + plane.direction * (other.clearance(plane.point) / sine)
    };
    Some(Boundary {
        point,
        direction: (other.direction - plane.direction).normalize_or_zero(),
    })
}
