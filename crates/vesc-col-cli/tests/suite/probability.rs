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
    assert_eq!(
        next["no_confidence"],
        "formulas of all sizes are not counted where errors are allowed and cells are unknown"
    );
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

/// 300 runs over 20 columns, drawn by chance; `x0 & x1 & x2 & !x3 & x4` fails.
fn drawn() -> String {
    let label = |code: u32| u32::from(code & 0b1_1111 == 0b1_0111);
    let cells = |code: u32| (0..20).map(|bit| format!("{},", code >> bit & 1)).collect::<String>();
    let mut state = 1u64;
    let mut draw = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 40) as u32
    };
    let names: String = (0..20).map(|column| format!("x{column},")).collect();
    let rows: String = (0..300).map(|_| draw()).map(|code| format!("{}{}\n", cells(code), label(code))).collect();
    format!("{names}fail\n{rows}")
}

/// What survived the first confirming runs is not soon refuted, however often the rows are counted anew.
#[test]
fn each_confirming_run_leaves_one_run_less() {
    let folder = Folder::new();
    let table = folder.name("inputs.csv");
    let (mut rows, mut confirmed, mut first) = (drawn(), 0, None);
    for _ in 0..3 {
        let file = folder.file("runs.csv", &rows);
        let options = |confirmed: &str| {
            ["next", &file, "--up-to", "6,1", "--count", "4", "--confirmed", confirmed].map(str::to_owned)
        };
        let left = |confirmed: &str| {
            let report = run(options(confirmed).iter().map(String::as_str).chain(["--format", "json"])).json();
            assert_eq!(report["unique"]["text"], "x0 & x1 & x2 & !x3 & x4", "{report}");
            report["confirmation"]["runs_left"].as_u64().expect("it is within reach")
        };
        let number = confirmed.to_string();
        let (by_chance, now) = (left("0"), left(&number));
        let first = *first.get_or_insert(now);
        assert_eq!(now, first - confirmed);
        // The text says why both numbers differ.
        let text = run(options(&number).iter().map(String::as_str).chain(["--inputs", &table])).out;
        let why = format!("    {by_chance} if the rows of --confirmed had come by chance; but they were chosen");
        assert_eq!(text.contains(&why), by_chance < now, "{text}");
        assert!(by_chance < now || confirmed == 0, "{by_chance} and {now}");
        let inputs = folder.read("inputs.csv");
        let label = |row: &str| u8::from(row.starts_with("1,1,1,0,1,"));
        let answers: Vec<String> = inputs.lines().skip(1).map(|row| format!("{row}{}\n", label(row))).collect();
        confirmed += answers.len() as u64;
        rows += &answers.concat();
    }
}
