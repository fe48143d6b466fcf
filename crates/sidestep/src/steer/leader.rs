//! Following a leader without getting in its way.

use glam::Vec2;

use super::{Neighbor, Pace, arrive, separation};
use crate::geometry::Side;
use crate::motion::Body;
use crate::range::{Parameter, Parameters, Range};

/// How followers keep to their leader.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct FollowLeader {
    /// How far behind the leader's centre the followers gather (m), 0 or more.
    pub behind: f32,
    /// How far ahead of the leader its way is kept free (m), 0 or more; 0 for not at all.
    pub clear_ahead: f32,
    /// Edge distance below which followers part from each other (m), 0 or more; infinity at any
    /// distance.
    pub spacing: f32,
}

impl Parameters for FollowLeader {
    fn parameters(&mut self) -> Vec<Parameter<'_>> {
        let Self {
            behind,
            clear_ahead,
            spacing,
        } = self;
        vec![
            Parameter::new("behind", behind, Range::AtLeast(0.0)),
            Parameter::new("clear_ahead", clear_ahead, Range::AtLeast(0.0)),
            Parameter::new("spacing", spacing, Range::AtLeastOrInfinite(0.0)),
        ]
    }
}

impl FollowLeader {
    /// Values that suit agents of `radius` metres.
    #[must_use]
    pub fn for_radius(radius: f32) -> Self {
        Self {
            behind: 4.0 * radius,
            clear_ahead: 5.0 * radius,
            spacing: radius,
        }
    }

    /// The force (N) that follows a leader: arrive behind it, step out of its way, and keep apart
    /// from the other followers (`neighbors`, which may hold the leader too). `id` is the
    /// follower's own.
    ///
    /// Source: Bevilacqua, "Understanding Steering Behaviors: Leader Following" (2012), after
    /// Reynolds 1999. There the way is cleared by evading the leader while arriving behind it,
    /// which cancel; here the body leaves the lane first.
    pub fn steer<'a>(
        &self,
        body: &Body,
        id: u64,
        leader: &Neighbor,
        neighbors: impl IntoIterator<Item = &'a Neighbor>,
        Pace { speed, dt }: Pace,
    ) -> Vec2 {
        let force = if in_the_way(body, leader, self.clear_ahead) {
            step_aside(body, leader, speed, dt)
        } else {
            let place = leader.position - leader.heading * self.behind;
            arrive(body, place, speed, dt)
        };
        // Separation gives at most the largest force: unless this is cut to it as well, all end in
        // one heap.
        force.clamp_length_max(body.limits.max_force)
            + separation(body, id, neighbors, self.spacing)
    }
}

/// Straight out of the leader's lane on the nearer side; from its very middle to the default side.
fn step_aside(body: &Body, leader: &Neighbor, speed: f32, dt: f32) -> Vec2 {
    let beside = leader.heading.perp_dot(body.position - leader.position);
    let side = if beside > 0.0 {
        Side::Left
    } else if beside < 0.0 {
        Side::Right
    } else {
        Side::default()
    };
    body.force_towards(side.of(leader.heading) * speed, dt)
}

/// Whether the body stands in the lane that the leader is going to walk.
fn in_the_way(body: &Body, leader: &Neighbor, clear_ahead: f32) -> bool {
    let offset: Vec2 = body.position - leader.position;
    let along = offset.dot(leader.heading);
    let beside = leader.heading.perp_dot(offset).abs();
    (0.0..=clear_ahead).contains(&along) && beside < 1.5 * (body.radius + leader.radius)
}
