//! Which engine answers what: every cell of the table in the guide is tried.
#![cfg(all(feature = "bdd", feature = "cover", feature = "sat", feature = "spaces"))]

use std::path::Path;
use std::sync::Arc;

use vesc_col::data::Domain;
use vesc_col::engine::{BddEngine, CoverEngine, EngineError, Fit, Query, SatEngine};
use vesc_col::formula::Literal;
use vesc_col::spaces::{
    CnfSpace, DnfOptions, ListSpace, ObddSpace, ParitySpace, RestrictedDnfSpace, SetDnfSpace, ThresholdSpace,
    TreeSpace, ValueGroup,
};
use vesc_col::sub_space::DeclaredSpace;
use vesc_col::{Dataset, DnfSpace, Engine, Features, Run, SubSpace};

const FEATURES: usize = 4;

/// The table as the cells of its rows, without the header.
fn table() -> Vec<Vec<String>> {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/guide/languages.md");
    let page = std::fs::read_to_string(page).expect("the page is there");
    let (_, section) = page.split_once("## Which engine answers what").expect("the section is there");
    let rows = section.lines().skip_while(|line| !line.starts_with('|')).take_while(|line| line.starts_with('|'));
    let cells = |line: &str| line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect();
    rows.skip(2).map(cells).collect()
}

/// Of the first two features exactly one is true.
fn declared() -> Domain {
    Domain::builder(FEATURES).exactly_one([0, 1]).build().expect("some input is legal")
}

fn data(is_partial: bool) -> Arc<Dataset> {
    let mut builder = Dataset::builder(Features::numbered(FEATURES));
    for (label, row) in [(true, 0b0101u32), (false, 0b0110), (false, 0b1001)] {
        let cell = |feature| (!is_partial || feature != 3).then_some(row >> feature & 1 == 1);
        builder.push_partial(label, (0..FEATURES).map(cell)).expect("four cells");
    }
    Arc::new(builder.build().expect("no contradiction"))
}

/// DNF with rules. Those that hold for each term by itself are known to the sub-space over declared inputs.
fn restricted(options: DnfOptions, domain: &Domain, by_term: bool) -> Arc<dyn SubSpace> {
    let space = RestrictedDnfSpace::new(FEATURES, 2, 1, Arc::new(options));
    match domain.is_free() {
        true => Arc::new(space),
        false if by_term => Arc::new(space.within(domain)),
        false => Arc::new(DeclaredSpace::new(space.with_possible_terms(domain), domain)),
    }
}

/// A sub-space of a language that does not know declared inputs.
fn within(space: impl SubSpace + Clone + 'static, domain: &Domain) -> Arc<dyn SubSpace> {
    if domain.is_free() { Arc::new(space) } else { Arc::new(DeclaredSpace::new(space, domain)) }
}

fn spaces(asked: &str, domain: &Domain) -> Vec<Arc<dyn SubSpace>> {
    let (used, other) = (Literal::positive(0), Literal::positive(3));
    let none = DnfOptions::default;
    vec![match asked {
        "DNF" => Arc::new(DnfSpace::new(FEATURES, 2, 1).within(domain)),
        "CNF" => Arc::new(CnfSpace::new(FEATURES, 2, 1).within(domain)),
        "DNF with `require`" => restricted(none().require([used]), domain, false),
        "DNF with `forbid`" => restricted(none().forbid([other]), domain, true),
        "DNF with `monotone`" => restricted(none().monotone(), domain, true),
        "DNF with `with_max_term_literals`" => restricted(none().with_max_term_literals(2), domain, true),
        "DNF with `with_at_most_one_of`" => restricted(none().with_at_most_one_of([0, 3]), domain, false),
        "DNF with `with_weight`" => restricted(none().with_weight(0, 2), domain, false),
        "DNF with value groups" => {
            let group = ValueGroup::new("op", [("add", 0), ("sub", 1)]);
            let space = SetDnfSpace::new(FEATURES, 2, 1, [group]).expect("a group over these features");
            within(space.with_possible_terms(domain).expect("few patterns"), domain)
        }
        "every other language" => {
            return vec![
                within(ThresholdSpace::new(FEATURES, 2, 1), domain),
                within(ParitySpace::new(FEATURES, 2), domain),
                within(ListSpace::new(FEATURES, 1), domain),
                within(TreeSpace::new(FEATURES, 1), domain),
                within(ObddSpace::with_order(0..FEATURES, 1).expect("each feature once"), domain),
            ];
        }
        other => panic!("the table has a row that is not known here: {other}"),
    }]
}

/// What the engine does with all of these questions is what the cell says.
fn check(cell: &str, engine: &dyn Engine, asked: &str, domain: &Domain, (data, fit): (&Arc<Dataset>, &Fit)) {
    for space in spaces(asked, domain) {
        let query = Query::new(space).with_fit(fit.clone());
        let answer = engine.open(Arc::clone(data)).measure(&query, &Run::new());
        let context = format!("{} on {asked}, {fit:?}, {domain:?}: {answer:?}", engine.name());
        match cell {
            "yes" => assert!(answer.is_ok(), "{context}"),
            "no" => assert!(matches!(answer, Err(EngineError::Unsupported { .. })), "{context}"),
            other => panic!("`{other}` is neither yes nor no"),
        }
    }
}

#[test]
fn the_table_of_engines_is_right() {
    let table = table();
    assert!(table.len() >= 10, "the whole table was read");
    let (free, declared) = (Domain::free(), declared());
    let (known, partial) = (data(false), data(true));
    let exact = (&known, &Fit::Exact);
    let with_errors = (&known, &Fit::Budget { false_positives: 1, false_negatives: 0 });
    let unknown = (&partial, &Fit::Possible);
    for row in table {
        let [asked, plain, noisy, legal, others] = &row[..] else { panic!("{row:?} has not five cells") };
        let cover = CoverEngine::default();
        check(plain, &cover, asked, &free, exact);
        check(noisy, &cover, asked, &free, with_errors);
        check(noisy, &cover, asked, &free, unknown);
        check(legal, &cover, asked, &declared, exact);
        for engine in [&BddEngine::default() as &dyn Engine, &SatEngine::default()] {
            for (domain, question) in [(&free, exact), (&free, with_errors), (&free, unknown), (&declared, exact)] {
                check(others, engine, asked, domain, question);
            }
        }
    }
}
