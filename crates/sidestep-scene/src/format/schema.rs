//! The JSON Schema of scene files, made from the types.

use schemars::generate::SchemaSettings;
use serde_json::{Map, Value};

use super::scene::Scene;

/// The JSON Schema (draft 2020-12) of a scene file. Editors that know it complete keys and mark
/// what is wrong.
pub fn schema() -> Value {
    let generator = SchemaSettings::draft2020_12().into_generator();
    let mut schema = generator.into_root_schema_for::<Scene>().to_value();
    without_null(&mut schema);
    with_defaults_of_switches(&mut schema);
    schema
}

/// Gives each switch its default. The generator leaves out defaults that aren't written to files;
/// all of those switches are off.
fn with_defaults_of_switches(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(with_defaults_of_switches),
        Value::Object(table) => {
            table.values_mut().for_each(with_defaults_of_switches);
            if table.get("type").is_some_and(|kind| kind == "boolean") {
                table.entry("default").or_insert(Value::Bool(false));
            }
        }
        _ => {}
    }
}

/// The part of the schema that a reference such as `#/$defs/Region` points to, else `part` itself.
pub(super) fn resolved<'a>(root: &'a Value, part: &'a Value) -> &'a Value {
    part.get("$ref")
        .and_then(Value::as_str)
        .and_then(|reference| root.pointer(reference.trim_start_matches('#')))
        .unwrap_or(part)
}

/// Takes `null` out: an absent key is simply absent, TOML can't say it otherwise.
fn without_null(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(without_null),
        Value::Object(table) => {
            table.values_mut().for_each(without_null);
            if table.get("default").is_some_and(Value::is_null) {
                table.remove("default");
            }
            if let Some(Value::Array(types)) = table.get_mut("type") {
                types.retain(|kind| kind != "null");
                if let [only] = types.as_slice() {
                    let only = only.clone();
                    table.insert("type".to_owned(), only);
                }
            }
            merge_single_choice(table);
        }
        _ => {}
    }
}

/// Replaces `anyOf: [schema, null]` by the schema, whose own description gives way to that of the
/// key.
fn merge_single_choice(table: &mut Map<String, Value>) {
    let Some(Value::Array(choices)) = table.get_mut("anyOf") else {
        return;
    };
    let is_null = |choice: &Value| choice.get("type").is_some_and(|kind| kind == "null");
    choices.retain(|choice| !is_null(choice));
    if let [Value::Object(only)] = choices.as_slice() {
        let only = only.clone();
        table.remove("anyOf");
        for (key, value) in only {
            table.entry(key).or_insert(value);
        }
    }
}
