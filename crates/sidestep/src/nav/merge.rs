//! Triangles merged to convex polygons.

use i_overlay::i_float::int::point::IntPoint;

use super::triangulate::Triangles;

/// Merges triangles to convex polygons by leaving out edges between them, the longest first: at
/// most four times as many polygons as needed (Hertel and Mehlhorn, 1983), and fewer thin ones.
pub(super) fn convex_polygons(mesh: &Triangles) -> Vec<Vec<u32>> {
    let mut edges = HalfEdges::new(mesh);
    for edge in edges.inner_longest_first(&mesh.vertices) {
        edges.leave_out_if_convex(edge, &mesh.vertices);
    }
    edges.loops()
}

/// The sides of all triangles. Side `k` of triangle `t` is edge `3 t + k`.
struct HalfEdges {
    /// Vertex where each edge begins.
    origin: Vec<u32>,
    next: Vec<u32>,
    previous: Vec<u32>,
    /// The same edge seen from the other side.
    twin: Vec<Option<u32>>,
    left_out: Vec<bool>,
}

impl HalfEdges {
    fn new(mesh: &Triangles) -> Self {
        let origin: Vec<u32> = mesh.triangles.iter().flatten().copied().collect();
        let count = origin.len() as u32;
        let next: Vec<u32> = (0..count).map(|it| it - it % 3 + (it + 1) % 3).collect();
        let previous = (0..count).map(|it| it - it % 3 + (it + 2) % 3).collect();
        let mut ends: Vec<(u32, u32, u32)> = (0..count)
            .map(|edge| {
                let (from, to) = (origin[edge as usize], origin[next[edge as usize] as usize]);
                (from.min(to), from.max(to), edge)
            })
            .collect();
        ends.sort_unstable();
        let mut twin = vec![None; origin.len()];
        for pair in ends.windows(2) {
            if (pair[0].0, pair[0].1) == (pair[1].0, pair[1].1) {
                twin[pair[0].2 as usize] = Some(pair[1].2);
                twin[pair[1].2 as usize] = Some(pair[0].2);
            }
        }
        let left_out = vec![false; origin.len()];
        Self {
            origin,
            next,
            previous,
            twin,
            left_out,
        }
    }

    fn inner_longest_first(&self, vertices: &[IntPoint]) -> Vec<u32> {
        let mut inner: Vec<(i64, u32)> = (0u32..)
            .zip(&self.twin)
            .filter(|(edge, twin)| twin.is_some_and(|twin| *edge < twin))
            .map(|(edge, _)| {
                let from = vertices[self.origin[edge as usize] as usize];
                let to = vertices[self.end(edge) as usize];
                let (x, y) = (i64::from(to.x - from.x), i64::from(to.y - from.y));
                (-(x * x + y * y), edge)
            })
            .collect();
        inner.sort_unstable();
        inner.into_iter().map(|(_, edge)| edge).collect()
    }

    fn end(&self, edge: u32) -> u32 {
        self.origin[self.next[edge as usize] as usize]
    }

    fn leave_out_if_convex(&mut self, edge: u32, vertices: &[IntPoint]) {
        let Some(twin) = self.twin[edge as usize] else {
            return;
        };
        let (before, after) = (self.previous[edge as usize], self.next[edge as usize]);
        let (twin_before, twin_after) = (self.previous[twin as usize], self.next[twin as usize]);
        if !self.turns_left(before, twin_after, vertices)
            || !self.turns_left(twin_before, after, vertices)
        {
            return;
        }
        self.join(before, twin_after);
        self.join(twin_before, after);
        self.left_out[edge as usize] = true;
        self.left_out[twin as usize] = true;
    }

    /// Whether the outline turns left, or goes straight on, from one edge to another that begins
    /// where it ends.
    fn turns_left(&self, edge: u32, following: u32, vertices: &[IntPoint]) -> bool {
        let a = vertices[self.origin[edge as usize] as usize];
        let b = vertices[self.origin[following as usize] as usize];
        let c = vertices[self.end(following) as usize];
        let cross = i64::from(b.x - a.x) * i64::from(c.y - b.y)
            - i64::from(b.y - a.y) * i64::from(c.x - b.x);
        cross >= 0
    }

    fn join(&mut self, edge: u32, following: u32) {
        self.next[edge as usize] = following;
        self.previous[following as usize] = edge;
    }

    fn loops(&self) -> Vec<Vec<u32>> {
        let mut seen = self.left_out.clone();
        let mut polygons = Vec::new();
        for first in 0..self.origin.len() {
            let mut polygon = Vec::new();
            let mut edge = first;
            while !seen[edge] {
                seen[edge] = true;
                polygon.push(self.origin[edge]);
                edge = self.next[edge] as usize;
            }
            if !polygon.is_empty() {
                polygons.push(polygon);
            }
        }
        polygons
    }
}
