//! Scenes of test cases.

use glam::DVec2;

use super::super::sample::{EVERYTHING, everything_but};
use super::super::{parse, to_scene};
use super::*;
use crate::format::{AgentGroup, Amount, OnArrival, TurnedBox};

fn scene_of(text: &str) -> Scene {
    to_scene(&parse(text, "case.xml").expect("it reads"), "case.xml").expect("it converts")
}

fn group<'a>(scene: &'a Scene, name: &str) -> &'a AgentGroup {
    let is_called =
        |group: &&AgentGroup| group.name.as_ref().is_some_and(|own| own.as_str() == name);
    scene
        .agents
        .iter()
        .find(is_called)
        .unwrap_or_else(|| panic!("no group {name}"))
}

fn at(x: f64, y: f64) -> Point {
    Point::new(x, y).expect("in range")
}

#[test]
fn the_scene_has_the_name_time_and_open_world() {
    let scene = scene_of(EVERYTHING);
    assert_eq!(scene.name.as_ref().map(Name::as_str), Some("every-thing"));
    assert_eq!((scene.dt.get(), scene.duration.get()), (0.05, 300.0));
    assert_eq!(scene.bounds, crate::format::Bounds::default());
    assert_eq!(scene.origin.source, "case.xml");
    let nameless = scene_of(&everything_but(
        "<name>Every Thing</name>",
        "<name>..</name>",
    ));
    assert_eq!(nameless.name.as_ref().map(Name::as_str), Some("case"));
}

#[test]
fn agents_come_in_the_order_of_steersuite() {
    let scene = scene_of(EVERYTHING);
    let names: Vec<&str> = scene
        .agents
        .iter()
        .filter_map(|group| group.name.as_ref())
        .map(Name::as_str)
        .collect();
    assert_eq!(names, ["agent-a", "region", "agent-b", "source"]);
}

#[test]
fn an_agent_keeps_its_place_speeds_and_goals() {
    let scene = scene_of(EVERYTHING);
    let agent = group(&scene, "agent-a");
    assert_eq!(agent.positions, [at(-1.0, 2.0)]);
    assert_eq!((agent.count, agent.region), (None, None));
    assert_eq!(agent.radius.largest(), 0.5);
    assert_eq!(
        (agent.speed.largest(), agent.initial_speed.largest()),
        (1.25, 0.25)
    );
    assert_eq!(agent.max_speed.map(Amount::largest), Some(2.0));
    let heading = agent
        .heading
        .map(Amount::largest)
        .expect("it faces somewhere");
    assert!(
        (heading + std::f64::consts::FRAC_PI_2).abs() < 1e-12,
        "{heading}"
    );
    assert_eq!(agent.on_arrival, OnArrival::Remove);

    let [point, enter, flee_agent, flee, along, idle] = &agent.goals[..] else {
        panic!("{:?}", agent.goals)
    };
    assert_eq!(
        (point.point, point.radius.map(|radius| radius.get())),
        (Some(at(5.0, -6.0)), Some(0.5))
    );
    assert_eq!((point.speed, point.time_limit), (None, None));
    assert_eq!(
        enter.region.map(|region| (region.min(), region.max())),
        Some((at(5.0, 6.0), at(8.0, 9.0)))
    );
    assert_eq!(enter.aim, Some(at(6.0, 7.0)));
    assert_eq!(enter.speed.map(|speed| speed.get()), Some(2.0));
    assert_eq!(enter.time_limit.map(|limit| limit.get()), Some(40.0));
    assert_eq!(
        flee_agent.flee_agent.as_ref().map(Name::as_str),
        Some("agent-b")
    );
    assert_eq!(flee.flee, Some(at(1.0, 1.0)));
    assert_eq!(along.direction.map(|way| way.unit()), Some(glam::Vec2::Y));
    assert_eq!(idle.idle.map(|time| time.get()), Some(5.0));
}

#[test]
fn a_region_is_a_random_group_and_an_emitter_starts_again() {
    let scene = scene_of(EVERYTHING);
    let region = group(&scene, "region");
    assert_eq!(region.count.map(|count| count.get()), Some(12));
    assert_eq!(
        region.region.map(|region| (region.min(), region.max())),
        Some((at(0.0, 10.0), at(8.0, 18.0)))
    );
    assert!(matches!(region.heading, Some(Amount::Between(_))));
    let random = region.goals[0].random.expect("a random goal");
    assert_eq!(
        (random.min(), random.max()),
        (at(-40.0, -20.0), at(50.5, 30.0))
    );
    let emitter = group(&scene, "source");
    assert_eq!(emitter.on_arrival, OnArrival::Respawn);
    assert_eq!(
        emitter.goals[0].agent.as_ref().map(Name::as_str),
        Some("agent-a")
    );
}

#[test]
fn a_parameter_of_a_behaviour_limits_the_speed() {
    let scene = scene_of(EVERYTHING);
    let agent = group(&scene, "agent-b");
    assert_eq!(
        (agent.speed.largest(), agent.max_speed.map(Amount::largest)),
        (1.3, Some(1.7))
    );
    let slow = scene_of(&everything_but("<value>1.7</value>", "<value>0.9</value>"));
    let agent = group(&slow, "agent-b");
    assert_eq!(
        (agent.speed.largest(), agent.max_speed.map(Amount::largest)),
        (0.9, Some(0.9))
    );
}

#[test]
fn who_is_chased_at_random_is_always_the_same_and_never_the_chaser() {
    let scene = scene_of(EVERYTHING);
    let quarry = group(&scene, "agent-b").goals[0]
        .agent
        .clone()
        .expect("it chases somebody");
    assert_ne!(quarry.as_str(), "agent-b");
    assert_eq!(scene, scene_of(EVERYTHING));
}

#[test]
fn inverted_far_or_endless_world_bounds_still_give_places_within_reach() {
    let bounds_of = |x_bounds: &str| {
        let text = everything_but("<xmin>-40</xmin> <xmax>50.5</xmax>", x_bounds);
        let region = group(&scene_of(&text), "agent-b")
            .region
            .expect("a random start");
        (region.min().x(), region.max().x())
    };
    assert_eq!(bounds_of("<xmin>50</xmin> <xmax>-40</xmax>"), (-40.0, 50.0));
    assert_eq!(
        bounds_of("<xmin>-100</xmin> <xmax>-200</xmax>"),
        (-100.0, 100.0)
    );
    assert_eq!(
        bounds_of("<xmin>-1e6</xmin> <xmax>1e6</xmax>"),
        (-100.0, 100.0)
    );
}

/// The corners of a box of a scene.
fn corners(turned: &TurnedBox) -> Vec<DVec2> {
    let center = DVec2::new(turned.center.x(), turned.center.y());
    let half = DVec2::new(turned.size[0].get(), turned.size[1].get()) / 2.0;
    let signs = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
    let turn = DVec2::from_angle(turned.angle.get());
    signs
        .iter()
        .map(|sign| center + turn.rotate(half * DVec2::from(*sign)))
        .collect()
}

#[test]
fn a_turned_box_has_the_corners_that_steersuite_gives_it() {
    let scene = scene_of(EVERYTHING);
    let turned = scene.obstacles[2].turned_box.expect("a box");
    let found = corners(&turned);
    // x = lx·cosθ + lz·sinθ, z = lz·cosθ − lx·sinθ, about (20, −10), with θ = 30° and sides 4 and
    // 2.
    let (cos, sin) = (0.75_f64.sqrt(), 0.5);
    for (lx, lz) in [(-2.0, -1.0), (2.0, -1.0), (2.0, 1.0), (-2.0, 1.0)] {
        let expected = DVec2::new(20.0 + lx * cos + lz * sin, -10.0 + lz * cos - lx * sin);
        let nearest = found
            .iter()
            .map(|corner| corner.distance(expected))
            .fold(f64::INFINITY, f64::min);
        assert!(nearest < 1e-9, "no corner at {expected}: {found:?}");
    }
}

#[test]
fn a_wall_with_a_doorway_becomes_the_two_boxes_beside_it() {
    let scene = scene_of(EVERYTHING);
    let spans: Vec<(f64, f64)> = scene.obstacles[3..7]
        .iter()
        .map(|obstacle| {
            let corners = corners(&obstacle.turned_box.expect("a box"));
            let xs = corners.iter().map(|corner| corner.x);
            (
                xs.clone().fold(f64::INFINITY, f64::min),
                xs.fold(f64::NEG_INFINITY, f64::max),
            )
        })
        .collect();
    // A wall from -25 to -15 with a door of half width 0.75 at -18.
    assert_eq!(spans[..2], [(-25.0, -18.75), (-17.25, -15.0)]);
    let ((left, door_start), (door_end, right)) = (spans[2], spans[3]);
    assert_eq!((left, right), (-25.0, -15.0));
    assert!(
        (door_end - door_start - 2.0).abs() < 1e-9,
        "a random door is 2 m wide"
    );
}

#[test]
fn obstacles_of_every_kind_come_out() {
    let scene = scene_of(EVERYTHING);
    let level = scene.obstacles[0].turned_box.expect("a box");
    assert_eq!(
        (level.center, level.size.map(|side| side.get())),
        (at(11.0, 6.0), [2.0, 6.0])
    );
    let circle = scene.obstacles[1].circle.expect("a circle");
    assert_eq!((circle.center, circle.radius.get()), (at(-5.0, 6.0), 1.5));
    let polygons = scene
        .obstacles
        .iter()
        .filter(|obstacle| obstacle.polygon.is_some());
    assert_eq!(polygons.count(), 2);
    assert_eq!(scene.scatter.len(), 1);
    assert_eq!(scene.scatter[0].count.get(), 7);
    assert!((scene.scatter[0].radius.largest() * 2.0_f64.sqrt() - 0.98).abs() < 1e-12);
}

#[test]
fn an_obstacle_without_thickness_is_given_some() {
    let text = everything_but(
        "<xmin>10</xmin> <xmax>12</xmax>",
        "<xmin>12</xmin> <xmax>12</xmax>",
    );
    let thin = scene_of(&text).obstacles[0].turned_box.expect("a box");
    assert_eq!((thin.center, thin.size[0].get()), (at(12.0, 6.0), 0.001));
}

#[test]
fn agents_of_one_name_get_groups_of_different_names() {
    let text = EVERYTHING
        .replace("<name>Agent B</name>", "<name>Agent A</name>")
        .replace("Agent B", "Agent A");
    let scene = scene_of(&text.replace("<name>Source</name>", "<name>agent-a-2</name>"));
    let mut names: Vec<&str> = scene
        .agents
        .iter()
        .filter_map(|group| group.name.as_ref())
        .map(Name::as_str)
        .collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), 4, "{names:?}");
}

#[test]
fn a_test_case_made_by_hand_with_a_wrong_value_is_refused() {
    let mut case = parse(EVERYTHING, "case.xml").expect("it reads");
    case.agents[0].radius = f64::NAN;
    let fault = to_scene(&case, "case.xml").expect_err("not a number");
    assert!(
        fault.to_string().starts_with("case.xml: a number must be"),
        "{fault}"
    );
}

#[test]
fn an_agent_chases_another_of_its_own_name_and_not_itself() {
    let text = EVERYTHING.replace("<name>Agent B</name>", "<name>Agent A</name>");
    let scene = scene_of(&text.replace("Agent B", "Agent A"));
    let fled = group(&scene, "agent-a").goals[2].flee_agent.as_ref();
    assert_eq!(fled.map(Name::as_str), Some("agent-a-2"));
    scene.check().expect("its parts fit");
}

#[test]
fn a_start_in_an_obstacle_is_moved_and_the_description_says_so() {
    let text = everything_but(
        "<position><x>-1</x><y>0</y><z>2</z></position>",
        "<position><x>11</x><y>0</y><z>5</z></position>",
    );
    let scene = scene_of(&text);
    assert_ne!(group(&scene, "agent-a").positions, [at(11.0, 5.0)]);
    assert!(
        scene.description.contains("`agent-a` from [11, 5] to ["),
        "{}",
        scene.description
    );
    assert!(crate::place::Layout::new(&scene).is_ok());
    assert_eq!(scene_of(EVERYTHING).description, "All there is.");
}
