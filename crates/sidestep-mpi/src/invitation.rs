//! What rank 0 tells the others before a run.

use serde::{Deserialize, Serialize};
use sidestep_cli::failure::Failure;
use sidestep_scene::format::Scene;
use sidestep_scene::place::Layout;
use sidestep_scene::simulate::{SavedSimulation, Simulation};

use crate::arguments::SharingOptions;
use crate::ranks::Ranks;

/// What rank 0 tells the others before a run.
#[derive(Serialize, Deserialize)]
pub enum Invitation {
    /// There will be none: all end with this exit code.
    None(u8),
    /// To take part in this run.
    Run(Box<Start>),
}

/// All that it takes to take part in a run.
#[derive(Serialize, Deserialize)]
pub struct Start {
    /// What the scene was read from, for messages, and its TOML with all changes.
    pub source: String,
    /// See `source`.
    pub scene: String,
    /// How far the run has come, if it isn't at its beginning.
    pub saved: Option<SavedSimulation>,
    /// Who decides for whom.
    pub sharing: SharingOptions,
    /// The name of the file to which the run is saved, if it is.
    pub checkpoint: Option<String>,
}

impl Invitation {
    /// Hands it out, at rank 0.
    ///
    /// # Errors
    /// When it can't be written as bytes. Nobody has got anything then.
    pub fn hand_out(&self, ranks: &Ranks) -> Result<(), Failure> {
        let mut bytes = postcard::to_allocvec(self)
            .map_err(|error| Failure::run(format!("the scene can't be handed out: {error}")))?;
        ranks.hand_out(&mut bytes);
        Ok(())
    }

    /// Takes the one that rank 0 hands out, at all others.
    ///
    /// # Errors
    /// When it isn't what this version of the program hands out.
    pub fn receive(ranks: &Ranks) -> Result<Self, Failure> {
        let mut bytes = Vec::new();
        ranks.hand_out(&mut bytes);
        postcard::from_bytes(&bytes).map_err(|error| {
            Failure::run(format!(
                "what rank 0 hands out can't be read ({error}); let the same build of the same \
                 program run on all machines"
            ))
        })
    }
}

impl Start {
    /// The run, as rank 0 holds it.
    ///
    /// # Errors
    /// When it can't be made of what was told, such as for lack of memory.
    pub fn simulation(&self) -> Result<Simulation, Failure> {
        let scene = Scene::from_toml(&self.scene, &self.source).map_err(Failure::run)?;
        let layout = Layout::new(&scene).map_err(Failure::run)?;
        match &self.saved {
            Some(saved) => Simulation::resume(layout, saved).map_err(Failure::run),
            None => Simulation::new(layout).map_err(Failure::run),
        }
    }
}
