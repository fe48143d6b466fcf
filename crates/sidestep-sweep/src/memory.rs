//! How much memory can be had, and the refusal of what needs more: a process that asks for more than
//! there is would be ended without a word.

use sidestep_scene::memory::Crowd;
use sysinfo::System;

/// A run needs more memory than can be had. The message says how much of both, and how to mend it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NotEnough(String);

/// Memory that can still be had, and what sets the limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Room {
    bytes: u64,
    limit: &'static str,
}

/// Refuses a run that needs more memory than can be had, before it takes any.
///
/// # Errors
/// If it does. Where it isn't known how much can be had, nothing is refused.
pub fn check(crowd: Crowd, recorded: bool) -> Result<(), NotEnough> {
    let mend = match recorded {
        true => "run fewer agents (--agents N), or write no files (--json)",
        false => "run fewer agents (--agents N)",
    };
    let Crowd { agents, shapes } = crowd;
    let what = format!("{agents} agents and {shapes} walls and obstacles need");
    refuse(&what, crowd.memory(recorded), mend, room())
}

/// As [`check`], for the reading of a scene file of so many bytes.
///
/// # Errors
/// If it takes more than can be had.
pub fn check_reading(file: &str, length: u64) -> Result<(), NotEnough> {
    let what = format!(
        "{file}: to read a scene file of {} MB takes",
        megabytes(length)
    );
    let mend = "use counts and regions instead of listing everything";
    refuse(&what, sidestep_scene::memory::to_read(length), mend, room())
}

fn refuse(what: &str, needed: u64, mend: &str, room: Option<Room>) -> Result<(), NotEnough> {
    match room {
        Some(room) if needed > room.bytes => Err(NotEnough(format!(
            "{what} about {} MB of memory, and {} MB can be had ({}); {mend}, or see that more can be had",
            megabytes(needed),
            megabytes(room.bytes),
            room.limit
        ))),
        _ => Ok(()),
    }
}

fn megabytes(bytes: u64) -> u64 {
    bytes.div_ceil(1_000_000)
}

/// The narrowest of all limits that are known.
fn room() -> Option<Room> {
    let mut system = System::new();
    system.refresh_memory();
    if system.total_memory() == 0 {
        return of_process().min_by_key(|room| room.bytes);
    }
    let free = Room {
        bytes: system.available_memory() + system.free_swap(),
        limit: "what other programs leave",
    };
    // Of what a container uses, what is in files gives way.
    let container = system.cgroup_limits().map(|limits| Room {
        bytes: limits.total_memory.saturating_sub(limits.rss) + limits.free_swap,
        limit: "the limit of this container",
    });
    std::iter::once(free)
        .chain(container)
        .chain(of_process())
        .min_by_key(|room| room.bytes)
}

/// Addresses that the process takes by its program and its libraries (bytes).
#[cfg(unix)]
const PROGRAM: u64 = 16 << 20;
/// Addresses that a thread takes: its stack, and what the system's allocator reserves for it and
/// hardly uses (bytes).
#[cfg(unix)]
const THREAD: u64 = 66 << 20;

/// What the limits of the process leave.
#[cfg(unix)]
fn of_process() -> impl Iterator<Item = Room> {
    use rustix::process::{Resource, getrlimit};
    let used = memory_stats::memory_stats().map_or(0, |stats| stats.physical_mem as u64);
    let addresses = getrlimit(Resource::As).current.map(|limit| Room {
        bytes: limit.saturating_sub(used + PROGRAM + of_threads(limit)),
        limit: "the limit of this process, `ulimit -v`, without what threads reserve",
    });
    let data = getrlimit(Resource::Data).current.map(|limit| Room {
        bytes: limit.saturating_sub(used),
        limit: "the limit of this process, `ulimit -d`",
    });
    addresses.into_iter().chain(data)
}

/// Addresses that threads take of so many (bytes). What can't be had for one of many threads they
/// share.
#[cfg(unix)]
fn of_threads(limit: u64) -> u64 {
    // One more waits for signals.
    let threads = rayon::current_num_threads() as u64 + 1;
    (threads * THREAD).min(limit / 2)
}

#[cfg(not(unix))]
fn of_process() -> impl Iterator<Item = Room> {
    std::iter::empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_needs_more_than_can_be_had_is_told_with_both_and_what_to_do() {
        let room = Room {
            bytes: 400_000_000,
            limit: "a limit",
        };
        let refused = refuse("It needs", 500_000_001, "ask for less", Some(room));
        let message = refused.expect_err("too much").to_string();
        assert_eq!(
            message,
            "It needs about 501 MB of memory, and 400 MB can be had (a limit); ask for less, or see \
             that more can be had"
        );
        assert!(refuse("It needs", 400_000_000, "ask for less", Some(room)).is_ok());
        assert!(refuse("It needs", u64::MAX, "ask for less", None).is_ok());
    }

    /// Whatever machine this is, this test has got some.
    #[test]
    fn something_can_be_had_here() {
        assert!(room().is_none_or(|room| room.bytes > 1_000_000));
    }
}
