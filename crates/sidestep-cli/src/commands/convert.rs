//! `sidestep convert`: scenes of other formats as TOML.

use sidestep_scene::import;

use super::print;
use crate::arguments::ConvertArguments;
use crate::failure::Failure;
use crate::write_whole::write_whole;

/// Converts a file.
///
/// # Errors
/// When the file can't be read or written.
pub fn convert(arguments: &ConvertArguments) -> Result<(), Failure> {
    let mut scene = import::load(&arguments.from).map_err(Failure::input)?;
    if let Some(route) = arguments.route {
        for group in &mut scene.agents {
            group.route = route.route();
        }
        if !scene.agents.is_empty() {
            scene.check().map_err(Failure::input)?;
        }
    }
    let text = scene.to_toml().map_err(Failure::input)?;
    match &arguments.to {
        Some(path) => {
            write_whole(path, text.as_bytes()).map_err(Failure::run)?;
            Ok(())
        }
        None => print(&text),
    }
}
