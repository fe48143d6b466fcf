//! Stage 5: contacts. Nobody ends inside a wall, an obstacle or another agent, and nobody jumps through
//! a wall, however fast it is.

use glam::Vec2;

use super::World;
use super::agent::Agent;
use super::sense::Picture;
use crate::avoid::Obstacle;
use crate::avoid::look_ahead::Guard;
use crate::geometry::Bounds;
use crate::motion::Body;
use crate::space::Filter;
use crate::steer::parting_direction;

/// How often a move is bent along what it hits: two walls of a corner, and a spare.
const MOST_SLIDES: usize = 4;

/// Overlaps below this share of the radius are left alone, so that touching agents don't tremble.
const SLACK: f32 = 1e-4;

impl World {
    pub(super) fn settle(&mut self, dt: f32) {
        if self.settings.settle {
            let mut buffers = Buffers::default();
            let skin = Guard::for_extent(self.senses.extent).skin;
            self.slide_along_obstacles(skin, &mut buffers);
            for _ in 0..self.settings.settle_passes {
                if !self.part_agents(skin, &mut buffers) {
                    break;
                }
            }
            self.keep_velocities_honest(dt);
        }
        let topology = self.settings.topology;
        for agent in &mut self.agents {
            agent.body.position = topology.wrap(agent.body.position);
        }
        self.senses.stale = true;
    }

    /// Takes every agent from where the step began to where it wants to be, bent along what is in the way.
    fn slide_along_obstacles(&mut self, skin: f32, buffers: &mut Buffers) {
        let (picture, agents) = self.split();
        for agent in agents {
            let wanted = agent.body.position - agent.previous;
            let mut found = Vec::new();
            agent.body.position = slide(
                &picture,
                &agent.body,
                &agent.profile.filter,
                agent.previous,
                wanted,
                skin,
                &mut buffers.boxes,
                &mut found,
            );
        }
    }

    /// One pass that pushes overlapping agents apart. Says whether anybody moved.
    fn part_agents(&mut self, skin: f32, buffers: &mut Buffers) -> bool {
        let settings = self.settings;
        // The grid knows places inside the box only, and a fast agent can be metres outside by now.
        for agent in &mut self.agents {
            let inside = settings.topology.wrap(agent.body.position);
            agent.previous += inside - agent.body.position;
            agent.body.position = inside;
        }
        self.senses.look(&self.agents, &settings);
        let (picture, agents) = self.split();
        buffers.pushes.clear();
        buffers.pushes.extend(
            agents
                .iter()
                .map(|agent| push(&picture, agent, &mut buffers.touching)),
        );
        let mut moved = false;
        for (agent, push) in agents.iter_mut().zip(&buffers.pushes) {
            if *push == Vec2::ZERO {
                continue;
            }
            moved = true;
            let mut found = Vec::new();
            agent.body.position = slide(
                &picture,
                &agent.body,
                &agent.profile.filter,
                agent.body.position,
                *push,
                skin,
                &mut buffers.boxes,
                &mut found,
            );
        }
        moved
    }

    /// An agent that was held up isn't faster than it has moved; one that was pushed gains nothing.
    fn keep_velocities_honest(&mut self, dt: f32) {
        for agent in &mut self.agents {
            let moved = agent.body.position - agent.previous;
            let wanted = agent.body.velocity * dt;
            if moved.distance_squared(wanted) > 1e-10 {
                let speed = agent.body.speed();
                agent.body.velocity = (moved / dt).clamp_length_max(speed);
            }
        }
    }
}

#[derive(Default)]
struct Buffers {
    boxes: Vec<(u32, Vec2)>,
    touching: Vec<(u32, Vec2)>,
    pushes: Vec<Vec2>,
}

/// Where a move by `way` (m) from `start` ends if it is bent along walls and obstacles.
#[allow(clippy::too_many_arguments)]
fn slide<'a>(
    picture: &Picture<'a>,
    body: &Body,
    filter: &Filter,
    start: Vec2,
    way: Vec2,
    skin: f32,
    boxes: &mut Vec<(u32, Vec2)>,
    found: &mut Vec<Obstacle<'a>>,
) -> Vec2 {
    let area = Bounds {
        min: start.min(start + way),
        max: start.max(start + way),
    }
    .grown(body.radius + 2.0 * skin);
    picture.obstacles.touching(area, filter, boxes, found);
    if found.is_empty() {
        return start + way;
    }
    let mut position = push_out(start, body.radius, found);
    let mut left = way;
    for _ in 0..MOST_SLIDES {
        let length = left.length();
        let Some(direction) = left.try_normalize() else {
            break;
        };
        let mut first: Option<(f32, Vec2)> = None;
        for obstacle in found.iter() {
            let hit = obstacle
                .hull()
                .sweep(position, direction, body.radius + skin, length);
            if let Some(hit) = hit
                && first.is_none_or(|(distance, _)| hit.distance < distance)
            {
                first = Some((hit.distance, hit.normal));
            }
        }
        let Some((distance, normal)) = first else {
            return position + left;
        };
        position += direction * distance;
        let rest = left - direction * distance;
        // A little outward, or rounding would leave a part that points into the wall.
        left = rest - normal * (rest.dot(normal) * 1.0001);
        if left.dot(way) <= 0.0 {
            break;
        }
    }
    position
}

/// Out of obstacles that the agent overlaps already, because they moved or appeared on it.
fn push_out(mut position: Vec2, radius: f32, found: &[Obstacle<'_>]) -> Vec2 {
    for _ in 0..MOST_SLIDES {
        let deepest = found
            .iter()
            .map(|obstacle| obstacle.hull().surface(position))
            .min_by(|a, b| a.distance.total_cmp(&b.distance));
        match deepest {
            Some(surface) if surface.distance < radius => {
                position += surface.normal * (radius - surface.distance);
            }
            _ => break,
        }
    }
    position
}

/// How far an agent is pushed by those it overlaps (m): the heavier moves less. The sum is in order of
/// id, so that it doesn't depend on the grid.
fn push(picture: &Picture<'_>, agent: &Agent, touching: &mut Vec<(u32, Vec2)>) -> Vec2 {
    touching.clear();
    let body = &agent.body;
    let reach = body.radius + picture.senses.largest_radius;
    picture
        .senses
        .grid
        .within(body.position, reach, |index, way| {
            let other = &picture.senses.seen[index as usize];
            let sum = body.radius + other.body.radius;
            if other.id != agent.id
                && way.length_squared() < sum * sum
                && agent.profile.filter.meets(&other.filter)
            {
                touching.push((index, way));
            }
        });
    touching.sort_unstable_by_key(|(index, _)| *index);
    let mut push = Vec2::ZERO;
    let mut count = 0;
    for &(index, way) in touching.iter() {
        let other = &picture.senses.seen[index as usize];
        let distance = way.length();
        let depth = body.radius + other.body.radius - distance;
        if depth <= SLACK * body.radius {
            continue;
        }
        let away = (-way)
            .try_normalize()
            .unwrap_or_else(|| parting_direction(agent.id.0, other.id.0));
        let share = other.body.mass / (body.mass + other.body.mass);
        push += away * (depth * share);
        count += 1;
    }
    // All neighbours push at the same time: the more there are, the less each one's answer is needed.
    if count > 2 {
        push * (2.0 / count as f32)
    } else {
        push
    }
}
