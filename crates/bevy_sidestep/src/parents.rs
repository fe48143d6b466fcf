//! Places among parents: from an entity's own `Transform` to the world and back, and how large it is
//! there.

use bevy_ecs::entity::Entity;
use bevy_ecs::hierarchy::ChildOf;
use bevy_ecs::prelude::Query;
use bevy_math::{Affine3A, Quat, Vec3, Vec3A};
use bevy_transform::components::Transform;

use crate::plane::Plane;

/// Levels of parents that are looked at: more are a ring.
const MOST_PARENTS: usize = 1_000;
/// Share by which both axes of the plane may differ and still count as scaled alike, and by which a
/// scale may change and still count as the same: converting among parents rounds.
const SAME_SCALE: f32 = 1e-3;
/// What is that near to a scale of 1 is 1.
const NO_SCALE: f32 = 1e-5;

/// All transforms, and whose child each entity is.
pub(crate) type Family<'w, 's> = Query<'w, 's, (&'static Transform, Option<&'static ChildOf>)>;

/// How large an entity is in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Scale {
    /// Along the plane.
    pub flat: f32,
    /// Across it.
    pub up: f32,
    /// Whether left and right are the other way round.
    pub flipped: bool,
}

impl Scale {
    /// The scale of a transform in the space of its parents; `None` where it is 0 or isn't the same
    /// along both axes of the plane.
    pub fn of(plane: Plane, transform: &Transform, space: Option<&Affine3A>) -> Option<Self> {
        let is_some = |scale: f32| scale != 0.0 && scale.is_finite();
        let Some(space) = space else {
            let Vec3 { x, y, z } = transform.scale;
            let (other, up) = match plane {
                Plane::XY => (y, z),
                Plane::XZ => (z, y),
            };
            let same = (x.abs() - other.abs()).abs() <= SAME_SCALE * x.abs();
            return (same && is_some(x)).then(|| Self {
                flat: x.abs(),
                up: up.abs(),
                flipped: (x < 0.0) != (other < 0.0),
            });
        };
        let [first, second, up] = axes(plane, transform, Some(space));
        let (one, other) = (first.length(), second.length());
        let lean = first.dot(second).abs();
        let same = (one - other).abs() <= SAME_SCALE * one && lean <= SAME_SCALE * one * other;
        let seen = [first, second].map(|axis| plane.flat(axis.into()));
        let snapped = |scale: f32| {
            if (scale - 1.0).abs() < NO_SCALE {
                1.0
            } else {
                scale
            }
        };
        (same && is_some(one)).then(|| Self {
            flat: snapped(one),
            up: snapped(up.length()),
            flipped: seen[0].perp_dot(seen[1]) < 0.0,
        })
    }

    /// Whether nothing is to be done where it was `before`.
    pub fn is_still(&self, before: &Self) -> bool {
        let same = |now: f32, before: f32| (now - before).abs() <= SAME_SCALE * before;
        self == before
            || self.flipped == before.flipped
                && same(self.flat, before.flat)
                && same(self.up, before.up)
    }
}

/// Where a transform takes the two axes of the plane and the one across it.
pub(crate) fn axes(plane: Plane, transform: &Transform, space: Option<&Affine3A>) -> [Vec3A; 3] {
    let own = transform.compute_affine();
    let matrix = space.map_or(own.matrix3, |space| space.matrix3 * own.matrix3);
    match plane {
        Plane::XY => [matrix.x_axis, matrix.y_axis, matrix.z_axis],
        Plane::XZ => [matrix.x_axis, -matrix.z_axis, matrix.y_axis],
    }
}

/// The space of an entity's parents, where it has any: see [`parent_space`].
pub(crate) fn space_of(
    child_of: Option<&ChildOf>,
    family: &Family<'_, '_>,
) -> Result<Option<Affine3A>, String> {
    let Some(child_of) = child_of else {
        return Ok(None);
    };
    let (space, _) = parent_space(child_of, |parent| family.get(parent).ok())?;
    Ok(Some(space))
}

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

/// Where an entity is in the world.
pub(crate) fn place_in_world(space: Option<&Affine3A>, local: Vec3) -> Vec3 {
    match space {
        Some(space) => space.transform_point3(local),
        None => local,
    }
}
