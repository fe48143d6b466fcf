//! What a run of a sweep leaves.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::plan::{Plan, hex};
use super::value::Value;
use crate::measure::Summary;

/// The number of the format.
const FORMAT: u32 = 1;

/// What stands before the checksum, which is the last key.
const CHECKSUM: &str = ",\n  \"checksum\": \"";

/// What stands after it.
const END: &str = "\"\n}\n";

/// What a run of a sweep leaves: its inputs, and either a summary or why there is none.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// The number of the format of this file.
    format: u32,
    /// Name of the run: the hash of its inputs.
    pub run: String,
    /// Version of the program that has run it.
    pub version: String,
    /// The scene as the sweep names it.
    pub scene: String,
    /// Avoidance method.
    pub method: String,
    /// Seed; none for the scene's own.
    pub seed: Option<u64>,
    /// What was set in the scene.
    pub set: BTreeMap<String, Value>,
    /// The figures, if the run came to its end.
    pub summary: Option<Summary>,
    /// Why there are none.
    pub failure: Option<String>,
}

/// Why a text isn't the outcome of a run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct OutcomeError(String);

impl Outcome {
    /// The outcome of a run of a plan, by its summary or what went wrong.
    pub fn of(plan: &Plan, run: u64, end: Result<Summary, String>) -> Self {
        let combination = plan.combination_of(run);
        let (summary, failure) = match end {
            Ok(summary) => (Some(summary), None),
            Err(message) => (None, Some(message)),
        };
        Self {
            format: FORMAT,
            run: plan.name_of(run),
            version: plan.version().to_owned(),
            scene: plan.scene_of(combination).to_owned(),
            method: plan.method_of(combination).to_owned(),
            seed: plan.seed_of(run),
            set: plan.set_of(combination),
            summary,
            failure,
        }
    }

    /// The text of its file: JSON with a checksum as the last key.
    ///
    /// # Errors
    /// If a figure can't be written as JSON.
    pub fn to_text(&self) -> Result<String, OutcomeError> {
        let text = serde_json::to_string_pretty(self)
            .map_err(|error| OutcomeError(format!("can't be written as JSON: {error}")))?;
        let body = text.trim_end_matches("\n}");
        Ok(format!("{body}{CHECKSUM}{}{END}", checksum(body)))
    }

    /// Reads the text of a file that should have the outcome of the run of this name.
    ///
    /// # Errors
    /// If it was cut off or changed, or is that of another run.
    pub fn from_text(text: &str, name: &str) -> Result<Self, OutcomeError> {
        let refuse = |what: &str| Err(OutcomeError(what.to_owned()));
        let Some((body, end)) = text.rsplit_once(CHECKSUM) else {
            return refuse("is cut off, or isn't the result of a run");
        };
        if end.strip_suffix(END) != Some(&checksum(body)) {
            return refuse("was changed after it was written: its checksum is wrong");
        }
        let outcome: Self = serde_json::from_str(&format!("{body}\n}}"))
            .map_err(|error| OutcomeError(format!("can't be read: {error}")))?;
        if outcome.format != FORMAT {
            return refuse("is of another format");
        }
        if outcome.run != name {
            return refuse("is the result of another run");
        }
        if outcome.summary.is_some() == outcome.failure.is_some() {
            return refuse("has neither figures nor a failure, or both");
        }
        Ok(outcome)
    }
}

fn checksum(body: &str) -> String {
    hex(&Sha256::digest(body.as_bytes())[..8])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sweep::Sweep;

    fn written() -> (String, String) {
        let text = "scenes = ['headon']\n[set]\nduration = 1\n";
        let sweep = Sweep::from_toml(text, "sweep.toml", None).expect("a sweep");
        let plan = sweep.plan(|_, _| {}).expect("a plan");
        let outcome = Outcome::of(&plan, 0, sweep.perform(&plan, 0));
        let text = outcome.to_text().expect("written");
        assert_eq!(Outcome::from_text(&text, &outcome.run), Ok(outcome.clone()));
        (text, outcome.run)
    }

    #[test]
    fn an_outcome_that_was_cut_off_or_edited_is_known() {
        let (text, name) = written();
        for length in 0..text.len() {
            assert!(Outcome::from_text(&text[..length], &name).is_err());
        }
        let edited = text.replacen("\"arrived\": ", "\"arrived\": 1", 1);
        assert_ne!(edited, text);
        let message = Outcome::from_text(&edited, &name).expect_err("edited");
        assert!(message.to_string().contains("changed"), "{message}");
        let message = Outcome::from_text(&text, "another").expect_err("another");
        assert!(message.to_string().contains("another run"), "{message}");
    }
}
