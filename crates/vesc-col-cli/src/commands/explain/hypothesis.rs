//! A formula to be explained, over the columns of a file.

use std::path::Path;

use vesc_col::columns::{Column, Kind};
use vesc_col::data::Test;
use vesc_col::{Dnf, Run};

use crate::args::ExplainArgs;
use crate::error::CliError;
use crate::input::{InputError, Loaded, Source, Table, load_for_formula};

/// Reads a formula. A threshold need not be one of the file's: then the rows are read once more with the formula's own, and stand
/// beside it.
///
/// # Errors
///
/// What is wrong with the formula.
pub(super) fn read(
    text: &str,
    args: &ExplainArgs,
    loaded: &Loaded,
    run: &Run,
) -> Result<(Dnf, Option<Loaded>), CliError> {
    let error = match Dnf::parse(text, loaded.data.features()) {
        Ok(dnf) => return Ok((dnf, None)),
        Err(error) => error,
    };
    let named = Test::columns_in(text);
    let left_out: Vec<&str> =
        named.iter().map(|(name, _)| name.as_str()).filter(|name| is_left_out(name, loaded)).collect();
    // Standard input can be read only once.
    if loaded.columns.is_empty() && left_out.is_empty()
        || is_misspelt(text, loaded)
        || args.input.file == Path::new("-")
    {
        return Err(error.into());
    }
    let names: Vec<&str> = match loaded.columns.is_empty() {
        true => loaded.data.features().names().chain(left_out).collect(),
        false => loaded.columns.iter().map(|column| column.name.as_str()).collect(),
    };
    let Ok(own) = load_for_formula(&args.input, &args.noise, (text, &names), run) else {
        return Err(error.into());
    };
    match Dnf::parse(text, own.data.features()) {
        Ok(dnf) => Ok((dnf, Some(own))),
        Err(_) => Err(error.into()),
    }
}

/// Reads the rows with the features of a formula alone, as other columns cannot be read. Then `error` says why.
///
/// # Errors
///
/// That error, if the formula needs such a column, or speaks of something else.
pub(super) fn load_alone(text: &str, args: &ExplainArgs, error: InputError, run: &Run) -> Result<Loaded, InputError> {
    // Standard input can be read only once.
    if error.is_stopped() || args.input.file == Path::new("-") {
        return Err(error);
    }
    let names = |table: Table| table.features().names().map(str::to_owned).collect::<Vec<String>>();
    let Ok(names) = Table::open(&Source::of(&args.input), &args.input, run).map(names) else { return Err(error) };
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    match load_for_formula(&args.input, &args.noise, (text, &names), run) {
        Ok(mut own) if Dnf::parse(text, own.data.features()).is_ok() => {
            own.columns.retain(|column| column.kind != Kind::Categorical || !column.values.is_empty());
            Ok(own)
        }
        _ => Err(error),
    }
}

/// Whether a formula compares a column with a value that no row has.
fn is_misspelt(text: &str, loaded: &Loaded) -> bool {
    let has_value = |name: &str, value: &String| {
        let is_word = |column: &Column| column.kind == Kind::Words && column.values.contains(value);
        loaded.data.features().position(&format!("{name}={value}")).is_some()
            || loaded.columns.iter().any(|column| column.name == name && is_word(column))
            || is_left_out(name, loaded)
    };
    Test::columns_in(text).iter().any(|(name, test)| match test {
        Some(Test::Equals(value)) => !has_value(name, value),
        _ => false,
    })
}

/// Whether a column of the file has no feature, because it names rows or none of its cells is known.
fn is_left_out(name: &str, loaded: &Loaded) -> bool {
    match loaded.columns.is_empty() {
        true => loaded.header.iter().any(|known| known == name) && loaded.data.features().position(name).is_none(),
        false => loaded.columns.iter().any(|column| column.name == name && column.kind == Kind::Identifier),
    }
}
