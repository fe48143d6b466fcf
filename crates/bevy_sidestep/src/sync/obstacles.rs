//! Walls and obstacles: who has come, who is gone, and where the others are now.

use bevy_ecs::change_detection::{DetectChanges, Ref};
use bevy_ecs::entity::Entity;
use bevy_ecs::hierarchy::ChildOf;
use bevy_ecs::prelude::{Commands, Has, Or, Query, ResMut, With};
use bevy_ecs::query::QueryData;
use bevy_math::{Affine3A, Vec2};
use bevy_transform::components::Transform;
use sidestep::world::Pose;
use sidestep::{Circle, ConvexPolygon, Floor, ObstacleSpec, Segment, Shape, ShapeError, World};

use super::worlds::{Mirrors, Worlds};
use crate::components::{
    InWorld, Obstacle, ObstacleLayers, ObstacleSlot, StableKey, Teleported, Temporary, Wall,
};
use crate::mirror::{Mirror, ObstacleRow, Piece, agent_id, bits};
use crate::parents::{Family, Scale, axes, place_in_world};
use crate::plane::Plane;
use crate::trouble::{TroubleKind, Troubles};

/// What is said about an obstacle.
#[derive(QueryData)]
#[query_data(mutable)]
pub(crate) struct ObstacleIn {
    entity: Entity,
    slot: &'static mut ObstacleSlot,
    obstacle: Option<Ref<'static, Obstacle>>,
    wall: Option<Ref<'static, Wall>>,
    layers: Option<Ref<'static, ObstacleLayers>>,
    temporary: Has<Temporary>,
    transform: Ref<'static, Transform>,
    child_of: Option<&'static ChildOf>,
    key: Option<&'static StableKey>,
    world: Option<&'static InWorld>,
    teleported: Has<Teleported>,
}

impl ObstacleInItem<'_, '_> {
    /// Which of the components that say something it has.
    fn has(&self) -> u16 {
        bits([
            self.obstacle.is_some(),
            self.wall.is_some(),
            self.layers.is_some(),
            self.temporary,
        ])
    }

    fn is_changed(&self) -> bool {
        self.obstacle.as_ref().is_some_and(|it| it.is_changed())
            || self.wall.as_ref().is_some_and(|it| it.is_changed())
            || self.layers.as_ref().is_some_and(|it| it.is_changed())
    }
}

type Solid = Or<(With<Obstacle>, With<Wall>)>;

/// Where an obstacle is on the plane.
#[derive(Clone, Copy)]
struct Stand {
    place: Vec2,
    angle: f32,
    height: f32,
    scale: Scale,
}

impl Stand {
    fn of(plane: Plane, transform: &Transform, space: Option<&Affine3A>, scale: Scale) -> Self {
        let place = place_in_world(space, transform.translation);
        let [right, ..] = axes(plane, transform, space);
        let right = plane.flat(right.into());
        Self {
            place: plane.flat(place),
            angle: libm::atan2f(right.y, right.x),
            height: plane.height(place),
            scale,
        }
    }

    /// A point of the obstacle as its component says it, in the world.
    fn point(&self, said: Vec2) -> Vec2 {
        let flip = if self.scale.flipped { -1.0 } else { 1.0 };
        self.turned(Vec2::new(said.x, said.y * flip) * self.scale.flat)
    }

    /// A point seen from the obstacle before that is turned (m), in the world.
    fn turned(&self, point: Vec2) -> Vec2 {
        self.place + turn(self.angle).rotate(point)
    }
}

/// A unit vector at an angle (rad).
fn turn(angle: f32) -> Vec2 {
    if angle == 0.0 {
        return Vec2::X;
    }
    Vec2::new(libm::cosf(angle), libm::sinf(angle))
}

/// Takes in who has come, moves those who have moved, and takes out who is gone.
pub(crate) fn meet_obstacles(
    mut worlds: Worlds<'_, '_>,
    mut obstacles: Query<ObstacleIn, Solid>,
    alive: Query<(), With<ObstacleSlot>>,
    family: Family<'_, '_>,
    mut troubles: ResMut<Troubles>,
    mut commands: Commands<'_, '_>,
) {
    let mut mirrors = worlds.open();
    let mut newcomers: Vec<Newcomer> = Vec::new();
    for mut item in &mut obstacles {
        let (entity, world, child_of) = (item.entity, item.world, item.child_of);
        let found = mirrors.locate(entity, world, child_of, &family, &mut troubles);
        let Some((index, space)) = found else {
            continue;
        };
        if item.teleported {
            commands.entity(item.entity).remove::<Teleported>();
        }
        if !(item.transform.translation.is_finite() && item.transform.rotation.is_finite()) {
            let why = "its `Transform` isn't finite".to_owned();
            troubles.add(item.entity, TroubleKind::Refused(why));
            continue;
        }
        let world = mirrors.entity(index);
        let mirror = mirrors.get(index);
        let Some(scale) = Scale::of(mirror.plane, &item.transform, space.as_ref()) else {
            troubles.add(item.entity, TroubleKind::UnusableScale);
            continue;
        };
        let order = agent_id(item.key.map(|key| key.0), item.slot.order).0;
        let (row, is_adopted) = match known_row(mirror, &item, world) {
            Some(row) => (Some(row), false),
            None => {
                let row = orphan(mirror, order, |entity| alive.contains(entity));
                if let Some(row) = row {
                    adopt(mirror, row, item.entity);
                }
                (row, row.is_some())
            }
        };
        let stays = row.is_some_and(|row| {
            let known = &mirror.obstacles[row];
            let has_other_key = item.key.is_some() && known.order != order;
            let is_same = !item.is_changed() && known.has == item.has() && !has_other_key;
            (is_adopted || is_same) && scale.is_still(&known.scale)
        });
        let is_refused = row.is_none() && item.slot.refused && !item.is_changed();
        match row {
            Some(row) if stays => {
                item.slot.world = Some(world);
                item.slot.row = row as u32;
                mirror.obstacles[row].seen = mirror.tick;
                let moved = follow(mirror, row, &item, space.as_ref());
                if let Err(why) = moved {
                    troubles.add(item.entity, TroubleKind::Refused(why));
                }
            }
            // One that has changed goes and comes anew.
            _ if is_refused && !item.transform.is_changed() => {}
            _ => newcomers.push(Newcomer {
                index,
                order,
                entity: item.entity,
                space,
                scale,
                is_refused,
            }),
        }
    }
    for index in 0..mirrors.len() {
        remove_unseen(mirrors.get(index));
    }
    newcomers.sort_unstable_by_key(|newcomer| (newcomer.index, newcomer.order));
    for newcomer in newcomers {
        if let Ok(mut item) = obstacles.get_mut(newcomer.entity) {
            let taken = admit(&mut mirrors, &newcomer, &mut item);
            item.slot.refused = taken.is_err();
            if let Err(why) = taken
                && !newcomer.is_refused
            {
                troubles.add(newcomer.entity, TroubleKind::Refused(why));
            }
        }
    }
}

struct Newcomer {
    index: usize,
    order: u64,
    entity: Entity,
    space: Option<Affine3A>,
    scale: Scale,
    /// Whether it was refused before, elsewhere: that was told.
    is_refused: bool,
}

/// The row of an obstacle that is there already.
fn known_row(mirror: &Mirror, item: &ObstacleInItem<'_, '_>, world: Entity) -> Option<usize> {
    let row = item.slot.row as usize;
    let is_it = |row: &ObstacleRow| row.entity == item.entity;
    if item.slot.world == Some(world) && mirror.obstacles.get(row).is_some_and(is_it) {
        return Some(row);
    }
    // Rows have moved, or the mirror was put back.
    if item.slot.world.is_none() && item.slot.refused {
        return None;
    }
    mirror.obstacles.iter().position(is_it)
}

/// The row of an obstacle of this order whose entity is gone: a mirror that was put back knows it by
/// its key.
fn orphan(mirror: &Mirror, order: u64, is_alive: impl Fn(Entity) -> bool) -> Option<usize> {
    (mirror.obstacles.iter()).position(|row| row.order == order && !is_alive(row.entity))
}

fn adopt(mirror: &mut Mirror, row: usize, entity: Entity) {
    let row = &mut mirror.obstacles[row];
    row.entity = entity;
    for piece in &row.pieces {
        mirror.obstacle_entities.insert(piece.id, entity);
    }
}

/// Lets the next step take an obstacle to where its `Transform` is.
fn follow(
    mirror: &mut Mirror,
    row: usize,
    item: &ObstacleInItem<'_, '_>,
    space: Option<&Affine3A>,
) -> Result<(), String> {
    let (plane, Some(world)) = (mirror.plane, &mut mirror.world) else {
        return Ok(());
    };
    let row = &mut mirror.obstacles[row];
    if space.is_none() && *item.transform == row.transform {
        return Ok(());
    }
    let stand = Stand::of(plane, &item.transform, space, row.scale);
    row.transform = *item.transform;
    if stand.place == row.place && stand.angle == row.angle {
        return Ok(());
    }
    (row.place, row.angle) = (stand.place, stand.angle);
    for piece in &row.pieces {
        let pose = Pose {
            center: stand.turned(piece.center),
            angle: stand.angle - row.first_angle,
        };
        let moved = if item.teleported {
            world.place_obstacle(piece.id, pose, Vec2::ZERO)
        } else {
            world.move_obstacle(piece.id, pose)
        };
        moved.map_err(|error| error.to_string())?;
    }
    Ok(())
}

fn admit(
    mirrors: &mut Mirrors<'_>,
    newcomer: &Newcomer,
    item: &mut ObstacleInItem<'_, '_>,
) -> Result<(), String> {
    let world_entity = mirrors.entity(newcomer.index);
    let mirror = mirrors.get(newcomer.index);
    let Some(world) = &mut mirror.world else {
        return Ok(());
    };
    let (scale, space) = (newcomer.scale, newcomer.space.as_ref());
    let stand = Stand::of(mirror.plane, &item.transform, space, scale);
    let layers = item.layers.as_deref().copied().unwrap_or_default();
    let shapes = shapes(item, &stand).map_err(|error| error.to_string())?;
    let mut pieces = Vec::new();
    for shape in shapes {
        let center = shape.hull(Vec2::ZERO).center() - stand.place;
        let mut spec = ObstacleSpec::new(shape);
        spec.temporary = item.temporary;
        spec.filter.layers = layers.layers;
        if let Some([low, high]) = layers.heights {
            spec.filter.floor = Floor {
                low: stand.height + low * scale.up,
                high: stand.height + high * scale.up,
            };
        }
        match world.insert_obstacle(spec) {
            Ok(id) => pieces.push(Piece {
                id,
                center: turn(-stand.angle).rotate(center),
            }),
            Err(error) => {
                remove_pieces(world, &pieces);
                return Err(error.to_string());
            }
        }
    }
    for piece in &pieces {
        mirror.obstacle_entities.insert(piece.id, item.entity);
    }
    item.slot.world = Some(world_entity);
    item.slot.row = mirror.obstacles.len() as u32;
    mirror.obstacles.push(ObstacleRow {
        entity: item.entity,
        order: newcomer.order,
        seen: mirror.tick,
        transform: *item.transform,
        place: stand.place,
        angle: stand.angle,
        first_angle: stand.angle,
        has: item.has(),
        scale,
        pieces,
    });
    Ok(())
}

/// Its convex parts where it stands.
fn shapes(item: &ObstacleInItem<'_, '_>, stand: &Stand) -> Result<Vec<Shape>, ShapeError> {
    let mut shapes: Vec<Shape> = Vec::new();
    let scale = stand.scale.flat;
    match item.obstacle.as_deref() {
        Some(Obstacle::Circle(radius)) => {
            shapes.push(Circle::new(stand.place, *radius * scale)?.into());
        }
        Some(Obstacle::Rect(size)) => {
            let size = *size * scale;
            shapes.push(ConvexPolygon::rectangle(stand.place, size, stand.angle)?.into());
        }
        Some(Obstacle::Polygon(corners)) => {
            let corners = corners.iter().map(|corner| stand.point(*corner));
            shapes.push(ConvexPolygon::new(corners.collect::<Vec<_>>())?.into());
        }
        None => {}
    }
    for [from, to] in item.wall.iter().flat_map(|wall| &wall.segments) {
        shapes.push(Segment::new(stand.point(*from), stand.point(*to))?.into());
    }
    Ok(shapes)
}

fn remove_pieces(world: &mut World, pieces: &[Piece]) {
    for piece in pieces {
        // The id is one of the world's.
        let removed = world.remove_obstacle(piece.id);
        debug_assert!(removed.is_ok(), "{removed:?}");
    }
}

/// Takes out what nobody has seen in this tick, in the order of ids.
fn remove_unseen(mirror: &mut Mirror) {
    let tick = mirror.tick;
    let Some(world) = &mut mirror.world else {
        return;
    };
    let unseen = mirror.obstacles.iter().filter(|row| row.seen != tick);
    let mut gone: Vec<Piece> = unseen.flat_map(|row| row.pieces.clone()).collect();
    gone.sort_unstable_by_key(|piece| piece.id);
    remove_pieces(world, &gone);
    for piece in &gone {
        mirror.obstacle_entities.remove(&piece.id);
    }
    mirror.obstacles.retain(|row| row.seen == tick);
}
