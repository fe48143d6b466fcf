use glam::Vec2;

use crate::avoid::Obstacle;
use crate::explain::{MarkKind, MarkShape, Recorder};
use crate::geometry::Side;
use crate::motion::Body;

/// Look-ahead avoidance, the default: the body is swept along the way it wants to go against the
/// true shapes; where that hits, the way is turned to the side that needs the smaller turn, just far
/// enough to pass.
///
/// What it reacts to is the earliest contact, so a small obstacle close by comes before a large one
/// behind it, and obstacles too close together to pass between count as one, because the turn goes on
/// until the disc fits. The speed is kept (lateral first); braking is left to the [`Guard`](super::Guard),
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
    /// How much better the other side must be to change to it (0 to 2, difference of the cosines of
    /// the turns). Small flips, large is stubborn.
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

/// How many obstacles that overlap each other a body leaves one after another at the most.
const MOST_EXITS: usize = 8;

/// A way past on one side.
struct Way {
    direction: Vec2,
    /// Cosine of the turn from the wanted direction: 1 straight on, −1 back.
    cosine: f32,
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
        let Some((threat, distance)) = self.first_contact(body, wanted, reach, obstacles, None)
        else {
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
        let left = self.way_past(body, wanted, reach, threat, obstacles, Side::Left);
        let right = self.way_past(body, wanted, reach, threat, obstacles, Side::Right);
        for (side, way) in [(Side::Left, &left), (Side::Right, &right)] {
            if let Some(way) = way {
                recorder.mark(
                    MarkKind::Tangent,
                    MarkShape::Line {
                        from: body.position,
                        to: body.position + way.direction * reach.min(10.0 * body.radius),
                    },
                    || format!("way past on the {side}"),
                );
            }
        }
        let chosen = self.choose(left, right, memory.side, recorder);
        let (velocity, side) = match chosen {
            Some((side, way)) => (way.direction * speed, Some(side)),
            None => (Vec2::ZERO, memory.side),
        };
        memory.side = side;
        Steering {
            velocity,
            threat: Some(obstacles[threat].id),
            distance,
            side,
            enclosed: velocity == Vec2::ZERO,
        }
    }

    /// Inside an obstacle: straight out by the nearest way that leads out of all obstacles.
    fn way_out(
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

    /// Index of the obstacle touched first, and the distance until then (m).
    fn first_contact(
        &self,
        body: &Body,
        direction: Vec2,
        reach: f32,
        obstacles: &[Obstacle<'_>],
        except: Option<usize>,
    ) -> Option<(usize, f32)> {
        let radius = body.radius + self.skin;
        let mut first: Option<(usize, f32)> = None;
        for (index, obstacle) in obstacles.iter().enumerate() {
            if Some(index) == except {
                continue;
            }
            let Some(hit) = obstacle
                .hull()
                .sweep(body.position, direction, radius, reach)
            else {
                continue;
            };
            let earlier = first.is_none_or(|(best, distance)| {
                (hit.distance, obstacle.id) < (distance, obstacles[best].id)
            });
            if earlier {
                first = Some((index, hit.distance));
            }
        }
        first
    }

    /// Turns to `side` from obstacle to obstacle until the disc fits past; `None` if it never does.
    fn way_past(
        &self,
        body: &Body,
        wanted: Vec2,
        reach: f32,
        threat: usize,
        obstacles: &[Obstacle<'_>],
        side: Side,
    ) -> Option<Way> {
        let mut pivot = threat;
        let mut before = wanted;
        let mut beyond_half_turn = false;
        // Each turn leaves one obstacle behind, so there can't be more turns than obstacles.
        for _ in 0..=obstacles.len() {
            let hull = obstacles[pivot].hull();
            let tangent = hull
                .tangents(body.position, body.radius + 2.0 * self.skin)
                .on(side);
            let turned = wanted.perp_dot(tangent.direction) * side.sign();
            beyond_half_turn |= before.dot(wanted) < 0.0 && turned <= 0.0;
            if beyond_half_turn {
                return None;
            }
            before = tangent.direction;
            let needed = reach.min(tangent.length + body.radius);
            let next = self
                .first_contact(body, tangent.direction, needed, obstacles, Some(pivot))
                .map(|(next, _)| next)
                .or_else(|| {
                    self.beyond_closed_gap(
                        body,
                        wanted,
                        reach,
                        pivot,
                        tangent.direction,
                        obstacles,
                        side,
                    )
                });
            match next {
                Some(next) => pivot = next,
                None => {
                    let direction =
                        self.with_margin(body, needed, pivot, obstacles, side, tangent.direction);
                    return Some(Way {
                        direction,
                        cosine: wanted.dot(direction),
                    });
                }
            }
        }
        None
    }

    /// The obstacle that closes the way round `pivot`: a gap to it lies beyond the place where the
    /// tangent touches, and the disc doesn't fit through. Those
    /// that reach less far to the side than the tangent are met, and gone round, later.
    #[allow(clippy::too_many_arguments)]
    fn beyond_closed_gap(
        &self,
        body: &Body,
        wanted: Vec2,
        reach: f32,
        pivot: usize,
        tangent: Vec2,
        obstacles: &[Obstacle<'_>],
        side: Side,
    ) -> Option<usize> {
        let radius = body.radius + 2.0 * self.skin;
        let width = 2.0 * radius;
        let around = obstacles[pivot].hull();
        // On the way round, the direction out of the shape turns from this one to the wanted one.
        let first = side.of(tangent);
        let mut furthest: Option<(usize, Vec2)> = None;
        for (index, obstacle) in obstacles.iter().enumerate() {
            let hull = obstacle.hull();
            let apart = around.center().distance(hull.center());
            if index == pivot || apart > around.bounding_radius() + hull.bounding_radius() + width {
                continue;
            }
            let gap = around.gap(&hull);
            let on_the_way = wanted.perp_dot(gap.normal) * side.sign() >= 0.0
                && gap.normal.perp_dot(first) * side.sign() >= 0.0
                && (gap.point - body.position).dot(wanted) < reach;
            if gap.distance >= width || !on_the_way {
                continue;
            }
            let direction = hull.tangents(body.position, radius).on(side).direction;
            let further = |than: Vec2| than.perp_dot(direction) * side.sign() > 0.0;
            if further(tangent) && furthest.is_none_or(|(_, best)| further(best)) {
                furthest = Some((index, direction));
            }
        }
        furthest.map(|(index, _)| index)
    }

    /// The direction that keeps as much of the margin from `pivot` as leaves the way free.
    fn with_margin(
        &self,
        body: &Body,
        needed: f32,
        pivot: usize,
        obstacles: &[Obstacle<'_>],
        side: Side,
        tight: Vec2,
    ) -> Vec2 {
        for part in [1.0, 0.5, 0.25] {
            let radius = body.radius + 2.0 * self.skin + self.margin * part;
            let direction = obstacles[pivot]
                .hull()
                .tangents(body.position, radius)
                .on(side)
                .direction;
            let further = tight.perp_dot(direction) * side.sign() > 0.0;
            let free = self
                .first_contact(body, direction, needed, obstacles, Some(pivot))
                .is_none();
            if further && free {
                return direction;
            }
        }
        tight
    }

    fn choose(
        &self,
        left: Option<Way>,
        right: Option<Way>,
        kept: Option<Side>,
        recorder: &mut impl Recorder,
    ) -> Option<(Side, Way)> {
        match (left, right) {
            (Some(left), Some(right)) => {
                let side = match kept {
                    Some(Side::Left) if right.cosine <= left.cosine + self.side_margin => {
                        Side::Left
                    }
                    Some(Side::Right) if left.cosine <= right.cosine + self.side_margin => {
                        Side::Right
                    }
                    _ if left.cosine > right.cosine => Side::Left,
                    _ if right.cosine > left.cosine => Side::Right,
                    _ => Side::default(),
                };
                recorder.reason(|| {
                    if kept == Some(side) {
                        format!("keeps to the {side}: the other side isn't better by enough")
                    } else {
                        format!("passes on the {side}: the smaller turn")
                    }
                });
                Some((side, if side == Side::Left { left } else { right }))
            }
            (Some(left), None) => {
                recorder.reason(|| "passes on the left: the right is closed".to_owned());
                Some((Side::Left, left))
            }
            (None, Some(right)) => {
                recorder.reason(|| "passes on the right: the left is closed".to_owned());
                Some((Side::Right, right))
            }
            (None, None) => {
                recorder.reason(|| "no way on either side: stops".to_owned());
                None
            }
        }
    }
}
