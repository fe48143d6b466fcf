//! How a command fails, and what the process says of it.

use std::fmt::Display;

use sidestep_scene::simulate::SimulationError;
use sidestep_sweep::memory::NotEnough;

/// Why a command didn't do what it was asked.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// What the user said can't be done: exit code 2.
    #[error("{0}")]
    Input(String),
    /// The run itself failed, such as on a full disk: exit code 1.
    #[error("{0}")]
    Run(String),
}

impl From<NotEnough> for Failure {
    fn from(error: NotEnough) -> Self {
        Self::input(error)
    }
}

impl Failure {
    /// Bad usage or bad input.
    pub fn input(message: impl Display) -> Self {
        Self::Input(message.to_string())
    }

    /// A failure of the run.
    pub fn run(message: impl Display) -> Self {
        Self::Run(message.to_string())
    }

    /// The process's exit code.
    pub const fn exit_code(&self) -> u8 {
        match self {
            Self::Run(_) => 1,
            Self::Input(_) => 2,
        }
    }
}

impl From<SimulationError> for Failure {
    /// What the engine refuses once a scene runs is no fault of the input.
    fn from(error: SimulationError) -> Self {
        Self::run(error)
    }
}
