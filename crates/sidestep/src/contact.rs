//! Contacts, settled by position: how a disc moves among solid shapes, and how overlapping discs
//! part. Pure.

use glam::Vec2;

use crate::avoid::Obstacle;
use crate::avoid::guard::Guard;
use crate::geometry::{Bounds, Hull};
use crate::motion::Body;
use crate::steer::parting_direction;

/// How often a move is bent along what it hits: two walls of a corner, and two to spare.
const MOST_SLIDES: usize = 4;

/// Share of a bent move that leads away from what bent it.
const OUTWARD: f32 = 1e-5;

/// Overlaps below this share of the radius are left alone, so that touching agents don't tremble.
const SLACK: f32 = 1e-4;

/// Share of the radius by which a shape may move in a step without stepping over a disc's centre: a
/// disc that it touches already may be a little inside.
pub(crate) const STEPPED_OVER: f32 = 0.5;

/// How deep a shape that turns may get into a disc before it is noticed (share of the radius).
const NOTICED: f32 = 0.1;

/// How near to a shape that turns counts as touching it (share of the radius).
const TOUCHING: f32 = 1e-3;

/// How far a disc and a shape that turns may come past each other in a step (radii) until it is
/// noticed later than that: a bound of the effort.
const MOST_TURNED: f32 = 400.0;

/// How far a shape has come in a step: its centre straight, turning evenly about that.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Shift {
    /// How far its [centre](crate::geometry::Hull::center) has moved (m).
    pub moved: Vec2,
    /// How far it has turned counter-clockwise (rad).
    pub turned: f32,
}

impl Shift {
    /// How far a point has come at most that is no further than `distance` metres from the centre
    /// (m).
    #[must_use]
    pub fn at_most(&self, distance: f32) -> f32 {
        self.moved.length() + self.turned.abs() * distance
    }

    /// By how much it still turns from a time on (0 at the start of the step, 1 at its end), as a
    /// direction.
    fn turn(&self, time: f32) -> Vec2 {
        let angle = self.turned * (1.0 - time);
        Vec2::new(libm::cosf(angle), libm::sinf(angle))
    }
}

/// A disc that moves among solid shapes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Disc {
    /// Its radius (m), above 0.
    pub radius: f32,
    /// Distance kept from shapes (m), so that rounding can't make them overlap: that of the
    /// [`Guard`].
    pub skin: f32,
}

impl Disc {
    /// A disc on a plane whose farthest coordinate is `extent` (m, at least 0), with the skin of
    /// the guard there.
    #[must_use]
    pub fn for_extent(radius: f32, extent: f32) -> Self {
        let skin = Guard::for_extent(extent).skin;
        Self { radius, skin }
    }

    /// Where shapes matter to a move from one place to another (m).
    #[must_use]
    pub fn area(&self, start: Vec2, end: Vec2) -> Bounds {
        Bounds {
            min: start.min(end),
            max: start.max(end),
        }
        .grown(self.radius + 2.0 * self.skin)
    }

    /// Where a move by `way` (m) from `start` (m) ends if it is bent along the obstacles in the
    /// way. A disc inside a shape, because that has moved or appeared, comes out first. `obstacles`
    /// must hold all in the [`area`](Self::area), in order of id.
    #[must_use]
    pub fn slide(&self, start: Vec2, way: Vec2, obstacles: &[Obstacle<'_>]) -> Vec2 {
        if obstacles.is_empty() {
            return start + way;
        }
        let mut position = self.push_out(start, obstacles);
        let mut left = way;
        for _ in 0..MOST_SLIDES {
            let Some((distance, normal, direction)) = self.first_hit(position, left, obstacles)
            else {
                return position + left;
            };
            position += direction * distance;
            let rest = left - direction * distance;
            // A little outward: what rounding leaves of the part into the wall would hold the agent
            // there.
            left = rest - normal * (rest.dot(normal) - OUTWARD * rest.length());
            if left.dot(way) <= 0.0 {
                break;
            }
        }
        position
    }

    /// Where a shape that comes along takes a disc (m) that moves by `way` (m) from `start` (m) in
    /// the same step; where its way ends if it outruns the shape, which then stands between.
    /// `obstacle` is the shape where the step leaves it, and `shift` how far it has come. `None` if
    /// neither is so, if the disc was in it before, or if it comes so slowly that
    /// [`slide`](Self::slide) sees to it: by half a radius or less it can't step over the centre.
    #[must_use]
    pub fn carried(
        &self,
        start: Vec2,
        way: Vec2,
        obstacle: &Obstacle<'_>,
        shift: Shift,
    ) -> Option<Vec2> {
        let hull = obstacle.hull();
        let (center, end) = (hull.center(), start + way);
        let farthest = (start + shift.moved)
            .distance(center)
            .max(end.distance(center));
        if shift.at_most(farthest) <= STEPPED_OVER * self.radius {
            return None;
        }
        let mut before = start + shift.moved;
        if shift.turned != 0.0 {
            before = center + shift.turn(0.0).rotate(before - center);
        }
        if hull.surface(before).distance <= 0.0 {
            return None;
        }
        let met = if shift.turned == 0.0 {
            self.met_straight(before, way - shift.moved, &hull)
        } else {
            self.met_turning(start, way, &hull, shift)
        };
        met.or_else(|| {
            let (direction, length) = way.normalize_and_length();
            let stands_between = hull.surface(start).distance < self.radius
                || hull.sweep(start, direction, self.radius, length).is_some();
            stands_between.then_some(end)
        })
    }

    /// Where a shape meets a disc that moves by `way` from `start` (m), as the shape sees it.
    fn met_straight(&self, start: Vec2, way: Vec2, hull: &Hull<'_>) -> Option<Vec2> {
        let (direction, length) = way.normalize_and_length();
        let surface = hull.surface(start);
        if surface.distance < self.radius {
            let out = self.radius + self.skin - surface.distance;
            return (direction.dot(surface.normal) < 0.0).then(|| start + surface.normal * out);
        }
        let hit = hull.sweep(start, direction, self.radius, length)?;
        Some(start + direction * hit.distance + hit.normal * self.skin)
    }

    /// Where a shape that turns meets a disc. As the shape sees it, which stands where the step
    /// leaves it, the disc comes along a bend; the distance between the two says how far along it
    /// can't have been touched (conservative advancement, after Mirtich 1996).
    fn met_turning(&self, start: Vec2, way: Vec2, hull: &Hull<'_>, shift: Shift) -> Option<Vec2> {
        let (center, Shift { moved, turned }) = (hull.center(), shift);
        // From the centre, as it is then.
        let spoke = |time: f32| start + way * time - (center - moved * (1.0 - time));
        let farthest = spoke(0.0).length().max(spoke(1.0).length());
        let longest = (way - moved).length() + turned.abs() * farthest;
        let least = NOTICED * self.radius.max(longest / MOST_TURNED);
        let mut time = 0.0f32;
        loop {
            let turn = shift.turn(time);
            let place = center + turn.rotate(spoke(time));
            let surface = hull.surface(place);
            let gap = surface.distance - self.radius;
            let velocity = turn.rotate(way - moved) - turned * (place - center).perp();
            let closes = velocity.dot(surface.normal) < 0.0;
            if gap <= TOUCHING * self.radius && (closes || (time >= 1.0 && gap < 0.0)) {
                return Some(place + surface.normal * (self.skin - gap).max(0.0));
            }
            let next = (time + gap.max(least) / longest).min(1.0);
            if next <= time || next.is_nan() {
                return None;
            }
            time = next;
        }
    }

    /// How far the straight way from `start` to `end` (m) is free: the bent ways of a step, seen
    /// from outside as one straight move, must not cut through a shape either. `obstacles` as for
    /// [`slide`](Self::slide).
    #[must_use]
    pub fn straight(&self, start: Vec2, end: Vec2, obstacles: &[Obstacle<'_>]) -> Vec2 {
        // Half the skin: who slides along a wall at the distance of the skin isn't held up.
        let thinner = Self {
            radius: self.radius - 0.5 * self.skin,
            ..*self
        };
        match thinner.first_hit(start, end - start, obstacles) {
            Some((distance, _, direction)) => start + direction * distance,
            None => end,
        }
    }

    /// Distance to the first shape that a move by `way` touches, its normal, and the move's
    /// direction.
    fn first_hit(
        &self,
        position: Vec2,
        way: Vec2,
        obstacles: &[Obstacle<'_>],
    ) -> Option<(f32, Vec2, Vec2)> {
        let length = way.length();
        let direction = way.try_normalize()?;
        let mut first: Option<(f32, Vec2)> = None;
        for obstacle in obstacles {
            let hull = obstacle.hull();
            let hit = hull.sweep(position, direction, self.radius + self.skin, length);
            if let Some(hit) = hit
                && first.is_none_or(|(distance, _)| hit.distance < distance)
            {
                first = Some((hit.distance, hit.normal));
            }
        }
        first.map(|(distance, normal)| (distance, normal, direction))
    }

    fn push_out(&self, mut position: Vec2, obstacles: &[Obstacle<'_>]) -> Vec2 {
        for _ in 0..MOST_SLIDES {
            let deepest = obstacles
                .iter()
                .map(|obstacle| obstacle.hull().surface(position))
                .min_by(|a, b| a.distance.total_cmp(&b.distance));
            match deepest {
                Some(surface) if surface.distance < self.radius => {
                    position += surface.normal * (self.radius - surface.distance);
                }
                _ => break,
            }
        }
        position
    }
}

/// Distance (radii) by which the passes may move a body until it can meet somebody who wasn't near.
pub(crate) const REACH: f32 = 0.5;

/// Whether two bodies may touch while contacts are settled, `way` (m) being the shortest between
/// them.
#[must_use]
pub fn are_near(body: &Body, other: &Body, way: Vec2) -> bool {
    let sum = (1.0 + REACH) * (body.radius + other.radius);
    way.length_squared() < sum * sum
}

/// Velocity (m/s) of a body that contacts have taken from `start` (m) to where it is in `dt`
/// seconds: one that was held up isn't faster than it has moved; one that was pushed gains nothing.
#[must_use]
pub fn honest_velocity(body: &Body, start: Vec2, dt: f32) -> Vec2 {
    let moved = body.position - start;
    if moved.distance_squared(body.velocity * dt) > 1e-10 {
        (moved / dt).clamp_length_max(body.speed())
    } else {
        body.velocity
    }
}

/// Velocity (m/s) of a body that something which moves has pushed, and contacts have taken from `start`
/// (m) to where it is in `dt` seconds: the one that it had, less what it was held up. To be pushed
/// neither speeds it up nor turns it: who wants out sideways gets out, and isn't carried along.
#[must_use]
pub fn pushed_velocity(body: &Body, start: Vec2, dt: f32) -> Vec2 {
    let push = (body.position - start) / dt - body.velocity;
    let (direction, strength) = push.normalize_and_length();
    let held_up = (-body.velocity.dot(direction)).max(0.0).min(strength);
    body.velocity + direction * held_up
}

/// Another disc that may overlap ours.
#[derive(Clone, Copy, Debug)]
pub struct Touching {
    /// Its stable id.
    pub id: u64,
    /// Its radius (m).
    pub radius: f32,
    /// Its mass (kg).
    pub mass: f32,
    /// The way from us to its nearest image (m).
    pub way: Vec2,
    /// Whether it can be pushed, too.
    pub gives_way: bool,
}

/// How far a disc is pushed by those that it overlaps (m): the heavier moves less. `others` must
/// come in order of id, as sums depend on the order. Two at exactly the same place part by their
/// ids.
#[must_use]
pub fn push_apart(id: u64, body: &Body, others: impl IntoIterator<Item = Touching>) -> Vec2 {
    let mut push = Vec2::ZERO;
    let mut count = 0;
    for other in others {
        let depth = body.radius + other.radius - other.way.length();
        if depth <= SLACK * body.radius {
            continue;
        }
        let share = if other.gives_way {
            other.mass / (body.mass + other.mass)
        } else {
            1.0
        };
        let away = (-other.way)
            .try_normalize()
            .unwrap_or_else(|| parting_direction(id, other.id));
        push += away * (depth * share);
        count += 1;
    }
    // All neighbours push at the same time: the more there are, the less each one's answer is
    // needed.
    if count > 2 {
        push * (2.0 / count as f32)
    } else {
        push
    }
}
