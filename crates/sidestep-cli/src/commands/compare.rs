//! `sidestep compare`: the same scene with several methods, in one table.

use serde_json::{Map, Value};
use sidestep_scene::format::number::Seed;
use sidestep_scene::measure::Summary;
use sidestep_scene::method::Method;

use super::{print, simulation};
use crate::arguments::{Changes, CompareArguments};
use crate::failure::Failure;
use crate::progress::Progress;
use crate::scene_source;
use crate::table::{self, TableLook};

/// Compares methods.
///
/// # Errors
/// See [`Failure`].
pub fn compare(arguments: &CompareArguments) -> Result<(), Failure> {
    let methods = match arguments.methods.as_slice() {
        [] => &Method::ALL,
        chosen => chosen,
    };
    simulation::use_threads(arguments.changes.threads)?;
    let mut columns = Vec::new();
    for &method in methods {
        columns.push(run_seeds(arguments, method)?);
    }
    if arguments.json {
        let all: Vec<&Summary> = columns.iter().flatten().collect();
        let text = serde_json::to_string_pretty(&all).map_err(Failure::run)?;
        return print(&format!("{text}\n"));
    }
    let medians = columns
        .iter()
        .map(|runs| median(runs))
        .collect::<Result<Vec<_>, _>>()?;
    let table: Vec<(&str, &Map<String, Value>)> = methods
        .iter()
        .map(|method| method.name())
        .zip(&medians)
        .collect();
    let of = match (
        columns.first().and_then(|runs| runs.first()),
        arguments.seeds,
    ) {
        (Some(run), 1) => format!("{}, seed {}", run.scene, run.seed),
        (Some(run), seeds) => {
            format!(
                "{}, medians of {seeds} seeds from {} on",
                run.scene, run.seed
            )
        }
        (None, _) => arguments.scene.clone(),
    };
    let table = table::comparison_table(&table, TableLook::for_stdout());
    print(&format!("{of}\n\n{table}\n{}\n", table::FLIPS))
}

fn run_seeds(arguments: &CompareArguments, method: Method) -> Result<Vec<Summary>, Failure> {
    let mut changes = arguments.changes.clone();
    let load = |changes: &Changes| scene_source::load(&arguments.scene, changes, Some(method));
    let first = load(&changes)?.seed.get();
    let mut runs = Vec::new();
    for index in 0..arguments.seeds {
        changes.seed = Some(Seed::clamped(first.saturating_add(index)).get());
        let scene = load(&changes)?;
        let simulation = simulation::prepare(&scene, false)?;
        let label = format!("{} {}", method.name(), simulation.setting().seed);
        let mut progress = Progress::new(simulation.steps(), label, arguments.json);
        runs.push(simulation::measure(simulation, &mut [&mut progress])?);
        progress.finish();
    }
    Ok(runs)
}

/// The median of every number, key by key: of an even count the lower one of the middle two, so
/// that whole numbers stay whole. A value that only some runs have counts where it is there.
fn median(runs: &[Summary]) -> Result<Map<String, Value>, Failure> {
    let maps = runs
        .iter()
        .map(|run| match serde_json::to_value(run) {
            Ok(Value::Object(map)) => Ok(map),
            Ok(_) => Err(Failure::run("the summary isn't an object")),
            Err(error) => Err(Failure::run(error)),
        })
        .collect::<Result<Vec<_>, _>>()?;
    let Some(first) = maps.first() else {
        return Ok(Map::new());
    };
    let mut result = first.clone();
    for (key, value) in &mut result {
        let mut numbers: Vec<&Value> = maps
            .iter()
            .filter_map(|map| map.get(key))
            .filter(|value| value.is_number())
            .collect();
        numbers.sort_by(|a, b| {
            let number = |value: &Value| value.as_f64().unwrap_or(f64::NAN);
            number(a).total_cmp(&number(b))
        });
        if !numbers.is_empty() {
            *value = numbers[(numbers.len() - 1) / 2].clone();
        }
    }
    Ok(result)
}
