//! One rank in the steps of a run: it decides for its share, and exchanges that with all others.

use std::fmt::Write;
use std::ops::Range;
use std::time::{Duration, Instant};

use sidestep::world::{Decisions, Sharing, World, WorldError};
use sidestep_scene::simulate::SimulationError;

use crate::arguments::SharingOptions;
use crate::processor_time::processor_time;
use crate::ranks::Ranks;
use crate::shares::{Shares, Took};

/// Why a rank can't go on.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Stop {
    /// The engine refuses something, such as what another rank has decided.
    #[error(transparent)]
    World(#[from] WorldError),
    /// The scene can't go on.
    #[error(transparent)]
    Simulation(#[from] SimulationError),
    /// Others have given up, and have said why.
    #[error("{0} gave up, so the run ends")]
    Others(String),
    /// The ranks don't hold the same world any more.
    #[error(
        "after step {step} {these} had another world than {others}; let the same build of the same \
         program run on all machines, and test the memory of those machines"
    )]
    Differ {
        /// The first step after which they differ, counted from 1.
        step: u64,
        /// The fewer.
        these: String,
        /// The others.
        others: String,
    },
}

/// What ranks tell each other before they exchange what was decided: see [`Head`].
const NUMBERS: usize = 6;

/// Where a rank stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Status {
    /// In a step.
    Going,
    /// At the end of the run.
    Done,
    /// It can't go on, and ends with this exit code.
    GivesUp(u8),
}

/// What a rank tells all others.
#[derive(Clone, Copy, Debug)]
struct Head {
    status: Status,
    /// How many bytes it hands over.
    bytes: usize,
    took: Took,
    /// Steps that are done, and the hash of the world after the last of them; 0 where nobody looks.
    step: u64,
    hash: u64,
}

impl Head {
    const fn to_numbers(self) -> [u64; NUMBERS] {
        let status = match self.status {
            Status::Going => 0,
            Status::Done => 1,
            Status::GivesUp(code) => 2 + code as u64,
        };
        [
            status,
            self.bytes as u64,
            self.took.deciding.to_bits(),
            self.took.besides.to_bits(),
            self.step,
            self.hash,
        ]
    }

    const fn of_numbers(numbers: [u64; NUMBERS]) -> Self {
        let [status, bytes, deciding, besides, step, hash] = numbers;
        Self {
            status: match status {
                0 => Status::Going,
                1 => Status::Done,
                code => Status::GivesUp((code - 2) as u8),
            },
            bytes: bytes as usize,
            took: Took {
                deciding: f64::from_bits(deciding),
                besides: f64::from_bits(besides),
            },
            step,
            hash,
        }
    }
}

/// What the last exchange has cost this rank, in time of its processors: what else runs on the machine
/// doesn't count.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cost {
    /// Finding ways and deciding.
    pub deciding: Duration,
    /// Turning that into bytes.
    pub writing: Duration,
    /// Exchanging the bytes, and waiting for others.
    pub gathering: Duration,
    /// Taking over what others have decided.
    pub reading: Duration,
    /// Number of bytes of all ranks.
    pub bytes: usize,
}

/// One rank in the steps of a run.
pub struct Machine<'a> {
    ranks: &'a Ranks,
    shares: Shares,
    checks: bool,
    /// Whether it reads its own decisions, too, to measure what that costs.
    reads_own: bool,
    /// The rows of each rank in the exchange under way.
    rows: Vec<Range<usize>>,
    step: u64,
    hash: u64,
    /// When deciding began, and when the last exchange was over.
    begun: Instant,
    since: Instant,
    /// When deciding began, in time of processors.
    begun_busy: Duration,
    cost: Cost,
    outgoing: Vec<u8>,
    incoming: Vec<u8>,
    /// Once all ranks know that the run is over, and the exit code then.
    left: Option<u8>,
}

impl<'a> Machine<'a> {
    /// A rank before the next step of a run that has done `step` so far.
    pub fn new(ranks: &'a Ranks, sharing: SharingOptions, step: u64) -> Self {
        let now = Instant::now();
        Self {
            ranks,
            shares: Shares::new(sharing.shares.policy(), ranks.count()),
            checks: sharing.checks(),
            reads_own: false,
            rows: Vec::new(),
            step,
            hash: 0,
            begun: now,
            since: now,
            begun_busy: Duration::ZERO,
            cost: Cost::default(),
            outgoing: Vec::new(),
            incoming: Vec::new(),
            left: None,
        }
    }

    /// The same, which reads its own decisions, too, to measure what that costs.
    pub fn reading_own(mut self) -> Self {
        self.reads_own = true;
        self
    }

    /// What the last exchange has cost.
    pub const fn cost(&self) -> Cost {
        self.cost
    }

    /// Does one step of the world, of `dt` seconds, together with all others.
    ///
    /// # Errors
    /// When the engine refuses something, others have given up, or the worlds differ.
    pub fn step(&mut self, world: &mut World, dt: f32) -> Result<(), Stop> {
        world.step_shared(dt, self)?;
        self.step += 1;
        if self.checks {
            self.hash = world.state_hash();
        }
        Ok(())
    }

    /// Leaves the run: at its end, or with the exit code of a failure. Returns the exit code for all
    /// ranks, and what is to be told if the worlds differ in the end. Does nothing where all have
    /// left already.
    pub fn leave(&mut self, failure: Option<u8>) -> (u8, Option<Stop>) {
        if let Some(code) = self.left {
            return (code, None);
        }
        let status = failure.map_or(Status::Done, Status::GivesUp);
        match self.meet(status, Took::default()) {
            Ok(_) => (0, None),
            Err(stop) => {
                let code = self.left.or(failure).unwrap_or(1);
                // Who gives up has told already.
                (code, failure.is_none().then_some(stop))
            }
        }
    }

    /// Whether all ranks know that the run is over.
    pub const fn has_left(&self) -> bool {
        self.left.is_some()
    }

    /// Tells all others where this rank stands, and hears where they do.
    fn meet(&mut self, status: Status, took: Took) -> Result<Vec<Head>, Stop> {
        let own = Head {
            status,
            bytes: self.outgoing.len(),
            took,
            step: self.step,
            hash: self.hash,
        };
        let heads = self.ranks.gather(own.to_numbers());
        let heads: Vec<Head> = heads.into_iter().map(Head::of_numbers).collect();
        let codes = heads.iter().filter_map(|head| match head.status {
            Status::GivesUp(code) => Some(code),
            _ => None,
        });
        let stop = if let Some(code) = codes.max() {
            self.left = Some(code);
            let gives_up = |head: &Head| matches!(head.status, Status::GivesUp(_));
            Some(Stop::Others(named(&heads, gives_up)))
        } else {
            let alike = |head: &Head| (head.step, head.hash, head.status == Status::Done);
            difference(&heads, alike)
        };
        match stop {
            Some(stop) => {
                self.left.get_or_insert(1);
                Err(stop)
            }
            None => {
                if status == Status::Done {
                    self.left = Some(0);
                }
                Ok(heads)
            }
        }
    }
}

impl Sharing for Machine<'_> {
    type Error = Stop;

    fn rows(&mut self, agents: usize) -> Range<usize> {
        self.rows = self.shares.rows(agents);
        self.begun = Instant::now();
        self.begun_busy = processor_time();
        self.rows[self.ranks.rank()].clone()
    }

    fn exchange(&mut self, mut decisions: Decisions<'_>) -> Result<(), Stop> {
        let decided = processor_time();
        self.outgoing.clear();
        decisions.write(&mut self.outgoing);
        let (written, written_busy) = (Instant::now(), processor_time());
        let own_work = written - self.begun;
        let took = Took {
            deciding: own_work.as_secs_f64(),
            besides: (written - self.since)
                .saturating_sub(own_work)
                .as_secs_f64(),
        };
        let heads = self.meet(Status::Going, took)?;
        let lengths: Vec<usize> = heads.iter().map(|head| head.bytes).collect();
        (self.ranks).gather_bytes(&self.outgoing, &lengths, &mut self.incoming);
        self.since = Instant::now();
        let gathered = processor_time();
        let took: Vec<Took> = heads.iter().map(|head| head.took).collect();
        self.shares.learn(&self.rows, &took);
        let mut start = 0;
        for (rank, (rows, length)) in self.rows.iter().zip(&lengths).enumerate() {
            let bytes = &self.incoming[start..start + length];
            if rank != self.ranks.rank() || self.reads_own {
                decisions.read(rows.clone(), bytes)?;
            }
            start += length;
        }
        self.cost = Cost {
            deciding: decided.saturating_sub(self.begun_busy),
            writing: written_busy.saturating_sub(decided),
            gathering: gathered.saturating_sub(written_busy),
            reading: processor_time().saturating_sub(gathered),
            bytes: self.incoming.len(),
        };
        Ok(())
    }
}

/// Says who is not like most ranks, or like the first of them where there is no majority.
fn difference<T: PartialEq>(heads: &[Head], of: impl Fn(&Head) -> T) -> Option<Stop> {
    let count = |head: &Head| heads.iter().filter(|other| of(other) == of(head)).count();
    // The first of those that most agree with.
    let usual = heads.iter().rev().max_by_key(|head| count(head))?;
    let is_other = |head: &Head| of(head) != of(usual);
    heads.iter().any(is_other).then(|| Stop::Differ {
        step: heads.iter().map(|head| head.step).min().unwrap_or_default(),
        these: named(heads, is_other),
        others: named(heads, |head| !is_other(head)),
    })
}

/// The ranks of which something holds, such as "ranks 1 and 3".
fn named(heads: &[Head], holds: impl Fn(&Head) -> bool) -> String {
    let ranks: Vec<usize> = (heads.iter().enumerate())
        .filter(|(_, head)| holds(head))
        .map(|(rank, _)| rank)
        .collect();
    list(&ranks)
}

/// Ranks by their numbers, such as "rank 2" or "ranks 1, 2 and 3".
pub fn list(ranks: &[usize]) -> String {
    let mut text = String::from(if ranks.len() == 1 { "rank" } else { "ranks" });
    for (place, rank) in ranks.iter().enumerate() {
        let before = match place {
            0 => " ",
            _ if place + 1 == ranks.len() => " and ",
            _ => ", ",
        };
        // Writing into a string can't fail.
        let _ = write!(text, "{before}{rank}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head(step: u64, hash: u64) -> Head {
        Head {
            status: Status::Going,
            bytes: 0,
            took: Took::default(),
            step,
            hash,
        }
    }

    #[test]
    fn a_head_crosses_over_whole() {
        for status in [
            Status::Going,
            Status::Done,
            Status::GivesUp(2),
            Status::GivesUp(0),
        ] {
            let head = Head {
                status,
                bytes: 123,
                took: Took {
                    deciding: 0.25,
                    besides: 1e-9,
                },
                step: 77,
                hash: u64::MAX,
            };
            let read = Head::of_numbers(head.to_numbers());
            assert_eq!(format!("{read:?}"), format!("{head:?}"));
        }
    }

    #[test]
    fn the_fewer_are_said_to_hold_another_world() {
        let told = |heads: &[Head]| {
            let stop = difference(heads, |head| head.hash);
            stop.map(|stop| stop.to_string()).unwrap_or_default()
        };
        assert_eq!(told(&[head(9, 1); 3]), "");
        let text = told(&[head(9, 1), head(9, 5), head(9, 1), head(9, 7)]);
        let expected = "after step 9 ranks 1 and 3 had another world than ranks 0 and 2; ";
        assert!(text.starts_with(expected), "{text}");
        let text = told(&[head(3, 1), head(3, 2)]);
        let expected = "after step 3 rank 1 had another world than rank 0; ";
        assert!(text.starts_with(expected), "{text}");
        let text = told(&[head(3, 1), head(3, 2), head(3, 2)]);
        assert!(
            text.contains("step 3 rank 0 had another world than ranks 1 and 2"),
            "{text}"
        );
    }

    #[test]
    fn ranks_are_listed_as_people_say_it() {
        assert_eq!(list(&[4]), "rank 4");
        assert_eq!(list(&[0, 1]), "ranks 0 and 1");
        assert_eq!(list(&[1, 2, 5]), "ranks 1, 2 and 5");
    }
}
