//! A made-up run for tests: agents cross a field of discs on sine curves, and claim made-up
//! reasons.

use glam::Vec2;
use sidestep::explain::{Explanation, ForceShare, Mark, MarkKind, MarkShape};
use sidestep_scene::recording::{
    AgentFrame, AgentSetting, Frame, GoalSetting, ObstacleSetting, Outline, Setting, WorldBounds,
};

/// A setting and all its frames.
pub struct Run {
    pub setting: Setting,
    pub frames: Vec<Frame>,
}

const DT: f64 = 1.0 / 30.0;

/// `agents` agents in two groups over `steps` steps (and the frame before them).
pub fn run(agents: usize, steps: usize) -> Run {
    let setting = setting(agents);
    let frames = (0..=steps).map(|step| frame(&setting, step)).collect();
    Run { setting, frames }
}

fn start(index: usize) -> Vec2 {
    let row = (index * 37 % 199) as f32 / 199.0;
    let side = if index.is_multiple_of(2) { -1.0 } else { 1.0 };
    Vec2::new(
        side * (26.0 + (index * 13 % 7) as f32 * 0.5),
        row * 28.0 - 14.0,
    )
}

fn setting(agents: usize) -> Setting {
    let mut obstacles: Vec<ObstacleSetting> = (0..24)
        .map(|index| ObstacleSetting {
            outline: Outline::Circle {
                center: Vec2::new(
                    (index % 8) as f32 * 5.5 - 19.0 + (index / 8) as f32,
                    (index / 8) as f32 * 8.0 - 9.0 + (index % 3) as f32,
                ),
                radius: 0.5 + (index * 7 % 5) as f32 * 0.22,
            },
            temporary: false,
            heights: None,
        })
        .collect();
    obstacles.push(ObstacleSetting {
        outline: Outline::Polygon {
            points: vec![
                Vec2::new(-3.0, 11.5),
                Vec2::new(1.0, 11.0),
                Vec2::new(2.0, 13.0),
                Vec2::new(-2.0, 14.0),
            ],
        },
        temporary: false,
        heights: None,
    });
    obstacles.push(ObstacleSetting {
        outline: Outline::Polygon {
            points: vec![
                Vec2::new(5.0, -14.0),
                Vec2::new(7.5, -14.0),
                Vec2::new(7.5, -11.5),
                Vec2::new(5.0, -11.5),
            ],
        },
        temporary: true,
        heights: None,
    });
    Setting {
        scene: "synthetic".to_owned(),
        title: "Two crowds cross a field of pillars".to_owned(),
        method: "made-up".to_owned(),
        seed: 7,
        dt: DT,
        bounds: WorldBounds::Walled {
            min: Vec2::new(-30.0, -16.0),
            max: Vec2::new(30.0, 16.0),
        },
        walls: vec![
            [Vec2::new(-12.0, -16.0), Vec2::new(-12.0, -11.0)].into(),
            [Vec2::new(-12.0, -11.0), Vec2::new(-6.0, -11.0)].into(),
        ],
        obstacles,
        agents: (0..agents)
            .map(|index| AgentSetting {
                id: index as u64 * 3 + 1,
                group: index % 2,
                radius: 0.3,
                mass: 70.0,
                max_speed: 1.8,
                start: start(index),
                goals: vec![if index % 9 == 4 {
                    GoalSetting::Target {
                        target: 0,
                        radius: 1.0,
                    }
                } else {
                    GoalSetting::Point {
                        point: start(index) * Vec2::new(-1.0, 1.0),
                        radius: 0.5,
                    }
                }],
                goal_heights: Vec::new(),
            })
            .collect(),
        groups: vec!["walkers".to_owned(), "runners".to_owned()],
        targets: vec!["beacon".to_owned()],
        level: None,
    }
}

fn position(index: usize, time: f32) -> Vec2 {
    let from = start(index);
    let pace = 0.8 + (index * 11 % 10) as f32 * 0.09;
    let phase = index as f32 * 0.7;
    let walked = (time * pace + 0.35 * (time * 0.8 + phase).sin() - 0.35 * phase.sin())
        .clamp(0.0, 2.0 * from.x.abs());
    let swing = 0.9 * ((walked * 0.35 + phase).sin() - phase.sin());
    Vec2::new(from.x - from.x.signum() * walked, from.y + swing)
}

fn frame(setting: &Setting, step: usize) -> Frame {
    let time = step as f64 * DT;
    let seconds = time as f32;
    Frame {
        step: step as u64,
        time,
        agents: (0..setting.agents.len())
            .map(|index| {
                let velocity = (position(index, seconds + 0.01) - position(index, seconds)) / 0.01;
                AgentFrame {
                    position: position(index, seconds),
                    velocity,
                    present: !(index % 17 == 5 && seconds > 20.0),
                    teleported: index == 1 && step == 90,
                    blocked: velocity.length() < 0.3,
                    airborne: index == 3 && (60..75).contains(&step),
                    arrived_near: false,
                    passed_by: None,
                    height: 0.0,
                }
            })
            .collect(),
        obstacles: setting
            .obstacles
            .iter()
            .map(|obstacle| {
                if obstacle.temporary {
                    (seconds >= 3.0).then(|| Vec2::new(0.0, (seconds - 3.0).clamp(0.0, 8.0)))
                } else {
                    Some(Vec2::ZERO)
                }
            })
            .collect(),
        targets: vec![Vec2::new(
            12.0 * (seconds * 0.2).cos(),
            10.0 * (seconds * 0.2).sin(),
        )],
        placed_obstacles: Vec::new(),
    }
}

/// Made-up reasons of one agent in one frame.
pub fn explanation(setting: &Setting, frame: &Frame, index: usize) -> Explanation {
    let here = frame.agents[index].position;
    let velocity = frame.agents[index].velocity;
    let ahead = velocity.normalize_or(Vec2::X);
    let probe = here + ahead * 2.2;
    let mut threat = (Vec2::ZERO, 1.0, f32::INFINITY);
    for obstacle in &setting.obstacles {
        if let Outline::Circle { center, radius } = obstacle.outline {
            let distance = center.distance(probe) - radius;
            if distance < threat.2 {
                threat = (center, radius, distance);
            }
        }
    }
    let (center, radius, distance) = threat;
    let seek = ahead * 90.0 + ahead.perp() * 12.0;
    let near = distance < 1.5;
    let side = if ahead.perp_dot(center - here) > 0.0 {
        -1.0
    } else {
        1.0
    };
    let avoid = if near {
        ahead.perp() * side * (160.0 - 60.0 * distance)
    } else {
        Vec2::ZERO
    };
    let mut explanation = Explanation {
        forces: vec![
            share("look_ahead", 1.0, avoid, avoid),
            share(
                "separation",
                0.6,
                ahead.perp() * -35.0,
                ahead.perp() * -35.0,
            ),
            share("seek", 0.8, seek, if near { seek * 0.35 } else { seek }),
        ],
        total: avoid + seek * if near { 0.35 } else { 1.0 } - ahead.perp() * 35.0,
        marks: vec![
            mark(
                MarkKind::Ray,
                MarkShape::Line {
                    from: here,
                    to: probe,
                },
                "look ahead 2.2 m",
            ),
            mark(MarkKind::Probe, MarkShape::Point { at: probe }, "probe"),
            mark(
                MarkKind::ChosenWay,
                MarkShape::Polyline {
                    points: vec![here, probe + ahead.perp(), here + ahead * 5.0],
                },
                "5.6 m on the left",
            ),
            mark(
                MarkKind::Aim,
                MarkShape::Point {
                    at: here + ahead * 5.0 + ahead.perp(),
                },
                "goal",
            ),
            mark(
                MarkKind::Braking,
                MarkShape::Line {
                    from: here,
                    to: here + ahead * 0.9,
                },
                "braking 0.9 m",
            ),
        ],
        reasons: vec![
            format!("speed {:.2} m/s of at most 1.80 m/s", velocity.length()),
            "seek: goal is 5.1 m away".to_owned(),
        ],
    };
    if near {
        explanation.marks.push(mark(
            MarkKind::Threat,
            MarkShape::Circle { center, radius },
            "contact in 0.8 s",
        ));
        explanation.marks.push(mark(
            MarkKind::Tangent,
            MarkShape::Line {
                from: here,
                to: center + ahead.perp() * side * radius,
            },
            if side > 0.0 {
                "pass left"
            } else {
                "pass right"
            },
        ));
        explanation.reasons.push(format!(
            "look_ahead: obstacle {distance:.2} m off the probe, passing on the {}, kept since 0.4 s",
            if side > 0.0 { "left" } else { "right" }
        ));
    }
    explanation
}

fn share(name: &str, weight: f32, wanted: Vec2, given: Vec2) -> ForceShare {
    ForceShare {
        name: name.to_owned(),
        weight,
        wanted,
        given,
    }
}

fn mark(kind: MarkKind, shape: MarkShape, label: &str) -> Mark {
    Mark {
        kind,
        shape,
        label: label.to_owned(),
    }
}
