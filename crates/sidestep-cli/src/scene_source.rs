//! From what the command line says to a scene: a built-in one or a file, with its changes.

use std::fs;
use std::path::Path;

use sidestep_scene::format::{AgentGroup, Scene, SceneError};
use sidestep_scene::method::Method;
use sidestep_scene::source::{self, SourceError, has_ending};

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
    let mut scene =
        source::find(name, &overrides).map_err(|failure| match (failure, changes.seconds) {
            // The scene knows it as a key that was set.
            (SourceError::Scene(SceneError::Invalid { place, message }), Some(seconds))
                if place.set.as_deref() == Some(&format!("duration={seconds:?}")) =>
            {
                Failure::input(format!("--seconds {seconds}: {message}"))
            }
            (refusal, _) => Failure::input(refusal),
        })?;
    if let Some(count) = changes.agents {
        let usual: usize = scene.agents.iter().map(AgentGroup::size).sum();
        scene
            .scale_agents(count)
            .map_err(|error| Failure::input(format!("--agents {count}: {}", message_of(&error))))?;
        // Many a title says how many they are.
        if count != usual as u64 && !scene.title.is_empty() {
            scene.title += &format!(" (here {count} agents)");
        }
    }
    Ok(scene)
}

/// What is wrong, without where: it is about an option and not about a place in the file.
fn message_of(error: &SceneError) -> &str {
    match error {
        SceneError::Invalid { message, .. } | SceneError::Unreadable { message, .. } => message,
    }
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
