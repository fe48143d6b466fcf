//! Obstacles dealt at random.

use std::f32::consts::PI;

use glam::Vec2;
use sidestep::random::Random;

use super::{MOST_OBSTACLES, Piece, RADIUS, YardKind};

/// Radii of circles (m).
const RADII: (f32, f32) = (0.2, 1.2);

/// Sides of boxes (m).
const BOX_SIDES: (f32, f32) = (0.4, 3.0);

/// Room left at start and goal beyond the body (m).
const ROOM: f32 = 0.1;

/// Places tried for a piece that must leave start and goal free.
const TRIES: usize = 50;

/// Deals pieces into a yard that isn't turned yet: its corners are (0, 0) and `size`.
pub(super) struct Dealer {
    pub(super) random: Random,
    pub(super) size: Vec2,
    pub(super) start: Vec2,
    pub(super) goal: Vec2,
    pub(super) pieces: Vec<Piece>,
    /// Share of the range of sizes that this yard uses: some have small things only.
    largest: f32,
}

impl Dealer {
    pub(super) fn new(mut random: Random, size: Vec2, start: Vec2, goal: Vec2) -> Self {
        let largest = random.between(0.25, 1.0);
        Self {
            random,
            size,
            start,
            goal,
            pieces: Vec::new(),
            largest,
        }
    }

    /// Puts a piece there unless it would stand on the start or the goal, or there are enough.
    pub(super) fn put(&mut self, piece: Piece) -> bool {
        let Some(shape) = piece.shape() else {
            return false;
        };
        let hull = shape.hull(Vec2::ZERO);
        let free = [self.start, self.goal]
            .into_iter()
            .all(|place| hull.surface(place).distance > RADIUS + ROOM);
        let room = self.pieces.len() < MOST_OBSTACLES;
        if free && room {
            self.pieces.push(piece);
        }
        free && room
    }

    /// Whether something happens that happens in this share of cases.
    pub(super) fn happens(&mut self, share: f32) -> bool {
        self.random.unit() < share
    }

    /// Fills the yard up to `count` pieces, at least one of which isn't part of a barrier, trap or
    /// ring.
    pub(super) fn fill(&mut self, kind: YardKind, count: usize) {
        let clumps: Vec<Vec2> = (0..2 + self.random.next_bits() % 4)
            .map(|_| self.anywhere())
            .collect();
        let missing = count.saturating_sub(self.pieces.len()).max(1);
        for index in 0..missing {
            for _ in 0..TRIES {
                let center = match kind {
                    YardKind::AtWalls if index % 3 == 0 => self.at_a_wall(),
                    YardKind::Clumps => {
                        let clump = clumps[index % clumps.len()];
                        clump + Vec2::new(self.spread(), self.spread())
                    }
                    _ => self.anywhere(),
                };
                let piece = match kind {
                    YardKind::Circles => self.circle(center),
                    YardKind::Boxes => self.rectangle(center),
                    _ if self.happens(0.5) => self.circle(center),
                    _ => self.rectangle(center),
                };
                if self.put(piece) {
                    break;
                }
            }
        }
    }

    fn anywhere(&mut self) -> Vec2 {
        Vec2::new(
            self.random.between(0.0, self.size.x),
            self.random.between(0.0, self.size.y),
        )
    }

    /// On one of the walls or close to it, on either side.
    fn at_a_wall(&mut self) -> Vec2 {
        let mut place = self.anywhere();
        let aside = self.random.between(-0.3, 1.0);
        match self.random.next_bits() % 4 {
            0 => place.x = aside,
            1 => place.x = self.size.x - aside,
            2 => place.y = aside,
            _ => place.y = self.size.y - aside,
        }
        place
    }

    /// How far a piece stands from the middle of its clump along one axis (m): mostly near.
    fn spread(&mut self) -> f32 {
        let (first, second) = (self.random.unit(), self.random.unit());
        (first - second) * 4.0
    }

    fn circle(&mut self, center: Vec2) -> Piece {
        let radius = self.within(RADII);
        Piece::Circle { center, radius }
    }

    fn rectangle(&mut self, center: Vec2) -> Piece {
        let size = Vec2::new(self.within(BOX_SIDES), self.within(BOX_SIDES));
        let angle = self.random.between(0.0, PI);
        Piece::Box {
            center,
            size,
            angle,
        }
    }

    fn within(&mut self, (least, most): (f32, f32)) -> f32 {
        self.random
            .between(least, least + (most - least) * self.largest)
    }
}
