//! Questions from bytes, and engines held to the truth.

use std::sync::Arc;

use arbitrary::{Result, Unstructured};
use vesc_col::data::Domain;
use vesc_col::engine::{EngineError, Query, VersionSpace};
use vesc_col::formula::Literal;
use vesc_col::{Dataset, Engine, Run, SubSpace};
use vesc_col_testkit::{Truth, check_answer};

/// Labelled rows over a few features.
pub(crate) fn rows(features: usize, most: usize, u: &mut Unstructured<'_>) -> Result<Vec<(u128, bool)>> {
    let row = |u: &mut Unstructured<'_>| -> Result<(u128, bool)> {
        Ok((u128::from(u.arbitrary::<u64>()?) & ((1 << features) - 1), u.arbitrary()?))
    };
    (0..u.int_in_range(0..=most)?).map(|_| row(u)).collect()
}

/// Legal inputs; `None` if there would be none.
pub(crate) fn domain(features: usize, u: &mut Unstructured<'_>) -> Result<Option<Domain>> {
    let literal = |u: &mut Unstructured<'_>| -> Result<Literal> {
        Ok(Literal::matching(u.choose_index(features)?, u.arbitrary()?))
    };
    let mut domain = Domain::builder(features);
    for _ in 0..u.int_in_range(1..=3)? {
        let literals: Vec<Literal> = (0..u.int_in_range(1..=3)?).map(|_| literal(u)).collect::<Result<_>>()?;
        domain = domain.never(literals);
    }
    Ok(domain.build().ok())
}

/// How precisely something is to be known.
pub(crate) fn query(space: Arc<dyn SubSpace>, u: &mut Unstructured<'_>) -> Result<Query> {
    let query = Query::new(space).with_bound(u.int_in_range(1..=12)?).with_exact(u.arbitrary()?);
    Ok(query.with_list_limit(*u.choose(&[0, 1, 5, 40, 100_000])?))
}

/// Asks every engine, and holds its answer to the truth. A refusal is an answer, if a typed one.
pub(crate) fn ask_all(engines: &[Arc<dyn Engine>], data: &Arc<Dataset>, query: &Query, truth: &Truth) {
    for engine in engines {
        if let Some(answer) = ask(&**engine, data, query, &Run::new())
            && let Err(wrong) = check_answer(truth, query, &answer)
        {
            panic!("{}: {wrong}\n{}\nanswer: {answer:?}\ntruth: {truth}", engine.name(), told(query, data));
        }
    }
}

/// An answer, or none if the engine does not treat such questions.
pub(crate) fn ask(engine: &dyn Engine, data: &Arc<Dataset>, query: &Query, run: &Run) -> Option<VersionSpace> {
    match engine.open(Arc::clone(data)).measure(query, run) {
        Ok(answer) => Some(answer),
        Err(EngineError::Unsupported { .. }) => None,
        Err(error) => panic!("{}: {error}\n{}", engine.name(), told(query, data)),
    }
}

/// The question for a message.
pub(crate) fn told(query: &Query, data: &Dataset) -> String {
    format!("{query:?} on {}", serde_json::to_string(data).unwrap_or_else(|error| error.to_string()))
}
