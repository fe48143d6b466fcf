//! From what the command line says to a scene: a built-in one or a file, with its changes.

use std::fs;
use std::path::Path;

use sidestep_scene::builtin;
use sidestep_scene::format::{Scene, SceneError};
use sidestep_scene::import::{self, ImportError};
use sidestep_scene::input_file;
use sidestep_scene::method::Method;

use crate::arguments::Changes;
use crate::failure::Failure;
use crate::memory;

/// The scene of that name or file with its changes, and with a method if one is given.
///
/// # Errors
/// When there is no such scene, it takes more memory to read than can be had, or it or a change is
/// wrong.
pub fn load(name: &str, changes: &Changes, method: Option<Method>) -> Result<Scene, Failure> {
    let path = Path::new(name);
    if has_ending(path, "toml")
        && let Ok(file) = fs::metadata(path)
    {
        memory::check_reading(name, file.len())?;
    }
    let overrides = overrides(changes, method);
    let mut scene = find(name, &overrides).map_err(|failure| match (failure, changes.seconds) {
        // The scene knows it as a key that was set.
        (Refusal::Scene(SceneError::Invalid { place, message }), Some(seconds))
            if place.set.as_deref() == Some(&format!("duration={seconds:?}")) =>
        {
            Failure::input(format!("--seconds {seconds}: {message}"))
        }
        (refusal, _) => Failure::input(refusal),
    })?;
    if let Some(count) = changes.agents {
        scene
            .scale_agents(count)
            .map_err(|error| Failure::input(format!("--agents {count}: {}", message_of(&error))))?;
    }
    Ok(scene)
}

/// What is wrong, without where: it is about an option and not about a place in the file.
fn message_of(error: &SceneError) -> &str {
    match error {
        SceneError::Invalid { message, .. } | SceneError::Unreadable { message, .. } => message,
    }
}

/// Why there is no scene.
#[derive(Debug, thiserror::Error)]
enum Refusal {
    #[error("{0}")]
    Missing(String),
    #[error(transparent)]
    Scene(#[from] SceneError),
    #[error(transparent)]
    Import(#[from] ImportError),
}

fn find(name: &str, overrides: &[(String, String)]) -> Result<Scene, Refusal> {
    let path = Path::new(name);
    if !path.is_file() {
        if let Ok(built_in) = builtin::find(name) {
            return Ok(built_in.scene(overrides)?);
        }
        return Err(Refusal::Missing(what_is_missing(name, path)));
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

fn has_ending(path: &Path, ending: &str) -> bool {
    path.extension()
        .is_some_and(|found| found.eq_ignore_ascii_case(ending))
}

/// All changes as keys and values of a scene file, in the order in which they count.
fn overrides(changes: &Changes, method: Option<Method>) -> Vec<(String, String)> {
    let mut overrides = changes.set.clone();
    let mut put = |key: &str, value: Option<String>| {
        overrides.extend(value.map(|value| (key.to_owned(), value)));
    };
    // What is whole keeps its point, as TOML wants it.
    let number = |value: f64| format!("{value:?}");
    put("seed", changes.seed.map(|seed| seed.to_string()));
    put("duration", changes.seconds.map(number));
    put("dt", changes.dt.map(number));
    let quoted = |name: &str| format!("{name:?}");
    put(
        "agents.*.route",
        changes.route.map(|route| quoted(route.name())),
    );
    put(
        "method",
        method.map(|method| format!("{:?}", method.name())),
    );
    overrides
}
