//! Agents that find no way, what a game answers, and the question whether an obstacle would leave
//! somebody without one.

use glam::Vec2;
use serde::Serialize;
use sidestep::avoid::detour::{Blocker, ClosedBy};
use sidestep::world::{AgentId, BlockedAnswer, Control, Link, ObstacleId, ObstacleSpec};

use super::{EditError, check};
use crate::recording::Outline;
use crate::simulate::{Simulation, SimulationError, obstacles};

/// An agent that finds no way, by indices of the setting.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BlockedIndex {
    /// Who.
    pub agent: usize,
    /// Since when (s of simulated time).
    pub since: f64,
    /// What closes its way: see [`BlockedAgent::by`](sidestep::world::BlockedAgent::by).
    pub by: Vec<BlockedBy>,
    /// What closes the ways round that.
    pub closed_by: ClosedBy,
    /// Where it wants to go (m).
    pub goal: Vec2,
    /// Where the case could be resolved (m): see [`BlockedAgent::place`](sidestep::world::BlockedAgent::place).
    pub place: Option<Vec2>,
    /// The place past what closes its way (m): see [`BlockedAgent::beyond`](sidestep::world::BlockedAgent::beyond).
    pub beyond: Option<Vec2>,
}

/// Something that closes a way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum BlockedBy {
    /// Somebody who stands there.
    Agent {
        /// Its index.
        index: usize,
    },
    /// An obstacle.
    Obstacle {
        /// Its index.
        index: usize,
    },
    /// A wall.
    Wall {
        /// Its index.
        index: usize,
    },
    /// The edge of a walled world.
    Edge,
}

impl Simulation {
    /// The agents that find no way, in order of index: see [`World::blocked`](sidestep::world::World::blocked).
    pub fn blocked(&self) -> impl Iterator<Item = BlockedIndex> + '_ {
        self.world.blocked().map(|blocked| BlockedIndex {
            agent: blocked.agent.0 as usize,
            since: blocked.since,
            by: blocked.by.iter().map(|it| self.blocker(*it)).collect(),
            closed_by: blocked.closed_by,
            goal: blocked.goal,
            place: blocked.place,
            beyond: blocked.beyond,
        })
    }

    /// Tells a blocked agent how to go on: see [`World::answer_blocked`](sidestep::world::World::answer_blocked).
    ///
    /// # Errors
    /// If there is no such agent, it has left the world, or a number is out of range.
    pub fn answer_blocked(&mut self, agent: usize, answer: BlockedAnswer) -> Result<(), EditError> {
        let id = self.check_agent(agent)?;
        Ok(self.world.answer_blocked(id, answer)?)
    }

    /// Lets an agent jump from where it is over everything to a place (m), in so many seconds. It comes
    /// down at the nearest place where it fits.
    ///
    /// # Errors
    /// If there is no such agent, it has left the world, a coordinate isn't finite or too far out,
    /// or the time isn't above 0.
    pub fn jump(&mut self, agent: usize, to: Vec2, seconds: f32) -> Result<(), EditError> {
        self.check_plane("a jump")?;
        let id = self.check_agent(agent)?;
        let to = check::place("a coordinate of where the jump ends", to)?;
        let from = self.frame.agents[agent].position;
        let link = Link { from, to, seconds };
        Ok(self.world.jump(id, link)?)
    }

    /// Lets the caller move an agent by a velocity (m/s) from now on, or with `None` lets it walk by itself
    /// again. Others avoid it as one that doesn't make room. That isn't part of the scene: it is
    /// forgotten when the scene is built again.
    ///
    /// # Errors
    /// If there is no such agent, it has left the world, or a coordinate isn't finite.
    pub fn drive(&mut self, agent: usize, velocity: Option<Vec2>) -> Result<(), EditError> {
        self.check_plane("driving an agent")?;
        let id = self.check_agent(agent)?;
        if let Some(velocity) = velocity {
            // Refused before anything has changed.
            self.world.set_velocity(id, velocity)?;
        }
        let control = match velocity {
            Some(_) => Control::Driven,
            None => Control::Steered,
        };
        Ok(self.world.set_control(id, control)?)
    }

    /// Whom an obstacle would leave without a way, in order of index, if it stood there: see
    /// [`World::would_close`](sidestep::world::World::would_close). `instead_of` is the index of one
    /// that would be gone then.
    ///
    /// # Errors
    /// As [`Simulation::insert_obstacle`], and if there is no obstacle `instead_of`.
    pub fn would_close(
        &self,
        outline: &Outline,
        temporary: bool,
        instead_of: Option<usize>,
    ) -> Result<Vec<usize>, EditError> {
        let outline = check::outline(outline)?;
        let index = self.layout.obstacles.len();
        let shape = obstacles::shape(&outline)
            .map_err(|source| SimulationError::Shape { index, source })?;
        let mut spec = ObstacleSpec::new(shape);
        spec.temporary = temporary;
        let instead_of = match instead_of {
            Some(obstacle) => {
                check::index("obstacle", obstacle, self.layout.obstacles.len())?;
                self.obstacles[obstacle]
            }
            None => None,
        };
        let closed = self.world.would_close(&spec, instead_of)?;
        Ok(closed.into_iter().map(|AgentId(id)| id as usize).collect())
    }

    /// A thing that the engine names, by its index.
    fn blocker(&self, blocker: Blocker) -> BlockedBy {
        let place = |things: &[Option<ObstacleId>], id| {
            things.iter().position(|it| *it == Some(ObstacleId(id)))
        };
        match blocker {
            Blocker::Agent(id) => BlockedBy::Agent { index: id as usize },
            Blocker::Obstacle(id) => (place(&self.obstacles, id))
                .map(|index| BlockedBy::Obstacle { index })
                .or_else(|| place(&self.walls, id).map(|index| BlockedBy::Wall { index }))
                .unwrap_or(BlockedBy::Edge),
        }
    }
}
