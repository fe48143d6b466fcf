//! Scenes on levels with floors above each other: who walks on which, and what is refused.

use std::fs;

use sidestep::nav::{GroundPoint, Level, LevelSettings, UpAxis};
use sidestep_scene::builtin;
use sidestep_scene::format::Scene;
use sidestep_scene::import;
use sidestep_scene::measure::{Measures, Summary};
use sidestep_scene::place::Layout;
use sidestep_scene::recording::{Frame, Observer};
use sidestep_scene::simulate::Simulation;

use crate::common::{self, Frames};

/// A field of 24 m by 12 m, a ramp from x = -9 up to a deck 3 m above the field, from x = -2 to 4.
const OBJ: &str = "v -12 0 -6
v 12 0 -6
v 12 0 6
v -12 0 6
f 4 3 2 1
v -9 0 -1.5
v -9 0 1.5
v -2 3 1.5
v -2 3 -1.5
f 5 6 7 8
v 4 3 1.5
v 4 3 -1.5
f 8 7 9 10
";

/// A scene on that level.
fn text(groups: &str) -> String {
    format!("duration = 40\n[level]\nobj = \"\"\"\n{OBJ}\"\"\"\n{groups}")
}

/// A scene on that level that doesn't stop when all have arrived.
fn on_and_on(groups: &str) -> String {
    format!("stop_when_arrived = false\n{}", text(groups))
}

/// A group of one or more that starts at these places.
fn group(name: &str, positions: &str, more: &str) -> String {
    format!(
        "[[agents]]\nname = \"{name}\"\npositions = {positions}\nradius = 0.3\nroute = \"walkable\"\n{more}\n"
    )
}

fn read(text: &str) -> Scene {
    Scene::from_toml(text, "level.toml").unwrap_or_else(|error| panic!("{error}"))
}

fn lay_out(text: &str) -> Layout {
    Layout::new(&read(text)).unwrap_or_else(|error| panic!("{error}"))
}

fn run(text: &str) -> (Vec<Frame>, Summary) {
    let simulation = Simulation::new(lay_out(text)).unwrap_or_else(|error| panic!("{error}"));
    let mut frames = Frames::default();
    let summary = common::watch(simulation, &mut [&mut frames]);
    (frames.0, summary)
}

/// What is said of a scene that is refused.
fn refusal(text: &str) -> String {
    match Scene::from_toml(text, "level.toml").and_then(|scene| Layout::new(&scene)) {
        Ok(_) => panic!("not refused:\n{text}"),
        Err(error) => error.to_string(),
    }
}

/// Who was pushed to the side of the ramp, off its mesh, kept the height that it had there, and went
/// on through the air to the end.
#[test]
fn on_the_built_in_bridge_all_arrive_and_nobody_leaves_the_ground() {
    let scene = builtin::find("bridge").map(|it| it.scene(&[]));
    let scene = scene.expect("built in").expect("a good scene");
    let obj = scene.level.as_ref().and_then(|level| level.obj.clone());
    let level = Level::from_obj_with(&obj.expect("a text"), UpAxis::Z).expect("a level");
    // Where the centre of a body a third as wide can be, baked apart from the run.
    let ground = level.bake(0.1, &LevelSettings::default()).expect("ground");
    let layout = Layout::new(&scene).expect("room for all");
    let simulation = Simulation::new(layout).expect("a run");
    let mut frames = Frames::default();
    let summary = common::watch(simulation, &mut [&mut frames]);
    let left = (frames.0.last().into_iter()).flat_map(|frame| frame.agents.iter().enumerate());
    let left: Vec<_> = left.filter(|(_, agent)| agent.present).collect();
    assert_eq!(summary.arrived, 44, "{summary:?} {left:?}");
    assert_eq!(
        (summary.agent_overlaps, summary.escaped, summary.lost),
        (0, 0, 0),
        "{summary:?}"
    );
    let (mut above, mut crossings) = (0, 0);
    for frame in &frames.0 {
        for agent in frame.agents.iter().filter(|agent| agent.present) {
            let place = GroundPoint::new(agent.position, agent.height);
            assert!(ground.contains(place), "{place:?} at {} s", frame.time);
            above += usize::from(agent.height > 2.5);
        }
        let here = |index: usize| Some(frame.agents[index]).filter(|agent| agent.present);
        for one in (0..44).filter_map(here) {
            for other in (0..44).filter_map(here) {
                let on_top = one.height - other.height > 2.5;
                crossings += usize::from(on_top && one.position.distance(other.position) < 0.5);
            }
        }
    }
    assert!(above > 1000, "{above}");
    assert!(
        crossings > 10,
        "somebody is right above somebody: {crossings}"
    );
}

#[test]
fn who_passes_below_takes_no_notice_of_who_is_on_the_bridge() {
    let below = group(
        "below",
        "[[1.0, -5.0], [2.0, -5.0]]",
        "goals = [{ offset = [0.0, 10.0] }]",
    );
    let above = group(
        "above",
        "[[-1.0, 0.0], [1.0, 0.3], [2.0, 0.2]]",
        "height = 3\ngoals = [{ point = [3.0, 0.0], height = 3 }, { point = [-1.0, 0.0], height = 3 }]",
    );
    let (alone, _) = run(&text(&below));
    let (together, summary) = run(&text(&(below + &above)));
    assert_eq!(summary.arrived, 5, "{summary:?}");
    assert_eq!(summary.agent_overlaps, 0);
    for (one, both) in alone.iter().zip(&together) {
        assert_eq!(one.agents[..2], both.agents[..2], "at {} s", one.time);
    }
}

#[test]
fn the_ramp_leads_up_and_heights_follow_it() {
    let up = group(
        "up",
        "[[-11.0, 0.0]]",
        "goals = [{ point = [3.0, 0.0], height = 3 }]",
    );
    let (frames, summary) = run(&text(&up));
    assert_eq!((summary.arrived, summary.escaped), (1, 0), "{summary:?}");
    let heights: Vec<f32> = frames.iter().map(|frame| frame.agents[0].height).collect();
    assert!(heights[0].abs() < 0.1 && (heights[heights.len() - 1] - 3.0).abs() < 0.1);
    for pair in heights.windows(2) {
        assert!((pair[1] - pair[0]).abs() < 0.3, "{pair:?}");
    }
    let middle = frames.iter().find(|it| it.agents[0].position.x > -5.5);
    let height = middle.expect("half way").agents[0].height;
    assert!((height - 1.5).abs() < 0.3, "{height}");
}

/// The side of a ramp is an edge of the ground from its foot to its top; as one wall it would reach
/// from the field to the deck all along.
#[test]
fn who_walks_beneath_the_upper_end_of_a_ramp_isnt_stopped_by_its_side() {
    let beneath = group(
        "beneath",
        "[[-3.0, -5.0]]",
        "goals = [{ point = [-3.0, 5.0], height = 0 }]",
    );
    let (frames, summary) = run(&text(&beneath));
    assert_eq!(
        (summary.arrived, summary.wall_contacts),
        (1, 0),
        "{summary:?}"
    );
    let furthest = (frames.iter())
        .map(|frame| (frame.agents[0].position.x + 3.0).abs())
        .fold(0.0, f32::max);
    assert!(furthest < 1.0, "straight through: {furthest}");
}

#[test]
fn a_goal_above_isnt_reached_below_it() {
    // Exactly beneath its goal, it has to go round by the ramp.
    let up = group(
        "up",
        "[[1.0, 0.0]]",
        "height = 0\ngoals = [{ point = [1.0, 0.0], height = 3 }]",
    );
    let (frames, summary) = run(&text(&up));
    assert_eq!(summary.arrived, 1);
    let seconds = summary.last_arrival_seconds.expect("arrived");
    assert!(seconds > 10.0, "{seconds} s");
    assert!((frames[frames.len() - 1].agents[0].height - 3.0).abs() < 0.1);
}

#[test]
fn a_crate_on_the_deck_is_only_in_the_way_of_those_on_the_deck() {
    let both = group(
        "below",
        "[[1.0, -5.0]]",
        "goals = [{ point = [1.0, 5.0], height = 0 }]",
    ) + &group(
        "above",
        "[[-1.0, 0.0]]",
        "height = 3\ngoals = [{ point = [3.0, 0.0], height = 3 }]",
    );
    let obstacle = |floor: &str| {
        format!(
            "[[obstacles]]\nbox = {{ center = [1.0, 0.0], size = [0.6, 0.6] }}\ntemporary = true\n{floor}\n"
        )
    };
    let (free, _) = run(&text(&both));
    let deck = obstacle("floor = { low = 2.9, high = 4 }");
    let (with_crate, summary) = run(&text(&(both.clone() + &deck)));
    assert_eq!(
        (summary.arrived, summary.obstacle_overlaps),
        (2, 0),
        "{summary:?}"
    );
    let places = |frames: &[Frame], agent: usize| -> Vec<_> {
        frames.iter().map(|frame| frame.agents[agent]).collect()
    };
    let both_last = free.len().min(with_crate.len());
    assert_eq!(
        places(&free[..both_last], 0),
        places(&with_crate[..both_last], 0)
    );
    let around = (with_crate.iter())
        .map(|frame| frame.agents[1].position.y.abs())
        .fold(0.0, f32::max);
    assert!(around > 0.5, "round the crate: {around}");
    // Without a floor it stands on both.
    let (_, summary) = run(&text(&(both + &obstacle(""))));
    assert_eq!((summary.arrived, summary.obstacle_overlaps), (2, 0));
}

#[test]
fn who_starts_again_is_back_on_its_floor() {
    let again = group(
        "again",
        "[[-1.0, 0.0]]",
        "height = 3\non_arrival = \"respawn\"\ngoals = [{ point = [-11.0, 0.0], height = 0 }]",
    );
    let (frames, _) = run(&on_and_on(&again));
    let back = (frames.iter()).filter(|frame| frame.agents[0].teleported);
    let heights: Vec<f32> = back.map(|frame| frame.agents[0].height).collect();
    assert!(heights.len() > 2, "{heights:?}");
    assert!(
        heights.iter().all(|height| (height - 3.0).abs() < 0.1),
        "{heights:?}"
    );
}

#[test]
fn goals_drawn_anew_are_on_the_floor_that_the_scene_says() {
    let about = group(
        "about",
        "[[0.0, 0.0]]",
        "height = 3\non_arrival = \"redraw\"\n\
         goals = [{ random = { min = [-1.5, -1.0], max = [3.5, 1.0] }, height = 3 }]",
    );
    let (frames, summary) = run(&on_and_on(&about));
    assert_eq!((summary.arrived, summary.escaped), (1, 0));
    assert!((frames.iter()).all(|frame| frame.agents[0].height > 2.8));
    let last = frames[frames.len() - 1].agents[0].position;
    assert!(frames.len() > 1000 && last.x > -2.0, "{last}");
}

#[test]
fn a_level_from_a_file_and_the_same_written_in_the_scene_run_alike() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir(folder.path().join("levels")).expect("a folder");
    fs::write(folder.path().join("levels/yard.obj"), OBJ).expect("written");
    let up = group(
        "up",
        "[[-11.0, 0.0], [-10.0, 1.0]]",
        "goals = [{ point = [2.0, 0.0], height = 3 }]",
    );
    let named = format!("duration = 40\n[level]\nfile = \"levels/yard.obj\"\n{up}");
    let path = folder.path().join("scene.toml");
    fs::write(&path, &named).expect("written");
    let scene = Scene::load(&path).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(scene.level, read(&text(&up)).level);
    let written = scene.to_toml().expect("text");
    assert!(written.contains("v -12 0 -6"), "{written}");
    assert!(!written.contains("yard.obj"), "{written}");
    assert_eq!(read(&written).level, scene.level);
    let (_, inlined) = run(&text(&up));
    let (_, from_file) = run(&written);
    assert_eq!(inlined.trajectory_hash, from_file.trajectory_hash);
    assert_eq!(from_file.arrived, 2);
    // The same level with z up.
    let turned = "v 1 2 3\nv 5 2 3\nv 5 8 3\nf 1 2 3\n";
    let level = Level::from_obj_with(turned, UpAxis::Z).expect("a level");
    let ground = level.bake(0.1, &LevelSettings::default()).expect("ground");
    assert_eq!(ground.floors_at(sidestep::Vec2::new(4.0, 4.0)).len(), 1);
}

#[test]
fn an_obj_file_becomes_a_scene_without_agents() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("Old Yard.obj");
    fs::write(&path, OBJ).expect("written");
    let scene = import::load(&path).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(scene.name(), "old-yard");
    let text = scene.to_toml().expect("text");
    let up = group("up", "[[-11.0, 0.0]]", "goals = [{ point = [5.0, 3.0] }]");
    let (_, summary) = run(&format!("{text}\n{up}"));
    assert_eq!(summary.arrived, 1);
    fs::write(&path, "v 0 0 0\nv 1 0 x\n").expect("written");
    let error = import::load(&path).expect_err("refused").to_string();
    assert!(error.contains("line 2, column 7"), "{error}");
}

#[test]
fn a_saved_run_on_a_level_goes_on_as_if_it_hadnt_been_saved() {
    let groups = group(
        "up",
        "[[-11.0, 0.0], [-10.0, 1.0], [-10.0, -1.0]]",
        "goals = [{ point = [2.0, 0.0], height = 3 }]",
    ) + &group(
        "down",
        "[[0.0, 0.0], [1.0, 0.5]]",
        "height = 3\ngoals = [{ point = [-11.0, 2.0], height = 0 }]",
    );
    let text = text(&groups);
    let (_, whole) = run(&text);
    let mut first = Simulation::new(lay_out(&text)).expect("a run");
    let mut measures = Measures::new();
    measures.begin(first.setting(), first.frame());
    for _ in 0..200 {
        first.step().expect("a step");
        measures.observe(first.setting(), first.frame());
    }
    let saved = postcard::to_allocvec(&first.save().expect("saved")).expect("bytes");
    let saved = postcard::from_bytes(&saved).expect("read");
    let mut again = Simulation::resume(lay_out(&text), &saved).expect("goes on");
    while !again.is_over() {
        again.step().expect("a step");
        measures.observe(again.setting(), again.frame());
    }
    let summary = measures.finish(1.0);
    assert_eq!(summary.trajectory_hash, whole.trajectory_hash);
    // Who finds the place of all three taken has arrived near it.
    let done = |it: &Summary| it.arrived + it.arrived_near;
    assert_eq!((done(&summary), done(&whole)), (5, 5));
}

#[test]
fn what_cant_be_on_a_level_is_refused() {
    let one = group("a", "[[0.0, 4.0]]", "goals = [{ point = [5.0, 4.0] }]");
    let with = |top: &str, groups: &str| format!("{top}\n{}", text(groups));
    for (scene, says) in [
        (
            with(
                "bounds = { kind = \"walled\", min = [-9, -9], max = [9, 9] }",
                &one,
            ),
            "takes no `bounds`",
        ),
        (
            with("walls = [{ points = [[0, 0], [1, 1]] }]", &one),
            "takes no `walls`",
        ),
        (
            with(
                "obstacles = [{ circle = { center = [3, 3], radius = 1 } }]",
                &one,
            ),
            "set `temporary = true`",
        ),
        (
            with(
                "links = [{ from = [0, 0], to = [1, 1], seconds = 1 }]",
                &one,
            ),
            "takes no `links`",
        ),
        (
            text("[[agents]]\npositions = [[0, 4]]\ngoals = [{ point = [5, 4] }]\n"),
            "set `route = \"walkable\"`",
        ),
        (text(&group("a", "[[0.0, 4.0]]", "")), "add `goals`"),
        (
            text(&group(
                "a",
                "[[0.0, 4.0]]",
                "floor = { low = 0, high = 2 }\ngoals = [{ point = [5, 4] }]",
            )),
            "say `height` instead",
        ),
        (
            text(&group("a", "[[0.0, 40.0]]", "goals = [{ point = [5, 4] }]")),
            "agent 0 (counted from 0) of group `a` would start at [0, 40], where there is no ground",
        ),
        (
            text(&group(
                "a",
                "[[0.0, 0.0]]",
                "height = 7\ngoals = [{ point = [5, 4] }]",
            )),
            "there is no floor near 7 m; the floors there are at 0.0",
        ),
        (
            text(&group("a", "[[0.0, 4.0]]", "goals = [{ point = [50, 4] }]")),
            "goal 0 of agent 0 (both counted from 0) of group `a` is where there is no ground",
        ),
        (
            text(&group(
                "a",
                "[[0.0, 4.0]]",
                "goals = [{ point = [5, 4], height = 3 }]",
            )),
            "`agents.0.goals.0`",
        ),
        (
            text(
                "[[agents]]\ncount = 3\nregion = { min = [20, 20], max = [30, 30] }\nroute = \"walkable\"\n\
                  goals = [{ point = [5, 4] }]\n",
            ),
            "where the level has ground for them",
        ),
        (
            text(&group("a", "[[0.0, 4.0]]", "goals = [{ point = [5, 4] }]").replace("0.3", "9.0")),
            "no ground for a body of radius 9 m",
        ),
        (format!("[level]\n{one}"), "add `file = \"level.obj\"`"),
        (
            format!("[level]\nfile = \"a.obj\"\n{one}"),
            "isn't read from a file",
        ),
        (
            format!("[level]\nfile = \"a.obj\"\nobj = \"\"\n{one}"),
            "keep one and remove the other",
        ),
        (
            format!("[level]\nobj = \"v 0 0 0\\nf 1 1 2\"\n{one}"),
            "level.toml:2:7: `level.obj`: line 2, column 7: `2` names a vertex",
        ),
        (
            format!("[level]\nobj = \"\"\n{one}"),
            "the level has no faces",
        ),
        (
            with("", &one).replace("0.3", "0.01"),
            "`level`: the level is refused: the level takes",
        ),
        (
            with("", &one).replace("[level]", "[level]\nmax_slope = 2"),
            "a slope in radians from 0 to 1.569",
        ),
        (
            "[[agents]]\npositions = [[0, 4]]\nheight = 3\n".to_owned(),
            "without a `[level]` nothing has a height",
        ),
        (
            "[[agents]]\npositions = [[0, 4]]\ngoals = [{ point = [5, 4], height = 1 }]\n"
                .to_owned(),
            "`agents.0.goals.0.height`: without a `[level]`",
        ),
    ] {
        let said = refusal(&scene);
        assert!(said.contains(says), "{said}\n(not: {says})\n{scene}");
    }
}

#[test]
fn a_levels_file_must_be_there_be_a_level_and_lie_in_the_scenes_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    let inside = folder.path().join("inside");
    fs::create_dir(&inside).expect("a folder");
    fs::write(folder.path().join("secret.obj"), "f secret 1 2\n").expect("written");
    fs::write(inside.join("bad.obj"), "v 0 0 0\nv 1 zero 0\n").expect("written");
    let path = inside.join("scene.toml");
    let one = group("a", "[[0.0, 4.0]]", "goals = [{ point = [5.0, 4.0] }]");
    let refused = |file: &str| {
        fs::write(&path, format!("[level]\nfile = {file:?}\n{one}")).expect("written");
        Scene::load(&path).expect_err("refused").to_string()
    };
    for (file, says) in [
        ("gone.obj", "there is no such file"),
        (".", "is a folder"),
        (
            "bad.obj",
            "bad.obj: line 2, column 5: `zero` is no coordinate",
        ),
        ("../secret.obj", "outside the scene's folder"),
        ("..\\secret.obj", "outside the scene's folder"),
        ("/etc/hostname", "outside the scene's folder"),
    ] {
        let said = refused(file);
        assert!(said.contains(says), "{said}");
        assert!(said.contains("scene.toml:2:8: `level.file`"), "{said}");
    }
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(folder.path().join("secret.obj"), inside.join("link.obj"))
            .expect("a link");
        let said = refused("link.obj");
        assert!(said.contains("outside the scene's folder"), "{said}");
    }
}

#[test]
fn changes_by_hand_that_need_a_height_are_refused() {
    let one = group("a", "[[0.0, 4.0]]", "goals = [{ point = [5.0, 4.0] }]");
    let mut simulation = Simulation::new(lay_out(&text(&one))).expect("a run");
    let to = sidestep::Vec2::new(1.0, 4.0);
    let refusals = [
        simulation.place_agent(0, to).err(),
        simulation.set_goal(None, to).err(),
        simulation.insert_agent(0, to).err(),
        simulation.lead(to).err(),
        simulation.insert_wall([to, 2.0 * to], 0.1).err(),
    ];
    for refusal in refusals {
        let said = refusal.expect("refused").to_string();
        assert!(said.contains("on a level"), "{said}");
    }
}
