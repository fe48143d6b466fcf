//! Saved as bytes and loaded: the same, or refused.

use std::sync::Arc;

use sidestep::Vec2;
use sidestep::avoid::Method;
use sidestep::geometry::{Circle, Segment};
use sidestep::motion::Body;
use sidestep::nav::{Blocked, NavMeshes, WalkableArea};
use sidestep::space::{Floor, Topology};
use sidestep::steer::FollowPath;
use sidestep::world::{
    AgentId, AgentSpec, Aim, Behavior, Goal, LoadError, ObstacleSpec, Route, SavedWorld, Supply,
    World, WorldSettings,
};

use crate::crowd::{self, DT, Dancer, change};

/// What the worlds of these tests name.
struct Parts(NavMeshes);

impl Supply for Parts {
    fn walkable(&mut self, key: u64) -> Option<NavMeshes> {
        (self.0.key() == key).then(|| self.0.clone())
    }

    fn obstacle_method(&mut self, _: AgentId, name: &str) -> Option<Arc<dyn Method>> {
        (name == "dancer").then(|| Arc::new(Dancer) as Arc<dyn Method>)
    }
}

/// A yard with a wall that has two gaps.
fn meshes() -> NavMeshes {
    let mut area = WalkableArea::new(Vec2::splat(-10.0), Vec2::splat(10.0)).expect("area");
    for (from, to) in [(-9.9, -5.0), (-3.0, 3.0), (5.0, 9.9)] {
        let wall = Segment::new(Vec2::new(from, 0.5), Vec2::new(to, 0.5)).expect("wall");
        area.block(Blocked::new(wall, Vec2::ZERO).expect("blocked"));
    }
    NavMeshes::new(area)
}

fn through_bytes(world: &World) -> World {
    let saved = world.save();
    let bytes = saved.to_bytes();
    let read = SavedWorld::from_bytes(&bytes).expect("read");
    assert_eq!(read, saved);
    let loaded = World::load(&read, &mut Parts(meshes())).expect("loaded");
    assert!(
        loaded.save().to_bytes() == bytes,
        "what is saved of it again is the same"
    );
    loaded
}

/// Steps a world and one that is loaded of it now and then, with the same changes.
fn assert_goes_on(mut world: World, frames: u64) {
    let mut loaded = through_bytes(&world);
    for frame in 0..frames {
        change(&mut world, frame, 1);
        if frame % 10 == 3 {
            // In the middle: the changes are those that the next step has yet to take notice of.
            loaded = through_bytes(&world);
        } else {
            change(&mut loaded, frame, 1);
        }
        world.step(DT).expect("step");
        loaded.step(DT).expect("step");
        assert_eq!(world.state_hash(), loaded.state_hash(), "frame {frame}");
        assert_eq!(world.events(), loaded.events());
    }
}

#[test]
fn a_loaded_world_goes_on_the_same_whatever_it_holds() {
    let torus = Topology::torus(Vec2::splat(-10.0), Vec2::splat(10.0)).expect("torus");
    for (topology, decide_every) in [(Topology::Open, 0.0), (torus, 0.0), (Topology::Open, 0.1)] {
        let mut world = crowd::world(45, topology, decide_every);
        crowd::ring(&mut world, Vec2::new(5.0, -4.0));
        crowd::formations(&mut world);
        assert_goes_on(world, 140);
    }
}

#[test]
fn paths_and_closed_passages_go_on_the_same() {
    let mut world = crowd::world(12, Topology::Open, 0.0);
    world.set_walkable(meshes()).expect("walkable");
    for index in 0..12 {
        let x = index as f32 - 6.0;
        let radius = if index % 2 == 0 { 0.3 } else { 0.25 };
        let mut spec = AgentSpec::new(Body::new(Vec2::new(x, -4.0), radius, 1.4))
            .with_goal(Goal::point(Vec2::new(-x, 6.0), 0.3));
        spec.profile.route = Route::Walkable;
        world.insert_agent(spec).expect("agent");
    }
    // One of the gaps turns out to be closed.
    for x in [-4.7, -4.0, -3.3] {
        let circle = Circle::new(Vec2::new(x, 0.5), 0.4).expect("circle");
        let spec = ObstacleSpec::new(circle).temporary();
        world.insert_obstacle(spec).expect("obstacle");
    }
    assert_goes_on(world, 200);
}

#[test]
fn who_follows_a_path_beside_other_behaviors_is_the_same_once_loaded() {
    let mut world = World::new(WorldSettings::default()).expect("settings");
    let end = Vec2::new(9.0, 4.0);
    let mut spec = AgentSpec::new(Body::new(Vec2::ZERO, 0.3, 1.4)).with_goal(Goal::point(end, 0.3));
    let path = vec![Vec2::ZERO, Vec2::new(9.0, 0.0), end];
    let parameters = FollowPath::for_radius(0.3);
    spec.profile.behaviors = vec![
        Behavior::FollowPath { path, parameters }.into(),
        Behavior::Seek(Aim::Goal).into(),
        Behavior::Seek(Aim::Goal).into(),
    ];
    world.insert_agent(spec).expect("agent");
    for _ in 0..30 {
        world.step(DT).expect("step");
    }
    let loaded = through_bytes(&world);
    assert_eq!(world.state_hash(), loaded.state_hash());
}

#[test]
fn signs_of_zero_and_infinite_numbers_survive() {
    let mut world = World::new(WorldSettings::default()).expect("settings");
    let mut spec = AgentSpec::new(Body::new(Vec2::new(-0.0, 0.0), 0.3, 1.4));
    spec.body.velocity = Vec2::new(-0.0, 1e-42);
    spec.profile.filter.floor = Floor {
        low: f32::NEG_INFINITY,
        high: 2.5,
    };
    let id = world.insert_agent(spec).expect("agent");
    let loaded = through_bytes(&world);
    let bits = |world: &World| {
        let body = world.agent(id).expect("there").body;
        [body.position, body.velocity].map(|it| it.to_array().map(f32::to_bits))
    };
    assert_eq!(bits(&world), bits(&loaded));
    let floor = loaded.agent(id).expect("there").floor;
    assert_eq!((floor.low, floor.high), (f32::NEG_INFINITY, 2.5));
}

/// A small world in the middle of things.
fn small() -> World {
    let mut world = crowd::world(9, Topology::Open, 0.1);
    crowd::ring(&mut world, Vec2::new(5.0, -4.0));
    world.set_walkable(meshes()).expect("walkable");
    let mut spec = AgentSpec::new(Body::new(Vec2::new(5.0, -4.0), 0.3, 1.4))
        .with_goal(Goal::point(Vec2::new(-4.0, 6.0), 0.3));
    spec.profile.route = Route::Walkable;
    world.insert_agent(spec).expect("agent");
    crowd::formations(&mut world);
    for frame in 0..60 {
        change(&mut world, frame, 1);
        world.step(DT).expect("step");
    }
    world
}

#[test]
fn no_damaged_byte_goes_unseen() {
    let bytes = small().save().to_bytes();
    for place in 0..bytes.len() {
        for flip in [0x01, 0x80, 0xff] {
            let mut damaged = bytes.clone();
            damaged[place] ^= flip;
            let read = SavedWorld::from_bytes(&damaged);
            assert!(read.is_err(), "byte {place} of {}", bytes.len());
        }
    }
    for length in 0..bytes.len() {
        assert!(SavedWorld::from_bytes(&bytes[..length]).is_err());
    }
    let mut longer = bytes.clone();
    longer.push(0);
    assert!(matches!(
        SavedWorld::from_bytes(&longer),
        Err(LoadError::Length { .. })
    ));
    assert_eq!(
        SavedWorld::from_bytes(b"# a scene").err(),
        Some(LoadError::NotAWorld)
    );
    let mut newer = bytes;
    newer[16] += 1;
    assert!(matches!(
        SavedWorld::from_bytes(&newer),
        Err(LoadError::Format { .. })
    ));
}

/// Somebody who means harm writes the checksum anew: what comes of that is refused, or is a world
/// that can be stepped.
#[test]
fn forged_bytes_never_panic() {
    let bytes = small().save().to_bytes();
    let mut parts = Parts(meshes());
    let mut worlds = 0;
    for place in 32..bytes.len() {
        for flip in [0x01, 0x80] {
            let mut forged = bytes.clone();
            forged[place] ^= flip;
            let mut hasher = crc32fast::Hasher::new();
            hasher.update(&forged[..28]);
            hasher.update(&forged[32..]);
            forged[28..32].copy_from_slice(&hasher.finalize().to_le_bytes());
            let Ok(saved) = SavedWorld::from_bytes(&forged) else {
                continue;
            };
            if let Ok(mut world) = World::load(&saved, &mut parts) {
                worlds += 1;
                // Some of them: every step takes time.
                if worlds % 8 == 0 {
                    world.step(1e-3).expect("step");
                }
            }
        }
    }
    assert!(worlds > 100, "most numbers may be others: {worlds}");
}

/// The format as it was when it was made. If this fails, the format has changed: raise
/// [`SAVED_FORMAT`](sidestep::world::SAVED_FORMAT), and write the file of the new format with
/// `UPDATE_SAVED=1`.
#[test]
fn the_format_is_the_one_of_its_number() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/saved-world-14.bin");
    if std::env::var_os("UPDATE_SAVED").is_some() {
        std::fs::write(path, small().save().to_bytes()).expect("written");
    }
    let bytes = std::fs::read(path).expect("the file of format 14");
    let saved = SavedWorld::from_bytes(&bytes).expect("read");
    let mut world = World::load(&saved, &mut Parts(meshes())).expect("loaded");
    assert!(
        world.save().to_bytes() == bytes,
        "each field is where it was"
    );
    world.step(DT).expect("step");
}
