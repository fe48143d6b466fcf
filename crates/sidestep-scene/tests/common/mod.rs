//! Built-in scenes, run and measured.

pub mod page;
pub mod transform;

use sidestep_scene::builtin;
use sidestep_scene::format::Scene;
use sidestep_scene::measure::{Measures, Summary};
use sidestep_scene::place::Layout;
use sidestep_scene::recording::{Frame, Observer, Setting};
use sidestep_scene::simulate::Simulation;

/// A built-in scene with some of its values set.
pub fn scene(name: &str, overrides: &[(&str, &str)]) -> Scene {
    let overrides: Vec<(String, String)> = (overrides.iter())
        .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()))
        .collect();
    let built_in = builtin::find(name).unwrap_or_else(|error| panic!("{error}"));
    let scene = built_in.scene(&overrides);
    scene.unwrap_or_else(|error| panic!("{error}"))
}

/// The layout of a built-in scene with some of its values set.
pub fn layout(name: &str, overrides: &[(&str, &str)]) -> Layout {
    Layout::new(&scene(name, overrides)).unwrap_or_else(|error| panic!("{error}"))
}

/// Runs a layout to its end.
pub fn run_layout(layout: Layout) -> Summary {
    watch(
        Simulation::new(layout).unwrap_or_else(|error| panic!("{error}")),
        &mut [],
    )
}

/// Runs a simulation to its end before more observers.
pub fn watch(mut simulation: Simulation, more: &mut [&mut dyn Observer]) -> Summary {
    let mut measures = Measures::new();
    let mut observers: Vec<&mut dyn Observer> = vec![&mut measures];
    for observer in more {
        observers.push(*observer);
    }
    let seconds = simulation.run(&mut observers);
    let seconds = seconds.unwrap_or_else(|error| panic!("{error}"));
    let summary = measures.finish(seconds);
    assert_eq!(summary.non_finite, 0, "{}", summary.scene);
    summary
}

/// Runs a built-in scene with some of its values set.
pub fn run(name: &str, overrides: &[(&str, &str)]) -> Summary {
    run_layout(layout(name, overrides))
}

/// Keeps every frame of a run.
#[derive(Debug, Default)]
pub struct Frames(pub Vec<Frame>);

impl Observer for Frames {
    fn begin(&mut self, _: &Setting, frame: &Frame) {
        self.0.push(frame.clone());
    }

    fn observe(&mut self, _: &Setting, frame: &Frame) {
        self.0.push(frame.clone());
    }
}

/// All frames of a run.
pub fn frames(layout: Layout) -> Vec<Frame> {
    let mut frames = Frames::default();
    let simulation = Simulation::new(layout).unwrap_or_else(|error| panic!("{error}"));
    watch(simulation, &mut [&mut frames]);
    frames.0
}
