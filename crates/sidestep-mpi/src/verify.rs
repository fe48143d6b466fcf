//! `sidestep-mpi verify`: scenes on all ranks and on one alone, whether they come to the same.

use sidestep_cli::arguments::Changes;
use sidestep_cli::commands::use_threads;
use sidestep_cli::failure::Failure;
use sidestep_cli::scene_source;
use sidestep_scene::builtin;
use sidestep_scene::measure::TrajectoryHash;
use sidestep_scene::place::Layout;
use sidestep_scene::simulate::Simulation;

use crate::arguments::{SharingOptions, VerifyArguments};
use crate::machine::{Machine, Stop};
use crate::ranks::Ranks;
use crate::tell::tell;

/// Steps scenes together and alone, and says for each whether it came to the same. Returns the exit
/// code, the same at all ranks.
pub fn verify(ranks: &Ranks, arguments: &VerifyArguments) -> u8 {
    let names: Vec<&str> = if arguments.scenes.is_empty() {
        builtin::all().iter().map(|scene| scene.name).collect()
    } else {
        arguments.scenes.iter().map(String::as_str).collect()
    };
    let sharing = SharingOptions {
        shares: arguments.shares,
        check_hashes: true,
    };
    // Every rank reads the scenes itself, and all come to the same end.
    let layouts = use_threads(Some(1)).and_then(|()| {
        (names.iter())
            .map(|name| layout(name))
            .collect::<Result<Vec<_>, _>>()
    });
    let code = layouts.as_ref().err().map_or(0, Failure::exit_code);
    let codes = ranks.gather([u64::from(code)]);
    let layouts = match (layouts, codes.iter().position(|[code]| *code != 0)) {
        (Ok(layouts), None) => layouts,
        (found, first) => {
            if let (Err(failure), true) = (&found, first == Some(ranks.rank())) {
                tell(ranks, failure);
            }
            return codes.iter().map(|[code]| *code as u8).max().unwrap_or(1);
        }
    };
    let mut differ = 0;
    for (name, layout) in names.iter().zip(layouts) {
        let mut machine = Machine::new(ranks, sharing, 0);
        let outcome = compare(ranks, layout, arguments.steps, &mut machine);
        let failed = outcome.as_ref().err().map(|_| 1);
        let (code, stop) = machine.leave(failed);
        match (outcome, stop) {
            (Ok(line), None) if code == 0 => {
                if ranks.is_first() {
                    differ += u32::from(!line.same);
                    println!("{name}: {}", line.text);
                }
            }
            (Err(stop), _) | (Ok(_), Some(stop)) => {
                if ranks.is_first() {
                    tell(ranks, &Failure::run(format!("{name}: {stop}")));
                }
                return code;
            }
            (Ok(_), None) => return code,
        }
    }
    let differ = ranks.gather([u64::from(differ)])[0][0];
    if differ > 0 && ranks.is_first() {
        tell(
            ranks,
            &Failure::run(format!(
                "{differ} scenes come to something else on several ranks"
            )),
        );
    }
    u8::from(differ > 0)
}

fn layout(name: &str) -> Result<Layout, Failure> {
    let scene = scene_source::load(name, &Changes::default(), None)?;
    Layout::new(&scene).map_err(Failure::input)
}

/// What came of a scene.
struct Line {
    same: bool,
    text: String,
}

/// Steps a scene together with all others, and at rank 0 beside it alone.
fn compare(
    ranks: &Ranks,
    layout: Layout,
    steps: u64,
    machine: &mut Machine<'_>,
) -> Result<Line, Stop> {
    let mut alone = match ranks.is_first() {
        true => Some(Simulation::new(layout.clone())?),
        false => None,
    };
    let mut together = Simulation::new(layout)?;
    let mut hashes = [TrajectoryHash::new(), TrajectoryHash::new()];
    hashes[0].add(&together.frame().agents);
    hashes[1].add(&together.frame().agents);
    let mut first_other = None;
    while together.frame().step < steps && !together.is_over() {
        together.step_by(|world, dt| machine.step(world, dt))?;
        hashes[0].add(&together.frame().agents);
        if let Some(alone) = &mut alone {
            alone.step()?;
            hashes[1].add(&alone.frame().agents);
            let differs = alone.world().state_hash() != together.world().state_hash()
                || alone.world().events() != together.world().events()
                || alone.is_over() != together.is_over();
            if differs && first_other.is_none() {
                first_other = Some(together.frame().step);
            }
        }
    }
    let [hash, hash_alone] = hashes.map(|hash| hash.finish());
    let (agents, done) = (together.setting().agents.len(), together.frame().step);
    let same = first_other.is_none() && hash == hash_alone;
    let end = match (same, first_other) {
        (true, _) => "as alone".to_owned(),
        (false, Some(step)) => format!("alone {hash_alone}, and not the same from step {step} on"),
        (false, None) => format!("alone {hash_alone}"),
    };
    Ok(Line {
        same,
        text: format!("{agents} agents, {done} steps, trajectory_hash {hash}, {end}"),
    })
}
