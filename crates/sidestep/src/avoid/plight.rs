//! How an agent stands, as it is kept for each of very many.

use glam::Vec2;

use super::lane::Lane;
use super::right_of_way::{Claim, Rank, Standing};
use crate::compact::MaybePlace;

/// A [`Standing`] in 64 bytes instead of 88: what is kept for each agent, and what others see of it.
///
/// What others look at for everybody they see can be read as it is; the rest is put together by
/// [`standing`](Self::standing).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plight {
    /// The velocity that it would like to have (m/s).
    pub(crate) wish: Vec2,
    /// How long it has been held up (s).
    pub(crate) held_seconds: f32,
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
    pub(crate) warned: u8,
    pub(crate) opposed: u8,
}

impl Plight {
    /// The bits of the flags.
    const CLAIMS: u8 = 0;
    const ARRIVED: u8 = 1;
    const HANDS_ON: u8 = 2;
    const IS_BLOCKED: u8 = 3;

    /// All of it.
    #[must_use]
    #[inline]
    pub fn standing(&self) -> Standing {
        Standing {
            wish: self.wish,
            held_seconds: self.held_seconds,
            claims: self.claims(),
            rank: self.rank(),
            claimed_aim: self.claimed_aim.get(),
            aim: self.aim.get(),
            claimed_distance: self.claimed_distance,
            blocked_by: self.is(Self::IS_BLOCKED).then_some(self.blocked_by),
            hands_on: self.hands_on(),
            warned: self.warned,
            opposed: self.opposed,
        }
    }

    /// The rank of its claim.
    #[inline]
    pub(crate) fn rank(&self) -> Rank {
        Rank {
            priority: self.priority,
            arrived: self.has_arrived(),
            lane: self.lane,
            since: self.since,
            id: self.rank_id,
        }
    }

    /// Where the agent itself goes (m), if anywhere.
    #[inline]
    pub(crate) fn aim(&self) -> MaybePlace {
        self.aim
    }

    /// Whose rank its claim has.
    pub(crate) fn rank_id(&self) -> u64 {
        self.rank_id
    }

    /// Whether whose rank its claim has has arrived.
    #[inline]
    pub(crate) fn has_arrived(&self) -> bool {
        self.is(Self::ARRIVED)
    }

    /// Whether it claims the way ahead.
    #[inline]
    pub(crate) fn claims(&self) -> bool {
        self.is(Self::CLAIMS)
    }

    /// Whether it makes room for somebody else.
    #[inline]
    pub(crate) fn hands_on(&self) -> bool {
        self.is(Self::HANDS_ON)
    }

    /// See [`Standing::is_before_fellow`].
    pub(crate) fn is_before_fellow(&self, own: &Claim) -> bool {
        self.standing().is_before_fellow(own)
    }

    /// See [`Standing::comes_against`].
    #[inline]
    pub(crate) fn comes_against(&self, wish: Vec2) -> bool {
        self.wish.dot(wish) < 0.0
    }

    #[inline]
    fn is(&self, flag: u8) -> bool {
        self.flags >> flag & 1 != 0
    }
}

impl Default for Plight {
    fn default() -> Self {
        Standing::default().into()
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
        assert_eq!(Plight::default().standing(), plain);
    }

    #[test]
    fn it_is_as_wide_as_it_says() {
        assert_eq!(size_of::<Plight>(), 64);
        assert_eq!(size_of::<Standing>(), 88);
    }
}
