//! Unaligned collision avoidance as rocketman has it (2010).

use std::any::Any;
use std::f32::consts::FRAC_1_SQRT_2;

use glam::Vec2;
use sidestep::avoid::{
    Blocker, Decision, Largest, Memory, Method, Reach, Stage, Surroundings, Wish,
};
use sidestep::explain::{Explanation, MarkKind, MarkShape, Recorder};
use sidestep::motion::Body;
use sidestep::range::{OutOfRange, Parameter, Parameters, Range};
use sidestep::steer::Neighbor;

/// Unaligned collision avoidance as "Unaligned Collision Avoidance" (rocketman, 2010) has it, to
/// study and to compare with.
///
/// Each neighbour is moved ahead by the look-ahead. If it is then within both radii of the line
/// ahead, and before the end of the look-ahead, both will meet there: the body turns by 45° to the
/// other side and slows, the more the nearer the place. One neighbour is answered after the other,
/// each with the velocity that the one before left.
///
/// It has the faults of the source on purpose. The place where the other *will* be is tested, not
/// where both meet, so an oncoming agent nearer than the look-ahead is no longer seen, and by
/// distance nobody who is overtaken is ever seen. The answer depends on the order of the
/// neighbours. A body at rest sees nobody. Two who are each other's mirror image stay so and clash.
/// Every answer brakes, and beside somebody it may brake almost to rest.
///
/// Source: "Steering Behaviors: Unaligned Collision Avoidance" (2010), after C. Reynolds, "Steering
/// Behaviors for Autonomous Characters" (1999).
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Classic {
    /// How far ahead it looks where nobody is about, above 0.
    pub look_ahead: LookAhead,
    /// Density of agents at which it looks only half as far (1/m²), above 0; infinity looks equally
    /// far in any crowd. Lower makes a crowd short-sighted sooner. See [`Classic::look_ahead_at`].
    pub halving_density: f32,
    /// How long one frame of the source lasts (s), above 0. A step of this length does what the
    /// source does in a frame; other steps do as much a second. Shorter answers more sharply.
    pub frame: f32,
    /// The least and the greatest corner (m) of a world that wraps, for a body that doesn't look over
    /// the edges of it, as the source's vehicles don't: whoever's nearest image is outside isn't
    /// seen. With `None`, as usual, everybody is seen where their nearest image is.
    pub edges: Option<[Vec2; 2]>,
}

/// What the look-ahead of [`Classic`] is measured in.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(tag = "by", content = "value", rename_all = "kebab-case")
)]
pub enum LookAhead {
    /// Everybody is moved ahead by this distance (m, above 0), whatever the speed.
    Distance(f32),
    /// Everybody is moved ahead by what they go in this time (s, above 0).
    Time(f32),
}

impl Parameters for Classic {
    fn parameters(&mut self) -> Vec<Parameter<'_>> {
        let Self {
            halving_density,
            frame,
            look_ahead,
            edges: _,
        } = self;
        let (LookAhead::Distance(reach) | LookAhead::Time(reach)) = look_ahead;
        vec![
            Parameter::new("look_ahead", reach, Range::AboveZero),
            Parameter::new(
                "halving_density",
                halving_density,
                Range::AboveZeroOrInfinite,
            ),
            Parameter::new("frame", frame, Range::AboveZero),
        ]
    }
}

impl Classic {
    /// Values that suit a body of `radius` metres (above 0): it looks ten radii ahead, half as far
    /// where there is one agent for each square of ten radii, and the frames are those of a film
    /// for the web (30 a second).
    #[must_use]
    pub fn for_radius(radius: f32) -> Self {
        Self {
            look_ahead: LookAhead::Distance(10.0 * radius),
            halving_density: 1.0 / (100.0 * radius * radius),
            frame: 1.0 / 30.0,
            edges: None,
        }
    }

    /// How far the body looks (m for [`LookAhead::Distance`], s for [`LookAhead::Time`]) among
    /// `density` agents per m² (0 or more): look-ahead / (1 + density / halving density), but never
    /// less than the body needs to stop, unless the look-ahead itself is less.
    ///
    /// The source only says that one looks nearer in a crowd; the formula and its floor are ours.
    #[must_use]
    pub fn look_ahead_at(&self, body: &Body, density: f32) -> f32 {
        let (full, floor) = match self.look_ahead {
            LookAhead::Distance(distance) => (distance, body.braking_distance(body.speed())),
            LookAhead::Time(time) => (time, body.speed() / body.max_acceleration()),
        };
        (full / (1.0 + density.max(0.0) / self.halving_density)).max(floor.min(full))
    }

    /// How far from `body` the centre of a neighbour of radius and speed up to `other_radius` and
    /// `other_speed` can be and still matter (m).
    #[must_use]
    pub fn neighbor_reach(&self, body: &Body, other_radius: f32, other_speed: f32) -> f32 {
        body.radius
            + other_radius
            + match self.look_ahead {
                LookAhead::Distance(distance) => 2.0 * distance,
                LookAhead::Time(time) => {
                    time * (body.speed().max(body.limits.max_speed) + other_speed)
                }
            }
    }

    /// The velocity after a step of `dt` seconds (above 0) that answers one neighbour after the
    /// other, in the order given, which matters: give them in the order of their ids. The body
    /// itself mustn't be among them. The velocity is never faster than both the one before and the
    /// body's largest speed; the force (N) leads to it within the step and isn't limited yet.
    ///
    /// `density` is the measured number of agents per m² around the body (0 or more). With f = 1 /
    /// frame, the source's v ← (v + u·v_max·(1 − s))·s for each neighbour, where u is the direction
    /// turned by 45° and s the share of the look-ahead before the meeting, has the fixed point
    /// u·v_max·s; after `dt` the share s^(f·dt) of the way to it is left, so that two half steps do
    /// the same as a whole one.
    ///
    /// Exactly ahead it turns by +45°, to the left. The answer is finite for finite input.
    #[must_use]
    pub fn dodge<'a>(
        &self,
        body: &Body,
        neighbors: impl IntoIterator<Item = &'a Neighbor>,
        density: f32,
        dt: f32,
    ) -> Decision {
        let mut first: Option<(f32, u64)> = None;
        let velocity = self.meet(body, neighbors, density, dt, |meeting| {
            if first.is_none_or(|(share, _)| meeting.share < share) {
                first = Some((meeting.share, meeting.other.id));
            }
        });
        Decision {
            velocity,
            threat: first.map(|(_, id)| Blocker::Agent(id)),
            ..Decision::to_push(force_to(body, velocity, dt))
        }
    }

    /// The velocity that answers all; `met` hears of each meeting on the way.
    fn meet<'a>(
        &self,
        body: &Body,
        neighbors: impl IntoIterator<Item = &'a Neighbor>,
        density: f32,
        dt: f32,
        mut met: impl FnMut(&Meeting<'a>),
    ) -> Vec2 {
        let look_ahead = self.look_ahead_at(body, density);
        let mut velocity = body.velocity;
        for other in neighbors {
            let forward = velocity.normalize_or_zero();
            let (ahead, length) = match self.look_ahead {
                LookAhead::Distance(_) => (other.velocity.normalize_or_zero() * look_ahead, 1.0),
                LookAhead::Time(_) => (other.velocity * look_ahead, velocity.length()),
            };
            // In f64, where no product of two f32 overflows and no quotient vanishes.
            let length = f64::from(length) * f64::from(look_ahead);
            let site = other.position + ahead;
            let offset = site - body.position;
            let along = offset.dot(forward);
            let across = (forward * along - offset).length();
            let radius = body.radius + other.radius;
            let meet = along > 0.0 && f64::from(along) < length && across < radius;
            if !meet {
                continue;
            }
            let on_the_right = offset.perp_dot(velocity) >= 0.0;
            let turn = Vec2::new(1.0, if on_the_right { 1.0 } else { -1.0 }) * FRAC_1_SQRT_2;
            let share = f64::from(along) / length;
            let settled = turn.rotate(forward) * (body.limits.max_speed * share as f32);
            let decay = libm::log(share) * (f64::from(dt) / f64::from(self.frame));
            velocity = velocity * libm::exp(decay) as f32 - settled * libm::expm1(decay) as f32;
            met(&Meeting {
                other,
                ray: forward * length as f32,
                site,
                share: share as f32,
                turns_left: on_the_right,
            });
        }
        velocity
    }
}

/// A neighbour that will be met.
struct Meeting<'a> {
    other: &'a Neighbor,
    /// The look-ahead (m).
    ray: Vec2,
    /// Where the other will be (m).
    site: Vec2,
    /// The share of the look-ahead before that.
    share: f32,
    turns_left: bool,
}

/// The force that brings the body to `velocity` within one step, as far as f32 can hold it.
fn force_to(body: &Body, velocity: Vec2, dt: f32) -> Vec2 {
    let change = velocity.as_dvec2() - body.velocity.as_dvec2();
    let force = change * (f64::from(body.mass) / f64::from(dt));
    force.as_vec2().clamp(Vec2::MIN, Vec2::MAX)
}

impl Classic {
    /// The neighbours that are seen, in the order of their ids, and how many there are per m².
    fn seen<'a>(&self, body: &Body, around: &Surroundings<'a>) -> (Vec<&'a Neighbor>, f32) {
        let is_seen = |position: Vec2| {
            self.edges
                .is_none_or(|[min, max]| position.cmpge(min).all() && position.cmple(max).all())
        };
        let mut neighbors: Vec<&Neighbor> = (around.neighbors.iter())
            .map(|it| &it.neighbor)
            .filter(|other| is_seen(other.position))
            .collect();
        neighbors.sort_unstable_by_key(|other| other.id);
        let radius = around.neighbor_reach + body.radius;
        let area = std::f32::consts::PI * radius * radius;
        let density = neighbors.len() as f32 / area;
        (neighbors, density)
    }
}

impl Method for Classic {
    fn name(&self) -> &'static str {
        "unaligned"
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

    /// The density is that of the neighbours who are seen within the reach. They are answered in the
    /// order of their ids.
    fn decide(
        &self,
        body: &Body,
        wish: &Wish,
        around: &Surroundings<'_>,
        _: &mut Memory,
    ) -> Decision {
        let (neighbors, density) = self.seen(body, around);
        self.dodge(body, neighbors, density, wish.dt)
    }

    fn tell(
        &self,
        body: &Body,
        wish: &Wish,
        around: &Surroundings<'_>,
        _: &Decision,
        explanation: &mut Explanation,
    ) {
        let (neighbors, density) = self.seen(body, around);
        let from = body.position;
        let mut meetings = 0;
        self.meet(body, neighbors, density, wish.dt, |meeting| {
            meetings += 1;
            let (id, percent) = (meeting.other.id, meeting.share * 100.0);
            let to = from + meeting.ray;
            explanation.mark(MarkKind::Ray, MarkShape::Line { from, to }, || {
                "look-ahead".to_owned()
            });
            let site = MarkShape::Point { at: meeting.site };
            explanation.mark(MarkKind::Probe, site, || {
                format!("where agent {id} will be")
            });
            let circle = MarkShape::Circle {
                center: meeting.other.position,
                radius: meeting.other.radius,
            };
            explanation.mark(MarkKind::Threat, circle, || {
                format!("agent {id}: meets at {percent:.0} % of the look-ahead")
            });
            let side = if meeting.turns_left { "left" } else { "right" };
            explanation.reason(|| {
                format!(
                    "meets agent {id} at {percent:.0} % of the look-ahead: turns {side} and slows"
                )
            });
        });
        if meetings == 0 {
            let look_ahead = self.look_ahead_at(body, density);
            let unit = match self.look_ahead {
                LookAhead::Distance(_) => "m",
                LookAhead::Time(_) => "s",
            };
            explanation.reason(|| format!("meets nobody within {look_ahead:.1} {unit}"));
        }
    }

    fn check(&self) -> Result<(), OutOfRange> {
        Parameters::check(self)
    }

    fn same_as(&self, other: &dyn Method) -> bool {
        (other as &dyn Any).downcast_ref() == Some(self)
    }
}
