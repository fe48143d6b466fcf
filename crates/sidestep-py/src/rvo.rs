//! A simulator with RVO2's own rules: what `sidestep.compat.rvo2` is made of.

use glam::Vec2;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use rayon::prelude::*;
use sidestep::avoid::orca::{HalfPlane, Orca, OrcaScratch, WallEdge};
use sidestep::avoid::{Blocker, SharedNeighbor, Wish};
use sidestep::motion::{Body, Limits};
use sidestep::range::{Parameters, Range};
use sidestep::steer::Neighbor;
use sidestep::walker::{Goal, Objective};
use sidestep::world::{AgentSpec, ObstacleSpec, World, WorldError, WorldSettings};
use sidestep::{AgentId, Segment};

use crate::arrays;
use crate::error::{of_range, of_world, refused};
use crate::rvo_walls::Walls;
use crate::shared::Shared;

/// How much of a wrong velocity is left after a step: e to the minus this, so nothing in `f32`.
const RESPONSES_IN_STEP: f32 = 20.0;
/// The largest force, as a multiple of what turns full speed one way into full speed the other way
/// in a step.
const STRENGTH: f32 = 100.0;
/// From how many agents on several threads share them.
const MANY: usize = 64;

/// What RVO2 keeps of an agent.
#[derive(Clone, Copy, Debug)]
struct Agent {
    position: Vec2,
    velocity: Vec2,
    preferred: Vec2,
    radius: f32,
    max_speed: f32,
    neighbor_distance: f32,
    max_neighbors: usize,
    orca: Orca,
}

/// What the last step found out about an agent.
#[derive(Clone, Debug, Default)]
struct Seen {
    neighbors: Vec<u64>,
    planes: Vec<HalfPlane>,
    walls: usize,
}

#[derive(Default)]
struct Simulator {
    dt: f32,
    time: f64,
    agents: Vec<Agent>,
    seen: Vec<Seen>,
    loops: Vec<Vec<Vec2>>,
    edges: Vec<WallEdge>,
    walls: Walls,
    /// Where each agent was in the last step, how far it saw walls (m), and which there were.
    looked: Vec<(Vec2, f32)>,
    walls_then: Walls,
    cells: Cells,
    /// With the method `default`: the world that moves them.
    world: Option<World>,
    /// What that world knows of each agent.
    known: Vec<Agent>,
}

/// Who is in which square of the plane, row by row, so that those near are found without asking all.
#[derive(Default)]
struct Cells {
    size: f32,
    /// In order: row, column and agent.
    agents: Vec<(i32, i32, usize)>,
}

impl Cells {
    /// Squares as wide as anybody sees (m).
    fn new(agents: &[Agent], widest: f32) -> Self {
        // Squares that are too small for the numbers of rows would all be the last one.
        let size = widest.max(1e-3);
        let placed = agents.iter().enumerate();
        let mut agents: Vec<(i32, i32, usize)> = placed
            .map(|(index, agent)| {
                let cell = agent.position / size;
                (cell.y.floor() as i32, cell.x.floor() as i32, index)
            })
            .collect();
        agents.sort_unstable();
        Self { size, agents }
    }

    /// Shows all that are in the square of a place (m) and those around it.
    fn near(&self, place: Vec2, mut show: impl FnMut(usize)) {
        let cell = place / self.size;
        let (row, column) = (cell.y.floor() as i32, cell.x.floor() as i32);
        let around = column.saturating_sub(1)..=column.saturating_add(1);
        for row in row.saturating_sub(1)..=row.saturating_add(1) {
            let from = (row, *around.start(), 0);
            let first = self.agents.partition_point(|entry| *entry < from);
            let those = self.agents[first..].iter();
            for &(_, _, agent) in those.take_while(|it| it.0 == row && around.contains(&it.1)) {
                show(agent);
            }
        }
    }
}

impl Simulator {
    fn agent(&self, index: usize) -> PyResult<&Agent> {
        self.agents.get(index).ok_or_else(|| self.gone(index))
    }

    fn agent_mut(&mut self, index: usize) -> PyResult<&mut Agent> {
        match self.agents.len() {
            count if index < count => Ok(&mut self.agents[index]),
            _ => Err(self.gone(index)),
        }
    }

    fn seen(&self, index: usize) -> PyResult<&Seen> {
        self.seen.get(index).ok_or_else(|| self.gone(index))
    }

    fn gone(&self, index: usize) -> PyErr {
        let count = self.agents.len();
        PyIndexError::new_err(format!(
            "there is no agent {index}; there are {count}, counted from 0"
        ))
    }

    fn step(&mut self) -> Result<(), WorldError> {
        match self.world {
            Some(_) => self.step_world()?,
            None => self.step_orca(),
        }
        self.time += f64::from(self.dt);
        Ok(())
    }

    /// All decide on what is there, then all move: RVO2's step.
    fn step_orca(&mut self) {
        let widest =
            (self.agents.iter()).fold(0.0_f32, |it, agent| it.max(agent.neighbor_distance));
        self.cells = Cells::new(&self.agents, widest);
        let reach = |it: &Agent| it.orca.obstacle_time_horizon * it.max_speed + it.radius;
        self.looked.clear();
        (self.looked).extend(self.agents.iter().map(|it| (it.position, reach(it))));
        self.walls_then = self.walls.clone();
        let this = &*self;
        let decide = |scratch: &mut Scratch, index: usize| this.decide(index, scratch);
        let decided: Vec<(Vec2, Seen)> = if self.agents.len() < MANY {
            let mut scratch = Scratch::default();
            (0..self.agents.len())
                .map(|index| decide(&mut scratch, index))
                .collect()
        } else {
            let agents = (0..self.agents.len()).into_par_iter().with_min_len(16);
            agents.map_init(Scratch::default, decide).collect()
        };
        self.seen.clear();
        for (agent, (velocity, seen)) in self.agents.iter_mut().zip(decided) {
            agent.velocity = velocity;
            agent.position += velocity * self.dt;
            self.seen.push(seen);
        }
    }

    fn decide(&self, index: usize, scratch: &mut Scratch) -> (Vec2, Seen) {
        let agent = &self.agents[index];
        scratch.near.clear();
        if agent.max_neighbors > 0 {
            let limit = agent.neighbor_distance * agent.neighbor_distance;
            self.cells.near(agent.position, |other| {
                let squared = agent.position.distance_squared(self.agents[other].position);
                if other != index && squared < limit {
                    scratch.near.push((squared, other));
                }
            });
        }
        let order = |one: &(f32, usize), other: &(f32, usize)| {
            one.0.total_cmp(&other.0).then(one.1.cmp(&other.1))
        };
        if scratch.near.len() > agent.max_neighbors {
            scratch
                .near
                .select_nth_unstable_by(agent.max_neighbors, order);
            scratch.near.truncate(agent.max_neighbors);
        }
        scratch.near.sort_unstable_by(order);
        scratch.neighbors.clear();
        scratch
            .neighbors
            .extend(scratch.near.iter().map(|&(_, other)| {
                let it = &self.agents[other];
                SharedNeighbor::from(Neighbor {
                    id: other as u64,
                    position: it.position,
                    velocity: it.velocity,
                    heading: Vec2::X,
                    radius: it.radius,
                })
            }));
        let body = body(agent);
        let wish = Wish {
            id: index as u64,
            ..Wish::to_go(agent.preferred, self.dt)
        };
        let edges = self.edges.iter().copied();
        let decision =
            (agent.orca).decide_among(&body, &wish, &scratch.neighbors, edges, &mut scratch.orca);
        let planes = scratch.orca.half_planes().to_vec();
        let seen = Seen {
            neighbors: scratch
                .near
                .iter()
                .map(|&(_, other)| other as u64)
                .collect(),
            walls: planes.len() - scratch.neighbors.len().min(planes.len()),
            planes,
        };
        (decision.velocity, seen)
    }

    /// The default method: agents of a world head where they would like to go.
    fn step_world(&mut self) -> Result<(), WorldError> {
        let Some(world) = &mut self.world else {
            return Ok(());
        };
        for (index, agent) in self.agents.iter().enumerate() {
            let id = AgentId(index as u64);
            let Some(known) = self.known.get(index) else {
                let mut spec = spec(agent, self.dt);
                spec.id = Some(id);
                world.insert_agent(spec)?;
                self.known.push(*agent);
                continue;
            };
            let same_body = known.radius == agent.radius && known.max_speed == agent.max_speed;
            if !same_body {
                world.set_spec(id, spec(agent, self.dt))?;
            } else if known.preferred != agent.preferred {
                world.set_goals(id, vec![heading(agent.preferred)])?;
            }
            if known.position != agent.position || known.velocity != agent.velocity {
                world.correct_agent(id, agent.position, agent.velocity)?;
            }
        }
        world.step(self.dt)?;
        for (agent, view) in self.agents.iter_mut().zip(world.agents()) {
            agent.position = view.body.position;
            agent.velocity = view.body.velocity;
        }
        self.known.clone_from(&self.agents);
        self.seen.resize_with(self.agents.len(), Seen::default);
        Ok(())
    }

    fn settings(dt: f32) -> WorldSettings {
        WorldSettings {
            max_substep: dt,
            ..WorldSettings::default()
        }
    }
}

#[derive(Default)]
struct Scratch {
    near: Vec<(f32, usize)>,
    neighbors: Vec<SharedNeighbor>,
    orca: OrcaScratch,
}

/// A body that has any velocity at once, as RVO2's agents have.
fn body(agent: &Agent) -> Body {
    Body {
        velocity: agent.velocity,
        ..Body::new(agent.position, agent.radius, agent.max_speed)
    }
}

fn heading(preferred: Vec2) -> Goal {
    let speed = preferred.length();
    let objective = if speed > 0.0 {
        Objective::Head {
            direction: preferred,
        }
    } else {
        Objective::Idle
    };
    Goal {
        objective,
        speed: (speed > 0.0).then_some(speed),
        time_limit: None,
        height: None,
    }
}

fn spec(agent: &Agent, dt: f32) -> AgentSpec {
    let mut body = body(agent);
    body.limits = Limits {
        max_speed: agent.max_speed,
        max_force: STRENGTH * 2.0 * agent.max_speed * body.mass / dt,
        response_time: dt / RESPONSES_IN_STEP,
    };
    body.face_velocity();
    AgentSpec::new(body).with_goal(heading(agent.preferred))
}

fn check(agent: &Agent) -> PyResult<()> {
    body(agent).check().map_err(of_range)?;
    agent.orca.check().map_err(of_range)?;
    Range::AtLeast(0.0)
        .check("neighborDist", agent.neighbor_distance)
        .map_err(of_range)?;
    (Range::Finite.check_vector("prefVelocity", agent.preferred)).map_err(of_range)
}

/// Agents that move by RVO2's rules, or by Sidestep's default method.
#[pyclass(frozen, module = "sidestep")]
pub struct OrcaSimulator {
    shared: Shared<Simulator>,
}

#[pymethods]
impl OrcaSimulator {
    #[new]
    fn new(dt: f32, default_method: bool) -> PyResult<Self> {
        Range::AboveZero.check("timeStep", dt).map_err(of_range)?;
        let world = default_method.then(|| World::new(Simulator::settings(dt)));
        let simulator = Simulator {
            dt,
            world: world.transpose().map_err(of_world)?,
            ..Simulator::default()
        };
        Ok(Self {
            shared: Shared::new(simulator),
        })
    }

    fn add_agent(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyAny>,
        neighbor_distance: f32,
        max_neighbors: usize,
        time_horizon: f32,
        obstacle_time_horizon: f32,
        radius: f32,
        max_speed: f32,
        velocity: &Bound<'_, PyAny>,
    ) -> PyResult<usize> {
        let agent = Agent {
            position: arrays::point("pos", position)?,
            velocity: arrays::point("velocity", velocity)?,
            preferred: Vec2::ZERO,
            radius,
            max_speed,
            neighbor_distance,
            max_neighbors,
            orca: Orca {
                time_horizon,
                obstacle_time_horizon,
            },
        };
        check(&agent)?;
        self.shared.change_briefly(py, |it| {
            it.agents.push(agent);
            it.seen.push(Seen::default());
            it.agents.len() - 1
        })
    }

    /// Says something else about an agent; what isn't said stays.
    #[pyo3(signature = (agent, *, position=None, velocity=None, preferred=None, radius=None,
        max_speed=None, neighbor_distance=None, max_neighbors=None, time_horizon=None,
        obstacle_time_horizon=None))]
    fn set_agent(
        &self,
        py: Python<'_>,
        agent: usize,
        position: Option<(f32, f32)>,
        velocity: Option<(f32, f32)>,
        preferred: Option<(f32, f32)>,
        radius: Option<f32>,
        max_speed: Option<f32>,
        neighbor_distance: Option<f32>,
        max_neighbors: Option<usize>,
        time_horizon: Option<f32>,
        obstacle_time_horizon: Option<f32>,
    ) -> PyResult<()> {
        self.shared.change_briefly(py, |it| {
            let kept = it.agent_mut(agent)?;
            let was = kept.orca;
            let next = Agent {
                position: position.map_or(kept.position, Vec2::from),
                velocity: velocity.map_or(kept.velocity, Vec2::from),
                preferred: preferred.map_or(kept.preferred, Vec2::from),
                radius: radius.unwrap_or(kept.radius),
                max_speed: max_speed.unwrap_or(kept.max_speed),
                neighbor_distance: neighbor_distance.unwrap_or(kept.neighbor_distance),
                max_neighbors: max_neighbors.unwrap_or(kept.max_neighbors),
                orca: Orca {
                    time_horizon: time_horizon.unwrap_or(was.time_horizon),
                    obstacle_time_horizon: obstacle_time_horizon
                        .unwrap_or(was.obstacle_time_horizon),
                },
            };
            check(&next)?;
            *kept = next;
            Ok(())
        })?
    }

    /// The preferred velocities of all agents at once.
    fn set_preferred(&self, py: Python<'_>, velocities: &Bound<'_, PyAny>) -> PyResult<()> {
        let velocities = arrays::points("velocities", velocities)?;
        for &velocity in &velocities {
            (Range::Finite.check_vector("prefVelocity", velocity)).map_err(of_range)?;
        }
        self.shared.change_briefly(py, |it| {
            if velocities.len() != it.agents.len() {
                return Err(refused(format!(
                    "there are {} velocities for {} agents; give one each",
                    velocities.len(),
                    it.agents.len()
                )));
            }
            for (agent, velocity) in it.agents.iter_mut().zip(velocities) {
                agent.preferred = velocity;
            }
            Ok(())
        })?
    }

    /// Position, velocity and preferred velocity of an agent.
    #[allow(clippy::type_complexity)]
    fn motion(
        &self,
        py: Python<'_>,
        agent: usize,
    ) -> PyResult<((f32, f32), (f32, f32), (f32, f32))> {
        self.shared.read(py, |it| {
            let agent = it.agent(agent)?;
            Ok((
                agent.position.into(),
                agent.velocity.into(),
                agent.preferred.into(),
            ))
        })?
    }

    /// Neighbour distance, most neighbours, both horizons, radius and largest speed of an agent.
    fn parameters(
        &self,
        py: Python<'_>,
        agent: usize,
    ) -> PyResult<(f32, usize, f32, f32, f32, f32)> {
        self.shared.read(py, |it| {
            let agent = it.agent(agent)?;
            let orca = agent.orca;
            Ok((
                agent.neighbor_distance,
                agent.max_neighbors,
                orca.time_horizon,
                orca.obstacle_time_horizon,
                agent.radius,
                agent.max_speed,
            ))
        })?
    }

    /// Positions and velocities of all agents, a row each.
    #[allow(clippy::type_complexity)]
    fn all<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(
        Bound<'py, numpy::PyArray2<f32>>,
        Bound<'py, numpy::PyArray2<f32>>,
    )> {
        use crate::shared::{IntoArray, Pairs};
        let (places, velocities) = self.shared.read(py, |it| {
            let places = arrays::flat(it.agents.iter().map(|agent| agent.position));
            (
                places,
                arrays::flat(it.agents.iter().map(|agent| agent.velocity)),
            )
        })?;
        let array = |values| numpy::PyArray2::from_owned_array(py, Pairs(values).into_array());
        Ok((array(places), array(velocities)))
    }

    /// The neighbours of an agent in the last step, nearest first; its half-planes as point and
    /// direction; and how many of these are of walls.
    #[allow(clippy::type_complexity)]
    fn seen(
        &self,
        py: Python<'_>,
        agent: usize,
    ) -> PyResult<(Vec<u64>, Vec<(f32, f32, f32, f32)>, usize)> {
        self.shared.read(py, |it| {
            let seen = it.seen(agent)?;
            let planes = seen.planes.iter().map(|plane| {
                let (point, way) = (plane.point, plane.direction);
                (point.x, point.y, way.x, way.y)
            });
            Ok((seen.neighbors.clone(), planes.collect(), seen.walls))
        })?
    }

    /// Adds a loop of walls; gives the number of its first corner.
    fn add_obstacle(&self, py: Python<'_>, corners: &Bound<'_, PyAny>) -> PyResult<usize> {
        let corners = arrays::points("vertices", corners)?;
        for &corner in &corners {
            (Range::Coordinate.check_vector("vertex", corner)).map_err(of_range)?;
        }
        self.shared.change_briefly(py, |it| {
            let first = it.loops.iter().map(Vec::len).sum();
            it.loops.push(corners);
            first
        })
    }

    /// Takes the walls that were added into account.
    fn process_obstacles(&self, py: Python<'_>) -> PyResult<()> {
        self.shared.change_briefly(py, |it| {
            it.edges.clear();
            it.walls = Walls::of_loops(&it.loops);
            for (id, corners) in (0..).zip(&it.loops) {
                it.edges
                    .extend(WallEdge::of_loop(Blocker::Obstacle(id), corners));
            }
            if let Some(world) = &mut it.world {
                let ids: Vec<_> = world.obstacles().map(|obstacle| obstacle.id).collect();
                for id in ids {
                    world.remove_obstacle(id).map_err(of_world)?;
                }
                for edge in &it.edges {
                    if let Ok(wall) = Segment::new(edge.start, edge.end) {
                        (world.insert_obstacle(ObstacleSpec::new(wall))).map_err(of_world)?;
                    }
                }
            }
            Ok(())
        })?
    }

    /// Takes all loops of walls out; what stands changes with `process_obstacles`.
    fn clear_obstacles(&self, py: Python<'_>) -> PyResult<()> {
        self.shared.change_briefly(py, |it| it.loops.clear())
    }

    /// Takes out the loop that has a corner, as `clear_obstacles` all of them.
    fn remove_obstacle(&self, py: Python<'_>, corner: usize) -> PyResult<()> {
        self.shared.change_briefly(py, |it| {
            let mut first = 0;
            let found = it.loops.iter().position(|corners| {
                first += corners.len();
                corner < first
            });
            match found {
                Some(index) => {
                    it.loops.remove(index);
                    Ok(())
                }
                None => Err(PyIndexError::new_err(format!(
                    "there is no corner {corner}; there are {first}, counted from 0"
                ))),
            }
        })?
    }

    /// The walls that an agent saw in the last step, the nearest first.
    fn walls_near(&self, py: Python<'_>, agent: usize) -> PyResult<Vec<u64>> {
        self.shared.read(py, |it| {
            it.agent(agent)?;
            // Who came later saw nothing.
            let looked = it.looked.get(agent);
            Ok(looked.map_or_else(Vec::new, |(place, reach)| {
                it.walls_then.near(*place, *reach)
            }))
        })?
    }

    /// Whether no wall is between two places for a disc of a radius.
    fn can_see(
        &self,
        py: Python<'_>,
        place: (f32, f32),
        to: (f32, f32),
        radius: f32,
    ) -> PyResult<bool> {
        let [from, to] = [Vec2::from(place), Vec2::from(to)];
        (Range::Coordinate.check_vector("point1", from)).map_err(of_range)?;
        (Range::Coordinate.check_vector("point2", to)).map_err(of_range)?;
        Range::AtLeast(0.0)
            .check("radius", radius)
            .map_err(of_range)?;
        self.shared
            .read(py, |it| it.walls.can_see(from, to, radius))
    }

    /// The loops of walls that were added.
    fn obstacles(&self, py: Python<'_>) -> PyResult<Vec<Vec<(f32, f32)>>> {
        self.shared.read(py, |it| {
            let loops = it.loops.iter();
            let loops = loops.map(|corners| corners.iter().map(|&corner| corner.into()).collect());
            loops.collect()
        })
    }

    fn step(&self, py: Python<'_>) -> PyResult<()> {
        self.shared.change(py, Simulator::step)?.map_err(of_world)
    }

    #[getter]
    fn time(&self, py: Python<'_>) -> PyResult<f64> {
        self.shared.read(py, |it| it.time)
    }

    #[getter]
    fn dt(&self, py: Python<'_>) -> PyResult<f32> {
        self.shared.read(py, |it| it.dt)
    }

    #[setter]
    fn set_dt(&self, py: Python<'_>, dt: f32) -> PyResult<()> {
        Range::AboveZero.check("timeStep", dt).map_err(of_range)?;
        let result = self.shared.change_briefly(py, |it| {
            it.dt = dt;
            // Agents are told of anew: their limits follow from the time step.
            if let Some(world) = &mut it.world {
                world.set_settings(Simulator::settings(dt))?;
                for (index, agent) in it.known.iter().enumerate() {
                    world.set_spec(AgentId(index as u64), spec(agent, dt))?;
                }
            }
            Ok(())
        })?;
        result.map_err(of_world)
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.shared.read(py, |it| it.agents.len())
    }
}
