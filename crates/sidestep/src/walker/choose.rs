//! Which velocity an agent chooses among others, with room made for those who go first.

use glam::Vec2;

use super::abreast::{Abreast, pace_behind};
use super::clock::Calm;
use super::perception::Perception;
use super::scratch::DecideScratch;
use super::{Memory, Objective, Situation};
use crate::avoid::lane::{Lane, Passage};
use crate::avoid::right_of_way::{Claim, Rank, Standing};
use crate::avoid::sampling::VelocitySampling;
use crate::avoid::{self, Blocker, Obstacle, Wish};
use crate::explain::Recorder;
use crate::geometry::{Bounds, Side};

/// How long an agent has come no nearer to its goal (s) until it [gets nowhere](gets_nowhere).
const NOWHERE_AFTER: f64 = 5.0;

/// Who gets on more slowly than at this share of the speed that it would like isn't calm, but in the open.
const GETS_ON: f32 = 0.75;

/// Who can't choose to get on as fast as at this share of the speed that it would like decides in each step, in
/// the open too: in a heap around a goal, or before a door, it takes an opening at once.
const HELD_UP: f32 = 0.5;

/// How near to a place, in radii, an agent closes up to others who go its way if some of them want to
/// that place too: a crowd of a hundred before a door is as deep.
const PRESSES_WITHIN: f32 = 30.0;

/// Speed below which somebody stands (shares of the speed that the agent would like).
const STANDS_BELOW: f32 = 0.05;

/// Whether an agent has got nowhere for long. It passes those who stand, as it does itself, as closely as
/// it can: what it costs to pass many of them would keep it from ever going through between them. And
/// beside walls it no longer makes room for those who go the same way: where it can't step aside, as at
/// the corner of a door, all behind it would wait for ever.
fn gets_nowhere(memory: &Memory) -> bool {
    memory.delay().seconds >= NOWHERE_AFTER
}

/// Where those behind an agent have to let it go (m/s) that would like to go at `wish` (m/s), stands so, makes room
/// for `other` and chose a velocity: where it goes. But who can't get out of the way of somebody in a door goes as
/// that one would like to go, as soon as those behind it let it, if others come against it there: there is no way
/// aside. Where all go one way, nobody has to go back.
fn handed_on(standing: &Standing, other: &Standing, chosen: Vec2, wish: Vec2) -> Vec2 {
    let ahead = other.wish.normalize_or_zero();
    let gets_away = chosen.dot(ahead) >= HELD_UP * wish.length();
    if standing.warned > 0 && other.rank.lane == Lane::Door && !gets_away {
        other.wish
    } else {
        chosen
    }
}

impl<'a, P: Perception<'a>> Situation<'_, P> {
    /// The velocity (m/s) that costs least, with room made for those who go first.
    pub(super) fn choose_velocity(
        &self,
        sampling: &VelocitySampling,
        mut wish: Wish,
        memory: &mut Memory,
        scratch: &mut DecideScratch<'a>,
        recorder: &mut impl Recorder,
    ) -> Vec2 {
        let body = self.body;
        let velocity = wish.velocity;
        let distance = sampling.distance + 2.0 * body.radius;
        (scratch.surroundings).obstacles(distance, &mut scratch.obstacles);
        let nearest = (sampling.distance, sampling.most_neighbors);
        self.find_nearest(nearest, self.reach_of_edges(sampling.distance), scratch);
        if scratch.others.company.is_empty() {
            memory.stand_silent();
            memory.calm = memory.calm.with_room(true);
            return velocity;
        }
        let mut claim = self.claim(sampling, velocity, memory, scratch);
        let is_of_a_stream = self.is_of_a_stream(memory.arrived, &scratch.obstacles);
        let opposes = sampling.keeps_lanes() && is_of_a_stream;
        let mut standing = self.stand(sampling, (&claim, opposes), memory, scratch, recorder);
        // Where streams meet, lanes form: it gets out of the way of those behind it best by going on.
        claim.goes_on = is_of_a_stream
            && self.goes_to_a_place()
            && (standing.opposed > 0 || gets_nowhere(memory));
        let rules = &sampling.right_of_way;
        let goes_first = self.make_room(rules, &claim, &standing, &mut scratch.others, recorder);
        let is_let_past = goes_first.is_some_and(|other| other.comes_back(velocity));
        if is_let_past || (memory.is_held_up() && scratch.others.any_comes_back(velocity)) {
            self.hear_that_walls_close_the_way(memory, recorder);
        }
        // Who makes room for those who come does so at once, lest they wait for each other.
        scratch.is_in_stream = is_of_a_stream
            && scratch.others.all_go
            && !matches!(claim.rank.lane, Lane::Door | Lane::Exposed | Lane::Caught)
            && !(standing.opposed > 0 && goes_first.is_some());
        self.bend_wish(sampling, &mut wish, (&claim, &standing), scratch, recorder);
        // Beside obstacles lanes and claims settle it.
        let is_free = scratch.obstacles.is_empty() && goes_first.is_none() && !self.has_slot();
        let abreast = is_free.then(|| scratch.others.abreast(body, &claim));
        let abreast = abreast.flatten();
        if let Some(Abreast::FallsBack(other)) = abreast {
            wish.velocity *= pace_behind(sampling.looking_ahead);
            recorder
                .reason(|| format!("falls back to let agent {other} cross, who walks beside it"));
        }
        let (surroundings, obstacles) = (&scratch.surroundings, &mut scratch.obstacles);
        if surroundings.is_moving() {
            surroundings.foreseen(distance, obstacles);
        }
        surroundings.add_standing(distance, obstacles);
        let obstacles: &[_] = if self.profile.obstacle_avoidance.is_guarded() {
            obstacles
        } else {
            &[]
        };
        wish.kept = Some(memory.clock.velocity);
        let others = &mut scratch.others;
        let among = (&others.company, obstacles);
        let (decision, ease) = sampling.decide_among(body, &wish, among, &mut scratch.sampling);
        if recorder.listens() {
            let around = avoid::Surroundings {
                neighbors: others.rows(),
                neighbor_reach: sampling.distance,
                obstacles,
                lines: &[],
            };
            sampling.tell(body, &wish, &around, &decision, recorder);
        }
        memory.add_threat(decision.threat);
        let chosen = decision.velocity;
        let as_fast = GETS_ON * velocity.length_squared();
        let gets_on = |at: Vec2| at.dot(velocity) >= as_fast;
        let held_up = chosen.dot(wish.velocity) < HELD_UP * wish.velocity.length_squared();
        let calm = &mut memory.calm;
        *calm = calm.with_room(ease.is_roomy);
        // Where few are around there is no heap and no door: it needn't take any opening.
        if goes_first.is_some()
            || (held_up && *calm != Calm::Roomy)
            || abreast.is_some()
            || standing.opposed > 0
            || claim.rank.lane != Lane::Neither
            || others.any_stranger
        {
            *calm = Calm::No;
        } else if standing.claims
            || !gets_on(chosen)
            || !gets_on(body.velocity)
            || ease.met > sampling.calm_cost
        {
            *calm = calm.among_others();
        }
        // Who decides in each step would tremble in the open, too; but whoever does nothing about it is dodged
        // at once.
        let trembles = *calm == Calm::No && obstacles.is_empty() && !others.any_stranger;
        scratch.turns_back_slowly = scratch.is_in_stream || trembles;
        if *calm == Calm::No && scratch.is_in_stream {
            *calm = Calm::InStream;
        }
        standing.blocked_by = match decision.threat {
            Some(Blocker::Agent(id)) => Some(id),
            Some(Blocker::Obstacle(_)) | None => None,
        };
        if let Some(other) = goes_first {
            standing = Standing {
                wish: handed_on(&standing, &other, chosen, velocity),
                claims: other.claims,
                rank: other.rank,
                claimed_aim: other.claimed_aim,
                claimed_distance: other.claimed_distance,
                hands_on: true,
                ..standing
            };
        }
        memory.stand(&standing, &self.own_rank(memory));
        chosen
    }

    /// What it would claim if it were held up on its way at `velocity` (m/s).
    fn claim(
        &self,
        sampling: &VelocitySampling,
        velocity: Vec2,
        memory: &Memory,
        scratch: &DecideScratch<'a>,
    ) -> Claim {
        let lane = match scratch.exposed {
            Some(lane) => lane,
            None if memory.stance.claims_from_door() => Lane::Door,
            None => self.lane(velocity, sampling.side(), &scratch.obstacles),
        };
        Claim {
            wish: velocity,
            rank: Rank {
                // Who is in a door or would be run over has to get away from there, even if it was pushed there
                // after it had arrived.
                arrived: memory.arrived && lane < Lane::Door,
                ..self.rank(memory, lane)
            },
            aim: self.aim,
            distance: (self.aim).map_or(f32::INFINITY, |aim| aim.distance(self.body.position)),
            goes_on: false,
        }
    }

    /// How it stands among the others, who are led to see what each of them matters to it. `opposes` says
    /// whether it keeps out of the way of streams that come against it.
    fn stand(
        &self,
        sampling: &VelocitySampling,
        (claim, opposes): (&Claim, bool),
        memory: &Memory,
        scratch: &mut DecideScratch<'a>,
        recorder: &mut impl Recorder,
    ) -> Standing {
        let (body, velocity) = (self.body, claim.wish);
        let (rules, others) = (&sampling.right_of_way, &mut scratch.others);
        // All else is written over.
        let mut standing = Standing {
            held_seconds: memory.stance.held_seconds,
            claims: memory.stance.claims(),
            goes_round_walls: memory.way().round_walls,
            ..Standing::default()
        };
        rules.watch(&mut standing, body, claim, self.dt());
        if scratch.exposed.is_some() {
            // At once, and whoever goes where it goes makes room, too: now it goes elsewhere.
            standing.claims = true;
            standing.claimed_aim = None;
            standing.claimed_distance = f32::INFINITY;
        }
        let topology = &self.perception.context().topology;
        let shares = (sampling.looking_ahead, sampling.alongside_passing);
        others.look_ahead_first(body, shares, claim, topology);
        others.join_at_passage(self);
        if self.perception.has_comrades() {
            others.keep_ranks(self);
        }
        standing.warned = others.warning(velocity);
        if opposes {
            standing.opposed = others.opposition(body, velocity, topology);
        }
        if standing.warned == 0 && standing.held_seconds > rules.fellow_patience {
            others.squeeze_past(velocity, sampling.squeezed_passing);
        }
        let slow = STANDS_BELOW * velocity.length();
        if standing.claims
            && gets_nowhere(memory)
            && body.speed() < slow
            && others.squeeze_past_those_who_stand(slow)
        {
            recorder.reason(|| "squeezes past those who stand as it does".to_owned());
        }
        standing
    }

    /// Turns and slows down what it would like, where others come against it, have taken its goal, or go ahead
    /// of it. `claim` and `standing` are its own.
    fn bend_wish(
        &self,
        sampling: &VelocitySampling,
        wish: &mut Wish,
        (claim, standing): (&Claim, &Standing),
        scratch: &mut DecideScratch<'a>,
        recorder: &mut impl Recorder,
    ) {
        let (body, velocity, side) = (self.body, wish.velocity, sampling.side());
        let (others, near) = (&mut scratch.others, &scratch.obstacles);
        // In a door there are no halves, and those before it make room where it would like to go.
        if standing.opposed > 0
            && claim.rank.lane != Lane::Door
            && claim.distance > Passage::WORTH_IT * body.radius
            && self.is_in_others_half(velocity, side, near, &mut scratch.beside)
        {
            wish.velocity = sampling.turned_to_own_lane(velocity);
            recorder.reason(|| "keeps to its own half of the way, as others come".to_owned());
        }
        // Pressing on to a place that is taken only stirs the heap around it.
        if !scratch.evades && others.any_fellow() && self.is_goal_taken() {
            wish.velocity = Vec2::ZERO;
        }
        let time_gap = self.time_gap();
        if time_gap > 0.0 && !(others.any_fellow() && self.is_near(claim)) {
            let fastest = others.fastest_behind(body, wish.velocity, time_gap);
            if fastest < wish.velocity.length() {
                wish.velocity = wish.velocity.clamp_length_max(fastest);
                recorder.reason(|| "stays behind those ahead who go its way".to_owned());
            }
        }
    }

    /// How long it stays behind those ahead who go its way (s), on the way to the goal that it has now.
    fn time_gap(&self) -> f32 {
        let own = self.profile.preferred_speed;
        let goal = self.goals.get(self.goal).and_then(|goal| goal.speed);
        let slower = goal.map_or(1.0, |speed| (own / speed).max(1.0));
        self.profile.time_gap * slower
    }

    /// Whether it is so near to where it claims to go, or to the next corner of its path, that it presses
    /// on if others want there too.
    fn is_near(&self, claim: &Claim) -> bool {
        let corner = (self.passage).map_or(f32::INFINITY, |it| it.distance(self.body.position));
        claim.distance.min(corner) < PRESSES_WITHIN * self.body.radius
    }

    /// Whether it has a slot in a formation.
    pub(super) fn has_slot(&self) -> bool {
        self.perception.has_comrades() && self.perception.has_slot(self.id)
    }

    /// Where it is between walls, of which these are near. A door gives no right to members of a
    /// formation: it goes through as a file, in the order of its slots.
    fn lane(&self, wish: Vec2, side: Side, near: &[Obstacle<'_>]) -> Lane {
        match Lane::of(self.body, wish, side, near) {
            Lane::Door if self.has_slot() => Lane::Neither,
            lane => lane,
        }
    }

    /// Whether it keeps to its own half where streams meet: beside walls, of which these are near. Who
    /// has arrived or has a slot in a formation only wants back to its place, on whichever side of
    /// others that is.
    fn is_of_a_stream(&self, arrived: bool, near: &[Obstacle<'_>]) -> bool {
        !arrived && near.iter().any(Obstacle::is_wall) && !self.has_slot()
    }

    /// Whether it has a goal to get to, and not only a direction or somebody to flee from.
    fn goes_to_a_place(&self) -> bool {
        let goal = self.goals.get(self.goal).map(|goal| goal.objective);
        matches!(
            goal,
            Some(Objective::Reach { .. } | Objective::Enter { .. })
        )
    }

    /// Whether it is in the half of those who come towards it, in a passage through which it would
    /// like to go at `wish` (m/s), and of whose walls these are near. `beside` is memory to work in.
    fn is_in_others_half(
        &self,
        wish: Vec2,
        side: Side,
        near: &[Obstacle<'_>],
        beside: &mut Vec<Obstacle<'a>>,
    ) -> bool {
        let Some(passage) = Passage::beside(self.body, wish, side, near) else {
            return false;
        };
        let (here, there) = (self.body.position, passage.far_side(self.body));
        let area = Bounds {
            min: here.min(there),
            max: here.max(there),
        };
        (self.perception).obstacles(area, &self.filter, beside);
        passage.is_in_others_half(self.body, beside)
    }

    /// Its rank in a lane.
    pub(super) fn rank(&self, memory: &Memory, lane: Lane) -> Rank {
        Rank {
            priority: self.profile.priority,
            arrived: memory.arrived,
            lane,
            since: memory.since,
            id: self.id.0,
        }
    }
}
