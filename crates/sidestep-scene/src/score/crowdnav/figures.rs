//! How CrowdNav's episodes went, one by one and together.

use serde::Serialize;

use super::{EpisodeEnd, Outcome};
use crate::import::crowdnav::Episode;

/// An episode and how it went.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Case {
    /// Name of its file, without the ending.
    pub file: String,
    /// Its number in the file.
    pub case: u64,
    /// Seed that it was drawn with.
    pub seed: u64,
    /// Whether the walkers saw the robot.
    pub robot_visible: bool,
    /// How it went.
    #[serde(flatten)]
    pub end: EpisodeEnd,
}

impl Case {
    /// An episode of a file, and how it went.
    pub fn new(file: &str, episode: &Episode, robot_visible: bool, end: EpisodeEnd) -> Self {
        Self {
            file: file.to_owned(),
            case: episode.case,
            seed: episode.seed,
            robot_visible,
            end,
        }
    }
}

/// The shares of how episodes ended.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Shares {
    /// How many episodes there were.
    pub episodes: usize,
    /// Share in which the robot reached its goal, 0 to 1.
    pub success: f64,
    /// Share in which it touched a walker.
    pub collision: f64,
    /// Share in which its time was up.
    pub timeout: f64,
    /// Mean time of the successes (s); `None` if there are none.
    pub mean_seconds: Option<f64>,
    /// Share of all time in which a walker felt uncomfortable.
    pub discomfort: f64,
}

impl Shares {
    fn of<'a>(cases: impl Iterator<Item = &'a Case> + Clone) -> Self {
        let episodes = cases.clone().count();
        let share = |part: f64, whole: f64| if whole > 0.0 { part / whole } else { 0.0 };
        let ended = |outcome| {
            let count = cases.clone().filter(|case| case.end.outcome == outcome);
            share(count.count() as f64, episodes as f64)
        };
        let sum = |figure: fn(&EpisodeEnd) -> f64| -> f64 {
            cases.clone().map(|case| figure(&case.end)).sum()
        };
        let arrivals = cases
            .clone()
            .filter(|case| case.end.outcome == Outcome::Success)
            .map(|case| case.end.seconds);
        Self {
            episodes,
            success: ended(Outcome::Success),
            collision: ended(Outcome::Collision),
            timeout: ended(Outcome::Timeout),
            mean_seconds: crate::measure::mean(arrivals),
            discomfort: share(sum(|end| end.discomfort_seconds), sum(|end| end.seconds)),
        }
    }
}

/// The shares of one file's episodes.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FileFigures {
    /// Name of the file, without the ending.
    pub name: String,
    /// Its shares.
    #[serde(flatten)]
    pub shares: Shares,
}

/// The figures of all episodes that were played, as `sidestep score --json` prints them.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Figures {
    /// Always `crowdnav`.
    pub suite: &'static str,
    /// Name of the robot's method.
    pub method: String,
    /// The shares of all episodes together.
    #[serde(flatten)]
    pub shares: Shares,
    /// Each file for itself, in the order in which they were given.
    pub files: Vec<FileFigures>,
    /// Every episode.
    pub cases: Vec<Case>,
}

impl Figures {
    /// Adds up episodes. Those of a file must stand together.
    pub fn new(method: &str, cases: Vec<Case>) -> Self {
        let files = cases.chunk_by(|one, other| one.file == other.file);
        let files = files.filter_map(|chunk| {
            Some(FileFigures {
                name: chunk.first()?.file.clone(),
                shares: Shares::of(chunk.iter()),
            })
        });
        Self {
            suite: "crowdnav",
            method: method.to_owned(),
            shares: Shares::of(cases.iter()),
            files: files.collect(),
            cases,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(file: &str, outcome: Outcome, seconds: f64) -> Case {
        Case {
            file: file.to_owned(),
            case: 0,
            seed: 1,
            robot_visible: false,
            end: EpisodeEnd {
                outcome,
                seconds,
                smallest_gap_m: Some(0.1),
                discomfort_seconds: 1.0,
            },
        }
    }

    #[test]
    fn shares_are_of_episodes_and_the_mean_is_of_successes() {
        let cases = vec![
            case("a", Outcome::Success, 8.0),
            case("a", Outcome::Success, 10.0),
            case("a", Outcome::Collision, 3.0),
            case("b", Outcome::Timeout, 25.0),
        ];
        let figures = Figures::new("default", cases);
        let shares = &figures.shares;
        assert_eq!(
            (shares.success, shares.collision, shares.timeout),
            (0.5, 0.25, 0.25)
        );
        assert_eq!(shares.mean_seconds, Some(9.0));
        assert_eq!(shares.discomfort, 4.0 / 46.0);
        assert_eq!(figures.files.len(), 2);
        assert_eq!(
            (
                figures.files[1].shares.timeout,
                figures.files[1].shares.mean_seconds
            ),
            (1.0, None)
        );
    }
}
