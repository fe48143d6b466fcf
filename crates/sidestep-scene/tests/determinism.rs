//! The same scene gives the same bits: on every machine, in debug and release builds, on any number
//! of threads, run again, and whatever the order in which agents were inserted.
//!
//! After a change of the engine that is meant to change runs, print the new golden hashes for
//! `golden.json` with `SIDESTEP_PRINT_HASHES=1 cargo test -p sidestep-scene --test scenes determinism --
//! --nocapture`.

use crate::common;
use sidestep_scene::simulate::{Simulation, SimulationError};

/// Keys of a scene and the values that they are set to.
type Changes = &'static [(&'static str, &'static str)];

/// A scene, how long it runs, and the hash of its trajectories. The tests in WebAssembly hold
/// themselves to the same list.
#[derive(serde::Deserialize)]
struct Golden {
    scene: String,
    seconds: f64,
    hash: String,
}

const GOLDEN: &str = include_str!("golden.json");

fn hash(name: &str, overrides: &[(&str, &str)]) -> String {
    common::run(name, overrides).trajectory_hash
}

#[test]
fn trajectories_have_their_golden_hashes() {
    let print = std::env::var_os("SIDESTEP_PRINT_HASHES").is_some();
    let mut wrong = Vec::new();
    let golden: Vec<Golden> = serde_json::from_str(GOLDEN).expect("golden.json");
    assert!(!golden.is_empty());
    for golden in golden {
        let name = golden.scene;
        let found = hash(&name, &[("duration", &golden.seconds.to_string())]);
        if print {
            println!("{name}: {found}");
        } else if found != golden.hash {
            wrong.push(format!("{name}: {found} instead of {}", golden.hash));
        }
    }
    assert!(
        wrong.is_empty(),
        "runs have changed; if they were meant to, see the head of this file\n{}",
        wrong.join("\n")
    );
}

/// Separation, queueing and wandering are not in the golden scenes, but must repeat all the same.
const REPEATED: [(&str, Changes); 7] = [
    ("zombies", &[("duration", "4")]),
    ("flock", &[("duration", "4")]),
    ("queue", &[("duration", "6")]),
    ("forest", &[("duration", "3"), ("settle", "false")]),
    ("counterflow", &[("duration", "4")]),
    ("parked", &[("duration", "6")]),
    ("plugged", &[("duration", "9")]),
];

#[test]
fn the_number_of_threads_does_not_matter() {
    for (name, overrides) in REPEATED {
        let on = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
            pool.expect("threads").install(|| hash(name, overrides))
        };
        let alone = on(1);
        assert_eq!([on(2), on(4)], [alone.clone(), alone], "{name}");
    }
}

#[test]
fn a_run_repeats_itself() {
    for (name, overrides) in REPEATED {
        assert_eq!(hash(name, overrides), hash(name, overrides), "{name}");
    }
}

#[test]
fn another_seed_is_another_run() {
    let seed = |seed| hash("flock", &[("duration", "0.5"), ("seed", seed)]);
    assert_ne!(seed("1"), seed("2"));
}

#[test]
fn the_order_of_insertion_does_not_matter() {
    for (name, overrides) in REPEATED {
        let layout = common::layout(name, overrides);
        let count = layout.agents.len();
        // Steps of a length that shares no factor with the count visit every agent.
        let step = (2..)
            .map(|n| count / 3 + n)
            .find(|step| greatest_common(count, *step) == 1);
        let step = step.unwrap_or(1);
        let mixed: Vec<usize> = (0..count).map(|index| (index * step + 5) % count).collect();
        let backwards: Vec<usize> = (0..count).rev().collect();
        let usual = hash(name, overrides);
        for order in [mixed, backwards] {
            let simulation = Simulation::with_insertion_order(layout.clone(), &order);
            let simulation = simulation.unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(
                common::watch(simulation, &mut []).trajectory_hash,
                usual,
                "{name}"
            );
        }
    }
}

fn greatest_common(a: usize, b: usize) -> usize {
    if b == 0 { a } else { greatest_common(b, a % b) }
}

#[test]
fn an_order_that_leaves_an_agent_out_or_names_one_twice_is_refused() {
    let layout = common::layout("pursuit", &[]);
    for order in [&[0][..], &[0, 0], &[0, 2], &[0, 1, 2]] {
        let refusal = Simulation::with_insertion_order(layout.clone(), order).err();
        assert_eq!(
            refusal,
            Some(SimulationError::Order { agents: 2 }),
            "{order:?}"
        );
    }
}
