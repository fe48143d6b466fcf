//! The last word on a steering force: whatever the method wants, the body must still be able to
//! stop in time.

mod tell;

pub use crate::avoid::separation::{BrakingWay, SeparatingLine};

use glam::Vec2;

use crate::avoid::coming::{Run, cost_of_coming, first_to_come};
use crate::avoid::{Blocker, Decision, Obstacle, Surroundings, Wish};
use crate::motion::Body;
use crate::range::{Parameter, Parameters, Range};

/// How often at most a force is corrected that leads beyond a line: one line mostly needs two
/// corrections, and two that meet a few more.
const CORRECTIONS: usize = 5;

/// By how many times of what is needed it is corrected: who only just keeps to its side is corrected
/// again in the next step, and those who come the other way get by less well.
const OVERSHOOT: f32 = 1.3;

/// For how long a force is taken to act where none saves the body from being run over (s).
const LASTS: f32 = 0.25;

/// Lets a force pass only if after the step the body can still stop before it touches anything, by
/// braking in a straight line.
///
/// That holds for obstacles, and for other agents that are guarded too: with each of them the body
/// shares a [`SeparatingLine`] that neither crosses.
///
/// Where the wanted force keeps that promise it passes unchanged. Otherwise the nearest force that
/// does is taken, from a fan of pushes to both sides and of braking; if none does, the body brakes
/// with all its force, which is safe by induction: the way that braking takes from here is the rest
/// of a way that was free one step ago. So a body that starts free never touches an obstacle that
/// doesn't move, at any speed and any time step, without help from contacts. It brakes only when it
/// must.
///
/// A body that goes along beside others for a while trembles if it can only choose among those few
/// forces. For it there is [`decide_sliding`](Self::decide_sliding).
///
/// What moves towards the body isn't stopped before but got away from: a force passes if what comes
/// doesn't run into the body within the time that it needs to come to rest from its largest speed.
/// Where no force does that, the one is taken under which it is pushed latest and least, of those
/// that keep the promise towards what stands and towards other agents. That is no promise: who is
/// slower than what comes, or shut in, is pushed.
///
/// The idea is that of braking admissibility in the dynamic window approach (Fox, Burgard and Thrun
/// 1997), applied to one step of this body's own dynamics.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Guard {
    /// Smallest distance kept between the edges (m), above 0 so that rounding can't make them
    /// touch.
    pub skin: f32,
}

impl Parameters for Guard {
    fn parameters(&mut self) -> Vec<Parameter<'_>> {
        let Self { skin } = self;
        vec![Parameter::new("skin", skin, Range::AboveZero)]
    }
}

impl Guard {
    /// A skin of half a millimetre, or more where single precision is coarser: `extent` is the
    /// largest coordinate in use (m).
    #[must_use]
    pub fn for_extent(extent: f32) -> Self {
        Self {
            // Eight units in the last place of the coordinates.
            skin: (extent * 1e-6).max(5e-4),
        }
    }

    /// How far from the body an obstacle can be and still matter (m).
    #[must_use]
    pub fn reach(&self, body: &Body, dt: f32) -> f32 {
        let speed = (body.speed() + body.max_acceleration() * dt).min(body.limits.max_speed);
        speed * dt + body.braking_distance(speed) + body.radius + 2.0 * self.skin
    }

    /// The force (N) nearest to the wished one that keeps the promise for the time step. Where that
    /// differs, the decision names what stands against the wish; it is feasible if any force to the
    /// side or backward keeps the promise. `around` must hold all obstacles within
    /// [`reach`](Self::reach), and a line for each guarded agent whose braking way comes within
    /// that distance of ours.
    pub fn decide(&self, body: &Body, wish: &Wish, around: &Surroundings<'_>) -> Decision {
        self.decide_from(body, wish, around, false)
    }

    /// The same for a body that goes along beside others who go, too: where another agent stands
    /// against the wish, a force that keeps to all lines is tried besides those of the fan, and
    /// mostly is nearest to the wish. It is found by correcting the wished one, line by line.
    ///
    /// Among those who stand, or in a door, the fan alone gets on better: it pushes harder to the
    /// side than would just do.
    pub fn decide_sliding(&self, body: &Body, wish: &Wish, around: &Surroundings<'_>) -> Decision {
        self.decide_from(body, wish, around, true)
    }

    /// Where a body (m) comes to rest that applies as much of a force (N) as it can for a time step and brakes then.
    pub(crate) fn end(body: &Body, force: Vec2, dt: f32) -> Vec2 {
        let force = force.clamp_length_max(body.limits.max_force);
        match way_at(body, body.velocity_after(force, dt), dt) {
            Some((direction, reach)) => body.position + direction * reach,
            None => body.position,
        }
    }

    /// The force nearest to the wished one, of the fan and, for who `slides`, the corrected one where
    /// another agent stands against it.
    fn decide_from(
        &self,
        body: &Body,
        wish: &Wish,
        around: &Surroundings<'_>,
        slides: bool,
    ) -> Decision {
        let dt = wish.dt;
        let wanted = wish.force.clamp_length_max(body.limits.max_force);
        let comes = around.obstacles.iter().any(Obstacle::comes);
        let forbids = |force: Vec2| {
            let threat = self.forbids(body, force, dt, around);
            if threat.is_none() && comes {
                return self.is_run_over(body, force, dt, around);
            }
            threat
        };
        let Some(threat) = forbids(wanted) else {
            return Decision::to_push(wanted);
        };
        let braking = (-body.velocity * (body.mass / dt)).clamp_length_max(body.limits.max_force);
        let mut best = braking;
        let mut least = f32::INFINITY;
        let corrected = match threat {
            Blocker::Agent(_) if slides => kept_to_own_side(body, wanted, dt, around.lines),
            Blocker::Agent(_) | Blocker::Obstacle(_) => None,
        };
        for candidate in corrected.into_iter().chain(candidates(body, wanted)) {
            let difference = candidate.distance_squared(wanted);
            if difference < least && forbids(candidate).is_none() {
                least = difference;
                best = candidate;
            }
        }
        if least.is_infinite() && comes {
            best = self.least_run_over(body, (wanted, braking), dt, around);
        }
        Decision {
            threat: Some(threat),
            feasible: least.is_finite(),
            ..Decision::to_push(best)
        }
    }

    /// What is in the way of the step under a force and the braking way after it: an agent beyond
    /// its line, or else the first obstacle that doesn't come closer itself; `None` if the force is
    /// safe.
    fn forbids(
        &self,
        body: &Body,
        force: Vec2,
        dt: f32,
        around: &Surroundings<'_>,
    ) -> Option<Blocker> {
        let (direction, reach) = way_at(body, body.velocity_after(force, dt), dt)?;
        let end = body.position + direction * reach;
        if let Some(line) = around.lines.iter().find(|line| !line.allows(end)) {
            return Some(Blocker::Agent(line.id));
        }
        let radius = body.radius + self.skin;
        let blocking = around.obstacles.iter().find(|obstacle| {
            if comes_closer(body, obstacle) {
                return false;
            }
            let hull = obstacle.hull();
            match hull.sweep(body.position, direction, radius, reach) {
                None => false,
                // Inside already there is no promise to keep: out of one may lead through another.
                Some(hit) => {
                    hit.distance != 0.0
                        || hull.surface(body.position).distance >= body.radius - self.skin
                }
            }
        });
        blocking.map(|obstacle| obstacle.name)
    }

    /// What of all that moves runs into the body under a force, before it could have come to rest
    /// from its largest speed.
    fn is_run_over(
        &self,
        body: &Body,
        force: Vec2,
        dt: f32,
        around: &Surroundings<'_>,
    ) -> Option<Blocker> {
        let soon = dt + body.limits.max_speed / body.max_acceleration();
        let velocity = body.velocity_after(force, dt);
        let first = first_to_come(around.obstacles, (body, self.skin), velocity, soon);
        first.map(|(name, _)| name)
    }

    /// Of the forces that keep the promise towards what stands and towards other agents, the wanted one
    /// where something that moves touches the body already, else the one under which that runs into the
    /// body least; braking if there is none.
    fn least_run_over(
        &self,
        body: &Body,
        (wanted, braking): (Vec2, Vec2),
        dt: f32,
        around: &Surroundings<'_>,
    ) -> Vec2 {
        // Whom something touches comes out by many steps in one direction: which is for others to say.
        let touches = around.obstacles.iter().any(|obstacle| {
            let gap = obstacle.hull().surface(body.position).distance - body.radius;
            comes_closer(body, obstacle) && gap <= 2.0 * self.skin
        });
        if touches && self.forbids(body, wanted, dt, around).is_none() {
            return wanted;
        }
        let mut best = (f32::INFINITY, f32::INFINITY, braking);
        for candidate in [wanted, braking]
            .into_iter()
            .chain(candidates(body, wanted))
        {
            if self.forbids(body, candidate, dt, around).is_some() {
                continue;
            }
            // What the force is good for shows when it has acted for a while.
            let velocity = body.velocity_after(candidate, dt.max(LASTS));
            let run = Run::of(body, self.skin, velocity);
            let cost = cost_of_coming(around.obstacles, &run);
            let difference = candidate.distance_squared(wanted);
            if (cost, difference) < (best.0, best.1) {
                best = (cost, difference, candidate);
            }
        }
        best.2
    }
}

/// Whether an obstacle comes towards a body: then to stop before it is no way out.
fn comes_closer(body: &Body, obstacle: &Obstacle<'_>) -> bool {
    obstacle.moves() && {
        let surface = obstacle.hull().surface(body.position);
        obstacle.velocity_at(surface.point).dot(surface.normal) > 0.0
    }
}

/// The direction and length (m) of a step at `velocity` (m/s) together with the braking way after it:
/// both have the same direction, so that one sweep tests both. `None` if the body is at rest.
fn way_at(body: &Body, velocity: Vec2, dt: f32) -> Option<(Vec2, f32)> {
    let speed = velocity.length();
    let direction = velocity.try_normalize()?;
    Some((direction, speed * dt + body.braking_distance(speed)))
}

/// A force (N) near the wanted one under which the body keeps to its own side of all lines: Newton's
/// method, each time towards the line that it is beyond most, and a little further. `None` if a few
/// corrections don't lead there.
fn kept_to_own_side(body: &Body, wanted: Vec2, dt: f32, lines: &[SeparatingLine]) -> Option<Vec2> {
    let mut force = wanted;
    for _ in 0..CORRECTIONS {
        let velocity = body.velocity_after(force, dt);
        let (direction, reach) = way_at(body, velocity, dt)?;
        let end = body.position + direction * reach;
        let (mut furthest, mut worst) = (0.0, None::<&SeparatingLine>);
        for line in lines {
            let beyond = line.beyond(end);
            // Ties by id, as the lines have no order.
            if beyond > furthest || worst.is_some_and(|it| beyond == furthest && line.id < it.id) {
                (furthest, worst) = (beyond, Some(line));
            }
        }
        let Some(line) = worst else {
            return Some(force);
        };
        // How fast the end gets beyond the line as the velocity changes: along the way it grows with
        // the braking distance, across it turns with the way.
        let speed = velocity.length();
        let along = line.normal.dot(direction);
        let slope = direction * (along * (dt + speed / body.max_acceleration()))
            + (line.normal - direction * along) * (reach / speed);
        let change = slope * (-OVERSHOOT * furthest / slope.length_squared());
        force = ((velocity + change - body.velocity) * (body.mass / dt))
            .clamp_length_max(body.limits.max_force);
    }
    None
}

/// Forces to try, all within the largest force: parts of the wanted one, and a fan from one side
/// over braking to the other.
fn candidates(body: &Body, wanted: Vec2) -> impl Iterator<Item = Vec2> {
    const PARTS: [f32; 3] = [0.5, 0.25, 0.0];
    // Directions (ahead, to the left) relative to the velocity, mirror images of each other.
    const FAN: [(f32, f32); 9] = [
        (0.0, -1.0),
        (0.0, 1.0),
        (-0.5, -0.866_025_4),
        (-0.5, 0.866_025_4),
        (-0.866_025_4, -0.5),
        (-0.866_025_4, 0.5),
        (0.5, -0.866_025_4),
        (0.5, 0.866_025_4),
        (-1.0, 0.0),
    ];
    let ahead = body.velocity.normalize_or(body.heading);
    let left = ahead.perp();
    let strength = body.limits.max_force;
    PARTS
        .into_iter()
        .map(move |part| wanted * part)
        .chain(FAN.into_iter().flat_map(move |(forward, sideways)| {
            let direction = ahead * forward + left * sideways;
            [1.0, 0.5].map(|part| direction * (strength * part))
        }))
}
