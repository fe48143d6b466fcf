//! Which runs are whose, when several processes share a sweep.

use std::fmt;
use std::str::FromStr;

/// A share of the runs: every `count`th of them, from the `index`th on.
///
/// Runs are dealt out one by one, so that each share has some of every scene and method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    index: u64,
    count: u64,
}

/// Why there is no such share. The message says how to mend it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ShardError(String);

impl Shard {
    /// All runs.
    pub const WHOLE: Self = Self { index: 0, count: 1 };

    /// The share number `index`, counted from 0, of `count`.
    ///
    /// # Errors
    /// If there is no such share.
    pub fn new(index: u64, count: u64) -> Result<Self, ShardError> {
        if count == 0 {
            return Err(ShardError("there must be at least one share: 0/1".into()));
        }
        if index >= count {
            return Err(ShardError(format!(
                "shares are counted from 0: of {count} the last is {}/{count}",
                count - 1
            )));
        }
        Ok(Self { index, count })
    }

    /// Whether a run, counted from 0, is in this share.
    pub const fn has(self, run: u64) -> bool {
        run % self.count == self.index
    }

    /// Number of runs of this share, of so many in all.
    pub const fn size(self, runs: u64) -> u64 {
        (runs + self.count - 1 - self.index) / self.count
    }

    /// The share that a scheduler asks for by environment variables; none if there is no scheduler.
    ///
    /// A Slurm array: `SLURM_ARRAY_TASK_ID` and `SLURM_ARRAY_TASK_COUNT`, with
    /// `SLURM_ARRAY_TASK_MIN` and `SLURM_ARRAY_TASK_STEP` if they are set. An indexed Kubernetes job:
    /// `JOB_COMPLETION_INDEX`, and `JOB_COMPLETIONS`, which the job's own description has to set, as
    /// Kubernetes doesn't.
    ///
    /// # Errors
    /// If variables are missing or make no sense: running everything everywhere would be a waste.
    pub fn from_environment(
        variable: impl Fn(&str) -> Option<String>,
    ) -> Result<Option<Self>, ShardError> {
        let number = |name: &str| -> Result<Option<u64>, ShardError> {
            let Some(text) = variable(name) else {
                return Ok(None);
            };
            let number = text.trim().parse();
            number.map(Some).map_err(|_| {
                ShardError(format!(
                    "the environment variable {name} is `{text}` and no whole number; mend it, or \
                     give --shard I/N"
                ))
            })
        };
        if let Some(id) = number("SLURM_ARRAY_TASK_ID")? {
            let count = number("SLURM_ARRAY_TASK_COUNT")?.ok_or_else(|| {
                ShardError(
                    "SLURM_ARRAY_TASK_ID is set, but SLURM_ARRAY_TASK_COUNT isn't; give --shard I/N"
                        .into(),
                )
            })?;
            let least = number("SLURM_ARRAY_TASK_MIN")?.unwrap_or(0);
            let step = number("SLURM_ARRAY_TASK_STEP")?.unwrap_or(1).max(1);
            let index = id.checked_sub(least).filter(|past| past % step == 0);
            let shard = index.and_then(|past| Self::new(past / step, count).ok());
            return shard.map(Some).ok_or_else(|| {
                ShardError(format!(
                    "task {id} isn't one of {count} from {least} on, {step} apart: an array with \
                     gaps can't be shared out; submit one without, such as --array=0-{}, or give \
                     --shard I/N",
                    count.saturating_sub(1)
                ))
            });
        }
        let Some(index) = number("JOB_COMPLETION_INDEX")? else {
            return Ok(None);
        };
        let count = number("JOB_COMPLETIONS")?.ok_or_else(|| {
            ShardError(
                "JOB_COMPLETION_INDEX is set, so this is a pod of an indexed Kubernetes job, but of \
                 how many isn't known; set JOB_COMPLETIONS in the job's env to its completions, or \
                 give --shard I/N"
                    .into(),
            )
        })?;
        let shard = Self::new(index, count)
            .map_err(|error| ShardError(format!("JOB_COMPLETION_INDEX {index}: {error}")))?;
        Ok(Some(shard))
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}/{}", self.index, self.count)
    }
}

impl FromStr for Shard {
    type Err = ShardError;

    /// Reads `I/N`.
    fn from_str(text: &str) -> Result<Self, ShardError> {
        let parts = text.split_once('/');
        let parts = parts.and_then(|(index, count)| {
            Some((index.trim().parse().ok()?, count.trim().parse().ok()?))
        });
        let Some((index, count)) = parts else {
            return Err(ShardError(
                "a share is written I/N, such as 0/4 for the first of four".into(),
            ));
        };
        Self::new(index, count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn from(variables: &[(&str, &str)]) -> Result<Option<Shard>, ShardError> {
        Shard::from_environment(|name| {
            let found = variables.iter().find(|(key, _)| *key == name);
            found.map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn every_run_is_in_exactly_one_share() {
        for count in 1..8 {
            let shards: Vec<Shard> = (0..count)
                .map(|index| Shard::new(index, count).expect("a share"))
                .collect();
            for runs in 0..20 {
                for run in 0..runs {
                    assert_eq!(shards.iter().filter(|shard| shard.has(run)).count(), 1);
                }
                for shard in &shards {
                    let has = (0..runs).filter(|run| shard.has(*run)).count() as u64;
                    assert_eq!(shard.size(runs), has, "{shard} of {runs}");
                }
            }
        }
    }

    #[test]
    fn what_is_no_share_is_told_how_to_write_one() {
        for (text, hint) in [
            ("4", "I/N"),
            ("a/b", "I/N"),
            ("-1/2", "I/N"),
            ("2/2", "counted from 0"),
            ("0/0", "at least one"),
        ] {
            let message = Shard::from_str(text).expect_err(text).to_string();
            assert!(message.contains(hint), "{text}: {message}");
        }
        assert_eq!("1/2".parse(), Shard::new(1, 2));
    }

    #[test]
    fn schedulers_say_whose_runs_are_whose() {
        assert_eq!(from(&[]), Ok(None));
        let array = |id, count, least, step| {
            from(&[
                ("SLURM_ARRAY_TASK_ID", id),
                ("SLURM_ARRAY_TASK_COUNT", count),
                ("SLURM_ARRAY_TASK_MIN", least),
                ("SLURM_ARRAY_TASK_STEP", step),
            ])
        };
        assert_eq!(array("0", "4", "0", "1"), Shard::new(0, 4).map(Some));
        assert_eq!(array("4", "4", "1", "1"), Shard::new(3, 4).map(Some));
        assert_eq!(array("9", "3", "1", "4"), Shard::new(2, 3).map(Some));
        for (id, count, least) in [("7", "3", "1"), ("0", "3", "1"), ("x", "3", "1")] {
            let message = array(id, count, least, "1").expect_err(id).to_string();
            assert!(message.contains("--shard I/N"), "{message}");
        }
        let pod = [("JOB_COMPLETION_INDEX", "2"), ("JOB_COMPLETIONS", "5")];
        assert_eq!(from(&pod), Shard::new(2, 5).map(Some));
        let message = from(&pod[..1]).expect_err("of how many").to_string();
        assert!(message.contains("JOB_COMPLETIONS"), "{message}");
    }
}
