//! The rectangle of the world that drawings show.

use glam::Vec2;
use serde::{Deserialize, Serialize};
use sidestep_scene::recording::{GoalSetting, Outline, Setting, WallSetting, WorldBounds};

/// A rectangle that grows around what it is shown. Points that aren't finite are passed over.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Extent {
    /// Lower left corner (m).
    pub min: Vec2,
    /// Upper right corner (m).
    pub max: Vec2,
}

impl Default for Extent {
    /// Holds nothing yet.
    fn default() -> Self {
        Self {
            min: Vec2::INFINITY,
            max: Vec2::NEG_INFINITY,
        }
    }
}

impl Extent {
    /// Everything of a setting that stays where it is. In a world that wraps that's its box.
    pub fn of_setting(setting: &Setting) -> Self {
        if let Some(world) = wrapping_box(&setting.bounds) {
            return world;
        }
        let mut extent = Self::default();
        if let WorldBounds::Walled { min, max } | WorldBounds::Torus { min, max } = setting.bounds {
            extent.add(min);
            extent.add(max);
        }
        for point in setting.walls.iter().flat_map(WallSetting::corners) {
            extent.add(point);
        }
        let edges = setting.level.iter().flat_map(|level| &level.edges);
        edges
            .flat_map(|edge| edge.ends)
            .for_each(|end| extent.add(end));
        for obstacle in &setting.obstacles {
            extent.add_outline(&obstacle.outline, Vec2::ZERO);
        }
        for agent in &setting.agents {
            extent.add_disc(agent.start, agent.radius);
            for goal in &agent.goals {
                match *goal {
                    GoalSetting::Point { point, .. } => extent.add(point),
                    GoalSetting::Region { min, max } => {
                        extent.add(min);
                        extent.add(max);
                    }
                    GoalSetting::Target { .. } | GoalSetting::Agent { .. } => {}
                }
            }
        }
        extent
    }

    /// Grows to hold a point.
    pub fn add(&mut self, point: Vec2) {
        if point.is_finite() {
            self.min = self.min.min(point);
            self.max = self.max.max(point);
        }
    }

    /// Grows to hold a disc.
    pub fn add_disc(&mut self, center: Vec2, radius: f32) {
        self.add(center - Vec2::splat(radius));
        self.add(center + Vec2::splat(radius));
    }

    /// Grows to hold an obstacle that has moved by `offset`.
    pub fn add_outline(&mut self, outline: &Outline, offset: Vec2) {
        match outline {
            Outline::Circle { center, radius } => self.add_disc(*center + offset, *radius),
            Outline::Polygon { points } => {
                for point in points {
                    self.add(*point + offset);
                }
            }
        }
    }

    /// Grows to hold another extent.
    pub fn add_extent(&mut self, other: &Self) {
        self.add(other.min);
        self.add(other.max);
    }

    /// Whether it holds nothing.
    pub fn is_empty(&self) -> bool {
        self.min.x > self.max.x || self.min.y > self.max.y
    }

    /// Width and height (m).
    pub fn size(&self) -> Vec2 {
        if self.is_empty() {
            Vec2::ZERO
        } else {
            self.max - self.min
        }
    }

    /// Length of the diagonal (m).
    pub fn diagonal(&self) -> f32 {
        self.size().length()
    }

    /// The rectangle to draw: with a margin of `share` of the larger side, never without area, and
    /// at most so large that single-precision arithmetic still works.
    pub fn framed(&self, share: f32) -> Self {
        const FARTHEST: f32 = 1e9;
        if self.is_empty() {
            return Self {
                min: Vec2::splat(-5.0),
                max: Vec2::splat(5.0),
            };
        }
        let min = self
            .min
            .clamp(Vec2::splat(-FARTHEST), Vec2::splat(FARTHEST));
        let max = self
            .max
            .clamp(Vec2::splat(-FARTHEST), Vec2::splat(FARTHEST));
        let size = max - min;
        let largest = size.max_element();
        let margin = if largest > 0.0 { largest * share } else { 0.0 };
        let least = (largest * 0.02).max(1.0);
        let extra = (Vec2::splat(least) - size).max(Vec2::ZERO) / 2.0 + Vec2::splat(margin);
        Self {
            min: min - extra,
            max: max + extra,
        }
    }

    /// The rectangle that shows a run: the whole setting, and what left it, but of that no more
    /// than the world's own size around it, so that one agent that flew off doesn't shrink
    /// everything to a dot.
    pub fn of_run(setting: &Setting, travelled: &Self) -> Self {
        let mut whole = Self::of_setting(setting);
        if wrapping_box(&setting.bounds).is_some() {
            return whole;
        }
        let mut travelled = *travelled;
        if !whole.is_empty() && !travelled.is_empty() && setting.bounds != WorldBounds::Open {
            let reach = whole.size().max_element().max(1.0) * 0.25;
            travelled.min = travelled.min.max(whole.min - Vec2::splat(reach));
            travelled.max = travelled.max.min(whole.max + Vec2::splat(reach));
        }
        whole.add_extent(&travelled);
        whole
    }
}

/// The box of a world that wraps, if it has an area.
pub fn wrapping_box(bounds: &WorldBounds) -> Option<Extent> {
    match *bounds {
        WorldBounds::Torus { min, max } => {
            let size = max - min;
            (size.is_finite() && size.min_element() > 0.0).then_some(Extent { min, max })
        }
        WorldBounds::Open | WorldBounds::Walled { .. } => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_and_points_get_a_frame_with_area() {
        for extent in [
            Extent::default(),
            Extent {
                min: Vec2::ONE,
                max: Vec2::ONE,
            },
            Extent {
                min: Vec2::splat(-1e30),
                max: Vec2::splat(1e30),
            },
        ] {
            let size = extent.framed(0.04).size();
            assert!(size.x > 0.0 && size.y > 0.0 && size.is_finite(), "{size}");
        }
    }

    #[test]
    fn not_a_number_is_passed_over() {
        let mut extent = Extent::default();
        extent.add(Vec2::NAN);
        assert!(extent.is_empty());
        extent.add(Vec2::new(1.0, 2.0));
        extent.add(Vec2::new(f32::INFINITY, 0.0));
        assert_eq!(extent.size(), Vec2::ZERO);
    }

    #[test]
    fn one_that_flew_off_does_not_shrink_a_walled_world() {
        let setting = Setting {
            bounds: WorldBounds::Walled {
                min: Vec2::ZERO,
                max: Vec2::splat(10.0),
            },
            ..Setting::default()
        };
        let mut travelled = Extent::default();
        travelled.add(Vec2::splat(5.0));
        travelled.add(Vec2::new(1e6, 5.0));
        let size = Extent::of_run(&setting, &travelled).size();
        assert!(size.x <= 12.6, "{size}");
    }
}
