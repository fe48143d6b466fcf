//! Groups that keep together.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::agents::{AgentGroup, Control, OnArrival, Route};
use super::error::Misfit;
use super::names::Name;
use super::number::{Angle, Columns, Distance, Fraction, Length};
use super::scene::Scene;
use super::shape::Point;

/// Most members of a formation.
const MOST_MEMBERS: usize = 1000;

/// A group of agents that keeps together, behind a leader or at a place.
///
/// Needs exactly one of `leader` and `place`. The members go to their slots as to a goal; goals of
/// their own are put aside until they lead themselves, as when their leader has left the world.
/// Give them a larger speed than their leader's, so that those who fall behind catch up.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Formation {
    /// Name of the group whose agents are its members, at most 1000.
    pub members: Name,
    /// Name of the group whose first agent leads. It goes where it wants to, and its members make
    /// way for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leader: Option<Name>,
    /// Without a leader: where the front of the formation or the middle of its ring is (m).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<Point>,
    /// With `place`: where the formation faces (rad, counter-clockwise from the right). A queue
    /// stretches the other way. When absent, to the right.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heading: Option<Angle>,
    /// How the slots lie to each other.
    pub pattern: FormationPattern,
    /// Number of columns of the pattern `abreast`; the others don't care.
    #[serde(default = "usual_columns")]
    pub columns: Columns,
    /// Radius of the pattern `ring` (m); the others don't care. It is larger where that many members
    /// need more room to keep their spacing.
    #[serde(default = "least_radius")]
    pub radius: Distance,
    /// Distance of neighbouring slots, from centre to centre (m). Where bodies are too wide for it,
    /// slots are as far apart as the two widest of them with a tenth to spare.
    #[serde(default = "usual_spacing")]
    pub spacing: Distance,
    /// How far from its slot a member may be without minding: this share of the distance that a heap
    /// of them all is wide (`spacing` times the root of their number). 0: it keeps its slot. 1: it
    /// only stays with the others.
    #[serde(default = "no_looseness")]
    pub looseness: Fraction,
    /// How far one of the members may lag behind its slot (m) before the leader slows down for it; at
    /// twice that it all but stands, for as long as it takes. When absent, it waits for nobody.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub waits_from: Option<Length>,
}

fn usual_columns() -> Columns {
    Columns::clamped(2)
}

fn least_radius() -> Distance {
    Distance::clamped(0.0)
}

fn usual_spacing() -> Distance {
    Distance::clamped(1.0)
}

fn no_looseness() -> Fraction {
    Fraction::clamped(0.0)
}

/// How the slots of a formation lie to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FormationPattern {
    /// Rank behind rank, the leader in the middle of the first. Ranks are narrower where walls leave
    /// no room for all `columns`.
    Abreast,
    /// One behind the other.
    File,
    /// Two arms that open backwards at a right angle, the leader at the tip. A file where walls
    /// leave no room for both arms.
    Wedge,
    /// Evenly around the leader or the place, at `radius` or further out. The ring doesn't turn with
    /// the leader.
    Ring,
    /// One behind the other, in the order in which they stood nearest to the front. That order
    /// stays: all behind somebody who leaves move up.
    Queue,
}

impl Formation {
    /// Checks that its own keys fit together.
    fn check(&self) -> Result<(), Misfit> {
        match (&self.leader, &self.place) {
            (Some(_), Some(_)) => Err(Misfit::at(
                "place",
                "a formation keeps to a `leader` or to a `place`; remove one of both",
            )),
            (None, None) => Err(Misfit::whole(
                "what does this formation keep to? add `leader = \"…\"`, the name of a group, or \
                     `place = [x, y]`",
            )),
            (None, Some(_)) if self.waits_from.is_some() => Err(Misfit::at(
                "waits_from",
                "a place waits for nobody; remove `waits_from`, or name a `leader`",
            )),
            (Some(_), None) if self.heading.is_some() => Err(Misfit::at(
                "heading",
                "a formation faces where its `leader` goes; remove `heading`",
            )),
            _ => Ok(()),
        }
    }
}

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
