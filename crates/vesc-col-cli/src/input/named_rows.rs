//! Rows of named values as CSV.

use std::io;

use indexmap::IndexSet;

use super::error::Problem;

/// Rows of named values. The columns stand in the order in which the rows first have them.
#[derive(Default)]
pub(super) struct NamedRows {
    columns: IndexSet<String>,
    /// For each row its cells; columns that come later are missing.
    rows: Vec<Vec<Option<String>>>,
    lines: Vec<u64>,
}

impl NamedRows {
    /// Adds a row, which stands on this line. No two values of a row have one name.
    pub(super) fn push(
        &mut self,
        line: u64,
        values: impl IntoIterator<Item = (String, String)>,
    ) -> Result<(), Problem> {
        let mut row: Vec<Option<String>> = Vec::new();
        for (name, value) in values {
            let (column, _) = self.columns.insert_full(name);
            row.resize(row.len().max(column + 1), None);
            if row[column].replace(value).is_some() {
                return Err(Problem::TwoValues { line, name: self.columns[column].clone() });
            }
        }
        self.rows.push(row);
        self.lines.push(line);
        Ok(())
    }

    /// The rows as CSV, and the line of each. A missing value is an empty cell.
    pub(super) fn into_csv(self) -> Result<(Vec<u8>, Vec<u64>), Problem> {
        let NamedRows { columns, rows, lines } = self;
        let mut writer = csv::Writer::from_writer(Vec::new());
        let cell = |row: &[Option<String>], column| row.get(column).cloned().flatten().unwrap_or_default();
        let cells = |row: &Vec<Option<String>>| (0..columns.len()).map(|column| cell(row, column)).collect::<Vec<_>>();
        let written = writer.write_record(&columns);
        written
            .and_then(|()| rows.iter().try_for_each(|row| writer.write_record(cells(row))))
            .map_err(io::Error::from)?;
        let bytes = writer.into_inner().map_err(csv::IntoInnerError::into_error)?;
        Ok((bytes, lines))
    }
}
