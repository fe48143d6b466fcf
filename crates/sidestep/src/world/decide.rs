//! Stage 3: behaviours and avoidance, blended into one force an agent.

use glam::Vec2;

use super::agent::{Memory, Outcome};
use super::batches::for_each_batch;
use super::behave::{goal_forces, wait_in_line};
use super::encounter::Encounters;
use super::pass::{avoidance_forces, guard, pass_agents, pass_obstacles};
use super::sense::Picture;
use super::{AgentAvoidance, AgentId, AgentSpec, Control, ObstacleAvoidance, World};
use crate::avoid::detour::Barrier;
use crate::avoid::guard::SeparatingLine;
use crate::avoid::orca::OrcaScratch;
use crate::avoid::right_of_way::Standing;
use crate::avoid::sampling::SamplingScratch;
use crate::avoid::{Obstacle, SharedNeighbor, Wish};
use crate::blend::Weighted;
use crate::explain::{MarkKind, MarkShape, Recorder};
use crate::geometry::Bounds;
use crate::motion::Body;
use crate::steer::Neighbor;

/// Memory that is reused from agent to agent.
#[derive(Default)]
pub(super) struct Scratch<'a> {
    pub neighbors: Vec<Neighbor>,
    pub boxes: Vec<(u32, Vec2)>,
    pub obstacles: Vec<Obstacle<'a>>,
    pub barriers: Vec<Barrier<'a>>,
    pub forces: Vec<Weighted>,
    pub names: Vec<&'static str>,
    /// What the blend gave each force (N).
    pub given: Vec<Vec2>,
    pub others: Vec<SharedNeighbor>,
    /// How each of them stands among those who block each other.
    pub standings: Vec<Option<Standing>>,
    pub lines: Vec<SeparatingLine>,
    pub sampling: SamplingScratch,
    pub orca: OrcaScratch,
}

impl World {
    pub(super) fn decide(&mut self, dt: f32) {
        let (picture, agents) = self.split();
        for_each_batch(picture.settings.parallel, agents, |batch| {
            let mut scratch = Scratch::default();
            for agent in batch {
                if agent.is_in_the_air() {
                    agent.force = Vec2::ZERO;
                    continue;
                }
                agent.force = decide(
                    &picture,
                    agent.id,
                    &agent.body,
                    &agent.profile,
                    &mut agent.memory,
                    dt,
                    &mut scratch,
                    &mut (),
                );
            }
        });
    }
}

/// The force (N) that one agent applies in this step: what its behaviours want, led past obstacles, then past other
/// agents, and guarded.
#[allow(clippy::too_many_arguments)]
pub(super) fn decide<'a>(
    picture: &Picture<'a>,
    id: AgentId,
    body: &Body,
    profile: &AgentSpec,
    memory: &mut Memory,
    dt: f32,
    scratch: &mut Scratch<'a>,
    recorder: &mut impl Recorder,
) -> Vec2 {
    memory.outcome = Outcome::default();
    scratch.forces.clear();
    scratch.names.clear();
    if profile.control == Control::Driven {
        return Vec2::ZERO;
    }
    let encounters = Encounters {
        picture,
        id,
        body,
        profile,
        goal: memory.goal,
        aim: memory.aim,
        // Who stands still itself makes room instead.
        walks_round: memory.way.walks_round()
            && memory.still.place.is_none()
            && profile.detouring.neighborhood() > 0.0,
    };
    avoidance_forces(&encounters, dt, scratch, recorder);
    let aim = goal_forces(picture, id, body, profile, memory, dt, scratch);
    memory.wanted_speed = 0.0;
    if let Some(at) = aim {
        recorder.mark(MarkKind::Aim, MarkShape::Point { at }, || "aim".to_owned());
    }
    let largest = body.limits.max_force;
    let has_last_word = matches!(profile.obstacle_avoidance, ObstacleAvoidance::LookAhead(_))
        || matches!(
            profile.agent_avoidance,
            AgentAvoidance::Sampling(_) | AgentAvoidance::Orca(_)
        );
    if !has_last_word {
        let blended = blend(profile, scratch, largest);
        let wanted = wait_in_line(picture, id, body, profile, blended, dt, scratch);
        let total = wanted.clamp_length_max(largest);
        memory.wanted_speed = body.intended_velocity(wanted, dt).length();
        record(scratch, share_left(wanted, total), recorder);
        return total;
    }

    // What the behaviours are after. A single strong force isn't cut yet: cut, it would hide in which
    // direction the agent wants to turn.
    let strongest = scratch
        .forces
        .iter()
        .map(|share| (share.force * share.weight).length())
        .fold(largest, f32::max);
    let mut blended = blend(profile, scratch, strongest);
    // Weights say which behaviour counts more, not how far to overshoot what it wants.
    let weights = scratch.forces.iter().map(|share| share.weight);
    let heaviest = weights.fold(1.0, f32::max);
    if heaviest > 1.0 {
        blended /= heaviest;
        for given in &mut scratch.given {
            *given /= heaviest;
        }
    }
    let wanted = wait_in_line(picture, id, body, profile, blended, dt, scratch);
    let possible = wanted.clamp_length_max(largest);
    record(scratch, share_left(wanted, possible), recorder);
    let wish = Wish {
        id: id.0,
        velocity: body.intended_velocity(wanted, dt),
        force: wanted,
        reach: aim.map_or(f32::INFINITY, |aim| body.position.distance(aim)),
        dt,
    };
    memory.wanted_speed = wish.velocity.length();
    let past_obstacles = pass_obstacles(&encounters, &wish, memory, scratch, recorder);
    let beside = Wish {
        velocity: past_obstacles,
        ..wish
    };
    let past_agents = pass_agents(&encounters, &beside, memory, scratch, recorder);
    let steered = if past_agents == wish.velocity {
        wanted
    } else if matches!(profile.agent_avoidance, AgentAvoidance::Orca(_)) {
        // The method counts on velocities that are there at once.
        (past_agents - body.velocity) * (body.mass / dt)
    } else {
        body.force_towards(past_agents, dt)
    };
    let led_past_obstacles = if past_obstacles == wish.velocity {
        wanted
    } else {
        body.force_towards(past_obstacles, dt)
    };
    let last = Wish {
        force: steered,
        ..wish
    };
    let total = guard(&encounters, &last, memory, scratch, recorder);
    if recorder.listens() {
        // What each method changed, as it was asked and as much of it as the largest force allows.
        let cut = |force: Vec2| force.clamp_length_max(largest);
        let past_agents = match profile.agent_avoidance {
            AgentAvoidance::Orca(_) => "orca",
            _ => "sampling",
        };
        let changes = [
            ("look_ahead", wanted, led_past_obstacles),
            (past_agents, led_past_obstacles, steered),
        ];
        for (name, before, after) in changes {
            if after != before {
                recorder.force(name, 1.0, after - before, cut(after) - cut(before));
            }
        }
        let unguarded = cut(steered);
        if total != unguarded {
            let change = total - unguarded;
            recorder.force("guard", 1.0, change, change);
        }
    }
    total
}

fn blend(profile: &AgentSpec, scratch: &mut Scratch<'_>, largest: f32) -> Vec2 {
    let given = &mut scratch.given;
    given.clear();
    profile
        .blend
        .combine(&scratch.forces, largest, |_, share| given.push(share))
}

/// The share that is left of a force after it was cut.
fn share_left(wanted: Vec2, cut: Vec2) -> f32 {
    if cut == wanted {
        1.0
    } else {
        cut.length() / wanted.length()
    }
}

/// Tells what each behaviour asked for and what it got, after the sum was cut to `share`.
fn record(scratch: &Scratch<'_>, share: f32, recorder: &mut impl Recorder) {
    for ((name, asked), given) in scratch
        .names
        .iter()
        .zip(&scratch.forces)
        .zip(&scratch.given)
    {
        recorder.force(name, asked.weight, asked.force, *given * share);
    }
}

pub(super) fn gather_obstacles<'a>(
    picture: &Picture<'a>,
    body: &Body,
    profile: &AgentSpec,
    distance: f32,
    scratch: &mut Scratch<'a>,
) {
    let area = Bounds {
        min: body.position,
        max: body.position,
    }
    .grown(distance);
    picture.obstacles.touching(
        area,
        &profile.filter,
        &mut scratch.boxes,
        &mut scratch.obstacles,
    );
}
