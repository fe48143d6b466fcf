//! What look-ahead saw and why it turned, told after the decision.

use super::LookAhead;
use super::way::{Way, WaySearch};
use crate::avoid::{Decision, Obstacle, Surroundings, Wish};
use crate::explain::{MarkKind, MarkShape, Recorder};
use crate::geometry::Side;
use crate::motion::Body;

impl LookAhead {
    /// Tells what was looked at and why `decision`, which [`decide`](Self::decide) made of the same
    /// body, wish and surroundings, was taken: how far it looks, the threat, and the ways past it
    /// on both sides; of what moves, where it will be by then, and how it is evaded.
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
        let threat = (around.obstacles.iter())
            .find(|obstacle| obstacle.comes() && Some(obstacle.name) == decision.threat);
        match threat {
            Some(threat) => tell_evasion(body, threat, decision, recorder),
            None => self.tell_what_stands(body, wish, around, decision, recorder),
        }
    }

    /// Tells how what doesn't move is passed.
    fn tell_what_stands(
        &self,
        body: &Body,
        wish: &Wish,
        around: &Surroundings<'_>,
        decision: &Decision,
        recorder: &mut impl Recorder,
    ) {
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

/// Tells what comes, where it will be when it touches the body, and what the body does about it.
fn tell_evasion(
    body: &Body,
    threat: &Obstacle<'_>,
    decision: &Decision,
    recorder: &mut impl Recorder,
) {
    let (name, contact) = (threat.name, decision.contact);
    let coming = threat.velocity_near(body.position);
    let hull = threat.hull();
    let (from, to) = (hull.center(), hull.center() + coming * contact);
    recorder.mark(MarkKind::Ray, MarkShape::Line { from, to }, || {
        format!("{name} comes at {:.2} m/s", coming.length())
    });
    let circle = MarkShape::Circle {
        center: to,
        radius: hull.bounding_radius(),
    };
    recorder.mark(MarkKind::Threat, circle, || {
        format!("{name}: would run into it in {contact:.2} s, here")
    });
    let (from, to) = (body.position, body.position + decision.velocity);
    recorder.mark(MarkKind::Velocity, MarkShape::Line { from, to }, || {
        format!("evades: {:.2} m/s", decision.velocity.length())
    });
    recorder.reason(|| {
        if contact <= 0.0 {
            format!("{name} pushes it: gets out of its way as fast as it can")
        } else if decision.feasible {
            format!("{name} comes, contact in {contact:.1} s: passes where it won't be")
        } else {
            format!("{name} comes, contact in {contact:.1} s: gets out of its way as far as it can")
        }
    });
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
