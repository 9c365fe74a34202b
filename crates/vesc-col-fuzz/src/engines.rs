//! Engines against the oracle on small data, and against each other on larger ones.

use std::sync::Arc;
use std::time::Duration;

use arbitrary::{Result, Unstructured};
use num_bigint::BigUint;
use vesc_col::engine::{BddEngine, CoverEngine, Fit, Query, SatEngine, VersionSpace};
use vesc_col::{Cardinality, Dataset, DnfSpace, Engine, Run, SubSpace};
use vesc_col_testkit::{Instance, NoisyRows, OracleEngine, Truth};

use crate::ask::{ask, ask_all, domain, query, rows, told};
use crate::random::words;

/// k-term DNF over free and declared inputs, with errors and unknown cells, in small worlds; over up to 130 features
/// the engines among themselves.
pub(crate) fn run(bytes: &[u8]) {
    let mut u = Unstructured::new(bytes);
    // Too few bytes say nothing.
    let _ = match u.int_in_range(0..=3) {
        Ok(0) => with_noise(&mut u),
        Ok(1) => over_declared_inputs(&mut u),
        Ok(2) => small(&mut u),
        _ => large(&mut u),
    };
}

fn engines() -> [Arc<dyn Engine>; 3] {
    [Arc::new(CoverEngine::default()), Arc::new(BddEngine::default()), Arc::new(SatEngine::default())]
}

/// A sub-space that the oracle lays out in a moment.
fn small_space(features: usize, u: &mut Unstructured<'_>) -> Result<DnfSpace> {
    let most_terms = if features <= 3 { 3 } else { 2 };
    Ok(DnfSpace::new(features, u.int_in_range(0..=7)?, u.int_in_range(0..=most_terms)?))
}

fn small(u: &mut Unstructured<'_>) -> Result<()> {
    let features = u.int_in_range(1..=4)?;
    let space = small_space(features, u)?;
    let instance = Instance::new(features, rows(features, 16, u)?);
    let query = query(Arc::new(space), u)?;
    against_oracle(&instance.dataset(), &query);
    Ok(())
}

fn with_noise(u: &mut Unstructured<'_>) -> Result<()> {
    let features = u.int_in_range(1..=4)?;
    let space = small_space(features, u)?;
    let fit = fit(u)?;
    let rows = noisy_rows(features, &fit, u)?;
    let query = query(Arc::new(space), u)?.with_fit(fit);
    against_oracle(&rows.dataset(), &query);
    Ok(())
}

fn over_declared_inputs(u: &mut Unstructured<'_>) -> Result<()> {
    let features = u.int_in_range(2..=4)?;
    let space = small_space(features, u)?;
    let Some(domain) = domain(features, u)? else { return Ok(()) };
    let fit = fit(u)?;
    let rows = noisy_rows(features, &fit, u)?.legal(&domain);
    let query = query(Arc::new(space.within(&domain)), u)?.with_fit(fit);
    against_oracle(&rows.dataset(), &query);
    Ok(())
}

/// Any sense of fitting.
fn fit(u: &mut Unstructured<'_>) -> Result<Fit> {
    let (false_positives, false_negatives) = (u.int_in_range(0..=3)?, u.int_in_range(0..=3)?);
    Ok(match u.int_in_range(0..=4)? {
        0 => Fit::Possible,
        1 => Fit::Exact,
        2 => Fit::Budget { false_positives, false_negatives },
        3 => Fit::PossibleWithin { false_positives, false_negatives },
        _ => Fit::CertainWithin { false_positives, false_negatives },
    })
}

/// Labelled rows, with unknown cells if the fit gives them a sense.
fn noisy_rows(features: usize, fit: &Fit, u: &mut Unstructured<'_>) -> Result<NoisyRows> {
    let known = matches!(fit, Fit::Exact | Fit::Budget { .. });
    let mut noisy = Vec::new();
    for (values, label) in rows(features, 8, u)? {
        let unknown = if known { 0 } else { u.arbitrary::<u64>()? & u.arbitrary::<u64>()? };
        noisy.push((values as u64, unknown, label));
    }
    Ok(NoisyRows::new(features, noisy))
}

fn against_oracle(data: &Arc<Dataset>, query: &Query) {
    let everything = query.clone().with_list_limit(1 << 22).with_exact(true);
    let Some(all) = ask(&OracleEngine, data, &everything, &Run::new()) else { return };
    let formulas = u64::try_from(all.formulas.lower()).expect("a small world has few formulas");
    ask_all(&engines(), data, query, &Truth { concepts: all.hypotheses, formulas });
}

fn large(u: &mut Unstructured<'_>) -> Result<()> {
    let features = *u.choose(&[6, 9, 20, 31, 33, 63, 64, 65, 100, 127, 128])?;
    let (literals, terms) = *u.choose(&[(1, 1), (2, 1), (3, 1), (2, 2), (3, 2), (4, 2), (3, 3), (4, 3), (5, 3)])?;
    // A handful of bytes makes many rows.
    let mut words = words(u.arbitrary()?);
    let mut word = || u128::from(words());
    let (positives, negatives) = (u.int_in_range(0..=8)?, u.int_in_range(0..=200)?);
    // What every positive row has in common, so that something may fit.
    let (common, values): (u64, u64) = (u.arbitrary()?, u.arbitrary()?);
    let (common, values) = (u128::from(common), u128::from(values));
    let mut labelled: Vec<(u128, bool)> =
        (0..positives).map(|_| (((word() << 64 | word()) & !common) | (values & common), true)).collect();
    labelled.extend((0..negatives).map(|_| (word() << 64 | word(), false)));
    labelled.extend(rows(features.min(64), 6, u)?);
    if u.arbitrary()? {
        copy_columns(features, &mut labelled, u)?;
    }
    let instance = Instance::new(features, labelled);
    let query = query(Arc::new(DnfSpace::new(features, literals, terms)), u)?;
    let query = if query.list_limit() > 1000 { query.with_list_limit(1000) } else { query };
    let run = Run::new().with_timeout(Duration::from_millis(300)).with_threads(1);
    let data = instance.dataset();
    let answers: Vec<VersionSpace> =
        engines().iter().filter_map(|engine| ask(&**engine, &data, &query, &run)).collect();
    for answer in &answers {
        check_alone(answer, &query, &data);
    }
    for (position, one) in answers.iter().enumerate() {
        for other in &answers[..position] {
            let wrong = |what: &str| panic!("{what}\n{}\n{one:?}\n{other:?}", told(&query, &data));
            if one.concepts.intersect(&other.concepts).is_none() || one.formulas.intersect(&other.formulas).is_none() {
                wrong("the counts contradict each other");
            }
            if one.is_listed() && other.is_listed() && texts(one) != texts(other) {
                wrong("the lists differ");
            }
        }
    }
    Ok(())
}

/// Makes all columns but the first ones copies of these, or their complements.
fn copy_columns(features: usize, labelled: &mut [(u128, bool)], u: &mut Unstructured<'_>) -> Result<()> {
    let distinct = u.int_in_range(1..=features)?;
    let flipped = u.arbitrary::<u128>()? & (u128::MAX << (distinct - 1) << 1);
    for (row, _) in labelled {
        let copies = (distinct..features).filter(|feature| *row >> (feature % distinct) & 1 == 1);
        let copies = copies.fold(0, |copies, feature| copies | 1 << feature);
        let first = *row & !(u128::MAX << (distinct - 1) << 1);
        *row = first | (copies ^ flipped);
    }
    Ok(())
}

fn texts(answer: &VersionSpace) -> Vec<String> {
    answer.hypotheses.iter().map(ToString::to_string).collect()
}

/// What an answer must be without knowing the truth.
fn check_alone(answer: &VersionSpace, query: &Query, data: &Dataset) {
    let told = || format!("{answer:?}\n{}", told(query, data));
    for hypothesis in &answer.hypotheses {
        let fits = data.positives().iter().all(|x| hypothesis.accepts(x))
            && !data.negatives().iter().any(|x| hypothesis.accepts(x));
        assert!(fits, "{hypothesis} does not fit\n{}", told());
    }
    let listed = BigUint::from(answer.hypotheses.len());
    assert!(answer.concepts.upper().is_none_or(|upper| *upper >= listed), "{}", told());
    let in_order = answer.hypotheses.windows(2).all(|pair| pair[0].order_key() < pair[1].order_key());
    assert!(in_order, "out of order\n{}", told());
    let each_has_a_formula = answer.formulas.upper().is_none_or(|formulas| formulas >= answer.concepts.lower());
    assert!(each_has_a_formula, "{}", told());
    if answer.stopped.is_none() && query.space().features() == data.features().len() {
        assert!(query.is_answered_by(answer), "not answered\n{}", told());
    }
    let _: &Cardinality = &answer.concepts;
}
