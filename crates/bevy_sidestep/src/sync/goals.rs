//! Goals: told to the core where they have changed, and followed where they are entities.

use bevy_ecs::entity::Entity;
use bevy_ecs::prelude::{Changed, Query, ResMut};
use bevy_math::{Vec2, Vec3};
use sidestep::{Goal as CoreGoal, Target, World};

use super::worlds::Worlds;
use crate::components::{Agent, AgentOverride, AgentSlot, AgentTuning, Drive, Goal, Preset};
use crate::events::TargetGone;
use crate::mirror::{Marker, Mirror, RowGoal};
use crate::parents::{Family, place_in_world, space_of};
use crate::profile::Said;
use crate::trouble::{TroubleKind, Troubles};

type Saying<'a> = (
    &'a Agent,
    &'a Goal,
    Option<&'a Preset>,
    Option<&'a AgentTuning>,
    Option<&'a AgentOverride>,
);

/// Tells the core about goals.
pub(crate) fn meet_goals(
    mut worlds: Worlds<'_, '_>,
    changed: Query<(Entity, &AgentSlot), Changed<Goal>>,
    sayings: Query<Saying<'static>>,
    family: Family<'_, '_>,
    slots: Query<&AgentSlot>,
    mut troubles: ResMut<Troubles>,
) {
    let mut mirrors = worlds.open();
    let place_of = |entity: Entity| -> Option<Vec3> {
        let (transform, child_of) = family.get(entity).ok()?;
        let space = space_of(child_of, &family).ok()?;
        let place = place_in_world(space.as_ref(), transform.translation);
        place.is_finite().then_some(place)
    };
    for index in 0..mirrors.len() {
        follow_markers(mirrors.get(index), &place_of);
    }
    let mut due = Vec::new();
    for (entity, slot) in &changed {
        let Some(index) = slot.world.and_then(|world| mirrors.index_of(world)) else {
            continue;
        };
        if mirrors.get(index).is_row_of(slot.row, entity) {
            due.push((index, slot.row, entity));
        }
    }
    for index in 0..mirrors.len() {
        let mirror = mirrors.get(index);
        if !std::mem::take(&mut mirror.goals_due) {
            continue;
        }
        for (number, row) in mirror.rows.iter_mut().enumerate() {
            if std::mem::take(&mut row.goal_due) {
                due.push((index, number as u32, row.entity));
            }
        }
    }
    // In the order of their ids, whatever the archetypes are.
    due.sort_unstable_by_key(|(index, row, _)| (*index, *row));
    due.dedup();
    for (index, row, entity) in due {
        let Ok((agent, goal, preset, tuning, replaced)) = sayings.get(entity) else {
            continue;
        };
        let world = mirrors.entity(index);
        let mirror = mirrors.get(index);
        let said = Said {
            agent,
            preset,
            tuning,
            replaced,
            drive: Drive::Transform,
            paused: false,
            scale: mirror.rows[row as usize].scale,
        };
        let is_agent_here = |target: Entity| {
            let slot = slots.get(target).ok()?;
            let is_here = slot.world == Some(world) && mirror.is_row_of(slot.row, target);
            is_here.then(|| mirror.rows[slot.row as usize].id)
        };
        let agent_target = match goal {
            Goal::Entity(target) => is_agent_here(*target),
            _ => None,
        };
        let told = tell(mirror, row as usize, &said, goal, agent_target, &place_of);
        if let Err(error) = told {
            troubles.add(entity, TroubleKind::Refused(error));
        }
    }
    for index in 0..mirrors.len() {
        let world = mirrors.entity(index);
        give_up(mirrors.get(index), |goal| match goal {
            RowGoal::Agent(entity) => {
                !(slots.get(entity)).is_ok_and(|slot| slot.world == Some(world))
            }
            RowGoal::Marker(entity) => place_of(entity).is_none(),
            RowGoal::Nothing | RowGoal::Points | RowGoal::Gone => false,
        });
    }
}

/// Says an agent's goals to the core, if they are others than before.
fn tell(
    mirror: &mut Mirror,
    row: usize,
    said: &Said<'_>,
    goal: &Goal,
    agent_target: Option<sidestep::AgentId>,
    place_of: &impl Fn(Entity) -> Option<Vec3>,
) -> Result<(), String> {
    let plane = mirror.plane;
    let arrival = said.arrival_distance();
    let me = mirror.rows[row].entity;
    let (next, goals) = match goal {
        Goal::None => {
            let own = said.replaced.map(|it| it.0.profile.goals.clone());
            let goals = own.unwrap_or_default();
            let next = if goals.is_empty() {
                RowGoal::Nothing
            } else {
                RowGoal::Points
            };
            (next, goals)
        }
        Goal::Entity(target) if *target == me => (RowGoal::Nothing, Vec::new()),
        Goal::Point(point) => (RowGoal::Points, said.path_goals(plane, &[*point])),
        Goal::Path(corners) if corners.is_empty() => (RowGoal::Nothing, Vec::new()),
        Goal::Path(corners) => (RowGoal::Points, said.path_goals(plane, corners)),
        Goal::Entity(target) => match (agent_target, place_of(*target)) {
            (Some(id), _) => {
                let goal = CoreGoal::reach(Target::Agent(id), arrival);
                (RowGoal::Agent(*target), vec![goal])
            }
            (None, Some(place)) => {
                let marker = marker(mirror, *target, plane.flat(place))?;
                let goal = CoreGoal::reach(Target::Marker(marker), arrival);
                (RowGoal::Marker(*target), vec![goal])
            }
            (None, None) => (RowGoal::Gone, Vec::new()),
        },
    };
    let before = mirror.rows[row].goal;
    if let RowGoal::Marker(target) = next
        && let Some(marker) = mirror.markers.get_mut(&target)
    {
        marker.users += 1;
    }
    mirror.release(before);
    mirror.followers += usize::from(next.is_entity());
    mirror.rows[row].goal = next;
    if next == RowGoal::Gone && before != RowGoal::Gone {
        let gone = TargetGone {
            entity: me,
            behavior: None,
        };
        mirror.happened.push(gone.into());
    }
    let id = mirror.rows[row].id;
    let Some(world) = &mut mirror.world else {
        return Ok(());
    };
    let now = world.spec(id).map(|spec| spec.profile.goals);
    if now.as_ref() == Some(&goals) {
        return Ok(());
    }
    mirror.rows[row].stuck = None;
    mirror.rows[row].is_near = false;
    (world.set_goals(id, goals)).map_err(|error| format!("its `Goal`: {error}"))
}

/// The marker that stands for an entity that isn't an agent.
fn marker(mirror: &mut Mirror, target: Entity, place: Vec2) -> Result<sidestep::MarkerId, String> {
    if let Some(marker) = mirror.markers.get(&target) {
        return Ok(marker.id);
    }
    let world: &mut World = mirror.world.as_mut().ok_or("there is no world")?;
    let id = match mirror.free_markers.pop() {
        Some(id) => world.place_marker(id, place).map(|()| id),
        None => world.insert_marker(place),
    };
    let id = id.map_err(|error| error.to_string())?;
    mirror.markers.insert(target, Marker { id, users: 0 });
    Ok(id)
}

/// Moves markers with their entities.
fn follow_markers(mirror: &mut Mirror, place_of: &impl Fn(Entity) -> Option<Vec3>) {
    let Some(world) = &mut mirror.world else {
        return;
    };
    for (entity, marker) in &mirror.markers {
        if let Some(place) = place_of(*entity) {
            // The id is one of the world's.
            let moved = world.move_marker(marker.id, mirror.plane.flat(place));
            debug_assert!(moved.is_ok(), "{moved:?}");
        }
    }
}

/// Takes entities as goals away that are gone, or no longer in this world.
fn give_up(mirror: &mut Mirror, is_gone: impl Fn(RowGoal) -> bool) {
    if mirror.followers == 0 {
        return;
    }
    for row in 0..mirror.rows.len() {
        let goal = mirror.rows[row].goal;
        if !is_gone(goal) {
            continue;
        }
        mirror.release(goal);
        let agent = &mut mirror.rows[row];
        agent.goal = RowGoal::Gone;
        let gone = TargetGone {
            entity: agent.entity,
            behavior: None,
        };
        if let Some(world) = &mut mirror.world {
            let stopped = world.set_goals(agent.id, Vec::new());
            debug_assert!(stopped.is_ok(), "{stopped:?}");
        }
        mirror.happened.push(gone.into());
    }
}
