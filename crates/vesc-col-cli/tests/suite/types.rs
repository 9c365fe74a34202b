//! Typed columns, declared inputs, and columns that the data cannot tell apart.

use crate::common::{Folder, run};
use serde_json::json;

const RUNS: &str = "\
mode,len,fail
burst,4,1
burst,8,1
burst,2,0
single,4,0
single,1,0
idle,8,0
";

#[test]
fn types_are_inferred_and_reported() {
    let folder = Folder::new();
    let file = folder.file("runs.csv", RUNS);
    let done = run(["learn", &file, "--types", "auto"]);
    assert_eq!(done.status, 0, "{done:?}");
    for line in [
        "    mode=burst & len>=4",
        "columns, types inferred:",
        "    mode: categorical: burst, idle, single (others are legal)",
        "    len: numeric, thresholds 2, 4, 8",
    ] {
        assert!(done.out.lines().any(|found| found == line), "{line} is missing in {}", done.out);
    }

    let done = run(["learn", &file, "--types", "auto", "--format", "json"]);
    let report = done.json();
    assert_eq!(
        report["hypotheses"][0]["terms"],
        json!([[
            {"feature": "mode", "op": "=", "value": "burst", "index": 0},
            {"feature": "len", "op": ">=", "value": "4", "index": 4}
        ]])
    );
    assert_eq!(
        report["columns"],
        json!([
            {"name": "mode", "type": "categorical", "values": ["burst", "idle", "single"], "closed": false, "inferred": true},
            {"name": "len", "type": "numeric", "scale": "number", "values": ["2", "4", "8"], "closed": false, "inferred": true}
        ])
    );
    let untyped = run(["learn", &file]);
    assert!(untyped.refusal().contains(":2:1: column `mode`: `burst` is not Boolean"), "{untyped:?}");
    assert!(untyped.refusal().contains("--types auto"), "{untyped:?}");
}

#[test]
fn a_closed_set_of_two_values_is_one_feature() {
    let folder = Folder::new();
    let file = folder.file("runs.csv", "mode,x,y\na,1,1\nb,1,0\na,0,0\n");
    let count = |schema: &str| {
        let schema = folder.file("schema.toml", schema);
        let args = ["count", &file, "--schema", &schema, "--literals", "2", "--terms", "1", "--format", "json"];
        let report = run(args).json();
        let number = |name: &str| report[name]["upper"].as_str().expect("exact").to_owned();
        (number("cardinality"), number("formulas"))
    };
    let two = |count: &str, formulas: &str| (count.to_owned(), formulas.to_owned());
    let open = "auto = true\nopen = [\"mode\"]\n";
    assert_eq!(count(open), two("2", "2"));
    // Two words are opposites, and one feature.
    assert_eq!(count("auto = true"), two("1", "1"));
    let closed = "auto = true\n[columns]\nmode = { type = \"categorical\", closed = true }\n";
    assert_eq!(count(closed), two("1", "1"));
    let third =
        "auto = true\n[columns]\nmode = { type = \"categorical\", values = [\"a\", \"b\", \"c\"], closed = true }\n";
    assert_eq!(count(third), two("2", "2"));
}

#[test]
fn constraints_are_kept_to_and_illegal_rows_refused() {
    let folder = Folder::new();
    let file = folder.file("runs.csv", "op_a,op_b,x,y\n1,0,1,1\n0,1,1,0\n1,0,0,0\n");
    let report = run(["learn", &file, "--one-hot", "op_*", "--format", "json"]).json();
    assert_eq!((&report["cardinality"]["upper"], &report["formulas"]["upper"]), (&json!("1"), &json!("2")));
    let free = run(["learn", &file, "--format", "json"]).json();
    assert_eq!(free["cardinality"]["upper"], "2");
    assert_eq!((&free["classes"], &free["same_in_every_run"]), (&json!("1"), &json!([["op_a", "!op_b"]])));

    let bad = folder.file("bad.csv", "op_a,op_b,x,y\n1,0,1,1\n0,0,1,0\n");
    let refused = run(["learn", &bad, "--one-hot", "op_*"]);
    assert!(refused.refusal().contains("bad.csv:3: this row is not a legal input: `!op_a & !op_b`"), "{refused:?}");
    let refused = run(["learn", &file, "--one-hot", "st_*"]);
    assert!(refused.refusal().contains("no Boolean column is named `st_*`"), "{refused:?}");
    let schema = folder.file("schema.toml", "never = [\"op_a & x\"]\n");
    let refused = run(["learn", &file, "--schema", &schema]);
    assert!(refused.refusal().contains("runs.csv:2: this row is not a legal input: `op_a & x`"), "{refused:?}");
}

#[test]
fn schemas_are_checked() {
    let folder = Folder::new();
    let file = folder.file("runs.csv", "mode,x,y\na,1,1\nb,1,0\n");
    let refusal = |schema: &str| {
        let schema = folder.file("schema.toml", schema);
        run(["learn", &file, "--schema", &schema]).refusal().to_owned()
    };
    for (schema, expected) in [
        ("auto = true\ncolour = 3\n", "schema.toml:2: unknown field `colour`"),
        ("auto = true\nimplies = [\"x\"]\n", "the constraint `x` is not of the form `a & b -> c`"),
        ("auto = true\nnever = [\"z\"]\n", "the constraint `z`: column 1: there is no feature `z`"),
        ("auto = true\n[columns]\nz = { type = \"boolean\" }\n", "there is no column `z` to give a type"),
        ("[columns]\nmode = { type = \"numeric\" }\n", "runs.csv:2:1: column `mode`: `a` is not a number"),
        (
            "[columns]\nmode = { type = \"ordered\", values = [\"a\"] }\n",
            "runs.csv:3:1: column `mode`: `b` is not one of the declared values (a)",
        ),
        ("auto = true\nnever = [\"x\", \"!x\"]\n", "no input is legal"),
    ] {
        let found = refusal(schema);
        assert!(found.contains(expected), "{schema}: {found}");
    }
}

/// What is said of the formulas at the top of a report, and what was asked. Features have other indices without a column.
fn told(report: &serde_json::Value) -> [serde_json::Value; 6] {
    ["outcome", "complexity", "cardinality", "formulas", "hypotheses", "boundary"].map(|name| {
        let mut told = report[name].clone();
        remove_indices(&mut told);
        told
    })
}

fn remove_indices(told: &mut serde_json::Value) {
    match told {
        serde_json::Value::Array(items) => items.iter_mut().for_each(remove_indices),
        serde_json::Value::Object(fields) => {
            fields.remove("index");
            // Beside the probability stands what is assumed of rules.
            fields.remove("confidence");
            fields.values_mut().for_each(remove_indices);
        }
        _ => {}
    }
}

/// A forbidden column is no column: of values, of numbers, by a name with blanks, and a Boolean one by both literals.
#[test]
fn a_forbidden_column_is_no_column() {
    let folder = Folder::new();
    let rows = "\
mode,run seed,len,irq,vendor,y
burst,17,8,1,a,1
burst,3,2,0,b,0
idle,18,8,0,a,0
single,9,8,0,b,0
burst,12,4,1,b,1
idle,2,2,1,a,0
single,16,4,0,b,0
burst,15,8,1,a,1
idle,5,4,1,a,1
";
    let file = folder.file("runs.csv", rows);
    let asked = |command: &str, options: &[&str]| {
        let (all, size) = (["--types", "auto", "--format", "json"], ["--literals", "3", "--terms", "2"]);
        let size = if command == "learn" { &["--max-literals", "4"] } else { &size[..] };
        run([command, &file].iter().chain(&all).chain(size).chain(options)).json()
    };
    for (forbidden, ignored) in [
        (&["--forbid", "run seed"][..], "run seed"),
        (&["--forbid", "mode & irq & !irq"], "mode,irq"),
        (&["--forbid", "\"run seed\" & vendor", "--forbid", "mode"], "run seed,vendor,mode"),
        (
            &[
                "--forbid",
                "mode=burst & mode!=burst & mode=idle & mode=single",
                "--forbid",
                "mode!=idle & mode!=single",
            ],
            "mode",
        ),
    ] {
        let expected = ["learn", "count"].map(|command| asked(command, &["--ignore", ignored, "--list", "50"]));
        for engine in ["auto", "cover", "bdd", "sat"] {
            let more = [forbidden, &["--engine", engine, "--list", "50"]].concat();
            let found = ["learn", "count"].map(|command| asked(command, &more));
            for (found, expected) in found.iter().zip(&expected) {
                assert_eq!(told(found), told(expected), "{forbidden:?} by {engine}");
            }
        }
        let found = asked("inspect", forbidden);
        let expected = asked("inspect", &["--ignore", ignored]);
        assert_eq!((&found["formulas"], &found["cardinality"]), (&expected["formulas"], &expected["cardinality"]));
    }
    let learned = asked("learn", &["--forbid", "run seed", "--monotone", "--max-term-literals", "1"]);
    assert!(!learned["outcome"].is_null(), "{learned}");
    for (options, expected) in [
        (["--forbid", "mode & zebra"], "'--forbid <LITERALS>': column 8: there is no feature `zebra`"),
        (["--forbid", "!mode"], "column 6: expected `=`, `!=`, `>=` or `<`"),
        (["--forbid", "irq & "], "expected a feature or `!`"),
        (["--forbid", "irq | irq"], "column 7: the term `irq` appears twice"),
        (["--forbid", "mode=busrt"], "there is no feature `mode=busrt`, did you mean `mode=burst`?"),
    ] {
        let refused = run(["learn", &file, "--types", "auto"].iter().chain(&options));
        assert!(refused.refusal().contains(expected), "{options:?}: {refused:?}");
    }
}

#[test]
fn rules_over_declared_groups() {
    let folder = Folder::new();
    let file = folder.file("runs.csv", "op_a,op_b,x,y\n1,0,1,1\n0,1,1,0\n1,0,0,0\n");
    let one_hot = ["learn", &file, "--one-hot", "op_*", "--format", "json"];
    for (options, expected) in [
        (&["--forbid", "op_a"][..], "!op_b & x"),
        (&["--forbid", "!op_b"], "op_a & x"),
        (&["--monotone"], "op_a & x"),
        (&["--max-term-literals", "2"], "op_a & x"),
    ] {
        let report = run(one_hot.iter().chain(options)).json();
        assert_eq!(report["hypotheses"][0]["text"], expected, "{options:?}: {report}");
        assert_eq!(report["cardinality"]["upper"], "1");
    }
    let none = run(one_hot.iter().chain(&["--max-term-literals", "1"])).json();
    assert_eq!(none["outcome"], "underfit");
}

#[test]
fn clauses_of_typed_columns() {
    let folder = Folder::new();
    let rows = "mode,len,irq,y\nburst,8,0,1\nidle,8,1,1\nidle,8,0,0\nburst,2,0,0\nsingle,2,1,0\nsingle,8,0,0\n";
    let file = folder.file("runs.csv", rows);
    let answers = ["cover", "bdd", "sat"].map(|engine| {
        let options = ["--types", "auto", "--language", "cnf", "--max-terms", "2", "--engine", engine];
        run(["learn", &file].into_iter().chain(options).chain(["--format", "json"])).json()
    });
    for report in &answers {
        assert_eq!(report["outcome"], "learned", "{report}");
        let texts = report["hypotheses"].as_array().unwrap().iter().map(|one| one["text"].as_str().unwrap());
        assert!(texts.collect::<Vec<_>>().contains(&"(mode=burst | irq) & len>=8"), "{report}");
        let told = |report: &serde_json::Value| (report["cardinality"].clone(), report["hypotheses"].clone());
        assert_eq!(told(report), told(&answers[0]));
    }
}

#[test]
fn columns_that_are_the_same_in_every_run_are_named() {
    let folder = Folder::new();
    let file = folder.file("runs.csv", "a,x5,x17,x40,y\n1,1,1,0,1\n1,0,0,1,0\n0,1,1,0,0\n");
    let done = run(["learn", &file]);
    assert!(done.out.contains("|VS| = 3"), "{}", done.out);
    assert!(
        done.out.contains("\nin 1 class, if columns that are the same in every run count as one\n"),
        "{}",
        done.out
    );
    assert!(done.out.contains("\nwhere x5 (same in every run: x17, !x40)\n"), "{}", done.out);
}

#[test]
fn eval_makes_the_features_that_the_formula_speaks_of() {
    let folder = Folder::new();
    let file = folder
        .file("runs.csv", "mode,len,seed,irq,fail\nburst,4,a,1,1\nburst,2.5,b,1,0\nsingle,9,c,0,0\nburst,7,d,0,1\n");
    let eval = |formula: &str| run(["eval", &file, "--hypothesis", formula, "--format", "json"]);
    assert_eq!(eval("mode=burst & len>=3").json()["consistent"], true);
    let wrong = eval("mode!=single & irq | len<3").json();
    assert_eq!(
        (&wrong["consistent"], &wrong["false_positive_lines"], &wrong["false_negative_lines"]),
        (&json!(false), &json!([3]), &json!([5]))
    );
    assert_eq!(eval("mode=burst & zebra").status, 2);
}

#[test]
fn what_could_be_declared_is_suggested() {
    let folder = Folder::new();
    let file = folder.file("runs.csv", "op_a,op_b,x,y\n1,0,1,1\n0,1,1,0\n1,0,0,0\n");
    let done = run(["learn", &file, "--types", "auto"]);
    assert!(done.out.contains("declare it:\n    exactly one is 1 of 'op_*' (--one-hot 'op_*')\n"), "{done:?}");
    let report = run(["learn", &file, "--types", "auto", "--format", "json"]).json();
    assert_eq!(report["suggestions"], json!({"one_hot": ["op_*"], "at_most_one": [], "implies": []}));
    let declared = run(["learn", &file, "--types", "auto", "--one-hot", "op_*"]);
    assert!(!declared.out.contains("declare it"), "{declared:?}");
    assert!(!run(["learn", &file]).out.contains("declare it"));
}

/// The refusal of a file with inferred types, without the folder in front of its name.
fn refused(content: &str, options: &[&str]) -> String {
    let folder = Folder::new();
    let file = folder.file("runs.csv", content);
    let done = run(["learn", &file, "--types", "auto"].into_iter().chain(options.iter().copied()));
    done.refusal().replace(&file, "runs.csv")
}

#[test]
fn one_odd_cell_does_not_change_what_a_column_is() {
    let rows = "len,irq,y\n1,1,1\n16,0,0\nx,0,0\n2,1,0\n";
    assert_eq!(
        refused(rows, &[]),
        "runs.csv:4:1: column `len`: `x` is not a number, as the other values of the column are; where it means \
         that the value is not known, say so by --unknown=x; --open len reads all of them as words"
    );
    let rows = "n,irq,y\n7,1,1\n8,Z,0\n9,0,0\n";
    assert!(refused(rows, &["--ignore", "n"]).starts_with("runs.csv:3:2: column `irq`: `Z` is not Boolean, as the"));
    let folder = Folder::new();
    let done = run(["learn", &folder.file("runs.csv", rows), "--types", "auto", "--unknown"]);
    assert_eq!((done.status, done.err.as_str()), (0, ""), "{done:?}");
}

#[test]
fn numbers_are_never_rounded() {
    let rows = "a,n,y\n1,9007199254740993,1\n0,9007199254740992,0\n";
    let folder = Folder::new();
    let done =
        run(["learn", &folder.file("n.csv", "n,y\n9007199254740993,1\n9007199254740992,0\n"), "--types", "auto"]);
    assert!(done.out.contains("\n    n>=9007199254740993\n"), "{done:?}");
    let schema = folder.file("s.toml", "columns.n = { type = \"numeric\", thresholds = [9007199254740993] }\n");
    let file = folder.file("runs.csv", rows);
    let done = run(["learn", &file, "--schema", &schema]);
    let refusal = done.refusal();
    assert!(refusal.contains("64-bit floating point does not have the number 9007199254740993"), "{refusal}");
}

#[test]
fn all_columns_of_too_many_values_are_named_at_once() {
    // Two rows have the same values, so the columns are no identifiers.
    let row = |i: u32| format!("r{0},{1},s{0},{2}\n", i % 70, i % 2, u32::from(i == 0));
    let rows: String = ["run,a,salt,y\n".to_owned()].into_iter().chain((0..72).map(row)).collect();
    assert_eq!(
        refused(&rows, &[]),
        "runs.csv: column `run` has 70 different values, column `salt` has 70 different values, too many to be inferred as \
         categorical (more than 64); --ignore run,salt leaves them out, a --schema declares them"
    );
}

/// What is wrong with a formula is not said of the data.
#[test]
fn eval_reads_the_formula_first() {
    let folder = Folder::new();
    let quoted = folder.file("quoted.csv", "a1=1,b,y\n1,0,1\n0,1,0\n");
    let typed = folder.file("typed.csv", "mode,len,y\nburst,8,1\nwrap,2,0\n");
    let refusal = |file: &str, formula: &str| {
        let done = run(["eval", file, "--hypothesis", formula]);
        done.refusal().replace("error: invalid value for '--hypothesis <FORMULA>': ", "")
    };
    assert_eq!(refusal(&quoted, "a1=1 & b"), "column 1: there is no feature `a1`, did you mean `\"a1=1\"`?");
    assert_eq!(
        refusal(&typed, "len<=4"),
        "column 4: expected `=`, `!=`, `>=` or `<`, which are all comparisons, found `<=`"
    );
    assert_eq!(refusal(&typed, "mode=burst && & len>=4"), "column 15: expected a feature or `!`, found `&`");
    assert_eq!(refusal(&typed, "mode=burst & ~b"), "column 15: there is no feature `b`; the columns are mode, len");
    let done = run(["eval", &typed, "--hypothesis", "mode=brst | len>=4"]);
    assert!(done.out.ends_with("\nwarning: no row has mode=brst\n"), "{done:?}");
    for burst in ["mode=burst", "mode==burst", "mode = burst"] {
        let done = run(["eval", &typed, "--hypothesis", burst]);
        assert!(done.out.contains("\nconsistent: ") && !done.out.contains("warning"), "{done:?}");
    }
}

/// What `learn` prints over typed columns, `eval` reads, and finds right on every row.
#[test]
fn formulas_of_all_languages_over_typed_columns_read_back() {
    let folder = Folder::new();
    let file = folder.file("runs.csv", RUNS);
    let times = folder.file("times.csv", "when,who,fail\n08:30,a?b,1\n08:45,c,0\n07:00,a?b,0\n08:30,c,0\n");
    for language in ["dnf", "cnf", "threshold", "parity", "list", "tree", "obdd"] {
        for file in [&file, &times] {
            let options = ["--types", "auto", "--language", language, "--format", "json"];
            let found = run([&["learn", file, "--bound", "50"], &options[..]].concat());
            let texts = found.hypotheses();
            assert!(!texts.is_empty(), "{language}: {found:?}");
            for text in texts {
                let done = run([&["eval", file, "--hypothesis", &text], &options[..]].concat());
                assert_eq!(done.status, 0, "{text}: {done:?}");
            }
        }
    }
}

/// The cause has two thresholds, and the schema keeps one.
#[test]
fn an_underfit_names_the_thresholds_that_the_schema_leaves_out() {
    let folder = Folder::new();
    let rows = (0..8).map(|len| format!("{},{}\n", len * len, u8::from((3..5).contains(&len)))).collect::<String>();
    let file = folder.file("runs.csv", &("len,y\n".to_owned() + &rows));
    let schema = folder.file("capped.toml", "auto = true\nmax_thresholds = 2\n");
    let line = "    max_thresholds leaves out thresholds with which something may fit, and keeps 2 of 7 of len: leave it out of the \
                schema, or make it larger\n";
    for (command, word) in
        [(&["learn"][..], "underfit: "), (&["explain"], "underfit: "), (&["next", "--up-to", "3,2"], "empty: ")]
    {
        let done = run([command, &[&file, "--schema", &schema]].concat());
        assert!(done.status == 1 && done.out.contains(word) && done.out.contains(line), "{done:?}");
        let done = run([command, &[&file, "--types", "auto"]].concat());
        assert!(!done.out.contains("max_thresholds") && !done.out.contains(word), "{done:?}");
    }
    let report = run(["learn", &file, "--schema", &schema, "--format", "json"]).json();
    assert_eq!(report["columns"][0]["unlimited"], 7, "{report}");
    let report = run(["learn", &file, "--types", "auto", "--format", "json"]).json();
    assert!(report["columns"][0].get("unlimited").is_none(), "{report}");
}

#[test]
fn two_words_are_no_opposites_if_a_row_that_is_left_out_has_a_third() {
    let folder = Folder::new();
    let by_label =
        folder.file("labels.csv", "mode,irq,verdict\nx,1,FAIL\nx,0,FAIL\ny,1,ok\ny,0,ok\nz,1,skip\n,0,skip\n");
    let by_count = folder.file("counts.csv", "mode,irq,n,verdict\nx,1,2,1\nx,0,2,1\ny,1,1,0\ny,0,1,0\nz,0,0,0\n");
    let both = ["--positive", "FAIL", "--negative", "ok"];
    for (file, options) in [(&by_label, &both[..]), (&by_count, &["--count-column", "n"])] {
        let args = [&["learn", file, "--types", "auto"], options].concat();
        let done = run(args);
        assert!(done.out.contains("    mode: categorical: x, y (others are legal)"), "{done:?}");
        assert!(done.out.contains("|VS| = 2") && !done.out.contains("certain"), "{done:?}");
    }
}
