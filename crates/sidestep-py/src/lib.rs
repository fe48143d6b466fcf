//! Sidestep for Python: the compiled part of the package `sidestep`, as the module `sidestep._native`.
//!
//! What people see is in `python/sidestep`: names, types and documentation. Here arrays become what
//! the engine takes, and what it says becomes arrays. No `unsafe` is written here: an array that is
//! handed out owns its numbers, so it stays what it was whatever becomes of the world.

mod arrays;
mod arrow;
mod crowdnav;
mod error;
mod ground;
mod rvo;
mod rvo_walls;
mod shared;
mod simulation;
mod snapshot;
mod source;
mod sweep;
mod table;
mod told;
mod trajectories;
mod world;

use pyo3::prelude::*;

#[pymodule]
mod _native {
    #[pymodule_export]
    use crate::crowdnav::CrowdNavEpisodes;
    #[pymodule_export]
    use crate::error::{NoSuchAgentError, SceneError, SidestepError, SnapshotError};
    #[pymodule_export]
    use crate::rvo::OrcaSimulator;
    #[pymodule_export]
    use crate::simulation::{Simulation, builtin_scenes, method_names};
    #[pymodule_export]
    use crate::snapshot::Snapshot;
    #[pymodule_export]
    use crate::sweep::{RunClaim, Sweep, SweepFolder};
    #[pymodule_export]
    use crate::table::{Table, gather_sweep};
    #[pymodule_export]
    use crate::told::{BlockedAgent, Event, Explanation};
    #[pymodule_export]
    use crate::trajectories::Trajectories;
    #[pymodule_export]
    use crate::world::World;

    #[pymodule_init]
    fn init(module: &pyo3::Bound<'_, pyo3::types::PyModule>) -> pyo3::PyResult<()> {
        use pyo3::types::PyModuleMethods;
        // Python answers them.
        sidestep_sweep::under_way::leave_signals_alone();
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
