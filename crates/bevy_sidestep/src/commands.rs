//! What a game answers to agents that find no way, as commands.

use bevy_ecs::entity::Entity;
use bevy_ecs::system::EntityCommands;
use bevy_ecs::world::{EntityWorldMut, World};
use bevy_math::Vec3;
use sidestep::{AgentId, BlockedAnswer, Link, WorldError};

use crate::components::{AgentSlot, Goal, Teleported};
use crate::mirror::Mirror;
use crate::plane::Plane;
use crate::trouble::{TroubleKind, Troubles};

/// Answers to [`Blocked`](crate::events::Blocked), for the commands of an agent's entity. To let it
/// break something, despawn that.
///
/// ```
/// use bevy_ecs::prelude::*;
/// use bevy_sidestep::prelude::*;
///
/// fn wait_or_break(blocked: On<Blocked>, mut commands: Commands) {
///     match blocked.by.first() {
///         Some(&crate_in_the_way) => commands.entity(crate_in_the_way).despawn(),
///         None => {
///             commands.entity(blocked.entity).wait(5.0);
///         }
///     }
/// }
/// ```
pub trait SidestepCommands {
    /// Stand for so many seconds (0 or more) before it counts as blocked anew. It still goes on at
    /// once when the way is free.
    fn wait(&mut self, seconds: f32) -> &mut Self;

    /// Take the passage as closed and look for another path through walkable space.
    fn replan(&mut self) -> &mut Self;

    /// Go to `from`, over or through everything to `to` in so many seconds, and on from there.
    /// Points are places of Bevy's world.
    fn jump(&mut self, from: Vec3, to: Vec3, seconds: f32) -> &mut Self;

    /// Go somewhere else.
    fn go(&mut self, goal: Goal) -> &mut Self;

    /// Says that its `Transform` was, or will be by the next tick, put somewhere else: it forgets its
    /// way.
    fn teleported(&mut self) -> &mut Self;
}

impl SidestepCommands for EntityCommands<'_> {
    fn wait(&mut self, seconds: f32) -> &mut Self {
        self.queue(move |entity: EntityWorldMut<'_>| {
            tell(entity, |world, id, _| {
                world.answer_blocked(id, BlockedAnswer::Wait { seconds })
            });
        })
    }

    fn replan(&mut self) -> &mut Self {
        self.queue(|entity: EntityWorldMut<'_>| {
            tell(entity, |world, id, _| {
                world.answer_blocked(id, BlockedAnswer::Replan)
            });
        })
    }

    fn jump(&mut self, from: Vec3, to: Vec3, seconds: f32) -> &mut Self {
        self.queue(move |entity: EntityWorldMut<'_>| {
            tell(entity, |world, id, plane| {
                let link = Link {
                    from: plane.flat(from),
                    to: plane.flat(to),
                    seconds,
                };
                world.jump(id, link)
            });
        })
    }

    fn go(&mut self, goal: Goal) -> &mut Self {
        self.insert(goal)
    }

    fn teleported(&mut self) -> &mut Self {
        self.insert(Teleported)
    }
}

/// Tells the core something about an agent. Whoever isn't one, or is in no world, is left alone.
fn tell(
    mut agent: EntityWorldMut<'_>,
    say: impl FnOnce(&mut sidestep::World, AgentId, Plane) -> Result<(), WorldError>,
) {
    let entity = agent.id();
    let Some(slot) = agent.get::<AgentSlot>().copied() else {
        return;
    };
    agent.world_scope(|world: &mut World| {
        let Some(mut mirror) = slot.world.and_then(|it| world.get_mut::<Mirror>(it)) else {
            return;
        };
        let mirror: &mut Mirror = &mut mirror;
        if !mirror.is_row_of(slot.row, entity) {
            return;
        }
        let (id, plane) = (mirror.rows[slot.row as usize].id, mirror.plane);
        let said = mirror.world.as_mut().map(|world| say(world, id, plane));
        if let Some(Err(error)) = said {
            trouble(world, entity, &error);
        }
    });
}

fn trouble(world: &mut World, entity: Entity, error: &WorldError) {
    if let Some(mut troubles) = world.get_resource_mut::<Troubles>() {
        troubles.add(entity, TroubleKind::Refused(error.to_string()));
    }
}
