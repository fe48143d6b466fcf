//! A mesh for discs of one radius, and what it answers.

use std::fmt;
use std::sync::Arc;

use glam::Vec2;

use super::area::check_radius;
use super::lattice::Lattice;
use super::locate::Place;
use super::merge::convex_polygons;
use super::outline::walkable_outlines;
use super::relief::Relief;
use super::search::Search;
use super::surface::{Edge, Surface};
use super::triangulate::triangulated;
use super::{Blocked, GroundPoint, NavError, NavPath, WalkableArea};

/// Where the centre of a disc of one radius can be, and the ways there. Cheap to clone.
#[derive(Clone)]
pub struct NavMesh {
    baked: Arc<Baked>,
    /// What it was baked of, if that was [`NavMeshes`](super::NavMeshes).
    #[cfg_attr(not(feature = "serde"), allow(dead_code))]
    pub(super) origin: Option<MeshOrigin>,
}

/// What a mesh was baked of.
#[derive(Clone)]
#[cfg_attr(not(feature = "serde"), allow(dead_code))]
pub(crate) struct MeshOrigin {
    /// The [key](super::NavMeshes::key) of the ground.
    pub key: u64,
    /// The shapes that were closed on it.
    pub closed: Arc<[Blocked]>,
}

struct Baked {
    radius: f32,
    surface: Surface,
    search: Search,
    /// Height of the agents (m): floors are at least so far apart.
    headroom: f32,
}

/// An edge of a mesh.
#[derive(Clone, Copy)]
pub(super) struct Ledge<'a> {
    mesh: &'a NavMesh,
    edge: Edge,
}

impl Ledge<'_> {
    /// The ground at a share of the way from its beginning to its end.
    pub(super) fn at(&self, share: f64) -> GroundPoint {
        let surface = &self.mesh.baked.surface;
        let [from, to] = [self.edge.from, self.edge.to];
        // The ends themselves come to the same bits as in the polygons.
        if share <= 0.0 {
            return self.mesh.ground_at(self.edge.polygon, from);
        }
        if share >= 1.0 {
            return self.mesh.ground_at(self.edge.polygon, to);
        }
        let place = surface.vertex(from).lerp(surface.vertex(to), share);
        let height = surface.relief.height(self.edge.polygon, place);
        GroundPoint::new(place.as_vec2(), height)
    }
}

/// A disc that touches a wall may be this share of its radius off the mesh, whose rounded corners
/// stand out a little; straight lines from and to there count as if they began on it.
const TOUCHING: f64 = 0.05;

impl fmt::Debug for NavMesh {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("NavMesh")
            .field("radius", &self.baked.radius)
            .field("polygons", &self.polygon_count())
            .field("islands", &self.island_count())
            .finish_non_exhaustive()
    }
}

impl NavMesh {
    /// Where the centre of a disc of `radius` metres can be. If nothing is left, the mesh is empty.
    ///
    /// Discs keep their radius to all that is blocked; passages that are wider than a disc by less
    /// than some rounding (see [`WalkableArea::new`]) count as closed.
    ///
    /// # Errors
    /// If the radius isn't above 0 and finite, or the outlines can't be cut at the resolution of
    /// their coordinates.
    pub fn bake(area: &WalkableArea, radius: f32) -> Result<Self, NavError> {
        Self::bake_with(area, &[], radius)
    }

    pub(super) fn bake_with(
        area: &WalkableArea,
        closed: &[Blocked],
        radius: f32,
    ) -> Result<Self, NavError> {
        check_radius(radius)?;
        let largest = area
            .bounds
            .min
            .abs()
            .max(area.bounds.max.abs())
            .max_element();
        let lattice = Lattice::reaching(f64::from(largest));
        let outlines = walkable_outlines(area, closed, radius, lattice);
        let triangles = triangulated(&outlines)?;
        let polygons = convex_polygons(&triangles);
        let vertices: Vec<Vec2> = triangles
            .vertices
            .iter()
            .map(|vertex| lattice.position(*vertex))
            .collect();
        let tolerance = 4.0 * lattice.step;
        let surface = Surface::new(&vertices, &polygons, Relief::default(), tolerance);
        Self::from_surface(surface, radius, f32::INFINITY)
    }

    pub(super) fn from_surface(
        surface: Surface,
        radius: f32,
        headroom: f32,
    ) -> Result<Self, NavError> {
        let search = Search::new(&surface)?;
        Ok(Self {
            baked: Arc::new(Baked {
                radius,
                surface,
                search,
                headroom,
            }),
            origin: None,
        })
    }

    /// What it was baked of, if that was [`NavMeshes`](super::NavMeshes).
    #[cfg(feature = "serde")]
    pub(crate) const fn origin(&self) -> Option<&MeshOrigin> {
        self.origin.as_ref()
    }

    /// Radius of the disc (m).
    #[must_use]
    pub fn radius(&self) -> f32 {
        self.baked.radius
    }

    /// Number of convex polygons.
    #[must_use]
    pub fn polygon_count(&self) -> usize {
        self.baked.surface.polygon_count()
    }

    /// Number of parts that no way connects.
    #[must_use]
    pub fn island_count(&self) -> usize {
        self.baked.surface.island_count()
    }

    /// The shortest way from one place to another; `None` if there is none.
    ///
    /// A start or goal that isn't walkable (an agent that touches a wall, a goal in an obstacle) is
    /// moved to the nearest walkable place: the goal to one that can be reached. On a level heights
    /// choose the floor.
    #[must_use]
    pub fn path(
        &self,
        from: impl Into<GroundPoint>,
        to: impl Into<GroundPoint>,
    ) -> Option<NavPath> {
        let surface = &self.baked.surface;
        let start = surface.nearest(from.into(), f64::INFINITY, |_| true)?;
        let (goal, goal_moved) = self.goal(to.into(), start)?;
        let corners = if surface.is_straight(start, goal, self.baked.headroom) {
            vec![goal.ground()]
        } else {
            let corners = self
                .baked
                .search
                .corridor(surface, start, goal)
                .and_then(|corridor| surface.pulled_taut(start, goal, &corridor))
                .or_else(|| surface.pulled_taut(start, goal, &surface.corridor(start, goal)?))?;
            let height = |corner: &super::funnel::Corner| {
                let height = surface.relief.height(corner.polygon, corner.position);
                GroundPoint::new(corner.position.as_vec2(), height)
            };
            corners.iter().map(height).collect()
        };
        let mut length = 0.0;
        let mut last = start.position;
        for corner in &corners {
            let position = corner.position.as_dvec2();
            length += last.distance(position);
            last = position;
        }
        Some(NavPath {
            start: start.ground(),
            corners,
            length: length as f32,
            goal: goal.ground(),
            goal_moved,
        })
    }

    /// Where a path to `to` ends, and whether that is another place: it must be one that can be
    /// reached.
    fn goal(&self, to: GroundPoint, start: Place) -> Option<(Place, bool)> {
        let surface = &self.baked.surface;
        let island = surface.island(start.polygon);
        if let Some(place) = self.on_mesh(to) {
            return (surface.island(place.polygon) == island).then_some((place, false));
        }
        let reachable = |polygon| surface.island(polygon) == island;
        let place = surface.nearest(to, f64::INFINITY, reachable)?;
        Some((place, true))
    }

    /// Whether one can walk straight from one place to the other. An end that isn't walkable itself
    /// may be off the mesh by as much as a disc that touches a wall: 5 % of the radius.
    #[must_use]
    pub fn is_straight(&self, from: impl Into<GroundPoint>, to: impl Into<GroundPoint>) -> bool {
        let (Some(from), Some(to)) = (self.touching(from.into()), self.touching(to.into())) else {
            return false;
        };
        self.baked
            .surface
            .is_straight(from, to, self.baked.headroom)
    }

    /// The walkable place nearest to a point, if there is one within `within` metres (heights
    /// counted).
    #[must_use]
    pub fn nearest(&self, point: impl Into<GroundPoint>, within: f32) -> Option<GroundPoint> {
        let place = self
            .baked
            .surface
            .nearest(point.into(), f64::from(within), |_| true)?;
        Some(place.ground())
    }

    /// Whether a disc can be here: the point is on the mesh, and on a level not further above or
    /// below a floor than half the agent's height.
    #[must_use]
    pub fn contains(&self, point: impl Into<GroundPoint>) -> bool {
        self.on_mesh(point.into()).is_some()
    }

    /// Height of the ground (m) at a position, on the floor that `near_height` is nearest to, if
    /// that is no further than half the agent's height. Off the mesh by as much as a disc that
    /// touches a wall (5 % of the radius) the edge's height is given, further off it `None`.
    #[must_use]
    pub fn height_at(&self, position: Vec2, near_height: f32) -> Option<f32> {
        self.touching(GroundPoint::new(position, near_height))
            .map(|place| place.height)
    }

    /// Heights of all floors at a position (m), lowest first: one on the plane, several where
    /// floors of a level lie above each other, none off the mesh.
    #[must_use]
    pub fn floors_at(&self, position: Vec2) -> Vec<f32> {
        let surface = &self.baked.surface;
        let mut heights = surface.heights_at(position);
        heights.sort_by(f32::total_cmp);
        // On an edge each polygon says for itself how high it is.
        heights.dedup_by(|upper, lower| *upper - *lower < self.baked.headroom * 0.5);
        heights
    }

    /// Fills `found` with the boundary edges within `distance` metres (on the plane) of a point,
    /// where they are less than the agent's height above or below it: walkable ground on their
    /// left.
    pub fn boundary_near(
        &self,
        center: impl Into<GroundPoint>,
        distance: f32,
        found: &mut Vec<[GroundPoint; 2]>,
    ) {
        found.clear();
        let center = center.into();
        if !center.is_finite() || distance.is_nan() {
            return;
        }
        let surface = &self.baked.surface;
        let edges = surface.boundary_within(center, f64::from(distance), self.baked.headroom);
        found.extend(edges.iter().map(|edge| self.ends(*edge)));
    }

    /// All boundary edges: walkable ground on their left.
    pub fn boundary(&self) -> impl ExactSizeIterator<Item = [GroundPoint; 2]> + '_ {
        let surface = &self.baked.surface;
        surface.boundary().iter().map(|edge| self.ends(*edge))
    }

    /// The convex polygons, counter-clockwise: for drawings.
    pub fn polygons(&self) -> impl ExactSizeIterator<Item = Vec<GroundPoint>> + '_ {
        let surface = &self.baked.surface;
        (0..surface.polygon_count()).map(|polygon| {
            let polygon = polygon as u32;
            let corners = surface.corners(polygon).iter();
            corners
                .map(|vertex| self.ground_at(polygon, *vertex))
                .collect()
        })
    }

    /// All boundary edges, to be looked at between their ends, too.
    pub(super) fn boundary_edges(&self) -> impl Iterator<Item = Ledge<'_>> + '_ {
        let edges = self.baked.surface.boundary().iter();
        edges.map(|edge| Ledge {
            mesh: self,
            edge: *edge,
        })
    }

    fn ends(&self, edge: Edge) -> [GroundPoint; 2] {
        [edge.from, edge.to].map(|vertex| self.ground_at(edge.polygon, vertex))
    }

    fn ground_at(&self, polygon: u32, vertex: u32) -> GroundPoint {
        let surface = &self.baked.surface;
        let height = surface.relief.height(polygon, surface.vertex(vertex));
        GroundPoint::new(surface.vertices[vertex as usize], height)
    }

    /// The place of a point that is on the mesh.
    fn on_mesh(&self, point: GroundPoint) -> Option<Place> {
        self.within(point, self.baked.surface.tolerance)
    }

    /// The place of a point that is on the mesh, or off it by no more than a disc that touches a
    /// wall.
    fn touching(&self, point: GroundPoint) -> Option<Place> {
        let slack = f64::from(self.baked.radius) * TOUCHING;
        self.within(point, self.baked.surface.tolerance.max(slack))
    }

    /// The nearest place that is within a distance on the plane, and not on another floor.
    fn within(&self, point: GroundPoint, distance: f64) -> Option<Place> {
        let surface = &self.baked.surface;
        let headroom = if surface.relief.is_flat() {
            0.0
        } else {
            f64::from(self.baked.headroom) * 0.5
        };
        let reach = (distance * distance + headroom * headroom).sqrt();
        let place = surface.nearest(point, reach, |polygon| {
            let position = point.position.as_dvec2();
            surface.nearest_on_polygon(polygon, position).1 <= distance * distance
        })?;
        Some(place)
    }
}
