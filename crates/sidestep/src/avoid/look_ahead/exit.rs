//! Out of obstacles that a body is inside of.

use glam::Vec2;

use super::{LookAhead, Steering};
use crate::avoid::Obstacle;
use crate::explain::{MarkKind, MarkShape, Recorder};
use crate::motion::Body;

/// How many obstacles that overlap each other a body leaves one after another at the most.
const MOST_EXITS: usize = 8;

impl LookAhead {
    /// Inside an obstacle: straight out by the nearest way that leads out of all obstacles.
    pub(super) fn way_out(
        &self,
        body: &Body,
        obstacles: &[Obstacle<'_>],
        recorder: &mut impl Recorder,
    ) -> Option<Steering> {
        let mut nearest: Option<(f32, u32, Vec2)> = None;
        for obstacle in obstacles {
            let surface = obstacle.hull().surface(body.position);
            if surface.distance >= body.radius {
                continue;
            }
            let exit = self.exit(body, obstacle, obstacles);
            let way = body.position.distance(exit);
            if nearest.is_none_or(|(least, id, _)| (way, obstacle.id) < (least, id)) {
                nearest = Some((way, obstacle.id, exit));
            }
        }
        let (_, id, exit) = nearest?;
        recorder.mark(
            MarkKind::Tangent,
            MarkShape::Line {
                from: body.position,
                to: exit,
            },
            || "nearest way out".to_owned(),
        );
        recorder.reason(|| format!("inside obstacle {id}: comes out by the nearest way"));
        let out = (exit - body.position).normalize_or(body.heading);
        Some(Steering {
            velocity: out * (0.5 * body.limits.max_speed),
            threat: Some(id),
            distance: 0.0,
            side: None,
            enclosed: false,
        })
    }

    /// Where a body comes out (m) that leaves `first` straight, then whatever it is inside of there.
    fn exit(&self, body: &Body, first: &Obstacle<'_>, obstacles: &[Obstacle<'_>]) -> Vec2 {
        // So much more that rounding doesn't leave it inside.
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
                .map(|obstacle| obstacle.hull().surface(place))
                .filter(|surface| surface.distance < body.radius)
                .min_by(|a, b| a.distance.total_cmp(&b.distance));
        }
        place
    }
}
