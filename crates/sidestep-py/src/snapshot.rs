//! A state to go back to, as bytes that can be kept in a file or sent elsewhere.

use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::error::SnapshotError;

/// Bytes before the state: what it is of, and the checksum of what follows.
const HEAD: usize = 1 + size_of::<u32>();

/// What a snapshot is of; the first byte of a pickled one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SnapshotOf {
    World = 1,
    Simulation = 2,
    /// A world with walkable space or markers.
    WorldAndMore = 3,
}

impl SnapshotOf {
    const fn name(self) -> &'static str {
        match self {
            Self::World | Self::WorldAndMore => "World",
            Self::Simulation => "Simulation",
        }
    }
}

/// The whole state of a `World` or of a `Simulation` at one moment.
///
/// It pickles. ``bytes(snapshot)`` and ``Snapshot(data)`` are the same without pickle, and what strangers
/// have written is checked there.
#[pyclass(frozen, module = "sidestep")]
pub struct Snapshot {
    bytes: Vec<u8>,
}

impl Snapshot {
    pub fn of(what: SnapshotOf, state: &[u8]) -> Self {
        let mut bytes = Vec::with_capacity(HEAD + state.len());
        bytes.push(what as u8);
        bytes.extend(crc32fast::hash(state).to_le_bytes());
        bytes.extend(state);
        Self { bytes }
    }

    /// The state, if the snapshot is of this kind.
    pub fn state(&self, wanted: SnapshotOf) -> PyResult<&[u8]> {
        match self.bytes.split_at_checked(HEAD) {
            Some((head, state)) if head[0] == wanted as u8 => Ok(state),
            _ => Err(SnapshotError::new_err(format!(
                "this isn't a snapshot of a {name}; give what the `snapshot` of a {name} has returned",
                name = wanted.name()
            ))),
        }
    }
}

#[pymethods]
impl Snapshot {
    #[new]
    fn new(data: Vec<u8>) -> PyResult<Self> {
        let known = [
            SnapshotOf::World,
            SnapshotOf::Simulation,
            SnapshotOf::WorldAndMore,
        ];
        let head = (data.first_chunk::<HEAD>())
            .filter(|[kind, ..]| known.iter().any(|it| *it as u8 == *kind));
        let Some([_, sum @ ..]) = head else {
            return Err(SnapshotError::new_err(
                "these bytes aren't a snapshot; give what `bytes(snapshot)` has returned",
            ));
        };
        if u32::from_le_bytes(*sum) != crc32fast::hash(&data[HEAD..]) {
            return Err(SnapshotError::new_err(
                "the snapshot is damaged: its checksum doesn't fit; take it anew from where it was written",
            ));
        }
        Ok(Self { bytes: data })
    }

    fn __bytes__<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.bytes)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (Bound<'py, PyBytes>,)) {
        let bytes = PyBytes::new(slf.py(), &slf.get().bytes);
        (slf.get_type().into_any(), (bytes,))
    }

    fn __len__(&self) -> usize {
        self.bytes.len()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other
            .cast::<Self>()
            .is_ok_and(|other| other.get().bytes == self.bytes)
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        self.bytes.hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self) -> String {
        format!("<Snapshot of {} bytes>", self.bytes.len())
    }
}
