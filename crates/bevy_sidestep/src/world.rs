//! A world of agents as a component.

use bevy_ecs::entity::Entity;
use bevy_ecs::prelude::{Component, ReflectComponent, ReflectResource, Resource};
use bevy_reflect::Reflect;
use bevy_reflect::prelude::ReflectDefault;
use sidestep::WorldSettings;

use crate::mirror::Mirror;
use crate::plane::Plane;

/// A world: agents see and meet only what is in the same one. The plug-in makes one; spawn others for
/// floors or matches that have nothing to do with each other. The state is in its
/// [`Mirror`].
///
/// All of it may change while the game runs and counts from the same tick on, but for the plane, which
/// a world keeps as long as somebody is in it.
#[derive(Component, Clone, Copy, Debug, PartialEq, Reflect)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[require(Mirror)]
#[reflect(Component, Default, Debug, PartialEq)]
pub struct SidestepWorld {
    /// The plane that its agents walk on.
    pub plane: Plane,
    /// Seed of every random choice.
    pub seed: u64,
    /// How often an agent decides (s), 0 or more; 0 is in each tick. Agents take turns.
    pub decide_every: f32,
    /// Whether contacts are settled by position. With a physics engine that does so for all agents
    /// it may be off.
    pub settle: bool,
    /// Time without progress after which an agent counts as stuck (s), 0 or more.
    pub stuck_seconds: f32,
    /// Whether several threads may be used, with the feature `parallel`: those of rayon. The result
    /// is the same.
    pub parallel: bool,
}

impl Default for SidestepWorld {
    fn default() -> Self {
        let WorldSettings {
            seed,
            decide_every,
            settle,
            stuck_seconds,
            parallel,
            ..
        } = WorldSettings::default();
        Self {
            plane: Plane::default(),
            seed,
            decide_every,
            settle,
            stuck_seconds,
            parallel,
        }
    }
}

impl SidestepWorld {
    /// A world on a plane, all else as usual.
    #[must_use]
    pub fn on(plane: Plane) -> Self {
        Self {
            plane,
            ..Self::default()
        }
    }

    /// The same for the core.
    #[must_use]
    pub fn core(&self) -> WorldSettings {
        self.on_top_of(WorldSettings::default())
    }

    /// The same for the core, with what is not said here as it is.
    pub(crate) const fn on_top_of(&self, settings: WorldSettings) -> WorldSettings {
        WorldSettings {
            seed: self.seed,
            decide_every: self.decide_every,
            settle: self.settle,
            stuck_seconds: self.stuck_seconds,
            parallel: self.parallel,
            ..settings
        }
    }
}

/// The world that the plug-in has made: entities without [`InWorld`](crate::InWorld) are in it.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq, Reflect)]
#[reflect(Resource, Clone, Debug, PartialEq)]
pub struct DefaultWorld(pub Entity);

/// On a [`SidestepWorld`]: space in which agents with
/// [`follows_paths`](crate::AgentTuning::follows_paths) find their own way to their goals. On the
/// plane XZ its y is Bevy's −z, which is how the core reads `.obj` files of a level.
///
/// Paths lead through it, but its edges hold nobody back: who may be pushed off it needs a
/// [`Wall`](crate::Wall) there.
///
/// Put another in its place when the ground has changed: who is on its way gets another path. By
/// reflection it is one value.
#[cfg(feature = "nav")]
#[derive(Component, Clone, Debug, Reflect)]
#[reflect(opaque)]
#[reflect(Component, Clone, Debug)]
pub struct Walkable(pub sidestep::nav::NavMeshes);
