//! Which temporary obstacles stand too close together to pass between: kept up to date as they
//! come, move and go.

mod grid;
#[cfg(feature = "serde")]
mod history;

use std::collections::BTreeMap;

use glam::Vec2;

use super::{Filter, Topology};
use crate::avoid::detour::{Barrier, BarrierKind, Blocker};
use crate::geometry::{Bounds, Shape};
use grid::Grid;
#[cfg(feature = "serde")]
pub(crate) use history::{ClustersHistory, SaidBarrier};

/// Cells of the grid are so many gap widths wide.
const CELL_WIDTHS: f32 = 4.0;

/// Temporary obstacles and walls, found by place, and the clusters of those that the widest body
/// can't pass between.
///
/// A change costs what its neighbourhood costs, however many there are; one that parts or joins
/// clusters, what the smaller of them cost. The answers don't depend on the order of changes.
#[derive(Clone, Debug)]
pub struct Clusters {
    /// Gaps narrower than this are closed (m).
    width: f32,
    topology: Topology,
    names: BTreeMap<Blocker, Named>,
    /// How many of them are temporary.
    temporary: usize,
    /// How many of them are agents.
    agents: usize,
    /// Counts the changes.
    version: u64,
    slots: Vec<Option<Slot>>,
    free: Vec<u32>,
    /// Members of each cluster; the numbers of those that are gone are used again.
    clusters: Vec<Vec<u32>>,
    free_clusters: Vec<u32>,
    grid: Grid,
}

/// A barrier of some name.
#[derive(Clone, Debug)]
struct Named {
    /// How far its shape is moved (m), as it was said.
    offset: Vec2,
    /// Places of `slots`; a wrapping plane has several images of it.
    images: Vec<u32>,
}

/// One image of one barrier.
#[derive(Clone, Debug)]
struct Slot {
    blocker: Blocker,
    kind: BarrierKind,
    shape: Shape,
    offset: Vec2,
    filter: Filter,
    bounds: Bounds,
    /// Column and row of the first cell that its box touches.
    first_cell: [i32; 2],
    /// Those of its kind that are too close to pass between.
    links: Vec<u32>,
    /// Those of the other kind that are.
    strangers: Vec<u32>,
    cluster: u32,
    /// Its place among the members of the cluster.
    member: u32,
}

impl Clusters {
    /// No barriers yet. `width` (m, above 0) is the diameter of the widest body with the clearance
    /// that it keeps: gaps narrower than that join obstacles to a cluster.
    #[must_use]
    pub fn new(width: f32, topology: Topology) -> Self {
        Self {
            width,
            topology,
            names: BTreeMap::new(),
            temporary: 0,
            agents: 0,
            version: 0,
            slots: Vec::new(),
            free: Vec::new(),
            clusters: Vec::new(),
            free_clusters: Vec::new(),
            grid: Grid::new((CELL_WIDTHS * width).clamp(0.5, 1e6)),
        }
    }

    /// Gaps narrower than this are closed (m).
    #[must_use]
    pub const fn width(&self) -> f32 {
        self.width
    }

    /// How many barriers there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// Whether nothing of it is temporary: then there is nothing to walk round.
    #[must_use]
    pub const fn has_nothing_temporary(&self) -> bool {
        self.temporary == 0
    }

    /// Whether agents that stand still are among it.
    #[must_use]
    pub const fn holds_agents(&self) -> bool {
        self.agents > 0
    }

    /// Counts the changes: as long as it stays the same, so do all answers.
    #[must_use]
    pub const fn version(&self) -> u64 {
        self.version
    }

    /// Closes gaps up to another width (m, above 0): for a wider body than before.
    pub fn set_width(&mut self, width: f32) {
        let before = std::mem::replace(self, Self::new(width, self.topology));
        self.version = before.version + 1;
        for (&blocker, named) in &before.names {
            let first = named.images.first();
            if let Some(slot) = first.and_then(|&index| before.slots[index as usize].as_ref()) {
                self.insert(blocker, slot.kind, &slot.shape, named.offset, slot.filter);
            }
        }
    }

    /// Whether a barrier of this name is there.
    #[must_use]
    pub fn contains(&self, blocker: Blocker) -> bool {
        self.names.contains_key(&blocker)
    }

    /// Adds a barrier, with its shape moved by `offset` metres, in the place of one with the same
    /// name.
    pub fn insert(
        &mut self,
        blocker: Blocker,
        kind: BarrierKind,
        shape: &Shape,
        offset: Vec2,
        filter: Filter,
    ) {
        let bounds = shape.bounds();
        let said = offset;
        let offset = offset + (self.topology).laps_back(bounds.min.midpoint(bounds.max) + offset);
        if self.topology == Topology::Open
            && self.shift(blocker, kind, shape, offset, &filter)
            && let Some(named) = self.names.get_mut(&blocker)
        {
            named.offset = said;
            return;
        }
        self.remove(blocker);
        let mut images = Vec::new();
        for image in self.images() {
            let offset = offset + image;
            let slot = Slot {
                blocker,
                kind,
                shape: shape.clone(),
                offset,
                filter,
                bounds: bounds.moved(offset),
                first_cell: [0; 2],
                links: Vec::new(),
                strangers: Vec::new(),
                cluster: u32::MAX,
                member: u32::MAX,
            };
            images.push(self.place(slot));
        }
        let named = Named {
            offset: said,
            images,
        };
        self.names.insert(blocker, named);
        self.temporary += usize::from(kind == BarrierKind::Temporary);
        self.agents += usize::from(matches!(blocker, Blocker::Agent(_)));
        self.version += 1;
    }

    /// Takes a barrier out. Says what it was, if it was there.
    pub fn remove(&mut self, blocker: Blocker) -> Option<BarrierKind> {
        let kind = self.slot(blocker)?.kind;
        for index in self.names.remove(&blocker)?.images {
            self.lift(index);
        }
        self.temporary -= usize::from(kind == BarrierKind::Temporary);
        self.agents -= usize::from(matches!(blocker, Blocker::Agent(_)));
        self.version += 1;
        Some(kind)
    }

    /// Moves a barrier so that its shape is moved by `offset` metres. Says whether it was there.
    pub fn move_to(&mut self, blocker: Blocker, offset: Vec2) -> bool {
        let Some(slot) = self.slot(blocker) else {
            return false;
        };
        let (kind, shape, filter) = (slot.kind, slot.shape.clone(), slot.filter);
        self.insert(blocker, kind, &shape, offset, filter);
        true
    }

    /// Fills `found` with the barriers that `filter` meets and whose boxes touch `area`, in an
    /// order that depends on nothing but what is there.
    pub fn gather<'a>(&'a self, area: Bounds, filter: &Filter, found: &mut Vec<Barrier<'a>>) {
        found.clear();
        self.visit(area, |_, slot| {
            if slot.bounds.touches(area) && filter.meets(&slot.filter) {
                found.push(Barrier {
                    blocker: slot.blocker,
                    kind: slot.kind,
                    shape: &slot.shape,
                    offset: slot.offset,
                    cluster: slot.cluster,
                    at_wall: slot.is_temporary() && !slot.strangers.is_empty(),
                });
            }
        });
        let key = |it: &Barrier<'_>| (it.blocker, it.offset.to_array().map(f32::to_bits));
        found.sort_unstable_by_key(key);
    }

    /// Visits the slots that are listed in the cells which an area touches, each once.
    fn visit<'a>(&'a self, area: Bounds, mut visit: impl FnMut(u32, &'a Slot)) {
        let first_cell = |index: u32| self.slots[index as usize].as_ref().map(|it| it.first_cell);
        self.grid.visit(
            area,
            |index| first_cell(index).unwrap_or_default(),
            |index| {
                if let Some(slot) = &self.slots[index as usize] {
                    visit(index, slot);
                }
            },
        );
    }

    /// The members of the cluster that a barrier belongs to, in order; none if it isn't there.
    #[must_use]
    pub fn members(&self, blocker: Blocker) -> Vec<Blocker> {
        let Some(slot) = self.slot(blocker) else {
            return Vec::new();
        };
        let mut members: Vec<Blocker> = self.clusters[slot.cluster as usize]
            .iter()
            .filter_map(|&index| Some(self.slots[index as usize].as_ref()?.blocker))
            .collect();
        members.sort_unstable();
        members.dedup();
        members
    }

    fn slot(&self, blocker: Blocker) -> Option<&Slot> {
        let first = *self.names.get(&blocker)?.images.first()?;
        self.slots[first as usize].as_ref()
    }

    /// Offsets of the images that may be met (m).
    fn images(&self) -> impl Iterator<Item = Vec2> + use<> {
        let (laps, size) = match self.topology {
            Topology::Open => (0, Vec2::ZERO),
            Topology::Torus { min, max } => (1, max - min),
        };
        (-laps..=laps).flat_map(move |row: i32| {
            (-laps..=laps).map(move |column| Vec2::new(column as f32, row as f32) * size)
        })
    }

    /// Moves the only image of a barrier if it stays close to the same others: then no cluster
    /// changes. Says whether it did.
    fn shift(
        &mut self,
        blocker: Blocker,
        kind: BarrierKind,
        shape: &Shape,
        offset: Vec2,
        filter: &Filter,
    ) -> bool {
        let Some(named) = self.names.get(&blocker) else {
            return false;
        };
        let [index] = named.images[..] else {
            return false;
        };
        let Some(mut slot) = self.slots[index as usize].take() else {
            return false;
        };
        let before = slot.bounds;
        let stays = slot.kind == kind && {
            let there = Slot {
                shape: shape.clone(),
                offset,
                filter: *filter,
                bounds: shape.bounds().moved(offset),
                links: Vec::new(),
                strangers: Vec::new(),
                ..slot
            };
            let (mut links, mut strangers) = self.near(&there);
            for list in [
                &mut links,
                &mut strangers,
                &mut slot.links,
                &mut slot.strangers,
            ] {
                list.sort_unstable();
            }
            let same = links == slot.links && strangers == slot.strangers;
            if same {
                slot = Slot {
                    links,
                    strangers,
                    ..there
                };
            }
            same
        };
        if stays {
            slot.first_cell = self.grid.first_cell(slot.bounds);
            self.grid.remove(index, before);
            self.grid.insert(index, slot.bounds);
            self.version += 1;
        }
        self.slots[index as usize] = Some(slot);
        stays
    }

    /// Those of a slot's kind that are too close to it to pass between, and those of the other kind
    /// that are.
    fn near(&self, slot: &Slot) -> (Vec<u32>, Vec<u32>) {
        let width = self.width;
        let hull = slot.shape.hull(slot.offset);
        let (mut links, mut strangers) = (Vec::new(), Vec::new());
        let area = slot.bounds.grown(width);
        self.visit(area, |index, other| {
            if other.bounds.touches(area)
                && slot.filter.floor.meets(other.filter.floor)
                && hull.gap(&other.shape.hull(other.offset)).distance < width
            {
                let alike = other.is_temporary() == slot.is_temporary();
                if alike { &mut links } else { &mut strangers }.push(index);
            }
        });
        (links, strangers)
    }

    /// Puts a slot in, links it, and joins the clusters that it touches.
    fn place(&mut self, mut slot: Slot) -> u32 {
        let (links, strangers) = self.near(&slot);
        let index = self.free.pop().unwrap_or_else(|| {
            self.slots.push(None);
            self.slots.len() as u32 - 1
        });
        for &link in &links {
            if let Some(other) = &mut self.slots[link as usize] {
                other.links.push(index);
            }
        }
        for &stranger in &strangers {
            if let Some(other) = &mut self.slots[stranger as usize] {
                other.strangers.push(index);
            }
        }
        slot.strangers = strangers;
        (slot.cluster, slot.member) = self.join(&links, index);
        slot.links = links;
        let bounds = slot.bounds;
        slot.first_cell = self.grid.first_cell(bounds);
        self.grid.insert(index, bounds);
        self.slots[index as usize] = Some(slot);
        index
    }

    /// The cluster of a new slot, the largest of those that it touches, which takes in the others;
    /// and its place among the members.
    fn join(&mut self, links: &[u32], new: u32) -> (u32, u32) {
        let of = |slots: &[Option<Slot>], index: u32| {
            slots[index as usize].as_ref().map(|slot| slot.cluster)
        };
        let largest = links
            .iter()
            .filter_map(|&link| of(&self.slots, link))
            .max_by_key(|&cluster| self.clusters[cluster as usize].len());
        let cluster = largest.unwrap_or_else(|| self.new_cluster());
        for &link in links {
            let Some(other) = of(&self.slots, link) else {
                continue;
            };
            if other != cluster {
                let members = std::mem::take(&mut self.clusters[other as usize]);
                self.free_clusters.push(other);
                for member in members {
                    self.enrol(cluster, member);
                }
            }
        }
        let members = &mut self.clusters[cluster as usize];
        members.push(new);
        (cluster, members.len() as u32 - 1)
    }

    fn new_cluster(&mut self) -> u32 {
        self.free_clusters.pop().unwrap_or_else(|| {
            self.clusters.push(Vec::new());
            self.clusters.len() as u32 - 1
        })
    }

    /// Makes a slot that belongs to no cluster a member of this one.
    fn enrol(&mut self, cluster: u32, index: u32) {
        if let Some(slot) = &mut self.slots[index as usize] {
            let members = &mut self.clusters[cluster as usize];
            (slot.cluster, slot.member) = (cluster, members.len() as u32);
            members.push(index);
        }
    }

    /// Takes the member at a place out of a cluster.
    fn strike(&mut self, cluster: u32, member: u32) {
        let members = &mut self.clusters[cluster as usize];
        members.swap_remove(member as usize);
        if let Some(&moved) = members.get(member as usize)
            && let Some(slot) = &mut self.slots[moved as usize]
        {
            slot.member = member;
        }
    }

    /// Takes a slot out; what is left of its cluster may fall into several.
    fn lift(&mut self, index: u32) {
        let Some(slot) = self.slots[index as usize].take() else {
            return;
        };
        self.grid.remove(index, slot.bounds);
        self.free.push(index);
        for &link in &slot.links {
            if let Some(other) = &mut self.slots[link as usize] {
                other.links.retain(|&it| it != index);
            }
        }
        for &stranger in &slot.strangers {
            if let Some(other) = &mut self.slots[stranger as usize] {
                other.strangers.retain(|&it| it != index);
            }
        }
        self.strike(slot.cluster, slot.member);
        if self.clusters[slot.cluster as usize].is_empty() {
            self.free_clusters.push(slot.cluster);
        }
        for part in self.parts(&slot.links) {
            let number = self.new_cluster();
            for index in part {
                if let Some(slot) = &self.slots[index as usize] {
                    let (cluster, member) = (slot.cluster, slot.member);
                    self.strike(cluster, member);
                    self.enrol(number, index);
                }
            }
        }
    }

    /// The parts into which a cluster has fallen, all but one: what is reached from each of
    /// `seeds`. All search at once, a slot at a time, until they have met or only one is left: it
    /// costs what the smaller parts cost, however large the last one is.
    fn parts(&self, seeds: &[u32]) -> Vec<Vec<u32>> {
        let mut searches: Vec<Search> = seeds.iter().map(|&seed| Search::from(seed)).collect();
        // Which search has come there, and whom it has joined: itself, as long as it goes on.
        let mut reached: BTreeMap<u32, usize> = seeds.iter().copied().zip(0..).collect();
        let mut joined: Vec<usize> = (0..seeds.len()).collect();
        let mut going = joined.clone();
        let mut parts = Vec::new();
        let mut left = seeds.len();
        while left > 1 {
            for own in std::mem::take(&mut going) {
                if joined[own] != own {
                    continue;
                }
                if left == 1 {
                    return parts;
                }
                let Some(index) = searches[own].next() else {
                    parts.push(std::mem::take(&mut searches[own].done));
                    left -= 1;
                    continue;
                };
                going.push(own);
                let Some(slot) = &self.slots[index as usize] else {
                    continue;
                };
                for &link in &slot.links {
                    let Some(&(mut other)) = reached.get(&link) else {
                        reached.insert(link, own);
                        searches[own].open.push(link);
                        continue;
                    };
                    while joined[other] != other {
                        other = joined[other];
                    }
                    if other != own {
                        joined[other] = own;
                        left -= 1;
                        let met = std::mem::take(&mut searches[other]);
                        searches[own].take_over(met);
                    }
                }
            }
        }
        parts
    }
}

/// A search for all that is linked to a slot.
#[derive(Clone, Debug, Default)]
struct Search {
    /// Slots whose links were looked at.
    done: Vec<u32>,
    /// Slots that were reached, and whose links weren't.
    open: Vec<u32>,
}

impl Search {
    fn from(seed: u32) -> Self {
        Self {
            done: Vec::new(),
            open: vec![seed],
        }
    }

    /// The next slot whose links are to be looked at.
    fn next(&mut self) -> Option<u32> {
        let next = self.open.pop()?;
        self.done.push(next);
        Some(next)
    }

    fn take_over(&mut self, met: Self) {
        for (own, theirs) in [(&mut self.done, met.done), (&mut self.open, met.open)] {
            own.extend(theirs);
        }
    }
}

impl Slot {
    fn is_temporary(&self) -> bool {
        self.kind == BarrierKind::Temporary
    }
}
