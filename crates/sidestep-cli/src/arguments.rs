//! What can be said on the command line.

use std::net::{IpAddr, Ipv4Addr};
use std::path::{Path, PathBuf};

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::{ContextKind, ContextValue};
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum, ValueHint};
use clap_complete::Shell;
use sidestep_scene::bench::growth::Case;
use sidestep_scene::builtin;
use sidestep_scene::format::Route;
use sidestep_scene::method::Method;
use sidestep_scene::suggestion::nearest;
use sidestep_scene::sweep::Shard;
use sidestep_scene::verify::Criterion;

use crate::values;

/// The scene of a run that names none.
pub const DEFAULT_SCENE: &str = "zombies";

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
    pub run: RunOptions,
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
    /// Run scenes × methods × parameters × seeds, as a file lists them, on one machine or many.
    ///
    /// The file is TOML: scenes = ["doors"], methods = ["default", "orca"], seeds = { first = 1,
    /// count = 50 }, a table "set" with what all runs have in common (duration = 30), and a table
    /// "grid" with lists of values, all of which are combined (agents = [100, 200], or
    /// "agents.*.radius" = [0.2, 0.3]). All of it is checked before anything runs.
    ///
    /// Each run leaves a file in DIR/runs, named by the hash of what it depends on. What is there is
    /// kept: a sweep that was killed goes on where it was, and several processes, on one machine or
    /// several with the same folder, share the runs. A run that fails is told, and tried again next
    /// time. `sidestep gather DIR` makes tables and a picture.
    Sweep(SweepArguments),
    /// Make tables and a picture of what a sweep has found.
    ///
    /// Writes into DIR: groups.csv and groups.parquet, with means and 95 % confidence intervals over
    /// the seeds; runs.csv and runs.parquet, with a row a run; groups.svg and groups.png, small
    /// multiples of the means.
    Gather(GatherArguments),
    /// Run test suites of others by their own rules and print their scores.
    ///
    /// SteerBench test cases run at 20 frames a second for at most 300 s; agents leave the world
    /// when they have come within their goal's radius. A case is clean if all arrived and no
    /// contact was deeper than 1 mm. Cases whose goals aren't fixed places are left out.
    ///
    /// CrowdNav episodes are tables with the columns case, seed, human, px, py, gx and gy; an
    /// env.config beside the table counts. The walkers follow ORCA, the method is the robot's. It
    /// collides if it touches a walker within a step, and has its time up a second before the
    /// limit.
    ///
    /// With --json it prints an object for a suite, {"suite": "steerbench", …} or {"suite":
    /// "crowdnav", …}, however many files it comes from, and an array of the two if both are given.
    Score(ScoreArguments),
    /// Run criteria that others set for programs that move crowds, and print what holds.
    ///
    /// RiMEA's test cases and IMO's tests as far as people walk in the plane, the flow through doors
    /// against the laboratory's, and how speed falls with density. The table has a line for each:
    /// criterion, source, ours, wanted, holds. All of them take some minutes.
    Verify(VerifyArguments),
    /// Measure a method and its cost, outside any scene.
    #[command(subcommand)]
    Bench(Bench),
    /// Turn a scene of another format (SteerBench XML, Moving AI map or scenario) or a Wavefront level into TOML.
    Convert(ConvertArguments),
    /// Serve the gallery: live pages on every method, to touch and to learn from.
    ///
    /// Only this machine can reach it, unless --host says otherwise. Ends with Ctrl-C.
    Gallery(GalleryArguments),
    /// Print shell completions, the man page, or the JSON Schema of scene files.
    #[command(subcommand)]
    Generate(Generate),
}

/// What is changed in a scene.
#[derive(Debug, Clone, Default, Args)]
pub struct Changes {
    /// Number of agents, shared out among the scene's groups.
    #[arg(long, value_name = "N", value_parser = values::agents, allow_negative_numbers = true)]
    pub agents: Option<u64>,
    /// Seed of every random choice.
    #[arg(long, value_name = "N", value_parser = values::seed, allow_negative_numbers = true)]
    pub seed: Option<u64>,
    /// Simulated time at most (s).
    #[arg(long, value_name = "S", value_parser = values::run_length, allow_negative_numbers = true)]
    pub seconds: Option<f64>,
    /// Time step (s).
    #[arg(long, value_name = "S", value_parser = values::time_step, allow_negative_numbers = true)]
    pub dt: Option<f64>,
    /// How everybody gets to its goals, whatever the scene says: straight, past what is seen, or
    /// along the shortest path between what always stands. Imported scenes have walkable unless
    /// nothing stands there or a goal is no place.
    #[arg(long, value_name = "ROUTE")]
    pub route: Option<RouteName>,
    /// Change a value of the scene file, such as settle=false or agents.0.radius=0.3. May be
    /// repeated.
    #[arg(long = "set", value_name = "KEY=VALUE", value_parser = values::change)]
    pub set: Vec<(String, String)>,
    /// Threads to step with; the result is the same. All cores if not given.
    #[arg(long, value_name = "N", value_parser = values::threads, allow_negative_numbers = true)]
    pub threads: Option<usize>,
}

/// How agents get to their goals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum RouteName {
    /// Straight, past what the avoidance sees.
    Straight,
    /// Along the shortest path through walkable space.
    Walkable,
}

impl RouteName {
    /// The route of this name.
    pub const fn route(self) -> Route {
        match self {
            Self::Straight => Route::Straight,
            Self::Walkable => Route::Walkable,
        }
    }

    /// Its name in scene files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Straight => "straight",
            Self::Walkable => "walkable",
        }
    }
}

/// What the long help says of methods, with whose tutorials some are from.
macro_rules! with_tutorials {
    ($methods:literal) => {
        concat!(
            $methods,
            "

The tutorials whose forms are among them:
F. Bevilacqua, 2013: https://code.tutsplus.com/series/understanding-steering-behaviors--gamedev-12732
rocketman, 2010, after C. Reynolds, 1999: http://www.red3d.com/cwr/steer/Unaligned.html
M. Mononen, 2011: http://digestingduck.blogspot.com/2011/02/very-temporary-obstacle-avoidance.html
One Tiny Leap, 2012: https://onetinyleap.wordpress.com/2012/05/29/wall-or-corner-avoidance/"
        )
    };
}

const METHOD_HELP: &str = with_tutorials!("Avoidance method; the scene's own if not given");
const METHODS_HELP: &str =
    with_tutorials!("Methods, separated by commas; all of them if not given");
const ROBOT_HELP: &str = with_tutorials!("Avoidance method; in CrowdNav's episodes the robot's");

/// How to run a scene.
#[derive(Debug, Clone, Args)]
pub struct RunOptions {
    /// Avoidance method; the scene's own if not given.
    #[arg(long, value_name = "NAME", value_parser = method_names(), long_help = METHOD_HELP)]
    pub method: Option<Method>,
    /// What is changed in the scene.
    #[command(flatten)]
    pub changes: Changes,
    /// Folder for the files; out/SCENE if not given.
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    pub out: Option<PathBuf>,
    /// Print just the summary, as JSON, and write no files unless --out is given.
    #[arg(long)]
    pub json: bool,
    /// Write trajectories.csv too: a line for each agent and step, some 80 bytes each.
    #[arg(long)]
    pub csv: bool,
    /// Write trajectories.parquet too: the same table for data tools, less than half as large.
    #[arg(long)]
    pub parquet: bool,
    /// Write what PedPy loads: pedpy_trajectories.txt, and pedpy_walkable_area.wkt.
    #[arg(long)]
    pub pedpy: bool,
    /// Write animation.gif too: the map with everybody under way, for 30 s at most. Longer runs
    /// play faster.
    #[arg(long)]
    pub animation: bool,
    /// Save the whole run to this file now and then, so that it can go on after it was killed. The
    /// file holds the scene, too, and goes away when the run is over.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub checkpoint: Option<PathBuf>,
    /// Time on the clock from one checkpoint to the next (s), 60 if not given. 0: after each step.
    #[arg(long, value_name = "S", value_parser = values::pause, allow_negative_numbers = true)]
    pub checkpoint_every: Option<f64>,
    /// Go on with a run that was killed, from its checkpoint: it ends as if it had never stopped.
    /// Further checkpoints go to the same file. Files that the run writes must still be there.
    #[arg(
        long,
        value_name = "FILE",
        value_hint = ValueHint::FilePath,
        conflicts_with_all = ["method", "agents", "seed", "seconds", "dt", "route", "set", "out", "csv", "parquet", "pedpy", "animation", "checkpoint"]
    )]
    pub resume: Option<PathBuf>,
}

/// Options of `run`.
#[derive(Debug, Clone, Args)]
pub struct RunArguments {
    /// A built-in scene (see `sidestep scenes`) or a file: .toml, SteerBench .xml, Moving AI .map
    /// or .scen.
    #[arg(
        default_value = DEFAULT_SCENE,
        value_hint = ValueHint::FilePath,
        conflicts_with = "resume"
    )]
    pub scene: String,
    /// How to run it.
    #[command(flatten)]
    pub options: RunOptions,
}

/// Options of `compare`.
#[derive(Debug, Clone, Args)]
pub struct CompareArguments {
    /// A built-in scene (see `sidestep scenes`) or a file: .toml, SteerBench .xml, Moving AI .map
    /// or .scen.
    #[arg(default_value = DEFAULT_SCENE, value_hint = ValueHint::FilePath)]
    pub scene: String,
    /// Methods, separated by commas; all of them if not given.
    #[arg(long, value_name = "A,B,…", value_delimiter = ',', value_parser = method_names(), long_help = METHODS_HELP)]
    pub methods: Vec<Method>,
    /// Number of seeds to run each method with, counted up from the scene's; the table shows
    /// medians.
    #[arg(
        long,
        value_name = "N",
        default_value = "1",
        value_parser = values::seeds,
        allow_negative_numbers = true
    )]
    pub seeds: u64,
    /// What is changed in the scene.
    #[command(flatten)]
    pub changes: Changes,
    /// Print the summaries of all runs, as a JSON array.
    #[arg(long)]
    pub json: bool,
}

/// Options of `sweep`.
#[derive(Debug, Clone, Args)]
pub struct SweepArguments {
    /// The sweep file, TOML.
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub file: PathBuf,
    /// Folder for the results; it is made if it isn't there.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub out: PathBuf,
    /// Just a share of the runs: every Nth, from the Ith on, counted from 0. If not given, a Slurm
    /// array or an indexed Kubernetes job says it (SLURM_ARRAY_TASK_ID, JOB_COMPLETION_INDEX and
    /// JOB_COMPLETIONS), and without those it is all runs.
    #[arg(long, value_name = "I/N", allow_negative_numbers = true)]
    pub shard: Option<Shard>,
    /// Number of runs at once; as many as there are cores if not given. Cores that are left over
    /// step the agents of a run together.
    #[arg(long, value_name = "K", value_parser = values::jobs, allow_negative_numbers = true)]
    pub jobs: Option<usize>,
    /// Take this sweep for a folder that had another: results that both have in common are kept.
    #[arg(long)]
    pub amend: bool,
    /// End with exit code 1 if a run failed.
    #[arg(long)]
    pub strict: bool,
}

/// Options of `gather`.
#[derive(Debug, Clone, Args)]
pub struct GatherArguments {
    /// The folder of a sweep.
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub folder: PathBuf,
    /// Measures in the table and the picture, keys of summary.json separated by commas; up to five
    /// that vary if not given. The files have all.
    #[arg(long, value_name = "KEY,…", value_delimiter = ',')]
    pub measures: Vec<String>,
    /// The key of the grid along which the picture's lines go; the first one with several numbers if
    /// not given.
    #[arg(long, value_name = "KEY")]
    pub along: Option<String>,
    /// Print the groups, as a JSON array.
    #[arg(long)]
    pub json: bool,
}

/// Options of `score`.
#[derive(Debug, Clone, Args)]
pub struct ScoreArguments {
    /// SteerBench test cases (.xml), CrowdNav episodes (.csv), or folders of them.
    #[arg(required = true, value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub paths: Vec<PathBuf>,
    /// Avoidance method; in CrowdNav's episodes the robot's.
    #[arg(long, value_name = "NAME", default_value = Method::Default.name(), value_parser = method_names(), long_help = ROBOT_HELP)]
    pub method: Method,
    /// How everybody gets to its goals in SteerBench's cases: walkable if not given, unless nothing
    /// stands there.
    #[arg(long, value_name = "ROUTE")]
    pub route: Option<RouteName>,
    /// Whether CrowdNav's walkers see the robot; as its env.config says if not given, and hidden
    /// without one.
    #[arg(long, value_name = "SIGHT")]
    pub robot: Option<RobotSight>,
    /// Change a value of SteerBench's cases, as they are once they are converted to scene files, such
    /// as settle=false. May be repeated.
    #[arg(long = "set", value_name = "KEY=VALUE", value_parser = values::change)]
    pub set: Vec<(String, String)>,
    /// Print just the figures, as JSON.
    #[arg(long)]
    pub json: bool,
    /// Threads to step with; the result is the same. All cores if not given.
    #[arg(long, value_name = "N", value_parser = values::threads, allow_negative_numbers = true)]
    pub threads: Option<usize>,
}

/// Options of `verify`.
#[derive(Debug, Clone, Args)]
pub struct VerifyArguments {
    /// Just these criteria, separated by commas.
    #[arg(long, value_name = "NAME,…", value_delimiter = ',', value_parser = criterion_names())]
    pub only: Vec<Criterion>,
    /// Folder for pictures of the curves, NAME.svg each; none are drawn if not given.
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    pub out: Option<PathBuf>,
    /// End with exit code 1 if a criterion doesn't hold.
    #[arg(long)]
    pub strict: bool,
    /// Print all figures with their bounds, and the curves, as JSON.
    #[arg(long)]
    pub json: bool,
    /// Threads to step with; the result is the same. All cores if not given.
    #[arg(long, value_name = "N", value_parser = values::threads, allow_negative_numbers = true)]
    pub threads: Option<usize>,
}

/// Whether walkers see the robot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum RobotSight {
    /// They walk on as if it weren't there.
    Hidden,
    /// They avoid it as they avoid each other.
    Visible,
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

/// What `bench` measures.
#[derive(Debug, Clone, Subcommand)]
pub enum Bench {
    /// Ways round temporary obstacles, against the shortest on a navigation mesh with all of them
    /// cut in.
    ///
    /// Random walled yards of 14 to 30 m with 1 to 60 circles and boxes, from which some have no
    /// way out. A body of radius 0.4 m asks for its way, goes straight to the sub-goal and asks
    /// again. Its length is compared with that of the shortest path on a mesh that is baked anew;
    /// each leg is checked for collisions. Times are medians of the same run.
    Detour(BenchDetourArguments),
    /// What detours cost a crowd among temporary obstacles that vanish, appear and move before
    /// every step.
    ///
    /// Agents of radius 0.3 m walk at 1.3 m/s through an open field, one on 10 square metres. Two
    /// worlds see the same obstacles and are stepped in turn, one with detours and one without; the
    /// clusters of obstacles and one query of each agent are measured by themselves. Times are
    /// medians over the steps of one run.
    Changes(BenchChangesArguments),
    /// Whether the engine keeps its promises over many steps while agents, walls, crates and goals
    /// come and go at random.
    ///
    /// People of radius 0.25 m walk in a walled square, one on 6 square metres, with 2,000 of them
    /// for each that is replaced before every step. A line is printed for each twentieth of the
    /// run, with the worst of its steps: how long somebody was blocked, how deep somebody was in
    /// another, in a wall or a crate. It fails if that is deeper than a millimetre, if a coordinate
    /// is no finite number, if somebody is lost or outside, or if memory or the time of a step has
    /// grown from the second quarter of the run to the last.
    Soak(BenchSoakArguments),
    /// Whether a step costs what is near: worlds of hostile shapes beside plain ones, on one thread.
    ///
    /// Long chains of walls with doors that move, circles in one place, a million pieces of wall,
    /// one agent of 300 m/s and one of 50 m, a pile on people, everybody in one place and more. Each
    /// is stepped in turn with a plain world in which about the same is near everybody. The table
    /// shows the first step, which puts everything in order, the median of those after it, the same
    /// of the plain world, and the ratio of the two.
    Growth(BenchGrowthArguments),
    /// What each stage of a step costs on the plaza: people everywhere, one on 4 square metres.
    Plaza(BenchCrowdArguments),
    /// What each stage of a step costs where people on a circle change places with those opposite.
    Circle(BenchCrowdArguments),
    /// What each stage of a step costs among walls and doors.
    Doors(BenchCrowdArguments),
}

/// Options of `bench plaza`, `bench circle` and `bench doors`.
#[derive(Debug, Clone, Args)]
pub struct BenchCrowdArguments {
    /// Avoidance method; the scene's own if not given.
    #[arg(long, value_name = "NAME", value_parser = method_names(), long_help = METHOD_HELP)]
    pub method: Option<Method>,
    /// What is changed in the scene.
    #[command(flatten)]
    pub changes: Changes,
    /// Number of steps that are measured; five come before.
    #[arg(long, value_name = "N", default_value = "30", value_parser = values::steps, allow_negative_numbers = true)]
    pub steps: u64,
    /// Print the figures as JSON.
    #[arg(long)]
    pub json: bool,
}

/// Options of `bench soak`.
#[derive(Debug, Clone, Args)]
pub struct BenchSoakArguments {
    /// Number of agents.
    #[arg(long, value_name = "N", default_value = "10000", value_parser = values::agents, allow_negative_numbers = true)]
    pub agents: u64,
    /// Number of steps.
    #[arg(long, value_name = "N", default_value = "1000", value_parser = values::steps, allow_negative_numbers = true)]
    pub steps: u64,
    /// Seed of everything that happens.
    #[arg(long, value_name = "N", default_value = "1", value_parser = values::seed, allow_negative_numbers = true)]
    pub seed: u64,
    /// Threads to step with. All cores if not given.
    #[arg(long, value_name = "N", value_parser = values::threads, allow_negative_numbers = true)]
    pub threads: Option<usize>,
    /// Print the figures as JSON.
    #[arg(long)]
    pub json: bool,
}

/// Options of `bench growth`.
#[derive(Debug, Clone, Args)]
pub struct BenchGrowthArguments {
    /// Just this case.
    #[arg(long, value_name = "CASE", value_parser = case_names())]
    pub only: Option<Case>,
    /// Share of the full size that the worlds have, above 0 and at most 1.
    #[arg(long, value_name = "SHARE", default_value = "1", value_parser = values::share, allow_negative_numbers = true)]
    pub scale: f64,
    /// Number of steps of each world after its first.
    #[arg(long, value_name = "N", default_value = "20", value_parser = values::steps, allow_negative_numbers = true)]
    pub steps: u64,
    /// Print the figures as JSON.
    #[arg(long)]
    pub json: bool,
}

/// Options of `bench changes`.
#[derive(Debug, Clone, Args)]
pub struct BenchChangesArguments {
    /// Number of agents.
    #[arg(long, value_name = "N", default_value = "10000", value_parser = values::agents, allow_negative_numbers = true)]
    pub agents: u64,
    /// Number of temporary obstacles.
    #[arg(long, value_name = "N", default_value = "2000", value_parser = values::obstacles, allow_negative_numbers = true)]
    pub obstacles: u64,
    /// How many of them change before each step.
    #[arg(long, value_name = "N", default_value = "100", value_parser = values::obstacles, allow_negative_numbers = true)]
    pub changing: u64,
    /// Number of steps.
    #[arg(long, value_name = "N", default_value = "100", value_parser = values::steps, allow_negative_numbers = true)]
    pub steps: u64,
    /// Seed of all places.
    #[arg(long, value_name = "N", default_value = "1", value_parser = values::seed, allow_negative_numbers = true)]
    pub seed: u64,
    /// Threads to step with. All cores if not given.
    #[arg(long, value_name = "N", value_parser = values::threads, allow_negative_numbers = true)]
    pub threads: Option<usize>,
    /// Print the figures as JSON.
    #[arg(long)]
    pub json: bool,
}

/// Options of `bench detour`.
#[derive(Debug, Clone, Args)]
pub struct BenchDetourArguments {
    /// Number of yards.
    #[arg(long, value_name = "N", default_value = "1000", value_parser = values::yards, allow_negative_numbers = true)]
    pub yards: u64,
    /// Seed of the yards.
    #[arg(long, value_name = "N", default_value = "1", value_parser = values::seed, allow_negative_numbers = true)]
    pub seed: u64,
    /// Just the yard of this number, counted from 0.
    #[arg(
        long,
        value_name = "N",
        conflicts_with = "yards",
        value_parser = values::yard,
        allow_negative_numbers = true
    )]
    pub yard: Option<u64>,
    /// Draw the yard with the way walked and the shortest one.
    #[arg(long, value_name = "FILE", requires = "yard", value_hint = ValueHint::FilePath)]
    pub svg: Option<PathBuf>,
    /// Print the figures as JSON.
    #[arg(long)]
    pub json: bool,
}

/// Options of `convert`.
#[derive(Debug, Clone, Args)]
pub struct ConvertArguments {
    /// The file to read: .xml, .map, .scen, .obj or .toml.
    #[arg(value_hint = ValueHint::FilePath)]
    pub from: PathBuf,
    /// The TOML file to write; standard output if not given.
    #[arg(value_hint = ValueHint::FilePath)]
    pub to: Option<PathBuf>,
    /// How everybody gets to its goals; walkable if not given, unless nothing stands there or a
    /// goal is no place.
    #[arg(long, value_name = "ROUTE")]
    pub route: Option<RouteName>,
}

/// Options of `gallery`.
#[derive(Debug, Clone, Args)]
pub struct GalleryArguments {
    /// The built gallery; gallery/dist in this folder, or the next one above that has it, if not
    /// given.
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    pub folder: Option<PathBuf>,
    /// Port to serve on; with 0 the system chooses a free one.
    #[arg(
        long,
        value_name = "N",
        default_value = "4173",
        allow_negative_numbers = true
    )]
    pub port: u16,
    /// Address to serve on. Any but the default one may let others reach the pages.
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    pub host: IpAddr,
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
        #[arg(value_hint = ValueHint::DirPath)]
        folder: PathBuf,
    },
    /// The JSON Schema of scene files, for editors.
    Schema,
}

/// Reads the name of a method.
fn method_names() -> impl TypedValueParser<Value = Method> {
    let names =
        Method::ALL.map(|method| PossibleValue::new(method.name()).help(method.description()));
    PossibleValuesParser::new(names).try_map(|name| Method::find(&name))
}

/// Reads the name of a case of `bench growth`.
fn case_names() -> impl TypedValueParser<Value = Case> {
    let names = Case::ALL.map(|case| PossibleValue::new(case.name()).help(case.title()));
    PossibleValuesParser::new(names)
        .try_map(|name| Case::find(&name).ok_or_else(|| format!("there is no case {name}")))
}

/// Reads the name of a criterion.
fn criterion_names() -> impl TypedValueParser<Value = Criterion> {
    let names = Criterion::ALL.map(|it| PossibleValue::new(it.name()).help(it.title()));
    PossibleValuesParser::new(names).try_map(|name| {
        Criterion::find(&name).ok_or_else(|| format!("there is no criterion {name}"))
    })
}

/// Helps those who gave a slip, or a scene, where a command should be.
pub fn with_command_hint(mut error: clap::Error) -> clap::Error {
    let Some(ContextValue::String(given)) = error.get(ContextKind::InvalidSubcommand) else {
        return error;
    };
    let command = Arguments::command();
    let commands = command.get_subcommands().map(clap::Command::get_name);
    let scenes = builtin::all().iter().map(|scene| scene.name);
    let hint = if given.contains('.') || Path::new(given).exists() {
        Some(format!("to run a scene, write 'sidestep run {given}'"))
    } else if let Some(name) = nearest(given, scenes) {
        Some(format!("to run a scene, write 'sidestep run {name}'"))
    } else {
        nearest(given, commands).map(|name| format!("a similar subcommand exists: '{name}'"))
    };
    if let Some(hint) = hint {
        error.remove(ContextKind::SuggestedSubcommand);
        error.insert(
            ContextKind::Suggested,
            ContextValue::StyledStrs(vec![hint.into()]),
        );
    }
    error
}
