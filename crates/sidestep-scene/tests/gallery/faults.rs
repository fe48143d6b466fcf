//! What the pages say goes wrong with the classic forms does go wrong, and the default does better.

use super::side_by_side::{outcome, simulation};
use crate::common::page::Page;
use glam::Vec2;
use sidestep_scene::measure::Summary;
use sidestep_scene::recording::Outline;

/// The figures of a scene under a classic form and under the default.
fn both(name: &str, classic: &str, seconds: f64) -> [Summary; 2] {
    [classic, "default"].map(|method| outcome(name, seconds, &[("method", method)]))
}

fn flips(figures: &Summary) -> f64 {
    figures.direction_flips_per_minute.unwrap()
}

#[test]
fn two_probes_run_into_posts_pillars_and_walls() {
    let [classic, default] = both("look-ahead-fault", "classic-2", 20.0);
    assert!(
        classic.obstacle_overlaps >= 5,
        "{}",
        classic.obstacle_overlaps
    );
    assert_eq!(default.obstacle_overlaps, 0);
    assert!(flips(&classic) > 10.0 * flips(&default));
}

/// Each of the four lanes by itself.
#[test]
fn in_each_lane_two_probes_run_into_what_stands_there_and_the_default_does_not() {
    let lane = |y: &str, method: &str| {
        let place = format!("[[-9.0, {y}]]");
        let sets = [("agents.0.positions", place.as_str()), ("method", method)];
        outcome("look-ahead-fault", 20.0, &sets).obstacle_overlaps
    };
    let lanes = ["4.5", "1.5", "-1.4", "-4.4"];
    let classic = lanes.map(|y| lane(y, "classic-2"));
    assert_eq!(
        classic,
        [3, 1, 1, 2],
        "posts, pillar, wall, small and large"
    );
    assert_eq!(lanes.map(|y| lane(y, "default")), [0; 4]);
}

/// Exactly ahead there is no side to turn to: it brakes and is pulled on, again and again.
#[test]
fn who_meets_a_pillar_exactly_ahead_brakes_and_starts_many_times_and_ends_inside() {
    let mut run = simulation("look-ahead-fault", &[("method", "classic-2")]);
    let pillar = Vec2::new(0.0, 1.5);
    let (mut changes, mut faster, mut speed, mut nearest) = (0, true, 0.0, f32::INFINITY);
    while run.frame().time < 8.0 {
        run.step().unwrap();
        let walker = &run.frame().agents[1];
        assert!((walker.position.y - 1.5).abs() < 1e-3, "no side");
        let now = walker.velocity.x;
        if (now - speed).abs() > 0.05 {
            changes += u32::from((now > speed) != faster);
            faster = now > speed;
        }
        speed = now;
        nearest = nearest.min(walker.position.distance(pillar));
    }
    assert!(changes > 50, "{changes} times");
    assert!(nearest < 0.9, "{nearest} m from the middle of 0.9 m");
}

/// How near all pairs of agents have come, in the order of the scene (m), and how much each has turned
/// in all (rad).
fn nearest_and_turned(name: &str, method: &str, seconds: f64) -> (Vec<Vec<f32>>, Vec<f32>) {
    let mut run = simulation(name, &[("method", method)]);
    let count = run.frame().agents.len();
    let mut nearest = vec![vec![f32::INFINITY; count]; count];
    let mut turned = vec![0.0; count];
    while run.frame().time < seconds {
        let before: Vec<Vec2> = (run.frame().agents.iter()).map(|it| it.velocity).collect();
        run.step().unwrap();
        let agents = &run.frame().agents;
        for (one, agent) in agents.iter().enumerate() {
            if agent.velocity.length() > 0.1 && before[one].length() > 0.1 {
                turned[one] += before[one].angle_to(agent.velocity).abs();
            }
            for (other, it) in agents.iter().enumerate() {
                let apart = agent.position.distance(it.position);
                nearest[one][other] = nearest[one][other].min(apart);
            }
        }
    }
    (nearest, turned)
}

/// Two pairs head-on, one who overtakes, and four who meet, by the scene's order.
#[test]
fn the_classic_form_misses_who_comes_head_on_and_who_is_overtaken_and_four_at_once_shiver() {
    let (nearest, turned) = nearest_and_turned("unaligned-fault", "classic", 25.0);
    // Two bodies of 0.35 m.
    for [one, other] in [[0, 2], [1, 3], [4, 5]] {
        let apart = nearest[one][other];
        assert!(apart < 0.6, "{one} and {other} come as near as {apart} m");
    }
    let (others, calm) = nearest_and_turned("unaligned-fault", "default", 25.0);
    for [one, other] in [[0, 2], [1, 3], [4, 5]] {
        assert!(others[one][other] > 0.7, "{one} and {other}");
    }
    let of_four = |turned: &[f32]| turned[6..].iter().sum::<f32>();
    let (shivers, turns) = (of_four(&turned), of_four(&calm));
    assert!(shivers > 2.0 * turns, "{shivers} and {turns} rad");
}

#[test]
fn turning_by_45_degrees_lets_people_walk_into_each_other() {
    let [classic, default] = both("unaligned-fault", "classic", 25.0);
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
        let [classic, default] = both("walls-fault", method, 40.0);
        assert!(classic.stuck >= 2, "{method}: {}", classic.stuck);
        assert_eq!((default.stuck, default.arrived), (0, 6));
        assert!(flips(&classic) > 5.0 * flips(&default), "{method}");
    }
}

/// Whoever is in the upper half goes past the end of a wall at 3.4 m, and those in the lower half into
/// a corner.
#[test]
fn a_point_off_the_wall_leads_along_it_and_in_the_corner_nobody_gets_out() {
    let highest = |method: &str| {
        let mut run = simulation("walls-fault", &[("method", method)]);
        let mut heights = Vec::new();
        let mut furthest = [f32::NEG_INFINITY; 3];
        while run.frame().time < 40.0 {
            run.step().unwrap();
            let agents = &run.frame().agents;
            let highest = agents[..3].iter().map(|it| it.position.y);
            heights.push((run.frame().time, highest.fold(f32::NEG_INFINITY, f32::max)));
            for (furthest, agent) in furthest.iter_mut().zip(&agents[3..]) {
                *furthest = furthest.max(agent.position.x);
            }
        }
        (heights, furthest)
    };
    let (heights, furthest) = highest("hit-normal");
    let high: Vec<f64> = (heights.iter())
        .filter(|(time, y)| *y > 4.0 && *time < 35.0)
        .map(|(time, _)| *time)
        .collect();
    let [from, to] = [high.first(), high.last()].map(|it| *it.expect("somebody walks up"));
    assert!(
        (23.0..25.5).contains(&from) && (29.0..32.5).contains(&to),
        "{from} to {to} s"
    );
    assert!(
        furthest.iter().all(|x| *x < 0.6),
        "behind the corner: {furthest:?}"
    );
    let (heights, furthest) = highest("default");
    assert!(heights.iter().all(|(_, y)| *y < 4.2));
    assert!(furthest.iter().all(|x| *x > 4.0), "{furthest:?}");
}

#[test]
fn only_the_default_keeps_a_round_of_rooms_without_contact() {
    let contacts = |method| outcome("walls", 60.0, &[("method", method)]).wall_contacts;
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
    let [classic, default] = both("detours-fault", "classic-detour", 25.0);
    assert_eq!((classic.blocked_ever, classic.arrived), (3, 5));
    assert_eq!((default.blocked_ever, default.arrived), (0, 9));
    assert!(classic.mean_path_ratio > default.mean_path_ratio);
}

/// Of the four in the dead end one sways at its mouth, within a metre.
#[test]
fn out_of_the_dead_end_one_goes_to_and_fro_at_the_mouth() {
    let waits = |method: &str| {
        let mut run = simulation("detours-fault", &[("method", method)]);
        let mouth = Vec2::new(-5.4, 5.4);
        let (mut there, mut turns, mut up) = (0.0, 0, true);
        let mut before = 0.0;
        while run.frame().time < 25.0 {
            run.step().unwrap();
            let agent = &run.frame().agents[0];
            if agent.position.distance(mouth) < 1.0 {
                there += run.frame().time - before;
                if agent.velocity.y.abs() > 0.2 {
                    turns += u32::from((agent.velocity.y > 0.0) != up);
                    up = agent.velocity.y > 0.0;
                }
            }
            before = run.frame().time;
        }
        (there, turns, run.has_arrived(0))
    };
    let (classic, to_and_fro, gets_out) = waits("classic-detour");
    let (default, _, has_arrived) = waits("default");
    let page = Page::read("gallery/pages/detours.md");
    let [seconds] = page.says("one goes to and fro at the mouth for some {} s");
    seconds.is_about(classic, 0.15);
    assert!(to_and_fro > 6 && !gets_out, "{to_and_fro} times");
    assert!(default < 3.0 && has_arrived, "{default} s");
}

#[test]
fn half_planes_stop_dead_where_all_meet_head_on_and_the_default_turns() {
    let with = |method| outcome("orca-fault", 20.0, &[("method", method)]);
    let (orca, default) = (with("orca"), with("default"));
    assert_eq!((orca.agents, orca.arrived, orca.stuck), (16, 0, 16));
    assert_eq!((default.arrived, default.agent_overlaps), (16, 0));
}

#[test]
fn a_sum_goes_through_pillars_priorities_go_nowhere_and_the_default_gets_through() {
    let with = |method, blend| {
        outcome(
            "blending-fault",
            40.0,
            &[("method", method), ("agents.0.blend", blend)],
        )
    };
    let sum = with("classic-3", "weighted");
    assert_eq!((sum.agents, sum.arrived), (25, 25));
    assert!(sum.obstacle_overlaps > 25 && sum.max_obstacle_overlap_m > 0.3);
    let priorities = with("classic-3", "prioritised");
    assert_eq!((priorities.arrived, priorities.obstacle_overlaps), (0, 0));
    let default = with("default", "weighted");
    assert_eq!(
        (
            default.arrived,
            default.obstacle_overlaps,
            default.agent_overlaps
        ),
        (25, 0, 0)
    );
}

/// The pillar that the page tells to watch, and what no weight does to the default.
#[test]
fn most_walk_through_the_pillar_in_the_middle_and_no_weight_outvotes_the_default() {
    let mut run = simulation("blending-fault", &[]);
    let pillars: Vec<(Vec2, f32)> = (run.setting().obstacles.iter())
        .map(|it| match it.outline {
            Outline::Circle { center, radius } => (center, radius),
            _ => panic!("pillars are round"),
        })
        .collect();
    let mut inside = vec![[false; 25]; pillars.len()];
    while run.frame().time < 40.0 {
        run.step().unwrap();
        for (pillar, (center, radius)) in pillars.iter().enumerate() {
            for (agent, it) in run.frame().agents.iter().enumerate() {
                inside[pillar][agent] |= it.position.distance(*center) < radius + 0.3;
            }
        }
    }
    let through: Vec<usize> = (inside.iter())
        .map(|them| them.iter().filter(|it| **it).count())
        .collect();
    let middle = pillars.iter().position(|(center, _)| center.length() < 2.0);
    let middle = through[middle.expect("a pillar in the middle")];
    assert_eq!(through.iter().max(), Some(&middle), "{through:?}");

    for wish in 0..4 {
        let key = format!("agents.0.behaviors.{wish}.weight");
        let sets = [("method", "default"), (key.as_str(), "100")];
        let figures = outcome("blending-fault", 40.0, &sets);
        let touched = [figures.obstacle_overlaps, figures.agent_overlaps];
        assert_eq!(touched, [0, 0], "wish {wish} counts a hundred times");
    }
}

/// By the changes of acceleration from step to step: a sum is the smoothest, and who changes its mind
/// does so with a jerk.
#[test]
fn a_sum_is_smooth_and_who_takes_one_wish_at_a_time_jerks() {
    let jerk = |blend: &str, seed: &str| {
        let mut run = simulation("blending", &[("agents.0.blend", blend), ("seed", seed)]);
        let velocities = |run: &sidestep_scene::simulate::Simulation| -> Vec<Vec2> {
            run.frame().agents[..24]
                .iter()
                .map(|it| it.velocity)
                .collect()
        };
        let (mut before, mut last) = (velocities(&run), vec![Vec2::ZERO; 24]);
        let mut sum = 0.0;
        while run.frame().time < 30.0 {
            run.step().unwrap();
            let now = velocities(&run);
            for sheep in 0..24 {
                let change = now[sheep] - before[sheep];
                sum += change.distance(last[sheep]);
                last[sheep] = change;
            }
            before = now;
        }
        sum
    };
    let [sum, priorities, first] = ["weighted", "prioritised", "priority"].map(|blend| -> f32 {
        ["1", "2", "3", "4"]
            .map(|seed| jerk(blend, seed))
            .iter()
            .sum()
    });
    println!("{sum}, {priorities}, {first}");
    assert!(
        1.1 * sum < first && 1.05 * priorities < first,
        "{sum}, {priorities}, {first}"
    );
}

/// Two lanes, each keeping to its right.
#[test]
fn in_the_doorway_those_who_go_right_keep_below_those_who_go_left() {
    let mut run = simulation("crowds-fault", &[]);
    let mut heights = [(0.0, 0); 2];
    while run.frame().time < 60.0 {
        run.step().unwrap();
        for (agent, it) in run.frame().agents.iter().enumerate() {
            if it.position.x.abs() < 0.5 {
                let (sum, count) = &mut heights[agent / 16];
                *sum += it.position.y;
                *count += 1;
            }
        }
    }
    let [right, left] = heights.map(|(sum, count)| sum / count as f32);
    assert!(right < -0.1 && left > 0.1, "{right} and {left} m");
}

#[test]
fn a_crowd_that_only_pushes_wedges_in_the_doorway_and_the_default_gets_through() {
    let with = |method| outcome("crowds-fault", 60.0, &[("method", method)]);
    let (pushing, classic, default) = (with("none"), with("classic"), with("default"));
    assert_eq!(
        (pushing.agents, pushing.arrived, pushing.stuck),
        (32, 0, 32)
    );
    assert!(classic.arrived < 8 && classic.agent_overlaps > 50);
    assert_eq!((default.arrived, default.agent_overlaps), (32, 0));
}

#[test]
fn a_crowd_round_one_point_trembles_and_with_the_default_it_comes_to_rest() {
    let with = |method| outcome("crowds-goal", 40.0, &[("method", method)]);
    let (classic, default) = (with("classic"), with("default"));
    let turning = |summary: &Summary| summary.mean_abs_turn_rate.unwrap();
    assert!(turning(&classic) > 10.0 * turning(&default));
    assert!(classic.agent_overlaps > 50);
    assert_eq!(default.agent_overlaps, 0);
}

#[test]
fn who_seeks_never_rests_and_who_arrives_does() {
    let with = |kind| outcome("goals-fault", 20.0, &[("agents.*.behaviors.0.kind", kind)]);
    let turning = |kind| with(kind).mean_abs_turn_rate.unwrap();
    assert!(turning("seek") > 10.0 * turning("arrive"));
}

/// Runners from the bottom up, each stronger than the one below.
#[test]
fn the_weaker_the_wider_seek_swings_and_the_sooner_arrive_brakes() {
    /// How far beyond its flag each got (m), when it was there first (s), and where it began to brake (m).
    fn runners(kind: &str, dt: &str) -> [[f32; 7]; 3] {
        let sets = [("agents.*.behaviors.0.kind", kind), ("dt", dt)];
        let mut run = simulation("goals-fault", &sets);
        let (mut beyond, mut there, mut brakes) = ([0.0_f32; 7], [f32::MAX; 7], [f32::MAX; 7]);
        while run.frame().time < 20.0 {
            run.step().unwrap();
            let time = run.frame().time as f32;
            for (runner, agent) in run.frame().agents.iter().enumerate() {
                let x = agent.position.x;
                beyond[runner] = beyond[runner].max(x - 6.0);
                if x > 5.9 {
                    there[runner] = there[runner].min(time);
                }
                // By then each has run at its full speed of 4 m/s.
                if time > 2.0 && agent.velocity.length() < 3.5 {
                    brakes[runner] = brakes[runner].min(x);
                }
            }
        }
        [beyond, there, brakes]
    }
    let [beyond, there, _] = runners("seek", "0.02");
    assert!(
        beyond.is_sorted_by(|weak, strong| *weak > 1.2 * strong),
        "{beyond:?} m"
    );
    assert!(there[0] < 5.0, "the lowest row after {} s", there[0]);
    for dt in ["0.01", "0.02", "0.05", "0.1"] {
        let [beyond, _, brakes] = runners("arrive", dt);
        assert!(beyond.iter().all(|far| *far < 0.01), "{dt} s: {beyond:?} m");
        assert!(
            brakes[0] + 0.5 < brakes[1] && brakes[1] + 0.3 < brakes[2],
            "{dt} s: {brakes:?} m"
        );
        // Those can all brake within what it takes them to slow down gently.
        assert!(
            brakes[3..].iter().all(|at| *at > brakes[2] - 0.1),
            "{dt} s: {brakes:?} m"
        );
    }
}

#[test]
fn who_runs_to_where_it_is_never_gets_it_and_who_runs_to_where_it_will_be_does() {
    let with = |kind| outcome("goals-chase", 14.0, &[("agents.1.behaviors.0.kind", kind)]);
    assert_eq!(with("seek").arrived, 0);
    // Nearly all: whom they dodge on the way may let one of the six get away.
    assert!(with("pursue").arrived >= 5);
}

/// The tour behind its guide, by leader following or by slots: how far the guide is from its goal at most from
/// 23 s on, and after 30 s (m), how far it has walked in all (m), how low beside the wall with the door a
/// guest came (m), and when the guide was there first (s).
pub fn tour(overrides: &[(&str, &str)]) -> ([f32; 2], f32, f32, f64) {
    let mut run = simulation("groups-fault", overrides);
    let goal = Vec2::new(12.0, -2.0);
    let place = |run: &sidestep_scene::simulate::Simulation, agent: usize| {
        run.frame().agents[agent].position
    };
    let (mut walked, mut lowest) = (0.0, f32::INFINITY);
    let mut off = [0.0_f32; 2];
    let mut there = f64::INFINITY;
    for step in 1..=1280 {
        let before = place(&run, 0);
        run.step().unwrap();
        walked += place(&run, 0).distance(before);
        for guest in 1..12 {
            let at = place(&run, guest);
            if at.x > -0.8 && at.x < 0.0 {
                lowest = lowest.min(at.y);
            }
        }
        if step > 736 {
            off[0] = off[0].max(place(&run, 0).distance(goal));
        }
        if step == 960 {
            off[1] = place(&run, 0).distance(goal);
        }
        if run.has_arrived(0) {
            there = there.min(run.frame().time);
        }
    }
    (off, walked, lowest, there)
}

#[test]
fn who_all_want_to_one_point_drive_their_guide_off_and_those_with_slots_do_not() {
    let classic = tour(&[
        ("agents.1.behaviors.0.kind", "follow_leader"),
        ("agents.1.behaviors.0.agents", "guide"),
        ("formations", "[]"),
    ]);
    let slots = tour(&[]);
    println!("{classic:?} and {slots:?}");
    assert!(classic.0[0] > 0.3 && classic.1 > 26.0, "{classic:?}");
    assert!(slots.0[0] < 0.1 && slots.0[1] < 0.1, "{slots:?}");
    assert!(slots.1 < 25.0, "{slots:?}");
    assert!(
        classic.2 < 2.0 && slots.2 > 2.5,
        "{classic:?} and {slots:?}"
    );
    let mut run = simulation("groups-fault", &[]);
    while run.frame().time < 25.0 {
        run.step().unwrap();
    }
    assert!(
        (1..12).all(|guest| run.has_arrived(guest)),
        "all in their slots"
    );
}
