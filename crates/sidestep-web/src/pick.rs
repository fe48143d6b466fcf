//! What lies under a point.

use glam::Vec2;
use sidestep_scene::recording::{Outline, Setting};

use crate::frame::{AGENT_STRIDE, OBSTACLE_STRIDE, flag};

/// The agent, as drawn, whose body is nearest to a point and within `reach` (m) of it.
pub fn agent_at(agents: &[f32], point: Vec2, reach: f32) -> Option<usize> {
    let rows = agents.chunks_exact(AGENT_STRIDE).enumerate();
    let present = rows.filter(|(_, row)| row[7] as u32 & flag::PRESENT != 0);
    nearest(
        present.map(|(index, row)| (index, Vec2::new(row[0], row[1]).distance(point) - row[5])),
        reach,
    )
}

/// The obstacle, as drawn, that is nearest to a point and within `reach` (m) of it.
pub fn obstacle_at(setting: &Setting, obstacles: &[f32], point: Vec2, reach: f32) -> Option<usize> {
    let rows = obstacles.chunks_exact(OBSTACLE_STRIDE);
    let all = setting.obstacles.iter().zip(rows).enumerate();
    let present = all.filter(|(_, (_, row))| row[2] != 0.0);
    nearest(
        present.map(|(index, (obstacle, row))| {
            let point = point - Vec2::new(row[0], row[1]);
            (index, distance_to(&obstacle.outline, point))
        }),
        reach,
    )
}

/// The wall that is nearest to a point and within `reach` (m) of it.
pub fn wall_at(setting: &Setting, point: Vec2, reach: f32) -> Option<usize> {
    let all = setting.walls.iter().enumerate();
    let there = all.filter(|(_, wall)| !wall.corners().is_empty());
    nearest(
        there.map(|(index, wall)| {
            let [from, to] = wall.ends;
            (
                index,
                distance_to_line(from, to, point) - 0.5 * wall.thickness,
            )
        }),
        reach,
    )
}

fn nearest(distances: impl Iterator<Item = (usize, f32)>, reach: f32) -> Option<usize> {
    distances
        .filter(|(_, distance)| *distance <= reach)
        .min_by(|a, b| a.1.total_cmp(&b.1))
        .map(|(index, _)| index)
}

/// Distance (m) from a point to an outline; below 0 inside a disc, 0 inside a polygon.
fn distance_to(outline: &Outline, point: Vec2) -> f32 {
    match outline {
        Outline::Circle { center, radius } => center.distance(point) - radius,
        Outline::Polygon { points } => {
            let next = points.iter().cycle().skip(1);
            let edges = points.iter().zip(next);
            if edges
                .clone()
                .all(|(from, to)| (*to - *from).perp_dot(point - *from) >= 0.0)
            {
                return 0.0;
            }
            edges
                .map(|(from, to)| distance_to_line(*from, *to, point))
                .fold(f32::INFINITY, f32::min)
        }
    }
}

fn distance_to_line(from: Vec2, to: Vec2, point: Vec2) -> f32 {
    let along = to - from;
    let share = (point - from).dot(along) / along.length_squared();
    let share = if share.is_finite() {
        share.clamp(0.0, 1.0)
    } else {
        0.0
    };
    point.distance(from + along * share)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sidestep_scene::recording::{ObstacleSetting, WallSetting};

    #[test]
    fn the_nearest_body_within_reach_is_taken() {
        let present = flag::PRESENT as f32;
        let row = |x, is_there| {
            let mut row = [0.0; AGENT_STRIDE];
            (row[0], row[5], row[7]) = (x, 0.5, is_there);
            row
        };
        let agents = [row(0.0, present), row(1.0, present), row(0.6, 0.0)].concat();
        let at = |x, reach| agent_at(&agents, Vec2::new(x, 0.0), reach);
        assert_eq!(at(0.4, 0.0), Some(0));
        assert_eq!(at(0.6, 0.0), Some(1));
        assert_eq!(at(1.7, 0.1), None);
        assert_eq!(at(1.7, 0.3), Some(1));
    }

    #[test]
    fn obstacles_are_found_where_they_have_moved_to() {
        let corners = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
        let setting = Setting {
            obstacles: vec![ObstacleSetting {
                outline: Outline::Polygon {
                    points: corners.map(Vec2::from).to_vec(),
                },
                temporary: true,
                heights: None,
            }],
            ..Setting::default()
        };
        let at = |row: [f32; 3], x| obstacle_at(&setting, &row, Vec2::new(x, 0.0), 0.1);
        assert_eq!(at([0.0, 0.0, 1.0], 0.9), Some(0));
        assert_eq!(at([5.0, 0.0, 1.0], 0.9), None);
        assert_eq!(at([5.0, 0.0, 1.0], 6.05), Some(0));
        assert_eq!(at([0.0, 0.0, 0.0], 0.9), None);
    }

    #[test]
    fn a_wall_is_found_by_its_thickness() {
        let setting = Setting {
            walls: vec![WallSetting {
                ends: [Vec2::ZERO, Vec2::new(4.0, 0.0)],
                thickness: 1.0,
            }],
            ..Setting::default()
        };
        assert_eq!(wall_at(&setting, Vec2::new(2.0, 0.6), 0.2), Some(0));
        assert_eq!(wall_at(&setting, Vec2::new(2.0, 0.8), 0.2), None);
    }
}
