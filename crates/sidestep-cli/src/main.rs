//! The `sidestep` command.

fn main() {}
