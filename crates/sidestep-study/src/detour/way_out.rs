//! Out of what an agent or a goal is inside of, for the methods that the default is compared with.

use std::f32::consts::TAU;

use glam::Vec2;
use sidestep::avoid::Blocker;
use sidestep::avoid::detour::{Barrier, BarrierKind, ClosedBy, DetourAnswer, DetourQuery, Outcome};
use sidestep::explain::{Explanation, Recorder};
use sidestep::geometry::Side;

use super::marks::{cluster, name_cluster};
use super::straight::{Passer, is_sound};

/// How often a place is pushed out of something at the most.
const MOST_PUSHES: usize = 32;

/// Where pushing leads nowhere, places on so many rings around are tried, in so many directions;
/// each ring is half the distance that turning places have from barriers further out.
const RINGS: u16 = 20;
const DIRECTIONS: u16 = 16;

impl Passer {
    /// The place itself if no barrier is nearer to it than `enough` metres, or a free one near it
    /// to which no wall has to be crossed: out of the deepest again and again, or else the first
    /// found on rings around it. `None` if there is none.
    pub(super) fn free_place(
        &self,
        place: Vec2,
        enough: f32,
        barriers: &[Barrier<'_>],
    ) -> Option<Vec2> {
        if deepest(place, enough, barriers).is_none() {
            return Some(place);
        }
        self.pushed_out(place, barriers)
            .filter(|&free| self.is_unwalled(place, free, barriers))
            .or_else(|| self.on_rings(place, barriers))
    }

    fn pushed_out(&self, place: Vec2, barriers: &[Barrier<'_>]) -> Option<Vec2> {
        let mut here = place;
        for _ in 0..MOST_PUSHES {
            let Some(barrier) = deepest(here, self.passing, barriers) else {
                return Some(here);
            };
            let surface = barrier.hull().surface(here);
            here += surface.normal * (self.turning - surface.distance);
            if !is_sound(here) {
                return None;
            }
        }
        None
    }

    fn on_rings(&self, place: Vec2, barriers: &[Barrier<'_>]) -> Option<Vec2> {
        (1..=RINGS)
            .flat_map(|ring| (0..DIRECTIONS).map(move |index| (ring, index)))
            .map(|(ring, index)| {
                let angle = f32::from(index) * TAU / f32::from(DIRECTIONS);
                let direction = Vec2::new(libm::cosf(angle), libm::sinf(angle));
                place + direction * (0.5 * self.turning * f32::from(ring))
            })
            .find(|&free| {
                is_sound(free)
                    && deepest(free, self.passing, barriers).is_none()
                    && self.is_unwalled(place, free, barriers)
            })
    }

    /// Whether a centre that moves straight crosses nothing permanent.
    fn is_unwalled(&self, from: Vec2, to: Vec2, barriers: &[Barrier<'_>]) -> bool {
        let center = Self {
            passing: 0.0,
            ..*self
        };
        center
            .first_met(from, to, barriers, |barrier| !barrier.is_temporary())
            .is_none()
    }
}

/// The barrier that a body which needs `enough` metres is deepest in, if in any; of several the one
/// with the lowest name.
fn deepest<'a, 'b>(
    place: Vec2,
    enough: f32,
    barriers: &'b [Barrier<'a>],
) -> Option<&'b Barrier<'a>> {
    let mut deepest: Option<(f32, &Barrier<'_>)> = None;
    for barrier in barriers {
        let distance = barrier.hull().surface(place).distance;
        // Where the edge of walkable space is, the centre may be.
        if barrier.kind != BarrierKind::Edge
            && distance < enough
            && deepest
                .is_none_or(|(least, other)| (distance, barrier.blocker) < (least, other.blocker))
        {
            deepest = Some((distance, barrier));
        }
    }
    deepest.map(|(_, barrier)| barrier)
}

/// What a query begins with: who passes, where its way begins and what is known of the answer by
/// then; or the whole answer where there is nothing to look for.
pub(super) fn begin(
    query: &DetourQuery<'_>,
    clearance: f32,
    members: &mut Vec<Blocker>,
) -> Result<(Passer, Vec2, DetourAnswer), DetourAnswer> {
    let DetourQuery {
        from,
        to,
        radius,
        barriers,
        walls_too: _,
    } = *query;
    let mut answer = DetourAnswer::clear(query);
    if !(is_sound(from) && is_sound(to) && radius.is_finite()) {
        return Err(answer);
    }
    let passer = Passer::new(radius, clearance);
    let Some(start) = passer.free_place(from, passer.inside, barriers) else {
        return Err(enclosed(answer, passer, from, barriers, members));
    };
    if start != from {
        answer.way_out = Some(start);
    }
    if let Some(goal) = passer.free_place(to, passer.passing, barriers)
        && goal != to
    {
        (answer.goal, answer.goal_moved) = (goal, true);
    }
    Ok((passer, start, answer))
}

/// Tells where the way begins and ends if that isn't where it was wanted, or that the agent can't
/// be brought out of what it is in.
pub(super) fn tell_ends(answer: &DetourAnswer, begun: bool, explanation: &mut Explanation) {
    if !begun && answer.outcome != Outcome::Clear {
        explanation.reason(|| "inside something, and no free place near".to_owned());
    }
    if let Some(start) = answer.way_out {
        explanation.reason(|| format!("inside something: comes out at {start}"));
    }
    if answer.goal_moved {
        let goal = answer.goal;
        explanation.reason(|| format!("the goal is inside something: {goal} instead"));
    }
}

/// The answer for an agent that comes out of something first, if it is inside something: that is
/// its way then.
pub(super) fn come_out_first(
    mut answer: DetourAnswer,
    passer: Passer,
    from: Vec2,
    barriers: &[Barrier<'_>],
) -> DetourAnswer {
    let Some(way_out) = answer.way_out else {
        return answer;
    };
    match &mut answer.outcome {
        Outcome::Blocked { .. } => {}
        Outcome::Around {
            sub_goal, length, ..
        } => {
            *sub_goal = way_out;
            *length += from.distance(way_out);
        }
        Outcome::Clear => {
            if let Some(deepest) = deepest(from, passer.inside, barriers) {
                let members = cluster(barriers, deepest).map(|member| member.blocker);
                answer.outcome = Outcome::Around {
                    sub_goal: way_out,
                    side: Side::default(),
                    cluster: members.min().unwrap_or(deepest.blocker),
                    length: from.distance(way_out) + way_out.distance(answer.goal),
                };
            }
        }
    }
    answer
}

/// The answer to an agent inside something that it can't be brought out of.
fn enclosed(
    mut answer: DetourAnswer,
    passer: Passer,
    from: Vec2,
    barriers: &[Barrier<'_>],
    members: &mut Vec<Blocker>,
) -> DetourAnswer {
    if let Some(deepest) = deepest(from, passer.inside, barriers) {
        answer.outcome = Outcome::Blocked {
            cluster: name_cluster(barriers, deepest, members),
            closed_by: ClosedBy::Ring,
        };
    }
    answer
}
