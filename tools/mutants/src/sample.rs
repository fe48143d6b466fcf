//! Draws faults from all that there are.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use crate::find::sites;
use crate::mutant::Mutant;
use crate::place::PLACES;

/// All faults in the core's folder `source`, by place.
pub fn all(source: &Path) -> Result<BTreeMap<&'static str, Vec<Mutant>>> {
    let mut found = BTreeMap::new();
    for place in &PLACES {
        let mut mutants = Vec::new();
        for file in place.files(source)? {
            let name = file.to_str().context("a path is no text")?;
            let text = fs::read_to_string(source.join(&file))?;
            let lines: Vec<&str> = text.lines().collect();
            for (number, site) in sites(&text)
                .with_context(|| name.to_owned())?
                .iter()
                .enumerate()
            {
                for other in &site.others {
                    mutants.push(Mutant {
                        place: place.name.to_owned(),
                        file: name.to_owned(),
                        line: site.line,
                        site: number,
                        other: other.clone(),
                        change: site.change(other),
                        kind: site.kind(other).to_owned(),
                        code: lines[site.line - 1].trim().to_owned(),
                        fate: None,
                    });
                }
            }
        }
        found.insert(place.name, mutants);
    }
    Ok(found)
}

/// Faults drawn one after the other, by a seed, from each place as many as it has a share in.
pub struct Draw {
    /// By place: those that are drawn next stand last.
    left: BTreeMap<&'static str, Vec<Mutant>>,
    /// By place: how many of the sample.
    quota: BTreeMap<&'static str, usize>,
}

impl Draw {
    /// Of `size` faults; of all, if there aren't more.
    pub fn new(mut all: BTreeMap<&'static str, Vec<Mutant>>, size: usize, seed: u64) -> Self {
        let total: usize = all.values().map(Vec::len).sum();
        let size = size.min(total);
        let mut quota = BTreeMap::new();
        let (mut before, mut given) = (0, 0);
        for (name, mutants) in &mut all {
            before += mutants.len();
            // Rounded so that the shares add up to the size.
            let until = (before * size + total / 2) / total.max(1);
            quota.insert(*name, until - given);
            given = until;
            fastrand::Rng::with_seed(seed).shuffle(mutants);
        }
        Self { left: all, quota }
    }

    /// Fills a sample up to its size, as far as there are faults left.
    pub fn fill(&mut self, sample: &mut Vec<Mutant>) {
        for (name, quota) in &self.quota {
            let has = sample.iter().filter(|it| it.place == *name).count();
            for _ in has..*quota {
                sample.extend(self.left.get_mut(name).and_then(Vec::pop));
            }
        }
        sample.sort_by(|one, other| {
            (&one.file, one.site, &one.other).cmp(&(&other.file, other.site, &other.other))
        });
    }
}

#[cfg(test)]
mod tests {
    use super::{Draw, all};
    use std::path::Path;

    fn source() -> std::path::PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../crates/sidestep/src")
    }

    #[test]
    fn every_place_has_its_share_and_a_seed_repeats_itself() {
        let all = all(&source()).expect("the core is there");
        let total: usize = all.values().map(Vec::len).sum();
        let drawn = |seed| {
            let mut sample = Vec::new();
            Draw::new(all.clone(), 100, seed).fill(&mut sample);
            sample
                .iter()
                .map(|it| (it.file.clone(), it.site))
                .collect::<Vec<_>>()
        };
        assert_eq!(drawn(1).len(), 100);
        assert_eq!(drawn(1), drawn(1));
        assert_ne!(drawn(1), drawn(2));
        let walker = drawn(1)
            .iter()
            .filter(|it| it.0.starts_with("walker"))
            .count();
        let share = all["walker"].len() as f64 / total as f64;
        assert!(
            (walker as f64 - 100.0 * share).abs() < 2.0,
            "{walker} of {share}"
        );
    }

    #[test]
    fn what_is_taken_out_is_filled_up_with_others() {
        let all = all(&source()).expect("the core is there");
        let mut draw = Draw::new(all, 50, 1);
        let mut sample = Vec::new();
        draw.fill(&mut sample);
        let out = sample.remove(7);
        draw.fill(&mut sample);
        assert_eq!(sample.len(), 50);
        let same = |it: &super::Mutant| {
            (&it.file, it.site, &it.other) == (&out.file, out.site, &out.other)
        };
        assert!(!sample.iter().any(same));
    }
}
