//! How near agents came to fixed shapes: obstacles, and walls as shapes without an inside.

use super::box_tree::{BoxTree, Extent};
use super::distance::{ConvexPolygon, point_to_segment};
use super::step::{Move, Step, Way};
use crate::recording::{Outline, Setting, WorldBounds};
use glam::{DVec2, Vec2};
use serde::{Deserialize, Serialize};

/// An agent and a shape that its disc touched during a step.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Contact {
    /// Index of the agent in the setting.
    pub agent: u32,
    /// Index of the shape.
    pub shape: u32,
    /// Least signed distance of the centre from the shape along the whole motion (m), negative
    /// inside.
    pub distance: f64,
    /// Depth at the end of the motion by SteerBench's rule (m): a centre inside a polygon counts as
    /// deep as the agent's radius, however far in it is.
    pub end_depth: f64,
}

/// The shape of an obstacle or a wall.
#[derive(Clone, Debug, Serialize, Deserialize)]
enum Shape {
    Disc { center: DVec2, radius: f64 },
    Polygon(ConvexPolygon),
}

impl Shape {
    fn of(outline: &Outline) -> Option<Self> {
        match outline {
            Outline::Circle { center, radius } => Self::disc(*center, *radius),
            Outline::Polygon { points } => Self::polygon(points),
        }
    }

    fn disc(center: Vec2, radius: f32) -> Option<Self> {
        (center.is_finite() && radius.is_finite()).then(|| Self::Disc {
            center: center.as_dvec2(),
            radius: f64::from(radius).max(0.0),
        })
    }

    fn polygon(points: &[Vec2]) -> Option<Self> {
        if !points.iter().all(|point| point.is_finite()) {
            return None;
        }
        ConvexPolygon::new(points.iter().map(|point| point.as_dvec2())).map(Self::Polygon)
    }

    fn extent(&self) -> Extent {
        match self {
            Self::Disc { center, radius } => Extent::around([*center]).grown(*radius),
            Self::Polygon(polygon) => Extent::around(polygon.corners().iter().copied()),
        }
    }

    fn least_signed_distance(&self, from: DVec2, to: DVec2) -> f64 {
        match self {
            Self::Disc { center, radius } => point_to_segment(*center, from, to) - radius,
            Self::Polygon(polygon) => polygon.least_signed_distance(from, to),
        }
    }

    /// SteerBench's depth of a disc of radius `reach` at a point.
    fn benchmark_depth(&self, point: DVec2, reach: f64) -> f64 {
        let distance = self.least_signed_distance(point, point);
        match self {
            Self::Disc { .. } => reach - distance,
            Self::Polygon(_) => reach - distance.max(0.0),
        }
    }
}

/// A shape where it is in this step.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Pose {
    /// Offset from the setting's pose at the end of the step, at home on a torus (m).
    offset: DVec2,
    /// How far it went in the step (m).
    way: DVec2,
    fresh: bool,
}

/// Finds which agents touch which of a list of shapes.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct ContactFinder {
    shapes: Vec<Option<Shape>>,
    /// On a level: from which height to which each stands (m); those beyond the end of the list, and
    /// `None`, stand on all floors.
    heights: Vec<Option<[f64; 2]>>,
    poses: Vec<Option<Pose>>,
    indexed: Vec<Option<Way>>,
    /// Which shapes have been put where they are since the last search, if any have.
    fresh: Vec<bool>,
    /// Gap up to which an agent counts as touching (m).
    margin: f64,
    tree: BoxTree,
    found: Vec<Contact>,
}

impl ContactFinder {
    /// Over the obstacles of the setting. Those with figures that aren't finite are left out.
    pub(super) fn over_obstacles(setting: &Setting) -> Self {
        let shapes = setting
            .obstacles
            .iter()
            .map(|obstacle| Shape::of(&obstacle.outline));
        Self {
            heights: heights_of_obstacles(setting),
            ..Self::over(shapes.collect())
        }
    }

    /// Over the temporary obstacles of the setting, each under its index among all. What is up to
    /// `margin` metres apart counts as touching.
    pub(super) fn near_temporary_obstacles(setting: &Setting, margin: f64) -> Self {
        let shapes = setting.obstacles.iter().map(|obstacle| {
            let shape = obstacle.temporary.then(|| Shape::of(&obstacle.outline));
            shape.flatten()
        });
        Self {
            margin,
            heights: heights_of_obstacles(setting),
            ..Self::over(shapes.collect())
        }
    }

    /// Over the four edges of a walled world, followed by the walls of the setting, of which there
    /// may become more, or by the edges of a level.
    pub(super) fn over_walls(setting: &Setting) -> Self {
        let walls = setting
            .walls
            .iter()
            .map(|wall| Shape::polygon(&wall.corners()));
        let mut shapes: Vec<Option<Shape>> = edges(setting).into_iter().chain(walls).collect();
        let mut heights = Vec::new();
        if let Some(level) = &setting.level {
            heights.resize(shapes.len(), None);
            for edge in &level.edges {
                shapes.push(Shape::polygon(&edge.ends));
                heights.push(Some(edge.heights.map(f64::from)));
            }
        }
        Self {
            heights,
            ..Self::over(shapes)
        }
    }

    fn over(shapes: Vec<Option<Shape>>) -> Self {
        Self {
            poses: vec![None; shapes.len()],
            shapes,
            ..Self::default()
        }
    }

    /// Goes on with the walls of a changed setting. Those that are new or elsewhere count in the
    /// next search as put there: only where agents are then matters, not their way there.
    pub(super) fn follow_walls(&mut self, before: &Setting, setting: &Setting) {
        let walls = setting.walls.len();
        let changed = (0..walls).map(|index| before.walls.get(index) != setting.walls.get(index));
        let mut fresh: Vec<bool> = changed.collect();
        if before.walls.len() == walls && !fresh.contains(&true) {
            return;
        }
        fresh.splice(0..0, edges(setting).iter().map(|_| false));
        for (kept, earlier) in fresh.iter_mut().zip(&self.fresh) {
            // It may have been told before the last search.
            *kept |= earlier;
        }
        *self = Self {
            fresh,
            ..Self::over_walls(setting)
        };
    }

    /// Every contact with a shape that keeps the setting's pose, in order of agent and shape.
    pub(super) fn find_fixed(&mut self, step: &Step) -> &[Contact] {
        let fresh = std::mem::take(&mut self.fresh);
        if self.indexed.len() != self.shapes.len() {
            let way = |index: usize| Way {
                from: DVec2::ZERO,
                to: DVec2::ZERO,
                fresh: fresh.get(index).is_some_and(|fresh| *fresh),
            };
            let ways: Vec<Option<Way>> = (0..self.shapes.len()).map(|it| Some(way(it))).collect();
            self.index(step, &ways);
        }
        self.search(step);
        if !fresh.is_empty() {
            self.indexed.clear();
        }
        &self.found
    }

    /// Every contact with a shape that moves as `ways` says, in order of agent and shape.
    pub(super) fn find(&mut self, step: &Step, ways: &[Option<Way>]) -> &[Contact] {
        if self.indexed != ways {
            self.index(step, ways);
        }
        self.search(step);
        &self.found
    }

    fn search(&mut self, step: &Step) {
        self.found.clear();
        let numbered = (0u32..).zip(step.moves.iter().zip(&step.radii));
        for (agent, (walk, &radius)) in numbered {
            let reach = radius + self.margin;
            if walk.airborne || !walk.is_here() && !walk.walked() {
                continue;
            }
            let area = Extent::around([walk.from, walk.to]).grown(reach);
            for image in step.edges.images(area, self.tree.extent()) {
                self.tree.visit(area.moved(image), |shape| {
                    let index = shape as usize;
                    let heights = self.heights.get(index).copied().flatten();
                    if heights.is_some_and(|heights| !step.reaches(walk, heights)) {
                        return;
                    }
                    let (Some(outline), Some(pose)) = (&self.shapes[index], self.poses[index])
                    else {
                        return;
                    };
                    let (from, to) = relative_motion(walk, image, pose);
                    let distance = outline.least_signed_distance(from, to);
                    if distance <= reach {
                        self.found.push(Contact {
                            agent,
                            shape,
                            distance,
                            end_depth: outline.benchmark_depth(to, radius),
                        });
                    }
                });
            }
        }
        // On a small torus a shape can be met across more than one seam: keep the nearest.
        self.found.sort_unstable_by(|one, other| {
            (one.agent, one.shape)
                .cmp(&(other.agent, other.shape))
                .then(one.distance.total_cmp(&other.distance))
        });
        self.found
            .dedup_by_key(|contact| (contact.agent, contact.shape));
    }

    fn index(&mut self, step: &Step, ways: &[Option<Way>]) {
        for ((pose, shape), way) in self.poses.iter_mut().zip(&self.shapes).zip(ways) {
            *pose = shape.as_ref().zip(*way).map(|(shape, way)| {
                let corner = shape.extent().min + way.to;
                Pose {
                    offset: way.to + step.edges.offset_home(corner),
                    way: step.edges.shortest(way.to - way.from),
                    fresh: way.fresh,
                }
            });
        }
        let placed = self.shapes.iter().zip(&self.poses);
        self.tree
            .rebuild((0u32..).zip(placed).filter_map(|(index, (shape, pose))| {
                let (shape, pose) = shape.as_ref().zip(*pose)?;
                let now = shape.extent().moved(pose.offset);
                Some((index, now.joined(now.moved(-pose.way))))
            }));
        self.indexed.clear();
        self.indexed.extend_from_slice(ways);
    }
}

fn heights_of_obstacles(setting: &Setting) -> Vec<Option<[f64; 2]>> {
    if setting.level.is_none() {
        return Vec::new();
    }
    let obstacles = setting.obstacles.iter();
    obstacles
        .map(|obstacle| Some(obstacle.heights?.map(f64::from)))
        .collect()
}

/// The four edges of a walled world.
fn edges(setting: &Setting) -> Vec<Option<Shape>> {
    let WorldBounds::Walled { min, max } = setting.bounds else {
        return Vec::new();
    };
    let corners = [min, Vec2::new(max.x, min.y), max, Vec2::new(min.x, max.y)];
    (0..4)
        .map(|index| Shape::polygon(&[corners[index], corners[(index + 1) % 4]]))
        .collect()
}

/// An agent's motion as seen from a shape that stands in the setting's pose.
fn relative_motion(walk: &Move, image: DVec2, pose: Pose) -> (DVec2, DVec2) {
    let to = walk.to + image - pose.offset;
    if walk.walked() && !walk.flew && !pose.fresh {
        (to - (walk.way() - pose.way), to)
    } else {
        (to, to)
    }
}
