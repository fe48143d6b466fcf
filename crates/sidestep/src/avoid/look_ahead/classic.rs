use glam::Vec2;

use crate::avoid::{Blocker, Obstacle};
use crate::explain::{MarkKind, MarkShape, Recorder};
use crate::geometry::Shape;
use crate::motion::Body;
use crate::range::{Parameter, Parameters, Range};

/// Look-ahead avoidance as the tutorial has it, to study and to compare with.
///
/// It has the tutorial's faults on purpose: points jump over small obstacles, the body's own radius
/// doesn't count, the force is straight backward when aimed at a centre, and the nearest centre decides.
/// Use [`LookAhead`](super::LookAhead) to avoid obstacles.
///
/// Source: F. Bevilacqua, "Understanding Steering Behaviors: Collision Avoidance" (2013).
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Classic {
    /// Which points are tested.
    pub probes: Probes,
    /// Distance of the far probe (m), above 0; the second one is half way.
    pub distance: f32,
    /// Whether the distance is multiplied by speed / largest speed.
    pub scaled_by_speed: bool,
    /// Strength of the avoidance force (N), above 0.
    pub max_avoid_force: f32,
}

/// The points that [`Classic`] tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Probes {
    /// One ahead and one half way.
    Two,
    /// These and the body's own position.
    Three,
}

impl Parameters for Classic {
    fn parameters(&mut self) -> Vec<Parameter<'_>> {
        let Self {
            distance,
            max_avoid_force,
            probes: _,
            scaled_by_speed: _,
        } = self;
        vec![
            Parameter::new("distance", distance, Range::AboveZero),
            Parameter::new("max_avoid_force", max_avoid_force, Range::AboveZero),
        ]
    }
}

impl Classic {
    /// The force (N) that pushes away from the threatening obstacle with the nearest centre, of equally
    /// near ones the one with the lowest id; zero if no probe is inside an obstacle.
    ///
    /// As in the tutorial every obstacle is a circle: for a polygon the circle around it is taken, and walls
    /// (segments and capsules) aren't seen, as the circle around a wall would hold the whole room. Where
    /// the far probe is exactly on the centre, the force is zero. At rest there is no direction, and both
    /// probes fall onto the body.
    pub fn steer<'a>(
        &self,
        body: &Body,
        obstacles: impl IntoIterator<Item = Obstacle<'a>>,
        recorder: &mut impl Recorder,
    ) -> Vec2 {
        let scale = if self.scaled_by_speed {
            body.speed() / body.limits.max_speed
        } else {
            1.0
        };
        let reach = body.velocity.normalize_or_zero() * (self.distance * scale);
        let ahead = body.position + reach;
        let points = [ahead, body.position + reach * 0.5, body.position];
        let probes = match self.probes {
            Probes::Two => &points[..2],
            Probes::Three => &points[..],
        };
        for &at in probes {
            recorder.mark(MarkKind::Probe, MarkShape::Point { at }, || {
                "probe".to_owned()
            });
        }
        let mut threat: Option<(f32, Blocker, Vec2, f32)> = None;
        for obstacle in obstacles {
            if matches!(obstacle.shape, Shape::Segment(_) | Shape::Capsule(_)) {
                continue;
            }
            let hull = obstacle.hull();
            let (center, radius) = (hull.center(), hull.bounding_radius());
            let inside = |probe: &Vec2| probe.distance_squared(center) <= radius * radius;
            if !probes.iter().any(inside) {
                continue;
            }
            let distance = body.position.distance_squared(center);
            if threat.is_none_or(|(nearest, name, ..)| (distance, obstacle.name) < (nearest, name))
            {
                threat = Some((distance, obstacle.name, center, radius));
            }
        }
        let Some((_, name, center, radius)) = threat else {
            return Vec2::ZERO;
        };
        recorder.mark(
            MarkKind::Threat,
            MarkShape::Circle { center, radius },
            || format!("{name}: nearest centre"),
        );
        (ahead - center).normalize_or_zero() * self.max_avoid_force
    }

    /// How far from the body an obstacle can be and still matter (m), its own radius not counted.
    #[must_use]
    pub fn reach(&self) -> f32 {
        self.distance
    }
}
