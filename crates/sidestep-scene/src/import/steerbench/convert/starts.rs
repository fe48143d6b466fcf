//! Starts that are inside obstacles.
//!
//! Some published test cases have an agent start in an obstacle. A scene may not, so the agent is
//! moved to a free place nearby.

use std::f64::consts::TAU;

use glam::DVec2;

use crate::format::{AgentGroup, Obstacle, Point};

/// How deep an agent may start in an obstacle without being moved (m).
const SLACK: f64 = 0.0005;
/// Free gap round an agent that is moved (m).
const GAP: f64 = 0.01;
/// Rings of places that are tried, half a radius apart.
const RINGS: u32 = 400;
/// Places on each ring.
const PLACES: u32 = 64;
/// Most distances that are reckoned for one scene; beyond it, starts stay as they are.
const MOST_DISTANCES: usize = 100_000_000;

/// An agent that was moved.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Moved {
    /// Its group.
    pub name: String,
    /// Where the test case has it.
    pub from: Point,
    /// Where it starts.
    pub to: Point,
}

/// Moves agents with listed starts that are inside obstacles to a free place: the first that is
/// free on rings of growing size round the start, clear of obstacles and of the listed starts of
/// others.
///
/// What is too large for that to be done in reasonable time stays as it is.
pub(super) fn move_off_obstacles(groups: &mut [AgentGroup], obstacles: &[Obstacle]) -> Vec<Moved> {
    let solids: Vec<Solid> = obstacles.iter().filter_map(Solid::of).collect();
    let mut discs: Vec<Option<(DVec2, f64)>> = groups.iter().map(disc).collect();
    let mut distances = discs.len().saturating_mul(solids.len());
    let mut moved = Vec::new();
    if distances > MOST_DISTANCES {
        return moved;
    }
    for index in 0..groups.len() {
        let Some((center, radius)) = discs[index] else {
            continue;
        };
        if is_clear(&solids, center, radius - SLACK) {
            continue;
        }
        discs[index] = None;
        let found = candidates(center, radius).find(|place| {
            distances = distances.saturating_add(solids.len() + discs.len());
            distances > MOST_DISTANCES
                || (is_clear(&solids, *place, radius + GAP)
                    && discs
                        .iter()
                        .flatten()
                        .all(|(other, reach)| other.distance(*place) >= radius + reach + GAP))
        });
        if distances > MOST_DISTANCES {
            break;
        }
        let place = found.and_then(|place| Some((place, Point::new(place.x, place.y).ok()?)));
        let Some((place, to)) = place else { continue };
        discs[index] = Some((place, radius));
        let from = std::mem::replace(&mut groups[index].positions[0], to);
        let name = groups[index]
            .name
            .as_ref()
            .map(ToString::to_string)
            .unwrap_or_default();
        moved.push(Moved { name, from, to });
    }
    moved
}

/// Body of the one agent of a group with a listed start.
fn disc(group: &AgentGroup) -> Option<(DVec2, f64)> {
    let start = group.positions.first()?;
    Some((DVec2::new(start.x(), start.y()), group.radius.largest()))
}

fn is_clear(solids: &[Solid], center: DVec2, reach: f64) -> bool {
    solids.iter().all(|solid| solid.distance(center) >= reach)
}

/// Places round a start, the nearest ones first.
fn candidates(center: DVec2, radius: f64) -> impl Iterator<Item = DVec2> {
    (1..=RINGS).flat_map(move |ring| {
        let distance = f64::from(ring) * radius / 2.0;
        (0..PLACES).map(move |place| {
            let (sine, cosine) = libm::sincos(TAU * f64::from(place) / f64::from(PLACES));
            center + distance * DVec2::new(cosine, sine)
        })
    })
}

/// An obstacle as something to keep off.
enum Solid {
    Disc(DVec2, f64),
    /// Counter-clockwise.
    Polygon(Vec<DVec2>),
}

impl Solid {
    fn of(obstacle: &Obstacle) -> Option<Self> {
        let vector = |point: Point| DVec2::new(point.x(), point.y());
        if let Some(circle) = &obstacle.circle {
            return Some(Self::Disc(vector(circle.center), circle.radius.get()));
        }
        if let Some(polygon) = &obstacle.polygon {
            return Some(Self::Polygon(
                polygon
                    .points
                    .corners()
                    .iter()
                    .copied()
                    .map(vector)
                    .collect(),
            ));
        }
        let turned = obstacle.turned_box.as_ref()?;
        let (sine, cosine) = libm::sincos(turned.angle.get());
        let half = DVec2::new(turned.size[0].get(), turned.size[1].get()) / 2.0;
        let corner = |x: f64, y: f64| {
            vector(turned.center) + DVec2::new(cosine, sine).rotate(half * DVec2::new(x, y))
        };
        Some(Self::Polygon(vec![
            corner(-1.0, -1.0),
            corner(1.0, -1.0),
            corner(1.0, 1.0),
            corner(-1.0, 1.0),
        ]))
    }

    /// Distance from a point; zero or less inside.
    fn distance(&self, point: DVec2) -> f64 {
        match self {
            Self::Disc(center, radius) => center.distance(point) - radius,
            Self::Polygon(corners) => {
                let edges = || corners.iter().zip(corners.iter().cycle().skip(1));
                if edges().all(|(from, to)| (*to - *from).perp_dot(point - *from) >= 0.0) {
                    return 0.0;
                }
                edges()
                    .map(|(from, to)| to_edge(point, *from, *to))
                    .fold(f64::INFINITY, f64::min)
            }
        }
    }
}

fn to_edge(point: DVec2, from: DVec2, to: DVec2) -> f64 {
    let edge = to - from;
    let along = ((point - from).dot(edge) / edge.length_squared()).clamp(0.0, 1.0);
    point.distance(from + along * edge)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::number::{Angle, Length};

    fn at(x: f64, y: f64) -> Point {
        Point::new(x, y).expect("in range")
    }

    fn agent(x: f64, y: f64) -> AgentGroup {
        let radius = Length::new(0.5).expect("in range");
        AgentGroup {
            positions: vec![at(x, y)],
            radius: radius.into(),
            ..AgentGroup::default()
        }
    }

    fn level_box(x: f64, y: f64, width: f64, height: f64) -> Obstacle {
        let side = |side| Length::new(side).expect("in range");
        Obstacle::from_box(at(x, y), [side(width), side(height)], Angle::clamped(0.0))
    }

    #[test]
    fn who_starts_free_or_just_touching_stays() {
        let obstacles = [
            level_box(0.0, 0.0, 2.0, 2.0),
            Obstacle::from_circle(at(5.0, 0.0), Length::clamped(1.0)),
        ];
        let mut groups = [agent(1.5, 0.0), agent(3.5, 0.0), agent(0.0, 9.0)];
        let before = groups.clone();
        assert_eq!(move_off_obstacles(&mut groups, &obstacles), []);
        assert_eq!(groups, before);
    }

    #[test]
    fn who_starts_inside_is_moved_a_little_and_not_onto_others() {
        let obstacles = [
            level_box(0.0, 0.0, 2.0, 2.0),
            Obstacle::from_circle(at(5.0, 0.0), Length::clamped(1.0)),
        ];
        let mut groups = [agent(0.9, 0.0), agent(0.9, 0.0), agent(5.0, 0.0)];
        let moved = move_off_obstacles(&mut groups, &obstacles);
        assert_eq!(moved.len(), 3);
        let discs: Vec<(DVec2, f64)> = groups.iter().filter_map(disc).collect();
        let solids: Vec<Solid> = obstacles.iter().filter_map(Solid::of).collect();
        for (index, (center, radius)) in discs.iter().enumerate() {
            assert!(is_clear(&solids, *center, radius + GAP - 1e-9));
            assert!(
                discs[..index]
                    .iter()
                    .all(|(other, _)| other.distance(*center) >= 1.0)
            );
            let from = moved[index].from;
            assert!(center.distance(DVec2::new(from.x(), from.y())) < 3.0);
        }
    }

    #[test]
    fn who_has_no_way_out_stays() {
        let obstacles = [level_box(0.0, 0.0, 1e5, 1e5)];
        let mut groups = [agent(0.0, 0.0)];
        assert_eq!(move_off_obstacles(&mut groups, &obstacles), []);
        assert_eq!(groups[0].positions, [at(0.0, 0.0)]);
    }
}
