//! ORCA's velocities and half-planes agree with RVO2's in 10,000 random configurations.
//!
//! `tools/orca_reference.py` made the data and says what the file holds and which configurations
//! are left out.

use sidestep::Vec2;
use sidestep::avoid::orca::{HalfPlane, Orca, OrcaScratch, WallEdge};
use sidestep::avoid::{Blocker, SharedNeighbor, Wish};
use sidestep::motion::Body;
use sidestep::steer::Neighbor;

static REFERENCE: &[u8] = include_bytes!("data/orca_reference.bin");

const LENGTH: f32 = 1.0 / 1024.0;
const SPEED: f32 = 1.0 / 4096.0;
const TIME: f32 = 1.0 / 256.0;

const TOLERANCE: f32 = 1e-4;

struct Configuration {
    orca: Orca,
    body: Body,
    wish: Wish,
    neighbors: Vec<SharedNeighbor>,
    walls: Vec<WallEdge>,
    velocity: Vec2,
    half_planes: Vec<HalfPlane>,
}

struct Reader<'a> {
    rest: &'a [u8],
}

impl Reader<'_> {
    fn take<const COUNT: usize>(&mut self) -> [u8; COUNT] {
        let (bytes, rest) = self.rest.split_first_chunk().expect("data is cut off");
        self.rest = rest;
        *bytes
    }

    fn byte(&mut self) -> u8 {
        self.take::<1>()[0]
    }

    fn single(&mut self) -> f32 {
        f32::from_le_bytes(self.take())
    }

    fn unsigned(&mut self, unit: f32) -> f32 {
        f32::from(u16::from_le_bytes(self.take())) * unit
    }

    fn signed(&mut self, unit: f32) -> f32 {
        f32::from(i16::from_le_bytes(self.take())) * unit
    }

    fn pair(&mut self, unit: f32) -> Vec2 {
        Vec2::new(self.signed(unit), self.signed(unit))
    }

    fn singles(&mut self) -> Vec2 {
        Vec2::new(self.single(), self.single())
    }

    fn configuration(&mut self) -> Configuration {
        let neighbor_count = u64::from(self.byte());
        let loop_count = self.byte();
        let loops: Vec<u8> = (0..loop_count).map(|_| self.byte()).collect();
        let plane_count = self.byte();
        let dt = self.single();
        let orca = Orca {
            time_horizon: self.unsigned(TIME),
            obstacle_time_horizon: self.unsigned(TIME),
        };
        let radius = self.unsigned(LENGTH);
        let max_speed = self.unsigned(SPEED);
        let mut body = Body::new(self.pair(LENGTH), radius, max_speed);
        body.velocity = self.pair(SPEED);
        let wish = Wish::to_go(self.pair(SPEED), dt);
        let neighbors = (1..=neighbor_count)
            .map(|id| {
                SharedNeighbor::from(Neighbor {
                    id,
                    position: self.pair(LENGTH),
                    velocity: self.pair(SPEED),
                    heading: Vec2::X,
                    radius: self.unsigned(LENGTH),
                })
            })
            .collect();
        let mut walls = Vec::new();
        for (id, &corner_count) in (0..).zip(&loops) {
            let corners: Vec<Vec2> = (0..corner_count).map(|_| self.pair(LENGTH)).collect();
            walls.extend(WallEdge::of_loop(Blocker::Obstacle(id), &corners));
        }
        Configuration {
            orca,
            body,
            wish,
            neighbors,
            walls,
            velocity: self.singles(),
            half_planes: (0..plane_count)
                .map(|_| HalfPlane {
                    point: self.singles(),
                    direction: self.singles(),
                })
                .collect(),
        }
    }
}

fn configurations() -> Vec<Configuration> {
    let mut reader = Reader { rest: REFERENCE };
    let mut all = Vec::new();
    while !reader.rest.is_empty() {
        all.push(reader.configuration());
    }
    assert_eq!(all.len(), 10_000);
    all
}

/// How far apart two half-planes are: their points (m/s) or their directions.
fn difference(one: &HalfPlane, other: &HalfPlane) -> f32 {
    let points = one.point.distance(other.point);
    points.max(one.direction.distance(other.direction))
}

#[test]
fn half_planes_and_velocities_agree() {
    let mut scratch = OrcaScratch::default();
    let mut wrong = Vec::new();
    let mut worst_plane: f32 = 0.0;
    let mut worst_velocity: f32 = 0.0;
    let mut infeasible = 0;
    for (index, given) in configurations().iter().enumerate() {
        let decided = given.orca.decide_among(
            &given.body,
            &given.wish,
            &given.neighbors,
            given.walls.iter().copied(),
            &mut scratch,
        );
        infeasible += usize::from(!decided.feasible);
        let planes = scratch.half_planes();
        if planes.len() != given.half_planes.len() {
            wrong.push(format!(
                "{index}: {} half-planes instead of {}",
                planes.len(),
                given.half_planes.len()
            ));
            continue;
        }
        let plane = planes
            .iter()
            .zip(&given.half_planes)
            .map(|(one, other)| difference(one, other))
            .fold(0.0, f32::max);
        let velocity = decided.velocity.distance(given.velocity);
        worst_plane = worst_plane.max(plane);
        worst_velocity = worst_velocity.max(velocity);
        // Also catches a difference that is no number.
        if !(plane <= TOLERANCE && velocity <= TOLERANCE) {
            wrong.push(format!(
                "{index}: half-planes differ by {plane:e}, velocities by {velocity:e} (feasible: {})",
                decided.feasible
            ));
        }
    }
    eprintln!(
        "{infeasible} infeasible; half-planes differ by {worst_plane:e}, velocities by {worst_velocity:e} at most"
    );
    assert!(
        wrong.is_empty(),
        "{} of 10,000 differ:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}
