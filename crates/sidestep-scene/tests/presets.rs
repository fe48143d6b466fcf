//! Each preset keeps its promise, by positions alone, and is the engine's preset of that name.

use crate::common::{self, Frames, run_layout};
use glam::Vec2;
use sidestep::AgentSpec;
use sidestep::walker::Preset;
use sidestep_scene::format::Scene;
use sidestep_scene::measure::Summary;
use sidestep_scene::place::Layout;
use sidestep_scene::simulate::Simulation;

/// Time step of the scenes here (s).
const DT: f32 = 0.05;

fn layout(text: &str) -> Layout {
    let text = format!("dt = {DT}\n{text}");
    let scene = Scene::from_toml(&text, "presets").unwrap_or_else(|error| panic!("{error}"));
    Layout::new(&scene).unwrap_or_else(|error| panic!("{error}"))
}

/// Where agents were in each frame (m).
fn tracks(text: &str) -> Vec<Vec<Vec2>> {
    let mut frames = Frames::default();
    let simulation = Simulation::new(layout(text)).unwrap_or_else(|error| panic!("{error}"));
    common::watch(simulation, &mut [&mut frames]);
    let agents = frames.0[0].agents.len();
    let of = |agent: usize| {
        frames
            .0
            .iter()
            .map(move |frame| frame.agents[agent].position)
    };
    (0..agents).map(|agent| of(agent).collect()).collect()
}

/// Velocities along a track (m/s).
fn velocities(track: &[Vec2]) -> Vec<Vec2> {
    track
        .windows(2)
        .map(|pair| (pair[1] - pair[0]) / DT)
        .collect()
}

#[test]
fn a_preset_of_a_scene_is_the_engines_of_that_name() {
    for preset in Preset::ALL {
        let text = format!(
            "[[agents]]\nname = \"other\"\npositions = [[9, 9]]\n[[agents]]\npreset = \"{}\"\npositions = [[0, 0]]\n",
            preset.name()
        );
        let simulation = Simulation::new(layout(&text)).unwrap_or_else(|error| panic!("{error}"));
        let mut found = simulation.spec(1).expect("an agent");
        assert!(found.id.take().is_some());
        assert_eq!(
            found,
            AgentSpec::of_preset(preset, 1, Vec2::ZERO),
            "{}",
            preset.name()
        );
    }
}

/// One of a kind walks 30 m to the right.
fn alone(preset: &str) -> Summary {
    run_layout(layout(&format!(
        "[[agents]]\npreset = \"{preset}\"\npositions = [[0, 0]]\ngoals = [{{ point = [30, 0] }}]\n"
    )))
}

#[test]
fn zombies_sway_and_still_arrive() {
    let (zombie, pedestrian) = (alone("zombie"), alone("pedestrian"));
    assert_eq!((zombie.arrived, pedestrian.arrived), (1, 1));
    let turns = |summary: &Summary| summary.mean_abs_turn_rate.expect("it walks");
    assert!(turns(&pedestrian) < 0.01, "{}", turns(&pedestrian));
    assert!(turns(&zombie) > 0.1, "{}", turns(&zombie));
}

/// One of a kind meets a pedestrian head-on: how far each leaves its line (m), on average over where they
/// start.
fn head_on(preset: &str) -> [f32; 2] {
    let starts = (0..12).map(|index| 9.2 + 0.2 * index as f32);
    let all: Vec<[f32; 2]> = starts.map(|from| head_on_from(preset, from)).collect();
    [0, 1].map(|of| all.iter().map(|each| each[of]).sum::<f32>() / all.len() as f32)
}

/// The same where each starts so far (m) from the middle.
fn head_on_from(preset: &str, from: f32) -> [f32; 2] {
    let tracks = tracks(&format!(
        "duration = 20.0\n[[agents]]\npreset = \"{preset}\"\npositions = [[-{from:.1}, 0]]\ngoals = [{{ point = [10, 0] }}]\n\
         [[agents]]\npreset = \"pedestrian\"\npositions = [[{from:.1}, 0.01]]\ngoals = [{{ point = [-10, 0.01] }}]\n"
    ));
    [&tracks[0], &tracks[1]].map(|track| track.iter().map(|at| at.y.abs()).fold(0.0, f32::max))
}

#[test]
fn who_meets_soldiers_and_carts_makes_nearly_all_the_room() {
    let [one, other] = head_on("pedestrian");
    assert!(
        one > 0.1 && other > 0.1,
        "two pedestrians share the work: {one} {other}"
    );
    for preset in ["soldier", "vehicle-slow"] {
        let [one, other] = head_on(preset);
        assert!(
            one < 0.25 * other && other > 0.45,
            "{preset}: {one} {other}"
        );
    }
}

#[test]
fn soldiers_are_at_full_speed_at_once() {
    let after = |preset: &str, seconds: f32| {
        let text = format!(
            "duration = 3.0\n[[agents]]\npreset = \"{preset}\"\npositions = [[0, 0]]\ngoals = [{{ point = [30, 0] }}]\n"
        );
        let speeds = velocities(&tracks(&text)[0]);
        let full = speeds.last().expect("it walks").length();
        speeds[(seconds / DT) as usize].length() / full
    };
    assert!(after("soldier", 0.4) > 0.9, "{}", after("soldier", 0.4));
    assert!(
        after("pedestrian", 0.4) < 0.9,
        "{}",
        after("pedestrian", 0.4)
    );
    assert!(after("zombie", 0.4) < 0.7, "{}", after("zombie", 0.4));
}

#[test]
fn vehicles_turn_and_brake_slowly() {
    // Round a right angle: the fastest turn while it goes, and the hardest change of velocity.
    let worst = |preset: &str| {
        let text = format!(
            "duration = 40.0\n[[agents]]\npreset = \"{preset}\"\npositions = [[0, 0]]\n\
             goals = [{{ point = [20, 0], radius = 1.0 }}, {{ point = [20, 20] }}]\n"
        );
        let tracks = tracks(&text);
        let at = tracks[0].last().expect("a frame");
        assert!(
            at.distance(Vec2::new(20.0, 20.0)) < 0.6,
            "{preset} ends at {at}"
        );
        let velocities = velocities(&tracks[0]);
        let mut worst = [0.0_f32; 2];
        for pair in velocities.windows(2) {
            if pair[0].length() > 0.9 && pair[1].length() > 0.9 {
                worst[0] = worst[0].max(pair[0].angle_to(pair[1]).abs() / DT);
            }
            worst[1] = worst[1].max((pair[1] - pair[0]).length() / DT);
        }
        worst
    };
    // Positions have few digits left after a difference of differences.
    const ROUNDING: f32 = 0.02;
    let [turn, change] = worst("vehicle-slow");
    assert!(change < 1.0 + ROUNDING, "{change} m/s²");
    assert!(turn < 1.0 / 0.9 + ROUNDING, "{turn} rad/s");
    let [turn_of_a_person, change] = worst("pedestrian");
    assert!(change > 2.0, "{change} m/s²");
    assert!(
        turn_of_a_person > 1.3 * turn,
        "{turn_of_a_person} and {turn} rad/s"
    );
}

#[test]
fn a_herd_draws_together_where_pedestrians_do_not() {
    let spread = |preset: &str| {
        let text = format!(
            "duration = 40.0\n[[agents]]\npreset = \"{preset}\"\ncount = 16\n\
             region = {{ min = [0, 0], max = [12, 12] }}\ngoals = [{{ offset = [60, 0] }}]\n"
        );
        let tracks = tracks(&text);
        let at = |places: Vec<Vec2>| {
            let middle = places.iter().sum::<Vec2>() / places.len() as f32;
            places
                .iter()
                .map(|place| place.distance(middle))
                .sum::<f32>()
                / places.len() as f32
        };
        let start = at(tracks.iter().map(|track| track[0]).collect());
        at(tracks.iter().map(|track| track[600]).collect()) / start
    };
    let (herd, people) = (spread("animal-herd"), spread("pedestrian"));
    assert!(herd < 0.6, "{herd}");
    assert!(people > 0.85, "{people}");
}

#[test]
fn in_the_scene_of_all_presets_nobody_touches_anybody() {
    let summary = common::run("presets", &[]);
    assert_eq!((summary.arrived, summary.agents), (29, 29));
    assert_eq!(summary.agent_overlaps, 0);
}

#[test]
fn a_herd_arrives_at_one_goal_and_hardly_at_a_place_for_each() {
    for seed in 1..=4 {
        let arrived = |goal: &str| {
            let text = format!(
                "duration = 120.0\nseed = {seed}\n[[agents]]\npreset = \"animal-herd\"\ncount = 8\n\
                 region = {{ min = [-16.0, -6.0], max = [-8.0, 6.0] }}\ngoals = [{{ {goal} }}]\n"
            );
            run_layout(layout(&text)).arrived
        };
        assert_eq!(
            arrived("point = [12.0, 0.0], radius = 3.0"),
            8,
            "seed {seed}"
        );
        let each = arrived("random = { min = [8.0, -6.0], max = [16.0, 6.0] }");
        assert!(each < 5, "seed {seed}: {each}");
    }
}
