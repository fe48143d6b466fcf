//! Levels: Wavefront `.obj` texts.

use std::path::Path;

use super::{DURATION, Fault, TIME_STEP, scene_name};
use crate::format::level::LARGEST_LEVEL;
use crate::format::number::{RunLength, TimeStep};
use crate::format::{Level, Name, Origin, Scene};

/// Makes a scene without agents of the text of a level, which is in it then, with the usual
/// settings: y is up, and agents are 1.8 m high.
///
/// `source_name` is what messages about the scene call it; without its folder and ending it is the
/// scene's name.
///
/// # Errors
/// A [`Fault`] when the text is too large or can't be read as a level.
pub fn to_scene(text: String, source_name: &str) -> Result<Scene, Fault> {
    let fault = |what: String, mend: &str| Fault::of_file(source_name, what, mend);
    if text.len() as u64 > LARGEST_LEVEL {
        return Err(fault(
            format!("is larger than {} MiB", LARGEST_LEVEL / (1024 * 1024)),
            "leave out what nobody walks on or into, such as normals and textures",
        ));
    }
    let level = Level::of(text);
    level.check(None).map_err(|misfit| {
        let (what, mend) = (misfit.message.split_once("; ")).unwrap_or((
            &misfit.message,
            "write it anew from the program that made it",
        ));
        fault(what.to_owned(), mend)
    })?;
    let stem = Path::new(source_name).file_stem();
    let stem = stem.map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    Ok(Scene {
        name: Some(Name::from_any(&scene_name(&stem, "level"))),
        title: stem,
        level: Some(level),
        dt: TimeStep::clamped(TIME_STEP),
        duration: RunLength::clamped(DURATION),
        origin: Origin::named(source_name),
        ..Scene::default()
    })
}
