//! `sidestep verify`: criteria that others set.

use sidestep_scene::verify::{Criterion, Finding, Report};

use super::{print, simulation};
use crate::arguments::VerifyArguments;
use crate::failure::Failure;
use crate::output::curve_svg;
use crate::progress::Progress;
use crate::table::{TableLook, verify_table};
use crate::write_whole::{create_folder, write_whole};

/// Runs criteria and tells what came of them.
///
/// # Errors
/// See [`Failure`]; with `--strict` also if one doesn't hold.
pub fn verify(arguments: &VerifyArguments) -> Result<(), Failure> {
    simulation::use_threads(arguments.threads)?;
    if let Some(folder) = &arguments.out {
        // That files can be there is known before minutes have passed.
        create_folder(folder).map_err(Failure::run)?;
    }
    let criteria = match arguments.only.as_slice() {
        [] => Criterion::ALL.to_vec(),
        only => only.to_vec(),
    };
    let count = criteria.len() as u64;
    let progress = Progress::counting(count, "criteria", "verify", arguments.json);
    let mut findings = Vec::new();
    for criterion in &criteria {
        progress.say(criterion.name());
        let finding = (criterion.run())
            .map_err(|error| Failure::run(format!("{}: {error}", criterion.name())))?;
        write_curves(arguments, &finding)?;
        findings.push(finding);
        progress.set_done(findings.len() as u64);
    }
    progress.finish();
    let report = Report::new(findings);
    if arguments.json {
        let text = serde_json::to_string_pretty(&report).map_err(Failure::run)?;
        print(&format!("{text}\n"))?;
    } else {
        let table = verify_table(&report, TableLook::for_stdout());
        print(&format!("{table}\n"))?;
    }
    let broken = report.findings.iter().filter(|finding| !finding.holds);
    let broken: Vec<&str> = broken.map(|finding| finding.criterion).collect();
    if arguments.strict && !broken.is_empty() {
        let names = broken.join(", ");
        return Err(Failure::run(format!("doesn't hold: {names} (--strict)")));
    }
    Ok(())
}

fn write_curves(arguments: &VerifyArguments, finding: &Finding) -> Result<(), Failure> {
    let Some(folder) = &arguments.out else {
        return Ok(());
    };
    for curve in &finding.curves {
        let path = folder.join(format!("{}.svg", curve.name));
        write_whole(&path, curve_svg(curve).as_bytes())
            .map_err(|error| Failure::run(format!("{error} (--out FOLDER)")))?;
    }
    Ok(())
}
