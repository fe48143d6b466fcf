//! The open field in which a crowd walks among changing obstacles.

use std::f32::consts::TAU;

use glam::Vec2;
use sidestep::geometry::{Circle, ConvexPolygon, Shape, ShapeError};
use sidestep::motion::Body;
use sidestep::random::Random;
use sidestep::world::{AgentSpec, Goal};

/// Radius of an agent (m).
pub(super) const RADIUS: f32 = 0.3;

/// Speed that agents like to walk at (m/s).
const PREFERRED_SPEED: f32 = 1.3;

/// Their largest speed (m/s).
const LARGEST_SPEED: f32 = 2.0;

/// Agents for a square metre.
const AGENT_DENSITY: f32 = 0.1;

/// Obstacles for a square metre, at the most: few agents among many obstacles get a larger field.
const MOST_OBSTACLE_DENSITY: f32 = 0.05;

/// Distance to the goal (m): nobody arrives.
const FAR: f32 = 1000.0;

/// Distance from an obstacle that has just come to the next agent's edge (m), at least: room to
/// stop.
const CLEAR: f32 = 0.5;

/// Radii of circles (m).
const RADII: (f32, f32) = (0.3, 1.0);

/// Sides of boxes (m).
const SIDES: (f32, f32) = (0.5, 2.5);

/// Places tried for an obstacle.
const TRIES: usize = 1000;

/// A square field, and what is left to chance in it.
#[derive(Debug)]
pub(super) struct Field {
    random: Random,
    /// Length of a side (m).
    side: f32,
}

impl Field {
    /// A field with room for so many agents and obstacles.
    pub fn new(agents: u64, obstacles: u64, seed: u64) -> Self {
        let area = (agents as f32 / AGENT_DENSITY).max(obstacles as f32 / MOST_OBSTACLE_DENSITY);
        Self {
            random: Random::new(seed, 0),
            side: area.sqrt(),
        }
    }

    /// Agents that stand evenly spread, each with a far goal in a direction of its own.
    pub fn agents(&mut self, count: u64) -> Vec<AgentSpec> {
        let rows = (count as f32).sqrt().ceil().max(1.0) as u64;
        let cell = self.side / rows as f32;
        // Within its own cell nobody touches anybody.
        let spread = 0.5 * cell - 1.1 * RADIUS;
        let mut agents = Vec::new();
        for index in 0..count {
            let middle = Vec2::new((index % rows) as f32, (index / rows) as f32) + 0.5;
            let place = middle * cell + self.within(Vec2::splat(spread));
            let mut body = Body::new(place, RADIUS, LARGEST_SPEED);
            let direction = self.direction();
            body.heading = direction;
            let goal = Goal::point(place + direction * FAR, RADIUS);
            let mut agent = AgentSpec::new(body).with_goal(goal);
            agent.profile.preferred_speed = PREFERRED_SPEED;
            agents.push(agent);
        }
        agents
    }

    /// A circle or a box around the origin.
    pub fn shape(&mut self) -> Result<Shape, ShapeError> {
        if self.random.unit() < 0.5 {
            let radius = self.random.between(RADII.0, RADII.1);
            return Ok(Circle::new(Vec2::ZERO, radius)?.into());
        }
        let mut side = || self.random.between(SIDES.0, SIDES.1);
        let size = Vec2::new(side(), side());
        let angle = self.random.between(0.0, TAU);
        Ok(ConvexPolygon::rectangle(Vec2::ZERO, size, angle)?.into())
    }

    /// Where a shape may come without taking anybody by surprise who is at one of the places (m);
    /// `None` if there is no room.
    pub fn clear_place(&mut self, shape: &Shape, agents: &[Vec2]) -> Option<Vec2> {
        let reach = RADIUS + CLEAR;
        for _ in 0..TRIES {
            let half = Vec2::splat(0.5 * self.side);
            let place = half + self.within(half);
            let near = shape.bounds().moved(place).grown(reach);
            let hull = shape.hull(place);
            let is_clear = agents
                .iter()
                .filter(|agent| near.contains(**agent))
                .all(|agent| hull.surface(*agent).distance > reach);
            if is_clear {
                return Some(place);
            }
        }
        None
    }

    /// One of so many, counted from 0.
    pub fn pick(&mut self, count: usize) -> usize {
        (self.random.next_bits() % count.max(1) as u64) as usize
    }

    fn within(&mut self, half: Vec2) -> Vec2 {
        let mut part = || self.random.between(-1.0, 1.0);
        Vec2::new(part(), part()) * half
    }

    fn direction(&mut self) -> Vec2 {
        let angle = self.random.between(0.0, TAU);
        Vec2::new(libm::cosf(angle), libm::sinf(angle))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agents_begin_apart_and_obstacles_come_clear_of_them() {
        let mut field = Field::new(200, 40, 7);
        let agents: Vec<Vec2> = (field.agents(200).iter())
            .map(|agent| agent.body.position)
            .collect();
        assert_eq!(agents.len(), 200);
        for (index, one) in agents.iter().enumerate() {
            for other in &agents[..index] {
                assert!(one.distance(*other) > 2.0 * RADIUS, "{one} {other}");
            }
        }
        for _ in 0..40 {
            let shape = field.shape().expect("a shape");
            let place = field.clear_place(&shape, &agents).expect("room");
            for agent in &agents {
                let surface = shape.hull(place).surface(*agent);
                assert!(surface.distance > RADIUS + CLEAR, "{agent} at {place}");
            }
        }
    }

    #[test]
    fn where_there_is_no_room_nothing_comes() {
        let mut field = Field::new(1, 1, 7);
        let everywhere: Vec<Vec2> = (0..40 * 40)
            .map(|index| Vec2::new((index % 40) as f32, (index / 40) as f32) * 0.3)
            .collect();
        let shape = field.shape().expect("a shape");
        assert_eq!(field.clear_place(&shape, &everywhere), None);
    }
}
