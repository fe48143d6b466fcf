//! Crowds on one thread and on several.

use rayon::{ThreadPool, ThreadPoolBuilder};
use sidestep::world::WorldSettings;

use super::worlds;
use crate::case::Case;
use crate::dealer::Dealer;
use crate::play::Play;

const STREAM: u64 = 6;

/// Numbers of threads that are compared with one.
const THREADS: [usize; 3] = [2, 3, 5];

/// Draws a tame world with enough people for several batches.
pub fn draw(seed: u64) -> Case {
    let mut dealer = Dealer::new(seed, STREAM);
    let people = dealer.count(100, 300);
    let mut case = worlds::tame(&mut dealer, people);
    case.steps = case.steps.min(40);
    case
}

/// Worlds on several threads are in each step what the world on one thread is.
pub fn fault(case: &Case) -> Option<String> {
    let alone = WorldSettings {
        parallel: false,
        ..case.settings
    };
    let mut play = Play::new(case, alone).ok()?;
    let pools: Option<Vec<ThreadPool>> = (THREADS.iter())
        .map(|&threads| ThreadPoolBuilder::new().num_threads(threads).build().ok())
        .collect();
    let pools = pools?;
    let mut others = Vec::new();
    for _ in &pools {
        others.push(Play::new(case, case.settings).ok()?);
    }
    for _ in 0..case.steps {
        if let Err(error) = play.step() {
            return Some(format!("step refused: {error}"));
        }
        for (pool, other) in pools.iter().zip(&mut others) {
            if let Err(error) = pool.install(|| other.step()) {
                return Some(format!("step refused: {error}"));
            }
            if other.world.state_hash() != play.world.state_hash() {
                return Some(format!(
                    "on {} threads it is another world after step {}",
                    pool.current_num_threads(),
                    play.step
                ));
            }
        }
    }
    None
}
