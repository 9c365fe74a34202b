//! Which positives a term is true on.

use vesc_col_core::{Samples, Term};

/// A set of positive samples.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Cover {
    words: Box<[u64]>,
}

impl Cover {
    pub(crate) fn all(count: usize) -> Cover {
        (0..count).collect::<Vec<_>>().iter().fold(Cover::none(count), |cover, &sample| cover.with(sample))
    }

    pub(crate) fn none(count: usize) -> Cover {
        Cover { words: vec![0; count.div_ceil(64)].into() }
    }

    /// The samples that a term accepts.
    pub(crate) fn of(term: &Term, samples: &Samples) -> Cover {
        let accepted = (0..samples.distinct()).filter(|&sample| term.accepts(samples.get(sample)));
        accepted.fold(Cover::none(samples.distinct()), Cover::with)
    }

    pub(crate) fn with(mut self, sample: usize) -> Cover {
        self.words[sample / 64] |= 1 << (sample % 64);
        self
    }

    pub(crate) fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    pub(crate) fn common(&self, other: &Cover) -> usize {
        self.words.iter().zip(&other.words).map(|(&a, &b)| (a & b).count_ones() as usize).sum()
    }

    pub(crate) fn and(&self, other: &Cover) -> Cover {
        Cover { words: self.words.iter().zip(&other.words).map(|(&a, &b)| a & b).collect() }
    }

    pub(crate) fn and_not(&self, other: &Cover) -> Cover {
        Cover { words: self.words.iter().zip(&other.words).map(|(&a, &b)| a & !b).collect() }
    }

    pub(crate) fn contains(&self, sample: usize) -> bool {
        self.words[sample / 64] >> (sample % 64) & 1 == 1
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.words.len() * 64).filter(|&sample| self.contains(sample))
    }
}
