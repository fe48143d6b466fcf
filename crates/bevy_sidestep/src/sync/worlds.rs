//! Worlds: made when their component is seen first, and told what has changed in it.

use bevy_ecs::change_detection::{DetectChanges, Mut, Ref};
use bevy_ecs::entity::Entity;
use bevy_ecs::prelude::{Query, Res, ResMut};
use bevy_ecs::system::SystemParam;
use sidestep::World;

use crate::components::InWorld;
use crate::mirror::Mirror;
use crate::trouble::{TroubleKind, Troubles};
use crate::world::{DefaultWorld, SidestepWorld};

/// Makes worlds, and tells those that are there about other settings.
pub(crate) fn meet_worlds(
    mut worlds: Query<(Entity, Ref<SidestepWorld>, &mut Mirror)>,
    mut troubles: ResMut<Troubles>,
) {
    for (entity, said, mut mirror) in &mut worlds {
        mirror.tick += 1;
        mirror.plane = said.plane;
        if mirror.world.is_none() {
            match World::new(said.core()) {
                Ok(world) => mirror.world = Some(world),
                Err(error) => troubles.add(entity, TroubleKind::Refused(error.to_string())),
            }
        } else if said.is_changed()
            && !said.is_added()
            && let Some(world) = &mut mirror.world
        {
            world.set_settle(said.settle);
            if let Err(error) = world.set_decide_every(said.decide_every) {
                troubles.add(entity, TroubleKind::Refused(error.to_string()));
            }
        }
    }
}

/// Gives worlds their walkable space.
#[cfg(feature = "nav")]
pub(crate) fn meet_walkable(
    mut worlds: Query<(Entity, Ref<crate::world::Walkable>, &mut Mirror)>,
    mut troubles: ResMut<Troubles>,
) {
    for (entity, walkable, mut mirror) in &mut worlds {
        let Some(world) = &mut mirror.world else {
            continue;
        };
        let told = if world.walkable().is_none() {
            world.set_walkable(walkable.0.clone())
        } else if walkable.is_changed() {
            world.update_walkable(walkable.0.clone())
        } else {
            continue;
        };
        if let Err(error) = told {
            troubles.add(entity, TroubleKind::Refused(error.to_string()));
        }
    }
}

/// Which world an entity is in.
#[derive(SystemParam)]
pub(crate) struct Worlds<'w, 's> {
    default: Option<Res<'w, DefaultWorld>>,
    mirrors: Query<'w, 's, (Entity, &'static mut Mirror)>,
}

/// The mirrors of a tick, side by side.
pub(crate) struct Mirrors<'a> {
    default: Option<Entity>,
    mirrors: Vec<(Entity, Mut<'a, Mirror>)>,
    /// The one that was asked for last.
    last: usize,
}

impl Worlds<'_, '_> {
    /// All mirrors that have a world.
    pub fn open(&mut self) -> Mirrors<'_> {
        Mirrors {
            default: self.default.as_ref().map(|world| world.0),
            mirrors: (self.mirrors.iter_mut())
                .filter(|(_, mirror)| mirror.world.is_some())
                .collect(),
            last: 0,
        }
    }
}

impl Mirrors<'_> {
    /// The index of the world that an entity says it is in.
    pub fn index(&mut self, said: Option<&InWorld>) -> Option<usize> {
        let world = match said {
            Some(InWorld(world)) => *world,
            None => self.default?,
        };
        self.index_of(world)
    }

    /// The index of a world.
    pub fn index_of(&mut self, world: Entity) -> Option<usize> {
        let is_it = |(entity, _): &(Entity, Mut<'_, Mirror>)| *entity == world;
        if !self.mirrors.get(self.last).is_some_and(is_it) {
            self.last = self.mirrors.iter().position(is_it)?;
        }
        Some(self.last)
    }

    /// The world at an index.
    pub fn entity(&self, index: usize) -> Entity {
        self.mirrors[index].0
    }

    /// The mirror at an index.
    pub fn get(&mut self, index: usize) -> &mut Mirror {
        &mut self.mirrors[index].1
    }

    /// How many there are.
    pub const fn len(&self) -> usize {
        self.mirrors.len()
    }
}
