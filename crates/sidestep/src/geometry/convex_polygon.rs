//! Convex polygons.

use glam::Vec2;

use super::{ShapeError, error};

/// A convex polygon, stored counter-clockwise.
#[derive(Clone, Debug, PartialEq)]
pub struct ConvexPolygon {
    pub(super) vertices: Box<[Vec2]>,
}

impl ConvexPolygon {
    /// A polygon with these corners (m), in either direction of turn. Corners that repeat or lie on
    /// a straight edge are allowed.
    ///
    /// # Errors
    /// If there are fewer than three corners, one isn't finite or too large, the outline turns
    /// inward or crosses itself, or there is no area.
    pub fn new(corners: impl Into<Vec<Vec2>>) -> Result<Self, ShapeError> {
        let mut vertices: Vec<Vec2> = corners.into();
        if vertices.len() < 3 {
            return Err(ShapeError::TooFewCorners {
                count: vertices.len(),
            });
        }
        error::check_points(&vertices)?;
        let area = doubled_area(&vertices);
        let extent = extent(&vertices);
        // Below this the corners are on one line, or at one point, as far as single precision can
        // tell.
        if area.abs() <= (1e-6 * extent * extent).max(f32::MIN_POSITIVE) {
            return Err(ShapeError::NoArea);
        }
        if area < 0.0 {
            vertices.reverse();
        }
        check_convex(&vertices, extent).map_err(|index| ShapeError::NotConvex {
            index: if area < 0.0 {
                vertices.len() - 1 - index
            } else {
                index
            },
        })?;
        Ok(Self {
            vertices: vertices.into_boxed_slice(),
        })
    }

    /// A polygon whose corners were turned after it was checked: rounding may have bent it, as
    /// [`Shape::turned`](super::Shape::turned) does. `None` if a coordinate isn't finite, or there
    /// are fewer than three corners.
    #[cfg(feature = "serde")]
    pub(crate) fn of_turned(corners: Vec<Vec2>) -> Option<Self> {
        let sound = corners.len() >= 3 && corners.iter().all(|corner| corner.is_finite());
        sound.then(|| Self {
            vertices: corners.into_boxed_slice(),
        })
    }

    /// A box around `center` with full side lengths `size` (m), turned counter-clockwise by `angle`
    /// rad.
    ///
    /// # Errors
    /// If a number isn't finite or too large, or a side isn't above 0 (see
    /// [`LARGEST_COORDINATE`](super::LARGEST_COORDINATE)).
    pub fn rectangle(center: Vec2, size: Vec2, angle: f32) -> Result<Self, ShapeError> {
        if !(error::is_length(size.x) && error::is_length(size.y)) {
            return Err(ShapeError::Size { size });
        }
        if !angle.is_finite() {
            return Err(ShapeError::Angle { angle });
        }
        let right = Vec2::new(libm::cosf(angle), libm::sinf(angle)) * (size.x * 0.5);
        let up = Vec2::new(-libm::sinf(angle), libm::cosf(angle)) * (size.y * 0.5);
        Self::new(vec![
            center - right - up,
            center + right - up,
            center + right + up,
            center - right + up,
        ])
    }

    /// Corners, counter-clockwise (m).
    #[must_use]
    pub fn vertices(&self) -> &[Vec2] {
        &self.vertices
    }
}

fn doubled_area(vertices: &[Vec2]) -> f32 {
    // Relative to the first corner, so that a small polygon far from the origin keeps its digits.
    let origin = vertices[0];
    edges(vertices)
        .map(|(a, b)| (a - origin).perp_dot(b - origin))
        .sum()
}

fn extent(vertices: &[Vec2]) -> f32 {
    vertices
        .iter()
        .map(|vertex| (*vertex - vertices[0]).abs().max_element())
        .fold(0.0, f32::max)
}

pub(super) fn edges(vertices: &[Vec2]) -> impl Iterator<Item = (Vec2, Vec2)> + '_ {
    (0..vertices.len()).map(|index| (vertices[index], vertices[(index + 1) % vertices.len()]))
}

/// Every corner turns left and the whole outline turns once: a star turns left everywhere but
/// twice.
fn check_convex(vertices: &[Vec2], extent: f32) -> Result<(), usize> {
    // Between corners that repeat there is no direction, and a turn at them would go unseen.
    let mut corners: Vec<usize> = (0..vertices.len()).collect();
    corners.dedup_by_key(|index| vertices[*index]);
    let repeats = |corners: &[usize]| {
        let (first, last) = (corners.first(), corners.last());
        corners.len() > 1 && first.map(|it| vertices[*it]) == last.map(|it| vertices[*it])
    };
    while repeats(&corners) {
        corners.pop();
    }
    let count = corners.len();
    // By how much rounding may move a corner.
    let shift = 1e-6 * extent;
    let mut changes_of_direction = 0;
    let mut last_sign = 0.0;
    let mut first_sign = 0.0;
    for place in 0..count {
        let index = corners[place];
        let before = vertices[corners[(place + count - 1) % count]];
        let here = vertices[index];
        let after = vertices[corners[(place + 1) % count]];
        let (incoming, outgoing) = (here - before, after - here);
        let turn = incoming.perp_dot(outgoing);
        let (shorter, longer) = {
            let lengths = (incoming.length(), outgoing.length());
            (lengths.0.min(lengths.1), lengths.0.max(lengths.1))
        };
        // So much of a turn may be rounding: of two short edges little, or a spike would go unseen.
        let tolerance = shift * longer.min(extent);
        let reverses = turn.abs() <= tolerance && incoming.dot(outgoing) < 0.0 && shorter > shift;
        if turn < -tolerance || reverses {
            return Err(index);
        }
        // A convex outline goes right once and left once.
        if outgoing.x != 0.0 {
            let sign = outgoing.x.signum();
            if last_sign == 0.0 {
                first_sign = sign;
            } else if sign != last_sign {
                changes_of_direction += 1;
            }
            last_sign = sign;
        }
        if changes_of_direction > 2 {
            return Err(index);
        }
    }
    if last_sign != first_sign && changes_of_direction + 1 > 2 {
        return Err(0);
    }
    Ok(())
}
