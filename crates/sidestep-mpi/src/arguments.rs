//! What can be said on the command line.

use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use serde::{Deserialize, Serialize};
use sidestep_cli::arguments::{Changes, RunArguments};

use crate::shares::Policy;

/// Run a scene on several machines, or processes, at once: each of them decides for a share of the
/// agents. The result is that of `sidestep run`, bit for bit.
///
/// Start it by MPI: mpirun -n 4 sidestep-mpi run zombies
#[derive(Debug, Parser)]
#[command(name = "sidestep-mpi", version)]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
    /// Bytes that a message between ranks has at most; longer ones are sent in parts.
    #[arg(long, global = true, hide = true, value_parser = clap::value_parser!(u32).range(1..=i64::from(i32::MAX)))]
    pub message_bytes: Option<u32>,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Run a scene, measure it, and write pictures, tables and a replay, as `sidestep run` does.
    ///
    /// Rank 0 reads the scene, writes the files and speaks. Unless --checkpoint says where, the run
    /// is saved to out/SCENE.checkpoint, or FOLDER.checkpoint with --out FOLDER, every minute: if a
    /// rank dies, any number of ranks goes on from there (--resume).
    Run(Box<RunOnRanks>),
    /// Step built-in scenes on all ranks and on one alone, and say whether they come to the same.
    Verify(VerifyArguments),
    /// Measure what part of a step all ranks do alike, and which part they share.
    Bench(BenchArguments),
}

/// Options of `run`.
#[derive(Debug, Args)]
pub struct RunOnRanks {
    /// As for `sidestep run`.
    #[command(flatten)]
    pub run: RunArguments,
    /// Who decides for whom.
    #[command(flatten)]
    pub sharing: SharingOptions,
}

/// Who decides for whom, and whether that is watched.
#[derive(Clone, Copy, Debug, Args, Serialize, Deserialize)]
pub struct SharingOptions {
    /// How the agents are shared out; the result is the same.
    #[arg(long, value_name = "HOW", default_value = "measured")]
    pub shares: PolicyName,
    /// Compare the state of the world between all ranks before each step. A build for debugging
    /// always does.
    #[arg(long)]
    pub check_hashes: bool,
}

impl SharingOptions {
    /// Whether the states of the ranks are compared.
    pub const fn checks(self) -> bool {
        self.check_hashes || cfg!(debug_assertions)
    }
}

/// How agents are shared out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
pub enum PolicyName {
    /// By the time that each rank took so far: a slow one hands agents over.
    Measured,
    /// The same number for each.
    Even,
    /// At random, anew for each exchange, some ranks with nobody: to see that it doesn't matter.
    Drawn,
}

impl PolicyName {
    /// The policy of this name.
    pub const fn policy(self) -> Policy {
        match self {
            Self::Measured => Policy::Measured,
            Self::Even => Policy::Even,
            Self::Drawn => Policy::Drawn,
        }
    }
}

/// Options of `verify`.
#[derive(Debug, Args)]
pub struct VerifyArguments {
    /// Built-in scenes or files; all built-in ones if none is given.
    pub scenes: Vec<String>,
    /// Number of steps of each scene, if it isn't over earlier.
    #[arg(long, value_name = "N", default_value = "60", value_parser = clap::value_parser!(u64).range(1..))]
    pub steps: u64,
    /// How the agents are shared out.
    #[arg(long, value_name = "HOW", default_value = "drawn")]
    pub shares: PolicyName,
}

/// Options of `bench`.
#[derive(Debug, Args)]
pub struct BenchArguments {
    /// A built-in scene or a file.
    #[arg(default_value = "plaza")]
    pub scene: String,
    /// What is changed in the scene.
    #[command(flatten)]
    pub changes: Changes,
    /// Number of steps that are measured, after a few that aren't.
    #[arg(long, value_name = "N", default_value = "20", value_parser = clap::value_parser!(u64).range(1..))]
    pub steps: u64,
}

/// What the command line says.
///
/// # Errors
/// If it makes no sense, or asks for help; the error says what to print.
pub fn read() -> Result<Arguments, clap::Error> {
    let threads = "Threads of each rank to step with; the result is the same. One if not given";
    let with_threads =
        |command: clap::Command| command.mut_arg("threads", |argument| argument.help(threads));
    let command = Arguments::command()
        .mut_subcommand("run", with_threads)
        .mut_subcommand("bench", with_threads);
    let matches = command.try_get_matches()?;
    Arguments::from_arg_matches(&matches)
}
