//! Data that no formula fits: contradictions, errors, unknown cells.

use std::collections::BTreeMap;
use std::fmt;
use std::num::NonZeroU64;
use std::sync::Arc;

use vesc_col_core::{Dataset, Domain, Features, Fit, Sample, Samples};

use crate::{Truth, World};

/// Labelled rows with contradictions and unknown cells, for tests.
///
/// A row has the values of its features in one word, and in another which of them are not known.
///
/// ```
/// use vesc_col_testkit::NoisyRows;
///
/// let rows = NoisyRows::new(3, [(0b011, 0b100, true), (0b011, 0, false), (0b011, 0, false)]);
/// assert_eq!(rows.to_string(), "3 features: +11? -110 -110");
/// assert_eq!(rows.dataset().negatives().rows(), 2);
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct NoisyRows {
    features: usize,
    rows: Vec<(u64, u64, bool)>,
}

impl NoisyRows {
    /// Rows of values, unknown cells and labels. Bits beyond the features are ignored.
    ///
    /// # Panics
    ///
    /// If there is no feature, or more than 64.
    #[must_use]
    pub fn new(features: usize, rows: impl IntoIterator<Item = (u64, u64, bool)>) -> NoisyRows {
        assert!((1..=64).contains(&features), "{features} features are out of range");
        let used = u64::MAX >> (64 - features);
        let rows = rows
            .into_iter()
            .map(|(values, unknown, label)| (values & used & !unknown, unknown & used, label))
            .collect();
        NoisyRows { features, rows }
    }

    /// Every row of cells that are 0, 1 or not known, with either label, for [`new`](NoisyRows::new).
    ///
    /// ```
    /// let kinds = vesc_col_testkit::NoisyRows::kinds(2);
    /// assert_eq!(kinds.len(), 3 * 3 * 2);
    /// ```
    ///
    /// # Panics
    ///
    /// If there are more than 10 features, of which nobody wants every row.
    #[must_use]
    pub fn kinds(features: usize) -> Vec<(u64, u64, bool)> {
        assert!(features <= 10, "{features} features have too many rows");
        let inputs = 0..1u64 << features;
        let values = |unknown: u64| inputs.clone().filter(move |values| values & unknown == 0);
        let cells = inputs.clone().flat_map(|unknown| values(unknown).map(move |values| (values, unknown)));
        cells.flat_map(|(values, unknown)| [(values, unknown, false), (values, unknown, true)]).collect()
    }

    /// How many features there are.
    #[must_use]
    pub fn features(&self) -> usize {
        self.features
    }

    /// The data set, in which contradictions are allowed.
    #[must_use]
    #[allow(clippy::missing_panics_doc, reason = "a row has a cell for each feature, and contradictions are allowed")]
    pub fn dataset(&self) -> Arc<Dataset> {
        let mut builder = Dataset::builder(Features::numbered(self.features)).with_contradictions();
        for &(values, unknown, label) in &self.rows {
            let cell = |feature: usize| (unknown >> feature & 1 == 0).then_some(values >> feature & 1 == 1);
            builder.push_partial(label, (0..self.features).map(cell)).expect("as many cells as features");
        }
        Arc::new(builder.build().expect("contradictions are allowed"))
    }

    /// The same data with equal rows once. Each has its number as its weight.
    ///
    /// ```
    /// use vesc_col_testkit::NoisyRows;
    ///
    /// let data = NoisyRows::new(1, [(1, 0, true), (0, 0, false), (1, 0, true)]).weighted_dataset();
    /// assert_eq!((data.positives().rows(), data.positives().weight(0), data.total_weight()), (1, 2, 3));
    /// ```
    #[must_use]
    #[allow(clippy::missing_panics_doc, reason = "a row has a cell for each feature, and they are few")]
    pub fn weighted_dataset(&self) -> Arc<Dataset> {
        let mut weights: BTreeMap<(u64, u64, bool), u64> = BTreeMap::new();
        for &row in &self.rows {
            *weights.entry(row).or_default() += 1;
        }
        let mut builder = Dataset::builder(Features::numbered(self.features)).with_contradictions();
        for ((values, unknown, label), weight) in weights {
            let cell = |feature: usize| (unknown >> feature & 1 == 0).then_some(values >> feature & 1 == 1);
            builder.push_partial(label, (0..self.features).map(cell)).expect("as many cells as features");
            builder.weigh_last(NonZeroU64::new(weight).expect("it was seen")).expect("they are few");
        }
        Arc::new(builder.build().expect("contradictions are allowed"))
    }

    /// Some of the rows, by their numbers.
    ///
    /// ```
    /// use vesc_col_testkit::NoisyRows;
    ///
    /// let rows = NoisyRows::new(1, [(0, 0, true), (1, 0, false), (1, 0, true)]);
    /// assert_eq!(rows.only(&[0, 2]).to_string(), "1 features: +0 +1");
    /// ```
    ///
    /// # Panics
    ///
    /// If there is no row of such a number.
    #[must_use]
    pub fn only(&self, rows: &[usize]) -> NoisyRows {
        NoisyRows { features: self.features, rows: rows.iter().map(|&row| self.rows[row]).collect() }
    }

    /// On how many negative and positive rows a hypothesis errs: on those of which no legal completion fits.
    ///
    /// ```
    /// use vesc_col_core::Domain;
    /// use vesc_col_testkit::NoisyRows;
    ///
    /// let rows = NoisyRows::new(2, [(0b01, 0b10, true), (0b01, 0, false), (0b00, 0, false)]);
    /// assert_eq!(rows.features(), 2);
    /// let free = Domain::free();
    /// // "Feature 1 is true": the first row may be so, and is not for certain.
    /// let accepts = |input: u64| input >> 1 & 1 == 1;
    /// assert_eq!(rows.errors(&free, accepts), (0, 0));
    /// assert_eq!(rows.errors_at_worst(&free, accepts), (0, 1));
    /// assert_eq!(rows.errors(&free, |_| true), (2, 0));
    /// ```
    #[must_use]
    pub fn errors(&self, domain: &Domain, accepts: impl Fn(u64) -> bool) -> (u64, u64) {
        self.count(|&(values, unknown, label)| {
            !self.completions(values, unknown, domain).any(|completion| accepts(completion) == label)
        })
    }

    /// On how many negative and positive rows a hypothesis errs at worst: on those of which some legal completion does
    /// not fit.
    ///
    /// ```
    /// use vesc_col_core::Domain;
    /// use vesc_col_testkit::NoisyRows;
    ///
    /// let rows = NoisyRows::new(2, [(0b01, 0b10, true), (0b01, 0, false), (0b00, 0b10, false)]);
    /// let accepts = |input: u64| input >> 1 & 1 == 1;
    /// assert_eq!(rows.errors_at_worst(&Domain::free(), accepts), (1, 1));
    /// assert_eq!(rows.errors(&Domain::free(), accepts), (0, 0));
    /// ```
    #[must_use]
    pub fn errors_at_worst(&self, domain: &Domain, accepts: impl Fn(u64) -> bool) -> (u64, u64) {
        self.count(|&(values, unknown, label)| {
            self.completions(values, unknown, domain).any(|completion| accepts(completion) != label)
        })
    }

    /// Whether a hypothesis fits in this sense. [`Fit::Exact`] takes all legal completions for rows of the data, as
    /// [`Dataset::completed_within`] does.
    ///
    /// ```
    /// use vesc_col_core::{Domain, Fit};
    /// use vesc_col_testkit::NoisyRows;
    ///
    /// let rows = NoisyRows::new(2, [(0b01, 0b10, true), (0b01, 0, false), (0b00, 0, false)]);
    /// let accepts = |input: u64| input >> 1 & 1 == 1;
    /// let fits = |fit| rows.fits(&fit, &Domain::free(), accepts);
    /// assert!(fits(Fit::Possible) && !fits(Fit::Exact));
    /// assert!(fits(Fit::CertainWithin { false_positives: 0, false_negatives: 1 }));
    /// ```
    #[must_use]
    pub fn fits(&self, fit: &Fit, domain: &Domain, accepts: impl Fn(u64) -> bool) -> bool {
        let wrong = match fit {
            Fit::Exact | Fit::CertainWithin { .. } => self.errors_at_worst(domain, accepts),
            _ => self.errors(domain, accepts),
        };
        let budget = fit.budget();
        wrong.0 <= budget.0 && wrong.1 <= budget.1
    }

    /// The same rows without those that have no legal completion.
    ///
    /// ```
    /// use vesc_col_core::Domain;
    /// use vesc_col_testkit::NoisyRows;
    ///
    /// let rows = NoisyRows::new(2, [(0b11, 0, true), (0b01, 0b10, false)]);
    /// let one_hot = Domain::builder(2).exactly_one([0, 1]).build()?;
    /// assert_eq!(rows.legal(&one_hot).to_string(), "2 features: -1?");
    /// # Ok::<(), vesc_col_core::DomainError>(())
    /// ```
    #[must_use]
    pub fn legal(&self, domain: &Domain) -> NoisyRows {
        let rows = self.rows.iter().copied();
        let rows = rows.filter(|&(values, unknown, _)| self.completions(values, unknown, domain).next().is_some());
        NoisyRows { features: self.features, rows: rows.collect() }
    }

    /// How many negative and positive rows are such.
    fn count(&self, is_such: impl Fn(&(u64, u64, bool)) -> bool) -> (u64, u64) {
        let such = |label: bool| self.rows.iter().filter(|row| row.2 == label && is_such(row)).count() as u64;
        (such(false), such(true))
    }

    /// All legal words that agree with the values but for the unknown bits.
    fn completions(&self, values: u64, unknown: u64, domain: &Domain) -> impl Iterator<Item = u64> {
        let is_legal = |word: &u64| domain.contains(&Sample::from_slice(&[*word])[..self.features]);
        completions(values, unknown).filter(is_legal)
    }
}

/// All words that agree with the values but for the unknown bits.
fn completions(values: u64, unknown: u64) -> impl Iterator<Item = u64> {
    let next = move |&chosen: &u64| (chosen != unknown).then(|| (chosen | !unknown).wrapping_add(1) & unknown);
    std::iter::successors(Some(0), next).map(move |chosen| values | chosen)
}

impl World {
    /// The version space of those concepts whose truth table passes a test.
    #[must_use]
    pub fn passing(&self, test: impl Fn(u64) -> bool) -> Truth {
        let mut truth = Truth { concepts: Vec::new(), formulas: 0 };
        for concept in self.concepts().iter().filter(|concept| test(concept.table)) {
            truth.concepts.push(Arc::clone(&concept.hypothesis));
            truth.formulas += concept.formulas;
        }
        truth
    }

    /// The version space of a data set in a sense of fitting, by counting each concept's errors row by row.
    ///
    /// ```
    /// use vesc_col_core::{DnfSpace, Fit};
    /// use vesc_col_testkit::{NoisyRows, World};
    ///
    /// let world = World::of(&DnfSpace::new(2, 1, 1)).expect("it is small");
    /// let data = NoisyRows::new(2, [(0b01, 0, true), (0b01, 0, false)]).dataset();
    /// assert_eq!(world.fitting(&data, &Fit::Exact).formulas, 0);
    /// let lenient = Fit::Budget { false_positives: 1, false_negatives: 0 };
    /// assert_eq!(world.fitting(&data, &lenient).to_string(), "2 concepts in 2 formulas: x0, !x1");
    /// // The same by truth tables: those that accept input 1.
    /// assert_eq!(world.passing(|table| table >> 1 & 1 == 1).formulas, 2);
    /// ```
    ///
    /// # Panics
    ///
    /// If the data set has more than 6 features.
    #[must_use]
    pub fn fitting(&self, data: &Dataset, fit: &Fit) -> Truth {
        let (false_positives, false_negatives) = fit.budget();
        let at_worst = matches!(fit, Fit::CertainWithin { .. });
        self.passing(|table| {
            self.errors(table, data.negatives(), false, at_worst) <= false_positives
                && self.errors(table, data.positives(), true, at_worst) <= false_negatives
        })
    }

    /// On how many rows of a label a concept errs: of which no legal completion fits or, at worst, of which some does
    /// not.
    fn errors(&self, table: u64, samples: &Samples, label: bool, at_worst: bool) -> u64 {
        let is_legal = |words: &Vec<u64>| self.legal() >> words[0] & 1 == 1;
        let fits = |words: Vec<u64>| (table >> words[0] & 1 == 1) == label;
        let errs = |&index: &usize| {
            let mut legal = samples.completions(index).filter(is_legal);
            if at_worst { !legal.all(fits) } else { !legal.any(fits) }
        };
        (0..samples.distinct()).filter(errs).map(|index| samples.weight(index)).sum()
    }
}

/// `3 features: +110 -0?1`, feature 0 first.
impl fmt::Display for NoisyRows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} features:", self.features)?;
        for &(values, unknown, label) in &self.rows {
            f.write_str(if label { " +" } else { " -" })?;
            for feature in 0..self.features {
                match unknown >> feature & 1 {
                    1 => f.write_str("?")?,
                    _ => write!(f, "{}", values >> feature & 1)?,
                }
            }
        }
        Ok(())
    }
}

impl fmt::Debug for NoisyRows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::completions;

    #[test]
    fn every_completion_comes_once() {
        assert_eq!(completions(0b1000, 0b0101).collect::<Vec<_>>(), [0b1000, 0b1001, 0b1100, 0b1101]);
        assert_eq!(completions(7, 0).collect::<Vec<_>>(), [7]);
        assert_eq!(completions(0, u64::MAX).take(3).count(), 3);
    }
}
