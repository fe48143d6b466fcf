//! Says which faults were noticed.

use std::collections::BTreeMap;

use crate::mutant::{Fate, Mutant};
use crate::place::PLACES;

/// Noticed ones, and all.
#[derive(Clone, Copy, Default)]
struct Count {
    noticed: usize,
    all: usize,
}

impl Count {
    fn add(&mut self, mutant: &Mutant) {
        self.all += 1;
        self.noticed += usize::from(mutant.noticed());
    }

    fn told(self, name: &str) -> String {
        let share = 100.0 * self.noticed as f64 / self.all.max(1) as f64;
        format!(
            "{name:12} {:4} of {:4} noticed, {share:5.1} %",
            self.noticed, self.all
        )
    }
}

/// The shares by place, by kind and in all, and the faults that went unnoticed.
pub fn report(mutants: &[Mutant]) -> String {
    let tried: Vec<&Mutant> = mutants.iter().filter(|it| it.fate.is_some()).collect();
    let mut kinds: BTreeMap<&str, Count> = BTreeMap::new();
    let mut all = Count::default();
    let mut goldens = 0;
    for mutant in &tried {
        kinds.entry(&mutant.kind).or_default().add(mutant);
        all.add(mutant);
        if let Some(Fate::Noticed(by)) = &mutant.fate {
            goldens += usize::from(by.ends_with("golden_hashes"));
        }
    }
    let mut lines = Vec::new();
    for place in &PLACES {
        let mut count = Count::default();
        tried
            .iter()
            .filter(|it| it.place == place.name)
            .for_each(|it| count.add(it));
        lines.push(count.told(place.name));
    }
    lines.push(String::new());
    lines.extend(kinds.iter().map(|(kind, count)| count.told(kind)));
    lines.push(String::new());
    lines.push(all.told("all"));
    lines.push(format!("{goldens} of them by golden hashes alone"));
    if tried.len() < mutants.len() {
        lines.push(format!("{} weren't tried", mutants.len() - tried.len()));
    }
    lines.push(String::new());
    for mutant in tried.iter().filter(|it| !it.noticed()) {
        let how = if mutant.fate == Some(Fate::Unreached) {
            "not reached"
        } else {
            "unnoticed"
        };
        lines.push(format!("{how:11} {}", mutant.told()));
    }
    lines.join("\n") + "\n"
}
