//! No text makes the readers panic, and every message names its source.

use proptest::prelude::*;

use crate::import::testing::edited;

use super::*;

const MAP: &str = "type octile\nheight 3\nwidth 5\nmap\n@@...\n..@..\n.....\n";
const SCENARIO: &str =
    "version 1\n0\tm.map\t5\t3\t0\t1\t4\t0\t4.4\n0\tm.map\t5\t3\t2\t2\t0\t2\t2\n";

fn map_survives(text: &str) -> Result<(), TestCaseError> {
    match parse_map(text, "m.map").and_then(|map| map_to_scene(&map, "m.map")) {
        Ok(scene) => prop_assert!(scene.edges().is_some()),
        Err(fault) => prop_assert!(fault.to_string().starts_with("m.map:"), "{fault}"),
    }
    Ok(())
}

fn scenario_survives(text: &str) -> Result<(), TestCaseError> {
    let map = parse_map(MAP, "m.map").expect("a map");
    let read = parse_scenario(text, "s.scen").and_then(|scenario| {
        scenario_to_scene(&scenario, &map, &ScenarioOptions::default(), "s.scen")
    });
    match read {
        Ok(scene) => prop_assert!(scene.check().is_ok()),
        Err(fault) => prop_assert!(fault.to_string().starts_with("s.scen:"), "{fault}"),
    }
    Ok(())
}

fn edits() -> impl Strategy<Value = Vec<(f64, usize, String)>> {
    let piece = prop_oneof![
        Just("\n".to_owned()),
        Just("\r\n".to_owned()),
        Just("\t".to_owned()),
        Just("map\n".to_owned()),
        Just("1000000000000".to_owned()),
        any::<f64>().prop_map(|number| number.to_string()),
        any::<i64>().prop_map(|number| number.to_string()),
        "[.@GSOTW]{0,6}",
        ".{0,4}",
    ];
    proptest::collection::vec((0.0..1.0_f64, 0_usize..12, piece), 1..4)
}

proptest! {
    #[test]
    fn any_text(text in any::<String>()) {
        map_survives(&text)?;
        scenario_survives(&text)?;
    }

    #[test]
    fn any_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let text = String::from_utf8_lossy(&bytes);
        map_survives(&text)?;
        scenario_survives(&text)?;
    }

    #[test]
    fn a_valid_map_with_edits(edits in edits()) {
        map_survives(&edited(MAP, &edits))?;
    }

    #[test]
    fn a_valid_scenario_with_edits(edits in edits()) {
        scenario_survives(&edited(SCENARIO, &edits))?;
    }
}
