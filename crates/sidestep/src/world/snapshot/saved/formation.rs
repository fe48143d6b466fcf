//! Formations of a saved world.

use glam::Vec2;
use serde::{Deserialize, Serialize};

use super::SavedWorld;
use super::error::{LoadError, in_order};
use crate::formation::{Anchor, Formation, FormationId, FormationSpec, Trail};
use crate::range::{OutOfRange, Parameters, Range};
use crate::walker::{AgentId, Goal};
use crate::world::store::{Agent, Formations};

/// A formation: what was said about it, and what it remembers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct SavedFormation {
    pub id: u32,
    spec: FormationSpec,
    trail: Trail,
    dealt: Vec<u32>,
    places: Vec<Vec2>,
    front: Vec2,
    since_change: f32,
    walks: bool,
    /// Where each member was sent last, in order of id.
    goals: Vec<Goal>,
}

impl SavedFormation {
    pub fn of(id: FormationId, formation: &Formation, agents: &[Agent]) -> Self {
        let Formation {
            spec,
            trail,
            dealt,
            places,
            front,
            since_change,
            walks,
        } = formation;
        let goal = |id: &AgentId| {
            let row = agents.binary_search_by_key(id, |agent| agent.id).ok()?;
            Some(agents[row].goals.slot()?.goal)
        };
        Self {
            id: id.0,
            spec: spec.clone(),
            trail: trail.clone(),
            dealt: dealt.clone(),
            places: places.clone(),
            front: *front,
            since_change: *since_change,
            walks: *walks,
            goals: spec.members.iter().filter_map(goal).collect(),
        }
    }

    /// The formation, checked as one that is inserted; its members are sent where they were.
    fn load(&self, agents: &mut [Agent]) -> Result<Formation, LoadError> {
        let id = FormationId(self.id);
        let (members, count) = (&self.spec.members, self.spec.members.len());
        (self.check()).map_err(|error| error.of(id))?;
        in_order("member", members.iter().map(|member| member.0))?;
        let missing = |agent: AgentId| LoadError::NoSuch {
            what: "agent",
            id: agent.0,
            by: id.to_string(),
        };
        let row = |agents: &[Agent], id: AgentId| {
            (agents.binary_search_by_key(&id, |agent| agent.id)).map_err(|_| missing(id))
        };
        if let Anchor::Leader(leader) = self.spec.anchor {
            row(agents, leader)?;
            if members.binary_search(&leader).is_ok() {
                return Err(twice(leader));
            }
        }
        let mut slots = self.dealt.clone();
        slots.sort_unstable();
        let is_dealt = slots.is_empty() || slots.iter().copied().eq(0..count as u32);
        let is_placed = self.places.is_empty() || self.places.len() == count;
        if !is_dealt || !is_placed || self.goals.len() != count {
            return Err(LoadError::Slots { formation: id });
        }
        for (&member, &goal) in members.iter().zip(&self.goals) {
            let row = row(agents, member)?;
            let goals = &mut agents[row].goals;
            if goals.slot().is_some() {
                return Err(twice(member));
            }
            goals.set_aside(goal);
        }
        Ok(Formation {
            spec: self.spec.clone(),
            trail: self.trail.clone(),
            dealt: self.dealt.clone(),
            places: self.places.clone(),
            front: self.front,
            since_change: self.since_change,
            walks: self.walks,
        })
    }

    fn check(&self) -> Result<(), OutOfRange> {
        self.spec.check()?;
        Range::UnitLength.check_vector("front", self.front)?;
        Range::AtLeast(0.0).check("time since slots were changed", self.since_change)?;
        for place in &self.places {
            Range::Finite.check_vector("slot", *place)?;
        }
        for point in self.trail.points() {
            Range::Coordinate.check_vector("trail", point.place)?;
            for side in [point.sides.left, point.sides.right] {
                Range::AtLeast(0.0).check("room beside the trail", side)?;
            }
        }
        self.goals.iter().try_for_each(Parameters::check)
    }
}

/// The formations of a saved world, checked; their members are sent where they were.
pub(super) fn load_formations(
    saved: &SavedWorld,
    agents: &mut [Agent],
) -> Result<Formations, LoadError> {
    let next = saved.next_formation;
    let ids = || saved.formations.iter().map(|it| u64::from(it.id));
    in_order("formation", ids().chain([u64::from(next)]))?;
    let kept = (saved.formations.iter())
        .map(|it| Ok((FormationId(it.id), it.load(agents)?)))
        .collect::<Result<Vec<_>, LoadError>>()?;
    Ok(Formations::restored(kept, next))
}

/// An agent is in formations twice.
fn twice(agent: AgentId) -> LoadError {
    LoadError::Order {
        what: "member",
        id: agent.0,
    }
}
