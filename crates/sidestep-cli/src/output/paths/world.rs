//! The ground of the map: grid, edges of the world, walls, obstacles.

use std::fmt::Write as _;

use glam::Vec2;
use sidestep_scene::recording::{Outline, Setting, WorldBounds};

use super::sheet::{Sheet, length_text};
use super::svg::{number, push_line};
use super::{PathsSource, drawable};

/// Grid lines with their coordinates at the lower and left edge.
pub fn grid(out: &mut String, sheet: &Sheet) {
    let mut lines = String::new();
    let mut labels = String::new();
    let (left, right) = (sheet.corner.x, sheet.corner.x + sheet.size.x);
    let (top, bottom) = (sheet.corner.y, sheet.bottom());
    for x in sheet.grid(sheet.window.min.x, sheet.window.max.x) {
        let at = sheet.place(Vec2::new(x as f32, 0.0)).x;
        push_line(&mut lines, [Vec2::new(at, top), Vec2::new(at, bottom)]);
        if at > left + 40.0 && at < right - 16.0 {
            let _ = write!(
                labels,
                r#"<text x="{}" y="{}" text-anchor="middle">{}</text>"#,
                number(at),
                number(bottom - 8.0),
                length_text(x)
            );
        }
    }
    for y in sheet.grid(sheet.window.min.y, sheet.window.max.y) {
        let at = sheet.place(Vec2::new(0.0, y as f32)).y;
        push_line(&mut lines, [Vec2::new(left, at), Vec2::new(right, at)]);
        if at > top + 16.0 && at < bottom - 26.0 {
            let _ = write!(
                labels,
                r#"<text x="{}" y="{}">{}</text>"#,
                number(left + 8.0),
                number(at + 4.0),
                length_text(y)
            );
        }
    }
    let _ = writeln!(out, r#"<path class="grid" d="{lines}"/>"#);
    let _ = writeln!(out, r#"<g class="quiet" font-size="12">{labels}</g>"#);
}

/// Walls and the edges of the world.
pub fn walls(out: &mut String, sheet: &Sheet, setting: &Setting) {
    if let WorldBounds::Walled { min, max } | WorldBounds::Torus { min, max } = setting.bounds
        && drawable(min)
        && drawable(max)
    {
        let corner = sheet.place(Vec2::new(min.x, max.y));
        let size = (max - min) * sheet.scale;
        let wrap = match setting.bounds {
            WorldBounds::Torus { .. } => " wrap",
            _ => "",
        };
        let _ = writeln!(
            out,
            r#"<rect class="edge{wrap}" x="{}" y="{}" width="{}" height="{}"/>"#,
            number(corner.x),
            number(corner.y),
            number(size.x),
            number(size.y)
        );
    }
    let (mut lines, mut boxes) = (String::new(), String::new());
    for wall in &setting.walls {
        let corners = wall.corners();
        if corners.iter().all(|point| drawable(*point)) {
            let is_line = corners.len() == 2;
            let data = if is_line { &mut lines } else { &mut boxes };
            push_line(data, corners.into_iter().map(|point| sheet.place(point)));
            if !is_line {
                data.push('z');
            }
        }
    }
    for (class, data) in [("wall", lines), ("thick", boxes)] {
        if !data.is_empty() {
            let _ = writeln!(out, r#"<path class="{class}" d="{data}"/>"#);
        }
    }
}

/// Obstacles where they were last, those that moved also where they appeared, with a line between.
pub fn obstacles(out: &mut String, sheet: &Sheet, source: &PathsSource<'_>) {
    for (obstacle, trail) in source.setting.obstacles.iter().zip(source.obstacles.all()) {
        let (Some(first), Some(last)) = (trail.first(), trail.last()) else {
            continue;
        };
        let class = if obstacle.temporary { "crate" } else { "stone" };
        if first.position.distance(last.position) * sheet.scale > 2.0 {
            outline(out, sheet, &obstacle.outline, first.position, "moved");
            let middle = middle(&obstacle.outline);
            let mut data = String::new();
            for line in trail.lines() {
                push_line(
                    &mut data,
                    line.iter()
                        .filter(|point| drawable(middle + point.position))
                        .map(|point| sheet.place(middle + point.position)),
                );
            }
            let _ = writeln!(out, r#"<path class="moved" d="{data}"/>"#);
        }
        outline(out, sheet, &obstacle.outline, last.position, class);
    }
}

fn outline(out: &mut String, sheet: &Sheet, outline: &Outline, offset: Vec2, class: &str) {
    match outline {
        Outline::Circle { center, radius } => {
            if !drawable(*center + offset) || !radius.is_finite() {
                return;
            }
            let at = sheet.place(*center + offset);
            let _ = writeln!(
                out,
                r#"<circle class="{class}" cx="{}" cy="{}" r="{}"/>"#,
                number(at.x),
                number(at.y),
                number((radius * sheet.scale).max(0.6))
            );
        }
        Outline::Polygon { points } => {
            if points.is_empty() || !points.iter().all(|point| drawable(*point + offset)) {
                return;
            }
            let mut data = String::new();
            push_line(
                &mut data,
                points.iter().map(|point| sheet.place(*point + offset)),
            );
            let _ = writeln!(out, r#"<path class="{class}" d="{data}z"/>"#);
        }
    }
}

/// The middle of an outline.
fn middle(outline: &Outline) -> Vec2 {
    match outline {
        Outline::Circle { center, .. } => *center,
        Outline::Polygon { points } => points.iter().sum::<Vec2>() / (points.len().max(1) as f32),
    }
}
