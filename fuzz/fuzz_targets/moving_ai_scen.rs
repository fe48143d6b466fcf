//! Any text is a scenario that makes a scene or doesn't fit its map, or an error that names its
//! source.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sidestep_scene::import::moving_ai::{
    ScenarioOptions, parse_map, parse_scenario, scenario_to_scene,
};

const MAP: &str = "type octile\nheight 3\nwidth 5\nmap\n@@...\n..@..\n.....\n";

fuzz_target!(|text: &str| {
    let map = parse_map(MAP, "fuzz.map").expect("the map is right");
    let scene = parse_scenario(text, "fuzz.scen").and_then(|scenario| {
        scenario_to_scene(&scenario, &map, &ScenarioOptions::default(), "fuzz.scen")
    });
    match scene {
        Err(fault) => assert!(fault.to_string().starts_with("fuzz.scen"), "{fault}"),
        Ok(scene) => scene.check().unwrap_or_else(|error| panic!("{error}")),
    }
});
