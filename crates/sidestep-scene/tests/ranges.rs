//! What the scene format takes, the engine takes: at both ends of the range of every number.

use std::fmt::Write as _;

use sidestep_scene::format::{Scene, schema};
use sidestep_scene::method::Method;
use sidestep_scene::place::Layout;
use sidestep_scene::simulate::Simulation;

/// The smallest and the largest value of each number of a table of the format, as a scene file
/// writes them.
fn edges(table: &str) -> Vec<(String, [String; 2])> {
    let schema = schema::schema();
    let properties = schema["$defs"][table]["properties"].as_object();
    let properties = properties.unwrap_or_else(|| panic!("the format has no {table}"));
    let found: Vec<_> = (properties.iter())
        .filter_map(|(key, property)| {
            // Of a number or a range of it the number comes first.
            let number = property.get("anyOf").map_or(property, |any| &any[0]);
            let edge = |name: &str| Some(number.get(name)?.to_string());
            Some((key.clone(), [edge("minimum")?, edge("maximum")?]))
        })
        .collect();
    assert!(!found.is_empty(), "{table} has no numbers");
    found
}

/// Starts a scene; whether the format takes it. The engine must then.
fn starts(text: &str) -> bool {
    let Ok(scene) = Scene::from_toml(text, "edge.toml") else {
        return false;
    };
    let layout = Layout::new(&scene).unwrap_or_else(|error| panic!("{text}\n{error}"));
    if let Err(error) = Simulation::new(layout) {
        panic!("the format takes what the engine refuses:\n{text}\n{error}");
    }
    true
}

const WALKER: &str = "[[agents]]\npositions = [[0, 0]]\ngoals = [{ point = [9, 0] }]\n";

#[test]
fn parameters_of_methods() {
    let schema = schema::schema();
    let tables = schema["$defs"]["ParameterOverrides"]["properties"].as_object();
    for (table, property) in tables.expect("tables") {
        let definition = property["$ref"].as_str().expect("a table");
        let definition = definition.trim_start_matches("#/$defs/");
        for (key, edges) in edges(definition) {
            for edge in edges {
                for method in Method::ALL {
                    let method = method.name();
                    let text = format!(
                        "method = \"{method}\"\n{WALKER}[parameters.{table}]\n{key} = {edge}\n"
                    );
                    assert!(starts(&text), "{text}");
                }
            }
        }
    }
}

#[test]
fn numbers_of_a_group() {
    let edges = edges("AgentGroup");
    // Without a level nothing has a height: tests/levels.rs.
    let edges: Vec<_> = (edges.iter())
        .filter(|(key, _)| key != "count" && key != "height")
        .collect();
    for (first, first_edges) in &edges {
        for (second, second_edges) in edges.iter().filter(|(key, _)| key != first) {
            for (one, other) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                let mut text = WALKER.to_owned();
                let (one, other) = (&first_edges[one], &second_edges[other]);
                let _ = writeln!(text, "{first} = {one}\n{second} = {other}");
                assert!(starts(&text), "{text}");
            }
        }
        for edge in first_edges {
            for method in Method::ALL {
                let method = method.name();
                let text = format!("method = \"{method}\"\n{WALKER}{first} = {edge}\n");
                assert!(starts(&text), "{text}");
            }
        }
    }
}

#[test]
fn goals() {
    let kinds = [
        "point = [1, 1]",
        "region = { min = [0, 0], max = [1, 1] }",
        "agent = \"b\"",
        "flee = [1, 1]",
        "flee_agent = \"b\"",
        "direction = [1, 0]",
    ];
    // Without a level nothing has a height: tests/levels.rs.
    for (key, edges) in edges("Goal").into_iter().filter(|(key, _)| key != "height") {
        for edge in edges {
            let taken = kinds
                .iter()
                .filter(|kind| {
                    starts(&two_groups(&format!(
                        "goals = [{{ {kind}, {key} = {edge} }}]"
                    )))
                })
                .count();
            let alone = starts(&two_groups(&format!("goals = [{{ {key} = {edge} }}]")));
            assert!(taken > 0 || alone, "no goal takes {key} = {edge}");
        }
    }
}

#[test]
fn formations() {
    let edges = edges("Formation");
    for pattern in ["abreast", "file", "wedge", "ring", "queue"] {
        for anchor in ["leader = \"b\"", "place = [1000000, -1000000]"] {
            for (key, edges) in &edges {
                for edge in edges {
                    let text = two_groups("");
                    let text = format!(
                        "{text}[[formations]]\nmembers = \"a\"\npattern = \"{pattern}\"\n{anchor}\n{key} = {edge}\n"
                    );
                    let of_place = anchor.starts_with("place");
                    let takes = match key.as_str() {
                        "heading" => of_place,
                        "waits_from" => !of_place,
                        _ => true,
                    };
                    assert_eq!(starts(&text), takes, "{text}");
                }
            }
        }
    }
}

/// A group `a` with a line of its own, and a group `b`.
fn two_groups(line: &str) -> String {
    format!(
        "[[agents]]\nname = \"a\"\npositions = [[0, 0]]\n{line}\n[[agents]]\nname = \"b\"\npositions = [[5, 0]]\n"
    )
}

#[test]
fn behaviors() {
    let schema = schema::schema();
    let kinds = schema["$defs"]["BehaviorKind"]["oneOf"].as_array();
    let kinds: Vec<&str> = (kinds.expect("kinds").iter())
        .filter_map(|kind| kind["const"].as_str())
        .collect();
    assert!(kinds.len() > 10, "{kinds:?}");
    for (key, edges) in edges("Behavior") {
        for edge in edges {
            let mut taken = 0;
            for kind in &kinds {
                for about in [
                    "",
                    ", agents = \"b\"",
                    ", agents = \"b\", other = \"b\"",
                    ", path = [[0, 0], [4, 4]]",
                ] {
                    let line =
                        format!("behaviors = [{{ kind = \"{kind}\", {key} = {edge}{about} }}]");
                    taken += usize::from(starts(&two_groups(&line)));
                }
            }
            assert!(taken > 0, "no behaviour takes {key} = {edge}");
        }
    }
}

#[test]
fn a_zero_that_a_behaviour_cant_do_with_is_refused_where_it_stands() {
    for (behavior, key) in [
        ("kind = \"wander\"", "distance"),
        ("kind = \"follow_path\", path = [[0, 0], [4, 4]]", "horizon"),
    ] {
        let text = two_groups(&format!("behaviors = [{{ {behavior}, {key} = 0 }}]"));
        let error = Scene::from_toml(&text, "zero.toml")
            .expect_err("a zero")
            .to_string();
        let place = "zero.toml:4:";
        assert!(error.starts_with(place), "{error}");
        let words = format!("`agents.0.behaviors.0.{key}`: must be above 0");
        assert!(error.contains(&words), "{error}");
    }
}
