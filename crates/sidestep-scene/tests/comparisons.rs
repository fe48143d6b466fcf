//! The figures of `docs/comparisons.md` and those of the README that `sidestep verify` takes, held
//! against runs. The zombies' are in `builtin_behavior.rs`.
//!
//! What takes minutes is ignored, with a shorter form beside it that always runs. All of it:
//!
//! ```sh
//! cargo test --release -p sidestep-scene --test scenes comparisons -- --include-ignored
//! ```

use crate::common::page::Page;
use crate::common::run;
use sidestep::avoid::detour::Detour;
use sidestep_scene::bench::detour::{Figures, Trial};
use sidestep_scene::bench::yard::RADIUS;
use sidestep_scene::verify::{Criterion, Finding};

const UNSETTLED: (&str, &str) = ("settle", "false");

fn comparisons() -> Page {
    Page::read("docs/comparisons.md")
}

/// The columns of the table of yards.
const DETOURS: [&str; 5] = [
    "default",
    "no-detour",
    "classic-detour",
    "local-grid",
    "rebake",
];

/// Holds one row of the table of yards against runs of these methods.
fn hold_yards(scene: &str, first: &str, methods: &[&str]) {
    let page = comparisons();
    let row: [_; 5] = page.row("| arrived of those who want to", first);
    for (said, method) in row.iter().zip(DETOURS) {
        if !methods.contains(&method) {
            continue;
        }
        let figures = run(scene, &[("method", method), UNSETTLED]);
        println!("{scene} {method}: {} arrive", figures.arrived);
        said.is(figures.arrived);
        if method == "default" {
            let touched = [
                figures.agent_overlaps,
                figures.obstacle_overlaps,
                figures.wall_contacts,
            ];
            assert_eq!(touched, [0; 3], "{scene}: agents, obstacles, walls");
        }
    }
}

const U_TRAP: &str = "`u-trap`, dead ends of 1 to 10 radii";
const STAIRCASE: &str = "`staircase`, rows and a spiral";
const CRATES: &str = "`crates`, more fall on the way";
const PARKED: &str = "`parked`, 100 stand about";
const PLUGGED: &str = "`plugged`, a corridor is closed";

/// That the default gets everybody there untouched in the yards that are left out here is tried in
/// `detours.rs`.
#[test]
fn who_arrives_by_which_method_is_as_the_page_says() {
    hold_yards("u-trap", U_TRAP, &DETOURS);
    hold_yards("plugged", PLUGGED, &DETOURS);
    hold_yards("staircase", STAIRCASE, &["no-detour", "rebake"]);
    hold_yards("crates", CRATES, &["no-detour"]);
}

#[test]
#[ignore = "takes minutes: cargo test --release -p sidestep-scene --test scenes -- --ignored yards"]
fn who_arrives_in_all_yards_by_all_methods_is_as_the_page_says() {
    for (scene, first) in [
        ("staircase", STAIRCASE),
        ("crates", CRATES),
        ("parked", PARKED),
    ] {
        hold_yards(scene, first, &DETOURS);
    }
}

/// The columns of the table of the circle.
const ON_THE_CIRCLE: [&str; 4] = ["default", "orca", "anticipatory", "classic"];

/// Holds the columns of these methods.
fn hold_circle(methods: &[&str]) {
    let page = comparisons();
    let after = "| circle-250, without contacts";
    let last: [_; 4] = page.row(after, "last arrival (s)");
    let overlaps: [_; 4] = page.row(after, "pairs that ever overlapped");
    for (column, method) in ON_THE_CIRCLE.into_iter().enumerate() {
        if !methods.contains(&method) {
            continue;
        }
        let figures = run("circle-250", &[("method", method)]);
        let arrival = figures.last_arrival_seconds;
        println!(
            "{method}: {} of 250, the last after {arrival:?} s, {} pairs",
            figures.arrived, figures.agent_overlaps
        );
        assert_eq!(figures.arrived, 250, "{method}");
        overlaps[column].is(figures.agent_overlaps);
        // Of what is above the 400 s of the straight way the default may need a half more or less.
        last[column].is_about(arrival, if method == "default" { 0.06 } else { 0.0 });
    }
}

#[test]
fn the_default_on_the_circle_of_250_is_as_the_page_says() {
    hold_circle(&["default"]);
}

#[test]
#[ignore = "takes a minute: cargo test --release -p sidestep-scene --test scenes -- --ignored circle"]
fn the_others_on_the_circle_of_250_are_as_the_page_says() {
    hold_circle(&["orca", "anticipatory", "classic"]);
    let sum = [("method", "classic"), ("agents.*.blend", "weighted")];
    let figures = run("circle-250", &sum);
    let page = comparisons();
    let [last, pairs] =
        page.says("the last arrives after {} s, and runs nearly as many into each other, {} pairs");
    last.is(figures.last_arrival_seconds);
    pairs.is(figures.agent_overlaps);
}

/// Some walked side by side, each in the other's way, until both were past where they wanted to go: with a
/// circle of 200 m the last arrived after 475 s, with these three after 462 s in the mean.
#[test]
fn the_last_of_250_on_a_circle_walked_beside_each_other_past_their_goals() {
    let seconds: Vec<f64> = (["200.0", "200.1", "200.2"].into_iter())
        .map(|radius| {
            let figures = run("circle-250", &[("agents.0.circle.radius", radius)]);
            assert_eq!((figures.arrived, figures.agent_overlaps), (250, 0));
            figures.last_arrival_seconds.expect("all have arrived")
        })
        .collect();
    let mean = seconds.iter().sum::<f64>() / seconds.len() as f64;
    assert!(mean <= 450.0, "{seconds:?} s");
}

/// Fifty on a smaller circle have enough room for the default and for ORCA; forces between two fail
/// here as well, the classic one the most.
#[test]
fn on_a_circle_of_fifty_forces_between_two_run_people_into_each_other() {
    let overlaps = ON_THE_CIRCLE.map(|method| {
        let ring = [
            ("agents.0.count", "50"),
            ("agents.0.circle.radius", "40"),
            ("duration", "120"),
            ("method", method),
        ];
        run("circle-250", &ring).agent_overlaps
    });
    let [default, orca, anticipatory, classic] = overlaps;
    assert_eq!([default, orca], [0, 0]);
    assert!(
        0 < anticipatory && anticipatory < classic,
        "{ON_THE_CIRCLE:?}: {overlaps:?}"
    );
}

/// What `sidestep bench detour` measures in the first yards of its usual seed.
fn detours(yards: u64) -> Figures {
    let detour = Detour::for_radius(RADIUS);
    let trials: Vec<Trial> = (0..yards)
        .map(|yard| Trial::run(1, yard, &detour).unwrap_or_else(|error| panic!("{yard}: {error}")))
        .collect();
    Figures::new(1, &trials)
}

/// No way collides, none is overlooked, and none is said to be there that isn't.
#[track_caller]
fn assert_no_wrong_way(figures: &Figures) {
    let wrong = [
        figures.collisions,
        figures.blocked_wrongly,
        figures.clear_wrongly,
        figures.gave_up,
    ];
    assert_eq!(wrong, [0; 4], "yards to look at: {:?}", figures.suspects);
}

#[test]
fn in_a_hundred_yards_ways_are_nearly_the_best_and_a_query_is_far_quicker_than_a_re_bake() {
    let figures = detours(100);
    assert_no_wrong_way(&figures);
    let mean = figures.mean_ratio.expect("walks that arrived");
    assert!((1.0..1.01).contains(&mean), "{mean}");
    let [query, rebake] = [figures.query_us, figures.rebake_us];
    assert!(10.0 * query < rebake, "{query} and {rebake} µs");
}

#[test]
#[ignore = "takes a minute: cargo test --release -p sidestep-scene --test scenes -- --ignored thousand"]
fn a_thousand_yards_are_as_the_page_says() {
    let page = comparisons();
    let [yards, mean, worst] = page.says(
        "Over {} random yards (`bench detour`) the ways are {} times as long as the best on a re-baked mesh on average, \
         {} times at worst, without a collision and without a way that was overlooked",
    );
    let figures = detours(yards.number as u64);
    println!(
        "mean {:?}, worst {:?}, a query {} µs, a re-bake {} µs",
        figures.mean_ratio, figures.worst_ratio, figures.query_us, figures.rebake_us
    );
    assert_no_wrong_way(&figures);
    mean.is_within(figures.mean_ratio, 0.0003);
    worst.is_within(figures.worst_ratio, 0.05);
    // Times: both are of one run, and their ratio is another on another machine.
    let [obstacles, times] = page
        .says("In yards of about {} obstacles a re-bake takes some {} times as long as a query");
    obstacles.is(20.0);
    times.is_about(figures.speedup_20, 0.5);
}

fn measured(criterion: &str) -> Finding {
    let criterion = Criterion::find(criterion).expect("a criterion");
    criterion.run().unwrap_or_else(|error| panic!("{error}"))
}

/// Holds a row of the README's table of what doesn't hold against what came of the criterion: speeds
/// and flows are the default's, and may be off by so much.
fn hold_criterion(name: &str, slack: f64) {
    let finding = measured(name);
    println!("{name}: {}", finding.ours);
    assert!(!finding.holds, "{name} holds now: {}", finding.ours);
    let page = Page::read("README.md");
    let [_, ours, wanted] = page.cells("| criterion | ours", &format!("`{name}`"));
    let readings = &finding.readings;
    assert_eq!(ours.len(), readings.len(), "{name}: {}", finding.ours);
    assert!(wanted.len() >= readings.len(), "{name}: {wanted:?}");
    for ((ours, wanted), reading) in ours.iter().zip(&wanted).zip(readings) {
        ours.is_within(reading.ours, slack);
        match (reading.at_least, reading.at_most) {
            (Some(least), Some(most)) => wanted.is(0.5 * (least + most)),
            (None, bound) | (bound, None) => wanted.is(bound),
        }
    }
}

#[test]
fn what_does_not_hold_of_ships_is_as_the_readme_says() {
    hold_criterion("imo-4", 0.3);
}

#[test]
fn pedestrians_walked_as_fast_in_a_dense_crowd_as_alone() {
    let finding = measured("speed-density");
    assert!(finding.holds, "{}", finding.ours);
}

#[test]
#[ignore = "takes minutes: cargo test --release -p sidestep-scene --test scenes -- --ignored readme"]
fn what_does_not_hold_is_as_the_readme_says() {
    hold_criterion("imo-4", 0.2);
    // The laboratory's flow through a door of 1 m.
    let page = Page::read("README.md");
    let [door] = page.says("that laboratories' people break, too ({} a second)");
    let flows = measured("bottleneck-flow");
    let through = (flows.readings.iter())
        .find(|it| it.what.starts_with("flow through 1 m"))
        .expect("a door of 1 m");
    let bounds = through.at_least.zip(through.at_most);
    door.is(bounds.map(|(least, most)| 0.5 * (least + most)));
}

#[test]
#[ignore = "takes minutes: cargo test --release -p sidestep-scene --test scenes -- --ignored criteria"]
fn so_many_of_all_criteria_hold_as_the_readme_says() {
    let page = Page::read("README.md");
    let [all, hold] = page.says("Of the {} criteria of `sidestep verify` {} hold");
    all.is(Criterion::ALL.len());
    let findings = Criterion::ALL.map(|it| measured(it.name()));
    for finding in &findings {
        println!("{}: {}, {}", finding.criterion, finding.ours, finding.holds);
        let is_listed = finding.criterion == "imo-4";
        assert_eq!(finding.holds, !is_listed, "{}", finding.criterion);
    }
    hold.is(findings.iter().filter(|finding| finding.holds).count());
}
