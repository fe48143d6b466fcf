//! Numbers at the edge of what is allowed, and beyond it.

use sidestep::Vec2;
use sidestep::geometry::{Circle, LARGEST_COORDINATE};
use sidestep::motion::Body;
use sidestep::range::{NEAR, check_place, furthest_place};
use sidestep::space::Topology;
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

#[test]
fn two_who_came_far_out_stood_on_the_same_place_and_nothing_said_so() {
    let mut world = world();
    let at = |x: f32| walker([x, 0.0], [x, 0.0]);
    let refused = world.insert_agent(at(2e7)).expect_err("too far out");
    assert_eq!(
        refused.to_string(),
        "position of body: [20000000, 0] is too far from the origin for a radius of 0.3 m, as \
         neighbouring numbers are 2 m apart there; stay within 4194304 m in x and y, with an origin \
         near the agents"
    );
    assert_eq!(
        world.insert_agents([at(0.0), at(-2e7)]),
        Err(WorldError::from(
            check_place(Vec2::new(-2e7, 0.0), 0.3).expect_err("too far out"),
        ))
    );
    assert_eq!(world.agents().len(), 0, "none is added");
    let id = world.insert_agent(at(0.0)).expect("an agent");
    let moved = world.place_agent(id, Vec2::new(0.0, 1e8), Vec2::ZERO);
    assert!(
        moved
            .expect_err("too far out")
            .to_string()
            .contains("[0, 100000000] is too far")
    );
    assert_eq!(world.agent(id).expect("there").body.position, Vec2::ZERO);

    // A plane that wraps brings them near.
    let topology = Topology::torus(Vec2::ZERO, Vec2::splat(64.0)).expect("a box");
    let mut wrapping = World::new(WorldSettings {
        topology,
        ..WorldSettings::default()
    })
    .expect("settings");
    wrapping.insert_agent(at(2e7)).expect("an agent");
}

#[test]
fn nobody_is_refused_within_a_thousand_kilometres() {
    let mut world = world();
    for radius in [1e-12, 1e-6, 1e-3, 0.05, 0.3, 1.0, 1e6] {
        assert!(furthest_place(radius) >= NEAR, "{radius}");
        let body = Body::new(Vec2::new(NEAR, -NEAR), radius, 1.4);
        world.insert_agent(AgentSpec::new(body)).expect("an agent");
    }
}

/// Where somebody may be put, rounding keeps two that touch apart; a little further out it need not.
#[test]
fn who_touch_are_told_apart_as_far_out_as_they_may_be_put() {
    // How far apart the two may come by rounding, in radii.
    let least = |radius: f32, far: f32| {
        let mut least = f64::INFINITY;
        for sixteenth in 0..16 {
            for degree in 0..360 {
                let shift = f64::from(sixteenth) * f64::from(radius) / 16.0;
                let (sin, cos) = (
                    libm::sin(f64::from(degree).to_radians()),
                    libm::cos(f64::from(degree).to_radians()),
                );
                let one = [f64::from(far) - 8.0 * f64::from(radius) - shift; 2];
                let other = [
                    one[0] + 2.0 * f64::from(radius) * cos,
                    one[1] + 2.0 * f64::from(radius) * sin,
                ];
                let rounded = |place: [f64; 2]| place.map(|it| f64::from(it as f32));
                let (one, other) = (rounded(one), rounded(other));
                let apart = libm::hypot(one[0] - other[0], one[1] - other[1]);
                least = least.min(apart / f64::from(radius));
            }
        }
        least
    };
    for radius in [0.25, 0.3, 0.49, 0.5, 3.0] {
        let furthest = furthest_place(radius);
        assert!(check_place(Vec2::new(furthest, 0.0), radius).is_ok());
        assert!(check_place(Vec2::new(0.0, -furthest.next_up()), radius).is_err());
        assert!(
            least(radius, furthest) > 0.58,
            "{radius} {}",
            least(radius, furthest)
        );
    }
    assert_eq!(least(0.3, 4.0 * furthest_place(0.3)), 0.0);
    assert_eq!(furthest_place(f32::from_bits(1)), NEAR);
}
