//! A file of a certificate.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use crate::error::CliError;

/// Writes a new file.
pub(super) fn write(
    path: &Path,
    content: impl FnOnce(&mut BufWriter<File>) -> Result<(), CliError>,
) -> Result<(), CliError> {
    let refuse = |source| CliError::Write { file: path.to_owned(), source };
    let mut file = BufWriter::new(File::create(path).map_err(refuse)?);
    content(&mut file)?;
    file.flush().map_err(refuse)
}
