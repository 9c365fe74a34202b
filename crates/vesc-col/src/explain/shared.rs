//! What all formulas of a sub-space speak of.

use std::collections::BTreeSet;
use std::sync::Arc;

use num_bigint::BigUint;
use vesc_col_core::{Dataset, DnfSpace, Engine, EngineError, Features, Hypothesis, Literal, Query, Run, SubSpace};

use crate::as_dnf::as_dnf;

/// What all consistent formulas of a sub-space have in common, however many they are.
///
/// ```
/// use std::sync::Arc;
/// use vesc_col::explain::{Shared, shared};
/// use vesc_col::{Dataset, DnfSpace, Features, Learner, Literal, Outcome, Portfolio, Run, Settings};
///
/// let mut builder = Dataset::builder(Features::numbered(30));
/// builder.push(true, [true; 30])?;
/// builder.push(false, (0..30).map(|feature| feature != 4))?;
/// let (data, space) = (Arc::new(builder.build()?), DnfSpace::new(30, 3, 1));
/// let (engine, run) = (Portfolio::default(), Run::new());
/// let report = engine.search(&data, [space], &Settings::default(), &run)?;
/// assert_eq!(report.outcome(), Outcome::Overfit);
/// let found = shared(&engine, &data, space, report.hypotheses(), &run)?;
/// let report = report.with_shared(found);
/// let Some(Shared { features, literals, .. }) = report.shared() else { panic!("something fits") };
/// assert_eq!((features.as_slice(), literals), (&[4][..], &Some(vec![Literal::positive(4)])));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Shared {
    /// The features that each of them speaks of.
    pub features: Vec<usize>,
    /// The backbone: the literals that each of them has. `None` if it is not known, which can be only if there are such features, and
    /// the formulas have several terms or there is no positive sample.
    pub literals: Option<Vec<Literal>>,
}

/// What all consistent formulas of a sub-space have in common; `None` if there are none, or the run was stopped.
///
/// A feature is in all of them if nothing fits without its column. So this costs a few questions whether a sub-space is empty: one
/// for each feature that all of the formulas seen so far have, and `known` are some to begin with. In a single term it is a literal that
/// they share, since a positive sample has but one value there.
///
/// ```
/// use std::sync::Arc;
/// use vesc_col::explain::shared;
/// use vesc_col::{Dataset, DnfSpace, Features, Portfolio, Run};
///
/// let mut builder = Dataset::builder(Features::new(["irq", "lhu", "addr"])?);
/// builder.push(true, [true, true, true])?;
/// builder.push(false, [false, true, true])?;
/// let data = Arc::new(builder.build()?);
/// let found = shared(&Portfolio::default(), &data, DnfSpace::new(3, 2, 1), &[], &Run::new())?.expect("something fits");
/// assert_eq!(found.features, [0]); // `irq & lhu` and `irq & addr` fit
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`EngineError`] if the engine cannot treat the sub-space or fails.
pub fn shared(
    engine: &dyn Engine,
    data: &Arc<Dataset>,
    space: DnfSpace,
    known: &[Arc<dyn Hypothesis>],
    run: &Run,
) -> Result<Option<Shared>, EngineError> {
    let count = space.features();
    let mut candidates: BTreeSet<usize> = (0..count).collect();
    keep_common(&mut candidates, known, |feature| feature);
    if known.is_empty() {
        let found = engine.open(Arc::clone(data)).measure(&Query::new(Arc::new(space)).with_bound(1), run)?;
        if found.concepts.lower() == &BigUint::ZERO {
            return Ok(None);
        }
        keep_common(&mut candidates, &found.hypotheses, |feature| feature);
    }
    let mut features = Vec::new();
    while let Some(feature) = candidates.pop_first() {
        if count > 1 {
            let query = Query::new(Arc::new(DnfSpace::new(count - 1, space.literals(), space.terms()))).with_bound(1);
            let found = engine.open(Arc::new(without(data, feature)?)).measure(&query, run)?;
            if !found.concepts.is_zero() {
                if *found.concepts.lower() == BigUint::ZERO {
                    return Ok(None);
                }
                keep_common(&mut candidates, &found.hypotheses, |other| other + usize::from(other >= feature));
                continue;
            }
        }
        features.push(feature);
    }
    let literal = |&feature: &usize| Some(Literal::matching(feature, data.positives().iter().next()?[feature]));
    let literals = match space.terms() {
        _ if features.is_empty() => Some(Vec::new()),
        1 => features.iter().map(literal).collect(),
        _ => None,
    };
    Ok(Some(Shared { features, literals }))
}

/// Keeps what all of these formulas speak of, if they are DNF; `position` is where a feature of theirs stands in the data.
fn keep_common(features: &mut BTreeSet<usize>, formulas: &[Arc<dyn Hypothesis>], position: impl Fn(usize) -> usize) {
    for dnf in formulas.iter().filter_map(|formula| as_dnf(&**formula)) {
        let literals = dnf.terms().iter().flat_map(|term| term.iter());
        let used: BTreeSet<usize> = literals.map(|literal| position(literal.feature())).collect();
        features.retain(|feature| used.contains(feature));
    }
}

/// The data without a column; rows may contradict each other then.
fn without(data: &Dataset, column: usize) -> Result<Dataset, EngineError> {
    let mut builder = Dataset::builder(Features::numbered(data.features().len() - 1)).with_contradictions();
    for (samples, label) in [(data.positives(), true), (data.negatives(), false)] {
        for sample in samples.iter() {
            let cells = sample.iter().by_vals().enumerate().filter(|&(feature, _)| feature != column);
            builder.push(label, cells.map(|(_, value)| value))?;
        }
    }
    Ok(builder.build()?)
}
