//! A source text with changes in it, each behind its number.

use crate::site::{Extent, Site};

/// A site and its changes that are wanted, each with its number.
pub type Wanted<'a> = (&'a Site, Vec<(u32, String)>);

/// The text with all wanted changes. `wanted` is sorted by where sites begin, and whatever holds
/// others comes before them. Each line stays where it is.
pub fn rewrite(text: &str, wanted: &[Wanted<'_>]) -> String {
    part(text, 0..text.len(), wanted)
}

/// The code of one part of the text.
fn part(text: &str, extent: Extent, wanted: &[Wanted<'_>]) -> String {
    let mut code = String::new();
    let mut at = extent.start;
    for (number, (site, changes)) in wanted.iter().enumerate() {
        if site.extent.start < at || site.extent.end > extent.end {
            continue;
        }
        code += &text[at..site.extent.start];
        let within = &wanted[number + 1..];
        let parts: Vec<String> = site
            .parts()
            .into_iter()
            .map(|it| part(text, it, within))
            .collect();
        let lines = text[site.extent.clone()].matches('\n').count();
        let mut new = site.code(&parts, changes);
        // What was between the parts is gone, and line breaks with it; an assignment has its left
        // side several times.
        let now = new.matches('\n').count();
        if now > lines {
            new = new.replace('\n', " ");
        }
        code += &new;
        code += &"\n".repeat(lines - new.matches('\n').count());
        at = site.extent.end;
    }
    code + &text[at..extent.end]
}

#[cfg(test)]
mod tests {
    use super::{Wanted, rewrite};
    use crate::find::sites;

    /// All changes of a text, numbered from 1 on.
    fn all(text: &str) -> String {
        let found = sites(text).expect("it is Rust");
        let mut number = 0;
        let wanted: Vec<Wanted<'_>> = found
            .iter()
            .map(|site| {
                let mut numbered = |other: &String| {
                    number += 1;
                    (number, other.clone())
                };
                (site, site.others.iter().map(&mut numbered).collect())
            })
            .collect();
        rewrite(text, &wanted)
    }

    #[test]
    fn nested_changes_stand_once_each() {
        let code = all("fn f(a: f32, b: f32) -> f32 { a + b * (a - 2.0) }");
        for number in 1..=4 {
            assert_eq!(
                code.matches(&format!("mutation({number})")).count(),
                1,
                "{code}"
            );
        }
        sites(&code).expect("what comes out is Rust");
    }

    #[test]
    fn lines_stay_where_they_are() {
        let text = "fn f(a: f32) -> bool {\n    a\n        < 1.0\n        && a\n            > 0.0\n}\n// end";
        let code = all(text);
        assert_eq!(code.lines().count(), text.lines().count(), "{code}");
        assert_eq!(
            code.lines().position(|it| it == "// end"),
            Some(6),
            "{code}"
        );
        sites(&code).expect("what comes out is Rust");
    }

    #[test]
    fn without_changes_nothing_changes() {
        let text = "fn f(a: f32) -> f32 { a + 1.0 }";
        assert_eq!(rewrite(text, &[]), text);
    }
}
