//! `sidestep generate`: what shells, manual readers and editors want.

use clap::CommandFactory;

use super::print;
use crate::arguments::{Arguments, Generate};
use crate::failure::Failure;
use crate::write_whole::{create_folder, write_whole};

/// Generates a file for other programs.
///
/// # Errors
/// When a file can't be written.
pub fn generate(what: &Generate) -> Result<(), Failure> {
    match what {
        Generate::Completions { shell } => {
            let mut text = Vec::new();
            clap_complete::generate(*shell, &mut Arguments::command(), "sidestep", &mut text);
            print(&String::from_utf8_lossy(&text))
        }
        Generate::Man { folder } => {
            create_folder(folder).map_err(Failure::run)?;
            let mut command = Arguments::command();
            command.build();
            page(&command, "sidestep", folder)?;
            for part in command.get_subcommands() {
                page(part, &format!("sidestep-{}", part.get_name()), folder)?;
            }
            Ok(())
        }
        Generate::Schema => print(&format!("{:#}\n", sidestep_scene::format::schema::schema())),
    }
}

fn page(command: &clap::Command, name: &str, folder: &std::path::Path) -> Result<(), Failure> {
    let mut text = Vec::new();
    clap_mangen::Man::new(command.clone())
        .title(name)
        .render(&mut text)
        .map_err(Failure::run)?;
    write_whole(&folder.join(format!("{name}.1")), &text).map_err(Failure::run)?;
    Ok(())
}
