//! Agents without walkable space that walls hold up: they go round them, or say what closes the way.

use sidestep::Vec2;
use sidestep::avoid::detour::{Blocker, ClosedBy, Detour};
use sidestep::geometry::{Circle, Segment};
use sidestep::motion::Body;
use sidestep::world::{
    AgentId, AgentSpec, BlockedAgent, Detouring, EventKind, Goal, ObstacleId, ObstacleSpec, World,
    WorldSettings,
};

const RADIUS: f32 = 0.4;
const STEP: f32 = 1.0 / 30.0;

fn world() -> World {
    let settings = WorldSettings {
        settle: false,
        ..WorldSettings::default()
    };
    World::new(settings).expect("settings")
}

fn walker(from: Vec2, to: Vec2) -> AgentSpec {
    AgentSpec::new(Body::new(from, RADIUS, 1.4)).with_goal(Goal::point(to, 0.2))
}

fn wall(world: &mut World, [from, to]: [Vec2; 2]) -> ObstacleId {
    let shape = Segment::new(from, to).expect("a wall");
    (world.insert_obstacle(ObstacleSpec::new(shape))).expect("a wall")
}

fn run(world: &mut World, seconds: f64) {
    let end = world.time() + seconds;
    while world.time() < end {
        world.step(STEP).expect("a step");
    }
}

fn is_there(world: &World, id: AgentId) -> bool {
    world.agent(id).is_some_and(|agent| agent.arrived)
}

/// A corner of a ring of walls around the origin (m).
fn corner(index: usize, count: usize, radius: f32) -> Vec2 {
    let angle = std::f32::consts::TAU * index as f32 / count as f32 + 0.1;
    Vec2::new(libm::cosf(angle), libm::sinf(angle)) * radius
}

/// A ring of so many walls around the goal, with a wall on it that leads in and one that leads out,
/// and a barrel beside the way, which is innocent. The ids of the ring come first.
fn closed(count: usize) -> (World, AgentId, Vec<ObstacleId>) {
    let mut world = world();
    let mut ids: Vec<ObstacleId> = (0..count)
        .map(|index| {
            let [from, to] = [index, index + 1].map(|index| corner(index, count, 3.0));
            wall(&mut world, [from, to])
        })
        .collect();
    for (index, [near, far]) in [(1, [3.0, 2.0]), (count / 2, [3.0, 4.5])] {
        let ends = [near, far].map(|radius| corner(index, count, radius));
        ids.push(wall(&mut world, ends));
    }
    let barrel = Circle::new(Vec2::new(-6.0, 2.0), 0.3).expect("a barrel");
    let barrel = ObstacleSpec::new(barrel).temporary();
    ids.push(world.insert_obstacle(barrel).expect("a barrel"));
    let agent = walker(Vec2::new(-9.0, 0.0), Vec2::new(-0.3, 0.0));
    let agent = world.insert_agent(agent).expect("an agent");
    (world, agent, ids)
}

fn only_blocked(world: &World) -> BlockedAgent {
    let mut blocked = world.blocked();
    let one = blocked.next().expect("it is blocked");
    assert!(blocked.next().is_none());
    one
}

#[test]
fn a_closed_ring_of_walls_is_named_wall_by_wall_and_nothing_else() {
    for count in [3, 4, 7, 16] {
        let (mut world, _, ids) = closed(count);
        run(&mut world, 15.0);
        let blocked = only_blocked(&world);
        let ring: Vec<Blocker> = ids[..count]
            .iter()
            .map(|id| Blocker::Obstacle(id.0))
            .collect();
        assert_eq!(blocked.by, ring, "{count} walls");
        assert_eq!(blocked.closed_by, ClosedBy::Wall { wall: ring[0] });
    }
}

#[test]
fn with_one_of_those_named_gone_there_is_a_way_and_with_another_gone_none() {
    let count = 5;
    let (_, _, ids) = closed(count);
    for (index, &gone) in ids.iter().enumerate() {
        let (mut world, agent, _) = closed(count);
        run(&mut world, 15.0);
        world.remove_obstacle(gone).expect("it is there");
        run(&mut world, 25.0);
        let opened = index < count;
        assert_eq!(is_there(&world, agent), opened, "without {gone:?}");
        assert_eq!(
            world.blocked().count(),
            usize::from(!opened),
            "without {gone:?}"
        );
    }
}

/// Told once, it stands until a wall goes; then it hears that it isn't blocked any more.
#[test]
fn who_is_shut_in_is_told_once_and_stands() {
    let (mut world, agent, ids) = closed(6);
    let mut told = Vec::new();
    let mut places = Vec::new();
    while world.time() < 30.0 {
        world.step(STEP).expect("a step");
        told.extend(world.events().iter().map(|event| (event.kind, event.time)));
        if world.time() > 12.0 {
            places.push(world.agent(agent).expect("it is there").body.position);
        }
    }
    let [(EventKind::Blocked, time)] = told[..] else {
        panic!("{told:?}");
    };
    assert!(time < 10.0, "told at {time} s");
    let walked: f32 = places.windows(2).map(|it| it[0].distance(it[1])).sum();
    assert!(walked < 0.01, "{walked} m");
    world.remove_obstacle(ids[0]).expect("it is there");
    world.step(STEP).expect("a step");
    run(&mut world, 0.5);
    assert_eq!(world.blocked().count(), 0);
}

/// A dead end so deep (m) and as wide as five bodies.
fn dead_end(world: &mut World, depth: f32) {
    let corners = [[-depth, -2.0], [0.0, -2.0], [0.0, 2.0], [-depth, 2.0]].map(Vec2::from);
    for pair in corners.windows(2) {
        wall(world, [pair[0], pair[1]]);
    }
}

/// A dead end that is deeper than the neighbourhood: it is looked further before anything is said.
#[test]
fn dead_ends_deeper_than_the_neighbourhood_are_left() {
    let mut detour = Detour::for_radius(RADIUS);
    detour.neighborhood = 3.0;
    for depth in [4.0, 9.0, 18.0] {
        let mut world = world();
        dead_end(&mut world, depth);
        let mut spec = walker(Vec2::new(-1.0, 0.3), Vec2::new(6.0, 0.0));
        spec.profile.detouring = Detouring::Silhouette(detour);
        let agent = world.insert_agent(spec).expect("an agent");
        run(&mut world, 10.0 + 3.0 * f64::from(depth));
        assert!(is_there(&world, agent), "{depth} m deep");
    }
}

/// Where the way leads further than anybody looks, nobody says that there is none.
#[test]
fn a_wall_without_an_end_in_sight_is_followed_and_not_said_to_close_the_way() {
    let mut world = world();
    let ends = [Vec2::new(0.0, -400.0), Vec2::new(0.0, 400.0)];
    wall(&mut world, ends);
    let spec = walker(Vec2::new(-4.0, 0.3), Vec2::new(4.0, 0.0));
    world.insert_agent(spec).expect("an agent");
    run(&mut world, 20.0);
    assert_eq!(world.blocked().count(), 0);
}

/// Somebody who doesn't go round walls is as stuck in a dead end as before.
#[test]
fn who_does_not_go_round_walls_stays_in_a_dead_end() {
    let mut world = world();
    dead_end(&mut world, 4.0);
    let mut spec = walker(Vec2::new(-1.0, 0.3), Vec2::new(6.0, 0.0));
    let detour = Detour {
        round_walls: false,
        ..Detour::for_radius(RADIUS)
    };
    spec.profile.detouring = Detouring::Silhouette(detour);
    let agent = world.insert_agent(spec).expect("an agent");
    run(&mut world, 40.0);
    assert!(!is_there(&world, agent));
}

/// Thirty in a house with a door to the right, where they all want to go, and a back door to the left:
/// how many got out in a minute and a half, and how far to the left anybody came (m).
fn crowd_before_a_door(round_walls: bool) -> (usize, f32) {
    let mut world = world();
    let sides = [
        [[-8.0, 4.0], [0.0, 4.0]],
        [[-8.0, -4.0], [0.0, -4.0]],
        [[0.0, 4.0], [0.0, 0.6]],
        [[0.0, -0.6], [0.0, -4.0]],
        [[-8.0, 4.0], [-8.0, 0.6]],
        [[-8.0, -0.6], [-8.0, -4.0]],
    ];
    for side in sides {
        wall(&mut world, side.map(Vec2::from));
    }
    let mut agents = Vec::new();
    for row in 0..6 {
        for column in 0..5 {
            let from = Vec2::new(-1.0 - 1.0 * row as f32, 2.4 - 1.2 * column as f32);
            let mut spec = walker(from, Vec2::new(6.0, from.y));
            spec.profile.detouring = Detouring::Silhouette(Detour {
                round_walls,
                ..Detour::for_radius(RADIUS)
            });
            agents.push(world.insert_agent(spec).expect("an agent"));
        }
    }
    let mut leftmost = 0.0_f32;
    while world.time() < 90.0 {
        world.step(STEP).expect("a step");
        let xs = world.agents().map(|agent| agent.body.position.x);
        leftmost = xs.fold(leftmost, f32::min);
    }
    let arrived = agents.iter().filter(|id| is_there(&world, **id)).count();
    (arrived, leftmost)
}

/// The wall beside the door is nothing to go round the house for.
#[test]
fn who_waits_before_a_door_is_not_sent_round_the_house() {
    let (arrived, leftmost) = crowd_before_a_door(true);
    let (without, _) = crowd_before_a_door(false);
    println!("{arrived} of 30 arrive, {without} without going round walls; {leftmost} m");
    assert!(arrived >= without, "{arrived} arrive, {without} without");
    assert!(leftmost > -7.6, "{leftmost}");
}
