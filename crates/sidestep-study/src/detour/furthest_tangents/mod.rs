//! The furthest tangents of a cluster: M. Mononen's tutorial's own form of a detour.

mod way;

use std::any::Any;

use glam::Vec2;
use sidestep::avoid::Blocker;
use sidestep::avoid::detour::{
    ClosedBy, DetourAnswer, DetourMemory, DetourMethod, DetourQuery, FoundWay, Outcome,
};
use sidestep::explain::{Explanation, MarkKind, MarkShape, Recorder};
use sidestep::geometry::Side;
use sidestep::range::{OutOfRange, Parameter, Parameters, Range};

use super::marks::{mark_cluster, mark_way, name_cluster};
use super::way_out::{begin, come_out_first, tell_ends};
use way::{Walker, Way};

/// More rounds than this change nothing any more.
const MOST_ROUNDS: u32 = 64;

/// The way round a cluster by its furthest tangents, as M. Mononen's tutorial has it: to study and
/// to compare with.
///
/// It looks for what is hit first on the straight way, takes the whole cluster, and goes for the
/// furthest tangent point on the side on which the way over that point is shorter. If that way hits
/// another cluster, the tangent point becomes the goal, and so on. A wall that the body can't pass
/// between and the cluster ends the way on its side.
///
/// What is known to go wrong, on purpose:
/// - Inside a U or a ring the tangents span more than a half circle, and the furthest one is no
///   longer the one to take: the agent turns back and forth, or is called blocked although a way
///   exists.
/// - The length is measured over one point and not along the outline, so that wide and deep
///   clusters are often passed on the longer side. Very near a tangent point the wrong side may
///   look shorter; the bias doesn't mend that.
/// - Nothing is remembered between queries: where both sides are about equally long the choice may
///   change at every step.
/// - The way is closed on a side as soon as the cluster touches anything permanent there, be it a
///   free-standing pillar.
/// - The sides of a cluster that is met later are judged alone: if both are closed, that is taken
///   for blocked.
///
/// Use [`Detour`](sidestep::avoid::detour::Detour) to get round things.
///
/// Source: M. Mononen, "Very Temporary Obstacle Avoidance", 2011. Where he is silent, on agents and
/// goals inside obstacles and on standing at a tangent point, this does the least that keeps an
/// agent going.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct FurthestTangents {
    /// Distance kept from what is passed, besides the radius (m), 0 or more.
    pub clearance: f32,
    /// How far from the straight way to the goal obstacles should be looked at (m), above 0: the
    /// caller gathers them.
    pub neighborhood: f32,
    /// How often the way is looked at again with the tangent point as the goal, 1 or more. Mononen
    /// has 2 to 4.
    pub rounds: u32,
    /// The side that is taken if both are equally good.
    pub favored: Side,
    /// By which share the way on the other side must be shorter to be taken, 0 or more.
    pub bias: f32,
    /// A sub-goal that is nearer than this (m) is moved further along the tangent as far as that is
    /// free, 0 or more: an agent that stands at the tangent point of a circle would have nowhere to
    /// go.
    pub least_leg: f32,
}

impl Parameters for FurthestTangents {
    fn parameters(&mut self) -> Vec<Parameter<'_>> {
        let Self {
            clearance,
            neighborhood,
            rounds,
            bias,
            least_leg,
            favored: _,
        } = self;
        vec![
            Parameter::new("clearance", clearance, Range::AtLeast(0.0)),
            Parameter::new("neighborhood", neighborhood, Range::AboveZero),
            Parameter::new("rounds", rounds, Range::OneOrMore),
            Parameter::new("bias", bias, Range::AtLeast(0.0)),
            Parameter::new("least_leg", least_leg, Range::AtLeast(0.0)),
        ]
    }
}

impl FurthestTangents {
    /// Values that suit a body of `radius` metres.
    #[must_use]
    pub fn for_radius(radius: f32) -> Self {
        Self {
            clearance: 0.02 * radius,
            neighborhood: 25.0 * radius,
            rounds: 4,
            favored: Side::Right,
            bias: 0.01,
            least_leg: radius,
        }
    }

    /// Goes round clusters in turn; `heard` hears of each round.
    fn go_round(
        &self,
        walker: &Walker<'_>,
        mut answer: DetourAnswer,
        found: &mut FoundWay,
        mut heard: impl FnMut(&Round),
    ) -> DetourAnswer {
        let Walker {
            passer,
            start,
            barriers,
        } = *walker;
        // The first aim is the goal, each further one the tangent point on the way to the one
        // before.
        found.corners.push(answer.goal);
        let mut aim = answer.goal;
        let mut first: Option<(Side, Blocker)> = None;
        let next_met =
            |aim| passer.first_met(start, aim, barriers, |barrier| barrier.is_temporary());
        let mut met = next_met(aim);
        answer.free = met.map_or(start.distance(aim), |met| met.distance);
        while let Some(hit) = met
            && answer.rounds < self.rounds.clamp(1, MOST_ROUNDS)
        {
            answer.rounds += 1;
            let blocker = &barriers[hit.index];
            let ways = walker.both_ways(aim, blocker);
            let taken = self.shorter(ways);
            heard(&Round {
                met: hit.index,
                aim,
                ways,
                taken,
            });
            let Some(way) = taken else {
                found.corners.clear();
                let cluster = name_cluster(barriers, blocker, &mut found.members);
                let wall = ways.iter().filter_map(|way| way.closed_by).min();
                answer.outcome = Outcome::Blocked {
                    cluster,
                    closed_by: wall.map_or(ClosedBy::Ring, |wall| ClosedBy::Wall { wall }),
                };
                return answer;
            };
            if first.is_none() {
                let cluster = name_cluster(barriers, blocker, &mut found.members);
                first = Some((way.side, cluster));
            }
            let repeated = aim == way.tangent_point;
            aim = way.tangent_point;
            found.corners.push(aim);
            met = next_met(aim);
            if repeated {
                break;
            }
        }
        found.corners.push(start);
        found.corners.reverse();
        let Some((side, cluster)) = first else {
            return answer;
        };
        answer.converged = met.is_none();
        answer.outcome = match self.sub_goal(walker, aim) {
            Some(sub_goal) => {
                let legs = found.corners.windows(2);
                Outcome::Around {
                    sub_goal,
                    side,
                    cluster,
                    length: legs.map(|leg| leg[0].distance(leg[1])).sum(),
                }
            }
            None => {
                found.corners.clear();
                Outcome::Blocked {
                    cluster,
                    closed_by: ClosedBy::Effort,
                }
            }
        };
        answer
    }

    /// The shorter way of those that are open, with the bias to one side.
    fn shorter(&self, ways: [Way; 2]) -> Option<Way> {
        let [mut favored, mut other] = ways;
        if favored.side != self.favored {
            std::mem::swap(&mut favored, &mut other);
        }
        match (favored.closed_by, other.closed_by) {
            (None, None) if other.length * (1.0 + self.bias) < favored.length => Some(other),
            (None, _) => Some(favored),
            (Some(_), None) => Some(other),
            (Some(_), Some(_)) => None,
        }
    }

    /// Where to go now: the aim, further on if it is very near, and not so far if something is in
    /// the way there.
    fn sub_goal(&self, walker: &Walker<'_>, aim: Vec2) -> Option<Vec2> {
        let Walker {
            passer,
            start,
            barriers,
        } = *walker;
        let distance = start.distance(aim);
        let direction = (aim - start).try_normalize()?;
        let end = start + direction * distance.max(self.least_leg);
        let met = passer.first_met(start, end, barriers, |_| true);
        let free = met.map_or(f32::INFINITY, |met| met.distance);
        // A leg that is too short to get anywhere isn't one.
        (free > passer.clearance).then(|| start + direction * start.distance(end).min(free))
    }
}

/// One cluster that was met, and what was made of it.
struct Round {
    /// Index of the barrier that was met.
    met: usize,
    /// Where it was met on the way to (m).
    aim: Vec2,
    ways: [Way; 2],
    /// The way that was taken, if one is open.
    taken: Option<Way>,
}

impl Round {
    fn tell(&self, walker: &Walker<'_>, explanation: &mut Explanation) {
        let (barriers, start) = (walker.barriers, walker.start);
        let blocker = &barriers[self.met];
        mark_cluster(barriers, blocker, walker.passer.turning, explanation);
        for way in self.ways {
            let side = way.side;
            if let Some(at) = way.terminator {
                explanation.mark(MarkKind::Terminator, MarkShape::Point { at }, || {
                    format!("{side} is closed")
                });
            }
            let note = if way.closed_by.is_some() {
                ", closed"
            } else {
                ""
            };
            let label = format!("{:.1} m on the {side}{note}", way.length);
            let places = [start, way.tangent_point, self.aim];
            mark_way(MarkKind::Way, &places, label, explanation);
        }
        let met = blocker.blocker;
        explanation.reason(|| match self.taken {
            Some(way) => format!("{met} is met: {}, {:.2} m", way.side, way.length),
            None => {
                let cluster = name_cluster(barriers, blocker, &mut Vec::new());
                format!("blocked: walls close both sides of {cluster}")
            }
        });
    }
}

impl DetourMethod for FurthestTangents {
    fn name(&self) -> &'static str {
        "classic_detour"
    }

    fn neighborhood(&self) -> f32 {
        self.neighborhood
    }

    fn clearance(&self) -> f32 {
        self.clearance
    }

    /// The straight way is taken to be free of walls, as that to the next corner of a path is: only
    /// the ways that the method itself comes up with are looked at for walls. Pieces of the edge of
    /// walkable space must have it on their left. Numbers that aren't finite get the answer that
    /// all is clear.
    fn find(
        &self,
        query: &DetourQuery<'_>,
        _: &mut DetourMemory,
        found: &mut FoundWay,
    ) -> DetourAnswer {
        found.clear();
        let DetourQuery { from, barriers, .. } = *query;
        let (passer, start, begun) = match begin(query, self.clearance, &mut found.members) {
            Ok(begun) => begun,
            Err(answer) => return answer,
        };
        let walker = Walker {
            passer,
            start,
            barriers,
        };
        let answer = self.go_round(&walker, begun, found, |_| {});
        come_out_first(answer, passer, from, barriers)
    }

    fn tell(
        &self,
        query: &DetourQuery<'_>,
        _: &DetourMemory,
        answer: &DetourAnswer,
        explanation: &mut Explanation,
    ) {
        let mut found = FoundWay::default();
        let begun = begin(query, self.clearance, &mut found.members);
        tell_ends(answer, begun.is_ok(), explanation);
        let Ok((passer, start, begun)) = begun else {
            return;
        };
        let walker = Walker {
            passer,
            start,
            barriers: query.barriers,
        };
        let again = self.go_round(&walker, begun, &mut found, |round| {
            round.tell(&walker, explanation);
        });
        match again.outcome {
            Outcome::Around {
                sub_goal,
                side,
                cluster,
                length,
            } => {
                let label = format!("{length:.1} m on the {side}");
                mark_way(MarkKind::ChosenWay, &found.corners, label, explanation);
                let at = sub_goal;
                explanation.mark(MarkKind::SubGoal, MarkShape::Point { at }, || {
                    format!("{side} of {cluster}")
                });
            }
            Outcome::Blocked {
                closed_by: ClosedBy::Effort,
                ..
            } => explanation.reason(|| "blocked: no tangent point can be walked to".to_owned()),
            Outcome::Clear | Outcome::Blocked { .. } => {}
        }
    }

    fn check(&self) -> Result<(), OutOfRange> {
        Parameters::check(self)
    }

    fn same_as(&self, other: &dyn DetourMethod) -> bool {
        (other as &dyn Any).downcast_ref() == Some(self)
    }
}
