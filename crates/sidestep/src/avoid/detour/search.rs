//! The search for the shortest way that touches the active shapes.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

use glam::DVec2;

use super::field::Field;
use super::tangents::{CommonTangent, Touch, sign, travel};
use super::walk::{ROUNDING, turn};
use crate::geometry::Side;

/// A search for the shortest way that touches the active shapes.
///
/// The shortest way among rounded shapes is a string pulled taut: straight ways that touch the
/// shapes at both ends, and walks along outlines between them. A* over the places touched finds it;
/// whether a way is free is looked at only for those that are taken up.
#[derive(Clone, Debug, Default)]
pub(super) struct Search {
    nodes: Vec<Node>,
    open: BinaryHeap<Reverse<Entry>>,
    /// Nodes that were taken up, by shape and side.
    closed: Vec<(usize, Side, usize)>,
    /// The shapes that are gone round.
    active: Vec<usize>,
    /// Ways from each shape and side to others: they stay the same from search to search of a
    /// query.
    ways: Vec<Ways>,
    /// Which of them blocked a way last: it often blocks the next.
    in_the_way: usize,
    /// Longer ways are of no use (m): a shorter one is known.
    longest: f64,
    /// How often a way was held against a shape.
    looks: u64,
}

/// The ways from one side of a shape to other shapes.
#[derive(Clone, Debug, Default)]
struct Ways {
    found: Vec<(usize, Side, CommonTangent)>,
    /// Which of the active shapes were looked at.
    looked_at: Vec<bool>,
}

/// What a search is about.
#[derive(Clone, Copy, Debug)]
pub(super) struct Task {
    /// Start and goal (m), both free.
    pub from: DVec2,
    pub to: DVec2,
    /// A point inside what is in the way: a way passes on the side on which it gets past this
    /// point.
    pub landmark: DVec2,
    /// The box that may not be left (m).
    pub low: DVec2,
    pub high: DVec2,
    /// The side that is wanted, or any.
    pub side: Option<Side>,
    /// Longest way of use (m).
    pub longest: f64,
    /// How many places are taken up at most.
    pub most_turns: u32,
    /// How often at most a way is held against a shape, in all searches since
    /// [`Search::begin_looks`].
    pub most_looks: u64,
}

/// A way to the goal.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    /// Its last node, for [`Search::trace`].
    node: usize,
    /// Its length (m).
    pub length: f64,
    /// The side on which it passes the landmark.
    pub side: Side,
}

/// Why there is no way.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Failure {
    /// A way was cut off because it left the box.
    pub left_box: bool,
    /// The search was given up.
    pub gave_up: bool,
    /// The first wall that a straight way met.
    pub wall: Option<usize>,
}

/// A place reached by a straight way.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// The shape touched there; `None` at the goal.
    shape: Option<usize>,
    side: Side,
    touch: Touch,
    /// Where the shape before was left, or the start.
    leave: Touch,
    parent: Option<usize>,
    /// Length up to here (m): at least, until the way here was looked at.
    length: f64,
    /// The side on which the landmark was passed so far.
    passed: Option<Side>,
}

/// A node in the queue.
#[derive(Clone, Copy, Debug)]
struct Entry {
    /// Least length of a way over this node (m).
    estimate: f64,
    node: u32,
    /// Whether the way to it was looked at and is free.
    checked: bool,
}

impl PartialEq for Entry {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Entry {}

impl PartialOrd for Entry {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Entry {
    fn cmp(&self, other: &Self) -> Ordering {
        let key = |entry: &Self| (entry.node, !entry.checked);
        self.estimate
            .total_cmp(&other.estimate)
            .then(key(self).cmp(&key(other)))
    }
}

const SIDES: [Side; 2] = [Side::Right, Side::Left];

impl Search {
    /// Begins anew: the shapes of the field are others than before, and none of them is gone round
    /// yet.
    pub fn forget(&mut self, field: &Field) {
        self.active.clear();
        let sides = 2 * field.shapes.len();
        for ways in self.ways.iter_mut().take(sides) {
            ways.found.clear();
            ways.looked_at.clear();
        }
        if self.ways.len() < sides {
            self.ways.resize_with(sides, Ways::default);
        }
    }

    /// Begins to count how often a way is held against a shape.
    pub const fn begin_looks(&mut self) {
        self.looks = 0;
    }

    /// Goes round a shape from now on; one that lies in a temporary shape which it goes round changes
    /// nothing and would only cost time.
    pub fn activate(&mut self, field: &Field, shape: usize) {
        let temporary = |shape: usize| field.shapes[shape].temporary;
        let mut active = self.active.iter();
        if !temporary(shape) || !active.any(|&it| temporary(it) && field.holds(it, shape)) {
            self.active.push(shape);
        }
    }

    /// The shortest way round the active shapes.
    pub fn run(&mut self, field: &Field, task: &Task) -> Result<Found, Failure> {
        self.nodes.clear();
        self.open.clear();
        self.closed.clear();
        self.longest = task.longest;
        let mut failure = Failure::default();
        self.begin(field, task);
        let mut taken = 0;
        while let Some(Reverse(entry)) = self.open.pop() {
            let index = entry.node as usize;
            if entry.estimate > self.longest {
                break;
            }
            if self.looks > task.most_looks {
                failure.gave_up = true;
                break;
            }
            if !entry.checked {
                let Some(estimate) = self.check(field, task, index, &mut failure) else {
                    continue;
                };
                let checked = Entry {
                    estimate,
                    node: entry.node,
                    checked: true,
                };
                if estimate > self.longest {
                    continue;
                }
                // Still the best: there is no need to queue it again.
                if (self.open.peek()).is_some_and(|Reverse(next)| *next < checked) {
                    self.open.push(Reverse(checked));
                    continue;
                }
            }
            let node = self.nodes[index];
            let Some(shape) = node.shape else {
                let side = node.passed.unwrap_or_default();
                if task.side.is_none_or(|wanted| wanted == side) {
                    return Ok(Found {
                        node: index,
                        length: node.length,
                        side,
                    });
                }
                continue;
            };
            if self.is_dominated(field, shape, &node) {
                continue;
            }
            self.closed.push((shape, node.side, index));
            taken += 1;
            if taken > task.most_turns {
                failure.gave_up = true;
                break;
            }
            self.expand(field, task, index, shape, &mut failure);
        }
        Err(failure)
    }

    /// Straight ways from the start.
    fn begin(&mut self, field: &Field, task: &Task) {
        let leave = Touch {
            point: task.from,
            ..Touch::default()
        };
        let start = Node {
            shape: None,
            side: Side::Right,
            touch: leave,
            leave,
            parent: None,
            length: 0.0,
            passed: None,
        };
        let goal = Touch {
            point: task.to,
            ..Touch::default()
        };
        let to_goal = Node {
            touch: goal,
            ..start
        };
        self.push(field, task, &start, to_goal);
        for place in 0..self.active.len() {
            let shape = self.active[place];
            for side in SIDES {
                let (touch, _) = field.tangent(task.from, shape, side);
                let shape = Some(shape);
                let to_shape = Node {
                    shape,
                    side,
                    touch,
                    ..start
                };
                self.push(field, task, &start, to_shape);
            }
        }
    }

    /// Straight ways from a shape, to the goal and to all others.
    fn expand(
        &mut self,
        field: &Field,
        task: &Task,
        index: usize,
        shape: usize,
        failure: &mut Failure,
    ) {
        let node = self.nodes[index];
        let side = node.side;
        let goal = Touch {
            point: task.to,
            ..Touch::default()
        };
        // The way from the shape to the goal, seen from the goal.
        let (leave, _) = field.tangent(task.to, shape, side.opposite());
        let parent = Some(index);
        let to_goal = Node {
            shape: None,
            side: Side::Right,
            touch: goal,
            leave,
            parent,
            length: 0.0,
            passed: None,
        };
        self.push(field, task, &node, to_goal);
        self.know_the_end(field, task, failure);
        let place = 2 * shape + usize::from(side == Side::Left);
        self.looks += self.active.len() as u64;
        let mut ways = std::mem::take(&mut self.ways[place]);
        ways.looked_at.resize(self.active.len(), false);
        for (&other, looked_at) in self.active.iter().zip(&mut ways.looked_at) {
            if other == shape || *looked_at {
                continue;
            }
            let there = &field.shapes[other];
            let to = node.touch.point.distance(there.center) - there.bound;
            let on = there.center.distance(task.to) - there.bound;
            if node.length + to + on <= self.longest {
                *looked_at = true;
                field.common_tangents(shape, side, other, |other_side, way| {
                    ways.found.push((other, other_side, way));
                });
            }
        }
        for &(other, other_side, way) in &ways.found {
            let to_other = Node {
                shape: Some(other),
                side: other_side,
                touch: way.reach,
                leave: way.leave,
                ..to_goal
            };
            self.push(field, task, &node, to_other);
        }
        self.ways[place] = ways;
    }

    /// Looks at the way to the goal that was queued last, if there is one: if it is free, longer
    /// ones needn't be queued.
    fn know_the_end(&mut self, field: &Field, task: &Task, failure: &mut Failure) {
        let Some(last) = self.nodes.last().filter(|node| node.shape.is_none()) else {
            return;
        };
        let index = self.nodes.len() - 1;
        if last.length >= self.longest {
            return;
        }
        match self.check(field, task, index, failure) {
            Some(length) => {
                let side = self.nodes[index].passed.unwrap_or_default();
                if task.side.is_none_or(|wanted| wanted == side) {
                    // Rounding mustn't make it longer than itself.
                    self.longest = self.longest.min(length + field.tolerance);
                }
            }
            // It needn't be looked at again.
            None => self.nodes[index].length = f64::INFINITY,
        }
    }

    /// Queues the next place after one, with its length so far, unless it can be of no use.
    fn push(&mut self, field: &Field, task: &Task, from: &Node, next: Node) {
        let (leave, touch) = (next.leave, next.touch);
        // A walk along the outline is at least as long as the straight way, and as half a round if
        // it turns further.
        let mut walk = from.touch.point.distance(leave.point);
        if let Some(shape) = from.shape {
            let turns = -sign(from.side) * from.touch.normal.perp_dot(leave.normal);
            if turns < -ROUNDING {
                walk = walk.max(std::f64::consts::PI * field.shapes[shape].radius);
            }
        }
        let straight = leave.point.distance(touch.point);
        let length = from.length + walk + straight;
        let estimate = length + touch.point.distance(task.to);
        if !estimate.is_finite() || estimate > self.longest {
            return;
        }
        if next.parent.is_some() {
            let ahead = travel(from.touch.normal, from.side);
            let on = leave.point - from.touch.point;
            // Backwards on the same side of the shape: that would be once round.
            if from.touch.normal.dot(leave.normal) > 1.0 - 1e-12 && on.dot(ahead) < 0.0 {
                return;
            }
        }
        let node = self.nodes.len() as u32;
        self.nodes.push(Node { length, ..next });
        self.open.push(Reverse(Entry {
            estimate,
            node,
            checked: false,
        }));
    }

    /// Looks whether the way to a node is free; if so, the node gets its true length and the answer
    /// is the least length of a way over it (m).
    fn check(
        &mut self,
        field: &Field,
        task: &Task,
        index: usize,
        failure: &mut Failure,
    ) -> Option<f64> {
        let mut node = self.nodes[index];
        if node.length == f64::INFINITY {
            return None;
        }
        let (from, to) = (node.leave.point, node.touch.point);
        let inside = |point: DVec2| point.cmpge(task.low).all() && point.cmple(task.high).all();
        if !inside(to) || !inside(from) {
            failure.left_box = true;
            return None;
        }
        self.looks += self.active.len() as u64;
        let own = node.parent.and_then(|parent| self.nodes[parent].shape);
        let blocks = |shape: usize| {
            Some(shape) != own && Some(shape) != node.shape && field.blocks(shape, from, to)
        };
        let again = (self.active.contains(&self.in_the_way) && blocks(self.in_the_way))
            .then_some(self.in_the_way);
        let blocked = again.or_else(|| self.active.iter().copied().find(|&shape| blocks(shape)));
        if let Some(blocked) = blocked {
            self.in_the_way = blocked;
            if !field.shapes[blocked].temporary {
                failure.wall = failure.wall.or(Some(blocked));
            }
            return None;
        }
        let mut length = from.distance(to);
        let mut passed = None;
        if let Some(parent) = node.parent {
            let before = self.nodes[parent];
            let shape = before.shape?;
            let walked = field.walk(shape, before.side, &before.touch, &node.leave)?;
            let touches = (&before.touch, &node.leave);
            if !field.walk_stays_in(shape, before.side, touches, (task.low, task.high)) {
                failure.left_box = true;
                return None;
            }
            length += before.length + walked;
            passed = passes(task, before.touch.point, from, before.passed);
        }
        node.passed = passes(task, from, to, passed);
        node.length = length;
        self.nodes[index] = node;
        Some(length + to.distance(task.to))
    }

    /// Whether this place is reached no later by a walk along the outline from one that was taken
    /// up before.
    fn is_dominated(&self, field: &Field, shape: usize, node: &Node) -> bool {
        self.closed.iter().any(|&(other_shape, side, other)| {
            if other_shape != shape || side != node.side {
                return false;
            }
            let other = &self.nodes[other];
            let spare = node.length - other.length + field.tolerance;
            let back = travel(other.touch.normal, side).dot(node.touch.point - other.touch.point)
                < 0.0
                && turn(other.touch.normal, node.touch.normal, side) < 1e-6;
            other.passed == node.passed
                && !back
                && other.touch.point.distance(node.touch.point) <= spare
                && (field.walk(shape, side, &other.touch, &node.touch))
                    .is_some_and(|walked| walked <= spare)
        })
    }

    /// The way found, as places where it touches shapes: shape, side, where it comes and where it
    /// goes.
    pub fn trace(&self, found: &Found, turns: &mut Vec<(usize, Side, Touch, Touch)>) {
        turns.clear();
        let mut node = &self.nodes[found.node];
        while let Some(parent) = node.parent {
            let before = &self.nodes[parent];
            if let Some(shape) = before.shape {
                turns.push((shape, before.side, before.touch, node.leave));
            }
            node = before;
        }
        turns.reverse();
    }
}

/// The side on which the landmark is passed once this straight way is gone.
fn passes(task: &Task, from: DVec2, to: DVec2, before: Option<Side>) -> Option<Side> {
    let ahead = task.to - task.from;
    let (start, end) = (
        ahead.dot(from - task.landmark),
        ahead.dot(to - task.landmark),
    );
    if !(start <= 0.0 && end > 0.0) {
        return before;
    }
    let place = from + (to - from) * (start / (start - end));
    let aside = ahead.perp_dot(place - task.landmark);
    Some(if aside > 0.0 { Side::Left } else { Side::Right })
}

impl Field {
    /// A wall that ends the way round a shape that was taken in, if there is one.
    pub fn wall_at(&self, shape: usize) -> Option<usize> {
        let it = &self.shapes[shape];
        if !(it.active && it.temporary && it.at_wall) {
            return None;
        }
        (0..self.shapes.len()).find(|&other| {
            let there = &self.shapes[other];
            there.active && !there.temporary && self.overlap(shape, other)
        })
    }
}
