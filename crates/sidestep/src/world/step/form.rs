//! Formations, at the start of the plan: where each member goes.

use glam::Vec2;

use crate::avoid::{Blocker, Obstacle};
use crate::formation::{Marcher, Order, Room, Surrounds};
use crate::geometry::Bounds;
use crate::space::Filter;
use crate::walker::ObstacleId;
use crate::world::World;
use crate::world::store::{Agent, Gone, Obstacles};

/// The walls as a formation asks about them.
struct Walls<'w> {
    obstacles: &'w Obstacles,
    filter: Filter,
    /// Memory that is used again.
    found: Vec<Obstacle<'w>>,
}

impl Room for Walls<'_> {
    fn free_way(&mut self, from: Vec2, way: Vec2, radius: f32) -> f32 {
        let length = way.length();
        let Some(direction) = way.try_normalize() else {
            return length;
        };
        let area = Bounds {
            min: from.min(from + way),
            max: from.max(from + way),
        };
        let obstacles = self.obstacles;
        obstacles.touching(area.grown(radius), &self.filter, &mut self.found);
        let stays = |obstacle: &&Obstacle<'_>| match obstacle.name {
            Blocker::Obstacle(id) => {
                let id = ObstacleId(id);
                let is_temporary = |view: crate::world::ObstacleView<'_>| view.temporary;
                !obstacles.moves(id) && !obstacles.get(id).is_some_and(is_temporary)
            }
            Blocker::Agent(_) => false,
        };
        let hit = |obstacle: &Obstacle<'_>| {
            let hit = (obstacle.hull()).sweep(from, direction, radius, length)?;
            Some(hit.distance)
        };
        (self.found.iter().filter(stays).filter_map(hit)).fold(length, f32::min)
    }
}

impl World {
    /// Tells the members of all formations where to go in a part of a step of `dt` seconds.
    pub(in crate::world) fn form(&mut self, dt: f32) {
        if self.formations.is_empty() {
            return;
        }
        let Self {
            agents,
            formations,
            obstacles,
            ..
        } = self;
        let row_of = |agents: &[Agent], id| agents.binary_search_by_key(&id, |agent| agent.id).ok();
        let (mut rows, mut members, mut orders) = (Vec::new(), Vec::new(), Vec::new());
        for formation in formations.all_mut() {
            let leader = (formation.spec().anchor.leader()).and_then(|id| row_of(agents, id));
            rows.clear();
            rows.extend((formation.spec().members.iter()).filter_map(|&id| row_of(agents, id)));
            members.clear();
            members.extend(rows.iter().map(|&row| Marcher {
                body: agents[row].body,
                stands: agents[row].memory.has_arrived(),
            }));
            let surrounds = Surrounds {
                leader: leader.map(|row| agents[row].body),
                topology: self.settings.topology,
                dt,
            };
            let seen = leader.or(rows.first().copied());
            let mut walls = Walls {
                obstacles,
                filter: seen.map_or_else(Filter::default, |row| {
                    let agent = &agents[row];
                    agent.walker().standing_filter(&agent.memory)
                }),
                found: Vec::new(),
            };
            orders.clear();
            formation.advance(&surrounds, &members, &mut walls, |member, order| {
                orders.push((member, order));
            });
            for &(member, order) in &orders {
                obey(&mut agents[rows[member]], order, self.time);
            }
        }
    }

    /// Takes those who have left the world out of their formations.
    pub(in crate::world) fn leave_formations(&mut self, gone: &[Gone]) {
        if !self.formations.is_empty() {
            self.formations.leave(gone, &mut self.agents, self.time);
        }
    }
}

/// Lets a member go where it is told to, from `time` (s) on.
fn obey(agent: &mut Agent, order: Order, time: f64) {
    let (Order::Go { goal, moves }, Some(slot)) = (order, agent.goals.slot_mut()) else {
        return;
    };
    slot.goal = goal;
    if agent.memory.has_arrived() {
        agent.memory.begin_goals(time);
    } else if moves {
        agent.memory.forget_progress();
    }
}
