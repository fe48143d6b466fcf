//! The question whether an obstacle would close somebody's way, before it is put there.

use glam::Vec2;

use super::no_such;
use crate::avoid::detour::{
    BarrierKind, Blocker, ClosedBy, Detour, DetourMemory, DetourQuery, DetourScratch, Outcome,
};
use crate::range::Parameters;
use crate::space::{Clusters, Filter};
use crate::walker::{AgentId, Objective, ObstacleId, Target};
use crate::world::World;
use crate::world::spec::{ObstacleSpec, WorldError};
use crate::world::store::Agent;

/// How far from the straight way it is looked for one, in radii: as far as a blocked agent looks.
const REACH: f32 = 200.0;

/// The obstacle that is asked about: no other has this name, as ids count up from 0.
const ASKED: Blocker = Blocker::Obstacle(u32::MAX);

impl World {
    /// Whom an obstacle would leave without a way to its goal if it stood there from now on, in
    /// order of id: what a game asks before it drops a crate, closes a door or lets a player build.
    /// With `instead_of`, an obstacle that is there already is taken for gone, as when it is dragged
    /// somewhere else. Nothing changes, and the steps that follow are the same bit for bit.
    ///
    /// Those are listed who have a way now and would have none, however far round within 200 radii
    /// of the straight one. Walls and obstacles at rest count; agents don't, as they may step
    /// aside, nor does what moves. Links aren't taken for ways, and of walkable space only those edges count
    /// that are walls of the world ([`World::insert_edges`]). Who has no place to go to can't be
    /// cut off from it.
    ///
    /// It costs about one query for a detour an agent, and an index of all obstacles: ask when
    /// something is about to fall, not in each step of a crowd.
    ///
    /// ```
    /// use sidestep::Vec2;
    /// use sidestep::geometry::{ConvexPolygon, Segment};
    /// use sidestep::motion::Body;
    /// use sidestep::world::{AgentSpec, Goal, ObstacleSpec, World, WorldSettings};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let mut world = World::new(WorldSettings::default())?;
    /// // A room with one door of 2 m.
    /// let corners = [(4.0, 1.0), (4.0, 5.0), (-5.0, 5.0), (-5.0, -5.0), (4.0, -5.0), (4.0, -1.0)];
    /// for ends in corners.windows(2) {
    ///     let wall = Segment::new(Vec2::from(ends[0]), Vec2::from(ends[1]))?;
    ///     world.insert_obstacle(ObstacleSpec::new(wall))?;
    /// }
    /// let body = Body::new(Vec2::ZERO, 0.4, 1.4);
    /// let guest = AgentSpec::new(body).with_goal(Goal::point(Vec2::new(9.0, 0.0), 0.2));
    /// let guest = world.insert_agent(guest)?;
    /// let crate_at = |y| -> Result<_, Box<dyn std::error::Error>> {
    ///     let shape = ConvexPolygon::rectangle(Vec2::new(4.0, y), Vec2::splat(1.5), 0.0)?;
    ///     Ok(ObstacleSpec::new(shape).temporary())
    /// };
    /// assert_eq!(world.would_close(&crate_at(0.0)?, None)?, [guest]);
    /// assert!(world.would_close(&crate_at(3.0)?, None)?.is_empty());
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// If a number of the obstacle is out of its range, or there is no obstacle `instead_of`.
    pub fn would_close(
        &self,
        obstacle: &ObstacleSpec,
        instead_of: Option<ObstacleId>,
    ) -> Result<Vec<AgentId>, WorldError> {
        obstacle.clone().check()?;
        if let Some(id) = instead_of
            && self.obstacle(id).is_none()
        {
            return Err(no_such("obstacle", id.0));
        }
        let asked: Vec<Asker> = (self.agents.iter())
            .filter(|agent| agent.profile.is_steered() && !agent.memory.arrived)
            .filter_map(|agent| self.asker(agent))
            .filter(|asker| asker.filter.meets(&obstacle.filter))
            .collect();
        let width = (asked.iter()).fold(0.1_f32, |width, it| {
            width.max(2.0 * (it.radius + it.clearance))
        });
        let now = self.standing(width);
        let mut then = now.clone();
        if let Some(id) = instead_of {
            then.remove(Blocker::Obstacle(id.0));
        }
        let kind = BarrierKind::of(obstacle.temporary);
        then.insert(ASKED, kind, &obstacle.shape, Vec2::ZERO, obstacle.filter);
        let mut scratch = DetourScratch::default();
        let mut is_cut_off = |it: &Asker, standing| it.is_cut_off(standing, &mut scratch);
        // Most have a way afterwards, so that is asked first.
        let closed = (asked.iter()).filter(|it| is_cut_off(it, &then) && !is_cut_off(it, &now));
        Ok(closed.map(|it| it.id).collect())
    }

    /// An agent that has somewhere to go.
    fn asker(&self, agent: &Agent) -> Option<Asker> {
        let from = agent.body.position;
        let goals = agent.goals.as_goals();
        let to = match goals.get(agent.memory.goal())?.objective {
            Objective::Reach { target, .. } => match target {
                Target::Point(point) => point,
                Target::Marker(id) => self.markers.get(id.0 as usize)?.position,
                Target::Agent(id) => self.agents[self.seat(id).ok()?].body.position,
            },
            Objective::Enter { min, max, aim } => aim.unwrap_or(from.clamp(min, max)),
            _ => return None,
        };
        Some(Asker {
            id: agent.id,
            from,
            to: self.settings.topology.nearest_image(from, to),
            radius: agent.body.radius,
            clearance: agent.profile.detouring.clearance(),
            filter: Filter {
                floor: agent.memory.floor(),
                ..agent.profile.filter
            },
        })
    }

    /// All walls and obstacles at rest. Gaps narrower than `width` (m) are closed.
    fn standing(&self, width: f32) -> Clusters {
        let mut clusters = Clusters::new(width, self.settings.topology);
        let at_rest =
            (self.obstacles()).filter(|it| it.velocity == Vec2::ZERO && it.next.is_none());
        for it in at_rest {
            let (name, kind) = (Blocker::Obstacle(it.id.0), BarrierKind::of(it.temporary));
            clusters.insert(name, kind, it.shape, it.offset, it.filter);
        }
        clusters
    }
}

/// An agent on its way somewhere.
#[derive(Debug)]
struct Asker {
    id: AgentId,
    /// Where it is (m).
    from: Vec2,
    /// Where it goes (m).
    to: Vec2,
    radius: f32,
    /// Distance that it keeps besides (m).
    clearance: f32,
    filter: Filter,
}

impl Asker {
    /// Whether it is sure that no way leads to its goal past what stands there.
    fn is_cut_off(&self, standing: &Clusters, scratch: &mut DetourScratch) -> bool {
        let detour = Detour {
            clearance: self.clearance,
            neighborhood: REACH * self.radius,
            ..Detour::for_radius(self.radius)
        };
        let mut barriers = Vec::new();
        let area = detour.area(self.from, self.to, self.radius);
        standing.gather(area, &self.filter, &mut barriers);
        let query = DetourQuery {
            from: self.from,
            to: self.to,
            radius: self.radius,
            barriers: &barriers,
            walls_too: true,
        };
        let answer = detour.find(&query, &mut DetourMemory::default(), scratch);
        matches!(
            answer.outcome,
            Outcome::Blocked {
                closed_by: ClosedBy::Ring | ClosedBy::Wall { .. },
                ..
            }
        )
    }
}
