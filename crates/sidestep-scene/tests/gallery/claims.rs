//! What the pages say that sliders, keys and the pointer do is so in the scene they stand beside.

use super::side_by_side::{outcome, simulation};
use glam::Vec2;
use sidestep_scene::recording::Outline;
use sidestep_scene::simulate::Simulation;

fn step(simulation: &mut Simulation, seconds: f64) {
    let end = simulation.frame().time + seconds;
    while simulation.frame().time < end {
        simulation.step().unwrap_or_else(|error| panic!("{error}"));
    }
}

#[test]
fn longer_whiskers_touch_less_and_tremble_more() {
    let length = |metres: &str| {
        let sets = [("method", "cross"), ("parameters.walls.length", metres)];
        outcome("walls", 60.0, &sets)
    };
    let [usual, long] = ["1", "2"].map(length);
    assert!(long.wall_contacts < usual.wall_contacts);
    let [few, many] = [usual, long].map(|it| it.direction_flips_per_minute.unwrap());
    assert!(3.0 * few < many, "{few} and {many}");
}

#[test]
fn rising_whiskers_let_nobody_as_deep_into_a_wall_as_constant_ones() {
    let depth = |method: &str| outcome("walls", 60.0, &[("method", method)]).max_wall_penetration_m;
    for method in ["additive", "cross"] {
        let (constant, rising) = (depth(method), depth(&format!("{method}-rising")));
        assert!(
            rising < 0.8 * constant,
            "{method}: {rising} and {constant} m"
        );
    }
}

#[test]
fn who_gives_contacts_no_weight_gets_through_the_plaza_much_later_trembles_and_touches_nobody() {
    // The last arrival (s) and the flips a minute, summed over speeds: of one run alone much is chance.
    let weigh = |weight: &str| {
        let mut sums = [0.0, 0.0];
        for speed in ["1.1", "1.15", "1.2", "1.25", "1.3", "1.35", "1.4"] {
            let sets = [
                ("parameters.sampling.contact_weight", weight),
                ("agents.*.speed", speed),
            ];
            let figures = outcome("unaligned", 400.0, &sets);
            assert_eq!(figures.agent_overlaps, 0);
            // Without weight some haven't arrived by then.
            assert!(figures.arrived == 28 || weight == "0", "{weight}, {speed}");
            sums[0] += if figures.arrived == 28 {
                figures.last_arrival_seconds.unwrap()
            } else {
                400.0
            };
            sums[1] += figures.direction_flips_per_minute.unwrap();
        }
        sums
    };
    let [[last, flips], [usual, few]] = ["0", "1"].map(weigh);
    assert!(last > 1.5 * usual, "{last} and {usual} s");
    assert!(flips > 2.0 * few, "{flips} and {few} a minute");
    let [low, some] = weigh("0.2");
    assert!((low - usual).abs() < 0.1 * usual, "{low} and {usual} s");
    assert!((some - few).abs() < 0.2 * few, "{some} and {few} a minute");
}

#[test]
fn who_gives_close_passing_no_weight_goes_straighter_and_trembles_more() {
    let weigh = |weight: &str| {
        // On average over speeds: with one it is more or less by chance.
        let speeds = ["1.2", "1.25", "1.3", "1.35", "1.4"];
        let mut means = (0.0, 0.0);
        for speed in speeds {
            let sets = [
                ("parameters.sampling.miss_weight", weight),
                ("agents.*.speed", speed),
            ];
            let figures = outcome("unaligned", 60.0, &sets);
            means.0 += figures.mean_path_ratio.unwrap() / speeds.len() as f64;
            means.1 += figures.direction_flips_per_minute.unwrap() / speeds.len() as f64;
        }
        means
    };
    let [without, with] = ["0", "0.95"].map(weigh);
    println!("{without:?} and {with:?}");
    assert!(without.0 < with.0 - 0.01, "{without:?} and {with:?}");
    assert!(without.1 > with.1, "{without:?} and {with:?}");
}

#[test]
fn turning_to_the_right_costs_way_on_the_plaza_and_saves_time_on_the_circle() {
    let angle = |scene: &str, seconds: f64, angle: &str| {
        outcome(scene, seconds, &[("parameters.sampling.side_angle", angle)])
    };
    // With one speed it is more or less by chance.
    let ratio = |angle: &str, speed: &str| {
        let sets = [
            ("parameters.sampling.side_angle", angle),
            ("agents.*.speed", speed),
        ];
        outcome("unaligned", 60.0, &sets).mean_path_ratio.unwrap()
    };
    let mean = |angle: &str| {
        ["1.1", "1.2", "1.3", "1.4"]
            .map(|it| ratio(angle, it))
            .iter()
            .sum::<f64>()
            / 4.0
    };
    let [straight, turned] = ["0", "0.33"].map(mean);
    assert!(straight + 0.005 < turned, "{straight} and {turned}");
    let [straight, turned] =
        ["0", "0.33"].map(|it| angle("orca-fault", 60.0, it).mean_travel_seconds.unwrap());
    assert!(straight > turned + 0.4, "{straight} and {turned} s");
}

#[test]
fn a_sight_as_long_as_the_speed_is_high_is_the_worst_classic_form() {
    let run = |method: &str| outcome("look-ahead-fault", 20.0, &[("method", method)]);
    let [fixed, scaled] = ["classic-3", "classic-3-scaled"].map(run);
    assert_eq!((fixed.stuck, scaled.stuck), (0, 2));
    let inside = |it: sidestep_scene::measure::Summary| it.obstacle_overlap_pair_seconds;
    let (fixed, scaled) = (inside(fixed), inside(scaled));
    assert!(scaled > 3.0 * fixed, "{scaled} and {fixed} s");
}

#[test]
fn by_every_method_of_its_page_people_follow_the_pointer() {
    let mean = |run: &Simulation| {
        let agents = &run.frame().agents;
        agents.iter().map(|it| it.position.length()).sum::<f32>() / agents.len() as f32
    };
    for (scene, methods) in [
        (
            "look-ahead",
            ["default", "classic-2", "classic-3", "classic-3-scaled"],
        ),
        ("unaligned", ["default", "classic", "classic-time", "orca"]),
    ] {
        for method in methods {
            let mut led = simulation(scene, &[("method", method)]);
            let before = mean(&led);
            led.lead(Vec2::ZERO).unwrap();
            step(&mut led, 12.0);
            let after = mean(&led);
            assert!(
                before > 10.0 && after < 3.0,
                "{scene}, {method}: {before} and {after} m"
            );
        }
    }
}

/// Those in the rooms look at each other only with the default, and turn for that.
#[test]
fn in_the_rooms_only_the_default_makes_room_for_others_and_its_turns_are_for_them() {
    let run = |method: &str| outcome("walls", 60.0, &[("method", method)]);
    let [walls_alone, cross, default] = ["look-ahead", "cross", "default"].map(run);
    let flips = |it: &sidestep_scene::measure::Summary| it.direction_flips_per_minute.unwrap();
    let (alone, all) = (flips(&walls_alone), flips(&default));
    assert!(4.0 * alone < all, "{alone} and {all}");
    assert_eq!(walls_alone.wall_contacts, 0);
    assert_eq!(default.agent_overlaps, 0);
    assert!(cross.agent_overlaps > 0);
}

/// Whoever is guarded may decide less often; forces alone aren't guarded.
#[test]
fn methods_without_a_guard_decide_in_each_step_whatever_is_set() {
    let run = |method: &str, every: &str| {
        let sets = [("method", method), ("decide_every", every)];
        outcome("scale-streams", 10.0, &sets).trajectory_hash
    };
    for method in ["none", "classic", "classic-2"] {
        assert_eq!(run(method, "0.1"), run(method, "0"), "{method}");
    }
    assert_ne!(run("default", "0.1"), run("default", "0"));
}

/// As long as there is an allowed velocity: two streams leave room for one.
#[test]
fn by_half_planes_two_streams_cross_without_a_touch() {
    let figures = outcome("orca", 60.0, &[]);
    assert_eq!((figures.method.as_str(), figures.agents), ("orca", 40));
    assert_eq!(figures.agent_overlaps, 0);
}

/// The crate lies askew, as those that a click drops do. The guide used to go to and fro before some of them.
#[test]
fn a_tour_squeezes_past_a_crate_and_forms_its_ranks_again() {
    // How far the guests are from each other across the guide's way, which leads to the right here (m).
    let wide = |tour: &Simulation| {
        let heights = tour.frame().agents[1..9].iter().map(|it| it.position.y);
        let ends = heights.fold((f32::MAX, f32::MIN), |(low, high), y| {
            (low.min(y), high.max(y))
        });
        ends.1 - ends.0
    };
    for (x, y, angle) in [
        (-5.0, -5.25, 0.4),
        (-4.0, -5.6, 1.1),
        (4.0, -5.25, 0.4),
        (4.0, -4.8, 1.8),
    ] {
        let mut tour = simulation("groups", &[]);
        let crate_at = Vec2::new(x, y);
        let corners = [[-0.6, -0.6], [0.6, -0.6], [0.6, 0.6], [-0.6, 0.6]];
        let points = corners.map(|it| crate_at + Vec2::from_angle(angle).rotate(it.into()));
        let crate_of = Outline::Polygon {
            points: points.to_vec(),
        };
        tour.insert_obstacle(&crate_of, true).unwrap();
        step(&mut tour, 1.0);
        let ranks = wide(&tour);
        while tour.frame().agents[..9]
            .iter()
            .any(|it| it.position.x < x + 1.0)
        {
            tour.step().unwrap();
            assert!(
                tour.frame().time < 20.0,
                "somebody is left behind at {crate_at}"
            );
        }
        // On the straight way beyond the door.
        let end = 17.0_f64.max(tour.frame().time);
        while tour.frame().time < end {
            tour.step().unwrap();
        }
        let again = wide(&tour);
        assert!(
            (again - ranks).abs() < 0.3,
            "{crate_at}: {ranks} m wide, and then {again} m"
        );
    }
}

/// What people read has no names of code: neither `look_ahead` nor an identifier in quotes.
#[test]
fn reasons_and_marks_are_words_for_people() {
    let scenes = [
        (
            "look-ahead",
            &["default", "classic-2", "classic-3-scaled"][..],
        ),
        ("unaligned", &["default", "classic", "classic-time", "orca"]),
        (
            "walls",
            &["default", "additive", "cross-rising", "hit-normal"],
        ),
        ("detours", &["default", "classic-detour", "local-grid"]),
        ("detours-blocked", &["default"]),
        ("crowds", &["default", "anticipatory"]),
        ("groups", &["default"]),
        ("goals", &["default"]),
        ("blending", &["default"]),
    ];
    let mut read = 0;
    for (scene, methods) in scenes {
        for method in methods {
            let mut run = simulation(scene, &[("method", method)]);
            for _ in 0..8 {
                step(&mut run, 1.5);
                for agent in 0..run.setting().agents.len().min(30) {
                    let Some(told) = run.explain(agent) else {
                        continue;
                    };
                    let labels = told.marks.into_iter().map(|mark| mark.label);
                    for words in told.reasons.into_iter().chain(labels) {
                        let of_code = words.contains(['_', '`']) || words.contains("::");
                        assert!(!of_code, "{scene}, {method}: {words}");
                        read += 1;
                    }
                }
            }
        }
    }
    assert!(read > 1000, "{read} were read");
}

#[test]
fn a_target_that_led_them_goes_its_own_way_again_when_it_is_let_go() {
    let mut led = simulation("goals", &[]);
    let mut free = simulation("goals", &[]);
    led.lead(Vec2::new(3.0, 2.0)).unwrap();
    step(&mut led, 2.0);
    step(&mut free, 2.0);
    assert_eq!(led.frame().targets[0], Vec2::new(3.0, 2.0));
    assert_ne!(led.frame().targets[0], free.frame().targets[0]);
    led.let_go().unwrap();
    step(&mut led, 0.1);
    step(&mut free, 0.1);
    assert_eq!(led.frame().targets, free.frame().targets);
}

#[test]
fn who_was_led_has_its_own_goals_again_when_it_is_let_go_also_before_the_first_step() {
    let mut led = simulation("unaligned", &[]);
    let own: Vec<_> = (led.setting().agents.iter())
        .map(|agent| agent.goals.clone())
        .collect();
    let scene = super::side_by_side::scene("unaligned", &[]);
    led.lead(Vec2::ZERO).unwrap();
    assert!(
        led.setting()
            .agents
            .iter()
            .all(|agent| agent.goals.len() == 1)
    );
    assert_eq!(
        led.scene_as_it_stands(&scene).unwrap(),
        scene,
        "how it begins"
    );
    step(&mut led, 1.0);
    led.let_go().unwrap();
    let after: Vec<_> = (led.setting().agents.iter())
        .map(|agent| agent.goals.clone())
        .collect();
    assert_eq!(after, own);
    step(&mut led, 10.0);
    let spread = (led.frame().agents.iter()).map(|agent| agent.position.length());
    assert!(
        spread.fold(0.0, f32::max) > 6.0,
        "they have left the middle"
    );
}

#[test]
fn with_a_plain_sum_the_classic_forms_tremble_less_in_the_corner_and_meet_more_often() {
    let run = |scene: &str, seconds: f64, method: &str| {
        let sets = [("method", method), ("agents.*.blend", "weighted")];
        outcome(scene, seconds, &sets)
    };
    for method in ["hit-normal", "additive", "cross"] {
        let figures = run("walls-fault", 40.0, method);
        assert_eq!((figures.arrived, figures.stuck), (3, 3), "{method}");
        let flips = figures.direction_flips_per_minute.unwrap();
        assert!(flips < 40.0, "{method}: {flips}");
    }
    for method in ["classic", "classic-time"] {
        assert_eq!(run("unaligned-fault", 25.0, method).agent_overlaps, 9);
    }
    let runs = ["classic-2", "classic-3", "classic-3-scaled"]
        .map(|method| run("look-ahead-fault", 20.0, method));
    assert_eq!(runs.each_ref().map(|it| it.obstacle_overlaps), [7, 7, 8]);
    assert_eq!(runs[2].stuck, 1);
}

#[test]
fn in_a_world_without_edges_nobody_touches_with_the_default_and_the_classic_form_is_worse_than_none()
 {
    let run = |method| torus(&[("method", method)]).agent_overlaps;
    let [none, classic, default] = ["none", "classic", "default"].map(run);
    assert_eq!(default, 0);
    assert!(classic > none && none > 20, "{classic} and {none}");
}

/// The figures after 30 s of the scene without edges, without settling.
pub fn torus(sets: &[(&str, &str)]) -> sidestep_scene::measure::Summary {
    let sets = [&[("settle", "false"), ("duration", "30")], sets].concat();
    let sets: Vec<(String, String)> = (sets.into_iter())
        .map(|(key, value)| (key.to_owned(), value.to_owned()))
        .collect();
    let torus = sidestep_scene::builtin::find("torus").unwrap();
    let layout = sidestep_scene::place::Layout::new(&torus.scene(&sets).unwrap()).unwrap();
    let mut measures = sidestep_scene::measure::Measures::new();
    let stepping = Simulation::new(layout).unwrap().run(&mut [&mut measures]);
    measures.finish(stepping.unwrap())
}

#[test]
fn who_does_not_look_over_the_edge_runs_into_others_for_longer() {
    let [looks, blind] = ["true", "false"].map(|over| {
        torus(&[
            ("method", "classic"),
            ("parameters.unaligned.over_edges", over),
        ])
    });
    assert!(looks.agent_overlaps < blind.agent_overlaps);
    let [short, long] = [&looks, &blind].map(|it| it.overlap_pair_seconds);
    assert!(long > 1.2 * short, "{short} and {long} s");
    let usual = torus(&[("method", "classic")]);
    assert_eq!(looks.trajectory_hash, usual.trajectory_hash);
}

#[test]
fn who_stands_in_the_way_steps_aside_and_goes_back_when_nobody_is_on_the_way() {
    let leaving = ["0", "1", "2", "3"].map(|group| format!("agents.{group}.on_arrival"));
    let leaving = leaving.each_ref().map(|key| (key.as_str(), "remove"));
    let mut crowd = simulation("crowds", &leaving);
    let standing: Vec<usize> = (0..crowd.setting().agents.len())
        .filter(|agent| {
            let group = crowd.setting().agents[*agent].group;
            crowd.setting().groups[group] == "standing"
        })
        .collect();
    assert_eq!(standing.len(), 6);
    let places = |crowd: &Simulation| -> Vec<Vec2> {
        let place = |it: &usize| crowd.frame().agents[*it].position;
        standing.iter().map(place).collect()
    };
    let home = places(&crowd);
    let mut furthest = [0.0_f32; 6];
    while crowd.frame().time < 120.0 {
        crowd.step().unwrap();
        for (agent, place) in places(&crowd).into_iter().enumerate() {
            let off = place.distance(home[agent]);
            furthest[agent] = furthest[agent].max(off);
        }
    }
    // The two between the doorways have nobody in their way.
    assert!(furthest[..4].iter().all(|far| *far > 0.6), "{furthest:?} m");
    assert!(furthest[4..].iter().all(|far| *far < 0.1), "{furthest:?} m");
    let off = |(place, home): (Vec2, &Vec2)| place.distance(*home);
    let off: Vec<f32> = places(&crowd).into_iter().zip(&home).map(off).collect();
    assert!(
        off.iter().all(|off| *off < 0.1),
        "{off:?} m from their places"
    );
    let stands = |it: &usize| crowd.frame().agents[*it].velocity.length() < 0.01;
    assert!(standing.iter().all(stands), "all have come to rest");
}

/// What the page on detours says of its buttons; the browser tests press them.
#[test]
fn in_the_blocked_passage_only_an_answer_gets_anybody_on() {
    let blocked = || {
        let mut simulation = simulation("detours-blocked", &[]);
        step(&mut simulation, 8.0);
        simulation
    };
    let arrived = |mut simulation: Simulation| {
        step(&mut simulation, 35.0);
        (0..5)
            .filter(|agent| simulation.has_arrived(*agent))
            .count()
    };
    let waiting = blocked();
    assert_eq!(waiting.blocked().count(), 5);
    assert_eq!(arrived(waiting), 0);
    let mut broken = blocked();
    broken.remove_obstacle(3).expect("the crate");
    assert_eq!(arrived(broken), 5);
    let mut planned = blocked();
    let first = planned.blocked().next().expect("somebody").agent;
    let answer = sidestep::world::BlockedAnswer::Replan;
    planned.answer_blocked(first, answer).expect("an answer");
    assert_eq!(arrived(planned), 1);
}
