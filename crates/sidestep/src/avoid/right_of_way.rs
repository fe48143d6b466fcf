//! Who lets whom through where neither can go on.
//!
//! In a crowd that presses against another, waiting politely is a deadlock: nobody moves because
//! nobody moves. So whoever is held up for a while claims the way ahead, and those of lower
//! [`Rank`] who stand in it step out of it or back, and while they do so they claim their own way
//! with the rank of the one they make room for, so that those behind them make room too. As ranks
//! are a total order, somebody always has the way. A right counts only as long as the one whose it
//! is stands by it itself: who hands it on keeps nobody waiting in the name of somebody who has left
//! or gets on.
//!
//! Whoever is in a [door](Lane::Door) goes before all who aren't, whichever way they want through it:
//! those before it can't go in until it has come out. It keeps that right outside until it gets on, lest they push
//! it back in; and it has it even if it was pushed in there after it had arrived.
//!
//! Whoever something comes at that would run it over is [exposed](Lane::Exposed), and goes before these, too, at once
//! and wherever it goes; before it goes only who is [pushed already](Lane::Caught), or about to be.
//!
//! Two who go to the same place gain nothing by changing places, so claims don't count between
//! them, nor between two whose paths lead through the same passage next. Where nobody comes against
//! them, as far as word of it has come ([`Standing::warned`]), such as before a door or at a goal that
//! many share, whoever is held up and nearer to that place
//! goes first: the one whom it would touch first gets out of the next fraction of a second of its
//! way, and no further ([`RightOfWay::yields_to_fellow`]). Nobody holds this right: it is the next
//! one's as soon as the nearest has passed. So no arch stays before a door, and no ring round a
//! goal.
//!
//! The idea of handing a rank on is that of priority inheritance in multi-agent path finding (K.
//! Okumura, M. Machida, X. Défago and Y. Tamura, "Priority Inheritance with Backtracking for
//! Iterative Multi-agent Path Finding", 2019), moved from grid cells to discs that choose
//! velocities.

use glam::Vec2;

use super::lane::Lane;
use crate::motion::Body;
use crate::range::{Parameter, Parameters, Range};
use crate::steer::Neighbor;

/// Who goes first: by priority, then whoever hasn't arrived yet, then by lane (first who is pushed, then who would be run over, then who is in a door),
/// then by who has been on the way longer, then by id.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Rank {
    /// The higher goes first.
    pub priority: i32,
    /// Whether it has arrived: who hasn't goes first.
    pub arrived: bool,
    /// Where it is between the walls on both sides: the higher goes first.
    pub lane: Lane,
    /// When it set out (s): the earlier goes first.
    pub since: f64,
    /// The lower goes first.
    pub id: u64,
}

impl Rank {
    /// Whether this one goes before the other. Of two different ranks exactly one does.
    #[must_use]
    pub fn before(&self, other: &Self) -> bool {
        other
            .priority
            .cmp(&self.priority)
            .then(self.arrived.cmp(&other.arrived))
            .then(other.lane.cmp(&self.lane))
            .then(self.since.total_cmp(&other.since))
            .then(self.id.cmp(&other.id))
            .is_lt()
    }
}

/// What an agent would claim for itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Claim {
    /// The velocity that it would like to have (m/s).
    pub wish: Vec2,
    /// Its rank.
    pub rank: Rank,
    /// Where it goes (m), if anywhere.
    pub aim: Option<Vec2>,
    /// How far away that is (m), 0 or more; infinity if it goes nowhere.
    pub distance: f32,
    /// Whether it goes on rather than make room for those who would like to go the same way.
    pub goes_on: bool,
}

impl Claim {
    /// Whether `aim` is our own aim, up to `near` metres.
    #[must_use]
    pub fn goes_to(&self, aim: Option<Vec2>, near: f32) -> bool {
        match (self.aim, aim) {
            (Some(ours), Some(theirs)) => ours.distance(theirs) < near,
            _ => false,
        }
    }
}

/// What others see of an agent's plight: kept from step to step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Standing {
    /// The velocity that it would like to have (m/s).
    pub wish: Vec2,
    /// How long it has been held up (s); it falls again while the agent gets on.
    pub held_seconds: f32,
    /// Whether it claims the way ahead.
    pub claims: bool,
    /// The rank of its claim: its own, or that of the one it makes room for.
    pub rank: Rank,
    /// Where the claim leads to in the end (m), if anywhere: who goes there too doesn't make room.
    pub claimed_aim: Option<Vec2>,
    /// Where the agent itself goes (m), if anywhere.
    pub aim: Option<Vec2>,
    /// How far it is from the one who claims to where the claim leads to (m), 0 or more; infinity
    /// if that is nowhere.
    pub claimed_distance: f32,
    /// Whom it would touch first if it went as it would like to, if anybody.
    pub blocked_by: Option<u64>,
    /// Whether it makes room for somebody else, and so hands a right on.
    pub hands_on: bool,
    /// Whether it looks for its way round walls, as the straight way is closed.
    pub goes_round_walls: bool,
    /// How sure it is that somebody comes against it and those who go its way: [`SEEN`] if it sees
    /// one itself, one less if it knows of it from somebody who does, and so on; 0 if it doesn't
    /// know.
    pub warned: u8,
    /// The same of those who [go past](goes_past) it, as streams do that meet; only those who [go
    /// along](goes_along) pass the word on.
    pub opposed: u8,
}

/// [`Standing::warned`] of those who see somebody come against them: the word of it is passed on
/// once less than that.
pub const SEEN: u8 = 9;

impl Standing {
    /// Whether the one who claims goes before `own` where both go to the same place: by priority,
    /// then who is nearer to it, then who has been on the way longer, then by id.
    #[must_use]
    pub fn is_before_fellow(&self, own: &Claim) -> bool {
        (own.rank.priority.cmp(&self.rank.priority))
            .then(self.claimed_distance.total_cmp(&own.distance))
            .then(self.rank.since.total_cmp(&own.rank.since))
            .then(self.rank.id.cmp(&own.rank.id))
            .is_lt()
    }

    /// Whether it would like to go against `wish` (m/s).
    #[must_use]
    pub fn comes_against(&self, wish: Vec2) -> bool {
        self.wish.dot(wish) < 0.0
    }

    /// Whether it comes back from where walls close the way, against those behind it who would like to go on
    /// at `wish` (m/s).
    #[must_use]
    pub fn comes_back(&self, wish: Vec2) -> bool {
        self.goes_round_walls && self.comes_against(wish)
    }
}

/// Distance, in radii, from which on a place is well ahead.
const WELL_AHEAD: f32 = 4.0;

/// Cosine of the angle from which on two go against each other as streams do.
const OPPOSED: f32 = -0.5;

/// Cosine of the angle up to which two go the same way as those of a stream do.
const ALIKE: f32 = 0.7;

/// Whether somebody who would like to go at `theirs` goes past a body that would like to go at `wish`
/// (m/s), as those of two streams do that meet: against it, and to a place that isn't well ahead of
/// it. Two who come to a door from either side of it go against each other, and both want through it.
/// `aim` is the image of where the other goes that is nearest to the body (m), if it goes anywhere.
#[must_use]
pub fn goes_past(body: &Body, wish: Vec2, theirs: Vec2, aim: Option<Vec2>) -> bool {
    let speed = wish.length();
    let is_well_ahead =
        |aim: Vec2| (aim - body.position).dot(wish) >= WELL_AHEAD * body.radius * speed;
    theirs.dot(wish) <= OPPOSED * speed * theirs.length() && !aim.is_some_and(is_well_ahead)
}

/// Whether two who would like to go at these velocities (m/s) are of one stream.
#[must_use]
pub fn goes_along(wish: Vec2, theirs: Vec2) -> bool {
    let alike = theirs.dot(wish);
    alike > 0.0 && alike >= ALIKE * wish.length() * theirs.length()
}

/// When a claim begins and ends.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RightOfWay {
    /// Slower than this share of the speed that it would like counts as held up, from 0 to 1.
    pub held_share: f32,
    /// Held up for so long (s) an agent claims the way, above 0.
    pub patience: f32,
    /// A claim is kept until the agent has got on for so long (s), above 0.
    pub hold: f32,
    /// How far ahead the way is claimed, edge to edge, in radii of the one who claims; 0 or more.
    pub reach: f32,
    /// How much more it counts to stay out of a claimed way than out of others' ways, 1 or more:
    /// enough that one rather runs into those behind, and so makes them step back.
    pub insistence: f32,
    /// How much less contacts with those count who go after us while we claim the way, from 0 to 1:
    /// who is held up comes closer than it otherwise would.
    pub boldness: f32,
    /// For how long ahead (s) one stays out of the way of somebody who goes to the same place, is
    /// nearer to it and held up, 0 or more. Longer makes everybody step back further; 0 switches
    /// the rule off.
    pub fellow_reach: f32,
    /// Held up for so long (s) the nearer one goes first, 0 or more.
    pub fellow_patience: f32,
}

/// The speed at which somebody nearer is expected to come who is let through, as a share of the
/// speed that it would like: it starts from rest.
pub const FELLOW_PACE: f32 = 0.5;

/// Half of the width of the way that is kept free for it, in sums of the radii: a little more than
/// the bodies need.
const FELLOW_WIDTH: f32 = 1.05;

/// Half of the width of the way, in sums of the radii, that is made free for who would be run over: it
/// hasn't the time to look for the middle of it.
const EXPOSED_WIDTH: f32 = 1.5;

impl Parameters for RightOfWay {
    fn parameters(&mut self) -> Vec<Parameter<'_>> {
        let Self {
            held_share,
            patience,
            hold,
            reach,
            insistence,
            boldness,
            fellow_reach,
            fellow_patience,
        } = self;
        vec![
            Parameter::new("held_share", held_share, Range::Between(0.0, 1.0)),
            Parameter::new("patience", patience, Range::AboveZero),
            Parameter::new("hold", hold, Range::AboveZero),
            Parameter::new("reach", reach, Range::AtLeast(0.0)),
            Parameter::new("insistence", insistence, Range::AtLeast(1.0)),
            Parameter::new("boldness", boldness, Range::Between(0.0, 1.0)),
            Parameter::new("fellow_reach", fellow_reach, Range::AtLeast(0.0)),
            Parameter::new("fellow_patience", fellow_patience, Range::AtLeast(0.0)),
        ]
    }
}

impl Default for RightOfWay {
    fn default() -> Self {
        Self {
            held_share: 0.3,
            patience: 0.75,
            hold: 6.8,
            reach: 7.6,
            insistence: 1.7,
            boldness: 0.5,
            fellow_reach: 0.3,
            fellow_patience: 0.3,
        }
    }
}

impl RightOfWay {
    /// Brings up to date how long a body is held up after `dt` seconds.
    pub fn watch(&self, standing: &mut Standing, body: &Body, own: &Claim, dt: f32) {
        let wish = if own.rank.arrived {
            Vec2::ZERO
        } else {
            own.wish
        };
        standing.held_seconds = self.held_seconds(standing.held_seconds, wish, body, dt);
        if standing.held_seconds == 0.0 {
            standing.claims = false;
        } else if !standing.claims && standing.held_seconds > self.patience {
            standing.claims = true;
            standing.held_seconds = self.patience + self.hold;
        }
        standing.wish = own.wish;
        standing.rank = own.rank;
        standing.claimed_aim = own.aim;
        standing.aim = own.aim;
        standing.claimed_distance = own.distance;
        standing.hands_on = false;
        (standing.warned, standing.opposed) = (0, 0);
    }

    /// Whether [`yields`](Self::yields) can be true towards somebody who stands so, wherever both are: it
    /// claims the way and goes first.
    #[must_use]
    pub fn may_yield(&self, own: &Claim, standing: &Standing) -> bool {
        standing.claims && standing.rank.before(&own.rank)
    }

    /// How long a body is held up (s) after `dt` seconds in which it wanted to have the velocity `wish`
    /// (m/s), if it was so for `before`. Who doesn't want to go anywhere isn't held up.
    pub(crate) fn held_seconds(&self, before: f32, wish: Vec2, body: &Body, dt: f32) -> f32 {
        let speed = wish.length();
        let along = body.velocity.dot(wish.normalize_or_zero());
        let held = speed > 0.1 * body.limits.max_speed && along < self.held_share * speed;
        (before + if held { dt } else { -dt }).clamp(0.0, self.patience + self.hold)
    }

    /// Whether `body` has to make room for `other`, who claims the way and goes first. It needn't if
    /// it goes to the same place; nor, if it [goes on](Claim::goes_on), where both would like to go the
    /// same way, up to a right angle. Who would be run over is made room for all the same.
    #[must_use]
    pub fn yields(&self, body: &Body, own: &Claim, other: &Neighbor, standing: &Standing) -> bool {
        if !self.may_yield(own, standing) {
            return false;
        }
        // Two who go to the same place gain nothing by changing places. Who stands at its goal
        // makes room for all but those who want to stand exactly there.
        let near = if own.rank.arrived { 0.25 } else { 1.0 };
        if own.goes_to(standing.claimed_aim, near * (body.radius + other.radius)) {
            return false;
        }
        let way = body.position - other.position;
        let sum = body.radius + other.radius;
        let Some(ahead) = standing.wish.try_normalize() else {
            return false;
        };
        let is_exposed = standing.rank.lane >= Lane::Exposed;
        if own.goes_on && own.wish.dot(ahead) > 0.0 && !is_exposed {
            return false;
        }
        let along = way.dot(ahead);
        let across = ahead.perp_dot(way).abs();
        let width = if is_exposed { EXPOSED_WIDTH * sum } else { sum };
        along > 0.0 && across < width && along < sum + self.reach * other.radius
    }

    /// Whether [`yields_to_fellow`](Self::yields_to_fellow) can be true of somebody who stands so,
    /// wherever both go: it is held up, by us whose id is `id` or by others.
    #[must_use]
    pub fn may_yield_to_fellow(&self, id: u64, standing: &Standing) -> bool {
        let holds_up = standing.hands_on || standing.blocked_by == Some(id);
        self.fellow_reach > 0.0 && holds_up && standing.held_seconds > self.fellow_patience
    }

    /// Whether `body`, whose id is `id`, has to make room for `other`, who goes to the same place,
    /// is nearer to it and held up by us, or makes room itself for somebody of whom that is true.
    /// Who has arrived stays.
    #[must_use]
    pub fn yields_to_fellow(
        &self,
        id: u64,
        body: &Body,
        own: &Claim,
        other: &Neighbor,
        standing: &Standing,
    ) -> bool {
        let sum = body.radius + other.radius;
        let speed = standing.wish.length();
        if !self.may_yield_to_fellow(id, standing)
            || own.rank.arrived
            || speed <= 0.0
            || !own.goes_to(standing.claimed_aim, sum)
            || !standing.is_before_fellow(own)
        {
            return false;
        }
        let ahead = standing.wish / speed;
        let way = body.position - other.position;
        let along = way.dot(ahead);
        let across = ahead.perp_dot(way);
        let width = FELLOW_WIDTH * sum;
        let reach = self.fellow_reach * FELLOW_PACE * speed;
        along > 0.0
            && across.abs() < width
            && along - (width * width - across * across).sqrt() < reach
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether somebody who would like to go at `wish` (m/s) makes room for one behind it who goes to the
    /// right, stands so and claims the way.
    fn makes_room(wish: Vec2, goes_on: bool, lane: Lane) -> bool {
        let body_at = |x: f32| Body::new(Vec2::new(x, 0.0), 0.25, 1.4);
        let body = body_at(0.6);
        let rank = |id: u64, lane: Lane| Rank {
            lane,
            id,
            ..Rank::default()
        };
        let own = Claim {
            wish,
            rank: rank(2, Lane::Neither),
            aim: Some(body.position + 10.0 * wish),
            distance: 10.0,
            goes_on,
        };
        let other = Neighbor::new(1, &body_at(0.0));
        let standing = Standing {
            wish: Vec2::X,
            claims: true,
            rank: rank(1, lane),
            claimed_aim: Some(Vec2::new(5.0, 0.0)),
            ..Standing::default()
        };
        RightOfWay::default().yields(&body, &own, &other, &standing)
    }

    #[test]
    fn who_goes_on_makes_no_room_for_those_behind_it_who_go_the_same_way() {
        let [same, nearly, back] = [Vec2::X, Vec2::new(0.2, 0.9), Vec2::new(-0.2, 0.9)];
        for wish in [same, nearly, back] {
            assert!(makes_room(wish, false, Lane::Neither), "{wish}");
            assert!(makes_room(wish, true, Lane::Exposed), "{wish}");
        }
        assert!(!makes_room(same, true, Lane::Neither));
        assert!(!makes_room(nearly, true, Lane::Neither));
        assert!(makes_room(back, true, Lane::Neither));
    }
}
