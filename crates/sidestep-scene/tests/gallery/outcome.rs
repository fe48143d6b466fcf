//! What comes of a scene of the gallery with a method, as the command would measure it.

use sidestep_scene::measure::{Measures, Summary};

use crate::side_by_side::simulation;

/// Runs a page's scene for `seconds`, with some of its values set.
pub fn outcome(name: &str, seconds: f64, overrides: &[(&str, &str)]) -> Summary {
    let seconds = seconds.to_string();
    let mut all = vec![("duration", seconds.as_str())];
    all.extend_from_slice(overrides);
    let mut measures = Measures::new();
    (simulation(name, &all).run(&mut [&mut measures])).unwrap_or_else(|error| panic!("{error}"));
    measures.finish(0.0)
}
