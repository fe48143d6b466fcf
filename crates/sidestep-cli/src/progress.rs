//! A bar that shows how far a run is.

use std::borrow::Cow;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use sidestep_scene::recording::{Frame, Observer, Setting};

/// Shows on standard error how far a run is, if that is a terminal. Watches the run as an
/// [`Observer`].
#[derive(Debug)]
pub struct Progress {
    bar: ProgressBar,
}

impl Progress {
    /// A bar for `steps` steps of a run. `quiet` (for `--json`) and a standard error that is no
    /// terminal make it invisible.
    pub fn new(steps: u64, name: impl Into<Cow<'static, str>>, quiet: bool) -> Self {
        Self::counting(steps, "steps", name, quiet)
    }

    /// As [`Progress::new`], for a number of `things` other than steps.
    pub fn counting(
        count: u64,
        things: &str,
        name: impl Into<Cow<'static, str>>,
        quiet: bool,
    ) -> Self {
        let target = if quiet {
            ProgressDrawTarget::hidden()
        } else {
            // Hides itself where standard error is no terminal.
            ProgressDrawTarget::stderr_with_hz(15)
        };
        let bar = ProgressBar::with_draw_target(Some(count), target);
        if let Ok(style) = ProgressStyle::with_template(&format!(
            "{{msg}} {{wide_bar:.cyan/dim}} {{percent:>3}} %  {{pos}}/{{len}} {things}  {{eta}} left"
        )) {
            bar.set_style(style.progress_chars("━╸─"));
        }
        bar.set_message(name);
        Self { bar }
    }

    /// Tells how many are done.
    pub fn set_done(&self, done: u64) {
        self.bar.set_position(done);
    }

    /// Changes how many there are.
    pub fn set_count(&self, count: u64) {
        self.bar.set_length(count);
    }

    /// Says what is done after the steps, such as "writing files".
    pub fn say(&self, what: impl Into<Cow<'static, str>>) {
        self.bar.set_message(what);
        self.bar.tick();
    }

    /// Writes a line on standard error, above the bar where there is one.
    pub fn tell(&self, line: &str) {
        self.bar.suspend(|| eprintln!("{line}"));
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }

    /// Whether nothing is shown.
    pub fn is_hidden(&self) -> bool {
        self.bar.is_hidden()
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.finish();
    }
}

impl Observer for Progress {
    fn begin(&mut self, _setting: &Setting, frame: &Frame) {
        self.set_done(frame.step);
    }

    fn observe(&mut self, _setting: &Setting, frame: &Frame) {
        self.set_done(frame.step);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quiet_bar_is_hidden_and_counts_all_the_same() {
        let mut progress = Progress::new(10, "zombies", true);
        assert!(progress.is_hidden());
        let frame = Frame {
            step: 4,
            ..Frame::default()
        };
        progress.observe(&Setting::default(), &frame);
        assert_eq!(progress.bar.position(), 4);
        progress.finish();
    }
}
