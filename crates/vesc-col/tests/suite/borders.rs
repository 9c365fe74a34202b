//! Sizes at which something in the machine changes: words of 64 columns and of 64 samples, one row, one column, very many columns.

#![cfg(all(feature = "bdd", feature = "cover", feature = "sat"))]

use std::sync::Arc;

use vesc_col::engine::{BddEngine, CoverEngine, Query, SatEngine};
use vesc_col::{Cardinality, Dataset, DnfSpace, Engine, Features, Learner, Outcome, Portfolio, Run, Settings};

fn engines() -> [Arc<dyn Engine>; 3] {
    [Arc::new(CoverEngine::default()), Arc::new(BddEngine::default()), Arc::new(SatEngine::default())]
}

/// Rows as lists of cells, with their labels.
type Rows = Vec<(Vec<bool>, bool)>;

/// Pseudo-random rows; positives have the last column and not the first, so that something fits.
fn rows(columns: usize, positives: usize, negatives: usize) -> Rows {
    let mut state = (columns * 1_000 + positives * 10 + negatives) as u64 | 1;
    let mut bit = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state >> 62 == 1
    };
    let mut row = |positive: bool| {
        let mut cells: Vec<bool> = (0..columns).map(|_| bit()).collect();
        cells[columns - 1] = positive;
        if positive && columns > 1 {
            cells[0] = false;
        }
        (cells, positive)
    };
    let labels = (0..positives).map(|_| true).chain((0..negatives).map(|_| false));
    labels.map(&mut row).collect()
}

fn dataset(columns: usize, rows: &Rows) -> Arc<Dataset> {
    let mut builder = Dataset::builder(Features::numbered(columns));
    for (cells, positive) in rows {
        builder.push(*positive, cells.iter().copied()).expect("as many cells as columns");
    }
    Arc::new(builder.build().expect("the last column tells them apart"))
}

/// How many terms of one and of two literals fit, by trying each.
fn count_terms(columns: usize, rows: &Rows) -> [usize; 2] {
    let holds = |(column, value): (usize, bool), cells: &[bool]| cells[column] == value;
    let literals: Vec<(usize, bool)> = (0..columns).flat_map(|column| [(column, true), (column, false)]).collect();
    let fits = |term: &[(usize, bool)]| {
        rows.iter().all(|(cells, positive)| term.iter().all(|&l| holds(l, cells)) == *positive)
    };
    let ones = literals.iter().filter(|&&literal| fits(&[literal])).count();
    let pairs = literals.iter().enumerate().flat_map(|(i, &a)| literals[..i].iter().map(move |&b| [a, b]));
    [ones, pairs.filter(|[a, b]| a.0 != b.0 && fits(&[*a, *b])).count()]
}

/// Every number of columns and every number of samples, a third of their pairs.
#[test]
fn words_of_columns_and_of_samples() {
    words(3);
}

#[test]
#[ignore = "half a minute; a third is asked by default"]
fn all_words_of_columns_and_of_samples() {
    words(1);
}

/// The most formulas that an engine is asked to find one after the other.
const ONE_BY_ONE: usize = 2000;

/// Counts the same by every engine and by trying, for each `share`th pair.
///
/// The SAT engine finds formulas one by one, so it is asked where there are at most [`ONE_BY_ONE`].
fn words(share: usize) {
    let samples = [(1, 0), (0, 1), (1, 1), (3, 64), (3, 65), (64, 3), (65, 3), (128, 2), (129, 129)];
    for (number, columns) in [1, 2, 63, 64, 65, 127, 128, 129, 192, 193].into_iter().enumerate() {
        for (_, (positives, negatives)) in (number..).zip(samples).filter(|(pair, _)| pair % share == 0) {
            let rows = rows(columns, positives, negatives);
            let data = dataset(columns, &rows);
            let expected = count_terms(columns, &rows);
            let mut of_two_terms = Vec::new();
            for engine in engines() {
                let mut session = engine.open(Arc::clone(&data));
                let mut count = |literals, terms| {
                    let query = Query::new(Arc::new(DnfSpace::new(columns, literals, terms))).with_exact(true);
                    let answer = session.measure(&query, &Run::new().with_threads(1)).expect("it is DNF");
                    assert!(answer.formulas.is_exact(), "{} on {columns} columns: {answer:?}", engine.name());
                    answer.formulas
                };
                let told = || format!("{}: {columns} columns, {positives} and {negatives} rows", engine.name());
                let few = |count: usize| engine.name() != "sat" || count <= ONE_BY_ONE;
                for (literals, expected) in (1..).zip(expected).filter(|&(_, expected)| few(expected)) {
                    assert_eq!(count(literals, 1), Cardinality::exact(expected), "{}", told());
                }
                let first = of_two_terms.first();
                if engine.name() != "sat" || first.is_none_or(|first: &Cardinality| !first.exceeds(ONE_BY_ONE)) {
                    of_two_terms.push(count(2, 2));
                    assert_eq!(of_two_terms[0], *of_two_terms.last().expect("just pushed"), "{}", told());
                }
            }
        }
    }
}

#[test]
fn five_thousand_columns() {
    let rows = rows(5000, 4, 60);
    let data = dataset(5000, &rows);
    for engine in engines() {
        let report = engine_search(&*engine, &data);
        assert_eq!(report.outcome(), Outcome::Learned, "{}: {report}", engine.name());
        assert_eq!(report.hypotheses()[0].to_string(), "x4999", "{}", engine.name());
    }
}

fn engine_search(engine: &dyn Engine, data: &Arc<Dataset>) -> vesc_col::Report {
    let spaces = DnfSpace::up_to(data.features().len(), 2, 1);
    vesc_col::search(engine, data, spaces, &Settings::default(), &Run::new()).expect("it is DNF")
}

/// All that can be asked of so little.
#[test]
fn one_row_and_one_column() {
    for positive in [true, false] {
        let data = dataset(1, &vec![(vec![true], positive)]);
        let learn = |settings: Settings| {
            Portfolio::default().search(&data, DnfSpace::up_to(1, 5, 5), &settings, &Run::new()).expect("it is DNF")
        };
        assert_eq!(learn(Settings::default()).outcome(), Outcome::OneClass);
        let report = learn(Settings::default().with_one_class(true));
        assert_eq!((report.outcome(), report.steps().len()), (Outcome::Learned, 1));
        assert_eq!(report.hypotheses()[0].to_string(), if positive { "x0" } else { "!x0" });
    }
}
