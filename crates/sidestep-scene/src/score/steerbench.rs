//! SteerBench's test cases, run and scored by its rules.
//!
//! A case runs at 20 frames a second until all agents have come within their goal's radius, where
//! they are taken out, or for 300 s: the values that [the importer](crate::import::steerbench)
//! gives the scene. It is scored only if all its goals are fixed places. Where goals are drawn at
//! random, every program draws other ones and their figures can't be compared; where they are to
//! chase or to flee, nobody arrives.

use std::path::Path;

use serde::Serialize;

use super::ScoreError;
use crate::format::{Route, Scene};
use crate::import;
use crate::measure::Measures;
use crate::measure::steerbench::Score;
use crate::method::Method;
use crate::place::Layout;
use crate::recording::Observer;
use crate::simulate::{Simulation, SimulationError};

/// Depth up to which a contact leaves a case clean (m).
const CLEAN_DEPTH: f64 = 1e-3;

/// A test case that can be scored.
#[derive(Clone, Debug)]
pub struct Case {
    name: String,
    layout: Layout,
}

/// Name of a file's case: the file's, without the ending.
pub fn case_name(file: &Path) -> String {
    let stem = file.file_stem().unwrap_or_default();
    stem.to_string_lossy().into_owned()
}

impl Case {
    /// Loads a case, after setting some of its values as a scene. One that hasn't [fixed goals](has_fixed_goals) can't be scored: `None`.
    ///
    /// # Errors
    /// If the file can't be loaded, or what it holds doesn't fit together.
    pub fn load(file: &Path, overrides: &[(String, String)]) -> Result<Option<Self>, ScoreError> {
        let mut scene = import::load(file)?;
        if !overrides.is_empty() {
            let source = file.display().to_string();
            scene = Scene::with_overrides(&scene.to_toml()?, &source, overrides)?;
        }
        if !has_fixed_goals(&scene) {
            return Ok(None);
        }
        Ok(Some(Self {
            name: case_name(file),
            layout: Layout::new(&scene)?,
        }))
    }

    /// Its name: its file's, without the ending.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Has everybody get to its goals that way.
    pub fn set_route(&mut self, route: Route) {
        for group in &mut self.layout.groups {
            group.route = route;
        }
    }

    /// Number of steps that it runs at most.
    pub const fn steps(&self) -> u64 {
        self.layout.steps
    }

    /// Runs the case with a method, before observers, and scores it.
    ///
    /// # Errors
    /// If the engine refuses the case.
    pub fn run(
        &self,
        method: Method,
        observers: &mut [&mut dyn Observer],
    ) -> Result<CaseFigures, SimulationError> {
        let mut layout = self.layout.clone();
        method.name().clone_into(&mut layout.method);
        let mut measures = Measures::new();
        let mut all: Vec<&mut dyn Observer> = vec![&mut measures];
        for observer in observers.iter_mut() {
            all.push(*observer);
        }
        let wall_seconds = Simulation::new(layout)?.run(&mut all)?;
        let score = measures.steerbench();
        Ok(CaseFigures::new(&self.name, &score, wall_seconds))
    }
}

/// Whether every agent of the scene has goals, and all of them are fixed points or regions.
pub fn has_fixed_goals(scene: &Scene) -> bool {
    scene.agents.iter().all(|group| {
        let mut goals = group.goals.iter();
        !group.goals.is_empty() && goals.all(|goal| goal.point.is_some() || goal.region.is_some())
    })
}

/// How a case went.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct CaseFigures {
    /// Name of the case.
    pub name: String,
    /// Agents that were there in the first frame.
    pub agents: u64,
    /// How many of them reached their last goal.
    pub arrived: u64,
    /// Whether all arrived and no contact was deeper than 1 mm.
    pub clean: bool,
    /// Contacts between two agents.
    pub agent_contacts: u64,
    /// Contacts between an agent and an obstacle.
    pub obstacle_contacts: u64,
    /// Largest depth of a contact (m).
    pub max_depth_m: f64,
    /// SteerBench's score without the acceleration, a mean over agents; lower is better.
    pub composite01: f64,
    /// The same with the acceleration.
    pub composite02: f64,
    /// Time at which the last agent arrived (s); `None` unless all did.
    pub makespan_seconds: Option<f64>,
    /// Time that the steps took on the clock (s).
    pub wall_seconds: f64,
}

impl CaseFigures {
    fn new(name: &str, score: &Score, wall_seconds: f64) -> Self {
        let all_arrived = score.arrived == score.agents;
        Self {
            name: name.to_owned(),
            agents: score.agents,
            arrived: score.arrived,
            clean: all_arrived && score.max_depth_m <= CLEAN_DEPTH,
            agent_contacts: score.agent_contacts,
            obstacle_contacts: score.obstacle_contacts,
            max_depth_m: score.max_depth_m,
            composite01: score.composite01,
            composite02: score.composite02,
            makespan_seconds: score.makespan_seconds,
            wall_seconds,
        }
    }
}

/// The figures of all cases that were run, as `sidestep score --json` prints them.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Figures {
    /// Always `steerbench`.
    pub suite: &'static str,
    /// Name of the method.
    pub method: String,
    /// How many cases were run.
    pub total: usize,
    /// In how many of them all arrived and no contact was deeper than 1 mm.
    pub clean: usize,
    /// In how many all arrived.
    pub arrived: usize,
    /// Every case.
    pub cases: Vec<CaseFigures>,
    /// Names of the cases that were not run, as their goals aren't fixed places.
    pub left_out: Vec<String>,
}

impl Figures {
    /// Adds up cases.
    pub fn new(method: &str, cases: Vec<CaseFigures>, left_out: Vec<String>) -> Self {
        let arrived = cases.iter().filter(|case| case.arrived == case.agents);
        Self {
            suite: "steerbench",
            method: method.to_owned(),
            total: cases.len(),
            clean: cases.iter().filter(|case| case.clean).count(),
            arrived: arrived.count(),
            cases,
            left_out,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(arrived: u64, max_depth_m: f64) -> CaseFigures {
        let score = Score {
            agents: 4,
            arrived,
            max_depth_m,
            ..Score::default()
        };
        CaseFigures::new("case", &score, 0.5)
    }

    #[test]
    fn clean_is_who_arrived_without_a_contact_of_more_than_a_millimetre() {
        let cases = vec![case(4, 0.0), case(4, 0.001), case(4, 0.0011), case(3, 0.0)];
        let clean: Vec<bool> = cases.iter().map(|case| case.clean).collect();
        assert_eq!(clean, [true, true, false, false]);
        let figures = Figures::new("default", cases, vec!["search".to_owned()]);
        assert_eq!((figures.total, figures.clean, figures.arrived), (4, 2, 3));
    }
}
