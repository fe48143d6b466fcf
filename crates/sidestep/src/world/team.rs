//! Threads that share the work of a step.
//!
//! A step has many short stages. To wake a thread takes as long as one of them, so those who help stay awake from
//! the first stage to the last.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::{hint, thread, vec};

/// How often a thread looks whether those who help are done with their last batches before it does something
/// else, or goes to sleep, until they are.
const LOOKS: usize = 10_000;

/// How often one who helps looks for work before it lets others have the processor for a moment.
const LOOKS_BEFORE_OTHERS: usize = 100;

thread_local! {
    /// Whether the thread has work that others [help](work_together) with, or helps another.
    static IS_IN_TEAM: Cell<bool> = const { Cell::new(false) };
}

/// Does work in which batches are [shared](share), at most so many at a time, on a thread of the pool. From
/// outside each stage would wake a thread there, and wait for it.
pub(super) fn work_together<R: Send>(batches: usize, work: impl FnOnce() -> R + Send) -> R {
    let is_done = AtomicBool::new(false);
    let help = || stay_awake(&is_done);
    rayon::scope(|scope| {
        let _done = Done(&is_done);
        let _member = Member::new();
        call(scope, helpers(batches).min(processors() - 1), &help);
        work()
    })
}

/// Lets so many others help. Each that comes calls half of those who are missing: it takes time to wake one.
fn call<'scope>(
    scope: &rayon::Scope<'scope>,
    count: usize,
    help: &'scope (impl Fn() + Send + Sync),
) {
    if count > 0 {
        scope.spawn(move |scope| {
            let missing = count - 1;
            call(scope, missing / 2, help);
            call(scope, missing - missing / 2, help);
            help();
        });
    }
}

/// Work is done when this is dropped, also if it panics.
struct Done<'a>(&'a AtomicBool);

impl Drop for Done<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Release);
    }
}

/// A thread [is in a team](IS_IN_TEAM) until this is dropped.
struct Member {
    was_one: bool,
}

impl Member {
    fn new() -> Self {
        Self {
            was_one: IS_IN_TEAM.replace(true),
        }
    }
}

impl Drop for Member {
    fn drop(&mut self) {
        IS_IN_TEAM.set(self.was_one);
    }
}

/// Helps wherever there is something to do, until that is done.
fn stay_awake(is_done: &AtomicBool) {
    // While it waits for others a thread may come upon this in the midst of work of its own. Two who helped each
    // other then would both wait for ever.
    let member = Member::new();
    if member.was_one {
        return;
    }
    let mut looks = 0;
    while !is_done.load(Ordering::Acquire) {
        if rayon::yield_now() == Some(rayon::Yield::Executed) {
            looks = 0;
        } else if looks < LOOKS_BEFORE_OTHERS {
            looks += 1;
            hint::spin_loop();
        } else {
            thread::yield_now();
        }
    }
}

/// How many threads help another with so many batches.
fn helpers(batches: usize) -> usize {
    rayon::current_num_threads().min(batches).saturating_sub(1)
}

/// How many threads can run at the same time: with more of them awake they would only be in each other's way.
fn processors() -> usize {
    static PROCESSORS: OnceLock<usize> = OnceLock::new();
    // It reads files.
    *PROCESSORS.get_or_init(|| thread::available_parallelism().map_or(1, usize::from))
}

/// The batches that are left of a thread's part. Threads that look at different ones don't wait for each other's
/// lines of the cache.
#[repr(align(128))]
struct Part<B>(Mutex<vec::IntoIter<B>>);

/// Calls `work` once with each of these batches, on as many threads of the pool as there is work for, and makes
/// memory to work in by `scratch` before the first batch of each.
///
/// Each thread has its own part of the batches, the same in each stage of a step, as those agents are in its
/// processor's cache then. Whoever is done with its part takes batches from the ends of others', so that none
/// waits for long.
pub(super) fn share<B: Send, S>(
    mut batches: impl ExactSizeIterator<Item = B>,
    scratch: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, B) + Sync,
) {
    let (count, helpers) = (batches.len(), helpers(batches.len()));
    let threads = helpers + 1;
    let parts: Vec<Part<B>> = (0..threads)
        .map(|part| {
            let size = count * (part + 1) / threads - count * part / threads;
            let part: Vec<B> = batches.by_ref().take(size).collect();
            Part(Mutex::new(part.into_iter()))
        })
        .collect();
    // If one thread panics, all of this does.
    let part = |index: usize| {
        parts[index]
            .0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    };
    let next = |own: usize| {
        let first = part(own).next();
        first.or_else(|| (1..threads).find_map(|step| part((own + step) % threads).next_back()))
    };
    let take_turns = |own: usize| {
        if let Some(first) = next(own) {
            let mut scratch = scratch();
            work(&mut scratch, first);
            while let Some(batch) = next(own) {
                work(&mut scratch, batch);
            }
        }
    };
    let helping = AtomicUsize::new(0);
    let owner = rayon::current_thread_index();
    rayon::in_place_scope(|scope| {
        for _ in 0..helpers {
            scope.spawn(|_| {
                helping.fetch_add(1, Ordering::Relaxed);
                take_turns(part_of_helper(owner, helpers));
                helping.fetch_sub(1, Ordering::Release);
            });
        }
        take_turns(0);
        for _ in 0..LOOKS {
            if helping.load(Ordering::Acquire) == 0 {
                break;
            }
            hint::spin_loop();
        }
    });
}

/// Which part this thread has of work that so many others help its owner with, a thread of the pool by its index.
/// The owner has the first part.
fn part_of_helper(owner: Option<usize>, helpers: usize) -> usize {
    let threads = rayon::current_num_threads();
    match (owner, rayon::current_thread_index()) {
        (Some(owner), Some(index)) if owner != index => {
            1 + (index + threads - owner - 1) % threads % helpers
        }
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rayon::prelude::*;

    fn pool(threads: usize) -> rayon::ThreadPool {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.expect("threads")
    }

    /// How often each of so many batches was done.
    fn times_done(batches: usize) -> Vec<usize> {
        let done: Vec<AtomicUsize> = (0..batches).map(|_| AtomicUsize::new(0)).collect();
        let do_one = |_: &mut (), batch: usize| {
            done[batch].fetch_add(1, Ordering::Relaxed);
        };
        share(0..batches, || (), do_one);
        done.into_iter().map(AtomicUsize::into_inner).collect()
    }

    #[test]
    fn each_batch_is_done_once_by_any_number_of_threads() {
        for threads in [1, 2, 3, 4, 16] {
            pool(threads).install(|| {
                for batches in [0, 1, 2, 5, 31, 200] {
                    let done = work_together(batches, || times_done(batches));
                    assert_eq!(done, vec![1; batches], "{threads} threads");
                    assert_eq!(times_done(batches), vec![1; batches], "{threads} threads");
                }
            });
        }
    }

    #[test]
    fn as_many_help_as_are_called() {
        for count in [0, 1, 2, 7, 15] {
            let came = AtomicUsize::new(0);
            let help = || {
                came.fetch_add(1, Ordering::Relaxed);
            };
            pool(4).scope(|scope| call(scope, count, &help));
            assert_eq!(came.into_inner(), count);
        }
    }

    /// Each would wait for the other if it helped it in the midst of its own work.
    #[test]
    fn many_who_work_at_once_in_one_pool_come_to_an_end() {
        pool(4).install(|| {
            (0..200).into_par_iter().for_each(|_| {
                for _ in 0..5 {
                    assert_eq!(work_together(40, || times_done(40)), vec![1; 40]);
                }
            });
        });
    }

    #[test]
    fn a_panic_in_a_batch_comes_to_whoever_asked_for_it_and_lets_those_who_help_go() {
        let pool = pool(3);
        let work = || {
            work_together(20, || {
                share(0..20, || (), |(), batch| assert!(batch != 13, "batch 13"));
            });
        };
        let caught = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| pool.install(work)));
        assert!(caught.is_err());
        let done = pool.install(|| work_together(20, || times_done(20)));
        assert_eq!(done, vec![1; 20]);
    }
}
