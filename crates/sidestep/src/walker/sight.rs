//! Which wall hides whom.

use glam::Vec2;

use crate::avoid::Obstacle;
use crate::avoid::guard::BrakingWay;
use crate::geometry::SweepStart;
use crate::motion::Body;
use crate::steer::Neighbor;

/// Whether one of the `walls` covers the whole of the other from the whole of `body`.
#[must_use]
pub fn is_hidden(body: &Body, other: &Neighbor, walls: &[Obstacle<'_>]) -> bool {
    walls.iter().any(|wall| {
        let start = wall.hull().sweep_start(body.position, body.radius);
        is_hidden_by(body, other, [(wall, &start)].into_iter())
    })
}

/// What [`is_hidden`] says, of walls with the body beside each of them.
pub(super) fn is_hidden_by<'w, 'a: 'w>(
    body: &Body,
    other: &Neighbor,
    mut walls: impl Iterator<Item = (&'w Obstacle<'a>, &'w SweepStart)>,
) -> bool {
    let way = other.position - body.position;
    let Some(direction) = way.try_normalize() else {
        return false;
    };
    let left = direction.perp();
    let side = |sign: f32| {
        let from = body.position + left * (sign * body.radius);
        (from, other.position + left * (sign * other.radius))
    };
    let (left, right) = (side(1.0), side(-1.0));
    walls.any(|(wall, start)| {
        !start.is_beside(other.position, other.radius) && blocks(wall, left) && blocks(wall, right)
    })
}

/// Whether one of the `walls` stands between everything that two agents may yet use who brake from
/// now on: then neither can touch the other.
#[must_use]
pub fn are_parted(own: &BrakingWay, other: &BrakingWay, walls: &[Obstacle<'_>]) -> bool {
    walls.iter().any(|wall| {
        [own.from, own.to].into_iter().all(|start| {
            [other.from, other.to]
                .into_iter()
                .all(|end| blocks(wall, (start, end)))
        })
    })
}

fn blocks(wall: &Obstacle<'_>, (from, to): (Vec2, Vec2)) -> bool {
    let way = to - from;
    way.try_normalize().is_some_and(|direction| {
        wall.hull()
            .sweep(from, direction, 0.0, way.length())
            .is_some()
    })
}
