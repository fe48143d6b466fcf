//! Calls about walls, obstacles and markers.

use glam::Vec2;

use super::no_such;
use crate::avoid::{VelocityChange, check_changes};
use crate::range::{Parameters, Range};
use crate::walker::{MarkerId, ObstacleId};
use crate::world::World;
use crate::world::spec::{ObstacleSpec, ObstacleView, Pose, WorldError};
use crate::world::store::Marker;

impl World {
    /// Adds a wall or an obstacle.
    ///
    /// # Errors
    /// If its velocity isn't finite, or its floor makes no sense.
    pub fn insert_obstacle(&mut self, spec: ObstacleSpec) -> Result<ObstacleId, WorldError> {
        spec.check()?;
        self.senses.stale = true;
        Ok(self.obstacles.insert(spec))
    }

    /// Takes a wall or an obstacle out.
    ///
    /// # Errors
    /// If there is no such obstacle.
    pub fn remove_obstacle(&mut self, id: ObstacleId) -> Result<(), WorldError> {
        self.senses.stale = true;
        if self.obstacles.remove(id) {
            Ok(())
        } else {
            Err(no_such("obstacle", id.0))
        }
    }

    /// Lets the next step take an obstacle to a pose: straight, turning evenly and the shorter way
    /// round. Whom it runs into on the way is taken along, however fast it is (contacts on); then it
    /// rests. Agents take it to go on as in that step, and keep out of its way. A game that moves doors,
    /// carts and lifts itself says so before each step. To put
    /// one somewhere else without a way there, use [`World::place_obstacle`].
    ///
    /// ```
    /// use sidestep::Vec2;
    /// use sidestep::geometry::Segment;
    /// use sidestep::motion::Body;
    /// use sidestep::world::{AgentSpec, ObstacleSpec, Pose, World, WorldSettings};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let mut world = World::new(WorldSettings::default())?;
    /// // A door of 2 m with its hinge at the origin, and somebody in its way.
    /// let door = Segment::new(Vec2::ZERO, Vec2::new(2.0, 0.0))?;
    /// let door = world.insert_obstacle(ObstacleSpec::new(door))?;
    /// let body = Body::new(Vec2::new(1.0, 1.0), 0.3, 1.4);
    /// let somebody = world.insert_agent(AgentSpec::new(body))?;
    /// // It swings by a quarter turn at once.
    /// let open = Pose { center: Vec2::new(0.0, 1.0), angle: std::f32::consts::FRAC_PI_2 };
    /// world.move_obstacle(door, open)?;
    /// world.step(1.0 / 30.0)?;
    /// let place = world.agent(somebody).expect("somebody").body.position;
    /// assert!(place.x < -0.29, "pushed ahead of it: {place}");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// If there is no such obstacle, or a number isn't finite.
    pub fn move_obstacle(&mut self, id: ObstacleId, pose: Pose) -> Result<(), WorldError> {
        pose.check()?;
        if self.obstacles.set_next(id, pose) {
            Ok(())
        } else {
            Err(no_such("obstacle", id.0))
        }
    }

    /// Puts an obstacle somewhere else, turned as the pose says, and says its velocity from now on
    /// (m/s). It keeps its id. In the steps that follow it moves on at that velocity, but doesn't
    /// turn. Nobody between is taken along: for what moves there is [`World::move_obstacle`].
    ///
    /// ```
    /// use sidestep::Vec2;
    /// use sidestep::geometry::ConvexPolygon;
    /// use sidestep::world::{ObstacleSpec, Pose, World, WorldSettings};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let mut world = World::new(WorldSettings::default())?;
    /// let door = ConvexPolygon::rectangle(Vec2::new(5.0, 0.0), Vec2::new(1.0, 0.1), 0.0)?;
    /// let door = world.insert_obstacle(ObstacleSpec::new(door))?;
    /// // It stands open now, a quarter turned about its hinge at (4.5, 0).
    /// let open = Pose { center: Vec2::new(4.5, 0.5), angle: std::f32::consts::FRAC_PI_2 };
    /// world.place_obstacle(door, open, Vec2::ZERO)?;
    /// assert_eq!(world.obstacle(door).map(|door| door.pose), Some(open));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// If there is no such obstacle, or a number isn't finite.
    pub fn place_obstacle(
        &mut self,
        id: ObstacleId,
        pose: Pose,
        velocity: Vec2,
    ) -> Result<(), WorldError> {
        pose.check()?;
        Range::Finite.check_vector("velocity", velocity)?;
        self.senses.stale = true;
        if self.obstacles.set_pose(id, pose, velocity) {
            Ok(())
        } else {
            Err(no_such("obstacle", id.0))
        }
    }

    /// Says how far in all an obstacle is from where its shape was given (m), and its velocity from
    /// now on (m/s). To say where it *is*, use [`World::place_obstacle`].
    ///
    /// # Errors
    /// If there is no such obstacle, or a coordinate isn't finite.
    pub fn offset_obstacle(
        &mut self,
        id: ObstacleId,
        offset: Vec2,
        velocity: Vec2,
    ) -> Result<(), WorldError> {
        Range::Finite.check_vector("offset", offset)?;
        Range::Finite.check_vector("velocity", velocity)?;
        self.senses.stale = true;
        if self.obstacles.set_motion(id, offset, velocity) {
            Ok(())
        } else {
            Err(no_such("obstacle", id.0))
        }
    }

    /// Announces how an obstacle's velocity will change, the soonest change first: agents then meet it
    /// on that course, before it turns the corner. Replaces what was announced before; nothing takes
    /// it back. It moves nothing: when a change is due, the caller sets the velocity, as ever. Without
    /// it agents go by its velocity and how that has changed in the last two steps.
    ///
    /// ```
    /// use sidestep::Vec2;
    /// use sidestep::avoid::VelocityChange;
    /// use sidestep::geometry::ConvexPolygon;
    /// use sidestep::motion::Body;
    /// use sidestep::world::{AgentSpec, ObstacleSpec, World, WorldSettings};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let mut world = World::new(WorldSettings::default())?;
    /// let cart = ConvexPolygon::rectangle(Vec2::new(-3.0, 2.0), Vec2::new(1.2, 1.2), 0.0)?;
    /// let mut cart = ObstacleSpec::new(cart);
    /// cart.velocity = Vec2::new(2.0, 0.0);
    /// let cart = world.insert_obstacle(cart)?;
    /// let somebody = world.insert_agent(AgentSpec::new(Body::new(Vec2::ZERO, 0.3, 1.4)))?;
    /// // In 1.5 s, right above that one, the cart will turn down.
    /// let turn = VelocityChange { after: 1.5, velocity: Vec2::new(0.0, -2.0) };
    /// world.announce_obstacle(cart, &[turn])?;
    /// for _ in 0..30 {
    ///     world.step(1.0 / 30.0)?;
    /// }
    /// let place = world.agent(somebody).expect("somebody").body.position;
    /// assert!(place.length() > 0.3, "on its way already: {place}");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// If there is no such obstacle, a number isn't finite, a time is negative, or a change is before
    /// the one in front of it.
    pub fn announce_obstacle(
        &mut self,
        id: ObstacleId,
        changes: &[VelocityChange],
    ) -> Result<(), WorldError> {
        check_changes(changes)?;
        if self.obstacles.announce(id, changes) {
            Ok(())
        } else {
            Err(no_such("obstacle", id.0))
        }
    }

    /// An obstacle as it stands now, if it is in the world.
    #[must_use]
    pub fn obstacle(&self, id: ObstacleId) -> Option<ObstacleView<'_>> {
        self.obstacles.get(id)
    }

    /// All walls and obstacles as they stand now, in order of id.
    pub fn obstacles(&self) -> impl Iterator<Item = ObstacleView<'_>> {
        self.obstacles.iter()
    }

    /// Adds a marker, a point (m) that behaviours and goals can aim at and the caller moves.
    ///
    /// # Errors
    /// If a coordinate isn't finite.
    pub fn insert_marker(&mut self, position: Vec2) -> Result<MarkerId, WorldError> {
        Range::Finite.check_vector("position", position)?;
        self.markers.push(Marker {
            position,
            previous: position,
            velocity: Vec2::ZERO,
        });
        Ok(MarkerId(self.markers.len() as u32 - 1))
    }

    /// Puts a marker somewhere else (m), at rest: for one that is used again for something else.
    ///
    /// # Errors
    /// If there is no such marker, or a coordinate isn't finite.
    pub fn place_marker(&mut self, id: MarkerId, position: Vec2) -> Result<(), WorldError> {
        self.move_marker(id, position)?;
        let marker = &mut self.markers[id.0 as usize];
        (marker.previous, marker.velocity) = (position, Vec2::ZERO);
        Ok(())
    }

    /// Moves a marker (m).
    ///
    /// # Errors
    /// If there is no such marker, or a coordinate isn't finite.
    pub fn move_marker(&mut self, id: MarkerId, position: Vec2) -> Result<(), WorldError> {
        Range::Finite.check_vector("position", position)?;
        match self.markers.get_mut(id.0 as usize) {
            Some(marker) => {
                marker.position = position;
                Ok(())
            }
            None => Err(no_such("marker", id.0)),
        }
    }
}
