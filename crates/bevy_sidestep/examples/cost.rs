//! What the mirror costs: ticks of a game with many agents beside steps of a plain world with the
//! same agents, in one run, by turns. It says the medians, the quickest tenth, which other programs
//! disturb least, and the share on top, for a crowd that crosses, for an open plaza, where a step is cheap, and for the same plaza where agents take turns
//! to decide, which is as cheap as a step gets.
//!
//! On one thread. Times are those of the thread, where Linux tells them, so that other programs count less.
//!
//! `cargo run --release -p bevy_sidestep --example cost -- [AGENTS] [TICKS]`

use std::time::{Duration, Instant};

use bevy_app::App;
use bevy_ecs::schedule::ScheduleLabel;
use bevy_math::Vec2;
use bevy_sidestep::prelude::*;
use bevy_sidestep::sidestep::random::Random;
use bevy_sidestep::sidestep::{AgentId, AgentSpec, Body, Goal as CoreGoal, World};
use bevy_sidestep::{DefaultWorld, Mirror};
use bevy_time::Time;
use bevy_transform::components::Transform;

#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
struct Tick;

const TICK: Duration = Duration::from_micros(16_667);
/// Ticks before anything is timed: agents come up to speed.
const WARM_UP: usize = 60;

/// Agents on a square.
struct Scene {
    name: &'static str,
    /// Ground for each of them (m²).
    room: f32,
    /// How often they decide (s).
    decide_every: f32,
}

const SCENES: [Scene; 3] = [
    Scene {
        name: "crowd, one on 2 m²",
        room: 2.25,
        decide_every: 0.0,
    },
    Scene {
        name: "open plaza, one on 8 m²",
        room: 8.0,
        decide_every: 0.0,
    },
    Scene {
        name: "the same, deciding ten times a second",
        room: 8.0,
        decide_every: 0.1,
    },
];

/// Where agents begin, and where they go: from anywhere to anywhere.
fn walks(count: usize, room: f32) -> Vec<(Vec2, Vec2)> {
    let side = (count as f32).sqrt().ceil() as usize;
    let spacing = room.sqrt();
    let half = side as f32 * spacing * 0.5;
    let walk = |index: usize| {
        let cell = Vec2::new((index % side) as f32, (index / side) as f32);
        let mut random = Random::new(1, index as u64);
        let mut within = |most: f32| random.between(-most, most);
        let from = cell * spacing - half + Vec2::new(within(0.3), within(0.3)) * spacing;
        (from, Vec2::new(within(half), within(half)))
    };
    (0..count).map(walk).collect()
}

/// The time that this thread has worked (ms), or the time of day.
fn now(start: Instant) -> f64 {
    std::fs::read_to_string("/proc/thread-self/schedstat")
        .ok()
        .and_then(|text| text.split(' ').next()?.parse::<f64>().ok())
        .map_or_else(|| start.elapsed().as_secs_f64() * 1e3, |ns| ns * 1e-6)
}

/// The median of times, and what the quickest tenth of them stays below.
fn typical(times: &mut [f64]) -> [f64; 2] {
    times.sort_by(f64::total_cmp);
    [times[times.len() / 2], times[times.len() / 10]]
}

fn measure(scene: &Scene, agents: usize, ticks: usize) {
    let said = SidestepWorld {
        decide_every: scene.decide_every,
        parallel: false,
        ..SidestepWorld::default()
    };
    let mut core = World::new(said.core()).expect("the usual settings");
    let mut app = App::new();
    app.init_schedule(Tick);
    app.init_resource::<Time>();
    app.add_plugins(SidestepPlugin::in_schedule(Tick).with_world(said));
    for (key, (from, to)) in walks(agents, scene.room).into_iter().enumerate() {
        let mut spec = AgentSpec::new(Body::new(from, 0.25, 1.3));
        spec.id = Some(AgentId(key as u64));
        let spec = spec.with_goal(CoreGoal::point(to, 0.125));
        core.insert_agent(spec).expect("an agent");
        app.world_mut().spawn((
            StableKey(key as u64),
            Agent::default(),
            Transform::from_translation(from.extend(0.0)),
            Goal::Point(to.extend(0.0)),
        ));
    }

    let begun = Instant::now();
    let (mut plain, mut mirrored) = (Vec::new(), Vec::new());
    for tick in 0..WARM_UP + ticks {
        let mut step = || {
            let start = now(begun);
            core.step(TICK.as_secs_f32()).expect("a step");
            now(begun) - start
        };
        let mut update = || {
            app.world_mut().resource_mut::<Time>().advance_by(TICK);
            let start = now(begun);
            app.world_mut().run_schedule(Tick);
            now(begun) - start
        };
        let (one, other) = if tick.is_multiple_of(2) {
            let one = step();
            (one, update())
        } else {
            let other = update();
            (step(), other)
        };
        if tick >= WARM_UP {
            plain.push(one);
            mirrored.push(other);
        }
    }
    let world = app.world().resource::<DefaultWorld>().0;
    let mirror = app.world().get::<Mirror>(world).expect("the mirror");
    assert_eq!(mirror.state_hash(), core.state_hash(), "both did the same");
    println!("{}:", scene.name);
    let (plain, mirrored) = (typical(&mut plain), typical(&mut mirrored));
    for (what, index) in [("median", 0), ("quickest tenth", 1)] {
        let (step, tick) = (plain[index], mirrored[index]);
        let share = (tick / step - 1.0) * 100.0;
        println!("  {what}: World::step {step:.2} ms, a tick {tick:.2} ms, {share:.1} % on top");
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let mut number = |usual: usize| match arguments.next() {
        None => Ok(usual),
        Some(word) => word.parse::<usize>().map_err(|_| word),
    };
    let (agents, ticks) = match (number(10_000), number(101)) {
        (Ok(agents), Ok(ticks)) if agents > 0 && ticks > 0 => (agents, ticks),
        _ => {
            eprintln!("usage: cost [AGENTS] [TICKS], each a whole number above 0");
            std::process::exit(2);
        }
    };
    println!("{agents} agents, {ticks} ticks by turns");
    for scene in &SCENES {
        measure(scene, agents, ticks);
    }
}
