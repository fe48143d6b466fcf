//! What a game said that can't be done, and how to mend it.

use std::collections::BTreeSet;
use std::fmt;

use bevy_ecs::entity::Entity;
use bevy_ecs::message::Message;
use bevy_ecs::prelude::Resource;
use bevy_ecs::reflect::ReflectMessage;
use bevy_reflect::Reflect;

/// Something that can't be done as it was said. It is logged as a warning and written as a message,
/// once for each entity and kind.
#[derive(Message, Clone, Debug, PartialEq, Eq, Reflect)]
#[reflect(Message, Clone, Debug, PartialEq)]
pub struct Trouble {
    /// The agent, obstacle, link or world.
    pub entity: Entity,
    /// What.
    pub kind: TroubleKind,
}

/// What can't be done.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Reflect)]
#[non_exhaustive]
pub enum TroubleKind {
    /// The core refuses it; the text says why.
    Refused(String),
    /// A parent has no `Transform`, or one that can't be undone, such as a scale of 0: places can't be
    /// converted. The entity is left alone until its parents are mended.
    Parents(String),
    /// Its scale, with those of its parents, is 0, leans, or isn't the same along both axes of the plane:
    /// what is round would be an ellipse. It is left out until that is mended.
    UnusableScale,
    /// It is a world with another plane than before, and somebody is in it.
    KeptPlane,
    /// It names a world that doesn't exist.
    NoSuchWorld,
    /// It has [`Drive::Velocity`](crate::Drive::Velocity), and its velocity isn't told.
    VelocityNotFedBack,
    /// It has [`Drive::Velocity`](crate::Drive::Velocity), wants to move, and hasn't for two seconds
    /// since it came.
    NothingMovesIt,
}

/// The troubles so far.
#[derive(Resource, Debug, Default)]
pub(crate) struct Troubles {
    /// What was told already.
    told: BTreeSet<(Entity, TroubleKind)>,
    /// What isn't written as a message yet.
    pub fresh: Vec<Trouble>,
}

impl Troubles {
    /// Takes notice of trouble, once.
    pub fn add(&mut self, entity: Entity, kind: TroubleKind) {
        if self.told.insert((entity, kind.clone())) {
            let trouble = Trouble { entity, kind };
            log::warn!("bevy_sidestep: {trouble}");
            self.fresh.push(trouble);
        }
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let entity = self.entity;
        match &self.kind {
            TroubleKind::Refused(why) => write!(formatter, "{entity} is left out: {why}"),
            TroubleKind::Parents(why) => write!(
                formatter,
                "{entity} is left alone: {why}; give each of its parents a `Transform` with a scale \
                 other than 0, or take it off them"
            ),
            TroubleKind::UnusableScale => write!(
                formatter,
                "{entity} is left out: its scale is 0 or isn't the same along both axes of the plane; \
                 make it the same (a flip is fine), and put what is only drawn otherwise on a child"
            ),
            TroubleKind::KeptPlane => write!(
                formatter,
                "{entity} keeps its plane while agents or obstacles are in it; spawn another \
                 `SidestepWorld` on the other plane and set their `InWorld` to it"
            ),
            TroubleKind::NoSuchWorld => write!(
                formatter,
                "{entity} is in no world: `InWorld` names an entity without `SidestepWorld`; spawn \
                 one, or remove `InWorld` for the world of the plug-in"
            ),
            TroubleKind::VelocityNotFedBack => write!(
                formatter,
                "{entity} has `Drive::Velocity`, but its velocity isn't told: copy it from your \
                 physics engine to `PhysicsVelocity` before `SidestepSystems::SyncIn`; until then it \
                 is taken from the change of its `Transform`"
            ),
            TroubleKind::NothingMovesIt => write!(
                formatter,
                "{entity} has `Drive::Velocity`, but nothing moves it: give its `DesiredVelocity` to \
                 your physics engine after `SidestepSystems::SyncOut`, or set `Drive::Transform`"
            ),
        }
    }
}
