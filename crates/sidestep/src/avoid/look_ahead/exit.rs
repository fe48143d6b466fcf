//! Out of obstacles that a body is inside of.

use glam::Vec2;

use super::LookAhead;
use crate::avoid::{Blocker, Obstacle};
use crate::motion::Body;

/// How many obstacles that overlap each other a body leaves one after another at the most.
const MOST_EXITS: usize = 8;

/// The nearest way out of all obstacles.
#[derive(Clone, Copy, Debug)]
pub(super) struct Exit {
    /// The obstacle that is left first.
    pub from: Blocker,
    /// Where the body comes out (m).
    pub place: Vec2,
}

impl LookAhead {
    /// The nearest way out of all obstacles that stand for a body that is inside one, straight out of
    /// that.
    pub(super) fn way_out(&self, body: &Body, obstacles: &[Obstacle<'_>]) -> Option<Exit> {
        let mut nearest: Option<(f32, Exit)> = None;
        for obstacle in obstacles {
            let surface = obstacle.hull().surface(body.position);
            if obstacle.moves() || surface.distance >= body.radius {
                continue;
            }
            let place = self.exit(body, obstacle, obstacles);
            let way = body.position.distance(place);
            let from = obstacle.name;
            if nearest.is_none_or(|(least, exit)| (way, from) < (least, exit.from)) {
                nearest = Some((way, Exit { from, place }));
            }
        }
        nearest.map(|(_, exit)| exit)
    }

    /// Where a body comes out (m) that leaves `first` straight, then whatever it is inside of
    /// there.
    fn exit(&self, body: &Body, first: &Obstacle<'_>, obstacles: &[Obstacle<'_>]) -> Vec2 {
        // A little more, so that rounding doesn't leave it inside.
        let clear = body.radius + self.skin;
        let mut place = body.position;
        let mut leave = Some(first.hull().surface(place));
        for _ in 0..MOST_EXITS {
            let Some(surface) = leave else {
                break;
            };
            place += surface.normal * (clear - surface.distance);
            leave = obstacles
                .iter()
                .filter(|obstacle| !obstacle.moves())
                .map(|obstacle| obstacle.hull().surface(place))
                .filter(|surface| surface.distance < body.radius)
                .min_by(|a, b| a.distance.total_cmp(&b.distance));
        }
        place
    }
}
