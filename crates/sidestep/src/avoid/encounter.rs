//! How and when two discs meet that keep their velocities, and whom of many one meets first.

use std::cmp::Ordering;

use glam::Vec2;

use crate::motion::Body;
use crate::steer::Neighbor;

/// How near two points come to each other that keep their velocities.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ClosestApproach {
    /// When they are nearest (s), from 0 to the horizon.
    pub time: f32,
    /// From us to the other at that time (m). Its length is the distance of the centres.
    pub miss: Vec2,
}

/// When and how two points come nearest within `horizon` seconds (0 or more; infinity is allowed).
///
/// `offset` leads from us to the other (m; on a wrapping world to its nearest image) and
/// `relative_velocity` is ours less the other's (m/s). Points that part, and points with equal
/// velocities, are nearest now.
///
/// Order threats by [`time_to_contact`], not by this: a large body is touched long before the
/// centres are nearest. Source: Reynolds 1999, "unaligned collision avoidance".
#[must_use]
pub fn closest_approach(offset: Vec2, relative_velocity: Vec2, horizon: f32) -> ClosestApproach {
    // In f64 no square of an f32 overflows or vanishes.
    let (apart, closing) = (offset.as_dvec2(), relative_velocity.as_dvec2());
    let speed_squared = closing.length_squared();
    let time = if speed_squared > 0.0 {
        let nearest = apart.dot(closing) / speed_squared;
        nearest.max(0.0).min(f64::from(horizon).max(0.0))
    } else {
        0.0
    };
    ClosestApproach {
        time: time as f32,
        miss: (apart - closing * time).as_vec2(),
    }
}

/// When two discs touch that keep their velocities (s); `None` if never.
///
/// `offset` and `relative_velocity` as for [`closest_approach`]; `combined_radius` is the sum of
/// both radii (m, 0 or more). Discs that touch or overlap already do so now: the answer is 0 even
/// if they part. Discs that only graze each other touch, as far as rounding lets one tell.
#[must_use]
pub fn time_to_contact(offset: Vec2, relative_velocity: Vec2, combined_radius: f32) -> Option<f32> {
    let (apart, closing) = (offset.as_dvec2(), relative_velocity.as_dvec2());
    let radius = f64::from(combined_radius);
    let outside = apart.length_squared() - radius * radius;
    if outside <= 0.0 {
        return Some(0.0);
    }
    let approach = apart.dot(closing);
    if approach <= 0.0 {
        return None;
    }
    // By the distance from the line of travel: b² − ac, which is the same, loses its digits far
    // away.
    let across = apart.perp_dot(closing);
    let inside = radius * radius * closing.length_squared() - across * across;
    if inside < 0.0 {
        return None;
    }
    let time = (outside / (approach + inside.sqrt())) as f32;
    time.is_finite().then_some(time)
}

/// A neighbour that will be touched if both keep their velocities.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Encounter {
    /// The neighbour.
    pub id: u64,
    /// When the discs touch (s), 0 or more.
    pub contact: f32,
    /// How near the centres would come, if they could.
    pub approach: ClosestApproach,
}

impl Encounter {
    /// What `body` and `other` come to within `horizon` seconds; `None` if they don't touch in that
    /// time.
    #[must_use]
    pub fn between(body: &Body, other: &Neighbor, horizon: f32) -> Option<Self> {
        let offset = other.position - body.position;
        let relative_velocity = body.velocity - other.velocity;
        let contact = time_to_contact(offset, relative_velocity, body.radius + other.radius)?;
        (contact <= horizon).then(|| Self {
            id: other.id,
            contact,
            approach: closest_approach(offset, relative_velocity, horizon),
        })
    }

    /// The encounter whose contact comes first, of equally early ones that with the lowest id, so
    /// that the order of `neighbors` doesn't matter.
    pub fn first<'a>(
        body: &Body,
        neighbors: impl IntoIterator<Item = &'a Neighbor>,
        horizon: f32,
    ) -> Option<Self> {
        neighbors
            .into_iter()
            .filter_map(|other| Self::between(body, other, horizon))
            .min_by(Self::compare)
    }

    /// The more imminent one first: by the time of contact, then by id.
    #[must_use]
    pub fn compare(&self, other: &Self) -> Ordering {
        self.contact
            .total_cmp(&other.contact)
            .then_with(|| self.id.cmp(&other.id))
    }
}
