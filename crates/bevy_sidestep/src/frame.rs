//! Back in time: all worlds and what the components say about them, at one moment.

use bevy_ecs::entity::Entity;
use bevy_ecs::prelude::{Or, With, World};
use bevy_reflect::Reflect;
use bevy_transform::components::Transform;

use crate::components::{
    Agent, AgentStatus, DesiredVelocity, Goal, JumpLink, Obstacle, PhysicsVelocity, SpawnCount,
    Wall,
};
use crate::mirror::Mirror;

/// All worlds and what is written on their agents, obstacles and links, at one moment of a game: to
/// go back to, as rollback does.
///
/// A game that is played anew from a restored frame, with the same input, comes to the same bits.
/// Each entity should have a [`StableKey`](crate::StableKey).
///
/// It holds mirrors, transforms, goals and velocities. Which entities there are, parents, and other
/// components are the game's: bring them back before the next tick. An entity that was despawned
/// since and is spawned anew is known by its key. With a rollback library that keeps components
/// itself, such as bevy_ggrs, no `Frame` is needed: let it keep [`Mirror`] by cloning and with
/// entities mapped, the [`SpawnCount`], and the components named above.
#[derive(Clone, Debug, Reflect)]
#[reflect(opaque)]
#[reflect(Clone, Debug)]
pub struct Frame {
    count: SpawnCount,
    mirrors: Vec<(Entity, Mirror)>,
    entities: Vec<Kept>,
}

#[derive(Clone, Debug)]
struct Kept {
    entity: Entity,
    transform: Transform,
    goal: Option<Goal>,
    velocity: Option<PhysicsVelocity>,
    written: Option<(DesiredVelocity, AgentStatus)>,
}

type Said<'a> = (
    Entity,
    &'a Transform,
    Option<&'a Goal>,
    Option<&'a PhysicsVelocity>,
    Option<(&'a DesiredVelocity, &'a AgentStatus)>,
);

type Ours = Or<(With<Agent>, With<Obstacle>, With<Wall>, With<JumpLink>)>;

impl Frame {
    /// The state as it is now: between two ticks.
    #[must_use]
    pub fn save(world: &mut World) -> Self {
        let mut mirrors = world.query::<(Entity, &Mirror)>();
        let mut said = world.query_filtered::<Said<'_>, Ours>();
        let keep = |(entity, transform, goal, velocity, written): Said<'_>| Kept {
            entity,
            transform: *transform,
            goal: goal.cloned(),
            velocity: velocity.copied(),
            written: written.map(|(desired, status)| (*desired, *status)),
        };
        Self {
            count: world.get_resource().copied().unwrap_or_default(),
            mirrors: (mirrors.iter(world))
                .map(|(entity, mirror)| (entity, mirror.clone()))
                .collect(),
            entities: said.iter(world).map(keep).collect(),
        }
    }

    /// Goes back to it. Entities that aren't there any more are left out.
    pub fn restore(&self, world: &mut World) {
        world.insert_resource(self.count);
        for (entity, kept) in &self.mirrors {
            if let Some(mut mirror) = world.get_mut::<Mirror>(*entity) {
                mirror.clone_from(kept);
                // Entities may say another row.
                mirror.moved_rows = true;
            }
        }
        for kept in &self.entities {
            let Ok(mut entity) = world.get_entity_mut(kept.entity) else {
                continue;
            };
            entity.insert(kept.transform);
            if let Some(goal) = &kept.goal {
                entity.insert(goal.clone());
            }
            if let Some(velocity) = kept.velocity {
                entity.insert(velocity);
            }
            if let Some(written) = kept.written {
                entity.insert(written);
            }
        }
    }

    /// A hash of the state of all worlds: what two players compare.
    #[must_use]
    pub fn state_hash(&self) -> u64 {
        let mut hashes: Vec<u64> = self.mirrors.iter().map(|(_, it)| it.state_hash()).collect();
        // Worlds have no order of their own.
        hashes.sort_unstable();
        hashes
            .into_iter()
            .fold(0, |all, one| all.rotate_left(5) ^ one)
    }
}
