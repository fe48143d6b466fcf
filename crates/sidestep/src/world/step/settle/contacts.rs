//! Who may touch whom in a step, and how they push each other apart.

use glam::Vec2;

use crate::contact::REACH;
use crate::space::AgentGrid;
use crate::world::batches::map_batches;
use crate::world::store::{Agent, Picture, places_of};

/// Who may touch whom. Found once a step, read by every pass.
#[derive(Clone, Debug, Default)]
pub(super) struct Contacts {
    /// Those who may touch somebody, in order of id: most touch nobody.
    touching: Vec<Touching>,
    /// By seat and in order of id: whom each of them may touch.
    near: Vec<u32>,
}

/// Somebody who may touch others, by seat, and where these are in the list.
#[derive(Clone, Copy, Debug)]
struct Touching {
    seat: u32,
    first: u32,
    end: u32,
}

impl Contacts {
    /// Finds them, with a grid and memory to work in.
    pub fn find(
        &mut self,
        picture: &Picture<'_>,
        agents: &[Agent],
        (grid, numbers): (&mut AgentGrid, &mut Vec<u32>),
    ) {
        let topology = picture.settings.topology;
        let largest = picture.context.usual.radius;
        grid.rebuild(
            &places_of(agents, picture.settings),
            // Wider than the reach asks for: in a plain crowd the cells outweigh who is in them, in time and
            // in memory.
            (8.0 * largest).max(0.1),
            topology,
            numbers,
        );
        grid.show_always(&picture.senses.unusual);
        let grid = &*grid;
        let batches = map_batches(picture.settings.parallel, agents.len(), |slots| {
            let mut found = Vec::new();
            for slot in slots {
                add(slot, picture, agents, grid, &mut found);
            }
            found
        });
        // Each with one whom it may touch, by row.
        let mut pairs = batches.into_iter().reduce(|mut all, found| {
            all.extend(found);
            all
        });
        let pairs = pairs.get_or_insert_default();
        pairs.sort_unstable();
        // No more memory than they need: there is some of it for each agent of a crowd.
        let groups = || pairs.chunk_by(|one, other| one[0] == other[0]);
        self.near.clear();
        self.near.reserve_exact(pairs.len());
        let seat = |row: u32| picture.seating.seats[row as usize];
        self.near
            .extend(pairs.iter().map(|&[_, other]| seat(other)));
        self.touching.clear();
        self.touching.reserve_exact(groups().count());
        let mut end = 0;
        for near in groups() {
            let first = end;
            end += near.len() as u32;
            let seat = seat(near[0][0]);
            self.touching.push(Touching { seat, first, end });
        }
    }

    /// How many may touch somebody.
    pub fn len(&self) -> usize {
        self.touching.len()
    }

    /// Those who may touch somebody, by seat and in order of id.
    pub fn touching(&self) -> impl Iterator<Item = usize> {
        self.touching.iter().map(|it| it.seat as usize)
    }

    /// How far the one at this place among those who may touch somebody is pushed by those it overlaps
    /// (m).
    pub fn push(&self, picture: &Picture<'_>, agents: &[Agent], place: usize) -> Vec2 {
        let Touching { seat, first, end } = self.touching[place];
        let near = &self.near[first as usize..end as usize];
        let others = near.iter().map(|&other| agents[other as usize].walker());
        (agents[seat as usize].walker()).push_apart(picture.context.topology, others)
    }
}

/// Adds those near the agent in a slot, by row. Nobody looks at an agent before there is somebody near;
/// who that is looks closely. Nearly all pairs are met once, by the one in the earlier slot, and added both ways.
fn add(
    slot: usize,
    picture: &Picture<'_>,
    agents: &[Agent],
    grid: &AgentGrid,
    found: &mut Vec<[u32; 2]>,
) {
    let seat = |slot: usize| grid.indices()[slot];
    let usual = picture.context.usual.radius;
    let reach = (1.0 + REACH) * (usual + usual);
    let mut add = |one: usize, other: usize, way: Vec2| {
        let pair = [seat(one), seat(other)];
        let [one, other] = pair.map(|seat| &agents[seat as usize]);
        let theirs = (&other.walker(), &other.memory);
        if (one.walker()).may_touch(&one.memory, theirs, way) {
            found.push(pair.map(|seat| picture.seating.rows[seat as usize]));
        }
    };
    if grid.is_inner(slot, reach) {
        grid.following(slot, reach, |other, way| {
            let other = other as usize;
            add(slot, other, way);
            if grid.is_inner(other, reach) {
                add(other, slot, -way);
            }
        });
        return;
    }
    let is_unusual = picture.senses.unusual.contains(&seat(slot));
    let reach_of_all = if is_unusual {
        (1.0 + REACH) * (agents[seat(slot) as usize].body.radius + usual)
    } else {
        reach
    };
    grid.within(grid.places()[slot], reach_of_all, |other, way| {
        let other = other as usize;
        if other == slot {
            return;
        }
        add(slot, other, way);
        // Who looks only at later slots hasn't met this one.
        let straight = grid.places()[other] - grid.places()[slot];
        if other > slot && way == straight && grid.is_inner(other, reach) {
            add(other, slot, -way);
        }
    });
}
