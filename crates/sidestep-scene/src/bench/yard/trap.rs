//! Dead ends on the way.

use glam::Vec2;

use super::Piece;
use super::dealer::Dealer;

/// Thickness of its sides (m).
const THICKNESS: f32 = 0.4;

/// A U across the straight way, open towards the start, of boxes that overlap a little.
pub(super) fn deal(dealer: &mut Dealer) {
    let share = dealer.random.between(0.45, 0.7);
    let ahead = (dealer.goal - dealer.start).normalize_or(Vec2::X);
    let left = ahead.perp();
    let bottom = dealer.start.lerp(dealer.goal, share);
    let half_width = dealer.random.between(0.7, 3.0);
    let (left_depth, right_depth) = (
        dealer.random.between(0.5, 5.0),
        dealer.random.between(0.5, 5.0),
    );
    let aside = dealer.random.between(-0.5, 0.5) * half_width;
    let (left_corner, right_corner) = (
        bottom + left * (half_width + aside),
        bottom + left * (aside - half_width),
    );
    side(dealer, left_corner, right_corner);
    side(dealer, left_corner, left_corner - ahead * left_depth);
    side(dealer, right_corner, right_corner - ahead * right_depth);
}

fn side(dealer: &mut Dealer, from: Vec2, to: Vec2) {
    let along = to - from;
    let length = along.length();
    let boxes = (length / 2.5).ceil().max(1.0);
    let step = along / boxes;
    for index in 0..boxes as usize {
        dealer.put(Piece::Box {
            center: from + step * (index as f32 + 0.5),
            size: Vec2::new(length / boxes + THICKNESS, THICKNESS),
            angle: libm::atan2f(along.y, along.x),
        });
    }
}
