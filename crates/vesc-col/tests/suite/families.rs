//! Families and |VS| over all cuts against brute force over the cells.

#![cfg(feature = "cover")]

mod oracle;

use std::cell::Cell;
use std::collections::BTreeSet;
use std::sync::Arc;

use oracle::{Kind, Oracle, Size, Table};
use proptest::prelude::*;
use proptest::test_runner::{RngAlgorithm, TestRng, TestRunner};
use vesc_col::columns::{ColumnType, Cuts, Schema, TypedTable};
use vesc_col::data::{Domain, Sample};
use vesc_col::engine::CoverEngine;
use vesc_col::formula::Literal;
use vesc_col::search::{ErrorBudget, search_near_positives};
use vesc_col::spaces::{DnfOptions, RestrictedDnfSpace};
use vesc_col::{Cardinality, Dataset, Dnf, DnfSpace, Outcome, Report, Run, Settings, count, search};

/// The sizes that are compared, from simple to complex.
const SIZES: [(usize, usize); 8] = [(1, 1), (2, 1), (2, 2), (3, 1), (3, 2), (3, 3), (4, 1), (4, 2)];

fn typed(table: &Table) -> TypedTable {
    let names = (0..table.kinds.len()).map(|column| format!("c{column}"));
    let schema = names.clone().zip(&table.kinds).fold(Schema::boolean(), |schema, (name, kind)| {
        let column_type = match kind {
            Kind::Flag => ColumnType::Boolean {},
            Kind::Number => ColumnType::Numeric { thresholds: None },
            Kind::Word => ColumnType::Categorical { values: None, closed: false },
        };
        schema.with_column(name, column_type)
    });
    let mut typed = TypedTable::new(schema, names);
    for (label, cells) in &table.rows {
        let texts: Vec<String> = cells.iter().zip(&table.kinds).map(|(&cell, &kind)| text(cell, kind)).collect();
        typed.push(*label, texts.iter().map(String::as_str)).unwrap();
    }
    typed
}

fn text(cell: i32, kind: Kind) -> String {
    if kind == Kind::Word { format!("w{cell}") } else { cell.to_string() }
}

/// Whether no rows contradict each other, and each column has two values.
fn is_as_meant(table: &Table) -> bool {
    let contradicts =
        |(label, row): &(bool, Vec<i32>)| table.rows.iter().any(|(other, same)| other != label && same == row);
    let values = |column: usize| table.rows.iter().map(|(_, cells)| cells[column]).collect::<BTreeSet<i32>>().len();
    !table.rows.iter().any(contradicts) && (0..table.kinds.len()).all(|column| values(column) > 1)
}

/// Whether each family is shown by one of its narrowest forms, and no family twice.
fn check_shown(report: &Report, expected: &Size, table: &Table) {
    let texts: Vec<String> =
        report.hypotheses().iter().map(|family| without_room(&family.display(report.features()).to_string())).collect();
    let mut families = expected.families.clone();
    for text in &texts {
        let place = families.iter().position(|texts| texts.iter().any(|known| sorted(known) == sorted(text)));
        let place = place.unwrap_or_else(|| panic!("{text} is no family of {expected:?}: {table:?}"));
        families.swap_remove(place);
    }
    assert!(families.is_empty(), "{texts:?} are not all of {expected:?}: {table:?}");
}

/// The families with the room of their cuts.
fn shown(report: &Report) -> Vec<String> {
    report.hypotheses().iter().map(|family| family.display(report.features()).to_string()).collect()
}

fn without_room(text: &str) -> String {
    let mut depth = 0;
    let kept = text.chars().filter(|&c| {
        depth += i32::from(c == '(');
        let keep = depth == 0;
        depth -= i32::from(c == ')');
        keep
    });
    kept.collect::<String>().replace("  ", " ").trim().to_owned()
}

/// The terms and literals of a formula in the order of their texts.
fn sorted(text: &str) -> String {
    let term = |term: &str| {
        let mut literals: Vec<&str> = term.split('&').map(str::trim).collect();
        literals.sort_unstable();
        literals.join(" & ")
    };
    let mut terms: Vec<String> = text.split('|').map(term).collect();
    terms.sort_unstable();
    terms.join(" | ")
}

fn exact(count: usize) -> Cardinality {
    Cardinality::exact(count)
}

/// Every size over all cuts, and the first that is not empty over the cuts next to positives.
fn check(table: &Table, sizes: &[(usize, usize)]) -> Option<(usize, usize)> {
    let oracle = Oracle::new(table);
    let engine = CoverEngine::default();
    let all = typed(table).build().unwrap();
    let data = Arc::new(all.data);
    let settings = Settings::default().with_exact(true).with_list(100_000).with_bound(100_000);
    let mut first = None;
    for &(literals, terms) in sizes {
        let expected = oracle.measure(literals, terms);
        let space = DnfSpace::new(data.features().len(), literals, terms).within(&all.domain);
        let report = count(&engine, &data, space, &settings, &Run::new()).unwrap();
        let found = (report.families(), report.cardinality(), report.formulas());
        let numbers = (exact(expected.families.len()), exact(expected.concepts), exact(expected.formulas));
        assert_eq!(found, numbers, "({literals},{terms}): {table:?}");
        if expected.concepts > 0 {
            check_shown(&report, &expected, table);
            first.get_or_insert(((literals, terms), expected, shown(&report)));
        }
    }
    let has_both = [true, false].into_iter().all(|label| table.rows.iter().any(|row| row.0 == label));
    let (typed, Some(cuts)) = typed(table).build_near_positives().unwrap() else {
        let cuts =
            |column: usize| data.features().names().filter(|name| name.starts_with(&format!("c{column}>="))).count();
        assert!(!has_both || (0..table.kinds.len()).all(|column| cuts(column) < 2));
        return first.map(|(size, ..)| size);
    };
    let near = Arc::new(typed.data);
    let decided = first.as_ref().map(|(size, expected, _)| (*size, expected));
    let report = check_near((&near, &typed.domain, &cuts), decided, table, sizes);
    assert_eq!(report.data().features, data.features().len());
    let position_of = |feature: usize| data.features().name(report.position_of(feature));
    assert!((0..near.features().len()).all(|feature| position_of(feature) == near.features().name(feature)));
    let (size, _, over_all_cuts) = first?;
    assert_eq!(shown(&report), over_all_cuts, "next to positives: {table:?}");
    Some(size)
}

/// The search over the cuts next to positives decides at the first size that is not empty, if there is one, and counts as all cuts do.
fn check_near(
    (near, domain, cuts): (&Arc<Dataset>, &Domain, &Cuts),
    first: Option<((usize, usize), &Size)>,
    table: &Table,
    sizes: &[(usize, usize)],
) -> Report {
    let settings = Settings::default().with_exact(true).with_list(100_000).with_bound(100_000);
    let spaces = sizes.iter().map(|&(literals, terms)| DnfSpace::new(near.features().len(), literals, terms));
    let report =
        search_near_positives(&CoverEngine::default(), (near, domain, cuts), spaces, &settings, &Run::new()).unwrap();
    let Some((size, expected)) = first else {
        assert_eq!(report.outcome(), Outcome::Underfit, "{table:?}");
        return report;
    };
    let step = report.deciding_step().unwrap();
    let measured: Vec<u64> = step.complexity().measures().iter().map(|&(_, value)| value).collect();
    assert_eq!(measured, [size.0 as u64, size.1 as u64], "{table:?}");
    let found = (report.families(), report.cardinality(), report.formulas());
    let numbers = (exact(expected.families.len()), exact(expected.concepts), exact(expected.formulas));
    assert_eq!(found, numbers, "{size:?} next to positives: {table:?}");
    assert_eq!(report.outcome(), Outcome::Learned);
    check_shown(&report, expected, table);
    report
}

/// What becomes of equal rows of different labels, given how many there are of each.
type Rule = fn(u64, u64) -> Option<bool>;

/// As `--contradictions` has them.
const RULES: [Rule; 4] =
    [|_, _| Some(false), |_, _| Some(true), |_, _| None, |positives, negatives| Some(2 * positives >= negatives)];

/// The rows with the labels that a rule gives them, judged by their cells.
fn settled(table: &Table, rule: Rule) -> Vec<Option<bool>> {
    let count = |cells: &Vec<i32>, wanted| {
        table.rows.iter().filter(|(label, row)| *label == wanted && row == cells).count() as u64
    };
    let fate = |(label, cells): &(bool, Vec<i32>)| match (count(cells, true), count(cells, false)) {
        (0, _) | (_, 0) => Some(*label),
        (positives, negatives) => rule(positives, negatives),
    };
    table.rows.iter().map(fate).collect()
}

/// Contradictory rows get one label, or are left out, before the cuts next to positives are chosen. Returns whether some did.
fn check_settled(table: &Table, rule: Rule, sizes: &[(usize, usize)]) -> bool {
    let labels = settled(table, rule);
    let kept = table.rows.iter().zip(&labels).filter_map(|((_, cells), label)| Some(((*label)?, cells.clone())));
    let left = Table { kinds: table.kinds.clone(), rows: kept.collect() };
    let values = |table: &Table, column: usize| table.rows.iter().map(|row| row.1[column]).collect::<BTreeSet<i32>>();
    // A value of rows that are left out is a value that occurs.
    let is_same = (0..table.kinds.len()).all(|column| values(table, column) == values(&left, column));
    if !is_same || !is_as_meant(&left) || left.rows.len() < 2 {
        return false;
    }
    let (typed, cuts, found) = typed(table).build_near_positives_settled(rule, &Run::new()).unwrap();
    assert_eq!(found.iter().map(|row| row.label).collect::<Vec<_>>(), labels, "{table:?}");
    let Some(cuts) = cuts else { return false };
    let oracle = Oracle::new(&left);
    let measured = sizes.iter().map(|&size| (size, oracle.measure(size.0, size.1)));
    let first = measured.into_iter().find(|(_, expected)| expected.concepts > 0);
    let decided = first.as_ref().map(|(size, expected)| (*size, expected));
    let report = check_near((&Arc::new(typed.data), &typed.domain, &cuts), decided, table, sizes);
    assert_eq!(report.outcome() == Outcome::Learned, decided.is_some(), "{table:?}");
    found.iter().any(|row| row.group.is_some())
}

/// A family is shown by a formula that the rules allow, and each family once, whatever thresholds are forbidden.
#[test]
fn families_are_shown_as_rules_allow() {
    let engine = CoverEngine::default();
    let settings = Settings::default().with_exact(true).with_list(100_000).with_bound(100_000);
    for code in 0..3u32.pow(8) {
        let digit = |place: u32| code / 3u32.pow(place) % 3;
        let cells = (0..8).filter(|&place| digit(place) > 0);
        let rows = cells.map(|place| (digit(place) == 1, vec![place as i32 / 2 + 2, place as i32 % 2])).collect();
        let table = Table { kinds: vec![Kind::Number, Kind::Flag], rows };
        if !is_as_meant(&table) || code % 3 != 0 {
            continue;
        }
        let all = typed(&table).build().unwrap();
        let (data, domain) = (Arc::new(all.data), all.domain);
        let features = data.features().len();
        let last = features - 2;
        let rules = [vec![Literal::positive(last)], vec![Literal::positive(0), Literal::negative(last)]];
        for (forbidden, &(literals, terms)) in
            rules.iter().flat_map(|rules| SIZES[..5].iter().map(move |size| (rules, size)))
        {
            let options = Arc::new(DnfOptions::default().forbid(forbidden.iter().copied()));
            let space = RestrictedDnfSpace::new(features, literals, terms, options).within(&domain);
            let report = count(&engine, &data, space.clone(), &settings, &Run::new()).unwrap();
            let texts: Vec<String> =
                report.hypotheses().iter().map(|one| without_room(&one.display(data.features()).to_string())).collect();
            assert_eq!(report.families(), exact(texts.len()), "{table:?}");
            assert_eq!(texts.iter().collect::<BTreeSet<_>>().len(), texts.len(), "{table:?}");
            for text in &texts {
                let dnf = Dnf::parse(text, data.features()).unwrap();
                assert!(space.encode(&dnf).is_some(), "{text} is not allowed: {table:?}");
                let is_right = |label: bool, sample: &Sample| dnf.accepts(sample) == label;
                assert!(data.positives().iter().all(|row| is_right(true, row)), "{text}: {table:?}");
                assert!(data.negatives().iter().all(|row| is_right(false, row)), "{text}: {table:?}");
            }
        }
    }
}

/// The cells of a number of four values and a flag: each is absent, positive or negative.
#[test]
fn a_number_and_a_flag_in_every_way() {
    for code in 0..3u32.pow(8) {
        let digit = |place: u32| code / 3u32.pow(place) % 3;
        let cells = (0..8).filter(|&place| digit(place) > 0);
        let rows = cells.map(|place| (digit(place) == 1, vec![place as i32 / 2 + 2, place as i32 % 2])).collect();
        let table = Table { kinds: vec![Kind::Number, Kind::Flag], rows };
        if is_as_meant(&table) {
            check(&table, &SIZES[..6]);
        }
    }
}

/// A family may have a narrow formula that is less than the narrowest form of its least one, and has less room.
#[test]
fn a_family_of_overlapping_terms_is_shown_with_its_room() {
    let positives = [(0, 42), (1, 6), (2, 30), (1, 16), (1, 18), (0, 18), (1, 5), (1, 4)];
    let negatives = [(0, 4), (2, 11), (0, 55), (1, 186), (2, 43), (1, 161), (2, 12), (2, 95)];
    let rows = |label: bool, rows: [(i32, i32); 8]| rows.map(|(word, number)| (label, vec![word, number]));
    let rows = rows(true, positives).into_iter().chain(rows(false, negatives)).collect();
    let table = Table { kinds: vec![Kind::Word, Kind::Number], rows };
    assert_eq!(check(&table, &SIZES), Some((4, 2)));
}

/// Beyond the first size formulas are padded, and then the cuts next to positives are not enough: the narrow ones have none
/// of these three.
#[test]
fn padding_needs_all_cuts() {
    let rows = [(true, [5, 1]), (false, [3, 0]), (false, [0, 1]), (false, [5, 0])];
    let rows = rows.into_iter().map(|(label, cells)| (label, cells.to_vec())).collect();
    let table = Table { kinds: vec![Kind::Number, Kind::Flag], rows };
    let size = Oracle::new(&table).measure(4, 2);
    assert_eq!(size.formulas, 3);
    let (typed, cuts) = typed(&table).build_near_positives().unwrap();
    assert!(cuts.is_some());
    let space = DnfSpace::new(typed.data.features().len(), 4, 2).within(&typed.domain);
    let settings = Settings::default().with_exact(true);
    let narrow = count(&CoverEngine::default(), &Arc::new(typed.data), space, &settings, &Run::new()).unwrap();
    assert_eq!(narrow.formulas(), exact(0));
    check(&table, &SIZES);
}

fn tables() -> impl Strategy<Value = Table> {
    let kinds =
        prop::collection::vec(prop_oneof![3 => Just(Kind::Number), 1 => Just(Kind::Flag), 1 => Just(Kind::Word)], 1..4);
    kinds.prop_flat_map(|kinds| {
        let cell = |kind: &Kind| match kind {
            Kind::Flag => (0..2).boxed(),
            Kind::Number => (2..8).boxed(),
            Kind::Word => (0..3).boxed(),
        };
        let row = (any::<bool>(), kinds.iter().map(cell).collect::<Vec<_>>());
        prop::collection::vec(row, 2..9).prop_map(move |rows| Table { kinds: kinds.clone(), rows })
    })
}

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, max_global_rejects: 1_000_000, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config(400))]

    #[test]
    fn small_tables(table in tables().prop_filter("types as meant", is_as_meant)) {
        check(&table, &SIZES[..7]);
    }
}

proptest! {
    #![proptest_config(config(3_000))]

    #[test]
    #[ignore = "takes minutes"]
    fn many_small_tables(table in tables().prop_filter("types as meant", is_as_meant)) {
        check(&table, &SIZES);
    }
}

/// Tables of few values, so that many rows contradict each other.
fn contradictory_tables() -> impl Strategy<Value = Table> {
    prop::collection::vec(prop_oneof![3 => Just(Kind::Number), 1 => Just(Kind::Flag)], 1..3).prop_flat_map(|kinds| {
        let cell = |kind: &Kind| if *kind == Kind::Flag { 0..2 } else { 2..6 };
        let row = (any::<bool>(), kinds.iter().map(cell).collect::<Vec<_>>());
        prop::collection::vec(row, 6..14).prop_map(move |rows| Table { kinds: kinds.clone(), rows })
    })
}

/// How many tables of which rows were settled are compared, each by the rule that it was drawn with.
fn check_settled_tables(cases: u32, sizes: &[(usize, usize)]) {
    let mut runner = TestRunner::new_with_rng(config(cases), TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let compared = Cell::new(0);
    let tables = (contradictory_tables(), 0..RULES.len());
    let checked = runner.run(&tables, |(table, rule)| {
        compared.set(compared.get() + u32::from(check_settled(&table, RULES[rule], sizes)));
        Ok(())
    });
    checked.unwrap();
    assert!(4 * compared.get() > cases, "only {} of {cases} tables are compared", compared.get());
}

#[test]
fn settled_tables() {
    check_settled_tables(600, &SIZES[..7]);
}

#[test]
#[ignore = "takes minutes"]
fn many_settled_tables() {
    check_settled_tables(20_000, &SIZES);
}

#[test]
fn a_domain_without_room_has_no_families() {
    let mut table = TypedTable::new(Schema::auto(), ["len"]);
    table.push(true, ["8"]).unwrap();
    table.push(false, ["2"]).unwrap();
    let typed = table.build().unwrap();
    assert!(typed.domain == Domain::free());
    let data = Arc::new(typed.data);
    let report =
        count(&CoverEngine::default(), &data, DnfSpace::new(1, 1, 1), &Settings::default(), &Run::new()).unwrap();
    assert_eq!((report.families(), report.cardinality()), (exact(1), exact(1)));
}

proptest! {
    #![proptest_config(config(200))]

    /// With errors the bound is compared with the number of families, too, however many concepts they have.
    #[test]
    fn a_search_with_errors_compares_families_with_the_bound(
        rows in prop::collection::vec((any::<bool>(), 0u32..20, any::<bool>()), 4..9),
        errors in 1u64..3,
        bound in 1usize..15,
    ) {
        let schema = Schema::auto().with_column("n", ColumnType::Numeric { thresholds: None });
        let mut table = TypedTable::new(schema, ["n", "b"]).with_contradictions();
        for (label, number, flag) in &rows {
            table.push(*label, [number.to_string().as_str(), if *flag { "1" } else { "0" }]).unwrap();
        }
        prop_assume!(rows.iter().any(|row| row.0) && rows.iter().any(|row| !row.0));
        let typed = table.build().unwrap();
        let data = Arc::new(typed.data);
        let spaces = || DnfSpace::up_to(data.features().len(), 3, 2).map(|space| space.within(&typed.domain));
        let settings = Settings::default().with_errors(ErrorBudget::default().with_total(errors)).with_bound(bound);
        let (engine, run) = (CoverEngine::default(), Run::new());
        let report = search(&engine, &data, spaces(), &settings, &run).unwrap();
        let exactly = settings.with_exact(true).with_list(100_000);
        let mut sizes = spaces().map(|space| count(&engine, &data, space, &exactly, &run).unwrap().families());
        let first = sizes.find(|families| !families.is_zero());
        let expected = first.map_or(Outcome::Underfit, |first| if first.exceeds(bound) { Outcome::Overfit } else { Outcome::Learned });
        prop_assert_eq!(report.outcome(), expected, "{:?}", rows);
    }
}
