//! Resolves what the agents have to reach, and draws random goals.

use glam::Vec2;
use sidestep::nav::GroundPoint;

use crate::format::document::way;
use crate::format::{Goal, GoalKind, Region, Scene, SceneError};

use super::clearing::{Clearing, MOST_TRIES, START_GAP, double, draw_center};
use super::layout::Layout;
use super::layout_agent::{LayoutAgent, LayoutGoal, LayoutGoalKind};
use super::level::LayoutLevel;
use super::random::{Purpose, Stream};

/// Arrival distance (m) where the scene gives none.
const ARRIVAL: f32 = 0.5;
/// Free gap (m) between two bodies at which one has reached the other, where the scene gives none.
const ARRIVAL_GAP: f32 = 0.1;

/// Draws random goals: for the layout, and anew during a run for groups with `on_arrival =
/// "redraw"`.
#[derive(Clone, Debug)]
pub struct GoalDrawer {
    seed: u64,
    clearing: Clearing,
}

impl GoalDrawer {
    /// Remembers where the walls are, and the obstacles that are there from the start and don't
    /// move.
    pub fn new(layout: &Layout) -> Self {
        Self::at(layout, 0.0)
    }

    /// Remembers where the walls are, and the obstacles that are there at `time` (s) and don't
    /// move.
    pub fn at(layout: &Layout, time: f64) -> Self {
        Self {
            seed: layout.seed,
            clearing: Clearing::of(layout, &layout.agents, |obstacle| obstacle.stands_at(time)),
        }
    }

    /// The point (m) of a random goal, with its height on a level, in round `round`, counted from 0:
    /// round 0 is the one of the layout. It depends on nothing but the scene, the agent, the goal and
    /// the round.
    ///
    /// `None` when the goal isn't random, when there is no such agent or goal, or when no free
    /// point is found.
    pub fn draw(
        &self,
        layout: &Layout,
        agent: usize,
        goal: usize,
        round: u64,
    ) -> Option<GroundPoint> {
        let walker = layout.agents.get(agent)?;
        let drawn = walker.goals.get(goal)?;
        let region = drawn.drawn_from?;
        let number = agent - layout.groups.get(walker.group)?.members.start;
        let numbers = [walker.group as u64, number as u64, goal as u64, round];
        self.draw_in(layout, walker, (region, drawn.near_height), &numbers)
    }

    /// A point of the region; on a level one on the floor that is nearest to the height (m), if there is
    /// one.
    fn draw_in(
        &self,
        layout: &Layout,
        walker: &LayoutAgent,
        (region, near): (Region, Option<f32>),
        numbers: &[u64],
    ) -> Option<GroundPoint> {
        let mut stream = Stream::new(self.seed, Purpose::Goal, numbers);
        let radius = f64::from(walker.radius);
        (0..MOST_TRIES)
            .map_while(|_| draw_center(&mut stream, region, 0.0))
            .find_map(|point| {
                let Some(level) = &layout.level else {
                    let free = self.clearing.is_free(double(point), radius, START_GAP);
                    return free.then_some(GroundPoint::new(point, 0.0));
                };
                let height = level.ground_at(walker.group, point, near).ok()?;
                let body = Some([height, height + level.headroom]);
                let free = (self.clearing).is_free_between(double(point), radius, START_GAP, body);
                free.then_some(GroundPoint::new(point, height))
            })
    }
}

/// Gives each agent its goals, and turns it towards the first where the scene doesn't say how it
/// stands.
pub(super) fn resolve(scene: &Scene, layout: &mut Layout) -> Result<(), SceneError> {
    let drawer = GoalDrawer::new(layout);
    for (index, group) in scene.agents.iter().enumerate() {
        for (number, id) in layout.groups[index].members.clone().enumerate() {
            let mut goals = Vec::with_capacity(group.goals.len());
            for (place, goal) in group.goals.iter().enumerate() {
                let kind = match goal.kind() {
                    Ok(kind) => kind,
                    Err(misfit) => {
                        return Err(scene.misfit(way!["agents", index, "goals", place], misfit));
                    }
                };
                let mut resolved = resolve_goal(scene, layout, id, goal, kind);
                if let Some(region) = resolved.drawn_from {
                    let numbers = [index as u64, number as u64, place as u64, 0];
                    let within = (region, resolved.near_height);
                    let drawn = drawer.draw_in(layout, &layout.agents[id], within, &numbers);
                    let Some(drawn) = drawn else {
                        return Err(scene.error_at(
                            &way!["agents", index, "goals", place, "random"],
                            format!(
                                "no point for a body of radius {} m found that is clear of \
                                 obstacles, walls and edges; enlarge the region or move it",
                                layout.agents[id].radius
                            ),
                        ));
                    };
                    resolved.kind = LayoutGoalKind::Point {
                        point: drawn.position,
                        radius: arrival(goal),
                    };
                    resolved.height = layout.level.as_ref().map(|_| drawn.height);
                } else if let Some(level) = &layout.level {
                    resolved.height = height(level, index, &resolved).map_err(|what| {
                        scene.error_at(
                            &way!["agents", index, "goals", place],
                            format!(
                                "goal {place} of agent {number} (both counted from 0) of group `{}` \
                                 is where {what}",
                                layout.groups[index].name
                            ),
                        )
                    })?;
                }
                goals.push(resolved);
            }
            layout.agents[id].goals = goals;
        }
    }
    for id in 0..layout.agents.len() {
        if layout.agents[id].facing == Vec2::ZERO {
            layout.agents[id].facing = towards_first_goal(layout, id);
        }
    }
    Ok(())
}

/// The height of a goal on a level (m): of one that stays somewhere that of the ground there.
fn height(level: &LayoutLevel, group: usize, goal: &LayoutGoal) -> Result<Option<f32>, String> {
    let place = match goal.kind {
        LayoutGoalKind::Point { point, .. } => point,
        LayoutGoalKind::Region { min, max, aim } => aim.unwrap_or_else(|| min.midpoint(max)),
        _ => return Ok(goal.near_height),
    };
    level.ground_at(group, place, goal.near_height).map(Some)
}

fn arrival(goal: &Goal) -> f32 {
    goal.radius.map_or(ARRIVAL, |radius| radius.single())
}

/// A goal with its names resolved. A random one still lacks its point.
fn resolve_goal(
    scene: &Scene,
    layout: &Layout,
    id: usize,
    goal: &Goal,
    kind: GoalKind<'_>,
) -> LayoutGoal {
    let start = layout.agents[id].start;
    let radius = arrival(goal);
    let distance = goal.distance.map(|distance| distance.single());
    let first_of = |name: &str| {
        let group = scene
            .group_index(name)
            .and_then(|index| layout.groups.get(index));
        group.map_or(0, |group| group.members.start)
    };
    // In a world that wraps, a place laps away is a place inside.
    let at = |point: Vec2| LayoutGoalKind::Point {
        point: layout.topology().wrap(point),
        radius,
    };
    let kind_resolved = match kind {
        GoalKind::Point(point) => at(point.single()),
        GoalKind::Offset(by) => at(start + by.single()),
        GoalKind::Mirror(center) => at(2.0 * center.single() - start),
        GoalKind::Random(_) => at(start),
        GoalKind::Region(region) => LayoutGoalKind::Region {
            min: region.min().single(),
            max: region.max().single(),
            aim: goal.aim.map(|point| point.single()),
        },
        GoalKind::Target(name) => LayoutGoalKind::Target {
            target: scene.target_index(name.as_str()).unwrap_or_default(),
            radius,
        },
        GoalKind::Agent(name) => {
            let agent = first_of(name.as_str());
            let touching = layout.agents[id].radius + layout.agents[agent].radius;
            LayoutGoalKind::Agent {
                agent,
                radius: goal
                    .radius
                    .map_or(touching + ARRIVAL_GAP, |radius| radius.single()),
            }
        }
        GoalKind::Flee(point) => LayoutGoalKind::Flee {
            point: point.single(),
            distance,
        },
        GoalKind::FleeAgent(name) => LayoutGoalKind::FleeAgent {
            agent: first_of(name.as_str()),
            distance,
        },
        GoalKind::Direction(direction) => LayoutGoalKind::Direction {
            direction: direction.unit(),
        },
        GoalKind::Idle(time) => LayoutGoalKind::Idle {
            seconds: time.get(),
        },
    };
    LayoutGoal {
        kind: kind_resolved,
        speed: goal.speed.map(|speed| speed.single()),
        time_limit: goal.time_limit.map(|time| time.get()),
        drawn_from: match kind {
            GoalKind::Random(region) => Some(region),
            _ => None,
        },
        height: None,
        near_height: goal.height.map(|height| height.single()),
    }
}

/// The shortest way to the first goal, with length 1; to the right where that has no way.
pub(crate) fn towards_first_goal(layout: &Layout, id: usize) -> Vec2 {
    let agent = &layout.agents[id];
    let world = layout.topology();
    let start = agent.start;
    let to = |point: Vec2| world.between(start, point);
    let way = agent
        .goals
        .first()
        .map_or(Vec2::ZERO, |goal| match goal.kind {
            LayoutGoalKind::Point { point, .. } => to(point),
            LayoutGoalKind::Region { min, max, aim } => aim.map_or_else(
                || {
                    let image = world.nearest_image(min.midpoint(max), start);
                    image.clamp(min, max) - image
                },
                to,
            ),
            LayoutGoalKind::Target { target, .. } => {
                to(layout.targets[target].track.position_at(0.0))
            }
            LayoutGoalKind::Agent { agent, .. } => to(layout.agents[agent].start),
            LayoutGoalKind::Flee { point, .. } => -to(point),
            LayoutGoalKind::FleeAgent { agent, .. } => -to(layout.agents[agent].start),
            LayoutGoalKind::Direction { direction } => direction,
            LayoutGoalKind::Idle { .. } => Vec2::ZERO,
        });
    way.try_normalize().unwrap_or(Vec2::X)
}
