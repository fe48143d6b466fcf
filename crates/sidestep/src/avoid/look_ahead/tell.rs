//! What look-ahead saw and why it turned, told after the decision.

use super::LookAhead;
use super::way::{Way, WaySearch};
use crate::avoid::{Decision, Surroundings, Wish};
use crate::explain::{MarkKind, MarkShape, Recorder};
use crate::geometry::Side;
use crate::motion::Body;

impl LookAhead {
    /// Tells what was looked at and why `decision`, which [`decide`](Self::decide) made of the same
    /// body, wish and surroundings, was taken: how far it looks, the threat, and the ways past it
    /// on both sides.
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
        let from = body.position;
        if let Some(exit) = self.way_out(body, around.obstacles) {
            let to = exit.place;
            recorder.mark(MarkKind::Tangent, MarkShape::Line { from, to }, || {
                "nearest way out".to_owned()
            });
            recorder.reason(|| format!("inside {}: comes out by the nearest way", exit.from));
            return;
        }
        let Some(search) = WaySearch::new(self, body, wish, around.obstacles) else {
            return;
        };
        let (wanted, reach) = (search.wanted, search.reach);
        let to = from + wanted * reach;
        recorder.mark(MarkKind::Ray, MarkShape::Line { from, to }, || {
            format!("looks {reach:.2} m ahead")
        });
        let Some((threat, _)) = search.first_contact(wanted, reach, None) else {
            recorder.reason(|| format!("nothing in the way for {reach:.1} m"));
            return;
        };
        let obstacle = &around.obstacles[threat];
        let hull = obstacle.hull();
        let circle = MarkShape::Circle {
            center: hull.center(),
            radius: hull.bounding_radius(),
        };
        recorder.mark(MarkKind::Threat, circle, || {
            format!("{}: contact in {:.2} s", obstacle.name, decision.contact)
        });
        let ways = [Side::Left, Side::Right].map(|side| (side, search.way_past(threat, side)));
        for (side, way) in ways {
            let Some(way) = way else {
                continue;
            };
            let to = from + way.direction * reach.min(10.0 * body.radius);
            recorder.mark(MarkKind::Tangent, MarkShape::Line { from, to }, || {
                format!("way past on the {side}: {:.1} m", way.length)
            });
        }
        recorder.reason(|| why(ways.map(|(_, way)| way), decision));
    }
}

/// Why the side was taken, of the ways past on the left and on the right.
fn why(ways: [Option<Way>; 2], decision: &Decision) -> String {
    match (ways, decision.side) {
        ([Some(left), Some(right)], Some(side)) => {
            let which = if decision.kept {
                "keeps to the"
            } else {
                "passes on the"
            };
            let (left, right) = (left.length, right.length);
            format!("{which} {side}: {left:.1} m left, {right:.1} m right")
        }
        ([None, None], _) | (_, None) => "no way on either side: stops".to_owned(),
        (_, Some(side)) => {
            let other = side.opposite();
            format!("passes on the {side}: the {other} is closed")
        }
    }
}
