//! Claims on runs of a sweep, so that processes which share a folder don't do the same run.
//!
//! A claim is an empty file that its process holds a lock on. The system takes the lock away with
//! the process, however that ends: what nobody holds any more is free. Where files can't be locked,
//! a run may be done twice, which costs time and nothing else.

use std::fs::File;
use std::io;
use std::path::Path;

use tempfile::{NamedTempFile, TempPath};

use crate::leftovers::{self, CLAIM_SUFFIX, PREFIX};
use crate::under_way::UnderWay;

/// A claim that this process holds; it goes away with this value.
#[derive(Debug)]
pub struct Claim {
    // Removed first, then forgotten.
    _file: NamedTempFile,
    _under_way: UnderWay,
}

impl Claim {
    /// Claims the run of this name, if nobody else has.
    ///
    /// # Errors
    /// When no file can be made in that folder.
    pub fn try_on(folder: &Path, run: &str) -> io::Result<Option<Self>> {
        let path = folder.join(format!("{PREFIX}{run}{CLAIM_SUFFIX}"));
        let make = || {
            let file = File::options()
                .read(true)
                .write(true)
                .create(true)
                .truncate(false)
                .open(&path)?;
            let mut file = NamedTempFile::from_parts(file, TempPath::try_from_path(&path)?);
            // Somebody else's file isn't ours to remove.
            file.disable_cleanup(true);
            if !leftovers::claim(&file) {
                return Ok(None);
            }
            file.disable_cleanup(false);
            Ok(Some(file))
        };
        let made = UnderWay::begin_if(make)?;
        Ok(made.map(|(file, under_way)| Self {
            _file: file,
            _under_way: under_way,
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::write_whole::names_in;

    #[test]
    fn a_run_is_claimed_by_one_at_a_time_and_nothing_stays() {
        let folder = tempfile::tempdir().expect("a folder");
        let claim = || Claim::try_on(folder.path(), &"a".repeat(32)).expect("can be made");
        let first = claim().expect("free");
        assert!(claim().is_none(), "somebody has it");
        assert_eq!(names_in(folder.path()).len(), 1);
        drop(first);
        assert!(names_in(folder.path()).is_empty());
        assert!(claim().is_some(), "free again");
    }

    #[test]
    fn what_a_killed_process_has_claimed_is_free() {
        let folder = tempfile::tempdir().expect("a folder");
        let run = "b".repeat(32);
        let path = folder.path().join(format!("{PREFIX}{run}{CLAIM_SUFFIX}"));
        std::fs::write(&path, "").expect("left behind");
        let claim = Claim::try_on(folder.path(), &run).expect("can be made");
        assert!(claim.is_some());
        drop(claim);
        assert!(!path.exists());
    }
}
