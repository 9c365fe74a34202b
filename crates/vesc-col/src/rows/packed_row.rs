//! A row of features that is packed column by column.

use vesc_col_core::{DataError, DatasetBuilder};

/// The features of one row, packed in order as [`DatasetBuilder::push_words`] takes them.
pub(crate) struct PackedRow {
    values: Vec<u64>,
    unknown: Vec<u64>,
    /// Whether some cell is not known.
    is_partial: bool,
    /// How many features have been pushed.
    end: usize,
}

impl PackedRow {
    /// A row without features yet, with room for this many.
    pub(crate) fn new(features: usize) -> PackedRow {
        let zeros = vec![0; features.div_ceil(64)];
        PackedRow { unknown: zeros.clone(), values: zeros, is_partial: false, end: 0 }
    }

    /// Begins another row.
    pub(crate) fn clear(&mut self) {
        self.values.fill(0);
        if self.is_partial {
            self.unknown.fill(0);
        }
        (self.is_partial, self.end) = (false, 0);
    }

    /// Pushes this many features, of which those at the positions `ones` are true.
    pub(crate) fn push_ones(&mut self, ones: &[u32], features: usize) {
        for &position in ones {
            let feature = self.end + position as usize;
            self.values[feature / 64] |= 1 << (feature % 64);
        }
        self.end += features;
    }

    /// Pushes this many features, of which the first `ones` are true.
    pub(crate) fn push_run(&mut self, ones: u32, features: usize) {
        set_run(&mut self.values, self.end, self.end + ones as usize);
        self.end += features;
    }

    /// Pushes this many features that are not known.
    pub(crate) fn push_unknown(&mut self, features: usize) {
        set_run(&mut self.unknown, self.end, self.end + features);
        self.is_partial |= features > 0;
        self.end += features;
    }

    /// Adds the row to a data set.
    pub(crate) fn add_to(&self, data: &mut DatasetBuilder, positive: bool) -> Result<(), DataError> {
        match self.is_partial {
            false => data.push_words(positive, &self.values),
            true => data.push_partial_words(positive, &self.values, &self.unknown),
        }
    }
}

/// Sets the bits from `start` to before `end`.
fn set_run(words: &mut [u64], start: usize, end: usize) {
    let mut bit = start;
    while bit < end {
        let (word, low) = (bit / 64, bit % 64);
        let high = (end - 64 * word).min(64);
        words[word] |= !0 >> (64 - (high - low)) << low;
        bit = 64 * word + high;
    }
}

#[cfg(test)]
mod tests {
    use vesc_col_core::{Dataset, Features};

    use super::*;

    #[test]
    fn runs_of_any_place_and_length_are_set() {
        for start in 0..=130 {
            for end in start..=130 {
                let mut words = [0; 3];
                set_run(&mut words, start, end);
                let bit = |position: usize| words[position / 64] >> (position % 64) & 1 == 1;
                assert!((0..192).all(|position| bit(position) == (start..end).contains(&position)), "{start}..{end}");
            }
        }
    }

    #[test]
    fn a_row_is_what_was_pushed() {
        let mut builder = Dataset::builder(Features::numbered(70));
        let mut row = PackedRow::new(70);
        for first_is_known in [false, true] {
            row.clear();
            match first_is_known {
                true => row.push_run(2, 3),
                false => row.push_unknown(3),
            }
            row.push_ones(&[60, 61], 62);
            row.push_run(0, 5);
            row.add_to(&mut builder, true).unwrap();
        }
        let data = builder.build().unwrap();
        let cells = |index: usize| data.positives().cells(index).collect::<Vec<_>>();
        let rest = (3..70).map(|feature| Some(feature == 63 || feature == 64));
        assert!(cells(0).into_iter().eq([None; 3].into_iter().chain(rest.clone())));
        assert!(cells(1).into_iter().eq([true, true, false].map(Some).into_iter().chain(rest)));
    }
}
