//! Placement: makes a [`Layout`] of a scene, in which nothing is left to chance or to names.
//!
//! Everything random comes from the scene's seed, through a generator that is part of this crate
//! (see [`random`]) and gives the same numbers everywhere. Each obstacle, agent, start and goal
//! draws from a stream of its own. So another number of agents leaves the obstacles and the agents
//! before as they are, except where a place is no longer free.
//!
//! The order: listed obstacles, scattered obstacles, agents with given starts, agents with random
//! starts, random goals. What is placed keeps off what was placed before; a place is drawn anew
//! until it is free, up to [`MOST_TRIES`] times.

mod agents;
mod clearing;
mod formations;
mod goals;
mod layout;
mod layout_agent;
mod layout_behavior;
mod layout_formation;
mod layout_obstacle;
mod level;
mod obstacles;
pub mod random;
mod track;

pub use clearing::MOST_TRIES;
pub use goals::GoalDrawer;
pub(crate) use goals::towards_first_goal;
pub use layout::{Layout, LayoutGroup, LayoutTarget, topology};
pub use layout_agent::{LayoutAgent, LayoutGoal, LayoutGoalKind};
pub use layout_behavior::{Aim, LayoutBehavior, LayoutBehaviorKind};
pub use layout_formation::{LayoutAnchor, LayoutFormation};
pub use layout_obstacle::{LayoutObstacle, Motion};
pub use level::LayoutLevel;
pub(crate) use obstacles::wall_pieces;
pub use track::Track;

use crate::format::{Scene, SceneError};

impl Layout {
    /// Decides everything about a scene. The same scene and seed always give the same layout, and
    /// one more agent changes nothing about the obstacles and the other agents drawn before it.
    ///
    /// # Errors
    /// [`SceneError::Invalid`] when the scene's parts don't fit together, when an agent is listed
    /// inside an obstacle, a wall or beyond the edges, or it or a goal has no ground on the level, or when there is no room for all that should
    /// be placed at random.
    pub fn new(scene: &Scene) -> Result<Self, SceneError> {
        scene.check()?;
        let bounds = obstacles::bounds(scene);
        let walls = obstacles::walls(scene);
        let obstacles = obstacles::place(scene, bounds, &walls)?;
        let mut layout = Self {
            name: scene.name().to_owned(),
            title: scene.title.clone(),
            seed: scene.seed.get(),
            dt: scene.dt.get(),
            steps: scene.steps(),
            method: scene.method.clone(),
            settle: scene.settle,
            decide_every: scene.decide_every.single(),
            stop_when_arrived: scene.stop_when_arrived,
            bounds,
            level: LayoutLevel::of(scene)?,
            walls,
            obstacles,
            targets: scene.targets.iter().map(LayoutTarget::of).collect(),
            links: scene.links.iter().map(link).collect(),
            groups: agents::groups(scene),
            agents: Vec::new(),
            formations: Vec::new(),
            parameters: scene.parameters,
        };
        layout.agents = agents::place(scene, &layout)?;
        goals::resolve(scene, &mut layout)?;
        layout.formations = formations::formations(scene, &layout);
        Ok(layout)
    }
}

fn link(link: &crate::format::Link) -> sidestep::world::Link {
    sidestep::world::Link {
        from: link.from.single(),
        to: link.to.single(),
        seconds: link.seconds.single(),
    }
}
