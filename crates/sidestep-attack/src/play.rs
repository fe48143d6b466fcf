//! A case being played.

use glam::Vec2;
use sidestep::world::{
    AgentId, BlockedAnswer, ObstacleId, ObstacleSpec, Pose, World, WorldError, WorldSettings,
};

use crate::case::Case;

/// A case in a world.
#[derive(Debug)]
pub struct Play<'c> {
    /// What is played.
    pub case: &'c Case,
    /// Where it is played.
    pub world: World,
    /// Who is there, in the order of the case's people; `None` for who isn't.
    pub people: Vec<Option<AgentId>>,
    /// What is there, in the order of the case's things.
    pub things: Vec<Option<ObstacleId>>,
    /// Number of steps done.
    pub step: u32,
    /// Whether what is due before the next step has happened.
    is_prepared: bool,
}

impl<'c> Play<'c> {
    /// Makes ready to play it in a world that works as `settings` say.
    ///
    /// # Errors
    /// If the world refuses the settings.
    pub fn new(case: &'c Case, settings: WorldSettings) -> Result<Self, WorldError> {
        Ok(Self {
            case,
            world: World::new(settings)?,
            people: vec![None; case.people.len()],
            things: vec![None; case.things.len()],
            step: 0,
            is_prepared: false,
        })
    }

    /// The same one in another world, which must be as this one is.
    #[must_use]
    pub fn continued_in(&self, world: World) -> Self {
        Self {
            world,
            people: self.people.clone(),
            things: self.things.clone(),
            ..*self
        }
    }

    /// Does what is [due](Self::prepare), and steps.
    ///
    /// # Errors
    /// If the world refuses the step.
    pub fn step(&mut self) -> Result<(), WorldError> {
        self.prepare();
        self.world.step(self.case.dt)?;
        self.step += 1;
        self.is_prepared = false;
        // Those who have arrived may have left.
        for person in &mut self.people {
            *person = person.filter(|id| self.world.agent(*id).is_some());
        }
        Ok(())
    }

    /// Lets come, go and change what is due before the next step, once. What the world refuses
    /// doesn't come.
    pub fn prepare(&mut self) {
        if std::mem::replace(&mut self.is_prepared, true) {
            return;
        }
        let (world, step) = (&mut self.world, self.step);
        if step == 0 {
            for link in &self.case.links {
                let _ = world.insert_link(*link);
            }
        }
        for (thing, there) in self.case.things.iter().zip(&mut self.things) {
            if thing.stay.comes == step {
                let mut spec = ObstacleSpec::new(thing.shape.clone());
                (spec.temporary, spec.velocity) = (thing.temporary, thing.velocity);
                *there = world.insert_obstacle(spec).ok();
            }
            if thing.stay.goes == Some(step)
                && let Some(id) = there.take()
            {
                let _ = world.remove_obstacle(id);
            }
            if thing.turn != 0.0
                && let Some(now) = there.and_then(|id| world.obstacle(id))
            {
                let pose = Pose {
                    center: now.pose.center + thing.velocity * self.case.dt,
                    angle: now.pose.angle + thing.turn * self.case.dt,
                };
                let id = now.id;
                let _ = world.move_obstacle(id, pose);
            }
        }
        for (person, there) in self.case.people.iter().zip(&mut self.people) {
            if person.stay.comes == step {
                *there = world.insert_agent(person.spec.clone()).ok();
            }
            let Some(id) = *there else {
                continue;
            };
            if person.stay.goes == Some(step) {
                let _ = world.remove_agent(id);
                *there = None;
                continue;
            }
            if let Some((when, goal)) = person.second_goal
                && when == step
            {
                let _ = world.set_goals(id, vec![goal]);
            }
            if let Some((when, place)) = person.moved
                && when == step
            {
                let _ = world.place_agent(id, place, Vec2::ZERO);
            }
        }
        if self.case.answers {
            let blocked: Vec<AgentId> = world.blocked().map(|blocked| blocked.agent).collect();
            for id in blocked {
                let answer = if id.0 % 2 == 0 {
                    BlockedAnswer::Replan
                } else {
                    BlockedAnswer::Wait { seconds: 1.0 }
                };
                let _ = world.answer_blocked(id, answer);
            }
        }
    }
}
