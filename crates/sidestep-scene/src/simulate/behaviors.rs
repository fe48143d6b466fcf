//! Behaviours of a layout in the world, with the engine's defaults where the scene says nothing.

use sidestep::steer::{FollowLeader, FollowPath, Wander};
use sidestep::world::{
    AgentId, Aim as EngineAim, Around, Behavior, MarkerId, Target, WeightedBehavior,
};

use crate::place::{Aim, LayoutAgent, LayoutBehavior, LayoutBehaviorKind};

/// Seconds that pursuit and evasion look ahead.
const HORIZON: f32 = 2.0;

/// Distance within which something is fled or hidden from, in radii.
const FEAR: f32 = 25.0;

/// Distance within which others count for flocking, in radii.
const FLOCK: f32 = 12.0;

/// A behaviour as the engine has it.
pub(super) fn behavior(
    behavior: &LayoutBehavior,
    agent: &LayoutAgent,
    markers: &[MarkerId],
) -> WeightedBehavior {
    let context = Context { agent, markers };
    WeightedBehavior {
        behavior: context.kind(&behavior.kind),
        weight: behavior.weight,
    }
}

struct Context<'a> {
    agent: &'a LayoutAgent,
    markers: &'a [MarkerId],
}

impl Context<'_> {
    fn kind(&self, kind: &LayoutBehaviorKind) -> Behavior {
        let radius = self.agent.radius;
        match kind {
            LayoutBehaviorKind::Seek { aim } => Behavior::Seek(self.aim(*aim)),
            LayoutBehaviorKind::Flee { aim, distance } => {
                Behavior::Flee(self.aim(*aim), distance.unwrap_or(FEAR * radius))
            }
            LayoutBehaviorKind::Arrive {
                aim,
                slowing_distance,
            } => Behavior::Arrive {
                aim: self.aim(*aim),
                slowing_distance: slowing_distance.unwrap_or(0.0),
            },
            LayoutBehaviorKind::Pursue { aim, horizon } => {
                Behavior::Pursue(self.aim(*aim), horizon.unwrap_or(HORIZON))
            }
            LayoutBehaviorKind::Evade {
                aim,
                horizon,
                distance,
            } => Behavior::Evade {
                hunter: self.aim(*aim),
                horizon: horizon.unwrap_or(HORIZON),
                distance: distance.unwrap_or(FEAR * radius),
            },
            LayoutBehaviorKind::Wander {
                distance,
                radius: circle,
                turn_rate,
            } => {
                let usual = Wander::for_radius(radius);
                Behavior::Wander(Wander {
                    distance: distance.unwrap_or(usual.distance),
                    radius: circle.unwrap_or(usual.radius),
                    // The place on the circle moves by about half a turn within a period.
                    period: turn_rate.map_or(usual.period, |rate| std::f32::consts::PI / rate),
                })
            }
            LayoutBehaviorKind::FollowPath {
                points,
                closed,
                radius: corridor,
                horizon,
            } => {
                let usual = FollowPath::for_radius(radius);
                Behavior::FollowPath {
                    path: points.to_vec(),
                    parameters: FollowPath {
                        look_ahead: horizon
                            .map_or(usual.look_ahead, |seconds| seconds * self.agent.speed),
                        corridor_radius: corridor.unwrap_or(usual.corridor_radius),
                        closed: *closed,
                    },
                }
            }
            LayoutBehaviorKind::Hide { aim, distance } => Behavior::Hide {
                from: self.aim(*aim),
                distance: distance.unwrap_or(FEAR * radius),
            },
            LayoutBehaviorKind::Interpose { first, second } => {
                Behavior::Interpose(agent_id(*first), agent_id(*second))
            }
            LayoutBehaviorKind::Separation { group, distance } => {
                Behavior::Separation(around(*group, distance.unwrap_or(radius)))
            }
            LayoutBehaviorKind::Alignment { group, distance } => {
                Behavior::Alignment(around(Some(*group), distance.unwrap_or(FLOCK * radius)))
            }
            LayoutBehaviorKind::Cohesion { group, distance } => {
                Behavior::Cohesion(around(Some(*group), distance.unwrap_or(FLOCK * radius)))
            }
            LayoutBehaviorKind::FollowLeader { leader, distance } => {
                let usual = FollowLeader::for_radius(radius);
                let parameters = FollowLeader {
                    behind: distance.unwrap_or(usual.behind),
                    ..usual
                };
                Behavior::FollowLeader(agent_id(*leader), parameters)
            }
            LayoutBehaviorKind::Queue { group, distance } => {
                Behavior::Queue(around(*group, distance.unwrap_or(4.0 * radius)))
            }
        }
    }

    fn aim(&self, aim: Aim) -> EngineAim {
        match aim {
            Aim::Goal => EngineAim::Goal,
            Aim::Point(point) => EngineAim::At(Target::Point(point)),
            Aim::Target(target) => EngineAim::At(Target::Marker(self.markers[target])),
            Aim::Agent(id) => EngineAim::At(Target::Agent(agent_id(id))),
        }
    }
}

fn agent_id(id: usize) -> AgentId {
    AgentId(id as u64)
}

fn around(group: Option<usize>, distance: f32) -> Around {
    Around {
        distance,
        group: group.map(|group| group as u32),
    }
}
