//! Avoidance of walls by whiskers, as a method that plugs in.

use std::any::Any;

use glam::Vec2;
use sidestep::avoid::{
    Decision, Largest, Memory, Method, Obstacle, Reach, Stage, Surroundings, Wish,
};
use sidestep::explain::{Explanation, MarkKind, MarkShape, Recorder};
use sidestep::motion::Body;
use sidestep::range::{OutOfRange, Parameter, Parameters};

use super::{Strength, WallMethod, WhiskerHit, Whiskers};

/// Wall and corner avoidance as "Wall or corner avoidance" (One Tiny Leap, 2012) has it, to study and to
/// compare with.
///
/// It knows nothing of the path, and the force that it asks for says nothing about how near the
/// wall is to the way that the body wants to go. Contacts aren't its business either: a body can be
/// pushed into a wall.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct WallAvoidance {
    /// The rays.
    pub whiskers: Whiskers,
    /// The direction in which a hit accelerates.
    pub method: WallMethod,
    /// How strongly.
    pub strength: Strength,
    /// Which hits count.
    pub reading: WhiskerReading,
}

/// Which of several hits count; the source doesn't say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum WhiskerReading {
    /// The nearest; of equally near ones the whisker further left, so that the body turns right.
    /// The whiskers can take turns in a corner.
    #[default]
    Nearest,
    /// All, added. Two walls on either side can cancel each other.
    Sum,
}

impl Parameters for WallAvoidance {
    fn parameters(&mut self) -> Vec<Parameter<'_>> {
        let Self {
            whiskers,
            method,
            strength,
            reading: _,
        } = self;
        let mut parameters = whiskers.parameters();
        parameters.extend(method.parameters());
        parameters.extend(strength.parameters());
        parameters
    }
}

impl WallAvoidance {
    /// `method` with the constant strength for a body of `radius` metres.
    #[must_use]
    pub fn for_radius(radius: f32, method: WallMethod) -> Self {
        Self {
            whiskers: Whiskers::for_radius(radius),
            method,
            strength: Strength::constant_for_radius(radius),
            reading: WhiskerReading::default(),
        }
    }

    /// The same with the rising strength for a body of `radius` metres.
    #[must_use]
    pub fn rising(self, radius: f32) -> Self {
        Self {
            strength: Strength::rising_for_radius(radius),
            ..self
        }
    }

    /// The force (N) that the walls ask for, zero if no whisker hits; the threat is what the
    /// nearest hit is on. The force isn't limited: the blend does that once for all forces
    /// together. `obstacles` must hold all within the whiskers' [`reach`](Whiskers::reach), in any
    /// order.
    #[must_use]
    pub fn push(&self, body: &Body, obstacles: &[Obstacle<'_>]) -> Decision {
        let (acceleration, nearest) = self.feel(body, obstacles, |_| {});
        Decision {
            threat: nearest.map(|hit| hit.obstacle),
            ..Decision::to_push(acceleration * body.mass)
        }
    }

    /// The acceleration (m/s²) that the walls ask for, and the nearest hit; `felt` hears of each
    /// hit that counts.
    fn feel(
        &self,
        body: &Body,
        obstacles: &[Obstacle<'_>],
        mut felt: impl FnMut(&WhiskerHit),
    ) -> (Vec2, Option<WhiskerHit>) {
        let ahead = Whiskers::ahead(body);
        let mut sum = Vec2::ZERO;
        let mut nearest: Option<WhiskerHit> = None;
        for whisker in 0..self.whiskers.number() {
            let Some(hit) = self.whiskers.cast(body, whisker, obstacles) else {
                continue;
            };
            if self.reading == WhiskerReading::Sum {
                felt(&hit);
                sum += self.acceleration(body, ahead, &hit);
            }
            if nearest.is_none_or(|best| hit.distance < best.distance) {
                nearest = Some(hit);
            }
        }
        let acceleration = match (self.reading, &nearest) {
            (WhiskerReading::Nearest, Some(hit)) => {
                felt(hit);
                self.acceleration(body, ahead, hit)
            }
            _ => sum,
        };
        (acceleration, nearest)
    }

    /// The acceleration (m/s²) that one hit asks for.
    fn acceleration(&self, body: &Body, ahead: Vec2, hit: &WhiskerHit) -> Vec2 {
        let strength = self.strength.at(body.position.distance(hit.point));
        self.method.direction(body, ahead, hit) * strength
    }
}

impl Method for WallAvoidance {
    fn name(&self) -> &'static str {
        "walls"
    }

    fn stage(&self) -> Stage {
        Stage::Blend
    }

    fn reach(&self, _: &Body, _: &Largest) -> Reach {
        Reach {
            obstacles: self.whiskers.reach(),
            neighbors: 0.0,
        }
    }

    fn decide(&self, body: &Body, _: &Wish, around: &Surroundings<'_>, _: &mut Memory) -> Decision {
        self.push(body, around.obstacles)
    }

    fn tell(
        &self,
        body: &Body,
        _: &Wish,
        around: &Surroundings<'_>,
        _: &Decision,
        explanation: &mut Explanation,
    ) {
        let from = body.position;
        for whisker in 0..self.whiskers.number() {
            let length = self.whiskers.length_of(whisker);
            let hit = self.whiskers.cast(body, whisker, around.obstacles);
            let free = hit.map_or(length, |hit| hit.distance);
            let to = from + self.whiskers.direction(body, whisker) * free;
            explanation.mark(MarkKind::Ray, MarkShape::Line { from, to }, || {
                format!("whisker {whisker}: {free:.2} m of {length:.2} m free")
            });
            if let Some(hit) = hit {
                let point = MarkShape::Point { at: hit.point };
                explanation.mark(MarkKind::Threat, point, || {
                    format!("whisker {whisker} hits {}", hit.obstacle)
                });
            }
        }
        let (_, nearest) = self.feel(body, around.obstacles, |hit| {
            if let WallMethod::HitNormal { offset } = self.method {
                let at = hit.point + hit.normal * offset;
                explanation.mark(MarkKind::Aim, MarkShape::Point { at }, || {
                    format!("{offset:.2} m off the wall")
                });
            }
            let strength = self.strength.at(from.distance(hit.point));
            let side = hit.side;
            explanation.reason(|| {
                format!(
                    "{} on the {side}, {:.2} m along whisker {}: {strength:.2} m/s²",
                    hit.obstacle, hit.distance, hit.whisker
                )
            });
        });
        if nearest.is_none() {
            explanation.reason(|| "no whisker hits anything".to_owned());
        }
    }

    fn check(&self) -> Result<(), OutOfRange> {
        Parameters::check(self)
    }

    fn same_as(&self, other: &dyn Method) -> bool {
        (other as &dyn Any).downcast_ref() == Some(self)
    }
}
