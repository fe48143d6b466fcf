//! Stage 6: events, and agents that leave.

use std::sync::atomic::{AtomicBool, Ordering};

use super::sense::forget_standing;
use crate::walker::{Event, EventKind, OnArrival};
use crate::world::World;
use crate::world::batches::collect_from_batches;
use crate::world::store::{Agent, Gone, Picture};

impl World {
    pub(in crate::world) fn report(&mut self, dt: f32) {
        self.watch_standing(dt);
        // Arrival is seen on the positions of this step, so that it doesn't wait for the next one.
        self.sense();
        let mut told = Vec::new();
        let (picture, agents) = self.split(dt);
        let parallel = picture.settings.parallel;
        // Whether any of them, for which all would have to be looked at again.
        let (any_loses, any_leaves) = (AtomicBool::new(false), AtomicBool::new(false));
        collect_from_batches(parallel, agents, &mut told, |batch, events| {
            let (mut loses, mut leaves) = (false, false);
            for agent in batch {
                report_on(&picture, agent, dt, events);
                loses |= agent.memory.has_other_targets();
                leaves |= leaves_now(agent);
            }
            any_loses.fetch_or(loses, Ordering::Relaxed);
            any_leaves.fetch_or(leaves, Ordering::Relaxed);
        });
        self.tell(told);
        self.see_arrived();
        if any_loses.into_inner() {
            self.report_lost_targets();
        }
        if any_leaves.into_inner() {
            self.remove_arrived();
        }
    }

    /// Adds events of one time, in order of agent.
    pub(in crate::world) fn tell(&mut self, mut told: Vec<Event>) {
        // Those of one agent stay in their order.
        told.sort_by_key(|event| event.agent);
        self.events.append(&mut told);
    }

    /// Sees who stands still, and puts them among what can be walked round.
    fn watch_standing(&mut self, dt: f32) {
        let mut changes = Vec::new();
        collect_from_batches(
            self.settings.parallel,
            self.agents.seated_mut(),
            &mut changes,
            |batch, changes| {
                for agent in batch {
                    let (walker, memory) = agent.split();
                    let change = walker.watch_standing(memory, dt);
                    changes.extend(change.map(|change| (walker.id, change)));
                }
            },
        );
        changes.sort_unstable_by_key(|&(id, _)| id);
        for (id, change) in changes {
            if let Ok(seat) = self.seat(id) {
                let agent = &self.agents[seat];
                change.apply(&agent.walker(), &agent.memory, &mut self.clusters);
            }
        }
    }

    /// Sees those who have arrived as who they are now: what was seen before holds for the next step, too.
    fn see_arrived(&mut self) {
        for event in &self.events {
            let has_arrived = matches!(
                event.kind,
                EventKind::Arrived | EventKind::ArrivedNear { .. }
            );
            if has_arrived && let Ok(seat) = self.seat(event.agent) {
                self.senses
                    .look_at(self.agents.rows()[seat], &self.agents[seat]);
            }
        }
    }

    fn remove_arrived(&mut self) {
        let (time, events) = (self.time, &mut self.events);
        let before = self.agents.len();
        let clusters = &mut self.clusters;
        let mut gone = Vec::new();
        self.agents.retain_mut(|agent| {
            let leaves = leaves_now(agent);
            if leaves {
                gone.push(Gone::of(agent));
                events.push(Event {
                    time,
                    agent: agent.id,
                    kind: EventKind::Left {
                        position: agent.body.position,
                        velocity: agent.body.velocity,
                    },
                });
                forget_standing(clusters, agent);
            }
            !leaves
        });
        self.leave_formations(&gone);
        self.senses.stale |= self.agents.len() < before;
    }

    fn report_lost_targets(&mut self) {
        let time = self.time;
        let mut told = Vec::new();
        for agent in self.agents.seated_mut() {
            for behavior in agent.memory.take_lost_targets() {
                told.push(Event {
                    time,
                    agent: agent.id,
                    kind: EventKind::TargetGone { behavior },
                });
            }
        }
        self.tell(told);
    }
}

/// Whether an agent has arrived and is to be removed then.
fn leaves_now(agent: &Agent) -> bool {
    // Who stands in its slot hasn't come to the end of its own goals.
    agent.memory.has_arrived()
        && agent.profile.on_arrival == OnArrival::Remove
        && agent.goals.slot().is_none()
}

/// Tells what has happened to one agent.
fn report_on(picture: &Picture<'_>, agent: &mut Agent, dt: f32, events: &mut Vec<Event>) {
    let (walker, memory) = agent.split();
    let mut tell = |kind| {
        events.push(Event {
            time: picture.context.time,
            agent: walker.id,
            kind,
        });
    };
    if walker.advance_goals(picture, memory, 0.0, &mut tell) {
        return;
    }
    if let Some(blocked) = memory.take_blocked_change() {
        tell(if blocked {
            EventKind::Blocked
        } else {
            EventKind::Unblocked
        });
    }
    let patience = picture.settings.stuck_seconds;
    if let Some(kind) = walker.watch_progress(memory, patience, dt) {
        tell(kind);
    }
    if let Some(kind) = walker.watch_rest(picture, memory) {
        tell(kind);
    }
}
