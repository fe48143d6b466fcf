//! Where a world that wraps shows the same thing again.

use glam::Vec2;
use sidestep_scene::recording::WorldBounds;

use super::extent::{Extent, wrapping_box};

/// Most images of one thing along each axis: more say nothing more.
const MOST: f32 = 3.0;

/// By how much something within a box must be moved to appear in the world (m), once for each of
/// its images there. Where the world doesn't wrap it stays where it is.
pub fn images(bounds: &WorldBounds, thing: Extent) -> Vec<Vec2> {
    let Some(world) = wrapping_box(bounds) else {
        return vec![Vec2::ZERO];
    };
    if thing.is_empty() || !thing.size().is_finite() {
        return vec![Vec2::ZERO];
    }
    let size = world.size();
    let first = ((thing.min - world.min) / size).floor();
    // What only touches the far edge has no image behind it.
    let last = ((thing.max - world.min) / size).ceil() - Vec2::ONE;
    let laps = |first: f32, last: f32| {
        let count = (last - first).clamp(0.0, MOST - 1.0) as u32;
        (0..=count).map(move |lap| first + lap as f32)
    };
    laps(first.y, last.y)
        .flat_map(|row| laps(first.x, last.x).map(move |column| Vec2::new(column, row) * -size))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn around(center: Vec2, reach: f32) -> Extent {
        let mut extent = Extent::default();
        extent.add_disc(center, reach);
        extent
    }

    #[test]
    fn what_lies_across_an_edge_is_shown_on_both_sides_and_across_a_corner_four_times() {
        let world = WorldBounds::Torus {
            min: Vec2::new(-10.0, -5.0),
            max: Vec2::new(10.0, 5.0),
        };
        let shown = |x: f32, y: f32| images(&world, around(Vec2::new(x, y), 1.0));
        assert_eq!(shown(0.0, 0.0), [Vec2::ZERO]);
        assert_eq!(shown(9.5, 0.0), [Vec2::ZERO, Vec2::new(-20.0, 0.0)]);
        assert_eq!(shown(-9.5, 0.0), [Vec2::new(20.0, 0.0), Vec2::ZERO]);
        assert_eq!(shown(10.0, 5.0).len(), 4);
        // Laps away, it is shown where it belongs.
        assert_eq!(shown(42.0, -20.0), [Vec2::new(-40.0, 20.0)]);
        assert_eq!(images(&world, around(Vec2::ZERO, 1e6)).len(), 9);
        assert_eq!(
            images(&WorldBounds::Open, around(Vec2::ZERO, 1.0)),
            [Vec2::ZERO]
        );
    }
}
