//! Look-ahead by sweeping the body along its way: the default.

use glam::Vec2;

use super::way::{WaySearch, choose};

use crate::avoid::{Decision, Memory, Obstacle, Surroundings, Wish};
use crate::geometry::Side;
use crate::motion::Body;
use crate::range::{Parameter, Parameters, Range};

/// Look-ahead avoidance, the default: the body is swept along the way it wants to go against the
/// true shapes; where that hits, the way is turned to the side that needs the smaller turn, just
/// far enough to pass.
///
/// What it reacts to is the earliest contact, so a small obstacle close by comes before a large one
/// behind it, and obstacles too close together to pass between count as one, because the turn goes
/// on until the disc fits. The speed is kept (lateral first); braking is left to the
/// [`Guard`](crate::avoid::guard::Guard), which does it only when it must. It isn't path finding:
/// in a dead end it goes to and fro, or finds no way and says so. A
/// [`Detour`](crate::avoid::detour::Detour) finds out.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LookAhead {
    /// Shortest look-ahead (m), above 0. Raise it if slow agents react too late for your taste.
    pub distance: f32,
    /// Time looked ahead (s), 0 or more. The look-ahead is never shorter than twice the braking
    /// distance. Longer turns earlier and more gently, and costs more, as more obstacles are near.
    pub horizon: f32,
    /// Distance kept from obstacles where there is room (m), 0 or more; in narrow gaps down to
    /// `skin`.
    pub margin: f32,
    /// Distance that is always kept (m), above 0 and well below the radius. A gap must be wider
    /// than the body by four times this to be taken.
    pub skin: f32,
    /// By which share the way round on the other side must be shorter to change to it, 0 or more.
    /// Small flips, large is stubborn.
    pub side_margin: f32,
    /// Time with a free way after which the chosen side is forgotten (s), 0 or more.
    pub side_hold: f32,
}

/// Share of the side margin that counts when the threat is another one than the side was chosen
/// for: enough for two obstacles that take turns as the nearest, not so much that the last tree
/// decides about the next.
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
    pub fn query_distance(&self, body: &Body, wish: &Wish) -> f32 {
        self.reach(body, wish.velocity.length()).min(wish.reach)
            + body.radius
            + self.margin
            + 2.0 * self.skin
    }

    /// Whether the body can go straight on until its edge is at `point` (m), so that a point on the
    /// face of a wall counts and one behind it doesn't; with `spare` more room (m, 0 or more) on
    /// either side than it always keeps. `obstacles` must hold all that come so near to the way
    /// there.
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

    /// Turns the wish so that it passes the obstacles. `around` must hold all obstacles within
    /// [`query_distance`](Self::query_distance), and those that move and will come so near
    /// ([`Obstacle::foreseen`]), in any order.
    ///
    /// What moves is met where it will be, whether the body wants to go anywhere or not: of the
    /// velocities that just pass it before or behind, and of a fan of others, the one is taken that
    /// is nearest to the wish and isn't run over within [`FORESIGHT`](crate::avoid::FORESIGHT).
    pub fn decide(
        &self,
        body: &Body,
        wish: &Wish,
        around: &Surroundings<'_>,
        memory: &mut Memory,
    ) -> Decision {
        let decision = self.pass_what_stands(body, wish, around.obstacles, memory);
        if around.obstacles.iter().any(Obstacle::moves) {
            self.evade(body, wish, decision, around.obstacles, memory)
        } else {
            decision
        }
    }

    /// Turns the wish so that it passes the obstacles that don't move.
    fn pass_what_stands(
        &self,
        body: &Body,
        wish: &Wish,
        obstacles: &[Obstacle<'_>],
        memory: &mut Memory,
    ) -> Decision {
        if let Some(exit) = self.way_out(body, obstacles) {
            let out = (exit.place - body.position).normalize_or(body.heading);
            return Decision {
                threat: Some(exit.from),
                contact: 0.0,
                ..Decision::to_go(out * (0.5 * body.limits.max_speed))
            };
        }
        let Some(search) = WaySearch::new(self, body, wish, obstacles) else {
            return Decision::to_go(wish.velocity);
        };
        let Some((threat, distance)) = search.first_contact(search.wanted, search.reach, None)
        else {
            if memory.side.is_some() {
                memory.clear_seconds += wish.dt;
                if memory.clear_seconds > self.side_hold {
                    memory.side = None;
                    memory.clear_seconds = 0.0;
                }
            }
            return Decision::to_go(wish.velocity);
        };
        memory.clear_seconds = 0.0;
        let left = search.way_past(threat, Side::Left);
        let right = search.way_past(threat, Side::Right);
        let name = obstacles[threat].name;
        let margin = if memory.threat == Some(name) {
            self.side_margin
        } else {
            self.side_margin * NEW_THREAT
        };
        let speed = wish.velocity.length();
        let (velocity, side) = match choose(left, right, memory.side, margin) {
            Some((side, way)) => (way.direction * speed, Some(side)),
            None => (Vec2::ZERO, memory.side),
        };
        let kept = side.is_some() && side == memory.side;
        memory.side = side;
        memory.threat = Some(name);
        let enclosed = velocity == Vec2::ZERO;
        Decision {
            threat: Some(name),
            contact: distance / speed,
            side,
            kept,
            enclosed,
            feasible: !enclosed,
            ..Decision::to_go(velocity)
        }
    }
}
