//! What the program says to a person who meets it for the first time: the pages in `tests/newcomer`, one for each topic.
//!
//! Each page shows a file as a person would have it, the command as typed, and exactly what is printed. A line `? 2` below a
//! command is its exit status. `[..]` stands for what differs from run to run: the engine that won the race, and times.
//! `cat` and `head` show the files, which lie in `tests/newcomer/data`.
//! `TRYCMD=overwrite cargo test -p vesc-col-cli --test newcomer` writes what is printed now.
#![cfg(all(unix, feature = "cover", feature = "bdd", feature = "sat"))]

use std::path::Path;
use std::{env, fs};

mod common;

use common::Folder;

#[test]
fn newcomers_read_what_the_pages_say() {
    let pages = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/newcomer");
    let folder = Folder::new();
    for entry in fs::read_dir(pages.join("data")).expect("it is there") {
        let file = entry.expect("it can be read").path();
        let name = file.file_name().expect("a file has a name").to_str().expect("the name is UTF-8");
        folder.file(name, fs::read(&file).expect("it can be read"));
    }
    // The commands of all pages run there, each page with files of its own names.
    env::set_current_dir(folder.path("")).expect("it was made");
    let cases = trycmd::TestCases::new();
    cases.register_bin("vesc-col", Path::new(env!("CARGO_BIN_EXE_vesc-col")));
    cases.register_bin("cat", Path::new("/bin/cat"));
    cases.register_bin("head", Path::new("/usr/bin/head"));
    cases.case(pages.join("*.md"));
    cases.run();
}
