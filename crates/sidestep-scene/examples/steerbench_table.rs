//! Runs all SteerBench test cases of a folder with fixed goals, and prints a table of their scores.
//!
//! `cargo run --release -p sidestep-scene --example steerbench_table -- FOLDER [METHOD]`

use std::path::Path;
use std::process::ExitCode;

use sidestep_scene::method::Method;
use sidestep_scene::score;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some(folder) = arguments.first() else {
        eprintln!("error: give the folder of the test cases, and a method if not the default one");
        return ExitCode::from(2);
    };
    let method = arguments.get(1).map_or("default", String::as_str);
    match print_table(Path::new(folder), method) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn print_table(folder: &Path, method: &str) -> Result<(), Box<dyn std::error::Error>> {
    let method = Method::find(method)?;
    let mut scores = Vec::new();
    for file in score::cases(folder)? {
        match score::score_case(&file, method)? {
            Some(score) => {
                let summary = &score.summary;
                eprintln!(
                    "{}: {} of {} arrived, stepping took {:.2} s",
                    score.case, summary.arrived, summary.agents, summary.wall_seconds
                );
                scores.push(score);
            }
            None => eprintln!(
                "{}: left out, its goals are no fixed places",
                file.display()
            ),
        }
    }
    println!("Method `{}`\n", method.name());
    print!("{}", score::markdown_table(&scores));
    Ok(())
}
