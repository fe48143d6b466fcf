//! What velocities cost, for those who want to see it.

use glam::Vec2;

use super::cost::{Change, Survey};
use super::{SamplingScratch, VelocitySampling};
use crate::avoid::{Company, LANES, Surroundings, Wish};
use crate::motion::Body;

/// What velocities cost one body, and which of them it looked at. Obstacles aren't in it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct VelocityCosts {
    /// What the body would like (m/s), turned to the side to which everybody keeps while somebody is
    /// in the way.
    pub preferred: Vec2,
    /// What was chosen (m/s).
    pub chosen: Vec2,
    /// Who would be touched first at the wish, and when (s).
    pub threat: Option<(u64, f32)>,
    /// What each velocity that was asked for costs (m/s), in the same order.
    pub costs: Vec<f32>,
    /// The velocities that the choice was made from (m/s), with what each costs (m/s). None if nobody
    /// is in the way.
    pub looked_at: Vec<(Vec2, f32)>,
}

impl VelocitySampling {
    /// What each of `velocities` (m/s) costs, and from which velocities
    /// [`decide`](Self::decide) chooses with the same body, wish and neighbours: by the same code,
    /// but without a bound, so that nothing is left out. Obstacles aren't looked at.
    #[must_use]
    pub fn costs(
        &self,
        body: &Body,
        wish: &Wish,
        around: &Surroundings<'_>,
        velocities: &[Vec2],
    ) -> VelocityCosts {
        let (mut company, mut scratch) = (Company::default(), SamplingScratch::default());
        company.fill(around.neighbors);
        let choice = self.choose(body, wish, (&company, &[]), &mut scratch);
        let (meetings, mut survey) = (&scratch.meetings, Survey::default());
        let change = choice.as_ref().map_or(
            Change {
                preferred: wish.velocity,
                present: body.velocity,
                inertia: self.inertia,
            },
            |choice| choice.change,
        );
        let mut cost = |velocity: Vec2| {
            meetings.survey(velocity, &mut survey);
            let met = survey.total(meetings.len(), self.further());
            change.cost(velocity.x, velocity.y) + met
        };
        let costs = velocities.iter().map(|velocity| cost(*velocity)).collect();
        let Some(choice) = choice else {
            return VelocityCosts {
                preferred: wish.velocity,
                chosen: wish.velocity,
                costs,
                ..VelocityCosts::default()
            };
        };
        let candidates = (0..scratch.velocities.blocks() * LANES)
            .map(|place| scratch.velocities.get(place))
            .filter(|velocity| velocity.is_finite());
        VelocityCosts {
            preferred: choice.preferred,
            chosen: choice.velocity,
            threat: choice.threat,
            costs,
            looked_at: candidates
                .map(|velocity| (velocity, cost(velocity)))
                .collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::avoid::SharedNeighbor;
    use crate::steer::Neighbor;

    fn two_who_meet() -> (Body, Wish, [SharedNeighbor; 1]) {
        let mut body = Body::new(Vec2::ZERO, 0.3, 1.8);
        body.velocity = Vec2::new(1.3, 0.0);
        let mut other = Body::new(Vec2::new(4.0, 0.1), 0.3, 1.8);
        other.velocity = Vec2::new(-1.3, 0.0);
        let wish = Wish::to_go(Vec2::new(1.3, 0.0), 1.0 / 60.0);
        (body, wish, [Neighbor::new(2, &other).into()])
    }

    #[test]
    fn what_is_chosen_is_the_cheapest_of_what_was_looked_at_and_what_decide_says() {
        let (body, wish, neighbors) = two_who_meet();
        let around = Surroundings::neighbors(&neighbors);
        let method = VelocitySampling::for_radius(0.3);
        let costs = method.costs(&body, &wish, &around, &[]);
        let decision = method.decide(&body, &wish, &around, &mut SamplingScratch::default());
        assert_eq!(costs.chosen, decision.velocity);
        assert_eq!(costs.threat.map(|(id, _)| id), Some(2));
        let cheapest = (costs.looked_at.iter()).min_by(|a, b| a.1.total_cmp(&b.1));
        assert_eq!(cheapest.map(|(velocity, _)| *velocity), Some(costs.chosen));
        assert!(costs.looked_at.len() >= 20, "{}", costs.looked_at.len());
    }

    #[test]
    fn running_into_somebody_costs_more_than_passing() {
        let (body, wish, neighbors) = two_who_meet();
        let around = Surroundings::neighbors(&neighbors);
        let method = VelocitySampling::for_radius(0.3);
        let asked = [Vec2::new(1.3, 0.0), Vec2::new(1.2, -0.5)];
        let costs = method.costs(&body, &wish, &around, &asked).costs;
        assert!(costs[0] > costs[1] + 0.3, "{costs:?}");
    }

    #[test]
    fn with_nobody_in_the_way_only_the_change_costs() {
        let (body, wish, _) = two_who_meet();
        let method = VelocitySampling::for_radius(0.3);
        let asked = [wish.velocity, Vec2::new(1.3, 1.0)];
        let costs = method.costs(&body, &wish, &Surroundings::default(), &asked);
        assert_eq!(costs.chosen, wish.velocity);
        assert_eq!(costs.costs[0], 0.0);
        assert!((costs.costs[1] - 1.25).abs() < 1e-6, "{costs:?}");
        assert!(costs.looked_at.is_empty());
    }
}
