//! The half-plane of velocities that another disc leaves.

use glam::Vec2;
use multiversion::multiversion;

use crate::avoid::{CompanyBlock, LANES, Lanes};
use crate::motion::Body;

/// Two discs as one sees the other.
pub(super) struct Pair {
    /// From our centre to the other's (m).
    relative_position: Vec2,
    /// Our velocity less the other's (m/s).
    relative_velocity: Vec2,
    /// Sum of both radii (m).
    combined_radius: f32,
}

/// The smallest change of our relative velocity (m/s) that leads out of a velocity obstacle, and the
/// direction out of the obstacle at the place where that ends.
pub(super) struct WayOut {
    pub change: Vec2,
    pub out: Vec2,
    /// Whether nothing says which way leads out: see [`Pair::way_apart`].
    pub is_anywhere: bool,
}

/// The same of [`LANES`] others.
#[derive(Default)]
pub(super) struct WaysOut {
    change_x: Lanes,
    change_y: Lanes,
    out_x: Lanes,
    out_y: Lanes,
    is_anywhere: [bool; LANES],
}

impl WaysOut {
    /// The one in a lane.
    #[inline(always)]
    pub fn get(&self, lane: usize) -> WayOut {
        WayOut {
            change: Vec2::new(self.change_x[lane], self.change_y[lane]),
            out: Vec2::new(self.out_x[lane], self.out_y[lane]),
            is_anywhere: self.is_anywhere[lane],
        }
    }
}

/// Fills `ways` with those out of the velocity obstacles of all others of a block. Compiled for several
/// widths of registers, of which the widest that the processor has is taken.
#[multiversion(targets("x86_64+avx2"))]
pub(super) fn find_ways_out(
    body: &Body,
    others: &CompanyBlock,
    horizon: f32,
    time_step: f32,
    ways: &mut WaysOut,
) {
    for lane in 0..LANES {
        let way = Pair::of(body, others, lane).way_out(horizon, time_step);
        (ways.change_x[lane], ways.change_y[lane]) = way.change.into();
        (ways.out_x[lane], ways.out_y[lane]) = way.out.into();
        ways.is_anywhere[lane] = way.is_anywhere;
    }
}

impl Pair {
    /// A body and the one in a lane.
    #[inline(always)]
    pub fn of(body: &Body, others: &CompanyBlock, lane: usize) -> Self {
        Self {
            relative_position: others.position(lane) - body.position,
            relative_velocity: body.velocity - others.velocity(lane),
            combined_radius: body.radius + others.radius[lane],
        }
    }

    /// The way out of the velocity obstacle. Without branches, so that the compiler can do many at once.
    ///
    /// The relative velocities that lead to contact within `horizon` seconds fill a cone without
    /// its tip: what is beyond a disc with the radius and at the place of the other one, both
    /// divided by the horizon. Discs that overlap already shall be apart after one `time_step`, and
    /// only the disc counts.
    #[inline(always)]
    fn way_out(&self, horizon: f32, time_step: f32) -> WayOut {
        let radius = self.combined_radius;
        let distance_squared = self.relative_position.length_squared();
        let overlapping = distance_squared <= radius * radius;
        let rate = 1.0 / if overlapping { time_step } else { horizon };
        let from_center = self.from_center(rate);
        let towards_tip = from_center.dot(self.relative_position);
        let before_disc = (towards_tip < 0.0)
            & (towards_tip * towards_tip > radius * radius * from_center.length_squared());
        let length = from_center.length();
        let out_of_disc = from_center / length;
        // The legs touch the other disc: the way to where they do has this length.
        let between = distance_squared - radius * radius;
        let leg = if between > 0.0 { between } else { 0.0 }.sqrt();
        // Exactly in the middle it is the right leg, for both alike, so they pass on the same side.
        let is_left = self.relative_position.perp_dot(from_center) > 0.0;
        let sine = if is_left { radius } else { -radius };
        let along = Vec2::new(leg, sine).rotate(self.relative_position) / distance_squared;
        let left = along.perp();
        let off_leg = Vec2::new(
            if is_left { left.x } else { -left.x },
            if is_left { left.y } else { -left.y },
        );
        let nearest = along * self.relative_velocity.dot(along);
        let (disc, cone) = (
            self.out_of_disc(out_of_disc, rate),
            nearest - self.relative_velocity,
        );
        let is_disc = overlapping | before_disc;
        let choose = |disc: f32, cone: f32| if is_disc { disc } else { cone };
        WayOut {
            change: Vec2::new(choose(disc.x, cone.x), choose(disc.y, cone.y)),
            out: Vec2::new(
                choose(out_of_disc.x, off_leg.x),
                choose(out_of_disc.y, off_leg.y),
            ),
            // Not one that is no number, either.
            is_anywhere: overlapping & !(length > 0.0),
        }
    }

    /// The way out of discs that overlap and will stay so. `apart` gives the direction (a unit vector) where
    /// nothing else does.
    pub fn way_apart(&self, time_step: f32, apart: impl FnOnce() -> Vec2) -> WayOut {
        let length = self.relative_position.length();
        let out = if length > 0.0 {
            -self.relative_position / length
        } else {
            apart()
        };
        WayOut {
            change: self.out_of_disc(out, 1.0 / time_step),
            out,
            is_anywhere: false,
        }
    }

    /// The relative velocity from the centre of the disc (m/s).
    #[inline(always)]
    fn from_center(&self, rate: f32) -> Vec2 {
        self.relative_velocity - self.relative_position * rate
    }

    /// The change that leads out of the disc in a direction (m/s).
    #[inline(always)]
    fn out_of_disc(&self, out: Vec2, rate: f32) -> Vec2 {
        out * (self.combined_radius * rate - self.from_center(rate).length())
    }
}
