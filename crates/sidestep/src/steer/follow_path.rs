//! Following a path.

use glam::Vec2;

use super::{Pace, arrive, seek};
use crate::geometry::nearest_on_segment;
use crate::motion::Body;
use crate::range::{Parameter, Parameters, Range};

/// Steps of the search for the furthest aim: to about a hundredth of the look-ahead.
const MOST_HALVINGS: u32 = 8;

/// Room to spare on the way to an aim, in radii: with none, the body's own course to it would count
/// as blocked and as free by turns.
const SPARE: f32 = 0.02;

/// Share of the look-ahead that is left at the sharpest corner.
const LEAST_LOOK_AHEAD: f32 = 0.125;

/// Following a path of corners: the body aims at a point some way further along it and may stray
/// within a corridor.
///
/// Source: Reynolds 1999, "path following": look ahead along the velocity; steer only when outside
/// the corridor. Here the aim always moves on along the path, so that nothing is cut off at corners
/// by more than the corridor's radius.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct FollowPath {
    /// How far along the path the aim runs ahead (m), above 0. Long cuts corners and looks lazy,
    /// short looks like a tram.
    pub look_ahead: f32,
    /// How far the body may stray from the path before it turns back to it (m), 0 or more.
    pub corridor_radius: f32,
    /// Whether the path goes on from its last corner to its first.
    pub closed: bool,
}

/// How far along a path a body has come.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PathProgress {
    /// Index of the leg (from corner `leg` to the next one).
    pub leg: usize,
    /// Distance walked on that leg (m).
    pub along: f32,
}

impl Parameters for FollowPath {
    fn parameters(&mut self) -> Vec<Parameter<'_>> {
        let Self {
            look_ahead,
            corridor_radius,
            closed: _,
        } = self;
        vec![
            Parameter::new("look_ahead", look_ahead, Range::AboveZero),
            Parameter::new("corridor_radius", corridor_radius, Range::AtLeast(0.0)),
        ]
    }
}

impl FollowPath {
    /// How far from a body obstacles matter to what it can see of the path (m).
    #[must_use]
    pub fn obstacle_reach(&self, body: &Body) -> f32 {
        self.look_ahead + 2.0 * self.corridor_radius + body.radius
    }

    /// Values that suit an agent of `radius` metres, for an open path.
    #[must_use]
    pub fn for_radius(radius: f32) -> Self {
        Self {
            look_ahead: 4.0 * radius,
            corridor_radius: radius,
            closed: false,
        }
    }

    /// The force (N) that follows `path` (corners, m) at `speed` m/s, and the point (m) that it
    /// aims at. An open path is arrived at, a closed one goes on for ever. `progress` is kept by
    /// the caller and never goes back. `None` if the path has no corner. `dt` is the time step (s).
    pub fn steer(
        &self,
        body: &Body,
        path: &[Vec2],
        progress: &mut PathProgress,
        speed: f32,
        dt: f32,
    ) -> Option<(Vec2, Vec2)> {
        self.steer_in_sight(body, path, progress, Pace { speed, dt }, |_, _| true)
    }

    /// As [`steer`](Self::steer), with walls in mind: the aim is the furthest point on the path,
    /// within the look-ahead, to which the body can go straight; and the course is kept only as
    /// long as it is free. `can_reach` says whether the body can go straight to a point (m) with so
    /// much room to spare on either side (m).
    ///
    /// A point on the path that lies behind a wall draws the body to that wall, and away from the
    /// side on which the path goes round it; a nearer one leads round.
    pub fn steer_in_sight(
        &self,
        body: &Body,
        path: &[Vec2],
        progress: &mut PathProgress,
        Pace { speed, dt }: Pace,
        can_reach: impl Fn(Vec2, f32) -> bool,
    ) -> Option<(Vec2, Vec2)> {
        let last = *path.last()?;
        if path.len() == 1 {
            return Some((arrive(body, last, speed, dt), last));
        }
        self.move_on(body.position, path, progress, |point| can_reach(point, 0.0));
        let nearest = self.point(path, *progress);
        let spare = SPARE * body.radius;
        let aim = self.aim(body.position, path, *progress, |point| {
            can_reach(point, spare)
        });
        if !self.closed && aim == last {
            return Some((arrive(body, last, speed, dt), last));
        }
        let strayed = body.position.distance(nearest) > self.corridor_radius;
        let ahead = body.position + body.velocity * (self.look_ahead / speed.max(1e-3));
        let keeps_course = !strayed
            && body.velocity.dot(aim - nearest) > 0.0
            && distance_to_line(ahead, nearest, aim) <= self.corridor_radius
            // As far as at full speed: a body that slowed down would find the same course free
            // again.
            && can_reach(
                body.position + body.velocity.normalize_or_zero() * self.look_ahead,
                0.0,
            );
        let force = if keeps_course {
            body.force_towards(body.velocity.normalize_or(body.heading) * speed, dt)
        } else {
            seek(body, aim, speed, dt)
        };
        Some((force, aim))
    }

    /// The corners of a path that come after a place on it, in order; of a closed one all of them.
    pub(crate) fn corners_after(
        &self,
        path: &[Vec2],
        progress: PathProgress,
    ) -> impl Iterator<Item = Vec2> {
        let next = progress.leg + 1;
        let count = if self.closed {
            path.len()
        } else {
            path.len().saturating_sub(next)
        };
        path.iter().copied().cycle().skip(next).take(count)
    }

    /// The place on a path (m) that a body has come to, and the one that its aim is at the most,
    /// but no further than the next corner.
    pub(crate) fn next_stretch(&self, path: &[Vec2], progress: PathProgress) -> (Vec2, Vec2) {
        let ahead = PathProgress {
            leg: progress.leg,
            along: progress.along + self.look_ahead,
        };
        (self.point(path, progress), self.point(path, ahead))
    }

    /// The point on the path as far ahead as can be reached straight, and without leaving the
    /// corridor at a corner on the way.
    fn aim(
        &self,
        position: Vec2,
        path: &[Vec2],
        progress: PathProgress,
        can_reach: impl Fn(Vec2) -> bool,
    ) -> Vec2 {
        let (mut near, mut far) = (0.0, 1.0);
        let mut part = 1.0;
        for _ in 0..MOST_HALVINGS {
            let place = self.further(path, progress, self.look_ahead * part);
            if self.cuts_too_much(position, path, progress, place)
                || !can_reach(self.point(path, place))
            {
                far = part;
            } else {
                near = part;
            }
            if near == 1.0 {
                break;
            }
            part = 0.5 * (near + far);
        }
        // Never so near that the body would stop at a corner.
        let part = near.max(LEAST_LOOK_AHEAD);
        self.point(path, self.further(path, progress, self.look_ahead * part))
    }

    /// Whether a corner between two places is further than the corridor from the straight way to
    /// the second.
    fn cuts_too_much(
        &self,
        position: Vec2,
        path: &[Vec2],
        from: PathProgress,
        to: PathProgress,
    ) -> bool {
        let aim = self.point(path, to);
        let legs = self.legs(path);
        let mut leg = from.leg;
        for _ in 0..legs {
            if leg == to.leg {
                return false;
            }
            let corner = self.leg(path, leg).1;
            if corner.distance(nearest_on_segment(corner, position, aim)) > self.corridor_radius {
                return true;
            }
            leg = (leg + 1) % legs;
        }
        false
    }

    fn legs(&self, path: &[Vec2]) -> usize {
        if self.closed {
            path.len()
        } else {
            path.len() - 1
        }
    }

    fn leg(&self, path: &[Vec2], index: usize) -> (Vec2, Vec2) {
        (path[index % path.len()], path[(index + 1) % path.len()])
    }

    fn point(&self, path: &[Vec2], progress: PathProgress) -> Vec2 {
        let (start, end) = self.leg(path, progress.leg);
        let length = start.distance(end);
        if progress.along >= length {
            return end;
        }
        start + (end - start) * (progress.along / length)
    }

    /// Advances to the nearest place on this leg, or on the next ones within reach and in sight: a
    /// leg that comes back on the far side of a wall isn't near.
    fn move_on(
        &self,
        position: Vec2,
        path: &[Vec2],
        progress: &mut PathProgress,
        can_reach: impl Fn(Vec2) -> bool,
    ) {
        let legs = self.legs(path);
        progress.leg %= legs.max(1);
        let mut best = (f32::INFINITY, *progress);
        let mut place = *progress;
        let mut budget = self.look_ahead + self.corridor_radius;
        for _ in 0..legs {
            let (start, end) = self.leg(path, place.leg);
            let along = end - start;
            let length = along.length();
            let direction = along.normalize_or_zero();
            // Not `clamp`, which panics if the look-ahead makes no sense.
            let projected = (position - start)
                .dot(direction)
                .min(place.along + budget)
                .min(length)
                .max(place.along.min(length));
            let distance = position.distance_squared(start + direction * projected);
            let on_this_leg = place.leg == progress.leg;
            let is_nearer = distance < best.0;
            if is_nearer && (on_this_leg || can_reach(start + direction * projected)) {
                best = (
                    distance,
                    PathProgress {
                        leg: place.leg,
                        along: projected,
                    },
                );
            }
            budget -= length - place.along;
            let at_end = !self.closed && place.leg + 1 == legs;
            if budget <= 0.0 || at_end {
                break;
            }
            place = PathProgress {
                leg: (place.leg + 1) % legs,
                along: 0.0,
            };
        }
        *progress = best.1;
    }

    fn further(&self, path: &[Vec2], from: PathProgress, distance: f32) -> PathProgress {
        let legs = self.legs(path);
        let mut place = PathProgress {
            leg: from.leg,
            along: from.along + distance,
        };
        // A closed path may be shorter than the look-ahead: go round it once at the most.
        for _ in 0..legs {
            let (start, end) = self.leg(path, place.leg);
            let length = start.distance(end);
            if place.along <= length || (!self.closed && place.leg + 1 == legs) {
                place.along = place.along.min(length);
                return place;
            }
            place.along -= length;
            place.leg = (place.leg + 1) % legs;
        }
        place.along = 0.0;
        place
    }
}

fn distance_to_line(point: Vec2, from: Vec2, to: Vec2) -> f32 {
    let direction = (to - from).normalize_or_zero();
    direction.perp_dot(point - from).abs()
}
