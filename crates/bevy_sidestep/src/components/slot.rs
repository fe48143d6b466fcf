//! Where the mirror has an entity: what makes looking it up cost nothing.

use bevy_ecs::entity::Entity;
use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::prelude::{Component, ReflectResource, Resource};
use bevy_ecs::world::DeferredWorld;
use bevy_reflect::Reflect;
use bevy_reflect::prelude::ReflectDefault;

/// How many agents, obstacles and links were spawned so far: it names those without a
/// [`StableKey`](super::StableKey). Who takes the game back in time without such keys takes this
/// back, too.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[reflect(Resource, Default, Clone, Debug, PartialEq)]
pub struct SpawnCount(pub u64);

macro_rules! slot {
    ($(#[$documentation:meta])* $name:ident) => {
        $(#[$documentation])*
        #[derive(Component, Clone, Copy, Debug, Default)]
        #[component(on_add = $name::on_add)]
        pub struct $name {
            /// Its place among all that were spawned.
            pub order: u64,
            /// The world whose mirror has it.
            pub world: Option<Entity>,
            /// Its row there.
            pub row: u32,
            /// Whether it was refused; it isn't tried again until it changes.
            pub refused: bool,
        }

        impl $name {
            fn on_add(mut world: DeferredWorld<'_>, context: HookContext) {
                let Some(mut count) = world.get_resource_mut::<SpawnCount>() else {
                    return;
                };
                let order = count.0;
                count.0 += 1;
                if let Some(mut slot) = world.get_mut::<Self>(context.entity) {
                    *slot = Self { order, ..Self::default() };
                }
            }
        }
    };
}

slot! {
    /// The row of an agent.
    AgentSlot
}
slot! {
    /// The row of an obstacle.
    ObstacleSlot
}
slot! {
    /// The order of a link.
    #[allow(dead_code, reason = "links are told all at once, they have no rows")]
    LinkSlot
}
