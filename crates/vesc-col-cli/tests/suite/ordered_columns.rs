//! What is said of ordered columns: their values are not all in the data.

use serde_json::{Value, json};

use crate::common::{Folder, run};

/// All combinations of two lengths and two flags: `len=50 & a` fails.
fn two_lengths() -> String {
    let row = |code: u32| {
        let (len, a, b) = ([1, 50][code as usize & 1], code >> 1 & 1, code >> 2);
        format!("{len},{a},{b},{}\n", u32::from(len == 50 && a == 1))
    };
    "len,a,b,y\n".to_owned() + &(0..8).map(row).collect::<String>()
}

/// All combinations of three declared lengths and two flags: `len=1 & a` fails. No positive row is near the cut at 3.
fn three_lengths(rows: u32) -> String {
    let row = |code: u32| {
        let (len, a, b) = (code / 4 + 1, code >> 1 & 1, code & 1);
        format!("{len},{a},{b},{}\n", u32::from(len == 1 && a == 1))
    };
    "len,a,b,y\n".to_owned() + &(0..rows).map(row).collect::<String>()
}

/// `learn` has the thresholds next to positives, `explain` and `next` have all of them.
#[test]
fn all_commands_say_whether_every_input_is_in_the_data() {
    let folder = Folder::new();
    for (rows, is_certain) in [(12, true), (11, false)] {
        let file = folder.file("runs.csv", three_lengths(rows));
        let options = ["--types", "auto", "--column", "len=ordered:1,2,3", "--format", "json"];
        for command in ["learn", "explain"] {
            let report = run([&[command, &file], &options[..]].concat()).json();
            let certain = report["confidence"]["certain"].as_bool().unwrap_or(false);
            assert_eq!(certain, is_certain, "{command}: {report}");
        }
        let next = run([&["next", &file, "--up-to", "2,1"], &options[..]].concat()).json();
        assert_eq!(next["confirmation"]["certain"], is_certain, "{next}");
    }
}

/// With one positive run nothing is certain, and yet nothing is left to try.
#[test]
fn next_says_that_every_input_was_tried() {
    let folder = Folder::new();
    let rows = (1..4).map(|len| format!("{len},{}\n", u8::from(len == 3))).collect::<String>();
    let file = folder.file("runs.csv", "len,y\n".to_owned() + &rows);
    let done = run(["next", &file, "--up-to", "1,1", "--types", "auto", "--column", "len=ordered:1,2,3"]);
    assert!(done.out.contains("\n    every input was tried, so that no other one can test it\n"), "{done:?}");
}

/// Nobody has run the lengths between 1 and 50.
#[test]
fn an_answer_over_numbers_is_not_certain() {
    let folder = Folder::new();
    let file = folder.file("runs.csv", two_lengths());
    let answer = |command: &str, options: &[&str]| -> Value {
        let done = run([&[command, &file, "--format", "json"], options].concat());
        assert_eq!(done.status, 0, "{done:?}");
        done.json()
    };
    for (column, is_certain) in [("len=numeric", false), ("len=numeric:50", false), ("len=ordered:1,50", true)] {
        for command in ["learn", "explain"] {
            let report = answer(command, &["--types", "auto", "--column", column]);
            let certain = report["confidence"]["certain"].as_bool().unwrap_or(false);
            assert_eq!(certain, is_certain, "{command} {column}: {report}");
        }
        let next = answer("next", &["--types", "auto", "--column", column, "--up-to", "2,1"]);
        assert_eq!(next["confirmation"]["certain"], is_certain, "{column}: {next}");
    }
    let done = run(["learn", &file, "--types", "auto"]);
    assert!(done.out.contains("\nright with probability "), "{done:?}");
    // Other words are legal, too.
    let words = folder.file("words.csv", two_lengths().replace("50", "long").replace("\n1,", "\nshort,"));
    let certain = |option: [&str; 2]| {
        let done = run([&["learn", &words, "--types", "auto"], &option[..]].concat());
        done.out.contains("\ncertain if ")
    };
    assert!(certain(["--column", "len=words"]) && !certain(["--column", "len=categorical:long"]));
}

/// Six runs of different lengths fail. With one declared threshold their features are equal.
#[test]
fn different_runs_are_counted_by_their_cells() {
    let folder = Folder::new();
    let row = |len: u32| format!("{len},1,{}\n{len},0,0\n", u32::from(len >= 40));
    let file =
        folder.file("runs.csv", "len,a,y\n".to_owned() + &(34..46).map(|len| row(3 * len - 82)).collect::<String>());
    let explained =
        |options: &[&str]| run([&["explain", &file, "--types", "auto", "--format", "json"], options].concat()).json();
    for options in [&[][..], &["--column", "len=numeric:41"]] {
        let report = explained(options);
        assert_eq!(report["hypotheses"][0]["text"].as_str().map(|text| &text[..5]), Some("len>="), "{report}");
        assert_eq!(report["confidence"]["components"]["positives"], 5, "{options:?}: {report}");
        assert_eq!(report["fragility"]["shuffles"], Value::Null, "{options:?}: {report}");
    }
}

#[test]
fn a_literal_has_one_position_in_all_commands() {
    let folder = Folder::new();
    let rows = "len,irq,y\n1,0,0\n2,1,0\n3,0,0\n4,1,0\n5,1,1\n6,1,1\n7,0,0\n9,1,1\n";
    let file = folder.file("runs.csv", rows);
    let terms = |args: &[&str]| {
        let report = run([args, &[&file, "--types", "auto", "--format", "json"]].concat()).json();
        report["hypotheses"][0]["terms"][0].clone()
    };
    let learned = terms(&["learn"]);
    let indices: Vec<&Value> = learned.as_array().unwrap().iter().map(|literal| &literal["index"]).collect();
    assert_eq!(indices, [&json!(3), &json!(7)]);
    assert_eq!(learned, terms(&["explain"]));
    assert_eq!(learned, terms(&["learn", "--exact"]));
    assert_eq!(learned, terms(&["count", "--literals", "2", "--terms", "1", "--list", "1"]));
}

/// Sizes from 1 to 8 may be names of the rows, or what was swept.
#[test]
fn consecutive_numbers_are_not_called_equal() {
    let folder = Folder::new();
    let rows = "size,irq,y\n1,0,0\n2,1,0\n3,0,0\n4,1,0\n5,1,1\n6,1,1\n7,0,0\n8,1,1\n";
    let file = folder.file("runs.csv", rows);
    let done = run(["learn", &file, "--types", "auto"]);
    let refusal = done.refusal();
    assert!(!refusal.contains("equal values") && !refusal.contains("--open"), "{refusal}");
    for part in [
        "this positive row and the negative one on line 3 differ in `size` only, which is taken for an identifier",
        "; --column size=numeric reads its numbers, which may be a cause",
    ] {
        assert!(refusal.contains(part), "{part}: {refusal}");
    }
    let done = run(["learn", &file, "--types", "auto", "--column", "size=numeric"]);
    assert!(done.out.contains("\n    size>=5 & irq\n"), "{done:?}");
}

#[test]
fn options_about_columns_take_typed_ones() {
    let folder = Folder::new();
    let rows =
        "len,irq,dma,y\n1,0,0,0\n2,1,0,0\n3,0,1,0\n4,1,0,0\n5,1,1,1\n6,1,1,1\n7,0,0,0\n9,1,1,1\n5,1,0,0\n5,0,1,0\n";
    let file = folder.file("runs.csv", rows);
    let answer = |options: &[&str]| {
        let done = run([&["learn", &file, "--types", "auto", "--format", "json"], options].concat());
        assert!(done.status <= 1, "{done:?}");
        let report = done.json();
        (report["hypotheses"][0]["text"].clone(), report["complexity"].clone())
    };
    let one_by_one: Vec<String> = (2..=9).filter(|len| *len != 8).map(|len| format!("len>={len}=3")).collect();
    assert_eq!(answer(&["--weight", "len=3"]), answer(&["--weight", &one_by_one.join(",")]));
    let (text, complexity) = answer(&["--weight", "irq=3,dma=3,len=2"]);
    assert_eq!((text, complexity), (json!("irq & dma"), json!({"weight": 6, "terms": 1})));
    // An interval of lengths is one column.
    let rows = "len,irq,y\n1,0,0\n2,1,0\n3,1,1\n4,0,1\n5,1,0\n6,0,0\n7,1,0\n";
    let file = folder.file("interval.csv", rows);
    let done = run(["learn", &file, "--types", "auto", "--column", "len=numeric", "--at-most-one", "len,irq"]);
    assert!(done.out.contains("\n    len>=3 & len<5\n"), "{done:?}");
    let file = folder.file("both.csv", "len,irq,y\n1,0,0\n2,1,0\n3,1,1\n4,0,0\n5,1,1\n1,1,0\n");
    let cap = ["--max-literals", "3", "--max-terms", "1"];
    let done = run([&["learn", &file, "--types", "auto", "--at-most-one", "len,irq"], &cap[..]].concat());
    assert_eq!(done.status, 1, "{done:?}");
    let done = run(["learn", &file, "--types", "auto", "--weight", "size=2"]);
    assert!(done.refusal().contains("there is no feature `size`"), "{done:?}");
}

#[test]
fn lists_are_sets_and_decimals_may_be_versions() {
    let folder = Folder::new();
    let lists = "{\"p\":[\"x\",\"z\"],\"y\":1}\n{\"p\":[\"z\"],\"y\":0}\n{\"p\":[\"x\"],\"y\":1}\n{\"p\":[],\"y\":0}\n";
    let file = folder.file("runs.jsonl", lists);
    let done = run(["learn", &file, "--types", "auto"]);
    assert!(done.out.contains("\n    p: sets of x, z (") && done.out.contains("\n    p[x]\n"), "{done:?}");
    let file = folder.file("runs.csv", "p,a,y\nx;z,1,1\nz,1,0\nx,0,1\nx;z,0,0\n");
    let column = |file: &str| run(["learn", file, "--types", "auto", "--format", "json"]).json()["columns"][0].clone();
    assert_eq!((&column(&file)["type"], &column(&file)["suggested"]), (&json!("categorical"), &json!("set")));
    let file = folder.file("versions.csv", "python,os,y\n3.9,a,1\n3.12,a,0\n4.0,b,0\n3.8,b,1\n");
    assert_eq!((&column(&file)["scale"], &column(&file)["suggested"]), (&json!("number"), &json!("version")));
    let done = run(["learn", &file, "--types", "auto"]);
    assert!(done.out.contains("; its cells may be versions, in another order: --column COL=version\n"), "{done:?}");
}

/// What the formula does not speak of need not be read: a column of too many words, and one with an odd cell.
#[test]
fn explain_reads_the_columns_of_the_formula() {
    let folder = Folder::new();
    let row =
        |i: u32| format!("h{},{},{},{}\n", i % 70, if i == 3 { "x".to_owned() } else { i.to_string() }, i % 2, i % 2);
    let file = folder.file("runs.csv", "host,n,a,y\n".to_owned() + &(0..140).map(row).collect::<String>());
    for types in [&["--types", "auto"][..], &[]] {
        let explain = |formula: &str| run([&["explain", &file, "--hypothesis", formula], types].concat());
        let done = explain("a");
        assert!(
            done.status == 0 && done.out.contains(", 1 feature, ") && done.out.contains("\nconsistent: "),
            "{done:?}"
        );
        let refusal = explain("a & n").refusal().to_owned();
        assert!(refusal.contains(":5:2: column `n`: ") || refusal.contains(":2:1: column `host`: "), "{refusal}");
        assert!(explain("b").status == 2);
    }
}

/// A domain takes 16,383 ordered features, `learn` any number of thresholds.
#[test]
fn more_thresholds_than_a_domain_takes_are_refused_by_name() {
    let folder = Folder::new();
    let row = |code: u32| {
        let (load, irq) = (3 * code + code % 2, u32::from(code.is_multiple_of(5)));
        format!("{load},{irq},{}\n", u32::from(code >= 16_000 && irq == 1))
    };
    let text = |rows: u32| "load,irq,y\n".to_owned() + &(0..rows).map(row).collect::<String>();
    let (most, more) = (folder.file("most.csv", text(16_384)), folder.file("more.csv", text(16_385)));
    let count = ["--types", "auto", "--literals", "2", "--terms", "1"];
    // The cut may lie at each of the five values above the greatest one that passes with `irq`.
    let done = run([&["count", &most], &count[..]].concat());
    assert!(done.status == 0 && done.out.contains("families = 1, |VS| = 5, "), "{done:?}");
    let done = run([&["count", &more], &count[..]].concat());
    assert!(done.status == 2 && done.err.contains("column `load` (16384) has more than 16383 thresholds"), "{done:?}");
    assert!(done.err.ends_with("may be enough here: --column load=numeric:T1,T2\n"), "{done:?}");
    let done = run(["learn", &more, "--types", "auto"]);
    assert!(done.status == 0 && done.out.contains("1 family, |VS| = 5: "), "{done:?}");
}
