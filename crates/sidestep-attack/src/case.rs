//! What one trial is made of: a world, who is in it, and what happens there.

use glam::Vec2;
use sidestep::geometry::Shape;
use sidestep::motion::Body;
use sidestep::world::{AgentSpec, Goal, Link, Objective, Target, WorldSettings};

/// A trial, as plain data: it can be played again, made smaller, and written down.
#[derive(Clone, Debug)]
pub struct Case {
    /// How the world works.
    pub settings: WorldSettings,
    /// Time step (s), above 0.
    pub dt: f32,
    /// Number of steps.
    pub steps: u32,
    /// Who comes.
    pub people: Vec<Person>,
    /// Walls and obstacles.
    pub things: Vec<Thing>,
    /// Jumps that those may take who are blocked.
    pub links: Vec<Link>,
    /// Whether somebody answers those who are blocked.
    pub answers: bool,
}

/// Somebody.
#[derive(Clone, Debug)]
pub struct Person {
    /// What the world is told.
    pub spec: AgentSpec,
    /// The name of the avoidance methods in it, if a scene file can say the rest of it.
    pub method: Option<&'static str>,
    /// When.
    pub stay: Stay,
    /// Another goal, and the step before which it is given.
    pub second_goal: Option<(u32, Goal)>,
    /// Another place (m), and the step before which it is put there.
    pub moved: Option<(u32, Vec2)>,
}

/// A wall or an obstacle.
#[derive(Clone, Debug)]
pub struct Thing {
    /// Its shape.
    pub shape: Shape,
    /// Whether it is there for a while only.
    pub temporary: bool,
    /// Velocity at which it moves (m/s).
    pub velocity: Vec2,
    /// How fast it turns about its centre (rad/s), counter-clockwise.
    pub turn: f32,
    /// When.
    pub stay: Stay,
}

/// From when to when somebody or something is there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stay {
    /// The step before which it comes, counted from 0.
    pub comes: u32,
    /// The step before which it goes; `None` if it stays.
    pub goes: Option<u32>,
}

impl Person {
    /// Somebody who is there all the time.
    #[must_use]
    pub const fn new(spec: AgentSpec, method: Option<&'static str>) -> Self {
        Self {
            spec,
            method,
            stay: Stay {
                comes: 0,
                goes: None,
            },
            second_goal: None,
            moved: None,
        }
    }
}

impl Thing {
    /// A part of the level that stands there all the time.
    #[must_use]
    pub fn new(shape: impl Into<Shape>) -> Self {
        Self {
            shape: shape.into(),
            temporary: false,
            velocity: Vec2::ZERO,
            turn: 0.0,
            stay: Stay::default(),
        }
    }

    /// The same as something temporary.
    #[must_use]
    pub fn temporary(mut self) -> Self {
        self.temporary = true;
        self
    }

    /// Whether it neither moves nor turns.
    #[must_use]
    pub fn stands(&self) -> bool {
        self.velocity == Vec2::ZERO && self.turn == 0.0
    }
}

impl Case {
    /// A world in which nothing is yet.
    #[must_use]
    pub fn new(dt: f32, steps: u32) -> Self {
        Self {
            settings: WorldSettings::default(),
            dt,
            steps,
            people: Vec::new(),
            things: Vec::new(),
            links: Vec::new(),
            answers: false,
        }
    }

    /// The body of the first person and the place where it wants to go (m), if that is a place.
    #[must_use]
    pub fn first_way(&self) -> Option<(&Body, Vec2)> {
        let spec = &self.people.first()?.spec;
        match spec.profile.goals.first()?.objective {
            Objective::Reach {
                target: Target::Point(to),
                ..
            } => Some((&spec.body, to)),
            _ => None,
        }
    }
}
