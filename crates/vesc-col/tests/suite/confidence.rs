//! What is believed of answers: within its bounds, moved by what should move it, and absent where nothing is known.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use proptest::prelude::*;
use vesc_col::confidence::{Assessment, Confidence, Input, NoConfidence, Prior, confidence};
use vesc_col::data::Domain;
use vesc_col::run::{CancelToken, StopReason};
use vesc_col::search::ErrorBudget;
use vesc_col::{Dataset, DnfSpace, Features, Learner, Outcome, Portfolio, Report, Run, Settings};

const FEATURES: usize = 6;

fn search(data: &Arc<Dataset>, settings: &Settings) -> Report {
    Portfolio::default().search(data, DnfSpace::up_to(FEATURES, 6, 3), settings, &Run::new()).unwrap()
}

fn assess(data: &Arc<Dataset>, prior: &Prior) -> Result<Confidence, NoConfidence> {
    confidence(&search(data, &Settings::default()), data, &Domain::free(), prior)
}

fn cells(code: usize) -> impl Iterator<Item = bool> {
    (0..FEATURES).map(move |feature| code >> feature & 1 == 1)
}

/// The rows with these codes; the cause is `x0 & x1`.
fn campaign(codes: impl IntoIterator<Item = usize>) -> Arc<Dataset> {
    let mut builder = Dataset::builder(Features::numbered(FEATURES));
    codes.into_iter().for_each(|code| builder.push(code & 0b11 == 0b11, cells(code)).unwrap());
    Arc::new(builder.build().unwrap())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn numbers_keep_their_bounds(labels in proptest::collection::vec(0..4u8, 1 << FEATURES), outside in 0.0..1.0f64) {
        let mut builder = Dataset::builder(Features::numbered(FEATURES));
        for (code, &label) in labels.iter().enumerate().filter(|&(_, &label)| label < 3) {
            builder.push(label == 0, cells(code)).unwrap();
        }
        let data = Arc::new(builder.build().unwrap());
        let report = search(&data, &Settings::default());
        let found = confidence(&report, &data, &Domain::free(), &Prior::default().with_outside(outside));
        let Ok(found) = found else {
            prop_assert!(report.outcome() != Outcome::Learned || data.positives().rows() == 0 || data.negatives().rows() == 0);
            return Ok(());
        };
        prop_assert_eq!(found.beliefs().len(), report.hypotheses().len());
        let mut sum = found.none_of_these();
        for belief in found.beliefs() {
            for range in [belief.correct, belief.terms, belief.complete, belief.recall, belief.precision, belief.evidence.posterior] {
                prop_assert!(0.0 <= range.low && range.low <= range.value, "{:?}", range);
                prop_assert!(range.value <= range.high && range.high <= 1.0, "{:?}", range);
            }
            prop_assert!(belief.correct.value <= belief.terms.value && belief.correct.value <= belief.complete.value);
            sum += belief.correct.value;
        }
        prop_assert!((sum - 1.0).abs() < 1e-9);
    }
}

#[test]
fn the_order_of_rows_moves_nothing() {
    let codes = [3, 7, 0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 16, 17, 18, 32, 33, 34, 48];
    let (forwards, backwards) = (campaign(codes), campaign(codes.into_iter().rev()));
    assert_eq!(assess(&forwards, &Prior::default()), assess(&backwards, &Prior::default()));
}

#[test]
fn more_rows_make_an_answer_more_probable() {
    let few = assess(&campaign([3, 1, 2, 16, 12, 40]), &Prior::default()).unwrap();
    let all = assess(&campaign(0..1 << FEATURES), &Prior::default()).unwrap();
    let correct = |found: &Confidence| found.beliefs()[0].correct.value;
    assert!(correct(&few) < correct(&all));
    assert_eq!(all.beliefs()[0].evidence.weakest, 16);
    // Nothing else explains all inputs but what is the same function.
    assert!(all.beliefs()[0].evidence.posterior.value > 0.5);
}

#[test]
fn an_answer_is_certain_if_every_input_is_in_the_data() {
    let all = assess(&campaign(0..1 << FEATURES), &Prior::default().with_outside(0.9)).unwrap();
    assert!(all.is_certain() && all.none_of_these() == 0.0);
    assert_eq!(all.beliefs()[0].correct.low, 1.0);
    assert!(all.to_string().starts_with("certain if these columns"));
    let most = assess(&campaign(0..63), &Prior::default()).unwrap();
    assert!(!most.is_certain() && most.beliefs()[0].correct.high < 1.0);
}

#[test]
fn causes_outside_make_an_answer_less_probable() {
    // With the last input the answer would be certain.
    let data = campaign(0..(1 << FEATURES) - 1);
    let correct =
        |outside: f64| assess(&data, &Prior::default().with_outside(outside)).unwrap().beliefs()[0].correct.value;
    assert!(correct(0.5) < correct(0.1) && correct(0.1) < correct(0.0));
    assert_eq!(correct(1.0), 0.0);
}

#[test]
fn where_nothing_is_known_there_is_no_number() {
    let prior = Prior::default();
    // One class.
    assert_eq!(assess(&campaign([3, 7]), &prior), Err(NoConfidence::OneClass));
    assert_eq!(assess(&campaign([0, 1]), &prior), Err(NoConfidence::OneClass));
    // Nothing learned.
    let data = campaign([3, 0]);
    let report = search(&data, &Settings::default().with_bound(1));
    assert_eq!(confidence(&report, &data, &Domain::free(), &prior), Err(NoConfidence::NotLearned));
    // So many errors are allowed that a formula may explain nothing.
    let data = campaign(0..1 << FEATURES);
    let within = |budget: ErrorBudget| {
        let report = search(&data, &Settings::default().with_errors(budget));
        confidence(&report, &data, &Domain::free(), &prior)
    };
    assert_eq!(within(ErrorBudget::default().with_total(40)), Err(NoConfidence::Loose));
    // More false positives than are counted.
    assert_eq!(within(ErrorBudget::new(4, 0)), Err(NoConfidence::ManyErrors));
    // Errors and unknown cells.
    let data = with_unknown_cell();
    let report = search(&data, &Settings::default().with_error_budget(1, 0));
    let found = confidence(&report, &data, &Domain::free(), &prior);
    assert_eq!(found, Err(NoConfidence::Together("errors are allowed", "cells are unknown")));
    let text = found.unwrap_err().to_string();
    assert_eq!(text, "formulas of all sizes are not counted where errors are allowed and cells are unknown");
}

/// All inputs, of which one has an unknown cell; the cause is `x0 & x1`.
fn with_unknown_cell() -> Arc<Dataset> {
    let mut builder = Dataset::builder(Features::numbered(FEATURES));
    builder.push_partial(true, cells(3).enumerate().map(|(at, cell)| (at != 5).then_some(cell))).unwrap();
    (0..1 << FEATURES)
        .filter(|&code| code & 0b11 != 0b11 || code > 40)
        .for_each(|code| builder.push(code & 0b11 == 0b11, cells(code)).unwrap());
    Arc::new(builder.build().unwrap())
}

#[test]
fn a_budget_without_errors_is_none() {
    let prior = Prior::default();
    // Up to twelve positives are told apart.
    let data = campaign((0..1 << FEATURES).filter(|code| code & 0b11 != 0b11 || *code < 40));
    let exact = assess(&data, &prior).unwrap();
    let report = search(&data, &Settings::default().with_error_budget(0, 0));
    let found = confidence(&report, &data, &Domain::free(), &prior).unwrap();
    assert_eq!(found, exact);
    assert!(found.assumed().is_none());
    let posterior = |found: &Confidence| found.beliefs()[0].evidence.posterior.value;
    // Rivals that make an error take a part of it.
    let report = search(&data, &Settings::default().with_error_budget(1, 1));
    let found = confidence(&report, &data, &Domain::free(), &prior).unwrap();
    assert_eq!(found.extrapolated_from(), Some("trials in which every label was right"));
    assert!(posterior(&found) < posterior(&exact) && found.assumed().is_some());
}

#[test]
fn an_unknown_cell_makes_the_interval_wider() {
    let data = with_unknown_cell();
    let found = assess(&data, &Prior::default()).unwrap();
    let posterior = found.beliefs()[0].evidence.posterior;
    assert!(posterior.low <= posterior.value && posterior.value <= posterior.high && posterior.high < 1.0);
    assert!(posterior.low < posterior.high, "{posterior:?}");
    assert_eq!(found.extrapolated_from(), Some("trials in which every cell was known"));
    assert!(found.to_string().contains("an unknown cell is like the known ones of its column"));
}

/// A thousand positives and features: what is not looked at makes the intervals wider.
#[test]
fn large_data_have_wider_intervals() {
    let features = 40;
    let mut builder = Dataset::builder(Features::numbered(features));
    let mut state = 1u64;
    for _ in 0..400 {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let row = state >> 20;
        builder.push(row & 0b11 == 0b11, (0..features).map(|feature| row >> feature & 1 == 1)).unwrap();
    }
    let data = Arc::new(builder.build().unwrap());
    assert!(data.positives().distinct() > 12);
    let report =
        Portfolio::default().search(&data, DnfSpace::up_to(features, 4, 2), &Settings::default(), &Run::new()).unwrap();
    let found = confidence(&report, &data, &Domain::free(), &Prior::default()).unwrap();
    assert_eq!(found.beliefs()[0].evidence.posterior.high, 1.0);
    assert!(found.beliefs()[0].evidence.posterior.low < 1.0);
}

#[test]
fn more_than_five_thousand_features_are_not_counted() {
    let mut builder = Dataset::builder(Features::numbered(5001));
    // A single feature tells the rows apart.
    builder.push(true, (0..5001).map(|feature| feature == 5)).unwrap();
    builder.push(false, (0..5001).map(|_| false)).unwrap();
    let data = Arc::new(builder.build().unwrap());
    let report =
        Portfolio::default().search(&data, DnfSpace::up_to(5001, 1, 1), &Settings::default(), &Run::new()).unwrap();
    assert_eq!(report.outcome(), Outcome::Learned);
    assert_eq!(confidence(&report, &data, &Domain::free(), &Prior::default()), Err(NoConfidence::Features));
}

#[test]
fn reasons_are_what_the_probability_would_be_otherwise() {
    let found = assess(&campaign(0..63), &Prior::default()).unwrap();
    let (reasons, correct) = (found.reasons(), found.beliefs()[0].correct.value);
    assert_eq!(reasons.len(), 4);
    for reason in &reasons {
        assert!((0.0..=1.0).contains(&(correct - reason.change)), "{reason:?}");
    }
    // The more positives, the likelier is it that no cause is unseen: 15 are more than the median.
    let positives = reasons.iter().find(|reason| reason.input == Input::Positives).unwrap();
    assert!(positives.value == 15.0 && positives.change > 0.0, "{positives:?}");
    assert!(assess(&campaign(0..64), &Prior::default()).unwrap().reasons().is_empty());
}

/// The confidence in one run that is cancelled at a look, and how often it was looked at.
fn looked(report: &Report, data: &Dataset, last: usize) -> (Result<Confidence, NoConfidence>, usize) {
    let (looks, token) = (Arc::new(AtomicUsize::new(0)), CancelToken::new());
    let (counter, cancelled) = (Arc::clone(&looks), token.clone());
    let run = Run::new().with_cancel(token).with_probe(move || {
        if counter.fetch_add(1, Ordering::Relaxed) + 1 == last {
            cancelled.cancel();
        }
    });
    let found = Assessment::new(data, &Domain::free()).of_report(report, &run);
    (found, looks.load(Ordering::Relaxed))
}

#[test]
fn whoever_waits_can_end_it_at_every_look() {
    const WIDE: usize = 90;
    const ROWS: usize = 3000;
    let mut state = 1u64;
    let mut bit = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state >> 63 == 1
    };
    let mut builder = Dataset::builder(Features::numbered(WIDE));
    for _ in 0..ROWS {
        let cells: Vec<bool> = (0..WIDE).map(|_| bit()).collect();
        builder.push(cells[..8].iter().all(|&cell| cell), cells).unwrap();
    }
    // Enough of the cause, and few of the rest.
    for _ in 0..9 {
        builder.push(true, (0..WIDE).map(|feature| feature < 8 || bit()).collect::<Vec<bool>>()).unwrap();
    }
    let data = Arc::new(builder.build().unwrap());
    let spaces = (1..=8).map(|literals| Arc::new(DnfSpace::new(WIDE, literals, 1)) as Arc<_>);
    let report = Portfolio::default().search(&data, spaces, &Settings::default(), &Run::new()).unwrap();
    assert_eq!(report.outcome(), Outcome::Learned);

    let (whole, all) = looked(&report, &data, usize::MAX);
    assert_eq!(whole, confidence(&report, &data, &Domain::free(), &Prior::default()));
    assert!(whole.is_ok() && all > 100, "{all} looks");
    let mut last = 1;
    while last <= all {
        let (found, looks) = looked(&report, &data, last);
        assert_eq!((found, looks), (Err(NoConfidence::Stopped(StopReason::Cancelled)), last), "of {all}");
        last += 1 + last / 3;
    }
}
