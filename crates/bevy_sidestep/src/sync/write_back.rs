//! What came of a step goes into the components: the only place that writes them.

use bevy_ecs::change_detection::{DetectChangesMut, Mut};
use bevy_ecs::entity::Entity;
use bevy_ecs::hierarchy::ChildOf;
use bevy_ecs::prelude::{Has, ParamSet, Query, With};
use bevy_math::Vec3;
use bevy_transform::components::Transform;

use super::worlds::{Mirrors, Worlds};
use crate::components::{
    Agent, AgentSlot, AgentStatus, DesiredVelocity, Drive, Explained, FaceHeading,
};
use crate::mirror::Row;
use crate::parents::{parent_space, rotation_below};
use crate::plane::Plane;

type Written<'a> = (
    Entity,
    &'a AgentSlot,
    &'a mut Transform,
    &'a mut DesiredVelocity,
    &'a mut AgentStatus,
    Has<FaceHeading>,
    Has<ChildOf>,
);

type Placed<'a> = (&'a mut Transform, Option<&'a ChildOf>);

/// All agents, and whatever may be the parent of one.
type Transforms = (
    Query<'static, 'static, Written<'static>, With<Agent>>,
    Query<'static, 'static, Placed<'static>>,
);

/// An agent with parents: it is written after those who may be its parents.
struct Child {
    depth: usize,
    index: usize,
    row: u32,
    entity: Entity,
    faces: bool,
}

/// Writes transforms, velocities and states, each where it has changed.
pub(crate) fn write_back(
    mut worlds: Worlds<'_, '_>,
    mut agents: ParamSet<'_, '_, Transforms>,
    mut explained: Query<&mut Explained>,
) {
    let mut mirrors = worlds.open();
    let mut children = Vec::new();
    for (entity, slot, mut transform, mut desired, mut status, faces, is_child) in &mut agents.p0()
    {
        let index = slot.world.and_then(|world| mirrors.index_of(world));
        let Some(index) = index.filter(|&index| mirrors.get(index).is_row_of(slot.row, entity))
        else {
            status.set_if_neq(AgentStatus::default());
            desired.set_if_neq(DesiredVelocity::default());
            continue;
        };
        let mirror = mirrors.get(index);
        let plane = mirror.plane;
        let row = &mut mirror.rows[slot.row as usize];
        desired.set_if_neq(DesiredVelocity(plane.space(row.desired, 0.0)));
        status.set_if_neq(row.status);
        if row.drive != Drive::Transform {
            continue;
        }
        if is_child {
            children.push(Child {
                depth: 0,
                index,
                row: slot.row,
                entity,
                faces,
            });
            continue;
        }
        let height = height(plane, row, transform.translation);
        row.local = plane.space(row.place, height);
        if transform.translation != row.local {
            transform.translation = row.local;
        }
        if faces {
            turn(&mut transform, plane.facing(row.heading));
        }
    }
    write_children(&mut mirrors, children, &mut agents.p1());
    for index in 0..mirrors.len() {
        let mirror = mirrors.get(index);
        if !mirror.explains {
            continue;
        }
        for row in &mirror.rows {
            if let Some(explanation) = &row.explained
                && let Ok(mut explained) = explained.get_mut(row.entity)
            {
                explained.0.clone_from(explanation);
            }
        }
    }
}

fn write_children(
    mirrors: &mut Mirrors<'_>,
    mut children: Vec<Child>,
    transforms: &mut Query<Placed<'static>>,
) {
    for child in &mut children {
        child.depth = match transforms.get(child.entity) {
            Ok((_, Some(child_of))) => parent_space(child_of, |parent| transforms.get(parent).ok())
                .map_or(0, |(_, depth)| depth),
            _ => 0,
        };
    }
    children.sort_by_key(|child| child.depth);
    for child in children {
        let Ok((transform, Some(child_of))) = transforms.get(child.entity) else {
            continue;
        };
        // Those who may be its parents have moved.
        let Ok((space, _)) = parent_space(child_of, |parent| transforms.get(parent).ok()) else {
            continue;
        };
        let before = space.transform_point3(transform.translation);
        let mirror = mirrors.get(child.index);
        let plane = mirror.plane;
        let row = &mut mirror.rows[child.row as usize];
        let height = height(plane, row, before);
        let after = plane.space(row.place, height);
        row.local = space.inverse().transform_point3(after);
        let Ok((mut transform, _)) = transforms.get_mut(child.entity) else {
            continue;
        };
        if plane.flat(before) != row.place || plane.height(before) != height {
            transform.translation = row.local;
        } else {
            row.local = transform.translation;
        }
        if child.faces {
            turn(
                &mut transform,
                rotation_below(&space, plane.facing(row.heading)),
            );
        }
    }
}

/// The height of an agent at a place: its own, unless the ground under it has risen or fallen.
fn height(plane: Plane, row: &Row, place: Vec3) -> f32 {
    match row.feet {
        Some(feet) if row.rose => row.ground + feet,
        _ => plane.height(place),
    }
}

fn turn(transform: &mut Mut<'_, Transform>, rotation: bevy_math::Quat) {
    if transform.rotation != rotation {
        transform.rotation = rotation;
    }
}
