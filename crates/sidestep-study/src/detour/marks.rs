//! How the methods that go from corner to corner show what they looked at.

use std::f32::consts::TAU;

use glam::Vec2;
use sidestep::avoid::Blocker;
use sidestep::avoid::detour::Barrier;
use sidestep::explain::{Explanation, MarkKind, MarkShape, Recorder};
use sidestep::geometry::Shape;

/// Corners of an outline that is drawn round.
const CORNERS: u16 = 32;

/// The name of a cluster, the lowest of its members; `members` is filled with all, in order.
pub(super) fn name_cluster(
    barriers: &[Barrier<'_>],
    one: &Barrier<'_>,
    members: &mut Vec<Blocker>,
) -> Blocker {
    members.clear();
    members.extend(cluster(barriers, one).map(|barrier| barrier.blocker));
    members.sort_unstable();
    members.dedup();
    members.first().copied().unwrap_or(one.blocker)
}

/// The barriers of the cluster that one belongs to.
pub(super) fn cluster<'a, 'b>(
    barriers: &'b [Barrier<'a>],
    one: &Barrier<'_>,
) -> impl Iterator<Item = &'b Barrier<'a>> + use<'a, 'b> {
    let (temporary, number) = (one.is_temporary(), one.cluster);
    barriers
        .iter()
        .filter(move |barrier| barrier.is_temporary() == temporary && barrier.cluster == number)
}

/// Draws the members of a cluster, each grown by `distance` metres.
pub(super) fn mark_cluster(
    barriers: &[Barrier<'_>],
    one: &Barrier<'_>,
    distance: f32,
    explanation: &mut Explanation,
) {
    for member in cluster(barriers, one) {
        let outline = outline(member, distance);
        explanation.mark(MarkKind::Cluster, outline, || member.blocker.to_string());
    }
}

/// Draws a way through some places, of one of the kinds for ways.
pub(super) fn mark_way(
    kind: MarkKind,
    places: &[Vec2],
    label: String,
    explanation: &mut Explanation,
) {
    let points = places.to_vec();
    explanation.mark(kind, MarkShape::Polyline { points }, || label);
}

fn outline(barrier: &Barrier<'_>, distance: f32) -> MarkShape {
    if let Shape::Circle(circle) = barrier.shape {
        return MarkShape::Circle {
            center: circle.center() + barrier.offset,
            radius: circle.radius() + distance,
        };
    }
    let ends;
    let (corners, rounding) = match barrier.shape {
        Shape::Polygon(polygon) => (polygon.vertices(), 0.0),
        Shape::Segment(segment) => {
            ends = [segment.start(), segment.end()];
            (&ends[..], 0.0)
        }
        Shape::Capsule(capsule) => {
            ends = [capsule.segment().start(), capsule.segment().end()];
            (&ends[..], capsule.radius())
        }
        Shape::Circle(_) => (&[][..], 0.0),
    };
    let points = (0..=CORNERS).map(|step| {
        let angle = f32::from(step % CORNERS) * TAU / f32::from(CORNERS);
        let direction = Vec2::new(libm::cosf(angle), libm::sinf(angle));
        let furthest = corners
            .iter()
            .copied()
            .max_by(|a, b| a.dot(direction).total_cmp(&b.dot(direction)));
        furthest.unwrap_or_default() + barrier.offset + direction * (rounding + distance)
    });
    MarkShape::Polyline {
        points: points.collect(),
    }
}
