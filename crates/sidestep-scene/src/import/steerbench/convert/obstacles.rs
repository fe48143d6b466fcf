//! Obstacles of the scene.

use glam::DVec3;

use super::chance::Chance;
use super::{THINNEST, Unfit, point, region};
use crate::format::number::{Angle, Count, Distance, Length};
use crate::format::{Amount, Obstacle as SceneObstacle, Scatter, ScatterShape};
use crate::import::steerbench::test_case::{
    Bounds, Doorway, Obstacle, ObstacleRegion, OrientedBox, TestCase,
};

/// Which random choice the place of a door is.
const DOOR: u64 = 1;

/// The obstacles in fixed places, and those in random ones.
pub(super) fn convert(test_case: &TestCase) -> Result<(Vec<SceneObstacle>, Vec<Scatter>), Unfit> {
    let mut fixed = Vec::new();
    for (index, obstacle) in test_case.obstacles.iter().enumerate() {
        match obstacle {
            Obstacle::Box(bounds) => fixed.push(level_box(bounds)?),
            Obstacle::Circle { center, radius, .. } => {
                fixed.push(SceneObstacle::from_circle(
                    point(*center)?,
                    Length::new(*radius)?,
                ));
            }
            Obstacle::OrientedBox(turned) => fixed.push(turned_box(turned)?),
            Obstacle::OrientedWall {
                wall,
                doorway: None,
            } => fixed.push(turned_box(wall)?),
            Obstacle::OrientedWall {
                wall,
                doorway: Some(doorway),
            } => {
                for side in beside_door(wall, doorway, index) {
                    fixed.push(turned_box(&side)?);
                }
            }
            Obstacle::Polygon { parts, .. } => {
                fixed.extend(parts.iter().cloned().map(SceneObstacle::from_polygon));
            }
        }
    }
    let regions = test_case
        .obstacle_regions
        .iter()
        .filter(|region| region.count > 0);
    let scattered = regions.map(scatter).collect::<Result<_, _>>()?;
    Ok((fixed, scattered))
}

fn level_box(bounds: &Bounds) -> Result<SceneObstacle, Unfit> {
    turned_box(&OrientedBox {
        center: bounds.min + (bounds.max - bounds.min) / 2.0,
        size: bounds.max - bounds.min,
        theta_y: 0.0,
    })
}

fn turned_box(turned: &OrientedBox) -> Result<SceneObstacle, Unfit> {
    let size = [turned.size.x, turned.size.z].map(|length| Length::clamped(length.max(THINNEST)));
    // The box's own axis x points to (cos, -sin) in x and z, which is a turn the other way in x and
    // y.
    let angle = Angle::new(-(turned.theta_y % 360.0).to_radians())?;
    Ok(SceneObstacle::from_box(point(turned.center)?, size, angle))
}

/// What is left of a wall on both sides of its door.
fn beside_door(wall: &OrientedBox, doorway: &Doorway, index: usize) -> Vec<OrientedBox> {
    let half = wall.size.x / 2.0;
    let reach = (half - doorway.radius).max(0.0);
    let offset = doorway
        .offset
        .unwrap_or_else(|| Chance::for_choice(DOOR, index, 0).between(-reach, reach));
    let sides = [
        (-half, (offset - doorway.radius).min(half)),
        ((offset + doorway.radius).max(-half), half),
    ];
    let left_over = sides.into_iter().filter(|(start, end)| start < end);
    left_over
        .map(|(start, end)| OrientedBox {
            center: wall.center + DVec3::X * (start + (end - start) / 2.0),
            size: DVec3::new(end - start, wall.size.y, wall.size.z),
            theta_y: wall.theta_y,
        })
        .collect()
}

fn scatter(obstacles: &ObstacleRegion) -> Result<Scatter, Unfit> {
    let half_diagonal = obstacles.size * std::f64::consts::FRAC_1_SQRT_2;
    Ok(Scatter {
        count: Count::new(obstacles.count.into())?,
        radius: Amount::Fixed(Length::new(half_diagonal)?),
        region: region(&obstacles.bounds, 2.0 * half_diagonal + THINNEST)?,
        gap: Distance::clamped(0.0),
        keep_clear: Distance::clamped(0.0),
        shape: ScatterShape::Box,
        temporary: false,
    })
}
