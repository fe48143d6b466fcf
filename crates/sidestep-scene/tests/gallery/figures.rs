//! The numbers on the pages, held against the runs that they stand beside. A classic form doesn't
//! change, so its numbers must be right. What is said of the default must be about right, so that
//! it stays true while that is tuned.

use super::faults::tour;
use super::side_by_side::{outcome, simulation};
use crate::common::page::{Page, Said};
use sidestep::avoid::detour::Detour;
use sidestep::avoid::look_ahead::LookAhead;
use sidestep::avoid::sampling::VelocitySampling;
use sidestep::{Body, Vec2};
use sidestep_scene::measure::{Summary, median};
use sidestep_study::walls::{Strength, WallMethod};

/// How far off a time of the default may be, as a share of it.
const ABOUT: f64 = 0.2;

fn page(name: &str) -> Page {
    Page::read(&format!("gallery/pages/{name}.md"))
}

/// The runs of a scene by several methods.
fn runs<const N: usize>(scene: &str, seconds: f64, methods: [&str; N]) -> [Summary; N] {
    methods.map(|method| outcome(scene, seconds, &[("method", method)]))
}

/// Holds the cells of a row against the runs of its columns. The last one, the default's, may be off
/// by so much.
fn hold<const N: usize>(
    row: [Said<'_>; N],
    runs: &[Summary; N],
    measure: impl Fn(&Summary) -> f64,
    slack: f64,
) {
    for (column, (said, run)) in row.iter().zip(runs).enumerate() {
        said.is_within(measure(run), if column == N - 1 { slack } else { 0.0 });
    }
}

fn flips(figures: &Summary) -> f64 {
    figures.direction_flips_per_minute.expect("somebody walks")
}

fn turning(figures: &Summary) -> f64 {
    figures.mean_abs_turn_rate.expect("somebody walks")
}

fn mean_time(figures: &Summary) -> f64 {
    figures.mean_travel_seconds.expect("somebody arrives")
}

fn last(figures: &Summary) -> f64 {
    figures.last_arrival_seconds.expect("somebody arrives")
}

fn ratio(figures: &Summary) -> f64 {
    figures.mean_path_ratio.expect("somebody arrives")
}

#[test]
fn of_goals() {
    let page = page("goals");
    let kind = |kind| outcome("goals-fault", 20.0, &[("agents.*.behaviors.0.kind", kind)]);
    let [seek, arrive] = page.says(
        "Over the first 20 s those who seek turn at about {} rad/s on average, \
         those who arrive at less than {} rad/s",
    );
    seek.is_about(turning(&kind("seek")), ABOUT);
    arrive.is_above(turning(&kind("arrive")));

    let arrived = |seconds, kind| {
        let sets = [("agents.1.behaviors.0.kind", kind)];
        outcome("goals-chase", seconds, &sets).arrived
    };
    let [seconds, caught] = page.says("in the {} s of the scene {} of them gets it");
    caught.is(arrived(seconds.number, "seek"));
    let [caught, seconds] = page.says("at least {} of the six have it after {} s");
    caught.is_least(arrived(seconds.number, "pursue"));
}

#[test]
fn of_look_ahead() {
    let page = page("look-ahead");
    let methods = ["classic-2", "classic-3", "classic-3-scaled", "default"];
    let runs = runs("look-ahead-fault", 20.0, methods);
    let row = |first| page.row::<4>("In the first 20 s", first);
    let touched = |run: &Summary| run.obstacle_overlaps as f64;
    hold(row("obstacles run into (pairs)"), &runs, touched, 0.0);
    let inside = |run: &Summary| run.obstacle_overlap_pair_seconds;
    hold(row("time spent in them (s)"), &runs, inside, 0.0);
    hold(row("turns to and fro (per minute)"), &runs, flips, 6.0);
    hold(row("stuck, of 4"), &runs, |run| run.stuck as f64, 0.0);
    hold(
        row("mean time there and back of the others (s)"),
        &runs,
        mean_time,
        1.0,
    );
}

#[test]
fn of_unaligned() {
    let page = page("unaligned");
    let runs = runs(
        "unaligned-fault",
        25.0,
        ["classic", "classic-time", "default"],
    );
    let row = |first| page.row::<3>("(`sidestep compare gallery/scenes/unaligned-fault", first);
    let touched = |run: &Summary| run.agent_overlaps as f64;
    hold(row("pairs that ran into each other"), &runs, touched, 0.0);
    let inside = |run: &Summary| run.overlap_pair_seconds;
    hold(row("time spent in each other (pair s)"), &runs, inside, 0.0);
    hold(row("turns to and fro (per minute)"), &runs, flips, 8.0);
    hold(row("mean time there and back (s)"), &runs, mean_time, 1.0);
    let [pairs] = page.says("{} pairs run into each other with either classic form");
    for method in ["classic", "classic-time"] {
        let sets = [("method", method), ("agents.*.blend", "weighted")];
        pairs.is(outcome("unaligned-fault", 25.0, &sets).agent_overlaps);
    }
}

#[test]
fn of_the_plaza() {
    let page = page("unaligned");
    let [classic, none, default] = ["classic", "none", "default"].map(|method| {
        let sets = [("method", method), ("settle", "false")];
        outcome("unaligned", 30.0, &sets)
    });
    let [pairs, careless] = page.says(
        "the classic form runs {} pairs of the 28 people into each other in 30 s, more than the {} pairs of \
         those who look at nothing at all. The default has none.",
    );
    pairs.is(classic.agent_overlaps);
    careless.is(none.agent_overlaps);
    assert_eq!(default.agent_overlaps, 0);
    let [longer] = page.says("a way that is less than {} % longer");
    longer.is_above(100.0 * (ratio(&default) - 1.0));
}

#[test]
fn of_the_world_without_edges() {
    let page = page("unaligned");
    let touched = |sets: &[(&str, &str)]| super::claims::torus(sets).agent_overlaps;
    let [classic, none] = page.says(
        "of 48 people the classic form runs {} pairs into each other, those who look at nothing {}, \
         and the default none",
    );
    classic.is(touched(&[("method", "classic")]));
    none.is(touched(&[("method", "none")]));
    assert_eq!(touched(&[("method", "default")]), 0);
    let [blind, looks] =
        page.says("Who doesn't look runs {} pairs into each other in the same 30 s instead of {}");
    looks.is(touched(&[("method", "classic")]));
    let over = ("parameters.unaligned.over_edges", "false");
    blind.is(touched(&[("method", "classic"), over]));
    let [blind, looks] =
        page.says("With a plain sum both are worse and hardly differ: {} pairs and {}");
    let sum = ("agents.*.blend", "weighted");
    blind.is(touched(&[("method", "classic"), sum, over]));
    looks.is(touched(&[("method", "classic"), sum]));
}

#[test]
fn of_walls() {
    let page = page("walls");
    let length = |metres| {
        let sets = [("method", "cross"), ("parameters.walls.length", metres)];
        outcome("walls", 60.0, &sets)
    };
    let [long, usual] = ["2", "1"].map(length);
    let [fewer, more, trembles, rests] = page.says(
        "at 2 m instead of 1 m the cross product touches {} instead of {} times in a minute, \
         and turns to and fro {} times a minute and person instead of {}.",
    );
    fewer.is(long.wall_contacts);
    more.is(usual.wall_contacts);
    trembles.is(flips(&long));
    rests.is(flips(&usual));

    let methods = [
        "none",
        "additive",
        "cross",
        "additive-rising",
        "cross-rising",
        "default",
    ];
    let rooms = runs("walls", 60.0, methods);
    let row = |first| page.row::<6>("(`sidestep compare gallery/scenes/walls.toml", first);
    let touched = |run: &Summary| run.wall_contacts as f64;
    hold(row("walls touched (pairs)"), &rooms, touched, 0.0);
    let deepest = |run: &Summary| run.max_wall_penetration_m;
    hold(row("deepest contact (m)"), &rooms, deepest, 0.0);
    hold(row("turns to and fro (per minute)"), &rooms, flips, 20.0);
    let [rising, constant] =
        page.says("the deepest contact becomes less, {} m instead of {} m with the cross product");
    rising.is(deepest(&rooms[4]));
    constant.is(deepest(&rooms[2]));

    let [length, strength, turns] = page.says(
        "The cross product touches nothing with whiskers of {} m and a strength of {} m/s², \
         and then each person turns to and fro {} times a minute",
    );
    let [metres, acceleration] = [&length, &strength].map(|said| said.number.to_string());
    let sets = [
        ("method", "cross"),
        ("parameters.walls.length", metres.as_str()),
        ("parameters.walls.acceleration", acceleration.as_str()),
    ];
    let wild = outcome("walls", 60.0, &sets);
    assert_eq!(wild.wall_contacts, 0);
    turns.is(flips(&wild));
    let [most] = page.says("These people can accelerate by {} m/s² and no more");
    let people = simulation("walls", &[]);
    for agent in 0..12 {
        let body = people.spec(agent).expect("somebody").body;
        most.is(body.limits.max_force / body.mass);
    }

    let corner = ["hit-normal", "additive", "cross", "default"];
    let corner = runs("walls-fault", 40.0, corner);
    let row = |first| page.row::<4>("(`sidestep compare gallery/scenes/walls-fault", first);
    hold(
        row("there and back, of 6"),
        &corner,
        |run| run.arrived as f64,
        0.0,
    );
    hold(row("stuck"), &corner, |run| run.stuck as f64, 0.0);
    hold(row("turns to and fro (per minute)"), &corner, flips, 12.0);
    let [least, most] = page.says("the three tremble little, {} to {} turns a minute");
    for method in ["hit-normal", "additive", "cross"] {
        let sets = [("method", method), ("agents.*.blend", "weighted")];
        let turns = flips(&outcome("walls-fault", 40.0, &sets)).round();
        assert!(
            (least.number..=most.number).contains(&turns),
            "{method}: {turns}"
        );
    }
}

#[test]
fn of_detours() {
    let page = page("detours");
    let runs = runs("detours-fault", 25.0, ["classic-detour", "default"]);
    let row = |first| page.row::<2>("After 25 s", first);
    hold(row("arrived, of 9"), &runs, |run| run.arrived as f64, 0.0);
    hold(
        row("called blocked"),
        &runs,
        |run| run.blocked_ever as f64,
        0.0,
    );
    hold(
        row("mean time of those who arrived (s)"),
        &runs,
        mean_time,
        1.0,
    );
    hold(row("walked, over the straight distance"), &runs, ratio, 0.1);
}

#[test]
fn of_crowds() {
    let page = page("crowds");
    let methods = ["classic", "none", "orca", "default"];
    let [classic, none, orca, default] = runs("crowds-fault", 60.0, methods);
    let [through, pairs] = page.says(
        "After 60 s {} of 32 has got to the other side, and {} pairs have run into each other",
    );
    through.is(classic.arrived);
    pairs.is(classic.agent_overlaps);
    let summed = |scene: &str, seconds: f64| {
        let sets = [("method", "classic"), ("agents.*.blend", "weighted")];
        outcome(scene, seconds, &sets)
    };
    let [through, pairs] =
        page.says("the classic form gets {} through, and {} pairs run into each other");
    let classic = summed("crowds-fault", 60.0);
    through.is(classic.arrived);
    pairs.is(classic.agent_overlaps);
    let [nobody, few] = page
        .says("With no foresight at all, only contacts (`none`), it is {}; ORCA gets {} through");
    nobody.is(none.arrived);
    few.is(orca.arrived);
    let [all, seconds] =
        page.says("All {} are through, the last after some {} s, and nobody has touched anybody");
    all.is(default.arrived);
    seconds.is_about(last(&default), ABOUT);
    assert_eq!(default.agent_overlaps, 0);

    let [classic, default] = self::runs("crowds-goal", 40.0, ["classic", "default"]);
    let [trembles, pairs] = page.says(
        "The classic crowd trembles for ever: {} rad/s of turning on average over 40 s, and {} pairs that touch",
    );
    trembles.is(turning(&classic));
    pairs.is(classic.agent_overlaps);
    let [trembles, pairs] = page.says("(with a plain sum {} rad/s and {} pairs)");
    let sum = summed("crowds-goal", 40.0);
    trembles.is(turning(&sum));
    pairs.is(sum.agent_overlaps);
    let [share] = page.says("it turns less than {} % as much, and nobody touches");
    share.is_above(100.0 * turning(&default) / turning(&classic));
    assert_eq!(default.agent_overlaps, 0);
}

#[test]
fn of_narrower_doors() {
    let page = page("crowds");
    // A crowd before one door is a game of chance, which a centimetre decides: the median of five doors.
    let through = |width: f64| {
        let five = [-0.04, -0.02, 0.0, 0.02, 0.04].map(|more| through_a_door(width + more));
        println!("{width} m: {five:?} s");
        median(five.to_vec()).expect("five")
    };
    let [narrow, narrower] =
        page.says("the same 32 need some {} s, through 0.8 m some {} s (medians of five doors that differ by centimetres), still without a touch");
    narrow.is_about(through(1.0), 0.2);
    narrower.is_about(through(0.8), 0.2);
}

/// When the last of 32 is through a door so many metres wide (s).
fn through_a_door(width: f64) -> f64 {
    let half = width / 2.0;
    let below = format!("[[0.0, -8.0], [0.0, -{half}]]");
    let above = format!("[[0.0, {half}], [0.0, 8.0]]");
    let sets = [
        ("walls.0.points", below.as_str()),
        ("walls.1.points", above.as_str()),
        ("stop_when_arrived", "true"),
    ];
    let figures = outcome("crowds-fault", 400.0, &sets);
    assert_eq!((figures.arrived, figures.agent_overlaps), (32, 0), "{half}");
    last(&figures)
}

#[test]
fn of_orca() {
    let page = page("orca");
    let [orca, default] = runs("orca-fault", 60.0, ["orca", "default"]);
    let [arrived] = page.says("after 60 s {} has arrived");
    arrived.is(orca.arrived);
    let sets = [("parameters.sampling.side_angle", "0")];
    let straight = outcome("orca-fault", 60.0, &sets);
    let [turned, without] =
        page.says("they arrive after {} s on average; at an angle of 0 it takes {} s. Neither touches anybody");
    turned.is(default.mean_travel_seconds);
    without.is(straight.mean_travel_seconds);
    assert_eq!((default.agent_overlaps, straight.agent_overlaps), (0, 0));
    assert_eq!((default.arrived, straight.arrived), (16, 16));

    let [slow, fast, soon, late] = page.says(
        "with speeds drawn from {} to {} m/s all sixteen arrive, after {} to {} s with the seeds 1 to 3",
    );
    let speed = format!("{{ min = {}, max = {} }}", slow.number, fast.number);
    for seed in ["1", "2", "3"] {
        let sets = [
            ("method", "orca"),
            ("agents.0.speed", &speed),
            ("seed", seed),
        ];
        let figures = outcome("orca-fault", 60.0, &sets);
        assert_eq!(figures.arrived, 16, "seed {seed}");
        let last = last(&figures).round();
        assert!(
            (soon.number..=late.number).contains(&last),
            "seed {seed}: {last} s"
        );
    }
}

#[test]
fn of_blending() {
    let page = page("blending");
    let with = |method, blend| {
        let sets = [("method", method), ("agents.0.blend", blend)];
        outcome("blending-fault", 40.0, &sets)
    };
    let sum = with("classic-3", "weighted");
    let [pairs, depth] =
        page.says("there are {} pairs of agent and pillar that overlap, up to {} m deep");
    pairs.is(sum.obstacle_overlaps);
    depth.is(sum.max_obstacle_overlap_m);
    let priorities = with("classic-3", "prioritised");
    assert_eq!(priorities.arrived, 0);
    let [pairs] = page.says("they stand in each other: {} pairs overlap");
    pairs.is(priorities.agent_overlaps);
    let default = with("default", "weighted");
    let [all, seconds] =
        page.says("all {} arrive, the last after some {} s, with no overlap at all");
    all.is(default.arrived);
    seconds.is_about(last(&default), ABOUT);
    assert_eq!((default.obstacle_overlaps, default.agent_overlaps), (0, 0));
}

#[test]
fn of_groups() {
    let page = page("groups");
    let classic = tour(&[
        ("agents.1.behaviors.0.kind", "follow_leader"),
        ("agents.1.behaviors.0.agents", "guide"),
        ("formations", "[]"),
    ]);
    let slots = tour(&[]);
    let [off, walked, straight] = page.says(
        "pushes it up to {} m off its place now and then: \
         in the end it has walked {} m instead of {} m",
    );
    let [there] = page.says("the guide gets to its goal after {} s, the heap comes after it");
    there.is_within(classic.3, 0.5);
    off.is_within(classic.0[0], 0.1);
    walked.is_within(classic.1, 0.3);
    straight.is_within(slots.1, 0.3);
}

#[test]
fn of_presets() {
    let scene = sidestep_scene::builtin::find("presets")
        .unwrap()
        .scene(&[])
        .unwrap();
    let layout = sidestep_scene::place::Layout::new(&scene).unwrap();
    let mut measures = sidestep_scene::measure::Measures::new();
    let mut run = sidestep_scene::simulate::Simulation::new(layout).unwrap();
    let seconds = run.run(&mut [&mut measures]).unwrap();
    let figures = measures.finish(seconds);
    let page = page("presets");
    let [all] = page.says("Nobody touches anybody on the way, and all {} arrive");
    all.is(figures.arrived);
    all.is(figures.agents);
    assert_eq!(figures.agent_overlaps, 0);
}

/// The tables of parameters say what the engine takes where nothing is said, for a radius of 1 m where they count in radii.
#[test]
fn of_what_is_usual() {
    let look_ahead = LookAhead::for_radius(1.0);
    let page_of_it = page("look-ahead");
    page_of_it.tells("least look-ahead; {} radii unless set", look_ahead.distance);
    page_of_it.tells("time looked ahead; {} s |", look_ahead.horizon);
    page_of_it.tells(
        "gap that is always kept; {} % of the radius",
        100.0 * look_ahead.skin,
    );
    page_of_it.tells(
        "gap that is kept where there is room; {} % of the radius",
        100.0 * look_ahead.margin,
    );
    page_of_it.tells(
        "how much longer the kept side may be; {} |",
        look_ahead.side_margin,
    );

    let sampling = VelocitySampling::for_radius(0.35);
    let page_of_it = page("unaligned");
    page_of_it.tells(
        "turned right by `side_angle` ({} rad) while",
        sampling.side_angle,
    );
    page_of_it.tells("a change costs `inertia` ({}) of it", sampling.inertia);
    page_of_it.tells(
        "later than `horizon` ({} s) costs nothing",
        sampling.horizon,
    );
    let [contact, miss] = page_of_it.says("| 1 | {} and {}; shares of the preferred `speed`");
    contact.is(sampling.contact_weight);
    miss.is(sampling.miss_weight);
    let [distance, time] = page_of_it.says("has faded to about a third: {} m, {} s");
    distance.is(sampling.miss_distance);
    time.is(sampling.miss_time);
    page_of_it.tells(
        "the worst counts in full and the others {} tenths",
        10.0 * sampling.further_contacts,
    );

    let rights = sampling.right_of_way;
    let page_of_it = page("crowds");
    page_of_it.tells(
        "slower than this share of the wish is held up: {} |",
        rights.held_share,
    );
    page_of_it.tells(
        "held up for so long it claims the way: {} |",
        rights.patience,
    );
    page_of_it.tells("in radii of the one who claims: {} |", rights.reach);

    let detour = Detour::for_radius(1.0);
    let page_of_it = page("detours");
    page_of_it.tells(
        "distance kept besides; {} % of the radius",
        100.0 * detour.clearance,
    );
    page_of_it.tells(
        "how much longer the kept side may be; {} |",
        detour.side_margin,
    );
    page_of_it.tells(
        "how far from the straight way a detour may go; {} radii",
        detour.neighborhood,
    );
    page_of_it.tells(
        "is looked at again with what it met; {} |",
        detour.rounds as usize,
    );

    let page_of_it = page("goals");
    page_of_it.tells(
        "a wrong velocity is down to about a third after it: {} if nobody says otherwise",
        Body::new(Vec2::ZERO, 0.4, 1.5).limits.response_time,
    );

    let page_of_it = page("walls");
    let WallMethod::HitNormal { offset } = WallMethod::hit_normal_for_radius(1.0) else {
        panic!("hit normal");
    };
    page_of_it.tells("the place is that is sought; {} radii", offset);
    // Those here have a radius of half a metre.
    let [radii, here] = page_of_it.says("{} radii per s²: {} m/s² for those here");
    let [one, half] = [1.0, 0.5].map(|radius| match Strength::constant_for_radius(radius) {
        Strength::Constant { acceleration } => acceleration,
        Strength::Rising { .. } => panic!("constant"),
    });
    radii.is(one);
    here.is(half);
    let [one, half] = [1.0, 0.5].map(|radius| match Strength::rising_for_radius(radius) {
        Strength::Rising { decay, cap } => [decay, cap],
        Strength::Constant { .. } => panic!("rising"),
    });
    let [cubed, here] = page_of_it.says("strength at 1 m, times 1 m²; {} radii cubed: {} |");
    cubed.is(one[0]);
    here.is(half[0]);
    let [radii, here] = page_of_it.says("the largest strength; {} radii per s²: {} |");
    radii.is(one[1]);
    here.is(half[1]);
}
