//! Fewer of the features that are only ordered.

use std::borrow::Cow;

use super::{Block, Field, Fields, has};

impl<'d> Fields<'d> {
    /// The same with fewer ordered features, and blocks over them.
    ///
    /// `keep` chooses from the features of a part, ascending. Beside each stands whether some block depends on it; those must be
    /// kept.
    pub(in super::super) fn with_fewer(
        &self,
        blocks: &[Block],
        keep: impl Fn(&[(usize, bool)]) -> Vec<usize>,
    ) -> (Fields<'d>, Vec<Block>) {
        let mut parts = Vec::with_capacity(self.fields.len());
        // For each new field the patterns, one for each new pattern, that stand for all that it has become.
        let mut patterns: Vec<Vec<usize>> = Vec::with_capacity(self.fields.len());
        for field in &self.fields {
            let Some((part, ends)) = field.part.as_ref().zip(field.ends()) else {
                parts.push((field.id, field.part.clone()));
                patterns.push((0..field.patterns).collect());
                continue;
            };
            let depends = |end| blocks.iter().any(|block| field.has_edge(block, end));
            let features = part.features().iter().copied();
            let features: Vec<(usize, bool)> =
                features.zip(&ends).map(|(feature, &end)| (feature, depends(end))).collect();
            let kept = keep(&features);
            let is_kept = |(place, _): &(usize, &usize)| kept.binary_search(&features[*place].0).is_ok();
            let mut firsts: Vec<usize> = ends.iter().enumerate().filter(is_kept).map(|(_, &end)| end).collect();
            firsts.push(0);
            firsts.sort_unstable();
            patterns.push(firsts);
            parts.push((field.id, part.of_fewer(kept).map(Cow::Owned)));
        }
        let fields = Fields::of_parts(self.domain, parts);
        let blocks = blocks.iter().map(|block| fields.narrowed(block, &self.fields, &patterns)).collect();
        (fields, blocks)
    }

    /// A block of other fields, of which these patterns are left.
    fn narrowed(&self, block: &Block, others: &[Field<'_>], patterns: &[Vec<usize>]) -> Block {
        let mut narrowed = vec![0; self.fields.last().map_or(0, |field| field.words.end)].into_boxed_slice();
        for ((field, other), patterns) in self.fields.iter().zip(others).zip(patterns) {
            let (words, allowed) = (&mut narrowed[field.words.clone()], &block[other.words.clone()]);
            let allowed = patterns.iter().enumerate().filter(|&(_, &pattern)| has(allowed, pattern));
            allowed.for_each(|(place, _)| words[place / 64] |= 1 << (place % 64));
        }
        narrowed
    }
}

impl Field<'_> {
    /// Whether a block allows one of two neighbouring patterns, the second being `end`, and not the other.
    fn has_edge(&self, block: &Block, end: usize) -> bool {
        let allowed = &block[self.words.clone()];
        has(allowed, end - 1) != has(allowed, end)
    }
}
