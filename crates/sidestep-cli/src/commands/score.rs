//! `sidestep score`: whole suites of cases, by their own rules.

use std::path::Path;

use serde_json::Value;
use sidestep_scene::import::crowdnav::EpisodeFile;
use sidestep_scene::score::{Suites, crowdnav, steerbench};

use super::{print, simulation};
use crate::arguments::{RobotSight, ScoreArguments};
use crate::failure::Failure;
use crate::progress::Progress;
use crate::table::{self, TableLook};

/// Scores suites.
///
/// # Errors
/// See [`Failure`].
pub fn score(arguments: &ScoreArguments) -> Result<(), Failure> {
    let mut suites =
        Suites::load_with_overrides(&arguments.paths, &arguments.set).map_err(Failure::input)?;
    if let Some(route) = arguments.route {
        for case in &mut suites.steerbench {
            case.set_route(route.route());
        }
    }
    for message in &suites.unreadable {
        eprintln!("warning: left out: {message}");
    }
    check(arguments, &suites)?;
    simulation::use_threads(arguments.threads)?;
    let steerbench = match suites.steerbench.as_slice() {
        [] => None,
        cases => Some(run_cases(cases, suites.left_out, arguments)?),
    };
    let crowdnav = match suites.crowdnav.as_slice() {
        [] => None,
        files => Some(play_files(files, arguments)?),
    };
    if arguments.json {
        return print_json(steerbench.as_ref(), crowdnav.as_ref());
    }
    let look = TableLook::for_stdout();
    let texts = [
        steerbench.map(|figures| table::steerbench_table(&figures, look)),
        crowdnav.map(|figures| table::crowdnav_table(&figures, look)),
    ];
    let texts: Vec<String> = texts.into_iter().flatten().collect();
    print(&format!("{}\n", texts.join("\n\n")))
}

/// What was said must matter to something, and something must be left to score.
fn check(arguments: &ScoreArguments, suites: &Suites) -> Result<(), Failure> {
    if suites.steerbench.is_empty() && suites.crowdnav.is_empty() {
        return Err(Failure::input(format!(
            "{}: can't be scored, as the goals aren't fixed places; give other cases",
            suites.left_out.join(", ")
        )));
    }
    if !arguments.set.is_empty() && suites.steerbench.is_empty() {
        return Err(Failure::input(
            "--set: only SteerBench's cases are scenes; leave it out, or give some of them (.xml)",
        ));
    }
    if arguments.robot.is_some() && suites.crowdnav.is_empty() {
        return Err(Failure::input(
            "--robot: there is a robot in CrowdNav's episodes only; leave it out, or give a .csv of them",
        ));
    }
    Ok(())
}

fn run_cases(
    cases: &[steerbench::Case],
    left_out: Vec<String>,
    arguments: &ScoreArguments,
) -> Result<steerbench::Figures, Failure> {
    let method = arguments.method;
    let mut figures = Vec::new();
    for (index, case) in cases.iter().enumerate() {
        let label = format!("{} ({} of {})", case.name(), index + 1, cases.len());
        let mut progress = Progress::new(case.steps(), label, arguments.json);
        let result = case.run(method, &mut [&mut progress]);
        figures.push(result.map_err(|error| Failure::run(format!("{}: {error}", case.name())))?);
    }
    Ok(steerbench::Figures::new(method.name(), figures, left_out))
}

fn play_files(
    files: &[EpisodeFile],
    arguments: &ScoreArguments,
) -> Result<crowdnav::Figures, Failure> {
    let method = arguments.method;
    let names = distinct_names(files);
    let mut cases = Vec::new();
    for (file, name) in files.iter().zip(&names) {
        let count = file.episodes.len() as u64;
        let progress = Progress::counting(count, "episodes", name.clone(), arguments.json);
        for (done, episode) in (1..).zip(&file.episodes) {
            let visible = match arguments.robot {
                Some(sight) => sight == RobotSight::Visible,
                None => file.environment.robot_visible,
            };
            let end = crowdnav::play_with(method, &file.environment, episode, visible);
            let end = end.map_err(|error| {
                Failure::run(format!("{}:{}: {error}", file.path.display(), episode.line))
            })?;
            cases.push(crowdnav::Case::new(name, episode, visible, end));
            progress.set_done(done);
        }
    }
    Ok(crowdnav::Figures::new(method.name(), cases))
}

/// The files' names without their endings, or their paths where two have the same name.
fn distinct_names(files: &[EpisodeFile]) -> Vec<String> {
    let stem = |path: &Path| path.file_stem().unwrap_or_default().to_owned();
    let alike = |path: &Path| {
        files
            .iter()
            .filter(|it| stem(&it.path) == stem(path))
            .count()
            > 1
    };
    let name = |file: &EpisodeFile| {
        if alike(&file.path) {
            file.path.display().to_string()
        } else {
            stem(&file.path).to_string_lossy().into_owned()
        }
    };
    files.iter().map(name).collect()
}

/// One suite is an object, several are an array of them.
fn print_json(
    steerbench: Option<&steerbench::Figures>,
    crowdnav: Option<&crowdnav::Figures>,
) -> Result<(), Failure> {
    let suites = [
        steerbench.map(serde_json::to_value),
        crowdnav.map(serde_json::to_value),
    ];
    let suites: Result<Vec<Value>, _> = suites.into_iter().flatten().collect();
    let mut suites = suites.map_err(Failure::run)?;
    let value = match suites.pop() {
        Some(only) if suites.is_empty() => only,
        Some(last) => {
            suites.push(last);
            Value::Array(suites)
        }
        None => Value::Array(suites),
    };
    print(&format!("{value:#}\n"))
}
