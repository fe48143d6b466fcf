//! What happened between two frames, in double precision: who walked from where to where, what
//! moved, and how long it took. Every measure reads this and the setting, and nothing else.

use super::edges::Edges;
use crate::recording::{AgentFrame, AgentSetting, Frame, Setting};
use glam::{DVec2, Vec2};
use serde::{Deserialize, Serialize};

/// A step takes at least this long (s); less counts as no time, in which there are no speeds.
const SHORTEST_SECONDS: f64 = 1e-9;

/// How an agent took part in a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Presence {
    /// Not in the world, or its position is not a finite number.
    #[default]
    Absent,
    /// Put where it is, so that only its end point means anything.
    Placed,
    /// Walked straight from its last position to this one.
    Walked,
    /// Walked likewise and was then removed.
    Left,
}

/// An agent's part in a step.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(super) struct Move {
    /// How it took part.
    pub presence: Presence,
    /// Where it was (m).
    pub from: DVec2,
    /// Where it is (m). On a torus this lies within half a world of `from`, maybe outside the
    /// bounds.
    pub to: DVec2,
    /// Height of the ground on which the engine has it at the end of the step (m); 0 without a level.
    pub height: f64,
    /// Whether it is in the air at the end of the step, or was when it left: there it touches
    /// nothing.
    pub airborne: bool,
    /// Whether it flew here, so that of the way only the end point may touch something. So does the
    /// step in which it lands.
    pub flew: bool,
    /// Whether the engine says that it has arrived as near to its goal as it can.
    pub arrived_near: bool,
    /// The goal that the engine says it has passed by in this step, as near to it as it can.
    pub passed_by: Option<u32>,
}

impl Move {
    /// Whether it is in the world at the end of the step.
    pub(super) fn is_here(&self) -> bool {
        matches!(self.presence, Presence::Placed | Presence::Walked)
    }

    /// Whether it walked in this step.
    pub(super) fn walked(&self) -> bool {
        matches!(self.presence, Presence::Walked | Presence::Left)
    }

    /// How far the difference of two successive ways can be off because positions are recorded as
    /// `f32` (m): half a unit in the last place for each of the outer positions and twice that for
    /// the middle one make up to two units along each axis, and less than three across.
    pub(super) fn rounding(&self) -> f64 {
        let largest = self.from.abs().max(self.to.abs()).max_element();
        3.0 * largest * f64::from(f32::EPSILON)
    }

    /// The way it went (m).
    pub(super) fn way(&self) -> DVec2 {
        self.to - self.from
    }
}

/// The way of an obstacle's offset or of a target in a step (m).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Way {
    /// At the start of the step.
    pub from: DVec2,
    /// At its end.
    pub to: DVec2,
    /// Whether it wasn't there before this step, or was put there by hand, so that only `to` means
    /// anything.
    pub fresh: bool,
}

/// What happened between two frames.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Step {
    /// Edges of the world.
    pub edges: Edges,
    /// Height of the agents on a level (m).
    pub headroom: Option<f64>,
    /// Radii of the agents (m).
    pub radii: Vec<f64>,
    /// Time at the end of the step (s).
    pub time: f64,
    /// How long it took (s); 0 for the first frame.
    pub elapsed: f64,
    /// One entry an agent.
    pub moves: Vec<Move>,
    /// One entry an obstacle; `None` while it is absent.
    pub obstacles: Vec<Option<Way>>,
    /// One entry a moving target; `None` if its position is not a finite number.
    pub targets: Vec<Option<Way>>,
    usable: Vec<bool>,
    non_finite_agents: Vec<bool>,
    non_finite_obstacles: Vec<bool>,
    non_finite_targets: Vec<bool>,
}

impl Step {
    /// Starts with the frame before the first step: everyone is placed.
    pub(super) fn begin(setting: &Setting, frame: &Frame) -> Self {
        let usable: Vec<bool> = setting.agents.iter().map(is_usable).collect();
        let mut step = Self {
            edges: Edges::new(&setting.bounds),
            headroom: (setting.level.as_ref()).map(|level| f64::from(level.headroom)),
            radii: setting
                .agents
                .iter()
                .map(|agent| f64::from(agent.radius))
                .collect(),
            moves: vec![Move::default(); setting.agents.len()],
            obstacles: vec![None; setting.obstacles.len()],
            targets: vec![None; setting.targets.len()],
            non_finite_agents: usable.iter().map(|usable| !usable).collect(),
            non_finite_obstacles: vec![false; setting.obstacles.len()],
            non_finite_targets: vec![false; setting.targets.len()],
            usable,
            ..Self::default()
        };
        step.read(frame);
        step.time = if frame.time.is_finite() {
            frame.time
        } else {
            0.0
        };
        step
    }

    /// Goes on with a changed setting: more agents, other radii, more obstacles. What is new has
    /// been absent so far.
    pub(super) fn follow(&mut self, setting: &Setting) {
        let agents = setting.agents.len();
        self.radii.clear();
        (self.radii).extend((setting.agents.iter()).map(|agent| f64::from(agent.radius)));
        self.usable.clear();
        self.usable.extend(setting.agents.iter().map(is_usable));
        self.moves.resize(agents, Move::default());
        self.non_finite_agents.resize(agents, false);
        for (bad, usable) in self.non_finite_agents.iter_mut().zip(&self.usable) {
            *bad |= !usable;
        }
        self.obstacles.resize(setting.obstacles.len(), None);
        (self.non_finite_obstacles).resize(setting.obstacles.len(), false);
        self.targets.resize(setting.targets.len(), None);
        self.non_finite_targets.resize(setting.targets.len(), false);
    }

    /// Goes on to the next frame. The time between frames is read from their times; where these
    /// don't grow, it is the setting's time step.
    pub(super) fn advance(&mut self, setting: &Setting, frame: &Frame) {
        self.read(frame);
        self.elapsed = [frame.time - self.time, setting.dt]
            .into_iter()
            .find(|elapsed| elapsed.is_finite() && *elapsed >= SHORTEST_SECONDS)
            .unwrap_or(0.0);
        self.time += self.elapsed;
    }

    /// How many agents, obstacles and moving targets ever had a figure that is not a finite number.
    pub(super) fn non_finite(&self) -> u64 {
        [
            &self.non_finite_agents,
            &self.non_finite_obstacles,
            &self.non_finite_targets,
        ]
        .into_iter()
        .flatten()
        .filter(|&&bad| bad)
        .count() as u64
    }

    /// Whether two agents are on the same floor; on the plane all are.
    pub(super) fn on_one_floor(&self, one: &Move, other: &Move) -> bool {
        self.headroom
            .is_none_or(|headroom| (one.height - other.height).abs() < headroom)
    }

    /// Whether an agent's body reaches between two heights (m); on the plane all do.
    pub(super) fn reaches(&self, walk: &Move, [low, high]: [f64; 2]) -> bool {
        self.headroom
            .is_none_or(|headroom| walk.height < high && low < walk.height + headroom)
    }

    /// Whether an agent is on the floor of a goal at a height (m): that is between half its body
    /// below its ground and its head.
    pub(super) fn is_on_floor_of(&self, walk: &Move, goal: f64) -> bool {
        self.headroom.is_none_or(|headroom| {
            (walk.height - 0.5 * headroom..=walk.height + headroom).contains(&goal)
        })
    }

    fn read(&mut self, frame: &Frame) {
        for index in 0..self.moves.len() {
            let Some(agent) = frame.agents.get(index) else {
                self.moves[index] = Move::default();
                continue;
            };
            let finite = agent.position.is_finite();
            if !finite || !agent.velocity.is_finite() {
                self.non_finite_agents[index] = true;
            }
            if !finite || !self.usable[index] {
                self.moves[index] = Move::default();
                continue;
            }
            self.moves[index] = next_move(
                &self.moves[index],
                &self.edges,
                agent.position.as_dvec2(),
                agent,
            );
        }
        for (index, way) in self.obstacles.iter_mut().enumerate() {
            let offset = frame.obstacles.get(index).copied().flatten();
            self.non_finite_obstacles[index] |= offset.is_some_and(|offset| !offset.is_finite());
            let last = way.filter(|_| !frame.placed_obstacles.contains(&index));
            *way = next_way(last, offset);
        }
        for (index, way) in self.targets.iter_mut().enumerate() {
            let position = frame.targets.get(index).copied();
            self.non_finite_targets[index] |=
                position.is_some_and(|position| !position.is_finite());
            *way = next_way(*way, position);
        }
    }
}

/// Whether the figures of the setting allow an agent to be measured at all.
fn is_usable(agent: &AgentSetting) -> bool {
    agent.radius.is_finite()
        && agent.radius >= 0.0
        && agent.mass.is_finite()
        && agent.max_speed.is_finite()
        && agent.max_speed >= 0.0
}

fn next_move(last: &Move, edges: &Edges, position: DVec2, agent: &AgentFrame) -> Move {
    let walked = last.is_here() && !agent.teleported;
    let airborne = agent.airborne || last.airborne && !agent.present;
    let flew = agent.airborne || last.airborne;
    let (arrived_near, passed_by) = (agent.arrived_near, agent.passed_by);
    let height = f64::from(agent.height);
    let presence = match (agent.present, walked) {
        (true, true) => Presence::Walked,
        (true, false) => Presence::Placed,
        (false, true) => Presence::Left,
        (false, false) => Presence::Absent,
    };
    if walked {
        // Start from home, so that walking round a torus doesn't carry the figures ever further
        // out.
        let from = last.to + edges.offset_home(last.to);
        let to = from + edges.shortest(position - from);
        Move {
            presence,
            from,
            to,
            height,
            airborne,
            flew,
            arrived_near,
            passed_by,
        }
    } else {
        Move {
            presence,
            from: position,
            to: position,
            height,
            airborne,
            flew,
            arrived_near,
            passed_by,
        }
    }
}

fn next_way(last: Option<Way>, now: Option<Vec2>) -> Option<Way> {
    let to = now.filter(|now| now.is_finite())?.as_dvec2();
    Some(Way {
        from: last.map_or(to, |last| last.to),
        to,
        fresh: last.is_none(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::testing::{agent_at, frame_at, setting_of};
    use crate::recording::WorldBounds;

    fn presence_after(change: impl Fn(&mut Frame)) -> Presence {
        let setting = setting_of(&[0.5]);
        let first = frame_at(0, 0.1, &[(0.0, 0.0)]);
        let mut second = frame_at(1, 0.1, &[(1.0, 0.0)]);
        change(&mut second);
        let mut step = Step::begin(&setting, &first);
        step.advance(&setting, &second);
        step.moves[0].presence
    }

    #[test]
    fn presence_follows_the_flags() {
        assert_eq!(presence_after(|_| {}), Presence::Walked);
        assert_eq!(
            presence_after(|f| f.agents[0].teleported = true),
            Presence::Placed
        );
        assert_eq!(
            presence_after(|f| f.agents[0].present = false),
            Presence::Left
        );
        assert_eq!(presence_after(|f| f.agents.clear()), Presence::Absent);
        assert_eq!(
            presence_after(|f| f.agents[0].position = Vec2::new(f32::NAN, 0.0)),
            Presence::Absent
        );
    }

    #[test]
    fn the_step_of_a_landing_was_flown_and_ends_on_the_ground() {
        let setting = setting_of(&[0.5]);
        let flown = |airborne: &[bool], present: bool| {
            let frames: Vec<Frame> = (airborne.iter().zip(0..))
                .map(|(&airborne, number)| {
                    let mut frame = frame_at(number, 0.1, &[(number as f32, 0.0)]);
                    frame.agents[0].airborne = airborne;
                    frame.agents[0].present = present || number + 1 < 3;
                    frame
                })
                .collect();
            let mut step = Step::begin(&setting, &frames[0]);
            for frame in &frames[1..] {
                step.advance(&setting, frame);
            }
            (step.moves[0].airborne, step.moves[0].flew)
        };
        assert_eq!(flown(&[false, false, true], true), (true, true));
        assert_eq!(flown(&[false, true, false], true), (false, true));
        assert_eq!(flown(&[true, false, false], true), (false, false));
        // Taken out in the air it never touches the ground.
        assert_eq!(flown(&[false, true, false], false), (true, true));
    }

    #[test]
    fn coming_back_from_nowhere_is_not_a_walk() {
        let setting = setting_of(&[0.5]);
        let mut step = Step::begin(&setting, &frame_at(0, 0.1, &[(0.0, 0.0)]));
        step.advance(&setting, &frame_at(1, 0.1, &[(f32::INFINITY, 0.0)]));
        step.advance(&setting, &frame_at(2, 0.1, &[(9.0, 0.0)]));
        assert_eq!(step.moves[0].presence, Presence::Placed);
        assert_eq!(step.non_finite(), 1);
    }

    #[test]
    fn a_walk_across_the_seam_is_short() {
        let mut setting = setting_of(&[0.5]);
        setting.bounds = WorldBounds::Torus {
            min: Vec2::ZERO,
            max: Vec2::splat(10.0),
        };
        let mut step = Step::begin(&setting, &frame_at(0, 0.1, &[(9.75, 5.0)]));
        for number in 1..=100 {
            let x = if number % 2 == 1 { 0.25 } else { 9.75 };
            step.advance(&setting, &frame_at(number, 0.1, &[(x, 5.0)]));
            assert_eq!(step.moves[0].way().length(), 0.5);
        }
    }

    #[test]
    fn frames_without_times_take_the_setting_time_step() {
        let mut setting = setting_of(&[0.5]);
        setting.dt = 0.2;
        let frame = Frame {
            agents: vec![agent_at(0.0, 0.0)],
            ..Frame::default()
        };
        let mut step = Step::begin(&setting, &frame);
        step.advance(&setting, &frame);
        assert_eq!(step.elapsed, 0.2);
        assert_eq!(step.time, 0.2);
    }
}
