//! |VS| by the errors that its concepts make.

pub(crate) mod budget;
pub(crate) mod forced;
pub(crate) mod union;

use std::sync::Arc;

use vesc_col_core::{Cardinality, Dataset, Domain, EngineError, Hypothesis, Sample, Samples, VersionSpace};

/// With more parts than this, an answer that is not listed is not broken down.
const MOST_PARTS: u64 = 100;

/// Number of hypotheses times rows that are looked at after a run was stopped: about a second's work for decision trees.
const MOST_LOOKED_AT: usize = 10_000_000;

/// The number of concepts that make a given number of errors.
///
/// ```
/// use std::sync::Arc;
/// use vesc_col::{Dataset, DnfSpace, Features, Learner, Portfolio, Run, Settings};
///
/// // The last row has the wrong label.
/// let mut builder = Dataset::builder(Features::new(["irq", "mask"])?).with_contradictions();
/// for (label, row) in [(true, [true, false]), (false, [true, true]), (false, [true, false])] {
///     builder.push(label, row)?;
/// }
/// let settings = Settings::default().with_error_budget(1, 0);
/// let report = Portfolio::default().search(&Arc::new(builder.build()?), DnfSpace::up_to(2, 2, 1), &settings, &Run::new())?;
/// let cell = &report.steps()[0].errors().expect("there was a budget")[0];
/// assert_eq!((cell.false_positives, cell.false_negatives), (1, 0));
/// assert_eq!(cell.concepts.to_string(), "1"); // !mask
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct ErrorCell {
    /// Number of negative rows on which the concepts are true; where cells are unknown, on some legal completion.
    pub false_positives: u64,
    /// Number of positive rows on which they are false, likewise.
    pub false_negatives: u64,
    /// How many concepts these are.
    #[cfg_attr(feature = "serde", serde(rename = "cardinality"))]
    pub concepts: Cardinality,
}

/// For every part of an error budget how many concepts keep to it.
pub(crate) struct ErrorTable {
    /// The whole budget.
    budget: (u64, u64),
    /// By false positives, then by false negatives.
    within: Vec<Cardinality>,
}

impl ErrorTable {
    /// The cells that are not known to be empty, in order of false positives, then false negatives; `None` if there are too
    /// many parts to ask for.
    ///
    /// Where the answer to the whole budget lists its concepts, the errors of each are counted. Otherwise the parts are asked
    /// for, and a cell is a difference of what keeps to them.
    ///
    /// # Errors
    ///
    /// Those of `ask`, which answers for a part of the budget.
    pub(crate) fn break_down(
        rows: (&Dataset, &Domain),
        budget: (u64, u64),
        whole: &VersionSpace,
        ask: impl FnMut((u64, u64)) -> Result<VersionSpace, EngineError>,
    ) -> Result<Option<Vec<ErrorCell>>, EngineError> {
        if whole.is_listed() {
            return Ok(Some(cells_of(rows, &whole.hypotheses)));
        }
        let parts = budget.0.checked_add(1).zip(budget.1.checked_add(1)).and_then(|(a, b)| a.checked_mul(b));
        if parts.is_none_or(|parts| parts > MOST_PARTS) {
            return Ok(None);
        }
        Ok(Some(ErrorTable::ask(rows, budget, whole, ask)?.cells()))
    }

    /// The cells of an answer that lists its concepts.
    pub(crate) fn of_listed(rows: (&Dataset, &Domain), answer: &VersionSpace) -> Option<Vec<ErrorCell>> {
        answer.is_listed().then(|| cells_of(rows, &answer.hypotheses))
    }

    /// Asks for the parts, from large to small; what a listed answer already tells is not asked for.
    fn ask(
        rows: (&Dataset, &Domain),
        budget: (u64, u64),
        whole: &VersionSpace,
        mut ask: impl FnMut((u64, u64)) -> Result<VersionSpace, EngineError>,
    ) -> Result<ErrorTable, EngineError> {
        let parts = (budget.0 + 1) * (budget.1 + 1);
        let mut table = ErrorTable { budget, within: vec![at_most(&whole.concepts); parts as usize] };
        let mut listed: Vec<((u64, u64), Vec<ErrorCell>)> = Vec::new();
        for part @ (i, j) in (0..=budget.0).rev().flat_map(|i| (0..=budget.1).rev().map(move |j| (i, j))) {
            let known = listed.iter().find(|&&((a, b), _)| i <= a && j <= b);
            let found = if part == budget {
                whole.concepts.clone()
            } else if let Some((_, cells)) = known {
                let within = cells.iter().filter(|cell| cell.false_positives <= i && cell.false_negatives <= j);
                within.fold(Cardinality::exact(0u32), |sum, cell| sum.plus(&cell.concepts))
            } else {
                let answer = ask(part)?;
                if answer.is_listed() {
                    listed.push((part, cells_of(rows, &answer.hypotheses)));
                }
                answer.concepts
            };
            // No more keep to a part than to a larger one.
            let larger =
                [(i + 1, j), (i, j + 1)].into_iter().filter(|larger| larger.0 <= budget.0 && larger.1 <= budget.1);
            let found =
                larger.fold(found, |found, larger| found.intersect(&at_most(table.at(larger))).unwrap_or(found));
            *table.at_mut(part) = found;
        }
        Ok(table)
    }

    /// Inclusion and exclusion of neighbouring parts.
    fn cells(&self) -> Vec<ErrorCell> {
        let nothing = Cardinality::exact(0u32);
        let within = |i: Option<u64>, j: Option<u64>| i.zip(j).map_or(&nothing, |part| self.at(part));
        let mut cells = Vec::new();
        for (i, j) in (0..=self.budget.0).flat_map(|i| (0..=self.budget.1).map(move |j| (i, j))) {
            let (above, left) = (i.checked_sub(1), j.checked_sub(1));
            let kept = self.at((i, j)).plus(within(above, left));
            let cell = kept.minus(&within(above, Some(j)).plus(within(Some(i), left)));
            let concepts = cell.intersect(&at_most(self.at((i, j)))).unwrap_or(cell);
            if !concepts.is_zero() {
                cells.push(ErrorCell { false_positives: i, false_negatives: j, concepts });
            }
        }
        cells
    }

    fn place(&self, (i, j): (u64, u64)) -> usize {
        (i * (self.budget.1 + 1) + j) as usize
    }

    fn at(&self, part: (u64, u64)) -> &Cardinality {
        &self.within[self.place(part)]
    }

    fn at_mut(&mut self, part: (u64, u64)) -> &mut Cardinality {
        let place = self.place(part);
        &mut self.within[place]
    }
}

/// The cells of those concepts that a stopped run has found, each with at least that many; `None` if it has found none. Only as
/// many are looked at as take about a second.
pub(crate) fn found_so_far(rows: (&Dataset, &Domain), stopped: &VersionSpace) -> Option<Vec<ErrorCell>> {
    let most = MOST_LOOKED_AT / rows.0.distinct().max(1);
    let found: Vec<_> = stopped.hypotheses.iter().take(most).cloned().collect();
    let cells = cells_of(rows, &found).into_iter();
    let cells = cells.map(|cell| ErrorCell { concepts: Cardinality::at_least(cell.concepts.lower().clone()), ..cell });
    (!found.is_empty()).then(|| cells.collect())
}

/// What is known of a part of a count.
fn at_most(count: &Cardinality) -> Cardinality {
    count.upper().map_or(Cardinality::unknown(), |upper| Cardinality::between(0u32, upper.clone()))
}

/// The cells of listed concepts.
fn cells_of((data, domain): (&Dataset, &Domain), listed: &[Arc<dyn Hypothesis>]) -> Vec<ErrorCell> {
    let mut counts = std::collections::BTreeMap::new();
    for hypothesis in listed {
        let errors = |samples, label| errors(&**hypothesis, samples, domain, label);
        *counts.entry((errors(data.negatives(), false), errors(data.positives(), true))).or_insert(0u64) += 1;
    }
    let cell = |((false_positives, false_negatives), count): ((u64, u64), u64)| ErrorCell {
        false_positives,
        false_negatives,
        concepts: Cardinality::exact(count),
    };
    counts.into_iter().map(cell).collect()
}

/// On how many rows of a label a hypothesis is wrong, at worst.
fn errors(hypothesis: &dyn Hypothesis, samples: &Samples, domain: &Domain, label: bool) -> u64 {
    let is_wrong = |sample: &Sample| hypothesis.accepts(sample) != label;
    let may_be_wrong = |&index: &usize| match samples.unknown(index) {
        None => is_wrong(samples.get(index)),
        Some(_) => {
            let features = samples.get(index).len();
            samples.completions_within(index, domain).any(|words| is_wrong(&Sample::from_slice(&words)[..features]))
        }
    };
    let wrong = (0..samples.distinct()).filter(may_be_wrong);
    wrong.map(|index| samples.weight(index)).sum()
}
