//! No text makes the readers panic, and every message names its source.

use proptest::prelude::*;

use crate::import::testing::edited;

use super::*;

const TABLE: &str =
    "case,seed,human,px,py,gx,gy\n0,1000,0,-3,0,3,0\n0,1000,1,0,3,0,-3\n1,1001,0,1,2,3,4\n";
const CONFIG: &str = "[env]\ntime_limit = 25\ntime_step = 0.25\n[robot]\nvisible = false\n";

fn survives(text: &str) -> Result<(), TestCaseError> {
    match parse_episodes(text, "e.csv") {
        Ok(episodes) => prop_assert!(episodes.iter().all(|it| !it.walkers.is_empty())),
        Err(fault) => prop_assert!(fault.to_string().starts_with("e.csv:"), "{fault}"),
    }
    if let Err(fault) = parse_environment(text, "e.config") {
        prop_assert!(fault.to_string().starts_with("e.config:"), "{fault}");
    }
    Ok(())
}

fn edits() -> impl Strategy<Value = Vec<(f64, usize, String)>> {
    let piece = prop_oneof![
        Just("\n".to_owned()),
        Just(",".to_owned()),
        Just("[robot]\n".to_owned()),
        any::<f64>().prop_map(|number| number.to_string()),
        any::<i64>().prop_map(|number| number.to_string()),
        ".{0,4}",
    ];
    proptest::collection::vec((0.0..1.0_f64, 0_usize..12, piece), 1..4)
}

proptest! {
    #[test]
    fn any_text(text in any::<String>()) {
        survives(&text)?;
    }

    #[test]
    fn a_valid_table_with_edits(edits in edits()) {
        survives(&edited(TABLE, &edits))?;
    }

    #[test]
    fn a_valid_config_with_edits(edits in edits()) {
        survives(&edited(CONFIG, &edits))?;
    }
}
