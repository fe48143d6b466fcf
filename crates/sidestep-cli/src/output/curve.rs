//! A curve of `sidestep verify` as a picture: lines over an axis, ours and the laboratory's.

use std::fmt::Write as _;

use glam::Vec2;
use sidestep_scene::verify::{Curve, CurveLine};

use crate::output::axis::Axis;
use crate::output::paths::style;
use crate::output::paths::svg::{escape, fit, number, push_line};

/// Size of the picture (px).
const SIZE: Vec2 = Vec2::new(900.0, 560.0);
/// Corners of the field that the lines are in (px), y downwards.
const FIELD: [Vec2; 2] = [Vec2::new(80.0, 84.0), Vec2::new(872.0, 462.0)];
/// About how many marks an axis has.
const MARKS: f64 = 7.0;

/// Draws a curve as the text of an SVG file.
pub fn curve_svg(curve: &Curve) -> String {
    let axes = [0, 1].map(|axis| {
        let points = curve.lines.iter().flat_map(|line| &line.points);
        Axis::over(points.map(|point| point[axis]), MARKS)
    });
    let place = |point: [f64; 2]| {
        let share = [0, 1].map(|axis| axes[axis].share(point[axis]));
        let [low, high] = FIELD;
        Vec2::new(
            low.x + share[0] * (high.x - low.x),
            high.y - share[1] * (high.y - low.y),
        )
    };
    let mut inside = String::new();
    // Writing to a string can't fail.
    for mark in axes[0].marks() {
        let at = place([mark, axes[0].high]).x;
        let _ = writeln!(
            inside,
            r#"<path class="grid" d="M{x} {top}V{bottom}"/><text class="quiet" x="{x}" y="{below}" font-size="14" text-anchor="middle">{}</text>"#,
            axes[0].text(mark),
            x = number(at),
            top = number(FIELD[0].y),
            bottom = number(FIELD[1].y),
            below = number(FIELD[1].y + 20.0),
        );
    }
    for mark in axes[1].marks() {
        let at = place([axes[0].low, mark]).y;
        let _ = writeln!(
            inside,
            r#"<path class="grid" d="M{left} {y}H{right}"/><text class="quiet" x="{before}" y="{middle}" font-size="14" text-anchor="end">{}</text>"#,
            axes[1].text(mark),
            y = number(at),
            left = number(FIELD[0].x),
            right = number(FIELD[1].x),
            before = number(FIELD[0].x - 8.0),
            middle = number(at + 5.0),
        );
    }
    let each = (FIELD[1].x - FIELD[0].x) / curve.lines.len().max(1) as f32;
    for (index, line) in curve.lines.iter().enumerate() {
        let class = index % 4;
        draw(&mut inside, line, class, &place);
        let _ = writeln!(
            inside,
            r#"<text class="fg{class}" x="{}" y="{}" font-size="16">{}</text>"#,
            number(FIELD[0].x + index as f32 * each),
            number(SIZE.y - 18.0),
            escape(&fit(&line.name, each, 16.0)),
        );
    }
    let drawn = format!(
        r#"<text class="ink" x="{x}" y="36" font-size="24" font-weight="600">{shown}</text>
<text class="quiet" x="{x}" y="66" font-size="16">{up}</text>
<text class="quiet" x="{right}" y="{below}" font-size="16" text-anchor="end">{across}</text>
{inside}"#,
        shown = escape(&fit(&curve.title, SIZE.x - 60.0, 24.0)),
        x = 28,
        up = escape(&curve.y),
        across = escape(&curve.x),
        right = number(FIELD[1].x),
        below = number(FIELD[1].y + 46.0),
    );
    style::diagram(SIZE, &curve.title, &drawn)
}

/// A line and a dot at each of its points, where they are few.
fn draw(out: &mut String, line: &CurveLine, class: usize, place: &impl Fn([f64; 2]) -> Vec2) {
    let points = (line.points.iter()).filter(|point| point.iter().all(|value| value.is_finite()));
    let points: Vec<Vec2> = points.map(|point| place(*point)).collect();
    let mut data = String::new();
    push_line(&mut data, points.iter().copied());
    if !data.is_empty() {
        let _ = writeln!(
            out,
            r#"<path class="tg{class}" fill="none" stroke-width="2.4" stroke-linejoin="round" d="{data}"/>"#
        );
    }
    if points.len() <= 12 {
        for point in points {
            let _ = writeln!(
                out,
                r#"<circle class="fg{class}" cx="{}" cy="{}" r="4"/>"#,
                number(point.x),
                number(point.y)
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn curve(lines: &[(&str, &[[f64; 2]])]) -> Curve {
        Curve {
            name: "a-curve".to_owned(),
            title: "Speed & \"density\" <again>".to_owned(),
            x: "people".to_owned(),
            y: "m/s".to_owned(),
            lines: (lines.iter())
                .map(|(name, points)| CurveLine {
                    name: (*name).to_owned(),
                    points: points.to_vec(),
                })
                .collect(),
        }
    }

    #[test]
    fn a_picture_is_well_formed_and_has_both_lines_inside_its_field() {
        let ours: &[[f64; 2]] = &[[0.25, 1.14], [1.0, 0.9], [3.25, 0.43]];
        let lab: &[[f64; 2]] = &[[0.25, 1.11], [3.25, 0.23]];
        let text = curve_svg(&curve(&[("ours", ours), ("laboratory", lab)]));
        let document = roxmltree::Document::parse(&text).expect("well-formed XML");
        let all = |tag: &'static str| {
            document
                .descendants()
                .filter(move |it| it.has_tag_name(tag))
        };
        let trails =
            all("path").filter(|it| it.attribute("class").is_some_and(|it| it.starts_with("tg")));
        assert_eq!(trails.count(), 2);
        let dots: Vec<_> = all("circle").collect();
        assert_eq!(dots.len(), 5);
        for dot in dots {
            let [x, y] = ["cx", "cy"].map(|name| {
                dot.attribute(name)
                    .expect(name)
                    .parse::<f32>()
                    .expect("number")
            });
            assert!(
                (FIELD[0].x..=FIELD[1].x).contains(&x) && (FIELD[0].y..=FIELD[1].y).contains(&y)
            );
        }
        let words: Vec<_> = all("text").filter_map(|it| it.text()).collect();
        for word in [
            "ours",
            "laboratory",
            "people",
            "m/s",
            "Speed & \"density\" <again>",
        ] {
            assert!(words.contains(&word), "{word} in {words:?}");
        }
    }

    #[test]
    fn nothing_at_all_one_point_and_no_numbers_are_drawn_too() {
        type Lines<'l> = &'l [(&'l str, &'l [[f64; 2]])];
        let odd: [Lines<'_>; 4] = [
            &[],
            &[("none", &[])],
            &[("one", &[[3.0, 3.0]])],
            &[("odd", &[[f64::NAN, 1.0], [f64::INFINITY, 0.0], [1.0, -2.0]])],
        ];
        for lines in odd {
            let text = curve_svg(&curve(lines));
            assert!(roxmltree::Document::parse(&text).is_ok(), "{text}");
            assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
        }
    }
}
