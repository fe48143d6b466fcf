//! What moves is met where it will be: nobody is run over who could have got away, with contacts
//! switched off; who couldn't is pushed, never overlapped and never through a wall.

use std::f32::consts::FRAC_PI_2;

use sidestep::Vec2;
use sidestep::avoid::VelocityChange;
use sidestep::avoid::orca::Orca;
use sidestep::explain::Explanation;
use sidestep::geometry::{ConvexPolygon, Segment};
use sidestep::motion::Body;
use sidestep::random::Random;
use sidestep::world::{
    AgentAvoidance, AgentId, AgentSpec, ObstacleAvoidance, ObstacleId, ObstacleSpec, Pose, World,
    WorldSettings,
};

use crate::common::walker;
use crate::run_over::{Film, Touched};

const STEP: f32 = 1.0 / 30.0;

/// Overlaps deeper than this count (m).
const TOUCH: f32 = 1e-3;

fn world(settle: bool) -> World {
    let settings = WorldSettings {
        settle,
        ..WorldSettings::default()
    };
    World::new(settings).expect("settings")
}

/// A box that moves at a velocity (m/s).
fn cart(world: &mut World, at: Vec2, size: Vec2, velocity: Vec2) -> ObstacleId {
    let shape = ConvexPolygon::rectangle(at, size, 0.0).expect("a box");
    let mut spec = ObstacleSpec::new(shape).temporary();
    spec.velocity = velocity;
    world.insert_obstacle(spec).expect("a cart")
}

fn wall(world: &mut World, from: Vec2, to: Vec2) {
    let wall = Segment::new(from, to).expect("a wall");
    world
        .insert_obstacle(ObstacleSpec::new(wall))
        .expect("a wall");
}

fn stands(world: &mut World, at: Vec2) -> AgentId {
    let body = Body::new(at, 0.3, 1.4);
    world
        .insert_agent(AgentSpec::new(body))
        .expect("somebody who stands")
}

fn walks(world: &mut World, from: Vec2, to: Vec2) -> AgentId {
    world
        .insert_agent(walker(from, to, 0.3, 1.4))
        .expect("a walker")
}

/// How deep somebody is in an obstacle (m), below 0 outside.
fn depth(world: &World, obstacle: ObstacleId, agent: AgentId) -> f32 {
    let body = world.agent(agent).expect("an agent").body;
    let hull = world.obstacle(obstacle).expect("an obstacle");
    body.radius - hull.hull().surface(body.position).distance
}

fn place(world: &World, agent: AgentId) -> Vec2 {
    world.agent(agent).expect("an agent").body.position
}

/// Steps and says how deep anybody of these came to be in the obstacle (m).
fn deepest(world: &mut World, obstacle: ObstacleId, agents: &[AgentId], seconds: f32) -> f32 {
    deepest_at(world, obstacle, agents, seconds, STEP)
}

fn deepest_at(
    world: &mut World,
    obstacle: ObstacleId,
    agents: &[AgentId],
    seconds: f32,
    step: f32,
) -> f32 {
    let mut deepest = f32::NEG_INFINITY;
    for _ in 0..(seconds / step).round() as usize {
        world.step(step).expect("a step");
        for &agent in agents {
            deepest = deepest.max(depth(world, obstacle, agent));
        }
    }
    deepest
}

/// What a run among a crowd came to.
#[derive(Debug, Default)]
struct Run {
    /// Those who were ever inside the cart, and for how long in all (s).
    pairs: usize,
    seconds: f32,
    deepest: f32,
    /// The longest way that anybody was taken by it without being out of touch (m).
    carried: f32,
    arrived: usize,
    /// How deep two agents were in each other (m).
    crushed: f32,
    /// Who was touched, and could have got away.
    touched: Touched,
}

/// People who cross a square from both sides while a cart goes to and fro; `mirror` −1 turns left and
/// right round.
fn among_a_crowd(count: usize, seed: u64, mirror: f32, settle: bool, announced: bool) -> Run {
    let mut world = world(settle);
    let half = if count > 100 { 24.0 } else { 14.0 };
    let mut random = Random::new(seed, 5);
    let mut starts: Vec<Vec2> = Vec::new();
    let mut people = Vec::new();
    for row in 0..count {
        let side = if row % 2 == 0 { -1.0 } else { 1.0 };
        let start = loop {
            let x = side * random.between(half - 0.02 * count as f32 - 5.0, half);
            let at = Vec2::new(x, random.between(-8.0, 8.0));
            if starts.iter().all(|it| it.distance(at) > 0.8) {
                break at;
            }
        };
        starts.push(start);
        let goal = Vec2::new(start.x - side * (2.0 * half - 5.0), start.y);
        let turn = Vec2::new(mirror, 1.0);
        let spec = walker(start * turn, goal * turn, 0.35, 1.4);
        people.push(world.insert_agent(spec).expect("somebody"));
    }
    let at = Vec2::new(0.0, -6.0);
    let cart = cart(&mut world, at, Vec2::new(2.0, 1.2), Vec2::Y);
    let mut run = Run::default();
    let mut film = Film::new(STEP);
    let mut inside = vec![false; count];
    // Where each came into touch with the cart.
    let mut met = vec![None; count];
    for _ in 0..(40.0 / STEP) as usize {
        let view = world.obstacle(cart).expect("the cart");
        let (offset, velocity) = (view.offset, view.velocity);
        if offset.y * velocity.y.signum() > if velocity.y > 0.0 { 12.0 } else { 0.0 } {
            let back = world.offset_obstacle(cart, offset, -velocity);
            back.expect("the cart goes back");
            film.surprise();
        }
        if announced {
            // It turns round in the first step that begins above 12 m or below 0.
            let view = world.obstacle(cart).expect("the cart");
            let (y, speed) = (view.offset.y, view.velocity.y);
            let left = if speed > 0.0 { 12.0 - y } else { y };
            let change = VelocityChange {
                after: ((left / (speed.abs() * STEP)).floor() + 1.0).max(0.0) * STEP,
                velocity: -view.velocity,
            };
            world.announce_obstacle(cart, &[change]).expect("announced");
        }
        world.step(STEP).expect("a step");
        film.shoot(&world, cart, &people);
        for (row, &person) in people.iter().enumerate() {
            let deep = depth(&world, cart, person);
            run.deepest = run.deepest.max(deep);
            if deep > TOUCH {
                run.pairs += usize::from(!inside[row]);
                inside[row] = true;
                run.seconds += STEP;
            }
            let here = place(&world, person);
            if deep > -2e-3 {
                let from: Vec2 = *met[row].get_or_insert(here);
                run.carried = run.carried.max((here - from).y.abs());
            } else {
                met[row] = None;
            }
        }
        let places: Vec<Vec2> = people.iter().map(|&it| place(&world, it)).collect();
        for (row, a) in places.iter().enumerate() {
            for b in &places[..row] {
                run.crushed = run.crushed.max(0.7 - a.distance(*b));
            }
        }
    }
    let agents = world.agents();
    run.arrived = agents.filter(|agent| agent.arrived).count();
    film.add_to(&mut run.touched);
    run
}

#[test]
fn a_cart_ran_over_people_who_crossed_its_way() {
    // In 6 of 160 such runs (80 seeds and their mirror images) it touches somebody: whom it turns
    // round on, or who has others in front and behind. Before, it was several in each run.
    let mut touched = 0;
    for seed in 1..=3 {
        for mirror in [1.0, -1.0] {
            let run = among_a_crowd(25, seed, mirror, false, false);
            touched += run.pairs;
            assert!(touched <= 1, "seed {seed}, mirror {mirror}: {run:?}");
            assert!(run.deepest < 0.1, "seed {seed}, mirror {mirror}: {run:?}");
            assert!(run.arrived >= 24, "seed {seed}, mirror {mirror}: {run:?}");
            assert!(run.crushed < TOUCH, "seed {seed}, mirror {mirror}: {run:?}");
        }
    }
}

#[test]
fn a_crowd_held_those_fast_whom_a_cart_came_at() {
    // In these six runs it touched 24 of 1,200 for 20.7 s, as those behind made no room: now 15 for 10.6.
    let mut touched = (0, 0.0);
    for seed in 1..=6 {
        let run = among_a_crowd(200, seed, 1.0, false, true);
        touched.0 += run.pairs;
        touched.1 += run.seconds;
    }
    assert!(touched.0 <= 19 && touched.1 < 15.0, "{touched:?}");
}

#[test]
#[ignore = "20 seeds with 25 and 200 people, with and without contacts: minutes"]
fn a_cart_among_25_and_200_with_20_seeds_each() {
    for count in [25, 200] {
        for (settle, announced) in [(false, false), (false, true), (true, false)] {
            let runs: Vec<Run> = (1..=20)
                .map(|seed| among_a_crowd(count, seed, 1.0, settle, announced))
                .collect();
            let most = |of: fn(&Run) -> f32| runs.iter().map(of).fold(0.0, f32::max);
            let (pairs, seconds) = runs.iter().fold((0, 0.0), |(pairs, seconds), run| {
                (pairs + run.pairs, seconds + run.seconds)
            });
            let of = |which: fn(&Touched) -> usize| -> usize {
                runs.iter().map(|run| which(&run.touched)).sum()
            };
            let (alone, among) = (of(|it| it.alone), of(|it| it.among_others));
            let arrived: usize = runs.iter().map(|run| run.arrived).sum();
            let (deepest, carried) = (most(|run| run.deepest), most(|run| run.carried));
            let crushed = most(|run| run.crushed);
            eprintln!(
                "{count} people, contacts {settle}, announced {announced}: {pairs} pairs inside ({alone} could have got \
                 away alone, {among} among the others), {seconds:.1} pair-seconds, deepest \
                 {deepest:.4} m, carried {carried:.2} m, agents {crushed:.4} m, arrived {arrived}"
            );
            if count == 25 || settle {
                assert_eq!(pairs, 0);
            }
        }
    }
}

#[test]
fn a_crate_that_rolls_at_somebody_in_the_open_ran_them_over() {
    for step in [STEP, 0.5 * STEP] {
        for speed in [0.5, 1.0, 2.0, 4.0] {
            for aside in [0.0, 0.2, -0.2, 0.6, -0.6] {
                for goes in [true, false] {
                    let mut world = world(false);
                    let at = Vec2::new(0.0, aside);
                    let id = if goes {
                        walks(&mut world, at, Vec2::new(20.0, aside))
                    } else {
                        stands(&mut world, at)
                    };
                    let (from, size) = (Vec2::new(12.0, 0.0), Vec2::new(1.0, 1.6));
                    let crate_ = cart(&mut world, from, size, Vec2::new(-speed, 0.0));
                    let deep = deepest_at(&mut world, crate_, &[id], 24.0 / speed, step);
                    let end = place(&world, id);
                    assert!(
                        deep < TOUCH,
                        "{speed} m/s, {aside} m aside, goes {goes}, step {step}: {deep} m deep"
                    );
                    let side = end.y - aside;
                    assert!(goes || side.abs() < 3.0, "{speed} m/s, {aside}: {end}");
                }
            }
        }
    }
}

#[test]
fn mirror_images_evade_to_mirror_images() {
    let end = |sign: f32| {
        let mut world = world(false);
        let id = walks(
            &mut world,
            Vec2::new(0.0, 0.2 * sign),
            Vec2::new(20.0, 0.2 * sign),
        );
        let (from, size) = (Vec2::new(12.0, 0.0), Vec2::new(1.0, 1.6));
        let crate_ = cart(&mut world, from, size, Vec2::new(-1.5, 0.3 * sign));
        assert!(deepest(&mut world, crate_, &[id], 5.0) < TOUCH);
        place(&world, id)
    };
    let (one, other) = (end(1.0), end(-1.0));
    assert!(
        one.abs_diff_eq(Vec2::new(other.x, -other.y), 1e-3),
        "{one} and {other}"
    );
}

#[test]
fn a_cart_from_behind_ran_over_who_had_room_beside_it() {
    for at in [0.0, 0.1, -0.1] {
        let mut world = world(false);
        for y in [-2.0, 2.0] {
            wall(&mut world, Vec2::new(-20.0, y), Vec2::new(40.0, y));
        }
        let id = walks(&mut world, Vec2::new(0.0, at), Vec2::new(30.0, at));
        let (from, size) = (Vec2::new(-10.0, 0.0), Vec2::new(1.5, 1.2));
        let cart = cart(&mut world, from, size, Vec2::new(3.0, 0.0));
        let deep = deepest(&mut world, cart, &[id], 10.0);
        assert!(deep < TOUCH, "{at}: {deep} m deep");
        let here = place(&world, id);
        assert!(here.x > 10.0, "and gets on: {here}");
    }
}

#[test]
fn who_cannot_get_away_is_pushed_along_and_not_through_walls() {
    let mut world = world(true);
    for y in [-1.0, 1.0] {
        wall(&mut world, Vec2::new(-20.0, y), Vec2::new(60.0, y));
    }
    let ids: Vec<AgentId> = (0..4)
        .map(|row| stands(&mut world, Vec2::new(row as f32, 0.2 * row as f32 - 0.3)))
        .collect();
    let (from, size) = (Vec2::new(-6.0, 0.0), Vec2::new(1.0, 1.8));
    let cart = cart(&mut world, from, size, Vec2::new(2.5, 0.0));
    let deep = deepest(&mut world, cart, &ids, 8.0);
    assert!(deep < TOUCH, "{deep} m deep");
    for &id in &ids {
        let here = place(&world, id);
        assert!(here.y.abs() < 0.7 + TOUCH, "through a wall: {here}");
        assert!(here.x > 10.0, "the cart went over it: {here}");
    }
}

#[test]
fn who_was_met_by_surprise_was_carried_for_as_long_as_the_cart_went_on() {
    let mut world = world(true);
    let id = stands(&mut world, Vec2::new(0.0, 0.1));
    let (from, size) = (Vec2::new(-1.0, 0.0), Vec2::new(1.0, 1.6));
    let cart = cart(&mut world, from, size, Vec2::new(4.0, 0.0));
    let deep = deepest(&mut world, cart, &[id], 6.0);
    assert!(deep < TOUCH, "{deep} m deep");
    // Sideways out of its way at 1.4 m/s it needs about a second and a half.
    let here = place(&world, id);
    assert!(here.x < 6.0, "carried to {here}");
}

#[test]
fn who_has_arrived_steps_aside_and_comes_back() {
    let mut world = world(false);
    let goal = Vec2::new(3.0, 0.0);
    let id = walks(&mut world, Vec2::ZERO, goal);
    let (from, size) = (Vec2::new(3.0, -14.0), Vec2::new(1.2, 1.2));
    let cart = cart(&mut world, from, size, Vec2::new(0.0, 1.2));
    let deep = deepest(&mut world, cart, &[id], 25.0);
    assert!(deep < TOUCH, "{deep} m deep");
    let here = place(&world, id);
    assert!(here.distance(goal) < 0.5, "{here}");
}

#[test]
fn a_gate_that_speeds_up_catches_nobody_who_can_walk_faster() {
    for by_poses in [false, true] {
        let mut world = world(false);
        let (from, size) = (Vec2::new(-4.0, 0.0), Vec2::new(0.4, 6.0));
        let gate = cart(&mut world, from, size, Vec2::ZERO);
        let ids: Vec<AgentId> = (0..3)
            .map(|row| {
                stands(
                    &mut world,
                    Vec2::new(0.3 * row as f32, 1.5 * row as f32 - 1.5),
                )
            })
            .collect();
        let mut deep = f32::NEG_INFINITY;
        let (mut x, mut speed) = (from.x, 0.0f32);
        for _ in 0..(12.0 / STEP) as usize {
            // Half a metre per second and second, up to 1.2 m/s.
            speed = (speed + 0.5 * STEP).min(1.2);
            x += speed * STEP;
            if by_poses {
                let pose = Pose {
                    center: Vec2::new(x, 0.0),
                    angle: 0.0,
                };
                world.move_obstacle(gate, pose).expect("the gate");
            } else {
                let offset = world.obstacle(gate).expect("the gate").offset;
                world
                    .offset_obstacle(gate, offset, Vec2::new(speed, 0.0))
                    .expect("the gate");
            }
            deep = deep.max(deepest(&mut world, gate, &ids, STEP));
        }
        assert!(deep < TOUCH, "by poses {by_poses}: {deep} m deep");
    }
}

#[test]
fn a_door_that_swings_slowly_is_got_away_from() {
    let mut world = world(false);
    let door = Segment::new(Vec2::ZERO, Vec2::new(1.5, 0.0)).expect("a door");
    let door = world
        .insert_obstacle(ObstacleSpec::new(door))
        .expect("a door");
    let ids = [
        stands(&mut world, Vec2::new(0.9, 0.7)),
        stands(&mut world, Vec2::new(0.4, 1.0)),
    ];
    let mut deep = f32::NEG_INFINITY;
    let steps = (3.0 / STEP) as usize;
    for step in 1..=steps {
        let angle = FRAC_PI_2 * step as f32 / steps as f32;
        let center = 0.75 * Vec2::new(libm::cosf(angle), libm::sinf(angle));
        world
            .move_obstacle(door, Pose { center, angle })
            .expect("the door");
        deep = deep.max(deepest(&mut world, door, &ids, STEP));
    }
    assert!(deep < TOUCH, "{deep} m deep");
}

#[test]
fn half_planes_of_orca_are_seen_from_what_moves() {
    for aside in [0.1, -0.1, 0.5] {
        let mut world = world(false);
        let mut spec = walker(Vec2::new(0.0, aside), Vec2::new(8.0, aside), 0.3, 1.4);
        spec.profile.agent_avoidance = AgentAvoidance::Orca(Orca::for_radius(0.3));
        spec.profile.obstacle_avoidance = ObstacleAvoidance::None;
        let id = world.insert_agent(spec).expect("a walker");
        let (from, size) = (Vec2::new(12.0, 0.0), Vec2::new(1.0, 1.6));
        let crate_ = cart(&mut world, from, size, Vec2::new(-1.0, 0.0));
        let deep = deepest(&mut world, crate_, &[id], 24.0);
        assert!(deep < TOUCH, "{aside} m aside: {deep} m deep");
    }
}

#[test]
fn a_mover_is_told_as_a_threat() {
    let mut world = world(false);
    let id = stands(&mut world, Vec2::ZERO);
    let (from, size) = (Vec2::new(4.0, 0.0), Vec2::new(1.0, 1.0));
    cart(&mut world, from, size, Vec2::new(-2.0, 0.0));
    world.step(STEP).expect("a step");
    let told: Explanation = world.explain(id, STEP).expect("an explanation");
    let comes = |reason: &String| reason.starts_with("obstacle 0 comes, contact in 1.");
    assert!(told.reasons.iter().any(comes), "{:?}", told.reasons);
    let labels: Vec<&str> = told.marks.iter().map(|mark| mark.label.as_str()).collect();
    assert!(
        labels.contains(&"obstacle 0 comes at 2.00 m/s"),
        "{labels:?}"
    );
}
