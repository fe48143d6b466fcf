//! A world that wraps has no edge: moved by half its size, everything happens as before.

use crate::common::{Frames, layout, watch};
use glam::Vec2;
use sidestep::space::Topology;
use sidestep_scene::measure::Summary;
use sidestep_scene::place::{Layout, LayoutGoalKind, topology};
use sidestep_scene::recording::{Frame, Outline};
use sidestep_scene::simulate::Simulation;

/// All places of the scene are rounded to this (m), so that moving them is exact.
const GRAIN: f32 = 1.0 / 4096.0;

fn world(layout: &Layout) -> Topology {
    let world = topology(layout.bounds).expect("a box");
    assert_ne!(world, Topology::Open, "it wraps");
    world
}

/// The layout with every place put through `map`. Walls and obstacles keep their shape: their
/// middle is mapped.
fn moved(layout: &Layout, map: impl Fn(Vec2) -> Vec2) -> Layout {
    let mut layout = layout.clone();
    for wall in &mut layout.walls {
        let [from, to] = &mut wall.ends;
        let by = map(from.midpoint(*to)) - from.midpoint(*to);
        (*from, *to) = (*from + by, *to + by);
    }
    for obstacle in &mut layout.obstacles {
        match &mut obstacle.outline {
            Outline::Circle { center, .. } => *center = map(*center),
            Outline::Polygon { points } => {
                let middle = points.iter().sum::<Vec2>() / points.len() as f32;
                let by = map(middle) - middle;
                points.iter_mut().for_each(|point| *point += by);
            }
        }
    }
    for agent in &mut layout.agents {
        agent.start = map(agent.start);
        for goal in &mut agent.goals {
            match &mut goal.kind {
                LayoutGoalKind::Point { point, .. } => *point = map(*point),
                other => panic!("{other:?} isn't mapped"),
            }
        }
    }
    layout
}

fn rounded(point: Vec2) -> Vec2 {
    (point / GRAIN).round() * GRAIN
}

fn run(layout: Layout) -> (Summary, Vec<Frame>) {
    let mut frames = Frames::default();
    let simulation = Simulation::new(layout).unwrap_or_else(|error| panic!("{error}"));
    let summary = watch(simulation, &mut [&mut frames]);
    (summary, frames.0)
}

/// How far apart the runs of a scene and of the same scene moved by `by` get (m), the first moved
/// along.
fn apart_after_moving(layout: &Layout, by: Vec2) -> f32 {
    let world = world(layout);
    let usual = moved(layout, |place| world.wrap(rounded(place)));
    let shifted = moved(&usual, |place| world.wrap(place + by));
    let ((_, usual), (_, shifted)) = (run(usual), run(shifted));
    assert_eq!(usual.len(), shifted.len());
    (usual.iter().zip(&shifted))
        .flat_map(|(usual, shifted)| usual.agents.iter().zip(&shifted.agents))
        .map(|(usual, shifted)| {
            world
                .between(usual.position + by, shifted.position)
                .length()
        })
        .fold(0.0, f32::max)
}

const SHIFTS: [Vec2; 4] = [
    Vec2::new(16.0, 0.0),
    Vec2::new(0.0, 16.0),
    Vec2::new(16.0, 16.0),
    Vec2::new(-8.0, 4.0),
];

#[test]
fn moved_by_half_its_size_the_same_happens_with_every_method() {
    for (method, seconds, tolerance) in [
        // Choosing among velocities makes much of a little rounding, where two cost nearly the
        // same.
        ("default", "2.5", 0.05),
        ("none", "20", 0.01),
        ("classic-3", "8", 0.01),
        ("classic", "4", 0.01),
        // These make much of a little rounding: where half-planes are nearly parallel, and in
        // grazing contacts.
        ("orca", "4", 0.05),
        ("anticipatory", "4", 0.05),
        ("additive", "8", 0.01),
    ] {
        let layout = layout("torus", &[("method", method), ("duration", seconds)]);
        for by in SHIFTS {
            let apart = apart_after_moving(&layout, by);
            assert!(apart < tolerance, "{method} by {by}: {apart} m apart");
        }
    }
}

#[test]
fn with_contacts_settled_the_same_happens_too() {
    for (method, seconds, tolerance) in [("default", "2.5", 0.05), ("none", "3", 0.01)] {
        let set = [
            ("method", method),
            ("settle", "true"),
            ("duration", seconds),
        ];
        let mut layout = layout("torus", &set);
        if method == "none" {
            // Who is pressed against a corner slides off on this side or that by rounding.
            layout.obstacles.clear();
            layout.walls.clear();
        }
        for by in SHIFTS {
            let apart = apart_after_moving(&layout, by);
            assert!(apart < tolerance, "{method} by {by}: {apart} m apart");
        }
    }
}

/// Rounding grows over a whole run among many others, but what is measured stays alike.
#[test]
fn the_measures_do_not_depend_on_where_the_edges_are() {
    for method in ["default", "none"] {
        let layout = layout("torus", &[("method", method)]);
        let world = world(&layout);
        let (usual, _) = run(moved(&layout, |place| world.wrap(rounded(place))));
        for by in SHIFTS {
            let shifted = moved(&layout, |place| world.wrap(rounded(place) + by));
            let (shifted, _) = run(shifted);
            assert_eq!(shifted.arrived, usual.arrived, "{method}");
            if method == "none" {
                assert_eq!(shifted.agent_overlaps, usual.agent_overlaps);
                assert_eq!(shifted.obstacle_overlaps, usual.obstacle_overlaps);
                assert_eq!(shifted.wall_contacts, usual.wall_contacts);
                assert!(
                    usual.agent_overlaps > 0 && usual.wall_contacts > 0,
                    "{usual:?}"
                );
            }
            let [a, b] =
                [usual.mean_path_ratio, shifted.mean_path_ratio].map(Option::unwrap_or_default);
            assert!((a - b).abs() < 0.01, "{method}: {a} and {b}");
        }
    }
}

/// Pursuit leads over the edge, where that is shorter.
#[test]
fn a_hunter_takes_the_short_way_over_the_edge() {
    let text = "duration = 20\nmethod = \"look-ahead\"\n[bounds]\nkind = \"torus\"\nmin = [-20, -20]\nmax = [20, 20]\n\
        [[agents]]\nname = \"hunter\"\npositions = [[-17, 3]]\nspeed = 3\ngoals = [{ agent = \"prey\" }]\n\
        behaviors = [{ kind = \"pursue\", agents = \"prey\" }]\n\
        [[agents]]\nname = \"prey\"\npositions = [[16, 3]]\ncontrol = \"driven\"\nheading = 3.14159\n\
        initial_speed = 1.0\n";
    let scene = sidestep_scene::format::Scene::from_toml(text, "test.toml");
    let scene = scene.unwrap_or_else(|error| panic!("{error}"));
    let layout = Layout::new(&scene).unwrap_or_else(|error| panic!("{error}"));
    let (summary, frames) = run(layout);
    assert_eq!(summary.arrived, 1, "the hunter");
    let caught = summary.last_arrival_seconds.unwrap_or(f64::INFINITY);
    assert!(caught < 4.0, "7 m at 3 m/s took {caught} s");
    assert!(
        frames
            .iter()
            .filter(|frame| frame.time <= caught)
            .all(|frame| frame.agents[0].position.x.abs() > 12.0)
    );
}

/// A driven agent comes in again on the other side.
#[test]
fn who_is_driven_wraps_too() {
    let text = "duration = 20\nsettle = false\n[bounds]\nkind = \"torus\"\nmin = [-5, -5]\nmax = [5, 5]\n\
        [[agents]]\npositions = [[0, 1]]\nspeed = 3\ncontrol = \"driven\"\nheading = 0\ninitial_speed = 2\n";
    let scene = sidestep_scene::format::Scene::from_toml(text, "test.toml");
    let scene = scene.unwrap_or_else(|error| panic!("{error}"));
    for settle in [false, true] {
        let mut layout = Layout::new(&scene).unwrap_or_else(|error| panic!("{error}"));
        layout.settle = settle;
        let (_, frames) = run(layout.clone());
        let world = world(&layout);
        for frame in frames {
            let straight = Vec2::new(2.0 * frame.time as f32, 1.0);
            let place = frame.agents[0].position;
            assert!(world.between(straight, place).length() < 1e-3, "{place}");
            assert!(place.x >= -5.0 && place.x < 5.0, "{place}");
        }
    }
}

/// Small steps in a large world aren't lost to rounding.
#[test]
fn the_slow_move_in_a_large_world() {
    let text = "duration = 10\ndt = 0.01\n[bounds]\nkind = \"torus\"\nmin = [-40000, -40000]\nmax = [40000, 40000]\n\
        [[agents]]\npositions = [[0, 0]]\nspeed = 0.1\ncontrol = \"driven\"\nheading = 0\ninitial_speed = 0.1\n";
    let scene = sidestep_scene::format::Scene::from_toml(text, "test.toml");
    let scene = scene.unwrap_or_else(|error| panic!("{error}"));
    let layout = Layout::new(&scene).unwrap_or_else(|error| panic!("{error}"));
    let (_, frames) = run(layout);
    let walked = frames
        .last()
        .map_or(0.0, |frame| frame.agents[0].position.x);
    assert!((walked - 1.0).abs() < 0.01, "{walked} m instead of 1 m");
}
