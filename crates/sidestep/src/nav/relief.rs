use glam::{DVec2, Vec3};

/// How high the ground is: triangles for each polygon of a surface, or nothing, which is flat at height 0.
#[derive(Clone, Debug, Default)]
pub(super) struct Relief {
    /// Where the triangles of each polygon begin; one more at the end. Empty if all is flat.
    starts: Vec<u32>,
    /// Corners: x and y on the plane, z the height (m).
    triangles: Vec<[Vec3; 3]>,
}

impl Relief {
    /// Adds the triangles of the next polygon.
    #[cfg(feature = "levels")]
    pub(super) fn push(&mut self, triangles: impl IntoIterator<Item = [Vec3; 3]>) {
        if self.starts.is_empty() {
            self.starts.push(0);
        }
        self.triangles.extend(triangles);
        self.starts.push(self.triangles.len() as u32);
    }

    pub(super) fn is_flat(&self) -> bool {
        self.starts.is_empty()
    }

    /// Height of a polygon's ground at a place that lies on it (m).
    pub(super) fn height(&self, polygon: u32, position: DVec2) -> f32 {
        let polygon = polygon as usize;
        let (Some(start), Some(end)) = (self.starts.get(polygon), self.starts.get(polygon + 1))
        else {
            return 0.0;
        };
        // The triangle that the place lies deepest in: on edges rounding decides, and both are right.
        let mut best = (f64::NEG_INFINITY, 0.0);
        for triangle in &self.triangles[*start as usize..*end as usize] {
            let (depth, height) = in_triangle(triangle, position);
            if depth > best.0 {
                best = (depth, height);
            }
        }
        best.1 as f32
    }
}

/// How deep in a triangle a place lies (its smallest weight, negative outside), and the height there.
fn in_triangle(triangle: &[Vec3; 3], position: DVec2) -> (f64, f64) {
    let [a, b, c] = triangle.map(|corner| corner.truncate().as_dvec2());
    let area = (b - a).perp_dot(c - a);
    if area == 0.0 {
        return (f64::NEG_INFINITY, 0.0);
    }
    let weights = [
        (c - b).perp_dot(position - b) / area,
        (a - c).perp_dot(position - c) / area,
        (b - a).perp_dot(position - a) / area,
    ];
    let depth = weights[0].min(weights[1]).min(weights[2]);
    // Outside, the height at the nearest edge or so: weights are cut off and brought back to a sum of one.
    let inside = weights.map(|weight| weight.max(0.0));
    let sum: f64 = inside.iter().sum();
    let height = (0..3)
        .map(|corner| inside[corner] * f64::from(triangle[corner].z))
        .sum::<f64>();
    (depth, height / sum)
}
