//! What callers hand in: anything that numpy makes an array of.

use glam::{DVec2, Vec2};
use numpy::{AllowTypeChange, PyArrayLikeDyn, PyUntypedArrayMethods};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::error::refused;

/// Numbers with their shape.
struct Numbers {
    shape: Vec<usize>,
    values: Vec<f32>,
}

fn numbers(name: &str, given: &Bound<'_, PyAny>) -> PyResult<Numbers> {
    let array: PyArrayLikeDyn<'_, f32, AllowTypeChange> =
        given.extract().map_err(|error: PyErr| {
            PyTypeError::new_err(format!(
                "{name}: give numbers or an array of them ({error})"
            ))
        })?;
    Ok(Numbers {
        shape: array.shape().to_vec(),
        values: array.as_array().iter().copied().collect(),
    })
}

fn shape_of(shape: &[usize]) -> String {
    let sides: Vec<String> = shape.iter().map(ToString::to_string).collect();
    match sides.as_slice() {
        [] => "a single number".to_owned(),
        [one] => format!("an array of shape ({one},)"),
        many => format!("an array of shape ({})", many.join(", ")),
    }
}

/// Points, one a row of two numbers.
pub fn points(name: &str, given: &Bound<'_, PyAny>) -> PyResult<Vec<Vec2>> {
    let Numbers { shape, values } = numbers(name, given)?;
    // An empty list has no second side to be wrong.
    if shape == [0] {
        return Ok(Vec::new());
    }
    let [_, 2] = shape.as_slice() else {
        return Err(refused(format!(
            "{name} is {}; give one row (x, y) each: shape (n, 2)",
            shape_of(&shape)
        )));
    };
    Ok(rows(&values))
}

/// One point.
pub fn point(name: &str, given: &Bound<'_, PyAny>) -> PyResult<Vec2> {
    let Numbers { shape, values } = numbers(name, given)?;
    match (shape.as_slice(), values.as_slice()) {
        ([2], &[x, y]) => Ok(Vec2::new(x, y)),
        _ => Err(refused(format!(
            "{name} is {}; give one point (x, y)",
            shape_of(&shape)
        ))),
    }
}

/// A point each, of one for all or of rows.
pub fn point_each(name: &str, given: &Bound<'_, PyAny>, count: usize) -> PyResult<Vec<Vec2>> {
    let Numbers { shape, values } = numbers(name, given)?;
    match shape.as_slice() {
        [2] => Ok(vec![rows(&values)[0]; count]),
        [0] if count == 0 => Ok(Vec::new()),
        [many, 2] if *many == count => Ok(rows(&values)),
        _ => Err(refused(format!(
            "{name} is {}; give one point (x, y) for all or {count} of them: shape ({count}, 2)",
            shape_of(&shape)
        ))),
    }
}

/// Velocities of finite numbers, a row each; what `name` calls them.
pub fn rows_of_two(name: &str, given: &Bound<'_, PyAny>) -> PyResult<Vec<DVec2>> {
    let array: PyArrayLikeDyn<'_, f64, AllowTypeChange> =
        given.extract().map_err(|error: PyErr| {
            PyTypeError::new_err(format!(
                "{name}: give numbers or an array of them ({error})"
            ))
        })?;
    let shape = array.shape();
    let values: Vec<f64> = array.as_array().iter().copied().collect();
    if shape.len() != 2 || shape[1] != 2 {
        return Err(refused(format!(
            "{name} are {}; give one row (x, y) each: shape (n, 2)",
            shape_of(shape)
        )));
    }
    if !values.iter().all(|it| it.is_finite()) {
        return Err(refused(format!(
            "{name}: a number isn't finite; give finite numbers"
        )));
    }
    let pairs = values.chunks_exact(2);
    Ok(pairs.map(|pair| DVec2::new(pair[0], pair[1])).collect())
}

/// Some points each: one for all, one each or several each, in order.
pub fn points_each(name: &str, given: &Bound<'_, PyAny>, count: usize) -> PyResult<Vec<Vec<Vec2>>> {
    let Numbers { shape, values } = numbers(name, given)?;
    match shape.as_slice() {
        [2] => Ok(vec![rows(&values); count]),
        [0] if count == 0 => Ok(Vec::new()),
        [many, 2] if *many == count => Ok(rows(&values).into_iter().map(|it| vec![it]).collect()),
        [many, each, 2] if *many == count => Ok((0..count)
            .map(|agent| rows(&values[agent * each * 2..(agent + 1) * each * 2]))
            .collect()),
        _ => Err(refused(format!(
            "{name} is {}; give one point (x, y) for all, one each (shape ({count}, 2)) or k each, in \
             order (shape ({count}, k, 2))",
            shape_of(&shape)
        ))),
    }
}

/// A number each, of one for all or of a row.
pub fn number_each(name: &str, given: &Bound<'_, PyAny>, count: usize) -> PyResult<Vec<f32>> {
    let Numbers { shape, values } = numbers(name, given)?;
    match shape.as_slice() {
        [] => Ok(vec![values[0]; count]),
        [many] if *many == count => Ok(values),
        _ => Err(refused(format!(
            "{name} is {}; give one number for all or {count} of them",
            shape_of(&shape)
        ))),
    }
}

/// Whole numbers from 0 on, such as ids: one or a row of them.
pub fn ids(name: &str, given: &Bound<'_, PyAny>) -> PyResult<Vec<u64>> {
    let whole = |error: PyErr, given: &Bound<'_, PyAny>| {
        let shown = given.repr().map(|it| it.to_string()).unwrap_or_default();
        let _ = error;
        PyTypeError::new_err(format!(
            "{name}: {shown} is no id; give whole numbers from 0 on"
        ))
    };
    if let Ok(one) = given.extract::<u64>() {
        return Ok(vec![one]);
    }
    if let Ok(array) = given.extract::<numpy::PyReadonlyArray1<'_, u64>>() {
        return Ok(array.as_array().iter().copied().collect());
    }
    let items = given.try_iter().map_err(|error| whole(error, given))?;
    items
        .map(|item| {
            let item = item?;
            item.extract::<u64>().map_err(|error| whole(error, &item))
        })
        .collect()
}

fn rows(values: &[f32]) -> Vec<Vec2> {
    let pairs = values.chunks_exact(2);
    pairs.map(|pair| Vec2::new(pair[0], pair[1])).collect()
}

/// The coordinates of points, one after the other.
pub fn flat(points: impl Iterator<Item = Vec2>) -> Vec<f32> {
    let (low, _) = points.size_hint();
    let mut values = Vec::with_capacity(2 * low);
    for point in points {
        values.extend([point.x, point.y]);
    }
    values
}
