//! Files that this process is writing, so that nothing of them stays when it is interrupted.
//!
//! A file under way is removed by its owner when something goes wrong. Where the process is told to
//! end (Ctrl-C, `kill`, a terminal that closes) nobody gets to that; then a thread that waits for
//! such signals removes them all and ends the process as the signal would have. What stays where
//! not even that is possible, `leftovers` tidies.

use std::collections::BTreeSet;
use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tempfile::NamedTempFile;

/// Whether somebody else in this process answers signals.
static ANSWERED: AtomicBool = AtomicBool::new(false);

/// Leaves signals to whoever else answers them in this process, such as an interpreter: what is begun
/// from now on is removed by its owner alone, or tidied by the next one where that is too late.
pub fn leave_signals_alone() {
    ANSWERED.store(true, Ordering::Relaxed);
}

/// The paths of all files under way.
static UNDER_WAY: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// What is done last before a signal ends the process.
static LAST_WORDS: Mutex<Option<LastWords>> = Mutex::new(None);

type LastWords = Box<dyn FnOnce() + Send>;

/// Has this said, or done, when a signal that can be waited for ends the process, once no file under
/// way is left. What was to be said before is forgotten.
pub fn last_words(words: impl FnOnce() + Send + 'static) {
    watch();
    *LAST_WORDS.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(words));
}

/// Says that a file is under way, as long as it lives.
#[derive(Debug)]
pub struct UnderWay {
    path: PathBuf,
}

fn all() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    // A set of paths is as good as before wherever a thread may have ended.
    UNDER_WAY.lock().unwrap_or_else(PoisonError::into_inner)
}

impl UnderWay {
    /// Makes a file that goes away if the process is interrupted. No signal can come between the
    /// making and the knowing.
    ///
    /// # Errors
    /// If it can't be made.
    pub fn begin(
        make: impl FnOnce() -> io::Result<NamedTempFile>,
    ) -> io::Result<(NamedTempFile, Self)> {
        let made = Self::begin_if(|| make().map(Some))?;
        made.ok_or_else(|| io::Error::other("no file was made"))
    }

    /// As [`UnderWay::begin`], for a file that may turn out to be somebody else's: then there is none.
    ///
    /// # Errors
    /// As [`UnderWay::begin`].
    pub fn begin_if(
        make: impl FnOnce() -> io::Result<Option<NamedTempFile>>,
    ) -> io::Result<Option<(NamedTempFile, Self)>> {
        watch();
        let mut all = all();
        let Some(file) = make()? else {
            return Ok(None);
        };
        let path = file.path().to_owned();
        all.insert(path.clone());
        Ok(Some((file, Self { path })))
    }
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        all().remove(&self.path);
    }
}

/// Waits for signals that end the process, from the first call on. What is begun afterwards is known
/// to it: none can come before it waits.
#[cfg(unix)]
fn watch() {
    use signal_hook::iterator::Signals;
    use std::sync::{Once, mpsc};

    static ONCE: Once = Once::new();
    if ANSWERED.load(Ordering::Relaxed) {
        return;
    }
    ONCE.call_once(|| {
        let (waits, it_waits) = mpsc::channel();
        let wait = move || {
            let Ok(mut signals) = Signals::new(ending()) else {
                return;
            };
            // Whoever asked is there to hear it.
            let _ = waits.send(());
            if let Some(signal) = signals.forever().next() {
                // Held to the end: nothing is begun any more.
                let all = all();
                for path in all.iter() {
                    // Who has got its name meanwhile isn't there under this one.
                    let _ = std::fs::remove_file(path);
                }
                let words = LAST_WORDS.lock().map(|mut words| words.take());
                if let Some(words) = words.unwrap_or_default() {
                    words();
                }
                let _ = signal_hook::low_level::emulate_default_handler(signal);
            }
        };
        // Without the thread a signal ends the process at once, as ever.
        let _ = std::thread::Builder::new()
            .name("interruption".to_owned())
            .spawn(wait);
        // An error where it can't wait: then nobody does.
        let _ = it_waits.recv();
    });
}

#[cfg(not(unix))]
fn watch() {}

/// The signals that end the process and can be waited for. What whoever has started it wants it to
/// overlook, such as `nohup` the end of the terminal, it goes on to overlook.
#[cfg(unix)]
fn ending() -> Vec<i32> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    // Linux says which are overlooked. Elsewhere the two are watched that are hardly ever.
    let overlooked = std::fs::read_to_string("/proc/self/status")
        .ok()
        .and_then(|status| overlooked(&status));
    match overlooked {
        Some(mask) => [SIGINT, SIGTERM, SIGHUP]
            .into_iter()
            .filter(|signal| mask >> (signal - 1) & 1 == 0)
            .collect(),
        None => vec![SIGINT, SIGTERM],
    }
}

/// The mask of ignored signals in what Linux says of a process.
#[cfg(unix)]
fn overlooked(status: &str) -> Option<u64> {
    let mask = status
        .lines()
        .find_map(|line| line.strip_prefix("SigIgn:"))?;
    u64::from_str_radix(mask.trim(), 16).ok()
}

/// From here on a file that would grow beyond the limit of the process (`ulimit -f`) is an error of
/// writing, as a full disk is, and not the end of the process.
pub fn survive_file_size_limit() {
    #[cfg(unix)]
    {
        use std::sync::Arc;
        // Nobody asks for the flag: that there is a handler lets the write return. If it can't be
        // set, the process ends as it would have.
        let _ = signal_hook::flag::register(
            signal_hook::consts::SIGXFSZ,
            Arc::new(AtomicBool::new(false)),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_known_as_long_as_it_is_under_way() {
        let make = || tempfile::Builder::new().tempfile();
        let (file, under_way) = UnderWay::begin(make).expect("made");
        let path = file.path().to_owned();
        assert!(all().contains(&path));
        drop(under_way);
        assert!(!all().contains(&path));
    }

    #[cfg(unix)]
    #[test]
    fn what_linux_says_of_ignored_signals_is_understood() {
        // SIGHUP (1) and SIGINT (2).
        let status = "Name:\tsidestep\nSigBlk:\t0000000000000000\nSigIgn:\t0000000000000003\n";
        assert_eq!(overlooked(status), Some(3));
        assert_eq!(overlooked("Name:\tsidestep\n"), None);
    }
}
