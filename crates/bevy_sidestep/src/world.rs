//! A world of agents as a component.

use bevy_ecs::entity::Entity;
use bevy_ecs::prelude::{Component, ReflectComponent, Resource};
use bevy_reflect::Reflect;
use bevy_reflect::prelude::ReflectDefault;
use sidestep::WorldSettings;

use crate::mirror::Mirror;
use crate::plane::Plane;

/// A world: agents see and meet only what is in the same one. The plug-in makes one; spawn others for
/// floors or matches that have nothing to do with each other. The state is in its [`Mirror`].
#[derive(Component, Clone, Copy, Debug, PartialEq, Reflect)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[require(Mirror)]
#[reflect(Component, Default, Debug, PartialEq)]
pub struct SidestepWorld {
    /// The plane that its agents walk on.
    pub plane: Plane,
    /// Seed of every random choice. A change counts for worlds that are spawned afterwards.
    pub seed: u64,
    /// How often an agent decides (s), 0 or more; 0 is in each tick. Agents take turns.
    pub decide_every: f32,
    /// Whether contacts are settled by position. With a physics engine that does so for all agents
    /// it may be off.
    pub settle: bool,
    /// Time without progress after which an agent counts as stuck (s), 0 or more. A change counts for
    /// worlds that are spawned afterwards.
    pub stuck_seconds: f32,
    /// Whether several threads may be used, with the feature `parallel`. The result is the same. A
    /// change counts for worlds that are spawned afterwards.
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
        WorldSettings {
            seed: self.seed,
            decide_every: self.decide_every,
            settle: self.settle,
            stuck_seconds: self.stuck_seconds,
            parallel: self.parallel,
            ..WorldSettings::default()
        }
    }
}

/// The world that the plug-in has made: entities without [`InWorld`](crate::InWorld) are in it.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
pub struct DefaultWorld(pub Entity);

/// On a [`SidestepWorld`]: space in which agents with
/// [`follows_paths`](crate::AgentTuning::follows_paths) find their own way to their goals. On the
/// plane XZ its y is Bevy's −z, which is how the core reads `.obj` files of a level.
///
/// Put another in its place when the ground has changed: who is on its way gets another path.
#[cfg(feature = "nav")]
#[derive(Component, Clone, Debug)]
pub struct Walkable(pub sidestep::nav::NavMeshes);
