//! The surface: convex polygons with their neighbours and boundary.

use glam::{DVec2, Vec2};

use super::relief::Relief;
use crate::geometry::Bounds;
use crate::space::{ShapeIndex, Topology};

/// No polygon on the other side: the edge is boundary.
pub(super) const NOTHING: u32 = u32::MAX;

/// Walkable ground as convex polygons that share edges.
#[derive(Clone, Debug, Default)]
pub(super) struct Surface {
    pub(super) vertices: Vec<Vec2>,
    /// Where the corners of each polygon begin; one more at the end.
    starts: Vec<u32>,
    /// Vertices of all polygons, counter-clockwise. Corner `k` is also the edge from it to the next
    /// one.
    corners: Vec<u32>,
    /// For each edge the polygon beyond it, or [`NOTHING`].
    neighbors: Vec<u32>,
    /// For each polygon the connected part it belongs to, numbered in order of their first polygon.
    islands: Vec<u32>,
    /// Edges with nothing beyond.
    boundary: Vec<Edge>,
    pub(super) relief: Relief,
    polygon_index: ShapeIndex,
    boundary_index: ShapeIndex,
    /// How far a place may be from a polygon and still count as on it (m): what rounding takes.
    pub(super) tolerance: f64,
}

/// An edge of a polygon.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub(super) polygon: u32,
    pub(super) from: u32,
    pub(super) to: u32,
    pub(super) neighbor: u32,
}

impl Surface {
    /// Connects polygons that share two vertices along an edge. Vertices that none uses are
    /// dropped.
    pub(super) fn new(
        vertices: &[Vec2],
        polygons: &[Vec<u32>],
        relief: Relief,
        tolerance: f64,
    ) -> Self {
        let mut surface = Self {
            starts: vec![0],
            relief,
            tolerance,
            ..Self::default()
        };
        let mut place_of = vec![NOTHING; vertices.len()];
        for polygon in polygons {
            for &vertex in polygon {
                let place = &mut place_of[vertex as usize];
                if *place == NOTHING {
                    *place = surface.vertices.len() as u32;
                    surface.vertices.push(vertices[vertex as usize]);
                }
                surface.corners.push(*place);
            }
            surface.starts.push(surface.corners.len() as u32);
        }
        surface.connect();
        surface.number_islands();
        surface.list_boundary();
        surface.build_indexes();
        surface
    }

    pub(super) fn polygon_count(&self) -> usize {
        self.islands.len()
    }

    pub(super) fn island_count(&self) -> usize {
        self.islands
            .iter()
            .max()
            .map_or(0, |last| *last as usize + 1)
    }

    pub(super) fn island(&self, polygon: u32) -> u32 {
        self.islands[polygon as usize]
    }

    pub(super) fn corners(&self, polygon: u32) -> &[u32] {
        &self.corners[self.range(polygon)]
    }

    pub(super) fn edges(&self, polygon: u32) -> impl Iterator<Item = Edge> + '_ {
        let range = self.range(polygon);
        let (first, last) = (range.start, range.end - 1);
        range.map(move |corner| Edge {
            polygon,
            from: self.corners[corner],
            to: self.corners[if corner == last { first } else { corner + 1 }],
            neighbor: self.neighbors[corner],
        })
    }

    pub(super) fn vertex(&self, vertex: u32) -> DVec2 {
        self.vertices[vertex as usize].as_dvec2()
    }

    /// Middle of the corners of a polygon (m).
    pub(super) fn center(&self, polygon: u32) -> DVec2 {
        let corners = self.corners(polygon);
        let sum: DVec2 = corners.iter().map(|it| self.vertex(*it)).sum();
        sum / corners.len() as f64
    }

    pub(super) fn boundary(&self) -> &[Edge] {
        &self.boundary
    }

    /// Fills `found` with the polygons whose boxes touch `area`, in order.
    pub(super) fn polygons_near(&self, area: Bounds, found: &mut Vec<(u32, Vec2)>) {
        self.polygon_index.touching(area, found);
    }

    /// Fills `found` with the places in [`boundary`](Self::boundary) of the edges whose boxes touch
    /// `area`.
    pub(super) fn boundary_near(&self, area: Bounds, found: &mut Vec<(u32, Vec2)>) {
        self.boundary_index.touching(area, found);
    }

    /// The box around everything; `None` if nothing is walkable.
    pub(super) fn bounds(&self) -> Option<Bounds> {
        bounds_of(&self.vertices)
    }

    fn range(&self, polygon: u32) -> std::ops::Range<usize> {
        self.starts[polygon as usize] as usize..self.starts[polygon as usize + 1] as usize
    }

    fn connect(&mut self) {
        let mut ends = Vec::with_capacity(self.corners.len());
        for polygon in 0..self.starts.len() as u32 - 1 {
            let range = self.range(polygon);
            for corner in range.clone() {
                let next = if corner + 1 == range.end {
                    range.start
                } else {
                    corner + 1
                };
                let (from, to) = (self.corners[corner], self.corners[next]);
                ends.push((from.min(to), from.max(to), polygon, corner));
            }
        }
        ends.sort_unstable();
        self.neighbors = vec![NOTHING; self.corners.len()];
        for same in ends.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
            // Three polygons on one edge have no inside and outside; they stay apart.
            if let [one, other] = same {
                self.neighbors[one.3] = other.2;
                self.neighbors[other.3] = one.2;
            }
        }
    }

    fn number_islands(&mut self) {
        self.islands = vec![NOTHING; self.starts.len() - 1];
        let mut count = 0;
        for first in 0..self.islands.len() as u32 {
            if self.islands[first as usize] != NOTHING {
                continue;
            }
            let mut waiting = vec![first];
            self.islands[first as usize] = count;
            while let Some(polygon) = waiting.pop() {
                for corner in self.range(polygon) {
                    let neighbor = self.neighbors[corner];
                    if neighbor != NOTHING && self.islands[neighbor as usize] == NOTHING {
                        self.islands[neighbor as usize] = count;
                        waiting.push(neighbor);
                    }
                }
            }
            count += 1;
        }
    }

    fn list_boundary(&mut self) {
        let boundary = (0..self.polygon_count() as u32)
            .flat_map(|polygon| self.edges(polygon))
            .filter(|edge| edge.neighbor == NOTHING)
            .collect();
        self.boundary = boundary;
    }

    fn build_indexes(&mut self) {
        let polygons: Vec<Bounds> = (0..self.polygon_count() as u32)
            .filter_map(|polygon| {
                let corners = self.corners(polygon);
                let points: Vec<Vec2> = corners
                    .iter()
                    .map(|it| self.vertices[*it as usize])
                    .collect();
                bounds_of(&points)
            })
            .collect();
        let edges = self.boundary.iter().map(|edge| {
            let (from, to) = (
                self.vertices[edge.from as usize],
                self.vertices[edge.to as usize],
            );
            Bounds {
                min: from.min(to),
                max: from.max(to),
            }
        });
        self.boundary_index.rebuild(edges, Topology::Open);
        self.polygon_index.rebuild(polygons, Topology::Open);
    }
}

fn bounds_of(points: &[Vec2]) -> Option<Bounds> {
    let first = *points.first()?;
    Some(points.iter().fold(
        Bounds {
            min: first,
            max: first,
        },
        |bounds, point| Bounds {
            min: bounds.min.min(*point),
            max: bounds.max.max(*point),
        },
    ))
}
