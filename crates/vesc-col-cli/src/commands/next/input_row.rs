//! An input as a row of the file's columns.

use std::collections::BTreeSet;
use std::fmt;
use std::rc::Rc;

use serde_json::{Map, Value, json};
use vesc_col::Features;
use vesc_col::columns::{Alike, Cell, Column, Encoding, Kind};
use vesc_col::data::{Sample, Test};
use vesc_col::formula::Literal;

use crate::error::CliError;
use crate::text::{item_of, wrapped};

/// The cells of an input, each with its column.
pub(super) struct InputRow<'a>(Vec<(&'a Column, Cell)>);

impl<'a> InputRow<'a> {
    pub(super) fn new(encoding: &'a Encoding, input: &Sample) -> InputRow<'a> {
        InputRow(encoding.columns().zip(encoding.decode(input)).collect())
    }

    /// The same row with these cells, of which any is as good as the one that stood there.
    pub(super) fn with_cells(mut self, cells: &[Rc<str>]) -> InputRow<'a> {
        for ((_, cell), text) in self.0.iter_mut().zip(cells).filter(|((column, _), _)| !column.is_boolean()) {
            cell.text = text.to_string();
            cell.alike = Alike::One;
        }
        self
    }

    /// The same row, where each number may be any that these literals allow.
    pub(super) fn with_room(mut self, features: &Features, fixed: &[Literal]) -> InputRow<'a> {
        for (column, cell) in &mut self.0 {
            let Alike::Numbers { at_least, below } = &mut cell.alike else { continue };
            // The thresholds of a column ascend with their features.
            let of_column = |negated: bool| {
                fixed.iter().filter(move |literal| literal.is_negated() == negated).filter_map(|literal| match features
                    .test(literal.feature())?
                {
                    (name, Test::AtLeast(value)) if name == column.name => Some((literal.feature(), value.clone())),
                    _ => None,
                })
            };
            *at_least = of_column(false).max().map(|(_, value)| value);
            *below = of_column(true).min().map(|(_, value)| value);
        }
        self
    }

    /// Boolean columns as such, all others as text.
    pub(super) fn values(&self) -> Map<String, Value> {
        let value = |column: &Column, cell: &Cell| match column.is_boolean() {
            true => Value::from(cell.text == "1"),
            false => Value::from(cell.text.as_str()),
        };
        self.to_be_set().map(|(column, cell)| (column.name.clone(), value(column, cell))).collect()
    }

    /// The cells of these columns alone. An item or a bit is called as a column of its own, `tags[ui]`.
    pub(super) fn only(self, names: &BTreeSet<&str>) -> InputRow<'a> {
        let has_part = |column: &Column, name: &str| {
            matches!(column.kind, Kind::Set | Kind::Bits) && item_of(name, &column.name).is_some()
        };
        let is_named = |column: &Column| names.iter().any(|&name| name == column.name || has_part(column, name));
        InputRow(self.0.into_iter().filter(|(column, _)| is_named(column)).collect())
    }

    /// How many columns there are, those left out that name rows.
    pub(super) fn len(&self) -> usize {
        self.to_be_set().count()
    }

    /// The cells without those of columns that name rows: a row to be simulated has no name yet, unless the pool gives it one.
    fn to_be_set(&self) -> impl Iterator<Item = &(&'a Column, Cell)> {
        self.0.iter().filter(|(column, cell)| column.kind != Kind::Identifier || !cell.text.is_empty())
    }

    /// For each column of which other values would do as well: which.
    pub(super) fn alike(&self) -> Map<String, Value> {
        let value = |column: &Column, cell: &Cell| match &cell.alike {
            Alike::Others => Some(json!({"none_of": column.values})),
            Alike::Numbers { at_least, below } => Some(json!({"at_least": at_least, "below": below})),
            _ => None,
        };
        self.0.iter().filter_map(|(column, cell)| Some((column.name.clone(), value(column, cell)?))).collect()
    }

    fn fmt_cell(column: &Column, cell: &Cell, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} = {}", column.name, cell.text)?;
        match &cell.alike {
            Alike::Others => write!(
                f,
                " (or any other value than {}; a new one brings formulas of its own)",
                column.values.join(", ")
            ),
            Alike::Numbers { at_least: Some(least), below: Some(end) } => {
                write!(f, " (or any other from {least} to below {end})")
            }
            Alike::Numbers { at_least: Some(least), below: None } => write!(f, " (or any other from {least} on)"),
            Alike::Numbers { at_least: None, below: Some(end) } => write!(f, " (or any other below {end})"),
            Alike::Numbers { at_least: None, below: None } => f.write_str(" (or any other number)"),
            _ => Ok(()),
        }
    }
}

/// How many Boolean columns are told one by one, and how many names of columns of one value are shown.
const BOOLEANS_ONE_BY_ONE: usize = 12;
const SHOWN_NAMES: usize = 48;

/// One line for each typed column. Boolean columns follow: a few one by one, many by their values.
impl fmt::Display for InputRow<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (column, cell) in self.to_be_set().filter(|(column, _)| !column.is_boolean()) {
            f.write_str("    ")?;
            InputRow::fmt_cell(column, cell, f)?;
            f.write_str("\n")?;
        }
        let flags: Vec<(String, &str)> = self
            .0
            .iter()
            .filter(|(column, _)| column.is_boolean())
            .map(|(column, cell)| (quoted(&column.name), cell.text.as_str()))
            .collect();
        if flags.len() <= BOOLEANS_ONE_BY_ONE {
            let flags: Vec<String> = flags.into_iter().map(|(name, value)| format!("{name} = {value}")).collect();
            return f.write_str(&wrapped("    ", &flags));
        }
        for value in ["1", "0"] {
            let mut names: Vec<String> =
                flags.iter().filter(|(_, own)| *own == value).map(|(name, _)| name.clone()).collect();
            if let Some(more @ 1..) = names.len().checked_sub(SHOWN_NAMES) {
                names.truncate(SHOWN_NAMES);
                names.push(format!("... {more} more (all of them: --inputs FILE)"));
            }
            f.write_str(&wrapped(&format!("    {value} in "), &names))?;
        }
        Ok(())
    }
}

/// The names of the columns that literals are about.
pub(super) fn columns_of<'a>(features: &'a Features, literals: &[Literal]) -> BTreeSet<&'a str> {
    let column = |feature: usize| features.test(feature).map_or(features.name(feature), |(column, _)| column);
    literals.iter().map(|literal| column(literal.feature())).collect()
}

/// A name as it stands in formulas.
fn quoted(name: &str) -> String {
    match Features::new([name]) {
        Ok(features) => Literal::positive(0).display(&features).to_string(),
        Err(_) => name.to_owned(),
    }
}

/// Inputs as CSV with all columns of the file, between which this separator stands, so that rows can be added to it. The
/// label is empty, and so are columns that are no features. A row of the pool, given with the names of its columns, is
/// written as it stands.
pub(super) fn table<'a>(
    encoding: &Encoding,
    (header, separator): (&[String], u8),
    inputs: impl Iterator<Item = (InputRow<'a>, Option<(&'a [String], &'a [Rc<str>])>)>,
) -> Result<String, CliError> {
    let mut writer = csv::WriterBuilder::new().delimiter(separator).from_writer(Vec::new());
    let position = |name: &String| encoding.columns().position(|column| column.name == *name);
    let positions: Vec<Option<usize>> = header.iter().map(position).collect();
    let mut rows = inputs.map(|(InputRow(cells), record)| match record {
        None => {
            positions.iter().map(|at| at.map_or(String::new(), |at| cells[at].1.text.clone())).collect::<Vec<String>>()
        }
        Some((names, record)) => {
            let cell = |name: &String| Some(record[names.iter().position(|known| known == name)?].to_string());
            header.iter().map(|name| cell(name).unwrap_or_default()).collect()
        }
    });
    let written = writer.write_record(header).and_then(|()| rows.try_for_each(|row| writer.write_record(row)));
    let bytes = written
        .map_err(std::io::Error::from)
        .and_then(|()| writer.into_inner().map_err(csv::IntoInnerError::into_error));
    let bytes = bytes.map_err(|source| CliError::System { what: "write CSV", source })?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
