//! Steps both worlds of each case in turn.

use super::case::Case;
use super::figures::{CaseFigures, Figures};
use super::ground::{Ground, GrowthError};
use super::worlds::{Pair, Size};
use crate::measure::median;
use crate::memory::Crowd;

/// Agents of both worlds of a case, at most.
const MOST_AGENTS: u64 = 2500;

/// Cases to be measured.
#[derive(Clone, Debug, PartialEq)]
pub struct Course {
    /// Which, one after the other.
    pub cases: Vec<Case>,
    /// Number of steps of each world after its first, 1 or more.
    pub steps: u64,
    /// Share of the full size, above 0 and at most 1.
    pub scale: f64,
}

impl Course {
    /// What takes memory at the same time, at most.
    #[must_use]
    pub fn crowd(&self) -> Crowd {
        let shapes = self.cases.iter().map(Case::shapes).max().unwrap_or(0);
        Crowd {
            agents: MOST_AGENTS,
            shapes: (shapes as f64 * self.scale).ceil() as u64,
        }
    }

    /// Measures. `done` hears how many cases are over.
    ///
    /// # Errors
    /// If the engine refuses something that it shouldn't.
    pub fn run(&self, mut done: impl FnMut(u64)) -> Result<Figures, GrowthError> {
        let mut cases = Vec::new();
        for case in &self.cases {
            cases.push(self.measure(case)?);
            done(cases.len() as u64);
        }
        Ok(Figures {
            steps: self.steps,
            scale: self.scale,
            threads: 1,
            cases,
        })
    }

    fn measure(&self, case: &Case) -> Result<CaseFigures, GrowthError> {
        let Pair {
            mut hostile,
            mut plain,
        } = case.build(Size(self.scale))?;
        let counts = |ground: &Ground| {
            let world = &ground.world;
            [world.agents().len(), world.obstacles().count()].map(|count| count as u64)
        };
        let [agents, obstacles] = counts(&hostile);
        let [plain_agents, plain_obstacles] = counts(&plain);
        let (first_step_ms, plain_first_step_ms) = (hostile.step()?, plain.step()?);
        let mut times = [Vec::new(), Vec::new()];
        // In turn, so that what else the machine does is in both.
        for _ in 0..self.steps {
            times[0].push(hostile.step()?);
            times[1].push(plain.step()?);
        }
        let [step_ms, plain_step_ms] = times.map(|times| median(times).unwrap_or_default());
        Ok(CaseFigures {
            case: case.name(),
            title: case.title(),
            plain: case.plain(),
            agents,
            obstacles,
            plain_agents,
            plain_obstacles,
            first_step_ms,
            plain_first_step_ms,
            step_ms,
            plain_step_ms,
            ratio: step_ms / plain_step_ms.max(f64::MIN_POSITIVE),
            state_hash: format!("{:016x}", hostile.world.state_hash()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_cases_are_stepped_and_end_the_same_again() {
        let course = Course {
            cases: Case::ALL.to_vec(),
            steps: 2,
            scale: 0.005,
        };
        let mut heard = Vec::new();
        let figures = course.run(|done| heard.push(done)).expect("figures");
        assert!(heard.iter().copied().eq(1..=Case::ALL.len() as u64));
        let again = course.run(|_| ()).expect("figures");
        for ((case, figures), again) in Case::ALL.iter().zip(&figures.cases).zip(&again.cases) {
            assert_eq!(figures.case, case.name());
            assert_eq!(figures.state_hash, again.state_hash, "{}", case.name());
            let ratio = figures.step_ms / figures.plain_step_ms;
            assert_eq!(figures.ratio, ratio, "{}", case.name());
        }
        let longer = Course { steps: 3, ..course };
        let longer = longer.run(|_| ()).expect("figures");
        for (two, three) in figures.cases.iter().zip(&longer.cases) {
            assert_ne!(two.state_hash, three.state_hash, "{}", two.case);
        }
    }

    #[test]
    fn the_memory_is_that_of_the_largest_case() {
        let course = |name: &str| Course {
            cases: vec![
                Case::find("pile").expect("it"),
                Case::find(name).expect("it"),
            ],
            steps: 1,
            scale: 0.5,
        };
        assert_eq!(course("million-walls").crowd().shapes, 500_000);
        assert_eq!(course("pile").crowd().shapes, 200);
    }
}
