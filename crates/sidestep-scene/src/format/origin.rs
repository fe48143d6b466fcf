//! Where a scene comes from, and where in its text a value stands.

/// Where a scene comes from. Two scenes that differ in nothing else are the same scene.
#[derive(Clone, Debug, Default)]
pub struct Origin {
    /// File name or another name of the source, for messages.
    pub source: String,
}

impl PartialEq for Origin {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}
