//! What the engine comes with: scenes and methods.

use serde::Serialize;
use sidestep_scene::builtin;
use sidestep_scene::method::Method;
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::failure::failure;

#[derive(Serialize)]
struct SceneInfo {
    name: &'static str,
    title: String,
    description: String,
}

#[derive(Serialize)]
struct MethodInfo {
    name: &'static str,
    description: &'static str,
}

/// Name, title and description of each built-in scene, the default one first, as JSON.
///
/// # Errors
/// If a built-in scene can't be read, which the tests of `sidestep-scene` rule out.
#[wasm_bindgen(js_name = builtInScenes)]
pub fn built_in_scenes() -> Result<String, JsError> {
    let mut scenes = Vec::new();
    for built_in in builtin::all() {
        let scene = built_in.scene(&[]).map_err(failure)?;
        // Those on levels can't be run here.
        if scene.level.is_none() {
            scenes.push(SceneInfo {
                name: built_in.name,
                title: scene.title,
                description: scene.description,
            });
        }
    }
    serde_json::to_string(&scenes).map_err(failure)
}

/// The TOML of a built-in scene.
///
/// # Errors
/// If there is none of that name; the message suggests the nearest.
#[wasm_bindgen(js_name = builtInScene)]
pub fn built_in_scene(name: &str) -> Result<String, JsError> {
    builtin::find(name)
        .map(|built_in| built_in.text.to_owned())
        .map_err(failure)
}

/// Name and description of each avoidance method, the default first, as JSON.
///
/// # Errors
/// None that is known.
#[wasm_bindgen]
pub fn methods() -> Result<String, JsError> {
    let methods = Method::ALL.map(|method| MethodInfo {
        name: method.name(),
        description: method.description(),
    });
    serde_json::to_string(methods.as_slice()).map_err(failure)
}
