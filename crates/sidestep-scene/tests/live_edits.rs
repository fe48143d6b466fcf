//! Changes to a scene while it runs: what is dropped is walked round, other values act at once, equal ones change nothing,
//! what makes no sense is refused, and a file of the scene as it stands runs as the scene ran.

#[allow(dead_code)]
mod common;

use glam::Vec2;
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

    fn to_the_end(&mut self) {
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
        live.to_the_end();
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
    live.to_the_end();
    let summary = live.measures.finish(0.0);
    assert_eq!((summary.arrived, summary.obstacle_overlaps), (1, 0));
    let mut through = Live::new(scene(&text, &[("method", "none"), ("settle", "false")]));
    through.to_the_end();
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
    live.to_the_end();
    let summary = live.measures.finish(0.0);
    assert_eq!((summary.arrived, summary.wall_contacts), (1, 0));
}

#[test]
fn pursuers_follow_a_target_that_is_moved() {
    let mut live = Live::built_in("zombies", &[]);
    live.step(60);
    let place = live.simulation.frame().targets[0] + Vec2::new(-6.0, 4.0);
    live.simulation.move_target(0, place).expect("a target");
    live.step(900);
    assert_eq!(live.simulation.frame().targets[0], place);
    let agents = &live.simulation.frame().agents;
    let near = agents
        .iter()
        .filter(|it| it.position.distance(place) < 10.0)
        .count();
    assert!(
        near * 10 > agents.len() * 9,
        "{near} of {} have come",
        agents.len()
    );
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
        .move_obstacle(disc, Vec2::new(0.0, -16.0))
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
    live.to_the_end();
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
    live.to_the_end();
    assert_eq!(live.measures.finish(0.0).arrived, 1);
    assert_eq!(
        live.set(&[("stop_when_arrived", "false")]),
        Ok(Change::Applied)
    );
    live.to_the_end();
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
    live.to_the_end();
    let summary = live.measures.finish(0.0);
    assert_eq!(
        (summary.arrived, summary.wall_contacts),
        (1, 0),
        "{summary:?}"
    );
}
