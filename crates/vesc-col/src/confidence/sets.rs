//! Sets and rows, an element a bit.

use vesc_col_core::Literal;

/// Whether a literal is true on a row.
pub(super) fn holds(literal: Literal, row: &[u64]) -> bool {
    let feature = literal.feature();
    (row[feature / 64] >> (feature % 64) & 1 == 1) != literal.is_negated()
}

/// The set of the first `count` things.
pub(super) fn full(count: usize) -> Vec<u64> {
    let word = |place: usize| u64::MAX >> (64 - (count - 64 * place).min(64));
    (0..count.div_ceil(64)).map(word).collect()
}

/// Whether a set has a member.
pub(super) fn has(set: &[u64], member: usize) -> bool {
    set[member / 64] >> (member % 64) & 1 == 1
}

/// Adds a member to a set.
pub(super) fn insert(set: &mut [u64], member: usize) {
    set[member / 64] |= 1 << (member % 64);
}

/// Takes a member out of a set.
pub(super) fn remove(set: &mut [u64], member: usize) {
    set[member / 64] &= !(1 << (member % 64));
}

/// How many members a set has.
pub(super) fn ones(set: &[u64]) -> u32 {
    set.iter().map(|word| word.count_ones()).sum()
}

/// The members of a set.
pub(super) fn bits(set: &[u64]) -> impl Iterator<Item = usize> + '_ {
    set.iter().enumerate().flat_map(|(place, &word)| {
        std::iter::successors((word != 0).then_some(word), |rest| Some(rest & (rest - 1)).filter(|&rest| rest != 0))
            .map(move |rest| 64 * place + rest.trailing_zeros() as usize)
    })
}

/// In how many members two sets differ.
pub(super) fn distance(a: &[u64], b: &[u64]) -> u32 {
    a.iter().zip(b).map(|(a, b)| (a ^ b).count_ones()).sum()
}
