//! Where the input comes from.

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use vesc_col::Run;

use super::patient::Patient;
use crate::args::InputArgs;
use crate::text::{OneLine, counted};

/// A file, or standard input where the path is `-`.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    path: PathBuf,
    is_stdin: bool,
    /// How many more files there are.
    more: usize,
}

impl Source {
    /// What the user named as input.
    pub(crate) fn new(path: &Path) -> Source {
        Source { path: path.to_owned(), is_stdin: path == Path::new("-"), more: 0 }
    }

    /// All files that the user named as one data set.
    pub(crate) fn of(args: &InputArgs) -> Source {
        Source { more: args.more_files.len(), ..Source::new(&args.file) }
    }

    /// Whether this is standard input, which can be read once.
    pub(super) fn is_stdin(&self) -> bool {
        self.is_stdin
    }

    /// Whether these are several files.
    pub(super) fn is_several(&self) -> bool {
        self.more > 0
    }

    /// The files that the user named as one data set, each alone.
    pub(super) fn each(args: &InputArgs) -> impl Iterator<Item = Source> {
        std::iter::once(&args.file).chain(&args.more_files).map(|path| Source::new(path))
    }

    /// A file, whatever its name.
    pub(super) fn file(path: &Path) -> Source {
        Source { path: path.to_owned(), is_stdin: false, more: 0 }
    }

    /// The size in bytes, if it is a regular file.
    pub(super) fn size(&self) -> Option<u64> {
        let known = if self.is_stdin { None } else { std::fs::metadata(&self.path).ok() };
        known.filter(std::fs::Metadata::is_file).map(|known| known.len())
    }

    /// Starts to read, within a run.
    pub(super) fn open(&self, run: &Run) -> io::Result<Box<dyn Read>> {
        if self.is_stdin {
            return Ok(Box::new(Patient::open(|| Ok(Box::new(io::stdin())), run)?));
        }
        let kind = std::fs::metadata(&self.path)?;
        if kind.is_dir() {
            return Err(io::Error::from(io::ErrorKind::IsADirectory));
        }
        if kind.is_file() {
            return Ok(Box::new(File::open(&self.path)?));
        }
        let path = self.path.clone();
        Ok(Box::new(Patient::open(move || Ok(Box::new(File::open(path)?)), run)?))
    }
}

/// The path as it was given, or `<stdin>`.
impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_stdin { f.write_str("<stdin>") } else { f.write_str(&OneLine::path(&self.path)) }?;
        match self.more {
            0 => Ok(()),
            more => write!(f, " and {}", counted(more, "more file")),
        }
    }
}
