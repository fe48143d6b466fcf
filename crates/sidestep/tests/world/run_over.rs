//! Obstacles that gain speed, brake, turn corners and turn about themselves: whom they touch, with
//! contacts switched off, and who of these could have got away.

use std::f32::consts::TAU;

use sidestep::Vec2;
use sidestep::avoid::{FORESIGHT, VelocityChange};
use sidestep::geometry::{ConvexPolygon, Shape};
use sidestep::motion::Body;
use sidestep::random::Random;
use sidestep::world::{AgentId, ObstacleId, ObstacleSpec, Pose, World, WorldSettings};

use crate::common::walker;

const STEP: f32 = 1.0 / 30.0;

/// Overlaps deeper than this count (m).
const TOUCH: f32 = 1e-3;

/// Radius of everybody (m).
const RADIUS: f32 = 0.3;

/// Where all were after a step.
struct Frame {
    shape: Shape,
    offset: Vec2,
    people: Vec<Body>,
}

/// A run, step by step.
pub struct Film {
    frames: Vec<Frame>,
    step: f32,
    /// The steps in which the obstacle did what nobody could know before.
    surprises: Vec<usize>,
}

/// Who was touched in some runs.
#[derive(Debug, Default)]
pub struct Touched {
    pub pairs: usize,
    pub seconds: f32,
    /// Those who would have got away with a free run, if they had been alone.
    pub alone: usize,
    /// The same among all others, who went as they did.
    pub among_others: usize,
}

impl Film {
    pub fn new(step: f32) -> Self {
        Self {
            frames: Vec::new(),
            step,
            surprises: vec![0],
        }
    }

    /// What the obstacle does from now on is a surprise.
    pub fn surprise(&mut self) {
        self.surprises.push(self.frames.len());
    }

    pub fn shoot(&mut self, world: &World, obstacle: ObstacleId, people: &[AgentId]) {
        let view = world.obstacle(obstacle).expect("the obstacle");
        let body = |id: &AgentId| world.agent(*id).expect("somebody").body;
        self.frames.push(Frame {
            shape: view.shape.clone(),
            offset: view.offset,
            people: people.iter().map(body).collect(),
        });
    }

    /// Adds up who was touched, and who of them could have got away.
    pub fn add_to(&self, touched: &mut Touched) {
        let people = self.frames[0].people.len();
        for who in 0..people {
            let deep = |frame: &Frame| {
                let body = frame.people[who];
                let hull = frame.shape.hull(frame.offset);
                body.radius - hull.surface(body.position).distance > TOUCH
            };
            let steps = self.frames.iter().filter(|frame| deep(frame)).count();
            touched.seconds += steps as f32 * self.step;
            if let Some(at) = self.frames.iter().position(deep) {
                touched.pairs += 1;
                touched.alone += usize::from(self.could_get_away(who, at, false));
                touched.among_others += usize::from(self.could_get_away(who, at, true));
            }
        }
    }

    /// Whether somebody who is touched in a frame would have got away if it had run straight in one
    /// of many directions, from the time on at which it could know: three seconds before, or since
    /// the obstacle did something that nobody could know.
    fn could_get_away(&self, who: usize, touched: usize, among_others: bool) -> bool {
        let ahead = (FORESIGHT / self.step) as usize;
        let surprised = (self.surprises.iter().rev()).find(|it| **it <= touched);
        let since = (touched.saturating_sub(ahead)).max(surprised.copied().unwrap_or(0));
        let until = (touched + ahead / 2).min(self.frames.len() - 1);
        (0..64).any(|turn| {
            [1.0, 0.6, 0.3, 0.0].into_iter().any(|share| {
                let angle = TAU * turn as f32 / 64.0;
                let ahead = Vec2::new(libm::cosf(angle), libm::sinf(angle));
                self.runs_free(who, (since, until), ahead * share, among_others)
            })
        })
    }

    fn runs_free(
        &self,
        who: usize,
        (since, until): (usize, usize),
        run: Vec2,
        among_others: bool,
    ) -> bool {
        let mut body = self.frames[since].people[who];
        let wanted = run * body.limits.max_speed;
        self.frames[since + 1..=until].iter().all(|frame| {
            let force = (wanted - body.velocity) * (body.mass / self.step);
            let force = force.clamp_length_max(body.limits.max_force);
            body.velocity = body.velocity_after(force, self.step);
            body.position += body.velocity * self.step;
            let hull = frame.shape.hull(frame.offset);
            let is_clear = |(other, there): (usize, &Body)| {
                let least = body.radius + there.radius - TOUCH;
                other == who || body.position.distance(there.position) > least
            };
            hull.surface(body.position).distance > body.radius - TOUCH
                && (!among_others || frame.people.iter().enumerate().all(is_clear))
        })
    }
}

fn world() -> World {
    let settings = WorldSettings {
        settle: false,
        ..WorldSettings::default()
    };
    World::new(settings).expect("settings")
}

fn obstacle(world: &mut World, at: Vec2, size: Vec2) -> ObstacleId {
    let shape = ConvexPolygon::rectangle(at, size, 0.0).expect("a box");
    let spec = ObstacleSpec::new(shape).temporary();
    world.insert_obstacle(spec).expect("an obstacle")
}

/// People at random places in a box who walk on by `way` metres.
fn people(
    world: &mut World,
    seed: u64,
    count: usize,
    low: Vec2,
    high: Vec2,
    way: Vec2,
) -> Vec<AgentId> {
    let mut random = Random::new(seed, 9);
    let mut starts: Vec<Vec2> = Vec::new();
    while starts.len() < count {
        let at = Vec2::new(random.between(low.x, high.x), random.between(low.y, high.y));
        if starts.iter().all(|it| it.distance(at) > 0.75) {
            starts.push(at);
        }
    }
    let spec = |at: Vec2| walker(at, at + way, RADIUS, 1.4);
    (starts.into_iter())
        .map(|at| world.insert_agent(spec(at)).expect("somebody"))
        .collect()
}

/// How an obstacle moves in a scene: its velocity (m/s) and how fast it turns (rad/s) in a step that
/// begins at a time (s).
type Moves = fn(f32) -> (Vec2, f32);

/// What a scene is made of.
struct Scene {
    at: Vec2,
    size: Vec2,
    moves: Moves,
    /// Times at which it does something that nobody could know before (s).
    surprises: &'static [f32],
    /// Changes that are announced: when (s), and the velocity from then on (m/s).
    announced: &'static [(f32, Vec2)],
    count: usize,
    low: Vec2,
    high: Vec2,
    way: Vec2,
}

impl Scene {
    /// Some seeds and their mirror images.
    fn run(&self, seeds: u64, announced: bool) -> Touched {
        let mut touched = Touched::default();
        for seed in 1..=seeds {
            for mirror in [1.0, -1.0] {
                self.run_once(seed, mirror, announced).add_to(&mut touched);
            }
        }
        touched
    }

    fn run_once(&self, seed: u64, mirror: f32, announced: bool) -> Film {
        let turn = Vec2::new(1.0, mirror);
        let mut world = world();
        let it = obstacle(&mut world, self.at * turn, self.size);
        let corners = [self.low * turn, self.high * turn];
        let (low, high) = (corners[0].min(corners[1]), corners[0].max(corners[1]));
        let people = people(&mut world, seed, self.count, low, high, self.way * turn);
        let mut film = Film::new(STEP);
        let mut pose = Pose {
            center: self.at * turn,
            angle: 0.0,
        };
        for step in 0..(16.0 / STEP) as usize {
            let time = step as f32 * STEP;
            let (velocity, spin) = (self.moves)(time);
            let is_now = |when: f32| when >= time && when < time + STEP;
            let unknown = self.announced.iter().filter(|_| !announced);
            let unknown = unknown.map(|(when, _)| *when);
            if (self.surprises.iter().copied().chain(unknown)).any(is_now) {
                film.surprise();
            }
            if announced {
                let changes: Vec<VelocityChange> = (self.announced.iter())
                    .filter(|(when, _)| *when > time)
                    .map(|(when, velocity)| VelocityChange {
                        after: when - time,
                        velocity: *velocity * turn,
                    })
                    .collect();
                world.announce_obstacle(it, &changes).expect("announced");
            }
            pose.center += velocity * turn * STEP;
            pose.angle += spin * mirror * STEP;
            world.move_obstacle(it, pose).expect("it moves");
            world.step(STEP).expect("a step");
            film.shoot(&world, it, &people);
        }
        film
    }
}

/// From rest to 2 m/s across a lane, at 1 m/s².
fn gate() -> Scene {
    Scene {
        at: Vec2::new(0.0, -5.5),
        size: Vec2::new(0.4, 4.0),
        moves: |time| {
            let speed = (time - 2.0).clamp(0.0, 2.0);
            (
                if time < 9.0 {
                    Vec2::new(0.0, speed)
                } else {
                    Vec2::ZERO
                },
                0.0,
            )
        },
        surprises: &[2.0, 9.0],
        announced: &[],
        count: 14,
        low: Vec2::new(-11.0, -3.0),
        high: Vec2::new(-2.0, 3.0),
        way: Vec2::new(16.0, 0.0),
    }
}

/// A cart that turns a corner into those who come towards it.
fn corner() -> Scene {
    const CORNER: f32 = 4.0;
    Scene {
        at: Vec2::new(-4.0, -8.0),
        size: Vec2::new(1.4, 1.4),
        moves: |time| {
            let ahead = if time < CORNER { Vec2::Y } else { Vec2::X };
            (ahead * 2.0, 0.0)
        },
        surprises: &[],
        announced: const { &[(CORNER, Vec2::new(2.0, 0.0))] },
        count: 14,
        low: Vec2::new(-1.0, -2.5),
        high: Vec2::new(10.0, 2.5),
        way: Vec2::new(-14.0, 0.0),
    }
}

/// A crate that rolls at 4 m/s and slows down by 1 m/s².
fn crate_that_rolls() -> Scene {
    Scene {
        at: Vec2::new(0.0, -7.0),
        size: Vec2::new(1.2, 1.2),
        moves: |time| {
            (
                Vec2::new(
                    0.0,
                    if time < 1.0 {
                        0.0
                    } else {
                        (5.0 - time).max(0.0)
                    },
                ),
                0.0,
            )
        },
        surprises: &[1.0],
        announced: &[],
        count: 14,
        low: Vec2::new(-9.0, -3.0),
        high: Vec2::new(-0.8, 3.0),
        way: Vec2::new(16.0, 0.0),
    }
}

/// A bar of 4 m that turns about its middle by 0.7 rad/s, which people pass beside its axle.
fn turnstile() -> Scene {
    Scene {
        at: Vec2::ZERO,
        size: Vec2::new(4.0, 0.2),
        moves: |_| (Vec2::ZERO, 0.7),
        surprises: &[],
        announced: &[],
        count: 10,
        low: Vec2::new(-12.0, -3.0),
        high: Vec2::new(-3.0, 3.0),
        way: Vec2::new(15.0, 0.0),
    }
}

#[test]
fn a_gate_that_gains_speed_ran_over_those_who_crossed_its_lane() {
    // 12 of 560 in twenty seeds and their mirror images, before acceleration was foreseen.
    let touched = gate().run(6, false);
    assert_eq!(touched.pairs, 0, "{touched:?}");
}

#[test]
fn a_turnstile_hit_who_stood_where_its_bar_would_be() {
    // 34 of 400, when what turns was taken to go on straight.
    let touched = turnstile().run(6, false);
    assert_eq!(touched.pairs, 0, "{touched:?}");
}

#[test]
fn a_cart_at_a_corner_of_its_path_ran_over_those_beyond_it() {
    // 44 of 560 are touched by one of which nobody knows that it will turn, all of whom couldn't get away.
    // Three of 48 could have, when everybody was taken to have a new velocity at once.
    let touched = corner().run(6, true);
    assert_eq!(touched.pairs, 0, "{touched:?}");
    let unknown = corner().run(20, false);
    assert!(unknown.pairs > 10, "{unknown:?}");
    assert_eq!((unknown.alone, unknown.among_others), (0, 0), "{unknown:?}");
}

#[test]
fn who_was_calm_heard_late_of_a_crate_that_rolls_from_rest_at_4_metres_a_second() {
    // 11 of 560 in twenty seeds and their mirror images, when who was calm went on for up to 0.3 s; 4
    // when everybody was taken to have a new velocity at once, and the crate to be where it would be
    // if it braked all the time and not from step to step.
    let touched = crate_that_rolls().run(20, false);
    assert_eq!(touched.pairs, 0, "{touched:?}");
}

#[test]
#[ignore = "twenty seeds of each: measures, run with --nocapture"]
fn figures_of_what_is_foreseen() {
    for (name, scene, announced) in [
        ("gate that gains speed", gate(), false),
        ("cart at a corner, not announced", corner(), false),
        ("cart at a corner, announced", corner(), true),
        ("crate that rolls and slows", crate_that_rolls(), false),
        ("turnstile", turnstile(), false),
    ] {
        eprintln!("{name}: {:?}", scene.run(20, announced));
    }
}
