//! Runs the binary and looks at what it did.

#![allow(dead_code, reason = "each test file uses a part of this")]

#[cfg(unix)]
pub(crate) mod signal;

use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

/// The binary under test.
pub(crate) fn program() -> Command {
    Command::new(env!("CARGO_BIN_EXE_vesc-col"))
}

/// What the binary did.
#[derive(Debug)]
pub(crate) struct Done {
    pub(crate) status: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl From<Output> for Done {
    fn from(output: Output) -> Done {
        Done {
            status: output.status.code().expect("the program was not killed"),
            out: String::from_utf8(output.stdout).expect("the report is UTF-8"),
            err: String::from_utf8(output.stderr).expect("messages are UTF-8"),
        }
    }
}

impl Done {
    /// The report as JSON.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// The texts of the report's hypotheses.
    pub(crate) fn hypotheses(&self) -> Vec<String> {
        let report = self.json();
        let texts = report["hypotheses"].as_array().expect("a list").iter();
        texts.map(|hypothesis| hypothesis["text"].as_str().expect("a text").to_owned()).collect()
    }

    /// The deciding sub-space, `(l, k)`.
    pub(crate) fn complexity(&self) -> (u64, u64) {
        let report = self.json();
        let measure = |name: &str| report["complexity"][name].as_u64().expect("a number");
        (measure("literals"), measure("terms"))
    }

    /// Refused, in one line on standard error.
    pub(crate) fn refusal(&self) -> &str {
        assert_eq!(self.status, 2, "{self:?}");
        assert_eq!(self.out, "", "{self:?}");
        let line = self.err.strip_suffix('\n').expect("the line is ended");
        assert!(!line.contains('\n') && !line.is_empty(), "{self:?}");
        line
    }
}

/// Runs the binary to its end.
pub(crate) fn run<A: AsRef<OsStr>>(args: impl IntoIterator<Item = A>) -> Done {
    program().args(args).stdin(Stdio::null()).output().expect("the program starts").into()
}

/// Runs the binary with this standard input.
pub(crate) fn run_with_input<A: AsRef<OsStr>>(args: impl IntoIterator<Item = A>, input: &[u8]) -> Done {
    let mut child = program()
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("it was piped");
    // A program that refuses the first lines does not read the others.
    let _ = stdin.write_all(input);
    drop(stdin);
    child.wait_with_output().expect("the program ends").into()
}

/// A file of the repository's examples.
pub(crate) fn example(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/data").join(name);
    path.to_str().expect("the path is UTF-8").to_owned()
}

/// A directory for the files of one test.
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new() -> Folder {
        Folder(tempfile::tempdir().expect("there is room for a folder"))
    }

    /// The path of a file that need not exist.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// The same as text.
    pub(crate) fn name(&self, name: &str) -> String {
        self.path(name).to_str().expect("the path is UTF-8").to_owned()
    }

    /// A new file; its path as text.
    pub(crate) fn file(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        std::fs::write(self.path(name), content).expect("there is room for a file");
        self.name(name)
    }

    /// What a file holds.
    pub(crate) fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).expect("the file was written")
    }
}
