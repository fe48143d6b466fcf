//! Other parameters for an agent while it runs.

use std::mem::discriminant;

use super::agent::{Agent, Memory};
use super::{AgentId, AgentSpec, Behavior, World, WorldError};
use crate::range::Parameters;

impl World {
    /// Everything that the caller said about an agent, if it is in the world. The body is the one that was given; where it is now,
    /// [`World::agent`] says. The floor is the one that it is on.
    #[must_use]
    pub fn spec(&self, id: AgentId) -> Option<&AgentSpec> {
        let place = self.find(id).ok()?;
        Some(&self.agents[place].profile)
    }

    /// Gives an agent other parameters while it runs, in the place of all that was said about it before.
    ///
    /// It keeps its id, its place, velocity and heading, whatever the spec says about these. It goes on with its current goal if the goals
    /// are the same, and begins with the first if they aren't. What it remembers is kept as far as it still fits: the side that
    /// it has chosen, as long as it avoids obstacles by the same kind of method; its standing among others likewise; its way round
    /// and its path, as long as its radius and the kind of these stay; its progress along each path that it follows, where the same
    /// behaviour still stands in the same place. The same spec again changes nothing.
    ///
    /// # Errors
    /// As [`World::insert_agent`], and if there is no such agent. Nothing has changed then.
    pub fn set_spec(&mut self, id: AgentId, spec: AgentSpec) -> Result<(), WorldError> {
        spec.check()?;
        let place = self.place(id)?;
        let agent = &self.agents[place];
        let mut next = Agent {
            id,
            body: agent.body,
            profile: spec,
            memory: agent.memory.clone(),
            force: agent.force,
            previous: agent.previous,
        };
        next.profile.id = agent.profile.id;
        if next.profile == agent.profile {
            return Ok(());
        }
        next.body.radius = next.profile.body.radius;
        next.body.mass = next.profile.body.mass;
        next.body.limits = next.profile.body.limits;
        next.forget_what_does_not_fit(&agent.profile, self.time);
        self.routes.admit(&next)?;
        let was = std::mem::replace(&mut self.agents[place], next);
        self.routes.forget_radius(was.body.radius, &self.agents);
        let agent = &self.agents[place];
        if agent.body.radius != was.body.radius || agent.profile.filter != was.profile.filter {
            self.temporaries.refit(agent);
        }
        self.make_room_for(place);
        self.senses.stale = true;
        Ok(())
    }

    /// Says whether contacts are settled by position after each step, from now on: see [`WorldSettings::settle`](super::WorldSettings::settle).
    pub const fn set_settle(&mut self, settle: bool) {
        self.settings.settle = settle;
    }
}

impl Agent {
    /// Drops from its memory what belongs to the profile that it had before. `time` is the world's (s).
    fn forget_what_does_not_fit(&mut self, before: &AgentSpec, time: f64) {
        let now = &self.profile;
        let memory = &mut self.memory;
        if now.goals != before.goals {
            memory.begin_goals(time);
        }
        if now.behaviors != before.behaviors {
            memory.progress = (now.behaviors.iter().enumerate())
                .map(|(index, weighted)| {
                    let same = (before.behaviors.get(index))
                        .is_some_and(|other| is_same_path(&weighted.behavior, &other.behavior));
                    let progress = memory.progress.get(index).filter(|_| same);
                    progress.copied().unwrap_or_default()
                })
                .collect();
            memory.targets_gone = 0;
            memory.targets_reported = 0;
        }
        if discriminant(&now.obstacle_avoidance) != discriminant(&before.obstacle_avoidance) {
            memory.side = Default::default();
            memory.outcome = Default::default();
        }
        if discriminant(&now.agent_avoidance) != discriminant(&before.agent_avoidance) {
            memory.standing = Default::default();
        }
        let fits = now.body.radius == before.body.radius;
        let same_detouring = discriminant(&now.detouring) == discriminant(&before.detouring);
        if !fits || !same_detouring || now.route != before.route {
            memory.way = Default::default();
            memory.route = Default::default();
        }
    }
}

impl Memory {
    /// Begins with the first goal, at a time (s).
    pub fn begin_goals(&mut self, time: f64) {
        self.goal = 0;
        self.since = time;
        self.goal_seconds = 0.0;
        self.arrived = false;
        self.watch = Default::default();
        self.way = Default::default();
    }
}

/// Whether two behaviours follow the same path, so that the progress on one is that on the other.
fn is_same_path(one: &Behavior, other: &Behavior) -> bool {
    match (one, other) {
        (
            Behavior::FollowPath { path, parameters },
            Behavior::FollowPath {
                path: other_path,
                parameters: other_parameters,
            },
        ) => path == other_path && parameters.closed == other_parameters.closed,
        _ => false,
    }
}
