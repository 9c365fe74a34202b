//! One case: its CNF against the data, its proof against the CNF.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use vesc_col::data::Domain;
use vesc_col::run::StopReason;
use vesc_col::{Dataset, Dnf, Run};

use super::formula::Formula;
use super::proof::Checker;
use crate::certificates::{Case, HashedFile};

/// Why a case is not verified.
pub(super) enum CaseError {
    /// It does not hold.
    Refuted {
        /// The file that is wrong, or cannot be read.
        file: PathBuf,
        /// Why.
        reason: String,
    },
    /// The run has ended.
    Stopped(StopReason),
}

/// Checks the hashes, the CNF and the proof of a case. Looks at the run before each line.
pub(super) fn check(
    directory: &Path,
    case: &Case,
    (data, domain): (&Dataset, &Domain),
    concepts: &[Dnf],
    run: &Run,
) -> Result<(), CaseError> {
    let mut checker = Checker::default();
    inspect(directory, &case.cnf, run, |lines| compare(lines, case, (data, domain), concepts, &mut checker))?;
    inspect(directory, &case.proof, run, |lines| follow(lines, &mut checker))
}

type FileLines<'a> = dyn Iterator<Item = Result<String, String>> + 'a;

/// A file with the hash that the manifest says, line by line.
fn inspect(
    directory: &Path,
    file: &HashedFile,
    run: &Run,
    check: impl FnOnce(&mut FileLines<'_>) -> Result<(), String>,
) -> Result<(), CaseError> {
    let path = directory.join(&file.file);
    let refuse = |reason: String| CaseError::Refuted { file: path.clone(), reason };
    let unreadable = |error: std::io::Error| format!("cannot read: {error}");
    let found = HashedFile::of(directory, file.file.clone()).map_err(|error| refuse(unreadable(error)))?;
    if found.sha256 != file.sha256 {
        return Err(refuse(format!("its SHA-256 is {}, but the manifest says {}", found.sha256, file.sha256)));
    }
    let reader = BufReader::new(File::open(&path).map_err(|error| refuse(unreadable(error)))?);
    // A line that is not read for the run's sake ends the check as one that cannot be read does.
    let mut stopped = None;
    let mut lines = reader.lines().map(|line| {
        stopped = run.stopped();
        stopped.map_or(line.map_err(unreadable), |reason| Err(reason.to_string()))
    });
    let checked = check(&mut lines);
    drop(lines);
    match stopped {
        Some(reason) => Err(CaseError::Stopped(reason)),
        None => checked.map_err(refuse),
    }
}

/// The CNF is the one that the data and the sub-space call for; its clauses go to the checker.
fn compare(
    lines: &mut FileLines<'_>,
    case: &Case,
    (data, domain): (&Dataset, &Domain),
    concepts: &[Dnf],
    checker: &mut Checker,
) -> Result<(), String> {
    let header = lines.next().transpose()?.unwrap_or_default();
    let mut number = 1;
    let check = |clause: Vec<i64>| {
        number += 1;
        let line = lines.next().transpose()?.unwrap_or_default();
        if parse(&line).as_ref() != Some(&clause) {
            return Err(format!("line {number}: the data call for the clause {clause:?}, not for `{line}`"));
        }
        checker.assume(&clause);
        Ok(())
    };
    let variables = Formula { data, domain, sizes: &case.sizes, concepts, check }.write()?;
    let expected = format!("p cnf {variables} {}", number - 1);
    if header != expected {
        return Err(format!("line 1: `{expected}` is expected, not `{header}`"));
    }
    match lines.next().transpose()? {
        Some(line) => Err(format!("line {}: the data call for no further clause, not for `{line}`", number + 1)),
        None => Ok(()),
    }
}

/// Each step of the proof follows, and so does the empty clause.
fn follow(lines: &mut FileLines<'_>, checker: &mut Checker) -> Result<(), String> {
    for (number, line) in (1u64..).zip(lines) {
        let line = line?;
        let at = |what: &str| format!("line {number}: {what}");
        let (is_deletion, clause) = match line.strip_prefix("d ") {
            Some(clause) => (true, clause),
            None => (false, &line[..]),
        };
        let clause = parse(clause).ok_or_else(|| at("this is not a step of a proof"))?;
        if is_deletion {
            checker.delete(&clause);
        } else if !checker.add(&clause) {
            return Err(at("this clause does not follow by unit propagation"));
        }
        if checker.is_refuted() {
            return Ok(());
        }
    }
    if checker.is_refuted() { Ok(()) } else { Err("the proof ends without the empty clause".to_owned()) }
}

/// Numbers up to a 0 at the end of the line.
fn parse(line: &str) -> Option<Vec<i64>> {
    let mut numbers: Vec<i64> = line.split_ascii_whitespace().map(|word| word.parse().ok()).collect::<Option<_>>()?;
    let is_number = |number: &i64| *number != 0 && number.unsigned_abs() < 1 << 31;
    (numbers.pop() == Some(0) && numbers.iter().all(is_number)).then_some(numbers)
}
