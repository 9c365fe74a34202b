//! A formula to be explained, over the columns of a file.

use std::path::Path;

use vesc_col::data::Test;
use vesc_col::{Dnf, Features, Run};

use crate::args::ExplainArgs;
use crate::error::CliError;
use crate::input::{Loaded, load_for_formula};

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
    // Standard input can be read only once.
    if loaded.columns.is_empty() || is_misspelt(text, loaded.data.features()) || args.input.file == Path::new("-") {
        return Err(error.into());
    }
    let Ok(own) = load_for_formula(&args.input, &args.noise, (text, &loaded.columns), run) else {
        return Err(error.into());
    };
    match Dnf::parse(text, own.data.features()) {
        Ok(dnf) => Ok((dnf, Some(own))),
        Err(_) => Err(error.into()),
    }
}

/// Whether a formula compares a column with a value that no row has.
fn is_misspelt(text: &str, features: &Features) -> bool {
    Test::columns_in(text).iter().any(|(column, test)| match test {
        Some(Test::Equals(value)) => features.position(&format!("{column}={value}")).is_none(),
        _ => false,
    })
}
