//! What happens to agents. Each of these is triggered on the entity, for observers, and written as a
//! message of the same type.

use bevy_ecs::entity::Entity;
use bevy_ecs::event::EntityEvent;
use bevy_ecs::message::Message;
use bevy_ecs::reflect::{ReflectEvent, ReflectMessage};
use bevy_math::Vec3;
use bevy_reflect::Reflect;

use crate::components::StuckReason;

/// A corner of its path was reached; after the last, [`Arrived`] follows.
#[derive(EntityEvent, Message, Clone, Copy, Debug, PartialEq, Reflect)]
#[reflect(Event, Message, Clone, Debug, PartialEq)]
pub struct GoalReached {
    /// Who.
    pub entity: Entity,
    /// Index of the corner.
    pub index: usize,
}

/// A corner of its path before the last counts as reached, as its place is taken, and it goes on to the next.
#[derive(EntityEvent, Message, Clone, Copy, Debug, PartialEq, Reflect)]
#[reflect(Event, Message, Clone, Debug, PartialEq)]
pub struct GoalReachedNear {
    /// Who.
    pub entity: Entity,
    /// Index of the corner.
    pub index: usize,
    /// Of those who rest there and touch it, the one nearest to the corner.
    pub taken_by: Option<Entity>,
}

/// The goal was reached.
#[derive(EntityEvent, Message, Clone, Copy, Debug, PartialEq, Reflect)]
#[reflect(Event, Message, Clone, Debug, PartialEq)]
pub struct Arrived {
    /// Who.
    pub entity: Entity,
}

/// It counts as arrived without having reached its goal, whose place is taken.
#[derive(EntityEvent, Message, Clone, Copy, Debug, PartialEq, Reflect)]
#[reflect(Event, Message, Clone, Debug, PartialEq)]
pub struct ArrivedNear {
    /// Who.
    pub entity: Entity,
    /// Of those who rest there and touch it, the one nearest to the goal.
    pub taken_by: Option<Entity>,
}

/// It has left the world on arrival, and is despawned once this was told.
#[derive(EntityEvent, Message, Clone, Copy, Debug, PartialEq, Reflect)]
#[reflect(Event, Message, Clone, Debug, PartialEq)]
pub struct Left {
    /// Who.
    pub entity: Entity,
    /// Where it was last (m), at height 0.
    pub position: Vec3,
}

/// It makes no progress.
#[derive(EntityEvent, Message, Clone, Copy, Debug, PartialEq, Reflect)]
#[reflect(Event, Message, Clone, Debug, PartialEq)]
pub struct Stuck {
    /// Who.
    pub entity: Entity,
    /// Why, as far as it can tell.
    pub reason: StuckReason,
}

/// It was stuck and makes progress again.
#[derive(EntityEvent, Message, Clone, Copy, Debug, PartialEq, Reflect)]
#[reflect(Event, Message, Clone, Debug, PartialEq)]
pub struct Unstuck {
    /// Who.
    pub entity: Entity,
}

/// It finds no way. Answer with [`SidestepCommands`](crate::SidestepCommands), take away something
/// that blocks it, or give it another goal.
#[derive(EntityEvent, Message, Clone, Debug, PartialEq, Reflect)]
#[reflect(Event, Message, Clone, Debug, PartialEq)]
pub struct Blocked {
    /// Who.
    pub entity: Entity,
    /// What closes its way: with any one of them gone there is a way, or may be one. Where no single
    /// one opens it, those that must all go. Edges of walkable space have no entity and are left
    /// out.
    pub by: Vec<Entity>,
    /// Where it wants to go (m), at height 0.
    pub goal: Vec3,
    /// Where the case could be resolved (m), at height 0: the place on what closes its way that is
    /// nearest to it. `None` if nothing of that is there any more.
    pub place: Option<Vec3>,
    /// The place past all that closes its way, straight towards its goal (m), at height 0: where a
    /// jump or a teleport may lead.
    pub beyond: Option<Vec3>,
}

/// It was blocked and has a way again.
#[derive(EntityEvent, Message, Clone, Copy, Debug, PartialEq, Reflect)]
#[reflect(Event, Message, Clone, Debug, PartialEq)]
pub struct Unblocked {
    /// Who.
    pub entity: Entity,
}

/// It has set out on a jump.
#[derive(EntityEvent, Message, Clone, Copy, Debug, PartialEq, Reflect)]
#[reflect(Event, Message, Clone, Debug, PartialEq)]
pub struct TookOff {
    /// Who.
    pub entity: Entity,
}

/// It has come down from a jump.
#[derive(EntityEvent, Message, Clone, Copy, Debug, PartialEq, Reflect)]
#[reflect(Event, Message, Clone, Debug, PartialEq)]
pub struct Landed {
    /// Who.
    pub entity: Entity,
}

/// What it was to go to, or what one of its behaviours aims at, is gone.
#[derive(EntityEvent, Message, Clone, Copy, Debug, PartialEq, Reflect)]
#[reflect(Event, Message, Clone, Debug, PartialEq)]
pub struct TargetGone {
    /// Who.
    pub entity: Entity,
    /// Index of the behaviour, or `None` for the goal.
    pub behavior: Option<usize>,
}

/// Its position or velocity would have become infinite: it was put back at rest to where it was.
#[derive(EntityEvent, Message, Clone, Copy, Debug, PartialEq, Reflect)]
#[reflect(Event, Message, Clone, Debug, PartialEq)]
pub struct Unsound {
    /// Who.
    pub entity: Entity,
}

/// Calls a macro with all of them.
macro_rules! for_each_event {
    ($call:ident) => {
        $call! {
            GoalReached,
            GoalReachedNear,
            Arrived,
            ArrivedNear,
            Left,
            Stuck,
            Unstuck,
            Blocked,
            Unblocked,
            TookOff,
            Landed,
            TargetGone,
            Unsound
        }
    };
}
pub(crate) use for_each_event;

macro_rules! happened {
    ($($event:ident),*) => {
        /// Any of them, as it waits to be told.
        #[derive(Clone, Debug)]
        pub(crate) enum Happened {
            $(
                #[doc = stringify!($event)]
                $event($event),
            )*
        }

        impl Happened {
            /// Tells observers and readers of messages.
            pub(crate) fn tell(self, commands: &mut bevy_ecs::system::Commands<'_, '_>) {
                match self {
                    $(Self::$event(event) => {
                        commands.write_message(event.clone());
                        commands.trigger(event);
                    })*
                }
            }
        }

        $(impl From<$event> for Happened {
            fn from(event: $event) -> Self {
                Self::$event(event)
            }
        })*
    };
}
for_each_event!(happened);
