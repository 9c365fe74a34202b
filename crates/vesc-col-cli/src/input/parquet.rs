//! Parquet as CSV.

use std::io::{self, Read};

use bytes::Bytes;
use parquet::basic::{LogicalType, TimeUnit};
use parquet::errors::ParquetError;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
use parquet::schema::types::Type;
use serde_json::Value;
use serde_json::value::to_raw_value;

use super::error::Problem;
use super::json;
use super::named_rows::NamedRows;

/// The file as CSV, and the line of each row, the header being line 1. Values are written as those of JSON are; times without an
/// offset are those of UTC.
pub(super) fn as_csv(mut file: impl Read) -> Result<(Vec<u8>, Vec<u64>), Problem> {
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    let reader = SerializedFileReader::new(Bytes::from(bytes)).map_err(|error| wrong(&error))?;
    let schema = reader.metadata().file_metadata().schema();
    let are_nanoseconds: Vec<bool> = schema.get_fields().iter().map(|column| has_nanoseconds(column)).collect();
    let mut rows = NamedRows::default();
    let mut line = 1;
    for row in reader.get_row_iter(None).map_err(|error| wrong(&error))? {
        line += 1;
        let columns = row.map_err(|error| wrong(&error))?.into_columns();
        let mut values = Vec::new();
        for ((name, field), &is_nanoseconds) in columns.into_iter().zip(&are_nanoseconds) {
            add_value(name, in_microseconds(field, is_nanoseconds), line, &mut values)?;
        }
        rows.push(line, values)?;
    }
    if line == 1 {
        return Err(Problem::NoRows);
    }
    rows.into_csv()
}

/// Adds the value of a field, or those of a group with a dot in their names. The row stands on this line.
fn add_value(name: String, field: Field, line: u64, values: &mut Vec<(String, String)>) -> Result<(), Problem> {
    let text = match field {
        Field::Group(group) => {
            let mut below = group.into_columns().into_iter();
            return below.try_for_each(|(below, field)| add_value(format!("{name}.{below}"), field, line, values));
        }
        Field::ListInternal(_) | Field::MapInternal(_) => {
            let text = to_raw_value(&field.to_json_value()).map_err(io::Error::from)?;
            return json::add_value(name, &text, line, 0, values);
        }
        // JSON has no infinite number, and no shorter ones than those of 64 bits.
        Field::Float(number) => format!("{number:?}"),
        Field::Double(number) => format!("{number:?}"),
        Field::Null => String::new(),
        Field::Str(text) => text,
        Field::TimestampMicros(_) | Field::TimestampMillis(_) => {
            field.to_string().trim_end_matches(" +00:00").to_owned()
        }
        other => match other.to_json_value() {
            Value::String(text) => text,
            value => value.to_string(),
        },
    };
    values.push((name, text));
    Ok(())
}

/// Whether a column has times that the reader takes for numbers.
fn has_nanoseconds(column: &Type) -> bool {
    matches!(column.get_basic_info().logical_type_ref(), Some(LogicalType::Timestamp(time)) if time.unit == TimeUnit::NANOS)
}

fn in_microseconds(field: Field, is_nanoseconds: bool) -> Field {
    match field {
        Field::Long(nanoseconds) if is_nanoseconds => Field::TimestampMicros(nanoseconds.div_euclid(1000)),
        other => other,
    }
}

fn wrong(error: &ParquetError) -> Problem {
    let text = error.to_string();
    // So the reader names a compression that it was built without.
    let hint = if text.contains("Disabled feature") { "; write it with zstd, snappy or gzip" } else { "" };
    Problem::Parquet(text + hint)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use parquet::basic::{Compression, ZstdLevel};
    use parquet::data_type::{BoolType, ByteArray, ByteArrayType, Int64Type};
    use parquet::file::properties::WriterProperties;
    use parquet::file::writer::SerializedFileWriter;
    use parquet::schema::parser::parse_message_type;

    use super::*;

    /// A file of three rows, the last of which has no word.
    fn file(compression: Compression) -> Vec<u8> {
        let schema = "message runs { required binary mode (UTF8); optional int64 len; required int64 at (TIMESTAMP(MILLIS,true));
            required int64 fine (TIMESTAMP(NANOS,true)); required boolean fail; }";
        let schema = Arc::new(parse_message_type(schema).expect("a schema"));
        let properties = Arc::new(WriterProperties::builder().set_compression(compression).build());
        let mut bytes = Vec::new();
        let mut writer = SerializedFileWriter::new(&mut bytes, schema, properties).expect("a writer");
        let mut group = writer.next_row_group().expect("a group");
        let mut number = 0;
        while let Some(mut column) = group.next_column().expect("a column") {
            match number {
                0 => {
                    let words: Vec<ByteArray> = ["burst", "a,b", "idle"].map(ByteArray::from).into();
                    column.typed::<ByteArrayType>().write_batch(&words, None, None).expect("written");
                }
                1 => {
                    column.typed::<Int64Type>().write_batch(&[8, 16], Some(&[1, 1, 0]), None).expect("written");
                }
                2 => {
                    let times = [0, 1_706_954_460_000, 1];
                    column.typed::<Int64Type>().write_batch(&times, None, None).expect("written");
                }
                3 => {
                    let times = [0, 1_706_954_460_000_000_000, 1_500];
                    column.typed::<Int64Type>().write_batch(&times, None, None).expect("written");
                }
                _ => {
                    column.typed::<BoolType>().write_batch(&[true, false, false], None, None).expect("written");
                }
            }
            column.close().expect("closed");
            number += 1;
        }
        group.close().expect("closed");
        writer.close().expect("closed");
        bytes
    }

    #[test]
    fn rows_become_lines() {
        let zstd = Compression::ZSTD(ZstdLevel::default());
        for compression in [Compression::UNCOMPRESSED, Compression::SNAPPY, zstd, Compression::GZIP(Default::default())]
        {
            let (csv, lines) = as_csv(&file(compression)[..]).expect("it is Parquet");
            let expected = "mode,len,at,fine,fail\n\
                burst,8,1970-01-01 00:00:00.000,1970-01-01 00:00:00.000000,true\n\
                \"a,b\",16,2024-02-03 10:01:00.000,2024-02-03 10:01:00.000000,false\n\
                idle,,1970-01-01 00:00:00.001,1970-01-01 00:00:00.000001,false\n";
            assert_eq!((String::from_utf8(csv).expect("text").as_str(), &lines[..]), (expected, &[2, 3, 4][..]));
        }
    }

    #[test]
    fn a_broken_file_is_refused() {
        assert!(matches!(as_csv(&b"PAR1 and nothing else"[..]), Err(Problem::Parquet(_))));
    }
}
