//! Several worlds that share the deciding go the way of one that decides for all.

use std::ops::Range;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use sidestep::Vec2;
use sidestep::formation::{Anchor, FormationSpec, Pattern};
use sidestep::motion::Body;
use sidestep::world::{
    AgentId, AgentSpec, Decisions, Event, Goal, Link, MarkerId, ObstacleId, OnArrival, Sharing,
    Target, WhenBlocked, World, WorldError, WorldSettings,
};

use super::routes::{crate_at, room, walker};

const STEPS: u32 = 240;

/// A crowd with a bit of everything: paths through a door, some of them with another path where it
/// is blocked; a formation; one after a marker; some that leave when they have arrived.
fn busy() -> World {
    let mut world = room();
    for index in 0..16_u16 {
        let y = 1.0 + 0.9 * f32::from(index % 8);
        let (from, to) = if index < 8 { (3.0, 17.0) } else { (17.0, 3.0) };
        let mut spec = walker([from, y], [to, y]);
        if index % 3 == 0 {
            spec.profile.when_blocked = WhenBlocked::Replan;
        }
        if index % 4 == 1 {
            spec.profile.on_arrival = OnArrival::Remove;
        }
        world.insert_agent(spec).expect("a walker");
    }
    let marker = world.insert_marker(Vec2::new(5.0, 10.0)).expect("a marker");
    let straight =
        |x: f32, y: f32, goal| AgentSpec::new(Body::new(Vec2::new(x, y), 0.3, 1.5)).with_goal(goal);
    world
        .insert_agent(straight(
            1.0,
            10.0,
            Goal::reach(Target::Marker(marker), 0.2),
        ))
        .expect("one after the marker");
    let goal = Goal::point(Vec2::new(8.0, 11.0), 0.2);
    let leader = world.insert_agent(straight(1.5, 11.0, goal));
    let members = (0..3)
        .map(|row| {
            let body = Body::new(Vec2::new(0.7, 8.5 + row as f32), 0.3, 1.7);
            world.insert_agent(AgentSpec::new(body)).expect("a member")
        })
        .collect();
    let anchor = Anchor::Leader(leader.expect("a leader"));
    let formation = FormationSpec::new(Pattern::File, anchor, 0.9, members);
    world.insert_formation(formation).expect("a formation");
    world
}

/// What happens to the world from outside before a step.
fn happen(world: &mut World, step: u32) {
    let x = 5.0 + 0.02 * step as f32;
    (world.move_marker(MarkerId(0), Vec2::new(x, 10.0))).expect("the marker");
    if step == 40 {
        // The door closes.
        crate_at(world, [10.0, 9.75], [0.5, 1.6]);
    }
    if step == 150 {
        let last = world.obstacles().last().map(|obstacle| obstacle.id);
        world
            .remove_obstacle(last.unwrap_or(ObstacleId(0)))
            .expect("the crate");
    }
    if step == 60 && world.agent(AgentId(2)).is_some() {
        let link = Link {
            from: Vec2::new(9.0, 4.0),
            to: Vec2::new(11.0, 4.0),
            seconds: 0.5,
        };
        world.jump(AgentId(2), link).expect("a jump");
    }
}

/// How long a step is (s): some are cut into parts.
fn step_of(step: u32) -> f32 {
    if step % 5 == 4 { 0.25 } else { 1.0 / 30.0 }
}

/// What a machine has decided, and for which rows.
type Post = (Range<usize>, Vec<u8>);

struct Machine {
    number: usize,
    others: Vec<Sender<Post>>,
    posts: Vec<Receiver<Post>>,
    share: Share,
    exchange: usize,
}

/// The rows of a machine, of so many agents, in the exchange of a number.
type Share = fn(machine: usize, exchange: usize, agents: usize) -> Range<usize>;

impl Machine {
    /// Machines that reach each other.
    fn group(count: usize, share: Share) -> Vec<Self> {
        let mut machines: Vec<Self> = (0..count)
            .map(|number| Self {
                number,
                others: Vec::new(),
                posts: Vec::new(),
                share,
                exchange: 0,
            })
            .collect();
        for from in 0..count {
            for to in (0..count).filter(|&to| to != from) {
                let (sender, receiver) = channel();
                machines[from].others.push(sender);
                machines[to].posts.push(receiver);
            }
        }
        machines
    }
}

impl Sharing for Machine {
    type Error = WorldError;

    fn rows(&mut self, agents: usize) -> Range<usize> {
        (self.share)(self.number, self.exchange, agents)
    }

    fn exchange(&mut self, mut decisions: Decisions<'_>) -> Result<(), WorldError> {
        let mut bytes = Vec::new();
        decisions.write(&mut bytes);
        for other in &self.others {
            let post = (decisions.rows(), bytes.clone());
            other.send(post).expect("the others are there");
        }
        for posts in &self.posts {
            let (rows, bytes) = posts.recv().expect("the others are there");
            decisions.read(rows, &bytes)?;
        }
        self.exchange += 1;
        Ok(())
    }
}

/// After each step, what a world hashes to and what happened.
type Course = Vec<(u64, Vec<Event>)>;

fn courses(machines: usize, share: Share) -> Vec<Course> {
    thread::scope(|scope| {
        let started: Vec<_> = (Machine::group(machines, share).into_iter())
            .map(|mut machine| {
                scope.spawn(move || {
                    let mut world = busy();
                    let step = |step| {
                        happen(&mut world, step);
                        (world.step_shared(step_of(step), &mut machine)).expect("a step");
                        (world.state_hash(), world.events().to_vec())
                    };
                    (0..STEPS).map(step).collect()
                })
            })
            .collect();
        let ended = started.into_iter().map(|machine| machine.join());
        ended.collect::<Result<_, _>>().expect("machines")
    })
}

fn alone() -> Course {
    let mut world = busy();
    let step = |step| {
        happen(&mut world, step);
        world.step(step_of(step)).expect("a step");
        (world.state_hash(), world.events().to_vec())
    };
    (0..STEPS).map(step).collect()
}

fn assert_same(machines: usize, share: Share) {
    let alone = alone();
    assert!(alone.iter().any(|(_, events)| !events.is_empty()));
    for (number, course) in courses(machines, share).into_iter().enumerate() {
        for (step, (here, there)) in alone.iter().zip(&course).enumerate() {
            assert_eq!(here, there, "machine {number}, step {step}");
        }
        assert_eq!(alone.len(), course.len());
    }
}

#[test]
fn machines_with_equal_shares_go_the_way_of_one() {
    assert_same(3, |machine, _, agents| {
        agents * machine / 3..agents * (machine + 1) / 3
    });
}

#[test]
fn who_decides_for_whom_makes_no_difference() {
    // Shares that change with each exchange, some of them empty.
    assert_same(4, |machine, exchange, agents| {
        let cut = |place: usize| match place {
            0 => 0,
            4 => agents,
            // Three cuts, in order, anywhere.
            _ => {
                let mut cuts = [1, 2, 3].map(|cut| (exchange * 7 + cut * cut * 11) % (agents + 1));
                cuts.sort_unstable();
                cuts[place - 1]
            }
        };
        cut(machine)..cut(machine + 1)
    });
}

/// What one decides for one agent wakes another one, for which another machine decides.
#[test]
fn who_is_newly_met_by_an_agent_of_another_machine_decides_in_the_next_step() {
    let pairs = || {
        let mut world = World::new(WorldSettings::default()).expect("settings");
        for from in [Vec2::new(-10.0, 0.0), Vec2::new(10.3, 0.3)] {
            for row in 0..6_u8 {
                let start = from + Vec2::new(0.1, 20.0) * f32::from(row);
                let goal = Goal::point(Vec2::new(-1.5 * start.x, start.y), 0.3);
                let spec = AgentSpec::new(Body::new(start, 0.3, 1.4)).with_goal(goal);
                world.insert_agent(spec).expect("a walker");
            }
        }
        world
    };
    let mut alone = pairs();
    let hashes = |world: &mut World, step: &mut dyn FnMut(&mut World)| -> Vec<u64> {
        let hash = |_| {
            step(world);
            world.state_hash()
        };
        (0..300).map(hash).collect()
    };
    let expected = hashes(&mut alone, &mut |world| world.step(0.05).expect("a step"));
    let share: Share = |machine, _, agents| agents * machine / 2..agents * (machine + 1) / 2;
    thread::scope(|scope| {
        for mut machine in Machine::group(2, share) {
            let (pairs, expected) = (&pairs, &expected);
            scope.spawn(move || {
                let step = &mut |world: &mut World| {
                    world.step_shared(0.05, &mut machine).expect("a step");
                };
                assert_eq!(&hashes(&mut pairs(), step), expected);
            });
        }
    });
}

/// Hands the bytes of its own decisions to a test that spoils them.
struct Spoilt<F>(F);

impl<F: FnMut(&mut Vec<u8>) -> Range<usize>> Sharing for Spoilt<F> {
    type Error = WorldError;

    fn rows(&mut self, agents: usize) -> Range<usize> {
        0..agents
    }

    fn exchange(&mut self, mut decisions: Decisions<'_>) -> Result<(), WorldError> {
        let mut bytes = Vec::new();
        decisions.write(&mut bytes);
        let rows = (self.0)(&mut bytes);
        decisions.read(rows, &bytes)
    }
}

#[test]
fn decisions_that_are_not_for_these_agents_are_refused() {
    let refused = |spoil: fn(&mut Vec<u8>) -> Range<usize>| {
        let mut world = busy();
        let step = world.step_shared(0.05, &mut Spoilt(spoil));
        step.err().map(|error| error.to_string())
    };
    let all = busy().agents().count();
    assert_eq!(all, 21);
    assert_eq!(refused(|_| 0..21), None);
    for (spoil, what) in [
        (
            (|_: &mut Vec<u8>| 0..22) as fn(&mut Vec<u8>) -> Range<usize>,
            "rows 0 to 22 can't be taken over: this world has 21 agents",
        ),
        (|_| 0..20, "bytes are left over"),
        (
            |bytes| {
                bytes.truncate(50);
                0..21
            },
            "the same build",
        ),
        (
            |bytes| {
                // The force of the first agent.
                bytes[..4].copy_from_slice(&f32::NAN.to_le_bytes());
                0..21
            },
            "force of agent 0 is",
        ),
    ] {
        let message = refused(spoil).unwrap_or_default();
        assert!(message.contains(what), "{message}");
    }
}

#[test]
fn damaged_decisions_never_panic() {
    for place in 0..400 {
        let spoil = |bytes: &mut Vec<u8>| {
            let at = place * 37 % bytes.len();
            bytes[at] ^= 1 << (place % 8);
            0..21
        };
        let mut world = busy();
        // Refused, or something that an agent might have decided.
        let _ = world.step_shared(0.05, &mut Spoilt(spoil));
    }
}
