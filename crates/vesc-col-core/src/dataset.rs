//! Labelled samples.

mod unknown;

use std::collections::HashMap;
use std::fmt;

use bitvec::order::Lsb0;
use bitvec::slice::BitSlice;
use bitvec::vec::BitVec;

use crate::{DataError, Features};

/// The values of one sample, feature by feature, packed into words.
///
/// `sample[i]` is the value of feature `i`. To compute on words, take them from [`Samples::words`].
///
/// ```
/// use vesc_col_core::{Dataset, Features, Literal, Sample};
///
/// let mut builder = Dataset::builder(Features::numbered(2));
/// builder.push(true, [true, false])?;
/// let data = builder.build()?;
/// let sample: &Sample = data.positives().get(0);
/// assert!(sample[0] && Literal::negative(1).accepts(sample));
/// # Ok::<(), vesc_col_core::DataError>(())
/// ```
pub type Sample = BitSlice<u64, Lsb0>;

/// The values of a sample that stands in no data set: collect it from Booleans.
///
/// ```
/// use vesc_col_core::{Dnf, Features, OwnedSample};
///
/// let sample: OwnedSample = [true, false].into_iter().collect();
/// assert!(Dnf::parse("x0 & !x1", &Features::numbered(2))?.accepts(&sample));
/// # Ok::<(), vesc_col_core::ParseError>(())
/// ```
pub type OwnedSample = BitVec<u64, Lsb0>;

/// Labelled samples over named features, checked when they are built.
///
/// Equal rows are kept once; how many and which they were is not lost. Building costs O(cells) and keeps one bit a cell,
/// two if any cell is unknown. A sample is positive and negative at once only if
/// [contradictions were allowed](DatasetBuilder::with_contradictions).
///
/// ```
/// use vesc_col_core::{Dataset, Features};
///
/// let mut builder = Dataset::builder(Features::new(["irq", "op_lhu"])?);
/// builder.push(true, [true, true])?;
/// builder.push(false, [true, false])?;
/// builder.push(false, [true, false])?;
/// let data = builder.build()?;
/// assert_eq!(data.rows(), 3);
/// assert_eq!((data.positives().distinct(), data.negatives().distinct()), (1, 1));
/// assert_eq!(data.negatives().sources(0), [1, 2]);
/// # Ok::<(), vesc_col_core::DataError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dataset {
    features: Features,
    positives: Samples,
    negatives: Samples,
    contradictions: u128,
}

impl Dataset {
    /// Starts a data set over the given features.
    #[must_use]
    pub fn builder(features: Features) -> DatasetBuilder {
        let stride = features.len().div_ceil(u64::BITS as usize);
        DatasetBuilder {
            features,
            stride,
            words: Vec::new(),
            unknown: Vec::new(),
            labels: Vec::new(),
            unknown_words: Vec::new(),
            contradictions: false,
        }
    }

    /// The features.
    ///
    /// ```
    /// use vesc_col_core::{Dataset, Features};
    ///
    /// let data = Dataset::builder(Features::new(["irq", "mask"])?).build()?;
    /// assert_eq!((data.features().len(), data.features().name(1)), (2, "mask"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn features(&self) -> &Features {
        &self.features
    }

    /// The samples that a hypothesis must accept.
    #[must_use]
    pub fn positives(&self) -> &Samples {
        &self.positives
    }

    /// The samples that a hypothesis must reject.
    #[must_use]
    pub fn negatives(&self) -> &Samples {
        &self.negatives
    }

    /// The opposite rows with the opposite labels: every known value is complemented, and positive rows become negative. A CNF is
    /// right on a row exactly if the DNF of the same literals is right on the opposite one. Costs a copy of the data.
    ///
    /// ```
    /// use vesc_col_core::{Dataset, Features};
    ///
    /// let mut builder = Dataset::builder(Features::numbered(3));
    /// builder.push_partial(true, [Some(true), Some(false), None])?;
    /// let data = builder.build()?;
    /// let mirror = data.mirrored();
    /// assert_eq!(mirror.negatives().cells(0).collect::<Vec<_>>(), [Some(false), Some(true), None]);
    /// assert_eq!(mirror.mirrored(), data);
    /// # Ok::<(), vesc_col_core::DataError>(())
    /// ```
    #[must_use]
    pub fn mirrored(&self) -> Dataset {
        Dataset {
            features: self.features.clone(),
            positives: self.negatives.opposite(),
            negatives: self.positives.opposite(),
            contradictions: self.contradictions,
        }
    }

    /// How many rows there are, equal ones counted each.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.positives.rows() + self.negatives.rows()
    }

    /// How many different rows there are.
    #[must_use]
    pub fn distinct(&self) -> usize {
        self.positives.distinct() + self.negatives.distinct()
    }

    /// How many pairs of a positive and a negative row have equal values, all of them known: 0 unless
    /// [contradictions were allowed](DatasetBuilder::with_contradictions). With such a pair nothing fits without an error.
    #[must_use]
    pub fn contradictions(&self) -> u128 {
        self.contradictions
    }
}

/// The distinct samples of one label, in the order in which they first occur.
///
/// ```
/// use vesc_col_core::{Dataset, Features};
///
/// let mut builder = Dataset::builder(Features::numbered(3));
/// builder.push(true, [true, false, true])?;
/// builder.push(true, [true, false, true])?;
/// let data = builder.build()?;
/// let positives = data.positives();
/// assert_eq!((positives.rows(), positives.distinct()), (2, 1));
/// assert_eq!(positives.words(0), [0b101]);
/// assert_eq!(positives.sources(0), [0, 1]);
/// assert_eq!(positives.get(0).count_ones(), 2);
/// assert!(positives.iter().all(|sample| sample[2]));
/// # Ok::<(), vesc_col_core::DataError>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Samples {
    features: usize,
    /// Words in a row; the unused bits of its last word are zero.
    stride: usize,
    /// The values; those of unknown cells are zero.
    values: BitVec<u64, Lsb0>,
    /// A second plane of the same form says which cells are not known; `None` if all are.
    unknown: Option<Vec<u64>>,
    /// For each distinct sample the rows that it stands for.
    sources: Vec<Vec<usize>>,
}

impl Samples {
    /// How many rows there are, equal ones counted each.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.sources.iter().map(Vec::len).sum()
    }

    /// How many different rows there are.
    #[must_use]
    pub fn distinct(&self) -> usize {
        self.sources.len()
    }

    /// A distinct sample.
    ///
    /// # Panics
    ///
    /// If there is no such sample.
    #[must_use]
    pub fn get(&self, index: usize) -> &Sample {
        &Sample::from_slice(self.words(index))[..self.features]
    }

    /// A distinct sample as words: feature `i` is bit `i % 64` of word `i / 64`, unused bits are zero.
    ///
    /// # Panics
    ///
    /// If there is no such sample.
    #[must_use]
    pub fn words(&self, index: usize) -> &[u64] {
        &self.values.as_raw_slice()[index * self.stride..][..self.stride]
    }

    /// The same samples with every known value complemented.
    fn opposite(&self) -> Samples {
        let mut words = Vec::with_capacity(self.values.as_raw_slice().len());
        for index in 0..self.distinct() {
            let unknown = self.unknown(index);
            words.extend(self.words(index).iter().enumerate().map(|(place, &word)| {
                let used = u64::MAX >> (64 - (self.features - 64 * place).min(64));
                !word & used & !unknown.map_or(0, |unknown| unknown[place])
            }));
        }
        Samples { values: BitVec::from_vec(words), ..self.clone() }
    }

    /// The distinct samples.
    #[must_use]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Sample> {
        (0..self.distinct()).map(|index| self.get(index))
    }

    /// The rows, counted from 0 over the whole data set, that a distinct sample stands for; at least one.
    ///
    /// # Panics
    ///
    /// If there is no such sample.
    #[must_use]
    pub fn sources(&self, index: usize) -> &[usize] {
        &self.sources[index]
    }
}

impl fmt::Debug for Samples {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Samples({} distinct of {})", self.distinct(), self.rows())
    }
}

/// Collects rows for a [`Dataset`].
///
/// ```
/// use vesc_col_core::{DataError, Dataset, Features};
///
/// let mut builder = Dataset::builder(Features::new(["irq", "lhu"])?);
/// builder.push(true, [true, false])?;
/// builder.push_text(false, ["FALSE", " 1 "])?;
/// assert!(matches!(builder.push(false, [true]), Err(DataError::Ragged { found: 1, .. })));
/// assert_eq!(builder.rows(), 2);
/// assert_eq!(builder.build()?.distinct(), 2);
/// # Ok::<(), DataError>(())
/// ```
#[derive(Clone, Debug)]
pub struct DatasetBuilder {
    features: Features,
    stride: usize,
    /// The rows so far, `stride` words each.
    words: Vec<u64>,
    /// Which of their cells are not known, likewise; shorter, or empty, as long as the last rows have none.
    unknown: Vec<u64>,
    labels: Vec<bool>,
    /// The words for an unknown cell.
    unknown_words: Vec<String>,
    contradictions: bool,
}

impl DatasetBuilder {
    /// The same builder, which takes equal rows of different labels. Then nothing fits all rows: ask with an
    /// [error budget](crate::Fit::Budget).
    ///
    /// ```
    /// use vesc_col_core::{Dataset, Features};
    ///
    /// let mut builder = Dataset::builder(Features::numbered(2)).with_contradictions();
    /// for label in [true, false, false] {
    ///     builder.push(label, [true, false])?;
    /// }
    /// let data = builder.build()?;
    /// assert_eq!(data.features().len(), 2);
    /// assert_eq!(data.contradictions(), 2);
    /// assert_eq!(data.positives().get(0), data.negatives().get(0));
    /// # Ok::<(), vesc_col_core::DataError>(())
    /// ```
    #[must_use]
    pub fn with_contradictions(self) -> DatasetBuilder {
        DatasetBuilder { contradictions: true, ..self }
    }

    /// The same builder, for which these words in [`push_text`](DatasetBuilder::push_text) mean that a cell is not known;
    /// in any case, surrounding blanks ignored, the empty word being the empty cell. The words `0 1 true false` stay values.
    ///
    /// ```
    /// use vesc_col_core::{Dataset, Features};
    ///
    /// let mut builder = Dataset::builder(Features::new(["irq", "op_lhu"])?).with_unknown(["", "?", "x"]);
    /// builder.push_text(true, ["1", "X"])?;
    /// let data = builder.build()?;
    /// assert_eq!(data.unknown_cells(), 1);
    /// assert_eq!(data.completed()?.positives().distinct(), 2);
    /// # Ok::<(), vesc_col_core::DataError>(())
    /// ```
    #[must_use]
    pub fn with_unknown<'a>(self, words: impl IntoIterator<Item = &'a str>) -> DatasetBuilder {
        DatasetBuilder { unknown_words: words.into_iter().map(|word| word.trim().to_owned()).collect(), ..self }
    }

    /// Adds a row; after an error the builder is as before.
    ///
    /// # Errors
    ///
    /// [`DataError::Ragged`] if there is not one cell for each feature.
    pub fn push(&mut self, positive: bool, cells: impl IntoIterator<Item = bool>) -> Result<(), DataError> {
        self.try_push(positive, cells.into_iter().map(|cell| Ok(Some(cell))))
    }

    /// Adds a row in which `None` is a cell that is not known; after an error the builder is as before.
    ///
    /// ```
    /// use vesc_col_core::{Dataset, Features};
    ///
    /// let mut builder = Dataset::builder(Features::numbered(3));
    /// builder.push_partial(true, [Some(true), None, Some(false)])?;
    /// let data = builder.build()?;
    /// assert_eq!(data.positives().cells(0).collect::<Vec<_>>(), [Some(true), None, Some(false)]);
    /// # Ok::<(), vesc_col_core::DataError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`DataError::Ragged`] if there is not one cell for each feature.
    pub fn push_partial(
        &mut self,
        positive: bool,
        cells: impl IntoIterator<Item = Option<bool>>,
    ) -> Result<(), DataError> {
        self.try_push(positive, cells.into_iter().map(Ok))
    }

    /// Adds a row of text cells, `0 1 true false` or a [word for unknown](DatasetBuilder::with_unknown) in any case,
    /// surrounding blanks ignored; after an error the builder is as before.
    ///
    /// # Errors
    ///
    /// [`DataError::NotBoolean`] for any other cell, [`DataError::Ragged`] if there is not one cell for each feature.
    pub fn push_text<'a>(&mut self, positive: bool, cells: impl IntoIterator<Item = &'a str>) -> Result<(), DataError> {
        let unknown_words = std::mem::take(&mut self.unknown_words);
        let is_unknown = |cell: &str| unknown_words.iter().any(|word| cell.trim().eq_ignore_ascii_case(word));
        let parse = |cell| match parse_cell(cell) {
            None if is_unknown(cell) => Ok(None),
            value => value.map(Some).ok_or(cell),
        };
        let result = self.try_push(positive, cells.into_iter().map(parse));
        self.unknown_words = unknown_words;
        result
    }

    /// How many rows have been added.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.labels.len()
    }

    /// Checks the rows against each other and makes the data set.
    ///
    /// # Errors
    ///
    /// [`DataError::NoFeatures`], and [`DataError::Contradiction`] if equal rows have different labels and that is not
    /// [allowed](DatasetBuilder::with_contradictions). Rows with unknown cells contradict nothing.
    pub fn build(mut self) -> Result<Dataset, DataError> {
        if self.features.is_empty() {
            return Err(DataError::NoFeatures);
        }
        let is_partial = !self.unknown.is_empty();
        if is_partial {
            self.unknown.resize(self.words.len(), 0);
        }
        let unknown_in =
            |row: usize| if is_partial { &self.unknown[row * self.stride..][..self.stride] } else { &[][..] };
        let mut groups: HashMap<RowKey<'_>, usize> = HashMap::with_capacity(self.labels.len());
        // For each distinct row, in order of first occurrence: its words, its positive and its negative rows.
        let mut distinct: Vec<(RowKey<'_>, [Vec<usize>; 2])> = Vec::new();
        for (row, (words, &positive)) in self.words.chunks_exact(self.stride).zip(&self.labels).enumerate() {
            let key = (words, unknown_in(row));
            let group = *groups.entry(key).or_insert_with(|| {
                distinct.push((key, [Vec::new(), Vec::new()]));
                distinct.len() - 1
            });
            distinct[group].1[usize::from(!positive)].push(row);
        }
        let contradictions = match find_contradictions(&distinct) {
            Some(error) if !self.contradictions => return Err(error),
            Some(DataError::Contradiction { pairs, .. }) => pairs,
            _ => 0,
        };
        let samples = |label: usize| {
            let (mut values, mut unknown) = (Vec::new(), Vec::new());
            let mut sources = Vec::new();
            for ((words, cells), rows) in distinct.iter().filter(|(_, rows)| !rows[label].is_empty()) {
                values.extend_from_slice(words);
                unknown.extend_from_slice(cells);
                sources.push(rows[label].clone());
            }
            let unknown = unknown.iter().any(|&word| word != 0).then_some(unknown);
            let values = BitVec::from_vec(values);
            Samples { features: self.features.len(), stride: self.stride, values, unknown, sources }
        };
        let (positives, negatives) = (samples(0), samples(1));
        Ok(Dataset { positives, negatives, features: self.features.clone(), contradictions })
    }

    fn try_push<'a>(
        &mut self,
        positive: bool,
        cells: impl Iterator<Item = Result<Option<bool>, &'a str>>,
    ) -> Result<(), DataError> {
        let start = self.words.len();
        let result = self.pack(cells);
        match result {
            Ok(()) => self.labels.push(positive),
            Err(_) => {
                self.words.truncate(start);
                self.unknown.truncate(start);
            }
        }
        result
    }

    fn pack<'a>(&mut self, cells: impl Iterator<Item = Result<Option<bool>, &'a str>>) -> Result<(), DataError> {
        let (row, start) = (self.labels.len(), self.words.len());
        self.words.resize(start + self.stride, 0);
        let mut found = 0;
        let mut bad = None;
        for (column, cell) in cells.enumerate() {
            found += 1;
            match cell {
                Ok(Some(value)) if column < self.features.len() => {
                    self.words[start + column / 64] |= u64::from(value) << (column % 64);
                }
                Ok(None) if column < self.features.len() => {
                    self.unknown.resize(start + self.stride, 0);
                    self.unknown[start + column / 64] |= 1 << (column % 64);
                }
                Err(text) if bad.is_none() => bad = Some((column, text)),
                _ => {}
            }
        }
        // A row of the wrong length comes first: its cells may stand under the wrong names.
        if found != self.features.len() {
            return Err(DataError::Ragged { row, expected: self.features.len(), found });
        }
        match bad {
            None => Ok(()),
            Some((column, value)) => {
                let feature = self.features.name(column).to_owned();
                Err(DataError::NotBoolean { row, column, feature, value: value.to_owned() })
            }
        }
    }
}

fn parse_cell(text: &str) -> Option<bool> {
    match text.trim() {
        "0" => Some(false),
        "1" => Some(true),
        word if word.eq_ignore_ascii_case("false") => Some(false),
        word if word.eq_ignore_ascii_case("true") => Some(true),
        _ => None,
    }
}

/// A row's values, and which of its cells are not known (empty if every cell of the data set is).
type RowKey<'a> = (&'a [u64], &'a [u64]);

/// The first pair of rows that contradict each other, with the number of such pairs.
fn find_contradictions(distinct: &[(RowKey<'_>, [Vec<usize>; 2])]) -> Option<DataError> {
    let known = || distinct.iter().filter(|((_, unknown), _)| unknown.iter().all(|&word| word == 0));
    let pairs = known().map(|(_, [positive, negative])| positive.len() as u128 * negative.len() as u128).sum();
    let (positive, negative) =
        known().find_map(|(_, [positive, negative])| Some((*positive.first()?, *negative.first()?)))?;
    Some(DataError::Contradiction { positive, negative, pairs })
}
