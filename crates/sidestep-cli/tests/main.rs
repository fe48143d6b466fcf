//! The command as somebody meets it: what it prints and writes, and what it says to bad input. In one program: its tests
//! share the processors to the end.

mod bad_input;
mod bench;
mod checkpoints;
mod command;
mod common;
mod gallery;
mod interrupted;
mod score;
mod sweep;
mod verify;
