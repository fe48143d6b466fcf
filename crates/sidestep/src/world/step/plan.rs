//! Stage 2: which goal each agent has now, where that is, and which way leads there.

use std::ops::Range;

use crate::explain::Recorder;
use crate::walker::{Event, WayScratch, Waypoint};
use crate::world::World;
use crate::world::batches::{collect_from_batches, for_each_batch};
use crate::world::store::{Agent, Picture};

impl World {
    /// Sees to the goals and the paths of all.
    pub(in crate::world) fn see_to_goals(&mut self, dt: f32) {
        self.form(dt);
        let mut told = Vec::new();
        let (picture, agents) = self.split(dt);
        let parallel = picture.settings.parallel;
        collect_from_batches(parallel, agents, &mut told, |batch, events| {
            let mut scratch = WayScratch::default();
            for agent in batch {
                plan_for(&picture, agent, events, &mut scratch);
            }
        });
        self.tell(told);
        self.hand_out_paths();
    }

    /// Finds ways for the agents in these rows.
    pub(in crate::world) fn find_ways(&mut self, rows: Range<usize>, dt: f32) {
        let Some(ids) = self.agents.ids_in(rows) else {
            return;
        };
        let (picture, agents) = self.split(dt);
        let (parallel, scratch) = (picture.settings.parallel, WayScratch::default);
        for_each_batch(parallel, agents, scratch, |scratch, batch| {
            for agent in batch.iter_mut().filter(|agent| ids.contains(&agent.id)) {
                find_way(&picture, agent, scratch, &mut ());
            }
        });
    }

    fn hand_out_paths(&mut self) {
        let most = self.settings.paths_per_step;
        self.routes
            .plan(&mut self.agents, &self.obstacles, self.time, most);
    }
}

/// Which goal one agent has now, and where that is.
pub(in crate::world) fn plan_for<'a>(
    picture: &Picture<'a>,
    agent: &mut Agent,
    events: &mut Vec<Event>,
    scratch: &mut WayScratch<'a>,
) {
    let (walker, memory) = agent.split();
    walker.advance_goals(picture, memory, picture.context.dt, |kind| {
        events.push(Event {
            time: picture.context.time,
            agent: walker.id,
            kind,
        });
    });
    walker.take_aim(picture, memory, scratch);
}

/// Which way one agent takes to where it wants to go.
pub(in crate::world) fn find_way<'a>(
    picture: &Picture<'a>,
    agent: &mut Agent,
    scratch: &mut WayScratch<'a>,
    recorder: &mut impl Recorder,
) {
    let waypoint = match agent.memory.aim() {
        Some(goal) if agent.profile.follows_paths() => {
            let mut floor = agent.memory.floor();
            let dt = picture.context.dt;
            let body = agent.body();
            let waypoint = match agent.route.apart() {
                Some(route) => route.waypoint(&body, &mut floor, goal, dt),
                None => Waypoint::None,
            };
            agent.memory.set_floor(floor);
            agent.route.tell(&body, recorder);
            waypoint
        }
        _ => Waypoint::None,
    };
    let (walker, memory) = agent.split();
    walker.find_way(picture, waypoint, memory, scratch, recorder);
}
