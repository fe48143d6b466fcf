//! A sloppy walker through a door, without contacts.

use super::*;
use sidestep::random::Random;

#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    walks: usize,
    arrived: usize,
    clean: usize,
}

/// Thirty routes through the door for each of four wall thicknesses.
fn walks(
    avoidance: Option<&WallAvoidance>,
    following: Following,
    width: f32,
) -> impl Iterator<Item = Walk> {
    [0.1, 0.2, 0.3, 0.4].into_iter().flat_map(move |thickness| {
        let shapes = [1.0, -1.0].map(|side: f32| {
            wall(
                Vec2::new(0.0, side * 0.5 * width),
                Vec2::new(0.0, side * 6.0),
                thickness,
            )
        });
        (0..30).map(move |seed| {
            let mut random = Random::new(seed, 0);
            let start = Vec2::new(random.between(-4.0, -2.0), random.between(-3.0, 3.0));
            let goal = Vec2::new(random.between(2.0, 4.0), random.between(-3.0, 3.0));
            let body = Body::new(start, RADIUS, SPEED);
            let path = [start, Vec2::ZERO, goal];
            walk(body, &path, following, &shapes, avoidance, 15.0)
        })
    })
}

fn tally(avoidance: Option<&WallAvoidance>, following: Following, width: f32) -> Tally {
    let mut tally = Tally::default();
    for walk in walks(avoidance, following, width) {
        tally.walks += 1;
        tally.arrived += usize::from(walk.arrived.is_some());
        tally.clean += usize::from(walk.clean());
    }
    tally
}

/// Every method at one door, printed.
fn table(following: Following, whiskers: Whiskers, width: f32) -> [(&'static str, Tally); 7] {
    println!(
        "{following:?}, door {width} m, whiskers {:.2} rad, {:.2} m",
        whiskers.spread, whiskers.length
    );
    methods().map(|(name, avoidance)| {
        let avoidance = avoidance.map(|avoidance| WallAvoidance {
            whiskers,
            ..avoidance
        });
        let tally = tally(avoidance.as_ref(), following, width);
        println!(
            "  {name}: {} of {} through, {} without contact",
            tally.arrived, tally.walks, tally.clean
        );
        (name, tally)
    })
}

const REACHES: [f32; 2] = [1.5 * RADIUS, 2.5 * RADIUS];

#[test]
fn a_sloppy_walker_catches_on_frames_and_the_sum_and_the_cross_product_lessen_it() {
    for width in [1.5, 2.0] {
        for reach in REACHES {
            let table = table(
                Following::Corners(reach),
                Whiskers::for_radius(RADIUS),
                width,
            );
            let none = table[0].1;
            assert!(none.clean < none.walks);
            for (name, tally) in &table[3..] {
                assert_eq!(tally.arrived, tally.walks, "{name}");
                assert!(tally.clean > none.clean, "{name}");
            }
        }
    }
}

/// The fault that One Tiny Leap describes: whiskers that see the frames from far away throw the
/// walker back and forth in front of the door.
#[test]
fn the_hit_normal_traps_walkers_in_front_of_doors_that_the_others_pass() {
    for width in [1.5, 2.0] {
        let table = table(Following::Path, long_whiskers(), width);
        let none = table[0].1;
        for (name, tally) in &table[1..3] {
            assert!(tally.arrived < tally.walks, "{name}");
            assert!(tally.clean < none.clean, "{name}");
        }
        for (name, tally) in &table[3..] {
            assert_eq!(tally.arrived, tally.walks, "{name}");
        }
    }
}

/// None of the three readings knows the path: whoever would pass without is pushed into the other
/// frame.
#[test]
fn a_careful_walker_is_better_off_without_at_the_narrow_door() {
    let table = table(Following::Path, Whiskers::for_radius(RADIUS), 1.5);
    for (name, tally) in &table[1..] {
        assert!(tally.clean < table[0].1.clean, "{name}");
    }
}

/// What a trapped walker does: one whisker after the other throws it to the other side.
#[test]
fn a_trapped_walker_is_thrown_from_side_to_side() {
    let avoidance = WallAvoidance {
        whiskers: long_whiskers(),
        ..WallAvoidance::for_radius(RADIUS, WallMethod::hit_normal_for_radius(RADIUS))
    };
    let trapped: Vec<usize> = walks(Some(&avoidance), Following::Path, 1.5)
        .filter(|walk| walk.arrived.is_none())
        .map(|walk| {
            let sideways: Vec<f32> = walk.wall_forces.iter().map(|force| force.y).collect();
            let pushes: Vec<f32> = sideways
                .into_iter()
                .filter(|push| push.abs() > 0.01)
                .collect();
            pushes
                .windows(2)
                .filter(|pair| pair[0] * pair[1] < 0.0)
                .count()
        })
        .collect();
    println!("changes of side in 15 s: {trapped:?}");
    assert!(!trapped.is_empty() && trapped.iter().all(|&changes| changes > 4));
}
