use serde::Serialize;

use super::course::{Course, Outcomes};

/// What a crowd among changing obstacles costs. Times are medians over the steps (ms) and differ from run to run; all else is the
/// same from the same seed.
#[derive(Clone, Debug, Serialize)]
pub struct Figures {
    /// Number of agents.
    pub agents: u64,
    /// Number of obstacles.
    pub obstacles: u64,
    /// How many of these vanished, appeared or moved before each step.
    pub changing: u64,
    /// Number of steps.
    pub steps: u64,
    /// Seed of all places.
    pub seed: u64,
    /// A step of the world, with the changes before it, with detours (ms).
    pub step_ms: f64,
    /// The same without detours; the clusters are kept there too (ms).
    pub step_without_detours_ms: f64,
    /// By how much the first was longer than the second, step by step (ms): the cost of looking for ways, and of what agents do
    /// otherwise because of them.
    pub plan_ms: f64,
    /// The changes, told to clusters by themselves, on one thread (ms).
    pub clusters_ms: f64,
    /// A query of every agent, with the gathering of what is near, on one thread (ms).
    pub queries_ms: f64,
    /// Queries, all steps together, that found the straight way free.
    pub clear: u64,
    /// Queries that found a way round.
    pub around: u64,
    /// Queries that found no way.
    pub blocked: u64,
    /// Threads that the worlds stepped with.
    pub threads: usize,
}

/// What one step took (ms).
#[derive(Clone, Copy, Debug)]
pub(super) struct StepTimes {
    pub with_detours: f64,
    pub without: f64,
    pub clusters: f64,
    pub queries: f64,
}

impl Figures {
    pub(super) fn new(
        course: &Course,
        times: &[StepTimes],
        outcomes: &Outcomes,
        threads: usize,
    ) -> Self {
        let of = |part: fn(&StepTimes) -> f64| median(times.iter().map(part).collect());
        Self {
            agents: course.agents,
            obstacles: course.obstacles,
            changing: course.changing,
            steps: course.steps,
            seed: course.seed,
            step_ms: of(|step| step.with_detours),
            step_without_detours_ms: of(|step| step.without),
            plan_ms: of(|step| step.with_detours - step.without),
            clusters_ms: of(|step| step.clusters),
            queries_ms: of(|step| step.queries),
            clear: outcomes.clear,
            around: outcomes.around,
            blocked: outcomes.blocked,
            threads,
        }
    }
}

/// The middle value, of an even number the lower one of the two; 0 of none.
fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let middle = values.len().saturating_sub(1) / 2;
    values.get(middle).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_medians_and_the_difference_is_taken_step_by_step() {
        let step = |with_detours, without| StepTimes {
            with_detours,
            without,
            clusters: 0.5,
            queries: 2.0,
        };
        // The medians differ by 2, the median of the differences is 1.
        let times = [step(5.0, 4.0), step(7.0, 1.0), step(10.0, 9.0)];
        let course = Course {
            agents: 1,
            obstacles: 0,
            changing: 0,
            steps: 3,
            seed: 1,
        };
        let figures = Figures::new(&course, &times, &Outcomes::default(), 4);
        let got = [
            figures.step_ms,
            figures.step_without_detours_ms,
            figures.plan_ms,
            figures.clusters_ms,
            figures.queries_ms,
        ];
        assert_eq!(got, [7.0, 4.0, 1.0, 0.5, 2.0]);
        assert_eq!(median(Vec::new()), 0.0);
    }
}
