//! How several steering forces become one. Pure.
//!
//! Sources: Reynolds 1999 (sum), Reynolds 1987 (prioritised accumulation), Millington and Funge
//! 2009 (priority with a threshold).

use glam::Vec2;

use crate::range::{Parameter, Parameters, Range};

/// How forces are combined. All three never exceed the largest force.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Blend {
    /// The weighted sum, cut to the largest force. Simple and smooth; opposite forces cancel.
    #[default]
    WeightedSum,
    /// In order of importance, each force gets what the ones before have left of the largest force.
    Prioritised,
    /// The first force in order of importance that is stronger than a share of the largest force
    /// decides alone; if none is, the strongest does.
    Priority {
        /// The share, from 0 to 1; a small one such as 0.05 ignores noise.
        threshold: f32,
    },
}

impl Parameters for Blend {
    fn parameters(&mut self) -> Vec<Parameter<'_>> {
        match self {
            Self::WeightedSum | Self::Prioritised => Vec::new(),
            Self::Priority { threshold } => {
                vec![Parameter::new(
                    "threshold",
                    threshold,
                    Range::Between(0.0, 1.0),
                )]
            }
        }
    }
}

/// A force with its weight in the blend.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Weighted {
    /// The force that a behaviour asks for (N).
    pub force: Vec2,
    /// Its weight, 0 or more.
    pub weight: f32,
}

impl Blend {
    /// Combines `forces`, most important first, to one of at most `max_force` N. `shares` is called
    /// with each force's index and what it got, for the explanation; pass `|_, _| ()` otherwise.
    pub fn combine(
        &self,
        forces: &[Weighted],
        max_force: f32,
        mut shares: impl FnMut(usize, Vec2),
    ) -> Vec2 {
        match *self {
            Self::WeightedSum => {
                let sum: Vec2 = forces.iter().map(|share| share.force * share.weight).sum();
                let total = sum.clamp_length_max(max_force);
                let scale = if sum == Vec2::ZERO {
                    0.0
                } else {
                    total.length() / sum.length()
                };
                for (index, share) in forces.iter().enumerate() {
                    shares(index, share.force * share.weight * scale);
                }
                total
            }
            Self::Prioritised => {
                let mut total = Vec2::ZERO;
                let mut left = max_force;
                for (index, share) in forces.iter().enumerate() {
                    let given = (share.force * share.weight).clamp_length_max(left.max(0.0));
                    left -= given.length();
                    total += given;
                    shares(index, given);
                }
                total.clamp_length_max(max_force)
            }
            Self::Priority { threshold } => {
                let strength = |share: &Weighted| (share.force * share.weight).length();
                let enough = threshold * max_force;
                let chosen = forces
                    .iter()
                    .position(|share| strength(share) > enough)
                    .or_else(|| strongest(forces, strength));
                let mut total = Vec2::ZERO;
                for (index, share) in forces.iter().enumerate() {
                    let given = if Some(index) == chosen {
                        (share.force * share.weight).clamp_length_max(max_force)
                    } else {
                        Vec2::ZERO
                    };
                    total += given;
                    shares(index, given);
                }
                total
            }
        }
    }
}

/// The index of the strongest force, the first of equals.
fn strongest(forces: &[Weighted], strength: impl Fn(&Weighted) -> f32) -> Option<usize> {
    let mut best: Option<(usize, f32)> = None;
    for (index, share) in forces.iter().enumerate() {
        let value = strength(share);
        if best.is_none_or(|(_, found)| value > found) {
            best = Some((index, value));
        }
    }
    best.map(|(index, _)| index)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn forces() -> [Weighted; 2] {
        [
            Weighted {
                force: Vec2::new(0.0, 6.0),
                weight: 1.0,
            },
            Weighted {
                force: Vec2::new(8.0, 0.0),
                weight: 1.0,
            },
        ]
    }

    #[test]
    fn sum_is_cut_in_its_own_direction() {
        let total = Blend::WeightedSum.combine(&forces(), 5.0, |_, _| ());
        assert!(total.abs_diff_eq(Vec2::new(4.0, 3.0), 1e-5));
    }

    #[test]
    fn prioritised_leaves_the_rest_to_the_less_important() {
        let mut given = Vec::new();
        let total = Blend::Prioritised.combine(&forces(), 8.0, |_, share| given.push(share));
        assert_eq!(given, [Vec2::new(0.0, 6.0), Vec2::new(2.0, 0.0)]);
        assert_eq!(total, Vec2::new(2.0, 6.0));
    }

    #[test]
    fn priority_skips_what_is_below_the_threshold() {
        let mut forces = forces();
        let blend = Blend::Priority { threshold: 0.1 };
        assert_eq!(blend.combine(&forces, 10.0, |_, _| ()), forces[0].force);
        forces[0].weight = 0.1;
        assert_eq!(blend.combine(&forces, 10.0, |_, _| ()), forces[1].force);
        forces[1].weight = 0.1;
        let total = blend.combine(&forces, 10.0, |_, _| ());
        assert!(total.abs_diff_eq(Vec2::new(0.8, 0.0), 1e-5));
    }

    #[test]
    fn opposite_forces_cancel_only_in_the_sum() {
        let forces = [Vec2::X, Vec2::NEG_X].map(|force| Weighted { force, weight: 1.0 });
        assert_eq!(
            Blend::WeightedSum.combine(&forces, 1.0, |_, _| ()),
            Vec2::ZERO
        );
        assert_eq!(Blend::Prioritised.combine(&forces, 1.0, |_, _| ()), Vec2::X);
    }
}
