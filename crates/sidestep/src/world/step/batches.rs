//! Work on all agents, in batches that threads share.

/// Number of agents that one thread takes at a time: fewer aren't worth waking it.
#[cfg(feature = "parallel")]
const BATCH: usize = 64;

/// Calls `work` with batches that together hold every agent once. What is done to an agent must not
/// depend on its batch, so that the number of threads can't matter.
pub(super) fn for_each_batch<T: Send>(
    parallel: bool,
    agents: &mut [T],
    work: impl Fn(&mut [T]) + Send + Sync,
) {
    #[cfg(feature = "parallel")]
    if parallel && agents.len() > BATCH {
        use rayon::prelude::*;
        agents.par_chunks_mut(BATCH).for_each(work);
        return;
    }
    #[cfg(not(feature = "parallel"))]
    let _ = parallel;
    work(agents);
}
