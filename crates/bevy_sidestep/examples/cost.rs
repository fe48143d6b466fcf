//! What the mirror costs: ticks of a game with many agents beside steps of a plain world with the
//! same agents, in one run, by turns. It says the medians and the share on top.
//!
//! `cargo run --release -p bevy_sidestep --example cost -- [AGENTS] [TICKS]`

use std::time::{Duration, Instant};

use bevy_app::App;
use bevy_ecs::schedule::ScheduleLabel;
use bevy_math::Vec2;
use bevy_sidestep::prelude::*;
use bevy_sidestep::sidestep::{AgentId, AgentSpec, Body, Goal as CoreGoal, World};
use bevy_sidestep::{DefaultWorld, Mirror};
use bevy_time::Time;
use bevy_transform::components::Transform;

#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
struct Tick;

const TICK: Duration = Duration::from_micros(16_667);
/// Ticks before anything is timed: memory is taken then.
const WARM_UP: usize = 20;

/// Where agents begin on a square lattice, and where they go: across to the other side, half of them
/// along each axis.
fn walks(count: usize) -> impl Iterator<Item = (Vec2, Vec2)> {
    let side = (count as f32).sqrt().ceil() as usize;
    let half = side as f32 * 0.75;
    (0..count).map(move |index| {
        let cell = Vec2::new((index % side) as f32, (index / side) as f32);
        let from = cell * 1.5 - half;
        let to = if index.is_multiple_of(2) {
            Vec2::new(-from.x, from.y)
        } else {
            Vec2::new(from.x, -from.y)
        };
        (from, to)
    })
}

fn median(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
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

    let said = SidestepWorld::default();
    let mut core = World::new(said.core()).expect("the usual settings");
    let mut app = App::new();
    app.init_schedule(Tick);
    app.init_resource::<Time>();
    app.add_plugins(SidestepPlugin::in_schedule(Tick).with_world(said));
    for (key, (from, to)) in walks(agents).enumerate() {
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

    let (mut plain, mut mirrored) = (Vec::new(), Vec::new());
    for tick in 0..WARM_UP + ticks {
        let mut step = || {
            let start = Instant::now();
            core.step(TICK.as_secs_f32()).expect("a step");
            start.elapsed().as_secs_f64() * 1e3
        };
        let mut update = || {
            app.world_mut().resource_mut::<Time>().advance_by(TICK);
            let start = Instant::now();
            app.world_mut().run_schedule(Tick);
            start.elapsed().as_secs_f64() * 1e3
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
    let (plain, mirrored) = (median(&mut plain), median(&mut mirrored));
    println!("{agents} agents, medians of {ticks} ticks");
    println!("World::step          {plain:8.3} ms");
    println!("tick of the plug-in  {mirrored:8.3} ms");
    println!(
        "on top               {:8.1} %",
        (mirrored / plain - 1.0) * 100.0
    );
}
