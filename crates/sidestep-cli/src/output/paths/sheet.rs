//! Where things are on the sheet: the map's place on the page, and metres to pixels.

use glam::Vec2;

use crate::output::extent::Extent;

/// Empty border around everything (px).
pub const BORDER: f32 = 56.0;
/// Room above the map for title and measures (px).
const HEAD: f32 = 124.0;
/// Largest width and height of the map (px).
const LARGEST: Vec2 = Vec2::new(1488.0, 1040.0);
/// Smallest width and height of the map (px): longer or higher worlds get empty ground at their
/// sides.
const SMALLEST: Vec2 = Vec2::new(960.0, 260.0);

/// The page, before the legend's height is known.
#[derive(Clone, Copy, Debug)]
pub struct Sheet {
    /// Part of the world that the map shows (m).
    pub window: Extent,
    /// Upper left corner of the map on the page (px).
    pub corner: Vec2,
    /// Size of the map on the page (px).
    pub size: Vec2,
    /// Pixels a metre.
    pub scale: f32,
}

impl Sheet {
    /// A page for a part of the world, which must have an area.
    pub fn new(shown: Extent) -> Self {
        let wanted = shown.size();
        let scale = (LARGEST / wanted).min_element();
        let size = (wanted * scale).max(SMALLEST);
        let spare = (size / scale - wanted) / 2.0;
        Self {
            window: Extent {
                min: shown.min - spare,
                max: shown.max + spare,
            },
            corner: Vec2::new(BORDER, HEAD),
            size,
            scale,
        }
    }

    /// A place in the world (m) as a place on the page (px).
    pub fn place(&self, point: Vec2) -> Vec2 {
        Vec2::new(
            self.corner.x + (point.x - self.window.min.x) * self.scale,
            self.corner.y + (self.window.max.y - point.y) * self.scale,
        )
    }

    /// Width of the page (px).
    pub fn width(&self) -> f32 {
        self.size.x + 2.0 * BORDER
    }

    /// Lower edge of the map (px).
    pub fn bottom(&self) -> f32 {
        self.corner.y + self.size.y
    }

    /// Distance between grid lines (m): 1, 2 or 5 times a power of ten, at least 90 px apart.
    pub fn grid_step(&self) -> f64 {
        round_length(f64::from(90.0 / self.scale))
    }

    /// Grid coordinates (m) between two values.
    pub fn grid(&self, from: f32, to: f32) -> impl Iterator<Item = f64> + use<> {
        let step = self.grid_step();
        let first = (f64::from(from) / step).ceil() as i64;
        let last = (f64::from(to) / step).floor() as i64;
        (first..=last).map(move |index| index as f64 * step)
    }
}

/// The smallest of 1, 2, 5 times a power of ten that is at least `length`.
pub fn round_length(length: f64) -> f64 {
    let power = 10_f64.powf(length.log10().floor());
    for factor in [1.0, 2.0, 5.0] {
        if factor * power >= length * 0.999_999 {
            return factor * power;
        }
    }
    10.0 * power
}

/// A length without zeros at its end, with a real minus sign: `0.5`, `20`, `−5`.
pub fn length_text(metres: f64) -> String {
    let rounded = (metres * 1e6).round() / 1e6;
    let text = format!("{}", rounded.abs());
    if rounded < 0.0 {
        format!("−{text}")
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn round_lengths() {
        for (length, round) in [
            (0.9, 1.0),
            (1.0, 1.0),
            (1.1, 2.0),
            (3.0, 5.0),
            (6.0, 10.0),
            (0.03, 0.05),
        ] {
            let got = round_length(length);
            assert!((got - round).abs() < 1e-12, "{length} {got}");
        }
    }

    #[test]
    fn the_whole_window_is_on_the_map_and_up_is_up() {
        for size in [
            Vec2::new(100.0, 2.0),
            Vec2::new(3.0, 80.0),
            Vec2::splat(1e8),
        ] {
            let sheet = Sheet::new(Extent {
                min: -size,
                max: size,
            });
            let low = sheet.place(-size);
            let high = sheet.place(size);
            assert!(low.x < high.x && low.y > high.y);
            assert!(low.x >= sheet.corner.x - 0.5 && low.y <= sheet.bottom() + 0.5);
            assert!(
                high.x <= sheet.corner.x + sheet.size.x + 0.5 && high.y >= sheet.corner.y - 0.5
            );
            assert!(sheet.grid(sheet.window.min.x, sheet.window.max.x).count() < 20);
        }
    }
}
