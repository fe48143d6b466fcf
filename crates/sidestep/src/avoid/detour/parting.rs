//! Whether shapes part two places.

use glam::DVec2;

use super::field::{Field, sides};

/// Shapes that overlap, two by two, as far as it matters for whether they part two places.
///
/// Shapes without dents part two places if, and only if, one can walk a round within them that
/// crosses the straight way between the places an odd number of times (Cabello and Giannopoulos,
/// "The complexity of separating points in the plane", 2013). So no search is needed to see whether
/// a way is closed, and none to see whether it still is with some of them gone.
#[derive(Clone, Debug, Default)]
pub(super) struct Joints {
    joints: Vec<Joint>,
}

#[derive(Clone, Copy, Debug)]
struct Joint {
    shapes: [usize; 2],
    /// Whether the way from the middle of one to the middle of the other, within both, crosses the
    /// straight way between the places an odd number of times.
    crosses: bool,
}

impl Joints {
    /// The joints of all shapes of a field, for two places (m) that are in none of them. With a box
    /// around both places (m), given by its lowest and highest corner, what reaches out of it is
    /// joined out there, too: then a way that leaves the box is none.
    pub fn of(field: &Field, from: DVec2, to: DVec2, within: Option<[DVec2; 2]>) -> Self {
        let left = |shape: usize| field.shapes[shape].center.x - field.shapes[shape].bound;
        let mut order: Vec<usize> = (0..field.shapes.len()).collect();
        order.sort_by(|&one, &other| left(one).total_cmp(&left(other)));
        let mut joints = Vec::new();
        for (place, &shape) in order.iter().enumerate() {
            let right = field.shapes[shape].center.x + field.shapes[shape].bound;
            let beside = order[place + 1..].iter();
            for &other in beside.take_while(|&&other| left(other) <= right) {
                let Some(shared) = field.shared_place(shape, other) else {
                    continue;
                };
                let middle = |it: usize| field.shapes[it].center;
                let crosses = crosses(from, to, middle(shape), shared)
                    != crosses(from, to, shared, middle(other));
                let shapes = [shape, other];
                joints.push(Joint { shapes, crosses });
            }
        }
        if let Some(bounds) = within {
            // All that lies outside, as one more shape; no way out there crosses the straight one.
            let outside = field.shapes.len();
            for shape in 0..field.shapes.len() {
                let middle = field.shapes[shape].center;
                // One on each side parts the box alone.
                joints.extend(field.places_outside(shape, bounds).map(|place| Joint {
                    shapes: [shape, outside],
                    crosses: crosses(from, to, middle, place),
                }));
            }
        }
        Self { joints }
    }

    /// Whether the shapes that aren't left out part the two places.
    pub fn part(&self, field: &Field) -> bool {
        let mut rounds = Rounds::new(field.shapes.len() + 1);
        let is_gone = |shape: usize| field.shapes.get(shape).is_some_and(|it| it.left_out);
        let is_there = |joint: &&Joint| joint.shapes.iter().all(|&it| !is_gone(it));
        (self.joints.iter().filter(is_there)).any(|joint| rounds.close(joint.shapes, joint.crosses))
    }
}

/// Which shapes are joined to each other so far, and how often a way between them crosses.
struct Rounds {
    /// The shape towards the first of those that are joined, and whether the way to it crosses an
    /// odd number of times.
    towards: Vec<(usize, bool)>,
}

impl Rounds {
    fn new(shapes: usize) -> Self {
        Self {
            towards: (0..shapes).map(|shape| (shape, false)).collect(),
        }
    }

    /// Joins two shapes. Says whether that closes a round that crosses an odd number of times.
    fn close(&mut self, shapes: [usize; 2], crosses: bool) -> bool {
        let [(one, to_one), (other, to_other)] = shapes.map(|shape| self.first(shape));
        let crosses = crosses ^ to_one ^ to_other;
        self.towards[one] = (other, crosses);
        one == other && crosses
    }

    /// The first of all that a shape is joined to, and whether the way to it crosses an odd number
    /// of times.
    fn first(&mut self, mut shape: usize) -> (usize, bool) {
        let mut crosses = false;
        loop {
            let (next, odd) = self.towards[shape];
            if next == shape {
                return (shape, crosses);
            }
            // Halves the way for those who come later.
            let (after, odd_after) = self.towards[next];
            let both = odd ^ odd_after;
            self.towards[shape] = (after, both);
            (shape, crosses) = (after, crosses ^ both);
        }
    }
}

/// Whether a straight way between two places crosses another.
fn crosses(from: DVec2, to: DVec2, start: DVec2, end: DVec2) -> bool {
    let ahead = to - from;
    let (aside, aside_after) = (ahead.perp_dot(start - from), ahead.perp_dot(end - from));
    if (aside > 0.0) == (aside_after > 0.0) {
        return false;
    }
    let place = start + (end - start) * (aside / (aside - aside_after));
    let along = ahead.dot(place - from);
    along > 0.0 && along < ahead.length_squared()
}

impl Field {
    /// Whether two shapes overlap.
    pub fn overlap(&self, shape: usize, other: usize) -> bool {
        self.shared_place(shape, other).is_some()
    }

    /// Places in a shape that are outside of a box or on its edge (m): of those where it reaches
    /// furthest, corner by corner.
    fn places_outside(
        &self,
        shape: usize,
        [low, high]: [DVec2; 2],
    ) -> impl Iterator<Item = DVec2> + '_ {
        let radius = self.shapes[shape].radius;
        let reaches = [DVec2::NEG_X, DVec2::NEG_Y, DVec2::X, DVec2::Y].map(|it| it * radius);
        (self.corners(shape).iter())
            .flat_map(move |corner| reaches.map(|reach| *corner + reach))
            .filter(move |place| place.cmple(low).any() || place.cmpge(high).any())
    }

    /// A place in two shapes; `None` if they don't overlap.
    fn shared_place(&self, shape: usize, other: usize) -> Option<DVec2> {
        let (it, there) = (&self.shapes[shape], &self.shapes[other]);
        let reach = it.bound + there.bound;
        // Pieces of an edge that meet at a corner let nobody through.
        let spare = if it.radius + there.radius > 0.0 {
            self.tolerance
        } else {
            -self.tolerance
        };
        if it.center.distance_squared(there.center) >= (reach - spare) * (reach - spare) {
            return None;
        }
        let (own, theirs) = (self.corners(shape), self.corners(other));
        if let ([one], [another]) = (own, theirs) {
            return Some(*one + (*another - *one) * (it.radius / (it.radius + there.radius)));
        }
        let near = |corners: &[DVec2], outline: usize, radius: f64| {
            corners.iter().find_map(|&corner| {
                let (_, normal, away) = self.surface(outline, corner);
                (away < radius - spare).then(|| corner - normal * away.max(0.0))
            })
        };
        near(theirs, shape, there.radius)
            .or_else(|| near(own, other, it.radius))
            .or_else(|| {
                sides(own).find_map(|side| sides(theirs).find_map(|other| crossing(side, other)))
            })
    }
}

/// Where two sides cross.
fn crossing((start, end): (DVec2, DVec2), (from, to): (DVec2, DVec2)) -> Option<DVec2> {
    let (along, ahead) = (end - start, to - from);
    let turn = along.perp_dot(ahead);
    let place = (from - start).perp_dot(ahead) / turn;
    let other_place = (from - start).perp_dot(along) / turn;
    let crosses = (0.0..=1.0).contains(&place) && (0.0..=1.0).contains(&other_place);
    crosses.then(|| start + along * place)
}
