//! Colours and line styles of the sheet, for light and dark.

use std::fmt::Write as _;

use glam::Vec2;

use super::svg::{escape, number};
use crate::output::palette::{DARK, LIGHT, Palette};

/// Fonts, best first. The picture has its own.
pub const FONTS: &str =
    "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";

/// A whole picture of a diagram of this size (px): its paper, and what is drawn on it.
pub fn diagram(size: Vec2, title: &str, drawn: &str) -> String {
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w} {h}" width="{w}" height="{h}" role="img" font-family="{FONTS}">
<title>{title}</title>
{style}<rect class="paper" width="{w}" height="{h}"/>
{drawn}</svg>
"#,
        w = number(size.x),
        h = number(size.y),
        title = escape(title),
        style = style(),
    )
}

/// The `style` element. Colours are written out twice instead of as variables, which many programs
/// that show SVG files don't know.
pub fn style() -> String {
    format!(
        "<style>\n{}text{{font-variant-numeric:tabular-nums}}\n\
         .frame{{fill:none;stroke-width:1.2}}.grid{{fill:none;stroke-width:1}}\
         .stone{{stroke-width:1.2}}.crate{{fill:url(#hatch);stroke-width:1.2;stroke-dasharray:4 3}}\
         .moved{{fill:none;stroke-width:1.2;stroke-dasharray:2 3}}\
         .wall{{fill:none;stroke-width:3.2;stroke-linecap:round;stroke-linejoin:round}}\
         .brink{{fill:none;stroke-width:1.6;stroke-linecap:round}}\
         .thick{{stroke-width:1;stroke-linejoin:miter}}\
         .edge{{fill:none;stroke-width:2.4}}.wrap{{stroke-dasharray:9 6}}\
         .region{{fill-opacity:.08;stroke-width:1.3;stroke-dasharray:6 4}}\
         .track{{fill:none;stroke-width:2;stroke-dasharray:7 4;stroke-linejoin:round}}\
         .target{{fill:none;stroke-width:2.2}}\
         .halo{{stroke-width:4;stroke-linejoin:round;paint-order:stroke}}\n\
         @media (prefers-color-scheme:dark){{\n{}}}\n</style>\n",
        colours(&LIGHT),
        colours(&DARK)
    )
}

fn colours(palette: &Palette) -> String {
    let Palette {
        paper,
        ground,
        grid,
        ink,
        quiet,
        stone,
        stone_edge,
        groups,
        speeds,
    } = palette;
    let mut css = format!(
        ".paper{{fill:{paper}}}.ground{{fill:{ground}}}.grid{{stroke:{grid}}}.ink{{fill:{ink}}}.quiet{{fill:{quiet}}}\
         .frame{{stroke:{quiet}}}.stone{{fill:{stone};stroke:{stone_edge}}}.crate,.moved{{stroke:{stone_edge}}}\
         .hatch{{fill:{stone_edge}}}.hatch-ground{{fill:{stone}}}\
         .floor{{fill:{stone}}}.brink{{stroke:{ink}}}\
         .wall,.thick,.edge,.track,.target{{stroke:{ink}}}.thick{{fill:{ink}}}.halo{{stroke:{ground}}}.line{{stroke:{ink};fill:none}}.tn{{stroke:{ink}}}.fn{{fill:{ink}}}\n"
    );
    for (prefix, list) in [('g', groups.as_slice()), ('s', speeds.as_slice())] {
        for (index, colour) in list.iter().enumerate() {
            // `t` for trails and outlines, `f` for filled shapes.
            let _ = write!(
                css,
                ".t{prefix}{index}{{stroke:{colour}}}.f{prefix}{index}{{fill:{colour}}}"
            );
        }
        css.push('\n');
    }
    css
}
