//! Scene files as plain data, for an editor.

use serde_json::Value;
use sidestep_scene::format::{Scene, SceneError};
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::failure::failure;

/// What messages call a text that has no name.
pub const NAMELESS: &str = "scene";

/// Reads a scene file to JSON with the same keys. Each value is one that the format accepts.
///
/// # Errors
/// If the text isn't a scene; the message says line, column and how to mend it.
#[wasm_bindgen(js_name = readScene)]
pub fn read_scene(toml: &str) -> Result<String, JsError> {
    Scene::from_toml(toml, NAMELESS)
        .map_err(failure)
        .and_then(|scene| serde_json::to_string(&scene).map_err(failure))
}

/// Writes JSON with the keys of a scene file as a scene file.
///
/// # Errors
/// If it isn't a scene; line and column in the message are those of the TOML that the JSON stands
/// for.
#[wasm_bindgen(js_name = writeScene)]
pub fn write_scene(json: &str) -> Result<String, JsError> {
    let data: Value = serde_json::from_str(json).map_err(failure)?;
    to_toml(data).map_err(|error| JsError::new(&error))
}

/// The TOML of plain data, if that is a scene. Null is taken as a key that isn't there.
pub fn to_toml(data: Value) -> Result<String, String> {
    let text = toml::to_string(&without_nulls(data))
        .map_err(|error| format!("can't be written as TOML: {error}"))?;
    let written = |error: SceneError| error.to_string();
    Scene::from_toml(&text, NAMELESS)
        .and_then(|scene| scene.to_toml())
        .map_err(written)
}

fn without_nulls(value: Value) -> Value {
    match value {
        Value::Object(table) => Value::Object(
            table
                .into_iter()
                .filter(|(_, value)| !value.is_null())
                .map(|(key, value)| (key, without_nulls(value)))
                .collect(),
        ),
        Value::Array(list) => Value::Array(list.into_iter().map(without_nulls).collect()),
        plain => plain,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sidestep_scene::builtin;

    #[test]
    fn built_in_scenes_come_back_from_plain_data() {
        for built_in in builtin::all() {
            let scene = built_in.scene(&[]).expect(built_in.name);
            let data = serde_json::to_value(&scene).expect(built_in.name);
            let text = to_toml(data).expect(built_in.name);
            assert_eq!(text, scene.to_toml().expect(built_in.name));
        }
    }

    #[test]
    fn what_is_no_scene_is_told_with_the_key() {
        let data = serde_json::json!({ "agents": [{ "radius": -1, "positions": [[0, 0]] }] });
        let message = to_toml(data).expect_err("a negative radius");
        assert!(message.contains("radius"), "{message}");
    }

    #[test]
    fn null_is_a_key_that_is_not_there() {
        let agents = serde_json::json!([{ "positions": [[0, 0]], "mass": null }]);
        let data = serde_json::json!({ "name": null, "dt": 0.05, "agents": agents });
        let text = to_toml(data).expect("a scene");
        assert!(text.contains("dt = 0.05"), "{text}");
    }
}
