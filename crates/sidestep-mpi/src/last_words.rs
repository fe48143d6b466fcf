//! What is said when the run ends because a rank has died, or because mpirun was interrupted.
//!
//! MPI ends all ranks when one dies: mpirun sends them SIGTERM, and a second later SIGKILL. In
//! between the lowest rank that is left on its machine says how to go on.

use std::thread;
use std::time::Duration;

use sidestep_sweep::under_way;

use crate::machine::list;
use crate::ranks::Ranks;

/// How long a rank stays after it was told to end, so that others don't take it for the one that
/// has died.
const STAYS: Duration = Duration::from_millis(300);

/// Has it said, from now on, how to go on with the run from its checkpoint (the name of a file), if
/// it has one.
pub fn prepare(ranks: &Ranks, checkpoint: Option<String>) {
    let (own, here) = (ranks.rank(), ranks.on_this_machine());
    under_way::last_words(move || {
        let gone: Vec<usize> = (here.iter())
            .filter(|(rank, process)| *rank != own && !is_alive(*process))
            .map(|(rank, _)| *rank)
            .collect();
        let speaks = here
            .iter()
            .all(|(rank, _)| *rank >= own || gone.contains(rank));
        if speaks {
            eprintln!("{}", words(&gone, checkpoint.as_deref()));
        }
        thread::sleep(STAYS);
    });
}

/// Nothing of that is said any more.
pub fn forget() {
    under_way::last_words(|| ());
}

fn words(gone: &[usize], checkpoint: Option<&str>) -> String {
    let why = match gone {
        [] => "the run was told to end, as it is when a rank of another machine dies".to_owned(),
        [_] => format!("{} has died, and the run ends with it", list(gone)),
        _ => format!("{} have died, and the run ends with them", list(gone)),
    };
    let how = match checkpoint {
        Some(file) => format!(
            "go on from its last checkpoint with any number of ranks: mpirun -n N sidestep-mpi run \
             --resume {}",
            quoted(file)
        ),
        None => {
            "it has no checkpoint (--parquet and --pedpy can't have one): run it again".to_owned()
        }
    };
    format!("error: {why}; {how}")
}

/// As a shell takes it for one word.
fn quoted(file: &str) -> String {
    let is_plain = |letter: char| letter.is_alphanumeric() || "/._-+=:@%".contains(letter);
    if !file.is_empty() && file.chars().all(is_plain) {
        file.to_owned()
    } else {
        format!("'{}'", file.replace('\'', "'\\''"))
    }
}

#[cfg(unix)]
fn is_alive(process: u32) -> bool {
    use rustix::process::{Pid, test_kill_process};
    i32::try_from(process)
        .ok()
        .and_then(Pid::from_raw)
        .is_some_and(|process| test_kill_process(process).is_ok())
}

#[cfg(not(unix))]
fn is_alive(_: u32) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_say_who_has_died_and_how_to_go_on() {
        assert_eq!(
            words(&[2], Some("out/zombies.checkpoint")),
            "error: rank 2 has died, and the run ends with it; go on from its last checkpoint with \
             any number of ranks: mpirun -n N sidestep-mpi run --resume out/zombies.checkpoint"
        );
        let text = words(&[0, 2], Some("it's here"));
        assert!(text.contains("ranks 0 and 2 have died"), "{text}");
        assert!(text.ends_with("--resume 'it'\\''s here'"), "{text}");
        let text = words(&[], None);
        assert!(text.contains("told to end"), "{text}");
        assert!(text.ends_with("run it again"), "{text}");
    }

    #[cfg(unix)]
    #[test]
    fn this_process_is_alive_and_one_that_cannot_be_is_not() {
        assert!(is_alive(std::process::id()));
        assert!(!is_alive(i32::MAX as u32));
    }
}
