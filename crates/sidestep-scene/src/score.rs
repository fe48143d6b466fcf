//! Runs test cases of others to their end and scores them as SteerBench does.
//!
//! A case is scored only if all its goals are fixed places. Where goals are drawn at random, every program
//! draws other ones and their figures can't be compared; where they are to chase or to flee, nobody arrives.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use crate::format::{Scene, SceneError};
use crate::import::{self, ImportError};
use crate::measure::steerbench::Score;
use crate::measure::{Measures, Summary};
use crate::method::Method;
use crate::place::Layout;
use crate::simulate::{Simulation, SimulationError};

/// What a method made of a case.
#[derive(Clone, Debug, PartialEq)]
pub struct CaseScore {
    /// Name of the case: its file's, without the ending.
    pub case: String,
    /// The figures of the run.
    pub summary: Summary,
    /// SteerBench's figures of the run.
    pub score: Score,
}

/// Why a case can't be scored.
#[derive(Debug, thiserror::Error)]
pub enum ScoreError {
    /// The folder of cases can't be listed.
    #[error("{}: can't be listed ({source}); give a folder of SteerBench test cases", path.display())]
    Unlisted {
        /// The folder.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// The file can't be loaded.
    #[error(transparent)]
    Import(#[from] ImportError),
    /// What the case places doesn't fit.
    #[error(transparent)]
    Scene(#[from] SceneError),
    /// The engine refused the case.
    #[error("{case}: {source}")]
    Simulation {
        /// The case.
        case: String,
        /// Why.
        source: SimulationError,
    },
}

/// The SteerBench test cases of a folder, in order of name.
///
/// # Errors
/// [`ScoreError::Unlisted`] if the folder is missing or can't be read.
pub fn cases(folder: &Path) -> Result<Vec<PathBuf>, ScoreError> {
    let unlisted = |source| ScoreError::Unlisted {
        path: folder.to_owned(),
        source,
    };
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(unlisted)? {
        let file = entry.map_err(unlisted)?.path();
        if file.extension().is_some_and(|ending| ending == "xml") {
            files.push(file);
        }
    }
    files.sort();
    Ok(files)
}

/// Whether every agent of the scene has goals, and all of them are fixed points or regions.
pub fn has_fixed_goals(scene: &Scene) -> bool {
    scene.agents.iter().all(|group| {
        let mut goals = group.goals.iter();
        !group.goals.is_empty() && goals.all(|goal| goal.point.is_some() || goal.region.is_some())
    })
}

/// Runs a case with a method until all agents have arrived or the case's time is up, and scores it. A case
/// that hasn't [fixed goals](has_fixed_goals) isn't run: `None`.
///
/// # Errors
/// If the file can't be loaded, or what it holds doesn't fit together.
pub fn score_case(file: &Path, method: Method) -> Result<Option<CaseScore>, ScoreError> {
    let mut scene = import::load(file)?;
    if !has_fixed_goals(&scene) {
        return Ok(None);
    }
    method.name().clone_into(&mut scene.method);
    let case = file.file_stem().unwrap_or_default().to_string_lossy();
    let case = case.into_owned();
    let layout = Layout::new(&scene)?;
    let run = |layout| -> Result<(Measures, f64), SimulationError> {
        let mut measures = Measures::new();
        let seconds = Simulation::new(layout)?.run(&mut [&mut measures])?;
        Ok((measures, seconds))
    };
    match run(layout) {
        Ok((measures, seconds)) => Ok(Some(CaseScore {
            case,
            summary: measures.finish(seconds),
            score: measures.steerbench(),
        })),
        Err(source) => Err(ScoreError::Simulation { case, source }),
    }
}

/// A table of scores in Markdown: a line a case, and the sums below.
pub fn markdown_table(scores: &[CaseScore]) -> String {
    let mut text = String::from(
        "| case | agents | arrived | agent contacts | obstacle contacts | max depth (m) | composite01 | \
         composite02 | makespan (s) |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|\n",
    );
    for CaseScore { case, score, .. } in scores {
        let makespan = score
            .makespan_seconds
            .map_or_else(|| "–".to_owned(), |seconds| format!("{seconds:.2}"));
        let _ = writeln!(
            text,
            "| {case} | {} | {} | {} | {} | {:.3} | {:.1} | {:.1} | {makespan} |",
            score.agents,
            score.arrived,
            score.agent_contacts,
            score.obstacle_contacts,
            score.max_depth_m,
            score.composite01,
            score.composite02,
        );
    }
    let sum = |part: fn(&Score) -> u64| scores.iter().map(|it| part(&it.score)).sum::<u64>();
    let deepest = (scores.iter()).fold(0.0, |depth: f64, it| depth.max(it.score.max_depth_m));
    let mean = |part: fn(&Score) -> f64| {
        scores.iter().map(|it| part(&it.score)).sum::<f64>() / scores.len().max(1) as f64
    };
    let _ = writeln!(
        text,
        "| **all {}** | {} | {} | {} | {} | {deepest:.3} | mean {:.1} | mean {:.1} | |",
        scores.len(),
        sum(|score| score.agents),
        sum(|score| score.arrived),
        sum(|score| score.agent_contacts),
        sum(|score| score.obstacle_contacts),
        mean(|score| score.composite01),
        mean(|score| score.composite02),
    );
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(name: &str, agents: u64, makespan: Option<f64>) -> CaseScore {
        CaseScore {
            case: name.to_owned(),
            summary: Summary::default(),
            score: Score {
                agents,
                arrived: agents - 1,
                max_depth_m: 0.25,
                composite01: 10.0 * agents as f64,
                makespan_seconds: makespan,
                ..Score::default()
            },
        }
    }

    #[test]
    fn the_table_has_a_line_a_case_and_the_sums() {
        let table = markdown_table(&[case("one", 2, Some(3.5)), case("two", 4, None)]);
        let lines: Vec<&str> = table.lines().collect();
        assert_eq!(lines.len(), 5);
        let columns = |line: &str| line.matches('|').count();
        assert!(lines.iter().all(|line| columns(line) == columns(lines[0])));
        assert!(lines[2].starts_with("| one | 2 | 1 |") && lines[2].ends_with("| 3.50 |"));
        assert!(lines[3].ends_with("| – |"));
        assert!(lines[4].contains("| 6 | 4 |") && lines[4].contains("mean 30.0"));
    }

    #[test]
    fn a_missing_folder_is_named() {
        let message = cases(Path::new("no/such/folder")).map_err(|error| error.to_string());
        assert!(
            message
                .expect_err("missing")
                .starts_with("no/such/folder: can't be listed")
        );
    }
}
