//! Agents of a saved world.

use std::sync::Arc;

use glam::Vec2;
use serde::{Deserialize, Serialize};

use super::Supply;
use super::routes::Editions;
use super::saved_routes::SavedRoute;
use crate::avoid::detour::Detour;
use crate::avoid::look_ahead::LookAhead;
use crate::avoid::orca::Orca;
use crate::avoid::sampling::VelocitySampling;
use crate::blend::Blend;
use crate::motion::Body;
use crate::range::{OutOfRange, Parameters, Range};
use crate::rare::Rare;
use crate::space::{Filter, Topology};
use crate::walker::{
    AgentAvoidance, AgentId, Control, Detouring, Goal, Memory, ObstacleAvoidance, OnArrival,
    Profile, Route, WeightedBehavior, WhenBlocked,
};
use crate::world::snapshot::LoadError;
use crate::world::store::{Agent, Profiles, RouteMemory};

/// An agent: its body, what was said about it, and what it remembers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct SavedAgent {
    pub id: u64,
    body: Body,
    profile: SavedProfile,
    /// The goal that its formation has given it, if it is in one.
    pub slot: Option<Goal>,
    memory: Memory,
    pub route: SavedRoute,
    /// The force decided on in this step (N).
    force: Vec2,
    /// Where the step began (m).
    previous: Vec2,
    /// Whom it was met by when it came to stand, if it stands and is walked round.
    pub standing: Option<Filter>,
}

/// What was said about an agent: see [`Profile`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct SavedProfile {
    group: u32,
    preferred_speed: f32,
    turn_rate: f32,
    time_gap: f32,
    goals: Vec<Goal>,
    on_arrival: OnArrival,
    arrives_near_after: f32,
    behaviors: Vec<WeightedBehavior>,
    blend: Blend,
    obstacle_avoidance: SavedObstacleAvoidance,
    agent_avoidance: SavedAgentAvoidance,
    detouring: SavedDetouring,
    route: Route,
    when_blocked: WhenBlocked,
    responsibility: f32,
    priority: i32,
    control: Control,
    filter: Filter,
}

/// A method towards obstacles; one of one's own is named only.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum SavedObstacleAvoidance {
    None,
    LookAhead(LookAhead),
    Custom { name: String },
}

/// A method towards other agents; one of one's own is named only.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum SavedAgentAvoidance {
    None,
    Sampling(VelocitySampling),
    Orca(Orca),
    Custom { name: String },
}

/// A way round what is temporary; one of one's own is named only.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum SavedDetouring {
    None,
    Silhouette(Detour),
    Custom { name: String },
}

impl SavedAgent {
    /// An agent without its place among what is walked round.
    pub fn of(agent: &Agent, editions: &mut Editions) -> Self {
        let Agent {
            id,
            body: _,
            profile,
            goals,
            memory,
            route,
            force,
            previous,
        } = agent;
        Self {
            id: id.0,
            body: agent.body(),
            profile: SavedProfile::of(profile, goals.to_vec()),
            slot: goals.slot().map(|slot| slot.goal),
            memory: memory.clone(),
            route: SavedRoute::of(route, editions),
            force: *force,
            previous: *previous,
            standing: None,
        }
    }

    /// The agent, checked as one that is inserted, with its route handed in.
    pub fn load(
        &self,
        topology: Topology,
        route: Rare<RouteMemory>,
        profiles: &mut Profiles,
        supply: &mut impl Supply,
    ) -> Result<Agent, LoadError> {
        let id = AgentId(self.id);
        let mut profile = self.profile.load(id, supply)?;
        (self.body.check())
            .map_err(|error| error.of("body"))
            .and_then(|()| profile.check())
            .and_then(|()| self.check(topology))
            .map_err(|error| error.of(id))?;
        // What a member of a formation remembers is about its slot.
        let own = (self.slot).map(|slot| std::mem::replace(&mut profile.goals, vec![slot]));
        (self.memory.check(&profile)).map_err(|error| error.of(id))?;
        if let Some(own) = own {
            profile.goals = own;
        }
        let (profile, mut goals) = profiles.share(&self.body, profile);
        if let Some(slot) = self.slot {
            goals.set_aside(slot);
        }
        Ok(Agent {
            id,
            body: self.body.into(),
            profile,
            goals,
            memory: self.memory.clone(),
            route,
            force: self.force,
            previous: self.previous,
        })
    }

    fn check(&self, topology: Topology) -> Result<(), OutOfRange> {
        if let Topology::Torus { min, max } = topology {
            let position = self.body.position;
            Range::Between(min.x, max.x).check("x of position", position.x)?;
            Range::Between(min.y, max.y).check("y of position", position.y)?;
        }
        Range::Finite.check_vector("force", self.force)?;
        Range::Finite.check_vector("previous position", self.previous)?;
        if let Some(slot) = &self.slot {
            slot.check().map_err(|error| error.of("slot"))?;
        }
        self.standing.map_or(Ok(()), |filter| filter.check())
    }
}

impl SavedProfile {
    fn of(profile: &Profile, goals: Vec<Goal>) -> Self {
        let Profile {
            group,
            preferred_speed,
            turn_rate,
            time_gap,
            goals: _,
            on_arrival,
            arrives_near_after,
            behaviors,
            blend,
            obstacle_avoidance,
            agent_avoidance,
            detouring,
            route,
            when_blocked,
            responsibility,
            priority,
            control,
            filter,
        } = profile;
        Self {
            group: *group,
            preferred_speed: *preferred_speed,
            turn_rate: *turn_rate,
            time_gap: *time_gap,
            goals,
            on_arrival: *on_arrival,
            arrives_near_after: *arrives_near_after,
            behaviors: behaviors.clone(),
            blend: *blend,
            obstacle_avoidance: match obstacle_avoidance {
                ObstacleAvoidance::None => SavedObstacleAvoidance::None,
                ObstacleAvoidance::LookAhead(it) => SavedObstacleAvoidance::LookAhead(*it),
                ObstacleAvoidance::Custom(method) => SavedObstacleAvoidance::Custom {
                    name: method.name().to_owned(),
                },
            },
            agent_avoidance: match agent_avoidance {
                AgentAvoidance::None => SavedAgentAvoidance::None,
                AgentAvoidance::Sampling(it) => SavedAgentAvoidance::Sampling(*it),
                AgentAvoidance::Orca(it) => SavedAgentAvoidance::Orca(*it),
                AgentAvoidance::Custom(method) => SavedAgentAvoidance::Custom {
                    name: method.name().to_owned(),
                },
            },
            detouring: match detouring {
                Detouring::None => SavedDetouring::None,
                Detouring::Silhouette(it) => SavedDetouring::Silhouette(*it),
                Detouring::Custom(method) => SavedDetouring::Custom {
                    name: method.name().to_owned(),
                },
            },
            route: *route,
            when_blocked: *when_blocked,
            responsibility: *responsibility,
            priority: *priority,
            control: *control,
            filter: *filter,
        }
    }

    /// The profile, unchecked, with methods that the caller hands over.
    fn load(&self, agent: AgentId, supply: &mut impl Supply) -> Result<Profile, LoadError> {
        Ok(Profile {
            group: self.group,
            preferred_speed: self.preferred_speed,
            turn_rate: self.turn_rate,
            time_gap: self.time_gap,
            goals: self.goals.clone(),
            on_arrival: self.on_arrival,
            arrives_near_after: self.arrives_near_after,
            behaviors: self.behaviors.clone(),
            blend: self.blend,
            obstacle_avoidance: match &self.obstacle_avoidance {
                SavedObstacleAvoidance::None => ObstacleAvoidance::None,
                SavedObstacleAvoidance::LookAhead(it) => ObstacleAvoidance::LookAhead(*it),
                SavedObstacleAvoidance::Custom { name } => {
                    let method = supply.obstacle_method(agent, name);
                    let found = method.as_ref().map(|method| method.name());
                    ObstacleAvoidance::Custom(of_name(agent, name, found, method.clone())?)
                }
            },
            agent_avoidance: match &self.agent_avoidance {
                SavedAgentAvoidance::None => AgentAvoidance::None,
                SavedAgentAvoidance::Sampling(it) => AgentAvoidance::Sampling(*it),
                SavedAgentAvoidance::Orca(it) => AgentAvoidance::Orca(*it),
                SavedAgentAvoidance::Custom { name } => {
                    let method = supply.agent_method(agent, name);
                    let found = method.as_ref().map(|method| method.name());
                    AgentAvoidance::Custom(of_name(agent, name, found, method.clone())?)
                }
            },
            detouring: match &self.detouring {
                SavedDetouring::None => Detouring::None,
                SavedDetouring::Silhouette(it) => Detouring::Silhouette(*it),
                SavedDetouring::Custom { name } => {
                    let method = supply.detour_method(agent, name);
                    let found = method.as_ref().map(|method| method.name());
                    Detouring::Custom(of_name(agent, name, found, method.clone())?)
                }
            },
            route: self.route,
            when_blocked: self.when_blocked,
            responsibility: self.responsibility,
            priority: self.priority,
            control: self.control,
            filter: self.filter,
        })
    }
}

/// The method that was handed over, if it has the name that was asked for.
fn of_name<M: ?Sized>(
    agent: AgentId,
    name: &str,
    found: Option<&str>,
    method: Option<Arc<M>>,
) -> Result<Arc<M>, LoadError> {
    let name = name.to_owned();
    match (method, found) {
        (Some(method), Some(found)) if found == name => Ok(method),
        (_, Some(found)) => Err(LoadError::OtherMethod {
            agent,
            name,
            found: found.to_owned(),
        }),
        _ => Err(LoadError::NoMethod { agent, name }),
    }
}
