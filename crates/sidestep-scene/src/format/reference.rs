//! The reference page of the scene format, made from the schema.

use std::fmt::Write;

use serde_json::Value;

use super::schema::{resolved, schema};

/// What stands before the tables of keys. `EXAMPLE` stands where the example goes.
const INTRODUCTION: &str = "\
# Scene files

<!-- Made from the code. Change the comments there and run the tests with UPDATE_DOCS=1. -->

A scene is a [TOML](https://toml.io) file: the edges of a world, what stands in it, who walks in it and
where to. Lengths are metres, times seconds, angles radians counter-clockwise, masses kilograms, forces
newtons; x points to the right and y up. A small one:

```toml
EXAMPLE```

What is wrong in a file is told with line and column. An unknown key is an error, not ignored.

**A range for a number.** Where a number may differ from agent to agent, or from obstacle to obstacle,
`{ min = 1.0, max = 3.0 }` draws it evenly from that range for each.

**Random places.** Everything random follows from `seed`: the same scene with the same seed is the same
on every machine. Obstacles are placed first, then agents with given starts, then those with random
starts, then random goals; each keeps off what is there already. Each thing draws from a stream of random
numbers of its own, so more agents don't move the obstacles. When there is no room left, the message
says how many fit.

**Values from outside.** The command sets a value with `--set key=value`: `--set dt=0.01`,
`--set bounds.kind=torus`, `--set agents.0.radius=0.3` (the first group, counted from 0),
`--set agents.*.radius=0.3` (all groups).

There is a [JSON Schema](scene.schema.json) for editors that know one.
";

/// The example of the page, a whole scene.
pub const EXAMPLE: &str = r#"name = "crossing"
title = "Two groups cross between crates"
seed = 7
duration = 40.0

[bounds]
kind = "walled"
min = [-15.0, -15.0]
max = [15.0, 15.0]

[[obstacles]]
box = { center = [0.0, 0.0], size = [2.0, 1.0], angle = 0.4 }
temporary = true
appear = 5.0

[[scatter]]
count = 8
radius = { min = 0.3, max = 0.8 }
region = { min = [-8.0, -8.0], max = [8.0, 8.0] }
gap = 1.5

[[agents]]
name = "eastward"
count = 10
region = { min = [-14.0, -5.0], max = [-10.0, 5.0] }
radius = 0.35
speed = { min = 1.2, max = 1.5 }
goals = [{ offset = [24.0, 0.0] }]

[[agents]]
name = "northward"
positions = [[-2.0, -13.0], [0.0, -13.0], [2.0, -13.0]]
goals = [{ mirror = [0.0, 0.0], radius = 0.3 }]
behaviors = [
  { kind = "separation", weight = 0.5, distance = 0.5 },
  { kind = "arrive" },
]
"#;

/// A part of the schema that gets a section of its own.
struct Section<'a> {
    /// Its name in the schema.
    name: &'a str,
    /// How it is written in a scene file.
    heading: String,
    part: &'a Value,
}

/// The reference page, in Markdown.
pub fn reference_page() -> String {
    let root = schema();
    let mut sections = Vec::new();
    find_sections(&root, &root, None, &mut sections);
    let mut page = INTRODUCTION.replace("EXAMPLE", EXAMPLE);
    page += "\n## Top level\n\n";
    write_keys(&mut page, &root, &root, &sections);
    for section in &sections {
        // Writing to a string can't fail.
        let _ = writeln!(page, "\n## {}\n", section.heading);
        let _ = writeln!(page, "{}\n", description(section.part));
        if let Some(Value::Array(choices)) = section.part.get("oneOf") {
            write_choices(&mut page, choices);
        } else {
            write_keys(&mut page, &root, section.part, &sections);
        }
    }
    page
}

/// Collects what gets a section, in the order of first use.
fn find_sections<'a>(
    root: &'a Value,
    part: &'a Value,
    parent: Option<&str>,
    sections: &mut Vec<Section<'a>>,
) {
    let Some(Value::Object(properties)) = part.get("properties") else {
        return;
    };
    for (key, property) in properties {
        let is_list = property.get("items").is_some();
        let inner = property.get("items").unwrap_or(property);
        let Some(name) = reference_name(inner) else {
            continue;
        };
        if sections.iter().any(|section| section.name == name) {
            continue;
        }
        let part = resolved(root, inner);
        let is_choice = part.get("oneOf").is_some();
        // What is used in several places isn't named after the first of them.
        let parent = parent.filter(|_| uses(root, name) == 1);
        let heading = match parent {
            None if uses(root, name) > 1 => format!("`{key} = {{ ... }}`"),
            None if is_choice => format!("Values of `{key}`"),
            None if is_list => format!("`[[{key}]]`"),
            None => format!("`[{key}]`"),
            Some(parent) if is_choice => format!("Values of `{key}` in `{parent}`"),
            Some(parent) if is_list => format!("`{key} = [{{ ... }}]` in `{parent}`"),
            Some(parent) => format!("`{key} = {{ ... }}` in `{parent}`"),
        };
        sections.push(Section {
            name,
            heading,
            part,
        });
        find_sections(root, part, Some(key), sections);
    }
}

/// In how many places a part of the schema is used.
fn uses(value: &Value, name: &str) -> usize {
    let inside: usize = match value {
        Value::Array(items) => items.iter().map(|item| uses(item, name)).sum(),
        Value::Object(table) => table.values().map(|value| uses(value, name)).sum(),
        _ => 0,
    };
    inside + usize::from(reference_name(value) == Some(name))
}

fn reference_name(part: &Value) -> Option<&str> {
    part.get("$ref")?.as_str()?.rsplit('/').next()
}

fn write_keys(page: &mut String, root: &Value, part: &Value, sections: &[Section<'_>]) {
    let Some(Value::Object(properties)) = part.get("properties") else {
        return;
    };
    let required: Vec<&str> = part
        .get("required")
        .and_then(Value::as_array)
        .map(|keys| keys.iter().filter_map(Value::as_str).collect())
        .unwrap_or_default();
    *page += "| key | value | default | meaning |\n|---|---|---|---|\n";
    for (key, property) in properties {
        let default = if required.contains(&key.as_str()) {
            "needed".to_owned()
        } else {
            property
                .get("default")
                .map_or("none".to_owned(), |default| {
                    format!("`{}`", in_toml(default))
                })
        };
        let _ = writeln!(
            page,
            "| `{key}` | {} | {default} | {} |",
            kind_of(root, property, sections),
            description(property).replace('\n', " ").replace('|', "\\|")
        );
    }
}

fn write_choices(page: &mut String, choices: &[Value]) {
    *page += "| value | meaning |\n|---|---|\n";
    for choice in choices {
        let value = choice
            .get("const")
            .and_then(Value::as_str)
            .unwrap_or_default();
        let _ = writeln!(
            page,
            "| `\"{value}\"` | {} |",
            description(choice).replace('\n', " ")
        );
    }
}

fn description(part: &Value) -> String {
    let text = part.get("description").and_then(Value::as_str);
    text.unwrap_or_default().to_owned()
}

/// The kind of a value in words.
fn kind_of(root: &Value, part: &Value, sections: &[Section<'_>]) -> String {
    if let Some(name) = reference_name(part) {
        let section = sections.iter().find(|section| section.name == name);
        let what = if resolved(root, part).get("oneOf").is_some() {
            "one of"
        } else {
            "table"
        };
        return match section {
            Some(section) => format!(
                "{what} [{}](#{})",
                section.heading,
                anchor(&section.heading)
            ),
            None => what.to_owned(),
        };
    }
    if let Some(Value::Array(choices)) = part.get("anyOf") {
        let number = choices
            .first()
            .map(|choice| kind_of(root, choice, sections));
        return format!("{}, or a range of it", number.unwrap_or_default());
    }
    match part.get("type").and_then(Value::as_str) {
        Some("number") => format!("number{}", range_of(part)),
        Some("integer") => format!("whole number{}", range_of(part)),
        Some("boolean") => "`true` or `false`".to_owned(),
        Some("array") => list_kind(root, part, sections),
        _ => "text".to_owned(),
    }
}

fn list_kind(root: &Value, part: &Value, sections: &[Section<'_>]) -> String {
    let items = part.get("items").unwrap_or(&Value::Null);
    let is_pair = part.get("maxItems").and_then(Value::as_u64) == Some(2);
    let is_point = |part: &Value| part.get("maxItems").and_then(Value::as_u64) == Some(2);
    if is_pair {
        "`[x, y]`".to_owned()
    } else if is_point(items) {
        "`[[x, y], ...]`".to_owned()
    } else {
        format!(
            "list of {}",
            kind_of(root, items, sections).replacen("table ", "", 1)
        )
    }
}

fn range_of(part: &Value) -> String {
    let bound = |key: &str| part.get(key).and_then(Value::as_f64);
    match (bound("minimum"), bound("maximum")) {
        (Some(low), Some(high)) => format!(", {} to {}", short(low), short(high)),
        (Some(low), None) => format!(", from {}", short(low)),
        _ => String::new(),
    }
}

/// A number with few digits, large ones with separators.
fn short(number: f64) -> String {
    let plain = format!("{}", number.abs());
    let sign = if number < 0.0 { "−" } else { "" };
    if plain.contains('.') || plain.len() < 5 {
        return format!("{sign}{plain}");
    }
    let mut grouped = String::new();
    for (index, digit) in plain.chars().enumerate() {
        if index > 0 && (plain.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    format!("{sign}{grouped}")
}

/// A default as it would be written in a scene file.
fn in_toml(value: &Value) -> String {
    match value {
        Value::Object(table) => {
            let inside: Vec<String> = table
                .iter()
                .map(|(key, value)| format!("{key} = {}", in_toml(value)))
                .collect();
            format!("{{ {} }}", inside.join(", "))
        }
        Value::Array(items) => {
            let inside: Vec<String> = items.iter().map(in_toml).collect();
            format!("[{}]", inside.join(", "))
        }
        Value::Number(number) => match number.as_f64() {
            Some(float) if number.is_f64() && float.fract() != 0.0 => {
                format!("{}", (float * 1e6).round() / 1e6)
            }
            _ => number.to_string(),
        },
        plain => plain.to_string(),
    }
}

/// The link target that Markdown viewers give to a heading: small letters, digits, `-` and `_`, and
/// spaces as `-`.
fn anchor(heading: &str) -> String {
    heading
        .to_lowercase()
        .chars()
        .filter_map(|character| match character {
            ' ' => Some('-'),
            '-' | '_' => Some(character),
            _ if character.is_alphanumeric() => Some(character),
            _ => None,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::Scene;
    use crate::place::Layout;

    #[test]
    fn the_example_is_a_scene_that_runs() {
        let scene = Scene::from_toml(EXAMPLE, "example.toml").expect("a good scene");
        let layout = Layout::new(&scene).expect("room for all");
        assert_eq!(layout.agents.len(), 13);
    }

    #[test]
    fn every_key_is_explained() {
        fn visit(part: &Value, way: &str) {
            if let Some(Value::Object(properties)) = part.get("properties") {
                for (key, property) in properties {
                    assert!(
                        !description(property).is_empty(),
                        "{way}.{key} has no description"
                    );
                }
            }
        }
        let root = schema();
        visit(&root, "scene");
        let Some(Value::Object(parts)) = root.get("$defs") else {
            panic!("the schema has parts");
        };
        for (name, part) in parts {
            visit(part, name);
            let heading = format!("{name}: {}", description(part));
            assert!(heading.len() > name.len() + 2, "{name} has no description");
        }
    }

    #[test]
    fn links_lead_to_headings() {
        let page = reference_page();
        let anchors: Vec<String> = page
            .lines()
            .filter_map(|line| line.strip_prefix("## "))
            .map(anchor)
            .collect();
        let mut links = 0;
        for link in page.split("](#").skip(1) {
            let target = link.split(')').next().unwrap_or_default();
            assert!(anchors.iter().any(|anchor| anchor == target), "{target}");
            links += 1;
        }
        assert!(links > 10);
    }
}
