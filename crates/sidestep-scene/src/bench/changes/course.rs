//! The course of the bench: two worlds stepped in turn.

use std::hint::black_box;
use std::time::Instant;

use glam::Vec2;
use sidestep::avoid::detour::{Detour, DetourMemory, DetourQuery, DetourScratch, Outcome};
use sidestep::space::{Clusters, Filter, Topology};
use sidestep::world::{AgentSpec, Detouring, World, WorldError, WorldSettings};

use super::changer::{Change, Changer, ChangesError, tell_clusters, tell_world};
use super::field::{Field, RADIUS};
use super::figures::{Figures, Outcomes, StepTimes};
use crate::measure::median;

/// Time step (s).
const STEP: f32 = 1.0 / 30.0;

/// As far ahead as worlds do (neighbourhoods) a query looks towards a goal that is further away.
const HORIZON: f32 = 2.0;

/// A crowd among changing obstacles, to be measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Course {
    /// Number of agents, 1 or more.
    pub agents: u64,
    /// Number of obstacles.
    pub obstacles: u64,
    /// How many of these change before each step.
    pub changing: u64,
    /// Number of steps, 1 or more.
    pub steps: u64,
    /// Seed of all places, shapes and directions.
    pub seed: u64,
}

impl Course {
    /// Runs and measures. `threads` is how many the worlds may step with, for the report only;
    /// `done` hears the number of steps that are over.
    ///
    /// # Errors
    /// If more obstacles are to change than there are, or there is no room for them.
    pub fn run(&self, threads: usize, mut done: impl FnMut(u64)) -> Result<Figures, ChangesError> {
        if self.changing > self.obstacles {
            return Err(ChangesError::MoreChangesThanObstacles {
                obstacles: self.obstacles,
                changing: self.changing,
            });
        }
        let mut ground = Ground::new(self)?;
        let mut times = Vec::new();
        let mut outcomes = Outcomes::default();
        for step in 0..self.steps {
            let agents = ground.places();
            let changes = ground
                .changer
                .change(self.changing, &mut ground.field, &agents)?;
            times.push(ground.step(&changes, step % 2 == 0, &mut outcomes)?);
            done(step + 1);
        }
        Ok(self.figures(&times, &outcomes, threads))
    }

    fn figures(&self, times: &[StepTimes], outcomes: &Outcomes, threads: usize) -> Figures {
        let of = |part: fn(&StepTimes) -> f64| {
            median(times.iter().map(part).collect()).unwrap_or_default()
        };
        Figures {
            agents: self.agents,
            obstacles: self.obstacles,
            changing: self.changing,
            steps: self.steps,
            seed: self.seed,
            step_ms: of(|step| step.with_detours),
            step_without_detours_ms: of(|step| step.without),
            plan_ms: of(|step| step.with_detours - step.without),
            clusters_ms: of(|step| step.clusters),
            queries_ms: of(|step| step.queries),
            clear: outcomes.clear,
            around: outcomes.around,
            blocked: outcomes.blocked,
            threads,
        }
    }
}

/// All that is measured.
struct Ground {
    field: Field,
    changer: Changer,
    with_detours: World,
    without: World,
    clusters: Clusters,
    detour: Detour,
    /// What each agent's queries remember.
    memories: Vec<DetourMemory>,
    goals: Vec<Vec2>,
    scratch: DetourScratch,
}

impl Ground {
    fn new(course: &Course) -> Result<Self, ChangesError> {
        let mut field = Field::new(course.agents, course.obstacles, course.seed);
        let agents = field.agents(course.agents);
        let places: Vec<Vec2> = agents.iter().map(|agent| agent.body.position).collect();
        let mut changer = Changer::default();
        let obstacles = changer.fill(course.obstacles, &mut field, &places)?;
        let detour = Detour::for_radius(RADIUS);
        let mut clusters = Clusters::new(2.0 * (RADIUS + detour.clearance), Topology::Open);
        tell_clusters(&mut clusters, &obstacles);
        let world = |detouring| world(&agents, detouring, &obstacles);
        Ok(Self {
            with_detours: world(Detouring::Silhouette(detour))?,
            without: world(Detouring::None)?,
            memories: vec![DetourMemory::default(); agents.len()],
            goals: agents.iter().filter_map(goal).collect(),
            scratch: DetourScratch::default(),
            field,
            changer,
            clusters,
            detour,
        })
    }

    /// Where agents are, in either world (m).
    fn places(&self) -> Vec<Vec2> {
        [&self.with_detours, &self.without]
            .into_iter()
            .flat_map(|world| world.agents().map(|agent| agent.body.position))
            .collect()
    }

    /// One step of everything; the world with detours first, or the other.
    fn step(
        &mut self,
        changes: &[Change],
        detours_first: bool,
        outcomes: &mut Outcomes,
    ) -> Result<StepTimes, ChangesError> {
        let clock = Instant::now();
        tell_clusters(&mut self.clusters, changes);
        let clusters = milliseconds(clock);
        let clock = Instant::now();
        self.ask_all(outcomes);
        let queries = milliseconds(clock);
        let worlds = [&mut self.with_detours, &mut self.without];
        let mut steps = [0.0; 2];
        let order = if detours_first { [0, 1] } else { [1, 0] };
        for index in order {
            let clock = Instant::now();
            tell_world(&mut *worlds[index], changes)?;
            worlds[index].step(STEP)?;
            steps[index] = milliseconds(clock);
        }
        Ok(StepTimes {
            with_detours: steps[0],
            without: steps[1],
            clusters,
            queries,
        })
    }

    /// The queries of all agents of the world with detours, as somebody with a store of his own
    /// makes them.
    fn ask_all(&mut self, outcomes: &mut Outcomes) {
        let mut barriers = Vec::new();
        let horizon = HORIZON * self.detour.neighborhood;
        let agents = self.with_detours.agents().zip(&self.goals);
        for ((agent, goal), memory) in agents.zip(&mut self.memories) {
            let from = agent.body.position;
            let to = from + (*goal - from).clamp_length_max(horizon);
            let area = self.detour.area(from, to, RADIUS);
            self.clusters
                .gather(area, &Filter::default(), &mut barriers);
            let query = DetourQuery {
                from,
                to,
                radius: RADIUS,
                barriers: &barriers,
                walls_too: false,
            };
            let answer = self.detour.find(&query, memory, &mut self.scratch);
            match black_box(answer).outcome {
                Outcome::Clear => outcomes.clear += 1,
                Outcome::Around { .. } => outcomes.around += 1,
                Outcome::Blocked { .. } => outcomes.blocked += 1,
            }
        }
    }
}

/// Where an agent goes (m).
fn goal(agent: &AgentSpec) -> Option<Vec2> {
    use sidestep::world::{Objective, Target};
    agent
        .profile
        .goals
        .iter()
        .find_map(|goal| match goal.objective {
            Objective::Reach {
                target: Target::Point(point),
                ..
            } => Some(point),
            _ => None,
        })
}

fn world(
    agents: &[AgentSpec],
    detouring: Detouring,
    obstacles: &[Change],
) -> Result<World, WorldError> {
    let mut world = World::new(WorldSettings::default())?;
    for agent in agents {
        let mut agent = agent.clone();
        agent.profile.detouring = detouring.clone();
        world.insert_agent(agent)?;
    }
    tell_world(&mut world, obstacles)?;
    Ok(world)
}

fn milliseconds(since: Instant) -> f64 {
    since.elapsed().as_secs_f64() * 1e3
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: Course = Course {
        agents: 40,
        obstacles: 30,
        changing: 9,
        steps: 6,
        seed: 3,
    };

    #[test]
    fn every_agent_asks_in_every_step_and_the_same_again() {
        let mut heard = Vec::new();
        let figures = SMALL.run(2, |step| heard.push(step)).expect("figures");
        assert_eq!(heard, [1, 2, 3, 4, 5, 6]);
        let answers = [figures.clear, figures.around, figures.blocked];
        assert_eq!(answers.iter().sum::<u64>(), 40 * 6);
        assert!(figures.around > 0, "{figures:?}");
        let again = SMALL.run(2, |_| {}).expect("figures");
        assert_eq!(answers, [again.clear, again.around, again.blocked]);
        let other = Course { seed: 4, ..SMALL }.run(2, |_| {}).expect("figures");
        assert_ne!(answers, [other.clear, other.around, other.blocked]);
    }

    #[test]
    fn worlds_and_clusters_see_the_same_obstacles_where_nobody_is() {
        let mut ground = Ground::new(&SMALL).expect("a ground");
        for step in 0..8 {
            let agents = ground.places();
            let changes = ground
                .changer
                .change(SMALL.changing, &mut ground.field, &agents)
                .expect("changes");
            let appear = changes
                .iter()
                .filter(|it| matches!(it, Change::Appear(..)))
                .count();
            assert_eq!([changes.len(), appear], [9 + 6, 6]);
            ground
                .step(&changes, step % 2 == 0, &mut Outcomes::default())
                .expect("a step");
            for world in [&ground.with_detours, &ground.without] {
                assert_eq!(world.obstacles().count(), 30);
                for obstacle in world.obstacles() {
                    let id = obstacle.id;
                    let name = sidestep::avoid::detour::Blocker::Obstacle(id.0);
                    assert!(ground.clusters.contains(name), "{id:?}");
                    for agent in world.agents() {
                        let surface = obstacle.hull().surface(agent.body.position);
                        assert!(surface.distance > RADIUS - 1e-3, "{id:?} {agent:?}");
                    }
                }
            }
            assert_eq!(ground.clusters.len(), 30);
        }
    }

    #[test]
    fn more_changes_than_obstacles_are_refused() {
        let course = Course {
            changing: 31,
            ..SMALL
        };
        let refusal = course.run(1, |_| {}).expect_err("too many");
        assert!(refusal.to_string().contains("31 of 30"), "{refusal}");
        let none = Course {
            obstacles: 0,
            changing: 0,
            ..SMALL
        };
        let figures = none.run(1, |_| {}).expect("figures");
        assert_eq!(
            [figures.clear, figures.around, figures.blocked],
            [240, 0, 0]
        );
    }

    #[test]
    fn figures_are_medians_and_the_difference_is_taken_step_by_step() {
        let step = |with_detours, without| StepTimes {
            with_detours,
            without,
            clusters: 0.5,
            queries: 2.0,
        };
        // The medians differ by 2, the median of the differences is 1.
        let times = [step(5.0, 4.0), step(7.0, 1.0), step(10.0, 9.0)];
        let course = Course {
            agents: 1,
            obstacles: 0,
            changing: 0,
            steps: 3,
            seed: 1,
        };
        let figures = course.figures(&times, &Outcomes::default(), 4);
        let got = [
            figures.step_ms,
            figures.step_without_detours_ms,
            figures.plan_ms,
            figures.clusters_ms,
            figures.queries_ms,
        ];
        assert_eq!(got, [7.0, 4.0, 1.0, 0.5, 2.0]);
        let none = course.figures(&[], &Outcomes::default(), 4);
        assert_eq!(none.step_ms, 0.0);
    }
}
