//! What the page has to say about its own limits: nothing is left out silently.

use sidestep_scene::recording::Setting;

use super::explanations::ReplayExplanations;
use super::frames::ReplayFrames;

/// One sentence for everything that the replay shows less of than was run.
pub fn notes(
    setting: &Setting,
    frames: &ReplayFrames,
    explanations: &ReplayExplanations,
) -> Vec<String> {
    let mut notes = Vec::new();
    let agents = setting.agents.len();
    let shown = frames.shown().len();
    if shown < agents {
        notes.push(format!("Shows {shown} of {agents} agents, evenly chosen."));
    }
    let between = seconds(frames.stride(), setting.dt);
    if frames.was_thinned() {
        notes.push(format!(
            "Long run: recorded every {between} s instead of 20 times a second; motion between is interpolated."
        ));
    } else if frames.stride() > 1 {
        notes.push(format!(
            "Recorded every {between} s (every {} steps); motion between is interpolated.",
            frames.stride()
        ));
    }
    let explained = explanations.agents().len();
    if explanations.moments().is_empty() {
        if agents > 0 {
            notes.push("This run was recorded without forces and reasons.".to_owned());
        }
    } else {
        let whom = if explained < agents {
            format!("for {explained} of {agents} agents, ")
        } else {
            String::new()
        };
        let why = if explanations.was_thinned() {
            " (thinned to keep the file small)"
        } else {
            ""
        };
        notes.push(format!(
            "Forces and reasons are recorded {whom}every {} s{why}; the nearest moment is shown.",
            seconds(explanations.stride(), setting.dt)
        ));
    }
    let broken = frames.broken_agents();
    if broken > 0 {
        notes.push(format!(
            "Agents whose position or velocity wasn't a number at times: {broken}. They are not drawn then."
        ));
    }
    notes
}

fn seconds(steps: u64, dt: f64) -> String {
    let seconds = steps as f64 * dt;
    let text = format!("{seconds:.3}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
