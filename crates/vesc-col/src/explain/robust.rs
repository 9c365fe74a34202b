//! Over which error budgets, and without which rows, an answer stays the same.
//!
//! Without some rows a concept fits if and only if it is wrong on none but these. So each sub-space up to the answer's
//! is listed once, with all concepts that are wrong on few rows. No search is repeated for a pair of rows.
//!
//! ```text
//! sub-spaces ──> listing.rs: concepts by the samples that they are wrong on (wrong_samples.rs)
//!                    ├─> robust.rs: the answer for each budget, and without each set of rows
//!                    ├─> tally.rs: how many rows and pairs of rows change it
//!                    └─> core.rs: what all answers have in common
//! ```

mod core;
mod listing;
mod tally;
mod wrong_samples;

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

use num_bigint::BigUint;
use vesc_col_core::{
    Cardinality, Complexity, Dataset, Engine, EngineError, Fit, Hypothesis, Query, Run, Session, StopReason, SubSpace,
    VersionSpace,
};

use self::core::Common;
pub use self::core::Core;
use super::sample_id::{SampleId, copied};
use crate::errors::budget::ErrorBudget;
use crate::errors::union::union;
use crate::guard::{GuardedSession, ask_space};
use crate::report::{Outcome, Report};
use listing::{Fitting, Judged, Listing, Wrong, parts, rows};
pub use tally::Tally;
use wrong_samples::Judge;

/// Over which error budgets, and without which rows, an answer stays the same.
///
/// An answer is the first sub-space that is not empty, with its concepts. Two answers are the same if the sub-space and all of its
/// concepts are. As fewer rows and more errors leave more, it is enough to compare the numbers of concepts.
///
/// A concept that is wrong on every row of a label explains nothing. It never counts, and rows are not left out if no row of their label would
/// be left.
#[derive(Clone, Debug)]
#[non_exhaustive]
#[must_use]
pub struct Robustness {
    /// The answers by how many labels may be wrong: 0, 1, and so on. The first one is the answer of the search.
    pub budgets: Vec<Ending>,
    /// How many single rows change the answer.
    pub single_rows: Tally,
    /// How many pairs of rows do, those among them that have such a row.
    pub pairs: Tally,
    /// The samples without whose rows, one or two, the answer is another one, and none of which can be kept: single rows first. If a limit was
    /// reached, there may be more.
    pub deciding: Vec<DecidingRows>,
    /// What all of these answers have in common; `None` if no answer is known, and for hypotheses of other languages than DNF.
    pub core: Option<Core>,
    /// The limit that left something open.
    pub stopped: Option<StopReason>,
}

/// The first sub-space that something fits, for fewer rows or more errors.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Ending {
    /// Its complexity; `None` if nothing is known to fit up to the last sub-space of the search.
    pub complexity: Option<Complexity>,
    /// How many concepts of it fit.
    pub concepts: Cardinality,
    /// One of them, if all are known. If some are wrong on a row of the data, it is the first of these in canonical
    /// order.
    pub example: Option<Arc<dyn Hypothesis>>,
    /// Whether it is known that nothing simpler fits. If not, a limit left some simpler sub-space open.
    pub is_simplest: bool,
}

/// One or two rows without which the answer is another one.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct DecidingRows {
    /// One sample of one row or of two equal ones, or two samples of one row each.
    pub samples: Vec<SampleId>,
    /// The answer without them.
    pub without: Ending,
}

/// Up to how many concepts of a sub-space are listed.
const LISTED_CONCEPTS: usize = 100_000;

/// So many rows are left out at most.
const LEFT_OUT: u64 = 2;

impl Robustness {
    /// Whether the answer is the same with at most `errors` errors. `None` if a limit left it open, or if fewer errors were asked for.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use vesc_col::explain::robust;
    /// use vesc_col::{Dataset, DnfSpace, Features, Learner, Portfolio, Run, Settings};
    ///
    /// let mut builder = Dataset::builder(Features::new(["irq", "lhu"])?);
    /// for row in [[true, true], [true, true], [true, false], [true, false], [false, true], [false, false]] {
    ///     builder.push(row[0], row)?;
    /// }
    /// let (data, engine, run) = (Arc::new(builder.build()?), Portfolio::default(), Run::new());
    /// let spaces = || DnfSpace::up_to(2, 2, 1);
    /// let report = engine.search(&data, spaces(), &Settings::default(), &run)?;
    /// let found = robust(&engine, &data, spaces(), &report, 1, &run)?.expect("`irq` was learned");
    /// assert_eq!((found.is_same_within(1), found.is_same_within(2)), (Some(true), None));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn is_same_within(&self, errors: usize) -> Option<bool> {
        self.budgets.get(errors)?.is_same(self.budgets.first()?)
    }
}

impl Ending {
    /// Whether it is the same answer as that to more rows, or fewer errors; `None` if that is not known.
    fn is_same(&self, other: &Ending) -> Option<bool> {
        if self.complexity.is_none() && !self.is_simplest {
            return None;
        }
        if self.complexity != other.complexity {
            // What was found in another sub-space is a change, whether or not it is the first one.
            return Some(false);
        }
        match (other.concepts.upper(), self.is_simplest) {
            (Some(most), _) if self.concepts.lower() > most => Some(false),
            (Some(_), true) if self.concepts.is_exact() && other.concepts.is_exact() => Some(true),
            _ => None,
        }
    }
}

/// Finds out over which error budgets, of 0 to `most_errors` rows in all, and without which one or two rows an answer stays the same.
///
/// `report` is what [`search`](crate::search()) found in the data with the same sub-spaces. If nothing fits up to the last one, what fits
/// without some rows is found all the same. Each sub-space may take an equal part of the time that the run has left. `None` if
/// the search was undecided or within an error budget, for data of one class, and if cells are unknown.
///
/// ```
/// use std::sync::Arc;
/// use vesc_col::explain::robust;
/// use vesc_col::{Dataset, DnfSpace, Features, Learner, Portfolio, Run, Settings};
///
/// // `irq & lhu` fails. The third row alone says that `lhu` is not enough.
/// let mut builder = Dataset::builder(Features::new(["irq", "lhu"])?);
/// for row in [[1, 1], [1, 1], [0, 1], [1, 0], [1, 0], [0, 0]] {
///     builder.push(row == [1, 1], row.map(|cell| cell == 1))?;
/// }
/// let (data, engine, run) = (Arc::new(builder.build()?), Portfolio::default(), Run::new());
/// let spaces = || DnfSpace::up_to(2, 2, 1);
/// let report = engine.search(&data, spaces(), &Settings::default(), &run)?;
/// let found = robust(&engine, &data, spaces(), &report, 1, &run)?.expect("something was learned");
/// assert_eq!((found.single_rows.tried, found.single_rows.changed), (6, 1));
/// assert_eq!(found.deciding[0].samples[0].rows(&data), [2]);
/// let without = found.deciding[0].without.example.as_ref().expect("all concepts are known");
/// assert_eq!(without.display(data.features()).to_string(), "lhu");
/// // Each answer has `lhu`, and so do those without two rows but one: without both rows `irq & !lhu`, `irq` would do.
/// assert_eq!(found.is_same_within(1), Some(false));
/// assert_eq!(found.deciding.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`EngineError`] if the engine does not support a sub-space or fails.
pub fn robust<S: SubSpace>(
    engine: &dyn Engine,
    data: &Arc<Dataset>,
    spaces: impl IntoIterator<Item = S>,
    report: &Report,
    most_errors: u64,
    run: &Run,
) -> Result<Option<Robustness>, EngineError> {
    let is_known = matches!(report.outcome(), Outcome::Learned | Outcome::Overfit | Outcome::Underfit);
    let is_plain = report.errors_allowed().is_none() && data.unknown_cells() == 0 && !report.data().is_one_class();
    if !is_known || !is_plain {
        return Ok(None);
    }
    // Fewer rows leave more concepts, so that nothing beyond the answer's sub-space is needed.
    let answer = report.steps().iter().position(|step| !step.result().concepts.is_zero());
    let count = answer.map_or(report.steps().len(), |answer| answer + 1);
    listed((engine, data), spaces.into_iter().take(count), answer, most_errors, run).map(Some)
}

/// Finds out from how many wrong labels, up to `most_errors`, and without which one or two rows something fits, where nothing fits all rows.
///
/// The sub-spaces are those of a search without an answer, and have an end. Data have rows of both labels, and no unknown cells.
///
/// ```
/// use std::sync::Arc;
/// use vesc_col::explain::contradicting;
/// use vesc_col::{Dataset, DnfSpace, Features, Portfolio, Run};
///
/// // One term explains all rows but the last one.
/// let mut builder = Dataset::builder(Features::new(["irq", "lhu"])?);
/// for (row, label) in [([true, true], true), ([true, true], true), ([true, false], false), ([false, false], true)] {
///     builder.push(label, row)?;
/// }
/// let data = Arc::new(builder.build()?);
/// let found = contradicting(&Portfolio::default(), &data, DnfSpace::up_to(2, 2, 1), 0, &Run::new())?;
/// assert_eq!(found.deciding[0].samples[0].rows(&data), [3]);
/// let fits = found.deciding[0].without.example.as_ref().expect("all concepts are known");
/// assert_eq!(fits.display(data.features()).to_string(), "lhu");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
///
/// If the rows have one label, or unknown cells.
///
/// # Errors
///
/// [`EngineError`] if the engine does not support a sub-space or fails.
pub fn contradicting<S: SubSpace>(
    engine: &dyn Engine,
    data: &Arc<Dataset>,
    spaces: impl IntoIterator<Item = S>,
    most_errors: u64,
    run: &Run,
) -> Result<Robustness, EngineError> {
    let has_both = data.positives().rows() > 0 && data.negatives().rows() > 0;
    assert!(has_both && data.unknown_cells() == 0, "both labels and no unknown cells");
    listed((engine, data), spaces, None, most_errors, run)
}

/// Lists the sub-spaces, of which at most that with the number `answer` is not empty.
fn listed<S: SubSpace>(
    (engine, data): (&dyn Engine, &Arc<Dataset>),
    spaces: impl IntoIterator<Item = S>,
    answer: Option<usize>,
    most_errors: u64,
    run: &Run,
) -> Result<Robustness, EngineError> {
    let spaces: Vec<Arc<dyn SubSpace>> = spaces.into_iter().map(|space| Arc::new(space) as Arc<dyn SubSpace>).collect();
    let mut asking = Asking {
        engine,
        data,
        judge: Judge::new(data),
        session: GuardedSession::new(engine, Arc::clone(data)),
        most_errors,
        listings: Vec::new(),
        changing: HashSet::new(),
        hard: BTreeSet::new(),
        common: Common::new(data.features()),
        stopped: None,
    };
    for (number, space) in spaces.iter().enumerate() {
        let is_empty = Some(number) != answer;
        asking.list(space, is_empty, &run.share((spaces.len() - number) as u32))?;
    }
    // What ended the whole run leaves more open than a share of the time that was over before.
    asking.stopped = asking.stopped.map(|reason| run.stopped().unwrap_or(reason));
    Ok(asking.robustness(answer))
}

/// The sub-spaces from simple to complex, one listed after the other.
struct Asking<'a, E: ?Sized> {
    engine: &'a E,
    data: &'a Arc<Dataset>,
    judge: Judge<'a>,
    session: GuardedSession<'a, E>,
    most_errors: u64,
    listings: Vec<Listing>,
    /// What concepts of the listed sub-spaces are wrong on. Without these rows nothing more complex is the answer.
    changing: HashSet<Wrong>,
    /// Those of them that are a single row. The session has further copies of these rows, so that no concept may be wrong on them.
    hard: BTreeSet<SampleId>,
    common: Common,
    stopped: Option<StopReason>,
}

impl<E: Engine + ?Sized> Asking<'_, E> {
    /// Lists the concepts of the next sub-space that may be an answer for some budget or without some rows.
    fn list(&mut self, space: &Arc<dyn SubSpace>, is_empty: bool, run: &Run) -> Result<(), EngineError> {
        let mut listing = Listing::new(ask_space(&**space, SubSpace::complexity)?, is_empty);
        // A budget within which something simpler fits is answered.
        let most = LEFT_OUT.max(self.most_errors.min(self.least_wrong() - 1));
        let mut listed = Vec::new();
        for errors in u64::from(is_empty)..=most {
            let answer = self.measure(space, errors, run)?;
            match listing.take(errors, answer, (&self.judge, self.data)) {
                Ok(judged) => listed = judged,
                Err(reason) => {
                    self.stopped.get_or_insert(run.stopped().unwrap_or(reason));
                    break;
                }
            }
        }
        self.note_common(&listed);
        self.note_changing(&listing);
        self.listings.push(listing);
        Ok(())
    }

    /// The concepts that are wrong on at most `errors` rows, but not on all rows of a label.
    fn measure(&mut self, space: &Arc<dyn SubSpace>, errors: u64, run: &Run) -> Result<VersionSpace, EngineError> {
        let [positives, negatives] = self.data.weights();
        let budget = ErrorBudget::new(negatives - 1, positives - 1).with_total(errors);
        let query = Query::new(Arc::clone(space)).with_bound(LISTED_CONCEPTS);
        union(&budget.corners(positives, negatives), LISTED_CONCEPTS, |(false_positives, false_negatives)| {
            self.session.measure(&query.clone().with_fit(Fit::Budget { false_positives, false_negatives }), run)
        })
    }

    /// Leaves out of the core what an answer does not have. It is one if no simpler concept fits where it does.
    fn note_common(&mut self, listed: &[Judged]) {
        let (complete, least) = (self.complete(), self.least_wrong());
        for (hypothesis, wrong) in listed {
            let errors = rows(wrong, self.data);
            let is_simplest = match errors <= LEFT_OUT {
                true => parts(wrong).iter().all(|part| !self.changing.contains(part)),
                // More rows are not left out: it is an answer within a budget, or none.
                false => errors < least,
            };
            if is_simplest && complete >= Some(errors) {
                self.common.take(&**hypothesis);
            }
        }
    }

    /// Notes which rows change the answer, and lets no further concept be wrong on one of these.
    fn note_changing(&mut self, listing: &Listing) {
        self.changing.extend(listing.wrong().filter(|wrong| !wrong.is_empty()).cloned());
        let single = self.changing.iter().filter(|wrong| rows(wrong, self.data) == 1).map(|wrong| wrong[0]);
        let hard: BTreeSet<SampleId> = single.collect();
        if hard.len() == self.hard.len() {
            return;
        }
        let weight = |sample: SampleId| match hard.contains(&sample) {
            true => LEFT_OUT + 1,
            false => sample.weight(self.data),
        };
        let samples = SampleId::all(self.data).map(|sample| (sample, sample.is_positive(), weight(sample)));
        self.session = GuardedSession::new(self.engine, copied(self.data, samples));
        self.hard = hard;
    }

    /// The least number of rows, at least 1, that a listed concept is known to be wrong on.
    fn least_wrong(&self) -> u64 {
        self.changing.iter().map(|wrong| rows(wrong, self.data)).min().unwrap_or(u64::MAX)
    }

    /// Up to how many wrong rows the concepts of all listed sub-spaces are known.
    fn complete(&self) -> Option<u64> {
        let least = self.listings.iter().map(|listing| listing.complete).min();
        least.unwrap_or(Some(u64::MAX))
    }

    fn robustness(self, answer: Option<usize>) -> Robustness {
        let data = &**self.data;
        let budget = |errors| self.ending(|listing| listing.within(errors, data));
        let budgets: Vec<Ending> = (0..=self.most_errors).map(budget).collect();
        let minimal: Vec<&Wrong> = self.changing.iter().filter(|wrong| self.is_minimal(wrong)).collect();
        let complete = self.complete();
        let [single_rows, pairs] = tally::tallies(data, minimal.iter().copied(), complete);
        let deciding = |samples: &&Wrong| DecidingRows {
            samples: samples.to_vec(),
            without: self.ending(|listing| listing.without(samples, data)),
        };
        let mut deciding: Vec<DecidingRows> = minimal.iter().map(deciding).collect();
        let place = |ending: &Ending| {
            self.listings.iter().position(|known| Some(&known.complexity) == ending.complexity.as_ref())
        };
        deciding.sort_by_cached_key(|found| (rows(&found.samples, data), place(&found.without), found.samples.clone()));
        let is_considered = |wrong: &Wrong| rows(wrong, data) <= LEFT_OUT.max(self.most_errors);
        let is_complete = self.stopped.is_none();
        let keeps_concepts = match answer {
            None => None,
            Some(answer) if self.listings[..answer].iter().any(|known| known.wrong().any(is_considered)) => Some(false),
            Some(_) => is_complete.then_some(true),
        };
        let core = self.common.core(keeps_concepts, is_complete);
        Robustness { budgets, single_rows, pairs, deciding, core, stopped: self.stopped }
    }

    /// The first sub-space of which `fitting` finds a concept.
    fn ending(&self, fitting: impl Fn(&Listing) -> Fitting) -> Ending {
        let mut is_simplest = true;
        for listing in &self.listings {
            let (concepts, example) = fitting(listing);
            if *concepts.lower() > BigUint::ZERO {
                return Ending { complexity: Some(listing.complexity.clone()), concepts, example, is_simplest };
            }
            is_simplest &= concepts.is_zero();
        }
        let concepts = if is_simplest { Cardinality::exact(0u32) } else { Cardinality::unknown() };
        Ending { complexity: None, concepts, example: None, is_simplest }
    }

    /// Whether these are one or two rows, and no part of them changes the answer.
    fn is_minimal(&self, wrong: &Wrong) -> bool {
        let is_less = |part: &Wrong| !part.is_empty() && part != wrong;
        rows(wrong, self.data) <= LEFT_OUT
            && !parts(wrong).iter().any(|part| is_less(part) && self.changing.contains(part))
    }
}
