//! Calls about agents.

use glam::Vec2;

use super::no_such_agent;
use crate::motion::Body;
use crate::range::{Parameters, Range, check_place};
use crate::rare::Rare;
use crate::space::Floor;
use crate::walker::{AgentId, Control, Goal, Memory, Profile, StillChange, check_goals};
use crate::world::World;
use crate::world::spec::{AgentSpec, WorldError};
use crate::world::step::forget_standing;
use crate::world::store::{Agent, Gone};

/// An agent as the caller sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct AgentView {
    /// Its id.
    pub id: AgentId,
    /// Where it is and what it can do.
    pub body: Body,
    /// Whether it has reached its last goal once, or come as near to it as it can.
    pub arrived: bool,
    /// Whether it has arrived without having reached its goal, as others who rest there keep it
    /// away: see [`Profile::arrives_near_after`].
    pub arrived_near: bool,
    /// Whether it makes no progress.
    pub stuck: bool,
    /// Index of its current goal; the number of goals when all are reached.
    pub goal: usize,
    /// Heights that it takes up (m); on a level they change as it walks.
    pub floor: Floor,
    /// Whether it finds no way: see [`World::blocked`].
    pub blocked: bool,
    /// Whether it is in the air on a [`Link`](crate::walker::Link): until it lands it touches
    /// nothing and nobody.
    pub jumping: bool,
    /// Where it stands still (m), if it does: others walk round it.
    pub standing: Option<Vec2>,
}

impl World {
    /// Adds an agent, and says under which id.
    ///
    /// # Errors
    /// If its body doesn't make sense, a number is out of range, it is too far from the origin for
    /// its radius ([`furthest_place`](crate::range::furthest_place)), its id is taken, or the
    /// walkable space that it wants can't be had for its radius.
    pub fn insert_agent(&mut self, spec: AgentSpec) -> Result<AgentId, WorldError> {
        self.check(&spec)?;
        let id = spec.id.unwrap_or(AgentId(self.next_agent));
        let Err(row) = self.find(id) else {
            return Err(WorldError::IdTaken { id });
        };
        let agent = self.agent_of(id, spec);
        self.routes.admit(&agent)?;
        self.next_agent = after(self.next_agent, id);
        self.make_room_for(agent.walker().width());
        self.agents.insert(row, agent);
        self.senses.stale = true;
        Ok(id)
    }

    /// Adds many agents at once, and says under which ids: faster than one by one where ids don't
    /// come in order.
    ///
    /// # Errors
    /// As [`World::insert_agent`], for the first that is refused. None is added then.
    pub fn insert_agents(
        &mut self,
        specs: impl IntoIterator<Item = AgentSpec>,
    ) -> Result<Vec<AgentId>, WorldError> {
        let mut next = self.next_agent;
        let mut new = Vec::new();
        for spec in specs {
            self.check(&spec)?;
            let id = spec.id.unwrap_or(AgentId(next));
            if self.find(id).is_ok() {
                return Err(WorldError::IdTaken { id });
            }
            next = after(next, id);
            new.push(self.agent_of(id, spec));
        }
        let mut ids: Vec<AgentId> = new.iter().map(|agent| agent.id).collect();
        let said = ids.clone();
        ids.sort_unstable();
        if let Some(pair) = ids.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(WorldError::IdTaken { id: pair[0] });
        }
        let routes = self.routes.clone();
        for agent in &new {
            if let Err(error) = self.routes.admit(agent) {
                self.routes = routes;
                return Err(error);
            }
        }
        self.next_agent = next;
        for agent in &new {
            self.make_room_for(agent.walker().width());
        }
        self.agents.extend(new);
        self.senses.stale = true;
        Ok(said)
    }

    /// Whether an agent may come.
    fn check(&self, spec: &AgentSpec) -> Result<(), WorldError> {
        spec.check()?;
        let place = self.settings.topology.wrap(spec.body.position);
        Ok(check_place(place, spec.body.radius)?)
    }

    /// An agent as it comes.
    fn agent_of(&mut self, id: AgentId, spec: AgentSpec) -> Agent {
        let mut body = spec.body;
        body.position = self.settings.topology.wrap(body.position);
        let memory = Memory::new(&spec.profile, self.time);
        let (profile, goals) = self.profiles.share(&body, spec.profile);
        Agent {
            id,
            body: body.into(),
            memory,
            route: Rare::default(),
            profile,
            goals,
            force: Vec2::ZERO,
            previous: body.position,
        }
    }

    /// Takes an agent out. Behaviours that aim at it do nothing from then on.
    ///
    /// # Errors
    /// If there is no such agent.
    pub fn remove_agent(&mut self, id: AgentId) -> Result<(), WorldError> {
        let seat = self.seat(id)?;
        let mut gone = self.agents.remove(seat);
        forget_standing(&mut self.clusters, &mut gone);
        self.leave_formations(&[Gone::of(&gone)]);
        self.senses.stale = true;
        Ok(())
    }

    /// Takes many agents out at once.
    ///
    /// # Errors
    /// If one of them isn't in the world. None is taken out then.
    pub fn remove_agents(&mut self, ids: &[AgentId]) -> Result<(), WorldError> {
        let mut leaving = ids.to_vec();
        leaving.sort_unstable();
        leaving.iter().try_for_each(|&id| self.seat(id).map(drop))?;
        let clusters = &mut self.clusters;
        let mut gone = Vec::new();
        self.agents.retain_mut(|agent| {
            let leaves = leaving.binary_search(&agent.id).is_ok();
            if leaves {
                forget_standing(clusters, agent);
                gone.push(Gone::of(agent));
            }
            !leaves
        });
        self.leave_formations(&gone);
        self.senses.stale = true;
        Ok(())
    }

    /// An agent, if it is in the world.
    #[must_use]
    pub fn agent(&self, id: AgentId) -> Option<AgentView> {
        self.find(id).ok().map(|seat| view(&self.agents[seat]))
    }

    /// All agents, in order of id.
    pub fn agents(&self) -> impl ExactSizeIterator<Item = AgentView> {
        self.agents.iter().map(view)
    }

    /// Gives an agent new goals; it begins with the first. A member of a formation begins with them
    /// when it leaves that.
    ///
    /// # Errors
    /// If there is no such agent, or a number of a goal is out of range.
    pub fn set_goals(&mut self, id: AgentId, goals: Vec<Goal>) -> Result<(), WorldError> {
        check_goals(&goals)?;
        let seat = self.seat(id)?;
        let agent = &mut self.agents[seat];
        match agent.goals.slot_mut() {
            Some(slot) => slot.own = goals,
            None => {
                agent.goals = goals.into();
                agent.memory.begin_goals(self.time);
            }
        }
        Ok(())
    }

    /// Puts an agent somewhere else (m) with a velocity (m/s), as a game does that moves it by
    /// itself.
    ///
    /// # Errors
    /// If there is no such agent, a coordinate isn't finite, or the place is too far from the origin
    /// for its radius ([`furthest_place`](crate::range::furthest_place)).
    pub fn place_agent(
        &mut self,
        id: AgentId,
        position: Vec2,
        velocity: Vec2,
    ) -> Result<(), WorldError> {
        Range::Finite.check_vector("position", position)?;
        Range::Finite.check_vector("velocity", velocity)?;
        let seat = self.seat(id)?;
        let agent = &mut self.agents[seat];
        let place = self.settings.topology.wrap(position);
        check_place(place, agent.body.radius)?;
        agent.body.position = place;
        agent.body.velocity = velocity;
        agent.face_velocity();
        agent.previous = agent.body.position;
        agent.memory.forget_place();
        forget_standing(&mut self.clusters, agent);
        self.formations.forget_trail_of(id);
        self.senses.stale = true;
        Ok(())
    }

    /// Says at which heights an agent is (m), such as one that was put on another floor. Who walks
    /// along paths through a level keeps to the ground from there on.
    ///
    /// # Errors
    /// If there is no such agent, or a height is not a number or `high` is below `low`.
    pub fn set_floor(&mut self, id: AgentId, floor: Floor) -> Result<(), WorldError> {
        floor.check()?;
        let seat = self.seat(id)?;
        self.agents[seat].memory.set_floor(floor);
        self.senses.stale = true;
        Ok(())
    }

    /// Says whether an agent is steered, or moved by the caller. Everything else that was said about
    /// it stays, as with [`World::set_spec`].
    ///
    /// # Errors
    /// If there is no such agent.
    pub fn set_control(&mut self, id: AgentId, control: Control) -> Result<(), WorldError> {
        let seat = self.seat(id)?;
        if self.agents[seat].profile.control == control {
            return Ok(());
        }
        let mut spec = self.spec_of(seat);
        spec.profile.control = control;
        self.set_spec(id, spec)
    }

    /// Gives an agent another velocity (m/s): how a caller moves one that is
    /// [`Control::Driven`].
    ///
    /// # Errors
    /// If there is no such agent, or a coordinate isn't finite.
    pub fn set_velocity(&mut self, id: AgentId, velocity: Vec2) -> Result<(), WorldError> {
        Range::Finite.check_vector("velocity", velocity)?;
        let seat = self.seat(id)?;
        let agent = &mut self.agents[seat];
        agent.body.velocity = velocity;
        agent.face_velocity();
        self.senses.stale = true;
        Ok(())
    }

    /// Turns an agent to face another way, a unit vector. One that walks turns back to where it
    /// goes with the next step.
    ///
    /// # Errors
    /// If there is no such agent, or the heading isn't a unit vector.
    pub fn set_heading(&mut self, id: AgentId, heading: Vec2) -> Result<(), WorldError> {
        let seat = self.seat(id)?;
        let agent = &mut self.agents[seat];
        let turned = Body {
            heading,
            ..agent.body()
        };
        turned.check()?;
        agent.body = turned.into();
        self.senses.stale = true;
        Ok(())
    }

    /// Everything that the caller said about an agent, if it is in the world, with the body as it
    /// is now.
    #[must_use]
    pub fn spec(&self, id: AgentId) -> Option<AgentSpec> {
        Some(self.spec_of(self.find(id).ok()?))
    }

    /// The same for the agent in a seat.
    fn spec_of(&self, seat: usize) -> AgentSpec {
        let agent = &self.agents[seat];
        AgentSpec {
            id: Some(agent.id),
            body: agent.body(),
            profile: Profile {
                goals: agent.goals.to_vec(),
                ..Profile::clone(&agent.profile)
            },
        }
    }

    /// Gives an agent other parameters while it runs, in the place of all that was said about it
    /// before.
    ///
    /// It keeps its id, its place, velocity and heading, whatever the spec says about these. It
    /// goes on with its current goal if the goals are the same, and begins with the first if they
    /// aren't; a member of a formation does so when it leaves that. What it remembers is kept as far as it still fits: the side that it has chosen, as
    /// long as it avoids obstacles by the same kind of method; its standing among others likewise;
    /// its way round and its path, as long as its radius and the kind of these stay; its progress
    /// along each path that it follows, where the same behaviour still stands in the same place.
    /// The same spec again changes nothing.
    ///
    /// # Errors
    /// As [`World::insert_agent`], and if there is no such agent. Nothing has changed then.
    pub fn set_spec(&mut self, id: AgentId, spec: AgentSpec) -> Result<(), WorldError> {
        spec.check()?;
        let seat = self.seat(id)?;
        let agent = &self.agents[seat];
        let body = Body {
            radius: spec.body.radius,
            mass: spec.body.mass,
            limits: spec.body.limits,
            ..agent.body()
        };
        let same_goals = spec.profile.goals == agent.goals.to_vec();
        let (profile, mut goals) = self.profiles.share(&body, spec.profile);
        let slot = agent.goals.slot().map(|slot| slot.goal);
        if let Some(slot) = slot {
            goals.set_aside(slot);
        }
        if body == agent.body() && same_goals && profile == agent.profile {
            return Ok(());
        }
        let mut next = Agent {
            body: body.into(),
            profile,
            goals,
            ..agent.clone()
        };
        let fits = body.radius == agent.body.radius;
        if !same_goals && slot.is_none() {
            next.memory.begin_goals(self.time);
        }
        (next.memory).adapt(&agent.profile, &next.profile, fits, self.time);
        if !fits || next.profile.route != agent.profile.route {
            next.route.clear();
        }
        self.routes.admit(&next)?;
        let was = std::mem::replace(&mut self.agents[seat], next);
        self.routes.forget_radius(was.body.radius, &self.agents);
        let agent = &self.agents[seat];
        if (!fits || agent.profile.filter != was.profile.filter)
            && let Some(place) = agent.memory.stands_at()
        {
            StillChange::Stands(place).apply(&agent.walker(), &agent.memory, &mut self.clusters);
        }
        let width = agent.walker().width();
        self.make_room_for(width);
        self.senses.stale = true;
        Ok(())
    }

    /// Where an agent sits, or else the row that it would have.
    pub(in crate::world) fn find(&self, id: AgentId) -> Result<usize, usize> {
        self.agents.find(id)
    }

    /// Where an agent sits.
    pub(in crate::world) fn seat(&self, id: AgentId) -> Result<usize, WorldError> {
        self.find(id).map_err(|_| no_such_agent(id))
    }
}

fn view(agent: &Agent) -> AgentView {
    let memory = &agent.memory;
    AgentView {
        id: agent.id,
        body: agent.body(),
        arrived: memory.has_arrived(),
        arrived_near: memory.has_arrived_near(),
        stuck: memory.is_stuck(),
        goal: memory.goal(),
        floor: memory.floor(),
        blocked: memory.is_blocked(),
        jumping: memory.is_in_the_air(),
        standing: memory.stands_at(),
    }
}

/// The next automatic id when `id` has come: above all that were given, as far as these are in the
/// lower half of all numbers.
fn after(next: u64, id: AgentId) -> u64 {
    if id.0 < u64::MAX / 2 {
        next.max(id.0 + 1)
    } else {
        next
    }
}
