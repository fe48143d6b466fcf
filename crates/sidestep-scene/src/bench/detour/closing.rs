//! Whether what is named as closing a way closes it.

use glam::Vec2;
use sidestep::geometry::Bounds;
use sidestep::nav::NavError;

use super::optimum::{JUST, Optimum};
use crate::bench::yard::{RADIUS, Yard};

/// What a body was told closes its way, and which of that doesn't.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Closing {
    /// Indexes of the obstacles that were named.
    pub named: Vec<usize>,
    /// Those of them that close nothing.
    pub innocent: Vec<usize>,
}

impl Closing {
    /// Looks by removal whether each of the obstacles `named` closes the way from a place (m) to the
    /// goal, for a body that keeps `kept` metres from everything and its middle in the box `within`, if
    /// one is given: who was told that what it looked at is closed asks for no ways beyond.
    ///
    /// - Where one of them alone opens a way when it goes, each of them has to.
    /// - Where all of them must go, none of them may stay.
    /// - Where not even that opens a way, as there are several closed rows, each has to be part of
    ///   one: of some set that closes the way with it and doesn't without.
    ///
    /// # Errors
    /// If no mesh can be baked.
    pub fn check(
        yard: &Yard,
        place: Vec2,
        named: Vec<usize>,
        kept: f32,
        within: Option<Bounds>,
    ) -> Result<Self, NavError> {
        let check = Check {
            yard,
            place,
            kept,
            within,
        };
        let mut alone = Vec::new();
        for &index in &named {
            alone.push(check.opens(&[index], kept + JUST)?);
        }
        let one_opens = alone.contains(&true);
        let all_open = !one_opens && check.opens(&named, RADIUS - JUST)?;
        let mut innocent = Vec::new();
        for &index in &named {
            let closes = if one_opens {
                check.opens(&[index], RADIUS - JUST)?
            } else if all_open {
                let others: Vec<usize> = named.iter().copied().filter(|it| *it != index).collect();
                !check.opens(&others, kept + JUST)?
            } else {
                check.is_part_of_a_row(index, &named)?
            };
            if !closes {
                innocent.push(index);
            }
        }
        Ok(Self { named, innocent })
    }
}

struct Check<'y> {
    yard: &'y Yard,
    place: Vec2,
    kept: f32,
    within: Option<Bounds>,
}

impl Check<'_> {
    /// Whether there is a way for a body of `radius` metres with some of the obstacles gone.
    fn opens(&self, gone: &[usize], radius: f32) -> Result<bool, NavError> {
        let left = (self.yard.obstacles.iter().enumerate())
            .filter(|(index, _)| !gone.contains(index))
            .map(|(_, shape)| shape.clone());
        let yard = Yard {
            obstacles: left.collect(),
            ..self.yard.clone()
        };
        Optimum::exists(&yard, radius, self.place, self.within)
    }

    /// Whether some obstacles close the way as long as this one is among them, and no longer
    /// without: others are taken away until nothing more can go, in several orders.
    fn is_part_of_a_row(&self, index: usize, named: &[usize]) -> Result<bool, NavError> {
        let goal = self.yard.goal;
        let away = |it: &usize| {
            self.yard.obstacles[*it]
                .hull(Vec2::ZERO)
                .center()
                .distance(goal)
        };
        let mut order: Vec<usize> = (0..self.yard.obstacles.len())
            .filter(|it| *it != index)
            .collect();
        order.sort_by(|one, other| away(other).total_cmp(&away(one)));
        for _ in 0..2 {
            for named_first in [false, true] {
                let mut order = order.clone();
                order.sort_by_key(|it| named_first && !named.contains(it));
                let mut gone = Vec::new();
                for other in order {
                    gone.push(other);
                    if self.opens(&gone, self.kept + JUST)? {
                        gone.pop();
                    }
                }
                gone.push(index);
                if self.opens(&gone, RADIUS - JUST)? {
                    return Ok(true);
                }
            }
            order.reverse();
        }
        Ok(false)
    }
}

#[cfg(test)]
mod tests {
    use std::f32::consts::TAU;

    use sidestep::geometry::Circle;

    use super::*;
    use crate::bench::yard::YardKind;

    const KEPT: f32 = RADIUS + 0.02;

    /// Closed rings of barrels about the goal, and one barrel in front of them, the last.
    fn rings(rings: &[(f32, usize)]) -> Yard {
        let at = |angle: f32| Vec2::new(libm::cosf(angle), libm::sinf(angle));
        let barrels = rings.iter().flat_map(|&(away, count)| {
            (0..count).map(move |index| at(TAU * index as f32 / count as f32) * away)
        });
        let barrels = barrels
            .chain([Vec2::new(-9.0, 0.0)])
            .map(|place| Circle::new(place, 0.6).expect("a barrel").into());
        Yard {
            kind: YardKind::Ring,
            walls: vec![
                sidestep::geometry::Segment::new(Vec2::new(-14.0, -12.0), Vec2::new(14.0, -12.0))
                    .expect("a wall"),
                sidestep::geometry::Segment::new(Vec2::new(-14.0, 12.0), Vec2::new(14.0, 12.0))
                    .expect("a wall"),
            ],
            obstacles: barrels.collect(),
            start: Vec2::new(-11.0, 0.0),
            goal: Vec2::ZERO,
        }
    }

    fn innocent(yard: &Yard, named: &[usize]) -> Vec<usize> {
        innocent_within(yard, named, None)
    }

    fn innocent_within(yard: &Yard, named: &[usize], within: Option<Bounds>) -> Vec<usize> {
        let closing = Closing::check(yard, yard.start, named.to_vec(), KEPT, within);
        closing.expect("meshes").innocent
    }

    #[test]
    fn a_barrel_in_front_of_a_ring_is_innocent_and_those_of_the_ring_are_not() {
        let yard = rings(&[(2.0, 8)]);
        assert!(innocent(&yard, &[0, 3, 7]).is_empty());
        assert_eq!(innocent(&yard, &[0, 8]), [8]);
        assert_eq!(innocent(&yard, &[8]), [8]);
    }

    #[test]
    fn of_two_rings_each_barrel_closes_one_and_the_one_in_front_none() {
        let yard = rings(&[(2.0, 8), (5.0, 18)]);
        assert!(innocent(&yard, &[1, 2]).is_empty());
        assert!(
            innocent(&yard, &[1, 12]).is_empty(),
            "one of each opens both"
        );
        assert_eq!(innocent(&yard, &[1, 12, 26]), [26]);
        assert_eq!(innocent(&yard, &[26]), [26]);
    }

    /// The bench took 379 of 86,320 in 100,000 yards for innocent, all of them for this.
    #[test]
    fn a_row_with_its_gap_beyond_what_was_looked_at_was_taken_for_innocent() {
        let mut yard = rings(&[(2.0, 8)]);
        let first = yard.obstacles.len();
        let row = (0..12).map(|place| {
            let place = Vec2::new(-6.0, -11.0 + 1.7 * place as f32);
            Circle::new(place, 0.6).expect("a barrel").into()
        });
        yard.obstacles.extend(row);
        let named = [first, first + 5];
        let near = Bounds {
            min: yard.start.min(yard.goal),
            max: yard.start.max(yard.goal),
        };
        assert_eq!(innocent(&yard, &named), named);
        let within = Some(near.grown(4.0));
        assert!(innocent_within(&yard, &[first + 5], within).is_empty());
        assert_eq!(innocent_within(&yard, &[8], within), [8]);
    }
}
