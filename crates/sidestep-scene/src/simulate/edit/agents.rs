//! Changes of agents: inserted, taken out, moved, sent elsewhere.

use glam::Vec2;
use sidestep::world::{AgentId, Control};

use super::{EditError, MOST_AGENTS, check};
use crate::place::{LayoutAgent, LayoutGoal, LayoutGoalKind, towards_first_goal};
use crate::recording::AgentFrame;
use crate::simulate::{Simulation, SimulationError, agents, formations};

/// How near an agent has to come to a point that it was sent to by hand (m), where its goals say
/// nothing.
const ARRIVAL: f32 = 0.5;

impl Simulation {
    /// Puts an agent somewhere else (m), at rest; one that is driven keeps its velocity. Before the
    /// first step this is where it starts, as it would have started elsewhere.
    ///
    /// # Errors
    /// If there is no such agent, it has left the world, or a coordinate isn't finite or too far
    /// out.
    pub fn place_agent(&mut self, agent: usize, at: Vec2) -> Result<(), EditError> {
        self.check_plane("putting an agent somewhere")?;
        let id = self.check_agent(agent)?;
        let at = check::place("a coordinate of the agent's place", at)?;
        let at = self.layout.topology().wrap(at);
        if self.is_at_start() {
            self.begin_elsewise(agent, |it| it.start = at)?;
            self.edits.starts.insert(agent);
            self.renew_setting();
        } else {
            let is_driven =
                (self.world.spec(id)).is_some_and(|spec| spec.profile.control == Control::Driven);
            let velocity = match is_driven {
                true => self.frame.agents[agent].velocity,
                false => Vec2::ZERO,
            };
            self.world.place_agent(id, at, velocity)?;
            self.frame.agents[agent].velocity = velocity;
        }
        let shown = &mut self.frame.agents[agent];
        shown.position = at;
        shown.teleported = true;
        self.edits.placed_agents.push(agent);
        self.edits.reach(at);
        Ok(())
    }

    /// Gives an agent, or with `None` all that are in the world, a point to go to (m) instead of
    /// their goals. Only those go there whose behaviours care for goals.
    ///
    /// # Errors
    /// If there is no such agent, it has left the world, or a coordinate isn't finite or too far
    /// out.
    pub fn set_goal(&mut self, agent: Option<usize>, point: Vec2) -> Result<(), EditError> {
        self.check_plane("setting a goal")?;
        let point = check::place("a coordinate of the goal", point)?;
        let point = self.layout.topology().wrap(point);
        let chosen = match agent {
            Some(agent) => {
                self.check_agent(agent)?;
                agent..agent + 1
            }
            None => 0..self.layout.agents.len(),
        };
        for agent in chosen {
            let id = AgentId(agent as u64);
            if self.world.agent(id).is_none() {
                continue;
            }
            let goal = LayoutGoal {
                kind: LayoutGoalKind::Point {
                    point,
                    radius: self.arrival_distance(agent),
                },
                speed: None,
                time_limit: None,
                drawn_from: None,
                height: None,
                near_height: None,
            };
            if self.is_at_start() {
                self.begin_elsewise(agent, |it| it.goals = vec![goal])?;
                self.edits.goals.insert(agent);
            } else {
                self.layout.agents[agent].goals = vec![goal];
                let goals = agents::goals(&self.layout.agents[agent], &self.markers);
                self.world.set_goals(id, goals)?;
            }
            self.arrived[agent] = false;
        }
        self.edits.reach(point);
        self.renew_setting();
        Ok(())
    }

    /// Adds an agent at a point (m), and says under which index. It is like the one of its group
    /// that is nearest, goes where that one goes, and joins the formation of its group, if there is
    /// one. It may stand on others: they are pushed apart.
    ///
    /// # Errors
    /// If there is no such group, a coordinate isn't finite or too far out, or there are too many
    /// agents, or members of the formation.
    pub fn insert_agent(&mut self, group: usize, at: Vec2) -> Result<usize, EditError> {
        self.check_plane("adding an agent")?;
        check::index("group", group, self.layout.groups.len())?;
        let index = self.layout.agents.len();
        check::room("agents", index, MOST_AGENTS)?;
        let at = check::place("a coordinate of the agent's place", at)?;
        let at = self.layout.topology().wrap(at);
        let Some(like) = self.nearest_of(group, at) else {
            return Err(EditError::Gone {
                what: "group",
                index: group,
            });
        };
        let mut agent = self.layout.agents[like].clone();
        agent.start = at;
        let velocity = agent.velocity();
        let methods = agents::methods(&self.layout).map_err(SimulationError::from)?;
        self.layout.agents.push(agent);
        let spec = agents::spec(&self.layout, index, &self.markers, methods[group]);
        let joined = self.world.insert_agent(spec).and_then(|id| {
            let joined =
                formations::join(&mut self.world, &self.formations, &self.layout, (group, id));
            joined.inspect_err(|_| drop(self.world.remove_agent(id)))
        });
        if let Err(error) = joined {
            self.layout.agents.pop();
            return Err(error.into());
        }
        self.rounds.push(0);
        self.arrived.push(false);
        self.frame.agents.push(AgentFrame {
            position: at,
            velocity,
            present: true,
            teleported: true,
            blocked: false,
            airborne: false,
            arrived_near: false,
            passed_by: None,
            height: 0.0,
        });
        let model = self.edits.model(like);
        self.edits.models.push(model);
        self.edits.placed_agents.push(index);
        self.edits.reach(at);
        self.renew_setting();
        Ok(index)
    }

    /// Takes an agent out; its index stays. It counts neither as arrived nor as on its way any
    /// more.
    ///
    /// # Errors
    /// If there is no such agent, or it has left the world already.
    pub fn remove_agent(&mut self, agent: usize) -> Result<(), EditError> {
        let id = self.check_agent(agent)?;
        self.world.remove_agent(id)?;
        self.frame.agents[agent].present = false;
        self.edits.removed.insert(agent);
        self.edits.placed_agents.push(agent);
        Ok(())
    }

    /// Lets an agent begin in another way, before the first step. If it faces its first goal it
    /// turns to where that is now.
    fn begin_elsewise(
        &mut self,
        agent: usize,
        change: impl FnOnce(&mut LayoutAgent),
    ) -> Result<(), EditError> {
        let id = AgentId(agent as u64);
        let turns = self.layout.agents[agent].facing == towards_first_goal(&self.layout, agent);
        change(&mut self.layout.agents[agent]);
        if turns {
            self.layout.agents[agent].facing = towards_first_goal(&self.layout, agent);
        }
        let begins = &self.layout.agents[agent];
        self.frame.agents[agent].velocity = begins.velocity();
        (self.world).place_agent(id, begins.start, begins.velocity())?;
        self.world.set_heading(id, begins.facing)?;
        self.world
            .set_goals(id, agents::goals(begins, &self.markers))?;
        Ok(())
    }

    /// The id of an agent that is in the world.
    pub(super) fn check_agent(&self, agent: usize) -> Result<AgentId, EditError> {
        check::index("agent", agent, self.layout.agents.len())?;
        let id = AgentId(agent as u64);
        if self.world.agent(id).is_some() {
            return Ok(id);
        }
        Err(EditError::Gone {
            what: "agent",
            index: agent,
        })
    }

    /// The nearest agent of a group, those in the world before those that have left it.
    fn nearest_of(&self, group: usize, at: Vec2) -> Option<usize> {
        let topology = self.layout.topology();
        let of_group = |index: &usize| self.layout.agents[*index].group == group;
        (0..self.layout.agents.len())
            .filter(of_group)
            .map(|index| {
                let shown = &self.frame.agents[index];
                let distance = topology.between(at, shown.position).length();
                (!shown.present, distance, index)
            })
            .min_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)).then(a.2.cmp(&b.2)))
            .map(|(_, _, index)| index)
    }

    /// How near an agent has to come to a goal: as near as its last one asks for (m).
    pub(super) fn arrival_distance(&self, agent: usize) -> f32 {
        match self.layout.agents[agent].goals.last().map(|goal| goal.kind) {
            Some(LayoutGoalKind::Point { radius, .. } | LayoutGoalKind::Target { radius, .. }) => {
                radius
            }
            _ => ARRIVAL,
        }
    }
}
