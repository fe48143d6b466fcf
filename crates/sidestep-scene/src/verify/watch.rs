//! What is taken from the frames of a run: when lines are crossed, how fast people are and how many
//! of them stand in a place.

use glam::Vec2;

use crate::format::{Scene, SceneError};
use crate::measure::{Measures, Summary, mean};
use crate::place::Layout;
use crate::recording::{Frame, Observer, Setting};
use crate::simulate::{Simulation, SimulationError};

/// Why a criterion can't be run.
#[derive(Debug, thiserror::Error)]
pub enum VerifyError {
    /// Its scene is refused.
    #[error(transparent)]
    Scene(#[from] SceneError),
    /// The engine refuses it.
    #[error(transparent)]
    Simulation(#[from] SimulationError),
}

/// Runs a scene, given as the text of its file, to its end before observers.
pub(super) fn run(text: &str, watching: &mut [&mut dyn Observer]) -> Result<Summary, VerifyError> {
    let scene = Scene::from_toml(text, "criterion")?;
    let mut measures = Measures::new();
    let mut observers: Vec<&mut dyn Observer> = vec![&mut measures];
    for observer in watching.iter_mut() {
        observers.push(*observer);
    }
    let seconds = Simulation::new(Layout::new(&scene)?)?.run(&mut observers)?;
    Ok(measures.finish(seconds))
}

/// With how many seeds a figure is measured that differs from one to the next: speeds in a crowd do by up to
/// a seventh from the mean of eight, and so does the flow through a narrow door.
pub(super) const SEEDS: u64 = 5;

/// The mean of what is measured with each of [`SEEDS`] seeds; `None` if it can't be with one of them.
pub(super) fn mean_of_seeds(
    measure: impl Fn(u64) -> Result<Option<f64>, VerifyError>,
) -> Result<Option<f64>, VerifyError> {
    let measured: Option<Result<Vec<f64>, _>> =
        (1..=SEEDS).map(|seed| measure(seed).transpose()).collect();
    Ok((measured.transpose()?).and_then(|measured| mean(measured.into_iter())))
}

/// When each agent first comes over a line.
#[derive(Clone, Debug)]
pub(super) struct Crossings {
    /// Direction in which the line is crossed, of length 1.
    direction: Vec2,
    /// How far along the direction the line is (m).
    at: f32,
    /// How far beyond it each agent was in the last frame (m), and when that was (s).
    beyond: Vec<f32>,
    time: f64,
    /// When each agent crossed it (s), by index.
    pub times: Vec<Option<f64>>,
}

impl Crossings {
    /// A line across a direction, `at` metres along it.
    pub fn new(direction: Vec2, at: f32) -> Self {
        Self {
            direction,
            at,
            beyond: Vec::new(),
            time: 0.0,
            times: Vec::new(),
        }
    }

    /// The times at which somebody crossed it (s), in order.
    pub fn in_order(&self) -> Vec<f64> {
        let mut times: Vec<f64> = self.times.iter().flatten().copied().collect();
        times.sort_by(f64::total_cmp);
        times
    }

    /// The time at which the last of `count` agents crossed it (s); `None` if fewer did.
    pub fn last_of(&self, count: usize) -> Option<f64> {
        let times = self.in_order();
        (times.len() >= count).then(|| times.last().copied())?
    }

    /// Agents a second from the `from`-th to the `to`-th, counted from 1; `None` if fewer crossed it.
    pub fn flow(&self, from: usize, to: usize) -> Option<f64> {
        let times = self.in_order();
        let seconds = times.get(to - 1)? - times.get(from - 1)?;
        (seconds > 0.0).then(|| (to - from) as f64 / seconds)
    }

    /// How many crossed it, over time (s).
    pub fn count_over_time(&self) -> Vec<[f64; 2]> {
        let times = self.in_order().into_iter();
        let counted = (1..).zip(times);
        counted
            .map(|(count, time)| [time, f64::from(count)])
            .collect()
    }

    fn beyond(&self, frame: &Frame) -> Vec<f32> {
        let agents = frame.agents.iter();
        agents
            .map(|agent| agent.position.dot(self.direction) - self.at)
            .collect()
    }
}

impl Observer for Crossings {
    fn begin(&mut self, _: &Setting, frame: &Frame) {
        self.beyond = self.beyond(frame);
        self.times = vec![None; frame.agents.len()];
        self.time = frame.time;
    }

    fn observe(&mut self, _: &Setting, frame: &Frame) {
        let now = self.beyond(frame);
        for ((time, &before), &after) in self.times.iter_mut().zip(&self.beyond).zip(&now) {
            if time.is_none() && before < 0.0 && after >= 0.0 {
                let share = f64::from(before / (before - after));
                *time = Some(self.time + share * (frame.time - self.time));
            }
        }
        self.beyond = now;
        self.time = frame.time;
    }
}

/// How fast people get on along x, on average over all of them, from a time on. Where the plane is
/// a torus, `length` is how long it is along x.
#[derive(Clone, Debug)]
pub(super) struct Pace {
    since: f64,
    length: f32,
    before: Vec<f32>,
    walked: f64,
    seconds: f64,
    time: f64,
}

impl Pace {
    /// Measures from the time `since` (s) on.
    pub fn new(since: f64, length: f32) -> Self {
        Self {
            since,
            length,
            before: Vec::new(),
            walked: 0.0,
            seconds: 0.0,
            time: 0.0,
        }
    }

    /// The mean speed (m/s); `None` if nothing was seen.
    pub fn mean(&self) -> Option<f64> {
        (self.seconds > 0.0).then(|| self.walked / self.seconds)
    }
}

impl Observer for Pace {
    fn begin(&mut self, _: &Setting, frame: &Frame) {
        self.before = frame.agents.iter().map(|it| it.position.x).collect();
        self.time = frame.time;
    }

    fn observe(&mut self, _: &Setting, frame: &Frame) {
        for (before, agent) in self.before.iter_mut().zip(&frame.agents) {
            let step = agent.position.x - *before;
            *before = agent.position.x;
            if self.time >= self.since && agent.present {
                let around = (step / self.length).round() * self.length;
                self.walked += f64::from(step - around);
                self.seconds += frame.time - self.time;
            }
        }
        self.time = frame.time;
    }
}

/// People in a box: whether they jam there.
#[derive(Clone, Debug)]
pub(super) struct Zone {
    min: Vec2,
    max: Vec2,
    /// Where everybody was in the last frame (m).
    before: Vec<Vec2>,
    time: f64,
    /// Time during which anybody was in it, and during which they jammed (s).
    used: f64,
    jammed: f64,
}

impl Zone {
    /// People a square metre from which on a place can be jammed.
    const DENSE: f32 = 1.5;
    /// Speed below which those in a dense place jam (m/s).
    const SLOW: f32 = 0.5;

    /// The box between two corners (m).
    pub fn new(min: Vec2, max: Vec2) -> Self {
        Self {
            min,
            max,
            before: Vec::new(),
            time: 0.0,
            used: 0.0,
            jammed: 0.0,
        }
    }

    /// The share of the time with anybody in it during which they jammed, 0 to 1: at least 1.5
    /// people a square metre who are slower than 0.5 m/s on average.
    pub fn jammed_share(&self) -> f64 {
        self.jammed / self.used.max(f64::MIN_POSITIVE)
    }
}

impl Observer for Zone {
    fn begin(&mut self, _: &Setting, frame: &Frame) {
        self.before = frame.agents.iter().map(|it| it.position).collect();
        self.time = frame.time;
    }

    fn observe(&mut self, _: &Setting, frame: &Frame) {
        let seconds = frame.time - self.time;
        self.time = frame.time;
        let (mut people, mut walked) = (0.0_f32, 0.0_f32);
        for (before, agent) in self.before.iter_mut().zip(&frame.agents) {
            let here = agent.position;
            if agent.present && here.cmpge(self.min).all() && here.cmple(self.max).all() {
                people += 1.0;
                walked += here.distance(*before);
            }
            *before = here;
        }
        if people == 0.0 {
            return;
        }
        self.used += seconds;
        let size = self.max - self.min;
        let speed = walked / (people * seconds as f32);
        if people >= Self::DENSE * size.x * size.y && speed < Self::SLOW {
            self.jammed += seconds;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::testing::frame_at;

    fn frame(step: u64, xs: &[f32]) -> Frame {
        let places: Vec<(f32, f32)> = xs.iter().map(|&x| (x, 0.0)).collect();
        frame_at(step, 1.0, &places)
    }

    fn show(observer: &mut dyn Observer, rows: &[&[f32]]) {
        let setting = Setting::default();
        observer.begin(&setting, &frame(0, rows[0]));
        for (step, row) in (1..).zip(&rows[1..]) {
            observer.observe(&setting, &frame(step, row));
        }
    }

    #[test]
    fn crossings_are_timed_between_frames_and_counted_once() {
        let mut line = Crossings::new(Vec2::X, 1.0);
        show(
            &mut line,
            &[
                &[0.0, 2.0, 0.5],
                &[2.0, 2.0, 0.5],
                &[0.0, 0.0, 0.9],
                &[3.0, 3.0, 0.95],
            ],
        );
        let near = |time: Option<f64>, wanted: f64| (time.expect("a time") - wanted).abs() < 1e-6;
        assert!(near(line.times[0], 0.5));
        assert!(near(line.times[1], 2.0 + 1.0 / 3.0));
        assert_eq!(line.times[2], None);
        assert_eq!(line.last_of(3), None);
        assert!(near(line.last_of(2), 2.0 + 1.0 / 3.0));
        assert!(near(line.flow(1, 2), 1.0 / (2.0 + 1.0 / 3.0 - 0.5)));
        assert_eq!(line.flow(1, 3), None);
    }

    #[test]
    fn pace_goes_on_over_the_seam_of_a_torus() {
        let mut pace = Pace::new(1.0, 10.0);
        show(&mut pace, &[&[0.0], &[4.0], &[8.0], &[2.0]]);
        assert_eq!(pace.mean(), Some(4.0));
    }

    #[test]
    fn a_zone_is_jammed_while_it_is_dense_and_slow() {
        let mut zone = Zone::new(Vec2::new(0.0, -0.5), Vec2::new(1.0, 0.5));
        // Two go slowly, then fast; then one alone goes slowly.
        show(
            &mut zone,
            &[
                &[0.0, 0.5],
                &[0.1, 0.6],
                &[0.9, 0.0],
                &[0.8, 3.0],
                &[2.0, 3.0],
            ],
        );
        assert!((zone.jammed_share() - 1.0 / 3.0).abs() < 1e-9);
    }
}
