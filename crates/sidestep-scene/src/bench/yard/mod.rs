//! Random walled yards with obstacles between a start and a goal, the same from the same seed on
//! every machine.

mod barrier;
mod dealer;
mod piece;
mod ring;
mod trap;

use std::fmt;

use glam::Vec2;
use serde::Serialize;
use sidestep::geometry::{Segment, Shape};
use sidestep::random::Random;

use dealer::Dealer;
use piece::Piece;

/// Radius of whoever walks (m).
pub const RADIUS: f32 = 0.4;

/// Most obstacles in a yard.
pub const MOST_OBSTACLES: usize = 60;

/// Sides of yards (m).
const SIDES: (f32, f32) = (14.0, 30.0);

/// A yard and a way to find.
#[derive(Clone, Debug, PartialEq)]
pub struct Yard {
    /// What stands in it, and how.
    pub kind: YardKind,
    /// The walls around it.
    pub walls: Vec<Segment>,
    /// What stands in it: 1 to [`MOST_OBSTACLES`]. They may overlap each other and the walls.
    pub obstacles: Vec<Shape>,
    /// Where to walk from (m): free for a body of [`RADIUS`], with at least a decimetre to spare.
    pub start: Vec2,
    /// Where to walk to (m): free as the start, and most of the yard's width away.
    pub goal: Vec2,
}

/// What stands in a yard, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum YardKind {
    /// Circles anywhere.
    Circles,
    /// Boxes at any angle anywhere.
    Boxes,
    /// Both.
    Mixed,
    /// Both, a third of them at the walls.
    AtWalls,
    /// Both, in clumps.
    Clumps,
    /// A row from wall to wall, or two, mostly with a door somewhere; others about.
    Barrier,
    /// A U between start and goal, open towards the start; others about.
    Trap,
    /// A ring around the start or the goal, mostly with an opening; others about.
    Ring,
}

impl YardKind {
    const ALL: [Self; 8] = [
        Self::Circles,
        Self::Boxes,
        Self::Mixed,
        Self::AtWalls,
        Self::Clumps,
        Self::Barrier,
        Self::Trap,
        Self::Ring,
    ];
}

impl fmt::Display for YardKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(match self {
            Self::Circles => "circles",
            Self::Boxes => "boxes",
            Self::Mixed => "mixed",
            Self::AtWalls => "at walls",
            Self::Clumps => "clumps",
            Self::Barrier => "barrier",
            Self::Trap => "trap",
            Self::Ring => "ring",
        })
    }
}

impl Yard {
    /// Yard number `index` of a seed.
    #[must_use]
    pub fn new(seed: u64, index: u64) -> Self {
        let mut random = Random::new(seed, index);
        let kind = YardKind::ALL[(random.next_bits() % YardKind::ALL.len() as u64) as usize];
        let count = 1 + (random.next_bits() % MOST_OBSTACLES as u64) as usize;
        let size = Vec2::new(
            random.between(SIDES.0, SIDES.1),
            random.between(SIDES.0, SIDES.1),
        );
        // At both ends along x, no nearer to the walls than needed.
        let edge = RADIUS + 0.2;
        let start = Vec2::new(
            random.between(edge, size.x * 0.15),
            random.between(edge, size.y - edge),
        );
        let goal = Vec2::new(
            random.between(size.x * 0.85, size.x - edge),
            random.between(edge, size.y - edge),
        );
        let mut dealer = Dealer::new(random, size, start, goal);
        match kind {
            YardKind::Barrier => barrier::deal(&mut dealer),
            YardKind::Trap => trap::deal(&mut dealer),
            YardKind::Ring => ring::deal(&mut dealer),
            _ => {}
        }
        dealer.fill(kind, count);
        Self::placed(kind, dealer)
    }

    /// Turns the yard, so that walls stand at any angle and ways lead in any direction, and makes
    /// shapes of the pieces.
    fn placed(kind: YardKind, mut dealer: Dealer) -> Self {
        let angle = dealer.random.between(0.0, std::f32::consts::TAU);
        let turn = Vec2::new(libm::cosf(angle), libm::sinf(angle));
        let middle = dealer.size * 0.5;
        let place = |point: Vec2| turn.rotate(point - middle);
        let corners = [
            Vec2::ZERO,
            Vec2::new(dealer.size.x, 0.0),
            dealer.size,
            Vec2::new(0.0, dealer.size.y),
        ]
        .map(place);
        let walls = (0..4).filter_map(|side| {
            // Corners of some metres can't be refused.
            Segment::new(corners[side], corners[(side + 1) % 4]).ok()
        });
        let obstacles = dealer
            .pieces
            .iter()
            .filter_map(|piece| piece.turned(place(piece.center()), angle).shape());
        Self {
            kind,
            walls: walls.collect(),
            obstacles: obstacles.collect(),
            start: place(dealer.start),
            goal: place(dealer.goal),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn yards_are_as_promised() {
        let mut most = 0;
        let mut fewest = usize::MAX;
        for index in 0..300 {
            let yard = Yard::new(1, index);
            assert_eq!(yard, Yard::new(1, index));
            assert_eq!(yard.walls.len(), 4);
            most = most.max(yard.obstacles.len());
            fewest = fewest.min(yard.obstacles.len());
            assert!(
                (1..=MOST_OBSTACLES).contains(&yard.obstacles.len()),
                "{index}"
            );
            let walls = yard.walls.iter().map(|wall| Shape::from(*wall));
            for shape in yard.obstacles.iter().cloned().chain(walls) {
                for place in [yard.start, yard.goal] {
                    let distance = shape.hull(Vec2::ZERO).surface(place).distance;
                    assert!(distance > RADIUS + 0.099, "yard {index}: {distance}");
                }
            }
            let width = yard.walls[0].start().distance(yard.walls[0].end());
            let apart = yard.start.distance(yard.goal);
            assert!(apart > 0.65 * width, "yard {index}: {apart} m of {width} m");
        }
        assert!(fewest <= 3 && most >= 55, "{fewest} to {most} obstacles");
    }

    #[test]
    fn every_kind_comes_up_and_seeds_differ() {
        let mut kinds: Vec<YardKind> = (0..100).map(|index| Yard::new(1, index).kind).collect();
        kinds.sort_unstable();
        kinds.dedup();
        assert_eq!(kinds, YardKind::ALL);
        assert_ne!(Yard::new(1, 0), Yard::new(2, 0));
        assert_ne!(Yard::new(1, 0), Yard::new(1, 1));
    }
}
