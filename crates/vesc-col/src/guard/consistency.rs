//! Whether an answer can be right at all: its numbers, its list, and each hypothesis against the data and the sub-space.

use std::cell::Cell;
use std::sync::Arc;
use std::time::{Duration, Instant};

use num_bigint::BigUint;
use vesc_col_core::{
    Cardinality, Circuit, Dataset, EngineError, Fit, Hypothesis, Query, Run, Sample, Samples, Shape, Signal,
    VersionSpace,
};

/// Rows to which hypotheses of a long list are applied in one answer, about 0.1 s. Beyond that each hypothesis is applied to some
/// rows only. They are evenly spread, and other ones for the next hypothesis.
const MOST_ROW_TESTS: usize = 1 << 22;

/// A list as short as this is applied to all rows.
const SHORT_LIST: usize = 16;

/// The same when the run has ended, about 5 ms, and how many hypotheses are looked at then, evenly spread.
const LAST_ROW_TESTS: usize = 1 << 18;
const LAST_HYPOTHESES: usize = 1 << 10;

/// Hypotheses of one answer that are looked at more closely: their circuits, and rows with unknown cells, as many of each label.
const MOST_CLOSELY: usize = 16;

/// A first look for least formulas takes this many hypotheses, evenly spread.
const FIRST_LEAST: usize = 16;
/// The others follow for this time.
const LEAST_TIME: Duration = Duration::from_millis(20);

/// Hypotheses of one answer that are written as text, about 2 ms.
const MOST_TEXTS: usize = 1 << 10;

/// Unknown cells of a row whose completions are all looked at.
const MOST_UNKNOWN: usize = 10;

/// Row tests between two looks at the run, about 0.5 ms; to compare or to encode a hypothesis costs about as much as 64 of them.
const TESTS_BETWEEN_LOOKS: usize = 1 << 14;
const TESTS_PER_HYPOTHESIS: usize = 64;

/// Checks what a session says about a question. After the end of the run only a part of a long list is looked at. If it
/// ends meanwhile, the rest is passed over.
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
    let has_ended = run.stopped().is_some();
    let (most, tests) = match has_ended {
        true => (LAST_HYPOTHESES, LAST_ROW_TESTS),
        false if result.hypotheses.len() <= SHORT_LIST => (usize::MAX, usize::MAX),
        false => (usize::MAX, MOST_ROW_TESTS),
    };
    let looks = Looks { run: (!has_ended).then_some(run), tests: Cell::new(0), is_over: Cell::new(false) };
    let listed = &spread(&result.hypotheses, most);
    let found = numbers(query, result)
        .or_else(|| order(listed, data, &looks))
        .or_else(|| membership(query, listed, data, &looks))
        .or_else(|| rows(query, (listed, tests), data, &looks))
        .or_else(|| unknown_cells(query, listed, data, &looks))
        .or_else(|| circuits(query, listed, data))
        .or_else(|| least(query, result, data, run));
    // Whoever shows them cannot say whose fault it is if they cannot be shown.
    listed.iter().take(MOST_TEXTS).for_each(|hypothesis| drop(text(hypothesis, data)));
    match found {
        None => Ok(()),
        Some(Contradiction { what, row }) => Err(EngineError::Inconsistent {
            engine: engine.to_owned(),
            space: super::shown(&**query.space()),
            what,
            row,
        }),
    }
}

/// At most `most` hypotheses, evenly spread.
fn spread(hypotheses: &[Arc<dyn Hypothesis>], most: usize) -> Vec<&Arc<dyn Hypothesis>> {
    hypotheses.iter().step_by(hypotheses.len().div_ceil(most).max(1)).collect()
}

fn text(hypothesis: &Arc<dyn Hypothesis>, data: &Dataset) -> String {
    hypothesis.display(data.features()).to_string()
}

/// The looks at the run while an answer is checked.
struct Looks<'a> {
    /// `None` if the run had ended before. Then little is looked at, and all of that.
    run: Option<&'a Run>,
    tests: Cell<usize>,
    is_over: Cell<bool>,
}

impl Looks<'_> {
    /// Whether there is time for something that costs as much as `tests` row tests.
    fn go_on(&self, tests: usize) -> bool {
        let Some(run) = self.run else { return true };
        let after = self.tests.get() + tests;
        self.tests.set(after % TESTS_BETWEEN_LOOKS);
        if after >= TESTS_BETWEEN_LOOKS && run.stopped().is_some() {
            self.is_over.set(true);
        }
        !self.is_over.get()
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

    fn of_the_question(what: String) -> Option<Contradiction> {
        Some(Contradiction { what: format!("the question: {what}"), row: None })
    }
}

/// Each concept has a formula, and each formula is one of a concept, or a concept by itself. None is listed beyond their number, and
/// a live version space counts the same.
fn numbers(query: &Query, result: &VersionSpace) -> Option<Contradiction> {
    let VersionSpace { concepts, formulas, hypotheses, live, .. } = result;
    for (number, what) in [(concepts, "concepts"), (formulas, "formulas")] {
        if number.upper().is_some_and(|most| *most < hypotheses.len().into()) {
            return Contradiction::of_itself(format!("{} of {number} {what} are listed", hypotheses.len()));
        }
    }
    let is_below = |most: &Cardinality, least: &Cardinality| most.upper().is_some_and(|most| most < least.lower());
    let has_none = concepts.is_zero() && is_below(concepts, formulas);
    let are_one = query.space().formulas_are_concepts() && is_below(concepts, formulas);
    if is_below(formulas, concepts) || has_none || are_one {
        return Contradiction::of_itself(format!("{concepts} concepts have {formulas} formulas"));
    }
    let live = live.as_ref()?;
    let count = live.formula_count();
    if !formulas.contains(count) {
        let what = format!("the live version space has {count} formulas, and {formulas} are counted");
        return Contradiction::of_itself(what);
    }
    let is_missing = *count > BigUint::ZERO && live.formula(&BigUint::ZERO).is_none() || live.formula(count).is_some();
    if !is_missing {
        return None;
    }
    Contradiction::of_itself(format!("the live version space has {count} formulas, which are not numbered from 0 on"))
}

/// In canonical order, none twice.
fn order(listed: &[&Arc<dyn Hypothesis>], data: &Dataset, looks: &Looks<'_>) -> Option<Contradiction> {
    let mut before: Option<(Vec<u32>, &Arc<dyn Hypothesis>)> = None;
    for &hypothesis in listed.iter().take_while(|_| looks.go_on(TESTS_PER_HYPOTHESIS)) {
        let key = hypothesis.order_key();
        if let Some((earlier_key, earlier)) = &before
            && *earlier_key >= key
        {
            let [earlier, later] = [*earlier, hypothesis].map(|one| text(one, data));
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
fn membership(
    query: &Query,
    listed: &[&Arc<dyn Hypothesis>],
    data: &Dataset,
    looks: &Looks<'_>,
) -> Option<Contradiction> {
    let space = query.space();
    if !space.finds_members() {
        return None;
    }
    let mut looked_at = listed.iter().take_while(|_| looks.go_on(TESTS_PER_HYPOTHESIS));
    let stranger = looked_at.find(|hypothesis| space.bits_of(&****hypothesis).is_none())?;
    Contradiction::of_the_question(format!("`{}` is no formula of {}", text(stranger, data), space.complexity()))
}

/// Right on the rows, or wrong on no more of them than the budget allows. Rows with unknown cells may be anything here.
fn rows(
    query: &Query,
    (listed, most_tests): (&[&Arc<dyn Hypothesis>], usize),
    data: &Dataset,
    looks: &Looks<'_>,
) -> Option<Contradiction> {
    let step = (listed.len().saturating_mul(data.distinct()) / most_tests).max(1);
    listed.iter().zip((0..step).cycle()).find_map(|(hypothesis, first)| {
        let excess = |samples: &Samples, positive: bool, budget: u64| {
            let some = (first..samples.distinct()).step_by(step);
            let known = some.filter(|&index| samples.unknown(index).is_none());
            let known = known.take_while(|_| looks.go_on(1));
            beyond(budget, samples, known.filter(|&index| hypothesis.accepts(samples.get(index)) != positive))
        };
        let (positive, index) = first_beyond(query, data, excess)?;
        Some(wrong_on(hypothesis, (data, positive, index), beyond_budget(query)))
    })
}

/// What is said if errors are allowed for.
fn beyond_budget(query: &Query) -> &'static str {
    if query.fit().budget() == (0, 0) { "" } else { ", beyond the error budget" }
}

/// The first positive sample beyond the budget, or else the first negative one. `excess` finds it among samples of this label.
fn first_beyond(
    query: &Query,
    data: &Dataset,
    excess: impl Fn(&Samples, bool, u64) -> Option<usize>,
) -> Option<(bool, usize)> {
    let (false_positives, false_negatives) = query.fit().budget();
    let positive = excess(data.positives(), true, false_negatives).map(|index| (true, index));
    positive.or_else(|| Some((false, excess(data.negatives(), false, false_positives)?)))
}

/// The first wrong sample that the budget has no rows left for.
fn beyond(budget: u64, samples: &Samples, mut wrong: impl Iterator<Item = usize>) -> Option<usize> {
    let mut left = budget;
    wrong.find(|&index| match left.checked_sub(samples.weight(index)) {
        Some(fewer) => {
            left = fewer;
            false
        }
        None => true,
    })
}

fn wrong_on(
    hypothesis: &Arc<dyn Hypothesis>,
    (data, positive, index): (&Dataset, bool, usize),
    how: &str,
) -> Contradiction {
    let (samples, label, does) = match positive {
        true => (data.positives(), "positive", "rejects"),
        false => (data.negatives(), "negative", "accepts"),
    };
    let row = samples.sources(index)[0];
    let what = format!("row {} of the data ({label}): `{}` {does} it{how}", row + 1, text(hypothesis, data));
    Contradiction { what, row: Some(row) }
}

/// The same as [`rows`] on a few of those with unknown cells.
fn unknown_cells(
    query: &Query,
    listed: &[&Arc<dyn Hypothesis>],
    data: &Dataset,
    looks: &Looks<'_>,
) -> Option<Contradiction> {
    if data.unknown_cells() == 0 {
        return None;
    }
    let domain = query.space().domain();
    let must_be_certain = matches!(query.fit(), Fit::CertainWithin { .. });
    let how = if must_be_certain { " for some values of its unknown cells" } else { " whatever its unknown cells are" };
    listed.iter().take(MOST_CLOSELY).find_map(|hypothesis| {
        let excess = |samples: &Samples, positive: bool, budget: u64| {
            let is_wrong = |&index: &usize| {
                let mut right = samples
                    .completions_within(index, domain)
                    .take_while(|_| looks.go_on(1))
                    .map(|words| hypothesis.accepts(&Sample::from_slice(&words)[..data.features().len()]) == positive);
                // A row that was not looked at as a whole is not held to be wrong.
                let is_right = if must_be_certain { right.all(|right| right) } else { right.any(|right| right) };
                !is_right && (must_be_certain || !looks.is_over.get())
            };
            let few = (0..samples.distinct()).filter(|&index| {
                samples.unknown(index).is_some() && samples.cells(index).filter(Option::is_none).count() <= MOST_UNKNOWN
            });
            beyond(budget, samples, few.take(MOST_CLOSELY).filter(is_wrong))
        };
        let (positive, index) = first_beyond(query, data, excess)?;
        Some(wrong_on(hypothesis, (data, positive, index), &format!("{how}{}", beyond_budget(query))))
    })
}

/// The circuits say the same as the hypothesis that they were decoded to.
fn circuits(query: &Query, listed: &[&Arc<dyn Hypothesis>], data: &Dataset) -> Option<Contradiction> {
    let space = query.space();
    if !matches!(space.shape(), Shape::Opaque) {
        return None;
    }
    listed.iter().take(MOST_CLOSELY).find_map(|hypothesis| {
        let bits = space.bits_of(&***hypothesis)?;
        let h: Vec<Signal> = bits.iter().map(|&bit| bit.into()).collect();
        let mut circuit = Circuit::new();
        if space.member(&mut circuit, &h) != Signal::TRUE {
            return Contradiction::of_the_question(format!("`{}` is no member", text(hypothesis, data)));
        }
        let differs = |samples: &Samples| {
            let mut indices =
                (0..samples.distinct()).take(MOST_CLOSELY).filter(|&index| samples.unknown(index).is_none());
            indices
                .find(|&index| predict(query, &h, samples.get(index)) != Some(hypothesis.accepts(samples.get(index))))
        };
        let sources = match differs(data.positives()) {
            Some(index) => data.positives().sources(index),
            None => data.negatives().sources(differs(data.negatives())?),
        };
        let text = text(hypothesis, data);
        let what = format!("row {} of the data: `{text}` and its circuit differ on it", sources[0] + 1);
        Some(Contradiction { what, row: Some(sources[0]) })
    })
}

fn predict(query: &Query, h: &[Signal], sample: &Sample) -> Option<bool> {
    let x: Vec<Signal> = sample.iter().by_vals().map(Signal::from).collect();
    query.space().predict(&mut Circuit::new(), h, &x).constant()
}

/// A concept is listed by the formula that the sub-space shows for it, so that none is there by two formulas. To find that formula
/// takes long in some languages: they are looked at for a short time.
fn least(query: &Query, result: &VersionSpace, data: &Dataset, run: &Run) -> Option<Contradiction> {
    let space = query.space();
    if !result.is_listed() || space.formulas_are_concepts() {
        return None;
    }
    let end = Instant::now() + LEAST_TIME;
    let brief = run.clone().with_deadline(run.deadline().map_or(end, |deadline| deadline.min(end)));
    let step = result.hypotheses.len().div_ceil(FIRST_LEAST).max(1);
    let spread = (0..step).flat_map(|first| result.hypotheses.iter().skip(first).step_by(step));
    spread.take_while(|_| brief.stopped().is_none()).find_map(|hypothesis| {
        let bits = space.bits_of(&**hypothesis)?;
        let least = space.canonical_within(&bits, &brief).ok()?;
        if least == bits {
            return None;
        }
        let least: Arc<dyn Hypothesis> = space.decode(&least).into();
        let [listed, least] = [hypothesis, &least].map(|one| text(one, data));
        Contradiction::of_the_question(format!("`{listed}` is listed for a concept that is shown as `{least}`"))
    })
}

#[cfg(test)]
mod tests {
    use vesc_col_core::{Dnf, DnfSpace, Features};

    use super::*;

    #[test]
    fn of_each_hypothesis_other_rows_are_looked_at() {
        let features = Features::numbered(2);
        let mut builder = Dataset::builder(features.clone());
        builder.push(true, [true, true]).unwrap();
        builder.push(false, [false, false]).unwrap();
        builder.push(false, [false, true]).unwrap();
        let data = builder.build().unwrap();
        // The second formula alone is wrong, on the second negative alone.
        let [right, wrong] =
            ["x0", "x1"].map(|text| Arc::new(Dnf::parse(text, &features).unwrap()) as Arc<dyn Hypothesis>);
        let looks = Looks { run: None, tests: Cell::new(0), is_over: Cell::new(false) };
        let query = Query::new(Arc::new(DnfSpace::new(2, 1, 1)));
        let found = rows(&query, (&[&right, &wrong], 3), &data, &looks).expect("a contradiction");
        assert_eq!(found.row, Some(2));
    }
}
