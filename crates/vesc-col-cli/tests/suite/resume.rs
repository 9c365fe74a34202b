//! `learn --resume`: files that grow, and states of other data.

use crate::common::{Done, Folder, example, run};
use serde_json::Value;

/// The first rows of an example.
fn first_rows(folder: &Folder, name: &str, rows: usize) -> String {
    let all = std::fs::read_to_string(example(name)).expect("the example is there");
    let start: Vec<&str> = all.lines().take(rows + 1).collect();
    folder.file("runs.csv", start.join("\n"))
}

fn learn(file: &str, options: &[&str]) -> Done {
    run(["learn", file, "--format", "json"].into_iter().chain(options.iter().copied()))
}

fn resumed(folder: &Folder, file: &str, options: &[&str]) -> Done {
    let state = folder.name("state.json");
    learn(file, &[&["--resume", &state], options].concat())
}

/// The report without what depends on who found it out.
fn answer(done: &Done) -> Value {
    let mut report = done.json();
    for step in report["steps"].as_array_mut().expect("steps") {
        step["engine"].take();
        step["seconds"].take();
    }
    report
}

fn known_steps(done: &Done) -> usize {
    let report = done.json();
    report["steps"].as_array().expect("steps").iter().filter(|step| step["engine"] == "known").count()
}

#[test]
fn a_file_that_grows() {
    let folder = Folder::new();
    // Nothing to be known yet; then a wrong answer is refuted, twice; then nothing is new.
    for (rows, known) in [(300, 0), (1500, 1), (4000, 3), (4000, 9)] {
        let file = first_rows(&folder, "eda_picorv32_trap.csv", rows);
        let done = resumed(&folder, &file, &[]);
        let fresh = learn(&file, &[]);
        assert_eq!((done.status, done.err.as_str()), (fresh.status, ""), "{done:?}");
        assert_eq!(answer(&done), answer(&fresh), "{rows} rows");
        assert!(known_steps(&done) >= known, "{rows} rows: {done:?}");
    }
    assert_eq!(std::fs::read_dir(folder.path(".")).expect("a folder").count(), 2, "no other file is left");
}

#[test]
fn rows_in_another_order_other_engines_bounds_and_sizes() {
    let folder = Folder::new();
    let all = std::fs::read_to_string(example("monk1_train.csv")).expect("the example is there");
    let (header, rows) = all.split_once('\n').expect("a header");
    let mut rows: Vec<&str> = rows.lines().collect();
    let half = folder.file("half.csv", [&[header], &rows[..rows.len() / 2]].concat().join("\n"));
    resumed(&folder, &half, &["--max-terms", "4", "--engine", "bdd"]);
    rows.reverse();
    let file = folder.file("all.csv", [&[header], &rows[..]].concat().join("\n"));
    for options in [
        &["--max-terms", "4", "--engine", "cover"][..],
        &["--max-literals", "4", "--bound", "1"],
        &["--max-terms", "4", "--list", "5", "--on-overfit", "measure-on", "--max-literals", "8"],
        &["--language", "tree"],
        &["--language", "tree", "--max-size", "3"],
        &["--max-terms", "4", "--forbid", "\"a5=1\""],
    ] {
        let (done, fresh) = (resumed(&folder, &file, options), learn(&file, options));
        assert_eq!((done.status, answer(&done)["outcome"].clone()), (fresh.status, answer(&fresh)["outcome"].clone()));
        for field in ["complexity", "hypotheses", "warnings", "data", "classes"] {
            assert_eq!(answer(&done)[field], answer(&fresh)[field], "{options:?}");
        }
    }
}

#[test]
fn a_search_that_was_stopped_goes_on() {
    let folder = Folder::new();
    // So few rows are read without a look at the run.
    let file = first_rows(&folder, "eda_uart_frame_err.csv", 990);
    let first = resumed(&folder, &file, &["--max-literals", "3"]);
    assert_eq!(first.status, 1, "{first:?}");
    let stopped = resumed(&folder, &file, &["--timeout", "1ns"]);
    assert_eq!(stopped.status, 3, "{stopped:?}");
    assert_eq!(known_steps(&stopped), 6, "what was known is still known");
    let done = resumed(&folder, &file, &[]);
    assert_eq!(answer(&done), answer(&learn(&file, &[])));
    assert!(known_steps(&done) >= 6, "{done:?}");
}

#[test]
fn declared_groups() {
    let folder = Folder::new();
    let options = ["--one-hot", "a,b"];
    let file = folder.file("runs.csv", "a,b,c,y\n1,0,1,1\n0,1,1,0\n");
    assert_eq!(resumed(&folder, &file, &options).status, 0);
    let file = folder.file("runs.csv", "a,b,c,y\n1,0,1,1\n0,1,1,0\n1,0,0,0\n");
    assert_eq!(answer(&resumed(&folder, &file, &options)), answer(&learn(&file, &options)));
    // Without the group the same sub-space is another one.
    assert_eq!(answer(&resumed(&folder, &file, &[])), answer(&learn(&file, &[])));
}

const SMALL: &str = "a,b,c,y\n1,1,0,1\n1,1,1,0\n";

#[track_caller]
fn refuses(second: &str, expected: &str) {
    let folder = Folder::new();
    let file = folder.file("runs.csv", SMALL);
    assert_eq!(resumed(&folder, &file, &[]).status, 0);
    let before = folder.read("state.json");
    let file = folder.file("runs.csv", second);
    let done = resumed(&folder, &file, &[]);
    let start = format!("{}: cannot resume: the state of other data: {expected}; ", folder.name("state.json"));
    assert!(done.refusal().starts_with(&start), "{done:?}");
    assert_eq!(folder.read("state.json"), before, "the state is kept");
}

#[test]
fn other_data() {
    refuses("a,b,c,y\n1,1,0,1\n", "row 2 of the earlier data, a negative sample, is missing");
    refuses("a,b,c,y\n1,1,0,1\n1,1,1,1\n", "row 2 of the earlier data, a negative sample, has the other label now");
    refuses("a,x,c,y\n1,1,0,1\n1,1,1,0\n", "feature 2 was `b` in the earlier data, and is `x` now");
    refuses("a,b,y\n1,1,1\n", "feature 3 of the earlier data, `c`, is missing");
    refuses("a,b,c,d,y\n1,1,0,1,1\n", "feature 4, `d`, is not in the earlier data");
}

#[test]
fn no_state() {
    let folder = Folder::new();
    let file = folder.file("runs.csv", SMALL);
    assert_eq!(resumed(&folder, &file, &[]).status, 0);
    let whole = folder.read("state.json");
    let changed = whole.replace("[[4,5]]", "[[2,3]]");
    assert_ne!(changed, whole);
    let newer = whole.replace("\"schema\":3", "\"schema\":7");
    for (text, expected) in [
        ("", "EOF while parsing a value"),
        (&whole[..whole.len() / 2], "EOF while parsing"),
        ("{\"outcome\": \"learned\"}", "unknown field `outcome`"),
        (SMALL, "expected value at line 1 column 1"),
        (&newer, "it has schema 7, and only 3 is known here"),
        (&changed, "its checksum is not that of its content: it was changed or damaged"),
    ] {
        folder.file("state.json", text);
        let done = resumed(&folder, &file, &[]);
        let refusal = done.refusal();
        assert!(
            refusal.contains("cannot resume: the state cannot be read: ") && refusal.contains(expected),
            "{refusal}"
        );
        assert!(refusal.ends_with("; name another state, or delete this one to start afresh"), "{refusal}");
        assert_eq!(folder.read("state.json"), text, "it is left alone");
    }
}

#[test]
fn files_that_cannot_be_states() {
    let folder = Folder::new();
    let file = folder.file("runs.csv", SMALL);
    let state = folder.name("state.json");
    for (options, expected) in [
        (&["--resume", "-"][..], "needs a file"),
        (&["--resume", &file], "both the input and the output"),
        (&["--resume", &state, "--output", &state], "both the state and the output"),
        (&["--resume", &folder.name("nowhere/state.json")], "cannot write"),
        (&["--resume", &folder.name(".")], "cannot write"),
        (&["--resume", &state, "--max-false-positives", "1"], "without errors and unknown cells"),
        (&["--resume", &state, "--unknown"], "without errors and unknown cells"),
    ] {
        let done = learn(&file, options);
        assert!(done.refusal().contains(expected), "{done:?}");
    }
    assert_eq!(folder.read("runs.csv"), SMALL);
    assert!(!folder.path("state.json").exists());
}
