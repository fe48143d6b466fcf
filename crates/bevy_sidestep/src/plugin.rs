//! The plug-in: which systems run when.

use bevy_app::{App, FixedUpdate, Plugin};
use bevy_ecs::intern::Interned;
use bevy_ecs::prelude::IntoScheduleConfigs;
use bevy_ecs::schedule::{ScheduleLabel, SystemSet};

use crate::components::{
    Agent, AgentOverride, AgentStatus, AgentTuning, DesiredVelocity, Drive, Explain, Explained,
    FaceHeading, Goal, InWorld, JumpLink, Obstacle, ObstacleLayers, Paused, PhysicsVelocity,
    Preset, SpawnCount, StableKey, Teleported, Temporary, Wall,
};
use crate::events;
use crate::frame::Frame;
use crate::mirror::Mirror;
use crate::sync;
use crate::trouble::{Trouble, Troubles};
#[cfg(feature = "nav")]
use crate::world::Walkable;
use crate::world::{DefaultWorld, SidestepWorld};

/// What Sidestep does in a tick, one after the other. Systems of a game go before, between or after.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SidestepSystems {
    /// What has changed in components goes into the mirrors: who was spawned, despawned, moved.
    SyncIn,
    /// The worlds step.
    Step,
    /// Transforms, desired velocities and states are written.
    SyncOut,
    /// Events and troubles are told.
    Report,
}

/// Steers agents in `FixedUpdate`, which is after input and before avian's physics:
///
/// ```
/// use bevy_app::App;
/// use bevy_sidestep::prelude::*;
///
/// App::new().add_plugins(SidestepPlugin::default());
/// ```
///
/// It needs Bevy's `TimePlugin`, and in the schedule of another kind the `Time` of that.
#[derive(Clone, Debug)]
pub struct SidestepPlugin {
    schedule: Interned<dyn ScheduleLabel>,
    world: SidestepWorld,
}

impl Default for SidestepPlugin {
    fn default() -> Self {
        Self::in_schedule(FixedUpdate)
    }
}

impl SidestepPlugin {
    /// The same in another schedule, such as one of rollback. Each run of it is a step, as long as
    /// the `Time` that is current then says.
    #[must_use]
    pub fn in_schedule(schedule: impl ScheduleLabel) -> Self {
        Self {
            schedule: schedule.intern(),
            world: SidestepWorld::default(),
        }
    }

    /// The same with another world to begin with:
    /// `SidestepPlugin::default().with_world(SidestepWorld::on(Plane::XZ))`.
    #[must_use]
    pub const fn with_world(mut self, world: SidestepWorld) -> Self {
        self.world = world;
        self
    }
}

impl Plugin for SidestepPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<SpawnCount>()
            .init_resource::<Troubles>();
        let world = app.world_mut().spawn(self.world).id();
        app.insert_resource(DefaultWorld(world));

        macro_rules! add_events {
            ($($event:ident),*) => {
                $(app.add_message::<events::$event>().register_type::<events::$event>();)*
            };
        }
        events::for_each_event!(add_events);
        app.add_message::<Trouble>().register_type::<Trouble>();

        #[cfg(feature = "nav")]
        app.register_type::<Walkable>();
        app.register_type::<SidestepWorld>()
            .register_type::<Agent>()
            .register_type::<AgentTuning>()
            .register_type::<Preset>()
            .register_type::<Drive>()
            .register_type::<PhysicsVelocity>()
            .register_type::<StableKey>()
            .register_type::<InWorld>()
            .register_type::<Paused>()
            .register_type::<FaceHeading>()
            .register_type::<Teleported>()
            .register_type::<Goal>()
            .register_type::<Obstacle>()
            .register_type::<ObstacleLayers>()
            .register_type::<Temporary>()
            .register_type::<Wall>()
            .register_type::<JumpLink>()
            .register_type::<DesiredVelocity>()
            .register_type::<AgentStatus>()
            .register_type::<AgentOverride>()
            .register_type::<Explain>()
            .register_type::<Explained>()
            .register_type::<Mirror>()
            .register_type::<Frame>()
            .register_type::<DefaultWorld>()
            .register_type::<SpawnCount>();

        app.configure_sets(
            self.schedule,
            (
                SidestepSystems::SyncIn,
                SidestepSystems::Step,
                SidestepSystems::SyncOut,
                SidestepSystems::Report,
            )
                .chain(),
        );
        #[cfg(feature = "nav")]
        app.add_systems(
            self.schedule,
            sync::meet_walkable
                .after(sync::meet_worlds)
                .before(sync::meet_agents)
                .in_set(SidestepSystems::SyncIn),
        );
        app.add_systems(
            self.schedule,
            (
                (
                    sync::meet_worlds,
                    sync::meet_agents,
                    sync::number_rows,
                    sync::meet_goals,
                    sync::meet_obstacles,
                    sync::meet_links,
                )
                    .chain()
                    .in_set(SidestepSystems::SyncIn),
                (sync::step, sync::number_rows)
                    .chain()
                    .in_set(SidestepSystems::Step),
                sync::write_back.in_set(SidestepSystems::SyncOut),
                sync::report.in_set(SidestepSystems::Report),
            ),
        );
    }
}
