//! A picture's data: lines over one axis.

use serde::Serialize;

/// Lines over a common axis, such as ours and that of the laboratory.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Curve {
    /// Short name, fit for a file: letters, digits and `-`.
    pub name: String,
    /// One line for people.
    pub title: String,
    /// What goes to the right, with its unit.
    pub x: String,
    /// What goes up, with its unit.
    pub y: String,
    /// The lines: ours first.
    pub lines: Vec<CurveLine>,
}

/// One line of a [`Curve`].
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CurveLine {
    /// Whose it is.
    pub name: String,
    /// Its points, in order of x.
    pub points: Vec<[f64; 2]>,
}

impl CurveLine {
    /// A line of this name through points.
    pub(super) fn new(name: &str, points: impl IntoIterator<Item = [f64; 2]>) -> Self {
        Self {
            name: name.to_owned(),
            points: points.into_iter().collect(),
        }
    }
}
