//! What can be said on the command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use clap_complete::Shell;

/// Simulate agents that find their way without bumping into things, and see what happened.
///
/// Without a command it runs the built-in zombie horde.
#[derive(Debug, Parser)]
#[command(name = "sidestep", version, args_conflicts_with_subcommands = true)]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// Options of the run without a command.
    #[command(flatten)]
    pub run: RunArguments,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Run a scene, measure it, and write pictures, tables and a replay.
    Run(RunArguments),
    /// List the built-in scenes, or print one as TOML to start from.
    Scenes(ScenesArguments),
    /// Run a scene with several methods side by side and print one table.
    Compare(CompareArguments),
    /// Turn a scene of another format (SteerBench XML, Moving AI map or scenario) into TOML.
    Convert(ConvertArguments),
    /// Print shell completions, the man page, or the JSON Schema of scene files.
    #[command(subcommand)]
    Generate(Generate),
}

/// Which scene, and what is changed in it.
#[derive(Debug, Clone, Args)]
pub struct SceneArguments {
    /// A built-in scene (see `sidestep scenes`) or a file: .toml, SteerBench .xml, Moving AI .map or .scen.
    #[arg(default_value = "zombies")]
    pub scene: String,
    /// Number of agents, shared out among the scene's groups.
    #[arg(long, value_name = "N")]
    pub agents: Option<u64>,
    /// Seed of every random choice.
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Simulated time at most (s).
    #[arg(long, value_name = "S")]
    pub seconds: Option<f64>,
    /// Time step (s).
    #[arg(long, value_name = "S")]
    pub dt: Option<f64>,
    /// Change a value of the scene file, such as settle=false or agents.0.radius=0.3. May be repeated.
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub set: Vec<String>,
    /// Threads to step with; the result is the same. All cores if not given.
    #[arg(long, value_name = "N")]
    pub threads: Option<usize>,
}

/// Options of `run`.
#[derive(Debug, Clone, Args)]
pub struct RunArguments {
    /// Which scene, and what is changed in it.
    #[command(flatten)]
    pub scene: SceneArguments,
    /// Avoidance method (default, none, classic-2, classic-3, classic-2-scaled, classic-3-scaled).
    #[arg(long, value_name = "NAME")]
    pub method: Option<String>,
    /// Folder for the files; out/SCENE if not given.
    #[arg(long, value_name = "FOLDER")]
    pub out: Option<PathBuf>,
    /// Print just the summary, as JSON, and write no files unless --out is given.
    #[arg(long)]
    pub json: bool,
    /// Write trajectories.parquet too.
    #[arg(long)]
    pub parquet: bool,
}

/// Options of `compare`.
#[derive(Debug, Clone, Args)]
pub struct CompareArguments {
    /// Which scene, and what is changed in it.
    #[command(flatten)]
    pub scene: SceneArguments,
    /// Methods, separated by commas; all of them if not given.
    #[arg(long, value_name = "A,B,…", value_delimiter = ',')]
    pub methods: Vec<String>,
    /// Number of seeds to run each method with, counted up from the scene's; the table shows medians.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seeds: u64,
    /// Print the summaries of all runs, as a JSON array.
    #[arg(long)]
    pub json: bool,
}

/// Options of `scenes`.
#[derive(Debug, Clone, Args)]
pub struct ScenesArguments {
    /// Print this scene as TOML instead of the list.
    pub scene: Option<String>,
    /// Print the list as JSON.
    #[arg(long)]
    pub json: bool,
}

/// Options of `convert`.
#[derive(Debug, Clone, Args)]
pub struct ConvertArguments {
    /// The file to read: .xml, .map, .scen or .toml.
    pub from: PathBuf,
    /// The TOML file to write; standard output if not given.
    pub to: Option<PathBuf>,
}

/// What `generate` prints.
#[derive(Debug, Clone, Subcommand)]
pub enum Generate {
    /// Completions for a shell.
    Completions {
        /// The shell.
        shell: Shell,
    },
    /// Man pages, one for each command, into a folder.
    Man {
        /// The folder; it is made if it isn't there.
        folder: PathBuf,
    },
    /// The JSON Schema of scene files, for editors.
    Schema,
}
