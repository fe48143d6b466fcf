//! CrowdNav's episodes, many at once: what the environments of `sidestep.gym` are made of.

use glam::DVec2;
use numpy::ndarray::{Array1, Array2};
use numpy::{PyArray1, PyArray2, PyArrayLike2, PyUntypedArrayMethods};
use pyo3::prelude::*;
use rayon::prelude::*;
use sidestep_scene::import::crowdnav::{Environment, Walk};
use sidestep_scene::score::crowdnav::{Crossing, Outcome, Pedestrian};

use crate::arrays;
use crate::error::refused;
use crate::shared::Shared;

/// Numbers about the robot and about each walker in an observation.
const ROBOT: usize = 9;
const WALKER: usize = 5;

/// The rewards of CrowdNav's `env.config`.
#[derive(Clone, Copy)]
struct Rewards {
    success: f64,
    collision: f64,
    discomfort: f64,
}

const REWARDS: Rewards = Rewards {
    success: 1.0,
    collision: -0.25,
    discomfort: 0.5,
};

/// Some episodes of as many walkers each, that are stepped together.
#[pyclass(frozen, module = "sidestep")]
pub struct CrowdNavEpisodes {
    shared: Shared<Vec<Crossing>>,
    environment: Environment,
    walkers: usize,
    visible: bool,
}

/// What a step gives for each of the episodes.
type Stepped<'py> = (
    Bound<'py, PyArray1<f64>>,
    Bound<'py, PyArray1<i8>>,
    Bound<'py, PyArray1<f64>>,
);

#[pymethods]
impl CrowdNavEpisodes {
    #[new]
    fn new(count: usize, walkers: usize, visible: bool) -> PyResult<Self> {
        if count == 0 || walkers == 0 || walkers > 1000 {
            return Err(refused(format!(
                "{count} episodes of {walkers} walkers; give one or more, of 1 to 1000"
            )));
        }
        let environment = Environment::default();
        let crossings = vec![Crossing::new(&environment, Vec::new(), visible); count];
        Ok(Self {
            shared: Shared::new(crossings),
            environment,
            walkers,
            visible,
        })
    }

    /// Begins an episode anew, with a row of start and goal (m) a walker.
    fn reset(
        &self,
        py: Python<'_>,
        index: usize,
        walks: PyArrayLike2<'_, f64, numpy::AllowTypeChange>,
    ) -> PyResult<()> {
        if walks.shape() != [self.walkers, 4] {
            return Err(refused(format!(
                "walks have shape {:?}; give ({}, 4): start and goal of each walker",
                walks.shape(),
                self.walkers
            )));
        }
        let rows = walks.as_array();
        if !rows.iter().all(|it| it.is_finite()) {
            return Err(refused("a start or goal isn't finite; give numbers"));
        }
        let walkers = rows.rows().into_iter().map(|row| {
            let walk = Walk {
                start: DVec2::new(row[0], row[1]),
                goal: DVec2::new(row[2], row[3]),
            };
            Pedestrian::at_start(&walk, &self.environment)
        });
        let crossing = Crossing::new(&self.environment, walkers.collect(), self.visible);
        let placed = self.shared.change_briefly(py, |all| {
            let count = all.len();
            match all.get_mut(index) {
                Some(kept) => {
                    *kept = crossing;
                    Ok(())
                }
                None => Err(count),
            }
        })?;
        placed.map_err(|count| refused(format!("there is no episode {index} of {count}")))
    }

    /// Moves each robot at its velocity (m/s), a row an episode, for a time step. Gives rewards, how
    /// each has ended (0 not, 1 success, 2 collision, 3 timeout) and the smallest gaps (m). Nothing
    /// happens in those that are to `rest`.
    #[pyo3(signature = (velocities, rest=None))]
    fn step<'py>(
        &self,
        py: Python<'py>,
        velocities: &Bound<'_, PyAny>,
        rest: Option<Vec<bool>>,
    ) -> PyResult<Stepped<'py>> {
        let rest = rest.unwrap_or_default();
        let velocities = arrays::rows_of_two("actions", velocities)?;
        let environment = self.environment;
        let stepped = self.shared.change(py, |all| {
            if all.len() != velocities.len() {
                return Err(all.len());
            }
            let rows = velocities.par_iter().with_min_len(8);
            let episodes = all.par_iter_mut().enumerate().with_min_len(8).zip(rows);
            let step = |((index, crossing), velocity): ((usize, &mut Crossing), &DVec2)| {
                if rest.get(index) == Some(&true) {
                    return (0.0, 0, f64::INFINITY);
                }
                let way = *velocity * environment.time_step;
                let step = crossing.step(crossing.robot().position + way);
                let gap = step.gap.unwrap_or(f64::INFINITY);
                let (reward, ended) = match step.outcome {
                    Some(Outcome::Success) => (REWARDS.success, 1),
                    Some(Outcome::Collision) => (REWARDS.collision, 2),
                    Some(Outcome::Timeout) => (0.0, 3),
                    None if gap < environment.discomfort_distance => {
                        let short = gap - environment.discomfort_distance;
                        (short * REWARDS.discomfort * environment.time_step, 0)
                    }
                    None => (0.0, 0),
                };
                (reward, ended, gap)
            };
            Ok(episodes.map(step).collect::<Vec<(f64, i8, f64)>>())
        })?;
        let stepped = stepped.map_err(|count| {
            refused(format!(
                "there are {} actions for {count} episodes",
                velocities.len()
            ))
        })?;
        let rewards = stepped.iter().map(|it| it.0).collect();
        let ended = stepped.iter().map(|it| it.1).collect();
        let gaps = stepped.iter().map(|it| it.2).collect();
        Ok((
            PyArray1::from_vec(py, rewards),
            PyArray1::from_vec(py, ended),
            PyArray1::from_vec(py, gaps),
        ))
    }

    /// What is seen: of the robot its place, velocity, radius, goal, preferred speed and heading,
    /// then of each walker its place, velocity and radius; a row an episode.
    fn observe<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let width = ROBOT + WALKER * self.walkers;
        let (count, values) = self.shared.read(py, |all| {
            let mut values: Vec<f32> = Vec::with_capacity(width * all.len());
            for crossing in all {
                let start = values.len();
                let robot = crossing.robot();
                let way = robot.goal - robot.position;
                for value in [
                    robot.position.x,
                    robot.position.y,
                    robot.velocity.x,
                    robot.velocity.y,
                    robot.radius,
                    robot.goal.x,
                    robot.goal.y,
                    robot.speed,
                    way.y.atan2(way.x),
                ] {
                    values.push(value as f32);
                }
                for walker in crossing.walkers() {
                    for value in [
                        walker.position.x,
                        walker.position.y,
                        walker.velocity.x,
                        walker.velocity.y,
                        walker.radius,
                    ] {
                        values.push(value as f32);
                    }
                }
                // Before its first reset an episode has nobody.
                values.resize(start + width, 0.0);
            }
            (all.len(), values)
        })?;
        let array = Array2::from_shape_vec((count, width), values).map_err(refused)?;
        Ok(PyArray2::from_owned_array(py, array))
    }

    /// Simulated time of each episode (s).
    fn times<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let times =
            (self.shared).read(py, |all| all.iter().map(Crossing::time).collect::<Vec<_>>())?;
        Ok(PyArray1::from_owned_array(py, Array1::from_vec(times)))
    }
}
