//! Scenes that come with the program.

use crate::format::{Scene, SceneError};
use crate::suggestion::unknown_word;

/// A scene that comes with the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuiltIn {
    /// Its name.
    pub name: &'static str,
    /// Its text, a scene file.
    pub text: &'static str,
}

macro_rules! built_in {
    ($($(#[$condition:meta])* $name:literal),* $(,)?) => {
        &[$($(#[$condition])* BuiltIn { name: $name, text: include_str!(concat!("../scenes/", $name, ".toml")) }),*]
    };
}

/// The scenes, the default one first.
static SCENES: &[BuiltIn] = built_in![
    "zombies",
    "forest",
    "squeeze",
    "pursuit",
    "gauntlet",
    "flock",
    "leader",
    "escort",
    "formations",
    "queue",
    "headon",
    "overtake",
    "crossing",
    "corridor",
    "crossroads",
    "circle-250",
    "torus",
    "counterflow",
    "plaza",
    "passers-by",
    "doors",
    "wedge",
    "hallway",
    "blend",
    "crates",
    "u-trap",
    "plugged",
    "sealed",
    "ring",
    "staircase",
    "parked",
    "moving-gate",
    "tight",
    "presets",
    #[cfg(feature = "levels")]
    "bridge",
];

/// There is no built-in scene of that name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct UnknownScene(String);

/// All built-in scenes, the default one first.
pub fn all() -> &'static [BuiltIn] {
    SCENES
}

/// The built-in scene of that name.
///
/// # Errors
/// [`UnknownScene`], with the nearest name and all names, when there is none.
pub fn find(name: &str) -> Result<&'static BuiltIn, UnknownScene> {
    let found = SCENES.iter().find(|scene| scene.name == name);
    found.ok_or_else(|| {
        let names: Vec<&str> = SCENES.iter().map(|scene| scene.name).collect();
        UnknownScene(unknown_word("built-in scene", name, &names))
    })
}

impl BuiltIn {
    /// Reads the scene, after setting some of its values as [`Scene::with_overrides`] does.
    ///
    /// # Errors
    /// As [`Scene::with_overrides`]; without overrides, none.
    pub fn scene(&self, overrides: &[(String, String)]) -> Result<Scene, SceneError> {
        Scene::with_overrides(self.text, &format!("built-in:{}", self.name), overrides)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_gets_the_nearest_name() {
        let message = find("zombie").map_err(|error| error.to_string());
        let message = message.expect_err("there is no such scene");
        assert!(message.contains("did you mean `zombies`?"), "{message}");
        assert!(message.contains("queue"), "{message}");
    }

    #[test]
    fn each_scene_bears_the_name_that_it_is_found_by() {
        for built_in in all() {
            let scene = built_in.scene(&[]).expect(built_in.name);
            assert_eq!(scene.name(), built_in.name);
            assert!(!scene.title.is_empty() && !scene.description.is_empty());
            assert_eq!(find(built_in.name), Ok(built_in));
        }
    }
}
