//! Rollback: a game of a thousand agents goes back by eight frames and forward again, as it does when
//! it hears late what another player has done. Says how often a second that can be done, and what
//! takes the time.
//!
//! `cargo run --release -p sidestep --example rollback [AGENTS] [DECIDE_EVERY]`

use std::time::{Duration, Instant};

use sidestep::Vec2;
use sidestep::motion::Body;
use sidestep::random::Random;
use sidestep::world::{AgentSpec, Goal, SnapshotRing, World, WorldSettings};

/// How many frames back.
const BACK: u64 = 8;

const DT: f32 = 1.0 / 60.0;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let agents: u64 = arguments.next().map_or(Ok(1000), |text| text.parse())?;
    let decide_every: f32 = arguments.next().map_or(Ok(0.0), |text| text.parse())?;

    // People all over a square, one on 4 square metres, each with somewhere to go.
    let mut world = World::new(WorldSettings {
        decide_every,
        ..WorldSettings::default()
    })?;
    let half = (agents as f32).sqrt();
    for id in 0..agents {
        let mut random = Random::new(1, id);
        let mut place = || Vec2::new(random.between(-half, half), random.between(-half, half));
        let body = Body::new(place(), 0.25, 1.3);
        world.insert_agent(AgentSpec::new(body).with_goal(Goal::point(place(), 0.3)))?;
    }

    let mut ring = SnapshotRing::new(BACK as usize + 1);
    let mut frame = 0;
    let (mut saving, mut stepping, mut loading) = (Duration::ZERO, Duration::ZERO, Duration::ZERO);
    let mut play = |world: &mut World, ring: &mut SnapshotRing, frame: u64| {
        let start = Instant::now();
        ring.save(frame, world);
        saving += start.elapsed();
        let start = Instant::now();
        let done = world.step(DT);
        stepping += start.elapsed();
        done
    };
    for _ in 0..60 {
        play(&mut world, &mut ring, frame)?;
        frame += 1;
    }
    let mut rounds = Vec::new();
    for _ in 0..30 {
        let before = world.state_hash();
        let start = Instant::now();
        ring.load(frame - BACK, &mut world)?;
        loading += start.elapsed();
        for frame in frame - BACK..frame {
            play(&mut world, &mut ring, frame)?;
        }
        rounds.push(start.elapsed());
        assert_eq!(world.state_hash(), before, "the same to the bit");
        play(&mut world, &mut ring, frame)?;
        frame += 1;
    }
    let steps = 60 + 30 * (BACK as u32 + 1);
    rounds.sort();
    let round = rounds[rounds.len() / 2];
    let milliseconds = |time: Duration| time.as_secs_f64() * 1e3;
    println!("{agents} agents, decide_every {decide_every} s, {BACK} frames back and forward:");
    println!(
        "  {:.1} times a second (median {:.2} ms)",
        1.0 / round.as_secs_f64(),
        milliseconds(round)
    );
    println!(
        "  a step {:.3} ms, keeping a frame {:.3} ms, going back to one {:.3} ms",
        milliseconds(stepping / steps),
        milliseconds(saving / steps),
        milliseconds(loading / 30)
    );
    Ok(())
}
