//! One world that several processes step together, on one machine or many, by MPI.
//!
//! Every rank holds the whole world and goes through every step; it decides only for its share of
//! the agents, and what deciding has written goes to all others. So all ranks hold the same world
//! after each step, bit for bit the one that a single process would hold.
//!
//! `shares` says who decides for whom, `ranks` is what MPI is used for, `machine` exchanges what was
//! decided, `invitation` tells the other ranks what is run, and `run`, `verify` and `bench` are the
//! commands.

pub mod arguments;
mod bench;
pub mod commands;
mod invitation;
mod last_words;
mod machine;
mod processor_time;
pub mod ranks;
mod run;
pub mod shares;
mod tell;
mod verify;
