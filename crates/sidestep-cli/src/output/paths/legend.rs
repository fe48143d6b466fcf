//! Below the map: what its signs and colours mean, and a scale bar.

use std::fmt::Write as _;

use glam::Vec2;
use sidestep_scene::recording::{GoalSetting, WorldBounds};

use super::sheet::{BORDER, Sheet, length_text, round_length};
use super::svg::{escape, fit, number, text_width};
use super::{PathsSource, agent_class};
use crate::output::palette::{Colouring, MOST_GROUPS, SPEED_STEPS};

/// Size of the text (px).
const SIZE: f32 = 15.0;
/// Distance of lines (px).
const LINE: f32 = 30.0;
/// Between an entry and the next (px).
const GAP: f32 = 30.0;

/// A sign with its meaning.
struct Entry {
    /// Markup of the sign in a box 26 px wide, centred on the line.
    sign: String,
    width: f32,
    text: String,
}

/// Draws the legend; returns the height of the whole page (px).
pub fn draw(out: &mut String, sheet: &Sheet, source: &PathsSource<'_>) -> f32 {
    let bar_width = scale_bar(out, sheet);
    let left = sheet.corner.x;
    let right = left + sheet.size.x - bar_width - GAP * 2.0;
    let mut at = Vec2::new(left, sheet.bottom() + 40.0);
    for entry in entries(source) {
        let width = entry.width + 9.0 + text_width(&entry.text, SIZE);
        if at.x > left && at.x + width > right {
            at = Vec2::new(left, at.y + LINE);
        }
        let _ = writeln!(
            out,
            r#"<g transform="translate({} {})">{}<text class="ink" x="{}" y="5" font-size="{SIZE}">{}</text></g>"#,
            number(at.x),
            number(at.y),
            entry.sign,
            number(entry.width + 9.0),
            escape(&entry.text)
        );
        at.x += width + GAP;
    }
    at.y + BORDER - 10.0
}

fn entries(source: &PathsSource<'_>) -> Vec<Entry> {
    let setting = source.setting;
    let mut entries = Vec::new();
    let mut sign = |sign: String, text: &str| {
        entries.push(Entry {
            sign,
            width: 26.0,
            text: text.to_owned(),
        });
    };
    match source.colouring {
        Colouring::Group => {
            for (index, name) in setting.groups.iter().enumerate().take(MOST_GROUPS) {
                sign(
                    format!(
                        r#"<path class="tg{index}" d="M0 0h26" fill="none" stroke-width="4" stroke-linecap="round"/>"#
                    ),
                    &fit(name, 220.0, SIZE),
                );
            }
        }
        Colouring::Speed(fastest) => {
            let mut ramp = String::new();
            for step in 0..SPEED_STEPS {
                let _ = write!(
                    ramp,
                    r#"<rect class="fs{step}" x="{}" y="-6" width="16.5" height="12"/>"#,
                    step * 16
                );
            }
            if !setting.agents.is_empty() {
                entries.push(Entry {
                    sign: ramp,
                    width: 16.0 * SPEED_STEPS as f32,
                    text: format!(
                        "speed, 0 to {} m/s",
                        length_text(f64::from((fastest * 100.0).round() / 100.0))
                    ),
                });
            }
        }
    }
    let mut sign = |sign: String, text: &str| {
        entries.push(Entry {
            sign,
            width: 26.0,
            text: text.to_owned(),
        });
    };
    if !setting.agents.is_empty() {
        let class = agent_class(source, 0);
        sign(
            format!(
                r#"<circle class="t{class}" cx="13" cy="0" r="4" fill="none" stroke-width="1.5"/>"#
            ),
            "start",
        );
        if source.last.agents.iter().any(|agent| agent.present) {
            sign(
                format!(r#"<circle class="f{class}" cx="13" cy="0" r="6.5" fill-opacity=".85"/>"#),
                "end, true size",
            );
        }
    }
    let goals = || setting.agents.iter().flat_map(|agent| &agent.goals);
    if goals().any(|goal| matches!(goal, GoalSetting::Point { .. })) {
        sign(
            r#"<path class="line" d="M7-6l12 12M7 6l12-12" stroke-width="1.4"/>"#.to_owned(),
            "goal",
        );
    }
    if goals().any(|goal| matches!(goal, GoalSetting::Region { .. })) {
        sign(
            r#"<rect class="ink line region" x="2" y="-7" width="22" height="14"/>"#.to_owned(),
            "goal region",
        );
    }
    if !setting.targets.is_empty() {
        sign(
            r#"<path class="track" d="M0 0h10"/><g class="target"><circle cx="18" cy="0" r="2.5"/><circle cx="18" cy="0" r="7"/></g>"#.to_owned(),
            "moving target",
        );
    }
    if setting.obstacles.iter().any(|obstacle| !obstacle.temporary) {
        sign(
            r#"<circle class="stone" cx="13" cy="0" r="8"/>"#.to_owned(),
            "obstacle",
        );
    }
    if setting.obstacles.iter().any(|obstacle| obstacle.temporary) {
        sign(
            r#"<rect class="crate" x="4" y="-8" width="18" height="16"/>"#.to_owned(),
            "temporary obstacle",
        );
    }
    if !setting.walls.is_empty() {
        sign(r#"<path class="wall" d="M1 0h24"/>"#.to_owned(), "wall");
    }
    if setting.level.is_some() {
        sign(
            r#"<path class="brink" d="M1 0h24"/>"#.to_owned(),
            "end of the ground",
        );
    }
    match setting.bounds {
        WorldBounds::Open => {}
        WorldBounds::Walled { .. } => sign(
            r#"<path class="edge" d="M1 0h24"/>"#.to_owned(),
            "edge of the world",
        ),
        WorldBounds::Torus { .. } => sign(
            r#"<path class="edge wrap" d="M1 0h24"/>"#.to_owned(),
            "edge, joined to the other side",
        ),
    }
    entries
}

/// Draws the scale bar at the right; returns its width (px).
fn scale_bar(out: &mut String, sheet: &Sheet) -> f32 {
    const PARTS: usize = 4;
    let metres = round_length(f64::from(sheet.size.x / 9.0 / sheet.scale));
    let length = metres as f32 * sheet.scale;
    let label_room = text_width(&format!("{} m", length_text(metres)), SIZE) / 2.0;
    let x = sheet.corner.x + sheet.size.x - length - label_room.max(12.0);
    let y = sheet.bottom() + 32.0;
    let part = length / PARTS as f32;
    let _ = write!(
        out,
        r#"<g transform="translate({} {})"><rect class="line ground" width="{}" height="8" stroke-width="1"/>"#,
        number(x),
        number(y),
        number(length)
    );
    for index in (0..PARTS).step_by(2) {
        let _ = write!(
            out,
            r#"<rect class="ink" x="{}" width="{}" height="8"/>"#,
            number(index as f32 * part),
            number(part)
        );
    }
    for (share, unit) in [(0.0, ""), (0.5, ""), (1.0, " m")] {
        let _ = write!(
            out,
            r#"<text class="ink" x="{}" y="25" font-size="13" text-anchor="middle">{}{unit}</text>"#,
            number(length * share),
            length_text(metres * f64::from(share))
        );
    }
    out.push_str("</g>\n");
    length + label_room.max(12.0)
}
