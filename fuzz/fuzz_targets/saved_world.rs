//! Saved worlds that somebody has forged: the checksum is right, whatever else they say.

#![no_main]

use std::any::Any;
use std::sync::Arc;

use libfuzzer_sys::fuzz_target;
use sidestep::Vec2;
use sidestep::avoid::{Decision, Largest, Memory, Method, Reach, Stage, Surroundings, Wish};
use sidestep::geometry::Segment;
use sidestep::motion::Body;
use sidestep::nav::{Blocked, NavMeshes, WalkableArea};
use sidestep::world::{AgentId, SAVED_FORMAT, SavedWorld, Supply, World};

/// Goes where it wishes to.
#[derive(Debug)]
struct Dancer;

impl Method for Dancer {
    fn name(&self) -> &'static str {
        "dancer"
    }
    fn stage(&self) -> Stage {
        Stage::Turn
    }
    fn reach(&self, _: &Body, _: &Largest) -> Reach {
        Reach::default()
    }
    fn decide(&self, _: &Body, wish: &Wish, _: &Surroundings<'_>, _: &mut Memory) -> Decision {
        Decision::to_go(wish.velocity)
    }
    fn same_as(&self, other: &dyn Method) -> bool {
        (other as &dyn Any).is::<Self>()
    }
}

/// What the world of the seed names, which is that of the tests of the library.
struct Parts;

impl Supply for Parts {
    fn walkable(&mut self, _: u64) -> Option<NavMeshes> {
        let mut area = WalkableArea::new(Vec2::splat(-10.0), Vec2::splat(10.0)).ok()?;
        for (from, to) in [(-9.9, -5.0), (-3.0, 3.0), (5.0, 9.9)] {
            let wall = Segment::new(Vec2::new(from, 0.5), Vec2::new(to, 0.5)).ok()?;
            area.block(Blocked::new(wall, Vec2::ZERO).ok()?);
        }
        Some(NavMeshes::new(area))
    }

    fn obstacle_method(&mut self, _: AgentId, _: &str) -> Option<Arc<dyn Method>> {
        Some(Arc::new(Dancer))
    }
}

fuzz_target!(|data: &[u8]| {
    let mut bytes = b"sidestep world\n\0".to_vec();
    bytes.extend_from_slice(&SAVED_FORMAT.to_le_bytes());
    bytes.extend_from_slice(&(data.len() as u64).to_le_bytes());
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&bytes);
    hasher.update(data);
    bytes.extend_from_slice(&hasher.finalize().to_le_bytes());
    bytes.extend_from_slice(data);
    let Ok(saved) = SavedWorld::from_bytes(&bytes) else {
        return;
    };
    let Ok(mut world) = World::load(&saved, &mut Parts) else {
        return;
    };
    // What was taken is a world: it is saved as it was, and can be stepped.
    let again = World::load(&world.save(), &mut Parts).map(|again| again.state_hash());
    assert_eq!(again, Ok(world.state_hash()));
    // Crowds that are large only to take time say nothing more.
    if world.agents().len() <= 16 && world.obstacles().count() <= 64 {
        let _ = world.step(1e-3);
    }
});
