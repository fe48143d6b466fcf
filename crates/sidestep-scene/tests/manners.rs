//! Whose work it is to avoid whom: groups with methods, parts in the work and ranks of their own,
//! and those whom nobody steers.

use crate::common::{self, Frames, watch};
use sidestep_scene::format::Scene;
use sidestep_scene::measure::Summary;
use sidestep_scene::place::Layout;
use sidestep_scene::recording::Frame;
use sidestep_scene::simulate::Simulation;

/// Two who meet head-on, a little aside, with more keys for each group and for the scene.
fn meeting(scene: &str, east: &str, west: &str) -> (Summary, Vec<Frame>) {
    meeting_from(8.0, scene, east, west)
}

/// The same, each from so far (m) off the middle.
fn meeting_from(start: f32, scene: &str, east: &str, west: &str) -> (Summary, Vec<Frame>) {
    let text = format!(
        "duration = 30\nsettle = false\n{scene}\n\
         [[agents]]\nname = \"east\"\npositions = [[-{start}, 0]]\nradius = 0.3\nspeed = 1.4\n\
         goals = [{{ point = [8, 0] }}]\n{east}\n\
         [[agents]]\nname = \"west\"\npositions = [[{start}, 0.05]]\nradius = 0.3\nspeed = 1.4\n\
         goals = [{{ point = [-8, 0.05] }}]\n{west}\n"
    );
    let scene = Scene::from_toml(&text, "test.toml").unwrap_or_else(|error| panic!("{error}"));
    let layout = Layout::new(&scene).unwrap_or_else(|error| panic!("{error}"));
    let mut frames = Frames::default();
    let simulation = Simulation::new(layout).unwrap_or_else(|error| panic!("{error}"));
    let summary = watch(simulation, &mut [&mut frames]);
    (summary, frames.0)
}

/// How far each of the two leaves its line (m).
fn swerves(frames: &[Frame]) -> [f32; 2] {
    [(0, 0.0), (1, 0.05)].map(|(agent, line)| {
        (frames.iter())
            .map(|frame| (frame.agents[agent].position.y - line).abs())
            .fold(0.0, f32::max)
    })
}

#[track_caller]
fn assert_apart(summary: &Summary) {
    assert_eq!(summary.arrived, 2, "arrived");
    assert_eq!(summary.agent_overlaps, 0, "{} m", summary.max_overlap_m);
}

/// Whoever finds the other first turns first, and by more: now this one, now that one.
#[test]
fn equals_swerve_equally() {
    let starts = [8.0, 8.2, 8.4, 8.6, 8.8, 9.0];
    let swerved = starts.map(|start| {
        let (summary, frames) = meeting_from(start, "", "", "");
        assert_apart(&summary);
        let [east, west] = swerves(&frames);
        assert!(east > 0.15 && west > 0.15, "{east} m and {west} m");
        assert!((east - west).abs() < 0.25, "{east} m and {west} m");
        east - west
    });
    let mean = swerved.iter().sum::<f32>() / swerved.len() as f32;
    assert!(mean.abs() < 0.1, "{swerved:?} m");
}

#[test]
fn the_lower_rank_does_all_the_work() {
    for method in ["default", "orca"] {
        let scene = format!("method = \"{method}\"");
        let (summary, frames) = meeting(&scene, "priority = 2", "priority = -1");
        assert_apart(&summary);
        let [east, west] = swerves(&frames);
        assert!(east < 0.01, "{method}: the higher swerves {east} m");
        assert!(west > 0.4, "{method}: the lower swerves {west} m");
    }
}

#[test]
fn the_pushy_leave_the_work_to_others() {
    for method in ["default", "orca"] {
        let scene = format!("method = \"{method}\"");
        let (summary, frames) = meeting(&scene, "responsibility = 0.0", "");
        assert_apart(&summary);
        let [east, west] = swerves(&frames);
        assert!(east < 0.01, "{method}: the pushy swerves {east} m");
        assert!(west > 0.4, "{method}: the other swerves {west} m");
    }
}

#[test]
fn who_has_more_of_the_work_swerves_more() {
    for method in ["default", "orca"] {
        let scene = format!("method = \"{method}\"");
        let (summary, frames) = meeting(&scene, "responsibility = 0.5", "responsibility = 1.5");
        assert_apart(&summary);
        let [east, west] = swerves(&frames);
        assert!(
            east > 0.02 && west > 1.3 * east,
            "{method}: {east} m and {west} m"
        );
    }
}

/// Such as a player: avoiding it mustn't keep the hunter from catching it.
#[test]
fn a_hunter_catches_a_driven_prey() {
    let text = "duration = 20\n\
        [[agents]]\nname = \"hunter\"\npositions = [[3, 3]]\nspeed = 3\ngoals = [{ agent = \"prey\" }]\n\
        behaviors = [{ kind = \"pursue\", agents = \"prey\" }]\n\
        [[agents]]\nname = \"prey\"\npositions = [[-4, 3]]\ncontrol = \"driven\"\nheading = 3.14159\n\
        initial_speed = 1.0\n";
    let scene = Scene::from_toml(text, "test.toml").unwrap_or_else(|error| panic!("{error}"));
    let layout = Layout::new(&scene).unwrap_or_else(|error| panic!("{error}"));
    let summary = common::run_layout(layout);
    assert_eq!(summary.arrived, 1, "the hunter");
    let caught = summary.last_arrival_seconds.unwrap_or(f64::INFINITY);
    assert!(caught < 6.0, "6.1 m at 2 m/s took {caught} s");
}

/// Contacts are settled here: nobody pushes the driven one either.
#[test]
fn a_driven_agent_keeps_its_velocity_and_others_dodge_it() {
    let driven = "control = \"driven\"\nheading = 0.0\ninitial_speed = 1.4";
    for method in ["default", "orca"] {
        let scene = format!("method = \"{method}\"");
        let (summary, frames) = meeting(&scene, driven, "");
        assert_apart(&summary);
        let [east, west] = swerves(&frames);
        assert_eq!(east, 0.0, "{method}");
        assert!(west > 0.4, "{method}: {west} m");
    }
    let (_, frames) = meeting("method = \"none\"", driven, "");
    let settled = frames_with_contacts(driven);
    for (index, frame) in frames.iter().chain(&settled).enumerate() {
        let agent = frame.agents[0];
        let way = agent.position.x + 8.0;
        assert_eq!(agent.velocity, glam::Vec2::new(1.4, 0.0), "frame {index}");
        assert_eq!(agent.position.y, 0.0, "frame {index}");
        let walked = 1.4 * frame.time as f32;
        assert!((way - walked).abs() < 1e-3, "{way} m instead of {walked} m");
    }
}

/// The same meeting without avoidance and with contacts: the other is pushed out of the way.
fn frames_with_contacts(driven: &str) -> Vec<Frame> {
    let text = format!(
        "duration = 8\nmethod = \"none\"\n\
         [[agents]]\npositions = [[-8, 0]]\nradius = 0.3\ngoals = [{{ point = [8, 0] }}]\n{driven}\n\
         [[agents]]\npositions = [[0, 0.05]]\nradius = 0.3\ngoals = [{{ point = [-8, 0.05] }}]\n"
    );
    let scene = Scene::from_toml(&text, "test.toml").unwrap_or_else(|error| panic!("{error}"));
    let layout = Layout::new(&scene).unwrap_or_else(|error| panic!("{error}"));
    let mut frames = Frames::default();
    let simulation = Simulation::new(layout).unwrap_or_else(|error| panic!("{error}"));
    let summary = watch(simulation, &mut [&mut frames]);
    assert!(summary.max_overlap_m < 0.05, "{} m", summary.max_overlap_m);
    frames.0
}

#[test]
fn a_driven_agent_leaves_at_its_goal_if_it_shall() {
    let driven = "control = \"driven\"\nheading = 0.0\ninitial_speed = 1.4";
    let (_, frames) = meeting("", &format!("{driven}\non_arrival = \"remove\""), "");
    let gone = frames.iter().find(|frame| !frame.agents[0].present);
    let seconds = gone.map_or(f64::INFINITY, |frame| frame.time);
    assert!((seconds - 15.5 / 1.4).abs() < 0.1, "gone after {seconds} s");
}

/// A group's own method isn't the scene's.
#[test]
fn a_group_keeps_its_own_method() {
    let straight = "method = \"none\"";
    let (summary, frames) = meeting("method = \"default\"", straight, "");
    assert_apart(&summary);
    let [east, west] = swerves(&frames);
    assert!(east < 1e-3, "who avoids nobody swerves {east} m");
    assert!(west > 0.4, "the other has all the work: {west} m");
    let own = meeting(
        "method = \"none\"",
        "method = \"orca\"",
        "method = \"orca\"",
    );
    let scenes = meeting("method = \"orca\"", "", "");
    assert_eq!(own.0.trajectory_hash, scenes.0.trajectory_hash);
}

#[test]
fn parameters_reach_their_method_and_no_other() {
    for (method, parameter) in [
        ("default", "sampling = { miss_distance = 0.6 }"),
        ("default", "sampling = { distance = 1.5 }"),
        ("orca", "orca = { time_horizon = 1.0 }"),
        ("anticipatory", "anticipatory = { strength = 6.0 }"),
        ("classic", "unaligned = { distance = 6.0 }"),
        ("classic-time", "unaligned = { time = 4.0 }"),
        ("classic", "unaligned = { frame = 0.2 }"),
    ] {
        let hash = |method: &str, parameter: &str| {
            let parameters = if parameter.is_empty() {
                String::new()
            } else {
                format!("parameters = {{ {parameter} }}")
            };
            let (summary, _) = meeting(&format!("method = \"{method}\"\n{parameters}"), "", "");
            summary.trajectory_hash
        };
        assert_ne!(hash(method, parameter), hash(method, ""), "{parameter}");
        let other = if method == "orca" { "default" } else { "orca" };
        assert_eq!(hash(other, parameter), hash(other, ""), "{parameter}");
    }
}
