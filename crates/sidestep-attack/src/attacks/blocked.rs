//! Somebody among crates: it arrives where there is a way, and else says what closes it.

use std::f32::consts::TAU;

use detour_oracle::{Obstacle, shortest_way};
use glam::Vec2;
use sidestep::avoid::detour::{Blocker, ClosedBy, Detour};
use sidestep::geometry::{Circle, ConvexPolygon, Shape};
use sidestep::motion::Body;
use sidestep::world::{AgentId, AgentSpec, Goal, ObstacleId};

use crate::attacks::yards;
use crate::case::{Case, Person, Thing};
use crate::dealer::{Dealer, at_angle};
use crate::play::Play;
use crate::promises::obstacle;

const STREAM: u64 = 7;

/// Longest time to arrive or to find out that there is no way (s).
const PATIENCE: f32 = 120.0;

/// Time for which somebody is blocked before its answer is taken (s).
const BLOCKED_FOR: f64 = 3.0;

/// A gap may count as open or as closed within this of what is kept (m).
const TOUCH: f64 = 1e-3;

/// Draws a yard without walls, or somebody whom rings of crates part from its goal.
pub fn draw(seed: u64) -> Case {
    let mut dealer = Dealer::new(seed, STREAM);
    let mut case = if dealer.one_in(3) {
        yards::draw(seed)
    } else {
        ringed(&mut dealer)
    };
    case.things.retain(|thing| thing.temporary);
    case.steps = (PATIENCE / case.dt) as u32;
    case
}

/// A ring about the goal or about the one who wants to go there, closed but for a gap now and then,
/// and things that stand about and close nothing.
fn ringed(dealer: &mut Dealer) -> Case {
    let mut case = Case::new(1.0 / 30.0, 0);
    let radius = dealer.between(0.1, 0.6);
    let middle = dealer.place(2.0);
    let inner = 3.0 * radius + dealer.between(0.6, 2.0);
    let outermost = ring(dealer, &mut case, middle, inner, radius);
    let outside =
        middle + dealer.direction() * (outermost + 3.0 * radius + dealer.between(0.5, 3.0));
    for _ in 0..dealer.count(0, 4) {
        // Between the two, where it is in the way and may be named wrongly.
        let place = middle.lerp(outside, dealer.between(0.0, 1.1)) + dealer.place(1.0);
        let size = dealer.between(0.3, 1.2);
        case.things
            .push(Thing::new(dealer.crate_shape(place, size)).temporary());
    }
    let (from, to) = if dealer.one_in(3) {
        (middle, outside)
    } else {
        (outside, middle)
    };
    let mut spec = AgentSpec::new(Body::new(from, radius, 1.4));
    spec.id = Some(AgentId(0));
    spec.profile.goals = vec![Goal::point(to, 0.3)];
    case.people.push(Person::new(spec, Some("default")));
    case
}

/// Things in a ring, `inner` metres or more from its middle, with gaps too narrow for a body of
/// `radius` metres; in one of five rings one of them is missing. Returns how far it reaches (m).
fn ring(dealer: &mut Dealer, case: &mut Case, middle: Vec2, inner: f32, radius: f32) -> f32 {
    let size = dealer.between(0.5, 1.5);
    let gap = 2.0 * radius * dealer.between(0.1, 0.8);
    let distance = inner + 0.5 * size;
    let count = (TAU * distance / (size + gap)).ceil();
    let (turn, boxes) = (dealer.between(0.0, TAU), dealer.one_in(2));
    let missing = dealer.one_in(5).then(|| dealer.count(0, count as u32 - 1));
    for index in (0..count as u32).filter(|index| Some(*index) != missing) {
        let angle = turn + TAU * index as f32 / count;
        let place = middle + at_angle(angle) * distance;
        let shape = if boxes {
            ConvexPolygon::rectangle(place, Vec2::splat(size), angle).map(Shape::from)
        } else {
            Circle::new(place, 0.5 * size).map(Shape::from)
        };
        case.things
            .extend(shape.map(|shape| Thing::new(shape).temporary()));
    }
    distance + size
}

/// Whoever has a way arrives; whoever has none says so, and names what closes it.
pub fn fault(case: &Case) -> Option<String> {
    // A case that was made smaller may leave no time to arrive.
    if case.steps as f32 * case.dt < PATIENCE - 1.0 {
        return None;
    }
    let yard = Yard::of(case)?;
    let radius = yard.radius;
    let kept = f64::from(radius + Detour::for_radius(radius).clearance) + TOUCH;
    let near = |place: Vec2| {
        (yard.obstacles.iter())
            .any(|it| it.distance(place.as_dvec2(), place.as_dvec2()) < kept + TOUCH)
    };
    if near(yard.from) || near(yard.to) {
        return None;
    }
    let way = yard.way_without(kept, |_| false);
    let mut play = Play::new(case, case.settings).ok()?;
    for _ in 0..case.steps {
        if let Err(error) = play.step() {
            return Some(format!("step refused: {error}"));
        }
        let time = play.world.time();
        if play.world.agent(AgentId(0)).is_none_or(|it| it.arrived) {
            return None;
        }
        let long_blocked = (play.world.blocked()).find(|it| time - it.since > BLOCKED_FOR);
        if let Some(blocked) = long_blocked {
            return match way {
                Some(length) => Some(format!(
                    "blocked where there is a way of {length} m: {blocked:?}"
                )),
                None if matches!(blocked.closed_by, ClosedBy::Effort | ClosedBy::Neighborhood) => {
                    None
                }
                None => {
                    (yard.names_something_else(&play.things, &blocked.by, f64::from(radius), kept))
                        .map(|fault| format!("{fault}: {blocked:?}"))
                }
            };
        }
    }
    way.map(|length| format!("a way of {length} m, and it neither arrives nor is blocked"))
}

struct Yard {
    obstacles: Vec<Obstacle>,
    from: Vec2,
    to: Vec2,
    radius: f32,
}

impl Yard {
    fn of(case: &Case) -> Option<Self> {
        let (body, to) = case.first_way()?;
        let obstacles = case.things.iter();
        Some(Self {
            obstacles: (obstacles.map(|thing| obstacle(&thing.shape, Vec2::ZERO))).collect(),
            from: body.position,
            to,
            radius: body.radius,
        })
    }

    /// Length of the shortest way (m) with some of the obstacles gone, by index.
    fn way_without(&self, kept: f64, is_gone: impl Fn(usize) -> bool) -> Option<f64> {
        let left: Vec<Obstacle> = (self.obstacles.iter().enumerate())
            .filter(|(index, _)| !is_gone(*index))
            .map(|(_, it)| it.clone())
            .collect();
        shortest_way(&left, kept, self.from.as_dvec2(), self.to.as_dvec2())
    }

    /// Whether some things close the way as long as one of them, named with others, is among them,
    /// and no longer without. It takes away others until nothing more can go: those furthest from
    /// the goal first, or the nearest, and those that are named before them, or in their turn.
    fn is_needed(&self, index: usize, named: &[usize], kept: f64, radius: f64) -> bool {
        let there = self.to.as_dvec2();
        let away = |it: &usize| self.obstacles[*it].points[0].distance(there);
        let mut furthest_first: Vec<usize> = (0..self.obstacles.len())
            .filter(|it| *it != index)
            .collect();
        furthest_first.sort_by(|one, other| away(other).total_cmp(&away(one)));
        let nearest_first: Vec<usize> = furthest_first.iter().rev().copied().collect();
        let named_first = |order: &[usize]| {
            let mut order = order.to_vec();
            order.sort_by_key(|it| !named.contains(it));
            order
        };
        [&furthest_first, &nearest_first].into_iter().any(|order| {
            self.is_needed_after(order, index, kept, radius)
                || self.is_needed_after(&named_first(order), index, kept, radius)
        })
    }

    /// The same where others are taken away in this order.
    fn is_needed_after(&self, order: &[usize], index: usize, kept: f64, radius: f64) -> bool {
        let mut gone = Vec::new();
        for &other in order {
            gone.push(other);
            if self.way_without(kept, |it| gone.contains(&it)).is_some() {
                gone.pop();
            }
        }
        let opens = |it| it == index || gone.contains(&it);
        self.way_without(radius - TOUCH, opens).is_some()
    }

    /// What is wrong with what is named: each of them alone has to open a way; or where none does,
    /// all of them together; or where several closed rows are in the way, each has to be needed for
    /// one of them.
    fn names_something_else(
        &self,
        things: &[Option<ObstacleId>],
        by: &[Blocker],
        radius: f64,
        kept: f64,
    ) -> Option<String> {
        let named: Option<Vec<usize>> = (by.iter())
            .map(|by| match by {
                Blocker::Obstacle(id) => {
                    (things.iter()).position(|it| *it == Some(ObstacleId(*id)))
                }
                Blocker::Agent(_) => None,
            })
            .collect();
        let Some(named) = named.filter(|named| !named.is_empty()) else {
            return Some("nothing that stands there is named".to_owned());
        };
        let opens_alone =
            |kept: f64, index: usize| self.way_without(kept, |it| it == index).is_some();
        if named.iter().any(|&index| opens_alone(kept, index)) {
            let wrong = (named.iter()).find(|&&index| !opens_alone(radius - TOUCH, index))?;
            return Some(format!("with thing {wrong} gone there is no way"));
        }
        let together = self.way_without(radius - TOUCH, |it| named.contains(&it));
        if together.is_some() {
            return None;
        }
        let innocent =
            (named.iter()).find(|&&index| !self.is_needed(index, &named, kept, radius))?;
        Some(format!("thing {innocent} closes nothing"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A closed ring of eight barrels about the goal, and a ninth in front of them.
    fn ring_with_one_in_front() -> (Yard, Vec<Option<ObstacleId>>) {
        let ring = (0..8).map(|index| at_angle(TAU * index as f32 / 8.0) * 2.0);
        let barrels = ring.chain([Vec2::new(-4.0, 0.0)]).map(|place| {
            let shape = Shape::from(Circle::new(place, 0.6).expect("a barrel"));
            obstacle(&shape, Vec2::ZERO)
        });
        let yard = Yard {
            obstacles: barrels.collect(),
            from: Vec2::new(-7.0, 0.0),
            to: Vec2::ZERO,
            radius: 0.3,
        };
        (yard, (0..9).map(|id| Some(ObstacleId(id))).collect())
    }

    /// The same in a second ring.
    fn two_rings() -> (Yard, Vec<Option<ObstacleId>>) {
        let (mut yard, _) = ring_with_one_in_front();
        let ring = (0..16).map(|index| at_angle(TAU * index as f32 / 16.0) * 5.5);
        yard.obstacles.extend(ring.map(|place| {
            let shape = Shape::from(Circle::new(place, 0.9).expect("a barrel"));
            obstacle(&shape, Vec2::ZERO)
        }));
        (yard, (0..25).map(|id| Some(ObstacleId(id))).collect())
    }

    fn fault_of((yard, things): (Yard, Vec<Option<ObstacleId>>), named: &[u32]) -> Option<String> {
        let by: Vec<Blocker> = named.iter().map(|&id| Blocker::Obstacle(id)).collect();
        yard.names_something_else(&things, &by, 0.3, 0.31)
    }

    #[test]
    fn the_attack_notices_a_barrel_that_closes_nothing() {
        for yard in [ring_with_one_in_front, two_rings] {
            assert_eq!(fault_of(yard(), &[0, 3, 7]), None);
            assert!(fault_of(yard(), &[8]).is_some());
            assert!(fault_of(yard(), &[0, 8]).is_some());
            assert!(fault_of(yard(), &[]).is_some());
        }
        assert_eq!(fault_of(two_rings(), &[9, 24]), None);
    }

    #[test]
    fn two_that_must_both_go_for_one_of_two_rings_are_no_innocents() {
        let rings = [(2.5, 20), (5.0, 44)]
            .into_iter()
            .flat_map(|(away, count)| {
                (0..count).map(move |index| at_angle(TAU * index as f32 / count as f32) * away)
            });
        let barrels: Vec<Obstacle> = rings
            .map(|place| {
                let shape = Shape::from(Circle::new(place, 0.33).expect("a barrel"));
                obstacle(&shape, Vec2::ZERO)
            })
            .collect();
        let things: Vec<_> = (0..64).map(|id| Some(ObstacleId(id))).collect();
        let yard = Yard {
            obstacles: barrels,
            from: Vec2::new(-8.0, 0.0),
            to: Vec2::ZERO,
            radius: 0.4,
        };
        let kept = 0.41;
        assert!(yard.way_without(kept, |it| it < 20 || it == 42).is_none());
        assert!(
            yard.way_without(kept, |it| it < 20 || it == 42 || it == 43)
                .is_some()
        );
        let by = [42, 43].map(Blocker::Obstacle);
        assert_eq!(yard.names_something_else(&things, &by, 0.4, kept), None);
    }

    #[test]
    fn most_of_what_is_drawn_is_closed() {
        let closed = (0..60).filter(|&seed| {
            let yard = Yard::of(&draw(seed)).expect("somebody with a goal");
            yard.way_without(f64::from(yard.radius), |_| false)
                .is_none()
        });
        assert!(closed.count() > 25);
    }
}
