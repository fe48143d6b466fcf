//! A point that moves along a line at a steady speed.

use glam::Vec2;

use sidestep::avoid::VelocityChange;

use crate::format::{Point, Polyline};

/// Most changes of velocity that are looked for at once.
const MOST_CHANGES: usize = 16;

/// How far beyond a corner it has been turned (m).
const CORNER_PASSED: f64 = 1e-9;

/// A line, walked at a steady speed from its first point on, once or round and round.
#[derive(Clone, Debug, PartialEq)]
pub struct Track {
    points: Vec<[f64; 2]>,
    /// Length of the line up to each point (m), and for a closed one the whole length last.
    lengths: Vec<f64>,
    speed: f64,
    closed: bool,
}

impl Track {
    /// Makes a track of a line, a speed (m/s) and whether it leads back to its start.
    pub fn new(line: &Polyline, speed: f64, closed: bool) -> Self {
        let mut points: Vec<[f64; 2]> = line.points().iter().map(|p| [p.x(), p.y()]).collect();
        if closed {
            points.extend(line.points().first().map(|p: &Point| [p.x(), p.y()]));
        }
        let mut lengths = vec![0.0];
        for pair in points.windows(2) {
            let step = [pair[1][0] - pair[0][0], pair[1][1] - pair[0][1]];
            let length = (step[0] * step[0] + step[1] * step[1]).sqrt();
            lengths.push(lengths[lengths.len() - 1] + length);
        }
        Self {
            points,
            lengths,
            speed,
            closed,
        }
    }

    /// A track that stays at a point (m).
    pub(crate) fn still(point: Vec2) -> Self {
        let point = [f64::from(point.x), f64::from(point.y)];
        Self {
            points: vec![point; 2],
            lengths: vec![0.0; 2],
            speed: 0.0,
            closed: false,
        }
    }

    /// The points that it leads through (m).
    pub fn points(&self) -> impl Iterator<Item = Vec2> + '_ {
        self.points
            .iter()
            .map(|[x, y]| Vec2::new(*x as f32, *y as f32))
    }

    /// Where it is `time` seconds after its start (m).
    pub fn position_at(&self, time: f64) -> Vec2 {
        let (piece, along) = self.piece_at(time);
        let [from, to] = self.ends(piece);
        let at = |axis: usize| (from[axis] + (to[axis] - from[axis]) * along) as f32;
        Vec2::new(at(0), at(1))
    }

    /// How fast it moves, and which way, `time` seconds after its start (m/s).
    pub fn velocity_at(&self, time: f64) -> Vec2 {
        if !self.closed && self.speed * time.max(0.0) >= self.length() {
            return Vec2::ZERO;
        }
        let (piece, _) = self.piece_at(time);
        let [from, to] = self.ends(piece);
        let length = self.lengths[piece + 1] - self.lengths[piece];
        if length <= 0.0 {
            return Vec2::ZERO;
        }
        let component = |axis: usize| ((to[axis] - from[axis]) / length * self.speed) as f32;
        Vec2::new(component(0), component(1))
    }

    /// The changes of its velocity within `ahead` seconds from `time` seconds after its start, as far
    /// as `MOST_CHANGES`: the corners, and the end of a line that isn't closed.
    pub fn changes_within(&self, time: f64, ahead: f64) -> Vec<VelocityChange> {
        let mut changes = Vec::new();
        if self.length() <= 0.0 || self.speed <= 0.0 {
            return changes;
        }
        let mut walked = self.speed * time.max(0.0);
        let until = walked + self.speed * ahead;
        while changes.len() < MOST_CHANGES {
            // Where the next corner is, counted on over all laps.
            let laps = if self.closed {
                (walked / self.length()).floor() * self.length()
            } else {
                0.0
            };
            let on_lap = walked - laps;
            let Some(corner) = self.lengths.iter().find(|length| **length > on_lap) else {
                break;
            };
            walked = laps + corner;
            if walked >= until {
                break;
            }
            let at = walked / self.speed;
            changes.push(VelocityChange {
                after: (at - time.max(0.0)) as f32,
                velocity: self.velocity_at(at + CORNER_PASSED / self.speed),
            });
        }
        changes
    }

    fn length(&self) -> f64 {
        self.lengths[self.lengths.len() - 1]
    }

    /// The piece of the line that it is on, and which fraction of it is done.
    fn piece_at(&self, time: f64) -> (usize, f64) {
        let walked = self.speed * time.max(0.0);
        let walked = if self.closed {
            walked % self.length()
        } else {
            walked.min(self.length())
        };
        let behind = self.lengths.partition_point(|length| *length <= walked);
        let piece = behind.saturating_sub(1).min(self.points.len() - 2);
        let length = self.lengths[piece + 1] - self.lengths[piece];
        let done = walked - self.lengths[piece];
        // A closed line may end where it began, so that its last piece has no length.
        let along = if length > 0.0 {
            (done / length).clamp(0.0, 1.0)
        } else {
            0.0
        };
        (piece, along)
    }

    fn ends(&self, piece: usize) -> [[f64; 2]; 2] {
        [self.points[piece], self.points[piece + 1]]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(closed: bool) -> Track {
        let corners = [[0.0, 0.0], [10.0, 0.0], [10.0, 10.0], [0.0, 10.0]];
        let points: Result<Vec<Point>, _> =
            corners.iter().map(|[x, y]| Point::new(*x, *y)).collect();
        let line = Polyline::try_from(points.expect("in range")).expect("a line");
        Track::new(&line, 2.0, closed)
    }

    #[test]
    fn it_walks_at_its_speed_and_round_the_corner() {
        let track = square(true);
        assert_eq!(track.position_at(0.0), Vec2::ZERO);
        assert_eq!(track.position_at(2.5), Vec2::new(5.0, 0.0));
        assert_eq!(track.position_at(6.0), Vec2::new(10.0, 2.0));
        assert_eq!(track.velocity_at(6.0), Vec2::new(0.0, 2.0));
        assert_eq!(track.position_at(-1.0), Vec2::ZERO);
    }

    #[test]
    fn a_closed_track_goes_round_and_an_open_one_stops() {
        assert_eq!(square(true).position_at(20.0 + 2.5), Vec2::new(5.0, 0.0));
        assert_eq!(square(true).velocity_at(19.0), Vec2::new(0.0, -2.0));
        assert_eq!(square(false).position_at(1e7), Vec2::new(0.0, 10.0));
        assert_eq!(square(false).velocity_at(1e7), Vec2::ZERO);
    }

    #[test]
    fn corners_and_the_end_are_known_before() {
        let changes = |closed, time| {
            let changes = square(closed).changes_within(time, 6.0);
            changes
                .into_iter()
                .map(|it| (it.after, it.velocity))
                .collect::<Vec<_>>()
        };
        let (right, up, left) = (Vec2::X * 2.0, Vec2::Y * 2.0, Vec2::X * -2.0);
        assert_eq!(changes(true, 0.0), [(5.0, up)]);
        assert_eq!(changes(true, 4.5), [(0.5, up), (5.5, left)]);
        // On into the next lap.
        assert_eq!(changes(true, 19.0), [(1.0, right)]);
        assert_eq!(changes(false, 14.0), [(1.0, Vec2::ZERO)]);
        assert_eq!(changes(false, 30.0), []);
    }

    #[test]
    fn a_closed_track_that_names_its_start_twice_has_no_gap() {
        let points = [[0.0, 0.0], [4.0, 0.0], [0.0, 0.0]].map(|[x, y]| Point::new(x, y));
        let points: Result<Vec<Point>, _> = points.into_iter().collect();
        let line = Polyline::try_from(points.expect("in range")).expect("a line");
        let track = Track::new(&line, 1.0, true);
        assert_eq!(track.position_at(9.0), Vec2::new(1.0, 0.0));
        for tenth in 0..200 {
            assert!(track.position_at(f64::from(tenth) / 10.0).is_finite());
        }
    }
}
