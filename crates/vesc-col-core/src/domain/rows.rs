//! The cells that rows have in some features.

use hashbrown::HashSet;

use super::part::Part;
use crate::Literal;

/// The cells of a part that rows have had so far, and that were found legal. What is legal in one row is legal in all
/// others with the same cells. So a row costs a word for 64 features, not a step for each feature.
pub(super) struct KnownCells<'a> {
    part: &'a Part,
    legal: HashSet<Box<[u64]>>,
    /// The cells of the row that is looked at.
    cells: Vec<u64>,
}

impl<'a> KnownCells<'a> {
    /// No row yet.
    pub(super) fn of(part: &'a Part) -> KnownCells<'a> {
        KnownCells { part, legal: HashSet::new(), cells: Vec::new() }
    }

    /// Whether the cells of a row of these packed values are a legal pattern.
    pub(super) fn are_legal(&mut self, words: &[u64]) -> bool {
        pack(words, self.part.features(), &mut self.cells);
        if let Some(are_in_order) = self.part.are_in_order(&self.cells) {
            return are_in_order;
        }
        let known = self.legal.contains(&self.cells[..]);
        if !known && can_be_legal(self.part, words, None) {
            self.legal.insert(self.cells.as_slice().into());
            return true;
        }
        known
    }
}

/// Whether the known cells of a row leave a part a legal pattern.
pub(super) fn can_be_legal(part: &Part, values: &[u64], unknown: Option<&[u64]>) -> bool {
    let is_known = |feature: &usize| !unknown.is_some_and(|cells| bit(cells, *feature));
    let literal = |feature: usize| Literal::matching(feature, bit(values, feature));
    part.allows(part.features().iter().copied().filter(is_known).map(literal))
}

/// The cell of a row of packed values in a feature.
pub(super) fn bit(words: &[u64], feature: usize) -> bool {
    words[feature / 64] >> (feature % 64) & 1 == 1
}

/// Packs the cells of these features, which ascend.
fn pack(words: &[u64], features: &[usize], cells: &mut Vec<u64>) {
    cells.clear();
    let (Some(&first), Some(&last)) = (features.first(), features.last()) else { return };
    if last - first + 1 > features.len() {
        let word = |chunk: &[usize]| (0..).zip(chunk).fold(0, |word, (at, &f)| word | u64::from(bit(words, f)) << at);
        cells.extend(features.chunks(64).map(word));
        return;
    }
    // Side by side: words are shifted.
    let shift = first % 64;
    cells.extend((first / 64..=last / 64).map(|at| {
        let next = words.get(at + 1).copied().unwrap_or(0);
        words[at] >> shift | if shift == 0 { 0 } else { next << (64 - shift) }
    }));
    cells.truncate(features.len().div_ceil(64));
    if let (Some(word), rest @ 1..) = (cells.last_mut(), features.len() % 64) {
        *word &= !0 >> (64 - rest);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_legal_if_their_part_allows_them() {
        let closed = [[(1, true), (3, true)], [(1, false), (3, false)]];
        let nogoods = closed.map(|nogood| nogood.map(|(feature, value)| Literal::matching(feature, value)).into());
        let one_of_two = Part::new(vec![1, 3], nogoods.to_vec(), 9).unwrap();
        let mut cells = KnownCells::of(&one_of_two);
        for (row, is_legal) in [(0b1010, false), (0b1000, true), (0b1101, true), (0b0010, true), (0b0101, false)] {
            assert_eq!(cells.are_legal(&[row]), is_legal, "{row:b}");
        }
        assert_eq!(cells.legal.len(), 2);
    }

    #[test]
    fn cells_side_by_side_are_packed_as_others() {
        let words = [0x0123_4567_89ab_cdef, 0xfedc_ba98_7654_3210, 0x0f1e_2d3c_4b5a_6978, 0x5555_3333_0f0f_00ff];
        let mut cells = Vec::new();
        for first in 0..130 {
            for count in [1, 2, 63, 64, 65, 100, 126] {
                let features: Vec<usize> = (first..first + count).collect();
                pack(&words, &features, &mut cells);
                let expected = features.iter().map(|&feature| bit(&words, feature));
                assert!((0..count).map(|at| bit(&cells, at)).eq(expected), "{first} {count}");
                assert_eq!(cells.len(), count.div_ceil(64));
                assert!(count % 64 == 0 || cells[count / 64] >> (count % 64) == 0, "{first} {count}");
            }
        }
        pack(&words, &[0, 1, 63, 64, 200], &mut cells);
        let bits = [0, 1, 63, 64, 200].map(|feature| u64::from(bit(&words, feature)));
        assert_eq!(cells, [bits.iter().rev().fold(0, |word, bit| word << 1 | bit)]);
    }
}
