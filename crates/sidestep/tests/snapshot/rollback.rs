//! Back by some frames and forward again.

use sidestep::Vec2;
use sidestep::random::Random;
use sidestep::space::Topology;
use sidestep::world::{Moved, SnapshotRing, World, WorldSettings};

use crate::crowd::{self, DT, change};

/// Does frames with the changes of a seed, and keeps each of them; says how the world was after
/// each.
fn play(
    world: &mut World,
    ring: &mut SnapshotRing,
    frames: std::ops::Range<u64>,
    seed: u64,
) -> Vec<u64> {
    let hashes = frames.map(|frame| {
        ring.save(frame, world);
        change(world, frame, seed);
        world.step(DT).expect("step");
        world.state_hash()
    });
    hashes.collect()
}

#[test]
fn back_by_eight_and_forward_again_is_the_same_to_the_bit() {
    let torus = Topology::torus(Vec2::splat(-10.0), Vec2::splat(10.0)).expect("torus");
    for (topology, decide_every) in [(Topology::Open, 0.0), (torus, 0.0), (Topology::Open, 0.1)] {
        let mut world = crowd::world(45, topology, decide_every);
        crowd::ring(&mut world, Vec2::new(5.0, -4.0));
        crowd::formations(&mut world);
        let mut ring = SnapshotRing::new(9);
        let mut random = Random::new(3, 0);
        let mut frame = 0;
        let (mut stood, mut was_blocked) = (false, false);
        for _ in 0..30 {
            let next = frame + 8 + u64::from(random.next_bits() as u8 % 9);
            let hashes = play(&mut world, &mut ring, frame..next, 1);
            frame = next;
            let back = 1 + random.next_bits() % 8;
            let last = &hashes[hashes.len() - back as usize..];
            // On a wrong guess, and then as it really was.
            ring.load(frame - back, &mut world).expect("kept");
            let wrong = play(&mut world, &mut ring, frame - back..frame, 2);
            assert_ne!(wrong, last, "another player goes another way");
            ring.load(frame - back, &mut world).expect("kept");
            let again = play(&mut world, &mut ring, frame - back..frame, 1);
            assert_eq!(again, last, "back by {back} from frame {frame}");
            let (stands, blocked) = crowd::is_eventful(&world);
            stood |= stands;
            was_blocked |= blocked;
        }
        assert!(stood && was_blocked, "the crowd has to be worth it");
    }
}

#[test]
fn frames_that_are_not_kept_are_refused() {
    let mut world = crowd::world(5, Topology::Open, 0.0);
    let mut ring = SnapshotRing::new(4);
    let error = ring.load(0, &mut world).expect_err("nothing is kept");
    assert_eq!(
        error.to_string(),
        "frame 0 isn't kept: none is; save it first"
    );
    play(&mut world, &mut ring, 0..10, 1);
    assert_eq!(ring.frames(), [6, 7, 8, 9]);
    let error = ring.load(5, &mut world).expect_err("too long ago");
    assert_eq!((error.oldest, error.newest), (Some(6), Some(9)));
    ring.load(7, &mut world).expect("kept");
    // Frames 8 and 9 followed on what isn't so any more.
    assert_eq!(ring.frames(), [6, 7]);
    assert!(ring.load(8, &mut world).is_err());
}

#[test]
fn a_snapshot_is_taken_over_by_any_world() {
    let mut world = crowd::world(30, Topology::Open, 0.0);
    let mut snapshot = World::new(WorldSettings::default())
        .expect("settings")
        .snapshot();
    for frame in 0..40 {
        change(&mut world, frame, 1);
        world.step(DT).expect("step");
    }
    // Something that the next step has yet to take notice of.
    change(&mut world, 3, 1);
    world.snapshot_into(&mut snapshot);
    let mut other = crowd::world(3, Topology::Open, 0.2);
    other.restore(&snapshot);
    let mut third = World::from_snapshot(&snapshot.clone());
    assert_eq!(third.events(), world.events());
    for frame in 40..80 {
        for world in [&mut world, &mut other, &mut third] {
            change(world, frame, 1);
            world.step(DT).expect("step");
        }
        assert_eq!(world.state_hash(), other.state_hash());
        assert_eq!(world.state_hash(), third.state_hash());
    }
}

#[test]
fn a_snapshot_between_the_halves_of_a_step_is_gone_on_with() {
    let mut world = crowd::world(30, Topology::Open, 0.0);
    for frame in 0..20 {
        change(&mut world, frame, 1);
        world.step(DT).expect("step");
    }
    let agents = world.agents().len();
    let proposals = world.propose(0..agents, DT).expect("proposals");
    let snapshot = world.snapshot();
    let mut other = World::from_snapshot(&snapshot);
    let moved: Vec<Moved> = (proposals.iter().take(3))
        .map(|proposal| Moved {
            agent: proposal.agent,
            position: Vec2::splat(proposal.agent.0 as f32),
            velocity: proposal.velocity,
        })
        .collect();
    world.finish_step(&moved, DT).expect("step");
    other.finish_step(&moved, DT).expect("step");
    for _ in 0..20 {
        assert_eq!(world.state_hash(), other.state_hash());
        world.step(DT).expect("step");
        other.step(DT).expect("step");
    }
}
