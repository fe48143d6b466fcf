//! Who moves an agent: what the mirror takes over from its `Transform`.

use bevy_math::{Vec2, Vec3};
use sidestep::{World, WorldError};

use crate::components::Drive;
use crate::mirror::Row;
use crate::parents::place_in_world;
use crate::plane::Plane;
use crate::trouble::TroubleKind;

/// What an entity tells about its motion.
pub(crate) struct Move {
    pub plane: Plane,
    /// Its translation among its parents.
    pub local: Vec3,
    /// Whether it was put somewhere else.
    pub teleported: bool,
    /// What its physics engine says (m/s).
    pub velocity: Option<Vec3>,
    pub radius: f32,
    pub max_speed: f32,
    /// Length of the tick (s).
    pub dt: f32,
}

/// Ticks of motion without a velocity until it counts as not told.
const SILENT_TICKS: u32 = 8;
/// Seconds without any motion until nothing counts as moving it.
const STILL_SECONDS: f32 = 2.0;
/// Share of a unit by which converting among parents may move a place.
const ROUNDING: f32 = 1e-5;

/// Takes over where an agent is, if something else than the core has moved it.
pub(crate) fn follow(
    world: &mut World,
    row: &mut Row,
    told: &Move,
) -> Result<Option<TroubleKind>, WorldError> {
    if row.drive == Drive::Transform && row.parent.is_none() && told.local == row.local {
        return Ok(None);
    }
    let space = place_in_world(row.parent.as_deref(), told.local);
    let place = told.plane.flat(space);
    let before = row.place;
    let moved = place - before;
    row.local = told.local;
    // Further than it can have come by itself or by a push.
    let jumped = moved.length() > 2.0 * told.radius + 4.0 * told.max_speed * told.dt;
    if told.teleported || (jumped && row.drive != Drive::Manual) {
        row.place = place;
        row.velocity = Vec2::ZERO;
        world.place_agent(row.id, place, Vec2::ZERO)?;
        return Ok(None);
    }
    match row.drive {
        Drive::Transform => {
            let rounding = ROUNDING * (1.0 + place.abs().max_element());
            let is_rounding = row.parent.is_some() && moved.abs().max_element() <= rounding;
            if !is_rounding && moved != Vec2::ZERO {
                row.place = place;
                let velocity =
                    (world.agent(row.id)).map_or(Vec2::ZERO, |agent| agent.body.velocity);
                world.correct_agent(row.id, place, velocity)?;
            }
            Ok(None)
        }
        Drive::Velocity => {
            let change = if told.dt > 0.0 {
                moved / told.dt
            } else {
                Vec2::ZERO
            };
            let trouble = heed(row, told, change);
            let fed = row.feedback.silent < SILENT_TICKS;
            let velocity = match told.velocity {
                Some(velocity) if fed => told.plane.flat(velocity),
                _ => change,
            };
            row.place = place;
            row.velocity = velocity;
            world.correct_agent(row.id, place, velocity)?;
            Ok(trouble)
        }
        Drive::Manual => {
            let velocity = if told.dt > 0.0 {
                moved / told.dt
            } else {
                Vec2::ZERO
            };
            if moved != Vec2::ZERO || row.velocity != Vec2::ZERO {
                // The step takes it from where it was to where it is.
                world.correct_agent(row.id, before, velocity)?;
            }
            row.place = place;
            row.velocity = velocity;
            Ok(None)
        }
    }
}

/// Watches whether physics tells what becomes of an agent, whose place has changed by `change` (m/s).
fn heed(row: &mut Row, told: &Move, change: Vec2) -> Option<TroubleKind> {
    let slow = 0.01 * told.max_speed;
    let moves = change.length() > slow;
    let is_told = told
        .velocity
        .is_some_and(|velocity| told.plane.flat(velocity).length() > slow);
    let feedback = &mut row.feedback;
    feedback.has_moved |= moves;
    if is_told {
        feedback.silent = 0;
    } else if moves && feedback.silent < SILENT_TICKS {
        feedback.silent += 1;
        if feedback.silent == SILENT_TICKS {
            return Some(TroubleKind::VelocityNotFedBack);
        }
    }
    if !feedback.has_moved && row.desired.length() > slow && feedback.still < STILL_SECONDS {
        feedback.still += told.dt;
        if feedback.still >= STILL_SECONDS {
            return Some(TroubleKind::NothingMovesIt);
        }
    }
    None
}
