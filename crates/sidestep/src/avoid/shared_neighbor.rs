use crate::steer::Neighbor;

/// Another agent, and how much of the work of avoiding it is ours.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SharedNeighbor {
    /// What we see of it; on a wrapping world its nearest image.
    pub neighbor: Neighbor,
    /// Our share of the change of velocity that avoids a contact: ½ where both do the same, 1 where the
    /// other doesn't avoid (a player, somebody at rest), 0 where it does everything. The shares of the two
    /// should add up to 1: with less they touch, with more they do more than needed.
    pub share: f32,
    /// How much more than usual it counts to stay out of its way: more than 1 for somebody who claims the way, less than 1
    /// for somebody who has to make room for us. Methods
    /// that forbid instead of weighing don't look at it.
    pub insistence: f32,
    /// Whether it doesn't avoid us at all, such as a player.
    pub stranger: bool,
    /// Whether it goes where we go: then there is no side on which to pass it.
    pub fellow: bool,
}

impl From<Neighbor> for SharedNeighbor {
    /// A neighbour who does half of the work.
    fn from(neighbor: Neighbor) -> Self {
        Self {
            neighbor,
            share: 0.5,
            insistence: 1.0,
            stranger: false,
            fellow: false,
        }
    }
}
