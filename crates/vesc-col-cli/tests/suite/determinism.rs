//! The answer is a function of the data and the question: whichever engine, however many threads, in whatever order the
//! rows come, and every time.

use std::collections::BTreeSet;
use std::fs;

use crate::common::{Folder, example, run};
use num_bigint::BigUint;
use serde_json::Value;

/// A report without what may differ: who answered, how fast, why nothing more was looked for, and the intervals of overfit
/// steps.
fn answer(args: &[&str], bound: u32) -> String {
    let done = run(args.iter().chain(&["--format", "json", "--quiet"]));
    assert!(done.status <= 1, "not decided: {args:?}: {done:?}");
    let mut report = done.json();
    drop_incidentals(&mut report, &bound.into());
    serde_json::to_string(&report).expect("JSON is JSON")
}

fn drop_incidentals(report: &mut Value, bound: &BigUint) {
    let exceeds = |step: &Value| {
        let lower = step["cardinality"]["lower"].as_str().expect("a count");
        lower.parse::<BigUint>().expect("a count") > *bound
    };
    if exceeds(report) {
        report["cardinality"] = Value::Null;
        report["formulas"] = Value::Null;
    }
    for step in report["steps"].as_array_mut().expect("a list") {
        if exceeds(step) {
            step["cardinality"] = Value::Null;
            step["formulas"] = Value::Null;
        }
        for key in ["engine", "seconds", "stopped"] {
            step.as_object_mut().expect("an object").remove(key);
        }
    }
}

/// The file with its rows in another order, each time another one.
fn shuffled(folder: &Folder, file: &str, seed: u64) -> String {
    let text = fs::read_to_string(file).expect("it is there");
    let mut lines: Vec<&str> = text.lines().collect();
    let mut state = seed | 1;
    for last in (2..lines.len()).rev() {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        lines.swap(last, 1 + (state >> 33) as usize % last);
    }
    folder.file("shuffled.csv", lines.join("\n") + "\n")
}

/// One answer for every engine, number of threads, order of rows, and time.
fn check(file: &str, options: &[&str], bound: u32, repeats: u64) {
    let folder = Folder::new();
    let mut answers = BTreeSet::new();
    let mut asked = 0;
    for repeat in 0..repeats {
        let other = shuffled(&folder, file, repeat);
        for engine in ["auto", "cover", "bdd", "sat"] {
            for threads in ["1", "2", "4"] {
                for file in [file, &other] {
                    let own = ["learn", file, "--engine", engine, "--threads", threads, "--bound", &bound.to_string()];
                    answers.insert(answer(&[&own[..], options].concat(), bound));
                    asked += 1;
                    assert_eq!(answers.len(), 1, "{engine}, {threads} threads: {answers:#?}");
                }
            }
        }
    }
    println!("{file}: {asked} runs, one answer");
}

/// Four columns of a counter and three of its parity, without and with what makes it learnable.
const SMALL: &str =
    "a,b,c,d,y\n0,0,1,1,1\n0,1,1,1,1\n1,1,0,0,1\n0,0,0,0,0\n0,1,0,1,0\n1,0,1,0,0\n1,0,0,1,0\n1,1,1,1,0\n0,0,1,1,1\n";

#[test]
fn small_data() {
    let folder = Folder::new();
    let learned = folder.file("learned.csv", SMALL);
    check(&learned, &[], 10, 1);
    check(&learned, &["--max-literals", "1"], 10, 1);
    let overfit = folder.file("overfit.csv", "a,b,c,d,e,f,y\n1,1,1,1,1,1,1\n0,0,0,0,0,1,0\n0,0,0,0,0,0,0\n");
    check(&overfit, &["--list", "3"], 2, 1);
}

/// In release: `cargo test --release -p vesc-col-cli --test suite determinism -- --ignored --nocapture`; 20 times over, or as often as
/// `REPEATS` says.
#[test]
#[ignore = "takes minutes"]
fn real_data_again_and_again() {
    let repeats = std::env::var("REPEATS").ok().and_then(|text| text.parse().ok()).unwrap_or(20);
    check(&example("monk1_train.csv"), &["--max-terms", "4"], 10, repeats);
    check(&example("eda_uart_frame_err.csv"), &[], 10, repeats);
    check(&example("eda_picorv32_trap.csv"), &[], 10, repeats);
}
