//! Where people stand on the plaza, and where they want to go.

use serde::{Deserialize, Serialize};
use sidestep::Vec2;
use sidestep::random::Random;

/// People on a square, one on four square metres.
#[derive(Debug, Serialize, Deserialize)]
pub struct Plaza {
    /// Length of a side (m); the corners are 0, 0 and this.
    pub side: f32,
    /// Radius of everybody (m).
    pub radius: f32,
    /// Speed that everybody likes, and their largest (m/s).
    pub speed: f32,
    /// Time step (s).
    pub dt: f32,
    /// How far away others are looked for (m), and how many at most, by methods that say so.
    pub neighbor_distance: f32,
    pub most_neighbors: usize,
    /// Where everybody stands at first, at rest (m).
    pub starts: Vec<[f32; 2]>,
    /// Where everybody wants to go (m).
    pub goals: Vec<[f32; 2]>,
}

/// People for a square metre.
const DENSITY: f32 = 0.25;

/// Distance between two edges at first (m), at least.
const APART: f32 = 0.05;

/// Distance of a goal (m), at least: nobody arrives in the steps that are measured.
const LEAST_WAY: f32 = 15.0;

impl Plaza {
    /// This many people, at random places.
    pub fn new(count: usize) -> Self {
        let side = (count as f32 / DENSITY).sqrt().max(2.0 * LEAST_WAY);
        let radius = 0.25;
        let mut random = Random::new(1, 0);
        let mut place = || Vec2::new(random.between(0.0, side), random.between(0.0, side));
        let mut starts = Starts::new(side, 2.0 * radius + APART);
        while starts.places.len() < count {
            starts.add(place());
        }
        let goals = (starts.places.iter()).map(|start| {
            loop {
                let goal = place();
                if goal.distance(*start) > LEAST_WAY {
                    break goal.to_array();
                }
            }
        });
        Self {
            side,
            radius,
            speed: 1.3,
            dt: 0.1,
            neighbor_distance: 5.0,
            most_neighbors: 10,
            goals: goals.collect(),
            starts: starts.places.iter().map(Vec2::to_array).collect(),
        }
    }
}

/// Places that keep a distance, by cells of that size.
struct Starts {
    distance: f32,
    cells_in_a_row: usize,
    cells: Vec<Vec<Vec2>>,
    places: Vec<Vec2>,
}

impl Starts {
    fn new(side: f32, distance: f32) -> Self {
        let cells_in_a_row = (side / distance) as usize + 1;
        Self {
            distance,
            cells_in_a_row,
            cells: vec![Vec::new(); cells_in_a_row * cells_in_a_row],
            places: Vec::new(),
        }
    }

    /// Adds a place unless it is too near to another.
    fn add(&mut self, place: Vec2) {
        let [column, row] = place.to_array().map(|at| (at / self.distance) as usize);
        let last = self.cells_in_a_row - 1;
        for near_row in row.saturating_sub(1)..=(row + 1).min(last) {
            for near_column in column.saturating_sub(1)..=(column + 1).min(last) {
                let cell = &self.cells[near_row * self.cells_in_a_row + near_column];
                if cell
                    .iter()
                    .any(|other| other.distance(place) < self.distance)
                {
                    return;
                }
            }
        }
        self.cells[row * self.cells_in_a_row + column].push(place);
        self.places.push(place);
    }
}
