//! The scene format: a TOML file as Rust types, how it is read and written, and its schema.
//!
//! [`Scene`] is the file. Every number in it has a type with a unit and a range (see [`number`]), so a
//! value that makes no sense is refused where it stands, with line and column.

pub mod agents;
pub mod amount;
pub mod behavior;
pub mod goal;
pub mod names;
pub mod number;
pub mod obstacle;
pub mod origin;
pub mod parameters;
pub mod scatter;
pub mod scene;
pub mod shape;
pub mod target;

pub use agents::{AgentGroup, Blend, Floor, OnArrival, StartCircle};
pub use amount::{Amount, Spread};
pub use behavior::{Behavior, BehaviorKind};
pub use goal::Goal;
pub use names::Name;
pub use obstacle::{Circle, Obstacle, Polygon, TurnedBox};
pub use origin::Origin;
pub use parameters::{LookAheadOverrides, ParameterOverrides};
pub use scatter::{Scatter, ScatterShape};
pub use scene::{Bounds, BoundsKind, Scene, Wall};
pub use shape::{ConvexPolygon, Direction, Point, Polyline, Region, ShapeError, Velocity};
pub use target::Target;
