//! Corridors: keeping a speed, alone, on stairs and in a crowd.

use std::fmt::Write as _;

use glam::Vec2;

use super::curve::{Curve, CurveLine};
use super::finding::{Measured, Reading};
use super::watch::{Crossings, Pace, VerifyError, mean_of_seeds, run};

/// Radius of a person (m).
pub(super) const RADIUS: f64 = 0.2;
/// What people are in a scene.
pub(super) const PERSON: &str = "preset = \"pedestrian\"";
/// Speeds that people like to walk at (m/s).
pub(super) const SPEEDS: &str = "{ min = 1.24, max = 1.44 }";

/// One person in a corridor 2 m wide and 40 m long, at a speed (m/s): how long it takes (s).
fn corridor(speed: f64) -> Result<Option<f64>, VerifyError> {
    let text = format!(
        r#"
dt = 0.05
duration = 120.0
[[walls]]
points = [[-2.0, -1.0], [44.0, -1.0]]
[[walls]]
points = [[-2.0, 1.0], [44.0, 1.0]]
[[agents]]
positions = [[0.0, 0.0]]
{PERSON}
radius = {RADIUS}
speed = {speed}
goals = [{{ point = [42.0, 0.0], radius = 0.5 }}]
"#
    );
    let mut end = Crossings::new(Vec2::X, 40.0);
    run(&text, &mut [&mut end])?;
    Ok(end.last_of(1))
}

/// RiMEA 1: at 1.33 m/s it takes 26 to 34 s.
pub(super) fn rimea_1() -> Result<Measured, VerifyError> {
    let time = corridor(1.33)?;
    let reading = Reading::new(
        "time for 40 m at 1.33 m/s (s)",
        time,
        Some(26.0),
        Some(34.0),
    );
    Ok(Measured::of(vec![reading]))
}

/// IMO 1: at 1 m/s it takes 40 s. Getting up to speed costs something.
pub(super) fn imo_1() -> Result<Measured, VerifyError> {
    let time = corridor(1.0)?;
    let reading = Reading::near("time for 40 m at 1 m/s (s)", time, 40.0, 1.0);
    Ok(Measured::of(vec![reading]))
}

/// One person who walks at 1.3 m/s to stairs of 10 m, and over them at a speed (m/s).
fn stairs(speed: f64) -> Result<Measured, VerifyError> {
    let text = format!(
        r#"
dt = 0.05
duration = 60.0
[[walls]]
points = [[-6.0, -1.0], [20.0, -1.0]]
[[walls]]
points = [[-6.0, 1.0], [20.0, 1.0]]
[[agents]]
positions = [[-5.0, 0.0]]
{PERSON}
radius = {RADIUS}
speed = 1.3
goals = [
  {{ region = {{ min = [-0.1, -0.7], max = [0.5, 0.7] }} }},
  {{ region = {{ min = [10.0, -0.7], max = [10.5, 0.7] }}, speed = {speed} }},
  {{ point = [18.0, 0.0], radius = 0.5 }},
]
"#
    );
    let mut foot = Crossings::new(Vec2::X, 0.0);
    let mut top = Crossings::new(Vec2::X, 10.0);
    run(&text, &mut [&mut foot, &mut top])?;
    let time = foot.last_of(1).zip(top.last_of(1));
    let time = time.map(|(foot, top)| top - foot);
    let what = format!("time for 10 m of stairs at {speed} m/s (s)");
    Ok(Measured::of(vec![Reading::near(
        what,
        time,
        10.0 / speed,
        0.5,
    )]))
}

/// IMO 2: up the stairs.
pub(super) fn imo_2() -> Result<Measured, VerifyError> {
    stairs(0.67)
}

/// IMO 3: down the stairs.
pub(super) fn imo_3() -> Result<Measured, VerifyError> {
    stairs(1.0)
}

/// IMO 7: fifty men of 30 to 50 years, whose speeds are from 0.97 to 1.62 m/s, each with a lane of
/// his own.
pub(super) fn imo_7() -> Result<Measured, VerifyError> {
    const MEN: usize = 50;
    let starts: Vec<String> = (0..MEN)
        .map(|man| format!("[0.0, {:.1}]", 10.0 * man as f64))
        .collect();
    let text = format!(
        r#"
seed = 7
dt = 0.05
duration = 60.0
[[agents]]
positions = [{}]
{PERSON}
radius = {RADIUS}
speed = {{ min = 0.97, max = 1.62 }}
goals = [{{ offset = [34.0, 0.0], radius = 0.5 }}]
"#,
        starts.join(", ")
    );
    let mut from = Crossings::new(Vec2::X, 3.0);
    let mut to = Crossings::new(Vec2::X, 33.0);
    run(&text, &mut [&mut from, &mut to])?;
    let pairs = from.times.iter().zip(&to.times);
    let mut speeds: Vec<f64> = pairs
        .filter_map(|(from, to)| Some(30.0 / ((*to)? - (*from)?)))
        .collect();
    speeds.sort_by(f64::total_cmp);
    let count = speeds.len();
    // Crossings are exact to the rounding of positions.
    let within = |what: &str, value: Option<f64>| {
        Reading::new(what, value, Some(0.97 - 1e-3), Some(1.62 + 1e-3))
    };
    let spread = match speeds.as_slice() {
        [slowest, .., fastest] => Some(fastest - slowest),
        _ => None,
    };
    Ok(Measured {
        readings: vec![
            within("slowest (m/s)", speeds.first().copied()),
            within("fastest (m/s)", speeds.last().copied()),
            Reading::new("spread of speeds (m/s)", spread, Some(0.5), None),
            Reading::near("men who got there", Some(count as f64), MEN as f64, 0.0),
        ],
        curves: vec![Curve {
            name: "imo-7".to_owned(),
            title: "Speeds of fifty men, from the slowest to the fastest".to_owned(),
            x: "share of the men who are slower".to_owned(),
            y: "speed (m/s)".to_owned(),
            lines: vec![
                CurveLine::new(
                    "ours",
                    (speeds.iter().enumerate())
                        .map(|(rank, &speed)| [(rank as f64 + 0.5) / MEN as f64, speed]),
                ),
                CurveLine::new("even from 0.97 to 1.62 m/s", [[0.0, 0.97], [1.0, 1.62]]),
            ],
        }],
    })
}

/// Fraction of `index` times the golden ratio: evenly spread numbers from 0 to 1 that look drawn.
fn spread(index: usize, salt: f64) -> f64 {
    (index as f64 * 0.618_033_988_749_894_9 + salt).fract()
}

/// Weidmann's speed of people at a density (people a square metre).
fn weidmann(density: f64) -> f64 {
    const FREE: f64 = 1.34;
    const FULL: f64 = 5.4;
    const SHAPE: f64 = 1.913;
    (FREE * (1.0 - libm::exp(-SHAPE * (1.0 / density - 1.0 / FULL)))).max(0.0)
}

/// The mean speed (m/s) at a density (people a square metre) in a wide corridor, closed to a ring
/// both ways, so that it needs no walls.
fn wide_ring(density: f64) -> Result<Option<f64>, VerifyError> {
    const LENGTH: f64 = 14.0;
    const WIDTH: f64 = 8.0;
    // Rows of equilateral triangles, each person drawn a little off its corner.
    let apart = (2.0 / (3.0_f64.sqrt() * density)).sqrt();
    let rows = (2.0 * (WIDTH / (3.0_f64.sqrt() * apart)).round()) as usize;
    let columns = (density * LENGTH * WIDTH / rows as f64).round() as usize;
    let steps = Vec2::new(
        (LENGTH / columns as f64) as f32,
        (WIDTH / rows as f64) as f32,
    );
    let free = (f64::from(steps.x.min(0.5 * steps.x.hypot(2.0 * steps.y))) - 2.0 * RADIUS).max(0.0);
    let mut starts = String::new();
    for row in 0..rows {
        for column in 0..columns {
            let index = row * columns + column;
            let shift = 0.5 * (row % 2) as f64;
            let off = [0.1, 0.6].map(|salt| 0.45 * free * (spread(index * index, salt) - 0.5));
            let x = (column as f64 + shift + 0.25) * f64::from(steps.x) + off[0];
            let y = (row as f64 + 0.5) * f64::from(steps.y) + off[1];
            // Writing to a string can't fail.
            let _ = write!(starts, "[{x:.4}, {y:.4}], ");
        }
    }
    let text = format!(
        r#"
dt = 0.05
duration = 30.0
[bounds]
kind = "torus"
min = [0.0, 0.0]
max = [{LENGTH:.1}, {WIDTH:.1}]
[[agents]]
positions = [{starts}]
{PERSON}
radius = {RADIUS}
speed = {SPEEDS}
goals = [{{ direction = [1.0, 0.0] }}]
"#
    );
    let mut pace = Pace::new(15.0, LENGTH as f32);
    run(&text, &mut [&mut pace])?;
    Ok(pace.mean())
}

/// RiMEA 4: speed falls with density as Weidmann found.
pub(super) fn rimea_4() -> Result<Measured, VerifyError> {
    let densities = [0.5, 1.0, 2.0, 3.0, 4.0, 5.0];
    let mut readings = Vec::new();
    let mut ours = Vec::new();
    for density in densities {
        let speed = wide_ring(density)?;
        let wanted = weidmann(density);
        let what = format!("speed at {density} people a square metre (m/s)");
        readings.push(Reading::near(
            what,
            speed,
            wanted,
            (0.25 * wanted).max(0.15),
        ));
        ours.extend(speed.map(|speed| [density, speed]));
    }
    let lab = (1..=27).map(|tenth| 0.2 * f64::from(tenth));
    Ok(Measured {
        readings,
        curves: vec![Curve {
            name: "rimea-4".to_owned(),
            title: "Speed against density in a wide corridor".to_owned(),
            x: "people a square metre".to_owned(),
            y: "mean speed (m/s)".to_owned(),
            lines: vec![
                CurveLine::new("ours", ours),
                CurveLine::new("Weidmann 1993", lab.map(|it| [it, weidmann(it)])),
            ],
        }],
    })
}

/// Speeds of people in a closed corridor (m/s), in bins of half a person a square metre from 0.
const LABORATORY: [f64; 7] = [1.11, 0.94, 0.70, 0.56, 0.42, 0.35, 0.23];

/// The mean speed (m/s) at a density (people a square metre) in a corridor 3 m wide, closed to a
/// ring, if people are placed by this seed.
fn narrow_ring(density: f64, seed: u64) -> Result<Option<f64>, VerifyError> {
    const LENGTH: f64 = 20.0;
    const WIDTH: f64 = 3.0;
    let people = (density * LENGTH * WIDTH).round();
    let text = format!(
        r#"
seed = {seed}
dt = 0.05
duration = 40.0
[bounds]
kind = "torus"
min = [0.0, -6.0]
max = [{LENGTH:.1}, 6.0]
[[obstacles]]
box = {{ center = [10.0, 1.75], size = [20.0, 0.5] }}
[[obstacles]]
box = {{ center = [10.0, -1.75], size = [20.0, 0.5] }}
[[agents]]
count = {people}
region = {{ min = [0.0, -1.5], max = [{LENGTH:.1}, 1.5] }}
{PERSON}
radius = {RADIUS}
speed = {{ min = 1.1, max = 1.3 }}
goals = [{{ direction = [1.0, 0.0] }}]
"#
    );
    let mut pace = Pace::new(20.0, LENGTH as f32);
    run(&text, &mut [&mut pace])?;
    Ok(pace.mean())
}

/// Speed against density in a closed corridor, in the middle of each bin of the laboratory.
pub(super) fn speed_density() -> Result<Measured, VerifyError> {
    let mut readings = Vec::new();
    let mut ours = Vec::new();
    let middle = |bin: usize| 0.5 * bin as f64 + 0.25;
    for (bin, wanted) in LABORATORY.into_iter().enumerate() {
        let density = middle(bin);
        let speed = mean_of_seeds(|seed| narrow_ring(density, seed))?;
        let what = format!("speed at {density} people a square metre (m/s)");
        readings.push(Reading::near(what, speed, wanted, (0.15 * wanted).max(0.1)));
        ours.extend(speed.map(|speed| [density, speed]));
    }
    let lab = LABORATORY.into_iter().enumerate();
    Ok(Measured {
        readings,
        curves: vec![Curve {
            name: "speed-density".to_owned(),
            title: "Speed against density in a closed corridor 3 m wide".to_owned(),
            x: "people a square metre".to_owned(),
            y: "mean speed (m/s)".to_owned(),
            lines: vec![
                CurveLine::new("ours", ours),
                CurveLine::new("laboratory", lab.map(|(bin, speed)| [middle(bin), speed])),
            ],
        }],
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weidmann_falls_from_free_speed_to_nothing() {
        let speeds = [0.1, 0.5, 1.0, 2.0, 3.0, 4.0, 5.4].map(weidmann);
        assert!((speeds[0] - 1.34).abs() < 1e-6);
        assert!((speeds[2] - 1.06).abs() < 0.01, "{speeds:?}");
        assert!(speeds.is_sorted_by(|a, b| a >= b));
        assert!(speeds[6].abs() < 1e-9);
        assert_eq!(weidmann(6.0), 0.0);
    }

    #[test]
    fn people_start_apart_on_the_wide_ring_and_go_nearly_as_they_like_when_there_is_room() {
        let speed = wide_ring(0.5).expect("runs").expect("a speed");
        assert!((1.2..1.44).contains(&speed), "{speed}");
    }
}
