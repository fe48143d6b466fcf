//! Rings around the start or the goal.

use std::f32::consts::TAU;

use glam::Vec2;

use super::dealer::Dealer;
use super::{Piece, RADIUS};

/// Circles or boxes in a ring around the start or the goal, with gaps too narrow for the body and
/// mostly an opening.
pub(super) fn deal(dealer: &mut Dealer) {
    let around = if dealer.happens(0.5) {
        dealer.start
    } else {
        dealer.goal
    };
    let ring = dealer.random.between(1.8, 4.0);
    let round = dealer.happens(0.5);
    let opening = if dealer.happens(0.75) {
        dealer.random.between(3.0, 6.0) * RADIUS / ring
    } else {
        0.0
    };
    // The opening is towards the middle of the yard rather than into the wall.
    let inward = dealer.size * 0.5 - around;
    let first = libm::atan2f(inward.y, inward.x) - 0.5 * opening + dealer.random.between(-1.0, 1.0);
    let mut turned = opening;
    while turned < TAU {
        // The last piece ends where the opening begins.
        let left = (TAU - turned) * ring;
        let length = dealer.random.between(0.8, 2.0).min(left.max(0.4));
        let half = 0.5 * length / ring;
        let angle = first + turned + half;
        let center = around + Vec2::new(libm::cosf(angle), libm::sinf(angle)) * ring;
        dealer.put(if round {
            Piece::Circle {
                center,
                radius: 0.5 * length,
            }
        } else {
            Piece::Box {
                center,
                size: Vec2::new(0.5, length),
                angle,
            }
        });
        turned += 2.0 * half + dealer.random.between(-0.1, 1.2 * RADIUS) / ring;
    }
}
