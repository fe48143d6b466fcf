//! The worst that was seen over some steps.

use glam::Vec2;
use serde::Serialize;
use sidestep::world::World;

use super::yard::RADIUS;

/// The worst that was seen over some steps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Worst {
    /// Deepest that two agents were in each other (m), 0 if nobody overlapped.
    pub deepest_overlap: f64,
    /// Deepest that an agent was in a wall or a crate (m), 0 if nobody was.
    pub deepest_in_obstacle: f64,
    /// Longest that an agent was listed as blocked without a break (s).
    pub longest_blocked: f64,
}

impl Worst {
    /// Looks at the world after a step; `places` are those of its agents (m).
    pub fn look(&mut self, world: &World, places: &[Vec2]) {
        let mut places = places.to_vec();
        places.sort_by(|one, other| one.x.total_cmp(&other.x));
        self.deepest_overlap = self.deepest_overlap.max(deepest_overlap(&places));
        for obstacle in world.obstacles() {
            let bounds = obstacle.shape.bounds().moved(obstacle.offset).grown(RADIUS);
            let hull = obstacle.hull();
            let first = places.partition_point(|place| place.x < bounds.min.x);
            let near = places[first..]
                .iter()
                .take_while(|place| place.x <= bounds.max.x);
            for place in near.filter(|place| bounds.contains(**place)) {
                let depth = f64::from(RADIUS - hull.surface(*place).distance);
                self.deepest_in_obstacle = self.deepest_in_obstacle.max(depth);
            }
        }
        let since = world.blocked().map(|blocked| world.time() - blocked.since);
        self.longest_blocked = since.fold(self.longest_blocked, f64::max);
    }
}

/// How deep the two are in each other who are deepest (m), 0 if nobody overlaps. The places are in
/// order of x.
fn deepest_overlap(places: &[Vec2]) -> f64 {
    let mut deepest = 0.0_f64;
    for (index, one) in places.iter().enumerate() {
        for other in &places[index + 1..] {
            if other.x - one.x > 2.0 * RADIUS {
                break;
            }
            let distance = f64::from(other.x - one.x).hypot(f64::from(other.y - one.y));
            deepest = deepest.max(f64::from(2.0 * RADIUS) - distance);
        }
    }
    deepest
}

#[cfg(test)]
mod tests {
    use sidestep::geometry::Circle;
    use sidestep::world::{ObstacleSpec, WorldSettings};

    use super::*;

    #[test]
    fn overlaps_with_each_other_and_with_obstacles_are_measured() {
        let mut world = World::new(WorldSettings::default()).expect("a world");
        let barrel = Circle::new(Vec2::new(-5.0, 1.0), 1.0).expect("a barrel");
        let barrel = world
            .insert_obstacle(ObstacleSpec::new(barrel))
            .expect("a barrel");
        let mut worst = Worst::default();
        let apart = [Vec2::ZERO, Vec2::new(0.6, 0.0), Vec2::new(0.3, 9.0)];
        worst.look(&world, &apart);
        assert_eq!(worst, Worst::default());
        let deep = [
            Vec2::new(0.3, 0.0),
            Vec2::new(5.0, 0.0),
            Vec2::ZERO,
            Vec2::new(-3.9, 1.0),
        ];
        worst.look(&world, &deep);
        assert!((worst.deepest_overlap - 0.2).abs() < 1e-6, "{worst:?}");
        assert!((worst.deepest_in_obstacle - 0.15).abs() < 1e-6, "{worst:?}");
        // Where it was moved to, and the worst stays.
        world
            .offset_obstacle(barrel, Vec2::new(5.0, 8.2), Vec2::ZERO)
            .expect("a barrel");
        worst.look(&world, &apart);
        assert!((worst.deepest_overlap - 0.2).abs() < 1e-6, "{worst:?}");
        assert!(worst.deepest_in_obstacle > 0.8, "{worst:?}");
    }
}
