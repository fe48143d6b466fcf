//! Pictures of paths, looked at as text and as pixels.

use super::*;
use crate::output::synthetic;
use crate::output::trails::TrailPoint;
use glam::Vec2;
use serde_json::json;
use sidestep_scene::recording::WorldBounds;

/// Draws a run as the recording would.
fn draw(run: &synthetic::Run, summary: &Value) -> String {
    let trails = |count| Trails::new(count, 0.02, 500_000);
    let mut agents = trails(run.setting.agents.len());
    let mut targets = trails(run.setting.targets.len());
    let mut obstacles = trails(run.setting.obstacles.len());
    let mut travelled = Extent::default();
    for frame in &run.frames {
        for (index, state) in frame.agents.iter().enumerate() {
            let point = TrailPoint {
                position: state.position,
                speed: state.velocity.length(),
            };
            agents.follow(index, state.present.then_some(point), state.teleported);
            travelled.add(state.position);
        }
        for (trails, places) in [
            (
                &mut targets,
                frame.targets.iter().copied().map(Some).collect::<Vec<_>>(),
            ),
            (&mut obstacles, frame.obstacles.clone()),
        ] {
            for (index, place) in places.into_iter().enumerate() {
                let point = place.map(|position| TrailPoint {
                    position,
                    speed: 0.0,
                });
                trails.follow(index, point, false);
            }
        }
    }
    svg(&PathsSource {
        setting: &run.setting,
        agents: &agents,
        targets: &targets,
        obstacles: &obstacles,
        last: run.frames.last().expect("a frame"),
        travelled,
        colouring: Colouring::choose(run.setting.groups.len(), 2.0),
        summary: summary.as_object().expect("an object"),
    })
}

fn numbers_in(document: &roxmltree::Document<'_>) {
    for node in document.descendants() {
        for attribute in node.attributes() {
            let value = attribute.value();
            assert!(
                !value.contains("NaN") && !value.contains("inf"),
                "{}={value}",
                attribute.name()
            );
        }
    }
}

#[test]
fn a_run_is_drawn_with_all_its_parts() {
    let run = synthetic::run(12, 600);
    let text = draw(&run, &json!({"agents": 12, "arrived": 5}));
    let document = roxmltree::Document::parse(&text).expect("is XML");
    numbers_in(&document);
    let with_class = |class: &str| {
        document
            .descendants()
            .filter(|node| {
                node.attribute("class")
                    .is_some_and(|value| value.split(' ').any(|one| one == class))
            })
            .count()
    };
    let trails = document
        .descendants()
        .filter(|node| node.attribute("stroke-linecap") == Some("round") && node.has_tag_name("g"))
        .flat_map(|group| group.children())
        .filter(|node| node.has_tag_name("path"))
        .count();
    assert_eq!(trails, 12, "a path an agent");
    assert!(with_class("stone") >= 25, "obstacles");
    assert!(with_class("crate") >= 1, "temporary obstacles");
    assert!(with_class("wall") >= 1 && with_class("edge") >= 1 && with_class("track") >= 1);
    let words: String = document
        .descendants()
        .filter_map(|node| node.text())
        .collect();
    for word in [
        "Two crowds",
        "walkers",
        "beacon",
        "5 of 12 arrived",
        "temporary obstacle",
        " m",
    ] {
        assert!(words.contains(word), "{word}");
    }
    let png = png(&text, 400).expect("a picture");
    assert_eq!(&png[1..4], b"PNG");
}

#[test]
fn a_jump_breaks_the_line() {
    let run = synthetic::run(2, 300);
    let text = draw(&run, &json!({}));
    let document = roxmltree::Document::parse(&text).expect("is XML");
    let data: Vec<&str> = document
        .descendants()
        .filter(|node| node.attribute("class") == Some("tg1"))
        .filter_map(|node| node.attribute("d"))
        .filter(|data| data.matches('l').count() > 10)
        .collect();
    assert_eq!(data.len(), 1, "agent 1 has one path");
    assert_eq!(data[0].matches('M').count(), 2, "in two pieces");
}

#[test]
fn a_crowd_stays_below_a_megabyte_and_a_half() {
    let mut run = synthetic::run(200, 1800);
    for groups in [2, 1] {
        run.setting.groups.truncate(groups);
        let text = draw(&run, &json!({}));
        assert!(text.len() < 1_500_000, "{} bytes", text.len());
        roxmltree::Document::parse(&text).expect("is XML");
    }
}

#[test]
fn hostile_names_and_numbers_are_drawn_as_text_or_not_at_all() {
    let mut run = synthetic::run(6, 5);
    run.setting.title = "</title><script>alert(1)</script> & \u{0} ]]>".to_owned();
    run.setting.groups[0] = "\"<g onload='x'>".to_owned();
    run.setting.targets[0] = "</text><a>".to_owned();
    run.setting.agents[0].radius = f32::NAN;
    run.setting.agents[0].goals = vec![sidestep_scene::recording::GoalSetting::Point {
        point: Vec2::NAN,
        radius: f32::INFINITY,
    }];
    run.setting.walls.push([Vec2::NAN, Vec2::INFINITY].into());
    for frame in &mut run.frames {
        frame.agents[1].position = Vec2::NAN;
        frame.agents[2].position = Vec2::new(f32::INFINITY, 0.0);
        frame.agents[3].velocity = Vec2::NAN;
        frame.agents[4].position = Vec2::splat(3e38);
    }
    let text = draw(&run, &json!({"agents": null}));
    let document = roxmltree::Document::parse(&text).expect("is XML");
    numbers_in(&document);
    assert!(
        document
            .descendants()
            .all(|node| !node.has_tag_name("script"))
    );
    png(&text, 300).expect("a picture");
}

#[test]
fn nothing_and_one_place_can_be_drawn() {
    for bounds in [
        WorldBounds::Open,
        WorldBounds::Torus {
            min: Vec2::ZERO,
            max: Vec2::ZERO,
        },
    ] {
        let run = synthetic::Run {
            setting: Setting {
                bounds,
                ..Setting::default()
            },
            frames: vec![Frame::default()],
        };
        let text = draw(&run, &json!({}));
        numbers_in(&roxmltree::Document::parse(&text).expect("is XML"));
        png(&text, 300).expect("a picture");
    }
}
