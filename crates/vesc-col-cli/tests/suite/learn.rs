//! The main job, on real files and by its contract.

use serde_json::json;

use crate::common::{Folder, example, run, run_with_input};

const UART_CAUSE: &str = "rx_enable & rx_parity_en & !tx_parity_en & gap_0 | rx_enable & flip_stop";
const TRAP_CAUSE: &str = "op_ebreak & irq_mask_1 | op_lhu & addr_lo0 & irq_mask_2";

/// Both sides as sets of terms of literals, since the order in a formula is that of the columns.
fn same_formula(a: &str, b: &str) -> bool {
    let normal = |text: &str| {
        let mut terms: Vec<Vec<String>> = text
            .split(" | ")
            .map(|term| {
                let mut literals: Vec<String> = term.split(" & ").map(str::to_owned).collect();
                literals.sort();
                literals
            })
            .collect();
        terms.sort();
        terms
    };
    normal(a) == normal(b)
}

#[track_caller]
fn learns(file: &str, options: &[&str], complexity: (u64, u64), cause: &str) {
    let file = example(file);
    let done = run(["learn", &file, "--format", "json"].into_iter().chain(options.iter().copied()));
    assert_eq!((done.status, done.err.as_str()), (0, ""), "{done:?}");
    assert_eq!(done.complexity(), complexity);
    assert_eq!(done.json()["cardinality"], serde_json::json!({"lower": "1", "upper": "1"}));
    let hypotheses = done.hypotheses();
    assert!(hypotheses.len() == 1 && same_formula(&hypotheses[0], cause), "{hypotheses:?}");
}

#[test]
fn the_cause_of_the_frame_error() {
    learns("eda_uart_frame_err.csv", &[], (6, 2), UART_CAUSE);
}

#[test]
fn the_cause_of_the_frame_error_by_each_engine() {
    for engine in ["bdd", "sat"] {
        learns("eda_uart_frame_err.csv", &["--engine", engine], (6, 2), UART_CAUSE);
    }
}

#[test]
fn the_cause_of_the_trap() {
    learns("eda_picorv32_trap.csv", &[], (5, 2), TRAP_CAUSE);
}

#[test]
fn a_campaign_that_was_stopped_early() {
    let all = std::fs::read_to_string(example("eda_picorv32_trap.csv")).expect("the example is there");
    let start: Vec<&str> = all.lines().take(301).collect();
    let done = run_with_input(["learn", "-", "--format", "json"], start.join("\n").as_bytes());
    assert_eq!(done.status, 0, "{done:?}");
    assert_eq!(done.complexity(), (2, 1));
    assert_eq!(done.hypotheses().len(), 1);
}

/// What a & !c explains: all rows over three features.
const SMALL: &str = "a,b,c,y\n0,0,0,0\n1,0,0,1\n0,1,0,0\n1,1,0,1\n0,0,1,0\n1,0,1,0\n0,1,1,0\n1,1,1,0\n";

#[test]
fn text() {
    let folder = Folder::new();
    let file = folder.file("runs.csv", SMALL);
    let done = run(["learn", &file]);
    assert_eq!((done.status, done.err.as_str()), (0, ""), "{done:?}");
    let mut lines = done.out.lines();
    let first =
        format!("{file}: 8 samples (2 positive, 6 negative; 8 distinct), 3 features, label `y`, `1` is positive");
    assert_eq!(lines.next(), Some(first.as_str()));
    // The answer comes last, and at its end how likely it is right.
    assert_eq!(
        lines.next_back(),
        Some("certain if these columns hold all that matters: every input is in the data"),
        "{done:?}"
    );
    let mut lines = lines.rev().skip_while(|line| *line != "    a & !c").skip(1);
    let answer = lines.next();
    assert!(answer.is_some_and(|line| line.starts_with("learned: 2 literals, 1 term, |VS| = 1")), "{done:?}");
}

#[test]
fn json() {
    let done = run_with_input(["learn", "-", "--format", "json"], SMALL.as_bytes());
    let mut report = done.json();
    let number = serde_json::json!({"lower": "1", "upper": "1"});
    let none = serde_json::json!({"lower": "0", "upper": "0"});
    for step in report["steps"].as_array_mut().expect("a list") {
        assert!(step["seconds"].is_f64() && step["engine"].is_string(), "{step}");
        step["seconds"] = 0.into();
        step["engine"] = "some".into();
    }
    // The answer's and the hypothesis's are the same.
    let confidence = report.as_object_mut().expect("an object").remove("confidence").expect("it is learned");
    let hypothesis = report["hypotheses"][0].as_object_mut().expect("an object");
    assert_eq!(hypothesis.remove("confidence"), Some(confidence.clone()));
    let number_of = |name: &str| confidence[name].as_f64().unwrap_or_else(|| panic!("{name}: {confidence}"));
    let [low, correct, high] = ["low", "correct", "high"].map(number_of);
    assert!(0.0 <= low && low <= correct && correct <= high && high <= 1.0, "{confidence}");
    assert!(correct <= number_of("terms") && correct <= number_of("complete"), "{confidence}");
    assert_eq!(confidence["prior"], serde_json::json!({"outside": 0.1, "terms": 3}));
    assert_eq!(confidence["components"]["positives"], 2);
    let step = |literals: u64, count: &serde_json::Value| {
        serde_json::json!({
            "complexity": {"literals": literals, "terms": 1}, "cardinality": count, "formulas": count,
            "engine": "some", "seconds": 0, "stopped": null
        })
    };
    let expected = serde_json::json!({
        "schema": 1,
        "outcome": "learned",
        "complexity": {"literals": 2, "terms": 1},
        "cardinality": number,
        "formulas": number,
        "classes": "1",
        "hypotheses": [{
            "text": "a & !c",
            "terms": [[
                {"feature": "a", "op": "", "value": null, "index": 0},
                {"feature": "c", "op": "!", "value": null, "index": 2}
            ]]
        }],
        "steps": [step(1, &none), step(2, &number)],
        "data": {"features": 3, "positives": 2, "negatives": 6, "distinct": 8},
        "same_in_every_run": [],
        "warnings": []
    });
    assert_eq!(report, expected);
    assert!(done.out.ends_with("}\n") && !done.out.trim_end().contains('\n'), "one object on one line");
}

#[test]
fn labels_columns_and_line_ends() {
    let expected = run_with_input(["learn", "-", "--format", "json"], SMALL.as_bytes()).hypotheses();
    let variants = [
        (SMALL.replace('\n', "\r\n"), vec![]),
        (format!("\u{feff}{SMALL}"), vec![]),
        (format!("\u{feff}\u{feff}{SMALL}"), vec![]),
        (SMALL.trim_end().to_owned(), vec![]),
        (SMALL.replace('\n', "\n\n"), vec![]),
        (SMALL.replace(",1\n", ", YES \n").replace(",0\n", ",Neg\n"), vec![]),
        (SMALL.replace("\n0", "\n\"False\"").replace("\n1", "\n TRUE "), vec![]),
        (SMALL.replace(",1\n", ",-FAIL\n").replace(",0\n", ",ok\n"), vec!["--positive", "-FAIL"]),
        (
            SMALL.replacen(",1\n", ",HANG\n", 1).replace(",1\n", ",FAIL\n").replace(",0\n", ",ok\n"),
            vec!["--positive", "FAIL", "--positive", "HANG"],
        ),
        (SMALL.replace('\n', ",17\n").replace("y,17", "y,id"), vec!["--ignore", "id"]),
        (SMALL.replace('\n', ",é\n").replace("y,é", "y,\"run, id\""), vec!["--ignore", "\"run, id\""]),
    ];
    for (content, options) in &variants {
        let done = run_with_input(["learn", "-", "--format", "json"].iter().chain(options), content.as_bytes());
        assert_eq!(done.hypotheses(), expected, "{content:?}");
    }
    let moved: String = SMALL.lines().map(|line| format!("{},{}\n", &line[6..], &line[..5])).collect();
    let done = run_with_input(["learn", "-", "--label", "y", "--format", "json"], moved.as_bytes());
    assert_eq!(done.hypotheses(), expected);
}

#[test]
fn outcomes() {
    let status = |content: &str, options: &[&str]| {
        let done = run_with_input(["learn", "-", "--format", "json"].iter().chain(options), content.as_bytes());
        (done.status, done.json()["outcome"].as_str().expect("a word").to_owned(), done)
    };
    let (code, outcome, done) = status("a,b,c,y\n1,1,1,1\n0,0,0,0\n", &["--bound", "2"]);
    assert_eq!((code, outcome.as_str()), (1, "overfit"));
    assert_eq!((done.complexity(), done.hypotheses().len()), ((1, 1), 0));
    let (code, _, done) = status("a,b,c,y\n1,1,1,1\n0,0,0,0\n", &["--bound", "2", "--list", "2"]);
    assert_eq!((code, done.hypotheses()), (1, vec!["a".to_owned(), "b".to_owned()]));
    let options = ["--bound", "2", "--on-overfit", "measure-on", "--max-literals", "3", "--max-terms", "1"];
    let (code, outcome, done) = status("a,b,c,y\n1,1,1,1\n0,0,0,0\n", &options);
    assert_eq!((code, outcome.as_str(), done.json()["steps"].as_array().map(Vec::len)), (1, "overfit", Some(3)));
    let (code, outcome, done) = status("a,b,y\n0,0,0\n1,1,0\n0,1,1\n1,0,1\n", &["--max-terms", "1"]);
    assert_eq!((code, outcome.as_str()), (1, "underfit"));
    assert_eq!(done.json()["complexity"], serde_json::Value::Null);
    assert_eq!(done.json()["cardinality"], serde_json::json!({"lower": "0", "upper": "0"}));
}

#[test]
fn one_class_is_searched_on_purpose_only() {
    for rows in ["a,b,y\n0,1,0\n1,1,0\n", "a,b,y\n0,1,1\n1,1,1\n"] {
        let done = run_with_input(["learn", "-", "--format", "json"], rows.as_bytes());
        let report = done.json();
        assert_eq!(
            (done.status, &report["outcome"], &report["steps"]),
            (1, &json!("one-class"), &json!([])),
            "{done:?}"
        );
        assert_eq!(
            (&report["complexity"], &report["cardinality"]),
            (&json!(null), &json!({"lower": "0", "upper": null}))
        );
        for format in ["text", "json"] {
            let done = run_with_input(["learn", "-", "--one-class", "--format", format], rows.as_bytes());
            assert!(matches!(done.status, 0 | 1) && !done.out.contains("one-class"), "{done:?}");
            assert!(done.out.contains("no positive sample") || done.out.contains("no negative sample"), "{done:?}");
        }
    }
}

#[test]
fn a_label_in_another_column_is_suspected() {
    let rows = b"fail,a,b,c\n1,1,0,0\n0,0,1,1\n0,1,1,0\n";
    let done = run_with_input(["learn", "-"], rows);
    let first = "warning: the last column, `c`, is taken for the label; if it is `fail`, type --label fail";
    assert_eq!(done.out.lines().next(), Some(first));
    assert_eq!(
        run_with_input(["learn", "-", "--format", "json"], rows).json()["warnings"][0],
        first["warning: ".len()..]
    );
    let done = run_with_input(["learn", "-", "--label", "fail"], rows);
    assert!(
        done.out
            .starts_with("<stdin>: 3 samples (1 positive, 2 negative; 3 distinct), 3 features, label `fail`, `1` is")
    );
}

#[test]
fn count() {
    let count = |literals: &str, terms: &str, options: &[&str]| {
        let all = ["count", "-", "--literals", literals, "--terms", terms, "--format", "json"];
        run_with_input(all.iter().chain(options), SMALL.as_bytes())
    };
    let done = count("2", "1", &[]);
    assert_eq!((done.status, done.hypotheses().len()), (0, 0), "{done:?}");
    let report = done.json();
    assert_eq!(report["outcome"], "counted");
    assert_eq!(report["steps"].as_array().map(Vec::len), Some(1));
    assert_eq!(report["formulas"], serde_json::json!({"lower": "1", "upper": "1"}));
    assert_eq!(count("2", "1", &["--list", "5"]).hypotheses(), ["a & !c"]);
    // a & !c is a&b&!c | a&!b&!c, and with padding there are more formulas than concepts.
    let padded = count("5", "2", &[]);
    assert_eq!(padded.json()["cardinality"], serde_json::json!({"lower": "1", "upper": "1"}));
    assert_eq!(padded.status, 0);
    for (literals, terms) in [("3", "5"), ("9", "2"), ("7", "7")] {
        let done = count(literals, terms, &[]);
        assert_eq!((done.status, &done.json()["cardinality"]), (0, &serde_json::json!({"lower": "0", "upper": "0"})));
    }
}
