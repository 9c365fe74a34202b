//! Mutation testing where a build for each mutant would take days: `vesc-col-mutants PACKAGE SECONDS WORD...`, from the root of the
//! workspace.
//!
//! The mutants are of the kinds that cargo-mutants makes, in those files of the package whose paths contain one of the words. All are
//! built into one copy of the workspace, each behind a switch (mutant schemata); tests then run with one of them on. Only tests
//! that reach a mutant are run against it, those that have caught many in little time first, until one fails. Tests in documentation
//! take no part.
//!
//! Mutants that `equivalent.txt` lists are not tried.
//!
//! With `MUTANT_NAMES=FILE` only those mutants are tried whose names are in a line of the file: what a run before has missed, after
//! tests have been written. With `MUTANT_FROM=N` the first N of the order are left out: they were tried before.

mod build;
mod list;
mod rewrite;
mod trial;

use std::time::{Duration, Instant};

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [package, seconds, paths @ ..] = arguments.as_slice() else {
        return Err("usage: vesc-col-mutants PACKAGE SECONDS PATH...".into());
    };
    let seconds = Duration::from_secs(seconds.parse()?);
    let mutants = list::mutants(package, paths)?;
    let equivalent = list::Equivalent::read("mutants/equivalent.txt".as_ref())?;
    let (binaries, left_out) = build::build(package, &mutants)?;
    let mut tests = trial::tests(&binaries)?;
    trial::record(&mut tests);
    let mut tried = list::shuffled(&mutants);
    tried.retain(|mutant| !left_out.contains(&mutant.id));
    let built_in = tried.len();
    tried.retain(|mutant| !equivalent.contains(mutant));
    println!(
        "{} mutants, {} of them not built in and {} equivalent, {} tests",
        mutants.len(),
        left_out.len(),
        built_in - tried.len(),
        tests.len()
    );
    if let Some(file) = std::env::var_os("MUTANT_NAMES") {
        let wanted = std::fs::read_to_string(file)?;
        tried.retain(|mutant| wanted.lines().any(|line| line.ends_with(&mutant.name)));
    }
    if let Ok(from) = std::env::var("MUTANT_FROM") {
        tried.drain(..tried.len().min(from.parse()?));
    }
    trial::run(&tried, &tests, Instant::now() + seconds);
    Ok(())
}
