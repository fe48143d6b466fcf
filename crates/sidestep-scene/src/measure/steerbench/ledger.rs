//! Contacts as SteerBench counts them: begun, and how long and deep.

use super::Score;
use crate::measure::contacts::Contact;
use crate::measure::depths::CONTACT_DEPTH;
use crate::measure::pairs::Pair;
use crate::measure::step::{Move, Presence, Step};
use glam::DVec2;
use serde::{Deserialize, Serialize};

/// SteerBench's time step (s): the sums over frames are brought to this rate.
const FRAME_SECONDS: f64 = 0.05;
/// What a collision costs.
const COLLISION_WEIGHT: f64 = 50.0;

/// Who touches what in a frame, each sorted.
pub(in crate::measure) struct Touches<'a> {
    /// Agents in each other.
    pub pairs: &'a [Pair],
    /// Agents in obstacles.
    pub obstacles: &'a [Contact],
    /// Agents in walls.
    pub walls: &'a [Contact],
}

/// The accounts of all agents.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(in crate::measure) struct Ledgers {
    ledgers: Vec<Ledger>,
    with_agents: Episodes,
    with_obstacles: Episodes,
    with_walls: Episodes,
    agent_contacts: u64,
    obstacle_contacts: u64,
    contact_frames: u64,
    deepest: f64,
    last_arrival: f64,
}

/// The account of an agent.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Ledger {
    scored: bool,
    arrived: bool,
    /// Whether it is sampled in this frame.
    active: bool,
    /// The velocity up to which changes have been counted (m/s).
    velocity: Option<DVec2>,
    heading: Option<DVec2>,
    collisions: u64,
    seconds: f64,
    kinetic_energy: f64,
    acceleration: f64,
    distance: f64,
    turned_degrees: f64,
}

impl Ledgers {
    /// Starts with the frame before the first step.
    pub(in crate::measure) fn begin(step: &Step) -> Self {
        let ledger = |walk: &Move| Ledger {
            scored: walk.is_here(),
            ..Ledger::default()
        };
        Self {
            ledgers: step.moves.iter().map(ledger).collect(),
            with_agents: Episodes::default(),
            with_obstacles: Episodes::default(),
            with_walls: Episodes::default(),
            agent_contacts: 0,
            obstacle_contacts: 0,
            contact_frames: 0,
            deepest: 0.0,
            last_arrival: step.time,
        }
    }

    /// Goes on with so many agents; those who weren't there in the first frame aren't scored.
    pub(in crate::measure) fn follow(&mut self, agents: usize) {
        self.ledgers.resize(agents, Ledger::default());
    }

    /// Samples a step. `has_arrived` tells which agents take no further part although they are
    /// still there. Frame 0, in which no time passes, is not sampled, but who has arrived in it
    /// has.
    pub(in crate::measure) fn observe(
        &mut self,
        step: &Step,
        has_arrived: impl Fn(usize) -> bool,
        touches: &Touches<'_>,
    ) {
        for (index, (ledger, walk)) in self.ledgers.iter_mut().zip(&step.moves).enumerate() {
            let arrives = walk.presence == Presence::Left || has_arrived(index);
            if ledger.scored && arrives && !ledger.arrived {
                ledger.arrived = true;
                self.last_arrival = step.time;
            }
            ledger.active =
                ledger.scored && !ledger.arrived && walk.is_here() && step.elapsed > 0.0;
            if ledger.active {
                ledger.sample(walk, step.elapsed);
            }
        }
        if step.elapsed > 0.0 {
            self.count_agent_contacts(step, touches.pairs);
            let is_here = |agent: u32| step.moves[agent as usize].is_here();
            let obstacle_is_here = |shape: u32| step.obstacles[shape as usize].is_some();
            let begun = self.contacts_with_shapes(touches.obstacles);
            let begun = self.with_obstacles.advance(&begun, |(agent, shape)| {
                is_here(agent) && obstacle_is_here(shape)
            });
            self.charge_shapes(&begun);
            let begun = self.contacts_with_shapes(touches.walls);
            let begun = self.with_walls.advance(&begun, |(agent, _)| is_here(agent));
            self.charge_shapes(&begun);
        }
    }

    fn count_agent_contacts(&mut self, step: &Step, pairs: &[Pair]) {
        let mut contacts: Vec<Both> = Vec::new();
        for pair in pairs.iter().filter(|pair| pair.depth > CONTACT_DEPTH) {
            let active = [pair.first, pair.second].map(|agent| self.is_active(agent));
            let charged = active.into_iter().filter(|&active| active).count() as u64;
            if charged > 0 {
                self.contact_frames += charged;
                self.deepest = self.deepest.max(pair.depth);
                contacts.push((pair.first, pair.second));
            }
        }
        let is_here = |agent: u32| step.moves[agent as usize].is_here();
        let begun = self.with_agents.advance(&contacts, |(first, second)| {
            is_here(first) && is_here(second)
        });
        for (first, second) in begun {
            self.agent_contacts += 1;
            self.charge(first);
            self.charge(second);
        }
    }

    /// The contacts of a frame that count, noting their depth.
    fn contacts_with_shapes(&mut self, contacts: &[Contact]) -> Vec<Both> {
        let mut counted = Vec::new();
        for contact in contacts {
            if contact.end_depth > CONTACT_DEPTH && self.is_active(contact.agent) {
                self.contact_frames += 1;
                self.deepest = self.deepest.max(contact.end_depth);
                counted.push((contact.agent, contact.shape));
            }
        }
        counted
    }

    fn charge_shapes(&mut self, begun: &[Both]) {
        self.obstacle_contacts += begun.len() as u64;
        for &(agent, _) in begun {
            self.charge(agent);
        }
    }

    fn is_active(&self, agent: u32) -> bool {
        self.ledgers[agent as usize].active
    }

    fn charge(&mut self, agent: u32) {
        let ledger = &mut self.ledgers[agent as usize];
        if ledger.active {
            ledger.collisions += 1;
        }
    }

    /// The figures so far.
    pub(in crate::measure) fn score(&self) -> Score {
        let scored = || self.ledgers.iter().filter(|ledger| ledger.scored);
        let agents = scored().count() as u64;
        let arrived = scored().filter(|ledger| ledger.arrived).count() as u64;
        let mean =
            |figure: fn(&Ledger) -> f64| crate::measure::mean(scored().map(figure)).unwrap_or(0.0);
        let mean_collisions = mean(|ledger| ledger.collisions as f64);
        let mean_seconds = mean(|ledger| ledger.seconds);
        let mean_kinetic_energy = mean(|ledger| ledger.kinetic_energy);
        let mean_acceleration = mean(|ledger| ledger.acceleration);
        let composite01 = COLLISION_WEIGHT * mean_collisions + mean_seconds + mean_kinetic_energy;
        Score {
            agents,
            arrived,
            collisions: scored().map(|ledger| ledger.collisions).sum(),
            agent_contacts: self.agent_contacts,
            obstacle_contacts: self.obstacle_contacts,
            contact_frames: self.contact_frames,
            max_depth_m: self.deepest,
            mean_seconds,
            mean_kinetic_energy,
            mean_acceleration,
            mean_distance_m: mean(|ledger| ledger.distance),
            mean_turned_degrees: mean(|ledger| ledger.turned_degrees),
            composite01,
            composite02: composite01 + mean_acceleration,
            makespan_seconds: (agents > 0 && arrived == agents).then_some(self.last_arrival),
        }
    }
}

impl Ledger {
    /// Adds a step. An agent that was put where it is has no velocity in it.
    fn sample(&mut self, walk: &Move, elapsed: f64) {
        self.seconds += elapsed;
        if !walk.walked() {
            self.velocity = None;
            self.heading = None;
            return;
        }
        let way = walk.way();
        let velocity = way / elapsed;
        self.kinetic_energy += 0.5 * velocity.length_squared() * (elapsed / FRAME_SECONDS);
        match self.velocity {
            // Changes that rounding could make wait until they have grown together with later ones.
            Some(before) if (velocity - before).length() * elapsed <= walk.rounding() => {}
            before => {
                let change = before.map_or(0.0, |before| (velocity - before).length());
                self.acceleration += change / FRAME_SECONDS;
                self.velocity = Some(velocity);
            }
        }
        self.distance += way.length();
        if way != DVec2::ZERO {
            if let Some(before) = self.heading {
                let angle = before.perp_dot(way).atan2(before.dot(way));
                self.turned_degrees += angle.abs().to_degrees();
            }
            self.heading = Some(way);
        }
    }
}

/// Two bodies, by their indexes.
type Both = (u32, u32);

/// The contacts that go on, so that each is counted when it begins and not again.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Episodes {
    /// Sorted.
    open: Vec<Both>,
}

impl Episodes {
    /// Takes the contacts of a frame, sorted, and returns those that begin with it. An episode
    /// without a contact ends, unless its two bodies can't both be seen.
    fn advance(&mut self, contacts: &[Both], both_seen: impl Fn(Both) -> bool) -> Vec<Both> {
        let begun: Vec<Both> = contacts
            .iter()
            .filter(|contact| self.open.binary_search(contact).is_err())
            .copied()
            .collect();
        self.open
            .retain(|&both| !both_seen(both) || contacts.binary_search(&both).is_ok());
        if !begun.is_empty() {
            self.open.extend_from_slice(&begun);
            self.open.sort_unstable();
        }
        begun
    }
}
