//! Stage 4, "move": integrate under the limits.

use crate::walker::{AgentId, Event};
use crate::world::World;
use crate::world::batches::fill_in_batches;
use crate::world::store::{FETCHED, touch};

/// What a batch of agents tells.
#[derive(Default)]
struct Told {
    events: Vec<Event>,
    /// Whom somebody has newly met, and who that is.
    meetings: Vec<(AgentId, AgentId)>,
}

impl World {
    /// Whoever decided, here or elsewhere, has done so by now.
    pub(in crate::world) fn advance(&mut self, dt: f32, is_last_part: bool) {
        self.obstacles.advance(dt, is_last_part);
        self.obstacles.refresh(self.settings.topology);
        self.time += f64::from(dt);
        let (picture, agents) = self.split(dt);
        let (time, parallel) = (picture.context.time, picture.settings.parallel);
        let batches = fill_in_batches(parallel, agents, |_, batch| {
            let mut told = Told::default();
            for agent in batch {
                let met = agent.memory.take_newly_met();
                told.meetings.extend(met.map(|met| (met, agent.id)));
                let force = agent.force;
                let (walker, memory) = agent.split();
                let tell = |kind| {
                    let agent = walker.id;
                    told.events.push(Event { time, agent, kind });
                };
                let advanced = walker.advance(&picture, memory, force, tell);
                (agent.body, agent.previous) = (advanced.body.into(), advanced.start);
            }
            told
        });
        let (mut events, mut meetings) = (Vec::new(), Vec::new());
        for (told, _) in batches {
            events.extend(told.events);
            meetings.extend(told.meetings);
        }
        self.tell(events);
        self.tell_those_met(&meetings);
    }

    /// Tells those whom somebody has newly met.
    fn tell_those_met(&mut self, meetings: &[(AgentId, AgentId)]) {
        let found = |&(met, by): &(AgentId, AgentId)| self.find(met).ok().map(|seat| (seat, by));
        let met: Vec<(usize, AgentId)> = meetings.iter().filter_map(found).collect();
        for few in met.chunks(FETCHED) {
            touch(few.iter().map(|&(seat, _)| &self.agents[seat]));
            for &(seat, by) in few {
                self.agents[seat].memory.be_met(by);
            }
        }
    }
}
