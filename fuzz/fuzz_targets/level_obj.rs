//! Any text is a level, which can be baked or is refused with a reason, or an error that names line
//! and column.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sidestep::nav::{Level, LevelError, LevelSettings};

/// Larger radii make fewer cells: the largest levels that aren't refused are then quick to measure.
const RADIUS: f32 = 1.0;

fuzz_target!(|text: &str| match Level::from_obj(text) {
    Err(LevelError::Line { line, column, .. }) => assert!(line > 0 && column > 0),
    Err(LevelError::Empty) => {}
    Err(fault) => panic!("what was read is refused: {fault}"),
    Ok(level) => {
        let settings = LevelSettings {
            cells_per_radius: 1.0,
            ..LevelSettings::default()
        };
        if text.len() < 400
            && let Err(fault) = level.bake(RADIUS, &settings)
        {
            assert!(!fault.to_string().contains("internal error"), "{fault}");
        }
    }
});
