//! Agents in a world that go round what stands in their way, or say that they can't.

use sidestep::Vec2;
use sidestep::avoid::detour::{Blocker, ClosedBy};
use sidestep::geometry::{Circle, ConvexPolygon, Segment};
use sidestep::motion::Body;
use sidestep::steer::FollowPath;
use sidestep::world::{
    AgentId, AgentSpec, Around, Behavior, BlockedAnswer, Detouring, EventKind, Goal, Link,
    ObstacleId, ObstacleSpec, World, WorldSettings,
};

const RADIUS: f32 = 0.4;
const SPEED: f32 = 1.4;
const STEP: f32 = 1.0 / 30.0;

fn world() -> World {
    let settings = WorldSettings {
        settle: false,
        ..WorldSettings::default()
    };
    World::new(settings).expect("settings")
}

fn walker(from: [f32; 2], to: [f32; 2]) -> AgentSpec {
    AgentSpec::new(Body::new(from.into(), RADIUS, SPEED)).with_goal(Goal::point(to.into(), 0.2))
}

fn crate_at(world: &mut World, center: [f32; 2], size: [f32; 2]) -> ObstacleId {
    let shape = ConvexPolygon::rectangle(center.into(), size.into(), 0.0).expect("a box");
    let spec = ObstacleSpec::new(shape).temporary();
    world.insert_obstacle(spec).expect("an obstacle")
}

fn wall(world: &mut World, from: [f32; 2], to: [f32; 2]) {
    let shape = Segment::new(from.into(), to.into()).expect("a wall");
    let spec = ObstacleSpec::new(shape);
    world.insert_obstacle(spec).expect("a wall");
}

/// Steps until an agent has arrived; when that was (s), and how far it walked (m).
fn arrival(world: &mut World, id: AgentId, limit: f64) -> Option<(f64, f32)> {
    let mut walked = 0.0;
    let mut last = world.agent(id)?.body.position;
    while world.time() < limit {
        world.step(STEP).expect("a step");
        let agent = world.agent(id)?;
        walked += last.distance(agent.body.position);
        last = agent.body.position;
        let body = agent.body;
        let arrived = agent.arrived;
        for obstacle in world.obstacles() {
            let surface = obstacle.hull().surface(body.position);
            assert!(
                surface.distance >= body.radius - 1e-3,
                "in {:?} at {} after {} s",
                obstacle.id,
                body.position,
                world.time()
            );
        }
        if arrived {
            return Some((world.time(), walked));
        }
    }
    None
}

#[test]
fn a_crate_on_the_way_is_walked_round() {
    let mut world = world();
    crate_at(&mut world, [5.0, 0.0], [1.0, 4.0]);
    let id = world
        .insert_agent(walker([0.0, 0.0], [10.0, 0.0]))
        .expect("an agent");
    let (_, walked) = arrival(&mut world, id, 15.0).expect("arrives");
    assert!(walked < 11.6, "{walked}");
}

#[test]
fn out_of_a_dead_end_of_crates_it_walks_back() {
    for depth in [1.0, 2.0, 4.0, 7.0, 10.0] {
        let depth = depth * RADIUS;
        let mut world = world();
        crate_at(&mut world, [5.0, 0.0], [0.4, 3.0]);
        crate_at(&mut world, [5.0 - 0.5 * depth, 1.5], [depth, 0.4]);
        crate_at(&mut world, [5.0 - 0.5 * depth, -1.5], [depth, 0.4]);
        let id = world
            .insert_agent(walker([4.2, 0.1], [10.0, 0.1]))
            .expect("an agent");
        let arrived = arrival(&mut world, id, 20.0);
        assert!(arrived.is_some(), "depth {depth} m");
    }
}

#[test]
fn a_crate_that_falls_in_front_of_it_is_walked_round() {
    let mut world = world();
    let id = world
        .insert_agent(walker([0.0, 0.0], [10.0, 0.0]))
        .expect("an agent");
    for _ in 0..60 {
        world.step(STEP).expect("a step");
    }
    let place = world.agent(id).expect("there").body.position;
    crate_at(&mut world, [place.x + 1.2, 0.0], [0.8, 3.0]);
    assert!(arrival(&mut world, id, 15.0).is_some());
}

#[test]
fn who_stands_in_the_way_is_walked_round() {
    let mut world = world();
    for index in 0..5 {
        let place = Vec2::new(5.0, index as f32 * 0.9 - 1.8);
        let idle = AgentSpec::new(Body::new(place, RADIUS, SPEED));
        world.insert_agent(idle).expect("an agent");
    }
    for _ in 0..60 {
        world.step(STEP).expect("a step");
    }
    let before: Vec<Vec2> = world.agents().map(|agent| agent.body.position).collect();
    let id = world
        .insert_agent(walker([0.0, 0.0], [10.0, 0.0]))
        .expect("an agent");
    let (_, walked) = arrival(&mut world, id, 20.0).expect("arrives");
    assert!(walked < 13.0, "{walked}");
    for (agent, before) in world.agents().zip(before) {
        let moved = agent.body.position.distance(before);
        assert!(moved < 0.5, "{} was shoved {moved} m", agent.id);
    }
}

/// A room closed by a crate, with an agent outside whose goal is inside.
fn sealed() -> (World, AgentId, ObstacleId) {
    let mut world = world();
    wall(&mut world, [0.0, 2.0], [12.0, 2.0]);
    wall(&mut world, [0.0, -2.0], [12.0, -2.0]);
    wall(&mut world, [12.0, -2.0], [12.0, 2.0]);
    let seal = crate_at(&mut world, [6.0, 0.0], [0.6, 3.6]);
    let id = world
        .insert_agent(walker([2.0, 0.3], [8.0, 0.3]))
        .expect("an agent");
    (world, id, seal)
}

#[test]
fn who_finds_no_way_says_so_and_waits() {
    let (mut world, id, seal) = sealed();
    let mut told = 0;
    for _ in 0..150 {
        world.step(STEP).expect("a step");
        told += world
            .events()
            .iter()
            .filter(|it| it.kind == EventKind::Blocked)
            .count();
    }
    assert_eq!(told, 1);
    let blocked: Vec<_> = world.blocked().collect();
    assert_eq!(blocked.len(), 1);
    assert_eq!(blocked[0].agent, id);
    assert_eq!(blocked[0].by, [Blocker::Obstacle(seal.0)]);
    assert!(matches!(
        blocked[0].closed_by,
        ClosedBy::Wall { .. } | ClosedBy::Neighborhood
    ));
    let body = world.agent(id).expect("there").body;
    assert!(body.speed() < 0.01, "it waits");
    assert!(
        body.position.x > 4.5,
        "in front of the seal: {}",
        body.position
    );
    assert!(!world.agent(id).expect("there").stuck);

    world.remove_obstacle(seal).expect("broken");
    let broken = world.time();
    let (arrived, _) = arrival(&mut world, id, 20.0).expect("arrives");
    assert!(arrived - broken < 3.0, "{}", arrived - broken);
    assert_eq!(world.blocked().count(), 0);
}

/// A room that a row of crates parts, in one layer or two, with a barrel alone in front of it;
/// somebody who wants to go through, the crates and the barrel.
fn barrel_before_a_row(layers: usize) -> (World, AgentId, Vec<ObstacleId>, ObstacleId) {
    let mut world = world();
    wall(&mut world, [-4.0, 4.0], [20.0, 4.0]);
    wall(&mut world, [-4.0, -4.0], [20.0, -4.0]);
    wall(&mut world, [-4.0, -4.0], [-4.0, 4.0]);
    let barrel = crate_at(&mut world, [5.0, 0.0], [0.8, 0.8]);
    let mut row = Vec::new();
    for layer in 0..layers {
        for index in 0..4 {
            let center = [9.0 + 1.5 * layer as f32, 2.0 * index as f32 - 3.0];
            row.push(crate_at(&mut world, center, [1.0, 1.9]));
        }
    }
    let id = world
        .insert_agent(walker([0.0, 0.1], [16.0, 0.1]))
        .expect("an agent");
    (world, id, row, barrel)
}

fn run(world: &mut World, seconds: f64) {
    let end = world.time() + seconds;
    while world.time() < end {
        world.step(STEP).expect("a step");
    }
}

#[test]
fn blocked_by_a_closed_row_it_named_the_barrel_in_front_of_it_and_stopped_there() {
    let (mut world, id, row, _) = barrel_before_a_row(1);
    run(&mut world, 12.0);
    let blocked: Vec<_> = world.blocked().collect();
    let crates: Vec<Blocker> = row.iter().map(|id| Blocker::Obstacle(id.0)).collect();
    assert_eq!(blocked.len(), 1);
    assert_eq!(blocked[0].by, crates);
    let body = world.agent(id).expect("there").body;
    assert!(body.speed() < 0.01, "it waits: {}", body.speed());
    let gap = 8.5 - RADIUS - body.position.x;
    assert!((0.0..0.5).contains(&gap), "{gap} m from the row");
}

#[test]
fn with_one_of_those_gone_that_are_named_it_goes_on_and_with_the_barrel_gone_it_stays() {
    for gone in 0..5 {
        let (mut world, id, row, barrel) = barrel_before_a_row(1);
        run(&mut world, 12.0);
        let opens = gone < row.len();
        world
            .remove_obstacle(if opens { row[gone] } else { barrel })
            .expect("it is there");
        assert_eq!(arrival(&mut world, id, 40.0).is_some(), opens, "{gone}");
        assert_eq!(world.blocked().count(), usize::from(!opens), "{gone}");
    }
}

#[test]
fn blocked_by_a_ring_of_very_many_crates_it_named_the_barrel_in_front_of_it() {
    let mut world = world();
    let ring: Vec<ObstacleId> = (0..28)
        .map(|index| {
            let angle = index as f32 * std::f32::consts::TAU / 28.0;
            let place = Vec2::new(libm::cosf(angle), libm::sinf(angle)) * 3.8;
            let shape = ConvexPolygon::rectangle(place, Vec2::splat(0.77), angle).expect("a box");
            let spec = ObstacleSpec::new(shape).temporary();
            world.insert_obstacle(spec).expect("a crate")
        })
        .collect();
    crate_at(&mut world, [-7.0, 0.1], [0.4, 0.4]);
    let body = Body::new([-9.0, 0.1].into(), 0.6, SPEED);
    let spec = AgentSpec::new(body).with_goal(Goal::point(Vec2::ZERO, 0.3));
    let id = world.insert_agent(spec).expect("an agent");
    run(&mut world, 10.0);
    let blocked: Vec<_> = world.blocked().collect();
    assert_eq!(blocked.len(), 1);
    // A body of 1.2 m needs two crates to go, and those in front of it are named.
    let named = blocked[0].by.clone();
    assert_eq!(named.len(), 2, "{named:?}");
    let reach = world.agent(id).expect("there").body.position.x;
    assert!(
        (-3.8 - 0.6 - 1.0..-3.8 - 0.6).contains(&reach),
        "it waits before the ring, at {reach}"
    );
    for blocker in named {
        let crate_named = (ring.iter()).find(|id| blocker == Blocker::Obstacle(id.0));
        let crate_named = *crate_named.expect("one of the ring");
        let place = world.obstacle(crate_named).expect("there").hull().center();
        assert!(place.x < -3.0, "{place} isn't in front of it");
        assert_eq!(world.blocked().count(), 1);
        world.remove_obstacle(crate_named).expect("there");
        run(&mut world, 1.0);
    }
    assert!(arrival(&mut world, id, 30.0).is_some());
}

#[test]
fn where_no_single_crate_opens_a_row_those_that_must_all_go_are_named() {
    let (mut world, id, row, _) = barrel_before_a_row(2);
    run(&mut world, 12.0);
    let blocked: Vec<_> = world.blocked().collect();
    assert_eq!(blocked.len(), 1);
    let named = &blocked[0].by;
    assert_eq!(named.len(), 2, "{named:?}");
    let (first, last) = named.split_at(1);
    let is_of = |blocker: &Blocker, crates: &[ObstacleId]| {
        (crates.iter()).any(|id| *blocker == Blocker::Obstacle(id.0))
    };
    assert!(
        is_of(&first[0], &row[..4]) && is_of(&last[0], &row[4..]),
        "{named:?}"
    );
    for (index, blocker) in named.clone().into_iter().enumerate() {
        let Blocker::Obstacle(crate_id) = blocker else {
            panic!("{blocker:?}");
        };
        world.remove_obstacle(ObstacleId(crate_id)).expect("there");
        let arrives = arrival(&mut world, id, 20.0 + 25.0 * index as f64).is_some();
        assert_eq!(arrives, index == 1, "without {} of them", index + 1);
    }
}

#[test]
fn whose_way_leads_off_the_neighbourhood_looked_no_further() {
    let mut world = world();
    // A row of crates that ends 40 m aside: a neighbourhood is 10 m.
    for index in -20..20 {
        crate_at(&mut world, [5.0, 2.0 * index as f32], [0.6, 1.9]);
    }
    let id = world
        .insert_agent(walker([0.0, 0.3], [10.0, 0.3]))
        .expect("an agent");
    let (_, walked) = arrival(&mut world, id, 90.0).expect("arrives");
    assert!(walked < 85.0, "{walked} m");
}

#[test]
fn the_places_where_a_blocked_case_could_be_resolved_are_before_and_behind_what_closes_it() {
    let (mut world, id, crate_id) = sealed();
    for _ in 0..120 {
        world.step(STEP).expect("a step");
    }
    let blocked = world.blocked().next().expect("blocked");
    let view = world.obstacle(crate_id).expect("the crate");
    let hull = view.shape.hull(view.offset);
    let body = world.agent(id).expect("there").body;
    let place = blocked.place.expect("a place");
    assert!(hull.surface(place).distance.abs() < 1e-3, "{place}");
    assert!(place.distance(body.position) < 2.0 * body.radius, "{place}");
    let beyond = blocked.beyond.expect("a place");
    assert!(hull.surface(beyond).distance >= body.radius, "{beyond}");
    assert!(beyond.x > hull.center().x && beyond.distance(blocked.goal) < 6.0);
    world
        .place_agent(id, beyond, Vec2::ZERO)
        .expect("there is room");
    assert!(arrival(&mut world, id, 20.0).is_some());
}

#[test]
fn who_is_told_to_wait_is_not_listed() {
    let (mut world, id, _) = sealed();
    for _ in 0..60 {
        world.step(STEP).expect("a step");
    }
    assert_eq!(world.blocked().count(), 1);
    world
        .answer_blocked(id, BlockedAnswer::Wait { seconds: 1.0 })
        .expect("an answer");
    assert_eq!(world.blocked().count(), 0);
    for _ in 0..40 {
        world.step(STEP).expect("a step");
    }
    assert_eq!(world.blocked().count(), 1);
}

#[test]
fn a_jump_leads_over_what_blocks() {
    let (mut world, id, _) = sealed();
    for _ in 0..60 {
        world.step(STEP).expect("a step");
    }
    let link = Link {
        from: Vec2::new(5.0, 0.0),
        to: Vec2::new(7.0, 0.0),
        seconds: 0.8,
    };
    world.jump(id, link).expect("an answer");
    let (mut took_off, mut landed) = (Vec::new(), None);
    while world.time() < 20.0 && !world.agent(id).expect("there").arrived {
        let jumped = world.agent(id).expect("there").jumping;
        world.step(STEP).expect("a step");
        let agent = world.agent(id).expect("there");
        if told(&world, EventKind::TookOff) {
            assert!(!jumped && agent.jumping && landed.is_none());
            took_off.push(world.time());
        }
        if told(&world, EventKind::Landed) {
            landed = Some((agent.body.position, world.time()));
        }
    }
    let (place, time) = landed.expect("landed");
    assert!(place.distance(link.to) < 0.05, "{place}");
    // The step in which it takes off is the first of the flight.
    assert_eq!(took_off.len(), 1, "{took_off:?}");
    let aloft = time - took_off[0];
    assert!((aloft - 0.8 + f64::from(STEP)).abs() < 0.04, "{aloft} s");
    assert!(world.agent(id).expect("there").arrived);
}

fn told(world: &World, kind: EventKind) -> bool {
    world.events().iter().any(|event| event.kind == kind)
}

#[test]
fn a_jump_that_is_over_within_a_step_is_told_at_both_ends() {
    let (mut world, id, _) = sealed();
    world.step(STEP).expect("a step");
    let from = world.agent(id).expect("there").body.position;
    let link = Link {
        from,
        to: from - Vec2::X,
        seconds: 0.5 * STEP,
    };
    world.jump(id, link).expect("an answer");
    world.step(STEP).expect("a step");
    let kinds: Vec<EventKind> = world.events().iter().map(|event| event.kind).collect();
    let at = |kind| kinds.iter().position(|it| *it == kind);
    assert!(at(EventKind::TookOff) < at(EventKind::Landed), "{kinds:?}");
    assert!(at(EventKind::TookOff).is_some(), "{kinds:?}");
}

#[test]
fn nobody_lands_inside_an_obstacle() {
    let (mut world, id, _) = sealed();
    world.step(STEP).expect("a step");
    let link = Link {
        from: Vec2::new(2.0, 0.3),
        to: Vec2::new(6.2, 0.0),
        seconds: 0.5,
    };
    world.jump(id, link).expect("an answer");
    for _ in 0..30 {
        world.step(STEP).expect("a step");
    }
    let body = world.agent(id).expect("there").body;
    for obstacle in world.obstacles() {
        let surface = obstacle.hull().surface(body.position);
        assert!(surface.distance >= RADIUS - 1e-3, "{}", body.position);
    }
}

#[test]
fn without_detours_it_meets_crates_as_walls() {
    let mut world = world();
    crate_at(&mut world, [5.0, 0.0], [0.4, 3.0]);
    crate_at(&mut world, [4.0, 1.5], [2.0, 0.4]);
    crate_at(&mut world, [4.0, -1.5], [2.0, 0.4]);
    let mut spec = walker([4.2, 0.1], [10.0, 0.1]);
    spec.profile.detouring = Detouring::None;
    let id = world.insert_agent(spec).expect("an agent");
    assert!(arrival(&mut world, id, 20.0).is_none());
}

#[test]
fn a_goal_in_a_barrel_is_gone_to_as_near_as_can_be() {
    let mut world = world();
    let barrel = Circle::new(Vec2::new(6.0, 0.0), 0.8).expect("a disc");
    let spec = ObstacleSpec::new(barrel).temporary();
    world.insert_obstacle(spec).expect("an obstacle");
    let id = world
        .insert_agent(walker([0.0, 0.0], [6.2, 0.1]))
        .expect("an agent");
    assert!(arrival(&mut world, id, 12.0).is_none());
    let body = world.agent(id).expect("there").body;
    assert!(body.position.distance(Vec2::new(6.0, 0.0)) < 0.8 + RADIUS + 0.1);
    assert!(body.speed() < 0.05);
}

/// A caller with path finding of its own hands over corners, as a path to follow.
#[test]
fn a_crate_on_a_path_that_is_followed_is_walked_round() {
    for crates in [
        &[[5.0, 0.0]][..],
        &[[10.0, 0.0]],
        &[[5.0, 0.0], [10.0, 5.0]],
    ] {
        let mut world = world();
        for center in crates {
            crate_at(&mut world, *center, [2.4, 2.4]);
        }
        let path: Vec<Vec2> = [[0.0, 0.0], [10.0, 0.0], [10.0, 10.0]]
            .map(Vec2::from)
            .into();
        let mut spec = walker([0.0, 0.0], [10.0, 10.0]);
        let parameters = FollowPath::for_radius(RADIUS);
        spec.profile.behaviors = vec![Behavior::FollowPath { path, parameters }.into()];
        let id = world.insert_agent(spec).expect("an agent");
        let arrived = arrival(&mut world, id, 30.0);
        let (_, walked) = arrived.unwrap_or_else(|| panic!("{crates:?}: doesn't arrive"));
        assert!(walked < 24.0, "{crates:?}: {walked} m");
    }
}

/// As soon as it had come round so far that the way to the next corner was free, it went back to its
/// path, to the stretch on which the crate stands, and so to and fro for ever.
#[test]
fn who_follows_a_path_went_to_and_fro_before_a_crate_that_lies_askew_on_it() {
    for angle in [0.0, 0.2, 0.4, 0.8] {
        for aside in [-0.6, -0.2, 0.0, 0.2, 0.6] {
            for closed in [false, true] {
                let mut world = world();
                let center = Vec2::new(12.0, aside);
                let size = Vec2::new(1.2, 1.2);
                let it = ConvexPolygon::rectangle(center, size, angle).expect("a crate");
                (world.insert_obstacle(ObstacleSpec::new(it).temporary())).expect("an obstacle");
                let path = [[0.0, 0.0], [20.0, 0.0], [20.0, 8.0], [0.0, 8.0]];
                let path: Vec<Vec2> = path.map(Vec2::from).into();
                let mut spec = walker([0.0, 0.0], [20.0, 8.0]);
                spec.profile.goals = vec![Goal::point(Vec2::new(20.0, 8.0), 0.5)];
                let parameters = FollowPath {
                    corridor_radius: 0.25,
                    closed,
                    ..FollowPath::for_radius(RADIUS)
                };
                spec.profile.behaviors = vec![Behavior::FollowPath { path, parameters }.into()];
                let id = world.insert_agent(spec).expect("an agent");
                let what = format!("{angle} rad, {aside} m aside, closed: {closed}");
                let arrived = arrival(&mut world, id, 40.0);
                let (_, walked) = arrived.unwrap_or_else(|| panic!("{what}: doesn't arrive"));
                assert!(walked < 29.0, "{what}: {walked} m instead of 28 m");
            }
        }
    }
}

#[test]
fn a_corner_beside_a_wall_is_not_left_out_as_one_with_a_crate_on_it_is() {
    let nearest_to_corner = |crate_on_it: bool| {
        let mut world = world();
        // Nearer to the corner than the agent's middle can come; a crate stands somewhere else.
        wall(&mut world, [10.3, -3.0], [10.3, 3.0]);
        crate_at(&mut world, [0.0, 9.0], [0.5, 0.5]);
        let corner = Vec2::new(10.0, 0.0);
        if crate_on_it {
            crate_at(&mut world, corner.into(), [0.4, 0.4]);
        }
        let path = vec![Vec2::ZERO, corner, Vec2::new(0.0, 4.0)];
        let mut spec = walker([0.0, 0.0], [0.0, 4.0]);
        let parameters = FollowPath::for_radius(RADIUS);
        spec.profile.behaviors = vec![Behavior::FollowPath { path, parameters }.into()];
        let id = world.insert_agent(spec).expect("an agent");
        let mut nearest = f32::INFINITY;
        while world.time() < 20.0 && !world.agent(id).expect("there").arrived {
            world.step(STEP).expect("a step");
            let place = world.agent(id).expect("there").body.position;
            nearest = nearest.min(place.distance(corner));
        }
        nearest
    };
    let nearest = nearest_to_corner(false);
    assert!(nearest < 1.5, "{nearest}");
    let nearest = nearest_to_corner(true);
    assert!(nearest > 3.0, "{nearest}");
}

#[test]
fn the_tiny_walk_back_out_of_small_dead_ends_too() {
    let mut world = world();
    crate_at(&mut world, [0.6, 0.0], [0.05, 0.5]);
    crate_at(&mut world, [0.4, 0.25], [0.4, 0.05]);
    crate_at(&mut world, [0.4, -0.25], [0.4, 0.05]);
    let body = Body::new(Vec2::new(0.5, 0.0), 0.05, 0.2);
    let spec = AgentSpec::new(body).with_goal(Goal::point(Vec2::new(0.9, 0.0), 0.02));
    let id = world.insert_agent(spec).expect("an agent");
    assert!(arrival(&mut world, id, 15.0).is_some());
}

/// Two thresholds and a time: who shuffles about in place neither comes nor goes as something to
/// walk round.
#[test]
fn who_waits_in_a_line_is_walked_round_by_others() {
    let mut world = world();
    // A line at a counter, seven long, across the way of somebody who isn't in it.
    for place in 0..7 {
        let at = [5.0, 2.7 - 0.9 * place as f32];
        let mut spec = walker(at, [5.0, 2.9]);
        spec.profile
            .behaviors
            .push(Behavior::Queue(Around::within(0.6)).into());
        world.insert_agent(spec).expect("an agent");
    }
    for _ in 0..90 {
        world.step(STEP).expect("a step");
    }
    let passer = world
        .insert_agent(walker([0.0, 0.0], [10.0, 0.0]))
        .expect("an agent");
    let (_, walked) = arrival(&mut world, passer, 25.0).expect("arrives");
    assert!(walked < 14.0, "{walked}");
}
