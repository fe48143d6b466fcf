//! A step in two halves: agents decide, then the caller says where they got.

use std::ops::Range;

use glam::Vec2;

use crate::range::Range as Allowed;
use crate::walker::{AgentId, Memory};
use crate::world::World;
use crate::world::spec::WorldError;
use crate::world::store::OnPath;

/// What an agent has decided on for a step: plain data, to be used here or sent to another machine.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Proposal {
    /// Who.
    pub agent: AgentId,
    /// The force that it applies (N).
    pub force: Vec2,
    /// The velocity that it would have at the end of the step (m/s).
    pub velocity: Vec2,
    /// What it remembers from now on.
    pub memory: Memory,
    /// How far it has come on its path through walkable space, if it has one.
    pub on_path: Option<OnPath>,
}

/// Where an agent got in a step that somebody else moved it in, such as a physics engine.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Moved {
    /// Who.
    pub agent: AgentId,
    /// Where it is now (m), finite.
    pub position: Vec2,
    /// Its velocity now (m/s), finite.
    pub velocity: Vec2,
}

impl World {
    /// The first half of a step of `dt` seconds: the agents in these rows (their places in order of
    /// id, see [`World::agents`]) decide, and nobody moves. [`World::finish_step`] is the second
    /// half.
    ///
    /// Several machines that hold the same world share the work like this: each proposes for rows
    /// of its own, all exchange what they have proposed and [adopt](Self::adopt) it, and finish.
    /// The result is that of one machine, bit for bit. Where nobody else moves agents,
    /// [`World::step_shared`] does the same with less to exchange, and with time steps of any length.
    ///
    /// ```
    /// use sidestep::Vec2;
    /// use sidestep::motion::Body;
    /// use sidestep::world::{AgentSpec, Goal, Moved, World, WorldSettings};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let mut world = World::new(WorldSettings::default())?;
    /// let spec = AgentSpec::new(Body::new(Vec2::ZERO, 0.4, 1.5));
    /// let id = world.insert_agent(spec.with_goal(Goal::point(Vec2::new(9.0, 0.0), 0.2)))?;
    /// let dt = 1.0 / 60.0;
    /// for _ in 0..60 {
    ///     let proposals = world.propose(0..1, dt)?;
    ///     // Here a physics engine moves the body; this one knows no friction.
    ///     let before = world.agent(id).expect("the agent").body.position;
    ///     let velocity = proposals[0].velocity;
    ///     let position = before + velocity * dt;
    ///     world.finish_step(&[Moved { agent: id, position, velocity }], dt)?;
    /// }
    /// assert!(world.agent(id).expect("the agent").body.position.x > 1.0);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// If `dt` isn't above 0 or is more than
    /// [`WorldSettings::max_substep`](crate::world::WorldSettings::max_substep), or there are fewer
    /// rows.
    pub fn propose(&mut self, rows: Range<usize>, dt: f32) -> Result<Vec<Proposal>, WorldError> {
        self.check_half_step(dt)?;
        let most = self.agents.len() as f32;
        Allowed::Between(0.0, most).check("end of the rows", rows.end as f32)?;
        let rows = rows.start.min(rows.end)..rows.end;
        self.events.clear();
        self.watch_markers(dt);
        self.obstacles.set_out(dt, self.time);
        self.in_pool(|world| {
            world.sense();
            world.see_to_goals(dt);
            world.find_ways(rows.clone(), dt);
            world.decide(rows.clone(), dt);
        });
        let proposals = self.agents.in_rows(rows).map(|agent| Proposal {
            agent: agent.id,
            force: agent.force,
            velocity: if agent.profile.is_steered() {
                agent.body().velocity_after(agent.force, dt)
            } else {
                agent.body.velocity
            },
            memory: agent.memory.clone(),
            on_path: agent.route.on_path(),
        });
        Ok(proposals.collect())
    }

    /// Takes over what agents have decided elsewhere for the step that is under way.
    ///
    /// # Errors
    /// If an agent isn't in the world, or a force isn't finite. Nothing is taken over then.
    pub fn adopt(&mut self, proposals: Vec<Proposal>) -> Result<(), WorldError> {
        let seats = (proposals.iter())
            .map(|proposal| {
                Allowed::Finite.check_vector("force", proposal.force)?;
                self.seat(proposal.agent)
            })
            .collect::<Result<Vec<_>, WorldError>>()?;
        for (seat, proposal) in seats.into_iter().zip(proposals) {
            self.agents[seat].force = proposal.force;
            self.agents[seat].memory = proposal.memory;
            self.agents[seat].take_on_path(proposal.on_path);
        }
        Ok(())
    }

    /// The second half of a step of `dt` seconds: those who were moved by somebody else are where
    /// the caller says, all others move as they have decided; then contacts are settled among
    /// these, and goals and events are seen to. Everybody keeps its memory.
    ///
    /// # Errors
    /// As [`World::propose`], and if an agent isn't in the world, or a coordinate isn't finite.
    /// Nothing has changed then.
    pub fn finish_step(&mut self, moved: &[Moved], dt: f32) -> Result<(), WorldError> {
        self.check_half_step(dt)?;
        let seats = (moved.iter())
            .map(|moved| {
                Allowed::Finite.check_vector("position", moved.position)?;
                Allowed::Finite.check_vector("velocity", moved.velocity)?;
                self.seat(moved.agent)
            })
            .collect::<Result<Vec<_>, WorldError>>()?;
        self.obstacles.set_out(dt, self.time);
        self.in_pool(|world| {
            world.advance(dt, true);
            world.put_all(&seats, moved);
            world.settle(dt);
            // What somebody else has moved, somebody else has settled.
            world.put_all(&seats, moved);
            world.report(dt);
        });
        self.obstacles.arrive(dt, self.time);
        Ok(())
    }

    /// Says where an agent is that something else has moved a little, such as a physics engine, and
    /// its velocity (m/s). It keeps everything that it remembers: its side, its way, its standing
    /// among others. For one that was put somewhere else there is [`World::place_agent`].
    ///
    /// # Errors
    /// If there is no such agent, or a coordinate isn't finite.
    pub fn correct_agent(
        &mut self,
        id: AgentId,
        position: Vec2,
        velocity: Vec2,
    ) -> Result<(), WorldError> {
        Allowed::Finite.check_vector("position", position)?;
        Allowed::Finite.check_vector("velocity", velocity)?;
        let seat = self.seat(id)?;
        let moved = Moved {
            agent: id,
            position,
            velocity,
        };
        self.put(seat, &moved);
        Ok(())
    }

    fn put_all(&mut self, seats: &[usize], moved: &[Moved]) {
        for (&seat, moved) in seats.iter().zip(moved) {
            self.put(seat, moved);
        }
    }

    fn put(&mut self, seat: usize, moved: &Moved) {
        let agent = &mut self.agents[seat];
        agent.body.position = self.settings.topology.wrap(moved.position);
        agent.body.velocity = moved.velocity;
        // Who is steered faces where it means to go.
        if !agent.profile.is_steered() {
            agent.face_velocity();
        }
        agent.previous = agent.body.position;
        self.senses.stale = true;
    }

    fn check_half_step(&self, dt: f32) -> Result<(), WorldError> {
        Allowed::AboveZero.check("dt", dt)?;
        Allowed::Between(0.0, self.settings.max_substep).check("dt", dt)?;
        Ok(())
    }
}
