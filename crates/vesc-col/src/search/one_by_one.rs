//! Causes one by one, and what the best formulas of each size leave: leads where nothing explains everything.

use std::num::NonZeroU64;
use std::sync::Arc;

use vesc_col_core::{
    Cardinality, Dataset, DnfSpace, Domain, Engine, EngineError, Fit, Hypothesis, Query, Run, Session, StopReason,
    VersionSpace,
};

use crate::cuts::Cuts;
use crate::families;
use crate::formula::as_dnf::as_dnf;
use crate::guard::GuardedSession;

/// A term that explains many positive rows and no negative one.
///
/// See [`one_by_one`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Cause {
    /// The term, as a formula.
    pub formula: Arc<dyn Hypothesis>,
    /// Number of its literals.
    pub literals: usize,
    /// Number of positive rows that it explains and no earlier one does.
    pub explained: u64,
    /// Number of concepts of as many literals that explain as many of these rows, this one included.
    pub equally_good: Cardinality,
    /// Number of positive rows that neither it nor an earlier one explains.
    pub left: u64,
}

/// What a search for causes one by one found.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct OneByOne {
    /// The causes in the order in which they were found.
    pub causes: Vec<Cause>,
    /// Number of positive rows that none of them explains.
    pub left: u64,
    /// The most literals of the terms that were compared. It is what was asked for, unless the search ended early.
    pub literals: usize,
    /// For each number of literals, from 1: how many positive rows one term explains at most without a negative one. 0
    /// if no term explains any. As far as it was found out, and up to the first number that explains all of them.
    pub best: Vec<u64>,
    /// Why the search ended early, if it did.
    pub stopped: Option<StopReason>,
}

/// Finds the term of up to `max_literals` literals that is true on the most positive rows and on no negative one. The next term is the
/// best one for the rows that are left, and so on, `most` times at most.
///
/// Of equally good terms one with the fewest literals is taken, and of these the first in canonical order. What is found need not
/// be the least set of causes, but each cause is as good as any single term.
///
/// Cells must be known. If the run has a deadline, terms of one number of literals take at most half of the time that is left.
/// Where that is too short, the search goes on with shorter terms, and says so in `stopped` and `literals`.
///
/// ```
/// use std::sync::Arc;
/// use vesc_col::data::Domain;
/// use vesc_col::search::one_by_one;
/// use vesc_col::{Dataset, Features, Portfolio, Run};
///
/// let mut builder = Dataset::builder(Features::new(["a", "b", "c"])?);
/// for (label, row) in [
///     (true, [true, false, false]),
///     (true, [true, true, false]),
///     (true, [false, false, true]),
///     (false, [false, true, false]),
///     (false, [false, false, false]),
/// ] {
///     builder.push(label, row)?;
/// }
/// let data = Arc::new(builder.build()?);
/// let found = one_by_one(&Portfolio::default(), &data, &Domain::free(), (2, 10), &Run::new())?;
/// let text: Vec<String> = found.causes.iter().map(|cause| cause.formula.display(data.features()).to_string()).collect();
/// assert_eq!(text, ["a", "c"]);
/// assert_eq!((found.causes[0].explained, found.causes[0].left, found.left), (2, 1, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`EngineError`] if the engine does not support error budgets, or fails.
pub fn one_by_one(
    engine: &dyn Engine,
    data: &Arc<Dataset>,
    domain: &Domain,
    (max_literals, most): (usize, usize),
    run: &Run,
) -> Result<OneByOne, EngineError> {
    let (left, literals) = (data.positives().total_weight(), max_literals.min(data.features().len()));
    let mut found = OneByOne { left, literals, ..OneByOne::default() };
    let mut rest = Arc::clone(data);
    for round in 0..most {
        if found.left == 0 {
            break;
        }
        let mut terms = Terms {
            session: GuardedSession::new(engine, Arc::clone(&rest)),
            domain,
            features: data.features().len(),
            left: found.left,
        };
        let mut best: Option<(usize, u64)> = None;
        for literals in 1..=found.literals {
            let known = best.map_or(0, |(_, explained)| explained);
            if known == found.left {
                break;
            }
            // In the first round each number of literals is of interest.
            let least = if round == 0 { 1 } else { known + 1 };
            match terms.most_explained(literals, least, &run.share(2))? {
                Ok(explained) => {
                    if round == 0 {
                        found.best.push(explained);
                    }
                    if explained > known {
                        best = Some((literals, explained));
                    }
                }
                Err(reason) => {
                    (found.stopped, found.literals) = (Some(reason), literals - 1);
                    break;
                }
            }
        }
        let Some((literals, explained)) = best else { break };
        let answer = terms.ask(literals, explained, true, run)?;
        let Some(formula) = answer.hypotheses.first().cloned() else {
            found.stopped = answer.stopped;
            break;
        };
        rest = Arc::new(without(&rest, &*formula)?);
        found.left -= explained;
        let equally_good = answer.concepts.clone();
        found.causes.push(Cause { formula, literals, explained, equally_good, left: found.left });
    }
    Ok(found)
}

impl OneByOne {
    /// The same with each cause in its narrowest form, with the room that each threshold has. `cuts` are all cuts of
    /// the ordered columns, if the features of the data set test only some of them.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use vesc_col::columns::{ColumnType, Schema, TypedTable};
    /// use vesc_col::search::one_by_one;
    /// use vesc_col::{Portfolio, Run};
    ///
    /// let schema = Schema::auto().with_column("len", ColumnType::Numeric { thresholds: None });
    /// let mut table = TypedTable::new(schema, ["len", "irq"]);
    /// for (label, row) in [(true, ["9", "1"]), (false, ["7", "0"]), (false, ["5", "1"]), (false, ["9", "0"])] {
    ///     table.push(label, row)?;
    /// }
    /// let typed = table.build()?;
    /// let data = Arc::new(typed.data);
    /// let found = one_by_one(&Portfolio::default(), &data, &typed.domain, (2, 10), &Run::new())?;
    /// let found = found.narrowed(&data, None);
    /// // No row says whether a length of 7 is enough.
    /// assert_eq!(found.causes[0].formula.display(data.features()).to_string(), "len>=9 (7..9) & irq");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn narrowed(mut self, data: &Dataset, cuts: Option<&Cuts>) -> OneByOne {
        let of_features = cuts.is_none().then(|| Cuts::of_features(data)).flatten();
        let Some(cuts) = cuts.or(of_features.as_ref()) else { return self };
        for cause in &mut self.causes {
            let narrow = as_dnf(&*cause.formula).and_then(|dnf| families::narrowed((data, cuts), dnf));
            narrow.into_iter().for_each(|narrow| cause.formula = narrow);
        }
        self
    }

    /// The least and the greatest number of positive rows that a best formula of up to these sizes can leave. It is
    /// true on no negative row. The bounds come from the best single terms, and from the causes that were found.
    /// `positives` is the number of positive rows.
    ///
    /// Several terms explain no more than each of them can alone, and the first causes together explain what they do.
    #[must_use]
    pub fn left_by(&self, positives: u64, (literals, terms): (usize, usize)) -> (u64, u64) {
        // The most that terms explain together, by the number of literals that they have in all.
        let best = |size: usize| {
            self.best.get(size - 1).copied().unwrap_or(if self.stopped.is_some() { positives } else { 0 })
        };
        let mut most = vec![0u64; literals + 1];
        for _ in 0..terms {
            let before = most.clone();
            for total in 1..=literals {
                let with = (1..=total).map(|size| before[total - size] + best(size)).max().unwrap_or(0);
                most[total] = most[total].max(with).max(most[total - 1]);
            }
        }
        let least = positives.saturating_sub(most[literals]);
        let mut sum = 0;
        let fits = |cause: &&Cause| {
            sum += cause.literals;
            sum <= literals
        };
        let by_causes = self.causes.iter().take(terms).take_while(fits).last().map_or(positives, |cause| cause.left);
        let by_one =
            positives - (1..=literals).map(|size| self.best.get(size - 1).copied().unwrap_or(0)).max().unwrap_or(0);
        (least, by_causes.min(by_one).max(least))
    }
}

/// Questions about single terms.
struct Terms<'a> {
    session: GuardedSession<'a, dyn Engine>,
    domain: &'a Domain,
    features: usize,
    /// Number of positive rows.
    left: u64,
}

impl Terms<'_> {
    /// The greatest number of positive rows, at least `least`, that a term of `literals` literals explains; 0 if none explains that many.
    fn most_explained(
        &mut self,
        literals: usize,
        least: u64,
        run: &Run,
    ) -> Result<Result<u64, StopReason>, EngineError> {
        let (mut some, mut none) = (0, self.left + 1);
        let mut next = least;
        while next < none {
            let answer = self.ask(literals, next, false, run)?;
            if answer.concepts.exceeds(0) {
                some = next;
            } else if answer.concepts.is_zero() {
                none = next;
            } else {
                return Ok(Err(answer.stopped.unwrap_or(StopReason::EngineLimit)));
            }
            if some == 0 || none - some == 1 {
                break;
            }
            next = some + (none - some) / 2;
        }
        Ok(Ok(some))
    }

    /// The terms of `literals` literals that explain at least `explained` positive rows; counted, or only whether there is one.
    fn ask(&mut self, literals: usize, explained: u64, counted: bool, run: &Run) -> Result<VersionSpace, EngineError> {
        let space = Arc::new(DnfSpace::new(self.features, literals, 1).within(self.domain));
        let fit = Fit::Budget { false_positives: 0, false_negatives: self.left - explained };
        let query = Query::new(space).with_fit(fit);
        let query = if counted {
            query.with_bound(LISTED_TERMS).with_list_limit(LISTED_TERMS).with_exact(true)
        } else {
            query.with_bound(1).with_list_limit(1)
        };
        self.session.measure(&query, run)
    }
}

/// Up to how many equally good terms are told apart as concepts.
const LISTED_TERMS: usize = 1000;

/// The rows without the positive ones on which a formula is true.
fn without(data: &Dataset, formula: &dyn Hypothesis) -> Result<Dataset, EngineError> {
    let mut builder = Dataset::builder(data.features().clone()).with_contradictions();
    for (label, samples) in [(true, data.positives()), (false, data.negatives())] {
        for (index, sample) in samples.iter().enumerate().filter(|(_, sample)| !label || !formula.accepts(sample)) {
            builder.push(label, sample.iter().by_vals())?;
            builder.weigh_last(NonZeroU64::new(samples.weight(index)).unwrap_or(NonZeroU64::MIN))?;
        }
    }
    Ok(builder.build()?)
}
