//! What is told to whoever asks why.

use sidestep::explain::{Explanation, MarkKind, MarkShape};

use super::{Method, Place, at, grid, line, methods, rectangle, tangents};
use crate::common::circle;

fn explain(method: Method, place: &Place) -> Explanation {
    method.explain(&place.barriers(), at(0.0, 0.0), at(10.0, 0.0))
}

fn count(explanation: &Explanation, kind: MarkKind) -> usize {
    let marks = explanation.marks.iter();
    marks.filter(|mark| mark.kind == kind).count()
}

#[test]
fn cluster_ways_sub_goal_and_reason_are_told() {
    let shapes = [
        circle(at(5.0, 0.4), 0.6),
        rectangle(at(5.0, -0.8), at(1.0, 1.0), 0.3),
    ];
    let place = Place::new(&shapes, &[]);
    for method in methods() {
        let explanation = explain(method, &place);
        assert_eq!(count(&explanation, MarkKind::Cluster), 2, "{explanation:?}");
        assert_eq!(count(&explanation, MarkKind::SubGoal), 1);
        assert_eq!(count(&explanation, MarkKind::Terminator), 0);
        assert!(
            explanation
                .reasons
                .iter()
                .any(|reason| reason.contains("is met"))
        );
    }
    assert_eq!(count(&explain(tangents(), &place), MarkKind::Way), 2);
    assert_eq!(count(&explain(grid(), &place), MarkKind::Way), 0);
    for method in methods() {
        assert_eq!(count(&explain(method, &place), MarkKind::ChosenWay), 1);
    }
}

#[test]
fn the_outline_of_a_member_is_as_far_from_it_as_the_body() {
    let box_shape = rectangle(at(5.0, 0.0), at(1.0, 1.0), 0.3);
    let place = Place::new(std::slice::from_ref(&box_shape), &[]);
    let explanation = explain(tangents(), &place);
    let mark = explanation
        .marks
        .iter()
        .find(|mark| mark.kind == MarkKind::Cluster);
    let Some(MarkShape::Polyline { points }) = mark.map(|mark| &mark.shape) else {
        panic!("{mark:?}");
    };
    assert_eq!(points.first(), points.last());
    for point in points {
        let distance = place.barriers()[0].hull().surface(*point).distance;
        assert!((distance - 0.306).abs() < 1e-4, "{distance}");
    }
}

#[test]
fn terminators_are_shown_where_wall_and_cluster_are_nearest() {
    let place = Place::new(
        &[rectangle(at(5.0, 0.5), at(1.0, 2.0), 0.0)],
        &[line(at(-5.0, 1.8), at(15.0, 1.8))],
    );
    let explanation = explain(tangents(), &place);
    let mut terminators = explanation
        .marks
        .iter()
        .filter(|mark| mark.kind == MarkKind::Terminator);
    let terminator = terminators.next().expect("a terminator");
    assert!(terminators.next().is_none());
    let MarkShape::Point { at: place } = terminator.shape else {
        panic!("{terminator:?}");
    };
    assert!((place.y - 1.65).abs() < 1e-4, "{place}");
    assert!((4.5..=5.5).contains(&place.x), "{place}");
    assert!(terminator.label.contains("left"));
    let closed = explanation
        .marks
        .iter()
        .filter(|mark| mark.label.contains("closed"));
    assert_eq!(closed.count(), 2);
}
