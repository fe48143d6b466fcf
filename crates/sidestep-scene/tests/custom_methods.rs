//! Methods of one's own are code: they can't be saved or loaded, and serde says so.

use std::sync::Arc;

use serde::Serialize;
use sidestep::world::{AgentAvoidance, Detouring, ObstacleAvoidance};
use sidestep_study::anticipatory::Anticipatory;
use sidestep_study::detour::LocalGrid;
use sidestep_study::walls::{WallAvoidance, WallMethod};

fn refusal(method: &impl Serialize) -> String {
    let saved = serde_json::to_string(method);
    saved.expect_err("a method of one's own").to_string()
}

#[test]
fn saving_one_is_refused_by_its_name() {
    let walls = WallAvoidance::for_radius(0.3, WallMethod::Cross);
    assert_eq!(
        refusal(&ObstacleAvoidance::Custom(Arc::new(walls))),
        "the enum variant ObstacleAvoidance::Custom cannot be serialized"
    );
    let anticipatory = Anticipatory::for_radius(0.3);
    assert_eq!(
        refusal(&AgentAvoidance::Custom(Arc::new(anticipatory))),
        "the enum variant AgentAvoidance::Custom cannot be serialized"
    );
    let grid = LocalGrid::for_radius(0.3);
    assert_eq!(
        refusal(&Detouring::Custom(Arc::new(grid))),
        "the enum variant Detouring::Custom cannot be serialized"
    );
}

#[test]
fn loading_one_is_refused_with_what_may_stand_there() {
    let loaded = serde_json::from_str::<ObstacleAvoidance>(r#"{"Custom": {}}"#);
    let error = loaded.expect_err("a method of one's own").to_string();
    assert!(
        error.starts_with("unknown variant `Custom`, expected `None` or `LookAhead`"),
        "{error}"
    );
}
