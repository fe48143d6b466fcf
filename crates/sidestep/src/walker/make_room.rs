//! Who goes first where neither can go on, and whether a goal is taken.

use super::Situation;
use super::perception::Perception;
use super::shares::{Others, nearest_aim};
use crate::avoid::right_of_way::{Claim, RightOfWay, Standing};
use crate::explain::Recorder;

/// Share of the area around a place, filled with bodies, from which on the place counts as taken.
/// Discs fill 0.91 at the densest.
const FULL: f32 = 0.6;

/// Distance (in radii) from which an agent looks whether its goal is taken.
const NEAR: f32 = 30.0;

impl<'a, P: Perception<'a>> Situation<'_, P> {
    /// Makes those who claim the way and go first come as they would like to come, and says who of
    /// them goes before all others. `claims` says whether we claim the way ourselves.
    pub fn make_room(
        &self,
        rules: &RightOfWay,
        own: &Claim,
        claims: bool,
        others: &mut Others<'a>,
        recorder: &mut impl Recorder,
    ) -> Option<Standing> {
        let mut first: Option<Standing> = None;
        for (other, standing) in others.shared.iter_mut().zip(&others.standings) {
            let Some(standing) = *standing else {
                continue;
            };
            let claimant = (standing.claims.then(|| self.standing_seen(own, standing)))
                .filter(|standing| rules.yields(self.body, own, &other.neighbor, standing));
            let Some(standing) = claimant else {
                if claims && own.rank.before(&standing.rank) {
                    other.insistence = rules.boldness;
                }
                continue;
            };
            if first.is_none_or(|best| standing.rank.before(&best.rank)) {
                first = Some(standing);
            }
            other.neighbor.velocity = standing.wish;
            other.share = 1.0;
            other.insistence = rules.insistence;
            other.stranger = false;
            recorder.reason(|| {
                let id = other.neighbor.id;
                if standing.rank.id == id {
                    format!("makes room for agent {id}, who is held up and goes first")
                } else {
                    let held = standing.rank.id;
                    format!("makes room for agent {id}, who makes room for agent {held}")
                }
            });
        }
        first
    }

    /// How somebody stands, with its aims at the images nearest to our own.
    fn standing_seen(&self, own: &Claim, standing: &Standing) -> Standing {
        let topology = &self.perception.context().topology;
        let near = |aim| nearest_aim(own, aim, topology);
        Standing {
            aim: standing.aim.map(near),
            claimed_aim: standing.claimed_aim.map(near),
            ..*standing
        }
    }

    /// Whether those who stand nearer to where we go than we do fill so much of the place around it
    /// that we can't get nearer. Only those who are near look: from afar the area would be dear to
    /// search and isn't full.
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
        self.perception
            .agents_within(aim, distance, |percept, way| {
                if percept.id != self.id
                    && self.filter.meets(&percept.filter)
                    && way.length_squared() <= distance * distance
                {
                    filled += percept.body.radius * percept.body.radius;
                }
            });
        filled > FULL * distance * distance
    }
}
