//! Where the slots of a formation are.

use std::f32::consts::{FRAC_1_SQRT_2, PI};

use glam::Vec2;

use super::trail::{Gauge, Sides};
use super::{Pattern, Room, Trail};

/// A place for one member.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Slot {
    /// Where it is (m).
    pub place: Vec2,
    /// The unit vector along which it goes when the leader walks.
    pub heading: Vec2,
    /// How far it is behind the leader along the trail (m).
    pub behind: f32,
}

/// What slots are laid along.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'t> {
    pub trail: &'t Trail,
    /// Where the leader is (m), or the place.
    pub head: Vec2,
    /// Where it faces, a unit vector.
    pub heading: Vec2,
    /// The room beside and just ahead of it.
    pub sides: Sides,
    /// Whether somebody stands at the head.
    pub is_led: bool,
    /// Distance of neighbouring slots (m).
    pub spacing: f32,
    pub gauge: Gauge,
}

/// A slot along a line: how far behind its head and how far to the left (m).
type Spot = (f32, f32);

impl Line<'_> {
    /// So many slots, the foremost first. `front` is the direction of the first one of a ring.
    pub fn slots(
        &self,
        pattern: Pattern,
        count: usize,
        front: Vec2,
        room: &mut impl Room,
    ) -> Vec<Slot> {
        let spots = match pattern {
            Pattern::Ring { radius } => return self.ring(radius, count, front, room),
            Pattern::Abreast { columns } => self.ranks(columns as usize, count),
            Pattern::File | Pattern::Queue => self.ranks(1, count),
            Pattern::Wedge => self.wedge(count),
        };
        (spots.into_iter())
            .map(|spot| self.slot(spot, room))
            .collect()
    }

    fn slot(&self, (behind, left): Spot, room: &mut impl Room) -> Slot {
        let middle = self.trail.place(self.head, behind);
        let around = 0.5 * self.spacing;
        let heading = (self.trail.heading(self.head, behind, around)).unwrap_or(self.heading);
        let across = heading.perp() * left;
        let free = room.free_way(middle, across, self.gauge.radius);
        Slot {
            place: middle + across.clamp_length_max(free),
            heading,
            behind,
        }
    }

    /// The room for a rank: it is narrow already before a door, and still just behind it.
    fn room_at(&self, behind: f32) -> Sides {
        let from = behind - self.spacing;
        let widest = Sides {
            left: self.gauge.widest,
            right: self.gauge.widest,
        };
        let most = if from <= 0.0 { self.sides } else { widest };
        let window = (from, behind + 0.5 * self.spacing);
        self.trail.sides(self.head, window, most)
    }

    fn ranks(&self, columns: usize, count: usize) -> Vec<Spot> {
        let mut spots = Vec::with_capacity(count);
        let mut behind = 0.0;
        let mut has_head = self.is_led;
        while spots.len() < count {
            let mut across = self.columns(columns, self.room_at(behind));
            if has_head {
                across.remove(0);
            }
            let left = count - spots.len();
            // Few are on both sides of the middle rather than on one.
            let skipped = usize::from(!has_head && left < across.len() && left.is_multiple_of(2));
            let taken = across.into_iter().skip(skipped).take(left);
            spots.extend(taken.map(|left| (behind, left)));
            behind += self.spacing;
            has_head = false;
        }
        spots
    }

    /// How far to the left of the middle the columns are that there is room for (m): the middle
    /// first, then by distance, the right one of two first.
    fn columns(&self, columns: usize, sides: Sides) -> Vec<f32> {
        let mut across = vec![0.0];
        for index in 1..columns {
            let away = index as f32 * self.spacing;
            if away > sides.left && away > sides.right {
                break;
            }
            for (left, room) in [(-away, sides.right), (away, sides.left)] {
                if away <= room && across.len() < columns {
                    across.push(left);
                }
            }
        }
        across
    }

    fn wedge(&self, count: usize) -> Vec<Spot> {
        let mut spots = Vec::with_capacity(count);
        if !self.is_led && count > 0 {
            spots.push((0.0, 0.0));
        }
        let diagonal = self.spacing * FRAC_1_SQRT_2;
        let mut behind = 0.0;
        let mut arm = 0.0;
        while spots.len() < count {
            arm += diagonal;
            let arms = |behind: f32| {
                let sides = self.room_at(behind);
                (arm.min(sides.left), arm.min(sides.right))
            };
            let (mut left, mut right) = arms(behind + diagonal);
            if left < arm || right < arm {
                behind += self.spacing;
                (left, right) = arms(behind);
            } else {
                behind += diagonal;
            }
            if left + right < self.spacing || count - spots.len() == 1 {
                spots.push((behind, 0.0));
            } else {
                spots.extend([(behind, -right), (behind, left)]);
            }
        }
        spots
    }

    fn ring(&self, radius: f32, count: usize, front: Vec2, room: &mut impl Room) -> Vec<Slot> {
        let turn = 2.0 * PI / count as f32;
        let chord = 2.0 * libm::sinf(0.5 * turn);
        let least = if count > 1 { self.spacing / chord } else { 0.0 };
        let mut radius = radius.max(least);
        if self.is_led {
            radius = radius.max(self.spacing);
        }
        let slot = |index: usize| {
            // Either half is made alike, so that mirror images are the same to the bit.
            let half = index.min(count - index);
            let angle = half as f32 * turn;
            let mut direction = Vec2::new(libm::cosf(angle), libm::sinf(angle));
            if half != index {
                direction.y = -direction.y;
            }
            let way = front.rotate(direction) * radius;
            let free = room.free_way(self.head, way, self.gauge.radius);
            Slot {
                place: self.head + way.clamp_length_max(free),
                heading: self.heading,
                behind: self.spacing,
            }
        };
        (0..count).map(slot).collect()
    }
}
