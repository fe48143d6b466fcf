//! Worlds: made when their component is seen first, and told what has changed in it.

use bevy_ecs::change_detection::Mut;
#[cfg(feature = "nav")]
use bevy_ecs::change_detection::{DetectChanges, Ref};
use bevy_ecs::entity::Entity;
use bevy_ecs::hierarchy::ChildOf;
use bevy_ecs::prelude::{Query, Res, ResMut};
use bevy_ecs::system::SystemParam;
use bevy_math::Affine3A;
use sidestep::World;

use crate::components::InWorld;
use crate::mirror::Mirror;
use crate::parents::{Family, space_of};
use crate::trouble::{TroubleKind, Troubles};
use crate::world::{DefaultWorld, SidestepWorld};

/// Makes worlds, and tells those that are there about other settings.
pub(crate) fn meet_worlds(
    mut worlds: Query<(Entity, &SidestepWorld, &mut Mirror)>,
    mut troubles: ResMut<Troubles>,
) {
    for (entity, said, mut mirror) in &mut worlds {
        let mirror = &mut *mirror;
        mirror.tick += 1;
        // Everything in it has its place on this plane.
        if mirror.rows.is_empty() && mirror.obstacles.is_empty() {
            mirror.plane = said.plane;
        } else if mirror.plane != said.plane {
            troubles.add(entity, TroubleKind::KeptPlane);
        }
        let settings = said.core();
        let before = mirror.said.replace(settings);
        let told = match &mut mirror.world {
            None => World::new(settings).map(|world| mirror.world = Some(world)),
            // One that was brought along has settings of its own to begin with.
            Some(world) if before.is_some_and(|before| before != settings) => {
                world.set_settings(said.on_top_of(*world.settings()))
            }
            Some(_) => Ok(()),
        };
        if let Err(error) = told {
            troubles.add(entity, TroubleKind::Refused(error.to_string()));
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
    fn index(&mut self, said: Option<&InWorld>) -> Option<usize> {
        let world = match said {
            Some(InWorld(world)) => *world,
            None => self.default?,
        };
        self.index_of(world)
    }

    /// Where an entity is: the index of its world, and the space of its parents. If there is no such
    /// place, and somebody is to know, that is told.
    pub fn locate(
        &mut self,
        entity: Entity,
        world: Option<&InWorld>,
        child_of: Option<&ChildOf>,
        family: &Family<'_, '_>,
        troubles: &mut Troubles,
    ) -> Option<(usize, Option<Affine3A>)> {
        let Some(index) = self.index(world) else {
            if world.is_some() {
                troubles.add(entity, TroubleKind::NoSuchWorld);
            }
            return None;
        };
        match space_of(child_of, family) {
            Ok(space) => Some((index, space)),
            Err(why) => {
                troubles.add(entity, TroubleKind::Parents(why));
                None
            }
        }
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
