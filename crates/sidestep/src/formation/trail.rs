//! Where a leader has walked, and how much room there is beside that.

use glam::Vec2;

use super::Room;

/// How much room there is beside a place, for the centre of the widest body (m).
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Sides {
    /// To the left of the way that the leader went (m).
    pub left: f32,
    /// To its right (m).
    pub right: f32,
}

impl Sides {
    /// Measures the room at `place` (m) beside somebody who goes along the unit vector `heading`,
    /// up to `widest` metres.
    pub fn measure(
        room: &mut impl Room,
        (place, heading): (Vec2, Vec2),
        radius: f32,
        widest: f32,
    ) -> Self {
        let across = heading.perp() * widest;
        Self {
            left: room.free_way(place, across, radius),
            right: room.free_way(place, -across, radius),
        }
    }

    /// The smaller of each.
    #[must_use]
    pub const fn min(self, other: Self) -> Self {
        Self {
            left: self.left.min(other.left),
            right: self.right.min(other.right),
        }
    }
}

/// A place where a leader was.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TrailPoint {
    /// Where that is (m).
    pub place: Vec2,
    /// The room beside it.
    pub sides: Sides,
}

/// The places where a leader was, as far back as its formation reaches.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Trail {
    /// The oldest first.
    points: Vec<TrailPoint>,
}

/// Most places that are remembered: what is further back is as good as the end.
const MOST_POINTS: usize = 4000;

/// How a trail is laid.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gauge {
    /// Distance of the points (m). No more than the radius, so that no wall is stepped over.
    pub stride: f32,
    /// Radius of the widest body (m).
    pub radius: f32,
    /// How far the room is measured (m).
    pub widest: f32,
    /// How long the trail has to be (m).
    pub length: f32,
}

impl Trail {
    /// The places, the oldest first.
    #[must_use]
    pub fn points(&self) -> &[TrailPoint] {
        &self.points
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.points.clear();
    }

    /// Begins anew behind somebody at `head` (m) who faces along the unit vector `heading`: as if it
    /// had come straight from as far as there is no wall.
    pub(super) fn begin(
        &mut self,
        room: &mut impl Room,
        (head, heading): (Vec2, Vec2),
        gauge: &Gauge,
    ) {
        self.points.clear();
        let free = room.free_way(head, heading * -gauge.length, gauge.radius);
        let count = ((free / gauge.stride) as usize).min(MOST_POINTS);
        for index in (0..=count).rev() {
            let place = head - heading * (index as f32 * gauge.stride);
            let sides = Sides::measure(room, (place, heading), gauge.radius, gauge.widest);
            self.points.push(TrailPoint { place, sides });
        }
    }

    /// Goes on to where the leader is now (m), and forgets what is too long ago.
    pub(super) fn follow(&mut self, room: &mut impl Room, head: Vec2, gauge: &Gauge) {
        let Some(last) = self.points.last() else {
            return;
        };
        let way = head - last.place;
        if way.length() < gauge.stride {
            return;
        }
        let heading = way.normalize_or_zero();
        let sides = Sides::measure(room, (head, heading), gauge.radius, gauge.widest);
        self.points.push(TrailPoint { place: head, sides });
        let mut length = 0.0;
        let pairs = self.points.windows(2).rev();
        let kept = pairs.take_while(|pair| {
            length += pair[0].place.distance(pair[1].place);
            length <= gauge.length + gauge.stride
        });
        let kept = (kept.count() + 1).min(MOST_POINTS);
        self.points.drain(..self.points.len() - kept);
    }

    /// Moves all of it by `offset` (m): the leader has crossed the seam of a wrapping plane.
    pub(super) fn shift(&mut self, offset: Vec2) {
        for point in &mut self.points {
            point.place += offset;
        }
    }

    /// Forgets everything newer than the place nearest to `head` (m), who leads from now on.
    pub(super) fn cut(&mut self, head: Vec2) {
        let far = |point: &TrailPoint| point.place.distance_squared(head);
        let nearest = (self.points.iter().enumerate())
            .min_by(|(_, a), (_, b)| far(a).total_cmp(&far(b)))
            .map(|(index, _)| index);
        if let Some(index) = nearest {
            self.points.truncate(index + 1);
        }
    }

    /// The place `behind` metres behind `head` (m) along the trail; its end if it is shorter.
    #[must_use]
    pub fn place(&self, head: Vec2, behind: f32) -> Vec2 {
        let mut from = head;
        let mut left = behind.max(0.0);
        for point in self.points.iter().rev() {
            let way = point.place - from;
            let length = way.length();
            if length >= left && length > 0.0 {
                return from + way * (left / length);
            }
            left -= length;
            from = point.place;
        }
        from
    }

    /// The unit vector along which the leader went `behind` metres behind `head` (m), as it is over
    /// `around` metres before and behind, or `None` if it didn't move there.
    #[must_use]
    pub fn heading(&self, head: Vec2, behind: f32, around: f32) -> Option<Vec2> {
        let newer = self.place(head, behind - around);
        let older = self.place(head, behind + around);
        (newer - older).try_normalize()
    }

    /// The least room from `newer` to `older` metres behind `head` (m), and not more than `most`.
    #[must_use]
    pub fn sides(&self, head: Vec2, (newer, older): (f32, f32), most: Sides) -> Sides {
        let mut from = head;
        let mut behind = 0.0;
        let mut sides = most;
        for point in self.points.iter().rev() {
            behind += from.distance(point.place);
            from = point.place;
            if behind > older {
                break;
            }
            if behind >= newer {
                sides = sides.min(point.sides);
            }
        }
        sides
    }
}
