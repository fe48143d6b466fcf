//! What classic unaligned avoidance and the anticipatory force do to bodies that meet, measured
//! from their positions.

mod anticipatory;
mod classic;

use sidestep::Vec2;
use sidestep::avoid::{Decision, Memory, Method, SharedNeighbor, Surroundings, Wish};
use sidestep::explain::Explanation;
use sidestep::motion::Body;
use sidestep::steer::Neighbor;

const DT: f32 = 1.0 / 30.0;
const RADIUS: f32 = 0.3;
const SPEED: f32 = 1.3;
/// A force (N) that stops a body of 1 kg from its full speed in some 0.1 s: both methods ask for
/// more than walkers have.
const NIMBLE: f32 = 12.0;

/// What a method decides among these neighbours, and what it tells of that.
fn explain(method: &dyn Method, body: &Body, neighbors: &[Neighbor]) -> (Decision, Explanation) {
    let neighbors: Vec<SharedNeighbor> = neighbors.iter().map(|other| (*other).into()).collect();
    let around = Surroundings {
        neighbor_reach: f32::INFINITY,
        ..Surroundings::neighbors(&neighbors)
    };
    let wish = Wish::to_go(body.velocity, DT);
    let decision = method.decide(body, &wish, &around, &mut Memory::default());
    let mut explanation = Explanation::default();
    method.tell(body, &wish, &around, &decision, &mut explanation);
    (decision, explanation)
}

/// A body on its way to a goal.
#[derive(Clone, Copy)]
struct Walker {
    body: Body,
    goal: Vec2,
}

/// A person who walks from `start` to `goal` at `speed` m/s and is already moving.
fn walker(start: Vec2, goal: Vec2, speed: f32) -> Walker {
    let mut body = Body::new(start, RADIUS, speed);
    body.limits.response_time = 0.5;
    body.limits.max_force = NIMBLE;
    body.velocity = (goal - start).normalize_or_zero() * speed;
    body.face_velocity();
    Walker { body, goal }
}

/// Two who walk towards each other, each `offset` / 2 metres to the left of the middle.
fn head_on(offset: f32) -> [Walker; 2] {
    let start = Vec2::new(-6.0, 0.5 * offset);
    let goal = Vec2::new(10.0, 0.5 * offset);
    [walker(start, goal, SPEED), walker(-start, -goal, SPEED)]
}

/// Two whose ways cross at a right angle, where the second is `late` metres behind the first.
fn crossing(late: f32) -> [Walker; 2] {
    [
        walker(Vec2::new(-6.0, 0.0), Vec2::new(10.0, 0.0), SPEED),
        walker(Vec2::new(0.0, -6.0 - late), Vec2::new(0.0, 10.0), SPEED),
    ]
}

/// A fast one behind a slow one who goes the same way, `offset` metres to the right of it.
fn overtaking(offset: f32) -> [Walker; 2] {
    [
        walker(Vec2::new(-4.0, -offset), Vec2::new(60.0, -offset), SPEED),
        walker(Vec2::ZERO, Vec2::new(60.0, 0.0), 0.5 * SPEED),
    ]
}

/// What two bodies did.
#[derive(Clone, Debug)]
struct Outcome {
    /// The tracks (m), a point a step.
    tracks: [Vec<Vec2>; 2],
    /// The least gap between the discs (m), negative where they overlapped.
    least_gap: f32,
    /// How often each changed the side to which it moved, across its way, faster than 5 cm/s.
    side_changes: [u32; 2],
    /// The lowest speed of each on its way (m/s).
    slowest: [f32; 2],
    /// When each came within half a metre of its goal (s).
    arrived: [Option<f32>; 2],
    /// How far each went off its straight way (m), to the left positive.
    deviation: [f32; 2],
}

/// Moves two walkers for some seconds under what draws them to their goals and what `avoid` adds
/// for a body, its id and the other one.
fn run(
    mut pair: [Walker; 2],
    dt: f32,
    seconds: f32,
    mut avoid: impl FnMut(&Body, u64, &Neighbor) -> Vec2,
) -> Outcome {
    let starts = pair.map(|walker| walker.body.position);
    let ways = pair.map(|walker| (walker.goal - walker.body.position).normalize());
    let mut outcome = Outcome {
        tracks: starts.map(|start| vec![start]),
        least_gap: f32::INFINITY,
        side_changes: [0; 2],
        slowest: [f32::INFINITY; 2],
        arrived: [None; 2],
        deviation: [0.0; 2],
    };
    let mut sides = [0.0; 2];
    for step in 1..=(seconds / dt).round() as u32 {
        if outcome.arrived.iter().all(Option::is_some) {
            break;
        }
        let before = pair;
        for (index, walker) in pair.iter_mut().enumerate() {
            let body = &before[index].body;
            let other = Neighbor::new(1 - index as u64, &before[1 - index].body);
            let wanted = (walker.goal - body.position).normalize_or_zero() * body.limits.max_speed;
            let force = body.force_towards(wanted, dt) + avoid(body, index as u64, &other);
            walker.body.advance(force, dt);

            outcome.tracks[index].push(walker.body.position);
            if walker.body.position.distance(walker.goal) < 0.5 {
                outcome.arrived[index].get_or_insert(step as f32 * dt);
            }
            if outcome.arrived[index].is_some() {
                continue;
            }
            let across = ways[index].perp_dot(walker.body.velocity);
            if across.abs() > 0.05 {
                if sides[index] * across < 0.0 {
                    outcome.side_changes[index] += 1;
                }
                sides[index] = across;
            }
            let off = ways[index].perp_dot(walker.body.position - starts[index]);
            if off.abs() > outcome.deviation[index].abs() {
                outcome.deviation[index] = off;
            }
            outcome.slowest[index] = outcome.slowest[index].min(walker.body.speed());
        }
        let gap = pair[0].body.position.distance(pair[1].body.position) - 2.0 * RADIUS;
        outcome.least_gap = outcome.least_gap.min(gap);
    }
    outcome
}

impl Outcome {
    /// The largest distance between the tracks of two runs (m), where the other took `ratio` steps
    /// for each of these, until the first run ended.
    fn furthest_from(&self, other: &Self, ratio: usize) -> f32 {
        let mut furthest = 0.0_f32;
        for (own, others) in self.tracks.iter().zip(&other.tracks) {
            for (one, another) in own.iter().zip(others.iter().step_by(ratio)) {
                furthest = furthest.max(one.distance(*another));
            }
        }
        furthest
    }

    fn summary(&self) -> String {
        format!(
            "gap {:.3} m, side changes {:?}, slowest {:.2?} m/s, off {:.2?} m, arrived {:.1?} s",
            self.least_gap, self.side_changes, self.slowest, self.deviation, self.arrived
        )
    }
}

/// The offsets at which head-on meetings are tried (m).
fn offsets() -> [f32; 5] {
    [0.0, 1e-6, 1e-3, 0.1 * RADIUS, 0.5 * RADIUS]
}
