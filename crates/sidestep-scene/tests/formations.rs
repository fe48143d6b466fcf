//! Groups of a scene that keep together: from positions alone, with every method, while the scene
//! is changed, and from its file again.

use crate::common::{self, Frames};
use glam::Vec2;
use sidestep_scene::format::Scene;
use sidestep_scene::method::Method;
use sidestep_scene::place::Layout;
use sidestep_scene::simulate::{Change, Simulation};

fn scene(text: &str) -> Scene {
    Scene::from_toml(text, "test.toml").unwrap_or_else(|error| panic!("{error}"))
}

fn simulation(scene: &Scene) -> Simulation {
    let layout = Layout::new(scene).unwrap_or_else(|error| panic!("{error}"));
    Simulation::new(layout).unwrap_or_else(|error| panic!("{error}"))
}

/// A leader who walks from the origin to (14, 0), and four who follow as `formation` says.
fn tour(words: &str, formation: &str) -> Scene {
    scene(&format!(
        "duration = 40\n{words}\n[[agents]]\nname = \"guide\"\npositions = [[0, 0]]\nradius = 0.3\n\
         speed = 1.0\ngoals = [{{ point = [14, 0], radius = 0.2 }}]\n\
         [[agents]]\nname = \"guests\"\npositions = [[-1, 0.3], [-2, -0.4], [-3, 0.5], [-4, -0.2]]\n\
         radius = 0.3\nspeed = 1.6\nheading = 0\n\
         [[formations]]\nmembers = \"guests\"\nleader = \"guide\"\n{formation}\n"
    ))
}

fn place(simulation: &Simulation, agent: usize) -> Vec2 {
    simulation.frame().agents[agent].position
}

/// Runs to the end and says where all are then (m).
fn ends(scene: &Scene) -> Vec<Vec2> {
    let mut simulation = simulation(scene);
    simulation
        .run(&mut [])
        .unwrap_or_else(|error| panic!("{error}"));
    (0..simulation.frame().agents.len())
        .map(|agent| place(&simulation, agent))
        .collect()
}

/// Asserts that somebody is at each of these places (m), give or take half a body.
#[track_caller]
fn somebody_at(places: &[Vec2], slots: &[[f32; 2]], what: &str) {
    for slot in slots {
        let slot = Vec2::from(*slot);
        let near = places.iter().filter(|place| place.distance(slot) < 0.3);
        assert_eq!(near.count(), 1, "{what}: one at {slot}: {places:?}");
    }
}

#[test]
fn each_pattern_of_a_scene_is_the_engines() {
    for (formation, slots) in [
        (
            "pattern = \"abreast\"\ncolumns = 3\nspacing = 1.2",
            [[14.0, 1.2], [14.0, -1.2], [12.8, 1.2], [12.8, -1.2]],
        ),
        (
            "pattern = \"file\"\nspacing = 0.9",
            [[13.1, 0.0], [12.2, 0.0], [11.3, 0.0], [10.4, 0.0]],
        ),
        (
            "pattern = \"queue\"\nspacing = 0.9",
            [[13.1, 0.0], [12.2, 0.0], [11.3, 0.0], [10.4, 0.0]],
        ),
        (
            "pattern = \"wedge\"\nspacing = 1.0",
            [[13.3, 0.7], [13.3, -0.7], [12.6, 1.4], [12.6, -1.4]],
        ),
    ] {
        let places = ends(&tour("", formation));
        let slots: Vec<[f32; 2]> = slots
            .iter()
            // Of three abreast and four guests one is alone in the last rank.
            .take(if formation.contains("columns") { 2 } else { 4 })
            .copied()
            .collect();
        somebody_at(&places, &slots, formation);
    }
    let places = ends(&tour("", "pattern = \"ring\"\nradius = 1.5"));
    for guest in &places[1..] {
        let away = guest.distance(places[0]);
        assert!((away - 1.5).abs() < 0.3, "{away}: {places:?}");
    }
}

#[test]
fn a_formation_at_a_place_faces_its_heading() {
    // A queue to the north of (2, 1): its head looks south.
    let places = ends(&scene(
        "duration = 30\n[[agents]]\nname = \"all\"\npositions = [[0, 4], [1, 5], [4, 4]]\n\
         radius = 0.3\n[[formations]]\nmembers = \"all\"\nplace = [2, 1]\n\
         heading = -1.5707963267948966\npattern = \"queue\"\nspacing = 0.8\n",
    ));
    somebody_at(&places, &[[2.0, 1.0], [2.0, 1.8], [2.0, 2.6]], "queue");
}

#[test]
fn members_go_to_their_slots_by_every_method() {
    for method in Method::ALL {
        for of_group in [false, true] {
            let name = method.name();
            let mut scene = tour("", "pattern = \"file\"\nspacing = 1.6");
            if of_group {
                scene.agents[1].method = Some(name.to_owned());
            } else {
                scene.method = name.to_owned();
            }
            let places = ends(&scene);
            let off = (1..5).map(|index| {
                let slot = Vec2::new(14.0 - 1.6 * index as f32, 0.0);
                let off = places[1..].iter().map(|it| it.distance(slot));
                off.fold(f32::INFINITY, f32::min)
            });
            let off = off.fold(0.0, f32::max);
            println!("{name} {of_group}: {off}");
            // Forces between two push neighbours out of slots that others find far enough apart.
            let most = if name.starts_with("classic") {
                1.0
            } else {
                0.3
            };
            assert!(off < most, "{name} {of_group}: {off} {places:?}");
        }
    }
}

#[test]
fn the_tour_goes_through_the_door_in_file_and_forms_ranks_again() {
    for seed in ["1", "2", "3"] {
        let layout = common::layout("escort", &[("seed", seed)]);
        let mut frames = Frames::default();
        let run = Simulation::new(layout).unwrap_or_else(|error| panic!("{error}"));
        let summary = common::watch(run, &mut [&mut frames]);
        assert_eq!(summary.arrived, 12, "seed {seed}");
        assert_eq!(summary.agent_overlaps + summary.obstacle_overlaps, 0);
        assert_eq!(summary.wall_contacts, 0);
        let mut last_through = 0.0;
        let mut widest = 0.0_f32;
        for frame in &frames.0 {
            let places = || frame.agents.iter().map(|agent| agent.position);
            if places().any(|at| at.x < 0.3) {
                last_through = frame.time;
            }
            // Within the door they are one behind the other.
            let mut within: Vec<f32> = places()
                .filter(|at| at.x.abs() < 0.1)
                .map(|at| at.y)
                .collect();
            within.sort_by(f32::total_cmp);
            widest = widest.max(within.len() as f32);
        }
        assert_eq!(widest, 1.0, "seed {seed}: one at a time in the door");
        let last = frames.0.last().expect("a frame");
        println!(
            "seed {seed}: through at {last_through}, over at {}",
            last.time
        );
        assert!(last.time - last_through < 12.0, "seed {seed}");
        let places: Vec<Vec2> = last.agents.iter().map(|agent| agent.position).collect();
        for rank in 0..4 {
            for column in [-1.0, 0.0, 1.0] {
                let slot = [16.0 - 0.9 * rank as f32, 0.9 * column];
                somebody_at(&places, &[slot], seed);
            }
        }
    }
}

#[test]
fn what_is_said_of_a_formation_can_be_set_from_outside() {
    for pattern in ["abreast", "file", "wedge", "queue"] {
        let summary = common::run("escort", &[("formations.0.pattern", pattern)]);
        assert_eq!(summary.arrived, 12, "{pattern}");
        assert_eq!(summary.agent_overlaps + summary.obstacle_overlaps, 0);
    }
    // Without any, the guests go to the goal of their own.
    let scene = common::scene("escort", &[("formations", "[]")]);
    assert!(scene.formations.is_empty());
    let escort = sidestep_scene::builtin::find("escort").expect("built in");
    let set = [("formations.*.spacing".to_owned(), "-1".to_owned())];
    let message = escort.scene(&set).expect_err("refused").to_string();
    assert!(
        message.starts_with(
            "built-in:escort: --set formations.*.spacing=-1: `formations.0.spacing`: must be a distance"
        ),
        "{message}"
    );
}

#[test]
fn six_groups_stand_in_their_slots_at_the_end() {
    let mut run = simulation(&common::scene("formations", &[]));
    run.run(&mut []).unwrap_or_else(|error| panic!("{error}"));
    assert!(
        run.frame().time < 39.0,
        "over when all stand in their slots"
    );
    assert_eq!(run.world().formations().count(), 6);
    for formation in run.world().formations() {
        let slack = formation.spec.looseness
            * formation.spec.spacing
            * (formation.spec.members.len() as f32).sqrt();
        for (member, slot) in formation.spec.members.iter().zip(formation.slots) {
            let at = place(&run, member.0 as usize);
            let off = at.distance(*slot);
            assert!(off < slack + 0.3, "{} {member}: {off}", formation.id);
            assert!(run.has_arrived(member.0 as usize));
        }
    }
}

#[test]
fn a_run_is_over_when_the_leader_is_there_and_all_stand_in_their_slots() {
    let mut run = simulation(&tour("", "pattern = \"file\"\nspacing = 1.0"));
    let mut leader_there = None;
    while !run.is_over() {
        run.step().unwrap_or_else(|error| panic!("{error}"));
        if leader_there.is_none() && run.has_arrived(0) {
            leader_there = Some(run.frame().time);
        }
        let all = (0..5).all(|agent| run.has_arrived(agent));
        assert_eq!(run.is_over(), all || run.frame().step == run.steps());
    }
    let leader_there = leader_there.expect("the leader arrives");
    assert!(run.frame().time > leader_there, "the others come after it");
    assert!(run.frame().time < leader_there + 6.0);
}

#[test]
fn what_is_said_of_a_formation_changes_while_it_walks() {
    let before = tour("", "pattern = \"abreast\"\ncolumns = 3\nspacing = 1.2");
    let mut run = simulation(&before);
    for _ in 0..150 {
        run.step().unwrap_or_else(|error| panic!("{error}"));
    }
    let after = tour("", "pattern = \"file\"\nspacing = 0.9");
    assert_eq!(run.change(&before, &after), Ok(Change::Applied));
    // Somebody joins who was dropped beside them.
    let joined = run.insert_agent(1, Vec2::new(2.0, 4.0)).expect("a guest");
    assert_eq!(joined, 5);
    run.run(&mut []).unwrap_or_else(|error| panic!("{error}"));
    let places: Vec<Vec2> = (0..6).map(|agent| place(&run, agent)).collect();
    let slots: Vec<[f32; 2]> = (1..=5).map(|it| [14.0 - 0.9 * it as f32, 0.0]).collect();
    somebody_at(&places, &slots, "file of five");
    // Another leader needs a new start.
    let mut other = after.clone();
    other.agents.push(other.agents[0].clone());
    other.agents[2].name = None;
    other.formations[0].leader = Some(sidestep_scene::format::Name::from_any("group-3"));
    assert_eq!(run.change(&after, &other), Ok(Change::NeedsRestart));
    let mut other = after.clone();
    other.formations.clear();
    assert_eq!(run.change(&after, &other), Ok(Change::NeedsRestart));
}

#[test]
fn a_formation_whose_members_were_taken_out_is_left_out_of_the_file() {
    let before = tour("", "pattern = \"file\"");
    let mut run = simulation(&before);
    run.step().unwrap_or_else(|error| panic!("{error}"));
    run.remove_agent(2).expect("a guest");
    let written = run.scene_as_it_stands(&before).expect("a scene");
    assert_eq!(written.formations, before.formations);
    let text = written.to_toml().expect("written");
    assert_eq!(scene(&text).formations, before.formations, "{text}");
    for agent in [1, 3, 4] {
        run.remove_agent(agent).expect("a guest");
    }
    let written = run.scene_as_it_stands(&before).expect("a scene");
    assert!(written.formations.is_empty());
    assert_eq!(written.agents.len(), 1);
}

#[test]
fn a_member_is_explained_with_its_slot_and_the_force_of_the_next_step() {
    let mut run = simulation(&tour("", "pattern = \"file\""));
    for step in 0..300 {
        let told = run.explain(4).expect("a guest");
        let before = run.frame().agents[4].velocity;
        run.step().unwrap_or_else(|error| panic!("{error}"));
        let reason = &told.reasons[0];
        assert!(reason.contains("its slot of formation 0"), "{reason}");
        let slot = run.world().formations().next().expect("one").slots[3];
        let is_slot = |mark: &&sidestep::explain::Mark| mark.label == "slot of formation 0";
        let mark = told.marks.iter().find(is_slot).expect("its slot");
        assert_eq!(
            mark.shape,
            sidestep::explain::MarkShape::Point { at: slot },
            "{step}"
        );
        // Nobody is near enough to be pushed, so the velocity changes by the force alone.
        let spec = run.spec(4).expect("a guest");
        let dt = run.setting().dt as f32;
        let change = (run.frame().agents[4].velocity - before) / dt * spec.body.mass;
        assert!(
            change.distance(told.total) < 0.02 * told.total.length() + 0.05,
            "step {step}: {change} and {}",
            told.total
        );
    }
}

#[test]
fn a_leader_that_waits_is_never_far_ahead() {
    // The guests are slower than their guide.
    let furthest = |line: &str| {
        let formation = format!("pattern = \"file\"\nspacing = 0.8\n{line}");
        let mut scene = tour("stop_when_arrived = false", &formation);
        scene.agents[1].speed = sidestep_scene::format::number::Pace::new(0.6)
            .expect("a speed")
            .into();
        let mut run = simulation(&scene);
        let mut furthest = 0.0_f32;
        while !run.is_over() {
            run.step().unwrap_or_else(|error| panic!("{error}"));
            for (member, slot) in
                (run.world().formations()).flat_map(|it| it.spec.members.iter().zip(it.slots))
            {
                furthest = furthest.max(place(&run, member.0 as usize).distance(*slot));
            }
        }
        assert!(run.has_arrived(0), "{line}");
        furthest
    };
    let (never, waits) = (furthest(""), furthest("waits_from = 1.0"));
    assert!(never > 4.0 && waits < 2.1, "{never} and {waits}");
}

#[test]
fn who_has_lost_its_leader_goes_on_to_a_goal_of_its_own() {
    let mut scene = tour("", "pattern = \"file\"");
    scene.agents[0].on_arrival = sidestep_scene::format::OnArrival::Remove;
    let point = sidestep_scene::format::Point::new(14.0, 8.0).expect("a point");
    scene.agents[1].goals = vec![sidestep_scene::format::Goal::at(point)];
    let places = ends(&scene);
    let end = Vec2::new(14.0, 8.0);
    let nearest = places[1..].iter().map(|it| it.distance(end));
    assert!(nearest.fold(f32::INFINITY, f32::min) < 0.6, "{places:?}");
    assert!(places[1..].iter().all(|it| it.distance(end) < 4.5));
}
