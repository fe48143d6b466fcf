//! Changes to a scene while it runs, for JavaScript. What each does, and what it refuses, `sidestep_scene::simulate` says.

use glam::Vec2;
use serde::Deserialize;
use sidestep_scene::recording::Outline;
use sidestep_scene::simulate::edit::Change;
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::failure::failure;
use crate::simulation::{Simulation, parse_values};

/// An outline as JavaScript gives it.
#[derive(Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
enum GivenOutline {
    Circle { center: Vec2, radius: f32 },
    Polygon { points: Vec<Vec2> },
}

impl From<GivenOutline> for Outline {
    fn from(given: GivenOutline) -> Self {
        match given {
            GivenOutline::Circle { center, radius } => Self::Circle { center, radius },
            GivenOutline::Polygon { points } => Self::Polygon { points },
        }
    }
}

#[wasm_bindgen]
impl Simulation {
    /// Grows with every change of the setting.
    #[wasm_bindgen(getter)]
    pub fn version(&self) -> f64 {
        // Simulations that were started again count on.
        (self.versions_before + self.run.version()) as f64
    }

    /// Sets values of the scene, lines of `key=value`, as it runs.
    ///
    /// # Errors
    /// If a value is refused; nothing has changed then.
    pub fn set(&mut self, values: Vec<String>) -> Result<(), JsError> {
        let values = parse_values(&values)?;
        let source = self.source.with(&values);
        let scene = source.scene().map_err(failure)?;
        match self.run.change(&self.scene, &scene).map_err(failure)? {
            Change::Applied => {
                self.scene = scene;
                self.source = source;
            }
            Change::NeedsRestart => {
                self.take_stock()?;
                let source = self.source.with(&values);
                self.build_again(source.scene().map_err(failure)?)?;
                self.source = source;
            }
        }
        self.follow();
        Ok(())
    }

    /// Puts an agent somewhere else (m).
    ///
    /// # Errors
    /// If there is no such agent, or a coordinate makes no sense.
    #[wasm_bindgen(js_name = placeAgent)]
    pub fn place_agent(&mut self, agent: usize, x: f32, y: f32) -> Result<(), JsError> {
        let done = self.run.place_agent(agent, Vec2::new(x, y));
        self.after(done)
    }

    /// Gives an agent, or all, a point to go to (m).
    ///
    /// # Errors
    /// As [`Simulation::place_agent`].
    #[wasm_bindgen(js_name = setGoal)]
    pub fn set_goal(&mut self, agent: Option<usize>, x: f32, y: f32) -> Result<(), JsError> {
        let done = self.run.set_goal(agent, Vec2::new(x, y));
        self.after(done)
    }

    /// Moves a target (m).
    ///
    /// # Errors
    /// If there is no such target, or a coordinate makes no sense.
    #[wasm_bindgen(js_name = moveTarget)]
    pub fn move_target(&mut self, target: usize, x: f32, y: f32) -> Result<(), JsError> {
        let place = Vec2::new(x, y);
        let done = self.run.move_target(target, place);
        self.after(done)?;
        self.drawn.put_target(target, place);
        Ok(())
    }

    /// Adds an agent to a group, at a point (m), and says under which index.
    ///
    /// # Errors
    /// If there is no such group, or a coordinate makes no sense.
    #[wasm_bindgen(js_name = insertAgent)]
    pub fn insert_agent(&mut self, group: usize, x: f32, y: f32) -> Result<usize, JsError> {
        let done = self.run.insert_agent(group, Vec2::new(x, y));
        self.after(done)
    }

    /// Takes an agent out.
    ///
    /// # Errors
    /// If there is no such agent.
    #[wasm_bindgen(js_name = removeAgent)]
    pub fn remove_agent(&mut self, agent: usize) -> Result<(), JsError> {
        let done = self.run.remove_agent(agent);
        self.after(done)
    }

    /// Adds an obstacle, its outline given as JSON, and says under which index.
    ///
    /// # Errors
    /// If the outline makes no sense.
    #[wasm_bindgen(js_name = insertObstacle)]
    pub fn insert_obstacle(&mut self, outline: &str, temporary: bool) -> Result<usize, JsError> {
        let given: GivenOutline = serde_json::from_str(outline)
            .map_err(|error| JsError::new(&format!("the outline makes no sense: {error}")))?;
        let done = self.run.insert_obstacle(&given.into(), temporary);
        self.after(done)
    }

    /// Says how far an obstacle is from its pose in the setting (m).
    ///
    /// # Errors
    /// If there is no such obstacle, or a coordinate makes no sense.
    #[wasm_bindgen(js_name = moveObstacle)]
    pub fn move_obstacle(&mut self, obstacle: usize, x: f32, y: f32) -> Result<(), JsError> {
        let offset = Vec2::new(x, y);
        let done = self.run.move_obstacle(obstacle, offset);
        self.after(done)?;
        self.drawn.put_obstacle(obstacle, offset);
        Ok(())
    }

    /// Takes an obstacle out.
    ///
    /// # Errors
    /// If there is no such obstacle.
    #[wasm_bindgen(js_name = removeObstacle)]
    pub fn remove_obstacle(&mut self, obstacle: usize) -> Result<(), JsError> {
        let done = self.run.remove_obstacle(obstacle);
        self.after(done)
    }

    /// Adds a straight wall (m), and says under which index.
    ///
    /// # Errors
    /// If its ends or its thickness make no sense.
    #[wasm_bindgen(js_name = insertWall)]
    pub fn insert_wall(
        &mut self,
        from_x: f32,
        from_y: f32,
        to_x: f32,
        to_y: f32,
        thickness: f32,
    ) -> Result<usize, JsError> {
        let ends = [Vec2::new(from_x, from_y), Vec2::new(to_x, to_y)];
        let done = self.run.insert_wall(ends, thickness);
        self.after(done)
    }

    /// Puts the ends of a wall somewhere else (m).
    ///
    /// # Errors
    /// If there is no such wall, or its ends make no sense.
    #[wasm_bindgen(js_name = moveWall)]
    pub fn move_wall(
        &mut self,
        wall: usize,
        from_x: f32,
        from_y: f32,
        to_x: f32,
        to_y: f32,
    ) -> Result<(), JsError> {
        let ends = [Vec2::new(from_x, from_y), Vec2::new(to_x, to_y)];
        let done = self.run.move_wall(wall, ends);
        self.after(done)
    }

    /// Takes a wall out.
    ///
    /// # Errors
    /// If there is no such wall.
    #[wasm_bindgen(js_name = removeWall)]
    pub fn remove_wall(&mut self, wall: usize) -> Result<(), JsError> {
        let done = self.run.remove_wall(wall);
        self.after(done)
    }

    /// Where a wall's middle line begins and ends: x, y, x, y (m).
    ///
    /// # Errors
    /// If there is no such wall.
    pub fn wall(&self, wall: usize) -> Result<Vec<f32>, JsError> {
        let [from, to] = self.run.wall(wall).map_err(failure)?.ends;
        Ok(vec![from.x, from.y, to.x, to.y])
    }
}

impl Simulation {
    /// Lets the measures know what has changed, if anything has.
    fn after<T>(&mut self, done: Result<T, impl std::fmt::Display>) -> Result<T, JsError> {
        let value = done.map_err(failure)?;
        self.follow();
        Ok(value)
    }
}
