//! Small labelled data as plain words.

use std::fmt;
use std::sync::Arc;

use vesc_col_core::{Dataset, Features};

/// The widest instance.
///
/// ```
/// use vesc_col_testkit::{Instance, MAX_INSTANCE_FEATURES};
///
/// assert_eq!(Instance::new(MAX_INSTANCE_FEATURES, []).features(), 128);
/// ```
pub const MAX_INSTANCE_FEATURES: usize = 128;

/// Labelled rows as plain words, for tests: what a [`Dataset`] is made from, and what the brute force reads.
///
/// A row is a word whose bit `i` is the value of feature `i`. Rows keep their order; equal rows may repeat; no row has
/// both labels.
///
/// ```
/// use vesc_col_testkit::Instance;
///
/// let instance = Instance::new(3, [(0b011, true), (0b100, false), (0b011, false)]);
/// assert_eq!(instance.to_string(), "3 features: +110 -001");
/// assert_eq!(instance.dataset().rows(), 2);
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Instance {
    features: usize,
    rows: Vec<(u128, bool)>,
}

impl Instance {
    /// The given rows, each with its label. A row that contradicts an earlier one is left out; bits beyond the features
    /// are ignored.
    ///
    /// # Panics
    ///
    /// If there is no feature, or more than [`MAX_INSTANCE_FEATURES`].
    #[must_use]
    pub fn new(features: usize, rows: impl IntoIterator<Item = (u128, bool)>) -> Instance {
        assert!((1..=MAX_INSTANCE_FEATURES).contains(&features), "{features} features are out of range");
        let used = u128::MAX >> (MAX_INSTANCE_FEATURES - features);
        let mut instance = Instance { features, rows: Vec::new() };
        for (input, positive) in rows {
            let input = input & used;
            if !instance.rows.contains(&(input, !positive)) {
                instance.rows.push((input, positive));
            }
        }
        instance
    }

    /// The inputs of two truth tables: input `x` is a positive (negative) row if bit `x` of the first (second) is set.
    ///
    /// # Panics
    ///
    /// If there are more than 6 features, or none.
    #[must_use]
    pub fn from_tables(features: usize, positives: u64, negatives: u64) -> Instance {
        assert!(features <= 6, "a truth table of one word has at most 6 features");
        let rows = (0..1u128 << features).filter_map(|input| {
            let (positive, negative) = (positives >> input & 1 == 1, negatives >> input & 1 == 1);
            (positive || negative).then_some((input, positive))
        });
        Instance::new(features, rows)
    }

    /// The same rows as a data set gives them, equal rows once.
    ///
    /// # Panics
    ///
    /// If the data set has more than [`MAX_INSTANCE_FEATURES`] features.
    #[must_use]
    pub fn from_dataset(data: &Dataset) -> Instance {
        let rows = [(data.positives(), true), (data.negatives(), false)].into_iter().flat_map(|(samples, positive)| {
            (0..samples.distinct()).map(move |index| {
                let input = samples.words(index).iter().rev().fold(0, |input, &word| input << 64 | u128::from(word));
                (input, positive)
            })
        });
        Instance::new(data.features().len(), rows)
    }

    /// How many features there are.
    #[must_use]
    pub fn features(&self) -> usize {
        self.features
    }

    /// The rows with their labels.
    #[must_use]
    pub fn rows(&self) -> &[(u128, bool)] {
        &self.rows
    }

    /// The inputs that occur as positive and as negative rows, as two truth tables.
    ///
    /// ```
    /// use vesc_col_testkit::Instance;
    ///
    /// let instance = Instance::new(2, [(0b01, true), (0b00, false)]);
    /// assert_eq!(instance.features(), 2);
    /// // Input 1 is positive, input 0 negative.
    /// assert_eq!(instance.tables(), (0b0010, 0b0001));
    /// // The other way round rows come in the order of their inputs.
    /// assert_eq!(Instance::from_tables(2, 0b0010, 0b0001).to_string(), "2 features: -00 +10");
    /// assert_eq!(Instance::from_dataset(&instance.dataset()), instance);
    /// ```
    ///
    /// # Panics
    ///
    /// If there are more than 6 features.
    #[must_use]
    pub fn tables(&self) -> (u64, u64) {
        assert!(self.features <= 6, "a truth table of one word has at most 6 features");
        let table = |label| self.rows.iter().filter(|row| row.1 == label).fold(0, |table, row| table | 1u64 << row.0);
        (table(true), table(false))
    }

    /// The data set with features `x0`, `x1`, ...
    #[must_use]
    pub fn dataset(&self) -> Arc<Dataset> {
        self.dataset_named(Features::numbered(self.features))
    }

    /// The data set with the given features.
    ///
    /// ```
    /// use vesc_col_core::Features;
    /// use vesc_col_testkit::Instance;
    ///
    /// let data = Instance::new(2, [(0b01, true)]).dataset_named(Features::new(["irq", "lhu"])?);
    /// assert_eq!((data.features().name(0), data.positives().get(0)[0]), ("irq", true));
    /// # Ok::<(), vesc_col_core::DataError>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If there is another number of them.
    #[must_use]
    pub fn dataset_named(&self, features: Features) -> Arc<Dataset> {
        let mut builder = Dataset::builder(features);
        for &(input, positive) in &self.rows {
            let cells = (0..self.features).map(|feature| input >> feature & 1 == 1);
            builder.push(positive, cells).expect("as many features as cells");
        }
        Arc::new(builder.build().expect("no row has both labels"))
    }

    /// The instance whose feature `order[i]` is this one's feature `i`.
    ///
    /// # Panics
    ///
    /// If `order` is not a permutation of the features.
    #[must_use]
    pub fn permuted(&self, order: &[usize]) -> Instance {
        let rows = self.rows.iter().map(|&(input, positive)| (permute_bits(input, order), positive));
        Instance::new(self.features, rows)
    }

    /// The instance with the features of this mask complemented.
    #[must_use]
    pub fn complemented(&self, mask: u128) -> Instance {
        Instance::new(self.features, self.rows.iter().map(|&(input, positive)| (input ^ mask, positive)))
    }

    /// The instance with one more row at the end, unless it contradicts the others.
    ///
    /// ```
    /// use vesc_col_testkit::Instance;
    ///
    /// let instance = Instance::new(3, [(0b001, true)]);
    /// assert_eq!(instance.permuted(&[2, 0, 1]).to_string(), "3 features: +001");
    /// assert_eq!(instance.complemented(0b110).to_string(), "3 features: +111");
    /// let more = instance.with_row(0b100, false);
    /// assert_eq!(more.to_string(), "3 features: +100 -001");
    /// assert_eq!(more.with_row(0b100, true), more); // it would contradict
    /// ```
    #[must_use]
    pub fn with_row(&self, input: u128, positive: bool) -> Instance {
        Instance::new(self.features, self.rows.iter().copied().chain([(input, positive)]))
    }
}

/// Moves bit `i` to position `order[i]`.
pub(crate) fn permute_bits(word: u128, order: &[usize]) -> u128 {
    order.iter().enumerate().fold(0, |moved, (from, &to)| moved | (word >> from & 1) << to)
}

/// `3 features: +110 -001`, feature 0 first.
impl fmt::Display for Instance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} features:", self.features)?;
        for &(input, positive) in &self.rows {
            f.write_str(if positive { " +" } else { " -" })?;
            for feature in 0..self.features {
                write!(f, "{}", input >> feature & 1)?;
            }
        }
        if self.rows.is_empty() {
            f.write_str(" no rows")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Instance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
