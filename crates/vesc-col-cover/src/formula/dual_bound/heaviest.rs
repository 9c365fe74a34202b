//! The heaviest consistent terms, where each positive has a weight.
//!
//! A search of its own. It looks for terms of all sizes at once, and cuts off those that cannot outweigh the heaviest
//! found so far. The searches of `term` find all terms of one size.

use vesc_col_core::Samples;

use crate::bits::bit_set::{BitSet, PositiveSet};
use crate::context::Interrupt;
use crate::context::RunContext;

/// The negatives as rows: for each the set of the literals that are false on it.
///
/// Literals are numbered feature by feature, the positive one first.
#[derive(Debug)]
pub(crate) struct RejectingRows {
    rows: Vec<BitSet>,
    literals: usize,
}

impl RejectingRows {
    pub(crate) fn new(
        negatives: &Samples,
        features: usize,
        context: RunContext<'_>,
    ) -> Result<RejectingRows, Interrupt> {
        let literals = 2 * features;
        context.check_memory(negatives.distinct() * (features / 4 + size_of::<BitSet>()))?;
        let mut rows = Vec::with_capacity(negatives.distinct());
        for (number, sample) in negatives.iter().enumerate() {
            if number % 64 == 0 {
                context.check()?;
            }
            let mut words = vec![0u64; literals.div_ceil(64)];
            for feature in 0..features {
                let literal = 2 * feature + usize::from(sample[feature]);
                words[literal / 64] |= 1 << (literal % 64);
            }
            rows.push(BitSet::from_words(words.into_iter()));
        }
        Ok(RejectingRows { rows, literals })
    }

    /// Looks for consistent terms that weigh more than the entry of their size in `most`, and raises the entries to
    /// what is found.
    ///
    /// The last entry also stands for all greater sizes. Each entry must be at least the one before it.
    ///
    /// When the search comes to its end, no consistent term weighs more than the entry of its size. It gives up with
    /// [`Interrupt::TooLong`] when that would cost more than `effort` words read. The entries raised until then are
    /// true.
    pub(crate) fn heaviest(
        &self,
        covers: &[PositiveSet],
        weights: &[u64],
        most: &mut [u64],
        effort: &mut usize,
        context: RunContext<'_>,
    ) -> (Vec<Vec<usize>>, Result<(), Interrupt>) {
        // Only the positives with a weight count. Renumbered, they are few, and equal weights stand together.
        let mut heavy: Vec<usize> = (0..weights.len()).filter(|&sample| weights[sample] > 0).collect();
        heavy.sort_by_key(|&sample| weights[sample]);
        let renumbered = |cover: &PositiveSet| {
            let present = heavy.iter().enumerate().filter(|&(_, &sample)| cover.contains(sample));
            present.fold(PositiveSet::none(heavy.len()), |narrow, (at, _)| narrow.with(at))
        };
        let covers: Vec<PositiveSet> = covers.iter().map(renumbered).collect();
        let weights = Weights::new(heavy.iter().map(|&sample| weights[sample]));
        let mut search = Heaviest {
            covers: &covers,
            weights: &weights,
            most,
            effort,
            context,
            chosen: Vec::new(),
            found: Vec::new(),
        };
        let rows: Vec<&BitSet> = self.rows.iter().collect();
        let result = search.branch(&rows, &BitSet::all(self.literals), &PositiveSet::all(heavy.len()));
        (search.found, result)
    }
}

struct Heaviest<'a> {
    covers: &'a [PositiveSet],
    weights: &'a Weights,
    most: &'a mut [u64],
    effort: &'a mut usize,
    context: RunContext<'a>,
    chosen: Vec<usize>,
    /// The terms that raised an entry, as the numbers of their literals.
    found: Vec<Vec<usize>>,
}

impl Heaviest<'_> {
    fn branch(&mut self, rows: &[&BitSet], candidates: &BitSet, cover: &PositiveSet) -> Result<(), Interrupt> {
        self.context.check()?;
        if rows.is_empty() {
            self.keep(cover);
            return Ok(());
        }
        let cost = (rows.len() + 4 * candidates.len()) * (1 + candidates.bytes() / 64);
        *self.effort = self.effort.checked_sub(cost).ok_or(Interrupt::TooLong)?;
        // A longer term covers no more: it must outweigh the entry of the least size that it can have.
        let size = self.chosen.len() + 1;
        let mut open = candidates.clone();
        for candidate in candidates.iter() {
            if self.weights.of_common(cover, &self.covers[candidate]) <= self.entry(size) {
                open.remove(candidate);
            }
        }
        let Some(tightest) = rows.iter().min_by_key(|row| row.common(&open)) else { return Ok(()) };
        for candidate in tightest.and(&open).iter() {
            open.remove(candidate);
            if self.weights.of_common(cover, &self.covers[candidate]) > self.entry(size) {
                let missed: Vec<&BitSet> = rows.iter().filter(|row| !row.contains(candidate)).copied().collect();
                self.chosen.push(candidate);
                let result = self.branch(&missed, &open, &cover.and(&self.covers[candidate]));
                self.chosen.pop();
                result?;
            }
        }
        Ok(())
    }

    fn keep(&mut self, cover: &PositiveSet) {
        let (size, weight) = (self.chosen.len(), self.weights.of_common(cover, cover));
        if size > 0 && weight > self.entry(size) {
            let from = size.min(self.most.len()) - 1;
            self.most[from..].iter_mut().for_each(|most| *most = weight.max(*most));
            self.found.push(self.chosen.clone());
        }
    }

    /// The entry of a size.
    fn entry(&self, size: usize) -> u64 {
        self.most[size.min(self.most.len()) - 1]
    }
}

/// The weights of positives, in ascending order.
#[derive(Debug)]
struct Weights {
    /// A word of a set of positives, those of its bits that have the same weight, and that weight.
    groups: Vec<(usize, u64, u64)>,
}

impl Weights {
    fn new(weights: impl Iterator<Item = u64>) -> Weights {
        let mut groups: Vec<(usize, u64, u64)> = Vec::new();
        for (sample, weight) in weights.enumerate() {
            let (word, bit) = (sample / 64, 1 << (sample % 64));
            match groups.last_mut() {
                Some(last) if (last.0, last.2) == (word, weight) => last.1 |= bit,
                _ => groups.push((word, bit, weight)),
            }
        }
        Weights { groups }
    }

    /// What the positives weigh that are in both sets.
    fn of_common(&self, one: &PositiveSet, other: &PositiveSet) -> u64 {
        let weigh = |&(word, mask, weight): &(usize, u64, u64)| {
            weight * u64::from((one.word(word) & other.word(word) & mask).count_ones())
        };
        self.groups.iter().map(weigh).sum()
    }
}
