//! Groups that keep together: measured from positions alone.

use sidestep::Vec2;
use sidestep::formation::{Anchor, FormationId, FormationSpec, Pattern};
use sidestep::motion::Body;
use sidestep::world::{AgentId, AgentSpec, EventKind, Goal, OnArrival, World, WorldError};

use super::{bits, empty_world, step_for, wall};

const DT: f32 = 1.0 / 30.0;
const RADIUS: f32 = 0.3;

/// A leader at `start` (m) who walks to `goal` (m) at 1.1 m/s.
fn leader(world: &mut World, start: Vec2, goal: Vec2) -> AgentId {
    let mut body = Body::new(start, RADIUS, 1.1);
    body.heading = (goal - start).normalize_or(Vec2::X);
    let spec = AgentSpec::new(body).with_goal(Goal::point(goal, 0.2));
    world.insert_agent(spec).expect("leader")
}

/// Somebody who walks at up to 1.7 m/s and has no goal.
fn follower(world: &mut World, place: Vec2) -> AgentId {
    let spec = AgentSpec::new(Body::new(place, RADIUS, 1.7));
    world.insert_agent(spec).expect("follower")
}

/// `count` followers in a heap behind `front` (m), `mirror` −1 for its mirror image.
fn heap(world: &mut World, front: Vec2, count: usize, mirror: f32) -> Vec<AgentId> {
    let place = |index: usize| {
        let (row, column) = (index / 3, index % 3);
        let odd = 0.11 * (index % 4) as f32;
        Vec2::new(
            -0.9 - 0.9 * row as f32 - odd,
            (column as f32 - 1.0) * 0.9 + odd,
        )
    };
    (0..count)
        .map(|index| follower(world, front + place(index) * Vec2::new(1.0, mirror)))
        .collect()
}

/// A world with a leader who walks from the origin to `goal` (m), and followers.
fn tour(pattern: Pattern, count: usize, goal: Vec2) -> (World, FormationId) {
    let mut world = empty_world();
    let first = leader(&mut world, Vec2::ZERO, goal);
    let members = heap(&mut world, Vec2::ZERO, count, 1.0);
    let spec = FormationSpec::new(pattern, Anchor::Leader(first), 0.9, members);
    let id = world.insert_formation(spec).expect("formation");
    (world, id)
}

fn place(world: &World, id: AgentId) -> Vec2 {
    world.agent(id).expect("agent").body.position
}

/// How far each member is from its slot (m).
fn errors(world: &World, id: FormationId) -> Vec<f32> {
    let formation = world.formation(id).expect("formation");
    let pairs = formation.spec.members.iter().zip(formation.slots);
    pairs
        .map(|(member, slot)| place(world, *member).distance(*slot))
        .collect()
}

fn worst(world: &World, id: FormationId) -> f32 {
    errors(world, id).into_iter().fold(0.0, f32::max)
}

/// Least distance of two centres (m).
fn least_distance(world: &World) -> f32 {
    let places: Vec<Vec2> = world.agents().map(|agent| agent.body.position).collect();
    let mut least = f32::INFINITY;
    for (index, one) in places.iter().enumerate() {
        for other in &places[..index] {
            least = least.min(one.distance(*other));
        }
    }
    least
}

/// Steps for so long (s). Nobody may overlap meanwhile; `look` sees the world after each step.
fn watch(world: &mut World, seconds: f32, mut look: impl FnMut(&World)) {
    for _ in 0..(seconds / DT).round() as u32 {
        world.step(DT).expect("step");
        let least = least_distance(world);
        assert!(least > 2.0 * RADIUS - 1e-3, "{least} at {}", world.time());
        look(world);
    }
}

/// A wall across x = 6 from −`half` to `half` (m) with a door of `width` metres in the middle.
fn door(world: &mut World, half: f32, width: f32) {
    for sign in [-1.0, 1.0] {
        let jamb = Vec2::new(6.0, sign * 0.5 * width);
        let end = Vec2::new(6.0, sign * half);
        world.insert_obstacle(wall(jamb, end)).expect("wall");
    }
}

#[test]
fn spacing_is_kept_on_the_straight() {
    for pattern in [
        Pattern::Abreast { columns: 3 },
        Pattern::File,
        Pattern::Wedge,
        Pattern::Ring { radius: 1.5 },
        Pattern::Queue,
    ] {
        let (mut world, id) = tour(pattern, 6, Vec2::new(40.0, 0.0));
        watch(&mut world, 14.0, |_| ());
        let mut far = 0.0f32;
        watch(&mut world, 12.0, |world| far = far.max(worst(world, id)));
        println!("{pattern:?}: {far}");
        assert!(far < 0.15, "{pattern:?}: {far}");
    }
}

#[test]
fn a_formation_bends_through_a_door_and_forms_again() {
    for pattern in [
        Pattern::Abreast { columns: 3 },
        Pattern::Wedge,
        Pattern::File,
    ] {
        let (mut world, id) = tour(pattern, 8, Vec2::new(17.0, 0.0));
        door(&mut world, 7.0, 1.2);
        let (mut last_through, mut formed) = (0.0, None);
        watch(&mut world, 45.0, |world| {
            let mut all = true;
            for agent in world.agents() {
                let at = agent.body.position;
                assert!(at.y.abs() < 4.0, "{} went off to {at}", agent.id);
                all &= at.x > 6.0 + RADIUS;
            }
            if !all {
                last_through = world.time();
            } else if worst(world, id) > 0.4 {
                formed = None;
            } else if formed.is_none() {
                formed = Some(world.time());
            }
        });
        println!(
            "{pattern:?}: through {last_through}, formed {formed:?}, {:?}",
            errors(&world, id)
        );
        let formed = formed.expect("formed again");
        assert!(
            formed - last_through < 6.0,
            "{pattern:?}: {formed}, {last_through}"
        );
    }
}
