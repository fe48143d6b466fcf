//! The edges of walkable space as walls.

use glam::Vec2;

use super::{GroundPoint, NavMesh};
use crate::space::Floor;

/// Most pieces that an edge is cut into.
const MOST_PIECES: f32 = 4096.0;

/// A straight piece of the edge of walkable space, as a wall.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeshEdge {
    /// Where it begins and ends (m), walkable ground on its left.
    pub ends: [Vec2; 2],
    /// Heights between which it stops a body (m).
    pub floor: Floor,
}

impl NavMesh {
    /// The edges of the mesh as walls for bodies that stand at most `climb` metres higher than they.
    /// Those that rise, as beside a ramp, come in pieces that each rise by no more than `climb`: who
    /// passes beneath the higher end isn't stopped by what the lower end is there for. With a `climb`
    /// that isn't above 0 they stay whole.
    #[must_use]
    pub fn edges(&self, climb: f32) -> Vec<MeshEdge> {
        let mut edges = Vec::new();
        for edge in self.boundary_edges() {
            let (start, end) = (edge.at(0.0), edge.at(1.0));
            // Half a climb to the side rises by half of it where it is as steep as usual.
            let pieces = start.position.distance(end.position) / (0.5 * climb);
            let pieces = if climb > 0.0 {
                pieces.ceil().clamp(1.0, MOST_PIECES)
            } else {
                1.0
            };
            let mut from = start;
            let mut heights = [start.height, start.height];
            let mut last = start;
            for piece in 1..=pieces as u32 {
                let next = edge.at(f64::from(piece) / f64::from(pieces));
                let grown = [heights[0].min(next.height), heights[1].max(next.height)];
                if grown[1] - grown[0] > climb && from.position != last.position {
                    edges.push(wall(from, last, heights, climb));
                    from = last;
                    heights = [last.height.min(next.height), last.height.max(next.height)];
                } else {
                    heights = grown;
                }
                last = next;
            }
            edges.push(wall(from, end, heights, climb));
        }
        edges
    }
}

fn wall(from: GroundPoint, to: GroundPoint, [low, high]: [f32; 2], climb: f32) -> MeshEdge {
    MeshEdge {
        ends: [from.position, to.position],
        floor: Floor {
            low,
            high: high + climb.max(0.0),
        },
    }
}
