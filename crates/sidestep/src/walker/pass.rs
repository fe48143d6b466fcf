//! What the avoidance methods make of what the behaviours want: past obstacles, past other agents, and the last word.

use glam::Vec2;

use super::agent::{Memory, Outcome};
use super::decide::{Scratch, gather_obstacles};
use super::encounter::Encounters;
use super::ways::Course;
use super::{AgentAvoidance, ObstacleAvoidance};
use crate::avoid::guard::Guard;
use crate::avoid::right_of_way::{Claim, Lane, Rank, Standing};
use crate::avoid::sampling::VelocitySampling;
use crate::avoid::{Surroundings, Wish};
use crate::blend::Weighted;
use crate::explain::Recorder;

/// Adds the methods that are forces in the blend, as their tutorials have them.
pub(super) fn avoidance_forces<'a>(
    encounters: &Encounters<'_, 'a>,
    dt: f32,
    scratch: &mut Scratch<'a>,
    recorder: &mut impl Recorder,
) {
    let Encounters {
        picture,
        id,
        body,
        profile,
        ..
    } = *encounters;
    let add = |scratch: &mut Scratch<'a>, name, force| {
        scratch.forces.push(Weighted { force, weight: 1.0 });
        scratch.names.push(name);
    };
    match profile.obstacle_avoidance {
        ObstacleAvoidance::Classic(classic) => {
            // It takes every shape for the circle around it, which reaches further than the shape.
            let distance = classic.reach() + picture.obstacles.largest_radius();
            gather_obstacles(picture, body, profile, distance, scratch);
            let force = classic.steer(body, scratch.obstacles.iter().copied(), recorder);
            add(scratch, "look_ahead", force);
        }
        ObstacleAvoidance::Walls(walls) => {
            gather_obstacles(picture, body, profile, walls.reach(), scratch);
            let force = walls.steer(body, &scratch.obstacles, recorder);
            add(scratch, "walls", force);
        }
        ObstacleAvoidance::None | ObstacleAvoidance::LookAhead(_) => {}
    }
    match profile.agent_avoidance {
        AgentAvoidance::Classic(classic) => {
            let reach = classic.neighbor_reach(body, 0.0, picture.senses.fastest) - body.radius;
            gather_others(encounters, reach, reach + body.radius, scratch);
            let radius = reach + body.radius;
            let area = std::f32::consts::PI * radius * radius;
            let density = scratch.others.len() as f32 / area;
            // One after the other, in the order of their ids.
            scratch
                .others
                .sort_unstable_by_key(|other| other.neighbor.id);
            let neighbors = scratch.others.iter().map(|other| &other.neighbor);
            let force = classic.steer(body, neighbors, density, dt, recorder).force;
            add(scratch, "unaligned", force);
        }
        AgentAvoidance::Anticipatory(anticipatory) => {
            let reach =
                anticipatory.neighbor_reach(body, 0.0, picture.senses.fastest) - body.radius;
            gather_others(encounters, reach, reach + body.radius, scratch);
            let neighbors = scratch.others.iter().map(|other| &other.neighbor);
            let force = anticipatory.steer(body, id.0, neighbors, recorder);
            add(scratch, "anticipation", force);
        }
        AgentAvoidance::None | AgentAvoidance::Sampling(_) | AgentAvoidance::Orca(_) => {}
    }
}

/// Gathers the obstacles within `seen` metres, and the others within `reach` metres that none of these hides.
fn gather_others<'a>(
    encounters: &Encounters<'_, 'a>,
    reach: f32,
    seen: f32,
    scratch: &mut Scratch<'a>,
) {
    let picture = encounters.picture;
    gather_obstacles(picture, encounters.body, encounters.profile, seen, scratch);
    let most = picture.settings.max_neighbors;
    encounters.others(reach, most, &scratch.obstacles, &mut scratch.others);
}

/// Adds those who stand still and are walked round to the obstacles within `distance` metres.
fn add_standing<'a>(encounters: &Encounters<'_, 'a>, distance: f32, scratch: &mut Scratch<'a>) {
    let (barriers, obstacles) = (&mut scratch.barriers, &mut scratch.obstacles);
    encounters.add_standing(distance, barriers, obstacles);
}

/// The velocity (m/s) that leads past obstacles.
pub(super) fn pass_obstacles<'a>(
    encounters: &Encounters<'_, 'a>,
    wish: &Wish,
    memory: &mut Memory,
    scratch: &mut Scratch<'a>,
    recorder: &mut impl Recorder,
) -> Vec2 {
    let Encounters {
        picture,
        body,
        profile,
        ..
    } = *encounters;
    let ObstacleAvoidance::LookAhead(look_ahead) = profile.obstacle_avoidance else {
        return wish.velocity;
    };
    let distance = look_ahead.query_distance(body, wish);
    gather_obstacles(picture, body, profile, distance, scratch);
    add_standing(encounters, distance, scratch);
    let around = Surroundings::obstacles(&scratch.obstacles);
    let decision = look_ahead.decide(body, wish, &around, &mut memory.side);
    look_ahead.tell(body, wish, &around, &decision, recorder);
    memory.outcome = Outcome {
        enclosed: decision.enclosed,
        threat: decision.threat,
        side: decision.side,
    };
    decision.velocity
}

/// The velocity (m/s) that leads past other agents.
pub(super) fn pass_agents<'a>(
    encounters: &Encounters<'_, 'a>,
    wish: &Wish,
    memory: &mut Memory,
    scratch: &mut Scratch<'a>,
    recorder: &mut impl Recorder,
) -> Vec2 {
    let Encounters {
        picture,
        body,
        profile,
        ..
    } = *encounters;
    match profile.agent_avoidance {
        AgentAvoidance::Sampling(sampling) => {
            choose_velocity(encounters, &sampling, wish, memory, scratch, recorder)
        }
        AgentAvoidance::Orca(orca) => {
            let fastest = picture.senses.fastest;
            let reach = orca.neighbor_reach(body, 0.0, fastest) - body.radius;
            let seen = reach.max(orca.wall_reach(body));
            gather_others(encounters, reach, seen, scratch);
            add_standing(encounters, seen, scratch);
            let around = Surroundings {
                neighbors: &scratch.others,
                neighbor_reach: reach,
                obstacles: &scratch.obstacles,
                lines: &[],
            };
            let decision = orca.decide(body, wish, &around, &mut scratch.orca);
            orca.tell(body, wish, &around, &decision, recorder);
            memory.outcome.threat = memory.outcome.threat.or(decision.threat);
            decision.velocity
        }
        _ => wish.velocity,
    }
}

/// The velocity (m/s) that costs least, with room made for those who go first.
fn choose_velocity<'a>(
    encounters: &Encounters<'_, 'a>,
    sampling: &VelocitySampling,
    wish: &Wish,
    memory: &mut Memory,
    scratch: &mut Scratch<'a>,
    recorder: &mut impl Recorder,
) -> Vec2 {
    let Encounters {
        picture,
        id,
        body,
        profile,
        ..
    } = *encounters;
    let velocity = wish.velocity;
    let distance = sampling.distance + 2.0 * body.radius;
    gather_obstacles(picture, body, profile, distance, scratch);
    let others = &mut scratch.others;
    encounters.others(
        sampling.distance,
        sampling.most_neighbors,
        &scratch.obstacles,
        others,
    );
    if others.is_empty() {
        memory.standing = Standing::default();
        return velocity;
    }
    let rules = &sampling.right_of_way;
    let claim = Claim {
        wish: velocity,
        rank: Rank {
            priority: profile.priority,
            arrived: memory.arrived,
            lane: Lane::of(body, velocity, sampling.side(), &scratch.obstacles),
            since: memory.since,
            id: id.0,
        },
        aim: memory.aim,
    };
    rules.watch(&mut memory.standing, body, &claim, wish.dt);
    let standings = &mut scratch.standings;
    encounters.standings(&claim, others, standings);
    encounters.look_ahead_first(sampling.looking_ahead, &claim, others, standings);
    let goes_first = encounters.make_room(
        rules,
        &claim,
        memory.standing.claims,
        others,
        standings,
        recorder,
    );
    // Pressing on to a place that is taken only stirs the heap around it.
    let fellows = others.iter().any(|other| other.fellow);
    let is_taken = fellows && encounters.is_taken(memory.aim);
    // On a way round, others matter beyond its next corner too.
    let reach = match memory.way.course {
        Course::Toward { remaining, .. } => remaining,
        _ => wish.reach,
    };
    let wish = Wish {
        velocity: if is_taken { Vec2::ZERO } else { velocity },
        reach,
        ..*wish
    };
    add_standing(encounters, distance, scratch);
    let around = Surroundings {
        neighbors: &scratch.others,
        neighbor_reach: sampling.distance,
        obstacles: match profile.obstacle_avoidance {
            ObstacleAvoidance::LookAhead(_) => &scratch.obstacles,
            _ => &[],
        },
        lines: &[],
    };
    let decision = sampling.decide(body, &wish, &around, &mut scratch.sampling);
    sampling.tell(body, &wish, &around, &decision, recorder);
    memory.outcome.threat = memory.outcome.threat.or(decision.threat);
    let chosen = decision.velocity;
    if let Some(other) = goes_first {
        memory.standing = Standing {
            wish: chosen,
            claims: true,
            rank: other.rank,
            claimed_aim: other.claimed_aim,
            ..memory.standing
        };
    }
    chosen
}

/// The force (N) that still leaves room to stop, for the methods that promise it.
pub(super) fn guard<'a>(
    encounters: &Encounters<'_, 'a>,
    wish: &Wish,
    memory: &mut Memory,
    scratch: &mut Scratch<'a>,
    recorder: &mut impl Recorder,
) -> Vec2 {
    let Encounters {
        picture,
        body,
        profile,
        ..
    } = *encounters;
    let guard = Guard::for_extent(picture.senses.extent);
    let among_agents = matches!(profile.agent_avoidance, AgentAvoidance::Sampling(_));
    let among_obstacles = matches!(profile.obstacle_avoidance, ObstacleAvoidance::LookAhead(_));
    if !among_agents && !among_obstacles {
        return wish.force.clamp_length_max(body.limits.max_force);
    }
    scratch.lines.clear();
    let reach = guard.reach(body, wish.dt);
    gather_obstacles(picture, body, profile, reach, scratch);
    if among_agents {
        let senses = picture.senses;
        let longest = senses.fastest * wish.dt
            + senses.longest_braking
            + senses.largest_radius
            + 2.0 * guard.skin;
        let (walls, lines) = (&scratch.obstacles, &mut scratch.lines);
        encounters.lines(&guard, wish.dt, longest, walls, lines);
    }
    add_standing(encounters, reach, scratch);
    let around = Surroundings {
        obstacles: if among_obstacles {
            &scratch.obstacles
        } else {
            &[]
        },
        lines: &scratch.lines,
        ..Surroundings::default()
    };
    let decision = guard.decide(body, wish, &around);
    guard.tell(body, wish, &around, &decision, recorder);
    memory.outcome.threat = memory.outcome.threat.or(decision.threat);
    decision.force
}
