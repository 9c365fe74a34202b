//! Rows with errors and unknown cells.

use crate::common::{self, Folder, example, run};
use serde_json::json;

/// The cause is `a & b`; one negative row and one positive row have the wrong label, the latter twice.
const FLIPPED: &str = "a,b,c,y\n1,1,0,1\n1,1,0,1\n1,1,1,1\n1,1,1,1\n1,1,1,0\n0,0,1,1\n0,0,1,1\n0,1,0,0\n1,0,1,0\n0,0,0,0\n0,0,0,0\n1,0,0,0\n";

fn learn(content: &str, options: &[&str]) -> common::Done {
    let folder = Folder::new();
    let file = folder.file("runs.csv", content);
    run(["learn", file.as_str()].into_iter().chain(options.iter().copied()))
}

#[test]
fn errors_within_a_budget() {
    let budget = ["--max-false-positives", "1", "--max-false-negatives", "2"];
    let done = learn(FLIPPED, &[&budget[..], &["--max-literals", "4", "--format", "json"]].concat());
    assert_eq!((done.status, done.err.as_str()), (0, ""), "{done:?}");
    assert_eq!((done.complexity(), done.hypotheses()), ((2, 1), vec!["a & b".to_owned()]));
    let report = done.json();
    assert_eq!(report["error_budget"], json!({"false_positives": 1, "false_negatives": 2}));
    let cell = json!({"false_positives": 1, "false_negatives": 2, "cardinality": {"lower": "1", "upper": "1"}});
    assert_eq!(report["steps"][1]["errors"], json!([cell]));
    assert_eq!(report["steps"][0]["errors"], json!([]));
    // Two of the rows are equal with different labels.
    assert_eq!(report["zero_errors"]["outcome"], "underfit");
    let warning = "2 pairs of a positive and a negative row are the same to every formula: nothing fits without an error; they alone force 1 false positive, or 2 false negatives";
    assert!(report["warnings"].as_array().is_some_and(|warnings| warnings.contains(&json!(warning))), "{report}");

    let text = learn(FLIPPED, &[&budget[..], &["--max-literals", "4"]].concat());
    assert!(text.out.contains("    within 1 false positive and 2 false negatives\n    a & b\n"), "{}", text.out);
    assert!(text.out.contains("|VS| by errors, 2 literals"), "{}", text.out);
    assert!(text.out.contains("\nwithout errors underfit: nothing up to 4 literals, 3 terms"), "{}", text.out);
}

#[test]
fn equal_rows_count_each() {
    // The positive row that `a & b` misses is there twice.
    let done = learn(FLIPPED, &["--max-false-positives", "1", "--max-false-negatives", "1", "--format", "json"]);
    assert_ne!(done.hypotheses(), ["a & b"]);
}

/// Rows that contradict each other are read, and nothing fits.
#[test]
fn a_budget_of_zeros_is_one() {
    let zeros = ["--max-false-positives", "0", "--max-false-negatives", "0", "--format", "json"];
    let done = learn(FLIPPED, &zeros);
    assert_eq!((done.status, done.json()["outcome"].as_str()), (1, Some("underfit")), "{done:?}");
    assert_eq!(learn(FLIPPED, &[]).status, 2);
}

#[test]
fn one_kind_of_error_leaves_the_other_out() {
    let done = learn("a,y\n1,1\n1,0\n0,0\n", &["--max-false-positives", "1", "--format", "json"]);
    assert_eq!(done.json()["error_budget"], json!({"false_positives": 1, "false_negatives": 0}));
    assert_eq!(done.hypotheses(), ["a"]);
}

#[test]
fn counted_by_each_engine() {
    let file = example("monk1_train.csv");
    let counts = ["cover", "bdd", "sat"].map(|engine| {
        let budget = ["--max-false-positives", "2", "--max-false-negatives", "30", "--engine", engine];
        let done =
            run([&["count", &file, "--literals", "3", "--terms", "2", "--format", "json"], &budget[..]].concat());
        assert_eq!(done.status, 0, "{done:?}");
        let report = done.json();
        (report["cardinality"].clone(), report["formulas"].clone(), report["steps"][0]["errors"].clone())
    });
    assert_eq!(counts[0], counts[1]);
    assert_eq!(counts[0], counts[2]);
    assert_ne!(counts[0].0["lower"], "0");
}

#[test]
fn unknown_cells() {
    let rows = "a,b,y\n1,?,1\n0,1,0\n0,,0\n1,X,1\n";
    let done = learn(rows, &["--unknown", "--format", "json"]);
    assert_eq!((done.status, done.hypotheses()), (0, vec!["a".to_owned()]), "{done:?}");
    let step = &done.json()["steps"][0];
    assert_eq!(step["cardinality"], json!({"lower": "1", "upper": "1"}));
    // `!b` fits if `b` is 0 in the positive rows and 1 in the third one.
    assert_eq!(step["possible"]["cardinality"], json!({"lower": "2", "upper": "2"}));
    let text = learn(rows, &["--unknown"]);
    assert!(
        text.out.contains("    whatever the unknown cells are; for some values of them |VS| = 2\n"),
        "{}",
        text.out
    );
    assert!(text.out.contains("warning: 3 cells are unknown"), "{}", text.out);
}

#[test]
fn unknown_cells_may_leave_it_open() {
    let done = learn("a,b,y\n?,1,1\n?,1,0\n", &["--unknown=?"]);
    assert_eq!(done.status, 3, "{done:?}");
    assert!(done.out.contains("\nundecided: 1 literal"), "{}", done.out);
    assert!(done.out.contains("    possibly a\n    possibly !a\n"), "{}", done.out);
}

#[test]
fn errors_and_unknown_cells_at_once() {
    let rows = "a,x,y\n1,1,1\n0,?,0\n1,?,0\n0,0,0\n";
    let options = ["--unknown", "--max-false-positives", "1", "--max-literals", "2", "--max-terms", "1"];
    let done = learn(rows, &[&options[..], &["--format", "json"]].concat());
    assert_eq!((done.status, done.hypotheses()), (0, vec!["a".to_owned()]), "{done:?}");
    let report = done.json();
    let step = &report["steps"][0];
    // `x` is wrong on two rows if the unknown cells are 1, and on none if they are 0.
    assert_eq!(step["possible"]["cardinality"], json!({"lower": "2", "upper": "2"}));
    assert_eq!(step["errors"][0]["false_positives"], 1);
    assert_eq!(report["error_budget"], json!({"false_positives": 1, "false_negatives": 0}));
    assert_eq!(report["zero_errors"]["outcome"], "undecided");
    let text = learn(rows, &options).out;
    let noted = "    within 1 false positive and 0 false negatives\n    whatever the unknown cells are; for some values of them |VS| = 2\n";
    assert!(text.contains(noted), "{text}");
    assert!(text.contains("|VS| by errors, 1 literal, 1 term:\n"), "{text}");
}

const TYPED: &str = "\
mode,len,fail
burst,4,1
burst,8,1
burst,2,0
single,4,0
idle,8,0
";

#[test]
fn typed_columns_may_have_errors() {
    let booked = format!("{TYPED}burst,16,0\nburst,16,1\n");
    let refusal = learn(&booked, &["--types", "auto"]).refusal().to_owned();
    assert!(refusal.contains(":8: this positive row and the negative one on line 7 have equal values"), "{refusal}");
    let report = learn(&booked, &["--types", "auto", "--max-false-positives", "1", "--format", "json"]).json();
    assert_eq!(report["outcome"], "learned", "{report}");
    assert_eq!(report["complexity"], json!({"literals": 2, "terms": 1}));
    assert_eq!(report["hypotheses"][0]["text"], "mode=burst & len>=4");
    assert_eq!(report["zero_errors"]["outcome"], "underfit");
}

#[test]
fn typed_columns_may_have_unknown_cells() {
    // The run that failed without its mode was a burst, or something never seen.
    let rows = format!("{TYPED},16,1\nburst,?,0\n");
    let refusal = learn(&rows, &["--types", "auto"]).refusal().to_owned();
    assert!(refusal.contains(":7:1: column `mode`: the cell is empty"), "{refusal}");
    let report = learn(&rows, &["--types", "auto", "--unknown=,?", "--format", "json"]).json();
    assert_eq!(report["outcome"], "undecided", "{report}");
    let step = report["steps"].as_array().unwrap().last().unwrap().clone();
    assert_eq!((&step["cardinality"]["upper"], &step["possible"]["cardinality"]["upper"]), (&json!("0"), &json!("1")));
    assert_eq!(report["warnings"][0], "2 cells are unknown", "{report}");

    // Of two modes only, what is not known of a mode that is no single is known.
    let schema = Folder::new();
    let file = schema.file("schema.toml", "auto = true\none_hot = [[\"m_*\"]]\n");
    let done = learn("m_a,m_b,x,y\n1,?,1,1\n0,1,1,0\n?,0,0,0\n", &["--schema", &file, "--unknown", "--format", "json"]);
    let report = done.json();
    assert_eq!((&report["outcome"], &report["cardinality"]["upper"]), (&json!("learned"), &json!("1")), "{report}");
    let refusal = learn("m_a,m_b,x,y\n1,1,1,1\n0,?,1,0\n", &["--schema", &file, "--unknown"]).refusal().to_owned();
    assert!(refusal.contains(":2: this row is not a legal input: `m_a & m_b`"), "{refusal}");
}

#[test]
fn only_the_words_that_were_named_are_unknown() {
    let refusal = learn("a,y\nz,1\n", &["--unknown=?,x"]).refusal().to_owned();
    assert!(
        refusal.contains(
            "column `a`: `z` is not Boolean; where it means that the value is not known, say so by --unknown='?,x,z'"
        ),
        "{refusal}"
    );
    let refusal = learn("a,y\n,1\n", &["--unknown=?"]).refusal().to_owned();
    assert!(
        refusal.ends_with("the cell is empty; --unknown names the words for values that are not known, such as --unknown= for empty cells"),
        "{refusal}"
    );
}

#[test]
fn bad_usage() {
    let rows = "a,y\n1,1\n";
    assert!(learn(rows, &["--unknown=?,1"]).refusal().contains("`1` is a value"));
    assert!(learn(rows, &["--max-false-positives", "-1"]).refusal().contains("--max-false-positives"));
    let folder = Folder::new();
    let certify = learn(rows, &["--certify", &folder.name("proofs"), "--max-false-negatives", "1"]);
    assert!(certify.refusal().contains("--certify is for rows without errors and unknown cells"));
    let wide = format!("{}y\n{}1\n", (0..30).map(|i| format!("x{i},")).collect::<String>(), "?,".repeat(30));
    let refusal = learn(&wide, &["--unknown", "--one-class"]).refusal().to_owned();
    assert!(
        refusal.contains("runs.csv:2: 30 unknown cells: with all their values there would be more than 1048576 rows"),
        "{refusal}"
    );
}
