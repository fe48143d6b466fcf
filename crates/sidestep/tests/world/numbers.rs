//! Numbers at the edge of what is allowed, and beyond it.

use sidestep::Vec2;
use sidestep::geometry::{Circle, LARGEST_COORDINATE};
use sidestep::motion::Body;
use sidestep::world::{
    AgentId, AgentSpec, Aim, Behavior, Goal, Link, ObstacleSpec, Target, WeightedBehavior, World,
    WorldError, WorldSettings,
};

const STEP: f32 = 1.0 / 30.0;

fn world() -> World {
    World::new(WorldSettings::default()).expect("settings")
}

fn walker(at: [f32; 2], to: [f32; 2]) -> AgentSpec {
    AgentSpec::new(Body::new(at.into(), 0.3, 1.4)).with_goal(Goal::point(to.into(), 0.3))
}

#[test]
fn a_jump_without_end_or_time_gave_numbers_that_are_none() {
    let mut world = world();
    let far = Vec2::new(3e38, 0.0);
    let link = |to: Vec2, seconds: f32| Link {
        from: Vec2::ZERO,
        to,
        seconds,
    };
    let refused = |error: Result<_, WorldError>| error.expect_err("refused").to_string();
    let said = refused(world.insert_link(link(far, 1.0)));
    assert!(
        said.contains("x of to is 3") && said.contains("from -1e12 to 1e12"),
        "{said}"
    );
    let said = refused(world.insert_link(link(Vec2::X, 1e-44)));
    assert!(
        said.contains("seconds is") && said.contains("0.0001 or more"),
        "{said}"
    );
    // The farthest and shortest that is taken is a jump like any other.
    let there = Vec2::new(LARGEST_COORDINATE, 0.0);
    let longest = link(there, 1e-4);
    world.insert_link(longest).expect("a link");
    let id = world
        .insert_agent(walker([0.0, 0.0], [5.0, 0.0]))
        .expect("an agent");
    world.jump(id, longest).expect("sent");
    for _ in 0..30 {
        world.step(STEP).expect("a step");
        let body = world.agent(id).expect("an agent").body;
        assert!(
            body.position.is_finite() && body.velocity.is_finite(),
            "{body:?}"
        );
    }
    assert!(world.agent(id).expect("an agent").body.position.x > 1e11);
}

#[test]
fn an_obstacle_that_races_away_was_infinitely_far() {
    let mut world = world();
    let mut spec = ObstacleSpec::new(Circle::new(Vec2::new(50.0, 0.0), 1.0).expect("a circle"));
    spec.velocity = Vec2::new(3e38, -3e38);
    let obstacle = world.insert_obstacle(spec).expect("an obstacle");
    let id = world
        .insert_agent(walker([0.0, 0.0], [5.0, 0.0]))
        .expect("an agent");
    for _ in 0..200 {
        world.step(STEP).expect("a step");
        let offset = world.obstacle(obstacle).expect("an obstacle").offset;
        assert!(offset.abs().max_element() <= LARGEST_COORDINATE, "{offset}");
    }
    assert!(world.agent(id).expect("an agent").arrived);
}

#[test]
fn the_largest_id_left_no_id_for_anybody_else() {
    let mut world = world();
    let mut last = walker([0.0, 0.0], [5.0, 0.0]);
    last.id = Some(AgentId(u64::MAX));
    world.insert_agent(last.clone()).expect("an agent");
    let next = world
        .insert_agent(walker([0.0, 5.0], [5.0, 5.0]))
        .expect("another");
    assert_eq!(next, AgentId(0));
    last.id = Some(AgentId(7));
    last.body.position.y = 10.0;
    let many = [last, walker([0.0, 15.0], [5.0, 15.0])];
    let ids = world.insert_agents(many).expect("two more");
    assert_eq!(ids, [AgentId(7), AgentId(8)]);
    assert!(
        world
            .agents()
            .map(|agent| agent.id.0)
            .eq([0, 7, 8, u64::MAX])
    );
}

#[test]
fn nothing_told_how_a_marker_moves() {
    let mut world = world();
    let marker = world.insert_marker(Vec2::new(0.0, 10.0)).expect("a marker");
    let mut spec = AgentSpec::new(Body::new(Vec2::ZERO, 0.3, 1.4));
    spec.profile.behaviors = vec![WeightedBehavior {
        behavior: Behavior::Pursue(Aim::At(Target::Marker(marker)), 10.0),
        weight: 1.0,
    }];
    let id = world.insert_agent(spec).expect("an agent");
    for step in 1..=15 {
        let x = step as f32 * STEP;
        world
            .move_marker(marker, Vec2::new(x, 10.0))
            .expect("moved");
        world.step(STEP).expect("a step");
    }
    // It runs to where the marker is going to be, several metres to the right of where it is.
    let velocity = world.agent(id).expect("an agent").body.velocity;
    assert!(
        velocity.x > 0.4 * velocity.y && velocity.y > 0.0,
        "{velocity}"
    );
}
