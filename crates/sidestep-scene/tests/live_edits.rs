//! Changes to a scene while it runs: what is dropped is walked round, other values act at once,
//! equal ones change nothing, what makes no sense is refused, and a file of the scene as it stands
//! runs as the scene ran.

use crate::common;
use glam::Vec2;
use proptest::prelude::*;
use sidestep_scene::format::Scene;
use sidestep_scene::measure::Measures;
use sidestep_scene::place::Layout;
use sidestep_scene::recording::{Observer, Outline};
use sidestep_scene::simulate::{Change, EditError, Simulation};

/// A walker from the left to the right.
const WALKER: &str = "duration = 30\n[[agents]]\npositions = [[0, 0]]\nradius = 0.3\n\
                      goals = [{ point = [12, 0] }]\n";

fn scene(text: &str, overrides: &[(&str, &str)]) -> Scene {
    let overrides: Vec<(String, String)> = (overrides.iter())
        .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()))
        .collect();
    Scene::with_overrides(text, "live.toml", &overrides).unwrap_or_else(|error| panic!("{error}"))
}

/// A scene that runs, with those who watch it.
struct Live {
    scene: Scene,
    simulation: Simulation,
    measures: Measures,
    version: u64,
}

impl Live {
    fn new(scene: Scene) -> Self {
        let layout = Layout::new(&scene).unwrap_or_else(|error| panic!("{error}"));
        let simulation = Simulation::new(layout).unwrap_or_else(|error| panic!("{error}"));
        let mut measures = Measures::new();
        measures.begin(simulation.setting(), simulation.frame());
        Self {
            scene,
            version: simulation.version(),
            simulation,
            measures,
        }
    }

    fn of(text: &str) -> Self {
        Self::new(scene(text, &[]))
    }

    fn built_in(name: &str, overrides: &[(&str, &str)]) -> Self {
        Self::new(common::scene(name, overrides))
    }

    fn step(&mut self, steps: usize) {
        for _ in 0..steps {
            if self.simulation.version() != self.version {
                self.measures.follow(self.simulation.setting());
                self.version = self.simulation.version();
            }
            self.simulation
                .step()
                .unwrap_or_else(|error| panic!("{error}"));
            let frame = self.simulation.frame();
            self.measures.observe(self.simulation.setting(), frame);
            assert!(frame.agents.iter().all(|agent| agent.position.is_finite()));
        }
    }

    fn run_out(&mut self) {
        while !self.simulation.is_over() {
            self.step(1);
        }
    }

    fn place(&self, agent: usize) -> Vec2 {
        self.simulation.frame().agents[agent].position
    }

    fn set(&mut self, overrides: &[(&str, &str)]) -> Result<Change, EditError> {
        let text = self
            .scene
            .to_toml()
            .unwrap_or_else(|error| panic!("{error}"));
        let after = scene(&text, overrides);
        let change = self.simulation.change(&self.scene, &after)?;
        if change == Change::Applied {
            self.scene = after;
        }
        Ok(change)
    }

    fn hash(&self) -> String {
        self.measures.finish(0.0).trajectory_hash
    }
}

fn square(center: Vec2, half: f32) -> Outline {
    let corners = [[-half, -half], [half, -half], [half, half], [-half, half]];
    Outline::Polygon {
        points: corners.map(|corner| center + Vec2::from(corner)).to_vec(),
    }
}

fn disc(x: f32, y: f32, radius: f32) -> Outline {
    Outline::Circle {
        center: Vec2::new(x, y),
        radius,
    }
}

#[test]
fn a_crate_dropped_in_front_of_a_walker_is_walked_round() {
    for temporary in [true, false] {
        let mut live = Live::of(WALKER);
        live.step(60);
        let ahead = live.place(0) + Vec2::new(3.0, 0.0);
        let dropped = live
            .simulation
            .insert_obstacle(&square(ahead, 0.8), temporary);
        assert_eq!(dropped, Ok(0));
        assert_eq!(live.simulation.frame().obstacles, [Some(Vec2::ZERO)]);
        live.run_out();
        let summary = live.measures.finish(0.0);
        assert_eq!((summary.arrived, summary.obstacle_overlaps), (1, 0));
        assert!(summary.mean_path_ratio.is_some_and(|ratio| ratio > 1.005));
    }
}

#[test]
fn equal_values_change_nothing() {
    for name in [
        "zombies",
        "crates",
        "crossroads",
        "counterflow",
        "plugged",
        "gauntlet",
    ] {
        let hash = |sets: bool| {
            let mut live = Live::built_in(name, &[]);
            for _ in 0..6 {
                live.step(15);
                if sets {
                    assert_eq!(live.set(&[]), Ok(Change::Applied), "{name}");
                    let dt = live.scene.dt.get().to_string();
                    assert_eq!(live.set(&[("dt", &dt)]), Ok(Change::Applied), "{name}");
                }
            }
            live.hash()
        };
        assert_eq!(hash(true), hash(false), "{name}");
    }
}

#[test]
fn another_method_acts_at_once() {
    let text = format!("{WALKER}[[obstacles]]\ncircle = {{ center = [6, 0.1], radius = 1 }}\n");
    let mut live = Live::new(scene(&text, &[("method", "none"), ("settle", "false")]));
    live.step(60);
    assert_eq!(live.set(&[("method", "default")]), Ok(Change::Applied));
    assert_eq!(live.simulation.setting().method, "default");
    live.run_out();
    let summary = live.measures.finish(0.0);
    assert_eq!((summary.arrived, summary.obstacle_overlaps), (1, 0));
    let mut through = Live::new(scene(&text, &[("method", "none"), ("settle", "false")]));
    through.run_out();
    assert_eq!(through.measures.finish(0.0).obstacle_overlaps, 1);
}

#[test]
fn every_method_can_follow_every_other() {
    let names: Vec<String> = (sidestep_scene::method::Method::ALL.iter())
        .map(|method| method.name().to_owned())
        .collect();
    let mut live = Live::built_in("crates", &[]);
    for name in names.iter().chain(names.iter().rev()) {
        assert_eq!(live.set(&[("method", name)]), Ok(Change::Applied), "{name}");
        live.step(8);
    }
}

/// Runs the file of a scene as it stands, as the command does, for so many steps.
fn run_from_file(live: &Live, steps: usize) -> String {
    let written = live.simulation.scene_as_it_stands(&live.scene);
    let text = written.and_then(|it| Ok(it.to_toml()?));
    let text = text.unwrap_or_else(|error| panic!("{error}"));
    let mut again = Live::of(&text);
    again.step(steps);
    again.hash()
}

#[test]
fn a_run_from_the_file_is_the_run_in_which_crates_came_and_went() {
    for name in [
        "forest",
        "crates",
        "plugged",
        "crossroads",
        "parked",
        "flock",
    ] {
        let mut live = Live::built_in(name, &[]);
        live.step(20);
        let mut dropped = Vec::new();
        for agent in [0, 3] {
            let place = live.place(agent.min(live.simulation.frame().agents.len() - 1));
            let outline = square(place + Vec2::new(1.5, 0.5), 0.5);
            let index = live.simulation.insert_obstacle(&outline, true);
            dropped.push(index.unwrap_or_else(|error| panic!("{error}")));
            live.step(20);
        }
        assert_eq!(live.simulation.remove_obstacle(dropped[0]), Ok(()));
        live.step(40);
        assert_eq!(run_from_file(&live, 100), live.hash(), "{name}");
        let untouched = {
            let mut live = Live::built_in(name, &[]);
            live.step(100);
            live.hash()
        };
        assert_ne!(
            untouched,
            live.hash(),
            "{name}: the crates are in nobody's way"
        );
    }
}

#[test]
fn what_is_done_before_the_first_step_is_how_the_scene_begins() {
    let text = format!("{WALKER}[[targets]]\nname = \"it\"\npath = [[0, 5], [9, 5]]\nspeed = 1\n");
    let mut live = Live::of(&text);
    live.simulation
        .insert_obstacle(&disc(5.0, 0.2, 0.7), true)
        .expect("a disc");
    live.simulation
        .place_agent(0, Vec2::new(1.0, 0.5))
        .expect("an agent");
    live.simulation
        .set_goal(None, Vec2::new(9.0, -2.0))
        .expect("a goal");
    live.simulation
        .move_target(0, Vec2::new(2.0, 3.0))
        .expect("a target");
    let written = live
        .simulation
        .scene_as_it_stands(&live.scene)
        .expect("a scene");
    assert_eq!(written.agents[0].positions[0].single(), Vec2::new(1.0, 0.5));
    let text = written.to_toml().expect("TOML");
    assert!(!text.contains("appear"), "{text}");
    live.measures = Measures::new();
    (live.measures).begin(live.simulation.setting(), live.simulation.frame());
    let mut again = Live::of(&text);
    live.step(200);
    again.step(200);
    assert_eq!(again.hash(), live.hash());
    assert_eq!(again.simulation.frame().targets, [Vec2::new(2.0, 3.0)]);
    assert_eq!(live.simulation.frame().targets, [Vec2::new(2.0, 3.0)]);
    assert!(live.place(0).distance(Vec2::new(9.0, -2.0)) < 1.0);
}

#[test]
fn walls_are_written_as_they_stand() {
    let text = format!(
        "{WALKER}[[walls]]\npoints = [[0, 5], [5, 5], [5, 9]]\nthickness = 0.2\n\
         [[walls]]\npoints = [[0, -5], [5, -5], [5, -9]]\n"
    );
    let mut live = Live::of(&text);
    live.step(3);
    let inserted = [Vec2::new(7.0, -1.0), Vec2::new(7.0, 1.0)];
    assert_eq!(live.simulation.insert_wall(inserted, 0.1), Ok(4));
    live.simulation.remove_wall(0).expect("a wall");
    let version = live.simulation.version();
    live.simulation
        .move_wall(1, [Vec2::new(6.0, 5.0), Vec2::new(6.0, 9.0)])
        .expect("a wall");
    assert!(live.simulation.version() > version);
    assert_eq!(live.simulation.setting().walls[0].corners(), []);
    assert!(matches!(
        live.simulation.wall(0),
        Err(EditError::Gone { .. })
    ));
    let written = live
        .simulation
        .scene_as_it_stands(&live.scene)
        .expect("a scene");
    // The untouched one is still in one piece; of the other one piece is left; and the new one.
    assert_eq!(written.walls.len(), 3);
    assert_eq!(written.walls[1], live.scene.walls[1]);
    let layout = Layout::new(&written).expect("a layout");
    let mut there = live.simulation.setting().walls.clone();
    there.retain(|wall| wall.is_there());
    for wall in &there {
        assert!(layout.walls.contains(wall), "{wall:?}");
    }
    assert_eq!(layout.walls.len(), there.len());
    live.run_out();
    let summary = live.measures.finish(0.0);
    assert_eq!((summary.arrived, summary.wall_contacts), (1, 0));
}

#[test]
fn pursuers_follow_a_target_that_is_moved() {
    let mut live = Live::built_in("zombies", &[]);
    live.step(60);
    let place = live.simulation.frame().targets[0] + Vec2::new(-6.0, 4.0);
    let far = |live: &Live| {
        let agents = live.simulation.frame().agents.iter();
        agents
            .map(|agent| agent.position.distance(place))
            .sum::<f32>()
    };
    live.simulation.move_target(0, place).expect("a target");
    let before = far(&live);
    live.step(900);
    assert_eq!(live.simulation.frame().targets[0], place);
    assert!(far(&live) < 0.4 * before, "{} of {before}", far(&live));
}

#[test]
fn a_wall_that_is_dragged_across_agents_leaves_nobody_in_it() {
    let mut live = Live::built_in("counterflow", &[]);
    let wall = [Vec2::new(-8.0, -1.0), Vec2::new(-8.0, 1.0)];
    let index = live.simulation.insert_wall(wall, 0.2).expect("a wall");
    live.step(30);
    for drag in 0..80 {
        let to = Vec2::new(drag as f32 * 0.2, 0.0);
        live.simulation
            .move_wall(index, wall.map(|end| end + to))
            .expect("a wall");
        live.step(2);
    }
    live.step(60);
    assert_eq!(live.measures.touching_now(), 0);
    let summary = live.measures.finish(0.0);
    let inside = live.simulation.frame().agents.iter().filter(|agent| {
        let from_wall = agent.position - Vec2::new(7.8, 0.0);
        from_wall.x.abs() < 0.1 && from_wall.y.abs() < 1.0
    });
    assert_eq!((inside.count(), summary.non_finite), (0, 0));
}

#[test]
fn dragging_is_no_way_and_no_hit() {
    let mut live = Live::of(WALKER);
    let disc = live
        .simulation
        .insert_obstacle(&disc(0.0, 8.0, 0.5), true)
        .expect("a disc");
    let wall = [Vec2::new(-3.0, -2.0), Vec2::new(-3.0, 2.0)];
    let wall = live.simulation.insert_wall(wall, 0.0).expect("a wall");
    live.step(10);
    // Obstacle and wall are dragged over the walker, the walker over the obstacle.
    live.simulation
        .offset_obstacle(disc, Vec2::new(0.0, -16.0))
        .expect("an obstacle");
    live.simulation
        .move_wall(wall, [Vec2::new(3.0, -2.0), Vec2::new(3.0, -1.0)])
        .expect("a wall");
    live.step(1);
    live.simulation
        .place_agent(0, Vec2::new(0.0, -12.0))
        .expect("an agent");
    live.simulation
        .set_goal(Some(0), Vec2::new(0.0, -13.0))
        .expect("an agent");
    assert_eq!(
        live.simulation.frame().agents[0].position,
        Vec2::new(0.0, -12.0)
    );
    live.run_out();
    let summary = live.measures.finish(0.0);
    assert_eq!(
        (
            summary.obstacle_overlaps,
            summary.wall_contacts,
            summary.escaped
        ),
        (0, 0, 0)
    );
    assert_eq!((summary.arrived, summary.mean_path_ratio), (1, None));
    assert!(
        summary.energy_j.is_some_and(|energy| energy < 100.0),
        "{summary:?}"
    );
}

#[test]
fn inserted_agents_are_like_their_group_and_can_be_taken_out() {
    let mut live = Live::built_in("crossroads", &[]);
    live.step(30);
    let agents = live.simulation.setting().agents.clone();
    let last = agents.last().expect("agents").clone();
    let beside = live.place(agents.len() - 1) + Vec2::new(0.0, 1.5);
    let index = live
        .simulation
        .insert_agent(last.group, beside)
        .expect("an agent");
    assert_eq!(index, agents.len());
    let setting = &live.simulation.setting().agents[index];
    assert_eq!(
        (setting.radius, setting.group, setting.start),
        (last.radius, last.group, beside)
    );
    assert_eq!(setting.goals, last.goals);
    live.step(30);
    assert!(live.place(index).distance(beside) > 0.1);
    assert_eq!(live.set(&[("agents.*.radius", "0.2")]), Ok(Change::Applied));
    assert_eq!(live.simulation.setting().agents[index].radius, 0.2);
    let written = live
        .simulation
        .scene_as_it_stands(&live.scene)
        .expect("a scene");
    let layout = Layout::new(&written).expect("a layout");
    assert_eq!(layout.agents.len(), agents.len() + 1);
    assert!(
        layout
            .agents
            .iter()
            .any(|agent| agent.start == beside && agent.group == last.group)
    );
    live.simulation.remove_agent(index).expect("an agent");
    assert!(!live.simulation.frame().agents[index].present);
    assert!(matches!(
        live.simulation.remove_agent(index),
        Err(EditError::Gone { .. })
    ));
    let written = live
        .simulation
        .scene_as_it_stands(&live.scene)
        .expect("a scene");
    assert!(written == live.scene, "nothing is left of what was done");
    live.step(5);
    assert_eq!(live.measures.finish(0.0).agents, agents.len() as u64 + 1);
}

#[test]
fn a_world_can_be_emptied() {
    let mut live = Live::built_in("gauntlet", &[]);
    live.step(5);
    let simulation = &mut live.simulation;
    for wall in 0..simulation.setting().walls.len() {
        simulation.remove_wall(wall).expect("a wall");
    }
    for obstacle in 0..simulation.setting().obstacles.len() {
        if simulation.frame().obstacles[obstacle].is_some() {
            simulation.remove_obstacle(obstacle).expect("an obstacle");
        }
    }
    for agent in 0..simulation.setting().agents.len() {
        simulation.remove_agent(agent).expect("an agent");
    }
    live.step(5);
    assert_eq!(
        (live.measures.touching_now(), live.measures.mean_speed_now()),
        (0, 0.0)
    );
    let refusal = live.simulation.scene_as_it_stands(&live.scene);
    assert!(refusal.is_err_and(|error| error.to_string().contains("the scene has no agents")));
    let back = live.simulation.insert_agent(0, Vec2::new(0.5, 0.5));
    live.step(5);
    assert!(live.simulation.frame().agents[back.expect("an agent")].present);
}

#[test]
fn what_needs_a_restart_says_so_and_changes_nothing() {
    let mut live = Live::built_in("forest", &[]);
    live.step(10);
    let hash = live.hash();
    for (key, value) in [
        ("seed", "9"),
        ("agents.0.count", "3"),
        ("scatter.0.count", "5"),
        (
            "bounds",
            "{ kind = \"walled\", min = [-90, -90], max = [90, 90] }",
        ),
    ] {
        assert_eq!(live.set(&[(key, value)]), Ok(Change::NeedsRestart), "{key}");
    }
    assert_eq!(live.hash(), hash);
    let wrong = live.set(&[("agents.0.radius", "400")]);
    assert!(matches!(wrong, Err(EditError::Scene(_))), "{wrong:?}");
    live.step(10);
    let mut other = Live::built_in("forest", &[]);
    other.step(20);
    assert_eq!(live.hash(), other.hash());
}

#[test]
fn another_time_step_goes_on_from_the_same_time() {
    let mut live = Live::of(WALKER);
    live.step(30);
    let time = live.simulation.frame().time;
    assert_eq!(live.set(&[("dt", "0.01")]), Ok(Change::Applied));
    live.step(1);
    assert!((live.simulation.frame().time - time - 0.01).abs() < 1e-9);
    live.run_out();
    assert_eq!(live.measures.finish(0.0).arrived, 1);
    assert_eq!(
        live.set(&[("stop_when_arrived", "false")]),
        Ok(Change::Applied)
    );
    live.run_out();
    assert!((live.simulation.frame().time - 30.0).abs() < 0.02);
}

#[test]
fn ways_lead_round_a_wall_that_is_put_in_the_way() {
    let text = "[bounds]\nkind = \"walled\"\nmin = [-2, -8]\nmax = [14, 8]\n\
                [[agents]]\npositions = [[0, 0]]\nradius = 0.3\nroute = \"walkable\"\n\
                goals = [{ point = [12, 0] }]\n";
    let mut live = Live::of(text);
    live.step(20);
    let wall = [Vec2::new(6.0, -7.0), Vec2::new(6.0, 8.0)];
    let wall = live.simulation.insert_wall(wall, 0.2).expect("a wall");
    live.step(5);
    live.simulation
        .move_wall(wall, [Vec2::new(6.0, -8.0), Vec2::new(6.0, 7.0)])
        .expect("a wall");
    live.run_out();
    let summary = live.measures.finish(0.0);
    assert_eq!(
        (summary.arrived, summary.wall_contacts),
        (1, 0),
        "{summary:?}"
    );
}

#[test]
fn what_makes_no_sense_is_refused_with_a_message_and_changes_nothing() {
    let text = format!("{WALKER}[[targets]]\nname = \"it\"\npath = [[0, 5], [9, 5]]\nspeed = 1\n");
    let mut live = Live::of(&text);
    let mut untouched = Live::of(&text);
    let wall = [Vec2::new(3.0, 5.0), Vec2::new(3.0, 8.0)];
    for it in [&mut live, &mut untouched] {
        it.step(10);
        it.simulation.insert_wall(wall, 0.2).expect("a wall");
        it.simulation
            .insert_obstacle(&disc(6.0, 3.0, 0.5), true)
            .expect("a disc");
    }
    let version = live.simulation.version();
    let simulation = &mut live.simulation;
    let bad = [
        Vec2::NAN,
        Vec2::INFINITY,
        Vec2::splat(1e7),
        Vec2::new(0.0, f32::NEG_INFINITY),
    ];
    let mut refusals: Vec<EditError> = Vec::new();
    let mut refused = |result: Result<usize, EditError>| match result {
        Err(error) => refusals.push(error),
        Ok(index) => panic!("{index} was accepted"),
    };
    for point in bad {
        refused(simulation.place_agent(0, point).map(|()| 0));
        refused(simulation.set_goal(None, point).map(|()| 0));
        refused(simulation.set_goal(Some(0), point).map(|()| 0));
        refused(simulation.move_target(0, point).map(|()| 0));
        refused(simulation.insert_agent(0, point));
        refused(simulation.offset_obstacle(0, point).map(|()| 0));
        refused(simulation.insert_wall([Vec2::ZERO, point], 0.0));
        refused(simulation.move_wall(0, [point, Vec2::ZERO]).map(|()| 0));
        refused(simulation.insert_obstacle(&disc(point.x, point.y, 1.0), true));
    }
    for missing in [1, 7, usize::MAX] {
        refused(simulation.place_agent(missing, Vec2::ZERO).map(|()| 0));
        refused(simulation.set_goal(Some(missing), Vec2::ZERO).map(|()| 0));
        refused(simulation.remove_agent(missing).map(|()| 0));
        refused(simulation.move_target(missing, Vec2::ZERO).map(|()| 0));
        refused(simulation.insert_agent(missing, Vec2::ZERO));
        refused(simulation.offset_obstacle(missing, Vec2::ZERO).map(|()| 0));
        refused(simulation.remove_obstacle(missing).map(|()| 0));
        refused(simulation.move_wall(missing, wall).map(|()| 0));
        refused(simulation.remove_wall(missing).map(|()| 0));
    }
    for radius in [0.0, -1.0, f32::NAN, f32::INFINITY, 1e5] {
        refused(simulation.insert_obstacle(&disc(0.0, 0.0, radius), true));
    }
    for thickness in [-0.1, f32::NAN, 1e9] {
        refused(simulation.insert_wall(wall, thickness));
    }
    refused(simulation.insert_wall([Vec2::ONE; 2], 0.1));
    for points in [
        &[][..],
        &[[0.0, 0.0], [1.0, 0.0]],
        &[[0.0, 0.0], [1.0, 0.0], [2.0, 0.0]],
        &[[0.0, 0.0], [2.0, 0.0], [0.5, 0.5], [0.0, 2.0]],
        &[[0.0, 0.0], [1.0, 1.0], [1.0, 0.0], [0.0, 1.0]],
        &[[0.0, 0.0], [9e5, 0.0], [0.0, 9e5]],
    ] {
        let points = points.iter().copied().map(Vec2::from).collect();
        refused(simulation.insert_obstacle(&Outline::Polygon { points }, false));
    }
    for error in refusals {
        let message = error.to_string();
        assert!(
            message.len() > 15 && !message.contains("panic"),
            "{message}"
        );
    }
    assert_eq!(live.simulation.version(), version);
    live.run_out();
    untouched.run_out();
    assert_eq!(live.hash(), untouched.hash());
}

/// Something that a hand does.
#[derive(Clone, Debug)]
enum Deed {
    Step(usize),
    Place(usize, Vec2),
    Goal(Option<usize>, Vec2),
    Target(Vec2),
    InsertAgent(usize, Vec2),
    RemoveAgent(usize),
    InsertDisc(Vec2, f32, bool),
    MoveObstacle(usize, Vec2),
    RemoveObstacle(usize),
    InsertWall(Vec2, Vec2, f32),
    MoveWall(usize, Vec2, Vec2),
    RemoveWall(usize),
    Set(&'static str, &'static str),
    Restart,
}

const VALUES: [(&str, &str); 12] = [
    ("method", "orca"),
    ("method", "default"),
    ("method", "classic"),
    ("method", "rebake"),
    ("method", "hit-normal"),
    ("agents.*.radius", "0.5"),
    ("agents.*.radius", "0.15"),
    ("agents.*.speed", "2.5"),
    ("agents.*.blend", "weighted"),
    ("agents.*.avoid", "false"),
    ("settle", "false"),
    ("dt", "0.05"),
];

fn deeds() -> impl Strategy<Value = Vec<Deed>> {
    let point = || (-12.0f32..12.0, -12.0f32..12.0).prop_map(Vec2::from);
    let index = || 0usize..14;
    let deed = prop_oneof![
        4 => (1usize..12).prop_map(Deed::Step),
        2 => (index(), point()).prop_map(|(it, at)| Deed::Place(it, at)),
        1 => (proptest::option::of(index()), point()).prop_map(|(it, at)| Deed::Goal(it, at)),
        1 => point().prop_map(Deed::Target),
        1 => (0usize..3, point()).prop_map(|(group, at)| Deed::InsertAgent(group, at)),
        1 => index().prop_map(Deed::RemoveAgent),
        2 => (point(), 0.05f32..3.0, any::<bool>())
            .prop_map(|(at, radius, temporary)| Deed::InsertDisc(at, radius, temporary)),
        1 => (index(), point()).prop_map(|(it, by)| Deed::MoveObstacle(it, by)),
        1 => index().prop_map(Deed::RemoveObstacle),
        2 => (point(), point(), 0.0f32..0.5)
            .prop_map(|(from, to, thickness)| Deed::InsertWall(from, to, thickness)),
        1 => (index(), point(), point()).prop_map(|(it, from, to)| Deed::MoveWall(it, from, to)),
        1 => index().prop_map(Deed::RemoveWall),
        2 => (0..VALUES.len()).prop_map(|it| Deed::Set(VALUES[it].0, VALUES[it].1)),
        1 => Just(Deed::Restart),
    ];
    proptest::collection::vec(deed, 1..30)
}

impl Live {
    /// Does something; what is refused changes nothing.
    fn act(&mut self, deed: &Deed) {
        let simulation = &mut self.simulation;
        let before = simulation.version();
        let result = match *deed {
            Deed::Step(steps) => {
                self.step(steps);
                return;
            }
            Deed::Place(agent, at) => simulation.place_agent(agent, at),
            Deed::Goal(agent, at) => simulation.set_goal(agent, at),
            Deed::Target(at) => simulation.move_target(0, at),
            Deed::InsertAgent(group, at) => simulation.insert_agent(group, at).map(drop),
            Deed::RemoveAgent(agent) => simulation.remove_agent(agent),
            Deed::InsertDisc(at, radius, temporary) => {
                let outline = disc(at.x, at.y, radius);
                simulation.insert_obstacle(&outline, temporary).map(drop)
            }
            Deed::MoveObstacle(obstacle, by) => simulation.offset_obstacle(obstacle, by),
            Deed::RemoveObstacle(obstacle) => simulation.remove_obstacle(obstacle),
            Deed::InsertWall(from, to, thickness) => {
                simulation.insert_wall([from, to], thickness).map(drop)
            }
            Deed::MoveWall(wall, from, to) => simulation.move_wall(wall, [from, to]),
            Deed::RemoveWall(wall) => simulation.remove_wall(wall),
            Deed::Set(key, value) => self.set(&[(key, value)]).map(drop),
            Deed::Restart => {
                let Ok(scene) = simulation.scene_as_it_stands(&self.scene) else {
                    return;
                };
                let text = scene.to_toml().unwrap_or_else(|error| panic!("{error}"));
                let again = Scene::from_toml(&text, "again.toml");
                let again = again.unwrap_or_else(|error| panic!("{error}\n{text}"));
                // A wall may lie where an agent is to start: that is for the hand to mend.
                if Layout::new(&again).is_ok() {
                    *self = Self::new(again);
                }
                return;
            }
        };
        let after = self.simulation.version();
        assert!(result.is_ok() || after == before, "{deed:?}: {result:?}");
    }
}

const PLAYGROUND: &str = "duration = 20\n[bounds]\nkind = \"walled\"\nmin = [-10, -10]\nmax = [10, 10]\n\
    [[walls]]\npoints = [[-4, -4], [-4, 4], [0, 4]]\nthickness = 0.2\n\
    [[obstacles]]\ncircle = { center = [4, 0], radius = 1 }\n\
    [[obstacles]]\nbox = { center = [0, -4], size = [1, 1] }\ntemporary = true\nappear = 0.5\nvanish = 2\n\
    [[obstacles]]\ncircle = { center = [6, -6], radius = 0.5 }\npath = [[6, -6], [6, 6]]\nspeed = 1\nclosed = true\n\
    [[scatter]]\nregion = { min = [-9, 5], max = [9, 9] }\ncount = 4\nradius = 0.3\n\
    [[targets]]\nname = \"it\"\npath = [[0, 0], [3, 0]]\nspeed = 1\nclosed = true\n\
    [[agents]]\nname = \"many\"\ncount = 5\nregion = { min = [-9, -9], max = [-5, 0] }\nradius = { min = 0.2, max = 0.3 }\n\
    goals = [{ random = { min = [5, -5], max = [9, 5] } }]\non_arrival = \"redraw\"\nroute = \"walkable\"\n\
    [[agents]]\nname = \"two\"\npositions = [[0, 0], [1, 2]]\ngoals = [{ target = \"it\" }]\n\
    [[agents]]\ncount = 3\ncircle = { center = [0, -7], radius = 1.5 }\ngoals = [{ mirror = [0, 0] }]\non_arrival = \"remove\"\n\
    behaviors = [{ kind = \"separation\", agents = \"many\" }, { kind = \"arrive\" }]\n";

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn whatever_hands_do_every_figure_is_finite(deeds in deeds()) {
        let mut live = Live::of(PLAYGROUND);
        for deed in &deeds {
            live.act(deed);
        }
        live.step(3);
        let summary = live.measures.finish(0.0);
        prop_assert_eq!(summary.non_finite, 0);
        let setting = live.simulation.setting();
        let frame = live.simulation.frame();
        prop_assert_eq!(frame.agents.len(), setting.agents.len());
        prop_assert_eq!(frame.obstacles.len(), setting.obstacles.len());
        prop_assert_eq!(live.measures.touching().len(), setting.agents.len());
        for figure in [summary.max_overlap_m, summary.max_wall_penetration_m, live.measures.mean_speed_now()] {
            prop_assert!(figure.is_finite());
        }
        for agent in 0..setting.agents.len() {
            let present = live.simulation.frame().agents[agent].present;
            prop_assert_eq!(live.simulation.explain(agent).is_some(), present);
        }
    }
}
