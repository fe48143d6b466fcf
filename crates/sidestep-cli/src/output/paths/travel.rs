//! What moved: trails, starts and ends of agents, their goals, and the tracks of targets.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use glam::Vec2;
use sidestep_scene::recording::{GoalSetting, Setting};

use super::sheet::Sheet;
use super::svg::{escape, fit, number, push_line};
use super::{PathsSource, agent_class, agent_group, class_prefix, drawable};
use crate::output::extent::Extent;
use crate::output::images::images;
use crate::output::palette::{Colouring, speed_step};
use crate::output::trails::{TrailPoint, simplify};

/// Points that all trails together may have on the sheet: about 9 bytes each.
const MOST_POINTS: usize = 110_000;
/// How far a drawn trail may be off the recorded one (px), unless there are too many points.
const TOLERANCE: f32 = 0.3;

/// One piece of a trail that has one colour.
struct Piece {
    class: usize,
    points: Vec<Vec2>,
}

/// All trails.
pub fn trails(out: &mut String, sheet: &Sheet, source: &PathsSource<'_>) {
    let mut tolerance = TOLERANCE;
    let pieces = loop {
        let pieces: Vec<Vec<Piece>> = (0..source.agents.all().len())
            .map(|agent| pieces(sheet, source, agent, tolerance / sheet.scale))
            .collect();
        let points: usize = pieces
            .iter()
            .flatten()
            .map(|piece| piece.points.len())
            .sum();
        if points <= MOST_POINTS || tolerance > 20.0 {
            break pieces;
        }
        tolerance *= 2.0;
    };
    let crowd = pieces.len().max(1) as f32;
    let opacity = (1.6 / crowd.powf(0.22)).clamp(0.28, 0.9);
    let width = (3.4 / crowd.powf(0.16)).clamp(1.1, 2.6);
    let prefix = class_prefix(source.colouring);
    let _ = writeln!(
        out,
        r#"<g fill="none" stroke-width="{width:.2}" stroke-opacity="{opacity:.2}" stroke-linejoin="round" stroke-linecap="round">"#
    );
    for pieces in pieces {
        let mut by_class: BTreeMap<usize, String> = BTreeMap::new();
        for piece in pieces {
            push_line(by_class.entry(piece.class).or_default(), piece.points);
        }
        for (class, data) in by_class {
            let _ = writeln!(out, r#"<path class="t{prefix}{class}" d="{data}"/>"#);
        }
    }
    out.push_str("</g>\n");
}

/// The trail of an agent, thinned to `tolerance` metres and cut where its colour changes.
fn pieces(sheet: &Sheet, source: &PathsSource<'_>, agent: usize, tolerance: f32) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for line in source.agents.all()[agent].lines() {
        for (class, points) in by_colour(source, agent, &line) {
            let points: Vec<Vec2> = simplify(&points, tolerance)
                .iter()
                .filter(|point| drawable(point.position))
                .map(|point| sheet.place(point.position))
                .collect();
            if points.len() > 1 {
                pieces.push(Piece { class, points });
            }
        }
    }
    pieces
}

/// Cuts a line where its speed comes to another step of the scale. Neighbours share their end
/// points.
fn by_colour(
    source: &PathsSource<'_>,
    agent: usize,
    line: &[TrailPoint],
) -> Vec<(usize, Vec<TrailPoint>)> {
    let Colouring::Speed(fastest) = source.colouring else {
        return vec![(agent_group(source.setting, agent), line.to_vec())];
    };
    let mut runs: Vec<(usize, Vec<TrailPoint>)> = Vec::new();
    for &point in line {
        let step = speed_step(point.speed, fastest);
        match runs.last_mut() {
            // A speed that wavers around the border of two steps doesn't cut the line again and
            // again.
            Some((class, points))
                if step == *class || (step.abs_diff(*class) == 1 && points.len() < 4) =>
            {
                points.push(point);
            }
            Some((_, points)) => {
                points.push(point);
                runs.push((step, vec![point]));
            }
            None => runs.push((step, vec![point])),
        }
    }
    runs
}

/// Goals: a cross where a point is to be reached, a dashed box for regions. Each is drawn once,
/// however many agents share it.
pub fn goals(out: &mut String, sheet: &Sheet, setting: &Setting) {
    let mut points: BTreeMap<[u32; 3], (Vec2, f32)> = BTreeMap::new();
    let mut regions: BTreeMap<[u32; 4], (Vec2, Vec2)> = BTreeMap::new();
    for goal in setting.agents.iter().flat_map(|agent| &agent.goals) {
        match *goal {
            GoalSetting::Point { point, radius } if drawable(point) => {
                let mut extent = Extent::default();
                extent.add_disc(point, radius);
                for offset in images(&setting.bounds, extent) {
                    let point = point + offset;
                    let key = [point.x.to_bits(), point.y.to_bits(), radius.to_bits()];
                    points.insert(key, (point, radius));
                }
            }
            GoalSetting::Region { min, max } if drawable(min) && drawable(max) => {
                for offset in images(&setting.bounds, Extent { min, max }) {
                    let (min, max) = (min + offset, max + offset);
                    let key = [min.x, min.y, max.x, max.y].map(f32::to_bits);
                    regions.insert(key, (min, max));
                }
            }
            _ => {}
        }
    }
    for (min, max) in regions.into_values() {
        let corner = sheet.place(Vec2::new(min.x, max.y));
        let size = (max - min) * sheet.scale;
        let _ = writeln!(
            out,
            r#"<rect class="ink line region" x="{}" y="{}" width="{}" height="{}"/>"#,
            number(corner.x),
            number(corner.y),
            number(size.x),
            number(size.y)
        );
    }
    if points.is_empty() {
        return;
    }
    // Many goals are drawn small and faint, so that they don't hide the trails.
    let arm = if points.len() > 40 { 4.0 } else { 7.0 };
    let mut crosses = String::new();
    let mut rings = String::new();
    for (point, radius) in points.values() {
        let at = sheet.place(*point);
        push_line(&mut crosses, [at - Vec2::splat(arm), at + Vec2::splat(arm)]);
        push_line(
            &mut crosses,
            [at + Vec2::new(-arm, arm), at + Vec2::new(arm, -arm)],
        );
        let ring = radius * sheet.scale;
        if points.len() <= 40 && ring > arm && ring.is_finite() {
            let _ = write!(
                rings,
                r#"<circle cx="{}" cy="{}" r="{}"/>"#,
                number(at.x),
                number(at.y),
                number(ring)
            );
        }
    }
    let opacity = if points.len() > 40 { 0.55 } else { 0.9 };
    let _ = writeln!(
        out,
        r#"<g class="line" stroke-width="1.4" stroke-opacity="{opacity}"><path d="{crosses}"/><g stroke-dasharray="2 3">{rings}</g></g>"#
    );
}

/// Rings where agents started and discs where they ended.
pub fn ends(out: &mut String, sheet: &Sheet, source: &PathsSource<'_>) {
    let count = source.agents.all().len();
    let ring = if count > 60 { 2.4 } else { 3.6 };
    let _ = writeln!(out, r#"<g fill="none" stroke-width="1.4">"#);
    for (agent, trail) in source.agents.all().iter().enumerate() {
        if let Some(first) = trail.first().filter(|point| drawable(point.position)) {
            let at = sheet.place(first.position);
            let _ = write!(
                out,
                r#"<circle class="t{}" cx="{}" cy="{}" r="{ring}"/>"#,
                agent_class(source, agent),
                number(at.x),
                number(at.y)
            );
        }
    }
    out.push_str("</g>\n<g fill-opacity=\".8\">\n");
    for (agent, state) in source.last.agents.iter().enumerate() {
        if state.present {
            let class = agent_class(source, agent);
            let place = (agent, state.position);
            disc(out, sheet, source.setting, place, &class);
        }
    }
    out.push_str("</g>\n");
}

/// An agent, given by its index and place (m), at its true size, in a colour class.
pub fn disc(
    out: &mut String,
    sheet: &Sheet,
    setting: &Setting,
    (agent, position): (usize, Vec2),
    class: &str,
) {
    if !drawable(position) {
        return;
    }
    let radius = setting.agents.get(agent).map_or(0.0, |agent| agent.radius);
    let mut extent = Extent::default();
    extent.add_disc(position, radius);
    let radius = radius * sheet.scale;
    let radius = if radius.is_finite() {
        radius.max(2.0)
    } else {
        2.0
    };
    for offset in images(&setting.bounds, extent) {
        let at = sheet.place(position + offset);
        let _ = write!(
            out,
            r#"<circle class="f{class}" cx="{}" cy="{}" r="{}"/>"#,
            number(at.x),
            number(at.y),
            number(radius)
        );
    }
}

/// Tracks of the moving targets, with their names where they ended.
pub fn targets(out: &mut String, sheet: &Sheet, source: &PathsSource<'_>) {
    for (index, trail) in source.targets.all().iter().enumerate() {
        let mut data = String::new();
        for line in trail.lines() {
            push_line(
                &mut data,
                simplify(&line, TOLERANCE / sheet.scale)
                    .iter()
                    .filter(|point| drawable(point.position))
                    .map(|point| sheet.place(point.position)),
            );
        }
        let Some(last) = trail.last().filter(|point| drawable(point.position)) else {
            continue;
        };
        let at = sheet.place(last.position);
        let (x, y) = (number(at.x), number(at.y));
        let name = source.setting.targets.get(index).map_or("", String::as_str);
        let right = at.x > sheet.corner.x + sheet.size.x * 0.8;
        let (anchor, aside) = if right {
            ("end", -15.0)
        } else {
            ("start", 15.0)
        };
        let _ = writeln!(
            out,
            r#"<path class="track" d="{data}"/><g class="target"><circle cx="{x}" cy="{y}" r="4"/><circle cx="{x}" cy="{y}" r="9.5"/></g><text class="ink halo" x="{}" y="{}" font-size="15" text-anchor="{anchor}">{}</text>"#,
            number(at.x + aside),
            number(at.y + 5.0),
            escape(&fit(name, 240.0, 15.0))
        );
    }
}
