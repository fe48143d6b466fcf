//! `World`: many agents in arrays.

use std::ops::{Deref, DerefMut};

use glam::Vec2;
use numpy::{Ix1, Ix2, PyArray1, PyArray2};
use pyo3::prelude::*;
use pyo3::types::PyType;
use serde::{Deserialize, Serialize};
use sidestep::avoid::orca::Orca;
use sidestep::formation::{Anchor, FormationId, FormationSpec, Pattern};
use sidestep::geometry::Shape;
use sidestep::motion::{Body, Limits};
use sidestep::nav::NavMesh;
use sidestep::range::{Parameters, Range};
use sidestep::space::Topology;
use sidestep::walker::{Control, MarkerId, Route, Target};
use sidestep::world::{
    AgentSpec, AgentView, BlockedAnswer, ObstacleSpec, Pose, SavedWorld, World as Engine,
    WorldError, WorldSettings,
};
use sidestep::{
    AgentAvoidance, AgentId, Capsule, Circle, ConvexPolygon, Goal, ObstacleAvoidance, ObstacleId,
    OnArrival, Segment,
};

use crate::arrays;
use crate::error::{
    NoSuchAgentError, SnapshotError, of_load, of_range, of_shape, of_world, refused,
};
use crate::ground::{Ground, Grounds, of_ground};
use crate::shared::{Column, IntoArray, Pairs, Shared};
use crate::snapshot::{Snapshot, SnapshotOf};
use crate::told::{BlockedAgent, Event, Explanation, Formation, Obstacle};

/// Many agents among walls and obstacles, moved step by step.
///
/// Arrays go in, and ids come out. The arrays that it hands out (`positions` and the like) have a row an
/// agent, in the order of `ids`. They are read-only and own their numbers: they are gathered once when
/// they are first asked for after a change, handed out again without a copy until the next one, and stay
/// what they were for whoever keeps them.
///
/// >>> import sidestep as ss
/// >>> world = ss.World()
/// >>> ids = world.add_agents([[0, 0], [8, 0.2]], radius=0.25, goals=[[8, 0], [0, 0]])
/// >>> world.step(0.1, count=120)
/// >>> bool(world.arrived.all())
/// True
///
/// Any number of threads may use it: each call waits for those that are under way, and while a step is
/// computed the interpreter's lock is released. A world pickles.
#[pyclass(frozen, module = "sidestep")]
pub struct World {
    shared: Shared<Held>,
    ids: Column<u64, Ix1>,
    positions: Column<f32, Ix2>,
    velocities: Column<f32, Ix2>,
    headings: Column<f32, Ix2>,
    radii: Column<f32, Ix1>,
    arrived: Column<bool, Ix1>,
    stuck: Column<bool, Ix1>,
    goal_indices: Column<u64, Ix1>,
}

/// The engine, and what it doesn't say itself.
struct Held {
    engine: Engine,
    beside: Beside,
}

/// What is kept beside the engine, and saved with it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Beside {
    /// What walkable space is made of.
    ground: Option<Ground>,
    /// How many markers there are.
    markers: u32,
}

impl Deref for Held {
    type Target = Engine;

    fn deref(&self) -> &Engine {
        &self.engine
    }
}

impl DerefMut for Held {
    fn deref_mut(&mut self) -> &mut Engine {
        &mut self.engine
    }
}

impl World {
    fn holding(held: Held) -> Self {
        Self {
            shared: Shared::new(held),
            ids: Column::default(),
            positions: Column::default(),
            velocities: Column::default(),
            headings: Column::default(),
            radii: Column::default(),
            arrived: Column::default(),
            stuck: Column::default(),
            goal_indices: Column::default(),
        }
    }

    fn load(snapshot: &Snapshot) -> PyResult<Held> {
        let (beside, bytes) = match snapshot.state(SnapshotOf::WorldAndMore) {
            Ok(state) => {
                let unreadable = |error: postcard::Error| {
                    SnapshotError::new_err(format!(
                        "the snapshot can't be read: {error}; take another copy"
                    ))
                };
                postcard::take_from_bytes::<Beside>(state).map_err(unreadable)?
            }
            Err(_) => (Beside::default(), snapshot.state(SnapshotOf::World)?),
        };
        let meshes = beside.ground.as_ref().map(Ground::meshes).transpose();
        let meshes = meshes.map_err(|error| SnapshotError::new_err(error.to_string()))?;
        let saved = SavedWorld::from_bytes(bytes).map_err(of_load)?;
        let engine = Engine::load(&saved, &mut Grounds(meshes)).map_err(of_load)?;
        Ok(Held { engine, beside })
    }

    /// The mesh for a radius, of the world's walkable space.
    fn mesh(&self, py: Python<'_>, radius: f32) -> PyResult<NavMesh> {
        let meshes = self.shared.read(py, |world| world.walkable().cloned())?;
        let meshes = meshes.ok_or_else(|| {
            refused("the world has no walkable space; give it some (set_walkable)")
        })?;
        // Baked with the interpreter's lock released: a large one takes a while.
        py.detach(|| meshes.mesh(radius)).map_err(refused)
    }

    /// Changes the world briefly. What it refuses becomes an exception.
    fn change<R>(
        &self,
        py: Python<'_>,
        change: impl FnOnce(&mut Held) -> Result<R, WorldError>,
    ) -> PyResult<R> {
        (self.shared).change_briefly(py, change)?.map_err(of_world)
    }

    /// Does the same to each of some agents, or to none of them if one isn't there.
    fn for_each(
        &self,
        py: Python<'_>,
        ids: &[u64],
        mut change: impl FnMut(&mut Engine, usize, AgentId) -> Result<(), WorldError>,
    ) -> PyResult<()> {
        self.change(py, |world| {
            for &id in ids {
                if world.agent(AgentId(id)).is_none() {
                    return Err(WorldError::NoSuchAgent { id: AgentId(id) });
                }
            }
            (ids.iter().enumerate()).try_for_each(|(index, &id)| change(world, index, AgentId(id)))
        })
    }

    fn insert(
        &self,
        py: Python<'_>,
        shape: impl Into<Shape>,
        temporary: bool,
        velocity: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<u32> {
        let mut spec = ObstacleSpec::new(shape);
        spec.temporary = temporary;
        if let Some(velocity) = velocity {
            spec.velocity = arrays::point("velocity", velocity)?;
        }
        Ok(self.change(py, |world| world.insert_obstacle(spec))?.0)
    }
}

/// A box as two corners, for a plane that wraps.
fn topology(torus: Option<&Bound<'_, PyAny>>) -> PyResult<Topology> {
    let Some(torus) = torus else {
        return Ok(Topology::Open);
    };
    let corners = arrays::points("torus", torus)?;
    let [min, max] = corners.as_slice() else {
        return Err(refused(format!(
            "torus has {} points; give its lower left and its upper right corner",
            corners.len()
        )));
    };
    Topology::torus(*min, *max).map_err(refused)
}

fn on_arrival(name: &str) -> PyResult<OnArrival> {
    match name {
        "stop" => Ok(OnArrival::Stop),
        "remove" => Ok(OnArrival::Remove),
        "continue" => Ok(OnArrival::Continue),
        _ => Err(refused(format!(
            "on_arrival is {name:?}; give \"stop\", \"remove\" or \"continue\""
        ))),
    }
}

fn control(name: &str) -> PyResult<Control> {
    match name {
        "steered" => Ok(Control::Steered),
        "driven" => Ok(Control::Driven),
        _ => Err(refused(format!(
            "control is {name:?}; give \"steered\" or \"driven\""
        ))),
    }
}

fn route(name: &str) -> PyResult<Route> {
    match name {
        "straight" => Ok(Route::Straight),
        "walkable" => Ok(Route::Walkable),
        _ => Err(refused(format!(
            "route is {name:?}; give \"straight\" or \"walkable\""
        ))),
    }
}

/// What is said about a formation.
fn formation(
    members: &Bound<'_, PyAny>,
    pattern: &str,
    leader: Option<u64>,
    place: Option<&Bound<'_, PyAny>>,
    heading: Option<f32>,
    spacing: f32,
    columns: u32,
    ring_radius: f32,
    looseness: f32,
    waits_from: Option<f32>,
) -> PyResult<FormationSpec> {
    let pattern = match pattern {
        "abreast" => Pattern::Abreast { columns },
        "file" => Pattern::File,
        "wedge" => Pattern::Wedge,
        "ring" => Pattern::Ring {
            radius: ring_radius,
        },
        "queue" => Pattern::Queue,
        _ => {
            return Err(refused(format!(
                "pattern is {pattern:?}; give \"abreast\", \"file\", \"wedge\", \"ring\" or \"queue\""
            )));
        }
    };
    let anchor = match (leader, place, heading) {
        (Some(leader), None, None) => Anchor::Leader(AgentId(leader)),
        (None, Some(place), heading) => {
            let angle = heading.unwrap_or(0.0);
            if !angle.is_finite() {
                return Err(refused(format!(
                    "heading is {angle}; give a finite angle (rad)"
                )));
            }
            let (sin, cos) = f64::from(angle).sin_cos();
            Anchor::Place {
                position: arrays::point("place", place)?,
                heading: Vec2::new(cos as f32, sin as f32),
            }
        }
        (Some(_), None, Some(_)) => {
            return Err(refused(
                "heading is that of a place, and a leader has its own; leave one of both out",
            ));
        }
        (Some(_), Some(_), _) | (None, None, _) => {
            return Err(refused(
                "a formation keeps to a leader or to a place; give one of both",
            ));
        }
    };
    let members = arrays::ids("members", members)?;
    let mut spec = FormationSpec::new(
        pattern,
        anchor,
        spacing,
        members.into_iter().map(AgentId).collect(),
    );
    spec.looseness = looseness;
    spec.waits_from = waits_from;
    Ok(spec)
}

/// Gives an agent the methods of a name.
fn set_method(spec: &mut AgentSpec, method: &str) -> PyResult<()> {
    match method {
        "default" => {}
        "orca" => {
            spec.profile.obstacle_avoidance = ObstacleAvoidance::None;
            spec.profile.agent_avoidance = AgentAvoidance::Orca(Orca::for_radius(spec.body.radius));
        }
        "none" => {
            spec.profile.obstacle_avoidance = ObstacleAvoidance::None;
            spec.profile.agent_avoidance = AgentAvoidance::None;
        }
        _ => {
            return Err(refused(format!(
                "method is {method:?}; give \"default\", \"orca\" or \"none\""
            )));
        }
    }
    Ok(())
}

fn goals_of(places: &[Vec2], radius: f32) -> Vec<Goal> {
    let places = places.iter();
    places.map(|&place| Goal::point(place, radius)).collect()
}

fn gathered<T>(world: &Engine, what: impl Fn(&AgentView) -> T) -> Vec<T> {
    world.agents().map(|agent| what(&agent)).collect()
}

/// Does `count` steps, and looks now and then whether somebody wants to break off.
pub fn steps(
    py: Python<'_>,
    mut count: u64,
    mut some: impl FnMut(u64) -> PyResult<(u64, bool)>,
) -> PyResult<()> {
    while count > 0 {
        let (done, over) = some(count)?;
        count -= done.min(count);
        py.check_signals()?;
        if over {
            break;
        }
    }
    Ok(())
}

/// For how long steps are done before signals are looked at.
pub const AT_A_STRETCH: std::time::Duration = std::time::Duration::from_millis(50);

#[pymethods]
impl World {
    #[new]
    #[pyo3(signature = (*, seed=1, torus=None, settle=true, settle_passes=4, max_substep=0.1,
        decide_every=0.0, stuck_seconds=3.0, max_neighbors=16, parallel=true))]
    fn new(
        seed: u64,
        torus: Option<&Bound<'_, PyAny>>,
        settle: bool,
        settle_passes: u32,
        max_substep: f32,
        decide_every: f32,
        stuck_seconds: f32,
        max_neighbors: usize,
        parallel: bool,
    ) -> PyResult<Self> {
        let settings = WorldSettings {
            topology: topology(torus)?,
            seed,
            settle,
            settle_passes,
            max_substep,
            decide_every,
            stuck_seconds,
            max_neighbors,
            parallel,
            ..WorldSettings::default()
        };
        let engine = Engine::new(settings).map_err(of_world)?;
        Ok(Self::holding(Held {
            engine,
            beside: Beside::default(),
        }))
    }

    /// Adds agents, all or none, and returns their ids.
    ///
    /// positions: (n, 2) in metres. Each of these is one number for all or n of them: radius (m, above 0,
    /// 0.3 if not given), max_speed (m/s, 1.4), goal_radius (m, the own radius), preferred_speed (m/s,
    /// max_speed), mass (kg, 1), max_acceleration (m/s², what reaches full speed in half a second),
    /// response_time (s, 0.15). goals: one point for all, one each, or k each in order, (n, k, 2).
    /// velocities: one for all or one each (m/s). control: "driven" for those whom `set_velocities`
    /// moves. route: "walkable" for those who walk along paths through walkable space (`set_walkable`).
    /// responsibility and priority: who does how much of the work of avoiding. turn_rate: how fast a
    /// heading turns to where its agent means to go (rad/s, 2π if not given). time_gap: how long after those
    /// ahead who go its way an agent is where they are now (s, 0 if not given); before a door it closes up.
    ///
    /// >>> import sidestep as ss
    /// >>> ss.World().add_agents([[0, 0], [1, 1]], radius=-1)
    /// Traceback (most recent call last):
    ///     ...
    /// sidestep.SidestepError: agent 0 of 2: radius of body is -1; it must be a finite number above 0
    ///
    /// Raises `SidestepError` if a shape or a number makes no sense, or an id is taken.
    #[pyo3(signature = (positions, *, radius=None, max_speed=None, goals=None, goal_radius=None,
        velocities=None, preferred_speed=None, mass=None, max_acceleration=None, response_time=None,
        group=0, ids=None, control="steered", method="default", on_arrival="stop", route="straight",
        responsibility=1.0, priority=0, turn_rate=None, time_gap=0.0))]
    fn add_agents<'py>(
        &self,
        py: Python<'py>,
        positions: &Bound<'_, PyAny>,
        radius: Option<&Bound<'_, PyAny>>,
        max_speed: Option<&Bound<'_, PyAny>>,
        goals: Option<&Bound<'_, PyAny>>,
        goal_radius: Option<&Bound<'_, PyAny>>,
        velocities: Option<&Bound<'_, PyAny>>,
        preferred_speed: Option<&Bound<'_, PyAny>>,
        mass: Option<&Bound<'_, PyAny>>,
        max_acceleration: Option<&Bound<'_, PyAny>>,
        response_time: Option<&Bound<'_, PyAny>>,
        group: u32,
        ids: Option<&Bound<'_, PyAny>>,
        control: &str,
        method: &str,
        on_arrival: &str,
        route: &str,
        responsibility: f32,
        priority: i32,
        turn_rate: Option<f32>,
        time_gap: f32,
    ) -> PyResult<Bound<'py, PyArray1<u64>>> {
        let places = arrays::points("positions", positions)?;
        let count = places.len();
        let each = |name, given: Option<&Bound<'_, PyAny>>, usual: f32| match given {
            Some(given) => arrays::number_each(name, given, count),
            None => Ok(vec![usual; count]),
        };
        let some = |name, given: Option<&Bound<'_, PyAny>>| {
            (given.map(|given| arrays::number_each(name, given, count))).transpose()
        };
        let radii = each("radius", radius, 0.3)?;
        let speeds = each("max_speed", max_speed, 1.4)?;
        let masses = each("mass", mass, 1.0)?;
        let goal_radii = some("goal_radius", goal_radius)?;
        let preferred = some("preferred_speed", preferred_speed)?;
        let accelerations = some("max_acceleration", max_acceleration)?;
        let responses = some("response_time", response_time)?;
        let goals = goals.map(|goals| arrays::points_each("goals", goals, count));
        let goals = goals.transpose()?;
        let velocities = velocities.map(|it| arrays::point_each("velocities", it, count));
        let velocities = velocities.transpose()?;
        let wanted = ids.map(|ids| arrays::ids("ids", ids)).transpose()?;
        if let Some(wanted) = &wanted
            && wanted.len() != count
        {
            return Err(refused(format!(
                "there are {} ids for {count} agents; give one each, or leave them out",
                wanted.len()
            )));
        }
        let control = self::control(control)?;
        let on_arrival = self::on_arrival(on_arrival)?;
        let route = self::route(route)?;
        let mut specs = Vec::with_capacity(count);
        for (index, &place) in places.iter().enumerate() {
            let mut body = Body::new(place, radii[index], speeds[index]);
            body.mass = masses[index];
            body.limits = Limits::for_speed(speeds[index], masses[index]);
            if let Some(accelerations) = &accelerations {
                body.limits.max_force = accelerations[index] * masses[index];
            }
            if let Some(responses) = &responses {
                body.limits.response_time = responses[index];
            }
            if let Some(velocities) = &velocities {
                body.velocity = velocities[index];
                body.face_velocity();
            }
            // Before anything is derived from numbers that may make no sense.
            let nth = |error: &dyn std::fmt::Display| {
                refused(format!("agent {index} of {count}: {error}"))
            };
            (body.check().map_err(|error| error.of("body"))).map_err(|error| nth(&error))?;
            let mut spec = AgentSpec::new(body);
            spec.id = wanted.as_ref().map(|ids| AgentId(ids[index]));
            let profile = &mut spec.profile;
            profile.group = group;
            profile.control = control;
            profile.on_arrival = on_arrival;
            profile.route = route;
            profile.responsibility = responsibility;
            profile.priority = priority;
            profile.turn_rate = turn_rate.unwrap_or(profile.turn_rate);
            profile.time_gap = time_gap;
            if let Some(preferred) = &preferred {
                profile.preferred_speed = preferred[index];
            }
            if let Some(goals) = &goals {
                // Where nothing else is said, the goal has to be in the disc.
                let within = goal_radii.as_ref().unwrap_or(&radii)[index];
                profile.goals = goals_of(&goals[index], within);
            }
            set_method(&mut spec, method)?;
            spec.check().map_err(|error| nth(&error))?;
            specs.push(spec);
        }
        let ids = self.shared.change(py, |world| world.insert_agents(specs))?;
        let ids = ids.map_err(of_world)?;
        Ok(PyArray1::from_vec(py, ids.iter().map(|id| id.0).collect()))
    }

    /// Takes agents out, all or none. Raises `NoSuchAgentError` if one isn't there.
    fn remove_agents(&self, py: Python<'_>, ids: &Bound<'_, PyAny>) -> PyResult<()> {
        let ids: Vec<AgentId> = (arrays::ids("ids", ids)?.into_iter())
            .map(AgentId)
            .collect();
        let removed = (self.shared).change(py, |world| world.remove_agents(&ids))?;
        removed.map_err(of_world)
    }

    /// Gives agents new goals (m), as in `add_agents`, within a radius (m, the own one if not given).
    #[pyo3(signature = (ids, goals, *, radius=None))]
    fn set_goals(
        &self,
        py: Python<'_>,
        ids: &Bound<'_, PyAny>,
        goals: &Bound<'_, PyAny>,
        radius: Option<f32>,
    ) -> PyResult<()> {
        let ids = arrays::ids("ids", ids)?;
        let goals = arrays::points_each("goals", goals, ids.len())?;
        self.for_each(py, &ids, |world, index, id| {
            let body = world.agent(id).map(|agent| agent.body.radius);
            let within = radius.or(body).unwrap_or_default();
            world.set_goals(id, goals_of(&goals[index], within))
        })
    }

    /// Gives agents velocities (m/s): how those that are driven are moved.
    fn set_velocities(
        &self,
        py: Python<'_>,
        ids: &Bound<'_, PyAny>,
        velocities: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let ids = arrays::ids("ids", ids)?;
        let velocities = arrays::point_each("velocities", velocities, ids.len())?;
        self.for_each(py, &ids, |world, index, id| {
            world.set_velocity(id, velocities[index])
        })
    }

    /// Puts agents somewhere else (m), with velocities (m/s, 0 if not given). They forget their way.
    #[pyo3(signature = (ids, positions, velocities=None))]
    fn place_agents(
        &self,
        py: Python<'_>,
        ids: &Bound<'_, PyAny>,
        positions: &Bound<'_, PyAny>,
        velocities: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let (ids, places, velocities) = moved(ids, positions, velocities)?;
        self.for_each(py, &ids, |world, index, id| {
            world.place_agent(id, places[index], velocities[index])
        })
    }

    /// Says where agents are that something else has moved a little (m, m/s). They forget nothing.
    #[pyo3(signature = (ids, positions, velocities=None))]
    fn correct_agents(
        &self,
        py: Python<'_>,
        ids: &Bound<'_, PyAny>,
        positions: &Bound<'_, PyAny>,
        velocities: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let (ids, places, velocities) = moved(ids, positions, velocities)?;
        self.for_each(py, &ids, |world, index, id| {
            world.correct_agent(id, places[index], velocities[index])
        })
    }

    /// Says whether agents are steered, or driven by the caller.
    fn set_control(&self, py: Python<'_>, ids: &Bound<'_, PyAny>, control: &str) -> PyResult<()> {
        let ids = arrays::ids("ids", ids)?;
        let control = self::control(control)?;
        self.for_each(py, &ids, |world, _, id| world.set_control(id, control))
    }

    /// Adds a round obstacle (m) and returns its id. temporary: agents look for a way round it.
    #[pyo3(signature = (center, radius, *, temporary=false, velocity=None))]
    fn add_circle(
        &self,
        py: Python<'_>,
        center: &Bound<'_, PyAny>,
        radius: f32,
        temporary: bool,
        velocity: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<u32> {
        let circle = Circle::new(arrays::point("center", center)?, radius).map_err(of_shape)?;
        self.insert(py, circle, temporary, velocity)
    }

    /// Adds a wall between two points (m), with round ends where it has a thickness (m); returns its id.
    #[pyo3(signature = (start, end, *, thickness=0.0, temporary=false))]
    fn add_wall(
        &self,
        py: Python<'_>,
        start: &Bound<'_, PyAny>,
        end: &Bound<'_, PyAny>,
        thickness: f32,
        temporary: bool,
    ) -> PyResult<u32> {
        let [start, end] = [arrays::point("start", start)?, arrays::point("end", end)?];
        if thickness == 0.0 {
            let wall = Segment::new(start, end).map_err(of_shape)?;
            return self.insert(py, wall, temporary, None);
        }
        let wall = Capsule::new(start, end, 0.5 * thickness).map_err(of_shape)?;
        self.insert(py, wall, temporary, None)
    }

    /// Adds a convex polygon, its corners (m) in either order, and returns its id.
    #[pyo3(signature = (corners, *, temporary=false, velocity=None))]
    fn add_polygon(
        &self,
        py: Python<'_>,
        corners: &Bound<'_, PyAny>,
        temporary: bool,
        velocity: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<u32> {
        let corners = arrays::points("corners", corners)?;
        let polygon = ConvexPolygon::new(corners).map_err(of_shape)?;
        self.insert(py, polygon, temporary, velocity)
    }

    /// Adds a box (m), turned by an angle (rad), and returns its id.
    #[pyo3(signature = (center, size, *, angle=0.0, temporary=false, velocity=None))]
    fn add_box(
        &self,
        py: Python<'_>,
        center: &Bound<'_, PyAny>,
        size: &Bound<'_, PyAny>,
        angle: f32,
        temporary: bool,
        velocity: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<u32> {
        let [center, size] = [
            arrays::point("center", center)?,
            arrays::point("size", size)?,
        ];
        let rectangle = ConvexPolygon::rectangle(center, size, angle).map_err(of_shape)?;
        self.insert(py, rectangle, temporary, velocity)
    }

    /// Moves an obstacle with the next step to a place (m), turned by an angle (rad); who is between is pushed.
    #[pyo3(signature = (id, center, *, angle=0.0))]
    fn move_obstacle(
        &self,
        py: Python<'_>,
        id: u32,
        center: &Bound<'_, PyAny>,
        angle: f32,
    ) -> PyResult<()> {
        let center = arrays::point("center", center)?;
        let pose = Pose { center, angle };
        self.change(py, |world| world.move_obstacle(ObstacleId(id), pose))
    }

    /// Puts an obstacle somewhere else at once (m, rad), with a velocity from then on (m/s).
    #[pyo3(signature = (id, center, *, angle=0.0, velocity=None))]
    fn place_obstacle(
        &self,
        py: Python<'_>,
        id: u32,
        center: &Bound<'_, PyAny>,
        angle: f32,
        velocity: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let center = arrays::point("center", center)?;
        let velocity = velocity
            .map(|it| arrays::point("velocity", it))
            .transpose()?;
        let pose = Pose { center, angle };
        self.change(py, |world| {
            world.place_obstacle(ObstacleId(id), pose, velocity.unwrap_or_default())
        })
    }

    /// Takes an obstacle out. Raises `NoSuchAgentError` if it isn't there.
    fn remove_obstacle(&self, py: Python<'_>, id: u32) -> PyResult<()> {
        self.change(py, |world| world.remove_obstacle(ObstacleId(id)))
    }

    /// Returns all obstacles: dicts with id, center (m), angle (rad) and temporary.
    fn obstacles(&self, py: Python<'_>) -> PyResult<Vec<Obstacle>> {
        self.shared.read(py, |world| {
            let obstacles = world.obstacles().map(|it| Obstacle {
                id: it.id.0,
                center: it.pose.center.into(),
                angle: it.pose.angle,
                temporary: it.temporary,
            });
            obstacles.collect()
        })
    }

    /// Gives the world walkable space, in the place of what it had: paths for agents whose route is "walkable".
    ///
    /// area: two corners (m), lower left and upper right, of a box whose sides are solid. blocked: convex
    /// polygons that are cut out of it, a list of arrays (k, 2) of corners (m). obstacles: whether the walls and
    /// obstacles of the world that are neither temporary nor moving are cut out, too, as they stand now. Agents on a
    /// path get another one.
    ///
    /// Raises `SidestepError` if a shape makes no sense, or no mesh can be made for an agent's radius.
    #[pyo3(signature = (area, *, blocked=None, obstacles=true))]
    fn set_walkable(
        &self,
        py: Python<'_>,
        area: &Bound<'_, PyAny>,
        blocked: Option<&Bound<'_, PyAny>>,
        obstacles: bool,
    ) -> PyResult<()> {
        // Python code may run while polygons are read, so not under the lock.
        let given = Ground::new(area, blocked)?;
        let result = self.shared.change(py, |world| {
            let mut ground = given;
            if obstacles {
                ground.cut_out(&world.engine);
            }
            let meshes = ground.meshes()?;
            if let Err(error) = world.engine.set_walkable(meshes) {
                return Ok(Err(error));
            }
            world.beside.ground = Some(ground);
            Ok(Ok(()))
        })?;
        result.map_err(of_ground)?.map_err(of_world)
    }

    /// Returns the shortest way for a disc of a radius (m) through walkable space: its corners (m), (k, 2), from
    /// the start to the goal; None if there is none.
    ///
    /// A start or a goal where the disc can't be is moved to the nearest place where it can, the goal to one that
    /// can be reached.
    ///
    /// >>> import sidestep as ss
    /// >>> world = ss.World()
    /// >>> wall = world.add_wall([0, -3], [0, 1])
    /// >>> world.set_walkable([[-5, -3], [5, 3]])
    /// >>> len(world.path([-2, 2], [2, 2], radius=0.3)), len(world.path([-2, 0], [2, 0], radius=0.3)) > 2
    /// (2, True)
    ///
    /// Raises `SidestepError` if the world has no walkable space, or a number makes no sense.
    #[pyo3(signature = (start, goal, *, radius=0.3))]
    fn path<'py>(
        &self,
        py: Python<'py>,
        start: &Bound<'_, PyAny>,
        goal: &Bound<'_, PyAny>,
        radius: f32,
    ) -> PyResult<Option<Bound<'py, PyArray2<f32>>>> {
        let start = finite("start", arrays::point("start", start)?)?;
        let goal = finite("goal", arrays::point("goal", goal)?)?;
        let mesh = self.mesh(py, radius)?;
        let Some(path) = py.detach(|| mesh.path(start, goal)) else {
            return Ok(None);
        };
        let corners = std::iter::once(path.start.position).chain(path.positions());
        let corners = arrays::flat(corners);
        Ok(Some(PyArray2::from_owned_array(
            py,
            Pairs(corners).into_array(),
        )))
    }

    /// Returns whether a disc of a radius (m) can be at each of some places (m) of walkable space.
    #[pyo3(signature = (positions, *, radius=0.3))]
    fn is_walkable<'py>(
        &self,
        py: Python<'py>,
        positions: &Bound<'_, PyAny>,
        radius: f32,
    ) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let places = arrays::points("positions", positions)?;
        for place in &places {
            finite("positions", *place)?;
        }
        let mesh = self.mesh(py, radius)?;
        let found = places.iter().map(|place| mesh.contains(*place)).collect();
        Ok(PyArray1::from_vec(py, found))
    }

    /// Adds a marker, a point (m) that goals aim at and the caller moves, and returns its id.
    fn add_marker(&self, py: Python<'_>, position: &Bound<'_, PyAny>) -> PyResult<u32> {
        let position = arrays::point("position", position)?;
        self.change(py, |world| {
            let id = world.insert_marker(position)?;
            world.beside.markers = id.0 + 1;
            Ok(id.0)
        })
    }

    /// Moves a marker (m), so that it has a velocity. Raises `NoSuchAgentError` if it isn't there.
    fn move_marker(&self, py: Python<'_>, id: u32, position: &Bound<'_, PyAny>) -> PyResult<()> {
        let position = arrays::point("position", position)?;
        self.change(py, |world| world.move_marker(MarkerId(id), position))
    }

    /// Puts a marker somewhere else (m), at rest. Raises `NoSuchAgentError` if it isn't there.
    fn place_marker(&self, py: Python<'_>, id: u32, position: &Bound<'_, PyAny>) -> PyResult<()> {
        let position = arrays::point("position", position)?;
        self.change(py, |world| world.place_marker(MarkerId(id), position))
    }

    /// Lets agents go to markers, one for all or one each, within a radius (m, the own one if not given).
    ///
    /// Raises `NoSuchAgentError` if an agent or a marker isn't there.
    #[pyo3(signature = (ids, markers, *, radius=None))]
    fn follow_markers(
        &self,
        py: Python<'_>,
        ids: &Bound<'_, PyAny>,
        markers: &Bound<'_, PyAny>,
        radius: Option<f32>,
    ) -> PyResult<()> {
        let ids = arrays::ids("ids", ids)?;
        let given = arrays::ids("markers", markers)?;
        let markers = match given.as_slice() {
            [one] => vec![*one; ids.len()],
            many if many.len() == ids.len() => given,
            many => {
                return Err(refused(format!(
                    "there are {} markers for {} agents; give one for all or one each",
                    many.len(),
                    ids.len()
                )));
            }
        };
        let count = self.shared.read(py, |world| world.beside.markers)?;
        if let Some(gone) = markers.iter().find(|id| **id >= u64::from(count)) {
            return Err(NoSuchAgentError::new_err(format!(
                "there is no marker {gone}; add it first (add_marker)"
            )));
        }
        self.for_each(py, &ids, |world, index, id| {
            let body = world.agent(id).map(|agent| agent.body.radius);
            let within = radius.or(body).unwrap_or_default();
            let target = Target::Marker(MarkerId(markers[index] as u32));
            world.set_goals(id, vec![Goal::reach(target, within)])
        })
    }

    /// Lets agents keep together from now on, and returns the formation's id.
    ///
    /// members: ids of those who have a slot, at most 1000; the slot is their goal, so give them a larger max_speed
    /// than the leader walks at. pattern: "abreast", in `columns` (1 to 1000); "file"; "wedge"; "ring", of
    /// `ring_radius` (m); or "queue". leader: the agent that it keeps to, no member itself; or place (m) and heading
    /// (rad, 0 faces right), where it stands. spacing: of slots (m), from centre to centre. looseness: 0 to keep the
    /// slot, up to 1 to only stay with the others. waits_from: how far one may lag behind (m) before the leader slows
    /// down; it waits for nobody if not given.
    ///
    /// >>> import sidestep as ss
    /// >>> world = ss.World()
    /// >>> guide = world.add_agents([[0, 0]], max_speed=1.0, goals=[[8, 0]])[0]
    /// >>> guests = world.add_agents([[-1, 0.4], [-2, 0.4], [-3, 0.4]], max_speed=1.5)
    /// >>> tour = world.add_formation(guests, "file", leader=guide, spacing=0.9)
    /// >>> world.step(1 / 30, count=450)
    /// >>> bool(world.arrived.all()), world.formations()[0]["members"]
    /// (True, [1, 2, 3])
    ///
    /// Raises `NoSuchAgentError` if somebody isn't there, and `SidestepError` if a number is out of its range, somebody
    /// is named twice, or is in a formation already.
    #[pyo3(signature = (members, pattern="abreast", *, leader=None, place=None, heading=None, spacing=0.9,
        columns=2, ring_radius=1.0, looseness=0.0, waits_from=None))]
    fn add_formation(
        &self,
        py: Python<'_>,
        members: &Bound<'_, PyAny>,
        pattern: &str,
        leader: Option<u64>,
        place: Option<&Bound<'_, PyAny>>,
        heading: Option<f32>,
        spacing: f32,
        columns: u32,
        ring_radius: f32,
        looseness: f32,
        waits_from: Option<f32>,
    ) -> PyResult<u32> {
        let spec = formation(
            members,
            pattern,
            leader,
            place,
            heading,
            spacing,
            columns,
            ring_radius,
            looseness,
            waits_from,
        )?;
        Ok(self.change(py, |world| world.insert_formation(spec))?.0)
    }

    /// Adds a member to a formation: to the end of a queue, otherwise slots are dealt anew.
    fn join_formation(&self, py: Python<'_>, id: u32, agent: u64) -> PyResult<()> {
        self.change(py, |world| {
            world.join_formation(FormationId(id), AgentId(agent))
        })
    }

    /// Takes a member out of its formation: it goes on with the goals that it had.
    fn leave_formation(&self, py: Python<'_>, agent: u64) -> PyResult<()> {
        self.change(py, |world| world.leave_formation(AgentId(agent)))
    }

    /// Ends a formation: its members go on with the goals that they had.
    fn remove_formation(&self, py: Python<'_>, id: u32) -> PyResult<()> {
        self.change(py, |world| world.remove_formation(FormationId(id)))
    }

    /// Returns all formations: dicts with id, leader (None at a place), members (rising) and slots, where each
    /// one's place was in the last step (m), (n, 2), without rows before the first step after a change.
    fn formations<'py>(&self, py: Python<'py>) -> PyResult<Vec<Formation<'py>>> {
        let formations = self.shared.read(py, |world| {
            let formations = world.formations().map(|it| {
                let members = it.spec.members.iter().map(|id| id.0).collect();
                let leader = it.spec.anchor.leader().map(|id| id.0);
                let slots = Pairs(arrays::flat(it.slots.iter().copied()));
                (it.id.0, leader, members, slots)
            });
            formations.collect::<Vec<_>>()
        })?;
        // Arrays are made when the lock is free again.
        let formations = formations
            .into_iter()
            .map(|(id, leader, members, slots)| Formation {
                id,
                leader,
                members,
                slots: PyArray2::from_owned_array(py, slots.into_array()),
            });
        Ok(formations.collect())
    }

    /// Moves everything by dt seconds (above 0), count times. Ctrl-C ends it between two steps.
    #[pyo3(signature = (dt, count=1))]
    fn step(&self, py: Python<'_>, dt: f32, count: u64) -> PyResult<()> {
        steps(py, count, |most| {
            let done = self.shared.change(py, |world| {
                let start = std::time::Instant::now();
                let mut done = 0;
                while done < most && (done == 0 || start.elapsed() < AT_A_STRETCH) {
                    world.step(dt)?;
                    done += 1;
                }
                Ok(done)
            })?;
            Ok((done.map_err(of_world)?, false))
        })
    }

    /// Simulated time (s).
    #[getter]
    fn time(&self, py: Python<'_>) -> PyResult<f64> {
        self.shared.read(py, |world| world.time())
    }

    /// The ids of the agents, rising.
    #[getter]
    fn ids<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u64>>> {
        (self.ids).of(py, &self.shared, |world| {
            gathered(world, |agent| agent.id.0)
        })
    }

    /// Where the agents are (m), (n, 2).
    #[getter]
    fn positions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f32>>> {
        (self.positions).of(py, &self.shared, |world| {
            Pairs(arrays::flat(
                world.agents().map(|agent| agent.body.position),
            ))
        })
    }

    /// Their velocities (m/s), (n, 2).
    #[getter]
    fn velocities<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f32>>> {
        (self.velocities).of(py, &self.shared, |world| {
            Pairs(arrays::flat(
                world.agents().map(|agent| agent.body.velocity),
            ))
        })
    }

    /// Where they face, unit vectors, (n, 2).
    #[getter]
    fn headings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f32>>> {
        (self.headings).of(py, &self.shared, |world| {
            Pairs(arrays::flat(world.agents().map(|agent| agent.body.heading)))
        })
    }

    /// Their radii (m).
    #[getter]
    fn radii<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<f32>>> {
        (self.radii).of(py, &self.shared, |world| {
            gathered(world, |agent| agent.body.radius)
        })
    }

    /// Whether each has reached its last goal once, or come as near as it can.
    #[getter]
    fn arrived<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        (self.arrived).of(py, &self.shared, |world| {
            gathered(world, |agent| agent.arrived)
        })
    }

    /// Whether each makes no progress.
    #[getter]
    fn stuck<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        (self.stuck).of(py, &self.shared, |world| {
            gathered(world, |agent| agent.stuck)
        })
    }

    /// The index of each one's current goal; the number of goals when all are reached.
    #[getter]
    fn goal_indices<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u64>>> {
        (self.goal_indices).of(py, &self.shared, |world| {
            gathered(world, |agent| agent.goal as u64)
        })
    }

    /// Returns what happened in the last step, in order of time and agent.
    fn events(&self, py: Python<'_>) -> PyResult<Vec<Event>> {
        let events = self.shared.read(py, |world| world.events().to_vec())?;
        events.iter().map(|event| Event::new(py, event)).collect()
    }

    /// Returns the agents that find no way, in order of id.
    fn blocked(&self, py: Python<'_>) -> PyResult<Vec<BlockedAgent>> {
        let blocked = (self.shared).read(py, |world| world.blocked().collect::<Vec<_>>())?;
        Ok(blocked.into_iter().map(BlockedAgent::from).collect())
    }

    /// Tells a blocked agent to wait for some seconds before it is listed again, or to look for another path.
    #[pyo3(signature = (id, answer, *, seconds=None))]
    fn answer_blocked(
        &self,
        py: Python<'_>,
        id: u64,
        answer: &str,
        seconds: Option<f32>,
    ) -> PyResult<()> {
        let answer = match (answer, seconds) {
            ("wait", Some(seconds)) => BlockedAnswer::Wait { seconds },
            ("wait", None) => return Err(refused("to wait takes `seconds`; give how many")),
            ("replan", None) => BlockedAnswer::Replan,
            ("replan", Some(_)) => return Err(refused("only \"wait\" takes `seconds`")),
            _ => {
                return Err(refused(format!(
                    "answer is {answer:?}; give \"wait\" or \"replan\""
                )));
            }
        };
        self.change(py, |world| world.answer_blocked(AgentId(id), answer))
    }

    /// Returns what an agent would decide now for a step of dt seconds (1/60 if not given), and why.
    #[pyo3(signature = (id, dt=1.0 / 60.0))]
    fn explain(&self, py: Python<'_>, id: u64, dt: f32) -> PyResult<Explanation> {
        let explained = (self.shared).change(py, |world| world.explain(AgentId(id), dt))?;
        Ok(explained.map_err(of_world)?.into())
    }

    /// Returns a hash of everything that the steps to come depend on: equal worlds have equal ones.
    fn state_hash(&self, py: Python<'_>) -> PyResult<u64> {
        self.shared.read(py, |world| world.state_hash())
    }

    /// Returns the whole state.
    fn snapshot(&self, py: Python<'_>) -> PyResult<Snapshot> {
        let (beside, bytes) =
            (self.shared).read(py, |world| (world.beside.clone(), world.save().to_bytes()))?;
        if beside == Beside::default() {
            return Ok(Snapshot::of(SnapshotOf::World, &bytes));
        }
        let mut state = postcard::to_allocvec(&beside).map_err(refused)?;
        state.extend(bytes);
        Ok(Snapshot::of(SnapshotOf::WorldAndMore, &state))
    }

    /// Goes back to a snapshot, and on from there bit for bit the same.
    fn restore(&self, py: Python<'_>, snapshot: &Bound<'_, Snapshot>) -> PyResult<()> {
        let world = Self::load(snapshot.get())?;
        self.shared.change_briefly(py, |was| *was = world)
    }

    /// Makes a world that goes on from a snapshot.
    #[classmethod]
    fn from_snapshot(_: &Bound<'_, PyType>, snapshot: &Bound<'_, Snapshot>) -> PyResult<Self> {
        let world = Self::load(snapshot.get())?;
        Ok(Self::holding(world))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (Snapshot,))> {
        let make = slf.get_type().getattr("from_snapshot")?;
        Ok((make, (slf.get().snapshot(slf.py())?,)))
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.shared.read(py, |world| world.agents().len())
    }

    fn __contains__(&self, py: Python<'_>, id: u64) -> PyResult<bool> {
        (self.shared).read(py, |world| world.agent(AgentId(id)).is_some())
    }

    /// Returns the row of an agent in the arrays. Raises `NoSuchAgentError` if it isn't there.
    fn index_of(&self, py: Python<'_>, id: u64) -> PyResult<usize> {
        let found = self.shared.read(py, |world| {
            let mut ids = world.agents().map(|agent| agent.id.0);
            ids.position(|known| known == id)
        })?;
        found.ok_or_else(|| NoSuchAgentError::new_err(format!("there is no agent {id}")))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let (agents, time) =
            (self.shared).read(py, |world| (world.agents().len(), world.time()))?;
        Ok(format!("<World of {agents} agents at {time:.3} s>"))
    }
}

/// A place whose numbers are finite.
fn finite(name: &'static str, place: Vec2) -> PyResult<Vec2> {
    Range::Coordinate
        .check_vector(name, place)
        .map_err(of_range)?;
    Ok(place)
}

type Moved = (Vec<u64>, Vec<Vec2>, Vec<Vec2>);

fn moved(
    ids: &Bound<'_, PyAny>,
    positions: &Bound<'_, PyAny>,
    velocities: Option<&Bound<'_, PyAny>>,
) -> PyResult<Moved> {
    let ids = arrays::ids("ids", ids)?;
    let places = arrays::point_each("positions", positions, ids.len())?;
    let velocities = match velocities {
        Some(velocities) => arrays::point_each("velocities", velocities, ids.len())?,
        None => vec![Vec2::ZERO; ids.len()],
    };
    Ok((ids, places, velocities))
}
