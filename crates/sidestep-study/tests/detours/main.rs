//! The two ways past temporary obstacles that the default is compared with: the furthest tangents
//! of M. Mononen's tutorial and a grid around the agent. What they do, what they don't, and how
//! often each gets through.

#[path = "../../../sidestep/tests/common/mod.rs"]
mod common;

mod edges;
mod explaining;
mod figures;
mod furthest_tangents;
mod hostile;
mod in_world;
mod inside;
mod local_grid;
mod passing;
mod symmetry;
mod traps;
mod yard;

use sidestep::Vec2;
use sidestep::avoid::detour::{
    Barrier, BarrierKind, Blocker, DetourAnswer, DetourMemory, DetourMethod, DetourQuery, FoundWay,
    Outcome,
};
use sidestep::explain::Explanation;
use sidestep::geometry::{Bounds, Capsule, ConvexPolygon, Segment, Shape};
use sidestep::space::{Clusters, Filter, Topology};
use sidestep_study::detour::{FurthestTangents, LocalGrid};

const RADIUS: f32 = 0.3;

/// What stands about, kept as the world keeps it.
struct Place {
    clusters: Clusters,
    walls: u32,
}

impl Place {
    fn new(temporary: &[Shape], walls: &[Shape]) -> Self {
        let width = 2.0 * (RADIUS + FurthestTangents::for_radius(RADIUS).clearance);
        let mut place = Self {
            clusters: Clusters::new(width, Topology::Open),
            walls: 1000,
        };
        for (index, shape) in (0u32..).zip(temporary) {
            place.insert(index, BarrierKind::Temporary, shape);
        }
        for shape in walls {
            place.wall(BarrierKind::Permanent, shape);
        }
        place
    }

    fn wall(&mut self, kind: BarrierKind, shape: &Shape) {
        self.insert(self.walls, kind, shape);
        self.walls += 1;
    }

    fn insert(&mut self, index: u32, kind: BarrierKind, shape: &Shape) {
        self.clusters.insert(
            Blocker::Obstacle(index),
            kind,
            shape,
            Vec2::ZERO,
            Filter::default(),
        );
    }

    fn barriers(&self) -> Vec<Barrier<'_>> {
        let everywhere = Bounds {
            min: Vec2::splat(-1e4),
            max: Vec2::splat(1e4),
        };
        let mut found = Vec::new();
        self.clusters
            .gather(everywhere, &Filter::default(), &mut found);
        found
    }

    /// How deep a disc that moves straight gets into anything (m), negative if it stays away.
    fn deepest(&self, from: Vec2, to: Vec2) -> f32 {
        let steps = (from.distance(to) / 0.03).ceil().max(1.0) as u32;
        let barriers = self.barriers();
        (0..=steps)
            .map(|step| from.lerp(to, step as f32 / steps as f32))
            .flat_map(|place| {
                barriers
                    .iter()
                    .filter(|barrier| barrier.kind != BarrierKind::Edge)
                    .map(move |barrier| RADIUS - barrier.hull().surface(place).distance)
            })
            .fold(f32::NEG_INFINITY, f32::max)
    }
}

#[derive(Clone, Copy, Debug)]
enum Method {
    FurthestTangents(FurthestTangents),
    LocalGrid(LocalGrid),
}

const NAMES: [&str; 2] = ["furthest tangents", "local grid"];

fn methods() -> [Method; 2] {
    [tangents(), grid()]
}

fn tangents() -> Method {
    Method::FurthestTangents(FurthestTangents::for_radius(RADIUS))
}

fn grid() -> Method {
    Method::LocalGrid(LocalGrid::for_radius(RADIUS))
}

/// A query's answer and the way that was left in the scratch memory.
#[derive(Clone, Debug, PartialEq)]
struct Answer {
    answer: DetourAnswer,
    way: Vec<Vec2>,
    members: Vec<Blocker>,
}

impl Answer {
    fn around(&self) -> (Vec2, sidestep::geometry::Side, f32) {
        match self.answer.outcome {
            Outcome::Around {
                sub_goal,
                side,
                length,
                ..
            } => (sub_goal, side, length),
            other => panic!("{other:?}"),
        }
    }

    fn is_clear(&self) -> bool {
        self.answer.outcome == Outcome::Clear
    }

    fn is_blocked(&self) -> bool {
        matches!(self.answer.outcome, Outcome::Blocked { .. })
    }
}

impl Method {
    fn method(&self) -> &dyn DetourMethod {
        match self {
            Self::FurthestTangents(method) => method,
            Self::LocalGrid(method) => method,
        }
    }

    fn ask(self, place: &Place, from: Vec2, to: Vec2) -> Answer {
        self.ask_among(&place.barriers(), from, to)
    }

    fn ask_among(self, barriers: &[Barrier<'_>], from: Vec2, to: Vec2) -> Answer {
        let mut found = FoundWay::default();
        let answer = self.find(barriers, from, to, &mut found);
        Answer {
            answer,
            way: found.corners,
            members: found.members,
        }
    }

    fn find(
        self,
        barriers: &[Barrier<'_>],
        from: Vec2,
        to: Vec2,
        found: &mut FoundWay,
    ) -> DetourAnswer {
        let query = DetourQuery {
            from,
            to,
            radius: RADIUS,
            barriers,
            walls_too: false,
        };
        self.method()
            .find(&query, &mut DetourMemory::default(), found)
    }

    /// What it tells of its answer.
    fn explain(self, barriers: &[Barrier<'_>], from: Vec2, to: Vec2) -> Explanation {
        let query = DetourQuery {
            from,
            to,
            radius: RADIUS,
            barriers,
            walls_too: false,
        };
        let memory = DetourMemory::default();
        let answer = self
            .method()
            .find(&query, &mut memory.clone(), &mut FoundWay::default());
        let mut explanation = Explanation::default();
        self.method()
            .tell(&query, &memory, &answer, &mut explanation);
        explanation
    }

    /// Goes from sub-goal to sub-goal, a little at a time.
    fn walk(self, place: &Place, from: Vec2, to: Vec2) -> Walk {
        let mut walk = Walk {
            here: from,
            deepest: f32::NEG_INFINITY,
            ..Walk::default()
        };
        let step = 0.5 * RADIUS;
        for _ in 0..MOST_STEPS {
            let answer = self.ask(place, walk.here, to).answer;
            if let Some(way_out) = answer.way_out {
                walk.length += walk.here.distance(way_out);
                walk.here = way_out;
                continue;
            }
            let aim = match answer.outcome {
                Outcome::Clear => answer.goal,
                Outcome::Around { sub_goal, .. } => sub_goal,
                Outcome::Blocked { .. } => {
                    walk.blocked = true;
                    return walk;
                }
            };
            let distance = walk.here.distance(aim);
            let next = walk.here + (aim - walk.here).clamp_length_max(step);
            walk.deepest = walk.deepest.max(place.deepest(walk.here, next));
            walk.length += distance.min(step);
            walk.here = next;
            if answer.outcome == Outcome::Clear && distance <= step {
                walk.arrived = true;
                return walk;
            }
        }
        walk
    }
}

/// Enough to walk sixty metres.
const MOST_STEPS: usize = 400;

/// How a walk ended.
#[derive(Clone, Copy, Debug, Default)]
struct Walk {
    here: Vec2,
    arrived: bool,
    blocked: bool,
    deepest: f32,
    length: f32,
}

fn rectangle(center: Vec2, size: Vec2, angle: f32) -> Shape {
    ConvexPolygon::rectangle(center, size, angle)
        .expect("box")
        .into()
}

fn line(start: Vec2, end: Vec2) -> Shape {
    Segment::new(start, end).expect("segment").into()
}

fn capsule(start: Vec2, end: Vec2, radius: f32) -> Shape {
    Capsule::new(start, end, radius).expect("capsule").into()
}

const fn at(x: f32, y: f32) -> Vec2 {
    Vec2::new(x, y)
}
