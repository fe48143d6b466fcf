//! From what the command line says to a scene: a built-in one or a file, with its changes.

use std::path::Path;

use sidestep_scene::builtin;
use sidestep_scene::format::Scene;
use sidestep_scene::import;

use crate::arguments::SceneArguments;
use crate::failure::Failure;

/// The scene of these arguments, with a method if one is given.
///
/// # Errors
/// When there is no such scene, or it or a change is wrong.
pub fn load(arguments: &SceneArguments, method: Option<&str>) -> Result<Scene, Failure> {
    let overrides = overrides(arguments, method)?;
    let mut scene = find(&arguments.scene, &overrides)?;
    if let Some(count) = arguments.agents {
        scene
            .scale_agents(count)
            .map_err(|error| Failure::input(format!("--agents {count}: {error}")))?;
    }
    Ok(scene)
}

fn find(name: &str, overrides: &[(String, String)]) -> Result<Scene, Failure> {
    let path = Path::new(name);
    let looks_like_file = path.extension().is_some() || name.contains(['/', '\\']);
    if !looks_like_file && !path.is_file() {
        let built_in = builtin::find(name).map_err(|error| {
            Failure::input(format!(
                "{error}. A scene file is given with its ending, such as {name}.toml"
            ))
        })?;
        return built_in.scene(overrides).map_err(Failure::input);
    }
    if has_ending(path, "toml") {
        return Scene::load_with_overrides(path, overrides).map_err(Failure::input);
    }
    let imported = import::load(path).map_err(Failure::input)?;
    if overrides.is_empty() {
        return Ok(imported);
    }
    // Changes are made to the scene file that the import stands for.
    let text = imported.to_toml().map_err(Failure::input)?;
    Scene::with_overrides(&text, name, overrides).map_err(Failure::input)
}

fn has_ending(path: &Path, ending: &str) -> bool {
    path.extension()
        .is_some_and(|found| found.eq_ignore_ascii_case(ending))
}

/// All changes as keys and values of a scene file, in the order in which they count.
fn overrides(
    arguments: &SceneArguments,
    method: Option<&str>,
) -> Result<Vec<(String, String)>, Failure> {
    let mut overrides = Vec::new();
    for change in &arguments.set {
        let Some((key, value)) = change.split_once('=') else {
            return Err(Failure::input(format!(
                "--set {change}: a change is written KEY=VALUE, such as settle=false"
            )));
        };
        overrides.push((key.trim().to_owned(), value.trim().to_owned()));
    }
    let mut put = |key: &str, value: Option<String>| {
        overrides.extend(value.map(|value| (key.to_owned(), value)));
    };
    put("seed", arguments.seed.map(|seed| seed.to_string()));
    put("duration", arguments.seconds.map(number));
    put("dt", arguments.dt.map(number));
    put("method", method.map(|name| format!("{name:?}")));
    Ok(overrides)
}

/// A number as TOML writes it: what is whole keeps its point.
fn number(value: f64) -> String {
    if value.is_nan() {
        "nan".to_owned()
    } else {
        format!("{value:?}")
    }
}
