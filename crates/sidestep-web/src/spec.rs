//! What was said about an agent, as JSON: methods from outside the core, too.

use std::any::Any;

use serde::Serialize;
use sidestep::world::{AgentAvoidance, AgentSpec, Detouring, ObstacleAvoidance};
use sidestep_study::anticipatory::Anticipatory;
use sidestep_study::detour::{FurthestTangents, LocalGrid};
use sidestep_study::walls::WallAvoidance;
use sidestep_study::{look_ahead, unaligned};

/// The spec as JSON. A method that plugs in stands where the core's own would, under the name of
/// its kind; one that isn't known here, under `Custom` with its own name.
pub fn spec_json(mut spec: AgentSpec) -> serde_json::Result<String> {
    let profile = &mut spec.profile;
    let mut plugged: Vec<(&str, String)> = Vec::new();
    if let ObstacleAvoidance::Custom(method) = &profile.obstacle_avoidance {
        plugged.push(("obstacle_avoidance", told(&**method, method.name())?));
        profile.obstacle_avoidance = ObstacleAvoidance::None;
    }
    if let AgentAvoidance::Custom(method) = &profile.agent_avoidance {
        plugged.push(("agent_avoidance", told(&**method, method.name())?));
        profile.agent_avoidance = AgentAvoidance::None;
    }
    if let Detouring::Custom(method) = &profile.detouring {
        plugged.push(("detouring", told(&**method, "detour")?));
        profile.detouring = Detouring::None;
    }
    let mut text = serde_json::to_string(&spec)?;
    for (field, method) in plugged {
        // As text, so that numbers stay as short as they are.
        let none = format!("\"{field}\":\"None\"");
        text = text.replacen(&none, &format!("\"{field}\":{method}"), 1);
    }
    Ok(text)
}

/// The method under the name of its kind, if it is of that kind.
fn as_kind<T: Any + Serialize>(kind: &str, method: &dyn Any) -> serde_json::Result<Option<String>> {
    method
        .downcast_ref::<T>()
        .map(|method| Ok(format!("{{\"{kind}\":{}}}", serde_json::to_string(method)?)))
        .transpose()
}

/// A method that plugs in, as the methods of the study crate are told: its kind and numbers. Of one
/// that isn't known just the name.
fn told(method: &dyn Any, name: &str) -> serde_json::Result<String> {
    let known = [
        as_kind::<look_ahead::Classic>("Classic", method)?,
        as_kind::<WallAvoidance>("Walls", method)?,
        as_kind::<unaligned::Classic>("Classic", method)?,
        as_kind::<Anticipatory>("Anticipatory", method)?,
        as_kind::<FurthestTangents>("Classic", method)?,
        as_kind::<LocalGrid>("LocalGrid", method)?,
    ];
    let known = known.into_iter().flatten().next();
    Ok(known.unwrap_or_else(|| format!("{{\"Custom\":{name:?}}}")))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use serde_json::Value;
    use sidestep::Vec2;
    use sidestep::motion::Body;
    use sidestep_study::walls::WallMethod;

    /// The gallery's sliders read them; serde refuses a method that plugs in.
    #[test]
    fn methods_that_plug_in_are_told_with_their_numbers() {
        let mut spec = AgentSpec::new(Body::new(Vec2::ZERO, 0.3, 1.4));
        let walls = WallAvoidance::for_radius(0.3, WallMethod::Cross);
        spec.profile.obstacle_avoidance = ObstacleAvoidance::Custom(Arc::new(walls));
        let others = unaligned::Classic::for_radius(0.3);
        spec.profile.agent_avoidance = AgentAvoidance::Custom(Arc::new(others));
        spec.profile.detouring = Detouring::Custom(Arc::new(LocalGrid::for_radius(0.3)));
        let text = spec_json(spec).expect("JSON");
        let value: Value = serde_json::from_str(&text).expect("JSON");
        let whiskers = &value["obstacle_avoidance"]["Walls"]["whiskers"];
        assert_eq!(whiskers["count"], walls.whiskers.count);
        assert!(value["agent_avoidance"]["Classic"]["frame"].is_number());
        assert!(value["detouring"]["LocalGrid"]["cell"].is_number());
    }
}
