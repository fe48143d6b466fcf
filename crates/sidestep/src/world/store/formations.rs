//! All formations.

use glam::Vec2;

use super::agent::Agent;
use super::agents::Agents;
use crate::formation::{Anchor, Formation, FormationId, FormationSpec};
use crate::walker::{AgentId, Comrade, Goal};

/// All formations, in order of id.
#[derive(Clone, Debug, Default)]
pub(in crate::world) struct Formations {
    kept: Vec<(FormationId, Formation)>,
    next_id: u32,
    /// Each member with its formation, in order of member: what follows from the others, for those
    /// who ask often.
    members: Vec<(AgentId, FormationId)>,
}

/// An agent that has left the world.
#[derive(Clone, Debug)]
pub(in crate::world) struct Gone {
    pub id: AgentId,
    /// Its goals from the one on that it had then, the last one at least: those who lead after it
    /// take them over.
    pub goals: Vec<Goal>,
}

impl Gone {
    pub fn of(agent: &Agent) -> Self {
        let mut goals = agent.goals.to_vec();
        let left = agent.memory.goal().min(goals.len().saturating_sub(1));
        goals.drain(..left);
        Self {
            id: agent.id,
            goals,
        }
    }
}

impl Formations {
    /// Formations as they were saved, in order of id.
    #[cfg(feature = "serde")]
    pub fn restored(kept: Vec<(FormationId, Formation)>, next_id: u32) -> Self {
        let mut restored = Self {
            kept,
            next_id,
            members: Vec::new(),
        };
        restored.index();
        restored
    }

    /// The id of the next one that comes.
    #[cfg(feature = "serde")]
    pub const fn next_id(&self) -> u32 {
        self.next_id
    }

    pub const fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }

    pub fn iter(&self) -> impl Iterator<Item = (FormationId, &Formation)> {
        self.kept.iter().map(|(id, formation)| (*id, formation))
    }

    pub fn get(&self, id: FormationId) -> Option<&Formation> {
        Some(&self.kept[self.place(id).ok()?].1)
    }

    /// Changes a formation, if it is there.
    pub fn change(&mut self, id: FormationId, change: impl FnOnce(&mut Formation)) {
        if let Ok(place) = self.place(id) {
            change(&mut self.kept[place].1);
            self.index();
        }
    }

    /// All, each to be changed.
    pub fn all_mut(&mut self) -> impl Iterator<Item = &mut Formation> {
        self.kept.iter_mut().map(|(_, formation)| formation)
    }

    /// The same, with their ids.
    pub fn all_with_ids_mut(&mut self) -> impl Iterator<Item = (FormationId, &mut Formation)> {
        let kept = self.kept.iter_mut();
        kept.map(|(id, formation)| (*id, formation))
    }

    pub fn insert(&mut self, spec: FormationSpec) -> FormationId {
        let id = FormationId(self.next_id);
        self.next_id += 1;
        self.kept.push((id, Formation::new(spec)));
        self.index();
        id
    }

    pub fn remove(&mut self, id: FormationId) -> Option<Formation> {
        let place = self.place(id).ok()?;
        let (_, formation) = self.kept.remove(place);
        self.index();
        Some(formation)
    }

    /// The formation that an agent is a member of.
    pub fn of_member(&self, id: AgentId) -> Option<FormationId> {
        let place = self
            .members
            .binary_search_by_key(&id, |(member, _)| *member);
        Some(self.members[place.ok()?].1)
    }

    /// What `other` is to `one` in the formation that both are in, if any.
    pub fn comrade(&self, one: AgentId, other: AgentId) -> Option<Comrade> {
        let (ours, theirs) = (self.of_member(one), self.of_member(other));
        let leads = |id: AgentId, formation: Option<FormationId>| {
            let formation = formation.and_then(|formation| self.get(formation));
            formation.is_some_and(|formation| formation.spec().anchor == Anchor::Leader(id))
        };
        if ours.is_some() && ours == theirs {
            Some(Comrade::Mate)
        } else if leads(other, ours) {
            Some(Comrade::Leader)
        } else if leads(one, theirs) {
            Some(Comrade::Follower)
        } else {
            None
        }
    }

    /// The share of its speed at which an agent walks: the least of those that its formations ask of
    /// their leader.
    pub fn speed_share(&self, id: AgentId) -> f32 {
        let led = (self.kept.iter())
            .filter(|(_, formation)| formation.spec().anchor.leader() == Some(id));
        led.map(|(_, formation)| formation.leader_share())
            .fold(1.0, f32::min)
    }

    /// Forgets where an agent has led others: it was put somewhere else.
    pub fn forget_trail_of(&mut self, leader: AgentId) {
        for formation in self.all_mut() {
            if formation.spec().anchor.leader() == Some(leader) {
                formation.forget_trail();
            }
        }
    }

    /// Takes those who have gone out, and puts others in the place of leaders. A formation without
    /// anybody to lead it ends.
    pub fn leave(&mut self, gone: &[Gone], agents: &mut Agents, time: f64) {
        for formation in self.all_mut() {
            for agent in gone {
                formation.leave(agent.id);
            }
        }
        for agent in gone {
            self.kept.retain_mut(|(_, formation)| {
                formation.spec().anchor != Anchor::Leader(agent.id)
                    || succeed(formation, agent, agents, time)
            });
        }
        self.index();
    }

    /// Lists all members anew.
    fn index(&mut self) {
        self.members.clear();
        for (id, formation) in &self.kept {
            let members = formation.spec().members.iter();
            self.members.extend(members.map(|member| (*member, *id)));
        }
        self.members.sort_unstable();
    }

    fn place(&self, id: FormationId) -> Result<usize, usize> {
        self.kept.binary_search_by_key(&id, |(id, _)| *id)
    }
}

/// Lets a member lead in the place of somebody who has gone, to its own goals or else to those of
/// who has gone. Says whether there was one.
fn succeed(formation: &mut Formation, gone: &Gone, agents: &mut Agents, time: f64) -> bool {
    let Some(id) = formation.successor() else {
        return false;
    };
    let mut place = Vec2::ZERO;
    if let Ok(seat) = agents.find(id) {
        let agent = &mut agents[seat];
        let own = agent.goals.to_vec();
        let goals = if own.is_empty() {
            gone.goals.clone()
        } else {
            own
        };
        agent.goals = goals.into();
        agent.memory.begin_goals(time);
        place = agent.body.position;
    }
    formation.follow(id, place);
    true
}
