//! Energy spent on walking.

use serde::{Deserialize, Serialize};

use super::arrival::Trip;
use super::step::Step;
use crate::recording::AgentSetting;

/// Power that standing takes, per mass (W/kg).
const STANDING: f64 = 2.23;
/// Power that walking takes beside it, per mass and squared speed (W s²/(kg m²)).
const WALKING: f64 = 1.26;

/// The energy that people would spend on these ways.
///
/// `energy_j` is the mean over all agents that were ever in the world of the sum of `mass * (2.23 +
/// 1.26 * speed²) * time` (J) over the steps until they arrive, the last one in part; the speed is
/// the distance between successive positions over the time between. The step in which an agent is
/// put elsewhere counts as standing. It is the effort that pedestrians minimise in "PLEdestrians",
/// Guy and others, 2010.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Energy {
    total: f64,
}

impl Energy {
    /// Sees a step after the arrivals have.
    pub(super) fn observe(&mut self, agents: &[AgentSetting], trips: &[Trip], step: &Step) {
        if step.elapsed <= 0.0 {
            return;
        }
        for ((agent, trip), walk) in agents.iter().zip(trips).zip(&step.moves) {
            if trip.underway == 0.0 {
                continue;
            }
            let speed = walk.way().length() / step.elapsed;
            let power = f64::from(agent.mass) * (STANDING + WALKING * speed * speed);
            self.total += power * step.elapsed * trip.underway;
        }
    }

    /// Mean per agent (J).
    pub(super) fn mean(&self, trips: &[Trip]) -> Option<f64> {
        let agents = trips.iter().filter(|trip| trip.began.is_some()).count();
        (agents > 0).then(|| self.total / agents as f64)
    }
}
