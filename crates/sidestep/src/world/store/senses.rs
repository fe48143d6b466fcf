//! What all agents see: the state at the start of a step, indexed.

use std::sync::Arc;

use super::agent::Agent;
use super::agents::{Agents, Seating};
use super::formations::Formations;
use super::obstacles::Obstacles;
use glam::Vec2;

use crate::avoid::Obstacle;
use crate::geometry::Bounds;
use crate::space::{AgentGrid, Clusters, Filter, Topology};
use crate::walker::{
    AgentId, Comrade, Extremes, Kinds, Link, MarkerId, MarkerState, ObstacleId, Percept,
    Perception, StepContext,
};
use crate::world::batches::{fill_in_batches, map_batches};
use crate::world::spec::{LevelOfDetail, WorldSettings};

/// The agents as they see each other, with their grid.
#[derive(Clone, Debug, Default)]
pub(in crate::world) struct Senses {
    pub stale: bool,
    /// By slot of the grid: those near each other are side by side.
    pub percepts: Vec<Percept>,
    pub kinds: Kinds,
    pub grid: AgentGrid,
    /// By row: the slot of each.
    pub slots: Vec<u32>,
    /// What all share, apart from the time.
    pub context: StepContext,
    /// Those who are far larger or faster than the rest, by seat.
    pub unusual: Vec<u32>,
}

/// Most agents that can be unusual: each is in everybody's view, however far away.
const MOST_UNUSUAL: usize = 16;

/// How much further than anybody usual an unusual one reaches.
const UNUSUAL: f32 = 3.0;

impl Senses {
    /// Looks at everybody again.
    pub fn look(&mut self, all: &mut Agents, settings: &WorldSettings) {
        let are_due = all.are_due();
        let agents = all.seated();
        let mut context = StepContext {
            topology: settings.topology,
            seed: settings.seed,
            max_neighbors: settings.max_neighbors,
            decide_every: settings.decide_every,
            ..StepContext::default()
        };
        // Where contacts have moved nobody, the grid by which they were found still holds.
        let grid = &self.grid;
        let are_as_many = grid.indices().len() == agents.len();
        let place = |seat: u32| agents[seat as usize].body.position;
        let parts = map_batches(settings.parallel, agents.len(), |seats| {
            // Nearly everybody's slot is its seat.
            let are_there = are_as_many && grid.are_at(seats.clone(), place);
            let mut part = StepContext::default();
            part.admit_all(agents[seats.clone()].iter().map(Agent::body));
            let reaches = agents[seats].iter().map(reach);
            let least_and_most = reaches.fold((f32::INFINITY, 0.0_f32), |(least, most), reach| {
                (least.min(reach), most.max(reach))
            });
            (part, least_and_most, are_there)
        });
        let (mut least, mut most) = (f32::INFINITY, 0.0_f32);
        for (_, its, _) in &parts {
            (least, most) = (least.min(its.0), most.max(its.1));
        }
        self.unusual.clear();
        if most > UNUSUAL * least {
            self.find_unusual(agents, settings.topology);
        }
        if self.unusual.is_empty() {
            for (part, ..) in &parts {
                context.admit_those_of(part);
            }
        } else {
            let mut unusual = self.unusual.iter().copied().peekable();
            for (seat, agent) in (0u32..).zip(agents) {
                if unusual.next_if_eq(&seat).is_some() {
                    context.admit_unusual(&agent.body());
                } else {
                    context.admit(&agent.body());
                }
            }
        }
        // So wide that a row of cells in a query holds several: each row costs as much as a few of them.
        let cell_size = (8.0 * context.usual.radius).max(0.1);
        self.context = context;
        let are_there = parts.iter().all(|&(_, _, are_there)| are_there);
        if !(are_there && self.grid.has_cells(cell_size, settings.topology)) {
            let places = places_of(agents, settings);
            // Who has which slot is written over.
            let numbers = &mut self.slots;
            (self.grid).rebuild(&places, cell_size, settings.topology, numbers);
        }
        self.grid.show_always(&self.unusual);
        if are_due {
            all.seat_anew(self.grid.indices_mut());
            // They sit in the order of slots now.
            self.unusual.clear();
            self.unusual.extend_from_slice(self.grid.shown_always());
        }
        let (agents, seats) = (all.seated(), self.grid.indices());
        self.kinds.clear();
        self.percepts.resize(seats.len(), Percept::NOBODY);
        let batches = fill_in_batches(settings.parallel, &mut self.percepts, |slots, percepts| {
            let mut kinds = Kinds::default();
            let listed = perceive(agents, &seats[slots], percepts, &mut kinds);
            (kinds, listed)
        });
        for ((kinds, listed), percepts) in batches {
            self.kinds.take_in(kinds, (percepts, &listed));
        }
        self.slots.clear();
        self.slots.resize(agents.len(), 0);
        for (slot, &seat) in (0u32..).zip(seats) {
            self.slots[all.rows()[seat as usize] as usize] = slot;
        }
        self.stale = false;
    }

    /// Looks again at the one in a row that is where it was but has arrived since.
    pub fn look_at(&mut self, row: u32, agent: &Agent) {
        let walker = agent.walker();
        let kind = self.kinds.number(walker.kind(&agent.memory));
        let percept = walker.percept_of(&agent.memory, kind, &mut self.kinds);
        self.percepts[self.slots[row as usize] as usize] = percept;
    }

    /// Finds the few that reach several times as far as all others do. On a torus nobody is unusual:
    /// nothing is far away there.
    fn find_unusual(&mut self, agents: &[Agent], topology: Topology) {
        if topology != Topology::Open {
            return;
        }
        // The furthest reaches, and one more, the furthest first.
        let mut furthest: Vec<f32> = Vec::with_capacity(MOST_UNUSUAL + 2);
        for agent in agents {
            let reach = reach(agent);
            if furthest.len() <= MOST_UNUSUAL || furthest.last().is_some_and(|it| reach > *it) {
                let place = furthest.partition_point(|it| *it >= reach);
                furthest.insert(place, reach);
                furthest.truncate(MOST_UNUSUAL + 1);
            }
        }
        let gap = furthest
            .windows(2)
            .rposition(|pair| pair[0] > UNUSUAL * pair[1]);
        if let Some(gap) = gap {
            let usual = furthest[gap + 1];
            let seats = (0u32..).zip(agents);
            let unusual = seats.filter(|(_, agent)| reach(agent) > usual);
            self.unusual.extend(unusual.map(|(seat, _)| seat));
        }
    }
}

/// Where agents are (m), by seat: in the box if the plane wraps.
pub(in crate::world) fn places_of(agents: &[Agent], settings: &WorldSettings) -> Vec<Vec2> {
    let mut places = vec![Vec2::ZERO; agents.len()];
    fill_in_batches(settings.parallel, &mut places, |seats, places| {
        for (place, agent) in places.iter_mut().zip(&agents[seats]) {
            *place = settings.topology.wrap(agent.body.position);
        }
    });
    places
}

/// How far an agent reaches in a second and in braking after it (m).
fn reach(agent: &Agent) -> f32 {
    let its = Extremes::of(&agent.body());
    its.radius + its.speed + its.braking
}

/// Fills in what others see of those in these seats, and adds their kinds. Says which of them
/// [are listed](Percept::is_listed).
fn perceive(
    agents: &[Agent],
    seats: &[u32],
    percepts: &mut [Percept],
    kinds: &mut Kinds,
) -> Vec<u32> {
    let mut listed = Vec::new();
    // Those with one profile are nearly all of one kind.
    let mut latest: Option<(&Agent, u32)> = None;
    for (place, (percept, &seat)) in (0u32..).zip(percepts.iter_mut().zip(seats)) {
        let agent = &agents[seat as usize];
        let is_plain = agent.memory.is_of_plain_kind();
        let known = latest.filter(|(other, _)| {
            is_plain
                && Arc::ptr_eq(&agent.profile, &other.profile)
                && agent.memory.aims() == other.memory.aims()
        });
        let walker = agent.walker();
        let kind = match known {
            Some((_, kind)) => kind,
            None => kinds.number(walker.kind(&agent.memory)),
        };
        if is_plain {
            latest = Some((agent, kind));
        }
        *percept = walker.percept_of(&agent.memory, kind, kinds);
        if percept.is_listed() {
            listed.push(place);
        }
    }
    listed
}

/// A point that the caller moves.
#[derive(Clone, Copy, Debug)]
pub(in crate::world) struct Marker {
    pub position: Vec2,
    /// Where it was in the last step (m).
    pub previous: Vec2,
    /// Velocity that follows from both (m/s).
    pub velocity: Vec2,
}

/// Everything that a decision may read: the state at the start of a step.
#[derive(Clone, Copy)]
pub(in crate::world) struct Picture<'a> {
    pub context: StepContext,
    pub settings: &'a WorldSettings,
    pub detail: &'a LevelOfDetail,
    pub senses: &'a Senses,
    pub seating: Seating<'a>,
    pub obstacles: &'a Obstacles,
    pub clusters: &'a Clusters,
    pub links: &'a [Link],
    pub markers: &'a [Marker],
    pub formations: &'a Formations,
}

impl<'a> Perception<'a> for Picture<'a> {
    fn context(&self) -> &StepContext {
        &self.context
    }

    fn kinds(&self) -> &'a Kinds {
        &self.senses.kinds
    }

    fn decide_every(&self, place: Vec2) -> f32 {
        let context = &self.context;
        (self.detail).decide_every(&context.topology, place, context.decide_every)
    }

    fn agent(&self, id: AgentId) -> Option<&'a Percept> {
        let Senses {
            slots, percepts, ..
        } = self.senses;
        let percept = |slot: &u32| &percepts[*slot as usize];
        // While nobody has left, each is as many rows behind the first as ids.
        let first = percept(slots.first()?).id;
        let row = id.0.checked_sub(first.0)?;
        let guess = usize::try_from(row).ok().and_then(|row| slots.get(row));
        if let Some(found) = guess.map(percept).filter(|percept| percept.id == id) {
            return Some(found);
        }
        let row = slots
            .binary_search_by(|slot| percept(slot).id.cmp(&id))
            .ok()?;
        Some(percept(&slots[row]))
    }

    fn agents_within(&self, center: Vec2, distance: f32, mut visit: impl FnMut(&'a Percept, Vec2)) {
        let senses = self.senses;
        senses.grid.within(center, distance, |slot, way| {
            visit(&senses.percepts[slot as usize], way);
        });
    }

    fn obstacles(&self, area: Bounds, filter: &Filter, found: &mut Vec<Obstacle<'a>>) {
        self.obstacles.touching(area, filter, found);
    }

    fn moves(&self, id: ObstacleId) -> bool {
        self.obstacles.moves(id)
    }

    fn clusters(&self) -> &'a Clusters {
        self.clusters
    }

    fn marker(&self, id: MarkerId) -> Option<MarkerState> {
        let marker = self.markers.get(id.0 as usize)?;
        Some(MarkerState {
            position: marker.position,
            velocity: marker.velocity,
        })
    }

    fn links(&self) -> &'a [Link] {
        self.links
    }

    fn has_comrades(&self) -> bool {
        !self.formations.is_empty()
    }

    fn speed_share(&self, id: AgentId) -> f32 {
        self.formations.speed_share(id)
    }

    fn comrade(&self, one: AgentId, other: AgentId) -> Option<Comrade> {
        self.formations.comrade(one, other)
    }

    fn has_slot(&self, id: AgentId) -> bool {
        self.formations.of_member(id).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::motion::Body;
    use crate::world::{AgentSpec, EventKind, Goal, World};

    /// Goals are apart from profiles, so they share one.
    #[test]
    fn who_goes_nowhere_was_taken_for_one_who_goes_as_those_beside_it() {
        let mut world = World::new(WorldSettings::default()).expect("settings");
        let ids: Vec<AgentId> = (0..12_u8)
            .map(|index| {
                let at = Vec2::new(f32::from(index), 0.0);
                let goal = Goal::point(at + Vec2::new(0.0, 20.0), 0.3);
                let spec = AgentSpec::new(Body::new(at, 0.3, 1.4)).with_goal(goal);
                world.insert_agent(spec).expect("agent")
            })
            .collect();
        for _ in 0..10 {
            world.step(0.1).expect("a step");
        }
        // They are still on the move then.
        for id in ids.iter().step_by(3) {
            world.set_goals(*id, Vec::new()).expect("no goals");
        }
        world.step(0.1).expect("a step");
        world.senses.look(&mut world.agents, &world.settings);
        let shared = world.agents.seated().windows(2);
        assert!((shared.into_iter()).all(|two| Arc::ptr_eq(&two[0].profile, &two[1].profile)));
        let senses = &world.senses;
        for (percept, &seat) in senses.percepts.iter().zip(senses.grid.indices()) {
            let agent = &world.agents[seat as usize];
            let kind = agent.walker().kind(&agent.memory);
            assert_eq!(senses.kinds.of(percept), &kind, "{:?}", agent.id);
        }
    }

    /// What is seen of everybody is put together from what batches saw, each of which numbers kinds, plights and
    /// places of its own.
    #[cfg(feature = "parallel")]
    #[test]
    fn threads_see_the_same_together_as_one_alone() {
        let mut world = World::new(WorldSettings::default()).expect("settings");
        for index in 0..300_u16 {
            let (row, column) = (f32::from(index / 20), f32::from(index % 20));
            let at = Vec2::new(column, row) * 0.9 - Vec2::new(9.0, 7.0);
            let mut spec = AgentSpec::new(Body::new(at, 0.3, 1.4));
            if index % 7 != 0 {
                spec = spec.with_goal(Goal::point(0.01 * at, 0.3));
            }
            // More kinds than are remembered, some in one batch only.
            spec.profile.priority = i32::from(index % 40 + index / 100);
            world.insert_agent(spec).expect("agent");
        }
        for _ in 0..100 {
            world.step(0.1).expect("a step");
        }
        let mut alone = world.clone();
        alone.settings.parallel = false;
        alone.senses.look(&mut alone.agents, &alone.settings);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build();
        let look = || world.senses.look(&mut world.agents, &world.settings);
        pool.expect("threads").install(look);
        let (one, other) = (&alone.senses, &world.senses);
        assert_eq!(one.context, other.context);
        for (alone, shared) in one.percepts.iter().zip(&other.percepts) {
            let seen = [(one, alone), (other, shared)].map(|(senses, percept)| {
                let kinds = &senses.kinds;
                let standing = kinds.standing(percept);
                let places = (kinds.aim(percept), kinds.passage(percept));
                (percept.id, *kinds.of(percept), standing, places)
            });
            assert_eq!(seen[0], seen[1]);
        }
        let (kinds, plights, places) = one.kinds.sizes();
        assert!(
            kinds > 40 && plights > 5 && places > 5,
            "{kinds}, {plights}, {places}"
        );
    }

    /// A world that was put back looked at everybody, and saw what the one that had gone on saw a step later.
    #[test]
    fn who_has_just_arrived_was_seen_on_its_way_for_another_step() {
        let mut world = World::new(WorldSettings::default()).expect("settings");
        let mut ids = Vec::new();
        for index in 0..6_u8 {
            let at = Vec2::new(2.0 * f32::from(index), 0.0);
            let goal = Goal::point(at + Vec2::new(0.0, 1.0 + 0.2 * f32::from(index)), 0.3);
            let spec = AgentSpec::new(Body::new(at, 0.3, 1.4)).with_goal(goal);
            ids.push(world.insert_agent(spec).expect("agent"));
        }
        let mut arrivals = 0;
        for _ in 0..100 {
            world.step(0.1).expect("a step");
            arrivals += world
                .events()
                .iter()
                .filter(|it| it.kind == EventKind::Arrived)
                .count();
            let senses = &world.senses;
            assert!(!senses.stale);
            for (percept, &seat) in senses.percepts.iter().zip(senses.grid.indices()) {
                let agent = &world.agents[seat as usize];
                let kind = agent.walker().kind(&agent.memory);
                assert_eq!(senses.kinds.of(percept), &kind, "{:?}", agent.id);
                if kind.manners.rests {
                    let aim = agent.memory.aim();
                    assert_eq!(senses.kinds.aim(percept), aim, "{:?}", agent.id);
                }
            }
        }
        assert_eq!(arrivals, ids.len());
    }
}
