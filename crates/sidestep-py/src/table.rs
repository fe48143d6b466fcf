//! What a sweep has found, in columns that data tools take over: Arrow.

use std::path::PathBuf;
use std::sync::Arc;

use arrow_array::{ArrayRef, Float64Array, Int64Array, RecordBatch, StringArray};
use arrow_schema::{Field, Schema};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict};
use sidestep_scene::sweep::groups;
use sidestep_sweep::Folder;
use sidestep_sweep::tables::{Column, Columns, groups_columns, outcomes, runs_columns};

use crate::arrow;
use crate::error::refused;

/// A table of results, column by column.
///
/// pyarrow, pandas, polars and duckdb take it as it is, without a copy of the numbers:
/// ``pyarrow.table(t)``, ``pandas.DataFrame.from_arrow(t)``, ``polars.DataFrame(t)``, ``duckdb.sql("from t")``.
#[pyclass(frozen, module = "sidestep")]
pub struct Table {
    table: Columns,
    batch: RecordBatch,
}

impl Table {
    fn new(table: Columns) -> PyResult<Self> {
        let arrays = table.columns().iter().map(|(_, column)| -> ArrayRef {
            match column {
                Column::Text(values) => Arc::new(StringArray::from_iter(values)),
                Column::Whole(values) => Arc::new(Int64Array::from(values.clone())),
                Column::Real(values) => Arc::new(Float64Array::from(values.clone())),
            }
        });
        let arrays: Vec<ArrayRef> = arrays.collect();
        let fields = table.columns().iter().zip(&arrays);
        let fields: Vec<Field> = fields
            .map(|((name, _), array)| Field::new(name, array.data_type().clone(), true))
            .collect();
        let batch = RecordBatch::try_new(Arc::new(Schema::new(fields)), arrays).map_err(refused)?;
        Ok(Self { table, batch })
    }
}

#[pymethods]
impl Table {
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        drop(requested_schema);
        arrow::stream(py, self.batch.schema(), vec![self.batch.clone()])
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        arrow::schema(py, &self.batch.schema())
    }

    /// Returns the columns as lists, by name; a cell without a value is None.
    fn columns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let columns = PyDict::new(py);
        for (name, column) in self.table.columns() {
            match column {
                Column::Text(values) => columns.set_item(name, values)?,
                Column::Whole(values) => columns.set_item(name, values)?,
                Column::Real(values) => columns.set_item(name, values)?,
            }
        }
        Ok(columns)
    }

    fn __len__(&self) -> usize {
        self.table.rows()
    }

    fn __repr__(&self) -> String {
        let columns = self.table.columns().len();
        format!("<Table of {} rows and {columns} columns>", self.__len__())
    }
}

/// Tables by groups and by runs, counts, and warnings.
type Gathered = (Table, Table, (u64, u64, u64), Vec<String>);

/// The tables of a folder, by groups and by runs; how many runs are done, failed and missing; and
/// what is to be said.
#[pyfunction]
pub fn gather_sweep(py: Python<'_>, folder: PathBuf) -> PyResult<Gathered> {
    let mut warnings = Vec::new();
    let gathered = py.detach(|| {
        let (folder, plan) = Folder::existing(&folder, "`sidestep.sweep(source, out)`")?;
        let outcomes = outcomes(&folder, &plan, drop, |what| warnings.push(what));
        let groups = groups(&plan, &outcomes);
        let counts = groups
            .iter()
            .fold((0, 0, 0), |(done, failed, missing), group| {
                (
                    done + group.done,
                    failed + group.failed,
                    missing + group.missing,
                )
            });
        let by_group = groups_columns(&plan, &groups);
        let by_run = runs_columns(&plan, &outcomes);
        Ok((by_group, by_run, counts))
    });
    let (by_group, by_run, counts) =
        gathered.map_err(|error: sidestep_sweep::FolderError| refused(error))?;
    Ok((Table::new(by_group)?, Table::new(by_run)?, counts, warnings))
}
