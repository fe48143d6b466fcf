//! Tables of what a sweep has found, column by column.

use std::collections::BTreeMap;

use serde_json::{Map, Value as Json};
use sidestep_scene::sweep::{Estimate, Group, Outcome, Plan, Value};

use crate::folder::{Folder, Known};
use crate::measures::MEASURES;

/// The values of a column; `None` is an empty cell.
#[derive(Clone, Debug, PartialEq)]
pub enum Column {
    /// Texts.
    Text(Vec<Option<String>>),
    /// Whole numbers.
    Whole(Vec<Option<i64>>),
    /// Numbers.
    Real(Vec<Option<f64>>),
}

impl Column {
    /// Number of rows.
    pub fn len(&self) -> usize {
        match self {
            Self::Text(values) => values.len(),
            Self::Whole(values) => values.len(),
            Self::Real(values) => values.len(),
        }
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// A table, column by column. All columns have the same number of rows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Columns {
    columns: Vec<(String, Column)>,
}

impl Columns {
    /// Adds a column on the right.
    pub fn push(&mut self, name: impl Into<String>, column: Column) {
        self.columns.push((name.into(), column));
    }

    /// Whether there is a column of that name.
    pub fn has(&self, name: &str) -> bool {
        self.columns.iter().any(|(other, _)| other == name)
    }

    /// The columns with their names, from the left.
    pub fn columns(&self) -> &[(String, Column)] {
        &self.columns
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.columns.first().map_or(0, |(_, column)| column.len())
    }
}

/// What the runs have left, an entry a run. `progress` is told how many were looked at; `warn` is told of each
/// file that can't be used and is left out.
pub fn outcomes(
    folder: &Folder,
    plan: &Plan,
    mut progress: impl FnMut(u64),
    mut warn: impl FnMut(String),
) -> Vec<Option<Outcome>> {
    let look = |run| {
        progress(run);
        let name = plan.name_of(run);
        match folder.known(&name) {
            Known::Outcome(outcome) => Some(*outcome),
            Known::Missing => None,
            Known::Damaged(what) => {
                warn(format!(
                    "left out: {} {what}; sweep again to make it anew",
                    folder.file(&name).display()
                ));
                None
            }
        }
    };
    (0..plan.runs()).map(look).collect()
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
pub fn groups_columns(plan: &Plan, groups: &[Group]) -> Columns {
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
pub fn runs_columns(plan: &Plan, outcomes: &[Option<Outcome>]) -> Columns {
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
