//! Groups that keep together.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::error::Misfit;
use super::names::Name;
use super::number::{Angle, Columns, Distance, Fraction, Length};
use super::shape::Point;

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
    /// twice that it all but stands. Who gets no nearer to its slot for 20 s isn't waited for until
    /// it has caught up with where it was then. When absent, it waits for nobody.
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
    pub(super) fn check(&self) -> Result<(), Misfit> {
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
