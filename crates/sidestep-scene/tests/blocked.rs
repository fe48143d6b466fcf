//! Blocked agents and their answers in a scene that runs, what happened, and the question whether
//! an obstacle would close somebody's way.

use glam::Vec2;
use sidestep::world::BlockedAnswer;
use sidestep_scene::format::Scene;
use sidestep_scene::place::Layout;
use sidestep_scene::recording::Outline;
use sidestep_scene::simulate::{BlockedBy, EditError, Simulation, What};

/// Shut at its ends, too: else there would be a way outside.
const CORRIDOR: &str = "duration = 60\nbounds = { kind = \"walled\", min = [-9, -1], max = [9, 1] }\n\
                        [[agents]]\npositions = [[-6, 0]]\nradius = 0.3\ngoals = [{ point = [6, 0] }]\n";

fn simulation(text: &str) -> Simulation {
    let scene = Scene::with_overrides(text, "blocked.toml", &[]).expect("a scene");
    Simulation::new(Layout::new(&scene).expect("a layout")).expect("a simulation")
}

/// A disc that shuts the corridor.
fn plug(x: f32) -> Outline {
    Outline::Circle {
        center: Vec2::new(x, 0.0),
        radius: 0.8,
    }
}

/// Steps for so many seconds, and what happened.
fn run(simulation: &mut Simulation, seconds: f64) -> Vec<What> {
    let end = simulation.frame().time + seconds;
    let mut happened = Vec::new();
    while simulation.frame().time < end {
        simulation.step().expect("a step");
        happened.extend(simulation.happened().map(|it| it.what));
    }
    happened
}

#[test]
fn what_closes_the_way_is_named_by_its_index() {
    let mut simulation = simulation(CORRIDOR);
    run(&mut simulation, 1.0);
    let crate_ = simulation
        .insert_obstacle(&plug(0.0), true)
        .expect("a crate");
    let happened = run(&mut simulation, 3.0);
    assert!(happened.contains(&What::Blocked), "{happened:?}");
    let blocked: Vec<_> = simulation.blocked().collect();
    assert_eq!(blocked[0].agent, 0);
    assert!(
        blocked[0]
            .by
            .contains(&BlockedBy::Obstacle { index: crate_ })
    );
    let answer = BlockedAnswer::Wait { seconds: 9.0 };
    simulation.answer_blocked(0, answer).expect("an answer");
    assert_eq!(simulation.blocked().count(), 0);
    simulation.remove_obstacle(crate_).expect("the crate");
    let happened = run(&mut simulation, 12.0);
    assert!(happened.contains(&What::Unblocked) && happened.contains(&What::Arrived));
}

#[test]
fn a_jump_is_told_when_it_begins_and_when_it_ends() {
    let mut simulation = simulation(CORRIDOR);
    run(&mut simulation, 1.0);
    simulation
        .insert_obstacle(&plug(0.0), true)
        .expect("a crate");
    run(&mut simulation, 4.0);
    let place = simulation.frame().agents[0].position;
    simulation
        .jump(0, Vec2::new(3.0, 0.0), 0.5)
        .expect("a jump");
    let happened = run(&mut simulation, 1.0);
    let jumps: Vec<_> = (happened.iter())
        .filter(|it| matches!(it, What::TookOff | What::Landed))
        .collect();
    assert_eq!(jumps, [&What::TookOff, &What::Landed], "from {place}");
    assert!(simulation.frame().agents[0].position.x > 2.9);
    assert!(matches!(
        simulation.jump(4, Vec2::ZERO, 1.0),
        Err(EditError::NoSuch { .. })
    ));
    assert!(simulation.jump(0, Vec2::NAN, 1.0).is_err());
    assert!(simulation.jump(0, Vec2::ZERO, 0.0).is_err());
}

#[test]
fn a_crate_that_is_dragged_is_asked_about_where_it_would_be() {
    let mut simulation = simulation(CORRIDOR);
    let index = simulation.insert_obstacle(&plug(0.0).moved(Vec2::new(0.0, 5.0)), true);
    let index = index.expect("a crate");
    run(&mut simulation, 0.5);
    let ask = |outline, instead| simulation.would_close(&outline, true, instead);
    assert_eq!(ask(plug(0.0), Some(index)), Ok(vec![0]));
    assert_eq!(
        ask(plug(0.0).moved(Vec2::new(0.0, 3.0)), Some(index)),
        Ok(Vec::new())
    );
    assert!(ask(plug(0.0), Some(9)).is_err());
    let flat = Outline::Circle {
        center: Vec2::ZERO,
        radius: -1.0,
    };
    assert!(ask(flat, None).is_err());
}

/// Somebody whom the game moves stays where it is put, and keeps its velocity there.
#[test]
fn who_is_driven_goes_where_it_is_driven_until_it_may_walk() {
    let mut simulation = simulation(CORRIDOR);
    simulation
        .drive(0, Some(Vec2::new(-1.0, 0.0)))
        .expect("driven");
    run(&mut simulation, 1.0);
    let x = simulation.frame().agents[0].position.x;
    assert!((x + 7.0).abs() < 0.1, "{x}");
    simulation
        .place_agent(0, Vec2::new(-6.0, 0.0))
        .expect("put");
    assert_eq!(simulation.frame().agents[0].velocity, Vec2::new(-1.0, 0.0));
    assert!(simulation.drive(0, Some(Vec2::NAN)).is_err());
    simulation.drive(0, None).expect("walks");
    assert!(run(&mut simulation, 15.0).contains(&What::Arrived));
}
