//! Turns that an agent doesn't take at once, so that its way doesn't tremble with each small change among
//! those around it: who decides in each step turns back slowly in a stream and in the open, and who is
//! calm in the open doesn't turn by little.

use glam::Vec2;

use crate::motion::Body;

/// Time (s) within which most of a small turn back is done.
const TAKES: f32 = 0.3;

/// Cosine of the angle from which a turn back isn't small: it is done at once. That is 30°.
const NOT_SMALL: f32 = 0.866_025_4;

/// The velocity (m/s) that a body goes for that has gone for `before` and would like to go for `now`,
/// `elapsed` seconds (above 0) after it chose last.
///
/// A body turns as it goes after what it chose. What turns it further passes unchanged, at any angle: to
/// set out round somebody mustn't wait. What turns it back is done by a share of `elapsed` of its time,
/// the smaller the turn the less, so that opposite turns within that time cancel out. The speed is that
/// of `now`: who has to slow down does.
pub fn turning_back_slowly(body: &Body, before: Vec2, now: Vec2, elapsed: f32) -> Vec2 {
    let (Some(from), Some(to)) = (before.try_normalize(), now.try_normalize()) else {
        return now;
    };
    if body.velocity.perp_dot(from) * from.perp_dot(to) >= 0.0 {
        return now;
    }
    let share = elapsed / (TAKES + elapsed);
    let size = (1.0 - from.dot(to)) / (1.0 - NOT_SMALL);
    if size >= 1.0 {
        return now;
    }
    from.lerp(to, share + (1.0 - share) * size).normalize() * now.length()
}

/// Cosine of the angle from which an agent in the open turns: that is 5°.
const TURNS_FROM: f32 = 0.996_194_7;

/// The velocity (m/s) that a body in the open goes for that has gone for `before` and would like to go for
/// `now`: as fast as it would like, and where it went if that is nearly the same way.
///
/// Without it the way hops to and fro at every decision among people whom one passes at a distance.
pub fn without_small_turn(before: Vec2, now: Vec2) -> Vec2 {
    let (Some(from), Some(to)) = (before.try_normalize(), now.try_normalize()) else {
        return now;
    };
    if from.dot(to) > TURNS_FROM {
        from * now.length()
    } else {
        now
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A direction (degrees).
    fn to(degrees: f32) -> Vec2 {
        let angle = degrees.to_radians();
        Vec2::new(libm::cosf(angle), libm::sinf(angle))
    }

    fn degrees_of(way: Vec2) -> f32 {
        libm::atan2f(way.y, way.x).to_degrees()
    }

    /// The angle (degrees) and the speed (m/s) at which a body goes that goes at 0°, went for 5° and would
    /// like to go for `wanted` degrees at 0.8 m/s.
    fn after(wanted: f32, elapsed: f32) -> (f32, f32) {
        let both = [1.0, -1.0].map(|mirror| {
            let body = Body {
                velocity: Vec2::X,
                ..Body::new(Vec2::ZERO, 0.25, 1.3)
            };
            let (before, now) = (to(mirror * 5.0), 0.8 * to(mirror * wanted));
            let chosen = turning_back_slowly(&body, before, now, elapsed);
            (mirror * degrees_of(chosen), chosen.length())
        });
        assert!((both[0].0 - both[1].0).abs() < 1e-4, "{both:?}");
        assert!((both[0].1 - 0.8).abs() < 1e-6, "{both:?}");
        both[0]
    }

    fn is_near(angle: f32, wanted: f32, by: f32) {
        assert!((angle - wanted).abs() < by, "{angle}° instead of {wanted}°");
    }

    #[test]
    fn what_turns_it_further_passes_and_so_does_a_large_turn_back() {
        for wanted in [5.5, 8.0, 30.0, 80.0, 170.0, -26.0, -40.0, -120.0] {
            is_near(after(wanted, 0.05).0, wanted, 1e-3);
        }
    }

    #[test]
    fn a_small_turn_back_takes_its_time_however_often_it_chooses() {
        // A seventh of 2 degrees, and little more of 10.
        is_near(after(3.0, 0.05).0, 5.0 - 2.0 / 7.0, 0.02);
        is_near(after(-5.0, 0.05).0, 5.0 - 10.0 * 0.24, 0.1);
        assert!(after(3.0, 0.025).0 > after(3.0, 0.05).0);
        // Twice half as long is as much.
        let body = Body {
            velocity: Vec2::X,
            ..Body::new(Vec2::ZERO, 0.25, 1.3)
        };
        let once = turning_back_slowly(&body, to(5.0), to(3.0), 0.05);
        let half = turning_back_slowly(&body, to(5.0), to(3.0), 0.025);
        let twice = turning_back_slowly(&body, half, to(3.0), 0.025);
        is_near(degrees_of(twice), degrees_of(once), 0.03);
    }

    #[test]
    fn who_stands_or_stops_takes_what_it_chose() {
        let body = Body::new(Vec2::ZERO, 0.25, 1.3);
        for (before, now) in [
            (Vec2::ZERO, Vec2::X),
            (Vec2::X, Vec2::ZERO),
            (Vec2::X, Vec2::Y),
        ] {
            assert_eq!(turning_back_slowly(&body, before, now, 0.05), now);
        }
    }

    #[test]
    fn in_the_open_it_turns_from_five_degrees_on_and_is_as_fast_as_it_chose() {
        for wanted in [0.0, 2.0, -4.9] {
            let chosen = without_small_turn(1.3 * Vec2::X, 0.7 * to(wanted));
            assert!(chosen.distance(0.7 * Vec2::X) < 1e-6, "{wanted}°: {chosen}");
        }
        for wanted in [5.1, -5.1, 40.0, 180.0] {
            let now = 0.7 * to(wanted);
            assert_eq!(without_small_turn(1.3 * Vec2::X, now), now, "{wanted}°");
        }
        for (before, now) in [(Vec2::ZERO, Vec2::X), (Vec2::X, Vec2::ZERO)] {
            assert_eq!(without_small_turn(before, now), now);
        }
    }
}
