//! Presets of groups: what `preset = "zombie"` stands for.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use toml::de::{DeTable, DeValue};

use super::overrides;

/// Kind of agent by name: it stands for the keys below and `blend = "weighted"`, of which any may be
/// given as well and then counts. A scene that is written has those keys instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Preset {
    /// Somebody in a street, who keeps a distance in a crowd. `radius = 0.25`, `speed = 1.3`,
    /// `time_gap = 0.6`.
    Pedestrian,
    /// Slow and swaying, takes little notice of others. `radius = 0.3`, `speed = 0.8`,
    /// `max_force = 0.8`, behaviours `arrive` and a wide, slow `wander`, `responsibility = 0.5`,
    /// `when_blocked = "press"`.
    Zombie,
    /// Quick to start, stop and turn, in step with its group; others make room for it.
    /// `radius = 0.3`, `speed = 1.8`, `max_force = 9`, behaviours `arrive` and a little `alignment`,
    /// `priority = 1`.
    Soldier,
    /// A cart or a tractor: large, slow to speed up, to brake and to turn; others make room for it.
    /// `radius = 1`, `speed = 3`, `mass = 10`, `max_force = 10`, `turn_rate = 1`, `priority = 2`.
    VehicleSlow,
    /// One of a herd: stays with its group, at some distance from each. A herd goes to one goal: if each has a
    /// place of its own, staying together keeps most from theirs. `radius = 0.4`,
    /// `speed = 1.2`, behaviours `arrive`, `separation`, `alignment` and `cohesion`.
    AnimalHerd,
}

impl Preset {
    /// All of them.
    #[cfg(test)]
    const ALL: [Self; 5] = [
        Self::Pedestrian,
        Self::Zombie,
        Self::Soldier,
        Self::VehicleSlow,
        Self::AnimalHerd,
    ];

    /// The keys of a group that it stands for, in TOML: those of the engine's preset of that name.
    const fn keys(self) -> &'static str {
        match self {
            Self::Pedestrian => "radius = 0.25\nspeed = 1.3\nblend = 'weighted'\ntime_gap = 0.6",
            Self::Zombie => {
                "radius = 0.3\nspeed = 0.8\nmax_force = 0.8\nblend = 'weighted'\n\
                 responsibility = 0.5\nwhen_blocked = 'press'\n\
                 behaviors = [{ kind = 'arrive' }, \
                 { kind = 'wander', distance = 0.6, radius = 0.6, turn_rate = 1.5707963267948966 }]"
            }
            Self::Soldier => {
                "radius = 0.3\nspeed = 1.8\nmax_force = 9.0\nblend = 'weighted'\npriority = 1\n\
                 behaviors = [{ kind = 'arrive' }, { kind = 'alignment', distance = 2.0, weight = 0.25 }]"
            }
            Self::VehicleSlow => {
                "radius = 1.0\nspeed = 3.0\nmass = 10.0\nmax_force = 10.0\nblend = 'weighted'\n\
                 turn_rate = 1.0\npriority = 2"
            }
            Self::AnimalHerd => {
                "radius = 0.4\nspeed = 1.2\nblend = 'weighted'\n\
                 behaviors = [{ kind = 'arrive', weight = 0.5 }, \
                 { kind = 'separation', distance = 0.4 }, \
                 { kind = 'alignment', distance = 6.0, weight = 0.5 }, \
                 { kind = 'cohesion', distance = 12.0, weight = 0.5 }]"
            }
        }
    }

    /// The preset that a value names, if it is one.
    fn named(value: &DeValue<'_>) -> Option<Self> {
        let DeValue::String(name) = value else {
            return None;
        };
        let name: &str = name;
        let deserializer = serde::de::value::StrDeserializer::<serde::de::value::Error>::new(name);
        Self::deserialize(deserializer).ok()
    }
}

/// Gives the groups of a parsed scene the keys of their presets that they don't have. What is no
/// preset is left for the reader to refuse.
pub(super) fn fill_in(scene: &mut DeTable<'_>) {
    let Some(agents) = scene.get_mut("agents") else {
        return;
    };
    let DeValue::Array(groups) = agents.get_mut() else {
        return;
    };
    for group in groups.iter_mut() {
        let DeValue::Table(group) = group.get_mut() else {
            continue;
        };
        let Some(named) = group.get("preset") else {
            continue;
        };
        let Some(preset) = Preset::named(named.get_ref()) else {
            continue;
        };
        let span = named.span();
        // The text is ours, and a test reads all of them.
        let Ok(keys) = DeTable::parse(preset.keys()) else {
            continue;
        };
        overrides::add_missing(group, keys.into_inner(), &span);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::Scene;

    fn scene(group: &str) -> Scene {
        let text = format!("[[agents]]\npositions = [[0, 0]]\n{group}");
        Scene::from_toml(&text, "s").unwrap_or_else(|error| panic!("{error}"))
    }

    #[test]
    fn each_preset_stands_for_keys_that_a_scene_can_have() {
        for preset in Preset::ALL {
            let name = serde_json::to_value(preset).expect("a name");
            let by_name = scene(&format!("preset = {name}"));
            let by_keys = scene(preset.keys());
            assert_eq!(by_name.agents, by_keys.agents, "{name}");
            assert_eq!(
                Preset::named(&DeValue::String(name.as_str().unwrap_or_default().into())),
                Some(preset)
            );
        }
    }

    #[test]
    fn what_a_group_says_itself_counts_and_a_written_scene_has_the_keys() {
        let own = scene("preset = \"zombie\"\nspeed = 2.5\n");
        assert_eq!(own.agents[0].speed.largest(), 2.5);
        assert_eq!(own.agents[0].radius.largest(), 0.3);
        let text = own.to_toml().expect("it can be written");
        assert!(!text.contains("preset"), "{text}");
        let again = Scene::from_toml(&text, "s").unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(again.agents, own.agents);
    }

    #[test]
    fn a_preset_that_there_is_not_is_refused_where_it_stands() {
        let text = "[[agents]]\npositions = [[0, 0]]\npreset = \"dragon\"\n";
        let error = Scene::from_toml(text, "s")
            .expect_err("no such preset")
            .to_string();
        assert!(
            error.contains("s:3:10") && error.contains("vehicle-slow"),
            "{error}"
        );
    }

    #[test]
    fn presets_can_be_set_from_outside() {
        let text = "[[agents]]\npositions = [[0, 0]]\n";
        let set = [("agents.*.preset".to_owned(), "soldier".to_owned())];
        let scene = Scene::with_overrides(text, "s", &set);
        let scene = scene.unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(scene.agents[0].speed.largest(), 1.8);
    }
}
