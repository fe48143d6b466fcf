//! What is told about a world: events, who is blocked, explanations, what stands there and who keeps together.

use numpy::PyArray2;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde::Serialize;

use crate::error::refused;

/// Plain data as Python's own: dicts, lists, numbers and strings.
pub fn as_python<'py>(py: Python<'py>, value: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    let text = serde_json::to_string(value).map_err(refused)?;
    py.import("json")?.call_method1("loads", (text,))
}

/// Something that happened to an agent in the last step.
#[pyclass(frozen, module = "sidestep")]
pub struct Event {
    /// Simulated time at the end of the step (s).
    #[pyo3(get)]
    time: f64,
    /// Whom it happened to.
    #[pyo3(get)]
    agent: u64,
    /// What happened, such as "arrived", "blocked", "stuck", "took_off" or "left".
    #[pyo3(get)]
    kind: String,
    /// What belongs to it, such as the reason.
    #[pyo3(get)]
    details: Py<PyDict>,
}

#[pymethods]
impl Event {
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let details = self.details.bind(py).repr()?;
        Ok(format!(
            "Event(time={}, agent={}, kind={:?}, details={details})",
            self.time, self.agent, self.kind
        ))
    }
}

/// An obstacle, as a dict.
#[derive(IntoPyObject)]
pub struct Obstacle {
    pub id: u32,
    /// Where it is (m).
    pub center: (f32, f32),
    /// How far it is turned (rad).
    pub angle: f32,
    pub temporary: bool,
}

/// A formation, as a dict.
#[derive(IntoPyObject)]
pub struct Formation<'py> {
    pub id: u32,
    /// Whom it keeps to; none at a place.
    pub leader: Option<u64>,
    /// Ids, rising.
    pub members: Vec<u64>,
    /// Where each one's place was in the last step (m).
    pub slots: Bound<'py, PyArray2<f32>>,
}

/// A name as in `TargetGone` as one in `target_gone`.
fn snake(name: &str) -> String {
    let mut out = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !out.is_empty() {
            out.push('_');
        }
        out.extend(letter.to_lowercase());
    }
    out
}

impl Event {
    pub fn new(py: Python<'_>, event: &sidestep::Event) -> PyResult<Self> {
        let value = serde_json::to_value(event.kind).map_err(refused)?;
        let (kind, details) = match &value {
            serde_json::Value::String(name) => (snake(name), None),
            serde_json::Value::Object(map) => match map.iter().next() {
                Some((name, details)) => (snake(name), Some(details.clone())),
                None => (String::new(), None),
            },
            _ => (String::new(), None),
        };
        let details = match details {
            Some(details) => as_python(py, &details)?.cast_into::<PyDict>()?,
            None => PyDict::new(py),
        };
        Ok(Self {
            time: event.time,
            agent: event.agent.0,
            kind,
            details: details.unbind(),
        })
    }
}

/// An agent that finds no way.
#[pyclass(frozen, module = "sidestep")]
pub struct BlockedAgent {
    /// Who.
    #[pyo3(get)]
    agent: u64,
    /// Since when (s of simulated time).
    #[pyo3(get)]
    since: f64,
    /// What closes its way: pairs of "obstacle" or "agent" and an id.
    #[pyo3(get)]
    by: Vec<(String, u64)>,
    /// Where it wants to go (m).
    #[pyo3(get)]
    goal: (f32, f32),
    /// Where the case could be resolved (m): on what closes its way, nearest to it. None once that is gone.
    #[pyo3(get)]
    place: Option<(f32, f32)>,
    /// The place past all that closes its way, straight towards its goal (m): where a jump or a teleport may lead.
    #[pyo3(get)]
    beyond: Option<(f32, f32)>,
}

#[pymethods]
impl BlockedAgent {
    fn __repr__(&self) -> String {
        format!(
            "BlockedAgent(agent={}, since={}, by={:?}, goal={:?})",
            self.agent, self.since, self.by, self.goal
        )
    }
}

impl From<sidestep::BlockedAgent> for BlockedAgent {
    fn from(blocked: sidestep::BlockedAgent) -> Self {
        let by = blocked.by.iter().map(|blocker| match blocker {
            sidestep::Blocker::Obstacle(id) => ("obstacle".to_owned(), u64::from(*id)),
            sidestep::Blocker::Agent(id) => ("agent".to_owned(), *id),
        });
        Self {
            agent: blocked.agent.0,
            since: blocked.since,
            by: by.collect(),
            goal: blocked.goal.into(),
            place: blocked.place.map(Into::into),
            beyond: blocked.beyond.map(Into::into),
        }
    }
}

/// What an agent would decide now, and why.
#[pyclass(frozen, module = "sidestep")]
pub struct Explanation {
    explanation: sidestep::Explanation,
}

impl From<sidestep::Explanation> for Explanation {
    fn from(explanation: sidestep::Explanation) -> Self {
        Self { explanation }
    }
}

#[pymethods]
impl Explanation {
    /// Why, in words, one reason a line.
    #[getter]
    fn reasons(&self) -> Vec<String> {
        self.explanation.reasons.clone()
    }

    /// The force that is applied (N).
    #[getter]
    fn total(&self) -> (f32, f32) {
        self.explanation.total.into()
    }

    /// The forces of the behaviours: name, weight, wanted and given (N).
    #[getter]
    fn forces<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        as_python(py, &self.explanation.forces)
    }

    /// What was looked at, for drawing: kind, shape (m) and label.
    #[getter]
    fn marks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        as_python(py, &self.explanation.marks)
    }

    fn __repr__(&self) -> String {
        format!("Explanation(reasons={:?})", self.explanation.reasons)
    }
}
