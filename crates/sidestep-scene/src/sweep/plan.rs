//! The list of all runs of a sweep, the same for everybody.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::document::{Choice, MOST_RUNS, Sweep};
use super::value::Value;
use crate::format::{Scene, SceneError};
use crate::measure::{Measures, Summary};
use crate::memory::Crowd;
use crate::place::Layout;
use crate::recording::{Frame, Observer, Setting};
use crate::simulate::Simulation;

/// The number of the format.
const FORMAT: u32 = 1;

/// All runs of a sweep, in order: scenes, then methods, then values of the grid, then seeds.
///
/// It knows everything about the runs but the text of the scenes, of which it has hashes, so that
/// results can be gathered without the files that they were made from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    format: u32,
    version: String,
    /// The sweep file.
    source: String,
    scenes: Vec<String>,
    /// Values that all runs have in common.
    set: BTreeMap<String, Value>,
    /// What varies besides scene, method and seed.
    grid: Vec<(String, Vec<Value>)>,
    /// Empty where each scene has its own.
    seeds: Vec<u64>,
    combinations: Vec<Combination>,
}

/// A scene with a method and values for the grid: runs of the same combination differ in their seed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Combination {
    /// Numbers from 0: of the scene, of the method in the file, of the grid's values.
    scene: usize,
    method_index: usize,
    values: Vec<usize>,
    /// Name of the method.
    method: String,
    /// Hash of the scene's text after all values were set, and of these.
    hash: String,
}

/// Why a text isn't a plan.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct PlanError(String);

impl Combination {
    /// Number of the scene in the file.
    pub fn scene(&self) -> usize {
        self.scene
    }

    /// For each key of the grid the number of its value.
    pub fn values(&self) -> &[usize] {
        &self.values
    }

    fn choice(&self) -> Choice<'_> {
        Choice {
            scene: self.scene,
            method: self.method_index,
            values: &self.values,
        }
    }
}

impl Sweep {
    /// Checks all combinations and makes the list of runs. `progress` is told how many combinations
    /// are done, and of how many.
    ///
    /// # Errors
    /// If a value doesn't fit a scene, with the place of the value in the sweep file.
    pub fn plan(&self, mut progress: impl FnMut(u64, u64)) -> Result<Plan, SceneError> {
        let sizes: Vec<usize> = [self.scenes.len(), self.methods.len()]
            .into_iter()
            .chain(self.grid.iter().map(|axis| axis.values.len()))
            .collect();
        let count: usize = sizes.iter().product();
        let mut combinations = Vec::with_capacity(count);
        let mut digits = vec![0; sizes.len()];
        for done in 0..count {
            let mut combination = Combination {
                scene: digits[0],
                method_index: digits[1],
                values: digits[2..].to_vec(),
                method: String::new(),
                hash: String::new(),
            };
            let scene = self.scene(combination.choice(), None)?;
            combination.hash = hash_of(&scene)?;
            combination.method = scene.method;
            combinations.push(combination);
            // The last one counts up first.
            for (digit, size) in digits.iter_mut().zip(&sizes).rev() {
                *digit += 1;
                if *digit < *size {
                    break;
                }
                *digit = 0;
            }
            progress(done as u64 + 1, count as u64);
        }
        Ok(Plan {
            format: FORMAT,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            source: self.source().to_owned(),
            scenes: (self.scenes.iter())
                .map(|scene| scene.name.clone())
                .collect(),
            set: (self.set.iter())
                .map(|axis| (axis.key.clone(), axis.values[0].clone()))
                .collect(),
            grid: (self.grid.iter())
                .map(|axis| (axis.key.clone(), axis.values.clone()))
                .collect(),
            seeds: self.seeds.clone(),
            combinations,
        })
    }

    /// Does one run of this sweep's plan, from its beginning to its end.
    ///
    /// # Errors
    /// What went wrong: the other runs may do well all the same.
    pub fn perform(&self, plan: &Plan, run: u64) -> Result<Summary, String> {
        self.perform_if(plan, run, |_| Ok(()), &|| false)
    }

    /// As [`Sweep::perform`], if so much may run: `allowed` is asked before anything is made, and what
    /// it says against it is what went wrong. `stopped` is asked after each step whether nobody wants
    /// the run any more; then it is broken off, which is told as an error.
    ///
    /// # Errors
    /// As [`Sweep::perform`].
    pub fn perform_if(
        &self,
        plan: &Plan,
        run: u64,
        allowed: impl FnOnce(Crowd) -> Result<(), String>,
        stopped: &dyn Fn() -> bool,
    ) -> Result<Summary, String> {
        let combination = &plan.combinations[plan.combination_of(run)];
        let scene = self.scene(combination.choice(), plan.seed_of(run));
        let scene = scene.map_err(|error| error.to_string())?;
        allowed(Crowd::of(&scene))?;
        let layout = Layout::new(&scene).map_err(|error| error.to_string())?;
        if layout.agents.is_empty() {
            return Err("the scene has no agents; add a group of [[agents]]".to_owned());
        }
        let mut simulation = Simulation::new(layout).map_err(|error| error.to_string())?;
        let mut measures = Measures::new();
        let mut end = End(stopped);
        let seconds = simulation.run(&mut [&mut measures, &mut end]);
        let seconds = seconds.map_err(|error| error.to_string())?;
        if !simulation.is_over() {
            return Err("the run was broken off".to_owned());
        }
        Ok(measures.finish(seconds))
    }
}

/// Ends a run that nobody wants any more.
struct End<'a>(&'a dyn Fn() -> bool);

impl Observer for End<'_> {
    fn begin(&mut self, _: &Setting, _: &Frame) {}

    fn observe(&mut self, _: &Setting, _: &Frame) {}

    fn has_failed(&self) -> bool {
        (self.0)()
    }
}

impl Plan {
    /// Number of runs.
    pub fn runs(&self) -> u64 {
        self.combinations.len() as u64 * self.seeds_each()
    }

    /// Number of runs of each combination.
    pub fn seeds_each(&self) -> u64 {
        self.seeds.len().max(1) as u64
    }

    /// Name of a run, counted from 0: a hash of all that it depends on, which are the text of the
    /// scene after values were set, these values, the seed and the version of the program. 32
    /// hexadecimal digits.
    pub fn name_of(&self, run: u64) -> String {
        let combination = &self.combinations[self.combination_of(run)];
        let seed = match self.seed_of(run) {
            Some(seed) => seed.to_string(),
            None => "the scene's own".to_owned(),
        };
        let parts = ["sidestep sweep", &self.version, &combination.hash, &seed];
        hash(parts.into_iter())
    }

    /// Number of the combination that a run is of.
    pub fn combination_of(&self, run: u64) -> usize {
        (run / self.seeds_each()) as usize
    }

    /// The seed of a run; none where the scene has its own.
    pub fn seed_of(&self, run: u64) -> Option<u64> {
        let index = (run % self.seeds_each()) as usize;
        self.seeds.get(index).copied()
    }

    /// A run in a few words: scene, method, values of the grid, seed.
    pub fn words_of(&self, run: u64) -> String {
        let combination = self.combination_of(run);
        let mut words = vec![
            self.scene_of(combination).to_owned(),
            self.method_of(combination).to_owned(),
        ];
        words.extend(
            (self.values_of(combination)).map(|(key, value)| format!("{key} {}", value.shown())),
        );
        words.extend(self.seed_of(run).map(|seed| format!("seed {seed}")));
        words.join(", ")
    }

    /// All combinations.
    pub fn combinations(&self) -> &[Combination] {
        &self.combinations
    }

    /// The scene of a combination, as the sweep file names it.
    pub fn scene_of(&self, combination: usize) -> &str {
        &self.scenes[self.combinations[combination].scene]
    }

    /// The method of a combination.
    pub fn method_of(&self, combination: usize) -> &str {
        &self.combinations[combination].method
    }

    /// Keys and values of the grid for a combination.
    pub fn values_of(&self, combination: usize) -> impl Iterator<Item = (&str, &Value)> {
        let values = &self.combinations[combination].values;
        (self.grid.iter().zip(values)).map(|((key, values), index)| (key.as_str(), &values[*index]))
    }

    /// Everything that is set for a combination.
    pub fn set_of(&self, combination: usize) -> BTreeMap<String, Value> {
        let mut set = self.set.clone();
        let varied = self.values_of(combination);
        set.extend(varied.map(|(key, value)| (key.to_owned(), value.clone())));
        set
    }

    /// Keys of the grid with all their values.
    pub fn grid(&self) -> &[(String, Vec<Value>)] {
        &self.grid
    }

    /// The scenes, as the sweep file names them.
    pub fn scenes(&self) -> &[String] {
        &self.scenes
    }

    /// The sweep file that it was made from.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Version of the program that its runs are of.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Whether two plans have the same runs, whatever the file was called.
    pub fn has_same_runs(&self, other: &Self) -> bool {
        let renamed = Self {
            source: self.source.clone(),
            ..other.clone()
        };
        *self == renamed
    }

    /// The plan as JSON.
    ///
    /// # Errors
    /// If it can't be written.
    pub fn to_text(&self) -> Result<String, PlanError> {
        let text = serde_json::to_string(self)
            .map_err(|error| PlanError(format!("can't be written as JSON: {error}")))?;
        Ok(format!("{text}\n"))
    }

    /// Reads a plan.
    ///
    /// # Errors
    /// If it is none, or its parts don't fit together.
    pub fn from_text(text: &str) -> Result<Self, PlanError> {
        let refuse = |what: &str| Err(PlanError(what.to_owned()));
        let plan: Self = serde_json::from_str(text)
            .map_err(|error| PlanError(format!("isn't the plan of a sweep: {error}")))?;
        if plan.format != FORMAT {
            return refuse(
                "is a plan of another format; sweep with the version that has written it",
            );
        }
        let fits = |combination: &Combination| {
            combination.scene < plan.scenes.len()
                && combination.values.len() == plan.grid.len()
                && (combination.values.iter().zip(&plan.grid))
                    .all(|(index, (_, values))| *index < values.len())
        };
        let distinct: BTreeSet<&u64> = plan.seeds.iter().collect();
        let runs = (plan.combinations.len() as u128) * u128::from(plan.seeds_each());
        if !plan.combinations.iter().all(fits)
            || distinct.len() != plan.seeds.len()
            || runs > u128::from(MOST_RUNS)
        {
            return refuse("was changed: its parts don't fit together; sweep again");
        }
        Ok(plan)
    }
}

/// The hash of a scene after values were set, and of these values.
fn hash_of(scene: &Scene) -> Result<String, SceneError> {
    let text = scene.to_toml()?;
    let overrides = &scene.origin.overrides;
    let set = overrides
        .iter()
        .flat_map(|(key, value)| [key.as_str(), value.as_str()]);
    Ok(hash(std::iter::once(text.as_str()).chain(set)))
}

/// The hash of some texts: the first half of SHA-256.
fn hash<'a>(parts: impl Iterator<Item = &'a str>) -> String {
    let mut hasher = Sha256::new();
    for part in parts {
        // With its length, so that no two lists of texts are the same bytes.
        hasher.update((part.len() as u64).to_le_bytes());
        hasher.update(part.as_bytes());
    }
    hex(&hasher.finalize()[..16])
}

/// Bytes as hexadecimal digits.
pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
