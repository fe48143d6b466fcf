//! Straight lines that touch two circles.

use glam::DVec2;

use crate::ON_OUTLINE;

/// A circle, or with radius 0 a point.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Round {
    pub(crate) center: DVec2,
    pub(crate) radius: f64,
}

impl Round {
    pub(crate) const fn point(center: DVec2) -> Self {
        Self {
            center,
            radius: 0.0,
        }
    }
}

/// Where the straight lines that touch both circles touch the first and the second: two with both
/// on the same side, two that cross over between them. Fewer where the circles lie in each other.
pub(crate) fn tangents(first: Round, second: Round) -> Vec<[DVec2; 2]> {
    let mut found = Vec::new();
    let between = second.center - first.center;
    let distance = between.length();
    if distance == 0.0 {
        return found;
    }
    let along = between / distance;
    for side in [1.0, -1.0] {
        // With n the normal of the line and s = ±1 for the side of the second circle, the line
        // touches both if n · between = r₁ − s·r₂.
        let reach = first.radius - side * second.radius;
        // Of a point on the circle both tangents are one.
        if reach.abs() > distance + ON_OUTLINE {
            continue;
        }
        let cosine = (reach / distance).clamp(-1.0, 1.0);
        let sine = (1.0 - cosine * cosine).sqrt();
        for turn in [sine, -sine] {
            let normal = along * cosine + along.perp() * turn;
            found.push([
                first.center + normal * first.radius,
                second.center + normal * (side * second.radius),
            ]);
        }
    }
    found
}
