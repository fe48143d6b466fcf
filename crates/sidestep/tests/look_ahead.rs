//! The default look-ahead keeps its promises: with contacts switched off, at any speed and time
//! step.

mod common;

use common::{CircleScene, forest, walker};
use sidestep::Vec2;

const STEPS: [f32; 4] = [1.0 / 120.0, 1.0 / 60.0, 1.0 / 30.0, 1.0 / 15.0];

fn crossing(count: usize, size: Vec2, radius: f32, speed: f32) -> Vec<sidestep::world::AgentSpec> {
    (0..count)
        .map(|index| {
            let y = size.y * (index as f32 + 0.5) / count as f32;
            walker(
                Vec2::new(-3.0, y),
                Vec2::new(size.x + 3.0, y),
                radius,
                speed,
            )
        })
        .collect()
}

#[test]
fn a_forest_is_crossed_without_touching_a_tree() {
    let size = Vec2::new(80.0, 80.0);
    let mut means = Vec::new();
    for dt in STEPS {
        let scene = CircleScene {
            circles: forest(1, 300, size, 1.0),
            agents: crossing(60, size, 0.4, 6.0),
            settle: false,
        };
        let outcome = scene.run(dt, 120.0);
        eprintln!(
            "dt {dt:.4}: {} of {}, overlap {}, mean {:.2}, last {:.2}",
            outcome.arrived,
            outcome.agents,
            outcome.deepest_overlap,
            outcome.mean_travel,
            outcome.last_arrival
        );
        means.push(outcome.mean_travel);
        assert_eq!(outcome.arrived, outcome.agents, "dt {dt}");
        assert_eq!(outcome.deepest_overlap, 0.0, "dt {dt}");
    }
    assert_within(&means, 0.03);
}

#[test]
fn every_speed_passes_a_row_of_obstacles() {
    for speed in [0.1, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0] {
        let mut times = Vec::new();
        for dt in STEPS {
            let length = (speed * 6.0f32).max(4.0);
            let spacing = (length / 6.0).max(3.0);
            let scene = CircleScene {
                circles: (1..6)
                    .map(|index| {
                        let side = if index % 2 == 0 { 0.2 } else { -0.1 };
                        (Vec2::new(index as f32 * spacing, side), 0.8)
                    })
                    .collect(),
                agents: vec![walker(
                    Vec2::ZERO,
                    Vec2::new(6.0 * spacing, 0.0),
                    0.4,
                    speed,
                )],
                settle: false,
            };
            let outcome = scene.run(dt, 400.0);
            eprintln!(
                "speed {speed} dt {dt:.4}: {} overlap {} time {:.3}",
                outcome.arrived, outcome.deepest_overlap, outcome.last_arrival
            );
            assert_eq!(outcome.arrived, 1, "speed {speed} dt {dt}");
            assert_eq!(outcome.deepest_overlap, 0.0, "speed {speed} dt {dt}");
            times.push(outcome.last_arrival);
        }
        assert_within(&times, 0.03);
    }
}

fn assert_within(values: &[f64], share: f64) {
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let most = values.iter().copied().fold(0.0, f64::max);
    assert!(
        most <= least * (1.0 + share),
        "differ by more than {share}: {values:?}"
    );
}
