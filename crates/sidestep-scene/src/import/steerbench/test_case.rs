//! What a SteerBench test case says, as it says it: the plane is x and z, y points up, angles are
//! in degrees.

use glam::DVec3;

use crate::format::ConvexPolygon;
use crate::import::Fault;

/// A test case, before anything is placed or converted.
#[derive(Clone, Debug, PartialEq)]
pub struct TestCase {
    /// Name, description and bounds.
    pub header: Header,
    /// Agents and regions full of agents, in the order of the file.
    pub agents: Vec<AgentSpec>,
    /// Emitters, in the order of the file. Each keeps one agent in the world.
    pub emitters: Vec<AgentSpec>,
    /// Obstacles in fixed places, in the order of the file.
    pub obstacles: Vec<Obstacle>,
    /// Regions full of square obstacles in random places, in the order of the file.
    pub obstacle_regions: Vec<ObstacleRegion>,
    /// Suggested views; hints for viewers.
    pub cameras: Vec<Camera>,
    /// What the reader passed over or put right (at most 100): elements that the format leaves
    /// without meaning, and bounds given the wrong way round.
    pub remarks: Vec<Fault>,
}

/// The head of a test case.
#[derive(Clone, Debug, PartialEq)]
pub struct Header {
    /// Version of the format: `1.0`, `1.1` or `1.2`.
    pub version: String,
    /// Name, as written.
    pub name: String,
    /// Where agents with a random position may start. No wall.
    pub world_bounds: Bounds,
    /// Text for people.
    pub description: Option<String>,
    /// Text for people; nothing reads it.
    pub passing_criteria: Option<String>,
}

/// A box along the axes (m). The smallest corner is never above the largest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// Smallest corner.
    pub min: DVec3,
    /// Largest corner.
    pub max: DVec3,
}

/// A place or a direction that may be left to chance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Place {
    /// As given (m for places, without unit for directions).
    Fixed(DVec3),
    /// Left to chance.
    Random,
}

/// Where the agents of an [`AgentSpec`] start.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum StartPlace {
    /// At a point (m).
    Fixed(DVec3),
    /// Anywhere within the world bounds.
    RandomInWorld,
    /// Anywhere within a region.
    RandomIn(Bounds),
}

/// One agent, an emitter, or a region full of agents that are alike.
#[derive(Clone, Debug, PartialEq)]
pub struct AgentSpec {
    /// Name by which the goals of others may refer to it; empty when there is none.
    pub name: String,
    /// How many agents; 1 unless it is a region.
    pub count: u32,
    /// Where they start.
    pub start: StartPlace,
    /// Heading at the start, not necessarily of length 1; zero where the file has none.
    pub direction: Place,
    /// Radius (m), 0.5 where the file has none.
    pub radius: f64,
    /// Speed at the start along the heading (m/s), 0 where the file has none.
    pub speed: f64,
    /// Colour: red, green, blue from 0 to 1.
    pub color: Option<Place>,
    /// What to do, in order. Empty: nothing.
    pub goals: Vec<Goal>,
}

/// One thing to do.
#[derive(Clone, Debug, PartialEq)]
pub struct Goal {
    /// What to do.
    pub task: Task,
    /// Speed to go at (m/s); `None` leaves it to the steering method.
    pub desired_speed: Option<f64>,
    /// Time after which to turn to the next goal (s), 100000 where the file has none. As written:
    /// files hold values such as 3e33, and no known steering method heeds it.
    pub time_duration: f64,
    /// `targetDirection`, which any goal may have.
    pub target_direction: Option<Place>,
    /// Steering method that the file asks for, with its parameters.
    pub behaviour: Option<Behaviour>,
}

/// What a goal asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum Task {
    /// Go to a point.
    SeekPoint(Place),
    /// Get away from a point.
    FleePoint(Place),
    /// Chase an agent.
    SeekAgent(Quarry),
    /// Get away from an agent.
    FleeAgent(Quarry),
    /// Move along a direction.
    FlowAlong(Place),
    /// Follow a flow.
    FollowFlow(Flow),
    /// Stay put.
    Idle,
    /// Go with a group; no steering method uses it.
    Group,
    /// Enter a box.
    EnterBox {
        /// The box.
        bounds: Bounds,
        /// Where to steer to; the middle of the box where the file has none.
        steer_to: Option<Place>,
    },
}

/// An agent to chase or to flee.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Quarry {
    /// The agent of this name.
    Named(String),
    /// Any agent.
    Random,
}

/// Kinds of flow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// With the crowd.
    Crowd,
    /// As a flock.
    Boids,
    /// Carried along.
    Advect,
    /// Anything else.
    Other,
}

/// A steering method that a goal asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Behaviour {
    /// Name of the method.
    pub steering_algorithm: Option<String>,
    /// Keys and values, in the order of the file.
    pub parameters: Vec<(String, String)>,
}

/// An obstacle in a fixed place.
#[derive(Clone, Debug, PartialEq)]
pub enum Obstacle {
    /// A box along the axes.
    Box(Bounds),
    /// A standing cylinder.
    Circle {
        /// Centre of the base (m).
        center: DVec3,
        /// Radius (m).
        radius: f64,
        /// Height (m).
        height: f64,
    },
    /// A turned box.
    OrientedBox(OrientedBox),
    /// A wall that may have a doorway.
    OrientedWall {
        /// The wall without the doorway.
        wall: OrientedBox,
        /// The doorway.
        doorway: Option<Doorway>,
    },
    /// A closed polygon.
    Polygon {
        /// Corners as written (m).
        vertices: Vec<DVec3>,
        /// What the outline encloses, as convex polygons in x and z. An outline that crosses
        /// itself, as some published ones do, encloses whatever it goes round.
        parts: Vec<ConvexPolygon>,
    },
}

/// A box turned about the vertical axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OrientedBox {
    /// Centre of the base (m).
    pub center: DVec3,
    /// Full lengths along its own axes (m).
    pub size: DVec3,
    /// Turn about the y axis (degrees): its own axis x points to (cos, −sin) in x and z.
    pub theta_y: f64,
}

/// A gap in a wall.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Doorway {
    /// Middle of the door along the wall, from the middle of the wall (m); `None` leaves it to
    /// chance.
    pub offset: Option<f64>,
    /// Half the width of the door (m), 1 where the file has none.
    pub radius: f64,
}

/// A region full of square obstacles in random places.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ObstacleRegion {
    /// How many.
    pub count: u32,
    /// Side of each square (m).
    pub size: f64,
    /// Height of each (m).
    pub height: f64,
    /// Where they may stand.
    pub bounds: Bounds,
}

/// A suggested view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// Where the eye is (m).
    pub position: DVec3,
    /// What it looks at (m).
    pub look_at: DVec3,
    /// Which direction is up in the picture.
    pub up: DVec3,
    /// Vertical field of view (degrees).
    pub field_of_view: Option<f64>,
}
