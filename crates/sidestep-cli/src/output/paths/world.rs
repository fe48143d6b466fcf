//! The ground of the map: grid, edges of the world, walls, obstacles.

use std::fmt::Write as _;

use glam::Vec2;
use sidestep_scene::recording::{ObstacleSetting, Outline, Setting, WorldBounds};

use crate::output::extent::{Extent, wrapping_box};
use crate::output::images::images;

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

/// The edges of the world.
pub fn edges(out: &mut String, sheet: &Sheet, setting: &Setting) {
    if let WorldBounds::Walled { min, max } | WorldBounds::Torus { min, max } = setting.bounds
        && drawable(min)
        && drawable(max)
    {
        let class = match setting.bounds {
            WorldBounds::Torus { .. } => "edge wrap",
            _ => "edge",
        };
        rectangle(out, sheet, min, max, class);
        out.push('\n');
    }
}

/// The part of the sheet that shows a world that wraps, to cut at.
pub fn clip(sheet: &Sheet, setting: &Setting) -> String {
    let mut out = String::new();
    if let Some(Extent { min, max }) = wrapping_box(&setting.bounds) {
        out.push_str(r#"<clipPath id="world">"#);
        rectangle(&mut out, sheet, min, max, "box");
        out.push_str("</clipPath>\n");
    }
    out
}

fn rectangle(out: &mut String, sheet: &Sheet, min: Vec2, max: Vec2, class: &str) {
    let corner = sheet.place(Vec2::new(min.x, max.y));
    let size = (max - min) * sheet.scale;
    let _ = write!(
        out,
        r#"<rect class="{class}" x="{}" y="{}" width="{}" height="{}"/>"#,
        number(corner.x),
        number(corner.y),
        number(size.x),
        number(size.y)
    );
}

/// Shades in which the ground of a level is drawn, the lowest first.
const SHADES: usize = 8;

/// The ground of a level, darker the higher it is.
pub fn ground(out: &mut String, sheet: &Sheet, setting: &Setting) {
    let Some(level) = &setting.level else {
        return;
    };
    let heights = || level.ground.iter().map(|piece| piece.height);
    let lowest = heights().fold(f32::INFINITY, f32::min);
    let highest = heights().fold(f32::NEG_INFINITY, f32::max);
    let mut shades = vec![String::new(); SHADES];
    for piece in &level.ground {
        if !piece.points.iter().all(|point| drawable(*point)) {
            continue;
        }
        let share = (piece.height - lowest) / (highest - lowest).max(1.0);
        let shade = &mut shades[((share * SHADES as f32) as usize).min(SHADES - 1)];
        push_line(shade, piece.points.iter().map(|point| sheet.place(*point)));
        shade.push('z');
    }
    for (shade, data) in shades
        .iter()
        .enumerate()
        .filter(|(_, data)| !data.is_empty())
    {
        let opacity = 0.15 + 0.55 * shade as f32 / (SHADES - 1) as f32;
        let _ = writeln!(
            out,
            r#"<path class="floor" fill-opacity="{}" d="{data}"/>"#,
            number(opacity)
        );
    }
}

/// Where the ground of a level ends.
pub fn brink(out: &mut String, sheet: &Sheet, setting: &Setting) {
    let mut data = String::new();
    for edge in setting.level.iter().flat_map(|level| &level.edges) {
        if edge.ends.iter().all(|end| drawable(*end)) {
            push_line(&mut data, edge.ends.iter().map(|end| sheet.place(*end)));
        }
    }
    if !data.is_empty() {
        let _ = writeln!(out, r#"<path class="brink" d="{data}"/>"#);
    }
}

/// Walls.
pub fn walls(out: &mut String, sheet: &Sheet, setting: &Setting) {
    let (mut lines, mut boxes) = (String::new(), String::new());
    for wall in &setting.walls {
        let corners = wall.corners();
        if !corners.iter().all(|point| drawable(*point)) {
            continue;
        }
        let mut extent = Extent::default();
        corners.iter().for_each(|point| extent.add(*point));
        let is_line = corners.len() == 2;
        let data = if is_line { &mut lines } else { &mut boxes };
        for offset in images(&setting.bounds, extent) {
            push_line(
                data,
                corners.iter().map(|point| sheet.place(*point + offset)),
            );
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
        if first.position.distance(last.position) * sheet.scale > 2.0 {
            let shown = outlines(source.setting, &obstacle.outline, first.position);
            for offset in shown {
                outline(out, sheet, &obstacle.outline, offset, "moved");
            }
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
        standing(out, sheet, source.setting, obstacle, last.position);
    }
}

/// Obstacles where they are at a moment, by how far each has moved from its pose in the setting:
/// `None` for those that aren't there.
pub fn obstacles_now(out: &mut String, sheet: &Sheet, setting: &Setting, moved: &[Option<Vec2>]) {
    for (obstacle, moved) in setting.obstacles.iter().zip(moved) {
        if let Some(moved) = *moved {
            standing(out, sheet, setting, obstacle, moved);
        }
    }
}

fn standing(
    out: &mut String,
    sheet: &Sheet,
    setting: &Setting,
    obstacle: &ObstacleSetting,
    moved: Vec2,
) {
    let class = if obstacle.temporary { "crate" } else { "stone" };
    for offset in outlines(setting, &obstacle.outline, moved) {
        outline(out, sheet, &obstacle.outline, offset, class);
    }
}

/// The offsets at which an outline that has moved by `offset` is to be seen.
fn outlines(setting: &Setting, outline: &Outline, offset: Vec2) -> Vec<Vec2> {
    let mut extent = Extent::default();
    extent.add_outline(outline, offset);
    let images = images(&setting.bounds, extent);
    images.into_iter().map(|image| offset + image).collect()
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
