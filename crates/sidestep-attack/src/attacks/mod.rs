//! The attacks: what each draws, and what it takes for a fault.

mod blocked;
mod drops;
mod snapshots;
mod threads;
mod tunnelling;
mod worlds;
mod yards;

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::case::Case;

/// One way to look for a broken promise.
#[derive(Clone, Copy, Debug)]
pub struct Attack {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it looks for, in one line.
    pub about: &'static str,
    /// Draws a case from a seed.
    pub draw: fn(u64) -> Case,
    /// What is wrong with how the engine deals with a case, if anything.
    pub fault: fn(&Case) -> Option<String>,
    /// Number of trials of the short form that is a test: a few seconds in a debug build.
    pub short: u64,
}

impl Attack {
    /// What is wrong with how the engine deals with a case, if anything: a panic is a fault, too.
    #[must_use]
    pub fn look(&self, case: &Case) -> Option<String> {
        match catch_unwind(AssertUnwindSafe(|| (self.fault)(case))) {
            Ok(fault) => fault,
            Err(panic) => {
                let words = (panic.downcast_ref::<String>().map(String::as_str))
                    .or_else(|| panic.downcast_ref::<&str>().copied());
                Some(format!("it panicked: {}", words.unwrap_or("no words")))
            }
        }
    }
}

/// All of them.
pub const ALL: [Attack; 7] = [
    Attack {
        name: "worlds",
        about: "random worlds, tame and hostile, in which everybody and everything comes and goes: numbers stay numbers, nobody is lost, no wall is passed",
        draw: worlds::draw,
        fault: worlds::fault,
        short: 150,
    },
    Attack {
        name: "tunnelling",
        about: "walls and bodies of any thickness and speed, still, moving and turning, with all methods, contacts on and off: no wall is passed",
        draw: tunnelling::draw,
        fault: tunnelling::fault,
        short: 500,
    },
    Attack {
        name: "drops",
        about: "crates that drop on people beside walls: whoever can come out does, on the same side of every wall",
        draw: drops::draw,
        fault: drops::fault,
        short: 100,
    },
    Attack {
        name: "yards",
        about: "ways round crates and walls against an independent shortest way: free, as short, blocked where there is none",
        draw: yards::draw,
        fault: yards::fault,
        short: 400,
    },
    Attack {
        name: "blocked",
        about: "somebody in a world among crates: it arrives where there is a way, else it says so and names what closes it",
        draw: blocked::draw,
        fault: blocked::fault,
        short: 40,
    },
    Attack {
        name: "snapshots",
        about: "worlds that are saved, loaded and restored in the middle: they go on bit for bit",
        draw: snapshots::draw,
        fault: snapshots::fault,
        short: 40,
    },
    Attack {
        name: "threads",
        about: "crowds on one and on several threads: the same bits",
        draw: threads::draw,
        fault: threads::fault,
        short: 8,
    },
];
