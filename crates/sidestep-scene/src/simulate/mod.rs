//! Running a scene: the layout becomes a world, and each step a frame for those who watch.

pub(crate) mod agent_avoidance;
mod agents;
pub(crate) mod avoidance;
mod behaviors;
mod detouring;
pub mod edit;
mod formations;
mod happened;
mod obstacles;
mod saved;
mod walkable;

use std::time::{Duration, Instant};

pub use saved::{ResumeError, SaveError, SavedSimulation};

pub use edit::{BlockedBy, BlockedIndex, Change, EditError, MOST_AGENTS, MOST_SHAPES};
pub use happened::{Happened, What};

use glam::Vec2;
use sidestep::explain::Explanation;
use sidestep::nav::NavError;
use sidestep::world::{
    AgentId, AgentSpec, EventKind, FormationId, MarkerId, ObstacleId, StepStage, World, WorldError,
    WorldSettings,
};

use crate::format::OnArrival;
use crate::method::UnknownMethod;
use crate::place::{GoalDrawer, Layout, LayoutGoal};
use crate::recording::{AgentFrame, Frame, Observer, Setting};
use edit::Edits;

/// A scene while it runs.
pub struct Simulation {
    layout: Layout,
    setting: Setting,
    /// Counts the changes of the setting.
    version: u64,
    world: World,
    /// The wall in the world for each one of the layout, while it is there.
    walls: Vec<Option<ObstacleId>>,
    /// The obstacle in the world for each one of the layout, while it is present.
    obstacles: Vec<Option<ObstacleId>>,
    markers: Vec<MarkerId>,
    /// The formation in the world for each one of the layout, even when it has ended.
    formations: Vec<FormationId>,
    /// Draws goals among what is there now; `None` until it is asked after a change.
    drawer: Option<GoalDrawer>,
    /// The time for which it draws (s).
    drawer_at: f64,
    /// How often each agent has drawn its goals.
    rounds: Vec<u64>,
    arrived: Vec<bool>,
    frame: Frame,
    /// The time for which obstacles stand where they are (s).
    scripted: f64,
    /// Since which step, and which time (s), the time step has been what it is.
    paced_since: (u64, f64),
    edits: Edits,
}

/// Why a scene can't run, or had to stop.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SimulationError {
    /// There is no such method.
    #[error(transparent)]
    Method(#[from] UnknownMethod),
    /// The engine refused something that the layout allowed.
    #[error("the engine refused the scene: {0}")]
    World(#[from] WorldError),
    /// The walkable space of the layout can't be made.
    #[error("the walkable space can't be made: {0}")]
    Walkable(#[from] NavError),
    /// An order of insertion doesn't name each agent once.
    #[error("an order of insertion must name each of the {agents} agents once, from 0 on")]
    Order {
        /// How many agents there are.
        agents: usize,
    },
    /// The layout holds a shape that the engine refused.
    #[error("the engine refused obstacle {index}: {source}")]
    Shape {
        /// Index of the obstacle, or of the wall.
        index: usize,
        /// Why.
        source: sidestep::geometry::ShapeError,
    },
}

impl Simulation {
    /// Builds the world of a layout, before its first step.
    ///
    /// # Errors
    /// If the layout names a method that doesn't exist, or the engine refuses a part of it.
    pub fn new(layout: Layout) -> Result<Self, SimulationError> {
        let order: Vec<usize> = (0..layout.agents.len()).collect();
        Self::with_insertion_order(layout, &order)
    }

    /// As [`Simulation::new`], with agents put into the world in this order of ids. The run is the
    /// same for every order; this is here to show it.
    ///
    /// # Errors
    /// As [`Simulation::new`], and if `order` doesn't name each agent once.
    pub fn with_insertion_order(layout: Layout, order: &[usize]) -> Result<Self, SimulationError> {
        let mut sorted = order.to_vec();
        sorted.sort_unstable();
        if !sorted.into_iter().eq(0..layout.agents.len()) {
            return Err(SimulationError::Order {
                agents: layout.agents.len(),
            });
        }
        let methods = agents::methods(&layout)?;
        let mut world = World::new(WorldSettings {
            topology: crate::place::topology(layout.bounds).map_err(WorldError::from)?,
            seed: layout.seed,
            settle: layout.settle,
            decide_every: layout.decide_every,
            ..WorldSettings::default()
        })?;
        let walls = obstacles::insert_walls(&mut world, &layout)?;
        obstacles::insert_edges(&mut world, &layout)?;
        let walkable = match walkable::is_wanted(&layout, &methods) {
            true => Some(walkable::insert(&mut world, &layout)?),
            false => None,
        };
        for link in &layout.links {
            world.insert_link(*link)?;
        }
        let markers = (layout.targets.iter())
            .map(|target| world.insert_marker(target.track.position_at(0.0)))
            .collect::<Result<Vec<_>, _>>()?;
        for &id in order {
            let method = methods[layout.agents[id].group];
            world.insert_agent(agents::spec(&layout, id, &markers, method))?;
        }
        let formations = formations::insert(&mut world, &layout)?;
        let mut simulation = Self {
            setting: layout.setting(),
            version: 0,
            walls,
            obstacles: vec![None; layout.obstacles.len()],
            drawer: None,
            drawer_at: 0.0,
            rounds: vec![0; layout.agents.len()],
            arrived: vec![false; layout.agents.len()],
            frame: Frame {
                agents: (layout.agents.iter())
                    .map(|agent| AgentFrame {
                        position: agent.start,
                        velocity: agent.velocity(),
                        height: agent.height,
                        present: true,
                        teleported: false,
                        blocked: false,
                        airborne: false,
                        arrived_near: false,
                        passed_by: None,
                    })
                    .collect(),
                ..Frame::default()
            },
            scripted: 0.0,
            paced_since: (0, 0.0),
            edits: Edits::of(&layout, walkable),
            markers,
            formations,
            world,
            layout,
        };
        simulation.move_script(0.0)?;
        simulation.look();
        Ok(simulation)
    }

    /// What stays the same during the run.
    pub fn setting(&self) -> &Setting {
        &self.setting
    }

    /// Grows with every change of the setting.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// The state after the last step.
    pub fn frame(&self) -> &Frame {
        &self.frame
    }

    /// The world that runs. The ids of its agents are their indices in the setting.
    pub const fn world(&self) -> &World {
        &self.world
    }

    /// Number of steps of the whole run, if it isn't over earlier.
    pub fn steps(&self) -> u64 {
        self.layout.steps
    }

    /// Whether the run is over: its time is up, or all agents have arrived and the scene stops
    /// then.
    pub fn is_over(&self) -> bool {
        let going = self.frame.step < self.layout.steps;
        let mut agents = self.arrived.iter().enumerate();
        let all_arrived = !self.arrived.is_empty()
            && agents.all(|(agent, arrived)| *arrived || self.edits.removed.contains(&agent))
            && self.layout.stop_when_arrived;
        !going || all_arrived
    }

    /// The indices of the agents that are in the world, with where they face (length 1).
    pub fn headings(&self) -> impl Iterator<Item = (usize, Vec2)> + '_ {
        let agents = self.world.agents();
        agents.map(|agent| (agent.id.0 as usize, agent.body.heading))
    }

    /// Whether an agent, given by its index, has reached its last goal at least once, or come as
    /// near to it as others who rest there let it. A member of a formation has while it stands in its
    /// slot and nobody walks.
    pub fn has_arrived(&self, agent: usize) -> bool {
        self.arrived.get(agent).is_some_and(|arrived| *arrived)
    }

    /// Does one step.
    ///
    /// # Errors
    /// If the engine refuses something; a layout that was checked gives no cause for it.
    pub fn step(&mut self) -> Result<(), SimulationError> {
        self.step_watched(|_| ())
    }

    /// Does one step, and calls `watch` whenever a stage of the world's begins, and with `None` when
    /// the last of them is over.
    ///
    /// # Errors
    /// As [`Simulation::step`].
    pub fn step_watched(
        &mut self,
        mut watch: impl FnMut(Option<StepStage>) + Send,
    ) -> Result<(), SimulationError> {
        self.step_by(|world, dt| {
            world.step_watched(dt, |stage| watch(Some(stage)))?;
            watch(None);
            Ok(())
        })
    }

    /// Does one step in which the caller advances the world: `advance` gets it, once what the scene
    /// moves is where it has to be, with the length of the step (s), and must come to what
    /// [`World::step`] comes to, such as by [`World::step_shared`].
    ///
    /// # Errors
    /// As [`Simulation::step`], and what `advance` fails with.
    pub fn step_by<E: From<SimulationError>>(
        &mut self,
        advance: impl FnOnce(&mut World, f32) -> Result<(), E>,
    ) -> Result<(), E> {
        self.renew_walkable();
        self.move_script(self.frame.time)?;
        self.rebake()?;
        advance(&mut self.world, self.layout.dt as f32)?;
        self.frame.step += 1;
        let (step, time) = self.paced_since;
        self.frame.time = time + (self.frame.step - step) as f64 * self.layout.dt;
        self.look();
        self.tell_what_was_placed();
        self.answer_arrivals()?;
        Ok(())
    }

    /// What an agent, given by its index in the setting, would decide in the next step. `None` if
    /// it has left the world.
    pub fn explain(&mut self, agent: usize) -> Option<Explanation> {
        let id = AgentId(self.setting.agents.get(agent)?.id);
        self.world.explain(id, self.layout.dt as f32).ok()
    }

    /// Everything that the engine was told about an agent, given by its index in the setting: see
    /// [`World::spec`]. `None` if it has left the world.
    pub fn spec(&self, agent: usize) -> Option<AgentSpec> {
        self.world.spec(AgentId(self.setting.agents.get(agent)?.id))
    }

    /// Runs to the end, or until an observer has failed, showing every frame to the observers.
    /// Returns the time spent in stepping alone (s).
    ///
    /// # Errors
    /// As [`Simulation::step`].
    pub fn run(&mut self, observers: &mut [&mut dyn Observer]) -> Result<f64, SimulationError> {
        let mut stepping = Duration::ZERO;
        self.begin(observers);
        while !self.is_over() && !observers.iter().any(|observer| observer.has_failed()) {
            stepping += self.step_before(observers)?;
        }
        Ok(stepping.as_secs_f64())
    }

    /// Shows the setting and the frame as it is now to the observers, as [`Simulation::run`] does
    /// before the first step.
    pub fn begin(&self, observers: &mut [&mut dyn Observer]) {
        for observer in observers.iter_mut() {
            observer.begin(&self.setting, &self.frame);
        }
    }

    /// Does one step before observers, as [`Simulation::run`] does each. Returns the time spent in
    /// stepping alone.
    ///
    /// # Errors
    /// As [`Simulation::step`].
    pub fn step_before(
        &mut self,
        observers: &mut [&mut dyn Observer],
    ) -> Result<Duration, SimulationError> {
        self.step_by_before(observers, |world, dt| Ok(world.step(dt)?))
    }

    /// As [`Simulation::step_before`], in which the caller advances the world: see
    /// [`Simulation::step_by`].
    ///
    /// # Errors
    /// As [`Simulation::step_by`].
    pub fn step_by_before<E: From<SimulationError>>(
        &mut self,
        observers: &mut [&mut dyn Observer],
        advance: impl FnOnce(&mut World, f32) -> Result<(), E>,
    ) -> Result<Duration, E> {
        for observer in observers.iter_mut() {
            self.show_explanations(*observer);
        }
        let start = Instant::now();
        self.step_by(advance)?;
        let stepping = start.elapsed();
        for observer in observers.iter_mut() {
            observer.observe(&self.setting, &self.frame);
        }
        Ok(stepping)
    }

    fn show_explanations(&mut self, observer: &mut dyn Observer) {
        let explanations: Vec<(usize, Explanation)> =
            (observer.wants_explanations(&self.frame).into_iter())
                .filter_map(|agent| Some((agent, self.explain(agent)?)))
                .collect();
        if !explanations.is_empty() {
            observer.explain(&self.frame, &explanations);
        }
    }

    /// Puts targets and moving obstacles to where they are at `time` (s).
    fn move_script(&mut self, time: f64) -> Result<(), SimulationError> {
        for (target, marker) in self.layout.targets.iter().zip(&self.markers) {
            self.world
                .move_marker(*marker, target.track.position_at(time))?;
        }
        self.follow_obstacles(time)
    }

    /// Lets obstacles appear, move and vanish as they do at `time` (s).
    fn follow_obstacles(&mut self, time: f64) -> Result<(), SimulationError> {
        if obstacles::follow(&mut self.world, &self.layout, &mut self.obstacles, time)? {
            self.drawer = None;
        }
        self.scripted = time;
        Ok(())
    }

    /// Takes the frame from the world.
    fn look(&mut self) {
        for agent in &mut self.frame.agents {
            agent.present = false;
            agent.teleported = false;
            agent.blocked = false;
            agent.airborne = false;
            agent.arrived_near = false;
            agent.passed_by = None;
        }
        let on_level = self.layout.level.is_some();
        let mut any_blocked = false;
        // Ids are indices; whoever isn't in the world any more keeps its last place.
        for agent in self.world.agents() {
            let Some(kept) = self.frame.agents.get_mut(agent.id.0 as usize) else {
                continue;
            };
            kept.position = agent.body.position;
            kept.velocity = agent.body.velocity;
            if on_level {
                kept.height = agent.floor.low;
            }
            kept.present = true;
            kept.airborne = agent.jumping;
            kept.arrived_near = agent.arrived_near;
            any_blocked |= agent.blocked;
        }
        let blocked = any_blocked.then(|| self.world.blocked());
        for blocked in blocked.into_iter().flatten() {
            if let Some(kept) = self.frame.agents.get_mut(blocked.agent.0 as usize) {
                kept.blocked = true;
            }
        }
        for event in self.world.events() {
            let Some(kept) = self.frame.agents.get_mut(event.agent.0 as usize) else {
                continue;
            };
            match event.kind {
                EventKind::Left { position, velocity } => {
                    kept.position = position;
                    kept.velocity = velocity;
                }
                EventKind::ArrivedNear { .. } => kept.arrived_near = true,
                EventKind::GoalReachedNear { index, .. } => {
                    let goals = &self.layout.agents[event.agent.0 as usize].goals;
                    let shown = |goal: &&LayoutGoal| goal.setting().is_some();
                    let before = goals.iter().take(index).filter(shown);
                    kept.passed_by = Some(before.count() as u32);
                }
                _ => {}
            }
        }
        self.look_at_script();
    }

    /// Takes into the frame where targets and obstacles are at its time.
    fn look_at_script(&mut self) {
        let time = self.frame.time;
        self.frame.targets.clear();
        (self.frame.targets)
            .extend((self.layout.targets.iter()).map(|target| target.track.position_at(time)));
        self.frame.obstacles.clear();
        self.frame
            .obstacles
            .extend((self.layout.obstacles.iter()).map(|obstacle| obstacle.offset_at(time)));
    }

    /// Agents that start again when they have arrived.
    fn answer_arrivals(&mut self) -> Result<(), SimulationError> {
        let arrivals: Vec<AgentId> = (self.world.events().iter())
            .filter(|event| {
                matches!(
                    event.kind,
                    EventKind::Arrived | EventKind::ArrivedNear { .. }
                )
            })
            .map(|event| event.agent)
            .collect();
        for id in arrivals {
            let index = id.0 as usize;
            let group = &self.layout.groups[self.layout.agents[index].group];
            match group.on_arrival {
                OnArrival::Respawn => self.respawn(index)?,
                OnArrival::Redraw => self.redraw(index)?,
                OnArrival::Stop | OnArrival::Remove | OnArrival::Continue => {}
            }
            self.arrived[index] = true;
        }
        self.look_at_slots();
        Ok(())
    }

    /// Members of formations have arrived as long as they stand in their slots.
    fn look_at_slots(&mut self) {
        let members = (self.world.formations()).flat_map(|formation| &formation.spec.members);
        for &member in members {
            let stands = self.world.agent(member).is_some_and(|agent| agent.arrived);
            if let Some(arrived) = self.arrived.get_mut(member.0 as usize) {
                *arrived = stands;
            }
        }
    }

    fn respawn(&mut self, index: usize) -> Result<(), SimulationError> {
        let agent = &self.layout.agents[index];
        let id = AgentId(index as u64);
        self.world.place_agent(id, agent.start, agent.velocity())?;
        if let Some(level) = &self.layout.level {
            self.world.set_floor(id, agents::floor(agent, level))?;
        }
        self.world
            .set_goals(id, agents::goals(agent, &self.markers))?;
        let frame = &mut self.frame.agents[index];
        frame.position = agent.start;
        frame.velocity = agent.velocity();
        frame.height = agent.height;
        frame.teleported = true;
        Ok(())
    }

    fn redraw(&mut self, index: usize) -> Result<(), SimulationError> {
        self.rounds[index] += 1;
        let mut agent = self.layout.agents[index].clone();
        // As it was in this step: what appears with the next one isn't known yet.
        if self.drawer.is_none() {
            self.drawer_at = self.scripted;
        }
        let time = self.drawer_at;
        let drawer = (self.drawer).get_or_insert_with(|| GoalDrawer::at(&self.layout, time));
        for place in 0..agent.goals.len() {
            let drawn = drawer.draw(&self.layout, index, place, self.rounds[index]);
            if let Some(drawn) = drawn {
                let goal = &mut agent.goals[place];
                agents::move_goal(goal, drawn.position);
                goal.height = goal.height.map(|_| drawn.height);
            }
        }
        let goals = agents::goals(&agent, &self.markers);
        self.world.set_goals(AgentId(index as u64), goals)?;
        Ok(())
    }
}

/// The four edges of a walled world.
fn edges(min: Vec2, max: Vec2) -> [[Vec2; 2]; 4] {
    let corners = [min, Vec2::new(max.x, min.y), max, Vec2::new(min.x, max.y)];
    [0, 1, 2, 3].map(|index| [corners[index], corners[(index + 1) % 4]])
}
