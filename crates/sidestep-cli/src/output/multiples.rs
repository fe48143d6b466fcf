//! Small multiples: the same diagram for each scene and measure, side by side.
//!
//! A row is a measure and has one scale, so that its panels can be compared; a column is a scene,
//! with what else is held fast. Lines are methods, with the confidence interval at each point.

use std::fmt::Write as _;

use glam::Vec2;

use crate::output::axis::Axis;
use crate::output::palette::MOST_GROUPS;
use crate::output::paths::style;
use crate::output::paths::svg::{escape, fit, number, push_line, text_width};

/// Size of a panel's field (px).
const FIELD: Vec2 = Vec2::new(236.0, 150.0);
/// What is between the fields of two panels (px): marks and their texts.
const GAP: Vec2 = Vec2::new(64.0, 64.0);
/// Where the first field begins (px).
const CORNER: Vec2 = Vec2::new(78.0, 128.0);
/// About how many marks an axis has.
const MARKS: f64 = 4.0;
/// Height of a line of the legend (px).
const LEGEND_LINE: f32 = 24.0;

/// What is drawn.
#[derive(Clone, Debug, Default)]
pub struct Multiples {
    /// Title of the picture.
    pub title: String,
    /// What is under the title.
    pub subtitle: String,
    /// What the lower axis of all panels is.
    pub along: String,
    /// What the lower axis has at 0, 1, 2 and so on, where it isn't numbers.
    pub stops: Vec<String>,
    /// Titles of the columns.
    pub columns: Vec<String>,
    /// Names of the series, in the order of their numbers.
    pub series: Vec<String>,
    /// For each row the measure with its unit, and a panel a column.
    pub rows: Vec<(String, Vec<Panel>)>,
}

/// A panel: its lines.
#[derive(Clone, Debug, Default)]
pub struct Panel {
    /// The lines.
    pub lines: Vec<Series>,
}

/// A line of a panel.
#[derive(Clone, Debug)]
pub struct Series {
    /// Number of its name in [`Multiples::series`].
    pub series: usize,
    /// Its points, from left to right.
    pub points: Vec<Point>,
}

/// A point of a line.
#[derive(Clone, Copy, Debug)]
pub struct Point {
    /// Where it is along the lower axis.
    pub x: f64,
    /// The mean.
    pub y: f64,
    /// The confidence interval of the mean, if there is one.
    pub interval: Option<[f64; 2]>,
}

impl Multiples {
    /// Draws them as the text of an SVG file.
    pub fn svg(&self) -> String {
        let step = FIELD + GAP;
        let columns = self.columns.len().max(1) as f32;
        let rows = self.rows.len().max(1) as f32;
        let width = (CORNER.x + columns * step.x).max(560.0);
        let (legend, legend_height) = self.legend(CORNER.y + rows * step.y + 10.0, width);
        let height = CORNER.y + rows * step.y + legend_height + 16.0;
        let all = || {
            self.rows
                .iter()
                .flat_map(|(_, panels)| panels)
                .flat_map(|it| &it.lines)
        };
        let across = if self.stops.is_empty() {
            Axis::over(
                all().flat_map(|line| &line.points).map(|point| point.x),
                MARKS,
            )
        } else {
            Axis::between(-0.5, self.stops.len() as f64 - 0.5)
        };
        let mut inside = String::new();
        for (index, name) in self.columns.iter().enumerate() {
            text(
                &mut inside,
                "ink",
                Vec2::new(CORNER.x + index as f32 * step.x, CORNER.y - 34.0),
                (15.0, "start"),
                &fit(name, FIELD.x + 20.0, 15.0),
            );
        }
        for (row, (measure, panels)) in self.rows.iter().enumerate() {
            let points = panels
                .iter()
                .flat_map(|it| &it.lines)
                .flat_map(|it| &it.points);
            let values = points.flat_map(|point| {
                let [low, high] = shown(point).unwrap_or([point.y; 2]);
                [point.y, low, high]
            });
            let up = Axis::over(values, MARKS);
            for (column, panel) in panels.iter().enumerate() {
                let corner = CORNER + Vec2::new(column as f32, row as f32) * step;
                self.panel(&mut inside, corner, panel, [&across, &up]);
            }
            text(
                &mut inside,
                "quiet",
                Vec2::new(28.0, CORNER.y + row as f32 * step.y - 12.0),
                (14.0, "start"),
                measure,
            );
        }
        let drawn = format!(
            r#"<text class="ink" x="28" y="36" font-size="22" font-weight="600">{shown}</text>
<text class="quiet" x="28" y="62" font-size="14">{subtitle}</text>
{inside}{legend}"#,
            shown = escape(&fit(&self.title, width - 56.0, 22.0)),
            subtitle = escape(&fit(&self.subtitle, width - 56.0, 14.0)),
        );
        style::diagram(Vec2::new(width, height), &self.title, &drawn)
    }

    fn panel(&self, out: &mut String, corner: Vec2, panel: &Panel, axes: [&Axis; 2]) {
        let [across, up] = axes;
        let low = corner + Vec2::new(0.0, FIELD.y);
        let place =
            |x: f64, y: f64| low + Vec2::new(across.share(x) * FIELD.x, -up.share(y) * FIELD.y);
        // Writing to a string can't fail.
        for mark in up.marks() {
            let at = place(across.low, mark);
            let _ = writeln!(
                out,
                r#"<path class="grid" d="M{} {}h{}"/>"#,
                number(at.x),
                number(at.y),
                number(FIELD.x)
            );
            let label = at + Vec2::new(-6.0, 4.0);
            text(out, "quiet", label, (12.0, "end"), &up.text(mark));
        }
        let below = |out: &mut String, x: f64, name: &str| {
            let at = place(x, up.low);
            text(
                out,
                "quiet",
                at + Vec2::new(0.0, 16.0),
                (12.0, "middle"),
                name,
            );
        };
        if self.stops.is_empty() {
            for mark in across.marks() {
                below(out, mark, &across.text(mark));
            }
        } else {
            let room = FIELD.x / self.stops.len() as f32;
            for (index, name) in self.stops.iter().enumerate() {
                below(out, index as f64, &fit(name, room, 12.0));
            }
        }
        let along = low + Vec2::new(FIELD.x, 31.0);
        text(
            out,
            "quiet",
            along,
            (12.0, "end"),
            &fit(&self.along, FIELD.x, 12.0),
        );
        if panel.lines.iter().all(|line| line.points.is_empty()) {
            let middle = corner + 0.5 * FIELD;
            text(out, "quiet", middle, (13.0, "middle"), "no figures");
        }
        for line in &panel.lines {
            let class = line.series % MOST_GROUPS;
            let mut data = String::new();
            push_line(
                &mut data,
                line.points.iter().map(|point| place(point.x, point.y)),
            );
            if line.points.len() > 1 && self.stops.is_empty() {
                let _ = writeln!(
                    out,
                    r#"<path class="tg{class}" fill="none" stroke-width="2"{} d="{data}"/>"#,
                    dashes(line.series)
                );
            }
            for point in &line.points {
                let at = place(point.x, point.y);
                if let Some([from, to]) = shown(point) {
                    let _ = writeln!(
                        out,
                        r#"<path class="tg{class}" fill="none" stroke-width="1.4" d="M{x} {low}V{high}M{left} {low}h6M{left} {high}h6"/>"#,
                        x = number(at.x),
                        left = number(at.x - 3.0),
                        low = number(place(point.x, from).y),
                        high = number(place(point.x, to).y),
                    );
                }
                let _ = writeln!(
                    out,
                    r#"<circle class="fg{class}" cx="{}" cy="{}" r="3.2"/>"#,
                    number(at.x),
                    number(at.y)
                );
            }
        }
    }

    /// The names of the lines from a height on (px), and how high all of it is.
    fn legend(&self, top: f32, width: f32) -> (String, f32) {
        let mut out = String::new();
        if !self.stops.is_empty() {
            return (out, 0.0);
        }
        let mut at = Vec2::new(28.0, top);
        for (index, name) in self.series.iter().enumerate() {
            let wide = 40.0 + text_width(name, 14.0);
            if at.x + wide > width - 28.0 && at.x > 28.0 {
                at = Vec2::new(28.0, at.y + LEGEND_LINE);
            }
            let _ = writeln!(
                out,
                r#"<path class="tg{}" fill="none" stroke-width="2"{} d="M{} {}h22"/>"#,
                index % MOST_GROUPS,
                dashes(index),
                number(at.x),
                number(at.y - 4.0),
            );
            text(
                &mut out,
                "ink",
                at + Vec2::new(28.0, 0.0),
                (14.0, "start"),
                name,
            );
            at.x += wide + 14.0;
        }
        (out, at.y - top + LEGEND_LINE)
    }
}

/// The interval of a point as it is drawn: of what is never below 0 it ends there.
fn shown(point: &Point) -> Option<[f64; 2]> {
    let [low, high] = point.interval?;
    Some([if point.y >= 0.0 { low.max(0.0) } else { low }, high])
}

/// Lines that share a colour differ in this.
fn dashes(series: usize) -> &'static str {
    match series / MOST_GROUPS {
        0 => "",
        1 => r#" stroke-dasharray="6 4""#,
        _ => r#" stroke-dasharray="2 3""#,
    }
}

fn text(out: &mut String, class: &str, at: Vec2, (size, anchor): (f32, &str), what: &str) {
    let _ = writeln!(
        out,
        r#"<text class="{class}" x="{}" y="{}" font-size="{}" text-anchor="{anchor}">{}</text>"#,
        number(at.x),
        number(at.y),
        number(size),
        escape(what)
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(x: f64, y: f64, half: f64) -> Point {
        Point {
            x,
            y,
            interval: Some([y - half, y + half]),
        }
    }

    fn picture(stops: &[&str]) -> Multiples {
        let line = |series| Series {
            series,
            points: vec![point(0.0, 1.0 + series as f64, 2.0), point(1.0, 4.0, 0.5)],
        };
        let full = Panel {
            lines: (0..10).map(line).collect(),
        };
        Multiples {
            title: "a & b.toml".to_owned(),
            stops: stops.iter().map(|&stop| stop.to_owned()).collect(),
            columns: vec!["<one>".to_owned(), "two".to_owned()],
            series: (0..10).map(|index| format!("method {index}")).collect(),
            rows: vec![("Arrived".to_owned(), vec![full, Panel::default()])],
            ..Multiples::default()
        }
    }

    #[test]
    fn a_picture_is_well_formed_and_has_a_dot_for_each_mean_inside_it() {
        for stops in [&[][..], &["a", "b"]] {
            let text = picture(stops).svg();
            let drawing = roxmltree::Document::parse(&text).expect("well formed");
            let root = drawing.root_element();
            let size = ["width", "height"].map(|name| {
                let value = root.attribute(name).expect("a size");
                value.parse::<f32>().expect("a number")
            });
            let dots: Vec<_> = (drawing.descendants())
                .filter(|node| node.has_tag_name("circle"))
                .collect();
            assert_eq!(dots.len(), 20);
            for dot in dots {
                for (name, size) in ["cx", "cy"].into_iter().zip(size) {
                    let at: f32 = dot.attribute(name).expect("a place").parse().expect("it");
                    assert!((0.0..size).contains(&at), "{name} {at}");
                }
            }
            assert!(text.contains("no figures"), "an empty panel says so");
            assert!(!text.contains("NaN"));
        }
    }

    #[test]
    fn what_is_never_negative_has_no_axis_below_zero() {
        let text = picture(&[]).svg();
        assert!(!text.contains(">-"), "no mark below zero");
    }
}
