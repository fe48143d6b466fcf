//! The same area gives the same mesh and the same paths, bit for bit, in every thread.

use sidestep::Vec2;
use sidestep::nav::{NavMesh, WalkableArea};
use sidestep::random::Random;

use super::areas::{area, capsule, circle, rectangle, wall, with};

fn yard() -> WalkableArea {
    let mut random = Random::new(7, 0);
    let mut place = || (random.between(-9.0, 9.0), random.between(-9.0, 9.0));
    let mut blocked = Vec::new();
    for index in 0..10 {
        blocked.push(circle(place(), 0.3 + 0.1 * index as f32));
        blocked.push(rectangle(place(), (1.0, 2.0), index as f32));
        blocked.push(capsule(place(), place(), 0.1));
        blocked.push(wall(place(), (0.0, index as f32)));
    }
    with(area(10.0), blocked)
}

/// All numbers of a mesh and of many paths on it, as bits.
fn everything(mesh: &NavMesh) -> Vec<u32> {
    let mut bits = Vec::new();
    let mut note = |point: Vec2| bits.extend([point.x.to_bits(), point.y.to_bits()]);
    mesh.polygons()
        .flatten()
        .for_each(|corner| note(corner.position));
    let mut random = Random::new(3, 0);
    for _ in 0..100 {
        let mut place = || Vec2::new(random.between(-9.0, 9.0), random.between(-9.0, 9.0));
        if let Some(path) = mesh.path(place(), place()) {
            path.positions().for_each(&mut note);
            note(Vec2::splat(path.length));
        }
    }
    bits
}

#[test]
fn meshes_and_paths_are_the_same_bits_in_every_thread() {
    // Hash maps of libraries are seeded differently for each map, so threads of one process are as
    // different as processes.
    let expected = everything(&NavMesh::bake(&yard(), 0.25).expect("mesh"));
    assert!(expected.len() > 2_000, "{}", expected.len());
    let threads: Vec<_> = (0..4)
        .map(|_| std::thread::spawn(|| everything(&NavMesh::bake(&yard(), 0.25).expect("mesh"))))
        .collect();
    for thread in threads {
        assert_eq!(thread.join().expect("thread"), expected);
    }
}

/// What the mesh and the paths above were when this test was written: another process agrees with
/// it.
#[test]
fn meshes_and_paths_are_the_same_bits_in_every_process() {
    let mut hash = 0xcbf2_9ce4_8422_2325u64;
    for bits in everything(&NavMesh::bake(&yard(), 0.25).expect("mesh")) {
        hash = (hash ^ u64::from(bits)).wrapping_mul(0x0000_0100_0000_01b3);
    }
    assert_eq!(hash, 0xb0e5_09b6_e6ee_557d, "{hash:#x}");
}
