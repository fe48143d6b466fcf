//! Names that a scene file gives to things.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

/// Longest name, in characters.
const LONGEST: usize = 80;

/// A name that is safe as the name of a folder: letters and digits of ASCII, `-`, `_` and `.`, not
/// beginning with `.`, at most 80 characters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Name(String);

/// Text that is no [`Name`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0:?} is no name: use 1 to {LONGEST} of the characters A-Z, a-z, 0-9, `-`, `_` and `.`, not \
     beginning with `.`"
)]
pub struct BadName(String);

impl Name {
    /// The nearest name to any text: other characters become `-`.
    pub fn from_any(text: &str) -> Self {
        let name: String = text
            .chars()
            .map(|character| {
                if is_allowed(character) {
                    character
                } else {
                    '-'
                }
            })
            .take(LONGEST)
            .collect();
        if name.is_empty() || name.starts_with('.') {
            let rest: String = name.trim_start_matches('.').to_owned();
            return Self(if rest.is_empty() {
                "unnamed".to_owned()
            } else {
                rest
            });
        }
        Self(name)
    }

    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

fn is_allowed(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '-' | '_' | '.')
}

impl TryFrom<String> for Name {
    type Error = BadName;
    fn try_from(text: String) -> Result<Self, BadName> {
        if text.is_empty()
            || text.len() > LONGEST
            || text.starts_with('.')
            || !text.chars().all(is_allowed)
        {
            return Err(BadName(text));
        }
        Ok(Self(text))
    }
}

impl From<Name> for String {
    fn from(name: Name) -> Self {
        name.0
    }
}

impl std::fmt::Display for Name {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl JsonSchema for Name {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Name".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "pattern": "^[A-Za-z0-9_-][A-Za-z0-9._-]*$",
            "maxLength": LONGEST
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_can_not_leave_its_folder() {
        for bad in [
            "", ".", "..", "../up", "a/b", "a\\b", "C:", ".hidden", "a\0",
        ] {
            assert!(Name::try_from(bad.to_owned()).is_err(), "{bad:?}");
        }
        assert!(Name::try_from("4-way_confusion.2".to_owned()).is_ok());
    }

    #[test]
    fn any_text_becomes_a_name() {
        for text in ["", "...", "a b/ü", "../up", &"x".repeat(500)] {
            let name = Name::from_any(text);
            assert_eq!(Name::try_from(name.as_str().to_owned()), Ok(name));
        }
    }
}
