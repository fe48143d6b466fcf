//! Formations of a saved world.

use glam::Vec2;
use serde::{Deserialize, Serialize};

use super::SavedWorld;
use super::error::{LoadError, in_order};
use crate::formation::{Anchor, Formation, FormationId, FormationSpec, Straggler, Trail};
use crate::range::{OutOfRange, Parameters, Range};
use crate::walker::AgentId;
use crate::world::store::{Agent, Formations};

/// A formation: what was said about it, and what it remembers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct SavedFormation {
    pub id: u32,
    pub spec: FormationSpec,
    trail: Trail,
    pub dealt: Vec<u32>,
    places: Vec<Vec2>,
    pub front: Vec2,
    since_change: f32,
    walks: bool,
    leader_share: f32,
    stragglers: Vec<Straggler>,
}

impl SavedFormation {
    pub fn of(id: FormationId, formation: &Formation) -> Self {
        let Formation {
            spec,
            trail,
            dealt,
            places,
            front,
            since_change,
            walks,
            leader_share,
            stragglers,
        } = formation;
        Self {
            id: id.0,
            spec: spec.clone(),
            trail: trail.clone(),
            dealt: dealt.clone(),
            places: places.clone(),
            front: *front,
            since_change: *since_change,
            walks: *walks,
            leader_share: *leader_share,
            stragglers: stragglers.clone(),
        }
    }

    /// The formation, checked as one that is inserted.
    fn load(&self, agents: &[Agent]) -> Result<Formation, LoadError> {
        let id = FormationId(self.id);
        let (members, count) = (&self.spec.members, self.spec.members.len());
        (self.check()).map_err(|error| error.of(id))?;
        in_order("member", members.iter().map(|member| member.0))?;
        let missing = |agent: AgentId| LoadError::NoSuch {
            what: "agent",
            id: agent.0,
            by: id.to_string(),
        };
        let agent = |id: AgentId| {
            let row = agents.binary_search_by_key(&id, |agent| agent.id);
            row.map(|row| &agents[row]).map_err(|_| missing(id))
        };
        if let Anchor::Leader(leader) = self.spec.anchor {
            agent(leader)?;
            if members.binary_search(&leader).is_ok() {
                return Err(twice(leader));
            }
        }
        let mut slots = self.dealt.clone();
        slots.sort_unstable();
        let is_dealt = slots.is_empty() || slots.iter().copied().eq(0..count as u32);
        let fits = |length: usize| length == 0 || length == count;
        let is_placed = fits(self.places.len()) && fits(self.stragglers.len());
        let mut have_slots = true;
        for &member in members {
            have_slots &= agent(member)?.goals.slot().is_some();
        }
        if !is_dealt || !is_placed || !have_slots {
            return Err(LoadError::Slots { formation: id });
        }
        Ok(Formation {
            spec: self.spec.clone(),
            trail: self.trail.clone(),
            dealt: self.dealt.clone(),
            places: self.places.clone(),
            front: self.front,
            since_change: self.since_change,
            walks: self.walks,
            leader_share: self.leader_share,
            stragglers: self.stragglers.clone(),
        })
    }

    fn check(&self) -> Result<(), OutOfRange> {
        self.spec.check()?;
        Range::UnitLength.check_vector("front", self.front)?;
        Range::AtLeast(0.0).check("time since slots were changed", self.since_change)?;
        Range::Between(0.0, 1.0).check("share of the speed of the leader", self.leader_share)?;
        for straggler in &self.stragglers {
            Range::Finite.check("least that a member lagged behind", straggler.least)?;
            Range::AtLeast(0.0).check("time since a member got nearer", straggler.since)?;
        }
        for place in &self.places {
            Range::Finite.check_vector("slot", *place)?;
        }
        for point in self.trail.points() {
            Range::Coordinate.check_vector("trail", point.place)?;
            for side in [point.sides.left, point.sides.right] {
                Range::AtLeast(0.0).check("room beside the trail", side)?;
            }
        }
        Ok(())
    }
}

/// The formations of a saved world, checked.
pub(super) fn load_formations(
    saved: &SavedWorld,
    agents: &[Agent],
) -> Result<Formations, LoadError> {
    let next = saved.next_formation;
    let ids = || saved.formations.iter().map(|it| u64::from(it.id));
    in_order("formation", ids().chain([u64::from(next)]))?;
    let kept = (saved.formations.iter())
        .map(|it| Ok((FormationId(it.id), it.load(agents)?)))
        .collect::<Result<Vec<_>, LoadError>>()?;
    let mut members: Vec<AgentId> = (saved.formations.iter())
        .flat_map(|it| it.spec.members.iter().copied())
        .collect();
    members.sort_unstable();
    if let Some(pair) = members.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(twice(pair[0]));
    }
    let has_none =
        |agent: &&Agent| agent.goals.slot().is_some() && members.binary_search(&agent.id).is_err();
    if let Some(agent) = agents.iter().find(has_none) {
        return Err(LoadError::NotInFormation { agent: agent.id });
    }
    Ok(Formations::restored(kept, next))
}

/// An agent is in formations twice.
fn twice(agent: AgentId) -> LoadError {
    LoadError::Order {
        what: "member",
        id: agent.0,
    }
}
