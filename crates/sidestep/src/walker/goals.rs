//! An agent's list of goals, as its walker reads it and as the world keeps it.

use glam::Vec2;

use super::{Goal, Objective, Target};

/// The goals of one agent in order: a view of what its owner holds.
#[derive(Clone, Copy, Debug)]
pub struct Goals<'g>(View<'g>);

#[derive(Clone, Copy, Debug)]
enum View<'g> {
    Listed(&'g [Goal]),
    Point(&'g PointGoal),
}

impl<'g> From<&'g [Goal]> for Goals<'g> {
    fn from(goals: &'g [Goal]) -> Self {
        Self(View::Listed(goals))
    }
}

impl Goals<'_> {
    /// The goal at an index, if there are so many.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<Goal> {
        match self.0 {
            View::Listed(goals) => goals.get(index).copied(),
            View::Point(point) => (index == 0).then(|| point.goal()),
        }
    }

    /// The point (m) and how near to it (m) one comes, if that is the only goal and all that it asks for.
    #[inline]
    pub(super) const fn only_point(&self) -> Option<(Vec2, f32)> {
        match self.0 {
            View::Listed(_) => None,
            View::Point(&PointGoal { point, radius }) => Some((point, radius)),
        }
    }

    /// The last one, if there are any.
    #[must_use]
    pub fn last(&self) -> Option<Goal> {
        self.get(self.len().checked_sub(1)?)
    }

    /// How many there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        match self.0 {
            View::Listed(goals) => goals.len(),
            View::Point(_) => 1,
        }
    }

    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// What most agents want: to come within `radius` metres of a point (m), and nothing else.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PointGoal {
    point: Vec2,
    radius: f32,
}

impl PointGoal {
    fn goal(self) -> Goal {
        Goal::point(self.point, self.radius)
    }
}

/// A list of goals as the world keeps it, in 16 bytes where it is but one point to go to. Goals are
/// what agents with the same [`Profile`](super::Profile) differ in, so everybody has a list.
#[derive(Clone, Debug)]
pub(crate) enum GoalList {
    Point(PointGoal),
    /// A slot in a formation.
    Slot(Box<SlotGoal>),
    /// Behind a box of its own, so that it is no wider than a point.
    #[expect(
        clippy::box_collection,
        reason = "three words would widen what everybody has"
    )]
    Listed(Box<Vec<Goal>>),
}

impl GoalList {
    pub fn as_goals(&self) -> Goals<'_> {
        Goals(match self {
            Self::Point(point) => View::Point(point),
            Self::Slot(slot) => View::Listed(std::slice::from_ref(&slot.goal)),
            Self::Listed(goals) => View::Listed(goals),
        })
    }

    /// The goals that were said about it. In a formation it comes to them when it leaves that.
    pub fn to_vec(&self) -> Vec<Goal> {
        match self {
            Self::Point(point) => vec![point.goal()],
            Self::Slot(slot) => slot.own.clone(),
            Self::Listed(goals) => goals.to_vec(),
        }
    }

    /// The slot, for whom has one.
    pub fn slot(&self) -> Option<&SlotGoal> {
        match self {
            Self::Slot(slot) => Some(slot),
            Self::Point(_) | Self::Listed(_) => None,
        }
    }

    /// The same, to be changed.
    pub fn slot_mut(&mut self) -> Option<&mut SlotGoal> {
        match self {
            Self::Slot(slot) => Some(slot),
            Self::Point(_) | Self::Listed(_) => None,
        }
    }

    /// Puts the goals aside for a slot, whose goal is `goal` to begin with.
    pub fn set_aside(&mut self, goal: Goal) {
        let own = self.to_vec();
        *self = Self::Slot(Box::new(SlotGoal { goal, own }));
    }
}

/// The goal of a member of a formation, in the place of those that were said about it.
#[derive(Clone, Debug)]
pub(crate) struct SlotGoal {
    /// Where it goes now.
    pub goal: Goal,
    /// What it will do when it leaves the formation.
    pub own: Vec<Goal>,
}

impl From<Vec<Goal>> for GoalList {
    fn from(goals: Vec<Goal>) -> Self {
        if let [goal] = goals[..]
            && let Objective::Reach { target, radius } = goal.objective
            && let Target::Point(point) = target
            && goal == Goal::point(point, radius)
        {
            return Self::Point(PointGoal { point, radius });
        }
        Self::Listed(Box::new(goals))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_gives_back_the_goals_that_it_was_made_of() {
        let point = Goal::point(Vec2::new(3.0, -1.0), 0.2);
        let mut hasty = point;
        hasty.speed = Some(2.0);
        let idle = Goal {
            objective: Objective::Idle,
            time_limit: Some(4.0),
            ..point
        };
        for goals in [vec![], vec![point], vec![hasty], vec![point, idle]] {
            let list = GoalList::from(goals.clone());
            assert_eq!(list.to_vec(), goals);
            let view = list.as_goals();
            assert_eq!(
                (view.len(), view.is_empty()),
                (goals.len(), goals.is_empty())
            );
            assert_eq!(view.last(), goals.last().copied());
            for index in 0..3 {
                assert_eq!(view.get(index), goals.get(index).copied());
            }
        }
        assert!(matches!(GoalList::from(vec![point]), GoalList::Point(_)));
    }

    #[test]
    fn a_list_takes_sixteen_bytes() {
        assert_eq!(size_of::<GoalList>(), 16);
    }
}
