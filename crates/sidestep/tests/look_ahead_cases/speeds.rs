use sidestep::Vec2;

use crate::common::{CircleScene, walker};

#[test]
fn the_fastest_jumps_over_no_obstacle_without_help_from_contacts() {
    // One step is so many diameters of the obstacle.
    for diameters in [0.5, 1.0, 2.0, 5.0] {
        for dt in [1.0 / 60.0, 1.0 / 15.0, 0.1] {
            for beside in [0.0, 0.1, -0.35, 0.7] {
                let speed = diameters / dt;
                let length = 2.0 * speed;
                let circles = [0.4, 0.5, 0.55, 0.7, 0.9]
                    .into_iter()
                    .zip([0.0, 0.4, -0.8, 0.2, -0.1])
                    .map(|(share, y)| (Vec2::new(share * length, y), 0.5))
                    .collect();
                let start = Vec2::new(0.0, beside);
                let scene = CircleScene {
                    circles,
                    agents: vec![walker(start, Vec2::new(length, beside), 0.4, speed)],
                    settle: false,
                };
                let outcome = scene.run(dt, 60.0);
                let case = format!("{diameters} diameters a step, dt {dt}, beside {beside}");
                assert_eq!(outcome.deepest_overlap, 0.0, "{case}");
                assert_eq!(outcome.arrived, 1, "{case}");
            }
        }
    }
}

#[test]
fn slow_ones_arrive_too() {
    for speed in [0.01, 0.05, 0.2] {
        let scene = CircleScene {
            circles: vec![(Vec2::new(1.5, 0.1), 0.5)],
            agents: vec![walker(Vec2::ZERO, Vec2::new(3.0, 0.0), 0.4, speed)],
            settle: false,
        };
        let outcome = scene.run(0.1, f64::from(6.0 / speed));
        assert_eq!(outcome.deepest_overlap, 0.0, "{speed}");
        assert_eq!(outcome.arrived, 1, "{speed}");
    }
}
