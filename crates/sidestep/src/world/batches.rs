//! Work on all agents, in batches that threads share.

use std::ops::Range;

#[cfg(feature = "parallel")]
use super::team;

/// Number of agents that one thread takes at a time where much is done for each.
#[cfg(feature = "parallel")]
const BATCH: usize = 64;

/// The same where little is done for each.
#[cfg(feature = "parallel")]
const LARGE_BATCH: usize = 256;

/// Number of agents from which on threads share work: with fewer, one is done sooner than another is awake.
#[cfg(feature = "parallel")]
const SHARED_FROM: usize = 96;

/// Whether threads share work on so many agents.
#[cfg(feature = "parallel")]
fn is_shared(parallel: bool, count: usize) -> bool {
    parallel && count >= SHARED_FROM && rayon::current_num_threads() > 1
}

/// Does work on so many agents, in which batches may be shared, on a thread of the pool.
pub(in crate::world) fn in_pool<R: Send>(
    parallel: bool,
    count: usize,
    work: impl FnOnce() -> R + Send,
) -> R {
    #[cfg(feature = "parallel")]
    if is_shared(parallel, count) {
        return team::work_together(count.div_ceil(BATCH), work);
    }
    #[cfg(not(feature = "parallel"))]
    let _ = (parallel, count);
    work()
}

/// What `work` makes of each of these batches, in order.
#[cfg(feature = "parallel")]
fn make_of_each<B: Send, R: Send>(
    batches: impl ExactSizeIterator<Item = B>,
    work: impl Fn(B) -> R + Sync,
) -> Vec<R> {
    let mut made: Vec<Option<R>> = Vec::new();
    made.resize_with(batches.len(), || None);
    let batches = batches.zip(&mut made);
    team::share(
        batches,
        || (),
        |(), (batch, made)| *made = Some(work(batch)),
    );
    made.into_iter().flatten().collect()
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
        team::share(agents.chunks_mut(BATCH), scratch, work);
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
    let filled = fill_in_batches(parallel, agents, |_, batch| {
        let mut told = Vec::new();
        work(batch, &mut told);
        told
    });
    told.extend(filled.into_iter().flat_map(|(told, _)| told));
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
        let starts = (0..count.div_ceil(LARGE_BATCH)).map(|number| number * LARGE_BATCH);
        let batches = starts.map(|start| start..(start + LARGE_BATCH).min(count));
        return make_of_each(batches, work);
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
        return make_of_each(
            all.chunks_mut(LARGE_BATCH).enumerate(),
            |(number, batch)| {
                let start = number * LARGE_BATCH;
                (work(start..start + batch.len(), batch), batch)
            },
        );
    }
    #[cfg(not(feature = "parallel"))]
    let _ = parallel;
    vec![(work(0..all.len(), all), all)]
}
