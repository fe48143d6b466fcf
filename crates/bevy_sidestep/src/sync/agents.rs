//! Agents: who has come, who is gone, and what has changed about the others.

use std::collections::BTreeSet;

use bevy_ecs::change_detection::{DetectChanges, Ref};
use bevy_ecs::entity::Entity;
use bevy_ecs::hierarchy::ChildOf;
use bevy_ecs::prelude::{Commands, Has, Query, Res, ResMut, With};
use bevy_ecs::query::QueryData;
use bevy_math::{Affine3A, Vec3};
use bevy_time::Time;
use bevy_transform::components::Transform;
use sidestep::AgentSpec;

use super::drive::{Move, follow};
use super::worlds::Worlds;
use crate::components::{
    Agent, AgentOverride, AgentSlot, AgentStatus, AgentTuning, Drive, Explain, InWorld, Paused,
    PhysicsVelocity, Preset, StableKey, Teleported,
};
use crate::mirror::{Feedback, Mirror, Row, RowGoal, agent_id, bits};
use crate::parents::{Family, Scale, place_in_world};
use crate::profile::Said;
use crate::trouble::{TroubleKind, Troubles};

/// Ticks after which it is tried again to take in whom the core has refused.
const ASKS_AGAIN: u64 = 32;

/// What is said about an agent, and what has changed of it.
#[derive(QueryData)]
#[query_data(mutable)]
pub(crate) struct AgentIn {
    entity: Entity,
    slot: &'static mut AgentSlot,
    agent: Ref<'static, Agent>,
    drive: &'static Drive,
    transform: Ref<'static, Transform>,
    child_of: Option<&'static ChildOf>,
    key: Option<Ref<'static, StableKey>>,
    world: Option<&'static InWorld>,
    preset: Option<Ref<'static, Preset>>,
    tuning: Option<Ref<'static, AgentTuning>>,
    replaced: Option<Ref<'static, AgentOverride>>,
    velocity: Option<Ref<'static, PhysicsVelocity>>,
    paused: Has<Paused>,
    marks: (Has<Explain>, Has<Teleported>),
}

impl AgentInItem<'_, '_> {
    fn said(&self, scale: Scale) -> Said<'_> {
        Said {
            agent: &self.agent,
            preset: self.preset.as_deref(),
            tuning: self.tuning.as_deref(),
            replaced: self.replaced.as_deref(),
            drive: *self.drive,
            paused: self.paused,
            scale,
        }
    }

    fn key(&self) -> Option<u64> {
        self.key.as_ref().map(|key| key.0)
    }

    /// Which of the components that say something it has.
    fn has(&self) -> u16 {
        bits([
            self.preset.is_some(),
            self.tuning.is_some(),
            self.replaced.is_some(),
            self.paused,
            *self.drive == Drive::Manual,
            *self.drive == Drive::Velocity,
        ])
    }

    fn is_changed(&self) -> bool {
        self.agent.is_changed()
            || self.key.as_ref().is_some_and(|it| it.is_changed())
            || self.preset.as_ref().is_some_and(|it| it.is_changed())
            || self.tuning.as_ref().is_some_and(|it| it.is_changed())
            || self.replaced.as_ref().is_some_and(|it| it.is_changed())
    }

    fn newcomer(&self, mirror: &Mirror, space: Option<Affine3A>, scale: Scale) -> (Row, AgentSpec) {
        let place = place_in_world(space.as_ref(), self.transform.translation);
        let said = self.said(scale);
        let id = agent_id(self.key(), self.slot.order);
        let spec = said.spec(id, mirror.plane, place);
        let row = Row {
            entity: self.entity,
            id,
            drive: *self.drive,
            seen: mirror.tick,
            local: self.transform.translation,
            place: spec.body.position,
            velocity: spec.body.velocity,
            desired: spec.body.velocity,
            parent: space.map(Box::new),
            has: self.has(),
            scale,
            goal: RowGoal::Nothing,
            stuck: None,
            is_near: false,
            paused: self.paused,
            explained: self.marks.0.then(Box::default),
            feedback: Feedback::default(),
            status: AgentStatus::default(),
            heading: spec.body.heading,
            feet: self.feet(scale),
            ground: spec.profile.filter.floor.low,
            rose: false,
            goal_due: true,
        };
        (row, spec)
    }

    fn feet(&self, scale: Scale) -> Option<f32> {
        let tuning = self.tuning.as_ref()?;
        tuning.height.map(|_| tuning.feet * scale.up)
    }
}

/// Takes in who has come, tells what has changed about those who are there, and takes out who is
/// gone.
pub(crate) fn meet_agents(
    mut worlds: Worlds<'_, '_>,
    mut agents: Query<AgentIn>,
    alive: Query<(), With<Agent>>,
    family: Family<'_, '_>,
    time: Res<Time>,
    (mut troubles, mut commands): (ResMut<Troubles>, Commands<'_, '_>),
) {
    let mut mirrors = worlds.open();
    let mut newcomers: Vec<Vec<(Row, AgentSpec)>> = vec![Vec::new(); mirrors.len()];
    let mut known_refused: BTreeSet<Entity> = BTreeSet::new();
    for index in 0..mirrors.len() {
        let mirror = mirrors.get(index);
        (mirror.explains, mirror.has_physics) = (false, false);
    }
    let dt = time.delta_secs();
    for mut item in &mut agents {
        let (entity, world, child_of) = (item.entity, item.world, item.child_of);
        let found = mirrors.locate(entity, world, child_of, &family, &mut troubles);
        let Some((index, space)) = found else {
            continue;
        };
        if !item.transform.translation.is_finite() {
            let why = "the translation of its `Transform` isn't finite".to_owned();
            troubles.add(item.entity, TroubleKind::Refused(why));
            continue;
        }
        let world = mirrors.entity(index);
        let mirror = mirrors.get(index);
        let Some(scale) = Scale::of(mirror.plane, &item.transform, space.as_ref()) else {
            troubles.add(item.entity, TroubleKind::UnusableScale);
            continue;
        };
        let mut row = item.slot.row;
        let is_known = item.slot.world == Some(world) && mirror.is_row_of(row, item.entity);
        // Under another key it goes and comes anew.
        let has_other_key =
            is_known && (item.key()).is_some_and(|key| key != mirror.rows[row as usize].id.0);
        if !is_known || has_other_key {
            if item.slot.refused && !item.is_changed() {
                if !item.transform.is_changed() && !mirror.tick.is_multiple_of(ASKS_AGAIN) {
                    continue;
                }
                // Elsewhere it may be taken, or once another is gone. If it isn't, that was told.
                known_refused.insert(item.entity);
            }
            item.slot.refused = false;
            if item.key().is_some_and(|key| key >= 1 << 63) {
                let why = "its `StableKey` is 2⁶³ or more; give a smaller one".to_owned();
                item.slot.refused = true;
                troubles.add(item.entity, TroubleKind::Refused(why));
                continue;
            }
            let id = agent_id(item.key(), item.slot.order);
            // A mirror that was put back knows who it is, by another number or as another entity.
            match mirror.row(id) {
                Some(known) if !alive.contains(mirror.rows[known].entity) => {
                    mirror.rows[known].entity = item.entity;
                    mirror.moved_rows = true;
                    row = known as u32;
                }
                Some(known) if mirror.rows[known].entity == item.entity => {
                    mirror.moved_rows = true;
                    row = known as u32;
                }
                _ => {
                    mirror.explains |= item.marks.0;
                    mirror.has_physics |= *item.drive == Drive::Velocity;
                    newcomers[index].push(item.newcomer(mirror, space, scale));
                    if item.marks.1 {
                        commands.entity(item.entity).remove::<Teleported>();
                    }
                    continue;
                }
            }
        }
        let known = &mut mirror.rows[row as usize];
        let is_rescaled = !scale.is_still(&known.scale);
        if is_rescaled {
            known.scale = scale;
        }
        let changed = item.is_changed() || item.has() != known.has || is_rescaled;
        if changed && let Err(error) = change(&item, mirror, row as usize, space.as_ref()) {
            troubles.add(item.entity, TroubleKind::Refused(error));
        }
        let row = &mut mirror.rows[row as usize];
        row.seen = mirror.tick;
        match (&mut row.parent, space) {
            (Some(parent), Some(space)) => **parent = space,
            (parent, space) => *parent = space.map(Box::new),
        }
        let is_explained = item.marks.0;
        if is_explained != row.explained.is_some() {
            row.explained = is_explained.then(Box::default);
        }
        mirror.explains |= is_explained;
        mirror.has_physics |= row.drive == Drive::Velocity;
        let Some(world) = &mut mirror.world else {
            continue;
        };
        let told = Move {
            plane: mirror.plane,
            local: item.transform.translation,
            teleported: item.marks.1,
            velocity: item.velocity.as_ref().map(|told| told.0),
            radius: item.agent.radius * row.scale.flat,
            max_speed: item.agent.max_speed,
            dt,
        };
        match follow(world, row, &told) {
            Ok(None) => {}
            Ok(Some(trouble)) => troubles.add(item.entity, trouble),
            Err(error) => troubles.add(item.entity, TroubleKind::Refused(error.to_string())),
        }
        if item.marks.1 {
            commands.entity(item.entity).remove::<Teleported>();
        }
    }
    for (index, mut newcomers) in newcomers.into_iter().enumerate() {
        let mirror = mirrors.get(index);
        remove_unseen(mirror);
        if newcomers.is_empty() {
            continue;
        }
        newcomers.sort_by_key(|(row, _)| row.id);
        for (entity, why) in mirror.admit(newcomers) {
            if let Ok(mut item) = agents.get_mut(entity) {
                item.slot.refused = true;
            }
            if !known_refused.contains(&entity) {
                troubles.add(entity, TroubleKind::Refused(why));
            }
        }
    }
}

/// Tells the core what is said about an agent now. Its goals stay until they are said again.
fn change(
    item: &AgentInItem<'_, '_>,
    mirror: &mut Mirror,
    row: usize,
    space: Option<&Affine3A>,
) -> Result<(), String> {
    let place: Vec3 = place_in_world(space, item.transform.translation);
    let row = &mut mirror.rows[row];
    let Some(world) = &mut mirror.world else {
        return Ok(());
    };
    let mut spec = item.said(row.scale).spec(row.id, mirror.plane, place);
    if let Some(now) = world.spec(row.id) {
        spec.profile.goals = now.profile.goals;
    }
    row.has = item.has();
    row.feet = item.feet(row.scale);
    row.goal_due = true;
    mirror.goals_due = true;
    let stops = item.paused && !row.paused;
    row.paused = item.paused;
    row.drive = *item.drive;
    (world.set_spec(row.id, spec)).map_err(|error| error.to_string())?;
    if stops {
        let stopped = world.set_velocity(row.id, sidestep::Vec2::ZERO);
        stopped.map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// Takes out whom nobody has seen in this tick.
fn remove_unseen(mirror: &mut Mirror) {
    let tick = mirror.tick;
    let gone: Vec<(sidestep::AgentId, RowGoal)> = (mirror.rows.iter())
        .filter(|row| row.seen != tick)
        .map(|row| (row.id, row.goal))
        .collect();
    if gone.is_empty() {
        return;
    }
    for (_, goal) in &gone {
        mirror.release(*goal);
    }
    let ids: Vec<sidestep::AgentId> = gone.iter().map(|(id, _)| *id).collect();
    if let Some(world) = &mut mirror.world {
        // They are in it: rows and agents go together.
        let removed = world.remove_agents(&ids);
        debug_assert!(removed.is_ok(), "{removed:?}");
    }
    mirror.rows.retain(|row| row.seen == tick);
    mirror.moved_rows = true;
}

/// Tells entities which row they have now.
pub(crate) fn number_rows(mut worlds: Worlds<'_, '_>, mut slots: Query<&mut AgentSlot>) {
    let mut mirrors = worlds.open();
    for index in 0..mirrors.len() {
        let world = mirrors.entity(index);
        let mirror = mirrors.get(index);
        if !std::mem::take(&mut mirror.moved_rows) {
            continue;
        }
        for (row, agent) in mirror.rows.iter().enumerate() {
            if let Ok(mut slot) = slots.get_mut(agent.entity) {
                slot.world = Some(world);
                slot.row = row as u32;
            }
        }
    }
}
