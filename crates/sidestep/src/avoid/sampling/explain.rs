//! What the choice among velocities looked at.

use glam::Vec2;

use super::cost::Meeting;
use crate::avoid::SharedNeighbor;
use crate::explain::{MarkKind, MarkShape, Recorder};
use crate::motion::Body;

/// A choice and what led to it.
pub(super) struct Decision<'a> {
    pub body: &'a Body,
    pub neighbors: &'a [SharedNeighbor],
    pub meetings: &'a [(usize, Meeting)],
    /// What it would like (m/s).
    pub wish: Vec2,
    /// The same, turned to the right (m/s).
    pub preferred: Vec2,
    /// What was chosen (m/s), and what that costs (m/s).
    pub velocity: Vec2,
    pub cost: f32,
    /// Who would be touched first at the wish, and when (s).
    pub threat: Option<(u64, f32)>,
}

/// Tells whom the wish runs into, and what was chosen instead.
pub(super) fn explain(decision: &Decision<'_>, recorder: &mut impl Recorder) {
    for (index, meeting) in decision.meetings {
        let SharedNeighbor {
            neighbor, share, ..
        } = decision.neighbors[*index];
        let cost = meeting.cost(decision.wish.x, decision.wish.y);
        if cost.contact + cost.passing < 0.01 * decision.body.limits.max_speed {
            continue;
        }
        let circle = MarkShape::Circle {
            center: neighbor.position,
            radius: neighbor.radius,
        };
        recorder.mark(MarkKind::Threat, circle, || {
            let ours = share * 100.0;
            match meeting.contact(decision.wish) {
                Some(time) => format!(
                    "agent {}: contact in {time:.1} s, our share {ours:.0} %",
                    neighbor.id
                ),
                None => format!(
                    "agent {}: passes closely, our share {ours:.0} %",
                    neighbor.id
                ),
            }
        });
    }
    let position = decision.body.position;
    let mut velocity = |velocity: Vec2, label: &str| {
        let line = MarkShape::Line {
            from: position,
            to: position + velocity,
        };
        recorder.mark(MarkKind::Velocity, line, || {
            format!("{label}: {:.2} m/s", velocity.length())
        });
    };
    velocity(decision.preferred, "preferred, turned to the right");
    velocity(decision.velocity, "chosen");
    recorder.reason(|| match decision.threat {
        Some((id, time)) => format!(
            "dodges agent {id}, contact in {time:.1} s: of all velocities this one costs least ({:.2} m/s)",
            decision.cost
        ),
        None => format!(
            "passes others at some distance: of all velocities this one costs least ({:.2} m/s)",
            decision.cost
        ),
    });
}
