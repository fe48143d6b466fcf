//! Agents in a world that follow paths through walkable space.

use sidestep::Vec2;
use sidestep::avoid::detour::Detour;
use sidestep::explain::{MarkKind, MarkShape};
use sidestep::geometry::{ConvexPolygon, Segment};
use sidestep::motion::Body;
use sidestep::nav::{Blocked, NavMeshes, WalkableArea};
use sidestep::world::{
    AgentId, AgentSpec, Detouring, Goal, ObstacleId, ObstacleSpec, Route, Target, WhenBlocked,
    World, WorldSettings,
};

const STEP: f32 = 1.0 / 30.0;

/// A world with walls, and walkable space that knows them.
struct Ground {
    world: World,
    area: WalkableArea,
}

impl Ground {
    fn new(width: f32, height: f32) -> Self {
        let settings = WorldSettings {
            settle: false,
            ..WorldSettings::default()
        };
        let max = Vec2::new(width, height);
        let ground = Self {
            world: World::new(settings).expect("settings"),
            area: WalkableArea::new(Vec2::ZERO, max).expect("an area"),
        };
        ground
            .wall([0.0, 0.0], [width, 0.0])
            .wall([width, 0.0], [width, height])
            .wall([width, height], [0.0, height])
            .wall([0.0, height], [0.0, 0.0])
    }

    fn wall(mut self, from: [f32; 2], to: [f32; 2]) -> Self {
        let wall = Segment::new(from.into(), to.into()).expect("a wall");
        self.area
            .block(Blocked::new(wall, Vec2::ZERO).expect("a wall"));
        self.world
            .insert_obstacle(ObstacleSpec::new(wall))
            .expect("a wall");
        self
    }

    fn world(self) -> World {
        let mut world = self.world;
        world
            .set_walkable(NavMeshes::new(self.area))
            .expect("walkable space");
        world
    }
}

pub(super) fn walker(from: [f32; 2], to: [f32; 2]) -> AgentSpec {
    let mut spec =
        AgentSpec::new(Body::new(from.into(), 0.4, 1.4)).with_goal(Goal::point(to.into(), 0.2));
    spec.profile.route = Route::Walkable;
    spec
}

pub(super) fn crate_at(world: &mut World, center: [f32; 2], size: [f32; 2]) -> ObstacleId {
    let shape = ConvexPolygon::rectangle(center.into(), size.into(), 0.0).expect("a box");
    world
        .insert_obstacle(ObstacleSpec::new(shape).temporary())
        .expect("a crate")
}

fn run(world: &mut World, id: AgentId, limit: f64) -> Option<f64> {
    while world.time() < limit {
        world.step(STEP).expect("a step");
        if world.agent(id)?.arrived {
            return Some(world.time());
        }
    }
    None
}

/// A room with a wall across it that has a door at the top.
pub(super) fn room() -> World {
    Ground::new(20.0, 12.0)
        .wall([10.0, 0.0], [10.0, 9.0])
        .wall([10.0, 10.5], [10.0, 12.0])
        .world()
}

#[test]
fn a_path_leads_through_the_door() {
    let mut world = room();
    let id = world
        .insert_agent(walker([2.0, 2.0], [18.0, 2.0]))
        .expect("an agent");
    let time = run(&mut world, id, 40.0).expect("arrives");
    // 2 × √(8² + 7.75²) m at 1.4 m/s.
    assert!(time < 18.0, "{time}");
}

/// Without a path it goes to the wall first; held up there it finds the door, unless it is to leave
/// walls to paths.
#[test]
fn without_walkable_space_it_stays_behind_the_wall_or_goes_round_it() {
    for round_walls in [false, true] {
        let mut world = room();
        let mut spec = walker([2.0, 2.0], [18.0, 2.0]);
        spec.profile.route = Route::Straight;
        spec.profile.detouring = Detouring::Silhouette(Detour {
            round_walls,
            ..Detour::for_radius(0.4)
        });
        let id = world.insert_agent(spec).expect("an agent");
        let arrives = run(&mut world, id, 40.0);
        assert_eq!(arrives.is_some(), round_walls, "{arrives:?}");
    }
}

#[test]
fn a_goal_that_moves_is_followed() {
    let mut world = room();
    let marker = world.insert_marker(Vec2::new(8.0, 2.0)).expect("a marker");
    let mut spec = walker([2.0, 2.0], [0.0, 0.0]);
    spec.profile.goals = vec![Goal::reach(Target::Marker(marker), 0.3)];
    let id = world.insert_agent(spec).expect("an agent");
    for _ in 0..30 {
        world.step(STEP).expect("a step");
    }
    world
        .move_marker(marker, Vec2::new(18.0, 2.0))
        .expect("moved");
    assert!(run(&mut world, id, 40.0).is_some());
}

#[test]
fn who_is_pushed_away_finds_back() {
    let mut world = room();
    let id = world
        .insert_agent(walker([2.0, 2.0], [18.0, 2.0]))
        .expect("an agent");
    for _ in 0..60 {
        world.step(STEP).expect("a step");
    }
    world
        .place_agent(id, Vec2::new(9.4, 0.6), Vec2::ZERO)
        .expect("pushed");
    assert!(run(&mut world, id, 40.0).is_some());
}

#[test]
fn a_crate_in_the_door_is_gone_round_through_another() {
    let mut world = Ground::new(20.0, 24.0)
        .wall([10.0, 0.0], [10.0, 9.0])
        .wall([10.0, 10.5], [10.0, 20.0])
        .wall([10.0, 21.5], [10.0, 24.0])
        .world();
    let plug = crate_at(&mut world, [10.0, 9.75], [0.8, 1.4]);
    let id = world
        .insert_agent(walker([2.0, 8.0], [18.0, 8.0]))
        .expect("an agent");
    let time = run(&mut world, id, 60.0).expect("arrives");
    assert!(time > 20.0, "through the other door: {time}");

    // Open again, the first door is taken again.
    world.remove_obstacle(plug).expect("gone");
    let back = world
        .insert_agent(walker([2.0, 8.0], [18.0, 8.0]))
        .expect("an agent");
    let set_out = world.time();
    let time = run(&mut world, back, set_out + 60.0).expect("arrives") - set_out;
    assert!(time < 16.0, "{time}");
}

#[test]
fn with_no_other_door_it_waits_and_goes_on_when_the_crate_is_gone() {
    for when_blocked in [WhenBlocked::Replan, WhenBlocked::Wait] {
        let mut world = room();
        let plug = crate_at(&mut world, [10.0, 9.75], [0.8, 1.4]);
        let mut spec = walker([2.0, 8.0], [18.0, 8.0]);
        spec.profile.when_blocked = when_blocked;
        let id = world.insert_agent(spec).expect("an agent");
        assert!(run(&mut world, id, 15.0).is_none());
        assert_eq!(world.blocked().count(), 1);
        let body = world.agent(id).expect("there").body;
        assert!(
            body.position.x > 7.0 && body.speed() < 0.05,
            "{}",
            body.position
        );
        world.remove_obstacle(plug).expect("gone");
        let time = run(&mut world, id, 40.0).expect("arrives");
        assert!(time < 27.0, "{time}");
    }
}

#[test]
fn walkable_space_baked_anew_is_taken_on_the_way() {
    let ground = Ground::new(20.0, 12.0)
        .wall([10.0, 1.5], [10.0, 9.0])
        .wall([10.0, 10.5], [10.0, 12.0]);
    let mut closed = ground.area.clone();
    let door = Segment::new(Vec2::new(10.0, 0.0), Vec2::new(10.0, 1.5)).expect("a door");
    closed.block(Blocked::new(door, Vec2::ZERO).expect("a door"));
    let mut world = ground.world();
    let id = world
        .insert_agent(walker([2.0, 3.0], [18.0, 3.0]))
        .expect("an agent");
    for _ in 0..60 {
        world.step(STEP).expect("a step");
    }
    let before = world.agent(id).expect("an agent").body;
    assert!(before.velocity.y < -0.1, "on its way to the lower door");
    world
        .update_walkable(NavMeshes::new(closed))
        .expect("walkable space");
    let mut highest = 0.0_f32;
    while !world.agent(id).expect("an agent").arrived {
        world.step(STEP).expect("a step");
        let body = world.agent(id).expect("an agent").body;
        if (body.position.x - 10.0).abs() < 0.2 {
            highest = highest.max(body.position.y);
        }
        assert!(world.time() < 40.0, "{:?}", body.position);
    }
    assert!(highest > 9.0, "through the upper door, not at {highest}");
}

#[test]
fn many_paths_are_handed_out_a_few_each_step() {
    let mut world = Ground::new(200.0, 100.0)
        .wall([100.0, 0.0], [100.0, 90.0])
        .world();
    for row in 0..20 {
        for column in 0..50 {
            let from = [1.0 + column as f32 * 1.5, 1.0 + row as f32 * 1.5];
            let to = [199.0 - column as f32 * 1.5, 1.0 + row as f32 * 1.5];
            world.insert_agent(walker(from, to)).expect("an agent");
        }
    }
    let moving = |world: &World| world.agents().filter(|it| it.body.speed() > 0.1).count();
    world.step(STEP).expect("a step");
    assert!(moving(&world) <= 32, "{}", moving(&world));
    for _ in 0..40 {
        world.step(STEP).expect("a step");
    }
    assert!(moving(&world) > 900, "{}", moving(&world));
}

#[cfg(feature = "levels")]
mod levels {
    use super::*;
    use crate::shared_level;
    use sidestep::avoid::detour::Detour;
    use sidestep::nav::{Level, LevelSettings};
    use sidestep::space::Floor;
    use sidestep::world::{Detouring, Event, EventKind, Objective, OnArrival};

    /// A bridge of 4 m by 2 m, 3 m above a field of 24 m by 12 m, with a ramp up to it from the
    /// left.
    const BRIDGE: &str = "
v -12 0 -6\nv 12 0 -6\nv 12 0 6\nv -12 0 6
f 4 3 2 1
v -9 0 -1\nv -9 0 1\nv -2 3 1\nv -2 3 -1
f 5 6 7 8
v 4 3 1\nv 4 3 -1
f 8 7 9 10
";

    fn level_walker(at: [f32; 2], height: f32, goal: [f32; 2], goal_height: f32) -> AgentSpec {
        let mut spec = walker(at, goal);
        spec.profile.goals[0].height = Some(goal_height);
        spec.profile.filter.floor = Floor {
            low: height,
            high: height + 1.8,
        };
        spec
    }

    /// Somebody walks each way of the list that comes with the shared level, all at once.
    #[test]
    fn ways_through_the_shared_level_are_walked() {
        let Some((level, list)) = shared_level::files() else {
            return;
        };
        let settings = LevelSettings {
            height: 2.0,
            max_climb: 0.9,
            ..LevelSettings::default()
        };
        let level = Level::from_obj(&level).expect("a level");
        let edges = level.bake(0.1, &settings).expect("edges");
        let mut world = World::new(WorldSettings::default()).expect("settings");
        world.insert_edges(&edges, 0.9).expect("edges");
        world
            .set_walkable(NavMeshes::of_level(level, settings))
            .expect("walkable space");
        for (index, [from, to]) in shared_level::queries(&list).into_iter().enumerate() {
            // Some begin at the same place: side by side.
            let aside = Vec2::new((index % 3) as f32 - 1.0, (index / 3 % 3) as f32 - 1.0) * 0.8;
            let at = (from.position + aside).into();
            let mut spec = level_walker(at, from.height, to.position.into(), to.height);
            spec.body = Body::new(Vec2::from(at), 0.3, 1.4);
            spec.profile.detouring = Detouring::Silhouette(Detour::for_radius(0.3));
            spec.profile.goals[0].objective = Objective::Reach {
                target: Target::Point(to.position),
                radius: 1.5,
            };
            spec.profile.on_arrival = OnArrival::Remove;
            world.insert_agent(spec).expect("an agent");
        }
        let count = world.agents().len();
        while world.time() < 240.0 && world.agents().len() > 0 {
            world.step(STEP).expect("a step");
        }
        for left in world.agents() {
            println!(
                "{} at {} {:?} blocked {}",
                left.id, left.body.position, left.floor, left.blocked
            );
        }
        assert_eq!(world.agents().len(), 0, "of {count} not all have arrived");
    }

    /// Where the one on the bridge is in every step until all have arrived, and how high it gets
    /// (m).
    fn over_the_bridge(with_one_below: bool) -> (Vec<Vec2>, f32) {
        let level = Level::from_obj(BRIDGE).expect("a level");
        let settings = LevelSettings::default();
        let edges = level.bake(0.05, &settings).expect("edges");
        let settings_of_world = WorldSettings {
            settle: false,
            ..WorldSettings::default()
        };
        let mut world = World::new(settings_of_world).expect("settings");
        world.insert_edges(&edges, 0.4).expect("edges");
        world
            .set_walkable(NavMeshes::of_level(level, settings))
            .expect("walkable space");
        let up = world
            .insert_agent(level_walker([-11.0, 0.0], 0.0, [3.0, 0.0], 3.0))
            .expect("an agent");
        if with_one_below {
            // It comes to the same place on the plane when the other does, 3 m lower.
            let below = level_walker([3.0, -5.5], 0.0, [3.0, 5.0], 0.0);
            world.insert_agent(below).expect("an agent");
        }
        let (mut places, mut highest) = (Vec::new(), f32::NEG_INFINITY);
        while world.time() < 15.0 {
            world.step(STEP).expect("a step");
            let up = world.agent(up).expect("there");
            places.push(up.body.position);
            highest = highest.max(up.floor.low);
        }
        assert!(world.agents().all(|agent| agent.arrived));
        for below in world.agents().skip(1) {
            assert!(below.floor.low.abs() < 0.3, "{:?}", below.floor);
        }
        (places, highest)
    }

    #[test]
    fn who_stands_exactly_beneath_its_goal_sets_out_and_is_not_stuck() {
        // Beneath the deck, on it, and a hair beside the spot.
        for (at, low, goal_height) in [
            ([1.0, 0.0], 0.0, 3.0),
            ([1.0, 0.0], 3.0, 0.0),
            ([1.01, 0.0], 0.0, 3.0),
        ] {
            let level = Level::from_obj(BRIDGE).expect("a level");
            let mut world = World::new(WorldSettings::default()).expect("settings");
            world
                .set_walkable(NavMeshes::of_level(level, LevelSettings::default()))
                .expect("walkable space");
            let id = world
                .insert_agent(level_walker(at, low, [1.0, 0.0], goal_height))
                .expect("an agent");
            let mut furthest = 0.0_f32;
            while world.time() < 40.0 && world.agent(id).is_some_and(|agent| !agent.arrived) {
                world.step(STEP).expect("a step");
                let stuck = |event: &Event| matches!(event.kind, EventKind::Stuck { .. });
                assert!(!world.events().iter().any(stuck), "{:?}", world.events());
                let agent = world.agent(id).expect("there");
                furthest = furthest.max(agent.body.position.distance(Vec2::from(at)));
            }
            let agent = world.agent(id).expect("there");
            assert!(agent.arrived, "from {at:?} at {low} m: {:?}", agent.body);
            assert!(
                (agent.floor.low - goal_height).abs() < 0.3,
                "{:?}",
                agent.floor
            );
            assert!(furthest > 9.0, "by the ramp: {furthest}");
        }
    }

    #[test]
    fn agents_on_a_bridge_and_below_it_do_not_meet() {
        let (alone, highest) = over_the_bridge(false);
        assert!(highest > 2.8, "it went up the ramp: {highest}");
        let (together, _) = over_the_bridge(true);
        assert_eq!(alone, together, "as if alone");
    }
}

#[test]
fn the_rest_of_a_path_is_told_and_whether_it_is_waited_for() {
    let mut world = room();
    let id = world
        .insert_agent(walker([2.0, 2.0], [18.0, 2.0]))
        .expect("an agent");
    let mut before = f32::INFINITY;
    for _ in 0..120 {
        world.step(STEP).expect("a step");
        let explanation = world.explain(id, STEP).expect("an explanation");
        let paths: Vec<_> = (explanation.marks.iter())
            .filter(|mark| mark.kind == MarkKind::Path)
            .collect();
        assert_eq!(paths.len(), 1, "{explanation:#?}");
        let MarkShape::Polyline { points } = &paths[0].shape else {
            panic!("{paths:?}");
        };
        assert_eq!(points[0], world.agent(id).expect("there").body.position);
        assert_eq!(points.last(), Some(&Vec2::new(18.0, 2.0)));
        let left: f32 = points.windows(2).map(|leg| leg[0].distance(leg[1])).sum();
        assert!(left < before, "{left} {before}");
        assert!(paths[0].label.starts_with(&format!("{left:.1} m")));
        before = left;
    }
    assert!(before < 20.0, "{before}");
}

#[test]
fn who_waits_for_a_path_says_so() {
    let settings = WorldSettings {
        settle: false,
        paths_per_step: 1,
        ..WorldSettings::default()
    };
    let mut world = World::new(settings).expect("settings");
    let max = Vec2::new(20.0, 12.0);
    let area = WalkableArea::new(Vec2::ZERO, max).expect("an area");
    world
        .set_walkable(NavMeshes::new(area))
        .expect("walkable space");
    let ids = [2.0, 6.0].map(|y| {
        world
            .insert_agent(walker([2.0, y], [18.0, y]))
            .expect("an agent")
    });
    world.step(STEP).expect("a step");
    let waits = ids.map(|id| {
        let explanation = world.explain(id, STEP).expect("an explanation");
        let reasons = explanation.reasons.join("\n");
        reasons.contains("waits for a path")
    });
    assert_eq!(waits, [false, true]);
}

#[test]
fn whoever_is_to_follow_paths_does_so_with_the_radius_that_it_has_now() {
    // A pocket that opens towards the agent.
    let ground = Ground::new(12.0, 8.0)
        .wall([6.0, 1.5], [6.0, 6.5])
        .wall([4.0, 1.5], [6.0, 1.5])
        .wall([4.0, 6.5], [6.0, 6.5]);
    let mut world = ground.world();
    let mut spec = walker([1.0, 4.0], [11.0, 4.0]);
    spec.profile.route = Route::Straight;
    spec.profile.detouring = Detouring::Silhouette(Detour {
        round_walls: false,
        ..Detour::for_radius(0.4)
    });
    let id = world.insert_agent(spec.clone()).expect("agent");
    for _ in 0..600 {
        world.step(STEP).expect("step");
    }
    let trapped = world.agent(id).expect("agent").body.position;
    assert!(trapped.x < 6.0, "{trapped}");
    spec.profile.route = Route::Walkable;
    world.set_spec(id, spec.clone()).expect("parameters");
    spec.body.radius = 0.3;
    world.set_spec(id, spec).expect("parameters");
    assert_eq!(world.agent(id).expect("agent").body.radius, 0.3);
    for _ in 0..900 {
        world.step(STEP).expect("step");
    }
    assert!(world.agent(id).expect("agent").arrived);
}

#[test]
fn how_far_somebody_has_come_on_its_path_travels_with_what_it_proposes() {
    let start = |world: &mut World| {
        for row in 0..4 {
            let y = 2.0 + row as f32;
            world
                .insert_agent(walker([3.0, y], [17.0, y]))
                .expect("an agent");
        }
    };
    let mut one = room();
    start(&mut one);
    let mut machines = [one.clone(), one.clone()];
    for step in 0..450 {
        one.step(STEP).expect("a step");
        let mut proposals = Vec::new();
        for (machine, rows) in machines.iter_mut().zip([0..2, 2..4]) {
            proposals.extend(machine.propose(rows, STEP).expect("proposals"));
        }
        for machine in &mut machines {
            machine.adopt(proposals.clone()).expect("proposals");
            machine.finish_step(&[], STEP).expect("a step");
            assert_eq!(machine.state_hash(), one.state_hash(), "step {step}");
        }
    }
    assert!(one.agents().all(|agent| agent.body.position.x > 10.0));
}
