//! A scene that is saved in the middle of its run, as bytes, and gone on with is the same to the
//! bit in each later step: with whatever a built-in scene has in it, and with every kind of method.

use sidestep_scene::builtin;
use sidestep_scene::format::Scene;
use sidestep_scene::method::Method;
use sidestep_scene::place::Layout;
use sidestep_scene::simulate::{ResumeError, SaveError, SavedSimulation, Simulation};

/// Every so many steps the run is saved.
const EVERY: u64 = 10;

fn scene(name: &str, overrides: &[(&str, &str)]) -> Scene {
    let overrides: Vec<(String, String)> = (overrides.iter())
        .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()))
        .collect();
    (builtin::find(name).expect("built in"))
        .scene(&overrides)
        .expect("scene")
}

fn layout(name: &str, overrides: &[(&str, &str)]) -> Layout {
    Layout::new(&scene(name, overrides)).expect("layout")
}

/// Through bytes and back.
fn reread(simulation: &Simulation) -> SavedSimulation {
    let saved = simulation.save().expect("not edited");
    let bytes = postcard::to_allocvec(&saved).expect("bytes");
    postcard::from_bytes(&bytes).expect("the same")
}

fn assert_same(one: &Simulation, other: &Simulation, what: &str) {
    let step = one.frame().step;
    assert_eq!(
        one.world().state_hash(),
        other.world().state_hash(),
        "{what}: the worlds differ after step {step}"
    );
    assert_eq!(one.frame().agents, other.frame().agents, "{what} at {step}");
    assert_eq!(one.frame().obstacles, other.frame().obstacles, "{what}");
    assert_eq!(one.frame().targets, other.frame().targets, "{what}");
    assert_eq!(one.frame().time.to_bits(), other.frame().time.to_bits());
    assert_eq!(one.world().events(), other.world().events(), "{what}");
    assert_eq!(one.is_over(), other.is_over(), "{what}");
}

/// Runs a scene and saves it at every tenth step; each time the saved run goes on beside it until
/// the next. The first one of all goes on to the end, and so does the world by itself that was put
/// back to its snapshots.
fn goes_on_the_same(name: &str, overrides: &[(&str, &str)], steps: u64) {
    let layout = layout(name, overrides);
    let mut simulation = Simulation::new(layout.clone()).expect("simulation");
    let what = format!("{name} {overrides:?}");
    let mut restored: Option<Simulation> = None;
    for step in 0..steps {
        if simulation.is_over() {
            break;
        }
        if step % EVERY == 0 {
            let saved = reread(&simulation);
            let again = Simulation::resume(layout.clone(), &saved)
                .unwrap_or_else(|error| panic!("{what} at step {step}: {error}"));
            assert_same(&simulation, &again, &what);
            // What is saved of it again is the same.
            let bytes = |saved: &SavedSimulation| postcard::to_allocvec(saved).expect("bytes");
            assert!(
                bytes(&saved) == bytes(&again.save().expect("not edited")),
                "{what}"
            );
            restored = Some(again);
        }
        simulation.step().expect("step");
        if let Some(restored) = &mut restored {
            restored.step().expect("step");
            assert_same(&simulation, restored, &what);
        }
    }
}

/// How many steps of a scene are looked at: fewer where it has many agents.
fn steps_of(name: &str) -> u64 {
    match layout(name, &[]).agents.len() {
        0..=20 => 900,
        21..=60 => 300,
        61..=300 => 90,
        _ => 40,
    }
}

#[test]
fn every_built_in_scene_goes_on_the_same_from_every_tenth_step() {
    for scene in builtin::all() {
        goes_on_the_same(scene.name, &[], steps_of(scene.name));
    }
}

#[test]
fn methods_of_the_scenes_own_are_put_back() {
    for method in Method::ALL {
        let quoted = format!("{:?}", method.name());
        goes_on_the_same("crates", &[("method", &quoted)], 120);
        goes_on_the_same("overtake", &[("method", &quoted)], 60);
    }
}

#[test]
fn walkable_space_that_is_baked_anew_is_put_back() {
    goes_on_the_same("sealed", &[("method", "\"rebake\"")], 400);
    goes_on_the_same("crates", &[("method", "\"rebake\"")], 200);
}

#[test]
fn slower_clocks_go_on_the_same() {
    for name in ["crossing", "doors", "torus", "zombies"] {
        goes_on_the_same(name, &[("decide_every", "0.15")], 60);
    }
}

#[test]
fn a_run_of_another_scene_is_refused() {
    let simulation = Simulation::new(layout("crossing", &[])).expect("simulation");
    let saved = reread(&simulation);
    let other = layout("crossing", &[("seed", "2")]);
    let error = Simulation::resume(other, &saved).err();
    assert_eq!(error, Some(ResumeError::OtherLayout));
}

#[test]
fn a_run_that_was_changed_by_hand_is_not_saved() {
    let mut simulation = Simulation::new(layout("crossing", &[])).expect("simulation");
    simulation.remove_agent(0).expect("removed");
    assert_eq!(simulation.save().err(), Some(SaveError::Edited));
}
