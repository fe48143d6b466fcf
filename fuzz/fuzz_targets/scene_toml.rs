//! Any text is a scene that can be written and read back, or an error that names its source.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sidestep_scene::format::Scene;

fuzz_target!(|text: &str| {
    match Scene::from_toml(text, "fuzz.toml") {
        Err(error) => assert!(error.to_string().starts_with("fuzz.toml"), "{error}"),
        Ok(scene) => {
            let written = scene.to_toml().unwrap_or_else(|error| panic!("{error}"));
            let again = Scene::from_toml(&written, "fuzz.toml");
            assert_eq!(
                again.unwrap_or_else(|error| panic!("{error}\n{written}")),
                scene
            );
        }
    }
});
