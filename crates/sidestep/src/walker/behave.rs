//! What each behaviour of an agent asks for: the pure functions of [`steer`](crate::steer) with
//! their targets looked up.

use glam::Vec2;

use super::memory::LocalGoal;
use super::memory::Memory;
use super::perception::Perception;
use super::scratch::DecideScratch;
use super::{
    AgentId, Aim, Around, Behavior, Objective, ObstacleAvoidance, OnArrival, Situation, Target,
};
use crate::avoid::Obstacle;
use crate::blend::Weighted;
use crate::steer::{self, Neighbor, Pace};

impl<'a, P: Perception<'a>> Situation<'_, P> {
    /// Asks every behaviour for its force. Says where the first one that goes somewhere goes (m).
    pub fn goal_forces(
        &self,
        memory: &mut Memory,
        scratch: &mut DecideScratch<'a>,
    ) -> Option<Vec2> {
        let goal = self.goals.get(memory.goal());
        let mut speed = goal
            .and_then(|goal| goal.speed)
            .unwrap_or(self.profile.preferred_speed);
        if self.perception.has_comrades() {
            speed *= self.perception.speed_share(self.id);
        }
        let mut destination = None;
        for (index, weighted) in self.profile.behaviors.iter().enumerate() {
            let mut asking = Asking {
                situation: self,
                memory,
                speed,
                dt: self.dt(),
                scratch,
            };
            let answer = match asking.follow_way(index, &weighted.behavior) {
                Some(answer) => answer,
                None => asking.steer(index, &weighted.behavior),
            };
            let bit = 1u64 << index.min(63);
            match answer {
                Answer::Force(force, aim) => {
                    memory.note_target(bit, false);
                    destination = destination.or(aim);
                    scratch.forces.push(Weighted {
                        force,
                        weight: weighted.weight,
                    });
                    scratch.names.push(weighted.behavior.name());
                }
                Answer::Nothing => memory.note_target(bit, false),
                Answer::TargetGone => memory.note_target(bit, true),
            }
        }
        destination
    }

    /// What is left of the force that all other behaviours want together (N) for one who waits in a
    /// line.
    pub fn wait_in_line(&self, wanted: Vec2, scratch: &mut DecideScratch<'a>) -> Vec2 {
        let mut held = wanted;
        for weighted in &self.profile.behaviors {
            let Behavior::Queue(around) = weighted.behavior else {
                continue;
            };
            let neighbors = &mut scratch.neighbors;
            scratch.surroundings.neighbors(self, around, neighbors);
            let waits = steer::queue(self.body, &*neighbors, around.distance, held, self.dt());
            if let Some(force) = waits {
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
struct Asking<'c, 's, 'a, P> {
    situation: &'c Situation<'s, P>,
    memory: &'c mut Memory,
    /// The speed that it likes to walk at now (m/s).
    speed: f32,
    /// Length of the step (s).
    dt: f32,
    scratch: &'c mut DecideScratch<'a>,
}

impl<'a, P: Perception<'a>> Asking<'_, '_, 'a, P> {
    /// Goes where the way round leads, or waits, in the place of the behaviour that goes somewhere.
    fn follow_way(&mut self, index: usize, behavior: &Behavior) -> Option<Answer> {
        let way = &self.memory.way();
        if way.behavior != index {
            return None;
        }
        let (body, speed, dt) = (self.situation.body, self.speed, self.dt);
        match way.local_goal {
            LocalGoal::Direct => None,
            LocalGoal::Via { place, .. } => {
                if let Behavior::FollowPath { path, parameters } = behavior {
                    // It knows how far it has come, wherever it goes.
                    self.follow_path(index, path, parameters);
                }
                Some(Answer::Force(
                    steer::seek(body, place, speed, dt),
                    Some(place),
                ))
            }
            LocalGoal::Wait { place } => Some(Answer::Force(
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
                    self.situation.body,
                    threat.position,
                    self.speed,
                    distance,
                    self.dt,
                )),
                None => Answer::TargetGone,
            },
            Behavior::Pursue(aim, horizon) => match self.quarry(aim) {
                Some(quarry) => Answer::Force(
                    steer::pursue(self.situation.body, &quarry, self.speed, horizon, self.dt),
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
                    self.situation.body,
                    &hunter,
                    self.speed,
                    horizon,
                    distance,
                    self.dt,
                )),
                None => Answer::TargetGone,
            },
            Behavior::Wander(wander) => {
                let context = self.situation.perception.context();
                let (time, seed) = (context.time, context.seed);
                let stream = self.situation.id.0;
                force(wander.steer(self.situation.body, self.pace(), time, seed, stream))
            }
            Behavior::FollowPath {
                ref path,
                parameters,
            } => self.follow_path(index, path, &parameters),
            Behavior::Hide { from, distance } => self.hide(from, distance),
            Behavior::Interpose(first, second) => {
                match (self.neighbor(first), self.neighbor(second)) {
                    (Some(first), Some(second)) => Answer::Force(
                        steer::interpose(self.situation.body, &first, &second, self.speed, self.dt),
                        Some(first.position.midpoint(second.position)),
                    ),
                    _ => Answer::TargetGone,
                }
            }
            Behavior::OffsetPursuit(leader, offset) => match self.neighbor(leader) {
                Some(leader) => Answer::Force(
                    steer::offset_pursuit(
                        self.situation.body,
                        &leader,
                        offset,
                        self.speed,
                        self.dt,
                    ),
                    Some(leader.position + offset.rotate(leader.heading)),
                ),
                None => Answer::TargetGone,
            },
            Behavior::Separation(around) => {
                self.look(around);
                force(steer::separation(
                    self.situation.body,
                    self.situation.id.0,
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
                    self.situation.body,
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
                    self.situation.body,
                    &self.scratch.neighbors,
                    self.speed,
                    self.dt,
                ))
            }
            Behavior::FollowLeader(leader, parameters) => match self.neighbor(leader) {
                Some(leader) => {
                    self.look(Around::within(parameters.spacing));
                    Answer::Force(
                        parameters.steer(
                            self.situation.body,
                            self.situation.id.0,
                            &leader,
                            &self.scratch.neighbors,
                            self.pace(),
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

    fn pace(&self) -> Pace {
        Pace {
            speed: self.speed,
            dt: self.dt,
        }
    }

    fn target(&self, target: Target) -> Option<Vec2> {
        self.situation
            .perception
            .target(self.situation.body.position, target)
    }

    /// What an aim stands for. The goal is the target of the current goal, or of the last one.
    fn quarry(&self, aim: Aim) -> Option<Neighbor> {
        let target = match aim {
            Aim::At(target) => target,
            Aim::Goal => {
                let goals = self.situation.goals;
                let goal = goals.get(self.memory.goal()).or_else(|| goals.last());
                match goal?.objective {
                    Objective::Reach { target, .. } => target,
                    Objective::Flee { from, .. } => from,
                    _ => Target::Point(self.memory.aim()?),
                }
            }
        };
        self.situation
            .perception
            .quarry(self.situation.body.position, target)
    }

    fn neighbor(&self, id: AgentId) -> Option<Neighbor> {
        self.situation
            .perception
            .neighbor(self.situation.body.position, id)
    }

    /// Fills the neighbours.
    fn look(&mut self, around: Around) {
        let found = &mut self.scratch.neighbors;
        (self.scratch.surroundings).neighbors(self.situation, around, found);
    }

    /// Seek, or arrive with a slowing distance (m). An agent that has reached its last goal comes
    /// to rest there whichever it is.
    fn go(&self, aim: Aim, stop: Option<f32>) -> Answer {
        let place = match aim {
            Aim::Goal => match self.memory.place_of_rest() {
                Some(place) => place,
                None => return self.without_aim(),
            },
            Aim::At(target) => match self.target(target) {
                Some(place) => place,
                None => return Answer::TargetGone,
            },
        };
        let rests = self.memory.arrived && self.situation.profile.on_arrival == OnArrival::Stop;
        let force = match stop.or(rests.then_some(0.0)) {
            Some(slowing_distance) => {
                let distance = self.situation.body.position.distance(place);
                let speed = if distance < slowing_distance {
                    self.speed * (distance / slowing_distance)
                } else {
                    self.speed
                };
                steer::arrive(self.situation.body, place, speed, self.dt)
            }
            None => steer::seek(self.situation.body, place, self.speed, self.dt),
        };
        Answer::Force(force, Some(place))
    }

    /// A goal without a place: idle is to rest; a target that is gone is reported.
    fn without_aim(&self) -> Answer {
        match self.situation.goals.get(self.memory.goal()) {
            Some(goal) if goal.objective != Objective::Idle => Answer::TargetGone,
            _ => force(self.situation.body.force_towards(Vec2::ZERO, self.dt)),
        }
    }

    fn follow_path(
        &mut self,
        index: usize,
        path: &[Vec2],
        parameters: &steer::FollowPath,
    ) -> Answer {
        let mut progress = self.memory.progress(index);
        let (body, speed, dt) = (self.situation.body, self.speed, self.dt);
        let pace = self.pace();
        let answer = match &self.situation.profile.obstacle_avoidance {
            ObstacleAvoidance::LookAhead(look_ahead) => {
                let obstacles = &mut self.scratch.obstacles;
                let reach = parameters.obstacle_reach(body);
                self.scratch.surroundings.obstacles(reach, obstacles);
                let can_reach = |point, spare| look_ahead.can_reach(body, point, spare, obstacles);
                parameters.steer_in_sight(body, path, &mut progress, pace, can_reach)
            }
            _ => parameters.steer(body, path, &mut progress, speed, dt),
        };
        self.memory.keep_progress(index, progress);
        match answer {
            Some((force, aim)) => Answer::Force(force, Some(aim)),
            None => Answer::Nothing,
        }
    }

    fn hide(&mut self, from: Aim, distance: f32) -> Answer {
        let Some(from) = self.quarry(from) else {
            return Answer::TargetGone;
        };
        let obstacles = &mut self.scratch.obstacles;
        self.scratch.surroundings.obstacles(distance, obstacles);
        let obstacles = obstacles.iter().map(Obstacle::hull);
        steer::hide(
            self.situation.body,
            from.position,
            obstacles,
            0.5 * self.situation.body.radius,
            self.speed,
            self.dt,
        )
        .map_or(Answer::Nothing, force)
    }
}

const fn force(force: Vec2) -> Answer {
    Answer::Force(force, None)
}
