//! How the world's edges join: on a torus the shortest way between two points may lead across a
//! seam.

use super::box_tree::Extent;
use crate::recording::WorldBounds;
use glam::DVec2;
use serde::{Deserialize, Serialize};

/// The edges of the world, as far as distances care.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(super) struct Edges {
    torus: Option<Extent>,
}

impl Edges {
    /// Reads the bounds; a torus without a positive, finite size counts as open.
    pub(super) fn new(bounds: &WorldBounds) -> Self {
        let torus = match bounds {
            WorldBounds::Torus { min, max } => {
                let extent = Extent {
                    min: min.as_dvec2(),
                    max: max.as_dvec2(),
                };
                let size = extent.max - extent.min;
                (size.is_finite() && size.min_element() > 0.0).then_some(extent)
            }
            WorldBounds::Open | WorldBounds::Walled { .. } => None,
        };
        Self { torus }
    }

    /// The shortest way that has the same end as `way` (m).
    pub(super) fn shortest(&self, way: DVec2) -> DVec2 {
        match self.torus {
            None => way,
            Some(extent) => {
                let size = extent.max - extent.min;
                way - size * (way / size).round()
            }
        }
    }

    /// The offset that brings `point` into the torus; zero without one.
    pub(super) fn offset_home(&self, point: DVec2) -> DVec2 {
        match self.torus {
            None => DVec2::ZERO,
            Some(extent) => {
                let size = extent.max - extent.min;
                -size * ((point - extent.min) / size).floor()
            }
        }
    }

    /// The offsets under which something in `area` may meet something in `others`: zero, and on a
    /// torus those that carry it across the seams. Both must lie less than one world size outside
    /// the torus.
    pub(super) fn images(&self, area: Extent, others: Extent) -> impl Iterator<Item = DVec2> {
        let size = self.torus.map(|extent| extent.max - extent.min);
        let rounds = if size.is_some() { -1..=1 } else { 0..=0 };
        let size = size.unwrap_or_default();
        rounds
            .clone()
            .flat_map(move |x| {
                rounds
                    .clone()
                    .map(move |y| DVec2::new(x as f64, y as f64) * size)
            })
            .filter(move |&offset| area.moved(offset).meets(others))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec2;

    fn torus() -> Edges {
        Edges::new(&WorldBounds::Torus {
            min: Vec2::new(-10.0, 0.0),
            max: Vec2::new(10.0, 8.0),
        })
    }

    #[test]
    fn the_shortest_way_crosses_the_seam() {
        assert_eq!(
            torus().shortest(DVec2::new(19.0, -7.0)),
            DVec2::new(-1.0, 1.0)
        );
        assert_eq!(torus().shortest(DVec2::new(9.0, 3.0)), DVec2::new(9.0, 3.0));
        let open = Edges::new(&WorldBounds::Open);
        assert_eq!(
            open.shortest(DVec2::new(19.0, -7.0)),
            DVec2::new(19.0, -7.0)
        );
    }

    #[test]
    fn points_outside_come_home() {
        let point = DVec2::new(31.0, -1.0);
        assert_eq!(point + torus().offset_home(point), DVec2::new(-9.0, 7.0));
    }

    #[test]
    fn an_area_in_the_corner_has_four_images_that_matter() {
        let corner = Extent {
            min: DVec2::new(9.0, 7.0),
            max: DVec2::new(11.0, 9.0),
        };
        let world = Extent {
            min: DVec2::new(-10.0, 0.0),
            max: DVec2::new(10.0, 8.0),
        };
        assert_eq!(torus().images(corner, world).count(), 4);
        assert_eq!(Edges::default().images(corner, world).count(), 1);
    }
}
