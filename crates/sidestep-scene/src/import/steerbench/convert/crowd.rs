//! Who is in a test case.

use std::collections::{BTreeMap, BTreeSet};

use crate::format::Name;
use crate::import::scene_name;
use crate::import::steerbench::test_case::{AgentSpec, StartPlace, TestCase};

/// The agents of a test case in the order in which SteerSuite lists them: those with a fixed place,
/// then those with a random one, then the emitters', each in the order of the file.
pub(super) struct Crowd<'a> {
    /// Specifications, those of no agents left out.
    pub specs: Vec<&'a AgentSpec>,
    /// Names of their groups, each once.
    pub groups: Vec<Name>,
    /// How many of the specifications are no emitters.
    pub walkers: usize,
    /// The first specification of each name, and the second.
    by_name: BTreeMap<&'a str, (usize, Option<usize>)>,
}

impl<'a> Crowd<'a> {
    pub fn of(test_case: &'a TestCase) -> Self {
        let is_fixed = |spec: &&AgentSpec| matches!(spec.start, StartPlace::Fixed(_));
        let agents = || test_case.agents.iter().filter(|spec| spec.count > 0);
        let mut specs: Vec<&AgentSpec> = agents().filter(is_fixed).collect();
        specs.extend(agents().filter(|spec| !is_fixed(spec)));
        let walkers = specs.len();
        specs.extend(test_case.emitters.iter().filter(|spec| spec.count > 0));
        let mut by_name: BTreeMap<&str, (usize, Option<usize>)> = BTreeMap::new();
        for (index, spec) in specs.iter().enumerate() {
            by_name
                .entry(spec.name.as_str())
                .and_modify(|(_, second)| *second = second.or(Some(index)))
                .or_insert((index, None));
        }
        let groups = unique_names(&specs);
        Self {
            specs,
            groups,
            walkers,
            by_name,
        }
    }

    /// The group of the first agents of that name that aren't those at `own` index.
    pub fn group_named(&self, name: &str, own: usize) -> Option<&Name> {
        let (first, second) = *self.by_name.get(name)?;
        let index = if first == own { second? } else { first };
        self.groups.get(index)
    }
}

/// A name for each group, as near to its own as can be.
fn unique_names(specs: &[&AgentSpec]) -> Vec<Name> {
    let mut taken = BTreeSet::new();
    let mut next_number = BTreeMap::new();
    specs
        .iter()
        .map(|spec| {
            let kind = if matches!(spec.start, StartPlace::RandomIn(_)) {
                "region"
            } else {
                "agent"
            };
            let wanted = scene_name(&spec.name, kind);
            let mut name = wanted.clone();
            while !taken.insert(name.clone()) {
                let number = next_number.entry(wanted.clone()).or_insert(2_u32);
                name = format!("{wanted}-{number}");
                *number += 1;
            }
            Name::from_any(&name)
        })
        .collect()
}
