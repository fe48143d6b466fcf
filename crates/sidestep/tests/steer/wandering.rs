use sidestep::Vec2;
use sidestep::motion::Body;
use sidestep::steer::Pace;
use sidestep::steer::Wander;

use super::{body, track};

fn stroll(stream: u64, seed: u64, dt: f32, seconds: f32) -> (Body, Vec<Vec2>) {
    let wander = Wander::for_radius(0.4);
    let mut body = body(Vec2::ZERO);
    let places = track(&mut body, dt, seconds, |body, time| {
        wander.steer(body, Pace { speed: 1.5, dt }, f64::from(time), seed, stream)
    });
    (body, places)
}

#[test]
fn it_walks_at_the_speed_asked_for() {
    for dt in [1.0 / 120.0, 1.0 / 30.0, 1.0 / 15.0] {
        for stream in 0..10 {
            let (_, places) = stroll(stream, 1, dt, 60.0);
            // Corners are cut in curves, so the walked way is a little shorter.
            let length: f32 = places
                .windows(2)
                .map(|pair| pair[0].distance(pair[1]))
                .sum();
            assert!(
                (0.85 * 90.0..=90.0).contains(&length),
                "stream {stream}: {length} m in a minute"
            );
            let fastest = places
                .windows(2)
                .map(|pair| pair[0].distance(pair[1]) / dt)
                .fold(0.0, f32::max);
            assert!(fastest < 1.5 * 1.001);
        }
    }
}

#[test]
fn every_agent_and_every_seed_walks_its_own_way() {
    let mut ends: Vec<Vec2> = Vec::new();
    for seed in 1..5 {
        for stream in 0..20 {
            ends.push(stroll(stream, seed, 1.0 / 30.0, 30.0).1[900]);
        }
    }
    for (index, end) in ends.iter().enumerate() {
        for other in &ends[..index] {
            assert!(end.distance(*other) > 0.05);
        }
    }
    assert_eq!(ends[3], stroll(3, 1, 1.0 / 30.0, 30.0).1[900]);
}

#[test]
fn neighbouring_seeds_dont_share_their_noise() {
    // The turns of one seed must not be the turns of another in a different order: over many agents
    // their ways aren't related at all.
    let late = |seed: u64, stream: u64| {
        let wander = Wander::for_radius(0.4);
        let body = body(Vec2::ZERO);
        let side = |second: u32| {
            let time = f64::from(second) * f64::from(wander.period);
            wander
                .steer(
                    &body,
                    Pace {
                        speed: 1.0,
                        dt: 0.1,
                    },
                    time,
                    seed,
                    stream,
                )
                .y
        };
        let mut turns: Vec<f32> = (0..8).map(side).collect();
        turns.sort_by(f32::total_cmp);
        turns
    };
    for stream in 0..20 {
        assert_ne!(late(0, stream), late(1, stream));
        assert_ne!(late(2, stream), late(6, stream));
    }
}

#[test]
fn half_the_step_walks_nearly_the_same_way() {
    for stream in 0..20 {
        let (_, coarse) = stroll(stream, 1, 1.0 / 60.0, 8.0);
        let (_, fine) = stroll(stream, 1, 1.0 / 120.0, 8.0);
        let apart = coarse[480].distance(fine[960]);
        eprintln!("stream {stream}: {apart:.3} m");
        assert!(apart < 0.5, "stream {stream}: {apart} m apart after 12 m");
    }
}

#[test]
fn a_hundred_wanderers_drift_to_no_side() {
    let mut turns = Vec::new();
    for stream in 0..100 {
        let (_, places) = stroll(stream, 1, 1.0 / 30.0, 30.0);
        let turn: f32 = places
            .windows(3)
            .filter_map(|three| {
                let before = (three[1] - three[0]).try_normalize()?;
                let after = (three[2] - three[1]).try_normalize()?;
                Some(before.perp_dot(after))
            })
            .sum();
        turns.push(turn);
    }
    let count = turns.len() as f32;
    let mean = turns.iter().sum::<f32>() / count;
    let variance = turns
        .iter()
        .map(|turn| (turn - mean) * (turn - mean))
        .sum::<f32>()
        / count;
    let standard_error = (variance / count).sqrt();
    assert!(
        mean.abs() < 3.0 * standard_error,
        "mean turn {mean} rad, standard error {standard_error}"
    );
    assert!(variance > 1.0, "they do turn");
}
