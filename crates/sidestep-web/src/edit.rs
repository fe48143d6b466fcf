//! Changes to a scene while it runs, for JavaScript. What each does, and what it refuses,
//! `sidestep_scene::simulate` says.

use std::fmt::Display;

use glam::Vec2;
use sidestep::world::BlockedAnswer;
use sidestep_scene::recording::Outline;
use sidestep_scene::simulate::Simulation as Run;
use sidestep_scene::simulate::edit::Change;
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::failure::failure;
use crate::simulation::{Simulation, parse_values};

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
        self.edit(|run| run.place_agent(agent, Vec2::new(x, y)))
    }

    /// Gives an agent, or all, a point to go to (m).
    ///
    /// # Errors
    /// As [`Simulation::place_agent`].
    #[wasm_bindgen(js_name = setGoal)]
    pub fn set_goal(&mut self, agent: Option<usize>, x: f32, y: f32) -> Result<(), JsError> {
        self.edit(|run| run.set_goal(agent, Vec2::new(x, y)))
    }

    /// Moves a target (m).
    ///
    /// # Errors
    /// If there is no such target, or a coordinate makes no sense.
    #[wasm_bindgen(js_name = moveTarget)]
    pub fn move_target(&mut self, target: usize, x: f32, y: f32) -> Result<(), JsError> {
        let place = Vec2::new(x, y);
        self.edit(|run| run.move_target(target, place))?;
        self.drawn.put_target(target, place);
        Ok(())
    }

    /// Leads all to a point (m) until they are let go: the first target is there, or, where there is
    /// none, all have it as their goal.
    ///
    /// # Errors
    /// If a coordinate makes no sense.
    pub fn lead(&mut self, x: f32, y: f32) -> Result<(), JsError> {
        let place = Vec2::new(x, y);
        self.edit(|run| run.lead(place))?;
        self.drawn.put_target(0, place);
        Ok(())
    }

    /// Lets those who are led go their own ways again.
    ///
    /// # Errors
    /// None that is known.
    #[wasm_bindgen(js_name = letGo)]
    pub fn let_go(&mut self) -> Result<(), JsError> {
        self.edit(Run::let_go)?;
        if let Some(place) = self.run.frame().targets.first() {
            self.drawn.put_target(0, *place);
        }
        Ok(())
    }

    /// Adds an agent to a group, at a point (m), and says under which index.
    ///
    /// # Errors
    /// If there is no such group, or a coordinate makes no sense.
    #[wasm_bindgen(js_name = insertAgent)]
    pub fn insert_agent(&mut self, group: usize, x: f32, y: f32) -> Result<usize, JsError> {
        self.edit(|run| run.insert_agent(group, Vec2::new(x, y)))
    }

    /// Takes an agent out.
    ///
    /// # Errors
    /// If there is no such agent.
    #[wasm_bindgen(js_name = removeAgent)]
    pub fn remove_agent(&mut self, agent: usize) -> Result<(), JsError> {
        self.edit(|run| run.remove_agent(agent))
    }

    /// Adds an obstacle, its outline given as JSON, and says under which index.
    ///
    /// # Errors
    /// If the outline makes no sense.
    #[wasm_bindgen(js_name = insertObstacle)]
    pub fn insert_obstacle(&mut self, outline: &str, temporary: bool) -> Result<usize, JsError> {
        let outline = read_outline(outline)?;
        self.edit(|run| run.insert_obstacle(&outline, temporary))
    }

    /// Says how far an obstacle is from its pose in the setting (m).
    ///
    /// # Errors
    /// If there is no such obstacle, or a coordinate makes no sense.
    #[wasm_bindgen(js_name = moveObstacle)]
    pub fn offset_obstacle(&mut self, obstacle: usize, x: f32, y: f32) -> Result<(), JsError> {
        let offset = Vec2::new(x, y);
        self.edit(|run| run.offset_obstacle(obstacle, offset))?;
        self.drawn.put_obstacle(obstacle, offset);
        Ok(())
    }

    /// Takes an obstacle out.
    ///
    /// # Errors
    /// If there is no such obstacle.
    #[wasm_bindgen(js_name = removeObstacle)]
    pub fn remove_obstacle(&mut self, obstacle: usize) -> Result<(), JsError> {
        self.edit(|run| run.remove_obstacle(obstacle))
    }

    /// Whom an obstacle, its outline given as JSON, would leave without a way if it stood there;
    /// `instead_of` would be gone then.
    ///
    /// # Errors
    /// If the outline makes no sense, or there is no obstacle `instead_of`.
    #[wasm_bindgen(js_name = wouldClose)]
    pub fn would_close(
        &self,
        outline: &str,
        temporary: bool,
        instead_of: Option<usize>,
    ) -> Result<Vec<usize>, JsError> {
        let outline = read_outline(outline)?;
        (self.run.would_close(&outline, temporary, instead_of)).map_err(failure)
    }

    /// Tells a blocked agent to wait for so many seconds before it is listed again.
    ///
    /// # Errors
    /// If there is no such agent, or the time is below 0.
    #[wasm_bindgen(js_name = letWait)]
    pub fn let_wait(&mut self, agent: usize, seconds: f32) -> Result<(), JsError> {
        self.edit(|run| run.answer_blocked(agent, BlockedAnswer::Wait { seconds }))
    }

    /// Tells a blocked agent to look for another path through walkable space.
    ///
    /// # Errors
    /// If there is no such agent.
    pub fn replan(&mut self, agent: usize) -> Result<(), JsError> {
        self.edit(|run| run.answer_blocked(agent, BlockedAnswer::Replan))
    }

    /// Lets an agent jump to a place (m) in so many seconds.
    ///
    /// # Errors
    /// If there is no such agent, a coordinate makes no sense, or the time isn't above 0.
    pub fn jump(&mut self, agent: usize, x: f32, y: f32, seconds: f32) -> Result<(), JsError> {
        self.edit(|run| run.jump(agent, Vec2::new(x, y), seconds))
    }

    /// Moves an agent by a velocity (m/s) from now on, whatever it wants.
    ///
    /// # Errors
    /// If there is no such agent, or a coordinate makes no sense.
    pub fn drive(&mut self, agent: usize, x: f32, y: f32) -> Result<(), JsError> {
        self.edit(|run| run.drive(agent, Some(Vec2::new(x, y))))
    }

    /// Lets an agent that was driven walk by itself again.
    ///
    /// # Errors
    /// If there is no such agent.
    #[wasm_bindgen(js_name = letWalk)]
    pub fn let_walk(&mut self, agent: usize) -> Result<(), JsError> {
        self.edit(|run| run.drive(agent, None))
    }

    /// Adds a straight wall between two ends (x, y, x, y; m), and says under which index.
    ///
    /// # Errors
    /// If its ends or its thickness make no sense.
    #[wasm_bindgen(js_name = insertWall)]
    pub fn insert_wall(&mut self, ends: &[f32], thickness: f32) -> Result<usize, JsError> {
        let ends = two_points(ends)?;
        self.edit(|run| run.insert_wall(ends, thickness))
    }

    /// Puts the ends of a wall somewhere else (x, y, x, y; m).
    ///
    /// # Errors
    /// If there is no such wall, or its ends make no sense.
    #[wasm_bindgen(js_name = moveWall)]
    pub fn move_wall(&mut self, wall: usize, ends: &[f32]) -> Result<(), JsError> {
        let ends = two_points(ends)?;
        self.edit(|run| run.move_wall(wall, ends))
    }

    /// Takes a wall out.
    ///
    /// # Errors
    /// If there is no such wall.
    #[wasm_bindgen(js_name = removeWall)]
    pub fn remove_wall(&mut self, wall: usize) -> Result<(), JsError> {
        self.edit(|run| run.remove_wall(wall))
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
    /// Changes the run, and lets the measures know what has changed.
    fn edit<T, E: Display>(
        &mut self,
        change: impl FnOnce(&mut Run) -> Result<T, E>,
    ) -> Result<T, JsError> {
        let value = change(&mut self.run).map_err(failure)?;
        self.follow();
        Ok(value)
    }
}

fn read_outline(json: &str) -> Result<Outline, JsError> {
    serde_json::from_str(json)
        .map_err(|error| JsError::new(&format!("the outline makes no sense: {error}")))
}

/// The two points that are given as x, y, x, y.
fn two_points(numbers: &[f32]) -> Result<[Vec2; 2], JsError> {
    match *numbers {
        [from_x, from_y, to_x, to_y] => Ok([Vec2::new(from_x, from_y), Vec2::new(to_x, to_y)]),
        _ => Err(JsError::new("two points are four numbers: x, y, x, y")),
    }
}
