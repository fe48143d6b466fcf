//! Stage 2: which goal each agent has now, and where that is.

use glam::Vec2;

use super::agent::Agent;
use super::batches::for_each_batch;
use super::routes::Leg;
use super::sense::Picture;
use super::ways::{WayScratch, Wayfarer};
use super::{Event, EventKind, Goal, Objective, OnArrival, Target, World};
use crate::avoid::Obstacle;
use crate::explain::Recorder;
use crate::geometry::Bounds;
use crate::motion::Body;
use crate::space::{Filter, Floor};

/// How often a goal is moved out of obstacles at the most: out of one it may fall into the next.
const MOST_MOVES: usize = 4;

impl World {
    pub(super) fn plan(&mut self, dt: f32) {
        let mut events = std::mem::take(&mut self.events);
        let (picture, agents) = self.split();
        let mut nearby = Nearby::default();
        for agent in agents.iter_mut() {
            plan_for(&picture, agent, dt, &mut events, &mut nearby);
        }
        self.hand_out_paths();
        let (picture, agents) = self.split();
        for_each_batch(picture.settings.parallel, agents, |batch| {
            let mut scratch = WayScratch::default();
            for agent in batch {
                find_way(&picture, agent, dt, &mut scratch, &mut ());
            }
        });
        self.events = events;
    }

    fn hand_out_paths(&mut self) {
        let most = self.settings.paths_per_step;
        self.routes.plan(
            &mut self.agents,
            &self.obstacles,
            &self.temporaries,
            self.time,
            most,
        );
    }
}

/// Memory that is reused from agent to agent.
#[derive(Default)]
pub(super) struct Nearby<'a> {
    boxes: Vec<(u32, Vec2)>,
    obstacles: Vec<Obstacle<'a>>,
}

/// Which goal one agent has now, and where that is.
pub(super) fn plan_for<'a>(
    picture: &Picture<'a>,
    agent: &mut Agent,
    dt: f32,
    events: &mut Vec<Event>,
    nearby: &mut Nearby<'a>,
) {
    advance_goals(picture, agent, dt, events);
    agent.memory.aim = aim(picture, agent).map(|aim| {
        free_place(
            picture,
            agent.body.radius,
            &agent.profile.filter,
            aim,
            nearby,
        )
    });
}

/// Which way one agent takes to where it wants to go.
pub(super) fn find_way<'a>(
    picture: &Picture<'a>,
    agent: &mut Agent,
    dt: f32,
    scratch: &mut WayScratch<'a>,
    recorder: &mut impl Recorder,
) {
    let leg = match agent.memory.aim {
        Some(goal) if agent.profile.follows_paths() => {
            let floor = &mut agent.profile.filter.floor;
            let leg = agent.memory.route.leg(&agent.body, floor, goal, dt);
            agent.memory.route.tell(&agent.body, recorder);
            leg
        }
        _ => Leg::None,
    };
    let wayfarer = Wayfarer {
        picture,
        id: agent.id,
        body: &agent.body,
        profile: &agent.profile,
    };
    wayfarer.find_way(leg, &mut agent.memory, scratch, recorder);
    agent.prepare_jump();
    if recorder.listens() {
        agent.tell_jump(recorder);
        if agent.memory.still.stands() {
            recorder.reason(|| "stands still: others walk round it".to_owned());
        }
    }
}

/// Takes the next goal as long as the current one is reached or its time is up. Says whether it did.
pub(super) fn advance_goals(
    picture: &Picture<'_>,
    agent: &mut Agent,
    dt: f32,
    events: &mut Vec<Event>,
) -> bool {
    let mut advanced = false;
    let goals = &agent.profile.goals;
    let memory = &mut agent.memory;
    while let Some(goal) = goals.get(memory.goal) {
        let late = goal
            .time_limit
            .is_some_and(|limit| memory.goal_seconds >= f64::from(limit));
        if !late && !is_reached(picture, &agent.body, agent.profile.filter.floor, goal) {
            memory.goal_seconds += f64::from(dt);
            return advanced;
        }
        advanced = true;
        let last = memory.goal + 1 == goals.len();
        let mut tell = |kind| {
            events.push(Event {
                time: picture.time,
                agent: agent.id,
                kind,
            });
        };
        if !(last && memory.arrived) {
            tell(EventKind::GoalReached { index: memory.goal });
        }
        memory.goal_seconds = 0.0;
        memory.watch = Default::default();
        if last {
            if !memory.arrived {
                memory.arrived = true;
                tell(EventKind::Arrived);
            }
            if agent.profile.on_arrival == OnArrival::Continue {
                return advanced;
            }
        }
        memory.goal += 1;
    }
    advanced
}

fn is_reached(picture: &Picture<'_>, body: &Body, floor: Floor, goal: &Goal) -> bool {
    // On the floor above or below it isn't there yet.
    if goal.height.is_some_and(|height| {
        !(floor.low - 0.5 * (floor.high - floor.low)..=floor.high).contains(&height)
    }) {
        return false;
    }
    let (position, radius) = (body.position, body.radius);
    match goal.objective {
        Objective::Reach {
            target,
            radius: distance,
        } => picture
            .target(position, target)
            .is_some_and(|target| position.distance(target) <= distance),
        Objective::Enter { min, max, .. } => {
            let position = picture
                .settings
                .topology
                .nearest_image(min.midpoint(max), position);
            position.distance(position.clamp(min, max)) < radius
        }
        Objective::Flee { from, distance } => picture
            .target(position, from)
            .is_some_and(|from| position.distance(from) >= distance),
        Objective::Head { .. } | Objective::Idle => false,
    }
}

/// Where the current goal is, or the last one for an agent that has stopped there.
fn aim(picture: &Picture<'_>, agent: &Agent) -> Option<Vec2> {
    let goals = &agent.profile.goals;
    let goal = goals.get(agent.memory.goal).or(goals.last())?;
    let position = agent.body.position;
    match goal.objective {
        Objective::Reach { target, .. } => picture.target(position, target),
        Objective::Enter {
            aim: Some(point), ..
        } => picture.target(position, Target::Point(point)),
        Objective::Enter {
            min,
            max,
            aim: None,
        } => {
            let image = picture
                .settings
                .topology
                .nearest_image(min.midpoint(max), position);
            // Into the box by a radius where it is wide enough, so that the disc doesn't stop at the edge.
            let inset = ((max - min) * 0.5).min(Vec2::splat(agent.body.radius));
            Some(position + (image.clamp(min + inset, max - inset) - image))
        }
        Objective::Flee { from, distance } => {
            let from = picture.target(position, from)?;
            let away = (position - from).normalize_or(agent.body.heading);
            Some(from + away * (distance + agent.body.radius))
        }
        Objective::Head { direction } => {
            let far = 1000.0;
            Some(position + direction.normalize_or_zero() * far)
        }
        Objective::Idle => None,
    }
}

/// A place inside an obstacle moves to the nearest one where a body of that radius fits.
pub(super) fn free_place<'a>(
    picture: &Picture<'a>,
    radius: f32,
    filter: &Filter,
    mut aim: Vec2,
    nearby: &mut Nearby<'a>,
) -> Vec2 {
    let Nearby { boxes, obstacles } = nearby;
    // Clear of the distance that look-ahead always keeps.
    let radius = radius * 1.05;
    for _ in 0..MOST_MOVES {
        let area = Bounds { min: aim, max: aim }.grown(radius);
        picture.obstacles.touching(area, filter, boxes, obstacles);
        let deepest = obstacles
            .iter()
            .map(|obstacle| obstacle.hull().surface(aim))
            .filter(|surface| surface.distance < radius)
            .min_by(|a, b| a.distance.total_cmp(&b.distance));
        let Some(surface) = deepest else {
            break;
        };
        aim += surface.normal * (radius - surface.distance);
    }
    aim
}
