//! Formations, at the start of the plan: where each member goes.

use glam::Vec2;

use crate::avoid::{Blocker, Obstacle};
use crate::explain::{MarkKind, MarkShape, Recorder};
use crate::formation::{Formation, Marcher, Order, Room, Surrounds};
use crate::geometry::Bounds;
use crate::space::{Filter, Topology};
use crate::walker::ObstacleId;
use crate::world::World;
use crate::world::store::{Agent, Agents, Gone, Obstacles};

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

/// What each member of a formation is told in a part of a step, with its seat.
struct Telling<'w> {
    agents: &'w Agents,
    obstacles: &'w Obstacles,
    topology: Topology,
    dt: f32,
    /// Memory that is used again.
    seats: Vec<usize>,
    members: Vec<Marcher>,
    orders: Vec<(usize, Order)>,
}

impl<'w> Telling<'w> {
    fn new(agents: &'w Agents, obstacles: &'w Obstacles, topology: Topology, dt: f32) -> Self {
        Self {
            agents,
            obstacles,
            topology,
            dt,
            seats: Vec::new(),
            members: Vec::new(),
            orders: Vec::new(),
        }
    }

    /// Lets a formation go on by a part of a step; what its members are told is in `orders` then.
    fn ask(&mut self, formation: &mut Formation) {
        let Self { agents, seats, .. } = self;
        let seat_of = |id| agents.find(id).ok();
        let leader = formation.spec().anchor.leader().and_then(seat_of);
        seats.clear();
        seats.extend((formation.spec().members.iter()).filter_map(|&id| seat_of(id)));
        self.members.clear();
        self.members.extend(seats.iter().map(|&seat| Marcher {
            body: agents[seat].body(),
            stands: agents[seat].memory.has_arrived(),
        }));
        let surrounds = Surrounds {
            leader: leader.map(|seat| agents[seat].body()),
            topology: self.topology,
            dt: self.dt,
        };
        let seen = leader.or(seats.first().copied());
        let mut walls = Walls {
            obstacles: self.obstacles,
            filter: seen.map_or_else(Filter::default, |seat| {
                let agent = &agents[seat];
                agent.walker().standing_filter(&agent.memory)
            }),
            found: Vec::new(),
        };
        self.orders.clear();
        let orders = &mut self.orders;
        formation.advance(&surrounds, &self.members, &mut walls, |member, order| {
            orders.push((seats[member], order));
        });
    }
}

impl World {
    /// Tells the members of all formations where to go in a part of a step of `dt` seconds.
    pub(in crate::world) fn form(&mut self, dt: f32) {
        if self.formations.is_empty() {
            return;
        }
        let topology = self.settings.topology;
        // Nobody moves meanwhile, and each is in one formation: all may be asked first.
        let mut telling = Telling::new(&self.agents, &self.obstacles, topology, dt);
        let mut all = Vec::new();
        for formation in self.formations.all_mut() {
            telling.ask(formation);
            all.append(&mut telling.orders);
        }
        for (seat, order) in all {
            obey(&mut self.agents[seat], order, self.time);
        }
        for formation in self.formations.iter().map(|(_, formation)| formation) {
            let leader = formation.spec().anchor.leader();
            if let Some(leader) = leader.filter(|_| formation.leader_share() < 1.0)
                && let Ok(seat) = self.find(leader)
            {
                // Who waits isn't held up.
                self.agents[seat].memory.forget_progress();
            }
        }
    }

    /// Lets all formations go on by a part of a step of `dt` seconds, and tells of their members and
    /// leaders only a copy of one agent, and a recorder about it.
    pub(in crate::world) fn form_one(
        &mut self,
        agent: &mut Agent,
        dt: f32,
        recorder: &mut impl Recorder,
    ) {
        if self.formations.is_empty() {
            return;
        }
        let topology = self.settings.topology;
        let member = self.formations.of_member(agent.id);
        let mut telling = Telling::new(&self.agents, &self.obstacles, topology, dt);
        for (id, formation) in self.formations.all_with_ids_mut() {
            telling.ask(formation);
            if formation.spec().anchor.leader() == Some(agent.id) && formation.leader_share() < 1.0
            {
                agent.memory.forget_progress();
                let percent = 100.0 * formation.leader_share();
                recorder.reason(|| {
                    format!("waits for those behind it in {id}: {percent:.0} % of its speed")
                });
            }
            if member != Some(id) {
                continue;
            }
            let is_own = |(seat, _): &&(usize, Order)| self.agents[*seat].id == agent.id;
            let own = telling.orders.iter().enumerate();
            let Some((index, &(_, order))) = own.into_iter().find(|(_, it)| is_own(it)) else {
                continue;
            };
            obey(agent, order, self.time);
            if let Some(&slot) = formation.slots().get(index) {
                let at = topology.nearest_image(agent.body.position, slot);
                let away = at.distance(agent.body.position);
                recorder.reason(|| match order {
                    Order::Stay => format!("stands in its slot of {id}"),
                    Order::Go { .. } => format!("goes to its slot of {id}, {away:.1} m away"),
                });
                recorder.mark(MarkKind::Aim, MarkShape::Point { at }, || {
                    format!("slot of {id}")
                });
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
