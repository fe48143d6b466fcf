//! Other values of the whole scene, taken over while it runs.

use sidestep::world::{AgentId, World};

use super::EditError;
use crate::format::{AgentGroup, Scene};
use crate::place::{Layout, LayoutAnchor, LayoutFormation};
use crate::simulate::{Simulation, SimulationError, agents, formations, walkable};

/// What became of other values of a scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// They act from the next step on.
    Applied,
    /// They change who and what is in the scene, so that it has to start again. Nothing has
    /// changed.
    NeedsRestart,
}

impl Simulation {
    /// Takes over the values of a scene while it runs. `before` is the scene that runs, `after` the
    /// same one with other values.
    ///
    /// Methods, parameters, radii, speeds, masses, behaviours, blends, time step, duration and the
    /// rest act from the next step on. The agents keep their places, velocities and, where the
    /// scene's goals are the same, their goals; inserted ones change as the one that they are like.
    /// Where and which way agents start shows only when the scene starts again. Targets move on as
    /// before, or as they do at this time on the new path.
    ///
    /// Another seed, other bounds, walls, obstacles, jumps, numbers of agents, places where they start,
    /// members or leaders of formations need a restart.
    ///
    /// # Errors
    /// If the new values don't fit together or the engine refuses them. Nothing has changed then.
    pub fn change(&mut self, before: &Scene, after: &Scene) -> Result<Change, EditError> {
        if !has_same_things(before, after) {
            return Ok(Change::NeedsRestart);
        }
        let given = Layout::new(after)?;
        if given.agents.len() != self.edits.given_agents
            || given.groups.len() != self.layout.groups.len()
            || given.targets.len() != self.layout.targets.len()
            || !has_same_bonds(&self.layout, &given)
        {
            return Ok(Change::NeedsRestart);
        }
        let mut next = self.layout.clone();
        let with_goals: Vec<bool> = (before.agents.iter().zip(&after.agents))
            .map(|(old, new)| old.goals != new.goals)
            .collect();
        self.take_agents(&mut next, &given, &with_goals);
        for (index, target) in given.targets.iter().enumerate() {
            if before.targets[index] != after.targets[index] {
                next.targets[index] = target.clone();
            }
        }
        self.take_pace(&mut next, &given);
        let same_ground = next.groups == given.groups && next.method == given.method;
        next.name = given.name;
        next.title = given.title;
        next.method = given.method;
        next.settle = given.settle;
        next.decide_every = given.decide_every;
        next.stop_when_arrived = given.stop_when_arrived;
        next.groups = given.groups;
        next.formations = given.formations;
        next.parameters = given.parameters;
        let mut world = self.world.clone();
        world.set_settle(next.settle);
        world.set_decide_every(next.decide_every)?;
        let methods = agents::methods(&next).map_err(SimulationError::from)?;
        let walkable = match &self.edits.walkable {
            None if !same_ground && walkable::is_wanted(&next, &methods) => {
                Some(walkable::insert(&mut world, &next)?)
            }
            kept => kept.clone(),
        };
        self.respec(&mut world, &next, &methods)?;
        let said = (&self.layout.formations, &next.formations);
        formations::change(&mut world, &self.formations, said.0, said.1)?;
        for (agent, layout) in next.agents.iter().enumerate() {
            if layout.goals != self.layout.agents[agent].goals {
                self.arrived[agent] = false;
                self.edits.goals.remove(&agent);
            }
        }
        for (index, (old, new)) in self.layout.targets.iter().zip(&next.targets).enumerate() {
            if old != new {
                self.edits.targets.remove(&index);
            }
        }
        if next.dt != self.layout.dt {
            self.paced_since = (self.frame.step, self.frame.time);
        }
        self.edits.walkable = walkable;
        self.world = world;
        self.layout = next;
        self.renew_setting();
        Ok(Change::Applied)
    }

    /// What is drawn for each agent, and other goals where the scene has others.
    fn take_agents(&self, next: &mut Layout, given: &Layout, with_goals: &[bool]) {
        for (index, agent) in next.agents.iter_mut().enumerate() {
            let new = &given.agents[self.edits.model(index)];
            agent.radius = new.radius;
            agent.speed = new.speed;
            agent.max_speed = new.max_speed;
            agent.max_force = new.max_force;
            agent.mass = new.mass;
            if with_goals.get(agent.group).is_some_and(|changed| *changed) {
                agent.goals.clone_from(&new.goals);
            }
        }
    }

    /// The time step, and how many steps there are in all when those before were of another length.
    fn take_pace(&self, next: &mut Layout, given: &Layout) {
        let (step, time) = (self.frame.step, self.frame.time);
        if given.dt == self.layout.dt && self.paced_since.0 == 0 {
            next.steps = given.steps;
            return;
        }
        let left = (given.steps as f64 * given.dt - time) / given.dt;
        next.dt = given.dt;
        next.steps = step + (left - 1e-6).ceil().max(0.0) as u64;
    }

    /// Tells the world the parameters of all agents that are in it.
    fn respec(
        &self,
        world: &mut World,
        next: &Layout,
        methods: &[crate::method::Method],
    ) -> Result<(), EditError> {
        for (index, agent) in next.agents.iter().enumerate() {
            let id = AgentId(index as u64);
            let Some(current) = world.spec(id) else {
                continue;
            };
            let mut spec = agents::spec(next, index, &self.markers, methods[agent.group]);
            if next.groups[agent.group].floor == self.layout.groups[agent.group].floor {
                // On a level it changes as the agent walks.
                spec.profile.filter.floor = current.profile.filter.floor;
            }
            if agent.goals == self.layout.agents[index].goals {
                // Goals that were drawn anew since are the world's alone.
                spec.profile.goals.clone_from(&current.profile.goals);
            }
            // Where it started is of no matter any more, even if it was moved since.
            spec.body.position = current.body.position;
            spec.body.velocity = current.body.velocity;
            spec.body.heading = current.body.heading;
            world.set_spec(id, spec)?;
        }
        Ok(())
    }
}

/// Whether two scenes have the same world with the same agents in it, whatever these can and want.
fn has_same_things(before: &Scene, after: &Scene) -> bool {
    before.seed == after.seed
        && before.bounds == after.bounds
        && before.level == after.level
        && before.walls == after.walls
        && before.obstacles == after.obstacles
        && before.scatter == after.scatter
        && before.links == after.links
        && before.targets.len() == after.targets.len()
        && before.agents.len() == after.agents.len()
        && before.agents.iter().zip(&after.agents).all(starts_alike)
}

/// Whether in two layouts the same agents keep together, and the same ones lead.
fn has_same_bonds(before: &Layout, after: &Layout) -> bool {
    let leader = |formation: &LayoutFormation| match formation.anchor {
        LayoutAnchor::Leader(id) => Some(id),
        LayoutAnchor::Place { .. } => None,
    };
    let bond = |formation: &LayoutFormation| (formation.members, leader(formation));
    (before.formations.iter().map(bond)).eq(after.formations.iter().map(bond))
}

fn starts_alike((before, after): (&AgentGroup, &AgentGroup)) -> bool {
    before.count == after.count
        && before.region == after.region
        && before.circle == after.circle
        && before.positions == after.positions
}
