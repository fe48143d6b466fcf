//! What is wrong in a file that someone else wrote, where, and how to mend it.

use std::fmt;

/// Something wrong in an imported file.
///
/// Shown as `file:line:column: what; how to mend`, the shape that editors and terminals can jump
/// to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The file, as the caller named it.
    pub source_name: String,
    /// Line, counted from 1; `None` when the fault has no single place.
    pub line: Option<usize>,
    /// Column in characters, counted from 1; `None` when the whole line is at fault.
    pub column: Option<usize>,
    /// What is wrong.
    pub what: String,
    /// What to change.
    pub mend: String,
}

impl Fault {
    /// A fault of the file as a whole.
    pub fn of_file(source_name: &str, what: impl Into<String>, mend: impl Into<String>) -> Self {
        Self {
            source_name: source_name.to_owned(),
            line: None,
            column: None,
            what: what.into(),
            mend: mend.into(),
        }
    }

    /// The same fault at a line and, where it is known, a column, both counted from 1.
    #[must_use]
    pub fn at(mut self, line: usize, column: Option<usize>) -> Self {
        self.line = Some(line);
        self.column = column;
        self
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.source_name)?;
        if let Some(line) = self.line {
            write!(formatter, ":{line}")?;
            if let Some(column) = self.column {
                write!(formatter, ":{column}")?;
            }
        }
        write!(formatter, ": {}; {}", self.what, self.mend)
    }
}

impl std::error::Error for Fault {}

/// Text from a file, quoted and shortened so that one message stays one line.
pub(crate) fn quoted(text: &str) -> String {
    const LONGEST: usize = 40;
    let mut shown: String = text
        .chars()
        .take(LONGEST)
        .flat_map(char::escape_debug)
        .collect();
    if text.chars().nth(LONGEST).is_some() {
        shown.push('…');
    }
    format!("`{shown}`")
}

/// Longest name that is compared with others, in bytes.
const LONGEST_SLIP: usize = 100;

/// `did you mean ...?` for the known name nearest to `given`, if one is near enough to be a slip.
pub(crate) fn did_you_mean(given: &str, known: &[&str]) -> Option<String> {
    const NEAR_ENOUGH: f64 = 0.7;
    // Similarity takes time with the product of the lengths, and no slip is that long.
    if given.len() > LONGEST_SLIP {
        return None;
    }
    let folded = given.to_lowercase();
    known
        .iter()
        .filter(|name| name.len() <= LONGEST_SLIP)
        .map(|name| {
            (
                strsim::normalized_damerau_levenshtein(&folded, &name.to_lowercase()),
                name,
            )
        })
        .filter(|(similarity, _)| *similarity >= NEAR_ENOUGH)
        .max_by(|left, right| left.0.total_cmp(&right.0))
        .map(|(_, name)| format!("did you mean `{name}`?"))
}

/// Whether `given` is so near to `meant` that it can be nothing else, not even where other known
/// names are near too.
pub(crate) fn is_slip_of(given: &str, meant: &str) -> bool {
    const NEARLY_THE_SAME: f64 = 0.85;
    given.len() <= LONGEST_SLIP
        && strsim::normalized_damerau_levenshtein(given, meant) >= NEARLY_THE_SAME
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_reads_as_file_line_column_what_and_mend() {
        let fault = Fault::of_file("a.xml", "no agents", "add one");
        assert_eq!(fault.to_string(), "a.xml: no agents; add one");
        assert_eq!(
            fault.clone().at(3, None).to_string(),
            "a.xml:3: no agents; add one"
        );
        assert_eq!(
            fault.at(3, Some(7)).to_string(),
            "a.xml:3:7: no agents; add one"
        );
    }

    #[test]
    fn a_slip_is_recognised_and_a_different_word_is_not() {
        let known = ["radius", "position", "direction"];
        let meant = |given| did_you_mean(given, &known);
        assert_eq!(meant("raduis").as_deref(), Some("did you mean `radius`?"));
        assert_eq!(
            meant("Position").as_deref(),
            Some("did you mean `position`?")
        );
        assert_eq!(meant("colour"), None);
        assert_eq!(meant(&"radius".repeat(1000)), None);
    }

    #[test]
    fn a_sibling_is_no_slip() {
        assert!(is_slip_of("posiiton", "position"));
        for (sibling, name) in [
            ("ymin", "xmin"),
            ("targetDirection", "targetLocation"),
            ("name", "key"),
        ] {
            assert!(!is_slip_of(sibling, name), "{sibling}");
        }
    }

    #[test]
    fn quoting_keeps_messages_on_one_line() {
        assert_eq!(quoted("a\nb"), "`a\\nb`");
        assert!(quoted(&"x".repeat(1000)).chars().count() < 50);
    }
}
