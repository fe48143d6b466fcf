//! A force that grows as contact comes nearer in time, to compare with.
//!
//! People keep apart as if the time τ until they would touch had an energy, k/τ² · e^(−τ/τ₀):
//! whoever will not touch isn't felt, however near, and whoever will is felt from afar.
//!
//! Source: I. Karamouzas, B. Skinner and S. J. Guy, "Universal Power Law Governing Pedestrian
//! Interactions", Physical Review Letters 113, 238701 (2014).
//!
//! Known weaknesses, which are the method's. Exactly head-on agents brake against each other
//! instead of passing, and two who meet as mirror images walk on side by side: the force has no
//! side. Who only grazes another is pushed hard for a moment and then not at all, so bodies pass as
//! near as can be, and a little further apart the longer the step is. And a force alone can't
//! promise that nobody touches: that takes bodies that can stop within some tenths of a second.

use std::any::Any;

use glam::DVec2;
use sidestep::avoid::{
    Blocker, Decision, Largest, Memory, Method, Reach, Stage, Surroundings, Wish,
};
use sidestep::explain::{Explanation, MarkKind, MarkShape, Recorder};
use sidestep::motion::Body;
use sidestep::range::{OutOfRange, Parameter, Parameters, Range};
use sidestep::steer::{Neighbor, parting_direction};

/// Parameters of the method, which is [`Anticipatory::push`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Anticipatory {
    /// Strength k of the energy for each kilogram (m², that is J·s²/kg), above 0; 1.5 in the
    /// source, for people. Higher keeps further apart and turns earlier.
    pub strength: f32,
    /// Time τ₀ beyond which contacts soon stop to matter (s), above 0; about 3 in the source, for
    /// people.
    pub fading_time: f32,
    /// Contacts later than this aren't felt at all (s), above 0. It bounds how far one has to look;
    /// at some three fading times hardly anything is left to cut.
    pub horizon: f32,
}

impl Parameters for Anticipatory {
    fn parameters(&mut self) -> Vec<Parameter<'_>> {
        let Self {
            strength,
            fading_time,
            horizon,
        } = self;
        vec![
            Parameter::new("strength", strength, Range::AboveZero),
            Parameter::new("fading_time", fading_time, Range::AboveZero),
            Parameter::new("horizon", horizon, Range::AboveZero),
        ]
    }
}

impl Anticipatory {
    /// Values that suit a body of `radius` metres (above 0): those measured on people at 0.3 m, and
    /// for other sizes such that the same picture at another scale moves alike.
    #[must_use]
    pub fn for_radius(radius: f32) -> Self {
        // Natural speeds grow with the square root of the size (equal Froude numbers), so times do
        // too; the strength is a speed times a time, squared.
        let scale = radius / 0.3;
        let time = scale.sqrt();
        Self {
            strength: 1.5 * scale * scale,
            fading_time: 3.0 * time,
            horizon: 9.0 * time,
        }
    }

    /// The energy of a contact in `time` seconds (J/kg): 0 beyond the horizon, infinite at once.
    #[must_use]
    pub fn energy(&self, time: f32) -> f32 {
        if time > self.horizon {
            return 0.0;
        }
        self.strength / (time * time) * libm::expf(-time / self.fading_time)
    }

    /// How far from the body the centre of a neighbour of radius and speed up to `other_radius` and
    /// `other_speed` can be and still matter (m).
    #[must_use]
    pub fn neighbor_reach(&self, body: &Body, other_radius: f32, other_speed: f32) -> f32 {
        let closing = body.speed().max(body.limits.max_speed) + other_speed;
        self.horizon * closing + body.radius + other_radius
    }

    /// The force (N) away from all coming contacts: the sum of −∇E over the neighbours, each of
    /// them and all together no more than the body's largest force.
    ///
    /// Give the neighbours in an order that doesn't depend on storage, as sums of floats do; the
    /// body itself mustn't be among them. `id` is the body's own. Neighbours that never touch, and
    /// so all with the same velocity, add nothing. Those that overlap the body push straight away
    /// with the largest force; exactly on top, the two part in a direction that their ids give. The
    /// answer is finite for finite input.
    #[must_use]
    pub fn push<'a>(
        &self,
        body: &Body,
        id: u64,
        neighbors: impl IntoIterator<Item = &'a Neighbor>,
    ) -> Decision {
        let limit = f64::from(body.limits.max_force);
        let mut sum = DVec2::ZERO;
        let mut first: Option<(f64, u64)> = None;
        for other in neighbors {
            let Some((time, force)) = self.away_from(body, id, other) else {
                continue;
            };
            sum += force;
            if first.is_none_or(|best| (time, other.id) < best) {
                first = Some((time, other.id));
            }
        }
        Decision {
            threat: first.map(|(_, id)| Blocker::Agent(id)),
            contact: first.map_or(f32::INFINITY, |(time, _)| time as f32),
            ..Decision::to_push(sum.clamp_length_max(limit).as_vec2())
        }
    }

    /// When `other` is touched (s), and the force (N) that it gives.
    fn away_from(&self, body: &Body, id: u64, other: &Neighbor) -> Option<(f64, DVec2)> {
        let away = body.position.as_dvec2() - other.position.as_dvec2();
        let velocity = body.velocity.as_dvec2() - other.velocity.as_dvec2();
        let radius = f64::from(body.radius) + f64::from(other.radius);
        let outside = away.length_squared() - radius * radius;
        if outside <= 0.0 {
            let direction = away
                .try_normalize()
                .unwrap_or_else(|| parting_direction(id, other.id).as_dvec2());
            return Some((0.0, direction * f64::from(body.limits.max_force)));
        }
        let approach = -away.dot(velocity);
        let across = away.perp_dot(velocity);
        let inside = radius * radius * velocity.length_squared() - across * across;
        if approach <= 0.0 || inside < 0.0 {
            return None;
        }
        let root = inside.sqrt();
        let time = outside / (approach + root);
        if time > f64::from(self.horizon) {
            return None;
        }
        // The time of contact changes with our place as the contact's normal does: ∇τ = (x +
        // v·τ)/√d, where √d goes to 0 as the discs only graze. This is the closed form of the
        // source with its fractions cancelled.
        let at_contact = away + velocity * time;
        let fading_time = f64::from(self.fading_time);
        let energy = f64::from(self.strength) * libm::exp(-time / fading_time) / (time * time);
        let slope = energy * (2.0 / time + 1.0 / fading_time) / root * f64::from(body.mass);
        let direction = at_contact.try_normalize()?;
        let limit = f64::from(body.limits.max_force);
        // Grazing, or about to touch: the slope may have no bound.
        let strength = slope * at_contact.length();
        let strength = if strength < limit { strength } else { limit };
        Some((time, direction * strength))
    }
}

impl Method for Anticipatory {
    fn name(&self) -> &'static str {
        "anticipation"
    }

    fn stage(&self) -> Stage {
        Stage::Blend
    }

    fn reach(&self, body: &Body, largest: &Largest) -> Reach {
        Reach {
            neighbors: self.neighbor_reach(body, 0.0, largest.speed) - body.radius,
            obstacles: 0.0,
        }
    }

    fn decide(
        &self,
        body: &Body,
        wish: &Wish,
        around: &Surroundings<'_>,
        _: &mut Memory,
    ) -> Decision {
        let neighbors = around.neighbors.iter().map(|other| &other.neighbor);
        self.push(body, wish.id, neighbors)
    }

    fn tell(
        &self,
        body: &Body,
        wish: &Wish,
        around: &Surroundings<'_>,
        decision: &Decision,
        explanation: &mut Explanation,
    ) {
        for other in around.neighbors.iter().map(|other| &other.neighbor) {
            let Some((time, force)) = self.away_from(body, wish.id, other) else {
                continue;
            };
            let circle = MarkShape::Circle {
                center: other.position,
                radius: other.radius,
            };
            explanation.mark(MarkKind::Threat, circle, || {
                let (id, force) = (other.id, force.length());
                format!("agent {id}: contact in {time:.1} s, {force:.2} N")
            });
        }
        explanation.reason(|| match decision.threat {
            Some(threat) => {
                let (time, force) = (decision.contact, decision.force.length());
                format!("{threat} is touched first, in {time:.1} s: {force:.2} N away from all coming contacts")
            }
            None => format!("touches nobody within {:.1} s", self.horizon),
        });
    }

    fn check(&self) -> Result<(), OutOfRange> {
        Parameters::check(self)
    }

    fn same_as(&self, other: &dyn Method) -> bool {
        (other as &dyn Any).downcast_ref() == Some(self)
    }
}
