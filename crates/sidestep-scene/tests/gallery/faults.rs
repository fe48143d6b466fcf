//! What the pages say goes wrong with the classic forms does go wrong, and the default does better.

use crate::side_by_side::run;
use sidestep_scene::measure::Summary;

/// The figures of a scene under a classic form and under the default.
fn both(name: &str, classic: &str, seconds: &str) -> [Summary; 2] {
    [classic, "default"].map(|method| run(name, &[("method", method), ("duration", seconds)]))
}

fn flips(figures: &Summary) -> f64 {
    figures.direction_flips_per_minute.unwrap()
}

#[test]
fn two_probes_run_into_posts_pillars_and_walls() {
    let [classic, default] = both("look-ahead-fault", "classic-2", "20.0");
    assert!(
        classic.obstacle_overlaps >= 5,
        "{}",
        classic.obstacle_overlaps
    );
    assert_eq!(default.obstacle_overlaps, 0);
    assert!(flips(&classic) > 10.0 * flips(&default));
}

#[test]
fn turning_by_45_degrees_lets_people_walk_into_each_other() {
    let [classic, default] = both("unaligned-fault", "classic", "25.0");
    assert!(classic.agent_overlaps >= 3, "{}", classic.agent_overlaps);
    assert_eq!(default.agent_overlaps, 0);
    assert!(flips(&classic) > 10.0 * flips(&default));
}

#[test]
fn whiskers_are_caught_in_a_corner() {
    for method in [
        "hit-normal",
        "additive",
        "cross",
        "additive-rising",
        "cross-rising",
    ] {
        let [classic, default] = both("walls-fault", method, "40.0");
        assert!(classic.stuck >= 2, "{method}: {}", classic.stuck);
        assert_eq!((default.stuck, default.arrived), (0, 6));
        assert!(flips(&classic) > 5.0 * flips(&default), "{method}");
    }
}

#[test]
fn only_the_default_keeps_a_round_of_rooms_without_contact() {
    let contacts = |method| run("walls", &[("method", method), ("duration", "60.0")]).wall_contacts;
    let without = contacts("none");
    assert_eq!(contacts("default"), 0);
    for method in ["additive", "cross", "additive-rising", "cross-rising"] {
        let with_whiskers = contacts(method);
        assert!(
            with_whiskers > 10 && with_whiskers < without,
            "{method}: {with_whiskers} of {without}"
        );
    }
}

#[test]
fn furthest_tangents_take_a_pillar_for_the_end_of_all_ways() {
    let [classic, default] = both("detours-fault", "classic-detour", "25.0");
    assert_eq!((classic.blocked_ever, classic.arrived), (3, 6));
    assert_eq!((default.blocked_ever, default.arrived), (0, 9));
    assert!(classic.mean_path_ratio > default.mean_path_ratio);
}
