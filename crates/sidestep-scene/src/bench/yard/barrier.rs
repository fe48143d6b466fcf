//! Rows from wall to wall across the way.

use glam::Vec2;

use super::dealer::Dealer;
use super::{Piece, RADIUS};

/// A row from wall to wall across the way, or two. Most have a door that the body fits through,
/// some only just; the other gaps are too narrow.
pub(super) fn deal(dealer: &mut Dealer) {
    let middle = if dealer.happens(0.3) {
        vec![0.35, 0.65]
    } else {
        vec![dealer.random.between(0.3, 0.7)]
    };
    for share in middle {
        row(dealer, share * dealer.size.x);
    }
}

fn row(dealer: &mut Dealer, x: f32) {
    let height = dealer.size.y;
    let door = dealer
        .happens(0.75)
        .then(|| dealer.random.between(0.0, height - 3.0 * RADIUS));
    let door_width = if dealer.happens(0.3) {
        2.0 * RADIUS + 0.05
    } else {
        dealer.random.between(2.1, 4.0) * RADIUS
    };
    let round = dealer.happens(0.4);
    // The first piece may stand in the wall.
    let mut y = dealer.random.between(-0.3, 0.5 * RADIUS);
    let mut passed_door = false;
    while y < height {
        if let Some(door) = door
            && y >= door
            && !passed_door
        {
            passed_door = true;
            y += door_width;
        }
        let length = if round {
            2.0 * dealer.random.between(0.4, 1.2)
        } else {
            dealer.random.between(0.8, 3.0)
        };
        let aside = dealer.random.between(-0.3, 0.3);
        let center = Vec2::new(x + aside, y + length * 0.5);
        let thickness = dealer.random.between(0.4, 1.2);
        dealer.put(if round {
            Piece::Circle {
                center,
                radius: length * 0.5,
            }
        } else {
            Piece::Box {
                center,
                size: Vec2::new(thickness, length),
                angle: 0.0,
            }
        });
        y += length + dealer.random.between(-0.2, 1.5 * RADIUS);
    }
}
