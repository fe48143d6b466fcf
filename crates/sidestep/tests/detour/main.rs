//! Detours among random obstacles: what must hold whatever stands where, seen from outside.

#[path = "../common/shapes.rs"]
#[allow(dead_code)]
mod shapes;

mod arcs;
mod clusters;
mod free;
mod hostile;
mod optimum;
mod piles;
mod same;
mod told;

use detour_oracle::Obstacle;
use proptest::prelude::*;
use shapes::{convex_corners, point};
use sidestep::Vec2;
use sidestep::avoid::detour::{
    Barrier, BarrierKind, Blocker, Detour, DetourAnswer, DetourMemory, DetourQuery, DetourScratch,
};
use sidestep::explain::Explanation;
use sidestep::geometry::{Circle, ConvexPolygon, Segment, Shape};
use sidestep::space::{Clusters, Filter, Topology};

/// Obstacles and a way to find among them.
#[derive(Clone, Debug)]
struct Task {
    /// Shapes with their kinds.
    things: Vec<(BarrierKind, Shape)>,
    from: Vec2,
    to: Vec2,
    radius: f32,
}

/// Coordinates of obstacles (m).
const RANGE: f32 = 5.0;

impl Task {
    /// The answer to one query, with nothing remembered.
    fn ask(&self, detour: &Detour) -> DetourAnswer {
        self.ask_from(detour, self.from, &mut DetourMemory::default())
    }

    fn ask_from(&self, detour: &Detour, from: Vec2, memory: &mut DetourMemory) -> DetourAnswer {
        let order: Vec<usize> = (0..self.things.len()).collect();
        self.ask_in_order(detour, from, memory, &order)
    }

    /// The answer if the obstacles came in this order.
    fn ask_in_order(
        &self,
        detour: &Detour,
        from: Vec2,
        memory: &mut DetourMemory,
        order: &[usize],
    ) -> DetourAnswer {
        let mut scratch = DetourScratch::default();
        self.find(detour, from, memory, order, &mut scratch)
    }

    /// The corners of the whole way.
    fn way(&self, detour: &Detour, memory: &mut DetourMemory) -> Vec<Vec2> {
        let order: Vec<usize> = (0..self.things.len()).collect();
        let mut scratch = DetourScratch::default();
        self.find(detour, self.from, memory, &order, &mut scratch);
        scratch.way().to_vec()
    }

    /// What is told of the answer to one query, with nothing remembered.
    fn told(&self, detour: &Detour) -> Explanation {
        let clusters = self.clusters(detour, 0..self.things.len());
        let barriers = self.barriers(detour, self.from, &clusters);
        let query = self.query(self.from, &barriers);
        let memory = DetourMemory::default();
        let answer = detour.find(&query, &mut memory.clone(), &mut DetourScratch::default());
        let mut told = Explanation::default();
        detour.tell(&query, &memory, &answer, &mut told);
        told
    }

    fn find(
        &self,
        detour: &Detour,
        from: Vec2,
        memory: &mut DetourMemory,
        order: &[usize],
        scratch: &mut DetourScratch,
    ) -> DetourAnswer {
        let clusters = self.clusters(detour, order.iter().copied());
        let barriers = self.barriers(detour, from, &clusters);
        detour.find(&self.query(from, &barriers), memory, scratch)
    }

    /// The things by their indices, as they came.
    fn clusters(&self, detour: &Detour, order: impl Iterator<Item = usize>) -> Clusters {
        let width = 2.0 * (self.radius + detour.clearance);
        let mut clusters = Clusters::new(width, Topology::Open);
        for index in order {
            let (kind, shape) = &self.things[index];
            clusters.insert(name(index), *kind, shape, Vec2::ZERO, Filter::default());
        }
        clusters
    }

    fn barriers<'a>(
        &self,
        detour: &Detour,
        from: Vec2,
        clusters: &'a Clusters,
    ) -> Vec<Barrier<'a>> {
        let mut barriers = Vec::new();
        let area = detour.area(from, self.to, self.radius);
        clusters.gather(area, &Filter::default(), &mut barriers);
        barriers
    }

    fn query<'a>(&self, from: Vec2, barriers: &'a [Barrier<'a>]) -> DetourQuery<'a> {
        DetourQuery {
            from,
            to: self.to,
            radius: self.radius,
            barriers,
            walls_too: false,
        }
    }

    /// Whether a wall lies between two places.
    fn parts(&self, from: Vec2, to: Vec2) -> bool {
        let way = to - from;
        let Some(ahead) = way.try_normalize() else {
            return false;
        };
        let walls = self
            .things
            .iter()
            .filter(|(kind, _)| *kind != BarrierKind::Temporary);
        walls
            .map(|(_, shape)| shape.hull(Vec2::ZERO))
            .any(|hull| hull.sweep(from, ahead, 0.0, way.length()).is_some())
    }

    /// Least distance from the things of the kinds asked for (m), negative inside.
    fn distance(&self, place: Vec2, wanted: impl Fn(BarrierKind) -> bool) -> f32 {
        self.things
            .iter()
            .filter(|(kind, _)| wanted(*kind))
            .map(|(_, shape)| shape.hull(Vec2::ZERO).surface(place).distance)
            .fold(f32::INFINITY, f32::min)
    }

    /// As the oracle wants it.
    fn obstacles(&self) -> Vec<Obstacle> {
        self.things
            .iter()
            .map(|(_, shape)| match shape {
                Shape::Circle(circle) => {
                    Obstacle::circle(circle.center().as_dvec2(), f64::from(circle.radius()))
                }
                Shape::Segment(wall) => {
                    Obstacle::wall(wall.start().as_dvec2(), wall.end().as_dvec2())
                }
                Shape::Capsule(capsule) => Obstacle {
                    points: vec![
                        capsule.segment().start().as_dvec2(),
                        capsule.segment().end().as_dvec2(),
                    ],
                    rounding: f64::from(capsule.radius()),
                },
                Shape::Polygon(polygon) => {
                    let corners = polygon.vertices().iter().map(|corner| corner.as_dvec2());
                    Obstacle::polygon(corners.collect::<Vec<_>>())
                }
            })
            .collect()
    }
}

fn name(index: usize) -> Blocker {
    Blocker::Obstacle(index as u32)
}

/// Circles, boxes and polygons of crates' and tables' size.
fn thing() -> impl Strategy<Value = Shape> {
    let circle = (point(RANGE), 0.2f32..1.2)
        .prop_map(|(center, radius)| Circle::new(center, radius).expect("circle").into());
    let rectangle = (point(RANGE), 0.4f32..3.0, 0.4f32..3.0, 0.0f32..3.2).prop_map(
        |(center, width, height, angle)| {
            ConvexPolygon::rectangle(center, Vec2::new(width, height), angle)
                .expect("box")
                .into()
        },
    );
    let polygon = (point(RANGE), convex_corners()).prop_map(|(center, corners)| {
        let corners: Vec<Vec2> = corners.iter().map(|corner| center + *corner).collect();
        ConvexPolygon::new(corners).expect("polygon").into()
    });
    prop_oneof![2 => circle, 2 => rectangle, 1 => polygon]
}

fn wall() -> impl Strategy<Value = Shape> {
    (point(RANGE), point(3.0))
        .prop_map(|(start, along)| Segment::new(start, start + along).expect("wall").into())
}

/// Temporary things, and up to `walls` walls.
fn task(things: usize, walls: usize) -> impl Strategy<Value = Task> {
    (
        prop::collection::vec(thing(), 0..=things),
        prop::collection::vec(wall(), 0..=walls),
        point(RANGE + 2.0),
        point(RANGE + 2.0),
        0.1f32..0.6,
    )
        .prop_map(|(things, walls, from, to, radius)| Task {
            things: things
                .into_iter()
                .map(|shape| (BarrierKind::Temporary, shape))
                .chain(walls.into_iter().map(|wall| (BarrierKind::Permanent, wall)))
                .collect(),
            from,
            to,
            radius,
        })
}
