//! What docs/symptoms.md says that values do, and the numbers in it. These are about right: they are
//! the default's, and stay true while that is tuned.

use crate::common::page::Page;
use crate::common::{Frames, run, watch};
use sidestep_scene::format::Scene;
use sidestep_scene::measure::Summary;
use sidestep_scene::place::Layout;
use sidestep_scene::recording::Frame;
use sidestep_scene::simulate::Simulation;

/// How far off a number of the page may be, as a share of it.
const ABOUT: f64 = 0.2;

fn symptoms() -> Page {
    Page::read("docs/symptoms.md")
}

/// A scene of these words, with one agent from (−5, y) to (5, y) and more keys for it.
fn scene(words: &str, y: f32, agent: &str) -> (Summary, Vec<Frame>) {
    let text = format!(
        "duration = 30\n{words}\n[[agents]]\npositions = [[-5, {y}]]\nradius = 0.3\nspeed = 1.4\n\
         goals = [{{ point = [5, {y}] }}]\n{agent}\n"
    );
    let scene = Scene::from_toml(&text, "test.toml").unwrap_or_else(|error| panic!("{error}"));
    let layout = Layout::new(&scene).unwrap_or_else(|error| panic!("{error}"));
    let mut frames = Frames::default();
    let simulation = Simulation::new(layout).unwrap_or_else(|error| panic!("{error}"));
    (watch(simulation, &mut [&mut frames]), frames.0)
}

fn crossroads(seed: &str, key: &str, value: &str) -> Summary {
    let summary = run("crossroads", &[("seed", seed), (key, value)]);
    assert_eq!((summary.arrived, summary.agent_overlaps), (32, 0), "{key}");
    summary
}

fn flips_per_minute(summary: &Summary) -> f64 {
    summary.direction_flips_per_minute.expect("somebody walks")
}

fn mean_travel(summary: &Summary) -> f64 {
    summary.mean_travel_seconds.expect("all arrive")
}

/// How fast so many people walk in a closed corridor of 60 m², with these keys (m/s).
fn speed_in_a_crowd(people: usize, keys: &str) -> f64 {
    let text = format!(
        "seed = 3\ndt = 0.05\nduration = 40\n[bounds]\nkind = \"torus\"\nmin = [0, -6]\nmax = [20, 6]\n\
         [[obstacles]]\nbox = {{ center = [10, 1.75], size = [20, 0.5] }}\n\
         [[obstacles]]\nbox = {{ center = [10, -1.75], size = [20, 0.5] }}\n\
         [[agents]]\ncount = {people}\nregion = {{ min = [0, -1.5], max = [20, 1.5] }}\nradius = 0.2\n\
         speed = {{ min = 1.1, max = 1.3 }}\ngoals = [{{ direction = [1, 0] }}]\n{keys}\n"
    );
    let scene = Scene::from_toml(&text, "test.toml").unwrap_or_else(|error| panic!("{error}"));
    let layout = Layout::new(&scene).unwrap_or_else(|error| panic!("{error}"));
    let simulation = Simulation::new(layout).unwrap_or_else(|error| panic!("{error}"));
    let mut frames = Frames::default();
    let summary = watch(simulation, &mut [&mut frames]);
    assert_eq!(summary.agent_overlaps, 0);
    let late: Vec<&Frame> = (frames.0.iter())
        .filter(|frame| frame.time > 20.0)
        .collect();
    let speeds = late.iter().flat_map(|frame| &frame.agents);
    let sum: f64 = speeds.map(|agent| f64::from(agent.velocity.x)).sum();
    sum / (late.len() * people) as f64
}

#[test]
fn a_crowd_that_keeps_a_time_gap_walks_as_slowly_as_people() {
    let page = symptoms();
    let [gap, none, people] =
        page.says("3 m wide, at {} m/s instead of {}, as in a laboratory ({})");
    let keys = ["preset = \"pedestrian\"", "", "time_gap = 0.6"];
    let [pedestrians, usual, kept] = keys.map(|keys| speed_in_a_crowd(135, keys));
    println!("{pedestrians}, {usual}, {kept}");
    // To rounding: they blend otherwise.
    assert!((pedestrians - kept).abs() < 1e-6);
    gap.is_within(pedestrians, 0.03);
    none.is_within(usual, 0.05);
    people.is(0.42);
    assert!((pedestrians - 0.42).abs() < 0.1 && usual > 0.7);

    let readme = Page::read("README.md");
    let [density, default, people] = readme
        .says("in a crowd of {} people a square metre it walks at {} m/s where people walk at {}");
    let closed_up = speed_in_a_crowd((60.0 * density.number) as usize, "");
    println!("{closed_up} at {} a square metre", density.number);
    default.is_within(closed_up, 0.05);
    people.is(0.35);
}

#[test]
fn what_shivers_is_calmed_by_persistence() {
    for seed in ["1", "2", "3"] {
        let [none, usual, high] = ["0", "0.1", "0.4"]
            .map(|value| crossroads(seed, "parameters.sampling.persistence", value));
        let flips = [&none, &usual, &high].map(flips_per_minute);
        assert!(flips[1] < flips[0], "{flips:?}");
        assert!(flips[2] < 0.85 * flips[0], "{flips:?}");
        let travel = [&none, &high].map(mean_travel);
        assert!(travel[1] <= travel[0] + 1.0, "later: {travel:?}");
    }
}

/// Flips a minute, the mean of runs with seeds from 1 on.
fn mean_flips(seeds: u32, run: impl Fn(&str) -> Summary) -> f64 {
    let of_seed = |seed: u32| flips_per_minute(&run(&seed.to_string()));
    (1..=seeds).map(of_seed).sum::<f64>() / f64::from(seeds)
}

/// The same of a built-in scene by a method.
fn mean_flips_by(method: &str, scene: &str, seeds: u32) -> f64 {
    mean_flips(seeds, |seed| {
        let summary = run(scene, &[("seed", seed), ("method", method)]);
        // ORCA makes no promise.
        assert!(summary.agent_overlaps == 0 || method == "orca", "{scene}");
        summary
    })
}

/// Holds the default's flips in a scene below so many times those of `orca`, means of seeds 1 to 3, and both
/// against what the page says.
fn hold_flips(scene: &str, most: f64, said: &str) {
    let [default, orca] = ["default", "orca"].map(|method| mean_flips_by(method, scene, 3));
    println!("{scene}: {default} and {orca} flips a minute");
    assert!(default < most * orca, "{scene}: {default} and {orca}");
    let page = symptoms();
    let [ours, theirs] = page.says(said);
    ours.is_about(default, ABOUT);
    theirs.is_about(orca, ABOUT);
}

#[test]
fn who_went_along_in_a_stream_trembled_three_times_as_much_as_with_orca() {
    let page = symptoms();
    let ours: [_; 2] =
        page.says("{} flips a minute in `crossroads` and {} in `corridor` (means of seeds 1 to 6)");
    let theirs: [_; 2] = page.says("against {} and {} with `method = \"orca\"`");
    for (scene, said) in ["crossroads", "corridor"]
        .into_iter()
        .zip(ours.into_iter().zip(theirs))
    {
        let [default, orca] = ["default", "orca"].map(|method| mean_flips_by(method, scene, 6));
        println!("{scene}: {default} and {orca} flips a minute");
        assert!(default < 1.3 * orca, "{scene}: {default} and {orca}");
        said.0.is_about(default, ABOUT);
        said.1.is_about(orca, ABOUT);
    }
}

/// Those who met a stream made room for those behind them, too, and turned from side to side: it was 85 a
/// minute.
#[test]
fn who_met_a_stream_made_room_for_those_behind_it_and_trembled() {
    hold_flips(
        "counterflow",
        0.9,
        "in `counterflow`, 2 m wide, {} against {}",
    );
}

/// The guard led them aside, they turned back a step later, and were led aside again; each decision turned
/// them by little, and the next came before the turn was over. It was 2.7 times as much.
#[test]
fn who_was_led_aside_in_the_open_turned_back_at_once() {
    hold_flips("plaza", 1.1, "on the `plaza` it is {} against {}");
}

#[test]
fn who_decided_less_often_in_a_stream_trembled_half_as_much_again() {
    let [usual, seldom] =
        ["0", "0.1"].map(|value| mean_flips(6, |seed| crossroads(seed, "decide_every", value)));
    println!("{seldom} and {usual}");
    assert!(seldom < 1.1 * usual, "{seldom} and {usual}");
    let page = symptoms();
    let [said] =
        page.says("with `decide_every = 0.1` (s), ten times a second, it is {} in `crossroads`");
    said.is_about(seldom, ABOUT);
}

#[test]
fn what_cuts_corners_keeps_off_by_its_margin() {
    // The free gap (m) to the block's corner at (−0.25, 0) or (0.25, 0).
    let gap = |margin: f32| {
        let words = format!(
            "[parameters.look_ahead]\nmargin = {margin}\n\
             [[obstacles]]\nbox = {{ center = [0, -2], size = [0.5, 4] }}"
        );
        let (summary, frames) = scene(&words, -1.0, "");
        assert_eq!((summary.arrived, summary.obstacle_overlaps), (1, 0));
        let gaps = frames.iter().map(|frame| {
            let place = frame.agents[0].position;
            let (x, y) = ((place.x.abs() - 0.25).max(0.0), place.y.max(0.0));
            (x * x + y * y).sqrt() - 0.3
        });
        gaps.fold(f32::INFINITY, f32::min)
    };
    let gaps = [0.0, 0.045, 0.3].map(gap);
    assert!(gaps[0] > 0.0 && gaps[0] < 0.015, "{gaps:?}");
    assert!((0.04..0.07).contains(&gaps[1]), "{gaps:?}");
    assert!((0.2..0.3).contains(&gaps[2]), "{gaps:?}");
    let page = symptoms();
    let said: [_; 3] = page.says(
        "keeps {} cm at 0, {} cm at 0.045 (15 % of the radius, the default) and {} cm at 0.3",
    );
    for (said, gap) in said.iter().zip(gaps) {
        said.is_within(100.0 * gap, 1.0);
    }
}

#[test]
fn what_wont_pass_a_gap_has_too_much_clearance() {
    let ratio = |clearance: f32| {
        let words = format!(
            "[parameters.detour]\nclearance = {clearance}\n\
             [[obstacles]]\nbox = {{ center = [0, 2.32], size = [1, 4] }}\ntemporary = true\n\
             [[obstacles]]\nbox = {{ center = [0, -2.32], size = [1, 4] }}\ntemporary = true"
        );
        let (summary, _) = scene(&words, 0.0, "");
        assert_eq!((summary.arrived, summary.obstacle_overlaps), (1, 0));
        summary.mean_path_ratio.expect("it arrives")
    };
    let (through, round) = (ratio(0.006), ratio(0.03));
    assert!(through < 1.01 && round > 1.3, "{through} and {round}");
}

#[test]
fn what_finds_no_long_way_looks_too_near() {
    let [near, far] =
        ["0.3", "10"].map(|value| run("u-trap", &[("parameters.detour.neighborhood", value)]));
    assert_eq!(near.arrived, 0, "{near:?}");
    assert_eq!((far.arrived, far.blocked_ever), (20, 0));
}

#[test]
fn what_slides_along_walls_has_no_path() {
    let ratio = |route: &str| {
        let words = "[bounds]\nkind = \"walled\"\nmin = [-8, -8]\nmax = [8, 8]\n\
                     [[obstacles]]\nbox = { center = [1, 0], size = [0.1, 6] }";
        let (summary, _) = scene(words, 0.3, &format!("route = \"{route}\""));
        assert_eq!((summary.arrived, summary.obstacle_overlaps), (1, 0));
        summary.mean_path_ratio.expect("it arrives")
    };
    let (straight, walkable) = (ratio("straight"), ratio("walkable"));
    assert!(straight > 1.28 && walkable < 1.25, "{straight}, {walkable}");
    let page = symptoms();
    let [with, without] = page.says("{} % more than the straight line instead of {} %");
    with.is_within(100.0 * (walkable - 1.0), 3.0);
    without.is_within(100.0 * (straight - 1.0), 3.0);
}

#[test]
fn what_is_late_has_too_much_inertia() {
    for seed in ["1", "2", "3"] {
        let [usual, slow] =
            ["0.25", "1"].map(|value| crossroads(seed, "parameters.sampling.inertia", value));
        let flips = [&usual, &slow].map(flips_per_minute);
        assert!(flips[1] < 0.5 * flips[0], "{flips:?}");
        let travel = [&usual, &slow].map(mean_travel);
        assert!(travel[1] > travel[0] + 2.0, "{travel:?}");
    }
}

#[test]
fn what_is_run_over_has_its_contacts_off() {
    // In the open at walking pace, and faster than anybody walks where two walls leave no room beside it.
    let with = |settle: bool, walls: &str, speed: f32| {
        let words = format!(
            "settle = {settle}\n{walls}\
             [[obstacles]]\nbox = {{ center = [-6, 0], size = [2, 1.5] }}\ntemporary = true\n\
             path = [[-6, 0], [6, 0]]\nspeed = {speed}\n\
             [[agents]]\npositions = [[6, 0.1], [5, -0.3], [0, 4]]\nradius = 0.3\nspeed = 1.4\n\
             goals = [{{ mirror = [0, 0] }}]"
        );
        // The one that every scene has passes far off.
        scene(&words, -6.0, "").0
    };
    for settle in [true, false] {
        let open = with(settle, "", 1.0);
        assert_eq!((open.arrived, open.obstacle_overlaps), (4, 0));
    }
    let walls =
        "[[walls]]\npoints = [[-9, 1], [30, 1]]\n[[walls]]\npoints = [[-9, -1], [30, -1]]\n";
    let (on, off) = (with(true, walls, 3.0), with(false, walls, 3.0));
    assert_eq!(on.obstacle_overlaps, 0);
    assert!(off.obstacle_overlaps > 0);
}

#[test]
fn the_figures_of_the_page_are_those_of_the_runs() {
    let page = symptoms();
    let [none, usual, high] = page.says(
        "in `crossroads`, seed 1, {} flips a minute at 0, {} at 0.1 (the default), {} at 0.4",
    );
    for (said, value) in [(none, "0"), (usual, "0.1"), (high, "0.4")] {
        let run = crossroads("1", "parameters.sampling.persistence", value);
        said.is_about(flips_per_minute(&run), ABOUT);
    }
    let [usual, slow] =
        ["0.25", "1"].map(|value| crossroads("1", "parameters.sampling.inertia", value));
    let [flips, later] =
        page.says("({} flips a minute in `crossroads`), and some {} s later on average");
    flips.is_within(flips_per_minute(&slow), 4.0);
    later.is_within(mean_travel(&slow) - mean_travel(&usual), 1.0);
}

#[test]
fn in_narrow_streams_persistence_calms_too() {
    let flips = ["0", "0.1", "0.4"].map(|value| {
        let summary = run("corridor", &[("parameters.sampling.persistence", value)]);
        flips_per_minute(&summary)
    });
    let page = symptoms();
    let said: [_; 3] = page.says("In narrow streams (`corridor`: {}, {}, {})");
    for (said, flips) in said.iter().zip(flips) {
        said.is_about(flips, ABOUT);
    }
    // Above the default there is little left to calm.
    let [none, usual, high] = flips;
    assert!(usual.max(high) < 0.7 * none, "{flips:?}");
}

#[test]
fn where_there_is_no_room_the_margin_is_less_and_nobody_touches() {
    // A gap of 70 cm between two blocks for a body of 60 cm, which would like 30 cm on either side.
    let words = "[parameters.look_ahead]\nmargin = 0.3\n\
                 [[obstacles]]\nbox = { center = [0, 2.35], size = [0.5, 4] }\n\
                 [[obstacles]]\nbox = { center = [0, -2.35], size = [0.5, 4] }";
    let (summary, _) = scene(words, 0.0, "");
    assert_eq!((summary.arrived, summary.obstacle_overlaps), (1, 0));
    let ratio = summary.mean_path_ratio.expect("it arrives");
    assert!(ratio < 1.05, "straight through: {ratio}");
}
