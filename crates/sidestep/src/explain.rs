//! What a decision looked at and chose, as plain data: nothing here draws.
//!
//! Each behaviour and each avoidance method takes a [`Recorder`] and tells it what it saw. The unit
//! type `()` is the recorder that forgets everything; the compiler removes it.

use glam::Vec2;

/// Everything that one agent considered in one step.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Explanation {
    /// Steering forces in the order in which they were blended.
    pub forces: Vec<ForceShare>,
    /// The force that was applied (N).
    pub total: Vec2,
    /// What was looked at: probes, rays, tangents, threats.
    pub marks: Vec<Mark>,
    /// Why, in words, one reason a line.
    pub reasons: Vec<String>,
}

/// A behaviour's force and how much of it the blend let through.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ForceShare {
    /// Name of the behaviour, such as `seek` or `look_ahead`.
    pub name: String,
    /// Weight in the blend, 0 or more.
    pub weight: f32,
    /// The force that the behaviour asked for (N).
    pub wanted: Vec2,
    /// The force that the blend gave it (N).
    pub given: Vec2,
}

/// Something that a decision looked at, for drawing.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Mark {
    /// What it is.
    pub kind: MarkKind,
    /// Where it is.
    pub shape: MarkShape,
    /// A few words for people, such as "contact in 0.8 s".
    pub label: String,
}

/// What a [`Mark`] shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum MarkKind {
    /// A point that is tested against obstacles.
    Probe,
    /// A ray, or a disc swept along a line.
    Ray,
    /// The obstacle or agent that the decision reacted to.
    Threat,
    /// A direction or line that touches an obstacle.
    Tangent,
    /// Where a behaviour steers to.
    Aim,
    /// The way that braking needs.
    Braking,
    /// A velocity, drawn from the agent's centre with 1 m for 1 m/s.
    Velocity,
    /// The line between two agents that neither crosses.
    SeparatingLine,
    /// The boundary of the velocities that are allowed, drawn from the agent's centre with 1 m for
    /// 1 m/s; the allowed side is on the left of the line.
    HalfPlane,
    /// The outline of a cluster of temporary obstacles, grown by the agent's radius, as far as no
    /// wall hides it.
    Cluster,
    /// A way round a cluster that was looked at and not taken; the label says its side and length.
    Way,
    /// The way round a cluster that was taken; the label says its side and length.
    ChosenWay,
    /// Where a wall ends the way round a cluster.
    Terminator,
    /// Where a detour goes straight now.
    SubGoal,
    /// A path through walkable space, from corner to corner.
    Path,
}

/// Where a [`Mark`] is.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(tag = "shape", rename_all = "kebab-case"))]
pub enum MarkShape {
    /// A point (m).
    Point {
        /// The point.
        at: Vec2,
    },
    /// A line from one point to another (m).
    Line {
        /// Start.
        from: Vec2,
        /// End.
        to: Vec2,
    },
    /// A circle (m).
    Circle {
        /// Centre.
        center: Vec2,
        /// Radius.
        radius: f32,
    },
    /// A line through several points (m).
    Polyline {
        /// The points, in order.
        points: Vec<Vec2>,
    },
}

/// Hears what a decision looks at. Every method does nothing unless overridden, and labels are made
/// by closures that only a real recorder calls.
pub trait Recorder {
    /// A force that a behaviour asks for, with its weight and what the blend gave it.
    fn force(&mut self, name: &str, weight: f32, wanted: Vec2, given: Vec2) {
        let _ = (name, weight, wanted, given);
    }
    /// Something that was looked at.
    fn mark(&mut self, kind: MarkKind, shape: MarkShape, label: impl FnOnce() -> String) {
        let _ = (kind, shape, label);
    }
    /// Why something was chosen.
    fn reason(&mut self, reason: impl FnOnce() -> String) {
        let _ = reason;
    }
    /// Whether anybody listens: what is looked at only to be told needn't be looked at if not.
    fn listens(&self) -> bool {
        false
    }
}

impl Recorder for () {}

impl Explanation {
    /// Tells all of it to a recorder once more.
    pub fn retell(self, recorder: &mut impl Recorder) {
        for share in self.forces {
            recorder.force(&share.name, share.weight, share.wanted, share.given);
        }
        for mark in self.marks {
            recorder.mark(mark.kind, mark.shape, || mark.label);
        }
        for reason in self.reasons {
            recorder.reason(|| reason);
        }
    }
}

impl Recorder for Explanation {
    fn listens(&self) -> bool {
        true
    }

    fn force(&mut self, name: &str, weight: f32, wanted: Vec2, given: Vec2) {
        self.forces.push(ForceShare {
            name: name.to_owned(),
            weight,
            wanted,
            given,
        });
    }

    fn mark(&mut self, kind: MarkKind, shape: MarkShape, label: impl FnOnce() -> String) {
        self.marks.push(Mark {
            kind,
            shape,
            label: label(),
        });
    }

    fn reason(&mut self, reason: impl FnOnce() -> String) {
        self.reasons.push(reason());
    }
}
