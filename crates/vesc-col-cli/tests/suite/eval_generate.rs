//! Instances, the search for what was planted, and formulas applied to files.

use crate::common::{Folder, example, run, run_with_input};
use serde_json::{Value, json};

#[test]
fn the_planted_target_is_found() {
    for (terms, positives) in [("5", "2"), ("2,3", "6")] {
        let folder = Folder::new();
        let (file, target) = (folder.name("runs.csv"), folder.name("target.txt"));
        let recipe = ["--features", "40", "--terms", terms, "--positives", positives, "--negatives", "600"];
        let made = run(["generate", "--target", &target, "--output", &file].iter().chain(&recipe));
        assert_eq!((made.status, made.out.as_str(), made.err.as_str()), (0, "", ""), "{made:?}");
        let done = run(["learn", &file, "--format", "json", "--timeout", "120s"]);
        assert_eq!((done.status, done.complexity().0), (0, 5), "{done:?}");
        assert!(done.hypotheses().contains(&folder.read("target.txt").trim_end().to_owned()), "{done:?}");
    }
}

#[test]
fn the_same_seed_makes_the_same_file_everywhere() {
    let make = |seed: &str| {
        run(["generate", "--features", "8", "--terms", "1,2", "--positives", "2", "--negatives", "3", "--seed", seed])
    };
    let made = make("1");
    assert_eq!((made.status, made.err.as_str()), (0, ""));
    assert_eq!(made.out, PINNED);
    assert_eq!(made.out, make("1").out);
    assert_ne!(made.out, make("2").out);
}

const PINNED: &str = "\
x0,x1,x2,x3,x4,x5,x6,x7,label
1,0,1,1,0,0,0,1,1
1,1,0,1,0,1,0,1,1
0,0,0,1,1,0,1,0,0
0,0,1,1,0,0,0,1,0
1,0,0,1,0,1,1,0,0
";

#[test]
fn equal_rows_are_kept() {
    let done = run(["generate", "--features", "1", "--terms", "1", "--positives", "3", "--negatives", "4"]);
    assert_eq!(done.out.lines().count(), 8, "{done:?}");
}

#[test]
fn formulas_are_judged() {
    let file = example("monk1_test.csv");
    // The training rows' concept in terms of the columns: a1 = a2 or a5 = 1.
    let right = r#""a5=1" | "a1=1" & "a2=1" | "a1=2" & "a2=2" | "a1=3" & "a2=3""#;
    let done = run(["eval", &file, "--hypothesis", right, "--format", "json"]);
    assert_eq!((done.status, done.err.as_str()), (0, ""), "{done:?}");
    let expected = serde_json::json!({
        "schema": 1,
        "outcome": "evaluated",
        "hypothesis": {"text": right},
        "complexity": {"literals": 7, "terms": 4},
        "consistent": true,
        "confusion": {"true_positives": 216, "false_positives": 0, "true_negatives": 216, "false_negatives": 0},
        "false_positive_lines": [],
        "false_negative_lines": [],
        // Of the columns that the formula names.
        "data": {"features": 7, "positives": 216, "negatives": 216, "distinct": 18},
        "warnings": []
    });
    assert_eq!(done.json(), expected);

    let done = run(["eval", &file, "--hypothesis", r#""a5=1""#]);
    assert_eq!(done.status, 0);
    assert!(done.out.contains("inconsistent: the formula is wrong on 108 of 432 samples"), "{done:?}");
    assert!(done.out.contains("and 98 more"), "{done:?}");
}

#[test]
fn wrong_rows_are_named_by_their_lines() {
    let input = b"a,b,y\n1,0,1\n\n1,1,0\n0,1,1\n1,1,0\n0,0,0\n0,1,0\n";
    let done = run_with_input(["eval", "-", "--hypothesis", "a", "--format", "json"], input);
    let report = done.json();
    assert_eq!(report["false_positive_lines"], serde_json::json!([4, 6]));
    assert_eq!(report["false_negative_lines"], serde_json::json!([5]));
    assert_eq!(report["data"], serde_json::json!({"features": 1, "positives": 2, "negatives": 4, "distinct": 4}));
    let done = run_with_input(["eval", "-", "--hypothesis", "a"], input);
    let expected = "\
<stdin>: 6 samples (2 positive, 4 negative; 4 distinct), 1 feature, label `y`, `1` is positive
inconsistent: the formula is wrong on 3 of 6 samples
    a

              positive  negative
accepted             1         2
rejected             1         2

negative but accepted, on lines 4, 6

positive but rejected, on line 5
";
    assert_eq!(done.out, expected);
}

#[test]
fn a_file_without_the_event_is_evaluated() {
    let folder = Folder::new();
    let file = folder.file("runs.csv", "a,verdict\n1,PASS\n");
    let done = run(["eval", &file, "--positive", "FAIL", "--hypothesis", "!a"]);
    let expected = format!(
        "{file}: 1 sample (0 positive, 1 negative; 1 distinct), 1 feature, label `verdict`, `FAIL` is positive\nconsistent"
    );
    assert!(done.status == 0 && done.out.starts_with(&expected), "{done:?}");
    assert!(done.out.contains("warning: ") && done.out.contains("no row has the label `FAIL`"), "{done:?}");
    let done = run(["eval", &file, "--positive", "fail", "--hypothesis", "a", "--format", "json"]);
    assert!(done.json()["warnings"][1].as_str().is_some_and(|text| text.contains("the labels are `PASS`")), "{done:?}");
    let learned = run(["learn", &file, "--positive", "FAIL"]);
    assert!(learned.status == 1 && learned.out.contains("no row has the label `FAIL`"), "{learned:?}");
}

#[test]
fn unknown_cells_are_what_is_legal() {
    let folder = Folder::new();
    let file = folder.file("runs.csv", "mode,irq,fail\nidle,1,1\n?,1,1\nburst,0,0\nidle,0,0\n");
    let eval = |formula: &str, options: &[&str]| {
        let words = ["eval", &file, "--unknown=?", "--format", "json", "--hypothesis", formula];
        run(words.iter().chain(options)).json()
    };
    // Two words are opposites, so that one of both holds.
    let both = eval("mode=idle & irq | mode=burst & irq", &["--types", "auto"]);
    assert_eq!((&both["consistent"], &both["open_lines"]), (&json!(true), &Value::Null));
    let one = eval("mode=idle & irq", &["--types", "auto", "--max-false-negatives", "1"]);
    assert_eq!((&one["consistent"], &one["within_budget"]), (&Value::Null, &json!(true)));
    assert_eq!((&one["open_lines"], &one["confusion"]["open_positives"]), (&json!([3]), &json!(1)));
    // A value that no row has is judged by the formula's columns alone.
    let other = eval("mode=wrap", &["--types", "auto"]);
    assert_eq!((&other["consistent"], &other["open_lines"]), (&json!(false), &json!([3])));
    let group = folder.file("group.csv", "a,b,y\n1,?,1\n0,1,0\n");
    let declared =
        run(["eval", &group, "--unknown=?", "--one-hot=a,b", "--hypothesis", "b", "--format", "json"]).json();
    assert_eq!((&declared["false_negative_lines"], &declared["open_lines"]), (&json!([2]), &Value::Null));
}

/// Where features are made of typed columns, or unknown cells depend on what is declared.
#[test]
fn formulas_about_groups_are_judged_over_all_columns() {
    let folder = Folder::new();
    let typed = folder.file("typed.csv", "er_a,er_b,len,fail\n1,0,9,1\n1,0,3,0\n0,1,9,0\n0,0,9,0\n1,0,12,1\n");
    let declared = folder.file("declared.csv", "g0,g1,g2,fail\n0,1,0,1\n?,1,0,1\n1,0,0,0\n0,0,1,0\n");
    let of_typed = ["--types", "auto", "--group", "er: er_a,er_b", "--hypothesis", "len>=9 & er = a"];
    let of_declared = ["--one-hot", "g0,g1,g2", "--unknown", "--group", "v:g1,g2", "--hypothesis", "!g0 & v = g1"];
    for (file, options) in [(&typed, &of_typed[..]), (&declared, &of_declared[..])] {
        let done = run([&["eval", file], options].concat());
        assert!(done.status == 0 && done.out.contains("consistent: the formula is right on every sample"), "{done:?}");
    }
}
