//! Any text is a grid map whose boxes cover its blocked cells, or an error that names its source.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sidestep_scene::import::moving_ai::{Cell, map_to_scene, parse_map};

fuzz_target!(|text: &str| {
    match parse_map(text, "fuzz.map") {
        Err(fault) => assert!(fault.to_string().starts_with("fuzz.map"), "{fault}"),
        Ok(map) => {
            let cells = (0..map.height())
                .flat_map(|row| (0..map.width()).map(move |column| Cell { column, row }));
            let blocked = cells.filter(|cell| map.is_blocked(*cell)).count();
            let scene = map_to_scene(&map, "fuzz.map").unwrap_or_else(|fault| panic!("{fault}"));
            let boxes = scene
                .obstacles
                .iter()
                .filter_map(|obstacle| obstacle.turned_box);
            let area: f64 = boxes
                .map(|block| block.size[0].get() * block.size[1].get())
                .sum();
            assert_eq!(area, blocked as f64);
        }
    }
});
