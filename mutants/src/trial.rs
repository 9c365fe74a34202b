//! Tests against mutants.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use crate::Result;
use crate::build::Binary;
use crate::list::Mutant;

/// How many tests run at once.
const WORKERS: usize = 2;

/// A test function, and what a run without mutants told about it.
pub struct Test<'a> {
    binary: &'a Binary,
    name: String,
    reaches: BTreeSet<u32>,
    takes: Duration,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Outcome {
    Passed,
    Failed,
    /// It took far longer than without a mutant.
    TimedOut,
}

/// All tests of some programs.
pub fn tests(binaries: &[Binary]) -> Result<Vec<Test<'_>>> {
    let mut tests = Vec::new();
    for binary in binaries {
        let output = Command::new(&binary.program).args(["--list", "--format", "terse"]).output()?;
        let ignored = Command::new(&binary.program).args(["--list", "--format", "terse", "--ignored"]).output()?;
        let ignored = String::from_utf8(ignored.stdout)?;
        let names = String::from_utf8(output.stdout)?;
        for line in names.lines().filter(|line| !ignored.lines().any(|other| other == *line)) {
            if let Some(name) = line.strip_suffix(": test") {
                let test = Test { binary, name: name.to_owned(), reaches: BTreeSet::new(), takes: Duration::ZERO };
                tests.push(test);
            }
        }
    }
    Ok(tests)
}

/// Which mutants each test reaches and how long it takes. A test that fails without any mutant is left out.
pub fn record(tests: &mut Vec<Test<'_>>) {
    let file = std::env::temp_dir().join(format!("vesc-col-reached-{}", std::process::id()));
    tests.retain_mut(|test| {
        let _ = fs::remove_file(&file);
        let start = Instant::now();
        let outcome = run_test(test, "record", Some(&file), Duration::from_secs(600));
        test.takes = start.elapsed();
        let reached = fs::read_to_string(&file).unwrap_or_default();
        test.reaches = reached.lines().filter_map(|line| line.parse().ok()).collect();
        if outcome != Outcome::Passed {
            println!("left out, as it fails without mutants: {}", test.name);
        }
        outcome == Outcome::Passed
    });
    let _ = fs::remove_file(&file);
    let total: Duration = tests.iter().map(|test| test.takes).sum();
    println!("{} tests take {:.1} s one by one", tests.len(), total.as_secs_f64());
}

/// Tries mutant after mutant until the end, printing a line for each that is not caught, and then the sums.
pub fn run(mutants: &[&Mutant], tests: &[Test<'_>], end: Instant) {
    // What a test has caught, and how often it was asked.
    let records = Mutex::new(vec![(1.0, 1.0); tests.len()]);
    let next = Mutex::new(mutants.iter());
    let sums: Mutex<BTreeMap<&str, usize>> = Mutex::new(BTreeMap::new());
    let work = || {
        while Instant::now() < end {
            let Some(mutant) = next.lock().expect("no test panics here").next() else { break };
            let verdict = judge(mutant, tests, &records);
            *sums.lock().expect("no test panics here").entry(verdict).or_default() += 1;
            if verdict != "caught" {
                println!("{verdict}: {}", mutant.name);
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..WORKERS {
            scope.spawn(work);
        }
    });
    let sums = sums.into_inner().expect("no test panics here");
    println!("{} of {} mutants tried: {sums:?}", sums.values().sum::<usize>(), mutants.len());
}

fn judge(mutant: &Mutant, tests: &[Test<'_>], records: &Mutex<Vec<(f64, f64)>>) -> &'static str {
    let mut order: Vec<usize> = (0..tests.len()).filter(|&index| tests[index].reaches.contains(&mutant.id)).collect();
    if order.is_empty() {
        return "not reached";
    }
    {
        let records = records.lock().expect("no test panics here");
        let worth = |&index: &usize| {
            let (caught, asked) = records[index];
            caught / asked / (tests[index].takes.as_secs_f64() + 0.01)
        };
        order.sort_by(|a, b| worth(b).total_cmp(&worth(a)));
    }
    for index in order {
        let test = &tests[index];
        let outcome = run_test(test, &mutant.id.to_string(), None, test.takes * 10 + Duration::from_secs(5));
        let mut records = records.lock().expect("no test panics here");
        records[index].1 += 1.0;
        match outcome {
            Outcome::Passed => {}
            Outcome::Failed => {
                records[index].0 += 1.0;
                return "caught";
            }
            Outcome::TimedOut => return "timed out",
        }
    }
    "missed"
}

fn run_test(test: &Test<'_>, mutant: &str, reached: Option<&Path>, limit: Duration) -> Outcome {
    let mut command = Command::new(&test.binary.program);
    command
        .args(["--exact", &test.name, "--test-threads", "1"])
        .current_dir(&test.binary.folder)
        .env("CARGO_MANIFEST_DIR", &test.binary.folder)
        .env("MUTANT", mutant)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    if let Some(file) = reached {
        command.env("REACHED", file);
    }
    let Ok(mut child) = command.spawn() else { return Outcome::Failed };
    let end = Instant::now() + limit;
    loop {
        match child.try_wait() {
            Ok(Some(status)) if status.success() => return Outcome::Passed,
            Ok(None) if Instant::now() < end => thread::sleep(Duration::from_millis(5)),
            Ok(None) => {
                let _ = child.kill();
                let _ = child.wait();
                return Outcome::TimedOut;
            }
            _ => return Outcome::Failed,
        }
    }
}
