//! The lines of [`crate::explanation_lines`] and its neighbours as gizmos.

use bevy_app::{App, Plugin, PostUpdate};
use bevy_color::Color;
use bevy_ecs::prelude::{Query, Res, With};
use bevy_gizmos::AppGizmoBuilder;
use bevy_gizmos::config::{GizmoConfigGroup, GizmoConfigStore};
use bevy_gizmos::gizmos::Gizmos;
use bevy_reflect::Reflect;
use bevy_reflect::prelude::ReflectDefault;

use crate::components::{Explain, Explained};
use crate::lines::{DebugLine, Sheet, agent_lines, explanation_lines, obstacle_lines};
use crate::mirror::Mirror;

/// The gizmos of Sidestep: switched on and off, and configured, in Bevy's `GizmoConfigStore`.
#[derive(Clone, Debug, Reflect, GizmoConfigGroup)]
#[reflect(Default)]
pub struct SidestepGizmos {
    /// Outlines and velocities of agents.
    pub agents: bool,
    /// Outlines of walls and obstacles.
    pub obstacles: bool,
    /// What agents with [`Explain`] look at.
    pub explained: bool,
    /// Height above the plane at which lines are drawn (m).
    pub height: f32,
}

impl Default for SidestepGizmos {
    fn default() -> Self {
        Self {
            agents: true,
            obstacles: true,
            explained: true,
            height: 0.1,
        }
    }
}

/// Draws [`SidestepGizmos`] in `PostUpdate`. It needs Bevy's `GizmoPlugin`; the reasons of an agent
/// in words are in [`Explained`].
#[derive(Clone, Copy, Debug, Default)]
pub struct SidestepDebugPlugin;

impl Plugin for SidestepDebugPlugin {
    fn build(&self, app: &mut App) {
        app.init_gizmo_group::<SidestepGizmos>();
        app.add_systems(PostUpdate, draw);
    }
}

fn draw(
    mirrors: Query<&Mirror>,
    explained: Query<&Explained, With<Explain>>,
    store: Res<GizmoConfigStore>,
    mut gizmos: Gizmos<'_, '_, SidestepGizmos>,
) {
    let (_, wanted) = store.config::<SidestepGizmos>();
    let mut put = |lines: Vec<DebugLine>| {
        for line in lines {
            let [red, green, blue] = line.kind.color();
            gizmos.line(line.from, line.to, Color::srgb(red, green, blue));
        }
    };
    for mirror in &mirrors {
        let Some(world) = mirror.world() else {
            continue;
        };
        let sheet = Sheet {
            plane: mirror.plane,
            height: wanted.height,
        };
        if wanted.obstacles {
            for obstacle in world.obstacles() {
                put(obstacle_lines(&obstacle, sheet));
            }
        }
        for (agent, row) in world.agents().zip(&mirror.rows) {
            if wanted.agents {
                put(agent_lines(&agent, sheet));
            }
            if wanted.explained
                && let Ok(explained) = explained.get(row.entity)
            {
                put(explanation_lines(&explained.0, &agent, sheet));
            }
        }
    }
}
