//! `trajectories.parquet`: the columns of [`trajectories`](super::trajectories) for data tools.
//!
//! Uncompressed: the columns that repeat (`step`, `time`, `id`, `group`) shrink by dictionaries and
//! run lengths, and positions hardly compress.

use std::io::{self, Write};
use std::sync::Arc;

use parquet::basic::{Compression, ConvertedType, LogicalType, Repetition, Type as PhysicalType};
use parquet::data_type::{
    BoolType, ByteArray, ByteArrayType, DataType, DoubleType, FloatType, Int64Type,
};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::{Type, TypePtr};
use sidestep_scene::recording::{Frame, Setting};

use super::trajectories::{COLUMNS, group_name};

/// Rows that are held in memory before they go to the file as a row group.
const ROW_GROUP: usize = 1 << 16;

/// Rows of a row group, column by column.
#[derive(Default)]
struct Columns {
    step: Vec<i64>,
    time: Vec<f64>,
    id: Vec<i64>,
    group: Vec<ByteArray>,
    x: Vec<f32>,
    y: Vec<f32>,
    vx: Vec<f32>,
    vy: Vec<f32>,
    present: Vec<bool>,
}

/// Writes the table into any sink, a row group at a time.
pub struct ParquetTrajectories<W: Write + Send> {
    writer: SerializedFileWriter<W>,
    columns: Columns,
    groups: Vec<ByteArray>,
}

impl<W: Write + Send> ParquetTrajectories<W> {
    /// Starts the table.
    ///
    /// # Errors
    /// When the sink fails.
    pub fn start(sink: W) -> io::Result<Self> {
        let properties = WriterProperties::builder()
            .set_compression(Compression::UNCOMPRESSED)
            .build();
        let schema = schema().map_err(plain)?;
        let writer =
            SerializedFileWriter::new(sink, schema, Arc::new(properties)).map_err(plain)?;
        Ok(Self {
            writer,
            columns: Columns::default(),
            groups: Vec::new(),
        })
    }

    /// Adds a row an agent.
    ///
    /// # Errors
    /// When the sink fails.
    pub fn add(&mut self, setting: &Setting, frame: &Frame) -> io::Result<()> {
        if self.groups.is_empty() {
            self.groups = (0..setting.groups.len().max(1))
                .map(|group| ByteArray::from(group_name(setting, group)))
                .collect();
        }
        for (agent, state) in setting.agents.iter().zip(&frame.agents) {
            let columns = &mut self.columns;
            // The schema marks both as unsigned: the bits are what counts.
            columns.step.push(frame.step.cast_signed());
            columns.id.push(agent.id.cast_signed());
            columns.time.push(frame.time);
            columns.group.push(
                self.groups
                    .get(agent.group)
                    .cloned()
                    .unwrap_or_else(|| ByteArray::from("")),
            );
            columns.x.push(state.position.x);
            columns.y.push(state.position.y);
            columns.vx.push(state.velocity.x);
            columns.vy.push(state.velocity.y);
            columns.present.push(state.present);
            if columns.step.len() == ROW_GROUP {
                self.write_row_group()?;
            }
        }
        Ok(())
    }

    /// Writes the last rows and the foot, and hands the sink back.
    ///
    /// # Errors
    /// When the sink fails.
    pub fn finish(mut self) -> io::Result<W> {
        if !self.columns.step.is_empty() {
            self.write_row_group()?;
        }
        self.writer.into_inner().map_err(plain)
    }

    fn write_row_group(&mut self) -> io::Result<()> {
        let columns = &mut self.columns;
        let mut rows = self.writer.next_row_group().map_err(plain)?;
        column::<Int64Type, W>(&mut rows, &mut columns.step)?;
        column::<DoubleType, W>(&mut rows, &mut columns.time)?;
        column::<Int64Type, W>(&mut rows, &mut columns.id)?;
        column::<ByteArrayType, W>(&mut rows, &mut columns.group)?;
        column::<FloatType, W>(&mut rows, &mut columns.x)?;
        column::<FloatType, W>(&mut rows, &mut columns.y)?;
        column::<FloatType, W>(&mut rows, &mut columns.vx)?;
        column::<FloatType, W>(&mut rows, &mut columns.vy)?;
        column::<BoolType, W>(&mut rows, &mut columns.present)?;
        rows.close().map_err(plain)?;
        Ok(())
    }
}

/// Writes the next column of a row group and empties it for the next one.
fn column<T: DataType, W: Write + Send>(
    rows: &mut SerializedRowGroupWriter<'_, W>,
    values: &mut Vec<T::T>,
) -> io::Result<()> {
    let mut column = rows
        .next_column()
        .map_err(plain)?
        .ok_or_else(|| io::Error::other("the table has fewer columns than its rows"))?;
    column
        .typed::<T>()
        .write_batch(values, None, None)
        .map_err(plain)?;
    values.clear();
    column.close().map_err(plain)
}

/// Types of the columns.
fn schema() -> Result<TypePtr, ParquetError> {
    let fields = COLUMNS
        .iter()
        .map(|&name| {
            let plain_column = |physical| {
                Type::primitive_type_builder(name, physical).with_repetition(Repetition::REQUIRED)
            };
            let builder = match name {
                "step" | "id" => plain_column(PhysicalType::INT64)
                    .with_logical_type(Some(LogicalType::integer(64, false)))
                    .with_converted_type(ConvertedType::UINT_64),
                "time" => plain_column(PhysicalType::DOUBLE),
                "group" => plain_column(PhysicalType::BYTE_ARRAY)
                    .with_logical_type(Some(LogicalType::String))
                    .with_converted_type(ConvertedType::UTF8),
                "present" => plain_column(PhysicalType::BOOLEAN),
                _ => plain_column(PhysicalType::FLOAT),
            };
            builder.build().map(Arc::new)
        })
        .collect::<Result<Vec<_>, _>>()?;
    Type::group_type_builder("trajectories")
        .with_fields(fields)
        .build()
        .map(Arc::new)
}

/// The error of the sink, out of the one that the Parquet writer wraps around it.
fn plain(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(inner) => match inner.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(other) => io::Error::other(other),
        },
        other => io::Error::other(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::synthetic;
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::Field;
    use std::fs::File;

    fn open(bytes: &[u8]) -> SerializedFileReader<File> {
        let mut file = tempfile::tempfile().expect("temporary file");
        file.write_all(bytes).expect("writes");
        SerializedFileReader::new(file).expect("is a Parquet file")
    }

    #[test]
    fn reading_the_file_gives_the_same_bits() {
        let run = synthetic::run(90, 800);
        assert!(90 * run.frames.len() > ROW_GROUP, "more than one row group");
        let mut table = ParquetTrajectories::start(Vec::new()).expect("starts");
        for frame in &run.frames {
            table.add(&run.setting, frame).expect("adds");
        }
        let bytes = table.finish().expect("finishes");
        let reader = open(&bytes);
        let names: Vec<_> = reader
            .metadata()
            .file_metadata()
            .schema()
            .get_fields()
            .iter()
            .map(|field| field.name().to_owned())
            .collect();
        assert_eq!(names, COLUMNS);
        let mut rows = reader.get_row_iter(None).expect("rows");
        for frame in &run.frames {
            for (agent, state) in run.setting.agents.iter().zip(&frame.agents) {
                let row = rows
                    .next()
                    .expect("a row an agent and step")
                    .expect("reads");
                let fields: Vec<Field> = row.get_column_iter().map(|(_, f)| f.clone()).collect();
                let group = run.setting.groups[agent.group].clone();
                assert_eq!(
                    fields,
                    [
                        Field::ULong(frame.step),
                        Field::Double(frame.time),
                        Field::ULong(agent.id),
                        Field::Str(group),
                        Field::Float(state.position.x),
                        Field::Float(state.position.y),
                        Field::Float(state.velocity.x),
                        Field::Float(state.velocity.y),
                        Field::Bool(state.present),
                    ]
                );
            }
        }
        assert!(rows.next().is_none());
    }

    #[test]
    fn a_run_without_agents_is_an_empty_table() {
        let run = synthetic::run(0, 3);
        let mut table = ParquetTrajectories::start(Vec::new()).expect("starts");
        for frame in &run.frames {
            table.add(&run.setting, frame).expect("adds");
        }
        let bytes = table.finish().expect("finishes");
        let reader = open(&bytes);
        assert_eq!(reader.metadata().file_metadata().num_rows(), 0);
    }
}
