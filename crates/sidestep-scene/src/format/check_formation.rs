//! Whether formations fit together with the rest of a scene.

use super::agents::{AgentGroup, Control, OnArrival, Route};
use super::error::Misfit;
use super::formation::Formation;
use super::names::Name;
use super::scene::Scene;

/// Most members of a formation.
const MOST_MEMBERS: usize = 1000;

impl Scene {
    /// Checks that a formation fits together with itself and with the rest of the scene.
    pub(super) fn check_formation(&self, index: usize) -> Result<(), Misfit> {
        let formation = &self.formations[index];
        formation.check()?;
        let members = self.group_of_formation("members", &formation.members)?;
        let group = &self.agents[members];
        if let Some(leader) = &formation.leader {
            let leader = self.group_of_formation("leader", leader)?;
            if leader == members {
                return Err(Misfit::at(
                    "leader",
                    format!(
                        "the first agent of `{}` can't follow itself; put it into a group of its own \
                         and name that",
                        formation.members
                    ),
                ));
            }
            if self.follows(leader, members) {
                return Err(Misfit::at(
                    "leader",
                    format!(
                        "`{}` would follow those who follow it; let one of these formations keep to \
                         another leader or to a `place`",
                        formation.members
                    ),
                ));
            }
        }
        let before = self.formations[..index].iter();
        let other = before
            .enumerate()
            .find(|(_, other)| other.members == formation.members);
        if let Some((other, _)) = other {
            return Err(Misfit::at(
                "members",
                format!(
                    "the agents of `{}` are in formation {other} (counted from 0) already, and nobody \
                     can be in two; make two groups of them, or remove one formation",
                    formation.members
                ),
            ));
        }
        let count = group.size();
        if count > MOST_MEMBERS {
            return Err(Misfit::at(
                "members",
                format!(
                    "`{}` has {count} agents, and a formation at most {MOST_MEMBERS} members; make \
                     smaller groups of them",
                    formation.members
                ),
            ));
        }
        self.check_members(members)
    }

    /// Whether the first agent of group `one` follows, over any number of leaders, somebody of group
    /// `other`.
    fn follows(&self, one: usize, other: usize) -> bool {
        let mut now = one;
        for _ in 0..=self.formations.len() {
            let of_now =
                |formation: &&Formation| self.group_index(formation.members.as_str()) == Some(now);
            let leader = (self.formations.iter().find(of_now))
                .and_then(|formation| self.group_index(formation.leader.as_ref()?.as_str()));
            match leader {
                Some(leader) if leader == other => return true,
                Some(leader) => now = leader,
                None => return false,
            }
        }
        true
    }

    /// Whether the agents of a group can go where a formation sends them.
    fn check_members(&self, index: usize) -> Result<(), Misfit> {
        let group = &self.agents[index];
        let name = self.group_name(index);
        let refuse = |key: &str, why: &str| {
            Err(Misfit::at(
                "members",
                format!("the group `{name}` has `{key}`, and {why}"),
            ))
        };
        if group.control == Control::Driven {
            return refuse(
                "control = \"driven\"",
                "driven agents keep their velocity, whatever a formation says; remove one of both",
            );
        }
        if group.route == Route::Walkable {
            return refuse(
                "route = \"walkable\"",
                "members walk along the way of their leader; remove `route`",
            );
        }
        if matches!(group.on_arrival, OnArrival::Respawn | OnArrival::Redraw) {
            return refuse(
                "on_arrival",
                "members who stand in their slots don't start again; make it `stop`, `remove` or \
                 `continue`",
            );
        }
        if !goes_to_its_goal(group) {
            return Err(Misfit::at(
                "members",
                format!(
                    "no behaviour of the group `{name}` goes to its goal, as a slot is one; add \
                     `{{ kind = \"arrive\" }}` to its `behaviors`"
                ),
            ));
        }
        Ok(())
    }

    fn group_of_formation(&self, key: &'static str, name: &Name) -> Result<usize, Misfit> {
        let index = self.group_index(name.as_str());
        index.ok_or_else(|| self.unknown_group(key, name))
    }
}

/// Whether a behaviour of a group leads to the goal that an agent has.
fn goes_to_its_goal(group: &AgentGroup) -> bool {
    use super::behavior::BehaviorKind::{Arrive, Pursue, Seek};
    (group.behaviors.iter()).any(|behavior| {
        matches!(behavior.kind, Arrive | Seek | Pursue)
            && behavior.weight.get() > 0.0
            && behavior.point.is_none()
            && behavior.target.is_none()
            && behavior.agents.is_none()
    })
}
