//! What each behaviour of an agent asks for: the pure functions of [`steer`](crate::steer) with their
//! targets looked up.

use glam::Vec2;

use super::agent::Memory;
use super::decide::{Scratch, gather_obstacles};
use super::sense::Picture;
use super::ways::Course;
use super::{
    AgentId, AgentSpec, Aim, Around, Behavior, Objective, ObstacleAvoidance, OnArrival, Target,
};
use crate::avoid::Obstacle;
use crate::blend::Weighted;
use crate::motion::Body;
use crate::steer::{self, Neighbor};

/// Asks every behaviour for its force. Says where the first one that goes somewhere goes (m).
pub(super) fn goal_forces<'a>(
    picture: &Picture<'a>,
    id: AgentId,
    body: &Body,
    profile: &AgentSpec,
    memory: &mut Memory,
    dt: f32,
    scratch: &mut Scratch<'a>,
) -> Option<Vec2> {
    let speed = wanted_speed(profile, memory);
    let mut destination = None;
    for (index, weighted) in profile.behaviors.iter().enumerate() {
        let mut context = Context {
            picture,
            id,
            body,
            profile,
            memory,
            speed,
            dt,
            scratch,
        };
        let answer = match context.follow_course(index, &weighted.behavior) {
            Some(answer) => answer,
            None => context.steer(index, &weighted.behavior),
        };
        let bit = 1u64 << index.min(63);
        match answer {
            Answer::Force(force, aim) => {
                memory.targets_gone &= !bit;
                destination = destination.or(aim);
                scratch.forces.push(Weighted {
                    force,
                    weight: weighted.weight,
                });
                scratch.names.push(weighted.behavior.name());
            }
            Answer::Nothing => memory.targets_gone &= !bit,
            Answer::TargetGone => memory.targets_gone |= bit,
        }
    }
    destination
}

fn wanted_speed(profile: &AgentSpec, memory: &Memory) -> f32 {
    let goal = profile.goals.get(memory.goal);
    goal.and_then(|goal| goal.speed)
        .unwrap_or(profile.preferred_speed)
}

/// What a behaviour answers.
enum Answer {
    /// A force (N), and where it goes if it goes somewhere (m).
    Force(Vec2, Option<Vec2>),
    /// It has nothing to do now.
    Nothing,
    /// Its target isn't in the world.
    TargetGone,
}

/// One agent asking one behaviour.
struct Context<'c, 'a> {
    picture: &'c Picture<'a>,
    id: AgentId,
    body: &'c Body,
    profile: &'c AgentSpec,
    memory: &'c mut Memory,
    speed: f32,
    dt: f32,
    scratch: &'c mut Scratch<'a>,
}

impl Context<'_, '_> {
    /// Goes where the way round leads, or waits, in the place of the behaviour that goes somewhere.
    fn follow_course(&mut self, index: usize, behavior: &Behavior) -> Option<Answer> {
        let way = &self.memory.way;
        if way.behavior != index {
            return None;
        }
        let (body, speed, dt) = (self.body, self.speed, self.dt);
        match way.course {
            Course::Straight => None,
            Course::Toward { place, .. } => {
                if let Behavior::FollowPath { path, parameters } = behavior {
                    // It knows how far it has come, wherever it goes.
                    self.follow_path(index, path, parameters);
                }
                Some(Answer::Force(
                    steer::seek(body, place, speed, dt),
                    Some(place),
                ))
            }
            Course::Wait { place } => Some(Answer::Force(
                steer::arrive(body, place, speed, dt),
                Some(place),
            )),
        }
    }

    fn steer(&mut self, index: usize, behavior: &Behavior) -> Answer {
        match *behavior {
            Behavior::Seek(aim) => self.go(aim, None),
            Behavior::Arrive {
                aim,
                slowing_distance,
            } => self.go(aim, Some(slowing_distance)),
            Behavior::Flee(aim, distance) => match self.quarry(aim) {
                Some(threat) => force(steer::flee(
                    self.body,
                    threat.position,
                    self.speed,
                    distance,
                    self.dt,
                )),
                None => Answer::TargetGone,
            },
            Behavior::Pursue(aim, horizon) => match self.quarry(aim) {
                Some(quarry) => Answer::Force(
                    steer::pursue(self.body, &quarry, self.speed, horizon, self.dt),
                    Some(quarry.position),
                ),
                None => Answer::TargetGone,
            },
            Behavior::Evade {
                hunter,
                horizon,
                distance,
            } => match self.quarry(hunter) {
                Some(hunter) => force(steer::evade(
                    self.body, &hunter, self.speed, horizon, distance, self.dt,
                )),
                None => Answer::TargetGone,
            },
            Behavior::Wander(wander) => force(wander.steer(
                self.body,
                self.speed,
                self.picture.time,
                self.picture.settings.seed,
                self.id.0,
                self.dt,
            )),
            Behavior::FollowPath {
                ref path,
                parameters,
            } => self.follow_path(index, path, &parameters),
            Behavior::Hide { from, distance } => self.hide(from, distance),
            Behavior::Interpose(first, second) => {
                match (self.neighbor(first), self.neighbor(second)) {
                    (Some(first), Some(second)) => Answer::Force(
                        steer::interpose(self.body, &first, &second, self.speed, self.dt),
                        Some(first.position.midpoint(second.position)),
                    ),
                    _ => Answer::TargetGone,
                }
            }
            Behavior::OffsetPursuit(leader, offset) => match self.neighbor(leader) {
                Some(leader) => Answer::Force(
                    steer::offset_pursuit(self.body, &leader, offset, self.speed, self.dt),
                    Some(leader.position + offset.rotate(leader.heading)),
                ),
                None => Answer::TargetGone,
            },
            Behavior::Separation(around) => {
                self.look(around);
                force(steer::separation(
                    self.body,
                    self.id.0,
                    &*self.scratch.neighbors,
                    around.distance,
                ))
            }
            Behavior::Alignment(around) => {
                self.look(around);
                if self.scratch.neighbors.is_empty() {
                    return Answer::Nothing;
                }
                force(steer::alignment(
                    self.body,
                    &self.scratch.neighbors,
                    self.dt,
                ))
            }
            Behavior::Cohesion(around) => {
                self.look(around);
                if self.scratch.neighbors.is_empty() {
                    return Answer::Nothing;
                }
                force(steer::cohesion(
                    self.body,
                    &self.scratch.neighbors,
                    self.speed,
                    self.dt,
                ))
            }
            Behavior::FollowLeader(leader, parameters) => match self.neighbor(leader) {
                Some(leader) => {
                    self.look(Around::within(parameters.spacing));
                    Answer::Force(
                        steer::follow_leader(
                            self.body,
                            self.id.0,
                            &leader,
                            &self.scratch.neighbors,
                            &parameters,
                            self.speed,
                            self.dt,
                        ),
                        Some(leader.position),
                    )
                }
                None => Answer::TargetGone,
            },
            // Last of all, by `wait_in_line`.
            Behavior::Queue(_) => Answer::Nothing,
        }
    }

    fn target(&self, target: Target) -> Option<Vec2> {
        self.picture.target(self.body.position, target)
    }

    /// What an aim stands for. The goal is the target of the current goal, or of the last one.
    fn quarry(&self, aim: Aim) -> Option<Neighbor> {
        let target = match aim {
            Aim::At(target) => target,
            Aim::Goal => {
                let goals = &self.profile.goals;
                match goals.get(self.memory.goal).or(goals.last())?.objective {
                    Objective::Reach { target, .. } => target,
                    Objective::Flee { from, .. } => from,
                    _ => Target::Point(self.memory.aim?),
                }
            }
        };
        self.picture.quarry(self.body.position, target)
    }

    fn neighbor(&self, id: AgentId) -> Option<Neighbor> {
        self.picture.neighbor(self.body.position, id)
    }

    /// Fills the neighbours.
    fn look(&mut self, around: Around) {
        self.picture.neighbors(
            self.id,
            self.body,
            &self.profile.filter,
            around,
            &mut self.scratch.neighbors,
        );
    }

    /// Seek, or arrive with a slowing distance (m). An agent that has reached its last goal comes to rest there whichever it is.
    fn go(&self, aim: Aim, stop: Option<f32>) -> Answer {
        let place = match aim {
            Aim::Goal => match self.memory.aim {
                Some(aim) => aim,
                None => return self.without_aim(),
            },
            Aim::At(target) => match self.target(target) {
                Some(place) => place,
                None => return Answer::TargetGone,
            },
        };
        let rests = self.memory.arrived && self.profile.on_arrival == OnArrival::Stop;
        let force = match stop.or(rests.then_some(0.0)) {
            Some(slowing_distance) => {
                let distance = self.body.position.distance(place);
                let speed = if distance < slowing_distance {
                    self.speed * (distance / slowing_distance)
                } else {
                    self.speed
                };
                steer::arrive(self.body, place, speed, self.dt)
            }
            None => steer::seek(self.body, place, self.speed, self.dt),
        };
        Answer::Force(force, Some(place))
    }

    /// A goal without a place: idle is to rest; a target that is gone is reported.
    fn without_aim(&self) -> Answer {
        match self.profile.goals.get(self.memory.goal) {
            Some(goal) if goal.objective != Objective::Idle => Answer::TargetGone,
            _ => force(self.body.force_towards(Vec2::ZERO, self.dt)),
        }
    }

    fn follow_path(
        &mut self,
        index: usize,
        path: &[Vec2],
        parameters: &steer::FollowPath,
    ) -> Answer {
        let mut progress = self.memory.progress.get(index).copied().unwrap_or_default();
        let (body, speed, dt) = (self.body, self.speed, self.dt);
        let answer = match self.profile.obstacle_avoidance {
            ObstacleAvoidance::LookAhead(look_ahead) => {
                let reach = parameters.look_ahead + 2.0 * parameters.corridor_radius + body.radius;
                gather_obstacles(self.picture, body, self.profile, reach, self.scratch);
                let obstacles = &self.scratch.obstacles;
                let can_reach = |point, spare| look_ahead.can_reach(body, point, spare, obstacles);
                parameters.steer_in_sight(body, path, &mut progress, speed, dt, can_reach)
            }
            _ => parameters.steer(body, path, &mut progress, speed, dt),
        };
        if let Some(kept) = self.memory.progress.get_mut(index) {
            *kept = progress;
        }
        match answer {
            Some((force, aim)) => Answer::Force(force, Some(aim)),
            None => Answer::Nothing,
        }
    }

    fn hide(&mut self, from: Aim, distance: f32) -> Answer {
        let Some(from) = self.quarry(from) else {
            return Answer::TargetGone;
        };
        gather_obstacles(
            self.picture,
            self.body,
            self.profile,
            distance,
            self.scratch,
        );
        let obstacles = self.scratch.obstacles.iter().map(Obstacle::hull);
        steer::hide(
            self.body,
            from.position,
            obstacles,
            0.5 * self.body.radius,
            self.speed,
            self.dt,
        )
        .map_or(Answer::Nothing, force)
    }
}

/// What is left of the force that all other behaviours want together (N) for one who waits in a line.
pub(super) fn wait_in_line(
    picture: &Picture<'_>,
    id: AgentId,
    body: &Body,
    profile: &AgentSpec,
    wanted: Vec2,
    dt: f32,
    scratch: &mut Scratch<'_>,
) -> Vec2 {
    let mut held = wanted;
    for weighted in &profile.behaviors {
        let Behavior::Queue(around) = weighted.behavior else {
            continue;
        };
        let neighbors = &mut scratch.neighbors;
        picture.neighbors(id, body, &profile.filter, around, neighbors);
        if let Some(force) = steer::queue(body, &*neighbors, around.distance, held, dt) {
            let given = force * weighted.weight;
            held += given;
            scratch.names.push(weighted.behavior.name());
            scratch.given.push(given);
            scratch.forces.push(Weighted {
                force,
                weight: weighted.weight,
            });
        }
    }
    held
}

const fn force(force: Vec2) -> Answer {
    Answer::Force(force, None)
}
