//! Where things went, as polylines that don't grow without limit.
//!
//! A point is kept once it is some distance away from the last one. When all trails together have
//! too many points, that distance is doubled and the trails are thinned again: memory stays bounded
//! however long the run is. Where something jumped (put elsewhere, left the world, crossed the edge
//! of a torus) the line is broken.

use glam::Vec2;
use serde::{Deserialize, Serialize};

/// A place on a trail.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct TrailPoint {
    /// Where (m).
    pub position: Vec2,
    /// How fast (m/s).
    pub speed: f32,
}

/// The unbroken lines of one thing that moves.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Trail {
    lines: Vec<Vec<TrailPoint>>,
    latest: Option<TrailPoint>,
}

/// Trails of many things.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Trails {
    trails: Vec<Trail>,
    spacing: f32,
    most_points: usize,
    points: usize,
}

impl Trail {
    /// Its unbroken lines, each with at least one point, in order of time.
    pub fn lines(&self) -> impl Iterator<Item = Vec<TrailPoint>> + '_ {
        let last = self.lines.len().saturating_sub(1);
        self.lines.iter().enumerate().map(move |(index, line)| {
            let mut line = line.clone();
            if index == last
                && let Some(latest) = self.latest
                && line.last() != Some(&latest)
            {
                line.push(latest);
            }
            line
        })
    }

    /// The first place, if it was ever anywhere.
    pub fn first(&self) -> Option<TrailPoint> {
        self.lines.first()?.first().copied()
    }

    /// The last place.
    pub fn last(&self) -> Option<TrailPoint> {
        self.latest.or_else(|| self.lines.last()?.last().copied())
    }

    /// Ends the current line; returns how many points that added.
    fn end_line(&mut self) -> usize {
        let latest = self.latest.take();
        match (latest, self.lines.last_mut()) {
            (Some(latest), Some(line)) if line.last() != Some(&latest) => {
                line.push(latest);
                1
            }
            _ => 0,
        }
    }

    /// Drops points closer than `spacing` to the one before, but no ends; returns how many stay.
    fn thin(&mut self, spacing: f32) -> usize {
        for line in &mut self.lines {
            let Some((&end, inner)) = line.split_last() else {
                continue;
            };
            let mut kept: Vec<TrailPoint> = Vec::with_capacity(line.len() / 2 + 2);
            for &point in inner {
                if kept
                    .last()
                    .is_none_or(|last| last.position.distance(point.position) >= spacing)
                {
                    kept.push(point);
                }
            }
            kept.push(end);
            *line = kept;
        }
        self.lines.iter().map(Vec::len).sum()
    }
}

impl Trails {
    /// Trails of `count` things, with points at least `spacing` metres apart, and about
    /// `most_points` points in all at most.
    pub fn new(count: usize, spacing: f32, most_points: usize) -> Self {
        Self {
            trails: vec![Trail::default(); count],
            spacing,
            most_points: most_points.max(count * 4),
            points: 0,
        }
    }

    /// All trails.
    pub fn all(&self) -> &[Trail] {
        &self.trails
    }

    /// Takes in where a thing is now: `None` while it is nowhere. `jumped` says that it didn't go
    /// there from its last place. Positions that aren't finite count as nowhere.
    pub fn follow(&mut self, index: usize, place: Option<TrailPoint>, jumped: bool) {
        let Some(trail) = self.trails.get_mut(index) else {
            return;
        };
        let place = place.filter(|point| point.position.is_finite());
        if place.is_none() || jumped {
            self.points += trail.end_line();
        }
        let Some(point) = place else {
            return;
        };
        let far = match (trail.latest, trail.lines.last_mut()) {
            (Some(_), Some(line)) => {
                let far = line
                    .last()
                    .is_none_or(|last| last.position.distance(point.position) >= self.spacing);
                if far {
                    line.push(point);
                }
                far
            }
            _ => {
                trail.lines.push(vec![point]);
                true
            }
        };
        trail.latest = Some(point);
        self.points += usize::from(far);
        if self.points > self.most_points {
            self.thin();
        }
    }

    fn thin(&mut self) {
        let lines: usize = self.trails.iter().map(|trail| trail.lines.len()).sum();
        // Ends of lines stay. Where jumps make up most of the trails, wider spacing gains nothing.
        let least = 2 * lines;
        loop {
            self.spacing *= 2.0;
            let spacing = self.spacing;
            self.points = self
                .trails
                .iter_mut()
                .map(|trail| trail.thin(spacing))
                .sum();
            let between_ends = self.points.saturating_sub(least);
            if self.points <= self.most_points / 2 || between_ends <= self.points / 4 {
                break;
            }
        }
        if self.points > self.most_points / 2 {
            self.most_points = self.points * 2;
        }
    }
}

/// Leaves out points that lie within `tolerance` of the line through those that stay (the algorithm
/// of Ramer, Douglas and Peucker).
pub fn simplify(points: &[TrailPoint], tolerance: f32) -> Vec<TrailPoint> {
    if points.len() < 3 {
        return points.to_vec();
    }
    let mut kept = vec![false; points.len()];
    kept[0] = true;
    kept[points.len() - 1] = true;
    let mut spans = vec![(0, points.len() - 1)];
    while let Some((from, to)) = spans.pop() {
        let (a, b) = (points[from].position, points[to].position);
        let mut farthest = (tolerance, None);
        for (index, point) in points.iter().enumerate().take(to).skip(from + 1) {
            let distance = distance_to_segment(point.position, a, b);
            if distance > farthest.0 {
                farthest = (distance, Some(index));
            }
        }
        if let Some(index) = farthest.1 {
            kept[index] = true;
            spans.push((from, index));
            spans.push((index, to));
        }
    }
    points
        .iter()
        .zip(kept)
        .filter_map(|(point, kept)| kept.then_some(*point))
        .collect()
}

fn distance_to_segment(point: Vec2, a: Vec2, b: Vec2) -> f32 {
    let along = b - a;
    let length_squared = along.length_squared();
    if length_squared == 0.0 {
        return point.distance(a);
    }
    let share = ((point - a).dot(along) / length_squared).clamp(0.0, 1.0);
    point.distance(a + along * share)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(x: f32, y: f32) -> TrailPoint {
        TrailPoint {
            position: Vec2::new(x, y),
            speed: 1.0,
        }
    }

    #[test]
    fn ends_are_kept_however_close() {
        let mut trails = Trails::new(1, 1.0, 1000);
        for step in 0..=15 {
            trails.follow(0, Some(at(step as f32 * 0.1, 0.0)), false);
        }
        let lines: Vec<_> = trails.all()[0].lines().collect();
        assert_eq!(lines.len(), 1);
        assert_eq!(lines[0].first(), Some(&at(0.0, 0.0)));
        assert_eq!(lines[0].last(), Some(&at(15.0 * 0.1, 0.0)));
        assert!(lines[0].len() <= 4);
    }

    #[test]
    fn jumps_absence_and_nan_break_the_line() {
        let mut trails = Trails::new(1, 0.5, 1000);
        trails.follow(0, Some(at(0.0, 0.0)), false);
        trails.follow(0, Some(at(1.0, 0.0)), false);
        trails.follow(0, Some(at(50.0, 0.0)), true);
        trails.follow(0, Some(at(51.0, 0.0)), false);
        trails.follow(0, None, false);
        trails.follow(0, Some(at(52.0, 0.0)), false);
        trails.follow(0, Some(at(f32::NAN, 0.0)), false);
        trails.follow(0, Some(at(53.0, 0.0)), false);
        let lines: Vec<_> = trails.all()[0].lines().collect();
        assert_eq!(
            lines,
            [
                vec![at(0.0, 0.0), at(1.0, 0.0)],
                vec![at(50.0, 0.0), at(51.0, 0.0)],
                vec![at(52.0, 0.0)],
                vec![at(53.0, 0.0)]
            ]
        );
    }

    #[test]
    fn a_long_run_stays_bounded_and_keeps_its_shape() {
        let mut trails = Trails::new(2, 0.001, 1000);
        for step in 0..100_000 {
            let angle = step as f32 * 0.01;
            for index in 0..2 {
                let point = at(10.0 * angle.cos(), 10.0 * angle.sin());
                trails.follow(index, Some(point), false);
            }
        }
        let line: Vec<_> = trails.all()[0].lines().collect();
        assert_eq!(line.len(), 1);
        assert!(line[0].len() < 1000, "{}", line[0].len());
        assert!(line[0].len() > 20, "{}", line[0].len());
    }

    #[test]
    fn many_jumps_are_not_lost_and_end() {
        let mut trails = Trails::new(1, 0.1, 10);
        for step in 0..5000 {
            trails.follow(0, Some(at(step as f32 % 7.0 * 10.0, 0.0)), true);
        }
        assert_eq!(trails.all()[0].lines().count(), 5000);
    }

    #[test]
    fn simplifying_stays_within_the_tolerance() {
        let points: Vec<_> = (0..500)
            .map(|index| at(index as f32 * 0.1, (index as f32 * 0.05).sin() * 3.0))
            .collect();
        let kept = simplify(&points, 0.05);
        assert!(kept.len() < 120, "{}", kept.len());
        for point in &points {
            let nearest = kept
                .windows(2)
                .map(|pair| distance_to_segment(point.position, pair[0].position, pair[1].position))
                .fold(f32::INFINITY, f32::min);
            assert!(nearest <= 0.0501, "{nearest}");
        }
        assert_eq!(kept.first(), points.first());
        assert_eq!(kept.last(), points.last());
    }
}
