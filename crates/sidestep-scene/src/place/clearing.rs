//! What space is taken, and whether a disc fits in between.

use std::collections::BTreeMap;

use glam::Vec2;

use crate::format::Region;
use crate::recording::{Outline, WallSetting, WorldBounds};

use super::layout::Layout;
use super::layout_agent::LayoutAgent;
use super::layout_obstacle::LayoutObstacle;
use super::random::Stream;

/// How often a place is drawn anew before the scene counts as full. Discs thrown at random cover up
/// to some 50 % of a region with this many tries.
pub const MOST_TRIES: usize = 2000;
/// Free gap (m) between bodies that start at random places.
pub(super) const START_GAP: f64 = 0.001;

/// Something that takes up space.
#[derive(Clone, Debug)]
pub(super) enum Solid {
    /// A disc: centre and radius.
    Disc([f64; 2], f64),
    /// A convex polygon, counter-clockwise.
    Polygon(Vec<[f64; 2]>),
    /// A line from one point to the other.
    Line([f64; 2], [f64; 2]),
}

impl Solid {
    /// The solid of an obstacle.
    pub fn of(outline: &Outline) -> Self {
        match outline {
            Outline::Circle { center, radius } => Self::Disc(double(*center), f64::from(*radius)),
            Outline::Polygon { points } => {
                Self::Polygon(points.iter().map(|point| double(*point)).collect())
            }
        }
    }

    /// The solid of a piece of wall, if it is there.
    pub fn of_wall(wall: &WallSetting) -> Option<Self> {
        let corners: Vec<[f64; 2]> = wall.corners().into_iter().map(double).collect();
        match corners.as_slice() {
            [] => None,
            [from, to] => Some(Self::Line(*from, *to)),
            _ => Some(Self::Polygon(corners)),
        }
    }

    /// Distance from a point to the nearest part of it; 0 or less inside.
    pub fn distance(&self, point: [f64; 2]) -> f64 {
        match self {
            Self::Disc(center, radius) => length(minus(point, *center)) - radius,
            Self::Line(from, to) => to_segment(point, *from, *to),
            Self::Polygon(corners) => {
                let edges = || corners.iter().zip(corners.iter().cycle().skip(1));
                let inside = edges().all(|(from, to)| {
                    let (edge, to_point) = (minus(*to, *from), minus(point, *from));
                    edge[0] * to_point[1] - edge[1] * to_point[0] >= 0.0
                });
                let nearest = edges()
                    .map(|(from, to)| to_segment(point, *from, *to))
                    .fold(f64::INFINITY, f64::min);
                if inside { -nearest } else { nearest }
            }
        }
    }

    /// Lower left and upper right corner of the box round it.
    fn extent(&self) -> [[f64; 2]; 2] {
        match self {
            Self::Disc([x, y], radius) => [[x - radius, y - radius], [x + radius, y + radius]],
            Self::Line(from, to) => extent_of(&[*from, *to]),
            Self::Polygon(corners) => extent_of(corners),
        }
    }
}

/// All that takes up space, sorted into square cells.
#[derive(Clone, Debug)]
pub(super) struct Clearing {
    bounds: WorldBounds,
    cell: f64,
    solids: Vec<Solid>,
    /// From which height to which each stands (m); `None`: at all.
    heights: Vec<Option<[f32; 2]>>,
    cells: BTreeMap<(i64, i64), Vec<usize>>,
    /// Those that would fill very many cells.
    large: Vec<usize>,
}

/// A solid that covers more cells than this is kept apart from them.
const MOST_CELLS: i64 = 1024;

impl Clearing {
    /// Nothing yet. `cell` (m) should be about the size of what is looked up; coarser is slower.
    pub fn new(bounds: WorldBounds, cell: f64) -> Self {
        Self {
            bounds,
            cell: cell.max(0.01),
            solids: Vec::new(),
            heights: Vec::new(),
            cells: BTreeMap::new(),
            large: Vec::new(),
        }
    }

    /// The walls of a layout, and the obstacles that are chosen, to place such agents among them.
    pub fn of(
        layout: &Layout,
        agents: &[LayoutAgent],
        chosen: impl Fn(&LayoutObstacle) -> bool,
    ) -> Self {
        let widest = agents.iter().map(|agent| agent.radius).fold(0.0, f32::max);
        let mut clearing = Self::new(layout.bounds, 2.0 * f64::from(widest));
        for solid in layout.walls.iter().filter_map(Solid::of_wall) {
            clearing.add(solid);
        }
        for obstacle in layout.obstacles.iter().filter(|obstacle| chosen(obstacle)) {
            clearing.add_between(Solid::of(&obstacle.outline_at_rest()), obstacle.heights);
        }
        clearing
    }

    /// Takes the space of a solid.
    pub fn add(&mut self, solid: Solid) {
        self.add_between(solid, None);
    }

    /// Takes the space of a solid from one height to another (m); `None`: at all heights.
    pub fn add_between(&mut self, solid: Solid, heights: Option<[f32; 2]>) {
        self.heights.push(heights);
        let index = self.solids.len();
        let [low, high] = solid.extent().map(|corner| self.cell_of(corner));
        self.solids.push(solid);
        let columns = high.0.saturating_sub(low.0).saturating_add(1);
        let rows = high.1.saturating_sub(low.1).saturating_add(1);
        if columns.saturating_mul(rows) > MOST_CELLS {
            self.large.push(index);
            return;
        }
        for column in low.0..=high.0 {
            for row in low.1..=high.1 {
                self.cells.entry((column, row)).or_default().push(index);
            }
        }
    }

    /// Whether a disc lies within the edges of the world and at least `gap` from all that is there.
    /// On a torus it may lie across an edge, and then keeps clear of what is on the other side too.
    pub fn is_free(&self, center: [f64; 2], radius: f64, gap: f64) -> bool {
        self.is_free_between(center, radius, gap, None)
    }

    /// As [`Clearing::is_free`], for a body from one height to another (m); `None`: at all heights.
    pub fn is_free_between(
        &self,
        center: [f64; 2],
        radius: f64,
        gap: f64,
        heights: Option<[f32; 2]>,
    ) -> bool {
        let reach = radius + gap;
        match self.bounds {
            WorldBounds::Open => self.is_free_of_solids(center, reach, heights),
            WorldBounds::Walled { min, max } => {
                let (min, max) = (double(min), double(max));
                (0..2).all(|axis| {
                    center[axis] - reach >= min[axis] && center[axis] + reach <= max[axis]
                }) && self.is_free_of_solids(center, reach, heights)
            }
            WorldBounds::Torus { min, max } => {
                let (min, max) = (double(min), double(max));
                let shifts = |axis: usize| {
                    let width = max[axis] - min[axis];
                    // Solids may hang over an edge as well, so both images are always looked at.
                    [0.0, width, -width]
                };
                (0..2).all(|axis| (min[axis]..max[axis]).contains(&center[axis]))
                    && shifts(0).into_iter().all(|x| {
                        shifts(1).into_iter().all(|y| {
                            let image = [center[0] + x, center[1] + y];
                            self.is_free_of_solids(image, reach, heights)
                        })
                    })
            }
        }
    }

    fn is_free_of_solids(&self, center: [f64; 2], reach: f64, heights: Option<[f32; 2]>) -> bool {
        let apart = |index: usize| {
            (self.heights[index].zip(heights))
                .is_some_and(|(one, other)| one[1] <= other[0] || other[1] <= one[0])
        };
        let is_clear =
            |index: &usize| self.solids[*index].distance(center) >= reach || apart(*index);
        if !self.large.iter().all(is_clear) {
            return false;
        }
        let low = self.cell_of([center[0] - reach, center[1] - reach]);
        let high = self.cell_of([center[0] + reach, center[1] + reach]);
        (low.0..=high.0).all(|column| {
            self.cells
                .range((column, low.1)..=(column, high.1))
                .all(|(_, indices)| indices.iter().all(is_clear))
        })
    }

    fn cell_of(&self, [x, y]: [f64; 2]) -> (i64, i64) {
        // Coordinates are at most 1e6 m and cells at least 1 cm, so this never saturates.
        (
            (x / self.cell).floor() as i64,
            (y / self.cell).floor() as i64,
        )
    }
}

/// A random centre of a disc that lies wholly inside a region; `None` if the region is too small.
pub(super) fn draw_center(stream: &mut Stream, region: Region, radius: f64) -> Option<Vec2> {
    let (min, max) = (region.min(), region.max());
    let (left, right) = (min.x() + radius, max.x() - radius);
    let (low, high) = (min.y() + radius, max.y() - radius);
    if left > right || low > high {
        return None;
    }
    let x = stream.between(left, right) as f32;
    let y = stream.between(low, high) as f32;
    Some(Vec2::new(x, y))
}

/// A point in the precision that placement works in.
pub(super) fn double(point: Vec2) -> [f64; 2] {
    [f64::from(point.x), f64::from(point.y)]
}

fn minus(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    [a[0] - b[0], a[1] - b[1]]
}

fn length([x, y]: [f64; 2]) -> f64 {
    (x * x + y * y).sqrt()
}

fn to_segment(point: [f64; 2], from: [f64; 2], to: [f64; 2]) -> f64 {
    let (line, offset) = (minus(to, from), minus(point, from));
    let square = line[0] * line[0] + line[1] * line[1];
    let along = if square > 0.0 {
        ((offset[0] * line[0] + offset[1] * line[1]) / square).clamp(0.0, 1.0)
    } else {
        0.0
    };
    length([offset[0] - line[0] * along, offset[1] - line[1] * along])
}

fn extent_of(points: &[[f64; 2]]) -> [[f64; 2]; 2] {
    let first = points.first().copied().unwrap_or_default();
    points.iter().fold([first, first], |[low, high], point| {
        [
            [low[0].min(point[0]), low[1].min(point[1])],
            [high[0].max(point[0]), high[1].max(point[1])],
        ]
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_to_each_solid() {
        let square = Solid::Polygon(vec![[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]]);
        assert_eq!(square.distance([5.0, 1.0]), 3.0);
        assert_eq!(square.distance([5.0, 6.0]), 5.0);
        assert_eq!(square.distance([1.0, 1.5]), -0.5);
        assert_eq!(Solid::Disc([0.0, 0.0], 1.0).distance([3.0, 4.0]), 4.0);
        assert_eq!(
            Solid::Line([0.0, 0.0], [4.0, 0.0]).distance([2.0, 3.0]),
            3.0
        );
        assert_eq!(
            Solid::Line([0.0, 0.0], [4.0, 0.0]).distance([7.0, 4.0]),
            5.0
        );
    }

    #[test]
    fn the_cells_change_nothing_but_speed() {
        let solids = |clearing: &mut Clearing| {
            for index in 0..40 {
                let place = f64::from(index);
                clearing.add(Solid::Disc([place * 1.7 % 9.0, place * 2.3 % 9.0], 0.2));
            }
            clearing.add(Solid::Line([-50.0, 4.0], [50.0, 5.0]));
        };
        let mut fine = Clearing::new(WorldBounds::Open, 0.05);
        let mut coarse = Clearing::new(WorldBounds::Open, 100.0);
        solids(&mut fine);
        solids(&mut coarse);
        let mut free = 0;
        for x in 0..60 {
            for y in 0..60 {
                let place = [f64::from(x) * 0.2 - 1.0, f64::from(y) * 0.2 - 1.0];
                let is_free = fine.is_free(place, 0.3, 0.05);
                assert_eq!(is_free, coarse.is_free(place, 0.3, 0.05), "{place:?}");
                free += usize::from(is_free);
            }
        }
        assert!((100..3500).contains(&free), "{free} of 3600 are free");
    }

    #[test]
    fn on_a_torus_the_other_side_is_near() {
        let bounds = WorldBounds::Torus {
            min: Vec2::ZERO,
            max: Vec2::splat(10.0),
        };
        let mut clearing = Clearing::new(bounds, 1.0);
        clearing.add(Solid::Disc([0.2, 5.0], 0.5));
        assert!(!clearing.is_free([9.7, 5.0], 0.5, 0.0));
        assert!(clearing.is_free([9.0, 5.0], 0.5, 0.0));
        assert!(!clearing.is_free([10.5, 1.0], 0.1, 0.0), "outside");
    }
}
