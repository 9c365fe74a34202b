//! Where the results go.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::error::CliError;

/// A file, or standard output.
#[derive(Debug)]
pub(crate) struct Output {
    file: Option<PathBuf>,
}

impl Output {
    /// Checks that the output can be written, and changes nothing yet: better to refuse now than after an hour's search.
    pub(crate) fn prepare(file: Option<&Path>) -> Result<Output, CliError> {
        let file = file.filter(|&path| path != Path::new("-")).map(Path::to_owned);
        if let Some(path) = &file {
            check_writable(path).map_err(|source| CliError::Write { file: path.clone(), source })?;
        }
        Ok(Output { file })
    }

    /// Writes the whole text. A reader of standard output who has seen enough is no error.
    pub(crate) fn write(&self, text: &str) -> Result<(), CliError> {
        let (result, file) = match &self.file {
            Some(path) => (write_file(path, text.as_bytes()), path.clone()),
            None => (write_stdout(text.as_bytes()), PathBuf::from("<stdout>")),
        };
        result.map_err(|source| CliError::Write { file, source })
    }
}

fn write_stdout(text: &[u8]) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(text).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

fn check_writable(path: &Path) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(known) if known.is_dir() => Err(io::Error::from(io::ErrorKind::IsADirectory)),
        // To open a pipe would wait for its reader.
        Ok(known) if !known.is_file() => Ok(()),
        Ok(_) => OpenOptions::new().write(true).open(path).map(drop),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
            if fs::metadata(parent)?.is_dir() { Ok(()) } else { Err(io::Error::from(io::ErrorKind::NotADirectory)) }
        }
        Err(error) => Err(error),
    }
}

/// Replaces a file in one step, so that a full disk leaves the old one whole. What is no regular file, as `/dev/stdout`,
/// a link or a pipe, or stands in a directory that takes no new file, is written in place.
fn write_file(path: &Path, text: &[u8]) -> io::Result<()> {
    let known = fs::symlink_metadata(path).ok();
    if known.as_ref().is_some_and(|known| !known.is_file()) {
        return File::create(path)?.write_all(text);
    }
    let temporary = temporary_name(path);
    let Ok(mut file) = File::create_new(&temporary) else {
        return File::create(path)?.write_all(text);
    };
    let written = file
        .write_all(text)
        .and_then(|()| known.map_or(Ok(()), |known| file.set_permissions(known.permissions())))
        .and_then(|()| fs::rename(&temporary, path));
    if written.is_err() {
        // The first error is the one to report.
        let _ = fs::remove_file(&temporary);
    }
    written
}

/// A hidden file beside the one to be written.
fn temporary_name(path: &Path) -> PathBuf {
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(format!(".{}.tmp", std::process::id()));
    path.with_file_name(name)
}
