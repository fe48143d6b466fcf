//! How an agent stands that stands by its own right, as it is kept for each of very many.

use glam::Vec2;

use super::lane::Lane;
use super::right_of_way::{Rank, Standing};
use crate::compact::MaybePlace;

/// As much of a [`Standing`] as differs from agent to agent while each goes its own way, in 28 bytes
/// instead of 88. Who makes room for somebody else has a [`Plight`](super::Plight) beside it, with the rest.
///
/// What others look at for everybody they see is here in any case.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stance {
    /// The velocity that it would like to have (m/s).
    pub(crate) wish: Vec2,
    aim: MaybePlace,
    distance: f32,
    /// How long it has been held up (s).
    pub(crate) held_seconds: f32,
    flags: u8,
    lane: Lane,
    pub(crate) warned: u8,
    pub(crate) opposed: u8,
}

/// What the [rank](Rank) of an agent's own claim has of what is known of it anyway.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OwnRank {
    /// Its priority: the higher goes first.
    pub priority: i32,
    /// When it set out (s).
    pub since: f64,
    /// Its id.
    pub id: u64,
}

impl OwnRank {
    /// Of somebody of whom nothing is known.
    pub(crate) const NOBODY: Self = Self {
        priority: 0,
        since: 0.0,
        id: 0,
    };
}

impl Stance {
    /// Of somebody who has nobody around and says nothing.
    pub(crate) const SILENT: Self = Self {
        wish: Vec2::ZERO,
        aim: MaybePlace::NONE,
        distance: 0.0,
        held_seconds: 0.0,
        flags: 0,
        lane: Lane::Neither,
        warned: 0,
        opposed: 0,
    };

    /// The bits of the flags.
    const SPEAKS: u8 = 0;
    const CLAIMS: u8 = 1;
    const ARRIVED: u8 = 2;
    const HANDS_ON: u8 = 3;
    const IS_BLOCKED: u8 = 4;
    const GOES_ROUND_WALLS: u8 = 5;

    /// As much of it as is here.
    #[must_use]
    #[inline]
    pub fn of(standing: &Standing) -> Self {
        Self {
            wish: standing.wish,
            aim: standing.aim.into(),
            distance: standing.claimed_distance,
            held_seconds: standing.held_seconds,
            flags: 1 << Self::SPEAKS
                | u8::from(standing.claims) << Self::CLAIMS
                | u8::from(standing.rank.arrived) << Self::ARRIVED
                | u8::from(standing.hands_on) << Self::HANDS_ON
                | u8::from(standing.goes_round_walls) << Self::GOES_ROUND_WALLS
                | u8::from(standing.blocked_by.is_some()) << Self::IS_BLOCKED,
            lane: standing.rank.lane,
            warned: standing.warned,
            opposed: standing.opposed,
        }
    }

    /// The whole of it, if there is no more to it. `blocker` is whom it would touch first, if there is
    /// somebody.
    #[must_use]
    pub fn standing(&self, own: &OwnRank, blocker: u32) -> Standing {
        if !self.speaks() {
            return Standing::default();
        }
        Standing {
            wish: self.wish,
            held_seconds: self.held_seconds,
            claims: self.claims(),
            rank: self.rank(own),
            claimed_aim: self.aim.get(),
            aim: self.aim.get(),
            claimed_distance: self.distance,
            blocked_by: self.is_blocked().then_some(blocker.into()),
            hands_on: self.hands_on(),
            goes_round_walls: self.is(Self::GOES_ROUND_WALLS),
            warned: self.warned,
            opposed: self.opposed,
        }
    }

    /// Whether there is no more to a standing than what is here, bit for bit. `blocker` is known beside
    /// it.
    #[must_use]
    #[inline]
    pub fn says_all(standing: &Standing, own: &OwnRank, blocker: Option<u32>) -> bool {
        let bits = |place: Option<Vec2>| place.map(|it| (it.x.to_bits(), it.y.to_bits()));
        let rank = &standing.rank;
        (standing.blocked_by.is_none() || standing.blocked_by == blocker.map(u64::from))
            && (rank.id, rank.priority) == (own.id, own.priority)
            && rank.since.to_bits() == own.since.to_bits()
            && bits(standing.claimed_aim) == bits(standing.aim)
    }

    /// The rank of its own claim.
    pub(crate) fn rank(&self, own: &OwnRank) -> Rank {
        if !self.speaks() {
            return Rank::default();
        }
        Rank {
            priority: own.priority,
            arrived: self.has_arrived(),
            lane: self.lane,
            since: own.since,
            id: own.id,
        }
    }

    /// Where the agent itself goes (m), if anywhere.
    #[inline]
    pub(crate) fn aim(&self) -> MaybePlace {
        self.aim
    }

    /// Whether it says anything.
    #[inline]
    pub(crate) fn speaks(&self) -> bool {
        self.is(Self::SPEAKS)
    }

    /// Whether it claims the way ahead.
    #[inline]
    pub(crate) fn claims(&self) -> bool {
        self.is(Self::CLAIMS)
    }

    /// Whether it claims the way ahead by its own right, and has done so since it was in a door. Who comes out of
    /// one goes first until it gets on: those before it would push it back in.
    #[inline]
    pub(crate) fn claims_from_door(&self) -> bool {
        self.claims() && !self.hands_on() && self.lane == Lane::Door
    }

    /// Whether whose rank its claim has has arrived.
    #[inline]
    pub(crate) fn has_arrived(&self) -> bool {
        self.is(Self::ARRIVED)
    }

    /// Whether it would touch somebody first.
    pub(crate) fn is_blocked(&self) -> bool {
        self.is(Self::IS_BLOCKED)
    }

    /// Whether it makes room for somebody else.
    #[inline]
    pub(crate) fn hands_on(&self) -> bool {
        self.is(Self::HANDS_ON)
    }

    /// See [`Standing::comes_against`].
    #[inline]
    pub(crate) fn comes_against(&self, wish: Vec2) -> bool {
        self.wish.dot(wish) < 0.0
    }

    /// See [`Standing::comes_back`].
    #[inline]
    pub(crate) fn comes_back(&self, wish: Vec2) -> bool {
        self.is(Self::GOES_ROUND_WALLS) && self.comes_against(wish)
    }

    #[inline]
    fn is(&self, flag: u8) -> bool {
        self.flags >> flag & 1 != 0
    }
}

impl Default for Stance {
    fn default() -> Self {
        Self::SILENT
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OWN: OwnRank = OwnRank {
        priority: -7,
        since: 0.1,
        id: u64::MAX,
    };

    fn plain() -> Standing {
        let aim = Some(Vec2::new(6.0, 7.0));
        Standing {
            wish: Vec2::new(1.0, -2.0),
            rank: Rank {
                priority: OWN.priority,
                arrived: true,
                lane: Lane::Door,
                since: OWN.since,
                id: OWN.id,
            },
            claimed_aim: aim,
            aim,
            claimed_distance: 3.0,
            held_seconds: 0.5,
            claims: true,
            blocked_by: Some(17),
            hands_on: true,
            goes_round_walls: true,
            warned: 8,
            opposed: 9,
        }
    }

    #[test]
    fn nothing_is_lost_of_a_standing_that_it_says_all_of() {
        assert!(Stance::says_all(&plain(), &OWN, Some(17)));
        assert_eq!(Stance::of(&plain()).standing(&OWN, 17), plain());
        assert_eq!(Stance::SILENT.standing(&OWN, 17), Standing::default());
    }

    #[test]
    fn whatever_is_not_plain_takes_a_plight() {
        let rank = |change: fn(&mut Rank)| {
            let mut standing = plain();
            change(&mut standing.rank);
            standing
        };
        let more = [
            Standing {
                blocked_by: Some(u64::MAX),
                ..plain()
            },
            Standing {
                claimed_aim: None,
                ..plain()
            },
            rank(|rank| rank.id = 0),
            rank(|rank| rank.priority = 0),
            rank(|rank| rank.since = 0.0),
        ];
        for standing in more {
            assert!(!Stance::says_all(&standing, &OWN, Some(17)), "{standing:?}");
        }
    }

    #[test]
    fn it_is_as_wide_as_it_says() {
        assert_eq!(size_of::<Stance>(), 28);
    }
}
