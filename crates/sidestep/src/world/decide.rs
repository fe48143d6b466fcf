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
        gather_obstacles(picture, body, profile, classic.reach(), scratch);
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
        let wanted = blend(profile, scratch, largest, recorder);
        return wait_in_line(picture, id, body, profile, wanted, dt, scratch, recorder);
    };

    // What the behaviours are after. A single strong force isn't cut yet: cut, it would hide in which
    // direction the agent wants to turn.
    let strongest = scratch
        .forces
        .iter()
        .map(|share| (share.force * share.weight).length())
        .fold(largest, f32::max);
    let wanted = blend(profile, scratch, strongest, recorder);
    let wanted = wait_in_line(picture, id, body, profile, wanted, dt, scratch, recorder);
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
    let correction = guarded.force - wanted.clamp_length_max(largest);
    recorder.force("look_ahead", 1.0, steered - wanted, correction);
    guarded.force
}

fn blend(
    profile: &AgentSpec,
    scratch: &Scratch<'_>,
    largest: f32,
    recorder: &mut impl Recorder,
) -> Vec2 {
    profile
        .blend
        .combine(&scratch.forces, largest, |index, given| {
            let share = scratch.forces[index];
            recorder.force(scratch.names[index], share.weight, share.force, given);
        })
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
