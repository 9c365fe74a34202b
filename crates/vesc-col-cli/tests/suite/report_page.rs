//! `report` and `learn --html`: pages that stand alone, whatever the columns are called.

use crate::common::{self, Folder, run};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde_json::json;
use sha2::{Digest as _, Sha256};

const RUNS: &str = "irq,dma,mode,y\n1,1,0,1\n1,1,1,1\n0,1,0,0\n1,0,0,0\n0,0,1,0\n";

/// What stands between two marks, each time.
fn between<'a>(page: &'a str, open: &str, close: &str) -> Vec<&'a str> {
    page.split(open).skip(1).map(|rest| rest.split(close).next().expect("a text")).collect()
}

/// Checks that a page allows its own style and script, has no other, and names no other place.
fn assert_stands_alone(page: &str) {
    assert!(page.starts_with("<!DOCTYPE html>"), "{page}");
    let scripts = between(page, "<script>", "</script>");
    let styles = between(page, "<style>", "</style>");
    assert_eq!((scripts.len(), styles.len()), (1, 1));
    for text in scripts.into_iter().chain(styles) {
        let digest = format!("'sha256-{}'", BASE64_STANDARD.encode(Sha256::digest(text)));
        assert!(page.contains(&digest), "{digest}");
    }
    assert!(page.contains("default-src 'none'"));
    let elsewhere = ["http:", "https:", "src=", "@import", "url(", "onerror=\"", " style=\""];
    for word in elsewhere {
        assert!(!page.contains(word), "{word}");
    }
}

#[test]
fn a_page_shows_verdict_evidence_and_runs() {
    let folder = Folder::new();
    let file = folder.file("runs.csv", RUNS);
    let done = run(["report", &file]);
    assert_eq!((done.status, done.err.as_str()), (0, ""));
    assert_stands_alone(&done.out);
    for part in [
        "One concept of 2 literals in 1 term explains all 2 positive runs and no negative one.",
        "<code>irq &amp; dma</code> explains 2 of 2 positive runs",
        "irq: true in 2 positive runs; it alone rejects 1 negative run",
        "<svg class=\"drawing\"",
        "<td class=\"unique answer\">1 <small>answer</small></td>",
        "SHA-256 of the file",
        "It is the only concept up to 3 literals in 1 term.",
        "<summary>Negative runs that alone keep out rivals (2)</summary>",
        "<tr><th scope=\"row\">4</th><td><code>dma</code></td></tr>",
    ] {
        assert!(done.out.contains(part), "{part}: {}", done.out);
    }
}

/// What stood in the file after the first rows is what `count` says of a file of these rows.
#[test]
fn counts_fall_as_runs_come_in() {
    let folder = Folder::new();
    let all = std::fs::read_to_string(common::example("eda_picorv32_trap.csv")).expect("the example is there");
    let file = folder.file("runs.csv", &all);
    let report = run(["learn", &file, "--details", "--format", "json"]).json();
    let history = report["details"]["history"].as_array().expect("a list");
    assert!(history.len() > 4, "{report}");
    for moment in history {
        let rows = moment["rows"].as_u64().expect("a number") as usize;
        let first = folder.file("first.csv", all.lines().take(1 + rows).collect::<Vec<_>>().join("\n"));
        let counted = run(["count", &first, "--literals", "5", "--terms", "2", "--format", "json"]).json();
        assert_eq!(moment["cardinality"], counted["cardinality"], "{rows} rows");
        assert_eq!(moment["positives"], counted["data"]["positives"], "{rows} rows");
    }
    assert_eq!(history.last().expect("not empty")["cardinality"], report["cardinality"]);
}

#[test]
fn contradictions_and_declarations_are_named_with_their_lines() {
    let folder = Folder::new();
    let file = folder.file("runs.csv", "run,a,b,c,fail\nr1,1,0,0,1\nr2,1,0,0,0\nr3,0,1,0,0\nr4,0,0,1,0\nr5,1,0,0,1\n");
    let link = "https://ci.example/{run}";
    let page = run([
        "report",
        &file,
        "--ignore",
        "run",
        "--link",
        link,
        "--errors",
        "auto",
        "--one-hot",
        "a,b,c",
        "--group",
        "pair:a,b",
    ]);
    assert_eq!((page.status, page.err.as_str()), (0, ""), "{page:?}");
    for part in [
        "<dt>declared about several columns</dt><dd><code>exactly one is 1 of a, b, c</code>, <code>values of one variable: pair:a,b</code></dd>",
        "<summary>Contradictions: runs with equal values and different labels</summary>",
        "<tr><td><a href=\"https:&#x2f;&#x2f;ci.example&#x2f;r1\" rel=\"noreferrer\">2</a>, <a href=\"https:&#x2f;&#x2f;ci.example&#x2f;r5\" rel=\"noreferrer\">6</a></td><td><a href=\"https:&#x2f;&#x2f;ci.example&#x2f;r2\" rel=\"noreferrer\">3</a></td></tr>",
    ] {
        assert!(page.out.contains(part), "{part}: {}", page.out);
    }
}

#[test]
fn the_proposals_are_those_of_next() {
    let folder = Folder::new();
    let file = folder.file("runs.csv", RUNS);
    // The only answer, of 2 literals, is told apart from those of 3.
    let details = run(["learn", &file, "--details", "--format", "json"]).json()["details"].clone();
    let next = run(["next", &file, "--up-to", "3,1", "--count", "3", "--seed", "1", "--format", "json"]).json();
    for field in ["outcome", "cardinality", "formulas", "leader", "proposals", "together"] {
        assert_eq!(details["next"][field], next[field], "{field}");
    }
    let explained = run(["explain", &file, "--format", "json"]).json();
    assert_eq!(details["fragility"], explained["fragility"]);
    // Other languages have no such questions.
    let tree = run(["learn", &file, "--language", "tree", "--details", "--format", "json"]).json();
    assert_eq!((&tree["details"]["next"], &tree["details"]["fragility"]), (&json!(null), &json!(null)));
}

#[test]
fn all_ways_lead_to_the_same_page() {
    let folder = Folder::new();
    let file = folder.file("runs.csv", RUNS);
    let json = run(["learn", &file, "--details", "--format", "json", "--output", &folder.name("report.json")]);
    assert_eq!(json.status, 0, "{json:?}");
    run(["learn", &file, "--html", &folder.name("learn.html")]);
    let from = run(["report", "--from", &folder.name("report.json")]);
    let whole = run(["report", &file]);
    // The command and the time differ, and nothing else.
    let rest = |page: &str| {
        let lines = page.lines().filter(|line| !line.contains("<dt>command") && !line.contains("<dt>search"));
        lines.collect::<Vec<_>>().join("\n")
    };
    assert_eq!(rest(&from.out), rest(&whole.out));
    assert_eq!(rest(&folder.read("learn.html")), rest(&whole.out));
}

#[test]
fn names_are_text_whatever_they_contain() {
    let folder = Folder::new();
    let evil = "</script><img src=x onerror=alert(1)>";
    let file = folder.file("runs.csv", RUNS.replace("irq", evil).replace("mode", "a`|b\"'&"));
    let page = run(["report", &file]).out;
    assert!(!page.contains("<img"), "{page}");
    assert_eq!(page.matches("<script>").count(), 1);
    assert!(page.contains("&lt;&#x2f;script&gt;&lt;img") || page.contains("&lt;/script&gt;&lt;img"), "{page}");
    let markdown = run(["report", &file, "--as", "markdown"]).out;
    assert!(markdown.contains("`\"</script><img src=x onerror=alert(1)>\" & dma`"), "{markdown}");
}

#[test]
fn lines_are_links_to_runs() {
    let folder = Folder::new();
    let file = folder.file("runs.csv", "run,irq,dma,y\na b,1,1,1\nx,1,1,1\nq\"><s>,0,1,0\nz,1,0,0\n");
    let link = ["--ignore", "run", "--link", "https://farm.example/runs/{run}"];
    let page = run(["report", &file].into_iter().chain(link)).out;
    for part in
        ["farm.example&#x2f;runs&#x2f;a%20b\" rel=\"noreferrer\">2</a>", "q%22%3E%3Cs%3E\" rel=\"noreferrer\">4</a>"]
    {
        assert!(page.contains(part), "{part}: {page}");
    }
    let markdown = run(["report", &file, "--as", "markdown"].into_iter().chain(link)).out;
    assert!(markdown.contains("| [2](https://farm.example/runs/a%20b) |"), "{markdown}");
    let missing = run(["report", &file, "--ignore", "run", "--link", "https://farm.example/{rum}"]);
    assert!(missing.refusal().contains("there is no column `rum` to link to; the columns are run, irq"), "{missing:?}");
    let unsafe_one = run(["report", &file, "--link", "javascript:{run}"]);
    assert!(unsafe_one.refusal().contains("expected an address that begins with https://"), "{unsafe_one:?}");
    let alone = run(["learn", &file].into_iter().chain(link));
    assert!(alone.refusal().contains("--link is for --html and --details"), "{alone:?}");
}

#[test]
fn a_family_has_the_support_of_its_narrow_formula() {
    let folder = Folder::new();
    let file = folder.file("runs.csv", "len,irq,y\n1,1,0\n2,0,0\n4,1,1\n4,0,0\n5,1,1\n");
    let markdown = run(["report", &file, "--types", "auto", "--as", "markdown"]).out;
    for part in ["`len>=4 (2..4) & irq`", "`len>=4 & irq` explains 2 of 2 positive runs", "| 1 | `irq` | 1 | 5 |"] {
        assert!(markdown.contains(part), "{part}: {markdown}");
    }
}

#[test]
fn every_outcome_has_a_page() {
    let folder = Folder::new();
    let one_class = folder.file("one.csv", "a,b,y\n1,0,0\n0,1,0\n");
    let underfit = folder.file("under.csv", "a,b,y\n1,0,1\n0,1,1\n0,0,0\n1,1,0\n");
    let overfit = folder.file("over.csv", "a,b,c,d,y\n1,1,1,1,1\n0,0,0,0,0\n");
    for (words, status, sentence) in [
        (vec!["report", &*one_class], 1, "Nothing can be learned from one class"),
        (
            vec!["report", &*underfit, "--max-literals", "2"],
            1,
            "No cause was learned: no formula of the sizes searched",
        ),
        (vec!["report", &*overfit, "--bound", "2"], 1, "No cause was learned: "),
        (vec!["report", &*overfit, "--language", "tree"], 0, "explain the positive run and no negative one"),
    ] {
        for form in ["html", "markdown"] {
            let done = run(words.iter().copied().chain(["--as", form]));
            assert_eq!(done.status, status, "{done:?}");
            assert!(done.out.contains(sentence), "{sentence}: {}", done.out);
        }
    }
}

#[test]
fn a_file_that_is_no_report_is_refused() {
    let folder = Folder::new();
    let file = folder.file("runs.csv", RUNS);
    let refusal = run(["report", "--from", &file]);
    assert!(refusal.refusal().contains("`learn --details --format json` writes one"), "{refusal:?}");
    assert!(run(["report"]).refusal().contains("<FILE>"));
    // An answer that is there was not asked for by these.
    let json = folder.name("report.json");
    assert_eq!(run(["learn", &file, "--details", "--format", "json", "--output", &json]).status, 0);
    for option in ["--unknown", "--max-errors=1", "--ignore=a", "--max-terms=2", "--forbid=a", "--one-class"] {
        let refusal = run(["report", "--from", &json, option]);
        let name = option.split('=').next().unwrap();
        assert!(refusal.refusal().contains(&format!("'{name}' is for a search")), "{refusal:?}");
    }
}

/// Of a family only the narrow form is listed: what it has, others of the family may lack. A report that does not list all does not
/// tell what is gone.
#[test]
fn what_is_not_listed_is_not_judged() {
    let folder = Folder::new();
    let rows = "x,z,k,y\n1,5,0,0\n3,9,0,0\n8,5,1,1\n12,7,1,1\n20,9,0,0\n14,30,1,0\n2,2,1,0\n";
    let file = folder.file("num.csv", rows);
    // `x>=3 & z<9` fits, too.
    let page = run(["report", &file, "--types", "auto", "--as", "markdown"]).out;
    assert!(!page.contains("Every formula has"), "{page}");

    let file = folder.file("two.csv", "a,b,y\n1,1,1\n0,0,0\n");
    let reports = ["10", "1"].map(|bound| {
        let report = run(["learn", &file, "--bound", bound, "--details", "--format", "json"]).out;
        folder.file(&format!("bound-{bound}.json"), &report)
    });
    let compared = run(["compare", &reports[0], &reports[1], "--as", "markdown"]).out;
    assert!(!compared.contains("Gone"), "{compared}");
}

/// Each positive run takes one way through the questions of a list, a tree or a diagram, and no negative run does. The near misses of an
/// answer are the negative runs that give all other answers of its way.
#[test]
fn runs_are_shown_on_their_ways() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let table = std::fs::read_to_string(root.join("docs/gallery/languages.csv")).unwrap();
    let (header, rows) = table.split_once('\n').unwrap();
    let places: std::collections::HashMap<&str, usize> =
        header.split(',').enumerate().map(|(place, name)| (name, place)).collect();
    let rows: Vec<Vec<&str>> = rows.lines().map(|row| row.split(',').collect()).collect();
    for language in ["list", "tree", "obdd"] {
        let mut args = page_of_language(language);
        args[0] = "learn".to_owned();
        let args = args.into_iter().chain(["--details", "--format", "json"].map(str::to_owned));
        let done = common::program().args(args).current_dir(&root).output().expect("the program starts");
        let report: serde_json::Value = serde_json::from_slice(&done.stdout).unwrap();
        let ways = report["details"]["ways"].as_array().unwrap();
        let answers = |way: &serde_json::Value| -> Vec<String> {
            way["answers"].as_array().unwrap().iter().map(|answer| answer.as_str().unwrap().to_owned()).collect()
        };
        let gives = |row: &[&str], answer: &str| match answer.strip_prefix('!') {
            Some(name) => row[places[name]] == "0",
            None => row[places[answer]] == "1",
        };
        let label = places[format!("as_{language}").as_str()];
        let mut positive = 0;
        for row in &rows {
            let taken = ways.iter().filter(|way| answers(way).iter().all(|answer| gives(row, answer))).count();
            assert_eq!(taken, usize::from(row[label] == "1"), "{language}: {row:?}");
            positive += taken;
        }
        let explained: u64 = ways.iter().map(|way| way["explains"].as_u64().unwrap()).sum();
        assert_eq!(explained, positive as u64, "{language}");
        for way in ways {
            let answers = answers(way);
            for (place, answer) in answers.iter().enumerate() {
                let misses = rows
                    .iter()
                    .filter(|row| row[label] == "0" && !gives(row, answer))
                    .filter(|row| answers.iter().filter(|&other| other != answer).all(|other| gives(row, other)));
                let said = way["literals"][place]["near_misses"].as_u64().unwrap();
                assert_eq!(said, misses.count() as u64, "{language}: {answers:?}, {answer}");
            }
        }
    }
}

/// Each language is drawn in a shape of its own, with its runs, and said in words.
#[test]
fn every_language_has_its_own_shape() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for (language, drawn, title, words) in [
        (
            "cnf",
            "or</text>",
            "not dma_burst: true in 12 positive runs",
            "`irq_enable | !dma_burst` true in 18 positive runs and 6 ",
        ),
        (
            "threshold",
            "≥ 3</text>",
            "not parity_en: true in 8 positive runs",
            "- `!parity_en` true in 8 positive runs and 8 negative",
        ),
        (
            "parity",
            "xor</text>",
            "retry: true in 8 positive runs and 8 negative",
            "- `retry` true in 8 positive runs and 8 negative runs",
        ),
        (
            "list",
            "decision list",
            "dma_burst? asked in 12 positive runs and 20",
            "1. `dma_burst` yes: negative (16), no: question 2",
        ),
        (
            "tree",
            "decision tree",
            "gap_0? asked in 4 positive runs and 4 negative",
            "1. `irq_enable` yes: question 2, no: question 3",
        ),
        ("obdd", "decision diagram", "parity_en? asked in 8 positive runs and 8", "4. `parity_en` yes: question"),
    ] {
        let page = |form: &str| {
            let args = page_of_language(language).into_iter().chain(["--as", form].map(str::to_owned));
            let done = common::program().args(args).current_dir(&root).output().expect("the program starts");
            String::from_utf8(done.stdout).expect("the page is UTF-8")
        };
        let (html, markdown) = (page("html"), page("markdown"));
        assert!(html.contains(drawn) && html.contains(title), "{language}: {html}");
        assert!(html.contains("<desc>"), "{language}: {html}");
        assert!(markdown.contains(words), "{language}: {markdown}");
        assert!(!markdown.contains("vesc-col next"), "next is about DNF, {language}: {markdown}");
    }
}

/// What the input of a rival says is so: the rival and the answer differ wherever its values stand.
#[test]
fn an_input_separates_each_rival() {
    let folder = Folder::new();
    let all = std::fs::read_to_string(common::example("eda_uart_frame_err.csv")).expect("the example is there");
    let first = |rows: usize| all.lines().take(1 + rows).collect::<Vec<_>>().join("\n");
    let label = all.lines().next().expect("a header").split(',').count() - 1;
    let names: Vec<&str> = all.lines().next().expect("a header").split(',').take(label).collect();
    let features = vesc_col::Features::new(names.iter().copied()).expect("names");
    // Three answers of one size, and one whose rivals are larger.
    for (rows, least) in [(1099, 2), (2800, 16)] {
        let file = folder.file("runs.csv", first(rows));
        let report = run(["learn", &file, "--details", "--format", "json"]).json();
        let rivals = report["details"]["rivals"].as_array().expect("a list");
        assert_eq!(rivals.len(), least, "{report}");
        let parse = |text: &serde_json::Value| {
            vesc_col::Dnf::parse(text.as_str().expect("a text"), &features).expect("a formula")
        };
        let answer = parse(&report["hypotheses"][0]["text"]);
        for rival in rivals {
            let (other, says) = (parse(&rival["text"]), rival["answer"].as_bool().expect("an answer"));
            let matters = rival["matters"].as_object().expect("values");
            assert!(matters.len() < 12, "{rival}");
            for others in [false, true] {
                let value = |name: &&str| matters.get(*name).map_or(others, |value| value.as_bool().expect("a value"));
                let input: vesc_col::data::OwnedSample = names.iter().map(value).collect();
                assert_eq!((answer.accepts(&input), other.accepts(&input)), (says, !says), "{rival}");
            }
        }
        let page = run(["report", &file]).out;
        assert!(page.contains("These are all others that"), "{page}");
    }
}

#[test]
fn several_formulas_are_all_shown_without_the_script() {
    let folder = Folder::new();
    let all = std::fs::read_to_string(common::example("eda_uart_frame_err.csv")).expect("the example is there");
    let file = folder.file("runs.csv", all.lines().take(1100).collect::<Vec<_>>().join("\n"));
    let page = run(["report", &file]).out;
    let list = between(&page, "<ol class=\"formulas\">", "</ol>");
    assert_eq!(list[0].matches("<li><code>").count(), 3, "{page}");
    assert!(page.contains("3 concepts of 6 literals in 2 terms explain all 5 positive runs"), "{page}");
    assert!(page.contains("is the likeliest: its terms are causes with a probability of"), "{page}");
    assert!(page.contains("Every formula has <code>!tx_parity_en</code>"), "{page}");
    let script = between(&page, "<script>", "</script>")[0].len();
    assert!(script <= 15_000, "{script} bytes of script");
}

#[test]
fn the_data_can_be_asked_again() {
    let folder = Folder::new();
    let file = folder.file("runs.csv", "irq,dma,on,copy,y\n1,1,1,1,1\n1,1,1,1,1\n0,1,1,0,0\n1,0,1,1,0\n");
    let more = folder.file("more.csv", "irq,dma,on,copy,y\n0,0,1,0,0\n");
    let digest = |file: &str| {
        let bytes = std::fs::read(file).expect("the file is there");
        Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect::<String>()
    };
    let certificates = folder.name("proofs");
    let args =
        ["report", &file, &more, "--certify", &certificates, "--timeout", "90s", "--threads", "2", "--bound", "7"];
    let done = run(args);
    assert_eq!(done.status, 0, "{done:?}");
    for part in [
        "2 positive, 3 negative; 4 distinct, 1 repeated",
        "<dt>contradictions</dt><dd>none</dd>",
        "<dt>constant columns</dt><dd><code>on</code></dd>",
        "<li><code>irq, copy</code></li>",
        "dnf up to 10 literals in 3 terms, bound 7; 90 s, 80 % of the memory, 2 threads",
        "<tr><th scope=\"row\">copy</th><td>0&#x2f;1</td></tr>",
        "--certify",
        "vesc-col verify",
        &digest(&file),
        &digest(&more),
        env!("CARGO_PKG_VERSION"),
    ] {
        assert!(done.out.contains(part), "{part}: {}", done.out);
    }
    assert_eq!(run(["verify", &certificates, &file, &more]).status, 0);
    let noisy = folder.file("noisy.csv", "irq,dma,c,y\n1,1,0,1\n1,1,1,1\n1,1,0,0\n0,1,0,0\n1,0,0,0\n");
    let page = run(["report", &noisy, "--max-errors", "1"]).out;
    assert!(page.contains("<dt>contradictions</dt><dd>1 pair of"), "{page}");
    assert!(page.contains("the data within 1 error"), "{page}");
}

/// What is not known is not counted.
#[test]
fn an_unknown_cell_supports_nothing() {
    let folder = Folder::new();
    let file = folder.file("runs.csv", "irq,dma,y\n1,1,1\n?,1,1\n0,1,0\n1,0,0\n0,?,0\n");
    let report = run(["learn", &file, "--unknown", "--details", "--format", "json"]).json();
    let possible = run(["report", &file, "--unknown"]);
    assert!(possible.out.contains("unknown cells"), "{possible:?}");
    for term in report["details"]["support"]
        .as_array()
        .into_iter()
        .flatten()
        .flat_map(|terms| terms.as_array().expect("a list"))
    {
        assert!(term["explains"].as_u64() <= Some(2), "{report}");
    }
}

/// What is folded is summarised: a page about thousands of columns and rows stays small.
#[test]
fn a_large_page_stays_small() {
    let folder = Folder::new();
    let columns: Vec<String> = (0..5000).map(|column| format!("soc.cpu{column}.pipeline.stage_valid")).collect();
    let literal = |column: usize| json!({"feature": columns[column], "op": "", "value": null, "index": column});
    let formula = |number: usize| {
        let terms = [[number, number + 1, number + 2], [number + 3, number + 4, number + 5]];
        let text = terms.map(|term| term.map(|column| columns[column].clone()).join(" & ")).join(" | ");
        json!({"text": text, "terms": terms.map(|term| term.map(literal))})
    };
    let support = |runs: &[usize]| {
        let literals = json!([{"positives": 9000, "near_misses": 50, "lines": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]}]);
        json!({"explains": runs.len(), "runs": runs, "literals": [literals[0], literals[0], literals[0]]})
    };
    let matters: serde_json::Map<String, serde_json::Value> =
        columns.iter().take(300).map(|column| (column.clone(), json!(true))).collect();
    let many = json!({"lower": "100", "upper": "100"});
    let report = json!({
        "outcome": "overfit", "complexity": {"literals": 6, "terms": 2}, "cardinality": many,
        "hypotheses": (0..100).map(formula).collect::<Vec<_>>(),
        "steps": [{"complexity": {"literals": 6, "terms": 2}, "cardinality": many, "engine": "cover", "seconds": 1.0, "stopped": null}],
        "data": {"features": 5000, "positives": 9000, "negatives": 1000, "distinct": 10000},
        "same_in_every_run": (0..100).map(|group| columns[50 * group..][..50].to_vec()).collect::<Vec<_>>(),
        "details": {
            "file": "runs.csv", "label": "fail", "sha256": null, "version": "0", "command": ["vesc-col"],
            "positives": (0..200).map(|line| json!({"line": line})).collect::<Vec<_>>(),
            "support": [[support(&(0..150).collect::<Vec<_>>()), support(&(100..200).collect::<Vec<_>>())]],
            "boolean_columns": columns[..1000], "constants": columns[..1000], "constant_columns": 5000,
            "rivals": (1..100).map(|number| json!({"text": formula(number)["text"], "matters": matters, "answer": true})).collect::<Vec<_>>(),
            "next": null, "fragility": null,
        },
    });
    let file = folder.file("report.json", report.to_string());
    let page = run(["report", "--from", &file]).out;
    assert_stands_alone(&page);
    assert!(page.len() < 2_000_000, "{} bytes", page.len());
    assert!(page.contains("Terms and the runs that they explain"), "{page}");
    if let Ok(keep) = std::env::var("LARGE_PAGE") {
        std::fs::write(keep, page).expect("the page is written");
    }
}

/// A report with one formula, as far as a comparison reads it.
fn report_of(folder: &Folder, name: &str, features: &[&str], terms: &[&[&str]]) -> String {
    let literal = |name: &&str| {
        let (op, feature) = name.strip_prefix('!').map_or(("", *name), |feature| ("!", feature));
        json!({"feature": feature, "op": op, "value": null, "index": 0})
    };
    let text = terms.iter().map(|term| term.join(" & ")).collect::<Vec<_>>().join(" | ");
    let terms: Vec<Vec<_>> = terms.iter().map(|term| term.iter().map(literal).collect()).collect();
    let one = json!({"lower": "1", "upper": "1"});
    let report = json!({
        "outcome": "learned", "complexity": {"literals": 4, "terms": 2}, "cardinality": one, "families": null,
        "hypotheses": [{"text": text, "terms": terms}], "shared": null, "steps": [],
        "data": {"features": features.len(), "positives": 3, "negatives": 9, "distinct": 12},
    });
    folder.file(name, report.to_string())
}

#[test]
fn a_comparison_says_what_became_of_each_term() {
    let folder = Folder::new();
    let names = ["a", "b", "c", "d", "e"];
    let before = report_of(&folder, "before.json", &names, &[&["a"], &["b", "!c"], &["d", "e"], &["e"]]);
    let after = report_of(&folder, "after.json", &names[..4], &[&["a"], &["b", "!c", "d"], &["d"], &["!a"]]);
    let done = run(["compare", &before, &after, "--as", "markdown"]);
    assert_eq!((done.status, done.err.as_str()), (0, ""));
    for line in [
        "- Warning: `before has 5 features, and after has 4.`",
        "**|VS| was 1, and is 1 now, at the same size.**",
        "| same | `a` | `a` |",
        "| narrowed | `b & !c` | `b & !c & d` |",
        "| widened | `d & e` | `d` |",
        "| gone | `e` |  |",
        "| found |  | `!a` |",
    ] {
        assert!(done.out.lines().any(|found| found == line), "{line}: {}", done.out);
    }
    let same = run(["compare", &before, &before, "--as", "markdown"]);
    assert!(same.out.contains("**The formulas are the same.**"), "{same:?}");
    let page = run(["compare", &before, &after, &before]);
    assert_stands_alone(&page.out);
}

#[test]
fn a_comparison_goes_over_several_nights() {
    let folder = Folder::new();
    let all = std::fs::read_to_string(common::example("eda_uart_frame_err.csv")).expect("the example is there");
    let nights: Vec<String> = [("monday", 700), ("tuesday", 1099), ("wednesday", 2800)]
        .into_iter()
        .map(|(name, rows)| {
            let file = folder.file("runs.csv", all.lines().take(1 + rows).collect::<Vec<_>>().join("\n"));
            let report = folder.name(&format!("{name}.json"));
            run(["learn", &file, "--details", "--format", "json", "--output", &report]);
            report
        })
        .collect();
    let words = || ["compare"].into_iter().chain(nights.iter().map(String::as_str));
    let markdown = run(words().chain(["--as", "markdown"])).out;
    for line in [
        "# `What changed about frame_err`",
        "**3 concepts fit now. The data cannot tell which.**",
        "**|VS| was 3, and is 1 now, at the same size.**",
        "| `rx_enable & flip_stop` | not listed | in 1 of 3 | yes |",
        "| `!parity_odd & flip_stop` | not listed | in 1 of 3 | no |",
    ] {
        assert!(markdown.lines().any(|found| found == line), "{line}: {markdown}");
    }
    let page = run(words()).out;
    assert_stands_alone(&page);
    assert!(page.contains("|VS| over the reports") && page.contains("tuesday: 3 at 6 literals in 2 terms"), "{page}");
    if let Ok(keep) = std::env::var("COMPARE_PAGE") {
        std::fs::write(keep, page).expect("the page is written");
    }
}

#[test]
fn a_comparison_needs_two_reports() {
    let folder = Folder::new();
    let names = ["</script><img src=x onerror=alert(1)>", "b"];
    let report = report_of(&folder, "one.json", &names, &[&[names[0]]]);
    assert!(run(["compare", &report]).refusal().contains("2"), "one report");
    let missing = run(["compare", &report, &folder.name("two.json")]);
    assert!(missing.refusal().contains("two.json: cannot read this report"), "{missing:?}");
    let page = run(["compare", &report, &report]).out;
    assert!(!page.contains("<img"), "{page}");
    assert_eq!(page.matches("<script>").count(), 1);
}

/// The pages in docs/gallery, and the arguments that make them, in the folder of the repository.
const GALLERY: [(&str, &[&str]); 6] = [
    ("uart", &["report", "examples/data/eda_uart_frame_err.csv"]),
    ("picorv32", &["report", "examples/data/eda_picorv32_trap.csv"]),
    ("several", &["report", "examples/data/eda_picorv32_trap.csv", "--ignore", "op_ebreak"]),
    ("overfit", &["report", "examples/data/eda_picorv32_trap.csv", "--ignore", "addr_lo0"]),
    ("monk1", &["report", "examples/data/monk1_train.csv", "--max-terms", "4"]),
    ("tic_tac_toe", &["report", "examples/data/tic_tac_toe.csv", "--max-terms", "2"]),
];

/// Languages that have a page of their own, each with a label in one small file.
const LANGUAGES: [&str; 6] = ["cnf", "threshold", "parity", "list", "tree", "obdd"];

/// The arguments for the page of a language.
fn page_of_language(language: &str) -> Vec<String> {
    let others = LANGUAGES.iter().filter(|&&other| other != language).map(|other| format!("as_{other}"));
    let others = others.collect::<Vec<String>>().join(",");
    let label = format!("as_{language}");
    let words =
        ["report", "docs/gallery/languages.csv", "--language", language, "--label", &label, "--ignore", &others];
    let size: &[&str] = if matches!(language, "tree" | "obdd") { &["--max-size", "6"] } else { &[] };
    words.iter().chain(size).map(|word| (*word).to_owned()).collect()
}

/// `GALLERY=overwrite` writes the pages anew.
#[test]
fn the_gallery_is_what_the_program_writes() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    // The search takes another time, and perhaps another engine, each time.
    let rest = |page: &str| page.lines().filter(|line| !line.contains("<dt>search")).collect::<Vec<_>>().join("\n");
    let examples = GALLERY.iter().map(|(name, args)| (*name, args.iter().map(|word| (*word).to_owned()).collect()));
    let languages = LANGUAGES.iter().map(|language| (*language, page_of_language(language)));
    for (name, args) in examples.chain(languages) {
        let output = common::program().args(args).current_dir(&root).output().expect("the program starts");
        let page = String::from_utf8(output.stdout).expect("the page is UTF-8");
        assert_stands_alone(&page);
        assert!(page.len() < 300_000, "{name}: {} bytes", page.len());
        let file = root.join("docs/gallery").join(format!("{name}.html"));
        if std::env::var("GALLERY").as_deref() == Ok("overwrite") {
            std::fs::write(&file, &page).expect("the page is written");
        }
        let kept = std::fs::read_to_string(&file).expect("the page is in the gallery");
        assert!(rest(&page) == rest(&kept), "{name}: GALLERY=overwrite writes the page anew; look at it then");
    }
}

/// A family is shown by its narrow formula, which is no rival of itself.
#[test]
fn the_answer_is_no_rival() {
    let folder = Folder::new();
    let rows = "len,irq,fail\n10,1,0\n50,1,0\n79,1,0\n104,1,1\n120,1,1\n150,0,0\n120,0,0\n20,0,0\n";
    let file = folder.file("runs.csv", rows);
    let details = run(["learn", &file, "--types", "auto", "--details", "--format", "json"]).json();
    let rivals = details["details"]["rivals"].as_array().expect("they are known");
    assert!(!rivals.is_empty() && rivals.iter().all(|rival| rival["answer"].is_boolean()), "{rivals:?}");
}

/// An answer with errors names the runs on which it is wrong.
#[test]
fn wrong_runs_are_named() {
    let folder = Folder::new();
    let file = folder.file("runs.csv", "a,b,fail\n1,1,1\n1,1,0\n0,1,0\n0,1,0\n1,0,0\n1,0,0\n0,0,1\n");
    let options = ["--max-false-positives", "1", "--max-false-negatives", "1"];
    let page = run([&["report", &file, "--as", "markdown"][..], &options].concat()).out;
    assert!(page.contains("| negative, and it holds | 1 | 3 |\n"), "{page}");
    assert!(page.contains("| positive, and it does not hold | 1 | 8 |\n"), "{page}");
}

/// The page claims no more than `learn` does.
#[test]
fn the_verdict_says_what_the_answer_is_worth() {
    let folder = Folder::new();
    let verdict = |name: &str, rows: &str, options: &[&str]| {
        let file = folder.file(name, rows);
        run([&["report", &file, "--as", "markdown"][..], options].concat()).out
    };
    let complete = verdict("all.csv", "irq,dma,y\n1,0,1\n0,1,0\n1,1,0\n0,0,0\n1,0,1\n", &[]);
    assert!(complete.contains("\nThe answer is certain if these columns hold all that matters: "), "{complete}");
    assert!(!complete.contains("100 %") && complete.contains("no run is left to be simulated"), "{complete}");
    let open = verdict("open.csv", "a,b,c,y\n1,0,1,1\n0,1,?,0\n1,?,0,0\n0,0,0,0\n1,0,?,1\n", &["--unknown"]);
    assert!(open.contains("**Open: whatever the unknown cells are, no concept of 1 literal in 1 term "), "{open}");
    assert!(open.contains("**0, possibly 1**") && !open.contains("stopped"), "{open}");
    let one_class = verdict("one.csv", "a,b,y\n1,0,0\n0,1,0\n1,1,0\n", &["--one-class"]);
    assert!(one_class.contains("**One concept fits, and that is no evidence of a cause.**"), "{one_class}");
    let rows = "a,b,c,y\n1,0,0,1\n1,0,0,0\n1,0,0,0\n0,1,0,0\n1,1,0,0\n";
    let loose = verdict("loose.csv", rows, &["--max-errors", "1"]);
    assert!(loose.contains("no evidence of a cause.**"), "{loose}");
    // No positive row may be missed.
    let strict = verdict("strict.csv", rows, &["--max-errors", "2", "--max-false-negatives", "0"]);
    assert!(strict.contains("the data within ") && !strict.contains("no evidence"), "{strict}");
    let rows = "irq,len,y\n1,5,1\n0,7,0\n1,2,0\n0,9,0\n1,8,1\n0,4,0\n";
    let families = verdict("families.csv", rows, &["--types", "auto"]);
    assert!(families.contains("**2 in 1 family**"), "{families}");
    let sentence = "**2 concepts of 2 literals in 1 term, all of one family, explain all 2 positive runs and no negative one. They differ \
                    in thresholds only.**";
    assert!(families.contains(sentence), "{families}");
}
