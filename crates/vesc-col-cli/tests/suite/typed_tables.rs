//! Random tables of all kinds: every command about rows against a brute force over the raw cells.
//!
//! Numbers of up to 50 values, versions, dates, words, sets; unknown cells, equal rows of different labels, counted runs,
//! several labels. The brute force knows what each cell means, because it drew it. It lists every formula up to three literals
//! in two terms, and every input that can occur. It shares no code with the program.
#![cfg(all(feature = "cover", feature = "bdd", feature = "sat"))]

mod brute;
mod table;

use std::collections::BTreeSet;

use crate::common::Folder;
use brute::{Bits, Brute, Errors, Fitting, SIZES};
use serde_json::Value;
use table::{Random, Sample, Table};

/// Which errors a formula may make, in the words of the options.
#[derive(Clone, Debug)]
enum Budget {
    None,
    Each(u64, u64),
    Total(u64),
    TotalAnd {
        total: u64,
        false_negatives: u64,
    },
    /// In tenths.
    Shares {
        precision: u64,
        recall: u64,
    },
    Least(Errors),
}

impl Budget {
    fn draw(random: &mut Random) -> Budget {
        match random.below(5) {
            0 => Budget::Each(random.below(3) as u64, random.below(3) as u64),
            1 => Budget::Total(random.below(4) as u64),
            2 => Budget::TotalAnd { total: random.below(4) as u64, false_negatives: random.below(2) as u64 },
            3 => Budget::Shares { precision: 6 + random.below(5) as u64, recall: 6 + random.below(5) as u64 },
            _ => Budget::Least((0, 0)),
        }
    }

    fn options(&self) -> Vec<String> {
        match self {
            Budget::None => vec![],
            Budget::Each(i, j) => vec![format!("--max-false-positives={i}"), format!("--max-false-negatives={j}")],
            Budget::Total(total) => vec![format!("--max-errors={total}")],
            Budget::TotalAnd { total, false_negatives } => {
                vec![format!("--max-errors={total}"), format!("--max-false-negatives={false_negatives}")]
            }
            Budget::Shares { precision, recall } => {
                vec![format!("--min-precision={}%", 10 * precision), format!("--min-recall={}%", 10 * recall)]
            }
            Budget::Least(_) => vec!["--errors=auto".to_owned()],
        }
    }

    /// Whether these errors are allowed among so many positive and negative runs.
    fn allows(&self, (accepted, missed): Errors, (positives, _): (u64, u64)) -> bool {
        match *self {
            Budget::None => (accepted, missed) == (0, 0),
            Budget::Each(i, j) | Budget::Least((i, j)) => accepted <= i && missed <= j,
            Budget::Total(total) => accepted + missed <= total,
            Budget::TotalAnd { total, false_negatives } => accepted + missed <= total && missed <= false_negatives,
            Budget::Shares { precision, recall } => {
                let found = positives - missed;
                10 * found >= precision * (found + accepted) && 10 * found >= recall * positives
            }
        }
    }
}

/// What becomes of equal rows of different labels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Settled {
    Negative,
    Positive,
    LeaveOut,
    Half,
}

impl Settled {
    fn option(self) -> String {
        let word = match self {
            Settled::Negative => "negative",
            Settled::Positive => "positive",
            Settled::LeaveOut => "leave-out",
            Settled::Half => "0.5",
        };
        format!("--contradictions={word}")
    }

    /// The label of such rows; `None` if they are left out.
    fn label(self, positives: u64, negatives: u64) -> Option<bool> {
        match self {
            Settled::Negative => Some(false),
            Settled::Positive => Some(true),
            Settled::LeaveOut => None,
            Settled::Half => Some(2 * positives >= positives + negatives),
        }
    }
}

/// One table with the options that are asked about it, and the truth.
struct Case<'t> {
    table: &'t Table,
    brute: Brute,
    file: String,
    options: Vec<String>,
    budget: Budget,
    csv: &'t str,
}

impl Case<'_> {
    /// What a command prints, as JSON, and its exit status.
    fn ask(&self, folder: &Folder, words: &[&str]) -> (u8, Value) {
        self.ask_with(folder, words, &self.options)
    }

    /// The same with other options.
    fn ask_with(&self, folder: &Folder, words: &[&str], options: &[String]) -> (u8, Value) {
        let words = words.iter().map(|&word| word.to_owned()).chain(options.iter().cloned());
        ask(folder, &words.collect::<Vec<_>>()).unwrap_or_else(|error| panic!("{error}\n{self}"))
    }

    fn allows(&self, errors: Errors) -> bool {
        self.budget.allows(errors, self.brute.runs)
    }

    fn fitting(&self, size: (usize, usize)) -> Fitting {
        self.brute.fitting(size, |errors| self.allows(errors))
    }
}

impl std::fmt::Display for Case<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}\n{}", self.options.join(" "), self.csv)
    }
}

/// The words without options of limits, which `eval` has not.
fn suitable(words: impl Iterator<Item = String> + Clone) -> impl Iterator<Item = String> {
    let is_eval = words.clone().any(|word| word == "eval");
    words.filter(move |word| !is_eval || !["--quiet", "--threads=1"].contains(&word.as_str()))
}

/// Asks the program, in this process if that can be.
#[cfg(feature = "_fuzz")]
fn ask(folder: &Folder, words: &[String]) -> Result<(u8, Value), String> {
    let report = folder.name("report.json");
    let ends = ["--format", "json", "--quiet", "--output", &report].map(str::to_owned);
    let words = ["vesc-col".to_owned()].into_iter().chain(words.iter().cloned()).chain(ends);
    let words: Vec<String> = suitable(words).collect();
    let done = vesc_col_cli::fuzzing::command(words.iter().cloned());
    let status = done.map_err(|error| format!("{words:?}: {error}"))?;
    Ok((status, serde_json::from_str(&folder.read("report.json")).expect("JSON")))
}

#[cfg(not(feature = "_fuzz"))]
fn ask(_: &Folder, words: &[String]) -> Result<(u8, Value), String> {
    let done = common::run(suitable(words.iter().cloned().chain(["--format".to_owned(), "json".to_owned()])));
    match done.status {
        2 => Err(format!("{words:?}: {done:?}")),
        status => Ok((status as u8, done.json())),
    }
}

/// Whether an interval is this number; a larger one may be an interval that contains it.
fn agrees(interval: &Value, count: usize, case: &Case<'_>) {
    let end = |name: &str| interval[name].as_str().map(|text| text.parse::<u128>().expect("a number"));
    let lower = end("lower").unwrap_or_else(|| panic!("{interval} is no interval\n{case}"));
    let upper = end("upper");
    let count = count as u128;
    assert!(lower <= count && upper.is_none_or(|upper| count <= upper), "{interval} is not {count}\n{case}");
    assert!(count > 1000 || upper == Some(count) && lower == count, "{interval} is not exactly {count}\n{case}");
}

/// The size in a report.
fn size_of(report: &Value) -> Option<(usize, usize)> {
    let measure = |name: &str| report["complexity"][name].as_u64().map(|number| number as usize);
    measure("literals").zip(measure("terms"))
}

/// `learn` up to three literals in two terms.
fn learn(case: &Case<'_>, folder: &Folder) {
    let words = ["learn", &case.file, "--max-literals=3", "--max-terms=2", "--bound=1000000", "--list-limit=1000000"];
    let (status, report) = case.ask(folder, &words);
    let mut sizes = SIZES.iter().map(|&size| (size, case.fitting(size)));
    let Some((size, fitting)) = sizes.find(|(_, fitting)| !fitting.possible.is_empty()) else {
        assert_eq!((report["outcome"].as_str(), status), (Some("underfit"), 1), "{case}{report}");
        return;
    };
    assert_eq!(size_of(&report), Some(size), "{case}{report}");
    if fitting.certain.is_empty() {
        assert_eq!((report["outcome"].as_str(), status), (Some("undecided"), 3), "{case}{report}");
        let next = sizes.find(|(_, fitting)| !fitting.certain.is_empty());
        let found = &report["next_certain"];
        assert_eq!(size_of(found), next.map(|(size, _)| size), "{case}{report}");
        return;
    }
    assert_eq!((report["outcome"].as_str(), status), (Some("learned"), 0), "{case}{report}");
    agrees(&report["cardinality"], fitting.certain.len(), case);
    if let Budget::Least((i, j)) = case.budget {
        let budget = &report["error_budget"];
        assert_eq!(
            (budget["false_positives"].as_u64(), budget["false_negatives"].as_u64()),
            (Some(i), Some(j)),
            "{case}{report}"
        );
    }
    // What is printed means what was meant, and can be read back.
    for hypothesis in report["hypotheses"].as_array().expect("a list").iter().take(2) {
        let text = hypothesis["text"].as_str().expect("a text");
        judge(case, folder, text);
        assert!(fitting.certain.contains(&case.brute.bits_of(case.table, text)), "{text}\n{case}");
    }
}

/// `eval` and `explain` about one formula.
fn judge(case: &Case<'_>, folder: &Folder, text: &str) {
    let (least, most) = case.brute.errors(&case.brute.bits_of(case.table, text));
    let is_auto = matches!(case.budget, Budget::Least(_));
    // One formula has no least budget.
    let options: Vec<String> = case.options.iter().filter(|word| *word != "--errors=auto").cloned().collect();
    let settles = case.options.iter().any(|word| word.starts_with("--contradictions"));
    // `eval` judges each row by its own label.
    let evaluated = (!settles).then(|| case.ask_with(folder, &["eval", &case.file, "--hypothesis", text], &options).1);
    if let Some(evaluated) = &evaluated {
        let confusion = &evaluated["confusion"];
        let number = |name: &str| confusion[name].as_u64().unwrap_or(0);
        let found = (number("false_positives"), number("false_negatives"));
        assert_eq!(found, least, "{text}\n{case}{evaluated}");
        let at_worst = (found.0 + number("open_negatives"), found.1 + number("open_positives"));
        assert_eq!(at_worst, most, "{text}\n{case}{evaluated}");
        let is_consistent = if least != (0, 0) { Some(false) } else { (most == (0, 0)).then_some(true) };
        assert_eq!(evaluated["consistent"].as_bool(), is_consistent, "{text}\n{case}{evaluated}");
    }
    let (_, explained) = case.ask_with(folder, &["explain", &case.file, "--hypothesis", text], &options);
    let range = |name: &str| {
        let end = |end: &str| explained[name][end].as_str().and_then(|text| text.parse::<u64>().ok());
        (end("lower"), end("upper"))
    };
    let pair = |one: u64, other: u64| (Some(one), Some(other));
    assert_eq!(range("false_positives"), pair(least.0, most.0), "{text}\n{case}{explained}");
    assert_eq!(range("false_negatives"), pair(least.1, most.1), "{text}\n{case}{explained}");
    if !is_auto && !matches!(case.budget, Budget::None) {
        let is_within = match (case.allows(least), case.allows(most)) {
            (true, false) => None,
            (_, certain) => Some(certain),
        };
        for report in evaluated.iter().chain([&explained]) {
            assert_eq!(report["within_budget"].as_bool(), is_within, "{text}\n{case}{report}");
        }
    }
}

/// `count`, `inspect` and `explain` about one size.
fn measure(case: &Case<'_>, folder: &Folder, size: (usize, usize), random: &mut Random) {
    // The least errors of one size are others than those of all.
    if matches!(case.budget, Budget::Least(_)) {
        return;
    }
    let fitting = case.fitting(size);
    let (literals, terms) = (format!("--literals={}", size.0), format!("--terms={}", size.1));
    let (_, counted) = case.ask(folder, &["count", &case.file, &literals, &terms]);
    agrees(&counted["cardinality"], fitting.certain.len(), case);
    agrees(&counted["formulas"], fitting.certain_formulas as usize, case);
    // No feature may test an unknown cell.
    match &counted["steps"][0]["possible"] {
        Value::Null => assert_eq!(fitting.possible, fitting.certain, "{case}{counted}"),
        possible => {
            agrees(&possible["cardinality"], fitting.possible.len(), case);
            agrees(&possible["formulas"], fitting.possible_formulas as usize, case);
        }
    }
    match random.below(2) {
        0 => {
            let (_, inspected) = case.ask(folder, &["inspect", &case.file, &literals, &terms]);
            agrees(&inspected["cardinality"], fitting.possible.len(), case);
            match &inspected["certain"] {
                Value::Null => assert_eq!(fitting.possible, fitting.certain, "{case}{inspected}"),
                certain => agrees(certain, fitting.certain.len(), case),
            }
        }
        _ => {
            let (_, explained) = case.ask(folder, &["explain", &case.file, &literals, &terms]);
            assert_eq!(
                explained["conflict"]["empty"].as_bool(),
                Some(fitting.possible.is_empty()),
                "{case}{explained}"
            );
        }
    }
}

/// `next` up to two literals.
fn next(case: &Case<'_>, folder: &Folder) {
    if matches!(case.budget, Budget::Least(_)) {
        return;
    }
    let all: BTreeSet<Bits> = [(1, 1), (2, 1)].into_iter().flat_map(|size| case.fitting(size).possible).collect();
    let (status, report) = case.ask(folder, &["next", &case.file, "--up-to=2,1"]);
    if status != 3 {
        agrees(&report["cardinality"], all.len(), case);
        // Where every input is in the data, the answer is certain, and the target is met.
        let is_unique = report["outcome"] == "unique" || report["outcome"] == "target-met";
        assert_eq!(is_unique, all.len() == 1, "{case}{report}");
        assert_eq!(report["outcome"] == "empty", all.is_empty(), "{case}{report}");
    }
}

/// The first of causes one by one explains as much as any term.
fn one_by_one(case: &Case<'_>, folder: &Folder) {
    let words = ["learn", &case.file, "--one-by-one", "--max-literals=3", "--max-terms=1"];
    let (_, report) = case.ask(folder, &words);
    let found = report["one_by_one"]["causes"][0]["explained"].as_u64().unwrap_or(0);
    assert_eq!(found, case.brute.most_explained(), "{case}{report}");
}

/// The samples when equal ones of different labels are settled.
fn settled<'t>(table: &'t Table, rule: Settled) -> Vec<Sample<'t>> {
    let groups = table.contradictions();
    let samples = table.samples().into_iter().filter_map(|(cells, label, runs)| {
        match groups.iter().find(|(group, _, _)| group == cells) {
            None => Some((cells, label, runs)),
            Some((_, positives, negatives)) => Some((cells, rule.label(*positives, *negatives)?, runs)),
        }
    });
    samples.collect()
}

/// Draws tables, and compares what the program says of each with the brute force.
fn compare(seed: u64, tables: usize) {
    let folder = Folder::new();
    let mut random = Random(seed);
    let mut compared = 0;
    while compared < tables {
        let table = Table::draw(&mut random);
        if !table.is_usable() {
            continue;
        }
        let (csv, mut options) = table.csv(&mut random);
        let has_contradictions = !table.contradictions().is_empty();
        let rule = random.one_of(&[Settled::Negative, Settled::Positive, Settled::LeaveOut, Settled::Half]);
        let settles = has_contradictions && random.one_in(2);
        let samples = if settles { settled(&table, rule) } else { table.samples() };
        if [true, false].iter().any(|&label| samples.iter().all(|sample| sample.1 != label)) {
            continue;
        }
        let brute = Brute::new(&table, &samples);
        let mut budget =
            if has_contradictions && !settles || random.one_in(3) { Budget::draw(&mut random) } else { Budget::None };
        if let (Budget::Least(_), true) = (&budget, table.is_partial()) {
            budget = Budget::Total(1);
        }
        if let Budget::Least(errors) = &mut budget {
            *errors = brute.least_errors();
        }
        options.extend(settles.then(|| rule.option()));
        options.extend(budget.options());
        options.push("--threads=1".to_owned());
        let file = folder.file("t.csv", &csv);
        let case = Case { table: &table, brute, file, options, budget, csv: &csv };
        learn(&case, &folder);
        match random.below(3) {
            0 => measure(&case, &folder, random.one_of(&SIZES), &mut random),
            1 => next(&case, &folder),
            _ if table.is_partial() || settles || !matches!(case.budget, Budget::None) => {
                measure(&case, &folder, random.one_of(&SIZES), &mut random);
            }
            _ => one_by_one(&case, &folder),
        }
        compared += 1;
        if compared % 1000 == 0 {
            println!("{compared} tables of seed {seed}");
        }
    }
}

#[test]
fn typed_tables_are_read_as_they_are_meant() {
    compare(1, 60);
}

#[test]
#[ignore = "minutes"]
fn many_typed_tables_are_read_as_they_are_meant() {
    let share = |seed: u64| std::thread::spawn(move || compare(seed, 10_000));
    let shares = [share(2), share(3)];
    shares.into_iter().for_each(|share| share.join().expect("no difference"));
}
