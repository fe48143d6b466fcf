//! All agents: where each is kept, and their order.

use std::ops::{Index, IndexMut, Range, RangeInclusive};

use super::agent::Agent;
use crate::clone_by_field::clone_by_field;
use crate::walker::AgentId;

/// All agents. Each has a *row*, its place in order of id, by which callers know it and in which all is
/// told; and a *seat*, where it is kept. Those who are near each other sit side by side, so that a thread
/// that goes through the seats from one to another has what each of its agents looks at in the
/// processor's cache. They keep their seats while they walk, and now and then all are [seated
/// anew](Agents::seat_anew). Nothing that a step does depends on who sits where.
#[derive(Debug, Default)]
pub(in crate::world) struct Agents {
    seated: Vec<Agent>,
    /// By seat: the row of who sits there.
    rows: Vec<u32>,
    /// By row.
    seats: Vec<u32>,
    /// How many more times all are looked at before they are seated anew.
    looks_left: u32,
}

clone_by_field!(Agents {
    seated,
    rows,
    seats,
    looks_left,
});

/// How often all are looked at, once or twice a step, until they are seated anew. Seating costs, and so do
/// those who have gone far from their first neighbours: of 4, 12, 32 and 100 looks, 12 took the least time
/// with 10,000 on the plaza.
const LOOKS: u32 = 16;

/// Number of agents up to which they stay where they are: all of them fit into a processor's cache.
const FEW: usize = 128;

impl Agents {
    /// These agents, in order of id.
    #[cfg(feature = "serde")]
    pub fn in_order_of_id(seated: Vec<Agent>) -> Self {
        let rows: Vec<u32> = (0..seated.len() as u32).collect();
        Self {
            seated,
            seats: rows.clone(),
            rows,
            looks_left: 0,
        }
    }

    pub const fn len(&self) -> usize {
        self.seated.len()
    }

    /// All of them, by seat.
    pub fn seated(&self) -> &[Agent] {
        &self.seated
    }

    /// All of them, by seat, to be changed.
    pub fn seated_mut(&mut self) -> &mut [Agent] {
        &mut self.seated
    }

    /// All of them, by seat, to be changed, and who sits where.
    pub fn split(&mut self) -> (&mut [Agent], Seating<'_>) {
        let seating = Seating {
            rows: &self.rows,
            seats: &self.seats,
        };
        (&mut self.seated, seating)
    }

    /// By seat: the row of who sits there.
    pub fn rows(&self) -> &[u32] {
        &self.rows
    }

    /// All of them, in order of id.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Agent> {
        self.seats.iter().map(|&seat| &self.seated[seat as usize])
    }

    /// Those in these rows, in order of id.
    pub fn in_rows(&self, rows: Range<usize>) -> impl Iterator<Item = &Agent> {
        let seats = self.seats[rows].iter();
        seats.map(|&seat| &self.seated[seat as usize])
    }

    /// The ids of those in these rows.
    pub fn ids_in(&self, rows: Range<usize>) -> Option<RangeInclusive<AgentId>> {
        let seats = &self.seats[rows];
        let id = |seat: &u32| self.seated[*seat as usize].id;
        Some(id(seats.first()?)..=id(seats.last()?))
    }

    /// The one in a row, if there are so many.
    #[cfg(feature = "postcard")]
    pub fn in_row_mut(&mut self, row: usize) -> Option<&mut Agent> {
        let seat = *self.seats.get(row)?;
        self.seated.get_mut(seat as usize)
    }

    /// Where an agent sits, or else the row that it would have.
    pub fn find(&self, id: AgentId) -> Result<usize, usize> {
        let id_of = |seat: u32| self.seated[seat as usize].id;
        // Ids mostly come in order: look at the end first, and where it is while nobody has left.
        let [first, .., last] = &self.seats[..] else {
            let only = self.seated.first().map(|only| only.id);
            return match only {
                Some(only) if only == id => Ok(0),
                Some(only) if only < id => Err(1),
                _ => Err(0),
            };
        };
        if id_of(*last) < id {
            return Err(self.seats.len());
        }
        let behind = id.0.wrapping_sub(id_of(*first).0);
        if let Ok(row) = usize::try_from(behind)
            && let Some(seat) = self.seats.get(row)
            && id_of(*seat) == id
        {
            return Ok(*seat as usize);
        }
        let row = self.seats.binary_search_by_key(&id, |seat| id_of(*seat))?;
        Ok(self.seats[row] as usize)
    }

    /// Adds an agent in the row that it has by its id.
    pub fn insert(&mut self, row: usize, agent: Agent) {
        let seat = self.seated.len() as u32;
        // Mostly it comes after all others.
        if row < self.seats.len() {
            for other in &mut self.rows {
                *other += u32::from(*other as usize >= row);
            }
        }
        self.seated.push(agent);
        self.rows.push(row as u32);
        self.seats.insert(row, seat);
    }

    /// Adds agents with other ids.
    pub fn extend(&mut self, agents: Vec<Agent>) {
        let before = self.seated.len();
        self.seated.extend(agents);
        self.seats.extend(before as u32..self.seated.len() as u32);
        let seated = &self.seated;
        (self.seats).sort_by_key(|&seat| seated[seat as usize].id);
        self.number();
    }

    /// Takes out the one in a seat, and puts another one there.
    pub fn remove(&mut self, seat: usize) -> Agent {
        let gone = self.seated.swap_remove(seat);
        let row = self.rows.swap_remove(seat);
        self.seats.remove(row as usize);
        for other in &mut self.rows {
            *other -= u32::from(*other > row);
        }
        if let Some(moved) = self.rows.get(seat) {
            self.seats[*moved as usize] = seat as u32;
        }
        gone
    }

    /// Takes out those who don't stay. `stays` sees everybody once, in order of id.
    pub fn retain_mut(&mut self, mut stays: impl FnMut(&mut Agent) -> bool) {
        let seated = &mut self.seated;
        let mut stay = vec![true; seated.len()];
        for &seat in &self.seats {
            let seat = seat as usize;
            stay[seat] = stays(&mut seated[seat]);
        }
        // Where everybody sits once those who leave are out.
        let mut left = 0;
        let new_seat = |stay: &bool| {
            let seat = left;
            left += u32::from(*stay);
            stay.then_some(seat)
        };
        let new_seats: Vec<Option<u32>> = stay.iter().map(new_seat).collect();
        let mut stay = stay.into_iter();
        seated.retain(|_| stay.next() == Some(true));
        let seats = self
            .seats
            .iter()
            .filter_map(|&seat| new_seats[seat as usize]);
        self.seats = seats.collect();
        self.number();
    }

    /// Finds the rows from the seats.
    fn number(&mut self) {
        self.rows.clear();
        self.rows.resize(self.seats.len(), 0);
        for (row, &seat) in (0u32..).zip(&self.seats) {
            self.rows[seat as usize] = row;
        }
    }

    /// Counts that everybody is looked at, and says whether they are to be seated anew.
    pub fn are_due(&mut self) -> bool {
        let are_due = self.looks_left == 0 && self.len() > FEW;
        self.looks_left = if are_due {
            LOOKS
        } else {
            self.looks_left.saturating_sub(1)
        };
        are_due
    }

    /// Seats everybody anew: `from` says who comes into each seat, by the seat that it has, and says then
    /// that all are where they should be.
    pub fn seat_anew(&mut self, from: &mut [u32]) {
        for first in 0..from.len() {
            // Round the ring of those who take each other's seats.
            let mut seat = first;
            loop {
                let next = std::mem::replace(&mut from[seat], seat as u32) as usize;
                if next == first {
                    break;
                }
                self.seated.swap(seat, next);
                self.rows.swap(seat, next);
                seat = next;
            }
        }
        for (seat, &row) in (0u32..).zip(&self.rows) {
            self.seats[row as usize] = seat;
        }
    }
}

/// By seat.
impl Index<usize> for Agents {
    type Output = Agent;

    #[inline]
    fn index(&self, seat: usize) -> &Agent {
        &self.seated[seat]
    }
}

impl IndexMut<usize> for Agents {
    #[inline]
    fn index_mut(&mut self, seat: usize) -> &mut Agent {
        &mut self.seated[seat]
    }
}

/// Who sits where, of agents that are being changed.
#[derive(Clone, Copy, Debug)]
pub(in crate::world) struct Seating<'a> {
    /// By seat: the row of who sits there.
    pub rows: &'a [u32],
    /// By row.
    pub seats: &'a [u32],
}

#[cfg(test)]
mod tests {
    use glam::Vec2;

    use super::*;
    use crate::motion::Body;
    use crate::random::Random;
    use crate::world::{AgentSpec, Goal, OnArrival, World, WorldSettings};

    /// Some who walk across each other's ways on a square, and leave it one after the other.
    fn crowd(count: u16) -> World {
        let mut random = Random::new(3, 0);
        let side = 2.0 * f32::from(count).sqrt();
        let mut place = || Vec2::new(random.between(0.0, side), random.between(0.0, side));
        let mut world = World::new(WorldSettings::default()).expect("settings");
        for _ in 0..count {
            let body = Body::new(place(), 0.25, 1.3);
            let mut spec = AgentSpec::new(body).with_goal(Goal::point(place(), 0.5));
            spec.profile.on_arrival = OnArrival::Remove;
            world.insert_agent(spec).expect("agent");
        }
        world
    }

    /// Everybody sits in the seat that its row says, and is found there.
    fn check(agents: &Agents) {
        let ids: Vec<AgentId> = agents.iter().map(|agent| agent.id).collect();
        assert!(ids.is_sorted(), "{ids:?}");
        assert_eq!(ids.len(), agents.len());
        for (row, id) in ids.iter().enumerate() {
            let seat = agents.find(*id).expect("a seat");
            assert_eq!((agents[seat].id, agents.rows()[seat]), (*id, row as u32));
        }
    }

    #[test]
    fn everybody_is_found_where_it_sits_whoever_comes_and_goes() {
        let mut random = Random::new(5, 0);
        let mut world = crowd(1);
        let like = world.agents.remove(0);
        let with_id = |id: u64| Agent {
            id: AgentId(id),
            ..like.clone()
        };
        let mut agents = Agents::default();
        let mut below = |count: usize| (random.unit() * count as f32) as usize % count;
        for turn in 0..400 {
            match below(5) {
                0 | 1 => {
                    let agent = with_id(below(5_000) as u64);
                    if let Err(row) = agents.find(agent.id) {
                        agents.insert(row, agent);
                    }
                }
                2 => {
                    let first = 5_000 * (turn + 1);
                    agents.extend((first..first + 3).rev().map(with_id).collect());
                }
                3 if agents.len() > 1 => {
                    let seat = below(agents.len());
                    let id = agents[seat].id;
                    assert_eq!(agents.remove(seat).id, id);
                    assert!(agents.find(id).is_err());
                }
                _ => {
                    let mut seats: Vec<u32> = (0..agents.len() as u32).collect();
                    for last in (1..seats.len()).rev() {
                        seats.swap(last, below(last + 1));
                    }
                    let ids: Vec<AgentId> =
                        seats.iter().map(|&seat| agents[seat as usize].id).collect();
                    agents.seat_anew(&mut seats);
                    assert!((0u32..).zip(&seats).all(|(seat, from)| seat == *from));
                    assert!(agents.seated().iter().map(|agent| agent.id).eq(ids));
                }
            }
            check(&agents);
        }
        let mut seen = Vec::new();
        agents.retain_mut(|agent| {
            seen.push(agent.id);
            agent.id.0.is_multiple_of(3)
        });
        assert!(seen.is_sorted() && seen.len() > agents.len() && agents.len() > 30);
        check(&agents);
    }

    /// The order in which agents are kept is no part of the state.
    #[test]
    fn who_sits_where_changes_nothing() {
        let mut seated_anew = crowd(300);
        let mut never = seated_anew.clone();
        never.agents.looks_left = u32::MAX;
        let mut moved = false;
        for _ in 0..300 {
            seated_anew.step(0.1).expect("a step");
            never.step(0.1).expect("a step");
            assert_eq!(seated_anew.events(), never.events());
            assert_eq!(seated_anew.state_hash(), never.state_hash());
            check(&seated_anew.agents);
            moved |= !seated_anew.agents.rows().is_sorted();
        }
        assert!(moved, "all kept their first seats");
        assert!(seated_anew.agents().len() < 250, "some have left");
    }

    #[test]
    fn those_who_are_near_each_other_sit_side_by_side() {
        let mut world = crowd(1_000);
        // Of two in neighbouring seats, in metres.
        let apart = |world: &World| {
            let places = world.agents.seated().windows(2);
            let apart = places.map(|two| two[0].body.position.distance(two[1].body.position));
            apart.sum::<f32>() / 999.0
        };
        let before = apart(&world);
        for _ in 0..3 {
            world.step(0.1).expect("a step");
        }
        assert!(
            apart(&world) < 0.15 * before,
            "{} of {before} m",
            apart(&world)
        );
    }
}
