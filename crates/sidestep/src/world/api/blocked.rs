//! Calls about agents that find no way.

use glam::Vec2;

use crate::avoid::detour::Blocker;
use crate::geometry::{Circle, Hull, Shape};
use crate::range::Parameters;
use crate::walker::{AgentId, BlockedWay, Link, ObstacleId};
use crate::world::World;
use crate::world::spec::{BlockedAgent, BlockedAnswer, WorldError};
use crate::world::store::Agent;

/// How far past what it gets over an agent's centre comes down, in radii.
const PAST: f32 = 1.5;

impl World {
    /// The agents that find no way to where they want to go, in order of id. A game polls this and
    /// [answers](Self::answer_blocked), takes away one of the obstacles that block, or
    /// [puts](Self::place_agent) the agent elsewhere.
    pub fn blocked(&self) -> impl Iterator<Item = BlockedAgent> + '_ {
        self.agents.iter().filter_map(|agent| {
            let blocked = agent.memory.blocked()?;
            (self.time >= blocked.silent_until).then(|| {
                let (place, beyond) = self.where_to_resolve(agent, blocked).unzip();
                BlockedAgent {
                    agent: agent.id,
                    since: blocked.since,
                    by: blocked.by.clone(),
                    closed_by: blocked.closed_by,
                    goal: blocked.goal,
                    place,
                    beyond,
                }
            })
        })
    }

    /// The place on what closes an agent's way that is nearest to it, and the one past all of that,
    /// towards its goal (m).
    fn where_to_resolve(&self, agent: &Agent, blocked: &BlockedWay) -> Option<(Vec2, Vec2)> {
        let topology = self.settings.topology;
        let (from, radius) = (agent.body.position, agent.body.radius);
        let towards = topology.between(from, blocked.goal).normalize_or_zero();
        let mut nearest: Option<(f32, Vec2)> = None;
        let mut furthest = 0.0f32;
        let mut look = |hull: Hull<'_>| {
            let surface = hull.surface(from);
            if nearest.is_none_or(|(least, _)| surface.distance < least) {
                nearest = Some((surface.distance, surface.point));
            }
            furthest = furthest.max(hull.reach(from, towards).max(0.0) + hull.rounding());
        };
        for blocker in &blocked.by {
            match *blocker {
                Blocker::Obstacle(id) => {
                    if let Some(view) = self.obstacles.get(ObstacleId(id)) {
                        let middle = view.shape.hull(view.offset).center();
                        let lap = topology.nearest_image(from, middle) - middle;
                        look(view.shape.hull(view.offset + lap));
                    }
                }
                Blocker::Agent(id) => {
                    if let Some(other) = self.agent(AgentId(id)) {
                        let at = topology.nearest_image(from, other.body.position);
                        if let Ok(disc) = Circle::new(at, other.body.radius) {
                            look(Shape::from(disc).hull(Vec2::ZERO));
                        }
                    }
                }
            }
        }
        let beyond = from + towards * (furthest + PAST * radius);
        nearest.map(|(_, place)| (place, beyond))
    }

    /// Tells a blocked agent how to go on. One that isn't blocked (any more) does nothing about it.
    ///
    /// # Errors
    /// If there is no such agent, or a number is out of range.
    pub fn answer_blocked(&mut self, id: AgentId, answer: BlockedAnswer) -> Result<(), WorldError> {
        answer.check()?;
        let time = self.time;
        let seat = self.seat(id)?;
        let Some(blocked) = self.agents[seat].memory.blocked_mut() else {
            return Ok(());
        };
        match answer {
            BlockedAnswer::Wait { seconds } => blocked.silent_until = time + f64::from(seconds),
            BlockedAnswer::Replan => blocked.replan = true,
        }
        Ok(())
    }

    /// Sends an agent over a link, blocked or not: it walks to where the link begins, goes over or
    /// through everything to where it ends, and on from there.
    ///
    /// # Errors
    /// If there is no such agent, a coordinate isn't finite, or the time isn't above 0.
    pub fn jump(&mut self, id: AgentId, link: Link) -> Result<(), WorldError> {
        link.check()?;
        let seat = self.seat(id)?;
        self.agents[seat].memory.begin_jump(link);
        Ok(())
    }

    /// Adds a jump that any agent may take that has been blocked for half a second and finds it on
    /// its way: it is taken if the straight way to its start is free and it ends nearer to where
    /// the agent wants to go.
    ///
    /// # Errors
    /// If a coordinate isn't finite, or the time isn't above 0.
    pub fn insert_link(&mut self, link: Link) -> Result<(), WorldError> {
        link.check()?;
        self.links.push(link);
        Ok(())
    }

    /// Puts other jumps in the place of all that any agent may take. Who is on its way over one goes
    /// on.
    ///
    /// # Errors
    /// If a number of a link is out of its range. Nothing has changed then.
    pub fn set_links(&mut self, links: Vec<Link>) -> Result<(), WorldError> {
        (links.iter().enumerate()).try_for_each(|(index, link)| {
            (link.check()).map_err(|error| error.of(format_args!("links[{index}]")))
        })?;
        self.links = links;
        Ok(())
    }

    /// The jumps that any agent may take.
    #[must_use]
    pub fn links(&self) -> &[Link] {
        &self.links
    }
}
