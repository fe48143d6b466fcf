//! What a decision tells the recorder.

use super::*;
use sidestep::avoid::{Memory, Method, Surroundings, Wish};
use sidestep::explain::{Explanation, MarkKind, MarkShape};
use sidestep_study::walls::Whiskers;

#[test]
fn every_ray_and_every_hit_is_marked() {
    let shapes = [wall(Vec2::new(1.0, -3.0), Vec2::new(1.0, 0.2), 0.1)];
    let body = moving(Vec2::ZERO, Vec2::new(1.5, 0.1));
    for (name, avoidance) in methods() {
        let Some(mut avoidance) = avoidance else {
            continue;
        };
        avoidance.whiskers = Whiskers {
            count: 5,
            length: 2.0,
            ..avoidance.whiskers
        };
        let obstacles = obstacles(&shapes);
        let (wish, around) = (
            Wish::to_go(body.velocity, DT),
            Surroundings::obstacles(&obstacles),
        );
        let decision = avoidance.decide(&body, &wish, &around, &mut Memory::default());
        assert_eq!(decision, avoidance.push(&body, &obstacles), "{name}");
        let mut explanation = Explanation::default();
        avoidance.tell(&body, &wish, &around, &decision, &mut explanation);
        let count = |kind| {
            explanation
                .marks
                .iter()
                .filter(|mark| mark.kind == kind)
                .count()
        };
        let hits = (0..5)
            .filter(|whisker| {
                avoidance
                    .whiskers
                    .cast(&body, *whisker, &obstacles)
                    .is_some()
            })
            .count();
        assert!(0 < hits && hits < 5);
        assert_eq!(count(MarkKind::Ray), 5);
        assert_eq!(count(MarkKind::Threat), hits);
        let aims = usize::from(matches!(avoidance.method, WallMethod::HitNormal { .. }));
        assert_eq!(count(MarkKind::Aim), aims);
        assert_eq!(explanation.reasons.len(), 1);
        for mark in &explanation.marks {
            if let MarkShape::Line { from, .. } = mark.shape {
                assert_eq!(from, body.position);
            }
        }
    }
}
