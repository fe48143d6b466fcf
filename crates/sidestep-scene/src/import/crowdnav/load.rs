//! Reading a table of episodes with what stands beside it.

use std::path::{Path, PathBuf};

use super::{Environment, Episode, parse_environment, parse_episodes};
use crate::import::ImportError;
use crate::import::load::read_text;

/// Name of the file, beside the table, that says what all its episodes share.
pub const ENVIRONMENT_FILE: &str = "env.config";

/// A file of episodes.
#[derive(Clone, Debug, PartialEq)]
pub struct EpisodeFile {
    /// The table.
    pub path: PathBuf,
    /// What its episodes share.
    pub environment: Environment,
    /// The episodes, at least one.
    pub episodes: Vec<Episode>,
}

/// Reads a table of episodes, and the `env.config` in its folder if there is one.
///
/// # Errors
/// If a file can't be read, or what it says is wrong.
pub fn load(path: &Path) -> Result<EpisodeFile, ImportError> {
    let episodes = parse_episodes(&read_text(path)?, &path.display().to_string())?;
    let beside = path.with_file_name(ENVIRONMENT_FILE);
    let environment = if beside.exists() {
        parse_environment(&read_text(&beside)?, &beside.display().to_string())?
    } else {
        Environment::default()
    };
    Ok(EpisodeFile {
        path: path.to_owned(),
        environment,
        episodes,
    })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    const TABLE: &str = "case,seed,human,px,py,gx,gy\n0,1000,0,-3,0,3,0\n";

    #[test]
    fn the_environment_beside_the_table_counts() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("cross.csv");
        fs::write(&path, TABLE).expect("it can be written");
        let alone = load(&path).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(alone.environment, Environment::default());
        let beside = folder.path().join(ENVIRONMENT_FILE);
        fs::write(&beside, "[env]\ntime_limit = 12\n").expect("it can be written");
        let both = load(&path).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(both.environment.time_limit, 12.0);
        assert_eq!(both.episodes, alone.episodes);
        fs::write(&beside, "[env]\ntime_limit = never\n").expect("it can be written");
        let message = load(&path).expect_err("wrong").to_string();
        assert!(
            message.contains("env.config:2: time_limit is `never`"),
            "{message}"
        );
        let message = load(&folder.path().join("gone.csv"))
            .expect_err("gone")
            .to_string();
        assert!(
            message.contains("gone.csv: there is no such file"),
            "{message}"
        );
    }
}
