//! The lines of [`crate::explanation_lines`] and its neighbours as gizmos.

use bevy_app::{App, Plugin, PostUpdate};
use bevy_color::Color;
use bevy_ecs::prelude::{Query, Res, With};
use bevy_gizmos::AppGizmoBuilder;
use bevy_gizmos::config::{GizmoConfigGroup, GizmoConfigStore};
use bevy_gizmos::gizmos::Gizmos;
use bevy_math::{Isometry3d, Quat, Vec2};
use bevy_reflect::Reflect;
use bevy_reflect::prelude::ReflectDefault;

use crate::components::{DesiredVelocity, Explain, Explained};
use crate::lines::{DebugLine, LineKind, Sheet, agent_lines, explanation_lines, obstacle_lines};
use crate::mirror::Mirror;
use crate::plane::Plane;

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
    /// How tall the letters are in which these agents' reasons stand beside them (m); 0 for none.
    pub letters: f32,
    /// Height above the plane at which lines are drawn (m).
    pub height: f32,
}

impl Default for SidestepGizmos {
    fn default() -> Self {
        Self {
            agents: true,
            obstacles: true,
            explained: true,
            letters: 0.25,
            height: 0.1,
        }
    }
}

/// Draws [`SidestepGizmos`] in `PostUpdate`. It needs Bevy's `GizmoPlugin`.
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
                put(&mut gizmos, obstacle_lines(&obstacle, sheet));
            }
        }
        for (agent, row) in world.agents().zip(&mirror.rows) {
            if wanted.agents {
                let desired = DesiredVelocity(mirror.plane.space(row.desired, 0.0));
                put(&mut gizmos, agent_lines(&agent, desired, sheet));
            }
            if wanted.explained
                && let Ok(explained) = explained.get(row.entity)
            {
                put(&mut gizmos, explanation_lines(&explained.0, &agent, sheet));
                if wanted.letters > 0.0 {
                    let beside = Vec2::X * (agent.body.radius + wanted.letters);
                    let place = mirror
                        .plane
                        .space(agent.body.position + beside, wanted.height);
                    let text = explained.0.reasons.join("\n");
                    gizmos.text(
                        Isometry3d::new(place, upright(mirror.plane)),
                        &text,
                        wanted.letters,
                        Vec2::new(-0.5, 0.5),
                        color(LineKind::Aim),
                    );
                }
            }
        }
    }
}

fn put(gizmos: &mut Gizmos<'_, '_, SidestepGizmos>, lines: Vec<DebugLine>) {
    for line in lines {
        gizmos.line(line.from, line.to, color(line.kind));
    }
}

fn color(kind: LineKind) -> Color {
    let [red, green, blue] = kind.color();
    Color::srgb(red, green, blue)
}

/// How text lies that is read from above.
fn upright(plane: Plane) -> Quat {
    match plane {
        Plane::XY => Quat::IDENTITY,
        Plane::XZ => Quat::from_rotation_x(-std::f32::consts::FRAC_PI_2),
    }
}
