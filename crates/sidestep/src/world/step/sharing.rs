//! Deciding shared among several that hold the same world.

use std::ops::Range;

use super::StepStage;
use crate::world::spec::WorldError;
use crate::world::store::Agents;

/// How the deciding of a step is shared among several machines (or processes) that all hold the
/// same world: [`World::step_shared`](crate::world::World::step_shared).
///
/// Each goes through the whole step, and decides only for rows of its own (the places of agents in
/// order of id). Then all hand over what they have decided, and everybody takes over what the others
/// have. Who decides for whom may change with each step; what comes out is what one machine alone gets
/// by [`World::step`](crate::world::World::step), bit for bit, as long as every row is somebody's.
///
/// Two worlds in one program:
///
#[cfg_attr(feature = "postcard", doc = "```")]
#[cfg_attr(not(feature = "postcard"), doc = "```ignore")]
/// use std::ops::Range;
///
/// use sidestep::Vec2;
/// use sidestep::motion::Body;
/// use sidestep::world::{AgentSpec, Decisions, Goal, Sharing, World, WorldError, WorldSettings};
///
/// /// Decides for the agents in some rows, and gets the others from elsewhere.
/// struct Half {
///     rows: Range<usize>,
///     others: Range<usize>,
///     outgoing: std::sync::mpsc::Sender<Vec<u8>>,
///     incoming: std::sync::mpsc::Receiver<Vec<u8>>,
/// }
///
/// impl Sharing for Half {
///     type Error = WorldError;
///
///     fn rows(&mut self, _: usize) -> Range<usize> {
///         self.rows.clone()
///     }
///
///     fn exchange(&mut self, mut decisions: Decisions<'_>) -> Result<(), WorldError> {
///         let mut bytes = Vec::new();
///         decisions.write(&mut bytes);
///         self.outgoing.send(bytes).expect("the other half listens");
///         let bytes = self.incoming.recv().expect("the other half speaks");
///         decisions.read(self.others.clone(), &bytes)
///     }
/// }
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let mut world = World::new(WorldSettings::default())?;
/// for x in [-4.0, 4.0] {
///     let body = Body::new(Vec2::new(x, 0.1), 0.4, 1.5);
///     let goal = Goal::point(Vec2::new(-x, 0.0), 0.2);
///     world.insert_agent(AgentSpec::new(body).with_goal(goal))?;
/// }
/// let mut whole = world.clone();
/// let (to_right, from_left) = std::sync::mpsc::channel();
/// let (to_left, from_right) = std::sync::mpsc::channel();
/// let left = Half { rows: 0..1, others: 1..2, outgoing: to_right, incoming: from_right };
/// let right = Half { rows: 1..2, others: 0..1, outgoing: to_left, incoming: from_left };
/// let run = |mut world: World, mut half: Half| {
///     std::thread::spawn(move || {
///         for _ in 0..120 {
///             world.step_shared(1.0 / 30.0, &mut half).expect("a step");
///         }
///         world.state_hash()
///     })
/// };
/// let halves = [run(world.clone(), left), run(world, right)];
/// for _ in 0..120 {
///     whole.step(1.0 / 30.0)?;
/// }
/// for half in halves {
///     assert_eq!(half.join().expect("a hash"), whole.state_hash());
/// }
/// # Ok(())
/// # }
/// ```
pub trait Sharing {
    /// Why a step can't go on.
    type Error: From<WorldError>;

    /// A stage of the step begins, or of each part of it where it is cut. Nothing needs to be done.
    fn begins(&mut self, stage: StepStage) {
        let _ = stage;
    }

    /// The rows for which this machine decides now, of so many. What lies beyond is cut off. Finding
    /// ways and deciding for them is all that is done until [`Sharing::exchange`] is called.
    fn rows(&mut self, agents: usize) -> Range<usize>;

    /// Hands over what was decided here for these rows, and takes over all that was decided
    /// elsewhere.
    ///
    /// # Errors
    /// If others can't be reached, or what they have decided can't be taken over.
    fn exchange(&mut self, decisions: Decisions<'_>) -> Result<(), Self::Error>;
}

/// What the agents of a world have decided in a step that is under way.
#[derive(Debug)]
pub struct Decisions<'a> {
    #[cfg_attr(
        not(feature = "postcard"),
        expect(dead_code, reason = "nothing is written")
    )]
    agents: &'a mut Agents,
    rows: Range<usize>,
}

impl<'a> Decisions<'a> {
    pub(super) fn new(agents: &'a mut Agents, rows: Range<usize>) -> Self {
        Self { agents, rows }
    }

    /// The rows for which it was decided here.
    #[must_use]
    pub fn rows(&self) -> Range<usize> {
        self.rows.clone()
    }
}

/// The rows that somebody decides for, as far as there are any.
pub(super) fn rows_of<S: Sharing>(sharing: &mut S, agents: usize) -> Range<usize> {
    let rows = sharing.rows(agents);
    let end = rows.end.min(agents);
    rows.start.min(end)..end
}

#[cfg(feature = "postcard")]
mod bytes {
    use glam::Vec2;
    use serde::{Deserialize, Serialize};

    use super::{Decisions, Range, WorldError};
    use crate::range::{OutOfRange, Range as Allowed};
    use crate::walker::Decided;
    use crate::world::store::{Agent, OnPath};

    /// What one agent has decided.
    #[derive(Serialize, Deserialize)]
    struct Row<'a> {
        force: Vec2,
        on_path: Option<OnPath>,
        decided: Decided<'a>,
    }

    impl Decisions<'_> {
        /// Adds to `bytes` what was decided here: some 90 bytes for each agent. The bytes are the
        /// same on all machines, and tell nothing of whose they are: those who read them know the
        /// rows.
        pub fn write(&self, bytes: &mut Vec<u8>) {
            for agent in self.agents.in_rows(self.rows.clone()) {
                let row = Row {
                    force: agent.force,
                    on_path: agent.route.on_path(),
                    decided: Decided::of(&agent.memory, agent.profile.filter.floor),
                };
                // All lists know their length, and nothing else can fail in memory.
                if let Ok(longer) = postcard::to_extend(&row, std::mem::take(bytes)) {
                    *bytes = longer;
                }
            }
        }

        /// Takes over what was decided elsewhere for these rows.
        ///
        /// # Errors
        /// If there are fewer rows, or `bytes` aren't what [`write`](Self::write) adds for so many
        /// agents of the same world. Rows before the first one that is wrong are taken over then.
        pub fn read(&mut self, rows: Range<usize>, bytes: &[u8]) -> Result<(), WorldError> {
            let (start, end) = (rows.start, rows.end);
            let refused = |what: String| WorldError::Decisions { start, end, what };
            let known = self.agents.len();
            let too_few = || refused(format!("this world has {known} agents"));
            if start > end || end > known {
                return Err(too_few());
            }
            let mut left = bytes;
            for row in rows {
                let agent = self.agents.in_row_mut(row).ok_or_else(too_few)?;
                let (decided, rest) = postcard::take_from_bytes::<Row<'_>>(left)
                    .map_err(|error| refused(error.to_string()))?;
                left = rest;
                (decided.put(agent)).map_err(|error| refused(error.of(agent.id).to_string()))?;
            }
            if left.is_empty() {
                Ok(())
            } else {
                Err(refused(format!("{} bytes are left over", left.len())))
            }
        }
    }

    impl Row<'_> {
        fn put(self, agent: &mut Agent) -> Result<(), OutOfRange> {
            Allowed::Finite.check_vector("force", self.force)?;
            if let Some(on_path) = self.on_path {
                Allowed::AtLeast(0.0).check("off_path", on_path.off_path)?;
            }
            agent.force = self.force;
            agent.take_on_path(self.on_path);
            (self.decided).put(&mut agent.memory, agent.profile.filter.floor);
            agent.memory.check_decided()
        }
    }
}
