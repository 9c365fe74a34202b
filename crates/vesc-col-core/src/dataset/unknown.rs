//! Cells that are not known, and the rows that they may stand for.

use super::distinct_rows::DistinctRows;
use super::samples::{WORDS_BETWEEN_CHECKS, contradictions};
use super::{Dataset, Samples};
use crate::domain::Completions;
use crate::{DataError, Domain};

/// How many completions [`Dataset::completed`] makes at most.
const MOST_COMPLETIONS: usize = 1 << 20;

impl Dataset {
    /// How many cells are not known, those of equal rows counted each.
    #[must_use]
    pub fn unknown_cells(&self) -> usize {
        let of = |samples: &Samples| -> usize {
            if !samples.has_unknown() {
                return 0;
            }
            (0..samples.distinct()).map(|index| samples.unknown_cells(index) * samples.sources(index).len()).sum()
        };
        of(&self.positives) + of(&self.negatives)
    }

    /// The data set with every [completion](Samples::completions) of each row in its place, equal ones once; each
    /// stands for all rows that it completes.
    ///
    /// A hypothesis fits it if and only if it fits the rows whatever their unknown cells are: it is *certainly*
    /// consistent. Where two rows of different labels have a completion in common, nothing is; then there are
    /// [contradictions](Dataset::contradictions). Costs `2^u` rows for u unknown cells in a row.
    ///
    /// ```
    /// use vesc_col_core::{Dataset, Features};
    ///
    /// let mut builder = Dataset::builder(Features::numbered(2));
    /// builder.push_partial(true, [Some(true), None])?;
    /// builder.push(false, [true, false])?;
    /// let data = builder.build()?;
    /// assert_eq!((data.unknown_cells(), data.contradictions()), (1, 0));
    /// // Were the cell 0, the rows would contradict each other.
    /// let completed = data.completed()?;
    /// assert_eq!((completed.positives().distinct(), completed.contradictions()), (2, 1));
    /// # Ok::<(), vesc_col_core::DataError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`DataError::TooManyUnknown`] beyond 1048576 completions.
    pub fn completed(&self) -> Result<Dataset, DataError> {
        self.completed_within(&Domain::free())
    }

    /// The same with those completions only that are legal inputs.
    ///
    /// ```
    /// use vesc_col_core::{Dataset, Domain, Features};
    ///
    /// let mut builder = Dataset::builder(Features::new(["a", "b", "c"])?);
    /// builder.push_partial(true, [None, None, Some(false)])?;
    /// let data = builder.build()?;
    /// let one_hot = Domain::builder(3).exactly_one([0, 1, 2]).build()?;
    /// assert_eq!(data.completed()?.positives().distinct(), 4);
    /// assert_eq!(data.completed_within(&one_hot)?.positives().distinct(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`DataError::TooManyUnknown`] beyond 1048576 completions, [`DataError::IllegalRow`] for a row that has none.
    pub fn completed_within(&self, domain: &Domain) -> Result<Dataset, DataError> {
        self.try_completed_within(domain, |_| Ok(()))
    }

    /// [`completed_within`](Dataset::completed_within), with a check about every 100 microseconds. It is told how many
    /// bytes the completions take while they are made, as far as there are any.
    ///
    /// ```
    /// use vesc_col_core::{Dataset, Domain, EngineError, Features, Run};
    ///
    /// let mut builder = Dataset::builder(Features::numbered(2));
    /// builder.push_partial(true, [Some(true), None])?;
    /// let (data, run) = (builder.build()?, Run::new());
    /// let check = |_bytes| run.check().map_err(|reason| EngineError::failed("mine", reason));
    /// assert_eq!(data.try_completed_within(&Domain::free(), check)?, data.completed()?);
    /// run.cancel_token().cancel();
    /// assert!(data.try_completed_within(&Domain::free(), check).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As for [`completed_within`](Dataset::completed_within), and the first error of `check`.
    pub fn try_completed_within<E: From<DataError>>(
        &self,
        domain: &Domain,
        mut check: impl FnMut(u64) -> Result<(), E>,
    ) -> Result<Dataset, E> {
        domain.try_check(self, &mut || check(0))?;
        let mut left = MOST_COMPLETIONS;
        let positives = self.positives.completions_of_all(domain, &mut left, &mut check)?;
        let taken = positives.bytes();
        let negatives = self.negatives.completions_of_all(domain, &mut left, &mut |bytes| check(taken + bytes))?;
        let bytes = taken + negatives.bytes();
        let pairs = positives.rows.equal_pairs(&negatives.rows, &mut || check(bytes))?;
        let features = self.features.len();
        let [positives, negatives] = [
            positives.into_samples(features, &mut || check(bytes))?.weighed(&self.weights),
            negatives.into_samples(features, &mut || check(bytes))?.weighed(&self.weights),
        ];
        let contradictions = contradictions(&positives, &negatives, &pairs);
        let (features, weights) = (self.features.clone(), self.weights.clone());
        Ok(Dataset { features, positives, negatives, contradictions, weights })
    }
}

/// Every legal completion of every sample of a label.
struct AllCompletions {
    rows: DistinctRows,
    /// For each completion that was added the row of the data that it completes.
    sources: Vec<usize>,
}

impl AllCompletions {
    fn with_room(stride: usize, rows: usize) -> AllCompletions {
        let mut all = AllCompletions { rows: DistinctRows::new(stride), sources: Vec::with_capacity(rows) };
        all.rows.reserve(rows);
        all
    }

    /// What these take until they are samples. The rows of each sample stand beside those of all for a moment.
    fn bytes(&self) -> u64 {
        self.rows.bytes() + 2 * size_of_val(&self.sources[..]) as u64
    }

    fn add(&mut self, words: &[u64], sources: &[usize]) {
        if self.sources.capacity() - self.sources.len() < sources.len() {
            // A list that doubles has three times its size for a moment.
            self.sources.reserve_exact(self.sources.len() / 8 + sources.len());
        }
        // There are fewer completions than numbers.
        self.rows.add_all(words, &[], sources.len());
        self.sources.extend_from_slice(sources);
    }

    fn into_samples<E>(self, features: usize, check: &mut impl FnMut() -> Result<(), E>) -> Result<Samples, E> {
        let mut samples = self.rows.into_samples(features, self.sources.into_iter(), check)?;
        samples.sources.sort();
        Ok(samples)
    }
}

impl Samples {
    /// Whether any cell is not known.
    ///
    /// ```
    /// use vesc_col_core::{Dataset, Features};
    ///
    /// let mut builder = Dataset::builder(Features::numbered(2));
    /// builder.push_partial(true, [Some(true), None])?;
    /// builder.push(false, [false, true])?;
    /// let data = builder.build()?;
    /// assert!(data.positives().has_unknown() && !data.negatives().has_unknown());
    /// # Ok::<(), vesc_col_core::DataError>(())
    /// ```
    #[must_use]
    pub fn has_unknown(&self) -> bool {
        self.unknown.as_ref().is_some_and(|plane| plane.iter().any(|&word| word != 0))
    }

    /// Which cells of a distinct sample are not known, as [`words`](Samples::words); `None` if all are known.
    ///
    /// # Panics
    ///
    /// If there is no such sample.
    #[must_use]
    pub fn unknown(&self, index: usize) -> Option<&[u64]> {
        let words = &self.unknown.as_ref()?[index * self.stride..][..self.stride];
        words.iter().any(|&word| word != 0).then_some(words)
    }

    /// How many cells of a distinct sample are not known.
    ///
    /// # Panics
    ///
    /// If there is no such sample.
    #[must_use]
    pub fn unknown_cells(&self, index: usize) -> usize {
        self.unknown(index).map_or(0, |words| words.iter().map(|word| word.count_ones() as usize).sum())
    }

    /// The cells of a distinct sample, `None` for those that are not known.
    ///
    /// ```
    /// use vesc_col_core::{Dataset, Features};
    ///
    /// let mut builder = Dataset::builder(Features::numbered(2));
    /// builder.push_partial(true, [Some(true), None])?;
    /// assert!(builder.build()?.positives().cells(0).eq([Some(true), None]));
    /// # Ok::<(), vesc_col_core::DataError>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If there is no such sample.
    #[must_use]
    pub fn cells(&self, index: usize) -> impl ExactSizeIterator<Item = Option<bool>> {
        let (values, unknown) = (self.words(index), self.unknown(index));
        let bit = |words: &[u64], feature: usize| words[feature / 64] >> (feature % 64) & 1 == 1;
        (0..self.features)
            .map(move |feature| (!unknown.is_some_and(|unknown| bit(unknown, feature))).then(|| bit(values, feature)))
    }

    /// The rows that a distinct sample may stand for, as [`words`](Samples::words). With u unknown cells there are
    /// `2^u` of them; without any it is the sample itself. Every row that agrees with the known cells is legal.
    ///
    /// ```
    /// use vesc_col_core::{Dataset, Features};
    ///
    /// let mut builder = Dataset::builder(Features::numbered(3));
    /// builder.push_partial(true, [Some(true), None, None])?;
    /// let data = builder.build()?;
    /// let positives = data.positives();
    /// assert_eq!((positives.unknown_cells(0), positives.unknown(0)), (2, Some(&[0b110][..])));
    /// let rows: Vec<u64> = positives.completions(0).map(|words| words[0]).collect();
    /// assert_eq!(rows, [0b001, 0b011, 0b101, 0b111]);
    /// # Ok::<(), vesc_col_core::DataError>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If there is no such sample, or it has 64 unknown cells or more.
    pub fn completions(&self, index: usize) -> impl Iterator<Item = Vec<u64>> {
        self.completions_within(index, &Domain::free())
    }

    /// The legal rows that a distinct sample may stand for: those of its [completions](Samples::completions) that are
    /// legal inputs.
    ///
    /// ```
    /// use vesc_col_core::{Dataset, Domain, Features};
    ///
    /// let mut builder = Dataset::builder(Features::numbered(3));
    /// builder.push_partial(true, [Some(false), None, None])?;
    /// let data = builder.build()?;
    /// let one_hot = Domain::builder(3).exactly_one([0, 1, 2]).build()?;
    /// let rows: Vec<Vec<u64>> = data.positives().completions_within(0, &one_hot).collect();
    /// assert_eq!(rows, [[0b010], [0b100]]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If there is no such sample, or it has 2^64 completions or more.
    pub fn completions_within(&self, index: usize, domain: &Domain) -> impl Iterator<Item = Vec<u64>> + use<> {
        self.choices(index, domain).of(self.words(index).to_vec())
    }

    /// How many completions a distinct sample has; `None` if they are too many for a word.
    pub(crate) fn completion_count(&self, index: usize, domain: &Domain) -> Option<u64> {
        match self.unknown(index) {
            None => Some(1),
            Some(_) => self.choices(index, domain).count(),
        }
    }

    fn choices(&self, index: usize, domain: &Domain) -> Completions {
        let cells: Vec<Option<bool>> = match self.unknown(index) {
            Some(_) => self.cells(index).collect(),
            None => Vec::new(),
        };
        Completions::new(domain, &cells)
    }

    /// Every legal completion of every sample, with the row that it completes; takes their number from `left`.
    fn completions_of_all<E: From<DataError>>(
        &self,
        domain: &Domain,
        left: &mut usize,
        check: &mut impl FnMut(u64) -> Result<(), E>,
    ) -> Result<AllCompletions, E> {
        let mut all = AllCompletions::with_room(self.stride, self.rows());
        let rows_between_checks = WORDS_BETWEEN_CHECKS.div_ceil(self.stride.max(1));
        let mut made = 0usize;
        for index in 0..self.distinct() {
            let count = self.completion_count(index, domain).and_then(|count| usize::try_from(count).ok());
            *left = count.and_then(|count| left.checked_sub(count)).ok_or_else(|| DataError::TooManyUnknown {
                row: self.sources(index)[0],
                unknown: self.unknown_cells(index),
                limit: MOST_COMPLETIONS,
            })?;
            let sources = self.sources(index);
            let mut add = |words: &[u64]| {
                if made.is_multiple_of(rows_between_checks) {
                    check(all.bytes())?;
                }
                made += 1;
                all.add(words, sources);
                Ok::<(), E>(())
            };
            match self.unknown(index) {
                None => add(self.words(index))?,
                Some(_) => self.completions_within(index, domain).try_for_each(|words| add(&words))?,
            }
        }
        Ok(all)
    }
}
