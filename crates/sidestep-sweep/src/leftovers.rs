//! What runs that were killed have left: files under way whose process is gone.
//!
//! Each file under way is locked by its process, and the system takes the lock away with the
//! process, however that ends. So whatever has a name of ours and can be locked is nobody's any
//! more, also where several machines or containers write into the same folder. Where files can't be
//! locked, nothing is tidied.

use std::fs::{self, File, TryLockError};
use std::path::Path;

use tempfile::NamedTempFile;

/// How the names of files under way begin and end. What stands between is six letters and digits.
pub const PREFIX: &str = ".sidestep-";
/// See [`PREFIX`].
pub const SUFFIX: &str = ".part";
/// As [`SUFFIX`], for what is to stay when its process ends: a checkpoint says how to go on with it.
pub const LASTING_SUFFIX: &str = ".kept";
/// As [`SUFFIX`], for what says that a run of a sweep is under way. What stands between is the
/// name of the run.
pub const CLAIM_SUFFIX: &str = ".claim";

/// Whether a file that was just made is this process's own from now on. Not if somebody who tidies
/// has come between.
pub fn claim(file: &NamedTempFile) -> bool {
    match file.as_file().try_lock() {
        Ok(()) => file.path().exists(),
        Err(TryLockError::WouldBlock) => false,
        Err(TryLockError::Error(_)) => true,
    }
}

/// Removes from a folder what killed runs have left there. What can't be removed stays.
pub fn tidy(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        if !is_file || !entry.file_name().to_str().is_some_and(is_of_this_program) {
            continue;
        }
        let path = entry.path();
        // Some systems lock only what can be written.
        let opened = File::options().read(true).write(true).open(&path);
        if let Ok(file) = opened
            && file.try_lock().is_ok()
        {
            // The next run tries it again.
            let _ = fs::remove_file(&path);
        }
    }
}

/// Whether a file under way may have this name.
fn is_of_this_program(name: &str) -> bool {
    let Some(rest) = name.strip_prefix(PREFIX) else {
        return false;
    };
    let is_made_of = |middle: Option<&str>, length: usize| {
        middle.is_some_and(|it| {
            it.len() == length && it.bytes().all(|byte| byte.is_ascii_alphanumeric())
        })
    };
    is_made_of(rest.strip_suffix(SUFFIX), 6) || is_made_of(rest.strip_suffix(CLAIM_SUFFIX), 32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_holds_goes_and_all_else_stays() {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |name: &str| {
            let path = folder.path().join(name);
            fs::write(&path, "x").expect("written");
            File::open(path).expect("opened")
        };
        let names = [
            ".sidestep-abCD12.kept",
            ".sidestep-abCD1.part",
            ".sidestep-abCD1_.part",
            ".sidestep-notes.part.txt",
            ".sidestep-abCD12.claim",
            "sidestep-abCD12.part",
            "trajectories.csv",
        ];
        for name in names {
            write(name);
        }
        write(".sidestep-abCD12.part");
        write(".sidestep-0123456789abcdef0123456789abcdef.claim");
        fs::create_dir(folder.path().join(".sidestep-folder.part")).expect("made");
        let held = write(".sidestep-abCD34.part");
        held.lock().expect("locked");
        tidy(folder.path());
        let stays = |name: &str| folder.path().join(name).exists();
        assert!(!stays(".sidestep-abCD12.part"));
        assert!(!stays(".sidestep-0123456789abcdef0123456789abcdef.claim"));
        assert!(stays(".sidestep-abCD34.part"), "somebody writes it");
        assert!(stays(".sidestep-folder.part"));
        for name in names {
            assert!(stays(name), "{name}");
        }
        drop(held);
        tidy(folder.path());
        assert!(!stays(".sidestep-abCD34.part"));
        tidy(&folder.path().join("missing"));
    }
}
