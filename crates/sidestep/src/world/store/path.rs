//! The path that an agent follows through walkable space, from corner to corner.

use glam::Vec2;

use super::on_path::OnPath;
use crate::clone_by_field::clone_by_field;
use crate::explain::{MarkKind, MarkShape, Recorder};
use crate::motion::Body;
use crate::nav::{GroundPoint, NavMesh, NavPath};
use crate::rare::Plain;
use crate::space::Floor;
use crate::walker::Waypoint;

/// Distance to a corner, in radii, at which it counts as reached.
const AT_CORNER: f32 = 0.25;

/// Share of the way that is left by which a goal has moved when its path is made anew; it has moved
/// by a radius at least.
const GOAL_MOVED: f32 = 0.1;

/// Time off its path after which an agent needs another (s).
const OFF_PATH: f64 = 0.5;

/// The path of an agent.
#[derive(Debug, Default)]
pub(in crate::world) struct RouteMemory {
    pub path: Option<Path>,
    /// Since when it waits for a path (s).
    pub asked: Option<f64>,
    /// Whether it has found a passage blocked and plans with that closed.
    pub knows_closures: bool,
    /// The version of the closures for which it has found no other way.
    pub no_other_way: Option<u64>,
    /// How long it has been off its path (s).
    pub off_path: f64,
}

/// On which meshes a path was made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::world) struct Edition {
    /// How often the meshes had changed.
    pub meshes: u64,
    /// The version of the closures, if it takes notice of them.
    pub closures: Option<u64>,
}

pub(in crate::world) struct Path {
    pub mesh: NavMesh,
    pub corners: Vec<GroundPoint>,
    pub next: usize,
    /// The goal that was asked for (m).
    pub goal: Vec2,
    pub edition: Edition,
}

clone_by_field!(RouteMemory {
    path,
    asked,
    knows_closures,
    no_other_way,
    off_path,
});

impl Plain for RouteMemory {
    const PLAIN: &'static Self = &Self {
        path: None,
        asked: None,
        knows_closures: false,
        no_other_way: None,
        off_path: 0.0,
    };
}

clone_by_field!(Path {
    mesh,
    corners,
    next,
    goal,
    edition,
});

impl std::fmt::Debug for Path {
    /// Everything but the mesh, which doesn't change.
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Path")
            .field("corners", &self.corners)
            .field("next", &self.next)
            .field("goal", &self.goal)
            .field("edition", &self.edition)
            .finish_non_exhaustive()
    }
}

impl Path {
    /// Whether the goal of a body is so far from the one that was asked for that the path is made anew.
    fn has_goal_moved(&self, body: &Body, goal: Vec2) -> bool {
        let left = body.position.distance(goal);
        self.goal.distance(goal) > (GOAL_MOVED * left).max(body.radius)
    }
}

impl RouteMemory {
    pub fn take(&mut self, found: Option<(NavMesh, NavPath)>, goal: Vec2, edition: Edition) {
        self.path = found.map(|(mesh, path)| Path {
            mesh,
            corners: path.corners,
            next: 0,
            goal,
            edition,
        });
        if self.path.is_none() {
            // Nothing changes as long as neither goal nor closures do.
            self.no_other_way = edition.closures.or(self.no_other_way);
        }
    }

    pub fn needs_path(&self, body: &Body, goal: Vec2, edition: Edition) -> bool {
        let Some(path) = &self.path else {
            return self.no_other_way.is_none() || self.no_other_way != edition.closures;
        };
        path.has_goal_moved(body, goal) || path.edition != edition || self.is_off_path()
    }

    /// Whether it is off its path, and gets another one since it has been so for long, or as its goal has
    /// moved.
    pub fn leaves_path(&self, body: &Body, goal: Vec2) -> bool {
        let has_goal_moved = |path: &Path| path.has_goal_moved(body, goal);
        self.is_off_path() || self.off_path > 0.0 && self.path.as_ref().is_some_and(has_goal_moved)
    }

    /// Whether it has been off its path for so long that it needs another.
    fn is_off_path(&self) -> bool {
        self.off_path > OFF_PATH
    }

    /// Where the path leads next, for a body that follows it. `dt` is the time step (s).
    pub fn waypoint(&mut self, body: &Body, floor: &mut Floor, goal: Vec2, dt: f32) -> Waypoint {
        let Some(path) = &mut self.path else {
            return if self.asked.is_some() {
                Waypoint::Awaited
            } else {
                Waypoint::None
            };
        };
        let mut here = height(*floor);
        if floor.low.is_finite()
            && let Some(ground) = ground(&path.mesh, body, *floor)
        {
            *floor = Floor {
                low: ground,
                high: ground + (floor.high - floor.low),
            };
            here = ground;
        }
        let from = GroundPoint::new(body.position, here);
        while let Some(next) = path.corners.get(path.next + 1) {
            let corner = path.corners[path.next];
            let near = corner.position.distance(body.position) <= AT_CORNER * body.radius;
            if !near && !path.mesh.is_straight(from, *next) {
                break;
            }
            path.next += 1;
        }
        let Some(corner) = path.corners.get(path.next) else {
            return Waypoint::None;
        };
        if path.mesh.is_straight(from, *corner) {
            self.off_path = 0.0;
        } else {
            self.off_path += f64::from(dt);
        }
        let ahead = &path.corners[path.next..];
        if ahead.len() == 1 {
            // The goal may have moved a little since.
            return Waypoint::Corner {
                place: if corner.position.distance(path.goal) < body.radius {
                    goal
                } else {
                    corner.position
                },
                beyond: 0.0,
            };
        }
        let beyond = (ahead.windows(2))
            .map(|pair| pair[0].position.distance(pair[1].position))
            .sum();
        Waypoint::Corner {
            place: corner.position,
            beyond,
        }
    }

    /// How far along its path the agent is; `None` if it has none.
    pub fn on_path(&self) -> Option<OnPath> {
        let path = self.path.as_ref()?;
        Some(OnPath {
            next: path.next,
            off_path: self.off_path,
        })
    }

    /// Takes over how far along the same path it has come elsewhere.
    pub fn put_on_path(&mut self, on_path: OnPath) {
        if let Some(path) = &mut self.path {
            path.next = on_path.next;
            self.off_path = on_path.off_path;
        }
    }

    /// Shows what is left of the path of a body.
    pub fn tell(&self, body: &Body, recorder: &mut impl Recorder) {
        let Some(path) = self.path.as_ref().filter(|_| recorder.listens()) else {
            return;
        };
        let ahead = path.corners.get(path.next..).unwrap_or_default();
        let ahead = ahead.iter().map(|corner| corner.position);
        let points: Vec<Vec2> = std::iter::once(body.position).chain(ahead).collect();
        let length: f32 = (points.windows(2)).map(|leg| leg[0].distance(leg[1])).sum();
        recorder.mark(MarkKind::Path, MarkShape::Polyline { points }, || {
            format!("{length:.1} m of the path are left")
        });
        if self.off_path > 0.0 {
            recorder.reason(|| "was pushed off its path: gets another one soon".to_owned());
        }
    }
}

/// The height of the ground under a body that was on a floor before (m). Others may have pushed it
/// off its mesh, beside which there is room up to the wall: then that of the nearest place, so that
/// it keeps to the ground while it goes on beside the mesh.
fn ground(mesh: &NavMesh, body: &Body, floor: Floor) -> Option<f32> {
    let here = height(floor);
    mesh.height_at(body.position, here).or_else(|| {
        let reach = body.radius.max(0.5 * (floor.high - floor.low));
        let nearest = mesh.nearest(GroundPoint::new(body.position, here), reach)?;
        Some(nearest.height)
    })
}

/// The height at which an agent stands (m).
pub(super) fn height(floor: Floor) -> f32 {
    if floor.low.is_finite() {
        floor.low
    } else {
        0.0
    }
}
