//! Other languages than DNF, from the file to the report.

use crate::common::{Folder, run};
use serde_json::json;

/// All rows over five features, labelled by a function.
fn runs(label: impl Fn([bool; 5]) -> bool) -> String {
    let mut text = "a,b,c,d,e f,y\n".to_owned();
    for row in 0..32 {
        let x = [1, 2, 4, 8, 16].map(|bit| row & bit != 0);
        let cells = x.into_iter().chain([label(x)]).map(|cell| u8::from(cell).to_string());
        text += &(cells.collect::<Vec<String>>().join(",") + "\n");
    }
    text
}

type Label = fn([bool; 5]) -> bool;

/// A language, what is planted, its text, and two of its measures.
type Planted = (&'static str, Label, &'static str, [(&'static str, u64); 2]);

const LANGUAGES: [Planted; 6] = [
    ("cnf", |[a, b, c, d, _]| (a || !b) && (c || d), "(a | !b) & (c | d)", [("literals", 4), ("clauses", 2)]),
    (
        "threshold",
        |[a, b, _, _, e]| u8::from(a) + u8::from(!b) + u8::from(e) >= 2,
        "at least 2 of (a, !b, \"e f\")",
        [("literals", 3), ("needed", 2)],
    ),
    ("parity", |[_, b, _, d, e]| b ^ d ^ e, "odd(b, d, \"e f\")", [("features", 3), ("features", 3)]),
    ("list", |[a, b, c, _, _]| !a && (!b || c), "a ? 0 : !b ? 1 : c ? 1 : 0", [("rules", 3), ("rules", 3)]),
    ("tree", |[a, b, c, _, _]| if a { b } else { c }, "a ? (b ? 1 : 0) : c ? 1 : 0", [("splits", 3), ("splits", 3)]),
    (
        "obdd",
        |[a, b, c, _, _]| if a { b } else { c },
        "n0 = c ? 1 : 0; n1 = b ? 1 : 0; a ? n1 : n0",
        [("nodes", 3), ("nodes", 3)],
    ),
];

#[test]
fn each_language_learns_what_was_planted() {
    let folder = Folder::new();
    for (language, label, text, measures) in LANGUAGES {
        let file = folder.file("runs.csv", runs(label));
        let done = run(["learn", &file, "--language", language, "--format", "json"]);
        assert_eq!((done.status, done.hypotheses()), (0, vec![text.to_owned()]), "{done:?}");
        let report = done.json();
        assert_eq!(report["cardinality"], json!({"lower": "1", "upper": "1"}), "{language}");
        for (name, value) in measures {
            assert_eq!(report["complexity"][name], value, "{language}");
        }

        let done = run(["eval", &file, "--language", language, "--hypothesis", text, "--format", "json"]);
        assert_eq!((done.status, &done.json()["consistent"]), (0, &json!(true)), "{done:?}");
        assert_eq!(done.json()["complexity"], report["complexity"], "{language}");
        assert_eq!(done.json()["hypothesis"]["text"], text);
    }
}

#[test]
fn each_language_counts_one_sub_space() {
    let folder = Folder::new();
    for (language, label, _, measures) in LANGUAGES {
        let file = folder.file("runs.csv", runs(label));
        let sizes: Vec<String> = match (language, measures) {
            ("cnf", [(_, literals), (_, terms)]) => vec![format!("--literals={literals}"), format!("--terms={terms}")],
            ("threshold", [(_, size), (_, needed)]) => vec![format!("--size={size}"), format!("--needed={needed}")],
            (_, [(_, size), _]) => vec![format!("--size={size}")],
        };
        let fixed = ["count", &file, "--language", language, "--format", "json", "--list", "1"];
        let done = run(fixed.into_iter().chain(sizes.iter().map(String::as_str)));
        assert_eq!(done.json()["cardinality"], json!({"lower": "1", "upper": "1"}), "{done:?}");
        assert_eq!((done.status, done.hypotheses().len()), (0, 1), "{done:?}");
    }
}

#[test]
fn literals_can_be_required_and_forbidden() {
    let folder = Folder::new();
    // b is a copy of a, and c its complement.
    let file = folder.file("runs.csv", "a,b,c,d e,y\n1,1,0,1,1\n1,1,0,0,0\n0,0,1,1,0\n0,0,1,0,0\n");
    let learn = |options: &[&str]| {
        let fixed = ["learn", file.as_str(), "--format", "json"];
        run(fixed.into_iter().chain(options.iter().copied())).hypotheses()
    };
    assert_eq!(learn(&[]), ["a & \"d e\"", "b & \"d e\"", "!c & \"d e\""]);
    assert_eq!(learn(&["--require", "b"]), ["b & \"d e\""]);
    assert_eq!(learn(&["--forbid", "b & a"]), ["!c & \"d e\""]);
    assert_eq!(learn(&["--forbid", "b", "--forbid", "!c"]), ["a & \"d e\""]);
    let done = run(["count", &file, "--literals=2", "--terms=1", "--require", "\"d e\"", "--format", "json"]);
    assert_eq!(done.json()["formulas"], json!({"lower": "3", "upper": "3"}));
}

#[test]
fn terms_can_be_restricted() {
    let folder = Folder::new();
    // y is a & b, and c the complement of b.
    let file = folder.file("runs.csv", "a,b,c,\"d,=\",y\n1,1,0,0,1\n1,1,0,1,1\n1,0,1,0,0\n0,1,0,1,0\n0,0,1,1,0\n");
    let learn = |options: &[&str]| {
        let fixed = ["learn", file.as_str(), "--format", "json"];
        let done = run(fixed.into_iter().chain(options.iter().copied()));
        (done.json()["complexity"].clone(), done.hypotheses())
    };
    let (two, three) = (json!({"literals": 2, "terms": 1}), json!({"weight": 3, "terms": 1}));
    assert_eq!(learn(&[]), (two.clone(), vec!["a & b".to_owned(), "a & !c".to_owned()]));
    assert_eq!(learn(&["--monotone"]), (two.clone(), vec!["a & b".to_owned()]));
    assert_eq!(learn(&["--at-most-one", "a,b"]), (two, vec!["a & !c".to_owned()]));
    assert_eq!(learn(&["--weight", "c=2, b=2,\"d,==7\""]).0, three);
    assert_eq!(learn(&["--weight", "c=2", "--weight", "a=2"]), (three, vec!["a & b".to_owned()]));
    let (complexity, _) = learn(&["--max-term-literals", "1"]);
    assert_eq!(complexity, json!(null), "no OR of literals explains it");
}

#[test]
fn groups_make_sets_and_ranges() {
    let folder = Folder::new();
    // A gap of at most 1, and one of two errors.
    let mut rows = "gap_0,gap_1,gap_2,er=a,er=b,er=c,y\n".to_owned();
    for (gap, er) in (0..9).map(|row| (row / 3, row % 3)) {
        let cells = |value: usize| [0, 1, 2].map(|place| u8::from(place == value).to_string()).join(",");
        rows += &format!("{},{},{}\n", cells(gap), cells(er), u8::from(gap <= 1 && er != 1));
    }
    let file = folder.file("runs.csv", rows);
    let groups = ["--ordered-group", "gap: gap_0, gap_1,gap_2", "--group", "er:er=a,er=b,er=c"];
    let done = run(["learn", &file, "--format", "json"].into_iter().chain(groups));
    let text = "er in {a, c} & gap <= 1";
    assert_eq!(done.hypotheses(), [text]);
    assert_eq!(done.json()["complexity"], json!({"conditions": 2, "terms": 1}));
    assert_eq!(done.json()["cardinality"], json!({"lower": "1", "upper": "1"}));
    let done = run(["eval", &file, "--hypothesis", text, "--format", "json"].into_iter().chain(groups));
    assert_eq!((done.status, &done.json()["consistent"]), (0, &json!(true)), "{done:?}");
    let done = run(["count", &file, "--literals=3", "--terms=2", "--format", "json"].into_iter().chain(groups));
    assert_eq!(done.json()["complexity"], json!({"conditions": 3, "terms": 2}), "{done:?}");
}

#[test]
fn a_diagram_can_ask_in_another_order() {
    let folder = Folder::new();
    let file = folder.file("runs.csv", runs(|[a, _, c, _, e]| if e { a } else { c }));
    let text = |order: &[&str]| {
        let done = run(["learn", &file, "--language=obdd", "--format=json"].into_iter().chain(order.iter().copied()));
        (done.json()["complexity"]["nodes"].as_u64(), done.hypotheses())
    };
    assert_eq!(
        text(&["--column-order", "e f"]),
        (Some(3), vec!["n0 = c ? 1 : 0; n1 = a ? 1 : 0; \"e f\" ? n1 : n0".to_owned()])
    );
    assert_eq!(text(&["--max-size=5"]).0, Some(5));
}

#[test]
fn sizes_whose_circuit_is_too_large_are_refused() {
    let folder = Folder::new();
    let file = folder.file("runs.csv", runs(|[a, ..]| a));
    for (command, option) in [("count", "--size"), ("learn", "--max-size"), ("export", "--size")] {
        for language in ["tree", "obdd"] {
            let more: &[&str] = if command == "export" { &["--as=blif"] } else { &[] };
            let done = run([command, &file, "--language", language, option, "10000"].iter().chain(more));
            let message = done.refusal();
            assert!(message.contains("is too large for") && message.contains("choose 159 or less"), "{message}");
        }
    }
}

#[test]
fn options_must_suit_the_language() {
    let folder = Folder::new();
    let file = folder.file("runs.csv", "a,b,y\n1,0,1\n0,1,0\n");
    for (arguments, expected) in [
        (vec!["learn", "--max-size=3"], "'--max-size' cannot be used with '--language dnf'"),
        (vec!["learn", "--language=tree", "--max-terms=3"], "'--max-terms' cannot be used with '--language tree'"),
        (vec!["learn", "--language=cnf", "--forbid=a"], "'--forbid' cannot be used with '--language cnf'"),
        (vec!["learn", "--language=forest"], "'forest'"),
        (vec!["count", "--language=list"], "'--size <S>' is required with '--language list'"),
        (vec!["count", "--language=threshold", "--size=3"], "'--needed <T>' is required"),
        (vec!["count", "--language=parity", "--size=3", "--needed=2"], "'--needed' cannot be used"),
        (vec!["learn", "--require", "q"], "'--require <LITERALS>': column 1: there is no feature `q`"),
        (vec!["learn", "--forbid", "a | b"], "literals are joined by `&`"),
        (vec!["learn", "--language=cnf", "--monotone"], "'--monotone' cannot be used with '--language cnf'"),
        (vec!["learn", "--column-order=b"], "'--column-order' cannot be used with '--language dnf'"),
        (vec!["learn", "--language=obdd", "--column-order=b,b"], "'--column-order <COL,...>': `b` is there twice"),
        (vec!["learn", "--language=tree", "--group=q:a,b"], "'--group' cannot be used with '--language tree'"),
        (vec!["learn", "--group=q:a,b", "--forbid=a"], "'--forbid' cannot be used with '--group'"),
        (vec!["learn", "--group=a,b"], "expected a name, a colon, and columns"),
        (vec!["learn", "--group=q:a"], "a group has at least two columns"),
        (
            vec!["learn", "--group=q:a,b", "--ordered-group=r:b,a"],
            "'--ordered-group <NAME:COL,...>': `b` stands for two values",
        ),
        (vec!["learn", "--group=q:a,b", "--certify=nowhere"], "'--certify' cannot be used with '--group'"),
        (vec!["learn", "--weight=a"], "'--weight <COL=W,...>': expected a column, `=`, and a number"),
        (vec!["learn", "--weight=a=0"], "must be at least 1"),
        (vec!["learn", "--at-most-one=a,q"], "'--at-most-one <COL,...>': there is no feature `q`"),
        (vec!["eval", "--language=tree", "--group=q:a,b", "--hypothesis", "a ? 1 : 0"], "groups are for"),
        (vec!["learn", "--language=tree", "--engine=cover"], "does not support"),
        (vec!["eval", "--language=parity", "--hypothesis", "odd(a, b"], "column 9: expected `,` or `)`, found the end"),
        (vec!["eval", "--language=tree", "--hypothesis", "a ? 1"], "expected `:`, found the end"),
    ] {
        let (command, options) = arguments.split_first().expect("a command");
        let done = run([*command, file.as_str()].into_iter().chain(options.iter().copied()));
        assert!(done.refusal().contains(expected), "{arguments:?}: {}", done.err);
    }
}

#[test]
fn a_constraint_can_be_exported() {
    let folder = Folder::new();
    let file = folder.file("runs.csv", "a,b,y\n1,0,1\n0,1,0\n");
    for (format, start) in [
        ("dimacs", "c hypotheses of 1 literal, 1 term over 2 features that fit 1 distinct positive"),
        ("aiger-ascii", "aag "),
        ("blif", "# hypotheses"),
        ("verilog", "// hypotheses"),
    ] {
        let done = run(["export", &file, "--literals=1", "--terms=1", "--as", format]);
        assert!(done.status == 0 && done.out.starts_with(start), "{done:?}");
    }
    let output = folder.name("tree.aig");
    let done = run(["export", &file, "--language=tree", "--size=1", "--as", "aiger", "--output", &output]);
    assert_eq!((done.status, done.out.as_str(), done.err.as_str()), (0, "", ""));
    let bytes = std::fs::read(&output).expect("it was written");
    assert!(bytes.starts_with(b"aig "), "{bytes:?}");
    assert!(run(["export", &file, "--literals=1", "--terms=1"]).refusal().contains("--as"));
}
