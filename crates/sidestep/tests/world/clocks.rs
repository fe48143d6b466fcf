//! Agents that decide only every few steps: what they promise all the same, and what that saves.

use std::cell::Cell;
use std::f32::consts::TAU;

use sidestep::Vec2;
use sidestep::avoid::{Decision, Largest, Memory, Method, Reach, Stage, Surroundings, Wish};
use sidestep::geometry::Circle;
use sidestep::motion::Body;
use sidestep::world::{
    AgentAvoidance, AgentId, AgentSpec, Aim, Behavior, DetailBand, EventKind, Goal, LevelOfDetail,
    ObstacleSpec, Pose, Target, World, WorldSettings,
};

use super::{bits, step_for, wall};
use crate::common::shapes::direction_at;

const DT: f32 = 1.0 / 60.0;

fn world(decide_every: f32) -> World {
    let settings = WorldSettings {
        decide_every,
        // No help: the promise is the guard's.
        settle: false,
        ..WorldSettings::default()
    };
    World::new(settings).expect("settings")
}

/// Twenty on a circle who change places with those opposite.
fn add_circle(world: &mut World) {
    for index in 0..20 {
        let start = direction_at(TAU * index as f32 / 20.0) * 8.0;
        let spec = AgentSpec::new(Body::new(start, 0.25, 1.3)).with_goal(Goal::point(-start, 0.3));
        world.insert_agent(spec).expect("agent");
    }
}

/// Steps for 90 s: how near the edges of two come to each other at least (m), and when the last one arrives (s).
fn watch(world: &mut World) -> (f32, f64) {
    let (mut nearest, mut last) = (f32::INFINITY, f64::INFINITY);
    while world.time() < 90.0 && last.is_infinite() {
        world.step(DT).expect("step");
        let bodies: Vec<Body> = world.agents().map(|agent| agent.body).collect();
        for (index, one) in bodies.iter().enumerate() {
            for other in &bodies[..index] {
                let gap = one.position.distance(other.position) - one.radius - other.radius;
                nearest = nearest.min(gap);
            }
        }
        if world.agents().all(|agent| agent.arrived) {
            last = world.time();
        }
    }
    (nearest, last)
}

#[test]
fn nobody_touches_anybody_however_seldom_they_decide() {
    let mut usual = world(0.0);
    add_circle(&mut usual);
    let (_, usual) = watch(&mut usual);
    for every in [0.05, 0.1, 0.25, 1.0, 5.0] {
        let mut world = world(every);
        add_circle(&mut world);
        let (nearest, last) = watch(&mut world);
        eprintln!("every {every} s: {nearest} m apart, {last} s ({usual} s)");
        assert!(nearest >= 0.0, "every {every} s: {nearest} m");
        if every <= 0.1 {
            assert!(
                last < 1.5 * usual,
                "every {every} s: {last} s, not {usual} s"
            );
        }
    }
}

#[test]
fn nobody_passes_a_wall_however_seldom_they_decide() {
    for every in [0.1, 1.0, 10.0] {
        let mut world = world(every);
        let wall = super::wall(Vec2::new(3.0, -5.0), Vec2::new(3.0, 5.0));
        world.insert_obstacle(wall).expect("wall");
        let id = AgentSpec::new(Body::new(Vec2::ZERO, 0.25, 6.0))
            .with_goal(Goal::point(Vec2::new(2.6, 0.1), 0.05));
        let id = world.insert_agent(id).expect("agent");
        for _ in 0..600 {
            world.step(DT).expect("step");
            let x = world.agent(id).expect("agent").body.position.x;
            assert!(x <= 2.75, "every {every} s: {x} m");
        }
    }
}

thread_local! {
    static ASKED: Cell<u32> = const { Cell::new(0) };
    /// How often those whose ids leave this rest when divided by three were asked.
    static ASKED_BY: Cell<[u32; 3]> = const { Cell::new([0; 3]) };
}

/// Goes where it would and counts how often it is asked.
#[derive(Debug, PartialEq)]
struct Counting;

impl Method for Counting {
    fn name(&self) -> &'static str {
        "counting"
    }
    fn stage(&self) -> Stage {
        Stage::Turn
    }
    fn reach(&self, _: &Body, _: &Largest) -> Reach {
        Reach::default()
    }
    fn decide(&self, _: &Body, wish: &Wish, _: &Surroundings<'_>, _: &mut Memory) -> Decision {
        ASKED.set(ASKED.get() + 1);
        let mut by = ASKED_BY.get();
        by[(wish.id % 3) as usize] += 1;
        ASKED_BY.set(by);
        Decision::to_go(wish.velocity)
    }
    fn same_as(&self, other: &dyn Method) -> bool {
        (other as &dyn std::any::Any).downcast_ref() == Some(self)
    }
}

fn counting(start: Vec2, goal: Vec2) -> AgentSpec {
    let mut spec = AgentSpec::new(Body::new(start, 0.25, 1.3)).with_goal(Goal::point(goal, 0.3));
    spec.profile.agent_avoidance = AgentAvoidance::Custom(std::sync::Arc::new(Counting));
    spec
}

#[test]
fn ten_decisions_a_second_are_made_at_60_hz() {
    for (every, expected) in [
        (0.0, 600),
        (0.1, 100),
        (0.5, 20),
        (DT / 2.0, 600),
        (1e-38, 600),
    ] {
        let mut world = World::new(WorldSettings {
            decide_every: every,
            parallel: false,
            ..WorldSettings::default()
        })
        .expect("settings");
        for row in 0..30 {
            let y = 3.0 * row as f32;
            let spec = counting(Vec2::new(0.0, y), Vec2::new(100.0, y));
            world.insert_agent(spec).expect("agent");
        }
        ASKED.set(0);
        step_for(&mut world, DT, 10.0);
        let asked = ASKED.get() / 30;
        assert!(
            asked.abs_diff(expected) <= 1,
            "every {every} s: {asked} times"
        );
    }
}

#[test]
fn who_gets_another_goal_decides_at_once() {
    let mut world = world(1.0);
    let id = world
        .insert_agent(counting(Vec2::ZERO, Vec2::new(50.0, 0.0)))
        .expect("agent");
    step_for(&mut world, DT, 2.0);
    ASKED.set(0);
    let back = vec![Goal::point(Vec2::new(-50.0, 0.0), 0.3)];
    world.set_goals(id, back).expect("goals");
    world.step(DT).expect("step");
    assert_eq!(ASKED.get(), 1);
    step_for(&mut world, DT, 1.0);
    let velocity = world.agent(id).expect("agent").body.velocity;
    assert!(velocity.x < -1.0, "{velocity}");
}

#[test]
fn turns_depend_on_neither_threads_nor_order() {
    let run = |parallel: bool, ids: Vec<u64>| {
        let mut world = World::new(WorldSettings {
            decide_every: 0.1,
            parallel,
            ..WorldSettings::default()
        })
        .expect("settings");
        for id in ids {
            let start = direction_at(TAU * id as f32 / 100.0) * 20.0;
            let mut spec =
                AgentSpec::new(Body::new(start, 0.25, 1.3)).with_goal(Goal::point(-start, 0.3));
            spec.id = Some(AgentId(id));
            world.insert_agent(spec).expect("agent");
        }
        step_for(&mut world, DT, 3.0);
        (bits(&world), world.state_hash())
    };
    let usual = run(true, (0..100).collect());
    assert_eq!(usual, run(false, (0..100).collect()));
    assert_eq!(usual, run(true, (0..100).rev().collect()));
}

#[test]
fn goals_are_reached_about_as_soon() {
    let reached = |every: f32| {
        let mut world = world(every);
        let mut spec = AgentSpec::new(Body::new(Vec2::ZERO, 0.25, 1.3));
        let goals = [Vec2::new(4.0, 0.0), Vec2::new(4.0, 4.0)];
        spec.profile.goals = goals.map(|place| Goal::point(place, 0.3)).to_vec();
        world.insert_agent(spec).expect("agent");
        let mut reached = Vec::new();
        while world.time() < 20.0 {
            world.step(DT).expect("step");
            let now = world.time();
            reached.extend(world.events().iter().filter_map(|event| match event.kind {
                EventKind::GoalReached { index } => Some((index, now)),
                _ => None,
            }));
        }
        reached
    };
    let usual = reached(0.0);
    assert_eq!(usual.len(), 2, "{usual:?}");
    for (every, more) in [(0.1, 1.05), (0.25, 1.2), (0.5, 1.5)] {
        let times = reached(every);
        eprintln!("every {every} s: {times:?} ({usual:?})");
        assert_eq!(times.len(), 2, "every {every} s: {times:?}");
        for ((goal, time), (usual_goal, usual)) in times.into_iter().zip(&usual) {
            assert_eq!(goal, *usual_goal);
            assert!(
                time < more * usual,
                "every {every} s: {time} s, not {usual} s"
            );
        }
    }
}

#[test]
fn explaining_tells_that_it_is_not_their_turn() {
    let mut world = world(1.0);
    add_circle(&mut world);
    step_for(&mut world, DT, 0.5);
    let told = (0..20)
        .filter(|&id| {
            let explanation = world.explain(AgentId(id), DT).expect("an explanation");
            explanation
                .reasons
                .iter()
                .any(|reason| reason.contains("turn to decide"))
        })
        .count();
    assert!((17..20).contains(&told), "{told}");
}

fn bands() -> Vec<DetailBand> {
    [(20.0, 0.1), (60.0, 1.0)]
        .map(|(beyond, decide_every)| DetailBand {
            beyond,
            decide_every,
        })
        .into()
}

#[test]
fn the_further_from_all_centers_the_seldomer_they_decide() {
    let mut world = World::new(WorldSettings {
        parallel: false,
        ..WorldSettings::default()
    })
    .expect("settings");
    // Near the origin, at 40 m and at 100 m of it.
    for row in 0..30 {
        let start = Vec2::new([0.0, 40.0, 100.0][row % 3], row as f32 - 15.0);
        let spec = counting(start, start + Vec2::new(0.0, 2_000.0));
        world.insert_agent(spec).expect("agent");
    }
    let counted = |world: &mut World, centers: Vec<Vec2>| {
        let bands = bands();
        world
            .set_level_of_detail(LevelOfDetail { centers, bands })
            .expect("level of detail");
        ASKED_BY.set([0; 3]);
        step_for(world, DT, 1.0);
        ASKED_BY.get().map(|asked| asked / 10)
    };
    assert_eq!(counted(&mut world, vec![]), [60; 3]);
    let [near, middle, far] = counted(&mut world, vec![Vec2::ZERO]);
    assert_eq!(near, 60);
    assert!((10..=11).contains(&middle), "{middle}");
    assert!((1..=2).contains(&far), "{far}");
    // Whoever is looked at from somewhere else is near, too.
    let two = vec![Vec2::ZERO, Vec2::new(100.0, 0.0)];
    let [near, middle, far] = counted(&mut world, two);
    assert_eq!((near, far), (60, 60));
    assert!((10..=11).contains(&middle), "{middle}");
}

#[test]
fn nobody_touches_anybody_where_half_of_them_are_far() {
    let mut world = world(0.0);
    add_circle(&mut world);
    world
        .set_level_of_detail(LevelOfDetail {
            centers: vec![Vec2::new(-8.0, 0.0)],
            bands: vec![DetailBand {
                beyond: 8.0,
                decide_every: 1.0,
            }],
        })
        .expect("level of detail");
    let (nearest, last) = watch(&mut world);
    assert!(nearest >= 0.0, "{nearest} m");
    assert!(last.is_finite(), "somebody never arrives");
}

#[test]
fn a_level_of_detail_out_of_range_is_refused_by_name() {
    let mut world = world(0.0);
    let good = LevelOfDetail {
        centers: vec![Vec2::ZERO],
        bands: bands(),
    };
    world
        .set_level_of_detail(good.clone())
        .expect("level of detail");
    let mut unordered = good.clone();
    unordered.bands.reverse();
    let mut nowhere = good.clone();
    nowhere.centers.push(Vec2::NAN);
    let mut backwards = good.clone();
    backwards.bands[0].decide_every = -1.0;
    for (wrong, name) in [
        (unordered, "beyond of bands[1]"),
        (nowhere, "position of centers[1]"),
        (backwards, "decide_every of bands[0]"),
    ] {
        let error = world.set_level_of_detail(wrong).expect_err("refused");
        assert!(error.to_string().contains(name), "{error}");
        assert_eq!(world.level_of_detail(), &good);
    }
}

/// In how many of the steps of `seconds` an agent goes on as it has decided.
fn steps_between_decisions(world: &mut World, id: AgentId, seconds: f32) -> usize {
    let steps = (seconds / DT).round() as usize;
    let goes_on = |world: &mut World| {
        let told = world.explain(id, DT).expect("agent");
        let between = told
            .reasons
            .iter()
            .any(|reason| reason.starts_with("goes on as"));
        world.step(DT).expect("step");
        between
    };
    (0..steps).filter(|_| goes_on(world)).count()
}

fn with_calm_interval(spec: AgentSpec, calm_interval: f32) -> AgentSpec {
    let mut spec = spec;
    if let AgentAvoidance::Sampling(sampling) = &mut spec.profile.agent_avoidance {
        sampling.calm_interval = calm_interval;
    }
    spec
}

fn stroller(start: Vec2, goal: Vec2) -> AgentSpec {
    AgentSpec::new(Body::new(start, 0.25, 1.3)).with_goal(Goal::point(goal, 0.3))
}

#[test]
fn who_is_calm_decides_three_times_a_second_in_the_open_a_third_as_often_and_who_may_not_be_in_each_step()
 {
    let cases = [
        (0.3, true, 170..=172),
        (0.3, false, 174..=177),
        (0.0, true, 0..=0),
        (0.0, false, 0..=0),
    ];
    for (interval, has_wall, between) in cases {
        let mut world = world(0.0);
        if has_wall {
            let aside = wall(Vec2::new(-5.0, 4.0), Vec2::new(25.0, 4.0));
            world.insert_obstacle(aside).expect("wall");
        }
        let spec = stroller(Vec2::ZERO, Vec2::new(20.0, 0.0));
        let id = world
            .insert_agent(with_calm_interval(spec, interval))
            .expect("agent");
        // Until it is up to speed it is held up by nobody either.
        let found = steps_between_decisions(&mut world, id, 3.0);
        assert!(
            between.contains(&found),
            "interval {interval} s, wall {has_wall}: {found} of 180"
        );
    }
}

/// In how many of 720 steps an agent goes on as it has decided that meets a hundred others
/// who come towards it, with a wall 40 m long aside or without.
fn steps_between_decisions_against_a_stream(has_wall: bool) -> usize {
    let mut world = world(0.0);
    if has_wall {
        let aside = wall(Vec2::new(-5.0, 4.0), Vec2::new(35.0, 4.0));
        world.insert_obstacle(aside).expect("wall");
    }
    for column in 0..20_u8 {
        for row in 0..5_u8 {
            let start = Vec2::new(8.0 + 2.0 * f32::from(column), f32::from(row) * 0.9 - 3.2);
            let far = start - Vec2::new(80.0, 0.0);
            world.insert_agent(stroller(start, far)).expect("agent");
        }
    }
    let spec = stroller(Vec2::ZERO, Vec2::new(80.0, 0.0));
    let id = world.insert_agent(spec).expect("agent");
    steps_between_decisions(&mut world, id, 12.0)
}

/// It is calm in the open though others are in its way, and near a wall only where none is.
#[test]
fn who_is_in_the_open_goes_on_whoever_is_in_its_way() {
    let [open, near] = [false, true].map(steps_between_decisions_against_a_stream);
    println!("{open} and {near} of 720");
    assert!(open > 520 && open > near + 100, "{open} and {near} of 720");
}

/// In how many of 180 steps an agent goes on as it has decided in the open, 12 m from its goal, beside others
/// who walk with it: these avoid it, or nobody.
fn steps_between_decisions_beside(others: &AgentAvoidance) -> usize {
    let mut world = world(0.0);
    for row in [-1.5, 1.5] {
        let start = Vec2::new(0.0, row);
        let mut spec = stroller(start, Vec2::new(12.0, row));
        spec.profile.agent_avoidance = others.clone();
        world.insert_agent(spec).expect("agent");
    }
    let spec = stroller(Vec2::ZERO, Vec2::new(12.0, 0.0));
    let avoids = spec.profile.agent_avoidance.clone();
    assert!(matches!(avoids, AgentAvoidance::Sampling(_)));
    let id = world.insert_agent(spec).expect("agent");
    steps_between_decisions(&mut world, id, 3.0)
}

#[test]
fn who_has_a_stranger_near_decides_in_each_step() {
    let usual = stroller(Vec2::ZERO, Vec2::X).profile.agent_avoidance;
    let [fellows, strangers] =
        [usual, AgentAvoidance::None].map(|avoidance| steps_between_decisions_beside(&avoidance));
    assert!(fellows > 150, "{fellows} of 180");
    assert_eq!(strangers, 0, "of 180");
}

/// It decided in each step from 6 s before its goal on as soon as anybody was in its way, as if all went
/// there: where goals are near that was most of the time.
#[test]
fn who_came_near_its_goal_was_never_in_the_open() {
    let mut world = world(0.0);
    // Each of them crosses the way of the first, 1.5 m behind the one before.
    for column in 0..4_u8 {
        let along = 2.0 + 1.5 * f32::from(column);
        let spec = stroller(Vec2::new(along, -4.0), Vec2::new(along, 8.0));
        world.insert_agent(spec).expect("agent");
    }
    let id = world
        .insert_agent(stroller(Vec2::ZERO, Vec2::new(7.0, 0.0)))
        .expect("agent");
    let between = steps_between_decisions(&mut world, id, 4.0);
    println!("{between} of 240");
    assert!(between > 190, "{between} of 240");
}

/// It kept its speed for up to 0.3 s at a time, and then lost what it should have lost meanwhile at once.
#[test]
fn who_slowed_down_gently_did_so_in_stairs() {
    for has_wall in [true, false] {
        let mut world = world(0.0);
        if has_wall {
            let aside = wall(Vec2::new(-5.0, 4.0), Vec2::new(25.0, 4.0));
            world.insert_obstacle(aside).expect("wall");
        }
        let mut spec = stroller(Vec2::ZERO, Vec2::new(10.0, 0.0));
        spec.profile.behaviors[0].behavior = Behavior::Arrive {
            aim: Aim::Goal,
            slowing_distance: 6.0,
        };
        let id = world.insert_agent(spec).expect("agent");
        let between = steps_between_decisions(&mut world, id, 2.0);
        assert!(between > 80, "{between} of 120");
        let speed = |world: &World| world.agent(id).expect("agent").body.speed();
        let mut drops = Vec::new();
        for _ in 0..240 {
            let before = speed(&world);
            world.step(DT).expect("step");
            let position = world.agent(id).expect("agent").body.position;
            if position.x > 4.5 {
                drops.push(before - speed(&world));
            }
        }
        assert!(drops.len() > 60);
        let (most, mean) = (
            drops.iter().copied().fold(0.0, f32::max),
            drops.iter().sum::<f32>() / drops.len() as f32,
        );
        assert!(
            most < 2.0 * mean,
            "wall {has_wall}: {most} and {mean} m/s a step"
        );
    }
}

/// Who decided after the other had turned aside found less to do: up to 86 % of the work was the other's.
#[test]
fn who_was_late_to_decide_left_most_of_the_work_to_the_other() {
    for (number, aside) in [0.05, 0.3]
        .into_iter()
        .flat_map(|aside| (0..20_u8).map(move |it| (it, aside)))
    {
        let mut world = world(0.0);
        // Their turns are at other times.
        let far = 10.0 + 0.1 * f32::from(number);
        let places = [Vec2::new(-far, 0.0), Vec2::new(far, aside)];
        let ids = places.map(|start| {
            let goal = Vec2::new(-1.4 * start.x, start.y);
            world.insert_agent(stroller(start, goal)).expect("agent")
        });
        let mut swerves = [0.0_f32; 2];
        while !world.agents().all(|agent| agent.arrived) {
            assert!(world.time() < 40.0, "{number}, {aside} m aside");
            world.step(DT).expect("step");
            for ((id, start), swerve) in ids.iter().zip(places).zip(&mut swerves) {
                let at = world.agent(*id).expect("agent").body.position;
                *swerve = swerve.max((at.y - start.y).abs());
            }
        }
        let [one, other] = swerves;
        assert!(
            one.max(other) < 0.6 * (one + other),
            "{number}, {aside} m aside: {one} m and {other} m"
        );
    }
}

/// It went on for up to 0.6 s, and at this distance had to brake from 1.3 to 0.33 m/s.
#[test]
fn who_was_calm_went_on_towards_a_crate_that_was_put_in_its_way() {
    let insert = |world: &mut World, place| {
        let circle = Circle::new(place, 0.4).expect("a circle");
        let spec = ObstacleSpec::new(circle).temporary();
        world.insert_obstacle(spec).expect("a crate")
    };
    let cases = [
        (0.0, false, false),
        (0.0, true, false),
        (0.0, false, true),
        (0.5, false, false),
    ];
    for (number, (decide_every, is_put, has_wall)) in
        (0..20_u8).flat_map(|it| cases.map(|case| (it, case)))
    {
        let mut world = world(decide_every);
        let far = insert(&mut world, Vec2::new(0.0, 60.0));
        // Their turns are at other times.
        let ids = (0..20).map(|number| {
            let start = Vec2::new(0.0, -20.0 * number as f32);
            let goal = start + Vec2::new(30.0, 0.0);
            world.insert_agent(stroller(start, goal)).expect("agent")
        });
        let ids: Vec<AgentId> = ids.collect();
        if has_wall {
            // Beside which nobody is in the open.
            for number in 0..20_u8 {
                let start = Vec2::new(0.0, 2.5 - 20.0 * f32::from(number));
                let wall = wall(start, start + Vec2::new(40.0, 0.0));
                world.insert_obstacle(wall).expect("a wall");
            }
        }
        step_for(&mut world, DT, 4.0);
        let id = ids[usize::from(number)];
        let before = world.agent(id).expect("agent").body;
        let place = before.position + Vec2::new(1.65, 0.1);
        if is_put {
            let pose = Pose {
                center: place,
                angle: 0.0,
            };
            world
                .place_obstacle(far, pose, Vec2::ZERO)
                .expect("a place");
        } else {
            insert(&mut world, place);
        }
        world.step(DT).expect("step");
        let turned = world.agent(id).expect("agent").body.velocity;
        let what = format!(
            "agent {number}, by the clock {decide_every} s, put {is_put}, beside a wall {has_wall}"
        );
        assert!(turned.distance(before.velocity) > 1e-3, "{what}: {turned}");
        let mut slowest = f32::INFINITY;
        for _ in 0..180 {
            world.step(DT).expect("step");
            let speed = world.agent(id).expect("agent").body.speed();
            slowest = slowest.min(speed);
        }
        assert!(slowest > 1.2, "{what}: {slowest} m/s");
    }
}

/// A game may put crates somewhere in each step.
#[test]
fn a_crate_that_is_put_far_away_lets_others_go_on() {
    let going_on = |crates_at: Option<f32>| -> usize {
        let mut world = world(0.0);
        let walker = stroller(Vec2::ZERO, Vec2::new(80.0, 0.0));
        let id = world.insert_agent(walker).expect("agent");
        // As many as there are crates: else it would be a scene that is set up.
        let bystander = stroller(Vec2::new(-40.0, 0.0), Vec2::new(-40.0, 0.0));
        world.insert_agent(bystander).expect("agent");
        let steps = (0..240_u8).map(|_| {
            let put = crates_at.map(|aside| {
                let here = world.agent(id).expect("agent").body.position;
                let place = Circle::new(here + Vec2::new(0.0, aside), 0.4).expect("a circle");
                let spec = ObstacleSpec::new(place).temporary();
                world.insert_obstacle(spec).expect("a crate")
            });
            let between = steps_between_decisions(&mut world, id, DT);
            if let Some(put) = put {
                world.remove_obstacle(put).expect("a crate");
            }
            between
        });
        steps.sum()
    };
    let alone = going_on(None);
    assert!(alone > 225, "{alone} of 240");
    assert_eq!(going_on(Some(6.5)), alone);
    // Within four seconds at its largest speed.
    assert_eq!(going_on(Some(5.5)), 0);
}

/// Who goes by the clock of the world isn't asked between its turns whom it is about to touch.
#[test]
fn who_decides_by_the_clock_of_the_world_decided_more_often_in_the_open() {
    for one in 0..20 {
        let mut world = world(0.5);
        let ids: Vec<AgentId> = (0..20)
            .map(|index| {
                let start = direction_at(TAU * index as f32 / 20.0) * 16.0;
                world
                    .insert_agent(stroller(start, -2.0 * start))
                    .expect("agent")
            })
            .collect();
        let found = steps_between_decisions(&mut world, ids[one], 15.0);
        assert!((869..=870).contains(&found), "{one}: {found} of 900");
    }
}

/// Who follows what moves, has others to think of, or is about to arrive looks in each step.
#[test]
fn who_does_not_only_go_to_a_place_is_never_calm() {
    let mut world = world(0.0);
    let leader = stroller(Vec2::ZERO, Vec2::new(20.0, 0.0));
    let leader = world.insert_agent(leader).expect("leader");
    let mut follower = stroller(Vec2::new(-2.0, 0.0), Vec2::new(20.0, 0.0));
    follower.profile.behaviors = vec![Behavior::Pursue(Aim::At(Target::Agent(leader)), 1.0).into()];
    let follower = world.insert_agent(follower).expect("follower");
    assert_eq!(steps_between_decisions(&mut world, follower, 2.0), 0);
    let near = stroller(Vec2::new(0.0, 9.0), Vec2::new(1.1, 9.0));
    let near = world.insert_agent(near).expect("agent");
    assert_eq!(steps_between_decisions(&mut world, near, 0.5), 0);
}

/// What comes into the way of somebody calm is seen when it decides again, and by the guard before.
#[test]
fn who_is_calm_still_stops_before_what_falls_in_its_way() {
    for ahead in [0.6, 0.8, 1.2, 2.0] {
        let mut world = world(0.0);
        let id = world
            .insert_agent(stroller(Vec2::ZERO, Vec2::new(20.0, 0.0)))
            .expect("agent");
        step_for(&mut world, DT, 2.0);
        let body = world.agent(id).expect("agent").body;
        let at = body.position + Vec2::new(0.25 + 0.4 + ahead, 0.0);
        let shape = Circle::new(at, 0.4).expect("a disc");
        let crate_ = world
            .insert_obstacle(ObstacleSpec::new(shape))
            .expect("crate");
        let mut nearest = f32::INFINITY;
        while world.time() < 30.0 {
            world.step(DT).expect("step");
            let here = world.agent(id).expect("agent").body.position;
            let hull = world.obstacle(crate_).expect("crate");
            nearest = nearest.min(hull.hull().surface(here).distance - 0.25);
        }
        assert!(nearest >= 0.0, "{ahead} m ahead: {nearest} m");
        assert!(world.agent(id).expect("agent").arrived, "{ahead} m ahead");
    }
}
