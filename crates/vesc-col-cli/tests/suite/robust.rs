//! `explain --robust`: which rows an answer hangs on.
#![cfg(all(feature = "cover", feature = "bdd", feature = "sat"))]

use crate::common::{Folder, run};
use serde_json::{Value, json};

/// `irq & lhu` fails. Line 4 alone says that `lhu` is not enough, and lines 5 and 6 together that `irq` is not.
const RUNS: &str = "irq,lhu,fail\n1,1,1\n1,1,1\n0,1,0\n1,0,0\n1,0,0\n0,0,0\n";

fn robust(file: &str, more: &[&str]) -> Value {
    let args = ["explain", file, "--format", "json"];
    run(args.iter().chain(more)).json()["robust"].clone()
}

#[test]
fn json_says_which_rows_decide() {
    let folder = Folder::new();
    let file = folder.file("runs.csv", RUNS);
    let found = robust(&file, &["--robust"]);
    let size = |literals: u64| json!({"literals": literals, "terms": 1});
    let budget = |index: usize| &found["budgets"][index];
    assert_eq!((budget(0)["complexity"].clone(), budget(0)["same"].clone()), (size(2), json!(true)));
    assert_eq!((budget(1)["complexity"].clone(), budget(1)["same"].clone()), (size(1), json!(false)));
    assert_eq!(budget(1)["cardinality"], json!({"lower": "1", "upper": "1"}));
    assert_eq!(budget(2)["example"], json!({"text": "irq"}));
    assert_eq!(found["single_rows"], json!({"tried": 6, "changed": 1, "open": 0}));
    // Both positive rows together are not left out; five pairs have line 4, and one is lines 5 and 6.
    assert_eq!(found["pairs"], json!({"tried": 14, "changed": 6, "open": 0}));
    let lines = |index: usize| {
        let samples = found["deciding"][index]["samples"].as_array().expect("an array").iter();
        samples.map(|sample| sample["lines"].clone()).collect::<Vec<_>>()
    };
    assert_eq!((lines(0), lines(1)), (vec![json!([4])], vec![json!([5, 6])]));
    assert_eq!((&found["deciding_count"], &found["stopped"]), (&json!(2), &Value::Null));
    let core =
        json!({"keeps_concepts": false, "concepts": [], "terms": [], "literals": [], "columns": [], "complete": true});
    assert_eq!(found["core"], core);
    assert_eq!(robust(&file, &["--robust=0"])["budgets"].as_array().map(Vec::len), Some(1));
    assert_eq!(robust(&file, &[]), Value::Null);
}

#[test]
fn a_limit_leaves_open_what_was_not_found() {
    let folder = Folder::new();
    let file = folder.file("runs.csv", RUNS);
    let done = run(["explain", &file, "--robust", "--patience", "1ns", "--format", "json"]);
    assert_eq!(done.status, 3, "{}", done.out);
    let found = &done.json()["robust"];
    assert_eq!(found["stopped"], "deadline");
    assert_eq!(found["pairs"], json!({"tried": 14, "changed": 0, "open": 14}));
    assert_eq!((&found["budgets"][1]["simplest"], &found["core"]), (&json!(false), &Value::Null));
    let done = run(["explain", &file, "--robust", "--patience", "1ns"]);
    assert!(done.out.contains("    with up to 1 wrong label: not known\n"), "{}", done.out);
    assert!(
        done.out.contains("    without one row: the same for 0 of 6 rows, and not known for the others\n"),
        "{}",
        done.out
    );
}

/// Thresholds differ from answer to answer, but all of them speak of the column.
#[test]
fn typed_columns_are_named_where_their_tests_differ() {
    let folder = Folder::new();
    let file = folder
        .file("runs.csv", "len,irq,fail\n1,1,0\n2,0,0\n3,0,0\n4,1,0\n5,1,0\n9,0,1\n10,0,1\n11,1,1\n12,1,1\n15,0,1\n");
    let found = robust(&file, &["--types", "auto", "--robust"]);
    assert_eq!((&found["core"]["columns"], &found["core"]["literals"]), (&json!(["len"]), &json!([])));
    let done = run(["explain", &file, "--types", "auto", "--robust"]);
    assert!(done.out.contains("    all of these answers speak of len\n"), "{}", done.out);
}

#[test]
fn what_has_no_meaning_is_refused() {
    let folder = Folder::new();
    let file = folder.file("runs.csv", RUNS);
    for more in [
        &["--max-errors", "1"][..],
        &["--errors", "auto"],
        &["--hypothesis", "irq"],
        &["--literals", "1", "--terms", "1"],
    ] {
        run(["explain", &file, "--robust"].iter().chain(more)).refusal();
    }
    let partial = folder.file("partial.csv", "a,b,fail\n1,?,1\n0,1,0\n1,0,0\n");
    let refused = run(["explain", &partial, "--unknown", "--robust"]);
    assert!(refused.refusal().contains("--robust"), "{}", refused.err);
    // A column of one class is not searched.
    let one_class = folder.file("one_class.csv", "a,b,fail\n1,0,0\n0,1,0\n");
    assert_eq!(robust(&one_class, &["--robust"]), Value::Null);
}

/// Every try that is named says what the command says that is named with it.
#[test]
fn tries_are_what_their_commands_answer() {
    let folder = Folder::new();
    let file = folder.file("either.csv", "a,b,c,fail\n0,0,0,0\n0,1,1,1\n1,0,0,1\n1,1,0,0\n1,0,1,1\n0,0,1,0\n1,1,1,0\n");
    for command in ["next", "explain"] {
        let (cap, larger) =
            if command == "next" { (vec!["--up-to", "3,1"], "--up-to ") } else { (vec!["--max-terms", "1"], "--max") };
        let done = run(["explain", "next"]
            .iter()
            .filter(|known| **known == command)
            .chain(&[&*file, "--format", "json"])
            .chain(&cap));
        assert_eq!(done.status, 1, "{}", done.out);
        let found = &done.json()["contradiction"];
        assert_eq!(found["stopped"], Value::Null);
        let tries = found["tries"].as_array().expect("an array");
        assert!(
            tries.iter().any(|one| one["typed"].as_str().is_some_and(|typed| typed.starts_with(larger))),
            "{found}"
        );
        for one in tries {
            let typed = one["typed"].as_str().expect("text").replace("--up-to 5,2", "--max-literals 5 --max-terms 2");
            let words: Vec<&str> = match typed.strip_prefix("vesc-col ") {
                Some(command) => command.split(' ').filter(|word| !word.is_empty()).collect(),
                None => {
                    let has_cap =
                        typed.contains("--max-terms") || command == "next" && typed.contains("--max-literals");
                    let literals = if command == "next" { "3" } else { "10" };
                    let own = ["learn", &*file].into_iter().chain(typed.split(' '));
                    let cap = if has_cap { [].as_slice() } else { &["--max-terms", "1", "--max-literals", literals] };
                    own.chain(cap.iter().copied()).collect()
                }
            };
            let learned = run(words.iter().chain(&["--format", "json"])).json();
            let step = learned["steps"].as_array().and_then(|steps| steps.last()).expect("a step");
            match one["complexity"] {
                Value::Null => assert_eq!(learned["outcome"], "underfit", "{one}"),
                _ => {
                    assert_eq!(
                        (&one["complexity"], &one["cardinality"]),
                        (&step["complexity"], &step["cardinality"]),
                        "{one}"
                    );
                    assert_eq!(one["example"]["text"], learned["hypotheses"][0]["text"], "{one}");
                }
            }
        }
        assert_eq!(found["deciding"][0]["samples"].as_array().map(Vec::len), Some(1), "{found}");
    }
}

/// A wrong label refutes every candidate, and is the one row without which the cause fits.
#[test]
fn a_wrong_label_is_named_where_no_candidate_is_left() {
    let folder = Folder::new();
    let mut rows = String::from("a,b,c,d,e,fail\n");
    for row in 0..32u32 {
        let bit = |place: u32| row >> place & 1;
        // The last row says the opposite.
        let label = (bit(0) & bit(1)) ^ u32::from(row == 31);
        rows += &format!("{},{},{},{},{},{label}\n", bit(0), bit(1), bit(2), bit(3), bit(4));
    }
    let file = folder.file("wrong.csv", rows);
    let done = run(["next", &file, "--up-to", "3,2"]);
    assert!(
        done.out.contains("    without line 33 (negative): 2 literals, 1 term, |VS| = 1: `a & b`\n"),
        "{}",
        done.out
    );
    assert!(done.out.contains("    --max-errors 1: 2 literals, 1 term, |VS| = 1: `a & b`\n"), "{}", done.out);
    let done = run(["explain", &file, "--max-literals", "3", "--max-terms", "2"]);
    assert!(done.out.contains("what would fit:\n    without line 33 (negative)"), "{}", done.out);
}
