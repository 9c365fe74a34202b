//! The files of certificates.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::error::CliError;

/// The files written to a directory. They are removed when this is dropped, and so is the directory if nothing else is in
/// it, unless they are [kept](Files::keep).
#[derive(Debug)]
pub(super) struct Files {
    directory: PathBuf,
    written: Vec<PathBuf>,
    is_kept: bool,
}

impl Files {
    /// No files yet.
    pub(super) fn new(directory: &Path) -> Files {
        Files { directory: directory.to_owned(), written: Vec::new(), is_kept: false }
    }

    /// The directory.
    pub(super) fn directory(&self) -> &Path {
        &self.directory
    }

    /// Writes a new file.
    pub(super) fn write(
        &mut self,
        name: &str,
        content: impl FnOnce(&mut BufWriter<File>) -> Result<(), CliError>,
    ) -> Result<(), CliError> {
        self.write_pair([name], |[file]| content(file))
    }

    /// Writes some new files at the same time.
    pub(super) fn write_pair<const N: usize>(
        &mut self,
        names: [&str; N],
        content: impl FnOnce(&mut [BufWriter<File>; N]) -> Result<(), CliError>,
    ) -> Result<(), CliError> {
        let paths = names.map(|name| self.directory.join(name));
        let refuse = |path: &Path, source| CliError::Write { file: path.to_owned(), source };
        let mut files = Vec::with_capacity(N);
        for path in &paths {
            files.push(BufWriter::new(File::create(path).map_err(|error| refuse(path, error))?));
            self.written.push(path.clone());
        }
        let mut files: [BufWriter<File>; N] = files.try_into().expect("one for each name");
        content(&mut files)?;
        for (path, file) in paths.iter().zip(&mut files) {
            file.flush().map_err(|error| refuse(path, error))?;
        }
        Ok(())
    }

    /// How many files were written.
    pub(super) fn count(&self) -> usize {
        self.written.len()
    }

    /// Removes all files but the first `count`.
    pub(super) fn truncate(&mut self, count: usize) {
        for path in self.written.drain(count.min(self.written.len())..) {
            // What cannot be removed stays, and is in no manifest.
            let _ = fs::remove_file(path);
        }
    }

    /// Keeps the files, and returns their size in bytes.
    pub(super) fn keep(mut self) -> u64 {
        self.is_kept = true;
        self.written.iter().filter_map(|path| fs::metadata(path).ok()).map(|known| known.len()).sum()
    }
}

impl Drop for Files {
    fn drop(&mut self) {
        if self.is_kept {
            return;
        }
        self.truncate(0);
        let _ = fs::remove_dir(&self.directory);
    }
}
