//! Where an agent is between the walls on both sides of its way, and in which passages those who go
//! one way leave a half to those who come the other way.

use glam::Vec2;

use super::Obstacle;
use crate::geometry::Side;
use crate::motion::Body;

/// Where an agent is between the walls on both sides of its way: part of its
/// [`Rank`](super::right_of_way::Rank). The later goes before the earlier.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Lane {
    /// Nearer to the other wall: on the side of those who come towards it.
    Wrong,
    /// There is no wall near, or it is in the middle.
    #[default]
    Neither,
    /// Nearer to the wall on the side to which everybody keeps.
    Own,
    /// In a door: where walls, or obstacles that stand still, leave so little room on both sides that two
    /// hardly pass. Nobody can go in before those who are in it have come out, so these go first.
    Door,
    /// In the way of an obstacle that comes at it, wherever it is: it would be run over.
    Exposed,
    /// The same of who is pushed by it already, or is about to be.
    Caught,
}

impl Lane {
    /// How far to its sides an agent looks for walls, in radii.
    pub const REACH: f32 = 8.0;

    /// The lane of a body that would like to go at `wish` (m/s) where everybody keeps to the
    /// `side`. `obstacles` must hold all within [`Lane::REACH`] radii.
    #[must_use]
    pub fn of(body: &Body, wish: Vec2, side: Side, obstacles: &[Obstacle<'_>]) -> Self {
        let Some(ahead) = wish.try_normalize() else {
            return Self::Neither;
        };
        if is_in_door(body, side.of(ahead), obstacles) {
            return Self::Door;
        }
        let reach = Self::REACH * body.radius;
        let own = free(body, side.of(ahead), reach, obstacles);
        let other = free(body, side.opposite().of(ahead), reach, obstacles);
        if own < other {
            Self::Own
        } else if other < own {
            Self::Wrong
        } else {
            Self::Neither
        }
    }
}

/// A passage with two halves, one for each way: between permanent walls that stand still, neither so
/// close to each other that two hardly pass, nor so far apart that it is a yard. What is known of it
/// at first is the wall on the side of those who come towards the agent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Passage {
    /// Where the other wall has to be looked for, a unit vector: the side to which everybody keeps.
    own_side: Vec2,
    /// How far away the wall on the other side is (m).
    others_wall: f32,
}

impl Passage {
    /// Width of the narrowest that has two halves, in radii.
    pub const NARROWEST: f32 = 6.0;

    /// Width of the widest that has two halves, in radii.
    pub const WIDEST: f32 = 50.0;

    /// How far an agent still has to go, in radii, for it to leave the half of the others.
    pub const WORTH_IT: f32 = 4.0;

    /// How far away, in radii, the wall on the side of the others may be.
    pub const REACH: f32 = 20.0;

    /// The passage through which a body would like to go at `wish` (m/s) where everybody keeps to
    /// the `side`, if there is a wall on the side of the others within [`Passage::REACH`] radii.
    /// `obstacles` should hold all so near: what is missing isn't seen.
    #[must_use]
    pub fn beside(body: &Body, wish: Vec2, side: Side, obstacles: &[Obstacle<'_>]) -> Option<Self> {
        let ahead = wish.try_normalize()?;
        let reach = Self::REACH * body.radius;
        let others_wall = free(body, side.opposite().of(ahead), reach, walls(obstacles));
        (others_wall < reach).then_some(Self {
            own_side: side.of(ahead),
            others_wall,
        })
    }

    /// The furthest place (m) at which the wall on the own side can be.
    #[must_use]
    pub fn far_side(&self, body: &Body) -> Vec2 {
        body.position + self.own_side * self.own_reach(body)
    }

    /// Whether the body is in the half of the others. `obstacles` must hold all that stands between
    /// its centre and the [far side](Self::far_side).
    #[must_use]
    pub fn is_in_others_half(&self, body: &Body, obstacles: &[Obstacle<'_>]) -> bool {
        let reach = self.own_reach(body);
        let own = free(body, self.own_side, reach, walls(obstacles));
        let width = own + self.others_wall;
        self.others_wall < own && own < reach && width >= Self::NARROWEST * body.radius
    }

    fn own_reach(&self, body: &Body) -> f32 {
        Self::WIDEST * body.radius - self.others_wall
    }
}

/// Those that are walls for good and stand still.
fn walls<'a>(obstacles: &'a [Obstacle<'a>]) -> impl Iterator<Item = &'a Obstacle<'a>> {
    (obstacles.iter()).filter(|obstacle| obstacle.is_wall())
}

/// Cosine of the angle from a direction up to which what is nearest of a wall is on that side.
const BESIDE: f32 = 0.5;

/// Whether obstacles that stand still on both sides of a body, in a direction (a unit vector) and against it,
/// are so near that the passage between them hasn't two halves.
fn is_in_door(body: &Body, direction: Vec2, obstacles: &[Obstacle<'_>]) -> bool {
    let width = Passage::NARROWEST * body.radius;
    let (mut one, mut other) = (width, width);
    for obstacle in obstacles.iter().filter(|obstacle| !obstacle.moves()) {
        let surface = obstacle.hull().surface(body.position);
        let towards = -surface.normal.dot(direction);
        if towards >= BESIDE {
            one = one.min(surface.distance);
        } else if towards <= -BESIDE {
            other = other.min(surface.distance);
        }
    }
    one + other < width
}

/// How far it is from the centre of a body to what stands in a direction, a unit vector (m); `reach`
/// if nothing does within that.
fn free<'a>(
    body: &Body,
    direction: Vec2,
    reach: f32,
    obstacles: impl IntoIterator<Item = &'a Obstacle<'a>>,
) -> f32 {
    (obstacles.into_iter())
        .filter_map(|obstacle| (obstacle.hull()).sweep(body.position, direction, 0.0, reach))
        .map(|hit| hit.distance)
        .fold(reach, f32::min)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Segment, Shape};

    /// Whether a body with a radius of 1 m that goes to the right along y = 0 is in the others' half
    /// between a wall at the left and one at the right, so far away (m).
    fn leaves(left: f32, right: f32, change: impl Fn(&mut Obstacle<'_>)) -> bool {
        let wall = |y: f32| -> Shape {
            let ends = [Vec2::new(-9.0, y), Vec2::new(9.0, y)];
            Segment::new(ends[0], ends[1]).expect("a wall").into()
        };
        let shapes = [wall(left), wall(-right)];
        let mut obstacles = [Obstacle::new(0, &shapes[0]), Obstacle::new(1, &shapes[1])];
        change(&mut obstacles[1]);
        let body = Body::new(Vec2::ZERO, 1.0, 1.0);
        Passage::beside(&body, Vec2::X, Side::Right, &obstacles)
            .is_some_and(|passage| passage.is_in_others_half(&body, &obstacles))
    }

    #[test]
    fn only_between_walls_there_are_halves() {
        assert!(leaves(2.0, 5.0, |_| {}));
        assert!(leaves(19.0, 30.0, |_| {}));
        assert!(!leaves(5.0, 2.0, |_| {}), "in its own");
        assert!(!leaves(2.0, 3.9, |_| {}), "a door");
        assert!(!leaves(19.0, 31.1, |_| {}), "a yard");
        assert!(!leaves(20.1, 21.0, |_| {}), "far from the others' wall");
        assert!(!leaves(2.0, 5.0, |wall| wall.temporary = true), "a crate");
        assert!(
            !leaves(2.0, 5.0, |wall| wall.velocity = Vec2::X),
            "it moves"
        );
    }

    /// The lane of a body with a radius of 1 m that goes to the right, from `x` metres before a wall with
    /// an opening from y = −`right` to `left`.
    fn lane(x: f32, left: f32, right: f32, change: impl Fn(&mut Obstacle<'_>)) -> Lane {
        let wall = |from: f32, to: f32| -> Shape {
            let ends = [Vec2::new(x, from), Vec2::new(x, to)];
            Segment::new(ends[0], ends[1]).expect("a wall").into()
        };
        let shapes = [wall(left, 20.0), wall(-20.0, -right)];
        let mut obstacles = [Obstacle::new(0, &shapes[0]), Obstacle::new(1, &shapes[1])];
        change(&mut obstacles[1]);
        let body = Body::new(Vec2::ZERO, 1.0, 1.0);
        Lane::of(&body, Vec2::X, Side::Right, &obstacles)
    }

    #[test]
    fn where_two_hardly_pass_between_what_stands_still_is_a_door() {
        let plain = |x, left, right| lane(x, left, right, |_| {}) == Lane::Door;
        assert!(plain(0.0, 2.0, 3.9));
        assert!(!plain(0.0, 2.0, 4.1), "two pass there");
        assert!(plain(1.5, 2.0, 2.0), "just before it");
        assert!(plain(-1.5, 2.0, 2.0), "just behind it");
        assert!(!plain(2.5, 2.0, 2.0), "not in it yet");
        assert!(!plain(1.1, 4.0, -2.0), "beside it");
        let between = |change: fn(&mut Obstacle<'_>)| lane(0.0, 2.0, 3.9, change);
        assert_eq!(between(|wall| wall.temporary = true), Lane::Door, "a crate");
        assert_ne!(
            between(|wall| wall.velocity = Vec2::X),
            Lane::Door,
            "it moves"
        );
    }

    #[test]
    fn the_other_wall_is_looked_for_as_far_as_the_widest_passage() {
        let wall = Segment::new(Vec2::new(-9.0, 4.0), Vec2::new(9.0, 4.0)).expect("a wall");
        let wall = Shape::from(wall);
        let body = Body::new(Vec2::ZERO, 1.0, 1.0);
        let passage = Passage::beside(&body, Vec2::X, Side::Right, &[Obstacle::new(0, &wall)]);
        let far = passage.expect("a wall on the left").far_side(&body);
        assert_eq!(far, Vec2::new(0.0, 4.0 - Passage::WIDEST));
    }
}
