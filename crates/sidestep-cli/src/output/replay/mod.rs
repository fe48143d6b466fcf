//! `replay.html`: one file that plays the run, opened from disk, asking nothing of any network.
//!
//! The page is made of `page.html`, one style sheet, the modules in `drawing/`, which the gallery
//! bundles as well, and the page's own scripts in `script/`; the data is JSON inside it.

mod data;
mod explanations;
mod frames;
mod notes;

use std::fmt::Write as _;

use crate::output::palette::{DARK, LIGHT, Palette};
pub use data::ReplaySource;
pub use explanations::ReplayExplanations;
pub use frames::{JUMPED, Kept, PRESENT, ReplayFrames};

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("style.css");
/// What draws, for the gallery as well: modules in plain JavaScript, each after those that it needs
/// while it is loaded.
const DRAWING: &[&str] = &[
    include_str!("drawing/markup.js"),
    include_str!("drawing/palette.js"),
    include_str!("drawing/pen.js"),
    include_str!("drawing/camera.js"),
    include_str!("drawing/frame.js"),
    include_str!("drawing/torus.js"),
    include_str!("drawing/labels.js"),
    include_str!("drawing/ground.js"),
    include_str!("drawing/hatching.js"),
    include_str!("drawing/solids.js"),
    include_str!("drawing/goals.js"),
    include_str!("drawing/agents.js"),
    include_str!("drawing/names.js"),
    include_str!("drawing/arrows.js"),
    include_str!("drawing/forces.js"),
    include_str!("drawing/mark_labels.js"),
    include_str!("drawing/mark_signs.js"),
    include_str!("drawing/marks.js"),
    include_str!("drawing/explanation.js"),
    include_str!("drawing/pictures.js"),
    include_str!("drawing/told.js"),
];
/// Scripts of the page itself, in the order in which they run.
const SCRIPTS: &[&str] = &[
    include_str!("script/data.js"),
    include_str!("script/explanations.js"),
    include_str!("script/theme.js"),
    include_str!("script/draw.js"),
    include_str!("script/blocked.js"),
    include_str!("script/panel.js"),
    include_str!("script/playback.js"),
    include_str!("script/pointer.js"),
    include_str!("script/main.js"),
];

/// Makes the page.
///
/// # Errors
/// When the data can't be written as JSON, which takes a fault in this program.
pub fn page(source: &ReplaySource<'_>) -> Result<String, serde_json::Error> {
    let setting = source.setting;
    let data = data::ReplayData::new(source);
    let data = safe_json(&serde_json::to_string(&data)?);
    let title = if setting.title.is_empty() {
        &setting.scene
    } else {
        &setting.title
    };
    let script = format!(
        "(() => {{\n\"use strict\";\n{}{}}})();\n",
        DRAWING
            .iter()
            .map(|module| script_of(module))
            .collect::<String>(),
        SCRIPTS.concat()
    );
    let style = format!("{}{STYLE}", variables());
    Ok(fill(
        PAGE,
        &[
            ("title", &escape_html(title)),
            ("style", &style),
            ("script", &script),
            ("data", &data),
        ],
    ))
}

/// A module as a part of one script: without imports, exports, and what is said to those who read
/// the module.
fn script_of(module: &str) -> String {
    let mut script = String::with_capacity(module.len());
    let mut documents = false;
    for line in module.lines() {
        let text = line.trim_start();
        documents |= text.starts_with("/**");
        if !documents && !text.starts_with("import ") {
            script.push_str(line.strip_prefix("export ").unwrap_or(line));
            script.push('\n');
        }
        documents &= !text.ends_with("*/");
    }
    script
}

/// Puts parts in the place of their `{{name}}` marks, in one pass: marks inside the parts stay
/// text.
fn fill(template: &str, parts: &[(&str, &str)]) -> String {
    let room = parts.iter().map(|(_, part)| part.len()).sum::<usize>();
    let mut out = String::with_capacity(template.len() + room);
    let mut rest = template;
    while let Some(start) = rest.find("{{") {
        let Some(length) = rest[start..].find("}}") else {
            break;
        };
        out.push_str(&rest[..start]);
        let name = &rest[start + 2..start + length];
        if let Some((_, part)) = parts.iter().find(|(key, _)| *key == name) {
            out.push_str(part);
        }
        rest = &rest[start + length + 2..];
    }
    out + rest
}

/// JSON that can't end the `script` element around it: `<` occurs in strings only, and may be
/// escaped.
fn safe_json(json: &str) -> String {
    json.replace('<', "\\u003c")
        .replace('\u{2028}', "\\u2028")
        .replace('\u{2029}', "\\u2029")
}

fn escape_html(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// The palettes as CSS variables.
fn variables() -> String {
    let mut css = String::new();
    for (selector, palette) in [(":root", &LIGHT), (":root[data-theme=dark]", &DARK)] {
        let Palette {
            paper,
            ground,
            grid: _,
            ink,
            quiet,
            stone,
            stone_edge,
            groups,
            speeds,
        } = palette;
        let _ = write!(
            css,
            "{selector}{{--surface:{paper};--ground:{ground};--ink:{ink};--quiet:{quiet};--stone:{stone};--stone-edge:{stone_edge};"
        );
        for (name, list) in [("group", groups.as_slice()), ("speed", speeds.as_slice())] {
            for (index, colour) in list.iter().enumerate() {
                let _ = write!(css, "--{name}-{index}:{colour};");
            }
        }
        css.push_str("}\n");
    }
    css
}

#[cfg(test)]
mod tests;
