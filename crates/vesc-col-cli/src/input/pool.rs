//! Rows without labels.

use std::path::Path;

use vesc_col::{Dataset, Domain, Features, OwnedSample};

use super::error::{InputError, Problem};
use super::records::Records;
use super::source::Source;

/// Distinct inputs that can be simulated, each with its first line in the file.
pub(crate) struct Pool {
    pub(crate) rows: Vec<OwnedSample>,
    pub(crate) lines: Vec<u64>,
}

/// Reads the columns of these features, in whatever order they stand; other columns are passed over. A row that is no
/// legal input is refused.
pub(crate) fn load_pool(file: &Path, features: &Features, domain: &Domain) -> Result<Pool, InputError> {
    let source = Source::new(file);
    let mut records = Records::open(&source)?;
    let header = records.next()?.ok_or_else(|| InputError::new(&source, Problem::Empty))?;
    let names = header.names()?;
    let column_of = |feature: &str| {
        let mut found = (0..names.len()).filter(|&column| names[column] == feature);
        match (found.next(), found.next()) {
            (Some(column), None) => Ok(column),
            (None, _) => Err(header.row_error(Problem::MissingFeature(feature.to_owned()))),
            (Some(first), Some(second)) => {
                Err(header.row_error(Problem::DuplicateColumn { name: feature.to_owned(), first, second }))
            }
        }
    };
    let columns: Vec<usize> = features.names().map(column_of).collect::<Result<_, _>>()?;
    let mut builder = Dataset::builder(features.clone());
    let mut lines = Vec::new();
    while let Some(record) = records.next()? {
        record.require_len(names.len())?;
        let cells: Result<Vec<&str>, InputError> =
            columns.iter().map(|&column| record.text(column, &names[column])).collect();
        // Labels play no part here.
        builder.push_text(false, cells?).map_err(|error| record.data_error(error, &columns))?;
        lines.push(record.line());
    }
    if lines.is_empty() {
        return Err(InputError::new(&source, Problem::NoRows));
    }
    let data = builder.build().map_err(|error| InputError::new(&source, Problem::Data(error)))?;
    domain.check(&data).map_err(|error| super::located(&source, &lines, error))?;
    let rows = data.negatives().iter().map(ToOwned::to_owned).collect();
    let lines = (0..data.distinct()).map(|row| lines[data.negatives().sources(row)[0]]).collect();
    Ok(Pool { rows, lines })
}
