//! The processes that run together: what MPI is used for, and nothing else.

use std::cell::Cell;
use std::process::ExitCode;

use mpi::Threading;
use mpi::datatype::PartitionMut;
use mpi::environment::{Universe, processor_name};
use mpi::topology::SimpleCommunicator;
use mpi::traits::{Communicator, CommunicatorCollectives, Root};

/// All ranks, seen from one of them. Calls that exchange something return once all ranks have made
/// them, in the same order.
pub struct Ranks {
    universe: Universe,
    world: SimpleCommunicator,
    rank: usize,
    /// Of each rank, its process and a hash of its machine's name.
    processes: Vec<[u64; 2]>,
    /// Bytes that all messages of an exchange have together, at most.
    most: Cell<usize>,
}

/// Counts and places of bytes are whole numbers of 32 bits with a sign in MPI.
const MOST: usize = i32::MAX as usize;

impl Ranks {
    /// Meets the others. `None` if MPI was begun already.
    pub fn begin() -> Option<Self> {
        // Threads step the world, and one of them speaks to the others.
        let (universe, _) = mpi::initialize_with_threading(Threading::Funneled)?;
        let world = universe.world();
        let mut ranks = Self {
            rank: usize::try_from(world.rank()).ok()?,
            universe,
            world,
            processes: Vec::new(),
            most: Cell::new(MOST),
        };
        let machine = hash(processor_name().unwrap_or_default().as_bytes());
        ranks.processes = ranks.gather([u64::from(std::process::id()), machine]);
        Some(ranks)
    }

    /// The number of this one, from 0 on.
    pub const fn rank(&self) -> usize {
        self.rank
    }

    /// Whether this is the one that speaks, reads and writes.
    pub const fn is_first(&self) -> bool {
        self.rank == 0
    }

    /// How many there are, 1 or more.
    pub fn count(&self) -> usize {
        usize::try_from(self.world.size()).unwrap_or(1)
    }

    /// The ranks of the same machine with their processes, this one among them.
    pub fn on_this_machine(&self) -> Vec<(usize, u32)> {
        let here = self.processes.get(self.rank).map(|process| process[1]);
        (self.processes.iter().enumerate())
            .filter(|(_, process)| Some(process[1]) == here)
            .map(|(rank, process)| (rank, process[0] as u32))
            .collect()
    }

    /// Sends longer messages in parts from now on: `bytes` is how many all ranks send together at
    /// once, at most.
    pub fn send_at_most(&self, bytes: u32) {
        self.most.set((bytes as usize).min(MOST));
    }

    /// Gathers a few numbers of each rank at all of them, in order of rank.
    pub fn gather<const N: usize>(&self, own: [u64; N]) -> Vec<[u64; N]> {
        let mut all = vec![0; N * self.count()];
        self.world.all_gather_into(&own[..], &mut all[..]);
        let (rows, _) = all.as_chunks::<N>();
        rows.to_vec()
    }

    /// Gathers bytes of each rank at all of them: in `all`, one after the other in order of rank. All
    /// know the lengths of everybody's.
    pub fn gather_bytes(&self, own: &[u8], lengths: &[usize], all: &mut Vec<u8>) {
        // What is there is written over anyway.
        all.resize(lengths.iter().sum(), 0);
        let most = (self.most.get() / lengths.len().max(1)).max(1);
        let rounds = lengths.iter().map(|length| length.div_ceil(most)).max();
        let rounds = rounds.unwrap_or_default();
        let part = |length: usize, round: usize| {
            let from = (round * most).min(length);
            from..(from + most).min(length)
        };
        let mut received = Vec::new();
        for round in 0..rounds {
            let counts: Vec<i32> = (lengths.iter())
                .map(|&length| part(length, round).len() as i32)
                .collect();
            let places: Vec<i32> = (counts.iter())
                .scan(0, |next, count| {
                    let place = *next;
                    *next += count;
                    Some(place)
                })
                .collect();
            let sent = &own[part(own.len(), round)];
            if rounds == 1 {
                let mut parts = PartitionMut::new(&mut all[..], counts, places);
                self.world.all_gather_varcount_into(sent, &mut parts);
                return;
            }
            received.resize(counts.iter().map(|&count| count as usize).sum(), 0);
            let mut parts = PartitionMut::new(&mut received[..], counts, places);
            self.world.all_gather_varcount_into(sent, &mut parts);
            let (mut from, mut start) = (0, 0);
            for &length in lengths {
                let part = part(length, round);
                let count = part.len();
                all[start + part.start..start + part.end]
                    .copy_from_slice(&received[from..from + count]);
                from += count;
                start += length;
            }
        }
    }

    /// Gives the bytes of rank 0 to all others.
    pub fn hand_out(&self, bytes: &mut Vec<u8>) {
        let root = self.world.process_at_rank(0);
        let mut length = [bytes.len() as u64];
        root.broadcast_into(&mut length[..]);
        bytes.resize(length[0] as usize, 0);
        for part in bytes.chunks_mut(self.most.get()) {
            root.broadcast_into(part);
        }
    }

    /// Leaves, once all ranks do.
    pub fn end(self) {
        drop(self.universe);
    }

    /// Ends all ranks at once, as this one can't go on.
    pub fn abort(&self) -> ExitCode {
        self.world.abort(1)
    }
}

/// FNV-1a over 64 bits.
fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
