//! What an agent looked at, as coloured lines in space: plain data, whoever draws it.

use bevy_math::{Vec2, Vec3};
use sidestep::AgentView;
use sidestep::explain::{Explanation, MarkKind, MarkShape};
use sidestep::world::ObstacleView;

use crate::components::DesiredVelocity;
use crate::plane::Plane;

/// A line in Bevy's world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DebugLine {
    /// Where it begins (m).
    pub from: Vec3,
    /// Where it ends (m).
    pub to: Vec3,
    /// What it shows.
    pub kind: LineKind,
}

/// What a line shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LineKind {
    /// The outline of an agent.
    Agent,
    /// The outline of a wall or an obstacle that is part of the level.
    Level,
    /// The outline of a temporary obstacle.
    Temporary,
    /// Velocity that it has (1 m for 1 m/s).
    Velocity,
    /// Velocity that it wants (1 m for 1 m/s): another one where something else moves it.
    Desired,
    /// The force that it applies (1 m for 1 m/s²).
    Force,
    /// What it avoids.
    Threat,
    /// What else it has looked at: probes, tangents, half-planes.
    Looked,
    /// Where it steers to.
    Aim,
    /// A way round that wasn't taken.
    Way,
    /// The way round that it takes, and its path.
    ChosenWay,
}

impl LineKind {
    /// Red, green and blue from 0 to 1, told apart by the colour-blind, too (after M. Okabe and
    /// K. Ito).
    #[must_use]
    pub const fn color(self) -> [f32; 3] {
        match self {
            Self::Agent => [0.34, 0.71, 0.91],
            Self::Level => [0.6, 0.6, 0.6],
            Self::Temporary => [0.9, 0.62, 0.0],
            Self::Velocity => [0.0, 0.62, 0.45],
            Self::Desired => [0.55, 0.85, 0.6],
            Self::Force => [0.8, 0.47, 0.65],
            Self::Threat => [0.84, 0.37, 0.0],
            Self::Looked => [0.45, 0.45, 0.45],
            Self::Aim => [0.94, 0.89, 0.26],
            Self::Way => [0.3, 0.4, 0.55],
            Self::ChosenWay => [0.0, 0.45, 0.7],
        }
    }
}

/// Sides of what is drawn for a circle.
const SIDES: usize = 24;
/// Half of the size of the cross drawn for a point (m).
const CROSS: f32 = 0.1;

/// Where lines are drawn: on a plane at a height (m).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sheet {
    /// The plane.
    pub plane: Plane,
    /// Height above it (m).
    pub height: f32,
}

impl Sheet {
    fn line(self, from: Vec2, to: Vec2, kind: LineKind) -> DebugLine {
        DebugLine {
            from: self.plane.space(from, self.height),
            to: self.plane.space(to, self.height),
            kind,
        }
    }

    fn chain(self, points: &[Vec2], kind: LineKind, lines: &mut Vec<DebugLine>) {
        lines.extend((points.windows(2)).map(|pair| self.line(pair[0], pair[1], kind)));
    }

    fn circle(self, center: Vec2, radius: f32, kind: LineKind, lines: &mut Vec<DebugLine>) {
        let points: Vec<Vec2> = (0..=SIDES)
            .map(|side| center + spoke(side) * radius)
            .collect();
        self.chain(&points, kind, lines);
    }

    fn cross(self, at: Vec2, kind: LineKind, lines: &mut Vec<DebugLine>) {
        for arm in [Vec2::new(CROSS, CROSS), Vec2::new(CROSS, -CROSS)] {
            lines.push(self.line(at - arm, at + arm, kind));
        }
    }
}

/// A unit vector to a corner of what is drawn for a circle.
fn spoke(side: usize) -> Vec2 {
    let angle = (side % SIDES) as f32 * (std::f32::consts::TAU / SIDES as f32);
    Vec2::new(libm::cosf(angle), libm::sinf(angle))
}

/// The lines for what an agent looked at in its last decision and what it chose: forces, threats,
/// ways round, its path and where it steers to.
#[must_use]
pub fn explanation_lines(
    explanation: &Explanation,
    agent: &AgentView,
    sheet: Sheet,
) -> Vec<DebugLine> {
    let mut lines = Vec::new();
    let center = agent.body.position;
    for mark in &explanation.marks {
        let kind = match mark.kind {
            MarkKind::Threat => LineKind::Threat,
            MarkKind::Aim | MarkKind::SubGoal => LineKind::Aim,
            MarkKind::Velocity | MarkKind::Braking => LineKind::Velocity,
            MarkKind::Way | MarkKind::Cluster | MarkKind::Terminator => LineKind::Way,
            MarkKind::ChosenWay | MarkKind::Path => LineKind::ChosenWay,
            _ => LineKind::Looked,
        };
        match &mark.shape {
            MarkShape::Point { at } => sheet.cross(*at, kind, &mut lines),
            MarkShape::Line { from, to } => lines.push(sheet.line(*from, *to, kind)),
            MarkShape::Circle { center, radius } => {
                sheet.circle(*center, *radius, kind, &mut lines);
            }
            MarkShape::Polyline { points } => sheet.chain(points, kind, &mut lines),
        }
    }
    let acceleration = explanation.total / agent.body.mass;
    if acceleration != Vec2::ZERO {
        lines.push(sheet.line(center, center + acceleration, LineKind::Force));
    }
    lines
}

/// The lines for an agent: its outline, its velocity, and the one that it wants.
#[must_use]
pub fn agent_lines(agent: &AgentView, desired: DesiredVelocity, sheet: Sheet) -> Vec<DebugLine> {
    let mut lines = Vec::new();
    let body = &agent.body;
    sheet.circle(body.position, body.radius, LineKind::Agent, &mut lines);
    let nose = body.position + body.heading * body.radius;
    lines.push(sheet.line(body.position, nose, LineKind::Agent));
    let desired = sheet.plane.flat(desired.0);
    for (velocity, kind) in [
        (desired, LineKind::Desired),
        (body.velocity, LineKind::Velocity),
    ] {
        if velocity != Vec2::ZERO {
            lines.push(sheet.line(body.position, body.position + velocity, kind));
        }
    }
    lines
}

/// The lines for the outline of a wall or an obstacle where it stands.
#[must_use]
pub fn obstacle_lines(obstacle: &ObstacleView<'_>, sheet: Sheet) -> Vec<DebugLine> {
    let kind = if obstacle.temporary {
        LineKind::Temporary
    } else {
        LineKind::Level
    };
    let hull = obstacle.hull();
    let points: Vec<Vec2> = (hull.points().iter())
        .map(|point| *point + hull.offset())
        .collect();
    let rounding = hull.rounding();
    let mut lines = Vec::new();
    if let [center] = points[..] {
        sheet.circle(center, rounding, kind, &mut lines);
        return lines;
    }
    let mut outline = points.clone();
    outline.extend(points.first());
    if rounding == 0.0 {
        sheet.chain(&outline, kind, &mut lines);
    } else {
        for pair in outline.windows(2) {
            let side = (pair[1] - pair[0]).normalize_or_zero().perp() * -rounding;
            lines.push(sheet.line(pair[0] + side, pair[1] + side, kind));
        }
        for point in &points {
            sheet.circle(*point, rounding, kind, &mut lines);
        }
    }
    lines
}
