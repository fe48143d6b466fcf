//! What is said about an agent.

use bevy_ecs::entity::Entity;
use bevy_ecs::prelude::{Component, ReflectComponent};
use bevy_math::Vec3;
use bevy_reflect::Reflect;
use bevy_reflect::prelude::ReflectDefault;
use bevy_transform::components::Transform;
use sidestep::AgentSpec;

use super::{AgentSlot, AgentStatus, DesiredVelocity, Goal};

/// Somebody who walks, keeps clear of others and goes round what stands in the way. This component
/// and a [`Goal`] are all that is needed.
///
/// Its radius grows with the scale of its `Transform` and of its parents, which has to be the same
/// along both axes of the plane; its speed doesn't, it is one of Bevy's world. For good results a
/// person should be some tenths of a unit wide.
///
/// It is part of the [world](crate::SidestepWorld) that [`InWorld`] names, or of the one that the
/// plug-in has made.
#[derive(Component, Clone, Copy, Debug, PartialEq, Reflect)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[require(Transform, Goal, Drive, AgentStatus, DesiredVelocity, AgentSlot)]
#[reflect(Component, Default, Debug, PartialEq)]
pub struct Agent {
    /// Radius of its disc (m) at scale 1, above 0.
    pub radius: f32,
    /// Its largest speed, and the one that it likes to walk at (m/s), above 0.
    pub max_speed: f32,
}

impl Default for Agent {
    /// Somebody in a street: 0.25 m, 1.3 m/s.
    fn default() -> Self {
        Self {
            radius: 0.25,
            max_speed: 1.3,
        }
    }
}

/// Who moves an agent.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Component, Default, Debug, PartialEq)]
pub enum Drive {
    /// Sidestep: it writes the `Transform`.
    #[default]
    Transform,
    /// A physics engine, or a character controller: Sidestep writes [`DesiredVelocity`] and nothing
    /// else, and takes the place from the `Transform` and the velocity from [`PhysicsVelocity`].
    Velocity,
    /// A player or a script: nobody steers it, and others keep clear of it. Its velocity follows
    /// from the change of its `Transform`.
    Manual,
}

/// Velocity that an agent with [`Drive::Velocity`] has (m/s): copy the one of your physics engine
/// here, each tick and before [`SidestepSystems::SyncIn`](crate::SidestepSystems). Without it the
/// velocity is taken from the change of the `Transform`, which comes a tick late.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Reflect)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Component, Default, Debug, PartialEq)]
pub struct PhysicsVelocity(pub Vec3);

/// A name for an agent, obstacle or link that is the same in every run and on every machine: ties
/// are broken by it. Below 2⁶³, and each at most once a world.
///
/// Give one where the order of spawning may differ but the result may not, as in rollback. Entities
/// without one count in the order in which they were spawned, after all that have one.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Reflect)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Component, Debug, PartialEq)]
pub struct StableKey(pub u64);

/// The [world](crate::SidestepWorld) that an agent, obstacle or link is in. Without it, that is the
/// one which the plug-in has made.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Reflect)]
#[reflect(Component, Debug, PartialEq)]
pub struct InWorld(#[entities] pub Entity);

/// On an agent: it stands where it is until this is removed, and others walk round it. On a
/// [world](crate::SidestepWorld): nothing in it moves.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Component, Default, Debug, PartialEq)]
pub struct Paused;

/// Turns the `Transform` of an agent with [`Drive::Transform`] to where it faces:
/// [`Plane::facing`](crate::Plane::facing).
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Component, Default, Debug, PartialEq)]
pub struct FaceHeading;

/// Says that the `Transform` of an agent or obstacle was set to another place that it didn't move
/// to: an agent forgets its way, and an obstacle takes nobody along. It is removed once it was seen.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Component, Default, Debug, PartialEq)]
pub struct Teleported;

/// A kind of agent that a designer knows by name: see [`sidestep::Preset`]. What [`Agent`] says
/// about radius and speed holds, the rest is that kind's; [`Preset::agent`] gives both.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Reflect)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[require(Agent)]
#[reflect(Component, Debug, PartialEq)]
pub enum Preset {
    /// Somebody in a street.
    Pedestrian,
    /// Slow and swaying, and takes little notice of others.
    Zombie,
    /// Quick, in step with its group; others make room.
    Soldier,
    /// Large, slow to speed up, to brake and to turn.
    VehicleSlow,
    /// Stays with the others of its group, at some distance.
    AnimalHerd,
}

impl Preset {
    /// The same kind in the core.
    #[must_use]
    pub const fn core(self) -> sidestep::Preset {
        match self {
            Self::Pedestrian => sidestep::Preset::Pedestrian,
            Self::Zombie => sidestep::Preset::Zombie,
            Self::Soldier => sidestep::Preset::Soldier,
            Self::VehicleSlow => sidestep::Preset::VehicleSlow,
            Self::AnimalHerd => sidestep::Preset::AnimalHerd,
        }
    }

    /// The kind together with its usual size and speed, to be spawned.
    #[must_use]
    pub fn agent(self) -> (Agent, Self) {
        let body = self.core().body(sidestep::Vec2::ZERO);
        let agent = Agent {
            radius: body.radius,
            max_speed: body.limits.max_speed,
        };
        (agent, self)
    }
}

/// What an agent does once its goal is reached.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub enum OnArrival {
    /// It comes to rest there and stays.
    #[default]
    Stop,
    /// It leaves the world: [`Left`](crate::events::Left) tells of it, then it is despawned.
    Despawn,
    /// It goes on after its last goal.
    Continue,
}

/// What a blocked agent does as long as nobody answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub enum WhenBlocked {
    /// Takes another path through walkable space if there is one, and waits otherwise.
    #[default]
    Replan,
    /// Waits.
    Wait,
    /// Goes on as if nothing were there: it stops in front of the obstacle.
    Press,
}

/// What else can be said about an agent. All of it may change while it runs.
#[derive(Component, Clone, Copy, Debug, PartialEq, Reflect)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Component, Default, Debug, PartialEq)]
pub struct AgentTuning {
    /// A label that behaviours can tell others apart by.
    pub group: u32,
    /// Of two agents that avoid each other the one with the lower priority does all the work.
    pub priority: i32,
    /// Its part in the work of avoiding others, 0 or more; lower for the pushy. `None` is what the
    /// preset says, 1 without one.
    pub responsibility: Option<f32>,
    /// Speed that it likes to walk at (m/s), above 0; `None` is its largest.
    pub preferred_speed: Option<f32>,
    /// How fast it turns to where it means to go (rad/s), above 0; `None` is what the preset says, 2π
    /// without one.
    pub turn_rate: Option<f32>,
    /// Time that it stays behind those ahead who go its way (s), 0 or more, but for before a door or
    /// another place to which many go; `None` is what the preset says, 0 without one.
    pub time_gap: Option<f32>,
    /// How near to its goal it has to come (m), 0 or more; `None` is half of its radius.
    pub arrival_distance: Option<f32>,
    /// What it does once its goal is reached.
    pub on_arrival: OnArrival,
    /// What it does while it finds no way; `None` is what the preset says.
    pub when_blocked: Option<WhenBlocked>,
    /// Whether it finds a path through the world's walkable space (`Walkable`, feature `nav`).
    pub follows_paths: bool,
    /// The layers that it is in, a bit each.
    pub layers: u32,
    /// The layers that it takes notice of, a bit each.
    pub mask: u32,
    /// How tall it is (m) at scale 1, where floors lie above each other: then it meets only what is
    /// at the same height. `None` for a world of one floor.
    pub height: Option<f32>,
    /// How far its feet are below the place of its `Transform` (m) at scale 1: half of its height for
    /// a capsule whose origin is in the middle.
    pub feet: f32,
}

impl Default for AgentTuning {
    fn default() -> Self {
        Self {
            group: 0,
            priority: 0,
            responsibility: None,
            preferred_speed: None,
            turn_rate: None,
            time_gap: None,
            arrival_distance: None,
            on_arrival: OnArrival::Stop,
            when_blocked: None,
            follows_paths: false,
            layers: 1,
            mask: u32::MAX,
            height: None,
            feet: 0.0,
        }
    }
}

/// Everything that the core can be told about an agent, in the place of what [`Agent`], [`Preset`]
/// and [`AgentTuning`] say. The place comes from the `Transform` and the id from the entity; goals
/// come from [`Goal`] unless that is [`Goal::None`]. Its sizes are those of the world: the scale of the
/// `Transform` isn't applied to them.
///
/// By reflection it is one value: the core's types are plain Rust and have no fields there.
#[derive(Component, Clone, Debug, PartialEq, Reflect)]
#[require(Agent)]
#[reflect(opaque)]
#[reflect(Component, Clone, Debug, PartialEq)]
pub struct AgentOverride(pub AgentSpec);
