//! Out of the way of what moves.

use glam::Vec2;

use super::LookAhead;
use crate::avoid::coming::{FORESIGHT, Run, cost_of_coming, first_to_come};
use crate::avoid::{Blocker, Decision, Memory, Obstacle, Wish};
use crate::geometry::Side;
use crate::motion::Body;

/// Directions in which a body may get away, relative to the wish, the right ones first: mirror images
/// of each other. The others follow by turning back.
const AWAY: [(f32, f32); 9] = [
    (1.0, 0.0),
    (0.923_879_5, -0.382_683_43),
    (0.923_879_5, 0.382_683_43),
    (0.707_106_77, -0.707_106_77),
    (0.707_106_77, 0.707_106_77),
    (0.382_683_43, -0.923_879_5),
    (0.382_683_43, 0.923_879_5),
    (0.0, -1.0),
    (0.0, 1.0),
];

/// Shares of the largest speed at which it may.
const SPEEDS: [f32; 2] = [1.0, 0.5];

/// Room that a body leaves to what comes, in radii: what it does turns out a little otherwise.
const SPARED: f32 = 0.07;

/// What a contact in a second with what stands costs, about (shares of the scale of speeds).
const STANDING: f32 = 1.0;

/// One body that something comes at.
struct Evasion<'e, 'a> {
    look_ahead: &'e LookAhead,
    body: &'e Body,
    obstacles: &'e [Obstacle<'a>],
    /// What it would do if nothing came (m/s).
    wish: Vec2,
    /// The speed by which costs are measured (m/s).
    scale: f32,
    /// What comes, and the side that was chosen for it before.
    threat: &'e Obstacle<'a>,
    kept: Option<Side>,
}

/// The cheapest velocity so far.
#[derive(Clone, Copy)]
struct Best {
    velocity: Vec2,
    cost: f32,
}

impl LookAhead {
    /// What of all that moves would run into the body at a velocity (m/s), and when (s).
    pub(super) fn first_to_come(
        &self,
        body: &Body,
        velocity: Vec2,
        obstacles: &[Obstacle<'_>],
    ) -> Option<(Blocker, f32)> {
        first_to_come(obstacles, (body, self.skin), velocity, FORESIGHT)
    }

    /// The decision that keeps the body out of the way of what moves, nearest to what was decided
    /// because of what stands: itself where nothing comes.
    pub(super) fn evade(
        &self,
        body: &Body,
        wish: &Wish,
        decision: Decision,
        obstacles: &[Obstacle<'_>],
        memory: &mut Memory,
    ) -> Decision {
        let Some((name, contact)) = self.comes(body, decision.velocity, obstacles) else {
            return decision;
        };
        let Some(threat) = obstacles.iter().find(|it| it.name == name && it.comes()) else {
            return decision;
        };
        let evasion = Evasion {
            look_ahead: self,
            body,
            obstacles,
            wish: decision.velocity,
            scale: (wish.velocity.length()).max(0.5 * body.limits.max_speed),
            threat,
            kept: memory.side.filter(|_| memory.threat == Some(name)),
        };
        let best = evasion.choose();
        let side = evasion.side(best.velocity);
        memory.clear_seconds = 0.0;
        memory.side = Some(side);
        memory.threat = Some(name);
        Decision {
            threat: Some(name),
            contact,
            side: Some(side),
            kept: evasion.kept == Some(side),
            feasible: self.comes(body, best.velocity, obstacles).is_none(),
            ..Decision::to_go(best.velocity)
        }
    }

    /// What of all that moves would run into the body, or holds it inside already, and when (s).
    fn comes(
        &self,
        body: &Body,
        velocity: Vec2,
        obstacles: &[Obstacle<'_>],
    ) -> Option<(Blocker, f32)> {
        let inside = obstacles.iter().filter(|obstacle| {
            obstacle.moves() && obstacle.hull().surface(body.position).distance < body.radius
        });
        let inside = inside.map(|obstacle| (obstacle.name, 0.0)).next();
        inside.or_else(|| self.first_to_come(body, velocity, obstacles))
    }
}

impl Evasion<'_, '_> {
    /// The cheapest velocity: what the body would do, those that just pass what moves before or
    /// behind, and a fan of all directions.
    fn choose(&self) -> Best {
        let largest = self.body.limits.max_speed;
        let mut best = Best {
            velocity: self.wish,
            cost: self.cost(self.wish),
        };
        let mut look = |velocity: Vec2| {
            let cost = self.cost(velocity);
            if cost < best.cost {
                best = Best { velocity, cost };
            }
        };
        for obstacle in self.obstacles.iter().filter(|it| it.comes()) {
            for side in [Side::Right, Side::Left] {
                self.just_past(obstacle, side, &mut look);
            }
        }
        look(Vec2::ZERO);
        let ahead = self.wish.normalize_or(self.body.heading);
        for share in SPEEDS {
            for (along, across) in AWAY {
                let away = Vec2::new(along, across).rotate(ahead) * (share * largest);
                look(away);
                look(-away);
            }
        }
        best
    }

    /// Looks at the velocities that just pass an obstacle on a side, seen from it: of those the
    /// nearest to the wish, and the fastest.
    fn just_past(&self, obstacle: &Obstacle<'_>, side: Side, look: &mut impl FnMut(Vec2)) {
        let body = self.body;
        let clear = body.radius + 2.0 * self.look_ahead.skin + self.look_ahead.margin;
        let tangents = obstacle.hull().tangents(body.position, clear);
        let (past, coming) = (
            tangents.on(side).direction,
            obstacle.velocity_near(body.position),
        );
        let largest = body.limits.max_speed;
        let nearest = (self.wish - coming).dot(past);
        if nearest > 0.0 && (coming + past * nearest).length() <= largest {
            look(coming + past * nearest);
        }
        // Where the largest speed ends.
        let along = coming.dot(past);
        let left = along * along - (coming.length_squared() - largest * largest);
        if left >= 0.0 {
            for relative in [left.sqrt() - along, -left.sqrt() - along] {
                if relative > 0.0 {
                    look((coming + past * relative).clamp_length_max(largest));
                }
            }
        }
    }

    /// On which side the threat is passed at a velocity (m/s), as it is seen from it.
    fn side(&self, velocity: Vec2) -> Side {
        let place = self.body.position;
        let relative = velocity - self.threat.velocity_near(place);
        let turn = relative.perp_dot(self.threat.hull().center() - place);
        if turn < 0.0 { Side::Left } else { Side::Right }
    }

    /// What a velocity costs (m/s).
    fn cost(&self, velocity: Vec2) -> f32 {
        let LookAhead {
            skin, side_margin, ..
        } = *self.look_ahead;
        let run = Run::of(self.body, skin + SPARED * self.body.radius, velocity);
        let coming = cost_of_coming(self.obstacles, &run);
        let turned = self.kept.is_some_and(|kept| kept != self.side(velocity));
        let stubborn = if turned { side_margin } else { 0.0 };
        let shares = coming + self.standing_cost(velocity) + stubborn;
        velocity.distance(self.wish) + shares * self.scale
    }

    /// What running into what stands costs at a velocity (m/s), as a share of the scale of speeds.
    fn standing_cost(&self, velocity: Vec2) -> f32 {
        let (direction, speed) = velocity.normalize_and_length();
        let horizon = self.look_ahead.horizon;
        if speed * horizon <= 0.0 {
            return 0.0;
        }
        let (place, radius) = (self.body.position, self.body.radius + self.look_ahead.skin);
        let contact = (self.obstacles.iter())
            .filter(|obstacle| !obstacle.moves())
            .filter_map(|it| it.hull().sweep(place, direction, radius, speed * horizon))
            .map(|hit| hit.distance / speed)
            .fold(horizon, f32::min);
        // As soon as it couldn't stop any more it costs the most.
        STANDING * (horizon - contact) / (contact + 0.1 * horizon)
    }
}
