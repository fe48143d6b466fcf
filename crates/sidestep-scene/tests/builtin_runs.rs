//! The built-in scenes do what they are there for.

use sidestep_scene::builtin;
use sidestep_scene::measure::{Measures, Summary};
use sidestep_scene::place::Layout;
use sidestep_scene::simulate::Simulation;

fn run(name: &str, overrides: &[(&str, &str)]) -> Summary {
    let overrides: Vec<(String, String)> = (overrides.iter())
        .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()))
        .collect();
    let scene = builtin::find(name)
        .expect("scene")
        .scene(&overrides)
        .expect("valid");
    let mut simulation = Simulation::new(Layout::new(&scene).expect("layout")).expect("simulation");
    let mut measures = Measures::new();
    let seconds = simulation.run(&mut [&mut measures]).expect("run");
    measures.finish(seconds)
}

#[test]
fn show_all() {
    for scene in builtin::all() {
        for method in ["default", "classic-2", "classic-3"] {
            for settle in ["true", "false"] {
                let s = run(
                    scene.name,
                    &[("method", &format!("\"{method}\"")), ("settle", settle)],
                );
                println!(
                    "{:10} {:10} settle {:5} arrived {:3}/{:3} stuck {} last {:?} obst {} {:.4} walls {} esc {} agents {} wall_s {:.2} ratio {:?} flips {:?}",
                    scene.name,
                    method,
                    settle,
                    s.arrived,
                    s.agents,
                    s.stuck,
                    s.last_arrival_seconds,
                    s.obstacle_overlaps,
                    s.max_obstacle_overlap_m,
                    s.wall_contacts,
                    s.escaped,
                    s.agent_overlaps,
                    s.wall_seconds,
                    s.mean_path_ratio,
                    s.direction_flips_per_minute
                );
            }
        }
    }
}
