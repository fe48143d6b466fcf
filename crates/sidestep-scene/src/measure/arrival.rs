//! Who arrives, and when.

use super::distance::point_to_segment;
use super::entry::{first_within, first_within_of_box};
use super::step::{Presence, Step, Way};
use crate::recording::{AgentSetting, GoalSetting, Setting};
use glam::DVec2;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How much farther than its radius a goal reaches (m), so that the engine's rounding can't make an
/// agent that stops or is removed at the very edge of its goal look as if it had never got there.
pub(super) const ARRIVAL_TOLERANCE: f64 = 1e-3;

/// Arrivals.
///
/// An agent reaches its goals one after the other: a point, target or agent when its centre is
/// within the goal's radius, a region when its disc touches the box, each plus 1 mm. The straight
/// motion within a step is followed, against a goal that itself moves straight, so that a fast
/// agent doesn't jump over its goal and the time of arrival lies between frames where it belongs;
/// this makes times from runs with different time steps agree. Who starts in the goal arrives at
/// once. A goal before the last that somebody beside it keeps it from counts as reached when the engine
/// says that it goes on from there. On a level the agent must be on the goal's floor, if that has one. An agent that isn't in the world can't be reached; one without goals never arrives.
///
/// An agent that is removed in a step that ends near its last goal has arrived even if that goal
/// moved: it is enough to be near its way within the step, since the engine may have looked at
/// either end of it.
/// - `arrived`: agents that reached their last goal at any time.
/// - `mean_travel_seconds`: mean over these of the time from the first frame in the world to the
///   arrival.
/// - `last_arrival_seconds`: time of the run at which the last of these arrived.
/// - `arrived_near`: agents that haven't, of which the engine has said that they are as near as they can be, and that had somebody
///   beside them then, less than a body's width away and nearer to their goal or over it.
/// - `lost`: agents that left the world with a goal unreached.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Arrivals {
    trips: Vec<Trip>,
    index_of: BTreeMap<u64, usize>,
}

/// How far an agent has got.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(super) struct Trip {
    /// Time (s) and place (m) of its first frame in the world.
    pub began: Option<(f64, DVec2)>,
    /// Goals reached so far.
    pub goals_reached: usize,
    /// Time at which it reached the last one (s).
    pub arrived: Option<f64>,
    /// Whether it has arrived near it, and not reached it.
    pub near: bool,
    /// Length walked until then (m).
    pub walked: f64,
    /// Share of the present step spent on the way: 0 before it enters the world, after it arrived
    /// and while it is absent.
    pub underway: f64,
    /// Whether it was ever put elsewhere on its way.
    pub displaced: bool,
}

impl Arrivals {
    /// Starts with the frame before the first step.
    pub(super) fn begin(setting: &Setting) -> Self {
        Self {
            trips: vec![Trip::default(); setting.agents.len()],
            index_of: setting
                .agents
                .iter()
                .map(|agent| agent.id)
                .zip(0..)
                .collect(),
        }
    }

    /// Goes on with a changed setting. Who has got other goals than those `before` begins with the
    /// first: it hasn't arrived, and counts as put elsewhere on its way.
    pub(super) fn follow(&mut self, before: &[AgentSetting], setting: &Setting) {
        self.trips.resize(setting.agents.len(), Trip::default());
        (self.index_of).extend(setting.agents.iter().map(|agent| agent.id).zip(0..));
        let agents = before.iter().zip(&setting.agents);
        for (trip, (old, new)) in self.trips.iter_mut().zip(agents) {
            if old.goals != new.goals {
                trip.goals_reached = 0;
                trip.near = false;
                trip.arrived = None;
                trip.displaced |= trip.began.is_some();
            }
        }
    }

    /// One trip an agent.
    pub(super) fn trips(&self) -> &[Trip] {
        &self.trips
    }

    /// Whether somebody stands beside an agent with less than a body's width between them, nearer to its
    /// goal or so near to it that it can't stand there. The goal is given by its index.
    fn is_kept_out(&self, setting: &Setting, step: &Step, index: usize, goal: usize) -> bool {
        let goals = &setting.agents[index].goals;
        let approach =
            (goals.get(goal)).and_then(|&goal| Approach::new(goal, index, step, &self.index_of));
        let Some(approach) = approach else {
            return false;
        };
        let way = approach.way_from(DVec2::ZERO);
        let place = step.moves[index].to;
        let radius = step.radii[index];
        (step.moves.iter().enumerate()).any(|(other, walk)| {
            let between = step.edges.shortest(walk.to - place);
            other != index
                && walk.presence != Presence::Absent
                && step.on_one_floor(walk, &step.moves[index])
                && between.length() < 3.0 * radius + step.radii[other] + ARRIVAL_TOLERANCE
                && approach.way_from(between).length()
                    < way.length().max(radius + step.radii[other])
        })
    }

    /// Sees a step.
    pub(super) fn observe(&mut self, setting: &Setting, step: &Step) {
        self.follow_ways(setting, step);
        for index in 0..self.trips.len() {
            let trip = &self.trips[index];
            if step.moves[index].arrived_near && !trip.near {
                self.trips[index].near = self.is_kept_out(setting, step, index, trip.goals_reached);
            }
        }
    }

    /// Follows each agent on its way to the goal that it has.
    fn follow_ways(&mut self, setting: &Setting, step: &Step) {
        // Who passes by which of its goals.
        let passed: Vec<(usize, usize)> = (step.moves.iter().enumerate())
            .filter_map(|(index, walk)| Some((index, walk.passed_by? as usize)))
            .filter(|&(index, goal)| self.is_kept_out(setting, step, index, goal))
            .collect();
        for (index, trip) in self.trips.iter_mut().enumerate() {
            let walk = &step.moves[index];
            trip.underway = 0.0;
            if walk.presence == Presence::Absent || trip.arrived.is_some() {
                continue;
            }
            let enters = trip.began.is_none();
            if enters {
                trip.began = Some((step.time, walk.to));
            } else if walk.presence == Presence::Placed {
                trip.displaced = true;
            }
            let goals = &setting.agents[index].goals;
            let mut done = 0.0;
            let heights = &setting.agents[index].goal_heights;
            while let Some(&goal) = goals.get(trip.goals_reached) {
                let height = heights.get(trip.goals_reached).copied().flatten();
                if height.is_some_and(|height| !step.is_on_floor_of(walk, f64::from(height))) {
                    break;
                }
                let approach = Approach::new(goal, index, step, &self.index_of);
                let is_last = trip.goals_reached + 1 == goals.len();
                let left_at_goal = || {
                    is_last
                        && walk.presence == Presence::Left
                        && approach
                            .as_ref()
                            .is_some_and(Approach::ends_near_the_goals_way)
                };
                done = match approach
                    .as_ref()
                    .and_then(|approach| approach.share_at_entry(done))
                {
                    Some(share) => share,
                    None if left_at_goal() || passed.contains(&(index, trip.goals_reached)) => 1.0,
                    None => break,
                };
                trip.goals_reached += 1;
                if is_last {
                    trip.arrived = Some(step.time - step.elapsed * (1.0 - done));
                }
            }
            trip.underway = match (enters, trip.arrived) {
                (true, _) => 0.0,
                (false, Some(_)) => done,
                (false, None) => 1.0,
            };
            trip.walked += walk.way().length() * trip.underway;
        }
    }

    /// The way from an agent to the goal that it has now (m), to its nearest point if it is a box;
    /// zero inside it. `None` without such a goal.
    pub(super) fn way_to_goal(
        &self,
        setting: &Setting,
        step: &Step,
        index: usize,
    ) -> Option<DVec2> {
        let goal = *setting.agents[index]
            .goals
            .get(self.trips[index].goals_reached)?;
        let approach = Approach::new(goal, index, step, &self.index_of)?;
        Some(approach.way_from(DVec2::ZERO))
    }

    /// Agents that arrived near their last goal and never reached it.
    pub(super) fn near(&self) -> u64 {
        (self.trips.iter())
            .filter(|trip| trip.arrived.is_none() && trip.near)
            .count() as u64
    }

    /// Agents that arrived.
    pub(super) fn count(&self) -> u64 {
        self.trips
            .iter()
            .filter(|trip| trip.arrived.is_some())
            .count() as u64
    }

    /// Mean time from the first frame in the world to the arrival (s).
    pub(super) fn mean_travel_seconds(&self) -> Option<f64> {
        super::mean(
            self.trips
                .iter()
                .filter_map(|trip| Some(trip.arrived? - trip.began?.0)),
        )
    }

    /// Time of the last arrival (s).
    pub(super) fn last_seconds(&self) -> Option<f64> {
        self.trips
            .iter()
            .filter_map(|trip| trip.arrived)
            .max_by(f64::total_cmp)
    }

    /// Agents that left the world with a goal unreached.
    pub(super) fn lost(&self, agents: &[AgentSetting], step: &Step) -> u64 {
        self.trips
            .iter()
            .zip(agents)
            .zip(&step.moves)
            .filter(|((trip, agent), walk)| {
                let gone = trip.began.is_some() && !walk.is_here();
                gone && !agent.goals.is_empty() && trip.arrived.is_none() && !trip.near
            })
            .count() as u64
    }
}

/// An agent's motion in a step beside that of its goal.
struct Approach<'a> {
    step: &'a Step,
    walk: Way,
    goal: Way,
    /// Half the width and height of a region (m); zero for a point.
    half: DVec2,
    reach: f64,
}

impl<'a> Approach<'a> {
    /// `None` if the goal is not there.
    fn new(
        goal: GoalSetting,
        index: usize,
        step: &'a Step,
        index_of: &BTreeMap<u64, usize>,
    ) -> Option<Self> {
        let walk = &step.moves[index];
        let still = |point: DVec2| Way {
            from: point,
            to: point,
            fresh: false,
        };
        let (way, half, radius) = match goal {
            GoalSetting::Point { point, radius } => {
                (still(point.as_dvec2()), DVec2::ZERO, f64::from(radius))
            }
            GoalSetting::Target { target, radius } => (
                (*step.targets.get(target)?)?,
                DVec2::ZERO,
                f64::from(radius),
            ),
            GoalSetting::Agent { id, radius } => {
                let other = step.moves.get(*index_of.get(&id)?)?;
                if other.presence == Presence::Absent {
                    return None;
                }
                let way = Way {
                    from: other.from,
                    to: other.to,
                    fresh: !other.walked(),
                };
                (way, DVec2::ZERO, f64::from(radius))
            }
            GoalSetting::Region { min, max } => {
                let (min, max) = (min.as_dvec2(), max.as_dvec2());
                (
                    still((min + max) * 0.5),
                    (max - min) * 0.5,
                    step.radii[index],
                )
            }
        };
        Some(Self {
            step,
            walk: Way {
                from: walk.from,
                to: walk.to,
                fresh: !walk.walked(),
            },
            goal: way,
            half,
            reach: radius + ARRIVAL_TOLERANCE,
        })
    }

    /// The way to the goal (m) from `aside` (m) of where the agent is at the end of the step, to its nearest
    /// point if it is a box; zero inside it.
    fn way_from(&self, aside: DVec2) -> DVec2 {
        let to_middle = self.step.edges.shortest(self.goal.to - self.walk.to) - aside;
        to_middle - to_middle.clamp(-self.half, self.half)
    }

    /// The share of the step at which the goal is reached, not before the share that is `done`.
    fn share_at_entry(&self, done: f64) -> Option<f64> {
        let edges = &self.step.edges;
        let together = self.walk.fresh || self.goal.fresh;
        let (start, way) = if together {
            (edges.shortest(self.walk.to - self.goal.to), DVec2::ZERO)
        } else {
            let goal_way = edges.shortest(self.goal.to - self.goal.from);
            let way = (self.walk.to - self.walk.from) - goal_way;
            let start = self.walk.from - self.goal.from + way * done;
            (edges.shortest(start), way * (1.0 - done))
        };
        let entry = if self.half == DVec2::ZERO {
            first_within(start, way, self.reach)
        } else {
            first_within_of_box(start, way, self.half, self.reach)
        };
        entry.map(|share| {
            if together {
                1.0
            } else {
                done + share * (1.0 - done)
            }
        })
    }

    /// Whether the motion ends within reach of any place that the goal passed in this step.
    fn ends_near_the_goals_way(&self) -> bool {
        let edges = &self.step.edges;
        let end = edges.shortest(self.walk.to - self.goal.to);
        let back = edges.shortest(self.goal.from - self.goal.to);
        self.half == DVec2::ZERO && point_to_segment(end, DVec2::ZERO, back) <= self.reach
    }
}
