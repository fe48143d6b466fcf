use sidestep::Vec2;
use sidestep::motion::Body;
use sidestep::world::{
    AgentId, AgentSpec, Aim, Behavior, Control, Detouring, Event, EventKind, Goal, NearReason,
    Objective, ObstacleId, OnArrival, StuckReason, Target, World,
};

use super::{agent_aim, empty_world, wall};
use crate::common::walker;

const DT: f32 = 1.0 / 30.0;

/// All events of so many seconds.
fn run(world: &mut World, seconds: f32) -> Vec<Event> {
    let mut events = Vec::new();
    for _ in 0..(seconds / DT).round() as u32 {
        world.step(DT).expect("step");
        events.extend_from_slice(world.events());
    }
    events
}

fn kinds(events: &[Event]) -> Vec<EventKind> {
    events.iter().map(|event| event.kind).collect()
}

/// The same one, who knows no way round walls.
fn not_round_walls(mut spec: AgentSpec) -> AgentSpec {
    if let Detouring::Silhouette(detour) = &mut spec.profile.detouring {
        detour.round_walls = false;
    }
    spec
}

fn idle_at(place: Vec2) -> AgentSpec {
    AgentSpec::new(Body::new(place, 0.3, 1.5))
}

#[test]
fn goals_are_reached_in_order_and_arrival_is_told_once() {
    for on_arrival in [OnArrival::Stop, OnArrival::Continue] {
        let mut world = empty_world();
        let mut spec = idle_at(Vec2::ZERO);
        spec.profile.goals = [3.0, 1.0, 5.0]
            .map(|x| Goal::point(Vec2::new(x, 0.0), 0.2))
            .to_vec();
        spec.profile.on_arrival = on_arrival;
        let id = world.insert_agent(spec).expect("agent");
        let events = run(&mut world, 20.0);
        let expected = [
            EventKind::GoalReached { index: 0 },
            EventKind::GoalReached { index: 1 },
            EventKind::GoalReached { index: 2 },
            EventKind::Arrived,
        ];
        assert_eq!(kinds(&events), expected, "{on_arrival:?}");
        assert!(events.is_sorted_by(|a, b| a.time <= b.time));
        let agent = world.agent(id).expect("agent");
        assert!(agent.arrived && !agent.stuck);
        assert!(agent.body.position.distance(Vec2::new(5.0, 0.0)) < 0.05);
        assert!(agent.body.speed() < 0.01);
    }
}

#[test]
fn a_goal_that_somebody_who_rests_covers_is_told_as_reached_near() {
    let at = Vec2::new(3.0, 0.0);
    let boxed = Goal {
        objective: Objective::Enter {
            min: at - 0.1,
            max: at + 0.1,
            aim: None,
        },
        ..Goal::point(at, 0.2)
    };
    // Round the box, and by a radius of its own outside, it walks 3.2 m in 2.1 s.
    for (first, seconds) in [(Goal::point(at, 0.2), 2.0), (boxed, 4.1)] {
        // The disc of who rests there leaves no room to touch the box.
        let mut resting = idle_at(at);
        resting.body.radius = 1.0;
        let mut world = empty_world();
        let by = world.insert_agent(resting).expect("agent");
        let mut spec = idle_at(Vec2::new(-1.0, 0.0));
        spec.profile.goals = vec![first, Goal::point(Vec2::new(-4.0, 0.0), 0.2)];
        let id = world.insert_agent(spec).expect("agent");
        let events = run(&mut world, 40.0);
        let own = events.iter().filter(|event| event.agent == id);
        let told: Vec<(EventKind, f64)> = own
            .filter(|event| !matches!(event.kind, EventKind::Stuck { .. } | EventKind::Unstuck))
            .map(|event| (event.kind, event.time))
            .collect();
        let why = NearReason::Taken { by };
        let expected = [
            EventKind::GoalReachedNear { index: 0, why },
            EventKind::GoalReached { index: 1 },
            EventKind::Arrived,
        ];
        let kinds: Vec<EventKind> = told.iter().map(|&(kind, _)| kind).collect();
        assert_eq!(kinds, expected, "{first:?}");
        // It comes there in 2 s, and looks at it from other sides, too.
        assert!(
            (seconds + 2.0..seconds + 12.0).contains(&told[0].1),
            "{told:?}"
        );
    }
}

#[test]
fn who_leaves_on_arrival_is_gone() {
    let mut world = empty_world();
    let mut spec = walker(Vec2::ZERO, Vec2::new(2.0, 0.0), 0.3, 1.5);
    spec.profile.on_arrival = OnArrival::Remove;
    let id = world.insert_agent(spec).expect("agent");
    let events = run(&mut world, 5.0);
    let kinds = kinds(&events);
    assert_eq!(
        kinds[..2],
        [EventKind::GoalReached { index: 0 }, EventKind::Arrived]
    );
    let EventKind::Left { position, .. } = kinds[2] else {
        panic!("it doesn't say that it left: {kinds:?}");
    };
    assert!(position.distance(Vec2::new(2.0, 0.0)) <= 0.15);
    assert_eq!(kinds.len(), 3);
    assert!(world.agent(id).is_none());
}

#[test]
fn arrival_is_told_in_the_step_in_which_it_happens() {
    let mut world = empty_world();
    let spec = walker(Vec2::ZERO, Vec2::new(2.0, 0.0), 0.3, 1.5);
    let id = world.insert_agent(spec).expect("agent");
    loop {
        world.step(DT).expect("step");
        let near = world.agent(id).expect("agent").body.position.x >= 2.0 - 0.15;
        let told = world
            .events()
            .iter()
            .any(|event| event.kind == EventKind::Arrived);
        assert_eq!(near, told);
        assert!(world.time() < 5.0);
        if near {
            let time = world.events().last().expect("event").time;
            assert_eq!(time.to_bits(), world.time().to_bits());
            break;
        }
    }
}

#[test]
fn time_limits_end_goals_that_cant_be_reached() {
    let mut world = empty_world();
    let mut spec = idle_at(Vec2::ZERO);
    let limited = |objective, seconds| Goal {
        objective,
        speed: None,
        time_limit: Some(seconds),
        height: None,
    };
    spec.profile.goals = vec![
        limited(Objective::Idle, 1.0),
        limited(
            Objective::Head {
                direction: Vec2::new(0.0, 5.0),
            },
            2.0,
        ),
        limited(
            Objective::Reach {
                target: Target::Point(Vec2::new(1e4, 0.0)),
                radius: 1.0,
            },
            0.5,
        ),
    ];
    let id = world.insert_agent(spec).expect("agent");
    assert_eq!(kinds(&run(&mut world, 0.9)), []);
    assert_eq!(world.agent(id).expect("agent").body.position, Vec2::ZERO);
    let events = run(&mut world, 0.2);
    assert_eq!(kinds(&events), [EventKind::GoalReached { index: 0 }]);
    let events = run(&mut world, 4.0);
    let times: Vec<f64> = events.iter().map(|event| event.time).collect();
    assert_eq!(events.len(), 3, "{events:?}");
    assert!(
        (times[0] - 3.0).abs() < 0.1 && (times[1] - 3.5).abs() < 0.1,
        "{times:?}"
    );
    assert_eq!(events[2].kind, EventKind::Arrived);
    let place = world.agent(id).expect("agent").body.position;
    assert!(place.y > 1.5 && place.y > place.x.abs(), "{place}");
}

/// Four walls around the origin, a metre away: below, to the right, above and to the left.
fn shut_in(world: &mut World) -> [ObstacleId; 4] {
    let corners =
        [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(|(x, y)| Vec2::new(x, y));
    [0, 1, 2, 3].map(|side| {
        let spec = wall(corners[side], corners[(side + 1) % 4]);
        world.insert_obstacle(spec).expect("wall")
    })
}

#[test]
fn an_agent_shut_in_says_stuck_and_unstuck_once_the_way_is_free() {
    let mut world = empty_world();
    let walls = shut_in(&mut world);
    let walker = not_round_walls(walker(Vec2::ZERO, Vec2::new(6.0, 0.0), 0.3, 1.5));
    let id = world.insert_agent(walker).expect("agent");
    let events = run(&mut world, 10.0);
    assert_eq!(events.len(), 1, "{events:?}");
    assert!(matches!(
        events[0].kind,
        EventKind::Stuck {
            reason: StuckReason::Enclosed | StuckReason::Obstacle
        }
    ));
    assert!(world.agent(id).expect("agent").stuck);
    world.remove_obstacle(walls[1]).expect("wall");
    let events = run(&mut world, 10.0);
    let kinds = kinds(&events);
    assert_eq!(kinds[0], EventKind::Unstuck);
    assert_eq!(kinds.last(), Some(&EventKind::Arrived));
    assert!(!world.agent(id).expect("agent").stuck);
}

#[test]
fn one_who_is_pushed_away_from_its_goal_by_nothing_but_its_blend_is_crowded() {
    let mut world = empty_world();
    let mut spec = walker(Vec2::ZERO, Vec2::new(6.0, 0.0), 0.3, 1.5);
    let threat = Target::Point(Vec2::new(6.0, 0.0));
    spec.profile
        .behaviors
        .push(Behavior::Flee(Aim::At(threat), 50.0).into());
    world.insert_agent(spec).expect("agent");
    let events = run(&mut world, 10.0);
    let stuck = EventKind::Stuck {
        reason: StuckReason::Crowded,
    };
    assert_eq!(kinds(&events), [stuck]);
}

#[test]
fn a_lost_target_is_told_once_and_its_behaviour_does_nothing() {
    let mut world = empty_world();
    let quarry = world
        .insert_agent(idle_at(Vec2::new(5.0, 0.0)))
        .expect("agent");
    let mut spec = idle_at(Vec2::ZERO);
    spec.profile.behaviors = vec![
        Behavior::Pursue(agent_aim(quarry), 2.0).into(),
        Behavior::Seek(Aim::At(Target::Agent(AgentId(77)))).into(),
    ];
    let hunter = world.insert_agent(spec).expect("agent");
    let gone = |behavior| EventKind::TargetGone { behavior };
    assert_eq!(kinds(&run(&mut world, 1.0)), [gone(1)]);
    world.remove_agent(quarry).expect("agent");
    let before = world.agent(hunter).expect("agent").body.velocity;
    assert_eq!(kinds(&run(&mut world, 2.0)), [gone(0)]);
    // Nothing steers it any more.
    let after = world.agent(hunter).expect("agent").body.velocity;
    assert!(before.abs_diff_eq(after, 1e-3), "{before} {after}");
    // Back, gone again: told again.
    let mut back = idle_at(Vec2::new(5.0, 0.0));
    back.id = Some(quarry);
    world.insert_agent(back).expect("agent");
    assert_eq!(kinds(&run(&mut world, 1.0)), []);
    world.remove_agent(quarry).expect("agent");
    assert_eq!(kinds(&run(&mut world, 1.0)), [gone(0)]);
}

#[test]
fn a_goal_whose_target_is_gone_is_told_too() {
    let mut world = empty_world();
    let target = world
        .insert_agent(idle_at(Vec2::new(5.0, 0.0)))
        .expect("agent");
    let mut spec = idle_at(Vec2::ZERO);
    spec.profile.goals = vec![Goal::reach(Target::Agent(target), 0.7)];
    world.insert_agent(spec).expect("agent");
    assert_eq!(kinds(&run(&mut world, 1.0)), []);
    world.remove_agent(target).expect("agent");
    let gone = EventKind::TargetGone { behavior: 0 };
    assert_eq!(kinds(&run(&mut world, 1.0)), [gone]);
}

#[test]
fn what_would_become_infinite_is_put_back_at_rest() {
    let mut world = empty_world();
    let id = world.insert_agent(idle_at(Vec2::ZERO)).expect("agent");
    let bystander = world
        .insert_agent(walker(Vec2::new(0.0, 9.0), Vec2::new(3.0, 9.0), 0.3, 1.5))
        .expect("agent");
    world
        .place_agent(id, Vec2::ZERO, Vec2::new(3e38, 3e38))
        .expect("finite");
    let events = run(&mut world, 3.0);
    let of_it: Vec<_> = events.iter().filter(|event| event.agent == id).collect();
    assert_eq!(of_it[0].kind, EventKind::Unsound, "{events:?}");
    let body = world.agent(id).expect("agent").body;
    assert!(body.position.is_finite() && body.velocity.is_finite());
    assert!(world.agent(bystander).expect("agent").arrived);
}

/// The reasons that are given while agents are stuck.
fn reasons_of(world: &mut World, seconds: f32) -> Vec<StuckReason> {
    let events = run(world, seconds);
    let reasons = events.iter().filter_map(|event| match event.kind {
        EventKind::Stuck { reason } => Some(reason),
        _ => None,
    });
    reasons.collect()
}

/// It was told `Crowded`, though nobody else was there: look-ahead sees nothing in the way at the
/// moment in which an agent that goes back and forth has turned away from the wall.
#[test]
fn alone_in_a_u_of_walls_an_agent_is_not_told_that_it_is_crowded() {
    for size in [1.0_f32, 1.5, 2.0, 3.0, 5.0] {
        for start in [-0.5, 0.0, 0.3] {
            let mut world = empty_world();
            let corners = [(-size, size), (size, size), (size, -size), (-size, -size)];
            let corners = corners.map(|(x, y)| Vec2::new(x, y));
            for side in 0..3 {
                let spec = wall(corners[side], corners[side + 1]);
                world.insert_obstacle(spec).expect("wall");
            }
            let walker = walker(Vec2::new(0.0, start), Vec2::new(4.0 * size, 0.0), 0.3, 1.5);
            world.insert_agent(not_round_walls(walker)).expect("agent");
            let reasons = reasons_of(&mut world, 30.0);
            let behind_walls = |reason: &StuckReason| *reason != StuckReason::Crowded;
            assert!(!reasons.is_empty(), "{size} {start}");
            assert!(
                reasons.iter().all(behind_walls),
                "{size} {start}: {reasons:?}"
            );
        }
    }
}

/// It was told `Obstacle`: who stood still was an obstacle by the name of 4294967290.
#[test]
fn who_stands_before_one_that_is_parked_in_a_doorway_is_crowded() {
    let mut world = empty_world();
    // So long that no way round them is looked for.
    for (from, to) in [(-150.0, -0.4), (0.4, 150.0)] {
        let spec = wall(Vec2::new(3.0, from), Vec2::new(3.0, to));
        world.insert_obstacle(spec).expect("wall");
    }
    let mut parked = idle_at(Vec2::new(3.0, 0.0));
    parked.profile.control = Control::Driven;
    world.insert_agent(parked).expect("agent");
    let walker = walker(Vec2::ZERO, Vec2::new(6.0, 0.0), 0.3, 1.5);
    world.insert_agent(walker).expect("agent");
    let reasons = reasons_of(&mut world, 15.0);
    let crowded = |reason: &StuckReason| *reason == StuckReason::Crowded;
    assert!(
        !reasons.is_empty() && reasons.iter().all(crowded),
        "{reasons:?}"
    );
}

/// One who goes this way for ever.
fn goes_on(objective: Objective) -> AgentSpec {
    let mut spec = walker(Vec2::ZERO, Vec2::new(6.0, 0.0), 0.3, 1.5);
    let place = Goal::point(Vec2::ZERO, 1.0);
    spec.profile.goals = vec![Goal { objective, ..place }];
    spec
}

#[test]
fn who_only_has_a_direction_was_told_to_be_stuck_while_it_went_there() {
    for direction in [Vec2::X, Vec2::new(-3.0, 4.0)] {
        let mut world = empty_world();
        let spec = goes_on(Objective::Head { direction });
        let id = world.insert_agent(spec).expect("agent");
        assert_eq!(run(&mut world, 20.0), []);
        let gone = world.agent(id).expect("agent").body.position;
        assert!(gone.dot(direction.normalize()) > 25.0, "{gone}");
    }
}

#[test]
fn who_heads_nowhere_was_told_to_be_stuck() {
    let mut world = empty_world();
    let direction = Vec2::ZERO;
    let spec = goes_on(Objective::Head { direction });
    let id = world.insert_agent(spec).expect("agent");
    assert_eq!(run(&mut world, 20.0), []);
    assert_eq!(world.agent(id).expect("agent").body.position, Vec2::ZERO);
}

#[test]
fn who_flees_for_ever_stood_still_and_was_told_to_be_stuck() {
    for (at, distance) in [
        (Vec2::new(-1.0, 0.0), f32::INFINITY),
        (Vec2::new(0.6, -0.8), f32::INFINITY),
        (Vec2::new(-1.0, 0.0), 5_000.0),
    ] {
        let mut world = empty_world();
        let from = Target::Point(at);
        let spec = goes_on(Objective::Flee { from, distance });
        let id = world.insert_agent(spec).expect("agent");
        assert_eq!(run(&mut world, 20.0), []);
        let gone = world.agent(id).expect("agent").body.position;
        assert!(gone.dot(-at) > 25.0, "{gone}");
    }
}

#[test]
fn who_only_has_a_direction_and_is_shut_in_says_stuck_and_unstuck_once_the_way_is_free() {
    let mut world = empty_world();
    let walls = shut_in(&mut world);
    let direction = Vec2::X;
    let spec = not_round_walls(goes_on(Objective::Head { direction }));
    let id = world.insert_agent(spec).expect("agent");
    let events = run(&mut world, 10.0);
    assert!(
        matches!(kinds(&events)[..], [EventKind::Stuck { .. }]),
        "{events:?}"
    );
    assert!(world.agent(id).expect("agent").stuck);
    world.remove_obstacle(walls[1]).expect("wall");
    let events = run(&mut world, 10.0);
    assert_eq!(kinds(&events), [EventKind::Unstuck]);
    assert!(!world.agent(id).expect("agent").stuck);
}
