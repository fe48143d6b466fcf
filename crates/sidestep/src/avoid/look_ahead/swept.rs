use glam::Vec2;

use super::way::{WaySearch, choose};

use crate::avoid::Obstacle;
use crate::explain::{MarkKind, MarkShape, Recorder};
use crate::geometry::Side;
use crate::motion::Body;
use crate::range::{Parameter, Parameters, Range};

/// Look-ahead avoidance, the default: the body is swept along the way it wants to go against the
/// true shapes; where that hits, the way is turned to the side that needs the smaller turn, just far
/// enough to pass.
///
/// What it reacts to is the earliest contact, so a small obstacle close by comes before a large one
/// behind it, and obstacles too close together to pass between count as one, because the turn goes on
/// until the disc fits. The speed is kept (lateral first); braking is left to the [`Guard`](crate::avoid::guard::Guard),
/// which does it only when it must. It isn't path finding: out of a dead end it finds no way, and says so.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LookAhead {
    /// Shortest look-ahead (m), above 0. Raise it if slow agents react too late for your taste.
    pub distance: f32,
    /// Time looked ahead (s), 0 or more. The look-ahead is never shorter than twice the braking distance.
    /// Longer turns earlier and more gently, and costs more, as more obstacles are near.
    pub horizon: f32,
    /// Distance kept from obstacles where there is room (m), 0 or more; in narrow gaps down to `skin`.
    pub margin: f32,
    /// Distance that is always kept (m), above 0 and well below the radius. A gap must be wider than
    /// the body by four times this to be taken.
    pub skin: f32,
    /// By which share the way round on the other side must be shorter to change to it, 0 or more. Small
    /// flips, large is stubborn.
    pub side_margin: f32,
    /// Time with a free way after which the chosen side is forgotten (s), 0 or more.
    pub side_hold: f32,
}

/// Where a body wants to go.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Intent {
    /// Preferred velocity (m/s).
    pub velocity: Vec2,
    /// Distance beyond which obstacles don't matter (m), such as the distance to the goal; infinite if
    /// there is none.
    pub reach: f32,
}

/// The side on which an agent passes what is ahead; kept by the caller between steps.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SideMemory {
    /// The side, if one was chosen.
    pub side: Option<Side>,
    /// Id of the obstacle that it was chosen for.
    pub threat: Option<u32>,
    /// How long the way has been free since (s).
    pub clear_seconds: f32,
}

/// What [`LookAhead::steer`] decided.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Steering {
    /// The velocity to go for (m/s).
    pub velocity: Vec2,
    /// Id of the obstacle reacted to.
    pub threat: Option<u32>,
    /// Distance that the body could go until it touches that obstacle (m).
    pub distance: f32,
    /// The side chosen.
    pub side: Option<Side>,
    /// Whether neither side has a way: the velocity is zero then.
    pub enclosed: bool,
}

/// Share of the side margin that counts when the threat is another one than the side was chosen for: enough
/// for two obstacles that take turns as the nearest, not so much that the last tree decides about the next.
const NEW_THREAT: f32 = 1.0 / 3.0;

impl Parameters for LookAhead {
    fn parameters(&mut self) -> Vec<Parameter<'_>> {
        let Self {
            distance,
            horizon,
            margin,
            skin,
            side_margin,
            side_hold,
        } = self;
        vec![
            Parameter::new("distance", distance, Range::AboveZero),
            Parameter::new("horizon", horizon, Range::AtLeast(0.0)),
            Parameter::new("margin", margin, Range::AtLeast(0.0)),
            Parameter::new("skin", skin, Range::AboveZero),
            Parameter::new("side_margin", side_margin, Range::AtLeast(0.0)),
            Parameter::new("side_hold", side_hold, Range::AtLeast(0.0)),
        ]
    }
}

impl LookAhead {
    /// Values that suit a body of `radius` metres.
    #[must_use]
    pub fn for_radius(radius: f32) -> Self {
        Self {
            distance: 4.0 * radius,
            horizon: 1.5,
            margin: 0.15 * radius,
            skin: 0.01 * radius,
            side_margin: 0.3,
            side_hold: 0.5,
        }
    }

    /// How far the body looks (m) when it wants to go at `speed` m/s.
    #[must_use]
    pub fn reach(&self, body: &Body, speed: f32) -> f32 {
        self.distance
            .max(self.horizon * speed)
            .max(2.0 * body.braking_distance(speed))
    }

    /// How far from the body an obstacle can be and still matter (m).
    #[must_use]
    pub fn query_distance(&self, body: &Body, intent: &Intent) -> f32 {
        self.reach(body, intent.velocity.length()).min(intent.reach)
            + body.radius
            + self.margin
            + 2.0 * self.skin
    }

    /// Whether the body can go straight on until its edge is at `point` (m), so that a point on the face of a
    /// wall counts and one behind it doesn't; with `spare` more room (m, 0 or more) on either side than it always
    /// keeps. `obstacles` must hold all that come so near to the way there.
    #[must_use]
    pub fn can_reach(
        &self,
        body: &Body,
        point: Vec2,
        spare: f32,
        obstacles: &[Obstacle<'_>],
    ) -> bool {
        let way = point - body.position;
        let radius = body.radius + self.skin + spare;
        let length = way.length() - radius - self.skin;
        let Some(direction) = way.try_normalize().filter(|_| length > 0.0) else {
            return true;
        };
        let blocks = |obstacle: &Obstacle<'_>| {
            let hull = obstacle.hull();
            let hit = hull.sweep(body.position, direction, radius, length);
            hit.is_some()
        };
        !obstacles.iter().any(blocks)
    }

    /// Turns the intent so that it passes the obstacles. `obstacles` must hold all within
    /// [`query_distance`](Self::query_distance), in any order. `dt` is the time step (s).
    pub fn steer(
        &self,
        body: &Body,
        intent: &Intent,
        obstacles: &[Obstacle<'_>],
        memory: &mut SideMemory,
        dt: f32,
        recorder: &mut impl Recorder,
    ) -> Steering {
        let unchanged = Steering {
            velocity: intent.velocity,
            threat: None,
            distance: f32::INFINITY,
            side: None,
            enclosed: false,
        };
        if let Some(way_out) = self.way_out(body, obstacles, recorder) {
            return way_out;
        }
        let speed = intent.velocity.length();
        let Some(wanted) = intent.velocity.try_normalize() else {
            return unchanged;
        };
        let reach = self.reach(body, speed).min(intent.reach);
        recorder.mark(
            MarkKind::Ray,
            MarkShape::Line {
                from: body.position,
                to: body.position + wanted * reach,
            },
            || format!("looks {reach:.2} m ahead"),
        );
        let search = WaySearch {
            look_ahead: self,
            body,
            wanted,
            reach,
            goal_distance: intent.reach,
            obstacles,
        };
        let Some((threat, distance)) = search.first_contact(wanted, reach, None) else {
            memory.clear_seconds += dt;
            if memory.clear_seconds > self.side_hold {
                memory.side = None;
            }
            recorder.reason(|| format!("nothing in the way for {reach:.1} m"));
            return unchanged;
        };
        memory.clear_seconds = 0.0;
        let hull = obstacles[threat].hull();
        recorder.mark(
            MarkKind::Threat,
            MarkShape::Circle {
                center: hull.center(),
                radius: hull.bounding_radius(),
            },
            || {
                format!(
                    "obstacle {}: contact in {:.2} s",
                    obstacles[threat].id,
                    distance / speed
                )
            },
        );
        let left = search.way_past(threat, Side::Left);
        let right = search.way_past(threat, Side::Right);
        for (side, way) in [(Side::Left, &left), (Side::Right, &right)] {
            if let Some(way) = way {
                recorder.mark(
                    MarkKind::Tangent,
                    MarkShape::Line {
                        from: body.position,
                        to: body.position + way.direction * reach.min(10.0 * body.radius),
                    },
                    || format!("way past on the {side}: {:.1} m", way.length),
                );
            }
        }
        let id = obstacles[threat].id;
        let margin = if memory.threat == Some(id) {
            self.side_margin
        } else {
            self.side_margin * NEW_THREAT
        };
        let chosen = choose(left, right, memory.side, margin, recorder);
        let (velocity, side) = match chosen {
            Some((side, way)) => (way.direction * speed, Some(side)),
            None => (Vec2::ZERO, memory.side),
        };
        memory.side = side;
        memory.threat = Some(id);
        Steering {
            velocity,
            threat: Some(id),
            distance,
            side,
            enclosed: velocity == Vec2::ZERO,
        }
    }
}
