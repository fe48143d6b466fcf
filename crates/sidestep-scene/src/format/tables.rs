//! Refuses a list where a table belongs.
//!
//! The derived readers would take `circle = [[0, 0], 1]` for `circle = { center = [0, 0], radius =
//! 1 }`, matching the items to the keys by their order. A scene file should say what is what.

use std::ops::Range;

use serde_json::Value;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::schema::{resolved, schema};

/// The span of the first list that should be a table, and the keys that the table would have.
pub(super) fn misplaced_list(table: &DeTable<'_>) -> Option<(Range<usize>, String)> {
    let root = schema();
    in_table(&root, &root, table)
}

fn in_table(root: &Value, part: &Value, table: &DeTable<'_>) -> Option<(Range<usize>, String)> {
    let properties = part.get("properties")?;
    table.iter().find_map(|(key, value)| {
        let part = properties.get(key.get_ref().as_ref())?;
        in_value(root, resolved(root, part), value)
    })
}

fn in_value(
    root: &Value,
    part: &Value,
    value: &Spanned<DeValue<'_>>,
) -> Option<(Range<usize>, String)> {
    match value.get_ref() {
        DeValue::Table(table) => in_table(root, part, table),
        DeValue::Array(array) => {
            if let Some(Value::Object(properties)) = part.get("properties") {
                let keys: Vec<&str> = properties.keys().map(String::as_str).collect();
                return Some((value.span(), keys.join(", ")));
            }
            let items = resolved(root, part.get("items")?);
            array.iter().find_map(|item| in_value(root, items, item))
        }
        _ => None,
    }
}
