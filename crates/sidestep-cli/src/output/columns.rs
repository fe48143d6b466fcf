//! Tables of results as CSV and Parquet, with the same columns.

use std::io::{self, Write};
use std::sync::Arc;

use parquet::basic::{Compression, ConvertedType, LogicalType, Repetition, Type as PhysicalType};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::Type;
use sidestep_sweep::tables::{Column, Columns};

/// The text of a cell.
fn cell(column: &Column, row: usize) -> String {
    fn text<T: ToString>(values: &[Option<T>], row: usize) -> String {
        let value = values.get(row).and_then(Option::as_ref);
        value.map(T::to_string).unwrap_or_default()
    }
    match column {
        Column::Text(values) => text(values, row),
        Column::Whole(values) => text(values, row),
        Column::Real(values) => text(values, row),
    }
}

/// The table as CSV. Numbers have as many digits as it takes to read the same bits back.
///
/// # Errors
/// When it can't be written, which memory alone could cause.
pub fn csv(table: &Columns) -> io::Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(table.columns().iter().map(|(name, _)| name))?;
    for row in 0..table.rows() {
        writer.write_record(table.columns().iter().map(|(_, column)| cell(column, row)))?;
    }
    writer.into_inner().map_err(|error| error.into_error())
}

/// The table as Parquet, uncompressed as that of trajectories.
///
/// # Errors
/// As [`csv()`].
pub fn parquet(table: &Columns) -> io::Result<Vec<u8>> {
    try_parquet(table).map_err(io::Error::other)
}

fn try_parquet(table: &Columns) -> Result<Vec<u8>, ParquetError> {
    let fields = (table.columns().iter()).map(|(name, column)| {
        let builder = match column {
            Column::Text(_) => Type::primitive_type_builder(name, PhysicalType::BYTE_ARRAY)
                .with_logical_type(Some(LogicalType::String))
                .with_converted_type(ConvertedType::UTF8),
            Column::Whole(_) => Type::primitive_type_builder(name, PhysicalType::INT64),
            Column::Real(_) => Type::primitive_type_builder(name, PhysicalType::DOUBLE),
        };
        let builder = builder.with_repetition(Repetition::OPTIONAL);
        builder.build().map(Arc::new)
    });
    let fields = fields.collect::<Result<Vec<_>, _>>()?;
    let schema = Type::group_type_builder("results")
        .with_fields(fields)
        .build()?;
    let properties = WriterProperties::builder()
        .set_compression(Compression::UNCOMPRESSED)
        .build();
    let mut writer = SerializedFileWriter::new(Vec::new(), Arc::new(schema), Arc::new(properties))?;
    let mut rows = writer.next_row_group()?;
    for (_, column) in table.columns() {
        match column {
            Column::Text(values) => {
                let bytes = |text: &String| ByteArray::from(text.as_str());
                write::<ByteArrayType, _>(&mut rows, values, bytes)?;
            }
            Column::Whole(values) => write::<Int64Type, _>(&mut rows, values, |it| *it)?,
            Column::Real(values) => write::<DoubleType, _>(&mut rows, values, |it| *it)?,
        }
    }
    rows.close()?;
    writer.into_inner()
}

/// Writes the next column of a row group.
fn write<D: DataType, T>(
    rows: &mut SerializedRowGroupWriter<'_, impl Write + Send>,
    values: &[Option<T>],
    convert: impl Fn(&T) -> D::T,
) -> Result<(), ParquetError> {
    let present: Vec<D::T> = values.iter().flatten().map(convert).collect();
    let levels: Vec<i16> = values.iter().map(|it| i16::from(it.is_some())).collect();
    let mut column = (rows.next_column()?)
        .ok_or_else(|| ParquetError::General("the table has fewer columns".to_owned()))?;
    (column.typed::<D>()).write_batch(&present, Some(&levels), None)?;
    column.close()
}

#[cfg(test)]
mod tests {
    use super::*;
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::Field;

    #[test]
    fn both_files_have_the_same_cells_and_empty_ones_stay_empty() {
        let mut table = Columns::default();
        let texts = vec![Some("a, \"b\"".to_owned()), None];
        table.push("name", Column::Text(texts));
        table.push("count", Column::Whole(vec![None, Some(-3)]));
        table.push("mean", Column::Real(vec![Some(0.1), None]));
        assert!(table.has("mean") && !table.has("other"));
        let csv = String::from_utf8(csv(&table).expect("written")).expect("text");
        assert_eq!(csv, "name,count,mean\n\"a, \"\"b\"\"\",,0.1\n,-3,\n");
        let mut file = tempfile::tempfile().expect("a file");
        file.write_all(&parquet(&table).expect("written"))
            .expect("written");
        let reader = SerializedFileReader::new(file).expect("is Parquet");
        let rows: Vec<Vec<Field>> = (reader.get_row_iter(None).expect("rows"))
            .map(|row| {
                let row = row.expect("a row");
                row.get_column_iter()
                    .map(|(_, field)| field.clone())
                    .collect()
            })
            .collect();
        assert_eq!(
            rows,
            [
                [
                    Field::Str("a, \"b\"".to_owned()),
                    Field::Null,
                    Field::Double(0.1)
                ],
                [Field::Null, Field::Long(-3), Field::Null],
            ]
        );
    }
}
