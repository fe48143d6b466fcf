//! The force that one agent applies in a step: what its behaviours want, led past obstacles, then
//! past other agents, and guarded.

use glam::Vec2;

use super::calm_turns::{turning_back_slowly, without_small_turn};
use super::clock::Calm;
use super::memory::{LocalGoal, Memory, Outcome};
use super::perception::Perception;
use super::scratch::DecideScratch;
use super::{AgentAvoidance, ObstacleAvoidance, Profile, Situation, Walker};
use crate::avoid::coming::run_over_in;
use crate::avoid::lane::Lane;
use crate::avoid::right_of_way::Standing;
use crate::avoid::{self, Decision, Method, OwnRank, Reach, Stage, Wish};
use crate::blend::Weighted;
use crate::explain::{Explanation, MarkKind, MarkShape, Recorder};

/// What is told of an agent between two decisions.
pub(crate) const GOES_ON: &str = "goes on as it has decided: it isn't its turn to decide";

/// What is told of an agent in a stream that turns back.
const TURNS_BACK: &str = "turns back by little at a time, so as not to tremble";

/// What is told of an agent in the open that would turn by little.
const GOES_STRAIGHT: &str = "goes the way it went: what it chose is nearly the same";

/// Whom something would run into within this time (s) if it stood is caught by it: its way out comes
/// before that of those who have time.
const CAUGHT_WITHIN: f32 = 0.5;

/// Who is in the open with few around, and gets on faster than at this share of the speed that it would like,
/// slides along others.
const SLIDES_FROM: f32 = 0.75;

impl Walker<'_> {
    /// The force (N) that the agent applies in this step. [`Walker::find_way`] comes before.
    pub fn decide<'a, P: Perception<'a>>(
        &self,
        perception: &P,
        memory: &mut Memory,
        scratch: &mut DecideScratch<'a>,
        recorder: &mut impl Recorder,
    ) -> Vec2 {
        if !self.profile.is_steered() || memory.is_in_the_air() {
            memory.forget_threat();
            return Vec2::ZERO;
        }
        let situation = self.situation(perception, memory);
        if situation.goes_on(memory, &mut scratch.surroundings) {
            return situation.go_on(memory, scratch, recorder);
        }
        let met_before = memory.met_agent();
        memory.set_outcome(Outcome::default());
        scratch.surroundings.gather(&situation);
        let force = situation.decide(memory, scratch, recorder);
        memory.note_newly_met(met_before);
        memory.clock.turn = situation.turn(memory);
        memory.tidy_seldom();
        force
    }

    /// Whether the agent goes on as it has decided, because it isn't its turn to decide.
    pub fn goes_on<'a, P: Perception<'a>>(
        &self,
        perception: &P,
        memory: &Memory,
        scratch: &mut DecideScratch<'a>,
    ) -> bool {
        let situation = self.situation(perception, memory);
        self.profile.is_steered()
            && !memory.is_in_the_air()
            && situation.goes_on(memory, &mut scratch.surroundings)
    }
}

impl<'a, P: Perception<'a>> Situation<'_, P> {
    fn decide(
        &self,
        memory: &mut Memory,
        scratch: &mut DecideScratch<'a>,
        recorder: &mut impl Recorder,
    ) -> Vec2 {
        let (body, dt) = (self.body, self.dt());
        scratch.forces.clear();
        scratch.names.clear();
        self.avoidance_forces(memory, scratch, recorder);
        let aim = self.goal_forces(memory, scratch);
        memory.wanted = Vec2::ZERO;
        if let Some(at) = aim {
            recorder.mark(MarkKind::Aim, MarkShape::Point { at }, || "aim".to_owned());
        }
        let largest = body.limits.max_force;
        if !self.has_last_word() {
            // Where it means to go, however little of that its force can do.
            let meant = self.what_behaviors_want(scratch);
            memory.clock.velocity = body.intended_velocity(meant, dt);
            let blended = blend(self.profile, scratch, largest);
            let wanted = self.wait_in_line(blended, scratch);
            let total = wanted.clamp_length_max(largest);
            memory.wanted = body.intended_velocity(wanted, dt);
            record(scratch, share_left(wanted, total), recorder);
            return total;
        }

        let blended = self.what_behaviors_want(scratch);
        let wanted = self.wait_in_line(blended, scratch);
        let possible = wanted.clamp_length_max(largest);
        record(scratch, share_left(wanted, possible), recorder);
        let gain = scratch.gain(&body.limits, dt);
        let wish = Wish {
            id: self.id.0,
            velocity: body.velocity_at_gain(wanted, gain),
            force: wanted,
            reach: aim.map_or(f32::INFINITY, |aim| body.position.distance(aim)),
            kept: None,
            dt,
        };
        memory.wanted = wish.velocity;
        let past_obstacles = self.pass_obstacles(&wish, memory, scratch, recorder);
        let moves = |threat| scratch.surroundings.moves(threat);
        scratch.evades = memory.met_obstacle().is_some_and(moves);
        scratch.exposed = self.exposure(scratch);
        let beside = Wish {
            velocity: past_obstacles,
            ..wish
        };
        let elapsed = self.decides_every(memory).max(dt);
        memory.calm = self.calmest(&wish, &scratch.surroundings);
        (scratch.is_in_stream, scratch.turns_back_slowly) = (false, false);
        let mut past_agents = self.pass_agents(&beside, memory, scratch, recorder);
        let (chosen, before) = (past_agents, memory.clock.velocity);
        if scratch.turns_back_slowly {
            past_agents = turning_back_slowly(body, before, chosen, elapsed);
            if past_agents != chosen {
                recorder.reason(|| TURNS_BACK.to_owned());
            }
        } else if memory.calm.is_open() && !scratch.others.company.is_empty() {
            past_agents = without_small_turn(before, chosen);
            if past_agents != chosen {
                recorder.reason(|| GOES_STRAIGHT.to_owned());
            }
        }
        memory.clock.velocity = past_agents;
        let steered = if past_agents == wish.velocity {
            wanted
        } else {
            self.force_towards(past_agents, self.gain(memory.calm, scratch))
        };
        let last = Wish {
            force: steered,
            ..wish
        };
        let slides = scratch.is_in_stream || self.slides(memory.calm, wish.velocity);
        let total = self.guard(&last, slides, memory, scratch, recorder);
        if recorder.listens() {
            let led_past_obstacles = if past_obstacles == wish.velocity {
                wanted
            } else {
                body.force_towards(past_obstacles, dt)
            };
            let forces = [wanted, led_past_obstacles, steered, total];
            self.tell_changes(forces, recorder);
        }
        total
    }

    /// The force (N) for a step between two decisions: towards the velocity that was decided on,
    /// and guarded.
    fn go_on(
        &self,
        memory: &mut Memory,
        scratch: &mut DecideScratch<'a>,
        recorder: &mut impl Recorder,
    ) -> Vec2 {
        let dt = self.dt();
        if let AgentAvoidance::Sampling(sampling) = &self.profile.agent_avoidance
            && memory.calm.is_open()
        {
            let (before, wish) = (memory.stance.held_seconds, memory.stance.wish);
            let held = (sampling.right_of_way).held_seconds(before, wish, self.body, dt);
            if held != before {
                let own = self.own_rank(memory);
                let standing = memory.standing(&own);
                memory.stand(
                    &Standing {
                        held_seconds: held,
                        ..standing
                    },
                    &own,
                );
            }
        }
        let velocity = memory.clock.velocity;
        let wish = Wish {
            id: self.id.0,
            force: self.force_towards(velocity, self.gain(memory.calm, scratch)),
            ..Wish::to_go(velocity, dt)
        };
        recorder.reason(|| GOES_ON.to_owned());
        let slides = memory.calm == Calm::InStream || self.slides(memory.calm, velocity);
        self.guard(&wish, slides, memory, scratch, recorder)
    }

    /// Whether an agent that would like to go at `velocity` (m/s) slides along others, as it is so calm.
    fn slides(&self, calm: Calm, velocity: Vec2) -> bool {
        let fast = SLIDES_FROM * velocity.length();
        calm == Calm::Roomy && self.body.speed() > fast
    }

    /// By how much of what is wrong with its velocity an agent that is so calm corrects it (1/s).
    pub(super) fn gain(&self, calm: Calm, scratch: &mut DecideScratch<'a>) -> f32 {
        let limits = &self.body.limits;
        if calm == Calm::Roomy {
            scratch.quick_gain(limits, self.dt())
        } else {
            scratch.gain(limits, self.dt())
        }
    }

    /// The force (N) that an agent applies to go at a velocity (m/s) that its methods have chosen, by its
    /// gain in this step (1/s).
    fn force_towards(&self, velocity: Vec2, gain: f32) -> Vec2 {
        let (body, dt) = (self.body, self.dt());
        if matches!(self.profile.agent_avoidance, AgentAvoidance::Orca(_)) {
            // The method counts on velocities that are there at once.
            (velocity - body.velocity) * (body.mass / dt)
        } else {
            body.force_at_gain(velocity, gain)
        }
    }

    /// Tells what each method changed, of the force that the behaviours want, that led past
    /// obstacles, that led past agents, and the guarded one (N): as it was asked, and as much of it
    /// as the largest force allows.
    fn tell_changes(
        &self,
        [wanted, past_obstacles, past_agents, total]: [Vec2; 4],
        recorder: &mut impl Recorder,
    ) {
        let cut = |force: Vec2| force.clamp_length_max(self.body.limits.max_force);
        let meets_obstacles = match &self.profile.obstacle_avoidance {
            ObstacleAvoidance::Custom(method) => method.name(),
            ObstacleAvoidance::None | ObstacleAvoidance::LookAhead(_) => "look_ahead",
        };
        let meets_agents = match &self.profile.agent_avoidance {
            AgentAvoidance::Custom(method) => method.name(),
            AgentAvoidance::Orca(_) => "orca",
            AgentAvoidance::None | AgentAvoidance::Sampling(_) => "sampling",
        };
        let changes = [
            (meets_obstacles, wanted, past_obstacles),
            (meets_agents, past_obstacles, past_agents),
        ];
        for (name, before, after) in changes {
            if after != before {
                recorder.force(name, 1.0, after - before, cut(after) - cut(before));
            }
        }
        let unguarded = cut(past_agents);
        if total != unguarded {
            let change = total - unguarded;
            recorder.force("guard", 1.0, change, change);
        }
    }

    /// Length of the step (s).
    pub(super) fn dt(&self) -> f32 {
        self.perception.context().dt
    }

    /// Whether a method turns what the behaviours want afterwards, or is only a force among theirs.
    pub(super) fn has_last_word(&self) -> bool {
        let Profile {
            obstacle_avoidance,
            agent_avoidance,
            ..
        } = self.profile;
        obstacle_avoidance.turns()
            || obstacle_avoidance.is_guarded()
            || agent_avoidance.turns()
            || agent_avoidance.is_guarded()
    }

    /// What the behaviours are after (N). A single strong force isn't cut yet: cut, it would hide
    /// in which direction the agent wants to turn.
    fn what_behaviors_want(&self, scratch: &mut DecideScratch<'a>) -> Vec2 {
        let strongest = scratch
            .forces
            .iter()
            .map(|share| (share.force * share.weight).length())
            .fold(self.body.limits.max_force, f32::max);
        let mut blended = blend(self.profile, scratch, strongest);
        // Weights say which behaviour counts more, not how far to overshoot what it wants.
        let weights = scratch.forces.iter().map(|share| share.weight);
        let heaviest = weights.fold(1.0, f32::max);
        if heaviest > 1.0 {
            blended /= heaviest;
            for given in &mut scratch.given {
                *given /= heaviest;
            }
        }
        blended
    }

    /// Adds the forces of the methods that go into the blend.
    fn avoidance_forces(
        &self,
        memory: &mut Memory,
        scratch: &mut DecideScratch<'a>,
        recorder: &mut impl Recorder,
    ) {
        let towards_obstacles = match &self.profile.obstacle_avoidance {
            ObstacleAvoidance::Custom(method) => Some(&**method),
            ObstacleAvoidance::None | ObstacleAvoidance::LookAhead(_) => None,
        };
        let towards_agents = match &self.profile.agent_avoidance {
            AgentAvoidance::Custom(method) => Some(&**method),
            AgentAvoidance::None | AgentAvoidance::Sampling(_) | AgentAvoidance::Orca(_) => None,
        };
        let wish = Wish {
            id: self.id.0,
            ..Wish::to_go(self.body.velocity, self.dt())
        };
        for (method, is_beside) in [(towards_obstacles, false), (towards_agents, true)] {
            let Some(method) = method.filter(|method| method.stage() == Stage::Blend) else {
                continue;
            };
            let seldom = memory.edit_seldom();
            let kept = if is_beside {
                &mut seldom.beside
            } else {
                &mut seldom.side
            };
            let decision = self.ask_method(method, &wish, kept, scratch, recorder);
            memory.enclosed |= decision.enclosed;
            memory.add_threat(decision.threat);
            scratch.forces.push(Weighted {
                force: decision.force,
                weight: 1.0,
            });
            scratch.names.push(method.name());
        }
    }

    /// What a method of one's own decides.
    fn ask_method(
        &self,
        method: &dyn Method,
        wish: &Wish,
        memory: &mut avoid::Memory,
        scratch: &mut DecideScratch<'a>,
        recorder: &mut impl Recorder,
    ) -> Decision {
        let body = self.body;
        let Reach {
            neighbors,
            obstacles,
        } = method.reach(body, &self.perception.context().largest());
        let seen = if neighbors > 0.0 {
            let seen = obstacles.max(neighbors + body.radius);
            let reach = self.reach_of_edges(neighbors);
            self.find_others((neighbors, reach), seen, scratch);
            seen
        } else {
            scratch.others.clear();
            (scratch.surroundings).obstacles(obstacles, &mut scratch.obstacles);
            obstacles
        };
        (scratch.surroundings).add_standing(seen, &mut scratch.obstacles);
        let around = avoid::Surroundings {
            neighbors: scratch.others.rows(),
            neighbor_reach: neighbors,
            obstacles: &scratch.obstacles,
            lines: &[],
        };
        let decision = method.decide(body, wish, &around, memory);
        if recorder.listens() {
            let mut told = Explanation::default();
            method.tell(body, wish, &around, &decision, &mut told);
            told.retell(recorder);
        }
        decision
    }

    /// Finds the obstacles within `seen` metres, and the others that none of these hides within
    /// `distance` metres, edge to edge. `reach` is as for [`Self::find_nearest`].
    fn find_others(
        &self,
        (distance, reach): (f32, f32),
        seen: f32,
        scratch: &mut DecideScratch<'a>,
    ) {
        let most = self.perception.context().max_neighbors;
        (scratch.surroundings).obstacles(seen, &mut scratch.obstacles);
        self.find_nearest((distance, most), reach, scratch);
    }

    /// Finds the nearest others that the obstacles don't hide: see [`Others::find`](super::shares::Others::find).
    /// `reach` is how far away the centre of any of them can be (m).
    pub(super) fn find_nearest(
        &self,
        nearest: (f32, usize),
        reach: f32,
        scratch: &mut DecideScratch<'a>,
    ) {
        let (surroundings, walls) = (&mut scratch.surroundings, &scratch.obstacles);
        let mut furthest = (scratch.others).find(self, surroundings, nearest, walls);
        if surroundings.gather_further(self, furthest, reach) {
            furthest = (scratch.others).find(self, surroundings, nearest, walls);
        }
        surroundings.note_crowd(furthest);
    }

    /// The velocity (m/s) that leads past obstacles.
    fn pass_obstacles(
        &self,
        wish: &Wish,
        memory: &mut Memory,
        scratch: &mut DecideScratch<'a>,
        recorder: &mut impl Recorder,
    ) -> Vec2 {
        let decision = match &self.profile.obstacle_avoidance {
            ObstacleAvoidance::LookAhead(look_ahead) => {
                let body = self.body;
                let distance = look_ahead.query_distance(body, wish);
                let obstacles = &mut scratch.obstacles;
                scratch.surroundings.foreseen(distance, obstacles);
                scratch.surroundings.add_standing(distance, obstacles);
                let around = avoid::Surroundings::obstacles(obstacles);
                let mut side = memory.seldom().side;
                let decision = look_ahead.decide(body, wish, &around, &mut side);
                if side != memory.seldom().side {
                    memory.edit_seldom().side = side;
                }
                look_ahead.tell(body, wish, &around, &decision, recorder);
                decision
            }
            ObstacleAvoidance::Custom(method) if method.stage() == Stage::Turn => {
                let kept = &mut memory.edit_seldom().side;
                self.ask_method(&**method, wish, kept, scratch, recorder)
            }
            ObstacleAvoidance::None | ObstacleAvoidance::Custom(_) => return wish.velocity,
        };
        memory.set_outcome(Outcome {
            enclosed: decision.enclosed,
            threat: decision.threat.into(),
        });
        decision.velocity
    }

    /// How [exposed](Lane::Exposed) it is to what [`pass_obstacles`](Self::pass_obstacles) saw come, if
    /// that would run over it if it stood.
    fn exposure(&self, scratch: &DecideScratch<'a>) -> Option<Lane> {
        if !scratch.evades {
            return None;
        }
        let contact = run_over_in(&scratch.obstacles, self.body)?;
        Some(if contact < CAUGHT_WITHIN {
            Lane::Caught
        } else {
            Lane::Exposed
        })
    }

    /// The velocity (m/s) that leads past other agents.
    fn pass_agents(
        &self,
        wish: &Wish,
        memory: &mut Memory,
        scratch: &mut DecideScratch<'a>,
        recorder: &mut impl Recorder,
    ) -> Vec2 {
        let body = self.body;
        match &self.profile.agent_avoidance {
            AgentAvoidance::Sampling(sampling) => {
                // On a way round, others matter beyond its next corner too.
                let reach = match memory.way().local_goal {
                    LocalGoal::Via { remaining, .. } => remaining,
                    _ => wish.reach,
                };
                let wish = Wish { reach, ..*wish };
                self.choose_velocity(sampling, wish, memory, scratch, recorder)
            }
            AgentAvoidance::Orca(orca) => {
                let fastest = self.perception.context().fastest;
                let reach = orca.neighbor_reach(body, 0.0, fastest) - body.radius;
                let seen = reach.max(orca.wall_reach(body));
                self.find_others((reach, self.reach_of_orca(orca)), seen, scratch);
                if scratch.surroundings.is_moving() {
                    scratch.surroundings.foreseen(seen, &mut scratch.obstacles);
                }
                scratch
                    .surroundings
                    .add_standing(seen, &mut scratch.obstacles);
                let others = &mut scratch.others;
                let among = (&others.company, &scratch.obstacles[..]);
                let decision = orca.decide_in_company(body, wish, among, &mut scratch.orca);
                if recorder.listens() {
                    let around = avoid::Surroundings {
                        neighbors: others.rows(),
                        neighbor_reach: reach,
                        obstacles: &scratch.obstacles,
                        lines: &[],
                    };
                    orca.tell(body, wish, &around, &decision, recorder);
                }
                memory.add_threat(decision.threat);
                decision.velocity
            }
            AgentAvoidance::Custom(method) => {
                if method.is_guarded() {
                    // Others who are guarded look at what it wants; it claims nothing.
                    let standing = Standing {
                        wish: wish.velocity,
                        rank: self.rank(memory, Lane::Neither),
                        aim: self.aim,
                        ..Standing::default()
                    };
                    memory.stand(&standing, &self.own_rank(memory));
                }
                if method.stage() == Stage::Blend {
                    return wish.velocity;
                }
                let kept = &mut memory.edit_seldom().beside;
                let decision = self.ask_method(&**method, wish, kept, scratch, recorder);
                memory.add_threat(decision.threat);
                decision.velocity
            }
            AgentAvoidance::None => wish.velocity,
        }
    }

    /// What is known of the rank of its own claim.
    pub(super) fn own_rank(&self, memory: &Memory) -> OwnRank {
        OwnRank {
            priority: self.profile.priority,
            since: memory.since,
            id: self.id.0,
        }
    }
}

fn blend(profile: &Profile, scratch: &mut DecideScratch<'_>, largest: f32) -> Vec2 {
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
fn record(scratch: &DecideScratch<'_>, share: f32, recorder: &mut impl Recorder) {
    for ((name, asked), given) in scratch
        .names
        .iter()
        .zip(&scratch.forces)
        .zip(&scratch.given)
    {
        recorder.force(name, asked.weight, asked.force, *given * share);
    }
}
