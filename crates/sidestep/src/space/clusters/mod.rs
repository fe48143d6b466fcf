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
pub(crate) use history::{ClustersHistory, GridExtent, SaidBarrier};

/// Cells of the grid are so many gap widths wide.
const CELL_WIDTHS: f32 = 4.0;

/// Temporary obstacles and walls, found by place, and the clusters of those that the widest body
/// can't pass between.
///
/// A change costs what its neighbourhood costs, however many there are. The answers don't depend on
/// the order of changes.
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
        self.remove(blocker);
        let bounds = shape.bounds();
        let mut images = Vec::new();
        let said = offset;
        let offset = offset + (self.topology).laps_back(bounds.min.midpoint(bounds.max) + offset);
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
        self.grid.visit(area, |index, is_first| {
            let Some(slot) = &self.slots[index as usize] else {
                return;
            };
            if slot.bounds.touches(area) && is_first(slot.first_cell) && filter.meets(&slot.filter)
            {
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

    /// Puts a slot in, links it, and joins the clusters that it touches.
    fn place(&mut self, mut slot: Slot) -> u32 {
        let width = self.width;
        let hull = slot.shape.hull(slot.offset);
        let (mut links, mut strangers) = (Vec::new(), Vec::new());
        let area = slot.bounds.grown(width);
        let slots = &self.slots;
        self.grid.visit(area, |index, is_first| {
            let Some(other) = &slots[index as usize] else {
                return;
            };
            if is_first(other.first_cell)
                && other.bounds.touches(area)
                && slot.filter.floor.meets(other.filter.floor)
                && hull.gap(&other.shape.hull(other.offset)).distance < width
            {
                let alike = other.is_temporary() == slot.is_temporary();
                if alike { &mut links } else { &mut strangers }.push(index);
            }
        });
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
        slot.cluster = self.join(&links, index);
        slot.links = links;
        let bounds = slot.bounds;
        self.slots[index as usize] = Some(slot);
        self.grid.insert(index, bounds, &mut self.slots);
        index
    }

    /// The cluster of a new slot: the largest of those that it touches, which takes in the others.
    fn join(&mut self, links: &[u32], new: u32) -> u32 {
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
                self.adopt(cluster, &members);
            }
        }
        self.clusters[cluster as usize].push(new);
        cluster
    }

    fn new_cluster(&mut self) -> u32 {
        self.free_clusters.pop().unwrap_or_else(|| {
            self.clusters.push(Vec::new());
            self.clusters.len() as u32 - 1
        })
    }

    fn adopt(&mut self, cluster: u32, members: &[u32]) {
        for &member in members {
            if let Some(slot) = &mut self.slots[member as usize] {
                slot.cluster = cluster;
            }
        }
        self.clusters[cluster as usize].extend_from_slice(members);
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
        let members = &mut self.clusters[slot.cluster as usize];
        members.retain(|&it| it != index);
        if members.is_empty() {
            self.free_clusters.push(slot.cluster);
        }
        if slot.links.len() > 1 {
            self.split(slot.cluster, &slot.links);
        }
    }

    /// Gives what is reached from each of `seeds` a cluster of its own; the first keeps the old
    /// one.
    fn split(&mut self, cluster: u32, seeds: &[u32]) {
        // Whoever has been reached is marked by a number that no cluster has.
        const REACHED: u32 = u32::MAX;
        let mut parts: Vec<Vec<u32>> = Vec::new();
        for &seed in seeds {
            let mut part = Vec::new();
            let mut open = vec![seed];
            while let Some(index) = open.pop() {
                let Some(slot) = &mut self.slots[index as usize] else {
                    continue;
                };
                if slot.cluster != REACHED {
                    slot.cluster = REACHED;
                    part.push(index);
                    open.extend_from_slice(&slot.links);
                }
            }
            if !part.is_empty() {
                parts.push(part);
            }
        }
        self.clusters[cluster as usize].clear();
        let mut number = cluster;
        for part in parts {
            self.adopt(number, &part);
            number = self.new_cluster();
        }
        self.free_clusters.push(number);
    }
}

impl Slot {
    fn is_temporary(&self) -> bool {
        self.kind == BarrierKind::Temporary
    }
}
