//! Whether an answer can be right at all: its numbers, its list, and each hypothesis against the data and the sub-space.

use std::sync::Arc;

use vesc_col_core::{
    Circuit, Dataset, EngineError, Hypothesis, Query, Run, Sample, Samples, Shape, Signal, VersionSpace,
};

/// Rows to which hypotheses are applied in one answer, about 0.1 s. Beyond that a part of the rows is looked at, evenly spread.
const MOST_ROW_TESTS: usize = 1 << 22;

/// The same when the run has ended, about 5 ms, and how many hypotheses are looked at then, evenly spread.
const LAST_ROW_TESTS: usize = 1 << 18;
const LAST_HYPOTHESES: usize = 1 << 10;

/// Hypotheses whose circuits are looked at in one answer, each on as many rows of each label.
const MOST_CIRCUITS: usize = 16;

/// Checks what a session says about a question. When the run has ended, only a part of a long list is looked at.
///
/// # Errors
///
/// [`EngineError::Inconsistent`] with the first contradiction.
pub(super) fn check(
    engine: &str,
    (query, data): (&Query, &Dataset),
    result: &VersionSpace,
    run: &Run,
) -> Result<(), EngineError> {
    let (most, tests) = match run.stopped() {
        None => (usize::MAX, MOST_ROW_TESTS),
        Some(_) => (LAST_HYPOTHESES, LAST_ROW_TESTS),
    };
    let listed = &result.hypotheses;
    let looked_at: Vec<&Arc<dyn Hypothesis>> = listed.iter().step_by(listed.len().div_ceil(most).max(1)).collect();
    let found = numbers(result)
        .or_else(|| order(&looked_at, data))
        .or_else(|| membership(query, &looked_at, data))
        .or_else(|| rows(query, (&looked_at, tests), data))
        .or_else(|| circuits(query, &looked_at, data));
    match found {
        None => Ok(()),
        Some(Contradiction { what, row }) => Err(EngineError::Inconsistent {
            engine: engine.to_owned(),
            space: format!("{:?}", query.space()),
            what,
            row,
        }),
    }
}

struct Contradiction {
    what: String,
    row: Option<usize>,
}

impl Contradiction {
    fn of_itself(what: String) -> Option<Contradiction> {
        Some(Contradiction { what: format!("itself: {what}"), row: None })
    }
}

/// Each concept has a formula, and none is listed beyond their number.
fn numbers(result: &VersionSpace) -> Option<Contradiction> {
    let VersionSpace { concepts, formulas, hypotheses, .. } = result;
    if formulas.upper().is_some_and(|most| most < concepts.lower()) {
        return Contradiction::of_itself(format!("{concepts} concepts have {formulas} formulas"));
    }
    if concepts.upper().is_some_and(|most| *most < hypotheses.len().into()) {
        return Contradiction::of_itself(format!("{} of {concepts} concepts are listed", hypotheses.len()));
    }
    None
}

/// In canonical order, none twice.
fn order(listed: &[&Arc<dyn Hypothesis>], data: &Dataset) -> Option<Contradiction> {
    let mut before: Option<(Vec<u32>, &Arc<dyn Hypothesis>)> = None;
    for &hypothesis in listed {
        let key = hypothesis.order_key();
        if let Some((earlier_key, earlier)) = &before
            && *earlier_key >= key
        {
            let [earlier, later] = [*earlier, hypothesis].map(|one| one.display(data.features()).to_string());
            return Contradiction::of_itself(match *earlier_key == key {
                true => format!("`{later}` is listed twice"),
                false => format!("`{later}` is listed after `{earlier}`, which comes later in canonical order"),
            });
        }
        before = Some((key, hypothesis));
    }
    None
}

/// Of the size and the form that was asked about, as far as the sub-space can tell.
fn membership(query: &Query, listed: &[&Arc<dyn Hypothesis>], data: &Dataset) -> Option<Contradiction> {
    let space = query.space();
    // These languages know all their members again.
    let knows_all = !matches!(space.shape(), Shape::Opaque);
    let stranger = listed.iter().find(|hypothesis| knows_all && space.bits_of(&****hypothesis).is_none())?;
    let text = stranger.display(data.features()).to_string();
    Some(Contradiction { what: format!("the question: `{text}` is no formula of {}", space.complexity()), row: None })
}

/// Right on the rows, or wrong on no more of them than the budget allows. Rows with unknown cells may be anything.
fn rows(
    query: &Query,
    (listed, most_tests): (&[&Arc<dyn Hypothesis>], usize),
    data: &Dataset,
) -> Option<Contradiction> {
    let step = (listed.len().saturating_mul(data.distinct()) / most_tests).max(1);
    let (false_positives, false_negatives) = query.fit().budget();
    listed.iter().find_map(|hypothesis| {
        let excess = |samples: &Samples, positive: bool, budget: u64| {
            let mut left = budget;
            let known = (0..samples.distinct()).step_by(step).filter(|&index| samples.unknown(index).is_none());
            let mut wrong = known.filter(|&index| hypothesis.accepts(samples.get(index)) != positive);
            wrong.find(|&index| match left.checked_sub(samples.sources(index).len() as u64) {
                Some(fewer) => {
                    left = fewer;
                    false
                }
                None => true,
            })
        };
        let (index, positive) = match excess(data.positives(), true, false_negatives) {
            Some(index) => (index, true),
            None => (excess(data.negatives(), false, false_positives)?, false),
        };
        let (samples, label, does) = match positive {
            true => (data.positives(), "positive", "rejects"),
            false => (data.negatives(), "negative", "accepts"),
        };
        let row = samples.sources(index)[0];
        let budget = if (false_positives, false_negatives) == (0, 0) { "" } else { ", beyond the error budget" };
        let text = hypothesis.display(data.features());
        let what = format!("row {} of the data ({label}): `{text}` {does} it{budget}", row + 1);
        Some(Contradiction { what, row: Some(row) })
    })
}

/// The circuits say the same as the hypothesis that they were decoded to.
fn circuits(query: &Query, listed: &[&Arc<dyn Hypothesis>], data: &Dataset) -> Option<Contradiction> {
    let space = query.space();
    if !matches!(space.shape(), Shape::Opaque) {
        return None;
    }
    listed.iter().take(MOST_CIRCUITS).find_map(|hypothesis| {
        let bits = space.bits_of(&***hypothesis)?;
        let h: Vec<Signal> = bits.iter().map(|&bit| bit.into()).collect();
        let text = || hypothesis.display(data.features()).to_string();
        let mut circuit = Circuit::new();
        if space.member(&mut circuit, &h) != Signal::TRUE {
            return Some(Contradiction { what: format!("the question: `{}` is no member", text()), row: None });
        }
        let differs = |samples: &Samples| {
            let mut indices =
                (0..samples.distinct()).take(MOST_CIRCUITS).filter(|&index| samples.unknown(index).is_none());
            indices
                .find(|&index| predict(query, &h, samples.get(index)) != Some(hypothesis.accepts(samples.get(index))))
        };
        let sources = match differs(data.positives()) {
            Some(index) => data.positives().sources(index),
            None => data.negatives().sources(differs(data.negatives())?),
        };
        let what = format!("row {} of the data: `{}` and its circuit differ on it", sources[0] + 1, text());
        Some(Contradiction { what, row: Some(sources[0]) })
    })
}

fn predict(query: &Query, h: &[Signal], sample: &Sample) -> Option<bool> {
    let x: Vec<Signal> = sample.iter().by_vals().map(Signal::from).collect();
    query.space().predict(&mut Circuit::new(), h, &x).constant()
}
