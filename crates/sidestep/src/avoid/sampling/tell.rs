//! What the choice among velocities looked at, told after the decision.

use glam::Vec2;

use super::{SamplingScratch, VelocitySampling};
use crate::avoid::{Company, Decision, SharedNeighbor, Surroundings, Wish};
use crate::explain::{MarkKind, MarkShape, Recorder};
use crate::motion::Body;

impl VelocitySampling {
    /// Tells whom the wish runs into, and what `decision`, which [`decide`](Self::decide) made of
    /// the same body, wish and surroundings, takes instead.
    pub fn tell(
        &self,
        body: &Body,
        wish: &Wish,
        around: &Surroundings<'_>,
        decision: &Decision,
        recorder: &mut impl Recorder,
    ) {
        if !recorder.listens() {
            return;
        }
        let (mut company, mut scratch) = (Company::default(), SamplingScratch::default());
        company.fill(around.neighbors);
        let among = (&company, around.obstacles);
        let Some(choice) = self.choose(body, wish, among, &mut scratch) else {
            return;
        };
        for (place, index) in scratch.meetings.neighbors().enumerate() {
            let SharedNeighbor {
                neighbor, share, ..
            } = around.neighbors[index];
            let meeting = scratch.meetings.get(place);
            if scratch.wished.get(place).sum() < 0.01 * body.limits.max_speed {
                continue;
            }
            let circle = MarkShape::Circle {
                center: neighbor.position,
                radius: neighbor.radius,
            };
            recorder.mark(MarkKind::Threat, circle, || {
                let ours = share * 100.0;
                match meeting.contact(wish.velocity) {
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
        let mut velocity = |velocity: Vec2, label: &str| {
            let line = MarkShape::Line {
                from: body.position,
                to: body.position + velocity,
            };
            recorder.mark(MarkKind::Velocity, line, || {
                format!("{label}: {:.2} m/s", velocity.length())
            });
        };
        let side = self.side();
        velocity(
            choice.preferred,
            &format!("preferred, turned to the {side}"),
        );
        velocity(decision.velocity, "chosen");
        recorder.reason(|| {
            let least = format!(
                "of all velocities this one costs least ({:.2} m/s)",
                choice.cost
            );
            match decision.threat {
                Some(threat) => {
                    let time = decision.contact;
                    format!("dodges {threat}, contact in {time:.1} s: {least}")
                }
                None => format!("passes others at some distance: {least}"),
            }
        });
    }
}
