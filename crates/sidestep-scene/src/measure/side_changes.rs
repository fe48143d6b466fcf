//! Changes of the side on which something is passed.

use super::arrival::Arrivals;
use super::box_tree::{BoxTree, Extent};
use super::contacts::ContactFinder;
use super::step::{Move, Step};
use crate::recording::{AgentSetting, Outline, Setting};
use glam::DVec2;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::f64::consts::PI;

/// Gap between the edges up to which an agent is passing something (m).
const NEAR: f64 = 2.0;
/// How far round it an agent must swing back for a change of sides (rad): 15 degrees, which is 0.4
/// m at a distance of 1.5 m.
const SWING: f64 = 15.0 * PI / 180.0;
/// How far beyond the front on either side it must have been for that (rad).
const BEYOND: f64 = 0.5 * SWING;
/// An agent without goals that is slower than this share of its largest speed stands in the way.
const MOVING_SHARE: f64 = 0.05;

/// How often agents change their minds about the side on which they pass what is in their way.
///
/// What is passed is each temporary obstacle, and each agent that has nothing to reach and stands.
/// An agent passes it while it has a goal, their edges are within 2 m, and it is in front of it: in
/// the half-plane beyond the middle of the obstacle, seen from the goal. Then its own motion swings
/// it round that middle, one way or the other; how the obstacle moves doesn't count. Once it has
/// swung by 15 degrees it has chosen a side. It changes sides when it swings back by as much, from
/// at least 7.5 degrees beyond the front to at least 7.5 degrees on its other side; the front is
/// the line from the goal through the middle. Giving way without coming to the other side is no
/// change, nor is coming from one side to pass on the other. Who jumps passes nothing, and begins
/// anew where it lands.
/// - `side_changes`: all changes of all agents.
/// - `max_side_changes_per_obstacle`: the most of one agent at one obstacle on the way to one goal.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct SideChanges {
    finder: ContactFinder,
    /// Middles of the obstacles in the setting's pose (m).
    middles: Vec<DVec2>,
    standing: BoxTree,
    legs: Vec<Leg>,
    changes: u64,
    most: u64,
}

/// What is known of a step.
#[derive(Clone, Copy)]
struct Sight<'a> {
    setting: &'a Setting,
    step: &'a Step,
    arrivals: &'a Arrivals,
}

/// What is passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
enum Passed {
    Obstacle(u32),
    Agent(u32),
}

/// An agent's way to one goal.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Leg {
    goal: usize,
    swings: BTreeMap<Passed, Swing>,
}

/// How an agent has swung round the middle of something, counter-clockwise (rad).
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
struct Swing {
    angle: f64,
    /// The furthest that it has got clockwise and counter-clockwise, before it chose a side.
    range: [f64; 2],
    side: Option<Side>,
    changes: u64,
}

/// The side that an agent has chosen.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Side {
    /// 1 counter-clockwise, -1 clockwise.
    sense: f64,
    /// The furthest that it has got that way (rad).
    furthest: f64,
    /// How far beyond the front it was there, that way (rad).
    beyond: f64,
}

impl SideChanges {
    /// Starts with a setting.
    pub(super) fn begin(setting: &Setting) -> Self {
        Self {
            finder: ContactFinder::near_temporary_obstacles(setting, NEAR),
            middles: (setting.obstacles.iter())
                .map(|obstacle| middle(&obstacle.outline))
                .collect(),
            standing: BoxTree::default(),
            legs: vec![Leg::default(); setting.agents.len()],
            changes: 0,
            most: 0,
        }
    }

    /// Goes on with other obstacles.
    pub(super) fn follow_obstacles(&mut self, setting: &Setting) {
        self.finder = ContactFinder::near_temporary_obstacles(setting, NEAR);
        self.middles.clear();
        (self.middles).extend((setting.obstacles.iter()).map(|it| middle(&it.outline)));
    }

    /// Goes on with so many agents.
    pub(super) fn follow_agents(&mut self, agents: usize) {
        self.legs.resize(agents, Leg::default());
    }

    /// All changes of sides.
    pub(super) fn count(&self) -> u64 {
        self.changes
    }

    /// The most changes of one agent at one obstacle.
    pub(super) fn most(&self) -> u64 {
        self.most
    }

    /// Sees a step.
    pub(super) fn observe(&mut self, setting: &Setting, step: &Step, arrivals: &Arrivals) {
        for (index, leg) in self.legs.iter_mut().enumerate() {
            let goal = arrivals.trips()[index].goals_reached;
            let walk = &step.moves[index];
            if goal != leg.goal || !walk.walked() || walk.flew {
                leg.goal = goal;
                leg.swings.clear();
            }
        }
        let sight = Sight {
            setting,
            step,
            arrivals,
        };
        let mut passing = std::mem::take(&mut self.finder);
        for contact in passing.find(step, &step.obstacles) {
            let index = contact.shape as usize;
            if let Some(way) = step.obstacles[index] {
                let passed = Passed::Obstacle(contact.shape);
                let middle = self.middles[index] + way.to;
                self.pass(sight, contact.agent, passed, middle);
            }
        }
        self.finder = passing;
        self.pass_standing(sight);
    }

    /// Looks at the agents that pass standing ones.
    fn pass_standing(&mut self, sight: Sight<'_>) {
        let Sight { setting, step, .. } = sight;
        let places = (0u32..).zip(setting.agents.iter().zip(&step.moves));
        let standing = places.filter(|(_, (agent, walk))| stands(agent, walk, step.elapsed));
        let mut tree = std::mem::take(&mut self.standing);
        tree.rebuild(standing.map(|(index, (_, walk))| {
            let radius = step.radii[index as usize];
            (index, Extent::around([walk.to]).grown(radius))
        }));
        let mut near = Vec::new();
        for index in 0..setting.agents.len() {
            if setting.agents[index].goals.is_empty() || !step.moves[index].walked() {
                continue;
            }
            let here = step.moves[index].to;
            let reach = step.radii[index] + NEAR;
            let area = Extent::around([here]).grown(reach);
            near.clear();
            for image in step.edges.images(area, tree.extent()) {
                tree.visit(area.moved(image), |other| near.push(other));
            }
            near.sort_unstable();
            near.dedup();
            for &other in &near {
                let place = step.moves[other as usize].to;
                let between = step.edges.shortest(place - here).length();
                if between <= reach + step.radii[other as usize] {
                    let passed = Passed::Agent(other);
                    self.pass(sight, index as u32, passed, place);
                }
            }
        }
        self.standing = tree;
    }

    /// An agent near something whose middle is at a point (m).
    fn pass(&mut self, sight: Sight<'_>, agent: u32, passed: Passed, middle: DVec2) {
        let Sight {
            setting,
            step,
            arrivals,
        } = sight;
        let index = agent as usize;
        let walk = &step.moves[index];
        let Some(to_goal) = arrivals.way_to_goal(setting, step, index) else {
            return;
        };
        if !walk.walked() || walk.flew {
            return;
        }
        let now = step.edges.shortest(walk.to - middle);
        // From the middle away from the goal: the front.
        let away = -(now + to_goal);
        if now.dot(away) <= 0.0 {
            return;
        }
        let before = now - walk.way();
        let by = before.perp_dot(now).atan2(before.dot(now));
        let swing = self.legs[index].swings.entry(passed).or_default();
        if swing.turn(by, away.perp_dot(now).atan2(away.dot(now))) {
            self.changes += 1;
            self.most = self.most.max(swing.changes);
        }
    }
}

impl Swing {
    /// Swings on by an angle, to one counter-clockwise from the front (rad). Says whether that is a
    /// change of sides.
    fn turn(&mut self, by: f64, from_front: f64) -> bool {
        self.angle += by;
        let Some(side) = &mut self.side else {
            self.range = [self.range[0].min(self.angle), self.range[1].max(self.angle)];
            let sense = match self.range.map(|end| (self.angle - end).abs() >= SWING) {
                [true, _] => 1.0,
                [false, true] => -1.0,
                [false, false] => return false,
            };
            self.side = Some(Side::chosen(sense, self.angle, from_front));
            return false;
        };
        let back = (side.furthest - self.angle) * side.sense;
        let is_change =
            back >= SWING && side.beyond >= BEYOND && -side.sense * from_front >= BEYOND;
        if is_change {
            *side = Side::chosen(-side.sense, self.angle, from_front);
            self.changes += 1;
        } else if back < 0.0 {
            *side = Side::chosen(side.sense, self.angle, from_front);
        }
        is_change
    }
}

impl Side {
    fn chosen(sense: f64, angle: f64, from_front: f64) -> Self {
        Self {
            sense,
            furthest: angle,
            beyond: sense * from_front,
        }
    }
}

/// Centre of a disc, mean of a polygon's corners (m).
fn middle(outline: &Outline) -> DVec2 {
    match outline {
        Outline::Circle { center, .. } => center.as_dvec2(),
        Outline::Polygon { points } => {
            let sum: DVec2 = points.iter().map(|point| point.as_dvec2()).sum();
            sum / points.len().max(1) as f64
        }
    }
}

/// Whether an agent has nothing to reach and stands.
fn stands(agent: &AgentSetting, walk: &Move, elapsed: f64) -> bool {
    let slow = MOVING_SHARE * f64::from(agent.max_speed) * elapsed;
    agent.goals.is_empty() && walk.is_here() && elapsed > 0.0 && walk.way().length() <= slow
}
