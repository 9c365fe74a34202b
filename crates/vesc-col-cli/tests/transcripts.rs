//! What each command prints: the pages in `tests/transcripts`. Other commands are in `newcomer`.
//!
//! A line `? 2` below a command is its exit status. `[..]` stands for what differs from run to run: the engine that won the
//! race, and times. `TRYCMD=overwrite cargo test -p vesc-col-cli --test transcripts` writes what is printed now.
#![cfg(all(unix, feature = "cover", feature = "bdd", feature = "sat"))]

use std::path::Path;
use std::{env, fs};

mod common;

use common::Folder;

#[test]
fn commands_print_what_the_transcripts_say() {
    let transcripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts");
    let folder = Folder::new();
    for entry in fs::read_dir(transcripts.join("data")).expect("it is there") {
        let file = entry.expect("it can be read").path();
        let name = file.file_name().expect("a file has a name").to_str().expect("the name is UTF-8");
        folder.file(name, fs::read(&file).expect("it can be read"));
    }
    // The commands of all pages run there, each page with files of its own names.
    env::set_current_dir(folder.path("")).expect("it was made");
    let cases = trycmd::TestCases::new();
    cases.register_bin("vesc-col", Path::new(env!("CARGO_BIN_EXE_vesc-col")));
    cases.case(transcripts.join("*.md"));
    cases.run();
}
