//! What the caller says about an agent.

use glam::Vec2;

use crate::motion::Body;
use crate::range::{OutOfRange, Parameter, Parameters};
use crate::walker::{AgentId, Goal, Preset, Profile};

/// Everything that the caller says about an agent when it comes.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct AgentSpec {
    /// Its stable id, or `None` for the next one above all that were given, as far as these are
    /// below 2⁶³. Give ids where the order of insertion may change but the result may not.
    pub id: Option<AgentId>,
    /// Where it is and what it can do.
    pub body: Body,
    /// Its goals, behaviours and methods.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub profile: Profile,
}

impl AgentSpec {
    /// An agent that walks at the body's largest speed, arrives at its goals, and avoids obstacles
    /// and others by the default methods: [`Profile::for_body`].
    #[must_use]
    pub fn new(body: Body) -> Self {
        Self {
            id: None,
            body,
            profile: Profile::for_body(&body),
        }
    }

    /// An agent of a kind that a designer knows by name, at rest at a place (m), in a group
    /// ([`Profile::group`]).
    #[must_use]
    pub fn of_preset(preset: Preset, group: u32, position: Vec2) -> Self {
        Self {
            id: None,
            body: preset.body(position),
            profile: preset.profile(group),
        }
    }

    /// The same agent with this goal only.
    #[must_use]
    pub fn with_goal(mut self, goal: Goal) -> Self {
        self.profile.goals = vec![goal];
        self
    }
}

impl Parameters for AgentSpec {
    fn parameters(&mut self) -> Vec<Parameter<'_>> {
        let mut parameters = self.body.parameters();
        parameters.extend(self.profile.parameters());
        parameters
    }

    fn check(&self) -> Result<(), OutOfRange> {
        self.body.check().map_err(|error| error.of("body"))?;
        self.profile.check()
    }
}
