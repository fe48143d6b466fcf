//! Whiskers: the rays that a body casts ahead, and what they hit.

use glam::Vec2;
use sidestep::avoid::{Blocker, Obstacle};
use sidestep::geometry::Side;
use sidestep::motion::Body;
use sidestep::range::{Parameter, Parameters, Range};

/// Largest number of whiskers that are cast, whatever [`Whiskers::count`] says.
pub const MOST_WHISKERS: u32 = 32;

/// Below this speed (m/s) the heading says where ahead is: the velocity's direction is noise there.
const AT_REST: f32 = 1e-3;

/// A fan of rays ahead of a body, from its centre, evenly spread and the same on both sides.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Whiskers {
    /// How many: from 1 to 32 ([`MOST_WHISKERS`]). One looks straight ahead; so does the middle one
    /// of an odd count.
    pub count: u32,
    /// Angle from straight ahead to the outermost whisker on either side (rad), from 0 to π. Wide
    /// sees the walls beside the body, narrow lets it through narrow doors.
    pub spread: f32,
    /// Length of a whisker straight ahead, from the centre (m), above 0.
    pub length: f32,
    /// Length of the outermost ones (m), above 0; those between have lengths between.
    pub side_length: f32,
    /// Radius of the whiskers (m), 0 or more; 0 for rays. Above 0 a thin disc is swept, which
    /// doesn't slip past points and through cracks.
    pub thickness: f32,
}

/// The first thing that a whisker meets.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct WhiskerHit {
    /// Which whisker, counted from 0 at the left end of the fan.
    pub whisker: u32,
    /// Name of the obstacle.
    pub obstacle: Blocker,
    /// How far along the whisker (m), 0 where it starts inside the obstacle.
    pub distance: f32,
    /// The place that was hit (m): on the surface, or where the whisker starts if that is inside.
    pub point: Vec2,
    /// Direction out of the obstacle there, a unit vector; inside, of the nearest way out.
    pub normal: Vec2,
    /// The side of the body on which the obstacle is: the whisker's. For one straight ahead it is
    /// the side away from which the surface leans, and the left (so that it is passed on the right)
    /// where it stands square.
    pub side: Side,
}

impl Parameters for Whiskers {
    fn parameters(&mut self) -> Vec<Parameter<'_>> {
        let Self {
            count,
            spread,
            length,
            side_length,
            thickness,
        } = self;
        vec![
            Parameter::new("count", count, Range::Between(1.0, MOST_WHISKERS as f32)),
            Parameter::new("spread", spread, Range::Between(0.0, std::f32::consts::PI)),
            Parameter::new("length", length, Range::AboveZero),
            Parameter::new("side_length", side_length, Range::AboveZero),
            Parameter::new("thickness", thickness, Range::AtLeast(0.0)),
        ]
    }
}

impl Whiskers {
    /// Two rays for a body of `radius` metres, as many as in One Tiny Leap's picture: 60° to either
    /// side and 2 radii long. The source gives no numbers; with these a sloppy walker
    /// trembles little. Longer ones touch less, and see the frames of a narrow door on both sides
    /// before it is reached, so that it trembles.
    #[must_use]
    pub fn for_radius(radius: f32) -> Self {
        Self {
            count: 2,
            spread: std::f32::consts::FRAC_PI_3,
            length: 2.0 * radius,
            side_length: 2.0 * radius,
            thickness: 0.0,
        }
    }

    /// How far from the body an obstacle can be and still matter (m).
    #[must_use]
    pub fn reach(&self) -> f32 {
        self.length.max(self.side_length) + self.thickness
    }

    /// How many are cast.
    #[must_use]
    pub fn number(&self) -> u32 {
        self.count.clamp(1, MOST_WHISKERS)
    }

    /// The unit vector along the middle of the fan: of the velocity, and at rest of the heading.
    #[must_use]
    pub fn ahead(body: &Body) -> Vec2 {
        if body.speed() > AT_REST {
            body.velocity.normalize_or(body.heading)
        } else {
            body.heading
        }
    }

    /// Angle of a whisker, counted from 0 at the left, from straight ahead (rad); positive is left.
    #[must_use]
    pub fn angle(&self, whisker: u32) -> f32 {
        self.place(whisker) * self.spread
    }

    /// Length of a whisker, counted from 0 at the left (m).
    #[must_use]
    pub fn length_of(&self, whisker: u32) -> f32 {
        self.length + (self.side_length - self.length) * self.place(whisker).abs()
    }

    /// Where in the fan: 1 at the left end, 0 in the middle, −1 at the right end.
    fn place(&self, whisker: u32) -> f32 {
        let gaps = self.number() - 1;
        if gaps == 0 {
            return 0.0;
        }
        let whisker = whisker.min(gaps);
        // From whole numbers, so that both halves mirror each other to the bit.
        (gaps as f32 - 2.0 * whisker as f32) / gaps as f32
    }

    /// The unit vector along a whisker, counted from 0 at the left.
    #[must_use]
    pub fn direction(&self, body: &Body, whisker: u32) -> Vec2 {
        let angle = self.angle(whisker);
        Vec2::new(libm::cosf(angle), libm::sinf(angle)).rotate(Self::ahead(body))
    }

    /// The first thing that a whisker meets, counted from 0 at the left; `None` if nothing. Of
    /// equally near obstacles the one with the lowest name.
    ///
    /// Obstacles are solid and only their outside is hit. A whisker that starts inside one hits it
    /// at distance 0 if it leads further in, as the nearest way out tells, and not at all if it
    /// leads out.
    #[must_use]
    pub fn cast(
        &self,
        body: &Body,
        whisker: u32,
        obstacles: &[Obstacle<'_>],
    ) -> Option<WhiskerHit> {
        let direction = self.direction(body, whisker);
        let length = self.length_of(whisker);
        let first = obstacles
            .iter()
            .filter_map(|obstacle| {
                obstacle
                    .hull()
                    .sweep(body.position, direction, self.thickness, length)
                    .map(|hit| (hit, obstacle.name))
            })
            .min_by(|(a, first), (b, second)| {
                a.distance.total_cmp(&b.distance).then(first.cmp(second))
            });
        let (hit, obstacle) = first?;
        let rim = if hit.distance > 0.0 {
            self.thickness
        } else {
            0.0
        };
        Some(WhiskerHit {
            whisker,
            obstacle,
            distance: hit.distance,
            point: body.position + direction * hit.distance - hit.normal * rim,
            normal: hit.normal,
            side: side_of_wall(self.angle(whisker), direction, hit.normal),
        })
    }
}

fn side_of_wall(angle: f32, direction: Vec2, normal: Vec2) -> Side {
    let leans = direction.perp_dot(normal);
    if angle > 0.0 {
        Side::Left
    } else if angle < 0.0 || leans > 0.0 {
        Side::Right
    } else {
        Side::Left
    }
}
