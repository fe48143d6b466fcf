//! A value that a sweep sets in a scene.

use serde::{Deserialize, Serialize};

/// A value that a sweep sets in a scene, as TOML writes it: `0.3`, `true`, `"walkable"`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Value(String);

impl Value {
    /// The value of a text in TOML, in TOML's shortest way to write it.
    ///
    /// # Errors
    /// What TOML says when the text is no value.
    pub fn new(text: &str) -> Result<Self, String> {
        let value: toml::Value =
            (text.parse()).map_err(|error: toml::de::Error| error.message().trim().to_owned())?;
        Ok(Self(value.to_string()))
    }

    /// A value that is a text.
    pub fn text(text: &str) -> Self {
        Self(toml::Value::from(text).to_string())
    }

    /// A whole number.
    pub fn whole(number: u64) -> Self {
        Self(number.to_string())
    }

    /// The value as TOML.
    pub fn as_toml(&self) -> &str {
        &self.0
    }

    /// The value for people: a text without its quotes.
    pub fn shown(&self) -> String {
        match self.0.parse() {
            Ok(toml::Value::String(text)) => text,
            _ => self.0.clone(),
        }
    }

    /// The number that it is, if it is a finite one.
    pub fn number(&self) -> Option<f64> {
        match self.0.parse() {
            Ok(toml::Value::Integer(number)) => Some(number as f64),
            Ok(toml::Value::Float(number)) => Some(number).filter(|it| it.is_finite()),
            _ => None,
        }
    }

    /// The whole number that it is, if it is one.
    pub fn whole_number(&self) -> Option<i64> {
        match self.0.parse() {
            Ok(toml::Value::Integer(number)) => Some(number),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_value_written_otherwise_is_the_same() {
        for (one, other) in [("1.50", "1.5"), ("'a'", "\"a\""), ("[ 1,2 ]", "[1, 2]")] {
            assert_eq!(Value::new(one), Value::new(other));
        }
        assert_ne!(Value::new("1"), Value::new("1.0"));
        assert_eq!(Value::text("a").shown(), "a");
        assert_eq!(Value::new("1.5").map(|it| it.number()), Ok(Some(1.5)));
        assert_eq!(Value::new("inf").map(|it| it.number()), Ok(None));
        assert!(Value::new("what").is_err());
    }
}
