//! Outlines that bend inwards or cross themselves, cut into convex polygons.
//!
//! The plane is cut into level strips at every corner and every crossing. Within a strip edges
//! neither begin, end nor cross, so that the filled area is a row of trapezoids; a trapezoid joins
//! the one below it when they share a side and the two together are convex.

use std::collections::VecDeque;

use glam::DVec2;

use crate::format::{ConvexPolygon, Point};

/// Most corners of an outline.
pub(crate) const MOST_CORNERS: usize = 1000;
/// Points nearer than this (m) are one point; twice what a polygon of the scene format needs.
const SAME_POINT: f64 = 2e-4;
/// A corner whose turn has a smaller sine than this is none; well above what the scene format
/// needs.
const STRAIGHT: f64 = 1e-5;
/// Pieces are not joined beyond this number of corners.
const MOST_JOINED: usize = 200;

/// An outline that encloses nothing, or too much to be cut.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum OutlineError {
    /// The corners lie on one line or in one point.
    #[error("the outline encloses no area")]
    NoArea,
    /// More than [`MOST_CORNERS`].
    #[error("the outline has {0} corners; at most {MOST_CORNERS} are allowed")]
    TooManyCorners(usize),
    /// More crossings than corners.
    #[error("the outline crosses itself too often")]
    TooManyCrossings,
}

/// Cuts what an outline encloses into convex polygons. The outline is closed from its last corner
/// to the first, goes either way round, and may cross itself: what it goes round at least once
/// counts as inside.
pub(crate) fn convex_parts(outline: &[DVec2]) -> Result<Vec<ConvexPolygon>, OutlineError> {
    if outline.len() > MOST_CORNERS {
        return Err(OutlineError::TooManyCorners(outline.len()));
    }
    let outline = cleaned(outline);
    if let Some(whole) = convex_polygon(&outline) {
        return Ok(vec![whole]);
    }
    if outline.len() < 3 {
        return Err(OutlineError::NoArea);
    }
    let edges = rising_edges(&on_grid(&outline));
    let levels = levels(&edges, outline.len())?;
    let mut parts = Vec::new();
    for piece in joined(&edges, &levels) {
        match convex_polygon(&cleaned(&piece.corners())) {
            Some(part) => parts.push(part),
            // Rounding may have let through a joint that isn't convex after all, so it is undone.
            None => parts.extend(
                piece
                    .strips()
                    .iter()
                    .filter_map(|strip| convex_polygon(&cleaned(strip))),
            ),
        }
    }
    if parts.is_empty() {
        Err(OutlineError::NoArea)
    } else {
        Ok(parts)
    }
}

/// The corners moved to multiples of a micrometre, so that no two heights differ by rounding errors
/// alone.
fn on_grid(outline: &[DVec2]) -> Vec<DVec2> {
    const CELLS_A_METRE: f64 = 1e6;
    outline
        .iter()
        .map(|corner| (*corner * CELLS_A_METRE).round() / CELLS_A_METRE)
        .collect()
}

fn convex_polygon(corners: &[DVec2]) -> Option<ConvexPolygon> {
    let points: Option<Vec<Point>> = corners
        .iter()
        .map(|corner| Point::new(corner.x, corner.y).ok())
        .collect();
    ConvexPolygon::try_from(points?).ok()
}

/// The outline without repeated corners and without corners on a straight line.
fn cleaned(outline: &[DVec2]) -> Vec<DVec2> {
    let mut corners = outline.to_vec();
    loop {
        let count = corners.len();
        if count < 3 {
            return corners;
        }
        let is_corner = |index: usize| {
            let before = corners[index] - corners[(index + count - 1) % count];
            let after = corners[(index + 1) % count] - corners[index];
            let lengths = before.length() * after.length();
            before.length() >= SAME_POINT && before.perp_dot(after).abs() >= STRAIGHT * lengths
        };
        // One at a time: each removal changes what its neighbours are.
        match (0..count).find(|&index| !is_corner(index)) {
            Some(index) => corners.remove(index),
            None => return corners,
        };
    }
}

/// An edge seen as going up.
struct Edge {
    low: DVec2,
    high: DVec2,
    /// 1 when the outline walks it upwards, -1 when downwards.
    winding: i32,
}

impl Edge {
    /// Where the edge is at height `y`; exact at its ends.
    fn x_at(&self, y: f64) -> f64 {
        if y <= self.low.y {
            self.low.x
        } else if y >= self.high.y {
            self.high.x
        } else {
            self.low.x
                + (self.high.x - self.low.x) * ((y - self.low.y) / (self.high.y - self.low.y))
        }
    }
}

fn rising_edges(outline: &[DVec2]) -> Vec<Edge> {
    let next = outline.iter().cycle().skip(1);
    outline
        .iter()
        .zip(next)
        .filter(|(start, end)| start.y != end.y)
        .map(|(&start, &end)| {
            if start.y < end.y {
                Edge {
                    low: start,
                    high: end,
                    winding: 1,
                }
            } else {
                Edge {
                    low: end,
                    high: start,
                    winding: -1,
                }
            }
        })
        .collect()
}

/// The heights of all corners and crossings, each once, upwards.
fn levels(edges: &[Edge], most_crossings: usize) -> Result<Vec<f64>, OutlineError> {
    let mut levels: Vec<f64> = edges
        .iter()
        .flat_map(|edge| [edge.low.y, edge.high.y])
        .collect();
    let mut crossings = 0;
    for (index, first) in edges.iter().enumerate() {
        for second in &edges[index + 1..] {
            if let Some(y) = crossing(first, second) {
                crossings += 1;
                if crossings > most_crossings {
                    return Err(OutlineError::TooManyCrossings);
                }
                levels.push(y);
            }
        }
    }
    levels.sort_by(f64::total_cmp);
    levels.dedup();
    Ok(levels)
}

/// The height at which two edges change sides, if they do.
fn crossing(first: &Edge, second: &Edge) -> Option<f64> {
    let bottom = first.low.y.max(second.low.y);
    let top = first.high.y.min(second.high.y);
    if bottom >= top {
        return None;
    }
    let below = first.x_at(bottom) - second.x_at(bottom);
    let above = first.x_at(top) - second.x_at(top);
    if below * above >= 0.0 {
        return None;
    }
    let y = bottom + (top - bottom) * (below / (below - above));
    (y > bottom && y < top).then_some(y)
}

/// One side of a piece: where it has been going up, and the edge that it follows now.
struct Side<'a> {
    /// At least two points, upwards.
    points: Vec<DVec2>,
    edge: &'a Edge,
}

impl<'a> Side<'a> {
    fn along(edge: &'a Edge, bottom: f64, top: f64) -> Self {
        let points = [bottom, top].map(|y| DVec2::new(edge.x_at(y), y)).to_vec();
        Self { points, edge }
    }

    /// Where the side is at height `y`.
    fn x_at(&self, y: f64) -> f64 {
        let above = self
            .points
            .partition_point(|point| point.y < y)
            .clamp(1, self.points.len() - 1);
        let [low, high] = [self.points[above - 1], self.points[above]];
        Edge {
            low,
            high,
            winding: 1,
        }
        .x_at(y)
    }

    fn foot(&self) -> DVec2 {
        self.points[0]
    }

    fn head(&self) -> DVec2 {
        self.points[self.points.len() - 1]
    }

    /// Whether `upper` goes on where this side ends, along the same edge or turning left (`turn` 1)
    /// or right (-1).
    fn goes_on_as(&self, upper: &Self, turn: f64) -> bool {
        if std::ptr::eq(self.edge, upper.edge) {
            return true;
        }
        let (head, foot) = (self.head(), upper.foot());
        let arriving = head - self.points[self.points.len() - 2];
        let leaving = upper.head() - foot;
        head.distance(foot) <= 1e-9 * (1.0 + head.length())
            && turn * arriving.perp_dot(leaving) >= -1e-12 * arriving.length() * leaving.length()
    }

    /// Goes on as `upper`, which [`Side::goes_on_as`] allows.
    fn go_on_as(&mut self, upper: Self) {
        if std::ptr::eq(self.edge, upper.edge) {
            // Points in the middle of an edge are left out, else each strip would add one.
            self.points.pop();
        }
        self.points.push(upper.head());
        self.edge = upper.edge;
    }
}

/// A convex piece under construction.
struct Piece<'a> {
    left: Side<'a>,
    right: Side<'a>,
}

impl Piece<'_> {
    /// The corners, counter-clockwise.
    fn corners(&self) -> Vec<DVec2> {
        let (left, right) = (&self.left.points, &self.right.points);
        right.iter().chain(left.iter().rev()).copied().collect()
    }

    /// The piece cut at the heights of all its corners.
    fn strips(&self) -> Vec<[DVec2; 4]> {
        let points = || self.left.points.iter().chain(&self.right.points);
        let mut levels: Vec<f64> = points().map(|point| point.y).collect();
        levels.sort_by(f64::total_cmp);
        levels.dedup();
        let corner = |side: &Side, y: f64| DVec2::new(side.x_at(y), y);
        let strip = |pair: &[f64]| {
            let (bottom, top) = (pair[0], pair[1]);
            [
                corner(&self.left, bottom),
                corner(&self.right, bottom),
                corner(&self.right, top),
                corner(&self.left, top),
            ]
        };
        levels.windows(2).map(strip).collect()
    }

    /// Whether `upper` stands on the top side of this piece and both together are convex.
    fn can_carry(&self, upper: &Self) -> bool {
        self.left.points.len() + self.right.points.len() < MOST_JOINED
            && self.left.goes_on_as(&upper.left, -1.0)
            && self.right.goes_on_as(&upper.right, 1.0)
    }
}

/// The filled area as pieces, joined upwards where that stays convex.
fn joined<'a>(edges: &'a [Edge], levels: &[f64]) -> Vec<Piece<'a>> {
    let mut finished = Vec::new();
    // Pieces that reach the bottom of the strip, from left to right, as are the strip's trapezoids.
    let mut growing: VecDeque<Piece<'a>> = VecDeque::new();
    for strip in levels.windows(2) {
        let mut grown = VecDeque::new();
        for trapezoid in filled(edges, strip[0], strip[1]) {
            let reach = trapezoid.left.foot().x + SAME_POINT;
            let mut carrier = None;
            while growing
                .front()
                .is_some_and(|piece| piece.left.head().x <= reach)
                && let Some(piece) = growing.pop_front()
            {
                if carrier.is_none() && piece.can_carry(&trapezoid) {
                    carrier = Some(piece);
                } else {
                    finished.push(piece);
                }
            }
            grown.push_back(match carrier {
                Some(mut piece) => {
                    piece.left.go_on_as(trapezoid.left);
                    piece.right.go_on_as(trapezoid.right);
                    piece
                }
                None => trapezoid,
            });
        }
        finished.extend(growing);
        growing = grown;
    }
    finished.extend(growing);
    finished
}

/// The filled trapezoids of a strip, from left to right.
fn filled(edges: &[Edge], bottom: f64, top: f64) -> Vec<Piece<'_>> {
    let middle = bottom + (top - bottom) / 2.0;
    let mut across: Vec<&Edge> = edges
        .iter()
        .filter(|edge| edge.low.y <= bottom && edge.high.y >= top)
        .collect();
    across.sort_by(|left, right| left.x_at(middle).total_cmp(&right.x_at(middle)));
    let mut pieces = Vec::new();
    let mut winding = 0;
    let mut left_edge = None;
    for edge in across {
        let outside_before = winding == 0;
        winding += edge.winding;
        if outside_before {
            left_edge = Some(edge);
        } else if winding == 0
            && let Some(left) = left_edge.take()
        {
            pieces.push(Piece {
                left: Side::along(left, bottom, top),
                right: Side::along(edge, bottom, top),
            });
        }
    }
    pieces
}
