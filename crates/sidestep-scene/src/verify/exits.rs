//! Doors: how many people a second come through.

use glam::Vec2;

use super::curve::{Curve, CurveLine};
use super::finding::{Measured, Reading};
use super::walks::{PERSON, RADIUS, SPEEDS};
use super::watch::{Crossings, VerifyError, mean_of_seeds, run};
use crate::recording::{Frame, Observer, Setting};

/// Widths of the door (m).
const WIDTHS: [f64; 5] = [0.8, 1.0, 1.2, 1.6, 2.0];
/// People who go through it.
const PEOPLE: usize = 100;
/// Share of the laboratory's flow by which ours may be off.
const SLACK: f64 = 0.15;

/// People a second through a door of a width (m) in the laboratory.
fn laboratory(width: f64) -> f64 {
    2.26 * width - 0.17
}

/// A hundred people before a door of a width (m), 1 m long; the line is at its entrance.
fn door(width: f64, dt: f64, seed: u64) -> Result<Crossings, VerifyError> {
    let half = 0.5 * width;
    let aim = half - 0.1;
    let text = format!(
        r#"
seed = {seed}
dt = {dt:.6}
duration = 300.0
[[walls]]
points = [[0.0, {half}], [0.0, 4.0], [-30.0, 4.0], [-30.0, -4.0], [0.0, -4.0], [0.0, -{half}], [1.0, -{half}]]
[[walls]]
points = [[0.0, {half}], [1.0, {half}]]
[[agents]]
count = {PEOPLE}
region = {{ min = [-8.2, -3.9], max = [-4.0, 3.9] }}
{PERSON}
radius = {RADIUS}
speed = {SPEEDS}
goals = [
  {{ region = {{ min = [1.0, -{aim:.2}], max = [1.5, {aim:.2}] }} }},
  {{ region = {{ min = [8.0, -6.0], max = [9.0, 6.0] }} }},
]
on_arrival = "remove"
"#
    );
    let mut line = Crossings::new(Vec2::X, 0.0);
    run(&text, &mut [&mut line])?;
    Ok(line)
}

/// The flow through doors of 0.8 to 2 m at three time steps, from the twentieth to the eightieth of
/// a hundred people.
pub(super) fn bottleneck_flow() -> Result<Measured, VerifyError> {
    let mut readings = Vec::new();
    let mut lines = Vec::new();
    for (dt, name) in [(0.05, "1/20"), (1.0 / 30.0, "1/30"), (1.0 / 60.0, "1/60")] {
        let mut points = Vec::new();
        for width in WIDTHS {
            let flow = mean_of_seeds(|seed| Ok(door(width, dt, seed)?.flow(20, 80)))?;
            let wanted = laboratory(width);
            let what = format!("flow through {width} m at a step of {name} s (people a second)");
            readings.push(Reading::near(what, flow, wanted, SLACK * wanted));
            points.extend(flow.map(|flow| [width, flow]));
        }
        lines.push(CurveLine::new(&format!("ours, step {name} s"), points));
    }
    lines.push(CurveLine::new(
        "laboratory",
        WIDTHS.map(|width| [width, laboratory(width)]),
    ));
    Ok(Measured {
        readings,
        curves: vec![Curve {
            name: "bottleneck-flow".to_owned(),
            title: "Flow through a door against its width".to_owned(),
            x: "width (m)".to_owned(),
            y: "people a second".to_owned(),
            lines,
        }],
    })
}

/// Whether a jam stays before the narrowest door with any of twenty seeds.
pub(super) fn bottleneck_jam() -> Result<Measured, VerifyError> {
    let mut jams = 0;
    for seed in 1..=20 {
        let through = door(WIDTHS[0], 0.05, seed)?.in_order().len();
        jams += u32::from(through < PEOPLE);
    }
    Ok(Measured::of(vec![Reading::none(
        "seeds of 20 with anybody left behind a door of 0.8 m",
        f64::from(jams),
    )]))
}

/// IMO 4: a hundred people leave a room of 8 × 5 m by a door of 1 m.
pub(super) fn imo_4() -> Result<Measured, VerifyError> {
    let text = format!(
        r#"
dt = 0.05
duration = 300.0
[[walls]]
points = [[8.0, 3.0], [8.0, 5.0], [0.0, 5.0], [0.0, 0.0], [8.0, 0.0], [8.0, 2.0]]
[[agents]]
count = 100
region = {{ min = [0.1, 0.1], max = [7.9, 4.9] }}
{PERSON}
radius = {RADIUS}
speed = {SPEEDS}
goals = [
  {{ region = {{ min = [8.0, 2.1], max = [8.4, 2.9] }} }},
  {{ region = {{ min = [13.0, -2.0], max = [14.0, 7.0] }} }},
]
on_arrival = "remove"
"#
    );
    let mut line = Crossings::new(Vec2::X, 8.0);
    run(&text, &mut [&mut line])?;
    let flow = line.last_of(100).map(|last| 100.0 / last);
    let over_time = line.count_over_time();
    let end = over_time.last().map_or(0.0, |last| last[0]);
    Ok(Measured {
        readings: vec![Reading::new(
            "flow over the whole time (people a second)",
            flow,
            None,
            Some(1.33),
        )],
        curves: vec![Curve {
            name: "imo-4".to_owned(),
            title: "People who have left by a door of 1 m".to_owned(),
            x: "time (s)".to_owned(),
            y: "people".to_owned(),
            lines: vec![
                CurveLine::new("ours", over_time),
                CurveLine::new("most allowed", [[0.0, 0.0], [end, (1.33 * end).min(100.0)]]),
            ],
        }],
    })
}

/// IMO 5: ten people who set out after 10, 20, … 100 s.
pub(super) fn imo_5() -> Result<Measured, VerifyError> {
    let mut text = "dt = 0.05\nduration = 180.0\n[[walls]]\npoints = [[8.0, 3.0], [8.0, 5.0], \
                    [0.0, 5.0], [0.0, 0.0], [8.0, 0.0], [8.0, 2.0]]\n"
        .to_owned();
    for person in 0..10 {
        // Who sets out first is nearest to the door, so that nobody has to step aside before.
        let x = 7.0 - 0.65 * f64::from(person);
        let y = 2.5 + if person % 2 == 0 { 0.6 } else { -0.6 };
        let seconds = 10.0 * f64::from(person + 1);
        text.push_str(&format!(
            "[[agents]]\npositions = [[{x:.2}, {y:.2}]]\n{PERSON}\nradius = {RADIUS}\nspeed = 1.3\n\
             goals = [{{ idle = {seconds:.1} }}, {{ region = {{ min = [8.0, 2.1], max = [8.4, 2.9] }} }}]\n\
             on_arrival = \"remove\"\n"
        ));
    }
    let mut first = SetOut::default();
    let summary = run(&text, &mut [&mut first])?;
    let late = (first.times.iter().zip(1..))
        .map(|(time, person)| time.map_or(f64::INFINITY, |time| time - 10.0 * f64::from(person)));
    let (mut early, mut latest) = (f64::INFINITY, f64::NEG_INFINITY);
    for late in late {
        early = early.min(late);
        latest = latest.max(late);
    }
    let finite = |value: f64| value.is_finite().then_some(value);
    Ok(Measured::of(vec![
        Reading::new(
            "earliest, counted from its time (s)",
            finite(early),
            Some(-0.05),
            None,
        ),
        Reading::new(
            "latest, counted from its time (s)",
            finite(latest),
            None,
            Some(0.5),
        ),
        Reading::near(
            "people who got out",
            Some(summary.arrived as f64),
            10.0,
            0.0,
        ),
    ]))
}

/// When each agent has first gone 5 cm from its start.
#[derive(Clone, Debug, Default)]
struct SetOut {
    starts: Vec<Vec2>,
    times: Vec<Option<f64>>,
}

impl Observer for SetOut {
    fn begin(&mut self, _: &Setting, frame: &Frame) {
        self.starts = frame.agents.iter().map(|it| it.position).collect();
        self.times = vec![None; self.starts.len()];
    }

    fn observe(&mut self, _: &Setting, frame: &Frame) {
        for (index, agent) in frame.agents.iter().enumerate() {
            if self.times[index].is_none() && agent.position.distance(self.starts[index]) > 0.05 {
                self.times[index] = Some(frame.time);
            }
        }
    }
}

/// A thousand people leave a room of 30 × 20 m by doors of 1 m: with `doors` 4 there are two in each
/// long wall, with 2 those of one wall are closed. Returns who has left over time.
fn large_room(doors: u8, seed: u64) -> Result<Crossed, VerifyError> {
    let upper = "[30.0, 20.0], [23.0, 20.0]]\n[[walls]]\npoints = [[22.0, 20.0], [8.0, 20.0]]\n[[walls]]\npoints = [[7.0, 20.0]";
    let closed = "[30.0, 20.0]";
    let mut text = format!(
        "seed = {seed}\ndt = 0.05\nduration = 900.0\n[[walls]]\npoints = [[8.0, 0.0], [22.0, 0.0]]\n\
         [[walls]]\npoints = [[23.0, 0.0], [30.0, 0.0], {}, [0.0, 20.0], [0.0, 0.0], [7.0, 0.0]]\n",
        if doors == 4 { upper } else { closed },
    );
    // Everybody takes the nearest door.
    let halves: &[[f64; 3]] = match doors {
        4 => &[[0.0, 10.0, -1.0], [10.0, 20.0, 20.0]],
        _ => &[[0.0, 20.0, -1.0]],
    };
    for &[low, high, door] in halves {
        for (from, to, middle) in [(0.0, 15.0, 7.5), (15.0, 30.0, 22.5)] {
            let people = 500 / halves.len();
            let (outside, beyond) = if door < 0.0 {
                (-0.4, -6.0)
            } else {
                (20.0, 25.0)
            };
            text.push_str(&format!(
                "[[agents]]\ncount = {people}\nregion = {{ min = [{:.1}, {:.1}], max = [{:.1}, {:.1}] }}\n\
                 {PERSON}\nradius = {RADIUS}\nspeed = {SPEEDS}\non_arrival = \"remove\"\ngoals = [\n\
                 {{ region = {{ min = [{:.1}, {outside:.1}], max = [{:.1}, {:.1}] }} }},\n\
                 {{ region = {{ min = [{:.1}, {beyond:.1}], max = [{:.1}, {:.1}] }} }},\n]\n",
                from + 0.1, low + 0.1, to - 0.1, high - 0.1,
                middle - 0.4, middle + 0.4, outside + 0.4,
                middle - 5.0, middle + 5.0, beyond + 1.0,
            ));
        }
    }
    let mut up = Crossings::new(Vec2::Y, 20.0);
    let mut down = Crossings::new(Vec2::NEG_Y, 0.0);
    run(&text, &mut [&mut up, &mut down])?;
    let mut times = [up.in_order(), down.in_order()].concat();
    times.sort_by(f64::total_cmp);
    Ok(Crossed { times })
}

/// When people left (s), in order.
struct Crossed {
    times: Vec<f64>,
}

impl Crossed {
    fn all_out(&self) -> Option<f64> {
        (self.times.len() == 1000).then(|| self.times.last().copied())?
    }

    fn over_time(&self) -> impl Iterator<Item = [f64; 2]> + '_ {
        let counted = self.times.iter().zip(1..);
        // A thousand points are more than a picture shows.
        let some = counted.filter(|(_, count)| count % 10 == 0);
        some.map(|(time, count)| [*time, f64::from(count)])
    }
}

/// The large room with four doors and with two: the time doubles.
fn doors_closed(name: &str, seed: u64) -> Result<Measured, VerifyError> {
    let four = large_room(4, seed)?;
    let two = large_room(2, seed)?;
    let ratio = four
        .all_out()
        .zip(two.all_out())
        .map(|(four, two)| two / four);
    Ok(Measured {
        readings: vec![
            Reading::near("time with two doors over that with four", ratio, 2.0, 0.3),
            Reading::new("time with four doors (s)", four.all_out(), None, None),
            Reading::new("time with two doors (s)", two.all_out(), None, None),
        ],
        curves: vec![Curve {
            name: name.to_owned(),
            title: "People who have left a room of 1,000".to_owned(),
            x: "time (s)".to_owned(),
            y: "people".to_owned(),
            lines: vec![
                CurveLine::new("four doors", four.over_time()),
                CurveLine::new("two doors", two.over_time()),
            ],
        }],
    })
}

/// RiMEA 9: a large room with two of four doors closed.
pub(super) fn rimea_9() -> Result<Measured, VerifyError> {
    doors_closed("rimea-9", 1)
}

/// IMO 9: the same room, filled otherwise.
pub(super) fn imo_9() -> Result<Measured, VerifyError> {
    doors_closed("imo-9", 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_laboratory_lets_two_more_through_for_each_metre() {
        let wanted = [1.638, 2.09, 2.542, 3.446, 4.35];
        for (width, wanted) in WIDTHS.into_iter().zip(wanted) {
            assert!((laboratory(width) - wanted).abs() < 1e-9);
        }
    }
}
