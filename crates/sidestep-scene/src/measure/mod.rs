//! What a run achieved, in figures: [`Measures`] watches it frame by frame and makes a [`Summary`].
//!
//! Everything is worked out from positions alone, in double precision, with its own small distance
//! functions, so that a fault in the engine can't hide itself. (The exceptions read what only the
//! engine knows: `blocked`, the velocities in the trajectory hash, which agents are in the world,
//! and who jumps: in the air an agent touches nothing, whatever is below.) Each measure has a file,
//! whose head defines it: what counts, from which threshold, in which unit. The fields of
//! [`Summary`] say the same in short.

mod agent_overlap;
mod arrival;
mod blocked;
mod box_tree;
mod contacts;
mod depths;
pub(crate) mod distance;
mod edges;
mod energy;
mod entry;
mod now;
mod obstacle_overlap;
mod pairs;
mod path_ratio;
mod side_changes;
pub mod steerbench;
mod step;
mod stuck;
mod summary;
mod trajectory_hash;
mod turning;
mod wall_contact;

#[cfg(test)]
mod agreement_test;
#[cfg(test)]
mod arrival_test;
#[cfg(test)]
mod motion_test;
#[cfg(test)]
mod side_changes_test;
#[cfg(test)]
mod summary_test;
#[cfg(test)]
pub(crate) mod testing;

pub use summary::Summary;
pub use trajectory_hash::{TrajectoryHash, trajectory_hash};

use serde::{Deserialize, Serialize};

use crate::recording::{Frame, Observer, Setting};
use contacts::ContactFinder;
use pairs::PairFinder;
use step::Step;

/// Takes all measures of a run.
///
/// Hand it the setting with each frame, as an [`Observer`]; ask for the [`Summary`] at any time,
/// and again later if the run goes on. Frames may be skipped: motions are then taken as straight
/// from one seen frame to the next.
///
/// ```
/// use sidestep_scene::measure::Measures;
/// use sidestep_scene::recording::{Frame, Observer, Setting};
///
/// let setting = Setting { dt: 0.1, ..Setting::default() };
/// let mut measures = Measures::new();
/// measures.begin(&setting, &Frame::default());
/// measures.observe(&setting, &Frame { step: 1, time: 0.1, ..Frame::default() });
/// let summary = measures.finish(0.01);
/// assert_eq!(summary.steps, 1);
/// assert_eq!(summary.mean_travel_seconds, None);
/// ```
///
/// A run that is interrupted goes on with measures that were saved by serde: they hold all but the
/// setting, which [`Measures::resume`] puts back.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Measures {
    watch: Option<Box<Watch>>,
}

/// The measures of a run that has begun.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Watch {
    #[serde(skip)]
    setting: Setting,
    began_at: f64,
    steps: u64,
    agent_steps: u64,
    blocked: blocked::Blocked,
    side_changes: side_changes::SideChanges,
    step: Step,
    pair_finder: PairFinder,
    obstacle_finder: ContactFinder,
    wall_finder: ContactFinder,
    arrivals: arrival::Arrivals,
    agent_overlaps: agent_overlap::AgentOverlaps,
    start_overlaps: u64,
    obstacle_overlaps: obstacle_overlap::ObstacleOverlaps,
    wall_contacts: wall_contact::WallContacts,
    stillness: stuck::Stillness,
    turning: turning::Turning,
    energy: energy::Energy,
    ledgers: steerbench::Ledgers,
    hash: TrajectoryHash,
    now: now::Now,
}

impl Measures {
    /// Measures of a run that has not begun.
    pub fn new() -> Self {
        Self::default()
    }

    /// The figures so far. `wall_seconds` is the time that the run took on the clock (s); what
    /// isn't a positive, finite number counts as not measured. Before the run has begun all figures
    /// are zero or missing.
    pub fn finish(&self, wall_seconds: f64) -> Summary {
        let mut summary = match &self.watch {
            Some(watch) => watch.summary(),
            None => Summary {
                trajectory_hash: TrajectoryHash::new().finish(),
                ..Summary::default()
            },
        };
        summary.set_wall_seconds(wall_seconds);
        summary
    }

    /// Goes on with a changed setting, without losing the figures so far: agents and obstacles that
    /// were added at the end, walls that were added, moved or removed, other radii, goals and time
    /// steps. Before the run has begun it does nothing.
    ///
    /// What is new or was put elsewhere counts from the next frame on, and only where it is then:
    /// nobody has walked through a wall that was dragged over them, but who is still in it at the
    /// end of the step touches it. Frames say the same of agents that were put somewhere
    /// ([`AgentFrame::teleported`](crate::recording::AgentFrame::teleported)) and of obstacles
    /// ([`Frame::placed_obstacles`]). Who has got other goals hasn't arrived any more, and its way
    /// is no longer compared with the shortest.
    pub fn follow(&mut self, setting: &Setting) {
        if let Some(watch) = &mut self.watch {
            watch.follow(setting);
        }
    }

    /// Puts the setting back that measures were saved without: that of the run which they saw.
    pub fn resume(&mut self, setting: &Setting) {
        if let Some(watch) = &mut self.watch {
            watch.setting.clone_from(setting);
        }
    }

    /// How often agents turned to the other side within 0.5 s, so far.
    pub fn direction_flips(&self) -> u64 {
        (self.watch.as_ref()).map_or(0, |watch| watch.turning.flips())
    }

    /// For each agent of the setting whether it is, in the last frame, more than 1 mm in another
    /// agent, in an obstacle or in a wall.
    pub fn touching(&self) -> &[bool] {
        (self.watch.as_ref()).map_or(&[], |watch| watch.now.touching())
    }

    /// How many of them are.
    pub fn touching_now(&self) -> u64 {
        self.touching().iter().filter(|touching| **touching).count() as u64
    }

    /// Mean speed in the last step of those that walked in it and are in the world (m/s); 0 if
    /// nobody did.
    pub fn mean_speed_now(&self) -> f64 {
        (self.watch.as_ref()).map_or(0.0, |watch| watch.now.mean_speed())
    }

    /// SteerBench's figures so far; an agent that has reached its last goal takes no further part.
    pub fn steerbench(&self) -> steerbench::Score {
        match &self.watch {
            Some(watch) => watch.ledgers.score(),
            None => steerbench::Score::default(),
        }
    }
}

impl Observer for Measures {
    fn begin(&mut self, setting: &Setting, frame: &Frame) {
        self.watch = Some(Box::new(Watch::begin(setting, frame)));
    }

    fn observe(&mut self, setting: &Setting, frame: &Frame) {
        match &mut self.watch {
            Some(watch) => watch.observe(frame),
            None => self.begin(setting, frame),
        }
    }
}

impl Watch {
    fn begin(setting: &Setting, frame: &Frame) -> Self {
        let step = Step::begin(setting, frame);
        let mut watch = Self {
            began_at: step.time,
            steps: 0,
            agent_steps: 0,
            blocked: blocked::Blocked::default(),
            side_changes: side_changes::SideChanges::begin(setting),
            pair_finder: PairFinder::default(),
            obstacle_finder: ContactFinder::over_obstacles(setting),
            wall_finder: ContactFinder::over_walls(setting),
            arrivals: arrival::Arrivals::begin(setting),
            agent_overlaps: agent_overlap::AgentOverlaps::default(),
            start_overlaps: 0,
            obstacle_overlaps: obstacle_overlap::ObstacleOverlaps::default(),
            wall_contacts: wall_contact::WallContacts::default(),
            stillness: stuck::Stillness::default(),
            turning: turning::Turning::begin(setting.agents.len()),
            energy: energy::Energy::default(),
            ledgers: steerbench::Ledgers::begin(&step),
            hash: TrajectoryHash::new(),
            now: now::Now::default(),
            setting: setting.clone(),
            step,
        };
        watch.take(frame);
        watch.start_overlaps = watch.agent_overlaps.depths().count();
        watch
    }

    fn follow(&mut self, setting: &Setting) {
        self.step.follow(setting);
        if self.setting.obstacles != setting.obstacles {
            self.obstacle_finder = ContactFinder::over_obstacles(setting);
            self.side_changes.follow_obstacles(setting);
        }
        self.wall_finder.follow_walls(&self.setting, setting);
        self.arrivals.follow(&self.setting.agents, setting);
        self.turning.follow(setting.agents.len());
        self.side_changes.follow_agents(setting.agents.len());
        self.ledgers.follow(setting.agents.len());
        self.setting.clone_from(setting);
    }

    fn observe(&mut self, frame: &Frame) {
        let here = self.step.moves.iter().filter(|walk| walk.is_here());
        self.agent_steps += here.count() as u64;
        self.step.advance(&self.setting, frame);
        self.take(frame);
    }

    /// Lets every measure see the step that has just been read.
    fn take(&mut self, frame: &Frame) {
        let Self { setting, step, .. } = self;
        let agents = &setting.agents;
        let pairs = self.pair_finder.find(step);
        let obstacles = self.obstacle_finder.find(step, &step.obstacles);
        let walls = self.wall_finder.find_fixed(step);

        self.arrivals.observe(setting, step);
        self.agent_overlaps.observe(pairs, step.elapsed);
        self.obstacle_overlaps
            .observe(obstacles, &step.radii, step.elapsed);
        self.wall_contacts.observe(setting, step, walls);
        self.stillness.observe(step);
        self.turning.observe(agents, step);
        self.side_changes.observe(setting, step, &self.arrivals);
        self.energy.observe(agents, self.arrivals.trips(), step);
        let trips = self.arrivals.trips();
        self.ledgers.observe(
            step,
            |index| trips[index].arrived.is_some(),
            &steerbench::Touches {
                pairs,
                obstacles,
                walls,
            },
        );
        self.now.observe(step, pairs, [obstacles, walls]);
        self.hash.add(&frame.agents);
        self.blocked.observe(frame, step.elapsed);
        self.steps = frame.step;
    }

    fn summary(&self) -> Summary {
        let agents = &self.setting.agents;
        let trips = self.arrivals.trips();
        let score = self.ledgers.score();
        Summary {
            scene: self.setting.scene.clone(),
            method: self.setting.method.clone(),
            seed: self.setting.seed,
            agents: agents.len() as u64,
            dt: if self.setting.dt.is_finite() {
                self.setting.dt
            } else {
                0.0
            },
            steps: self.steps,
            sim_seconds: self.step.time - self.began_at,
            arrived: self.arrivals.count(),
            stuck: self.stillness.count(agents, trips, &self.step),
            blocked: self.blocked.now(),
            mean_travel_seconds: self.arrivals.mean_travel_seconds(),
            last_arrival_seconds: self.arrivals.last_seconds(),
            mean_path_ratio: path_ratio::mean_path_ratio(agents, trips, &self.step.edges),
            agent_overlaps: self.agent_overlaps.depths().count(),
            overlap_pair_seconds: self.agent_overlaps.depths().pair_seconds(),
            max_overlap_m: self.agent_overlaps.depths().deepest(),
            obstacle_overlaps: self.obstacle_overlaps.depths().count(),
            max_obstacle_overlap_m: self.obstacle_overlaps.depths().deepest(),
            obstacle_overlap_pair_seconds: self.obstacle_overlaps.depths().pair_seconds(),
            wall_contacts: self.wall_contacts.depths().count(),
            max_wall_penetration_m: self.wall_contacts.depths().deepest(),
            escaped: self.wall_contacts.escaped(),
            mean_abs_turn_rate: self.turning.mean_rate(),
            direction_flips_per_minute: self.turning.flips_per_minute(),
            energy_j: self.energy.mean(trips),
            steerbench_score: (score.agents > 0).then_some(score.composite02),
            wall_seconds: 0.0,
            agent_steps_per_second: None,
            trajectory_hash: self.hash.finish(),
            agent_steps: self.agent_steps,
            blocked_ever: self.blocked.ever(),
            blocked_agent_seconds: self.blocked.seconds(),
            side_changes: self.side_changes.count(),
            max_side_changes_per_obstacle: self.side_changes.most(),
            lost: self.arrivals.lost(agents, &self.step),
            non_finite: self.step.non_finite(),
            arrived_near: self.arrivals.near(),
            start_overlaps: self.start_overlaps,
        }
    }
}

/// The mean, if there is anything to take it of.
pub(crate) fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (sum, count) = values.fold((0.0, 0u64), |(sum, count), value| (sum + value, count + 1));
    (count > 0).then(|| sum / count as f64)
}

/// The middle value, of an even number the lower one of the two, if there is any.
pub fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    values.get(values.len().saturating_sub(1) / 2).copied()
}
