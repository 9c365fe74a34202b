//! A folder for the files of one thread's runs.

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

thread_local! {
    static FOLDER: TempDir = tempfile::tempdir().expect("there is room for a folder");
}

/// Writes a file, and gives its path.
pub(crate) fn file(name: &str, content: &[u8]) -> PathBuf {
    let path = folder().join(name);
    fs::write(&path, content).expect("there is room for a file");
    path
}

/// The folder itself.
pub(crate) fn folder() -> PathBuf {
    FOLDER.with(|folder| folder.path().to_owned())
}

/// A path as an argument of the command line.
pub(crate) fn argument(path: &Path) -> String {
    path.to_str().expect("temporary folders have names in UTF-8").to_owned()
}

/// Text as the parts between separators that no part contains.
pub(crate) fn parts<const N: usize>(bytes: &[u8]) -> [&[u8]; N] {
    let mut rest = bytes;
    std::array::from_fn(|part| {
        let end = rest.iter().position(|&byte| byte == SEPARATOR).filter(|_| part + 1 < N);
        let (head, tail) = rest.split_at(end.unwrap_or(rest.len()));
        rest = tail.get(1..).unwrap_or_default();
        head
    })
}

/// A byte that UTF-8 never has.
pub(crate) const SEPARATOR: u8 = 0xff;
