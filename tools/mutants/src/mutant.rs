//! One fault that may be put into the core.

use serde::{Deserialize, Serialize};

/// A fault: what it changes, and what became of it.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Mutant {
    /// The name of the place that it is in.
    pub place: String,
    /// Below the core's `src`.
    pub file: String,
    /// From 1 on.
    pub line: usize,
    /// The place of its site among those of the file.
    pub site: usize,
    /// What the operator or the number becomes.
    pub other: String,
    /// What was changed to what, for people.
    pub change: String,
    /// By which the report counts.
    pub kind: String,
    /// The line as it is without the fault.
    pub code: String,
    /// What came of it; `None` while it hasn't been tried.
    pub fate: Option<Fate>,
}

/// What came of a fault.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub enum Fate {
    /// A test failed, or a run of tests ended otherwise than it should: which.
    Noticed(String),
    /// All tests that reach it passed.
    Unnoticed,
    /// No test reaches it.
    Unreached,
}

impl Mutant {
    /// What stands in the report.
    pub fn told(&self) -> String {
        format!(
            "{}:{}: {}    {}",
            self.file, self.line, self.change, self.code
        )
    }

    /// Whether a test noticed it.
    pub fn noticed(&self) -> bool {
        matches!(self.fate, Some(Fate::Noticed(_)))
    }
}
