//! What several threads of Python may use at once.
//!
//! The lock is never held while Python code can run: no array is made, no object freed and no signal
//! answered under it. Otherwise code that runs there, a finaliser or a signal handler, could ask the
//! same object again and wait for itself.

use std::sync::{Mutex, MutexGuard};

use numpy::ndarray::{Array1, Array2};
use numpy::{Element, PyArray, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::sync::MutexExt;

use crate::error::unusable;

/// A value behind a lock, and how often it was changed.
pub struct Shared<T> {
    inner: Mutex<(u64, T)>,
}

impl<T: Send> Shared<T> {
    pub fn new(value: T) -> Self {
        Self {
            inner: Mutex::new((0, value)),
        }
    }

    fn lock(&self, py: Python<'_>) -> PyResult<MutexGuard<'_, (u64, T)>> {
        self.inner.lock_py_attached(py).map_err(|_| unusable())
    }

    /// Looks at the value. `look` makes plain data and touches nothing of Python's.
    pub fn read<R>(&self, py: Python<'_>, look: impl FnOnce(&T) -> R) -> PyResult<R> {
        Ok(look(&self.lock(py)?.1))
    }

    /// Looks at the value, and says how often it had been changed then.
    fn read_counted<R>(&self, py: Python<'_>, look: impl FnOnce(&T) -> R) -> PyResult<(u64, R)> {
        let guard = self.lock(py)?;
        Ok((guard.0, look(&guard.1)))
    }

    /// How often the value was changed.
    fn version(&self, py: Python<'_>) -> PyResult<u64> {
        Ok(self.lock(py)?.0)
    }

    /// Changes the value, with the interpreter's lock released: other threads of Python run
    /// meanwhile, and those that want this value wait.
    pub fn change<R: Send>(
        &self,
        py: Python<'_>,
        change: impl FnOnce(&mut T) -> R + Send,
    ) -> PyResult<R> {
        let mut guard = self.lock(py)?;
        guard.0 += 1;
        let value = &mut guard.1;
        Ok(py.detach(|| change(value)))
    }

    /// As [`change`](Self::change), for what hardly takes any time.
    pub fn change_briefly<R>(
        &self,
        py: Python<'_>,
        change: impl FnOnce(&mut T) -> R,
    ) -> PyResult<R> {
        let mut guard = self.lock(py)?;
        guard.0 += 1;
        Ok(change(&mut guard.1))
    }
}

/// An array, and how often the value had been changed when it was made.
type Made<T, D> = (u64, Py<PyArray<T, D>>);

/// An array that is made when it is asked for, and handed out again as long as nothing changes.
///
/// It is read-only and owns its numbers, which are written once: whoever keeps it keeps the numbers
/// of that moment, while the world goes on or is freed.
pub struct Column<T: Element, D: numpy::ndarray::Dimension> {
    made: Mutex<Option<Made<T, D>>>,
}

impl<T: Element, D: numpy::ndarray::Dimension> Default for Column<T, D> {
    fn default() -> Self {
        Self {
            made: Mutex::new(None),
        }
    }
}

/// Rows of numbers, that become an array without being copied.
pub trait IntoArray<T: Element, D: numpy::ndarray::Dimension> {
    /// The array.
    fn into_array(self) -> numpy::ndarray::Array<T, D>;
}

impl<T: Element> IntoArray<T, numpy::Ix1> for Vec<T> {
    fn into_array(self) -> Array1<T> {
        Array1::from_vec(self)
    }
}

/// Pairs, one after the other, as an array of two columns.
pub struct Pairs(pub Vec<f32>);

impl IntoArray<f32, numpy::Ix2> for Pairs {
    fn into_array(self) -> Array2<f32> {
        let rows = self.0.len() / 2;
        // The length is even.
        Array2::from_shape_vec((rows, 2), self.0).unwrap_or_else(|_| Array2::zeros((0, 2)))
    }
}

impl<T: Element, D: numpy::ndarray::Dimension> Column<T, D> {
    /// The column of a value as it is now.
    pub fn of<'py, V: Send, R: IntoArray<T, D>>(
        &self,
        py: Python<'py>,
        shared: &Shared<V>,
        gather: impl FnOnce(&V) -> R,
    ) -> PyResult<Bound<'py, PyArray<T, D>>> {
        let version = shared.version(py)?;
        let kept = {
            let made = self.made.lock_py_attached(py).map_err(|_| unusable())?;
            made.as_ref()
                .filter(|(made_at, _)| *made_at == version)
                .map(|(_, array)| array.clone_ref(py))
        };
        if let Some(array) = kept {
            return Ok(array.into_bound(py));
        }
        let (version, rows) = shared.read_counted(py, gather)?;
        let array = PyArray::from_owned_array(py, rows.into_array());
        array.readwrite().make_nonwriteable();
        let before = {
            let mut made = self.made.lock_py_attached(py).map_err(|_| unusable())?;
            made.replace((version, array.clone().unbind()))
        };
        drop(before);
        Ok(array)
    }
}
