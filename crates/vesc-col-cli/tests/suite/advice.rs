//! `next`, `explain` and `inspect`: the guide's worked example, a campaign that was stopped early.

use std::fs;

use crate::common::{Folder, example, run};
use serde_json::{Value, json};

/// The first rows of the PicoRV32 campaign, as a file.
fn stopped_after(rows: usize, folder: &Folder) -> String {
    let all = std::fs::read_to_string(example("eda_picorv32_trap.csv")).unwrap();
    let lines: Vec<&str> = all.lines().take(1 + rows).collect();
    folder.file(&format!("first_{rows}.csv"), &(lines.join("\n") + "\n"))
}

fn of(report: &Value, path: &str) -> Value {
    report.pointer(path).unwrap_or_else(|| panic!("no {path} in {report}")).clone()
}

#[test]
fn where_the_rest_of_the_cause_of_a_campaign_stopped_early_could_hide() {
    let folder = Folder::new();
    let file = stopped_after(300, &folder);
    let done = run(["explain", &file, "--max-literals", "5", "--max-terms", "2", "--format", "json"]);
    assert_eq!((done.status, done.err.as_str()), (0, ""), "{done:?}");
    let report = done.json();
    assert_eq!(done.hypotheses(), ["irq_mask_2 & op_lhu"]);
    assert_eq!(of(&report, "/cardinality"), json!({"lower": "1", "upper": "1"}));
    assert_eq!(of(&report, "/fragility/single_positive"), json!(true));
    assert_eq!(of(&report, "/fragility/resting/0/sample"), json!({"lines": [82], "positive": true}));
    assert_eq!(of(&report, "/fragility/hole/literals"), json!(2));
    let terms = of(&report, "/fragility/hole/terms");
    assert!(
        terms.as_array().unwrap().contains(&json!("irq_mask_1 & op_ebreak")),
        "the other half of the cause: {terms}"
    );
    assert_eq!(of(&report, "/fragility/hole/beside"), json!("irq_mask_2 & op_lhu"));
    // Two instructions at once are no region that an input is in, if what could be declared holds.
    let likely = of(&report, "/fragility/hole/likely");
    let instructions =
        |term: &Value| term.as_str().unwrap().split(" & ").filter(|name| name.starts_with("op_")).count();
    let counts = |terms: &Value| terms.as_array().unwrap().iter().map(instructions).max();
    assert_eq!((counts(&terms), counts(&likely)), (Some(2), Some(1)), "{likely}");
    assert!(likely.as_array().unwrap().contains(&json!("irq_mask_1 & op_ebreak")), "{likely}");
    assert_eq!(of(&report, "/conflict/complexity"), json!({"literals": 1, "terms": 1}));
    assert_eq!(of(&report, "/conflict/conflict/irreducible"), json!(true));
    let sizes: Vec<Value> =
        of(&report, "/profile").as_array().unwrap().iter().map(|step| step["complexity"].clone()).collect();
    assert_eq!(sizes, [(2, 2), (3, 1), (3, 2)].map(|(literals, terms)| json!({"literals": literals, "terms": terms})));
}

#[test]
fn the_whole_campaign_rests_on_one_positive() {
    let file = example("eda_picorv32_trap.csv");
    let done = run(["explain", &file, "--max-literals", "6", "--max-terms", "2"]);
    assert_eq!(done.status, 0, "{done:?}");
    for part in [
        "    irq_mask_1 & op_ebreak | irq_mask_2 & op_lhu & addr_lo0\n",
        "what the answer rests on:\n",
        "    no further cause was looked for: the cap leaves no room for one\n",
        "    without line 2320 (positive) 3 literals, 1 term would do\n",
        "    `irq_mask_1 & op_ebreak` rests on line 2320 alone\n",
        "why not 5 literals, 1 term: already 5 positive ",
    ] {
        assert!(done.out.contains(part), "no {part:?} in {}", done.out);
    }
}

#[test]
fn what_excludes_a_formula_is_named() {
    let folder = Folder::new();
    let file = folder.file("runs.csv", "a,b,c,y\n1,1,0,1\n0,0,1,1\n0,1,0,0\n0,1,0,0\n1,0,0,0\n");
    let done = run(["explain", &file, "--hypothesis", "a & b | b", "--format", "json"]);
    assert_eq!((done.status, done.err.as_str()), (0, ""), "{done:?}");
    let expected = json!({
        "schema": 1,
        "outcome": "explained",
        "hypothesis": {"text": "a & b | b"},
        "consistent": false,
        "exclusions": [
            {"sample": {"lines": [3], "positive": true}, "certain": true, "terms": ["b"], "lacking": ["b"]},
            {"sample": {"lines": [4, 5], "positive": false}, "certain": true, "terms": ["b"], "lacking": []},
        ],
        "false_positives": {"lower": "2", "upper": "2"},
        "false_negatives": {"lower": "1", "upper": "1"},
        "within_budget": null,
        "warnings": [],
    });
    assert_eq!(done.json(), expected);
    let done = run(["explain", &file, "--hypothesis", "a & b | c"]);
    assert!(done.out.contains("consistent: no sample excludes the formula\n    a & b | c\n"), "{done:?}");
}

#[test]
fn samples_that_empty_a_size_are_named() {
    let folder = Folder::new();
    let file = folder.file("runs.csv", "a,b,y\n1,1,1\n0,0,1\n0,1,0\n1,0,0\n");
    let size = |literals: &str, terms: &str| run(["explain", &file, "--literals", literals, "--terms", terms]);
    assert!(size("1", "1").out.contains("1 literal, 1 term: already "), "{:?}", size("1", "1"));
    assert!(size("4", "2").out.contains("4 literals, 2 terms: some formula of this size explains the data"));
    assert!(size("1", "2").out.contains("there is no formula of this size at all"), "{:?}", size("1", "2"));
    run(["explain", &file, "--literals", "1"]).refusal();
}

#[test]
fn proposals_split_what_is_left() {
    let folder = Folder::new();
    let (file, table) = (stopped_after(1500, &folder), folder.name("simulate.csv"));
    let args = ["next", &file, "--up-to", "5,2", "--count", "2", "--inputs", &table, "--format", "json"];
    let done = run(args);
    assert_eq!((done.status, done.err.as_str()), (0, ""), "{done:?}");
    let report = done.json();
    assert_eq!(of(&report, "/outcome"), json!("proposed"));
    assert_eq!(of(&report, "/cardinality"), json!({"lower": "1469", "upper": "1469"}));
    assert_eq!(of(&report, "/formulas"), json!({"lower": "1469", "upper": "1469"}));
    let count = |path: &str| of(&report, path).as_str().unwrap().parse::<u64>().unwrap();
    for proposal in ["/proposals/0", "/proposals/1"] {
        let (accepting, rejecting) = (count(&format!("{proposal}/accepting")), count(&format!("{proposal}/rejecting")));
        assert_eq!(accepting + rejecting, 1469);
        assert_eq!(count(&format!("{proposal}/remaining/at_most")), accepting.max(rejecting));
        assert_eq!(of(&report, &format!("{proposal}/remaining/at_least")), json!("735"));
    }
    assert!((368..735).contains(&count("/together/at_most")), "{report}");
    let written = folder.read("simulate.csv");
    assert_eq!(written.lines().count(), 3);
    assert_eq!(written.lines().next().unwrap().split(',').count(), 63, "all columns of the file");
    assert_eq!(run(args).out, done.out, "the same seed gives the same plan");
}

#[test]
fn proposals_come_from_a_pool_if_there_is_one() {
    let folder = Folder::new();
    let file = folder.file("runs.csv", "a,b,c,y\n1,1,1,1\n0,0,0,0\n");
    let pool = folder.file("pool.csv", "c,name,b,a\n1,one,1,1\n0,two,1,1\n0,three,1,1\n");
    let done = run(["next", &file, "--up-to", "2,2", "--pool", &pool, "--count", "5", "--format", "json"]);
    let report = done.json();
    assert_eq!((done.status, of(&report, "/proposals").as_array().unwrap().len()), (0, 1), "{report}");
    assert_eq!(of(&report, "/proposals/0/line"), json!(3));
    assert_eq!(of(&report, "/proposals/0/input"), json!({"a": true, "b": true, "c": false}));

    let useless = folder.file("useless.csv", "a,b,c\n1,1,1\n");
    let done = run(["next", &file, "--up-to", "2,2", "--pool", &useless]);
    assert_eq!(done.status, 1, "{done:?}");
    assert!(done.out.contains("indistinct: "), "{done:?}");

    let strange = folder.file("strange.csv", "a,b\n1,1\n");
    let done = run(["next", &file, "--up-to", "2,2", "--pool", &strange]);
    assert!(done.refusal().ends_with(":1: there is no column `c`, which is a feature of the other file"), "{done:?}");
}

const TYPED: &str = "\
id,mode,len,irq,fail
1,burst,4,1,1
2,burst,8,1,1
3,burst,2,1,0
4,single,4,0,0
5,single,1,1,0
6,idle,8,0,0
";

#[test]
fn a_large_version_space_says_something_too() {
    let folder = Folder::new();
    let file = stopped_after(300, &folder);
    let inspect = |file: &str, size: [&str; 2]| {
        let options = ["--literals", size[0], "--terms", size[1], "--format", "json"];
        run(["inspect", file].into_iter().chain(options)).json()
    };
    let one_term = inspect(&file, ["4", "1"]);
    assert_eq!(of(&one_term, "/boundary"), json!({"complete": false, "incomparable": true}), "{one_term}");
    let opposites = folder.file("opposites.csv", "a,b,c,d,e,f,y\n1,1,1,1,1,1,1\n0,0,0,0,0,0,0\n");
    let two_terms = inspect(&opposites, ["4", "2"]);
    assert_eq!(of(&two_terms, "/formulas/lower"), json!("1395"));
    assert_eq!(of(&two_terms, "/boundary"), json!({"complete": false, "incomparable": false}), "{two_terms}");
    for end in ["/most_specific", "/most_general"] {
        let count = of(&two_terms, end).as_array().unwrap().len();
        assert!((1..=10).contains(&count), "{two_terms}");
    }
    // 440 million formulas, and no time for a diagram of them.
    let options = ["--literals", "7", "--terms", "2", "--patience", "1ms", "--contains", "irq_mask_2 & op_lhu"];
    let done = run(["inspect", &file].into_iter().chain(options).chain(["--format", "json"]));
    let report = done.json();
    assert_eq!((done.status, of(&report, "/counted"), of(&report, "/stopped")), (0, json!(false), json!(null)));
    assert_eq!(of(&report, "/shared"), json!({"columns": [], "literals": []}));
    assert_eq!((of(&report, "/backbone"), of(&report, "/contains")), (json!([]), json!(false)));
    for end in ["/most_specific", "/most_general"] {
        assert!(!of(&report, end).as_array().unwrap().is_empty(), "{report}");
    }
    let text = run(["inspect", &file].into_iter().chain(options)).out;
    assert!(text.contains("    no column is in all of their formulas\n"), "{text}");
    assert!(text.contains("\nnot counted within 1ms: how often"), "{text}");

    let args = ["learn", &file, "--bound", "1", "--max-literals", "3", "--max-terms", "1", "--ignore", "op_lhu"];
    let overfit = run(args);
    assert_eq!(overfit.status, 1, "{overfit:?}");
    // A second may be too short on a busy machine; then the answer says so.
    let was_cut = |text: &str| text.contains("warning: what all formulas have in common was not found within 1s;");
    let in_common = "\n    no column is in all of their formulas\n";
    assert!(overfit.out.contains(in_common) != was_cut(&overfit.out), "{overfit:?}");
    let report = run(args.into_iter().chain(["--format", "json"])).json();
    let shared = report.get("shared");
    assert!(shared.is_none_or(|shared| *shared == json!({"columns": [], "literals": []})), "{report}");
    assert_eq!(shared.is_none(), report["warnings"].to_string().contains("was not found within 1s;"), "{report}");
    let args = ["explain", &file, "--ignore", "op_lhu", "--max-literals", "3", "--max-terms", "1", "--bound", "1"];
    let text = run(args).out;
    assert!(text.contains("    no column is in all of their formulas\n"), "{text}");
    assert!(text.contains("\nno concept implies another one: each"), "{text}");
    assert!(text.contains("is a most specific and a most general one"), "{text}");
    let report = run(args.into_iter().chain(["--format", "json"])).json();
    assert_eq!(of(&report, "/boundary/incomparable"), json!(true), "{report}");
    assert!(!of(&report, "/most_general").as_array().unwrap().is_empty(), "{report}");
    let file = folder.file("shared.csv", "a,b,c,y\n1,1,1,1\n0,1,1,0\n1,0,0,0\n");
    let report = run(["learn", &file, "--bound", "1", "--format", "json"]).json();
    assert_eq!(of(&report, "/outcome"), json!("overfit"));
    assert_eq!(of(&report, "/shared"), json!({"columns": ["a"], "literals": ["a"]}), "{report}");
}

#[test]
fn eight_hundred_million_formulas_say_something_in_seconds() {
    let folder = Folder::new();
    let file = folder.name("negatives.csv");
    let options = ["--features", "100", "--terms", "5", "--positives", "0", "--negatives", "1000", "--seed", "1"];
    assert_eq!(run(["generate"].into_iter().chain(options).chain(["--output", &file])).status, 0);
    let options = ["--literals", "7", "--terms", "1", "--patience", "1ms", "--timeout", "60s", "--format", "json"];
    let done = run(["inspect", &file].into_iter().chain(options));
    let report = done.json();
    assert_eq!((done.status, of(&report, "/stopped")), (0, json!(null)), "{report}");
    assert_eq!(of(&report, "/backbone"), json!([]));
    assert_eq!(of(&report, "/boundary"), json!({"complete": false, "incomparable": true}));
    // Each of those named fits the data.
    for end in of(&report, "/most_specific").as_array().unwrap() {
        let done = run(["eval", &file, "--hypothesis", end["text"].as_str().unwrap()]);
        assert!(done.out.contains("\nconsistent"), "{done:?}");
    }
}

#[test]
fn typed_columns_are_shared_by_their_names() {
    let folder = Folder::new();
    let rows = "mode,len,irq,y\nburst,8,1,1\nsingle,2,1,0\nidle,1,1,0\nsingle,8,1,0\nburst,2,1,0\n";
    let file = folder.file("modes.csv", rows);
    let args = ["learn", &file, "--types", "auto", "--bound", "1"];
    let text = run(args).out;
    // `mode=burst` or `mode!=single`, since no idle run was that long.
    assert!(text.contains("    all of them have len>=8\n    all of their formulas speak of mode\n"), "{text}");
    let report = run(args.into_iter().chain(["--format", "json"])).json();
    assert_eq!(of(&report, "/shared"), json!({"columns": ["mode", "len"], "literals": ["len>=8"]}));
}

/// Until one concept is left, what is proposed is labelled and added to the file.
#[test]
fn proposals_of_typed_columns_are_rows_of_the_file() {
    let folder = Folder::new();
    let schema = "auto = true\n[columns]\nlen = { type = \"numeric\", thresholds = [2, 4, 8] }\n\
                  mode = { type = \"categorical\", values = [\"burst\", \"single\", \"idle\"] }\n";
    let (schema, table) = (folder.file("schema.toml", schema), folder.name("simulate.csv"));
    let mut rows = TYPED.to_owned();
    let mut others = 0;
    for round in 7.. {
        let file = folder.file("runs.csv", &rows);
        let options = ["--ignore", "id", "--schema", &schema, "--up-to", "4,2", "--inputs", &table, "--format", "json"];
        let done = run(["next", &file].into_iter().chain(options));
        let report = done.json();
        if of(&report, "/outcome") == json!("unique") {
            assert_eq!(of(&report, "/unique/text"), json!("mode=burst & len>=4"));
            break;
        }
        assert_eq!((done.status, of(&report, "/outcome")), (0, json!("proposed")), "{report}");
        let written = folder.read("simulate.csv");
        let (header, row) = written.trim_end().split_once('\n').unwrap();
        assert_eq!(header, "id,mode,len,irq,fail");
        let row = row
            .strip_prefix(',')
            .and_then(|row| row.strip_suffix(','))
            .expect("the id and the label are to be filled in");
        let cells: Vec<&str> = row.split(',').collect();
        let input = json!({"mode": cells[0], "len": cells[1], "irq": cells[2] == "1"});
        assert_eq!(of(&report, "/proposals/0/input"), input);
        let unseen = json!({"none_of": ["burst", "single", "idle"]});
        others += usize::from(report.pointer("/proposals/0/alike/mode") == Some(&unseen));
        let fails = cells[0] == "burst" && cells[1].parse::<f64>().unwrap() >= 4.0;
        rows += &format!("{round},{row},{}\n", u8::from(fails));
        assert!(round < 40, "{rows}");
    }
    assert!(others > 0, "some proposal is a mode that was never seen: {rows}");
}

#[test]
fn a_pool_of_typed_columns_has_the_columns_of_the_file() {
    let folder = Folder::new();
    let file = folder.file("runs.csv", TYPED);
    let next = |pool: &str| {
        let pool = folder.file("pool.csv", pool);
        run(["next", &file, "--ignore", "id", "--types", "auto", "--up-to", "4,2", "--pool", &pool])
    };
    let done = next("len,junk,irq,mode\n3,a,1,burst\n9,b,0,fast\n");
    assert!(done.status == 0 && done.out.contains("1. simulate line 3 of the pool"), "{done:?}");
    let refused = next("len,junk,irq,mode\n3,a,1,burst\nlong,b,0,fast\n");
    assert!(refused.refusal().contains("pool.csv:3:1: column `len`: `long` is not a number"), "{refused:?}");
    let refused = next("len,irq,mode\n3,1,\n");
    assert!(refused.refusal().contains("pool.csv:2:3: column `mode`: the cell is empty, and a row"), "{refused:?}");
    let refused = next("mode=burst,len,irq\n1,1,1\n");
    assert!(refused.refusal().contains("there is no column `mode`"), "{refused:?}");
    let done = run(["next", &file, "--ignore", "id", "--types", "auto", "--up-to", "4,2"]);
    assert!(
        done.out
            .contains("1. simulate an input with\n    mode = burst\n    len = 4 (or any other from 4 to below 8)\n"),
        "{done:?}"
    );
}

#[test]
fn what_a_limit_cut_off_is_claimed_by_nobody() {
    // Files of few rows are read to the end; then the time is over.
    let folder = Folder::new();
    let all = fs::read_to_string(example("eda_picorv32_trap.csv")).unwrap();
    let file = folder.file("few.csv", all.lines().take(500).collect::<Vec<_>>().join("\n"));
    let done = run(["next", &file, "--up-to", "4,2", "--timeout", "1ns", "--format", "json"]);
    let report = done.json();
    assert_eq!(
        (done.status, of(&report, "/outcome"), of(&report, "/stopped")),
        (3, json!("undecided"), json!("deadline"))
    );
    for count in ["/cardinality", "/formulas"] {
        assert_eq!(of(&report, count), json!({"lower": "0", "upper": null}), "{report}");
    }
    assert_eq!((of(&report, "/together/at_most"), of(&report, "/together/of")), (json!(null), json!(null)), "{report}");
    assert_eq!(of(&report, "/proposals"), json!([]));
    let text = run(["next", &file, "--up-to", "4,2", "--timeout", "1ns"]).out;
    assert!(
        text.contains(
            "\nundecided: whether anything up to 4 literals in up to 2 terms explains the data is not known\n"
        ),
        "{text}"
    );
    assert!(
        text.contains("    stopped (deadline) at 1 literal, 1 term: larger candidates are not among them\n"),
        "{text}"
    );

    let done = run(["explain", &file, "--timeout", "1ns"]);
    assert!(done.status == 3 && done.out.contains("undecided: "), "{done:?}");
}

#[test]
fn what_the_search_has_proven_stands_though_no_question_has_time() {
    let file = example("eda_picorv32_trap.csv");
    let args = ["explain", &file, "--max-literals", "6", "--max-terms", "2", "--patience", "1ms"];
    let done = run(args.into_iter().chain(["--format", "json"]));
    let report = done.json();
    assert_eq!((done.status, of(&report, "/outcome")), (3, json!("learned")), "{report}");
    assert_eq!(of(&report, "/conflict/conflict/empty"), json!(true), "{report}");
    let cut: Vec<Value> = of(&report, "/cut").as_array().unwrap().iter().map(|cut| of(cut, "/stopped")).collect();
    assert!(!cut.is_empty() && cut.iter().all(|reason| *reason == json!("deadline")), "{report}");
    // (5, 1) was measured by the search.
    let profile = of(&report, "/profile");
    let known =
        profile.as_array().unwrap().iter().find(|step| step["complexity"] == json!({"literals": 5, "terms": 1}));
    assert_eq!(known.map(|step| &step["cardinality"]), Some(&json!({"lower": "0", "upper": "0"})), "{report}");
    // No engine is needed for this.
    assert_eq!(of(&report, "/fragility/resting/0/sample"), json!({"lines": [2320], "positive": true}), "{report}");
    let text = run(args).out;
    assert!(text.contains("\nnot finished within their shares of the "), "{text}");
}

#[test]
fn the_loop_ends() {
    let folder = Folder::new();
    let file = folder.file("runs.csv", "a,b,y\n1,1,1\n0,0,0\n0,1,0\n1,0,0\n");
    let done = run(["next", &file, "--up-to", "4,2"]);
    assert_eq!(done.status, 0, "{done:?}");
    assert!(
        done.out.contains("unique: one concept is left up to 4 literals in up to 2 terms\n    a & b\n"),
        "{done:?}"
    );
    let file = folder.file("empty.csv", "a,b,y\n1,1,1\n0,0,1\n0,1,0\n1,0,0\n");
    let done = run(["next", &file, "--up-to", "3,2"]);
    assert_eq!(done.status, 1, "{done:?}");
    assert!(done.out.contains("empty: nothing up to 3 literals"), "{done:?}");
    run(["next", &file]).refusal();
    run(["next", &file, "--up-to", "3"]).refusal();
    let done = run(["next", &file, "--up-to", "3,2", "--timeout", "1ms"]);
    assert!(done.status == 3 && done.out.contains("undecided: ") || done.status == 1, "{done:?}");
}

#[test]
fn a_version_space_says_what_its_formulas_have_in_common() {
    let folder = Folder::new();
    let file = stopped_after(300, &folder);
    let votes = folder.file("votes.csv", &{
        let all = std::fs::read_to_string(example("eda_picorv32_trap.csv")).unwrap();
        all.lines().take(3).chain(all.lines().skip(81).take(1)).collect::<Vec<_>>().join("\n") + "\n"
    });
    let args = ["inspect", &file, "--literals", "3", "--terms", "1", "--votes", &votes, "--format", "json"];
    let done = run(args);
    assert_eq!((done.status, done.err.as_str()), (0, ""), "{done:?}");
    let report = done.json();
    assert_eq!(of(&report, "/formulas"), json!({"lower": "225", "upper": "225"}));
    assert_eq!(of(&report, "/cardinality"), json!({"lower": "225", "upper": "225"}));
    assert_eq!(of(&report, "/backbone"), json!([]));
    assert_eq!(of(&report, "/frequencies/0/literal"), json!("irq_mask_2"));
    assert_eq!(of(&report, "/most_specific").as_array().unwrap().len(), 225, "terms of one size imply no other one");
    let votes: Vec<Value> = of(&report, "/votes").as_array().unwrap().clone();
    assert_eq!(votes[0], json!({"line": 2, "accepting": "0", "of": "225"}));
    assert_eq!(votes[2], json!({"line": 4, "accepting": "225", "of": "225"}), "the known positive");
    let again = run(args);
    assert_eq!(again.out, done.out);

    let one = run(["inspect", &file, "--literals", "2", "--terms", "1", "--contains", "irq_mask_2 & op_lhu"]);
    assert!(one.out.contains("    the formula is one of them\n    all of them have irq_mask_2, op_lhu\n"), "{one:?}");
    let parity = run(["inspect", &file, "--language", "parity", "--size", "1"]);
    assert_eq!(parity.status, 0, "{parity:?}");
}

#[test]
fn every_line_votes_also_where_rows_are_equal() {
    let folder = Folder::new();
    let file = folder.file("runs.csv", "a,b,c,y\n1,1,0,1\n0,1,0,0\n1,0,0,0\n");
    let votes = folder.file("votes.csv", "a,b,c\n1,1,0\n0,0,0\n1,1,0\n1,1,1\n");
    let args = ["inspect", &file, "--literals", "2", "--terms", "1", "--votes", &votes];
    let report = run(args.into_iter().chain(["--format", "json"])).json();
    let lines: Vec<_> = of(&report, "/votes").as_array().unwrap().iter().map(|vote| of(vote, "/line")).collect();
    assert_eq!(lines, [json!(2), json!(3), json!(4), json!(5)]);
    let text = run(args).out;
    assert!(text.contains("    lines 2, 4, 5: all accept, positive\n    line 3: none accepts, negative\n\n"), "{text}");

    // Rules leave the same formula, and so the same literals; of clauses they are not known.
    for options in [&["--monotone"][..], &["--forbid", "c"], &["--require", "a"]] {
        let restricted = run(args.iter().chain(options).copied().chain(["--format", "json"])).json();
        for field in ["/backbone", "/frequencies"] {
            assert_eq!(of(&restricted, field), of(&report, field), "{options:?}");
        }
    }
    let args = ["inspect", &file, "--language", "cnf", "--literals", "2", "--terms", "2", "--format", "json"];
    let clauses = run(args).json();
    assert_eq!((of(&clauses, "/backbone"), of(&clauses, "/frequencies")), (json!(null), json!(null)));
}

#[test]
fn a_proposal_from_a_pool_is_a_row_of_it() {
    let folder = Folder::new();
    let file = folder.file("runs.csv", "mode,len,y\nx,1,0\nw,9,1\n");
    let schema = "[columns]\nmode = { type = \"categorical\" }\nlen = { type = \"numeric\", thresholds = [5] }\n";
    let schema = folder.file("schema.toml", schema);
    let (pool, table) = (folder.file("pool.csv", "mode,len\nzeta,7.5\nx,7\nw,2\n"), folder.name("simulate.csv"));
    let options = ["--schema", &schema, "--up-to", "1,1", "--pool", &pool, "--inputs", &table, "--format", "json"];
    let report = run(["next", &file].into_iter().chain(options)).json();
    let line = of(&report, "/proposals/0/line").as_u64().unwrap();
    let row = std::fs::read_to_string(&pool).unwrap().lines().nth(line as usize - 1).unwrap().to_owned();
    assert_eq!(folder.read("simulate.csv"), format!("mode,len,y\n{row},\n"));
    let (mode, len) = row.split_once(',').unwrap();
    assert_eq!(of(&report, "/proposals/0/input"), json!({"mode": mode, "len": len}));
}

#[test]
fn names_of_options_in_refusals_are_those_that_were_given() {
    let folder = Folder::new();
    let file = folder.file("runs.csv", "a,b,y\n1,1,1\n0,0,0\n");
    let done = run(["inspect", &file, "--literals", "1", "--terms", "1", "--contains", "a & d"]);
    let expected = "error: invalid value for '--contains <FORMULA>': column 5: ";
    assert!(done.refusal().starts_with(expected), "{done:?}");
    let done = run(["next", &file, "--up-to", "2,5"]);
    assert!(done.refusal().contains("5 terms have 5 literals at least; did you mean 5,2?"), "{done:?}");
}

/// The rows that a cause labels, with `code`'s bits as cells of `a` to `h`.
fn labelled(codes: impl IntoIterator<Item = u32>, cause: fn(u32) -> bool) -> String {
    let row = |code: u32| (0..8).map(|bit| (code >> bit & 1).to_string() + ",").collect::<String>();
    codes.into_iter().map(|code| format!("{}{}\n", row(code), u8::from(cause(code)))).collect()
}

/// The answers to the proposals in a file of inputs, as rows.
fn answered(inputs: &str, cause: fn(u32) -> bool) -> Vec<String> {
    let code = |row: &str| row.split(',').take(8).enumerate().map(|(bit, cell)| u32::from(cell == "1") << bit).sum();
    inputs.lines().skip(1).map(|row| format!("{row}{}\n", u8::from(cause(code(row))))).collect()
}

#[test]
fn what_is_unique_is_confirmed_until_the_target_is_met() {
    let folder = Folder::new();
    let table = folder.name("confirm.csv");
    let cause = |code: u32| code & 0b11 == 0b11;
    let mut rows = "a,b,c,d,e,f,g,h,y\n".to_owned() + &labelled((0..256).filter(|code| code % 3 != 0), cause);
    let mut confirmed = 0;
    loop {
        let file = folder.file("runs.csv", &rows);
        let number = confirmed.to_string();
        let options = ["--up-to", "3,2", "--target", "0.8", "--confirmed", &number];
        let beside = ["--count", "4", "--inputs", &table, "--format", "json"];
        let done = run(["next", &file].into_iter().chain(options).chain(beside));
        let report = done.json();
        assert_eq!((done.status, of(&report, "/unique/text")), (0, json!("a & b")), "{report}");
        assert_eq!(of(&report, "/confirmation/confirmed"), json!(confirmed), "{report}");
        assert_eq!(of(&report, "/confirmation/are_counted"), json!(true));
        if of(&report, "/outcome") == json!("target-met") {
            assert!(of(&report, "/confirmation/now/value").as_f64().unwrap() >= 0.8 && confirmed >= 8, "{report}");
            assert_eq!(of(&report, "/confirming"), json!([]));
            let text = run(["next", &file].into_iter().chain(options)).out;
            let met = "target met: one concept is left up to 3 literals in up to 2 terms\n    a & b\n";
            assert!(text.contains(met), "{text}");
            break;
        }
        assert_eq!(of(&report, "/outcome"), json!("unique"));
        if confirmed == 0 {
            let proposed = of(&report, "/confirming").as_array().unwrap().clone();
            let says: Vec<Value> = proposed.iter().map(|one| of(one, "/says")).collect();
            assert_eq!(says, [json!(true), json!(false), json!(true), json!(false)]);
            assert!(of(&proposed[0], "/turned").is_null() && of(&proposed[1], "/turned").is_string());
        }
        let answers = answered(&folder.read("confirm.csv"), cause);
        confirmed += answers.len();
        rows += &answers.concat();
        assert!(confirmed < 100);
    }
    // Rows without which other concepts are left confirm nothing.
    let file = folder.file("runs.csv", &rows);
    let all = (rows.lines().count() - 3).to_string();
    let options = ["--up-to", "3,2", "--confirmed", &all];
    let report = run(["next", &file].into_iter().chain(options).chain(["--format", "json"])).json();
    assert_eq!(of(&report, "/confirmation/are_counted"), json!(false), "{report}");
    let text = run(["next", &file].into_iter().chain(options)).out;
    assert!(text.contains("without the rows of --confirmed other answers are left"), "{text}");
}

#[test]
fn a_wrong_answer_is_refuted_by_what_should_confirm_it() {
    // The cause has a third literal, which was 1 whenever the other two were.
    let folder = Folder::new();
    let cause = |code: u32| code & 0b111 == 0b111;
    let codes = (0..256).filter(|code| code & 0b111 != 0b011);
    let rows = "a,b,c,d,e,f,g,h,y\n".to_owned() + &labelled(codes, cause);
    let (file, table) = (folder.file("runs.csv", &rows), folder.name("confirm.csv"));
    let options = ["--up-to", "2,1", "--inputs", &table, "--count", "2", "--format", "json"];
    let report = run(["next", &file].into_iter().chain(options)).json();
    assert_eq!(of(&report, "/unique/text"), json!("a & b"), "{report}");
    // All inputs that remain are inside the term, and each refutes the answer.
    let answers = answered(&folder.read("confirm.csv"), cause);
    assert!(answers.len() == 2 && answers.iter().all(|row| row.ends_with(",0\n")), "{answers:?}");
    let file = folder.file("runs.csv", rows + &answers.concat());
    let done = run(["next", &file, "--up-to", "2,1", "--confirmed", "2"]);
    assert!(done.status == 1 && done.out.contains("empty: nothing up to 2 literals"), "{done:?}");
}

#[test]
fn more_concepts_than_are_listed_to_find_families_lead_to_exact() {
    let folder = Folder::new();
    // Each two of three columns fit, with 86 thresholds of each: 22,188 concepts. An unknown cell makes all thresholds count.
    let mut rows = "a,b,c,e,fail\n200,200,200,1,1\n200,200,200,?,1\n".to_owned();
    let row = |column: usize, value: &str, other: &str| {
        let cells: Vec<&str> = (0..3).map(|at| if at == column { value } else { other }).collect();
        cells.join(",")
    };
    for column in 0..3 {
        rows += &format!("{},0,0\n", row(column, "200", "10"));
        for between in 11..96 {
            rows += &format!("{},1,0\n", row(column, &between.to_string(), "1"));
        }
    }
    let path = folder.file("many.csv", rows);
    let done = run(["learn", &path, "--types", "auto", "--unknown"]);
    assert_eq!(done.status, 3, "{done:?}");
    assert!(done.out.contains("there are more concepts than the listing limit\n"), "{done:?}");
    assert!(done.out.contains("    --exact lists up to 100000 concepts, and takes longer\n"), "{done:?}");
}
