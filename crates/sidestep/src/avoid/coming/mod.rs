//! Walls and obstacles that move: when they run into a body, and what it costs to be in their way.

mod course;

use glam::Vec2;

use course::Piece;

use super::{Blocker, Obstacle};
use crate::geometry::Bounds;
use crate::motion::Body;

/// How far ahead obstacles that move are met where they will be (s): on the course that was
/// announced for them; else they are taken to go on turning, braking and, for a second, gaining
/// speed as they do now, or to keep their velocity.
pub const FORESIGHT: f32 = 3.0;

/// Longest way of an obstacle that is foreseen (m): what is so fast that it is further away is met
/// later, where nobody could get out of its way by walking anyhow.
const FORESEEN: f32 = 30.0;

/// Added to times to contact (s), so that the cost of touching stays finite.
const SOONEST: f32 = 0.15;

/// What being run into in a second costs, about (shares of the scale of speeds).
const WEIGHT: f32 = 3.0;

/// Speed (m/s) below which nothing has a direction in which it moves.
const RESTS: f32 = 1e-6;

/// The way of a disc that changes its velocity evenly, and keeps the new one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    /// Where it begins (m).
    from: Vec2,
    /// Radius of the disc (m).
    radius: f32,
    /// Velocity on average as long as it changes (m/s), and how long that is (s).
    meanwhile: (Vec2, f32),
    /// The velocity that it keeps (m/s).
    velocity: Vec2,
}

impl Run {
    /// The way of a body that wants a velocity (m/s), and is taken to be `skin` metres larger.
    pub fn of(body: &Body, skin: f32, velocity: Vec2) -> Self {
        let change = body.velocity.distance(velocity) / body.max_acceleration();
        Self {
            from: body.position,
            radius: body.radius + skin,
            meanwhile: (0.5 * (body.velocity + velocity), change.min(FORESIGHT)),
            velocity,
        }
    }

    /// From where the disc would get to the same places later on if it had its velocity at once (m).
    fn start(&self) -> Vec2 {
        let (mean, seconds) = self.meanwhile;
        self.from + (mean - self.velocity) * seconds
    }
}

impl Obstacle<'_> {
    /// Whether it moves or turns in this step.
    #[must_use]
    pub fn moves(&self) -> bool {
        self.velocity != Vec2::ZERO || self.spin != 0.0
    }

    /// Whether it is a wall for good: it isn't temporary, and it stands still.
    #[must_use]
    pub fn is_wall(&self) -> bool {
        !self.temporary && !self.moves()
    }

    /// Velocity of what of it is at a point (m), as it moves and turns (m/s).
    #[must_use]
    pub fn velocity_at(&self, point: Vec2) -> Vec2 {
        if self.spin == 0.0 {
            self.velocity
        } else {
            self.velocity + (point - self.hull().center()).perp() * self.spin
        }
    }

    /// Velocity of what of it is nearest to a point (m), as it moves and turns (m/s).
    #[must_use]
    pub fn velocity_near(&self, point: Vec2) -> Vec2 {
        if self.spin == 0.0 {
            self.velocity
        } else {
            self.velocity_at(self.hull().surface(point).point)
        }
    }

    /// The box around all places where it will be within [`FORESIGHT`], if it goes on as it does and
    /// as was announced, and turns as it may (m). At rest, the box around it.
    #[must_use]
    pub fn foreseen(&self) -> Bounds {
        let mut bounds = self.shape.bounds().moved(self.offset);
        if self.spin != 0.0 {
            let hull = self.hull();
            let (min, max) = (hull.center(), hull.center());
            bounds = Bounds { min, max }.grown(hull.bounding_radius());
        }
        let reaching = |all: Bounds, way: Vec2| Bounds {
            min: all.min.min(bounds.min + way),
            max: all.max.max(bounds.max + way),
        };
        if self.goes_straight() {
            let way = self.velocity.clamp_length_max(FORESEEN / FORESIGHT) * FORESIGHT;
            return reaching(bounds, way);
        }
        (self.ways(FORESIGHT)).fold(bounds, |all, way| {
            reaching(all, way.clamp_length_max(FORESEEN))
        })
    }

    /// When a disc of `radius` metres at `from` (m) that keeps its `velocity` (m/s) runs into it, or
    /// it into the disc (s); `None` if not within `horizon` seconds. 0 if they touch and come closer;
    /// those that touch and part don't run into each other.
    ///
    /// Its course is that of [`FORESIGHT`]: in pieces of at most a quarter of a second where it turns
    /// or changes its velocity steadily.
    #[must_use]
    pub fn contact(&self, from: Vec2, radius: f32, velocity: Vec2, horizon: f32) -> Option<f32> {
        if !self.goes_straight() {
            let met = self.first_piece(from, radius, velocity, (0.0, horizon));
            return met.map(|(contact, _)| contact);
        }
        let relative = velocity - self.velocity_near(from);
        let (direction, speed) = relative.normalize_and_length();
        if speed <= RESTS {
            return None;
        }
        let hit = (self.hull()).sweep(from, direction, radius, speed * horizon)?;
        Some(hit.distance / speed)
    }

    /// When a disc and the obstacle run into each other between two times (s), and the piece of the
    /// disc's way in which they do: see [`contact`](Self::contact).
    fn first_piece(
        &self,
        from: Vec2,
        radius: f32,
        velocity: Vec2,
        (begins, horizon): (f32, f32),
    ) -> Option<(f32, Piece)> {
        let hull = self.hull();
        let pieces = self.pieces(from, velocity, horizon);
        (pieces.filter_map(|piece| piece.later_than(begins))).find_map(|piece| {
            let (direction, length) = (piece.to - piece.from).normalize_and_length();
            let lasts = piece.ends - piece.starts;
            if length <= RESTS * lasts {
                return None;
            }
            let hit = hull.sweep(piece.from, direction, radius, length)?;
            Some((piece.starts + lasts * (hit.distance / length), piece))
        })
    }

    /// How long a disc of `radius` metres at `from` (m) that keeps its `velocity` (m/s) is in the way
    /// of it (s): until it is beside what the obstacle sweeps over. Infinite if it never is.
    fn in_the_way(&self, from: Vec2, radius: f32, velocity: Vec2) -> f32 {
        self.in_the_way_of(from, radius, velocity, self.velocity_near(from))
    }

    /// The same of one that comes at a velocity (m/s).
    fn in_the_way_of(&self, from: Vec2, radius: f32, velocity: Vec2, coming: Vec2) -> f32 {
        if coming.length() <= RESTS {
            return f32::INFINITY;
        }
        let across = coming.perp().normalize_or_zero();
        let sideways = (velocity - coming).dot(across);
        let hull = self.hull();
        let half_width = radius + hull.rounding();
        // How far it is to the side to which it goes.
        let furthest = hull.reach(from, across * sideways.signum());
        ((furthest + half_width).max(0.0) / sideways.abs()).max(0.0)
    }

    /// What it costs that this obstacle, which moves, runs into a disc on its way, as a share of the
    /// scale of speeds: the more the sooner, and the more the longer it would be pushed. 0 if that
    /// isn't within [`FORESIGHT`].
    pub(super) fn cost_of_contact(&self, run: &Run) -> f32 {
        let &Run { from, radius, .. } = run;
        if !self.goes_straight() {
            return match self.first_piece_of(run) {
                Some((contact, piece)) => self.cost_of_piece(contact, &piece, radius),
                None => self.cost_inside(from, radius, run.velocity),
            };
        }
        let Some(contact) = self.straight_contact(run) else {
            return self.cost_inside(from, radius, run.velocity);
        };
        let in_the_way = self.in_the_way(run.start(), radius, run.velocity);
        let pushed = (in_the_way - contact).clamp(0.0, FORESIGHT);
        cost_of(contact) * (1.0 + pushed / FORESIGHT)
    }

    /// When a disc on its way and the obstacle, which goes straight, run into each other (s), if within
    /// [`FORESIGHT`].
    fn straight_contact(&self, run: &Run) -> Option<f32> {
        let (mean, changes) = run.meanwhile;
        let meanwhile = self.contact(run.from, run.radius, mean, changes);
        meanwhile.or_else(|| {
            // As it is seen from the obstacle, which is taken to stand where it is now.
            let from = run.from + (mean - self.velocity) * changes;
            let later = self.contact(from, run.radius, run.velocity, FORESIGHT - changes)?;
            Some(changes + later)
        })
    }

    /// The same for one that turns or changes its velocity, with the piece of the disc's way.
    fn first_piece_of(&self, run: &Run) -> Option<(f32, Piece)> {
        let (mean, changes) = run.meanwhile;
        let first = |from, velocity, times| self.first_piece(from, run.radius, velocity, times);
        first(run.from, mean, (0.0, changes))
            .or_else(|| first(run.start(), run.velocity, (changes, FORESIGHT)))
    }

    /// What it costs a disc of `radius` metres to run into the obstacle, or it into the disc, in a
    /// piece of the disc's way.
    fn cost_of_piece(&self, contact: f32, piece: &Piece, radius: f32) -> f32 {
        let hull = self.hull();
        let arm = hull.surface(piece.from).point - hull.center();
        let coming = piece.coming + arm.perp() * self.spin;
        let pushed = if coming.length() <= RESTS {
            // It stands there by then, and pushes nobody.
            0.0
        } else {
            let seen = (piece.to - piece.from) / (piece.ends - piece.starts);
            let in_the_way = self.in_the_way_of(piece.from, radius, seen + coming, coming);
            (piece.starts + in_the_way - contact).clamp(0.0, FORESIGHT)
        };
        cost_of(contact) * (1.0 + pushed / FORESIGHT)
    }

    /// What it costs a disc that is in the obstacle already and comes out: the less the sooner.
    fn cost_inside(&self, from: Vec2, radius: f32, velocity: Vec2) -> f32 {
        let surface = self.hull().surface(from);
        let deep = radius - surface.distance;
        if deep <= 0.0 {
            return 0.0;
        }
        let outward = (velocity - self.velocity_at(surface.point)).dot(surface.normal);
        let straight = deep / outward.max(f32::MIN_POSITIVE);
        let until = straight.min(self.in_the_way(from, radius, velocity));
        cost_of(0.0) * (until / FORESIGHT).clamp(0.0, 1.0)
    }
}

/// What a contact in `seconds` costs, as a share of the scale of speeds.
fn cost_of(seconds: f32) -> f32 {
    WEIGHT * (1.0 / (seconds + SOONEST) - 1.0 / (FORESIGHT + SOONEST)).max(0.0)
}

/// What of all that moves runs into a body first that keeps its `velocity` (m/s), and when (s), if
/// within `horizon` seconds; ties by name. The body is taken to be `skin` metres larger.
pub(super) fn first_to_come<'o, 'a: 'o>(
    obstacles: impl IntoIterator<Item = &'o Obstacle<'a>>,
    (body, skin): (&Body, f32),
    velocity: Vec2,
    horizon: f32,
) -> Option<(Blocker, f32)> {
    let radius = body.radius + skin;
    (obstacles.into_iter())
        .filter(|obstacle| obstacle.comes())
        .filter_map(|obstacle| {
            let contact = obstacle.contact(body.position, radius, velocity, horizon)?;
            Some((obstacle.name, contact))
        })
        .min_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)))
}

/// When something that moves would run into a body that stood (s), if within [`FORESIGHT`]: it is in
/// the way then.
pub(crate) fn run_over_in<'o, 'a: 'o>(
    obstacles: impl IntoIterator<Item = &'o Obstacle<'a>>,
    body: &Body,
) -> Option<f32> {
    let first = first_to_come(obstacles, (body, 0.0), Vec2::ZERO, FORESIGHT);
    first.map(|(_, contact)| contact)
}

/// What it costs a disc on its way to meet what moves, as a share of the scale of speeds: the worst
/// counts.
pub(super) fn cost_of_coming<'o, 'a: 'o>(
    obstacles: impl IntoIterator<Item = &'o Obstacle<'a>>,
    run: &Run,
) -> f32 {
    (obstacles.into_iter())
        .filter(|obstacle| obstacle.comes())
        .map(|obstacle| obstacle.cost_of_contact(run))
        .fold(0.0, f32::max)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{ConvexPolygon, Shape};
    use crate::random::Random;

    fn cart(velocity: Vec2) -> (Shape, Vec2) {
        let size = Vec2::new(2.0, 1.0);
        let shape = ConvexPolygon::rectangle(Vec2::ZERO, size, 0.3).expect("a box");
        (shape.into(), velocity)
    }

    fn moving(shape: &Shape, velocity: Vec2) -> Obstacle<'_> {
        Obstacle {
            velocity,
            ..Obstacle::new(0, shape)
        }
    }

    #[test]
    fn at_the_time_of_contact_they_touch_and_not_before() {
        let mut random = Random::new(1, 1);
        let mut met = 0;
        for _ in 0..2000 {
            let mut draw =
                |most: f32| Vec2::new(random.between(-most, most), random.between(-most, most));
            let (from, ours, (shape, theirs)) = (draw(6.0), draw(2.0), cart(draw(3.0)));
            let obstacle = moving(&shape, theirs);
            let gap = |time: f32| {
                let hull = shape.hull(theirs * time);
                hull.surface(from + ours * time).distance - 0.3
            };
            if gap(0.0) <= 0.0 {
                continue;
            }
            let contact = obstacle.contact(from, 0.3, ours, FORESIGHT);
            let until = contact.unwrap_or(FORESIGHT);
            for part in 0..50 {
                let time = until * part as f32 / 50.0;
                assert!(gap(time) > -1e-4, "{from} {ours} {theirs} at {time} s");
            }
            if let Some(contact) = contact {
                met += 1;
                assert!(gap(contact).abs() < 1e-3, "{from} {ours} {theirs}");
            }
        }
        assert!(met > 100, "{met} met");
    }

    #[test]
    fn the_box_that_is_foreseen_holds_all_places() {
        let (shape, velocity) = cart(Vec2::new(-1.5, 4.0));
        let obstacle = moving(&shape, velocity);
        let all = obstacle.foreseen();
        for part in 0..=30 {
            let bounds = shape.bounds().moved(velocity * (0.1 * part as f32));
            let slack = all.grown(1e-4);
            assert!(slack.contains(bounds.min) && slack.contains(bounds.max));
        }
        let still = Obstacle::new(0, &shape);
        assert_eq!(still.foreseen(), shape.bounds());
    }

    #[test]
    fn to_be_met_later_and_to_be_out_of_the_way_sooner_costs_less() {
        let (shape, velocity) = cart(Vec2::new(2.0, 0.0));
        let obstacle = moving(&shape, velocity);
        let cost = |from: Vec2, velocity: Vec2| {
            let body = Body {
                velocity,
                ..Body::new(from, 0.3, 2.0)
            };
            obstacle.cost_of_contact(&Run::of(&body, 0.0, velocity))
        };
        let (near, far) = (Vec2::new(2.0, 0.1), Vec2::new(4.0, 0.1));
        assert!(cost(near, Vec2::ZERO) > cost(far, Vec2::ZERO));
        assert!(cost(far, Vec2::ZERO) > cost(far, Vec2::new(1.0, 0.0)));
        let sideways = Vec2::new(0.0, 0.5);
        assert!(cost(near, Vec2::ZERO) > cost(near, sideways));
        assert!(
            cost(near, -sideways) > cost(near, sideways),
            "the shorter way"
        );
        assert_eq!(cost(Vec2::new(0.0, 5.0), Vec2::ZERO), 0.0);
        // Who has to turn round first is met sooner than who is on its way already.
        let turns = |from: Vec2, velocity: Vec2| {
            let body = Body {
                velocity: -velocity,
                ..Body::new(from, 0.3, 2.0)
            };
            obstacle.cost_of_contact(&Run::of(&body, 0.0, velocity))
        };
        let ahead = Vec2::new(1.0, 0.0);
        assert!(turns(far, ahead) > cost(far, ahead));
        // Inside it the fastest way out costs least.
        let inside = Vec2::new(0.0, 0.4);
        assert!(cost(inside, Vec2::ZERO) > cost(inside, Vec2::new(0.0, 1.0)));
    }
}
