//! Sets of small numbers, as words.
//!
//! The cover engine has sets of its own. What two engines share would have to be public in the core, which is no place
//! for it.

use std::ops::Range;

/// Returns the number of words that hold `bits` bits.
pub(crate) fn words(bits: usize) -> usize {
    bits.div_ceil(64)
}

pub(crate) fn contains(set: &[u64], number: usize) -> bool {
    set[number / 64] >> (number % 64) & 1 == 1
}

pub(crate) fn insert(set: &mut [u64], number: usize) {
    set[number / 64] |= 1 << (number % 64);
}

pub(crate) fn is_empty(set: &[u64]) -> bool {
    set.iter().all(|&word| word == 0)
}

pub(crate) fn is_subset(part: &[u64], whole: &[u64]) -> bool {
    part.iter().zip(whole).all(|(part, whole)| part & !whole == 0)
}

pub(crate) fn len(set: &[u64]) -> usize {
    set.iter().map(|word| word.count_ones() as usize).sum()
}

/// What is in the first and not in the second.
pub(crate) fn difference(set: &[u64], removed: &[u64]) -> Box<[u64]> {
    set.iter().zip(removed).map(|(set, removed)| set & !removed).collect()
}

/// The numbers in a set, ascending.
pub(crate) fn iter(set: &[u64]) -> impl Iterator<Item = usize> {
    set.iter().enumerate().flat_map(|(position, &word)| {
        std::iter::successors((word != 0).then_some(word), |word| Some(word & (word - 1)).filter(|&rest| rest != 0))
            .map(move |rest| position * 64 + rest.trailing_zeros() as usize)
    })
}

/// Returns the set of the numbers below `count`.
pub(crate) fn full(count: usize) -> Box<[u64]> {
    let mut set = vec![0; words(count)].into_boxed_slice();
    fill(&mut set, 0..count);
    set
}

/// Makes a set that of these numbers.
pub(crate) fn fill(set: &mut [u64], numbers: Range<usize>) {
    for (position, word) in set.iter_mut().enumerate() {
        let below = |number: usize| match number.saturating_sub(64 * position) {
            bits @ 0..64 => (1 << bits) - 1,
            _ => !0,
        };
        *word = below(numbers.end) & !below(numbers.start);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_across_words() {
        let mut set = vec![0; words(130)];
        for number in [0, 63, 64, 129] {
            insert(&mut set, number);
        }
        assert_eq!(iter(&set).collect::<Vec<_>>(), [0, 63, 64, 129]);
        assert!(contains(&set, 129) && !contains(&set, 128) && len(&set) == 4);
        assert_eq!(iter(&full(130)).count(), 130);
        assert!(is_subset(&set, &full(130)) && !is_subset(&full(130), &set));
        assert_eq!(len(&difference(&full(130), &set)), 126);
        assert!(is_empty(&full(0)));
    }

    #[test]
    fn ranges_across_words() {
        let mut set = full(130);
        for numbers in [0..130, 0..128, 1..128, 63..65, 64..64, 64..128, 127..129, 128..130, 130..130] {
            fill(&mut set, numbers.clone());
            assert!(iter(&set).eq(numbers));
        }
    }
}
