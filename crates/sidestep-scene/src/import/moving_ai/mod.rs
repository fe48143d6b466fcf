//! Grid maps and scenarios of the Moving AI benchmarks (Sturtevant 2012, <https://movingai.com/benchmarks>).
//!
//! A `.map` is a grid of cells, a `.scen` a list of starts and goals on it. [`parse_map`] and
//! [`parse_scenario`] read them, [`map_to_scene`] and [`scenario_to_scene`] make scenes of them: a
//! cell is one metre, the map's first row is at the top, its lower left corner is the origin, and
//! its edge is a wall.

mod blocks;
mod convert;
mod map;
mod scenario;

#[cfg(test)]
mod convert_tests;
#[cfg(test)]
mod hostile_tests;
#[cfg(test)]
mod shared_case_tests;

pub use convert::{ScenarioOptions, map_to_scene, scenario_to_scene};
pub use map::{Cell, GridMap, LONGEST_SIDE, parse_map};
pub use scenario::{Entry, Scenario, parse_scenario};
