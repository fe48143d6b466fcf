//! How an agent stands whom somebody is in the way of, as it is kept for each of those.

use glam::Vec2;

use super::lane::Lane;
use super::right_of_way::{Rank, Standing};
use super::stance::{OwnRank, Stance};
use crate::compact::MaybePlace;

/// A [`Standing`] in 64 bytes instead of 88, of those of whom a [`Stance`] doesn't say all.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plight {
    wish: Vec2,
    held_seconds: f32,
    claimed_distance: f32,
    aim: MaybePlace,
    claimed_aim: MaybePlace,
    since: f64,
    /// By whom the claim is ranked, and who is in the way if [`Self::IS_BLOCKED`] is set.
    rank_id: u64,
    blocked_by: u64,
    priority: i32,
    flags: u8,
    lane: Lane,
    warned: u8,
    opposed: u8,
}

impl Plight {
    /// The bits of the flags.
    const CLAIMS: u8 = 0;
    const ARRIVED: u8 = 1;
    const HANDS_ON: u8 = 2;
    const IS_BLOCKED: u8 = 3;
    const IS_OWN: u8 = 4;
    const GOES_ROUND_WALLS: u8 = 5;

    /// All of it.
    #[must_use]
    #[inline]
    pub fn standing(&self) -> Standing {
        Standing {
            wish: self.wish,
            held_seconds: self.held_seconds,
            claims: self.is(Self::CLAIMS),
            rank: self.rank(),
            claimed_aim: self.claimed_aim.get(),
            aim: self.aim.get(),
            claimed_distance: self.claimed_distance,
            blocked_by: self.is(Self::IS_BLOCKED).then_some(self.blocked_by),
            hands_on: self.is(Self::HANDS_ON),
            goes_round_walls: self.is(Self::GOES_ROUND_WALLS),
            warned: self.warned,
            opposed: self.opposed,
        }
    }

    /// The rank of its claim.
    #[inline]
    pub(crate) fn rank(&self) -> Rank {
        Rank {
            priority: self.priority,
            arrived: self.is(Self::ARRIVED),
            lane: self.lane,
            since: self.since,
            id: self.rank_id,
        }
    }

    /// Whose rank its claim has.
    pub(crate) fn rank_id(&self) -> u64 {
        self.rank_id
    }

    /// That of a stance of somebody who has set out at `since` (s), and isn't named.
    pub(crate) fn of_stance(stance: &Stance, since: f64, blocker: u32) -> Self {
        let own = OwnRank {
            since,
            ..OwnRank::NOBODY
        };
        let mut plight = Self::from(stance.standing(&own, blocker));
        plight.set_own(true);
        plight
    }

    /// Whether the rank is the agent's own, though it doesn't say who that is.
    pub(crate) fn is_own(&self) -> bool {
        self.is(Self::IS_OWN)
    }

    /// Says whether it is so.
    pub(crate) fn set_own(&mut self, is_own: bool) {
        self.flags = self.flags & !(1 << Self::IS_OWN) | u8::from(is_own) << Self::IS_OWN;
    }

    /// The same with the agent named if the rank is its own.
    pub(crate) fn named(mut self, own: &OwnRank) -> Self {
        if self.is_own() {
            (self.rank_id, self.priority) = (own.id, own.priority);
            self.set_own(false);
        }
        self
    }

    #[inline]
    fn is(&self, flag: u8) -> bool {
        self.flags >> flag & 1 != 0
    }
}

impl From<Standing> for Plight {
    #[inline]
    fn from(standing: Standing) -> Self {
        let Standing {
            wish,
            held_seconds,
            claims,
            rank,
            claimed_aim,
            aim,
            claimed_distance,
            blocked_by,
            hands_on,
            goes_round_walls,
            warned,
            opposed,
        } = standing;
        Self {
            wish,
            held_seconds,
            claimed_distance,
            aim: aim.into(),
            claimed_aim: claimed_aim.into(),
            since: rank.since,
            rank_id: rank.id,
            blocked_by: blocked_by.unwrap_or(0),
            priority: rank.priority,
            flags: u8::from(claims) << Self::CLAIMS
                | u8::from(rank.arrived) << Self::ARRIVED
                | u8::from(hands_on) << Self::HANDS_ON
                | u8::from(goes_round_walls) << Self::GOES_ROUND_WALLS
                | u8::from(blocked_by.is_some()) << Self::IS_BLOCKED,
            lane: rank.lane,
            warned,
            opposed,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_lost() {
        let plain = Standing::default();
        let all = Standing {
            wish: Vec2::new(1.0, -2.0),
            held_seconds: 3.5,
            claims: true,
            rank: Rank {
                priority: -7,
                arrived: true,
                lane: Lane::Door,
                since: 0.1,
                id: u64::MAX,
            },
            claimed_aim: Some(Vec2::new(4.0, 5.0)),
            aim: Some(Vec2::new(6.0, 7.0)),
            claimed_distance: f32::INFINITY,
            blocked_by: Some(u64::MAX),
            hands_on: true,
            goes_round_walls: true,
            warned: 8,
            opposed: 9,
        };
        let one_each = [
            Standing {
                wish: all.wish,
                ..plain
            },
            Standing {
                claims: true,
                ..plain
            },
            Standing {
                hands_on: true,
                ..plain
            },
            Standing {
                goes_round_walls: true,
                ..plain
            },
            Standing {
                blocked_by: Some(0),
                ..plain
            },
            Standing {
                rank: all.rank,
                ..plain
            },
            Standing {
                aim: all.aim,
                ..plain
            },
            Standing {
                claimed_aim: all.aim,
                ..plain
            },
        ];
        for standing in [plain, all].into_iter().chain(one_each) {
            let plight = Plight::from(standing);
            assert_eq!(plight.standing(), standing);
            assert_eq!(plight.rank(), standing.rank);
        }
    }

    #[test]
    fn who_is_not_named_is_named_as_who_it_is() {
        let own = OwnRank {
            priority: 3,
            since: 7.0,
            id: 9,
        };
        let stance = Stance::of(&Standing {
            wish: Vec2::X,
            ..Standing::default()
        });
        let plight = Plight::of_stance(&stance, 2.0, 0);
        assert!(plight.is_own());
        let named = plight.named(&own);
        let earlier = OwnRank { since: 2.0, ..own };
        assert_eq!(named.standing(), stance.standing(&earlier, 0));
        assert_eq!(named.named(&OwnRank { id: 1, ..own }), named);
    }

    #[test]
    fn it_is_as_wide_as_it_says() {
        assert_eq!(size_of::<Plight>(), 64);
        assert_eq!(size_of::<Standing>(), 88);
    }
}
