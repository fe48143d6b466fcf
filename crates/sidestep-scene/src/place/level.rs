//! The level of a layout: its ground for each group, and where that ends.

use std::fmt;

use glam::Vec2;
use sidestep::nav::{GroundPoint, MeshEdge, NavMesh, NavMeshes};

use crate::format::document::way;
use crate::format::{Scene, SceneError};
use crate::recording::{GroundSetting, LevelEdge, LevelSetting};

/// Room to spare (as a factor of the radius) where somebody is put: what those have who follow
/// paths, so that everybody starts on the mesh that its paths are on.
const SPARE: f32 = 1.03;

/// The level of a layout.
#[derive(Clone)]
pub struct LayoutLevel {
    /// Walkable space, a mesh for each radius.
    pub meshes: NavMeshes,
    /// Height of the agents (m).
    pub headroom: f32,
    /// Where the ground ends, as walls.
    pub edges: Vec<MeshEdge>,
    /// The ground, in convex pieces, the lowest first.
    ground: Vec<Vec<GroundPoint>>,
    /// The mesh of each group, for its largest radius.
    of_groups: Vec<NavMesh>,
}

impl fmt::Debug for LayoutLevel {
    /// What it was made of: all else follows from that.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let radii: Vec<f32> = self.of_groups.iter().map(NavMesh::radius).collect();
        formatter
            .debug_struct("LayoutLevel")
            .field("key", &self.meshes.key())
            .field("headroom", &self.headroom)
            .field("edges", &self.edges)
            .field("radii", &radii)
            .finish_non_exhaustive()
    }
}

impl PartialEq for LayoutLevel {
    fn eq(&self, other: &Self) -> bool {
        self.meshes.key() == other.meshes.key()
            && self.headroom == other.headroom
            && self.edges == other.edges
    }
}

impl LayoutLevel {
    /// The level of a scene that was checked, if it has one.
    pub(super) fn of(scene: &Scene) -> Result<Option<Self>, SceneError> {
        let Some(level) = &scene.level else {
            return Ok(None);
        };
        let smallest = (scene.agents.iter())
            .map(|group| group.radius.smallest())
            .fold(f64::INFINITY, f64::min);
        let refused =
            |what: String| scene.error_at(&way!["level"], format!("the level is refused: {what}"));
        let baked = level.bake(smallest as f32).map_err(refused)?;
        let mut of_groups = Vec::new();
        for (index, group) in scene.agents.iter().enumerate() {
            let radius = group.radius.largest() as f32;
            let mesh = baked.meshes.mesh(radius * SPARE);
            let mesh = mesh.map_err(|error| refused(error.to_string()))?;
            if mesh.polygon_count() == 0 {
                return Err(scene.error_at(
                    &way!["agents", index, "radius"],
                    format!(
                        "the level has no ground for a body of radius {radius} m and height {} m; \
                         give a smaller one, or check which axis of the level points up (`level.up`)",
                        level.height.get()
                    ),
                ));
            }
            of_groups.push(mesh);
        }
        let mut ground: Vec<Vec<GroundPoint>> = baked.edges.polygons().collect();
        ground.sort_by(|one, other| middle_height(one).total_cmp(&middle_height(other)));
        let climb = level.climb();
        Ok(Some(Self {
            meshes: baked.meshes,
            headroom: level.height.single(),
            edges: baked.edges.edges(climb),
            ground,
            of_groups,
        }))
    }

    /// Height of the ground (m) where an agent of a group can be at a place: on the floor near a
    /// height if one is given, else on the lowest.
    ///
    /// # Errors
    /// If there is no such ground: what there is instead, and how to mend it.
    pub fn ground_at(&self, group: usize, place: Vec2, near: Option<f32>) -> Result<f32, String> {
        let Some(mesh) = self.of_groups.get(group) else {
            return Err("there is no such group".to_owned());
        };
        let floors = mesh.floors_at(place);
        let found = match near {
            Some(near) => mesh.height_at(place, near),
            None => floors.first().copied(),
        };
        if let Some(height) = found {
            return Ok(height);
        }
        if let (Some(near), false) = (near, floors.is_empty()) {
            let floors: Vec<String> = floors.iter().map(|it| format!("{it:.2} m")).collect();
            return Err(format!(
                "there is no floor near {near} m; the floors there are at {}: give one of these as \
                 `height`",
                floors.join(" and ")
            ));
        }
        let point = GroundPoint::new(place, near.unwrap_or(0.0));
        Err(match mesh.nearest(point, f32::INFINITY) {
            Some(it) => format!(
                "there is no ground for a body of radius {:.3} m; the nearest is at [{:.2}, {:.2}], \
                 {:.2} m high: move it there",
                mesh.radius() / SPARE,
                it.position.x,
                it.position.y,
                it.height
            ),
            None => "there is no ground; move it onto the level".to_owned(),
        })
    }

    /// The corners of the box round its ground (m).
    pub(crate) fn extent(&self) -> [Vec2; 2] {
        let points = self.ground.iter().flatten().map(|point| point.position);
        points.fold([Vec2::INFINITY, Vec2::NEG_INFINITY], |[min, max], point| {
            [min.min(point), max.max(point)]
        })
    }

    /// The level for those who watch a run.
    pub(super) fn setting(&self) -> LevelSetting {
        LevelSetting {
            headroom: self.headroom,
            edges: (self.edges.iter())
                .map(|edge| LevelEdge {
                    ends: edge.ends,
                    heights: [edge.floor.low, edge.floor.high],
                })
                .collect(),
            ground: (self.ground.iter())
                .map(|piece| GroundSetting {
                    points: piece.iter().map(|point| point.position).collect(),
                    height: middle_height(piece),
                })
                .collect(),
        }
    }
}

/// The mean height of the corners of a piece of ground (m).
fn middle_height(piece: &[GroundPoint]) -> f32 {
    let sum: f32 = piece.iter().map(|point| point.height).sum();
    sum / piece.len().max(1) as f32
}
