//! From a name to a scene: a built-in one, a scene file or a foreign one.

use std::path::Path;

use crate::builtin;
use crate::format::{Scene, SceneError};
use crate::import::{self, ImportError};
use crate::input_file;

/// Why there is no scene.
#[derive(Debug, thiserror::Error)]
pub enum SourceError {
    /// There is neither a built-in scene nor a file of that name.
    #[error("{0}")]
    Missing(String),
    /// The scene file is refused.
    #[error(transparent)]
    Scene(#[from] SceneError),
    /// The foreign file is refused.
    #[error(transparent)]
    Import(#[from] ImportError),
}

/// The scene of that name or file, after setting some of its values as
/// [`Scene::with_overrides`] does. A file counts before a built-in scene of the same name.
///
/// # Errors
/// When there is no such scene, or it or a value is wrong.
pub fn find(name: &str, overrides: &[(String, String)]) -> Result<Scene, SourceError> {
    let path = Path::new(name);
    if !path.is_file() {
        if let Ok(built_in) = builtin::find(name) {
            return Ok(built_in.scene(overrides)?);
        }
        return Err(SourceError::Missing(what_is_missing(name, path)));
    }
    if has_ending(path, "toml") {
        return Ok(Scene::load_with_overrides(path, overrides)?);
    }
    let imported = import::load(path)?;
    if overrides.is_empty() {
        return Ok(imported);
    }
    // Changes are made to the scene file that the import stands for.
    let text = imported.to_toml()?;
    Ok(Scene::with_overrides(&text, name, overrides)?)
}

/// Why a name is neither a built-in scene nor a file.
fn what_is_missing(name: &str, path: &Path) -> String {
    if name.is_empty() {
        return "the name of the scene is empty; give a built-in scene or a file".to_owned();
    }
    if let Err(what) = input_file::check(path) {
        return format!("{name}: {what}");
    }
    if path.extension().is_none() && !name.contains(['/', '\\']) {
        return match builtin::find(name) {
            Err(error) => format!(
                "{error}; and there is no file of that name (scene files are given with their ending)"
            ),
            Ok(_) => format!("{name}: can't be read"),
        };
    }
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    match builtin::find(&stem) {
        Ok(_) => format!(
            "{name}: there is no such file; check the path, or give `{stem}` alone for the built-in scene"
        ),
        Err(_) => format!("{name}: there is no such file; check the path"),
    }
}

/// Whether a path has this ending (without the point), in any case of its letters.
pub fn has_ending(path: &Path, ending: &str) -> bool {
    path.extension()
        .is_some_and(|found| found.eq_ignore_ascii_case(ending))
}
