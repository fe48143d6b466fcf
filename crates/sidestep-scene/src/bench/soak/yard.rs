//! A walled square, what stands in it, and what is left to chance.

use std::f32::consts::TAU;

use glam::Vec2;
use sidestep::geometry::{Capsule, Circle, ConvexPolygon, Segment, Shape, ShapeError};
use sidestep::motion::Body;
use sidestep::random::Random;
use sidestep::world::{AgentSpec, Goal, OnArrival};

/// Radius of an agent (m).
pub(super) const RADIUS: f32 = 0.25;

/// Speed that agents like to walk at, and their largest (m/s).
const SPEEDS: (f32, f32) = (1.3, 1.8);

/// Area for each agent (m²).
const AREA: f32 = 6.0;

/// Distance between the edge of what comes and what is there (m), at least: room to stop.
const CLEAR: f32 = 0.6;

/// Places tried for what comes.
const TRIES: usize = 50;

/// One agent in so many leaves the world when it arrives.
const LEAVES_ONE_IN: usize = 10;

/// The square.
#[derive(Debug)]
pub(super) struct Yard {
    random: Random,
    /// Length of a side (m).
    pub side: f32,
}

/// What stands in the yard: a shape where it is.
#[derive(Clone, Debug)]
pub(super) struct Standing<I> {
    pub id: I,
    pub shape: Shape,
    pub offset: Vec2,
}

impl Yard {
    pub fn new(agents: u64, seed: u64) -> Self {
        Self {
            random: Random::new(seed, 0),
            side: (agents as f32 * AREA).sqrt().max(20.0),
        }
    }

    /// The walls around it.
    pub fn edges(&self) -> Result<Vec<Shape>, ShapeError> {
        let side = self.side;
        let corner = |x: f32, y: f32| Vec2::new(x * side, y * side);
        let corners = [
            corner(0.0, 0.0),
            corner(1.0, 0.0),
            corner(1.0, 1.0),
            corner(0.0, 1.0),
        ];
        (0..4)
            .map(|index| Ok(Segment::new(corners[index], corners[(index + 1) % 4])?.into()))
            .collect()
    }

    /// Whether a point (m) is in the yard.
    pub fn holds(&self, point: Vec2) -> bool {
        point.cmpge(Vec2::ZERO).all() && point.cmple(Vec2::splat(self.side)).all()
    }

    /// One of so many, counted from 0; 0 of none.
    pub fn pick(&mut self, count: usize) -> usize {
        (self.random.next_bits() % count.max(1) as u64) as usize
    }

    /// A wall of 2 to 6 m around the origin.
    pub fn wall(&mut self) -> Result<Shape, ShapeError> {
        let half = self.direction() * self.random.between(1.0, 3.0);
        if self.random.unit() < 0.5 {
            return Ok(Segment::new(-half, half)?.into());
        }
        Ok(Capsule::new(-half, half, 0.15)?.into())
    }

    /// A crate or a barrel around the origin.
    pub fn crate_shape(&mut self) -> Result<Shape, ShapeError> {
        if self.random.unit() < 0.5 {
            return Ok(Circle::new(Vec2::ZERO, self.random.between(0.3, 0.8))?.into());
        }
        let size = Vec2::new(self.random.between(0.5, 2.0), self.random.between(0.5, 2.0));
        let angle = self.random.between(0.0, TAU);
        Ok(ConvexPolygon::rectangle(Vec2::ZERO, size, angle)?.into())
    }

    /// Somebody at a place (m) with a goal.
    pub fn agent(&mut self, place: Vec2) -> AgentSpec {
        let mut body = Body::new(place, RADIUS, SPEEDS.1);
        body.heading = self.direction();
        let mut spec = AgentSpec::new(body).with_goal(self.goal());
        spec.profile.preferred_speed = SPEEDS.0;
        if self.pick(LEAVES_ONE_IN) == 0 {
            spec.profile.on_arrival = OnArrival::Remove;
        }
        spec
    }

    /// A goal anywhere: in a wall, too.
    pub fn goal(&mut self) -> Goal {
        Goal::point(self.place(RADIUS), 2.0 * RADIUS)
    }

    /// Where a shape may come without taking anybody by surprise; `None` where none was found.
    pub fn place_for(&mut self, shape: &Shape, agents: &[Vec2]) -> Option<Vec2> {
        let reach = RADIUS + CLEAR;
        (0..TRIES).find_map(|_| {
            let place = self.place(0.0);
            let near = shape.bounds().moved(place).grown(reach);
            let hull = shape.hull(place);
            (agents.iter())
                .filter(|agent| near.contains(**agent))
                .all(|agent| hull.surface(*agent).distance > reach)
                .then_some(place)
        })
    }

    /// Where an agent may come; `None` where no place was found.
    pub fn place_for_agent<'a>(
        &mut self,
        agents: &[Vec2],
        standing: impl Iterator<Item = (&'a Shape, Vec2)> + Clone,
    ) -> Option<Vec2> {
        (0..TRIES).find_map(|_| {
            let place = self.place(2.0 * RADIUS);
            let from_agents = 2.0 * RADIUS + CLEAR;
            let is_clear = (agents.iter())
                .all(|other| other.distance_squared(place) > from_agents * from_agents)
                && standing.clone().all(|(shape, offset)| {
                    let bounds = shape.bounds().moved(offset).grown(RADIUS + CLEAR);
                    !bounds.contains(place)
                        || shape.hull(offset).surface(place).distance > RADIUS + CLEAR
                });
            is_clear.then_some(place)
        })
    }

    /// A place in the yard, this far from its edges (m).
    fn place(&mut self, margin: f32) -> Vec2 {
        let mut at = || self.random.between(margin, self.side - margin);
        Vec2::new(at(), at())
    }

    fn direction(&mut self) -> Vec2 {
        let angle = self.random.between(0.0, TAU);
        Vec2::new(libm::cosf(angle), libm::sinf(angle))
    }
}
