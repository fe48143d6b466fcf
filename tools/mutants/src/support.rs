//! Becomes part of the core's copy: says which fault is chosen, and which ones a run reaches.

use std::io::Write;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

/// No environment has been read.
const UNREAD: u32 = u32::MAX;
/// No fault: those that are reached are written down.
const RECORDING: u32 = u32::MAX - 1;

static CHOSEN: AtomicU32 = AtomicU32::new(UNREAD);

/// The highest number of a fault is below this.
const MOST: usize = 1 << 14;
static REACHED: [AtomicBool; MOST] = [const { AtomicBool::new(false) }; MOST];

/// Whether the fault of this number is chosen by the environment variable `MUTATION`.
#[inline(always)]
pub(crate) fn mutation(number: u32) -> bool {
    let chosen = CHOSEN.load(Ordering::Relaxed);
    chosen == number || chosen >= RECORDING && look(chosen, number)
}

/// Reads the environment, or writes down what was reached.
#[cold]
#[inline(never)]
fn look(mut chosen: u32, number: u32) -> bool {
    if chosen == UNREAD {
        let word = std::env::var("MUTATION").unwrap_or_default();
        chosen = match word.as_str() {
            "record" => RECORDING,
            word => word.parse().unwrap_or(0),
        };
        CHOSEN.store(chosen, Ordering::Relaxed);
    }
    if chosen == RECORDING {
        let known = &REACHED[number as usize];
        if !known.load(Ordering::Relaxed) && !known.swap(true, Ordering::Relaxed) {
            let path = std::env::var("MUTATION_RECORD").expect("MUTATION_RECORD is where to write");
            let file = std::fs::OpenOptions::new().create(true).append(true).open(path);
            writeln!(file.expect("the record opens"), "{number}").expect("the record takes a line");
        }
    }
    chosen == number
}
