//! How things stand in the last frame.

use serde::{Deserialize, Serialize};

use super::contacts::Contact;
use super::depths::CONTACT_DEPTH;
use super::pairs::Pair;
use super::step::Step;

/// How things stand in the last frame, for those who watch a run.
///
/// - `touching`: whether an agent is more than 1 mm in another one, in an obstacle or in a wall, at
///   the positions of that frame.
/// - `mean_speed`: the mean, over the agents that walked in the last step and are still there, of
///   the distance between its two positions over the time between (m/s); 0 if nobody did.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Now {
    touching: Vec<bool>,
    mean_speed: f64,
}

impl Now {
    /// Sees a frame: who is in whom, and the contacts with obstacles and walls.
    pub(super) fn observe(&mut self, step: &Step, pairs: &[Pair], contacts: [&[Contact]; 2]) {
        self.touching.clear();
        self.touching.resize(step.moves.len(), false);
        for pair in pairs.iter().filter(|pair| pair.depth > CONTACT_DEPTH) {
            self.touching[pair.first as usize] = true;
            self.touching[pair.second as usize] = true;
        }
        for contact in contacts.into_iter().flatten() {
            let agent = contact.agent as usize;
            if contact.end_depth > CONTACT_DEPTH && step.moves[agent].is_here() {
                self.touching[agent] = true;
            }
        }
        let walkers = (step.moves.iter()).filter(|walk| walk.is_here() && walk.walked());
        self.mean_speed = if step.elapsed > 0.0 {
            super::mean(walkers.map(|walk| walk.way().length() / step.elapsed)).unwrap_or(0.0)
        } else {
            0.0
        };
    }

    /// Who touches something, by index.
    pub(super) fn touching(&self) -> &[bool] {
        &self.touching
    }

    /// Mean speed (m/s).
    pub(super) fn mean_speed(&self) -> f64 {
        self.mean_speed
    }
}
