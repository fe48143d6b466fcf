//! The outline of a cluster as one sees it: what of its members' outlines no other shape hides,
//! joined where they cross.

use glam::{DVec2, Vec2};

use super::field::{Field, sides};

/// A corner's rounding is drawn in steps of at most this (rad).
const ARC_STEP: f64 = 0.2;

/// Sides are looked at in pieces of this share of the shape's rounding, and of a hundredth of its
/// size at least.
const SIDE_STEP: f64 = 0.5;

/// How often the place where two outlines cross is halved in.
const HALVINGS: u32 = 24;

/// Where a wall ends the outline of a cluster.
#[derive(Clone, Copy, Debug)]
pub(super) struct End {
    /// Where (m).
    pub at: Vec2,
    /// The shape of the wall.
    pub wall: usize,
}

/// A stretch of an outline that nothing hides, counter-clockwise.
#[derive(Clone, Debug, Default)]
struct Stretch {
    points: Vec<DVec2>,
    /// The shapes that hide the outline before and after.
    before: Option<usize>,
    after: Option<usize>,
}

impl Field {
    /// The outline of some shapes together, as few lines as possible, each counter-clockwise around
    /// what it encloses, and where walls end it.
    pub fn outline_of(&self, members: &[usize]) -> (Vec<Vec<Vec2>>, Vec<End>) {
        let mut stretches: Vec<Stretch> = Vec::new();
        for &shape in members {
            self.visible_stretches(shape, &mut stretches);
        }
        let mut ends = Vec::new();
        for stretch in &stretches {
            let first = stretch.points.first().zip(stretch.before);
            let last = stretch.points.last().zip(stretch.after);
            for (&at, wall) in first.into_iter().chain(last) {
                if !self.shapes[wall].temporary {
                    let at = self.global(at);
                    ends.push(End { at, wall });
                }
            }
        }
        let near = members
            .iter()
            .map(|&shape| 1e-4 * self.shapes[shape].bound)
            .fold(self.tolerance, f64::max);
        let lines = (join(stretches, near).into_iter())
            .map(|line| line.into_iter().map(|point| self.global(point)).collect())
            .collect();
        (lines, ends)
    }

    fn visible_stretches(&self, shape: usize, found: &mut Vec<Stretch>) {
        let all_round = self.all_round(shape);
        let hider = |place: DVec2| {
            (0..self.shapes.len()).find(|&other| {
                other != shape && self.shapes[other].active && self.is_inside(other, place)
            })
        };
        let count = all_round.len();
        let hidden: Vec<Option<usize>> = all_round.iter().map(|&place| hider(place)).collect();
        let Some(first) = hidden.iter().position(Option::is_some) else {
            let mut points: Vec<DVec2> = all_round;
            points.extend(points.first().copied());
            found.push(Stretch {
                points: without_middles(points),
                ..Stretch::default()
            });
            return;
        };
        // From a hidden place once round, so that no stretch is cut in two by the start.
        let mut current: Option<Stretch> = None;
        for step in 0..count {
            let (here, next) = ((first + step) % count, (first + step + 1) % count);
            let (from, to) = (all_round[here], all_round[next]);
            match (hidden[here], hidden[next]) {
                (Some(_), None) => {
                    let (at, by) = self.crossing(shape, from, to, &hider);
                    current = Some(Stretch {
                        points: vec![at, to],
                        before: by,
                        after: None,
                    });
                }
                (None, Some(_)) => {
                    let (at, by) = self.crossing(shape, to, from, &hider);
                    if let Some(mut stretch) = current.take() {
                        stretch.points.push(at);
                        stretch.points = without_middles(stretch.points);
                        stretch.after = by;
                        found.push(stretch);
                    }
                }
                (None, None) => {
                    if let Some(stretch) = &mut current {
                        stretch.points.push(to);
                    }
                }
                (Some(_), Some(_)) => {}
            }
        }
    }

    /// Where a shape's outline comes out between a hidden place and one that isn't, and out of
    /// what.
    fn crossing(
        &self,
        shape: usize,
        mut hidden: DVec2,
        mut open: DVec2,
        hider: &impl Fn(DVec2) -> Option<usize>,
    ) -> (DVec2, Option<usize>) {
        let mut by = hider(hidden);
        for _ in 0..HALVINGS {
            let (middle, ..) = self.surface(shape, hidden.midpoint(open));
            match hider(middle) {
                Some(other) => {
                    by = Some(other);
                    hidden = middle;
                }
                None => open = middle,
            }
        }
        (open, by)
    }

    /// Places all round a shape, counter-clockwise.
    fn all_round(&self, shape: usize) -> Vec<DVec2> {
        let it = &self.shapes[shape];
        let corners = self.corners(shape);
        let mut places = Vec::new();
        if corners.len() == 1 {
            arc(
                it.center,
                DVec2::X * it.radius,
                std::f64::consts::TAU,
                &mut places,
            );
            return places;
        }
        let mut all: Vec<(DVec2, DVec2)> = sides(corners).collect();
        if let [(start, end)] = all[..] {
            // A wall has two sides.
            all.push((end, start));
        }
        let piece = (SIDE_STEP * it.radius).max(0.02 * it.bound);
        for (index, &(start, end)) in all.iter().enumerate() {
            let along = end - start;
            let out = -along.normalize_or_zero().perp() * it.radius;
            let pieces = (along.length() / piece).ceil().max(1.0);
            for step in 0..pieces as u32 {
                places.push(start + along * (f64::from(step) / pieces) + out);
            }
            let next = all[(index + 1) % all.len()];
            let ahead = next.1 - next.0;
            let turn = libm::atan2(along.perp_dot(ahead), along.dot(ahead));
            let turn = if turn < 0.0 {
                turn + std::f64::consts::TAU
            } else {
                turn
            };
            arc(end, out, turn, &mut places);
        }
        places
    }
}

/// Places on an arc from a spoke (m) on by an angle (rad), the last left out.
fn arc(center: DVec2, spoke: DVec2, turn: f64, places: &mut Vec<DVec2>) {
    let steps = (turn / ARC_STEP).ceil().max(1.0);
    for step in 0..steps as u32 {
        let angle = turn * f64::from(step) / steps;
        let rotation = DVec2::new(libm::cos(angle), libm::sin(angle));
        places.push(center + rotation.rotate(spoke));
    }
}

/// Leaves out places that lie straight between those before and after them.
fn without_middles(points: Vec<DVec2>) -> Vec<DVec2> {
    let mut kept: Vec<DVec2> = Vec::with_capacity(points.len());
    for point in points {
        if let [.., before, last] = kept[..] {
            let (on, further) = (last - before, point - last);
            let straight = on.perp_dot(further).abs() <= 1e-6 * on.length() * further.length();
            if straight && on.dot(further) >= 0.0 {
                kept.pop();
            }
        }
        kept.push(point);
    }
    kept
}

/// Joins stretches whose ends meet, to within `near` metres.
fn join(stretches: Vec<Stretch>, near: f64) -> Vec<Vec<DVec2>> {
    let mut open: Vec<Vec<DVec2>> = stretches.into_iter().map(|it| it.points).collect();
    let mut lines = Vec::new();
    while let Some(mut line) = open.pop() {
        while let (Some(&first), Some(&last)) = (line.first(), line.last()) {
            if let Some(next) = open.iter().position(|it| starts_at(it, last, near)) {
                line.extend(open.swap_remove(next).into_iter().skip(1));
            } else if let Some(before) = open.iter().position(|it| ends_at(it, first, near)) {
                let mut joined = open.swap_remove(before);
                joined.extend(line.into_iter().skip(1));
                line = joined;
            } else {
                break;
            }
        }
        // What closes does so exactly.
        let first = line.first().copied();
        if let (Some(first), Some(last)) = (first, line.last_mut())
            && first.distance(*last) <= near
        {
            *last = first;
        }
        lines.push(line);
    }
    lines
}

fn starts_at(line: &[DVec2], place: DVec2, near: f64) -> bool {
    line.first()
        .is_some_and(|first| first.distance(place) <= near)
}

fn ends_at(line: &[DVec2], place: DVec2, near: f64) -> bool {
    line.last().is_some_and(|last| last.distance(place) <= near)
}
