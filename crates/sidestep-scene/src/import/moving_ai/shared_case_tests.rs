//! Maps and scenarios that others wrote: each scenario has its map beside it, and the two fit
//! together.
//!
//! They are no part of this project, see the tests of the SteerBench reader for where they are
//! looked for.

use std::fs;
use std::path::Path;

use crate::format::Scene;
use crate::import::{load, moving_ai};

#[test]
fn every_shared_scenario_loads_with_its_map() {
    let folder = match std::env::var_os("SIDESTEP_CASES") {
        Some(folder) => Path::new(&folder).join("grids"),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/cases/grids"),
    };
    if !folder.is_dir() {
        println!("skipped: no shared cases at {}", folder.display());
        return;
    }
    let mut scenarios = 0;
    for entry in fs::read_dir(&folder).expect("the folder can be listed") {
        let file = entry.expect("an entry").path();
        if file.extension().is_none_or(|ending| ending != "scen") {
            continue;
        }
        scenarios += 1;
        let scene = load(&file).unwrap_or_else(|error| panic!("{error}"));
        scene.check().unwrap_or_else(|error| panic!("{error}"));
        crate::place::Layout::new(&scene).unwrap_or_else(|error| panic!("{error}"));
        let text = fs::read_to_string(&file).expect("a text file");
        let scenario = moving_ai::parse_scenario(&text, "again.scen").expect("it read before");
        assert_eq!(scene.agents.len(), scenario.entries.len());
        assert_blocked_area_is_kept(&scene, &folder.join(&scenario.map));
    }
    assert!(
        scenarios > 0,
        "the folder of shared cases holds no scenario"
    );
}

/// The boxes of the scene cover as much as the signs of blocked cells in the map's text.
fn assert_blocked_area_is_kept(scene: &Scene, map: &Path) {
    let text = fs::read_to_string(map).expect("a text file");
    let rows = text.lines().skip_while(|line| *line != "map").skip(1);
    let blocked: usize = rows
        .map(|row| row.matches(['@', 'O', 'T', 'W']).count())
        .sum();
    let boxes = scene
        .obstacles
        .iter()
        .filter_map(|obstacle| obstacle.turned_box);
    let area: f64 = boxes
        .map(|turned| turned.size[0].get() * turned.size[1].get())
        .sum();
    assert_eq!(area, blocked as f64, "{}", map.display());
}
