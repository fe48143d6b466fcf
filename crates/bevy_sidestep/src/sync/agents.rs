//! Agents: who has come, who is gone, and what has changed about the others.

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
use crate::mirror::{Feedback, Mirror, Row, RowGoal, agent_id};
use crate::parents::{parent_space, place_in_world};
use crate::profile::Said;
use crate::trouble::{TroubleKind, Troubles};

/// What is said about an agent, and what has changed of it.
#[derive(QueryData)]
#[query_data(mutable)]
pub(crate) struct AgentIn {
    entity: Entity,
    slot: &'static mut AgentSlot,
    agent: Ref<'static, Agent>,
    drive: &'static Drive,
    transform: &'static Transform,
    child_of: Option<&'static ChildOf>,
    key: Option<&'static StableKey>,
    world: Option<&'static InWorld>,
    preset: Option<Ref<'static, Preset>>,
    tuning: Option<Ref<'static, AgentTuning>>,
    replaced: Option<Ref<'static, AgentOverride>>,
    velocity: Option<Ref<'static, PhysicsVelocity>>,
    paused: Has<Paused>,
    marks: (Has<Explain>, Has<Teleported>),
}

impl AgentInItem<'_, '_> {
    fn said(&self) -> Said<'_> {
        Said {
            agent: &self.agent,
            preset: self.preset.as_deref(),
            tuning: self.tuning.as_deref(),
            replaced: self.replaced.as_deref(),
            drive: *self.drive,
            paused: self.paused,
        }
    }

    /// Which of the components that say something it has.
    fn has(&self) -> u16 {
        [
            self.preset.is_some(),
            self.tuning.is_some(),
            self.replaced.is_some(),
            self.paused,
            *self.drive == Drive::Manual,
            *self.drive == Drive::Velocity,
        ]
        .into_iter()
        .fold(0, |bits, has| bits << 1 | u16::from(has))
    }

    fn is_changed(&self) -> bool {
        self.agent.is_changed()
            || self.preset.as_ref().is_some_and(|it| it.is_changed())
            || self.tuning.as_ref().is_some_and(|it| it.is_changed())
            || self.replaced.as_ref().is_some_and(|it| it.is_changed())
    }

    fn newcomer(&self, mirror: &Mirror, space: Option<Affine3A>) -> (Row, AgentSpec) {
        let place = place_in_world(space.as_ref(), self.transform.translation);
        let said = self.said();
        let id = agent_id(self.key.map(|key| key.0), self.slot.order);
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
            parent: space,
            has: self.has(),
            goal: RowGoal::Nothing,
            stuck: None,
            is_near: false,
            jumps: false,
            paused: self.paused,
            explained: self.marks.0.then(Box::default),
            feedback: Feedback::default(),
            status: AgentStatus::default(),
            heading: spec.body.heading,
            feet: self.feet(),
            ground: spec.profile.filter.floor.low,
            rose: false,
            goal_due: true,
        };
        (row, spec)
    }

    fn feet(&self) -> Option<f32> {
        let tuning = self.tuning.as_ref()?;
        tuning.height.map(|_| tuning.feet)
    }
}

/// Takes in who has come, tells what has changed about those who are there, and takes out who is
/// gone.
pub(crate) fn meet_agents(
    mut worlds: Worlds<'_, '_>,
    mut agents: Query<AgentIn>,
    alive: Query<(), With<Agent>>,
    parents: Query<(&Transform, Option<&ChildOf>)>,
    time: Res<Time>,
    (mut troubles, mut commands): (ResMut<Troubles>, Commands<'_, '_>),
) {
    let mut mirrors = worlds.open();
    let mut newcomers: Vec<Vec<(Row, AgentSpec)>> = vec![Vec::new(); mirrors.len()];
    let dt = time.delta_secs();
    for mut item in &mut agents {
        let Some(index) = mirrors.index(item.world) else {
            if item.world.is_some() {
                troubles.add(item.entity, TroubleKind::NoSuchWorld);
            }
            continue;
        };
        let space = match item.child_of {
            None => None,
            Some(child_of) => match parent_space(child_of, |parent| parents.get(parent).ok()) {
                Ok((space, _)) => Some(space),
                Err(why) => {
                    troubles.add(item.entity, TroubleKind::Parents(why));
                    continue;
                }
            },
        };
        if !item.transform.translation.is_finite() {
            let why = "the translation of its `Transform` isn't finite".to_owned();
            troubles.add(item.entity, TroubleKind::Refused(why));
            continue;
        }
        let world = mirrors.entity(index);
        let mirror = mirrors.get(index);
        let mut row = item.slot.row;
        if item.slot.world != Some(world) || !mirror.is_row_of(row, item.entity) {
            if item.slot.refused && !item.is_changed() {
                continue;
            }
            item.slot.refused = false;
            if item.key.is_some_and(|key| key.0 >= 1 << 63) {
                let why = "its `StableKey` is 2⁶³ or more; give a smaller one".to_owned();
                item.slot.refused = true;
                troubles.add(item.entity, TroubleKind::Refused(why));
                continue;
            }
            let id = agent_id(item.key.map(|key| key.0), item.slot.order);
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
                    newcomers[index].push(item.newcomer(mirror, space));
                    if item.marks.1 {
                        commands.entity(item.entity).remove::<Teleported>();
                    }
                    continue;
                }
            }
        }
        let changed = item.is_changed() || item.has() != mirror.rows[row as usize].has;
        if changed && let Err(error) = change(&item, mirror, row as usize, space.as_ref()) {
            troubles.add(item.entity, TroubleKind::Refused(error));
        }
        let row = &mut mirror.rows[row as usize];
        row.seen = mirror.tick;
        row.parent = space;
        row.explained = item
            .marks
            .0
            .then(|| row.explained.take().unwrap_or_default());
        let Some(world) = &mut mirror.world else {
            continue;
        };
        let told = Move {
            plane: mirror.plane,
            local: item.transform.translation,
            teleported: item.marks.1,
            velocity: item.velocity.as_ref().map(|told| told.0),
            radius: item.agent.radius,
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
            troubles.add(entity, TroubleKind::Refused(why));
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
    let mut spec = item.said().spec(row.id, mirror.plane, place);
    if let Some(now) = world.spec(row.id) {
        spec.profile.goals = now.profile.goals;
    }
    row.has = item.has();
    row.feet = item.feet();
    row.goal_due = true;
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
