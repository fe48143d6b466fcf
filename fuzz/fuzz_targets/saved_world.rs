//! Saved worlds that somebody has forged: the checksum is right, whatever else they say.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sidestep::world::{SAVED_FORMAT, SavedWorld, World};

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
    let Ok(mut world) = World::load(&saved, &mut ()) else {
        return;
    };
    // What was taken is a world: it is saved as it was, and can be stepped.
    assert_eq!(World::load(&world.save(), &mut ()).map(|it| it.state_hash()), Ok(world.state_hash()));
    // Crowds that are large only to take time say nothing more.
    if world.agents().len() <= 16 && world.obstacles().count() <= 64 {
        let _ = world.step(1e-3);
    }
});
