//! Where agents decide less often.

use glam::Vec2;

use crate::clone_by_field::clone_by_field;
use crate::range::{OutOfRange, Range};
use crate::space::Topology;

/// Where agents decide less often: far from what somebody looks at.
///
/// Nearer than the first of the [bands](Self::bands) to a [centre](Self::centers) an agent decides
/// as often as [`WorldSettings::decide_every`](super::WorldSettings::decide_every) says. Wherever it
/// is, it is guarded in each step, so that it keeps its promises. Whoever crosses into another band
/// decides anew.
///
/// ```
/// use sidestep::Vec2;
/// use sidestep::world::{DetailBand, LevelOfDetail, World, WorldSettings};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let mut world = World::new(WorldSettings::default())?;
/// let player = Vec2::new(12.0, 3.0);
/// world.set_level_of_detail(LevelOfDetail {
///     centers: vec![player],
///     bands: vec![
///         DetailBand { beyond: 30.0, decide_every: 0.1 },
///         DetailBand { beyond: 100.0, decide_every: 0.5 },
///     ],
/// })?;
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LevelOfDetail {
    /// What is looked at, such as cameras and players (m), finite. Without any of them nobody is
    /// far.
    pub centers: Vec<Vec2>,
    /// The bands around these, nearest first.
    pub bands: Vec<DetailBand>,
}

clone_by_field!(LevelOfDetail { centers, bands });

/// How often agents decide beyond a distance, up to that of the next band.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct DetailBand {
    /// Distance from the nearest centre (m), 0 or more, and more than that of the band before.
    pub beyond: f32,
    /// How often an agent decides there (s), 0 or more; 0 is in each step.
    pub decide_every: f32,
}

impl LevelOfDetail {
    /// Whether its numbers are within their ranges.
    ///
    /// # Errors
    /// Names the first number that isn't.
    pub fn check(&self) -> Result<(), OutOfRange> {
        for (index, &center) in self.centers.iter().enumerate() {
            let whole = |error: OutOfRange| error.of(format_args!("centers[{index}]"));
            Range::Finite
                .check_vector("position", center)
                .map_err(whole)?;
        }
        let mut nearest = 0.0_f32;
        for (index, band) in self.bands.iter().enumerate() {
            let whole = |error: OutOfRange| error.of(format_args!("bands[{index}]"));
            let beyond = Range::AtLeast(nearest).check("beyond", band.beyond);
            beyond.map_err(whole)?;
            let every = Range::AtLeast(0.0).check("decide_every", band.decide_every);
            every.map_err(whole)?;
            nearest = band.beyond.next_up();
        }
        Ok(())
    }

    /// How often an agent at `place` (m) decides (s), where those who are near do it every `near`
    /// seconds.
    #[must_use]
    pub fn decide_every(&self, topology: &Topology, place: Vec2, near: f32) -> f32 {
        if self.bands.is_empty() {
            return near;
        }
        let away = (self.centers.iter())
            .map(|&center| topology.between(place, center).length())
            .reduce(f32::min);
        let Some(away) = away else {
            return near;
        };
        let band = self.bands.iter().rfind(|band| band.beyond < away);
        band.map_or(near, |band| band.decide_every)
    }
}
