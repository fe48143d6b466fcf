//! Who goes first where neither can go on, and whether a goal is taken.

use glam::Vec2;

use super::percept::Seen;
use super::perception::Perception;
use super::shares::{Others, nearest_aim};
use super::{AgentId, Objective, Situation, Target};
use crate::avoid::lane::Lane;
use crate::avoid::right_of_way::{Claim, FELLOW_PACE, RightOfWay, SEEN, Standing};
use crate::explain::Recorder;
use crate::steer::Neighbor;

/// Share of the area around a place, filled with bodies, from which on the place counts as taken.
/// Discs fill 0.91 at the densest.
const FULL: f32 = 0.6;

/// Distance between the next corners of two paths, in sums of the radii, below which they are the same
/// one.
const SAME_CORNER: f32 = 2.0;

/// Distance (in radii) from which an agent is near its goal: it looks whether that is taken.
const NEAR: f32 = 30.0;

impl<'a, P: Perception<'a>> Situation<'_, P> {
    /// Makes those who claim the way and go first come as they would like to come, and says who of
    /// them goes before all others. `ours` says how we stand ourselves.
    pub fn make_room(
        &self,
        rules: &RightOfWay,
        own: &Claim,
        ours: &Standing,
        others: &mut Others<'a>,
        recorder: &mut impl Recorder,
    ) -> Option<Standing> {
        let mut first: Option<Standing> = None;
        // Whether that one goes first by its claim: such a one goes before all fellows.
        let mut by_claim = false;
        // Against others lanes form, and claims settle what is left: who lets fellows in front
        // there only fills the gap that those who come need.
        let is_free = ours.warned == 0 || (ours.warned < SEEN && self.is_near_its_end());
        let among_fellows = rules.fellow_reach > 0.0 && is_free;
        let held = ours.held_seconds > rules.fellow_patience;
        // Whether we press on against those behind us, whatever they claim.
        let presses = ours.claims || (among_fellows && held);
        let company = &mut others.company;
        for (index, standing) in others.standings.iter().enumerate() {
            let Some(standing) = *standing else {
                continue;
            };
            let lets_in = among_fellows
                && standing.held_seconds > rules.fellow_patience
                && rules.may_yield_to_fellow(self.id.0, &standing.standing());
            // Nearly everybody.
            if !(presses || standing.claims() || lets_in) {
                continue;
            }
            // Who hands on the right of somebody has to be asked about that one, who is anywhere.
            let may_go_first = standing.claims() && rules.may_yield(own, &standing.standing());
            let is_held = (may_go_first || lets_in) && self.is_right_held(rules, &standing);
            let (goes_first, lets_in) = (may_go_first && is_held, lets_in && is_held);
            let claimant =
                (goes_first.then(|| self.standing_seen(own, &standing))).filter(|seen| {
                    let neighbor = company.neighbor(index);
                    // Whose right it is matters, not who hands it on.
                    let holder = seen.rank.id;
                    let shares_passage =
                        || self.comes_to_our_passage(holder, neighbor.radius, SAME_CORNER);
                    rules.yields(self.body, own, &neighbor, seen)
                        && (seen.rank.lane >= Lane::Exposed || !shares_passage())
                });
            let Some(standing) = claimant else {
                let seen = lets_in.then(|| self.standing_seen(own, &standing));
                let seen = seen.and_then(|seen| {
                    let neighbor = company.neighbor(index);
                    let (own, seen) = self.at_passage(*own, seen, &neighbor);
                    let yields =
                        rules.yields_to_fellow(self.id.0, self.body, &own, &neighbor, &seen);
                    yields.then_some(seen)
                });
                let id = company.id(index);
                let (block, lane) = company.at_mut(index);
                if let Some(seen) = seen {
                    let nearest = first.is_none_or(|best| {
                        !by_claim && seen.claimed_distance < best.claimed_distance
                    });
                    if nearest {
                        first = Some(seen);
                    }
                    block.set_velocity(lane, seen.wish * FELLOW_PACE);
                    block.share[lane] = 1.0;
                    block.insistence[lane] = rules.insistence;
                    block.stranger[lane] = false;
                    block.fellow[lane] = false;
                    // Just out of the way, and no further.
                    block.passing[lane] = 0.0;
                    block.horizon[lane] = rules.fellow_reach;
                    recorder.reason(|| {
                        format!("lets agent {id} go first, who is nearer to where both go")
                    });
                    continue;
                }
                if among_fellows
                    && held
                    && block.fellow[lane]
                    && !standing.has_arrived()
                    && !standing.is_before_fellow(own)
                {
                    // It makes room, and the guard keeps us apart.
                    block.insistence[lane] = 0.0;
                    continue;
                }
                if ours.claims && own.rank.before(&standing.rank()) {
                    block.insistence[lane] = rules.boldness;
                }
                continue;
            };
            if first.is_none_or(|best| !by_claim || standing.rank.before(&best.rank)) {
                first = Some(standing);
                by_claim = true;
            }
            let id = company.id(index);
            let (block, lane) = company.at_mut(index);
            block.set_velocity(lane, self.to_flee_from(&standing));
            block.share[lane] = 1.0;
            block.insistence[lane] = rules.insistence;
            block.stranger[lane] = false;
            recorder.reason(|| {
                if standing.rank.id == id && standing.rank.lane >= Lane::Exposed {
                    format!("makes room for agent {id}, who would be run over")
                } else if standing.rank.id == id {
                    format!("makes room for agent {id}, who is held up and goes first")
                } else {
                    let held = standing.rank.id;
                    format!("makes room for agent {id}, who makes room for agent {held}")
                }
            });
        }
        first
    }

    /// At which velocity (m/s) somebody who goes first comes, as far as we make room for it. In a door there is no
    /// way aside, and who is faster than we are would touch us whatever we did: it comes as fast as we can go back,
    /// and its guard does the rest.
    fn to_flee_from(&self, standing: &Standing) -> Vec2 {
        if standing.rank.lane == Lane::Door {
            standing.wish.clamp_length_max(self.body.limits.max_speed)
        } else {
            standing.wish
        }
    }

    /// What we would claim, and how somebody stands: where the paths of both lead through the same
    /// passage next, and not to the same goal, it is there that both go. Who makes room for somebody who
    /// is nearer to it stands by that one's right.
    fn at_passage(&self, own: Claim, seen: Standing, other: &Neighbor) -> (Claim, Standing) {
        let sum = self.body.radius + other.radius;
        if own.goes_to(seen.claimed_aim, sum) {
            return (own, seen);
        }
        let shared = self.shared_passage(other.id, other.radius, SAME_CORNER);
        let Some((ours, theirs)) = shared else {
            return (own, seen);
        };
        let own = Claim {
            aim: Some(ours),
            distance: ours.distance(self.body.position),
            ..own
        };
        let own_distance = theirs.distance(other.position);
        let seen = Standing {
            claimed_aim: Some(ours),
            claimed_distance: if seen.hands_on {
                own_distance.min(seen.claimed_distance)
            } else {
                own_distance
            },
            ..seen
        };
        (own, seen)
    }

    /// Whether the one whose right somebody stands by is still there and held up. A right that some
    /// hand on to each other in a circle would outlive it else, and all would make room for nobody.
    fn is_right_held(&self, rules: &RightOfWay, standing: &Seen<'_>) -> bool {
        let holder = standing.rank_id();
        !standing.hands_on()
            || (self.perception.agent(AgentId(holder))).is_some_and(|percept| {
                let own = Seen::new(percept, self.perception.kinds());
                own.rank_id() == holder
                    && (own.claims() || own.held_seconds > rules.fellow_patience)
            })
    }

    /// Whether it is near its last goal, a fixed point. Nobody who shares it has to pass beyond, so
    /// the mere word that somebody comes against those far behind changes nothing here: else all
    /// would stay in a ring around it.
    fn is_near_its_end(&self) -> bool {
        let last = self.goal + 1 >= self.goals.len();
        let at_point = self.goals.get(self.goal).is_some_and(|goal| {
            matches!(
                goal.objective,
                Objective::Reach {
                    target: Target::Point(_),
                    ..
                }
            )
        });
        last && at_point
            && (self.aim)
                .is_some_and(|aim| aim.distance(self.body.position) <= NEAR * self.body.radius)
    }

    /// How somebody stands, with its aims at the images nearest to our own.
    fn standing_seen(&self, own: &Claim, standing: &Seen<'_>) -> Standing {
        let standing = standing.standing();
        let topology = &self.perception.context().topology;
        let near = |aim| nearest_aim(own, aim, topology);
        Standing {
            aim: standing.aim.map(near),
            claimed_aim: standing.claimed_aim.map(near),
            ..standing
        }
    }

    /// Whether those who have come to rest nearer to where we go than we do fill so much of the
    /// place around it that we can't get nearer. Who is still on the way will get there and leave,
    /// or come to rest, so it doesn't count. Only those who are near look: from afar the area would
    /// be dear to search and isn't full.
    pub fn is_goal_taken(&self) -> bool {
        let Some(aim) = self.aim else {
            return false;
        };
        let distance = aim.distance(self.body.position);
        if distance > NEAR * self.body.radius || distance < self.body.radius {
            return false;
        }
        let mut filled = 0.0;
        let aim = self.perception.context().topology.wrap(aim);
        let kinds = self.perception.kinds();
        self.perception
            .agents_within(aim, distance, |percept, way| {
                let kind = kinds.of(percept);
                let rests = percept.stance.has_arrived() || !kind.goes || !kind.manners.guarded;
                if rests
                    && percept.id != self.id
                    && self.filter.meets(&kind.filter)
                    && way.length_squared() <= distance * distance
                {
                    filled += percept.radius * percept.radius;
                }
            });
        filled > FULL * distance * distance
    }
}
