//! Why the guard didn't let a force pass, told after the decision.

use super::{BrakingWay, Guard, comes_closer, way_at};
use crate::avoid::{Decision, Surroundings, Wish};
use crate::explain::{MarkKind, MarkShape, Recorder};
use crate::motion::Body;

impl Guard {
    /// Tells why `decision`, which [`decide`](Self::decide) made of the same body, wish and
    /// surroundings, isn't the force wished for: the braking way, and the lines that the force
    /// would have led over. Nothing if it is.
    pub fn tell(
        &self,
        body: &Body,
        wish: &Wish,
        around: &Surroundings<'_>,
        decision: &Decision,
        recorder: &mut impl Recorder,
    ) {
        let Some(threat) = decision.threat.filter(|_| recorder.listens()) else {
            return;
        };
        let braking = MarkShape::Line {
            from: body.position,
            to: BrakingWay::of(body, wish.dt).to,
        };
        recorder.mark(MarkKind::Braking, braking, || "braking distance".to_owned());
        let wanted = wish.force.clamp_length_max(body.limits.max_force);
        let velocity = body.velocity_after(wanted, wish.dt);
        let end = way_at(body, velocity, wish.dt).map_or(body.position, |(direction, reach)| {
            body.position + direction * reach
        });
        for line in around.lines.iter().filter(|line| !line.allows(end)) {
            let middle = body.position
                + line.normal * (line.limit - body.position.dot(line.normal) + body.radius);
            let half = line.normal.perp() * (2.0 * body.radius);
            let shape = MarkShape::Line {
                from: middle - half,
                to: middle + half,
            };
            recorder.mark(MarkKind::SeparatingLine, shape, || {
                format!("not over the line between it and agent {}", line.id)
            });
        }
        let comes = (around.obstacles.iter())
            .any(|obstacle| obstacle.name == threat && comes_closer(body, obstacle));
        if comes {
            recorder.reason(|| {
                if decision.feasible {
                    format!("{threat} would run into it: the nearest force that gets away is taken")
                } else if decision.force == wanted {
                    format!("no force gets away from {threat} at once: the wanted one is taken")
                } else {
                    format!("no force gets away from {threat}: the one under which it is pushed least is taken")
                }
            });
            return;
        }
        recorder.reason(|| {
            if decision.feasible {
                format!(
                    "the wanted force would leave no room to stop before {threat}: the nearest safe one is taken"
                )
            } else {
                format!("no force to the side is safe from {threat}: brakes")
            }
        });
    }
}
