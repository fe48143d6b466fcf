//! The outline of a grown obstacle: arcs and straight edges.

use std::f64::consts::TAU;

use glam::DVec2;

use crate::ON_OUTLINE;
use crate::graph::{Graph, Node};
use crate::obstacle::Grown;

/// The outline of a grown obstacle: an arc around each corner, then the straight edge to the next,
/// counter-clockwise. A place on it is told by the way there from the beginning of the first arc
/// (m).
#[derive(Clone, Debug)]
pub(crate) struct Outline<'a> {
    grown: &'a Grown,
    arcs: Vec<Arc>,
    length: f64,
    nodes: Vec<(f64, Node)>,
}

#[derive(Clone, Copy, Debug)]
struct Arc {
    /// Way to the beginning of the arc (m).
    start: f64,
    /// Direction from the corner to the beginning of the arc (rad).
    angle: f64,
    /// How far it turns (rad).
    turn: f64,
}

impl<'a> Outline<'a> {
    pub(crate) fn new(grown: &'a Grown) -> Self {
        let radius = grown.radius();
        let points = grown.points();
        let count = points.len();
        let mut arcs = Vec::new();
        let mut length = 0.0;
        for corner in 0..count {
            let (before, here) = (points[(corner + count - 1) % count], points[corner]);
            let after = points[(corner + 1) % count];
            let (angle, turn) = if count == 1 {
                (0.0, TAU)
            } else {
                let angle = angle_of(outward(before, here));
                let mut turn = (angle_of(outward(here, after)) - angle).rem_euclid(TAU);
                // A corner on a straight edge turns by nothing, give or take rounding errors.
                if turn > TAU - 1e-6 {
                    turn = 0.0;
                }
                (angle, turn)
            };
            arcs.push(Arc {
                start: length,
                angle,
                turn,
            });
            length += turn * radius + here.distance(after);
        }
        Self {
            grown,
            arcs,
            length,
            nodes: Vec::new(),
        }
    }

    /// Whether a place on the circle around a corner is on the arc.
    pub(crate) fn has(&self, corner: usize, place: DVec2) -> bool {
        let turn = self.turn_to(corner, place);
        let slack = ON_OUTLINE / self.grown.radius();
        turn <= self.arcs[corner].turn + slack || turn >= TAU - slack
    }

    /// Adds a place on the arc around a corner.
    pub(crate) fn add_node(&mut self, graph: &mut Graph, corner: usize, place: DVec2) -> Node {
        let arc = self.arcs[corner];
        let turn = self.turn_to(corner, place);
        // What is allowed to be before the beginning counts as there.
        let turn = if turn > (arc.turn + TAU) * 0.5 {
            0.0
        } else {
            turn.min(arc.turn)
        };
        let node = graph.add_node();
        self.nodes
            .push((arc.start + turn * self.grown.radius(), node));
        node
    }

    fn turn_to(&self, corner: usize, place: DVec2) -> f64 {
        let angle = angle_of(place - self.grown.points()[corner]);
        (angle - self.arcs[corner].angle).rem_euclid(TAU)
    }

    /// Connects each place to the next one on the outline where no other shape covers the way.
    pub(crate) fn connect_neighbors(&self, graph: &mut Graph, others: &[&Grown]) {
        let mut nodes = self.nodes.clone();
        nodes.sort_by(|a, b| a.0.total_cmp(&b.0));
        let breaks = self.breaks(others);
        for (index, &(here, node)) in nodes.iter().enumerate() {
            let (there, next) = nodes[(index + 1) % nodes.len()];
            let there = if index + 1 == nodes.len() {
                there + self.length
            } else {
                there
            };
            if self.is_free(here, there, &breaks, others) {
                graph.connect(node, next, there - here);
            }
        }
    }

    /// Whether a piece of the outline has nothing in another shape: between the places where it can
    /// go in or out, one look in the middle tells.
    fn is_free(&self, here: f64, there: f64, breaks: &[f64], others: &[&Grown]) -> bool {
        let inside = |at: &f64| *at > here && *at < there;
        let second_lap = breaks.iter().map(|at| at + self.length);
        let mut stops: Vec<f64> = breaks.iter().copied().chain(second_lap).collect();
        stops.retain(inside);
        stops.push(there);
        let mut last = here;
        for stop in stops {
            let middle = self.place((last + stop) * 0.5);
            if others.iter().any(|other| !other.spares(middle, middle)) {
                return false;
            }
            last = stop;
        }
        true
    }

    /// Where the outline may cross those of others, in order. There are more of these than
    /// crossings, which does no harm.
    fn breaks(&self, others: &[&Grown]) -> Vec<f64> {
        let mut breaks = Vec::new();
        for (corner, arc) in self.arcs.iter().enumerate() {
            let center = self.grown.points()[corner];
            let radius = self.grown.radius();
            let after = self.grown.points()[(corner + 1) % self.arcs.len()];
            let edge = (center != after).then(|| {
                let shift = outward(center, after) * radius;
                (center + shift, after + shift)
            });
            let end = arc.start + arc.turn * radius;
            breaks.push(arc.start);
            breaks.push(end);
            let on_arc = |place: DVec2| {
                let turn = self.turn_to(corner, place);
                (turn <= arc.turn).then_some(arc.start + turn * radius)
            };
            let on_edge = |share: f64| {
                let length = center.distance(after);
                (0.0..=1.0).contains(&share).then_some(end + share * length)
            };
            for other in others {
                for &point in other.points() {
                    for place in circles_cross(center, radius, point, other.radius()) {
                        breaks.extend(on_arc(place));
                    }
                    if let Some((start, end)) = edge {
                        for share in line_crosses_circle(start, end, point, other.radius()) {
                            breaks.extend(on_edge(share));
                        }
                    }
                }
                for (a, b) in other.edges() {
                    let shift = outward(a, b) * other.radius();
                    let (a, b) = (a + shift, b + shift);
                    for share in line_crosses_circle(a, b, center, radius) {
                        breaks.extend(on_arc(a + (b - a) * share));
                    }
                    if let Some((start, end)) = edge {
                        let (along, across) = (end - start, b - a);
                        let share = across.perp_dot(a - start) / across.perp_dot(along);
                        breaks.extend(on_edge(share));
                    }
                }
            }
        }
        breaks.sort_by(f64::total_cmp);
        breaks
    }

    /// The place after a way along the outline, at most two laps.
    fn place(&self, way: f64) -> DVec2 {
        let way = way % self.length;
        let index = self.arcs.iter().rposition(|arc| arc.start <= way);
        let corner = index.unwrap_or(0);
        let arc = self.arcs[corner];
        let radius = self.grown.radius();
        let center = self.grown.points()[corner];
        let after = self.grown.points()[(corner + 1) % self.arcs.len()];
        let along = way - arc.start;
        let turn = along / radius;
        if turn <= arc.turn || center == after {
            let angle = arc.angle + turn.min(arc.turn);
            return center + DVec2::new(libm::cos(angle), libm::sin(angle)) * radius;
        }
        let direction = (after - center).normalize();
        center
            + outward(center, after) * radius
            + direction * (along - arc.turn * radius).min(center.distance(after))
    }
}

/// Unit vector to the right of the way from one corner to the next: out of the shape.
fn outward(from: DVec2, to: DVec2) -> DVec2 {
    -(to - from).normalize().perp()
}

fn angle_of(direction: DVec2) -> f64 {
    libm::atan2(direction.y, direction.x)
}

fn circles_cross(first: DVec2, first_radius: f64, second: DVec2, second_radius: f64) -> Vec<DVec2> {
    let between = second - first;
    let distance = between.length();
    if distance == 0.0 {
        return Vec::new();
    }
    let along = (distance * distance + first_radius * first_radius - second_radius * second_radius)
        / (2.0 * distance);
    let across_squared = first_radius * first_radius - along * along;
    if across_squared < 0.0 {
        return Vec::new();
    }
    let direction = between / distance;
    let (base, across) = (
        first + direction * along,
        direction.perp() * across_squared.sqrt(),
    );
    vec![base + across, base - across]
}

/// Shares of the way from start to end where the line crosses the circle.
fn line_crosses_circle(start: DVec2, end: DVec2, center: DVec2, radius: f64) -> Vec<f64> {
    let along = end - start;
    let from_center = start - center;
    let a = along.length_squared();
    let b = from_center.dot(along);
    let discriminant = b * b - a * (from_center.length_squared() - radius * radius);
    if discriminant < 0.0 || a == 0.0 {
        return Vec::new();
    }
    let root = discriminant.sqrt();
    vec![(-b - root) / a, (-b + root) / a]
}
