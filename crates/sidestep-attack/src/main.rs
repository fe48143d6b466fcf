//! The program: attacks for as long as it is told, and writes down what it finds.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Parser;
use clap::builder::PossibleValuesParser;
use sidestep_attack::attacks::{ALL, Attack};
use sidestep_attack::hunt::Until;

/// Draws random worlds, walls, drops and yards, and looks for a promise that isn't kept.
///
/// What is found is shrunk and written as a scene file that `sidestep run` plays, where a scene
/// file can say it. The exit code is 1 then.
#[derive(Debug, Parser)]
#[command(name = "sidestep-attack", version)]
struct Arguments {
    /// How long in all, shared by the attacks (minutes, above 0).
    #[arg(long, default_value_t = 1.0, value_parser = minutes)]
    minutes: f64,
    /// Seed of the first trial; each further one has the next. Without it the clock gives one.
    #[arg(long)]
    seed: Option<u64>,
    /// Only this attack.
    #[arg(long, value_parser = PossibleValuesParser::new(ALL.map(|attack| attack.name)))]
    only: Option<String>,
    /// So many trials of each attack, however long they take.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..), conflicts_with = "minutes")]
    count: Option<u64>,
    /// Folder for what is found.
    #[arg(long, default_value = "out")]
    out: PathBuf,
}

fn minutes(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(minutes) if minutes > 0.0 && minutes <= 1e6 => Ok(minutes),
        _ => Err("it must be a number above 0, up to a million".to_owned()),
    }
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let attacks: Vec<&Attack> = (ALL.iter())
        .filter(|attack| {
            arguments
                .only
                .as_deref()
                .is_none_or(|only| only == attack.name)
        })
        .collect();
    let seed = arguments.seed.unwrap_or_else(seed_of_the_clock);
    let until = match arguments.count {
        Some(count) => Until::Count(count),
        None => {
            let all = Duration::from_secs_f64(60.0 * arguments.minutes);
            Until::Time(all / attacks.len() as u32)
        }
    };
    // A panic is told with the case that it came from.
    std::panic::set_hook(Box::new(|_| ()));
    let mut output = std::io::stdout().lock();
    let mut found = false;
    let mut failed = false;
    for attack in attacks {
        let start = Instant::now();
        let outcome = attack.hunt(seed, until);
        let seconds = start.elapsed().as_secs_f64();
        let name = attack.name;
        let _ = writeln!(
            output,
            "{name}: {} trials from seed {seed}, {seconds:.1} s",
            outcome.trials
        );
        let Some(it) = outcome.found else {
            continue;
        };
        found = true;
        let _ = writeln!(
            output,
            "  found with --only {name} --seed {} --count 1",
            it.seed
        );
        let _ = writeln!(output, "  as drawn: {}", it.fault);
        let _ = writeln!(output, "  shrunk: {}", it.shrunk_fault);
        match it.write(attack, &arguments.out) {
            Ok(path) => {
                let _ = writeln!(output, "  written to {}", path.display());
            }
            Err(error) => {
                failed = true;
                let folder = arguments.out.display();
                eprintln!(
                    "error: can't write to {folder}: {error}; name another folder with --out"
                );
            }
        }
    }
    ExitCode::from(u8::from(found || failed))
}

fn seed_of_the_clock() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    // Short enough to be typed.
    now.map_or(1, |now| now.as_micros() as u64 % 1_000_000_000)
}
