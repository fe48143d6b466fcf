//! The last few snapshots, for a game that goes back when it hears late what others have done.

use thiserror::Error;

use super::Snapshot;
use crate::world::World;

/// The snapshots of the last frames, each in memory that is used again: for rollback, where a game
/// steps ahead on a guess of what the others do, and goes back and steps again when it hears
/// otherwise.
///
/// It answers what rollback libraries ask for, GGRS's requests to save and to load a frame among
/// them. Restored frames give the same bits on every machine; [`World::state_hash`] is what two
/// players compare.
///
/// ```
/// use sidestep::Vec2;
/// use sidestep::motion::Body;
/// use sidestep::world::{AgentSpec, Control, SnapshotRing, World, WorldSettings};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let mut world = World::new(WorldSettings::default())?;
/// let mut player = AgentSpec::new(Body::new(Vec2::ZERO, 0.4, 4.0));
/// player.profile.control = Control::Driven;
/// let player = world.insert_agent(player)?;
///
/// let mut ring = SnapshotRing::new(9); // 8 frames back from the one that is next
/// for frame in 0..60 {
///     ring.save(frame, &world);
///     world.step(1.0 / 60.0)?;
/// }
/// // It turns out that the player went to the right from frame 53 on.
/// ring.load(53, &mut world)?;
/// world.set_velocity(player, Vec2::new(2.0, 0.0))?;
/// for frame in 53..60 {
///     ring.save(frame, &world);
///     world.step(1.0 / 60.0)?;
/// }
/// assert!(world.agent(player).is_some_and(|player| player.body.position.x > 0.2));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct SnapshotRing {
    /// By the rest of the frame's number.
    slots: Vec<Slot>,
}

#[derive(Clone, Debug, Default)]
struct Slot {
    /// The frame; `None` if what is there no longer counts.
    frame: Option<u64>,
    snapshot: Option<Snapshot>,
}

/// A frame that a [`SnapshotRing`] doesn't have.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("frame {frame} isn't kept: {}", kept(*.oldest, *.newest))]
#[non_exhaustive]
pub struct NoSuchFrame {
    /// The frame asked for.
    pub frame: u64,
    /// The oldest that is kept, if any is.
    pub oldest: Option<u64>,
    /// The newest that is kept, if any is.
    pub newest: Option<u64>,
}

fn kept(oldest: Option<u64>, newest: Option<u64>) -> String {
    match (oldest, newest) {
        (Some(oldest), Some(newest)) => {
            format!(
                "those from {oldest} to {newest} are; save more frames, or ask for one of these"
            )
        }
        _ => "none is; save it first".to_owned(),
    }
}

impl SnapshotRing {
    /// Room for so many frames, 1 at least: to go back by 8 frames, 9.
    #[must_use]
    pub fn new(frames: usize) -> Self {
        Self {
            slots: vec![Slot::default(); frames.max(1)],
        }
    }

    /// How many frames there is room for.
    #[must_use]
    pub fn capacity(&self) -> usize {
        self.slots.len()
    }

    /// The frames that are kept, oldest first.
    #[must_use]
    pub fn frames(&self) -> Vec<u64> {
        let mut frames: Vec<u64> = self.slots.iter().filter_map(|slot| slot.frame).collect();
        frames.sort_unstable();
        frames
    }

    /// Keeps the state of a world as that of a frame, in the place of the oldest where there is no
    /// room. Frames after it count no longer: they followed on another one of this number.
    pub fn save(&mut self, frame: u64, world: &World) {
        self.forget_after(frame);
        let place = self.place(frame);
        let slot = &mut self.slots[place];
        slot.frame = Some(frame);
        match &mut slot.snapshot {
            Some(snapshot) => world.snapshot_into(snapshot),
            None => slot.snapshot = Some(world.snapshot()),
        }
    }

    /// Takes a world back to a frame. Frames after it count no longer.
    ///
    /// # Errors
    /// If the frame isn't kept. Nothing has changed then.
    pub fn load(&mut self, frame: u64, world: &mut World) -> Result<(), NoSuchFrame> {
        let slot = &self.slots[self.place(frame)];
        let Some(snapshot) = slot.snapshot.as_ref().filter(|_| slot.frame == Some(frame)) else {
            let frames = self.frames();
            return Err(NoSuchFrame {
                frame,
                oldest: frames.first().copied(),
                newest: frames.last().copied(),
            });
        };
        world.restore(snapshot);
        self.forget_after(frame);
        Ok(())
    }

    fn place(&self, frame: u64) -> usize {
        (frame % self.slots.len() as u64) as usize
    }

    fn forget_after(&mut self, frame: u64) {
        for slot in &mut self.slots {
            slot.frame = slot.frame.filter(|kept| *kept <= frame);
        }
    }
}
