//! Any text is a test case that makes a scene, or an error that names its source.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sidestep_scene::import::steerbench;

fuzz_target!(|text: &str| {
    let scene = steerbench::parse(text, "fuzz.xml")
        .and_then(|case| steerbench::to_scene(&case, "fuzz.xml"));
    match scene {
        Err(fault) => assert!(fault.to_string().starts_with("fuzz.xml"), "{fault}"),
        // A test case may be without agents, which a scene that is to run may not.
        Ok(scene) if scene.agents.is_empty() => {}
        Ok(scene) => scene.check().unwrap_or_else(|error| panic!("{error}")),
    }
});
