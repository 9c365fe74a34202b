//! Typed columns against brute force over the cells themselves.

#![cfg(all(feature = "bdd", feature = "cover", feature = "sat"))]

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

use vesc_col::columns::{Alike, Cell, ColumnError, ColumnType, Schema, Typed, TypedTable};
use vesc_col::data::OwnedSample;
use vesc_col::engine::{BddEngine, CoverEngine, SatEngine};
use vesc_col::formula::{Literal, Term};
use vesc_col::{Dnf, DnfSpace, Engine, Features, Portfolio, Run, Settings, count};

/// A cell, or one that no row has.
type Input = [&'static str; 3];

/// Whether a literal holds on raw cells, by its text alone.
fn holds(literal: Literal, features: &Features, input: &Input) -> bool {
    let column = |name: &str| ["mode", "len", "irq"].iter().position(|&column| column == name).unwrap();
    let truth = match features.test(literal.feature()) {
        None => input[column(features.name(literal.feature()))] == "1",
        Some((name, test)) => {
            let (cell, value) = (input[column(name)], test.value());
            match test.op(false) {
                "=" => cell == value,
                _ => cell.parse::<f64>().unwrap() >= value.parse::<f64>().unwrap(),
            }
        }
    };
    truth != literal.is_negated()
}

fn all_terms(features: usize, longest: usize) -> Vec<Term> {
    let codes = (1..3usize.pow(features as u32)).map(|code| {
        let digits = (0..features).map(move |feature| (feature, code / 3usize.pow(feature as u32) % 3));
        digits.filter(|&(_, digit)| digit > 0).map(|(feature, digit)| Literal::matching(feature, digit == 1))
    });
    codes.map(|literals| Term::new(literals).unwrap()).filter(|term| term.len() <= longest).collect()
}

/// The number of concepts and formulas by the meaning of cells: functions on all inputs that can occur.
fn brute(typed: &Typed, inputs: &[Input], rows: &[(bool, Input)], literals: usize, terms: usize) -> (usize, usize) {
    let features = typed.data.features();
    let accepts = |term: &Term, input: &Input| term.iter().all(|&literal| holds(literal, features, input));
    let possible: Vec<Term> = all_terms(features.len(), literals)
        .into_iter()
        .filter(|term| inputs.iter().any(|input| accepts(term, input)))
        .collect();
    let pairs =
        possible.iter().enumerate().flat_map(|(i, one)| possible[..i].iter().map(move |other| vec![one, other]));
    let formulas: Vec<Vec<&Term>> =
        if terms == 1 { possible.iter().map(|term| vec![term]).collect() } else { pairs.collect() };
    let (mut concepts, mut number) = (HashSet::new(), 0);
    for formula in formulas.iter().filter(|formula| formula.iter().map(|term| term.len()).sum::<usize>() == literals) {
        let value = |input: &Input| formula.iter().any(|term| accepts(term, input));
        if rows.iter().all(|(label, input)| value(input) == *label) {
            number += 1;
            concepts.insert(inputs.iter().map(value).collect::<Vec<bool>>());
        }
    }
    (concepts.len(), number)
}

fn check(schema: &Schema, modes: &[&'static str], rows: &[(bool, Input)]) {
    let mut table = TypedTable::new(schema.clone(), ["mode", "len", "irq"]);
    rows.iter().for_each(|(label, cells)| table.push(*label, cells.iter().copied()).unwrap());
    let typed = table.build().unwrap();
    let lens = ["0", "1", "2", "3", "4", "5", "9"];
    let inputs: Vec<Input> = modes
        .iter()
        .flat_map(|mode| lens.iter().flat_map(move |len| ["0", "1"].map(|irq| [*mode, *len, irq])))
        .collect();
    let data = Arc::new(typed.data.clone());
    let engines: [&dyn Engine; 4] =
        [&CoverEngine::default(), &BddEngine::default(), &SatEngine::default(), &Portfolio::default()];
    for (literals, terms) in [(1, 1), (2, 1), (3, 1), (2, 2), (3, 2), (4, 2)] {
        let expected = brute(&typed, &inputs, rows, literals, terms);
        let space = DnfSpace::new(data.features().len(), literals, terms).within(&typed.domain);
        for engine in engines {
            let settings = Settings::default().with_exact(true).with_list(1000);
            let report = count(engine, &data, space.clone(), &settings, &Run::new()).unwrap();
            let found = (report.cardinality().to_string(), report.formulas().to_string());
            assert_eq!(
                found,
                (expected.0.to_string(), expected.1.to_string()),
                "{} at ({literals}, {terms}) under {schema:?}",
                engine.name()
            );
            let texts: BTreeSet<String> =
                report.hypotheses().iter().map(|shown| shown.display(data.features()).to_string()).collect();
            // Concepts that differ in thresholds only are shown once.
            assert_eq!(report.families().to_string(), texts.len().to_string());
            assert!(texts.len() <= expected.0);
            assert!(texts.iter().all(|text| Dnf::parse(text, data.features()).is_ok()));
        }
    }
}

const ROWS: [(bool, Input); 7] = [
    (true, ["burst", "4", "1"]),
    (true, ["burst", "5", "0"]),
    (false, ["burst", "1", "1"]),
    (false, ["idle", "4", "0"]),
    (false, ["idle", "2", "1"]),
    (true, ["burst", "9", "0"]),
    (false, ["idle", "9", "1"]),
];

#[test]
fn counts_are_those_of_the_cells() {
    check(&Schema::auto().with_open("mode"), &["burst", "idle", "other"], &ROWS);
    check(&Schema::auto().with_open("mode"), &["burst", "idle", "other"], &ROWS[..2]);
    check(&Schema::auto().with_open("mode"), &["burst", "idle", "other"], &ROWS[2..5]);
}

/// Two words are opposites: one feature, and no third value is legal.
#[test]
fn counts_with_two_words() {
    check(&Schema::auto(), &["burst", "idle"], &ROWS);
}

#[test]
fn counts_with_declared_columns() {
    let mode = |values: &[&str], closed| ColumnType::Categorical {
        values: Some(values.iter().map(|&value| value.to_owned()).collect()),
        closed,
    };
    let closed = Schema::auto().with_column("mode", mode(&["burst", "idle"], true));
    check(&closed, &["burst", "idle"], &ROWS);
    let third = Schema::auto().with_column("mode", mode(&["idle", "burst", "sleep"], true));
    check(&third, &["burst", "idle", "sleep"], &ROWS);
    let thresholds = ColumnType::Numeric { thresholds: Some(vec![4.0, 2.0]) };
    check(&Schema::auto().with_open("mode").with_column("len", thresholds), &["burst", "idle", "other"], &ROWS);
}

/// Every legal input becomes cells that become it again.
fn check_round_trip(schema: Schema) {
    let mut table = TypedTable::new(schema, ["mode", "len", "irq"]).with_contradictions();
    ROWS.iter().for_each(|(label, cells)| table.push(*label, cells.iter().copied()).unwrap());
    let Typed { data, domain, encoding, .. } = table.build().unwrap();
    let features = data.features().len();
    let inputs = (0..1u32 << features).map(|x| (0..features).map(|i| x >> i & 1 == 1).collect::<OwnedSample>());
    let mut legal = 0;
    for input in inputs.filter(|input| domain.contains(input)) {
        let cells: Vec<Cell> = encoding.decode(&input);
        let texts = || cells.iter().map(|cell| cell.text.as_str());
        assert_eq!(encoding.encode(0, texts()).unwrap(), input, "{cells:?}");
        legal += 1;
    }
    assert!(legal > 8);
}

#[test]
fn inputs_become_cells_and_cells_inputs() {
    check_round_trip(Schema::auto());
    check_round_trip(Schema::auto().with_open("mode"));
    let values = |values: &[&str]| values.iter().map(|&value| value.to_owned()).collect::<Vec<String>>();
    let closed = ColumnType::Categorical { values: Some(values(&["burst", "idle", "sleep"])), closed: true };
    check_round_trip(Schema::auto().with_column("mode", closed).with_implication("mode=sleep -> irq"));
    let known = ColumnType::Categorical { values: Some(values(&["burst", "other", "other_2"])), closed: false };
    let thresholds = ColumnType::Numeric { thresholds: Some(vec![-1e300, -0.5, 4.0, 20.0]) };
    check_round_trip(Schema::auto().with_column("mode", known).with_column("len", thresholds));
    let order = ColumnType::Ordered { values: values(&["sleep", "idle", "burst"]) };
    let none = ColumnType::Numeric { thresholds: Some(Vec::new()) };
    check_round_trip(Schema::auto().with_column("mode", order.clone()));
    check_round_trip(
        Schema::auto()
            .with_column("mode", order)
            .with_column("len", none)
            .with_column("irq", ColumnType::Categorical { values: None, closed: false }),
    );
}

#[test]
fn cells_are_those_of_the_table_where_there_is_one() {
    let mut table = TypedTable::new(
        Schema::auto()
            .with_column("mode", ColumnType::Categorical { values: Some(vec!["a".to_owned()]), closed: false }),
        ["mode", "len", "irq"],
    );
    for (label, cells) in
        [(true, ["a", "3", "1"]), (false, ["b", "7", "TRUE"]), (false, ["a", "1", "0"]), (true, ["c", "5", "0"])]
    {
        table.push(label, cells).unwrap();
    }
    let Typed { data, encoding, .. } = table.build().unwrap();
    assert_eq!(data.features().names().collect::<Vec<_>>(), ["mode=a", "len>=3", "len>=5", "len>=7", "irq"]);
    let decode = |values: [bool; 5]| encoding.decode(&values.into_iter().collect::<OwnedSample>());
    let cells = decode([false, true, false, false, true]);
    assert_eq!(cells.iter().map(|cell| cell.text.as_str()).collect::<Vec<_>>(), ["b", "3", "1"]);
    let between = Alike::Numbers { at_least: Some("3".to_owned()), below: Some("5".to_owned()) };
    assert_eq!(cells.into_iter().map(|cell| cell.alike).collect::<Vec<_>>(), [Alike::Others, between, Alike::One]);
    assert_eq!(decode([true, false, false, false, false])[1].text, "1");
    assert!(matches!(encoding.encode(4, ["a", "many", "0"]), Err(ColumnError::Cell { row: 4, column: 1, .. })));
    assert!(encoding.encode(4, ["a", "1"]).is_err());
}

#[test]
fn what_does_not_suit_is_an_error() {
    let build = |schema: Schema| {
        let mut table = TypedTable::new(schema, ["mode", "irq"]);
        table.push(true, ["a", "1"]).unwrap();
        table.push(false, ["b", "0"]).unwrap();
        table.build()
    };
    assert!(matches!(build(Schema::boolean()), Err(ColumnError::Cell { row: 0, column: 0, .. })));
    let ordered = ColumnType::Ordered { values: vec!["a".to_owned()] };
    let error = build(Schema::auto().with_column("mode", ordered)).unwrap_err();
    assert_eq!(error.to_string(), "row 2, column 1 (`mode`): `b` is not one of the declared values (a)");
    assert!(matches!(build(Schema::auto().with_one_hot(["x*"])), Err(ColumnError::NoMatch { .. })));
    assert!(matches!(build(Schema::auto().with_implication("irq")), Err(ColumnError::Form { .. })));
    let illegal = build(Schema::auto().with_implication("irq -> mode=b")).unwrap_err();
    assert_eq!(illegal.to_string(), "row 1 is not a legal input: `mode=a & irq` is impossible by what was declared");
    let mut table = TypedTable::new(Schema::auto(), ["mode", "irq"]);
    assert!(table.push(true, ["a"]).is_err());
    let many = (0..200).try_for_each(|i| table.push(true, [&*format!("w{}", i / 2), "1"]));
    assert!(
        many.is_ok() && matches!(table.build(), Err(ColumnError::TooManyValues { columns, .. }) if columns[0].1 == 100)
    );
}
