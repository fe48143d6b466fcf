//! Work on all agents, in batches that threads share.

use std::ops::Range;

/// Number of agents that one thread takes at a time.
#[cfg(feature = "parallel")]
const BATCH: usize = 64;

/// Number of agents from which on threads share work: with fewer, one is done sooner than another is awake.
#[cfg(feature = "parallel")]
const SHARED_FROM: usize = 96;

/// Whether threads share work on so many agents.
#[cfg(feature = "parallel")]
fn is_shared(parallel: bool, count: usize) -> bool {
    parallel && count >= SHARED_FROM && rayon::current_num_threads() > 1
}

/// Does work on so many agents on a thread of the pool, if threads share it. Batches are shared from there
/// without a wait; from outside, each stage of a step would wake a thread and sleep until that one is done.
pub(in crate::world) fn in_pool<R: Send>(
    parallel: bool,
    count: usize,
    work: impl FnOnce() -> R + Send,
) -> R {
    #[cfg(feature = "parallel")]
    if is_shared(parallel, count) {
        return rayon::scope(|_| work());
    }
    #[cfg(not(feature = "parallel"))]
    let _ = (parallel, count);
    work()
}

/// Calls `work` with batches that together hold every agent once, and with memory to work in, which a
/// thread makes by `scratch` and uses for many of them. What is done to an agent must not depend on its
/// batch, nor on what is left in that memory, so that the number of threads can't matter.
pub(in crate::world) fn for_each_batch<T: Send, S>(
    parallel: bool,
    agents: &mut [T],
    scratch: impl Fn() -> S + Send + Sync,
    work: impl Fn(&mut S, &mut [T]) + Send + Sync,
) {
    #[cfg(feature = "parallel")]
    if is_shared(parallel, agents.len()) {
        use rayon::prelude::*;
        let batches = agents.par_chunks_mut(BATCH);
        batches.for_each_init(scratch, work);
        return;
    }
    #[cfg(not(feature = "parallel"))]
    let _ = parallel;
    work(&mut scratch(), agents);
}

/// Calls `work` with batches that together hold every agent once, as [`for_each_batch`] does, and
/// adds what they tell to `told`, in order of the agents.
pub(in crate::world) fn collect_from_batches<T: Send, R: Send>(
    parallel: bool,
    agents: &mut [T],
    told: &mut Vec<R>,
    work: impl Fn(&mut [T], &mut Vec<R>) + Send + Sync,
) {
    #[cfg(feature = "parallel")]
    if is_shared(parallel, agents.len()) {
        use rayon::prelude::*;
        let batches: Vec<Vec<R>> = (agents.par_chunks_mut(BATCH))
            .map(|batch| {
                let mut told = Vec::new();
                work(batch, &mut told);
                told
            })
            .collect();
        told.extend(batches.into_iter().flatten());
        return;
    }
    #[cfg(not(feature = "parallel"))]
    let _ = parallel;
    work(agents, told);
}

/// What `work` makes of batches of the indices up to `count`, in order; they together hold each
/// index once. What it makes of an index must not depend on its batch.
pub(in crate::world) fn map_batches<R: Send>(
    parallel: bool,
    count: usize,
    work: impl Fn(Range<usize>) -> R + Send + Sync,
) -> Vec<R> {
    #[cfg(feature = "parallel")]
    if is_shared(parallel, count) {
        use rayon::prelude::*;
        let batches = (0..count.div_ceil(BATCH)).into_par_iter();
        return batches
            .map(|batch| work(batch * BATCH..((batch + 1) * BATCH).min(count)))
            .collect();
    }
    #[cfg(not(feature = "parallel"))]
    let _ = parallel;
    vec![work(0..count)]
}

/// Calls `work` with batches that together hold every one of `all` once, as [`for_each_batch`] does, and
/// with where each is among them. What it returns comes in order, with the batch.
pub(in crate::world) fn fill_in_batches<T: Send, R: Send>(
    parallel: bool,
    all: &mut [T],
    work: impl Fn(Range<usize>, &mut [T]) -> R + Send + Sync,
) -> Vec<(R, &mut [T])> {
    #[cfg(feature = "parallel")]
    if is_shared(parallel, all.len()) {
        use rayon::prelude::*;
        let batches = all.par_chunks_mut(BATCH).enumerate();
        let filled = batches.map(|(number, batch)| {
            let start = number * BATCH;
            (work(start..start + batch.len(), batch), batch)
        });
        return filled.collect();
    }
    #[cfg(not(feature = "parallel"))]
    let _ = parallel;
    vec![(work(0..all.len(), all), all)]
}
