//! Calls about formations.

use glam::Vec2;

use super::{no_such, no_such_agent};
use crate::formation::{Anchor, Formation, FormationId, FormationSpec};
use crate::range::{Parameters, Range};
use crate::walker::{AgentId, Goal};
use crate::world::World;
use crate::world::spec::WorldError;

/// Most members of a formation: of more, who gets which slot would take too long.
const MOST_MEMBERS: f32 = 1000.0;

/// A formation as the caller sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct FormationView<'a> {
    /// Its id.
    pub id: FormationId,
    /// What was said about it, with those who are its members now, in order of id, and who leads it
    /// now.
    pub spec: &'a FormationSpec,
    /// Where each member's slot was in the last step (m), in the same order; none before the first
    /// step after a change.
    pub slots: &'a [Vec2],
}

impl World {
    /// Lets agents keep together from now on, and says under which id.
    ///
    /// In each step each member's goal is its slot, or the place on the leader's trail from which it
    /// gets on there, at a speed up to its largest: give members a larger one than the leader walks
    /// at, else those who fall behind never catch up. Its behaviours must go to its goal, as those
    /// of [`AgentSpec::new`](crate::world::AgentSpec::new) do. While nobody walks, a member that
    /// stands in its slot counts as arrived, but never leaves the world by that. Leave members'
    /// [`Route`](crate::walker::Route) straight: the trail is their path, and one through walkable
    /// space would be searched for anew whenever the slot moves.
    ///
    /// What the leader does is its own affair: it waits for nobody unless
    /// [told to](FormationSpec::waits_from), and its members make way for it.
    ///
    /// The goals that were said about a member are put aside: it begins with them when it leaves the
    /// formation. If the leader leaves the world, the member in the foremost slot leads, to goals of
    /// its own if it has any, else to those that the leader had left. A formation that nobody leads
    /// any more ends.
    ///
    /// ```
    /// use sidestep::Vec2;
    /// use sidestep::formation::{Anchor, FormationSpec, Pattern};
    /// use sidestep::motion::Body;
    /// use sidestep::world::{AgentSpec, Goal, World, WorldSettings};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let mut world = World::new(WorldSettings::default())?;
    /// let mut guide = AgentSpec::new(Body::new(Vec2::ZERO, 0.3, 1.0));
    /// guide = guide.with_goal(Goal::point(Vec2::new(8.0, 0.0), 0.2));
    /// let guide = world.insert_agent(guide)?;
    /// let guests = (1..=4).map(|index| {
    ///     let place = Vec2::new(-1.0 * index as f32, 0.4);
    ///     AgentSpec::new(Body::new(place, 0.3, 1.5))
    /// });
    /// let guests = world.insert_agents(guests)?;
    /// let leader = Anchor::Leader(guide);
    /// let spec = FormationSpec::new(Pattern::Abreast { columns: 2 }, leader, 0.9, guests);
    /// let tour = world.insert_formation(spec)?;
    /// for _ in 0..900 {
    ///     world.step(1.0 / 60.0)?;
    /// }
    /// let tour = world.formation(tour).expect("the tour");
    /// for (guest, slot) in tour.spec.members.iter().zip(tour.slots) {
    ///     let guest = world.agent(*guest).expect("a guest");
    ///     assert!(guest.body.position.distance(*slot) < 0.3);
    /// }
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// If a number is out of its range, there are more than 1000 members, the leader or a member
    /// isn't in the world, one of them is named twice, or a member is in a formation already.
    pub fn insert_formation(&mut self, spec: FormationSpec) -> Result<FormationId, WorldError> {
        self.check_formation(&spec, None)?;
        for &id in &spec.members {
            self.take_in(id)?;
        }
        Ok(self.formations.insert(spec))
    }

    /// Says something else about a formation, in the place of all that was said about it before.
    /// Members that aren't in it any more leave it. It keeps its id, and its trail as long as it
    /// follows the same leader.
    ///
    /// # Errors
    /// As [`World::insert_formation`], and if there is no such formation. Nothing has changed then.
    pub fn set_formation(
        &mut self,
        id: FormationId,
        spec: FormationSpec,
    ) -> Result<(), WorldError> {
        let Some(formation) = self.formations.get(id) else {
            return Err(no_such("formation", id.0));
        };
        let before = formation.spec().members.clone();
        self.check_formation(&spec, Some(id))?;
        for &member in before
            .iter()
            .filter(|member| !spec.members.contains(member))
        {
            self.let_go(member);
        }
        for &member in spec
            .members
            .iter()
            .filter(|member| !before.contains(member))
        {
            self.take_in(member)?;
        }
        self.formations
            .change(id, |formation| formation.set_spec(spec));
        Ok(())
    }

    /// Adds a member to a formation: to the end of a queue, otherwise slots are dealt anew.
    ///
    /// # Errors
    /// If there is no such formation or agent, the agent leads it or is in a formation already, or
    /// there are 1000 members. Nothing has changed then.
    pub fn join_formation(&mut self, id: FormationId, agent: AgentId) -> Result<(), WorldError> {
        let Some(formation) = self.formations.get(id) else {
            return Err(no_such("formation", id.0));
        };
        let mut spec = formation.spec().clone();
        spec.members.push(agent);
        self.check_formation(&spec, Some(id))?;
        self.take_in(agent)?;
        self.formations
            .change(id, |formation| formation.join(agent));
        Ok(())
    }

    /// Takes a member out of its formation: it goes on with the goals that were said about it, and
    /// stands where it is if there are none. All behind it in a queue move up.
    ///
    /// # Errors
    /// If there is no such agent, or it isn't a member of any formation.
    pub fn leave_formation(&mut self, agent: AgentId) -> Result<(), WorldError> {
        self.seat(agent)?;
        let Some(id) = self.formations.of_member(agent) else {
            return Err(WorldError::NotInFormation { agent });
        };
        self.formations.change(id, |formation| {
            formation.leave(agent);
        });
        self.let_go(agent);
        Ok(())
    }

    /// Ends a formation: its members go on with the goals that were said about them.
    ///
    /// # Errors
    /// If there is no such formation.
    pub fn remove_formation(&mut self, id: FormationId) -> Result<(), WorldError> {
        let Some(formation) = self.formations.remove(id) else {
            return Err(no_such("formation", id.0));
        };
        for &member in &formation.spec().members {
            self.let_go(member);
        }
        Ok(())
    }

    /// A formation, if it is in the world.
    #[must_use]
    pub fn formation(&self, id: FormationId) -> Option<FormationView<'_>> {
        Some(view(id, self.formations.get(id)?))
    }

    /// All formations, in order of id.
    pub fn formations(&self) -> impl Iterator<Item = FormationView<'_>> {
        self.formations
            .iter()
            .map(|(id, formation)| view(id, formation))
    }

    /// Whether a formation makes sense; `own` is the one that it takes the place of.
    fn check_formation(
        &self,
        spec: &FormationSpec,
        own: Option<FormationId>,
    ) -> Result<(), WorldError> {
        spec.check()?;
        let count = spec.members.len() as f32;
        Range::Between(0.0, MOST_MEMBERS).check("number of members of the formation", count)?;
        let mut named = spec.members.clone();
        if let Anchor::Leader(leader) = spec.anchor {
            named.push(leader);
        }
        named.sort_unstable();
        for &id in &named {
            self.find(id).map_err(|_| no_such_agent(id))?;
        }
        if let Some(pair) = named.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(WorldError::NamedTwice { agent: pair[0] });
        }
        for &agent in &spec.members {
            let other = self.formations.of_member(agent);
            if let Some(formation) = other.filter(|other| Some(*other) != own) {
                return Err(WorldError::InFormation { agent, formation });
            }
        }
        Ok(())
    }

    /// Puts the goals of a new member aside.
    fn take_in(&mut self, id: AgentId) -> Result<(), WorldError> {
        let seat = self.seat(id)?;
        let agent = &mut self.agents[seat];
        let place = agent.body.position;
        agent.goals.set_aside(Goal::point(place, agent.body.radius));
        agent.memory.begin_goals(self.time);
        Ok(())
    }

    /// Lets somebody who was a member begin with its own goals.
    fn let_go(&mut self, id: AgentId) {
        if let Ok(seat) = self.find(id) {
            let agent = &mut self.agents[seat];
            agent.goals = agent.goals.to_vec().into();
            agent.memory.begin_goals(self.time);
        }
    }
}

fn view(id: FormationId, formation: &Formation) -> FormationView<'_> {
    FormationView {
        id,
        spec: formation.spec(),
        slots: formation.slots(),
    }
}
