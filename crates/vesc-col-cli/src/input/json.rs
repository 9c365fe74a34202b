//! JSON as CSV: an object in each line, or an array of objects.

use std::io::{self, Read};

use indexmap::IndexMap;
use serde_json::value::RawValue;
use serde_json::{Deserializer, Value};
use vesc_col::Run;

use super::error::Problem;

type Object = IndexMap<String, Value>;

/// The run is looked at after this many objects.
const CHECK_INTERVAL: usize = 1000;

/// Whether a file that begins so is JSON rather than CSV.
pub(super) fn is_json(head: &[u8]) -> bool {
    let text = head.trim_ascii_start();
    let inside = || text[1..].trim_ascii_start();
    match text.first() {
        Some(b'{') => inside().starts_with(b"\"") || inside().starts_with(b"}"),
        Some(b'[') => inside().starts_with(b"{"),
        _ => false,
    }
}

/// The file as CSV, and the line of each object. The columns stand in the order in which the objects first have them; a
/// missing value and `null` are empty cells. An object in an object gives columns with a dot in their names, and a list is
/// one cell. The run is looked at every thousand objects.
pub(super) fn as_csv(mut file: impl Read, run: &Run) -> Result<(Vec<u8>, Vec<u64>), Problem> {
    let mut text = Vec::new();
    file.read_to_end(&mut text)?;
    let text = String::from_utf8(text).map_err(|_| Problem::NotUtf8)?;
    let mut rows = Rows::default();
    let mut counted = (0, 1);
    for (number, raw) in objects(&text)?.into_iter().enumerate() {
        if number.is_multiple_of(CHECK_INTERVAL) {
            run.check().map_err(Problem::Stopped)?;
        }
        // Both lie in one text.
        let offset = raw.get().as_ptr() as usize - text.as_ptr() as usize;
        counted.1 += text.as_bytes()[counted.0..offset].iter().filter(|&&byte| byte == b'\n').count() as u64;
        counted.0 = offset;
        let object: Object = serde_json::from_str(raw.get()).map_err(|error| wrong(&error, counted.1))?;
        rows.push(counted.1, object)?;
    }
    rows.into_csv()
}

/// Rows of named values. The columns stand in the order in which the rows first have them.
#[derive(Default)]
pub(super) struct Rows {
    columns: IndexMap<String, usize>,
    rows: Vec<Vec<String>>,
    lines: Vec<u64>,
}

impl Rows {
    /// Adds a row, which stands on this line.
    pub(super) fn push(
        &mut self,
        line: u64,
        members: impl IntoIterator<Item = (String, Value)>,
    ) -> Result<(), Problem> {
        let mut row: Vec<String> = Vec::new();
        for (name, value) in flat(members) {
            if value.as_array().and_then(|list| list.first()).is_some_and(Value::is_object) {
                return Err(Problem::JsonList { line, name });
            }
            let next = self.columns.len();
            let column = *self.columns.entry(name).or_insert(next);
            row.resize(row.len().max(column + 1), String::new());
            row[column] = cell(value);
        }
        self.rows.push(row);
        self.lines.push(line);
        Ok(())
    }

    /// The rows as CSV, and the line of each.
    pub(super) fn into_csv(self) -> Result<(Vec<u8>, Vec<u64>), Problem> {
        let Rows { columns, rows, lines } = self;
        let mut writer = csv::Writer::from_writer(Vec::new());
        let empty = String::new();
        let cells = |row: &Vec<String>| {
            (0..columns.len()).map(|column| row.get(column).unwrap_or(&empty).clone()).collect::<Vec<_>>()
        };
        let written = writer.write_record(columns.keys());
        written
            .and_then(|()| rows.iter().try_for_each(|row| writer.write_record(cells(row))))
            .map_err(io::Error::from)?;
        let bytes = writer.into_inner().map_err(csv::IntoInnerError::into_error)?;
        Ok((bytes, lines))
    }
}

/// The objects of the file, as they stand in it.
fn objects(text: &str) -> Result<Vec<&RawValue>, Problem> {
    if text.trim_start().starts_with('[') {
        return serde_json::from_str(text).map_err(|error| wrong(&error, 1));
    }
    let objects: Result<Vec<&RawValue>, _> = Deserializer::from_str(text).into_iter::<&RawValue>().collect();
    objects.map_err(|error| wrong(&error, 1))
}

/// What to say of JSON that cannot be read, where its first line is `line`.
fn wrong(error: &serde_json::Error, line: u64) -> Problem {
    let line = line + (error.line() as u64).saturating_sub(1);
    let text = error.to_string();
    let reason = text.split(" at line ").next().unwrap_or_default().to_owned();
    Problem::Json { line, reason }
}

/// The members of an object, those of objects in it with a dot in their names.
fn flat(object: impl IntoIterator<Item = (String, Value)>) -> Vec<(String, Value)> {
    let mut members = Vec::new();
    for (name, value) in object {
        match value {
            Value::Object(inner) => {
                let inner = flat(inner);
                members.extend(inner.into_iter().map(|(below, value)| (format!("{name}.{below}"), value)));
            }
            value => members.push((name, value)),
        }
    }
    members
}

fn cell(value: Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text,
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn csv(text: &str) -> (String, Vec<u64>) {
        let (csv, lines) = as_csv(text.as_bytes(), &Run::new()).unwrap();
        (String::from_utf8(csv).unwrap(), lines)
    }

    #[test]
    fn objects_become_rows() {
        let lines = "{\"y\":1,\"a\":true}\n\n{\"a\":null,\"b\":{\"c\":\"x,y\"}, \"d\":[\"p\"]}\n";
        assert!(is_json(lines.as_bytes()));
        assert_eq!(csv(lines), ("y,a,b.c,d\n1,true,,\n,,\"x,y\",\"[\"\"p\"\"]\"\n".to_owned(), vec![1, 3]));
        let array = "[\n  {\"a\": 1.0},\n  {\"a\": 18446744073709551615}\n]\n";
        assert!(is_json(array.as_bytes()));
        assert_eq!(csv(array), ("a\n1.0\n18446744073709551615\n".to_owned(), vec![2, 3]));
    }

    #[test]
    fn an_ended_run_ends_the_reading() {
        let run = Run::new();
        run.cancel_token().cancel();
        assert!(matches!(as_csv(&b"{\"a\":1}\n"[..], &run), Err(Problem::Stopped(_))));
    }

    #[test]
    fn other_text_is_no_json() {
        let rows = |text: &[u8]| as_csv(text, &Run::new());
        for head in ["a,b\n", "{a},b\n", "[0],[1]\n", ""] {
            assert!(!is_json(head.as_bytes()), "{head}");
        }
        assert!(matches!(rows(&b"{\"a\":1}\n{\"a\":\n"[..]), Err(Problem::Json { line: 3, .. })));
        assert!(matches!(rows(&b"{\"a\":1}\n7\n"[..]), Err(Problem::Json { line: 2, .. })));
        assert!(matches!(rows(&b"\n{\"runs\":[{\"a\":1}]}\n"[..]), Err(Problem::JsonList { line: 2, .. })));
    }
}
