use glam::Vec2;

use super::{Strength, WallMethod, WhiskerHit, Whiskers};
use crate::avoid::Obstacle;
use crate::explain::{MarkKind, MarkShape, Recorder};
use crate::motion::Body;
use crate::range::{Parameter, Parameters};

/// Wall and corner avoidance as the tutorial has it, to study and to compare with.
///
/// It knows nothing of the path, and the force that it asks for says nothing about how near the wall is to
/// the way that the body wants to go. Contacts aren't its business either: a body can be pushed into a wall.
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

/// Which of several hits count; the tutorial doesn't say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum WhiskerReading {
    /// The nearest; of equally near ones the whisker further left, so that the body turns right. The
    /// whiskers can take turns in a corner.
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

    /// How far from the body an obstacle can be and still matter (m).
    #[must_use]
    pub fn reach(&self) -> f32 {
        self.whiskers.reach()
    }

    /// The force (N) that the walls ask for, zero if no whisker hits. It isn't limited: the blend does that
    /// once for all forces together. `obstacles` must hold all within [`reach`](Self::reach), in any order.
    #[must_use]
    pub fn steer(
        &self,
        body: &Body,
        obstacles: &[Obstacle<'_>],
        recorder: &mut impl Recorder,
    ) -> Vec2 {
        let ahead = Whiskers::ahead(body);
        let mut sum = Vec2::ZERO;
        let mut nearest: Option<WhiskerHit> = None;
        for whisker in 0..self.whiskers.number() {
            let Some(hit) = self.whiskers.cast(body, whisker, obstacles, recorder) else {
                continue;
            };
            if self.reading == WhiskerReading::Sum {
                sum += self.acceleration(body, ahead, &hit, recorder);
            }
            if nearest.is_none_or(|best| hit.distance < best.distance) {
                nearest = Some(hit);
            }
        }
        let acceleration = match (self.reading, nearest) {
            (WhiskerReading::Nearest, Some(hit)) => self.acceleration(body, ahead, &hit, recorder),
            _ => sum,
        };
        acceleration * body.mass
    }

    /// The acceleration (m/s²) that one hit asks for.
    fn acceleration(
        &self,
        body: &Body,
        ahead: Vec2,
        hit: &WhiskerHit,
        recorder: &mut impl Recorder,
    ) -> Vec2 {
        if let WallMethod::HitNormal { offset } = self.method {
            recorder.mark(
                MarkKind::Aim,
                MarkShape::Point {
                    at: hit.point + hit.normal * offset,
                },
                || format!("{offset:.2} m off the wall"),
            );
        }
        let strength = self.strength.at(body.position.distance(hit.point));
        let side = hit.side;
        recorder.reason(|| {
            format!(
                "{} on the {side}, {:.2} m along whisker {}: {strength:.2} m/s²",
                hit.obstacle, hit.distance, hit.whisker
            )
        });
        self.method.direction(body, ahead, hit) * strength
    }
}
