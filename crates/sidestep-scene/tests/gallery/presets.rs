//! The table of the page on presets is made from the engine's presets. Run with `UPDATE_DOCS=1` to
//! write it anew.

use std::path::Path;

use sidestep::walker::{Preset, WeightedBehavior, WhenBlocked};
use sidestep::{AgentSpec, Vec2};

const BEGIN: &str =
    "<!-- Made from the code by crates/sidestep-scene/tests/gallery/presets.rs -->\n";
const END: &str = "<!-- End of what is made -->";

/// A number with no more digits than it needs.
fn number(value: f32) -> String {
    let rounded = format!("{value:.3}");
    let short = rounded.trim_end_matches('0').trim_end_matches('.');
    short.to_owned()
}

fn behavior(it: &WeightedBehavior) -> String {
    let name = it.behavior.name();
    if it.weight == 1.0 {
        format!("`{name}`")
    } else {
        format!("`{name}` × {}", number(it.weight))
    }
}

/// One row: what a preset sets, and in bold what is otherwise than for a pedestrian.
fn row(preset: Preset) -> String {
    let cells = |preset: Preset| {
        let AgentSpec { body, profile, .. } = AgentSpec::of_preset(preset, 0, Vec2::ZERO);
        let behaviors: Vec<String> = profile.behaviors.iter().map(behavior).collect();
        [
            number(body.radius),
            number(profile.preferred_speed),
            number(body.mass),
            number(body.limits.max_force / body.mass),
            behaviors.join(", "),
            number(profile.responsibility),
            profile.priority.to_string(),
            match profile.when_blocked {
                WhenBlocked::Replan => "takes another way",
                WhenBlocked::Wait => "waits",
                WhenBlocked::Press => "presses on",
            }
            .to_owned(),
            number(profile.time_gap),
        ]
    };
    let usual = cells(Preset::Pedestrian);
    let own = cells(preset);
    let marked = own.iter().zip(&usual).map(|(own, usual)| {
        if own == usual {
            own.clone()
        } else {
            format!("**{own}**")
        }
    });
    let marked: Vec<String> = marked.collect();
    format!("| `{}` | {} |\n", preset.name(), marked.join(" | "))
}

fn table() -> String {
    let mut table = "| preset | radius (m) | speed (m/s) | mass (kg) | most acceleration (m/s²) | behaviours | responsibility | priority | when blocked | time gap (s) |\n\
         |---|---|---|---|---|---|---|---|---|---|\n"
        .to_owned();
    for preset in Preset::ALL {
        table += &row(preset);
    }
    table
}

#[test]
fn the_table_of_presets_is_what_the_code_makes() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../gallery/pages/presets.md");
    let page = std::fs::read_to_string(&path)
        .unwrap()
        .replace("\r\n", "\n");
    let (before, rest) = page.split_once(BEGIN).unwrap();
    let (found, after) = rest.split_once(END).unwrap();
    let made = format!("\n{}\n", table());
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, format!("{before}{BEGIN}{made}{END}{after}")).unwrap();
        return;
    }
    assert_eq!(found, made, "run the test with UPDATE_DOCS=1");
    // No column is the same for all, else it would say nothing.
    for column in 1..10 {
        let cells = made.lines().skip(3).take(5);
        let cells: std::collections::BTreeSet<&str> = cells
            .map(|row| row.split('|').nth(column).unwrap())
            .collect();
        assert!(cells.len() > 1, "{cells:?}");
    }
}
