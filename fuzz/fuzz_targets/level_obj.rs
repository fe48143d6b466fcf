//! Any text is a level, which can be baked or is refused with a reason, or an error that names line
//! and column.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sidestep::nav::{Level, LevelError, LevelSettings};

/// The radius (m) for which a level is baked, 1 or more: a cell is as wide, and where no coordinate is above 500
/// radii there are few enough of them to be quick. (Levels of 16 million cells aren't refused, and take minutes
/// in a build that counts what it covers.)
fn radius(text: &str) -> f32 {
    let numbers = text
        .split_whitespace()
        .filter_map(|word| word.parse::<f32>().ok());
    let largest = numbers
        .filter(|it| it.is_finite())
        .fold(0.0, |largest, it| it.abs().max(largest));
    f32::max(1.0, largest / 500.0)
}

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
            && let Err(fault) = level.bake(radius(text), &settings)
        {
            assert!(!fault.to_string().contains("internal error"), "{fault}");
        }
    }
});
