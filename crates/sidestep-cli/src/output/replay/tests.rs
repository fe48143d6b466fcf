//! Replay pages, read as a browser would read them.

use super::*;
use crate::output::extent::Extent;
use crate::output::palette::Colouring;
use crate::output::synthetic;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use glam::Vec2;
use serde_json::{Value, json};
use sidestep_scene::recording::{Frame, Setting};
use std::collections::BTreeSet;

fn make(run: &synthetic::Run) -> String {
    let mut frames = ReplayFrames::new(&run.setting, 1 << 22, 1000);
    let mut explanations = ReplayExplanations::new(&run.setting, frames.shown(), 100, 5.0, 1 << 22);
    let mut travelled = Extent::default();
    for frame in &run.frames {
        frames.add(frame);
        for agent in &frame.agents {
            travelled.add(agent.position);
        }
        if let Some(wanted) = explanations.wanted(frame.step) {
            let list: Vec<_> = wanted
                .iter()
                .map(|&agent| (agent, synthetic::explanation(&run.setting, frame, agent)))
                .collect();
            explanations.add(frame.step, frame.time, &list);
        }
    }
    if let Some(last) = run.frames.last() {
        frames.end(last);
    }
    let summary = json!({"agents": run.setting.agents.len(), "arrived": 1});
    page(&ReplaySource {
        setting: &run.setting,
        frames: &frames,
        explanations: &explanations,
        travelled,
        colouring: Colouring::choose(run.setting.groups.len(), 2.0),
        summary: summary.as_object().expect("an object"),
    })
    .expect("a page")
}

/// The data in a page, as a browser would find it.
fn data(page: &str) -> Value {
    let start = page.find("id=\"recording\">").expect("data") + "id=\"recording\">".len();
    let end = start + page[start..].find("</script").expect("end of data");
    serde_json::from_str(&page[start..end]).expect("is JSON")
}

fn bytes(value: &Value) -> Vec<u8> {
    STANDARD
        .decode(value.as_str().expect("a string"))
        .expect("is Base64")
}

#[test]
fn positions_come_back_within_the_quantisation() {
    let run = synthetic::run(9, 300);
    let data = data(&make(&run));
    let frames = &data["frames"];
    let count = frames["count"].as_u64().expect("count") as usize;
    assert_eq!(count, 151, "every other of 300 steps, and the first");
    let number = |value: &Value| value.as_f64().expect("number");
    let grid = &frames["grid"];
    let positions: Vec<f64> = bytes(&frames["positions"])
        .as_chunks::<2>()
        .0
        .iter()
        .enumerate()
        .map(|(index, step)| {
            let axis = index % 2;
            number(&grid["origin"][axis])
                + f64::from(u16::from_le_bytes(*step)) * number(&grid["step"][axis])
        })
        .collect();
    let times: Vec<f64> = bytes(&frames["times"])
        .as_chunks::<8>()
        .0
        .iter()
        .map(|time| f64::from_le_bytes(*time))
        .collect();
    let flags = bytes(&frames["flags"]);
    let headings = bytes(&frames["headings"]);
    let speeds = bytes(&frames["speeds"]);
    assert_eq!(times.len(), count);
    for (frame, time) in times.iter().enumerate() {
        let recorded = &run.frames[frame * 2];
        assert!((time - recorded.time).abs() < 1e-12);
        for (agent, state) in recorded.agents.iter().enumerate() {
            let at = frame * 9 + agent;
            for axis in 0..2 {
                let error = positions[2 * at + axis] - f64::from(state.position[axis]);
                assert!(error.abs() < 0.001, "{error}");
            }
            assert_eq!(flags[at] & 1 != 0, state.present);
            assert_eq!(flags[at] & 4 != 0, state.blocked);
            let speed = f64::from(u16::from_le_bytes([speeds[2 * at], speeds[2 * at + 1]]))
                * number(&frames["speedStep"]);
            assert!((speed - f64::from(state.velocity.length())).abs() < 0.001);
            if state.velocity.length() > 0.01 {
                let angle = f32::from(headings[at]) / 256.0 * std::f32::consts::TAU;
                let off = Vec2::from_angle(angle).angle_to(state.velocity).abs();
                assert!(off < 0.013, "{off}");
            }
        }
    }
}

#[test]
fn a_wide_world_keeps_its_precision() {
    let mut run = synthetic::run(2, 4);
    for frame in &mut run.frames {
        frame.agents[1].position += Vec2::splat(50_000.0);
    }
    let data = data(&make(&run));
    assert!(data["frames"]["grid"].is_null());
    let positions = bytes(&data["frames"]["positions"]);
    let first = f32::from_le_bytes(positions[..4].try_into().expect("four bytes"));
    assert_eq!(first, run.frames[0].agents[0].position.x);
}

#[test]
fn obstacles_appear_and_move() {
    let run = synthetic::run(1, 400);
    let data = data(&make(&run));
    let obstacles = data["obstacles"].as_array().expect("obstacles");
    assert_eq!(obstacles[0]["poses"], json!([[0, 0.0, 0.0]]));
    let crate_poses = obstacles.last().expect("the crate")["poses"]
        .as_array()
        .expect("poses");
    assert_eq!(crate_poses[0][0], 45, "it appears at 3 s, in frame 45");
    assert!(crate_poses.len() > 50, "and moves");
}

#[test]
fn hostile_text_stays_text() {
    let mut run = synthetic::run(2, 3);
    let hostile = "</script><script>alert(1)</script><!-- {{data}} {{script}} \u{2028} & \"";
    run.setting.title = hostile.to_owned();
    run.setting.scene = hostile.to_owned();
    run.setting.method = hostile.to_owned();
    run.setting.groups[0] = hostile.to_owned();
    run.setting.targets[0] = hostile.to_owned();
    let page = make(&run);
    // One script with data, one with the program.
    assert_eq!(page.matches("</script").count(), 2);
    assert!(!page.contains("<script>alert"));
    assert!(!page.contains("<!-- {{"));
    let data = data(&page);
    for key in ["title", "scene", "method"] {
        assert_eq!(data[key], hostile);
    }
    assert_eq!(data["groups"][0], hostile);
}

#[test]
fn the_page_asks_nothing_of_a_network() {
    let page = make(&synthetic::run(2, 3));
    assert!(page.contains("default-src 'none'"));
    for word in [
        "src=",
        "@import",
        "url(",
        "fetch(",
        "XMLHttpRequest",
        "import(",
        "<link",
    ] {
        assert!(!page.contains(word), "{word}");
    }
    let namespace = "http://www.w3.org/2000/svg";
    assert!(!page.replace(namespace, "").contains("http:") && !page.contains("https:"));
}

#[test]
fn the_page_draws_by_the_modules_of_the_gallery() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/output/replay/drawing");
    let page = make(&synthetic::run(2, 3));
    for file in std::fs::read_dir(folder).expect("modules") {
        let path = file.expect("a module").path();
        let module = std::fs::read_to_string(&path).expect("a module");
        let exports: Vec<&str> = module
            .lines()
            .filter_map(|line| line.strip_prefix("export "))
            .collect();
        assert!(!exports.is_empty(), "{} exports nothing", path.display());
        for line in exports {
            assert!(page.contains(&format!("\n{line}\n")), "{line}");
        }
    }
    for word in ["\nimport ", "\nexport ", "\n/**", "@param"] {
        assert!(!page.contains(word), "{word}");
    }
}

/// All modules are one script in the page. A constant of the same name in two of them left it empty:
/// browsers refuse such a script as a whole.
#[test]
fn no_two_modules_declare_the_same_name() {
    let mut names = BTreeSet::new();
    for module in DRAWING.iter().chain(SCRIPTS) {
        for line in script_of(module).lines() {
            for name in declared(line) {
                assert!(names.insert(name.clone()), "{name} is declared twice");
            }
        }
    }
    assert!(names.contains("reasonsForPeople") && names.contains("BLOCKED"));
}

/// The names that a line at the top of a script declares: `function a(`, `const a = …` or
/// `const [a, b] = …`.
fn declared(line: &str) -> Vec<String> {
    let begins = ["const ", "let ", "function ", "class "];
    let Some(rest) = begins.iter().find_map(|word| line.strip_prefix(word)) else {
        return Vec::new();
    };
    let end = rest.find(['=', '(', ';']).unwrap_or(rest.len());
    let part = |letter: char| !letter.is_alphanumeric() && letter != '_' && letter != '$';
    (rest[..end].split(part))
        .filter(|name| !name.is_empty() && *name != "extends")
        .map(str::to_owned)
        .collect()
}

#[test]
fn what_is_not_a_number_is_not_drawn_and_is_said() {
    let mut run = synthetic::run(3, 4);
    for frame in &mut run.frames {
        frame.agents[1].position = Vec2::NAN;
        frame.targets[0] = Vec2::splat(f32::INFINITY);
    }
    run.setting.agents[0].radius = f32::NAN;
    let data = data(&make(&run));
    assert_eq!(bytes(&data["frames"]["flags"])[1] & 1, 0);
    let notes = data["notes"].to_string();
    assert!(notes.contains("wasn't a number at times: 1."), "{notes}");
    assert!(
        data["view"]
            .as_array()
            .expect("view")
            .iter()
            .all(Value::is_number)
    );
}

#[test]
fn no_agents_one_frame_and_nothing_at_all_make_pages() {
    for (agents, steps) in [(0, 5), (3, 0)] {
        let data = data(&make(&synthetic::run(agents, steps)));
        assert!(data["frames"]["count"].as_u64() >= Some(1));
    }
    let run = synthetic::Run {
        setting: Setting::default(),
        frames: vec![Frame::default()],
    };
    data(&make(&run));
}

#[test]
fn thinning_is_said() {
    let run = synthetic::run(8, 900);
    let mut frames = ReplayFrames::new(&run.setting, 2000, 4);
    let explanations = ReplayExplanations::new(&run.setting, frames.shown(), 0, 5.0, 100);
    for frame in &run.frames {
        frames.add(frame);
    }
    let notes = notes::notes(&run.setting, &frames, &explanations).join("\n");
    assert!(notes.contains("Shows 4 of 8 agents"), "{notes}");
    assert!(notes.contains("Long run"), "{notes}");
    assert!(notes.contains("without forces"), "{notes}");
}
