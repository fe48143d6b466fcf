//! Which exception says what: the words are those of the engine and of the command.

use pyo3::create_exception;
use pyo3::exceptions::{PyLookupError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use sidestep::ShapeError;
use sidestep::range::OutOfRange;
use sidestep::world::{LoadError, WorldError};
use sidestep_scene::simulate::{ResumeError, SaveError, SimulationError};

create_exception!(
    sidestep,
    SidestepError,
    PyValueError,
    "A value that makes no sense; the message says which, where and how to mend it."
);
create_exception!(
    sidestep,
    SceneError,
    SidestepError,
    "A scene that can't be read or run; the message says where (file, line, column) and how to mend it."
);
create_exception!(
    sidestep,
    SnapshotError,
    SidestepError,
    "A snapshot that can't be taken or gone back to."
);
create_exception!(
    sidestep,
    NoSuchAgentError,
    PyLookupError,
    "An agent, obstacle or marker that isn't in the world (any more)."
);

/// A value that makes no sense.
pub fn refused(what: impl std::fmt::Display) -> PyErr {
    SidestepError::new_err(what.to_string())
}

/// An error of the world as an exception.
pub fn of_world(error: WorldError) -> PyErr {
    match error {
        WorldError::NoSuchAgent { .. } | WorldError::NoSuchThing { .. } => {
            NoSuchAgentError::new_err(error.to_string())
        }
        other => refused(other),
    }
}

pub fn of_range(error: OutOfRange) -> PyErr {
    refused(error)
}

pub fn of_shape(error: ShapeError) -> PyErr {
    refused(error)
}

pub fn of_scene(error: impl std::fmt::Display) -> PyErr {
    SceneError::new_err(error.to_string())
}

pub fn of_run(error: SimulationError) -> PyErr {
    match error {
        SimulationError::World(error) => of_world(error),
        other => of_scene(other),
    }
}

pub fn of_save(error: SaveError) -> PyErr {
    SnapshotError::new_err(error.to_string())
}

pub fn of_resume(error: ResumeError) -> PyErr {
    SnapshotError::new_err(error.to_string())
}

pub fn of_load(error: LoadError) -> PyErr {
    SnapshotError::new_err(error.to_string())
}

/// A call before has ended in a panic: what it left behind isn't to be trusted.
pub fn unusable() -> PyErr {
    PyRuntimeError::new_err(
        "an earlier call failed inside the engine, and what it left behind can't be used; make a \
         new one, and please report the failure",
    )
}
