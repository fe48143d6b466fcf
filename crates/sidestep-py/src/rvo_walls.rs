//! Walls as RVO2's questions see them: which are near an agent, and which hide a place from another.

use std::sync::Arc;

use glam::Vec2;

/// Edges of loops of walls, each numbered as its first corner; solid on the left.
#[derive(Clone, Debug, Default)]
pub struct Walls(Arc<[[Vec2; 2]]>);

/// Twice the area of the triangle of an edge and a point: above 0 if that is on the left.
fn side([start, end]: [Vec2; 2], point: Vec2) -> f32 {
    (start - point).perp_dot(end - start)
}

fn distance_squared([start, end]: [Vec2; 2], point: Vec2) -> f32 {
    let along = end - start;
    let share = (point - start).dot(along) / along.length_squared();
    // An edge without length is its corner.
    let share = if share.is_finite() {
        share.clamp(0.0, 1.0)
    } else {
        0.0
    };
    point.distance_squared(start + along * share)
}

impl Walls {
    /// The edges of loops, from each corner to the next.
    pub fn of_loops(loops: &[Vec<Vec2>]) -> Self {
        let edges = loops.iter().flat_map(|corners| {
            let next = corners.iter().cycle().skip(1);
            corners.iter().zip(next).map(|(start, end)| [*start, *end])
        });
        Self(edges.collect())
    }

    /// Numbers of the edges within reach (m) of a place on their right, the nearest first.
    pub fn near(&self, place: Vec2, reach: f32) -> Vec<u64> {
        let edges = (0..).zip(self.0.iter());
        let mut near: Vec<(f32, u64)> = edges
            .filter(|(_, edge)| side(**edge, place) < 0.0)
            .map(|(number, edge)| (distance_squared(*edge, place), number))
            .filter(|(squared, _)| *squared < reach * reach)
            .collect();
        near.sort_by(|one, other| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1)));
        near.into_iter().map(|(_, number)| number).collect()
    }

    /// Whether a disc (m) that goes straight from one place to the other meets no edge from its right side.
    pub fn can_see(&self, from: Vec2, to: Vec2, radius: f32) -> bool {
        let way = [from, to];
        let length_squared = from.distance_squared(to);
        let clear = |corner: f32| corner * corner > radius * radius * length_squared;
        self.0.iter().all(|edge| {
            // What is left behind, or passed on one side, hides nothing.
            if !(side(*edge, from) < 0.0 && side(*edge, to) > 0.0) {
                return true;
            }
            let [start, end] = edge.map(|corner| side(way, corner));
            start * end >= 0.0 && clear(start) && clear(end)
        })
    }
}
