//! How high the ground is.

use std::sync::Arc;

use glam::DVec2;

/// How high the ground is: measured cell by cell, or flat at height 0.
#[derive(Clone, Debug, Default)]
pub(super) struct Relief {
    ground: Option<Ground>,
}

#[derive(Clone, Debug)]
struct Ground {
    cells: Arc<Cells>,
    /// For each polygon the region it belongs to and the height of its corners on average (m).
    polygons: Vec<(u16, f32)>,
}

/// The floors of a grid of cells. No region has two floors in one cell.
#[derive(Debug)]
pub(super) struct Cells {
    /// Lower left corner of the first cell (m).
    pub(super) origin: DVec2,
    /// Size of a cell (m).
    pub(super) size: f64,
    pub(super) columns: usize,
    /// Where the floors of each cell begin, row by row upward; one more at the end.
    pub(super) starts: Vec<u32>,
    /// Region and height (m) of each floor.
    pub(super) floors: Vec<(u16, f32)>,
}

/// How far from a place that no cell covers one is looked for (cells).
const FARTHEST: i64 = 4;

impl Relief {
    /// Heights of cells, and for each polygon its region and the height of its corners on average
    /// (m).
    #[cfg(feature = "levels")]
    pub(super) fn measured(cells: Cells, polygons: Vec<(u16, f32)>) -> Self {
        let cells = Arc::new(cells);
        Self {
            ground: Some(Ground { cells, polygons }),
        }
    }

    pub(super) fn is_flat(&self) -> bool {
        self.ground.is_none()
    }

    /// Height of a polygon's ground at a place that lies on it (m).
    pub(super) fn height(&self, polygon: u32, position: DVec2) -> f32 {
        let Some(ground) = &self.ground else {
            return 0.0;
        };
        let (region, average) = ground.polygons[polygon as usize];
        let cells = &ground.cells;
        cells
            .between(region, position)
            .or_else(|| cells.nearby(region, position))
            .unwrap_or(average)
    }
}

impl Cells {
    /// The height between the middles of the four cells around a place, of those that the region
    /// covers.
    fn between(&self, region: u16, position: DVec2) -> Option<f32> {
        let place = (position - self.origin) / self.size - DVec2::splat(0.5);
        let corner = place.floor();
        let share = place - corner;
        let (column, row) = (corner.x as i64, corner.y as i64);
        let (mut sum, mut weights) = (0.0, 0.0);
        for (right, up) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
            let along = if right == 1 { share.x } else { 1.0 - share.x };
            let across = if up == 1 { share.y } else { 1.0 - share.y };
            if let Some(height) = self.height(region, column + right, row + up) {
                sum += along * across * f64::from(height);
                weights += along * across;
            }
        }
        (weights > 1e-3).then(|| (sum / weights) as f32)
    }

    /// The height of the nearest cell of the region: outlines stand out of their cells a little.
    fn nearby(&self, region: u16, position: DVec2) -> Option<f32> {
        let place = (position - self.origin) / self.size;
        let (column, row) = (place.x.floor() as i64, place.y.floor() as i64);
        let mut best: Option<(i64, f32)> = None;
        for up in -FARTHEST..=FARTHEST {
            for right in -FARTHEST..=FARTHEST {
                let distance = right * right + up * up;
                if best.is_none_or(|best| distance < best.0)
                    && let Some(height) = self.height(region, column + right, row + up)
                {
                    best = Some((distance, height));
                }
            }
        }
        best.map(|best| best.1)
    }

    fn height(&self, region: u16, column: i64, row: i64) -> Option<f32> {
        let column = usize::try_from(column)
            .ok()
            .filter(|it| *it < self.columns)?;
        let cell = usize::try_from(row).ok()? * self.columns + column;
        let (start, end) = (*self.starts.get(cell)?, *self.starts.get(cell + 1)?);
        self.floors[start as usize..end as usize]
            .iter()
            .find(|floor| floor.0 == region)
            .map(|floor| floor.1)
    }
}
