//! Places among parents: from an entity's own `Transform` to the world and back.

use bevy_ecs::entity::Entity;
use bevy_ecs::hierarchy::ChildOf;
use bevy_math::{Affine3A, Quat, Vec3};
use bevy_transform::components::Transform;

/// Levels of parents that are looked at: more are a ring.
const MOST_PARENTS: usize = 1_000;

/// From the space of an entity's parent to the world, as parents' transforms are now (Bevy's
/// `GlobalTransform` is a tick old when agents move), with how many parents there are.
///
/// `look` says an entity's `Transform` and whose child it is.
pub(crate) fn parent_space<'a>(
    child_of: &ChildOf,
    look: impl Fn(Entity) -> Option<(&'a Transform, Option<&'a ChildOf>)>,
) -> Result<(Affine3A, usize), String> {
    let mut space = Affine3A::IDENTITY;
    let mut next = Some(child_of.parent());
    let mut depth = 0;
    while let Some(parent) = next {
        let Some((transform, its_parent)) = look(parent) else {
            return Err(format!("its parent {parent} has no `Transform`"));
        };
        space = transform.compute_affine() * space;
        next = its_parent.map(ChildOf::parent);
        depth += 1;
        if depth > MOST_PARENTS {
            return Err(format!("its parents go round in a ring at {parent}"));
        }
    }
    let determinant = space.matrix3.determinant();
    if space.is_finite() && determinant.abs() > 1e-12 {
        Ok((space, depth))
    } else {
        Err(format!(
            "the transforms of its parents can't be undone (determinant {determinant})"
        ))
    }
}

/// A rotation of the world as one below a parent.
pub(crate) fn rotation_below(space: &Affine3A, rotation: Quat) -> Quat {
    let (_, turned, _) = space.to_scale_rotation_translation();
    turned.inverse() * rotation
}

/// How an entity is turned in the world.
pub(crate) fn rotation_in_world(space: Option<&Affine3A>, rotation: Quat) -> Quat {
    match space {
        Some(space) => space.to_scale_rotation_translation().1 * rotation,
        None => rotation,
    }
}

/// Where an entity is in the world.
pub(crate) fn place_in_world(space: Option<&Affine3A>, local: Vec3) -> Vec3 {
    match space {
        Some(space) => space.transform_point3(local),
        None => local,
    }
}
