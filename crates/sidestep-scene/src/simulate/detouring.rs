//! What a method means for one agent towards temporary obstacles and agents that stand still, with
//! the scene's changes to its parameters.

use std::sync::Arc;

use sidestep::avoid::detour::Detour;
use sidestep::world::Detouring;
use sidestep_study::detour::{FurthestTangents, LocalGrid};

use crate::format::number::set;
use crate::format::{DetourOverrides, ParameterOverrides};
use crate::method::Method;

/// How an agent of this radius (m) goes round what is temporary. Only the default method and its
/// variants do; the others meet it as they meet walls.
pub(crate) fn detouring(method: Method, radius: f32, overrides: &ParameterOverrides) -> Detouring {
    match method {
        Method::Default => Detouring::Silhouette(silhouette(radius, &overrides.detour)),
        Method::ClassicDetour => {
            Detouring::Custom(Arc::new(furthest_tangents(radius, &overrides.detour)))
        }
        Method::LocalGrid => Detouring::Custom(Arc::new(local_grid(radius, &overrides.detour))),
        _ => Detouring::None,
    }
}

fn silhouette(radius: f32, overrides: &DetourOverrides) -> Detour {
    let mut parameters = Detour::for_radius(radius);
    set(&mut parameters.clearance, overrides.clearance);
    set(&mut parameters.neighborhood, overrides.neighborhood);
    set(&mut parameters.side_margin, overrides.side_margin);
    if let Some(rounds) = overrides.rounds {
        parameters.rounds = rounds.get() as u32;
    }
    if let Some(most) = overrides.most_turns {
        parameters.most_turns = most.get() as u32;
    }
    if let Some(round_walls) = overrides.round_walls {
        parameters.round_walls = round_walls;
    }
    parameters
}

fn furthest_tangents(radius: f32, overrides: &DetourOverrides) -> FurthestTangents {
    let mut parameters = FurthestTangents::for_radius(radius);
    set(&mut parameters.clearance, overrides.clearance);
    set(&mut parameters.neighborhood, overrides.neighborhood);
    set(&mut parameters.bias, overrides.side_margin);
    if let Some(rounds) = overrides.rounds {
        parameters.rounds = rounds.get() as u32;
    }
    parameters
}

fn local_grid(radius: f32, overrides: &DetourOverrides) -> LocalGrid {
    let mut parameters = LocalGrid::for_radius(radius);
    set(&mut parameters.clearance, overrides.clearance);
    set(&mut parameters.half_extent, overrides.neighborhood);
    parameters
}
