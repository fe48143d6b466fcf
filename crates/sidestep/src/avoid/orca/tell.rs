//! The half-planes of a decision, told after it.

use super::{Orca, OrcaScratch};
use crate::avoid::{Decision, Surroundings, Wish};
use crate::explain::{MarkKind, MarkShape, Recorder};
use crate::motion::Body;

impl Orca {
    /// Tells the half-planes that led to `decision`, which [`decide`](Self::decide) made of the
    /// same body, wish and surroundings, and what it gave way to.
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
        let mut scratch = OrcaScratch::default();
        self.decide(body, wish, around, &mut scratch);
        let mut least = 0.0_f32;
        for (plane, source) in scratch.constraints() {
            let middle = body.position + plane.point;
            let half = plane.direction * body.limits.max_speed;
            let line = MarkShape::Line {
                from: middle - half,
                to: middle + half,
            };
            let clearance = plane.clearance(decision.velocity);
            least = least.min(clearance);
            recorder.mark(MarkKind::HalfPlane, line, || {
                format!("{source}: {clearance:.2} m/s inside what it allows")
            });
        }
        if !decision.feasible {
            let overstepped = -least;
            recorder.reason(|| {
                format!(
                    "no velocity avoids all: the chosen one oversteps the worst half-plane by {overstepped:.2} m/s"
                )
            });
        } else if let Some(threat) = decision.threat {
            recorder.reason(|| {
                format!("gives way to {threat}: the nearest velocity that all half-planes allow")
            });
        }
    }
}
