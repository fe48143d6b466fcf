//! `paths.svg` and `paths.png`: the whole run on one sheet.
//!
//! A map with the world's edges, walls and obstacles, the trail of every agent from its start to
//! where it ended, goals and the tracks of moving targets; above it the title and the key measures,
//! below it a legend and a scale bar. Follows the reader's light or dark setting; the picture is
//! always light. `animation.gif` shows the same map with everybody under way.

mod animation;
mod gif;
mod legend;
mod picture;
pub(super) mod sheet;
pub(super) mod style;
pub(super) mod svg;
mod travel;
mod world;

use glam::Vec2;
use serde_json::{Map, Value};
use sidestep_scene::recording::{Frame, Setting};

use crate::measures::key_line;
use crate::output::extent::{Extent, wrapping_box};
use crate::output::palette::{Colouring, MOST_GROUPS};
use crate::output::trails::Trails;

pub use animation::{AnimationSource, animation};
pub use picture::{PictureError, png};
use sheet::Sheet;

/// What the sheet is drawn from.
#[derive(Clone, Copy, Debug)]
pub struct PathsSource<'a> {
    /// The setting of the run.
    pub setting: &'a Setting,
    /// The trails of the agents, in order of id.
    pub agents: &'a Trails,
    /// The trails of the moving targets.
    pub targets: &'a Trails,
    /// How far each obstacle moved from its pose in the setting, as trails.
    pub obstacles: &'a Trails,
    /// The last frame.
    pub last: &'a Frame,
    /// What agents and targets reached.
    pub travelled: Extent,
    /// What colours stand for.
    pub colouring: Colouring,
    /// Measures of the run.
    pub summary: &'a Map<String, Value>,
}

/// Draws the sheet as the text of an SVG file.
pub fn svg(source: &PathsSource<'_>) -> String {
    let setting = source.setting;
    let shown = Extent::of_run(setting, &source.travelled).framed(0.03);
    let sheet = Sheet::new(shown);
    let mut map = String::new();
    world::grid(&mut map, &sheet);
    world::ground(&mut map, &sheet, setting);
    // What lies across an edge that is joined to the other side is drawn on both sides, and cut
    // there.
    let wraps = wrapping_box(&setting.bounds).is_some();
    if wraps {
        map.push_str("<g clip-path=\"url(#world)\">\n");
    }
    world::obstacles(&mut map, &sheet, source);
    travel::goals(&mut map, &sheet, setting);
    travel::trails(&mut map, &sheet, source);
    world::walls(&mut map, &sheet, setting);
    world::brink(&mut map, &sheet, setting);
    travel::ends(&mut map, &sheet, source);
    if wraps {
        map.push_str("</g>\n");
    }
    world::edges(&mut map, &sheet, setting);
    travel::targets(&mut map, &sheet, source);

    let mut below = String::new();
    let height = legend::draw(&mut below, &sheet, source);
    let description = format!(
        "Paths of {} agents in scene {} with method {}, seed {}. {}",
        setting.agents.len(),
        setting.scene,
        setting.method,
        setting.seed,
        key_line(source.summary)
    );
    page(
        &sheet,
        setting,
        &Page {
            height,
            subtitle: &subtitle(source),
            description: &description,
            map: &map,
            below: &below,
        },
    )
}

/// What is drawn and written on a page.
struct Page<'a> {
    /// Height of the page (px).
    height: f32,
    subtitle: &'a str,
    description: &'a str,
    /// What is drawn on the map.
    map: &'a str,
    /// What is drawn below the map.
    below: &'a str,
}

/// A page with a title and a map.
fn page(sheet: &Sheet, setting: &Setting, page: &Page<'_>) -> String {
    let title = if setting.title.is_empty() {
        &setting.scene
    } else {
        &setting.title
    };
    format!(
        r#"{open}<title id="title">{title}</title>
<desc id="description">{description}</desc>
{style}{defs}<rect class="paper" width="{w}" height="{h}"/>
<text class="ink" x="{x}" y="68" font-size="31" font-weight="600">{heading}</text>
<text class="quiet" x="{x}" y="100" font-size="18">{subtitle}</text>
<rect class="ground" x="{x}" y="{y}" width="{mw}" height="{mh}" rx="3"/>
<g clip-path="url(#map)">
{map}</g>
<rect class="frame" x="{x}" y="{y}" width="{mw}" height="{mh}" rx="3"/>
{below}</svg>
"#,
        open = open(sheet, page.height),
        defs = defs(sheet, setting),
        w = svg::number(sheet.width()),
        h = svg::number(page.height),
        x = svg::number(sheet.corner.x),
        y = svg::number(sheet.corner.y),
        mw = svg::number(sheet.size.x),
        mh = svg::number(sheet.size.y),
        title = svg::escape(title),
        description = svg::escape(page.description),
        style = style::style(),
        heading = svg::escape(&svg::fit(title, sheet.size.x, 31.0)),
        subtitle = svg::escape(&svg::fit_parts(page.subtitle, sheet.size.x, 17.0)),
        map = page.map,
        below = page.below,
    )
}

/// The first tag of a page.
fn open(sheet: &Sheet, height: f32) -> String {
    let (w, h) = (svg::number(sheet.width()), svg::number(height));
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w} {h}" width="{w}" height="{h}" role="img" aria-labelledby="title description" font-family="{font}">
"#,
        font = style::FONTS,
    )
}

/// What the map is cut at, and the pattern of crates.
fn defs(sheet: &Sheet, setting: &Setting) -> String {
    format!(
        r#"<defs>
<clipPath id="map"><rect x="{x}" y="{y}" width="{mw}" height="{mh}" rx="3"/></clipPath>
{world}<pattern id="hatch" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect class="hatch-ground" width="7" height="7"/><rect class="hatch" width="2" height="7"/></pattern>
</defs>
"#,
        world = world::clip(sheet, setting),
        x = svg::number(sheet.corner.x),
        y = svg::number(sheet.corner.y),
        mw = svg::number(sheet.size.x),
        mh = svg::number(sheet.size.y),
    )
}

/// The line under the title.
fn subtitle(source: &PathsSource<'_>) -> String {
    let mut line = format!(
        "method {} · seed {}",
        source.setting.method, source.setting.seed
    );
    let measures = key_line(source.summary);
    if !measures.is_empty() {
        line = line + " · " + &measures;
    }
    line
}

/// The colour class of an agent that is drawn as a whole: its group's, or ink where colours stand
/// for speeds.
fn agent_class(source: &PathsSource<'_>, agent: usize) -> String {
    match source.colouring {
        Colouring::Group => format!("g{}", agent_group(source.setting, agent)),
        Colouring::Speed(_) => "n".to_owned(),
    }
}

/// Place of an agent's group among the colours.
fn agent_group(setting: &Setting, agent: usize) -> usize {
    setting
        .agents
        .get(agent)
        .map_or(0, |agent| agent.group % MOST_GROUPS)
}

/// Prefix of colour classes.
fn class_prefix(colouring: Colouring) -> char {
    match colouring {
        Colouring::Group => 'g',
        Colouring::Speed(_) => 's',
    }
}

/// Whether a place can be drawn.
fn drawable(point: Vec2) -> bool {
    point.is_finite() && point.abs().max_element() < 1e9
}

#[cfg(test)]
mod tests;
