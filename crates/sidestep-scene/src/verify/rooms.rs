//! Corners, rooms and corridors: going round, meeting others, jams where they belong.

use glam::Vec2;

use super::curve::{Curve, CurveLine};
use super::finding::{Measured, Reading};
use super::walks::{PERSON, RADIUS, SPEEDS};
use super::watch::{Crossings, SEEDS, VerifyError, Zone, mean_of_seeds, run};
use crate::measure::mean;

/// Deepest that somebody may ever have been in a wall (m).
const TOUCH: f64 = 1e-3;

/// Twenty people in a corridor 2 m wide that turns left.
fn corner(route: &str, seed: u64) -> Result<Measured, VerifyError> {
    let text = format!(
        r#"
seed = {seed}
dt = 0.05
duration = 120.0
[[walls]]
points = [[-12.0, 0.0], [-12.0, 2.0], [-2.0, 2.0], [-2.0, 12.0], [0.0, 12.0], [0.0, 0.0]]
closed = true
[[agents]]
count = 20
region = {{ min = [-12.0, 0.0], max = [-6.0, 2.0] }}
{PERSON}
radius = {RADIUS}
speed = {SPEEDS}
route = "{route}"
goals = [{{ region = {{ min = [-2.0, 10.5], max = [0.0, 11.5] }} }}]
on_arrival = "remove"
"#
    );
    let summary = run(&text, &mut [])?;
    Ok(Measured::of(vec![
        Reading::near(
            "people who got round",
            Some(summary.arrived as f64),
            20.0,
            0.0,
        ),
        Reading::new(
            "deepest in a wall (m)",
            Some(summary.max_wall_penetration_m),
            None,
            Some(TOUCH),
        ),
        Reading::none("people outside the walls", summary.escaped as f64),
    ]))
}

/// RiMEA 6: round the corner straight towards the goal.
pub(super) fn rimea_6() -> Result<Measured, VerifyError> {
    corner("straight", 1)
}

/// IMO 6: round the corner along a path.
pub(super) fn imo_6() -> Result<Measured, VerifyError> {
    corner("walkable", 2)
}

/// The wall between a room and a corridor along the x axis that is 2 m wide, with a door of 1 m in its
/// middle, and the wall to the next room. The room goes from `start` to `end` (m), is to the left of the
/// corridor (`side` 1) or to its right (−1), and ends `depth` metres from its middle.
fn front_of_room(start: f64, end: f64, side: f64, depth: f64) -> String {
    let middle = 0.5 * (start + end);
    format!(
        "[[walls]]\npoints = [[{start:.1}, {side:.1}], [{:.1}, {side:.1}]]\n\
         [[walls]]\npoints = [[{:.1}, {side:.1}], [{end:.1}, {side:.1}], [{end:.1}, {:.1}]]\n",
        middle - 0.5,
        middle + 0.5,
        depth * side,
    )
}

/// A storey of six rooms with eight people in each, on a corridor with one way out at its end: the
/// time until all are out (s).
fn storey(speed: f64, radius: f64, seed: u64) -> Result<Option<f64>, VerifyError> {
    let mut text = format!(
        "seed = {seed}\ndt = 0.05\nduration = 300.0\n[[walls]]\n\
         points = [[18.0, 1.0], [18.0, 7.0], [0.0, 7.0], [0.0, -7.0], [18.0, -7.0], [18.0, -1.0]]\n"
    );
    for side in [1.0, -1.0] {
        for room in 0..3 {
            let from = 6.0 * f64::from(room);
            text.push_str(&front_of_room(from, from + 6.0, side, 7.0));
            let (low, high) = if side > 0.0 { (1.6, 6.4) } else { (-6.4, -1.6) };
            text.push_str(&format!(
                "[[agents]]\ncount = 8\nregion = {{ min = [{:.1}, {low}], max = [{:.1}, {high}] }}\n\
                 {PERSON}\nradius = {radius}\nspeed = {speed}\nroute = \"walkable\"\non_arrival = \"remove\"\n\
                 goals = [{{ region = {{ min = [20.0, -1.0], max = [21.0, 1.0] }} }}]\n",
                from + 0.6,
                from + 5.4,
            ));
        }
    }
    let mut out = Crossings::new(Vec2::X, 18.0);
    run(&text, &mut [&mut out])?;
    Ok(out.last_of(48))
}

/// RiMEA 8: what a parameter changes. Who walks faster is out sooner, each time.
pub(super) fn rimea_8() -> Result<Measured, VerifyError> {
    let speeds = [0.8, 1.1, 1.4, 1.7];
    let mut times = Vec::new();
    for speed in speeds {
        times.push(mean_of_seeds(|seed| storey(speed, RADIUS, seed))?);
    }
    let mut readings: Vec<Reading> = (speeds.iter().zip(&times))
        .map(|(speed, time)| Reading::new(format!("time at {speed} m/s (s)"), *time, None, None))
        .collect();
    for (pair, speeds) in times.windows(2).zip(speeds.windows(2)) {
        let ratio = pair[1].zip(pair[0]).map(|(fast, slow)| fast / slow);
        let what = format!("time at {} m/s over that at {} m/s", speeds[1], speeds[0]);
        // Faster by that much, less what a jam takes.
        readings.push(Reading::new(
            what,
            ratio,
            Some(speeds[0] / speeds[1] - 0.02),
            Some(0.99),
        ));
    }
    let wide = mean_of_seeds(|seed| storey(1.4, 0.25, seed))?;
    readings.push(Reading::new(
        "time at 1.4 m/s with a radius of 0.25 m (s)",
        wide,
        None,
        None,
    ));
    let points = speeds.iter().zip(&times);
    let points = points.filter_map(|(speed, time)| Some([*speed, (*time)?]));
    Ok(Measured {
        readings,
        curves: vec![Curve {
            name: "rimea-8".to_owned(),
            title: "Time until 48 people have left a storey".to_owned(),
            x: "speed (m/s)".to_owned(),
            y: "time (s)".to_owned(),
            lines: vec![CurveLine::new("ours", points)],
        }],
    })
}

/// What is seen of those who pass two narrow places, one after the other: who stands before each, and when
/// somebody comes into it.
struct Narrows {
    before: [Zone; 2],
    into: [Crossings; 2],
}

impl Narrows {
    /// Sees a scene to its end.
    fn run(mut self, text: &str) -> Result<Self, VerifyError> {
        let ([before, further], [into, beyond]) = (&mut self.before, &mut self.into);
        run(text, &mut [before, further, into, beyond])?;
        Ok(self)
    }
}

/// The mean share of the time with a jam before each of two narrow places.
fn jammed_shares(runs: &[Narrows]) -> [Option<f64>; 2] {
    [0, 1].map(|place| mean(runs.iter().map(|it| it.before[place].jammed_share())))
}

/// The fewest people who came into the second place with any seed.
fn fewest_through(runs: &[Narrows]) -> Option<f64> {
    let through = runs.iter().map(|it| it.into[1].in_order().len());
    through.min().map(|people| people as f64)
}

/// A hundred and fifty people in the first of two rooms of 10 × 10 m, which are joined by a corridor 1 m wide
/// and 5 m long; the second has an exit of 1 m.
fn two_rooms(seed: u64) -> Result<Narrows, VerifyError> {
    let text = format!(
        r#"
seed = {seed}
dt = 0.05
duration = 400.0
[[walls]]
points = [[15.0, 5.5], [15.0, 10.0], [25.0, 10.0], [25.0, 5.5]]
[[walls]]
points = [[15.0, 4.5], [15.0, 0.0], [25.0, 0.0], [25.0, 4.5]]
[[walls]]
points = [[15.0, 5.5], [10.0, 5.5], [10.0, 10.0], [0.0, 10.0], [0.0, 0.0], [10.0, 0.0], [10.0, 4.5], [15.0, 4.5]]
[[agents]]
count = 150
region = {{ min = [0.1, 0.1], max = [7.0, 9.9] }}
{PERSON}
radius = {RADIUS}
speed = {SPEEDS}
on_arrival = "remove"
goals = [
  {{ region = {{ min = [10.0, 4.6], max = [10.5, 5.4] }} }},
  {{ region = {{ min = [15.0, 4.6], max = [15.5, 5.4] }} }},
  {{ region = {{ min = [25.0, 4.6], max = [25.5, 5.4] }} }},
  {{ region = {{ min = [29.0, 0.0], max = [30.0, 10.0] }} }},
]
"#
    );
    let narrows = Narrows {
        before: [
            Zone::new(Vec2::new(8.0, 3.5), Vec2::new(10.0, 6.5)),
            Zone::new(Vec2::new(23.0, 3.5), Vec2::new(25.0, 6.5)),
        ],
        into: [Crossings::new(Vec2::X, 10.0), Crossings::new(Vec2::X, 25.0)],
    };
    narrows.run(&text)
}

/// With how many seeds the two rooms are run: the share of the time with a jam before the exit is 0 with most
/// and up to a sixth with some.
const SEEDS_OF_ROOMS: u64 = 20;

/// RiMEA 12: people jam before the corridor between two rooms, and not before the exit.
pub(super) fn rimea_12() -> Result<Measured, VerifyError> {
    let runs = (1..=SEEDS_OF_ROOMS)
        .map(two_rooms)
        .collect::<Result<Vec<_>, VerifyError>>()?;
    let [before, exit] = jammed_shares(&runs);
    let [entered, left] = &runs[0].into;
    Ok(Measured {
        readings: vec![
            Reading::new(
                "share of the time with a jam before the corridor",
                before,
                Some(0.5),
                None,
            ),
            Reading::new(
                "share of the time with a jam before the exit",
                exit,
                None,
                Some(0.05),
            ),
            Reading::near(
                "fewest people who got out with a seed",
                fewest_through(&runs),
                150.0,
                0.0,
            ),
        ],
        curves: vec![Curve {
            name: "rimea-12".to_owned(),
            title: "People who have come through".to_owned(),
            x: "time (s)".to_owned(),
            y: "people".to_owned(),
            lines: vec![
                CurveLine::new("into the corridor", entered.count_over_time()),
                CurveLine::new("out of the exit", left.count_over_time()),
            ],
        }],
    })
}

/// IMO 8: a hundred people change rooms through a corridor 2 m wide and 10 m long, against
/// `against` others: when the last of the hundred is in the other room (s).
fn counterflow(against: usize) -> Result<Option<f64>, VerifyError> {
    let mut text = format!(
        r#"
dt = 0.05
duration = 400.0
[[walls]]
closed = true
points = [
  [-15.0, -5.0], [-5.0, -5.0], [-5.0, -1.0], [5.0, -1.0], [5.0, -5.0], [15.0, -5.0],
  [15.0, 5.0], [5.0, 5.0], [5.0, 1.0], [-5.0, 1.0], [-5.0, 5.0], [-15.0, 5.0],
]
[[agents]]
count = 100
region = {{ min = [-14.9, -4.9], max = [-8.0, 4.9] }}
{PERSON}
radius = {RADIUS}
speed = {SPEEDS}
on_arrival = "remove"
goals = [
  {{ region = {{ min = [-5.5, -0.7], max = [-4.5, 0.7] }} }},
  {{ region = {{ min = [4.5, -0.7], max = [5.5, 0.7] }} }},
  {{ region = {{ min = [13.0, -4.5], max = [15.0, 4.5] }} }},
]
"#
    );
    if against > 0 {
        text.push_str(&format!(
            r#"
[[agents]]
count = {against}
region = {{ min = [8.0, -4.9], max = [14.9, 4.9] }}
{PERSON}
radius = {RADIUS}
speed = {SPEEDS}
on_arrival = "remove"
goals = [
  {{ region = {{ min = [4.5, -0.7], max = [5.5, 0.7] }} }},
  {{ region = {{ min = [-5.5, -0.7], max = [-4.5, 0.7] }} }},
  {{ region = {{ min = [-15.0, -4.5], max = [-13.0, 4.5] }} }},
]
"#
        ));
    }
    let mut through = Crossings::new(Vec2::X, 5.0);
    run(&text, &mut [&mut through])?;
    // Those who come the other way begin beyond the line and never cross it forward.
    Ok(through.last_of(100))
}

/// IMO 8: the more people come the other way, the longer it takes.
pub(super) fn imo_8() -> Result<Measured, VerifyError> {
    let crowds = [0, 10, 50, 100];
    let mut times = Vec::new();
    for against in crowds {
        times.push(counterflow(against)?);
    }
    let mut readings: Vec<Reading> = (crowds.iter().zip(&times))
        .map(|(against, time)| {
            Reading::new(
                format!("last through against {against} (s)"),
                *time,
                None,
                None,
            )
        })
        .collect();
    for (pair, crowds) in times.windows(2).zip(crowds.windows(2)) {
        let more = pair[1].zip(pair[0]).map(|(more, fewer)| more - fewer);
        let what = format!(
            "longer against {} than against {} (s)",
            crowds[1], crowds[0]
        );
        readings.push(Reading::new(what, more, Some(0.0), None));
    }
    let points = crowds.iter().zip(&times);
    let points = points.filter_map(|(against, time)| Some([f64::from(*against as u8), (*time)?]));
    Ok(Measured {
        readings,
        curves: vec![Curve {
            name: "imo-8".to_owned(),
            title: "The last of a hundred is through a corridor".to_owned(),
            x: "people who come the other way".to_owned(),
            y: "time (s)".to_owned(),
            lines: vec![CurveLine::new("ours", points)],
        }],
    })
}

/// IMO 10: twenty-three people in twelve cabins, six on either side of a corridor. Those of the four
/// cabins at its left end are to leave by the exit there, the others by the one at its right end.
pub(super) fn imo_10() -> Result<Measured, VerifyError> {
    let mut text = "dt = 0.05\nduration = 120.0\n".to_owned();
    let mut people = 0;
    for side in [1.0_f64, -1.0] {
        text.push_str(&format!(
            "[[walls]]\npoints = [[0.0, {side:.1}], [0.0, {:.1}], [18.0, {:.1}], [18.0, {side:.1}]]\n",
            4.0 * side,
            4.0 * side
        ));
        for cabin in 0..6 {
            let from = 3.0 * f64::from(cabin);
            text.push_str(&front_of_room(from, from + 3.0, side, 4.0));
            // Two in each but the last.
            let exit = if cabin < 2 { -3.0 } else { 21.0 };
            for bed in [0.8, 2.2] {
                if people < 23 {
                    people += 1;
                    text.push_str(&format!(
                        "[[agents]]\npositions = [[{:.1}, {:.1}]]\n{PERSON}\nradius = {RADIUS}\nspeed = 1.3\n\
                         route = \"walkable\"\non_arrival = \"remove\"\n\
                         goals = [{{ region = {{ min = [{:.1}, -1.0], max = [{:.1}, 1.0] }} }}]\n",
                        from + bed,
                        2.5 * side,
                        exit - 0.5,
                        exit + 0.5,
                    ));
                }
            }
        }
    }
    let mut left = Crossings::new(Vec2::NEG_X, 0.0);
    let mut right = Crossings::new(Vec2::X, 18.0);
    let summary = run(&text, &mut [&mut left, &mut right])?;
    let wrong = |at: &Crossings, is_left: bool| {
        let times = at.times.iter().enumerate();
        // People are in order of cabins: six cabins of two a side.
        let wrong = times.filter(|(person, time)| time.is_some() && (person % 12 < 4) != is_left);
        wrong.count() as f64
    };
    Ok(Measured::of(vec![
        Reading::near(
            "people who got out",
            Some(summary.arrived as f64),
            23.0,
            0.0,
        ),
        Reading::near(
            "by the left exit",
            Some(left.in_order().len() as f64),
            8.0,
            0.0,
        ),
        Reading::near(
            "by the right exit",
            Some(right.in_order().len() as f64),
            15.0,
            0.0,
        ),
        Reading::none(
            "by the other one's exit",
            wrong(&left, true) + wrong(&right, false),
        ),
    ]))
}

/// A hundred and fifty people in a room of 5 × 8 m with a corridor 2 m wide that leads to stairs as wide.
fn stairs(seed: u64) -> Result<Narrows, VerifyError> {
    let text = format!(
        r#"
seed = {seed}
dt = 0.05
duration = 400.0
[[walls]]
points = [[28.0, 3.5], [5.0, 3.5], [5.0, 6.5], [0.0, 6.5], [0.0, -1.5], [5.0, -1.5], [5.0, 1.5], [28.0, 1.5]]
[[agents]]
count = 150
region = {{ min = [0.05, -1.45], max = [4.95, 6.45] }}
{PERSON}
radius = {RADIUS}
speed = {SPEEDS}
on_arrival = "remove"
goals = [
  {{ region = {{ min = [5.0, 1.8], max = [5.5, 3.2] }} }},
  {{ region = {{ min = [17.0, 1.6], max = [17.3, 3.4] }} }},
  {{ region = {{ min = [27.0, 1.6], max = [27.5, 3.4] }}, speed = 0.67 }},
]
"#
    );
    let narrows = Narrows {
        before: [
            Zone::new(Vec2::new(3.0, 1.0), Vec2::new(5.0, 4.0)),
            Zone::new(Vec2::new(15.0, 1.5), Vec2::new(17.0, 3.5)),
        ],
        into: [Crossings::new(Vec2::X, 5.0), Crossings::new(Vec2::X, 17.0)],
    };
    narrows.run(&text)
}

/// IMO 11: a hundred and fifty people in a room of 8 × 5 m go through a corridor 2 m wide and 12 m
/// long to stairs, on which they are slow. They jam before the corridor and before the stairs.
pub(super) fn imo_11() -> Result<Measured, VerifyError> {
    // The room is full: with some seeds the last of them finds no place in it.
    let runs = (1..=10 * SEEDS).filter_map(|seed| match stairs(seed) {
        Err(VerifyError::Scene(_)) => None,
        run => Some(run),
    });
    let runs = (runs.take(SEEDS as usize)).collect::<Result<Vec<_>, VerifyError>>()?;
    let [room, foot] = jammed_shares(&runs);
    let [entered, climbed] = &runs[0].into;
    Ok(Measured {
        readings: vec![
            Reading::new(
                "share of the time with a jam before the corridor",
                room,
                Some(0.5),
                None,
            ),
            Reading::new(
                "share of the time with a jam before the stairs",
                foot,
                Some(0.5),
                None,
            ),
            Reading::near(
                "fewest people who came to the stairs with a seed",
                fewest_through(&runs),
                150.0,
                0.0,
            ),
        ],
        curves: vec![Curve {
            name: "imo-11".to_owned(),
            title: "People who have come to the corridor and to the stairs".to_owned(),
            x: "time (s)".to_owned(),
            y: "people".to_owned(),
            lines: vec![
                CurveLine::new("into the corridor", entered.count_over_time()),
                CurveLine::new("onto the stairs", climbed.count_over_time()),
            ],
        }],
    })
}
