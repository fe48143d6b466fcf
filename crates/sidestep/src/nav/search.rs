//! The search for the polygons of the shortest path.

use std::fmt;

use glam::{DVec2, Vec2};
use polyanya::{Coords, Layer, Mesh, Polygon, Vertex};

use super::NavError;
use super::locate::Place;
use super::surface::{NOTHING, Surface};

/// Polyanya's copy of a surface. It says which polygons the shortest path goes through.
///
/// Its tolerances are absolute and chosen for meshes of some hundred units, so the copy is moved
/// and scaled to that size. It knows vertices by their position alone; where two floors have
/// vertices right above each other, those of the copy are moved apart by a hair. Its results only
/// choose polygons: positions of the copy never reach a path.
#[derive(Clone)]
pub(super) struct Search {
    mesh: Option<Mesh>,
    /// Middle of the surface (m).
    origin: DVec2,
    /// Units of the copy in a metre.
    scale: f64,
}

/// The copy is at most as large as this, and more than half as large (units).
const SIZE: f64 = 1024.0;

/// How far vertices at one position are moved apart (units).
const APART: f32 = 1.0 / 1024.0;

/// Shares of the way to the middle of a polygon at which a place is looked for: on an edge it may
/// be found on the wrong side of it first.
const TOWARDS_CENTER: [f64; 6] = [0.0, 1e-4, 1e-3, 1e-2, 0.1, 1.0];

impl fmt::Debug for Search {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Search").finish_non_exhaustive()
    }
}

impl Search {
    /// # Errors
    /// If the surface has more polygons than can be numbered.
    pub(super) fn new(surface: &Surface) -> Result<Self, NavError> {
        let Some(bounds) = surface.bounds() else {
            return Ok(Self {
                mesh: None,
                origin: DVec2::ZERO,
                scale: 1.0,
            });
        };
        let (min, max) = (bounds.min.as_dvec2(), bounds.max.as_dvec2());
        let extent = (max - min).max_element();
        let mut scale = 1.0;
        while extent * scale > SIZE {
            scale *= 0.5;
        }
        while extent > 0.0 && extent * scale <= SIZE * 0.5 {
            scale *= 2.0;
        }
        let mut search = Self {
            mesh: None,
            origin: (min + max) * 0.5,
            scale,
        };
        let polygons = (0..surface.polygon_count() as u32)
            .map(|polygon| {
                let ways = surface
                    .edges(polygon)
                    .filter(|edge| edge.neighbor != NOTHING);
                Polygon::new(surface.corners(polygon).to_vec(), ways.count() <= 1)
            })
            .collect();
        let layer = Layer::new(search.vertices_of(surface), polygons).map_err(|_| {
            NavError::TooManyPolygons {
                polygons: surface.polygon_count(),
            }
        })?;
        let mut mesh = Mesh {
            layers: vec![layer],
            ..Mesh::default()
        };
        mesh.set_search_steps(1);
        search.mesh = Some(mesh);
        Ok(search)
    }

    /// Polygons from one place to the other, both included. `None` if no path was found; that is
    /// rare where there is one, but happens.
    pub(super) fn corridor(&self, surface: &Surface, from: Place, to: Place) -> Option<Vec<u32>> {
        let mesh = self.mesh.as_ref()?;
        let start = self.coordinates(mesh, surface, from)?;
        let goal = self.coordinates(mesh, surface, to)?;
        let path = mesh.path(start, goal)?;
        let mut polygons: Vec<u32> = path.polygons().into_iter().map(|it| it.1).collect();
        polygons.dedup();
        if polygons.last() != Some(&to.polygon) {
            polygons.push(to.polygon);
        }
        (polygons.first() == Some(&from.polygon)).then_some(polygons)
    }

    fn coordinates(&self, mesh: &Mesh, surface: &Surface, place: Place) -> Option<Coords> {
        let center = surface.center(place.polygon);
        TOWARDS_CENTER.iter().find_map(|share| {
            let position = self.scaled(place.position.lerp(center, *share));
            mesh.get_closest_points(position)
                .into_iter()
                .find(|found| found.polygon() == place.polygon)
        })
    }

    fn scaled(&self, position: DVec2) -> Vec2 {
        ((position - self.origin) * self.scale).as_vec2()
    }

    fn vertices_of(&self, surface: &Surface) -> Vec<Vertex> {
        let count = surface.vertices.len();
        let mut polygons_at: Vec<Vec<u32>> = vec![Vec::new(); count];
        let mut at_boundary = vec![false; count];
        for polygon in 0..surface.polygon_count() as u32 {
            for edge in surface.edges(polygon) {
                polygons_at[edge.from as usize].push(polygon);
                if edge.neighbor == NOTHING {
                    at_boundary[edge.from as usize] = true;
                    at_boundary[edge.to as usize] = true;
                }
            }
        }
        let mut positions: Vec<Vec2> = (0..count as u32)
            .map(|vertex| self.scaled(surface.vertex(vertex)))
            .collect();
        move_apart(&mut positions);
        positions
            .into_iter()
            .zip(polygons_at)
            .zip(at_boundary)
            .map(|((position, mut polygons), boundary)| {
                // The search asks only which polygons there are, and whether one can turn there.
                if boundary {
                    polygons.push(u32::MAX);
                }
                Vertex::new(position, polygons)
            })
            .collect()
    }
}

/// Moves positions that are equal apart by a hair.
fn move_apart(positions: &mut [Vec2]) {
    let mut order: Vec<usize> = (0..positions.len()).collect();
    order.sort_by(|a, b| {
        let (one, other) = (positions[*a], positions[*b]);
        one.x
            .total_cmp(&other.x)
            .then(one.y.total_cmp(&other.y))
            .then(a.cmp(b))
    });
    let mut first = 0;
    for index in 1..order.len() {
        if positions[order[index]] == positions[order[first]] {
            positions[order[index]].x += APART * (index - first) as f32;
        } else {
            first = index;
        }
    }
}
