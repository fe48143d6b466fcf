//! `sidestep gather`: tables and a picture of what a sweep has found.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value as Json, json};
use sidestep_scene::suggestion::unknown_word;
use sidestep_scene::sweep::{Estimate, Group, Outcome, Plan, Value, groups};

use super::print;
use super::sweep::{Known, PLAN, RUNS, known, outcome_file};
use crate::arguments::GatherArguments;
use crate::failure::Failure;
use crate::measures::{MEASURES, Measure};
use crate::output::{Column, Columns, Multiples, Panel, Point, Series, png};
use crate::progress::Progress;
use crate::table::{TableLook, groups_table};
use crate::write_whole::write_whole;

/// Width of the picture (px), at most twice that of the drawing.
const WIDEST: u32 = 4000;
/// Rows and columns of the picture.
const MOST_COLUMNS: usize = 8;
/// Measures in table and picture if none are named.
const USUAL: usize = 5;
/// The measures that are looked at first, if they vary.
const FIRST: [&str; 8] = [
    "arrived",
    "mean_travel_seconds",
    "agent_overlaps",
    "mean_path_ratio",
    "direction_flips_per_minute",
    "obstacle_overlaps",
    "stuck",
    "blocked_agent_seconds",
];
/// Files that are told one by one.
const TOLD: usize = 10;

/// Gathers.
///
/// # Errors
/// See [`Failure`].
pub fn gather(arguments: &GatherArguments) -> Result<(), Failure> {
    let folder = &arguments.folder;
    let plan = plan(folder)?;
    let outcomes = outcomes(folder, &plan, arguments.json);
    let groups = groups(&plan, &outcomes);
    let count = |of: fn(&Group) -> u64| groups.iter().map(of).sum::<u64>();
    let (done, failed) = (count(|it| it.done), count(|it| it.failed));
    let missing = count(|it| it.missing);
    if done == 0 {
        return Err(Failure::input(format!(
            "{}: none of {} runs has figures ({failed} failed); sweep first: sidestep sweep {} \
             --out {}",
            folder.display(),
            plan.runs(),
            plan.source(),
            folder.display()
        )));
    }
    let chosen = measures(arguments, &groups)?;
    let along = along(arguments, &plan)?;
    if missing > 0 {
        eprintln!(
            "warning: {missing} of {} runs have no result yet; the same sweep goes on with them",
            plan.runs()
        );
    }
    if failed > 0 {
        eprintln!("warning: {failed} of {} runs failed", plan.runs());
    }
    let drawing = picture(&plan, &groups, &chosen, along);
    let files = write(folder, &plan, &outcomes, &groups, &drawing)?;
    if arguments.json {
        let all: Vec<Json> = groups.iter().map(|group| as_json(&plan, group)).collect();
        return print(&format!("{:#}\n", Json::Array(all)));
    }
    let keys: Vec<&str> = plan.grid().iter().map(|(key, _)| key.as_str()).collect();
    let rows: Vec<(Vec<String>, &Group)> = (groups.iter())
        .map(|group| (names(&plan, group), group))
        .collect();
    let table = groups_table(&keys, &rows, &chosen, TableLook::for_stdout());
    let names: Vec<String> = (files.iter())
        .filter_map(|file| Some(file.file_name()?.to_string_lossy().into_owned()))
        .collect();
    print(&format!(
        "{}: {done} of {} runs\n\n{table}\n\nIn {}: {}\n",
        plan.source(),
        plan.runs(),
        folder.display(),
        names.join(", ")
    ))
}

/// The plan of the folder.
fn plan(folder: &Path) -> Result<Plan, Failure> {
    let file = folder.join(PLAN);
    let text = fs::read_to_string(&file).map_err(|error| {
        Failure::input(match error.kind() {
            std::io::ErrorKind::NotFound => format!(
                "{}: there is no {PLAN}, so this is no folder of a sweep; give the one that \
                 `sidestep sweep FILE --out DIR` has made",
                folder.display()
            ),
            _ => format!("{}: can't be read: {error}", file.display()),
        })
    })?;
    Plan::from_text(&text).map_err(|error| Failure::input(format!("{}: {error}", file.display())))
}

/// What the runs have left. What can't be used is told and left out.
fn outcomes(folder: &Path, plan: &Plan, quiet: bool) -> Vec<Option<Outcome>> {
    let runs = folder.join(RUNS);
    let progress = Progress::counting(plan.runs(), "runs", "gather", quiet);
    let mut damaged = 0;
    let outcomes = (0..plan.runs())
        .map(|run| {
            progress.set_done(run);
            let name = plan.name_of(run);
            match known(&runs, &name) {
                Known::Outcome(outcome) => Some(*outcome),
                Known::Missing => None,
                Known::Damaged(what) => {
                    damaged += 1;
                    if damaged <= TOLD {
                        let file = outcome_file(&runs, &name);
                        progress.tell(&format!(
                            "warning: left out: {} {what}; sweep again to make it anew",
                            file.display()
                        ));
                    }
                    None
                }
            }
        })
        .collect();
    if damaged > TOLD {
        progress.tell(&format!("warning: left out: {damaged} files in all"));
    }
    outcomes
}

/// The measures in table and picture.
fn measures(
    arguments: &GatherArguments,
    groups: &[Group],
) -> Result<Vec<&'static Measure>, Failure> {
    let find = |key: &str| MEASURES.iter().find(|measure| measure.key == key);
    if !arguments.measures.is_empty() {
        let keys: Vec<&str> = MEASURES.iter().map(|measure| measure.key).collect();
        let found = arguments.measures.iter().map(|key| {
            find(key.trim()).ok_or_else(|| {
                Failure::input(format!(
                    "--measures: {}",
                    unknown_word("measure", key, &keys)
                ))
            })
        });
        return found.collect();
    }
    let values = |measure: &Measure| {
        let estimates = groups.iter().filter_map(|it| it.estimates.get(measure.key));
        estimates.map(|it| it.mean).collect::<Vec<f64>>()
    };
    let varies = |measure: &&Measure| {
        let values = values(measure);
        values.windows(2).any(|pair| pair[0] != pair[1])
    };
    let all = || FIRST.into_iter().filter_map(find);
    let mut chosen: Vec<&Measure> = all().filter(varies).take(USUAL).collect();
    if chosen.is_empty() {
        chosen = all()
            .filter(|it| !values(it).is_empty())
            .take(USUAL)
            .collect();
    }
    Ok(chosen)
}

/// The key of the grid along which the picture's lines go, by its number; none for methods.
fn along(arguments: &GatherArguments, plan: &Plan) -> Result<Option<usize>, Failure> {
    let keys: Vec<&str> = plan.grid().iter().map(|(key, _)| key.as_str()).collect();
    match &arguments.along {
        Some(wanted) => match keys.iter().position(|key| key == wanted) {
            Some(index) => Ok(Some(index)),
            None => Err(Failure::input(format!(
                "--along: {}",
                unknown_word("key of the grid", wanted, &keys)
            ))),
        },
        None => Ok((plan.grid().iter()).position(|(_, values)| {
            values.len() > 1 && values.iter().all(|value| value.number().is_some())
        })),
    }
}

/// Scene, method and values of a group.
fn names(plan: &Plan, group: &Group) -> Vec<String> {
    let combination = group.combination;
    let mut names = vec![
        plan.scene_of(combination).to_owned(),
        plan.method_of(combination).to_owned(),
    ];
    names.extend(plan.values_of(combination).map(|(_, value)| value.shown()));
    names
}

fn as_json(plan: &Plan, group: &Group) -> Json {
    let set: Map<String, Json> = (plan.set_of(group.combination).iter())
        .map(|(key, value)| (key.clone(), json_of(value)))
        .collect();
    json!({
        "scene": plan.scene_of(group.combination),
        "method": plan.method_of(group.combination),
        "set": set,
        "done": group.done,
        "failed": group.failed,
        "missing": group.missing,
        "estimates": group.estimates,
    })
}

fn json_of(value: &Value) -> Json {
    match (value.whole_number(), value.number()) {
        (Some(number), _) => json!(number),
        (None, Some(number)) => json!(number),
        (None, None) => match value.as_toml() {
            "true" => json!(true),
            "false" => json!(false),
            _ => json!(value.shown()),
        },
    }
}

/// Writes all files; returns their paths.
fn write(
    folder: &Path,
    plan: &Plan,
    outcomes: &[Option<Outcome>],
    groups: &[Group],
    drawing: &Multiples,
) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    let mut put = |name: &str, bytes: &[u8]| -> Result<(), Failure> {
        files.push(write_whole(&folder.join(name), bytes).map_err(Failure::run)?);
        Ok(())
    };
    let by_group = groups_columns(plan, groups);
    put("groups.csv", &by_group.csv().map_err(Failure::run)?)?;
    put("groups.parquet", &by_group.parquet().map_err(Failure::run)?)?;
    let by_run = runs_columns(plan, outcomes);
    put("runs.csv", &by_run.csv().map_err(Failure::run)?)?;
    put("runs.parquet", &by_run.parquet().map_err(Failure::run)?)?;
    let svg = drawing.svg();
    put("groups.svg", svg.as_bytes())?;
    let wide = svg
        .split("width=\"")
        .nth(1)
        .and_then(|rest| rest.split('"').next());
    let wide = wide
        .and_then(|text| text.parse::<f32>().ok())
        .unwrap_or(800.0);
    let picture = png(&svg, ((2.0 * wide) as u32).clamp(1, WIDEST))
        .map_err(|error| Failure::run(format!("groups.png can't be drawn: {error}")))?;
    put("groups.png", &picture)?;
    Ok(files)
}

/// A column with a value of the grid for each row.
fn value_column(values: &[Value], rows: impl Iterator<Item = usize>) -> Column {
    if values.iter().all(|value| value.whole_number().is_some()) {
        return Column::Whole(rows.map(|row| values[row].whole_number()).collect());
    }
    if values.iter().all(|value| value.number().is_some()) {
        return Column::Real(rows.map(|row| values[row].number()).collect());
    }
    Column::Text(rows.map(|row| Some(values[row].shown())).collect())
}

/// Scene, method and a column for each key of the grid; the rows are combinations.
fn first_columns(plan: &Plan, rows: &[usize]) -> Columns {
    let mut columns = Columns::default();
    let text = |of: &dyn Fn(usize) -> String| {
        Column::Text(rows.iter().map(|row| Some(of(*row))).collect())
    };
    columns.push("scene", text(&|row| plan.scene_of(row).to_owned()));
    columns.push("method", text(&|row| plan.method_of(row).to_owned()));
    for (index, (key, values)) in plan.grid().iter().enumerate() {
        let chosen = rows
            .iter()
            .map(|row| plan.combinations()[*row].values()[index]);
        columns.push(key.clone(), value_column(values, chosen));
    }
    columns
}

/// A row for each group and measure.
fn groups_columns(plan: &Plan, groups: &[Group]) -> Columns {
    let mut rows = Vec::new();
    let mut estimates: Vec<(&String, &Estimate)> = Vec::new();
    let mut failed = Vec::new();
    let mut missing = Vec::new();
    for group in groups {
        for estimate in &group.estimates {
            rows.push(group.combination);
            estimates.push(estimate);
            failed.push(whole(group.failed));
            missing.push(whole(group.missing));
        }
    }
    let unit = |key: &str| {
        let measure = MEASURES.iter().find(|measure| measure.key == key);
        measure
            .map(|it| it.unit.to_owned())
            .filter(|unit| !unit.is_empty())
    };
    let real = |of: &dyn Fn(&Estimate) -> Option<f64>| {
        Column::Real(estimates.iter().map(|(_, estimate)| of(estimate)).collect())
    };
    let mut columns = first_columns(plan, &rows);
    let keys = estimates.iter().map(|(key, _)| Some((*key).clone()));
    columns.push("measure", Column::Text(keys.collect()));
    let units = estimates.iter().map(|(key, _)| unit(key));
    columns.push("unit", Column::Text(units.collect()));
    let runs = estimates.iter().map(|(_, estimate)| whole(estimate.runs));
    columns.push("runs", Column::Whole(runs.collect()));
    columns.push("failed", Column::Whole(failed));
    columns.push("missing", Column::Whole(missing));
    columns.push("mean", real(&|it| Some(it.mean)));
    columns.push("deviation", real(&|it| it.deviation));
    columns.push("low", real(&|it| it.interval.map(|[low, _]| low)));
    columns.push("high", real(&|it| it.interval.map(|[_, high]| high)));
    columns
}

fn whole(number: u64) -> Option<i64> {
    i64::try_from(number).ok()
}

/// A row for each run that has left something.
fn runs_columns(plan: &Plan, outcomes: &[Option<Outcome>]) -> Columns {
    let left: Vec<(u64, &Outcome)> = (0..)
        .zip(outcomes)
        .filter_map(|(run, outcome)| Some((run, outcome.as_ref()?)))
        .collect();
    let rows: Vec<usize> = left
        .iter()
        .map(|(run, _)| plan.combination_of(*run))
        .collect();
    let mut columns = first_columns(plan, &rows);
    let text = |of: &dyn Fn(&Outcome) -> Option<String>| {
        Column::Text(left.iter().map(|(_, outcome)| of(outcome)).collect())
    };
    let seeds = left.iter().map(|(_, outcome)| {
        let seed = outcome.summary.as_ref().map(|it| it.seed).or(outcome.seed);
        seed.and_then(whole)
    });
    columns.push("seed", Column::Whole(seeds.collect()));
    columns.push("run", text(&|outcome| Some(outcome.run.clone())));
    columns.push("failure", text(&|outcome| outcome.failure.clone()));
    let summaries: Vec<Map<String, Json>> = (left.iter())
        .map(|(_, outcome)| {
            let value = serde_json::to_value(&outcome.summary).unwrap_or_default();
            value.as_object().cloned().unwrap_or_default()
        })
        .collect();
    let mut keys: BTreeMap<&String, ()> = BTreeMap::new();
    let mut ordered = Vec::new();
    for key in summaries.iter().flat_map(Map::keys) {
        if keys.insert(key, ()).is_none() && !columns.has(key) {
            ordered.push(key);
        }
    }
    for key in ordered {
        let values: Vec<Option<&Json>> = summaries.iter().map(|it| it.get(key)).collect();
        let present = || values.iter().flatten().filter(|value| !value.is_null());
        let column = if present().all(|value| value.as_i64().is_some()) {
            Column::Whole(values.iter().map(|it| it.and_then(Json::as_i64)).collect())
        } else if present().all(|value| value.is_number()) {
            Column::Real(values.iter().map(|it| it.and_then(Json::as_f64)).collect())
        } else {
            let texts = values
                .iter()
                .map(|it| it.and_then(|it| Some(it.as_str()?.to_owned())));
            Column::Text(texts.collect())
        };
        columns.push(key.clone(), column);
    }
    columns
}

/// The small multiples.
fn picture(plan: &Plan, groups: &[Group], chosen: &[&Measure], along: Option<usize>) -> Multiples {
    let mut columns: Vec<String> = Vec::new();
    let mut series: Vec<String> = Vec::new();
    for group in groups {
        let column = column_of(plan, group, along);
        if !columns.contains(&column) {
            columns.push(column);
        }
        let name = plan.method_of(group.combination).to_owned();
        if !series.contains(&name) {
            series.push(name);
        }
    }
    let all = columns.len();
    columns.truncate(MOST_COLUMNS);
    // Without numbers to go along, the methods stand side by side.
    let stops = match along {
        Some(index) if plan.grid()[index].1.iter().all(|it| it.number().is_some()) => Vec::new(),
        Some(index) => plan.grid()[index].1.iter().map(Value::shown).collect(),
        None => series.clone(),
    };
    let along_name = along.map_or("", |index| plan.grid()[index].0.as_str());
    let panel = |measure: &Measure, column: &String| {
        let mut panel = Panel::default();
        for (number, name) in series.iter().enumerate() {
            let mut points = Vec::new();
            for group in groups {
                let is_here = plan.method_of(group.combination) == name
                    && column_of(plan, group, along) == *column;
                let estimate = group.estimates.get(measure.key).filter(|_| is_here);
                let Some(estimate) = estimate else { continue };
                let x = match along {
                    Some(index) => {
                        let place = plan.combinations()[group.combination].values()[index];
                        match plan.grid()[index].1[place].number() {
                            Some(value) if stops.is_empty() => value,
                            _ => place as f64,
                        }
                    }
                    None => number as f64,
                };
                points.push(Point {
                    x,
                    y: estimate.mean,
                    interval: estimate.interval,
                });
            }
            points.sort_by(|a, b| a.x.total_cmp(&b.x));
            panel.lines.push(Series {
                series: number,
                points,
            });
        }
        panel
    };
    let rows = (chosen.iter())
        .map(|measure| {
            let name = match measure.unit {
                "" => measure.label.to_owned(),
                unit => format!("{} ({unit})", measure.label),
            };
            let panels = columns.iter().map(|column| panel(measure, column));
            (name, panels.collect())
        })
        .collect();
    let mut subtitle = match plan.seeds_each() {
        1 => "one run each".to_owned(),
        seeds => format!("means of {seeds} seeds with 95 % confidence intervals"),
    };
    if all > columns.len() {
        subtitle.push_str(&format!("; the first {} of {all} columns", columns.len()));
    }
    Multiples {
        title: plan.source().to_owned(),
        subtitle,
        along: along_name.to_owned(),
        stops,
        columns,
        series,
        rows,
    }
}

/// The title of the column that a group is in: its scene, and all values but that along the axis.
fn column_of(plan: &Plan, group: &Group, along: Option<usize>) -> String {
    let mut words = vec![plan.scene_of(group.combination).to_owned()];
    for (index, (key, value)) in plan.values_of(group.combination).enumerate() {
        if Some(index) != along {
            words.push(format!("{key} {}", value.shown()));
        }
    }
    words.join(", ")
}
