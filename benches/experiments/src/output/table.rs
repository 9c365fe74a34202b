//! A table.

use std::error::Error;

/// Rows of as many cells as there are titles.
#[derive(Debug)]
pub(crate) struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    pub(crate) fn new<const N: usize>(titles: [&str; N]) -> Table {
        Table { rows: vec![titles.map(str::to_owned).to_vec()] }
    }

    /// Adds a row.
    pub(crate) fn record<const N: usize>(&mut self, cells: [&dyn ToString; N]) {
        self.rows.push(cells.map(ToString::to_string).to_vec());
    }

    /// Adds a row, and shows it to who waits at the terminal.
    pub(crate) fn row<const N: usize>(&mut self, cells: [&dyn ToString; N]) {
        self.record(cells);
        eprintln!("  {}", self.rows.last().map_or(String::new(), |row| row.join(", ")));
    }

    /// All as CSV.
    pub(crate) fn text(&self) -> Result<String, Box<dyn Error>> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        for row in &self.rows {
            writer.write_record(row)?;
        }
        Ok(String::from_utf8(writer.into_inner()?)?)
    }
}

/// A time or a ratio, with four digits.
pub(crate) fn number(value: f64) -> String {
    match value {
        0.0 => "0".to_owned(),
        _ if (1e-4..1e5).contains(&value.abs()) => {
            let decimals = (3 - value.abs().log10().floor() as i32).max(0) as usize;
            format!("{value:.decimals$}")
        }
        _ => format!("{value:.3e}"),
    }
}
