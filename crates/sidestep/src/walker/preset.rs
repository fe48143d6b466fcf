//! Kinds of agents that a designer knows by name.

use glam::Vec2;

use super::{Around, Behavior, Profile, WeightedBehavior, WhenBlocked};
use crate::motion::{Body, Limits};
use crate::steer::Wander;

/// A kind of agent with a body and manners of its own, to start from.
///
/// Each says what differs from [`Profile::for_body`]; all else is the default. What an agent gets
/// can be changed afterwards. The values are chosen for how they look in a game, not measured on
/// people or animals, but for the pedestrian's gap: with it the speed falls with the density of a
/// crowd as in laboratories (`sidestep verify`).
///
/// | preset | radius (m) | speed (m/s) | most acceleration (m/s²) | what else |
/// |---|---|---|---|---|
/// | `pedestrian` | 0.25 | 1.3 | 2.6 | stays 0.6 s behind those ahead who go its way ([`time_gap`](Profile::time_gap)) |
/// | `zombie` | 0.3 | 0.8 | 0.8 | sways; does a third of the work of avoiding others; presses against what blocks it |
/// | `soldier` | 0.3 | 1.8 | 9 | goes the way of its group; others make room for it (priority 1) |
/// | `vehicle-slow` | 1 | 3 | 1 | wide curves, long braking, turns slowly; others make room for it (priority 2) |
/// | `animal-herd` | 0.4 | 1.2 | 2.4 | keeps with its group and apart from everybody |
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Preset {
    /// Somebody in a street: the default in the size of a person, who keeps a distance in a crowd.
    Pedestrian,
    /// Slow and swaying, and takes little notice of others.
    Zombie,
    /// Quick to start, to stop and to turn, in step with its group; who isn't one makes room.
    Soldier,
    /// A cart or a tractor: large, slow to speed up, to brake and to turn. It is a disc without
    /// wheels: from rest it may set out to any side.
    VehicleSlow,
    /// One of a herd: stays with the others of its group, at some distance. A herd goes to one goal: if each has a place
    /// of its own, staying together keeps most of them from theirs.
    AnimalHerd,
}

impl Preset {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::Pedestrian,
        Self::Zombie,
        Self::Soldier,
        Self::VehicleSlow,
        Self::AnimalHerd,
    ];

    /// Its name, as scene files have it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pedestrian => "pedestrian",
            Self::Zombie => "zombie",
            Self::Soldier => "soldier",
            Self::VehicleSlow => "vehicle-slow",
            Self::AnimalHerd => "animal-herd",
        }
    }

    /// The preset of this name, if there is one.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|preset| preset.name() == name)
    }

    /// A body at rest at a place (m), facing +x.
    #[must_use]
    pub fn body(self, position: Vec2) -> Body {
        let (radius, speed, mass, acceleration) = match self {
            Self::Pedestrian => (0.25, 1.3, 1.0, 2.6),
            Self::Zombie => (0.3, 0.8, 1.0, 0.8),
            Self::Soldier => (0.3, 1.8, 1.0, 9.0),
            Self::VehicleSlow => (1.0, 3.0, 10.0, 1.0),
            Self::AnimalHerd => (0.4, 1.2, 1.0, 2.4),
        };
        let body = Body::new(position, radius, speed);
        Body {
            mass,
            limits: Limits {
                max_force: mass * acceleration,
                ..body.limits
            },
            ..body
        }
    }

    /// What is said about one of them in a group ([`Profile::group`]), without goals.
    #[must_use]
    pub fn profile(self, group: u32) -> Profile {
        let body = self.body(Vec2::ZERO);
        let usual = Profile {
            group,
            ..Profile::for_body(&body)
        };
        let weighted = |behavior, weight| WeightedBehavior { behavior, weight };
        let arrive = |weight| weighted(Behavior::arrive_at_goal(), weight);
        // Those of its group within an edge distance (m).
        let fellows = |distance| Around {
            distance,
            group: Some(group),
        };
        match self {
            Self::Pedestrian => Profile {
                time_gap: 0.6,
                ..usual
            },
            Self::Zombie => Profile {
                behaviors: vec![
                    arrive(1.0),
                    weighted(
                        Behavior::Wander(Wander {
                            distance: 0.6,
                            radius: 0.6,
                            period: 2.0,
                        }),
                        1.0,
                    ),
                ],
                responsibility: 0.5,
                when_blocked: WhenBlocked::Press,
                ..usual
            },
            Self::Soldier => Profile {
                behaviors: vec![
                    arrive(1.0),
                    weighted(Behavior::Alignment(fellows(2.0)), 0.25),
                ],
                priority: 1,
                ..usual
            },
            Self::VehicleSlow => Profile {
                turn_rate: 1.0,
                priority: 2,
                ..usual
            },
            Self::AnimalHerd => Profile {
                behaviors: vec![
                    arrive(0.5),
                    weighted(Behavior::Separation(Around::within(0.4)), 1.0),
                    weighted(Behavior::Alignment(fellows(6.0)), 0.5),
                    weighted(Behavior::Cohesion(fellows(12.0)), 0.5),
                ],
                ..usual
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::range::Parameters;

    #[test]
    fn every_preset_is_found_by_its_name_and_makes_sense() {
        for preset in Preset::ALL {
            assert_eq!(Preset::find(preset.name()), Some(preset));
            let body = preset.body(Vec2::new(3.0, 4.0));
            assert_eq!(body.position, Vec2::new(3.0, 4.0));
            assert!(body.check().is_ok() && preset.profile(7).check().is_ok());
            assert_eq!(preset.profile(7).group, 7);
        }
        assert_eq!(Preset::find("dragon"), None);
    }

    #[test]
    fn a_pedestrian_is_the_default_in_the_size_of_a_person_who_keeps_a_distance() {
        let body = Preset::Pedestrian.body(Vec2::ZERO);
        assert_eq!(body, Body::new(Vec2::ZERO, 0.25, 1.3));
        let mut profile = Preset::Pedestrian.profile(0);
        assert_eq!(std::mem::take(&mut profile.time_gap), 0.6);
        assert_eq!(profile, Profile::for_body(&body));
    }
}
