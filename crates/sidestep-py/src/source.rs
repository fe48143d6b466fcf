//! From what Python says of a scene to a scene.

use std::path::PathBuf;

use pyo3::exceptions::{PyFileNotFoundError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use sidestep_scene::format::Scene;
use sidestep_scene::method::Method;
use sidestep_scene::source::{self, SourceError};

use crate::error::{of_scene, refused};

/// What is changed about a scene before it is read.
pub struct Changes {
    pub overrides: Vec<(String, String)>,
    pub agents: Option<u64>,
}

impl Changes {
    /// `values` are dotted keys of the scene file, as the command's `--set` takes them.
    pub fn new(
        seed: Option<u64>,
        agents: Option<u64>,
        method: Option<&str>,
        seconds: Option<f64>,
        dt: Option<f64>,
        values: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let mut overrides = Vec::new();
        for (key, value) in values.into_iter().flatten() {
            let key: String = key.extract().map_err(|_| {
                PyTypeError::new_err(format!(
                    "values: the key {key} is no string; give dotted keys"
                ))
            })?;
            overrides.push((key, literal(&value)?));
        }
        let mut put = |key: &str, value: Option<String>| {
            overrides.extend(value.map(|value| (key.to_owned(), value)));
        };
        put("seed", seed.map(|it| it.to_string()));
        put("duration", seconds.map(|it| format!("{it:?}")));
        put("dt", dt.map(|it| format!("{it:?}")));
        let method = method.map(|name| Method::find(name).map_err(of_scene));
        let method = method.transpose()?;
        put("method", method.map(|it| format!("{:?}", it.name())));
        Ok(Self { overrides, agents })
    }
}

/// A value in TOML, which takes JSON's for these.
fn literal(value: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(text.to_string());
    }
    let value = as_json(value)?;
    toml_of(value).map(|it| it.to_string())
}

/// Python's plain data as JSON; arrays of numpy count as lists.
fn as_json(value: &Bound<'_, PyAny>) -> PyResult<serde_json::Value> {
    let py = value.py();
    let default = py.import("sidestep._plain")?.getattr("plain")?;
    let options = PyDict::new(py);
    options.set_item("default", default)?;
    options.set_item("allow_nan", false)?;
    let text: String = (py.import("json")?)
        .call_method("dumps", (value,), Some(&options))?
        .extract()?;
    serde_json::from_str(&text).map_err(refused)
}

fn toml_of(value: serde_json::Value) -> PyResult<toml::Value> {
    toml::Value::try_from(&value).map_err(|error| {
        of_scene(format!(
            "the scene can't be written as TOML: {error}; leave out what is None"
        ))
    })
}

/// The TOML of a dict.
pub fn toml_text(dict: &Bound<'_, PyDict>) -> PyResult<String> {
    toml::to_string(&toml_of(as_json(dict)?)?).map_err(of_scene)
}

/// The scene: built in, in a file, in TOML or in a dict.
pub fn scene(given: &Bound<'_, PyAny>, changes: &Changes) -> PyResult<Scene> {
    let overrides = &changes.overrides;
    let mut scene = if let Ok(dict) = given.cast::<PyDict>() {
        let text = toml_text(dict)?;
        Scene::with_overrides(&text, "scene", overrides).map_err(of_scene)?
    } else if let Ok(text) = given.extract::<String>()
        && text.contains('\n')
    {
        Scene::with_overrides(&text, "scene", overrides).map_err(of_scene)?
    } else {
        let path: PathBuf = given.extract().map_err(|_| {
            PyTypeError::new_err(
                "scene: give the name of a built-in scene, the path of a file, TOML (of more than \
                 one line) or a dict",
            )
        })?;
        source::find(&path.to_string_lossy(), overrides).map_err(|error| match error {
            SourceError::Missing(message) => PyFileNotFoundError::new_err(message),
            other => of_scene(other),
        })?
    };
    if let Some(agents) = changes.agents {
        scene.scale_agents(agents).map_err(of_scene)?;
    }
    Ok(scene)
}
