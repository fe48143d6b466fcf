//! A yard of `bench detour` as a picture: what stands in it, the way walked and the shortest one.

use std::fmt::Write as _;

use glam::Vec2;
use sidestep::geometry::Shape;
use sidestep_scene::bench::detour::{Trial, Verdict};
use sidestep_scene::bench::yard::RADIUS;

use crate::output::extent::Extent;
use crate::output::paths::sheet::Sheet;
use crate::output::paths::style;
use crate::output::paths::svg::{number, push_line};

/// Room below the map for the legend (px).
const FOOT: f32 = 64.0;

/// Draws a trial as the text of an SVG file.
pub fn yard_svg(trial: &Trial) -> String {
    let mut shown = Extent::default();
    for shape in &trial.yard.obstacles {
        let bounds = shape.bounds();
        shown.add(bounds.min);
        shown.add(bounds.max);
    }
    for wall in &trial.yard.walls {
        shown.add(wall.start());
        shown.add(wall.end());
    }
    let sheet = Sheet::new(shown.framed(0.03));
    let mut map = String::new();
    for shape in &trial.yard.obstacles {
        obstacle(&mut map, &sheet, shape);
    }
    for wall in &trial.yard.walls {
        line(&mut map, &sheet, &[wall.start(), wall.end()], "wall", 3.2);
    }
    // What the body covers on its way, faint.
    let width = 2.0 * RADIUS * sheet.scale;
    let walked = &trial.walk.points;
    map.push_str(r#"<g opacity=".14" stroke-linecap="round" stroke-linejoin="round">"#);
    line(&mut map, &sheet, walked, "tg0", width);
    map.push_str("</g>\n");
    line(&mut map, &sheet, &trial.optimum.points, "tg1", 3.4);
    line(&mut map, &sheet, walked, "tg0", 2.0);
    for (index, point) in walked.iter().enumerate() {
        let at = sheet.place(*point);
        // Writing to a string can't fail.
        let _ = writeln!(
            map,
            r#"<circle class="fg0" cx="{}" cy="{}" r="3.2"/><text class="quiet" x="{}" y="{}" font-size="12">{index}</text>"#,
            number(at.x),
            number(at.y),
            number(at.x + 5.0),
            number(at.y - 5.0),
        );
    }
    for (place, class) in [(trial.yard.start, "tg0"), (trial.yard.goal, "tg2")] {
        let at = sheet.place(place);
        let _ = writeln!(
            map,
            r#"<circle class="{class}" fill="none" stroke-width="2" cx="{}" cy="{}" r="{}"/>"#,
            number(at.x),
            number(at.y),
            number(RADIUS * sheet.scale)
        );
    }
    framed(trial, &sheet, &map)
}

/// What to think of a walk.
const fn in_words(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Arrived => "arrived",
        Verdict::ClearWrongly => "goes on though there is no way",
        Verdict::BlockedRightly => "blocked, and there is no way",
        Verdict::BlockedWrongly => "blocked though there is a way",
        Verdict::BlockedNearby => "blocked; there is a way beyond the neighbourhood",
        Verdict::BlockedNarrowly => "blocked; there is a way through a gap within the clearance",
        Verdict::GaveUp => "gave up",
    }
}

fn framed(trial: &Trial, sheet: &Sheet, map: &str) -> String {
    let (left, bottom) = (sheet.corner.x, sheet.bottom());
    let ratio = trial
        .ratio()
        .map_or(String::new(), |ratio| format!(" · ratio {ratio:.4}"));
    let shortest = trial.optimum.length.map_or_else(
        || "no way on the re-baked mesh".to_owned(),
        |length| format!("{length:.3} m is the shortest on the re-baked mesh"),
    );
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w} {h}" width="{w}" height="{h}" role="img" font-family="{font}">
<title>Yard {index}: {kind}</title>
{style}<defs><pattern id="hatch" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect class="hatch-ground" width="7" height="7"/><rect class="hatch" width="2" height="7"/></pattern></defs>
<rect class="paper" width="{w}" height="{h}"/>
<text class="ink" x="{x}" y="68" font-size="31" font-weight="600">Yard {index}: {kind}</text>
<text class="quiet" x="{x}" y="100" font-size="18">{verdict} · {queries} queries{ratio} · least clearance {clearance:.4} m of a radius of {RADIUS} m</text>
<rect class="ground" x="{x}" y="{y}" width="{mw}" height="{mh}" rx="3"/>
{map}<text class="fg0" x="{x}" y="{below}" font-size="16">{walked:.3} m walked, with the places of the queries</text>
<text class="fg1" x="{middle}" y="{below}" font-size="16">{shortest}</text>
</svg>
"#,
        index = trial.index,
        kind = trial.yard.kind,
        w = number(sheet.width()),
        h = number(bottom + FOOT),
        x = number(left),
        y = number(sheet.corner.y),
        mw = number(sheet.size.x),
        mh = number(sheet.size.y),
        below = number(bottom + 32.0),
        middle = number(left + sheet.size.x * 0.5),
        font = style::FONTS,
        style = style::style(),
        verdict = in_words(trial.verdict),
        queries = trial.walk.queries,
        clearance = trial.clearance,
        walked = trial.walk.length(),
    )
}

fn obstacle(out: &mut String, sheet: &Sheet, shape: &Shape) {
    match shape {
        Shape::Circle(circle) => {
            let at = sheet.place(circle.center());
            let _ = writeln!(
                out,
                r#"<circle class="crate" cx="{}" cy="{}" r="{}"/>"#,
                number(at.x),
                number(at.y),
                number(circle.radius() * sheet.scale)
            );
        }
        Shape::Polygon(polygon) => {
            let mut data = String::new();
            let corners = polygon.vertices().iter();
            push_line(&mut data, corners.map(|corner| sheet.place(*corner)));
            let _ = writeln!(out, r#"<path class="crate" d="{data}z"/>"#);
        }
        Shape::Segment(wall) => line(out, sheet, &[wall.start(), wall.end()], "wall", 3.2),
        Shape::Capsule(capsule) => {
            let ends = [capsule.segment().start(), capsule.segment().end()];
            let width = 2.0 * capsule.radius() * sheet.scale;
            line(out, sheet, &ends, "wall", width);
        }
    }
}

fn line(out: &mut String, sheet: &Sheet, points: &[Vec2], class: &str, width: f32) {
    let mut data = String::new();
    push_line(&mut data, points.iter().map(|point| sheet.place(*point)));
    if !data.is_empty() {
        let _ = writeln!(
            out,
            r#"<path class="{class}" fill="none" stroke-width="{}" d="{data}"/>"#,
            number(width)
        );
    }
}
