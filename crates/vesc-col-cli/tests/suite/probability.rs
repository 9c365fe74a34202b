//! One answer has one probability, whichever command gives it.

use serde_json::Value;

use crate::common::{Folder, run};

/// 32 runs over five columns: `a & b` fails, and the rows in `more` are added.
fn campaign(more: &str) -> String {
    let row = |code: u32| {
        let cells: Vec<String> = (0..5).map(|bit| (code >> bit & 1).to_string()).collect();
        format!("{},{}\n", cells.join(","), u32::from(code & 0b11 == 0b11))
    };
    let rows: String = (0..31).map(row).collect();
    format!("a,b,c,d,e,y\n{rows}{more}")
}

#[test]
fn it_is_the_same_in_learn_explain_and_next() {
    let cases: [(&str, &[&str]); 5] = [
        ("", &[]),
        ("", &["--prior", "0.3"]),
        // A run inside of the cause, and its cell of `c` is lost.
        ("1,1,?,1,1,1\n", &["--unknown"]),
        // A wrong label on a run of its own.
        ("1,1,1,1,1,0\n", &["--max-errors", "1"]),
        // The run with number 29 again, with the other label.
        ("1,0,1,1,1,1\n", &["--contradictions", "negative"]),
    ];
    for (more, options) in cases {
        let folder = Folder::new();
        let file = folder.file("runs.csv", campaign(more));
        let answer = |command: &str, cap: &[&str]| -> Value {
            let done = run([&[command, &file, "--format", "json"], cap, options].concat());
            assert_eq!(done.status, 0, "{done:?}");
            done.json()
        };
        let cap = ["--max-literals", "2", "--max-terms", "1"];
        let [learned, explained] = ["learn", "explain"].map(|command| answer(command, &cap)["confidence"].clone());
        let next = answer("next", &["--up-to", "2,1"])["confirmation"].clone();
        assert!(learned["correct"].as_f64().is_some_and(|correct| 0.0 < correct && correct < 1.0), "{learned}");
        assert_eq!(learned, explained, "{options:?}");
        for (of_learn, of_next) in [("correct", "value"), ("low", "low"), ("high", "high")] {
            assert_eq!(learned[of_learn], next["now"][of_next], "{options:?}");
        }
        for field in ["extrapolated_from", "assumed"] {
            assert_eq!(learned.get(field).unwrap_or(&Value::Null), &next[field], "{options:?}");
        }
    }
}

#[test]
fn next_says_why_it_assumes_one_half() {
    let folder = Folder::new();
    let file = folder.file("runs.csv", campaign("1,1,?,1,1,1\n"));
    let options = ["--unknown", "--max-errors", "1", "--up-to", "2,1", "--format", "json"];
    let done = run([&["next", &file][..], &options].concat());
    let next = done.json()["confirmation"].clone();
    assert_eq!(next["before"]["value"], 0.5, "{next}");
    assert_eq!(next["no_confidence"], "formulas are not counted where errors are allowed and cells are unknown");
}

#[test]
fn rows_that_confirm_never_make_it_less_probable() {
    let folder = Folder::new();
    let file = folder.file("runs.csv", campaign(""));
    let value = |confirmed: &str| -> f64 {
        let options = ["--up-to", "2,1", "--confirmed", confirmed, "--format", "json"];
        let done = run([&["next", &file][..], &options].concat());
        done.json()["confirmation"]["now"]["value"].as_f64().expect("there is one")
    };
    let none = value("0");
    assert!((1..12).all(|rows| value(&rows.to_string()) >= none), "{none}");
    let done = run(["next", &file, "--up-to", "2,1", "--confirmed", "32"]);
    assert_eq!((done.status, done.err.as_str()), (2, "error: --confirmed 32: there are 31 rows with a label\n"));
}
