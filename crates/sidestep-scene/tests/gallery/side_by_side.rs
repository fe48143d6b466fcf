//! The code that a page of the gallery shows must make the scene that the page shows.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, LazyLock, Mutex, OnceLock, PoisonError};

use sidestep::world::World;
use sidestep_scene::format::Scene;
use sidestep_scene::measure::{Measures, Summary};
use sidestep_scene::place::Layout;
use sidestep_scene::simulate::Simulation;

/// The folder with the scenes of the gallery's pages.
pub fn scenes() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../gallery/scenes")
}

/// A scene of the gallery with some of its values set.
pub fn scene(name: &str, overrides: &[(&str, &str)]) -> Scene {
    let overrides: Vec<(String, String)> = (overrides.iter())
        .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()))
        .collect();
    let path = scenes().join(format!("{name}.toml"));
    Scene::load_with_overrides(&path, &overrides).unwrap_or_else(|error| panic!("{error}"))
}

/// A scene of the gallery before its first step, with some of its values set.
pub fn simulation(name: &str, overrides: &[(&str, &str)]) -> Simulation {
    let layout = Layout::new(&scene(name, overrides)).unwrap_or_else(|error| panic!("{error}"));
    Simulation::new(layout).unwrap_or_else(|error| panic!("{error}"))
}

/// The figures of runs by what was run: several tests ask for the same.
static OUTCOMES: LazyLock<Mutex<BTreeMap<String, Arc<OnceLock<Summary>>>>> =
    LazyLock::new(Mutex::default);

/// The figures of a scene of the gallery after `seconds`, with some of its values set. The same run
/// is done once, whoever asks for it.
pub fn outcome(name: &str, seconds: f64, overrides: &[(&str, &str)]) -> Summary {
    let seconds = seconds.to_string();
    let overrides = [&[("duration", seconds.as_str())][..], overrides].concat();
    let run = format!("{name} {overrides:?}");
    let mut outcomes = OUTCOMES.lock().unwrap_or_else(PoisonError::into_inner);
    let outcome = outcomes.entry(run).or_default().clone();
    drop(outcomes);
    let figures = outcome.get_or_init(|| {
        let mut measures = Measures::new();
        let stepping = simulation(name, &overrides).run(&mut [&mut measures]);
        measures.finish(stepping.unwrap_or_else(|error| panic!("{error}")))
    });
    figures.clone()
}

/// Runs a page's scene and its example side by side and compares positions and velocities bit by
/// bit before every step.
///
/// `step` does one step of the example, with all that its `main` does between two steps.
pub fn assert_same_run(
    name: &str,
    world: &mut World,
    steps: u64,
    mut step: impl FnMut(&mut World),
) {
    let mut simulation = simulation(name, &[]);
    assert!(steps < simulation.steps(), "{name} is over too soon");
    for number in 0..steps {
        let frame = simulation.frame();
        let shown = frame.agents.iter().filter(|agent| agent.present).count();
        assert_eq!(
            world.agents().len(),
            shown,
            "{name}: agents at step {number}"
        );
        for agent in world.agents() {
            let shown = &frame.agents[agent.id.0 as usize];
            // A scene's agent at rest has no speed times its heading, which may be −0.
            let bits = |x: f32, y: f32| ((x + 0.0).to_bits(), (y + 0.0).to_bits());
            let [(position, velocity), (shown_position, shown_velocity)] = [
                (agent.body.position, agent.body.velocity),
                (shown.position, shown.velocity),
            ]
            .map(|(p, v)| (bits(p.x, p.y), bits(v.x, v.y)));
            assert!(
                shown.present && position == shown_position && velocity == shown_velocity,
                "{name}, agent {} at step {number}: {:?} in the scene, {:?} in the example",
                agent.id.0,
                (shown.position, shown.velocity),
                (agent.body.position, agent.body.velocity),
            );
        }
        simulation.step().unwrap_or_else(|error| panic!("{error}"));
        step(world);
    }
}
