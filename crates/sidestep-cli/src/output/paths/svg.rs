//! Text of an SVG file: escaping, short numbers, path data.

use std::fmt::Write as _;

use glam::Vec2;

/// Text that is safe inside an element or a quoted attribute. Characters that XML doesn't allow
/// become the replacement character.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\t' | '\n' | '\r' => out.push(' '),
            '\u{0}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            other => out.push(other),
        }
    }
    out
}

/// Cuts text to about `width` pixels at a font size, with an ellipsis where something was cut.
pub fn fit(text: &str, width: f32, size: f32) -> String {
    let room = (width / (size * 0.52)).max(4.0) as usize;
    if text.chars().count() <= room {
        return text.to_owned();
    }
    let mut cut: String = text.chars().take(room - 1).collect();
    cut.truncate(cut.trim_end().len());
    cut + "…"
}

/// Leaves out the last of the parts of a line, parted by ` · `, that find no room in about `width`
/// pixels at a font size.
pub fn fit_parts(line: &str, width: f32, size: f32) -> String {
    let mut rest = line;
    while fit(rest, width, size) != rest {
        match rest.rsplit_once(" · ") {
            Some((before, _)) => rest = before,
            None => return fit(rest, width, size),
        }
    }
    rest.to_owned()
}

/// Width that text takes at a font size, roughly (px): fonts differ.
pub fn text_width(text: &str, size: f32) -> f32 {
    text.chars().count() as f32 * size * 0.53
}

/// A length in pixels with one digit after the point.
pub fn number(value: f32) -> String {
    tenths((f64::from(value) * 10.0).round() as i64)
}

fn tenths(value: i64) -> String {
    let sign = if value < 0 { "-" } else { "" };
    let (whole, rest) = (value.unsigned_abs() / 10, value.unsigned_abs() % 10);
    match (whole, rest) {
        (whole, 0) => format!("{sign}{whole}"),
        (0, rest) => format!("{sign}.{rest}"),
        (whole, rest) => format!("{sign}{whole}.{rest}"),
    }
}

/// Appends a line through points (px) to the data of a `path` element. Steps are written relative
/// to the point before, which halves the file, and rounding errors don't add up.
pub fn push_line(data: &mut String, points: impl IntoIterator<Item = Vec2>) {
    let mut last: Option<(i64, i64)> = None;
    for point in points {
        let here = (
            (f64::from(point.x) * 10.0).round() as i64,
            (f64::from(point.y) * 10.0).round() as i64,
        );
        let (x, y) = match last {
            None => {
                data.push('M');
                here
            }
            Some(last) => {
                data.push('l');
                (here.0 - last.0, here.1 - last.1)
            }
        };
        let gap = if y < 0 { "" } else { " " };
        // Writing to a string can't fail.
        let _ = write!(data, "{}{gap}{}", tenths(x), tenths(y));
        last = Some(here);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        for (value, text) in [
            (0.0, "0"),
            (-0.04, "0"),
            (0.55, ".6"),
            (-0.5, "-.5"),
            (12.0, "12"),
            (-12.34, "-12.3"),
            (f32::NAN, "0"),
        ] {
            assert_eq!(number(value), text);
        }
    }

    #[test]
    fn a_line_without_room_loses_whole_parts() {
        let line = "method default · seed 1 · agent overlaps 0";
        assert_eq!(fit_parts(line, 1000.0, 17.0), line);
        assert_eq!(fit_parts(line, 300.0, 17.0), "method default · seed 1");
        assert_eq!(fit_parts(line, 150.0, 17.0), "method default");
        assert_eq!(fit_parts(line, 80.0, 17.0), "method d…");
    }

    #[test]
    fn relative_steps_do_not_drift() {
        let points: Vec<Vec2> = (0..1000).map(|i| Vec2::splat(i as f32 * 0.333)).collect();
        let mut data = String::new();
        push_line(&mut data, points.iter().copied());
        let mut at = (0.0_f64, 0.0_f64);
        for step in data[1..].split('l') {
            let (x, y) = step.split_once(' ').expect("two numbers");
            at.0 += x.parse::<f64>().expect("number");
            at.1 += y.parse::<f64>().expect("number");
        }
        assert!((at.0 - 999.0 * 0.333).abs() < 0.06, "{at:?}");
        assert!((at.1 - 999.0 * 0.333).abs() < 0.06, "{at:?}");
    }

    #[test]
    fn text_is_escaped_and_cut() {
        assert_eq!(
            escape("<a b='c'>&\u{1}\n"),
            "&lt;a b=&#39;c&#39;&gt;&amp;\u{fffd} "
        );
        assert_eq!(fit("short", 500.0, 10.0), "short");
        let cut = fit(&"é".repeat(1000), 100.0, 10.0);
        assert!(cut.ends_with('…') && cut.chars().count() < 25);
    }
}
