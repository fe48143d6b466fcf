//! When a straight motion first comes near enough to a point or a box at the origin.

use glam::DVec2;

/// The earliest share of the way, from 0 to 1, at which a point that goes from `start` along `way`
/// is within `radius` of the origin.
pub(super) fn first_within(start: DVec2, way: DVec2, radius: f64) -> Option<f64> {
    let excess = start.length_squared() - radius * radius;
    if excess <= 0.0 {
        return Some(0.0);
    }
    let approach = -start.dot(way);
    if approach <= 0.0 {
        return None;
    }
    let discriminant = approach * approach - way.length_squared() * excess;
    if discriminant < 0.0 {
        return None;
    }
    // This form of the smaller root loses no digits.
    let share = excess / (approach + discriminant.sqrt());
    (share <= 1.0).then_some(share)
}

/// The same for coming within `radius` of a box around the origin with half its width and height
/// `half`.
pub(super) fn first_within_of_box(
    start: DVec2,
    way: DVec2,
    half: DVec2,
    radius: f64,
) -> Option<f64> {
    let wide = first_inside(start, way, half + DVec2::new(radius, 0.0));
    let high = first_inside(start, way, half + DVec2::new(0.0, radius));
    let corners = [
        half,
        DVec2::new(-half.x, half.y),
        -half,
        DVec2::new(half.x, -half.y),
    ];
    corners
        .into_iter()
        .map(|corner| first_within(start - corner, way, radius))
        .chain([wide, high])
        .flatten()
        .min_by(f64::total_cmp)
}

/// The same for being inside a box around the origin.
fn first_inside(start: DVec2, way: DVec2, half: DVec2) -> Option<f64> {
    let mut enters: f64 = 0.0;
    let mut leaves: f64 = 1.0;
    for (start, way, half) in [(start.x, way.x, half.x), (start.y, way.y, half.y)] {
        if way == 0.0 {
            if start.abs() > half {
                return None;
            }
        } else {
            let one = (-half - start) / way;
            let other = (half - start) / way;
            enters = enters.max(one.min(other));
            leaves = leaves.min(one.max(other));
        }
    }
    (enters <= leaves).then_some(enters)
}

/// Distance from a point to a box around the origin; 0 inside.
pub(super) fn distance_to_box(point: DVec2, half: DVec2) -> f64 {
    (point.abs() - half).max(DVec2::ZERO).length()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(x: f64, y: f64) -> DVec2 {
        DVec2::new(x, y)
    }

    #[test]
    fn entry_into_a_disc() {
        assert_eq!(first_within(at(-5.0, 0.0), at(10.0, 0.0), 1.0), Some(0.4));
        assert_eq!(first_within(at(-5.0, 0.0), at(3.0, 0.0), 1.0), None);
        assert_eq!(first_within(at(-5.0, 0.0), at(-10.0, 0.0), 1.0), None);
        assert_eq!(first_within(at(-5.0, 2.0), at(10.0, 0.0), 1.0), None);
        assert_eq!(first_within(at(0.5, 0.0), at(0.0, 0.0), 1.0), Some(0.0));
        assert_eq!(first_within(at(2.0, 0.0), at(0.0, 0.0), 1.0), None);
    }

    #[test]
    fn entry_into_a_rounded_box() {
        let half = at(2.0, 1.0);
        assert_eq!(
            first_within_of_box(at(-5.0, 0.0), at(5.0, 0.0), half, 1.0),
            Some(0.4)
        );
        assert_eq!(
            first_within_of_box(at(0.0, 5.0), at(0.0, -6.0), half, 1.0),
            Some(0.5)
        );
        assert_eq!(
            first_within_of_box(at(0.0, 0.0), at(0.0, 0.0), half, 0.0),
            Some(0.0)
        );
        // Past the corner at a distance of more than the radius, though inside the box grown by it.
        assert_eq!(
            first_within_of_box(at(2.9, 1.9), at(0.0, 0.0), half, 1.0),
            None
        );
        let diagonal = first_within_of_box(at(6.0, 5.0), at(-4.0, -4.0), half, 1.0).unwrap();
        assert!((diagonal - (1.0 - 0.5f64.sqrt() / 4.0)).abs() < 1e-12);
    }

    #[test]
    fn distance_from_a_box() {
        assert_eq!(distance_to_box(at(5.0, 5.0), at(2.0, 1.0)), 5.0);
        assert_eq!(distance_to_box(at(0.0, -3.0), at(2.0, 1.0)), 2.0);
        assert_eq!(distance_to_box(at(1.0, 0.5), at(2.0, 1.0)), 0.0);
    }
}
