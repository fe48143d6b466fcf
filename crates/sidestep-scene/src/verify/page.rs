//! The list of criteria as a page.

use std::fmt::Write as _;

use super::Criterion;

/// What stands before the list.
const HEAD: &str = "# Criteria

<!-- Made from the code. Change it there and run the tests with UPDATE_DOCS=1. -->

`sidestep verify` runs what others want of programs that move crowds, and prints a table: criterion, source,
ours, wanted, holds. With `--json` it prints every figure with its bounds, with `--out FOLDER` it writes a
picture of each curve, ours beside the laboratory's. `--only NAME` runs one, `--strict` ends with exit code 1
if one doesn't hold.

The criteria describe people. They are no goal of a game, and what doesn't hold says where the engine differs
from people; the [README](../README.md) tells which these are. All figures come from positions alone. People
are of the preset `pedestrian`, but with a radius of 0.2 m and, if nothing else is said, speeds of 1.24 to
1.44 m/s.

| criterion | source | what happens | wanted |
|---|---|---|---|
";

/// The page `docs/criteria.md`, in Markdown.
#[must_use]
pub fn criteria_page() -> String {
    let mut page = HEAD.to_owned();
    // Writing to a string can't fail.
    for it in &Criterion::ALL {
        let (name, source, title) = (it.name(), it.source(), it.title());
        let _ = writeln!(page, "| `{name}` | {source} | {title} | {} |", it.wanted());
    }
    page.push_str("\nHow they are taken here:\n\n");
    for it in Criterion::ALL.iter().filter(|it| !it.note().is_empty()) {
        let _ = writeln!(page, "- `{}`: {}", it.name(), it.note());
    }
    page
}
