//! Moves among walls and obstacles.

use glam::Vec2;

use crate::avoid::Obstacle;
use crate::contact::Disc;
use crate::world::store::{Agent, Picture};

/// One agent after the other among walls and obstacles, with memory that is reused.
pub(super) struct Slider<'a, 'p> {
    picture: &'p Picture<'a>,
    skin: f32,
    found: Vec<Obstacle<'a>>,
}

impl<'a, 'p> Slider<'a, 'p> {
    pub fn new(picture: &'p Picture<'a>, skin: f32) -> Self {
        Self {
            picture,
            skin,
            found: Vec::new(),
        }
    }

    /// Where a move by `way` (m) from `start` ends: see [`Disc::slide`].
    pub fn slide(&mut self, agent: &Agent, start: Vec2, way: Vec2) -> Vec2 {
        let disc = self.gather(agent, start, start + way);
        disc.slide(start, way, &self.found)
    }

    /// How far the straight way from `start` to `end` (m) is free: see [`Disc::straight`].
    pub fn straight(&mut self, agent: &Agent, start: Vec2, end: Vec2) -> Vec2 {
        let disc = self.gather(agent, start, end);
        disc.straight(start, end, &self.found)
    }

    fn gather(&mut self, agent: &Agent, start: Vec2, end: Vec2) -> Disc {
        let disc = Disc {
            radius: agent.body.radius,
            skin: self.skin,
        };
        let area = disc.area(start, end);
        let filter = agent.standing_filter();
        (self.picture.obstacles).touching(area, &filter, &mut self.found);
        disc
    }
}
