//! Values set from outside the file: `agents.0.radius=0.3`.

use std::borrow::Cow;
use std::ops::Range;

use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

/// Deepest key that can be set; nothing in a scene is nested deeper.
const DEEPEST: usize = 12;

/// Sets the value of a dotted key in a parsed text. An item of an array is named by its index,
/// counted from 0, or `*` for all of them. The value is TOML; what isn't, is taken as text.
///
/// Everything that is set gets `span`. The error is the message for people.
pub(super) fn set<'a>(
    table: &mut DeTable<'a>,
    key: &'a str,
    value: &'a str,
    span: Range<usize>,
) -> Result<(), String> {
    let steps: Vec<&str> = key.split('.').map(str::trim).collect();
    if steps.iter().any(|step| step.is_empty()) {
        return Err(format!(
            "`{key}` is no key; write `key=value`, with dots between nested keys, such as \
             `agents.0.radius=0.3`"
        ));
    }
    if steps.len() > DEEPEST {
        return Err(format!(
            "`{key}` is nested too deep; no key has more than {DEEPEST} parts"
        ));
    }
    let value = match DeValue::parse(value.trim()) {
        Ok(value) => at_span(value.into_inner(), &span),
        Err(_) => Spanned::new(span.clone(), DeValue::String(Cow::Borrowed(value.trim()))),
    };
    set_in_table(table, &steps, &value)
}

fn set_in_table<'a>(
    table: &mut DeTable<'a>,
    steps: &[&'a str],
    value: &Spanned<DeValue<'a>>,
) -> Result<(), String> {
    let Some((&first, rest)) = steps.split_first() else {
        return Ok(());
    };
    if rest.is_empty() {
        // Taken out first: inserting over a key would keep the place of the old one.
        table.remove(first);
        table.insert(key_at(first, value.span()), value.clone());
        return Ok(());
    }
    if !table.contains_key(first) {
        if rest[0] == "*" || rest[0].parse::<usize>().is_ok() {
            return Err(format!(
                "`{first}` has no item {}; the scene has none",
                rest[0]
            ));
        }
        let empty = Spanned::new(value.span(), DeValue::Table(DeTable::new()));
        table.insert(key_at(first, value.span()), empty);
    }
    match table.get_mut(first) {
        Some(inner) => set_in_value(inner.get_mut(), first, rest, value),
        None => Ok(()),
    }
}

fn set_in_value<'a>(
    inside: &mut DeValue<'a>,
    name: &str,
    steps: &[&'a str],
    value: &Spanned<DeValue<'a>>,
) -> Result<(), String> {
    match inside {
        DeValue::Table(table) => set_in_table(table, steps, value),
        DeValue::Array(array) => set_in_array(array, name, steps, value),
        _ => Err(format!(
            "`{name}` is a plain value and has no `{}`",
            steps[0]
        )),
    }
}

fn set_in_array<'a>(
    array: &mut DeArray<'a>,
    name: &str,
    steps: &[&'a str],
    value: &Spanned<DeValue<'a>>,
) -> Result<(), String> {
    let Some((&first, rest)) = steps.split_first() else {
        return Ok(());
    };
    let length = array.len();
    let chosen = if first == "*" {
        0..length
    } else {
        match first.parse::<usize>() {
            Ok(index) if index < length => index..index + 1,
            Ok(index) => {
                return Err(format!(
                    "`{name}` has no item {index}; it has {length}, counted from 0"
                ));
            }
            Err(_) => {
                return Err(format!(
                    "`{name}` is a list; name an item by its number from 0, such as \
                     `{name}.0.{first}`, or all of them by `{name}.*.{first}`"
                ));
            }
        }
    };
    for item in &mut array.as_mut()[chosen] {
        if rest.is_empty() {
            *item = value.clone();
        } else {
            set_in_value(item.get_mut(), name, rest, value)?;
        }
    }
    Ok(())
}

/// Adds the keys of `more` that a table doesn't have; they get `span`.
pub(super) fn add_missing<'a>(table: &mut DeTable<'a>, more: DeTable<'a>, span: &Range<usize>) {
    for (key, value) in more {
        if !table.contains_key(key.get_ref().as_ref()) {
            let key = Spanned::new(span.clone(), key.into_inner());
            table.insert(key, at_span(value.into_inner(), span));
        }
    }
}

fn key_at(name: &str, span: Range<usize>) -> Spanned<Cow<'_, str>> {
    Spanned::new(span, Cow::Borrowed(name))
}

/// Gives a value and all inside it the same span.
fn at_span<'a>(value: DeValue<'a>, span: &Range<usize>) -> Spanned<DeValue<'a>> {
    let value = match value {
        DeValue::Array(array) => DeValue::Array(
            array
                .into_iter()
                .map(|item| at_span(item.into_inner(), span))
                .collect(),
        ),
        DeValue::Table(table) => DeValue::Table(
            table
                .into_iter()
                .map(|(key, item)| {
                    let key = Spanned::new(span.clone(), key.into_inner());
                    (key, at_span(item.into_inner(), span))
                })
                .collect(),
        ),
        plain => plain,
    };
    Spanned::new(span.clone(), value)
}
