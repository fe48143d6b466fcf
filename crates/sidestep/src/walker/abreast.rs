//! Two who walk side by side and want across each other's way.
//!
//! Each leads the other aside: both get on, so neither is held up and claims the way, and to fall back
//! costs more just now than to be led on by a little. So they would go on side by side until both are past
//! where they want to go. The one behind falls back until the other can cross in front of it.

use glam::Vec2;

use super::shares::Others;
use crate::avoid::right_of_way::{Claim, Rank};
use crate::motion::Body;

/// The speed of who falls back is less by this share where all of the work is left to the one behind.
const SLOWER: f32 = 0.4;

/// Distance between the edges, in sums of the radii, up to which two walk side by side.
const GAP: f32 = 0.5;

/// How far the one may be ahead of the other, in sums of the radii: beyond that the one behind passes
/// behind it anyway.
const AHEAD: f32 = 0.7;

/// How far it must be ahead, in sums of the radii, to go first; else the lower id does.
const JUST_AHEAD: f32 = 0.02;

/// Difference between the velocities, as a share of the speed that one would like, up to which two walk
/// along with each other.
const ALONG: f32 = 0.4;

/// The least part of the speed that each would like which has to lead the way that both go.
const ONWARD: f32 = 0.3;

/// The speed, as a share of the one that the agent would like, from which on two want across each other's
/// way: that at which they would come nearer if both went as they would like to.
const ACROSS: f32 = 0.15;

/// Somebody near, as the one sees it that looks around.
#[derive(Clone, Copy, Debug)]
struct Beside {
    id: u64,
    /// The way to it (m), and the sum of the radii of both (m).
    way: Vec2,
    sum: f32,
    /// How it goes, and how it would like to go (m/s).
    velocity: Vec2,
    wish: Vec2,
}

/// As what share of its speed an agent goes that falls back, if the part `looking_ahead` (0 to 1) of the
/// work among those who go the same way is left to the one behind.
pub fn pace_behind(looking_ahead: f32) -> f32 {
    1.0 - SLOWER * looking_ahead
}

/// What somebody does who walks side by side with another, while each wants across the other's way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Abreast {
    /// It crosses in front of the other.
    GoesFirst,
    /// It falls back until the one with this id has crossed.
    FallsBack(u64),
}

impl Others<'_> {
    /// What a body of this claim does if it walks [side by side](order_abreast) with any of them: who falls back
    /// behind one does so, whoever else it would cross in front of.
    pub fn abreast(&self, body: &Body, own: &Claim) -> Option<Abreast> {
        let mut found = None;
        for (index, standing) in self.standings.iter().enumerate() {
            let Some(standing) = standing else {
                continue;
            };
            let (block, lane) = self.company.at(index);
            // Those who go to the same place have to be there one after the other, not across, and who doesn't
            // notice us would never do its part.
            if block.fellow[lane] || block.stranger[lane] {
                continue;
            }
            let other = Beside {
                id: self.company.id(index),
                way: block.position(lane) - body.position,
                sum: body.radius + block.radius[lane],
                velocity: block.velocity(lane),
                wish: standing.wish,
            };
            match order_abreast(body.velocity, own, &other, || standing.rank()) {
                Some(Abreast::FallsBack(id)) => return Some(Abreast::FallsBack(id)),
                Some(Abreast::GoesFirst) => found = Some(Abreast::GoesFirst),
                None => {}
            }
        }
        found
    }
}

/// What somebody does who goes at `velocity` (m/s) and has this claim, if it walks side by side with `other`,
/// whose rank is asked of `rank`, while each wants across the other's way. The one falls back who has the lower
/// priority, then who is behind, then who has the higher id. Of two never both do; one does if they would like
/// to go at the same speed.
fn order_abreast(
    velocity: Vec2,
    own: &Claim,
    other: &Beside,
    rank: impl FnOnce() -> Rank,
) -> Option<Abreast> {
    let (distance, speed) = (other.way.length(), own.wish.length());
    // Nearly everybody is further away.
    if distance > (1.0 + GAP) * other.sum || distance == 0.0 || speed == 0.0 {
        return None;
    }
    let along = (other.velocity - velocity).length() <= ALONG * speed;
    let both = velocity + other.velocity;
    let onward = both.try_normalize().filter(|_| along)?;
    let least = ONWARD * speed;
    let ahead = other.way.dot(onward) / other.sum;
    let side_by_side = both.length() >= speed
        && onward.dot(own.wish) >= least
        && onward.dot(other.wish) >= least
        && ahead.abs() <= AHEAD;
    let across = (own.wish - other.wish).dot(other.way) >= ACROSS * speed * distance;
    if !(side_by_side && across) {
        return None;
    }
    let priority = rank().priority;
    let falls_back = if priority != own.rank.priority {
        priority > own.rank.priority
    } else if ahead.abs() > JUST_AHEAD {
        ahead > 0.0
    } else {
        other.id < own.rank.id
    };
    Some(if falls_back {
        Abreast::FallsBack(other.id)
    } else {
        Abreast::GoesFirst
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One who goes along x at 1 m/s: its id, its priority, where it is (m) and how it would like to go (m/s).
    struct Walker {
        id: u64,
        priority: i32,
        at: Vec2,
        wish: Vec2,
    }

    impl Walker {
        fn claim(&self) -> Claim {
            Claim {
                wish: self.wish,
                rank: Rank {
                    priority: self.priority,
                    id: self.id,
                    ..Rank::default()
                },
                aim: None,
                distance: f32::INFINITY,
                goes_on: false,
            }
        }

        fn falls_back_behind(&self, other: &Self) -> bool {
            let beside = Beside {
                id: other.id,
                way: other.at - self.at,
                sum: 1.0,
                velocity: Vec2::X,
                wish: other.wish,
            };
            let order = order_abreast(Vec2::X, &self.claim(), &beside, || other.claim().rank);
            order == Some(Abreast::FallsBack(other.id))
        }
    }

    /// Two side by side, the second so far ahead (m), who would like to go to the other's side by so much (m/s).
    fn pair(ahead: f32, across: f32) -> [Walker; 2] {
        [1.0, -1.0].map(|side: f32| Walker {
            id: if side > 0.0 { 1 } else { 2 },
            priority: 0,
            at: Vec2::new(if side > 0.0 { 0.0 } else { ahead }, side * 0.55),
            wish: Vec2::new(1.0, -side * across).normalize(),
        })
    }

    fn who_falls_back([first, second]: &[Walker; 2]) -> [bool; 2] {
        [
            first.falls_back_behind(second),
            second.falls_back_behind(first),
        ]
    }

    #[test]
    fn exactly_one_falls_back_whichever_is_ahead() {
        assert_eq!(who_falls_back(&pair(0.0, 0.3)), [false, true], "by id");
        assert_eq!(who_falls_back(&pair(0.3, 0.3)), [true, false]);
        assert_eq!(who_falls_back(&pair(-0.3, 0.3)), [false, true]);
        let mut urgent = pair(0.3, 0.3);
        urgent[0].priority = 1;
        assert_eq!(who_falls_back(&urgent), [false, true]);
    }

    #[test]
    fn nobody_falls_back_who_is_in_nobodys_way() {
        for (what, pair) in [
            ("their ways part", pair(0.3, -0.3)),
            ("they go the same way", pair(0.3, 0.0)),
            ("one is well ahead", pair(0.8, 0.3)),
        ] {
            assert_eq!(who_falls_back(&pair), [false, false], "{what}");
        }
        let mut apart = pair(0.3, 0.3);
        apart[1].at.y -= 0.5;
        assert_eq!(who_falls_back(&apart), [false, false], "far away");
    }

    #[test]
    fn nobody_slows_down_where_nothing_is_left_to_the_one_behind() {
        assert_eq!(pace_behind(0.0), 1.0);
        assert!((pace_behind(1.0) - 0.6).abs() < 1e-6);
    }
}
