//! A scene's text, parsed but not yet understood: it knows where each value stands.

use std::fmt;
use std::ops::Range;

use serde::Deserialize;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::error::{Misfit, Place, SceneError};
use super::origin::Origin;
use super::overrides;
use super::preset;
use super::scene::Scene;
use super::tables::misplaced_list;
use super::wording::in_plain_words;

/// One step on the way from the top of a scene to a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Into the value of a key.
    Key(&'static str),
    /// Into an item of an array, counted from 0.
    Item(usize),
}

impl From<&'static str> for Step {
    fn from(key: &'static str) -> Self {
        Self::Key(key)
    }
}

impl From<usize> for Step {
    fn from(item: usize) -> Self {
        Self::Item(item)
    }
}

impl fmt::Display for Step {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Key(key) => formatter.write_str(key),
            Self::Item(item) => write!(formatter, "{item}"),
        }
    }
}

/// The way from the top of a scene to a value: `way!["agents", 0, "radius"]`.
macro_rules! way {
    ($($step:expr),* $(,)?) => {
        [$($crate::format::document::Step::from($step)),*]
    };
}
pub(crate) use way;

/// A parsed text with its overrides set.
pub(super) struct Document<'a> {
    origin: &'a Origin,
    text: &'a str,
    table: Spanned<DeTable<'a>>,
}

impl<'a> Document<'a> {
    /// Parses the text of `origin` and sets its overrides.
    pub fn parse(origin: &'a Origin) -> Result<Self, SceneError> {
        let text = origin.text.as_deref().unwrap_or_default();
        let table = DeTable::parse(text).map_err(|error| {
            let position = error.span().map(|span| line_and_column(text, span.start));
            SceneError::Invalid {
                place: Place {
                    source: origin.source.clone(),
                    position,
                    ..Place::default()
                },
                message: format!("not valid TOML: {}", error.message().trim()),
            }
        })?;
        let mut document = Self {
            origin,
            text,
            table,
        };
        for (index, (key, value)) in origin.overrides.iter().enumerate() {
            let span = document.span_of_override(index);
            overrides::set(document.table.get_mut(), key, value, span).map_err(|message| {
                SceneError::Invalid {
                    place: Place {
                        source: origin.source.clone(),
                        set: Some(format!("{key}={value}")),
                        ..Place::default()
                    },
                    message,
                }
            })?;
        }
        Ok(document)
    }

    /// Reads the scene.
    pub fn into_scene(self) -> Result<Scene, SceneError> {
        if let Some((span, keys)) = misplaced_list(self.table.get_ref()) {
            return Err(SceneError::Invalid {
                place: self.place_of(span),
                message: format!("must be a table {{ key = value }}, not a list (keys: {keys})"),
            });
        }
        let mut table = self.table.clone();
        preset::fill_in(table.get_mut());
        let deserializer = toml::Deserializer::from(table);
        let scene = Scene::deserialize(deserializer).map_err(|error| {
            let (message, about_key) = in_plain_words(error.message());
            let mut place = match error.span() {
                Some(span) => self.place_of(span),
                None => Place {
                    source: self.origin.source.clone(),
                    ..Place::default()
                },
            };
            if about_key {
                place.key = None;
            }
            SceneError::Invalid { place, message }
        });
        scene.map(|mut scene: Scene| {
            // Its keys count from here on, and may be changed.
            for group in &mut scene.agents {
                group.preset = None;
            }
            scene
        })
    }

    /// Whether there is a value at the end of `way`, which is made of keys.
    pub fn has(&self, way: &[Step]) -> bool {
        let mut table = Some(self.table.get_ref());
        let mut found = false;
        for step in way {
            let Step::Key(key) = step else { return false };
            let value = table
                .and_then(|table| table.get(*key))
                .map(Spanned::get_ref);
            found = value.is_some();
            table = value.and_then(|value| match value {
                DeValue::Table(table) => Some(table),
                _ => None,
            });
        }
        found
    }

    /// Where the value at the end of `way` stands, or the last value on the way that there is.
    pub fn place_at(&self, way: &[Step]) -> Place {
        let mut span = None;
        let mut value: Option<&DeValue<'_>> = None;
        for step in way {
            let next = match (step, value) {
                (Step::Key(key), None) => self.table.get_ref().get(*key),
                (Step::Key(key), Some(DeValue::Table(table))) => table.get(*key),
                (Step::Item(item), Some(DeValue::Array(array))) => array.get(*item),
                _ => None,
            };
            let Some(next) = next else { break };
            span = Some(next.span());
            value = Some(next.get_ref());
        }
        let mut place = match span {
            Some(span) => self.place_of(span),
            None => Place {
                source: self.origin.source.clone(),
                ..Place::default()
            },
        };
        place.key = dotted(way);
        place
    }

    /// Line, column, override and key of a span.
    fn place_of(&self, span: Range<usize>) -> Place {
        let mut key = Vec::new();
        let found = find_in_table(self.table.get_ref(), &span, &mut key);
        let mut place = Place {
            source: self.origin.source.clone(),
            key: found.then(|| key.join(".")),
            ..Place::default()
        };
        if span.start > self.text.len() {
            let index = span.start - self.text.len() - 1;
            if let Some((key, value)) = self.origin.overrides.get(index) {
                place.set = Some(format!("{key}={value}"));
            }
        } else {
            place.position = Some(line_and_column(self.text, span.start));
        }
        place
    }

    /// Values of an override get a span behind the end of the text that tells which one it is.
    fn span_of_override(&self, index: usize) -> Range<usize> {
        let start = self.text.len() + 1 + index;
        start..start
    }
}

impl Scene {
    /// An error about the value at the end of `way`, with line and column where the scene was read
    /// from a text.
    pub(crate) fn error_at(&self, way: &[Step], message: impl Into<String>) -> SceneError {
        let without_text = || Place {
            source: self.origin.source.clone(),
            key: dotted(way),
            ..Place::default()
        };
        let place = match &self.origin.text {
            Some(_) => Document::parse(&self.origin)
                .map_or_else(|_| without_text(), |document| document.place_at(way)),
            None => without_text(),
        };
        SceneError::Invalid {
            place,
            message: message.into(),
        }
    }

    /// As [`Scene::error_at`], about keys that don't fit together in the table at the end of `way`.
    pub(crate) fn misfit(&self, way: impl Into<Vec<Step>>, misfit: Misfit) -> SceneError {
        let mut way = way.into();
        way.extend(misfit.key.map(Step::from));
        self.error_at(&way, misfit.message)
    }
}

/// The keys of a way, with dots between them.
fn dotted(way: &[Step]) -> Option<String> {
    let steps: Vec<String> = way.iter().map(Step::to_string).collect();
    (!steps.is_empty()).then(|| steps.join("."))
}

/// Finds the value that has exactly this span and notes the way to it.
fn find_in_table(table: &DeTable<'_>, span: &Range<usize>, key: &mut Vec<String>) -> bool {
    table.iter().any(|(name, value)| {
        key.push(name.get_ref().to_string());
        let found = find_in_value(value, span, key);
        if !found {
            key.pop();
        }
        found
    })
}

fn find_in_value(value: &Spanned<DeValue<'_>>, span: &Range<usize>, key: &mut Vec<String>) -> bool {
    if value.span() == *span {
        return true;
    }
    match value.get_ref() {
        DeValue::Table(table) => find_in_table(table, span, key),
        DeValue::Array(array) => array.iter().enumerate().any(|(index, item)| {
            key.push(index.to_string());
            let found = find_in_value(item, span, key);
            if !found {
                key.pop();
            }
            found
        }),
        _ => false,
    }
}

/// Line and column (in characters) of a byte, both counted from 1.
pub(crate) fn line_and_column(text: &str, byte: usize) -> (usize, usize) {
    let mut byte = byte.min(text.len());
    while !text.is_char_boundary(byte) {
        byte -= 1;
    }
    let before = &text[..byte];
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    let line = before.matches('\n').count() + 1;
    (line, before[line_start..].chars().count() + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters_and_never_fall_between_them() {
        let text = "a = 1\nü = \"ß\"\n";
        assert_eq!(line_and_column(text, 0), (1, 1));
        assert_eq!(line_and_column(text, 6), (2, 1));
        assert_eq!(line_and_column(text, 7), (2, 1));
        assert_eq!(line_and_column(text, 8), (2, 2));
        assert_eq!(line_and_column(text, 1000), (3, 1));
        assert_eq!(line_and_column("", 5), (1, 1));
    }
}
