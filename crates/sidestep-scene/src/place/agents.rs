//! Draws what is drawn for each agent, and finds a place for it to start.

use std::sync::Arc;

use glam::Vec2;

use crate::format::document::way;
use crate::format::number::RangedNumber;
use crate::format::{AgentGroup, Amount, Behavior, BehaviorKind, Scene, SceneError, Start};

use super::clearing::{Clearing, MOST_TRIES, START_GAP, Solid, double, draw_center};
use super::layout::{Layout, LayoutGroup};
use super::layout_agent::LayoutAgent;
use super::layout_behavior::{Aim, LayoutBehavior, LayoutBehaviorKind};
use super::random::{Purpose, Stream};

/// How far (m) a body may reach into an obstacle or wall at a listed start: rounding, no more.
const START_SLACK: f64 = 0.001;

/// The groups, with the names of their behaviours resolved.
pub(super) fn groups(scene: &Scene) -> Vec<LayoutGroup> {
    let mut first = 0;
    let mut members = Vec::new();
    for group in &scene.agents {
        members.push(first..first + group.size());
        first += group.size();
    }
    (scene.agents.iter().enumerate())
        .map(|(index, group)| LayoutGroup {
            name: scene.group_name(index),
            members: members[index].clone(),
            on_arrival: group.on_arrival,
            turn_rate: group.turn_rate.single(),
            time_gap: group.time_gap.single(),
            arrives_near_after: group.arrives_near_after.single(),
            behaviors: (group.behaviors.iter())
                .map(|behavior| resolve_behavior(scene, &members, index, behavior))
                .collect(),
            blend: group.blend,
            avoid: group.avoid,
            method: group.method.clone(),
            responsibility: group.responsibility.single(),
            priority: group.priority.get(),
            route: group.route,
            when_blocked: group.when_blocked,
            control: group.control,
            layer: group.layer,
            mask: group.mask,
            floor: group.floor,
        })
        .collect()
}

fn resolve_behavior(
    scene: &Scene,
    members: &[std::ops::Range<usize>],
    own: usize,
    behavior: &Behavior,
) -> LayoutBehavior {
    use LayoutBehaviorKind as Kind;
    let group_of = |name: &Option<crate::format::Name>| {
        name.as_ref()
            .and_then(|name| scene.group_index(name.as_str()))
    };
    let first_of = |group: Option<usize>| group.map_or(0, |group| members[group].start);
    let group = group_of(&behavior.agents);
    let target = behavior.target.as_ref();
    let target = target.and_then(|name| scene.target_index(name.as_str()));
    let aim = match (behavior.point, target, group) {
        (Some(point), ..) => Aim::Point(point.single()),
        (_, Some(target), _) => Aim::Target(target),
        (_, _, Some(group)) => Aim::Agent(first_of(Some(group))),
        (None, None, None) => Aim::Goal,
    };
    let distance = behavior.distance.map(|it| it.single());
    let slowing_distance = behavior.slowing_distance.map(|it| it.single());
    let horizon = behavior.horizon.map(|it| it.single());
    let radius = behavior.radius.map(|it| it.single());
    let kind = match behavior.kind {
        BehaviorKind::Seek => Kind::Seek { aim },
        BehaviorKind::Flee => Kind::Flee { aim, distance },
        BehaviorKind::Arrive => Kind::Arrive {
            aim,
            slowing_distance,
        },
        BehaviorKind::Pursue => Kind::Pursue { aim, horizon },
        BehaviorKind::Evade => Kind::Evade {
            aim,
            horizon,
            distance,
        },
        BehaviorKind::Wander => Kind::Wander {
            distance,
            radius,
            turn_rate: behavior.turn_rate.map(|it| it.single()),
        },
        BehaviorKind::FollowPath => Kind::FollowPath {
            points: behavior.path.as_ref().map_or_else(
                || Arc::from([]),
                |path| path.points().iter().map(|point| point.single()).collect(),
            ),
            closed: behavior.closed,
            radius,
            horizon,
        },
        BehaviorKind::Hide => Kind::Hide { aim, distance },
        BehaviorKind::Interpose => Kind::Interpose {
            first: first_of(group),
            second: first_of(group_of(&behavior.other)),
        },
        BehaviorKind::Separation => Kind::Separation { group, distance },
        BehaviorKind::Alignment => Kind::Alignment {
            group: group.unwrap_or(own),
            distance,
        },
        BehaviorKind::Cohesion => Kind::Cohesion {
            group: group.unwrap_or(own),
            distance,
        },
        BehaviorKind::FollowLeader => Kind::FollowLeader {
            leader: first_of(group),
            distance,
        },
        BehaviorKind::Queue => Kind::Queue { group, distance },
    };
    LayoutBehavior {
        weight: behavior.weight.single(),
        kind,
    }
}

/// All agents, without their goals. Those with a given start are placed first, so that the others
/// keep off them.
pub(super) fn place(scene: &Scene, layout: &Layout) -> Result<Vec<LayoutAgent>, SceneError> {
    let mut agents = Vec::new();
    for (index, group) in scene.agents.iter().enumerate() {
        for number in 0..group.size() {
            agents.push(drawn(scene.seed.get(), index, number, group));
        }
    }
    let mut clearing = Clearing::of(layout, &agents, |obstacle| obstacle.is_present(0.0));
    for (index, group) in scene.agents.iter().enumerate() {
        let given: Vec<Vec2> = match group.start() {
            Ok(Start::Listed(points)) => points.iter().map(|point| point.single()).collect(),
            Ok(Start::Round(count, circle)) => (0..count)
                .map(|number| circle.start(number, count))
                .collect(),
            _ => continue,
        };
        let members = layout.groups[index].members.clone();
        for (number, (start, id)) in given.into_iter().zip(members).enumerate() {
            agents[id].start = start;
            let radius = f64::from(agents[id].radius);
            if let Some(level) = &layout.level {
                let near = group.height.map(|height| height.single());
                let ground = level.ground_at(index, start, near).map_err(|what| {
                    let listed = way!["agents", index, "positions", number];
                    let way = if group.circle.is_some() {
                        &way!["agents", index, "circle"][..]
                    } else {
                        &listed[..]
                    };
                    scene.error_at(
                        way,
                        format!(
                            "agent {number} (counted from 0) of group `{}` would start at [{}, {}], \
                             where {what}",
                            layout.groups[index].name, start.x, start.y
                        ),
                    )
                })?;
                agents[id].height = ground;
            }
            let body = layout.body(&agents[id]);
            if !clearing.is_free_between(double(start), radius, -START_SLACK, body) {
                let what = what_is_in_the_way(layout, double(start), radius);
                let listed = way!["agents", index, "positions", number];
                let way = if group.circle.is_some() {
                    &way!["agents", index, "circle"][..]
                } else {
                    &listed[..]
                };
                return Err(scene.error_at(
                    way,
                    format!(
                        "agent {number} (counted from 0) of group `{}`, radius {} m, would start \
                         at [{}, {}] {what}; move it, or make it smaller",
                        layout.groups[index].name, agents[id].radius, start.x, start.y
                    ),
                ));
            }
        }
    }
    for (index, group) in layout.groups.iter().enumerate() {
        if matches!(scene.agents[index].start(), Ok(Start::Round(..))) {
            part_on_circle(scene, index, &agents[group.members.clone()])?;
        }
    }
    // Only now: listed agents may overlap each other, so none was tested against these.
    for (index, group) in layout.groups.iter().enumerate() {
        if !matches!(scene.agents[index].start(), Ok(Start::Random(..))) {
            for agent in &agents[group.members.clone()] {
                let disc = Solid::Disc(double(agent.start), f64::from(agent.radius));
                clearing.add_between(disc, layout.body(agent));
            }
        }
    }
    for (index, group) in scene.agents.iter().enumerate() {
        let Ok(Start::Random(count, region)) = group.start() else {
            continue;
        };
        for (number, id) in layout.groups[index].members.clone().enumerate() {
            let numbers = [index as u64, number as u64];
            let mut stream = Stream::new(scene.seed.get(), Purpose::Start, &numbers);
            let radius = f64::from(agents[id].radius);
            let near = group.height.map(|height| height.single());
            let start = (0..MOST_TRIES)
                .map_while(|_| draw_center(&mut stream, region, radius))
                .find_map(|start| {
                    let mut agent = LayoutAgent {
                        start,
                        ..agents[id].clone()
                    };
                    if let Some(level) = &layout.level {
                        agent.height = level.ground_at(index, start, near).ok()?;
                    }
                    let body = layout.body(&agent);
                    let free = clearing.is_free_between(double(start), radius, START_GAP, body);
                    free.then_some(agent)
                });
            let Some(agent) = start else {
                let on_level = if layout.level.is_some() {
                    " where the level has ground for them"
                } else {
                    ""
                };
                return Err(scene.error_at(
                    &way!["agents", index, "count"],
                    format!(
                        "only {number} of {count} agents of group `{}` fit into its region{on_level}; \
                         enlarge `region`, or lower `count` or `radius`",
                        layout.groups[index].name
                    ),
                ));
            };
            clearing.add_between(
                Solid::Disc(double(agent.start), radius),
                layout.body(&agent),
            );
            agents[id] = agent;
        }
    }
    Ok(agents)
}

/// Refuses a circle that is too small for those who start on it.
fn part_on_circle(scene: &Scene, index: usize, ring: &[LayoutAgent]) -> Result<(), SceneError> {
    let Some(last) = ring.last() else {
        return Ok(());
    };
    if ring.len() < 2 {
        return Ok(());
    }
    let mut before = last;
    let mut tightest = 1.0_f64;
    for agent in ring {
        let apart = f64::from(agent.start.distance(before.start));
        let touching = f64::from(agent.radius) + f64::from(before.radius);
        if apart < touching - START_SLACK {
            tightest = tightest.max(touching / apart.max(touching * 1e-6));
        }
        before = agent;
    }
    if tightest <= 1.0 {
        return Ok(());
    }
    Err(scene.error_at(
        &way!["agents", index, "circle"],
        format!(
            "{} agents of group `{}` don't fit on the circle beside each other; make its `radius` \
             {:.3} times as large, or lower `count` or the agents' `radius`",
            ring.len(),
            scene.group_name(index),
            // Rounded up, so that what is said is enough.
            (tightest * 1000.0).ceil() / 1000.0
        ),
    ))
}

/// Why a body doesn't fit where it is listed.
fn what_is_in_the_way(layout: &Layout, center: [f64; 2], radius: f64) -> String {
    let reach = radius - START_SLACK;
    let is_hit = |solid: Solid| solid.distance(center) < reach;
    let obstacle = layout
        .obstacles
        .iter()
        .position(|obstacle| obstacle.is_present(0.0) && is_hit(Solid::of(&obstacle.outline)));
    let wall = layout
        .walls
        .iter()
        .position(|wall| Solid::of_wall(wall).is_some_and(is_hit));
    match (obstacle, wall) {
        (Some(index), _) => format!("inside obstacle {index} (counted from 0)"),
        (None, Some(index)) => format!("in wall segment {index} (counted from 0)"),
        (None, None) => "beyond the edges of the world".to_owned(),
    }
}

/// What is drawn for an agent, in this order, one draw each whether it is a range or not: so a
/// range for one thing changes nothing about the others.
fn drawn(seed: u64, group_index: usize, number: usize, group: &AgentGroup) -> LayoutAgent {
    let numbers = [group_index as u64, number as u64];
    let mut stream = Stream::new(seed, Purpose::Agent, &numbers);
    let radius = draw(&mut stream, group.radius) as f32;
    let speed = draw(&mut stream, group.speed) as f32;
    let max_speed = draw_optional(&mut stream, group.max_speed).map_or(speed, |it| it as f32);
    let max_force = draw_optional(&mut stream, group.max_force).map(|it| it as f32);
    let mass = draw(&mut stream, group.mass) as f32;
    let heading = draw_optional(&mut stream, group.heading);
    let initial_speed = draw(&mut stream, group.initial_speed) as f32;
    // Zero stands for "towards the first goal" until the goals are known.
    let facing = heading.map_or(Vec2::ZERO, |angle| {
        let (sine, cosine) = libm::sincos(angle);
        Vec2::new(cosine as f32, sine as f32)
    });
    LayoutAgent {
        group: group_index,
        start: Vec2::ZERO,
        height: 0.0,
        facing,
        initial_speed: initial_speed.min(max_speed),
        radius,
        speed: speed.min(max_speed),
        max_speed,
        max_force,
        mass,
        goals: Vec::new(),
    }
}

fn draw<T: RangedNumber>(stream: &mut Stream, amount: Amount<T>) -> f64 {
    stream.between(amount.smallest(), amount.largest())
}

fn draw_optional<T: RangedNumber>(stream: &mut Stream, amount: Option<Amount<T>>) -> Option<f64> {
    match amount {
        Some(amount) => Some(draw(stream, amount)),
        None => {
            stream.bits();
            None
        }
    }
}
