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
            relative_position: Vec2::new(
                others.x[lane] - body.position.x,
                others.y[lane] - body.position.y,
            ),
            relative_velocity: Vec2::new(
                body.velocity.x - others.velocity_x[lane],
                body.velocity.y - others.velocity_y[lane],
            ),
            combined_radius: body.radius + others.radius[lane],
        }
    }

    /// The way out of the velocity obstacle. Without branches and by single coordinates, so that the
    /// compiler can do many at once.
    ///
    /// The relative velocities that lead to contact within `horizon` seconds fill a cone without
    /// its tip: what is beyond a disc with the radius and at the place of the other one, both
    /// divided by the horizon. Discs that overlap already shall be apart after one `time_step`, and
    /// only the disc counts.
    #[inline(always)]
    fn way_out(&self, horizon: f32, time_step: f32) -> WayOut {
        let (position, velocity) = (self.relative_position, self.relative_velocity);
        let radius = self.combined_radius;
        let distance_squared = position.x * position.x + position.y * position.y;
        let overlapping = distance_squared <= radius * radius;
        let rate = 1.0 / if overlapping { time_step } else { horizon };
        let from_center_x = velocity.x - position.x * rate;
        let from_center_y = velocity.y - position.y * rate;
        let towards_tip = from_center_x * position.x + from_center_y * position.y;
        let length_squared = from_center_x * from_center_x + from_center_y * from_center_y;
        let before_disc =
            (towards_tip < 0.0) & (towards_tip * towards_tip > radius * radius * length_squared);
        let length = length_squared.sqrt();
        let (disc_x, disc_y) = (from_center_x / length, from_center_y / length);
        let push = radius * rate - length;
        // The legs touch the other disc: the way to where they do has this length.
        let between = distance_squared - radius * radius;
        let leg = if between > 0.0 { between } else { 0.0 }.sqrt();
        // Exactly in the middle it is the right leg, for both alike, so they pass on the same side.
        let is_left = position.x * from_center_y - position.y * from_center_x > 0.0;
        let sine = if is_left { radius } else { -radius };
        let along_x = (leg * position.x - sine * position.y) / distance_squared;
        let along_y = (sine * position.x + leg * position.y) / distance_squared;
        let speed = velocity.x * along_x + velocity.y * along_y;
        let (leg_x, leg_y) = if is_left {
            (-along_y, along_x)
        } else {
            (along_y, -along_x)
        };
        let is_disc = overlapping | before_disc;
        let choose = |disc: f32, leg: f32| if is_disc { disc } else { leg };
        WayOut {
            change: Vec2::new(
                choose(disc_x * push, along_x * speed - velocity.x),
                choose(disc_y * push, along_y * speed - velocity.y),
            ),
            out: Vec2::new(choose(disc_x, leg_x), choose(disc_y, leg_y)),
            // Not one that is no number, either.
            is_anywhere: overlapping & ((length == 0.0) | length.is_nan()),
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
        let rate = 1.0 / time_step;
        let from_center = self.relative_velocity - self.relative_position * rate;
        WayOut {
            change: out * (self.combined_radius * rate - from_center.length()),
            out,
            is_anywhere: false,
        }
    }
}
