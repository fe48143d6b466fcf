//! Stage 3: behaviours and avoidance, blended into one force an agent.

use glam::Vec2;

use super::agent::{Agent, Memory, Outcome};
use super::batches::for_each_batch;
use super::behave::{goal_forces, wait_in_line};
use super::sense::Picture;
use super::{AgentId, AgentSpec, Avoidance, World};
use crate::avoid::Obstacle;
use crate::avoid::look_ahead::{Guard, Intent};
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
    pub forces: Vec<Weighted>,
    pub names: Vec<&'static str>,
    /// What the blend gave each force (N).
    pub given: Vec<Vec2>,
}

impl World {
    pub(super) fn decide(&mut self, dt: f32) {
        let (picture, agents) = self.split();
        for_each_batch(picture.settings.parallel, agents, |batch| {
            decide_for(&picture, batch, dt);
        });
    }
}

fn decide_for(picture: &Picture<'_>, agents: &mut [Agent], dt: f32) {
    let mut scratch = Scratch::default();
    for agent in agents {
        agent.force = decide(
            picture,
            agent.id,
            &agent.body,
            &agent.profile,
            &mut agent.memory,
            dt,
            &mut scratch,
            &mut (),
        );
    }
}

/// The force (N) that one agent applies in this step.
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
    if let Avoidance::Classic(classic) = profile.avoidance {
        // It takes every shape for the circle around it, which reaches further than the shape.
        let distance = classic.reach() + picture.obstacles.largest_radius();
        gather_obstacles(picture, body, profile, distance, scratch);
        let force = classic.steer(body, scratch.obstacles.iter().copied(), recorder);
        scratch.forces.push(Weighted { force, weight: 1.0 });
        scratch.names.push("look_ahead");
    }
    let aim = goal_forces(picture, id, body, profile, memory, dt, scratch);
    if let Some(at) = aim {
        recorder.mark(MarkKind::Aim, MarkShape::Point { at }, || "aim".to_owned());
    }
    let largest = body.limits.max_force;
    let Avoidance::LookAhead(look_ahead) = profile.avoidance else {
        let blended = blend(profile, scratch, largest);
        let wanted = wait_in_line(picture, id, body, profile, blended, dt, scratch);
        let total = wanted.clamp_length_max(largest);
        record(scratch, share_left(wanted, total), recorder);
        return total;
    };

    // What the behaviours are after. A single strong force isn't cut yet: cut, it would hide in which
    // direction the agent wants to turn.
    let strongest = scratch
        .forces
        .iter()
        .map(|share| (share.force * share.weight).length())
        .fold(largest, f32::max);
    let blended = blend(profile, scratch, strongest);
    let wanted = wait_in_line(picture, id, body, profile, blended, dt, scratch);
    let possible = wanted.clamp_length_max(largest);
    record(scratch, share_left(wanted, possible), recorder);
    let intent = Intent {
        velocity: body.intended_velocity(wanted, dt),
        reach: aim.map_or(f32::INFINITY, |aim| body.position.distance(aim)),
    };
    let guard = Guard::for_extent(picture.senses.extent);
    let distance = look_ahead
        .query_distance(body, &intent)
        .max(guard.reach(body, dt));
    gather_obstacles(picture, body, profile, distance, scratch);
    let steering = look_ahead.steer(
        body,
        &intent,
        &scratch.obstacles,
        &mut memory.side,
        dt,
        recorder,
    );
    memory.outcome = Outcome {
        enclosed: steering.enclosed,
        threat: steering.threat,
        side: steering.side,
    };
    let steered = if steering.velocity == intent.velocity {
        wanted
    } else {
        body.force_towards(steering.velocity, dt)
    };
    let guarded = guard.filter(body, steered, dt, &scratch.obstacles, recorder);
    recorder.force(
        "look_ahead",
        1.0,
        steered - wanted,
        guarded.force - possible,
    );
    guarded.force
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
