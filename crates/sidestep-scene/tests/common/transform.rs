//! The same layout seen in a mirror, or turned.

use glam::{Mat2, Vec2};
use sidestep_scene::place::{Layout, LayoutAnchor, LayoutBehaviorKind, LayoutGoalKind, Motion};
use sidestep_scene::recording::{Outline, WorldBounds};

/// The layout with every place and direction mapped by a mirror or rotation about the origin.
/// Boxes, such as regions and edges, stay boxes only in a mirror along an axis or in quarter turns.
pub fn transformed(layout: &Layout, map: Mat2) -> Layout {
    let mut layout = layout.clone();
    let turned_box = |min: Vec2, max: Vec2| {
        let (a, b) = (map * min, map * max);
        (a.min(b), a.max(b))
    };
    layout.bounds = match layout.bounds {
        WorldBounds::Open => WorldBounds::Open,
        WorldBounds::Walled { min, max } => {
            let (min, max) = turned_box(min, max);
            WorldBounds::Walled { min, max }
        }
        WorldBounds::Torus { min, max } => {
            let (min, max) = turned_box(min, max);
            WorldBounds::Torus { min, max }
        }
    };
    for wall in &mut layout.walls {
        wall.ends = wall.ends.map(|end| map * end);
    }
    for obstacle in &mut layout.obstacles {
        assert_eq!(
            obstacle.motion,
            Motion::Still,
            "moving obstacles aren't mapped"
        );
        match &mut obstacle.outline {
            Outline::Circle { center, .. } => *center = map * *center,
            Outline::Polygon { points } => {
                points.iter_mut().for_each(|point| *point = map * *point);
                if map.determinant() < 0.0 {
                    points.reverse();
                }
            }
        }
    }
    for link in &mut layout.links {
        (link.from, link.to) = (map * link.from, map * link.to);
    }
    for formation in &mut layout.formations {
        if let LayoutAnchor::Place { position, heading } = &mut formation.anchor {
            (*position, *heading) = (map * *position, map * *heading);
        }
    }
    assert!(layout.targets.is_empty(), "moving targets aren't mapped");
    for behavior in layout
        .groups
        .iter_mut()
        .flat_map(|group| &mut group.behaviors)
    {
        if let LayoutBehaviorKind::FollowPath { points, .. } = &mut behavior.kind {
            *points = points.iter().map(|point| map * *point).collect();
        }
    }
    for agent in &mut layout.agents {
        agent.start = map * agent.start;
        agent.facing = map * agent.facing;
        for goal in &mut agent.goals {
            match &mut goal.kind {
                LayoutGoalKind::Point { point, .. } => *point = map * *point,
                LayoutGoalKind::Region { min, max, aim } => {
                    (*min, *max) = turned_box(*min, *max);
                    *aim = aim.map(|aim| map * aim);
                }
                other => panic!("{other:?} isn't mapped"),
            }
        }
    }
    layout
}
