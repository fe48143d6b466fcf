use sidestep::Vec2;
use sidestep::avoid::detour::{
    Barrier, BarrierKind, Blocker, Detour, DetourAnswer, DetourMemory, DetourQuery, DetourScratch,
    Outcome,
};
use sidestep::geometry::{Circle, ConvexPolygon, Segment, Shape};
use sidestep::space::{Clusters, Filter, Topology};

/// Radius of the body in these cases (m).
pub const RADIUS: f32 = 0.4;

/// Temporary obstacles and walls, and who asks.
pub struct Yard {
    pub clusters: Clusters,
    pub detour: Detour,
    pub memory: DetourMemory,
    pub scratch: DetourScratch,
    next: u32,
}

impl Yard {
    pub fn new() -> Self {
        let mut detour = Detour::for_radius(RADIUS);
        detour.clearance = 0.0;
        Self {
            clusters: Clusters::new(2.0 * RADIUS, Topology::Open),
            detour,
            memory: DetourMemory::default(),
            scratch: DetourScratch::default(),
            next: 0,
        }
    }

    pub fn add(&mut self, kind: BarrierKind, shape: impl Into<Shape>) -> u32 {
        let id = self.next;
        self.next += 1;
        let blocker = Blocker::Obstacle(id);
        self.clusters
            .insert(blocker, kind, &shape.into(), Vec2::ZERO, Filter::default());
        id
    }

    pub fn circle(&mut self, x: f32, y: f32, radius: f32) -> u32 {
        let circle = Circle::new(Vec2::new(x, y), radius).expect("a circle");
        self.add(BarrierKind::Temporary, circle)
    }

    pub fn turned_box(&mut self, x: f32, y: f32, size: [f32; 2], angle: f32) -> u32 {
        let shape = ConvexPolygon::rectangle(Vec2::new(x, y), size.into(), angle).expect("a box");
        self.add(BarrierKind::Temporary, shape)
    }

    pub fn wall(&mut self, from: [f32; 2], to: [f32; 2]) -> u32 {
        let wall = Segment::new(from.into(), to.into()).expect("a wall");
        self.add(BarrierKind::Permanent, wall)
    }

    pub fn find(&mut self, from: [f32; 2], to: [f32; 2]) -> DetourAnswer {
        let (from, to) = (Vec2::from(from), Vec2::from(to));
        let mut barriers: Vec<Barrier<'_>> = Vec::new();
        let area = self.detour.area(from, to, RADIUS);
        self.clusters
            .gather(area, &Filter::default(), &mut barriers);
        let query = DetourQuery {
            from,
            to,
            radius: RADIUS,
            barriers: &barriers,
            walls_too: false,
        };
        self.detour
            .find(&query, &mut self.memory, &mut self.scratch)
    }

    /// Walks from sub-goal to sub-goal. The length (m) and the number of queries; `None` if it is
    /// blocked.
    pub fn walk(&mut self, from: [f32; 2], to: [f32; 2]) -> Option<(f32, usize)> {
        let mut place = Vec2::from(from);
        let mut length = 0.0;
        for queries in 1..1000 {
            let answer = self.find(place.into(), to);
            let next = match answer.outcome {
                Outcome::Clear => answer.goal,
                Outcome::Around { sub_goal, .. } => sub_goal,
                Outcome::Blocked { .. } => return None,
            };
            length += place.distance(next);
            if matches!(answer.outcome, Outcome::Clear) {
                return Some((length, queries));
            }
            place = next;
        }
        panic!("1000 queries and still not there: {place}");
    }
}

/// The length of a way round, and its side.
pub fn around(answer: DetourAnswer) -> (f32, sidestep::geometry::Side) {
    match answer.outcome {
        Outcome::Around { length, side, .. } => (length, side),
        other => panic!("not round it, but {other:?}"),
    }
}
