//! Where everybody was, in columns that data tools take over without copying them: Arrow.

use std::sync::Arc;

use arrow_array::types::Int32Type;
use arrow_array::{
    ArrayRef, BooleanArray, DictionaryArray, Float32Array, Float64Array, Int32Array, RecordBatch,
    StringArray, UInt64Array,
};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict};
use sidestep_scene::recording::{Frame, Setting};

use crate::arrow;

/// The frames of a run that are kept.
#[derive(Default)]
pub struct Recorded {
    /// Every how many steps a frame is kept; none is where it is 0.
    pub every: u64,
    names: Vec<String>,
    /// Rows that are ready to be handed out.
    ready: Vec<RecordBatch>,
    rows: Rows,
}

#[derive(Default)]
struct Rows {
    step: Vec<u64>,
    time: Vec<f64>,
    id: Vec<u64>,
    group: Vec<i32>,
    x: Vec<f32>,
    y: Vec<f32>,
    vx: Vec<f32>,
    vy: Vec<f32>,
    present: Vec<bool>,
}

fn schema() -> SchemaRef {
    let text = || Box::new(DataType::Utf8);
    let column = |name: &str, kind| Field::new(name, kind, false);
    Arc::new(Schema::new(vec![
        column("step", DataType::UInt64),
        column("time", DataType::Float64),
        column("id", DataType::UInt64),
        column(
            "group",
            DataType::Dictionary(Box::new(DataType::Int32), text()),
        ),
        column("x", DataType::Float32),
        column("y", DataType::Float32),
        column("vx", DataType::Float32),
        column("vy", DataType::Float32),
        column("present", DataType::Boolean),
    ]))
}

impl Recorded {
    pub fn every(steps: u64) -> Self {
        Self {
            every: steps,
            ..Self::default()
        }
    }

    /// Keeps a frame, if it is its turn.
    pub fn see(&mut self, setting: &Setting, frame: &Frame) {
        if self.every == 0 || !frame.step.is_multiple_of(self.every) {
            return;
        }
        if self.names.is_empty() {
            self.names.clone_from(&setting.groups);
            if self.names.is_empty() {
                self.names.push(String::new());
            }
        }
        let rows = &mut self.rows;
        for (agent, state) in setting.agents.iter().zip(&frame.agents) {
            rows.step.push(frame.step);
            rows.time.push(frame.time);
            rows.id.push(agent.id);
            rows.group
                .push(agent.group.min(self.names.len() - 1) as i32);
            rows.x.push(state.position.x);
            rows.y.push(state.position.y);
            rows.vx.push(state.velocity.x);
            rows.vy.push(state.velocity.y);
            rows.present.push(state.present);
        }
    }

    /// All rows so far. They are kept once, whoever has them.
    pub fn batches(&mut self) -> Result<Vec<RecordBatch>, String> {
        let rows = std::mem::take(&mut self.rows);
        if !rows.step.is_empty() {
            let names: ArrayRef = Arc::new(StringArray::from(self.names.clone()));
            let group = DictionaryArray::<Int32Type>::try_new(Int32Array::from(rows.group), names)
                .map_err(|error| error.to_string())?;
            let columns: Vec<ArrayRef> = vec![
                Arc::new(UInt64Array::from(rows.step)),
                Arc::new(Float64Array::from(rows.time)),
                Arc::new(UInt64Array::from(rows.id)),
                Arc::new(group),
                Arc::new(Float32Array::from(rows.x)),
                Arc::new(Float32Array::from(rows.y)),
                Arc::new(Float32Array::from(rows.vx)),
                Arc::new(Float32Array::from(rows.vy)),
                Arc::new(BooleanArray::from(rows.present)),
            ];
            let batch = RecordBatch::try_new(schema(), columns);
            self.ready.push(batch.map_err(|error| error.to_string())?);
        }
        Ok(self.ready.clone())
    }
}

/// Where everybody was: step, time (s), id, group, x, y (m), vx, vy (m/s), present.
///
/// pyarrow, pandas, polars and duckdb take it as it is, without a copy of the numbers:
/// ``pyarrow.table(t)``, ``pandas.DataFrame.from_arrow(t)``, ``polars.DataFrame(t)``, ``duckdb.sql("from t")``.
#[pyclass(frozen, module = "sidestep")]
pub struct Trajectories {
    batches: Vec<RecordBatch>,
}

impl Trajectories {
    pub fn new(batches: Vec<RecordBatch>) -> Self {
        Self { batches }
    }

    fn joined<T: Clone>(&self, of: impl Fn(&RecordBatch) -> Option<Vec<T>>) -> Vec<T> {
        self.batches.iter().filter_map(of).flatten().collect()
    }
}

/// The numbers of a column.
macro_rules! numbers {
    ($self:expr, $index:expr, $array:ty) => {
        $self.joined(|batch| {
            let column = batch.column($index).as_any().downcast_ref::<$array>();
            column.map(|column| column.values().to_vec())
        })
    };
}

#[pymethods]
impl Trajectories {
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        drop(requested_schema);
        arrow::stream(py, schema(), self.batches.clone())
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        arrow::schema(py, &schema())
    }

    /// Returns the columns as arrays of numpy, and the groups' names as a list; these are copies.
    fn columns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let columns = PyDict::new(py);
        columns.set_item(
            "step",
            PyArray1::from_vec(py, numbers!(self, 0, UInt64Array)),
        )?;
        columns.set_item(
            "time",
            PyArray1::from_vec(py, numbers!(self, 1, Float64Array)),
        )?;
        columns.set_item("id", PyArray1::from_vec(py, numbers!(self, 2, UInt64Array)))?;
        let groups = self.joined(|batch| {
            let column = batch.column(3).as_any();
            let column = column.downcast_ref::<DictionaryArray<Int32Type>>()?;
            let names = column.values().as_any().downcast_ref::<StringArray>()?;
            let keys = column.keys().values().iter();
            Some(
                keys.map(|&key| names.value(key as usize).to_owned())
                    .collect(),
            )
        });
        columns.set_item("group", groups)?;
        for (index, key) in (4..).zip(["x", "y", "vx", "vy"]) {
            let column = PyArray1::from_vec(py, numbers!(self, index, Float32Array));
            columns.set_item(key, column)?;
        }
        let present = self.joined(|batch| {
            let column = batch.column(8).as_any().downcast_ref::<BooleanArray>()?;
            Some(column.values().iter().collect())
        });
        columns.set_item("present", PyArray1::from_vec(py, present))?;
        Ok(columns)
    }

    fn __len__(&self) -> usize {
        self.batches.iter().map(RecordBatch::num_rows).sum()
    }

    fn __repr__(&self) -> String {
        format!("<Trajectories of {} rows>", self.__len__())
    }
}
