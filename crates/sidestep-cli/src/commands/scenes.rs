//! `sidestep scenes`: what is built in.

use serde_json::json;
use sidestep_scene::builtin;

use super::print;
use crate::arguments::ScenesArguments;
use crate::failure::Failure;

/// Lists the built-in scenes, or prints one.
///
/// # Errors
/// When there is no such scene.
pub fn scenes(arguments: &ScenesArguments) -> Result<(), Failure> {
    if let Some(name) = &arguments.scene {
        return print(builtin::find(name).map_err(Failure::input)?.text);
    }
    let scenes = builtin::all()
        .iter()
        .map(|built_in| Ok((built_in.name, built_in.scene(&[]).map_err(Failure::run)?)))
        .collect::<Result<Vec<_>, Failure>>()?;
    if arguments.json {
        let list: Vec<_> = scenes
            .iter()
            .map(|(name, scene)| {
                json!({
                    "name": name,
                    "title": scene.title,
                    "description": scene.description,
                    "agents": scene.agents.iter().map(|group| group.size()).sum::<usize>(),
                })
            })
            .collect();
        return print(&format!("{:#}\n", json!(list)));
    }
    let width = scenes.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let mut text = String::new();
    for (name, scene) in &scenes {
        text.push_str(&format!("{name:width$}  {}\n", scene.title));
    }
    text.push_str(
        "\nRun one with `sidestep run NAME`; print it to start from with `sidestep scenes NAME`.\n",
    );
    print(&text)
}
