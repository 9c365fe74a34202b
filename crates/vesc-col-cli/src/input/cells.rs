//! Cells of a file that has been read, as they stand there.

use std::collections::{BTreeMap, BTreeSet};

use vesc_col::Run;

use super::columns::no_such_column;
use super::error::{InputError, Problem};
use super::records::Records;
use super::source::Source;
use crate::args::InputArgs;

/// For each of some lines, the cells of some columns by their names, blanks around them removed. Reads the files once more.
pub(crate) fn cells<'a>(
    args: &InputArgs,
    columns: impl IntoIterator<Item = &'a str>,
    lines: &BTreeSet<u64>,
    run: &Run,
) -> Result<BTreeMap<u64, BTreeMap<String, String>>, InputError> {
    let source = Source::of(args);
    let mut records = Records::open(Source::each(args), args.delimiter, run)?;
    let header = records.next()?.ok_or_else(|| InputError::new(&source, Problem::Empty))?;
    let names = header.names()?;
    let place = |wanted: &str| {
        let found = names.iter().position(|name| name == wanted);
        let found = found.ok_or_else(|| header.row_error(no_such_column(&names, wanted, " to link to")));
        Ok((found?, wanted.to_owned()))
    };
    let places: Vec<(usize, String)> = columns.into_iter().map(place).collect::<Result<_, InputError>>()?;
    let mut found = BTreeMap::new();
    while let Some(record) = records.next()? {
        if lines.contains(&record.line()) {
            record.require_len(names.len())?;
            let cell = |(at, name): &(usize, String)| Ok((name.clone(), record.text(*at, name)?.trim().to_owned()));
            found.insert(record.line(), places.iter().map(cell).collect::<Result<_, InputError>>()?);
        }
    }
    Ok(found)
}
