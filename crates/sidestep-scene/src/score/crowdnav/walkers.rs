//! The walkers, driven as CrowdNav drives them.
//!
//! Each one runs RVO2 for itself, with everybody else in it as it is now. The values are those of
//! CrowdNav's `orca.py`: neighbours within 10 m, at most 10 of them, a horizon of 5 s, radii with a
//! centimetre to spare, half of the work, and a preferred velocity towards the goal at full speed
//! that falls to nothing over the last metre. Walkers keep going after they have arrived.

use glam::DVec2;
use sidestep::Vec2;
use sidestep::avoid::orca::{Orca, OrcaScratch};
use sidestep::avoid::{SharedNeighbor, Surroundings, Wish};
use sidestep::motion::Body;
use sidestep::steer::Neighbor;

use crate::import::crowdnav::{Environment, Walk};

/// Distance beyond which others aren't seen (m).
const NEIGHBOR_DISTANCE: f32 = 10.0;
/// Most others that are seen, the nearest ones.
const MOST_NEIGHBORS: usize = 10;
/// How far ahead contacts are avoided (s).
const HORIZON: f32 = 5.0;
/// What is added to every radius (m).
const SPARE: f64 = 0.01;

/// A walker, or the robot as walkers see it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pedestrian {
    /// Centre (m).
    pub position: DVec2,
    /// Velocity (m/s).
    pub velocity: DVec2,
    /// Radius of its body (m).
    pub radius: f64,
    /// Where it goes (m).
    pub goal: DVec2,
    /// Preferred and largest speed (m/s).
    pub speed: f64,
}

impl Pedestrian {
    /// A walker at rest at its start.
    pub fn at_start(walk: &Walk, environment: &Environment) -> Self {
        Self {
            position: walk.start,
            velocity: DVec2::ZERO,
            radius: environment.walker_radius,
            goal: walk.goal,
            speed: environment.walker_speed,
        }
    }

    /// Moves it on with a new velocity (m/s) for `dt` seconds.
    pub(super) fn advance(&mut self, velocity: DVec2, dt: f64) {
        self.velocity = velocity;
        self.position += velocity * dt;
    }

    /// What it would like to do (m/s): 1 m/s towards the goal, less within the last metre. It is no
    /// faster where it could be: CrowdNav has it so.
    pub(super) fn preferred_velocity(&self) -> DVec2 {
        (self.goal - self.position).clamp_length_max(1.0)
    }

    fn body(&self) -> Body {
        let radius = (self.radius + SPARE) as f32;
        Body {
            velocity: self.velocity.as_vec2(),
            ..Body::new(self.position.as_vec2(), radius, self.speed as f32)
        }
    }
}

/// The velocity (m/s) that one takes next among the others, by CrowdNav's ORCA.
pub(super) fn next_velocity<'a>(
    own: &Pedestrian,
    others: impl Iterator<Item = &'a Pedestrian>,
    dt: f64,
    scratch: &mut OrcaScratch,
) -> DVec2 {
    let body = own.body();
    let mut seen: Vec<(f32, Neighbor)> = (1..)
        .zip(others)
        .map(|(id, other)| Neighbor::new(id, &other.body()))
        .map(|other| (other.position.distance_squared(body.position), other))
        .filter(|(squared, _)| *squared < NEIGHBOR_DISTANCE * NEIGHBOR_DISTANCE)
        .collect();
    // Equally near ones stay in their order.
    seen.sort_by(|(near, _), (far, _)| near.total_cmp(far));
    seen.truncate(MOST_NEIGHBORS);
    let orca = Orca {
        time_horizon: HORIZON,
        obstacle_time_horizon: HORIZON,
    };
    let wish = Wish::to_go(own.preferred_velocity().as_vec2(), dt as f32);
    let neighbors: Vec<SharedNeighbor> = seen.into_iter().map(|(_, it)| it.into()).collect();
    let around = Surroundings::neighbors(&neighbors);
    let decided: Vec2 = orca.decide(&body, &wish, &around, scratch).velocity;
    decided.as_dvec2()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn walker(x: f64, y: f64, goal: DVec2) -> Pedestrian {
        let start = DVec2::new(x, y);
        Pedestrian::at_start(&Walk { start, goal }, &Environment::default())
    }

    fn next(own: &Pedestrian, others: &[Pedestrian]) -> DVec2 {
        next_velocity(own, others.iter(), 0.25, &mut OrcaScratch::default())
    }

    #[test]
    fn alone_it_goes_straight_and_slows_down_in_the_last_metre() {
        let far = walker(0.0, 0.0, DVec2::new(3.0, 4.0));
        assert!((next(&far, &[]) - DVec2::new(0.6, 0.8)).length() < 1e-6);
        let near = walker(0.0, 0.0, DVec2::new(0.0, 0.5));
        assert!((next(&near, &[]) - DVec2::new(0.0, 0.5)).length() < 1e-6);
    }

    #[test]
    fn it_gives_way_to_what_it_sees_and_to_nothing_else() {
        let own = walker(0.0, 0.0, DVec2::new(4.0, 0.0));
        let ahead = |x: f64| {
            let mut other = walker(x, 0.1, DVec2::new(-4.0, 0.0));
            other.velocity = DVec2::new(-1.0, 0.0);
            other
        };
        assert!(next(&own, &[ahead(4.0)]).y < -0.01);
        assert_eq!(next(&own, &[ahead(10.5)]), next(&own, &[]));
        // Ten at its back are nearer, so the one ahead isn't seen.
        let mut crowd: Vec<Pedestrian> = (0..10)
            .map(|n| walker(-1.0 - 0.1 * f64::from(n), 0.0, DVec2::ZERO))
            .collect();
        crowd.push(ahead(4.0));
        let without = next(&own, &crowd[..10]);
        assert_eq!(next(&own, &crowd), without);
    }
}
