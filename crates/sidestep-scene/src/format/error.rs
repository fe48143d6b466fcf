//! What can be wrong with a scene, and where.

use std::fmt;

/// Why a scene can't be read or can't be laid out. The message says where, what, and how to mend
/// it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SceneError {
    /// A value of the scene is wrong.
    #[error("{place}: {message}")]
    Invalid {
        /// Where it stands.
        place: Place,
        /// What is wrong and how to mend it.
        message: String,
    },
    /// A file can't be read.
    #[error("{source_name}: {message}")]
    Unreadable {
        /// The file.
        source_name: String,
        /// Why not, and how to mend it.
        message: String,
    },
}

/// Where a value stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// File name or another name of the source.
    pub source: String,
    /// Line and column, both counted from 1, the column in characters.
    pub position: Option<(usize, usize)>,
    /// The override (`key=value`) that the value comes from, if it isn't from the file.
    pub set: Option<String>,
    /// The value's key from the top, such as `agents.0.radius`.
    pub key: Option<String>,
}

impl fmt::Display for Place {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.source)?;
        if let Some((line, column)) = self.position {
            write!(formatter, ":{line}:{column}")?;
        }
        if let Some(set) = &self.set {
            write!(formatter, ": --set {set}")?;
        }
        if let Some(key) = &self.key {
            write!(formatter, ": `{key}`")?;
        }
        Ok(())
    }
}

/// Keys that don't fit together: which key is to blame, and why.
pub(crate) struct Misfit {
    /// The key; none for the table as a whole.
    pub key: Option<&'static str>,
    /// What is wrong and how to mend it.
    pub message: String,
}

impl Misfit {
    /// A key that is to blame.
    pub fn at(key: &'static str, message: impl Into<String>) -> Self {
        Self {
            key: Some(key),
            message: message.into(),
        }
    }

    /// A whole table that is to blame.
    pub fn whole(message: impl Into<String>) -> Self {
        Self {
            key: None,
            message: message.into(),
        }
    }
}
