//! What happens in the yard before each step, and what is looked at after it.

use std::time::Instant;

use glam::Vec2;
use sidestep::geometry::{Shape, ShapeError};
use sidestep::world::{
    AgentId, EventKind, ObstacleId, ObstacleSpec, World, WorldError, WorldSettings,
};

use super::figures::{Figures, Interval};
use super::worst::Worst;
use super::yard::{Standing, Yard};

/// Time step (s).
const STEP: f32 = 0.1;

/// Agents for each wall and for each crate.
const AGENTS_A_WALL: u64 = 50;
const AGENTS_A_CRATE: u64 = 20;

/// Of so many agents one goes and another comes before each step; and one gets another goal.
const CHANGES_ONE_IN: u64 = 2000;
const NEW_GOAL_ONE_IN: u64 = 500;

/// Parts into which a run is cut to be told.
const INTERVALS: u64 = 20;

/// Why a soak couldn't go on.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SoakError {
    /// A shape was refused.
    #[error("a shape was refused: {0}")]
    Shape(#[from] ShapeError),
    /// The engine refused something.
    #[error("the engine refused something: {0}")]
    World(#[from] WorldError),
}

/// A soak to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Course {
    /// Number of agents, 1 or more.
    pub agents: u64,
    /// Number of steps, 1 or more.
    pub steps: u64,
    /// Seed of everything that happens.
    pub seed: u64,
}

impl Course {
    /// Does it. `threads` is how many the world may step with, for the report only; `memory` says
    /// how much the process uses (bytes), if that is known; `told` hears each part of the run when
    /// it is over.
    ///
    /// # Errors
    /// If the engine refuses something that it shouldn't.
    pub fn run(
        &self,
        threads: usize,
        memory: impl Fn() -> Option<u64>,
        mut told: impl FnMut(&Interval),
    ) -> Result<Figures, SoakError> {
        let mut soak = Soak::new(self)?;
        soak.figures.threads = threads;
        let length = self.steps.div_ceil(INTERVALS);
        let mut times = Vec::new();
        for step in 1..=self.steps {
            soak.change()?;
            let start = Instant::now();
            soak.world.step(STEP)?;
            times.push(start.elapsed().as_secs_f64() * 1e3);
            soak.look();
            if step % length == 0 || step == self.steps {
                let interval = soak.interval(step, &mut times, memory());
                told(&interval);
                soak.figures.intervals.push(interval);
            }
        }
        soak.figures.steps = self.steps;
        soak.figures.state_hash = format!("{:016x}", soak.world.state_hash());
        Ok(soak.figures)
    }
}

/// A soak that is under way.
struct Soak {
    yard: Yard,
    world: World,
    walls: Vec<Standing<ObstacleId>>,
    crates: Vec<Standing<ObstacleId>>,
    /// Those who should be in the world, in order of id.
    agents: Vec<AgentId>,
    /// Where they are (m), in that order.
    places: Vec<Vec2>,
    /// How many of each there are to be.
    wanted: [u64; 3],
    /// The worst of the steps since the last interval.
    worst: Worst,
    figures: Figures,
}

impl Soak {
    fn new(course: &Course) -> Result<Self, SoakError> {
        let yard = Yard::new(course.agents, course.seed);
        let mut world = World::new(WorldSettings {
            seed: course.seed,
            ..WorldSettings::default()
        })?;
        for edge in yard.edges()? {
            world.insert_obstacle(ObstacleSpec::new(edge))?;
        }
        let mut soak = Self {
            yard,
            world,
            walls: Vec::new(),
            crates: Vec::new(),
            agents: Vec::new(),
            places: Vec::new(),
            wanted: [
                course.agents,
                course.agents / AGENTS_A_WALL + 1,
                course.agents / AGENTS_A_CRATE + 1,
            ],
            worst: Worst::default(),
            figures: Figures {
                agents: course.agents,
                seed: course.seed,
                ..Figures::default()
            },
        };
        for _ in 0..soak.wanted[1] {
            soak.build_wall()?;
        }
        for _ in 0..soak.wanted[2] {
            soak.drop_crate()?;
        }
        for _ in 0..course.agents {
            soak.come()?;
        }
        Ok(soak)
    }

    /// What happens before a step.
    fn change(&mut self) -> Result<(), SoakError> {
        let [agents, walls, crates] = self.wanted;
        for _ in 0..agents
            .div_ceil(CHANGES_ONE_IN)
            .min(self.agents.len() as u64)
        {
            let who = self.someone();
            self.world.remove_agent(who)?;
            self.forget(who);
            self.figures.changes += 1;
        }
        // Those who left on arrival are made up for, too.
        for _ in self.agents.len() as u64..agents {
            self.come()?;
        }
        for _ in 0..agents
            .div_ceil(NEW_GOAL_ONE_IN)
            .min(self.agents.len() as u64)
        {
            let who = self.someone();
            let goal = self.yard.goal();
            self.world.set_goals(who, vec![goal])?;
            self.figures.changes += 1;
        }
        if self.walls.len() as u64 >= walls {
            let gone = self.walls.swap_remove(self.yard.pick(self.walls.len()));
            self.world.remove_obstacle(gone.id)?;
            self.figures.changes += 1;
        }
        self.build_wall()?;
        if self.crates.len() as u64 >= crates {
            let gone = self.crates.swap_remove(self.yard.pick(self.crates.len()));
            self.world.remove_obstacle(gone.id)?;
            self.figures.changes += 1;
        }
        self.drop_crate()?;
        self.move_crate()
    }

    /// What is looked at after a step.
    fn look(&mut self) {
        for index in 0..self.world.events().len() {
            let event = self.world.events()[index];
            match event.kind {
                EventKind::Left { .. } => {
                    self.figures.left += 1;
                    self.forget(event.agent);
                }
                EventKind::Unsound => self.figures.not_finite += 1,
                EventKind::Arrived => {
                    // Whoever stays goes on.
                    let goal = self.yard.goal();
                    if self.world.set_goals(event.agent, vec![goal]).is_ok() {
                        self.figures.changes += 1;
                    }
                }
                _ => {}
            }
        }
        self.places.clear();
        for agent in self.world.agents() {
            let body = &agent.body;
            if !(body.position.is_finite() && body.velocity.is_finite()) {
                self.figures.not_finite += 1;
            } else if !self.yard.holds(body.position) {
                self.figures.outside += 1;
            }
            self.places.push(body.position);
        }
        let ids = self.world.agents().map(|agent| agent.id);
        self.figures.lost += u64::from(!ids.eq(self.agents.iter().copied()));
        self.worst.look(&self.world, &self.places);
    }

    fn interval(&mut self, steps: u64, times: &mut Vec<f64>, memory: Option<u64>) -> Interval {
        times.sort_by(f64::total_cmp);
        let at = |share: usize| times[times.len() * share / 10];
        let interval = Interval {
            steps,
            step_ms: at(5),
            quick_step_ms: at(1),
            memory,
            agents: self.agents.len() as u64,
            obstacles: self.world.obstacles().count() as u64,
            blocked: self.world.blocked().count() as u64,
            worst: std::mem::take(&mut self.worst),
        };
        times.clear();
        interval
    }

    /// One of those who are there.
    fn someone(&mut self) -> AgentId {
        self.agents[self.yard.pick(self.agents.len())]
    }

    /// Somebody comes, if there is room.
    fn come(&mut self) -> Result<(), SoakError> {
        let standing = self.walls.iter().chain(&self.crates);
        let standing = standing.map(|it| (&it.shape, it.offset));
        if let Some(place) = self.yard.place_for_agent(&self.places, standing) {
            let spec = self.yard.agent(place);
            let id = self.world.insert_agent(spec)?;
            self.agents.push(id);
            self.places.push(place);
            self.figures.changes += 1;
        }
        Ok(())
    }

    /// Somebody isn't there any more. Where they were nobody comes before the next step.
    fn forget(&mut self, who: AgentId) {
        if let Ok(row) = self.agents.binary_search(&who) {
            self.agents.remove(row);
        }
    }

    fn build_wall(&mut self) -> Result<(), SoakError> {
        let shape = self.yard.wall()?;
        let wall = self.put(shape, |spec| spec)?;
        self.walls.extend(wall);
        Ok(())
    }

    fn drop_crate(&mut self) -> Result<(), SoakError> {
        let shape = self.yard.crate_shape()?;
        let dropped = self.put(shape, ObstacleSpec::temporary)?;
        self.crates.extend(dropped);
        Ok(())
    }

    fn move_crate(&mut self) -> Result<(), SoakError> {
        let index = self.yard.pick(self.crates.len());
        let Some(moved) = self.crates.get_mut(index) else {
            return Ok(());
        };
        if let Some(offset) = self.yard.place_for(&moved.shape, &self.places) {
            moved.offset = offset;
            (self.world).offset_obstacle(moved.id, offset, Vec2::ZERO)?;
            self.figures.changes += 1;
        }
        Ok(())
    }

    /// Puts a shape somewhere, if there is room.
    fn put(
        &mut self,
        shape: Shape,
        kind: impl Fn(ObstacleSpec) -> ObstacleSpec,
    ) -> Result<Option<Standing<ObstacleId>>, SoakError> {
        let Some(offset) = self.yard.place_for(&shape, &self.places) else {
            return Ok(None);
        };
        let id = (self.world).insert_obstacle(kind(ObstacleSpec::new(shape.clone())))?;
        self.world.offset_obstacle(id, offset, Vec2::ZERO)?;
        self.figures.changes += 1;
        Ok(Some(Standing { id, shape, offset }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHORT: Course = Course {
        agents: 60,
        steps: 200,
        seed: 3,
    };

    #[test]
    fn a_short_soak_keeps_every_promise_and_repeats_itself() {
        let mut told = 0;
        let mut figures = SHORT.run(1, || None, |_| told += 1).expect("figures");
        // How long steps took is the machine's doing as much: who else used it at the time failed this test.
        for interval in &mut figures.intervals {
            interval.quick_step_ms = 1.0;
        }
        assert_eq!(figures.broken_promises(), [""; 0]);
        assert_eq!((figures.steps, told), (200, 20));
        assert!(figures.left > 0, "{figures:?}");
        assert!(figures.changes > 5 * 200, "{figures:?}");
        for interval in &figures.intervals {
            assert!(
                interval.agents > 50 && interval.obstacles > 4,
                "{interval:?}"
            );
        }
        let again = SHORT.run(1, || None, |_| ()).expect("figures");
        assert_eq!(again.state_hash, figures.state_hash);
    }
}
