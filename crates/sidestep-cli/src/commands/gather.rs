//! `sidestep gather`: tables and a picture of what a sweep has found.

use std::path::{Path, PathBuf};

use serde_json::{Map, Value as Json, json};
use sidestep_scene::suggestion::unknown_word;
use sidestep_scene::sweep::{Group, Outcome, Plan, Value, groups};
use sidestep_sweep::Folder;
use sidestep_sweep::tables::{self, groups_columns, runs_columns};

use super::print;
use crate::arguments::GatherArguments;
use crate::failure::Failure;
use crate::measures::{MEASURES, Measure};
use crate::output::{Multiples, Panel, Point, Series, columns, png};
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
    let made_by = "`sidestep sweep FILE --out DIR`";
    let (results, plan) = Folder::existing(folder, made_by).map_err(Failure::input)?;
    let outcomes = outcomes(&results, &plan, arguments.json);
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

/// What the runs have left. What can't be used is told and left out.
fn outcomes(folder: &Folder, plan: &Plan, quiet: bool) -> Vec<Option<Outcome>> {
    let progress = Progress::counting(plan.runs(), "runs", "gather", quiet);
    let mut damaged = 0;
    let warn = |what: String| {
        damaged += 1;
        if damaged <= TOLD {
            progress.tell(&format!("warning: {what}"));
        }
    };
    let outcomes = tables::outcomes(folder, plan, |run| progress.set_done(run), warn);
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
    put(
        "groups.csv",
        &columns::csv(&by_group).map_err(Failure::run)?,
    )?;
    put(
        "groups.parquet",
        &columns::parquet(&by_group).map_err(Failure::run)?,
    )?;
    let by_run = runs_columns(plan, outcomes);
    put("runs.csv", &columns::csv(&by_run).map_err(Failure::run)?)?;
    put(
        "runs.parquet",
        &columns::parquet(&by_run).map_err(Failure::run)?,
    )?;
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
