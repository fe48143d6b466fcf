//! The scene format: a TOML file as Rust types, how it is read and written, and its schema.
//!
//! [`Scene`] is the file. Every number in it has a type with a unit and a range (see [`number`]),
//! so a value that makes no sense is refused where it stands, with line and column.

pub mod agent_parameters;
pub mod agents;
pub mod amount;
pub mod behavior;
mod check;
mod check_formation;
mod check_level;
pub(crate) mod document;
pub mod error;
pub mod formation;
pub mod goal;
pub mod level;
pub mod load;
pub mod names;
pub mod number;
pub mod obstacle;
pub mod origin;
mod overrides;
pub mod parameters;
pub mod polygon;
pub mod preset;
pub mod reference;
mod scale;
pub mod scatter;
pub mod scene;
pub mod schema;
mod serial;
pub mod shape;
mod tables;
mod wording;

pub use agent_parameters::{
    AnticipatoryOverrides, OrcaOverrides, SamplingOverrides, UnalignedOverrides,
};
pub use agents::{
    AgentGroup, Blend, Control, Floor, OnArrival, Route, Start, StartCircle, WhenBlocked,
};
pub use amount::{Amount, Spread};
pub use behavior::{Behavior, BehaviorKind};
pub use error::{Place, SceneError};
pub use formation::{Formation, FormationPattern};
pub use goal::{Goal, GoalKind, Target};
pub use level::{Level, Up};
pub use names::Name;
pub use obstacle::{Circle, Obstacle, Polygon, TurnedBox};
pub use origin::Origin;
pub use parameters::{
    DetourOverrides, HitsThatCount, LookAheadOverrides, ParameterOverrides, WallOverrides,
};
pub use polygon::ConvexPolygon;
pub use preset::Preset;
pub use scatter::{Scatter, ScatterShape};
pub use scene::{Bounds, BoundsKind, Link, Scene, Wall};
pub use shape::{Direction, Point, Polyline, Region, ShapeError, Velocity};
