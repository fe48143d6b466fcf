//! From components to what the core is told about an agent.

use bevy_math::{Vec2, Vec3};
use sidestep::walker::Route;
use sidestep::world::{Control, WhenBlocked as CoreWhenBlocked};
use sidestep::{
    AgentId, AgentSpec, Body, Floor, Goal as CoreGoal, OnArrival as CoreOnArrival, Profile,
};

use crate::components::{Agent, AgentOverride, AgentTuning, Drive, OnArrival, Preset, WhenBlocked};
use crate::parents::Scale;
use crate::plane::Plane;

/// What the components of one entity say about it.
pub(crate) struct Said<'a> {
    pub agent: &'a Agent,
    pub preset: Option<&'a Preset>,
    pub tuning: Option<&'a AgentTuning>,
    pub replaced: Option<&'a AgentOverride>,
    pub drive: Drive,
    pub paused: bool,
    /// How large its transforms make it.
    pub scale: Scale,
}

impl Said<'_> {
    /// The spec of an agent at a place in space, without goals but those of an override.
    pub fn spec(&self, id: AgentId, plane: Plane, place: Vec3) -> AgentSpec {
        let position = plane.flat(place);
        let mut spec = match (self.replaced, self.preset) {
            (Some(AgentOverride(spec)), _) => {
                let mut spec = spec.clone();
                spec.body.position = position;
                spec
            }
            (None, Some(preset)) => self.of_preset(*preset, position),
            (None, None) => {
                AgentSpec::new(Body::new(position, self.radius(), self.agent.max_speed))
            }
        };
        spec.id = Some(id);
        if self.replaced.is_none()
            && let Some(tuning) = self.tuning
        {
            tune(&mut spec.profile, tuning);
            if let Some(height) = tuning.height {
                let feet = plane.height(place) - tuning.feet * self.scale.up;
                spec.profile.filter.floor = Floor {
                    low: feet,
                    high: feet + height * self.scale.up,
                };
            }
        }
        if self.paused || self.drive == Drive::Manual {
            spec.profile.control = Control::Driven;
        }
        spec
    }

    /// Radius of its disc in the world (m).
    fn radius(&self) -> f32 {
        self.agent.radius * self.scale.flat
    }

    fn of_preset(&self, preset: Preset, position: Vec2) -> AgentSpec {
        let group = self.tuning.map_or(0, |tuning| tuning.group);
        let mut body = preset.core().body(position);
        let usual = body;
        let mut profile = preset.core().profile(group);
        // The force that the kind's acceleration needs grows with the speed.
        body.limits.max_force *= self.agent.max_speed / usual.limits.max_speed;
        body.limits.max_speed = self.agent.max_speed;
        body.radius = self.radius();
        if body.radius != usual.radius {
            let sized = Profile::for_body(&body);
            profile.obstacle_avoidance = sized.obstacle_avoidance;
            profile.agent_avoidance = sized.agent_avoidance;
            profile.detouring = sized.detouring;
        }
        profile.preferred_speed = self.agent.max_speed;
        AgentSpec {
            id: None,
            body,
            profile,
        }
    }

    /// How near to a goal it has to come (m).
    pub fn arrival_distance(&self) -> f32 {
        let radius = match self.replaced {
            Some(AgentOverride(spec)) => spec.body.radius,
            None => self.radius(),
        };
        (self.tuning.and_then(|tuning| tuning.arrival_distance)).unwrap_or(radius * 0.5)
    }

    /// Goals that lead along a path to its last corner. On the way it needn't come to a corner
    /// nearer than it takes to brake, so that it doesn't slow down at each.
    pub fn path_goals(&self, plane: Plane, corners: &[Vec3]) -> Vec<CoreGoal> {
        let arrival = self.arrival_distance();
        let body = match self.replaced {
            Some(AgentOverride(spec)) => spec.body,
            None => Body::new(Vec2::ZERO, self.radius(), self.agent.max_speed),
        };
        let passing = body
            .braking_distance(body.limits.max_speed)
            .min(2.0 * body.radius)
            .max(arrival);
        let last = corners.len().saturating_sub(1);
        let goals = corners.iter().enumerate().map(|(index, corner)| {
            let radius = if index == last { arrival } else { passing };
            let mut goal = CoreGoal::point(plane.flat(*corner), radius);
            goal.height = self.has_height().then(|| plane.height(*corner));
            goal
        });
        goals.collect()
    }

    /// Whether floors lie above each other for it.
    pub fn has_height(&self) -> bool {
        self.tuning.is_some_and(|tuning| tuning.height.is_some())
    }
}

fn tune(profile: &mut Profile, tuning: &AgentTuning) {
    profile.group = tuning.group;
    if tuning.priority != 0 {
        profile.priority = tuning.priority;
    }
    if let Some(responsibility) = tuning.responsibility {
        profile.responsibility = responsibility;
    }
    if let Some(speed) = tuning.preferred_speed {
        profile.preferred_speed = speed;
    }
    if let Some(rate) = tuning.turn_rate {
        profile.turn_rate = rate;
    }
    if let Some(gap) = tuning.time_gap {
        profile.time_gap = gap;
    }
    profile.on_arrival = match tuning.on_arrival {
        OnArrival::Stop => CoreOnArrival::Stop,
        OnArrival::Despawn => CoreOnArrival::Remove,
        OnArrival::Continue => CoreOnArrival::Continue,
    };
    if let Some(when_blocked) = tuning.when_blocked {
        profile.when_blocked = match when_blocked {
            WhenBlocked::Replan => CoreWhenBlocked::Replan,
            WhenBlocked::Wait => CoreWhenBlocked::Wait,
            WhenBlocked::Press => CoreWhenBlocked::Press,
        };
    }
    if tuning.follows_paths {
        profile.route = Route::Walkable;
    }
    profile.filter.layers = tuning.layers;
    profile.filter.mask = tuning.mask;
}
