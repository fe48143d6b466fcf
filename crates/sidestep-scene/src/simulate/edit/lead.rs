//! Leading agents by hand for a while.

use glam::Vec2;
use sidestep::world::AgentId;

use super::{EditError, check};
use crate::place::{LayoutGoal, LayoutGoalKind, Track};
use crate::simulate::{Simulation, agents};

impl Simulation {
    /// Leads those in the world to a point (m) until [`let_go`](Self::let_go): the first target is
    /// there, or, where there is none, all have it as their goal. How the scene begins stays as it
    /// is, also before the first step.
    ///
    /// # Errors
    /// If a coordinate isn't finite or too far out; then nothing has changed.
    pub fn lead(&mut self, to: Vec2) -> Result<(), EditError> {
        self.check_plane("leading agents")?;
        let to = check::place("a coordinate of the goal", to)?;
        if self.layout.targets.is_empty() {
            return self.lead_agents(self.layout.topology().wrap(to));
        }
        let track = self.layout.targets[0].track.clone();
        self.edits.led.tracks.entry(0).or_insert(track);
        self.put_target(0, Track::still(to))
    }

    /// Lets agents and targets that were led go their own ways again: targets are where they would
    /// be, and agents begin with the first of their goals.
    ///
    /// # Errors
    /// If the engine refuses what it had before, which it never does.
    pub fn let_go(&mut self) -> Result<(), EditError> {
        for (target, track) in std::mem::take(&mut self.edits.led.tracks) {
            if target < self.layout.targets.len() {
                self.put_target(target, track)?;
            }
        }
        let goals = std::mem::take(&mut self.edits.led.goals);
        if goals.is_empty() {
            return Ok(());
        }
        for (agent, goals) in goals {
            self.give_goals(agent, goals)?;
        }
        self.renew_setting();
        Ok(())
    }

    fn lead_agents(&mut self, to: Vec2) -> Result<(), EditError> {
        for agent in 0..self.layout.agents.len() {
            let goal = LayoutGoal {
                kind: LayoutGoalKind::Point {
                    point: to,
                    radius: self.arrival_distance(agent),
                },
                speed: None,
                time_limit: None,
                drawn_from: None,
                height: None,
                near_height: None,
            };
            let own = self.layout.agents[agent].goals.clone();
            self.edits.led.goals.entry(agent).or_insert(own);
            self.give_goals(agent, vec![goal])?;
        }
        self.edits.reach(to);
        self.renew_setting();
        Ok(())
    }

    /// Gives goals to an agent, if it is in the world.
    fn give_goals(&mut self, agent: usize, goals: Vec<LayoutGoal>) -> Result<(), EditError> {
        let id = AgentId(agent as u64);
        self.layout.agents[agent].goals = goals;
        if self.world.agent(id).is_some() {
            let goals = agents::goals(&self.layout.agents[agent], &self.markers);
            self.world.set_goals(id, goals)?;
            self.arrived[agent] = false;
        }
        Ok(())
    }

    fn put_target(&mut self, target: usize, track: Track) -> Result<(), EditError> {
        let to = track.position_at(self.frame.time);
        self.world.move_marker(self.markers[target], to)?;
        self.layout.targets[target].track = track;
        if let Some(kept) = self.frame.targets.get_mut(target) {
            *kept = to;
        }
        Ok(())
    }
}
