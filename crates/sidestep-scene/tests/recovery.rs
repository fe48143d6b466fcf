//! What docs/recovery.md says: each rung of the ladder of recovery can be switched off by its key, that
//! changes what happens, and `explain` names the rung as long as it is on.

use crate::common::scene;
use sidestep_scene::format::Scene;
use sidestep_scene::place::Layout;
use sidestep_scene::simulate::Simulation;

/// How a run went.
struct Run {
    arrived: usize,
    /// Whether anybody's reasons held the words.
    said: bool,
}

/// Runs a scene for so long (s), and listens for words in what `explain` says of everybody, four times a
/// second.
fn listen(scene: &Scene, seconds: f64, words: &str) -> Run {
    listen_every(0.25, scene, seconds, words)
}

/// The same every so many seconds, each step if that is 0.
fn listen_every(every: f64, scene: &Scene, seconds: f64, words: &str) -> Run {
    let layout = Layout::new(scene).unwrap_or_else(|error| panic!("{error}"));
    let (count, dt) = (layout.agents.len(), layout.dt);
    let mut simulation = Simulation::new(layout).unwrap_or_else(|error| panic!("{error}"));
    let every = ((every / dt).ceil() as usize).max(1);
    let mut said = false;
    for step in 0..(seconds / dt) as usize {
        simulation.step().unwrap_or_else(|error| panic!("{error}"));
        if !said && step % every == 0 {
            said = (0..count).any(|agent| {
                let told = simulation.explain(agent);
                told.is_some_and(|it| it.reasons.iter().any(|reason| reason.contains(words)))
            });
        }
    }
    let agents = simulation.world().agents();
    let there = agents.filter(|agent| !agent.arrived).count();
    Run {
        arrived: count - there,
        said,
    }
}

/// A scene of these words with an agent from left to right, and keys of the whole scene.
fn words(text: &str, overrides: &[(&str, &str)]) -> Scene {
    let overrides: Vec<(String, String)> = (overrides.iter())
        .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()))
        .collect();
    let scene = Scene::with_overrides(text, "recovery", &overrides);
    scene.unwrap_or_else(|error| panic!("{error}"))
}

/// A walker along the x axis, with keys of the scene and what else there is.
fn walker_and(keys: &str, more: &str) -> Scene {
    let text = format!(
        "duration = 60\n{keys}\n[[agents]]\npositions = [[-6, 0.1]]\nradius = 0.3\nspeed = 1.4\n\
         goals = [{{ point = [6, 0.1], radius = 0.3 }}]\n{more}"
    );
    words(&text, &[])
}

#[test]
fn a_cup_of_crates_is_gone_round_unless_detours_are_switched_off() {
    let cup: String = [
        ([0.0, 0.0], [0.8, 5.0]),
        ([-1.5, 2.2], [2.2, 0.6]),
        ([-1.5, -2.2], [2.2, 0.6]),
    ]
    .map(|(center, size)| {
        format!(
            "[[obstacles]]\nbox = {{ center = {center:?}, size = {size:?} }}\ntemporary = true\n"
        )
    })
    .concat();
    let run = |keys: &str| listen(&walker_and(keys, &cup), 40.0, "of obstacle 0 and 2 more: ");
    let (on, off) = (run(""), run("method = 'no-detour'"));
    assert!(on.said && on.arrived == 1, "{} arrived", on.arrived);
    assert!(!off.said && off.arrived == 0, "{} arrived", off.arrived);
}

#[test]
fn a_pillar_is_passed_on_a_side_that_is_told() {
    let pillar = "[[obstacles]]\ncircle = { center = [0, 0], radius = 1 }\n";
    let run = |keys: &str| listen(&walker_and(keys, pillar), 20.0, "passes on the");
    let (on, off) = (run(""), run("method = 'none'"));
    assert!(on.said && on.arrived == 1, "{} arrived", on.arrived);
    assert!(!off.said);
}

#[test]
fn who_is_held_up_goes_first_unless_claims_are_switched_off() {
    let run =
        |set: &[(&str, &str)]| listen(&scene("crossroads", set), 20.0, "makes room for agent");
    assert!(run(&[]).said);
    assert!(!run(&[("parameters.sampling.patience", "100000")]).said);
}

#[test]
fn streams_that_meet_stand_for_good_if_nobody_goes_first() {
    let run =
        |set: &[(&str, &str)]| listen(&scene("counterflow", set), 120.0, "never said").arrived;
    let (on, off) = (run(&[]), run(&[("parameters.sampling.patience", "100000")]));
    assert!(on == 200 && off < 50, "{on} and {off} of 200");
}

/// A ring of this many agents with this radius (m), who go to its middle and leave.
fn ring(count: usize, radius: f32) -> String {
    let places: Vec<String> = (0..count)
        .map(|index| {
            let angle = std::f32::consts::TAU * index as f32 / count as f32;
            let (x, y) = (radius * libm::cosf(angle), radius * libm::sinf(angle));
            format!("[{x}, {y}]")
        })
        .collect();
    format!(
        "duration = 60\n[[agents]]\npositions = [{}]\nradius = 0.3\nspeed = 1.4\non_arrival = 'remove'\n\
         goals = [{{ point = [0, 0], radius = 0.3 }}]\n",
        places.join(", ")
    )
}

const NO_FELLOWS: [(&str, &str); 1] = [("parameters.sampling.fellow_reach", "0")];

#[test]
fn fellows_let_the_nearer_one_go_first_unless_that_is_switched_off() {
    let run = |set: &[(&str, &str)]| listen(&words(&ring(16, 3.0), set), 20.0, "lets agent");
    let on = run(&[]);
    assert!(on.said && on.arrived == 16, "{} arrived", on.arrived);
    assert!(!run(&NO_FELLOWS).said);
}

#[test]
fn those_who_go_to_one_place_get_there_sooner_if_the_nearer_ones_go_first() {
    let run = |set: &[(&str, &str)]| {
        let ring = words(&ring(60, 8.0), set);
        listen(&ring, 38.0, "never said").arrived
    };
    let (on, off) = (run(&[]), run(&NO_FELLOWS));
    assert!(on == 60 && off < 60, "{on} and {off} of 60");
}

#[test]
fn a_dead_end_is_left_unless_walls_are_no_concern() {
    let text = "duration = 60\nwalls = [{ points = [[-3, -1], [0, -1], [0, 1], [-3, 1]] }]\n[[agents]]\npositions = [[-8, \
                0.3]]\nradius = 0.3\nspeed = 1.4\ngoals = [{ point = [8, 0], radius = 0.4 }]\n";
    let run = |set: &[(&str, &str)]| listen(&words(text, set), 40.0, "left of obstacle");
    let (on, off) = (run(&[]), run(&[("parameters.detour.round_walls", "false")]));
    assert!(on.said && on.arrived == 1);
    assert!(!off.said && off.arrived == 0);
}

#[test]
fn who_comes_back_from_a_dead_end_tells_those_behind_it_that_walls_close_the_way() {
    let text = "duration = 60\nwalls = [{ points = [[0, -0.45], [5, -0.45], [5, 0.45], [0, 0.45]] }]\n[[agents]]\npositions = \
                [[-1, 0], [-1.8, 0], [-2.6, 0]]\nradius = 0.3\nspeed = 1.4\ngoals = [{ point = [9, 0], radius = 1 }]\n";
    let heard = "hears from who comes back that walls close the way";
    let run = |set: &[(&str, &str)]| listen_every(0.0, &words(text, set), 25.0, heard);
    let (on, off) = (run(&[]), run(&[("parameters.detour.round_walls", "false")]));
    assert!(on.said && on.arrived == 3, "{} arrived", on.arrived);
    assert!(!off.said && off.arrived == 0, "{} arrived", off.arrived);
}

#[test]
fn who_finds_no_way_takes_another_path_or_waits_or_presses_on() {
    let run = |value: &str, words: &str| {
        listen(
            &scene(
                "plugged",
                &[
                    ("agents.0.when_blocked", value),
                    ("agents.1.when_blocked", value),
                ],
            ),
            60.0,
            words,
        )
    };
    let waits = "waits in front of what closes its way";
    let (replans, waiting) = (run("replan", waits), run("wait", waits));
    assert_eq!(replans.arrived, 10);
    assert!(
        waiting.said && waiting.arrived < 10,
        "{} arrived",
        waiting.arrived
    );
    let presses = run("press", "presses on, blocked for");
    assert!(
        presses.said && presses.arrived < 10,
        "{} arrived",
        presses.arrived
    );
}
