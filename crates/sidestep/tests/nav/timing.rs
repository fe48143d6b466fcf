//! How long baking and searching take. Run with
//! `cargo test --release -p sidestep --features levels --test nav -- --ignored --nocapture timing`.

use std::time::{Duration, Instant};

use sidestep::Vec2;
use sidestep::nav::{NavMesh, WalkableArea};
use sidestep::random::Random;

use super::areas::{area, circle, rectangle, wall, with};

fn median(count: usize, mut run: impl FnMut()) -> Duration {
    let mut times: Vec<Duration> = (0..count)
        .map(|_| {
            let start = Instant::now();
            run();
            start.elapsed()
        })
        .collect();
    times.sort_unstable();
    times[count / 2]
}

fn yard(obstacles: usize) -> WalkableArea {
    let mut random = Random::new(1, 0);
    let mut blocked = vec![
        wall((-10.0, -3.0), (-2.0, -3.0)),
        wall((2.0, -3.0), (10.0, -3.0)),
        wall((-6.0, 3.0), (6.0, 3.0)),
        wall((0.0, 3.0), (0.0, 8.0)),
    ];
    for index in 0..obstacles {
        let place = (random.between(-9.0, 9.0), random.between(-9.0, 9.0));
        blocked.push(if index % 2 == 0 {
            circle(place, 0.4)
        } else {
            rectangle(place, (0.8, 0.6), random.between(0.0, 3.0))
        });
    }
    with(area(10.0), blocked)
}

#[test]
#[ignore = "prints times"]
fn timing_of_a_yard() {
    for obstacles in [0, 20, 60] {
        let area = yard(obstacles);
        let mesh = NavMesh::bake(&area, 0.3).expect("mesh");
        let bake = median(201, || drop(NavMesh::bake(&area, 0.3)));
        let mut random = Random::new(2, 0);
        let mut place = || Vec2::new(random.between(-9.0, 9.0), random.between(-9.0, 9.0));
        let ends: Vec<(Vec2, Vec2)> = (0..1001).map(|_| (place(), place())).collect();
        let mut index = 0;
        let path = median(1001, || {
            let (from, to) = ends[index];
            let _ = mesh.path(from, to);
            index += 1;
        });
        index = 0;
        let straight = median(1001, || {
            let (from, to) = ends[index];
            let _ = mesh.is_straight(from, to);
            index += 1;
        });
        println!(
            "{obstacles} obstacles: {} polygons, bake {bake:?}, path {path:?}, straight {straight:?}",
            mesh.polygon_count()
        );
    }
}

#[test]
#[ignore = "prints times"]
fn timing_of_a_large_map() {
    // Blocks on a grid of 512 cells, a third of the cells of 8 m blocked.
    let mut random = Random::new(5, 0);
    let mut area = WalkableArea::new(Vec2::ZERO, Vec2::splat(512.0)).expect("area");
    for row in 0..64u8 {
        for column in 0..64u8 {
            if random.between(0.0, 1.0) < 0.33 {
                let center = (f32::from(column) * 8.0 + 4.0, f32::from(row) * 8.0 + 4.0);
                area.block(rectangle(center, (8.0, 8.0), 0.0));
            }
        }
    }
    let start = Instant::now();
    let mesh = NavMesh::bake(&area, 0.3).expect("mesh");
    let bake = start.elapsed();
    let mut place = || Vec2::new(random.between(0.0, 512.0), random.between(0.0, 512.0));
    let path = median(101, || drop(mesh.path(place(), place())));
    println!(
        "{} blocks: {} polygons, bake {bake:?}, path {path:?}",
        area.blocked().len(),
        mesh.polygon_count()
    );
}

#[cfg(feature = "levels")]
#[test]
#[ignore = "prints times"]
fn timing_of_the_shared_level() {
    use super::shared_level::{files, mesh, queries};
    let Some((level, list)) = files() else {
        return;
    };
    let start = Instant::now();
    let mesh = mesh(&level);
    let bake = start.elapsed();
    let queries = queries(&list);
    let mut index = 0;
    let path = median(queries.len(), || {
        let [from, to] = queries[index];
        let _ = mesh.path(from, to);
        index += 1;
    });
    println!(
        "{} polygons, bake {bake:?}, path {path:?}",
        mesh.polygon_count()
    );
}
