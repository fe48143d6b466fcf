//! Attacks again and again, until something is found or the time is up.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::attacks::Attack;
use crate::case::Case;
use crate::scene_text::scene_text;
use crate::shrink::shrink;

/// How long an attack goes on.
#[derive(Clone, Copy, Debug)]
pub enum Until {
    /// So many trials.
    Count(u64),
    /// So long.
    Time(Duration),
}

/// What an attack came to.
#[derive(Debug, Default)]
pub struct Outcome {
    /// Number of trials made.
    pub trials: u64,
    /// The first thing found.
    pub found: Option<Found>,
}

/// A promise that wasn't kept.
#[derive(Debug)]
pub struct Found {
    /// The seed that draws the case again.
    pub seed: u64,
    /// What was broken.
    pub fault: String,
    /// The case, shrunk.
    pub case: Case,
    /// What was broken in that.
    pub shrunk_fault: String,
}

impl Attack {
    /// Makes trials, the first of `seed` and each of the next one, until something is found or the
    /// end has come. At least one is made.
    #[must_use]
    pub fn hunt(&self, seed: u64, until: Until) -> Outcome {
        let start = Instant::now();
        let mut outcome = Outcome::default();
        loop {
            let seed = seed.wrapping_add(outcome.trials);
            outcome.trials += 1;
            let case = (self.draw)(seed);
            if let Some(fault) = self.look(&case) {
                let case = shrink(self, &case);
                let shrunk_fault = self.look(&case).unwrap_or_else(|| fault.clone());
                outcome.found = Some(Found {
                    seed,
                    fault,
                    case,
                    shrunk_fault,
                });
                return outcome;
            }
            let is_over = match until {
                Until::Count(count) => outcome.trials >= count,
                Until::Time(time) => start.elapsed() >= time,
            };
            if is_over {
                return outcome;
            }
        }
    }
}

impl Found {
    /// Writes what was found into a folder, whole: as a scene file where a scene can say it, else
    /// as plain text. Says where it is.
    ///
    /// # Errors
    /// What the operating system says.
    pub fn write(&self, attack: &Attack, folder: &Path) -> std::io::Result<PathBuf> {
        let name = format!("attack-{}-{}", attack.name, self.seed);
        let notes = [
            format!(
                "Found by sidestep-attack --only {} --seed {} --count 1",
                attack.name, self.seed
            ),
            format!("as drawn: {}", self.fault),
            format!("shrunk: {}", self.shrunk_fault),
        ];
        let (text, ending) = match scene_text(&self.case, &name, &notes) {
            Ok(text) => (text, "toml"),
            Err(reason) => {
                let text = format!("{}\n({reason})\n\n{:#?}\n", notes.join("\n"), self.case);
                (text, "txt")
            }
        };
        std::fs::create_dir_all(folder)?;
        let path = folder.join(format!("{name}.{ending}"));
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        std::io::Write::write_all(&mut file, text.as_bytes())?;
        file.persist(&path).map_err(|error| error.error)?;
        Ok(path)
    }
}
