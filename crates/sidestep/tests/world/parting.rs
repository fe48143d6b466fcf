//! A crowd that parts for somebody and closes again, and backing out of lanes for one.

use sidestep::Vec2;
use sidestep::formation::{Anchor, FormationSpec, Pattern};
use sidestep::motion::Body;
use sidestep::world::{AgentId, AgentSpec, Goal, World};

use super::{empty_world, wall};

const DT: f32 = 1.0 / 30.0;
const RADIUS: f32 = 0.3;

fn walks(world: &mut World, from: Vec2, to: Vec2, priority: i32) -> AgentId {
    let mut spec = AgentSpec::new(Body::new(from, RADIUS, 1.4)).with_goal(Goal::point(to, 0.2));
    spec.profile.priority = priority;
    world.insert_agent(spec).expect("agent")
}

fn place(world: &World, id: AgentId) -> Vec2 {
    world.agent(id).expect("agent").body.position
}

/// Steps for so long (s). Nobody may overlap. Returns when the condition held first (s).
fn until(world: &mut World, seconds: f64, holds: impl Fn(&World) -> bool) -> Option<f64> {
    let end = world.time() + seconds;
    while world.time() < end {
        world.step(DT).expect("step");
        let places: Vec<Vec2> = world.agents().map(|agent| agent.body.position).collect();
        for (index, one) in places.iter().enumerate() {
            for other in &places[..index] {
                assert!(one.distance(*other) > 2.0 * RADIUS - 2e-3, "{one} {other}");
            }
        }
        if holds(world) {
            return Some(world.time());
        }
    }
    None
}

/// A hall of 5 m between two walls, full of people who stand `spacing` metres apart.
fn hall(spacing: f32) -> (World, Vec<(AgentId, Vec2)>) {
    let mut world = empty_world();
    for y in [-2.5, 2.5] {
        let side = wall(Vec2::new(-12.0, y), Vec2::new(20.0, y));
        world.insert_obstacle(side).expect("wall");
    }
    for x in [-12.0, 20.0] {
        let end = wall(Vec2::new(x, -2.5), Vec2::new(x, 2.5));
        world.insert_obstacle(end).expect("wall");
    }
    let mut people = Vec::new();
    let rows = (4.2 / spacing) as i32 + 1;
    for column in 0..8 {
        for row in 0..rows {
            let across = (row as f32 - 0.5 * (rows - 1) as f32) * spacing;
            let at = Vec2::new(column as f32 * spacing, across);
            people.push((walks(&mut world, at, at, 0), at));
        }
    }
    (world, people)
}

/// How a crowd at rest took it that somebody passed.
#[derive(Debug)]
struct Passing {
    /// When the one who passes was through (s); 13 s at best.
    through: Option<f64>,
    /// How long after that everybody was back (s).
    closed: Option<f64>,
    /// How far the last of them is from its place then, or after 20 s (m).
    off: f32,
}

impl Passing {
    /// Whether everybody was soon back, as near as the crowd lets it.
    fn has_closed(&self) -> bool {
        self.off < CLOSED * RADIUS && self.closed.is_some_and(|closed| closed < 12.0)
    }
}

/// How people stand in a hall.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Standing {
    /// As everybody does who has arrived.
    Plain,
    /// They never give their places up.
    PressingOn,
    /// In ranks.
    Formation,
}

/// Somebody passes through a full hall along `y` (m).
fn pass(spacing: f32, y: f32, priority: i32, way: Standing) -> Passing {
    let (mut world, people) = hall(spacing);
    for &(id, _) in &people {
        if way == Standing::PressingOn {
            let mut spec = world.spec(id).expect("agent");
            spec.profile.arrives_near_after = f32::INFINITY;
            world.set_spec(id, spec).expect("agent");
        }
    }
    if way == Standing::Formation {
        let columns = (people.len() / 8) as u32;
        let front = people.iter().map(|(_, at)| at.x).fold(0.0, f32::max);
        let anchor = Anchor::Place {
            position: Vec2::new(front, 0.0),
            heading: Vec2::X,
        };
        let members = people.iter().map(|(id, _)| *id).collect();
        let spec = FormationSpec::new(Pattern::Abreast { columns }, anchor, spacing, members);
        world.insert_formation(spec).expect("formation");
    }
    until(&mut world, 10.0, |_| false);
    let places: Vec<(AgentId, Vec2)> = people
        .iter()
        .map(|(id, _)| (*id, place(&world, *id)))
        .collect();
    let passer = walks(&mut world, Vec2::new(-4.0, y), Vec2::new(14.0, y), priority);
    let began = world.time();
    let through = until(&mut world, 60.0, |world| {
        world.agent(passer).expect("passer").arrived
    });
    let off = |world: &World| {
        // In ranks it doesn't matter who is in which slot.
        let is_off = |(id, at): &(AgentId, Vec2)| {
            let there = (places.iter()).map(|(other, _)| *other);
            let there = there.filter(|other| way == Standing::Formation || other == id);
            let away = there.map(|other| place(world, other).distance(*at));
            away.fold(f32::INFINITY, f32::min)
        };
        places.iter().map(is_off).fold(0.0, f32::max)
    };
    let passed = world.time();
    let near = if way == Standing::Formation {
        0.75
    } else {
        CLOSED
    };
    let closed = until(&mut world, 20.0, |world| off(world) < near * RADIUS);
    Passing {
        through: through.map(|time| time - began),
        closed: closed.map(|time| time - passed),
        off: off(&world),
    }
}

#[test]
fn a_formation_at_rest_parts_for_who_passes_and_closes_again() {
    // Who has a right to pass is hardly slower than in an empty hall.
    for (priority, at_most) in [(1, 18.0), (0, 32.0)] {
        for spacing in [1.0, 0.85, 0.75] {
            // Where it comes upon the ranks is chance.
            let ys = [-0.2, 0.0, 0.1, 0.3];
            let mut mean = 0.0;
            for y in ys {
                let passing = pass(spacing, y, priority, Standing::Formation);
                println!("formation, {spacing} m, priority {priority}, along {y}: {passing:?}");
                assert!(
                    passing.off < 0.75 * RADIUS
                        && passing.closed.is_some_and(|closed| closed < 3.0),
                    "{passing:?}"
                );
                mean += passing.through.expect("it is through") / ys.len() as f64;
            }
            assert!(mean < at_most, "{spacing} m, priority {priority}: {mean} s");
        }
    }
}

/// How far from its place somebody may stay in a crowd that has closed again (radii): how many press on
/// past whom, and so how near they let it, depends on the way of who has passed.
const CLOSED: f32 = 1.0;

/// Without a formation it takes a right to pass. Who didn't press on for its place for ever came to rest
/// where it was pushed, up to 0.5 m off.
#[test]
fn a_crowd_that_merely_stood_parted_for_who_may_pass_and_did_not_close_again() {
    for spacing in [1.0, 0.85] {
        for way in [Standing::PressingOn, Standing::Plain] {
            let passing = pass(spacing, 0.1, 1, way);
            println!("{way:?}, {spacing} m: {passing:?}");
            assert!(
                passing.through.is_some_and(|through| through < 22.0),
                "{passing:?}"
            );
            assert!(passing.has_closed(), "{passing:?}");
        }
    }
}

/// With 5 cm between them it is chance whether somebody is pushed behind another and stays there.
#[test]
fn a_crowd_that_stands_close_often_closes_again() {
    let mut closed = 0;
    for y in [0.0, 0.05, 0.1, 0.15, 0.25] {
        for way in [Standing::PressingOn, Standing::Plain] {
            let passing = pass(0.75, y, 1, way);
            println!("{way:?}, along {y}: {passing:?}");
            assert!(
                passing.through.is_some_and(|through| through < 22.0),
                "{passing:?}"
            );
            assert!(passing.off < 1.5, "{passing:?}");
            closed += u32::from(passing.has_closed());
        }
    }
    assert!(closed >= 4, "{closed} of 10");
}

/// A lane for one, from x = 0 to `length`, open to the left.
fn lane(world: &mut World, length: f32, is_closed: bool) {
    for y in [-0.45, 0.45] {
        let side = wall(Vec2::new(0.0, y), Vec2::new(length, y));
        world.insert_obstacle(side).expect("wall");
    }
    if is_closed {
        let end = wall(Vec2::new(length, -0.45), Vec2::new(length, 0.45));
        world.insert_obstacle(end).expect("wall");
    }
}

#[test]
fn of_two_who_meet_in_a_lane_for_one_one_backs_out() {
    for offset in [0.0, 1.0, 2.5] {
        let mut world = empty_world();
        lane(&mut world, 6.0, false);
        let a = walks(
            &mut world,
            Vec2::new(-3.0 + offset, 0.0),
            Vec2::new(10.0, 0.0),
            0,
        );
        let b = walks(&mut world, Vec2::new(9.0, 0.0), Vec2::new(-4.0, 0.0), 0);
        let both = until(&mut world, 90.0, |world| {
            [a, b]
                .iter()
                .all(|id| world.agent(*id).expect("agent").arrived)
        });
        println!(
            "meet, offset {offset}: {both:?}, {} {}",
            place(&world, a),
            place(&world, b)
        );
    }
}

/// One start said nothing: who goes back in first is chance, and whoever has its place behind another's then
/// comes too late. It says that its way is closed.
#[test]
fn who_comes_out_of_a_dead_end_is_let_out() {
    let (mut starts, mut shut_out) = (0, 0);
    for shift in 0..12 {
        for behind in [1, 2, 3] {
            let mut world = empty_world();
            lane(&mut world, 5.0, true);
            // The first was at the end and wants out; others go in.
            let aside = shift as f32 * 0.01;
            let at = Vec2::new(4.5 - aside, 0.0);
            let first = walks(&mut world, at, Vec2::new(-5.0, 2.0), 0);
            let others: Vec<AgentId> = (0..behind)
                .map(|index| {
                    let at = Vec2::new(3.0 + aside - 0.8 * index as f32, 0.0);
                    walks(&mut world, at, Vec2::new(4.6 - 0.7 * index as f32, 0.0), 0)
                })
                .collect();
            let has_arrived = |world: &World, id: AgentId| world.agent(id).expect("it").arrived;
            let out = until(&mut world, 60.0, |world| has_arrived(world, first));
            assert!(out.is_some_and(|time| time < 20.0), "{out:?}");
            let all_in = |world: &World| others.iter().all(|&id| has_arrived(world, id));
            let all = until(&mut world, 30.0, all_in);
            println!("dead end, {behind} behind, {aside} m: out {out:?}, in {all:?}");
            starts += 1;
            shut_out += u32::from(all.is_none());
            for &id in others.iter().filter(|&&id| !has_arrived(&world, id)) {
                let shut = world.agent(id).expect("it");
                assert!(shut.blocked, "{id:?} at {}", shut.body.position);
            }
        }
    }
    println!("of {starts} starts {shut_out} shut somebody out");
    assert!(6 * shut_out <= starts, "{shut_out} of {starts}");
}

#[test]
fn who_finds_a_lane_closed_comes_out_with_those_behind_it() {
    for count in [1, 2, 3] {
        let mut world = empty_world();
        lane(&mut world, 5.0, true);
        let goal = Vec2::new(9.0, 0.0);
        let all: Vec<AgentId> = (0..count)
            .map(|index| {
                walks(
                    &mut world,
                    Vec2::new(-1.0 - 0.8 * index as f32, 0.0),
                    goal,
                    0,
                )
            })
            .collect();
        let done = until(&mut world, 180.0, |world| {
            all.iter().all(|id| world.agent(*id).expect("it").arrived)
        });
        let places: Vec<Vec2> = all.iter().map(|id| place(&world, *id)).collect();
        println!("closed, {count}: {done:?} {places:.2?}");
        // Who comes back tells those behind it, and they don't go in again.
        assert!(done.is_some_and(|time| time < 25.0), "{done:?}");
    }
}
