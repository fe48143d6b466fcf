//! The step of the worlds, and what came of it.

use bevy_ecs::entity::Entity;
use bevy_ecs::prelude::{Has, Query, Res, ResMut};
use bevy_math::Vec2;
use bevy_time::Time;
use sidestep::world::{Moved, NearReason};
use sidestep::{Event, EventKind, World, WorldError};

use crate::components::{AgentState, AgentStatus, Drive, Paused};
use crate::events::{
    Arrived, ArrivedNear, Blocked, GoalReached, GoalReachedNear, Happened, Landed, Left, Stuck,
    TargetGone, TookOff, Unblocked, Unsound, Unstuck,
};
use crate::mirror::{Mirror, Row, RowGoal};
use crate::trouble::{TroubleKind, Troubles};

/// Steps all worlds that aren't paused.
pub(crate) fn step(
    mut mirrors: Query<(Entity, &mut Mirror, Has<Paused>)>,
    time: Res<Time>,
    mut troubles: ResMut<Troubles>,
) {
    let dt = time.delta_secs();
    for (entity, mut mirror, paused) in &mut mirrors {
        let mirror = &mut *mirror;
        let Some(world) = &mut mirror.world else {
            continue;
        };
        let stepped = if paused || dt <= 0.0 {
            Ok(Vec::new())
        } else {
            if mirror.explains {
                explain(world, &mut mirror.rows, dt);
            }
            if mirror.has_physics {
                advance(world, &mut mirror.rows, dt)
            } else {
                world.step(dt).map(|()| world.events().to_vec())
            }
        };
        match stepped {
            Ok(events) => tell_all(mirror, &events),
            Err(error) => troubles.add(entity, TroubleKind::Refused(error.to_string())),
        }
        look(mirror);
        if paused {
            for row in &mut mirror.rows {
                row.desired = Vec2::ZERO;
            }
        }
    }
}

fn explain(world: &mut World, rows: &mut [Row], dt: f32) {
    for row in rows {
        if let Some(explained) = &mut row.explained
            && let Ok(explanation) = world.explain(row.id, dt)
        {
            **explained = explanation;
        }
    }
}

/// Steps a world in which something else moves some agents: these decide and stay where they are.
fn advance(world: &mut World, rows: &mut [Row], dt: f32) -> Result<Vec<Event>, WorldError> {
    let parts = (dt / world.settings().max_substep).ceil().max(1.0);
    let part = dt / parts;
    let mut events = Vec::new();
    for number in 1..=parts as u32 {
        let proposals = world.propose(0..rows.len(), part)?;
        for (row, proposal) in rows.iter_mut().zip(&proposals) {
            row.desired = proposal.velocity;
        }
        let moved: Vec<Moved> = (rows.iter())
            .filter(|row| match row.drive {
                Drive::Velocity => true,
                // It is where its `Transform` is by the end of the step.
                Drive::Manual => number == parts as u32,
                Drive::Transform => false,
            })
            .map(|row| Moved {
                agent: row.id,
                position: row.place,
                velocity: row.velocity,
            })
            .collect();
        world.finish_step(&moved, part)?;
        events.extend_from_slice(world.events());
        // Who leaves the world has no row from the next part on.
        if world.agents().len() != rows.len() {
            break;
        }
    }
    Ok(events)
}

/// Who takes the place that somebody came near.
fn taken_by(mirror: &Mirror, why: NearReason) -> Option<Entity> {
    match why {
        NearReason::Taken { by } => mirror.agent_entity(by),
        _ => None,
    }
}

/// From what the core tells to what entities are told.
fn tell_all(mirror: &mut Mirror, events: &[Event]) {
    let Some(world) = &mirror.world else {
        return;
    };
    let mut gone = Vec::new();
    for event in events {
        let Some(index) = mirror.row(event.agent) else {
            continue;
        };
        let entity = mirror.rows[index].entity;
        let happened: Happened = match event.kind {
            EventKind::GoalReached { index } => GoalReached { entity, index }.into(),
            EventKind::GoalReachedNear { index, why } => {
                let taken_by = taken_by(mirror, why);
                GoalReachedNear {
                    entity,
                    index,
                    taken_by,
                }
                .into()
            }
            EventKind::Arrived => Arrived { entity }.into(),
            EventKind::ArrivedNear { why } => {
                mirror.rows[index].is_near = true;
                let taken_by = taken_by(mirror, why);
                ArrivedNear { entity, taken_by }.into()
            }
            EventKind::Left { position, .. } => {
                gone.push(index);
                let position = mirror.plane.space(position, 0.0);
                Left { entity, position }.into()
            }
            EventKind::Stuck { reason } => {
                let reason = reason.into();
                mirror.rows[index].stuck = Some(reason);
                Stuck { entity, reason }.into()
            }
            EventKind::Unstuck => {
                mirror.rows[index].stuck = None;
                Unstuck { entity }.into()
            }
            EventKind::Blocked => {
                let blocked = world.blocked().find(|it| it.agent == event.agent);
                let space = |place| mirror.plane.space(place, 0.0);
                let by = blocked.iter().flat_map(|it| it.by.iter().copied());
                let mut by: Vec<Entity> = by
                    .filter_map(|blocker| mirror.blocker_entity(blocker))
                    .collect();
                by.dedup();
                let blocked = blocked.as_ref();
                Blocked {
                    entity,
                    by,
                    goal: space(blocked.map_or(Vec2::ZERO, |it| it.goal)),
                    place: blocked.and_then(|it| it.place).map(space),
                    beyond: blocked.and_then(|it| it.beyond).map(space),
                }
                .into()
            }
            EventKind::Unblocked => Unblocked { entity }.into(),
            EventKind::TookOff => TookOff { entity }.into(),
            EventKind::Landed => Landed { entity }.into(),
            EventKind::TargetGone { behavior } => {
                let behavior = Some(behavior);
                TargetGone { entity, behavior }.into()
            }
            EventKind::Unsound => Unsound { entity }.into(),
            _ => continue,
        };
        mirror.happened.push(happened);
    }
    gone.sort_unstable();
    for index in gone.into_iter().rev() {
        let row = mirror.rows.remove(index);
        mirror.release(row.goal);
        mirror.departed.push(row.entity);
        mirror.moved_rows = true;
    }
}

/// Takes over from the core where everybody is and how they get on.
fn look(mirror: &mut Mirror) {
    let Some(world) = &mirror.world else {
        return;
    };
    debug_assert_eq!(world.agents().len(), mirror.rows.len());
    for (view, row) in world.agents().zip(&mut mirror.rows) {
        row.heading = view.body.heading;
        match row.drive {
            Drive::Transform => {
                row.place = view.body.position;
                row.desired = view.body.velocity;
            }
            Drive::Velocity => {}
            Drive::Manual => row.desired = view.body.velocity,
        }
        if row.paused {
            row.desired = Vec2::ZERO;
        }
        let state = if row.paused {
            AgentState::Paused
        } else if row.drive == Drive::Manual {
            AgentState::Driven
        } else if row.goal == RowGoal::Gone {
            AgentState::GoalGone
        } else if view.jumping {
            AgentState::Jumping
        } else if view.blocked {
            AgentState::Blocked
        } else if let Some(reason) = row.stuck.filter(|_| view.stuck) {
            AgentState::Stuck(reason)
        } else if view.arrived_near {
            AgentState::ArrivedNear
        } else if view.arrived {
            AgentState::Arrived
        } else if row.goal == RowGoal::Nothing {
            AgentState::Idle
        } else {
            AgentState::Moving
        };
        row.status = AgentStatus {
            state,
            stands: view.standing.is_some(),
        };
        row.rose = view.floor.low != row.ground;
        row.ground = view.floor.low;
    }
}
