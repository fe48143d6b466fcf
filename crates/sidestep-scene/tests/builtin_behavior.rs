//! The built-in scenes show what they are there to show, by measure.

use crate::common::page::Page;
use crate::common::{self, Frames, run};
use sidestep_scene::measure::Summary;
use sidestep_scene::place::{LayoutAgent, LayoutGoalKind};
use sidestep_scene::recording::Frame;
use sidestep_scene::simulate::Simulation;

const UNSETTLED: (&str, &str) = ("settle", "false");

#[track_caller]
fn assert_clear_of_obstacles(summary: &Summary) {
    let what = format!("{} {} {}", summary.scene, summary.method, summary.dt);
    assert_eq!(summary.obstacle_overlaps, 0, "{what}");
    assert_eq!(summary.max_obstacle_overlap_m, 0.0, "{what}");
    assert_eq!(summary.wall_contacts, 0, "{what}");
    assert_eq!(summary.escaped, 0, "{what}");
}

#[track_caller]
fn assert_all_arrive(summary: &Summary) {
    let what = format!("{} {} {}", summary.scene, summary.method, summary.dt);
    assert_eq!(
        [summary.arrived, summary.stuck],
        [summary.agents, 0],
        "{what}"
    );
}

#[test]
fn the_horde_touches_no_obstacle_with_contacts_settled_or_not() {
    assert_clear_of_obstacles(&run("zombies", &[]));
    let summary = run("zombies", &[UNSETTLED]);
    assert_clear_of_obstacles(&summary);
    assert_eq!(summary.agent_overlaps, 0);
    assert!(
        summary.arrived > summary.agents / 2,
        "{} got to the prey",
        summary.arrived
    );
}

/// F. Bevilacqua's look-ahead tests points and not the way between them, so bodies clip what the
/// points miss. Its third probe, where the agent stands, pushes back out those that are already in:
/// they are in as often, but shorter and less deep.
#[test]
fn the_classic_methods_cut_into_obstacles_and_a_third_probe_helps() {
    let two = run("zombies", &[("method", "classic-2"), UNSETTLED]);
    let three = run("zombies", &[("method", "classic-3"), UNSETTLED]);
    assert!(
        two.obstacle_overlaps > 0 && two.max_obstacle_overlap_m > 0.1,
        "{two:?}"
    );
    assert!(
        three.obstacle_overlap_pair_seconds < two.obstacle_overlap_pair_seconds,
        "{three:?} and {two:?}"
    );
    assert!(
        three.max_obstacle_overlap_m < two.max_obstacle_overlap_m,
        "{} m and {} m",
        three.max_obstacle_overlap_m,
        two.max_obstacle_overlap_m
    );
    // The default's column: the test above tries it.
    let columns = [Summary::default(), three, two];
    for path in ["README.md", "docs/comparisons.md"] {
        let page = Page::read(path);
        let row = |first| page.row::<3>("| zombies, seed 1, 60 s", first);
        let pairs = row("pairs of zombie and obstacle that ever overlapped");
        let seconds = row("time in obstacles, all pairs together (s)");
        let zombies = row("pairs of zombies that ever overlapped");
        for (column, run) in columns.iter().enumerate() {
            pairs[column].is(run.obstacle_overlaps);
            seconds[column].is(run.obstacle_overlap_pair_seconds);
            zombies[column].is(run.agent_overlaps);
        }
    }
    let summed = ["classic-3", "classic-2"].map(|method| {
        let sum = ("agents.*.blend", "weighted");
        run("zombies", &[("method", method), UNSETTLED, sum])
    });
    for path in ["README.md", "docs/comparisons.md"] {
        let page = Page::read(path);
        let said: [_; 4] = page.says(
            "the two forms run into fewer obstacles, {} and {} pairs, and into more zombies, {} and {}.",
        );
        for (column, run) in summed.iter().enumerate() {
            said[column].is(run.obstacle_overlaps);
            said[2 + column].is(run.agent_overlaps);
        }
    }
    let page = Page::read("docs/comparisons.md");
    let deepest = page.row::<3>("| zombies, seed 1, 60 s", "deepest in an obstacle (m)");
    for (said, run) in deepest.iter().zip(&columns) {
        said.is(run.max_obstacle_overlap_m);
    }
}

const TIME_STEPS: [&str; 4] = [
    "0.008333333333333333",
    "0.016666666666666666",
    "0.03333333333333333",
    "0.06666666666666667",
];

/// Asserts that the times differ by at most so much of the shortest.
#[track_caller]
fn alike(what: &str, times: &[f64], share: f64) {
    let shortest = times.iter().copied().fold(f64::INFINITY, f64::min);
    let longest = times.iter().copied().fold(0.0, f64::max);
    assert!(longest <= (1.0 + share) * shortest, "{what}: {times:?}");
}

/// Who takes another gap takes another time, so the last of a hundred may differ more than their
/// mean.
#[test]
fn the_forest_is_crossed_untouched_in_the_same_time_at_every_time_step() {
    let runs = TIME_STEPS.map(|dt| run("forest", &[("dt", dt), UNSETTLED]));
    for summary in &runs {
        assert_all_arrive(summary);
        assert_clear_of_obstacles(summary);
    }
    let mean = runs.iter().filter_map(|run| run.mean_travel_seconds);
    alike("mean travel", &mean.collect::<Vec<_>>(), 0.03);
    let last = runs.iter().filter_map(|run| run.last_arrival_seconds);
    alike("last arrival", &last.collect::<Vec<_>>(), 0.1);
}

/// Each of the eight speeds on its own: in a mean the slow ones would hide the fast ones.
#[test]
fn the_gauntlet_is_run_untouched_in_the_same_time_at_every_speed_and_time_step() {
    let times = TIME_STEPS.map(|dt| {
        let layout = common::layout("gauntlet", &[("dt", dt), UNSETTLED]);
        let mut frames = Frames::default();
        let simulation = Simulation::new(layout.clone()).expect("a built-in scene runs");
        let summary = common::watch(simulation, &mut [&mut frames]);
        assert_all_arrive(&summary);
        assert_clear_of_obstacles(&summary);
        let runners = layout.agents.iter().enumerate();
        runners
            .map(|(index, agent)| arrival(agent, &frames.0, index))
            .collect::<Vec<f64>>()
    });
    let layout = common::layout("gauntlet", &[]);
    for (index, agent) in layout.agents.iter().enumerate() {
        let own = [0, 1, 2, 3].map(|step: usize| times[step][index]);
        alike(&format!("{} m/s", agent.speed), &own, 0.03);
        let way = agent.start.distance(layout_goal(agent).0) - layout_goal(agent).1;
        let alone = f64::from(way / agent.speed);
        assert!(
            own[0] < 1.15 * alone + 1.0,
            "{} m/s: {own:?} instead of {alone}",
            agent.speed
        );
    }
}

/// The last point that an agent has to reach, and how near it has to come (m).
fn layout_goal(agent: &LayoutAgent) -> (glam::Vec2, f32) {
    match agent.goals.last().map(|goal| goal.kind) {
        Some(LayoutGoalKind::Point { point, radius }) => (point, radius),
        other => panic!("{other:?} is no point"),
    }
}

/// When an agent first is at its goal (s), between frames as on a straight way.
fn arrival(agent: &LayoutAgent, frames: &[Frame], index: usize) -> f64 {
    let (point, radius) = layout_goal(agent);
    let gap = |frame: &Frame| f64::from(frame.agents[index].position.distance(point) - radius);
    let step = frames.windows(2).find(|pair| gap(&pair[1]) <= 0.0);
    let Some([before, after]) = step else {
        panic!("{} m/s never arrives", agent.speed);
    };
    let share = gap(before) / (gap(before) - gap(after));
    before.time + share * (after.time - before.time)
}

#[test]
fn without_avoidance_the_forest_is_no_easy_way() {
    let summary = run("forest", &[("method", "none"), UNSETTLED]);
    assert!(
        summary.obstacle_overlaps > 100,
        "{}",
        summary.obstacle_overlaps
    );
}

#[test]
fn the_hunter_catches_its_prey_and_neither_touches_an_obstacle() {
    for settle in ["true", "false"] {
        let summary = run("pursuit", &[("settle", settle)]);
        assert_eq!(summary.arrived, 1, "the hunter");
        let caught = summary.last_arrival_seconds.unwrap_or(f64::INFINITY);
        assert!((2.0..60.0).contains(&caught), "caught after {caught} s");
        assert_clear_of_obstacles(&summary);
    }
}

#[test]
fn all_get_through_the_squeeze_one_after_the_other() {
    let summary = run("squeeze", &[]);
    assert_all_arrive(&summary);
    assert_clear_of_obstacles(&summary);
    assert!(summary.max_overlap_m < 0.02, "{} m", summary.max_overlap_m);
    assert_eq!(summary.lost, 0);
}

#[test]
fn nobody_walks_through_the_wall_beside_the_queues_door() {
    let summary = run("queue", &[]);
    assert_clear_of_obstacles(&summary);
    assert!(summary.max_overlap_m < 0.05, "{} m", summary.max_overlap_m);
    assert_all_arrive(&run("queue", &[UNSETTLED]));
}

#[test]
fn the_whole_queue_gets_through_the_door() {
    assert_all_arrive(&run("queue", &[]));
}

/// Runners don't foresee each other yet: one may be wedged between a tree and another who wants
/// past it on the other side.
#[test]
fn the_forest_is_crossed_with_contacts_settled_by_nearly_all() {
    let summary = run("forest", &[]);
    assert_clear_of_obstacles(&summary);
    assert!(
        summary.arrived + 3 >= summary.agents,
        "{} of {} arrive",
        summary.arrived,
        summary.agents
    );
}

#[test]
fn followers_keep_up_with_their_leader_without_a_bump() {
    let layout = common::layout("leader", &[]);
    let frames = common::frames(layout.clone());
    let summary = common::run_layout(layout);
    assert_clear_of_obstacles(&summary);
    assert!(summary.max_overlap_m < 0.01, "{} m", summary.max_overlap_m);
    // After the first round, in the last half of the run, everybody is near and not in one heap.
    for frame in &frames[frames.len() / 2..] {
        let leader = frame.agents[0].position;
        for follower in &frame.agents[1..] {
            let gap = follower.position.distance(leader);
            assert!(
                gap < 20.0,
                "a follower is {gap} m behind at {} s",
                frame.time
            );
        }
    }
    let walked: f32 = (frames.windows(2))
        .map(|pair| {
            pair[0].agents[0]
                .position
                .distance(pair[1].agents[0].position)
        })
        .sum();
    assert!(walked > 110.0, "the leader walked only {walked} m");
}

#[test]
fn the_flock_stays_together_aligns_and_touches_no_pillar() {
    let layout = common::layout("flock", &[]);
    let frames = common::frames(layout.clone());
    let summary = common::run_layout(layout);
    assert_clear_of_obstacles(&summary);
    assert!(summary.max_overlap_m < 0.05, "{} m", summary.max_overlap_m);
    // How much all fly one way: 1 if all do, about 1/√120 at random.
    let order = |frame: &Frame| {
        let sum: glam::Vec2 = (frame.agents.iter())
            .map(|agent| agent.velocity.normalize_or_zero())
            .sum();
        sum.length() / frame.agents.len() as f32
    };
    let mean = |part: &[Frame]| part.iter().map(order).sum::<f32>() / part.len() as f32;
    let (first, last) = (mean(&frames[..10]), mean(&frames[frames.len() / 2..]));
    assert!(
        first < 0.3 && last > 2.0 * first,
        "order grows from {first} to {last}"
    );
}
