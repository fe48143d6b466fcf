//! All walls and obstacles with their index.

use std::f32::consts::TAU;

use glam::Vec2;

use super::motion::Motion;
use crate::avoid::{Blocker, Obstacle, VelocityChange};
use crate::contact::Shift;
use crate::geometry::{Bounds, LARGEST_COORDINATE, Shape};
use crate::space::{Filter, Topology, TwoIndexes};
use crate::walker::ObstacleId;
use crate::world::spec::{ObstacleSpec, ObstacleView, Pose};

/// All walls and obstacles with their index.
#[derive(Clone, Debug, Default)]
pub(in crate::world) struct Obstacles {
    /// In order of id.
    entries: Vec<Entry>,
    /// Those that have a velocity or somewhere to be, in order of id: a step looks at these alone.
    moving: Vec<ObstacleId>,
    /// Those whose changes of velocity are announced, in order of id.
    announced: Vec<ObstacleId>,
    next_id: u32,
    index: TwoIndexes,
    /// Radius of the circle around each shape, in the same order (m).
    radii: Vec<f32>,
    /// The largest of them.
    largest_radius: f32,
    /// Whether that has to be looked for again.
    lost_largest: bool,
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
    /// Where the next step takes it.
    pub next: Option<Pose>,
    /// What is known of how its velocity changes.
    pub motion: Motion,
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
    /// Where the step that comes or is under way takes it.
    next: Option<Pose>,
    /// How fast it turns in the step that is under way (rad/s, counter-clockwise).
    spin: f32,
    /// How long that step is (s).
    step: f32,
    /// What is known of how its velocity changes.
    motion: Motion,
    /// How far it came in the part of a step that was done last.
    shift: Shift,
    /// The offset, less whole laps of a wrapping world, so that it is found inside the box (m).
    place: Vec2,
}

impl Entry {
    /// One at rest where its shape was given.
    fn new(id: ObstacleId, spec: ObstacleSpec) -> Self {
        Self {
            id,
            angle: 0.0,
            shape: spec.shape.clone(),
            offset: Vec2::ZERO,
            velocity: spec.velocity,
            next: None,
            spin: 0.0,
            step: 0.0,
            motion: Motion::default(),
            shift: Shift::default(),
            spec,
            place: Vec2::ZERO,
        }
    }

    /// Radius of the circle around it (m).
    fn radius(&self) -> f32 {
        self.shape.hull(Vec2::ZERO).bounding_radius()
    }

    /// As an avoidance method sees it, moved by `image` (m).
    fn seen(&self, image: Vec2) -> Obstacle<'_> {
        Obstacle {
            name: Blocker::Obstacle(self.id.0),
            shape: &self.shape,
            offset: self.place + image,
            velocity: self.velocity,
            acceleration: self.motion.acceleration,
            steady: self.step,
            changes: &self.motion.changes,
            spin: self.spin,
            temporary: self.spec.temporary,
        }
    }

    /// Where its centre has to be moved from where its shape says, to be at a place (m).
    fn offset_to(&self, center: Vec2) -> Vec2 {
        center - self.spec.shape.hull(Vec2::ZERO).center()
    }

    /// Turns it to an angle (rad). Says whether that changed anything.
    fn turn_to(&mut self, angle: f32) -> bool {
        let turns = self.angle != angle;
        if turns {
            self.angle = angle;
            self.shape = self.spec.turned(angle);
        }
        turns
    }

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
            next: self.next,
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
            next: entry.next,
            motion: entry.motion.clone(),
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
            angle: it.angle,
            shape: it.spec.turned(it.angle),
            offset: it.offset,
            velocity: it.velocity,
            next: it.next,
            motion: it.motion,
            ..Entry::new(it.id, it.spec)
        });
        let entries: Vec<Entry> = entries.collect();
        let moving = entries
            .iter()
            .filter(|it| it.velocity != Vec2::ZERO || it.next.is_some());
        let mut obstacles = Self {
            moving: moving.map(|it| it.id).collect(),
            announced: (entries.iter())
                .filter(|it| !it.motion.changes.is_empty())
                .map(|it| it.id)
                .collect(),
            entries,
            next_id,
            changed,
            ..Self::default()
        };
        obstacles.radii = obstacles.entries.iter().map(Entry::radius).collect();
        obstacles.lost_largest = true;
        for row in 0..obstacles.entries.len() as u32 {
            obstacles.index.touch(row);
        }
        obstacles.refresh(topology);
        obstacles
    }

    pub fn insert(&mut self, spec: ObstacleSpec) -> ObstacleId {
        let id = ObstacleId(self.next_id);
        self.next_id += 1;
        note(&mut self.moving, id, spec.velocity != Vec2::ZERO);
        let entry = Entry::new(id, spec);
        let radius = entry.radius();
        self.index.touch(self.entries.len() as u32);
        self.entries.push(entry);
        self.radii.push(radius);
        self.largest_radius = self.largest_radius.max(radius);
        self.changed.push(id);
        id
    }

    pub fn remove(&mut self, id: ObstacleId) -> bool {
        let Ok(place) = self.place(id) else {
            return false;
        };
        self.entries.remove(place);
        let radius = self.radii.remove(place);
        self.lost_largest |= radius >= self.largest_radius;
        self.index.remove(place as u32);
        note(&mut self.moving, id, false);
        note(&mut self.announced, id, false);
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
            self.index.touch(place as u32);
            self.changed.push(id);
        }
        if entry.velocity != velocity {
            self.index.touch(place as u32);
        }
        entry.offset = offset;
        entry.velocity = velocity;
        entry.next = None;
        note(&mut self.moving, id, velocity != Vec2::ZERO);
        true
    }

    /// Says where the next step takes an obstacle. Returns whether it is there.
    pub fn set_next(&mut self, id: ObstacleId, pose: Pose) -> bool {
        let Ok(place) = self.place(id) else {
            return false;
        };
        let entry = &mut self.entries[place];
        entry.velocity = Vec2::ZERO;
        entry.next = Some(pose);
        note(&mut self.moving, id, true);
        true
    }

    /// Says how its velocity will change. Returns whether it is there.
    pub fn announce(&mut self, id: ObstacleId, changes: &[VelocityChange]) -> bool {
        let Ok(place) = self.place(id) else {
            return false;
        };
        let known = &mut self.entries[place].motion.changes;
        if known != changes {
            changes.clone_into(known);
            self.index.touch(place as u32);
        }
        note(&mut self.announced, id, !changes.is_empty());
        true
    }

    /// Puts an obstacle with its centre to a place (m), turned by `angle` rad from how its shape
    /// was given, moving at a velocity (m/s). Returns whether it is there.
    pub fn set_pose(&mut self, id: ObstacleId, pose: Pose, velocity: Vec2) -> bool {
        let Ok(place) = self.place(id) else {
            return false;
        };
        let entry = &mut self.entries[place];
        let offset = entry.offset_to(pose.center);
        if entry.turn_to(pose.angle) {
            self.changed.push(id);
            self.turned(place);
        }
        self.set_motion(id, offset, velocity)
    }

    pub fn get(&self, id: ObstacleId) -> Option<ObstacleView<'_>> {
        Some(self.entries[self.place(id).ok()?].view())
    }

    /// What is known of how the velocity of an obstacle changes; `None` if nothing is.
    pub fn known_changes(&self, id: ObstacleId) -> Option<&Motion> {
        let motion = &self.entries[self.place(id).ok()?].motion;
        (*motion != Motion::default()).then_some(motion)
    }

    /// Whether there are no walls and no obstacles.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
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

    /// Gives what has somewhere to be the velocity that takes it there in a step of `dt` seconds that
    /// begins at `time` (s), and sees how the velocity of all that moves changes. To be called before
    /// each step, and before its second half.
    pub fn set_out(&mut self, dt: f32, time: f64) {
        for &id in &self.moving {
            if let Ok(place) = self.place(id) {
                let entry = &mut self.entries[place];
                if let Some(next) = entry.next {
                    entry.velocity = (entry.offset_to(next.center) - entry.offset) / dt;
                    // The shorter way round.
                    let turn = next.angle - entry.angle;
                    entry.spin = (turn - TAU * (turn / TAU).round()) / dt;
                    self.index.touch(place as u32);
                }
                entry.step = dt;
                if entry.motion.set_out(entry.velocity, dt, time) {
                    self.index.touch(place as u32);
                }
            }
        }
    }

    /// Moves what moves by `dt` seconds. In the last part of a step, what has somewhere to be is
    /// there.
    pub fn advance(&mut self, dt: f32, is_last_part: bool) {
        let edge = Vec2::splat(LARGEST_COORDINATE);
        for index in 0..self.moving.len() {
            if let Ok(place) = self.place(self.moving[index]) {
                let entry = &mut self.entries[place];
                let (offset, angle) = (entry.offset, entry.angle);
                let mut turns = false;
                match entry.next.filter(|_| is_last_part) {
                    Some(next) => {
                        entry.offset = entry.offset_to(next.center);
                        turns |= entry.turn_to(next.angle);
                    }
                    None => {
                        // What gets further than shapes may be stays there.
                        entry.offset = (offset + entry.velocity * dt).clamp(-edge, edge);
                        turns |= entry.turn_to(angle + entry.spin * dt);
                    }
                }
                entry.shift = match entry.next {
                    Some(_) => Shift {
                        moved: entry.offset - offset,
                        turned: entry.spin * dt,
                    },
                    None => Shift {
                        moved: entry.velocity * dt,
                        turned: 0.0,
                    },
                };
                self.index.touch(place as u32);
                if turns {
                    self.turned(place);
                }
            }
        }
        self.changed.extend_from_slice(&self.moving);
    }

    /// Takes notice of an obstacle that has another shape now.
    fn turned(&mut self, place: usize) {
        let radius = self.entries[place].radius();
        let before = std::mem::replace(&mut self.radii[place], radius);
        self.lost_largest |= before >= self.largest_radius;
        self.largest_radius = self.largest_radius.max(radius);
        self.index.touch(place as u32);
    }

    /// Lets what is where it had to be rest. To be called after each step, with its length (s) and the
    /// time (s) at its end.
    pub fn arrive(&mut self, dt: f32, time: f64) {
        for index in 0..self.announced.len() {
            if let Ok(place) = self.place(self.announced[index]) {
                self.entries[place].motion.pass(dt);
                self.index.touch(place as u32);
            }
        }
        let entries = &self.entries;
        self.announced.retain(|id| {
            let place = entries.binary_search_by_key(id, |entry| entry.id);
            place.is_ok_and(|place| !entries[place].motion.changes.is_empty())
        });
        for &id in &self.moving {
            if let Ok(place) = self.place(id) {
                let entry = &mut self.entries[place];
                entry.motion.arrive(entry.velocity, time);
                entry.shift = Shift::default();
                if entry.next.take().is_some() {
                    (entry.velocity, entry.spin) = (Vec2::ZERO, 0.0);
                    self.index.touch(place as u32);
                }
            }
        }
        let entries = &self.entries;
        self.moving.retain(|id| {
            let place = entries.binary_search_by_key(id, |entry| entry.id);
            place.is_ok_and(|place| entries[place].velocity != Vec2::ZERO)
        });
    }

    /// Whether one moves, or is announced to.
    pub const fn any_comes(&self) -> bool {
        !(self.moving.is_empty() && self.announced.is_empty())
    }

    /// Those that move, where they are, with how far they came in the part of the step that was
    /// done last, and their floors and layers.
    pub fn moving(&self) -> impl Iterator<Item = (Obstacle<'_>, Shift, &Filter)> {
        self.moving.iter().filter_map(|&id| {
            let entry = &self.entries[self.place(id).ok()?];
            Some((entry.seen(Vec2::ZERO), entry.shift, &entry.spec.filter))
        })
    }

    /// Brings the index up to date.
    pub fn refresh(&mut self, topology: Topology) {
        let entries = &mut self.entries;
        self.index.refresh(entries.len(), topology, |row| {
            let entry = &mut entries[row as usize];
            let bounds = entry.shape.bounds();
            let middle = bounds.min.midpoint(bounds.max) + entry.offset;
            entry.place = entry.offset + topology.laps_back(middle);
            entry.seen(Vec2::ZERO).foreseen()
        });
        if self.lost_largest {
            self.lost_largest = false;
            self.largest_radius = self.radii.iter().copied().fold(0.0, f32::max);
        }
    }

    /// Radius of the largest circle around one of the shapes (m).
    pub const fn largest_radius(&self) -> f32 {
        self.largest_radius
    }

    /// Whether an obstacle moves or turns.
    pub fn moves(&self, id: ObstacleId) -> bool {
        self.moving.binary_search(&id).is_ok()
    }

    /// Fills `found` with what `filter` meets and whose box touches the area, now or as far as is
    /// [foreseen](Obstacle::foreseen), in order of id, then of image.
    pub fn touching<'a>(&'a self, area: Bounds, filter: &Filter, found: &mut Vec<Obstacle<'a>>) {
        found.clear();
        if self.entries.is_empty() {
            return;
        }
        // Rows are in order of id. They are put in order, not what is seen of each, which is far larger.
        let (mut few, mut count, mut many) = ([(0, Vec2::ZERO); FEW], 0, Vec::new());
        self.index.visit_touching(area, |row, image| {
            if count < FEW {
                few[count] = (row, image);
                count += 1;
            } else {
                many.push((row, image));
            }
        });
        let rows = if many.is_empty() {
            &mut few[..count]
        } else {
            many.extend(few);
            &mut many[..]
        };
        let key = |&(row, image): &(u32, Vec2)| (row, image.y, image.x);
        rows.sort_unstable_by(|a, b| {
            key(a)
                .partial_cmp(&key(b))
                .unwrap_or(std::cmp::Ordering::Equal)
        });
        let mut before = None;
        for &(row, image) in rows.iter() {
            let entry = &self.entries[row as usize];
            if before != Some((row, image)) && filter.meets(&entry.spec.filter) {
                found.push(entry.seen(image));
            }
            before = Some((row, image));
        }
    }
}

/// Number of obstacles up to which those that touch an area are put in order without asking for memory.
const FEW: usize = 32;

/// Keeps the list of the obstacles of which something is true, in order of their ids, after it was seen
/// whether it is true of this one.
fn note(ids: &mut Vec<ObstacleId>, id: ObstacleId, is_true: bool) {
    match (ids.binary_search(&id), is_true) {
        (Err(place), true) => ids.insert(place, id),
        (Ok(place), false) => {
            ids.remove(place);
        }
        _ => {}
    }
}
