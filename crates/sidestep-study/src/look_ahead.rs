//! Look-ahead avoidance as F. Bevilacqua's tutorial has it.

use std::any::Any;

use glam::Vec2;
use sidestep::avoid::{
    Blocker, Decision, Largest, Memory, Method, Obstacle, Reach, Stage, Surroundings, Wish,
};
use sidestep::explain::{Explanation, MarkKind, MarkShape, Recorder};
use sidestep::geometry::Shape;
use sidestep::motion::Body;
use sidestep::range::{OutOfRange, Parameter, Parameters, Range};

/// Look-ahead avoidance as F. Bevilacqua's tutorial has it, to study and to compare with.
///
/// It has the faults of the source on purpose: points jump over small obstacles, the body's own
/// radius doesn't count, the force is straight backward when aimed at a centre, and the nearest
/// centre decides. Use [`LookAhead`](sidestep::avoid::look_ahead::LookAhead) to avoid obstacles.
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

/// The circle that pushes.
struct Threat {
    distance_squared: f32,
    name: Blocker,
    center: Vec2,
    radius: f32,
}

impl Classic {
    /// The force that pushes away from the threatening obstacle with the nearest centre, of equally
    /// near ones the one with the lowest name; zero if no probe is inside an obstacle.
    ///
    /// As in the source every obstacle is a circle: for a polygon the circle around it is taken,
    /// and walls (segments and capsules) aren't seen, as the circle around a wall would hold the
    /// whole room. Where the far probe is exactly on the centre, the force is zero. At rest there
    /// is no direction, and both probes fall onto the body.
    #[must_use]
    pub fn push(&self, body: &Body, obstacles: &[Obstacle<'_>]) -> Decision {
        let points = self.points(body);
        let Some(threat) = nearest(self.probes.of(&points), body, obstacles) else {
            return Decision::to_push(Vec2::ZERO);
        };
        let away = (points[0] - threat.center).normalize_or_zero();
        Decision {
            threat: Some(threat.name),
            ..Decision::to_push(away * self.max_avoid_force)
        }
    }

    /// The points that may be tested (m): ahead, half way, and where the body is.
    #[must_use]
    pub fn points(&self, body: &Body) -> [Vec2; 3] {
        let scale = if self.scaled_by_speed {
            body.speed() / body.limits.max_speed
        } else {
            1.0
        };
        let reach = body.velocity.normalize_or_zero() * (self.distance * scale);
        let ahead = body.position + reach;
        [ahead, body.position + reach * 0.5, body.position]
    }
}

impl Probes {
    fn of(self, points: &[Vec2; 3]) -> &[Vec2] {
        match self {
            Self::Two => &points[..2],
            Self::Three => &points[..],
        }
    }
}

/// Of the circles that a probe is inside of the one whose centre is nearest to the body.
fn nearest(probes: &[Vec2], body: &Body, obstacles: &[Obstacle<'_>]) -> Option<Threat> {
    let mut nearest: Option<Threat> = None;
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
        let distance_squared = body.position.distance_squared(center);
        let name = obstacle.name;
        if nearest
            .as_ref()
            .is_none_or(|best| (distance_squared, name) < (best.distance_squared, best.name))
        {
            nearest = Some(Threat {
                distance_squared,
                name,
                center,
                radius,
            });
        }
    }
    nearest
}

impl Method for Classic {
    fn name(&self) -> &'static str {
        "look_ahead"
    }

    fn stage(&self) -> Stage {
        Stage::Blend
    }

    /// It takes every shape for the circle around it, which reaches further than the shape.
    fn reach(&self, _: &Body, largest: &Largest) -> Reach {
        Reach {
            obstacles: self.distance + largest.obstacle_radius,
            neighbors: 0.0,
        }
    }

    fn decide(&self, body: &Body, _: &Wish, around: &Surroundings<'_>, _: &mut Memory) -> Decision {
        self.push(body, around.obstacles)
    }

    fn tell(
        &self,
        body: &Body,
        _: &Wish,
        around: &Surroundings<'_>,
        _: &Decision,
        explanation: &mut Explanation,
    ) {
        let points = self.points(body);
        let probes = self.probes.of(&points);
        for &at in probes {
            explanation.mark(MarkKind::Probe, MarkShape::Point { at }, || {
                "probe".to_owned()
            });
        }
        let Some(threat) = nearest(probes, body, around.obstacles) else {
            explanation.reason(|| "no probe is inside an obstacle".to_owned());
            return;
        };
        let Threat {
            name,
            center,
            radius,
            ..
        } = threat;
        let circle = MarkShape::Circle { center, radius };
        explanation.mark(MarkKind::Threat, circle, || {
            format!("{name}: nearest centre")
        });
        explanation.reason(|| {
            format!("a probe is inside {name}: pushed away from its centre, the nearest one")
        });
    }

    fn check(&self) -> Result<(), OutOfRange> {
        Parameters::check(self)
    }

    fn same_as(&self, other: &dyn Method) -> bool {
        (other as &dyn Any).downcast_ref() == Some(self)
    }
}
