//! SteerBench test cases: XML files of the SteerSuite framework.
//!
//! [`parse`] reads a file into a [`TestCase`], which says what the file says; [`to_scene`] makes a
//! scene of it. The format has obstacles, agents and goals on the plane of x and z in metres; the
//! files have no time step, no end and no steering method.

mod agents;
mod convert;
mod document;
mod element;
mod goals;
mod obstacles;
mod read;
mod test_case;

#[cfg(test)]
mod hostile_tests;
#[cfg(test)]
mod read_tests;
#[cfg(test)]
mod sample;
#[cfg(test)]
mod shared_case_tests;

pub use convert::to_scene;
pub use read::parse;
pub use test_case::{
    AgentSpec, Behaviour, Bounds, Camera, Doorway, Flow, Goal, Header, Obstacle, ObstacleRegion,
    OrientedBox, Place, Quarry, StartPlace, Task, TestCase,
};
