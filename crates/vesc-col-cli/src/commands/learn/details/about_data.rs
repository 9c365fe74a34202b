//! What was read and asked, so that anybody can do it again.

use std::fs::File;
use std::io;
use std::path::Path;

use serde::Serialize;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use vesc_col::report::Warning;

use crate::args::LearnArgs;
use crate::commands::question::Answer;
use crate::error::CliError;
use crate::text::hexadecimal;

/// Columns that are named, at most.
const MOST_COLUMNS: usize = 1000;

/// A further file of the same data set.
#[derive(Serialize)]
pub(super) struct FurtherFile {
    file: String,
    sha256: Option<String>,
}

/// What is to be known about the rows.
#[derive(Serialize)]
pub(super) struct AboutData {
    /// The first names of columns that have one value in all rows, and how many there are.
    constants: Vec<String>,
    constant_columns: usize,
    /// How many pairs of a positive and a negative row are equal, as decimal digits.
    contradictions: String,
    unknown_cells: usize,
    /// The first names of columns, where all of them were read as 0 and 1.
    boolean_columns: Vec<String>,
}

pub(super) fn about_data(answer: &Answer<'_>) -> AboutData {
    let (data, features) = (&answer.loaded.data, answer.loaded.data.features());
    let constant = answer.report.warnings().iter().find_map(|warning| match warning {
        Warning::ConstantFeatures(constant) => Some(&constant[..]),
        _ => None,
    });
    let constant = constant.unwrap_or_default();
    let name = |feature: usize| features.name(feature).to_owned();
    let boolean = if answer.loaded.columns.is_empty() { features.len() } else { 0 };
    AboutData {
        constants: constant.iter().take(MOST_COLUMNS).map(|&feature| name(feature)).collect(),
        constant_columns: constant.len(),
        contradictions: data.contradictions().to_string(),
        unknown_cells: data.unknown_cells(),
        boolean_columns: (0..boolean.min(MOST_COLUMNS)).map(name).collect(),
    }
}

/// The limits and the sizes of the search, also those that nobody has named.
pub(super) fn limits(args: &LearnArgs) -> Value {
    let language = args.language.language;
    let mut limits = json!({
        "language": language.name(),
        "bound": args.bound,
        "timeout_seconds": args.run.limits.timeout.map(|timeout| timeout.as_secs_f64()),
        "memory_bytes": args.run.limits.memory,
        "threads": args.run.limits.threads,
    });
    if language.has_terms() {
        limits["max_literals"] = json!(args.sizes.literals());
        limits["max_terms"] = json!(args.sizes.terms());
    } else {
        limits["max_size"] = json!(args.sizes.size());
    }
    limits
}

pub(super) fn further_files(args: &LearnArgs) -> Result<Vec<FurtherFile>, CliError> {
    let file = |path: &std::path::PathBuf| Ok(FurtherFile { file: path.display().to_string(), sha256: sha256(path)? });
    args.input.more_files.iter().map(file).collect()
}

/// Returns the digest of a file as hexadecimal digits, or `None` for standard input.
pub(super) fn sha256(file: &Path) -> Result<Option<String>, CliError> {
    if file == Path::new("-") {
        return Ok(None);
    }
    let mut digest = Sha256::new();
    File::open(file)
        .and_then(|mut file| io::copy(&mut file, &mut digest))
        .map_err(|source| CliError::System { what: "read the file again", source })?;
    Ok(Some(hexadecimal(&digest.finalize())))
}
