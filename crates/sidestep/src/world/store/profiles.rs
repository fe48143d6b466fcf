//! Profiles that agents share: a thousand agents of whom the same was said hold one.

use std::ops::Deref;
use std::sync::Arc;

use crate::motion::{Body, Limits};
use crate::walker::{GoalList, Profile};

/// What was said about an agent and mostly about many: it is read, never written, so it is kept once.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::world) struct Said {
    profile: Profile,
    /// Mass (kg).
    pub mass: f32,
    /// What its body can do at most.
    pub limits: Limits,
}

/// It reads like the profile.
impl Deref for Said {
    type Target = Profile;

    fn deref(&self) -> &Profile {
        &self.profile
    }
}

/// Number of different profiles among which one that was said before is looked for. A crowd comes
/// from a few of them; where everybody differs, looking further would cost more than it saves.
const REMEMBERED: usize = 16;

/// The profiles that were said last, to be shared with those of whom the same is said.
#[derive(Clone, Debug, Default)]
pub(in crate::world) struct Profiles {
    /// The one that was said last comes first.
    recent: Vec<Arc<Said>>,
}

impl Profiles {
    /// What is said about a body and its agent, to be shared, without its goals, and these apart: they
    /// are what agents differ in.
    pub fn share(&mut self, body: &Body, mut profile: Profile) -> (Arc<Said>, GoalList) {
        let goals = GoalList::from(std::mem::take(&mut profile.goals));
        let said = Said {
            profile,
            mass: body.mass,
            limits: body.limits,
        };
        let known = self.recent.iter().position(|it| **it == said);
        let shared = match known {
            Some(place) => self.recent.remove(place),
            None => {
                self.recent.truncate(REMEMBERED - 1);
                Arc::new(said)
            }
        };
        self.recent.insert(0, Arc::clone(&shared));
        (shared, goals)
    }
}

#[cfg(test)]
mod tests {
    use glam::Vec2;

    use super::*;
    use crate::walker::Goal;

    fn body(radius: f32) -> Body {
        Body::new(Vec2::ZERO, radius, 1.0)
    }

    fn profile(radius: f32, goal: f32) -> Profile {
        let mut profile = Profile::for_body(&body(radius));
        profile.goals = vec![Goal::point(Vec2::splat(goal), 0.1)];
        profile
    }

    #[test]
    fn those_of_whom_the_same_is_said_share_a_profile_whatever_their_goals() {
        let mut profiles = Profiles::default();
        let (first, goals) = profiles.share(&body(0.3), profile(0.3, 1.0));
        assert_eq!(goals.to_vec(), profile(0.3, 1.0).goals);
        let (other, _) = profiles.share(&body(0.4), profile(0.4, 1.0));
        let (again, goals) = profiles.share(&body(0.3), profile(0.3, 2.0));
        assert_eq!(goals.to_vec(), profile(0.3, 2.0).goals);
        assert!(Arc::ptr_eq(&first, &again) && !Arc::ptr_eq(&first, &other));
        assert!(first.goals.is_empty());
        let mut heavy = body(0.3);
        heavy.mass = 2.0;
        let (heavier, _) = profiles.share(&heavy, profile(0.3, 1.0));
        assert!(!Arc::ptr_eq(&first, &heavier), "its body is another one");
    }

    #[test]
    fn where_everybody_differs_few_are_remembered() {
        let mut profiles = Profiles::default();
        for index in 1..100_u8 {
            profiles.share(&body(f32::from(index)), profile(f32::from(index), 0.0));
        }
        assert_eq!(profiles.recent.len(), REMEMBERED);
    }
}
