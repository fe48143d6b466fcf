//! All walls and obstacles with their index.

use glam::Vec2;

use crate::avoid::{Blocker, Obstacle};
use crate::geometry::{Bounds, LARGEST_COORDINATE, Shape};
use crate::space::{Filter, ShapeIndex, Topology};
use crate::walker::ObstacleId;
use crate::world::spec::{ObstacleSpec, ObstacleView, Pose};

/// All walls and obstacles with their index.
#[derive(Clone, Debug, Default)]
pub(in crate::world) struct Obstacles {
    /// In order of id.
    entries: Vec<Entry>,
    /// Those that have a velocity, in order of id: a step looks at these alone.
    moving: Vec<ObstacleId>,
    next_id: u32,
    index: ShapeIndex,
    /// Radius of the largest circle around a shape (m).
    largest_radius: f32,
    stale: bool,
    /// Those that came, moved or went since [`take_changes`](Self::take_changes).
    changed: Vec<ObstacleId>,
}

/// A wall or an obstacle as it is kept, without what follows from that.
#[cfg(feature = "serde")]
#[derive(Clone, Debug)]
pub(in crate::world) struct KeptObstacle {
    pub id: ObstacleId,
    /// What was said about it.
    pub spec: ObstacleSpec,
    /// How far it is turned from how its shape was given (rad).
    pub angle: f32,
    /// How far it has moved from where its shape says (m).
    pub offset: Vec2,
    /// Velocity at which it moves now (m/s).
    pub velocity: Vec2,
}

#[derive(Clone, Debug)]
struct Entry {
    id: ObstacleId,
    /// What was said about it.
    spec: ObstacleSpec,
    /// How far it is turned from how its shape was given (rad).
    angle: f32,
    /// Its shape as it is turned now.
    shape: Shape,
    /// How far it has moved from where its shape says (m).
    offset: Vec2,
    /// Velocity at which it moves now (m/s).
    velocity: Vec2,
    /// The same, less whole laps of a wrapping world, so that it is found inside the box (m).
    place: Vec2,
}

impl Entry {
    fn view(&self) -> ObstacleView<'_> {
        ObstacleView {
            id: self.id,
            shape: &self.shape,
            offset: self.offset,
            pose: Pose {
                center: self.shape.hull(self.offset).center(),
                angle: self.angle,
            },
            velocity: self.velocity,
            filter: self.spec.filter,
            temporary: self.spec.temporary,
        }
    }
}

impl Obstacles {
    /// All as they are kept, in order of id.
    #[cfg(feature = "serde")]
    pub fn kept(&self) -> impl Iterator<Item = KeptObstacle> {
        self.entries.iter().map(|entry| KeptObstacle {
            id: entry.id,
            spec: entry.spec.clone(),
            angle: entry.angle,
            offset: entry.offset,
            velocity: entry.velocity,
        })
    }

    /// The id of the next one that comes.
    #[cfg(feature = "serde")]
    pub const fn next_id(&self) -> u32 {
        self.next_id
    }

    /// Those that came, moved or went since that was asked last, as [`Self::take_changes`] will
    /// say.
    #[cfg(feature = "serde")]
    pub fn changes(&self) -> &[ObstacleId] {
        &self.changed
    }

    /// Obstacles as they were kept, in order of id, with the changes that nobody has asked for yet.
    #[cfg(feature = "serde")]
    pub fn restored(
        next_id: u32,
        kept: impl IntoIterator<Item = KeptObstacle>,
        changed: Vec<ObstacleId>,
        topology: Topology,
    ) -> Self {
        let entries = kept.into_iter().map(|it| Entry {
            id: it.id,
            angle: it.angle,
            shape: it.spec.turned(it.angle),
            spec: it.spec,
            offset: it.offset,
            velocity: it.velocity,
            place: Vec2::ZERO,
        });
        let entries: Vec<Entry> = entries.collect();
        let moving = entries.iter().filter(|it| it.velocity != Vec2::ZERO);
        let mut obstacles = Self {
            moving: moving.map(|it| it.id).collect(),
            entries,
            next_id,
            stale: true,
            changed,
            ..Self::default()
        };
        obstacles.refresh(topology);
        obstacles
    }

    pub fn insert(&mut self, spec: ObstacleSpec) -> ObstacleId {
        let id = ObstacleId(self.next_id);
        self.next_id += 1;
        self.note_motion(id, spec.velocity);
        self.entries.push(Entry {
            id,
            angle: 0.0,
            shape: spec.shape.clone(),
            offset: Vec2::ZERO,
            velocity: spec.velocity,
            spec,
            place: Vec2::ZERO,
        });
        self.stale = true;
        self.changed.push(id);
        id
    }

    pub fn remove(&mut self, id: ObstacleId) -> bool {
        let Ok(place) = self.place(id) else {
            return false;
        };
        self.entries.remove(place);
        self.note_motion(id, Vec2::ZERO);
        self.stale = true;
        self.changed.push(id);
        true
    }

    /// Says how far an obstacle has moved (m) and how fast it moves (m/s). Returns whether it is
    /// there.
    pub fn set_motion(&mut self, id: ObstacleId, offset: Vec2, velocity: Vec2) -> bool {
        let Ok(place) = self.place(id) else {
            return false;
        };
        let entry = &mut self.entries[place];
        if entry.offset.to_array().map(f32::to_bits) != offset.to_array().map(f32::to_bits) {
            self.stale = true;
            self.changed.push(id);
        }
        entry.offset = offset;
        entry.velocity = velocity;
        self.note_motion(id, velocity);
        true
    }

    /// Takes notice of the velocity that an obstacle has now (m/s).
    fn note_motion(&mut self, id: ObstacleId, velocity: Vec2) {
        match (self.moving.binary_search(&id), velocity != Vec2::ZERO) {
            (Err(place), true) => self.moving.insert(place, id),
            (Ok(place), false) => {
                self.moving.remove(place);
            }
            _ => {}
        }
    }

    /// Puts an obstacle with its centre to a place (m), turned by `angle` rad from how its shape
    /// was given, moving at a velocity (m/s). Returns whether it is there.
    pub fn set_pose(&mut self, id: ObstacleId, pose: Pose, velocity: Vec2) -> bool {
        let Ok(place) = self.place(id) else {
            return false;
        };
        let entry = &mut self.entries[place];
        if entry.angle != pose.angle {
            entry.angle = pose.angle;
            entry.shape = entry.spec.turned(pose.angle);
            self.stale = true;
            self.changed.push(id);
        }
        let offset = pose.center - entry.spec.shape.hull(Vec2::ZERO).center();
        self.set_motion(id, offset, velocity)
    }

    pub fn get(&self, id: ObstacleId) -> Option<ObstacleView<'_>> {
        Some(self.entries[self.place(id).ok()?].view())
    }

    pub fn iter(&self) -> impl Iterator<Item = ObstacleView<'_>> {
        self.entries.iter().map(Entry::view)
    }

    /// Those that came, moved or went since this was asked last.
    pub fn take_changes(&mut self) -> Vec<ObstacleId> {
        std::mem::take(&mut self.changed)
    }

    fn place(&self, id: ObstacleId) -> Result<usize, usize> {
        self.entries.binary_search_by_key(&id, |entry| entry.id)
    }

    /// Moves what moves by `dt` seconds. Says whether anything did.
    pub fn advance(&mut self, dt: f32) -> bool {
        let edge = Vec2::splat(LARGEST_COORDINATE);
        for &id in &self.moving {
            if let Ok(place) = self.place(id) {
                // What gets further than shapes may be stays there.
                let entry = &mut self.entries[place];
                entry.offset = (entry.offset + entry.velocity * dt).clamp(-edge, edge);
            }
        }
        self.changed.extend_from_slice(&self.moving);
        let moved = !self.moving.is_empty();
        self.stale |= moved;
        moved
    }

    /// Those that move, where they are, with their velocities (m/s) and floors and layers.
    pub fn moving(&self) -> impl Iterator<Item = (Obstacle<'_>, Vec2, &Filter)> {
        self.moving.iter().filter_map(|&id| {
            let entry = &self.entries[self.place(id).ok()?];
            let obstacle = Obstacle {
                name: Blocker::Obstacle(entry.id.0),
                shape: &entry.shape,
                offset: entry.place,
            };
            Some((obstacle, entry.velocity, &entry.spec.filter))
        })
    }

    /// Brings the index up to date.
    pub fn refresh(&mut self, topology: Topology) {
        if self.stale {
            let boxes = self.entries.iter_mut().map(|entry| {
                let bounds = entry.shape.bounds();
                let middle = bounds.min.midpoint(bounds.max) + entry.offset;
                entry.place = entry.offset + topology.laps_back(middle);
                bounds.moved(entry.place)
            });
            self.index.rebuild(boxes, topology);
            self.largest_radius = self
                .entries
                .iter()
                .map(|entry| entry.shape.hull(Vec2::ZERO).bounding_radius())
                .fold(0.0, f32::max);
            self.stale = false;
        }
    }

    /// Radius of the largest circle around one of the shapes (m).
    pub const fn largest_radius(&self) -> f32 {
        self.largest_radius
    }

    /// Fills `found` with what `filter` meets and whose box touches the area, in order of id, then
    /// of image.
    pub fn touching<'a>(&'a self, area: Bounds, filter: &Filter, found: &mut Vec<Obstacle<'a>>) {
        found.clear();
        self.index.visit_touching(area, |index, image| {
            let entry = &self.entries[index as usize];
            if filter.meets(&entry.spec.filter) {
                found.push(Obstacle {
                    name: Blocker::Obstacle(entry.id.0),
                    shape: &entry.shape,
                    offset: entry.place + image,
                });
            }
        });
        let key = |it: &Obstacle<'_>| (it.name, it.offset.y, it.offset.x);
        found.sort_unstable_by(|a, b| {
            key(a)
                .partial_cmp(&key(b))
                .unwrap_or(std::cmp::Ordering::Equal)
        });
        found.dedup_by(|a, b| key(a) == key(b));
    }
}
