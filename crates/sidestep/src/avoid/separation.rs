//! Lines between agents that neither crosses.

use glam::Vec2;

use crate::motion::Body;

/// The way that a body takes if it brakes from now on in a straight line: what it can no longer
/// avoid to use.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BrakingWay {
    /// Where the body is (m).
    pub from: Vec2,
    /// Where it comes to rest (m).
    pub to: Vec2,
    /// Its radius (m).
    pub radius: f32,
    /// How far the body gets in the next step if it goes on as it does (m).
    pub step: Vec2,
}

impl BrakingWay {
    /// The braking way of a body before a step of `dt` seconds, above 0.
    #[must_use]
    pub fn of(body: &Body, dt: f32) -> Self {
        Self {
            from: body.position,
            to: body.position
                + body.velocity.normalize_or_zero() * body.braking_distance(body.speed()),
            radius: body.radius,
            step: body.velocity * dt,
        }
    }

    /// Whether the [line](SeparatingLine) between this way and another surely lets a body come to rest `further`
    /// metres from the end of its own, in any direction: told without drawing it, by how far apart both are along
    /// the line through the places where they begin. `skin` as for [`SeparatingLine::between`].
    #[must_use]
    pub fn is_surely_clear_of(&self, other: &Self, skin: f32, further: f32) -> bool {
        let between = other.from - self.from;
        let distance = between.length();
        let ours = (self.to - self.from).dot(between).max(0.0);
        let theirs = (other.from - other.to).dot(between).max(0.0);
        // At least: the line shares what is between the nearest points of both, and this is a part of that.
        let gap = distance - (ours + theirs) / distance - self.radius - other.radius - skin;
        // At most so far the line comes towards us.
        let moved = self.step.length().min(other.step.length());
        // The skin once more, for what is lost in rounding.
        further + skin < 0.5 * gap - moved
    }

    /// The same way elsewhere (m), such as at the nearest image on a wrapping world.
    #[must_use]
    pub fn moved(self, offset: Vec2) -> Self {
        Self {
            from: self.from + offset,
            to: self.to + offset,
            ..self
        }
    }
}

/// A line between two agents that neither crosses: midway between their braking ways; where both go the
/// same way, as far further on as the slower of them gets in the next step, but on neither way.
///
/// So who follows somebody who goes ahead needn't leave it a half of the gap, for which that one has no
/// use. Midway, each in a queue would have to be two steps behind those ahead instead of one, and the queue
/// would go the more slowly the longer the step is.
///
/// Whoever brakes with full force stays within its own braking way, and so on its own side. If both
/// keep their next step, and the braking way after it, on their own sides, they don't touch in that
/// step, and can again both brake after it: by induction they never touch, at any speed and any
/// time step, and in whatever order they decide.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeparatingLine {
    /// Towards the other, a unit vector.
    pub normal: Vec2,
    /// How far our centre may go along the normal (m), measured from the origin of the plane.
    pub limit: f32,
    /// The other's id.
    pub id: u64,
}

impl SeparatingLine {
    /// The line as `own` sees it. `skin` (m) is kept free between the two. `apart` gives the
    /// direction towards the other (a unit vector) where the two ways cross; the other must get the
    /// opposite one.
    ///
    /// Those that overlap already may not come nearer, and may always part.
    #[must_use]
    pub fn between(
        own: &BrakingWay,
        other: &BrakingWay,
        skin: f32,
        id: u64,
        apart: impl FnOnce() -> Vec2,
    ) -> Self {
        let (ours, theirs) = closest_points(own.from, own.to, other.from, other.to);
        let way = theirs - ours;
        let distance = way.length();
        let normal = if distance > 1e-6 {
            way / distance
        } else {
            (other.from - own.from)
                .try_normalize()
                .unwrap_or_else(apart)
        };
        let gap = (distance - own.radius - other.radius - skin).max(0.0);
        Self {
            normal,
            // Measured from the farther end where the ways cross: braking must always be allowed.
            limit: ours
                .dot(normal)
                .max(own.from.dot(normal))
                .max(own.to.dot(normal))
                + (0.5 * gap + together(own.step.dot(normal), other.step.dot(normal)))
                    .clamp(0.0, gap),
            id,
        }
    }

    /// Whether a body that comes to rest at `end` (m) keeps to its own side.
    #[must_use]
    pub fn allows(&self, end: Vec2) -> bool {
        self.beyond(end) <= 0.0
    }

    /// How far beyond it a body is that comes to rest at `end` (m): 0 or less on its own side.
    #[must_use]
    pub fn beyond(&self, end: Vec2) -> f32 {
        end.dot(self.normal) - self.limit
    }
}

/// How far two get together who get so far along a line (m): as far as the slower, nowhere if they go
/// against each other.
fn together(ours: f32, theirs: f32) -> f32 {
    if ours * theirs > 0.0 {
        ours.abs().min(theirs.abs()).copysign(ours)
    } else {
        0.0
    }
}

/// The points of two segments that are nearest to each other.
fn closest_points(from: Vec2, to: Vec2, other_from: Vec2, other_to: Vec2) -> (Vec2, Vec2) {
    let (own, other) = (to - from, other_to - other_from);
    if let Some(crossing) = crossing(from, own, other_from, other) {
        return (crossing, crossing);
    }
    // Otherwise an end of one of them is nearest.
    let on = |point: Vec2, start: Vec2, way: Vec2| {
        let share = (point - start).dot(way) / way.length_squared();
        // A segment without length has no share.
        if share > 0.0 {
            start + way * share.min(1.0)
        } else {
            start
        }
    };
    let candidates = [
        (from, on(from, other_from, other)),
        (to, on(to, other_from, other)),
        (on(other_from, from, own), other_from),
        (on(other_to, from, own), other_to),
    ];
    let mut best = candidates[0];
    for candidate in candidates {
        if candidate.0.distance_squared(candidate.1) < best.0.distance_squared(best.1) {
            best = candidate;
        }
    }
    best
}

fn crossing(from: Vec2, own: Vec2, other_from: Vec2, other: Vec2) -> Option<Vec2> {
    let area = own.perp_dot(other);
    let between = other_from - from;
    let (share, other_share) = (between.perp_dot(other) / area, between.perp_dot(own) / area);
    let inside = |share: f32| (0.0..=1.0).contains(&share);
    (inside(share) && inside(other_share)).then(|| from + own * share)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// A body anywhere near the place, which goes anywhere.
    fn way(random: &mut Random, near: Vec2) -> BrakingWay {
        let mut draw = |reach: f32| random.between(-reach, reach);
        let mut body = Body::new(near + Vec2::new(draw(2.0), draw(2.0)), 0.25, 1.3);
        body.velocity = Vec2::new(draw(1.5), draw(1.5));
        BrakingWay::of(&body, 0.05)
    }

    #[test]
    fn both_see_the_line_at_the_same_place() {
        let mut random = Random::new(7, 0);
        let (skin, mut worst) = (5e-4, (f32::INFINITY, 0.0));
        for _ in 0..20_000 {
            let (own, other) = (way(&mut random, Vec2::ZERO), way(&mut random, Vec2::ZERO));
            let ours = SeparatingLine::between(&own, &other, skin, 1, || Vec2::X);
            let theirs = SeparatingLine::between(&other, &own, skin, 2, || -Vec2::X);
            assert!(
                ours.normal.distance(-theirs.normal) < 1e-3,
                "{own:?} {other:?}"
            );
            assert!(
                ours.allows(own.from) && ours.allows(own.to),
                "{own:?} {other:?}"
            );
            let (near, far) = closest_points(own.from, own.to, other.from, other.to);
            let gap = near.distance(far) - own.radius - other.radius;
            if gap > 2.0 * skin {
                // What is left between both, less both bodies.
                let left = -theirs.limit - ours.limit - own.radius - other.radius;
                worst = (f32::min(worst.0, left), f32::max(worst.1, left));
            }
        }
        // The skin, but for rounding.
        assert!(worst.0 > 0.5 * skin && worst.1 < 4.0 * skin, "{worst:?}");
    }

    #[test]
    fn a_line_allows_whatever_a_way_is_surely_clear_of() {
        let mut random = Random::new(4, 0);
        let (skin, mut clear, mut refused) = (5e-4, 0, 0);
        for round in 0..20_000 {
            let place = if round % 2 == 0 { 0.0 } else { 400.0 };
            let near = Vec2::splat(place);
            let (own, other) = (way(&mut random, near), way(&mut random, near));
            let further = random.between(0.0, 0.6);
            let line = SeparatingLine::between(&own, &other, skin, 1, || Vec2::X);
            let towards = own.to + line.normal * further;
            refused += u32::from(!line.allows(towards));
            if own.is_surely_clear_of(&other, skin, further) {
                clear += 1;
                assert!(line.allows(towards), "{own:?} {other:?}, {further} m");
            }
        }
        // It tells most of those that are.
        assert!(
            refused > 2_000 && clear > (20_000 - refused) / 2,
            "{clear}, {refused}"
        );
    }
}
