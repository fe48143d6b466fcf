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
